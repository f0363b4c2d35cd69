//! Units: their handles, where they are, what they have left, their tokens.

use super::{DeckId, MAX_UNITS, NORTH, SOUTH};
use crate::board::{Dir, Square};
use crate::units::{CardId, Class, Feature, Kind};
use admiralty_core::Side;
use core::fmt;
use core::num::NonZero;

/// A unit by its handle: S1 has the index 0, N1 24. Like a square it never is nothing, so that
/// `Option<UnitId>` is as small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(NonZero<u8>);

impl UnitId {
    /// The unit of a side with this number, from 0.
    pub const fn new(side: Side, number: usize) -> UnitId {
        UnitId::at(side.index() * MAX_UNITS + number)
    }

    /// The unit of an index; the last one for what is beyond the table.
    pub(crate) const fn at(index: usize) -> UnitId {
        let index = if index < 2 * MAX_UNITS { index } else { 2 * MAX_UNITS - 1 };
        UnitId(NonZero::<u8>::MIN.saturating_add(index as u8))
    }

    /// Its side.
    pub const fn side(self) -> Side {
        if self.index() < MAX_UNITS { SOUTH } else { NORTH }
    }

    /// Its number, from 0.
    pub const fn number(self) -> usize {
        self.index() % MAX_UNITS
    }

    /// The unit as an index.
    pub const fn index(self) -> usize {
        (self.0.get() - 1) as usize
    }

    /// Reads `S1`, `N12`.
    pub(crate) fn parse(text: &str) -> Option<UnitId> {
        let side = side_of_letter(text.get(..1)?)?;
        let number: usize = text.get(1..)?.parse().ok()?;
        (text.as_bytes()[1].is_ascii_digit() && (1..=MAX_UNITS).contains(&number))
            .then(|| UnitId::new(side, number - 1))
    }
}

/// The letter of a side.
pub(crate) const fn letter(side: Side) -> &'static str {
    if side.0 == 0 { "S" } else { "N" }
}

/// The name of a side.
pub(crate) const fn name(side: Side) -> &'static str {
    if side.0 == 0 { "South" } else { "North" }
}

/// Reads the letter of a side.
pub(crate) fn side_of_letter(text: &str) -> Option<Side> {
    match text {
        "S" | "s" => Some(SOUTH),
        "N" | "n" => Some(NORTH),
        _ => None,
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letter(self.side()), self.number() + 1)
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Known to be in the fleet, not yet placed.
    Waiting,
    /// In the stand-by area.
    Standby,
    /// On the battlefield, at the surface.
    Afloat,
    /// On the battlefield, submerged.
    Submerged,
    /// Sunk.
    Sunk,
    /// Left the board over the exit edge.
    Exited,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Waiting => "waiting",
            Status::Standby => "standby",
            Status::Afloat => "afloat",
            Status::Submerged => "submerged",
            Status::Sunk => "sunk",
            Status::Exited => "exited",
        })
    }
}

/// The unit has received a Movement die this round.
pub const MOVED: u8 = 1;
/// The carrier has launched this round.
pub const LAUNCHED: u8 = 2;
/// The carrier has made its strike this round.
pub const STRUCK: u8 = 4;
/// The unit took an effective hit of artillery or dive bombers, or a torpedo hit, this round.
pub const HIT: u8 = 8;

/// One unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its card.
    pub card: CardId,
    /// Where it is.
    pub status: Status,
    /// Its square while on the battlefield, and only then.
    pub at: Option<Square>,
    /// Its heading at the surface.
    pub heading: Dir,
    /// Structure left.
    pub sp: u8,
    /// Torpedoes left.
    pub torpedoes: u8,
    /// Its deck, if it carries squadrons.
    pub deck: Option<DeckId>,
    /// What it has done and suffered this round.
    pub flags: u8,
    /// Repairs this round.
    pub repairs: u8,
    /// Tokens the enemy still has to place on it.
    pub owed: u8,
    /// Tokens that bind this round.
    pub tokens: Tokens,
    /// Tokens for the next round.
    pub next: Tokens,
    /// Special features activated this round.
    pub used: u64,
}

impl Unit {
    /// A fresh unit.
    pub(crate) fn new(card: CardId) -> Unit {
        Unit {
            card,
            status: Status::Waiting,
            at: None,
            heading: Dir::N,
            sp: card.class().sp,
            torpedoes: card.class().torp,
            deck: None,
            flags: 0,
            repairs: 0,
            owed: 0,
            tokens: Tokens(0),
            next: Tokens(0),
            used: 0,
        }
    }

    /// Its printed figures.
    pub fn class(&self) -> &'static Class {
        self.card.class()
    }

    /// Its square. Only a unit on the battlefield has one; nobody asks for any other's.
    pub fn square(&self) -> Square {
        debug_assert!(self.at.is_some(), "the unit is not on the battlefield");
        self.at.unwrap_or(Square::at(0))
    }

    /// Is it on the battlefield?
    pub const fn is_afield(&self) -> bool {
        matches!(self.status, Status::Afloat | Status::Submerged)
    }

    /// Is it at the surface of the battlefield?
    pub const fn is_afloat(&self) -> bool {
        matches!(self.status, Status::Afloat)
    }

    /// Is it a submarine, in any state?
    pub fn is_boat(&self) -> bool {
        self.class().kind == Kind::Ss
    }

    /// The features of the side of the card that lies up.
    pub fn printed(&self) -> u64 {
        // BG-0-UC5: only the face-up side counts.
        if matches!(self.status, Status::Submerged) {
            self.class().back
        } else {
            self.class().front
        }
    }

    /// Is the special feature in force this round?
    pub const fn has_active(&self, feature: Feature) -> bool {
        self.used & feature.bit() != 0
    }

    /// Has it done or suffered this?
    pub const fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// Critical tokens on a card: one per feature, two on a battery with two spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tokens(pub u32);

impl Tokens {
    const fn second(feature: Feature) -> u32 {
        match feature {
            Feature::Art1 => 1 << 30,
            Feature::Art2 => 1 << 31,
            _ => 0,
        }
    }

    /// How many lie on the feature.
    pub const fn on(self, feature: Feature) -> u8 {
        let first = self.0 & feature.bit() as u32 != 0;
        let second = self.0 & Tokens::second(feature) != 0;
        first as u8 + second as u8
    }

    /// Adds one.
    pub(crate) fn add(&mut self, feature: Feature) {
        let first = feature.bit() as u32;
        self.0 |= if self.0 & first == 0 { first } else { Tokens::second(feature) };
    }

    /// Takes one off.
    pub fn remove(&mut self, feature: Feature) {
        let second = Tokens::second(feature);
        self.0 &= !(if self.0 & second != 0 { second } else { feature.bit() as u32 });
    }

    /// Does none lie on the card?
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
