//! The air battle: screens meet escorts, then perhaps bombers.

use crate::action::{Action, Pick};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::air::{fight, plane_of, raiders, under_way};
use crate::rules::dice::{Face, Symbol};
use crate::rules::{Board, Choices, Tell, launch};
use crate::state::{Flying, Phase, Plane, PlaneKind, Public, Strike, UnitId};
use admiralty_core::{Dice, Dry, Told};

/// Screens against escorts, one against one.
pub(super) fn dogfights(
    p: &mut Public,
    strike: &Strike,
    target: UnitId,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let carrier = strike.carrier;
    // BG-4-SF6: only escorts sent against this target. BG-4-SF7: those without an opponent do nothing.
    for raider in strike.raiders() {
        if raider.target != target || plane_of(p, strike, raider).kind != PlaneKind::Fighter {
            continue;
        }
        // BG-4-SF1: the screen of the unit that is attacked. BG-4-SF3: it must meet fighters first.
        let Some((screen_carrier, screen)) = launch::screens(p, target).next() else { break };
        let plane = plane_of(p, strike, raider);
        loop {
            // BG-9-DS3: the striker's die first.
            let faces = [Face::roll(dice)?, Face::roll(dice)?];
            // BG-4-DF1: the higher symbol destroys the other squadron. BG-4-DF2: equal: again.
            let winner = match faces[0].highest().cmp(&faces[1].highest()) {
                core::cmp::Ordering::Greater => Some(carrier.side()),
                core::cmp::Ordering::Less => Some(target.side()),
                core::cmp::Ordering::Equal => None,
            };
            tell(Told::all(Event::Dogfight {
                target,
                carrier,
                plane,
                screen_carrier,
                screen,
                faces,
                winner,
            }));
            let Some(winner) = winner else { continue };
            // BG-4-SF5: whoever has fought is done for this round, also the winner.
            // BG-4-AC8: the loser is lost for the game.
            if winner == carrier.side() {
                launch::set(p, screen_carrier, screen, Flying::Lost);
            } else {
                launch::set(p, carrier, plane, Flying::Lost);
                launch::set(p, screen_carrier, screen, Flying::Spent);
            }
            break;
        }
    }
    Ok(())
}

/// Is a screen left over, and a bomber for it?
pub(super) fn can_intercept(p: &Public) -> bool {
    let strike = under_way(p);
    launch::screens(p, strike.target).next().is_some() && bombers(p, &strike).next().is_some()
}

/// The bombers over the target whose step is under way.
fn bombers(p: &Public, strike: &Strike) -> impl Iterator<Item = Plane> {
    raiders(p, strike, strike.target, PlaneKind::Dive)
        .chain(raiders(p, strike, strike.target, PlaneKind::Torpedo))
        .map(|raider| plane_of(p, strike, &raider))
}

/// May the screen attack this bomber?
pub(crate) fn check_intercept(p: &Public, plane: Option<Plane>) -> Result<(), Illegal> {
    // BG-4-SF4: screens left over may engage bombers, or not.
    match plane {
        None => Ok(()),
        Some(plane) if bombers(p, &under_way(p)).any(|bomber| bomber == plane) => Ok(()),
        Some(plane) => Err(Illegal::NotBomber { plane }),
    }
}

/// The bombers a screen may attack.
pub(crate) fn menu_intercept(p: &Public, out: &mut Choices) {
    for plane in bombers(p, &under_way(p)) {
        out.to(Pick::Plane(plane), Action::Intercept(Some(plane)));
    }
    out.to(Pick::Pass, Action::Intercept(None));
}

/// One screen fighter attacks a bomber, or none does any more.
pub(crate) fn intercept(
    t: &mut Board,
    plane: Option<Plane>,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    let p = &mut t.public;
    let Strike { carrier, target, .. } = under_way(p);
    if let Some(plane) = plane {
        let screen = launch::screens(p, target).next();
        if let Some((screen_carrier, screen)) = screen {
            // BG-4-DF6: only the fighter rolls, and is never lost here.
            let face = Face::roll(dice)?;
            // BG-4-DF3: Artillery destroys a torpedo bomber. BG-4-DF4: Movement a dive bomber.
            // BG-4-DF5: whatever else the face shows. BG-2-AS8: the Admiral symbol replaces neither.
            let wanted = match plane.kind {
                PlaneKind::Torpedo => Symbol::Artillery,
                _ => Symbol::Movement,
            };
            let destroyed = face.shows(wanted);
            launch::set(p, screen_carrier, screen, Flying::Spent);
            if destroyed {
                launch::set(p, carrier, plane, Flying::Lost);
            }
            tell(Told::all(Event::Interception {
                target,
                carrier,
                plane,
                screen_carrier,
                screen,
                face,
                destroyed,
            }));
        }
        if can_intercept(p) {
            return Ok(());
        }
    } else {
        tell(Told::all(Event::InterceptNone { target }));
    }
    p.phase = Phase::Air;
    fight(t, Some(target), dice, tell)
}
