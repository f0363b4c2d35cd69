//! May this be done? The chapters say.

use crate::NavalBattle;
use crate::action::{Action, Prepare};
use crate::illegal::Illegal;
use crate::rules::{clock, combat, deployment, draws, jumps, leaving, movement, notes, passing};
use crate::state::{Phase, Public, Secret, side_of};
use admiralty_core::{Actor, Side, Sight};

/// May this be done?
pub(crate) fn check(
    sight: Sight<'_, NavalBattle>,
    by: Actor,
    action: &Action,
) -> Result<(), Illegal> {
    let public = sight.public;
    // NB-D-17: what the clock and the host say is theirs alone, and they say nothing else.
    let seat = match (by, action) {
        (Actor::Clock, Action::Flag(side)) => return clock::check(public, *side),
        (Actor::Clock, Action::DeployTimeOut) => return deployment::check_time_out(public),
        (Actor::Host, Action::Left(seat)) => return leaving::check(public, *seat),
        (_, Action::Flag(_) | Action::DeployTimeOut | Action::Left(_)) => {
            return Err(if matches!(public.phase, Phase::Over(_)) {
                Illegal::Over
            } else {
                Illegal::WrongActor
            });
        }
        (Actor::Seat(seat), _) => seat,
        _ => return Err(Illegal::WrongActor),
    };
    let side = side_of(seat);
    leaving::still_there(public, seat)?;
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
        Action::Resign => Ok(()),
        Action::OfferDraw => draws::check_offer(public, side),
        Action::AcceptDraw | Action::DeclineDraw => draws::check_answer(public, side),
        Action::Prepare(_) => Err(Illegal::Frozen), // NB-P-11
        _ => check_board(public, secret, side, action),
    }
}

/// May its seat take this back, as long as nobody else has decided?
// NB-R32: placing and notes, which only the own team hears of. What everybody
// has heard stands: an offer and its answer (NB-W-10), a hop (NB-J-17), ready,
// which is withdrawn by saying so (NB-P-10).
pub(crate) fn withdrawable(action: &Action) -> bool {
    match action {
        Action::Prepare(order) => !matches!(order.step, Prepare::Ready | Prepare::Unready),
        Action::Note(_) => true,
        _ => false,
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
        (_, Action::Pass) => passing::check(public, secret, side),
        _ => Err(Illegal::WrongActor),
    }
}
