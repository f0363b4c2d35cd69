//! A case file, whatever it says, gives reports and never a panic.

#![no_main]

use admiralty_catalog::cases::run_cases;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for report in run_cases(admiralty_catalog::games(), text, "fuzz.toml") {
        let _ = report.to_string();
    }
});
