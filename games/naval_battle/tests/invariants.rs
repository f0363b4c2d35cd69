//! Laws of this game, at every moment of random games.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{
    Actor, Awaiting, Doc, NoDice, Rules, Seat, Seeded, Side, Table, Text, Viewer, step,
};
use naval_battle::{Action, Event, NavalBattle, Square};

fn begin(seed: u64, options: Doc) -> Table<NavalBattle> {
    let deploy = Doc::map()
        .with("W", format!("random:{seed}"))
        .with("R", format!("random:{}", seed + 1_000_000));
    NavalBattle::begin(&NavalBattle::setup(&options.with("deploy", deploy)).unwrap(), &mut NoDice)
        .unwrap()
}

/// Plays at random and shows every step: the table before, the action, what
/// was told, the table after.
fn play(
    seed: u64,
    options: Doc,
    mut look: impl FnMut(&Table<NavalBattle>, &Action, &[Event], &Table<NavalBattle>),
) -> u32 {
    let mut table = begin(seed, options);
    let mut generator = Seeded::new(seed);
    let mut actions = Vec::new();
    while let Awaiting::Seats(seats) = NavalBattle::awaiting(&table) {
        let seat = seats.iter().next().unwrap();
        actions.clear();
        NavalBattle::legal(table.sight(Viewer::Seat(seat)), &mut actions);
        let action = actions[generator.below(actions.len() as u32) as usize].clone();
        let before = table.clone();
        let done =
            step::<NavalBattle>(&mut table, Actor::Seat(seat), &action, &mut NoDice).unwrap();
        let events: Vec<Event> = done.told.iter().map(|told| told.event).collect();
        look(&before, &action, &events, &table);
    }
    NavalBattle::turn(&table.public)
}

/// NB-V-01: board and racks add up to 32; NB-V-02: one piece a square, none on
/// an island; NB-V-03: mines stay; NB-V-05: both Admirals live while the game runs.
#[test]
fn fleets_are_conserved() {
    for seed in 0..40 {
        play(seed, Doc::map(), |_, _, _, table| assert_eq!(NavalBattle::broken(table), None));
        play(seed, Doc::map().with("board", "grand10"), |_, _, _, table| {
            assert_eq!(NavalBattle::broken(table), None);
        });
    }
}

/// NB-V-01, NB-V-02, NB-V-03, NB-V-05: the law itself notices a table that breaks it.
#[test]
fn a_broken_table_is_noticed() {
    let position = |text: &str| NavalBattle::load(&Doc::from(text.to_string())).unwrap();
    let mut lost_admiral = position("W:Aa1,3d4,Mb1 R:Ah10,2d8 T:W");
    let other = position("W:Ac1,3d4,Mb1 R:Ah10,2d8 T:W");
    lost_admiral.sides = other.sides.clone();
    assert!(NavalBattle::broken(&lost_admiral).is_some(), "NB-V-05");
    let mut moved_mine = position("W:Aa1,3d4,Mb1 R:Ah10,2d8 T:W");
    let there = position("W:Aa1,3d4,Mb2 R:Ah10,2d8 T:W");
    moved_mine.sides = there.sides.clone();
    assert!(NavalBattle::broken(&moved_mine).is_some(), "NB-V-03");
    let mut missing = begin(1, Doc::map());
    missing.public = position("W:Aa1,3d4,Mb1 R:Ah10,2d8 T:W").public;
    assert!(NavalBattle::broken(&missing).is_some(), "NB-V-01, NB-V-02");
}

/// NB-V-04: a plain move removes nothing, a hop exactly one piece, a combat one or two.
#[test]
fn actions_remove_what_they_may() {
    let mut seen = [0u32; 3];
    for seed in 0..30 {
        play(seed, Doc::map(), |_, action, events, _| {
            let removed =
                events.iter().filter(|event| matches!(event, Event::Removed { .. })).count();
            match action {
                Action::Move { .. } | Action::Stop | Action::Pass => {
                    seen[0] += 1;
                    assert_eq!(removed, 0);
                }
                Action::Hop { .. } | Action::HopOn { .. } => {
                    seen[1] += 1;
                    assert_eq!(removed, 1);
                }
                Action::Attack { .. } => {
                    seen[2] += 1;
                    assert!((1..=2).contains(&removed));
                }
                other => panic!("{other:?} is no board action"),
            }
        });
    }
    assert!(seen.iter().all(|n| *n > 50), "{seen:?}");
}

fn rotated(at: &str) -> String {
    let square = Square::parse(at).unwrap();
    Square::new(7 - square.column(), 9 - square.row()).unwrap().to_string()
}

/// The position turned by half a circle with the colours exchanged.
fn rotate(position: &Doc) -> Doc {
    let fleet = |key: &str| match position.get(key) {
        Some(Doc::Map(pieces)) => {
            pieces.iter().fold(Doc::map(), |doc, (at, kind)| doc.with(rotated(at), kind.clone()))
        }
        _ => Doc::map(),
    };
    let turned = if position.get("to_move") == Some(&Doc::from("W")) { "R" } else { "W" };
    let mut doc = Doc::map().with("to_move", turned).with("W", fleet("R")).with("R", fleet("W"));
    if let Some(series) = position.get("series") {
        doc.put("phase", "series");
        doc.put("series", rotated(series.as_text().unwrap()));
    }
    doc
}

fn rotate_action(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for sign in text.chars().chain(['\n']) {
        if sign.is_ascii_alphanumeric() {
            word.push(sign);
        } else {
            if !word.is_empty() {
                out.push_str(&rotated(&word));
                word.clear();
            }
            if sign != '\n' {
                out.push(sign);
            }
        }
    }
    out
}

/// NB-V-06: turned by half a circle with colours exchanged, the same actions
/// are legal and lead to the same results.
#[test]
fn both_ends_are_equal() {
    for seed in 0..12 {
        let options = Doc::map().with("shuttle_limit", 0);
        play(seed, options, |before, action, _, after| {
            // History and knowledge apart: positions as they stand.
            let plain = |table: &Table<NavalBattle>| rotate(&rotate(&NavalBattle::save(table)));
            let (Ok(here), Ok(there)) =
                (NavalBattle::load(&plain(before)), NavalBattle::load(&rotate(&plain(before))))
            else {
                panic!("a reachable position can be loaded");
            };
            let list = |table: &Table<NavalBattle>, seat: u8| {
                let mut actions = Vec::new();
                NavalBattle::legal(table.sight(Viewer::Seat(Seat(seat))), &mut actions);
                let mut texts: Vec<String> = actions
                    .iter()
                    .map(|action| NavalBattle::write_action(&table.public, action))
                    .collect();
                texts.sort();
                texts
            };
            let Awaiting::Seats(seats) = NavalBattle::awaiting(before) else { return };
            let seat = seats.iter().next().unwrap();
            // The shuttle rule needs the history that plain positions lack, so it is off on both sides here.
            let mut mine: Vec<String> =
                list(&here, seat.0).iter().map(|text| rotate_action(text)).collect();
            mine.sort();
            assert_eq!(mine, list(&there, 1 - seat.0));
            let text = NavalBattle::write_action(&before.public, action);
            let mut there = there;
            let turned = NavalBattle::parse_action(&there.public, &rotate_action(&text)).unwrap();
            step::<NavalBattle>(&mut there, Actor::Seat(Seat(1 - seat.0)), &turned, &mut NoDice)
                .unwrap();
            if NavalBattle::awaiting(after).is_over() {
                return;
            }
            let result = NavalBattle::save(&there);
            assert_eq!(sorted(rotate(&NavalBattle::save(after)).get("W")), sorted(result.get("W")));
            assert_eq!(sorted(rotate(&NavalBattle::save(after)).get("R")), sorted(result.get("R")));
        });
    }
}

fn sorted(doc: Option<&Doc>) -> Vec<String> {
    let Some(Doc::Map(fields)) = doc else { return Vec::new() };
    let mut pieces: Vec<String> = fields.iter().map(|(at, kind)| format!("{at}{kind}")).collect();
    pieces.sort();
    pieces
}

/// NB-V-07: with a quiet limit of q every game ends in fewer than 64 (q + 1) plies.
#[test]
fn games_end() {
    for seed in 0..60 {
        let plies = play(
            seed,
            Doc::map().with("quiet_limit", 20).with("repetition_limit", 0),
            |_, _, _, _| {},
        );
        assert!(plies < 64 * 21, "seed {seed}: {plies} plies");
    }
}

/// NB-A-09: the legal actions of a side are the same in every world it can imagine.
#[test]
fn hidden_types_decide_nothing() {
    for seed in 0..10 {
        let mut dice = Seeded::new(seed);
        play(seed, Doc::map(), |before, _, _, _| {
            let Awaiting::Seats(seats) = NavalBattle::awaiting(before) else { return };
            let viewer = Viewer::Seat(seats.iter().next().unwrap());
            let imagined = NavalBattle::imagine(before.sight(viewer), &mut dice).unwrap();
            let (mut real, mut other) = (Vec::new(), Vec::new());
            NavalBattle::legal(before.sight(viewer), &mut real);
            NavalBattle::legal(imagined.sight(viewer), &mut other);
            assert_eq!(real, other);
        });
    }
}

/// NB-N-04: the actions of a game in notation, read back, lead to the same end.
#[test]
fn a_record_replays() {
    for seed in 0..20 {
        let mut script = Vec::new();
        let mut last = None;
        play(seed, Doc::map(), |before, action, _, after| {
            let seats = NavalBattle::awaiting(before).seats();
            script.push((
                seats.iter().next().unwrap(),
                NavalBattle::write_action(&before.public, action),
            ));
            last = Some(NavalBattle::save(after));
        });
        let mut table = begin(seed, Doc::map());
        for (seat, text) in script {
            let action = NavalBattle::parse_action(&table.public, &text).unwrap();
            step::<NavalBattle>(&mut table, Actor::Seat(seat), &action, &mut NoDice).unwrap();
        }
        assert_eq!(Some(NavalBattle::save(&table)), last);
    }
}

/// Nobody moves for the other side: the list of the side not to move is empty.
#[test]
fn only_the_side_to_move_has_actions() {
    let table = begin(3, Doc::map());
    let mut actions = Vec::new();
    NavalBattle::legal(table.sight(Viewer::Seat(Seat(1))), &mut actions);
    assert!(actions.is_empty());
    assert_eq!(NavalBattle::side_of(&table.public, Seat(1)), Some(Side(1)));
}
