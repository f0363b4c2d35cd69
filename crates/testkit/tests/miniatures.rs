//! The suite on the miniatures, whole and broken: each leak must be noticed.

use admiralty_core::{Rules, Seat, Seeded, Text, Viewer};
use admiralty_testkit::miniature::{Leak, Squadrons, Strait, Tight};
use admiralty_testkit::{Secrecy, Suite, imagination, perft};
use std::panic::catch_unwind;

#[test]
fn the_strait_passes_the_suite() {
    let tally =
        Suite::new(&["{}", r#"{"rounds": 3}"#]).games(60).longest(400).timeless().run::<Strait>();
    println!("{tally}");
    assert_eq!(tally.finished, tally.games);
    assert!(tally.undone > 0 && tally.mutants.1 > 0 && tally.refusals.len() >= 6, "{tally}");
}

#[test]
fn the_squadrons_pass_the_suite() {
    let tally = Suite::new(&["{}", r#"{"rounds": 1}"#]).games(60).longest(200).run::<Squadrons>();
    println!("{tally}");
    assert_eq!(tally.finished, tally.games);
    assert!(tally.undone > 0 && tally.refusals.len() == 3, "{tally}");
}

/// What other sides may not know the content of.
fn is_sealed(action: &str) -> bool {
    ["lay ", "note ", "assign ", "seal "].iter().any(|word| action.starts_with(word))
}

#[test]
fn the_strait_keeps_its_secrets() {
    let tally = Secrecy::new(&["{}"]).games(40).sealed(is_sealed).run::<Strait>();
    println!("{tally}");
    assert!(tally.reveals > 50 && tally.unseen > 10 && tally.unlike > 100, "{tally}");
}

#[test]
fn the_squadrons_keep_their_secrets() {
    let tally = Secrecy::new(&["{}"]).games(40).sealed(is_sealed).run::<Squadrons>();
    println!("{tally}");
    assert!(tally.reveals > 50 && tally.unlike > 100, "{tally}");
}

macro_rules! leak {
    ($name:ident, $constant:ident) => {
        #[derive(Clone, Debug)]
        struct $name;
        impl Leak for $name {
            const $constant: bool = true;
        }
    };
}
leak!(TellsWhoIsAsked, ASKED);
leak!(HidesItsReveals, UNDECLARED);
leak!(TellsTheMines, LAID);
leak!(OffersTooMuch, MENU);
leak!(ForgetsTheSunk, POSITION);
leak!(TellsTheCurrent, HINT);

/// What the suite says about a broken game.
fn complaint<T: std::fmt::Display>(run: impl FnOnce() -> T + std::panic::UnwindSafe) -> String {
    let panic = match catch_unwind(run) {
        Ok(tally) => panic!("nothing was noticed in {tally}"),
        Err(panic) => panic,
    };
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn each_leak_is_noticed() {
    let heard = complaint(|| Secrecy::new(&["{}"]).run::<Strait<TellsWhoIsAsked>>());
    assert!(heard.contains("a viewer is told the same in both worlds"), "{heard}");
    assert!(heard.contains("\"kind\":\"asked\"") && heard.contains("seed"), "{heard}");

    let heard = complaint(|| Secrecy::new(&["{}"]).run::<Strait<HidesItsReveals>>());
    assert!(heard.contains("law broken"), "{heard}");

    let secrecy = Secrecy::new(&["{}"]).sealed(is_sealed);
    let heard = complaint(|| secrecy.run::<Strait<TellsTheMines>>());
    assert!(heard.contains("\"kind\":\"laid\""), "{heard}");

    let suite = Suite::new(&["{}"]).timeless();
    let heard = complaint(|| suite.run::<Strait<OffersTooMuch>>());
    assert!(heard.contains("the leaves of the menu are what `legal` lists"), "{heard}");
    assert!(heard.contains("sail 4"), "{heard}");

    let suite = Suite::new(&["{}"]).games(40).timeless();
    let heard = complaint(|| suite.run::<Strait<ForgetsTheSunk>>());
    assert!(heard.contains("a position read back"), "{heard}");

    let suite = Suite::new(&["{}"]).asides(4).timeless();
    let heard = complaint(|| suite.run::<Strait<TellsTheCurrent>>());
    assert!(heard.contains("who takes an entry back has learnt nothing by it"), "{heard}");

    let suite = Suite::new(&["{}"]);
    let heard = complaint(|| suite.run::<Strait>());
    assert!(heard.contains("stays silent, or leaves, stops nobody"), "{heard}");

    let suite = Suite::new(&["{}"]).longest(5).timeless();
    let heard = complaint(|| suite.run::<Strait>());
    assert!(heard.contains("games end") && heard.contains("after entry 5"), "{heard}");
}

#[test]
fn imagine_varies_what_is_hidden() {
    let setup = Strait::<Tight>::setup(&admiralty_core::Doc::map()).unwrap();
    let mut table = Strait::<Tight>::begin(&setup, &mut Seeded::new(1)).unwrap();
    for (i, line) in
        ["lay 2 5 strength 1", "lay 3 4 strength 3", "lay 9 10 strength 2"].iter().enumerate()
    {
        let action = Strait::<Tight>::parse_action(&table.public, line).unwrap();
        let by = admiralty_core::Actor::Seat(Seat(i as u8));
        admiralty_core::step(&mut table, by, &action, &mut Seeded::new(1)).unwrap();
    }
    imagination(
        &table,
        Viewer::Seat(Seat(0)),
        40,
        &["captains.P2.mines.*", "captains.P2.strength", "captains.P3.mines", "current", "notes"],
        &["captains.P1", "captains.*.ready", "phase", "notes.0"],
    );
    let spectator = || imagination(&table, Viewer::Spectator, 40, &[], &["captains.P1.mines"]);
    assert!(catch_unwind(std::panic::AssertUnwindSafe(spectator)).is_err());
}

#[test]
fn perft_counts_decisions_and_dice() {
    let setup = Squadrons::setup(&admiralty_core::Doc::map().with("rounds", 2)).unwrap();
    let table = Squadrons::begin(&setup, &mut Seeded::new(1)).unwrap();
    // Eight assignments each, then four speeds of three; the last one rolls
    // two dice for the next round.
    assert_eq!(perft(&table, 1), 8);
    assert_eq!(perft(&table, 2), 64);
    assert_eq!(perft(&table, 5), 64 * 27);
    assert_eq!(perft(&table, 6), 64 * 81 * 36);
}
