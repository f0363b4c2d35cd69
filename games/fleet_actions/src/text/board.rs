//! A small lattice map for a terminal: the part of the sea where the fleets
//! are, even columns half a point lower.

use crate::FleetActions;
use crate::board::{Dir, Point};
use crate::setup::ShipId;
use crate::state::{Public, State, mark};
use crate::text::{self, names};
use admiralty_core::Sight;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

/// An arrow for each direction.
const ARROWS: [char; 6] = ['↑', '↗', '↘', '↓', '↙', '↖'];

fn arrow(dir: Dir) -> char {
    ARROWS[dir as usize]
}

pub(crate) fn board(sight: Sight<'_, FleetActions>) -> String {
    let p = sight.public;
    let mut out = format!(
        "{}  turn {}  {}  wind from the {}, {} (blows {})\n",
        p.battle.title,
        p.turn,
        text::clock(p.clock),
        names::dir(p.wind),
        p.force.name(),
        arrow(p.wind.back()),
    );
    if let Some(seat) = sight.seat() {
        let _ = writeln!(out, "You are {}", names::seat(&p.battle, seat));
    }
    let cells = match &p.grand {
        Some(grand) => grand
            .counters()
            .map(|(q, _, c)| (c.hex, format!("{}{}", p.battle.squad_code(q), arrow(c.facing))))
            .collect(),
        None => lattice(p),
    };
    draw(p, &cells, &mut out);
    legend(p, &mut out);
    out
}

/// What stands on each point: squadron, heading, number of ships.
fn lattice(p: &Public) -> Vec<(Point, String)> {
    let mut cells = Vec::new();
    for squad in p.squad_ids() {
        for g in p.groups(squad) {
            let lock = if p.melee_at(g.at) { "!" } else { "" };
            let code = p.battle.squad_code(squad);
            cells.push((g.at, format!("{code}{}{}{lock}", arrow(g.heading), g.ships.len())));
        }
    }
    for (_, s) in p.all() {
        if !s.afloat() || s.at == Point::default() || s.in_group() {
            continue;
        }
        let letter = if s.side.0 == 0 { 'a' } else { 'b' };
        let sign = match s.state {
            State::Struck => '×',
            State::Prize => '¤',
            _ if s.line => '°',
            _ => 'f',
        };
        cells.push((s.at, format!("{letter}{sign}{}", arrow(s.heading))));
    }
    cells
}

fn draw(p: &Public, cells: &[(Point, String)], out: &mut String) {
    let extent = match (&p.grand, &p.battle.approach) {
        (Some(_), Some(approach)) => approach.extent,
        _ => p.battle.extent,
    };
    let cols = cells.iter().map(|c| c.0.col);
    let rows = cells.iter().map(|c| c.0.row);
    let left = cols.clone().min().unwrap_or(1).saturating_sub(2).max(1);
    let right = cols.max().unwrap_or(1).saturating_add(2).min(extent.cols);
    let top = rows.clone().min().unwrap_or(1).saturating_sub(1).max(1);
    let bottom = rows.max().unwrap_or(1).saturating_add(1).min(extent.rows);
    out.push_str("     ");
    for col in left..=right {
        let _ = write!(out, "{:<6}", format!("{col:02}"));
    }
    out.push('\n');
    for row in top..=bottom {
        for low in [false, true] {
            let label = if low { "    ".to_string() } else { format!("{row:02}  ") };
            let mut line = label;
            for col in left..=right {
                // Even columns are written on the lower line of their row.
                let text = if (col % 2 == 0) == low {
                    cell(p, cells, Point::new(col, row))
                } else {
                    String::new()
                };
                let _ = write!(line, " {text:<5}");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

fn cell(p: &Public, cells: &[(Point, String)], at: Point) -> String {
    let mut here = cells.iter().filter(|c| c.0 == at);
    let land = match (&p.grand, &p.battle.approach) {
        (Some(_), Some(approach)) => &approach.land,
        _ => &p.battle.land,
    };
    match (here.next(), here.next()) {
        (Some((_, one)), None) => one.clone(),
        (Some((_, one)), Some(_)) => format!("{}+", one.chars().take(4).collect::<String>()),
        _ if land.has(at) => "###".to_string(),
        _ if p.grand.is_none() && p.battle.shoal.has(at) => "~~~".to_string(),
        _ => "·".to_string(),
    }
}

/// Every squadron with its Admiral, and who sails where in it; the map has room for its code alone.
fn legend(p: &Public, out: &mut String) {
    for squad in p.squad_ids() {
        let b = &p.battle;
        let code = b.squad_code(squad);
        let _ = writeln!(out, "{code}  {}, {}", names::squad(b, squad), names::admiral(b, squad));
        if p.grand.is_some() {
            let all = p.all().filter(|(_, s)| s.squad == squad);
            let all: Vec<&str> = all.map(|(id, _)| b.ship_name(id)).collect();
            let _ = writeln!(out, "    {}", all.join(", "));
            continue;
        }
        for g in p.groups(squad) {
            let ships: Vec<String> = p.in_order(g.ships).iter().map(|id| ship(p, *id)).collect();
            let _ = writeln!(out, "    {} {}: {}", g.at, names::dir(g.heading), ships.join(", "));
        }
        for (id, s) in p.all() {
            if s.squad == squad && s.afloat() && s.at != Point::default() && !s.in_group() {
                let _ = writeln!(out, "    {} {}: {}", s.at, names::dir(s.heading), ship(p, id));
            }
        }
    }
}

/// `Victory* 5/6, rigging 6/7`: the star is the Admiral's flag.
fn ship(p: &Public, id: ShipId) -> String {
    let s = p.ship(id);
    let flag = if p.squads[s.squad.i()].flag == Some(id) { "*" } else { "" };
    let mut said = format!("{}{flag} {}/{}", p.battle.ship_name(id), s.strength(), s.s0);
    if s.md > 0 {
        let _ = write!(said, " rigging {}/7", 7_u8.saturating_sub(s.md));
    }
    let words = [
        (s.state == State::Struck, " struck"),
        (s.state == State::Prize, " prize"),
        (!s.line, " frigate"),
        (s.state == State::Ok && s.line && !s.in_group(), " straggles"),
        (s.is(mark::AGROUND), " aground"),
    ];
    for (_, word) in words.into_iter().filter(|(is, _)| *is) {
        said.push_str(word);
    }
    said
}
