//! Turning in succession and together, joining and being left behind.

use super::Ctx;
use crate::board::Dir;
use crate::setup::ShipId;
use crate::state::{Fleet, Public};
use smallvec::SmallVec;

/// Turns ships to a heading, in succession or together.
pub(crate) fn turn(p: &mut Public, ships: Fleet, heading: Dir, together: bool) {
    let order = p.in_order(ships);
    let Some(first) = order.first() else { return };
    let (old, axis) = (p.ship(*first).heading, p.ship(*first).axis);
    let mut new_axis = None; // FA-5.19, FA-4.16: in succession leads to Line Ahead, same order.
    if together && (2..=3).contains(&order.len()) {
        // FA-5.20, FA-4.14: the old heading of the line is its axis, and stays it.
        let line = axis.unwrap_or(old);
        if heading.is_parallel(line) {
            // FA-4.15: on the axis again it is Line Ahead, from the other end in reverse order.
            if heading != line {
                let reversed: SmallVec<[ShipId; 12]> = order.iter().rev().copied().collect();
                p.set_order(&reversed);
            }
        } else {
            new_axis = Some(line);
        }
    }
    for id in order {
        let s = p.ship_mut(id);
        s.heading = heading;
        s.axis = new_axis;
    }
}

/// Puts ships in Line Ahead (or Bunch) on a heading.
pub(crate) fn in_line(p: &mut Public, ships: Fleet, heading: Dir) {
    for id in ships.iter() {
        let s = p.ship_mut(id);
        s.heading = heading;
        s.axis = None;
    }
}

/// Ships left behind keep their heading and order, in Line Ahead.
// FA-4.18
pub(crate) fn left_behind(p: &mut Public, ships: Fleet) {
    for id in ships.iter() {
        p.ship_mut(id).axis = None;
    }
}

impl Ctx<'_> {
    /// Newcomers join the ships of their squadron on the point.
    pub(crate) fn join(&mut self, there: Fleet, movers: Fleet) {
        let Some(first) = there.iter().next() else { return };
        let squad = self.p.ship(first).squad;
        let flag = self.p.squads[squad.i()].flag;
        // One Group has one heading: the flagship's part, else the larger, else those already there.
        let with_flag = |part: Fleet| flag.is_some_and(|flag| part.has(flag));
        let larger = movers.len() > there.len();
        let lead = if with_flag(movers) || (!with_flag(there) && larger) { movers } else { there };
        let heading = self.p.ship(self.p.in_order(lead)[0]).heading;
        // FA-4.13: newcomers take their place at the rear, in their own order.
        let mut order = self.p.in_order(there);
        order.extend(self.p.in_order(movers));
        self.p.set_order(&order);
        in_line(self.p, there.union(movers), heading); // FA-4.17
    }
}
