//! Chances at the tables of a game that is looked back at, and what else could have been done.
#![cfg(all(
    feature = "naval_battle",
    feature = "sail_epoch",
    feature = "board_game",
    feature = "fleet_actions"
))]

use admiralty_bots::Budget;
use admiralty_bots::eval::shipyard;
use admiralty_bots::search::Eyes;
use admiralty_catalog::{Match, verify};
use admiralty_core::{Actor, Awaiting, Side, Verdict};

const RECORDS: [&str; 4] = [
    include_str!("../../../games/naval_battle/tests/data/replays/classic.adm"),
    include_str!("../../../games/sail_epoch/tests/data/replays/admiral_treasures.adm"),
    include_str!("../../../games/board_game/tests/data/replays/midway.adm"),
    include_str!("../../../games/fleet_actions/tests/data/replays/evolutions.adm"),
];

fn games() -> Vec<Match> {
    let read = |text: &&str| verify(admiralty_catalog::games(), text).expect("a golden replay").0;
    RECORDS.iter().map(read).collect()
}

#[test]
fn every_table_has_chances_and_the_last_is_sure() {
    for game in games() {
        let id = game.game().meta().id;
        let yard = shipyard(id).expect("a judge");
        let n = game.log().len();
        for at in [0, n / 3, n - 1] {
            let table = game.seek(at).expect("it replays");
            let seat = table.awaiting().seats().iter().next().expect("somebody is awaited");
            for eyes in [Eyes::All, Eyes::Seat(seat)] {
                let chances = yard.trial(&*table, eyes, 7).expect("of this game");
                assert_eq!(chances.len(), usize::from(table.n_sides()), "{id} {at}");
                assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{chances:?}");
                // The same seed, the same trial.
                assert_eq!(yard.trial(&*table, eyes, 7), Some(chances), "{id} {at}");
            }
        }
        let Awaiting::Over(outcome) = game.table().awaiting() else { panic!("{id} is over") };
        let chances = yard.trial(game.table(), Eyes::All, 1).expect("of this game");
        for (side, chance) in (0..).map(Side).zip(chances) {
            match outcome.verdict {
                Verdict::Won(sides) => {
                    assert!((chance - f32::from(u8::from(sides.has(side)))).abs() < 1e-6, "{id}");
                }
                _ => assert!((chance - 0.5).abs() < 0.51, "{id}"),
            }
        }
    }
}

#[test]
fn what_was_done_is_weighed_among_what_could_have_been() {
    for game in games() {
        let id = game.game().meta().id;
        let yard = shipyard(id).expect("a judge");
        let entries: Vec<_> = game.log().entries().cloned().collect();
        // The middle of the game, where there is something to decide.
        let mut weighed = 0;
        for (i, entry) in entries.iter().enumerate().skip(entries.len() / 2).take(6) {
            let Actor::Seat(seat) = entry.by else { continue };
            let table = game.seek(i).expect("it replays");
            for eyes in [Eyes::All, Eyes::Seat(seat)] {
                let budget = Budget::Nodes(400);
                let thoughts = yard.weigh(&*table, seat, eyes, Some(&entry.action), budget, 3);
                assert!(
                    thoughts.is_empty() || thoughts.iter().any(|one| one.action == entry.action),
                    "{id} {i}: {thoughts:?}"
                );
                let mut once: Vec<&str> = thoughts.iter().map(|one| &*one.action).collect();
                once.sort_unstable();
                once.dedup();
                assert_eq!(once.len(), thoughts.len(), "{id} {i}: nothing stands there twice");
                let by = Actor::Seat(seat);
                for thought in &thoughts {
                    assert!(table.check(by, &thought.action).is_ok(), "{id}: {}", thought.action);
                }
                let best = thoughts.windows(2).all(|two| two[0].chance >= two[1].chance);
                assert!(best, "{id}: {thoughts:?}");
                weighed += usize::from(thoughts.len() > 1);
            }
        }
        assert!(weighed > 0, "{id}: something was to be decided");
    }
}
