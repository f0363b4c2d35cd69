//! Random numbers: ids nobody can guess, keys of dice. A trait, so that tests
//! can have two worlds with the same ones.

use admiralty_core::Seeded;
use std::sync::{Mutex, PoisonError};

/// Where unguessable bytes come from.
pub trait Entropy: Send + Sync + 'static {
    /// Fills the bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// The operating system.
#[derive(Debug, Default, Clone, Copy)]
pub struct Os;

impl Entropy for Os {
    fn fill(&self, bytes: &mut [u8]) {
        // Without random numbers there is no secret: better no server.
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}

/// A generator with a seed, for tests.
pub struct Scripted(Mutex<Seeded>);

impl Scripted {
    /// From a number.
    pub fn new(seed: u64) -> Scripted {
        Scripted(Mutex::new(Seeded::new(seed)))
    }
}

impl Entropy for Scripted {
    fn fill(&self, bytes: &mut [u8]) {
        let mut rng = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for byte in bytes {
            *byte = rng.below(256) as u8;
        }
    }
}

/// Digits and letters without those that are read wrongly.
const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A name of `n` signs, five bits each.
pub fn word(entropy: &dyn Entropy, n: usize) -> String {
    let mut bytes = vec![0; n];
    entropy.fill(&mut bytes);
    bytes.iter().map(|b| char::from(SIGNS[usize::from(b & 31)])).collect()
}
