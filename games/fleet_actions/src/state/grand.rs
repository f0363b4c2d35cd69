//! The hex map of the approach: where each squadron's Groups are.

use super::Public;
use crate::board::{Dir, Point};
use crate::setup::{Approach, SquadId};
use admiralty_core::Side;
use smallvec::SmallVec;

/// A Group's counter.
// FA-9.01: each counter is one Group; FA-9.03: frigates have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its hex.
    pub hex: Point,
    /// The hex side it faces.
    pub facing: Dir,
}

/// A squadron on the hex map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Line ahead (else abreast)?
    pub ahead: bool,
    /// Its Groups, van first.
    pub groups: SmallVec<[Counter; 3]>,
    /// Which of them has the flagship.
    pub flag: u8,
    /// Speed marker in sequenced movement.
    pub marker: u8,
    /// Has it moved (or turned) in this turn?
    pub moved: bool,
}

/// The hex map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grand {
    /// By `SquadId`.
    pub columns: SmallVec<[Column; 10]>,
    /// The side that moves first.
    pub first: Side,
    /// Is the second side moving?
    pub second: bool,
}

impl Grand {
    /// The counters at the start.
    pub fn start(public: &Public, approach: &Approach) -> Grand {
        let mut columns: SmallVec<[Column; 10]> = SmallVec::new();
        for (q, info) in public.battle.squads.iter().enumerate() {
            let entry = approach.squads.iter().find(|s| s.squad == SquadId(q as u8));
            columns.push(Column {
                ahead: entry.is_none_or(|e| e.ahead),
                groups: entry.map_or(SmallVec::new(), |e| {
                    e.hexes.iter().map(|hex| Counter { hex: *hex, facing: e.facing }).collect()
                }),
                flag: info.flag.map_or(0, |id| public.battle.ships[id.i()].group),
                marker: 0,
                moved: false,
            });
        }
        Grand { columns, first: Side(0), second: false }
    }

    /// Every counter with its squadron and place in the line.
    pub fn counters(&self) -> impl Iterator<Item = (SquadId, usize, Counter)> + '_ {
        self.columns.iter().enumerate().flat_map(|(q, c)| {
            c.groups.iter().enumerate().map(move |(i, g)| (SquadId(q as u8), i, *g))
        })
    }
}
