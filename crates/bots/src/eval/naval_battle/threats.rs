//! What may be lost and won next turn.

use super::belief::Chances;
use super::sea::{Fleet, GAME, GONE, Sea, WAYS, step};
use naval_battle::Kind;

/// Further hops looked at in a series.
const SERIES: u32 = 4;

/// What stands to be lost to the enemy's next turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Risk {
    /// The largest single loss.
    pub(super) worst: f32,
    /// The sum of the largest loss of each piece, without the worst.
    pub(super) rest: f32,
}

impl Risk {
    /// Is the Admiral in danger of being taken at once?
    pub(super) fn is_mortal(self) -> bool {
        self.worst > GAME * 0.05
    }
}

/// What the enemy, who is to move, can take.
pub(super) fn risk(fleet: &Fleet, sea: &Sea) -> Risk {
    let mut losses = [0.0f32; 64];
    for id in 0..fleet.pieces.len() as u8 {
        let piece = fleet.get(id);
        let at = sea.at[usize::from(id)];
        let sails = 1.0 - fleet.mine(id);
        if piece.own || at == GONE || sails < 0.02 {
            continue;
        }
        for way in WAYS {
            let beside = step(at, way);
            let Some(victim) = sea.piece(beside).filter(|&v| fleet.get(v).own) else { continue };
            let (gain, winner) = fleet.their_attack(id, victim);
            if gain > 0.0 {
                let mut after = sea.clone();
                after.remove(victim);
                after.put(id, beside);
                let loss = settled(fleet, &after, gain, id, &winner);
                losses[usize::from(victim)] = losses[usize::from(victim)].max(loss);
            }
        }
        let (gain, first, landing) = their_series(fleet, sea, id, at, SERIES);
        if let Some(victim) = first {
            let mut after = sea.clone();
            after.remove(victim);
            after.put(id, landing);
            let loss = settled(fleet, &after, gain * sails, id, &piece.chances);
            losses[usize::from(victim)] = losses[usize::from(victim)].max(loss);
        }
    }
    let worst = losses.iter().copied().fold(0.0, f32::max);
    Risk { worst, rest: losses.iter().sum::<f32>() - worst }
}

/// A loss, less what we take back from the piece that did it.
fn settled(fleet: &Fleet, after: &Sea, gain: f32, by: u8, chances: &Chances) -> f32 {
    if gain > GAME * 0.05 {
        return gain; // Nothing makes up for an Admiral.
    }
    let at = after.at[usize::from(by)];
    let mut back: f32 = 0.0;
    for (i, way) in WAYS.into_iter().enumerate() {
        let Some(own) = after.piece(step(at, way)).filter(|&id| fleet.get(id).own) else {
            continue;
        };
        if fleet.get(own).kind == Some(Kind::Mine) {
            continue;
        }
        back = back.max(fleet.our_attack_on(own, chances));
        if i < 4 && after.is_empty(step(at, -way)) {
            back = back.max((0..9).map(|k| chances[k] * fleet.enemy_worth[k].min(20.0)).sum());
        }
    }
    (gain - 0.7 * back.max(0.0)).max(0.0)
}

/// The best series of an enemy piece: what it takes, the first victim, and
/// where it lands after it. It keeps off our mines.
fn their_series(fleet: &Fleet, sea: &Sea, id: u8, at: u8, deep: u32) -> (f32, Option<u8>, u8) {
    let mut best = (0.0, None, at);
    for way in &WAYS[..4] {
        let landing = step(step(at, *way), *way);
        let Some(victim) = sea.piece(step(at, *way)).filter(|&v| fleet.get(v).own) else {
            continue;
        };
        let piece = fleet.get(victim);
        if !sea.is_empty(landing) || piece.kind == Some(Kind::Mine) {
            continue;
        }
        let mut gain = piece.worth;
        if deep > 0 && gain < GAME {
            let mut after = sea.clone();
            after.remove(victim);
            after.put(id, landing);
            gain += their_series(fleet, &after, id, landing, deep - 1).0;
        }
        if gain > best.0 {
            best = (gain, Some(victim), landing);
        }
    }
    best
}

/// What we could take if it were our move again: the best and the second best.
pub(super) fn chances(fleet: &Fleet, sea: &Sea) -> (f32, f32) {
    let (mut best, mut second) = (0.0f32, 0.0f32);
    for id in 0..fleet.pieces.len() as u8 {
        let at = sea.at[usize::from(id)];
        let piece = fleet.get(id);
        if !piece.own || at == GONE || piece.kind == Some(Kind::Mine) {
            continue;
        }
        let mut gain: f32 = 0.0;
        for (i, way) in WAYS.into_iter().enumerate() {
            let Some(enemy) = sea.piece(step(at, way)).filter(|&e| !fleet.get(e).own) else {
                continue;
            };
            // A threat to the Admiral is answered; it is worth the tempo.
            gain = gain.max(fleet.our_attack(id, enemy).min(30.0));
            if i < 4 && sea.is_empty(step(step(at, way), way)) {
                gain = gain.max(fleet.our_hop(id, enemy).0.min(30.0));
            }
        }
        if gain > best {
            (best, second) = (gain, best);
        } else if gain > second {
            second = gain;
        }
    }
    (best, second)
}

/// How the Admirals stand: ours minus theirs, as far as next turn does not show it.
pub(super) fn admirals(fleet: &Fleet, sea: &Sea) -> f32 {
    let mut score = 0.0;
    let ours = sea.at[usize::from(fleet.own_admiral)];
    let theirs = sea.at[usize::from(fleet.enemy_admiral)];
    if ours != GONE {
        let coming = approaching(fleet, sea, ours, false);
        score -= match coming {
            0 => 0.0,
            1 => 5.0,
            n => 8.0 * n as f32,
        };
        for way in WAYS {
            if sea.is_empty(step(ours, way)) && !fleet.is_hunt() {
                score -= 0.6;
            }
        }
    }
    if theirs != GONE {
        score += 1.5 * approaching(fleet, sea, theirs, true).min(3) as f32;
        score += pressure(fleet, sea, theirs);
    }
    score
}

/// Pieces of a side that can come next to this cell in one move.
fn approaching(fleet: &Fleet, sea: &Sea, admiral: u8, own: bool) -> u32 {
    let mut n = 0;
    for id in 0..fleet.pieces.len() as u8 {
        let piece = fleet.get(id);
        let at = sea.at[usize::from(id)];
        if piece.own != own
            || at == GONE
            || super::sea::apart(at, admiral) != 2
            || fleet.mine(id) > 0.5
            || matches!(piece.kind, Some(Kind::Mine | Kind::Admiral))
            || (!own && !piece.moved && !piece.known)
        {
            continue;
        }
        let reaches = WAYS.into_iter().any(|way| {
            let to = step(at, way);
            sea.is_empty(to) && super::sea::apart(to, admiral) == 1
        });
        n += u32::from(reaches);
    }
    n
}

/// Our pieces next to the enemy's Admiral: good if it cannot take one without
/// being taken, if no other piece of theirs takes it, and if it cannot flee.
fn pressure(fleet: &Fleet, sea: &Sea, admiral: u8) -> f32 {
    let ours = |at: u8| {
        sea.piece(at).filter(|&id| fleet.get(id).own && fleet.get(id).kind != Some(Kind::Mine))
    };
    let escapes = WAYS[..4]
        .iter()
        .map(|way| step(admiral, *way))
        .filter(|&to| sea.is_empty(to) && WAYS.iter().all(|way| ours(step(to, *way)).is_none()))
        .count();
    let mut score: f32 = if fleet.is_hunt() { -1.2 * escapes as f32 } else { 0.0 };
    let mut attack: f32 = 0.0;
    for way in WAYS {
        let at = step(admiral, way);
        let Some(id) = ours(at) else { continue };
        // If the Admiral takes it, it stands here: can we take it then?
        let covered = WAYS.iter().any(|way| ours(step(at, *way)).is_some_and(|other| other != id));
        let guarded = WAYS.iter().any(|way| {
            sea.piece(step(at, *way)).is_some_and(|other| {
                !fleet.get(other).own && other != fleet.enemy_admiral && fleet.mine(other) < 0.4
            })
        });
        attack = attack.max(match (covered, guarded) {
            (true, false) if escapes == 0 => 200.0,
            (true, false) => 25.0 + 5.0 * (4.0 - escapes as f32),
            (true, true) => 15.0,
            (false, _) => 2.0,
        });
    }
    score += attack;
    score
}
