//! The case files of the clauses, one file per chapter.

use admiralty_catalog::{Of, cases};
use fleet_actions::FleetActions;

static GAME: Of<FleetActions> = Of::new();

fn run(folder: &str, at_least: usize) {
    let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= at_least, "files are gone");
    let mut failed = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        for report in cases::run_cases(&[&GAME], &text, &name) {
            if !report.passed() {
                failed.push(report.to_string());
            }
        }
    }
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

#[test]
fn every_case_holds() {
    run("tests/data/clauses", 10);
}
