//! Placing submarines after the reveal.

use crate::action::{Action, Pick, Spot};
use crate::board::{Dir, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::{Board, Choices, Tell};
use crate::state::{Public, SideSecret, Status, UnitId};
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
        && let Some(scenario) = p.options.scenario()
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
