//! Cards and their printed figures, features, and the cost model.
//!
//! The anchor of the scale is the one number the rulebook prints: a dive-bomber
//! squadron attacks with value 2 and several add up. Three of them must threaten
//! a battleship only together, so battleship armour is 5, heavy cruiser 3, light
//! cruiser 2, destroyer 1; guns use the same scale. Structure follows size,
//! movement follows speed, torpedoes are about one per two or three tubes.

mod feature;
mod roster;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use feature::set_of;
pub use feature::{Feature, GREEN, RED, Window, features, window};
pub(crate) use roster::{CARDS, CLASSES, N_CARDS};

/// A navy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Navy {
    /// United States.
    Us,
    /// United Kingdom and Commonwealth.
    Uk,
    /// Japan.
    Jp,
    /// Germany.
    De,
    /// Italy.
    It,
}

impl Navy {
    /// How it is written.
    pub const fn code(self) -> &'static str {
        match self {
            Navy::Us => "US",
            Navy::Uk => "UK",
            Navy::Jp => "JP",
            Navy::De => "DE",
            Navy::It => "IT",
        }
    }

    /// US and UK stand together, the other three too.
    pub(crate) const fn is_allied(self) -> bool {
        matches!(self, Navy::Us | Navy::Uk)
    }
}

/// A type of unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Battleship.
    Bb,
    /// Battlecruiser.
    Bc,
    /// Heavy cruiser.
    Ca,
    /// Light cruiser.
    Cl,
    /// Destroyer, escort, torpedo boat.
    Dd,
    /// Carrier.
    Cv,
    /// Submarine.
    Ss,
    /// Transport.
    Tr,
}

impl Kind {
    /// How it is written.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Kind::Bb => "BB",
            Kind::Bc => "BC",
            Kind::Ca => "CA",
            Kind::Cl => "CL",
            Kind::Dd => "DD",
            Kind::Cv => "CV",
            Kind::Ss => "SS",
            Kind::Tr => "TR",
        }
    }

    /// How it is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Kind::Bb => "battleship",
            Kind::Bc => "battlecruiser",
            Kind::Ca => "heavy cruiser",
            Kind::Cl => "light cruiser",
            Kind::Dd => "destroyer",
            Kind::Cv => "carrier",
            Kind::Ss => "submarine",
            Kind::Tr => "transport",
        }
    }
}

/// Which guns of a unit.
// BG-4-AR15: two batteries with spaces, values and ranges of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Battery {
    /// The main battery.
    Main,
    /// The secondary battery.
    Secondary,
}

impl Battery {
    /// Both.
    pub const ALL: [Battery; 2] = [Battery::Main, Battery::Secondary];

    /// The feature that stands for it on a card.
    pub const fn feature(self) -> Feature {
        match self {
            Battery::Main => Feature::Art1,
            Battery::Secondary => Feature::Art2,
        }
    }

    /// How it is written: 1 or 2.
    pub(crate) const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// How it is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Battery::Main => "main",
            Battery::Secondary => "secondary",
        }
    }
}

impl fmt::Display for Battery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} guns", self.name())
    }
}

/// The printed figures of a battery; no spaces: the card has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Artillery {
    /// Attack value of one die.
    pub value: u8,
    /// Range in squares.
    pub range: u8,
    /// Dice spaces.
    pub spaces: u8,
}

/// A class of ships: the figures its cards share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// Navy.
    pub navy: Navy,
    /// Type.
    pub kind: Kind,
    /// Name of the class.
    pub name: &'static str,
    /// Structure points, also the dimension for concealment.
    pub sp: u8,
    /// Armour.
    pub arm: u8,
    /// Movement value (surfaced side of a submarine).
    pub mv: u8,
    /// Main and secondary battery.
    pub art: [Artillery; 2],
    /// Torpedoes for the whole game.
    pub torp: u8,
    /// Anti-aircraft figures against dive and torpedo bombers.
    pub aa: [u8; 2],
    /// Fighter, dive and torpedo squadrons.
    pub squadrons: [u8; 3],
    /// Every feature of the front (surfaced) side.
    pub front: u64,
    /// Movement value of the submerged side.
    pub sub_mv: u8,
    /// Every feature of the submerged side; empty for all but submarines.
    pub back: u64,
    /// Price without and with the Admiral symbol; 0 where no such card exists.
    // BG-0-UC4: every price follows the cost model; a test computes each anew.
    pub tp: [u8; 2],
}

impl Class {
    /// The figures of a battery.
    pub const fn guns(&self, battery: Battery) -> Artillery {
        self.art[battery as usize]
    }

    /// Squadrons of all kinds.
    pub const fn n_squadrons(&self) -> u8 {
        self.squadrons[0] + self.squadrons[1] + self.squadrons[2]
    }
}

#[expect(clippy::too_many_arguments, reason = "one argument per column of the roster")]
const fn class(
    navy: Navy,
    kind: Kind,
    name: &'static str,
    sp: u8,
    arm: u8,
    mv: u8,
    art1: [u8; 3],
    art2: [u8; 3],
    torp: u8,
    aa: [u8; 2],
    dc: bool,
    squadrons: [u8; 3],
    special: &[Feature],
    sub_mv: u8,
    sub_special: &[Feature],
    tp: [u8; 2],
) -> Class {
    let mut front = Feature::Move.bit() | set_of(special);
    if art1[2] > 0 {
        front |= Feature::Art1.bit();
    }
    if art2[2] > 0 {
        front |= Feature::Art2.bit();
    }
    if torp > 0 {
        front |= Feature::Torp.bit();
    }
    if aa[0] > 0 || aa[1] > 0 {
        front |= Feature::Aa.bit();
    }
    if dc {
        front |= Feature::Dc.bit();
    }
    if squadrons[0] + squadrons[1] + squadrons[2] > 0 {
        front |= Feature::Flight.bit();
    }
    // BG-0-UC5: the submerged side has no guns, no anti-aircraft, no depth charges.
    let back = if matches!(kind, Kind::Ss) {
        Feature::Move.bit() | Feature::Torp.bit() | set_of(sub_special)
    } else {
        0
    };
    let art = [
        Artillery { value: art1[0], range: art1[1], spaces: art1[2] },
        Artillery { value: art2[0], range: art2[1], spaces: art2[2] },
    ];
    Class { navy, kind, name, sp, arm, mv, art, torp, aa, squadrons, front, sub_mv, back, tp }
}

/// One ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// Index of its class.
    pub class: u8,
    /// Its name.
    pub name: &'static str,
    /// Its id: navy, hyphen, name in capitals.
    pub id: &'static str,
    /// Does it bear the Admiral symbol?
    pub flag: bool,
}

const fn card(class: u8, name: &'static str, id: &'static str, flag: bool) -> Card {
    Card { class, name, id, flag }
}

/// A card by its place in the roster.
// BG-0-UC1: each unit is one card of the roster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub u16);

impl CardId {
    /// The card.
    pub fn card(self) -> &'static Card {
        &CARDS[usize::from(self.0).min(N_CARDS - 1)]
    }

    /// Its class.
    pub fn class(self) -> &'static Class {
        &CLASSES[usize::from(self.card().class)]
    }

    /// Its price.
    pub fn tp(self) -> u16 {
        u16::from(self.class().tp[usize::from(self.card().flag)])
    }

    /// Is it a ship that never fought?
    pub(crate) fn is_what_if(self) -> bool {
        matches!(self.class().name, "Graf Zeppelin" | "Aquila" | "Type XXI")
    }

    /// Is it a submarine?
    pub fn is_boat(self) -> bool {
        self.class().kind == Kind::Ss
    }

    /// Every card, in the order of the roster.
    pub fn all() -> impl Iterator<Item = CardId> {
        (0..N_CARDS as u16).map(CardId)
    }

    /// Reads an id.
    pub fn parse(text: &str) -> Option<CardId> {
        CardId::all().find(|card| card.card().id.eq_ignore_ascii_case(text))
    }

    /// That a text names no card, and which ones it may have meant: those of the navy it
    /// begins with, or what names look like.
    pub(crate) fn no_card(text: &str) -> String {
        let navy = text.split_once('-').map(|(navy, _)| navy);
        let of_navy = |id: &&str| {
            id.split_once('-')
                .map(|(navy, _)| navy)
                .is_some_and(|known| navy.is_some_and(|navy| known.eq_ignore_ascii_case(navy)))
        };
        let ids = || CardId::all().map(|card| card.card().id);
        let known: Vec<&str> = ids().filter(of_navy).collect();
        let (what, known) = match known.is_empty() {
            false => ("the cards of that navy", known),
            true => ("names of cards look like", ids().take(3).collect()),
        };
        format!("there is no card \"{text}\" ({what}: {})", known.join(" "))
    }
}
