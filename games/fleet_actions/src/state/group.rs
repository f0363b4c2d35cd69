//! Groups as they are now, and small questions about ships and squadrons.

use super::{Fleet, Public, Ship, State, mark};
use crate::board::{Dir, Point};
use crate::setup::{ShipId, SquadId};
use admiralty_core::{Seat, Side};
use smallvec::SmallVec;

/// A Group: all ships of a squadron on one point, as they are now.
// FA-2.03, FA-2.04: one squadron, one point, one Group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its squadron.
    pub squad: SquadId,
    /// Its point.
    pub at: Point,
    /// Its ships.
    pub ships: Fleet,
    /// Its heading.
    pub heading: Dir,
    /// Axis of its Line of Bearing.
    pub axis: Option<Dir>,
    /// Rank of the ship at its head.
    pub head_rank: u8,
    /// The ship at its head.
    pub head: ShipId,
}

/// A few Groups.
pub(super) type Groups = SmallVec<[Group; 4]>;

impl Public {
    /// A ship.
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.i()]
    }

    /// A ship, to be changed.
    pub fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.i()]
    }

    /// All ships with their ids.
    pub fn all(&self) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.ships.iter().enumerate().map(|(i, s)| (ShipId::new(i as u8), s))
    }

    /// Ships on a point that satisfy a condition.
    pub fn at(&self, p: Point, want: impl Fn(&Ship) -> bool) -> Fleet {
        let mut found = Fleet::EMPTY;
        for (i, s) in self.ships.iter().enumerate() {
            if s.at == p && s.afloat() && want(s) {
                found.0 |= 1 << i;
            }
        }
        found
    }

    /// Line ships still fighting on a point.
    pub fn line_at(&self, p: Point) -> Fleet {
        self.at(p, Ship::is_line_ok)
    }

    /// Number of line ships of any side and state on a point.
    pub fn crowd(&self, p: Point) -> u8 {
        self.at(p, |s| s.line).len()
    }

    /// Is there a melee on the point?
    pub fn melee_at(&self, p: Point) -> bool {
        self.ships.iter().any(|s| s.at == p && s.is(mark::MELEE) && s.is_line_ok())
    }

    /// The line ships of a squadron, as a range of ids.
    pub fn line_of(&self, squad: SquadId) -> impl Iterator<Item = ShipId> + use<> {
        let info = &self.battle.squads[squad.i()];
        (info.first.n()..info.end_line.n()).map(ShipId::new)
    }

    /// The Groups of a squadron, by ascending point.
    // FA-2.08: a squadron is one whatever Groups it forms.
    pub fn groups(&self, squad: SquadId) -> Groups {
        let mut groups = Groups::new();
        for id in self.line_of(squad) {
            let s = self.ship(id);
            if s.in_group() {
                add_to(&mut groups, id, s);
            }
        }
        if groups.len() > 1 {
            groups.sort_unstable_by_key(|g| g.at);
        }
        groups
    }

    /// The Group of a squadron on a point.
    pub fn group_at(&self, squad: SquadId, p: Point) -> Option<Group> {
        let mut groups = Groups::new();
        for id in self.line_of(squad) {
            let s = self.ship(id);
            if s.in_group() && s.at == p {
                add_to(&mut groups, id, s);
            }
        }
        groups.pop()
    }

    /// All Groups on a point, by squadron.
    pub fn groups_on(&self, p: Point) -> Groups {
        let mut groups = Groups::new();
        for (id, s) in self.all() {
            if s.at == p && s.in_group() {
                add_to(&mut groups, id, s);
            }
        }
        groups
    }

    /// The name of the Group she is in now: its head, or she herself.
    pub fn muster_of(&self, id: ShipId) -> ShipId {
        let s = self.ship(id);
        match self.group_at(s.squad, s.at) {
            Some(g) if g.ships.has(id) => g.head,
            _ => id,
        }
    }

    /// The Groups of a squadron are named anew, for those who are told to follow one.
    pub fn muster(&mut self, squad: SquadId) {
        for id in self.line_of(squad) {
            let name = self.muster_of(id);
            self.ship_mut(id).muster = name;
        }
    }

    /// Ships head to tail.
    // FA-4.11: the first is the head, the last the rear.
    pub fn in_order(&self, ships: Fleet) -> SmallVec<[ShipId; 12]> {
        let mut list: SmallVec<[ShipId; 12]> = ships.iter().collect();
        list.sort_unstable_by_key(|id| (self.ship(*id).rank, id.n()));
        list
    }

    /// Numbers ships head to tail in this order.
    pub fn set_order(&mut self, list: &[ShipId]) {
        for (i, id) in list.iter().enumerate() {
            self.ship_mut(*id).rank = i as u8;
        }
    }

    /// The seat that commands a ship.
    // FA-S.03: frigates go with their squadron; FA-8.81: a prize with her captor.
    pub fn controller(&self, id: ShipId) -> Seat {
        let s = self.ship(id);
        if s.state == State::Prize { s.holder } else { self.battle.squads[s.squad.i()].seat }
    }

    /// The side that commands a ship.
    pub fn control_side(&self, id: ShipId) -> Side {
        let s = self.ship(id);
        if s.state == State::Prize {
            self.battle.seats.get(s.holder.index()).and_then(|i| i.side).unwrap_or(s.side)
        } else {
            s.side
        }
    }

    /// The seat of a squadron.
    pub fn seat_of(&self, squad: SquadId) -> Seat {
        self.battle.squads[squad.i()].seat
    }

    /// Ids of all squadrons.
    pub fn squad_ids(&self) -> impl Iterator<Item = SquadId> + use<> {
        (0..self.squads.len() as u8).map(SquadId)
    }

    /// Is the ship fouled with anybody?
    pub fn is_fouled(&self, id: ShipId) -> bool {
        self.fouls.iter().any(|(a, b)| *a == id || *b == id)
    }

    /// The flagship of a squadron, unless she is lost.
    pub fn flagship(&self, squad: SquadId) -> Option<&Ship> {
        self.squads[squad.i()].flag.map(|id| self.ship(id))
    }

    /// The flagship's point, or where she last was.
    pub fn flag_point(&self, squad: SquadId) -> Point {
        let q = &self.squads[squad.i()];
        q.flag.map_or(q.flag_at, |id| self.ship(id).at)
    }

    /// The flagship's heading, or her last.
    pub fn flag_heading(&self, squad: SquadId) -> Dir {
        let q = &self.squads[squad.i()];
        q.flag.map_or(q.flag_heading, |id| self.ship(id).heading)
    }

    /// Is it dark?
    pub fn is_night(&self) -> bool {
        self.night > 0
    }

    /// Random wind changes?
    pub fn wind_changes(&self) -> bool {
        self.battle.options.wind_changes.unwrap_or(self.battle.changes)
    }
}

fn add_to(groups: &mut Groups, id: ShipId, s: &Ship) {
    match groups.iter_mut().find(|g| g.squad == s.squad && g.at == s.at) {
        Some(g) => {
            g.ships = g.ships.with(id);
            if s.rank < g.head_rank {
                g.head = id;
                g.head_rank = s.rank;
                g.heading = s.heading;
                g.axis = s.axis;
            }
        }
        None => groups.push(Group {
            squad: s.squad,
            at: s.at,
            ships: Fleet::only(id),
            heading: s.heading,
            axis: s.axis,
            head_rank: s.rank,
            head: id,
        }),
    }
}
