//! Fort assault (Captain rule C6).

use crate::action::{Action, Unit};
use crate::event::{Cause, Event};
use crate::illegal::{Errand, Illegal, Named};
use crate::rules::Play;
use crate::rules::{alliances, boarding, neutral_forts, works};
use crate::setup::Scenario;
use crate::state::{Allot, Flag, Public, SPAIN, ShipSet, Window, mark};
use crate::units::{FORT_STRENGTH, FortId, ShipId};
use admiralty_core::{Dry, Seat};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// May these ships storm that fort? SE-5.6.1: from its harbour, SE-5.6.2: named by the attacker.
pub(crate) fn check(
    p: &Public,
    seat: Seat,
    attackers: ShipSet,
    fort: FortId,
) -> Result<(), Illegal> {
    let it = Illegal::fort(p, fort)?;
    // SE-3.3.5.1b: without C6 forts are attacked by fire only.
    if !p.options().c6 {
        return Err(Illegal::NoAssault);
    }
    if it.ruin {
        return Err(Illegal::Ruin { space: it.space });
    }
    if !p.may_attack_fort(seat, it) {
        return Err(Illegal::NotAnEnemy { unit: Named::Fort(it.space) });
    }
    if attackers.is_empty() {
        return Err(Illegal::NoAttackers);
    }
    for id in attackers.iter() {
        boarding::check_attacker(p, seat, id)?;
        Illegal::inside(p, id, fort, Errand::Assault)?;
    }
    Ok(())
}

/// Every assault of the seat.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    if !p.options().c6 {
        return;
    }
    for (i, fort) in p.forts().iter().enumerate() {
        if !p.may_attack_fort(seat, fort) {
            continue;
        }
        let able: SmallVec<[ShipId; 8]> = p.fleets[seat.index()]
            .iter()
            .filter(|&id| {
                p.chart().fort_harbour[i].has(p.ship(id).space)
                    && boarding::check_attacker(p, seat, id).is_ok()
            })
            .collect();
        boarding::each_subset(&able, &mut |attackers| {
            out.push(Action::Assault { attackers, fort: FortId::new(i as u8) });
        });
    }
}

/// Ships of a seat that may help this fort. SE-5.6.3a: any of the owner's own
/// in the harbour (SE-R109: no ally's); SE-5.6.3b: none under repair.
pub(crate) fn helpers(p: &Public, seat: Seat, fort: FortId) -> ShipSet {
    p.fleets[seat.index()]
        .iter()
        .filter(|&id| {
            let ship = p.ship(id);
            p.chart().fort_harbour[fort.index()].has(ship.space)
                && ship.repair.is_none()
                && !ship.has(mark::IGNITED | mark::CAPTURED)
        })
        .collect()
}

/// May these ships be named? Nobody (`defend -`) always.
pub(crate) fn check_defend(p: &Public, seat: Seat, ships: ShipSet) -> Result<(), Illegal> {
    let Some(&Window::Defend { fort, .. }) = p.windows.last() else {
        return Err(Illegal::NothingToAnswer);
    };
    let able = helpers(p, seat, fort);
    match ships.iter().find(|&id| !able.has(id)) {
        Some(ship) => Err(Illegal::CannotDefend { ship, space: p.fort(fort).space }),
        None => Ok(()),
    }
}

/// Every choice of defenders.
pub(crate) fn list_defences(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    out.push(Action::Defend(ShipSet::EMPTY));
    if let Some(&Window::Defend { fort, .. }) = p.windows.last() {
        let able: SmallVec<[ShipId; 16]> = helpers(p, seat, fort).iter().collect();
        boarding::each_subset(&able, &mut |ships| out.push(Action::Defend(ships)));
    }
}

/// Declares the assault and asks who defends.
pub(crate) fn begin(
    play: &mut Play<'_>,
    seat: Seat,
    attackers: ShipSet,
    fort: FortId,
) -> Result<(), Dry> {
    alliances::attack(play, seat, Unit::fort(fort));
    for id in attackers.iter() {
        play.m().ships[id.index()].marks |= mark::ATTACKED;
    }
    play.m().forts[fort.index()].assaulted = true;
    play.say(Event::Assaulted { seat, attackers, fort });
    let assault = Assault { fort, by: seat, attackers, first: None, named: ShipSet::EMPTY };
    ask(play, assault, None)
}

/// An assault that is declared: who attacks what, and who defends it so far.
#[derive(Clone, Copy)]
struct Assault {
    fort: FortId,
    by: Seat,
    attackers: ShipSet,
    /// Who named a defender first.
    first: Option<Seat>,
    named: ShipSet,
}

/// Asks the next defender after `last`, or resolves the assault. SE-R118: the
/// pirates of Tortuga are asked in playing order. SE-R59: a neutral fort has
/// nobody to ask.
fn ask(play: &mut Play<'_>, assault: Assault, last: Option<Seat>) -> Result<(), Dry> {
    let Assault { fort, by, attackers, first, named } = assault;
    let p = play.p();
    let able = |seat: &Seat| !helpers(p, *seat, fort).is_empty();
    let next = match p.fort(fort).owner {
        Flag::PIRATES => {
            let waiting = living_pirates(p).skip_while(|&s| last.is_some_and(|last| s != last));
            waiting.skip(last.is_some() as usize).find(able)
        }
        owner => owner.seat().filter(|_| last.is_none()).filter(able),
    };
    match next {
        Some(seat) => {
            play.m().windows.push(Window::Defend { fort, by, attackers, seat, first, named });
            Ok(())
        }
        None => resolve(play, assault),
    }
}

/// The pirates who are still in, in playing order.
fn living_pirates(p: &Public) -> impl Iterator<Item = Seat> + '_ {
    let order = p.order[..p.n_players() as usize].iter().copied();
    order.filter(|&s| s != SPAIN && !p.players[s.index()].out)
}

/// Names defenders.
pub(crate) fn defend(play: &mut Play<'_>, by: Seat, ships: ShipSet) -> Result<(), Dry> {
    let Some(Window::Defend { fort, by: attacker, attackers, seat, first, named }) =
        play.m().windows.pop()
    else {
        return Ok(());
    };
    play.say(Event::Defended { seat: by, ships });
    let first = first.or((!ships.is_empty()).then_some(by));
    let named = ShipSet(named.0 | ships.0);
    ask(play, Assault { fort, by: attacker, attackers, first, named }, Some(seat))
}

/// SE-5.6.4: as in boarding, the fort included.
fn resolve(play: &mut Play<'_>, assault: Assault) -> Result<(), Dry> {
    let Assault { fort, by: seat, attackers, first, named: defenders } = assault;
    let attack = boarding::points(play, attackers)?;
    let die = play.d6()?;
    let (strength, chance) = (play.p().forts[fort.index()].strength(), fort_chance(die));
    let by = play.p().forts[fort.index()].owner.seat();
    play.say(Event::Rolled { by, unit: Unit::fort(fort), die, strength, chance });
    let defence = strength + chance + boarding::points(play, defenders)?;
    play.say(Event::Points { attack, defence });
    let difference = attack.abs_diff(defence);
    if attack == defence {
        return tie(play, seat, attackers, fort, defenders);
    }
    if attack > defence {
        win(play, seat, attackers, fort, defenders, difference);
        return Ok(());
    }
    // SE-5.6.7b, SE-5.6.7c: attackers drop to 1, those that had 1 sink.
    cripple(play, attackers);
    let owner = play.p().forts[fort.index()].owner;
    if owner.is_nobody() {
        // SE-R59: the neutral fort keeps what is left and fires.
        let points = difference.min(FORT_STRENGTH);
        play.m().forts[fort.index()].hull = FORT_STRENGTH - points;
        play.say(Event::Allotted { unit: Unit::fort(fort), points });
        return neutral_forts::attacked(play, fort, seat);
    }
    let allots = first.filter(|_| owner == Flag::PIRATES).or(owner.seat());
    let Some(allots) = allots.or(living_pirates(play.p()).next()) else { return Ok(()) };
    // SE-5.6.7a: the winning defender divides the difference.
    let room: u8 = defenders.iter().map(|id| play.p().max_strength(id)).sum();
    play.m().windows.push(Window::Allot {
        seat: allots,
        ships: defenders,
        fort: Some(fort),
        points: difference.min(room + FORT_STRENGTH),
        kind: Allot::Defence { fort },
    });
    Ok(())
}

/// SE-5.6.6a: the attacker divides the difference between his ships and the
/// fort. SE-4.3.20a: in Jolly Roger the fort gets nothing; SE-4.3.16c, SE-R113:
/// it is destroyed and its treasure lies open.
fn win(
    play: &mut Play<'_>,
    seat: Seat,
    attackers: ShipSet,
    fort: FortId,
    defenders: ShipSet,
    difference: u8,
) {
    let jolly = play.p().options().scenario == Scenario::Jolly;
    let mut room: u8 = attackers.iter().map(|id| play.p().max_strength(id)).sum();
    if !jolly {
        room += FORT_STRENGTH;
    }
    play.m().windows.push(Window::Allot {
        seat,
        ships: attackers,
        fort: if jolly { None } else { Some(fort) },
        points: difference.min(room),
        kind: Allot::Assault { fort, defenders },
    });
}

/// Reduced to strength 1; who had no more sinks.
fn cripple(play: &mut Play<'_>, ships: ShipSet) {
    for id in ships.iter() {
        if play.p().strength(id) <= 1 {
            play.sink(id, Cause::Assault);
        } else {
            let max = play.p().max_strength(id);
            play.m().ships[id.index()].hull = max - 1;
            play.say(Event::Allotted { unit: Unit::ship(id), points: 1 });
        }
    }
}

/// SE-R56: a tie sinks all who fought and destroys the fort; SE-R57: ships
/// under repair survive, their repair ends.
fn tie(
    play: &mut Play<'_>,
    seat: Seat,
    attackers: ShipSet,
    fort: FortId,
    defenders: ShipSet,
) -> Result<(), Dry> {
    let hostile = play.p().forts[fort.index()].is_neutral();
    for id in attackers.iter().chain(defenders.iter()) {
        play.sink(id, Cause::Tie);
    }
    if hostile {
        let it = &mut play.m().forts[fort.index()];
        it.hostile = it.hostile.with(seat);
    }
    works::end_repairs(play, fort);
    works::hurt_workers(play, fort, defenders);
    works::destroy(play, fort);
    Ok(())
}

/// After the strength has been handed out.
pub(crate) fn allotted(
    play: &mut Play<'_>,
    seat: Seat,
    allotted: ShipSet,
    points: Option<u8>,
    kind: Allot,
) -> Result<(), Dry> {
    match kind {
        Allot::Boarding { .. } => {}
        Allot::Defence { fort } => match points {
            // SE-R58: the defender may even let his fort fall.
            Some(0) | None => {
                works::end_repairs(play, fort);
                // SE-R117: those who defended it have had their share.
                works::hurt_workers(play, fort, allotted);
                works::destroy(play, fort);
            }
            Some(points) => play.m().forts[fort.index()].hull = FORT_STRENGTH - points,
        },
        Allot::Assault { fort, defenders } => {
            // SE-5.6.6d: ships under repair there change hands, SE-5.6.8: unhurt.
            let patients: ShipSet = (0..play.p().ships.len() as u8)
                .map(ShipId)
                .filter(|&id| {
                    play.p().ship(id).is_afloat() && play.p().ship(id).repair == Some(fort)
                })
                .collect();
            for id in patients.iter() {
                // SE-R107: an ally's too.
                play.capture(id, seat);
            }
            match points {
                // SE-5.6.6c: without points it is destroyed. SE-R117: workers are hurt.
                Some(0) | None => {
                    works::hurt_workers(play, fort, defenders);
                    works::destroy(play, fort);
                }
                // SE-5.6.6b: with points it is his.
                Some(points) => works::take(play, fort, seat, points),
            }
            // SE-5.6.6e, SE-5.6.6f: defenders drop to 1 or sink; SE-5.6.6g: nobody else is touched.
            cripple(play, defenders);
        }
    }
    Ok(())
}

/// What a die adds to a fort's points in an assault. SE-5.6.5: 1, 3 or 5.
pub const fn fort_chance(die: u16) -> u8 {
    ((die - 1) / 2 * 2 + 1) as u8
}
