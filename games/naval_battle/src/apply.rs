//! What an action does: dispatch to its chapter, then the sequence of play.

use crate::action::Action;
use crate::board::Square;
use crate::event::Event;
use crate::rules::jumps::{self, Hopped};
use crate::rules::{combat, deployment, movement, notes};
use crate::state::{Phase, Token, print_of};
use crate::units::Kind;
use crate::victory;
use crate::{NavalBattle, seats_of, side_of_actor};
use admiralty_core::{Actor, Audience, Dice, Dry, Seat, SeatSet, Side, Table, Told};

/// Carries out a checked action.
pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    by: Actor,
    action: &Action,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    match action {
        Action::DeployTimeOut => return deployment::time_out(table, dice, tell),
        Action::Flag(side) => {
            victory::lost(table, *side, "time", "NB-D-15", tell);
            return Ok(());
        }
        Action::Left(seat) => {
            left(table, *seat, tell);
            return Ok(());
        }
        _ => {}
    }
    let Some(side) = side_of_actor(by) else { return Ok(()) };
    match action {
        Action::Prepare(order) => deployment::apply(table, side, &order.step, tell),
        Action::Note(note) => {
            notes::apply(table, side, note);
            let team = SeatSet::from_iter(seats_of(&table.public, side));
            tell(Told::to(Event::Noted(side), Audience::seats(team)));
        }
        Action::Resign => victory::lost(table, side, "resign", "NB-W-09", tell),
        Action::OfferDraw => {
            table.public.offer = Some(side);
            table.public.offered[side.index()] = Some(table.public.ply);
            tell(Told::all(Event::DrawOffered(side)));
        }
        Action::AcceptDraw => victory::drawn(table, "agreed", "NB-W-10", tell),
        Action::DeclineDraw => decline(table, side, tell),
        _ => board_action(table, side, action, tell),
    }
    Ok(())
}

/// Somebody left for good.
fn left(table: &mut Table<NavalBattle>, seat: Seat, tell: &mut dyn FnMut(Told<Event>)) {
    table.public.left |= 1 << seat.0;
    let side = Side(seat.0 % 2);
    match seats_of(&table.public, side).find(|seat| !table.public.has_left(*seat)) {
        // NB-T-09, NB-T-13: the other member now holds both roles.
        Some(stays) => tell(Told::all(Event::TookOver(stays))),
        // NB-W-12: without a result before play starts.
        None if table.public.phase == Phase::Deploy => victory::cancelled(table, tell),
        // NB-T-13: during play the side has resigned.
        None => victory::lost(table, side, "resign", "NB-T-13", tell),
    }
}

fn decline(table: &mut Table<NavalBattle>, side: Side, tell: &mut dyn FnMut(Told<Event>)) {
    table.public.offer = None;
    tell(Told::all(Event::DrawDeclined(side)));
}

/// A move, combat, hop, stop or pass.
// NB-V-04: a plain move removes nothing, a hop one piece, a combat one or two.
fn board_action(
    table: &mut Table<NavalBattle>,
    side: Side,
    action: &Action,
    tell: &mut dyn FnMut(Told<Event>),
) {
    // NB-W-10: whoever goes on playing declines.
    if table.public.offer == Some(side.other()) {
        decline(table, side, tell);
    }
    match *action {
        Action::Move { from, to } => {
            let Some(token) = table.public.token_on(from) else { return };
            let first = table.public.moved & token.bit() == 0;
            let moved = Event::Moved { token, from, to, first };
            relocate(table, token, from, to);
            // NB-I-08: its first move tells that it is no mine.
            tell(if first { Told::reveal(moved) } else { Told::all(moved) });
            movement::note_shuttle(&mut table.public, side, from, to);
            victory::end_of_quiet_turn(table, (from, to), tell);
        }
        Action::Attack { from, to } => {
            table.public.shuttles[side.index()] = None; // NB-D-09
            match combat::apply(table, from, to, tell) {
                Some(loser) => victory::admiral_lost(table, loser, tell),
                None => victory::end_of_turn(table, tell), // NB-C-27
            }
        }
        Action::Hop { from, to } => hop(table, side, from, to, tell),
        Action::HopOn { to } => {
            if let Phase::Series(from) = table.public.phase {
                hop(table, side, from, to, tell);
            }
        }
        Action::Stop => {
            // NB-J-14: one may always stop.
            tell(Told::all(Event::Stopped));
            table.public.phase = Phase::Turn;
            victory::end_of_turn(table, tell);
        }
        Action::Pass => {
            table.public.shuttles[side.index()] = None; // NB-D-09
            tell(Told::all(Event::Passed(side)));
            victory::end_of_quiet_turn(table, crate::state::History::PASS, tell);
        }
        _ => {}
    }
}

fn hop(
    table: &mut Table<NavalBattle>,
    side: Side,
    from: Square,
    to: Square,
    tell: &mut dyn FnMut(Told<Event>),
) {
    table.public.shuttles[side.index()] = None; // NB-D-09
    table.public.phase = Phase::Turn;
    match jumps::apply(table, from, to, tell) {
        Hopped::AdmiralLost(loser) => victory::admiral_lost(table, loser, tell),
        Hopped::Destroyed => victory::end_of_turn(table, tell), // NB-J-23
        // NB-J-38: the printed series of four comes about hop by hop.
        // NB-J-08, NB-J-09, NB-J-18, NB-J-25, NB-J-32: as often and whichever way it can, also after a mine.
        Hopped::Landed if jumps::has_hop(&table.public, side, to.bit()) => {
            table.public.phase = Phase::Series(to);
            // What was before the loss cannot come again, also if the position is saved now.
            let now = crate::state::print(&table.public);
            table.public.history.restart(now);
            tell(Told::all(Event::SeriesOpen(to)));
        }
        Hopped::Landed => victory::end_of_turn(table, tell), // NB-J-31
    }
}

/// A token changes its square.
#[inline]
pub(crate) fn relocate(table: &mut Table<NavalBattle>, token: Token, from: Square, to: Square) {
    let public = &mut table.public;
    let side = token.side();
    public.occupied[side.index()] ^= from.bit() | to.bit();
    public.token_at[from.index()] = None;
    public.token_at[to.index()] = Some(token);
    public.moved |= token.bit();
    if public.admirals[side.index()] == from {
        public.admirals[side.index()] = to;
    }
}

/// A token leaves the board for the other side's rack.
pub(crate) fn remove(
    table: &mut Table<NavalBattle>,
    token: Token,
    at: Square,
    kind: Kind,
    tell: &mut dyn FnMut(Told<Event>),
) {
    let side = token.side();
    let by = side.other();
    let public = &mut table.public;
    public.occupied[side.index()] &= !at.bit();
    public.token_at[at.index()] = None;
    public.racks[by.index()].push(kind);
    public.quiet = 0; // NB-D-05
    let known = public.known[token.index()].take().is_some();
    let secret = &mut table.sides[side];
    secret.kinds[token.number() as usize] = None;
    secret.mines &= !at.bit();
    // NB-T-08: marks on it go with it.
    if let Some(notes) = &mut table.sides[by].notes {
        notes.marks.retain(|(marked, _)| *marked != token);
        if notes.marks.is_empty() && notes.pad.is_empty() {
            table.sides[by].notes = None;
        }
    }
    let event = Event::Removed { token, kind, by };
    tell(if known { Told::all(event) } else { Told::reveal(event) });
}

/// A token's type becomes public.
pub(crate) fn reveal(
    table: &mut Table<NavalBattle>,
    token: Token,
    kind: Kind,
    tell: &mut dyn FnMut(Told<Event>),
) {
    let public = &mut table.public;
    let known = public.known[token.index()].replace(kind).is_some();
    public.revealed_in[token.index()] = public.ply + 1;
    let event = Event::Revealed { token, kind };
    tell(if known { Told::all(event) } else { Told::reveal(event) });
}

/// Fingerprint of the position after a plain move.
#[inline]
pub(crate) fn moved_print(last: u64, token: Token, from: Square, to: Square) -> u64 {
    last ^ print_of(token, from) ^ print_of(token, to) ^ crate::state::RED_TO_MOVE
}
