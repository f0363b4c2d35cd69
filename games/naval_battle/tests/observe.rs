//! What learners are shown: codes that tell picks apart, and nothing that a seat may not know.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

use admiralty_catalog::json;
use admiralty_core::{
    Actor, Awaiting, Canvas, Doc, Layout, Observe, Part, Rules, Seat, Seeded, Side, Table, Text,
    Viewer, sample, step,
};
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
    assert!(
        seen.entries > 100 && seen.unlike > 20 && seen.quick > 100 && seen.looks > 100,
        "{seen}"
    );
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

/// Planes are written many cells at a time; the view tells each piece by itself. Both must tell the same.
#[test]
fn planes_show_what_the_view_shows() {
    for text in [
        "{}",
        r#"{"memory_aid": "off", "board": "ocean9"}"#,
        r#"{"board": "grand10"}"#,
        r#"{"board": {"columns": 8, "rows": 12}}"#,
        r#"{"board": {"columns": 9, "rows": 12}, "memory_aid": "off"}"#,
        r#"{"board": {"columns": 10, "rows": 12}}"#,
    ] {
        let setup = NavalBattle::setup(&json::read(text).unwrap()).unwrap();
        let mut rng = Seeded::new(7);
        let mut table = NavalBattle::deal(&setup, &mut rng).unwrap();
        let layout = NavalBattle::layout(&table.public);
        let (mut planes, mut numbers) =
            (vec![9; layout.n_planes() * layout.cells()], vec![9; layout.n_numbers()]);
        let (mut shown, mut looked) = (0, 0);
        for _ in 0..300 {
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
                let sight = table.sight(viewer);
                let mut canvas = Canvas::of::<NavalBattle>(&layout, &mut planes, &mut numbers);
                NavalBattle::observe(sight, &mut canvas);
                let expected = from_view(&NavalBattle::view(sight), viewer, &layout);
                for (plane, (is, should)) in
                    planes.chunks(layout.cells()).zip(expected.chunks(layout.cells())).enumerate()
                {
                    assert_eq!(is, should, "{text}, plane {plane} of {viewer:?}");
                }
                shown += planes.iter().filter(|cell| **cell == 1).count();
                looked += 1;
            }
            let Awaiting::Seats(seats) = NavalBattle::awaiting(&table) else { break };
            let seat = seats.iter().next().unwrap();
            let action =
                sample::<NavalBattle>(table.sight(Viewer::Seat(seat)), &mut rng, &mut Vec::new());
            step(&mut table, Actor::Seat(seat), &action.unwrap(), &mut rng).unwrap();
        }
        assert!(looked > 60 && shown > 20 * looked, "{text}: {shown} cells in {looked} looks");
    }
}

/// The planes as the page would fill them: piece by piece, from what the viewer is shown.
fn from_view(view: &Doc, viewer: Viewer, layout: &Layout) -> Vec<u8> {
    let own = if viewer == Viewer::Seat(Seat(1)) { "R" } else { "W" };
    let mut planes = vec![0; layout.n_planes() * layout.cells()];
    let mut set = |plane: usize, at: &str| {
        let square = Square::parse(at).unwrap();
        let cell = usize::from(square.row()) * layout.width + usize::from(square.column());
        let cell = if own == "R" { layout.cells() - 1 - cell } else { cell };
        planes[plane * layout.cells() + cell] = 1;
    };
    let start = |name: &str| Part::start(layout.planes, name);
    let kind = |sign: char| "S123456AM".find(sign).unwrap();
    let text = |doc: &Doc, key: &str| doc.get(key).and_then(Doc::as_text).map(str::to_string);
    for token in view.get("tokens").and_then(Doc::as_list).unwrap() {
        let at = text(token, "at").unwrap();
        let is_own = text(token, "side").unwrap() == own;
        let sign = text(token, "type").map(|sign| kind(sign.chars().next().unwrap()));
        let is = |key: &str| token.get(key) == Some(&Doc::Bool(true));
        match (is_own, sign) {
            (true, Some(kind)) => set(start("own") + kind, &at),
            (false, Some(kind)) => set(start("enemy") + kind, &at),
            (false, None) => set(start("covered"), &at),
            (true, None) => {}
        }
        if !is_own {
            for sign in text(token, "candidates").unwrap_or_default().chars() {
                set(start("candidates") + kind(sign), &at);
            }
        }
        // To a spectator every type in the view is one that everybody is shown.
        if is_own && (is("known") || viewer == Viewer::Spectator && sign.is_some()) {
            set(start("own_shown"), &at);
        }
        if is("moved") {
            set(start(if is_own { "own_moved" } else { "enemy_moved" }), &at);
        }
    }
    for island in view.get("islands").and_then(Doc::as_list).unwrap() {
        set(start("islands"), island.as_text().unwrap());
    }
    if let Some(at) = text(view, "series") {
        set(start("series"), &at);
    }
    planes
}
