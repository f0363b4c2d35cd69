//! Face-down deployment and the reveal.

use crate::action::{Action, Pick, Spot};
use crate::board::{Dir, Square, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::{Board, Choices, Tell};
use crate::setup::ahead;
use crate::state::{NORTH, Public, SOUTH, SideSecret, Status, UnitId};
use crate::units::{CardId, Kind};
use admiralty_core::{Side, Told};
use alloc::vec::Vec;

/// Units that may lie on the board at the start.
const MOST: usize = 16;

/// The surface units of a side, in the order of the handles: from the open fleet or its secret.
pub(crate) fn surface_cards(p: &Public, secret: &SideSecret, side: Side) -> Vec<CardId> {
    if p.open[side.index()] {
        p.of_side(side).map(|(_, unit)| unit.card).filter(|card| !card.is_boat()).collect()
    } else {
        secret.fleet.iter().copied().filter(|card| !card.is_boat()).collect()
    }
}

/// All units of a side, submarines included.
fn fleet_size(p: &Public, secret: &SideSecret, side: Side) -> usize {
    if p.open[side.index()] { p.of_side(side).count() } else { secret.fleet.len() }
}

/// May the side deploy like this?
// BG-8-SC2: in a scenario by the same rules; the ready line-up is only an offer.
pub(crate) fn check(
    p: &Public,
    secret: &SideSecret,
    side: Side,
    spots: &[Spot],
) -> Result<(), Illegal> {
    let n = surface_cards(p, secret, side).len();
    let mut taken = 0u64;
    let mut standby = 0;
    for (i, spot) in spots.iter().enumerate() {
        let unit = spot.unit;
        if unit.side() != side {
            return Err(Illegal::DeployEnemy { unit });
        }
        if unit.number() >= fleet_size(p, secret, side) {
            return Err(Illegal::UnknownUnit { unit });
        }
        if unit.number() >= n {
            // BG-6-SS2: submarines wait for the reveal.
            return Err(Illegal::BoatDeployed { unit });
        }
        if spots[..i].iter().any(|other| other.unit == unit) {
            return Err(Illegal::UnitTwice { unit });
        }
        let Some(square) = spot.square else {
            standby += 1;
            continue;
        };
        // BG-0-SU1: the two nearest rows. BG-6-SS23: only submarines start beyond them.
        if Public::rows(side) & square.bit() == 0 {
            return Err(Illegal::OutsideRows { unit, square });
        }
        // BG-0-SU2: one unit a square.
        if taken & square.bit() != 0 {
            return Err(Illegal::SquareTwice { square });
        }
        taken |= square.bit();
    }
    if let Some(missing) =
        (0..n).map(|i| UnitId::new(side, i)).find(|id| spots.iter().all(|spot| spot.unit != *id))
    {
        // BG-0-SU4: with sixteen or fewer all are deployed.
        return Err(Illegal::NotDeployed { unit: missing });
    }
    // BG-0-SU5: beyond sixteen, the owner's choice waits. BG-6-SS24: submarines do not count.
    let beyond = n.saturating_sub(MOST);
    if standby != beyond {
        return Err(match spots.iter().find(|spot| spot.square.is_none()) {
            Some(spot) if beyond == 0 => Illegal::NotDeployed { unit: spot.unit },
            _ => Illegal::StandbyCount { standby, beyond },
        });
    }
    // BG-0-SU6: headings are free. BG-0-HD1: every surface unit has one of the four.
    if spots.iter().any(|spot| !spot.heading.is_straight()) || !spots.is_sorted() {
        return Err(Illegal::NotSorted);
    }
    Ok(())
}

/// A plain line-up: the scenario's, or the front row from the middle outwards; carriers and transports
/// keep to the row behind.
pub(crate) fn ready_line(p: &Public, secret: &SideSecret, side: Side) -> Vec<Spot> {
    const FILES: [u8; 8] = [3, 4, 2, 5, 1, 6, 0, 7];
    let cards = surface_cards(p, secret, side);
    let (front, back) = if side == SOUTH { (1, 0) } else { (6, 7) };
    let mut rows = [front, back].map(|rank| FILES.map(|file| Square::new(file, rank)).into_iter());
    let mut place = |card: &CardId| {
        let row = usize::from(matches!(card.class().kind, Kind::Cv | Kind::Tr));
        rows[row].next().or_else(|| rows[1 - row].next())
    };
    let ready: Vec<Square> = match p.scenario() {
        Some(scenario) if !scenario.deploy[side.index()].is_empty() => {
            scenario.squares(side).collect()
        }
        _ => cards.iter().filter_map(&mut place).collect(),
    };
    (0..cards.len())
        .map(|i| Spot {
            unit: UnitId::new(side, i),
            square: ready.get(i).copied().filter(|_| i < MOST),
            heading: ahead(side),
        })
        .collect()
}

/// Unit, square, heading, until all are placed.
pub(crate) fn menu(p: &Public, secret: &SideSecret, side: Side, draft: &[Pick], out: &mut Choices) {
    let n = surface_cards(p, secret, side).len();
    let beyond = n.saturating_sub(MOST);
    if n == 0 {
        out.to(Pick::Done, Action::Deploy(alloc::boxed::Box::new([])));
        return;
    }
    let mut spots: Vec<Spot> = Vec::new();
    let mut picks = draft.iter();
    while let Some(pick) = picks.next() {
        let Pick::Unit(unit) = *pick else { return };
        let waiting = spots.iter().filter(|spot| spot.square.is_none()).count();
        let last = spots.len() + 1 == n;
        let finish = |spots: &[Spot], spot: Spot| {
            let mut all = spots.to_vec();
            all.push(spot);
            all.sort();
            Action::Deploy(all.into())
        };
        let square = match picks.next() {
            Some(Pick::Standby) => {
                spots.push(Spot { unit, square: None, heading: Dir::N });
                continue;
            }
            Some(Pick::Square(square)) => *square,
            Some(_) => return,
            None => {
                let taken =
                    spots.iter().filter_map(|spot| spot.square).fold(0, |set, at| set | at.bit());
                if spots.len() - waiting < MOST.min(n) && spots.len() - waiting < n - beyond {
                    for square in squares(Public::rows(side) & !taken) {
                        out.on(Pick::Square(square));
                    }
                }
                if waiting < beyond {
                    let spot = Spot { unit, square: None, heading: Dir::N };
                    if last {
                        out.to(Pick::Standby, finish(&spots, spot));
                    } else {
                        out.on(Pick::Standby);
                    }
                }
                return;
            }
        };
        let heading = match picks.next() {
            Some(Pick::Heading(heading)) => *heading,
            Some(_) => return,
            None => {
                for heading in Dir::HEADINGS {
                    if last {
                        out.to(
                            Pick::Heading(heading),
                            finish(&spots, Spot { unit, square: Some(square), heading }),
                        );
                    } else {
                        out.on(Pick::Heading(heading));
                    }
                }
                return;
            }
        };
        spots.push(Spot { unit, square: Some(square), heading });
    }
    if spots.is_empty() {
        let line = ready_line(p, secret, side);
        if check(p, secret, side, &line).is_ok() {
            out.to(Pick::ReadyLine, Action::Deploy(line.into()));
        }
    }
    for unit in (0..n).map(|i| UnitId::new(side, i)) {
        if spots.iter().all(|spot| spot.unit != unit) {
            out.on(Pick::Unit(unit));
        }
    }
}

/// Turns up everything but submarines.
pub(crate) fn reveal(t: &mut Board, tell: Tell<'_>) {
    for side in [SOUTH, NORTH] {
        let places = core::mem::take(&mut t.sides[side].places);
        if !t.public.open[side.index()] {
            let cards: Vec<CardId> =
                t.sides[side].fleet.iter().copied().filter(|card| !card.is_boat()).collect();
            for card in cards {
                t.public.add_unit(side, card);
            }
            t.sides[side].fleet.retain(|card| card.is_boat());
        }
        for spot in places {
            match spot.square {
                Some(square) => t.public.place(spot.unit, Status::Afloat, square, spot.heading),
                None => t.public.unit_mut(spot.unit).status = Status::Standby,
            }
            let card = t.public.unit(spot.unit).card;
            // BG-0-SU3: turned up together. BG-9-HI1: until now nobody else knew.
            tell(Told::reveal(Event::Revealed {
                unit: spot.unit,
                card,
                square: spot.square,
                heading: spot.heading,
            }));
        }
    }
}
