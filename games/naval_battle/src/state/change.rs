//! The changes that chapters share: a token goes elsewhere, leaves the board,
//! or becomes known.

use crate::NavalBattle;
use crate::board::Square;
use crate::event::Event;
use crate::state::Token;
use crate::units::Kind;
use admiralty_core::{Table, Told};

/// A token changes its square.
#[inline]
pub(crate) fn relocate(table: &mut Table<NavalBattle>, token: Token, from: Square, to: Square) {
    let public = &mut table.public;
    let side = token.side();
    public.occupied[side.index()] ^= from.bit() | to.bit();
    public.token_at[from.index()] = None;
    public.token_at[to.index()] = Some(token);
    public.moved |= token.bit();
    if public.admirals[side.index()] == from {
        public.admirals[side.index()] = to;
    }
}

/// A token leaves the board for the other side's rack.
pub(crate) fn remove(
    table: &mut Table<NavalBattle>,
    token: Token,
    at: Square,
    kind: Kind,
    tell: &mut dyn FnMut(Told<Event>),
) {
    let side = token.side();
    let by = side.other();
    let public = &mut table.public;
    public.occupied[side.index()] &= !at.bit();
    public.token_at[at.index()] = None;
    public.racks[by.index()].push(kind);
    public.quiet = 0; // NB-D-05
    let known = public.known[token.index()].take().is_some();
    let secret = &mut table.sides[side];
    secret.kinds[token.number() as usize] = None;
    secret.mines &= !at.bit();
    // NB-T-08: marks on it go with it.
    if let Some(notes) = &mut table.sides[by].notes {
        notes.marks.retain(|(marked, _)| *marked != token);
        if notes.marks.is_empty() && notes.pad.is_empty() {
            table.sides[by].notes = None;
        }
    }
    let event = Event::Removed { token, kind, by };
    tell(if known { Told::all(event) } else { Told::reveal(event) });
}

/// A token's type becomes public.
pub(crate) fn reveal(
    table: &mut Table<NavalBattle>,
    token: Token,
    kind: Kind,
    tell: &mut dyn FnMut(Told<Event>),
) {
    let public = &mut table.public;
    let known = public.known[token.index()].replace(kind).is_some();
    public.revealed_in[token.index()] = public.ply + 1;
    let event = Event::Revealed { token, kind };
    tell(if known { Told::all(event) } else { Told::reveal(event) });
}
