//! All complete actions.

use crate::NavalBattle;
use crate::action::Action;
use crate::board::{Square, Squares, around, straight};
use crate::rules::{combat, jumps, movement, passing};
use crate::state::{Phase, Public, Secret};
use admiralty_core::{Listed, Own, Side, Sight};
use alloc::vec::Vec;

/// Every complete action of the seat that looks.
// NB-I-18: only for the seat itself, since it would betray the mines.
pub(crate) fn legal(sight: Sight<'_, NavalBattle>, out: &mut Vec<Action>) -> Listed {
    let Own::Seat { seat, side, shared, .. } = sight.own else { return Listed::Complete };
    let public = sight.public;
    if public.strategist(side) != seat {
        return Listed::Complete;
    }
    match public.phase {
        Phase::Deploy if !public.ready[side.index()] => Listed::TooMany,
        Phase::Turn | Phase::Series(_) if public.to_move == side => {
            list(public, shared, side, out);
            Listed::Complete
        }
        _ => Listed::Complete,
    }
}

/// The pieces of a side that can do something, the shuttle rule aside.
#[inline]
pub(crate) fn able(public: &Public, secret: &Secret, side: Side) -> Squares {
    let ships = public.occupied[side.index()] & !secret.mines;
    // Next to an empty square a ship can move, next to an enemy it can attack, and only there hop.
    let able = ships & around(public.empty() | public.occupied[side.other().index()]);
    let admiral = public.admirals[side.index()];
    if able & admiral.bit() == 0 {
        return able;
    }
    let (moves, attacks) = targets(public, secret, side, admiral);
    if moves | attacks == 0 { able & !admiral.bit() } else { able }
}

/// Where the piece on this square may move, the shuttle rule aside, and whom it may attack.
#[inline]
pub(crate) fn targets(
    public: &Public,
    secret: &Secret,
    side: Side,
    from: Square,
) -> (Squares, Squares) {
    let ship = public.occupied[side.index()] & !secret.mines & from.bit();
    let near = around(ship);
    // The Admiral moves along rows and columns only, and attacks across corners too.
    let is_admiral = public.admirals[side.index()] == from;
    let ways = if is_admiral { straight(ship) } else { near };
    (ways & public.empty(), near & public.occupied[side.other().index()])
}

/// Every board action of the side to move.
// NB-A-02, NB-A-03: moves stay legal beside attacks and hops. NB-A-09: nothing here reads the enemy's types.
pub(crate) fn list(public: &Public, secret: &Secret, side: Side, out: &mut Vec<Action>) {
    if let Phase::Series(from) = public.phase {
        jumps::list(public, side, from.bit(), |_, to| out.push(Action::HopOn { to }));
        out.push(Action::Stop);
        return;
    }
    let before = out.len();
    movement::list(public, secret, side, u128::MAX, |from, to| out.push(Action::Move { from, to }));
    let stuck = out.len() == before;
    combat::list(public, secret, side, u128::MAX, |from, to| out.push(Action::Attack { from, to }));
    jumps::list(public, side, jumps::jumpers(public, secret, side), |from, to| {
        out.push(Action::Hop { from, to });
    });
    if stuck && passing::check(public, secret, side).is_ok() {
        out.push(Action::Pass);
    }
}
