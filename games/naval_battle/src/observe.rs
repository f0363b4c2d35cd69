//! The sea as numbers, for programs that learn. Red's board is turned by half a circle, so that
//! both sides see their own home in the first rows and one policy can play either.

use crate::NavalBattle;
use crate::action::{Action, Pick};
use crate::board::{Board, Square, each_square, squares};
use crate::rules::{combat, jumps, movement};
use crate::setup::{MemoryAid, TEMPLATES};
use crate::state::{Phase, Public, RED, WHITE};
use crate::units::KINDS;
use admiralty_core::{Canvas, Layout, Observe, Offer, Own, Part, Side, Sight, offers_of_menu};
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

const TEMPLATE: usize = Part::start(WORDS, "template");
const MIRRORED: usize = Part::start(WORDS, "mirrored");
const KIND: usize = Part::start(WORDS, "kind");

/// Where the codes of this name begin, known when the program is compiled.
macro_rules! start {
    ($name:literal) => {
        const { Part::start(WORDS, $name) }
    };
}

impl Observe for NavalBattle {
    fn layout(public: &Public) -> Layout {
        let board = public.board();
        let cells = cells(board);
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
        let board = public.board();
        let own = own_side(sight);
        for square in squares(board.islands) {
            canvas.set(ISLANDS, cell(board, own, square), 1u8);
        }
        if let Phase::Series(at) = public.phase {
            canvas.set(SERIES, cell(board, own, at), 1u8);
        }
        pieces(sight, own, canvas);
        placing(sight, own, canvas);
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
        for (at, by) in [(CAPTURED, own), (LOST, own.other())] {
            let mut counts = [0u8; N_KINDS];
            for kind in public.captured(by) {
                counts[*kind as usize] += 1;
            }
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
        let board = sight.public.board();
        let squares = |nth: usize, square: Square| {
            Part::total(WORDS) + nth * cells(board) + cell(board, own_side(sight), square)
        };
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
            Pick::Square(at) => squares(0, at),
            Pick::Move(to) => squares(1, to),
            Pick::Attack(to) => squares(2, to),
            Pick::Hop(to) => squares(3, to),
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

    fn offers(sight: Sight<'_, NavalBattle>, picks: &[Pick], out: &mut Vec<Offer<Pick, Action>>) {
        let public = sight.public;
        // Most of all moments: a turn of one's own, and no shuttle is barred.
        let (Own::Seat { seat, side, shared, .. }, Phase::Turn) = (sight.own, public.phase) else {
            return offers_of_menu::<NavalBattle>(sight, picks, out);
        };
        let plain = public.to_move == side
            && public.strategist(side) == seat
            && !public.has_left(seat)
            && movement::barred_shuttle(public, side).is_none();
        let board = public.board();
        let code = |nth: usize, at: Square| {
            (Part::total(WORDS) + nth * cells(board) + cell(board, side, at)) as u32
        };
        match picks {
            [] if plain => {
                let movers = movement::movable(public, shared, side)
                    | combat::attackers(public, shared, side);
                each_square(movers, |at| {
                    out.push(Offer { code: code(0, at), pick: Pick::Square(at), action: None });
                });
                if out.is_empty() {
                    offers_of_menu::<NavalBattle>(sight, picks, out);
                }
            }
            [Pick::Square(from)] if plain => {
                let among = from.bit();
                let mut add = |nth: usize, to: Square, pick: Pick, action: Action| {
                    out.push(Offer { code: code(nth, to), pick, action: Some(action) });
                };
                movement::list(public, shared, side, among, |from, to| {
                    add(1, to, Pick::Move(to), Action::Move { from, to });
                });
                combat::list(public, shared, side, among, |from, to| {
                    add(2, to, Pick::Attack(to), Action::Attack { from, to });
                });
                let jumpers = jumps::jumpers(public, shared, side) & among;
                jumps::list(public, side, jumpers, |from, to| {
                    add(3, to, Pick::Hop(to), Action::Hop { from, to });
                });
            }
            _ => offers_of_menu::<NavalBattle>(sight, picks, out),
        }
    }
}

/// The side whose eyes are used; spectators and the umpire look with White's.
fn own_side(sight: Sight<'_, NavalBattle>) -> Side {
    sight.side().unwrap_or(WHITE)
}

fn cells(board: &Board) -> usize {
    usize::from(board.rows) * usize::from(board.columns)
}

fn cell(board: &Board, own: Side, square: Square) -> usize {
    let seen = if own == RED { board.rotated(square) } else { square };
    usize::from(seen.row()) * usize::from(board.columns) + usize::from(seen.column())
}

/// Cells of the largest board.
const MOST: usize = 120;

fn pieces(sight: Sight<'_, NavalBattle>, own: Side, canvas: &mut Canvas<'_>) {
    let public = sight.public;
    let board = public.board();
    // NB-I-16: counting is for those who are shown everything, as in the view.
    let full = public.options.memory_aid == MemoryAid::Full;
    let secret = sight.of_side(own);
    for (square, token) in public.tokens(own) {
        let at = cell(board, own, square);
        let shown = public.shown(token);
        // A spectator sees of both sides what is shown.
        let kind = secret.map_or(shown, |secret| secret.kind(token));
        if let Some(kind) = kind {
            canvas.set(OWN + kind as usize, at, 1u8);
        }
        if shown.is_some() {
            canvas.set(OWN_SHOWN, at, 1u8);
        }
        if public.has_moved(token) && (full || secret.is_some()) {
            canvas.set(OWN_MOVED, at, 1u8);
        }
    }
    // Covered pieces that have not moved, and those that have: each may be the same as its like.
    let mut covered = [[0u8; MOST]; 2];
    let mut counted: [u16; 2] = [0; 2];
    for (square, token) in public.tokens(own.other()) {
        let at = cell(board, own, square);
        let moved = public.has_moved(token);
        match public.shown(token) {
            Some(kind) => canvas.set(ENEMY + kind as usize, at, 1u8),
            None => {
                let like = usize::from(moved);
                // Nobody may be nothing: 0 says that it was not counted yet.
                if full && counted[like] == 0 {
                    counted[like] = public.candidates(token);
                }
                covered[like][at] = 1;
            }
        }
        if full && moved {
            canvas.set(ENEMY_MOVED, at, 1u8);
        }
    }
    lay(canvas.plane(COVERED), &covered, [true; 2]);
    for kind in 0..N_KINDS {
        let may_be = counted.map(|set| set >> kind & 1 == 1);
        if may_be != [false; 2] {
            lay(canvas.plane(CANDIDATES + kind), &covered, may_be);
        }
    }
}

/// Lays those of the covered that count onto a plane.
fn lay(plane: &mut [u8], covered: &[[u8; MOST]; 2], counts: [bool; 2]) {
    let [still, moved] = counts.map(u8::from);
    for ((cell, a), b) in plane.iter_mut().zip(&covered[0]).zip(&covered[1]) {
        *cell = (a & still) | (b & moved);
    }
}

/// While fleets are placed: what stands on the own home squares so far.
fn placing(sight: Sight<'_, NavalBattle>, own: Side, canvas: &mut Canvas<'_>) {
    let board = sight.public.board();
    if sight.public.phase != Phase::Deploy {
        return;
    }
    let Some(placement) = sight.of_side(own).and_then(|secret| secret.placement()) else { return };
    for (i, square) in board.home_in_order(own).enumerate() {
        if let Some(kind) = placement.get(i) {
            canvas.set(OWN + kind as usize, cell(board, own, square), 1u8);
        }
    }
}
