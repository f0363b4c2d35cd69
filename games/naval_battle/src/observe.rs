//! The sea as numbers, for programs that learn. Red's board is turned by half a circle, so that
//! both sides see their own home in the first rows and one policy can play either.

use crate::NavalBattle;
use crate::action::{Action, Pick};
use crate::board::{Board, STRIDE, Square, each_square};
use crate::rules::{combat, deployment, jumps, movement};
use crate::setup::{self, MemoryAid, Setup, TEMPLATES};
use crate::state::{Phase, Public, RED, Token, WHITE, candidates_of_covered, unaccounted};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use admiralty_core::{Canvas, Dry, Layout, Observe, Offer, Own, Part, Seeded, Side, Sight, Table};
use alloc::vec::Vec;

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

    fn observe(sight: Sight<'_, NavalBattle>, canvas: &mut Canvas<'_>) {
        // The number of cells is known to the compiler: planes are then written many cells at a time.
        let board = sight.public.board();
        match (board.columns, board.rows) {
            (8, 10) => planes::<8, 80>(sight, canvas),
            (9, 10) => planes::<9, 90>(sight, canvas),
            (10, 10) => planes::<10, 100>(sight, canvas),
            (8, _) => planes::<8, 96>(sight, canvas),
            (9, _) => planes::<9, 108>(sight, canvas),
            _ => planes::<10, 120>(sight, canvas),
        }
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
                each_square(movers, |at| out.push(cells.code(SQUARE, at)));
            }
            (Phase::Turn, [Pick::Square(from)]) => {
                let (moves, attacks) = (
                    movement::targets(public, shared, side, *from),
                    combat::targets(public, shared, side, *from),
                );
                let jumper = jumps::jumpers(public, shared, side) & from.bit();
                let landings = jumps::landings(public, side, jumper);
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
        // There are four parts: comparing takes less time than dividing.
        let part = (1..=HOP).map(|part| u32::from(i >= part * self.n)).sum::<u32>();
        let at = i - part * self.n;
        let at = if self.turned { self.n.checked_sub(at + 1)? } else { at };
        let (column, row) = match self.columns {
            8 => (at % 8, at / 8),
            9 => (at % 9, at / 9),
            _ => (at % 10, at / 10),
        };
        Some((part, Square::new(column as u8, row as u8)?))
    }
}

/// What stands on a cell, in one byte: a type or that it is covered, whose it is, and what is told
/// of it. Nothing is 0.
const TYPE: u8 = 0x0F;
const NO_TYPE: u8 = 0x0F;
const IS_OWN: u8 = 0x10;
const IS_ENEMY: u8 = 0x20;
const IS_SHOWN: u8 = 0x40;
const HAS_MOVED: u8 = 0x80;

/// How many of each type, four bits a type: there are never more than six. In one number, because
/// counters in memory wait for one another.
#[derive(Default)]
struct Counts(u64);

impl Counts {
    fn of(kinds: &[Kind]) -> Counts {
        let mut counts = Counts::default();
        kinds.iter().for_each(|kind| counts.add(*kind as u8));
        counts
    }

    /// One more; [`NO_TYPE`] is counted where nobody looks.
    #[inline]
    fn add(&mut self, kind: u8) {
        self.0 = self.0.wrapping_add(1 << (4 * (kind & TYPE)));
    }

    #[inline]
    fn by_kind(&self) -> [u8; N_KINDS] {
        core::array::from_fn(|kind| (self.0 >> (4 * kind)) as u8 & TYPE)
    }
}

/// Writes all planes and numbers of a board with `N` cells.
#[inline]
fn planes<const COLUMNS: usize, const N: usize>(
    sight: Sight<'_, NavalBattle>,
    canvas: &mut Canvas<'_>,
) {
    let public = sight.public;
    let own = own_side(sight);
    let enemy = own.other();
    // What each side has captured, by type: the own one, the enemy.
    let captured = [own, enemy].map(|by| Counts::of(public.captured(by)).by_kind());
    let (on_cells, known) = cells::<COLUMNS, N>(sight, own);
    let (planes, _) = canvas.planes().as_chunks_mut::<N>();
    let Some(planes) = planes.first_chunk_mut::<N_PLANES>() else { return };
    // Written from the first plane to the last, and without asking anything in between.
    let mut types = on_cells;
    types.iter_mut().for_each(|on_cell| *on_cell &= TYPE | IS_OWN | IS_ENEMY);
    let is_type = |plane: &mut [u8; N], is: u8| {
        for (cell, on_cell) in plane.iter_mut().zip(&types) {
            *cell = u8::from(*on_cell == is);
        }
    };
    for kind in 0..N_KINDS {
        is_type(&mut planes[OWN + kind], IS_OWN | kind as u8);
    }
    for kind in 0..N_KINDS {
        is_type(&mut planes[ENEMY + kind], IS_ENEMY | kind as u8);
    }
    // Of the covered pieces those that have not moved may all be the same, and so may those that
    // have: 1 for the first, 2 for the others.
    let mut covered = [0; N];
    let mut n_still = 0;
    for (covered, on_cell) in covered.iter_mut().zip(&on_cells) {
        let still = u8::from(*on_cell == IS_ENEMY | NO_TYPE);
        *covered = still | u8::from(*on_cell == IS_ENEMY | NO_TYPE | HAS_MOVED) << 1;
        n_still += still;
    }
    // NB-I-16: counting is for those who are shown everything, as in the view.
    let [still, moved] = if public.options.memory_aid == MemoryAid::Full {
        let open = unaccounted(&captured[0], &known);
        candidates_of_covered(&open, public.complete.then_some(n_still.into()))
    } else {
        [0; 2]
    };
    for kind in 0..N_KINDS {
        let set = (still >> kind & 1) as u8 | ((moved >> kind & 1) << 1) as u8;
        for (cell, covered) in planes[CANDIDATES + kind].iter_mut().zip(&covered) {
            *cell = (covered & set).min(1);
        }
    }
    is_type(&mut planes[COVERED], IS_ENEMY | NO_TYPE);
    let is_both = |plane: &mut [u8; N], both: u8| {
        for (cell, on_cell) in plane.iter_mut().zip(&on_cells) {
            *cell = u8::from(on_cell & both == both);
        }
    };
    is_both(&mut planes[OWN_SHOWN], IS_OWN | IS_SHOWN);
    is_both(&mut planes[OWN_MOVED], IS_OWN | HAS_MOVED);
    is_both(&mut planes[ENEMY_MOVED], IS_ENEMY | HAS_MOVED);
    let at = Cells::of(public.board(), own);
    planes[ISLANDS].fill(0);
    each_square(public.board().islands, |square| planes[ISLANDS][at.at(square) as usize] = 1);
    planes[SERIES].fill(0);
    if let Phase::Series(jumper) = public.phase {
        planes[SERIES][at.at(jumper) as usize] = 1;
    }
    placing(sight, own, at, canvas);
    numbers(public, own, &captured, canvas);
}

/// What stands on each cell as the viewer knows it, and how many enemy pieces of each type are
/// shown on the board.
#[inline]
fn cells<const COLUMNS: usize, const N: usize>(
    sight: Sight<'_, NavalBattle>,
    own: Side,
) -> ([u8; N], [u8; N_KINDS]) {
    let public = sight.public;
    let (full, all) = (public.options.memory_aid == MemoryAid::Full, public.recalls_all());
    let secret = sight.of_side(own);
    let sign = |kind: Option<Kind>| kind.map_or(NO_TYPE, |kind| kind as u8);
    // What everybody is shown of each token: nothing of one that has left the board.
    let mut shown = public.known;
    if !all {
        for (i, shown) in shown.iter_mut().enumerate() {
            let (side, number) = (i / FLEET_SIZE, i % FLEET_SIZE);
            *shown = public.shown(Token::new(Side(side as u8), number as u8));
        }
    }
    let shown = shown.map(sign);
    // The byte of every token, behind that of nobody.
    let mut looks = [0; 128];
    let mut known = Counts::default();
    for side in [WHITE, RED] {
        let first = side.index() * FLEET_SIZE;
        let Some(shown) = shown[first..].first_chunk::<FLEET_SIZE>() else { continue };
        let Some(looks) = looks[1 + first..].first_chunk_mut::<FLEET_SIZE>() else { continue };
        let secret = secret.filter(|_| side == own);
        let told = if full || secret.is_some() { (public.moved >> first) as u32 } else { 0 };
        *looks = moved_bytes(told);
        if side == own {
            // A spectator sees of both sides what is shown.
            let kinds = secret.map_or(*shown, |secret| secret.kinds.map(sign));
            for ((look, kind), shown) in looks.iter_mut().zip(&kinds).zip(shown) {
                *look |= IS_OWN | kind | if *shown == NO_TYPE { 0 } else { IS_SHOWN };
            }
        } else {
            for (look, shown) in looks.iter_mut().zip(shown) {
                *look |= IS_ENEMY | shown;
                known.add(*shown);
            }
        }
    }
    let mut cells = [0; N];
    let rows = public.token_at.as_chunks::<{ STRIDE as usize }>().0;
    for (cells, tokens) in cells.as_chunks_mut::<COLUMNS>().0.iter_mut().zip(rows) {
        for (cell, token) in cells.iter_mut().zip(tokens) {
            *cell = looks[token.map_or(0, |token| token.index() + 1) & 127];
        }
    }
    if own == RED {
        cells.reverse();
    }
    (cells, known.by_kind())
}

/// [`HAS_MOVED`] for each of the bits, in the order of the tokens.
#[inline]
fn moved_bytes(bits: u32) -> [u8; FLEET_SIZE] {
    let mut bytes = [0; FLEET_SIZE];
    let (eights, _) = bytes.as_chunks_mut::<8>();
    for (eight, bits) in eights.iter_mut().zip(bits.to_le_bytes()) {
        // The eight bits eight times, one of them kept in each byte; whatever is not 0 then
        // carries into the highest bit.
        let one_each = (u64::from(bits) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        *eight = ((one_each + 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080).to_le_bytes();
    }
    bytes
}

fn numbers(public: &Public, own: Side, captured: &[[u8; N_KINDS]; 2], canvas: &mut Canvas<'_>) {
    let mut numbers = [0i16; N_NUMBERS];
    let phase = match public.phase {
        Phase::Deploy => 0,
        Phase::Turn => 1,
        Phase::Series(_) => 2,
        Phase::Over(_) => 3,
    };
    numbers[PHASE + phase] = 1;
    numbers[TO_MOVE] = i16::from(public.to_move == own);
    numbers[PLY] = i16::try_from(public.ply).unwrap_or(i16::MAX);
    numbers[QUIET] = i16::try_from(public.quiet).unwrap_or(i16::MAX);
    for (at, counts) in [CAPTURED, LOST].into_iter().zip(captured) {
        for (number, n) in numbers[at..at + N_KINDS].iter_mut().zip(counts) {
            *number = i16::from(*n);
        }
    }
    for (i, side) in [own, own.other()].into_iter().enumerate() {
        numbers[OFFER + i] = i16::from(public.offer == Some(side));
        numbers[READY + i] = i16::from(public.is_ready(side));
    }
    numbers[IS_RED] = i16::from(own == RED);
    canvas.all_numbers(&numbers);
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
