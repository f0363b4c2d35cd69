//! What is agreed before play, and the first table that comes of it.
//!
//! ```text
//! agreed    level, teams, field and every switch
//! options   reads and writes the options, and checks them as a whole
//! scenario  the scenarios, and what each puts on the field, from the files under `scenarios/`
//! begin     the first table
//! ```

mod agreed;
pub(crate) mod begin;
mod options;
mod scenario;

pub use agreed::{Alliances, Board, Fleet, Level, Options, Teams, WindProfile};
pub use scenario::Scenario;
