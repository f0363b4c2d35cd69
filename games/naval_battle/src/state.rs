//! The table: what everybody knows, what a side knows.

use crate::action::Mark;
use crate::board::{Board, N_SQUARES, Square, Squares};
use crate::setup::{Options, Placement};
use crate::units::{FLEET_SIZE, Kind};
use admiralty_core::{Outcome, Seat, Side};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::num::NonZeroU8;

/// White, which moves first.
pub const WHITE: Side = Side(0);
/// Red.
pub const RED: Side = Side(1);

/// One piece as everybody sees it: a side and a number that tells nothing of
/// its type.
// NB-I-10: the number follows from the deployment square alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Token(NonZeroU8);

impl Token {
    pub(crate) const fn new(side: Side, number: u8) -> Token {
        // One more than the index: an empty square then costs no second byte.
        match NonZeroU8::new(side.0 * FLEET_SIZE as u8 + number + 1) {
            Some(id) => Token(id),
            None => unreachable!(),
        }
    }

    /// Whose it is.
    pub const fn side(self) -> Side {
        Side(self.index() as u8 / FLEET_SIZE as u8)
    }

    /// Its number within the fleet, from 0.
    pub const fn number(self) -> u8 {
        self.index() as u8 % FLEET_SIZE as u8
    }

    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub(crate) const fn bit(self) -> u64 {
        1 << self.index()
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
    /// The options in force.
    pub options: Options,
    pub(crate) phase: Phase,
    /// The side to move.
    pub(crate) to_move: Side,
    pub(crate) ready: [bool; 2],
    /// Seats whose person has left for good, one bit each.
    pub(crate) left: u8,
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
    pub fn token_on(&self, square: Square) -> Option<Token> {
        self.token_at[square.index()]
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

    /// The turns since the last loss, the last first: from where to where; a
    /// pass stays where it is.
    pub fn quiet_turns(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        self.history.turns().rev()
    }

    /// What the record tells of a token's type.
    pub fn known(&self, token: Token) -> Option<Kind> {
        self.known[token.index()]
    }

    /// The types that a side has captured, in order.
    pub fn captured(&self, by: Side) -> &[Kind] {
        self.racks[by.index()].kinds()
    }

    /// How often the position after this plain move will have occurred, that
    /// occurrence included.
    pub fn occurrences_after(&self, from: Square, to: Square) -> u32 {
        let Some(token) = self.token_on(from) else { return 0 };
        let print = crate::apply::moved_print(self.history.last(), token, from, to);
        self.history.count(print) + 1
    }

    /// The square a side's last plain move came from, and how many turns in a
    /// row it has now gone to and fro.
    pub fn shuttle(&self, side: Side) -> Option<(Square, Square, u8)> {
        self.shuttles[side.index()].map(|shuttle| (shuttle.at, shuttle.back, shuttle.count))
    }

    /// Has this position occurred at least `limit` times?
    // NB-D-01, NB-D-02: which token stands where, and who is to move.
    pub(crate) fn has_occurred(&self, limit: u32) -> bool {
        if self.history.count(self.history.last()) < limit {
            return false;
        }
        // Equal fingerprints are rare: walk back and compare the squares themselves.
        let mut then = self.token_at;
        let mut same_mover = true;
        let mut times = 1;
        for (from, to) in self.history.turns().rev() {
            then.swap(from.index(), to.index());
            same_mover = !same_mover;
            times += u32::from(same_mover && then == self.token_at);
        }
        times >= limit
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
        self.left & (1 << seat.0) != 0
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

    /// The types an enemy token may have, as far as counting tells: one bit
    /// per [`Kind`].
    // NB-I-16: what is known, else what is unaccounted for, less the Admiral
    // (NB-P-06), less the mine if it has moved (NB-I-08, NB-I-09).
    pub(crate) fn candidates(&self, token: Token) -> u16 {
        if let Some(kind) = self.known[token.index()] {
            return 1 << kind as u8;
        }
        let open = self.unaccounted(token.side());
        let mut set = 0u16;
        for (kind, n) in open.iter().enumerate() {
            if *n > 0 {
                set |= 1 << kind;
            }
        }
        set &= !(1 << Kind::Admiral as u8);
        if self.moved & token.bit() != 0 {
            return set & !(1 << Kind::Mine as u8);
        }
        // As many unmoved unknown tokens as mines: each of them is one.
        if self.complete
            && self.unmoved_unknown(token.side()) == u32::from(open[Kind::Mine as usize])
        {
            return 1 << Kind::Mine as u8;
        }
        set
    }

    /// Copies of each type that are neither captured nor known on the board.
    pub fn unaccounted(&self, side: Side) -> [u8; 9] {
        let mut open = [0; 9];
        for kind in crate::units::KINDS {
            open[kind as usize] = kind.count();
        }
        for kind in self.racks[side.other().index()].kinds() {
            open[*kind as usize] = open[*kind as usize].saturating_sub(1);
        }
        for square in crate::board::squares(self.occupied[side.index()]) {
            if let Some(kind) = self.token_on(square).and_then(|token| self.known[token.index()]) {
                open[kind as usize] = open[kind as usize].saturating_sub(1);
            }
        }
        open
    }

    fn unmoved_unknown(&self, side: Side) -> u32 {
        crate::board::squares(self.occupied[side.index()])
            .filter_map(|square| self.token_on(square))
            .filter(|token| self.known[token.index()].is_none() && self.moved & token.bit() == 0)
            .count() as u32
    }
}

/// The positions since the last loss, for the repetition rule: only among
/// them can one occur again. A 32-bit fingerprint of each finds candidates
/// fast; the quiet turns between them are kept to compare exactly, and to be
/// written down.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// The whole fingerprint of the last position.
    last: u64,
    len: u16,
    /// The usual quiet limit fits here; longer ones go to the heap.
    prints: [u32; History::INLINE],
    turns: [QuietMove; History::INLINE],
    more: Vec<(u32, QuietMove)>,
}

/// A quiet turn: a plain move, or a pass (from and to the same).
pub(crate) type QuietMove = (Square, Square);

impl History {
    const INLINE: usize = 100;
    pub(crate) const PASS: QuietMove = (Square(0), Square(0));

    pub(crate) const fn start(print: u64) -> History {
        let mut prints = [0; History::INLINE];
        prints[0] = print as u32;
        let turns = [History::PASS; History::INLINE];
        History { last: print, len: 1, prints, turns, more: Vec::new() }
    }

    /// Everything before a loss can never come again.
    pub(crate) fn restart(&mut self, print: u64) {
        self.last = print;
        self.len = 1;
        self.prints[0] = print as u32;
        self.more.clear();
    }

    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    pub(crate) fn push(&mut self, print: u64, by: QuietMove) {
        self.last = print;
        if (self.len as usize) < History::INLINE {
            self.prints[self.len as usize] = print as u32;
            self.turns[self.len as usize] = by;
            self.len += 1;
        } else {
            self.more.push((print as u32, by));
        }
    }

    /// How many positions may be the one with this fingerprint: never too few.
    pub(crate) fn count(&self, wanted: u64) -> u32 {
        let wanted = wanted as u32;
        let inline = self.prints[..self.len as usize].iter().filter(|print| **print == wanted);
        let more = self.more.iter().filter(|(print, _)| *print == wanted);
        (inline.count() + more.count()) as u32
    }

    /// The quiet turns since the first position kept.
    pub(crate) fn turns(&self) -> impl DoubleEndedIterator<Item = QuietMove> + '_ {
        self.turns[1..self.len as usize].iter().copied().chain(self.more.iter().map(|(_, by)| *by))
    }
}

/// A number for "this token on this square"; a position's fingerprint is
/// their exclusive-or.
#[inline]
pub(crate) const fn print_of(token: Token, square: Square) -> u64 {
    let mut x = (token.index() as u64) << 8 | square.0 as u64;
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 29;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 32)
}

/// Fingerprint of "Red is to move".
pub(crate) const RED_TO_MOVE: u64 = 0x5851_f42d_4c95_7f2d;

/// Fingerprint of a whole position.
// NB-D-02: by token and side to move, so that it never tells that two pieces are of one type.
pub(crate) fn print(public: &Public) -> u64 {
    let mut x = if public.to_move == RED { RED_TO_MOVE } else { 0 };
    for square in crate::board::squares(public.occupied[0] | public.occupied[1]) {
        if let Some(token) = public.token_on(square) {
            x ^= print_of(token, square);
        }
    }
    x
}
