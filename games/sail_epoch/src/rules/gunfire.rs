//! Gunfire: lines, salvoes, both broadsides.

use crate::action::{Action, Aim, Guns, Unit, Volley};
use crate::board::{Dir, Space};
use crate::event::{Cause, Event};
use crate::illegal::{Illegal, Named, NoLine};
use crate::rules::Play;
use crate::rules::admiral::{answers, guns, returns};
use crate::rules::{alliances, neutral_forts, works};
use crate::state::{Public, ShipSet, Weather, Window, mark};
use crate::units::{FORT_RANGE, FortId, N_SHIPS, Pair, ShipId};
use admiralty_core::{Dry, Seat};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Where a unit stands.
pub(crate) fn space_of(p: &Public, unit: Unit) -> Space {
    match unit.as_ship() {
        Some(id) => p.ship(id).space,
        None => {
            unit.as_fort().and_then(|f| p.forts().get(f.index())).map_or(Space::NONE, |f| f.space)
        }
    }
}

/// Range of a unit's guns.
pub(crate) fn range_of(unit: Unit) -> Pair {
    unit.as_ship().map_or(FORT_RANGE, |id| id.card().range)
}

/// Shots a unit has left.
pub(crate) fn shots_of(p: &Public, unit: Unit) -> u8 {
    match unit.as_ship() {
        Some(id) => p.ship(id).shots,
        None => unit.as_fort().and_then(|f| p.forts().get(f.index())).map_or(0, |f| f.shots),
    }
}

/// Direction (none when they lie alongside) and distance of a clear line from
/// a unit to another, within its range.
pub fn line(p: &Public, from: Unit, to: Unit) -> Result<(Option<Dir>, u8), NoLine> {
    if let Some(line) = guns::special_line(p, from, to) {
        return line;
    }
    let (a, b) = (space_of(p, from), space_of(p, to));
    if a == b {
        // SE-R11: ships on one space are at distance 0, if the option is on.
        return if p.options().same_space { Ok((None, 0)) } else { Err(NoLine::SameSpace) };
    }
    let Some((dir, n)) = a.line_to(b) else { return Err(NoLine::NotStraight) };
    // SE-3.3.2.9a: within range on a straight line, SE-3.3.2.7: at any distance up to it.
    let max = range_of(from).of(dir.is_diagonal());
    if n > max {
        return Err(NoLine::OutOfRange { distance: n, max });
    }
    guns::bears(p, from, dir)?;
    clear(p, from, to.as_fort().is_some(), a, dir, n).map(|()| (Some(dir), n))
}

/// Would this unit bear on a ship that lies on that space?
pub(crate) fn covers(p: &Public, from: Unit, space: Space) -> bool {
    let at = space_of(p, from);
    if at == space {
        return p.options().same_space;
    }
    let Some((dir, n)) = at.line_to(space) else { return false };
    n <= range_of(from).of(dir.is_diagonal())
        && guns::bears(p, from, dir).is_ok()
        && clear(p, from, false, at, dir, n).is_ok()
}

/// How many of these shots could be fired at a ship that lies on that space? SE-A2.1.1a: one from
/// bow or stern.
pub(crate) fn covering(p: &Public, from: Unit, space: Space, shots: u8) -> u8 {
    if !covers(p, from, space) {
        return 0;
    }
    match space_of(p, from).line_to(space) {
        Some((dir, _)) if !guns::is_side(p, from, dir) => shots.min(1),
        _ => shots,
    }
}

/// SE-3.3.2.9b: Land, coast lines and forts block; SE-3.3.2.9c: reefs do not.
fn clear(p: &Public, from: Unit, to_fort: bool, a: Space, dir: Dir, n: u8) -> Result<(), NoLine> {
    let chart = p.chart();
    let fort_fires = from.as_fort().is_some();
    let mut at = a;
    for i in 1..=n {
        // SE-R20: a spit at a fort's own space never bars a line from or to it.
        let walls = (i == 1 && fort_fires) || (i == n && to_fort);
        let open = chart.line_open(at, dir) || (walls && chart.corner_open(at, dir));
        if !open {
            return Err(NoLine::Coast { space: at });
        }
        at = at.next(dir);
        if i == n {
            break;
        }
        if chart.solid.has(at) {
            return Err(NoLine::Solid { space: at });
        }
        // SE-3.3.2.9d: no fire through a space with a ship; SE-3.3.2.9e,
        // SE-3.3.2.9f: a fort fires over ships in a harbour, not at sea.
        if p.occupied.has(at) && !(fort_fires && chart.harbours.has(at)) {
            return Err(NoLine::Ship { space: at });
        }
    }
    Ok(())
}

/// May the unit fire at all now, and how many shots?
pub(crate) fn can_fire(p: &Public, seat: Seat, unit: Unit) -> Result<u8, Illegal> {
    match unit.as_ship() {
        Some(id) => {
            Illegal::owned(p, seat, id)?;
            let ship = p.ship(id);
            // SE-3.3.4.5b, SE-R29, SE-3.3.2.16e. Working and released ships may
            // fire: SE-3.3.5.2c2, SE-3.3.5.2f4, SE-3.3.4.6c.
            if ship.repair.is_some() {
                return Err(Illegal::UnderRepair { ship: id });
            }
            if ship.has(mark::CAPTURED) {
                return Err(Illegal::JustCaptured { ship: id });
            }
            if ship.has(mark::IGNITED) {
                return Err(Illegal::Burning { ship: id });
            }
        }
        None => {
            let fort = Illegal::fort(p, unit.as_fort().ok_or(Illegal::NoSuchFort)?)?;
            if fort.ruin {
                return Err(Illegal::Ruin { space: fort.space }); // SE-3.3.5.1f5
            }
            if !p.commands(seat, fort) {
                return Err(Illegal::NotYourFort { space: fort.space });
            }
        }
    }
    match shots_of(p, unit) {
        // SE-3.3.1.5d, SE-3.3.2.10a, SE-3.3.2.15: the supply of the Turn.
        0 => Err(Illegal::shots(p, unit, 0, 1)),
        shots => Ok(shots),
    }
}

/// May the seat name this target?
pub(crate) fn check_target(p: &Public, seat: Seat, target: Unit) -> Result<(), Illegal> {
    match target.as_ship() {
        Some(id) => {
            let ship = p.ship(id);
            if !ship.is_afloat() {
                return Err(Illegal::NotAfloat { ship: id });
            }
            if !p.may_attack(seat, ship.owner) {
                return Err(Illegal::NotAnEnemy { unit: Named::of(p, target) });
            }
            // SE-3.3.4.5c: not while its flag is struck.
            if ship.repair.is_some() { Err(Illegal::TargetInRepair { ship: id }) } else { Ok(()) }
        }
        None => {
            let fort = Illegal::fort(p, target.as_fort().ok_or(Illegal::NoSuchFort)?)?;
            if fort.ruin {
                return Err(Illegal::Ruin { space: fort.space });
            }
            // SE-3.3.5.1c: forts of enemies and neutral ones.
            let lawful = p.may_attack_fort(seat, fort);
            if lawful { Ok(()) } else { Err(Illegal::NotAnEnemy { unit: Named::of(p, target) }) }
        }
    }
}

/// May this group be fired?
pub(crate) fn check_volley(p: &Public, seat: Seat, volley: &Volley) -> Result<(), Illegal> {
    if volley.guns == Guns::NONE {
        return Err(Illegal::NoGuns);
    }
    if volley.aim == Aim::Sails && (!p.options().a3 || volley.target.as_ship().is_none()) {
        return Err(Illegal::NoSails);
    }
    check_target(p, seat, volley.target)?;
    for (unit, shots) in volley.guns.iter() {
        let left = can_fire(p, seat, unit)?;
        if shots > left {
            return Err(Illegal::shots(p, unit, left, shots));
        }
        // SE-R19, SE-3.3.5.1b: forts never fire at forts.
        if unit.as_fort().is_some() && volley.target.as_fort().is_some() {
            return Err(Illegal::FortAtFort);
        }
        let (dir, _) = line(p, unit, volley.target).map_err(|why| Illegal::NoLine {
            unit: Named::of(p, unit),
            target: Named::of(p, volley.target),
            why,
        })?;
        guns::check(p, unit, dir, shots)?;
    }
    Ok(())
}

/// May this be fired? SE-3.3.2.12b: everything is declared before the die.
pub(crate) fn check(
    p: &Public,
    seat: Seat,
    first: &Volley,
    second: Option<&Volley>,
) -> Result<(), Illegal> {
    check_volley(p, seat, first)?;
    let Some(second) = second else { return Ok(()) };
    // SE-5.5.1: only with the Captain rule.
    if !p.options().c5 {
        return Err(Illegal::NoBroadsides);
    }
    check_volley(p, seat, second)?;
    let mut shared = 0;
    for (unit, shots) in first.guns.iter() {
        let other = second.guns.of(unit);
        if other == 0 {
            continue;
        }
        if shots != other {
            return Err(Illegal::UnequalBroadsides { unit: Named::of(p, unit) });
        }
        if !is_between(p, unit, first.target, second.target) {
            return Err(Illegal::NotBetween { unit: Named::of(p, unit) });
        }
        shared += 1;
    }
    if shared == 0 { Err(Illegal::NothingBetween) } else { Ok(()) }
}

/// Does the ship lie between two enemy ships in opposite directions? SE-R55:
/// forts have no broadsides and are no targets for them.
pub(crate) fn is_between(p: &Public, unit: Unit, one: Unit, two: Unit) -> bool {
    if unit.as_ship().is_none() || one.as_ship().is_none() || two.as_ship().is_none() {
        return false;
    }
    match (line(p, unit, one), line(p, unit, two)) {
        (Ok((Some(a), _)), Ok((Some(b), _))) => a.opposite() == b && guns::is_side(p, unit, a),
        _ => false,
    }
}

/// A target and the units that can fire at it, with their shots.
pub struct Aimed {
    /// The target.
    pub target: Unit,
    /// Who bears on it, ascending, with the shots each has left.
    pub units: SmallVec<[(Unit, u8); 8]>,
}

impl Aimed {
    /// How many salvoes there are against this target.
    pub fn n_salvoes(&self) -> usize {
        self.units.iter().fold(1usize, |n, (_, shots)| n.saturating_mul(*shots as usize + 1)) - 1
    }
}

/// The seat's units that may fire now, with their shots. SE-R18: only his own;
/// SE-3.3.2.3b: any number of them.
pub fn gunners(p: &Public, seat: Seat) -> SmallVec<[(Unit, u8); 16]> {
    let mut units = SmallVec::new();
    for id in p.fleets[seat.index()].iter() {
        let ship = p.ship(id);
        if ship.shots > 0 && ship.repair.is_none() && !ship.has(mark::CAPTURED | mark::IGNITED) {
            units.push((Unit::ship(id), ship.shots));
        }
    }
    for (i, fort) in p.forts().iter().enumerate() {
        if fort.shots > 0 && p.commands(seat, fort) {
            units.push((Unit::fort(FortId::new(i as u8)), fort.shots));
        }
    }
    units
}

/// All targets the seat's units bear on.
pub fn targets(p: &Public, seat: Seat, gunners: &[(Unit, u8)]) -> SmallVec<[Aimed; 8]> {
    let mut out = SmallVec::new();
    if gunners.is_empty() {
        return out;
    }
    let mut consider = |target: Unit, ships_only: bool| {
        let to = space_of(p, target);
        let mut units: SmallVec<[(Unit, u8); 8]> = SmallVec::new();
        for &(unit, shots) in gunners {
            if ships_only && unit.as_fort().is_some() {
                continue;
            }
            // Most pairs are out of reach or off the lines: sort them out cheaply.
            if space_of(p, unit).distance(to) <= 6
                && let Ok((dir, _)) = line(p, unit, target)
            {
                let shots = guns::most(p, unit, dir, shots);
                if shots > 0 {
                    units.push((unit, shots));
                }
            }
        }
        if !units.is_empty() {
            out.push(Aimed { target, units });
        }
    };
    for other in p.seats() {
        if !p.may_attack(seat, other) {
            continue;
        }
        for id in p.fleets[other.index()].iter() {
            if p.ship(id).repair.is_none() {
                consider(Unit::ship(id), false);
            }
        }
    }
    for (i, fort) in p.forts().iter().enumerate() {
        if p.may_attack_fort(seat, fort) {
            consider(Unit::fort(FortId::new(i as u8)), true);
        }
    }
    out
}

/// Most fire actions that are listed one by one.
pub(crate) const MOST_LISTED: usize = 4000;

/// Every salvo of the seat; false if they are too many to list.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) -> bool {
    let gunners = gunners(p, seat);
    for &(unit, _) in &gunners {
        out.push(Action::Waste(unit));
    }
    let aimed = targets(p, seat, &gunners);
    list_aimed(p, &aimed, out) && (!p.options().c5 || list_broadsides(p, &aimed, out))
}

/// Every group against these targets; false if they are too many to list.
pub(crate) fn list_aimed(p: &Public, aimed: &[Aimed], out: &mut Vec<Action>) -> bool {
    let total: usize = aimed.iter().map(Aimed::n_salvoes).fold(0, usize::saturating_add);
    if total > MOST_LISTED {
        return false;
    }
    for one in aimed {
        each_salvo(&one.units, &mut |guns| {
            for &aim in answers::parts(p, one.target) {
                let first = Volley { guns, target: one.target, aim };
                out.push(Action::Fire { first, second: None });
            }
        });
    }
    true
}

/// SE-3.3.2.12a, SE-3.3.2.12c: any of those who bear, each with some of its
/// shots; SE-3.3.2.13: a single ship too.
fn each_salvo(units: &[(Unit, u8)], each: &mut dyn FnMut(Guns)) {
    if let [(unit, shots)] = units {
        for n in 1..=*shots {
            each(Guns::NONE.with(*unit, n));
        }
        return;
    }
    grow(units, Guns::NONE, each);
}

fn grow(units: &[(Unit, u8)], guns: Guns, each: &mut dyn FnMut(Guns)) {
    let Some((&(unit, shots), rest)) = units.split_first() else {
        if guns != Guns::NONE {
            each(guns);
        }
        return;
    };
    for n in (0..=shots).rev() {
        grow(rest, guns.with(unit, n), each);
    }
}

fn list_broadsides(p: &Public, aimed: &[Aimed], out: &mut Vec<Action>) -> bool {
    let limit = out.len() + MOST_LISTED;
    for one in aimed {
        for two in aimed {
            let between = |unit: Unit| is_between(p, unit, one.target, two.target);
            if !one.units.iter().any(|(unit, _)| between(*unit)) {
                continue;
            }
            let n = one.n_salvoes().saturating_mul(two.n_salvoes());
            if n > MOST_LISTED || out.len() + n > limit {
                return false;
            }
            each_salvo(&one.units, &mut |guns| {
                each_salvo(&two.units, &mut |other| {
                    if !fits(guns, other, &between) {
                        return;
                    }
                    for &a in answers::parts(p, one.target) {
                        for &b in answers::parts(p, two.target) {
                            let first = Volley { guns, target: one.target, aim: a };
                            let second = Volley { guns: other, target: two.target, aim: b };
                            out.push(Action::Fire { first, second: Some(second.into()) });
                        }
                    }
                });
            });
        }
    }
    true
}

fn fits(one: Guns, two: Guns, between: &dyn Fn(Unit) -> bool) -> bool {
    let mut shared = 0;
    for (unit, shots) in one.iter() {
        match two.of(unit) {
            0 => {}
            other if other == shots && between(unit) => shared += 1,
            _ => return false,
        }
    }
    shared > 0
}

/// The faces that hit. SE-3.3.2.4b, SE-3.3.2.4c: one space away only 2 misses,
/// farther 1, 3, 5 hit; SE-3.3.2.12e, SE-3.3.2.12f: a salvo is as good as its
/// farthest unit; SE-5.4.2a: with three ranges likewise. SE-3.3.2.11e: forts too.
pub fn hit_set(p: &Public, volley: &Volley) -> HitSet {
    if p.has_bows() {
        return guns::hit_set(p, volley);
    }
    let mut hits = HitSet(0x7E);
    for (unit, _) in volley.guns.iter() {
        let (dir, n) = line(p, unit, volley.target).unwrap_or((None, 0));
        let range = range_of(unit).of(dir.is_some_and(Dir::is_diagonal));
        let mut reach = Reach::of(n, range);
        if !p.options().c4 && reach == Reach::Normal {
            reach = Reach::Long;
        }
        hits = hits.common(reach.hits());
    }
    hits
}

/// Fires. SE-3.3.1.5a, SE-3.3.1.5b, SE-3.3.1.5c, SE-3.3.2.3a: before or after
/// moving, SE-3.3.2.3c: moved and unmoved ships together.
pub(crate) fn fire(
    play: &mut Play<'_>,
    seat: Seat,
    first: &Volley,
    second: Option<&Volley>,
) -> Result<(), Dry> {
    for volley in core::iter::once(first).chain(second) {
        alliances::attack(play, seat, volley.target);
    }
    if play.p().has_bows() {
        for volley in core::iter::once(first).chain(second) {
            guns::mark_chasers(play.m(), volley);
        }
    }
    // SE-5.5.2: a ship in both groups pays once.
    for (unit, shots) in first.guns.iter() {
        pay(play.m(), unit, shots);
    }
    for (unit, shots) in second.iter().flat_map(|v| v.guns.iter()) {
        if first.guns.of(unit) == 0 {
            pay(play.m(), unit, shots);
        }
    }
    // SE-5.5.3: each side is rolled for itself; what the first brings about comes first.
    if let Some(second) = second {
        play.m().windows.push(Window::Broadside { seat, volley: *second });
    }
    resolve(play, seat, first)
}

/// SE-3.3.2.14b, SE-3.2.3a: shots are deducted when fired.
pub(crate) fn pay(p: &mut Public, unit: Unit, shots: u8) {
    match (unit.as_ship(), unit.as_fort()) {
        (Some(id), _) => {
            let ship = &mut p.ships[id.index()];
            ship.shots = ship.shots.saturating_sub(shots);
            ship.marks |= mark::FIRED;
        }
        (None, Some(fort)) => {
            let fort = &mut p.forts[fort.index()];
            fort.shots = fort.shots.saturating_sub(shots);
        }
        _ => {}
    }
}

/// One die for the whole group. SE-3.3.2.2a, SE-3.3.2.4a, SE-3.3.2.12d: all hit or all miss.
pub(crate) fn resolve(play: &mut Play<'_>, seat: Seat, volley: &Volley) -> Result<(), Dry> {
    if play.p().has_bows() {
        return returns::attack(play, seat, volley);
    }
    let hits = hit_set(play.p(), volley);
    let die = play.d6()?;
    let hit = hits.has(die);
    let shots = volley.guns.total();
    play.say(Event::Fired { by: Some(seat), volley: *volley, die, hits, shots });
    match (volley.target.as_ship(), volley.target.as_fort()) {
        (Some(id), _) if hit => {
            play.gunners = volley.guns.ships();
            play.hurt(id, shots, Cause::Gunfire { seat });
            play.gunners = ShipSet::EMPTY;
        }
        (None, Some(fort)) => {
            if hit {
                works::batter(play, fort, shots);
            }
            neutral_forts::attacked(play, fort, seat)?;
        }
        _ => {}
    }
    Ok(())
}

/// SE-3.3.2.2b, SE-R17: a shot without a target is gone, no die.
pub(crate) fn waste(play: &mut Play<'_>, unit: Unit) {
    pay(play.m(), unit, 1);
    play.say(Event::Wasted { unit });
}

/// Nothing but the 24 ships and the forts has guns.
const _: () = assert!(N_SHIPS + crate::state::MAX_FORTS <= 32);

impl Public {
    /// Shots of a ship for a whole Turn of this weather. SE-3.3.2.10a,
    /// SE-3.3.2.10b: the card, in a storm the figure after the slash;
    /// SE-3.3.2.10c: without one it cannot fire.
    pub fn supply(&self, id: ShipId) -> u8 {
        let card = id.card();
        if self.wind.weather == Weather::Storm { card.storm_shots } else { card.shots }
    }
}

/// The faces of a die that hit, as bits 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HitSet(pub u8);

impl HitSet {
    /// These faces.
    pub const fn of(faces: &[u8]) -> HitSet {
        let mut bits = 0;
        let mut i = 0;
        while i < faces.len() {
            bits |= 1 << faces[i];
            i += 1;
        }
        HitSet(bits)
    }

    /// Does this face hit?
    pub const fn has(self, face: u16) -> bool {
        self.0 >> face & 1 == 1
    }

    /// Faces in both sets.
    #[must_use]
    pub const fn common(self, other: HitSet) -> HitSet {
        HitSet(self.0 & other.0)
    }
}

/// How far a shot goes, as the Captain rules count it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// One space, or lying alongside.
    Close,
    /// Two spaces up to half the range.
    Normal,
    /// More than half the range.
    Long,
}

impl Reach {
    /// The category of a distance, given the range of that direction.
    /// SE-5.4.1a, SE-5.4.1b, SE-5.4.1c, SE-5.4.2b: 1 is Close, more than half
    /// the range is Long, the rest Normal; SE-5.4.1d: so a brig has no Normal.
    pub const fn of(distance: u8, range: u8) -> Reach {
        if distance <= 1 {
            Reach::Close
        } else if distance * 2 > range {
            Reach::Long
        } else {
            Reach::Normal
        }
    }

    /// The faces that hit at this range.
    pub const fn hits(self) -> HitSet {
        match self {
            Reach::Close => HitSet::of(&[1, 3, 4, 5, 6]),
            Reach::Normal => HitSet::of(&[1, 3, 5, 6]),
            Reach::Long => HitSet::of(&[1, 3, 5]),
        }
    }
}
