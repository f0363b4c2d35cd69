//! The laws every game keeps, in random games over scenarios, numbers of
//! players, teams and levels. `ADMIRALTY_SOAK` plays the whole product.

use admiralty_testkit::{Suite, soak};
use sail_epoch::SailEpoch;

/// Scenarios with their numbers of players and the teams of each.
const TABLES: [(&str, u8, &[&str]); 14] = [
    ("treasures", 2, &[""]),
    ("treasures", 3, &[""]),
    ("treasures", 4, &[""]),
    ("pearls", 2, &[""]),
    ("pearls", 3, &["", "auto"]),
    ("pearls", 4, &["", "2v2"]),
    ("pearls", 5, &[""]),
    ("pearls", 6, &["", "3v3", "2-2-2"]),
    ("jolly", 2, &[""]),
    ("jolly", 3, &[""]),
    ("jolly", 4, &[""]),
    ("oceans", 2, &[""]),
    ("oceans", 3, &["", "2v1"]),
    ("oceans", 4, &["", "2v2", "3v1"]),
];

const LEVELS: [&str; 3] = ["lieutenant", "captain", "admiral"];

/// Scenario × players × teams × mines at one level. Outside a soak each of them
/// is played at one of the three levels, in a soak at all.
fn setups(level: usize) -> Vec<String> {
    let mut all = Vec::new();
    for (scenario, players, teams) in TABLES {
        for team in teams {
            for mines in [false, true] {
                let team = match *team {
                    "" => String::new(),
                    team => format!(r#", "variant": "team", "teams": "{team}""#),
                };
                let cards = if mines && level == 2 { r#", "A8": true"# } else { "" };
                all.push(format!(
                    r#"{{"scenario": "{scenario}", "players": {players}, "level": "{}", "mines": {mines}, "turn_limit": 8{team}{cards}}}"#,
                    LEVELS[level]
                ));
            }
        }
    }
    assert_eq!(all.len(), 42);
    if soak() == 1 {
        all = all.into_iter().enumerate().filter(|(i, _)| i % 3 == level).map(|(_, s)| s).collect();
    }
    all
}

/// A soak plays more games and follows each of them farther.
fn run(level: usize, stop_after: usize) {
    let setups = setups(level);
    let texts: Vec<&str> = setups.iter().map(String::as_str).collect();
    let tally = Suite::new(&texts)
        .games(texts.len() as u32)
        .longest(8000)
        .stop_after(stop_after * soak() as usize)
        .run::<SailEpoch>();
    assert!(tally.entries > 100, "{tally}");
}

#[test]
fn laws_hold_at_lieutenant_level() {
    run(0, 300);
}

#[test]
fn laws_hold_at_captain_level() {
    run(1, 60);
}

#[test]
fn laws_hold_at_admiral_level() {
    run(2, 100);
}

#[test]
fn games_come_to_an_end() {
    let texts = [
        r#"{"scenario": "treasures", "players": 2, "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 3, "turn_limit": 4, "temporary_alliances": "sudden"}"#,
        r#"{"scenario": "jolly", "players": 4, "turn_limit": 4, "pirates_fight": true}"#,
        r#"{"scenario": "oceans", "players": 2, "turn_limit": 4}"#,
    ];
    let tally = Suite::new(&texts).games(4).longest(4000).run::<SailEpoch>();
    assert_eq!(tally.finished, tally.games, "{tally}");
}

#[test]
fn laws_hold_with_options() {
    let texts = [
        r#"{"scenario": "pearls", "players": 4, "variant": "team", "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 6, "variant": "team", "teams": "2-2-2", "turn_limit": 4}"#,
        r#"{"scenario": "pearls", "players": 4, "temporary_alliances": "notice", "turn_limit": 5}"#,
        r#"{"scenario": "oceans", "players": 3, "variant": "team", "neutral_fort": true, "turn_limit": 5}"#,
        r#"{"scenario": "oceans", "players": 4, "variant": "team", "teams": "3v1", "turn_limit": 4}"#,
        r#"{"scenario": "oceans", "players": 2, "board": "grand", "oceans_sets": 3, "turn_limit": 3}"#,
        r#"{"scenario": "treasures", "players": 2, "kids_respawn": true, "kids_diagonal": true, "turn_limit": 12}"#,
        r#"{"scenario": "jolly", "players": 3, "mines": true, "wind_profile": "even", "turn_limit": 6}"#,
    ];
    let tally = Suite::new(&texts).games(8).longest(8000).stop_after(200).run::<SailEpoch>();
    assert!(tally.entries > 0, "{tally}");
}

#[test]
fn laws_hold_while_placing() {
    let texts = [
        r#"{"scenario": "pearls", "players": 2, "setup": "placed", "mines": true, "turn_limit": 2}"#,
        r#"{"scenario": "pearls", "players": 3, "setup": "placed", "free_forts": true, "turn_limit": 2}"#,
    ];
    let tally = Suite::new(&texts).games(2).longest(8000).stop_after(30).run::<SailEpoch>();
    assert!(tally.entries > 0, "{tally}");
}

#[test]
fn laws_hold_at_admiral_level_with_options() {
    let texts = [
        r#"{"scenario": "oceans", "players": 2, "level": "admiral", "wind_profile": "even", "A8": true, "turn_limit": 12}"#,
        r#"{"scenario": "treasures", "players": 4, "level": "admiral", "wind_profile": "even", "turn_limit": 12}"#,
        r#"{"scenario": "jolly", "players": 4, "level": "admiral", "pirates_fight": true, "turn_limit": 8}"#,
        r#"{"scenario": "pearls", "players": 4, "level": "admiral", "temporary_alliances": "sudden", "turn_limit": 6}"#,
        r#"{"scenario": "oceans", "players": 4, "variant": "team", "level": "admiral", "A3": false, "A6": false, "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 2, "setup": "placed", "level": "admiral", "A8": true, "A5": false, "turn_limit": 2}"#,
    ];
    let tally = Suite::new(&texts).games(6).longest(8000).stop_after(200).run::<SailEpoch>();
    println!("{tally}");
    assert!(tally.entries > 100);
}
