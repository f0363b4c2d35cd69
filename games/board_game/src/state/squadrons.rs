//! Squadrons: on deck, in the air, and in a strike under way.

use super::UnitId;
use crate::board::Square;
use crate::units::Class;
use core::fmt;

/// Where a squadron is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flying {
    /// There is no such squadron.
    Absent,
    /// On board.
    Aboard,
    /// Screens this unit and has not fought.
    Screen(UnitId),
    /// Placed over this square for the Air step.
    Placed(Square),
    /// In the air, and done for this round.
    Spent,
    /// Destroyed.
    Lost,
}

/// The squadrons of one carrier: fighters, dive bombers, torpedo bombers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deck {
    /// The carrier.
    pub carrier: UnitId,
    /// Its squadrons in the order F1 F2 … D1 … T1 ….
    pub squadrons: [Flying; 8],
}

/// Kind of squadron.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum PlaneKind {
    /// Fighters.
    Fighter,
    /// Dive bombers.
    Dive,
    /// Torpedo bombers.
    Torpedo,
}

/// A squadron of a carrier: kind and number from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Plane {
    /// Its kind.
    pub kind: PlaneKind,
    /// Its number, from 1.
    pub number: u8,
}

impl Plane {
    /// The squadron's place on a deck of this class.
    pub fn slot(self, class: &Class) -> Option<usize> {
        let kind = self.kind as usize;
        (self.number >= 1 && self.number <= class.squadrons[kind]).then(|| {
            let before: u8 = class.squadrons[..kind].iter().sum();
            usize::from(before + self.number - 1)
        })
    }

    /// The squadron at a place on a deck.
    pub fn at(class: &Class, slot: usize) -> Plane {
        let (f, d) = (usize::from(class.squadrons[0]), usize::from(class.squadrons[1]));
        let (kind, number) = if slot < f {
            (PlaneKind::Fighter, slot)
        } else if slot < f + d {
            (PlaneKind::Dive, slot - f)
        } else {
            (PlaneKind::Torpedo, slot - f - d)
        };
        Plane { kind, number: number as u8 + 1 }
    }

    /// Reads `F1`, `D2`, `T1`.
    pub fn parse(text: &str) -> Option<Plane> {
        let kind = match text.as_bytes().first()? {
            b'F' | b'f' => PlaneKind::Fighter,
            b'D' | b'd' => PlaneKind::Dive,
            b'T' | b't' => PlaneKind::Torpedo,
            _ => return None,
        };
        let number: u8 = text.get(1..)?.parse().ok()?;
        (1..=8).contains(&number).then_some(Plane { kind, number })
    }
}

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind {
            PlaneKind::Fighter => 'F',
            PlaneKind::Dive => 'D',
            PlaneKind::Torpedo => 'T',
        };
        write!(f, "{letter}{}", self.number)
    }
}

/// One squadron of a strike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raider {
    /// Its place on the deck.
    pub slot: u8,
    /// What it attacks.
    pub target: UnitId,
    /// Where it flies.
    pub square: Square,
}

/// A strike under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strike {
    /// The carrier.
    pub carrier: UnitId,
    /// How many squadrons take part; 0: no strike.
    pub n: u8,
    /// They, in the order of the deck.
    pub raiders: [Raider; 5],
    /// The target whose step is under way.
    pub target: UnitId,
}

impl Strike {
    /// No strike.
    pub const NONE: Strike = Strike {
        carrier: UnitId::NONE,
        n: 0,
        raiders: [Raider { slot: 0, target: UnitId::NONE, square: Square::NONE }; 5],
        target: UnitId::NONE,
    };

    /// Those that take part.
    pub fn raiders(&self) -> &[Raider] {
        &self.raiders[..usize::from(self.n).min(5)]
    }
}
