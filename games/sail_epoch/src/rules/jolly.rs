//! What only "Good luck with Jolly Roger" has: treasures that appear, Spain's
//! reserve, pirates' maps, the Tortuga that they share.

use crate::board::Space;
use crate::event::Event;
use crate::rules::Play;
use crate::setup::Scenario;
use crate::state::{Flag, Fort, Public, SPAIN, Stash, mark};
use crate::units::{Class, FortId, ShipId};
use admiralty_core::Seat;

/// How many treasures there are. SE-R82: seven.
pub(crate) const TREASURES: u8 = 7;
const NORTH: Space = Space::new(1, 1);
const SOUTH: Space = Space::new(1, 12);

/// Start of a Turn: SE-4.3.10a, at B2 before Turns 1, 7, 13; SE-4.3.10b, at B13
/// before Turns 4, 10, 16; SE-4.3.10c: until all have appeared; SE-4.3.10d:
/// whatever has become of the fort.
pub(crate) fn treasure(play: &mut Play<'_>) {
    let p = play.m();
    if p.options().scenario != Scenario::Jolly || p.appeared >= TREASURES {
        return;
    }
    let space = match p.turn % 6 {
        1 => NORTH,
        4 => SOUTH,
        _ => return,
    };
    let Some(fort) = p.forts().iter().position(|f| f.space == space) else { return };
    p.forts[fort].goods += 1;
    p.appeared += 1;
    play.say(Event::Appeared { fort: FortId::new(fort as u8) });
}

/// The reserve type of a class: galleons 0, frigates 1. SE-4.3.19: no brigs.
const fn kind(class: Class) -> Option<usize> {
    match class {
        Class::Galleon => Some(0),
        Class::Frigate => Some(1),
        _ => None,
    }
}

/// Ships of the type under Spain's flag (SE-R84: captured ones count).
fn strength_of(p: &Public, class: Class) -> usize {
    p.fleets[0].iter().filter(|id| id.class() == class).count()
}

/// End of a Turn: which types may be made up next Turn. SE-4.3.18a: up to two,
/// SE-4.3.18c: in the Turn after the loss, SE-4.3.18d: while the reserve lasts.
pub(crate) fn end_of_turn(p: &mut Public) {
    if p.options().scenario != Scenario::Jolly {
        return;
    }
    for class in [Class::Galleon, Class::Frigate] {
        if let Some(i) = kind(class) {
            p.due[i] = strength_of(p, class) < 2 && in_reserve(p, class);
        }
    }
}

fn in_reserve(p: &Public, class: Class) -> bool {
    (1..=6).any(|n| p.ship(ShipId::new(class, n)).has(mark::RESERVE))
}

/// Has Spain any ship left to bring? SE-4.3.18b: sunk ships never come back.
pub(crate) fn has_reserve(p: &Public) -> bool {
    in_reserve(p, Class::Galleon) || in_reserve(p, Class::Frigate)
}

/// May this reserve ship come now?
pub(crate) fn is_due(p: &Public, id: ShipId) -> bool {
    let class = id.class();
    p.ship(id).has(mark::RESERVE)
        && kind(class).is_some_and(|i| p.due[i])
        && strength_of(p, class) < 2
}

/// A pirate has lost his last ship. SE-4.3.22: he is out. SE-4.3.23a: sunk, his
/// treasures are lost; SE-4.3.23b: boarded, his map and the maps he held go to
/// the victor. SE-R88: a map held by somebody who is sunk is lost.
pub(crate) fn pirate_lost(play: &mut Play<'_>, pirate: Seat) {
    let victor = play.p().players[pirate.index()].victor.seat();
    let hand = core::mem::take(&mut play.m().players[pirate.index()].hand);
    let living = victor.filter(|&v| !play.p().players[v.index()].out);
    match living {
        Some(victor) => {
            for writer in play.p().seats() {
                let map = if writer == pirate {
                    play.table.seats[pirate].map
                } else if play.p().stashes[writer.index()].holder == pirate {
                    play.table.seats[pirate].held[writer.index()]
                } else {
                    continue;
                };
                if !map.is_some() {
                    continue;
                }
                play.table.seats[pirate].held[writer.index()] = Space::NONE;
                play.table.seats[victor].held[writer.index()] = map;
                let stash = &mut play.m().stashes[writer.index()];
                stash.holder = Flag::of(victor);
                if writer == pirate {
                    stash.goods = hand;
                }
                // Whoever holds it reads it: nothing that led here is taken back.
                play.reveal(Event::MapTaken { pirate: writer, by: victor });
            }
        }
        None => {
            for writer in play.p().seats() {
                if play.p().stashes[writer.index()].holder == pirate {
                    play.m().stashes[writer.index()] = Stash::NONE;
                    play.table.seats[pirate].held[writer.index()] = Space::NONE;
                }
            }
            if hand > 0 {
                play.say(Event::GoodsLost { n: hand });
            }
        }
    }
}

impl Public {
    /// Does the seat command this fort? SE-R114: the shared Tortuga counts as each pirate's own.
    #[inline]
    pub fn commands(&self, seat: Seat, fort: &Fort) -> bool {
        !fort.ruin && (fort.owner == seat || (fort.owner == Flag::PIRATES && seat != SPAIN))
    }

    /// Is a ship of `seat` an enemy in the eyes of this fort's worker or owner?
    pub fn is_hostile_at(&self, fort: &Fort, seat: impl Into<Flag>) -> bool {
        let seat = seat.into();
        match if fort.worker.is_nobody() { fort.owner } else { fort.worker } {
            Flag::NOBODY => false,
            // SE-R119: pirates' ships are never seen at Tortuga.
            _ if fort.first == Flag::PIRATES && seat != Flag::of(SPAIN) => false,
            Flag::PIRATES => seat == SPAIN,
            who => self.is_foe(who, seat),
        }
    }
}
