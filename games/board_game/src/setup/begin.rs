//! The table before the first decision.

use super::{SceneryMode, Setup};
use crate::rules::{Board, scenery};
use crate::sequence::to_fleets;
use crate::state::{NORTH, Phase, Public, SOUTH, SideSecret};
use admiralty_core::{BySeat, BySide, Dice, Dry, Table};

/// The table before the first decision.
pub(crate) fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Board, Dry> {
    // BG-0-BF10: scenery=none leaves the board empty, BG-0-BF4: which is a game like any other.
    let mut p = Public::new(setup.options, setup.scenario.clone(), crate::board::Sea::default());
    for (side, fleet) in [SOUTH, NORTH].into_iter().zip(&setup.fleets) {
        if let Some(cards) = fleet {
            p.open[side.index()] = true;
            for card in cards {
                p.add_unit(side, *card);
            }
        }
    }
    match setup.options.scenery {
        SceneryMode::None => {}
        SceneryMode::Preset => p.sea = setup.sea,
        SceneryMode::Random => scenery::random(&mut p, dice)?,
        SceneryMode::Alternate => scenery::begin_turns(&mut p, dice)?,
    }
    let mut t: Board = Table {
        public: p,
        sides: BySide::new(2, |_| SideSecret::default()),
        seats: BySeat::new(2, |_| ()),
        umpire: (),
    };
    if t.public.phase != Phase::Scenery {
        to_fleets(&mut t);
    }
    Ok(t)
}
