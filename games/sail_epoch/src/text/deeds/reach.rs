//! Where a ship can get in this movement, and by which way: one good way for
//! each space, and at Admiral level for each bow on it. For boards and bots that
//! want the ends, not the thousands of ways that lead there.

use crate::action::{Action, Course, Helm, Path};
use crate::board::{Dir, N_SPACES, Space};
use crate::rules::admiral::movement as bows;
use crate::rules::movement;
use crate::state::{Public, Weather};
use crate::units::ShipId;
use admiralty_core::Seat;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// A way to a space.
pub(crate) struct Way {
    /// What to do.
    pub action: Action,
    /// The spaces entered, the last is where it ends.
    pub via: SmallVec<[Space; 12]>,
    /// The course at its end, or the bow.
    pub heading: Dir,
    /// Distance that is left.
    pub left: i8,
    /// The same on each of the spaces before its end, where the course is altered on the way.
    pub lefts: SmallVec<[i8; 12]>,
}

/// The ways of a ship, as good as any to the same end: fewest spaces, then fewest
/// turns, then most distance left.
pub(crate) fn ways(p: &Public, seat: Seat, id: ShipId) -> Vec<Way> {
    if p.wind.weather == Weather::Storm || !movement::is_movable(p, id) {
        return Vec::new();
    }
    let mut ways = if p.has_bows() { sailing(p, seat, id) } else { courses(p, seat, id) };
    // To come back to where it began is no end anybody means by a click.
    ways.retain(|way| way.via.last() != Some(&p.ship(id).space));
    ways
}

/// Best distance left for each space and heading so far.
struct Best(Vec<i8>);

impl Best {
    fn new() -> Best {
        Best(vec![-1; N_SPACES * 8])
    }

    /// Is this better than what came there before? Notes it.
    fn improves(&mut self, at: Space, heading: Dir, left: i8) -> bool {
        let slot = &mut self.0[at.index() * 8 + heading.index()];
        let better = left.max(0) > *slot;
        if better {
            *slot = left.max(0);
        }
        better
    }
}

/// Without bows: a course, with manoeuvres several.
fn courses(p: &Public, seat: Seat, id: ShipId) -> Vec<Way> {
    let start = p.ship(id).space;
    let turns = p.options().c1 && p.wind.weather == Weather::Fresh;
    let mut best = Best::new();
    // Layer by layer, so that the first to come to a space came by the fewest.
    let mut layer: Vec<(Course, Way)> = Vec::new();
    for dir in Dir::ALL {
        let limit = movement::reach(p, id, dir);
        if limit > 0 && movement::is_open(p, seat, start, dir) {
            let at = start.next(dir);
            let course = Course::straight(dir, 1);
            best.improves(at, dir, limit - 1);
            layer.push((course, way(id, course, None, at, dir, limit - 1)));
        }
    }
    let mut found: Vec<(Course, Way)> = Vec::new();
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (course, here) in &layer {
            let Some(&at) = here.via.last() else { continue };
            for dir in Dir::ALL {
                let straight = dir == here.heading;
                let limit =
                    if straight { here.left } else { here.left - dir.deviation(p.wind.to) as i8 };
                if limit <= 0 || (!straight && (!turns || course.len() >= Course::MAX_LEGS)) {
                    continue;
                }
                let own = at.offset(dir, 1) == Some(start) && p.chart().steps(at) & dir.bit() != 0;
                if !own && !movement::is_open(p, seat, at, dir) {
                    continue;
                }
                let to = at.next(dir);
                if best.improves(to, dir, limit - 1) {
                    let longer = if straight { lengthened(*course) } else { course.then(dir, 1) };
                    next.push((longer, way(id, longer, Some(here), to, dir, limit - 1)));
                }
            }
        }
        found.append(&mut layer);
        layer = next;
    }
    // One way for each space: fewest spaces, fewest courses, most left.
    found.sort_by_key(|(course, way)| {
        let end = way.via.last().map_or(0, |space| space.index());
        (end, way.via.len(), course.len(), -way.left)
    });
    // Where mines may lie it matters over which spaces she goes: others as short are kept, too.
    let others = turns && p.options().mines;
    found.dedup_by(|(c, way), (first, best)| {
        let as_good = way.via.len() == best.via.len() && c.len() == first.len();
        way.via.last() == best.via.last()
            && (!others || !as_good || way.heading == best.heading || way.via == best.via)
    });
    for (course, way) in &mut found {
        if course.len() < 2 {
            way.lefts.clear();
        }
    }
    found.into_iter().map(|(_, way)| way).collect()
}

fn way(
    ship: ShipId,
    course: Course,
    before: Option<&Way>,
    to: Space,
    heading: Dir,
    left: i8,
) -> Way {
    let mut via = before.map(|way| way.via.clone()).unwrap_or_default();
    let mut lefts = before.map(|way| way.lefts.clone()).unwrap_or_default();
    via.push(to);
    lefts.push(left);
    Way { action: Action::Move { ship, course }, via, heading, left, lefts }
}

/// The course with one more space on its last leg.
fn lengthened(course: Course) -> Course {
    let last = course.len().saturating_sub(1) as usize;
    course
        .legs()
        .enumerate()
        .fold(Course(0), |sum, (i, (dir, n))| sum.then(dir, if i == last { n + 1 } else { n }))
}

/// With bows: space by space, ahead or turning.
fn sailing(p: &Public, seat: Seat, id: ShipId) -> Vec<Way> {
    let ship = p.ship(id);
    let calm = p.wind.weather == Weather::Calm;
    let mut best = Best::new();
    let start = Way {
        action: Action::Sail { ship: id, path: Path::NONE },
        via: SmallVec::new(),
        heading: ship.bow,
        left: bows::distance(p, id),
        lefts: SmallVec::new(),
    };
    let mut layer: Vec<(Path, Way)> = vec![(Path::NONE, start)];
    let mut found: Vec<(Path, Way)> = Vec::new();
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (path, here) in &layer {
            if here.left < 1 || path.len() >= Path::MAX {
                continue;
            }
            let at = here.via.last().copied().unwrap_or(ship.space);
            for helm in Helm::ALL {
                if calm && helm != Helm::Ahead {
                    continue;
                }
                let (dir, bow) = bows::turned(here.heading, helm);
                if !bows::is_open(p, seat, ship.space, at, dir) {
                    continue;
                }
                let left = here.left - bows::cost(here.heading, helm, p.wind.to);
                let to = at.next(dir);
                if best.improves(to, bow, left) {
                    let path = path.then(helm);
                    let mut via = here.via.clone();
                    via.push(to);
                    let action = Action::Sail { ship: id, path };
                    let lefts = SmallVec::new();
                    next.push((path, Way { action, via, heading: bow, left, lefts }));
                }
            }
        }
        found.append(&mut layer);
        layer = next;
    }
    found.retain(|(path, _)| !path.is_empty());
    let end = |way: &Way| way.via.last().map_or(0, |space| space.index());
    found.sort_by_key(|(_, way)| (end(way), way.heading.0, -way.left, way.via.len()));
    found.dedup_by_key(|(_, way)| (way.via.last().copied(), way.heading));
    found.into_iter().map(|(_, way)| way).collect()
}
