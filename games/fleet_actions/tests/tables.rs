//! The printed and designed tables, and the orders of battle.

use admiralty_core::{Rules, Side};
use fleet_actions::FleetActions;
use fleet_actions::{Battle, Options, SCENARIOS};
use fleet_actions::{
    CARDS, Card, Chart, Crews, Doctrine, Force, Goal, Nation, gunnery_dice, rating,
};

/// Printed bands: chart, nation, from guns, to guns, ratings.
const PRINTED: &[(Chart, Nation, u16, u16, &[u8])] = &[
    // FA-3.20
    (Chart::A, Nation::En, 28, 32, &[2, 3]),
    (Chart::A, Nation::En, 34, 38, &[4]),
    (Chart::A, Nation::Du, 40, 44, &[5]),
    (Chart::A, Nation::En, 48, 54, &[6]),
    (Chart::A, Nation::En, 60, 66, &[7]),
    (Chart::A, Nation::En, 70, 80, &[8]),
    (Chart::A, Nation::En, 90, 120, &[9, 10]),
    // FA-3.21
    (Chart::B, Nation::En, 28, 34, &[2, 3]),
    (Chart::B, Nation::En, 40, 44, &[5, 6]),
    (Chart::B, Nation::En, 50, 56, &[7]),
    (Chart::B, Nation::Fr, 60, 66, &[8]),
    (Chart::B, Nation::En, 70, 78, &[9]),
    (Chart::B, Nation::En, 80, 110, &[10, 11]),
    // FA-3.22
    (Chart::B, Nation::Du, 28, 34, &[2, 3]),
    (Chart::B, Nation::Du, 44, 50, &[4, 5]),
    (Chart::B, Nation::Du, 58, 68, &[6, 7]),
    (Chart::B, Nation::Du, 70, 90, &[8, 9]),
    // FA-3.23
    (Chart::C, Nation::En, 20, 44, &[2]),
    (Chart::C, Nation::En, 50, 58, &[3]),
    (Chart::C, Nation::En, 60, 64, &[4]),
    (Chart::C, Nation::En, 68, 74, &[5, 6]),
    (Chart::C, Nation::En, 80, 84, &[6, 7]),
    (Chart::C, Nation::En, 90, 90, &[8]),
    (Chart::C, Nation::En, 94, 98, &[8, 9]),
    (Chart::C, Nation::En, 100, 100, &[11]),
    (Chart::C, Nation::En, 104, 120, &[12]),
    // FA-3.24
    (Chart::D, Nation::Br, 20, 44, &[1, 2]),
    (Chart::D, Nation::Br, 50, 50, &[3]),
    (Chart::D, Nation::Br, 60, 60, &[4]),
    (Chart::D, Nation::Fr, 64, 64, &[6]),
    (Chart::D, Nation::Br, 64, 64, &[5]),
    (Chart::D, Nation::Fr, 70, 70, &[5]),
    (Chart::D, Nation::Fr, 74, 74, &[8]),
    (Chart::D, Nation::Br, 74, 74, &[7]),
    (Chart::D, Nation::Fr, 80, 90, &[8, 9]),
    (Chart::D, Nation::Br, 80, 90, &[8, 9]),
    (Chart::D, Nation::Br, 100, 100, &[11]),
    (Chart::D, Nation::Sp, 100, 100, &[10]),
    (Chart::D, Nation::Sp, 101, 120, &[12, 13]),
    // FA-3.25
    (Chart::E, Nation::Br, 20, 44, &[1, 2]),
    (Chart::E, Nation::Br, 50, 54, &[3]),
    (Chart::E, Nation::Fr, 64, 68, &[5, 6]),
    (Chart::E, Nation::Fr, 74, 76, &[8]),
    (Chart::E, Nation::Br, 74, 76, &[7]),
    (Chart::E, Nation::Br, 80, 84, &[8]),
    (Chart::E, Nation::Br, 90, 98, &[8, 9]),
    (Chart::E, Nation::Fr, 100, 100, &[10]),
    (Chart::E, Nation::Br, 100, 100, &[11]),
    (Chart::E, Nation::Fr, 101, 120, &[12, 13]),
    // FA-3.26
    (Chart::F, Nation::Br, 20, 44, &[2, 3, 4]),
    (Chart::F, Nation::Br, 64, 64, &[7]),
    (Chart::F, Nation::Fr, 74, 74, &[8]),
    (Chart::F, Nation::Br, 84, 90, &[9]),
    (Chart::F, Nation::Br, 98, 100, &[10]),
    (Chart::F, Nation::Sp, 110, 112, &[11]),
    (Chart::F, Nation::Sp, 118, 130, &[12, 13]),
];

/// FA-3.28: inside a printed band only printed ratings, and none of them is missing.
#[test]
fn ratings_are_the_printed_ones() {
    for (chart, nation, from, to, printed) in PRINTED {
        for guns in *from..=*to {
            let found = rating(*chart, *nation, guns);
            assert!(printed.contains(&found), "{chart:?} {nation:?} {guns}: {found}");
        }
    }
    assert_eq!(rating(Chart::A, Nation::En, 31), 3);
    assert_eq!(rating(Chart::B, Nation::En, 43), 6);
    assert_eq!(rating(Chart::C, Nation::En, 71), 6);
    assert_eq!(rating(Chart::E, Nation::Br, 56), 4);
    assert_eq!(rating(Chart::F, Nation::Du, 56), 5);
    assert_eq!(rating(Chart::F, Nation::Fr, 80), 9);
    assert_eq!(rating(Chart::F, Nation::Br, 36), 3);
}

/// FA-3.11, FA-8.24, FA-8.111
#[test]
fn gunnery_dice_follow_the_chart() {
    let row = |speed| {
        [Force::Calm, Force::Light, Force::Medium, Force::Strong]
            .map(|force| gunnery_dice(speed, force, Crews::Full))
    };
    assert_eq!(row(0), [12, 12, 6, 3]);
    assert_eq!(row(1), [12, 12, 6, 3]);
    assert_eq!(row(2)[1..], [6, 3, 2]);
    assert_eq!(row(3)[1..], [4, 2, 1]);
    for speed in [1, 2, 3] {
        assert_eq!(row(speed)[1], 2 * row(speed)[2]);
        assert_eq!(row(speed)[3], row(speed)[1].div_ceil(4));
    }
    let with = |crews| {
        [12, 6, 4, 3, 2, 1].map(|n| {
            let at = |s, f| gunnery_dice(s, f, crews);
            match n {
                12 => at(1, Force::Light),
                6 => at(1, Force::Medium),
                4 => at(3, Force::Light),
                3 => at(1, Force::Strong),
                2 => at(3, Force::Medium),
                _ => at(3, Force::Strong),
            }
        })
    };
    assert_eq!(with(Crews::ThreeQuarters), [9, 5, 3, 3, 2, 1]);
    assert_eq!(with(Crews::Half), [6, 3, 2, 2, 1, 1]);
}

/// FA-8.63
#[test]
fn damage_columns() {
    let strength = |column: Doctrine| (1..=6).filter(|r| column.is_strength(*r)).count();
    assert_eq!([Doctrine::Normal, Doctrine::Low, Doctrine::High].map(strength), [3, 4, 2]);
}

/// FA-3.06, FA-3.07, FA-3.08, FA-3.09, FA-9.06, FA-9.07, FA-9.08
#[test]
fn turn_lengths() {
    let forces = [Force::Calm, Force::Light, Force::Medium, Force::Strong, Force::Gale];
    assert_eq!(forces.map(Force::turn_minutes), [24, 24, 12, 6, 6]);
    assert_eq!(forces.map(Force::grand_minutes), [60, 60, 40, 20, 20]);
    assert_eq!(forces.map(Force::repair), [Some(4), Some(4), Some(5), Some(6), None]);
}

/// FA-C.01, FA-C.02, FA-C.03, FA-C.04, FA-C.05, FA-C.12: eighteen cards, three of them closing.
#[test]
fn cards() {
    assert_eq!(Card::all().count(), 18);
    let closing: Vec<&str> = Card::all().filter(|c| c.is_closing()).map(Card::code).collect();
    assert_eq!(closing, ["EMC", "LEB", "PEL"]);
    assert_eq!(Card::EMC.goal(), Goal::Close);
    assert_eq!(Card::CLU.goal(), Goal::KeepLine);
    assert_eq!(Card::parse("DIS").map(Card::goal), Some(Goal::StandOff));
    for (code, _) in CARDS {
        assert_eq!(Card::parse(code).map(Card::code), Some(code));
    }
}

/// FA-2.09, FA-2.12, FA-3.12, FA-3.27: every built-in block is valid (ratings, names, check lines,
/// command, wind) and keeps to the size of squadrons.
#[test]
fn orders_of_battle_agree() {
    for printed in &SCENARIOS {
        let id = printed.id;
        let battle = Battle::read_document(printed.doc(), "", Options::default())
            .unwrap_or_else(|f| panic!("{id}: {f}"));
        for (i, squad) in battle.squads.iter().enumerate() {
            let n = squad.end_line.n() - squad.first.n();
            assert!((3..=9).contains(&n), "{id} squadron {i} has {n} line ships");
            let groups =
                battle.ships[squad.first.i()..squad.end_line.i()].iter().map(|s| s.group + 1).max();
            assert!((1..=3).contains(&groups.expect("Groups")), "{id} squadron {i}");
        }
        for side in [Side(0), Side(1)] {
            assert_eq!(
                battle.squads.iter().filter(|s| s.side == side && s.cinc).count(),
                1,
                "{id}"
            );
        }
        let weaker = [Side(0), Side(1)]
            .map(|side| {
                let mine = battle.ships.iter().filter(|s| s.line && battle.side(s.squad) == side);
                mine.map(|s| i16::from(s.rating)).sum::<i16>()
            })
            .into_iter()
            .min()
            .expect("two sides");
        assert_eq!(battle.levels, ((weaker + 9) / 10, (weaker * 35 + 99) / 100), "{id}"); // FA-V.20
    }
    let listed: Vec<&str> = FleetActions::META.scenarios.iter().map(|s| s.id).collect();
    assert_eq!(listed, SCENARIOS.iter().map(|printed| printed.id).collect::<Vec<_>>());
}
