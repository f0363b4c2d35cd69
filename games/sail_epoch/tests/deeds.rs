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

fn view_of(position: &str, seat: Seat) -> Doc {
    let table = SailEpoch::load(&Doc::from(position.to_string())).expect("a sound position");
    SailEpoch::view(table.sight(Viewer::Seat(seat)))
}

/// The guns that a way to this space is warned of.
fn under(view: &Doc, ship: &str, end: &str) -> i64 {
    let units = view.get("deeds").and_then(|deeds| deeds.get("units"));
    let ways = units.and_then(|units| units.get(ship)?.get("ways"));
    let Some(Doc::List(ways)) = ways else { panic!("{ship} can sail") };
    let via = |way: &&Doc| way.get("via").and_then(Doc::as_text).unwrap_or_default().to_string();
    let way = ways.iter().find(|way| via(way).split(' ').next_back() == Some(end));
    way.expect("it is in reach").get("under").and_then(Doc::as_int).unwrap_or(0)
}

/// SE-3.1.6c: with two players whoever begins a Turn is followed by two phases of the other, and
/// whoever ends it by none. A space is dangerous if it can be shot at in those: by guns as they
/// are in this Turn, and by full ones in the next (SE-3.2.3b), whatever has been fired today.
#[test]
fn danger_is_what_fires_before_the_next_phase() {
    let sea = |order: &str, shots: &str| {
        view_of(
            &format!(
                "scenario oceans / players 2 / order {order} / phase P1 / wind N fresh
                fort P2 X14 / ship P1 BR1 L9 / ship P2 FR4 J5 {shots} / ship P2 BR5 A1"
            ),
            Seat(0),
        )
    };
    let coming = |view: &Doc| match view.get("coming") {
        Some(Doc::List(list)) => list
            .iter()
            .filter_map(|it| {
                Some((it.get("seat")?.as_text()?.to_string(), it.get("turn")?.as_int()?))
            })
            .collect::<Vec<_>>(),
        _ => panic!("it is said who comes next"),
    };
    let phase = |turn| ("P2".to_string(), turn);
    for shots in ["", "shots 0"] {
        let first = sea("P1 P2", shots);
        assert_eq!(coming(&first), [phase(1), phase(2)], "he comes twice");
        assert_eq!(under(&first, "BR1", "L5"), 3, "he fires all guns again in Turn 2");
        let last = sea("P2 P1", shots);
        assert_eq!(coming(&last), [], "nobody comes between");
        assert_eq!(under(&last, "BR1", "L5"), 0, "nobody fires before");
    }
}

/// A ship that sails away behind her own place is no cover for herself.
#[test]
fn who_sails_on_hides_nothing_from_guns() {
    let view = view_of(
        "scenario oceans / players 2 / order P1 P2 / phase P1 / wind N fresh
        fort P2 X14 / ship P1 BR1 L8 / ship P2 FR4 L10 / ship P2 BR5 A1",
        Seat(0),
    );
    assert_eq!(under(&view, "BR1", "L6"), 3, "on the line from L10, past L8 where she lay");
}

/// SE-A2.1.1a: across her bow an enemy has one gun, whatever she carries.
#[test]
fn danger_before_a_bow_is_one_gun() {
    let view = view_of(
        "scenario oceans / players 2 / level admiral / order P1 P2 / phase P1 / wind N fresh
        fort P2 X14 / ship P1 BR1 K8 bow N / ship P2 FR4 K4 bow S / ship P2 BR5 A1 bow N",
        Seat(0),
    );
    assert_eq!(under(&view, "BR1", "K7"), 1, "ahead of her");
}

/// SE-5.1.3b: a way that alters course says what is left on each space; where mines may lie, all
/// short ways to a space are told, else one.
#[test]
fn ways_around_are_told_with_what_is_left() {
    let ways = |mines: &str| {
        let view = view_of(
            &format!(
                "scenario oceans / players 2 / level captain {mines} / wind E fresh
                ship P1 FR1 L7 / ship P2 BR4 M7 / ship P2 BR5 A1"
            ),
            Seat(0),
        );
        let units = view.get("deeds").and_then(|deeds| deeds.get("units")).cloned();
        let ways = units.as_ref().and_then(|units| units.get("FR1")?.get("ways")).cloned();
        let Some(Doc::List(ways)) = ways else { panic!("she can sail") };
        ways.into_iter()
            .filter_map(|way| {
                let via = way.get("via")?.as_text()?.to_string();
                let lefts = way.get("lefts").cloned();
                via.ends_with(" N7").then_some((via, lefts))
            })
            .collect::<Vec<_>>()
    };
    let lefts = || Some(Doc::list([2, 0]));
    assert_eq!(ways("").len(), 1);
    let both = ways("/ option mines=on");
    assert_eq!(both, [("M6 N7".to_string(), lefts()), ("M8 N7".to_string(), lefts())]);
}

/// A ship that is named twice for works is refused (SE-3.3.5.2b1), and written so that it can
/// be read again.
#[test]
fn a_ship_named_twice_is_written_twice() {
    let text = format!("scenario pearls / players 2 / wind N fresh\n{FIELD}");
    let table = SailEpoch::load(&Doc::from(text)).expect("a sound position");
    let said = "work @A1 BR1 BR1";
    let action = SailEpoch::parse_action(&table.public, said).expect("it can be read");
    assert_eq!(SailEpoch::write_action(&table.public, &action), said);
}
