//! The conditions that every table keeps.

use crate::NavalBattle;
use crate::board::squares;
use crate::setup::home_water;
use crate::state::{Phase, Public, RED, WHITE};
use crate::units::{FLEET_SIZE, Kind};
use admiralty_core::Table;
use alloc::format;
use alloc::string::String;

/// The first condition this table does not keep.
pub(crate) fn broken(table: &Table<NavalBattle>) -> Option<String> {
    let public = &table.public;
    // NB-V-02: nobody shares a square or stands on an island.
    if public.occupied[0] & public.occupied[1] != 0
        || (public.occupied[0] | public.occupied[1]) & !public.board().water != 0
    {
        return Some("NB-V-02: two pieces on one square, or one on an island".into());
    }
    if public.phase == Phase::Deploy {
        return None;
    }
    for side in [WHITE, RED] {
        let secret = &table.sides[side];
        let on_board = public.occupied[side.index()].count_ones() as usize;
        let captured = public.racks[side.other().index()].kinds().len();
        // NB-V-01: what a fleet lost lies in the other's rack.
        if public.complete && !cancelled(public) && on_board + captured != FLEET_SIZE {
            return Some(format!("NB-V-01: {on_board} on the board and {captured} captured"));
        }
        if secret.kinds.iter().flatten().count() != on_board {
            return Some("a token without a type, or a type without a token".into());
        }
        let known = public.tokens(side).filter(|(_, token)| public.known(*token).is_some());
        if known.count() != public.known_of(side).iter().flatten().count() {
            return Some("something is known of a token that has left the board".into());
        }
        for square in squares(public.occupied[side.index()]) {
            let Some(token) = public.token_on(square) else {
                return Some(format!("no token on {square}"));
            };
            if (secret.kinds[token.number() as usize] == Some(Kind::Mine))
                != (secret.mines & square.bit() != 0)
            {
                return Some(format!("the mines of {} are not where they lie", side.0));
            }
        }
        // NB-V-03: a mine never leaves the home rows.
        if secret.mines & !public.board().home(side) != 0
            || home_water(public.board(), side).count() < FLEET_SIZE
        {
            return Some("NB-V-03: a mine has moved".into());
        }
        // NB-V-05: both Admirals live while the game does.
        let admiral =
            public.token_on(public.admirals[side.index()]).filter(|token| token.side() == side);
        let lives = admiral
            .is_some_and(|token| secret.kinds[token.number() as usize] == Some(Kind::Admiral));
        if !matches!(public.phase, Phase::Over(_)) && !lives {
            return Some("NB-V-05: an Admiral is gone".into());
        }
    }
    None
}

fn cancelled(public: &Public) -> bool {
    public.occupied == [0; 2]
}
