//! Golden walks: from every set-up, every table of the cases and lessons and many of the
//! recorded games a few random entries, and everything that the rules decide there.

use admiralty_testkit::Walks;
use board_game::BoardGame;

/// Set-ups beyond the plain scenarios.
const SETUPS: &[&str] = &[
    r#"{}"#,
    r#"{"tp": 20, "rounds": 4}"#,
    r#"{"tp": 40, "navies": "free", "scenery": "alternate"}"#,
    r#"{"tp": 60, "metric": "king", "crit": "feature", "repair": 1}"#,
    r#"{"tp": 80, "navies": "alliance", "transports": "yes"}"#,
    r#"{"tp": 100, "whatif": "no", "scenery": "none"}"#,
    r#"{"tp": 160, "victory": "annihilation"}"#,
];

#[test]
fn from_every_set_up() {
    let book = Walks::new("tests/data/walks/setups.txt").scenarios().setups(SETUPS);
    book.entries(40).run::<BoardGame>();
}

#[test]
fn from_every_case() {
    Walks::new("tests/data/walks/cases.txt").cases("tests/data/clauses").run::<BoardGame>();
}

#[test]
fn from_every_lesson() {
    Walks::new("tests/data/walks/lessons.txt").cases("lessons").run::<BoardGame>();
}

#[test]
fn from_the_middle_of_games() {
    let book = Walks::new("tests/data/walks/records.txt").records("tests/data/replays");
    book.run::<BoardGame>();
}
