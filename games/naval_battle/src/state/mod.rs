//! The table: what everybody knows, what a side knows.

mod change;
mod history;
mod knowledge;
mod token;

pub(crate) use change::{relocate, remove, reveal};
pub(crate) use history::{History, QuietTurn, RED_TO_MOVE, moved_print, print};
pub(crate) use knowledge::Open;
pub use token::Token;

use crate::action::Mark;
use crate::board::{Board, N_SQUARES, Square, Squares};
use crate::setup::{Options, Placement};
use crate::units::{FLEET_SIZE, Kind};
use admiralty_core::{Actor, Outcome, Seat, SeatSet, Side};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// White, which moves first.
pub const WHITE: Side = Side(0);
/// Red.
pub const RED: Side = Side(1);

/// Seats 0 and 2 are White's, 1 and 3 Red's.
pub(crate) const fn side_of(seat: Seat) -> Side {
    Side(seat.0 % 2)
}

/// The side of a seat that this game has.
pub(crate) fn seat_side(public: &Public, seat: Seat) -> Option<Side> {
    (seat.0 < public.options.persons).then_some(side_of(seat))
}

/// The seats of a side: its Strategist, and with four persons its Recorder.
// NB-T-10: only seats and notes know how many play; the board does not.
pub(crate) fn seats_of(public: &Public, side: Side) -> impl Iterator<Item = Seat> + use<> {
    (0..public.options.persons).map(Seat).filter(move |seat| side_of(*seat) == side)
}

/// The side of a seat that acts.
pub(crate) fn side_of_actor(by: Actor) -> Option<Side> {
    match by {
        Actor::Seat(seat) => Some(side_of(seat)),
        Actor::Clock | Actor::Host => None,
    }
}

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Both sides place their pieces.
    Deploy,
    /// A side may act.
    Turn,
    /// A series is open; the jumper stands here.
    Series(Square),
    /// It is over.
    Over(Outcome),
}

/// A token going to and fro between two squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shuttle {
    /// Where it stands now.
    pub(crate) at: Square,
    /// Where it would go back to.
    pub(crate) back: Square,
    /// How many turns in a row.
    pub(crate) count: u8,
}

/// What everybody knows.
#[derive(Clone, Debug)]
pub struct Public {
    pub(crate) options: Options,
    pub(crate) phase: Phase,
    /// The side to move.
    pub(crate) to_move: Side,
    pub(crate) ready: [bool; 2],
    /// Seats whose person has left for good.
    pub(crate) left: SeatSet,
    /// Completed turns.
    pub(crate) ply: u16,
    /// Turns in a row without a loss.
    pub(crate) quiet: u16,
    /// Squares each side stands on.
    pub(crate) occupied: [Squares; 2],
    pub(crate) admirals: [Square; 2],
    pub(crate) token_at: [Option<Token>; N_SQUARES],
    /// Tokens that have moved, one bit each.
    pub(crate) moved: u64,
    /// Tokens that have jumped over one that was unmoved and unknown, one bit
    /// each: what whoever watches remembers of them.
    pub(crate) dared: u64,
    /// What the record tells of each token's type.
    pub(crate) known: [Option<Kind>; 2 * FLEET_SIZE],
    /// The turn whose completion makes the reveal complete.
    pub(crate) revealed_in: [u16; 2 * FLEET_SIZE],
    pub(crate) racks: [Rack; 2],
    pub(crate) shuttles: [Option<Shuttle>; 2],
    /// The side whose draw offer is open.
    pub(crate) offer: Option<Side>,
    /// When each side made its last offer.
    pub(crate) offered: [Option<u16>; 2],
    pub(crate) history: History,
    /// Did the fleets start complete? Only then can be counted.
    pub(crate) complete: bool,
}

/// What a side has captured, in order.
// NB-B-10, NB-B-11: a place for each of 31, and the Admiral as the last entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rack {
    kinds: [Kind; FLEET_SIZE],
    len: u8,
}

impl Rack {
    pub(crate) const EMPTY: Rack = Rack { kinds: [Kind::Mine; FLEET_SIZE], len: 0 };

    pub(crate) fn push(&mut self, kind: Kind) {
        self.kinds[self.len as usize] = kind;
        self.len += 1;
    }

    pub(crate) fn kinds(&self) -> &[Kind] {
        &self.kinds[..self.len as usize]
    }
}

/// What one side knows.
#[derive(Clone, Debug)]
pub struct Secret {
    /// The stored placement, while deploying.
    pub(crate) placement: Option<Box<Placement>>,
    /// The type of each token of this side that is on the board.
    pub(crate) kinds: [Option<Kind>; FLEET_SIZE],
    /// Where its mines lie.
    pub(crate) mines: Squares,
    /// What its Recorder wrote down.
    pub(crate) notes: Option<Box<Notes>>,
}

impl Secret {
    /// The type of an own token on the board.
    pub fn kind(&self, token: Token) -> Option<Kind> {
        self.kinds[token.number() as usize]
    }

    /// The stored placement, while deploying.
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_deref()
    }

    pub(crate) const EMPTY: Secret =
        Secret { placement: None, kinds: [None; FLEET_SIZE], mines: 0, notes: None };
}

/// A team's record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notes {
    /// Marks on enemy tokens, by token.
    pub(crate) marks: Vec<(Token, Mark)>,
    /// The notepad.
    pub(crate) pad: String,
}

impl Public {
    /// The board in use.
    pub fn board(&self) -> &Board {
        &self.options.board
    }

    /// The token on a square.
    pub(crate) fn token_on(&self, square: Square) -> Option<Token> {
        self.token_at[square.index()]
    }

    /// The occurrence of a position that ends the game, if there is such a limit.
    pub fn repetition_limit(&self) -> Option<u32> {
        self.options.repetition_limit.get().map(u32::from)
    }

    /// Where the game stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Has this side said that its placement is final?
    pub fn is_ready(&self, side: Side) -> bool {
        self.ready[side.index()]
    }

    /// Turns in a row without a loss.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Where the Admiral of a side stands.
    pub fn admiral(&self, side: Side) -> Square {
        self.admirals[side.index()]
    }

    /// The tokens of a side on the board, with their squares.
    pub fn tokens(&self, side: Side) -> impl Iterator<Item = (Square, Token)> + '_ {
        crate::board::squares(self.occupied[side.index()])
            .filter_map(|square| Some((square, self.token_on(square)?)))
    }

    /// Has this token ever moved, so that it is no mine?
    pub fn has_moved(&self, token: Token) -> bool {
        self.moved & token.bit() != 0
    }

    /// Has this token jumped over one that might have been a mine?
    pub fn has_dared(&self, token: Token) -> bool {
        self.dared & token.bit() != 0
    }

    /// The turns since the last loss, the last first: from where to where;
    /// `None` for a pass.
    pub fn quiet_turns(&self) -> impl Iterator<Item = Option<(Square, Square)>> + '_ {
        self.history.turns().rev().map(QuietTurn::squares)
    }

    /// What the record tells of a token's type.
    pub fn known(&self, token: Token) -> Option<Kind> {
        self.known[token.index()]
    }

    /// The types that a side has captured, in order.
    pub fn captured(&self, by: Side) -> &[Kind] {
        self.racks[by.index()].kinds()
    }

    /// The square a side's last plain move came from, and how many turns in a
    /// row it has now gone to and fro.
    pub fn shuttle(&self, side: Side) -> Option<(Square, Square, u8)> {
        self.shuttles[side.index()].map(|shuttle| (shuttle.at, shuttle.back, shuttle.count))
    }

    pub(crate) fn empty(&self) -> Squares {
        self.options.board.water & !(self.occupied[0] | self.occupied[1])
    }

    /// Squares with an own token: where it stands.
    pub(crate) fn square_of(&self, token: Token) -> Option<Square> {
        crate::board::squares(self.occupied[token.side().index()])
            .find(|&square| self.token_on(square) == Some(token))
    }

    pub(crate) fn has_left(&self, seat: Seat) -> bool {
        self.left.has(seat)
    }

    /// The seat that decides for a side.
    // NB-T-02: the Strategist; NB-T-09: the Recorder, once the Strategist has left.
    pub(crate) fn strategist(&self, side: Side) -> Seat {
        let (strategist, recorder) = (Seat(side.0), Seat(side.0 + 2));
        if self.options.persons == 4 && self.has_left(strategist) { recorder } else { strategist }
    }

    /// The seat that keeps a side's record.
    // NB-T-03: the Recorder; NB-T-13: the Strategist, once the Recorder has left.
    pub(crate) fn recorder(&self, side: Side) -> Seat {
        let (strategist, recorder) = (Seat(side.0), Seat(side.0 + 2));
        if self.options.persons == 4 && !self.has_left(recorder) { recorder } else { strategist }
    }
}
