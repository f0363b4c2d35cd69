//! Fleet Actions: the greedy bot against itself and against random play.
#![cfg(feature = "fleet_actions")]

use admiralty_bots::arena::{Plan, Played};
use admiralty_bots::{Budget, bots, find};
use admiralty_catalog::TableFace;
use admiralty_core::{Actor, Doc, Seat, Seeded};

fn play(setup: Doc, bots: &[&str], games: u32, seed: u64) -> Vec<Played> {
    let plan = Plan {
        game: admiralty_catalog::game("fleet_actions").expect("the game is built in"),
        setup,
        bots: bots.iter().map(|name| find("fleet_actions", name, "").expect("a bot")).collect(),
        games,
        seed,
        budget: Budget::default(),
        longest: 40_000,
        threads: 0,
        sprt: None,
    };
    plan.play(&|_| {}).expect("both bots play by the rules").games
}

fn scenario(id: &'static str) -> Doc {
    Doc::map().with("scenario", id)
}

/// The bar is 95 % over many games (docs/benchmarks.md has them); here a few of each.
#[test]
fn greedy_beats_random_in_battles_of_every_size() {
    for id in ["san-domingo-1806", "dogger-bank-1781", "camperdown-1797", "trafalgar-1805"] {
        let games = play(scenario(id), &["greedy", "random"], 8, 1);
        let won = games.iter().filter(|game| game.score_of_bot(0) == 1.0).count();
        assert!(won >= 7, "{id}: greedy won only {won} of 8");
    }
}

#[test]
fn greedy_plays_every_battle_to_its_end() {
    let meta = admiralty_catalog::game("fleet_actions").expect("the game is built in").meta();
    assert_eq!(meta.scenarios.len(), 23);
    for known in meta.scenarios {
        for game in play(scenario(known.id), &["greedy"], 1, 7) {
            assert_ne!(game.reason, "cut", "{}", known.id);
            assert!(game.turns > 0 || game.reason == "unmet", "{}: no turn was played", known.id);
        }
    }
}

/// Two fleets that seek each other meet on the hex map long before night.
#[test]
fn greedy_finds_the_enemy_on_the_hex_map() {
    for id in ["ushant-approach", "chesapeake-approach", "trafalgar-approach"] {
        for game in play(scenario(id), &["greedy"], 4, 3) {
            assert_ne!(game.reason, "unmet", "{id}");
        }
    }
}

/// Several admirals a side and a gamemaster: every seat has a bot that plays it.
#[test]
fn greedy_plays_every_seat() {
    let setup = scenario("san-domingo-1806").with("players", "divisions").with("night", "fight_on");
    let games = play(setup, &["greedy"], 2, 5);
    assert!(games.iter().all(|game| game.reason != "cut" && game.turns > 3));
}

/// FA-R83: in equal duels with manoeuvre Low doctrine has the better of High, but less so than in
/// a standing fight; docs/balance.md has the figures of many games.
#[test]
fn doctrines_in_equal_duels() {
    let block = include_str!("../../../games/fleet_actions/tests/data/duel.txt");
    let mut low = 0.0;
    for (left, right, side) in [("low", "high", 0), ("high", "low", 1)] {
        let block = block.replace("LEFT", left).replace("RIGHT", right);
        let games = play(Doc::map().with("block", block), &["greedy"], 40, 11);
        low += games.iter().map(|game| game.score_of_side(side)).sum::<f64>();
    }
    let share = low / 80.0;
    assert!((0.5..0.8).contains(&share), "Low scores {share}");
}

/// FA-V.25, FA-R92: an offer to end the battle has an answer before the turn is over, of every
/// level: who has nothing to hope for agrees, who has fights on.
#[test]
fn every_level_answers_an_offer_to_end() {
    let game = admiralty_catalog::game("fleet_actions").expect("the game is built in");
    let block = include_str!("../../../games/fleet_actions/tests/data/duel.txt");
    let block = block.replace("LEFT", "normal").replace("RIGHT", "normal");
    // So many Red ships have lost so much Strength; so many Blue ones.
    let cases = [
        ([0, 0], "X fight", "nobody runs from an equal before a shot"),
        ([4, 0], "X end", "Red is the weaker"),
        ([2, 2], "X end", "nobody has the better of it"),
        ([0, 4], "X fight", "Red is the stronger"),
    ];
    for level in bots("fleet_actions") {
        let bot = find("fleet_actions", &level.to_string(), "").expect("a bot");
        for ([red, blue], answer, why) in cases {
            let mut ships = Doc::map();
            for (squad, n) in [("A1", blue), ("B1", red)] {
                for i in 1..=n {
                    ships.put(format!("{squad}.{i}"), Doc::map().with("sd", 5));
                }
            }
            let doc = Doc::map()
                .with("block", block.clone())
                .with("phase", Doc::map().with("kind", "speed"))
                .with("pending", Doc::list(["A", "B"]))
                .with("ships", ships);
            let mut table = game.load(&doc).unwrap_or_else(|why| panic!("{why:?}"));
            let mut dice = Seeded::new(5);
            let own = |table: &dyn TableFace| bot.choose(table, Seat(1), Budget::Nodes(60), 9);
            let before = own(&*table);
            assert!(before.is_some_and(|action| !action.starts_with('X')), "{level}: unasked");
            table.play(Actor::Seat(Seat(0)), "X end", &mut dice).expect("an offer");
            let said = own(&*table).expect("an answer");
            assert_eq!(said, answer, "{level}: {why}");
            table.play(Actor::Seat(Seat(1)), &said, &mut dice).expect("a legal answer");
            // One answer is enough.
            assert_eq!(table.end().is_some(), said == "X end", "{level}");
            assert!(own(&*table).is_none_or(|action| !action.starts_with('X')), "{level}");
        }
    }
}
