//! Golden walks: from every set-up, every table of the cases and lessons and many of the
//! recorded games a few random entries, and everything that the rules decide there.

use admiralty_testkit::Walks;
use fleet_actions::FleetActions;

/// Set-ups beyond the plain scenarios.
const SETUPS: &[&str] = &[
    r#"{"scenario": "san-domingo-1806", "players": "divisions", "gamemaster": true}"#,
    r#"{"scenario": "evolutions", "both_broadsides": true, "strike_timing": "immediate"}"#,
    r#"{"scenario": "evolutions", "cards_visible": "own_side", "signal_effects": "extended", "night": "fight_on"}"#,
    r#"{"scenario": "leghorn-1653", "gamemaster": true, "gm_wind": true}"#,
    r#"{"scenario": "ushant-approach", "players": "divisions"}"#,
];

#[test]
fn from_every_set_up() {
    let book = Walks::new("tests/data/walks/setups.txt").scenarios().setups(SETUPS);
    book.entries(12).run::<FleetActions>();
}

#[test]
fn from_every_case() {
    Walks::new("tests/data/walks/cases.txt").cases("tests/data/clauses").run::<FleetActions>();
}

#[test]
fn from_every_lesson() {
    Walks::new("tests/data/walks/lessons.txt").cases("lessons").run::<FleetActions>();
}

#[test]
fn from_the_middle_of_games() {
    let book = Walks::new("tests/data/walks/records.txt").records("tests/data/replays");
    book.run::<FleetActions>();
}
