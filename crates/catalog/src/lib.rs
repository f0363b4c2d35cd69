//! The games behind one face: everything a program outside the rules needs,
//! with actions as notation and positions as documents.
//!
//! - [`games`] lists them; a [`Game`] begins or loads a [`TableFace`].
//! - A [`Match`] is a running game: log, snapshots, undo, story, record,
//!   verification; a [`Course`] is the same for whoever keeps the lines elsewhere.
//! - [`json`] and [`tomls`] are the only places that know those formats.
//! - [`odds`] says what may come of an action, as far as its seat can know.
//! - [`cases`] runs case files (`docs/cases.md`), [`lessons`] has those that teach.
//!
//! ```
//! for game in admiralty_catalog::games() {
//!     assert!(game.register().faults.0.is_empty(), "{}", game.register().faults);
//! }
//! ```

pub mod cases;
mod engine;
mod face;
mod game;
pub mod json;
pub mod lessons;
pub mod odds;
mod register;
pub mod tomls;
mod typescript;

pub use engine::{
    Again, Back, BackError, Counted, Course, Draws, Entry, Gone, Line, Lines, Log, Made, Match,
    MatchError, Path, Proof, Ready, Recall, Report, Rewind, Shown, Signed, Start, Step, StoryLine,
    Stretch, VerifyError, file_lines, replay, verify,
};
pub use face::{
    Actions, ErasedChoice, ErasedEvent, ErasedLeads, ErasedMenu, LinePlayed, NoPick, Objection,
    Played, Reach, Refusal, TableFace,
};
pub use game::{BeginError, Game, Of, SeatInfo};
pub use register::{Clause, Register, Status};
pub use typescript::typescript;

/// Every game, in the order they are offered.
pub fn games() -> &'static [&'static dyn Game] {
    GAMES
}

#[cfg(feature = "naval_battle")]
static NAVAL_BATTLE: Of<naval_battle::NavalBattle> = Of::new();
#[cfg(feature = "sail_epoch")]
static SAIL_EPOCH: Of<sail_epoch::SailEpoch> = Of::new();
#[cfg(feature = "board_game")]
static BOARD_GAME: Of<board_game::BoardGame> = Of::new();
#[cfg(feature = "fleet_actions")]
static FLEET_ACTIONS: Of<fleet_actions::FleetActions> = Of::new();

static GAMES: &[&dyn Game] = &[
    #[cfg(feature = "naval_battle")]
    &NAVAL_BATTLE,
    #[cfg(feature = "sail_epoch")]
    &SAIL_EPOCH,
    #[cfg(feature = "board_game")]
    &BOARD_GAME,
    #[cfg(feature = "fleet_actions")]
    &FLEET_ACTIONS,
];

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.meta().id == id)
}
