//! What a viewer sees, as a document.

use super::player;
use super::position::{public, save, secret, spaces};
use crate::SailEpoch;
use crate::board::{Dir, Space, Terrain};
use admiralty_core::{Doc, Own, Sight};
use alloc::string::{String, ToString};

/// What the viewer sees: the public position, its own secrets, and the field
/// drawn out for clients.
pub(crate) fn view(sight: Sight<'_, SailEpoch>) -> Doc {
    let p = sight.public;
    let mut doc = match sight.own {
        Own::All(table) => save(table),
        _ => public(p),
    };
    if let Some(own) = sight.seat().and_then(|seat| sight.of_seat(seat)) {
        let own = secret(own);
        if own != Doc::map() {
            doc.put("own", own);
        }
    }
    let chart = p.chart();
    let rows = (0..chart.rows).map(|row| {
        let sign = |col: u8| match chart.terrain(Space::new(col, row)) {
            Terrain::Land => '#',
            Terrain::Coast => 'c',
            _ => '.',
        };
        (0..chart.cols).map(sign).collect::<String>()
    });
    let mut spits = Doc::map();
    for space in chart.spaces().filter(|&space| chart.spits(space) != 0) {
        let dirs = Dir::ALL.into_iter().filter(|d| chart.spits(space) & d.bit() != 0);
        spits.put(space.to_string(), Doc::list(dirs.map(|d| d.to_string())));
    }
    let field = Doc::map()
        .with("columns", chart.cols)
        .with("rows", chart.rows)
        .with("terrain", Doc::list(rows))
        .with("spits", spits)
        .with("harbours", spaces(&chart.harbours));
    let mut strengths = Doc::map();
    for fleet in &p.fleets {
        for id in fleet.iter() {
            let pair = Doc::list([p.strength(id), p.max_strength(id), p.ship(id).shots]);
            strengths.put(id.to_string(), pair);
        }
    }
    let mut stores = Doc::map();
    for seat in p.seats() {
        stores.put(player(seat), p.store(p.side(seat)));
    }
    doc.with("field", field).with("strengths", strengths).with("stores", stores)
}
