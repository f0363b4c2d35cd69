//! What learners are shown: codes that tell picks apart, and nothing that a seat may not know.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

use admiralty_core::{Doc, Observe, Seeded, Side, Table, Text};
use admiralty_testkit::observations;
use naval_battle::{NavalBattle, Phase, RED, Square, TEMPLATES, WHITE};
use std::collections::BTreeMap;

#[test]
fn codes_tell_picks_apart_and_observations_keep_secrets() {
    let seen = observations::<NavalBattle>(
        &["{}", r#"{"board": "ocean9", "memory_aid": "off"}"#, r#"{"persons": 4}"#],
        3,
        400,
        5,
    );
    println!("{seen}");
    assert!(seen.entries > 100 && seen.unlike > 20 && seen.quick > 100, "{seen}");
}

#[test]
fn learners_are_dealt_named_placements_and_any() {
    let named: Vec<String> = TEMPLATES.iter().map(|(_, rows, _)| rows.to_string()).collect();
    for board in ["classic", "reefs", "grand10"] {
        let setup = NavalBattle::setup(&Doc::map().with("board", board)).unwrap();
        let mut rng = Seeded::new(1);
        let (mut known, mut other) = (0, 0);
        for _ in 0..60 {
            let table = NavalBattle::deal(&setup, &mut rng).unwrap();
            assert_eq!(table.public.phase(), Phase::Turn);
            assert_eq!(NavalBattle::broken(&table), None);
            for side in [WHITE, RED] {
                assert!(table.public.is_ready(side));
                let fleet = placed(&table, side);
                let mirrored: Vec<String> =
                    fleet.split('/').map(|row| row.chars().rev().collect()).collect();
                match named.contains(&fleet) || named.contains(&mirrored.join("/")) {
                    true => known += 1,
                    false => other += 1,
                }
            }
        }
        println!("{board}: {known} named, {other} others");
        assert!(other > 30, "{board}: {known} named, {other} others");
        // A wider board has gaps in its named placements: only the classic one is compared.
        assert!(known > 30 || board != "classic", "{board}: {known} named, {other} others");
    }
}

/// The fleet of a side as a deployment string: front row first, as its owner sees it.
fn placed(table: &Table<NavalBattle>, side: Side) -> String {
    let board = table.public.board();
    let on: BTreeMap<Square, char> = table
        .public
        .tokens(side)
        .filter_map(|(square, token)| Some((square, table.sides[side].kind(token)?.sign())))
        .collect();
    let signs: Vec<char> =
        board.home_in_order(side).map(|square| on.get(&square).copied().unwrap_or('.')).collect();
    let rows: Vec<String> =
        signs.chunks(usize::from(board.columns)).map(|row| row.iter().collect()).collect();
    rows.join("/")
}
