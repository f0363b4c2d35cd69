//! Before Turn 1: captain cards (A8), and where the bows point.

use crate::action::{Action, Captain};
use crate::board::Dir;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::Play;
use crate::rules::placing;
use crate::sequence;
use crate::state::{Public, mark};
use crate::units::{N_SHIPS, ShipId};
use admiralty_core::{Dry, Seat};
use alloc::vec::Vec;

const CARDS: [Captain; 2] = [Captain::Target, Captain::Initiative];

/// Has the seat this card still to give? SE-R74: with A8 one of each.
fn owes(p: &Public, seat: Seat, card: Captain) -> bool {
    let given = p.fleets[seat.index()].iter().any(|id| p.ship(id).captain == Some(card));
    p.options().a8 && !given
}

fn still_deploys(p: &Public, seat: Seat) -> bool {
    (0..N_SHIPS as u8).any(|i| placing::is_waiting(p, seat, ShipId(i)))
}

/// What the seat may do in its part of the preparation, when its ships are afloat.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    if !p.has_bows() || still_deploys(p, seat) {
        return;
    }
    let fleet = p.fleets[seat.index()];
    let owed: Vec<Captain> = CARDS.into_iter().filter(|&card| owes(p, seat, card)).collect();
    for &card in &owed {
        let free = fleet.iter().filter(|&id| p.ship(id).captain.is_none());
        out.extend(free.map(|ship| Action::Captain { ship, card }));
    }
    if !owed.is_empty() {
        return;
    }
    for ship in fleet.iter().filter(|&id| !p.ship(id).has(mark::BOWED)) {
        let other = Dir::ALL.into_iter().filter(|dir| *dir != p.ship(ship).bow);
        out.extend(other.map(|dir| Action::Bow { ship, dir }));
    }
    out.push(Action::End);
}

/// May the card be given?
pub(crate) fn check_captain(
    p: &Public,
    seat: Seat,
    id: ShipId,
    card: Captain,
) -> Result<(), Illegal> {
    if still_deploys(p, seat) {
        return Err(Illegal::DeployFirst);
    }
    if !p.has_bows() || !owes(p, seat, card) {
        return Err(Illegal::NoCard);
    }
    Illegal::owned(p, seat, id)?;
    // SE-R74: to two different ships.
    if p.ship(id).captain.is_some() { Err(Illegal::HasCaptain { ship: id }) } else { Ok(()) }
}

/// May the bow be pointed there? SE-A0a: in one of eight directions; SE-R139: once.
pub(crate) fn check_bow(p: &Public, seat: Seat, id: ShipId, dir: Dir) -> Result<(), Illegal> {
    if !p.has_bows() {
        return Err(Illegal::NoBow { ship: id });
    }
    check_end(p, seat)?;
    Illegal::owned(p, seat, id)?;
    let chosen = p.ship(id).has(mark::BOWED) || p.ship(id).bow == dir;
    if chosen { Err(Illegal::BowChosen { ship: id }) } else { Ok(()) }
}

/// May the preparation be ended?
pub(crate) fn check_end(p: &Public, seat: Seat) -> Result<(), Illegal> {
    // Without bows the preparation ends with the last ship.
    if !p.has_bows() || still_deploys(p, seat) {
        return Err(Illegal::DeployFirst);
    }
    if CARDS.into_iter().any(|c| owes(p, seat, c)) { Err(Illegal::CardsOwed) } else { Ok(()) }
}

/// Gives the card, openly.
pub(crate) fn give(play: &mut Play<'_>, id: ShipId, card: Captain) {
    play.m().ships[id.index()].captain = Some(card);
    play.say(Event::Commanded { ship: id, card });
}

/// Points the bow.
pub(crate) fn point(play: &mut Play<'_>, id: ShipId, bow: Dir) {
    let ship = &mut play.m().ships[id.index()];
    ship.bow = bow;
    ship.marks |= mark::BOWED;
    play.say(Event::Bowed { ship: id, bow });
}

/// The seat is ready.
pub(crate) fn end(play: &mut Play<'_>, seat: Seat) -> Result<(), Dry> {
    for id in play.p().fleets[seat.index()].iter() {
        play.m().ships[id.index()].marks &= !mark::BOWED;
    }
    sequence::next_after(play, seat)
}
