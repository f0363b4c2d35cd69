//! The suite of laws in random games.

use admiralty_testkit::Suite;
use naval_battle::NavalBattle;

#[test]
fn random_games_keep_the_laws() {
    let tally = Suite::new(&[
        "{}",
        r#"{"persons": 4, "board": "reefs"}"#,
        r#"{"board": "open_sea", "immobile": "pass", "memory_aid": "off", "max_plies": 300}"#,
        r#"{"board": "ocean9", "adjudicate": "points", "shuttle_limit": 0}"#,
        r#"{"board": "grand10", "memory_aid": "notes", "quiet_limit": 40}"#,
    ])
    .games(25)
    .longest(20_000)
    .free(|text| text.starts_with("note ") || text.starts_with("deploy "))
    .run::<NavalBattle>();
    println!("{tally}");
    assert_eq!(tally.finished, tally.games);
}
