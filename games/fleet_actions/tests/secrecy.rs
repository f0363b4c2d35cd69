//! Sealed markers, cards, attacks and boarding decisions stay sealed.

use admiralty_testkit::Secrecy;
use fleet_actions::FleetActions;

#[test]
fn nobody_sees_what_others_have_sealed() {
    let tally = Secrecy::new(&[
        r#"{"scenario": "evolutions"}"#,
        r#"{"scenario": "san-domingo-1806", "players": "divisions"}"#,
        r#"{"scenario": "evolutions", "cards_visible": "own_side", "signal_effects": "extended"}"#,
    ])
    .games(1)
    .longest(260)
    .run::<FleetActions>();
    assert!(tally.reveals > 20, "{tally}");
}

/// The gamemaster seals nothing, so his secret has nothing to vary.
#[test]
fn nor_with_a_gamemaster() {
    let tally =
        Secrecy::new(&[r#"{"scenario": "ortegal-1805", "gamemaster": true, "gm_wind": true}"#])
            .games(1)
            .longest(200)
            .nothing_hidden()
            .run::<FleetActions>();
    assert!(tally.reveals > 5, "{tally}");
}

#[test]
fn nor_on_the_hex_map() {
    let tally = Secrecy::new(&[r#"{"scenario": "chesapeake-approach", "players": "divisions"}"#])
        .games(1)
        .longest(60)
        .run::<FleetActions>();
    assert!(tally.entries > 100, "{tally}");
}
