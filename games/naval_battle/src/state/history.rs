//! The positions since the last loss, for the repetition rule.

use crate::board::{Square, squares};
use crate::state::{Public, RED, Token};
use alloc::vec::Vec;

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
    turns: [QuietTurn; History::INLINE],
    more: Vec<(u32, QuietTurn)>,
}

/// A quiet turn: a plain move or a pass, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QuietTurn {
    from: Square,
    to: Square,
}

impl QuietTurn {
    // No move stays where it is.
    pub(crate) const PASS: QuietTurn = QuietTurn { from: Square(0), to: Square(0) };

    /// A plain move.
    pub(crate) const fn moved(from: Square, to: Square) -> QuietTurn {
        QuietTurn { from, to }
    }

    /// From where to where; `None` for a pass.
    pub(crate) fn squares(self) -> Option<(Square, Square)> {
        (self != QuietTurn::PASS).then_some((self.from, self.to))
    }
}

impl History {
    const INLINE: usize = 100;

    pub(crate) const fn start(print: u64) -> History {
        let mut prints = [0; History::INLINE];
        prints[0] = print as u32;
        let turns = [QuietTurn::PASS; History::INLINE];
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

    pub(crate) fn push(&mut self, print: u64, by: QuietTurn) {
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
    pub(crate) fn turns(&self) -> impl DoubleEndedIterator<Item = QuietTurn> + '_ {
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

/// Fingerprint of the position after a plain move.
#[inline]
pub(crate) fn moved_print(last: u64, token: Token, from: Square, to: Square) -> u64 {
    last ^ print_of(token, from) ^ print_of(token, to) ^ RED_TO_MOVE
}

/// Fingerprint of a whole position.
// NB-D-02: by token and side to move, so that it never tells that two pieces are of one type.
pub(crate) fn print(public: &Public) -> u64 {
    let mut x = if public.to_move == RED { RED_TO_MOVE } else { 0 };
    for square in squares(public.occupied[0] | public.occupied[1]) {
        if let Some(token) = public.token_on(square) {
            x ^= print_of(token, square);
        }
    }
    x
}

impl Public {
    /// How often the position after this plain move will have occurred, that
    /// occurrence included.
    pub fn occurrences_after(&self, from: Square, to: Square) -> u32 {
        let Some(token) = self.token_on(from) else { return 0 };
        let print = moved_print(self.history.last(), token, from, to);
        self.history.count(print) + 1
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
        for turn in self.history.turns().rev() {
            if let Some((from, to)) = turn.squares() {
                then.swap(from.index(), to.index());
            }
            same_mover = !same_mover;
            times += u32::from(same_mover && then == self.token_at);
        }
        times >= limit
    }
}
