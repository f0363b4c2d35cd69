//! The case files of the clauses, one file per chapter.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_catalog::{Of, cases};
use naval_battle::NavalBattle;

static GAME: Of<NavalBattle> = Of::new();

#[test]
fn every_case_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/clauses");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 7, "the case files are gone");
    let mut failed = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for report in cases::run_cases(&[&GAME], &text, &name) {
            if !report.passed() {
                failed.push(report.to_string());
            }
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}
