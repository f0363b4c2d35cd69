//! Tables that a viewer cannot rule out.

use crate::SailEpoch;
use crate::board::Space;
use crate::rules::mines;
use crate::setup::begin;
use crate::state::{Mine, Standing};
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
    let me = sight.seat();
    if let (Some(seat), Some(own)) = (sight.seat(), sight.seat().and_then(|s| sight.of_seat(s))) {
        table.seats[seat] = own.clone();
    }
    let others: Vec<Seat> = p.seats().filter(|&seat| Some(seat) != me).collect();
    for &seat in &others {
        for mine in draw_mines(sight, seat, dice)? {
            table.seats[seat].mines.push(mine);
        }
        let noted = p.players[seat.index()].to_note == 0;
        let drawn = mines::writes_map(p, seat) && (p.turn > 0 || noted);
        if drawn {
            table.seats[seat].map = draw_map(sight, seat, dice)?;
        }
    }
    // A map is known to its writer and to its holder alike.
    for writer in p.seats() {
        if let Some(holder) = p.stashes[writer.index()].holder.seat().filter(|&h| Some(h) != me) {
            let map = table.seats[writer].map;
            table.seats[holder].held[writer.index()] = map;
        }
    }
    // The other end of an offer the viewer knows of.
    if let Some(seat) = me {
        let own = table.seats[seat].clone();
        if let Some(mut offer) = own.incoming {
            let from = offer.seat;
            offer.seat = seat;
            table.seats[from].outgoing = Some(offer);
            table.seats[from].offered = table.seats[from].offered.with(seat);
        }
        if let Some(mut offer) = own.outgoing {
            let to = offer.seat;
            offer.seat = seat;
            table.seats[to].incoming = Some(offer);
        }
    }
    Ok(table)
}

fn below(n: usize, dice: &mut dyn Dice) -> Result<usize, Dry> {
    Ok(usize::from(dice.roll(Die(n.clamp(1, 720) as u16))?) - 1)
}

fn draw_mines(
    sight: Sight<'_, SailEpoch>,
    seat: Seat,
    dice: &mut dyn Dice,
) -> Result<Vec<Mine>, Dry> {
    let p = sight.public;
    let n = p.players[seat.index()].mines;
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
        let order = match p.players[seat.index()].standing {
            false => Standing::Ask,
            true if below(2, dice)? == 0 => Standing::Auto,
            true => Standing::Hold,
        };
        out.push(Mine { space, order });
    }
    Ok(out)
}

fn draw_map(sight: Sight<'_, SailEpoch>, seat: Seat, dice: &mut dyn Dice) -> Result<Space, Dry> {
    let p = sight.public;
    let stash = p.stashes[seat.index()];
    if stash.shown.is_some() {
        return Ok(stash.shown);
    }
    // The holder of a captured map knows it.
    if let Some(me) = sight.seat()
        && stash.holder == me
        && let Some(own) = sight.of_seat(me)
    {
        return Ok(own.held[seat.index()]);
    }
    let sites: Vec<Space> =
        p.chart().spaces().filter(|&space| mines::is_map_site(p, space)).collect();
    Ok(sites.get(below(sites.len(), dice)?).copied().unwrap_or(Space::NONE))
}
