//! Golden replays: of a miniature, and how they are made anew.

use admiralty_testkit::miniature::Squadrons;
use admiralty_testkit::{Golden, replays};

#[test]
fn golden_replays_verify() {
    let golden = [Golden { name: "squadrons", setup: "{}", seed: 11, entries: 100 }];
    let entries = replays::<Squadrons>("../catalog/tests/data", &golden);
    assert!(entries > 10);
}
