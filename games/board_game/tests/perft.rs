//! Counts of action sequences and dice in small positions, pinned. Where a round may end, exactly
//! one side has a flag unit: it then wins the initiative without the rolls that may be repeated
//! for ever.

use admiralty_catalog::json;
use admiralty_core::Text;
use admiralty_testkit::perft;
use board_game::BoardGame;

fn counts(position: &str, depth: u32) -> Vec<u64> {
    let doc = json::read(position).expect("the position is JSON");
    let table = BoardGame::load(&doc).expect("the position is sound");
    (1..=depth).map(|depth| perft::<BoardGame>(&table, depth)).collect()
}

/// Counted by hand: a battleship with one point of movement has four steps and four pivots, and
/// may pass; so has the other, whatever the first has done.
#[test]
fn slow_ships() {
    let position = r#"{"units": {"S1": "US-COLORADO d3N", "N1": "UK-NELSON d6S"}, "pool": {"S": "M AF", "N": "M"}}"#;
    assert_eq!(counts(position, 2), [9, 9 * 9]);
}

/// Counted by hand: one ship without enemies in reach of its one Artillery die has nothing to
/// order; with two dice and one target it may fire neither, either or both.
#[test]
fn one_battery() {
    let position = r#"{"phase": "orders", "ready": ["N"], "units": {"S1": "US-CHICAGO d3N", "N1": "UK-NELSON d6S"}, "pool": {"S": "AF AD"}}"#;
    assert_eq!(counts(position, 1), [4]);
}

/// Counted by hand: the torpedo squadron attacks from one of four squares, alone, with either
/// fighter or with both (picked in either order, which counts twice); fighters need a bomber to
/// escort, so they cannot be picked first. Each of the three dice of the flak counts. Besides,
/// South may pass.
#[test]
fn one_strike() {
    let position = r#"{"phase": "air", "units": {"S1": "US-INDEPENDENCE a1N", "N1": "UK-WARSPITE d6S"}, "pool": {"S": "X"}}"#;
    let warspite = 3; // dice against torpedo bombers
    let faces: u64 = 6;
    assert_eq!(counts(position, 1), [4 * 5 * faces.pow(warspite) + 1]);
}

/// Each depth of these was counted once and is pinned.
#[test]
fn pinned() {
    let destroyers = r#"{"scenery": "d4=IS c5=FG", "units": {"S1": "US-OBANNON d3N", "N1": "JP-KAGERO d5S"}, "pool": {"S": "M X", "N": "M"}}"#;
    assert_eq!(counts(destroyers, 2), DESTROYERS);
    let boats = r#"{"units": {"S1": "UK-KELLY c3N", "N1": "DE-U-47 c4 submerged"}, "pool": {"S": "M AD X", "N": "TM X"}}"#;
    assert_eq!(counts(boats, 2), BOATS);
    let orders = r#"{"phase": "orders", "units": {"S1": "US-WASHINGTON d3N", "S2": "US-HOEL c4E", "N1": "JP-ATAGO d5S", "N2": "JP-KAGERO c5W"}, "pool": {"S": "AF AD X TM", "N": "AF TM X"}}"#;
    assert_eq!(counts(orders, 1), ORDERS);
}

const DESTROYERS: [u64; 2] = [889, 254_991];
const BOATS: [u64; 2] = [1306, 279_396];
const ORDERS: [u64; 1] = [2039];
