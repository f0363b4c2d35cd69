//! Counts of decisions and dice in small positions, pinned.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Doc, Text};
use admiralty_testkit::perft;
use sail_epoch::SailEpoch;

fn counts(position: &str, depth: u32) -> Vec<u64> {
    let table = SailEpoch::load(&Doc::from(position.to_string())).unwrap();
    (1..=depth).map(|depth| perft::<SailEpoch>(&table, depth)).collect()
}

const SAIL: &str = "scenario oceans / players 2 / wind N fresh / ship P1 FR1 L7 / ship P2 BR4 A14";
const CALM: &str = "scenario oceans / players 2 / level admiral / wind N calm
                    ship P1 FR1 L7 bow N / ship P2 BR4 A14 bow N";
const DUEL: &str = "scenario oceans / players 2 / level admiral / wind N calm
                    ship P1 FG1 L7 bow N / ship P2 FG6 P7 bow N";

/// Counted by hand. A First Rate in a breeze to the north: N 5, NE and NW 3, E and W
/// 3, SE, S and SW 1 (W1), a wasted shot, a fire, the end.
#[test]
fn a_breeze() {
    assert_eq!(counts(SAIL, 1), [5 + 3 + 3 + 3 + 3 + 1 + 1 + 1 + 1 + 1 + 1]);
}

/// Counted by hand. In a calm it turns by one either way (W27); the same three besides.
#[test]
fn a_calm() {
    assert_eq!(counts(CALM, 1), [2 + 1 + 1 + 1]);
}

/// Counted by hand. One shot at hull or sails: three faces miss, three hit and have
/// six critical faces each; two turns, a wasted shot, a fire, the end.
#[test]
fn a_duel() {
    assert_eq!(counts(DUEL, 1), [2 * (3 + 3 * 6) + 2 + 1 + 1 + 1]);
}

/// Each depth of these was counted once and is pinned.
#[test]
fn pinned() {
    assert_eq!(counts(SAIL, 2), LIEUTENANT);
    assert_eq!(counts(BOARDING, 2), CAPTAIN);
    assert_eq!(counts(CROSSING, 2), ADMIRAL);
    assert_eq!(counts(DUEL, 2), RETURN);
}

const BOARDING: &str = "scenario pearls / players 2 / level captain / wind E fresh
                        fort P2 A1 hull 1 / ship P1 BR1 B1 hull 1 / ship P1 BR2 A2
                        ship P2 FR4 B2 hull 5";
const CROSSING: &str = "scenario oceans / players 2 / level admiral / wind N fresh
                        ship P1 BR1 L10 bow N / ship P2 FG6 N8 bow N captain initiative";

const LIEUTENANT: [u64; 2] = [23, 837];
const CAPTAIN: [u64; 2] = [397, 27_286];
const ADMIRAL: [u64; 2] = [101, 5_039];
const RETURN: [u64; 2] = [47, 2_459];
