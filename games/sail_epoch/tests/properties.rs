//! The laws every game keeps, in random games over scenarios, numbers of
//! players, teams and levels. `ADMIRALTY_SOAK` plays the whole product.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod middle;

use admiralty_core::{Actor, Doc, Seat, Seeded, Text, step};
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

#[test]
fn laws_hold_in_the_middle_of_games() {
    let mut positions = Vec::new();
    for entry in std::fs::read_dir("tests/data/replays").unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy();
        if name.starts_with("played_") {
            positions.extend([3, 6, 9].map(|tenths| middle::position(&name, tenths)));
        }
    }
    positions.sort();
    assert_eq!(positions.len(), 27);
    let texts: Vec<&str> = positions.iter().map(String::as_str).collect();
    let tally = Suite::new(&[])
        .positions(&texts)
        .games(27)
        .longest(8000)
        .stop_after(30 * soak() as usize)
        .run::<SailEpoch>();
    assert!(tally.entries > 300, "{tally}");
}

/// Set-up lines as people write them, with words and signs lost, doubled or exchanged:
/// either they are refused with a reason, or they are a table that is sound.
#[test]
fn changed_lines_are_refused_or_sound() {
    let text = "scenario pearls\nplayers 3\nlevel admiral A8=on\noption mines=on\nwind NE storm\n\
        order P2 P3 P1\nturn 4\nphase P3\ngoal 2\nisland monu E8 r90\nreef A7 B8\nfort P1 A1 hull 2\n\
        fort P2 X14 goods 1\nfort P3 A14 ruin worker P3 points 1\ngoods G8 1\n\
        ship P1 FR1 B2 bow SE hull 2 sails 1 cargo 1 moved\nship P2 BR4 W13 repair @X14 hull 1\n\
        ship P3 FG2 B13 captain initiative\nmine P1 C3\nplayer P2 hand 1\n";
    SailEpoch::load(&Doc::from(text)).unwrap();
    let mut rng = Seeded::new(5);
    let (mut refused, mut sound) = (0, 0);
    for _ in 0..1500 * soak() {
        // Whole lines or single words.
        let ends: &[char] = if rng.below(2) == 0 { &['\n'] } else { &[' ', '\n'] };
        let mut words: Vec<&str> = text.split_inclusive(ends).collect();
        for _ in 0..=rng.below(2) {
            let (i, j) = (rng.below(words.len() as u32), rng.below(words.len() as u32));
            match rng.below(4) {
                0 => drop(words.remove(i as usize)),
                1 => words.insert(i as usize, words[j as usize]),
                2 => words[i as usize] = words[j as usize],
                _ => {
                    words[i as usize] =
                        ["-1 ", "99999999999 ", "é ", "@ ", "P7 ", "Z0 "][j as usize % 6];
                }
            }
        }
        let text: String = words.concat();
        match SailEpoch::load(&Doc::from(text.clone())) {
            Ok(table) => {
                assert_eq!(SailEpoch::broken(&table), None, "{text}");
                sound += 1;
            }
            Err(faults) => {
                assert!(!faults.0.is_empty() && !faults.to_string().trim().is_empty(), "{text}");
                refused += 1;
            }
        }
    }
    assert!(refused > 300 && sound > 100, "{refused} {sound}");
}

/// SE-3.1.2f: an offer that waits for its answer belongs to a game with temporary alliances: in
/// another nobody would be told that somebody is asked.
#[test]
fn no_offer_waits_where_there_are_no_alliances() {
    let text = "scenario pearls\nplayers 3\noption temporary_alliances=notice\nwind N fresh\n\
        ship P1 FR1 L7\nship P2 FR2 L5\nship P3 FR3 A1\nfort P1 X1 /\n";
    let mut table = SailEpoch::load(&Doc::from(text)).unwrap();
    let offer = SailEpoch::parse_action(&table.public, "offer P2 turns 2").unwrap();
    step(&mut table, Actor::Seat(Seat(0)), &offer, &mut Seeded::new(1)).unwrap();
    let saved = SailEpoch::save(&table);
    SailEpoch::load(&saved).unwrap();
    let mut changed = saved.clone();
    let setup = Doc::map().with("scenario", "pearls").with("players", 3);
    changed.put("setup", setup);
    let faults = SailEpoch::load(&changed).unwrap_err().to_string();
    assert!(faults.contains("an offer has a proposer"), "{faults}");
}
