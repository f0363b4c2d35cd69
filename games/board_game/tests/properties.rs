//! The suite every game passes, over every scenario and free battles of many sizes.

use admiralty_testkit::Suite;
use board_game::BoardGame;

const SCENARIOS: [&str; 8] = [
    r#"{"scenario": "SC-1"}"#,
    r#"{"scenario": "SC-2"}"#,
    r#"{"scenario": "SC-3"}"#,
    r#"{"scenario": "SC-4"}"#,
    r#"{"scenario": "SC-5"}"#,
    r#"{"scenario": "SC-6"}"#,
    r#"{"scenario": "SC-7"}"#,
    r#"{"scenario": "SC-8"}"#,
];

const FREE: [&str; 8] = [
    r#"{}"#,
    r#"{"tp": 30, "rounds": 4}"#,
    r#"{"tp": 40, "navies": "free", "scenery": "alternate"}"#,
    r#"{"tp": 60, "metric": "king", "crit": "feature", "repair": 1}"#,
    r#"{"tp": 80, "navies": "alliance", "transports": "yes"}"#,
    r#"{"tp": 100, "whatif": "no", "scenery": "none"}"#,
    r#"{"tp": 160, "victory": "annihilation"}"#,
    r#"{"tp": 160, "navies": "free", "transports": "yes", "rounds": 6}"#,
];

#[test]
fn every_scenario_keeps_the_laws() {
    let tally = Suite::new(&SCENARIOS).games(16).longest(4000).asides(400).run::<BoardGame>();
    println!("{tally}");
}

#[test]
fn free_battles_keep_the_laws() {
    let tally = Suite::new(&FREE).games(16).longest(12000).asides(400).run::<BoardGame>();
    println!("{tally}");
}
