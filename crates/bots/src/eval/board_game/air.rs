//! Strikes: where the flak is thin and the target is worth it.

use super::scene::{Scene, armour, bite, per_sp};
use board_game::action::{Aim, Groups};
use board_game::board::{Square, neighbours, squares};
use board_game::state::{Flying, LAUNCHED, Plane, PlaneKind, STRUCK, Unit, UnitId};
use board_game::units::Feature;
use board_game::{Action, Public};

/// Anti-aircraft figure of a unit now.
fn figure(scene: &Scene<'_>, unit: &Unit, torpedo: bool) -> u8 {
    if scene.in_fog(unit.square) || unit.tokens.on(Feature::Aa) > 0 {
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
            let distance = scene.p.distance(unit.square, centre);
            *id == target
                || (unit.is_afloat() && if torpedo { distance <= 1 } else { distance == 1 })
        })
        .map(|(_, unit)| figure(scene, unit, torpedo))
        .sum()
}

/// The best strike of any carrier, a little help, or a pass.
pub(super) fn choose(scene: &Scene<'_>) -> Action {
    let p = scene.p;
    let mut best: Option<(f32, Action)> = None;
    for (id, unit) in &scene.own {
        if unit.class().n_squadrons() == 0
            || unit.has(STRUCK)
            || unit.has(LAUNCHED)
            || unit.tokens.on(Feature::Flight) > 0
            || unit.has_active(Feature::Signals)
            || p.in_fog(unit)
            || scene.admirals(scene.side) == 0
        {
            continue;
        }
        for (target, enemy) in &scene.enemies {
            if !enemy.is_afloat() || scene.in_fog(enemy.square) {
                continue;
            }
            if let Some((value, aims)) = strike(scene, *id, unit, *target, enemy)
                && value > 3.5
                && best.as_ref().is_none_or(|(most, _)| value > *most)
            {
                best = Some((value, Action::Strike { carrier: *id, aims: aims.into() }));
            }
        }
    }
    best.map_or(Action::Pass, |(_, action)| action)
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
    let class = unit.class();
    let deck = p.deck(carrier)?;
    let aboard: Vec<Plane> = deck
        .squadrons
        .iter()
        .enumerate()
        .filter(|(_, flying)| **flying == Flying::Aboard)
        .map(|(slot, _)| Plane::at(class, slot))
        .collect();
    let most = if unit.has_active(Feature::DeckLoad) { 5 } else { 3 };
    let of = |kind: PlaneKind| aboard.iter().copied().filter(move |plane| plane.kind == kind);
    let from = squares(neighbours(p.metric(), enemy.square))
        .min_by_key(|square| flak(scene, target, *square, true))?;
    let screens = p
        .decks
        .iter()
        .flat_map(|deck| deck.squadrons)
        .filter(|flying| *flying == Flying::Screen(target))
        .count();
    let mut aims: Vec<Aim> = Vec::new();
    for plane in of(PlaneKind::Torpedo).take(most) {
        aims.push(Aim { plane, target, square: from });
    }
    let torpedoes = aims.len();
    // Dive bombers only where together they can pierce the deck.
    let room = most - torpedoes;
    let dive: Vec<Plane> = of(PlaneKind::Dive).take(room).collect();
    if 2 * dive.len() as u8 > armour(enemy) {
        aims.extend(dive.iter().map(|plane| Aim { plane: *plane, target, square: Square::NONE }));
    }
    let bombs = aims.len() - torpedoes;
    if screens > 0 && aims.len() < most {
        aims.extend(of(PlaneKind::Fighter).take(screens.min(most - aims.len())).map(|plane| Aim {
            plane,
            target,
            square: Square::NONE,
        }));
    }
    if torpedoes + bombs == 0 {
        return None;
    }
    let lost_t = (f32::from(flak(scene, target, from, true)) / 3.0).min(torpedoes as f32);
    let lost_d = (f32::from(flak(scene, target, enemy.square, false)) / 3.0).min(bombs as f32);
    let hits_t = torpedoes as f32 - lost_t;
    let need = f32::from(armour(enemy) / 2 + 1);
    let hits_d = ((bombs as f32 - lost_d) / need).max(0.0);
    let value = (hits_t + hits_d) * bite(enemy, 0)
        - 1.5 * (lost_t + lost_d)
        - 0.5 * screens as f32 * per_sp(enemy).min(2.0);
    aims.sort();
    Some((value, aims))
}

/// The bomber a screen should go for.
pub(super) fn intercept(p: &Public) -> Action {
    let strike = &p.strike;
    let class = p.unit(strike.carrier).class();
    let target = strike.target;
    let lives = |slot: u8| {
        p.deck(strike.carrier)
            .is_some_and(|deck| deck.squadrons[usize::from(slot).min(7)] != Flying::Lost)
    };
    let thin = p.unit(target).class().arm < 2;
    let planes = strike
        .raiders()
        .iter()
        .filter(|raider| raider.target == target && lives(raider.slot))
        .map(|raider| Plane::at(class, usize::from(raider.slot)))
        .filter(|plane| plane.kind != PlaneKind::Fighter);
    Action::Intercept(planes.max_by_key(|plane| (plane.kind == PlaneKind::Torpedo) != thin))
}

/// Groups just big enough to pierce the armour.
pub(super) fn bombs(p: &Public) -> Action {
    let strike = &p.strike;
    let target = strike.target;
    let class = p.unit(strike.carrier).class();
    let n = strike
        .raiders()
        .iter()
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
    Action::Bombs(target, groups)
}
