//! Scenarios as documents: every built-in one written out and read again, one of one's own played
//! to its end, and what is wrong with bad ones.

use admiralty_catalog::tomls;
use admiralty_core::{Doc, Rules, Seeded, Text, digest};
use fleet_actions::{Battle, FleetActions, Options, SCENARIOS};

fn begun(setup: &Doc) -> Doc {
    let setup = FleetActions::setup(setup).unwrap_or_else(|faults| panic!("{faults}"));
    FleetActions::save(&FleetActions::begin(&setup, &mut Seeded::new(7)).expect("a generator"))
}

/// FA-3.12: a built-in battle, written out as TOML and read again, begins with the same table.
#[test]
fn every_battle_is_written_and_read_again() {
    for printed in &SCENARIOS {
        let id = printed.id;
        let toml = tomls::Toml::read(printed.text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        assert_eq!(toml.doc.get("id").and_then(Doc::as_text), Some(id));
        let battle = Battle::read_document(printed.doc(), "", Options::default())
            .unwrap_or_else(|faults| panic!("{id}: {faults}"));
        let text = tomls::write(&battle.write_document()).expect("no nothing in it");
        let read = tomls::read(&text).unwrap_or_else(|fault| panic!("{id}: {fault}\n{text}"));
        let mut again = Battle::read_document(&read, "", Options::default())
            .unwrap_or_else(|faults| panic!("{id}: {faults}\n{text}"));
        again.source = battle.source.clone();
        assert_eq!(again, battle, "{id}");
        // At the table the two differ in nothing but where the fleets come from.
        let mut saves =
            [begun(&Doc::map().with("scenario", id)), begun(&Doc::map().with("scenario", read))];
        for save in &mut saves {
            save.put("scenario", "");
        }
        for key in ["phase", "pending"] {
            let first = saves[0].get(key).cloned();
            saves[1].put(key, first); // FA-3.12: what is brought along is agreed on first.
        }
        assert_eq!(digest(&saves[0]), digest(&saves[1]), "{id}");
    }
}
