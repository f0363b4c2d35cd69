//! What a view says can be done is what the rules allow: every way ends where some
//! legal movement ends, none is left out, and every action in it is accepted.

use admiralty_core::{Actor, Doc, Listed, Rules, Seat, Text, Viewer};
use sail_epoch::{Action, SailEpoch};
use std::collections::BTreeSet;

const FIELD: &str = "island monu J6 r90 / reef L5 / fort P1 A1 / fort P2 X14
    ship P1 FR1 L7 / ship P1 BR1 B2 hull 1 / ship P1 FG1 H6 / ship P2 BR4 L9 / ship P2 GA4 M8";

fn texts(doc: Option<&Doc>, key: &str) -> Vec<String> {
    let list = match doc {
        Some(Doc::List(list)) => list.as_slice(),
        _ => &[],
    };
    list.iter().filter_map(|it| it.get(key)?.as_text().map(ToString::to_string)).collect()
}

fn check(level: &str, wind: &str) {
    let text = format!("scenario pearls / players 2 / level {level} / wind {wind}\n{FIELD}");
    let table = SailEpoch::load(&Doc::from(text)).expect("a sound position");
    let seat = Seat(0);
    let sight = table.sight(Viewer::Seat(seat));
    let view = SailEpoch::view(sight);
    let deeds = view.get("deeds").expect("it is his phase");
    let mut legal = Vec::new();
    assert_eq!(SailEpoch::legal(sight, &mut legal), Listed::Complete);
    for ship in ["FR1", "BR1", "FG1"] {
        let unit = deeds.get("units").and_then(|units| units.get(ship));
        let ways = unit.and_then(|unit| unit.get("ways"));
        let ends: BTreeSet<String> = texts(ways, "via")
            .iter()
            .filter_map(|via| via.split(' ').next_back().map(ToString::to_string))
            .collect();
        // Where the legal movements of the ship end, found by carrying each out.
        let start = view.get("ships").and_then(|it| it.get(ship)?.get("space")?.as_text());
        let mut possible = BTreeSet::new();
        for action in &legal {
            let moves = matches!(action, Action::Move { .. } | Action::Sail { .. });
            let named = SailEpoch::write_action(&table.public, action);
            if !moves || !named.starts_with(&format!("move {ship} ")) {
                continue;
            }
            possible.insert(end_of(&table, action, ship));
        }
        possible.retain(|end| Some(end.as_str()) != start);
        assert_eq!(ends, possible, "{ship} at {level} level, wind {wind}");
        for to in texts(ways, "to") {
            let action = SailEpoch::parse_action(&table.public, &to).expect("notation");
            assert!(SailEpoch::check(sight, Actor::Seat(seat), &action).is_ok(), "{to}");
        }
    }
    for to in texts(deeds.get("salvoes"), "to") {
        let action = SailEpoch::parse_action(&table.public, &to).expect("notation");
        assert!(SailEpoch::check(sight, Actor::Seat(seat), &action).is_ok(), "{to}");
    }
}

/// Where the ship lies after its movement; without interrupts, which would cut it short.
fn end_of(table: &admiralty_core::Table<SailEpoch>, action: &Action, ship: &str) -> String {
    let mut after = table.clone();
    let mut dice = admiralty_core::Tape::new(&[]);
    SailEpoch::apply(&mut after, Actor::Seat(Seat(0)), action, &mut dice, &mut |_| {})
        .expect("no die is rolled");
    let view = SailEpoch::view(after.sight(Viewer::Umpire));
    let space = view.get("ships").and_then(|it| it.get(ship)?.get("space")?.as_text());
    space.unwrap_or_default().to_string()
}

#[test]
fn ways_are_those_of_the_rules() {
    for wind in ["N fresh", "SE fresh", "W fresh", "E calm"] {
        check("lieutenant", wind);
        check("captain", wind);
        check("admiral A6=off", wind);
    }
}
