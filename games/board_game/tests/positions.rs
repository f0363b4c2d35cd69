//! Positions that random games rarely meet: they read back, or are refused with a reason.

use admiralty_catalog::json;
use admiralty_core::{Actor, Seat, Seeded, Table, Text, step};
use board_game::{Action, BoardGame};

fn load(position: &str) -> Table<BoardGame> {
    let doc = json::read(position).expect("the position is JSON");
    BoardGame::load(&doc).expect("the position is sound")
}

/// BG-8-VC10: at any decision, also while the other is ready or in the middle of a strike.
#[test]
fn whoever_resigns_leaves_a_sound_position() {
    let waiting = r#"{"phase": "orders", "ready": ["N"], "units": {"S1": "US-WASHINGTON d3N", "N1": "JP-KONGO d6S"}, "pool": {"S": "AF", "N": "AF"}, "secret": {"N": {"orders": "art N1 1 AF >S1"}}}"#;
    let struck = r#"{"phase": "intercept", "actor": "S", "units": {"S1": {"card": "US-ENTERPRISE", "at": "d1", "heading": "N", "launched": true, "air": {"F1": "screen S1"}}, "N1": {"card": "JP-SHOKAKU", "at": "d8", "heading": "S", "launched": true, "struck": true, "air": {"D1": "spent"}}}, "strike": {"carrier": "N1", "target": "S1", "raiders": ["D1>S1@d1"]}}"#;
    for position in [waiting, struck] {
        let mut table = load(position);
        step(&mut table, Actor::Seat(Seat(0)), &Action::Resign, &mut Seeded::new(1))
            .expect("a side may resign at its decision");
        let saved = BoardGame::save(&table);
        let again = BoardGame::load(&saved).expect("what is written can be read");
        assert_eq!(BoardGame::save(&again), saved);
    }
}

#[test]
fn only_sunk_units_are_without_structure() {
    for status in ["waiting", "standby", "exited"] {
        let text = format!(
            r#"{{"units": {{"S1": "US-HOEL sp=0 {status}", "N1": "JP-KONGO d6S"}}, "pool": {{"N": "M"}}, "actor": "N"}}"#
        );
        let faults = BoardGame::load(&json::read(&text).expect("JSON")).expect_err(status);
        let said = faults.to_string();
        assert!(said.contains("only a sunk unit"), "{status}: {said}");
    }
}

/// A bad card hides nothing: whatever is wrong is said at once, each with its place.
#[test]
fn faults_come_all_at_once() {
    let text = r#"{"units": {"S1": "US-NOBODY z9Q", "N1": "JP-KONGO k9S"}, "pool": {"S": "ZZ"}}"#;
    let said =
        BoardGame::load(&json::read(text).expect("JSON")).expect_err("it is wrong").to_string();
    for part in ["units.S1.card", "units.S1.at", "units.S1.heading", "units.N1.at", "pool"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// What is wrong is named, and what there is instead.
#[test]
fn what_is_no_card_no_die_and_no_position_is_said_plainly() {
    let refused = |text: &str| {
        BoardGame::load(&json::read(text).expect("JSON")).expect_err("it is wrong").to_string()
    };
    let misspelt = r#"{"units": {"S1": "US-IWOA d3N", "N1": "JP-KONGO d6S"}}"#;
    let said = refused(misspelt);
    assert!(said.contains("there is no card \"US-IWOA\"") && said.contains("US-IOWA"), "{said}");
    assert!(!said.contains("JP-"), "only those of that navy: {said}");
    let nobody = refused(&misspelt.replace("US-IWOA", "IOWA"));
    assert!(nobody.contains("names of cards look like"), "{nobody}");
    let listed = r#"{"units": {"S1": "US-IOWA d3N", "N1": "JP-KONGO d6S"}, "pool": {"S": ["M"]}}"#;
    assert!(refused(listed).contains("dice are a text"), "{}", refused(listed));
    for text in [r#""nonsense""#, r#""S1 US-HOEL c3N""#] {
        let said = refused(text);
        assert!(said.contains("line 1") && said.contains("is no line of a position"), "{said}");
    }
}
