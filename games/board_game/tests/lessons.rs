//! The lessons can be played as they are told.

use admiralty_catalog::{Of, cases};
use board_game::BoardGame;

static GAME: Of<BoardGame> = Of::new();

#[test]
fn every_lesson_can_be_played() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/lessons");
    let mut n = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        // A lesson is a case file with three lines more.
        let told = |line: &&str| {
            ["title = ", "text = ", "goal = "].iter().any(|key| line.starts_with(key))
        };
        assert_eq!(text.lines().filter(told).count(), 3, "{}", path.display());
        let plain: Vec<&str> = text.lines().filter(|line| !told(line)).collect();
        for report in cases::run_cases(&[&GAME], &plain.join("\n"), &path.display().to_string()) {
            assert!(report.passed(), "{report}");
            n += 1;
        }
    }
    assert_eq!(n, 5);
}
