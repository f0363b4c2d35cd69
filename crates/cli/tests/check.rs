//! `check` and `rules`: case files pass or show their difference.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use common::{admiralty, scratch};

const GOOD: &str = r#"
game = "naval_battle"

[[case]]
name = "a ship moves one square"
clauses = ["NB-M-01"]
position = "W:Aa1,1d5,3e2 R:Ah10,6d6,2h9 T:W"

[[case.step]]
by = "W"
play = "d5-c4"
awaiting = ["R"]
"#;

fn check(name: &str, text: &str, more: &[&str]) -> common::Run {
    let path = scratch(name, text);
    admiralty(&[&["check", path.to_str().unwrap()], more].concat(), "")
}

#[test]
fn a_case_that_holds_passes() {
    let run = check("good.toml", GOOD, &["--verbose"]);
    assert!(run.good, "{run:?}");
    assert!(run.out.contains("ok      a ship moves one square [NB-M-01]"), "{run:?}");
    assert!(run.out.ends_with("1 passed, 0 failed\n"), "{run:?}");
}

#[test]
fn a_case_that_does_not_hold_shows_the_difference() {
    let run = check("bad.toml", &GOOD.replace("awaiting = [\"R\"]", "awaiting = [\"W\"]"), &[]);
    assert!(!run.good);
    for part in ["a ship moves one square", "awaiting", "expected", "found", "0 passed, 1 failed"] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}

#[test]
fn the_place_of_a_fault_is_said_once() {
    let run = check("once.toml", &GOOD.replace("play = \"d5-c4\"\n", ""), &[]);
    assert!(run.out.contains("line 9, case.0.step.0.play: is missing"), "{}", run.out);
    assert!(!run.out.contains("line 2, line"), "{}", run.out);
    let run = check("unclosed.toml", "game = \"naval_battle\"\n[[case\n", &[]);
    assert!(run.out.contains("unclosed.toml:2"), "{}", run.out);
    assert_eq!(run.out.matches("line 2").count(), 1, "{}", run.out);
}

#[test]
fn bad_files_are_failures_with_their_place() {
    for (name, text, says) in [
        ("toml.toml", "game = \n", "line 1"),
        ("field.toml", &*GOOD.replace("awaiting", "awaitign"), "awaitign"),
        ("clause.toml", &*GOOD.replace("NB-M-01", "ZZ-9901"), "ZZ-9901"),
        ("game.toml", &*GOOD.replace("naval_battle", "chess"), "chess"),
    ] {
        let run = check(name, text, &[]);
        assert!(!run.good, "{name}: {}", run.out);
        assert!(run.out.contains(says), "{name}: {}", run.out);
        assert!(run.out.contains("1 failed"), "{name}: {}", run.out);
    }
}

#[test]
fn only_some_cases_can_be_run() {
    let run = check("only.toml", GOOD, &["--only", "NB-J"]);
    assert!(run.out.ends_with("0 passed, 0 failed\n"), "{run:?}");
}

#[test]
fn rules_are_found_by_clause_and_by_words() {
    let run = admiralty(&["rules", "nb-m-01"], "");
    assert!(run.good && run.out.starts_with("NB-M-01"), "{run:?}");
    assert_eq!(run.out.matches("NB-M").count(), 1, "{run:?}");
    let words = admiralty(&["rules", "--game", "naval_battle", "Mine"], "");
    assert!(words.good && words.out.lines().count() > 4, "{words:?}");
    let none = admiralty(&["rules", "submarine sandwich"], "");
    assert!(!none.good && none.err.contains("no clause speaks of"), "{none:?}");
    let chapters = admiralty(&["rules"], "").out;
    assert!(chapters.contains("Naval Battle: ") && chapters.contains("from NB-M-01"), "{chapters}");
}

/// Every example of docs/cases.md runs and holds.
#[test]
fn the_examples_of_the_guide_hold() {
    let guide = include_str!("../../../docs/cases.md");
    let blocks = guide.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut n = 0;
    for (i, block) in blocks.enumerate() {
        let run = check(&format!("guide{i}.toml"), block, &[]);
        assert!(run.good, "{block}\n{}", run.out);
        n += block.matches("[[case]]").count();
    }
    assert!(n >= 5, "only {n} examples");
}
