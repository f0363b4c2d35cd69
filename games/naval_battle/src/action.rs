//! What players choose, and the steps by which a person chooses it.

use crate::board::Square;
use crate::setup::{Placement, Template};
use crate::units::Kind;
use admiralty_core::{Seat, Side};
use alloc::boxed::Box;
use alloc::string::String;

/// A decision. Board actions are small; what is large is boxed, so that a
/// list of legal actions stays small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A step of the deployment.
    Prepare(Box<Order>),
    /// A plain move.
    Move {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// An individual combat.
    Attack {
        /// From here.
        from: Square,
        /// Against the piece there.
        to: Square,
    },
    /// The first hop of a series.
    Hop {
        /// From here.
        from: Square,
        /// To there, two squares away.
        to: Square,
    },
    /// A further hop of the open series.
    HopOn {
        /// To there.
        to: Square,
    },
    /// End the open series.
    Stop,
    /// Do nothing, where that is allowed.
    Pass,
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept the offer.
    AcceptDraw,
    /// Decline the offer.
    DeclineDraw,
    /// Write on a token or on the notepad.
    Note(Box<Note>),
    /// The clock: a side has used up its time.
    Flag(Side),
    /// The clock: the time for deployment is over.
    DeployTimeOut,
    /// The host: the person at this seat has left for good.
    Left(Seat),
}

/// A step of the deployment, perhaps with the fleet it is meant for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The fleet named in the order; without one it is the own.
    pub side: Option<Side>,
    /// What to do.
    pub step: Prepare,
}

/// What can be done while placing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prepare {
    /// Store a whole placement.
    Deploy(Placement),
    /// Store a named placement, perhaps mirrored left to right.
    Template {
        /// One of the ready-made ones.
        template: Template,
        /// Mirrored?
        mirrored: bool,
    },
    /// Store the random placement of a seed.
    Random(u64),
    /// Put a piece on an own home square (replacing what stood there).
    Place {
        /// The piece.
        kind: Kind,
        /// A square of the own home rows, water.
        at: Square,
    },
    /// Exchange what stands on two own home squares.
    Swap(Square, Square),
    /// Take a piece back, or all.
    Clear(Option<Square>),
    /// The placement is final, as far as this side is concerned.
    Ready,
    /// It is not, after all.
    Unready,
}

impl From<Prepare> for Action {
    fn from(step: Prepare) -> Action {
        Action::Prepare(Box::new(Order { side: None, step }))
    }
}

/// Something written down for the own team.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// On the enemy token standing here; `None` wipes it off.
    Mark {
        /// Where the token stands.
        at: Square,
        /// What is written on it.
        mark: Option<Mark>,
    },
    /// On the notepad, replacing what stood there.
    Pad(String),
}

/// What is written on a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A type, certain or not.
    Kind {
        /// What the piece is taken for.
        kind: Kind,
        /// With a question mark?
        unsure: bool,
    },
    /// Anything else.
    Text(String),
}

/// One step on the way to an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// Choose among the named placements.
    Templates,
    /// This one.
    Template(Template),
    /// This one, mirrored.
    Mirrored(Template),
    /// Put a piece down.
    Place,
    /// Of this type.
    Kind(Kind),
    /// Exchange two.
    Swap,
    /// Take one back.
    Clear,
    /// Take all back.
    ClearAll,
    /// Ready.
    Ready,
    /// Not ready after all.
    Unready,
    /// Act with the piece here; or a square of the home area.
    Square(Square),
    /// Move there.
    Move(Square),
    /// Attack there.
    Attack(Square),
    /// Hop there.
    Hop(Square),
    /// End the series.
    Stop,
    /// Pass.
    Pass,
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept it.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Write on an enemy token.
    Note,
    /// This type.
    Mark(Kind),
    /// This type, perhaps.
    Perhaps(Kind),
    /// Wipe the mark off.
    Wipe,
}
