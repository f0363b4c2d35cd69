//! What is shown of types that were announced, and what counting tells of the others.

use crate::board::squares;
use crate::setup::MemoryAid;
use crate::state::{Phase, Public, RED, Token, WHITE};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use admiralty_core::Side;

impl Public {
    /// The type of a known token, as far as it is still shown to those who do
    /// not own it.
    // NB-I-12: always with the full aid, and Admirals in every mode (NB-I-15);
    // NB-I-13: else until two turns after the reveal.
    pub(crate) fn shown(&self, token: Token) -> Option<Kind> {
        let kind = self.known[token.index()]?;
        let fresh = self.ply <= self.revealed_in[token.index()] + 1;
        (self.recalls_all() || fresh || kind == Kind::Admiral).then_some(kind)
    }

    /// Is everything shown that was ever known?
    pub(crate) fn recalls_all(&self) -> bool {
        self.options.memory_aid == MemoryAid::Full || matches!(self.phase, Phase::Over(_))
    }

    /// Takes out what is no longer shown to those who do not own the pieces.
    // NB-I-13. That a piece has moved is told by where it stands, and by the
    // turns that are still recalled (NB-I-21); the flag itself is not shown.
    pub(crate) fn forget(&mut self, own: Option<Side>) {
        if self.recalls_all() {
            return;
        }
        let recent = self.quiet_turns().take(2).flatten().fold(0, |set, (_, to)| set | to.bit());
        let jumper = match self.phase {
            Phase::Series(at) => at.bit(),
            _ => 0,
        };
        for side in [WHITE, RED] {
            let plain = recent | jumper | !self.board().home(side);
            for square in squares(self.occupied[side.index()]) {
                let Some(token) = self.token_on(square) else { continue };
                self.known[token.index()] = self.shown(token);
                if own != Some(side) && plain & square.bit() == 0 {
                    self.moved &= !token.bit();
                }
            }
        }
    }

    /// The types an enemy token may have, as far as counting tells: one bit
    /// per [`Kind`].
    // NB-I-16: what is known, else what is unaccounted for, less the Admiral
    // (NB-P-06), less the mine if it has moved (NB-I-08, NB-I-09).
    pub(crate) fn candidates(&self, token: Token) -> u16 {
        if let Some(kind) = self.known[token.index()] {
            return 1 << kind as u8;
        }
        let side = token.side();
        let n_still = self.complete.then(|| self.unmoved_unknown(side));
        let of_covered = Open::of(&self.unaccounted(side)).to_covered(n_still);
        of_covered[usize::from(self.has_moved(token))]
    }

    /// Copies of each type that are neither captured nor known on the board.
    pub fn unaccounted(&self, side: Side) -> [u8; 9] {
        let (mut captured, mut known) = ([0; 9], [0; 9]);
        for kind in self.racks[side.other().index()].kinds() {
            captured[*kind as usize] += 1;
        }
        // Nothing is known of a token that has left the board: its type lies on the rack.
        for kind in self.known_of(side).iter().flatten() {
            known[*kind as usize] += 1;
        }
        unaccounted(&captured, &known)
    }

    /// What the record tells of the types of a side's tokens, by their numbers.
    pub(crate) fn known_of(&self, side: Side) -> &[Option<Kind>] {
        let first = Token::new(side, 0).index();
        &self.known[first..first + FLEET_SIZE]
    }

    fn unmoved_unknown(&self, side: Side) -> u32 {
        squares(self.occupied[side.index()])
            .filter_map(|square| self.token_on(square))
            .filter(|token| self.known[token.index()].is_none() && self.moved & token.bit() == 0)
            .count() as u32
    }
}

/// What a fleet has of each type besides so many captured and so many known on the board.
fn unaccounted(captured: &[u8; 9], known: &[u8; 9]) -> [u8; 9] {
    const WHOLE: [u8; 9] = {
        let (mut whole, mut i) = ([0; 9], 0);
        while i < KINDS.len() {
            whole[KINDS[i] as usize] = KINDS[i].count();
            i += 1;
        }
        whole
    };
    core::array::from_fn(|kind| WHOLE[kind].saturating_sub(captured[kind] + known[kind]))
}

/// What counting leaves open.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Open {
    /// Types that are not all accounted for, the Admiral aside: one bit per [`Kind`].
    set: u16,
    /// How many mines are not.
    n_mines: u8,
}

impl Open {
    /// From how many of each type are unaccounted for.
    pub(crate) fn of(unaccounted: &[u8; 9]) -> Open {
        let mut set = 0u16;
        for (kind, n) in unaccounted.iter().enumerate() {
            set |= u16::from(*n > 0) << kind;
        }
        set &= !(1 << Kind::Admiral as u8);
        Open { set, n_mines: unaccounted[Kind::Mine as usize] }
    }

    /// What covered pieces may be: those that have not moved, and those that have. `n_still` is how many
    /// of the first there are, if the fleets started complete.
    #[inline]
    pub(crate) fn to_covered(self, n_still: Option<u32>) -> [u16; 2] {
        let mine = 1 << Kind::Mine as u8;
        // As many unmoved unknown tokens as mines: each of them is one.
        let all_mines = n_still == Some(u32::from(self.n_mines));
        [if all_mines { mine } else { self.set }, self.set & !mine]
    }
}
