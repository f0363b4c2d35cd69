//! The case files of the clauses, one file per chapter, and the worked examples.

use admiralty_testkit::cases;
use board_game::BoardGame;

#[test]
fn every_case_holds() {
    let n = cases::<BoardGame>("tests/data/clauses");
    assert!(n > 100, "only {n} cases");
}
