//! Spaces, directions, islands and the chart: pure geometry.
//!
//! The chart holds everything that does not change once the pieces lie:
//! terrain, spits, reefs, ports and their harbours, and from them, for every
//! space, the directions in which a ship may leave it and a shot may cross
//! its border.

use admiralty_core::Seat;
use core::fmt;

/// Columns of the widest field.
pub(crate) const COLS: u8 = 24;
/// Rows of the highest field.
pub(crate) const ROWS: u8 = 28;
/// Spaces of the largest field.
pub(crate) const N_SPACES: usize = COLS as usize * ROWS as usize;

/// A square of the sea field. SE-3.1.5a: everything lies exactly on spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Space(pub u16);

impl Space {
    /// Not on the field.
    pub const NONE: Space = Space(u16::MAX);

    /// Column 0 is A, the western edge; row 0 is the northern edge (SE-R2).
    pub const fn new(col: u8, row: u8) -> Space {
        Space(row as u16 * COLS as u16 + col as u16)
    }

    /// Column from 0.
    pub const fn col(self) -> u8 {
        (self.0 % COLS as u16) as u8
    }

    /// Row from 0.
    pub const fn row(self) -> u8 {
        (self.0 / COLS as u16) as u8
    }

    /// As an index into tables of spaces.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Is it on the field at all?
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    /// The next space in a direction; only where the chart says there is one.
    #[must_use]
    pub const fn next(self, dir: Dir) -> Space {
        Space(self.0.wrapping_add_signed(STEP[dir.0 as usize]))
    }

    /// The space `n` steps away, if it is inside 24 by 28.
    pub fn offset(self, dir: Dir, n: u8) -> Option<Space> {
        let col = i16::from(self.col()) + i16::from(DX[dir.index()]) * i16::from(n);
        let row = i16::from(self.row()) + i16::from(DY[dir.index()]) * i16::from(n);
        let inside = (0..i16::from(COLS)).contains(&col) && (0..i16::from(ROWS)).contains(&row);
        inside.then(|| Space::new(col as u8, row as u8))
    }

    /// The larger of column and row difference.
    pub const fn distance(self, other: Space) -> u8 {
        let cols = self.col().abs_diff(other.col());
        let rows = self.row().abs_diff(other.row());
        if cols > rows { cols } else { rows }
    }

    /// Direction and distance to another space, if it lies on one of the eight
    /// lines. SE-3.3.2.8: fire goes only along them.
    pub const fn line_to(self, other: Space) -> Option<(Dir, u8)> {
        let dx = other.col() as i8 - self.col() as i8;
        let dy = other.row() as i8 - self.row() as i8;
        let (ax, ay) = (dx.unsigned_abs(), dy.unsigned_abs());
        if (ax != 0 && ay != 0 && ax != ay) || (ax == 0 && ay == 0) {
            return None;
        }
        let dir = match (dx.signum(), dy.signum()) {
            (0, -1) => 0,
            (1, -1) => 1,
            (1, 0) => 2,
            (1, 1) => 3,
            (0, 1) => 4,
            (-1, 1) => 5,
            (-1, 0) => 6,
            _ => 7,
        };
        Some((Dir(dir), if ax > ay { ax } else { ay }))
    }
}

/// Signs of the names of all spaces, each behind the sign for a fort, and how many of them count.
const SIGNS: &[([u8; 4], usize); N_SPACES] = &{
    let mut signs = [([b'@', b'A', b'1', b'0'], 0); N_SPACES];
    let mut i = 0;
    while i < N_SPACES {
        let (column, row) = (b'A' + (i % COLS as usize) as u8, (i / COLS as usize) as u8 + 1);
        signs[i] = if row < 10 {
            ([b'@', column, b'0' + row, 0], 3)
        } else {
            ([b'@', column, b'0' + row / 10, b'0' + row % 10], 4)
        };
        i += 1;
    }
    signs
};

/// Names of the forts on all spaces. Views name hundreds of spaces: a lookup costs less than formatting.
static FORTS: [&str; N_SPACES] = {
    let mut names = [""; N_SPACES];
    let mut i = 0;
    while i < N_SPACES {
        let (signs, n) = &SIGNS[i];
        names[i] = match core::str::from_utf8(signs.split_at(*n).0) {
            Ok(name) => name,
            Err(_) => panic!("letters and digits are text"),
        };
        i += 1;
    }
    names
};

impl Space {
    /// Its name: `L7`; nothing for a space that is none.
    pub(crate) fn name(self) -> &'static str {
        self.fort_name().get(1..).unwrap_or_default()
    }

    /// The name of a fort here: `@L7`.
    pub(crate) fn fort_name(self) -> &'static str {
        FORTS.get(self.index()).copied().unwrap_or_default()
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of the eight directions, 0 = north, then clockwise (SE-3.2.1d).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Dir(pub u8);

const DX: [i8; 8] = [0, 1, 1, 1, 0, -1, -1, -1];
const DY: [i8; 8] = [-1, -1, 0, 1, 1, 1, 0, -1];
const STEP: [i16; 8] = [-24, -23, 1, 25, 24, 23, -1, -25];
/// Names of the directions.
pub(crate) const DIR_NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

impl Dir {
    /// All eight, clockwise from north.
    pub const ALL: [Dir; 8] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5), Dir(6), Dir(7)];

    /// As an index into tables of directions.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Does it run along a diagonal?
    pub const fn is_diagonal(self) -> bool {
        self.0 & 1 == 1
    }

    /// Its bit in a mask of directions.
    pub const fn bit(self) -> u8 {
        1 << self.0
    }

    /// The direction `n` steps of 45° clockwise.
    #[must_use]
    pub const fn turned(self, n: i8) -> Dir {
        Dir((self.0 as i8 + n).rem_euclid(8) as u8)
    }

    /// The direction straight back.
    #[must_use]
    pub const fn opposite(self) -> Dir {
        Dir((self.0 + 4) & 7)
    }

    /// Number of 45° steps between two directions, 0 to 4.
    pub const fn deviation(self, other: Dir) -> u8 {
        let d = self.0.abs_diff(other.0);
        if d > 4 { 8 - d } else { d }
    }

    /// How far west–east and north–south a step goes.
    pub const fn delta(self) -> (i8, i8) {
        (DX[self.0 as usize], DY[self.0 as usize])
    }

    /// Reads a name such as `NW`.
    pub fn parse(text: &str) -> Option<Dir> {
        DIR_NAMES.iter().position(|name| name.eq_ignore_ascii_case(text)).map(|i| Dir(i as u8))
    }
}

impl Dir {
    /// Its name: `NE`.
    pub(crate) const fn name(self) -> &'static str {
        DIR_NAMES[self.index()]
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells([u64; 11]);

impl Default for Cells {
    fn default() -> Self {
        Cells::EMPTY
    }
}

impl Cells {
    /// No space.
    pub const EMPTY: Cells = Cells([0; 11]);

    /// Is the space in the set? Off the field is in none.
    #[inline]
    pub const fn has(&self, space: Space) -> bool {
        let i = space.0 as usize;
        i < N_SPACES && self.0[i >> 6] >> (i & 63) & 1 == 1
    }

    /// Adds a space.
    pub const fn add(&mut self, space: Space) {
        let i = space.0 as usize;
        self.0[i >> 6] |= 1 << (i & 63);
    }

    /// Takes a space out.
    pub const fn remove(&mut self, space: Space) {
        let i = space.0 as usize;
        self.0[i >> 6] &= !(1 << (i & 63));
    }

    /// Adds all spaces of another set.
    pub fn add_all(&mut self, other: &Cells) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
    }

    /// The spaces in order.
    pub fn iter(&self) -> impl Iterator<Item = Space> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut word = word;
            core::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    Space((i * 64) as u16 + bit as u16)
                })
            })
        })
    }

    /// How many spaces are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Is no space in it?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

/// What a space is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// Outside the field.
    Off,
    /// Open water.
    Sea,
    /// More than half sea, some land (SE-3.1.5.2d).
    Coast,
    /// More than half land.
    Land,
}

/// An island overlay. SE-2e: one Snake, two Monu, two Volcanic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Isle {
    /// 5 by 3.
    Snake,
    /// 4 by 2.
    Monu,
    /// 3 by 3.
    Volcanic,
}

/// The islands with their names and how many of each are in the box.
pub(crate) const ISLES: [(Isle, &str, u8); 3] =
    [(Isle::Snake, "snake", 1), (Isle::Monu, "monu", 2), (Isle::Volcanic, "volcanic", 2)];

impl Isle {
    const fn shape(self) -> &'static [&'static [u8]] {
        match self {
            Isle::Snake => &[b"c##c.", b"c###c", b".c##c"],
            Isle::Monu => &[b"c##c", b"c##c"],
            Isle::Volcanic => &[b"c#c", b"###", b"c#c"],
        }
    }

    /// Spits at rotation 0: column, row, barred direction.
    const fn spits(self) -> &'static [(u8, u8, u8)] {
        match self {
            Isle::Snake => &[(3, 0, 3), (4, 1, 7), (1, 2, 7), (0, 1, 3)],
            Isle::Monu => &[(0, 0, 4), (0, 1, 0), (3, 0, 4), (3, 1, 0)],
            Isle::Volcanic => &[],
        }
    }

    /// Its name in notation.
    pub fn name(self) -> &'static str {
        ISLES[self as usize].1
    }
}

/// An island where it lies: north-west corner and quarter turns clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Island {
    /// Which overlay.
    pub isle: Isle,
    /// Its north-west corner.
    pub corner: Space,
    /// Quarter turns clockwise, 0 to 3.
    pub turns: u8,
}

impl Island {
    /// Width and height as it lies.
    pub fn size(self) -> (u8, u8) {
        let shape = self.isle.shape();
        let (w, h) = (shape[0].len() as u8, shape.len() as u8);
        if self.turns & 1 == 1 { (h, w) } else { (w, h) }
    }

    /// Each space it covers with its terrain and barred directions; `None` if
    /// a part lies outside 24 by 28. SE-3.1.5.3a: its grid is the field's grid.
    pub fn cells(self) -> Option<impl Iterator<Item = (Space, Terrain, u8)>> {
        let (width, height) = self.size();
        let (col, row) = (self.corner.col(), self.corner.row());
        if col + width > COLS || row + height > ROWS {
            return None;
        }
        let shape = self.isle.shape();
        let (w, h) = (shape[0].len() as u8, shape.len() as u8);
        Some((0..h).flat_map(move |y| {
            (0..w).map(move |x| {
                let (tx, ty) = match self.turns {
                    0 => (x, y),
                    1 => (h - 1 - y, x),
                    2 => (w - 1 - x, h - 1 - y),
                    _ => (y, w - 1 - x),
                };
                let terrain = match shape[y as usize][x as usize] {
                    b'#' => Terrain::Land,
                    b'c' => Terrain::Coast,
                    _ => Terrain::Sea,
                };
                let barred = self
                    .isle
                    .spits()
                    .iter()
                    .filter(|(sx, sy, _)| (*sx, *sy) == (x, y))
                    .fold(0, |mask, (_, _, dir)| mask | 1 << ((dir + 2 * self.turns) & 7));
                (Space::new(col + tx, row + ty), terrain, barred)
            })
        }))
    }
}

/// Everything about the field that stays: see the module.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Columns in use.
    pub cols: u8,
    /// Rows in use.
    pub rows: u8,
    /// Islands that lie.
    pub islands: smallvec::SmallVec<[Island; 5]>,
    /// Reefs.
    pub reefs: Cells,
    /// Spaces of forts and ruins, in the order of the forts.
    pub forts: smallvec::SmallVec<[Space; 8]>,
    /// Royal Ports: owner and space.
    pub royal_ports: smallvec::SmallVec<[(Seat, Space); 2]>,
    terrain: [Terrain; N_SPACES],
    barred: [u8; N_SPACES],
    /// Directions in which a ship may leave a space, ships and harbours' owners apart.
    steps: [u8; N_SPACES],
    /// Directions in which a line may cross the border of a space.
    lines: [u8; N_SPACES],
    /// The same without spits: for forts, whose walls are high.
    corners: [u8; N_SPACES],
    /// Land and ports: they stop fire.
    pub solid: Cells,
    /// Every port's harbour.
    pub harbours: Cells,
    /// Harbour of each fort.
    pub fort_harbour: smallvec::SmallVec<[Cells; 8]>,
    /// Harbour of each Royal Port.
    pub royal_harbour: smallvec::SmallVec<[Cells; 2]>,
    /// Spaces for one ship only.
    pub single: Cells,
}

impl Chart {
    /// An empty field.
    pub fn new(cols: u8, rows: u8) -> Chart {
        let mut chart = Chart {
            cols,
            rows,
            islands: Default::default(),
            reefs: Cells::EMPTY,
            forts: Default::default(),
            royal_ports: Default::default(),
            terrain: [Terrain::Off; N_SPACES],
            barred: [0; N_SPACES],
            steps: [0; N_SPACES],
            lines: [0; N_SPACES],
            corners: [0; N_SPACES],
            solid: Cells::EMPTY,
            harbours: Cells::EMPTY,
            fort_harbour: Default::default(),
            royal_harbour: Default::default(),
            single: Cells::EMPTY,
        };
        chart.rebuild();
        chart
    }

    /// Every space of the field, row by row.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        let (cols, rows) = (self.cols, self.rows);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Space::new(col, row)))
    }

    /// What the space is made of.
    pub fn terrain(&self, space: Space) -> Terrain {
        self.terrain.get(space.index()).copied().unwrap_or(Terrain::Off)
    }

    /// Is it a space of the field?
    pub fn contains(&self, space: Space) -> bool {
        self.terrain(space) != Terrain::Off
    }

    /// Barred directions of a space.
    pub fn spits(&self, space: Space) -> u8 {
        self.barred[space.index()]
    }

    /// Directions in which a ship may leave a space, other ships apart.
    #[inline]
    pub fn steps(&self, space: Space) -> u8 {
        self.steps[space.index()]
    }

    /// May a line cross from this space in this direction?
    #[inline]
    pub fn line_open(&self, space: Space, dir: Dir) -> bool {
        self.lines[space.index()] & dir.bit() != 0
    }

    /// The same, spits left aside.
    #[inline]
    pub fn corner_open(&self, space: Space, dir: Dir) -> bool {
        self.corners[space.index()] & dir.bit() != 0
    }

    /// The neighbours of a space inside the field, clockwise from north.
    pub fn neighbours(&self, space: Space) -> impl Iterator<Item = (Dir, Space)> + '_ {
        Dir::ALL.into_iter().filter_map(move |dir| {
            let next = space.offset(dir, 1)?;
            self.contains(next).then_some((dir, next))
        })
    }

    /// How many ships fit. SE-3.3.1.2a: two on a sea space of a harbour,
    /// SE-3.3.1.2b: one on a coastal space, SE-3.3.1.2c: one on open sea.
    pub fn capacity(&self, space: Space) -> u8 {
        if self.single.has(space) { 1 } else { 2 }
    }

    /// Does what sinks here stay within reach? SE-R94: coast, beside Land, or the rim.
    pub fn is_shallow(&self, space: Space) -> bool {
        self.terrain(space) == Terrain::Coast
            || space.col() == 0
            || space.row() == 0
            || space.col() + 1 == self.cols
            || space.row() + 1 == self.rows
            || self.neighbours(space).any(|(_, s)| self.terrain(s) == Terrain::Land)
    }

    /// Is a port of any kind on this space?
    pub fn has_port(&self, space: Space) -> bool {
        self.forts.contains(&space) || self.royal_ports.iter().any(|(_, s)| *s == space)
    }

    /// Works everything out anew after a piece was placed.
    pub fn rebuild(&mut self) {
        self.terrain = [Terrain::Off; N_SPACES];
        self.barred = [0; N_SPACES];
        for space in self.spaces() {
            self.terrain[space.index()] = Terrain::Sea;
        }
        for island in self.islands.clone() {
            for (space, terrain, barred) in island.cells().into_iter().flatten() {
                self.terrain[space.index()] = terrain;
                self.barred[space.index()] |= barred;
            }
        }
        self.rebuild_harbours();
        self.rebuild_borders();
    }

    /// SE-3.1.5.1h, SE-3.1.5.2c: all sea and coastal spaces around a port are its harbour.
    fn rebuild_harbours(&mut self) {
        self.solid = Cells::EMPTY;
        for space in self.spaces() {
            if self.terrain(space) == Terrain::Land || self.has_port(space) {
                self.solid.add(space);
            }
        }
        let around = |chart: &Chart, port: Space| {
            let mut cells = Cells::EMPTY;
            for (_, space) in chart.neighbours(port) {
                if !chart.solid.has(space) && !chart.reefs.has(space) {
                    cells.add(space);
                }
            }
            cells
        };
        self.fort_harbour = self.forts.iter().map(|&port| around(self, port)).collect();
        self.royal_harbour = self.royal_ports.iter().map(|&(_, port)| around(self, port)).collect();
        self.harbours = Cells::EMPTY;
        for cells in self.fort_harbour.clone().iter().chain(&self.royal_harbour.clone()) {
            self.harbours.add_all(cells);
        }
        self.single = Cells::EMPTY;
        for space in self.spaces() {
            if self.terrain(space) != Terrain::Sea || !self.harbours.has(space) {
                self.single.add(space);
            }
        }
    }

    /// SE-3.3.1.4a: a border at sea is open from any side; SE-3.3.1.4b, SE-R9:
    /// spits and the corner between two Land spaces bar it.
    fn rebuild_borders(&mut self) {
        self.steps = [0; N_SPACES];
        self.lines = [0; N_SPACES];
        self.corners = [0; N_SPACES];
        for space in self.spaces() {
            let i = space.index();
            for dir in Dir::ALL {
                let Some(next) = space.offset(dir, 1).filter(|&s| self.contains(s)) else {
                    continue;
                };
                if dir.is_diagonal()
                    && [-1, 1].iter().all(|&side| {
                        space
                            .offset(dir.turned(side), 1)
                            .is_some_and(|s| self.terrain(s) == Terrain::Land)
                    })
                {
                    continue;
                }
                self.corners[i] |= dir.bit();
                let spit = self.barred[i] & dir.bit() != 0
                    || self.barred[next.index()] & dir.opposite().bit() != 0;
                if spit {
                    continue;
                }
                self.lines[i] |= dir.bit();
                // SE-3.3.1.3a: no Land, SE-3.3.1.3b: no reef, SE-3.3.1.3c: no fort.
                if !self.solid.has(next) && !self.reefs.has(next) {
                    self.steps[i] |= dir.bit();
                }
            }
        }
    }
}
