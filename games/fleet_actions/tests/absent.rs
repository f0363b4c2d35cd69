//! A silent player never stops a table, and neither does one who has left.

use admiralty_core::{
    Actor, Around, Awaiting, Dice, Rules, Seat, Seeded, Table, Text, Viewer, sample, step,
};
use admiralty_testkit::random_entry;
use fleet_actions::{Action, FleetActions, SCENARIOS, read_setup};

fn begin(setup: &str, rng: &mut Seeded) -> Table<FleetActions> {
    let doc = admiralty_catalog::json::read(setup).expect("a set-up");
    let setup = read_setup(&doc).expect("a set-up");
    FleetActions::begin(&setup, rng).expect("dice never end")
}

/// The server's entry for something that happens around the table.
fn enter(table: &mut Table<FleetActions>, by: Actor, what: Around, dice: &mut dyn Dice) {
    let action = FleetActions::around(&table.public, what).expect("the game has a rule for it");
    step(table, by, &action, dice).unwrap_or_else(|refused| panic!("{what:?}: {refused:?}"));
}

/// In every state of random play whoever is waited for can be acted for, and then is waited
/// for no longer in that phase.
#[test]
fn the_clock_can_always_act() {
    let setups = [
        r#"{"scenario": "ortegal-1805", "wind_changes": "on", "both_broadsides": true}"#,
        r#"{"scenario": "san-domingo-1806", "players": "divisions", "gamemaster": true}"#,
        r#"{"scenario": "quiberon-1759"}"#,
        r#"{"scenario": "trafalgar-approach", "players": "divisions"}"#,
    ];
    for (seed, setup) in (60..).zip(setups.iter().cycle().take(8)) {
        let mut rng = Seeded::new(seed);
        let mut table = begin(setup, &mut rng);
        for _ in 0..250 {
            let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { break };
            for seat in seats.iter() {
                let mut trial = table.clone();
                let before = trial.public.phase.kind;
                enter(&mut trial, Actor::Clock, Around::TimeOut(seat), &mut rng);
                let p = &trial.public;
                let waits = p.over.is_none() && p.phase.kind == before && p.pending.has(seat);
                // A phase of the same kind may come round again; then something else has changed.
                let moved = p.turn != table.public.turn
                    || p.clock != table.public.clock
                    || (p.phase.step, p.phase.slot)
                        != (table.public.phase.step, table.public.phase.slot);
                assert!(!waits || moved, "{setup}: {seat:?} is still asked in {:?}", p.phase);
            }
            let Some((by, action)) = random_entry(&table, &mut rng, 0) else { break };
            step(&mut table, by, &action, &mut rng).expect("random entries are legal");
        }
    }
}

/// Every scenario comes to its end if nobody ever answers.
#[test]
fn a_table_of_silent_players_comes_to_its_end() {
    for (seed, id) in (1..).zip(SCENARIOS.iter().map(|printed| printed.id)) {
        let mut rng = Seeded::new(seed);
        let setup = format!(r#"{{"scenario": "{id}", "players": "divisions"}}"#);
        let mut table = begin(&setup, &mut rng);
        for _ in 0..4_000 {
            let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { break };
            let seat = seats.iter().next().expect("somebody is waited for");
            enter(&mut table, Actor::Clock, Around::TimeOut(seat), &mut rng);
        }
        assert!(FleetActions::awaiting(&table).is_over(), "{id}: {:?}", table.public.phase);
    }
}

/// Who leaves for good is never waited for again; the last of a side gives it up.
#[test]
fn nobody_waits_for_those_who_have_left() {
    let setup = r#"{"scenario": "san-domingo-1806", "players": "divisions", "gamemaster": true}"#;
    for seed in 0..6 {
        let mut rng = Seeded::new(seed);
        let mut table = begin(setup, &mut rng);
        let seats: Vec<Seat> = (0..table.seats.len()).map(Seat).collect();
        let side = |table: &Table<FleetActions>, seat| table.public.battle.side_of(seat);
        let mates = |table: &Table<FleetActions>, seat: Seat| {
            let of = side(table, seat);
            seats.iter().filter(|other| side(table, **other) == of).count()
        };
        let goes = *seats.iter().find(|seat| mates(&table, **seat) > 1).expect("two on a side");
        for _ in 0..40 {
            let Some((by, action)) = random_entry(&table, &mut rng, 0) else { break };
            step(&mut table, by, &action, &mut rng).expect("random entries are legal");
        }
        enter(&mut table, Actor::Host, Around::Left(goes), &mut rng);
        for _ in 0..300 {
            let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { break };
            assert!(!seats.has(goes) && !seats.is_empty());
            let saved = FleetActions::load(&FleetActions::save(&table)).expect("it can be saved");
            assert!(saved.public.gone.has(goes));
            let seat = seats.iter().next().expect("somebody is waited for");
            let sight = table.sight(Viewer::Seat(seat));
            let action = sample::<FleetActions>(sight, &mut rng, &mut Vec::new());
            let action = action.expect("whoever is asked has something to decide");
            step(&mut table, Actor::Seat(seat), &action, &mut rng).expect("the menu is legal");
        }
        if table.public.over.is_some() {
            continue;
        }
        let of = side(&table, goes);
        let others = seats.iter().filter(|seat| **seat != goes && side(&table, **seat) == of);
        for mate in others.copied().collect::<Vec<Seat>>() {
            enter(&mut table, Actor::Host, Around::Left(mate), &mut rng);
        }
        let over = table.public.over.expect("nobody commands the side any more");
        assert_eq!(over.reason, "concession");
    }
}

/// A seat that is not waited for has no time to run out, and nobody leaves twice.
#[test]
fn the_server_acts_only_where_it_may() {
    let mut rng = Seeded::new(5);
    let mut table = begin(r#"{"scenario": "evolutions"}"#, &mut rng);
    let idle = if table.public.pending.has(Seat(0)) { Seat(1) } else { Seat(0) };
    assert_eq!(FleetActions::around(&table.public, Around::TimeOut(idle)), None);
    assert_eq!(FleetActions::around(&table.public, Around::SetupTimeOut), None);
    enter(&mut table, Actor::Host, Around::Left(idle), &mut rng);
    assert!(table.public.over.is_some());
    assert_eq!(FleetActions::around(&table.public, Around::Left(Seat(0))), None);
    let by = Actor::Host;
    let again = FleetActions::check(table.sight_of(by), by, &Action::Left(idle));
    assert!(again.is_err());
}
