//! Reads the field of a position: islands, reefs, ports and forts.

use super::load::flag_of;
use crate::board::{Cells, Chart, ISLES, Island, Space, Terrain};
use crate::state::{Flag, Fort, MAX_FORTS, Public};
use crate::text::{actions, parse_player, parse_ship, parse_space};
use crate::units::{FORT_SHOTS, FORT_STRENGTH, ShipId};
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields};
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

pub(super) fn spaces_of(fields: &mut Fields<'_>, key: &'static str, chart: &Chart) -> Cells {
    let mut cells = Cells::EMPTY;
    for item in fields.list(key) {
        match item.as_text().and_then(parse_space).filter(|&space| chart.contains(space)) {
            Some(space) if !cells.has(space) => cells.add(space),
            _ => fields.wrong(key, format!("{item} is no space, or stands twice")),
        }
    }
    cells
}

pub(super) fn read_chart(fields: &mut Fields<'_>, p: &mut Public) {
    let mut chart = Chart::new(p.chart().cols, p.chart().rows);
    let mut taken = Cells::EMPTY;
    for item in fields.list("islands") {
        let island = item.as_text().and_then(parse_island);
        let Some(cells) = island.and_then(Island::cells) else {
            fields.wrong("islands", format!("{item} is no island such as monu J6 r90"));
            continue;
        };
        let cells: Vec<Space> = cells.map(|(space, _, _)| space).collect();
        if cells.iter().any(|&space| taken.has(space) || !chart.contains(space)) {
            // SE-3.1.5a: overlays lie on the field, beside each other.
            fields.faults.add(
                Fault::new("islands", format!("{item} overlaps or leaves the field"))
                    .by(ClauseId("SE-3.1.5a")),
            );
            continue;
        }
        cells.iter().for_each(|&space| taken.add(space));
        chart.islands.extend(island);
    }
    let isle_count = |isle| chart.islands.iter().filter(|i| i.isle == isle).count();
    if ISLES.iter().any(|(isle, _, n)| isle_count(*isle) > *n as usize) {
        let fault = Fault::new("islands", "there are not that many islands in the box");
        fields.faults.add(fault.by(ClauseId("SE-2e")));
    }
    chart.rebuild();
    let reefs = spaces_of(fields, "reefs", &chart);
    if reefs.iter().any(|space| taken.has(space) || chart.terrain(space) != Terrain::Sea) {
        fields.wrong("reefs", "a reef lies on open sea");
    }
    if reefs.len() > 6 {
        let fault = Fault::new("reefs", "there are six reefs in the box");
        fields.faults.add(fault.by(ClauseId("SE-2f")));
    }
    chart.reefs = reefs;
    read_ports(fields, p, &mut chart);
    chart.rebuild();
    Arc::make_mut(&mut p.world).chart = chart;
}

fn parse_island(text: &str) -> Option<Island> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let isle = ISLES.iter().find(|(_, n, _)| n.eq_ignore_ascii_case(name))?.0;
    let corner = parse_space(words.next()?)?;
    let turns = actions::turned(isle, words.next().unwrap_or("r0"))?;
    words.next().is_none().then_some(Island { isle, corner, turns })
}

fn read_ports(fields: &mut Fields<'_>, p: &mut Public, chart: &mut Chart) {
    let free = |chart: &Chart, space: Space| {
        matches!(chart.terrain(space), Terrain::Sea | Terrain::Coast)
            && !chart.reefs.has(space)
            && !chart.has_port(space)
    };
    for (who, place) in fields.entries("royal_ports") {
        let seat = parse_player(who).filter(|&s| p.has_seat(s));
        let space = place.as_text().and_then(parse_space).filter(|&s| free(chart, s));
        match (seat, space) {
            // SE-2d: two Royal Ports, SE-3.1.5.1a: one each.
            (Some(seat), Some(space)) if chart.royal_ports.len() < 2 => {
                chart.royal_ports.push((seat, space));
            }
            _ => fields.wrong("royal_ports", format!("{who} cannot have a port on {place}")),
        }
    }
    for (key, doc) in fields.entries("forts") {
        let space = key.strip_prefix('@').and_then(parse_space).filter(|&s| free(chart, s));
        let Some(space) = space.filter(|_| (p.n_forts as usize) < MAX_FORTS) else {
            fields.wrong("forts", format!("{key} is no place for a fort"));
            continue;
        };
        match read_fort(doc, key, space, p) {
            Ok(fort) => {
                chart.forts.push(space);
                p.forts[p.n_forts as usize] = fort;
                p.n_forts += 1;
            }
            Err(found) => fields.faults.0.extend(found.0),
        }
    }
}

fn read_fort(doc: &Doc, key: &str, space: Space, p: &Public) -> Result<Fort, Faults> {
    let mut fields = Fields::of(doc, &format!("forts.{key}"))?;
    let jolly = p.options().scenario == crate::setup::Scenario::Jolly;
    let valid = |flag: Flag| match flag.seat() {
        Some(seat) => p.has_seat(seat),
        None => flag.is_nobody() || jolly,
    };
    let mut owner = flag_of(&mut fields, "owner").unwrap_or(Flag::NOBODY);
    let first = flag_of(&mut fields, "first").unwrap_or(owner);
    let mut fort = Fort::new(space, owner);
    fort.ruin = fields.bool_or("ruin", false);
    if fort.ruin {
        owner = Flag::NOBODY;
        fort.hull = FORT_STRENGTH;
    }
    let hull = fields.int_or("hull", 0, 0..=2) as u8;
    if !fort.ruin {
        fort.hull = hull;
    }
    fort.owner = owner;
    fort.first = first;
    fort.points = fields.int_or("points", 0, 0..=2) as u8;
    fort.worker = flag_of(&mut fields, "worker").unwrap_or(Flag::NOBODY);
    let shots = if fort.ruin { 0 } else { FORT_SHOTS };
    fort.shots = fields.int_or("shots", i64::from(shots), 0..=2) as u8;
    fort.since = fields.int_or("since", 0, 0..=9999) as u16;
    fort.seen = fields.bool_or("seen", false);
    fort.assaulted = fields.bool_or("assaulted", false);
    fort.goods = fields.int_or("goods", 0, 0..=7) as u8;
    fort.last_hostile = flag_of(&mut fields, "last_hostile").unwrap_or(Flag::NOBODY);
    for item in fields.list("hostile") {
        match item.as_text().and_then(parse_player).filter(|&s| p.has_seat(s)) {
            Some(seat) => fort.hostile = fort.hostile.with(seat),
            None => fields.wrong("hostile", format!("{item} is no player")),
        }
    }
    let works: Vec<Option<ShipId>> =
        fields.list("works").iter().map(|item| item.as_text().and_then(parse_ship)).collect();
    match works.as_slice() {
        [] => {}
        [Some(one), Some(two)] if one < two && fort.worker.seat().is_some() => {
            fort.works = Some([*one, *two]);
        }
        _ => fields.wrong("works", "works need two ships in order, and a worker"),
    }
    let seats = [fort.owner, fort.first, fort.worker, fort.last_hostile];
    let sane = seats.iter().all(|&s| valid(s))
        && fort.worker != Flag::PIRATES
        && fort.last_hostile != Flag::PIRATES
        && (fort.points == 0 || (fort.ruin && fort.worker != Flag::NOBODY))
        && !(fort.ruin && fort.shots > 0)
        && (fort.ruin || fort.worker == Flag::NOBODY || fort.has_works());
    if !sane {
        fields.wrong("owner", "owner, worker, points and shots do not fit together");
    }
    fields.done().map(|()| fort)
}
