//! What may be done: dispatch of checks, lists and menus to the chapters.

use crate::action::{Action, Mark, Note, Pick};
use crate::board::{Square, squares};
use crate::illegal::Illegal;
use crate::rules::{combat, deployment, draws, jumps, movement, notes};
use crate::setup::{Immobile, MemoryAid};
use crate::state::{Phase, Public, Secret};
use crate::units::KINDS;
use crate::{NavalBattle, side_of_actor};
use admiralty_core::{Actor, Listed, Menu, Own, Seat, Side, Sight};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// May this be done?
pub(crate) fn check(
    sight: Sight<'_, NavalBattle>,
    by: Actor,
    action: &Action,
) -> Result<(), Illegal> {
    let public = sight.public;
    if matches!(action, Action::Flag(_) | Action::DeployTimeOut | Action::Left(_)) {
        return check_around(public, by, action);
    }
    let (Actor::Seat(seat), Some(side)) = (by, side_of_actor(by)) else {
        return Err(Illegal::WrongActor);
    };
    if seat.0 >= public.options.persons || public.has_left(seat) {
        return Err(Illegal::HasLeft);
    }
    let Some(secret) = sight.of_side(side) else { return Err(Illegal::WrongActor) };
    if let Action::Note(note) = action {
        return notes::check(public, seat, side, note);
    }
    match public.phase {
        Phase::Over(_) => return Err(Illegal::Over), // NB-W-11
        // NB-T-04: the Recorder decides nothing.
        _ if public.strategist(side) != seat => return Err(Illegal::RecorderActs),
        Phase::Deploy => {
            return match action {
                // NB-W-12
                Action::Resign | Action::OfferDraw | Action::AcceptDraw | Action::DeclineDraw => {
                    Err(Illegal::NothingToResign)
                }
                Action::Prepare(order) => deployment::check(public, secret, side, order),
                _ => Err(Illegal::StillDeploying),
            };
        }
        _ => {}
    }
    match action {
        Action::Resign | Action::OfferDraw | Action::AcceptDraw | Action::DeclineDraw => {
            draws::check(public, side, action)
        }
        Action::Prepare(_) => Err(Illegal::Frozen), // NB-P-11
        _ => check_board(public, secret, side, action),
    }
}

/// What only the clock and the host may say.
fn check_around(public: &Public, by: Actor, action: &Action) -> Result<(), Illegal> {
    if matches!(public.phase, Phase::Over(_)) {
        return Err(Illegal::Over);
    }
    match (by, action) {
        // NB-D-15: time runs for the side that has to act, also in its series.
        (Actor::Clock, Action::Flag(_)) if public.phase == Phase::Deploy => {
            Err(Illegal::StillDeploying)
        }
        (Actor::Clock, Action::Flag(side)) if *side != public.to_move => Err(Illegal::NotYourTurn),
        (Actor::Clock, Action::Flag(_)) => Ok(()),
        // NB-P-14
        (Actor::Clock, Action::DeployTimeOut)
            if public.phase == Phase::Deploy && public.options.deploy_seconds > 0 =>
        {
            Ok(())
        }
        (Actor::Clock, Action::DeployTimeOut) => Err(Illegal::NoDeployClock),
        (Actor::Host, Action::Left(seat))
            if seat.0 >= public.options.persons || public.has_left(*seat) =>
        {
            Err(Illegal::HasLeft)
        }
        (Actor::Host, Action::Left(_)) => Ok(()),
        _ => Err(Illegal::WrongActor),
    }
}

/// A move, combat, hop, stop or pass.
fn check_board(
    public: &Public,
    secret: &Secret,
    side: Side,
    action: &Action,
) -> Result<(), Illegal> {
    if public.to_move != side {
        // NB-J-37, NB-M-02
        let series = matches!(public.phase, Phase::Series(_));
        return Err(if series { Illegal::OtherSeries } else { Illegal::NotYourTurn });
    }
    match (public.phase, action) {
        // NB-J-30: hops of the same piece, or stop.
        (Phase::Series(from), Action::HopOn { to }) => {
            jumps::check(public, secret, side, from, *to)
        }
        (Phase::Series(_), Action::Stop) => Ok(()),
        (Phase::Series(at), _) => Err(Illegal::SeriesOpen { at }),
        (_, Action::HopOn { .. } | Action::Stop) => Err(Illegal::NoSeries),
        // NB-A-01, NB-A-10, NB-M-03: one piece and one kind of action a turn. NB-J-35: so a move and a hop are never one turn.
        (_, Action::Move { from, to }) => movement::check(public, secret, side, *from, *to),
        (_, Action::Attack { from, to }) => combat::check(public, secret, side, *from, *to),
        (_, Action::Hop { from, to }) => jumps::check(public, secret, side, *from, *to),
        (_, Action::Pass) => check_pass(public, secret, side),
        _ => Err(Illegal::WrongActor),
    }
}

/// Passing is for a side that has no plain move.
fn check_pass(public: &Public, secret: &Secret, side: Side) -> Result<(), Illegal> {
    if movement::has_move(public, secret, side) {
        return Err(Illegal::CanMove); // NB-A-08
    }
    // NB-A-07: no attack is compulsory. NB-D-12: with `immobile = pass` one passes when nothing at all is possible.
    let forced = !crate::victory::can_act(public, secret, side);
    if forced && public.options.immobile == Immobile::Loss {
        Err(Illegal::CannotPass)
    } else {
        Ok(())
    }
}

/// Every board action of the side to move.
// NB-A-02, NB-A-03: moves stay legal beside attacks and hops. NB-A-09: nothing here reads the enemy's types.
pub(crate) fn list(public: &Public, secret: &Secret, side: Side, out: &mut Vec<Action>) {
    if let Phase::Series(from) = public.phase {
        jumps::list(public, side, from.bit(), |_, to| out.push(Action::HopOn { to }));
        out.push(Action::Stop);
        return;
    }
    let n_moves =
        movement::list(public, secret, side, |from, to| out.push(Action::Move { from, to }));
    combat::list(public, secret, side, |from, to| out.push(Action::Attack { from, to }));
    jumps::list(public, side, jumps::jumpers(public, secret, side), |from, to| {
        out.push(Action::Hop { from, to });
    });
    if n_moves == 0 && check_pass(public, secret, side).is_ok() {
        out.push(Action::Pass);
    }
}

/// Every complete action of the seat that looks.
// NB-I-18: only for the seat itself, since it would betray the mines.
pub(crate) fn legal(sight: Sight<'_, NavalBattle>, out: &mut Vec<Action>) -> Listed {
    let Own::Seat { seat, side, shared, .. } = sight.own else { return Listed::Complete };
    let public = sight.public;
    if public.strategist(side) != seat {
        return Listed::Complete;
    }
    match public.phase {
        Phase::Deploy if !public.ready[side.index()] => Listed::TooMany,
        Phase::Turn | Phase::Series(_) if public.to_move == side => {
            list(public, shared, side, out);
            Listed::Complete
        }
        _ => Listed::Complete,
    }
}

/// What may be picked next.
pub(crate) fn menu(sight: Sight<'_, NavalBattle>, draft: &[Pick], out: &mut Menu<Pick, Action>) {
    let Own::Seat { seat, side, shared, .. } = sight.own else { return };
    let public = sight.public;
    if matches!(public.phase, Phase::Over(_)) || public.has_left(seat) {
        return;
    }
    if public.strategist(side) == seat {
        if public.phase == Phase::Deploy {
            return deployment::menu(public, shared, side, draft, out);
        }
        if public.to_move == side {
            board_menu(public, shared, side, draft, out);
        }
        if draft.is_empty() {
            for (pick, action) in [
                (Pick::OfferDraw, Action::OfferDraw),
                (Pick::AcceptDraw, Action::AcceptDraw),
                (Pick::DeclineDraw, Action::DeclineDraw),
                (Pick::Resign, Action::Resign),
            ] {
                if draws::check(public, side, &action).is_ok() {
                    out.aside(pick, action);
                }
            }
        }
    }
    note_menu(public, shared, seat, side, draft, out);
}

fn board_menu(
    public: &Public,
    secret: &Secret,
    side: Side,
    draft: &[Pick],
    out: &mut Menu<Pick, Action>,
) {
    let mut actions = Vec::new();
    list(public, secret, side, &mut actions);
    let from_of = |action: &Action| match action {
        Action::Move { from, .. } | Action::Attack { from, .. } | Action::Hop { from, .. } => {
            Some(*from)
        }
        _ => None,
    };
    match draft {
        [] => {
            let movers: u128 =
                actions.iter().filter_map(from_of).fold(0, |set, from| set | from.bit());
            for from in squares(movers) {
                out.on(Pick::Square(from));
            }
            for action in actions {
                match action {
                    Action::HopOn { to } => out.to(Pick::Hop(to), action),
                    Action::Stop => out.to(Pick::Stop, action),
                    Action::Pass => out.to(Pick::Pass, action),
                    _ => {}
                }
            }
        }
        [Pick::Square(from)] => {
            for action in actions.into_iter().filter(|action| from_of(action) == Some(*from)) {
                match action {
                    Action::Move { to, .. } => out.to(Pick::Move(to), action),
                    Action::Attack { to, .. } => out.to(Pick::Attack(to), action),
                    Action::Hop { to, .. } => out.to(Pick::Hop(to), action),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Marks by picking; free text is typed.
fn note_menu(
    public: &Public,
    secret: &Secret,
    seat: Seat,
    side: Side,
    draft: &[Pick],
    out: &mut Menu<Pick, Action>,
) {
    if public.recorder(side) != seat
        || public.options.memory_aid == MemoryAid::Off
        || public.phase == Phase::Deploy
    {
        return;
    }
    let mark = |at: Square, mark: Option<Mark>| Action::Note(Box::new(Note::Mark { at, mark }));
    match draft {
        [] => out.on(Pick::Note),
        [Pick::Note] => {
            for at in squares(public.occupied[side.other().index()]) {
                out.on(Pick::Square(at));
            }
        }
        [Pick::Note, Pick::Square(at)] if public.occupied[side.other().index()] & at.bit() != 0 => {
            for kind in KINDS {
                out.aside(Pick::Mark(kind), mark(*at, Some(Mark::Kind { kind, unsure: false })));
                out.aside(Pick::Perhaps(kind), mark(*at, Some(Mark::Kind { kind, unsure: true })));
            }
            let marked = public.token_on(*at).is_some_and(|token| {
                secret
                    .notes
                    .as_ref()
                    .is_some_and(|notes| notes.marks.iter().any(|(marked, _)| *marked == token))
            });
            if marked {
                out.aside(Pick::Wipe, mark(*at, None));
            }
        }
        _ => {}
    }
}
