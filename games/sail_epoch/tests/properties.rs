//! The laws every game keeps, in random games over scenarios, players and levels.

use admiralty_testkit::Suite;
use sail_epoch::SailEpoch;

#[test]
fn laws_hold_at_lieutenant_level() {
    let tally = Suite::new(&[
        r#"{"scenario": "oceans", "players": 2, "turn_limit": 12}"#,
        r#"{"scenario": "treasures", "players": 2, "turn_limit": 12}"#,
    ])
    .games(4)
    .longest(6000)
    .run::<SailEpoch>();
    println!("{tally}");
}
