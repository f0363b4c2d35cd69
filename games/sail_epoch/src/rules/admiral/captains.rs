//! Before Turn 1: captain cards (A8), and where the bows point.

use crate::action::{Action, Captain};
use crate::board::Dir;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::placing;
use crate::rules::play::Play;
use crate::sequence;
use crate::state::{Public, mark};
use crate::units::{N_SHIPS, ShipId};
use admiralty_core::Dry;
use alloc::vec::Vec;

const CARDS: [Captain; 2] = [Captain::Target, Captain::Initiative];

/// Has the seat this card still to give? SE-R74: with A8 one of each.
fn owes(p: &Public, seat: u8, card: Captain) -> bool {
    let given = p.fleets[seat as usize].iter().any(|id| p.ship(id).captain == card as u8);
    p.options().a8 && !given
}

fn still_deploys(p: &Public, seat: u8) -> bool {
    (0..N_SHIPS as u8).any(|i| placing::is_waiting(p, seat, ShipId(i)))
}

/// What the seat may do in its part of the preparation, when its ships are afloat.
pub(crate) fn list(p: &Public, seat: u8, out: &mut Vec<Action>) {
    if !p.has_bows() || still_deploys(p, seat) {
        return;
    }
    let fleet = p.fleets[seat as usize];
    let owed: Vec<Captain> = CARDS.into_iter().filter(|&card| owes(p, seat, card)).collect();
    for &card in &owed {
        let free = fleet.iter().filter(|&id| p.ship(id).captain == 0);
        out.extend(free.map(|ship| Action::Captain { ship, card }));
    }
    if !owed.is_empty() {
        return;
    }
    for ship in fleet.iter().filter(|&id| !p.ship(id).has(mark::BOWED)) {
        let other = Dir::ALL.into_iter().filter(|dir| dir.0 != p.ship(ship).bow);
        out.extend(other.map(|dir| Action::Bow { ship, dir }));
    }
    out.push(Action::End);
}

/// May the card be given?
pub(crate) fn check_captain(
    p: &Public,
    seat: u8,
    id: ShipId,
    card: Captain,
) -> Result<(), Illegal> {
    if !p.has_bows() || still_deploys(p, seat) || !owes(p, seat, card) {
        return Err(Illegal::NoCard);
    }
    Illegal::owned(p, seat, id)?;
    // SE-R74: to two different ships.
    if p.ship(id).captain != 0 { Err(Illegal::HasCaptain { ship: id }) } else { Ok(()) }
}

/// May the bow be pointed there? SE-A0a: in one of eight directions; SE-R139: once.
pub(crate) fn check_bow(p: &Public, seat: u8, id: ShipId, dir: Dir) -> Result<(), Illegal> {
    if !p.has_bows() || still_deploys(p, seat) || CARDS.into_iter().any(|c| owes(p, seat, c)) {
        return Err(Illegal::NotNow);
    }
    Illegal::owned(p, seat, id)?;
    let chosen = p.ship(id).has(mark::BOWED) || p.ship(id).bow == dir.0;
    if chosen { Err(Illegal::BowChosen { ship: id }) } else { Ok(()) }
}

/// May the preparation be ended?
pub(crate) fn check_end(p: &Public, seat: u8) -> Result<(), Illegal> {
    if !p.has_bows() || still_deploys(p, seat) {
        return Err(Illegal::NotNow);
    }
    if CARDS.into_iter().any(|c| owes(p, seat, c)) { Err(Illegal::CardsOwed) } else { Ok(()) }
}

/// Gives the card, openly.
pub(crate) fn give(play: &mut Play<'_>, id: ShipId, card: Captain) {
    play.m().ships[id.index()].captain = card as u8;
    play.say(Event::Commanded { ship: id, card });
}

/// Points the bow.
pub(crate) fn point(play: &mut Play<'_>, id: ShipId, bow: Dir) {
    let ship = &mut play.m().ships[id.index()];
    ship.bow = bow.0;
    ship.marks |= mark::BOWED;
    play.say(Event::Bowed { ship: id, bow });
}

/// The seat is ready.
pub(crate) fn end(play: &mut Play<'_>, seat: u8) -> Result<(), Dry> {
    for id in play.p().fleets[seat as usize].iter() {
        play.m().ships[id.index()].marks &= !mark::BOWED;
    }
    sequence::next_after(play, seat)
}
