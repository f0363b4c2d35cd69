//! Golden replays: whole games, digest by digest. `cargo xtask bless` makes
//! them anew when a rule changes, in the same commit.

use admiralty_testkit::{Golden, replays};
use fleet_actions::FleetActions;

/// Random games to their end, and three of the greedy bot (`admiralty play --seats greedy,greedy
/// --record FILE`), among them a whole day from the approach to nightfall in one record.
#[test]
fn golden_games_replay() {
    let golden = |name, setup, seed| Golden { name, setup, seed, entries: 1_500 };
    let entries = replays::<FleetActions>(
        "tests/data/replays",
        &[
            golden("evolutions", r#"{"scenario": "evolutions"}"#, 19),
            golden(
                "ortegal_with_every_option",
                r#"{"scenario": "ortegal-1805", "wind_changes": "on", "both_broadsides": true,
                    "strike_timing": "immediate", "signal_effects": "extended",
                    "cards_visible": "own_side", "night": "fight_on", "break_point": false}"#,
                24,
            ),
            golden(
                "san_domingo_by_divisions",
                r#"{"scenario": "san-domingo-1806", "players": "divisions",
                    "gamemaster": true, "gm_wind": true}"#,
                15,
            ),
            golden("chesapeake_approach", r#"{"scenario": "chesapeake-approach"}"#, 24),
        ],
    );
    assert!(entries > 2_000, "only {entries} entries");
}

/// FA-9.32: the approach and its battle are one game and one record.
#[test]
fn a_campaign_day_is_one_record() {
    let path = "tests/data/replays/greedy_trafalgar_approach.adm";
    let record = std::fs::read_to_string(path).expect("a golden record");
    let lines: Vec<&str> = record.lines().collect();
    let first = |what: &str| lines.iter().position(|line| line.contains(what));
    let hexes = lines.iter().rposition(|line| line.contains(": G "));
    let (lattice, fire) = (first(": H A1@"), first(" > B"));
    assert!(hexes.is_some() && hexes < lattice && lattice < fire, "{hexes:?} {lattice:?} {fire:?}");
}
