//! Laying scenery: none, agreed, in turn, or at random.

use crate::action::{Action, Pick};
use crate::board::{SCENERY_ROWS, Scenery, Sea, Square, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::dice::Face;
use crate::rules::{Choices, Tell};
use crate::state::{NORTH, Phase, Public, SOUTH};
use admiralty_core::{ClauseId, Dice, Die, Dry, Side, Told};
use core::fmt;

/// What is wrong with laying a card of scenery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneryFault {
    /// Something lies there already.
    Taken(Square),
    /// Not on ranks 3 to 6.
    Row(Square),
    /// No such card is left.
    Supply(Scenery),
    /// It would split the open water.
    Split(Square),
}

impl SceneryFault {
    /// The clause that is broken.
    pub(crate) const fn clause(self) -> ClauseId {
        ClauseId(match self {
            SceneryFault::Taken(_) => "BG-0-BF6",
            SceneryFault::Row(_) => "BG-0-BF7",
            SceneryFault::Supply(_) => "BG-0-BF8",
            SceneryFault::Split(_) => "BG-0-BF9",
        })
    }
}

impl fmt::Display for SceneryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SceneryFault::Taken(square) => write!(f, "{square} has scenery already"),
            SceneryFault::Row(square) => write!(f, "{square} is not on ranks 3 to 6"),
            SceneryFault::Supply(card) => write!(f, "no card of {} is left", card.code()),
            SceneryFault::Split(square) => {
                write!(f, "scenery on {square} would split the open water")
            }
        }
    }
}

/// The sea with one more card, if it may lie there.
pub(crate) fn lay(sea: &Sea, square: Square, card: Scenery) -> Result<Sea, SceneryFault> {
    // BG-0-BF6: one card a square.
    if sea.any() & square.bit() != 0 {
        return Err(SceneryFault::Taken(square));
    }
    // BG-0-BF7: ranks 3 to 6 only.
    if SCENERY_ROWS & square.bit() == 0 {
        return Err(SceneryFault::Row(square));
    }
    if sea.of(card).count_ones() >= card.supply() {
        return Err(SceneryFault::Supply(card));
    }
    let mut next = *sea;
    next.lay(square, card);
    if next.is_split() { Err(SceneryFault::Split(square)) } else { Ok(next) }
}

/// Cards a player may lay in turn.
const IN_TURN: u8 = 3;

/// Four cards on random squares.
pub(crate) fn random(p: &mut Public, dice: &mut dyn Dice) -> Result<(), Dry> {
    let mut laid = 0;
    while laid < 4 {
        let card = match dice.roll(Die(22))? {
            1..=6 => Scenery::Island,
            7..=12 => Scenery::Shallows,
            13..=18 => Scenery::Fog,
            _ => Scenery::SandBank,
        };
        let square = Square::at(15 + dice.roll(Die(32))? as u8);
        // BG-0-BF15: what may not lie there is drawn again.
        if let Ok(sea) = lay(&p.sea, square, card) {
            p.sea = sea;
            laid += 1;
        }
    }
    Ok(())
}

/// Rolls for who lays first.
pub(crate) fn begin_turns(p: &mut Public, dice: &mut dyn Dice) -> Result<(), Dry> {
    p.phase = Phase::Scenery;
    loop {
        // BG-0-BF12: the higher symbol places first. BG-9-DS7: South's die first, again while equal.
        let (south, north) = (Face::roll(dice)?, Face::roll(dice)?);
        if south.highest() != north.highest() {
            p.actor = if south.highest() > north.highest() { SOUTH } else { NORTH };
            // Nobody can be told anything yet: the first card that is laid or not tells it.
            p.scenery_roll = Some([south, north]);
            return Ok(());
        }
    }
}

/// May the side lay this?
pub(crate) fn check(p: &Public, side: Side, square: Square, card: Scenery) -> Result<(), Illegal> {
    // BG-0-BF13: three cards each.
    if p.laid[side.index()] >= IN_TURN {
        return Err(Illegal::LaidEnough);
    }
    lay(&p.sea, square, card)?;
    Ok(())
}

/// Every card on every square.
pub(crate) fn each_option(p: &Public, side: Side, mut each: impl FnMut(Square, Scenery)) {
    if p.laid[side.index()] >= IN_TURN {
        return;
    }
    for card in Scenery::ALL {
        for square in squares(SCENERY_ROWS) {
            if lay(&p.sea, square, card).is_ok() {
                each(square, card);
            }
        }
    }
}

/// A card, then its square, or nothing.
pub(crate) fn menu(p: &Public, side: Side, draft: &[Pick], out: &mut Choices) {
    match draft {
        [] => {
            out.to(Pick::Pass, Action::LayNone);
            for card in Scenery::ALL {
                let mut any = false;
                each_option(p, side, |_, c| any |= c == card);
                if any {
                    out.on(Pick::Scenery(card));
                }
            }
        }
        [Pick::Scenery(card)] => each_option(p, side, |square, c| {
            if c == *card {
                out.to(Pick::Square(square), Action::Lay(square, c));
            }
        }),
        _ => {}
    }
}

/// Lays a card or none; is the laying over?
pub(crate) fn apply(
    p: &mut Public,
    side: Side,
    card: Option<(Square, Scenery)>,
    tell: Tell<'_>,
) -> bool {
    if let Some(faces) = p.scenery_roll.take() {
        tell(Told::all(Event::SceneryRolled { faces, first: side }));
    }
    match card {
        Some((square, card)) => {
            p.sea.lay(square, card);
            p.laid[side.index()] += 1;
            p.passes = 0;
            tell(Told::all(Event::Laid { by: side, square, card }));
        }
        None => {
            p.passes += 1;
            tell(Told::all(Event::LaidNone { by: side }));
        }
    }
    p.actor = side.other();
    // BG-0-BF14: two passes in a row, or three cards each.
    p.passes >= 2 || p.laid == [IN_TURN; 2]
}
