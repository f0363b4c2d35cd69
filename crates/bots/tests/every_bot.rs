//! Every bot of every game sits down to every scenario, at every seat, and what
//! it chooses is legal and the same again.
#![cfg(feature = "all")]

use admiralty_bots::{Budget, bots, comparisons, find};
use admiralty_catalog::games;
use admiralty_core::{Actor, Doc, Seeded};

/// Decisions that each bot makes in each scenario.
const DECISIONS: u64 = 12;
/// Enough for a search to try something, and cheap.
const BUDGET: Budget = Budget::Nodes(60);

#[test]
fn every_bot_plays_every_scenario() {
    for game in games() {
        let meta = game.meta();
        for info in bots(meta.id).into_iter().chain(comparisons(meta.id)) {
            let name = info.to_string();
            let bot = find(meta.id, &name, "").expect("whoever is listed is found");
            for scenario in meta.scenarios {
                let place = format!("{} {}, {name}", meta.id, scenario.id);
                let mut dice = Seeded::new(3);
                let setup = Doc::map().with("scenario", scenario.id);
                let (mut table, _) =
                    game.begin(&setup, &mut dice).unwrap_or_else(|why| panic!("{place}: {why}"));
                for decision in 0..DECISIONS {
                    let seats = table.awaiting().seats();
                    let n = seats.iter().count() as u64;
                    let Some(seat) = seats.iter().nth((decision % n.max(1)) as usize) else {
                        break;
                    };
                    let action = bot
                        .choose(&*table, seat, BUDGET, decision)
                        .unwrap_or_else(|| panic!("{place}: nothing at decision {decision}"));
                    assert_eq!(
                        bot.choose(&*table, seat, BUDGET, decision).as_deref(),
                        Some(&*action),
                        "{place}: decision {decision} differs for the same seed",
                    );
                    table
                        .play(Actor::Seat(seat), &action, &mut dice)
                        .unwrap_or_else(|why| panic!("{place}: {action}: {why}"));
                }
            }
        }
    }
}
