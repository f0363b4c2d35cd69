//! Submarines: placed after the reveal, under water and up again, their torpedoes.

use crate::action::{Action, Pick, Spot};
use crate::board::{Dir, Scenery, Square, neighbours, squares};
use crate::event::Event;
use crate::illegal::{Illegal, closed};
use crate::rules::{Board, Choices, Tell};
use crate::state::{Public, SideSecret, Status, Unit, UnitId};
use crate::units::Feature;
use admiralty_core::{Side, Told};
use alloc::vec::Vec;

/// The handles of the boats a side has still to place.
pub(crate) fn boats(p: &Public, secret: &SideSecret, side: Side) -> Vec<UnitId> {
    if p.open[side.index()] {
        p.of_side(side)
            .filter(|(_, unit)| unit.is_boat() && unit.status == Status::Waiting)
            .map(|(id, _)| id)
            .collect()
    } else {
        let from = usize::from(p.n_units[side.index()]);
        let n = secret.fleet.iter().filter(|card| card.is_boat()).count();
        (from..from + n).map(|i| UnitId::new(side, i)).collect()
    }
}

/// Who places submarines before whom.
pub(crate) fn order(p: &Public) -> [Side; 2] {
    // BG-6-SS5: the first player places all its submarines, then the other.
    [p.first, p.first.other()]
}

/// Must the side be asked? Where the fleet is secret always, so that nothing is betrayed.
pub(crate) fn is_asked(p: &Public, side: Side) -> bool {
    !p.open[side.index()]
        || p.of_side(side).any(|(_, unit)| unit.is_boat() && unit.status == Status::Waiting)
}

/// The squares where a boat may start.
fn ground(p: &Public, side: Side) -> u64 {
    // BG-6-SS4: the own half, where a submerged boat may be; other units do not matter.
    let mut set = Public::half(side) & !p.sea.closed_below();
    // BG-6-SS6: no square with another boat, of either side.
    for (i, id) in p.below.iter().enumerate() {
        if id.is_some() {
            set &= !(1 << i);
        }
    }
    set
}

/// May the side place its boats like this?
pub(crate) fn check(
    p: &Public,
    secret: &SideSecret,
    side: Side,
    spots: &[Spot],
) -> Result<(), Illegal> {
    let boats = boats(p, secret, side);
    let mut taken = 0;
    for (i, spot) in spots.iter().enumerate() {
        let unit = spot.unit;
        if !boats.contains(&unit) {
            return Err(Illegal::NotABoat { unit });
        }
        let Some(square) = spot.square else { return Err(Illegal::BoatMissing { unit }) };
        if spots[..i].iter().any(|other| other.unit == unit) {
            return Err(Illegal::UnitTwice { unit });
        }
        if Public::half(side) & square.bit() == 0 {
            return Err(Illegal::OutsideHalf { unit, square });
        }
        if p.sea.closed_below() & square.bit() != 0 {
            return Err(Illegal::BoatGround { unit, square });
        }
        if (taken | !ground(p, side)) & square.bit() != 0 {
            return Err(Illegal::BoatOnBoat { unit, square });
        }
        taken |= square.bit();
    }
    if let Some(missing) = boats.iter().find(|id| spots.iter().all(|spot| spot.unit != **id)) {
        return Err(Illegal::BoatMissing { unit: *missing });
    }
    if spots.is_sorted() { Ok(()) } else { Err(Illegal::NotSorted) }
}

/// Boat, square, until all are placed.
pub(crate) fn menu(p: &Public, secret: &SideSecret, side: Side, draft: &[Pick], out: &mut Choices) {
    let boats = boats(p, secret, side);
    if boats.is_empty() {
        out.to(Pick::Done, Action::Subs(alloc::boxed::Box::new([])));
        return;
    }
    let mut spots: Vec<Spot> = Vec::new();
    let mut picks = draft.iter();
    while let Some(pick) = picks.next() {
        let Pick::Unit(unit) = *pick else { return };
        match picks.next() {
            Some(Pick::Square(square)) => {
                spots.push(Spot { unit, square: Some(*square), heading: Dir::N });
            }
            Some(_) => return,
            None => {
                let taken =
                    spots.iter().filter_map(|spot| spot.square).fold(0, |set, at| set | at.bit());
                for square in squares(ground(p, side) & !taken) {
                    if spots.len() + 1 < boats.len() {
                        out.on(Pick::Square(square));
                        continue;
                    }
                    let mut all = spots.clone();
                    all.push(Spot { unit, square: Some(square), heading: Dir::N });
                    all.sort();
                    out.to(Pick::Square(square), Action::Subs(all.into()));
                }
                return;
            }
        }
    }
    if spots.is_empty()
        && let Some(scenario) = p.scenario()
    {
        let squares: Vec<_> = scenario.squares(side).collect();
        let line: Vec<Spot> = boats
            .iter()
            .filter_map(|unit| {
                let square = squares.get(unit.number()).copied();
                square.map(|_| Spot { unit: *unit, square, heading: Dir::N })
            })
            .collect();
        if check(p, secret, side, &line).is_ok() {
            out.to(Pick::ReadyLine, Action::Subs(line.into()));
        }
    }
    for unit in boats {
        if spots.iter().all(|spot| spot.unit != unit) {
            out.on(Pick::Unit(unit));
        }
    }
}

/// Places them, submerged.
pub(crate) fn apply(t: &mut Board, side: Side, spots: &[Spot], tell: Tell<'_>) {
    let open = t.public.open[side.index()];
    if !open {
        for card in core::mem::take(&mut t.sides[side].fleet) {
            t.public.add_unit(side, card);
        }
    }
    for spot in spots {
        let Some(square) = spot.square else { continue };
        // BG-6-SS3: submerged. BG-0-HD5: without a heading.
        t.public.place(spot.unit, Status::Submerged, square, Dir::N);
        let card = t.public.unit(spot.unit).card;
        let event = Event::BoatPlaced { unit: spot.unit, card, square };
        tell(if open { Told::all(event) } else { Told::reveal(event) });
    }
    let event = Event::BoatsDone { by: side, n: spots.len() as u8 };
    tell(if open { Told::all(event) } else { Told::reveal(event) });
}

/// May a submerged boat come to this square?
// BG-6-SS7: by diagonal steps too, for one point each.
pub(super) fn enter_below(p: &Public, id: UnitId, square: Square) -> Result<(), Illegal> {
    if p.sea.closed_below() & square.bit() != 0 {
        return Err(closed(id, square, p.sea.at(square), true));
    }
    // BG-6-SS6: never two boats on a square. BG-6-SS8: other units do not matter.
    let other_below = p.below_at(square).is_some_and(|other| other != id);
    let boat_above = p.surface_at(square).is_some_and(|other| p.unit(other).is_boat());
    if other_below || boat_above { Err(Illegal::BelowBoat { square }) } else { Ok(()) }
}

/// May a surface unit come to a square with a boat below?
pub(super) fn meets(p: &Public, unit: &Unit, square: Square) -> Result<(), Illegal> {
    // BG-6-SS20: a surfaced boat meets no boat at all. BG-6-SS22: other units do.
    if unit.is_boat() && p.below_at(square).is_some() {
        return Err(Illegal::BoatMeetsBoat { square });
    }
    Ok(())
}

/// May a boat here go under, apart from the cost?
// BG-6-SS15: diving or surfacing ends a move for one point.
pub(crate) fn may_dive(p: &Public, id: UnitId, unit: &Unit, square: Square) -> Result<(), Illegal> {
    if !unit.is_boat() || unit.status != Status::Afloat {
        return Err(Illegal::NotSurfaced { unit: id });
    }
    // BG-0-SH5, BG-6-SS17: not in Shallow Waters.
    if p.sea.of(Scenery::Shallows) & square.bit() != 0 {
        return Err(Illegal::DiveInShallows { unit: id, square });
    }
    // BG-7-R2: SLOWDIVE forbids it.
    if unit.has_active(Feature::SlowDive) {
        return Err(Illegal::SlowToDive { unit: id });
    }
    Ok(())
}

/// May a boat here come up, apart from the cost?
pub(super) fn may_surface(
    p: &Public,
    id: UnitId,
    unit: &Unit,
    square: Square,
) -> Result<(), Illegal> {
    if unit.status != Status::Submerged {
        return Err(Illegal::NotSubmerged { unit: id });
    }
    // BG-6-SS16: only where no other unit is, with any heading.
    if p.surface_at(square).is_some() {
        return Err(Illegal::UpUnderUnit { unit: id, square });
    }
    Ok(())
}

/// How many torpedoes a unit with so many left may launch this round.
// BG-6-SS12: a boat without any launches one a round. BG-6-SS14: in either state.
// BG-6-SS13: but none on top of stored ones.
pub(super) fn launches(unit: &Unit, left: u8) -> u8 {
    if left == 0 && unit.is_boat() { 1 } else { left }
}

/// The squares all round that the torpedoes of a submerged boat reach; none for others.
pub(super) fn all_round(p: &Public, unit: &Unit) -> Option<u64> {
    // BG-6-SS9: a submerged boat all round. BG-6-SS1: a surfaced one is bound like any unit.
    let below = unit.status == Status::Submerged;
    below.then(|| neighbours(p.metric(), unit.square()))
}

/// May the unit torpedo a submerged boat?
// BG-6-SS19: boat against boat, both submerged. BG-0-FG18: fog does not matter there.
pub(super) fn hunts(unit: &Unit) -> bool {
    unit.status == Status::Submerged
}
