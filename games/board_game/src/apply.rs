//! Dispatcher: a checked action is carried out, up to the next decision.

use crate::action::Action;
use crate::event::Event;
use crate::rules::{
    Board, Tell, air, critical, dogfights, features, initiative, launch, movement, repair, scenery,
    standby, strike, submarines,
};
use crate::state::{Phase, SOUTH};
use crate::{sequence, victory};
use admiralty_core::{Actor, Dice, Dry, Side, Told};

/// Carries it out.
pub(crate) fn apply(
    t: &mut Board,
    by: Actor,
    action: &Action,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let side = match by {
        Actor::Seat(seat) => sequence::side_of(seat).unwrap_or(SOUTH),
        // Clock and host only say who has lost, which names its side.
        Actor::Clock | Actor::Host => SOUTH,
    };
    let p = &mut t.public;
    match action {
        Action::Lay(square, card) => {
            if scenery::apply(p, side, Some((*square, *card)), tell) {
                sequence::to_fleets(t);
            }
            Ok(())
        }
        Action::LayNone => {
            if scenery::apply(p, side, None, tell) {
                sequence::to_fleets(t);
            }
            Ok(())
        }
        Action::Fleet(cards) => {
            t.sides[side].fleet = cards.to_vec();
            if ready(t, side, tell) {
                sequence::to_deployment(t);
            }
            Ok(())
        }
        Action::Deploy(spots) => {
            t.sides[side].places = spots.to_vec();
            if ready(t, side, tell) {
                return sequence::to_battle(t, dice, tell);
            }
            Ok(())
        }
        Action::Subs(spots) => {
            submarines::apply(t, side, spots, tell);
            let rest: &[Side] = if side == t.public.first { &[side.other()] } else { &[] };
            sequence::next_boats(t, rest, dice, tell)
        }
        Action::Enter(spots) => {
            standby::apply(p, spots, tell);
            let rest: &[Side] = if side == p.first { &[side.other()] } else { &[] };
            sequence::next_entry(t, rest, dice, tell)
        }
        Action::First(first) => {
            initiative::apply(p, side, *first, tell);
            sequence::after_first(t, dice, tell)
        }
        Action::Move { unit, die, path, finish } => {
            movement::apply(p, *unit, *die, *path, *finish, tell);
            sequence::movement_next(t, false, dice, tell)
        }
        Action::Fx { unit, feature, arg } => {
            features::apply_green(p, *unit, *feature, *arg, tell);
            next(t, false, dice, tell)
        }
        Action::Rx { unit, feature } => {
            features::apply_red(p, *unit, *feature, tell);
            next(t, false, dice, tell)
        }
        Action::Repair { unit, movement, artillery } => {
            repair::apply(p, *unit, *movement, *artillery, tell);
            sequence::movement_next(t, false, dice, tell)
        }
        Action::Launch { carrier, flights } => {
            launch::apply(p, *carrier, flights, tell);
            sequence::movement_next(t, false, dice, tell)
        }
        Action::Pass => {
            if p.phase == Phase::Movement {
                movement::pass(p, side, tell);
            } else {
                tell(Told::all(Event::Passed { by: side, stands_down: false }));
            }
            next(t, true, dice, tell)
        }
        Action::Strike { carrier, aims } => {
            strike::send(p, *carrier, aims, tell);
            air::fight(t, None, dice, tell)
        }
        Action::Intercept(plane) => dogfights::intercept(t, *plane, dice, tell),
        Action::Bombs(target, groups) => air::bombs(t, *target, *groups, dice, tell),
        Action::Crit(unit, feature) => {
            critical::apply(p, *unit, *feature, tell);
            if p.phase == Phase::Crit {
                return sequence::next_token(t, dice, tell);
            }
            if critical::settle(p, *unit, tell) {
                return Ok(());
            }
            air::after_hit(t, dice, tell)
        }
        Action::Orders(list) => {
            t.sides[side].orders = list.to_vec();
            if ready(t, side, tell) {
                return sequence::to_resolution(t, dice, tell);
            }
            Ok(())
        }
        Action::Resign => {
            tell(Told::all(Event::Resigned { by: side }));
            victory::resign(p, side, tell);
            Ok(())
        }
        Action::Forfeit(side) => {
            tell(Told::all(Event::Forfeited { by: *side }));
            victory::resign(p, *side, tell);
            Ok(())
        }
    }
}

/// The next action of an alternating phase.
fn next(t: &mut Board, passed: bool, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    if t.public.phase == Phase::Movement {
        sequence::movement_next(t, passed, dice, tell)
    } else {
        sequence::air_next(t, passed, dice, tell)
    }
}

/// Notes that a side is ready; are both?
fn ready(t: &mut Board, side: Side, tell: Tell<'_>) -> bool {
    t.public.ready[side.index()] = true;
    tell(Told::all(Event::Ready { by: side }));
    t.public.ready == [true; 2]
}
