//! What came of an action.

use crate::board::Square;
use crate::rules::combat::Combat;
use crate::state::Token;
use crate::units::Kind;
use admiralty_core::{Outcome, Seat, Side};

/// Something that happened. Everybody is told, except what concerns one
/// side's placement or notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A side changed its stored placement (told to that side).
    Placed(Side),
    /// A side is ready.
    Ready(Side),
    /// A side is not ready after all.
    Unready(Side),
    /// Play starts; the Admirals stand here, White's first.
    PlayStarted([Square; 2]),
    /// A token moved.
    Moved {
        /// The piece, by its number.
        token: Token,
        /// From here.
        from: Square,
        /// To there.
        to: Square,
        /// Nobody knew before that it is no mine.
        first: bool,
    },
    /// A combat begins.
    AttackDeclared {
        /// From here.
        from: Square,
        /// Against the piece there.
        to: Square,
    },
    /// A type is announced.
    Revealed {
        /// The piece, by its number.
        token: Token,
        /// Its type.
        kind: Kind,
    },
    /// The result of a combat for the attacker.
    Fought(Combat),
    /// A token left the board.
    Removed {
        /// The piece, by its number.
        token: Token,
        /// Its type.
        kind: Kind,
        /// The side that took it.
        by: Side,
    },
    /// A token hopped.
    Hopped {
        /// The piece, by its number.
        token: Token,
        /// From here.
        from: Square,
        /// To there.
        to: Square,
        /// Nobody knew before that it is no mine.
        first: bool,
    },
    /// The series may go on.
    SeriesOpen(Square),
    /// The series was ended although it could have gone on.
    Stopped,
    /// A side passed.
    Passed(Side),
    /// The turn is over.
    TurnEnded,
    /// A draw is offered.
    DrawOffered(Side),
    /// The offer is declined.
    DrawDeclined(Side),
    /// Something was written down (told to that side).
    Noted(Side),
    /// Somebody left; this seat now speaks for the side.
    TookOver(Seat),
    /// The game is over.
    GameOver(Outcome),
    /// All types are open.
    AllRevealed,
}
