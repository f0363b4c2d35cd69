//! Scenarios of one's own: bad files with every fault at its line, all that come with the games
//! read as one's own, one of each game played to its end, the record that carries it.

use admiralty_catalog::{Match, ScenarioFile, game, games, try_out, verify};
use admiralty_core::{Actor, Awaiting, Doc, Seeded, Toml};

fn printed(of: &str, id: &str) -> &'static str {
    let game = game(of).unwrap_or_else(|| panic!("no game {of}"));
    let found = game.printed().iter().find(|printed| printed.id == id);
    found.unwrap_or_else(|| panic!("{of} has no {id}")).text
}

/// A hundred bad files and more: each is refused with all its faults and their places.
#[test]
fn bad_files_are_refused_with_all_their_faults() {
    let toml = Toml::read(include_str!("data/bad_scenarios.toml")).expect("a table of bad files");
    let rows = toml.doc.get("bad").and_then(Doc::as_list).expect("rows");
    let mut counts = std::collections::BTreeMap::new();
    for row in rows {
        let word = |key| row.get(key).and_then(Doc::as_text).expect("a text");
        let text = printed(word("game"), word("id"));
        assert!(text.contains(word("from")), "{} is not in {}", word("from"), word("id"));
        let text = text.replacen(word("from"), word("to"), 1);
        let found = ScenarioFile::read(&text, None).and_then(|file| file.check());
        let Err(faults) = found else { panic!("{} was accepted: {}", word("id"), word("to")) };
        let said: Vec<String> = faults.0.iter().map(|fault| fault.to_string()).collect();
        let wanted = row.get("faults").and_then(Doc::as_list).expect("faults");
        let wanted: Vec<&str> = wanted.iter().filter_map(Doc::as_text).collect();
        let same = said.len() == wanted.len()
            && said.iter().zip(&wanted).all(|(said, wanted)| said.starts_with(wanted));
        assert!(same, "{}: {said:#?} instead of {wanted:#?}", word("to"));
        *counts.entry(word("game")).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 4);
    assert!(counts.values().all(|n| *n >= 25), "{counts:?}");
}

/// Every scenario that comes with a game can be brought along as one's own.
#[test]
fn what_comes_with_the_games_is_sound() {
    for game in games() {
        assert!(!game.printed().is_empty(), "{}", game.meta().id);
        for printed in game.printed().iter().filter(|printed| printed.id != "oceans-neutral") {
            let file = ScenarioFile::read(printed.text, None)
                .unwrap_or_else(|faults| panic!("{}: {faults}", printed.id));
            assert_eq!(file.game.meta().id, game.meta().id);
            let seats = file.check().unwrap_or_else(|faults| panic!("{}: {faults}", printed.id));
            assert!(seats.len() >= 2, "{}", printed.id);
        }
    }
}

/// A game, one of its scenarios, and what is changed in it.
type Own = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// Scenarios that no book has.
const OWN: [Own; 4] = [
    (
        "naval_battle",
        "battle",
        &[(
            "board = \"classic\"",
            "board = \"reefs\"\ndeploy = { W = \"random:3\", R = \"random:4\" }",
        )],
    ),
    (
        "sail_epoch",
        "oceans-2",
        &[("title = \"Oceans on Fire, two players\"", "title = \"A small sea\""), ("\"H8\", ", "")],
    ),
    ("board_game", "SC-1", &[("rounds = 8", "rounds = 5"), ("c5 = \"IS\"", "c5 = \"FG\"")]),
    (
        "fleet_actions",
        "evolutions",
        &[("nightfall = \"18:00\"", "nightfall = \"16:00\""), ("columns = 24", "columns = 30")],
    ),
];

/// One of each game is played to its end, and its record, which carries the scenario, plays again.
#[test]
fn ones_own_is_played_to_its_end_and_again_from_its_record() {
    for (of, id, changes) in OWN {
        let mut text = printed(of, id).to_string();
        for (from, to) in changes {
            assert!(text.contains(from), "{from} is not in {id}");
            text = text.replacen(from, to, 1);
        }
        let file = ScenarioFile::read(&text, None).unwrap_or_else(|faults| panic!("{faults}"));
        file.check().unwrap_or_else(|faults| panic!("{of}: {faults}"));
        let tried = try_out(file.game, &file.setup(), 2, 100_000);
        assert_eq!(tried.unwrap_or_else(|reason| panic!("{of}: {reason}")).entries.len(), 2);
        let (mut dice, mut choice) = (Seeded::new(5), Seeded::new(6));
        let mut game = Match::begin(file.game, "", &file.setup(), &mut dice)
            .unwrap_or_else(|error| panic!("{of}: {error}"));
        for _ in 0..40 {
            let Awaiting::Seats(seats) = game.table().awaiting() else { break };
            let seat = seats.iter().next().expect("somebody is awaited");
            let action = game.table().sample(seat, &mut choice).expect("an action");
            game.play(Actor::Seat(seat), &action, &mut dice)
                .unwrap_or_else(|e| panic!("{of}: {e:?}"));
        }
        let text = game.record().to_string();
        if of != "naval_battle" {
            assert!(text.contains("title"), "the record of {of} has no scenario");
        }
        verify(games(), &text).unwrap_or_else(|error| panic!("{of}: {error:?}"));
    }
}

/// What a side keeps to itself stays hidden inside a scenario too.
#[test]
fn a_sealed_deployment_stays_sealed_in_a_scenario() {
    let game = game("naval_battle").expect("a game");
    let deploy = Doc::map().with("W", "@Citadel").with("R", "@Vault");
    let own = Doc::map().with("title", "Two forts").with("deploy", deploy);
    let setup = Doc::map().with("scenario", own);
    assert!(!game.open_setup(setup.clone()).to_string().contains("Citadel"));
    let filled = game.setup(&setup).unwrap_or_else(|faults| panic!("{faults}"));
    let shown = game.open_setup(filled).to_string();
    assert!(shown.contains("hidden") && !shown.contains("13M21M41"), "{shown}");
}
