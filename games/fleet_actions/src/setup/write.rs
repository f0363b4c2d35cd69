//! A battle as a document, as it is read (docs/scenarios.md).

use super::document::{CREWS, DOCTRINES};
use super::terms::EDGES;
use super::{Approach, Battle, Objective, Options, ShipId, ShipInfo, Special, SquadInfo};
use super::{options, side_code};
use crate::board::{Dir, PointSet};
use crate::units::{CHARTS, Crews, Doctrine, Force, rating};
use crate::{meta, text};
use admiralty_core::{Doc, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn word<T: PartialEq + Copy>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| *word)
}

fn named(doc: Doc, key: &'static str, text: &str) -> Doc {
    doc.with_if(!text.is_empty(), key, text.to_string())
}

/// The whole battle.
pub(super) fn document(battle: &Battle) -> Doc {
    let mut doc = Doc::map().with("game", meta::META.id);
    for (key, text) in [
        ("id", &battle.id),
        ("title", &battle.title),
        ("date", &battle.date),
        ("place", &battle.place),
    ] {
        doc = named(doc, key, text);
    }
    doc.put("chart", word(&CHARTS, battle.chart));
    let mut preset = Doc::map();
    options::write_options(&battle.preset, &Options::default(), &mut preset);
    doc = doc.with_if(preset != Doc::map(), "options", preset);
    let map = Doc::map().with("columns", battle.extent.cols).with("rows", battle.extent.rows);
    let map = points(
        points(named(map, "top", &battle.orient), "land", &battle.land),
        "shoal",
        &battle.shoal,
    );
    let wind = Doc::map()
        .with("from", battle.wind.name())
        .with("strength", battle.force.name())
        .with_if(battle.changes, "changes", true);
    let time = Doc::map()
        .with("start", text::clock(battle.clock))
        .with("nightfall", text::clock(battle.nightfall));
    doc = doc.with("map", map).with("wind", wind).with("time", time);
    let mut sides = Doc::map();
    for (side, info) in [Side(0), Side(1)].into_iter().zip(&battle.sides) {
        let entry = Doc::map()
            .with("name", info.name.clone())
            .with_if(info.bold, "bold", true)
            .with_if(info.doctrine != Doctrine::Normal, "doctrine", word(&DOCTRINES, info.doctrine))
            .with_if(info.crews != Crews::Full, "crews", word(&CREWS, info.crews))
            .with_if(info.shallow, "shallow", true);
        sides.put(side_code(side), entry);
    }
    doc.put("sides", sides);
    doc.put("squadron", Doc::list(battle.squads.iter().map(|squad| squadron(battle, squad))));
    if !battle.specials.is_empty() {
        doc.put("special", Doc::list(battle.specials.iter().map(|s| special(battle, *s))));
    }
    if !battle.objectives.is_empty() {
        doc.put("objective", Doc::list(battle.objectives.iter().map(|o| objective(*o))));
    }
    if let Some(check) = battle.check {
        let [a, b] =
            check.map(|(points, ships)| Doc::map().with("points", points).with("ships", ships));
        doc.put("strength", Doc::map().with("A", a).with("B", b));
    }
    let (marginal, decisive) = battle.levels;
    if marginal > 0 {
        doc.put("victory", Doc::map().with("marginal", marginal).with("decisive", decisive));
    }
    if let Some(approach) = &battle.approach {
        doc.put("approach", on_hexes(battle, approach));
    }
    doc
}

/// A set of points, each column's runs as rectangles.
fn points(doc: Doc, key: &'static str, set: &PointSet) -> Doc {
    let mut runs: Vec<String> = Vec::new();
    let mut all = set.iter().peekable();
    while let Some(from) = all.next() {
        let mut to = from;
        while let Some(next) = all.next_if(|p| p.col == to.col && p.row == to.row + 1) {
            to = next;
        }
        runs.push(if from == to { format!("{from}") } else { format!("{from}-{to}") });
    }
    doc.with_if(!runs.is_empty(), key, runs)
}

fn squadron(battle: &Battle, squad: &SquadInfo) -> Doc {
    let mut doc = Doc::map()
        .with("code", format!("{}{}", side_code(squad.side), squad.number))
        .with("title", squad.title.clone());
    doc = named(doc, "admiral", &squad.admiral)
        .with("nation", squad.nation.code())
        .with("division", squad.division)
        .with_if(squad.cinc, "cinc", true)
        .with_if(squad.arrive.is_some(), "arrives", squad.arrive);
    let ship = |id: ShipId| {
        let info = &battle.ships[id.i()];
        let right = rating(battle.chart, squad.nation, info.guns);
        Doc::map()
            .with("name", info.name.clone())
            .with("guns", info.guns)
            .with_if(info.rating != right, "rating", info.rating)
            .with_if(squad.flag == Some(id), "flag", true)
    };
    let stand = |info: &ShipInfo| {
        Doc::map().with("at", info.at.to_string()).with("heading", info.heading.name())
    };
    let ids = |from: ShipId, to: ShipId| (from.n()..to.n()).map(ShipId::new);
    let mut groups: Vec<Vec<ShipId>> = Vec::new();
    for id in ids(squad.first, squad.end_line) {
        let info = &battle.ships[id.i()];
        let joins = |last: &Vec<ShipId>| {
            let head = &battle.ships[last[0].i()];
            !info.straggler && !head.straggler && head.group == info.group
        };
        match groups.last_mut().filter(|last| joins(last)) {
            Some(last) => last.push(id),
            None => groups.push(Vec::from([id])),
        }
    }
    let groups = groups.into_iter().map(|ids| {
        let info = &battle.ships[ids[0].i()];
        let formation = match info.axis {
            _ if info.straggler => "straggler",
            Some(_) => "LB",
            None if ids.len() > 3 => "BU",
            None => "LA",
        };
        stand(info)
            .with("formation", formation)
            .with_if(info.axis.is_some(), "axis", info.axis.map(Dir::name))
            .with("ships", Doc::list(ids.into_iter().map(ship)))
    });
    doc.put("groups", Doc::list(groups));
    let frigates = ids(squad.end_line, squad.end).map(|id| {
        let mut entry = stand(&battle.ships[id.i()]);
        if let Doc::Map(fields) = ship(id) {
            for (key, value) in fields {
                entry.put(key, value);
            }
        }
        entry
    });
    let frigates: Vec<Doc> = frigates.collect();
    if frigates.is_empty() { doc } else { doc.with("frigates", Doc::List(frigates)) }
}

fn special(battle: &Battle, special: Special) -> Doc {
    match special {
        Special::Lag(squad, turn) | Special::Inert(squad, turn) => Doc::map()
            .with("kind", if matches!(special, Special::Lag(..)) { "lag" } else { "inert" })
            .with("squadron", battle.squad_code(squad))
            .with("through", turn),
        Special::WindEvent { turn, dir, force } => Doc::map()
            .with("kind", "wind")
            .with("turn", turn)
            .with_if(dir.is_some(), "from", dir.map(Dir::name))
            .with_if(force.is_some(), "strength", force.map(Force::name)),
    }
}

fn objective(objective: Objective) -> Doc {
    match objective {
        Objective::Handicap(side, points) => {
            Doc::map().with("kind", "handicap").with("side", side_code(side)).with("points", points)
        }
        Objective::Endure { side, every, min, points } => Doc::map()
            .with("kind", "endure")
            .with("side", side_code(side))
            .with("every", every)
            .with("ships", min)
            .with("points", points),
        Objective::Exit { side, edges, times } => Doc::map()
            .with("kind", "exit")
            .with("side", side_code(side))
            .with("edges", Doc::list(EDGES.iter().filter(|(_, bit)| edges & bit > 0).map(|e| e.0)))
            .with("times", times),
    }
}

fn on_hexes(battle: &Battle, approach: &Approach) -> Doc {
    let doc = Doc::map().with("columns", approach.extent.cols).with("rows", approach.extent.rows);
    let squads = approach.squads.iter().map(|entry| {
        Doc::map()
            .with("squadron", battle.squad_code(entry.squad))
            .with("line", if entry.ahead { "ahead" } else { "abreast" })
            .with("facing", entry.facing.name())
            .with("hexes", Doc::list(entry.hexes.iter().map(|hex| hex.to_string())))
    });
    points(doc, "land", &approach.land).with("squadron", Doc::list(squads))
}
