//! Fort assault (Captain rule C6).

use crate::action::{Action, Unit};
use crate::event::{Cause, Event};
use crate::illegal::Illegal;
use crate::rules::play::Play;
use crate::rules::{alliances, boarding, neutral_forts, works};
use crate::setup::Scenario;
use crate::state::{Allot, NONE, PIRATES, Public, ShipSet, Window, mark};
use crate::units::{FORT_STRENGTH, ShipId, fort_chance};
use admiralty_core::Dry;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// May these ships storm that fort? SE-5.6.1: from its harbour, SE-5.6.2: named by the attacker.
pub(crate) fn check(p: &Public, seat: u8, attackers: ShipSet, fort: u8) -> Result<(), Illegal> {
    let it = Illegal::fort(p, Unit::fort(fort))?;
    // SE-3.3.5.1b: without C6 forts are attacked by fire only.
    if !p.options().c6 {
        return Err(Illegal::NoAssault);
    }
    if it.ruin {
        return Err(Illegal::Ruin { space: it.space });
    }
    if !p.may_attack_fort(seat, it) {
        return Err(Illegal::NotAnEnemy { unit: Unit::fort(fort) });
    }
    if attackers.is_empty() {
        return Err(Illegal::NoAttackers);
    }
    for id in attackers.iter() {
        boarding::check_attacker(p, seat, id)?;
        if !p.chart().fort_harbour[fort as usize].has(p.ship(id).space) {
            return Err(Illegal::NotInHarbour { ship: id, space: it.space });
        }
    }
    Ok(())
}

/// Every assault of the seat.
pub(crate) fn list(p: &Public, seat: u8, out: &mut Vec<Action>) {
    if !p.options().c6 {
        return;
    }
    for (i, fort) in p.forts().iter().enumerate() {
        if !p.may_attack_fort(seat, fort) {
            continue;
        }
        let able: SmallVec<[ShipId; 8]> = p.fleets[seat as usize]
            .iter()
            .filter(|&id| {
                p.chart().fort_harbour[i].has(p.ship(id).space)
                    && boarding::check_attacker(p, seat, id).is_ok()
            })
            .collect();
        boarding::each_subset(&able, &mut |attackers| {
            out.push(Action::Assault { attackers, fort: i as u8 });
        });
    }
}

/// Ships of a seat that may help this fort. SE-5.6.3a: any of the owner's own
/// in the harbour (SE-R109: no ally's); SE-5.6.3b: none under repair.
pub(crate) fn helpers(p: &Public, seat: u8, fort: u8) -> ShipSet {
    p.fleets[seat as usize]
        .iter()
        .filter(|&id| {
            let ship = p.ship(id);
            p.chart().fort_harbour[fort as usize].has(ship.space)
                && ship.repair == NONE
                && !ship.has(mark::IGNITED | mark::CAPTURED)
        })
        .collect()
}

/// May these ships be named? Nobody (`defend -`) always.
pub(crate) fn check_defend(p: &Public, seat: u8, ships: ShipSet) -> Result<(), Illegal> {
    let Some(&Window::Defend { fort, .. }) = p.windows.last() else {
        return Err(Illegal::NothingToAnswer);
    };
    let able = helpers(p, seat, fort);
    match ships.iter().find(|&id| !able.has(id)) {
        Some(ship) => Err(Illegal::CannotDefend { ship }),
        None => Ok(()),
    }
}

/// Every choice of defenders.
pub(crate) fn list_defences(p: &Public, seat: u8, out: &mut Vec<Action>) {
    out.push(Action::Defend(ShipSet::EMPTY));
    if let Some(&Window::Defend { fort, .. }) = p.windows.last() {
        let able: SmallVec<[ShipId; 16]> = helpers(p, seat, fort).iter().collect();
        boarding::each_subset(&able, &mut |ships| out.push(Action::Defend(ships)));
    }
}

/// Declares the assault and asks who defends.
pub(crate) fn begin(
    play: &mut Play<'_>,
    seat: u8,
    attackers: ShipSet,
    fort: u8,
) -> Result<(), Dry> {
    alliances::attack(play, seat, Unit::fort(fort));
    for id in attackers.iter() {
        play.m().ships[id.index()].marks |= mark::ATTACKED;
    }
    play.m().forts[fort as usize].assaulted = true;
    play.say(Event::Assaulted { seat, attackers, fort });
    ask(
        play,
        Window::Defend {
            fort,
            by: seat,
            attackers,
            seat: NONE,
            first: NONE,
            named: ShipSet::EMPTY,
        },
    )
}

/// Asks the next defender, or resolves the assault. SE-R118: the pirates of
/// Tortuga are asked in playing order. SE-R59: a neutral fort has nobody to ask.
fn ask(play: &mut Play<'_>, window: Window) -> Result<(), Dry> {
    let Window::Defend { fort, by, attackers, seat, first, named } = window else { return Ok(()) };
    let p = play.p();
    let owner = p.forts[fort as usize].owner;
    let next = if owner == PIRATES {
        let pirates = p.order[..p.n_players() as usize].iter().copied();
        let living = pirates.filter(|&s| s > 0 && !p.players[s as usize].out);
        living
            .skip_while(|&s| seat != NONE && s != seat)
            .skip((seat != NONE) as usize)
            .find(|&s| !helpers(p, s, fort).is_empty())
    } else {
        (owner != NONE && seat == NONE && !helpers(p, owner, fort).is_empty()).then_some(owner)
    };
    match next {
        Some(seat) => {
            play.m().windows.push(Window::Defend { fort, by, attackers, seat, first, named });
            Ok(())
        }
        None => resolve(play, by, attackers, fort, first, named),
    }
}

/// Names defenders.
pub(crate) fn defend(play: &mut Play<'_>, by: u8, ships: ShipSet) -> Result<(), Dry> {
    let Some(Window::Defend { fort, by: attacker, attackers, seat, first, named }) =
        play.m().windows.pop()
    else {
        return Ok(());
    };
    play.say(Event::Defended { seat: by, ships });
    let first = if first == NONE && !ships.is_empty() { by } else { first };
    let named = ShipSet(named.0 | ships.0);
    ask(play, Window::Defend { fort, by: attacker, attackers, seat, first, named })
}

/// SE-5.6.4: as in boarding, the fort included.
fn resolve(
    play: &mut Play<'_>,
    seat: u8,
    attackers: ShipSet,
    fort: u8,
    first: u8,
    defenders: ShipSet,
) -> Result<(), Dry> {
    let attack = boarding::points(play, attackers)?;
    let die = play.d6()?;
    let (strength, chance) = (play.p().forts[fort as usize].strength(), fort_chance(die));
    play.say(Event::Rolled { unit: Unit::fort(fort), die, strength, chance });
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
    let owner = play.p().forts[fort as usize].owner;
    if owner == NONE {
        // SE-R59: the neutral fort keeps what is left and fires.
        let points = difference.min(FORT_STRENGTH);
        play.m().forts[fort as usize].hull = FORT_STRENGTH - points;
        play.say(Event::Allotted { unit: Unit::fort(fort), points });
        return neutral_forts::attacked(play, fort, seat);
    }
    let allots = match owner {
        PIRATES if first != NONE => first,
        PIRATES => first_pirate(play.p()),
        owner => owner,
    };
    // SE-5.6.7a: the winning defender divides the difference.
    let room: u8 = defenders.iter().map(|id| play.p().max_strength(id)).sum();
    play.m().windows.push(Window::Allot {
        seat: allots,
        ships: defenders,
        fort,
        points: difference.min(room + FORT_STRENGTH),
        kind: Allot::Defence { fort },
    });
    Ok(())
}

fn first_pirate(p: &Public) -> u8 {
    let n = p.n_players() as usize;
    let living = |s: &u8| *s > 0 && !p.players[*s as usize].out;
    p.order[..n].iter().copied().find(living).unwrap_or(1)
}

/// SE-5.6.6a: the attacker divides the difference between his ships and the
/// fort. SE-4.3.20a: in Jolly Roger the fort gets nothing; SE-4.3.16c, SE-R113:
/// it is destroyed and its treasure lies open.
fn win(
    play: &mut Play<'_>,
    seat: u8,
    attackers: ShipSet,
    fort: u8,
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
        fort: if jolly { NONE } else { fort },
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
    seat: u8,
    attackers: ShipSet,
    fort: u8,
    defenders: ShipSet,
) -> Result<(), Dry> {
    let hostile = play.p().forts[fort as usize].is_neutral();
    for id in attackers.iter().chain(defenders.iter()) {
        play.sink(id, Cause::Tie);
    }
    if hostile {
        play.m().forts[fort as usize].hostile |= 1 << seat;
    }
    works::end_repairs(play, fort);
    works::hurt_workers(play, fort, defenders);
    works::destroy(play, fort);
    Ok(())
}

/// After the strength has been handed out.
pub(crate) fn allotted(
    play: &mut Play<'_>,
    seat: u8,
    _fort: u8,
    points: Option<u8>,
    kind: Allot,
) -> Result<(), Dry> {
    match kind {
        Allot::Boarding { .. } => {}
        Allot::Defence { fort } => match points {
            // SE-R58: the defender may even let his fort fall.
            Some(0) | None => {
                works::end_repairs(play, fort);
                works::hurt_workers(play, fort, ShipSet::EMPTY);
                works::destroy(play, fort);
            }
            Some(points) => play.m().forts[fort as usize].hull = FORT_STRENGTH - points,
        },
        Allot::Assault { fort, defenders } => {
            // SE-5.6.6d: ships under repair there change hands, SE-5.6.8: unhurt.
            let patients: ShipSet = (0..play.p().ships.len() as u8)
                .map(ShipId)
                .filter(|&id| play.p().ship(id).is_afloat() && play.p().ship(id).repair == fort)
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
