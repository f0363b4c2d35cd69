//! What players decide, and the picks that lead to it.

use crate::board::{Dir, Point};
use crate::rules::cards::Card;
use crate::setup::{ShipId, SquadId};
use crate::state::{Signal, Unit};
use crate::units::Force;
use admiralty_core::{Seat, Side};

/// A heading order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeadOrder {
    /// Turn to a heading.
    Turn {
        /// The new heading.
        dir: Dir,
        /// All at once (else in succession).
        together: bool,
    },
    /// Keep the heading.
    Steady,
    /// Go through the wind.
    Tack {
        /// All at once (else in succession).
        together: bool,
    },
    /// Follow the Group on this point.
    Follow(Point),
    /// Divide.
    Divide {
        /// Ships of the head part.
        n: u8,
        /// Its new heading, or none to keep it.
        head: Option<Dir>,
        /// Heading of the tail part, or none to hold.
        tail: Option<Dir>,
    },
}

/// Into the point, or to a side of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Veer {
    /// Enter.
    In,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// `H A1@2020 SE`.
    Head {
        /// The Group's squadron.
        squad: SquadId,
        /// The Group's point.
        at: Point,
        /// The order.
        order: HeadOrder,
    },
    /// `S A1 2`.
    Speed {
        /// The squadron.
        squad: SquadId,
        /// The marker.
        speed: u8,
    },
    /// `C A EMC A2`, `C A -`.
    Card {
        /// The seat.
        seat: Seat,
        /// The card, or none.
        signal: Option<Signal>,
    },
    /// `Q A1 A1.4`, `Q A1 -`.
    Flag {
        /// The squadron.
        squad: SquadId,
        /// The new flagship, or none to keep the old.
        ship: Option<ShipId>,
    },
    /// `L first B`.
    LightFirst(Side),
    /// `M A1`, `M A1 defer`.
    Move {
        /// The squadron asked.
        squad: SquadId,
        /// Let the next one move first?
        defer: bool,
    },
    /// `V A1@2020 in`.
    Veer {
        /// The Group's squadron.
        squad: SquadId,
        /// Its point.
        at: Point,
        /// Where to.
        way: Veer,
    },
    /// `K A1@2021 keep`.
    Keep {
        /// The Group's squadron.
        squad: SquadId,
        /// The point it has entered.
        at: Point,
        /// Keep the course (else turn parallel)?
        keep: bool,
    },
    /// `F A1f1 SE`, `F A1f1 .`.
    Frigate {
        /// The frigate.
        ship: ShipId,
        /// Where to, or none to stay.
        dir: Option<Dir>,
    },
    /// `T A1.5 go NE`.
    Single {
        /// The ship.
        ship: ShipId,
        /// Move ahead (else stay)?
        go: bool,
        /// The facing afterwards, if it changes.
        dir: Option<Dir>,
    },
    /// `A A1@2020 > B2@2121`, `A A1@2020 -`.
    Attack {
        /// Who fires.
        by: Unit,
        /// At whom, or none to hold fire.
        at: Option<Unit>,
    },
    /// `B A1.1 yes`.
    Board {
        /// The ship.
        ship: ShipId,
        /// Does she board?
        yes: bool,
    },
    /// `R A1.2 no`.
    NoRepair(ShipId),
    /// `R done`: all other ships repair.
    Repair,
    /// `G A1 2 abreast turn 1:NE`.
    Grand {
        /// The squadron.
        squad: SquadId,
        /// Hexes moved.
        hexes: u8,
        /// Change to line ahead (else abreast) after the move.
        ahead: Option<bool>,
        /// New facing of each Group.
        turns: [Option<Dir>; 3],
    },
    /// `G first A`.
    GrandFirst(Side),
    /// `F A1f1 @2020`: a frigate is placed after the approach.
    Place {
        /// The frigate.
        ship: ShipId,
        /// Where.
        at: Point,
    },
    /// `W NE strong`: the gamemaster sets the wind.
    Wind {
        /// Where it comes from.
        dir: Dir,
        /// How strong.
        force: Force,
    },
    /// `X begin`: agree to the set-up.
    Begin,
    /// `X concede`.
    Concede,
    /// `X end`: agree to stop.
    OfferEnd,
    /// `X fight`: withdraw the offer to stop.
    FightOn,
    /// `X timeout A`: the server acts for a seat.
    TimeOut(Seat),
    /// `X left A`: a seat has been left for good.
    Left(Seat),
}

/// One step on the way to an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// A Group.
    Group(SquadId, Point),
    /// A squadron.
    Squad(SquadId),
    /// A ship.
    Ship(ShipId),
    /// A direction.
    Dir(Dir),
    /// A point.
    Point(Point),
    /// A side.
    Side(Side),
    /// A number.
    Number(u8),
    /// A card.
    Card(Card),
    /// A wind strength.
    Force(Force),
    /// A word: what kind of act.
    Word(&'static str),
}
