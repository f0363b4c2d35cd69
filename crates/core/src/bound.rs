//! A bound on what happens by itself between two decisions.

use crate::Dry;

/// Counts automatic steps, so that a fault in a sequence of play ends in an
/// error and not in a table that never answers again.
///
/// Every loop of a game that goes on until somebody must decide takes one
/// `step` each time round, before anything else:
///
/// ```
/// use admiralty_core::{Bound, Dry};
///
/// /// Phases follow each other until one of them asks somebody.
/// fn advance(mut phase: u32, asks: impl Fn(u32) -> bool) -> Result<u32, Dry> {
///     let mut bound = Bound::default();
///     while !asks(phase) {
///         bound.step()?;
///         phase = (phase + 1) % 4;
///     }
///     Ok(phase)
/// }
/// assert_eq!(advance(0, |phase| phase == 3), Ok(3));
/// assert_eq!(advance(0, |_| false), Err(Dry::Endless));
/// ```
///
/// An entry that meets its bound is refused and the table stays as it was; a
/// position that leads there should not have been accepted.
#[derive(Debug, Default)]
pub struct Bound {
    taken: u32,
}

impl Bound {
    /// Far more steps than lie between two decisions of any game.
    pub const MOST: u32 = 10_000;

    /// One more step, or [`Dry::Endless`].
    pub fn step(&mut self) -> Result<(), Dry> {
        self.taken += 1;
        if self.taken > Bound::MOST { Err(Dry::Endless) } else { Ok(()) }
    }
}
