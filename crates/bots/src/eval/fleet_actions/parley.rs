//! What an Admiral says to an offer to end the battle.

use super::craft::standing;
use admiralty_core::{Side, Sight};
use fleet_actions::{Action, FleetActions, Public, scores};

/// Agrees or fights on, if somebody offers to end the battle and this seat has not answered.
pub(super) fn answer(sight: Sight<'_, FleetActions>) -> Option<Action> {
    let (p, seat) = (sight.public, sight.seat()?);
    let side = p.battle.side_of(seat)?;
    if p.offers.is_empty() || p.offers.has(seat) {
        return None;
    }
    // Nobody fights on against the wish of his own side.
    let own = p.offers.iter().any(|other| p.battle.side_of(other) == Some(side));
    Some(if own || !hopes(p, side) { Action::OfferEnd } else { Action::FightOn })
}

/// Does the side stand so well that it would have more of fighting on?
fn hopes(p: &Public, side: Side) -> bool {
    let (score, other) = (scores(p), side.other());
    let decisive = score[side.index()] - score[other.index()] >= p.battle.levels.1;
    let fit = |side: Side| {
        let [strength, damage, ..] = standing(p, side);
        strength - damage / 2.0
    };
    let (ours, theirs) = (fit(side), fit(other));
    // Before a shot has told, nobody runs from an equal.
    let fresh = p.ships.iter().all(|ship| ship.sd == 0 && ship.md == 0);
    let fair = if fresh { 0.9 } else { 1.05 };
    !decisive && ours > fair * theirs
}
