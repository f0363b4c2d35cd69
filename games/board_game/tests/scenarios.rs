//! Scenarios as documents: every battle that comes with the game, brought along as one's own, one
//! played to its end, and what is wrong with bad ones.

use admiralty_catalog::tomls;
use admiralty_core::{Doc, Rules, Seeded, Text, digest};
use board_game::{BoardGame, SCENARIOS};

fn begun(setup: &Doc) -> Doc {
    let setup = BoardGame::setup(setup).unwrap_or_else(|faults| panic!("{faults}"));
    let written = BoardGame::write_setup(&setup);
    let again = BoardGame::setup(&written).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(again, setup);
    let table = BoardGame::begin(&again, &mut Seeded::new(7)).expect("a generator");
    let save = BoardGame::save(&table);
    let loaded = BoardGame::load(&save).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(BoardGame::save(&loaded), save);
    save
}

/// BG-8-SC1: a battle that comes with the game, written out as TOML and brought along, begins with
/// the same table.
#[test]
fn every_battle_is_written_and_read_again() {
    for printed in &SCENARIOS {
        let id = printed.id;
        let doc = tomls::read(printed.text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
        let text = tomls::write(&doc).expect("no nothing in it");
        let read = tomls::read(&text).unwrap_or_else(|fault| panic!("{id}: {fault}\n{text}"));
        let own = begun(&Doc::map().with("scenario", read.clone()));
        assert_eq!(own.at("options.scenario"), Some(&read));
        let named = begun(&Doc::map().with("scenario", id));
        let mut same = own;
        same.put("options", Doc::map().with("scenario", id));
        assert_eq!(digest(&same), digest(&named), "{id}");
    }
}
