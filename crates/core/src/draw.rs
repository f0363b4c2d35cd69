//! Dice that nobody can choose: not a player, not the umpire, not both.
//!
//! Umpire and seats each hold a chain of hashes and publish its first link, the
//! seal, before anybody shows the next. Every draw uses the next link of the
//! umpire's chain (the key) and of each seat's (the salt), which the seal has
//! fixed. A transcript runs along: each line changes its head, which tells
//! nothing before the end and binds everything. `docs/dice.md` has the
//! protocol byte by byte, with what it protects against and what not.

use crate::record::{hex, hex32};
use crate::verifiable::{bytes32, fair};
use crate::{Dice, Die, Dry};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// A link of a chain: each is the hash of the one after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Link(pub [u8; 32]);

impl Link {
    /// So many links follow a seal.
    pub const LAST: u32 = 64;

    /// The link before this one.
    pub fn before(&self) -> Link {
        let hash = Sha256::digest(format!("admiralty link 2\n{}", self.hex()).as_bytes());
        let mut bytes = [0; 32];
        bytes.copy_from_slice(&hash);
        Link(bytes)
    }

    /// The link so many before this one.
    pub fn back(&self, n: u32) -> Link {
        (0..n).fold(*self, |link, _| link.before())
    }

    /// Of the chain that ends with this link: number 0 is its seal.
    pub fn number(&self, n: u32) -> Link {
        self.back(Link::LAST.saturating_sub(n))
    }

    /// As 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Link> {
        bytes32(text).map(Link)
    }
}

/// Never printed by accident: it may be a secret yet.
impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link")
    }
}

/// What dice are derived from: one link of the umpire and one of each seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Which draw of the game, from 1: the number of the links.
    pub number: u32,
    /// The umpire's link.
    pub key: Link,
    /// The last link each seat has shown; none of a seat that has shown none.
    pub salts: Vec<Option<Link>>,
}

impl Draw {
    /// The roll with this index, and nothing but a function of the draw and the arguments.
    pub fn roll(&self, game_id: &str, index: u64, die: Die) -> u16 {
        let (number, salts) = (self.number, salts_text(&self.salts));
        fair(&self.key.0, die, |faces, attempt| {
            format!("admiralty roll 2\n{game_id}\n{number}\n{salts}\n{index}\n{faces}\n{attempt}")
        })
    }
}

/// Links of the seats in order, joined by commas; `-` where there is none.
pub fn salts_text(salts: &[Option<Link>]) -> String {
    let words: Vec<String> =
        salts.iter().map(|salt| salt.map_or_else(|| "-".into(), |link| link.hex())).collect();
    words.join(",")
}

/// Dice of a draw, from a given index on.
#[derive(Clone, Debug)]
pub struct Drawn<'a> {
    /// The draw.
    pub draw: &'a Draw,
    /// The game the dice belong to.
    pub game_id: &'a str,
    /// Index of the next roll; grows with every roll and is never set back.
    pub next: u64,
}

impl Dice for Drawn<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        let value = self.draw.roll(self.game_id, self.next, die);
        self.next += 1;
        Ok(value)
    }
}

/// The head of a transcript: it binds everything that was written so far. Who
/// does not know the key learns nothing from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head(pub [u8; 32]);

impl Head {
    /// Before the first line.
    pub const NONE: Head = Head([0; 32]);

    /// The head after one more line; `key` is that of the draw in force.
    pub fn after(&self, key: &Link, game_id: &str, line: &str) -> Head {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&key.0).expect("an HMAC key may have any length");
        let before = hex32(&self.0);
        for part in ["admiralty line 2\n", game_id, "\n"] {
            mac.update(part.as_bytes());
        }
        mac.update(&before);
        mac.update(b"\n");
        mac.update(line.as_bytes());
        let mut bytes = [0; 32];
        bytes.copy_from_slice(&mac.finalize().into_bytes());
        Head(bytes)
    }

    /// What the umpire signs.
    pub fn statement(&self, game_id: &str) -> String {
        format!("admiralty head 2\n{game_id}\n{}", self.hex())
    }

    /// As 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Head> {
        bytes32(text).map(Head)
    }
}
