//! Names as people use them: ships, squadrons and Admirals, never codes.

use crate::board::{Dir, Point};
use crate::rules::gunnery::unpaired;
use crate::rules::striking::side_stands;
use crate::setup::{Battle, ShipId, SquadId};
use crate::state::{Fleet, Public, Unit};
use crate::victory;
use admiralty_core::{Outcome, Seat, Side, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A direction in words.
pub(crate) const fn dir(d: Dir) -> &'static str {
    match d {
        Dir::N => "north",
        Dir::NE => "north-east",
        Dir::SE => "south-east",
        Dir::S => "south",
        Dir::SW => "south-west",
        Dir::NW => "north-west",
    }
}

/// `Victory`, `Victory and Neptune`, `Victory, Neptune and Leviathan`, `Victory and 4 more`.
pub(crate) fn ships(b: &Battle, ships: Fleet) -> String {
    let list: Vec<ShipId> = ships.iter().collect();
    listed(b, &list)
}

/// The same in an order of one's own.
pub(crate) fn listed(b: &Battle, list: &[ShipId]) -> String {
    match *list {
        [] => "nobody".to_string(),
        [a] => b.ship_name(a).to_string(),
        [x, y] => format!("{} and {}", b.ship_name(x), b.ship_name(y)),
        [x, y, z] => format!("{}, {} and {}", b.ship_name(x), b.ship_name(y), b.ship_name(z)),
        [a, ..] => format!("{} and {} more", b.ship_name(a), list.len() - 1),
    }
}

/// A squadron by its title; with its fleet, where another is called the same.
pub(crate) fn squad(b: &Battle, squad: SquadId) -> String {
    let Some(info) = b.squads.get(squad.i()) else { return "?".to_string() };
    if info.title.is_empty() {
        return b.squad_code(squad);
    }
    if b.squads.iter().filter(|s| s.title == info.title).count() > 1 {
        return format!("{} {}", b.sides[info.side.index()].name, info.title);
    }
    info.title.clone()
}

/// The Admiral of a squadron.
pub(crate) fn admiral(b: &Battle, squad: SquadId) -> &str {
    b.squads.get(squad.i()).map_or("?", |s| s.admiral.as_str())
}

/// Who speaks for a seat: its commander-in-chief, or the first Admiral it has.
pub(crate) fn seat(b: &Battle, seat: Seat) -> String {
    let of = || b.squads.iter().filter(|s| s.seat == seat);
    let chief = of().find(|s| s.cinc).or_else(|| of().next());
    match chief {
        Some(info) => info.admiral.clone(),
        None if b.gamemaster() == Some(seat) => "the gamemaster".to_string(),
        None => super::seat(b, seat),
    }
}

/// A Group by its ships, head first; by its squadron when it is gone.
pub(crate) fn group(p: &Public, q: SquadId, at: Point) -> String {
    match p.group_at(q, at) {
        Some(g) => listed(&p.battle, &p.in_order(g.ships)),
        None => squad(&p.battle, q),
    }
}

/// The same where guns are laid: in close action those who have no partner fire as a Group, and are
/// fired at before the others.
// FA-8.31, FA-8.49
pub(crate) fn gunners(p: &Public, q: SquadId, at: Point) -> String {
    let free = p.group_at(q, at).map_or(Fleet::EMPTY, |g| unpaired(p, g.ships));
    if free.is_empty() { group(p, q, at) } else { listed(&p.battle, &p.in_order(free)) }
}

/// The ships of a unit.
pub(crate) fn of_unit(p: &Public, unit: Unit) -> Fleet {
    match unit {
        Unit::Group(squad, at) => p.group_at(squad, at).map_or(Fleet::EMPTY, |g| g.ships),
        Unit::Ship(id) => Fleet::only(id),
    }
}

/// Why a battle ended, and by whose doing.
pub(crate) fn end(p: &Public, reason: &str) -> String {
    let whose = |is: &dyn Fn(Side) -> bool| {
        let those = [Side(0), Side(1)].into_iter().filter(|side| is(*side));
        let those: Vec<String> =
            those.map(|side| format!("the {}", p.battle.sides[side.index()].name)).collect();
        those.join(" and ")
    };
    match reason {
        "annihilation" => {
            format!("{} have no ship left that fights", whose(&|s| !side_stands(p, s)))
        }
        "broken" => format!(
            "{} have lost ships of half their Strength and break off",
            whose(&|s| victory::is_broken(p, s))
        ),
        "nightfall" => "night has fallen".to_string(),
        "quiet" => "fifteen turns without a shot".to_string(),
        "agreement" => "both sides agreed".to_string(),
        "concession" => {
            let won = |s: Side| matches!(p.over, Some(Outcome { verdict: Verdict::Won(by), .. }) if by.has(s));
            format!("{} gave it up", whose(&|s| !won(s)))
        }
        "unmet" => "the fleets never met".to_string(),
        other => other.to_string(),
    }
}

/// What stands on a point, or open water.
pub(crate) fn place(p: &Public, at: Point) -> String {
    let here = p.at(at, |_| true);
    if here.is_empty() { "open water".to_string() } else { ships(&p.battle, here) }
}
