//! Dice are handed in. A game asks for a die; where the number comes from
//! (a test's tape, a seeded generator, a key that players can verify) is not
//! its business.

use alloc::vec::Vec;
use core::fmt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A die by its number of faces, 1 to 720 (the wind wheel).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Die(pub u16);

impl Die {
    /// The most faces a die can have.
    pub const MAX_FACES: u16 = 720;
    /// The common die.
    pub const D6: Die = Die(6);
    /// The ten-sided die, read 1 to 10.
    pub const D10: Die = Die(10);
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

/// A die that was rolled, and what it showed: 1 up to its faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rolled {
    /// The die.
    pub die: Die,
    /// What it showed.
    pub value: u16,
}

/// Why an entry cannot be carried out to the next decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dry {
    /// The tape has ended.
    Ended {
        /// The die that was wanted.
        die: Die,
        /// How many dice had been rolled before it.
        after: usize,
    },
    /// What stands on the tape is no face of the die.
    NoFace {
        /// The die that was wanted.
        die: Die,
        /// How many dice had been rolled before it.
        after: usize,
        /// What stood on the tape.
        found: u16,
    },
    /// The rules went on and on without coming to a decision; see [`Bound`](crate::Bound).
    Endless,
}

impl Dry {
    /// The die that would bring it on, if that is all that is missing.
    pub fn wanted(self) -> Option<Die> {
        match self {
            Dry::Ended { die, .. } => Some(die),
            Dry::NoFace { .. } | Dry::Endless => None,
        }
    }
}

impl fmt::Display for Dry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dry::Ended { die, after } => {
                write!(f, "the dice ran dry: a {die} is wanted as die {}", after + 1)
            }
            Dry::NoFace { die, after, found } => {
                write!(f, "die {} is a {die} and cannot show {found}", after + 1)
            }
            Dry::Endless => write!(f, "the rules do not come to a next decision from here"),
        }
    }
}

impl core::error::Error for Dry {}

/// A source of rolls.
pub trait Dice {
    /// Rolls one die: a number from 1 to its faces.
    fn roll(&mut self, die: Die) -> Result<u16, Dry>;
}

/// Forced dice, in order.
///
/// ```
/// use admiralty_core::{Dice, Die, Tape};
/// let mut tape = Tape::new(&[6, 1]);
/// assert_eq!(tape.roll(Die::D6), Ok(6));
/// assert_eq!(tape.roll(Die::D6), Ok(1));
/// assert_eq!(tape.roll(Die::D10).unwrap_err().wanted(), Some(Die::D10));
/// ```
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    values: &'a [u16],
    used: usize,
}

impl<'a> Tape<'a> {
    /// A tape with these numbers.
    pub const fn new(values: &'a [u16]) -> Tape<'a> {
        Tape { values, used: 0 }
    }

    /// The numbers nobody asked for.
    pub fn left(&self) -> &'a [u16] {
        &self.values[self.used..]
    }
}

impl Dice for Tape<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        match self.values.get(self.used) {
            Some(&value) if value >= 1 && value <= die.0 => {
                self.used += 1;
                Ok(value)
            }
            Some(&found) => Err(Dry::NoFace { die, after: self.used, found }),
            None => Err(Dry::Ended { die, after: self.used }),
        }
    }
}

/// Passes rolls on and writes them down.
pub struct Recorder<'a> {
    inner: &'a mut dyn Dice,
    /// What was rolled so far.
    pub rolled: Vec<Rolled>,
}

impl<'a> Recorder<'a> {
    /// More dice than any entry rolls; who asks for more asks for ever.
    const MOST: usize = 10_000;

    /// Writes down what `inner` rolls.
    pub fn new(inner: &'a mut dyn Dice) -> Recorder<'a> {
        Recorder { inner, rolled: Vec::new() }
    }
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        if self.rolled.len() >= Recorder::MOST {
            return Err(Dry::Endless);
        }
        let value = self.inner.roll(die)?;
        self.rolled.push(Rolled { die, value });
        Ok(value)
    }
}

/// A ChaCha20 generator: the same seed gives the same rolls on every machine.
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha20Rng);

impl Seeded {
    /// From a number.
    pub fn new(seed: u64) -> Seeded {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Seeded(ChaCha20Rng::from_seed(bytes))
    }

    /// 64 bits, for seeds of further generators.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each equally likely; `n` must not be 0.
    pub fn below(&mut self, n: u32) -> u32 {
        // Draw again in the incomplete last stretch, so that no number is favoured.
        let limit = u32::MAX - u32::MAX % n;
        loop {
            let x = self.0.next_u32();
            if x < limit {
                return x % n;
            }
        }
    }

    /// Brings the items into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

impl Dice for Seeded {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        Ok(self.below(u32::from(die.0.max(1))) as u16 + 1)
    }
}

/// For games that never roll: every roll is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        Err(Dry::Ended { die, after: 0 })
    }
}
