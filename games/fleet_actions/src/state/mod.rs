//! The table: what all know and what one seat has sealed. Flat, so that a
//! clone is a few copies.

mod grand;
mod group;
mod phase;
mod ship;

pub(crate) use grand::{Column, Counter, Grand};
pub use group::Group;
pub use phase::Kind;
pub(crate) use phase::{Ask, Current, KINDS, Moving, Phase};
pub(crate) use ship::Fleet;
pub use ship::{Order, Ship, State, mark};

use crate::board::{Dir, Point};
use crate::rules::cards::Card;
use crate::setup::{Battle, ShipId, SquadId};
use crate::units::Force;
use admiralty_core::{Outcome, Seat, SeatSet, Side};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// A squadron in the course of the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squad {
    /// Speed marker of this turn.
    pub marker: u8,
    /// Did it show 0 by choice in the turn that is under way?
    pub zero: bool,
    /// Its flagship; none after she was lost, until a new one is named.
    pub flag: Option<ShipId>,
    /// Where the flagship was last, and her heading.
    pub flag_at: Point,
    /// Her last heading.
    pub flag_heading: Dir,
    /// Moves made this turn.
    pub moves: u8,
    /// Was the flag shifted by choice in this Signals Phase?
    pub shifted: bool,
    /// Has its Admiral decided about the flag in this Signals Phase?
    pub flag_done: bool,
}

/// A card on display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signal {
    /// The card.
    pub card: Card,
    /// The squadron it is restricted to.
    pub squad: Option<SquadId>,
}

/// Known to all.
#[derive(Clone, Debug)]
pub struct Public {
    /// What never changes.
    pub battle: Arc<Battle>,
    /// The ships, by `ShipId`.
    pub ships: Vec<Ship>,
    /// The squadrons, by `SquadId`.
    pub squads: SmallVec<[Squad; 10]>,
    /// Where the wind comes from.
    pub wind: Dir,
    /// Its strength.
    pub force: Force,
    /// Its strength in this turn's Movement Phase.
    pub turn_force: Force,
    /// Number of the turn; 0 is the Signals Phase before the first.
    pub turn: u16,
    /// The time, in minutes after midnight.
    pub clock: u16,
    /// Nightfall.
    pub nightfall: u16,
    /// Turns fought after nightfall.
    pub night: u8,
    /// Where play stands.
    pub phase: Phase,
    /// Seats that must decide.
    pub pending: SeatSet,
    /// The side whose light ships move first this turn.
    pub light_first: Side,
    /// Pairs of fouled ships.
    pub fouls: SmallVec<[(ShipId, ShipId); 4]>,
    /// Cards on display, by seat (if all may see them).
    pub cards: SmallVec<[Option<Signal>; 4]>,
    /// Points of objectives so far.
    pub points: [i16; 2],
    /// Turns in a row without any legal attack.
    pub quiet: u8,
    /// Has there been a legal attack this turn?
    pub fired: bool,
    /// Seats that offer to end the game.
    pub offers: SeatSet,
    /// Seats that have been left for good.
    pub gone: SeatSet,
    /// What has been sealed so far: that it was, not what.
    pub laid: SmallVec<[Laid; 8]>,
    /// The squadron that is moving.
    pub moving: Option<Box<Moving>>,
    /// The hex map.
    pub grand: Option<Box<Grand>>,
    /// How it ended.
    pub over: Option<Outcome>,
    /// The score at the end.
    pub score: [i16; 2],
}

/// Known to one side: its cards, if the enemy may not see them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shared {
    /// Cards on display, by seat.
    pub cards: SmallVec<[Option<Signal>; 4]>,
}

/// A unit: it fires and is fired at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A Group.
    Group(SquadId, Point),
    /// A straggler, a frigate, or a ship paired in close action.
    Ship(ShipId),
}

/// Something sealed, as everybody sees it lie on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laid {
    /// The marker of a squadron.
    Marker(SquadId),
    /// The card of a seat.
    Card(Seat),
    /// The attack of a unit.
    Attack(Unit),
    /// The decision of a ship to board or not.
    Board(ShipId),
}

/// A declared attack, or fire held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Who.
    pub by: Unit,
    /// At whom.
    pub at: Option<Unit>,
}

/// Known to one seat: what it has sealed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sealed {
    /// Speed markers laid.
    pub speeds: SmallVec<[(SquadId, u8); 4]>,
    /// The card laid, once decided.
    pub card: Option<Option<Signal>>,
    /// Attacks declared.
    pub attacks: SmallVec<[Declared; 8]>,
    /// Boarding decided.
    pub boards: SmallVec<[(ShipId, bool); 4]>,
}
