//! Dice of a single umpire that players can verify after the game: those of the
//! terminal, and of records older than the draws of `draw.rs`.
//!
//! Before anybody adds a salt the umpire publishes the commitment to a secret
//! key. Every roll then follows from key, salts, game id and the index of the
//! roll; the key is published at the end and everybody can compute every roll
//! again. `docs/dice.md` states the derivation byte by byte.

use crate::record::hex;
use crate::{Dice, Die, Dry};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The umpire's secret: 32 bytes nobody knows before the end.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(pub [u8; 32]);

impl Key {
    /// What is published before the first salt.
    pub fn commitment(&self) -> Commitment {
        let hash = Sha256::digest(format!("admiralty key 1\n{}", self.hex()).as_bytes());
        let mut bytes = [0; 32];
        bytes.copy_from_slice(&hash);
        Commitment(bytes)
    }

    /// As 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Key> {
        bytes32(text).map(Key)
    }
}

/// Never printed by accident.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(secret)")
    }
}

/// The hash that binds the umpire to its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// As 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Commitment> {
        bytes32(text).map(Commitment)
    }
}

pub(crate) fn bytes32(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
        return None;
    }
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

/// What a seat adds so that the umpire alone cannot choose the dice: up to 64
/// letters, digits, hyphens and underscores; may be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Salt(String);

impl Salt {
    /// Checks the signs and the length.
    pub fn new(text: &str) -> Option<Salt> {
        let fits = text.len() <= 64
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        fits.then(|| Salt(text.to_string()))
    }

    /// The salt as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The roll with this index, and nothing but a function of its arguments.
pub fn derive_roll(key: &Key, game_id: &str, salts: &[Salt], index: u64, die: Die) -> u16 {
    let salts: Vec<&str> = salts.iter().map(Salt::as_str).collect();
    let salts = salts.join(",");
    fair(&key.0, die, |faces, attempt| {
        format!("admiralty roll 1\n{game_id}\n{salts}\n{index}\n{faces}\n{attempt}")
    })
}

/// A face from the hash of a message; no face is favoured.
pub(crate) fn fair(key: &[u8; 32], die: Die, message: impl Fn(u64, u32) -> String) -> u16 {
    let faces = u64::from(die.0.max(1));
    // Numbers in the incomplete last stretch are drawn again.
    let limit = u64::MAX - u64::MAX % faces;
    let mut attempt = 0u32;
    loop {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("an HMAC key may have any length");
        mac.update(message(faces, attempt).as_bytes());
        let hash = mac.finalize().into_bytes();
        let mut first = [0; 8];
        first.copy_from_slice(&hash[..8]);
        let number = u64::from_be_bytes(first);
        if number < limit {
            return (number % faces) as u16 + 1;
        }
        attempt += 1;
    }
}

/// Dice derived from a key, from a given index on.
#[derive(Clone, Debug)]
pub struct Verifiable<'a> {
    /// The umpire's key.
    pub key: &'a Key,
    /// The game the dice belong to.
    pub game_id: &'a str,
    /// One salt per seat.
    pub salts: &'a [Salt],
    /// Index of the next roll; grows with every roll and is never set back.
    pub next: u64,
}

impl Dice for Verifiable<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        let value = derive_roll(self.key, self.game_id, self.salts, self.next, die);
        self.next += 1;
        Ok(value)
    }
}
