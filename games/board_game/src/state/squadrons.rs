//! Squadrons: on deck, in the air, and in a strike under way.

use super::UnitId;
use crate::board::Square;
use crate::units::Class;
use core::fmt;
use core::num::NonZero;

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

impl PlaneKind {
    /// How it is written.
    pub(crate) const fn letter(self) -> char {
        match self {
            PlaneKind::Fighter => 'F',
            PlaneKind::Dive => 'D',
            PlaneKind::Torpedo => 'T',
        }
    }
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
    pub(crate) fn parse(text: &str) -> Option<Plane> {
        let kind = match text.as_bytes().first()? {
            b'F' | b'f' => PlaneKind::Fighter,
            b'D' | b'd' => PlaneKind::Dive,
            b'T' | b't' => PlaneKind::Torpedo,
            _ => return None,
        };
        let digits = text.get(1..)?;
        let number: u8 = digits.parse().ok()?;
        // A sign before the number is read by `parse`, but nobody writes it.
        (digits.bytes().all(|byte| byte.is_ascii_digit()) && (1..=8).contains(&number))
            .then_some(Plane { kind, number })
    }
}

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.number)
    }
}

/// The deck of a carrier by its place in [`super::Public::decks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckId(NonZero<u8>);

impl DeckId {
    /// The deck at this place.
    pub(crate) const fn at(index: usize) -> DeckId {
        DeckId(NonZero::<u8>::MIN.saturating_add(index as u8))
    }

    /// Its place.
    pub(crate) const fn index(self) -> usize {
        (self.0.get() - 1) as usize
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

/// The most squadrons of one strike.
pub(crate) const MOST_RAIDERS: usize = 5;

/// A strike under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strike {
    /// The carrier.
    pub carrier: UnitId,
    /// The target whose step is under way.
    pub target: UnitId,
    /// Its squadrons, in the order of the deck.
    raiders: [Option<Raider>; MOST_RAIDERS],
}

impl Strike {
    /// A strike of these squadrons, at most five; its first step is that of the first target.
    pub(crate) fn new(carrier: UnitId, squadrons: impl Iterator<Item = Raider>) -> Option<Strike> {
        let mut raiders = [None; MOST_RAIDERS];
        for (place, raider) in raiders.iter_mut().zip(squadrons) {
            *place = Some(raider);
        }
        let target = raiders.iter().flatten().map(|raider| raider.target).min()?;
        Some(Strike { carrier, target, raiders })
    }

    /// The same strike, at the step of this target.
    #[must_use]
    pub(crate) fn at(mut self, target: UnitId) -> Strike {
        self.target = target;
        self
    }

    /// Those that take part.
    pub fn raiders(&self) -> impl Iterator<Item = &Raider> {
        self.raiders.iter().flatten()
    }
}
