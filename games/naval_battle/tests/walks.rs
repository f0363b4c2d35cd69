//! Golden walks: from every set-up, every table of the cases and lessons and many of the
//! recorded games a few random entries, and everything that the rules decide there.

use admiralty_testkit::Walks;
use naval_battle::NavalBattle;

/// Set-ups beyond the plain scenarios.
const SETUPS: &[&str] = &[
    r#"{"persons": 4, "board": "reefs"}"#,
    r#"{"board": "open_sea", "immobile": "pass", "memory_aid": "off", "max_plies": 300}"#,
    r#"{"board": "ocean9", "adjudicate": "points", "shuttle_limit": 0}"#,
    r#"{"board": "grand10", "memory_aid": "notes", "quiet_limit": 40}"#,
    r#"{"deploy": {"W": "@Citadel", "R": "@Vault"}}"#,
];

#[test]
fn from_every_set_up() {
    let book = Walks::new("tests/data/walks/setups.txt").scenarios().setups(SETUPS);
    book.entries(80).run::<NavalBattle>();
}

#[test]
fn from_every_case() {
    Walks::new("tests/data/walks/cases.txt").cases("tests/data/clauses").run::<NavalBattle>();
}

#[test]
fn from_every_lesson() {
    Walks::new("tests/data/walks/lessons.txt").cases("lessons").run::<NavalBattle>();
}

#[test]
fn from_the_middle_of_games() {
    let book = Walks::new("tests/data/walks/records.txt").records("tests/data/replays");
    book.run::<NavalBattle>();
}
