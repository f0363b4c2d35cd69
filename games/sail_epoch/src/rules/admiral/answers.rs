//! Fire in a window: who may fire at whom, the check, and the shot.

use super::returns::{self, Answer};
use super::{boarding_shot, crossing, guns};
use crate::action::{Action, Aim, Captain, Unit, Volley};
use crate::event::Event;
use crate::illegal::{Illegal, Named, Question};
use crate::rules::Play;
use crate::rules::gunfire::{self, Aimed};
use crate::state::{Point, Public, ShipSet, Window, mark};
use crate::units::ShipId;
use admiralty_core::{Dry, Seat};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// All that may be fired in the window. Every window takes one group (SE-R127).
pub(crate) fn aims(p: &Public, window: &Window) -> SmallVec<[Aimed; 8]> {
    match *window {
        // SE-R68: that ship alone, at one attacking ship.
        Window::FirstFire { seat, ship, attackers } | Window::Return { seat, ship, attackers } => {
            alone(p, seat, ship, attackers, &|unit, target| {
                let shots = gunfire::can_fire(p, seat, unit).ok()?;
                // SE-A2.4.3: by the general rules of fire.
                let (dir, _) = gunfire::line(p, unit, target).ok()?;
                Some(guns::most(p, unit, dir, shots))
            })
        }
        // SE-A3.1: one shot.
        Window::BoardShot { seat, ship, attackers } => {
            alone(p, seat, ship, attackers, &|unit, target| {
                gunfire::can_fire(p, seat, unit).ok()?;
                boarding_shot::best(p, ship, target.as_ship()?).map(|_| 1)
            })
        }
        Window::Crossing { seat, ship } => {
            let target = Unit::ship(ship);
            let mut units = SmallVec::new();
            for (unit, shots) in gunfire::gunners(p, seat) {
                // SE-A2.5.2: with shots, arc and range; SE-R70: ships, not forts.
                let can = unit.as_ship().is_some_and(|id| may_cross(p, id));
                if can && let Ok((dir, _)) = gunfire::line(p, unit, target) {
                    let shots = guns::most(p, unit, dir, shots);
                    if shots > 0 {
                        units.push((unit, shots));
                    }
                }
            }
            let aimed = Aimed { target, units };
            core::iter::once(aimed).filter(|aim| !aim.units.is_empty()).collect()
        }
        _ => SmallVec::new(),
    }
}

/// SE-A2.5.1a, SE-A2.5.2.1b: at the start and on the last space nobody fires,
/// SE-A2.5.1b, SE-A2.5.2.1c: except ships with an Initiative captain.
fn may_cross(p: &Public, id: ShipId) -> bool {
    match crossing::open(p).map(|s| s.point) {
        Some(Point::Start | Point::Last) => p.ship(id).captain == Some(Captain::Initiative),
        Some(Point::Corner | Point::Passing) => true,
        None => false,
    }
}

fn alone(
    p: &Public,
    seat: Seat,
    ship: ShipId,
    attackers: ShipSet,
    shots: &dyn Fn(Unit, Unit) -> Option<u8>,
) -> SmallVec<[Aimed; 8]> {
    let unit = Unit::ship(ship);
    attackers
        .iter()
        .filter(|&id| p.ship(id).is_afloat() && p.ship(id).owner != seat)
        .filter_map(|id| {
            let target = Unit::ship(id);
            let n = shots(unit, target).filter(|&n| n > 0)?;
            Some(Aimed { target, units: core::iter::once((unit, n)).collect() })
        })
        .collect()
}

/// Every answer to the window. Returns whether the list is complete.
pub(crate) fn list(p: &Public, window: &Window, out: &mut Vec<Action>) -> bool {
    out.push(Action::Pass);
    gunfire::list_aimed(p, &aims(p, window), out)
}

/// May this be fired in the window?
pub(crate) fn check(
    p: &Public,
    seat: Seat,
    window: &Window,
    volley: &Volley,
    second: Option<&Volley>,
) -> Result<(), Illegal> {
    if second.is_some() {
        return Err(Illegal::OneGroup);
    }
    let question = Question::of(window);
    let (firing, targets) = match *window {
        Window::FirstFire { ship, attackers, .. }
        | Window::Return { ship, attackers, .. }
        | Window::BoardShot { ship, attackers, .. } => (Some(ship), attackers),
        Window::Crossing { ship, .. } => (None, ShipSet::EMPTY.with(ship)),
        _ => return Err(Illegal::AnswerFirst { question }),
    };
    if !volley.target.as_ship().is_some_and(|id| targets.has(id)) {
        return Err(Illegal::NotInQuestion { unit: Named::of(p, volley.target), question });
    }
    for (unit, _) in volley.guns.iter() {
        match (unit.as_ship(), firing) {
            (Some(id), Some(ship)) if id == ship => {}
            (Some(id), None) if may_cross(p, id) => {}
            (Some(ship), None) => return Err(Illegal::NeedsInitiative { ship }),
            _ => return Err(Illegal::MayNotAnswer { unit: Named::of(p, unit), question }),
        }
    }
    if let Window::BoardShot { .. } = window {
        return boarding_shot::check(p, seat, volley);
    }
    gunfire::check_volley(p, seat, volley)
}

/// Fires in the open window, then lets what lies under it go on.
pub(crate) fn fire(play: &mut Play<'_>, seat: Seat, volley: &Volley) -> Result<(), Dry> {
    let Some(window) = play.m().windows.pop() else { return Ok(()) };
    match window {
        Window::FirstFire { ship, .. } => {
            if let Some(Window::Volley { answered, .. }) = play.m().windows.last_mut() {
                *answered = true;
            }
            play.say(Event::FiresFirst { ship });
        }
        Window::Return { ship, .. } => play.say(Event::Answers { ship }),
        Window::Crossing { ship, .. } => play.say(Event::FiresAcross { seat, ship }),
        Window::BoardShot { ship, .. } => {
            play.say(Event::FiresAtBoarders { ship });
            let hits = boarding_shot::hits(play.p(), volley);
            boarding_shot::mark_chaser(play.m(), volley);
            pay(play.m(), volley);
            return returns::roll(play, seat, volley, hits, Answer::None);
        }
        _ => return Ok(()),
    }
    guns::mark_chasers(play.m(), volley);
    pay(play.m(), volley);
    if let Window::Crossing { .. } = window {
        return returns::attack(play, seat, volley);
    }
    let hits = guns::hit_set(play.p(), volley);
    returns::roll(play, seat, volley, hits, Answer::None)
}

/// SE-A2.4.2: spent from the supply of the Turn. It is no fire of the own phase.
fn pay(p: &mut Public, volley: &Volley) {
    for (unit, shots) in volley.guns.iter() {
        if let Some(id) = unit.as_ship() {
            let ship = &mut p.ships[id.index()];
            let fired = ship.marks & mark::FIRED;
            gunfire::pay(p, unit, shots);
            let ship = &mut p.ships[id.index()];
            ship.marks = ship.marks & !mark::FIRED | fired;
        }
    }
}

/// The aims a target allows. SE-A2.2, SE-A2.2.1a: hull or sails, announced before.
pub(crate) fn parts(p: &Public, target: Unit) -> &'static [Aim] {
    if p.options().a3 && target.as_ship().is_some() {
        &[Aim::Hull, Aim::Sails]
    } else {
        &[Aim::Hull]
    }
}
