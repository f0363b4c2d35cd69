//! Tournaments as a sheet of paper: who takes part, which rounds were drawn, how
//! their games ended. From it alone follow the next round ([`Sheet::next_round`])
//! and the standings ([`Sheet::standings`]).
//!
//! Nothing here waits, stores or draws lots: the same sheet gives the same round
//! on every machine, so that a server that died in mid-round, or two servers at
//! once, come to the same end.
//!
//! ```
//! use admiralty_protocol::System;
//! use admiralty_tournament::{End, Entrant, How, Sheet};
//!
//! let mut sheet = Sheet::new(System::Robin, 0, false);
//! sheet.entrants = [1700.0, 1600.0, 1500.0].map(Entrant::new).to_vec();
//! while let Some(round) = sheet.next_round() {
//!     sheet.drawn.push(round);
//!     for game in sheet.open_games() {
//!         sheet.end(game, End { points: [2, 0], how: How::Played });
//!     }
//! }
//! assert_eq!(sheet.drawn.len(), 3);
//! // Three games of two half points each; who sits out a round gets nothing for it.
//! assert_eq!(sheet.standings(&[]).iter().map(|row| row.points).sum::<u32>(), 6);
//! ```

mod knockout;
mod robin;
mod sheet;
mod standings;
mod swiss;

pub use knockout::REPLAYS;
pub use sheet::{At, BYE, End, Entrant, Game, How, Match, Round, Sheet};
pub use standings::{Standing, usual_ties};
