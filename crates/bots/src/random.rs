//! The player every other must beat.

use crate::{Bot, Budget};
use admiralty_core::{Rules, Seeded, Sight, sample};

/// Uniform over the legal actions; what cannot be listed is grown by a random
/// walk down the menu.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<R: Rules> Bot<R> for Random {
    fn choose(&self, sight: Sight<'_, R>, _budget: Budget, rng: &mut Seeded) -> Option<R::Action> {
        sample::<R>(sight, rng, &mut Vec::new())
    }
}
