//! What learners are shown: codes that tell picks apart, and nothing that a seat may not know.

use admiralty_testkit::observations;
use board_game::BoardGame;

#[test]
fn codes_tell_picks_apart_and_observations_keep_secrets() {
    let seen = observations::<BoardGame>(
        &[r#"{"tp": 60}"#, r#"{"tp": 120, "south": "RF-US-CV"}"#, r#"{"scenario": "SC-7"}"#],
        2,
        300,
        1,
    );
    println!("{seen}");
    assert!(seen.entries > 100 && seen.unlike > 20, "{seen}");
}
