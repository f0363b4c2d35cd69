//! What learners are shown: codes that tell picks apart, and nothing that a seat may not know.

use admiralty_testkit::observations;
use fleet_actions::FleetActions;

#[test]
fn codes_tell_picks_apart_and_observations_keep_secrets() {
    let seen = observations::<FleetActions>(
        &[
            r#"{"scenario": "evolutions"}"#,
            r#"{"scenario": "san-domingo-1806", "players": "divisions"}"#,
            r#"{"scenario": "evolutions", "cards_visible": "own_side", "signal_effects": "extended"}"#,
        ],
        1,
        300,
        5,
    );
    println!("{seen}");
    assert!(seen.entries > 100 && seen.unlike > 20, "{seen}");
}
