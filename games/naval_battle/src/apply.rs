//! What an action does: its chapter, then the sequence of play.

use crate::NavalBattle;
use crate::action::Action;
use crate::event::Event;
use crate::rules::{
    clock, combat, deployment, draws, jumps, leaving, movement, notes, passing, resigning,
};
use crate::sequence;
use crate::state::{Phase, side_of_actor};
use admiralty_core::{Actor, Dice, Dry, Side, Table, Told};

/// Carries out a checked action.
pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    by: Actor,
    action: &Action,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    match (action, side_of_actor(by)) {
        (Action::DeployTimeOut, _) => return deployment::time_out(table, dice, tell),
        (Action::Flag(side), _) => clock::apply(table, *side, tell),
        (Action::Left(seat), _) => leaving::apply(table, *seat, tell),
        (_, None) => {}
        (Action::Prepare(order), Some(side)) => deployment::apply(table, side, &order.step, tell),
        (Action::Note(note), Some(side)) => notes::apply(table, side, note, tell),
        (Action::Resign, Some(side)) => resigning::apply(table, side, tell),
        (Action::OfferDraw, Some(side)) => draws::offer(table, side, tell),
        (Action::AcceptDraw, Some(_)) => draws::accept(table, tell),
        (Action::DeclineDraw, Some(side)) => draws::decline(table, side, tell),
        (_, Some(side)) => board_action(table, side, action, tell),
    }
    Ok(())
}

/// A move, combat, hop, stop or pass.
fn board_action(
    table: &mut Table<NavalBattle>,
    side: Side,
    action: &Action,
    tell: &mut dyn FnMut(Told<Event>),
) {
    draws::decline_by_playing(table, side, tell);
    let came = match (action, table.public.phase) {
        (Action::Move { from, to }, _) => movement::apply(table, side, *from, *to, tell),
        (Action::Attack { from, to }, _) => combat::apply(table, *from, *to, tell),
        (Action::Hop { from, to }, _) => jumps::apply(table, *from, *to, tell),
        (Action::HopOn { to }, Phase::Series(from)) => jumps::apply(table, from, *to, tell),
        (Action::Stop, _) => jumps::stop(tell),
        (Action::Pass, _) => passing::apply(table, side, tell),
        _ => return,
    };
    sequence::go_on(table, came, tell);
}
