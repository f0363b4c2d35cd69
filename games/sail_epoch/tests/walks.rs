//! Golden walks: from every set-up, every table of the cases and lessons and many of the
//! recorded games a few random entries, and everything that the rules decide there.

use admiralty_testkit::Walks;
use sail_epoch::SailEpoch;

/// Set-ups beyond the plain scenarios.
const SETUPS: &[&str] = &[
    r#"{"scenario": "pearls", "players": 4, "variant": "team", "turn_limit": 6}"#,
    r#"{"scenario": "pearls", "players": 4, "temporary_alliances": "notice", "turn_limit": 5}"#,
    r#"{"scenario": "oceans", "players": 3, "variant": "team", "neutral_fort": true, "turn_limit": 5}"#,
    r#"{"scenario": "oceans", "players": 2, "board": "grand", "oceans_sets": 3, "turn_limit": 3}"#,
    r#"{"scenario": "treasures", "players": 2, "kids_respawn": true, "kids_diagonal": true, "turn_limit": 12}"#,
    r#"{"scenario": "jolly", "players": 3, "mines": true, "wind_profile": "even", "turn_limit": 6}"#,
    r#"{"scenario": "pearls", "players": 2, "setup": "placed", "mines": true, "turn_limit": 2}"#,
    r#"{"scenario": "pearls", "players": 3, "setup": "placed", "free_forts": true, "turn_limit": 2}"#,
    r#"{"scenario": "oceans", "players": 2, "level": "captain", "wind_profile": "even", "turn_limit": 4}"#,
    r#"{"scenario": "oceans", "players": 2, "level": "admiral", "wind_profile": "even", "A8": true, "turn_limit": 12}"#,
    r#"{"scenario": "treasures", "players": 4, "level": "admiral", "wind_profile": "even", "turn_limit": 12}"#,
    r#"{"scenario": "jolly", "players": 4, "level": "admiral", "pirates_fight": true, "turn_limit": 8}"#,
    r#"{"scenario": "pearls", "players": 2, "setup": "placed", "level": "admiral", "A8": true, "A5": false, "turn_limit": 2}"#,
];

#[test]
fn from_every_set_up() {
    let book = Walks::new("tests/data/walks/setups.txt").scenarios().setups(SETUPS);
    book.entries(40).run::<SailEpoch>();
}

#[test]
fn from_every_case() {
    Walks::new("tests/data/walks/cases.txt").cases("tests/data/clauses").run::<SailEpoch>();
}

#[test]
fn from_every_lesson() {
    Walks::new("tests/data/walks/lessons.txt").cases("lessons").run::<SailEpoch>();
}

#[test]
fn from_the_middle_of_games() {
    let book = Walks::new("tests/data/walks/records.txt").records("tests/data/replays");
    book.run::<SailEpoch>();
}
