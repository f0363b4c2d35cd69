//! Dice: the six faces with their symbols, and the pools both sides roll each round.

use crate::event::Event;
use crate::rules::Tell;
use crate::state::{NORTH, Public, SOUTH};
use admiralty_core::{Dice, Die, Dry, Side, Told};
use core::fmt;

/// What a die can be used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Symbol {
    /// Lets a unit move, and pays half of a repair.
    Movement,
    /// Launches a torpedo.
    Torpedo,
    /// Fires a battery, and pays the other half of a repair.
    Artillery,
    /// Stands for any of the four, or activates a feature.
    Admiral,
    /// Shoots down a squadron; only in rolls of anti-aircraft fire.
    AntiAircraft,
    /// Attacks a submerged boat.
    DepthCharge,
}

/// A face of the die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Face {
    /// Movement.
    M,
    /// Movement and Anti-aircraft.
    MF,
    /// Artillery and Anti-aircraft.
    AF,
    /// Artillery and Depth charge.
    AD,
    /// Torpedo and Movement.
    TM,
    /// Admiral.
    X,
}

/// The die has six faces.
pub(crate) const SIX: Die = Die::D6;

/// Luck is a star: it stands for any other face, and wakes what no other can.
pub(crate) fn luck(die: Die, value: u16) -> u16 {
    if die == SIX { u16::from(value == Face::X as u16 + 1) } else { value }
}

/// The names of a die's faces, where people read symbols and no numbers.
pub(crate) fn faces(die: Die) -> &'static [&'static str] {
    const CODES: [&str; 6] = {
        let mut codes = [""; 6];
        let mut i = 0;
        while i < 6 {
            codes[i] = Face::ALL[i].code();
            i += 1;
        }
        codes
    };
    if die == SIX { &CODES } else { &[] }
}

impl Face {
    /// BG-2-AD12: the six faces in the order of the die's numbers, each as likely as the others.
    pub const ALL: [Face; 6] = [Face::M, Face::MF, Face::AF, Face::AD, Face::TM, Face::X];

    /// The face as an index into pools.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Does the face show this symbol?
    pub(crate) const fn shows(self, symbol: Symbol) -> bool {
        matches!(
            (self, symbol),
            (Face::M | Face::MF | Face::TM, Symbol::Movement)
                | (Face::MF | Face::AF, Symbol::AntiAircraft)
                | (Face::AF | Face::AD, Symbol::Artillery)
                | (Face::AD, Symbol::DepthCharge)
                | (Face::TM, Symbol::Torpedo)
                | (Face::X, Symbol::Admiral)
        )
    }

    /// The symbol that counts when dice are compared.
    pub(crate) const fn highest(self) -> Symbol {
        // BG-2-CR1: Admiral beats Artillery beats Torpedo beats Movement (the order of `Symbol`).
        // BG-2-CR2: a face with two symbols counts with its higher one.
        match self {
            Face::M | Face::MF => Symbol::Movement,
            Face::TM => Symbol::Torpedo,
            Face::AF | Face::AD => Symbol::Artillery,
            Face::X => Symbol::Admiral,
        }
    }

    /// How it is written.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Face::M => "M",
            Face::MF => "MF",
            Face::AF => "AF",
            Face::AD => "AD",
            Face::TM => "TM",
            Face::X => "X",
        }
    }

    /// Reads a face; the case of letters does not matter.
    pub(crate) fn parse(text: &str) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.code().eq_ignore_ascii_case(text))
    }

    /// Rolls one die.
    pub(crate) fn roll(dice: &mut dyn Dice) -> Result<Face, Dry> {
        let value = dice.roll(SIX)?;
        Ok(Face::ALL[usize::from(value.clamp(1, 6)) - 1])
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Faces in the order they fell, without the heap: room for the two dice of 24 units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rolls {
    n: u8,
    bits: [u64; 3],
}

impl Rolls {
    /// Adds one; beyond 63 dice the rest is not kept, which no roll of the game reaches.
    pub(crate) fn push(&mut self, face: Face) {
        if self.n < 63 {
            self.bits[usize::from(self.n / 21)] |= (face as u64) << (3 * (self.n % 21));
            self.n += 1;
        }
    }

    /// How many fell.
    pub(crate) const fn len(self) -> usize {
        self.n as usize
    }

    /// The faces in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Face> {
        (0..self.n).map(move |i| {
            Face::ALL[(self.bits[usize::from(i / 21)] >> (3 * (i % 21)) & 7) as usize]
        })
    }

    /// How many show the symbol.
    pub(crate) fn count(self, symbol: Symbol) -> u8 {
        self.iter().filter(|face| face.shows(symbol)).count() as u8
    }

    /// Rolls `n` dice.
    pub(crate) fn roll(n: usize, dice: &mut dyn Dice) -> Result<Rolls, Dry> {
        let mut rolls = Rolls::default();
        for _ in 0..n {
            rolls.push(Face::roll(dice)?);
        }
        Ok(rolls)
    }
}

/// Rolls both pools.
pub(crate) fn roll_pools(p: &mut Public, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    // BG-9-DS2: South's whole pool, then North's.
    for side in [SOUTH, NORTH] {
        // BG-2-AD1: two dice per unit on the battlefield; BG-2-AD2: submarines too;
        // BG-0-SU11: units that entered; BG-0-SU12: none for stand-by, BG-2-AD3: none for squadrons.
        let n = 2 * p.afield(side).count();
        let faces = Rolls::roll(n, dice)?;
        // BG-2-AS1: all public, the Admiral dice apart under their own face.
        p.pool[side.index()] = [0; 6];
        p.exhausted[side.index()] = [0; 6];
        for face in faces.iter() {
            p.pool[side.index()][face.index()] += 1;
        }
        tell(Told::all(Event::Pool { by: side, faces }));
    }
    Ok(())
}

/// Every die is exhausted.
pub(crate) fn clear_pools(p: &mut Public) {
    // BG-2-AD10: nothing is carried over. BG-2-AD11: so an Anti-aircraft symbol in the pool is of no use.
    for side in [SOUTH, NORTH] {
        p.pool[side.index()] = [0; 6];
        p.exhausted[side.index()] = [0; 6];
    }
}

impl Public {
    /// Exhausts one die.
    pub fn exhaust(&mut self, side: Side, face: Face) {
        // BG-2-AD9: a used die is exhausted. BG-2-AD8: so it serves one symbol only.
        let have = &mut self.pool[side.index()][face.index()];
        if *have > 0 {
            *have -= 1;
            self.exhausted[side.index()][face.index()] += 1;
        }
    }

    /// Exhausts every die of this face.
    pub(crate) fn exhaust_all(&mut self, side: Side, face: Face) {
        let n = core::mem::take(&mut self.pool[side.index()][face.index()]);
        self.exhausted[side.index()][face.index()] += n;
    }
}
