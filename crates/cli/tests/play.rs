//! A game in the terminal, with everything typed through a pipe.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use common::{admiralty, scratch};

const POSITION: &str = "W:Aa1,1d5,3e2 R:Ah10,6d6,2h9 T:W";

#[test]
fn bots_play_to_the_end_and_the_same_seed_plays_the_same_game() {
    let args = ["play", "naval_battle", "--seats", "random,random", "--seed", "11"];
    let run = admiralty(&args, "");
    assert!(run.good, "{}", run.err);
    assert!(run.out.contains("The game is over: "), "{}", run.out);
    assert_eq!(admiralty(&args, "").out, run.out);
}

#[test]
fn numbers_and_notation_are_understood_and_refusals_name_their_clause() {
    let args = ["play", "naval_battle", "--position", POSITION, "--seats", "human,human"];
    let run = admiralty(&args, "?\nd5-d9\nnonsense\n999\nd5-c4\nboard\nlog\nquit\n");
    assert!(run.good, "{}", run.err);
    assert!(run.out.contains("Type a number of the menu"), "help: {}", run.out);
    assert!(run.out.contains("No: ") && run.out.contains("[NB-"), "refusal: {}", run.out);
    assert!(run.out.contains("I cannot read that"), "{}", run.out);
    assert!(run.out.contains("There is no number 999."), "{}", run.out);
    assert!(run.out.contains("--- hand over to Red ---"), "{}", run.out);
    assert!(run.out.contains("left unfinished"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "no cursor tricks in a pipe");
}

#[test]
fn a_person_can_always_pick_the_first_choice() {
    let ones = "1\n".repeat(400);
    let run = admiralty(&["play", "naval_battle", "--seed", "2"], &ones);
    assert!(run.good, "{}", run.err);
    assert!(!run.out.contains("I cannot read that"), "{}", run.out);
    assert!(!run.out.contains("There is no number"), "{}", run.out);
}

#[test]
fn a_game_that_is_left_is_in_its_record() {
    let path = scratch("left.adm", "");
    let file = path.to_str().unwrap();
    let args = [
        "play",
        "naval_battle",
        "--position",
        POSITION,
        "--seats",
        "human,human",
        "--record",
        file,
    ];
    let run = admiralty(&args, "d5-c4\n");
    assert!(run.good, "{}", run.err);
    let record = std::fs::read_to_string(&path).unwrap();
    assert!(record.contains("1. W: d5-c4") && record.ends_with("= unfinished\n"), "{record}");
    assert!(admiralty(&["verify", file], "").good);
}

#[test]
fn the_other_seat_is_not_shown_what_it_may_not_know() {
    // Red's carrier at d6 is hidden from White: no 6 stands on White's board.
    let args = ["play", "naval_battle", "--position", POSITION, "--seats", "human,random"];
    let run = admiralty(&args, "quit\n");
    let board: Vec<&str> = run.out.lines().filter(|line| line.contains(" 6 ")).collect();
    assert!(board.iter().all(|line| !line.contains("6d6")), "{board:?}");
}

#[test]
fn wrong_seats_and_options_are_explained() {
    let cases: [(&[&str], &str); 5] = [
        (&["--seats", "human"], "there are 2 seats"),
        (&["--seats", "human,kraken"], "there is no bot \"kraken\""),
        (&["--option", "colour"], "is not KEY=VALUE"),
        (&["--option", "colour=red"], "colour"),
        (&["--position", "W:Aa1,Ab1 R:Ah10 T:W"], "Admiral"),
    ];
    for (more, says) in cases {
        let run = admiralty(&[&["play", "naval_battle"], more].concat(), "");
        assert!(!run.good, "{more:?}");
        assert!(run.err.contains(says), "{more:?}: {}", run.err);
    }
}
