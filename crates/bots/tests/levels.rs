//! The eight levels of every game: their names, that they know no secrets, that they keep their
//! budgets. How strong they are is measured by `admiralty ladder` (docs/strength.md).
#![cfg(feature = "all")]

use admiralty_bots::arena::Plan;
use admiralty_bots::levels::LEVELS;
use admiralty_bots::{Budget, bots, find};
use admiralty_catalog::games;
use admiralty_core::{Actor, Awaiting, Doc, Seeded, Viewer};

#[test]
fn every_game_offers_the_same_eight_levels_weakest_first() {
    let names: Vec<&str> = LEVELS.iter().map(|(name, _)| *name).collect();
    for game in games() {
        let offered = bots(game.meta().id);
        assert_eq!(offered.iter().map(|bot| bot.name).collect::<Vec<_>>(), names);
        assert!(offered.iter().all(|bot| bot.text.ends_with('.')), "each is described");
    }
}

#[test]
fn a_name_is_found_however_it_is_spelt_and_an_unknown_one_lists_all() {
    for name in ["Ship's Boy", "ships-boy", "SHIPS BOY", "shipsboy"] {
        let bot = find("sail_epoch", name, "").expect("the level");
        assert_eq!(bot.info().to_string(), "Ship's Boy");
    }
    assert_eq!(
        find("naval_battle", "greedy:cadet", "").expect("a yardstick").info().level,
        "Cadet"
    );
    let error = find("sail_epoch", "kraken", "").err().expect("there is none").to_string();
    for name in LEVELS.iter().map(|(name, _)| *name).chain(["random", "greedy"]) {
        assert!(error.contains(name), "{error}");
    }
}

/// Set-ups where much is hidden: types, mines and maps, secret orders, sealed markers.
const HIDDEN: [(&str, &str, Option<&str>); 4] = [
    ("naval_battle", "battle", None),
    ("sail_epoch", "oceans", Some("mines")),
    ("board_game", "free", None),
    ("fleet_actions", "san-domingo-1806", None),
];

/// What a bot cannot know may be replaced by anything else that fits: its choice stays the same.
#[test]
fn no_level_knows_what_its_seat_does_not() {
    let mut rng = Seeded::new(77);
    for (id, scenario, switch) in HIDDEN {
        let game = admiralty_catalog::game(id).expect("the game is built in");
        let quick = find(id, "Commander", "").expect("a level");
        let levels: Vec<_> =
            bots(id).iter().map(|bot| find(id, bot.name, "").expect("a level")).collect();
        let mut dice = Seeded::new(5);
        let setup = Doc::map().with("scenario", scenario);
        let setup = switch.into_iter().fold(setup, |doc, key| doc.with(key, true));
        let (mut table, _) = game.begin(&setup, &mut dice).expect("the scenario begins");
        let (mut asked, mut differed) = (0, 0);
        for decision in 0..400u64 {
            let Awaiting::Seats(seats) = table.awaiting() else { break };
            // The last of those awaited: others have sealed something by then.
            let seat = seats.iter().last().expect("somebody is awaited");
            if decision % 3 == 1 {
                let other = table.imagine(Viewer::Seat(seat), &mut rng).expect("a generator");
                if other.digest() != table.digest() {
                    differed += 1;
                    let level = levels[differed % levels.len()];
                    let choose = |table| level.choose(table, seat, Budget::Nodes(120), decision);
                    let name = level.info();
                    assert_eq!(choose(&*table), choose(&*other), "{id} {scenario}, {name}");
                }
                asked += 1;
            }
            let seat = seats.iter().next().expect("somebody is awaited");
            let Some(action) = quick.choose(&*table, seat, Budget::default(), decision) else {
                panic!("{id}: nothing to decide")
            };
            table.play(Actor::Seat(seat), &action, &mut dice).expect("a legal action");
        }
        // Where only orders are hidden, few tables differ.
        assert!(differed >= 3, "{id} {scenario}: {differed} of {asked} tables differed");
    }
}

/// A newcomer must not meet nonsense, and a Lieutenant must be out of his reach.
#[test]
fn the_weakest_beats_random_and_loses_to_the_lieutenant() {
    for (id, scenario) in [
        ("naval_battle", "battle"),
        ("sail_epoch", "oceans"),
        ("board_game", "SC-3"),
        ("fleet_actions", "san-domingo-1806"),
    ] {
        let score = |one: &str, two: &str| {
            let plan = Plan {
                game: admiralty_catalog::game(id).expect("the game is built in"),
                setup: Doc::map().with("scenario", scenario),
                bots: [one, two].map(|name| find(id, name, "").expect("a bot")).to_vec(),
                games: 12,
                seed: 9,
                budget: Budget::default(),
                longest: 20_000,
                threads: 0,
                sprt: None,
            };
            let played = plan.play(&|_| {}).expect("both play by the rules");
            played.games.iter().map(|game| game.score_of_bot(0)).sum::<f64>()
        };
        let boy = score("Ship's Boy", "random");
        assert!(boy >= 7.0, "{id}: the Ship's Boy scores {boy} of 12 against random");
        let lieutenant = score("Lieutenant", "Ship's Boy");
        assert!(lieutenant >= 9.0, "{id}: the Lieutenant scores {lieutenant} of 12");
    }
}
