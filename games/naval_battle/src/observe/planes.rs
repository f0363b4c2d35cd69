//! Writing planes and numbers. A byte for each cell says all that is known of it, and every plane is
//! one comparison of these bytes. They are kept between two looks, so that after a quiet turn of either
//! side only the squares that a piece has left or come to are looked at again.

use super::{
    CANDIDATES, CAPTURED, COVERED, Cells, ENEMY, ENEMY_MOVED, IS_RED, ISLANDS, LOST, N_KINDS,
    N_NUMBERS, N_PLANES, OFFER, OWN, OWN_MOVED, OWN_SHOWN, PHASE, PLY, QUIET, READY, SERIES,
    TO_MOVE, own_side,
};
use crate::NavalBattle;
use crate::board::{Squares, each_square, squares};
use crate::setup::MemoryAid;
use crate::state::{Open, Phase, Public, RED, Token, WHITE};
use crate::units::{FLEET_SIZE, Kind};
use admiralty_core::{Canvas, Side, Sight};

/// What stands on a cell, in one byte: a type or that it is covered, whose it is, and what is told
/// of it. Nothing is 0.
const TYPE: u8 = 0x0F;
const NO_TYPE: u8 = N_KINDS as u8;
const IS_OWN: u8 = 0x10;
const IS_ENEMY: u8 = 0x20;
const IS_SHOWN: u8 = 0x40;
const HAS_MOVED: u8 = 0x80;
/// Nobody's, and no type.
const ISLAND: u8 = 0x0E;

/// What one viewer saw when it last looked.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Did it look while a turn was made? Then the rest is true of that moment.
    looked: bool,
    /// How many each side had captured.
    captures: [u8; 2],
    ply: u16,
    occupied: [Squares; 2],
    /// What stood on each cell. As long as an index of seven bits can reach.
    cells: [u8; 128],
    /// How many of each type the own side had captured, and how many it had lost.
    by_kind: [[i16; N_KINDS]; 2],
    /// What counting left open of the enemy's types.
    open: Open,
    /// How each piece looked, that it has moved aside; behind that of nobody.
    looks: [u8; 1 + 2 * FLEET_SIZE],
}

impl Default for Seen {
    fn default() -> Seen {
        Seen {
            looked: false,
            captures: [0; 2],
            ply: 0,
            occupied: [0; 2],
            cells: [0; 128],
            by_kind: [[0; N_KINDS]; 2],
            open: Open::default(),
            looks: [0; 1 + 2 * FLEET_SIZE],
        }
    }
}

/// Writes everything that the viewer knows.
#[inline]
pub(super) fn write(sight: Sight<'_, NavalBattle>, seen: &mut Seen, canvas: &mut Canvas<'_>) {
    look(sight, seen);
    // The number of cells is known to the compiler: planes are then written many cells at a time.
    let board = sight.public.board();
    match (board.columns, board.rows) {
        (8, 10) => planes::<80>(sight, seen, canvas),
        (9, 10) => planes::<90>(sight, seen, canvas),
        (10, 10) => planes::<100>(sight, seen, canvas),
        (8, _) => planes::<96>(sight, seen, canvas),
        (9, _) => planes::<108>(sight, seen, canvas),
        _ => planes::<120>(sight, seen, canvas),
    }
    let own = own_side(sight);
    placing(sight, own, Cells::of(board, own), canvas);
    numbers(sight.public, own, seen, canvas);
}

/// Sees what has changed since the last look.
#[inline]
fn look(sight: Sight<'_, NavalBattle>, seen: &mut Seen) {
    let public = sight.public;
    let own = own_side(sight);
    let at = Cells::of(public.board(), own);
    let captures = [WHITE, RED].map(|side| public.captured(side).len() as u8);
    let playing = matches!(public.phase, Phase::Turn | Phase::Series(_));
    // Without a loss nobody's type becomes known, and pieces only go elsewhere. Within a turn of
    // each side no piece can come to where another of its side stood before. What is shown for a
    // while only fades by itself.
    let quiet = seen.looked
        && playing
        && captures == seen.captures
        && public.ply.wrapping_sub(seen.ply) <= 2
        && public.options.memory_aid == MemoryAid::Full;
    let changed = if quiet {
        (public.occupied[0] ^ seen.occupied[0]) | (public.occupied[1] ^ seen.occupied[1])
    } else {
        seen.cells = [0; 128];
        each_square(public.board().islands, |square| {
            seen.cells[at.at(square) as usize & 127] = ISLAND;
        });
        count(public, own, seen);
        looks(sight, own, &mut seen.looks);
        public.occupied[0] | public.occupied[1]
    };
    let moved = moved_of(sight, own);
    for square in squares(changed) {
        let look = match public.token_on(square) {
            None => 0,
            Some(token) => {
                let has_moved = (moved >> token.index()) as u8 & 1;
                seen.looks[1 + token.index()] | (has_moved * HAS_MOVED)
            }
        };
        seen.cells[at.at(square) as usize & 127] = look;
    }
    seen.looked = playing;
    seen.captures = captures;
    seen.ply = public.ply;
    seen.occupied = public.occupied;
}

/// How every piece looks to the viewer, that it has moved aside.
fn looks(sight: Sight<'_, NavalBattle>, own: Side, out: &mut [u8; 1 + 2 * FLEET_SIZE]) {
    let public = sight.public;
    let sign = |kind: Option<Kind>| kind.map_or(NO_TYPE, |kind| kind as u8);
    // What everybody is shown of each: nothing of one that has left the board.
    let mut shown = public.known;
    if !public.recalls_all() {
        for (i, shown) in shown.iter_mut().enumerate() {
            let (side, number) = (i / FLEET_SIZE, i % FLEET_SIZE);
            *shown = public.shown(Token::new(Side(side as u8), number as u8));
        }
    }
    for (look, shown) in out[1..].iter_mut().zip(&shown) {
        *look = IS_ENEMY | sign(*shown);
    }
    // A spectator sees of both sides what is shown.
    let first = own.index() * FLEET_SIZE;
    let Some(shown) = shown[first..].first_chunk::<FLEET_SIZE>() else { return };
    let kinds = sight.of_side(own).map_or(shown, |secret| &secret.kinds);
    for ((look, kind), shown) in out[1 + first..].iter_mut().zip(kinds).zip(shown) {
        *look = IS_OWN | sign(*kind) | if shown.is_some() { IS_SHOWN } else { 0 };
    }
}

/// Pieces of which the viewer is told that they have moved.
#[inline]
fn moved_of(sight: Sight<'_, NavalBattle>, own: Side) -> u64 {
    let public = sight.public;
    if public.options.memory_aid == MemoryAid::Full {
        return public.moved;
    }
    let fleet = u64::from(u32::MAX) << (own.index() * FLEET_SIZE);
    if sight.of_side(own).is_some() { public.moved & fleet } else { 0 }
}

/// Counts types; they change with losses only.
fn count(public: &Public, own: Side, seen: &mut Seen) {
    for (by, counts) in [own, own.other()].into_iter().zip(&mut seen.by_kind) {
        *counts = [0; N_KINDS];
        public.captured(by).iter().for_each(|kind| counts[*kind as usize] += 1);
    }
    seen.open = Open::of(&public.unaccounted(own.other()));
}

/// Writes all planes of a board with `N` cells.
#[inline]
fn planes<const N: usize>(sight: Sight<'_, NavalBattle>, seen: &Seen, canvas: &mut Canvas<'_>) {
    let public = sight.public;
    let Some(on_cells) = seen.cells.first_chunk::<N>() else { return };
    let (planes, _) = canvas.planes().as_chunks_mut::<N>();
    let Some(planes) = planes.first_chunk_mut::<N_PLANES>() else { return };
    // Written from the first plane to the last, and without asking anything in between.
    let mut types = *on_cells;
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
    // have: a type is open to none of them, to the first, to the others or to all.
    let mut covered = [[0; N]; 4];
    let mut n_still = 0;
    for (cell, on_cell) in on_cells.iter().enumerate() {
        let still = u8::from(*on_cell == IS_ENEMY | NO_TYPE);
        let moved = u8::from(*on_cell == IS_ENEMY | NO_TYPE | HAS_MOVED);
        covered[1][cell] = still;
        covered[2][cell] = moved;
        covered[3][cell] = still | moved;
        n_still += still;
    }
    // NB-I-16: counting is for those who are shown everything, as in the view.
    let [still, moved] = if public.options.memory_aid == MemoryAid::Full {
        seen.open.to_covered(public.complete.then_some(n_still.into()))
    } else {
        [0; 2]
    };
    for kind in 0..N_KINDS {
        let open_to = (still >> kind & 1) | (moved >> kind & 1) << 1;
        planes[CANDIDATES + kind] = covered[usize::from(open_to)];
    }
    planes[COVERED] = covered[3];
    let is_both = |plane: &mut [u8; N], both: u8| {
        for (cell, on_cell) in plane.iter_mut().zip(on_cells) {
            *cell = u8::from(on_cell & both == both);
        }
    };
    is_both(&mut planes[OWN_SHOWN], IS_OWN | IS_SHOWN);
    is_both(&mut planes[OWN_MOVED], IS_OWN | HAS_MOVED);
    is_both(&mut planes[ENEMY_MOVED], IS_ENEMY | HAS_MOVED);
    is_type(&mut planes[ISLANDS], ISLAND);
    planes[SERIES].fill(0);
    if let Phase::Series(jumper) = public.phase {
        planes[SERIES][Cells::of(public.board(), own_side(sight)).at(jumper) as usize] = 1;
    }
}

fn numbers(public: &Public, own: Side, seen: &Seen, canvas: &mut Canvas<'_>) {
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
    let [captured, lost] = &seen.by_kind;
    numbers[CAPTURED..CAPTURED + N_KINDS].copy_from_slice(captured);
    numbers[LOST..LOST + N_KINDS].copy_from_slice(lost);
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
