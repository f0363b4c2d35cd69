//! Destruction: hops over adjacent enemies, as in draughts.

use crate::NavalBattle;
use crate::board::{ORTHOGONAL, Square, each_square, each_way};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::movement::own_piece;
use crate::sequence::Came;
use crate::state::{Public, Secret, relocate, remove, reveal};
use crate::units::Kind;
use admiralty_core::{Side, Table, Told};

/// May this hop be made? Whether the piece jumped is a mine does not matter.
// NB-J-34: the enemy's types are not even at hand here. NB-J-27: the Admiral hops like any ship.
pub(crate) fn check(
    public: &Public,
    secret: &Secret,
    side: Side,
    from: Square,
    to: Square,
) -> Result<(), Illegal> {
    let (_, kind) = own_piece(public, secret, side, from)?;
    if kind == Kind::Mine {
        return Err(Illegal::MineJumps { at: from }); // NB-J-29
    }
    if !public.board().has(to) {
        return Err(Illegal::HopOffBoard { at: to });
    }
    let (dx, dy) = from.to(to);
    if dx != 0 && dy != 0 {
        return Err(Illegal::HopDiagonal { from, to }); // NB-J-02, NB-J-03
    }
    // NB-J-01, NB-J-10, NB-J-11: over the piece next to it to the square right behind; no flying. NB-J-33: any way along.
    if dx.abs() + dy.abs() != 2 {
        let doubled = dx.abs() + dy.abs() == 3
            && (1..3).all(|i| enemy_on(public, side, between(from, to, i)));
        return Err(if doubled {
            Illegal::HopDoubled { at: between(from, to, 2) } // NB-J-12
        } else {
            Illegal::HopDistance { from, to }
        });
    }
    let over = between(from, to, 1);
    match public.token_on(over) {
        Some(token) if token.side() == side => return Err(Illegal::HopOwn { over }), // NB-J-15
        Some(_) => {}
        None => return Err(Illegal::HopNothing { over }), // NB-J-16
    }
    // NB-J-13: empty, no island.
    match public.token_on(to) {
        Some(token) if token.side() != side => Err(Illegal::HopDoubled { at: to }), // NB-J-12
        Some(_) => Err(Illegal::HopOntoOwn { at: to }),
        None if public.board().islands & to.bit() != 0 => Err(Illegal::HopIsland { at: to }),
        None => Ok(()),
    }
}

fn between(from: Square, to: Square, i: i8) -> Square {
    let (dx, dy) = from.to(to);
    Square((from.0 as i8 + i * (dx.signum() + dy.signum() * crate::board::STRIDE as i8)) as u8)
}

fn enemy_on(public: &Public, side: Side, at: Square) -> bool {
    public.token_on(at).is_some_and(|token| token.side() != side)
}

/// Calls `each` for every hop of these jumpers.
#[inline]
pub(crate) fn list(
    public: &Public,
    side: Side,
    jumpers: u128,
    mut each: impl FnMut(Square, Square),
) {
    let enemy = public.occupied[side.other().index()];
    let empty = public.empty();
    each_way!(orthogonal, way => {
        let landings = way.step(way.step(jumpers) & enemy) & empty;
        each_square(landings, |to| each(way.back(way.back(to)), to));
    });
}

/// Where these jumpers may land.
#[inline]
pub(crate) fn landings(public: &Public, side: Side, jumpers: u128) -> u128 {
    let enemy = public.occupied[side.other().index()];
    let mut all = 0;
    each_way!(orthogonal, way => all |= way.step(way.step(jumpers) & enemy));
    all & public.empty()
}

/// Can one of these jumpers hop?
#[inline]
pub(crate) fn has_hop(public: &Public, side: Side, jumpers: u128) -> bool {
    let enemy = public.occupied[side.other().index()];
    let empty = public.empty();
    ORTHOGONAL.iter().any(|way| way.step(way.step(jumpers) & enemy) & empty != 0)
}

/// Every piece of a side that can hop.
#[inline]
pub(crate) fn jumpers(public: &Public, secret: &Secret, side: Side) -> u128 {
    public.occupied[side.index()] & !secret.mines
}

/// Carries one hop out, removal and reveal included.
// NB-J-17: the next is chosen only afterwards. NB-V-04: one piece is lost.
pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    from: Square,
    to: Square,
    tell: &mut dyn FnMut(Told<Event>),
) -> Came {
    let over = between(from, to, 1);
    let (Some(token), Some(victim)) = (table.public.token_on(from), table.public.token_on(over))
    else {
        return Came::Nothing;
    };
    let (side, enemy) = (token.side(), victim.side());
    let (Some(mine), Some(theirs)) = (
        table.sides[side].kinds[token.number() as usize],
        table.sides[enemy].kinds[victim.number() as usize],
    ) else {
        return Came::Nothing;
    };
    table.public.shuttles[side.index()] = None;
    let first = !table.public.has_moved(token);
    let hopped = Event::Hopped { token, from, to, first };
    tell(if first { Told::reveal(hopped) } else { Told::all(hopped) });
    // NB-I-06, NB-I-07: over a mine, known or not, whatever comes next tells what the jumper is.
    let tells = theirs == Kind::Mine && table.public.known[token.index()].is_none();
    let tell = &mut |mut told: Told<Event>| {
        told.reveals |= tells;
        tell(told);
    };
    if !mine.survives_jump_over(theirs) {
        // NB-J-19, NB-J-20, NB-I-07: the mine stays and is known; NB-J-21: neither square of the hop holds the jumper;
        // NB-J-22: what it captured before stays captured; NB-J-36: it goes to the mine's owner.
        table.public.moved |= token.bit();
        reveal(table, victim, theirs, tell);
        remove(table, token, from, mine, tell);
        // NB-J-23: that ends the series and the turn.
        return if mine == Kind::Admiral { Came::AdmiralLost(side) } else { Came::Loss };
    }
    let public = &mut table.public;
    if !public.has_moved(victim) && public.known[victim.index()].is_none() {
        public.dared |= token.bit();
    }
    relocate(table, token, from, to);
    // NB-J-04, NB-J-06, NB-J-26: whatever it is, it is captured; NB-I-04: and shown.
    remove(table, victim, over, theirs, tell);
    if theirs == Kind::Mine {
        // NB-I-06: who lives through that is a sweeper. NB-J-05, NB-I-05: otherwise the jumper stays secret.
        reveal(table, token, mine, tell);
    }
    // NB-J-07: the enemy Admiral is captured like any piece, and that ends it.
    if theirs == Kind::Admiral {
        return Came::AdmiralLost(enemy);
    }
    // NB-J-38: the printed series of four comes about hop by hop.
    // NB-J-08, NB-J-09, NB-J-18, NB-J-25, NB-J-32: as often and whichever way it can, also after a mine.
    if has_hop(&table.public, side, to.bit()) { Came::Series(to) } else { Came::Loss } // NB-J-31
}

/// Ends a series that could have gone on.
// NB-J-14: one may always stop.
pub(crate) fn stop(tell: &mut dyn FnMut(Told<Event>)) -> Came {
    tell(Told::all(Event::Stopped));
    Came::Loss
}

impl Kind {
    /// Does a piece of this type survive jumping over `victim`?
    // NB-J-19, NB-J-24, NB-J-28: only a sweeper lives through jumping a mine.
    pub(crate) const fn survives_jump_over(self, victim: Kind) -> bool {
        !matches!(victim, Kind::Mine) || matches!(self, Kind::Sweeper)
    }
}
