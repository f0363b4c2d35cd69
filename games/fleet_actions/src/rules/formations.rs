//! The three formations and where their guns bear; turning in succession and together,
//! joining and being left behind.

use super::Ctx;
use crate::board::{Bearing, Dir};
use crate::setup::ShipId;
use crate::state::{Fleet, Group, Public};
use smallvec::SmallVec;

/// How a Group sails.
// FA-4.01: three formations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formation {
    /// One behind the other.
    LineAhead,
    /// Side by side along an axis.
    LineOfBearing(Dir),
    /// Four or more in a heap.
    Bunch,
}

impl Group {
    /// Its formation.
    pub fn formation(&self) -> Formation {
        match (self.ships.len(), self.axis) {
            (4.., _) => Formation::Bunch, // FA-4.02
            (2 | 3, Some(a)) => Formation::LineOfBearing(a),
            _ => Formation::LineAhead, // FA-4.03: three or fewer are no Bunch; FA-4.12: nor one a line.
        }
    }

    /// The axis that masks its guns.
    pub fn firing_axis(&self) -> Option<Dir> {
        match self.formation() {
            Formation::LineOfBearing(a) => Some(a),
            _ => None,
        }
    }
}

/// Which broadside bears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broadside {
    /// Left.
    Port,
    /// Right.
    Starboard,
}

/// Do guns on `heading` bear there, and on which broadside? `axis` is the
/// line of a Line of Bearing; `None` is Line Ahead, Bunch and single ships.
pub fn bears(heading: Dir, axis: Option<Dir>, bearing: Bearing) -> Option<Broadside> {
    // FA-4.04, FA-4.08: abeam two adjacent points and the three behind them.
    let (d, oblique) = match bearing {
        Bearing::Next(d) | Bearing::Straight(d) => (d, false),
        Bearing::Oblique(d) => (d, true),
        Bearing::Same | Bearing::Far => return None,
    };
    let rel = d.from(heading);
    let side = match (rel, oblique) {
        (1 | 2, false) | (1, true) => Broadside::Starboard,
        (4 | 5, false) | (4, true) => Broadside::Port,
        _ => return None, // FA-4.05: ahead, astern and next to them nothing bears.
    };
    match axis {
        // FA-4.06: the next ship in the line stands in the way along the axis.
        Some(a) if !oblique && d.is_parallel(a) => None,
        _ => Some(side), // FA-4.07: the other six points at full strength.
    }
}

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
