//! Answers outside the own phase, and the choices before play.

use admiralty_core::{Seat, Seeded};
use sail_epoch::{Action, Public, Stage};

/// The best of a few possible answers.
pub(super) fn answer(
    p: &Public,
    seat: Seat,
    actions: &[Action],
    rng: &mut Seeded,
) -> Option<Action> {
    match actions.first()? {
        Action::Allot(_) => actions.iter().max_by_key(|action| allotment(p, seat, action)).cloned(),
        Action::Defend(_) => actions
            .iter()
            .max_by_key(|action| matches!(action, Action::Defend(ships) if !ships.is_empty()))
            .cloned(),
        Action::Accept | Action::Decline => Some(Action::Decline),
        _ if !p.windows.is_empty() => actions
            .iter()
            .max_by_key(|action| match action {
                Action::Plunder(takes) => takes.iter().map(|(_, n)| 1 + u32::from(*n)).sum(),
                Action::Detonate(_) => 1,
                // An answer, a first fire, a shot across or before boarding: by what it is worth.
                Action::Fire { first, .. } => super::guns::answer(p, first),
                _ => 0,
            })
            .cloned(),
        // Bows point to the middle already.
        Action::Bow { .. } => Some(Action::End),
        _ => {
            // Ships deploy on the sea spaces of a harbour; the rest is a matter of taste.
            let usual =
                matches!(p.stage, Stage::Deploy { .. } | Stage::Secrets | Stage::Placing { .. });
            let i = rng.below(actions.len() as u32) as usize;
            usual.then(|| actions[i].clone())
        }
    }
}

/// As many hulls afloat as possible, strength and cargo where they are safe.
fn allotment(p: &Public, seat: Seat, action: &Action) -> i32 {
    let Action::Allot(shares) = action else { return 0 };
    shares
        .iter()
        .map(|share| {
            let points = i32::from(share.points);
            match share.unit.as_ship() {
                _ if points == 0 => 0,
                Some(id) => {
                    let own = p.ship(id).owner == seat;
                    20 + 3 * points.min(3)
                        + points
                        + 25 * i32::from(share.cargo)
                        + i32::from(own)
                        + i32::from(id.card().shots)
                }
                None => 45 + 4 * points,
            }
        })
        .sum::<i32>()
}
