//! Every battle plays to its end with random decisions, and leaves a sound table.

use admiralty_core::{Actor, Awaiting, Doc, Rules, Seeded, Table, Text, Viewer, sample};
use fleet_actions::{FleetActions, SCENARIOS};

/// Plays at random; says how many decisions it took and how it ended.
fn play_out(doc: &Doc, seed: u64) -> (usize, Awaiting, Table<FleetActions>) {
    let setup = FleetActions::setup(doc).unwrap_or_else(|faults| panic!("{doc}: {faults}"));
    let mut rng = Seeded::new(seed);
    let mut table = FleetActions::begin(&setup, &mut rng).expect("seeded dice");
    let mut room = Vec::new();
    for n in 0..40_000 {
        let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else {
            return (n, FleetActions::awaiting(&table), table);
        };
        let Some(seat) = seats.iter().next() else {
            panic!("nobody is awaited: {}", FleetActions::save(&table));
        };
        let sight = table.sight(Viewer::Seat(seat));
        let Some(action) = sample::<FleetActions>(sight, &mut rng, &mut room) else {
            panic!("no option for {seat:?}: {}", FleetActions::save(&table));
        };
        FleetActions::apply(&mut table, Actor::Seat(seat), &action, &mut rng, &mut |_| {})
            .expect("seeded dice");
        if n % 16 == 0
            && let Some(what) = FleetActions::broken(&table)
        {
            panic!("{what} after {action:?}");
        }
    }
    panic!("not over: {doc}");
}

#[test]
fn every_scenario_plays_to_its_end() {
    for (i, id) in SCENARIOS.iter().map(|printed| printed.id).enumerate() {
        let doc = Doc::map().with("scenario", id);
        let (n, end, _) = play_out(&doc, i as u64);
        assert!(end.is_over(), "{id} is not over after {n}");
    }
}

#[test]
fn options_play_to_their_end() {
    for (i, id) in ["ortegal-1805", "evolutions", "quiberon-1759"].into_iter().enumerate() {
        for seed in 0..6 {
            let doc = Doc::map()
                .with("scenario", id)
                .with("wind_changes", "on")
                .with("players", "divisions")
                .with("both_broadsides", seed % 2 == 0)
                .with("strike_timing", if seed % 2 == 0 { "immediate" } else { "next" })
                .with("night", "fight_on")
                .with("signal_effects", "extended");
            assert!(play_out(&doc, seed + 100 * i as u64).1.is_over());
        }
    }
}
