//! The bot of Admiral: The Board Game.
#![cfg(feature = "board_game")]

use admiralty_bots::arena::Plan;
use admiralty_bots::{Budget, find};
use admiralty_core::Doc;

#[test]
fn greedy_beats_random() {
    for scenario in ["free", "SC-1", "SC-2", "SC-3", "SC-4", "SC-5", "SC-6", "SC-7", "SC-8"] {
        let plan = Plan {
            game: admiralty_catalog::game("board_game").unwrap(),
            setup: Doc::map().with("scenario", scenario),
            bots: vec![
                find("board_game", "greedy", "").unwrap(),
                find("board_game", "random", "").unwrap(),
            ],
            games: 40,
            seed: 11,
            budget: Budget::default(),
            longest: 4_000,
            threads: 0,
            sprt: None,
        };
        let played = plan.play(&|_| {}).unwrap();
        let won: f64 = played.games.iter().map(|game| game.score_of_bot(0)).sum();
        let score = won / played.games.len() as f64;
        assert!(score >= 0.95, "{scenario}: {score}");
    }
}
