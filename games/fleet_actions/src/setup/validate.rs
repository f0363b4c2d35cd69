//! What a scenario block must keep to; all faults at once, and warnings for
//! what is unusual but allowed.

use super::places::Places;
use super::{Battle, ShipId, SquadId, SquadInfo};
use crate::units::rating;
use admiralty_core::{ClauseId, Fault, Faults, Side};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The warnings, or everything that is wrong.
pub(super) fn validate(battle: &Battle, places: &Places) -> Result<Vec<String>, Faults> {
    let mut faults = Faults::default();
    let mut warnings = Vec::new();
    for q in 0..battle.squads.len() {
        squadron(battle, places, SquadId(q as u8), &mut faults, &mut warnings);
    }
    for (q, squad) in battle.squads.iter().enumerate() {
        let twin = |other: &SquadInfo| (other.side, other.number) == (squad.side, squad.number);
        if battle.squads[..q].iter().any(twin) {
            let place = places.squad(battle, SquadId(q as u8));
            let fault = Fault::new(place, "two squadrons have this code");
            faults.add(fault.by(ClauseId("FA-S.01")));
        }
    }
    for side in [Side(0), Side(1)] {
        let mine = || battle.squads.iter().filter(|s| s.side == side);
        if mine().next().is_none() {
            faults.add(
                Fault::new(places.side("sides", side), "the side has no squadron")
                    .by(ClauseId("FA-S.01")),
            );
        }
        if mine().filter(|s| s.cinc).count() > 1 {
            faults.add(
                Fault::new(places.side("sides", side), "there is one commander-in-chief")
                    .by(ClauseId("FA-S.02")),
            );
        }
    }
    names(battle, places, &mut faults);
    ratings(battle, places, &mut faults);
    if battle.approach.is_none() {
        sharing(battle, places, &mut faults);
    } else {
        approach(battle, places, &mut faults);
    }
    check_line(battle, places, &mut faults);
    faults.or(warnings)
}

fn squadron(
    battle: &Battle,
    places: &Places,
    id: SquadId,
    faults: &mut Faults,
    warnings: &mut Vec<String>,
) {
    let squad = &battle.squads[id.i()];
    let code = battle.squad_code(id);
    let here = places.squad(battle, id);
    let mut fault = |place: &str, reason: String, clause: &'static str| {
        faults.add(Fault::new(place, reason).by(ClauseId(clause)));
    };
    let n_line = squad.end_line.n() - squad.first.n();
    // FA-2.10: 1 to 12 line ships are accepted, outside 4 to 9 with a warning.
    if n_line == 0 || n_line > 12 {
        fault(&here, format!("a squadron has 1 to 12 ships of the line, not {n_line}"), "FA-2.10");
    } else if !(4..=9).contains(&n_line) {
        warnings.push(format!("{code} has {n_line} ships of the line; usual are 4 to 9"));
    }
    let line = || (squad.first.n()..squad.end_line.n()).map(|i| &battle.ships[usize::from(i)]);
    let n_groups = line().filter(|s| !s.straggler).map(|s| s.group + 1).max().unwrap_or(0);
    if n_groups > 3 {
        fault(&here, format!("a squadron has at most three Groups, not {n_groups}"), "FA-2.09");
    }
    let Some(flag) = squad.flag.map(|id| &battle.ships[id.i()]) else {
        return fault(&here, "the squadron has no flagship".into(), "FA-2.12");
    };
    for id in (squad.first.n()..squad.end.n()).map(ShipId::new) {
        let ship = &battle.ships[id.i()];
        let place = || format!("{} at {}", ship.name, ship.at);
        let here = places.ship(id, || code.clone());
        if battle.approach.is_some() {
            continue;
        }
        // FA-X.06: nobody starts on land, off the map, upwind or out of command.
        if !battle.is_sea(ship.at) {
            fault(&here, format!("{} is on land or off the map", place()), "FA-X.06");
        }
        if !ship.line || ship.straggler {
            continue;
        }
        if ship.heading == battle.wind {
            fault(&here, format!("{} heads directly upwind", place()), "FA-X.06");
        }
        if ship.at.distance(flag.at) > 1 {
            fault(&here, format!("{} is out of command of {}", place(), flag.name), "FA-X.06");
        }
        if ship.axis.is_some_and(|a| a.is_parallel(ship.heading)) {
            fault(
                &here,
                format!("{}: the axis of a Line of Bearing is not its heading", place()),
                "FA-4.14",
            );
        }
    }
}

/// Two ships of one fleet never have one name; of two fleets they may.
fn names(battle: &Battle, places: &Places, faults: &mut Faults) {
    for (i, ship) in battle.ships.iter().enumerate() {
        let side = battle.side(ship.squad);
        let twin = battle.ships[..i]
            .iter()
            .any(|other| other.name == ship.name && battle.side(other.squad) == side);
        if twin {
            let place = places.ship(ShipId::new(i as u8), || ship.name.clone());
            faults.add(Fault::new(place, "the fleet has two ships of this name"));
        }
    }
}

fn ratings(battle: &Battle, places: &Places, faults: &mut Faults) {
    for (i, ship) in battle.ships.iter().enumerate() {
        let nation = battle.squads[ship.squad.i()].nation;
        let right = rating(battle.chart, nation, ship.guns);
        if right != ship.rating {
            // FA-3.27: another figure would come from another chart.
            let reason = format!(
                "{} guns are rated {right} by chart {:?}, not {}",
                ship.guns, battle.chart, ship.rating
            );
            let place = places.ship(ShipId::new(i as u8), || ship.name.clone());
            faults.add(Fault::new(place, reason).by(ClauseId("FA-3.27")));
        }
    }
}

fn sharing(battle: &Battle, places: &Places, faults: &mut Faults) {
    for (i, ship) in battle.ships.iter().enumerate() {
        if !ship.line || ship.straggler {
            continue;
        }
        let shared = battle.ships[..i].iter().find(|other| {
            other.line && !other.straggler && other.at == ship.at && other.squad != ship.squad
        });
        if let Some(other) = shared {
            let reason = format!("{} and {} stand on one point", other.name, ship.name);
            let place = places.ship(ShipId::new(i as u8), || format!("{}", ship.at));
            faults.add(Fault::new(place, reason).by(ClauseId("FA-X.06")));
        }
        let split = battle.ships[..i].iter().find(|other| {
            other.line
                && !other.straggler
                && other.at == ship.at
                && other.squad == ship.squad
                && other.group != ship.group
        });
        if split.is_some() {
            let place = places.ship(ShipId::new(i as u8), || format!("{}", ship.at));
            let reason = "ships of one squadron on one point are one Group";
            faults.add(Fault::new(place, reason).by(ClauseId("FA-2.03")));
        }
    }
}

fn approach(battle: &Battle, places: &Places, faults: &mut Faults) {
    let Some(approach) = &battle.approach else { return };
    for (q, squad) in battle.squads.iter().enumerate() {
        let code = places.hexes(battle, SquadId(q as u8));
        let mut lines = approach.squads.iter().filter(|s| s.squad.i() == q);
        let (Some(entry), None) = (lines.next(), lines.next()) else {
            faults.add(Fault::new(code, "needs exactly one gsquad line"));
            continue;
        };
        let line = (squad.first.n()..squad.end_line.n()).map(|i| &battle.ships[usize::from(i)]);
        let n_groups = line.map(|s| usize::from(s.group) + 1).max().unwrap_or(0);
        if entry.hexes.len() != n_groups {
            let reason = format!("{n_groups} Groups need as many hexes");
            faults.add(Fault::new(code.clone(), reason).by(ClauseId("FA-9.01")));
            continue;
        }
        let flag_group = squad.flag.map_or(0, |id| usize::from(battle.ships[id.i()].group));
        for hex in &entry.hexes {
            if !approach.extent.has(*hex) || approach.land.has(*hex) {
                let reason = format!("{hex} is on land or off the map");
                faults.add(Fault::new(code.clone(), reason).by(ClauseId("FA-9.18")));
            }
            if hex.distance(entry.hexes[flag_group]) > 1 {
                let reason = format!("{hex} is out of command");
                faults.add(Fault::new(code.clone(), reason).by(ClauseId("FA-9.05")));
            }
            let same = approach.squads.iter().flat_map(|s| s.hexes.iter()).filter(|h| *h == hex);
            if same.count() > 3 {
                let reason = format!("more than three Groups in {hex}");
                faults.add(Fault::new(code.clone(), reason).by(ClauseId("FA-9.04")));
            }
            let enemy = approach
                .squads
                .iter()
                .any(|s| battle.side(s.squad) != squad.side && s.hexes.contains(hex));
            if enemy {
                let reason = format!("{hex} holds both fleets");
                faults.add(Fault::new(code.clone(), reason).by(ClauseId("FA-9.37")));
            }
        }
    }
}

fn check_line(battle: &Battle, places: &Places, faults: &mut Faults) {
    let Some(check) = battle.check else { return };
    for side in [Side(0), Side(1)] {
        let line = || battle.ships.iter().filter(|s| s.line && battle.side(s.squad) == side);
        let found = (line().map(|s| u16::from(s.rating)).sum::<u16>(), line().count() as u8);
        let said = check[side.index()];
        if found != said {
            let reason = format!(
                "the check line says {}/{} but the ships make {}/{}",
                said.0, said.1, found.0, found.1
            );
            faults.add(Fault::new(places.side("strength", side), reason));
        }
    }
}
