//! Players of the program's own.
//!
//! A [`Bot`] sees what its seat may know (a `Sight`) and answers with an
//! action; it never touches the table. For a budget of nodes and a seed the
//! answer is always the same.
//!
//! - [`bots`] lists the levels of a game, [`choose`] asks one of them, with
//!   the table behind its face and the action as notation.
//! - [`search`] is what the stronger levels think with: a game gives it a
//!   [`search::Craft`] (`eval/<game>/craft.rs`).
//! - [`Greedy`] is one ply over imagined tables: a game gives it an [`Eval`]
//!   and has a bot.
//!
//! ```
//! use admiralty_bots::{Budget, bots, choose};
//! # #[cfg(feature = "naval_battle")] {
//! use admiralty_core::{Doc, Seat, Seeded};
//! let game = admiralty_catalog::game("naval_battle").unwrap();
//! let (table, _) = game.begin(&Doc::map(), &mut Seeded::new(1)).unwrap();
//! assert!(bots("naval_battle").iter().any(|bot| bot.name == "Lieutenant"));
//! let action = choose(&*table, Seat(0), "Lieutenant", "", Budget::default(), 7).unwrap();
//! assert!(action.is_some_and(|action| action.starts_with("deploy ")));
//! # }
//! ```

pub mod arena;
mod bot;
mod erased;
pub mod eval;
pub mod exec;
mod greedy;
pub mod levels;
pub mod luck;
mod random;
pub mod report;
pub mod search;
pub mod stats;

pub use admiralty_catalog::odds;
pub use bot::{Bot, Budget, Meter, Thought};
pub use erased::{BotInfo, Erased, Named, NoBot, bots, choose, comparisons, find, find_or_start};
pub use greedy::{Eval, Greedy, WIN, verdict};
pub use random::Random;
