//! Players of the program's own.
//!
//! A [`Bot`] sees what its seat may know (a `Sight`) and answers with an
//! action; it never touches the table. For a budget of nodes and a seed the
//! answer is always the same.
//!
//! - [`bots`] lists what can play a game, [`choose`] asks one of them, with
//!   the table behind its face and the action as notation.
//! - [`Greedy`] is one ply over imagined tables: a game gives it an [`Eval`]
//!   (`eval/<game>.rs`) and has a bot.
//!
//! ```
//! use admiralty_bots::{Budget, bots, choose};
//! # #[cfg(feature = "naval_battle")] {
//! use admiralty_core::{Doc, Seat, Seeded};
//! let game = admiralty_catalog::game("naval_battle").unwrap();
//! let (table, _) = game.begin(&Doc::map(), &mut Seeded::new(1)).unwrap();
//! assert!(bots("naval_battle").iter().any(|bot| bot.name == "greedy"));
//! let action = choose(&*table, Seat(0), "greedy", "", Budget::default(), 7).unwrap();
//! assert!(action.is_some_and(|action| action.starts_with("deploy ")));
//! # }
//! ```

pub mod arena;
mod bot;
mod erased;
pub mod eval;
mod greedy;
pub mod luck;
mod random;
pub mod report;
pub mod stats;

pub use admiralty_catalog::odds;
pub use bot::{Bot, Budget, Meter};
pub use erased::{BotInfo, Erased, Named, NoBot, bots, choose, find};
pub use greedy::{Eval, Greedy, WIN, verdict};
pub use random::Random;
