//! Two worlds that a viewer cannot tell apart.

use admiralty_catalog::{Match, verify};
use admiralty_core::{
    Actor, Awaiting, Doc, Rules, Seat, Seeded, Side, SideSet, Table, Text, Viewer, sample, step,
};
use admiralty_testkit::{Secrecy, game_of, imagination};
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

/// NB-I-06, NB-I-07: whether a jumper lives over a mine that everybody knows tells what the
/// jumper is, from the first word of it on.
#[test]
fn a_hop_over_a_known_mine_shows_the_jumper() {
    let tally = Secrecy::new(&[])
        .positions(&["W:Aa1,3d8,Se8 R:Ah10,Md9,Me9,2h5 T:W known:d9,e9"])
        .games(60)
        .longest(6)
        .run::<NavalBattle>();
    assert!(tally.reveals > 20, "{tally}");
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

/// NB-I-13, NB-I-21: who goes by what is shown can no longer tell what has
/// faded; what is shown stays as it is.
#[test]
fn what_has_faded_is_drawn_anew() {
    for aid in ["off", "notes"] {
        let position = Doc::map()
            .with("options", Doc::map().with("memory_aid", aid))
            .with("W", Doc::map().with("a1", "A").with("d5", "3").with("h1", "1"))
            .with("R", Doc::map().with("h10", "A").with("d6", "5").with("b8", "2").with("c8", "M"))
            .with("ply", 9)
            .with("known", Doc::map().with("d6", 2))
            .with("moved", vec!["b8"]);
        let table = NavalBattle::load(&position).expect("a position");
        let sight = table.sight(Viewer::Seat(Seat(0)));
        let mut rng = Seeded::new(4);
        let (mut faded, mut moved) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            let shown = NavalBattle::imagine_shown(sight, &mut rng).expect("a table");
            let seen = shown.sight(Viewer::Seat(Seat(0)));
            assert_eq!(NavalBattle::view(seen), NavalBattle::view(sight));
            let all = NavalBattle::imagine(sight, &mut rng).expect("a table");
            let kind = |table: &Table<NavalBattle>, at: &str| {
                let at = NavalBattle::save(table).at(at).and_then(Doc::as_text).map(String::from);
                at.expect("a piece")
            };
            faded.push(kind(&shown, "R.d6"));
            moved.push(kind(&shown, "R.b8"));
            assert_eq!(kind(&all, "R.d6"), "5", "bots forget nothing");
            assert_ne!(kind(&all, "R.b8"), "M", "bots forget nothing");
        }
        assert!(faded.iter().any(|kind| kind != "5") && faded.iter().all(|kind| kind != "M"));
        assert!(moved.iter().any(|kind| kind == "M"), "it may be one, for all that is shown");
    }
}

/// NB-T-06, NB-W-12: what is given to strangers has neither notes nor the
/// placement of a game that never began.
#[test]
fn notes_and_unplayed_placements_are_withheld() {
    let setup = NavalBattle::setup(&Doc::map()).expect("the default set-up is right");
    let mut rng = Seeded::new(1);
    let mut table = NavalBattle::begin(&setup, &mut rng).expect("nothing is rolled");
    let mut play = |table: &mut Table<NavalBattle>, by: Actor, text: &str| {
        let action = NavalBattle::parse_action(&table.public, text).expect(text);
        step(table, by, &action, &mut rng).expect(text);
    };
    let white = Actor::Seat(Seat(0));
    play(&mut table, white, "deploy @Citadel");
    let placing = table.clone();
    let mut unplayed = table.clone();
    play(&mut unplayed, Actor::Host, "left R");
    play(&mut table, white, "ready");
    play(&mut table, Actor::Seat(Seat(1)), "deploy @Vault");
    play(&mut table, Actor::Seat(Seat(1)), "ready");
    let clean = table.clone();
    play(&mut table, white, "note b7=M?");
    play(&mut table, white, "note *=watch the left");
    assert_ne!(NavalBattle::save(&table), NavalBattle::save(&clean));
    let end = |table: &Table<NavalBattle>| match NavalBattle::awaiting(table) {
        Awaiting::Over(outcome) => Some(outcome),
        Awaiting::Seats(_) => None,
    };
    NavalBattle::withhold(&mut table, Side(0), None);
    assert_eq!(NavalBattle::save(&table), NavalBattle::save(&clean));
    assert!(NavalBattle::save(&unplayed).get("placements").is_some());
    let cancelled = end(&unplayed);
    // The placement is kept at the end, and at every moment before it.
    for mut moment in [placing.clone(), unplayed] {
        NavalBattle::withhold(&mut moment, Side(0), cancelled);
        assert_eq!(NavalBattle::save(&moment).get("placements"), None);
    }
    // Of a game that was played everybody may see how it was placed.
    play(&mut table, white, "resign");
    let mut placed = placing;
    NavalBattle::withhold(&mut placed, Side(0), end(&table));
    assert!(NavalBattle::save(&placed).get("placements").is_some());
}

/// NB-W-12: the open record of a game that never began says nothing of what was placed, nor
/// what hangs on it, and verifies without; who placed has it all.
#[test]
fn the_open_record_of_a_game_that_never_began_shows_no_placement() {
    let game = game_of::<NavalBattle>();
    let mut seeded = Seeded::new(1);
    let mut running = Match::begin(game, "n1", &Doc::map(), &mut seeded).expect("a game");
    let entries = [
        ("W", "deploy @Citadel"),
        ("W", "ready"),
        ("W", "unready"),
        ("W", "clear"),
        ("R", "place Ah10"),
        ("W", "place Ab4"),
        ("W", "deploy @Citadel"),
        ("W", "ready"),
        ("host", "left R"),
    ];
    for (by, entry) in entries {
        let by = running.table().parse_actor(by).expect(by);
        running.play(by, entry, &mut seeded).unwrap_or_else(|why| panic!("{entry}: {why}"));
    }
    let text = |own: SideSet| running.open_record(own).to_string();
    let strangers = text(SideSet::EMPTY);
    assert!(!strangers.contains("place") && !strangers.contains("deploy @"), "{strangers}");
    assert!(!strangers.contains("ready"), "{strangers}");
    assert!(strangers.contains("left R") && strangers.contains("cancelled left"), "{strangers}");
    let white = text(SideSet::only(Side(0)));
    assert!(white.contains("place Ab4") && white.contains("W: ready"), "{white}");
    assert!(!white.contains("place Ah10"), "{white}");
    let red = text(SideSet::only(Side(1)));
    assert!(red.contains("place Ah10") && !red.contains("Ab4"), "{red}");
    for record in [&strangers, &white, &red] {
        assert!(verify(&[game], record).is_ok(), "{:?}\n{record}", verify(&[game], record).err());
    }
}
