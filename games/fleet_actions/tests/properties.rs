//! Random games under the laws of the testkit, over scenarios and options.

use admiralty_testkit::{Suite, soak};
use fleet_actions::{FleetActions, SCENARIOS};

#[test]
fn small_battles_keep_the_laws() {
    let tally = Suite::new(&[
        r#"{"scenario": "evolutions"}"#,
        r#"{"scenario": "ortegal-1805", "wind_changes": "on"}"#,
        r#"{"scenario": "san-domingo-1806", "players": "divisions", "gamemaster": true}"#,
        r#"{"scenario": "evolutions", "both_broadsides": true, "strike_timing": "immediate"}"#,
        r#"{"scenario": "evolutions", "cards_visible": "own_side", "signal_effects": "extended", "night": "fight_on"}"#,
    ])
    .games(5)
    .longest(20_000)
    .stop_after(900)
    .asides(0)
    .exact_menus()
    .run::<FleetActions>();
    assert!(tally.entries > 1_000, "{tally}");
}

#[test]
fn great_battles_keep_the_laws() {
    let tally = Suite::new(&[
        r#"{"scenario": "trafalgar-1805", "players": "divisions"}"#,
        r#"{"scenario": "quiberon-1759", "wind_changes": "on"}"#,
        r#"{"scenario": "leghorn-1653", "gamemaster": true, "gm_wind": true}"#,
        r#"{"scenario": "camperdown-1797"}"#,
    ])
    .games(4)
    .longest(20_000)
    .stop_after(250)
    .asides(0)
    .exact_menus()
    .run::<FleetActions>();
    assert!(tally.entries > 500, "{tally}");
}

#[test]
fn approaches_keep_the_laws() {
    let tally = Suite::new(&[
        r#"{"scenario": "trafalgar-approach"}"#,
        r#"{"scenario": "chesapeake-approach"}"#,
        r#"{"scenario": "ushant-approach", "players": "divisions"}"#,
    ])
    .games(3)
    .longest(20_000)
    .stop_after(120)
    .asides(0)
    .exact_menus()
    .run::<FleetActions>();
    assert!(tally.entries > 200, "{tally}");
}

/// Every scenario: its beginning in CI, whole games in `cargo xtask soak`.
#[test]
fn every_scenario_keeps_the_laws() {
    let setups: Vec<String> = SCENARIOS
        .iter()
        .map(|printed| printed.id)
        .map(|id| format!(r#"{{"scenario": "{id}", "wind_changes": "on"}}"#))
        .collect();
    let setups: Vec<&str> = setups.iter().map(String::as_str).collect();
    let tally = Suite::new(&setups)
        .games(setups.len() as u32)
        .seed(1000)
        .longest(20_000)
        .stop_after(if soak() > 1 { 1_500 } else { 24 })
        .asides(0)
        .exact_menus()
        .run::<FleetActions>();
    assert!(tally.entries > 500, "{tally}");
}
