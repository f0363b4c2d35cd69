//! Every game has a bench, and what it prints is one line of JSON.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use common::admiralty;
use serde_json::Value;

#[test]
fn every_game_can_be_measured() {
    let games: Value = serde_json::from_str(&admiralty(&["games", "--json"], "").out).unwrap();
    let mut measured = 0;
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let run =
            admiralty(&["bench", "playouts", id, "--json", "--seconds", "0.01", "--reps", "1"], "");
        // A new game need not be measured (docs/adding-a-game.md); those we made are.
        if run.err.contains("has no bench") {
            continue;
        }
        measured += 1;
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
        let run =
            admiralty(&["bench", "picks", id, "--json", "--seconds", "0.01", "--reps", "1"], "");
        let line: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
        assert!(line["moves_per_s"]["median"].as_f64().unwrap() > 0.0, "{line}");
        let run = admiralty(&["bench", "pipe", id, "--json", "--decisions", "5"], "");
        let line: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"));
        for figure in ["own_us", "answers_at_once_us", "asks_once_us"] {
            assert!(line[figure]["median"].as_f64().unwrap() > 0.0, "{line}");
        }
    }
    assert!(measured >= 4, "{measured} games can be measured");
}

#[test]
fn nonsense_is_refused() {
    let run = admiralty(&["bench", "playouts", "naval_battle", "--seconds", "0"], "");
    assert!(!run.good && run.err.contains("must be more than 0"), "{run:?}");
}
