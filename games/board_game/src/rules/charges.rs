//! Depth charges.

use crate::action::Order;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::dice::{Face, Symbol};
use crate::rules::resolution::Fates;
use crate::rules::{Tell, afield, known};
use crate::state::{Public, Status, UnitId};
use crate::units::Feature;
use admiralty_core::{Dice, Dry, Side, Told};
use alloc::vec::Vec;

/// May the unit drop depth charges at all?
pub(crate) fn may_drop(p: &Public, id: UnitId) -> Result<(), Illegal> {
    let unit = p.unit(id);
    afield(id, unit)?;
    // BG-6-SS21: only units with the DC feature.
    if unit.printed() & Feature::Dc.bit() == 0 {
        return Err(Illegal::NoCharges { unit: id });
    }
    // BG-4-CD10: not under a token.
    if unit.tokens.on(Feature::Dc) > 0 {
        return Err(Illegal::ChargesDisabled { unit: id });
    }
    Ok(())
}

/// May the unit attack this boat? `far`: ASDIC on the unit or NOISY on the boat.
pub(crate) fn may_target(
    p: &Public,
    side: Side,
    id: UnitId,
    target: UnitId,
    far: bool,
) -> Result<(), Illegal> {
    // BG-4-DC5: own boats are never attacked.
    let boat = known(p, target)?;
    if target.side() == side {
        return Err(Illegal::ChargeOwn { target });
    }
    afield(target, boat)?;
    // BG-4-DC4: submerged boats only. BG-6-SS11: it is the one attack surface units have on them.
    if boat.status != Status::Submerged {
        return Err(Illegal::ChargeSurfaced { target });
    }
    let distance = p.distance(p.unit(id).square(), p.unit(target).square());
    // BG-4-DC1: in the own square. BG-7-G20: ASDIC reaches an adjacent one.
    // BG-7-R12: so does NOISY. BG-0-FG13, BG-0-FG17: fog plays no part.
    if distance == 0 || (far && distance == 1) {
        Ok(())
    } else {
        Err(Illegal::ChargeFar { unit: id, target })
    }
}

/// Depth charges, with the dice of deep boats.
pub(super) fn charges(
    p: &Public,
    lists: &[Vec<Order>; 2],
    fates: &mut Fates,
    dice: &mut dyn Dice,
    tell: Tell<'_>,
) -> Result<(), Dry> {
    // BG-9-DS5: South's attackers first, ascending (the lists are sorted); one die for each attack.
    for order in lists.iter().flatten() {
        let Order::Dc { unit, target, .. } = *order else { continue };
        let deep = p.unit(target).has_active(Feature::Deep);
        let face = if deep { Some(Face::roll(dice)?) } else { None };
        // BG-7-G9: a Movement symbol cancels the attack. BG-4-DC2: else the boat is sunk, whatever its SP.
        let sunk = !face.is_some_and(|face| face.shows(Symbol::Movement));
        fates[target.index()].charged |= sunk;
        tell(Told::all(Event::Charged { unit, target, face, sunk }));
    }
    Ok(())
}
