//! Movement: one piece, one square.

use crate::NavalBattle;
use crate::board::{ORTHOGONAL, Square, WAYS, Way, each_square, each_way};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::sequence::Came;
use crate::state::{Public, QuietTurn, Secret, Shuttle, Token, relocate};
use crate::units::Kind;
use admiralty_core::{Side, Table, Told};

/// The own piece on a square, or why there is none.
// NB-M-14: a side moves only its own pieces.
pub(crate) fn own_piece(
    public: &Public,
    secret: &Secret,
    side: Side,
    at: Square,
) -> Result<(Token, Kind), Illegal> {
    if !public.board().has(at) {
        return Err(Illegal::OffBoard { at });
    }
    let token = public.token_on(at).ok_or(Illegal::Empty { at })?;
    match secret.kinds[token.number() as usize] {
        Some(kind) if token.side() == side => Ok((token, kind)),
        _ => Err(Illegal::NotYours { at }),
    }
}

/// May this plain move be made?
// NB-M-17: whether the own Admiral stands in danger afterwards is not asked.
pub(crate) fn check(
    public: &Public,
    secret: &Secret,
    side: Side,
    from: Square,
    to: Square,
) -> Result<(), Illegal> {
    let (_, kind) = own_piece(public, secret, side, from)?;
    if kind == Kind::Mine {
        return Err(Illegal::MineMoves { at: from }); // NB-M-09
    }
    if !public.board().has(to) {
        return Err(Illegal::OffBoard { at: to }); // NB-M-13
    }
    let (dx, dy) = from.to(to);
    if dx.abs().max(dy.abs()) != 1 {
        return Err(Illegal::TooFar { from, to }); // NB-M-05
    }
    if public.board().islands & to.bit() != 0 {
        return Err(Illegal::Island { at: to }); // NB-M-12
    }
    match public.token_on(to) {
        Some(token) if token.side() == side => return Err(Illegal::OwnPiece { at: to }), // NB-M-11
        Some(_) => return Err(Illegal::EnemyThere { at: to }),                           // NB-M-04
        None => {}
    }
    // NB-M-07, NB-M-08: the Admiral moves along rows and columns only. NB-M-16,
    // NB-B-12: for the others no piece and no island stands in the way of a diagonal.
    if kind == Kind::Admiral && dx != 0 && dy != 0 {
        return Err(Illegal::AdmiralDiagonal { from, to });
    }
    if let Some(count) = barred(public, secret, side, from, to) {
        return Err(Illegal::Shuttle { from, to, count });
    }
    Ok(())
}

/// The shuttle that the rule bars now, if it bars one: how often it was made.
// NB-D-07: the same piece back and forth between two squares, `shuttle_limit` turns in a row.
// NB-D-09: asked of plain moves only; whatever else a side does clears its shuttle.
fn barred(public: &Public, secret: &Secret, side: Side, from: Square, to: Square) -> Option<u8> {
    let shuttle = barred_shuttle(public, side)?;
    if (shuttle.at, shuttle.back) != (from, to) {
        return None;
    }
    // NB-D-08: not if it is the only plain move there is.
    (count_moves(public, secret, side) > 1).then_some(shuttle.count)
}

/// The shuttle that has reached the limit.
#[inline]
pub(crate) fn barred_shuttle(public: &Public, side: Side) -> Option<Shuttle> {
    let limit = public.options.shuttle_limit;
    public.shuttles[side.index()].filter(|shuttle| limit.reached(shuttle.count.into()))
}

/// Number of plain moves of a side, the shuttle rule aside.
pub(crate) fn count_moves(public: &Public, secret: &Secret, side: Side) -> u32 {
    let (ships, admiral, empty) = movers(public, secret, side);
    let ship_moves: u32 = WAYS.iter().map(|way| (way.step(ships) & empty).count_ones()).sum();
    let admiral_moves: u32 =
        ORTHOGONAL.iter().map(|way| (way.step(admiral) & empty).count_ones()).sum();
    ship_moves + admiral_moves
}

/// Has the side a plain move at all?
#[inline]
pub(crate) fn has_move(public: &Public, secret: &Secret, side: Side) -> bool {
    let (ships, admiral, empty) = movers(public, secret, side);
    WAYS.iter().any(|way| way.step(ships) & empty != 0)
        || ORTHOGONAL.iter().any(|way| way.step(admiral) & empty != 0)
}

/// Ships other than the Admiral, the Admiral, and the squares they may enter.
// NB-M-10: every piece but the mine can move. NB-M-15: and go anywhere there is water.
#[inline]
fn movers(public: &Public, secret: &Secret, side: Side) -> (u128, u128, u128) {
    let admiral = public.admirals[side.index()].bit();
    (public.occupied[side.index()] & !secret.mines & !admiral, admiral, public.empty())
}

/// Calls `each` for every plain move of the pieces on these squares, the shuttle rule obeyed.
#[inline]
pub(crate) fn list(
    public: &Public,
    secret: &Secret,
    side: Side,
    among: u128,
    mut each: impl FnMut(Square, Square),
) {
    let (ships, admiral, empty) = movers(public, secret, side);
    let barred = barred_shuttle(public, side).filter(|_| count_moves(public, secret, side) > 1);
    let mut add = |way: Way, set| {
        each_square(set, |to| {
            let from = way.back(to);
            if barred.is_none_or(|shuttle| (shuttle.at, shuttle.back) != (from, to)) {
                each(from, to);
            }
        });
    };
    // NB-M-04, NB-M-06: all eight directions, forwards, sideways and backwards.
    each_way!(all, way => add(way, way.step(ships & among) & empty));
    each_way!(orthogonal, way => add(way, way.step(admiral & among) & empty));
}

/// Makes the move.
// NB-V-04: it removes nothing.
pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    side: Side,
    from: Square,
    to: Square,
    tell: &mut dyn FnMut(Told<Event>),
) -> Came {
    let Some(token) = table.public.token_on(from) else { return Came::Nothing };
    let first = !table.public.has_moved(token);
    let moved = Event::Moved { token, from, to, first };
    relocate(table, token, from, to);
    // NB-I-08: its first move tells that it is no mine.
    tell(if first { Told::reveal(moved) } else { Told::all(moved) });
    note_shuttle(&mut table.public, side, from, to);
    Came::Quiet(QuietTurn::moved(from, to))
}

/// Keeps count of a piece that goes to and fro.
fn note_shuttle(public: &mut Public, side: Side, from: Square, to: Square) {
    let shuttle = &mut public.shuttles[side.index()];
    let count = match shuttle {
        // Still the same piece on its way back: nobody else stands where it stood.
        Some(old) if old.at == from && old.back == to => old.count.saturating_add(1),
        _ => 1,
    };
    *shuttle = Some(Shuttle { at: to, back: from, count });
}
