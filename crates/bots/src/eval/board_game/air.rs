//! Strikes: where the flak is thin and the target is worth it.

use super::prospects;
use super::scene::{Scene, armour, bite};
use board_game::{
    Action, Aim, Feature, Flying, Groups, LAUNCHED, Plane, PlaneKind, Public, STRUCK, Square, Unit,
    UnitId, Window, neighbours, squares,
};

/// Anti-aircraft figure of a unit now.
fn figure(scene: &Scene<'_>, unit: &Unit, torpedo: bool) -> u8 {
    if scene.in_fog(unit.square()) || unit.tokens.on(Feature::Aa) > 0 {
        return 0;
    }
    let flak = 2 * u8::from(unit.has_active(Feature::Flak));
    (unit.class().aa[usize::from(torpedo)] + flak)
        .saturating_sub(u8::from(unit.has_active(Feature::WeakAa)))
}

/// Dice against bombers at `centre` that attack one target alone.
fn flak(scene: &Scene<'_>, target: UnitId, centre: Square, torpedo: bool) -> u8 {
    scene
        .enemies
        .iter()
        .filter(|(id, unit)| {
            let distance = scene.p.distance(unit.square(), centre);
            *id == target
                || (unit.is_afloat() && if torpedo { distance <= 1 } else { distance == 1 })
        })
        .map(|(_, unit)| figure(scene, unit, torpedo))
        .sum()
}

/// The squadrons aboard a carrier.
pub(super) fn aboard(p: &Public, carrier: UnitId) -> impl Iterator<Item = Plane> {
    let class = p.unit(carrier).class();
    p.deck(carrier)
        .into_iter()
        .flat_map(|deck| deck.squadrons.iter().enumerate())
        .filter(|(_, flying)| **flying == Flying::Aboard)
        .map(move |(slot, _)| Plane::at(class, slot))
}

/// The best strike of any carrier, a feature that helps, or a pass.
pub(super) fn choose(scene: &Scene<'_>) -> Action {
    if let Some(action) = prospects::choose(scene, Window::Air) {
        return action;
    }
    let mut best: Option<(f32, Action)> = None;
    for carrier in scene.p.carriers(scene.side) {
        let free = scene.p.unit(carrier).has(LAUNCHED);
        if !free && scene.admirals(scene.side) == 0 {
            continue;
        }
        if let Some((value, _, aims)) = best_strike(scene, carrier)
            && best.as_ref().is_none_or(|(most, _)| value > *most)
            && (free || prospects::beats_orders(scene, value))
        {
            best = Some((value, Action::Strike { carrier, aims: aims.into() }));
        }
    }
    best.map_or(Action::Pass, |(_, action)| action)
}

/// A strike of every carrier on every target that promises something, the best first.
pub(super) fn choices(scene: &Scene<'_>) -> Vec<Action> {
    let mut all: Vec<(f32, Action)> = Vec::new();
    for carrier in scene.p.carriers(scene.side) {
        let unit = scene.p.unit(carrier);
        if !unit.is_afield() || unit.has(STRUCK) || unit.has(LAUNCHED) {
            continue;
        }
        for &(target, enemy) in &scene.enemies {
            if enemy.is_afloat()
                && !scene.in_fog(enemy.square())
                && let Some((value, aims)) = strike(scene, carrier, unit, target, enemy)
            {
                all.push((value, Action::Strike { carrier, aims: aims.into() }));
            }
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, action)| action).collect()
}

/// The most promising strike of a carrier: value, target, squadrons. Admiral dice are not counted.
pub(super) fn best_strike(scene: &Scene<'_>, carrier: UnitId) -> Option<(f32, UnitId, Vec<Aim>)> {
    let p = scene.p;
    let unit = p.unit(carrier);
    let launched = unit.has(LAUNCHED);
    let closed = !unit.is_afield()
        || unit.tokens.on(Feature::Flight) > 0
        || unit.has_active(Feature::Signals)
        || p.in_fog(unit);
    if unit.class().n_squadrons() == 0 || unit.has(STRUCK) || (!launched && closed) {
        return None;
    }
    let mut best: Option<(f32, UnitId, Vec<Aim>)> = None;
    for &(target, enemy) in &scene.enemies {
        if !enemy.is_afloat() || scene.in_fog(enemy.square()) {
            continue;
        }
        let found = if launched {
            placed(scene, carrier, target, enemy)
        } else {
            strike(scene, carrier, unit, target, enemy)
        };
        if let Some((value, aims)) = found
            && value > 1.0
            && best.as_ref().is_none_or(|(most, _, _)| value > *most)
        {
            best = Some((value, target, aims));
        }
    }
    best
}

/// Screens over a unit that have not fought.
fn screens(p: &Public, target: UnitId) -> usize {
    p.all_decks()
        .flat_map(|deck| deck.squadrons)
        .filter(|flying| *flying == Flying::Screen(target))
        .count()
}

/// What bombers promise against a target, with so many escorts.
fn worth(
    scene: &Scene<'_>,
    target: UnitId,
    enemy: &Unit,
    from: Square,
    (torpedoes, bombs, escorts): (usize, usize, usize),
) -> f32 {
    // A free screen shoots down a torpedo bomber in a third of its fights, a dive bomber in half.
    let free = screens(scene.p, target).saturating_sub(escorts) as f32;
    let shot = |n: usize, figure: u8, odds: f32| {
        let share = n as f32 / (torpedoes + bombs).max(1) as f32;
        (f32::from(figure) / 3.0 + free * share * odds).min(n as f32)
    };
    let lost_t = shot(torpedoes, flak(scene, target, from, true), 0.33);
    let lost_d = shot(bombs, flak(scene, target, enemy.square(), false), 0.5);
    let thin = u8::from(enemy.has_active(Feature::ThinDeck));
    let need = f32::from(armour(enemy).saturating_sub(thin) / 2 + 1);
    let hits = torpedoes as f32 - lost_t + ((bombs as f32 - lost_d) / need).max(0.0);
    hits.min(f32::from(enemy.sp)) * bite(enemy, 0) - 1.5 * (lost_t + lost_d)
}

/// The three (or five) squadrons that promise most against one target.
fn strike(
    scene: &Scene<'_>,
    carrier: UnitId,
    unit: &Unit,
    target: UnitId,
    enemy: &Unit,
) -> Option<(f32, Vec<Aim>)> {
    let p = scene.p;
    let most = if unit.has_active(Feature::DeckLoad) { 5 } else { 3 };
    let of = |kind: PlaneKind| aboard(p, carrier).filter(move |plane| plane.kind == kind);
    let from = squares(neighbours(p.metric(), enemy.square()))
        .min_by_key(|square| flak(scene, target, *square, true))?;
    let mut aims: Vec<Aim> = Vec::new();
    for plane in of(PlaneKind::Torpedo).take(most) {
        aims.push(Aim { plane, target, square: Some(from) });
    }
    let torpedoes = aims.len();
    // Dive bombers only where together they can pierce the deck.
    let thin = u8::from(enemy.has_active(Feature::ThinDeck));
    let dive: Vec<Plane> = of(PlaneKind::Dive).take(most - torpedoes).collect();
    if 2 * dive.len() as u8 > armour(enemy).saturating_sub(thin) {
        aims.extend(dive.iter().map(|plane| Aim { plane: *plane, target, square: None }));
    }
    let bombs = aims.len() - torpedoes;
    if torpedoes + bombs == 0 {
        return None;
    }
    let room = screens(p, target).min(most - aims.len());
    aims.extend(of(PlaneKind::Fighter).take(room).map(|plane| Aim { plane, target, square: None }));
    let escorts = aims.len() - torpedoes - bombs;
    let value = worth(scene, target, enemy, from, (torpedoes, bombs, escorts));
    aims.sort();
    Some((value, aims))
}

/// What was placed in the Movement phase and finds this target.
fn placed(
    scene: &Scene<'_>,
    carrier: UnitId,
    target: UnitId,
    enemy: &Unit,
) -> Option<(f32, Vec<Aim>)> {
    let p = scene.p;
    let class = p.unit(carrier).class();
    let mut from = None;
    let mut counts = (0, 0, 0);
    let mut aims = Vec::new();
    for (slot, flying) in p.deck(carrier)?.squadrons.iter().enumerate() {
        let Flying::Placed(square) = *flying else { continue };
        let plane = Plane::at(class, slot);
        let count = match plane.kind {
            PlaneKind::Dive if square == enemy.square() => &mut counts.1,
            PlaneKind::Torpedo if p.distance(square, enemy.square()) == 1 => {
                from = from.or(Some(square));
                &mut counts.0
            }
            PlaneKind::Fighter => &mut counts.2,
            _ => continue,
        };
        *count += 1;
        let square = (plane.kind == PlaneKind::Torpedo).then_some(square);
        aims.push(Aim { plane, target, square });
    }
    if counts.0 + counts.1 == 0 {
        return None;
    }
    aims.sort();
    Some((worth(scene, target, enemy, from.unwrap_or(enemy.square()), counts), aims))
}

/// The bomber a screen should go for.
pub(super) fn intercept(p: &Public) -> Action {
    let Some(strike) = p.strike else { return Action::Intercept(None) };
    let class = p.unit(strike.carrier).class();
    let target = strike.target;
    let lives = |slot: u8| {
        p.deck(strike.carrier)
            .is_some_and(|deck| deck.squadrons[usize::from(slot).min(7)] != Flying::Lost)
    };
    let thin = p.unit(target).class().arm < 2;
    let planes = strike
        .raiders()
        .filter(|raider| raider.target == target && lives(raider.slot))
        .map(|raider| Plane::at(class, usize::from(raider.slot)))
        .filter(|plane| plane.kind != PlaneKind::Fighter);
    Action::Intercept(planes.max_by_key(|plane| (plane.kind == PlaneKind::Torpedo) != thin))
}

/// Groups just big enough to pierce the armour.
pub(super) fn bombs(p: &Public) -> Option<Action> {
    let strike = p.strike?;
    let target = strike.target;
    let class = p.unit(strike.carrier).class();
    let n = strike
        .raiders()
        .filter(|raider| {
            raider.target == target
                && Plane::at(class, usize::from(raider.slot)).kind == PlaneKind::Dive
                && p.deck(strike.carrier).is_some_and(|deck| {
                    deck.squadrons[usize::from(raider.slot).min(7)] != Flying::Lost
                })
        })
        .count() as u8;
    let unit = p.unit(target);
    let thin = u8::from(unit.has_active(Feature::ThinDeck));
    let need = (armour(unit).saturating_sub(thin)) / 2 + 1;
    let mut groups = Groups::default();
    let mut left = n;
    let mut i = 0;
    while left >= need && i < 4 {
        groups.0[i] = need;
        left -= need;
        i += 1;
    }
    if left > 0 {
        groups.0[i] = left;
    }
    groups.0.sort_unstable_by(|a, b| b.cmp(a));
    Some(Action::Bombs(target, groups))
}
