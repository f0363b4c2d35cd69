//! Mines, treasure maps and treaty offers stay secret: two worlds that a
//! viewer cannot tell apart go on looking alike.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod middle;

use admiralty_testkit::Secrecy;
use sail_epoch::SailEpoch;

/// Mines and maps are noted in secret: the two worlds note different ones.
fn sealed(text: &str) -> bool {
    text.starts_with("mine ") || text.starts_with("map ")
}

#[test]
fn mines_stay_secret() {
    let tally = Secrecy::new(&[
        r#"{"scenario": "oceans", "players": 2, "mines": true, "oceans_sets": 1, "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 3, "mines": true, "turn_limit": 5}"#,
    ])
    .games(2)
    .longest(200)
    .sealed(sealed)
    .run::<SailEpoch>();
    assert!(tally.entries > 50, "{tally}");
}

#[test]
fn maps_stay_secret() {
    let tally = Secrecy::new(&[r#"{"scenario": "jolly", "players": 4, "turn_limit": 6}"#])
        .games(6)
        .longest(150)
        .sealed(sealed)
        .run::<SailEpoch>();
    assert!(tally.entries > 50, "{tally}");
}

#[test]
fn offers_stay_secret() {
    let tally = Secrecy::new(&[
        r#"{"scenario": "treasures", "players": 4, "temporary_alliances": "sudden", "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 3, "temporary_alliances": "notice", "turn_limit": 5}"#,
    ])
    .games(1)
    .longest(200)
    .nothing_hidden()
    .run::<SailEpoch>();
    assert!(tally.entries > 50, "{tally}");
}

/// Spain holds the map of a pirate who is out, and its ships lie on the space.
const CAPTURED_MAP: &str = r#"{
    "setup": {"scenario": "jolly", "players": 4, "turn_limit": 9},
    "turn": 5, "order": ["P1", "P2", "P3", "P4"], "phase": "P1", "wind": "N calm",
    "islands": ["volcanic C10 r0", "monu M3 r0"],
    "forts": {"@X14": {"owner": "P1"}, "@B13": {"owner": "P1"}, "@M2": {"owner": "pirates"}},
    "ships": {
        "GA1": {"owner": "P1", "space": "D9"}, "FG1": {"owner": "P1", "space": "E9"},
        "BR3": {"owner": "P3", "space": "L1"}, "BR5": {"owner": "P4", "space": "N1"}
    },
    "players": {"P2": {"out": true}},
    "stashes": {"P2": {"holder": "P1", "goods": 3}}, "appeared": 3,
    "secrets": {
        "P1": {"held": {"P2": "D9"}}, "P2": {"map": "D9"}, "P3": {"map": "F10"}, "P4": {"map": "L4"}
    }
}"#;

/// SE-4.3.23d: who cannot know the map learns of it when a treasure is loaded, and
/// then by an event that says that it reveals something.
#[test]
fn a_captured_map_is_shown_when_it_is_used() {
    let tally =
        Secrecy::new(&[]).positions(&[CAPTURED_MAP]).games(4).longest(40).run::<SailEpoch>();
    assert!(tally.reveals > 0, "{tally}");
}

#[test]
fn secrets_stay_secret_at_admiral_level() {
    let tally = Secrecy::new(&[
        r#"{"scenario": "oceans", "players": 2, "level": "admiral", "mines": true, "A8": true, "oceans_sets": 1, "turn_limit": 6}"#,
        r#"{"scenario": "jolly", "players": 4, "level": "admiral", "mines": true, "turn_limit": 5}"#,
        r#"{"scenario": "treasures", "players": 3, "level": "admiral", "mines": true, "temporary_alliances": "sudden", "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 3, "level": "admiral", "mines": true, "temporary_alliances": "notice", "turn_limit": 6}"#,
    ])
    .games(1)
    .longest(100)
    .sealed(sealed)
    .run::<SailEpoch>();
    println!("{tally}");
    assert!(tally.entries > 200, "{tally}");
}

/// The same where the bot's games had got to: mines half detonated, maps drawn.
#[test]
fn secrets_stay_secret_in_the_middle_of_games() {
    let names = ["played_lieutenant_oceans", "played_captain_jolly", "played_admiral_pearls"];
    let positions: Vec<String> =
        names.iter().flat_map(|name| [3, 7].map(|tenths| middle::position(name, tenths))).collect();
    let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
    let tally = Secrecy::new(&[]).positions(&texts).games(1).longest(40).run::<SailEpoch>();
    assert!(tally.entries > 200, "{tally}");
}
