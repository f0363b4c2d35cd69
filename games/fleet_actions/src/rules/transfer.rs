//! From the hex map to the lattice: where every Group and frigate comes to stand.

use super::Ctx;
use crate::board::{Dir, Extent, Point, PointSet};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::setup::{Battle, ShipId, SquadId};
use crate::state::{Grand, Kind, Public, State};
use admiralty_core::{Seat, SeatSet, Side};
use alloc::sync::Arc;
use smallvec::SmallVec;

/// A Group on the hex map: its squadron and its place in line.
type Place = (SquadId, usize);

/// How hexes become points: one hex is three points.
// FA-9.02: a hex is a mile, FA-3.03: a point a third of one.
struct Chart {
    dq: i16,
    dr: i16,
    cut: (i16, i16),
    extent: Extent,
}

impl Chart {
    fn new(grand: &Grand, meeting: Point) -> Chart {
        // FA-9.25: three points per hex; FA-9.26: outermost Groups in column and row 13,
        // and twelve points of sea beyond.
        let axial = |hex: Point| (hex.axial().0 * 3, hex.axial().1 * 3);
        let dq = 12 - grand.counters().map(|(_, _, c)| axial(c.hex).0).min().unwrap_or(0);
        let place = |hex: Point, dr: i16| {
            let (q, r) = axial(hex);
            Point::from_axial(q + dq, r + dr)
        };
        let top = grand.counters().map(|(_, _, c)| place(c.hex, 0).1).min().unwrap_or(0);
        let dr = 13 - top;
        let (mut cols, mut rows) = (1, 1);
        for (_, _, c) in grand.counters() {
            let (col, row) = place(c.hex, dr);
            cols = cols.max(col + 12);
            rows = rows.max(row + 12);
        }
        // FA-9.43: at most 99, with the meeting Groups as near the middle as can be.
        let (col, row) = place(meeting, dr);
        let cut = |n: i16, middle: i16| if n > 99 { (middle - 50).clamp(0, n - 99) } else { 0 };
        // Columns are cut in pairs, so that the lattice keeps its shape.
        let cut = (cut(cols, col) & !1, cut(rows, row));
        let extent = Extent { cols: cols.min(99) as u8, rows: rows.min(99) as u8 };
        Chart { dq, dr, cut, extent }
    }

    fn exact(&self, hex: Point) -> (i16, i16) {
        let (q, r) = hex.axial();
        let (col, row) = Point::from_axial(q * 3 + self.dq, r * 3 + self.dr);
        (col - self.cut.0, row - self.cut.1)
    }

    fn point(&self, hex: Point) -> Point {
        let (col, row) = self.exact(hex);
        let within = |x: i16, n: u8| {
            let n = i16::from(n);
            // FA-9.43: beyond the edge they stand three points within it.
            if x < 1 {
                4
            } else if x > n {
                n - 3
            } else {
                x
            }
        };
        Point::new(within(col, self.extent.cols) as u8, within(row, self.extent.rows) as u8)
    }

    /// Land of the hex map on the lattice.
    // FA-9.42: a point all of whose nearest hex centres are land.
    fn land(&self, hexes: &PointSet) -> PointSet {
        let mut land = PointSet::default();
        if hexes.is_empty() {
            return land;
        }
        for col in 1..=self.extent.cols {
            for row in 1..=self.extent.rows {
                let p = Point::new(col, row);
                let mut nearest = (u16::MAX, true);
                let cols = i16::from(col) + self.cut.0 - 1 - self.dq;
                for hc in (cols / 3 - 1)..=(cols / 3 + 2) {
                    for hr in 1..=99u8 {
                        if !(0..99).contains(&hc) {
                            continue;
                        }
                        let hex = Point::new(hc as u8 + 1, hr);
                        let d = gap(p, self.exact(hex));
                        if d < nearest.0 {
                            nearest = (d, hexes.has(hex));
                        } else if d == nearest.0 {
                            nearest.1 &= hexes.has(hex);
                        }
                    }
                }
                if nearest.1 && nearest.0 < 9 {
                    land.add(p);
                }
            }
        }
        land
    }
}

/// Distance from a point to a column and row that may be off the map.
fn gap(p: Point, (col, row): (i16, i16)) -> u16 {
    let axial = |c: i16, r: i16| {
        let (c, r) = (c - 1, r - 1);
        (c, r - (c - (c & 1)) / 2)
    };
    let (q, r) = axial(i16::from(p.col), i16::from(p.row));
    let (s, t) = axial(col, row);
    let (dq, dr) = (s - q, t - r);
    dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs())
}

impl Ctx<'_> {
    /// The fleets have met: everybody is placed on the lattice.
    // FA-9.24: the meeting Groups come to stand three points apart, as their hexes do.
    pub(crate) fn transfer(&mut self, comes: Place, met: Place, thirds: u16) {
        let Some(grand) = self.p.grand.take() else { return };
        let chart = Chart::new(&grand, grand.columns[comes.0.i()].groups[comes.1].hex);
        let mut battle = Battle::clone(&self.p.battle);
        battle.extent = chart.extent;
        battle.land = match &battle.approach {
            Some(approach) => chart.land(&approach.land),
            None => PointSet::default(),
        };
        self.p.battle = Arc::new(battle);
        // FA-9.31: a third of the turn for each step of sequenced movement.
        self.p.clock += self.p.force.grand_minutes() * thirds / 3;
        let anchors = self.place_anchors(&grand, &chart, [comes, met]);
        for squad in self.p.squad_ids() {
            self.place_squad(&grand, squad, anchors[squad.i()]);
        }
        self.p.turn = 0;
        self.open_frigates();
    }

    /// One Group of each squadron stands on its exact point.
    // FA-9.27: the meeting Group, else the flagship's; FA-9.41: meeting Groups first.
    fn place_anchors(
        &mut self,
        grand: &Grand,
        chart: &Chart,
        meeting: [Place; 2],
    ) -> SmallVec<[usize; 10]> {
        let mut anchors: SmallVec<[usize; 10]> =
            grand.columns.iter().map(|c| usize::from(c.flag)).collect();
        for (squad, i) in meeting {
            anchors[squad.i()] = i;
        }
        let mut order: SmallVec<[SquadId; 10]> = meeting.iter().map(|m| m.0).collect();
        order.extend(self.p.squad_ids().filter(|q| !meeting.iter().any(|m| m.0 == *q)));
        for squad in order {
            let column = &grand.columns[squad.i()];
            let Some(counter) = column.groups.get(anchors[squad.i()]) else { continue };
            let due = chart.point(counter.hex);
            let at =
                if self.is_free(due) { due } else { self.next_free(due, counter.facing.back()) };
            self.put(squad, anchors[squad.i()], at, counter.facing);
        }
        anchors
    }

    /// The other Groups of a squadron, round its flagship.
    // FA-9.28
    fn place_squad(&mut self, grand: &Grand, squad: SquadId, anchor: usize) {
        let column = &grand.columns[squad.i()];
        if column.groups.is_empty() {
            return;
        }
        let flag = usize::from(column.flag);
        if anchor != flag {
            self.put_beside(grand, squad, anchor, flag);
        }
        for i in 0..column.groups.len() {
            if i != anchor && i != flag {
                self.put_beside(grand, squad, flag, i);
            }
        }
    }

    fn put_beside(&mut self, grand: &Grand, squad: SquadId, centre: usize, group: usize) {
        let column = &grand.columns[squad.i()];
        let (c, g) = (column.groups[centre], column.groups[group]);
        let at = self.point_of(squad, centre);
        let dir = match c.hex.towards(g.hex) {
            Some(dir) => dir,
            // From the same hex: ahead if before it in line, astern if behind.
            None if group < centre => c.facing,
            None => c.facing.back(),
        };
        let to = self.next_free(at, dir);
        self.put(squad, group, to, g.facing);
    }

    fn is_free(&self, p: Point) -> bool {
        self.p.battle.is_sea(p) && self.p.at(p, |_| true).is_empty()
    }

    /// The neighbour in a direction, or the next free one clockwise.
    fn next_free(&self, at: Point, dir: Dir) -> Point {
        (0..6).map(|k| at.step(dir.right(k))).find(|p| self.is_free(*p)).unwrap_or(at)
    }

    fn point_of(&self, squad: SquadId, group: usize) -> Point {
        self.p
            .line_of(squad)
            .find(|id| usize::from(self.p.battle.ships[id.i()].group) == group)
            .map_or(Point::default(), |id| self.p.ship(id).at)
    }

    /// A Group stands on a point, its facing become its heading.
    // FA-9.29: in Line Ahead or Bunch.
    fn put(&mut self, squad: SquadId, group: usize, at: Point, heading: Dir) {
        for id in self.p.line_of(squad) {
            if usize::from(self.p.battle.ships[id.i()].group) == group {
                let s = self.p.ship_mut(id);
                s.state = State::Ok;
                s.at = at;
                s.heading = heading;
                s.axis = None;
                s.marks = 0;
            }
        }
    }

    /// Frigates are placed by their owners, the leeward side first.
    // FA-9.30
    pub(crate) fn open_frigates(&mut self) {
        let most = |p: &Public, side: u8| {
            let groups = p.ships.iter().filter(|s| s.in_group() && s.side == Side(side));
            groups.map(|s| s.at.upwind(p.wind)).max()
        };
        let lee = if most(self.p, 0) <= most(self.p, 1) { Side(0) } else { Side(1) };
        let mut list: SmallVec<[ShipId; 16]> = SmallVec::new();
        for side in [lee, lee.other()] {
            for (id, s) in self.p.all() {
                if !s.line && s.side == side && s.state == State::Waiting {
                    list.push(id);
                }
            }
        }
        self.go(Kind::GrandPlace);
        self.p.phase.ships = list;
    }

    /// A frigate stands on a point, heading as her flagship.
    pub(crate) fn place_frigate(&mut self, id: ShipId, at: Point) {
        self.p.pending = SeatSet::EMPTY;
        self.p.phase.ships.remove(0);
        let squad = self.p.ship(id).squad;
        let heading = self.p.flag_heading(squad);
        let s = self.p.ship_mut(id);
        s.state = State::Ok;
        s.at = at;
        s.heading = heading;
        self.tell(Event::Placed { ship: id, at });
    }
}

/// May a frigate be placed there?
pub(crate) fn check_place(p: &Public, id: ShipId, at: Point) -> Result<(), Illegal> {
    let s = p.ship(id);
    if at.distance(p.flag_point(s.squad)) > 3 {
        return Err(Illegal::PlaceFar { point: at });
    }
    if !p.battle.is_sea(at) || !p.at(at, |o| o.side != s.side).is_empty() {
        return Err(Illegal::PlaceEnemy { point: at });
    }
    Ok(())
}

/// The points where a frigate may be placed.
pub(crate) fn places(p: &Public, id: ShipId, out: &mut dyn FnMut(Point)) {
    let centre = p.flag_point(p.ship(id).squad);
    for col in centre.col.saturating_sub(3)..=centre.col.saturating_add(3) {
        for row in centre.row.saturating_sub(4)..=centre.row.saturating_add(4) {
            let at = Point::new(col, row);
            if check_place(p, id, at).is_ok() {
                out(at);
            }
        }
    }
}

/// The seat that places the next frigate.
pub(crate) fn placing(p: &Public) -> Option<(ShipId, Seat)> {
    let id = *p.phase.ships.first()?;
    Some((id, p.controller(id)))
}
