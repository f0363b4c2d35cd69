//! Bringing in stand-by units at the beginning of a round.

use crate::action::{Action, Pick, Spot};
use crate::board::{Dir, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::{Choices, Tell};
use crate::state::{Public, Status, UnitId};
use admiralty_core::{Side, Told};
use alloc::vec::Vec;

/// Has the side a unit that can enter?
pub(crate) fn is_asked(p: &Public, side: Side) -> bool {
    // BG-0-SU16: without a free square they wait.
    p.has_standby(side) && p.free_rows(side) != 0
}

fn must(p: &Public, side: Side) -> bool {
    // BG-0-SU13: with nothing on the battlefield at least one enters.
    p.afield(side).next().is_none()
}

/// May these units enter?
pub(crate) fn check(p: &Public, side: Side, spots: &[Spot]) -> Result<(), Illegal> {
    let mut free = p.free_rows(side);
    // BG-0-SU9: which and how many is the owner's choice. BG-0-SU10: several if there is room.
    for (i, spot) in spots.iter().enumerate() {
        let unit = spot.unit;
        if !p.knows(unit) || unit.side() != side || p.unit(unit).status != Status::Standby {
            return Err(Illegal::NotStandby { unit });
        }
        if spots[..i].iter().any(|other| other.unit == unit) {
            return Err(Illegal::UnitTwice { unit });
        }
        // Whoever is named to wait waits by not being named.
        let Some(square) = spot.square else { return Err(Illegal::EntersNowhere { unit }) };
        if free & square.bit() == 0 {
            return Err(Illegal::EntryOutside { unit, square });
        }
        free &= !square.bit();
    }
    if spots.is_empty() && must(p, side) {
        return Err(Illegal::MustEnter);
    }
    if spots.iter().any(|spot| !spot.heading.is_straight()) || !spots.is_sorted() {
        return Err(Illegal::NotSorted);
    }
    Ok(())
}

/// Unit, square, heading, until it is enough.
pub(crate) fn menu(p: &Public, side: Side, draft: &[Pick], out: &mut Choices) {
    let mut spots: Vec<Spot> = Vec::new();
    let mut picks = draft.iter();
    let mut free = p.free_rows(side);
    while let Some(pick) = picks.next() {
        let Pick::Unit(unit) = *pick else { return };
        let square = match picks.next() {
            Some(Pick::Square(square)) => *square,
            Some(_) => return,
            None => {
                for square in squares(free) {
                    out.on(Pick::Square(square));
                }
                return;
            }
        };
        let heading = match picks.next() {
            Some(Pick::Heading(heading)) => *heading,
            Some(_) => return,
            None => {
                for heading in Dir::HEADINGS {
                    out.on(Pick::Heading(heading));
                }
                return;
            }
        };
        free &= !square.bit();
        spots.push(Spot { unit, square: Some(square), heading });
    }
    let mut sorted = spots.clone();
    sorted.sort();
    if check(p, side, &sorted).is_ok() {
        out.to(
            if spots.is_empty() { Pick::Pass } else { Pick::Done },
            Action::Enter(sorted.into()),
        );
    }
    if free != 0 {
        let waiting: Vec<UnitId> = p
            .of_side(side)
            .filter(|(id, unit)| {
                unit.status == Status::Standby && spots.iter().all(|spot| spot.unit != *id)
            })
            .map(|(id, _)| id)
            .collect();
        for unit in waiting {
            out.on(Pick::Unit(unit));
        }
    }
}

/// Brings them in.
pub(crate) fn apply(p: &mut Public, spots: &[Spot], tell: Tell<'_>) {
    for spot in spots {
        let Spot { unit, square: Some(square), heading } = *spot else { continue };
        p.place(unit, Status::Afloat, square, heading);
        tell(Told::all(Event::Entered { unit, square, heading }));
    }
}

impl Public {
    /// Squares of the two rows a stand-by unit may enter.
    pub fn free_rows(&self, side: Side) -> u64 {
        // BG-0-SU8: any square of the two rows without a surface unit; BG-0-SU15: also one just freed.
        Public::rows(side) & !self.surface_set()
    }
}
