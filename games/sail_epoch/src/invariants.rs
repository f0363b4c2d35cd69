//! Conditions that hold in every reachable table.

use crate::SailEpoch;
use crate::board::{Cells, Terrain};
use crate::units::{FORT_STRENGTH, FortId, N_SHIPS, ShipId};
use admiralty_core::Table;
use alloc::format;
use alloc::string::String;

/// The first condition that does not hold.
pub(crate) fn broken(table: &Table<SailEpoch>) -> Option<String> {
    let p = &table.public;
    let chart = p.chart();
    let mut occupied = Cells::EMPTY;
    let mut full = Cells::EMPTY;
    for id in (0..N_SHIPS as u8).map(ShipId) {
        let ship = p.ship(id);
        let fleets = p.fleets.iter().filter(|fleet| fleet.has(id)).count();
        if !ship.is_afloat() {
            if fleets != 0 {
                return Some(format!("{id} is gone but still in a fleet"));
            }
            continue;
        }
        if fleets != 1 || !p.fleets[ship.seat().index()].has(id) {
            return Some(format!("{id} is not in its owner's fleet"));
        }
        let water = matches!(chart.terrain(ship.space), Terrain::Sea | Terrain::Coast);
        if !water || chart.reefs.has(ship.space) || chart.has_port(ship.space) {
            return Some(format!("{id} cannot be on {}", ship.space));
        }
        let here = p.ships_on(ship.space).count();
        if here > chart.capacity(ship.space) as usize {
            return Some(format!("{here} ships on {}", ship.space));
        }
        if here == chart.capacity(ship.space) as usize {
            full.add(ship.space);
        }
        occupied.add(ship.space);
        if ship.hull >= p.max_strength(id) {
            return Some(format!("{id} should have sunk"));
        }
        if ship.sails > id.card().fresh.orth || ship.bow.0 > 7 {
            return Some(format!("sails or bow of {id} are wrong"));
        }
        if ship.cargo > p.capacity(id) {
            return Some(format!("{id} carries {}", ship.cargo));
        }
        if ship.repair.is_some_and(|fort| fort.index() >= p.forts().len()) {
            return Some(format!("{id} is repaired nowhere"));
        }
        let works = |fort: FortId| p.fort(fort).works.is_some_and(|two| two.contains(&id));
        if ship.work.is_some_and(|fort| !works(fort)) {
            return Some(format!("{id} works nowhere"));
        }
    }
    if occupied != p.occupied || full != p.full {
        return Some("the occupied spaces are wrong".into());
    }
    for fort in p.forts() {
        if fort.hull > FORT_STRENGTH || (!fort.ruin && fort.hull == FORT_STRENGTH) {
            return Some(format!("the fort on {} should have fallen", fort.space));
        }
    }
    let goods: u32 = p.goods.iter().map(|(_, n)| u32::from(*n)).sum::<u32>()
        + p.ships.iter().map(|ship| u32::from(ship.cargo)).sum::<u32>()
        + p.forts().iter().map(|fort| u32::from(fort.goods)).sum::<u32>()
        + p.players.iter().map(|player| u32::from(player.hand)).sum::<u32>();
    if goods > 7 {
        return Some(format!("{goods} goods"));
    }
    None
}
