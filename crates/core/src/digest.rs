//! A short fingerprint of a position.

use crate::Doc;
use alloc::string::ToString;
use sha2::{Digest, Sha256};

/// The first eight bytes of the SHA-256 of the position's document.
pub fn digest(position: &Doc) -> u64 {
    let hash = Sha256::digest(position.to_string().as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash[..8]);
    u64::from_be_bytes(first)
}
