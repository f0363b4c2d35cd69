//! Nobody learns what it may not know.

use admiralty_testkit::Secrecy;
use board_game::BoardGame;

const SETUPS: [&str; 6] = [
    r#"{"tp": 60}"#,
    r#"{"tp": 100, "navies": "alliance"}"#,
    r#"{"tp": 40, "scenery": "alternate", "rounds": 4}"#,
    r#"{"scenario": "SC-1"}"#,
    r#"{"scenario": "SC-7"}"#,
    r#"{"tp": 120, "south": "RF-US-CV"}"#,
];

#[test]
fn two_worlds_look_alike() {
    // BG-9-HI1, BG-9-HI2, BG-9-HI3, BG-0-FB10, BG-0-SU3, BG-4-AT1, BG-9-NT2
    let sealed =
        |action: &str| ["fleet ", "deploy ", "orders "].iter().any(|word| action.starts_with(word));
    let tally = Secrecy::new(&SETUPS).games(3).sealed(sealed).run::<BoardGame>();
    println!("{tally}");
    assert!(tally.reveals > 0 && tally.unlike > 0, "{tally}");
}
