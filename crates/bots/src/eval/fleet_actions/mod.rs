//! Fleet Actions: an Admiral who keeps his line, closes or stands off by his
//! fleet's doctrine, takes the weather gauge, waits for stragglers, and
//! concentrates his fire.
//!
//! Headings and speeds are judged by where they bring each Group: the fire it
//! can give there on its best target, the fire it may take, out of gunshot the
//! turns it takes to reach the enemy in this wind, whether it stays in command
//! and off the rocks. Everything else is decided by small rules.

mod craft;
mod fight;
mod parley;
mod station;
mod weights;

pub(super) use craft::{LEVELS, YARD};

use crate::{Bot, Budget, Erased, Named};
use admiralty_core::{Own, Rules, Seat, Seeded, Sight, sample};
use fleet_actions::{
    Action, Dir, FleetActions, Group, HeadOrder, Kind, Order, Point, Public, ShipId, SquadId,
    State, effective, goal, mark, must_name, other_tack,
};
use station::{Chart, Mood};

static MIDSHIPMAN: Named<FleetActions, Admiral> = Named::new(
    "greedy",
    "Midshipman",
    "Sails for the enemy, and three times in ten gives whatever order comes to mind.",
    Admiral { careless: 30 },
);
static ADMIRAL: Named<FleetActions, Admiral> = Named::new(
    "greedy",
    "Admiral",
    "Keeps its line together, brings guns to bear and fires where it hurts most.",
    Admiral { careless: 0 },
);

pub(super) static BOTS: &[&dyn Erased] = &[&MIDSHIPMAN, &ADMIRAL];

/// The greedy player.
#[derive(Clone, Copy, Debug)]
struct Admiral {
    /// So many choices of a hundred are made at random.
    careless: u32,
}

impl Bot<FleetActions> for Admiral {
    fn choose(
        &self,
        sight: Sight<'_, FleetActions>,
        _budget: Budget,
        rng: &mut Seeded,
    ) -> Option<Action> {
        let Own::Seat { seat, .. } = sight.own else { return None };
        if !FleetActions::awaited(sight).seats().has(seat) {
            return None;
        }
        if let Some(answer) = parley::answer(sight) {
            return Some(answer);
        }
        if rng.below(100) < self.careless {
            return sample::<FleetActions>(sight, rng, &mut Vec::new());
        }
        decide(sight, seat, rng)
    }
}

/// The order that looks best.
fn decide(sight: Sight<'_, FleetActions>, seat: Seat, rng: &mut Seeded) -> Option<Action> {
    let mut actions = Vec::new();
    FleetActions::legal(sight, &mut actions);
    if actions.len() < 2 {
        return actions.pop();
    }
    let mind = Mind::new(sight, seat);
    let mut best: Option<(f32, Action)> = None;
    for action in actions {
        // A little noise, so that equal orders are not always given alike.
        let value = mind.value(&action) + rng.below(1000) as f32 / 100_000.0;
        if best.is_none_or(|(old, _)| value > old) {
            best = Some((value, action));
        }
    }
    best.map(|(_, action)| action)
}

/// What decisions are judged with.
struct Mind<'a> {
    p: &'a Public,
    chart: Chart<'a>,
    /// Is the enemy near enough for a closing signal?
    close: bool,
}

impl<'a> Mind<'a> {
    fn new(sight: Sight<'a, FleetActions>, seat: Seat) -> Mind<'a> {
        let side = FleetActions::side_of(sight.public, seat).unwrap_or(admiralty_core::Side(0));
        let mood = Mood::read(sight, side, seat);
        let chart = Chart::new(sight.public, side, mood);
        let close = sight.public.phase.kind == Kind::Speed && chart.is_close();
        Mind { p: sight.public, chart, close }
    }

    fn value(&self, action: &Action) -> f32 {
        match *action {
            Action::Head { squad, at, order } => self.heading(squad, at, order),
            Action::Speed { squad, speed } if self.p.grand.is_some() => {
                self.chart.grand_speed(squad, speed)
            }
            Action::Speed { squad, speed } => 10.0 + self.speed(squad, speed),
            Action::Card { signal, .. } => self.chart.card(signal, self.close),
            Action::Flag { squad, ship } => self.flag(squad, ship),
            Action::LightFirst(side) | Action::GrandFirst(side) => {
                f32::from(u8::from(side != self.chart.side))
            }
            Action::Move { defer, .. } => {
                if defer {
                    0.0
                } else {
                    1.0
                }
            }
            Action::Veer { squad, at, way } => self.chart.veer(squad, at, way),
            Action::Keep { squad, at, keep } => self.chart.keep(squad, at, keep),
            Action::Frigate { ship, dir } => self.frigate(ship, dir),
            Action::Single { ship, go, dir } => self.single(ship, go, dir),
            Action::Attack { by, at } => fight::attack(self.p, by, at),
            Action::Board { ship, yes } => fight::board(self.p, ship, yes),
            Action::NoRepair(_) => -1.0,
            Action::Grand { squad, hexes, ahead, turns } => {
                self.chart.grand(squad, hexes, ahead, turns)
            }
            Action::Place { ship, at } => self.place(ship, at),
            Action::Begin => 1.0,
            _ => 0.0,
        }
    }

    /// A heading order: where does it bring the Group, and does it stay with the flag?
    fn heading(&self, squad: SquadId, at: Point, order: HeadOrder) -> f32 {
        let p = self.p;
        let Some(g) = p.group_at(squad, at) else { return 0.0 };
        let leads = p.squads[squad.i()].flag.is_some_and(|flag| g.ships.has(flag));
        let ordered = p.flagship(squad).is_some_and(|s| s.is(mark::ORDERED));
        // The flagship's Group is ordered first, the others by what she does.
        let turn = if leads || ordered { 100.0 } else { 0.0 };
        let stay = |dir: Dir| self.station(&g, dir, leads);
        turn + match order {
            HeadOrder::Steady => stay(g.heading) + 0.1,
            HeadOrder::Turn { dir, together } => stay(dir) - if together { 0.15 } else { 0.05 },
            HeadOrder::Tack { .. } => {
                let new = other_tack(g.heading, p.wind).unwrap_or(g.heading);
                self.at_station(&g, at, new, leads, 1) - 0.3
            }
            HeadOrder::Follow(to) => {
                let dir = at.towards(to).unwrap_or(g.heading);
                stay(dir) - 0.1
            }
            // Only a Bunch is worth dividing.
            HeadOrder::Divide { n, head, tail } => {
                let fair = (2..=3).contains(&n) && g.ships.len() > 3 && tail.is_none();
                let dir = head.unwrap_or(g.heading);
                if fair { stay(dir) + 1.5 } else { -50.0 }
            }
        }
    }

    /// The best place on a course at any speed, for a Group that keeps with its flagship.
    fn station(&self, g: &Group, dir: Dir, leads: bool) -> f32 {
        let most = self.p.max_speed(dir).max(1);
        let values = (1..=most).map(|speed| {
            let (to, stopped) = self.chart.sail(g.at, dir, speed);
            self.at_station(g, to, dir, leads, speed) - if stopped { 3.0 } else { 0.0 }
        });
        values.fold(f32::MIN, f32::max)
    }

    /// Worth of a place for a Group, less what it costs to be apart from the flagship or on
    /// her point.
    fn at_station(&self, g: &Group, to: Point, dir: Dir, leads: bool, speed: u8) -> f32 {
        let mut value = self.chart.worth(g, to, dir);
        if leads {
            value -= self.left_behind(g.squad, to);
        }
        if let (false, Some(there)) = (leads, self.flag_goes(g.squad, speed)) {
            let apart = there.distance(to);
            if apart > 1 {
                value -= 2.0 * f32::from(apart) * f32::from(g.ships.len());
            } else if apart == 0 && g.ships.len() > 1 {
                value -= 3.0; // A Bunch fires badly.
            }
        }
        value
    }

    /// What it costs the flagship to sail on from her stragglers, who can only come to her.
    fn left_behind(&self, squad: SquadId, flag: Point) -> f32 {
        let line = self.p.line_of(squad).map(|id| self.p.ship(id));
        let astray = line.filter(|s| s.is_line_ok() && !s.in_group());
        astray.map(|s| 0.1 * f32::from(s.at.distance(flag).saturating_sub(1).min(4))).sum()
    }

    /// Where the flagship will be at a speed: a tack keeps her where she is.
    fn flag_goes(&self, squad: SquadId, speed: u8) -> Option<Point> {
        let flag = self.p.flagship(squad)?;
        if matches!(flag.order, Order::Tack { .. }) {
            return Some(flag.at);
        }
        Some(self.chart.sail(flag.at, flag.heading, speed).0)
    }

    fn speed(&self, squad: SquadId, speed: u8) -> f32 {
        let p = self.p;
        let mut ends: Vec<Point> = Vec::new();
        let there = self.flag_goes(squad, speed);
        let mut value = there.map_or(0.0, |flag| -self.left_behind(squad, flag));
        for g in p.groups(squad) {
            if p.melee_at(g.at) {
                continue;
            }
            let (dir, (to, stopped)) = match p.ship(g.head).order {
                Order::Tack { .. } => {
                    (other_tack(g.heading, p.wind).unwrap_or(g.heading), (g.at, false))
                }
                _ => {
                    let dir = effective(p, &g);
                    (dir, self.chart.sail(g.at, dir, speed))
                }
            };
            value += self.chart.worth(&g, to, dir) - if stopped { 3.0 } else { 0.0 };
            if let Some(there) = there
                && there.distance(to) > 1
            {
                value -= 2.0 * f32::from(g.ships.len());
            }
            if ends.contains(&to) {
                value -= 3.0;
            }
            ends.push(to);
        }
        value
    }

    fn flag(&self, squad: SquadId, ship: Option<ShipId>) -> f32 {
        let p = self.p;
        let worth = |id: ShipId| {
            let s = p.ship(id);
            f32::from(s.strength()) - 2.0 * f32::from(s.md)
        };
        match ship {
            None => p
                .flagship(squad)
                .map_or(0.0, |s| f32::from(s.strength()) - 2.0 * f32::from(s.md) + 6.0),
            Some(id) if must_name(p, squad) => {
                let near = p.line_of(squad).filter(|o| {
                    p.ship(*o).is_line_ok() && p.ship(*o).at.distance(p.ship(id).at) <= 1
                });
                worth(id) + 3.0 * near.count() as f32
            }
            Some(id) => worth(id),
        }
    }

    /// Frigates go for prizes and keep out of arcs.
    fn frigate(&self, ship: ShipId, dir: Option<Dir>) -> f32 {
        let p = self.p;
        let s = p.ship(ship);
        let to = dir.map_or(s.at, |d| s.at.step(d));
        if !p.battle.is_sea(to) {
            return -20.0;
        }
        let mut value = -self.chart.fire_on(to) - self.chart.edge(to);
        for other in &p.ships {
            let lies = matches!(other.state, State::Struck | State::Prize) && other.at.col > 0;
            if lies && self.chart.is_loot(other) {
                value -= 0.5 * f32::from(other.at.distance(to));
                if other.at == to {
                    value += 6.0;
                }
            }
        }
        value + if dir.is_none() { 0.05 } else { 0.0 }
    }

    fn single(&self, ship: ShipId, go: bool, dir: Option<Dir>) -> f32 {
        let p = self.p;
        let s = p.ship(ship);
        let at = if go { s.at.step(s.heading) } else { s.at };
        let face = dir.unwrap_or(s.heading);
        if !p.battle.is_sea(at) {
            return if s.state == State::Prize { 5.0 } else { -5.0 };
        }
        if s.state == State::Ok {
            let goal = goal(p, s);
            let next = at.step(face);
            return -f32::from(next.distance(goal)) - self.chart.edge(next);
        }
        // A beaten ship or prize makes off.
        self.chart.nearest(at) + 0.5 * self.chart.nearest(at.step(face))
    }

    fn place(&self, ship: ShipId, at: Point) -> f32 {
        let home = self.p.flag_point(self.p.ship(ship).squad);
        -self.chart.fire_on(at) - (f32::from(at.distance(home)) - 2.0).abs()
    }
}
