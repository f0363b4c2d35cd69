//! What could still be done in a phase, said beside the button that ends it.

use crate::action::Unit;
use crate::rules::gunfire::Aimed;
use crate::state::{Public, Weather};
use crate::text::names::{capital, count};
use admiralty_core::Doc;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

/// Ships that could move, shots that have a target, ships that could board, load or unload.
pub(super) fn idle(
    p: &Public,
    moving: usize,
    aimed: &[Aimed],
    cargo: usize,
    boarders: usize,
) -> Doc {
    let mut shots: BTreeMap<Unit, u8> = BTreeMap::new();
    for (who, n) in aimed.iter().flat_map(|aim| aim.units.iter()) {
        let most = shots.entry(*who).or_default();
        *most = (*most).max(*n);
    }
    let guns: usize = shots.values().map(|n| *n as usize).sum();
    let mut parts = Vec::new();
    if moving > 0 {
        // Nobody sails in a storm: whoever is not carried now is carried when the phase ends.
        let what = match p.wind.weather {
            Weather::Storm => "will be carried",
            _ if p.has_bows() => "can still sail or turn",
            _ => "can still sail",
        };
        parts.push(format!("{} {what}", count(moving, "ship")));
    }
    if guns > 0 {
        parts.push(format!("{} can still be fired", count(guns, "gun")));
    }
    if boarders > 0 {
        let what = if p.options().c6 { "board or storm" } else { "board" };
        parts.push(format!("{} can {what}", count(boarders, "ship")));
    }
    if cargo > 0 {
        parts.push(format!("{} can load or unload", count(cargo, "ship")));
    }
    Doc::map()
        .with("ships", moving)
        .with("guns", guns)
        .with("cargo", cargo)
        .with("boarders", boarders)
        .with("says", capital(parts.join(", ")))
}
