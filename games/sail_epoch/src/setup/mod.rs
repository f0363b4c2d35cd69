//! What is agreed before play, and the first table that comes of it.
//!
//! ```text
//! agreed    level, teams, field and every switch
//! options   reads and writes the options, and checks them as a whole
//! scenario  the scenarios, and what each puts on the field, from the files under `scenarios/`
//! layout    the pieces of a scenario, read from its document
//! own       the set-up: options, or a scenario of one's own with what was agreed beside it
//! begin     the first table
//! ```

mod agreed;
pub(crate) mod begin;
mod layout;
mod options;
mod own;
mod scenario;

pub use agreed::{Alliances, Board, Fleet, Level, Options, Teams, WindProfile};
pub use own::Setup;
pub use scenario::{SCENARIOS, Scenario};
