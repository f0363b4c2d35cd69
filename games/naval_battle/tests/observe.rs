//! What learners are shown: codes that tell picks apart, and nothing that a seat may not know.

use admiralty_testkit::observations;
use naval_battle::NavalBattle;

#[test]
fn codes_tell_picks_apart_and_observations_keep_secrets() {
    let seen = observations::<NavalBattle>(
        &["{}", r#"{"board": "ocean9", "memory_aid": "off"}"#, r#"{"persons": 4}"#],
        3,
        400,
        5,
    );
    println!("{seen}");
    assert!(seen.entries > 100 && seen.unlike > 20, "{seen}");
}
