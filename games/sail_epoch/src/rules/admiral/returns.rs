//! A group's attack with what may break into it: first fire before the die,
//! the critical roll and the answer after it (A5).

use super::{answers, critical, crossing, guns, sails};
use crate::action::{Aim, Captain, Guns, Unit, Volley};
use crate::event::{Cause, Event, Silence};
use crate::rules::Play;
use crate::rules::gunfire::HitSet;
use crate::rules::{gunfire, neutral_forts, works};
use crate::state::{Public, ShipSet, Window};
use crate::units::ShipId;
use admiralty_core::{Dry, Seat};

/// May the target still answer a group?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Yes.
    May,
    /// SE-R68, SE-R127: no answer to an answer, nor to a shot before boarding.
    None,
}

/// Those of a group that are still afloat. SE-R126: sunk ones drop out with their shots.
fn left(play: &Play<'_>, volley: &Volley) -> Volley {
    let mut guns = volley.guns;
    for id in guns.ships().iter() {
        if !play.p().ship(id).is_afloat() {
            guns = guns.with(Unit::ship(id), 0);
        }
    }
    Volley { guns, ..*volley }
}

/// The other broadside. SE-R69: after the first group and its return, if somebody
/// is left to fire.
pub(crate) fn second_broadside(
    play: &mut Play<'_>,
    seat: Seat,
    volley: &Volley,
) -> Result<(), Dry> {
    if volley.guns.ships().iter().any(|id| play.p().ship(id).is_afloat()) {
        gunfire::resolve(play, seat, volley)?;
    }
    Ok(())
}

/// A declared group, its shots paid. SE-A2.4.4a: a target with an Initiative
/// captain may fire first, SE-A2.4.4b: unless an attacker has one too.
pub(crate) fn attack(play: &mut Play<'_>, seat: Seat, volley: &Volley) -> Result<(), Dry> {
    let volley = left(play, volley);
    let attackers = volley.guns.ships();
    if let Some(id) = volley.target.as_ship() {
        let target = play.p().ship(id);
        let forestalled =
            attackers.iter().any(|a| play.p().ship(a).captain == Some(Captain::Initiative));
        let first = Window::FirstFire { seat: target.seat(), ship: id, attackers };
        if play.p().options().a5
            && target.captain == Some(Captain::Initiative)
            && !forestalled
            && !answers::aims(play.p(), &first).is_empty()
        {
            play.m().windows.push(Window::Volley { seat, volley, answered: false });
            play.m().windows.push(first);
            return Ok(());
        }
    }
    go_on(play, seat, &volley, Answer::May)
}

/// The die of a group after a first fire, if anybody is left to fire.
pub(crate) fn go_on(
    play: &mut Play<'_>,
    seat: Seat,
    volley: &Volley,
    answer: Answer,
) -> Result<(), Dry> {
    let volley = left(play, volley);
    if volley.guns == Guns::NONE {
        return Ok(());
    }
    let hits = guns::hit_set(play.p(), &volley);
    roll(play, seat, &volley, hits, answer)
}

/// One die, the damage, the critical die, the answer, in this order (SE-A2.4.1).
pub(crate) fn roll(
    play: &mut Play<'_>,
    seat: Seat,
    volley: &Volley,
    hits: HitSet,
    answer: Answer,
) -> Result<(), Dry> {
    let die = play.d6()?;
    let hit = hits.has(die);
    let shots = volley.guns.total();
    play.say(Event::Fired { by: Some(seat), volley: *volley, die, hits, shots });
    match (volley.target.as_ship(), volley.target.as_fort()) {
        (Some(id), _) => {
            if hit {
                play.gunners = volley.guns.ships();
                match volley.aim {
                    // SE-A2.2.1b: the same die for hull and sails.
                    Aim::Sails => sails::tear(play, id, shots),
                    Aim::Hull => {
                        if shots >= play.p().strength(id) {
                            crossing::sinks_ahead(play, id);
                        }
                        play.hurt(id, shots, Cause::Gunfire { seat });
                    }
                }
                if play.p().ship(id).is_afloat() && critical::is_due(play.p(), volley) {
                    critical::roll(play, seat, volley)?;
                }
                play.gunners = ShipSet::EMPTY;
            }
            if answer == Answer::May && play.p().ship(id).is_afloat() {
                offer(play, id, volley.guns.ships());
            }
        }
        (None, Some(fort)) => {
            if hit {
                works::batter(play, fort, shots);
            }
            neutral_forts::attacked(play, fort, seat)?;
        }
        _ => {}
    }
    Ok(())
}

/// Asks whether the ship answers, if it can. SE-A2.4.2: with shots of this Turn;
/// SE-A2.5.2.1a: so a ship that stops on a line fires first and is then answered,
/// SE-A2.5.2.2b: and one that is fired at on its way answers from there.
fn offer(play: &mut Play<'_>, id: ShipId, attackers: ShipSet) {
    let afloat: ShipSet = attackers.iter().filter(|&a| play.p().ship(a).is_afloat()).collect();
    let window = Window::Return { seat: play.p().ship(id).seat(), ship: id, attackers: afloat };
    if !play.p().options().a5 {
        return;
    }
    if !answers::aims(play.p(), &window).is_empty() {
        play.m().windows.push(window);
    } else if let Some(why) = silence(play.p(), id, attackers, afloat) {
        play.say(Event::Silent { ship: id, why });
    }
}

/// Why the ship cannot answer; nothing where nobody is left whom she could.
fn silence(p: &Public, id: ShipId, attackers: ShipSet, afloat: ShipSet) -> Option<Silence> {
    let ship = p.ship(id);
    if attackers.is_empty() {
        return Some(Silence::Fort);
    }
    let first = afloat.iter().find(|&a| p.ship(a).owner != ship.owner)?;
    let (unit, target) = (Unit::ship(id), Unit::ship(first));
    match gunfire::can_fire(p, ship.seat(), unit) {
        Err(_) if ship.shots == 0 => Some(Silence::Spent),
        Err(_) => Some(Silence::Unfit),
        Ok(_) => match gunfire::line(p, unit, target) {
            Err(why) => Some(Silence::NoLine(why)),
            // A line, but its guns have fired: bow and stern guns do so once.
            Ok(_) => Some(Silence::Spent),
        },
    }
}
