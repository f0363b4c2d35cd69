//! The sequence of play.
//!
//! ```text
//! scenery → fleets → deployment → reveal
//! round 1:  initiative → first player → submarines → dice → movement → air → orders → resolution
//! later:    stand-by → initiative → first player → dice → movement → air → orders → resolution
//! ```

use crate::BoardGame;
use crate::action::Action;
use crate::event::Event;
use crate::rules::{
    Board, Tell, air, critical, deployment, dice as pool, features, initiative, launch, movement,
    orders, resolution, standby, submarines,
};
use crate::state::{Flying, NORTH, Phase, Plane, Public, SOUTH, Status, Tokens, UnitId, seat_of};
use crate::units::Window;
use crate::victory;
use admiralty_core::{Around, Awaiting, Dice, Dry, Seat, Side, Sight, Told};

/// Who must decide, or how it ended.
pub(crate) fn awaiting(p: &Public) -> Awaiting {
    match p.end {
        Some(end) => Awaiting::Over(victory::outcome(end)),
        None => Awaiting::Seats(p.deciding()),
    }
}

/// The side of a seat.
pub(crate) fn side_of(seat: Seat) -> Option<Side> {
    [SOUTH, NORTH].into_iter().find(|side| seat_of(*side) == seat)
}

/// The round.
pub(crate) fn turn(p: &Public) -> u32 {
    u32::from(p.round)
}

/// Whoever runs out of time or leaves for good loses.
pub(crate) fn around(p: &Public, what: Around) -> Option<Action> {
    match what {
        _ if p.end.is_some() => None,
        // BG-8-VC10: whoever is waited for and stays silent gives up, in set-up too.
        Around::TimeOut(seat) if !p.deciding().has(seat) => None,
        Around::TimeOut(seat) | Around::Left(seat) => side_of(seat).map(Action::Forfeit),
        Around::SetupTimeOut => None,
    }
}

/// Scenery is laid: fleets are chosen, unless they were agreed.
pub(crate) fn to_fleets(t: &mut Board) {
    t.public.passes = 0;
    if t.public.open == [true; 2] {
        to_deployment(t);
    } else {
        t.public.phase = Phase::Fleet;
        t.public.ready = t.public.open;
    }
}

/// Fleets are chosen: both deploy.
pub(crate) fn to_deployment(t: &mut Board) {
    t.public.phase = Phase::Deploy;
    t.public.ready = [false; 2];
}

/// Both have deployed: everything is turned up and the first round begins.
pub(crate) fn to_battle(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    deployment::reveal(t, tell);
    t.public.ready = [false; 2];
    t.public.round = 1;
    tell(Told::all(Event::Round { round: 1 }));
    // BG-1-IN8: initiative before the submarines are placed.
    initiative::roll(&mut t.public, dice, tell)
}

/// The first player is named.
pub(crate) fn after_first(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    if t.public.round == 1 {
        return next_boats(t, &submarines::order(&t.public), dice, tell);
    }
    to_action_dice(t, dice, tell)
}

/// The next side that has boats to place, or the dice.
pub(crate) fn next_boats(
    t: &mut Board,
    sides: &[Side],
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    match sides.iter().find(|side| submarines::is_asked(&t.public, **side)) {
        Some(side) => {
            t.public.phase = Phase::Subs;
            t.public.actor = *side;
            Ok(())
        }
        None => to_action_dice(t, dice, tell),
    }
}

fn to_action_dice(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    // BG-0-RD1: initiative, action dice, movement, attack, resolution.
    let p = &mut t.public;
    pool::roll_pools(p, dice, tell)?;
    p.phase = Phase::Movement;
    // BG-3-MV1, BG-1-IN9: the first player acts first.
    p.actor = p.first;
    p.passes = 0;
    p.stood_down = [false; 2];
    p.late_move = [false; 2];
    Ok(())
}

/// Has a stood-down side anything but a pass?
fn has_late_action(p: &Public, side: Side) -> bool {
    // BG-3-MV12: features, launches, and one Admiral move.
    let mut moves = false;
    movement::each_mover(p, side, |_| moves = true);
    moves
        || features::has_any(p, side, Window::Movement)
        || p.carriers(side).any(|carrier| launch::can(p, side, carrier))
}

/// After an action of the Movement phase.
pub(crate) fn movement_next(
    t: &mut Board,
    passed: bool,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let p = &mut t.public;
    p.passes = if passed { p.passes + 1 } else { 0 };
    loop {
        // BG-3-MV13: both stood down and two passes in a row.
        if p.passes >= 2 && p.stood_down == [true; 2] {
            return to_air(t, dice, tell);
        }
        p.actor = p.actor.other();
        // BG-3-MV23: a stood-down side without another action passes by itself.
        if p.stood_down[p.actor.index()] && !has_late_action(p, p.actor) {
            p.passes += 1;
            continue;
        }
        return Ok(());
    }
}

fn to_air(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let p = &mut t.public;
    p.passes = 0;
    // BG-4-AT5: the Air step before the orders. BG-4-AT9: skipped if neither has anything to do.
    if air::has_action(p, SOUTH) || air::has_action(p, NORTH) {
        p.phase = Phase::Air;
        p.actor = p.first;
        return Ok(());
    }
    to_orders(t, dice, tell)
}

/// After an action of the Air step.
pub(crate) fn air_next(
    t: &mut Board,
    passed: bool,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let p = &mut t.public;
    // BG-4-AT8: two passes in a row end it; a single one bars nobody.
    p.passes = if passed { p.passes + 1 } else { 0 };
    if p.passes >= 2 {
        return to_orders(t, dice, tell);
    }
    p.actor = p.actor.other();
    Ok(())
}

fn to_orders(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let p = &mut t.public;
    p.passes = 0;
    // BG-4-AT1: both at the same time; a side without any order has empty ones.
    p.ready = [!orders::has_any(p, SOUTH), !orders::has_any(p, NORTH)];
    if p.ready == [true; 2] {
        return to_resolution(t, dice, tell);
    }
    p.phase = Phase::Orders;
    Ok(())
}

/// Both lists are in.
pub(crate) fn to_resolution(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    t.public.ready = [false; 2];
    resolution::resolve(t, dice, tell)?;
    next_token(t, dice, tell)
}

/// The next side that has tokens to place, or the end of the round.
pub(crate) fn next_token(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let p = &mut t.public;
    // BG-5-RS4: the first player places its tokens first.
    for side in [p.first, p.first.other()] {
        let mut any = false;
        for number in 0..usize::from(p.n_units[side.other().index()]) {
            any |= critical::settle(p, UnitId::new(side.other(), number), tell);
        }
        if any {
            p.phase = Phase::Crit;
            p.actor = side;
            return Ok(());
        }
    }
    cleanup(t, dice, tell)
}

fn cleanup(t: &mut Board, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let p = &mut t.public;
    // BG-5-RS6: smoke and features end with the round.
    p.smoke = 0;
    for unit in &mut p.units {
        // BG-5-RS5: this round's tokens go, the new ones bind from now on.
        unit.tokens = core::mem::replace(&mut unit.next, Tokens(0));
        unit.used = 0;
        unit.flags = 0;
        unit.repairs = 0;
        unit.owed = 0;
    }
    let units = &p.units;
    for deck in p.decks.iter_mut().flatten() {
        let carrier = deck.carrier;
        let unit = &units[carrier.index()];
        // BG-4-AC6: squadrons land on their own carrier. BG-4-AC10: a token on its deck does not matter.
        let sunk = unit.status == Status::Sunk;
        for (slot, flying) in deck.squadrons.iter_mut().enumerate() {
            if !matches!(flying, Flying::Absent | Flying::Lost | Flying::Aboard) {
                *flying = if sunk { Flying::Lost } else { Flying::Aboard };
                if sunk {
                    tell(Told::all(Event::Ditched {
                        carrier,
                        plane: Plane::at(unit.class(), slot),
                    }));
                }
            }
        }
    }
    pool::clear_pools(p);
    tell(Told::all(Event::RoundOver { round: p.round }));
    // BG-8-VC1: victory is looked at here and nowhere else.
    if let Some(end) = victory::at_round_end(p) {
        victory::finish(p, end, tell);
        return Ok(());
    }
    p.round += 1;
    tell(Told::all(Event::Round { round: p.round }));
    // BG-0-SU7: stand-by units from round 2 on, before the initiative.
    // BG-0-SU14: the last first player decides first.
    let first = p.first;
    next_entry(t, &[first, first.other()], dice, tell)
}

/// The next side that may bring units in, or the initiative.
pub(crate) fn next_entry(
    t: &mut Board,
    sides: &[Side],
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    match sides.iter().find(|side| standby::is_asked(&t.public, **side)) {
        Some(side) => {
            t.public.phase = Phase::Standby;
            t.public.actor = *side;
            Ok(())
        }
        None => initiative::roll(&mut t.public, dice, tell),
    }
}

/// May this be taken back, as far as the rules go?
// BG-9-HI2: with the second list of orders both are turned up. Also where the first was
// empty: that nothing came of it tells so.
pub(crate) fn withdrawable(sight: Sight<'_, BoardGame>, action: &Action) -> bool {
    !matches!(action, Action::Orders(_)) || sight.public.ready == [false; 2]
}
