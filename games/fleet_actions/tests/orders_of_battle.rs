//! The orders of battle checked against each other: double names, wrong ratings, and one ship
//! with two armaments.

use admiralty_core::Doc;
use fleet_actions::{Battle, Objective, Options, SCENARIOS, read_setup};
use fleet_actions::{Chart, Nation, rating};
use std::collections::BTreeMap;

fn battles() -> impl Iterator<Item = (&'static str, Battle)> {
    SCENARIOS.iter().map(|printed| {
        let battle = Battle::read_document(printed.doc(), "", Options::default());
        (printed.id, battle.unwrap_or_else(|f| panic!("{}: {f}", printed.id)))
    })
}

/// FA-3.20 to FA-3.26: every ship of every battle is rated by its chart, and no fleet has two
/// ships of one name.
#[test]
fn ratings_are_right_and_names_are_single() {
    for (id, battle) in battles() {
        let mut names: BTreeMap<(u8, &str), u32> = BTreeMap::new();
        for ship in &battle.ships {
            let squad = &battle.squads[ship.squad.i()];
            let right = rating(battle.chart, squad.nation, ship.guns);
            assert_eq!(ship.rating, right, "{id}: {} of {} guns", ship.name, ship.guns);
            *names.entry((squad.side.0, &ship.name)).or_default() += 1;
        }
        for ((side, name), n) in names {
            assert_eq!(n, 1, "{id}: side {side} has {n} ships named {name}");
        }
    }
}

/// Names that stand in two battles of one chart with different guns: another ship of the name,
/// or the same one as the lists of another year arm her.
const REARMED: &[(Chart, Nation, &str)] = &[
    (Chart::B, Nation::En, "Old James"),
    (Chart::B, Nation::Du, "Vrijheid"),
    (Chart::C, Nation::Fr, "Conquérant"),
    (Chart::C, Nation::Fr, "Excellent"),
    (Chart::C, Nation::Fr, "Fort"),
    (Chart::C, Nation::Fr, "Henri"),
    (Chart::D, Nation::Br, "Chichester"),
    (Chart::D, Nation::Br, "Dorsetshire"),
    (Chart::D, Nation::Br, "Essex"),
    (Chart::D, Nation::Br, "Revenge"),
    (Chart::D, Nation::Br, "Torbay"),
    (Chart::E, Nation::Br, "Duke"),
    (Chart::E, Nation::Br, "Formidable"),
    (Chart::E, Nation::Br, "Prince George"),
    (Chart::E, Nation::Fr, "Ville de Paris"),
    (Chart::F, Nation::Br, "Namur"),
    (Chart::F, Nation::Fr, "Neptune"),
    (Chart::F, Nation::Fr, "Scipion"),
];

/// A ship that stands in two battles of one period has the same guns in both, or is one of those
/// known to differ; and nobody is on that list for nothing.
#[test]
fn one_ship_has_one_armament() {
    type Key = (String, String, String);
    let mut guns: BTreeMap<Key, BTreeMap<u16, &'static str>> = BTreeMap::new();
    for (id, battle) in battles() {
        for ship in &battle.ships {
            let nation = battle.squads[ship.squad.i()].nation;
            let key = (format!("{:?}", battle.chart), format!("{nation:?}"), ship.name.clone());
            guns.entry(key).or_default().insert(ship.guns, id);
        }
    }
    let known = |(chart, nation, name): &Key| {
        REARMED
            .iter()
            .any(|(c, n, s)| format!("{c:?}") == *chart && format!("{n:?}") == *nation && s == name)
    };
    let differ: Vec<&Key> = guns.iter().filter(|(_, g)| g.len() > 1).map(|(key, _)| key).collect();
    for key in &differ {
        assert!(known(key), "{key:?} has {:?} guns", guns[*key]);
    }
    assert_eq!(differ.len(), REARMED.len(), "somebody on the list does not differ: {differ:?}");
}

fn refused(from: &str, to: &str) -> String {
    let printed = SCENARIOS.iter().find(|known| known.id == "ortegal-1805").expect("a scenario");
    assert!(printed.text.contains(from), "{from} is not in the scenario");
    let own = admiralty_catalog::tomls::read(&printed.text.replacen(from, to, 1)).expect("TOML");
    match read_setup(&Doc::map().with("scenario", own)) {
        Ok(_) => panic!("{to} was accepted"),
        Err(faults) => faults.to_string(),
    }
}

/// A changed scenario is refused with the ship and the reason.
#[test]
fn a_wrong_order_of_battle_is_refused() {
    let wrong = refused("\"Hero\", guns = 74, rating = 8", "\"Hero\", guns = 74, rating = 9");
    assert!(wrong.contains("squadron.0.groups.0.ships") && wrong.contains("rated 8"), "{wrong}");
    let twice = refused("Courageux", "Hero");
    assert!(twice.contains("two ships of this name"), "{twice}");
    let sum = refused("A = { points = ", "A = { points = 9");
    assert!(sum.contains("strength") || sum.contains('9'), "{sum}");
}

/// FA-V.10, FA-R85: a handicap line of an approach stands for that of its battle; without one the
/// battle's holds.
#[test]
fn an_approach_may_have_a_handicap_of_its_own() {
    let handicaps = |id: &str| -> Vec<(u8, i16)> {
        let (_, battle) = battles().find(|(known, _)| *known == id).expect("a scenario");
        let all = battle.objectives.iter();
        all.filter_map(|o| match o {
            Objective::Handicap(side, points) => Some((side.0, *points)),
            _ => None,
        })
        .collect()
    };
    assert_eq!(handicaps("chesapeake-1781"), [(0, 15)]);
    assert_eq!(handicaps("chesapeake-approach"), [(0, 14)]);
    assert_eq!(handicaps("trafalgar-approach"), handicaps("trafalgar-1805"));
}

/// FA-V.10, FA-V.20: no handicap decides a battle before it begins.
#[test]
fn no_handicap_is_above_half_of_a_decisive_margin() {
    for (id, battle) in battles() {
        let (marginal, decisive) = battle.levels;
        assert!(0 < marginal && marginal < decisive, "{id}");
        for objective in &battle.objectives {
            if let Objective::Handicap(_, points) = objective {
                assert!(2 * points <= decisive, "{id}: {points} of {decisive}");
            }
        }
    }
}
