//! Squares, headings, distances: pure geometry.

use core::fmt;
use core::num::NonZero;

/// A square, a1 = 0 to h8 = 63. It never is nothing: where there may be none, `Option<Square>`
/// says so and is as small.
// BG-0-BF1: eight by eight squares. BG-0-BF2: a1 to h8, rank 1 is South's home edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(NonZero<u8>);

/// Marks every stored square, so that none of them is zero.
const MARK: NonZero<u8> = NonZero::new(64).expect("64 is not zero");

impl Square {
    /// The square of a file and a rank, both from 0.
    pub const fn new(file: u8, rank: u8) -> Square {
        Square::at(rank * 8 + file)
    }

    /// The square of an index; what is beyond the board wraps around.
    pub const fn at(index: u8) -> Square {
        match NonZero::new(MARK.get() | (index & 63)) {
            Some(marked) => Square(marked),
            None => Square(MARK),
        }
    }

    /// File from 0 (a).
    pub const fn file(self) -> i8 {
        (self.index() & 7) as i8
    }

    /// Rank from 0 (South's home edge).
    pub const fn rank(self) -> i8 {
        (self.index() >> 3) as i8
    }

    /// The square as an index into tables.
    pub(crate) const fn index(self) -> usize {
        (self.0.get() & 63) as usize
    }

    /// The square as a set of one.
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// The neighbour in a direction, if it is on the board.
    pub const fn step(self, dir: Dir) -> Option<Square> {
        let (dx, dy) = dir.delta();
        let (x, y) = (self.file() + dx, self.rank() + dy);
        if x >= 0 && x < 8 && y >= 0 && y < 8 { Some(Square::new(x as u8, y as u8)) } else { None }
    }

    /// Reads `d4`.
    pub(crate) fn parse(text: &str) -> Option<Square> {
        let [file, rank] = text.as_bytes() else { return None };
        let file = file.to_ascii_lowercase();
        ((b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(rank))
            .then(|| Square::new(file - b'a', rank - b'1'))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

/// The squares of a set, in order.
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = Square::at(set.trailing_zeros() as u8);
        set &= set - 1;
        Some(square)
    })
}

/// A direction of a step; the first four are headings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Dir {
    /// North.
    N,
    /// East.
    E,
    /// South.
    S,
    /// West.
    W,
    /// North-east, for submerged boats.
    NE,
    /// South-east.
    SE,
    /// South-west.
    SW,
    /// North-west.
    NW,
}

impl Dir {
    /// All eight; headings first.
    pub const ALL: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];
    /// The four headings.
    pub const HEADINGS: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];

    /// Change of file and rank.
    pub(crate) const fn delta(self) -> (i8, i8) {
        match self {
            Dir::N => (0, 1),
            Dir::E => (1, 0),
            Dir::S => (0, -1),
            Dir::W => (-1, 0),
            Dir::NE => (1, 1),
            Dir::SE => (1, -1),
            Dir::SW => (-1, -1),
            Dir::NW => (-1, 1),
        }
    }

    /// Is it one of the four headings?
    pub const fn is_straight(self) -> bool {
        (self as u8) < 4
    }

    /// The two directions abeam of a heading: right, then left.
    pub const fn beams(self) -> [Dir; 2] {
        match self {
            Dir::N => [Dir::E, Dir::W],
            Dir::E => [Dir::S, Dir::N],
            Dir::S => [Dir::W, Dir::E],
            _ => [Dir::N, Dir::S],
        }
    }

    /// How it is written.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Dir::N => "N",
            Dir::E => "E",
            Dir::S => "S",
            Dir::W => "W",
            Dir::NE => "NE",
            Dir::SE => "SE",
            Dir::SW => "SW",
            Dir::NW => "NW",
        }
    }

    /// Reads a direction.
    pub(crate) fn parse(text: &str) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| dir.code().eq_ignore_ascii_case(text))
    }

    /// Reads a heading.
    pub(crate) fn parse_heading(text: &str) -> Option<Dir> {
        Dir::parse(text).filter(|dir| dir.is_straight())
    }
}

/// How distance is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Steps along files and ranks.
    Orth,
    /// The greater of the two differences.
    King,
}

/// Distance between two squares: what range and adjacency are measured in.
pub(crate) const fn distance(metric: Metric, a: Square, b: Square) -> u8 {
    // BG-4-AR2: the target's square counts, the attacker's does not.
    let dx = (a.file() - b.file()).unsigned_abs();
    let dy = (a.rank() - b.rank()).unsigned_abs();
    match metric {
        // BG-4-AR3: orthogonal steps are the default.
        Metric::Orth => dx + dy,
        // BG-4-AR4: metric=king takes the greater difference.
        Metric::King => {
            if dx > dy {
                dx
            } else {
                dy
            }
        }
    }
}

/// The squares at distance 1.
pub const fn neighbours(metric: Metric, square: Square) -> u64 {
    let mut set = 0;
    let mut i = 0;
    let n = match metric {
        Metric::Orth => 4,
        Metric::King => 8,
    };
    while i < n {
        if let Some(next) = square.step(Dir::ALL[i]) {
            set |= next.bit();
        }
        i += 1;
    }
    set
}

/// What lies on a square for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Scenery {
    /// Nobody enters, nobody sees through.
    Island,
    /// Destroyers and surfaced boats only.
    Shallows,
    /// Everybody, but stop; nobody sees through.
    Fog,
    /// Nobody enters; everybody sees over it.
    SandBank,
}

impl Scenery {
    /// All four.
    pub const ALL: [Scenery; 4] =
        [Scenery::Island, Scenery::Shallows, Scenery::Fog, Scenery::SandBank];

    /// How it is written.
    pub const fn code(self) -> &'static str {
        match self {
            Scenery::Island => "IS",
            Scenery::Shallows => "SH",
            Scenery::Fog => "FG",
            Scenery::SandBank => "SB",
        }
    }

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Scenery::Island => "an Island",
            Scenery::Shallows => "Shallow Waters",
            Scenery::Fog => "a Bank of Fog",
            Scenery::SandBank => "a Sand Bank",
        }
    }

    /// How many cards there are of it.
    pub(crate) const fn supply(self) -> u32 {
        // BG-0-BF8: six of each, four Sand Banks.
        match self {
            Scenery::SandBank => 4,
            _ => 6,
        }
    }

    /// Reads a code.
    pub(crate) fn parse(text: &str) -> Option<Scenery> {
        Scenery::ALL.into_iter().find(|card| card.code().eq_ignore_ascii_case(text))
    }
}

/// The scenery of a battlefield, one set of squares per card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sea {
    sets: [u64; 4],
}

/// Ranks 3 to 6.
pub(crate) const SCENERY_ROWS: u64 = 0x0000_ffff_ffff_0000;

impl Sea {
    /// The squares with this card.
    pub const fn of(&self, card: Scenery) -> u64 {
        self.sets[card as usize]
    }

    /// Squares with any card.
    pub(crate) const fn any(&self) -> u64 {
        self.sets[0] | self.sets[1] | self.sets[2] | self.sets[3]
    }

    /// What lies on a square.
    pub fn at(&self, square: Square) -> Option<Scenery> {
        Scenery::ALL.into_iter().find(|card| self.of(*card) & square.bit() != 0)
    }

    /// Lays a card.
    pub(crate) fn lay(&mut self, square: Square, card: Scenery) {
        self.sets[card as usize] |= square.bit();
    }

    /// Squares nobody enters.
    pub const fn closed(&self) -> u64 {
        // BG-0-IS1 and BG-0-SB1: no naval unit enters an Island or a Sand Bank.
        self.of(Scenery::Island) | self.of(Scenery::SandBank)
    }

    /// Squares a submerged boat may not enter.
    pub const fn closed_below(&self) -> u64 {
        // BG-0-SH4: nor, submerged, Shallow Waters.
        self.closed() | self.of(Scenery::Shallows)
    }

    /// Would the open water fall apart? Open: no Island, Shallows, Sand Bank.
    pub(crate) const fn is_split(&self) -> bool {
        // BG-0-BF9: open squares stay connected by orthogonal steps.
        let open = !self.closed_below();
        if open == 0 {
            return false;
        }
        let mut seen = open & open.wrapping_neg();
        loop {
            let next = (seen
                | seen << 8
                | seen >> 8
                | (seen & 0x7f7f_7f7f_7f7f_7f7f) << 1
                | (seen & 0xfefe_fefe_fefe_fefe) >> 1)
                & open;
            if next == seen {
                return seen != open;
            }
            seen = next;
        }
    }
}
