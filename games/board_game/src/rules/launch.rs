//! Launching squadrons in the Movement phase: screens, and bombers placed ahead of the strike.

use crate::action::{Action, Flight, FlightTo, Pick};
use crate::board::{Square, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::dice::Face;
use crate::rules::{Choices, Tell, afield, known};
use crate::state::{Flying, LAUNCHED, Plane, PlaneKind, Public, Status, Unit, UnitId};
use crate::units::Feature;
use admiralty_core::{Side, Told};
use alloc::vec::Vec;

/// The most squadrons of one launch.
pub(crate) fn limit(unit: &Unit) -> usize {
    // BG-3-PS1: three. BG-7-G12: five with DECKLOAD.
    if unit.has_active(Feature::DeckLoad) { 5 } else { 3 }
}

/// An own carrier.
pub(crate) fn carrier(p: &Public, side: Side, id: UnitId) -> Result<&Unit, Illegal> {
    let unit = known(p, id)?;
    if id.side() != side {
        return Err(Illegal::EnemyAdmiral { unit: id });
    }
    if unit.class().n_squadrons() == 0 { Err(Illegal::NotACarrier { unit: id }) } else { Ok(unit) }
}

/// Is a squadron that is found like this aboard?
pub(crate) fn aboard_now(carrier: UnitId, plane: Plane, flying: Flying) -> Result<(), Illegal> {
    match flying {
        Flying::Aboard => Ok(()),
        Flying::Absent => Err(Illegal::NoSquadron { carrier, plane }),
        // BG-4-AC8: lost for the game.
        Flying::Lost => Err(Illegal::SquadronLost { carrier, plane }),
        Flying::Screen(_) | Flying::Placed(_) | Flying::Spent => {
            Err(Illegal::InTheAir { carrier, plane })
        }
    }
}

/// May the carrier launch with an Admiral die now?
pub(crate) fn may_launch(p: &Public, side: Side, id: UnitId) -> Result<(), Illegal> {
    let unit = carrier(p, side, id)?;
    // BG-0-SU17: the squadrons of a carrier in stand-by cannot be used.
    afield(id, unit)?;
    // BG-3-PS8: once a round, in Movement or in the Air step.
    if unit.has(LAUNCHED) {
        return Err(Illegal::LaunchedAlready { unit: id });
    }
    // BG-3-PS9: not with a token on FLIGHT.
    if unit.tokens.on(Feature::Flight) > 0 {
        return Err(Illegal::DeckClosed { unit: id });
    }
    if unit.has_active(Feature::Signals) {
        return Err(Illegal::UnderSignals { unit: id });
    }
    if p.dice(side, Face::X) == 0 {
        return Err(Illegal::NoLaunchDie);
    }
    Ok(())
}

/// The squadrons aboard, in order.
pub(crate) fn aboard(p: &Public, id: UnitId) -> impl Iterator<Item = Plane> {
    let class = p.unit(id).class();
    p.deck(id)
        .into_iter()
        .flat_map(|deck| deck.squadrons.iter().enumerate())
        .filter(|(_, flying)| **flying == Flying::Aboard)
        .map(move |(slot, _)| Plane::at(class, slot))
}

/// Where a squadron of a carrier is.
pub(crate) fn flying(p: &Public, id: UnitId, plane: Plane) -> Flying {
    match (plane.slot(p.unit(id).class()), p.deck(id)) {
        (Some(slot), Some(deck)) => deck.squadrons[slot.min(7)],
        _ => Flying::Absent,
    }
}

/// Puts a squadron into another state.
pub(crate) fn set(p: &mut Public, id: UnitId, plane: Plane, to: Flying) {
    if let (Some(slot), Some(deck)) = (plane.slot(p.unit(id).class()), p.deck_mut(id)) {
        deck.squadrons[slot.min(7)] = to;
    }
}

fn may_fly(p: &Public, side: Side, id: UnitId, flight: Flight) -> Result<(), Illegal> {
    let Flight { plane, to } = flight;
    aboard_now(id, plane, flying(p, id, plane))?;
    match to {
        FlightTo::Screen(unit) => {
            // BG-3-PS3: fighters only.
            if plane.kind != PlaneKind::Fighter {
                return Err(Illegal::ScreenBomber { plane });
            }
            // BG-3-PS2: an own unit, the carrier included. BG-3-PS10: several may screen one.
            if !p.knows(unit) || unit.side() != side || !p.unit(unit).is_afield() {
                return Err(Illegal::ScreenEnemy { unit });
            }
            // BG-3-PS4: not a submerged boat.
            if p.unit(unit).status == Status::Submerged {
                return Err(Illegal::ScreenBelow { unit });
            }
            Ok(())
        }
        // BG-0-FG15: out of fog only screens. BG-3-PS6: any square of the board.
        // BG-0-FG16: fog and Islands do not matter to aircraft.
        FlightTo::Square(_) if p.in_fog(p.unit(id)) => Err(Illegal::FogDeck { unit: id }),
        FlightTo::Square(_) => Ok(()),
    }
}

/// May the launch be made?
pub(crate) fn check(p: &Public, side: Side, id: UnitId, flights: &[Flight]) -> Result<(), Illegal> {
    may_launch(p, side, id)?;
    let most = limit(p.unit(id));
    if flights.is_empty() || flights.len() > most {
        return Err(Illegal::SquadronCount { n: flights.len(), most });
    }
    for (i, flight) in flights.iter().enumerate() {
        if flights[..i].iter().any(|other| other.plane == flight.plane) {
            return Err(Illegal::PlaneTwice { plane: flight.plane });
        }
        may_fly(p, side, id, *flight)?;
    }
    if !flights.is_sorted() {
        return Err(Illegal::NotSorted);
    }
    Ok(())
}

/// Has the carrier anything to launch in the Movement phase?
pub(crate) fn can(p: &Public, side: Side, id: UnitId) -> bool {
    if may_launch(p, side, id).is_err() {
        return false;
    }
    let fog = p.in_fog(p.unit(id));
    aboard(p, id).any(|plane| !fog || plane.kind == PlaneKind::Fighter)
}

/// What may follow the pick of a carrier.
pub(crate) fn menu(p: &Public, side: Side, id: UnitId, draft: &[Pick], out: &mut Choices) {
    if may_launch(p, side, id).is_err() {
        return;
    }
    let mut flights: Vec<Flight> = Vec::new();
    let mut picks = draft.iter();
    let mut current = None;
    while let Some(pick) = picks.next() {
        let Pick::Plane(plane) = *pick else { return };
        current = Some(plane);
        let to = match picks.next() {
            Some(Pick::Screen(unit)) => FlightTo::Screen(*unit),
            Some(Pick::Square(square)) => FlightTo::Square(*square),
            Some(_) => return,
            None => break,
        };
        flights.push(Flight { plane, to });
        current = None;
    }
    if let Some(plane) = current {
        if plane.kind == PlaneKind::Fighter {
            for (unit, _) in p.afield(side).filter(|(_, unit)| unit.is_afloat()) {
                out.on(Pick::Screen(unit));
            }
        }
        if !p.in_fog(p.unit(id)) {
            for square in squares(u64::MAX) {
                out.on(Pick::Square(square));
            }
        }
        return;
    }
    if !flights.is_empty() {
        let mut sorted = flights.clone();
        sorted.sort();
        if check(p, side, id, &sorted).is_err() {
            return;
        }
        out.to(Pick::Done, Action::Launch { carrier: id, flights: sorted.into() });
    }
    if flights.len() < limit(p.unit(id)) {
        let fog = p.in_fog(p.unit(id));
        for plane in aboard(p, id) {
            if flights.iter().all(|flight| flight.plane != plane)
                && (!fog || plane.kind == PlaneKind::Fighter)
            {
                out.on(Pick::Plane(plane));
            }
        }
    }
}

/// Launches.
pub(crate) fn apply(p: &mut Public, id: UnitId, flights: &[Flight], tell: Tell<'_>) {
    p.exhaust(id.side(), Face::X);
    p.unit_mut(id).flags |= LAUNCHED;
    for Flight { plane, to } in flights.iter().copied() {
        let state = match to {
            // BG-3-PS5: a screen names its unit, and so goes with it until it lands.
            FlightTo::Screen(unit) => Flying::Screen(unit),
            FlightTo::Square(square) => Flying::Placed(square),
        };
        set(p, id, plane, state);
        tell(Told::all(Event::Launched { carrier: id, plane, to }));
    }
}

/// The screens of a unit that is sunk, leaves or dives fly on unused.
pub(crate) fn release_screens(p: &mut Public, id: UnitId) {
    // BG-3-PS11: they land at the end of the round.
    for deck in p.decks.iter_mut().flatten() {
        for flying in &mut deck.squadrons {
            if *flying == Flying::Screen(id) {
                *flying = Flying::Spent;
            }
        }
    }
}

/// The screen fighters of a unit that have not fought, by carrier and number.
pub(crate) fn screens(p: &Public, id: UnitId) -> impl Iterator<Item = (UnitId, Plane)> {
    // BG-9-DS6: ascending by carrier handle, then squadron. Decks are filled in that order.
    p.all_decks().flat_map(move |deck| {
        let class = p.unit(deck.carrier).class();
        deck.squadrons
            .iter()
            .enumerate()
            .filter(move |(_, flying)| **flying == Flying::Screen(id))
            .map(move |(slot, _)| (deck.carrier, Plane::at(class, slot)))
    })
}

/// Where a placed squadron flies.
pub(crate) fn placed_at(p: &Public, id: UnitId, plane: Plane) -> Option<Square> {
    match flying(p, id, plane) {
        Flying::Placed(square) => Some(square),
        _ => None,
    }
}
