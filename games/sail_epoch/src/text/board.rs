//! The board as text.

use super::{name, player, unit, wind};
use crate::SailEpoch;
use crate::action::Unit;
use crate::board::{Space, Terrain};
use crate::state::{Flag, Public, mark};
use admiralty_core::Sight;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

/// The board as text, and below it the ships.
pub(crate) fn board(sight: Sight<'_, SailEpoch>) -> String {
    let p = sight.public;
    let chart = p.chart();
    let own = sight.seat().and_then(|seat| sight.of_seat(seat));
    let mut text = String::from("   ");
    for col in 0..chart.cols {
        let _ = write!(text, "  {} ", (b'A' + col) as char);
    }
    text.push('\n');
    for row in 0..chart.rows {
        let _ = write!(text, "{:>2} ", row + 1);
        for col in 0..chart.cols {
            let space = Space::new(col, row);
            let mine = own.is_some_and(|own| own.mines.iter().any(|mine| mine.space == space));
            text.push_str(&cell(p, space, mine));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Turn {}, wind {}", p.turn, wind(p.wind));
    for seat in p.seats() {
        let _ = write!(text, "{} {}:", player(seat), name(p, seat));
        if p.players[seat.index()].out {
            text.push_str(" out");
        }
        for id in p.fleets[seat.index()].iter() {
            let ship = p.ship(id);
            let _ = write!(text, " {id}@{} {}/{}", ship.space, p.strength(id), p.max_strength(id));
            for (word, on) in [
                ("moved", ship.has(mark::MOVED)),
                ("repair", ship.repair.is_some()),
                ("works", ship.work.is_some()),
                ("fireship", ship.has(mark::IGNITED)),
            ] {
                if on {
                    let _ = write!(text, " {word}");
                }
            }
            if ship.cargo > 0 {
                let _ = write!(text, " cargo {}", ship.cargo);
            }
            text.push(';');
        }
        let store = p.store(p.side(seat));
        if store > 0 {
            let _ = write!(text, " goods {store}");
        }
        text.push('\n');
    }
    text
}

fn cell(p: &Public, space: Space, mine: bool) -> String {
    let chart = p.chart();
    let mut here = p.ships_on(space);
    if let Some(id) = here.next() {
        let more = if here.next().is_some() { '+' } else { ' ' };
        return format!("{}{more}", unit(p, Unit::ship(id)));
    }
    if let Some(it) = p.forts().iter().find(|it| it.space == space) {
        let owner = if it.ruin {
            "ruin".to_string()
        } else {
            match it.owner {
                Flag::NOBODY => "@-  ".to_string(),
                Flag::PIRATES => "@P  ".to_string(),
                owner => {
                    let number = owner.seat().map_or(0, |seat| seat.0 + 1);
                    format!("@{number}{} ", "!".repeat(it.hull.min(1) as usize))
                }
            }
        };
        return format!("{owner:<4}");
    }
    if let Some((owner, _)) = chart.royal_ports.iter().find(|(_, at)| *at == space) {
        return format!("rp{} ", owner.0 + 1);
    }
    let sign = match chart.terrain(space) {
        _ if mine => '*',
        _ if chart.reefs.has(space) => 'x',
        _ if p.goods_on(space) > 0 => '$',
        Terrain::Land => '#',
        Terrain::Coast => 'c',
        _ if chart.harbours.has(space) => '~',
        _ => '.',
    };
    format!(" {sign}  ")
}
