//! The lattice of points: headings, distance, attitude to the wind, upwind
//! number, arcs of fire and what lies between two points. Pure geometry.

use core::fmt;

/// One of the six directions, numbered clockwise from the top of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Dir {
    /// Top of the map.
    #[default]
    N,
    /// 60 degrees right of the top.
    NE,
    /// 120 degrees right.
    SE,
    /// Bottom of the map.
    S,
    /// 120 degrees left of the top.
    SW,
    /// 60 degrees left.
    NW,
}

impl Dir {
    /// All six, clockwise.
    pub const ALL: [Dir; 6] = [Dir::N, Dir::NE, Dir::SE, Dir::S, Dir::SW, Dir::NW];

    /// Turned right by `steps` of 60 degrees.
    #[must_use]
    pub const fn right(self, steps: u8) -> Dir {
        Dir::ALL[((self as u8 + steps % 6) % 6) as usize]
    }

    /// Turned left by `steps` of 60 degrees.
    #[must_use]
    pub const fn left(self, steps: u8) -> Dir {
        Dir::ALL[((self as u8 + 6 - steps % 6) % 6) as usize]
    }

    /// The opposite direction.
    #[must_use]
    pub const fn back(self) -> Dir {
        self.right(3)
    }

    /// How many steps of 60 degrees clockwise from `other` to this, 0 to 5.
    pub const fn from(self, other: Dir) -> u8 {
        (self as u8 + 6 - other as u8) % 6
    }

    /// The smaller turn between the two, 0 to 3 steps.
    pub const fn turn(self, other: Dir) -> u8 {
        let k = self.from(other);
        if k > 3 { 6 - k } else { k }
    }

    /// Are the courses equal or opposite?
    pub const fn is_parallel(self, other: Dir) -> bool {
        self as u8 % 3 == other as u8 % 3 // FA-7.21: equal or opposite headings.
    }

    /// Its name: `N`, `NE`, …
    pub const fn name(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }

    /// Reads a name.
    pub fn parse(text: &str) -> Option<Dir> {
        Dir::ALL.into_iter().find(|d| d.name() == text)
    }

    const fn vector(self) -> (i16, i16) {
        [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][self as usize]
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A point of the lattice (or a hex of the Grand Tactical map): column and
/// row, each from 1. Even columns stand half a point lower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point {
    /// Column, left to right.
    pub col: u8,
    /// Row, top to bottom.
    pub row: u8,
}

/// How a second point lies from a first, as far as guns reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearing {
    /// The same point.
    Same,
    /// The neighbour in this direction.
    Next(Dir),
    /// Two points off, straight in this direction.
    Straight(Dir),
    /// Two points off, between this direction and the next one clockwise.
    Oblique(Dir),
    /// Three points or more.
    Far,
}

impl Point {
    /// A point by column and row.
    pub const fn new(col: u8, row: u8) -> Point {
        Point { col, row }
    }

    /// The neighbour in a direction. It may lie off the map.
    // FA-2.01: six neighbours, all at distance 1.
    // FA-10.01: two adjacent points have exactly two neighbours in common.
    #[must_use]
    pub const fn step(self, dir: Dir) -> Point {
        let Point { col, row } = self;
        let odd = col % 2 == 1;
        match dir {
            Dir::N => Point { col, row: row.wrapping_sub(1) },
            Dir::S => Point { col, row: row.wrapping_add(1) },
            Dir::NE | Dir::NW => Point {
                col: if matches!(dir, Dir::NE) { col.wrapping_add(1) } else { col.wrapping_sub(1) },
                row: if odd { row.wrapping_sub(1) } else { row },
            },
            Dir::SE | Dir::SW => Point {
                col: if matches!(dir, Dir::SE) { col.wrapping_add(1) } else { col.wrapping_sub(1) },
                row: if odd { row } else { row.wrapping_add(1) },
            },
        }
    }

    /// Axial coordinates.
    pub const fn axial(self) -> (i16, i16) {
        let (c, r) = (self.col as i16 - 1, self.row as i16 - 1);
        (c, r - (c - (c & 1)) / 2)
    }

    /// The column and row of axial coordinates, which may be off any map.
    pub const fn from_axial(q: i16, r: i16) -> (i16, i16) {
        (q + 1, r + (q - (q & 1)) / 2 + 1)
    }

    /// Distance in points.
    // FA-2.02: movement and range are lattice distance.
    pub const fn distance(self, other: Point) -> u8 {
        let (q, r) = self.offset(other);
        let (a, b, c) = (q.unsigned_abs(), r.unsigned_abs(), (q + r).unsigned_abs());
        let m = if a > b { a } else { b };
        (if m > c { m } else { c }) as u8
    }

    const fn offset(self, other: Point) -> (i16, i16) {
        let (q, r) = self.axial();
        let (p, s) = other.axial();
        (p - q, s - r)
    }

    /// How `other` lies from here.
    pub fn bearing(self, other: Point) -> Bearing {
        if self == other {
            return Bearing::Same;
        }
        let off = self.offset(other);
        if off.0.abs() > 2 || off.1.abs() > 2 || (off.0 + off.1).abs() > 2 {
            return Bearing::Far;
        }
        for d in Dir::ALL {
            let (q, r) = d.vector();
            if off == (q, r) {
                return Bearing::Next(d);
            }
            if off == (2 * q, 2 * r) {
                return Bearing::Straight(d);
            }
            let (p, s) = d.right(1).vector();
            if off == (q + p, r + s) {
                return Bearing::Oblique(d);
            }
        }
        Bearing::Far
    }

    /// The direction to a neighbour.
    pub fn towards(self, next: Point) -> Option<Dir> {
        match self.bearing(next) {
            Bearing::Next(d) => Some(d),
            _ => None,
        }
    }

    /// How far upwind the point lies: one step into the wind adds 2, one step
    /// 60 degrees off it adds 1, and points on one line at right angles to the
    /// wind are equal.
    pub const fn upwind(self, wind: Dir) -> i16 {
        let (q, r) = self.axial();
        let (wq, wr) = wind.vector();
        2 * (q * wq + r * wr) + (q * wr + r * wq)
    }

    /// Reads `2020`.
    pub fn parse(text: &str) -> Option<Point> {
        if text.len() != 4 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let n: u16 = text.parse().ok()?;
        let p = Point { col: (n / 100) as u8, row: (n % 100) as u8 };
        (p.col > 0 && p.row > 0).then_some(p)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.col, self.row)
    }
}

/// How a heading lies to the wind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attitude {
    /// Into the wind: forbidden.
    Upwind,
    /// 60 degrees off it.
    CloseHauled,
    /// 120 degrees off it, sailing large.
    BroadReach,
    /// Straight before it.
    Running,
}

impl Attitude {
    /// The attitude of a heading with the wind from `wind`.
    pub const fn of(heading: Dir, wind: Dir) -> Attitude {
        match heading.from(wind) {
            // FA-6.04: 60 degrees is close hauled, 120 a broad reach, 180 running.
            0 => Attitude::Upwind,
            1 | 5 => Attitude::CloseHauled,
            2 | 4 => Attitude::BroadReach,
            _ => Attitude::Running,
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Attitude::Upwind => "in irons",
            Attitude::CloseHauled => "close hauled",
            Attitude::Running => "running",
            Attitude::BroadReach => "broad reach",
        }
    }
}

/// Where a ship on this heading is left when she misses stays.
pub fn missed_stays(heading: Dir, wind: Dir) -> Dir {
    // FA-8.92: a broad reach on the opposite tack.
    if heading.from(wind) == 1 { wind.left(2) } else { wind.right(2) }
}

/// The points that touch both ends of a shot at two points: one if straight, two if oblique.
pub fn between(from: Point, bearing: Bearing) -> [Option<Point>; 2] {
    match bearing {
        Bearing::Straight(d) => [Some(from.step(d)), None],
        Bearing::Oblique(d) => [Some(from.step(d)), Some(from.step(d.right(1)))],
        _ => [None, None],
    }
}

/// A set of points, up to 99 by 99.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PointSet(alloc::vec::Vec<u64>);

impl PointSet {
    /// Is it in the set?
    pub fn has(&self, p: Point) -> bool {
        let i = usize::from(p.col) * 100 + usize::from(p.row);
        p.row < 100 && self.0.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1)
    }

    /// Adds a point.
    pub fn add(&mut self, p: Point) {
        let i = usize::from(p.col) * 100 + usize::from(p.row);
        if self.0.len() <= i / 64 {
            self.0.resize(i / 64 + 1, 0);
        }
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Has it no point?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// All points, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        (1..=99u8)
            .flat_map(|col| (1..=99u8).map(move |row| Point { col, row }))
            .filter(|p| self.has(*p))
    }
}

/// A rectangle of points, up to 99 by 99.
// FA-10.03: the map is a rectangle of columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Columns.
    pub cols: u8,
    /// Rows.
    pub rows: u8,
}

impl Extent {
    /// Is the point on the map?
    pub const fn has(self, p: Point) -> bool {
        p.col >= 1 && p.col <= self.cols && p.row >= 1 && p.row <= self.rows
    }

    /// Which edges a point beyond the map lies behind: N 1, E 2, S 4, W 8.
    pub const fn edges(self, p: Point) -> u8 {
        let mut edges = 0;
        if p.row < 1 || p.row > 200 {
            edges |= 1;
        } else if p.row > self.rows {
            edges |= 4;
        }
        if p.col < 1 || p.col > 200 {
            edges |= 8;
        } else if p.col > self.cols {
            edges |= 2;
        }
        edges
    }
}
