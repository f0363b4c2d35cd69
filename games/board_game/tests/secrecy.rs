//! Nobody learns what it may not know.

use admiralty_core::{Actor, Doc, Rules, Seat, Seeded, Side, Table, Text, Viewer, sample, step};
use admiralty_testkit::{Secrecy, imagination};
use board_game::{BoardGame, Phase};

const SETUPS: [&str; 6] = [
    r#"{"tp": 60}"#,
    r#"{"tp": 100, "navies": "alliance"}"#,
    r#"{"tp": 40, "scenery": "alternate", "rounds": 4}"#,
    r#"{"scenario": "SC-1"}"#,
    r#"{"scenario": "SC-7"}"#,
    r#"{"tp": 120, "south": "RF-US-CV"}"#,
];

#[test]
fn two_worlds_look_alike() {
    // BG-9-HI1, BG-9-HI2, BG-9-HI3, BG-0-FB10, BG-0-SU3, BG-4-AT1, BG-9-NT2
    let sealed =
        |action: &str| ["fleet ", "deploy ", "orders "].iter().any(|word| action.starts_with(word));
    let tally = Secrecy::new(&SETUPS).games(3).sealed(sealed).run::<BoardGame>();
    println!("{tally}");
    assert!(tally.reveals > 0 && tally.unlike > 0, "{tally}");
}

const SOUTH: Seat = Seat(0);
const NORTH: Seat = Seat(1);

/// A random game up to a phase in which South (or nobody) still has to decide.
fn up_to(setup: &str, wanted: impl Fn(&board_game::Public) -> bool) -> Table<BoardGame> {
    let setup = admiralty_catalog::json::read(setup).expect("the set-up is JSON");
    let setup = BoardGame::setup(&setup).expect("the set-up is right");
    for seed in 1..400 {
        let mut rng = Seeded::new(seed);
        let mut table = BoardGame::begin(&setup, &mut rng).expect("a generator never runs dry");
        for _ in 0..400 {
            if wanted(&table.public) {
                return table;
            }
            // North decides first where both do, so that it is ready while South is not.
            let seats = BoardGame::awaiting(&table).seats();
            let Some(seat) = seats.iter().last() else { break };
            let sight = table.sight(Viewer::Seat(seat));
            let action = sample::<BoardGame>(sight, &mut rng, &mut Vec::new()).expect("an option");
            step(&mut table, Actor::Seat(seat), &action, &mut rng).expect("a legal action");
        }
    }
    panic!("no game of 400 comes there")
}

fn text_at(table: &Table<BoardGame>, path: &str) -> String {
    BoardGame::save(table).at(path).map_or(String::new(), Doc::to_string)
}

const PUBLIC: [&str; 8] =
    ["options", "scenery", "round", "phase", "units", "pool", "exhausted", "ready"];

/// Everything a side may hide, at the moment it hides it.
#[test]
fn imagine_draws_every_secret_anew_and_nothing_else() {
    // BG-9-HI1, BG-0-FB10: a fleet that has been chosen.
    let table = up_to(r#"{"tp": 80}"#, |p| p.phase == Phase::Fleet && p.ready == [false, true]);
    assert!(!text_at(&table, "secret.N.fleet").is_empty());
    imagination(&table, Viewer::Seat(SOUTH), 40, &["secret.N.fleet"], &PUBLIC);
    imagination(&table, Viewer::Spectator, 40, &["secret.N.fleet"], &PUBLIC);
    imagination(&table, Viewer::Seat(NORTH), 10, &[], &["secret.N.fleet", "units", "ready"]);

    // BG-0-SU3: both fleets, and the line of the one that has deployed.
    let table = up_to(r#"{"tp": 80}"#, |p| p.phase == Phase::Deploy && p.ready == [false, true]);
    let north = ["secret.N.fleet", "secret.N.places"];
    imagination(
        &table,
        Viewer::Seat(SOUTH),
        40,
        &north,
        &[&PUBLIC[..], &["secret.S.fleet"]].concat(),
    );
    imagination(&table, Viewer::Seat(NORTH), 40, &["secret.S.fleet"], &north);
    let hidden = ["secret.S.fleet", "secret.N.fleet", "secret.N.places"];
    imagination(&table, Viewer::Spectator, 40, &hidden, &PUBLIC);

    // In a scenario the fleets are public, only the line is not.
    let table =
        up_to(r#"{"scenario": "SC-3"}"#, |p| p.phase == Phase::Deploy && p.ready == [false, true]);
    imagination(&table, Viewer::Seat(SOUTH), 40, &["secret.N.places"], &PUBLIC);

    // BG-9-HI1, BG-6-SS2: boats behind the surface units that all see, also how many.
    let table = up_to(r#"{"tp": 120}"#, |p| {
        let room = |side| {
            let tp: u16 = p.of_side(side).map(|(_, unit)| unit.card.tp()).sum();
            tp <= 100 && p.of_side(side).count() >= 2
        };
        p.phase == Phase::First && p.round == 1 && room(Side(0)) && room(Side(1))
    });
    imagination(&table, Viewer::Seat(SOUTH), 80, &["secret.N.fleet"], &PUBLIC);
    imagination(&table, Viewer::Seat(NORTH), 80, &["secret.S.fleet"], &PUBLIC);

    // BG-9-HI2: orders that have been written.
    let table = up_to(r#"{"scenario": "SC-3"}"#, |p| {
        p.phase == Phase::Orders && p.ready == [false, true] && p.round > 1
    });
    imagination(&table, Viewer::Seat(SOUTH), 60, &["secret.N.orders"], &PUBLIC);
    imagination(&table, Viewer::Spectator, 60, &["secret.N.orders"], &PUBLIC);
    imagination(&table, Viewer::Seat(NORTH), 10, &[], &["secret.N.orders", "units"]);
}
