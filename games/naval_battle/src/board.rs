//! The sea: squares, islands, home rows, steps. Pure geometry.
//!
//! All boards share one numbering, ten squares to a row, so that a set of
//! squares is one 128-bit number and a step is a shift.

use crate::state::WHITE;
use admiralty_core::Side;
use core::fmt;

/// Squares from one row to the next.
pub(crate) const STRIDE: u8 = 10;
/// Squares of the largest board, 10 columns by 12 rows.
pub(crate) const N_SQUARES: usize = 120;

/// A square: row times ten plus column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The square in this column and row, both from 0; `None` beyond ten columns or twelve rows.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < 10 && row < 12 { Some(Square(row * STRIDE + column)) } else { None }
    }

    /// Column from 0.
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// Row from 0.
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn bit(self) -> u128 {
        1 << self.0
    }

    /// Differences of column and row to another square.
    pub(crate) const fn to(self, other: Square) -> (i8, i8) {
        (other.column() as i8 - self.column() as i8, other.row() as i8 - self.row() as i8)
    }

    /// Reads `a1` to `j12`, and says how many signs it took.
    pub(crate) fn read(text: &str) -> Option<(Square, usize)> {
        let bytes = text.as_bytes();
        let column = bytes.first()?.to_ascii_lowercase();
        if !column.is_ascii_lowercase() || column > b'j' {
            return None;
        }
        let digits = bytes[1..].iter().take(3).take_while(|b| b.is_ascii_digit()).count();
        let row: u8 = text.get(1..1 + digits)?.parse().ok()?;
        if digits == 0 || bytes[1] == b'0' || row > 12 {
            return None;
        }
        Some((Square::new(column - b'a', row - 1)?, 1 + digits))
    }

    /// Reads a text that is one square and nothing else.
    pub fn parse(text: &str) -> Option<Square> {
        let (square, len) = Square::read(text)?;
        (len == text.len()).then_some(square)
    }
}

/// Names of all squares: signs and how many of them count. Views name every
/// piece's square after every move; a lookup costs less than formatting.
static NAMES: [([u8; 3], u8); 12 * STRIDE as usize] = {
    let mut names = [([0; 3], 0); 12 * STRIDE as usize];
    let mut i = 0;
    while i < names.len() {
        let (column, row) = (b'a' + i as u8 % STRIDE, i as u8 / STRIDE + 1);
        names[i] = if row < 10 {
            ([column, b'0' + row, 0], 2)
        } else {
            ([column, b'0' + row / 10, b'0' + row % 10], 3)
        };
        i += 1;
    }
    names
};

impl Square {
    /// Its name: `d4`.
    pub fn name(self) -> &'static str {
        let (signs, n) = &NAMES[self.0 as usize];
        core::str::from_utf8(&signs[..*n as usize]).unwrap_or_default()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares.
pub(crate) type Squares = u128;

/// The squares of a set, from a1 on.
#[inline]
pub(crate) fn squares(set: Squares) -> impl Iterator<Item = Square> + Clone {
    // Two halves of 64 bits are walked faster than one of 128.
    let (mut left, mut high, mut first) = (set as u64, (set >> 64) as u64, 0);
    core::iter::from_fn(move || {
        if left == 0 {
            (left, high, first) = (high, 0, 64);
            if left == 0 {
                return None;
            }
        }
        let i = left.trailing_zeros() as u8 + first;
        left &= left - 1;
        Some(Square(i))
    })
}

/// Calls `each` for every square of a set, from a1 on. Lists of moves are made
/// with it: two halves of 64 bits are walked much faster than one of 128.
#[inline(always)]
pub(crate) fn each_square(set: Squares, mut each: impl FnMut(Square)) {
    let mut low = set as u64;
    while low != 0 {
        each(Square(low.trailing_zeros() as u8));
        low &= low - 1;
    }
    let mut high = (set >> 64) as u64;
    while high != 0 {
        each(Square(high.trailing_zeros() as u8 + 64));
        high &= high - 1;
    }
}

const COLUMN_A: Squares = {
    let mut set = 0;
    let mut row = 0;
    while row < 12 {
        set |= 1 << (row * STRIDE);
        row += 1;
    }
    set
};
const NOT_A: Squares = !COLUMN_A;
const NOT_J: Squares = !(COLUMN_A << 9);

/// One of the eight ways to step, orthogonal ones first.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// Change of the square's number.
    pub(crate) by: i8,
    /// Squares from which the step stays in the row it belongs to.
    from: Squares,
}

impl Way {
    /// Every square of `set`, one step on.
    #[inline]
    pub(crate) const fn step(self, set: Squares) -> Squares {
        let set = set & self.from;
        if self.by > 0 { set << self.by } else { set >> -self.by }
    }

    /// The square from which `to` is one step on.
    #[inline]
    pub(crate) const fn back(self, to: Square) -> Square {
        Square((to.0 as i8 - self.by) as u8)
    }
}

/// North, south, east, west, then the diagonals.
pub(crate) const WAYS: [Way; 8] = [
    Way { by: 10, from: !0 },
    Way { by: -10, from: !0 },
    Way { by: 1, from: NOT_J },
    Way { by: -1, from: NOT_A },
    Way { by: 11, from: NOT_J },
    Way { by: 9, from: NOT_A },
    Way { by: -9, from: NOT_J },
    Way { by: -11, from: NOT_A },
];
/// The four along rows and columns.
pub(crate) const ORTHOGONAL: [Way; 4] = [WAYS[0], WAYS[1], WAYS[2], WAYS[3]];

/// Every square of a set and every square next to one: first along the rows, then along the columns.
#[inline]
pub(crate) const fn around(set: Squares) -> Squares {
    let wide = set | (set & NOT_J) << 1 | (set & NOT_A) >> 1;
    wide | wide << STRIDE | wide >> STRIDE
}

/// Every square next to one of the set along a row or a column.
#[inline]
pub(crate) const fn straight(set: Squares) -> Squares {
    (set & NOT_J) << 1 | (set & NOT_A) >> 1 | set << STRIDE | set >> STRIDE
}

/// Does the same for several ways, each with its numbers known to the compiler:
/// shifts by a constant are what makes listing moves fast.
macro_rules! each_way {
    (all, $way:ident => $body:expr) => {
        each_way!([0 1 2 3 4 5 6 7], $way => $body)
    };
    (orthogonal, $way:ident => $body:expr) => {
        each_way!([0 1 2 3], $way => $body)
    };
    ([$($i:literal)*], $way:ident => $body:expr) => {
        $({
            let $way = const { $crate::board::WAYS[$i] };
            $body;
        })*
    };
}
pub(crate) use each_way;

/// A board: its size and its islands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// `classic` and so on; `custom` for a board of the players' own.
    pub id: &'static str,
    /// 8 to 10.
    pub columns: u8,
    /// 10 or 12.
    pub rows: u8,
    pub(crate) islands: Squares,
    pub(crate) water: Squares,
}

const fn set(list: &[(u8, u8)]) -> Squares {
    let mut set = 0;
    let mut i = 0;
    while i < list.len() {
        set |= 1 << ((list[i].1 - 1) * STRIDE + (list[i].0 - b'a'));
        i += 1;
    }
    set
}

const fn sized(id: &'static str, columns: u8, rows: u8, islands: Squares) -> Board {
    let mut water = 0;
    let mut row = 0;
    while row < rows {
        water |= ((1u128 << columns) - 1) << (row * STRIDE);
        row += 1;
    }
    Board { id, columns, rows, islands, water: water & !islands }
}

// NB-B-01: 8 columns and 10 rows. NB-B-02: four islands in the middle.
// NB-B-06: four home rows of eight squares, which a fleet of 32 fills.
pub(crate) const CLASSIC: Board =
    sized("classic", 8, 10, set(&[(b'c', 5), (b'c', 6), (b'f', 5), (b'f', 6)]));

/// The boards that can be chosen by name.
// NB-B-08: four more beside the classic one. NB-B-07: each island set looks
// the same from both sides.
pub const BOARDS: [Board; 5] = [
    CLASSIC,
    sized("open_sea", 8, 10, 0),
    sized("reefs", 8, 10, set(&[(b'b', 5), (b'd', 6), (b'e', 5), (b'g', 6)])),
    sized("ocean9", 9, 10, set(&[(b'c', 5), (b'c', 6), (b'g', 5), (b'g', 6)])),
    sized(
        "grand10",
        10,
        10,
        set(&[
            (b'c', 5),
            (b'd', 5),
            (b'c', 6),
            (b'd', 6),
            (b'g', 5),
            (b'h', 5),
            (b'g', 6),
            (b'h', 6),
        ]),
    ),
];

/// Why a board of the players' own is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoardFault {
    /// Not 8 to 10 columns.
    Columns(u8),
    /// Not 10 or 12 rows.
    Rows(u8),
    /// An island lies off the board.
    IslandOff(Square),
    /// An island has no partner when the board is turned round.
    Asymmetric(Square),
    /// A home area has fewer than 32 squares of water.
    Cramped(u8),
    /// The water falls into parts.
    Divided,
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardFault::Columns(n) => write!(f, "a board has 8 to 10 columns, not {n}"),
            BoardFault::Rows(n) => write!(f, "a board has 10 or 12 rows, not {n}"),
            BoardFault::IslandOff(square) => write!(f, "the island {square} lies off the board"),
            BoardFault::Asymmetric(square) => {
                write!(f, "the island {square} has no partner on the other half")
            }
            BoardFault::Cramped(n) => {
                write!(f, "a home area has only {n} squares of water, 32 are needed")
            }
            BoardFault::Divided => write!(f, "the water is not connected"),
        }
    }
}

impl Board {
    /// A ready board by its name.
    pub fn named(id: &str) -> Option<Board> {
        BOARDS.iter().copied().find(|board| board.id == id)
    }

    /// A board of the players' own.
    // NB-B-09: size, room for a fleet, fairness and connected water.
    pub(crate) fn custom(columns: u8, rows: u8, islands: &[Square]) -> Result<Board, BoardFault> {
        if !(8..=10).contains(&columns) {
            return Err(BoardFault::Columns(columns));
        }
        if rows != 10 && rows != 12 {
            return Err(BoardFault::Rows(rows));
        }
        let mut set = 0;
        for &island in islands {
            if island.column() >= columns || island.row() >= rows {
                return Err(BoardFault::IslandOff(island));
            }
            set |= island.bit();
        }
        let board = sized("custom", columns, rows, set);
        if let Some(&lone) = islands.iter().find(|&&island| set & board.rotated(island).bit() == 0)
        {
            return Err(BoardFault::Asymmetric(lone));
        }
        let room = (board.home(WHITE) & board.water).count_ones() as u8;
        if room < 32 {
            return Err(BoardFault::Cramped(room));
        }
        let mut sea = board.water & board.water.wrapping_neg();
        loop {
            let wider = (WAYS.iter().fold(sea, |wider, way| wider | way.step(sea))) & board.water;
            if wider == sea {
                break;
            }
            sea = wider;
        }
        if sea == board.water { Ok(board) } else { Err(BoardFault::Divided) }
    }

    /// Is there water to stand on?
    pub const fn is_water(&self, square: Square) -> bool {
        self.water & square.bit() != 0
    }

    /// Is the square on the board, island or not?
    pub(crate) const fn has(&self, square: Square) -> bool {
        square.column() < self.columns && square.row() < self.rows
    }

    /// Rows of a home area.
    // NB-B-04: the two middle rows belong to nobody.
    pub const fn depth(&self) -> u8 {
        (self.rows - 2) / 2
    }

    /// The home squares of a side, islands included.
    // NB-B-03: White has the lowest rows, Red the highest.
    pub(crate) const fn home(&self, side: Side) -> Squares {
        let first = if side.0 == WHITE.0 { 0 } else { self.rows - self.depth() };
        let mut set = 0;
        let mut row = 0;
        while row < self.depth() {
            set |= ((1u128 << self.columns) - 1) << ((first + row) * STRIDE);
            row += 1;
        }
        set
    }

    /// Home squares in the order of a deployment string: front row to back
    /// row, each from left to right as its owner sees it.
    pub fn home_in_order(&self, side: Side) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows, depth) = (self.columns, self.rows, self.depth());
        (0..depth).flat_map(move |r| {
            (0..columns).map(move |c| {
                // NB-P-17: the same string for the other side is the position turned by half a circle.
                let (column, row) = if side.0 == WHITE.0 {
                    (c, depth - 1 - r)
                } else {
                    (columns - 1 - c, rows - depth + r)
                };
                Square(row * STRIDE + column)
            })
        })
    }

    /// The square that lies here when the board is turned by half a circle.
    // NB-V-06: nothing in the rules tells the two ends apart.
    pub(crate) const fn rotated(&self, square: Square) -> Square {
        Square((self.rows - 1 - square.row()) * STRIDE + self.columns - 1 - square.column())
    }
}
