//! Golden replays: whole games, digest by digest. `cargo xtask bless` makes
//! them anew when a rule changes, in the same commit.

use admiralty_testkit::{Golden, replays};
use naval_battle::NavalBattle;

/// NB-N-04: every record replays to the same positions and the same end.
#[test]
fn golden_games_replay() {
    let golden = |name, setup, seed| Golden { name, setup, seed, entries: 5_000 };
    let entries = replays::<NavalBattle>(
        "tests/data/replays",
        &[
            golden("classic", "{}", 1),
            golden("four_players", r#"{"persons": 4, "board": "reefs"}"#, 2),
            golden("as_printed", r#"{"as_printed": true}"#, 3),
            golden(
                "grand10_points",
                r#"{"board": "grand10", "adjudicate": "points", "quiet_limit": 40}"#,
                4,
            ),
            golden(
                "timed_deployment",
                r#"{"deploy_seconds": 60, "deploy": {"W": "@Citadel", "R": "@Vault"}}"#,
                5,
            ),
        ],
    );
    assert!(entries > 500, "only {entries} entries");
}
