//! Counts of a small position that can be found by hand.

mod common;

use common::admiralty;

#[test]
fn a_small_position_is_counted_exactly() {
    // White: the Admiral at a1 (2 orthogonal squares) and a submarine at h1
    // (3 squares); Red: the Admiral at h10 (2). Nobody can meet in two plies.
    let run = admiralty(
        &["perft", "naval_battle", "--position", "W:Aa1,1h1 R:Ah10 T:W", "--depth", "2"],
        "",
    );
    assert!(run.good, "{run:?}");
    assert!(run.out.contains("depth 1: 5 nodes, 0 over"), "{}", run.out);
    assert!(run.out.contains("depth 2: 10 nodes, 0 over"), "{}", run.out);
}

#[test]
fn divide_adds_up() {
    let run = admiralty(
        &[
            "perft",
            "naval_battle",
            "--position",
            "W:Aa1,1h1 R:Ah10 T:W",
            "--depth",
            "2",
            "--divide",
        ],
        "",
    );
    let sum: u64 = run
        .out
        .lines()
        .filter(|line| !line.starts_with("depth"))
        .filter_map(|line| line.rsplit_once(": ")?.1.parse::<u64>().ok())
        .sum();
    assert_eq!(sum, 10, "{}", run.out);
}
