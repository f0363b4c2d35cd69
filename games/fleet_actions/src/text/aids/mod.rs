//! What a view says besides the position: what follows from it by the rules,
//! so that no client has to know them. How each heading lies to the wind,
//! where guns bear, what broadsides promise, and how the battle would be scored.

pub(super) mod boardings;
mod chances;
pub(super) mod courses;
pub(super) mod strays;

use super::{DIRS, SIDES, names};
use crate::action::Action;
use crate::board::{Attitude, Bearing, Dir, Point};
use crate::rules::formations::bears;
use crate::rules::{declaring, grand_tactical, gunnery, precedence, time_outs};
use crate::setup::{Objective, side_code};
use crate::state::{Kind, Public, Sealed, Ship, State, Unit};
use crate::text;
use crate::victory;
use admiralty_core::{Doc, Field, Seat, Shape, Side, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use Shape::{Bool, Int, Text, Words};

const TEXTS: Shape = Shape::List(&Text);

/// The attitudes to the wind.
pub(super) const ATTITUDES: Shape = Words(&["in irons", "close hauled", "running", "broad reach"]);

/// Where the guns of a unit bear.
pub(super) const ARC: Shape = Shape::Map(&[
    Field::new("near", TEXTS, "points at half-cannon shot"),
    Field::new("far", TEXTS, "points at cannon shot"),
]);

/// A heading in this wind.
pub(super) const SAILING: Shape = Shape::Map(&[
    Field::new("dir", Words(DIRS), "the heading"),
    Field::new("attitude", ATTITUDES, "how it lies to the wind"),
    Field::new("speed", Int, "the greatest speed on it"),
]);

/// An attack that may be declared.
pub(super) const SHOT: Shape = Shape::Map(&[
    Field::new("by", Text, "the unit that fires"),
    Field::new("at", Text, "its target"),
    Field::new("says", Text, "the target in names"),
    Field::new("range", Int, "how many points away"),
    Field::new("dice", Int, "how many ten-sided dice"),
    Field::new("number", Int, "a die of this or less hits"),
    Field::new("tenths", Int, "hits to be expected, in tenths"),
    Field::new("strikes", TEXTS, "ships that strike as soon as they are fired on"),
    Field::new("beats", Int, "per cent: so likely is it that one of the others is beaten by it"),
    Field::optional("rakes", Bool, "all hits fall on one end of the line"),
    Field::optional("best", Bool, "the most promising one of this unit"),
]);

const LOST: Shape = Shape::Tuple(&[Int, Int]);
const BREAKING: Shape = Shape::Tuple(&[LOST, LOST]);

/// How the battle would be scored now.
pub(super) const STANDS: Shape = Shape::Map(&[
    Field::new("winner", Words(&["A", "B", "draw"]), "who would have won"),
    Field::new("degree", Words(&["draw", "marginal", "decisive"]), "how clearly"),
    Field::new("marginal", Int, "the lead that wins"),
    Field::new("decisive", Int, "the lead that wins decisively"),
    Field::optional(
        "breaking",
        BREAKING,
        "A and B: Strength of ships lost, and with how much a fleet breaks off",
    ),
]);

/// What brings points besides ships.
pub(super) const AIM: Shape = Shape::Map(&[
    Field::new("side", Words(SIDES), "for whom"),
    Field::new("says", Text, "what it is"),
]);

/// Which way the fleets lie to each other in the wind.
pub(super) const WEATHER: Shape = Shape::Map(&[
    Field::optional("gauge", Words(SIDES), "the fleet that has the weather gauge"),
    Field::optional("A", Text, "where the most windward Group of A is"),
    Field::optional("B", Text, "where the most windward Group of B is"),
    Field::optional("apart", Int, "hexes between the fleets, on the approach"),
    Field::optional("near", Int, "within so many hexes speeds are sealed, on the approach"),
]);

/// Which way the fleets lie to each other in the wind.
pub(super) fn weather(p: &Public) -> Doc {
    let hexes = p.grand.is_some();
    let windward = |side| match hexes {
        true => grand_tactical::windward(p, side),
        false => precedence::windward(p, side),
    };
    let (a, b) = (windward(Side(0)), windward(Side(1)));
    let gauge = match (hexes, a, b) {
        // FA-9.10: on the hex map the most windward Group decides.
        (true, Some(a), Some(b)) => match a.upwind(p.wind).cmp(&b.upwind(p.wind)) {
            core::cmp::Ordering::Greater => Some(Side(0)),
            core::cmp::Ordering::Less => Some(Side(1)),
            core::cmp::Ordering::Equal => None,
        },
        (true, ..) => None,
        (false, ..) => precedence::fleet_gauge(p),
    };
    let mut doc = Doc::map();
    if let Some(side) = gauge {
        doc.put("gauge", side_code(side));
    }
    for (code, at) in [("A", a), ("B", b)] {
        if let Some(at) = at {
            doc.put(code, at.to_string());
        }
    }
    if let Some(miles) = grand_tactical::apart(p) {
        doc.put("apart", miles);
        doc.put("near", grand_tactical::NEAR);
    }
    doc
}

/// How each heading lies to the wind.
pub(super) fn sailing(p: &Public) -> Doc {
    let one = |d: Dir| {
        Doc::map()
            .with("dir", d.name())
            .with("attitude", Attitude::of(d, p.wind).name())
            .with("speed", p.max_speed(d))
    };
    Doc::List(Dir::ALL.into_iter().map(one).collect())
}

/// Where guns bear from a point.
pub(super) fn arc(p: &Public, at: Point, heading: Dir, axis: Option<Dir>) -> Doc {
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for d in Dir::ALL {
        let (one, next) = (at.step(d), d.right(1));
        let here = [
            (one, Bearing::Next(d)),
            (one.step(d), Bearing::Straight(d)),
            (one.step(next), Bearing::Oblique(d)),
        ];
        for (point, bearing) in here {
            if !p.battle.extent.has(point) || bears(heading, axis, bearing).is_none() {
                continue;
            }
            let list = if point == one { &mut near } else { &mut far };
            list.push(point.to_string());
        }
    }
    Doc::map().with("near", near).with("far", far)
}

/// Is she a unit by herself?
pub(super) fn alone(s: &Ship) -> bool {
    s.state == State::Ok && !s.in_group() && s.at != Point::default()
}

/// The attacks a seat may declare now, the most promising one of each unit marked.
pub(super) fn shots(p: &Public, seat: Seat, sealed: &Sealed) -> Doc {
    let mut list: Vec<(u32, Doc, Unit)> = Vec::new();
    if p.phase.kind != Kind::Fire || !p.pending.has(seat) {
        return Doc::List(Vec::new());
    }
    let when = gunnery::When::Step(p.phase.step);
    declaring::declarations(p, seat, sealed, p.phase.step, &mut |d| {
        let Some(at) = d.at else { return };
        let Ok(shot) = gunnery::aim(p, d.by, at, when) else { return };
        let range = declaring::unit_point(p, d.by).distance(declaring::unit_point(p, at));
        let tenths = u32::from(shot.dice) * u32::from(shot.number.min(10));
        let strikes: Vec<String> = shot
            .targets
            .iter()
            .filter(|id| p.ship(*id).is_beaten())
            .map(|id| p.battle.ship_name(id).to_string())
            .collect();
        let rakes = shot.crosses.is_some();
        let beats = chances::beats(p, &shot);
        let worth =
            tenths * if rakes { 5 } else { 4 } + 200 * strikes.len() as u32 + u32::from(beats);
        let doc = Doc::map()
            .with("by", text::unit(&p.battle, d.by))
            .with("at", text::unit(&p.battle, at))
            .with("says", names::listed(&p.battle, &p.in_order(shot.targets)))
            .with("range", range)
            .with("dice", shot.dice)
            .with("number", shot.number)
            .with("tenths", tenths)
            .with("strikes", strikes)
            .with("beats", beats)
            .with_if(rakes, "rakes", true);
        list.push((worth, doc, d.by));
    });
    let best = |by: Unit| list.iter().filter(|s| s.2 == by).map(|s| s.0).max();
    let mut out: Vec<Doc> = Vec::new();
    let mut marked: Vec<Unit> = Vec::new();
    for (worth, doc, by) in &list {
        let first = best(*by) == Some(*worth) && !marked.contains(by);
        if first {
            marked.push(*by);
        }
        out.push(doc.clone().with_if(first, "best", true));
    }
    Doc::List(out)
}

/// What the server would decide for the seat, in notation: for whoever leaves it to his captains.
pub(super) fn suggestion(p: &Public, seat: Seat, sealed: &Sealed) -> Option<String> {
    if !p.pending.has(seat) {
        return None;
    }
    let action = match time_outs::by_default(p, seat, sealed)? {
        Action::Move { squad, .. } if precedence::should_wait(p) => {
            Action::Move { squad, defer: true }
        }
        other => other,
    };
    Some(text::actions::write(p, &action))
}

/// How the battle would be scored now.
pub(super) fn stands(p: &Public) -> Doc {
    let (verdict, degree) = victory::by_score(p, victory::scores(p));
    let winner = match verdict {
        Verdict::Won(sides) if sides.has(Side(0)) => "A",
        Verdict::Won(_) => "B",
        _ => "draw",
    };
    let breaking = [Side(0), Side(1)].map(|side| Vec::from(victory::breaking(p, side)));
    Doc::map()
        .with("winner", winner)
        .with("degree", degree)
        .with("marginal", p.battle.levels.0)
        .with("decisive", p.battle.levels.1)
        .with_if(p.battle.options.break_point, "breaking", Doc::list(breaking))
}

/// What brings points besides ships struck and taken.
pub(super) fn aims(p: &Public) -> Doc {
    let one = |o: &Objective| {
        let (side, says) = match *o {
            Objective::Handicap(side, n) => (
                side,
                format!("up to {n} points besides: one with each that ships bring to either side"),
            ),
            Objective::Endure { side, every, min, points } => (
                side,
                format!("{points} points every {every} turns, while {min} ships of the line fight"),
            ),
            Objective::Exit { side, edges, times } => {
                let names = ["north", "east", "south", "west"];
                let edge: Vec<&str> =
                    (0..4).filter(|i| edges >> i & 1 == 1).map(|i| names[i]).collect();
                let edge = edge.join(" or ");
                (side, format!("{times} × her rating for each ship that leaves by the {edge}"))
            }
        };
        Doc::map().with("side", side_code(side)).with("says", says)
    };
    Doc::List(p.battle.objectives.iter().map(one).collect())
}
