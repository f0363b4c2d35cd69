//! A scenario file, whatever it says, is refused with places or begins a table; never a panic.

#![no_main]

use admiralty_catalog::ScenarioFile;
use admiralty_core::Seeded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match ScenarioFile::read(text, None).and_then(|file| file.check().map(|_| file)) {
        Ok(file) => {
            let begun = file.game.begin(&file.setup(), &mut Seeded::new(1));
            assert!(begun.is_ok_and(|(table, _)| table.broken().is_none()));
            let filled = file.game.setup(&file.setup()).expect("it was read before");
            assert_eq!(file.game.setup(&filled), Ok(filled));
        }
        Err(faults) => assert!(!faults.0.is_empty()),
    }
});
