//! Boarding, and handing out strength after it or after an assault.

use crate::action::{Action, Share, Unit};
use crate::board::Space;
use crate::event::{Cause, Event};
use crate::illegal::{Illegal, Named};
use crate::rules::Play;
use crate::rules::admiral::boarding_shot;
use crate::rules::{alliances, assault};
use crate::setup::Scenario;
use crate::state::{Allot, Public, SPAIN, ShipSet, Window, mark};
use crate::units::{FORT_STRENGTH, FortId, ShipId};
use admiralty_core::{Dry, Seat};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// May this ship attack at close quarters now? SE-R26: once a Turn; SE-R34:
/// not fresh from repair or works. SE-3.3.3.8a: before or after its movement.
pub(crate) fn check_attacker(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    Illegal::busy(p, id)?;
    let ship = p.ship(id);
    if ship.has(mark::RELEASED) {
        return Err(Illegal::CrewAshore { ship: id });
    }
    if ship.has(mark::IGNITED) {
        return Err(Illegal::Burning { ship: id });
    }
    if ship.has(mark::ATTACKED) { Err(Illegal::HasAttacked { ship: id }) } else { Ok(()) }
}

/// Do they lie side by side? SE-3.3.3.2a: on an orth adjacent space, SE-3.3.3.2b:
/// never diagonally; SE-R27: not across a spit; SE-R11: or on one space.
pub(crate) fn is_alongside(p: &Public, one: ShipId, two: ShipId) -> bool {
    let (a, b) = (p.ship(one).space, p.ship(two).space);
    if a == b {
        return p.options().same_space;
    }
    match a.line_to(b) {
        Some((dir, 1)) => !dir.is_diagonal() && p.chart().line_open(a, dir),
        _ => false,
    }
}

/// A cheap look before [`is_alongside`]: the same space, or numbers as far apart as
/// those of spaces that share an edge.
#[inline]
fn may_touch(a: Space, b: Space) -> bool {
    matches!(a.0.abs_diff(b.0), 0 | 1 | 24)
}

/// May these ships board that one? SE-3.3.3.4a: declared before the dice.
pub(crate) fn check(
    p: &Public,
    seat: Seat,
    attackers: ShipSet,
    target: ShipId,
) -> Result<(), Illegal> {
    let ship = p.ship(target);
    if !ship.is_afloat() {
        return Err(Illegal::NotAfloat { ship: target });
    }
    if !p.may_attack(seat, ship.owner) {
        return Err(Illegal::NotAnEnemy { unit: Named::Ship(target) });
    }
    // SE-3.3.4.5d: a struck flag does not protect from boarding.
    if attackers.is_empty() {
        return Err(Illegal::NoAttackers);
    }
    for id in attackers.iter() {
        check_attacker(p, seat, id)?;
        // SE-3.3.3.3c: every attacker must lie beside it.
        if !is_alongside(p, id, target) {
            return Err(Illegal::NotAlongside { ship: id, target });
        }
    }
    Ok(())
}

/// Every boarding of the seat. SE-3.3.3.3a: one or several attackers,
/// SE-3.3.3.3b: one target.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    for other in p.seats().filter(|&other| p.may_attack(seat, other)) {
        for target in p.fleets[other.index()].iter() {
            let space = p.ship(target).space;
            let able: SmallVec<[ShipId; 8]> = p.fleets[seat.index()]
                .iter()
                .filter(|&id| {
                    may_touch(p.ship(id).space, space)
                        && is_alongside(p, id, target)
                        && check_attacker(p, seat, id).is_ok()
                })
                .collect();
            each_subset(&able, &mut |attackers| out.push(Action::Board { attackers, target }));
        }
    }
}

/// Every non-empty subset of a few ships.
pub(crate) fn each_subset(ships: &[ShipId], each: &mut dyn FnMut(ShipSet)) {
    for bits in 1u32..1 << ships.len().min(12) {
        each(
            ships
                .iter()
                .enumerate()
                .filter(|(i, _)| bits >> i & 1 == 1)
                .map(|(_, id)| *id)
                .collect(),
        );
    }
}

/// SE-3.3.3.4b: current strengths and chances of a side; SE-3.3.3.4c: a die for each ship.
pub(crate) fn points(play: &mut Play<'_>, ships: ShipSet) -> Result<u8, Dry> {
    let mut sum = 0;
    for id in ships.iter() {
        let die = play.d6()?;
        let chance = ship_chance(die);
        let strength = play.p().strength(id);
        let by = play.p().ship(id).owner.seat();
        play.say(Event::Rolled { by, unit: Unit::ship(id), die, strength, chance });
        sum += strength + chance;
    }
    Ok(sum)
}

/// Boards. SE-3.3.3.1b: there is no way back.
pub(crate) fn board(
    play: &mut Play<'_>,
    seat: Seat,
    attackers: ShipSet,
    target: ShipId,
) -> Result<(), Dry> {
    alliances::attack(play, seat, Unit::ship(target));
    for id in attackers.iter() {
        play.m().ships[id.index()].marks |= mark::ATTACKED;
    }
    play.say(Event::Boarded { seat, attackers, target });
    if boarding_shot::ask(play, seat, attackers, target) {
        return Ok(());
    }
    fight(play, seat, attackers, target)
}

/// The points of both sides, and who has won. SE-A3.2: bows do not matter.
pub(crate) fn fight(
    play: &mut Play<'_>,
    seat: Seat,
    attackers: ShipSet,
    target: ShipId,
) -> Result<(), Dry> {
    // Attackers sunk by a shot before boarding drop out; with none left there is no boarding.
    let attackers: ShipSet = attackers.iter().filter(|&id| play.p().ship(id).is_afloat()).collect();
    if attackers.is_empty() {
        return Ok(());
    }
    let owner = play.p().ship(target).seat();
    let mut attack = points(play, attackers)?;
    let mut defence = points(play, ShipSet::EMPTY.with(target))?;
    // SE-4.3.21a, SE-4.3.21b: a pirate ship against Spain is worth one more,
    // attacking or defending; SE-R120: what counts is the flag.
    if play.p().options().scenario == Scenario::Jolly {
        if seat != SPAIN && owner == SPAIN {
            attack += attackers.len() as u8;
        } else if seat == SPAIN && owner != SPAIN {
            defence += 1;
        }
    }
    play.say(Event::Points { attack, defence });
    let all = attackers.with(target);
    if attack == defence {
        // SE-3.3.3.5: a tie sinks everybody.
        for id in all.iter() {
            play.sink(id, Cause::Tie);
        }
        return Ok(());
    }
    // SE-3.3.3.4e: more points win; SE-R30: also the defender, by the same rule.
    let (winner, losers) =
        if attack > defence { (seat, ShipSet::EMPTY.with(target)) } else { (owner, attackers) };
    // SE-3.3.3.6a: the difference remains; SE-R28: as far as it can be carried.
    let room: u8 = all.iter().map(|id| play.p().max_strength(id)).sum();
    let points = attack.abs_diff(defence).min(room);
    play.m().windows.push(Window::Allot {
        seat: winner,
        ships: all,
        fort: None,
        points,
        kind: Allot::Boarding { losers },
    });
    Ok(())
}

/// Who gets a share, in order, with the most each may get.
pub(crate) fn sharers(
    p: &Public,
    ships: ShipSet,
    fort: Option<FortId>,
) -> SmallVec<[(Unit, u8); 8]> {
    let mut out: SmallVec<[(Unit, u8); 8]> =
        ships.iter().map(|id| (Unit::ship(id), p.max_strength(id))).collect();
    out.extend(fort.map(|fort| (Unit::fort(fort), FORT_STRENGTH)));
    out
}

/// The open allotment, if there is one.
pub(crate) fn open(p: &Public) -> Option<(Seat, ShipSet, Option<FortId>, u8, Allot)> {
    match p.windows.last() {
        Some(&Window::Allot { seat, ships, fort, points, kind }) => {
            Some((seat, ships, fort, points, kind))
        }
        _ => None,
    }
}

/// May strength be handed out like this?
pub(crate) fn check_allot(p: &Public, shares: &[Share]) -> Result<(), Illegal> {
    let Some((_, ships, fort, points, kind)) = open(p) else {
        return Err(Illegal::NothingToAnswer);
    };
    let wanted = sharers(p, ships, fort);
    let same = wanted.len() == shares.len()
        && wanted.iter().zip(shares).all(|(one, share)| one.0 == share.unit);
    if !same {
        return Err(Illegal::WrongShares);
    }
    // SE-3.3.3.6b, SE-3.3.3.6c, SE-R28: any way that adds up, all to one if it fits.
    if let Some(((_, most), share)) =
        wanted.iter().zip(shares).find(|((_, most), share)| share.points > *most)
    {
        let unit = Named::of(p, share.unit);
        return Err(Illegal::TooStrong { unit, points: share.points, most: *most });
    }
    let sum: u16 = shares.iter().map(|share| u16::from(share.points)).sum();
    if sum != u16::from(points) {
        return Err(Illegal::WrongSum { sum, points });
    }
    check_cargo(p, shares, kind)
}

/// SE-4.2.9.2b, SE-4.3.15, SE-4.3.16a: cargo may be shifted among those who
/// survive, also out of a sinking ship, within their capacity.
fn check_cargo(p: &Public, shares: &[Share], kind: Allot) -> Result<(), Illegal> {
    let boarding = matches!(kind, Allot::Boarding { .. });
    let (mut before, mut after) = (0u16, 0u16);
    for share in shares {
        let Some(id) = share.unit.as_ship() else {
            if share.cargo > 0 {
                return Err(Illegal::BadShift { unit: Named::of(p, share.unit) });
            }
            continue;
        };
        let has = p.ship(id).cargo;
        let most = if !boarding || share.points == 0 { has } else { p.capacity(id).max(has) };
        if share.cargo > most || (!boarding && share.cargo != has) {
            return Err(Illegal::BadShift { unit: Named::of(p, share.unit) });
        }
        before += u16::from(has);
        after += u16::from(share.cargo);
    }
    if before == after {
        Ok(())
    } else {
        Err(Illegal::BadShift { unit: Named::of(p, shares[0].unit) })
    }
}

/// What may be given next after some shares: points first, then cargo.
/// Returns the possible numbers; empty when the draft is complete.
pub(crate) fn next_numbers(p: &Public, draft: &[u8]) -> SmallVec<[u8; 8]> {
    let Some((_, ships, fort, points, kind)) = open(p) else { return SmallVec::new() };
    let who = sharers(p, ships, fort);
    let n = who.len();
    if draft.len() < n {
        let given: u8 = draft.iter().sum();
        let left = points.saturating_sub(given);
        let rest: u8 = who[draft.len() + 1..].iter().map(|(_, max)| *max).sum();
        let most = who[draft.len()].1.min(left);
        return (left.saturating_sub(rest)..=most).collect();
    }
    let cargo: u8 = ships.iter().map(|id| p.ship(id).cargo).sum();
    if cargo == 0 || !matches!(kind, Allot::Boarding { .. }) || draft.len() >= n * 2 {
        return SmallVec::new();
    }
    let most = |i: usize| {
        let id = who[i].0.as_ship().unwrap_or(ShipId(0));
        let has = p.ship(id).cargo;
        if draft[i] == 0 { has } else { p.capacity(id).max(has) }
    };
    let i = draft.len() - n;
    let given: u8 = draft[n..].iter().sum();
    let left = cargo.saturating_sub(given);
    let rest: u8 = (i + 1..n).map(most).sum();
    (left.saturating_sub(rest)..=most(i).min(left)).collect()
}

/// The complete action of a draft of numbers.
pub(crate) fn allotment(p: &Public, draft: &[u8]) -> Option<Action> {
    let (_, ships, fort, _, _) = open(p)?;
    let who = sharers(p, ships, fort);
    let n = who.len();
    let shares: Box<[Share]> = who
        .iter()
        .enumerate()
        .map(|(i, (unit, _))| Share {
            unit: *unit,
            points: draft.get(i).copied().unwrap_or(0),
            cargo: match draft.get(n + i) {
                Some(cargo) => *cargo,
                None => unit.as_ship().map_or(0, |id| p.ship(id).cargo),
            },
        })
        .collect();
    Some(Action::Allot(shares))
}

/// Every allotment; false if they are too many.
pub(crate) fn list_allotments(p: &Public, out: &mut Vec<Action>) -> bool {
    fn grow(p: &Public, draft: &mut Vec<u8>, out: &mut Vec<Action>) -> bool {
        let numbers = next_numbers(p, draft);
        if numbers.is_empty() {
            out.extend(allotment(p, draft));
            return out.len() <= super::gunfire::MOST_LISTED;
        }
        for n in numbers {
            draft.push(n);
            let more = grow(p, draft, out);
            draft.pop();
            if !more {
                return false;
            }
        }
        true
    }
    grow(p, &mut Vec::new(), out)
}

/// Hands out strength.
pub(crate) fn allot(play: &mut Play<'_>, shares: &[Share]) -> Result<(), Dry> {
    let Some((seat, ships, _, _, kind)) = open(play.p()) else { return Ok(()) };
    play.m().windows.pop();
    for share in shares {
        play.say(Event::Allotted { unit: share.unit, points: share.points });
        if let Some(id) = share.unit.as_ship() {
            let max = play.p().max_strength(id);
            let ship = &mut play.m().ships[id.index()];
            ship.cargo = share.cargo;
            if share.points > 0 {
                ship.hull = max - share.points;
            }
        }
    }
    for share in shares {
        let Some(id) = share.unit.as_ship() else { continue };
        if share.points == 0 {
            // SE-3.3.3.6d: who gets nothing sinks.
            let cause = match kind {
                Allot::Boarding { .. } => Cause::Boarding { victor: seat },
                _ => Cause::Assault,
            };
            play.sink(id, cause);
        } else if let Allot::Boarding { losers } = kind
            && losers.has(id)
        {
            // SE-3.3.3.1a, SE-4.3.16b: the loser's survivors change hands.
            play.capture(id, seat);
        }
    }
    let for_fort = shares.iter().find(|share| share.unit.as_fort().is_some());
    assault::allotted(play, seat, ships, for_fort.map(|share| share.points), kind)
}

/// What a die adds to a ship's points in boarding and assault.
/// SE-3.3.3.4d: 1–2 nothing, 3–4 one, 5–6 two.
pub const fn ship_chance(die: u16) -> u8 {
    ((die - 1) / 2) as u8
}
