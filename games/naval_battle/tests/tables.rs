//! Tables and geometry that a story cannot show one by one: all combats, all
//! templates, the random fleet.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_catalog::{Match, Start};
use admiralty_core::{Actor, BySide, Doc, NoDice, Seat, Seeded, Text, Viewer, step};
use naval_battle::{
    BOARDS, Board, Event, FLEET_SIZE, KINDS, Kind, NavalBattle, Placement, Square, TEMPLATES,
    Template,
};

fn square(text: &str) -> Square {
    Square::parse(text).unwrap()
}

/// The printed table: attackers in rows, defenders in columns A 6 5 4 3 2 1 S M.
const COMBATS: [(char, &str); 8] = [
    ('A', ">>>>>>>><"),
    ('6', ">=>>>>>><"),
    ('5', "><=>>>>><"),
    ('4', "><<=>>>><"),
    ('3', "><<<=>>><"),
    ('2', "><<<<=>><"),
    ('1', "><<<<<=><"),
    ('S', "><<<<<<=>"),
];

/// NB-C-28: all 72 pairs, fought on the board.
#[test]
fn every_pair_fights_as_printed() {
    let mut pairs = 0;
    for (attacker, row) in COMBATS {
        for (defender, sign) in KINDS.map(Kind::sign).into_iter().zip(row.chars()) {
            // Both Admirals must stand somewhere: away from the fight unless they fight.
            let white = if attacker == 'A' { String::new() } else { "Aa1,".into() };
            let red = if defender == 'A' { String::new() } else { "Ah10,".into() };
            let text = format!("W:{white}{attacker}d7,1h1 R:{red}{defender}e8,1h7 T:W");
            let mut table = NavalBattle::load(&Doc::from(text.clone())).expect(&text);
            let action = NavalBattle::parse_action(&table.public, "d7*e8").unwrap();
            let done = step::<NavalBattle>(&mut table, Actor::Seat(Seat(0)), &action, &mut NoDice)
                .unwrap();
            let found = done.told.iter().find_map(|told| match told.event {
                Event::Fought(_) => {
                    NavalBattle::event(&table.public, &told.event).get("result").cloned()
                }
                _ => None,
            });
            assert_eq!(found, Some(Doc::from(sign.to_string())), "{attacker} attacks {defender}");
            let over = done.told.iter().any(|told| matches!(told.event, Event::GameOver(_)));
            let admiral_falls = defender == 'A' || (attacker == 'A' && sign == '<');
            assert_eq!(over, admiral_falls, "{attacker} attacks {defender}");
            pairs += 1;
        }
    }
    assert_eq!(pairs, 72);
}

/// NB-F-02, NB-F-03 to NB-F-11: the counts of the book add up to 32.
#[test]
fn a_fleet_has_32_pieces() {
    let counts: Vec<u8> = KINDS.iter().map(|kind| kind.count()).collect();
    assert_eq!(counts, [1, 1, 2, 3, 4, 5, 6, 5, 5]);
    assert_eq!(counts.iter().map(|n| *n as usize).sum::<usize>(), FLEET_SIZE);
}

/// NB-B-07: every ready board looks the same from both sides; NB-B-06: on the
/// classic one a fleet fills the home area.
#[test]
fn boards_are_fair() {
    for board in BOARDS {
        let view = NavalBattle::setup(&Doc::map().with("board", board.id)).unwrap();
        let table = <NavalBattle as admiralty_core::Rules>::begin(&view, &mut NoDice).unwrap();
        let view = NavalBattle::view(table.sight(Viewer::Spectator));
        let islands: Vec<Square> = view
            .get("islands")
            .unwrap()
            .as_list()
            .unwrap()
            .iter()
            .map(|doc| square(doc.as_text().unwrap()))
            .collect();
        for island in &islands {
            let partner =
                Square::new(board.columns - 1 - island.column(), board.rows - 1 - island.row())
                    .unwrap();
            assert!(islands.contains(&partner), "{}: {island}", board.id);
        }
        let free =
            Placement::seeded(&board, 1).write(&board).chars().filter(|sign| *sign == '.').count();
        let spare = [("ocean9", 4), ("grand10", 8)]
            .iter()
            .find(|(id, _)| *id == board.id)
            .map_or(0, |(_, n)| *n);
        assert_eq!(free, spare, "{}", board.id);
    }
}

/// NB-P-15, NB-P-24: templates are legal wherever they are offered; NB-P-16:
/// mirroring twice gives the template back.
#[test]
fn templates_are_whole_fleets() {
    for (name, text, _) in TEMPLATES {
        let classic = Board::named("classic").unwrap();
        assert_eq!(Placement::parse(text, &classic).unwrap().write(&classic), text, "{name}");
        for id in ["classic", "open_sea", "reefs", "ocean9", "grand10"] {
            let board = Board::named(id).unwrap();
            let placement = Template::named(name).unwrap().placement(&board).unwrap();
            Placement::parse(&placement.write(&board), &board).unwrap();
        }
    }
}

/// NB-P-13: the same seed the same fleet, another seed another, and every
/// square equally likely to hold the Admiral.
#[test]
fn random_fleets_are_uniform_and_reproducible() {
    let board = Board::named("classic").unwrap();
    assert_eq!(Placement::seeded(&board, 7), Placement::seeded(&board, 7));
    assert_ne!(Placement::seeded(&board, 7), Placement::seeded(&board, 8));
    let mut admirals = [0u32; 32];
    const N: u32 = 32_000;
    for seed in 0..N {
        let placement = Placement::seeded(&board, u64::from(seed));
        let i = (0..32).find(|i| placement.get(*i) == Some(Kind::Admiral)).unwrap();
        admirals[i] += 1;
    }
    let expected = f64::from(N) / 32.0;
    let chi: f64 = admirals.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    // 31 degrees of freedom: one in a million above 82.
    assert!(chi < 82.0, "chi-square {chi}");
}

/// NB-P-21: whatever stands in front, White has a move.
#[test]
fn white_can_always_begin() {
    let mut generator = Seeded::new(21);
    let classic = Board::named("classic").unwrap();
    for _ in 0..2_000 {
        // The narrowest fronts: five mines and the Admiral in front, two ships anywhere among them.
        let mut front = ['M', 'M', 'M', 'M', 'M', 'A', '1', '2'];
        generator.shuffle(&mut front);
        let front: String = front.iter().collect();
        let white = format!("{front}/655444S3/3332222S/11111SSS");
        let doc = Doc::map().with("deploy", Doc::map().with("W", white).with("R", "@Vault"));
        let setup = NavalBattle::setup(&doc).unwrap();
        let table = <NavalBattle as admiralty_core::Rules>::begin(&setup, &mut NoDice).unwrap();
        let mut actions = Vec::new();
        <NavalBattle as admiralty_core::Rules>::legal(
            table.sight(Viewer::Seat(Seat(0))),
            &mut actions,
        );
        assert!(!actions.is_empty(), "{front} on {}", classic.id);
    }
}

/// NB-J-18: the parity of a jumper's square never changes, so a series never
/// lands where it captured.
#[test]
fn hops_keep_parity() {
    let text = "W:Aa1,1d3 R:Ah10,2d2,2c1,2b2,3c3,1h9 T:W";
    let mut table = NavalBattle::load(&Doc::from(text)).unwrap();
    let start = square("d3");
    for hop in ["d3^d1", "^b1", "^b3", "^d3"] {
        let action = NavalBattle::parse_action(&table.public, hop).unwrap();
        let done =
            step::<NavalBattle>(&mut table, Actor::Seat(Seat(0)), &action, &mut NoDice).unwrap();
        for told in done.told {
            if let Event::Hopped { to, .. } = told.event {
                assert_eq!((to.column() % 2, to.row() % 2), (start.column() % 2, start.row() % 2));
            }
        }
    }
}

/// NB-F-01: two sides, and a table keyed by side has two places.
#[test]
fn two_fleets() {
    let table = NavalBattle::load(&Doc::from("W:Aa1,1d3 R:Ah10 T:W")).unwrap();
    let sides: &BySide<naval_battle::Secret> = &table.sides;
    assert_eq!(sides.len(), 2);
}

/// NB-D-18, NB-N-06: a game may begin from a position, and the set-up that
/// says so reads back as it was written.
#[test]
fn a_game_may_begin_from_a_position() {
    let text = "W:Aa1,5b5,1h4 R:Ah10,Mb7,2c8 T:R";
    let game = admiralty_catalog::game("naval_battle").unwrap();
    let from = Doc::map().with("position", text);
    let begun = |setup: &Doc| Match::begin(game, "", setup, &mut NoDice);
    let table = begun(&from).unwrap();
    let Start::Setup(written) = table.start() else { panic!("it began from a set-up") };
    let again = begun(written).unwrap();
    for begun in [table, again] {
        assert_eq!(
            begun.table().save(),
            NavalBattle::save(&NavalBattle::load(&Doc::from(text)).unwrap())
        );
    }
    assert!(begun(&from.clone().with("quiet_limit", 50)).is_err());
    assert!(begun(&Doc::map().with("position", "W:Aa1 T:W")).is_err());
}

/// Whatever is wrong with a position is said at once, and nothing that is right.
#[test]
fn faults_of_a_position_come_all_at_once() {
    let pieces = Doc::map().with("a1", "A").with("z9", "3");
    let enemy = Doc::map().with("h10", "A").with("d6", "Q");
    let position = Doc::map()
        .with("W", pieces)
        .with("R", enemy)
        .with("to_move", "R")
        .with("ply", 70_000)
        .with("moved", vec!["a1"])
        .with("sails", 3);
    let said = NavalBattle::load(&position).expect_err("it is wrong").to_string();
    for part in ["z9", "d6", "ply", "sails: unknown field"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("to_move: ") && !said.contains("moved: "), "{said}");
}
