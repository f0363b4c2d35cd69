//! Movement of ships with a bow: turning on the way and in the space (A1).

use crate::action::{Action, Helm, Path};
use crate::board::{Dir, Space};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::Play;
use crate::rules::movement;
use crate::state::{Public, Weather, mark};
use crate::units::ShipId;
use admiralty_core::Seat;
use alloc::vec::Vec;

/// The way a ship goes in one space, and its bow afterwards.
pub fn turned(bow: Dir, helm: Helm) -> (Dir, Dir) {
    let new = match helm {
        Helm::Ahead => return (bow, bow),
        Helm::Port => bow.turned(-1),
        Helm::Starboard => bow.turned(1),
    };
    // SE-A1.2.6.1: from an orth bow it goes the new way; SE-A1.2.6.2: from a
    // diag bow the old one. SE-A1.2.6.3: so a right angle takes two diag spaces.
    (if bow.is_diagonal() { bow } else { new }, new)
}

/// What a space costs of the distance. SE-A1.2.3: counted anew after each.
pub(crate) fn cost(bow: Dir, helm: Helm, wind: Dir) -> i8 {
    let (_, new) = turned(bow, helm);
    // SE-A1.2.4a, SE-A1.2.5: one for the space, and no more without a turn.
    if new == bow {
        return 1;
    }
    // SE-A1.2.4b: one more from orth to diag.
    let change = 1 + i8::from(!bow.is_diagonal());
    // SE-A1.2.4c: towards the wind gives one back, SE-A1.2.4d: away costs one more.
    let nearer = new.deviation(wind) < bow.deviation(wind);
    if nearer { change - 1 } else { change + 1 }
}

/// Can this ship not row in a calm? SE-R61: cargo may keep a brig from it.
fn is_becalmed(p: &Public, id: ShipId) -> bool {
    id.card().calm.orth <= p.cargo_penalty(id)
}

/// The distance at the start. SE-A0b, SE-A1.2.2: for the direction of the bow.
pub(crate) fn distance(p: &Public, id: ShipId) -> i8 {
    let ship = p.ship(id);
    let distance = movement::reach(p, id, ship.bow);
    // SE-A1.1.2: in a second calm a ship that cannot row and stayed idle in the
    // first drifts one space ahead, SE-R61: loaded or not, orth or diag.
    let second = p.wind.weather == Weather::Calm && p.was_calm && ship.has(mark::IDLE);
    if second && is_becalmed(p, id) { 1 } else { distance }
}

/// By how many steps the ship may turn in its space as its whole movement.
pub(crate) fn most_turns(p: &Public, id: ShipId) -> u8 {
    let cargo = p.cargo_penalty(id) as i8;
    let most = match p.wind.weather {
        // SE-A1.1.1a, SE-A1.1.1b: one orth point for each, one without any.
        Weather::Calm => id.card().calm.orth as i8 - cargo,
        // SE-A1.2.1a, SE-R60: one orth point for each; SE-R66: at least one.
        _ => {
            let orth = movement::reach(p, id, Dir(0)) + Dir(0).deviation(p.wind.to) as i8;
            orth - p.ship(id).bow.deviation(p.wind.to) as i8
        }
    };
    most.clamp(1, 7) as u8
}

/// Is a step open for this ship, its own first space included?
pub(crate) fn is_open(p: &Public, seat: Seat, start: Space, at: Space, way: Dir) -> bool {
    let own = at.offset(way, 1) == Some(start) && p.chart().steps(at) & way.bit() != 0;
    own || movement::is_open(p, seat, at, way)
}

/// Every movement and turn of a ship.
pub(crate) fn list(p: &Public, seat: Seat, id: ShipId, out: &mut Vec<Action>) {
    if p.wind.weather == Weather::Storm || !movement::is_movable(p, id) {
        return;
    }
    for k in 1..=most_turns(p, id) as i8 {
        out.extend([-k, k].map(|by| Action::Turn { ship: id, by }));
    }
    let ship = p.ship(id);
    let walk = Walk { p, seat, id, start: ship.space };
    walk.grow(ship.space, ship.bow, distance(p, id), Path::NONE, out);
}

struct Walk<'a> {
    p: &'a Public,
    seat: Seat,
    id: ShipId,
    start: Space,
}

impl Walk<'_> {
    fn grow(&self, at: Space, bow: Dir, left: i8, path: Path, out: &mut Vec<Action>) {
        let calm = self.p.wind.weather == Weather::Calm;
        // SE-A1.2.6.4: a space needs one point and may leave fewer than none.
        if left < 1 || path.len() >= Path::MAX {
            return;
        }
        if !path.is_empty() {
            for k in 1..=left.min(7) {
                let pivots = [path.turning(-k), path.turning(k)];
                out.extend(pivots.map(|path| Action::Sail { ship: self.id, path }));
            }
        }
        for helm in Helm::ALL {
            if calm && helm != Helm::Ahead {
                continue;
            }
            let (way, new) = turned(bow, helm);
            if is_open(self.p, self.seat, self.start, at, way) {
                let path = path.then(helm);
                out.push(Action::Sail { ship: self.id, path });
                let left = left - cost(bow, helm, self.p.wind.to);
                self.grow(at.next(way), new, left, path, out);
            }
        }
    }
}

/// May the ship go this way?
pub(crate) fn check(p: &Public, seat: Seat, id: ShipId, path: Path) -> Result<(), Illegal> {
    if !p.has_bows() {
        return Err(Illegal::NoBow { ship: id });
    }
    movement::may_move(p, seat, id)?;
    let ship = p.ship(id);
    let (start, mut at) = (ship.space, ship.space);
    let mut bow = ship.bow;
    let mut left = distance(p, id);
    let calm = p.wind.weather == Weather::Calm;
    if left < 1 {
        return Err(if calm {
            Illegal::Becalmed { ship: id, oars: movement::oars(p, id) }
        } else {
            Illegal::CourseForbidden { ship: id, dir: bow }
        });
    }
    if path.is_empty() {
        return Err(Illegal::NeedsBow { ship: id });
    }
    for (i, helm) in path.steps().enumerate() {
        // SE-A1.1.1b: in a calm straight ahead or a turn, not both.
        if calm && helm != Helm::Ahead {
            return Err(Illegal::TurnInCalm { ship: id });
        }
        if left < 1 {
            return Err(Illegal::WayEnds { ship: id, spaces: i as u8, left });
        }
        let (way, new) = turned(bow, helm);
        if !is_open(p, seat, start, at, way)
            && let Some(by) = movement::obstacle(p, seat, at, way)
        {
            let space = at.offset(way, 1).unwrap_or(at);
            return Err(Illegal::Blocked { ship: id, space, by });
        }
        left -= cost(bow, helm, p.wind.to);
        at = at.next(way);
        bow = new;
    }
    match path.pivot.unsigned_abs() {
        0 => Ok(()),
        _ if calm => Err(Illegal::TurnInCalm { ship: id }),
        // SE-R60: by what is left, one at least.
        asked if i16::from(asked) > i16::from(left) => {
            Err(Illegal::TurnTooFar { ship: id, asked, max: left.max(0) as u8, calm: false })
        }
        _ => Ok(()),
    }
}

/// May the ship turn in its space?
pub(crate) fn check_turn(p: &Public, seat: Seat, id: ShipId, by: i8) -> Result<(), Illegal> {
    if !p.has_bows() {
        return Err(Illegal::NoBow { ship: id });
    }
    movement::may_move(p, seat, id)?;
    let max = most_turns(p, id);
    let asked = by.unsigned_abs();
    let calm = p.wind.weather == Weather::Calm;
    if asked == 0 || asked > max {
        return Err(Illegal::TurnTooFar { ship: id, asked, max, calm });
    }
    Ok(())
}

/// Turns the ship. SE-A1.2.1b: that is its whole movement; SE-R115: it may still
/// fire or board; SE-R70: nobody may fire at it for that.
pub(crate) fn turn(play: &mut Play<'_>, id: ShipId, by: i8) {
    let ship = &mut play.m().ships[id.index()];
    let bow = ship.bow.turned(by);
    ship.bow = bow;
    ship.marks |= mark::MOVED;
    play.say(Event::Turned { ship: id, bow });
    // A due fireship has had its movement.
    if play.p().ship(id).is_due() {
        crate::rules::fireship::explode(play, id);
    }
}
