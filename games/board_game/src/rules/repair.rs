//! Repairs: a Movement and an Artillery result restore one structure point.

use crate::action::{Action, Pick};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::dice::{Face, Symbol};
use crate::rules::{Choices, Tell, afield, known};
use crate::state::{Public, Unit, UnitId};
use admiralty_core::{Side, Told};
use core::num::NonZero;

fn may(p: &Public, side: Side, id: UnitId, unit: &Unit) -> Result<(), Illegal> {
    // BG-3-RP7: not after standing down.
    if p.stood_down[side.index()] {
        return Err(Illegal::RepairStoodDown);
    }
    // BG-3-RP8: any own unit on the battlefield, in whatever state.
    afield(id, unit)?;
    // BG-3-RP2: never above the printed figure.
    if unit.sp >= unit.class().sp {
        return Err(Illegal::Undamaged { unit: id });
    }
    // BG-3-RP3: without a limit as often as dice allow. BG-3-RP4: with repair=k at most k times.
    if let Some(limit) = p.options.repair.map(NonZero::get)
        && unit.repairs >= limit
    {
        return Err(Illegal::RepairLimit { unit: id, limit });
    }
    Ok(())
}

/// May the repair be made?
pub(crate) fn check(
    p: &Public,
    side: Side,
    id: UnitId,
    movement: Face,
    artillery: Face,
) -> Result<(), Illegal> {
    let unit = known(p, id)?;
    if id.side() != side {
        return Err(Illegal::RepairEnemy { unit: id });
    }
    may(p, side, id, unit)?;
    // BG-2-AS7: no Admiral die.
    if movement == Face::X || artillery == Face::X {
        return Err(Illegal::RepairAdmiral);
    }
    // BG-3-RP1: one Movement result and one Artillery result.
    if !movement.shows(Symbol::Movement) {
        return Err(Illegal::NotMovement { die: movement });
    }
    if !artillery.shows(Symbol::Artillery) {
        return Err(Illegal::NotArtillery { die: artillery });
    }
    // BG-3-RP5: two different dice; no face shows both symbols, so each is asked for by itself.
    for die in [movement, artillery] {
        if p.dice(side, die) == 0 {
            return Err(Illegal::NoSuchDie { die });
        }
    }
    Ok(())
}

const M: [Face; 3] = [Face::M, Face::MF, Face::TM];
const A: [Face; 2] = [Face::AF, Face::AD];

fn has_pair(p: &Public, side: Side) -> bool {
    M.iter().any(|face| p.dice(side, *face) > 0) && A.iter().any(|face| p.dice(side, *face) > 0)
}

/// The units that may be repaired.
pub(crate) fn menu_root(p: &Public, side: Side, out: &mut Choices) {
    if !has_pair(p, side) {
        return;
    }
    for (id, unit) in p.afield(side) {
        if may(p, side, id, unit).is_ok() {
            out.on(Pick::Repair(id));
        }
    }
}

/// The dice that may pay for it.
pub(crate) fn menu(p: &Public, side: Side, id: UnitId, out: &mut Choices) {
    for movement in M {
        for artillery in A {
            if check(p, side, id, movement, artillery).is_ok() {
                out.to(
                    Pick::Dice(movement, artillery),
                    Action::Repair { unit: id, movement, artillery },
                );
            }
        }
    }
}

/// Repairs the unit.
pub(crate) fn apply(p: &mut Public, id: UnitId, movement: Face, artillery: Face, tell: Tell<'_>) {
    p.exhaust(id.side(), movement);
    p.exhaust(id.side(), artillery);
    let unit = p.unit_mut(id);
    // BG-3-RP6: nothing else of the unit is touched; it may still move and attack.
    unit.sp += 1;
    unit.repairs += 1;
    let sp = unit.sp;
    tell(Told::all(Event::Mended { unit: id, sp }));
}
