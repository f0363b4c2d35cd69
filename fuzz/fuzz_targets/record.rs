//! A record that can be read is written back the same, and verifying it never panics.

#![no_main]

use admiralty_core::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::parse(text) {
        let written = record.to_string();
        assert_eq!(Record::parse(&written).as_ref(), Ok(&record), "{written}");
        let _ = admiralty_catalog::verify(admiralty_catalog::games(), text);
    }
});
