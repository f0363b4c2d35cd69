//! Names as people use them: ships, squadrons and Admirals, never codes.

use crate::board::{Dir, Point};
use crate::rules::gunnery::unpaired;
use crate::setup::{Battle, ShipId, SquadId};
use crate::state::{Fleet, Public, Unit};
use admiralty_core::Seat;
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

/// Why a battle ended.
pub(crate) fn end(reason: &str) -> &str {
    match reason {
        "annihilation" => "a fleet has no ship left that fights",
        "broken" => "a fleet that has lost half its Strength breaks off",
        "nightfall" => "night has fallen",
        "quiet" => "fifteen turns without a shot",
        "agreement" => "both sides agreed",
        "concession" => "one side gave it up",
        "unmet" => "the fleets never met",
        other => other,
    }
}

/// What stands on a point, or open water.
pub(crate) fn place(p: &Public, at: Point) -> String {
    let here = p.at(at, |_| true);
    if here.is_empty() { "open water".to_string() } else { ships(&p.battle, here) }
}
