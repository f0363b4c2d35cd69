//! What a round still promises to either side, and the special features that change it.
//!
//! A feature costs an Admiral die, which could also fire, launch or strike. So each is tried
//! on a copy of the position: what both sides can do from there, before and after.

use super::air;
use super::plan::{Plan, plan};
use super::scene::{Scene, per_sp};
use admiralty_core::Side;
use board_game::{
    Action, Face, Feature, Flight, FlightTo, Flying, FxArg, GREEN, LAUNCHED, PlaneKind, Public,
    RED, Square, Unit, UnitId, Window, features, is_cut, neighbours, squares, window,
};

/// A feature must promise at least this much more than the die does otherwise.
const MARGIN: f32 = 1.0;
/// How likely a strike that promises something is made where we expect it.
const STRIKES: f32 = 0.6;

/// What a side can do to the other from here.
struct Prospects {
    value: f32,
    plan: Plan,
    /// The best strike's value and target.
    strike: Option<(f32, UnitId)>,
}

fn prospects(p: &Public, side: Side) -> Prospects {
    let scene = Scene::new(p, side);
    let mut dice = p.pool[side.index()];
    let mut best = plan(&scene, &[], dice);
    let mut value = 0.0;
    let mut first: Option<(f32, UnitId)> = None;
    for carrier in p.carriers(side) {
        let unit = p.unit(carrier);
        let free = unit.has(LAUNCHED);
        if !free && dice[Face::X.index()] == 0 {
            continue;
        }
        let Some((worth, target, _)) = air::best_strike(&scene, carrier) else { continue };
        if free {
            value += worth;
        } else {
            dice[Face::X.index()] -= 1;
            let rest = plan(&scene, &[], dice);
            if worth + rest.value <= best.value {
                dice[Face::X.index()] += 1;
                continue;
            }
            value += worth;
            best = rest;
        }
        if first.is_none_or(|(most, _)| worth > most) {
            first = Some((worth, target));
        }
    }
    Prospects { value: value + best.value, plan: best, strike: first }
}

/// Is an Admiral die better spent on this strike than on orders?
pub(super) fn beats_orders(scene: &Scene<'_>, worth: f32) -> bool {
    let mut dice = scene.p.pool[scene.side.index()];
    let with = plan(scene, &[], dice).value;
    let x = &mut dice[Face::X.index()];
    *x = x.saturating_sub(1);
    worth + plan(scene, &[], dice).value > with
}

/// May the owner activate it now, dice apart?
pub(super) fn is_open(unit: &Unit, feature: Feature) -> bool {
    unit.printed() & feature.bit() != 0
        && !unit.has_active(feature)
        && unit.tokens.on(feature) == 0
        && !unit.has_active(Feature::Signals)
}

/// The best special feature or launch of this window, if one is worth its die.
pub(super) fn choose(scene: &Scene<'_>, when: Window) -> Option<Action> {
    if scene.admirals(scene.side) == 0 {
        return None;
    }
    let greens = window(when) & GREEN;
    let reds = window(when) & RED;
    let any = scene.own.iter().any(|(_, unit)| unit.printed() & greens & !unit.used != 0)
        || scene.enemies.iter().any(|(_, unit)| unit.printed() & reds & !unit.used != 0)
        || scene.own.iter().any(|(_, unit)| unit.class().squadrons[0] > 0);
    if !any {
        return None;
    }
    let mut trial = Trial::new(scene);
    for &(id, unit) in &scene.own {
        for feature in features(unit.printed() & greens & !unit.used) {
            if is_open(unit, feature) {
                trial.green(id, unit, feature);
            }
        }
        if when == Window::Movement && unit.class().squadrons[0] > 0 {
            trial.screens(id, unit);
        }
    }
    for &(id, enemy) in &scene.enemies {
        for feature in features(enemy.printed() & reds & !enemy.used) {
            trial.red(id, feature);
        }
    }
    trial.best.filter(|(gain, _)| *gain > MARGIN).map(|(_, action)| action)
}

/// The position before, and the best that was found.
struct Trial<'a, 'p> {
    scene: &'a Scene<'p>,
    ours: Prospects,
    theirs: Prospects,
    /// Our prospects with one Admiral die less.
    poorer: f32,
    best: Option<(f32, Action)>,
}

impl<'a, 'p> Trial<'a, 'p> {
    fn new(scene: &'a Scene<'p>) -> Trial<'a, 'p> {
        let (p, side) = (scene.p, scene.side);
        let mut spent = p.clone();
        spent.exhaust(side, Face::X);
        Trial {
            scene,
            ours: prospects(p, side),
            theirs: prospects(p, side.other()),
            poorer: prospects(&spent, side).value,
            best: None,
        }
    }

    fn tell(&mut self, gain: f32, action: Action) {
        if self.best.as_ref().is_none_or(|(most, _)| gain > *most) {
            self.best = Some((gain, action));
        }
    }

    /// A copy with the die spent.
    fn copy(&self) -> Public {
        let mut q = self.scene.p.clone();
        q.exhaust(self.scene.side, Face::X);
        q
    }

    /// What the change takes from them.
    fn relief(&self, q: &Public) -> f32 {
        self.theirs.value - prospects(q, self.scene.side.other()).value
    }

    /// What the change gives us, the die counted.
    fn growth(&self, q: &Public) -> f32 {
        prospects(q, self.scene.side).value - self.ours.value
    }

    fn green(&mut self, id: UnitId, unit: &Unit, feature: Feature) {
        let fx = |arg| Action::Fx { unit: id, feature, arg };
        let price = self.ours.value - self.poorer;
        match feature {
            Feature::Smoke => self.smoke(id, unit),
            Feature::Evade => {
                let aimed = self.theirs.plan.shots.iter().any(|shot| shot.target == id);
                let bombed = self.theirs.strike.is_some_and(|(_, target)| target == id);
                if aimed || bombed {
                    let mut q = self.copy();
                    q.unit_mut(id).used |= feature.bit();
                    self.tell(self.relief(&q) - price, fx(FxArg::None));
                }
            }
            Feature::Flak if self.theirs.strike.is_some() => {
                let mut q = self.copy();
                q.unit_mut(id).used |= feature.bit();
                self.tell(self.relief(&q) - price, fx(FxArg::None));
            }
            Feature::DeckLoad
                if !unit.has(LAUNCHED) && self.scene.admirals(self.scene.side) >= 2 =>
            {
                let mut q = self.copy();
                q.unit_mut(id).used |= feature.bit();
                self.tell(self.growth(&q), fx(FxArg::None));
            }
            Feature::DamCon => {
                if unit.sp < unit.class().sp {
                    let last = if unit.sp == 1 { 4.0 } else { 0.0 };
                    self.tell(per_sp(unit) + last - price, fx(FxArg::Sp));
                }
                for token in features(u64::from(unit.tokens.0) & (Feature::Engine.bit() - 1)) {
                    let mut q = self.copy();
                    q.unit_mut(id).tokens.remove(token);
                    self.tell(self.growth(&q), fx(FxArg::Token(token)));
                }
            }
            _ => {}
        }
    }

    /// Smoke where it stops most of what they would fire.
    fn smoke(&mut self, id: UnitId, unit: &Unit) {
        let p = self.scene.p;
        let squares_here = unit.square().bit() | neighbours(p.metric(), unit.square());
        let stopped = |square: Square, plan: &Plan| -> f32 {
            plan.shots
                .iter()
                .filter(|shot| {
                    let (from, to) = (p.unit(shot.unit).square(), p.unit(shot.target).square());
                    shot.battery.is_some()
                        && p.distance(from, to) >= 2
                        && (from == square || to == square || is_cut(from, to, square.bit()))
                })
                .map(|shot| shot.worth)
                .sum()
        };
        let best = squares(squares_here & !p.smoke)
            .map(|square| {
                (stopped(square, &self.theirs.plan) - stopped(square, &self.ours.plan), square)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((saved, square)) = best else { return };
        if saved <= MARGIN {
            return;
        }
        let mut q = self.copy();
        q.smoke |= square.bit();
        let gain = self.relief(&q) + self.growth(&q);
        self.tell(
            gain,
            Action::Fx { unit: id, feature: Feature::Smoke, arg: FxArg::Square(square) },
        );
    }

    fn red(&mut self, id: UnitId, feature: Feature) {
        let gain = match feature {
            Feature::Signals => {
                let mut q = self.copy();
                q.unit_mut(id).used |= feature.bit();
                self.relief(&q) - (self.ours.value - self.poorer)
            }
            Feature::WeakAa | Feature::ThinDeck => {
                if self.ours.strike.is_none() || self.scene.admirals(self.scene.side) < 2 {
                    return;
                }
                let mut q = self.copy();
                q.unit_mut(id).used |= feature.bit();
                self.growth(&q)
            }
            _ => return,
        };
        self.tell(gain, Action::Rx { unit: id, feature });
    }

    /// Fighters over what they would strike, and bombers with them over what can no longer run.
    fn screens(&mut self, id: UnitId, unit: &Unit) {
        let (p, side) = (self.scene.p, self.scene.side);
        let Some((_, target)) = self.theirs.strike else { return };
        if unit.has(LAUNCHED)
            || unit.tokens.on(Feature::Flight) > 0
            || unit.has_active(Feature::Signals)
        {
            return;
        }
        let most = if unit.has_active(Feature::DeckLoad) { 5 } else { 3 };
        let fighters: Vec<_> =
            air::aboard(p, id).filter(|plane| plane.kind == PlaneKind::Fighter).collect();
        let raid = air::best_strike(self.scene, id).filter(|(_, prey, _)| {
            let prey = p.unit(*prey);
            !p.in_fog(unit) && (prey.has(board_game::MOVED) || self.scene.movers(side.other()) == 0)
        });
        for n in 1..=fighters.len().min(most) {
            let screen =
                |plane: &board_game::Plane| Flight { plane: *plane, to: FlightTo::Screen(target) };
            let mut flights: Vec<Flight> = fighters[..n].iter().map(screen).collect();
            if let Some((_, prey, aims)) = &raid {
                for aim in aims.iter().filter(|aim| aim.plane.kind != PlaneKind::Fighter) {
                    if flights.len() < most {
                        let square = aim.square.unwrap_or(p.unit(*prey).square());
                        flights.push(Flight { plane: aim.plane, to: FlightTo::Square(square) });
                    }
                }
            }
            flights.sort();
            let mut q = self.copy();
            q.unit_mut(id).flags |= LAUNCHED;
            for flight in &flights {
                if let (Some(slot), Some(deck)) = (flight.plane.slot(unit.class()), q.deck_mut(id))
                {
                    deck.squadrons[slot] = match flight.to {
                        FlightTo::Screen(unit) => Flying::Screen(unit),
                        FlightTo::Square(square) => Flying::Placed(square),
                    };
                }
            }
            // They may still spend their dice otherwise, or strike elsewhere.
            let gain = STRIKES * self.relief(&q) + self.growth(&q);
            self.tell(gain, Action::Launch { carrier: id, flights: flights.into() });
        }
    }
}
