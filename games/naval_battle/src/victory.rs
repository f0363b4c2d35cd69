//! How the game ends, and points.

use crate::NavalBattle;
use crate::board::squares;
use crate::event::Event;
use crate::rules::{combat, jumps, movement};
use crate::setup::{Adjudicate, Immobile};
use crate::state::{Phase, Public, RED, Secret, WHITE};
use crate::units::Kind;
use admiralty_core::{ClauseId, Outcome, Side, SideSet, Table, Told, Verdict};

/// Why a game ends, in one word, and the clause that ends it so.
pub(crate) const REASONS: [(&str, &str); 12] = [
    ("admiral", "NB-W-01"),
    ("resign", "NB-W-09"),
    ("time", "NB-D-15"),
    ("blockade", "NB-D-10"),
    ("null", "NB-W-04"),
    ("mutual-blockade", "NB-D-11"),
    ("repetition", "NB-D-01"),
    ("quiet", "NB-D-04"),
    ("ply-limit", "NB-D-06"),
    ("points", "NB-D-14"),
    ("agreed", "NB-W-10"),
    ("left", "NB-W-12"),
];

/// Can the side do anything on the board?
pub(crate) fn can_act(public: &Public, secret: &Secret, side: Side) -> bool {
    movement::has_move(public, secret, side)
        || combat::has_attack(public, secret, side)
        || jumps::has_hop(public, side, jumps::jumpers(public, secret, side))
}

/// The end checks of a turn, in their order.
// NB-D-13: null, blockade, repetition, quiet limit, ply limit.
pub(crate) fn checks(table: &mut Table<NavalBattle>, tell: &mut dyn FnMut(Told<Event>)) {
    if at_start(table, tell) {
        return;
    }
    let public = &table.public;
    let options = &public.options;
    // NB-D-01, NB-D-03
    if options.repetition_limit.get().is_some_and(|limit| public.has_occurred(limit.into())) {
        return limit(table, "repetition", "NB-D-01", tell);
    }
    // NB-D-04. NB-V-07: with at most 63 losses this bounds every game.
    if options.quiet_limit.reached(public.quiet) {
        return limit(table, "quiet", "NB-D-04", tell);
    }
    // NB-D-06
    if options.max_plies.reached(public.ply) {
        limit(table, "ply-limit", "NB-D-06", tell);
    }
}

/// Null game and blockade, which are looked for at the start too.
// NB-D-18. NB-P-21: on the classic board White always has a move; others may be narrower.
pub(crate) fn at_start(table: &mut Table<NavalBattle>, tell: &mut dyn FnMut(Told<Event>)) -> bool {
    let public = &table.public;
    // NB-W-04, NB-W-05, NB-W-06: nothing but the two Admirals, wherever they stand.
    let admirals = public.admirals[0].bit() | public.admirals[1].bit();
    if public.occupied[0] | public.occupied[1] == admirals {
        drawn(table, "null", "NB-W-04", tell);
        return true;
    }
    let side = public.to_move;
    if can_act(public, &table.sides[side], side) {
        return false;
    }
    // NB-D-11: neither side could act, whatever `immobile` says.
    if !can_act(public, &table.sides[side.other()], side.other()) {
        drawn(table, "mutual-blockade", "NB-D-11", tell);
        return true;
    }
    // NB-D-10, NB-D-12
    if public.options.immobile == Immobile::Loss {
        lost(table, side, "blockade", "NB-D-10", tell);
        return true;
    }
    false
}

/// A limit was reached: a draw, or points.
fn limit(
    table: &mut Table<NavalBattle>,
    reason: &'static str,
    clause: &'static str,
    tell: &mut dyn FnMut(Told<Event>),
) {
    // NB-W-08: material decides nothing, unless that was agreed.
    if table.public.options.adjudicate == Adjudicate::Points {
        let points = [points(table, WHITE), points(table, RED)];
        // NB-D-14
        if points[0] != points[1] {
            let loser = Side(u8::from(points[0] > points[1]));
            return lost(table, loser, "points", "NB-D-14", tell);
        }
    }
    drawn(table, reason, clause, tell);
}

/// Fleet points on the board.
pub(crate) fn points(table: &Table<NavalBattle>, side: Side) -> u32 {
    table.sides[side].kinds.iter().flatten().map(|kind| kind.points()).sum()
}

/// An Admiral is destroyed: at once the end, also inside a series.
// NB-W-01, NB-W-02, NB-W-03, NB-W-07: nothing else loses the game by itself.
pub(crate) fn admiral_lost(
    table: &mut Table<NavalBattle>,
    loser: Side,
    tell: &mut dyn FnMut(Told<Event>),
) {
    lost(table, loser, "admiral", "NB-W-01", tell);
}

/// A side has lost.
pub(crate) fn lost(
    table: &mut Table<NavalBattle>,
    loser: Side,
    reason: &'static str,
    clause: &'static str,
    tell: &mut dyn FnMut(Told<Event>),
) {
    over(table, Verdict::Won(SideSet::only(loser.other())), reason, clause, tell);
}

/// Nobody has won.
pub(crate) fn drawn(
    table: &mut Table<NavalBattle>,
    reason: &'static str,
    clause: &'static str,
    tell: &mut dyn FnMut(Told<Event>),
) {
    over(table, Verdict::Drawn, reason, clause, tell);
}

/// The game is called off before it began; no placement is shown.
pub(crate) fn cancelled(table: &mut Table<NavalBattle>, tell: &mut dyn FnMut(Told<Event>)) {
    let outcome = Outcome {
        verdict: Verdict::Cancelled,
        reason: "left",
        degree: "",
        clause: ClauseId("NB-W-12"),
    };
    table.public.phase = Phase::Over(outcome);
    tell(Told::all(Event::GameOver(outcome)));
}

// NB-W-11: all types become visible.
fn over(
    table: &mut Table<NavalBattle>,
    verdict: Verdict,
    reason: &'static str,
    clause: &'static str,
    tell: &mut dyn FnMut(Told<Event>),
) {
    let outcome = Outcome { verdict, reason, degree: "", clause: ClauseId(clause) };
    table.public.phase = Phase::Over(outcome);
    table.public.offer = None;
    for square in squares(table.public.occupied[0] | table.public.occupied[1]) {
        if let Some(token) = table.public.token_on(square) {
            let kind = table.sides[token.side()].kinds[token.number() as usize];
            table.public.known[token.index()] = kind;
        }
    }
    tell(Told::reveal(Event::GameOver(outcome)));
    tell(Told::reveal(Event::AllRevealed));
}

impl Kind {
    /// What it is worth when a limit is decided by points.
    // NB-D-14: a numbered ship its number, sweeper and mine 1, the Admiral nothing.
    pub const fn points(self) -> u32 {
        match self {
            Kind::Admiral => 0,
            Kind::Sweeper | Kind::Mine => 1,
            numbered => numbered as u32,
        }
    }
}
