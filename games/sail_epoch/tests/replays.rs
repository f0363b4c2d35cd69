//! Golden replays: whole games at every level, digest by digest. `cargo xtask
//! bless` makes them anew when a rule changes, in the same commit. Those listed here
//! are random and soon over; `played_*` are games of the bot against itself, with
//! cargo, boarding, repair and a captured Royal Port, and are replayed as they are.

use admiralty_testkit::{Golden, replays};
use sail_epoch::SailEpoch;

#[test]
fn golden_games_replay() {
    let golden = |name, setup, seed| Golden { name, setup, seed, entries: 5_000 };
    let entries = replays::<SailEpoch>(
        "tests/data/replays",
        &[
            golden(
                "lieutenant_treasures",
                r#"{"scenario": "treasures", "players": 2, "turn_limit": 8, "kids_respawn": true}"#,
                1,
            ),
            golden(
                "lieutenant_pearls",
                r#"{"scenario": "pearls", "players": 4, "variant": "team", "turn_limit": 3}"#,
                2,
            ),
            golden(
                "lieutenant_jolly",
                r#"{"scenario": "jolly", "players": 4, "turn_limit": 5, "pirates_fight": true}"#,
                3,
            ),
            golden(
                "lieutenant_oceans",
                r#"{"scenario": "oceans", "players": 3, "mines": true, "temporary_alliances": "notice", "neutral_fort": true, "turn_limit": 4}"#,
                4,
            ),
            golden(
                "captain_oceans",
                r#"{"scenario": "oceans", "players": 2, "level": "captain", "wind_profile": "even", "turn_limit": 4}"#,
                5,
            ),
            golden(
                "captain_placed",
                r#"{"scenario": "pearls", "players": 2, "level": "captain", "setup": "placed", "mines": true, "turn_limit": 3}"#,
                6,
            ),
            golden(
                "admiral_oceans",
                r#"{"scenario": "oceans", "players": 2, "level": "admiral", "A8": true, "mines": true, "oceans_sets": 1, "wind_profile": "even", "turn_limit": 6}"#,
                7,
            ),
            golden(
                "admiral_treasures",
                r#"{"scenario": "treasures", "players": 4, "level": "admiral", "temporary_alliances": "sudden", "turn_limit": 8}"#,
                8,
            ),
            golden(
                "admiral_jolly",
                r#"{"scenario": "jolly", "players": 3, "level": "admiral", "A8": true, "turn_limit": 5}"#,
                9,
            ),
        ],
    );
    assert!(entries > 1500, "only {entries} entries");
}
