//! The suite every game passes, over every scenario and free battles of many sizes.

use admiralty_core::{Doc, Seeded, Text};
use admiralty_testkit::Suite;
use board_game::{BoardGame, CardId, fleet_faults, write_fleet};

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
    r#"{"tp": 20, "rounds": 4}"#,
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

/// Random legal fleets of 20 to 160 points, agreed openly or chosen in secret.
#[test]
fn random_fleets_of_every_size_keep_the_laws() {
    let mut rng = Seeded::new(8);
    let mut setups = Vec::new();
    for tp in (20..=160).step_by(10) {
        let navies = ["single", "alliance", "free"][rng.below(3) as usize];
        let south = random_fleet(tp, navies, &mut rng);
        let north = random_fleet(tp, navies, &mut rng);
        setups.push(format!(
            r#"{{"tp": {tp}, "navies": "{navies}", "transports": "yes", "south": "{south}", "north": "{north}"}}"#
        ));
    }
    let setups: Vec<&str> = setups.iter().map(String::as_str).collect();
    let tally = Suite::new(&setups).games(15).longest(6000).asides(400).run::<BoardGame>();
    println!("{tally}");
    assert_eq!(tally.finished, tally.games);
}

/// Cards drawn until no more fit, so that a fleet comes close to its points.
fn random_fleet(tp: u16, navies: &str, rng: &mut Seeded) -> String {
    let doc =
        Doc::map().with("tp", tp).with("navies", navies.to_string()).with("transports", "yes");
    let options = BoardGame::setup(&doc).expect("the options are right").options;
    let all: Vec<CardId> = CardId::all().collect();
    let mut fleet: Vec<CardId> = Vec::new();
    for _ in 0..400 {
        let mut wider = fleet.clone();
        wider.push(all[rng.below(all.len() as u32) as usize]);
        if fleet_faults(&options, &wider).is_empty() {
            fleet = wider;
        }
    }
    assert!(fleet_faults(&options, &fleet).is_empty());
    write_fleet(&fleet)
}
