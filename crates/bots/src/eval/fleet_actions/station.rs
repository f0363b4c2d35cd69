//! Where a Group would stand, and what that is worth.

use admiralty_core::{Seat, Side, Sight};
use fleet_actions::{
    Bearing, Card, Dir, Doctrine, FleetActions, Force, Formation, Goal, Group, Point, Public, Ship,
    Signal, SquadId, State, Veer, attack_strength, bears, other_tack,
};

/// What the Admiral is after: his doctrine and the cards his side shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mood {
    /// How much a point of distance to the enemy annoys him.
    close: f32,
    /// What fire taken weighs against fire given.
    caution: f32,
}

impl Mood {
    /// Closes with low doctrine, keeps more range with high; cards of the own side count.
    pub(super) fn read(sight: Sight<'_, FleetActions>, side: Side, seat: Seat) -> Mood {
        let p = sight.public;
        let doctrine = p.battle.sides[side.index()].doctrine;
        let mut mood = match doctrine {
            Doctrine::Low => Mood { close: 0.5, caution: 0.5 },
            Doctrine::Normal => Mood { close: 0.45, caution: 0.6 },
            Doctrine::High => Mood { close: 0.4, caution: 0.7 },
        };
        // FA-C.12: the cards of the own side are goals.
        let hidden = sight.of_side(side).into_iter().flat_map(|s| s.cards.iter());
        for signal in p.cards.iter().chain(hidden).flatten() {
            let mine = signal.squad.is_none_or(|q| p.seat_of(q) == seat);
            match signal.card.goal() {
                Goal::Close if mine => mood.close += 0.1,
                Goal::StandOff if mine => mood.close = -0.2,
                _ => {}
            }
        }
        mood
    }
}

/// An enemy Group or single line ship that can fire.
struct Foe {
    at: Point,
    heading: Dir,
    axis: Option<Dir>,
    strength: f32,
    ships: f32,
    line: Dir,
}

/// The sea as one side sees it.
pub(super) struct Chart<'a> {
    p: &'a Public,
    pub(super) side: Side,
    mood: Mood,
    foes: Vec<Foe>,
}

impl<'a> Chart<'a> {
    pub(super) fn new(p: &'a Public, side: Side, mood: Mood) -> Chart<'a> {
        let mut foes = Vec::new();
        let enemy = side.other();
        for squad in p.squad_ids().filter(|q| p.battle.side(*q) == enemy) {
            for g in p.groups(squad) {
                let line = match g.formation() {
                    Formation::LineOfBearing(a) => a,
                    _ => g.heading,
                };
                foes.push(Foe {
                    at: g.at,
                    heading: g.heading,
                    axis: g.firing_axis(),
                    strength: fire_strength(p, &g),
                    ships: f32::from(g.ships.len()),
                    line,
                });
            }
        }
        for s in &p.ships {
            if s.side == enemy && s.is_line_ok() && !s.in_group() {
                foes.push(Foe {
                    at: s.at,
                    heading: s.heading,
                    axis: None,
                    strength: f32::from(s.strength()),
                    ships: 1.0,
                    line: s.heading,
                });
            }
        }
        Chart { p, side, mood, foes }
    }

    /// Where a course leads at a speed, and whether land or the edge stops it.
    pub(super) fn sail(&self, from: Point, dir: Dir, speed: u8) -> (Point, bool) {
        let mut at = from;
        for _ in 0..speed {
            let next = at.step(dir);
            if !self.p.battle.is_sea(next) {
                return (at, true);
            }
            at = next;
        }
        (at, false)
    }

    /// Worth of a Group on a point and heading.
    pub(super) fn worth(&self, g: &Group, at: Point, dir: Dir) -> f32 {
        let mine = fire_strength(self.p, g);
        let (mut given, mut taken) = (0.0f32, 0.0f32);
        for foe in &self.foes {
            if let Some(range) = reach(dir, g.firing_axis(), at, foe.at) {
                let mut fire = number(mine, range) * 0.6;
                if let Bearing::Next(d) | Bearing::Straight(d) = foe.at.bearing(at)
                    && d.is_parallel(foe.line)
                {
                    fire *= 1.4; // We cross his T.
                }
                given = given.max(fire + 0.3 / foe.ships);
            }
            if let Some(range) = reach(foe.heading, foe.axis, foe.at, at) {
                let mut fire = number(foe.strength, range) * 0.6;
                if let Bearing::Next(d) | Bearing::Straight(d) = at.bearing(foe.at)
                    && d.is_parallel(dir)
                {
                    fire *= 1.4;
                }
                taken += fire;
            }
        }
        let mut value = given - self.mood.caution * taken - self.edge(at);
        // Out of gunshot the way to the enemy counts, and a little the weather gauge.
        if given == 0.0 {
            value -= self.mood.close * (TURN * self.away(at, dir) - 1.0).max(0.0);
            value += 0.02 * f32::from(at.upwind(self.p.wind) - g.at.upwind(self.p.wind));
        }
        value
    }

    /// The fire that all Groups can give where they stand, each on its best target.
    pub(super) fn broadsides(&self) -> f32 {
        let p = self.p;
        let mut sum = 0.0;
        for squad in p.squad_ids().filter(|q| p.battle.side(*q) == self.side) {
            for g in p.groups(squad) {
                let mine = fire_strength(p, &g);
                let best = self.foes.iter().filter_map(|foe| {
                    let range = reach(g.heading, g.firing_axis(), g.at, foe.at)?;
                    let bearing = foe.at.bearing(g.at);
                    let rakes = matches!(bearing, Bearing::Next(d) | Bearing::Straight(d)
                        if d.is_parallel(foe.line));
                    Some(number(mine, range) * if rakes { 1.4 } else { 1.0 })
                });
                sum += best.fold(0.0, f32::max);
            }
        }
        sum
    }

    /// Turns to the enemy soonest reached, by what a Group on this heading can do next: it may
    /// not turn astern, and reaches the other close hauled heading only by a tack, which
    /// takes a turn.
    pub(super) fn away(&self, at: Point, dir: Dir) -> f32 {
        let wind = self.p.wind;
        let near = |from: Point| self.foes.iter().map(move |f| (sailing(from, f.at, wind), f.at));
        let Some((_, foe)) = near(at).min_by(|a, b| a.0.total_cmp(&b.0)) else { return 0.0 };
        let mut best = f32::MAX;
        for next in Dir::ALL.into_iter().filter(|n| *n != wind && *n != dir.back()) {
            let to = if other_tack(dir, wind) == Some(next) {
                at
            } else {
                self.sail(at, next, self.p.max_speed(next)).0
            };
            best = best.min(1.0 + sailing(to, foe, wind));
        }
        // Already alongside.
        best.min(sailing(at, foe, wind) + 1.0)
    }

    /// Distance to the nearest enemy.
    pub(super) fn nearest(&self, at: Point) -> f32 {
        let near = self.foes.iter().map(|f| f.at.distance(at)).min();
        near.map_or(0.0, f32::from)
    }

    /// Dislike of the edge, of land and of shoals.
    pub(super) fn edge(&self, at: Point) -> f32 {
        let e = self.p.battle.extent;
        if !e.has(at) {
            return 8.0;
        }
        let room = (at.col - 1).min(at.row - 1).min(e.cols - at.col).min(e.rows - at.row);
        let rocks = if self.p.battle.shoal.has(at) { 2.0 } else { 0.0 };
        rocks + f32::from(3u8.saturating_sub(room)) * 1.5
    }

    /// The fire that may fall on a point.
    pub(super) fn fire_on(&self, at: Point) -> f32 {
        let all = self.foes.iter().filter_map(|foe| {
            reach(foe.heading, foe.axis, foe.at, at).map(|range| number(foe.strength, range))
        });
        all.sum::<f32>() * 0.5
    }

    /// Is this beaten ship one that may be taken (or taken back)?
    pub(super) fn is_loot(&self, s: &Ship) -> bool {
        let holder = if s.state == State::Prize {
            self.p.battle.seats.get(s.holder.index()).and_then(|x| x.side)
        } else {
            Some(s.side)
        };
        let guarded = self
            .p
            .ships
            .iter()
            .any(|o| o.at == s.at && o.state == State::Ok && Some(o.side) == holder);
        holder == Some(self.side.other()) && !guarded
    }

    /// Is a closing card in place: has any Group the enemy near?
    pub(super) fn is_close(&self) -> bool {
        let p = self.p;
        let mut groups = p.ships.iter().filter(|s| s.side == self.side && s.in_group());
        self.mood.close > 0.0 && p.force != Force::Gale && groups.any(|s| self.nearest(s.at) <= 4.0)
    }

    /// A closing card when the enemy is near, none else.
    pub(super) fn card(&self, signal: Option<Signal>, close: bool) -> f32 {
        match signal {
            None => f32::from(u8::from(!close)),
            Some(Signal { card: Card::EMC, squad: None }) => f32::from(u8::from(close)),
            Some(_) => -1.0,
        }
    }

    /// Strengths of both sides on a point.
    fn balance(&self, at: Point) -> (f32, f32) {
        let sum = |side: Side| {
            let there = self.p.line_at(at);
            there
                .iter()
                .map(|id| self.p.ship(id))
                .filter(|s| s.side == side)
                .map(|s| f32::from(s.strength()))
                .sum::<f32>()
        };
        (sum(self.side), sum(self.side.other()))
    }

    /// In with superior force, else past them.
    pub(super) fn veer(&self, squad: SquadId, at: Point, way: Veer) -> f32 {
        let Some(cur) = self.p.moving.as_ref().and_then(|m| m.cur) else { return 0.0 };
        let mine: f32 = cur.movers.iter().map(|id| f32::from(self.p.ship(id).strength())).sum();
        let dir = match way {
            Veer::In => {
                let (friends, foes) = self.balance(cur.to);
                return if foes == 0.0 { -1.0 } else { (mine + friends - foes) * 0.2 };
            }
            Veer::Left => cur.heading.left(1),
            Veer::Right => cur.heading.right(1),
        };
        match self.p.group_at(squad, at) {
            Some(g) => self.worth(&g, at.step(dir), dir) * 0.3,
            None => 0.0,
        }
    }

    /// Keep the course, and so a close action, where we are stronger.
    pub(super) fn keep(&self, _squad: SquadId, at: Point, keep: bool) -> f32 {
        let Some(cur) = self.p.moving.as_ref().and_then(|m| m.cur) else { return 0.0 };
        let mine: f32 = cur.movers.iter().map(|id| f32::from(self.p.ship(id).strength())).sum();
        let (friends, foes) = self.balance(at);
        let fight = foes > 0.0 && mine + friends > 1.1 * foes;
        f32::from(u8::from(keep == fight))
    }

    /// On the hex map: the way to the enemy soonest met, now and after the next move.
    pub(super) fn grand(
        &self,
        squad: SquadId,
        hexes: u8,
        ahead: Option<bool>,
        turns: [Option<Dir>; 3],
    ) -> f32 {
        let Some(grand) = &self.p.grand else { return 0.0 };
        let column = &grand.columns[squad.i()];
        let mut value = if ahead.is_some() { -2.0 } else { 0.0 };
        let mut facings = Vec::new();
        for (i, g) in column.groups.iter().enumerate() {
            let at = self.hexes_on(g.hex, g.facing, hexes);
            let face = turns[i.min(2)].unwrap_or(g.facing);
            facings.push(face);
            let next = self.hexes_on(at, face, self.p.max_speed(face));
            value -= TURN * (self.hexes_away(at) + 0.8 * self.hexes_away(next));
        }
        // Groups keep one facing, or they hold each other up.
        if facings.windows(2).any(|w| w[0] != w[1]) {
            value -= 3.0;
        }
        value
    }

    /// A marker on the hex map: as near as it brings the squadron.
    pub(super) fn grand_speed(&self, squad: SquadId, speed: u8) -> f32 {
        let Some(grand) = &self.p.grand else { return 0.0 };
        let groups = &grand.columns[squad.i()].groups;
        groups.iter().map(|g| -self.hexes_away(self.hexes_on(g.hex, g.facing, speed))).sum()
    }

    /// Where a course leads on the hex map; land and the edge stop it.
    fn hexes_on(&self, from: Point, dir: Dir, hexes: u8) -> Point {
        let Some(approach) = &self.p.battle.approach else { return from };
        let mut at = from;
        for _ in 0..hexes {
            let next = at.step(dir);
            if !approach.extent.has(next) || approach.land.has(next) {
                break;
            }
            at = next;
        }
        at
    }

    /// Turns to the enemy soonest reached on the hex map.
    fn hexes_away(&self, at: Point) -> f32 {
        let Some(grand) = &self.p.grand else { return 0.0 };
        let foes = grand.counters().filter(|(q, ..)| self.p.battle.side(*q) != self.side);
        foes.map(|c| sailing(at, c.2.hex, self.p.wind)).reduce(f32::min).unwrap_or(0.0)
    }
}

/// Points that a turn's sailing counts for.
const TURN: f32 = 2.0;

/// Turns it takes to sail from one point to another: the distance is laid out along the two
/// nearest of the six courses, and straight upwind is beaten up close hauled on both tacks.
fn sailing(from: Point, to: Point, wind: Dir) -> f32 {
    const TURNS: [f32; 6] = [2.0, 1.0, 1.0 / 3.0, 0.5, 1.0 / 3.0, 1.0];
    let ((q, r), (p, s)) = (from.axial(), to.axial());
    let (q, r) = (p - q, s - r);
    // The course to the left of the way, steps along it, and steps along the next to the right.
    let (left, a, b) = match () {
        () if q >= 0 && r >= 0 => (Dir::SE, q, r),
        () if q >= 0 && q + r >= 0 => (Dir::NE, -r, q + r),
        () if q >= 0 => (Dir::N, -q - r, q),
        () if r <= 0 => (Dir::NW, -q, -r),
        () if q + r <= 0 => (Dir::SW, r, -q - r),
        () => (Dir::S, q + r, -q),
    };
    let turns = |dir: Dir, steps: i16| TURNS[usize::from(dir.from(wind))] * f32::from(steps);
    turns(left, a) + turns(left.right(1), b)
}

/// Strength a Group fires with: of a Bunch its three smallest.
fn fire_strength(p: &Public, g: &Group) -> f32 {
    f32::from(attack_strength(p, g.ships))
}

/// The range at which guns on a heading bear from one point on another.
fn reach(heading: Dir, axis: Option<Dir>, from: Point, to: Point) -> Option<u8> {
    let bearing = from.bearing(to);
    match bearing {
        Bearing::Same => Some(0),
        Bearing::Far => None,
        Bearing::Next(_) => bears(heading, axis, bearing).map(|_| 1),
        Bearing::Straight(_) | Bearing::Oblique(_) => bears(heading, axis, bearing).map(|_| 2),
    }
}

/// About the Target Number at a range.
fn number(strength: f32, range: u8) -> f32 {
    let base = (strength / 3.0).min(10.0);
    base / f32::from(1u8 << range)
}
