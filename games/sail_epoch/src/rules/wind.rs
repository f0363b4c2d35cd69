//! The wind wheel: one spin for the whole Turn.

use crate::board::Dir;
use crate::event::Event;
use crate::rules::Play;
use crate::setup::WindProfile;
use crate::state::{Weather, Wind, mark};
use crate::units::ShipId;
use admiralty_core::{Die, Dry};

/// Spaces of the wheel; the spin is read as 0 to 719, a die showing 720 as 0.
pub(crate) const WHEEL: u16 = 720;

/// What the wheel says at a value from 0 to 719. SE-3.2.1d: eight directions,
/// SE-R3: the sectors of each profile; SE-3.2.1f: a value on a dividing line
/// belongs to the sector that begins there.
pub(crate) fn read_wheel(profile: WindProfile, value: u16) -> Wind {
    let (fresh, calm) = match profile {
        WindProfile::Standard => (60, 75),
        WindProfile::Even => (30, 60),
        WindProfile::Gentle => (75, 90),
        WindProfile::Fair => (85, 90),
    };
    let strength = value % 90;
    let weather = if strength < fresh {
        Weather::Fresh
    } else if strength < calm {
        Weather::Calm
    } else {
        Weather::Storm
    };
    Wind { to: Dir((value / 90 % 8) as u8), weather }
}

/// SE-3.2.1a: once per Turn, SE-3.2.1b: by the player who starts it,
/// SE-3.2.1c: for everybody.
pub(crate) fn spin(play: &mut Play<'_>) -> Result<(), Dry> {
    let value = play.dice.roll(Die(WHEEL))? % WHEEL;
    let wind = read_wheel(play.p().options().wind, value);
    set(play, wind);
    let seat = play.p().acting();
    play.say(Event::Wind { seat, wind, value });
    Ok(())
}

/// Lets the wind blow and gives every ship its shots for this weather.
pub(crate) fn set(play: &mut Play<'_>, wind: Wind) {
    let p = play.m();
    p.wind = wind;
    for i in 0..p.ships.len() {
        let supply = p.supply(ShipId(i as u8));
        let ship = &mut p.ships[i];
        // SE-3.1.5.9, SE-3.2.3b, SE-3.3.2.14c: all shots again; a fireship has none.
        if ship.is_afloat() {
            ship.shots = if ship.has(mark::IGNITED) { 0 } else { supply };
        }
    }
}
