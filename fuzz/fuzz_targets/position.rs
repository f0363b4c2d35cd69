//! A position that is accepted is consistent and reads back the same.

#![no_main]

use admiralty_catalog::{games, json};
use admiralty_core::Doc;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let game = games()[which as usize % games().len()];
    let doc = json::read(text).unwrap_or_else(|_| Doc::from(text.to_string()));
    if let Ok(table) = game.load(&doc) {
        assert_eq!(table.broken(), None);
        let saved = table.save();
        let again = game.load(&saved).expect("what was saved can be loaded");
        assert_eq!(again.save(), saved);
    }
});
