//! An action that passes `check` is written so that it reads back the same,
//! and can be played.

#![no_main]

use admiralty_catalog::games;
use admiralty_core::{Actor, Doc, Seat, Seeded};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, u8, &str)| {
    let (which, moves, seat, text) = input;
    let game = games()[which as usize % games().len()];
    let mut dice = Seeded::new(1);
    let (mut table, _) = game.begin(&Doc::map(), &mut dice).expect("defaults begin a game");
    // A few random moves first, so that not only the beginning is typed at.
    for _ in 0..moves % 16 {
        let Some(next) = table.awaiting().seats().iter().next() else { break };
        let Some(action) = table.sample(next, &mut dice) else { break };
        table.play(Actor::Seat(next), &action, &mut dice).expect("what is offered can be played");
    }
    let by = Actor::Seat(Seat(seat % table.n_seats()));
    if let Ok(written) = table.check(by, text) {
        assert_eq!(table.check(by, &written).as_ref(), Ok(&written));
        table.play(by, &written, &mut dice).expect("what passes check can be played");
        assert_eq!(table.broken(), None);
    }
});
