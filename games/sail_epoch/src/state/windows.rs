//! Windows: what interrupts a phase and must be settled before it goes on.

use super::ShipSet;
use crate::action::{Path, Volley};
use crate::board::Space;
use crate::units::{FortId, ShipId};
use admiralty_core::Seat;

/// A moment of a movement at which enemies may fire (Admiral).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Point {
    /// Before the first space.
    Start,
    /// On the corner between two spaces.
    Corner,
    /// On a space that is not the last.
    Passing,
    /// On the last space.
    Last,
}

/// A movement that is going on (Admiral).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sailing {
    /// Whose ship.
    pub seat: Seat,
    /// Which.
    pub ship: ShipId,
    /// As declared; empty for storm drift.
    pub path: Path,
    /// Is it carried by a storm?
    pub storm: bool,
    /// Spaces made so far.
    pub done: u8,
    /// Distance left.
    pub left: i8,
    /// Where it has come to.
    pub point: Point,
    /// Whose turn it was to fire here last; the mover's own seat for nobody yet.
    pub asked: Seat,
    /// Sail damage when this moment began.
    pub sails: u8,
    /// Where the last stretch that was told began.
    pub from: Space,
    /// Where the movement began.
    pub start: Space,
}

/// What is waited for before the phase goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Window {
    /// The owner of an assaulted fort names ships that help.
    Defend {
        fort: FortId,
        by: Seat,
        attackers: ShipSet,
        seat: Seat,
        /// Who named a ship first (or must allot).
        first: Option<Seat>,
        /// Ships named so far.
        named: ShipSet,
    },
    /// The winner of a boarding or assault hands out strength.
    Allot {
        seat: Seat,
        /// Ships that get a share.
        ships: ShipSet,
        /// The fort that gets a share, if one does.
        fort: Option<FortId>,
        /// Points to hand out.
        points: u8,
        kind: Allot,
    },
    /// The second broadside, fired when what the first brought about is settled.
    Broadside { seat: Seat, volley: Volley },
    /// A player with mines is asked whether to detonate under a ship that
    /// passed. Everybody who has any mine is asked, wherever it lies.
    Mines { seat: Seat, ship: ShipId },
    /// A group that fires when a first fire at it is settled (Admiral).
    Volley {
        seat: Seat,
        volley: Volley,
        /// Its target has fired first and may not answer any more.
        answered: bool,
    },
    /// The target of a group may fire before its die is rolled (Admiral).
    FirstFire { seat: Seat, ship: ShipId, attackers: ShipSet },
    /// A ship that was fired at may answer (Admiral).
    Return { seat: Seat, ship: ShipId, attackers: ShipSet },
    /// A movement goes on when this moment of it is settled (Admiral).
    Sailing(Sailing),
    /// An enemy may fire at a ship on its way (Admiral).
    Crossing { seat: Seat, ship: ShipId },
    /// A boarding is fought when the shot before it is settled (Admiral).
    Boarding { seat: Seat, attackers: ShipSet, target: ShipId },
    /// A boarded ship may fire once before (Admiral).
    BoardShot { seat: Seat, ship: ShipId, attackers: ShipSet },
    /// The gunners may take the gold of a ship they sank.
    Plunder {
        seat: Seat,
        /// Ships that may take some.
        ships: ShipSet,
        gold: u8,
    },
}

/// What strength is handed out for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Allot {
    /// A boarding: these ships belonged to the loser.
    Boarding {
        /// The loser's ships.
        losers: ShipSet,
    },
    /// A won assault: who defended with what.
    Assault {
        fort: FortId,
        /// The ships that defended it.
        defenders: ShipSet,
    },
    /// A repelled assault.
    Defence { fort: FortId },
}

impl Window {
    /// Who must answer.
    pub const fn seat(&self) -> Seat {
        match self {
            Window::Defend { seat, .. }
            | Window::Broadside { seat, .. }
            | Window::Mines { seat, .. }
            | Window::Volley { seat, .. }
            | Window::FirstFire { seat, .. }
            | Window::Return { seat, .. }
            | Window::Sailing(Sailing { seat, .. })
            | Window::Crossing { seat, .. }
            | Window::Boarding { seat, .. }
            | Window::BoardShot { seat, .. }
            | Window::Allot { seat, .. }
            | Window::Plunder { seat, .. } => *seat,
        }
    }

    /// Its kind as a number from 1, in the order above.
    pub(crate) const fn kind(&self) -> u8 {
        match self {
            Window::Defend { .. } => 1,
            Window::Allot { .. } => 2,
            Window::Broadside { .. } => 3,
            Window::Mines { .. } => 4,
            Window::Volley { .. } => 5,
            Window::FirstFire { .. } => 6,
            Window::Return { .. } => 7,
            Window::Sailing(_) => 8,
            Window::Crossing { .. } => 9,
            Window::Boarding { .. } => 10,
            Window::BoardShot { .. } => 11,
            Window::Plunder { .. } => 12,
        }
    }

    /// Does it go on by itself when nothing lies on top of it?
    pub const fn is_automatic(&self) -> bool {
        matches!(
            self,
            Window::Broadside { .. }
                | Window::Volley { .. }
                | Window::Sailing(_)
                | Window::Boarding { .. }
        )
    }
}
