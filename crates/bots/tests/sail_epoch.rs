//! Sail Epoch: the greedy bot against random play, in every scenario.
#![cfg(feature = "sail_epoch")]

use admiralty_bots::arena::Plan;
use admiralty_bots::{Budget, find};
use admiralty_core::{Actor, Awaiting, Doc, Seat, Seeded};

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

/// The weakest may do the wrong thing, but it is seen to do something: no phase is ended while the
/// quick policy would still act, and nobody lies beside a treasure without taking it.
#[test]
fn the_ships_boy_is_never_idle() {
    let bot = |name: &str| find("sail_epoch", name, "").expect("a bot");
    let (boy, policy) = (bot("Ship's Boy"), bot("greedy"));
    let game = admiralty_catalog::game("sail_epoch").expect("the game is built in");
    for scenario in ["treasures", "oceans"] {
        let mut dice = Seeded::new(11);
        let setup = Doc::map().with("scenario", scenario).with("players", 2);
        let (mut table, _) = game.begin(&setup, &mut dice).expect("the scenario begins");
        let mut ends = 0;
        for decision in 0..600u64 {
            let Awaiting::Seats(seats) = table.awaiting() else { break };
            let seat = seats.iter().next().expect("somebody is awaited");
            let choose = |bot: &dyn admiralty_bots::Erased| {
                bot.choose(&*table, seat, Budget::default(), decision).expect("awaited")
            };
            let (choice, plain) = (choose(boy), choose(policy));
            if choice == "end" {
                assert_eq!(plain, "end", "{scenario}: idle at decision {decision}");
                ends += 1;
            }
            if plain.starts_with("load") || plain.starts_with("unload") {
                assert_eq!(choice, plain, "{scenario}: misses what lies at hand");
            }
            table.play(Actor::Seat(seat), &choice, &mut dice).expect("a legal action");
        }
        assert!(ends >= 10, "{scenario}: only {ends} phases were seen");
    }
}

/// Even between two enemies nobody burns a ship that is laden: by the time she blows up they are gone,
/// and her gold with her. Nor does a beginner burn one in the open sea.
#[test]
fn the_ships_boy_burns_no_gold() {
    let boy = find("sail_epoch", "Ship's Boy", "").expect("a bot");
    let game = admiralty_catalog::game("sail_epoch").expect("the game is built in");
    let position = "scenario treasures / players 2 / wind N fresh / fort P1 A1 / fort P2 L14
        ship P1 BR1 F6 cargo 1 / ship P2 BR3 G6 / ship P2 BR4 F7 / ship P1 BR2 A3 / goods E8 1";
    let table = game.load(&Doc::from(position.to_string())).expect("a position");
    for decision in 0..300 {
        let choice = boy.choose(&*table, Seat(0), Budget::default(), decision).expect("awaited");
        assert!(!choice.starts_with("ignite"), "decision {decision}: {choice}");
    }
}
