//! The pool of action dice.

use crate::die::Rolls;
use crate::event::Event;
use crate::rules::Tell;
use crate::state::{NORTH, Public, SOUTH};
use admiralty_core::{Dice, Dry, Told};

/// Rolls both pools.
pub(crate) fn roll(p: &mut Public, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    // BG-9-DS2: South's whole pool, then North's.
    for side in [SOUTH, NORTH] {
        // BG-2-AD1: two dice per unit on the battlefield; BG-2-AD2: submarines too;
        // BG-0-SU11: units that entered; BG-0-SU12: none for stand-by, BG-2-AD3: none for squadrons.
        let n = 2 * p.afield(side).count();
        let faces = Rolls::roll(n, dice)?;
        // BG-2-AS1: all public, the Admiral dice apart under their own face.
        p.pool[side.index()] = [0; 6];
        p.exhausted[side.index()] = [0; 6];
        for face in faces.iter() {
            p.pool[side.index()][face.index()] += 1;
        }
        tell(Told::all(Event::Pool { by: side, faces }));
    }
    Ok(())
}

/// Every die is exhausted.
pub(crate) fn clear(p: &mut Public) {
    // BG-2-AD10: nothing is carried over. BG-2-AD11: so an Anti-aircraft symbol in the pool is of no use.
    for side in [SOUTH, NORTH] {
        p.pool[side.index()] = [0; 6];
        p.exhausted[side.index()] = [0; 6];
    }
}
