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

/// No number could be had for this die: the tape has ended, or what stands on
/// it is no face of the die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dry {
    /// The die that was wanted.
    pub die: Die,
    /// How many dice had been rolled before it.
    pub after: usize,
    /// What stood on the tape, if it was no face of the die.
    pub found: Option<u16>,
}

impl fmt::Display for Dry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(value) => {
                write!(f, "die {} is a {} and cannot show {value}", self.after + 1, self.die)
            }
            None => {
                write!(f, "the dice ran dry: a {} is wanted as die {}", self.die, self.after + 1)
            }
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
/// assert_eq!(tape.roll(Die::D10).unwrap_err().die, Die::D10);
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
            found => Err(Dry { die, after: self.used, found: found.copied() }),
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
    /// Writes down what `inner` rolls.
    pub fn new(inner: &'a mut dyn Dice) -> Recorder<'a> {
        Recorder { inner, rolled: Vec::new() }
    }
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
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
        Err(Dry { die, after: 0, found: None })
    }
}
