//! Every lesson's goal can be reached: its steps are run as a case.

use admiralty_catalog::cases::run_cases;
use admiralty_testkit::game_of;
use sail_epoch::SailEpoch;

/// A lesson as a case: its title is the name, what is told is left out.
fn as_case(text: &str) -> String {
    text.lines()
        .filter(|line| !line.starts_with("text = ") && !line.starts_with("goal = "))
        .map(|line| line.replace("[[lesson", "[[case").replacen("title = ", "name = ", 1) + "\n")
        .collect()
}

#[test]
fn every_goal_can_be_reached() {
    let mut paths: Vec<_> = std::fs::read_dir("lessons")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    assert_eq!(paths.len(), 9);
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        for field in ["title = ", "text = ", "goal = "] {
            assert!(text.contains(field), "{} has no {field}", path.display());
        }
        let reports = run_cases(&[game_of::<SailEpoch>()], &as_case(&text), "lesson");
        assert_eq!(reports.len(), 1);
        for report in reports {
            assert!(report.passed(), "{}\n{report}", path.display());
        }
    }
}
