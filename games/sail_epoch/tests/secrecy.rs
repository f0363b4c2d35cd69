//! Mines, treasure maps and treaty offers stay secret: two worlds that a
//! viewer cannot tell apart go on looking alike.

use admiralty_testkit::Secrecy;
use sail_epoch::SailEpoch;

/// Mines and maps are noted in secret: the two worlds note different ones.
fn sealed(text: &str) -> bool {
    text.starts_with("mine ") || text.starts_with("map ")
}

#[test]
fn mines_stay_secret() {
    let tally = Secrecy::new(&[
        r#"{"scenario": "oceans", "players": 2, "mines": true, "oceans_sets": 1, "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 3, "mines": true, "turn_limit": 5}"#,
    ])
    .games(2)
    .longest(200)
    .sealed(sealed)
    .run::<SailEpoch>();
    assert!(tally.entries > 50, "{tally}");
}

#[test]
fn maps_stay_secret() {
    let tally = Secrecy::new(&[r#"{"scenario": "jolly", "players": 4, "turn_limit": 6}"#])
        .games(6)
        .longest(150)
        .sealed(sealed)
        .run::<SailEpoch>();
    assert!(tally.entries > 50, "{tally}");
}

#[test]
fn offers_stay_secret() {
    let tally = Secrecy::new(&[
        r#"{"scenario": "treasures", "players": 4, "temporary_alliances": "sudden", "turn_limit": 6}"#,
        r#"{"scenario": "pearls", "players": 3, "temporary_alliances": "notice", "turn_limit": 5}"#,
    ])
    .games(1)
    .longest(200)
    .nothing_hidden()
    .run::<SailEpoch>();
    assert!(tally.entries > 50, "{tally}");
}

#[test]
fn mines_stay_secret_at_admiral_level() {
    let tally = Secrecy::new(&[
        r#"{"scenario": "oceans", "players": 2, "level": "admiral", "mines": true, "A8": true, "oceans_sets": 1, "turn_limit": 6}"#,
        r#"{"scenario": "jolly", "players": 4, "level": "admiral", "mines": true, "turn_limit": 5}"#,
    ])
    .games(1)
    .longest(120)
    .run::<SailEpoch>();
    println!("{tally}");
}
