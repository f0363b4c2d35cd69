//! An action that passes `check` is written so that it reads back the same,
//! and can be played.

#![no_main]

use admiralty_catalog::{TableFace, games};
use admiralty_core::{Actor, Doc, Seat, Seeded};
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

/// How far each game has come when it is typed at: the beginning, and later.
const MOVES: [usize; 8] = [0, 1, 2, 4, 8, 16, 32, 64];

/// Every game at every stage, played once: an input costs one clone.
fn tables() -> &'static [Vec<Box<dyn TableFace>>] {
    static TABLES: OnceLock<Vec<Vec<Box<dyn TableFace>>>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let stages = |game: &&'static dyn admiralty_catalog::Game| {
            let mut dice = Seeded::new(1);
            let (mut table, _) =
                game.begin(&Doc::map(), &mut dice).expect("defaults begin a game");
            let mut kept = Vec::new();
            for moves in 0..=MOVES[MOVES.len() - 1] {
                if MOVES.contains(&moves) {
                    kept.push(table.clone_box());
                }
                let Some(next) = table.awaiting().seats().iter().next() else { break };
                let Some(action) = table.sample(next, &mut dice) else { break };
                table
                    .play(Actor::Seat(next), &action, &mut dice)
                    .expect("what is offered can be played");
            }
            kept
        };
        games().iter().map(stages).collect()
    })
}

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (which, stage, seat, text) = input;
    let stages = &tables()[which as usize % games().len()];
    let mut table = stages[stage as usize % stages.len()].clone_box();
    let by = Actor::Seat(Seat(seat % table.n_seats()));
    if let Ok(written) = table.check(by, text) {
        assert_eq!(table.check(by, &written).as_ref(), Ok(&written));
        table
            .play(by, &written, &mut Seeded::new(1))
            .expect("what passes check can be played");
        assert_eq!(table.broken(), None);
    }
});
