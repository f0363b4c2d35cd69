//! Text of spaces, ships, players, actions, positions and events.

pub(crate) mod actions;
pub(crate) mod aim;
pub(crate) mod board;
pub(crate) mod deeds;
pub(crate) mod events;
pub(crate) mod names;
pub(crate) mod position;
pub(crate) mod prompt;
pub(crate) mod view;

use crate::action::{Aim, Unit};
use crate::board::{COLS, ROWS, Space};
use crate::setup::Scenario;
use crate::state::{Flag, Public, SPAIN, ShipSet, Weather, Wind};
use crate::units::{CLASSES, FortId, ShipId};
use admiralty_core::{Seat, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Reads a space such as `L7`.
pub(crate) fn parse_space(text: &str) -> Option<Space> {
    let mut signs = text.chars();
    let column = signs.next()?.to_ascii_uppercase();
    let col = (column as u32).checked_sub('A' as u32)?;
    let digits = signs.as_str();
    if col >= u32::from(COLS) || digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let row: u8 = digits.parse().ok()?;
    (1..=ROWS).contains(&row).then(|| Space::new(col as u8, row - 1))
}

/// Reads a ship such as `FR1`.
pub(crate) fn parse_ship(text: &str) -> Option<ShipId> {
    let (code, number) = text.split_at_checked(2)?;
    let class = CLASSES.into_iter().find(|class| class.card().code.eq_ignore_ascii_case(code))?;
    match number.as_bytes() {
        [n @ b'1'..=b'6'] => Some(ShipId::new(class, n - b'0')),
        _ => None,
    }
}

/// Reads a player such as `P2`.
pub(crate) fn parse_player(text: &str) -> Option<Seat> {
    let (p, n) = text.split_at_checked(1)?;
    match (p, n.as_bytes()) {
        ("P" | "p", [n @ b'1'..=b'6']) => Some(Seat(n - b'1')),
        _ => None,
    }
}

/// A player in notation. SE-3.1.7: a seat is a colour.
pub(crate) fn player(who: impl Into<Flag>) -> &'static str {
    const PLAYERS: [&str; 6] = ["P1", "P2", "P3", "P4", "P5", "P6"];
    match who.into() {
        Flag::PIRATES => "pirates",
        flag => flag.seat().and_then(|seat| PLAYERS.get(seat.index()).copied()).unwrap_or("-"),
    }
}

/// A unit in notation: `FR1`, `@A1`.
pub(crate) fn unit(p: &Public, unit: Unit) -> &'static str {
    match unit.as_ship() {
        Some(id) => id.name(),
        None => unit.as_fort().map_or("", |id| fort(p, id)),
    }
}

/// A fort in notation.
pub(crate) fn fort(p: &Public, id: FortId) -> &'static str {
    p.fort(id).space.fort_name()
}

/// A unit in a sentence: `the brig Mercury`, `the fort on A1`.
pub(crate) fn the_unit(p: &Public, unit: Unit) -> String {
    match (unit.as_ship(), unit.as_fort()) {
        (Some(id), _) => names::the_ship(id),
        (None, Some(id)) => names::the_fort(p, id),
        _ => String::new(),
    }
}

/// Ships as a list with commas, `-` for none.
pub(crate) fn ships(set: ShipSet) -> String {
    if set.is_empty() {
        return "-".to_string();
    }
    let names: Vec<&str> = set.iter().map(|id| id.name()).collect();
    names.join(",")
}

/// Reads a fort such as `@A1`; it must be on the field.
pub(crate) fn parse_fort(p: &Public, text: &str) -> Option<FortId> {
    let space = parse_space(text.strip_prefix('@')?)?;
    p.fort_ids().find(|&id| p.fort(id).space == space)
}

/// Reads a ship or a fort.
pub(crate) fn parse_unit(p: &Public, text: &str) -> Option<Unit> {
    if text.starts_with('@') {
        parse_fort(p, text).map(Unit::fort)
    } else {
        parse_ship(text).map(Unit::ship)
    }
}

/// The strength of the wind as a word.
pub(crate) const fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Fresh => "fresh",
        Weather::Calm => "calm",
        Weather::Storm => "storm",
    }
}

/// The wind in notation: `NE storm`.
pub(crate) fn wind(wind: Wind) -> String {
    format!("{} {}", wind.to, weather(wind.weather))
}

/// A player in a sentence.
pub(crate) fn name(p: &Public, who: impl Into<Flag>) -> String {
    let flag = who.into();
    let jolly = p.options().scenario == Scenario::Jolly;
    match flag.seat() {
        None if flag == Flag::PIRATES => "the pirates".to_string(),
        None => "nobody".to_string(),
        Some(SPAIN) if jolly => "Spain".to_string(),
        Some(seat) if jolly => format!("Pirate {}", seat.0),
        Some(seat) => format!("Player {}", seat.0 + 1),
    }
}

fn goods(p: &Public, n: u8) -> String {
    let (one, many) = match p.options().scenario {
        Scenario::Treasures => ("trove of gold", "troves of gold"),
        Scenario::Pearls => ("batch of pearls", "batches of pearls"),
        _ => ("treasure", "treasures"),
    };
    if n == 1 { format!("one {one}") } else { format!("{n} {many}") }
}

const fn part(aim: Aim) -> &'static str {
    match aim {
        Aim::Hull => "hull",
        Aim::Sails => "sails",
    }
}

/// A side in a sentence: its players.
pub(crate) fn side_name(p: &Public, side: Side) -> String {
    let names: Vec<String> =
        p.seats().filter(|&seat| p.side(seat) == side).map(|seat| name(p, seat)).collect();
    if names.is_empty() { format!("Side {}", side.0 + 1) } else { names.join(" and ") }
}
