//! Counts of action sequences in small positions, pinned.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Doc, Text};
use admiralty_testkit::perft;
use naval_battle::NavalBattle;

fn counts(position: &str, depth: u32) -> Vec<u64> {
    let table = NavalBattle::load(&Doc::from(position.to_string())).unwrap();
    (1..=depth).map(|depth| perft::<NavalBattle>(&table, depth)).collect()
}

/// Counted by hand: the Admiral has three steps along the edge, the ship
/// eight; and Red, whose pieces stand the same way round, has as many.
#[test]
fn plain_moves() {
    assert_eq!(counts("W:Ab1,3d3 R:Ag10,3e8 T:W", 2), [3 + 8, 11 * 11]);
}

/// Each depth of these was counted once and is pinned.
#[test]
fn pinned() {
    assert_eq!(counts("W:Ab1,3d3 R:Ag10,3e8 T:W", 4), PLAIN);
    assert_eq!(counts("W:Ah1,2b6,3b4,1c3,5d2 R:Aa10,4b7 T:R", 4), SERIES);
    assert_eq!(counts("W:Aa1,Ma2,Mb1 R:Ah10,3b2 T:W", 4), WALLED);
}

const PLAIN: [u64; 4] = [11, 121, 1287, 13689];
const SERIES: [u64; 4] = [10, 241, 2140, 55675];
const WALLED: [u64; 4] = [2, 12, 16, 48];
