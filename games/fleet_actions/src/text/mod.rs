//! How the game is written: names of seats, sides and units here, everything
//! else in the file of its name.

pub(crate) mod actions;
mod aids;
pub(crate) mod board;
pub(crate) mod events;
pub(crate) mod labels;
pub(crate) mod names;
pub(crate) mod position;
pub(crate) mod prompt;
pub(crate) mod view;

use crate::board::Point;
use crate::rules::cards::Card;
use crate::setup::{Battle, SquadId};
use crate::state::{Public, Signal, Unit};
use admiralty_core::{Seat, Side};
use alloc::format;
use alloc::string::{String, ToString};

/// The directions, as words of views and events.
const DIRS: &[&str] = &["N", "NE", "SE", "S", "SW", "NW"];
/// Wind strengths.
const WINDS: &[&str] = &["calm", "light", "medium", "strong", "gale"];
/// The sides.
const SIDES: &[&str] = &["A", "B"];
/// Why a battle ends.
const ENDS: &[&str] =
    &["annihilation", "broken", "nightfall", "quiet", "agreement", "concession", "unmet"];

/// `one hit`, `3 hits`.
fn many(n: impl Into<i64>, thing: &str) -> String {
    match n.into() {
        1 => format!("one {thing}"),
        n => format!("{n} {thing}s"),
    }
}

/// The name of a seat: its side's, or with divisions its Admiral's.
pub(crate) fn seat_name(p: &Public, seat: Seat) -> String {
    let b = &p.battle;
    match b.seats.get(seat.index()) {
        Some(info) => match info.side {
            None => "Gamemaster".to_string(),
            Some(_) if b.options.divisions => {
                let led = b.squads.iter().find(|s| s.seat == seat);
                led.map_or_else(|| info.code.clone(), |s| s.admiral.clone())
            }
            Some(side) => b.sides[side.index()].name.clone(),
        },
        None => "?".to_string(),
    }
}

/// The name of a side.
pub(crate) fn side_name(p: &Public, side: Side) -> String {
    p.battle.sides.get(side.index()).map_or_else(String::new, |s| s.name.clone())
}

/// `A1@2020`, `A1.3`, `A1f1`.
pub(crate) fn unit(battle: &Battle, unit: Unit) -> String {
    match unit {
        Unit::Group(squad, at) => group(battle, squad, at),
        Unit::Ship(id) => battle.ship_code(id),
    }
}

/// `A1@2020`.
pub(crate) fn group(battle: &Battle, squad: SquadId, at: Point) -> String {
    format!("{}@{at}", battle.squad_code(squad))
}

/// Reads a Group.
pub(crate) fn parse_group(battle: &Battle, text: &str) -> Option<(SquadId, Point)> {
    let (squad, at) = text.split_once('@')?;
    Some((battle.squad_by_code(squad)?, Point::parse(at)?))
}

/// Reads a unit.
pub(crate) fn parse_unit(battle: &Battle, text: &str) -> Option<Unit> {
    if text.contains('@') {
        let (squad, at) = parse_group(battle, text)?;
        return Some(Unit::Group(squad, at));
    }
    battle.ship_by_code(text).map(Unit::Ship)
}

/// The code of a seat.
pub(crate) fn seat(battle: &Battle, seat: Seat) -> String {
    battle.seats.get(seat.index()).map_or_else(|| "?".to_string(), |s| s.code.clone())
}

/// Reads the code of a seat.
pub(crate) fn parse_seat(battle: &Battle, text: &str) -> Option<Seat> {
    battle.seats.iter().position(|s| s.code == text).map(|i| Seat(i as u8))
}

/// `EMC`, `EMC A2`, `-`.
pub(crate) fn signal(battle: &Battle, signal: Option<Signal>) -> String {
    match signal {
        None => "-".to_string(),
        Some(Signal { card, squad: None }) => card.code().to_string(),
        Some(Signal { card, squad: Some(squad) }) => {
            format!("{} {}", card.code(), battle.squad_code(squad))
        }
    }
}

/// Reads `EMC A2`.
pub(crate) fn parse_signal(battle: &Battle, text: &str) -> Option<Option<Signal>> {
    if text == "-" {
        return Some(None);
    }
    let (code, squad) = match text.split_once(' ') {
        Some((code, squad)) => (code, Some(battle.squad_by_code(squad)?)),
        None => (text, None),
    };
    Some(Some(Signal { card: Card::parse(code)?, squad }))
}

/// `hh:mm`.
pub(crate) fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}
