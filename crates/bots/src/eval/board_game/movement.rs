//! The Movement phase: the best gain of a move, repairs, a few features.

use super::prospects::{self, is_open};
use super::scene::{Scene, bite, per_sp};
use admiralty_core::Seeded;
use board_game::{
    Action, Dir, Face, Feature, Finish, FxArg, Kind, MOVED, Path, Scenery, Square, Status, Unit,
    UnitId, Window,
};

/// What a move must gain that is paid with an Admiral die: such a die is worth a shot.
const ADMIRAL: f32 = 12.0;
/// What a feature for movement must gain, which costs an Admiral die and a Movement die.
const HURRY: f32 = 14.0;

/// A place a unit can end on.
struct Stop {
    square: Square,
    heading: Dir,
    path: Path,
    finish: Finish,
}

pub(super) fn choose(scene: &Scene<'_>, rng: &mut Seeded) -> Action {
    let (p, side) = (scene.p, scene.side);
    if let Some(action) = urgent(scene) {
        return action;
    }
    let plain = scene.movers(side) > 0;
    let late = p.stood_down[side.index()];
    let admirals = scene.admirals(side);
    let may_admiral = admirals > 0 && !(late && p.late_move[side.index()]);
    let mut best: Option<(f32, UnitId, Stop)> = None;
    let mut hurry: Option<(f32, Action)> = None;
    if plain || may_admiral {
        for (id, unit) in &scene.own {
            if unit.has(MOVED) || unit.tokens.on(Feature::Move) > 0 {
                continue;
            }
            let here = score(scene, unit, unit.square(), unit.heading);
            let mut most = 0.0;
            for stop in stops(scene, *id, unit) {
                let noise = rng.below(100) as f32 * 0.002;
                let gain = if stop.finish == Finish::Exit {
                    12.0
                } else {
                    score(scene, unit, stop.square, stop.heading) - here + noise
                };
                most = gain.max(most);
                if best.as_ref().is_none_or(|(most, _, _)| gain > *most) {
                    best = Some((gain, *id, stop));
                }
            }
            if plain && admirals > 0 {
                speed(scene, (*id, unit), (here, most), &mut hurry);
            }
        }
    }
    if let Some((_, action)) = hurry {
        return action;
    }
    let gain = best.as_ref().map_or(0.0, |(gain, _, _)| *gain);
    if let Some(action) = repair(scene, gain) {
        return action;
    }
    if let Some((gain, unit, stop)) = best
        && let Some(die) = pay(scene, p.unit(unit), gain)
    {
        return Action::Move { unit, die, path: stop.path, finish: stop.finish };
    }
    prospects::choose(scene, Window::Movement).unwrap_or(Action::Pass)
}

/// The best few moves of every unit, the most promising first. What moves them is the die that is
/// missed least.
pub(super) fn choices(scene: &Scene<'_>, each: usize) -> Vec<Action> {
    let (p, side) = (scene.p, scene.side);
    let late = p.stood_down[side.index()];
    let plain = [Face::M, Face::MF, Face::TM].into_iter().find(|face| p.dice(side, *face) > 0);
    let admiral =
        (scene.admirals(side) > 0 && !(late && p.late_move[side.index()])).then_some(Face::X);
    let Some(die) = plain.filter(|_| !late).or(admiral) else { return Vec::new() };
    let mut all: Vec<(f32, Action)> = Vec::new();
    for (id, unit) in &scene.own {
        if unit.has(MOVED) || unit.tokens.on(Feature::Move) > 0 {
            continue;
        }
        let here = score(scene, unit, unit.square(), unit.heading);
        let mut moves: Vec<(f32, Stop)> = stops(scene, *id, unit)
            .into_iter()
            .map(|stop| match stop.finish {
                Finish::Exit => (12.0, stop),
                _ => (score(scene, unit, stop.square, stop.heading) - here, stop),
            })
            .collect();
        moves.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Not three times the same place.
        moves.dedup_by_key(|(_, stop)| stop.square);
        all.extend(moves.into_iter().take(each).map(|(gain, stop)| {
            (gain, Action::Move { unit: *id, die, path: stop.path, finish: stop.finish })
        }));
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.into_iter().map(|(_, action)| action).collect()
}

/// A feature that lets the unit go where it is much better off than anywhere else.
fn speed(
    scene: &Scene<'_>,
    (id, unit): (UnitId, &Unit),
    (here, most): (f32, f32),
    best: &mut Option<(f32, Action)>,
) {
    for feature in [Feature::Flank, Feature::LowDraft] {
        if !is_open(unit, feature) {
            continue;
        }
        let mut faster = *unit;
        faster.used |= feature.bit();
        let gain = stops(scene, id, &faster)
            .iter()
            .map(|stop| score(scene, unit, stop.square, stop.heading) - here)
            .fold(0.0, f32::max);
        if gain - most > HURRY && best.as_ref().is_none_or(|(top, _)| gain - most > *top) {
            let action = Action::Fx { unit: id, feature, arg: FxArg::None };
            *best = Some((gain - most, action));
        }
    }
}

/// The die for a move of this gain, if it is worth one.
fn pay(scene: &Scene<'_>, unit: &Unit, gain: f32) -> Option<Face> {
    let (p, side) = (scene.p, scene.side);
    if gain < 0.35 {
        return None;
    }
    if !p.stood_down[side.index()] {
        let torpedoes = scene.own.iter().any(|(_, unit)| unit.torpedoes > 0);
        let faces: &[Face] = &[Face::M, Face::MF];
        if let Some(face) = faces.iter().find(|face| p.dice(side, **face) > 0) {
            return Some(*face);
        }
        if p.dice(side, Face::TM) > 0 && (gain > 2.0 || !torpedoes) {
            return Some(Face::TM);
        }
    }
    let signals = unit.has_active(Feature::Signals);
    (gain > ADMIRAL && !signals && scene.admirals(side) > 0).then_some(Face::X)
}

/// How good it is for a unit to be there.
fn score(scene: &Scene<'_>, unit: &Unit, square: Square, heading: Dir) -> f32 {
    if unit.status == Status::Submerged {
        return boat_score(scene, unit, square);
    }
    let side = scene.side;
    let class = unit.class();
    let guns = scene.artillery(side) + scene.admirals(side);
    let now = if guns > 0 { 1.0 } else { 0.4 };
    let mut sum = now * scene.gun_score(unit, square) - scene.threat(unit, square);
    sum += torpedo_score(scene, unit, square, heading);
    let nearest = |want: &dyn Fn(&Unit) -> bool| {
        scene
            .enemies
            .iter()
            .filter(|(_, enemy)| want(enemy))
            .map(|(_, enemy)| scene.p.distance(square, enemy.square()))
            .min()
    };
    match class.kind {
        Kind::Tr => {
            let rank = f32::from(square.rank() as u8);
            let leaves = scene.p.scenario().and_then(|s| s.exit_rank(side, Kind::Tr));
            sum += match leaves {
                Some(_) => 2.5 * rank,
                None => 0.3 * f32::from(nearest(&|_| true).unwrap_or(8)),
            };
        }
        Kind::Cv => sum += 0.6 * f32::from(nearest(&|e| e.is_afloat()).unwrap_or(8).min(7)),
        _ => {
            let range = class.art[0].range.max(1);
            if let Some(distance) = nearest(&|e| e.is_afloat()) {
                // Out of range is out of the game; come closer.
                sum -= 0.5 * f32::from(distance.saturating_sub(range));
                if unit.torpedoes > 0 {
                    sum -= 0.15 * f32::from(distance);
                }
            }
        }
    }
    sum + hunt(scene, unit, square, &nearest)
}

/// Steps to the nearest unit that passes a test.
type Nearest<'a> = &'a dyn Fn(&dyn Fn(&Unit) -> bool) -> Option<u8>;

/// What depth charges promise there.
fn hunt(scene: &Scene<'_>, unit: &Unit, square: Square, nearest: Nearest<'_>) -> f32 {
    if unit.printed() & Feature::Dc.bit() == 0 || unit.tokens.on(Feature::Dc) > 0 {
        return 0.0;
    }
    let (p, side) = (scene.p, scene.side);
    let charges = p.dice(side, Face::AD) + p.dice(side, Face::X);
    if let Some(boat) = p.below_at(square)
        && boat.side() != side
    {
        let prey = p.unit(boat);
        let stays = prey.has(MOVED) || scene.movers(side.other()) == 0;
        let sure = if charges > 0 { 1.0 } else { 0.15 };
        return sure * (if stays { 1.0 } else { 0.35 }) * (f32::from(prey.card.tp()) + 6.0);
    }
    match nearest(&|enemy| enemy.status == Status::Submerged) {
        Some(distance) => -0.35 * f32::from(distance),
        None => 0.0,
    }
}

/// What torpedoes promise over the beams.
fn torpedo_score(scene: &Scene<'_>, unit: &Unit, square: Square, heading: Dir) -> f32 {
    let (p, side) = (scene.p, scene.side);
    if (unit.torpedoes == 0 && !unit.is_boat()) || unit.tokens.on(Feature::Torp) > 0 {
        return 0.0;
    }
    if scene.in_fog(square) {
        return 0.0;
    }
    let dice = p.dice(side, Face::TM) + p.dice(side, Face::X);
    let mut best: f32 = 0.0;
    for dir in heading.beams() {
        let Some(target) = square.step(dir).and_then(|next| p.surface_at(next)) else { continue };
        let enemy = p.unit(target);
        if target.side() == side || scene.in_fog(enemy.square()) {
            continue;
        }
        let stays = enemy.has(MOVED) || scene.movers(side.other()) == 0;
        let n = f32::from(dice.min(unit.torpedoes.max(1)).min(3));
        let worth = if n > 0.0 { n * bite(enemy, 0) } else { 0.25 * per_sp(enemy) };
        best = best.max(worth * if stays { 1.0 } else { 0.4 });
    }
    best
}

fn boat_score(scene: &Scene<'_>, unit: &Unit, square: Square) -> f32 {
    let (p, side) = (scene.p, scene.side);
    let dice = p.dice(side, Face::TM) + p.dice(side, Face::X);
    let mut sum: f32 = 0.0;
    let mut best: f32 = 0.0;
    let mut nearest = 9;
    for (_, enemy) in &scene.enemies {
        let distance = p.distance(square, enemy.square());
        if enemy.is_afloat() {
            nearest = nearest.min(distance);
            if distance == 1 && !scene.in_fog(enemy.square()) {
                let stays = enemy.has(MOVED) || scene.movers(side.other()) == 0;
                let n = f32::from(dice.min(unit.torpedoes.max(1)).min(2));
                let worth = if n > 0.0 { n * bite(enemy, 0) } else { 0.3 * per_sp(enemy) };
                best = best.max(worth * if stays { 1.0 } else { 0.5 });
            }
            if enemy.printed() & Feature::Dc.bit() != 0 && enemy.tokens.on(Feature::Dc) == 0 {
                let armed = p.dice(side.other(), Face::AD) + p.dice(side.other(), Face::X) > 0;
                let stays = enemy.has(MOVED) || scene.movers(side.other()) == 0;
                let price = f32::from(unit.card.tp());
                if distance == 0 {
                    sum -= price * if armed { 0.9 } else { 0.2 };
                } else if !stays && distance <= enemy.class().mv {
                    sum -= price * if armed { 0.3 } else { 0.08 };
                }
            }
        }
    }
    sum + best - 0.6 * f32::from(nearest)
}

/// Everywhere a unit can end.
fn stops(scene: &Scene<'_>, id: UnitId, unit: &Unit) -> Vec<Stop> {
    let p = scene.p;
    let class = unit.class();
    let below = unit.status == Status::Submerged;
    let mut points = if below { class.sub_mv } else { class.mv };
    points += u8::from(unit.has_active(Feature::Flank));
    points -= u8::from(unit.has_active(Feature::Engine)).min(points);
    if p.in_fog(unit) {
        points = points.min(1);
    }
    let mut list: Vec<Stop> = Vec::new();
    if points == 0 {
        return list;
    }
    let shallow = matches!(class.kind, Kind::Dd | Kind::Ss) || unit.has_active(Feature::LowDraft);
    let open = |square: Square| {
        if below {
            return p.sea.closed_below() & square.bit() == 0
                && (!p.has_boat(square) || square == unit.square());
        }
        p.sea.closed() & square.bit() == 0
            && (shallow || p.sea.of(Scenery::Shallows) & square.bit() == 0)
            && p.surface_at(square).is_none_or(|other| other == id)
            && !(unit.is_boat() && p.below_at(square).is_some())
    };
    let turns = unit.torpedoes > 0 && !below;
    if turns {
        for dir in Dir::HEADINGS {
            list.push(Stop {
                square: unit.square(),
                heading: dir,
                path: Path::default(),
                finish: Finish::Pivot(dir),
            });
        }
    }
    let exit = p.scenario().and_then(|s| s.exit_rank(id.side(), class.kind));
    if exit == Some(unit.square().rank() as u8) {
        list.push(Stop {
            square: unit.square(),
            heading: unit.heading,
            path: Path::default(),
            finish: Finish::Exit,
        });
    }
    let mut seen = unit.square().bit();
    let mut frontier = vec![(unit.square(), Path::default())];
    for cost in 1..=points {
        let mut next = Vec::new();
        let mut reached = 0;
        for (square, path) in frontier {
            let dirs = if below { &Dir::ALL[..] } else { &Dir::HEADINGS[..] };
            for dir in dirs {
                let Some(to) = square.step(*dir) else { continue };
                if seen & to.bit() != 0 || !open(to) {
                    continue;
                }
                let path = path.then(*dir);
                let fog = !below && scene.in_fog(to);
                list.push(Stop { square: to, heading: *dir, path, finish: Finish::Stop });
                if reached & to.bit() != 0 {
                    continue;
                }
                reached |= to.bit();
                if fog {
                    continue;
                }
                if turns && cost < points {
                    for heading in Dir::HEADINGS.into_iter().filter(|heading| heading != dir) {
                        list.push(Stop {
                            square: to,
                            heading,
                            path,
                            finish: Finish::Pivot(heading),
                        });
                    }
                }
                next.push((to, path));
            }
        }
        seen |= reached;
        frontier = next;
    }
    list
}

/// What cannot wait: a boat under a hunter, a ship that is falling apart.
fn urgent(scene: &Scene<'_>) -> Option<Action> {
    let (p, side) = (scene.p, scene.side);
    if scene.admirals(side) == 0 {
        return None;
    }
    for (id, unit) in &scene.own {
        if is_open(unit, Feature::Deep)
            && p.surface_at(unit.square()).is_some_and(|above| {
                above.side() != side && p.unit(above).printed() & Feature::Dc.bit() != 0
            })
            && (unit.has(MOVED) || scene.movers(side) == 0)
        {
            return Some(Action::Fx { unit: *id, feature: Feature::Deep, arg: FxArg::None });
        }
        if is_open(unit, Feature::CrashDive) && unit.is_afloat() {
            return Some(Action::Fx { unit: *id, feature: Feature::CrashDive, arg: FxArg::None });
        }
    }
    None
}

/// A repair, where the dice have nothing better to do.
fn repair(scene: &Scene<'_>, gain: f32) -> Option<Action> {
    let (p, side) = (scene.p, scene.side);
    if p.stood_down[side.index()] {
        return None;
    }
    let movement =
        [Face::M, Face::MF, Face::TM].into_iter().find(|face| p.dice(side, *face) > 0)?;
    let artillery = [Face::AF, Face::AD].into_iter().find(|face| p.dice(side, *face) > 0)?;
    // Spaces that have something to shoot at want their dice.
    let wanted: u8 = scene
        .own
        .iter()
        .filter(|(_, unit)| unit.is_afloat() && scene.gun_score(unit, unit.square()) > 3.0)
        .map(|(_, unit)| unit.class().art[0].spaces)
        .sum();
    let spare = scene.artillery(side) > wanted;
    let limit = p.options.repair;
    let (id, unit) = scene
        .own
        .iter()
        .filter(|(_, unit)| {
            unit.sp < unit.class().sp && limit.is_none_or(|limit| unit.repairs < limit.get())
        })
        .max_by(|a, b| {
            let worth = |unit: &Unit| per_sp(unit) + if unit.sp == 1 { 6.0 } else { 0.0 };
            worth(a.1).total_cmp(&worth(b.1))
        })?;
    let worth = per_sp(unit) + if unit.sp == 1 { 4.0 } else { 0.0 };
    let price = if spare { 0.0 } else { 6.0 };
    (worth - price > gain.min(4.0)).then_some(Action::Repair { unit: *id, movement, artillery })
}
