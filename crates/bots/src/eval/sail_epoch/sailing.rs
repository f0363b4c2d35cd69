//! Where each ship sails: to goods, to port, to its prey, out of danger.

use admiralty_core::Seat;
use sail_epoch::{
    Action, Dir, Flag, FortId, Public, SPAIN, Scenario, ShipId, Space, Terrain, Weather, helm, mark,
};

/// Does unloading here bring the seat nearer to its goal?
pub(super) fn is_destination(p: &Public, seat: Seat, fort: FortId) -> bool {
    let it = p.fort(fort);
    if it.ruin {
        return false;
    }
    match p.options().scenario {
        Scenario::Treasures => it.owner == seat,
        Scenario::Pearls => p.are_mates(seat, it.owner),
        Scenario::Jolly if seat == SPAIN => it.owner == SPAIN && it.space == Space::new(23, 13),
        Scenario::Jolly => it.owner == Flag::PIRATES,
        Scenario::Oceans => false,
    }
}

/// Distance to the nearest enemy ship, 99 if there is none.
pub(super) fn nearest_enemy(p: &Public, seat: Seat, space: Space) -> u8 {
    enemies(p, seat).map(|id| p.ship(id).space.distance(space)).min().unwrap_or(99)
}

fn enemies(p: &Public, seat: Seat) -> impl Iterator<Item = ShipId> + '_ {
    p.seats().filter(move |&other| p.is_foe(seat, other)).flat_map(|s| p.fleets[s.index()].iter())
}

/// Damage an explosion does to enemies, less what it does to friends.
pub(super) fn blast(p: &Public, seat: Seat, id: ShipId) -> i32 {
    let here = p.ship(id).space;
    p.seats()
        .flat_map(|other| p.fleets[other.index()].iter())
        .filter(|&other| other != id && p.ship(other).space.distance(here) <= 1)
        .map(|other| {
            let hurt = i32::from(p.strength(other).min(p.max_strength(id)));
            if p.is_foe(seat, p.ship(other).owner) { hurt } else { -2 * hurt }
        })
        .sum()
}

/// The best movement of a ship that gains by one, ship by ship.
pub(super) fn sail(p: &Public, seat: Seat, actions: &[Action]) -> Option<Action> {
    let mut best: Option<(i32, &Action)> = None;
    let mut ship = None;
    let mut stay = 0;
    for action in actions {
        let Some((id, to, bow)) = ends(p, action) else { continue };
        if ship != Some(id) {
            // The ships come one after another: the first that gains sails.
            if best.is_some() {
                break;
            }
            ship = Some(id);
            stay = score(p, seat, id, p.ship(id).space, p.ship(id).bow) + 2;
        }
        let value = score(p, seat, id, to, bow);
        if value > stay && best.is_none_or(|(old, _)| value > old) {
            best = Some((value, action));
        }
    }
    best.map(|(_, action)| action.clone())
}

/// Every movement with what it gains its ship, the best of each ship first.
pub(super) fn gains(p: &Public, seat: Seat, actions: &[Action], out: &mut Vec<(i32, Action)>) {
    let mut ship = None;
    let mut from = out.len();
    let mut stay = 0;
    for action in actions {
        let Some((id, to, bow)) = ends(p, action) else { continue };
        if ship != Some(id) {
            out[from..].sort_by_key(|(gain, _)| -gain);
            from = out.len();
            ship = Some(id);
            stay = score(p, seat, id, p.ship(id).space, p.ship(id).bow);
        }
        out.push((score(p, seat, id, to, bow) - stay, action.clone()));
    }
    out[from..].sort_by_key(|(gain, _)| -gain);
}

/// Which ship a movement moves, where it ends and where the bow points then.
pub(super) fn ends(p: &Public, action: &Action) -> Option<(ShipId, Space, Dir)> {
    match action {
        Action::Move { ship, course } => {
            let mut to = p.ship(*ship).space;
            for (dir, n) in course.legs() {
                to = to.offset(dir, n).unwrap_or(to);
            }
            Some((*ship, to, p.ship(*ship).bow))
        }
        // Ships with a bow: where they end, and where they point then.
        Action::Sail { ship, path } => {
            let (mut to, mut bow) = (p.ship(*ship).space, p.ship(*ship).bow);
            for step in path.steps() {
                let (way, new) = helm::turned(bow, step);
                to = to.offset(way, 1).unwrap_or(to);
                bow = new;
            }
            Some((*ship, to, bow.turned(path.pivot)))
        }
        Action::Turn { ship, by } => {
            Some((*ship, p.ship(*ship).space, p.ship(*ship).bow.turned(*by)))
        }
        _ => None,
    }
}

/// How good it is for a ship to stand on a space at the end of this phase.
fn score(p: &Public, seat: Seat, id: ShipId, space: Space, bow: Dir) -> i32 {
    let pack = pack(p, seat, id, space);
    // A lone brig has no business under the guns of Spain.
    let caution = if p.is_pirate(seat) && pack == 0 { 2 } else { 1 };
    errand(p, seat, id, space)
        + battle(p, seat, id, space, bow, caution)
        + course(p, seat, id, space, bow)
        + pack
        - storm_risk(p, id, space)
}

/// Pirates board together: a place beside a Spanish ship is good if the others who lie
/// there, or can still come, make the lead safe.
fn pack(p: &Public, seat: Seat, id: ShipId, space: Space) -> i32 {
    if !p.is_pirate(seat) || p.ship(id).cargo > 0 {
        return 0;
    }
    let beside =
        |a: Space, b: Space| a.line_to(b).is_some_and(|(dir, n)| n == 1 && !dir.is_diagonal());
    let worth = |id: ShipId| i32::from(p.strength(id)) + 1;
    let mut best = 0;
    for enemy in p.fleets[0].iter() {
        let at = p.ship(enemy).space;
        if !beside(space, at) {
            continue;
        }
        let mut sure = worth(id);
        let mut hoped = sure;
        for friend in p.fleets[seat.index()].iter().filter(|&friend| friend != id) {
            let ship = p.ship(friend);
            if ship.repair.is_some() || ship.has(mark::ATTACKED | mark::CAPTURED | mark::IGNITED) {
                continue;
            }
            if beside(ship.space, at) {
                sure += worth(friend);
                hoped += worth(friend);
            } else if !ship.has(mark::MOVED) && ship.space.distance(at) <= 4 {
                hoped += worth(friend);
            }
        }
        let needed = i32::from(p.strength(enemy)) + 3;
        let prize = 20 + 25 * i32::from(p.ship(enemy).cargo);
        if sure >= needed {
            best = best.max(2 * prize);
        } else if hoped >= needed {
            best = best.max(prize);
        }
    }
    best
}

/// With a bow: it is good to point where the ship wants to go.
fn course(p: &Public, seat: Seat, id: ShipId, space: Space, bow: Dir) -> i32 {
    if !p.has_bows() {
        return 0;
    }
    match space.offset(bow, 1).filter(|s| p.chart().contains(*s)) {
        Some(ahead) if p.chart().steps(space) & bow.bit() != 0 => {
            (errand(p, seat, id, ahead) - errand(p, seat, id, space)).clamp(-14, 14) / 2
        }
        _ => -7,
    }
}

/// Fetching and delivering, going home for repair, closing in.
fn errand(p: &Public, seat: Seat, id: ShipId, space: Space) -> i32 {
    let ship = p.ship(id);
    let near = |targets: &mut dyn Iterator<Item = Space>| {
        targets.map(|target| i32::from(target.distance(space))).min()
    };
    let homes = |p: &Public| {
        let forts = p.fort_ids().filter(|&fort| is_destination(p, seat, fort));
        forts.map(|fort| p.fort(fort).space).collect::<Vec<_>>()
    };
    let free = p.capacity(id).saturating_sub(ship.cargo);
    let goods = goods_for(p, seat, id);
    let to_goods = (free > 0).then(|| near(&mut goods.iter().copied())).flatten();
    if ship.cargo > 0 {
        let home = near(&mut homes(p).into_iter()).unwrap_or(0);
        // A trove on the way is taken, a far one is not.
        let detour = to_goods.filter(|d| *d <= 2).map_or(0, |d| 12 - 6 * d);
        return detour - 14 * (home - 1).max(0);
    }
    if 2 * p.strength(id) <= p.max_strength(id) {
        let yards = p.forts().iter().filter(|fort| p.commands(seat, fort)).map(|fort| fort.space);
        if let Some(home) = near(&mut { yards }) {
            return -6 * (home - 1).max(0);
        }
    }
    if let Some(d) = to_goods {
        return -10 * d;
    }
    // Pirates wait together for what is worth it: the weakest ship of Spain that the
    // nearest few of them can reach, not the nearest one for each.
    if p.is_pirate(seat)
        && let Some(prey) = prey(p, seat)
    {
        return -6 * i32::from(prey.distance(space));
    }
    // Prey: nearer is better, and an enemy Royal Port is worth a stay.
    let port = p
        .chart()
        .royal_ports
        .iter()
        .zip(&p.chart().royal_harbour)
        .find(|((owner, _), _)| p.is_foe(seat, *owner));
    if let Some(((_, at), harbour)) = port
        && p.options().win_royal_port
        && id.0.is_multiple_of(2)
    {
        let inside = if harbour.has(space) { 40 } else { 0 };
        return inside - 3 * i32::from(at.distance(space));
    }
    -3 * i32::from(nearest_enemy(p, seat, space).min(30))
}

/// The ship of Spain that the player's brigs can best fall upon together.
fn prey(p: &Public, seat: Seat) -> Option<Space> {
    let fleet = p.fleets[seat.index()];
    p.fleets[0]
        .iter()
        .filter(|&enemy| !p.chart().harbours.has(p.ship(enemy).space))
        .min_by_key(|&enemy| {
            let at = p.ship(enemy).space;
            let sum: i32 = fleet.iter().map(|id| i32::from(p.ship(id).space.distance(at))).sum();
            let each = sum / (fleet.len().max(1) as i32);
            3 * each + 2 * i32::from(p.strength(enemy)) - 12 * i32::from(p.ship(enemy).cargo)
        })
        .map(|enemy| p.ship(enemy).space)
}

/// Goods this ship could go for: nearer to it than to its sisters.
fn goods_for(p: &Public, seat: Seat, id: ShipId) -> Vec<Space> {
    let mut out: Vec<Space> = p.goods.iter().filter(|(_, n)| *n > 0).map(|(s, _)| *s).collect();
    if p.options().scenario == Scenario::Jolly {
        for fort in p.forts().iter().filter(|fort| fort.goods > 0) {
            if seat == SPAIN || fort.ruin {
                out.push(fort.space);
            }
        }
    }
    let here = p.ship(id).space;
    let sisters: Vec<Space> = p.fleets[seat.index()]
        .iter()
        .filter(|&other| other != id && p.ship(other).cargo == 0)
        .map(|other| p.ship(other).space)
        .collect();
    let mine: Vec<Space> = out
        .iter()
        .copied()
        .filter(|goods| {
            let closer =
                sisters.iter().filter(|s| s.distance(*goods) < here.distance(*goods)).count();
            closer == 0
        })
        .collect();
    if mine.is_empty() { out } else { mine }
}

/// Is there a clear line from one space to another within a range? With a bow:
/// by which guns, as shots at most.
fn bears(p: &Public, from: Space, to: Space, id: ShipId, bow: Dir) -> Option<(u8, u8)> {
    let (dir, n) = from.line_to(to)?;
    let most = match dir.turned(-(bow.0 as i8)).0 {
        _ if !p.has_bows() => 3,
        2 | 6 => 3,
        0 | 4 => 1,
        _ => return None,
    };
    if n > id.card().range.of(dir.is_diagonal()) {
        return None;
    }
    let own = p.ship(id).space;
    let mut at = from;
    for i in 1..=n {
        if !p.chart().line_open(at, dir) {
            return None;
        }
        at = at.next(dir);
        if i < n && (p.chart().solid.has(at) || (p.occupied.has(at) && at != own)) {
            return None;
        }
    }
    Some((n, most))
}

/// Shots this ship could fire from there, less shots that could hit it there.
fn battle(p: &Public, seat: Seat, id: ShipId, space: Space, bow: Dir, caution: i32) -> i32 {
    let ship = p.ship(id);
    let mut best = 0;
    let mut threat = 0;
    let laden = 1 + 2 * i32::from(ship.cargo);
    for enemy in enemies(p, seat) {
        let them = p.ship(enemy);
        if them.repair.is_some() {
            continue;
        }
        let d = them.space.distance(space);
        if d > 8 {
            continue;
        }
        if let Some((n, most)) = bears(p, space, them.space, id, bow) {
            let chance = if n <= 1 { 5 } else { 3 };
            let shots = i32::from(ship.shots.min(most));
            let kills = i32::from(shots >= i32::from(p.strength(enemy)));
            best = best.max(chance * shots * (2 + 3 * kills) + 10 * i32::from(them.cargo));
        }
        let guns = i32::from(enemy.card().shots);
        if let Some((_, most)) = bears(p, them.space, space, enemy, them.bow) {
            let guns = guns.min(i32::from(most));
            threat += if d <= 1 { 4 * guns } else { 2 * guns };
        } else if d <= 3 {
            threat += guns;
        }
    }
    for fort in p.forts() {
        if p.may_attack_fort(seat, fort) && !fort.owner.is_nobody() {
            let lined = fort.space.line_to(space).is_some_and(|(_, n)| n <= 5);
            threat += if lined { 5 } else { 0 };
        }
    }
    best - caution * threat * laden / 2
}

/// Expected loss to a storm of the next Turn, and lee shores.
fn storm_risk(p: &Public, id: ShipId, space: Space) -> i32 {
    let chart = p.chart();
    if chart.harbours.has(space)
        || p.wind.weather == Weather::Storm && p.ship(id).has(mark::DRIFTED)
    {
        return 0;
    }
    let mut risk = 0;
    for dir in Dir::ALL {
        if chart.is_lee(space, dir) {
            continue;
        }
        let distance = id.card().storm.of(dir.is_diagonal());
        for n in 1..=distance {
            let Some(at) = space.offset(dir, n).filter(|s| chart.contains(*s)) else { break };
            if chart.reefs.has(at) {
                risk += i32::from(distance - n + 1);
                break;
            }
            if chart.terrain(at) == Terrain::Land {
                break;
            }
        }
    }
    risk
}
