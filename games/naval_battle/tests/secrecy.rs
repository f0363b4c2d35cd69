//! Two worlds that a viewer cannot tell apart.

use admiralty_testkit::Secrecy;
use naval_battle::NavalBattle;

#[test]
fn nobody_learns_more_than_is_revealed() {
    let tally = Secrecy::new(&[
        "{}",
        r#"{"persons": 4, "board": "reefs"}"#,
        r#"{"board": "ocean9", "memory_aid": "off"}"#,
    ])
    .games(5)
    .longest(250)
    .run::<NavalBattle>();
    println!("{tally}");
    assert!(tally.reveals > 50, "{tally}");
}
