//! The playout loop allocates nothing per move.

use admiralty_cli::playout::{Quick, Tally, deal, playout};
use admiralty_core::{Doc, Seeded, Text};
use naval_battle::NavalBattle;

#[test]
fn a_playout_allocates_nothing_per_move() {
    let setup = NavalBattle::setup(&Doc::map()).unwrap();
    let table = deal::<NavalBattle>(&setup, &mut Seeded::new(7)).unwrap();
    let mut room = Vec::with_capacity(1024);
    let mut quick = Quick::new(7);
    let mut tally = Tally::default();
    let counted = allocation_counter::measure(|| {
        for _ in 0..20 {
            let mut table = table.clone();
            playout::<NavalBattle>(&mut table, &mut quick, &mut room, 4_000, &mut tally).unwrap();
        }
    });
    assert!(tally.moves > 1_000, "{tally:?}");
    // A clone may cost a few allocations per game; a move none.
    assert!(
        counted.count_total <= 20 * 8,
        "{} allocations in {} moves",
        counted.count_total,
        tally.moves
    );
}
