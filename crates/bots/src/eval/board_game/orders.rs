//! Orders by value per die, and where tokens hurt.

use super::scene::{Scene, armour, bite, per_sp};
use board_game::Action;
use board_game::action::Order;
use board_game::board::{Square, neighbours};
use board_game::die::Face;
use board_game::state::{HIT, MAX_UNITS, Status, Unit, UnitId};
use board_game::units::{Feature, Kind, RED};

/// What has been decided so far.
struct Plan {
    orders: Vec<Order>,
    dice: [u8; 6],
    /// Structure each unit will lose.
    damage: [u8; 2 * MAX_UNITS],
    /// Lost to guns, and hit by guns.
    gun_damage: [u8; 2 * MAX_UNITS],
    gun_hits: [u8; 2 * MAX_UNITS],
    /// Spaces used: main, secondary; torpedoes launched; charges dropped.
    used: [[u8; 4]; 2 * MAX_UNITS],
}

#[derive(Clone, Copy)]
enum Deal {
    Gun { unit: UnitId, battery: u8, target: UnitId, n: u8 },
    Torpedo { unit: UnitId, target: UnitId },
    Charge { unit: UnitId, target: UnitId },
    Red { unit: UnitId, feature: Feature },
}

pub(super) fn choose(scene: &Scene<'_>) -> Action {
    let mut plan = Plan {
        orders: Vec::new(),
        dice: scene.p.pool[scene.side.index()],
        damage: [0; 2 * MAX_UNITS],
        gun_damage: [0; 2 * MAX_UNITS],
        gun_hits: [0; 2 * MAX_UNITS],
        used: [[0; 4]; 2 * MAX_UNITS],
    };
    for _ in 0..60 {
        let mut best: Option<(f32, Deal)> = None;
        each(scene, &plan, &mut |value, deal| {
            if value > 0.8 && best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, deal));
            }
        });
        let Some((_, deal)) = best else { break };
        if !take(scene, &mut plan, deal) {
            break;
        }
    }
    plan.orders.sort();
    Action::Orders(plan.orders.into())
}

/// Dice of a kind that a unit may use: plain faces, Admirals.
fn has(plan: &Plan, unit: &Unit, faces: &[Face]) -> u8 {
    let plain: u8 = faces.iter().map(|face| plan.dice[face.index()]).sum();
    let admirals = if unit.has_active(Feature::Signals) { 0 } else { plan.dice[Face::X.index()] };
    plain + admirals
}

/// Every deal with its value per die.
fn each(scene: &Scene<'_>, plan: &Plan, tell: &mut dyn FnMut(f32, Deal)) {
    let p = scene.p;
    for (id, unit) in &scene.own {
        let used = plan.used[id.index()];
        if unit.is_afloat() && !p.in_fog(unit) {
            for battery in 0..2u8 {
                let printed = unit.class().art[usize::from(battery)];
                let feature = if battery == 0 { Feature::Art1 } else { Feature::Art2 };
                let closed = unit.tokens.on(feature);
                let whole = p.options.crit == board_game::setup::CritMode::Feature && closed > 0;
                let spaces = if whole { 0 } else { printed.spaces.saturating_sub(closed) };
                let dice = has(plan, unit, &[Face::AF, Face::AD]);
                if spaces == 0 || used[usize::from(battery)] > 0 || dice == 0 {
                    continue;
                }
                for (target, enemy) in &scene.enemies {
                    let distance = p.distance(unit.square, enemy.square);
                    if !enemy.is_afloat()
                        || p.in_fog(enemy)
                        || distance > printed.range
                        || !scene.sees(unit.square, enemy.square, enemy.class().sp, Square::NONE)
                    {
                        continue;
                    }
                    let thin = u8::from(distance >= 4 && enemy.has_active(Feature::ThinDeck));
                    let arm = armour(enemy).saturating_sub(thin);
                    let worth = |value: u8| {
                        if value > arm {
                            bite(enemy, plan.damage[target.index()])
                        } else if value == arm && plan.damage[target.index()] < enemy.sp {
                            2.0
                        } else {
                            0.0
                        }
                    };
                    tell(
                        worth(printed.value),
                        Deal::Gun { unit: *id, battery, target: *target, n: 1 },
                    );
                    if spaces >= 2 && dice >= 2 && printed.value <= arm {
                        let value = worth(2 * printed.value) / 2.0;
                        tell(value, Deal::Gun { unit: *id, battery, target: *target, n: 2 });
                    }
                }
            }
        }
        torpedoes(scene, plan, *id, unit, tell);
        let free = used[3] == 0 && unit.tokens.on(Feature::Dc) == 0;
        if unit.is_afloat()
            && unit.printed() & Feature::Dc.bit() != 0
            && free
            && let Some(boat) = p.below_at(unit.square)
            && boat.side() != scene.side
            && has(plan, unit, &[Face::AD]) > 0
            && plan.damage[boat.index()] == 0
        {
            let value = f32::from(p.unit(boat).card.tp()) + 6.0;
            tell(value, Deal::Charge { unit: *id, target: boat });
        }
    }
    if plan.dice[Face::X.index()] > 0 {
        reds(scene, plan, tell);
    }
}

fn torpedoes(
    scene: &Scene<'_>,
    plan: &Plan,
    id: UnitId,
    unit: &Unit,
    tell: &mut dyn FnMut(f32, Deal),
) {
    let p = scene.p;
    let launched = plan.used[id.index()][2];
    let most = if unit.torpedoes == 0 && unit.is_boat() { 1 } else { unit.torpedoes };
    if unit.printed() & Feature::Torp.bit() == 0
        || unit.tokens.on(Feature::Torp) > 0
        || p.in_fog(unit)
        || launched >= most
        || has(plan, unit, &[Face::TM]) == 0
    {
        return;
    }
    let below = unit.status == Status::Submerged;
    let mut reach = if below { neighbours(p.metric(), unit.square) } else { 0 };
    if !below {
        for dir in unit.heading.beams() {
            reach |= unit.square.step(dir).map_or(0, Square::bit);
        }
    }
    let aimed = plan.orders.iter().find_map(|order| match order {
        Order::Torp { unit: u, targets, .. } if *u == id => Some(targets[0]),
        _ => None,
    });
    for (target, enemy) in &scene.enemies {
        let hidden = p.in_fog(enemy) || (!below && enemy.status == Status::Submerged);
        if reach & enemy.square.bit() == 0 || hidden || aimed.is_some_and(|first| first != *target)
        {
            continue;
        }
        tell(
            bite(enemy, plan.damage[target.index()]) + 0.5,
            Deal::Torpedo { unit: id, target: *target },
        );
    }
}

/// Red features that turn planned hits into more.
fn reds(scene: &Scene<'_>, plan: &Plan, tell: &mut dyn FnMut(f32, Deal)) {
    for (id, enemy) in &scene.enemies {
        let open = enemy.printed() & RED & !enemy.used;
        if open == 0 {
            continue;
        }
        let i = id.index();
        let more = bite(enemy, plan.damage[i]);
        let mut offer = |feature: Feature, fits: bool| {
            let ordered = plan.orders.contains(&Order::Rx(*id, feature));
            if open & feature.bit() != 0 && fits && !ordered {
                tell(0.98 * more, Deal::Red { unit: *id, feature });
            }
        };
        offer(Feature::Magazine, plan.gun_damage[i] > 0);
        offer(Feature::Volatile, plan.gun_hits[i] > 0 && enemy.torpedoes > 0);
        offer(Feature::AvGas, plan.damage[i] > 0 || enemy.has(HIT));
    }
}

fn pay(plan: &mut Plan, unit: &Unit, faces: &[Face]) -> Option<Face> {
    let admiral = !unit.has_active(Feature::Signals);
    let face = faces
        .iter()
        .copied()
        .chain(admiral.then_some(Face::X))
        .find(|face| plan.dice[face.index()] > 0)?;
    plan.dice[face.index()] -= 1;
    Some(face)
}

fn take(scene: &Scene<'_>, plan: &mut Plan, deal: Deal) -> bool {
    let p = scene.p;
    match deal {
        Deal::Gun { unit, battery, target, n } => {
            let guns = &[Face::AF, Face::AD];
            let Some(first) = pay(plan, p.unit(unit), guns) else { return false };
            let second = if n == 2 { pay(plan, p.unit(unit), guns) } else { None };
            if n == 2 && second.is_none() {
                return false;
            }
            let dice = match second {
                Some(face) if face < first => (face, Some(first)),
                other => (first, other),
            };
            plan.orders.push(Order::Art { unit, battery, dice, targets: (target, None) });
            plan.used[unit.index()][usize::from(battery)] = n;
            let enemy = p.unit(target);
            let value = p.unit(unit).class().art[usize::from(battery)].value * n;
            let i = target.index();
            plan.gun_hits[i] += u8::from(value >= armour(enemy));
            if value > armour(enemy) {
                plan.gun_damage[i] += 1;
                plan.damage[i] += 1;
            }
        }
        Deal::Torpedo { unit, target } => {
            let Some(face) = pay(plan, p.unit(unit), &[Face::TM]) else { return false };
            let x = u8::from(face == Face::X);
            let launched = usize::from(plan.used[unit.index()][2]);
            let known = plan.orders.iter_mut().find_map(|order| match order {
                Order::Torp { unit: u, torpedo_dice, admiral_dice, targets } if *u == unit => {
                    Some((torpedo_dice, admiral_dice, targets))
                }
                _ => None,
            });
            match known {
                Some((torpedo_dice, admiral_dice, targets)) => {
                    *torpedo_dice += 1 - x;
                    *admiral_dice += x;
                    targets[launched.min(7)] = target;
                }
                None => {
                    let mut targets = [UnitId::NONE; 8];
                    targets[0] = target;
                    plan.orders.push(Order::Torp {
                        unit,
                        torpedo_dice: 1 - x,
                        admiral_dice: x,
                        targets,
                    });
                }
            }
            plan.used[unit.index()][2] += 1;
            plan.damage[target.index()] += 1;
        }
        Deal::Charge { unit, target } => {
            let Some(die) = pay(plan, p.unit(unit), &[Face::AD]) else { return false };
            plan.orders.push(Order::Dc { unit, die, target });
            plan.used[unit.index()][3] = 1;
            plan.damage[target.index()] = 9;
        }
        Deal::Red { unit, feature } => {
            plan.dice[Face::X.index()] -= 1;
            plan.orders.push(Order::Rx(unit, feature));
            plan.damage[unit.index()] += 1;
        }
    }
    true
}

/// The token that hurts most.
pub(super) fn token(scene: &Scene<'_>) -> Option<Action> {
    let p = scene.p;
    let mut best: Option<(f32, Action)> = None;
    for (id, enemy) in p.of_side(scene.side.other()) {
        if enemy.owed == 0 {
            continue;
        }
        for feature in board_game::units::features(enemy.printed() & !RED) {
            let room = match feature {
                Feature::Art1 | Feature::Art2
                    if p.options.crit == board_game::setup::CritMode::Space =>
                {
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
        .map(|(_, unit)| scene.p.distance(unit.square, enemy.square))
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
