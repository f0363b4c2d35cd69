//! What a captain sees at a glance: who hurts whom from where.

use admiralty_core::Side;
use board_game::{Face, Feature, Public, Scenery, Square, Status, Unit, UnitId, is_cut};

/// The position, from one side.
pub(super) struct Scene<'a> {
    pub(super) p: &'a Public,
    pub(super) side: Side,
    pub(super) own: Vec<(UnitId, &'a Unit)>,
    pub(super) enemies: Vec<(UnitId, &'a Unit)>,
    /// Squares with surface units of at least so much printed structure.
    conceal: [u64; 9],
    /// The enemy to concentrate on, if somebody wants to see what comes of that.
    pub(super) quarry: Option<UnitId>,
}

/// Worth of one structure point of a unit.
pub(super) fn per_sp(unit: &Unit) -> f32 {
    f32::from(unit.card.tp()) / f32::from(unit.class().sp.max(1)) + 2.0
}

/// Armour as it stands.
pub(super) fn armour(unit: &Unit) -> u8 {
    unit.class().arm + u8::from(unit.has_active(Feature::Evade))
}

/// Worth of taking one point off a unit that has lost `planned` already.
pub(super) fn bite(unit: &Unit, planned: u8) -> f32 {
    let left = unit.sp.saturating_sub(planned);
    match left {
        0 => 0.0,
        // The last point takes two dice a round away.
        1 => per_sp(unit) + 6.0,
        _ => per_sp(unit) + 2.0 / f32::from(left),
    }
}

impl<'a> Scene<'a> {
    pub(super) fn new(p: &'a Public, side: Side) -> Scene<'a> {
        let own: Vec<_> = p.afield(side).collect();
        let enemies: Vec<_> = p.afield(side.other()).collect();
        let mut conceal = [0; 9];
        for (_, unit) in own.iter().chain(&enemies) {
            if unit.is_afloat() {
                for set in &mut conceal[..=usize::from(unit.class().sp.min(8))] {
                    *set |= unit.square().bit();
                }
            }
        }
        Scene { p, side, own, enemies, conceal, quarry: None }
    }

    /// The same, bent on one enemy.
    pub(super) fn bent_on(self, quarry: UnitId) -> Scene<'a> {
        Scene { quarry: Some(quarry), ..self }
    }

    /// Dice of the side that show Artillery, Admiral dice apart.
    pub(super) fn artillery(&self, side: Side) -> u8 {
        self.p.dice(side, Face::AF) + self.p.dice(side, Face::AD)
    }

    pub(super) fn admirals(&self, side: Side) -> u8 {
        self.p.dice(side, Face::X)
    }

    /// Dice that move ships.
    pub(super) fn movers(&self, side: Side) -> u8 {
        if self.p.stood_down[side.index()] {
            return 0;
        }
        [Face::M, Face::MF, Face::TM].into_iter().map(|face| self.p.dice(side, face)).sum()
    }

    /// Is the line between two squares open for a target of this printed structure? The unit
    /// that stands on `without` has left it.
    pub(super) fn sees(&self, from: Square, to: Square, sp: u8, without: Option<Square>) -> bool {
        let p = self.p;
        let mut blocking = p.sea.of(Scenery::Island)
            | p.sea.of(Scenery::Fog)
            | (self.conceal[usize::from(sp.min(8))] & !without.map_or(0, Square::bit));
        if p.smoke != 0 && p.distance(from, to) >= 2 {
            if (from.bit() | to.bit()) & p.smoke != 0 {
                return false;
            }
            blocking |= p.smoke;
        }
        !is_cut(from, to, blocking)
    }

    pub(super) fn in_fog(&self, square: Square) -> bool {
        self.p.sea.of(Scenery::Fog) & square.bit() != 0
    }

    /// What the guns of a unit can do from a square.
    pub(super) fn gun_score(&self, unit: &Unit, square: Square) -> f32 {
        if self.in_fog(square) {
            return 0.0;
        }
        let mut sum = 0.0;
        for (i, battery) in unit.class().art.iter().enumerate() {
            let feature = if i == 0 { Feature::Art1 } else { Feature::Art2 };
            let spaces = battery.spaces.saturating_sub(unit.tokens.on(feature));
            if spaces == 0 {
                continue;
            }
            let mut best: f32 = 0.0;
            for (_, enemy) in &self.enemies {
                if enemy.status != Status::Afloat
                    || self.in_fog(enemy.square())
                    || self.p.distance(square, enemy.square()) > battery.range
                {
                    continue;
                }
                let arm = armour(enemy);
                let value = if battery.value > arm {
                    bite(enemy, 0)
                } else if spaces >= 2 && 2 * battery.value > arm {
                    0.55 * bite(enemy, 0)
                } else if battery.value == arm {
                    2.0
                } else {
                    0.0
                };
                if value > best && self.sees(square, enemy.square(), enemy.class().sp, unit.at) {
                    best = value;
                }
            }
            sum += if i == 0 { best } else { 0.5 * best };
        }
        sum
    }

    /// What a unit has to fear on a square.
    pub(super) fn threat(&self, unit: &Unit, square: Square) -> f32 {
        let price = per_sp(unit) + if unit.sp == 1 { 4.0 } else { 0.0 };
        let fog = self.in_fog(square);
        let mut sum = 0.0;
        for (_, enemy) in &self.enemies {
            let class = enemy.class();
            let distance = self.p.distance(square, enemy.square());
            let below = enemy.status == Status::Submerged;
            if !below && !fog && !self.in_fog(enemy.square()) {
                for battery in &class.art {
                    if battery.spaces == 0 || distance > battery.range {
                        continue;
                    }
                    let arm = armour(unit);
                    let hurt = if battery.value > arm {
                        0.30
                    } else if battery.spaces >= 2 && 2 * battery.value > arm {
                        0.14
                    } else if battery.value == arm {
                        0.06
                    } else {
                        0.0
                    };
                    if hurt > 0.0 && self.sees(enemy.square(), square, unit.class().sp, unit.at) {
                        sum += hurt * price;
                    }
                }
            }
            if enemy.torpedoes > 0 || enemy.is_boat() {
                sum += price * self.torpedo_threat(enemy, square, distance);
            }
        }
        sum
    }

    fn torpedo_threat(&self, enemy: &Unit, square: Square, distance: u8) -> f32 {
        let moved = enemy.has(board_game::MOVED) || self.movers(self.side.other()) == 0;
        if enemy.status == Status::Submerged {
            let reach = if moved { 1 } else { 1 + enemy.class().sub_mv };
            return if distance == 1 && moved {
                0.5
            } else if distance <= reach {
                0.25
            } else {
                0.0
            };
        }
        if moved {
            let abeam = enemy
                .heading
                .beams()
                .into_iter()
                .any(|dir| enemy.square().step(dir) == Some(square));
            return if abeam { 0.5 } else { 0.0 };
        }
        if distance <= enemy.class().mv { 0.12 } else { 0.0 }
    }
}
