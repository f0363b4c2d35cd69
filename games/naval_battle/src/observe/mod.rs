//! The sea as numbers, for programs that learn. Red's board is turned by half a circle, so that
//! both sides see their own home in the first rows and one policy can play either.

mod planes;

use crate::NavalBattle;
use crate::action::{Action, Pick};
use crate::board::{Board, N_SQUARES, STRIDE, Square, each_square};
use crate::legal::list::{able, targets};
use crate::rules::{deployment, jumps, movement};
use crate::setup::{self, Setup, TEMPLATES};
use crate::state::{Phase, Public, RED, WHITE};
use crate::units::KINDS;
use admiralty_core::{Canvas, Dry, Layout, Observe, Offer, Own, Part, Seeded, Side, Sight, Table};
use alloc::vec::Vec;

pub use planes::Seen;

const N_KINDS: usize = KINDS.len();
const N_PLANES: usize = Part::total(PLANES);
const N_NUMBERS: usize = Part::total(NUMBERS);

const PLANES: &[Part] = &[
    Part::new("own", N_KINDS, "own pieces, a plane for each type: S 1 2 3 4 5 6 A M"),
    Part::new("enemy", N_KINDS, "enemy pieces whose type is shown, a plane for each type"),
    Part::new("candidates", N_KINDS, "covered enemy pieces: the types that counting leaves open"),
    Part::one("covered", "covered enemy pieces"),
    Part::one("own_shown", "own pieces whose type the enemy is shown"),
    Part::one("own_moved", "own pieces that have moved"),
    Part::one("enemy_moved", "enemy pieces that have moved, as far as it is shown"),
    Part::one("islands", "squares that nobody enters"),
    Part::one("series", "where the jumper of an open series stands"),
];

const NUMBERS: &[Part] = &[
    Part::new("phase", 4, "1 for the phase: deploy, turn, series, over"),
    Part::one("to_move", "1 if the own side is to move"),
    Part::one("ply", "completed turns"),
    Part::one("quiet", "turns since the last loss"),
    Part::new("captured", N_KINDS, "enemy pieces captured, by type"),
    Part::new("lost", N_KINDS, "own pieces lost, by type"),
    Part::new("offer", 2, "1 if a draw is offered: by the own side, by the enemy"),
    Part::new("ready", 2, "1 if the fleet is placed: the own, the enemy's"),
    Part::one("red", "1 if the own side is Red, which moves second"),
];

const OWN: usize = Part::start(PLANES, "own");
const ENEMY: usize = Part::start(PLANES, "enemy");
const CANDIDATES: usize = Part::start(PLANES, "candidates");
const COVERED: usize = Part::start(PLANES, "covered");
const OWN_SHOWN: usize = Part::start(PLANES, "own_shown");
const OWN_MOVED: usize = Part::start(PLANES, "own_moved");
const ENEMY_MOVED: usize = Part::start(PLANES, "enemy_moved");
const ISLANDS: usize = Part::start(PLANES, "islands");
const SERIES: usize = Part::start(PLANES, "series");

const PHASE: usize = Part::start(NUMBERS, "phase");
const TO_MOVE: usize = Part::start(NUMBERS, "to_move");
const PLY: usize = Part::start(NUMBERS, "ply");
const QUIET: usize = Part::start(NUMBERS, "quiet");
const CAPTURED: usize = Part::start(NUMBERS, "captured");
const LOST: usize = Part::start(NUMBERS, "lost");
const OFFER: usize = Part::start(NUMBERS, "offer");
const READY: usize = Part::start(NUMBERS, "ready");
const IS_RED: usize = Part::start(NUMBERS, "red");

/// Codes that do not hang on the size of the board.
const WORDS: &[Part] = &[
    Part::one("stop", "end the series"),
    Part::one("pass", "do nothing"),
    Part::one("ready", "the fleet is placed"),
    Part::one("templates", "choose a named placement"),
    Part::new("template", TEMPLATES.len(), "this one"),
    Part::new("mirrored", TEMPLATES.len(), "this one, mirrored"),
    Part::one("place", "put a piece down"),
    Part::new("kind", N_KINDS, "of this type: S 1 2 3 4 5 6 A M"),
    Part::one("swap", "exchange two pieces"),
    Part::one("clear", "take a piece back"),
    Part::one("clear_all", "take all back"),
];

const N_WORDS: usize = Part::total(WORDS);
const TEMPLATE: usize = Part::start(WORDS, "template");
const MIRRORED: usize = Part::start(WORDS, "mirrored");
const KIND: usize = Part::start(WORDS, "kind");

/// The parts behind them have a code for every square; these are their numbers.
const SQUARE: u32 = 0;
const MOVE: u32 = 1;
const ATTACK: u32 = 2;
const HOP: u32 = 3;

/// Where the codes of this name begin, known when the program is compiled.
macro_rules! start {
    ($name:literal) => {
        const { Part::start(WORDS, $name) }
    };
}

impl Observe for NavalBattle {
    fn layout(public: &Public) -> Layout {
        let board = public.board();
        let cells = Cells::of(board, WHITE).n as usize;
        let mut picks: Vec<Part> = WORDS.into();
        picks.extend([
            Part::new("square", cells, "act with the piece here; while placing, this square"),
            Part::new("move", cells, "move there"),
            Part::new("attack", cells, "attack the piece there"),
            Part::new("hop", cells, "jump there"),
        ]);
        Layout {
            height: usize::from(board.rows),
            width: usize::from(board.columns),
            planes: PLANES,
            numbers: NUMBERS,
            picks,
        }
    }

    /// Every plane and every number is written, whatever stood there.
    const COVERS: bool = true;

    type Memory = Seen;

    fn observe(sight: Sight<'_, NavalBattle>, canvas: &mut Canvas<'_>) {
        planes::write(sight, &mut Seen::default(), canvas);
    }

    fn observe_again(sight: Sight<'_, NavalBattle>, memory: &mut Seen, canvas: &mut Canvas<'_>) {
        planes::write(sight, memory, canvas);
    }

    fn code(sight: Sight<'_, NavalBattle>, pick: &Pick) -> Option<usize> {
        let cells = Cells::of(sight.public.board(), own_side(sight));
        let on = |part: u32, square: Square| cells.code(part, square) as usize;
        Some(match *pick {
            Pick::Stop => start!("stop"),
            Pick::Pass => start!("pass"),
            Pick::Ready => start!("ready"),
            Pick::Templates => start!("templates"),
            Pick::Template(template) => TEMPLATE + usize::from(template.0),
            Pick::Mirrored(template) => MIRRORED + usize::from(template.0),
            Pick::Place => start!("place"),
            Pick::Kind(kind) => KIND + kind as usize,
            Pick::Swap => start!("swap"),
            Pick::Clear => start!("clear"),
            Pick::ClearAll => start!("clear_all"),
            Pick::Square(at) => on(SQUARE, at),
            Pick::Move(to) => on(MOVE, to),
            Pick::Attack(to) => on(ATTACK, to),
            Pick::Hop(to) => on(HOP, to),
            Pick::Unready
            | Pick::Resign
            | Pick::OfferDraw
            | Pick::AcceptDraw
            | Pick::DeclineDraw
            | Pick::Note
            | Pick::Mark(_)
            | Pick::Perhaps(_)
            | Pick::Wipe => return None,
        })
    }

    fn codes(sight: Sight<'_, NavalBattle>, picks: &[Pick], out: &mut Vec<u32>) -> bool {
        let public = sight.public;
        let Own::Seat { seat, side, shared, .. } = sight.own else { return false };
        // Most of all moments: a turn or a series of one's own, and no shuttle is barred.
        let plain = public.to_move == side
            && public.strategist(side) == seat
            && !public.has_left(seat)
            && movement::barred_shuttle(public, side).is_none();
        if !plain {
            return false;
        }
        let cells = Cells::of(public.board(), side);
        match (public.phase, picks) {
            (Phase::Turn, []) => {
                each_square(able(public, shared, side), |at| out.push(cells.code(SQUARE, at)));
            }
            (Phase::Turn, [Pick::Square(from)]) => {
                let (moves, attacks) = targets(public, shared, side, *from);
                // Only whoever stands beside an enemy can attack it, or jump over it.
                let landings = match attacks {
                    0 => 0,
                    _ => jumps::landings(public, side, from.bit()),
                };
                each_square(moves, |to| out.push(cells.code(MOVE, to)));
                each_square(attacks, |to| out.push(cells.code(ATTACK, to)));
                each_square(landings, |to| out.push(cells.code(HOP, to)));
            }
            (Phase::Series(from), []) => {
                let landings = jumps::landings(public, side, from.bit());
                each_square(landings, |to| out.push(cells.code(HOP, to)));
                out.push(start!("stop") as u32);
            }
            _ => return false,
        }
        // Nothing to act with: perhaps the side may pass.
        !out.is_empty() || !picks.is_empty()
    }

    fn meant(
        sight: Sight<'_, NavalBattle>,
        picks: &[Pick],
        code: u32,
    ) -> Option<Offer<Pick, Action>> {
        let offer = |pick, action| Some(Offer { code, pick, action });
        if code == start!("stop") as u32 {
            return offer(Pick::Stop, Some(Action::Stop));
        }
        let (what, to) = Cells::of(sight.public.board(), own_side(sight)).meant(code)?;
        match (picks, what) {
            ([], SQUARE) => offer(Pick::Square(to), None),
            ([], HOP) => offer(Pick::Hop(to), Some(Action::HopOn { to })),
            (&[Pick::Square(from)], MOVE) => offer(Pick::Move(to), Some(Action::Move { from, to })),
            (&[Pick::Square(from)], ATTACK) => {
                offer(Pick::Attack(to), Some(Action::Attack { from, to }))
            }
            (&[Pick::Square(from)], HOP) => offer(Pick::Hop(to), Some(Action::Hop { from, to })),
            _ => None,
        }
    }

    /// Each fleet is one of the named placements, perhaps mirrored, or any placement at all:
    /// as likely, so that a learner meets both what people play and everything else.
    fn deal(setup: &Setup, rng: &mut Seeded) -> Result<Table<NavalBattle>, Dry> {
        let mut table = setup::begin::begin(setup);
        if table.public.phase == Phase::Deploy {
            deployment::deal(&mut table, rng)?;
        }
        Ok(table)
    }
}

/// The side whose eyes are used; spectators and the umpire look with White's.
fn own_side(sight: Sight<'_, NavalBattle>) -> Side {
    sight.side().unwrap_or(WHITE)
}

/// Where squares lie in a plane and among the codes, as a side sees them.
#[derive(Clone, Copy)]
struct Cells {
    /// How many there are.
    n: u32,
    columns: u32,
    /// Where each square lies if the board is not turned.
    places: &'static [u8; 128],
    /// All bits if the board is turned by half a circle: then cells are counted from the last.
    turned: u32,
}

/// Where squares lie on boards with eight, nine and ten columns: squares are numbered ten to a row, cells
/// without the columns that the board lacks. As long as an index of seven bits can reach.
static PLACES: [[u8; 128]; 3] = {
    let mut places = [[0; 128]; 3];
    let mut i = 0;
    while i < 3 * N_SQUARES {
        let (board, square) = (i / N_SQUARES, i % N_SQUARES);
        let missing = 2 - board;
        places[board][square] = (square - square / STRIDE as usize * missing) as u8;
        i += 1;
    }
    places
};

impl Cells {
    #[inline]
    fn of(board: &Board, own: Side) -> Cells {
        let columns = u32::from(board.columns);
        let places = match columns {
            8 => &PLACES[0],
            9 => &PLACES[1],
            _ => &PLACES[2],
        };
        let turned = if own == RED { u32::MAX } else { 0 };
        Cells { n: u32::from(board.rows) * columns, columns, places, turned }
    }

    #[inline]
    fn at(self, square: Square) -> u32 {
        let at = u32::from(self.places[square.index() & 127]);
        (self.n & self.turned).wrapping_add(at ^ self.turned)
    }

    /// The code of a square in one of the parts that have a code for each.
    #[inline]
    fn code(self, part: u32, square: Square) -> u32 {
        N_WORDS as u32 + part * self.n + self.at(square)
    }

    /// The part and the square of a code.
    #[inline]
    fn meant(self, code: u32) -> Option<(u32, Square)> {
        let i = code.checked_sub(N_WORDS as u32)?;
        // There are four parts: comparing takes less time than dividing.
        let part = (1..=HOP).map(|part| u32::from(i >= part * self.n)).sum::<u32>();
        let at = i - part * self.n;
        let at = if self.turned == 0 { at } else { self.n.checked_sub(at + 1)? };
        let (column, row) = match self.columns {
            8 => (at % 8, at / 8),
            9 => (at % 9, at / 9),
            _ => (at % 10, at / 10),
        };
        Some((part, Square::new(column as u8, row as u8)?))
    }
}
