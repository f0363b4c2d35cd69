//! Every game has a bench, and what it prints is one line of JSON.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use common::admiralty;
use serde_json::Value;

#[test]
fn every_game_can_be_measured() {
    let games: Value = serde_json::from_str(&admiralty(&["games", "--json"], "").out).unwrap();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let run =
            admiralty(&["bench", "playouts", id, "--json", "--seconds", "0.01", "--reps", "1"], "");
        assert!(run.good, "{id}: {}", run.err);
        assert_eq!(run.out.lines().count(), 1, "{}", run.out);
        let line: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(line["game"], id);
        for figure in ["playouts_per_s", "moves_per_s"] {
            assert!(line[figure]["median"].as_f64().unwrap() > 0.0, "{line}");
        }
        assert!(line["branching"].is_number(), "{line}");
        let run =
            admiralty(&["bench", "clone", id, "--json", "--seconds", "0.01", "--reps", "1"], "");
        let line: Value = serde_json::from_str(&run.out).unwrap();
        assert!(line["clone_ns"]["median"].as_f64().unwrap() > 0.0, "{line}");
    }
}

#[test]
fn nonsense_is_refused() {
    let run = admiralty(&["bench", "playouts", "naval_battle", "--seconds", "0"], "");
    assert!(!run.good && run.err.contains("must be more than 0"), "{run:?}");
}
