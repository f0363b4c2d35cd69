//! The secret orders: the plan, the special features that better it, and where tokens hurt.

use super::plan::{Ordered, Plan, Shot, TOKEN, plan, spaces};
use super::scene::{Scene, armour, per_sp};
use board_game::{
    Action, Battery, Face, Feature, GREEN, Kind, Order, RED, Status, Unit, Window, features, window,
};

/// How much better a plan must be with a feature than without.
const MARGIN: f32 = 0.4;

pub(super) fn choose(scene: &Scene<'_>) -> Action {
    let mut dice = scene.p.pool[scene.side.index()];
    let mut ordered: Vec<Ordered> = Vec::new();
    let mut best = plan(scene, &ordered, dice);
    if dice[Face::X.index()] > 0 {
        let enemy = Scene::new(scene.p, scene.side.other());
        let feared = plan(&enemy, &[], scene.p.pool[enemy.side.index()]);
        let mut open = candidates(scene, &feared);
        while dice[Face::X.index()] > 0 {
            dice[Face::X.index()] -= 1;
            let mut better: Option<(f32, usize, Plan)> = None;
            for (i, (feature, foiled)) in open.iter().enumerate() {
                ordered.push(*feature);
                let trial = plan(scene, &ordered, dice);
                ordered.pop();
                let gain = trial.value + foiled - best.value;
                if gain > MARGIN && better.as_ref().is_none_or(|(most, ..)| gain > *most) {
                    better = Some((gain, i, trial));
                }
            }
            let Some((_, i, trial)) = better else { break };
            ordered.push(open.swap_remove(i).0);
            best = trial;
        }
    }
    let mut orders = best.orders;
    orders.extend(ordered.into_iter().map(|(unit, feature)| {
        if feature.is_green() { Order::Fx(unit, feature) } else { Order::Rx(unit, feature) }
    }));
    orders.sort();
    Action::Orders(orders.into())
}

/// Orders without any special feature, against what the scene is bent on.
pub(super) fn plain(scene: &Scene<'_>) -> Action {
    let mut orders = plan(scene, &[], scene.p.pool[scene.side.index()]).orders;
    orders.sort();
    Action::Orders(orders.into())
}

/// Special features worth a thought, with what each spoils for the enemy.
fn candidates(scene: &Scene<'_>, feared: &Plan) -> Vec<(Ordered, f32)> {
    let p = scene.p;
    let mut list = Vec::new();
    let boats = scene.enemies.iter().any(|(_, enemy)| enemy.status == Status::Submerged);
    for &(id, unit) in &scene.own {
        let set = unit.printed() & window(Window::Orders) & GREEN & !unit.used;
        if set == 0 || unit.has_active(Feature::Signals) || p.in_fog(unit) {
            continue;
        }
        for feature in features(set) {
            let useful = match feature {
                Feature::Radar => {
                    Battery::ALL.iter().any(|battery| spaces(scene, unit, *battery) > 0)
                }
                Feature::Spotter | Feature::Rapid => spaces(scene, unit, Battery::Main) > 0,
                Feature::Lance => unit.torpedoes > 0,
                Feature::Reload => unit.torpedoes < unit.class().torp.min(3),
                Feature::Asdic => boats,
                _ => false,
            };
            if useful && unit.tokens.on(feature) == 0 {
                list.push(((id, feature), 0.0));
            }
        }
    }
    for &(id, enemy) in &scene.enemies {
        for feature in features(enemy.printed() & window(Window::Orders) & RED & !enemy.used) {
            let foiled: f32 = feared
                .shots
                .iter()
                .filter(|shot| shot.unit == id)
                .map(|shot| spoilt(scene, enemy, feature, shot))
                .sum();
            let useful = match feature {
                Feature::ThinDeck => enemy.is_afloat(),
                Feature::Noisy => enemy.status == Status::Submerged,
                _ => foiled > 0.0,
            };
            if useful {
                list.push(((id, feature), foiled));
            }
        }
    }
    list
}

/// What a red feature on the firing unit takes from a shot.
fn spoilt(scene: &Scene<'_>, enemy: &Unit, feature: Feature, shot: &Shot) -> f32 {
    let target = scene.p.unit(shot.target);
    let main = enemy.class().art[0];
    match (feature, shot.battery) {
        (Feature::Turrets, Some(Battery::Main)) if shot.n == 2 && main.value <= armour(target) => {
            shot.worth
        }
        (Feature::Roll, Some(Battery::Main))
            if scene.p.distance(enemy.square(), target.square()) >= main.range =>
        {
            shot.worth
        }
        (Feature::Duds, None) => (shot.worth - TOKEN).max(0.0),
        _ => 0.0,
    }
}

/// The token that hurts most.
pub(super) fn token(scene: &Scene<'_>) -> Option<Action> {
    let p = scene.p;
    let mut best: Option<(f32, Action)> = None;
    for (id, enemy) in p.of_side(scene.side.other()) {
        if enemy.owed == 0 {
            continue;
        }
        for feature in features(enemy.printed() & !RED) {
            let room = match feature {
                Feature::Art1 | Feature::Art2 if p.options.crit == board_game::CritMode::Space => {
                    enemy.class().art[usize::from(feature == Feature::Art2)].spaces
                }
                _ => 1,
            };
            if enemy.next.on(feature) >= room {
                continue;
            }
            let value = hurt(scene, enemy, feature);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, Action::Crit(id, feature)));
            }
        }
    }
    best.map(|(_, action)| action)
}

fn hurt(scene: &Scene<'_>, enemy: &Unit, feature: Feature) -> f32 {
    let near = scene
        .own
        .iter()
        .map(|(_, unit)| scene.p.distance(unit.square(), enemy.square()))
        .min()
        .unwrap_or(9);
    let value = f32::from(enemy.class().art[0].value);
    match feature {
        Feature::Flight => 14.0,
        Feature::Art1 => 2.2 * value + if near <= enemy.class().art[0].range { 1.0 } else { 0.0 },
        Feature::Art2 => 0.8 * f32::from(enemy.class().art[1].value),
        Feature::Torp if enemy.torpedoes > 0 => {
            if near <= 3 {
                5.0
            } else {
                2.0
            }
        }
        Feature::Move if enemy.status == Status::Submerged => 12.0,
        Feature::Move if matches!(enemy.class().kind, Kind::Tr) => 8.0,
        Feature::Move => {
            if near <= 2 {
                4.5
            } else {
                2.5
            }
        }
        Feature::Dc => 1.5,
        Feature::Aa => {
            if has_carrier(scene) {
                3.0
            } else {
                0.2
            }
        }
        Feature::Lance | Feature::Radar | Feature::DamCon => 0.05 * per_sp(enemy),
        _ => 0.1,
    }
}

fn has_carrier(scene: &Scene<'_>) -> bool {
    scene.own.iter().any(|(_, unit)| unit.class().n_squadrons() > 0)
}
