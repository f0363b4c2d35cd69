//! Initiative: Admiral symbols of the flag units.

use crate::action::{Action, Pick};
use crate::event::Event;
use crate::rules::dice::{Rolls, Symbol};
use crate::rules::{Choices, Tell};
use crate::state::{NORTH, Phase, Public, SOUTH};
use admiralty_core::{Dice, Dry, Side, Told};

fn flags(p: &Public, side: Side) -> usize {
    p.afield(side).filter(|(_, unit)| unit.card.card().flag).count()
}

/// Rolls until somebody has the initiative.
pub(crate) fn roll(p: &mut Public, dice: &mut dyn Dice, tell: Tell<'_>) -> Result<(), Dry> {
    let (mut south, mut north) = (flags(p, SOUTH), flags(p, NORTH));
    p.phase = Phase::First;
    if south == 0 && north == 0 {
        // BG-1-IN7: without any flag unit two dice each.
        (south, north) = (1, 1);
    } else if south == 0 || north == 0 {
        // BG-1-IN6: the only side with a flag unit wins without rolling.
        let winner = if south == 0 { NORTH } else { SOUTH };
        p.actor = winner;
        tell(Told::all(Event::InitiativeFree { winner }));
        return Ok(());
    }
    loop {
        // BG-1-IN1: two dice per flag unit. BG-9-DS1: South's first, then North's.
        let (s, n) = (Rolls::roll(2 * south, dice)?, Rolls::roll(2 * north, dice)?);
        // BG-1-IN2: more Admiral symbols win. BG-1-IN3: equal: all again.
        // BG-1-IN5: the dice go nowhere.
        let winner = match s.count(Symbol::Admiral).cmp(&n.count(Symbol::Admiral)) {
            core::cmp::Ordering::Greater => Some(SOUTH),
            core::cmp::Ordering::Less => Some(NORTH),
            core::cmp::Ordering::Equal => None,
        };
        tell(Told::all(Event::Initiative { south: s, north: n, winner }));
        if let Some(winner) = winner {
            p.actor = winner;
            return Ok(());
        }
    }
}

/// BG-1-IN4: the winner names either side.
pub(crate) fn menu(out: &mut Choices) {
    for side in [SOUTH, NORTH] {
        out.to(Pick::Side(side), Action::First(side));
    }
}

/// Names the first player.
pub(crate) fn apply(p: &mut Public, by: Side, first: Side, tell: Tell<'_>) {
    p.first = first;
    tell(Told::all(Event::First { by, first }));
}
