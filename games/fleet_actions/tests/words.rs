//! People read names: no code of a ship, a squadron or a Group stands in what they are told,
//! asked or offered.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Actor, Awaiting, Doc, Menu, Rules, Seeded, Text, Viewer, sample};
use fleet_actions::FleetActions;

/// `A1`, `B2.3`, `A1f1`, `A1@2020`: a letter of a side and a number, not inside a word.
fn has_code(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    signs.windows(2).enumerate().any(|(i, pair)| {
        let before = i.checked_sub(1).map(|j| signs[j]);
        matches!(pair[0], 'A' | 'B')
            && pair[1].is_ascii_digit()
            && !before.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn nobody_is_told_codes() {
    for (id, seed) in [("evolutions", 1), ("leghorn-1653", 2), ("chesapeake-approach", 3)] {
        let setup = FleetActions::setup(&Doc::map().with("scenario", id)).unwrap();
        let mut rng = Seeded::new(seed);
        let mut table = FleetActions::begin(&setup, &mut rng).unwrap();
        let mut room = Vec::new();
        let mut lines = 0;
        for _ in 0..1200 {
            let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { break };
            let seat = seats.iter().next().unwrap();
            let sight = table.sight(Viewer::Seat(seat));
            let prompt = FleetActions::prompt(sight);
            assert!(!prompt.is_empty() && !has_code(&prompt), "{id}: {prompt}");
            let mut menu = Menu::default();
            FleetActions::menu(sight, &[], &mut menu);
            for choice in &menu.choices {
                let label = FleetActions::pick(sight, &choice.pick);
                assert!(!has_code(&label.text), "{id}: {}", label.text);
            }
            let action = sample::<FleetActions>(sight, &mut rng, &mut room).unwrap();
            let mut told = Vec::new();
            FleetActions::apply(&mut table, Actor::Seat(seat), &action, &mut rng, &mut |one| {
                told.push(one.event);
            })
            .unwrap();
            for event in told {
                let says = FleetActions::sentence(&table.public, &event);
                assert!(!has_code(&says), "{id}: {says}");
                lines += 1;
                // What odds are counted by is read as well: who, and what becomes of them.
                let Some(came) = FleetActions::outcome(&table.public, &event) else { continue };
                assert!(!has_code(&came) && came != "success", "{id}: {came}");
                assert!(came.contains(' '), "{id}: only \"{came}\"");
            }
        }
        assert!(lines > 100, "{id}: only {lines} sentences");
    }
}

/// FA-8.08, FA-8.14 to 8.16: why a shot cannot be fired is said without the number of a point, which
/// no chart shows.
#[test]
fn no_refused_shot_names_a_point() {
    let setup = FleetActions::setup(&Doc::map().with("scenario", "first-of-june-1794")).unwrap();
    let mut rng = Seeded::new(4);
    let mut table = FleetActions::begin(&setup, &mut rng).unwrap();
    let (mut room, mut said) = (Vec::new(), Vec::new());
    for _ in 0..2000 {
        let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { break };
        let seat = seats.iter().next().unwrap();
        let sight = table.sight(Viewer::Seat(seat));
        let view = FleetActions::view(sight);
        let kind = view.get("phase").and_then(|phase| phase.get("kind")).and_then(Doc::as_text);
        let units: Vec<&str> = match (kind, view.get("groups").and_then(Doc::as_list)) {
            (Some("fire"), Some(groups)) => {
                groups.iter().filter_map(|g| g.get("unit").and_then(Doc::as_text)).collect()
            }
            _ => Vec::new(),
        };
        for (by, at) in units.iter().flat_map(|by| units.iter().map(move |at| (by, at))) {
            let action =
                FleetActions::parse_action(&table.public, &format!("A {by} > {at}")).unwrap();
            if let Err(refusal) = FleetActions::check(sight, Actor::Seat(seat), &action) {
                said.push(refusal.to_string());
            }
        }
        let action = sample::<FleetActions>(sight, &mut rng, &mut room).unwrap();
        FleetActions::apply(&mut table, Actor::Seat(seat), &action, &mut rng, &mut |_| {}).unwrap();
    }
    for why in ["no guns bear", "masked", "own ships"] {
        assert!(said.iter().any(|one| one.contains(why)), "nobody was told of {why}");
    }
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).any(|word| word.len() == 4);
    assert_eq!(said.iter().find(|one| number(one)), None);
}

/// FA-D.35: a day has 24 hours, and a battle goes on past midnight only where night falls late.
#[test]
fn no_clock_shows_more_than_a_day_has() {
    let load = |clock: &str, nightfall: &str| {
        let block = format!(
            "scenario day\ntitle A day\ndate today\nplace at sea\nchart F\nmap 24 20\norient N=north\n\
             wind N medium\nclock 10:00 nightfall {nightfall}\nside A \"Blue\" bold=no doctrine=normal\n\
             side B \"Red\" bold=no doctrine=normal\nsquadron A1 div=1 nation=BR \"A1\" admiral \"Ann\" cinc\n  \
             group 1010 NE LA : Ann 74/8*, Bess 74/8\nsquadron B1 div=1 nation=FR \"B1\" admiral \"Berthe\" cinc\n  \
             group 1815 NE LA : Aube 74/8*, Berthe 74/8\nend"
        );
        let doc = Doc::map().with("block", block).with("clock", clock.to_string());
        FleetActions::load(&doc).map(drop).map_err(|faults| faults.to_string())
    };
    assert_eq!(load("18:30", "19:00"), Ok(()));
    assert_eq!(load("24:10", "23:30"), Ok(()), "fought on in the dark");
    let said = load("25:00", "19:00").expect_err("a day has 24 hours");
    assert!(said.contains("clock") && said.contains("nightfall at 19:00"), "{said}");
    let said = load("twelve", "19:00").expect_err("no time");
    assert!(said.contains("clock: cannot read this time"), "{said}");
}
