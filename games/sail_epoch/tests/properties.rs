//! The laws every game keeps, in random games over scenarios, numbers of
//! players and levels. `ADMIRALTY_SOAK` plays more of them.

use admiralty_testkit::Suite;
use sail_epoch::SailEpoch;

/// Every scenario with every number of players at one level, in short games.
fn setups(level: &str, more: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (scenario, seats) in
        [("treasures", 2..=4), ("pearls", 2..=6), ("jolly", 2..=4), ("oceans", 2..=4)]
    {
        for players in seats {
            out.push(format!(
                r#"{{"scenario": "{scenario}", "players": {players}, "level": "{level}", "turn_limit": 8{more}}}"#
            ));
        }
    }
    out
}

fn run(setups: &[String], games: u32, stop_after: usize) {
    let texts: Vec<&str> = setups.iter().map(String::as_str).collect();
    let tally =
        Suite::new(&texts).games(games).longest(8000).stop_after(stop_after).run::<SailEpoch>();
    assert!(tally.entries > 100, "{tally}");
}

#[test]
fn laws_hold_at_lieutenant_level() {
    run(&setups("lieutenant", ""), 15, 400);
}

#[test]
fn laws_hold_at_captain_level() {
    run(&setups("captain", ""), 15, 60);
}

#[test]
fn laws_hold_with_mines_and_secrets() {
    run(&setups("lieutenant", r#", "mines": true"#), 15, 150);
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
fn laws_hold_at_admiral_level() {
    run(&setups("admiral", ""), 15, 60);
    run(&setups("admiral", r#", "mines": true, "A8": true"#), 15, 60);
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
