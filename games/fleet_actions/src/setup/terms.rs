//! What a scenario's document says beyond its fleets: rules of its own, points and margins, the
//! sums it is checked by, the approach on the hex map.

use super::document::{DIRS, points, size};
use super::places::Places;
use super::{Approach, ApproachSquad, Battle, Objective, Special, SquadId};
use crate::board::{Dir, Point, PointSet};
use crate::units::{FORCES, Force};
use admiralty_core::{ClauseId, Fault, Fields, Side};
use alloc::format;
use alloc::vec::Vec;

/// The edges of a map, by the bits of an exit.
pub(super) const EDGES: [(&str, u8); 4] = [("N", 1), ("E", 2), ("S", 4), ("W", 8)];
const SIDES: [(&str, Side); 2] = [("A", Side(0)), ("B", Side(1))];

/// Rules of this scenario alone, of the list that the game knows.
pub(super) fn specials(f: &mut Fields<'_>, battle: &mut Battle) {
    const KINDS: [(&str, &str); 3] = [("lag", "lag"), ("inert", "inert"), ("wind", "wind")];
    let mut found = Vec::new();
    f.each("special", |f| {
        f.need("kind", "lag, inert or wind");
        match f.word_or("kind", "", &KINDS) {
            "wind" => {
                f.need("turn", "in whose Signals Phase the wind changes");
                let turn = f.int_or("turn", 1, 1..=99) as u8;
                let dir = f.get("from").map(|_| f.word_or("from", Dir::N, &DIRS));
                let force = f.get("strength").map(|_| f.word_or("strength", Force::Calm, &FORCES));
                if dir.is_none() && force.is_none() {
                    f.wrong("from", "is missing, and so is strength: nothing would change");
                }
                found.push(Special::WindEvent { turn, dir, force });
            }
            "" => f.skip(&["squadron", "through", "turn", "from", "strength"]),
            kind => {
                let squad = by_code(f, battle);
                f.need("through", "the last turn it holds in");
                let turn = f.int_or("through", 1, 1..=99) as u8;
                found.extend(squad.map(|squad| match kind {
                    "lag" => Special::Lag(squad, turn),
                    _ => Special::Inert(squad, turn),
                }));
            }
        }
    });
    battle.specials = found;
}

fn by_code(f: &mut Fields<'_>, battle: &Battle) -> Option<SquadId> {
    f.need("squadron", "its code, like A1");
    let code = f.text("squadron")?;
    let found = battle.squad_by_code(code);
    if found.is_none() {
        f.wrong("squadron", format!("there is no squadron {code}"));
    }
    found
}

/// Points for other things than ships.
pub(super) fn objectives(f: &mut Fields<'_>, battle: &mut Battle, used: bool) {
    const KINDS: [(&str, &str); 3] =
        [("handicap", "handicap"), ("endure", "endure"), ("exit", "exit")];
    let mut found = Vec::new();
    f.each("objective", |f| {
        f.need("kind", "handicap, endure or exit");
        f.need("side", "A or B");
        let side = f.word_or("side", Side(0), &SIDES);
        match f.word_or("kind", "", &KINDS) {
            "handicap" => {
                f.need("points", "how many points the side begins with");
                found.push(Objective::Handicap(side, f.int_or("points", 0, -999..=999) as i16));
            }
            "endure" => {
                f.need("every", "in turns divisible by this");
                f.need("ships", "with at least so many ships on the map");
                f.need("points", "so many points");
                found.push(Objective::Endure {
                    side,
                    every: f.int_or("every", 1, 1..=99) as u8,
                    min: f.int_or("ships", 1, 0..=120) as u8,
                    points: f.int_or("points", 0, -99..=99) as i16,
                });
            }
            "exit" => {
                f.need("edges", "a list of N, E, S and W");
                let bit = |text: &str| Some(EDGES.iter().find(|(edge, _)| *edge == text)?.1);
                let edges = f.texts("edges", "edge of the map: N, E, S or W", bit);
                let edges = edges.into_iter().fold(0, |all, bit| all | bit);
                found.push(Objective::Exit {
                    side,
                    edges,
                    times: f.int_or("times", 1, 1..=9) as u8,
                });
            }
            _ => f.skip(&["points", "every", "ships", "edges", "times"]),
        }
    });
    let handicap = |objective: &Objective| matches!(objective, Objective::Handicap(..));
    if used && found.iter().any(handicap) {
        // FA-R85: a handicap of the approach itself stands for that of its battle.
        battle.objectives.retain(|objective| !handicap(objective));
    }
    battle.objectives.extend(found);
}

/// What the ships of the line add up to, to be checked.
pub(super) fn strength(f: &mut Fields<'_>, battle: &mut Battle) {
    let check = f.inside("strength", |f| {
        ["A", "B"].map(|key| {
            f.need(key, "points and ships of the line of this side");
            let sums = f.inside(key, |f| {
                f.need("points", "all ratings together");
                f.need("ships", "how many ships of the line");
                (f.int_or("points", 0, 0..=3600) as u16, f.int_or("ships", 0, 0..=120) as u8)
            });
            sums.unwrap_or_default()
        })
    });
    battle.check = check.or(battle.check);
}

/// Margins of victory.
pub(super) fn victory(f: &mut Fields<'_>, levels: &mut Option<(i16, i16)>) {
    f.inside("victory", |f| {
        f.need("marginal", "the margin of a marginal victory");
        f.need("decisive", "the margin of a decisive one");
        let marginal = f.int_or("marginal", 1, 1..=3600);
        let decisive = f.int_or("decisive", marginal, 1..=3600);
        if decisive < marginal {
            // FA-V.20: decisive is more.
            let fault = Fault::new(f.path("decisive"), "is less than that of a marginal victory");
            f.faults.add(fault.by(ClauseId("FA-V.20")));
        }
        *levels = Some((marginal as i16, decisive as i16));
    });
}

/// The start on the hex map, if there is one.
pub(super) fn approach(
    f: &mut Fields<'_>,
    battle: &Battle,
    places: &mut Places,
) -> Option<Approach> {
    f.inside("approach", |f| {
        let mut approach =
            Approach { extent: size(f), land: PointSet::default(), squads: Vec::new() };
        points(f, "land", &mut approach.land);
        f.need("squadron", "where the squadrons stand on the hex map");
        let squads = &mut approach.squads;
        f.each("squadron", |f| {
            let squad = by_code(f, battle);
            f.need("facing", "N, NE, SE, S, SW or NW");
            f.need("hexes", "one for each Group, van first");
            let ahead = f.word_or("line", true, &[("ahead", true), ("abreast", false)]);
            let facing = f.word_or("facing", Dir::N, &DIRS);
            let hexes = f.texts("hexes", "hex like 1110: column, then row", Point::parse);
            if let Some(squad) = squad {
                places.approach.push((squad, f.path("hexes")));
                squads.push(ApproachSquad { squad, ahead, facing, hexes });
            }
        });
        approach
    })
}
