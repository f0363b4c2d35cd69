//! A movement as it goes on, space by space, and enemies' fire at a ship that
//! crosses their lines (A6). Storm drift goes the same way.

use super::movement as helm;
use super::{answers, guns};
use crate::action::{Path, Unit};
use crate::board::{Dir, Space};
use crate::event::Event;
use crate::illegal::NoLine;
use crate::rules::Play;
use crate::rules::{drift, gunfire, movement, works};
use crate::state::{Passage, Point, Public, Sailing, Trail, Weather, Window, mark};
use crate::units::ShipId;
use admiralty_core::Seat;

/// The movement that is going on, if there is one.
pub(crate) fn open(p: &Public) -> Option<&Sailing> {
    p.windows.iter().find_map(|window| match window {
        Window::Sailing(sailing) => Some(sailing),
        _ => None,
    })
}

/// The next space: the way, the bow after it, and its cost.
fn heading(p: &Public, s: &Sailing) -> Option<(Dir, Dir, i8)> {
    if s.storm {
        // SE-R130: every space of a drift is straight ahead.
        return Some((p.wind.to, p.wind.to, 1));
    }
    let bow = p.ship(s.ship).bow;
    let step = s.path.get(s.done)?;
    let (way, new) = helm::turned(bow, step);
    Some((way, new, helm::cost(bow, step, p.wind.to)))
}

/// Is there a next space?
fn goes_on(p: &Public, s: &Sailing) -> bool {
    let at = p.ship(s.ship).space;
    if s.storm {
        // SE-3.3.1.6.3m: a harbour stops it, and so does whatever is in the way.
        let stopped = s.done > 0 && p.chart().harbours.has(at);
        return s.left > 0 && !stopped && movement::is_open(p, s.seat, at, p.wind.to);
    }
    // SE-R71: with nothing left the ship stops.
    s.left >= 1 && s.done < s.path.len()
}

/// Can the ship go where the rest of its way leads? A movement is checked when it is declared, and
/// nothing comes in its way later; one that somebody wrote down is checked with this.
pub(crate) fn is_clear(p: &Public, s: &Sailing) -> bool {
    let ship = p.ship(s.ship);
    let (start, mut at, mut bow) = (ship.space, ship.space, ship.bow);
    let corner = heading(p, s).is_some_and(|(way, ..)| way.is_diagonal());
    match s.point {
        Point::Corner if !corner => false,
        Point::Last => true,
        // SE-3.3.1.6.3m: a drift ends before whatever is in the way, but for the space being entered.
        Point::Start | Point::Passing if s.storm => true,
        Point::Corner if s.storm => movement::is_open(p, s.seat, at, p.wind.to),
        _ => (s.done..s.path.len()).filter_map(|i| s.path.get(i)).all(|step| {
            let (way, new) = helm::turned(bow, step);
            let open = helm::is_open(p, s.seat, start, at, way);
            if open {
                (at, bow) = (at.next(way), new);
            }
            open
        }),
    }
}

/// Does the ship turn in the space it is entering?
fn is_turning(p: &Public, s: &Sailing) -> bool {
    heading(p, s).is_some_and(|(_, new, _)| new != p.ship(s.ship).bow)
}

/// The line to or from a ship that is crossing a corner; nothing if none is.
/// SE-A2.5.2.3a: along the diagonal through the two spaces beside its way,
/// clear up to the nearer one; SE-A2.5.2.3b: one more than the distance to there.
pub(crate) fn corner_line(
    p: &Public,
    from: Unit,
    to: Unit,
) -> Option<Result<(Option<Dir>, u8), NoLine>> {
    let s = open(p).filter(|s| s.point == Point::Corner)?;
    let mover = Unit::ship(s.ship);
    let other = if from == mover {
        to
    } else if to == mover {
        from
    } else {
        return None;
    };
    let (way, ..) = heading(p, s)?;
    // SE-A2.5.2.3c: it answers if it goes straight on, SE-A2.5.2.3d: not while it turns.
    if from == mover && is_turning(p, s) {
        return Some(Err(NoLine::Turning));
    }
    let here = p.ship(s.ship).space;
    let there = gunfire::space_of(p, other);
    let flanks = [way.turned(-1), way.turned(1)];
    let found = flanks.iter().find_map(|&side| {
        // Seen from the flank space outwards the diagonal goes on at a right angle to the way.
        let out = if side == way.turned(-1) { way.turned(-2) } else { way.turned(2) };
        let flank = here.offset(side, 1)?;
        if flank == there {
            return Some((out, 0, flank));
        }
        match flank.line_to(there) {
            Some((dir, n)) if dir == out => Some((out, n, flank)),
            _ => None,
        }
    });
    let Some((out, steps, flank)) = found else { return Some(Err(NoLine::NotStraight)) };
    let n = steps + 1;
    let max = gunfire::range_of(from).of(true);
    if n > max {
        return Some(Err(NoLine::OutOfRange { distance: n, max }));
    }
    let chart = p.chart();
    let mut at = there;
    while at != flank {
        if !chart.line_open(at, out.opposite()) {
            return Some(Err(NoLine::Coast { space: at }));
        }
        at = at.next(out.opposite());
        if chart.solid.has(at) {
            return Some(Err(NoLine::Solid { space: at }));
        }
        if p.occupied.has(at) {
            return Some(Err(NoLine::Ship { space: at }));
        }
    }
    let dir = if from == mover { out } else { out.opposite() };
    Some(guns::bears(p, from, dir).map(|()| (Some(dir), n)))
}

fn push(play: &mut Play<'_>, id: ShipId, path: Path, storm: bool, left: i8) {
    let ship = *play.p().ship(id);
    play.m().passage = Passage::of(id);
    play.m().windows.push(Window::Sailing(Sailing {
        seat: ship.seat(),
        ship: id,
        path,
        storm,
        done: 0,
        left,
        point: Point::Start,
        asked: ship.seat(),
        sails: ship.sails,
        from: ship.space,
        start: ship.space,
    }));
}

/// A declared movement begins.
pub(crate) fn set_sail(play: &mut Play<'_>, id: ShipId, path: Path) {
    let left = helm::distance(play.p(), id);
    push(play, id, path, false, left);
}

/// A storm takes the ship.
pub(crate) fn set_adrift(play: &mut Play<'_>, id: ShipId) {
    let to = play.p().wind.to;
    let left = id.card().storm.of(to.is_diagonal()) as i8;
    push(play, id, Path::NONE, true, left);
}

fn store(play: &mut Play<'_>, s: Sailing) {
    if let Some(window) = play.m().windows.last_mut() {
        *window = Window::Sailing(s);
    }
}

/// Lets the movement on top of the windows go on to the next moment.
pub(crate) fn go_on(play: &mut Play<'_>, mut s: Sailing) {
    let ship = *play.p().ship(s.ship);
    if !ship.is_afloat() {
        play.m().windows.pop();
        if s.point != Point::Last {
            // A ship sunk on the way was seen all the same.
            let passage = play.p().passage;
            works::seen_on_passage(play.m(), s.ship, passage.spaces());
        }
        return;
    }
    // SE-R66: they matter in a fresh breeze alone, not to oars.
    if play.p().wind.weather == Weather::Fresh {
        // SE-R71: torn sails take effect at once.
        s.left -= (ship.sails - s.sails) as i8;
    }
    s.sails = ship.sails;
    store(play, s);
    if let Some(seat) = next_asked(play.p(), &s) {
        s.asked = seat;
        tell(play, &mut s);
        store(play, s);
        play.m().windows.push(Window::Crossing { seat, ship: s.ship });
        return;
    }
    match s.point {
        Point::Last => {
            play.m().windows.pop();
        }
        Point::Corner => enter(play, s),
        Point::Start | Point::Passing if goes_on(play.p(), &s) => {
            let diagonal = heading(play.p(), &s).is_some_and(|(way, ..)| way.is_diagonal());
            if diagonal {
                s.point = Point::Corner;
                s.asked = s.seat;
                store(play, s);
            } else {
                enter(play, s);
            }
        }
        _ => finish(play, s),
    }
}

/// The next enemy who may fire at this moment, in playing order (SE-R70).
fn next_asked(p: &Public, s: &Sailing) -> Option<Seat> {
    let quiet = match s.point {
        // SE-A2.5.1a: only a ship that has not fired is stopped at its start.
        Point::Start => p.ship(s.ship).has(mark::FIRED) || (s.asked == s.seat && !goes_on(p, s)),
        Point::Last => p.passage.len == 0,
        _ => false,
    };
    if !p.options().a6 || quiet {
        return None;
    }
    let order: smallvec::SmallVec<[Seat; 6]> = p.after(s.seat).collect();
    let from = order.iter().position(|&seat| seat == s.asked).map_or(0, |i| i + 1);
    order[from..].iter().copied().find(|&seat| {
        // SE-R125: enemies only, no temporary ally.
        !p.players[seat.index()].out
            && p.is_foe(seat, s.seat)
            && !answers::aims(p, &Window::Crossing { seat, ship: s.ship }).is_empty()
    })
}

/// Tells how far the ship has come since it was told last.
fn tell(play: &mut Play<'_>, s: &mut Sailing) {
    let ship = *play.p().ship(s.ship);
    if ship.space == s.from {
        return;
    }
    let (id, from, to) = (s.ship, s.from, ship.space);
    play.say(if s.storm {
        Event::Drifted { ship: id, from, to }
    } else {
        Event::Sailed { ship: id, from, to, bow: ship.bow }
    });
    s.from = ship.space;
}

/// Puts the ship on the space it is entering.
fn step_to(play: &mut Play<'_>, id: ShipId, to: Space) {
    let p = play.m();
    p.lift(id);
    p.put(id, to);
    p.passage.push(to);
}

fn enter(play: &mut Play<'_>, mut s: Sailing) {
    let Some((way, bow, cost)) = heading(play.p(), &s) else { return finish(play, s) };
    let to = play.p().ship(s.ship).space.next(way);
    step_to(play, s.ship, to);
    play.m().ships[s.ship.index()].bow = bow;
    s.done += 1;
    s.left -= cost;
    s.asked = s.seat;
    if goes_on(play.p(), &s) {
        // SE-A2.5.2.2a: a space that is passed.
        s.point = Point::Passing;
        store(play, s);
    } else {
        finish(play, s);
    }
}

/// SE-R128: a ship that is sunk on a corner goes down on the space being entered.
pub(crate) fn sinks_ahead(play: &mut Play<'_>, id: ShipId) {
    let Some(s) = open(play.p()).copied() else { return };
    if s.ship != id || s.point != Point::Corner {
        return;
    }
    if let Some((way, ..)) = heading(play.p(), &s) {
        let to = play.p().ship(id).space.next(way);
        step_to(play, id, to);
    }
}

/// SE-R129: final pivot, marker, mines; then Initiative captains, then a fireship.
fn finish(play: &mut Play<'_>, mut s: Sailing) {
    let still = play.p().ship(s.ship).space == s.start && s.done == 0;
    tell(play, &mut s);
    let (id, at) = (s.ship, play.p().ship(s.ship).space);
    if still {
        let bow = play.p().ship(id).bow;
        play.say(if s.storm {
            Event::Drifted { ship: id, from: at, to: at }
        } else {
            Event::Sailed { ship: id, from: at, to: at, bow }
        });
    }
    // SE-R128: a final pivot is cut to what is left.
    let most = s.left.max(0);
    let pivot = s.path.pivot.clamp(-most, most);
    if pivot != 0 && s.done == s.path.len() {
        let ship = &mut play.m().ships[id.index()];
        let bow = ship.bow.turned(pivot);
        ship.bow = bow;
        play.say(Event::Turned { ship: id, bow });
    }
    let passage = play.p().passage;
    play.m().trails.push(Trail { from: s.start, passage });
    let stuck = s.storm
        && s.left > 0
        && !(s.done > 0 && play.p().chart().harbours.has(at))
        && !movement::is_open(play.p(), s.seat, at, play.p().wind.to);
    s.point = Point::Last;
    s.asked = s.seat;
    store(play, s);
    let marks = if s.storm { mark::MOVED | mark::DRIFTED } else { mark::MOVED };
    match drift::strikes(play.p(), at).filter(|_| stuck) {
        Some(what) => drift::run_into(play, id, at, passage, s.left as u8, what),
        // SE-A2.5.2.2c: the declared movement is complete.
        None => movement::arrive(play, id, at, passage, marks),
    }
}
