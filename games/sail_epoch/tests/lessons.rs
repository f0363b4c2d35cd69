//! Every lesson can be played as it is told, and its goal is reached by doing so.

use admiralty_catalog::lessons;
use admiralty_testkit::game_of;
use sail_epoch::SailEpoch;

#[test]
fn every_goal_can_be_reached() {
    let reports = lessons::check(game_of::<SailEpoch>());
    assert!(!reports.is_empty(), "there are no lessons");
    let failed: Vec<String> =
        reports.iter().filter(|report| !report.passed()).map(ToString::to_string).collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}
