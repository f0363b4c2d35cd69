//! Two worlds that a viewer cannot tell apart.

use admiralty_core::{Actor, Doc, Rules, Seat, Seeded, Table, Text, Viewer, sample, step};
use admiralty_testkit::{Secrecy, imagination};
use naval_battle::NavalBattle;

#[test]
fn nobody_learns_more_than_is_revealed() {
    let tally = Secrecy::new(&[
        "{}",
        r#"{"persons": 4, "board": "reefs"}"#,
        r#"{"board": "ocean9", "memory_aid": "off"}"#,
    ])
    .games(5)
    .longest(250)
    // What is placed or noted is different in the two worlds.
    .sealed(|action| {
        ["deploy ", "place ", "swap ", "clear", "note "].iter().any(|word| action.starts_with(word))
    })
    .run::<NavalBattle>();
    println!("{tally}");
    assert!(tally.reveals > 50 && tally.unlike > 20, "{tally}");
}

/// A table with both fleets placed at random.
fn placed() -> Table<NavalBattle> {
    let mut rng = Seeded::new(9);
    let setup = NavalBattle::setup(&Doc::map()).expect("the default set-up is right");
    let mut table = NavalBattle::begin(&setup, &mut rng).expect("nothing is rolled");
    while NavalBattle::turn(&table.public) < 2 {
        let seats = NavalBattle::awaiting(&table).seats();
        let seat = seats.iter().next().expect("the game has just begun");
        let sight = table.sight(Viewer::Seat(seat));
        let action = sample::<NavalBattle>(sight, &mut rng, &mut Vec::new()).expect("an option");
        step(&mut table, Actor::Seat(seat), &action, &mut rng).expect("a legal action");
    }
    table
}

#[test]
fn imagine_draws_the_enemy_anew_and_nothing_else() {
    let table = placed();
    let position = NavalBattle::save(&table);
    // Every square but the Admiral's, which everybody knows, can hold something else.
    let hidden = |side: &str| -> Vec<String> {
        let Some(Doc::Map(pieces)) = position.get(side) else { panic!("{side} has a fleet") };
        let unknown = pieces.iter().filter(|(_, kind)| kind.as_text() != Some("A"));
        unknown.map(|(at, _)| format!("{side}.{at}")).collect()
    };
    let (white, red) = (hidden("W"), hidden("R"));
    let white: Vec<&str> = white.iter().map(String::as_str).collect();
    let red: Vec<&str> = red.iter().map(String::as_str).collect();
    let public = ["ply", "to_move", "moved", "dared", "tokens", "phase"];
    imagination(&table, Viewer::Seat(Seat(0)), 60, &red, &[&public[..], &["W"]].concat());
    imagination(&table, Viewer::Seat(Seat(1)), 60, &white, &[&public[..], &["R"]].concat());
    imagination(&table, Viewer::Spectator, 60, &[white, red].concat(), &public);
}
