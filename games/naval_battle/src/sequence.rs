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
use crate::action::Action;
use crate::board::Square;
use crate::event::Event;
use crate::rules::{clock, deployment, leaving};
use crate::state::{
    Phase, Public, QuietTurn, RED, RED_TO_MOVE, WHITE, moved_print, print, side_of,
};
use crate::victory;
use admiralty_core::{Around, Awaiting, SeatSet, Side, Table, Told};

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
pub(crate) fn turn(public: &Public) -> u32 {
    u32::from(public.ply)
}

/// The entry to make when something happens around the table.
pub(crate) fn around(public: &Public, what: Around) -> Option<Action> {
    let (action, checked) = match what {
        Around::TimeOut(seat) => {
            let side = side_of(seat);
            (Action::Flag(side), clock::check(public, side))
        }
        Around::SetupTimeOut => (Action::DeployTimeOut, deployment::check_time_out(public)),
        Around::Left(seat) => (Action::Left(seat), leaving::check(public, seat)),
    };
    checked.ok().map(|()| action)
}

/// What a board action came to.
pub(crate) enum Came {
    /// A turn without a loss: a plain move or a pass.
    Quiet(QuietTurn),
    /// A turn in which something was lost.
    Loss,
    /// A hop that can be followed by another, from here.
    Series(Square),
    /// An Admiral fell: the side that lost it.
    AdmiralLost(Side),
    /// Nothing: there was no piece to act with.
    Nothing,
}

/// From one decision to the next.
pub(crate) fn go_on(table: &mut Table<NavalBattle>, came: Came, tell: &mut dyn FnMut(Told<Event>)) {
    let public = &mut table.public;
    match came {
        Came::Quiet(by) => {
            pass_the_move(public);
            public.quiet += 1; // NB-D-05
            push_quiet(public, by);
        }
        Came::Loss => {
            public.phase = Phase::Turn;
            pass_the_move(public);
            forget_positions(public);
        }
        Came::Series(at) => {
            public.phase = Phase::Series(at);
            forget_positions(public);
            return tell(Told::all(Event::SeriesOpen(at)));
        }
        // NB-W-14: the turn counts.
        Came::AdmiralLost(loser) => {
            pass_the_move(public);
            forget_positions(public);
            return victory::admiral_lost(table, loser, tell);
        }
        Came::Nothing => return,
    }
    tell(Told::all(Event::TurnEnded));
    victory::checks(table, tell);
}

// NB-M-02: turns alternate.
fn pass_the_move(public: &mut Public) {
    public.ply += 1;
    public.to_move = public.to_move.other();
}

/// What was before a loss cannot come again.
fn forget_positions(public: &mut Public) {
    let now = print(public);
    public.history.restart(now);
}

fn push_quiet(public: &mut Public, by: QuietTurn) {
    let last = public.history.last();
    let moved = by.squares().and_then(|(from, to)| Some((public.token_on(to)?, from, to)));
    let now = match moved {
        Some((token, from, to)) => moved_print(last, token, from, to),
        None => last ^ RED_TO_MOVE,
    };
    public.history.push(now, by);
}
