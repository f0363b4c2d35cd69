//! Individual combat: onto an adjacent enemy, both values called; who beats whom.

use crate::NavalBattle;
use crate::board::{Square, WAYS, each_square, each_way};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::movement::own_piece;
use crate::sequence::Came;
use crate::state::{Public, Secret, relocate, remove, reveal};
use crate::units::Kind;
use admiralty_core::{Side, Table, Told};

/// How a combat ends for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combat {
    /// The attacker takes the defender's square.
    Wins,
    /// The attacker is destroyed, the defender stays.
    Loses,
    /// Both are removed.
    Both,
}

impl Kind {
    /// Individual combat: `self` attacks `defender`.
    // NB-C-28: the whole table, in order of precedence.
    pub const fn attacks(self, defender: Kind) -> Combat {
        match (self, defender) {
            // NB-C-11: a sweeper clears the mine and stands on its square.
            (Kind::Sweeper, Kind::Mine) => Combat::Wins,
            // NB-C-08, NB-C-10, NB-C-12, NB-C-20: every other attacker dies, the Carrier and the Admiral too.
            (_, Kind::Mine) => Combat::Loses,
            // NB-C-21, NB-C-22, NB-C-23: whoever attacks an Admiral destroys it, even a sweeper or the other Admiral.
            (_, Kind::Admiral) => Combat::Wins,
            // NB-C-18, NB-C-19: an attacking Admiral beats every ship.
            (Kind::Admiral, _) => Combat::Wins,
            // NB-F-12, NB-C-13, NB-C-14, NB-C-16: by number, the sweeper being 0.
            (attacker, defender) if attacker as u8 > defender as u8 => Combat::Wins, // NB-C-05
            (attacker, defender) if (attacker as u8) < defender as u8 => Combat::Loses, // NB-C-06
            // NB-C-07, NB-C-15, NB-C-17: equals destroy each other, sweepers and Carriers too.
            _ => Combat::Both,
        }
    }
}

/// May this attack be made?
// NB-A-06: whatever is known or feared about the defender.
pub(crate) fn check(
    public: &Public,
    secret: &Secret,
    side: Side,
    from: Square,
    to: Square,
) -> Result<(), Illegal> {
    let (_, kind) = own_piece(public, secret, side, from)?;
    if kind == Kind::Mine {
        return Err(Illegal::MineAttacks { at: from }); // NB-C-24
    }
    if !public.board().has(to) {
        return Err(Illegal::OffBoard { at: to });
    }
    let token = public.token_on(to).ok_or(Illegal::NobodyToAttack { at: to })?;
    if token.side() == side {
        return Err(Illegal::AttackOwn { at: to }); // NB-C-29
    }
    // NB-A-04, NB-C-01, NB-C-02: adjacent in any of eight directions, for the Admiral too.
    let (dx, dy) = from.to(to);
    if dx.abs().max(dy.abs()) != 1 {
        return Err(Illegal::NoContact { from, to });
    }
    Ok(())
}

/// Calls `each` for every attack of the pieces on these squares.
#[inline]
pub(crate) fn list(
    public: &Public,
    secret: &Secret,
    side: Side,
    among: u128,
    mut each: impl FnMut(Square, Square),
) {
    let ships = public.occupied[side.index()] & !secret.mines & among;
    let enemy = public.occupied[side.other().index()];
    each_way!(all, way => each_square(way.step(ships) & enemy, |to| each(way.back(to), to)));
}

/// Has the side an attack?
#[inline]
pub(crate) fn has_attack(public: &Public, secret: &Secret, side: Side) -> bool {
    let ships = public.occupied[side.index()] & !secret.mines;
    let enemy = public.occupied[side.other().index()];
    WAYS.iter().any(|way| way.step(ships) & enemy != 0)
}

/// Fights it out.
// NB-V-04: one piece is lost, or two. NB-C-27: and the turn is over.
pub(crate) fn apply(
    table: &mut Table<NavalBattle>,
    from: Square,
    to: Square,
    tell: &mut dyn FnMut(Told<Event>),
) -> Came {
    let (Some(attacker), Some(defender)) = (table.public.token_on(from), table.public.token_on(to))
    else {
        return Came::Nothing;
    };
    let (side, enemy) = (attacker.side(), defender.side());
    let (Some(mine), Some(theirs)) = (
        table.sides[side].kinds[attacker.number() as usize],
        table.sides[enemy].kinds[defender.number() as usize],
    ) else {
        return Came::Nothing;
    };
    table.public.shuttles[side.index()] = None;
    tell(Told::all(Event::AttackDeclared { from, to }));
    // NB-C-03, NB-C-04, NB-I-19: the attacker's type first, then the defender's, then the result. NB-I-03: to everybody.
    reveal(table, attacker, mine, tell);
    reveal(table, defender, theirs, tell);
    let result = mine.attacks(theirs);
    tell(Told::all(Event::Fought(result)));
    // NB-C-25, NB-C-26: each loss goes to the other side's rack.
    if result != Combat::Wins {
        remove(table, attacker, from, mine, tell); // NB-A-05
    }
    if result != Combat::Loses {
        remove(table, defender, to, theirs, tell);
    }
    if result == Combat::Wins {
        relocate(table, attacker, from, to); // NB-C-05
        tell(Told::all(Event::Moved { token: attacker, from, to, first: false }));
    }
    // NB-C-09: a mine that destroyed its attacker stays; nothing is done to it.
    match (result, mine, theirs) {
        (Combat::Loses, Kind::Admiral, _) => Came::AdmiralLost(side), // NB-W-03
        (Combat::Wins, _, Kind::Admiral) => Came::AdmiralLost(enemy), // NB-W-01
        _ => Came::Loss,
    }
}
