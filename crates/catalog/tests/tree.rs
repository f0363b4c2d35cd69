//! Records with branches: what is written is read, whatever grows; and what is wrong is named with its line.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use admiralty_catalog::{Game, Match, Tree, Twig, verify};
use admiralty_core::{Awaiting, Doc, Record, Seeded};
use admiralty_testkit::{game_of, miniature::Squadrons, miniature::Strait};
use proptest::prelude::*;

/// A random game with random branches, remarks and notes.
fn grown(game: &'static dyn Game, seed: u64, words: &[String]) -> Tree {
    let mut rng = Seeded::new(seed);
    let mut running = Match::begin(game, "", &Doc::map(), &mut rng).unwrap();
    for _ in 0..8 {
        let Awaiting::Seats(seats) = running.table().awaiting() else { break };
        let seat = seats.iter().next().unwrap();
        let Some(action) = running.table().sample(seat, &mut rng) else { break };
        running.play(admiralty_core::Actor::Seat(seat), &action, &mut rng).unwrap();
    }
    let mut tree = Tree::of(&running);
    for n in 0..24 {
        let at = rng.below(tree.twigs.len() as u32) as usize;
        let parent = tree.twigs[at].id;
        let mut table = tree.table(parent).unwrap();
        let Awaiting::Seats(seats) = table.awaiting() else { continue };
        let seat = seats.iter().next().unwrap();
        let Some(action) = table.sample(seat, &mut rng) else { continue };
        let played = table.play(admiralty_core::Actor::Seat(seat), &action, &mut rng).unwrap();
        let word = words.get(n % words.len().max(1)).cloned().unwrap_or_default();
        tree.twigs.push(Twig {
            id: tree.twigs.iter().map(|twig| twig.id).max().unwrap() + 1,
            parent,
            by: table.seat_code(seat),
            action: played.action,
            rolled: played.rolled,
            name: if n % 3 == 0 { word.clone() } else { String::new() },
            text: if n % 2 == 0 { format!("{word}\n\n{word}") } else { String::new() },
            notes: vec![("mark".into(), word)],
        });
    }
    tree
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_tree_is_read_as_it_was_written(
        seed in any::<u64>(),
        words in prop::collection::vec("[ -~äß\\\\\"()@;]{0,12}", 1..4),
    ) {
        let words: Vec<String> = words.iter().map(|word| word.trim().to_string()).collect();
        for game in [game_of::<Squadrons>(), game_of::<Strait>()] {
            let tree = grown(game, seed, &words);
            let text = tree.record().unwrap().to_string();
            prop_assert_eq!(Record::parse(&text).unwrap().to_string(), text.clone());
            let again = Tree::read(&[game], &text).unwrap();
            prop_assert_eq!(again.twigs.len(), tree.twigs.len());
            prop_assert_eq!(again.record().unwrap().to_string(), text.clone());
            // The game itself is what it would be without its branches.
            let (plain, report) = verify(&[game], &text).unwrap();
            let line = Tree::of(&plain).record().unwrap();
            prop_assert_eq!(line.lines.len(), report.entries);
        }
    }
}

#[test]
fn what_is_wrong_in_a_branch_is_named_with_its_line() {
    let game = game_of::<Squadrons>();
    let mut tree = grown(game, 7, &["a".into()]);
    let text = tree.record().unwrap().to_string();
    let open = text.lines().position(|line| line.starts_with('(')).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (said, _) = lines[open + 1].rsplit_once('#').unwrap();
    let forged = format!("{said}#0123456789abcdef");
    let mut spoilt = lines.clone();
    spoilt[open + 1] = &forged;
    let fault = verify(&[game], &spoilt.join("\n")).unwrap_err();
    assert_eq!(fault.line, Some(open + 2), "{fault}");
    assert!(fault.reason.contains("0123456789abcdef"), "{fault}");
    for (line, why) in [
        (")", "no branch is open here"),
        ("@", "a note has the form"),
        ("@two words\\x", "is no escape"),
    ] {
        let spoilt = text.replacen("= ", &format!("{line}\n= "), 1);
        let fault = verify(&[game], &spoilt).unwrap_err();
        assert!(fault.reason.contains(why), "{fault}");
    }
    let rewound = text.replacen("(", "(\nrewind 0 by A", 1);
    assert!(verify(&[game], &rewound).unwrap_err().reason.contains("a branch holds"));
    // A branch that is taken out takes along what follows it.
    let first = tree.twigs.iter().find(|twig| twig.id == 1).unwrap().id;
    tree.prune(&[first].into());
    assert!(tree.twigs.iter().all(|twig| twig.parent != first || twig.id == 0));
    assert!(tree.table(first).is_err());
}

#[test]
fn several_records_in_one_file_are_told_apart() {
    let game = game_of::<Squadrons>();
    let one = grown(game, 1, &["x".into()]).record().unwrap().to_string();
    let two = grown(game, 2, &["y".into()]).record().unwrap().to_string();
    let both = Record::split(&format!("{one}\n{two}"));
    assert_eq!(both.len(), 2);
    assert_eq!((both[0].0, both[1].0), (0, one.lines().count()));
    assert_eq!(both[0].1, one);
    assert_eq!(both[1].1.trim_start(), two);
    assert_eq!(Record::split("").len(), 1);
}
