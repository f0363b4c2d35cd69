//! Counts of decisions and falls of the dice in small positions, pinned.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Doc, Text};
use admiralty_testkit::perft;
use fleet_actions::FleetActions;

/// Two fleets of a squadron each in a phase that is agreed on first.
fn counts(a: &str, b: &str, phase: Doc, depth: u32) -> Vec<u64> {
    let block = format!(
        "scenario trial\ntitle A trial\ndate today\nplace at sea\nchart F\nmap 20 20\n\
         orient N=north\nwind N medium\nclock 10:00 nightfall 19:00\n\
         side A \"Blue\" bold=no doctrine=normal\nside B \"Red\" bold=no doctrine=normal\n\
         squadron A1 div=1 nation=BR \"A1\" admiral \"Ann\" cinc\n{a}\n\
         squadron B1 div=1 nation=FR \"B1\" admiral \"Berthe\" cinc\n{b}\nend"
    );
    let marker = || Doc::map().with("marker", 1);
    let position = Doc::map()
        .with("block", block)
        .with("phase", phase.with("kind", "confirm"))
        .with("pending", Doc::list(["A"]))
        .with("turn", 1)
        .with("squads", Doc::map().with("A1", marker()).with("B1", marker()));
    let table = FleetActions::load(&position).unwrap_or_else(|faults| panic!("{faults}"));
    (1..=depth).map(|depth| perft::<FleetActions>(&table, depth)).collect()
}

fn resume(kind: &'static str) -> Doc {
    Doc::map().with("resume", kind)
}

/// Counted by hand. A ship of 74 guns alone, heading SE with the wind from the north, may stand
/// on, or turn in succession to NE, S, SW, not to N (upwind) nor to NW (astern); one ship has no
/// other manner, and there is nobody to follow or divide from. That is 4, and 4 for the enemy, who
/// is clearly downwind and orders first. The first entry only agrees to begin.
#[test]
fn headings_of_single_ships() {
    let (a, b) = ("  group 0505 SE LA : Ann 74/8*", "  group 0515 SE LA : Aube 74/8*");
    assert_eq!(counts(a, b, resume("head"), 3), [1, 4, 4 * 4]);
}

/// Counted by hand: muzzles a point apart, Strength 8: Target Number 2 halved to 1. Each may
/// attack or hold. Both held: nothing is rolled; otherwise six D10, and each that is 1 asks for a D6.
#[test]
fn a_broadside() {
    let (a, b) = ("  group 1010 NE LA : Ann 74/8*", "  group 1111 NE LA : Aube 74/8*");
    let fire = resume("fire").with("step", 4);
    assert_eq!(counts(a, b, fire, 2), [1, 2]);
}

/// Each depth of these was counted once and is pinned.
#[test]
fn pinned() {
    let (a, b) = (
        "  group 0505 SE LA : Ann 74/8*, Bess 74/8\n  group 0404 SE LA : Cat 64/7",
        "  group 0515 SE LA : Aube 74/8*",
    );
    let headings = counts(a, b, resume("head"), 4);
    let speeds = counts(a, b, resume("speed"), 3);
    let frigates = (
        "  group 0505 SE LA : Ann 74/8*\n  frigate 0606 SE : Fly 32/2",
        "  group 0515 SE LA : Aube 74/8*\n  frigate 0808 SW : Gai 32/2",
    );
    let frigates = counts(frigates.0, frigates.1, resume("movement"), 4);
    assert_eq!([&headings[..], &speeds[..], &frigates[..]], [HEADINGS, SPEEDS, FRIGATES]);
}

const HEADINGS: &[u64] = &[1, 4, 112, 920];
const SPEEDS: &[u64] = &[1, 41, 296];
const FRIGATES: &[u64] = &[1, 2, 10, 50];
