//! The case files of the clauses, one file per chapter.

use sail_epoch::SailEpoch;

#[test]
fn every_case_holds() {
    let n = admiralty_testkit::cases::<SailEpoch>("tests/data/clauses");
    assert!(n >= 150, "only {n} cases are left");
}
