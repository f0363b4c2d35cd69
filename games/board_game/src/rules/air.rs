//! The Air step: dogfights, interception, anti-aircraft fire, bombs and torpedoes.

use crate::action::{Action, Groups, Pick};
use crate::board::{Square, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::dice::{Face, Rolls, Symbol};
use crate::rules::{Board, Choices, Tell, critical, features, launch, resolution, strike};
use crate::state::{Flying, HIT, Phase, Plane, PlaneKind, Public, Raider, Strike, UnitId};
use crate::units::{Feature, Window};
use admiralty_core::{Dice, Dry, Side, Told};

/// Has the side anything to do in the Air step but pass?
pub(crate) fn has_action(p: &Public, side: Side) -> bool {
    features::has_any(p, side, Window::Air) || strike::carriers(p, side).next().is_some()
}

/// The strike under way; there is one in every step that comes here.
fn under_way(p: &Public) -> Strike {
    p.strike.expect("a strike is under way")
}

fn plane_of(p: &Public, strike: &Strike, raider: &Raider) -> Plane {
    Plane::at(p.unit(strike.carrier).class(), usize::from(raider.slot))
}

/// Does the squadron still fly?
fn lives(p: &Public, strike: &Strike, raider: &Raider) -> bool {
    p.deck(strike.carrier)
        .is_some_and(|deck| deck.squadrons[usize::from(raider.slot).min(7)] != Flying::Lost)
}

/// The living squadrons of a kind against a target, in order.
fn raiders(
    p: &Public,
    strike: &Strike,
    target: UnitId,
    kind: PlaneKind,
) -> impl Iterator<Item = Raider> {
    strike.raiders().copied().filter(move |raider| {
        raider.target == target
            && lives(p, strike, raider)
            && plane_of(p, strike, raider).kind == kind
    })
}

/// The targets of the strike after this one, in the order of the handles.
fn next_target(strike: &Strike, after: Option<UnitId>) -> Option<UnitId> {
    strike
        .raiders()
        .map(|raider| raider.target)
        .filter(|target| after.is_none_or(|last| *target > last))
        .min()
}

/// Goes on with the strike after its start or an interception, up to the next decision.
pub(crate) fn fight(
    t: &mut Board,
    mut after: Option<UnitId>,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let p = &mut t.public;
    // BG-4-SF2: the air battle comes before the flak. BG-9-DS4: target by target.
    let strike = under_way(p);
    while let Some(target) = next_target(&strike, after) {
        p.strike = Some(strike.at(target));
        dogfights(p, &strike, target, dice, tell)?;
        if can_intercept(p) {
            p.phase = Phase::Intercept;
            p.actor = target.side();
            return Ok(());
        }
        after = Some(target);
    }
    flak(p, &strike, dice, tell)?;
    hits(t, None, dice, tell)
}

/// Screens against escorts, one against one.
fn dogfights(
    p: &mut Public,
    strike: &Strike,
    target: UnitId,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let carrier = strike.carrier;
    // BG-4-SF6: only escorts sent against this target. BG-4-SF7: those without an opponent do nothing.
    for raider in strike.raiders() {
        if raider.target != target || plane_of(p, strike, raider).kind != PlaneKind::Fighter {
            continue;
        }
        // BG-4-SF1: the screen of the unit that is attacked. BG-4-SF3: it must meet fighters first.
        let Some((screen_carrier, screen)) = launch::screens(p, target).next() else { break };
        let plane = plane_of(p, strike, raider);
        loop {
            // BG-9-DS3: the striker's die first.
            let faces = [Face::roll(dice)?, Face::roll(dice)?];
            // BG-4-DF1: the higher symbol destroys the other squadron. BG-4-DF2: equal: again.
            let winner = match faces[0].highest().cmp(&faces[1].highest()) {
                core::cmp::Ordering::Greater => Some(carrier.side()),
                core::cmp::Ordering::Less => Some(target.side()),
                core::cmp::Ordering::Equal => None,
            };
            tell(Told::all(Event::Dogfight {
                target,
                carrier,
                plane,
                screen_carrier,
                screen,
                faces,
                winner,
            }));
            let Some(winner) = winner else { continue };
            // BG-4-SF5: whoever has fought is done for this round, also the winner.
            // BG-4-AC8: the loser is lost for the game.
            if winner == carrier.side() {
                launch::set(p, screen_carrier, screen, Flying::Lost);
            } else {
                launch::set(p, carrier, plane, Flying::Lost);
                launch::set(p, screen_carrier, screen, Flying::Spent);
            }
            break;
        }
    }
    Ok(())
}

/// Is a screen left over, and a bomber for it?
fn can_intercept(p: &Public) -> bool {
    let strike = under_way(p);
    launch::screens(p, strike.target).next().is_some() && bombers(p, &strike).next().is_some()
}

/// The bombers over the target whose step is under way.
fn bombers(p: &Public, strike: &Strike) -> impl Iterator<Item = Plane> {
    raiders(p, strike, strike.target, PlaneKind::Dive)
        .chain(raiders(p, strike, strike.target, PlaneKind::Torpedo))
        .map(|raider| plane_of(p, strike, &raider))
}

/// May the screen attack this bomber?
pub(crate) fn check_intercept(p: &Public, plane: Option<Plane>) -> Result<(), Illegal> {
    // BG-4-SF4: screens left over may engage bombers, or not.
    match plane {
        None => Ok(()),
        Some(plane) if bombers(p, &under_way(p)).any(|bomber| bomber == plane) => Ok(()),
        Some(plane) => Err(Illegal::NotBomber { plane }),
    }
}

/// The bombers a screen may attack.
pub(crate) fn menu_intercept(p: &Public, out: &mut Choices) {
    for plane in bombers(p, &under_way(p)) {
        out.to(Pick::Plane(plane), Action::Intercept(Some(plane)));
    }
    out.to(Pick::Pass, Action::Intercept(None));
}

/// One screen fighter attacks a bomber, or none does any more.
pub(crate) fn intercept(
    t: &mut Board,
    plane: Option<Plane>,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let p = &mut t.public;
    let Strike { carrier, target, .. } = under_way(p);
    if let Some(plane) = plane {
        let screen = launch::screens(p, target).next();
        if let Some((screen_carrier, screen)) = screen {
            // BG-4-DF6: only the fighter rolls, and is never lost here.
            let face = Face::roll(dice)?;
            // BG-4-DF3: Artillery destroys a torpedo bomber. BG-4-DF4: Movement a dive bomber.
            // BG-4-DF5: whatever else the face shows. BG-2-AS8: the Admiral symbol replaces neither.
            let wanted = match plane.kind {
                PlaneKind::Torpedo => Symbol::Artillery,
                _ => Symbol::Movement,
            };
            let destroyed = face.shows(wanted);
            launch::set(p, screen_carrier, screen, Flying::Spent);
            if destroyed {
                launch::set(p, carrier, plane, Flying::Lost);
            }
            tell(Told::all(Event::Interception {
                target,
                carrier,
                plane,
                screen_carrier,
                screen,
                face,
                destroyed,
            }));
        }
        if can_intercept(p) {
            return Ok(());
        }
    } else {
        tell(Told::all(Event::InterceptNone { target }));
    }
    p.phase = Phase::Air;
    fight(t, Some(target), dice, tell)
}

/// Anti-aircraft figure of a unit now, against torpedo or dive bombers.
fn aa_figure(p: &Public, id: UnitId, torpedo: bool) -> u8 {
    let unit = p.unit(id);
    // BG-0-FG14: none in fog. BG-4-CD8, BG-7-G11: none under a token, FLAK or not.
    if p.in_fog(unit) || unit.tokens.on(Feature::Aa) > 0 {
        return 0;
    }
    // BG-4-AA2: one figure against dive, the other against torpedo bombers.
    let mut figure = unit.class().aa[usize::from(torpedo)];
    // BG-7-G10: FLAK adds two.
    if unit.has_active(Feature::Flak) {
        figure += 2;
    }
    // BG-7-R4: WEAKAA takes one, not below none.
    if unit.has_active(Feature::WeakAa) {
        figure = figure.saturating_sub(1);
    }
    figure
}

/// Do bombers of the strike name this unit?
fn is_bombed(p: &Public, strike: &Strike, id: UnitId) -> bool {
    // BG-4-AA9: fighters alone do not make a unit busy.
    strike
        .raiders()
        .any(|raider| raider.target == id && plane_of(p, strike, raider).kind != PlaneKind::Fighter)
}

/// Dice against a group that attacks from `centre`, if no bomber attacks anybody else.
pub(crate) fn flak_figure(p: &Public, target: UnitId, centre: Square, torpedo: bool) -> u8 {
    flak_dice(p, |_| false, target, centre, torpedo)
}

/// Dice against a group: the target's figure and those of its helpers near `centre`.
fn flak_dice(
    p: &Public,
    is_busy: impl Fn(UnitId) -> bool,
    target: UnitId,
    centre: Square,
    torpedo: bool,
) -> u8 {
    let mut sum = aa_figure(p, target, torpedo);
    for (id, unit) in p.afield(target.side()) {
        if id == target || !unit.is_afloat() {
            continue;
        }
        let distance = p.distance(unit.square(), centre);
        // BG-4-DB2: against dive bombers the units adjacent to the target.
        // BG-4-TB2: against torpedo bombers those at distance 0 or 1 from the bombers' square.
        let near = if torpedo { distance <= 1 } else { distance == 1 };
        // BG-4-DB3, BG-4-TB3: not one that bombers of this strike attack too.
        if near && !is_busy(id) {
            sum += aa_figure(p, id, torpedo);
        }
    }
    sum
}

/// Fire at every group, in order.
fn flak(p: &mut Public, strike: &Strike, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let mut after = None;
    while let Some(target) = next_target(strike, after) {
        after = Some(target);
        // BG-4-AA8: the dive bombers of a target together, its torpedo bombers by square.
        // BG-4-AA5: fighters are in no group.
        let over = p.unit(target).square();
        flak_at(p, strike, target, over, PlaneKind::Dive, dice, tell)?;
        for square in squares(u64::MAX) {
            flak_at(p, strike, target, square, PlaneKind::Torpedo, dice, tell)?;
        }
    }
    Ok(())
}

fn flak_at(
    p: &mut Public,
    strike: &Strike,
    target: UnitId,
    square: Square,
    kind: PlaneKind,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let torpedo = kind == PlaneKind::Torpedo;
    let in_group = |raider: &Raider| !torpedo || raider.square == square;
    if !raiders(p, strike, target, kind).any(|raider| in_group(&raider)) {
        return Ok(());
    }
    // BG-4-AA1: as many dice as the figures add up to; BG-4-AA6: for every group anew.
    let n = flak_dice(p, |id| is_bombed(p, strike, id), target, square, torpedo);
    if n == 0 {
        return Ok(());
    }
    let faces = Rolls::roll(usize::from(n), dice)?;
    let hits = faces.count(Symbol::AntiAircraft);
    tell(Told::all(Event::Flak { target, square, torpedo, faces, hits }));
    let carrier = strike.carrier;
    for _ in 0..hits {
        // BG-4-AA3: each symbol destroys one squadron. BG-4-AA4: what is left over is lost.
        let Some(raider) = raiders(p, strike, target, kind).find(|raider| in_group(raider)) else {
            break;
        };
        let plane = plane_of(p, strike, &raider);
        launch::set(p, carrier, plane, Flying::Lost);
        tell(Told::all(Event::ShotDown { carrier, plane }));
    }
    Ok(())
}

/// The hits, target by target, after this one.
fn hits(
    t: &mut Board,
    mut after: Option<UnitId>,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    // BG-4-AA7: only now, after the flak.
    let strike = under_way(&t.public);
    while let Some(target) = next_target(&strike, after) {
        let p = &mut t.public;
        p.strike = Some(strike.at(target));
        let n = raiders(p, &strike, target, PlaneKind::Dive).count() as u8;
        if n >= 2 {
            p.phase = Phase::Bombs;
            p.actor = target.side().other();
            return Ok(());
        }
        if hit(p, target, Groups([n, 0, 0, 0, 0]), tell) {
            p.phase = Phase::AirCrit;
            p.actor = target.side().other();
            return Ok(());
        }
        after = Some(target);
    }
    over(t, dice, tell)
}

/// Armour against dive bombers.
fn deck_armour(p: &Public, id: UnitId) -> u8 {
    let unit = p.unit(id);
    // BG-7-FX7: printed, +1 EVADE, -1 THINDECK, not below 0.
    (unit.class().arm + u8::from(unit.has_active(Feature::Evade)))
        .saturating_sub(u8::from(unit.has_active(Feature::ThinDeck)))
}

/// Bombs in groups and torpedoes on one target; are tokens to be placed?
fn hit(p: &mut Public, target: UnitId, groups: Groups, tell: Tell<'_>) -> bool {
    let strike = under_way(p);
    let carrier = strike.carrier;
    let (mut damage, mut tokens) = (0, 0);
    // BG-4-DB4: singly or together. BG-4-DB5: value 2 a squadron.
    for size in groups.iter() {
        let (value, armour) = (2 * size, deck_armour(p, target));
        // BG-4-DB6: as artillery: equal is effective, more costs a structure point.
        let effective = value >= armour;
        let lost = u8::from(value > armour);
        tokens += u8::from(effective);
        damage += lost;
        tell(Told::all(Event::Bombed { target, size, value, armour, effective, damage: lost }));
    }
    // BG-4-TB4: each torpedo bomber left makes a hit: a token and a structure point.
    let torpedoes: alloc::vec::Vec<Raider> =
        raiders(p, &strike, target, PlaneKind::Torpedo).collect();
    for raider in torpedoes {
        let plane = plane_of(p, &strike, &raider);
        tokens += 1;
        damage += 1;
        tell(Told::all(Event::AirTorpedo { target, carrier, plane }));
    }
    if tokens > 0 {
        p.unit_mut(target).flags |= HIT;
    }
    // BG-4-AT4: at once.
    resolution::damage(p, target, damage, tell);
    if p.unit(target).sp == 0 {
        // BG-4-AT6: removed at once, without orders this round. BG-4-CD12: and without tokens.
        resolution::sink(p, target, tell);
        return false;
    }
    p.unit_mut(target).owed += tokens;
    critical::settle(p, target, tell)
}

/// May the bombers be divided like this?
pub(crate) fn check_bombs(p: &Public, target: UnitId, groups: Groups) -> Result<(), Illegal> {
    let strike = under_way(p);
    if target != strike.target {
        return Err(Illegal::NotBombed { unit: target });
    }
    let bombers = raiders(p, &strike, target, PlaneKind::Dive).count() as u8;
    let whole = groups.iter().count() == groups.0.iter().filter(|n| **n > 0).count();
    if groups.total() != bombers || !whole || !groups.0.is_sorted_by(|a, b| a >= b) {
        return Err(Illegal::GroupTotal { groups: groups.total(), bombers });
    }
    Ok(())
}

/// Every way to divide them.
pub(crate) fn menu_bombs(p: &Public, out: &mut Choices) {
    fn split(left: u8, most: u8, at: usize, groups: Groups, each: &mut dyn FnMut(Groups)) {
        if left == 0 {
            return each(groups);
        }
        for size in (1..=most.min(left)).rev() {
            let mut next = groups;
            next.0[at.min(4)] = size;
            split(left - size, size, at + 1, next, each);
        }
    }
    let strike = under_way(p);
    let target = strike.target;
    let n = raiders(p, &strike, target, PlaneKind::Dive).count() as u8;
    split(n, n, 0, Groups::default(), &mut |groups| {
        out.to(Pick::Groups(groups), Action::Bombs(target, groups));
    });
}

/// Drops the bombs as divided.
pub(crate) fn bombs(
    t: &mut Board,
    target: UnitId,
    groups: Groups,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    if hit(&mut t.public, target, groups, tell) {
        t.public.phase = Phase::AirCrit;
        return Ok(());
    }
    after_hit(t, dice, tell)
}

/// Goes on after the tokens of one target are placed.
pub(crate) fn after_hit(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let target = under_way(&t.public).target;
    hits(t, Some(target), dice, tell)
}

/// The strike is over: the other side acts.
fn over(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let side = under_way(&t.public).carrier.side();
    t.public.strike = None;
    t.public.phase = Phase::Air;
    t.public.actor = side;
    crate::sequence::air_next(t, false, dice, tell)
}
