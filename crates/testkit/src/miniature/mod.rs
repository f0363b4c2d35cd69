//! Two tiny games that need what the four real ones need, so that the suite
//! can be tried on something small: [`Strait`] hides pieces and asks for a
//! decision in the middle of another's move, in secret, with a gamemaster;
//! [`Squadrons`] rolls a pool that both sides assign at once and seals the
//! markers of several seats per side, and changes its scale half way.

mod squadrons;
mod squadrons_text;
mod strait;
mod strait_parts;
mod strait_text;

pub use squadrons::Squadrons;
pub use strait::{Leak, Strait, Tight};
