//! The sequence of play on one screen.
//!
//! ```text
//! Deploy ──both ready──► Turn(White) ─► Turn(Red) ─► Turn(White) …
//!                          │   ▲
//!                      hop │   │ stop, or no further hop
//!                          ▼   │
//!                         Series                      any of them ──► Over
//! ```
//!
//! A turn is a move, a combat, a pass, or a hop with as many further hops as
//! the side likes; one log entry is one of these, each hop its own.

use crate::NavalBattle;
use crate::state::{Phase, Public, RED, WHITE};
use admiralty_core::{Awaiting, SeatSet};

/// Who must decide now. Nothing about it is secret.
// NB-M-01, NB-M-02: White first, then in turn.
pub(crate) fn awaiting(public: &Public) -> Awaiting {
    match public.phase {
        Phase::Over(outcome) => Awaiting::Over(outcome),
        // NB-P-08: both at the same time.
        Phase::Deploy => Awaiting::Seats(
            [WHITE, RED]
                .into_iter()
                .filter(|side| !public.ready[side.index()])
                .map(|side| public.strategist(side))
                .collect(),
        ),
        Phase::Turn | Phase::Series(_) => {
            Awaiting::Seats(SeatSet::only(public.strategist(public.to_move)))
        }
    }
}

/// The number of the turn.
pub(crate) fn turn(public: &<NavalBattle as admiralty_core::Rules>::Public) -> u32 {
    u32::from(public.ply)
}
