//! Sealed markers, cards, attacks and boarding decisions stay sealed.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Actor, Doc, Rules, Seat, Seeded, Table, Text, Viewer, sample};
use admiralty_testkit::{Secrecy, imagination};
use fleet_actions::FleetActions;
use fleet_actions::{Kind, Laid};
use std::collections::BTreeMap;

/// A marker, a card, an attack or a decision to board.
fn is_sealed(action: &str) -> bool {
    ["S ", "C ", "A ", "B "].iter().any(|word| action.starts_with(word))
}

/// Whose it is lies open: `S A1`, `C A`, `A A1@2020`, `B A1.1`.
fn whose(action: &str) -> &str {
    action.match_indices(' ').nth(1).map_or(action, |(i, _)| &action[..i])
}

fn worlds(setups: &[&str]) -> Secrecy {
    Secrecy::new(setups).games(1).sealed(is_sealed).subject(whose).from_friends()
}

// FA-S.04, FA-S.05, FA-S.06, FA-S.07, FA-S.09
#[test]
fn nobody_sees_what_others_have_sealed() {
    let tally = worlds(&[
        r#"{"scenario": "evolutions"}"#,
        r#"{"scenario": "san-domingo-1806", "players": "divisions"}"#,
        r#"{"scenario": "evolutions", "cards_visible": "own_side", "signal_effects": "extended"}"#,
    ])
    .longest(260)
    .run::<FleetActions>();
    assert!(tally.reveals > 20 && tally.unlike > 50, "{tally}");
}

/// FA-R84: with both broadsides in use, the number of questions a seat is asked tells nobody
/// whether a Group has fired or held its fire.
#[test]
fn nor_which_broadside_was_fired() {
    let tally = worlds(&[r#"{"scenario": "evolutions", "both_broadsides": true}"#])
        .positions(&[BETWEEN])
        .games(3)
        .longest(160)
        .run::<FleetActions>();
    assert!(tally.reveals > 20 && tally.unlike > 50, "{tally}");
}

/// Two ships between two enemies, one on each beam, in the last fire segment.
const BETWEEN: &str = r#"{"block": "scenario between\ntitle Between two fires\ndate today\nplace at sea\nchart F\nmap 24 20\norient N=north\nwind N medium\nclock 10:00 nightfall 14:00\nside A \"Blue\" bold=no doctrine=normal\nside B \"Red\" bold=no doctrine=normal\nsquadron A1 div=1 nation=BR \"A1\" admiral \"Ann\" cinc\n  group 1010 NE LA : Ann 74/8*, Bess 74/8\nsquadron B1 div=1 nation=FR \"B1\" admiral \"Berthe\" cinc\n  group 1111 NE LA : Aube 74/8*, Berthe 74/8\nsquadron B2 div=1 nation=FR \"B2\" admiral \"Dora\"\n  group 0910 NE LA : Dora 74/8*, Emma 74/8\nend", "both_broadsides": true, "phase": {"kind": "confirm", "resume": "fire", "step": 4}, "pending": ["A"], "turn": 1, "squads": {"A1": {"marker": 1}, "B1": {"marker": 1}, "B2": {"marker": 1}}}"#;

/// The gamemaster seals nothing, so his secret has nothing to vary.
#[test]
fn nor_with_a_gamemaster() {
    let tally = worlds(&[r#"{"scenario": "ortegal-1805", "gamemaster": true, "gm_wind": true}"#])
        .longest(200)
        .nothing_hidden()
        .run::<FleetActions>();
    assert!(tally.reveals > 5, "{tally}");
}

#[test]
fn nor_on_the_hex_map() {
    let tally = worlds(&[r#"{"scenario": "chesapeake-approach", "players": "divisions"}"#])
        .longest(60)
        .run::<FleetActions>();
    assert!(tally.entries > 100, "{tally}");
}

/// The fields of a position that are hidden from a viewer: each a path and its kind.
fn hidden(table: &Table<FleetActions>, viewer: Viewer) -> Vec<(String, &'static str)> {
    let p = &table.public;
    let mut paths = Vec::new();
    for (seat, sealed) in table.seats.iter() {
        if viewer == Viewer::Seat(seat) {
            continue;
        }
        let code = &p.battle.seats[seat.index()].code;
        for (squad, _) in &sealed.speeds {
            // A marker without a choice was never laid, and everybody can work it out.
            if p.laid.contains(&Laid::Marker(*squad)) {
                let squad = p.battle.squad_code(*squad);
                paths.push((format!("sealed.{code}.speeds.{squad}"), "marker"));
            }
        }
        if sealed.card.is_some() && !p.is_night() {
            paths.push((format!("sealed.{code}.card"), "card"));
        }
        if !sealed.attacks.is_empty() {
            paths.push((format!("sealed.{code}.attacks"), "attack"));
        }
        for (ship, _) in &sealed.boards {
            let ship = p.battle.ship_code(*ship);
            paths.push((format!("sealed.{code}.boards.{ship}"), "boarding"));
        }
    }
    for (side, shared) in table.sides.iter() {
        let own = matches!(viewer, Viewer::Seat(seat)
            if FleetActions::side_of(p, seat) == Some(side));
        for (i, card) in shared.cards.iter().enumerate().filter(|_| !own) {
            if card.is_some() {
                let code = &p.battle.seats[i].code;
                paths.push((format!("hidden_cards.{code}"), "card of the enemy"));
            }
        }
    }
    if table.umpire.is_some() {
        paths.push(("next_wind".to_string(), "wind of the gamemaster"));
    }
    paths
}

/// Plays at random and looks at every table with something hidden until each kind in `wanted`
/// has been seen `times`.
fn every_hidden_field_varies(setup: &Doc, wanted: &[&'static str], times: u32) {
    let open = ["ships", "squads", "phase", "pending", "turn", "clock", "wind", "force", "cards"];
    let setup = FleetActions::setup(setup).unwrap();
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    let lacking = |seen: &BTreeMap<&'static str, u32>| {
        wanted.iter().find(|kind| seen.get(*kind).is_none_or(|n| *n < times)).copied()
    };
    for seed in 0..60 {
        let mut rng = Seeded::new(seed);
        let mut table = FleetActions::begin(&setup, &mut rng).unwrap();
        for _ in 0..600 {
            let waits = FleetActions::awaiting(&table);
            if waits.is_over() || lacking(&seen).is_none() {
                break;
            }
            let seats: Vec<Seat> = waits.seats().iter().collect();
            let seat = seats[rng.below(seats.len() as u32) as usize];
            let sight = table.sight(Viewer::Seat(seat));
            let action = sample::<FleetActions>(sight, &mut rng, &mut Vec::new()).unwrap();
            FleetActions::apply(&mut table, Actor::Seat(seat), &action, &mut rng, &mut |_| {})
                .unwrap();
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
                let all = hidden(&table, viewer);
                let fresh = |(_, kind): &&(String, &'static str)| {
                    wanted.contains(kind) && seen.get(kind).is_none_or(|n| *n < times)
                };
                let paths: Vec<&str> =
                    all.iter().filter(fresh).map(|(path, _)| path.as_str()).collect();
                if paths.is_empty() {
                    continue;
                }
                imagination(&table, viewer, 60, &paths, &open);
                for (_, kind) in &all {
                    *seen.entry(kind).or_default() += 1;
                }
            }
        }
    }
    assert_eq!(lacking(&seen), None, "seen: {seen:?}");
}

// FA-S.04, FA-S.05, FA-S.06
#[test]
fn imagine_varies_markers_cards_and_attacks() {
    let doc = Doc::map().with("scenario", "san-domingo-1806").with("players", "divisions");
    every_hidden_field_varies(&doc, &["marker", "card", "attack"], 12);
}

// FA-S.09, FA-8.13
#[test]
fn imagine_varies_cards_of_the_enemy_and_both_broadsides() {
    let doc = Doc::map()
        .with("scenario", "evolutions")
        .with("cards_visible", "own_side")
        .with("both_broadsides", true);
    every_hidden_field_varies(&doc, &["card of the enemy", "attack"], 12);
}

// FA-S.07
#[test]
fn imagine_varies_boarding() {
    let doc = Doc::map().with("scenario", "camperdown-1797");
    every_hidden_field_varies(&doc, &["boarding"], 3);
}

// FA-9.21
#[test]
fn imagine_varies_markers_on_the_hex_map() {
    let doc = Doc::map().with("scenario", "trafalgar-approach");
    every_hidden_field_varies(&doc, &["marker"], 6);
}

/// FA-S.12: what the gamemaster has in mind is hidden from the players.
#[test]
fn imagine_varies_the_wind_to_come() {
    let doc =
        Doc::map().with("scenario", "evolutions").with("gamemaster", true).with("gm_wind", true);
    let setup = FleetActions::setup(&doc).unwrap();
    let mut table = FleetActions::begin(&setup, &mut Seeded::new(1)).unwrap();
    let wind = FleetActions::parse_action(&table.public, "W NE strong").unwrap();
    let by = Actor::Seat(table.public.battle.gamemaster().unwrap());
    FleetActions::apply(&mut table, by, &wind, &mut Seeded::new(1), &mut |_| {}).unwrap();
    assert_eq!(table.public.phase.kind, Kind::Head);
    assert_eq!(hidden(&table, Viewer::Spectator).len(), 1);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        imagination(&table, viewer, 40, &["next_wind"], &["ships", "wind", "force"]);
    }
}
