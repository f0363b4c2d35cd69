//! Sail Epoch: the greedy bot against random play, in every scenario.
#![cfg(feature = "sail_epoch")]

use admiralty_bots::arena::Plan;
use admiralty_bots::{Budget, find};
use admiralty_core::Doc;

fn wins(scenario: &'static str, level: &'static str, games: u32) -> usize {
    let bot = |name: &str| find("sail_epoch", name, "").expect("a bot");
    let plan = Plan {
        game: admiralty_catalog::game("sail_epoch").expect("the game is built in"),
        setup: Doc::map().with("scenario", scenario).with("players", 2).with("level", level),
        bots: vec![bot("greedy"), bot("random")],
        games,
        seed: 1,
        budget: Budget::default(),
        longest: 40_000,
        threads: 0,
        sprt: None,
    };
    let played = plan.play(&|_| {}).expect("both bots play by the rules");
    played.games.iter().filter(|game| game.score_of_bot(0) == 1.0).count()
}

#[test]
fn greedy_beats_random_in_every_scenario() {
    for scenario in ["treasures", "pearls", "jolly", "oceans"] {
        let won = wins(scenario, "lieutenant", 20);
        println!("{scenario}: {won} of 20");
        assert!(won >= 19, "{scenario}: greedy won only {won} of 20");
    }
}

#[test]
fn greedy_beats_random_at_admiral_level() {
    for scenario in ["treasures", "pearls", "jolly", "oceans"] {
        let won = wins(scenario, "admiral", 10);
        println!("{scenario}: {won} of 10");
        assert!(won >= 9, "{scenario}: greedy won only {won} of 10");
    }
}
