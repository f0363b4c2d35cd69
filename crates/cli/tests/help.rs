//! The binary says what it can do, and what is wrong with what it was asked.

mod common;
use common::admiralty;

#[test]
fn help_lists_every_command() {
    let run = admiralty(&["--help"], "");
    for command in ["games", "play", "engine", "check", "replay", "verify", "perft", "rules"] {
        assert!(run.out.contains(&format!("\n  {command}")), "{command} is missing: {}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'), "no colours for a pipe");
}

#[test]
fn an_unknown_game_is_named_with_those_there_are() {
    for args in [vec!["play", "chess"], vec!["games", "chess"], vec!["perft", "chess", "-d", "1"]] {
        let run = admiralty(&args, "");
        assert!(!run.good);
        assert!(run.err.contains("there is no game \"chess\" (there are:"), "{run:?}");
    }
}

#[test]
fn missing_files_are_named() {
    for command in ["verify", "replay"] {
        let run = admiralty(&[command, "no-such-file.adm"], "");
        assert!(!run.good);
        assert!(run.err.contains("no-such-file.adm"), "{run:?}");
    }
    let run = admiralty(&["check", "no-such-file.toml"], "");
    assert!(!run.good);
    assert!(run.out.contains("no-such-file.toml") && run.out.contains("1 failed"), "{run:?}");
}
