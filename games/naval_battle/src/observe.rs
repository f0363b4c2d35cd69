//! The sea as numbers, for programs that learn. Red's board is turned by half a circle, so that
//! both sides see their own home in the first rows and one policy can play either.

use crate::NavalBattle;
use crate::action::{Action, Pick};
use crate::board::{Board, N_SQUARES, STRIDE, Square, squares};
use crate::rules::{combat, deployment, jumps, movement};
use crate::setup::{self, MemoryAid, Setup, TEMPLATES};
use crate::state::{Phase, Public, RED, WHITE, candidates_of_covered, unaccounted};
use crate::units::{KINDS, Kind};
use admiralty_core::{Canvas, Dry, Layout, Observe, Offer, Own, Part, Seeded, Side, Sight, Table};
use alloc::vec::Vec;

const N_KINDS: usize = KINDS.len();

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

    fn observe(sight: Sight<'_, NavalBattle>, canvas: &mut Canvas<'_>) {
        let public = sight.public;
        let own = own_side(sight);
        let cells = Cells::of(public.board(), own);
        for square in squares(public.board().islands) {
            canvas.set(ISLANDS, cells.at(square) as usize, 1u8);
        }
        if let Phase::Series(at) = public.phase {
            canvas.set(SERIES, cells.at(at) as usize, 1u8);
        }
        // What each side has captured, by type: the own one, the enemy.
        let captured = [own, own.other()].map(|by| by_kind(public.captured(by)));
        own_pieces(sight, own, cells, canvas);
        enemy_pieces(public, own.other(), &captured[0], cells, canvas);
        placing(sight, own, cells, canvas);
        let phase = match public.phase {
            Phase::Deploy => 0,
            Phase::Turn => 1,
            Phase::Series(_) => 2,
            Phase::Over(_) => 3,
        };
        canvas.number(PHASE + phase, 1u8);
        canvas.number(TO_MOVE, u8::from(public.to_move == own));
        canvas.number(PLY, public.ply);
        canvas.number(QUIET, public.quiet);
        for (at, counts) in [CAPTURED, LOST].into_iter().zip(captured) {
            for (kind, n) in counts.into_iter().enumerate() {
                canvas.number(at + kind, n);
            }
        }
        for (i, side) in [own, own.other()].into_iter().enumerate() {
            canvas.number(OFFER + i, u8::from(public.offer == Some(side)));
            canvas.number(READY + i, u8::from(public.is_ready(side)));
        }
        canvas.number(IS_RED, u8::from(own == RED));
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
                let movers = movement::movable(public, shared, side)
                    | combat::attackers(public, shared, side);
                out.extend(squares(movers).map(|at| cells.code(SQUARE, at)));
                // Nothing to act with: perhaps the side may pass.
                !out.is_empty()
            }
            (Phase::Turn, [Pick::Square(from)]) => {
                let (moves, attacks) = (
                    movement::targets(public, shared, side, *from),
                    combat::targets(public, shared, side, *from),
                );
                out.extend(squares(moves).map(|to| cells.code(MOVE, to)));
                out.extend(squares(attacks).map(|to| cells.code(ATTACK, to)));
                let jumper = jumps::jumpers(public, shared, side) & from.bit();
                out.extend(
                    squares(jumps::landings(public, side, jumper)).map(|to| cells.code(HOP, to)),
                );
                true
            }
            (Phase::Series(from), []) => {
                let landings = jumps::landings(public, side, from.bit());
                out.extend(squares(landings).map(|to| cells.code(HOP, to)));
                out.push(start!("stop") as u32);
                true
            }
            _ => false,
        }
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
    /// Is the board turned by half a circle?
    turned: bool,
}

impl Cells {
    #[inline]
    fn of(board: &Board, own: Side) -> Cells {
        let columns = u32::from(board.columns);
        Cells { n: u32::from(board.rows) * columns, columns, turned: own == RED }
    }

    #[inline]
    fn at(self, square: Square) -> u32 {
        // Squares are numbered ten to a row, cells without the columns that the board lacks.
        let (number, row) = (square.index() as u32, u32::from(square.row()));
        let at = number - row * (u32::from(STRIDE) - self.columns);
        if self.turned { self.n - 1 - at } else { at }
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
        let (part, at) = (i / self.n, i % self.n);
        let at = if self.turned { self.n - 1 - at } else { at };
        Some((part, Square::new((at % self.columns) as u8, (at / self.columns) as u8)?))
    }
}

/// How many of each type.
fn by_kind(kinds: &[Kind]) -> [u8; N_KINDS] {
    let mut counts = [0; N_KINDS];
    for kind in kinds {
        counts[*kind as usize] += 1;
    }
    counts
}

fn own_pieces(sight: Sight<'_, NavalBattle>, own: Side, cells: Cells, canvas: &mut Canvas<'_>) {
    let public = sight.public;
    let (full, all) = (public.options.memory_aid == MemoryAid::Full, public.recalls_all());
    let secret = sight.of_side(own);
    let tells_moved = full || secret.is_some();
    let planes = canvas.planes();
    let place = |plane: usize, at: u32| plane * cells.n as usize + at as usize;
    for square in squares(public.occupied[own.index()]) {
        let Some(token) = public.token_on(square) else { continue };
        let at = cells.at(square);
        let shown = if all { public.known(token) } else { public.shown(token) };
        // A spectator sees of both sides what is shown.
        let kind = secret.map_or(shown, |secret| secret.kind(token));
        if let Some(kind) = kind {
            planes[place(OWN + kind as usize, at)] = 1;
        }
        planes[place(OWN_SHOWN, at)] = u8::from(shown.is_some());
        planes[place(OWN_MOVED, at)] = u8::from(public.has_moved(token) & tells_moved);
    }
}

fn enemy_pieces(
    public: &Public,
    enemy: Side,
    captured: &[u8; N_KINDS],
    cells: Cells,
    canvas: &mut Canvas<'_>,
) {
    // NB-I-16: counting is for those who are shown everything, as in the view.
    let (full, all) = (public.options.memory_aid == MemoryAid::Full, public.recalls_all());
    // Covered pieces that have not moved, those that have, and all of them: in each of the first
    // two sets one may be whatever another may be.
    let mut covered = [[0u8; N_SQUARES]; 3];
    let (mut n_still, mut on_board) = (0, [0; N_KINDS]);
    let planes = canvas.planes();
    let place = |plane: usize, at: u32| plane * cells.n as usize + at as usize;
    for square in squares(public.occupied[enemy.index()]) {
        let Some(token) = public.token_on(square) else { continue };
        let at = cells.at(square);
        let moved = public.has_moved(token);
        let shown = if all { public.known(token) } else { public.shown(token) };
        match shown {
            Some(kind) => {
                planes[place(ENEMY + kind as usize, at)] = 1;
                on_board[kind as usize] += 1;
            }
            None => {
                covered[usize::from(moved)][at as usize] = 1;
                covered[2][at as usize] = 1;
                n_still += u32::from(!moved);
            }
        }
        planes[place(ENEMY_MOVED, at)] = u8::from(full & moved);
    }
    let mut lay = |plane: usize, set: &[u8; N_SQUARES]| {
        let cells = cells.n as usize;
        planes[plane * cells..(plane + 1) * cells].copy_from_slice(&set[..cells]);
    };
    lay(COVERED, &covered[2]);
    if full {
        let open = unaccounted(captured, &on_board);
        let [still, moved] = candidates_of_covered(&open, public.complete.then_some(n_still));
        for kind in 0..N_KINDS {
            match [still, moved].map(|set| set >> kind & 1 == 1) {
                [true, true] => lay(CANDIDATES + kind, &covered[2]),
                [true, false] => lay(CANDIDATES + kind, &covered[0]),
                [false, true] => lay(CANDIDATES + kind, &covered[1]),
                [false, false] => {}
            }
        }
    }
}

/// While fleets are placed: what stands on the own home squares so far.
fn placing(sight: Sight<'_, NavalBattle>, own: Side, cells: Cells, canvas: &mut Canvas<'_>) {
    if sight.public.phase != Phase::Deploy {
        return;
    }
    let Some(placement) = sight.of_side(own).and_then(|secret| secret.placement()) else { return };
    for (i, square) in sight.public.board().home_in_order(own).enumerate() {
        if let Some(kind) = placement.get(i) {
            canvas.set(OWN + kind as usize, cells.at(square) as usize, 1u8);
        }
    }
}
