//! What learners are shown: codes that tell picks apart, and nothing that a seat may not know.

use admiralty_testkit::observations;
use sail_epoch::SailEpoch;

#[test]
fn codes_tell_picks_apart_and_observations_keep_secrets() {
    let seen = observations::<SailEpoch>(
        &[
            r#"{"scenario": "oceans", "players": 2, "mines": true, "oceans_sets": 1, "turn_limit": 6}"#,
            r#"{"scenario": "jolly", "players": 4, "turn_limit": 4}"#,
            r#"{"scenario": "treasures", "players": 4, "temporary_alliances": "sudden", "turn_limit": 4}"#,
            r#"{"level": "admiral", "turn_limit": 4}"#,
        ],
        1,
        300,
        5,
    );
    println!("{seen}");
    assert!(seen.entries > 100 && seen.unlike > 20, "{seen}");
}
