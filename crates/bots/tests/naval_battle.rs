//! Naval Battle: strength, honesty and speed of its greedy bot.
#![cfg(feature = "naval_battle")]

use admiralty_bots::arena::{Match, Plan};
use admiralty_bots::{Budget, comparisons, find};
use admiralty_catalog::TableFace;
use admiralty_core::{Actor, Awaiting, Doc, Seat, Seeded, Verdict, Viewer};
use std::time::{Duration, Instant};

fn play(one: &str, two: &str, games: u32) -> Match {
    let plan = Plan {
        game: admiralty_catalog::game("naval_battle").expect("the game is built in"),
        setup: Doc::map(),
        bots: vec![
            find("naval_battle", one, "").expect("a bot"),
            find("naval_battle", two, "").expect("a bot"),
        ],
        games,
        seed: 1,
        budget: Budget::default(),
        longest: 4_000,
        threads: 0,
        sprt: None,
    };
    plan.play(&|_| {}).expect("both bots play by the rules")
}

fn wins(games: &Match) -> usize {
    games.games.iter().filter(|game| game.score_of_bot(0) == 1.0).count()
}

/// Every decision of a game between these bots.
fn decisions(one: &str, two: &str, seed: u64, mut each: impl FnMut(&dyn TableFace, Seat)) {
    let game = admiralty_catalog::game("naval_battle").expect("the game is built in");
    let mut dice = Seeded::new(seed);
    let (mut table, _) = game.begin(&Doc::map(), &mut dice).expect("the usual game begins");
    let players = [one, two].map(|name| find("naval_battle", name, "").expect("a bot"));
    for i in 0.. {
        let Awaiting::Seats(seats) = table.awaiting() else { break };
        let seat = seats.iter().next().expect("somebody is awaited");
        each(&*table, seat);
        let action = players[seat.index()]
            .choose(&*table, seat, Budget::default(), seed * 10_000 + i)
            .expect("whoever is awaited decides");
        table.play(Actor::Seat(seat), &action, &mut dice).expect("a legal action");
    }
}

#[test]
fn every_level_beats_random() {
    for level in ["greedy:Cadet", "greedy:Lieutenant"] {
        let games = play(level, "random", 100);
        let won = wins(&games);
        assert!(won >= 95, "{level} won only {won} of {}", games.games.len());
    }
}

#[test]
fn levels_are_in_order() {
    let names: Vec<String> =
        comparisons("naval_battle").iter().map(|bot| bot.to_string()).collect();
    assert_eq!(names[..3], ["random", "greedy:Cadet", "greedy:Lieutenant"]);
    let games = play("greedy:Lieutenant", "greedy:Cadet", 60);
    let score: f64 = games.games.iter().map(|game| game.score_of_bot(0)).sum();
    assert!(score > 36.0, "Lieutenant scores {score} of 60 against Cadet");
}

#[test]
fn trying_things_out_is_better_than_not() {
    let games = play("search:Captain", "greedy:Lieutenant", 6);
    let score: f64 = games.games.iter().map(|game| game.score_of_bot(0)).sum();
    assert!(score >= 4.0, "Captain scores {score} of 6 against Lieutenant");
}

#[test]
fn greedy_seldom_shuffles_into_a_draw() {
    let games = play("greedy:Lieutenant", "greedy:Lieutenant", 120);
    let drawn = games.games.iter().filter(|game| game.verdict == Verdict::Drawn).count();
    assert!(drawn * 20 < games.games.len(), "{drawn} of {} drawn", games.games.len());
}

#[test]
fn a_move_takes_less_than_five_milliseconds() {
    let bot = find("naval_battle", "greedy", "Lieutenant").expect("a bot");
    let (mut spent, mut n) = (Duration::ZERO, 0);
    decisions("greedy:Lieutenant", "greedy:Lieutenant", 3, |table, seat| {
        let begun = Instant::now();
        let _ = bot.choose(table, seat, Budget::default(), 1);
        spent += begun.elapsed();
        n += 1;
    });
    // The mean, since other tests run beside this one.
    assert!(spent < n * Duration::from_millis(5), "{spent:?} for {n} moves");
}

/// The bot must not know more than its seat: with the enemy's hidden types
/// drawn anew it chooses the same.
#[test]
fn hidden_types_do_not_change_the_choice() {
    let levels: Vec<String> =
        comparisons("naval_battle").iter().skip(1).map(|bot| bot.to_string()).collect();
    let mut rng = Seeded::new(77);
    let mut compared = 0;
    for seed in 0..2 {
        let mut n = 0;
        decisions("greedy:Lieutenant", "greedy:Cadet", seed, |table, seat| {
            n += 1;
            if n % 5 != 0 {
                return;
            }
            let other = table.imagine(Viewer::Seat(seat), &mut rng).expect("a generator");
            compared += usize::from(other.digest() != table.digest());
            for level in &levels {
                // Those that try things out take their time.
                if level.starts_with("search") && n % 40 != 0 {
                    continue;
                }
                let bot = find("naval_battle", level, "").expect("a bot");
                let choose =
                    |table: &dyn TableFace| bot.choose(table, seat, Budget::Nodes(2_000), 40 + n);
                assert_eq!(choose(table), choose(&*other), "{level}, decision {n} of game {seed}");
            }
        });
    }
    assert!(compared > 20, "only {compared} tables differed at all");
}

/// The same seed, the same choice; nothing to decide, no choice.
#[test]
fn choices_follow_from_the_seed() {
    decisions("greedy:Lieutenant", "random", 5, |table, seat| {
        let bot = find("naval_battle", "greedy", "").expect("a bot");
        let one = bot.choose(table, seat, Budget::default(), 9);
        assert!(one.is_some());
        assert_eq!(one, bot.choose(table, seat, Budget::default(), 9));
        let idle = Seat(1 - seat.0);
        if !table.awaiting().seats().has(idle) {
            assert_eq!(bot.choose(table, idle, Budget::default(), 9), None);
        }
    });
}
