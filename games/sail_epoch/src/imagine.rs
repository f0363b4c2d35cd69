//! Tables that a viewer cannot rule out.

use crate::SailEpoch;
use crate::board::Space;
use crate::rules::mines;
use crate::setup::begin;
use crate::state::{MAX_SEATS, Mine, NONE, Standing};
use admiralty_core::{Dice, Die, Dry, Own, Seat, Sight, Table};
use alloc::vec::Vec;

/// A table this viewer cannot rule out: other players' mines and maps are
/// drawn anew among all places they could be.
pub(crate) fn imagine(
    sight: Sight<'_, SailEpoch>,
    dice: &mut dyn Dice,
) -> Result<Table<SailEpoch>, Dry> {
    if let Own::All(table) = sight.own {
        return Ok(table.clone());
    }
    let p = sight.public;
    let mut table = begin::table(p.clone());
    let me = sight.seat().map(|seat| seat.0);
    if let (Some(seat), Some(own)) = (sight.seat(), sight.seat().and_then(|s| sight.of_seat(s))) {
        table.seats[seat] = own.clone();
    }
    let others: Vec<u8> = p.seats().filter(|&seat| Some(seat) != me).collect();
    for &seat in &others {
        for mine in draw_mines(sight, seat, dice)? {
            table.seats[Seat(seat)].mines.push(mine);
        }
        let noted = p.players[seat as usize].to_note == 0;
        let drawn = mines::writes_map(p, seat) && (p.turn > 0 || noted);
        if drawn {
            table.seats[Seat(seat)].map = draw_map(sight, seat, dice)?;
        }
    }
    // A map is known to its writer and to its holder alike.
    for writer in 0..p.n_players() {
        let holder = p.stashes[writer as usize].holder;
        if holder != NONE && Some(holder) != me && (holder as usize) < MAX_SEATS {
            let map = table.seats[Seat(writer)].map;
            table.seats[Seat(holder)].held[writer as usize] = map;
        }
    }
    // The other end of an offer the viewer knows of.
    if let Some(seat) = me {
        let own = table.seats[Seat(seat)].clone();
        if let Some(mut offer) = own.incoming {
            let from = offer.seat;
            offer.seat = seat;
            table.seats[Seat(from)].outgoing = Some(offer);
            table.seats[Seat(from)].offered |= 1 << seat;
        }
        if let Some(mut offer) = own.outgoing {
            let to = offer.seat;
            offer.seat = seat;
            table.seats[Seat(to)].incoming = Some(offer);
        }
    }
    Ok(table)
}

fn below(n: usize, dice: &mut dyn Dice) -> Result<usize, Dry> {
    Ok(usize::from(dice.roll(Die(n.clamp(1, 720) as u16))?) - 1)
}

fn draw_mines(
    sight: Sight<'_, SailEpoch>,
    seat: u8,
    dice: &mut dyn Dice,
) -> Result<Vec<Mine>, Dry> {
    let p = sight.public;
    let n = p.players[seat as usize].mines;
    let mut out = Vec::new();
    if n == 0 {
        return Ok(out);
    }
    // Forts may have changed hands since: any water is possible then, but a
    // space where one of them has gone off is not.
    let mut sites: Vec<Space> =
        p.chart().spaces().filter(|&s| mines::is_first_site(p, seat, s)).collect();
    for _ in 0..n {
        if sites.is_empty() {
            break;
        }
        let space = sites.swap_remove(below(sites.len(), dice)?);
        let order = match p.players[seat as usize].standing {
            false => Standing::Ask,
            true if below(2, dice)? == 0 => Standing::Auto,
            true => Standing::Hold,
        };
        out.push(Mine { space, order });
    }
    Ok(out)
}

fn draw_map(sight: Sight<'_, SailEpoch>, seat: u8, dice: &mut dyn Dice) -> Result<Space, Dry> {
    let p = sight.public;
    let stash = p.stashes[seat as usize];
    if stash.shown.is_some() {
        return Ok(stash.shown);
    }
    // The holder of a captured map knows it.
    if let Some(me) = sight.seat()
        && stash.holder == me.0
        && let Some(own) = sight.of_seat(me)
    {
        return Ok(own.held[seat as usize]);
    }
    let sites: Vec<Space> =
        p.chart().spaces().filter(|&space| mines::is_map_site(p, space)).collect();
    Ok(sites.get(below(sites.len(), dice)?).copied().unwrap_or(Space::NONE))
}
