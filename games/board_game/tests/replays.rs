//! Golden replays: whole games, digest by digest. `cargo xtask bless` makes
//! them anew when a rule changes, in the same commit.

use admiralty_testkit::{Golden, replays};
use board_game::BoardGame;

/// BG-9-NT1: every record replays to the same positions and the same end.
#[test]
fn golden_games_replay() {
    let golden = |name, setup, seed| Golden { name, setup, seed, entries: 4_000 };
    let entries = replays::<BoardGame>(
        "tests/data/replays",
        &[
            golden("ironbottom", r#"{"scenario": "SC-1"}"#, 1),
            golden("midway", r#"{"scenario": "SC-4"}"#, 2),
            golden("convoy", r#"{"scenario": "SC-7"}"#, 3),
            golden("free", r#"{"tp": 60, "rounds": 6}"#, 4),
            golden(
                "house_rules",
                r#"{"tp": 80, "rounds": 6, "metric": "king", "crit": "feature", "repair": 1, "navies": "free", "transports": "yes", "scenery": "alternate"}"#,
                5,
            ),
            golden(
                "ready_carriers",
                r#"{"south": "RF-US-CV", "north": "RF-JP-CV", "scenery": "none", "rounds": 5}"#,
                6,
            ),
        ],
    );
    assert!(entries > 500, "only {entries} entries");
}
