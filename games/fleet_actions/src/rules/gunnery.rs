//! Who may fire at whom, with which Target Number and how many dice.

use super::formations::{Broadside, Formation, bears};
use crate::board::{self, Bearing, Dir, Point};
use crate::illegal::{Illegal, Named};
use crate::setup::ShipId;
use crate::state::{Fleet, Group, Public, State, Unit, mark};
use crate::units::{Crews, Doctrine, Force};
use admiralty_core::Side;
use smallvec::SmallVec;

/// A legal attack, worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Who fires.
    pub by: Unit,
    /// At whom.
    pub at: Unit,
    /// The ships that may be hit.
    pub targets: Fleet,
    /// The Target Number.
    pub number: u8,
    /// How many D10.
    pub dice: u8,
    /// The damage column.
    pub column: Doctrine,
    /// All steps to the head (true) or rear (false) ship.
    pub crosses: Option<bool>,
    /// The broadside, if one must be used.
    pub broadside: Option<Broadside>,
}

/// Which step the attack is to be made in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// A fire segment.
    Step(u8),
    /// Whenever: could it be made at all?
    Ever,
}

/// A unit as gunnery sees it.
#[derive(Clone, Copy)]
pub(super) struct Aspect {
    side: Side,
    at: Point,
    ships: Fleet,
    heading: Dir,
    axis: Option<Dir>,
    /// The line along which its T is crossed.
    line_dir: Dir,
    speed: u8,
    melee: bool,
    line: bool,
}

/// Speed of a unit for activity and dice.
pub(crate) fn unit_speed(p: &Public, id: ShipId) -> u8 {
    let s = p.ship(id);
    if p.turn_force == Force::Calm {
        return 0; // FA-8.111: in a calm everybody.
    }
    if !s.in_group() {
        return 3; // FA-8.05: frigates and stragglers, moving or not.
    }
    if s.is(mark::LOCKED) {
        return 0; // FA-8.06: in melee since the turn began; FA-8.07: not if it joined later.
    }
    p.squads[s.squad.i()].marker // FA-8.04: the ordered speed, whatever came of it.
}

/// Is a unit of this speed active in the step?
pub(crate) fn is_active(speed: u8, step: u8) -> bool {
    // FA-8.03: 3 from M2, 2 from M3, 1 and 0 in M4.
    match step {
        2 => speed >= 3,
        3 => speed >= 2,
        4 => true,
        _ => false, // FA-3.38: never after M1.
    }
}

/// What gunnery has to know of a unit, if it can fire and be fired at.
pub(super) fn look(p: &Public, unit: Unit) -> Option<Aspect> {
    match unit {
        Unit::Group(squad, at) => {
            let g = p.group_at(squad, at)?;
            Some(of_group(p, &g))
        }
        Unit::Ship(id) => {
            let s = p.ships.get(id.i())?;
            // FA-8.75, FA-8.80: struck ships and prizes make no attacks; FA-8.17: nor are they targets.
            if s.state != State::Ok {
                return None;
            }
            Some(Aspect {
                side: s.side,
                at: s.at,
                ships: Fleet::only(id),
                heading: s.heading,
                axis: None,
                line_dir: s.heading,
                speed: unit_speed(p, id),
                melee: s.is(mark::MELEE),
                line: s.line,
            })
        }
    }
}

/// The same of a Group.
pub(super) fn of_group(p: &Public, g: &Group) -> Aspect {
    let locked = g.ships.iter().any(|id| p.ship(id).is(mark::LOCKED));
    let calm = p.turn_force == Force::Calm;
    Aspect {
        side: p.battle.side(g.squad),
        at: g.at,
        ships: g.ships,
        heading: g.heading,
        axis: g.firing_axis(),
        // FA-8.60: ahead or astern of Line Ahead and Bunch, along the axis of Line of Bearing.
        line_dir: match g.formation() {
            Formation::LineOfBearing(a) => a,
            Formation::LineAhead | Formation::Bunch => g.heading,
        },
        speed: if calm || locked { 0 } else { p.squads[g.squad.i()].marker },
        melee: g.ships.iter().any(|id| p.ship(id).is(mark::MELEE)),
        line: true,
    }
}

/// Is it a unit, and not just a ship of a Group?
fn stands_alone(p: &Public, unit: Unit) -> bool {
    match unit {
        Unit::Group(..) => true,
        Unit::Ship(id) => !p.ship(id).in_group(),
    }
}

/// May `by` attack `at`, and how?
pub fn aim(p: &Public, by: Unit, at: Unit, when: When) -> Result<Shot, Illegal> {
    let from = look(p, by).ok_or(Illegal::NoTarget)?;
    let to = look(p, at).ok_or(Illegal::NoTarget)?;
    aim_at(p, by, &from, at, &to, when)
}

/// The same with both units looked at before.
pub(super) fn aim_at(
    p: &Public,
    by: Unit,
    from: &Aspect,
    at: Unit,
    to: &Aspect,
    when: When,
) -> Result<Shot, Illegal> {
    if p.force == Force::Gale {
        return Err(Illegal::GaleFire); // FA-3.65
    }
    if from.side == to.side {
        return Err(Illegal::NoTarget);
    }
    if let When::Step(step) = when {
        // FA-8.02: it is enough that one of them is active.
        if !is_active(from.speed.max(to.speed), step) {
            return Err(Illegal::NotActive);
        }
    }
    // FA-8.22, FA-8.23: the faster of the two.
    let crews = p.battle.sides[from.side.index()].crews;
    let dice = gunnery_dice(from.speed.max(to.speed), p.force, crews);
    if let Unit::Ship(id) = by
        && p.ship(id).is_paired()
    {
        return muzzle(p, id, at, dice);
    }
    if !stands_alone(p, by) {
        return Err(Illegal::NoGun { unit: Named::unit(&p.battle, by) });
    }
    let mut shot = Shot {
        by,
        at,
        targets: to.ships,
        number: 0,
        dice,
        column: p.battle.sides[from.side.index()].doctrine, // FA-8.65
        crosses: None,
        broadside: None,
    };
    let bearing = from.at.bearing(to.at);
    let range = match bearing {
        Bearing::Same => 0,
        Bearing::Next(_) => 1,
        Bearing::Straight(_) | Bearing::Oblique(_) => 2,
        // FA-8.10: three points or more.
        Bearing::Far => return Err(Illegal::OutOfRange { distance: from.at.distance(to.at) }),
    };
    let mut attackers = from.ships;
    if from.melee {
        // FA-8.18: in melee only enemy line ships on the point.
        if range > 0 || !to.line {
            return Err(Illegal::MeleeOnly);
        }
        attackers = unpaired(p, from.ships); // FA-8.31
        shot.targets = melee_targets(p, at, to)?;
    } else {
        // FA-8.51: a frigate on the point of a melee fires at a unit there like at any other.
        if !stands_alone(p, at) {
            return Err(Illegal::NoTarget);
        }
        shot.broadside = reach(p, from, to, bearing, range)?;
    }
    if range == 2 {
        shot.column = Doctrine::Normal; // FA-8.64
    }
    shot.crosses = crosses(at, to, from.at);
    shot.number = target_number(p, attackers, from.at, range, same_point(to, from))?;
    Ok(shot)
}

/// The ships of the target on the firer's own point, which do not crowd it.
fn same_point(to: &Aspect, from: &Aspect) -> Fleet {
    if to.at == from.at && to.line { to.ships } else { Fleet::EMPTY }
}

/// Arc, masking, friends in the way, calm and night.
fn reach(
    p: &Public,
    from: &Aspect,
    to: &Aspect,
    bearing: Bearing,
    range: u8,
) -> Result<Option<Broadside>, Illegal> {
    if range == 0 {
        return Ok(None); // FA-8.09: no arc is needed on the same point.
    }
    if p.force == Force::Calm {
        return Err(Illegal::CalmRange); // FA-3.60
    }
    if range == 2 && p.is_night() {
        return Err(Illegal::NightRange); // FA-D.36
    }
    let Some(side) = bears(from.heading, from.axis, bearing) else {
        return Err(Illegal::OutOfArc { point: to.at }); // FA-8.08
    };
    // FA-8.16: not at a point with a ship of one's own side, or a prize in its hands.
    let own =
        p.at(to.at, |s| s.side == from.side && s.state == State::Ok || s.state == State::Prize);
    if own.iter().any(|id| p.control_side(id) == from.side) {
        return Err(Illegal::OwnShips { point: to.at });
    }
    if range == 2 {
        // FA-8.14: line ships of any side and state, and land, mask; FA-D.29: shoals do not.
        let blocked = |q: Point| p.battle.land.has(q) || !p.at(q, |s| s.line).is_empty();
        match board::between(from.at, bearing) {
            [Some(q), None] if blocked(q) => return Err(Illegal::Masked { point: to.at }),
            // FA-8.15: an oblique shot needs both ways shut.
            [Some(q), Some(r)] if blocked(q) && blocked(r) => {
                return Err(Illegal::MaskedOblique { point: to.at });
            }
            _ => {}
        }
    }
    Ok(Some(side))
}

/// A paired ship, or two against one, fights her partner.
// FA-7.74: also while they board.
fn muzzle(p: &Public, id: ShipId, at: Unit, dice: u8) -> Result<Shot, Illegal> {
    let Unit::Ship(foe) = at else { return Err(Illegal::NotPartner) };
    let s = p.ship(id);
    if !s.foes.contains(&Some(foe)) {
        return Err(Illegal::NotPartner); // FA-8.45
    }
    // FA-8.46: two against one fire together; FA-8.47: one against two chooses.
    let attackers = allies(p, id);
    if attackers.iter().next() != Some(id) {
        return Err(Illegal::NoGun { unit: Named::ship(&p.battle, id) });
    }
    let sum: u8 = attackers.iter().map(|a| p.ship(a).strength()).sum();
    // FA-8.48: no halving at all.
    if sum / 3 == 0 {
        return Err(Illegal::NoStrength);
    }
    Ok(Shot {
        by: Unit::Ship(id),
        at,
        targets: Fleet::only(foe),
        number: sum / 3,
        dice,
        column: Doctrine::Low, // FA-8.66
        crosses: None,
        broadside: None,
    })
}

/// The ships of her side in the same engaged pair or trio.
pub fn allies(p: &Public, id: ShipId) -> Fleet {
    let s = p.ship(id);
    match s.foes {
        [Some(foe), None] => p.ship(foe).partners().collect(),
        _ => Fleet::only(id),
    }
}

/// Those not paired.
pub(crate) fn unpaired(p: &Public, ships: Fleet) -> Fleet {
    ships.iter().filter(|id| !p.ship(*id).is_paired()).collect()
}

/// Whom the unpaired ships of a melee may hit.
fn melee_targets(p: &Public, at: Unit, to: &Aspect) -> Result<Fleet, Illegal> {
    let enemies = p.at(to.at, |s| s.is_line_ok() && s.side == to.side);
    if !unpaired(p, enemies).is_empty() {
        // FA-8.49: the unpaired ships of one enemy unit.
        let open = unpaired(p, to.ships);
        if open.is_empty() || !stands_alone(p, at) {
            return Err(Illegal::PairedFirst);
        }
        return Ok(open);
    }
    // FA-8.50: all paired ships of one enemy squadron.
    let squad = p.ship(to.ships.iter().next().unwrap_or(ShipId::new(0))).squad;
    let named = match at {
        Unit::Group(..) => true,
        Unit::Ship(id) => {
            p.group_at(squad, to.at).is_none()
                && enemies.iter().find(|e| p.ship(*e).squad == squad) == Some(id)
        }
    };
    if !named {
        return Err(Illegal::NoTarget);
    }
    Ok(enemies.iter().filter(|e| p.ship(*e).squad == squad).collect())
}

/// The number a die must not exceed.
// FA-8.41: 21 at pistol shot makes 7; FA-8.42: in a Bunch at cannon shot 7, 4, 2, 1.
pub(crate) fn target_number(
    p: &Public,
    attackers: Fleet,
    from: Point,
    range: u8,
    not_counted: Fleet,
) -> Result<u8, Illegal> {
    let sum = attack_strength(p, attackers);
    // FA-8.30: a third, fractions dropped.
    let mut number = sum / 3;
    if number == 0 {
        return Err(Illegal::NoStrength); // FA-8.38
    }
    // FA-8.34, FA-8.35: more than three line ships on the firer's point, the target's not counted.
    let crowd = p.at(from, |s| s.line).minus(not_counted).len();
    // FA-8.32, FA-8.33: once for one point, twice for two; FA-8.36: all add up.
    let halvings = range + u8::from(crowd > 3);
    for _ in 0..halvings {
        if number == 1 {
            return Err(Illegal::NotEffective { number }); // FA-8.37
        }
        number = number.div_ceil(2);
    }
    Ok(number)
}

/// Sum of Strengths, of a Bunch those of its three smallest ships.
pub fn attack_strength(p: &Public, attackers: Fleet) -> u8 {
    let mut list: SmallVec<[(u8, u8, u8); 12]> = attackers
        .iter()
        .map(|id| {
            let s = p.ship(id);
            (s.s0, s.strength(), 255 - id.n())
        })
        .collect();
    if list.len() > 3 {
        // FA-4.09: the three smallest; FA-4.10: by initial Strength, current Strength, higher number.
        list.sort_unstable();
        list.truncate(3);
    }
    list.iter().map(|(_, strength, _)| *strength).sum()
}

/// Do the attackers stand on the axis of the target's line, and at which end?
fn crosses(at: Unit, to: &Aspect, from: Point) -> Option<bool> {
    let d = match to.at.bearing(from) {
        Bearing::Next(d) | Bearing::Straight(d) => d,
        _ => return None, // FA-8.62: never on the same point.
    };
    if !matches!(at, Unit::Group(..)) {
        return None;
    }
    let axis = to.line_dir;
    // FA-8.61: the head from the head's end, the rear ship from the other.
    if d == axis {
        Some(true)
    } else if d == axis.back() {
        Some(false)
    } else {
        None
    }
}

/// Number of gunnery dice for one attack; `speed` is that of the faster unit.
pub const fn gunnery_dice(speed: u8, force: Force, crews: Crews) -> u8 {
    // FA-3.11: per row light wind has twice the dice of medium and four times those of strong.
    let row = match speed {
        0 | 1 => [12, 12, 6, 3],
        2 => [12, 6, 3, 2],
        _ => [12, 4, 2, 1],
    };
    let dice: u8 = match force {
        Force::Calm => row[0], // FA-8.111: in a calm everything fires as row 0.
        Force::Light => row[1],
        Force::Medium => row[2],
        Force::Strong => row[3],
        Force::Gale => 0,
    };
    match crews {
        // FA-8.24: crews of the firing side.
        Crews::Full => dice,
        Crews::ThreeQuarters => (dice * 3).div_ceil(4),
        Crews::Half => dice.div_ceil(2),
    }
}
