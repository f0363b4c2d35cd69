//! Pieces as everybody sees them.

use crate::units::FLEET_SIZE;
use admiralty_core::Side;
use core::num::NonZeroU8;

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
