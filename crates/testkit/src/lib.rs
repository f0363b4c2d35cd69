//! The suite every game passes.
//!
//! - [`Suite`] plays random games and checks the laws of `docs/testkit.md` on
//!   the way: menus, legality, notation, positions, records, undo, endings.
//! - [`Secrecy`] plays two worlds that one viewer cannot tell apart and
//!   compares everything the viewer gets.
//! - [`imagination`] shows that `imagine` draws anew what it must.
//! - [`Refusals`] proposes wrong actions and compares the answers with a game's table of reasons.
//! - [`perft`] counts the sequences of decisions and dice to a depth.
//! - [`cases`] runs case files, [`replays`] golden records.
//! - [`Walks`] compares everything that rules decide on short walks from many starts.
//!
//! A game's `tests/properties.rs` is a few lines:
//!
//! ```
//! use admiralty_testkit::{Suite, miniature::Squadrons};
//! let tally = Suite::new(&["{}", r#"{"rounds": 1}"#]).games(4).longest(200).run::<Squadrons>();
//! assert!(tally.entries > 0);
//! ```
//!
//! `ADMIRALTY_SOAK=20` plays twenty times as many games.

mod files;
mod hostile;
mod laws;
pub mod miniature;
mod observe;
mod perft;
mod play;
mod refusals;
mod secrecy;
mod sights;
mod strays;
mod suite;
mod trail;
mod undo;
mod vary;
mod walks;
mod words;

pub use files::{Golden, cases, game_of, replays};
pub use observe::{Observed, observations};
pub use perft::{outcomes, perft};
pub use play::{random_entry, soak};
pub use refusals::{RefusalTally, Refusals, Refused};
pub use secrecy::{Secrecy, SecrecyTally};
pub use suite::{Suite, Tally};
pub use vary::imagination;
pub use walks::Walks;
