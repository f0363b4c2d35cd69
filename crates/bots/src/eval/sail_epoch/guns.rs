//! Which guns fire at what, now or after the ships have moved.

use admiralty_core::Seat;
use sail_epoch::gunfire::{self, Aimed};
use sail_epoch::{Action, Aim, Guns, Public, Unit, Volley};

/// When to fire.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// Only what is nearly sure to hit: the ships may still move closer.
    Sure,
    /// Whatever bears: nobody moves any more.
    Any,
}

/// Chance in sixths that the volley hits.
fn sixths(p: &Public, volley: &Volley) -> i32 {
    (gunfire::hit_set(p, volley).0 >> 1).count_ones() as i32
}

/// What sinking or damaging a target is worth, per point and in whole.
fn worth(p: &Public, target: Unit) -> (i32, i32, i32) {
    match target.as_ship() {
        Some(id) => {
            let left = i32::from(p.strength(id));
            let ship = p.ship(id);
            let prize = 12 + 6 * i32::from(ship.shots) + 40 * i32::from(ship.cargo);
            (left, 10, prize)
        }
        None => {
            let fort = target.as_fort().and_then(|f| p.forts().get(f.index()));
            let left = fort.map_or(3, |fort| i32::from(fort.strength()));
            let owned = fort.is_some_and(|fort| fort.owner.seat().is_some());
            // Neutral forts are left alone: they answer.
            if owned { (left, 5, 25) } else { (left, -20, -20) }
        }
    }
}

/// Worth of a shot outside the own phase: it costs nothing but the shot.
pub(super) fn answer(p: &Public, volley: &Volley) -> u32 {
    let (left, each, prize) = worth(p, volley.target);
    let shots = i32::from(volley.guns.total());
    let kill = if shots >= left { prize } else { 0 };
    let hull = if volley.aim == Aim::Hull { each } else { each / 2 };
    (sixths(p, volley) * (hull * shots.min(left) + kill)).max(0) as u32
}

/// The best volley, if any is worth its shots.
pub(super) fn fire(p: &Public, seat: Seat, when: When) -> Option<Action> {
    let mut best: Option<(i32, Volley)> = None;
    weigh(p, seat, |volley, six, value| {
        let late = when == When::Sure && six < 5 && waits(p, volley);
        if !late && value > 0 && best.as_ref().is_none_or(|(old, _)| value > *old) {
            best = Some((value, *volley));
        }
    });
    best.map(|(_, first)| Action::Fire { first, second: None })
}

/// Every volley that hurts, the most promising first.
pub(super) fn choices(p: &Public, seat: Seat) -> Vec<Action> {
    let mut all: Vec<(i32, Volley)> = Vec::new();
    weigh(p, seat, |volley, _, value| {
        if value > -12 {
            all.push((value, *volley));
        }
    });
    all.sort_by_key(|(value, _)| -value);
    all.into_iter().map(|(_, first)| Action::Fire { first, second: None }).collect()
}

/// Tells every volley with its chance in sixths and its worth.
fn weigh(p: &Public, seat: Seat, mut tell: impl FnMut(&Volley, i32, i32)) {
    let gunners = gunfire::gunners(p, seat);
    for aimed in &gunfire::targets(p, seat, &gunners) {
        for volley in volleys(p, aimed) {
            let six = sixths(p, &volley);
            let (left, each, prize) = worth(p, aimed.target);
            let shots = i32::from(volley.guns.total());
            let kill = if shots >= left { prize } else { 0 };
            // A shot that is not needed may serve later.
            tell(&volley, six, six * (each * shots.min(left) + kill) - 6 * shots);
        }
    }
}

/// Could one of these guns still come closer?
fn waits(p: &Public, volley: &Volley) -> bool {
    volley
        .guns
        .iter()
        .any(|(unit, _)| unit.as_ship().is_some_and(|id| !p.ship(id).has(sail_epoch::mark::MOVED)))
}

/// A single shot of each unit, everything close, everything together.
fn volleys(p: &Public, aimed: &Aimed) -> Vec<Volley> {
    let of = |guns: Guns| Volley { guns, target: aimed.target, aim: Aim::Hull };
    let (left, ..) = worth(p, aimed.target);
    let enough = |units: &mut dyn Iterator<Item = (Unit, u8)>| {
        let mut guns = Guns::NONE;
        let mut wanted = left as u8;
        for (unit, shots) in units {
            let n = shots.min(wanted);
            if n > 0 {
                guns = guns.with(unit, n);
                wanted -= n;
            }
        }
        guns
    };
    let mut out: Vec<Volley> =
        aimed.units.iter().map(|(unit, _)| of(Guns::NONE.with(*unit, 1))).collect();
    let close = |unit: &Unit| gunfire::line(p, *unit, aimed.target).is_ok_and(|(_, n)| n <= 1);
    let near = enough(&mut aimed.units.iter().copied().filter(|(unit, _)| close(unit)));
    let all = enough(&mut aimed.units.iter().copied());
    out.extend([near, all].into_iter().filter(|guns| *guns != Guns::NONE).map(of));
    out
}
