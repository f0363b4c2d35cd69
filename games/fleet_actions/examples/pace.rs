//! How fast Trafalgar is played at random, and what a clone costs.

use admiralty_core::{Actor, Awaiting, Doc, Rules, Seeded, Text, Viewer, sample};
use fleet_actions::FleetActions;
use std::time::Instant;

fn main() {
    let setup = FleetActions::setup(&Doc::map().with("scenario", "trafalgar-1805"))
        .expect("a built-in scenario");
    let mut room = Vec::new();
    let (mut decisions, mut games, mut turns) = (0u64, 0u32, 0u64);
    let start = Instant::now();
    while start.elapsed().as_secs() < 5 {
        let mut rng = Seeded::new(u64::from(games));
        let mut table = FleetActions::begin(&setup, &mut rng).expect("seeded dice");
        while let Awaiting::Seats(seats) = FleetActions::awaiting(&table) {
            let Some(seat) = seats.iter().next() else { break };
            let sight = table.sight(Viewer::Seat(seat));
            let Some(action) = sample::<FleetActions>(sight, &mut rng, &mut room) else { break };
            FleetActions::apply(&mut table, Actor::Seat(seat), &action, &mut rng, &mut |_| {})
                .expect("seeded dice");
            decisions += 1;
        }
        turns += u64::from(table.public.turn);
        games += 1;
    }
    let pace = decisions as f64 / start.elapsed().as_secs_f64();
    let table = FleetActions::begin(&setup, &mut Seeded::new(1)).expect("seeded dice");
    let clone = Instant::now();
    for _ in 0..100_000 {
        std::hint::black_box(table.clone());
    }
    let nanos = clone.elapsed().as_nanos() / 100_000;
    let mean = turns / u64::from(games.max(1));
    eprintln!(
        "Trafalgar: {pace:.0} random decisions/s over {games} games (mean {mean} turns), clone {nanos} ns"
    );
}
