//! May this be done? Finds the chapter that decides it.

use super::{Asked, asked};
use crate::SailEpoch;
use crate::action::Action;
use crate::illegal::{Chair, Illegal, Question};
use crate::rules::admiral::{self, answers, captains};
use crate::rules::{
    absence, alliances, assault, boarding, cargo, drift, fireship, gunfire, mines, movement,
    placing, plunder, repair, works,
};
use crate::state::{Public, SeatSecret, Window};
use admiralty_core::{Actor, Seat, Sight};
use alloc::boxed::Box;

/// May this be done?
pub(crate) fn check(
    sight: Sight<'_, SailEpoch>,
    by: Actor,
    action: &Action,
) -> Result<(), Illegal> {
    let p = sight.public;
    if p.outcome.is_some() {
        return Err(Illegal::Over);
    }
    let seat = match (by, action) {
        (Actor::Clock, Action::TimeOut(seat)) | (Actor::Host, Action::Left(seat)) => {
            return absence::check(p, *seat);
        }
        (_, Action::TimeOut(_) | Action::Left(_)) => return Err(Illegal::NotForPlayers),
        (Actor::Seat(seat), _) => seat,
        _ => return Err(Illegal::NotAPlayer),
    };
    if !p.has_seat(seat) {
        return Err(Illegal::NotAPlayer);
    }
    let own = sight.of_seat(seat);
    if let Action::Order { space, .. } = action {
        return mines::check_order(own, *space);
    }
    match asked(p, own, seat) {
        Asked::Nothing => Err(not_asked(p, own, seat, action)),
        Asked::Treaty => match action {
            Action::Accept | Action::Decline => Ok(()),
            _ => Err(Illegal::AnswerFirst { question: Question::Treaty }),
        },
        Asked::Window(window) => check_window(p, own, seat, &window, action),
        Asked::Piece => match action {
            Action::Place { piece, space } => placing::check(p, seat, *piece, *space),
            _ => Err(Illegal::NotBegun { question: Question::Piece }),
        },
        Asked::Note => match (action, own) {
            (Action::Mine(space), Some(own)) => mines::check_lay(p, own, seat, *space),
            (Action::Map(space), _) => mines::check_map(p, seat, *space),
            _ => Err(Illegal::NotBegun { question: Question::Note }),
        },
        Asked::Ship => match action {
            Action::Deploy { ship, space, .. } => placing::check_deploy(p, seat, *ship, *space),
            Action::Captain { ship, card } => captains::check_captain(p, seat, *ship, *card),
            Action::Bow { ship, dir } => captains::check_bow(p, seat, *ship, *dir),
            Action::End => captains::check_end(p, seat),
            _ => Err(Illegal::NotBegun { question: Question::Ship }),
        },
        Asked::Phase => check_phase(p, own, seat, action),
    }
}

/// Why nothing is wanted from the seat now.
fn not_asked(p: &Public, own: Option<&SeatSecret>, seat: Seat, action: &Action) -> Illegal {
    if p.players[seat.index()].out {
        return Illegal::IsOut;
    }
    if p.turn == 0 {
        return Illegal::OthersPrepare;
    }
    let acting = p.acting();
    if acting != seat {
        // What is wrong besides is said as well, or the player tries in vain in his own phase.
        let besides = check_phase(p, own, seat, action).err().map(Box::new);
        return Illegal::NotYourPhase { acting: Chair(acting), besides };
    }
    let offered = own.and_then(|own| own.outgoing).map(|offer| offer.seat);
    let asked = offered.or_else(|| p.windows.last().map(Window::seat));
    Illegal::OthersAnswer { seat: Chair(asked.unwrap_or(seat)) }
}

fn check_window(
    p: &Public,
    own: Option<&SeatSecret>,
    seat: Seat,
    window: &Window,
    action: &Action,
) -> Result<(), Illegal> {
    match (window, action) {
        (Window::Defend { .. }, Action::Defend(ships)) => assault::check_defend(p, seat, *ships),
        (Window::Allot { .. }, Action::Allot(shares)) => boarding::check_allot(p, shares),
        (Window::Plunder { .. }, Action::Plunder(takes)) => plunder::check(p, takes),
        (Window::Plunder { .. } | Window::Mines { .. }, Action::Pass) => Ok(()),
        (
            Window::FirstFire { .. }
            | Window::Return { .. }
            | Window::Crossing { .. }
            | Window::BoardShot { .. },
            Action::Pass,
        ) => Ok(()),
        (_, Action::Fire { first, second }) => {
            answers::check(p, seat, window, first, second.as_deref())
        }
        (Window::Mines { .. }, Action::Detonate(space)) => match own {
            Some(own) => mines::check_detonate(p, own, *space),
            None => Err(Illegal::NothingToAnswer),
        },
        _ => Err(Illegal::AnswerFirst { question: Question::of(window) }),
    }
}

fn check_phase(
    p: &Public,
    own: Option<&SeatSecret>,
    seat: Seat,
    action: &Action,
) -> Result<(), Illegal> {
    match action {
        Action::End | Action::Resign => Ok(()),
        Action::Move { ship, course } => movement::check(p, seat, *ship, *course),
        Action::Sail { ship, path } => admiral::movement::check(p, seat, *ship, *path),
        Action::Turn { ship, by } => admiral::movement::check_turn(p, seat, *ship, *by),
        Action::Drift(ship) => drift::check(p, seat, *ship),
        Action::Fire { first, second } => gunfire::check(p, seat, first, second.as_deref()),
        Action::Waste(unit) => gunfire::can_fire(p, seat, *unit).map(|_| ()),
        Action::Ignite(ship) => fireship::check(p, seat, *ship),
        Action::Explode(ship) => fireship::check_explode(p, seat, *ship),
        Action::Board { attackers, target } => boarding::check(p, seat, *attackers, *target),
        Action::Assault { attackers, fort } => assault::check(p, seat, *attackers, *fort),
        Action::Repair { ship, fort } => repair::check(p, seat, *ship, *fort),
        Action::Unrepair(ship) => repair::check_end(p, seat, *ship),
        Action::Mend(ship) => repair::check_mend(p, seat, *ship),
        Action::Work { fort, ships } => works::check(p, seat, *fort, *ships),
        Action::Release(fort) => works::check_release(p, seat, *fort),
        Action::Raise(fort) => works::check_raise(p, seat, *fort),
        Action::Load { ship, n, from } => cargo::check_load(p, own, seat, *ship, *n, *from),
        Action::Unload { ship, n, fort } => cargo::check_unload(p, seat, *ship, *n, *fort),
        Action::Deploy { ship, space, .. } => placing::check_deploy(p, seat, *ship, *space),
        Action::Offer { seat: to, turns } => match own {
            Some(own) => alliances::check_offer(p, own, seat, *to, *turns),
            None => Err(Illegal::NotAPlayer),
        },
        Action::Notice(with) => alliances::check_notice(p, seat, *with),
        Action::Break(with) => alliances::check_break(p, seat, *with),
        Action::Give { fort, seat: to } => works::check_give(p, seat, *fort, *to),
        Action::Place { .. } => Err(Illegal::PiecesLie),
        Action::Mine(_) if !p.options().mines => Err(Illegal::MinesNotAgreed),
        Action::Mine(_) => Err(Illegal::MinesLie),
        Action::Map(_) => Err(Illegal::NoMapNow),
        Action::Bow { .. } => Err(Illegal::BowsPoint),
        Action::Captain { .. } => Err(Illegal::CaptainsNamed),
        Action::Order { .. }
        | Action::Defend(_)
        | Action::Allot(_)
        | Action::Plunder(_)
        | Action::Pass
        | Action::Detonate(_)
        | Action::Accept
        | Action::Decline => Err(Illegal::NothingToAnswer),
        Action::TimeOut(_) | Action::Left(_) => Err(Illegal::NotForPlayers),
    }
}
