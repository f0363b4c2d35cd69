//! The games behind one face: everything a program outside the rules needs,
//! with actions as notation and positions as documents.
//!
//! - [`games`] lists them; a [`Game`] begins or loads a [`TableFace`].
//! - A [`Match`] is a running game: log, snapshots, undo, story, record,
//!   verification; a [`Course`] is the same for whoever keeps the lines elsewhere.
//! - [`json`] and [`tomls`] are the only places that know those formats.
//! - [`env`](mod@env) is a game as a learner plays it, pick by pick, by numbers.
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
pub mod env;
mod face;
mod game;
pub mod json;
pub mod lessons;
pub mod odds;
mod register;
mod scenarios;
mod schema;
pub mod tomls;
mod typescript;

pub use engine::{
    Again, Back, BackError, Counted, Course, Draws, Entry, Gone, Line, Lines, Log, Made, Match,
    MatchError, Path, Proof, Ready, Recall, Report, Rewind, Shown, Signed, Start, Step, StoryLine,
    Stretch, Tree, TreeFault, Twig, VerifyError, file_lines, replay, verify,
};
pub use face::{
    Actions, BeginError, ErasedChoice, ErasedEvent, ErasedLeads, ErasedMenu, LinePlayed, NoPick,
    Objection, Played, Reach, Refusal, SeatInfo, TableFace,
};
pub use game::{Game, Of};
pub use register::{Clause, Register, Status};
pub use scenarios::{ScenarioFile, Tried, try_out};
pub use schema::schema;
pub use typescript::typescript;

/// Every game, in the order they are offered.
pub fn games() -> &'static [&'static dyn Game] {
    GAMES
}

/// The games and what learners play them by, from one line each.
macro_rules! games {
    ($($feature:literal $name:ident: $rules:ty;)*) => {
        $(#[cfg(feature = $feature)]
        static $name: Of<$rules> = Of::new();)*

        static GAMES: &[&dyn Game] = &[$(#[cfg(feature = $feature)] &$name,)*];

        static OPENERS: &[(&str, Opener)] = &[$(
            #[cfg(feature = $feature)]
            ($feature, |from| env::open(&$name, from)),
        )*];
    };
}

// One line per game, in the order they are offered.
games! {
    "naval_battle" NAVAL_BATTLE: naval_battle::NavalBattle;
    "sail_epoch" SAIL_EPOCH: sail_epoch::SailEpoch;
    "board_game" BOARD_GAME: board_game::BoardGame;
    "fleet_actions" FLEET_ACTIONS: fleet_actions::FleetActions;
}

type Opener = fn(&env::EnvSetup) -> Result<Box<dyn env::Env>, env::EnvFault>;

/// A table of the game with this id for a learner, begun with the seed 0.
///
/// ```
/// # #[cfg(feature = "naval_battle")] {
/// use admiralty_catalog::env::EnvSetup;
/// use admiralty_core::Doc;
/// let setup = EnvSetup { setup: Doc::map(), deal: true };
/// let mut env = admiralty_catalog::env("naval_battle", &setup).unwrap().unwrap();
/// let first = env.codes()[0];
/// assert_eq!(env.pick(first), Ok(false), "a piece; where to is picked next");
/// # }
/// ```
pub fn env(id: &str, from: &env::EnvSetup) -> Option<Result<Box<dyn env::Env>, env::EnvFault>> {
    let (_, open) = OPENERS.iter().find(|(name, _)| *name == id)?;
    Some(open(from))
}

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.meta().id == id)
}
