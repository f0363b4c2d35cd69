//! Whom to fire at, and whether to board.

use fleet_actions::{Public, ShipId, Unit, When, aim, allies};

/// Worth of an attack: expected steps, and more where they hurt most.
pub(super) fn attack(p: &Public, by: Unit, at: Option<Unit>) -> f32 {
    let Some(at) = at else { return 0.0 };
    let Ok(shot) = aim(p, by, at, When::Ever) else { return 0.0 };
    let hits = f32::from(shot.dice) * f32::from(shot.number.min(10)) / 10.0;
    let n = f32::from(shot.targets.len().max(1));
    let mut value = hits;
    for id in shot.targets.iter() {
        let s = p.ship(id);
        if s.is_beaten() {
            value += f32::from(s.s0); // She strikes before the dice.
        }
        let hurt = f32::from((s.sd + s.md).min(12)) / 12.0;
        value += hits / n * hurt;
        if p.squads[s.squad.i()].flag == Some(id) {
            value += 0.4 * hits / n;
        }
    }
    if shot.crosses.is_some() {
        value *= 1.4; // All on one ship.
    }
    value + 0.2 / n
}

/// A ship boards if she is the stronger, or soon will be taken herself.
pub(super) fn board(p: &Public, ship: ShipId, yes: bool) -> f32 {
    let mine: i32 = allies(p, ship).iter().map(|id| i32::from(p.ship(id).strength())).sum();
    let theirs: i32 = p.ship(ship).partners().map(|id| i32::from(p.ship(id).strength())).sum();
    let good = mine > theirs;
    f32::from(u8::from(yes == good))
}
