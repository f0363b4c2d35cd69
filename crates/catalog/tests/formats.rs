//! JSON, TOML, registers and records: what is read, what is refused, and that
//! nothing makes them panic.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use admiralty_catalog::{Register, Status, cases::run_cases, json, tomls, verify};
use admiralty_core::{Doc, Record};
use admiralty_testkit::{game_of, miniature::Squadrons};
use proptest::prelude::*;

#[test]
fn json_faults_name_place_and_path() {
    let place_and_reason = |text: &str| {
        let fault = json::read(text).unwrap_err();
        (fault.place, fault.reason)
    };
    let (place, reason) = place_and_reason("{\n  \"a\": [1, 2.5]\n}");
    assert_eq!(
        (place.as_str(), reason.as_str()),
        ("line 2, column 14", "a.1: 2.5 is no whole number")
    );
    let (place, reason) = place_and_reason("{\"a\": 1,\n \"b\" 2}");
    assert_eq!((place.as_str(), reason.as_str()), ("line 2, column 6", "expected `:`"));
    let (place, reason) = place_and_reason("nonsense");
    assert_eq!((place.as_str(), reason.as_str()), ("line 1, column 2", "this is not JSON"));
    let (_, reason) = place_and_reason("{\"n\": 18446744073709551615}");
    assert!(reason.contains("n: 18446744073709551615 is too large"), "{reason}");
    let (place, reason) = place_and_reason("{} x");
    assert_eq!((place.as_str(), reason.as_str()), ("line 1, column 4", "trailing characters"));
    assert!(place_and_reason("").1.contains("EOF"));
    let deep = "[".repeat(100_000);
    assert!(place_and_reason(&deep).1.contains("recursion limit"));
}

#[test]
fn json_keeps_doubled_keys_for_the_reader() {
    let doc = json::read(r#"{"rounds": 1, "rounds": 2}"#).unwrap();
    let faults = game_of::<Squadrons>().setup(&doc).unwrap_err();
    assert_eq!(faults.to_string(), "rounds: stands twice");
}

#[test]
fn toml_faults_name_line_and_column() {
    let fault = tomls::read("a = 1\nb = = 2\n").unwrap_err();
    assert!(fault.place.starts_with("line 2, column "), "{fault}");
    let fault = tomls::read("a = 1\n[b]\nc = [1, 1.5]\n").unwrap_err();
    assert_eq!(fault.to_string(), "line 3, column 9: b.c.1: 1.5 is no whole number");
    let fault = tomls::read("d = 2026-01-01").unwrap_err();
    assert!(fault.reason.starts_with("d: a date"), "{fault}");
    let fault = tomls::read("a = 1\na = 2\n").unwrap_err();
    assert!(fault.reason.contains("duplicate"), "{fault}");
    let doc = tomls::read("z = 0x10\na = -1\n").unwrap();
    assert_eq!(doc, Doc::map().with("z", 16).with("a", -1), "fields keep the order of the file");
}

#[test]
fn toml_cannot_hold_nothing() {
    let doc = Doc::map().with("a", Doc::List(vec![Doc::Null]));
    assert_eq!(tomls::write(&doc).unwrap_err().to_string(), "a.0: TOML cannot hold nothing");
    assert!(tomls::write(&Doc::Int(1)).is_err());
}

#[test]
fn registers_tell_what_is_wrong_and_where() {
    let text = r#"
[[clause]]
id = "ZZ-1"
text = "One."
status = "done"
chapter = "first"
[[clause]]
id = "ZZ-1"
text = "Two."
status = "finished"
[[clause]]
id = "YY-1"
text = "Three."
status = "open"
colour = "red"
[[clause]]
id = "ZZ-1"
text = "Four."
status = "not-code"
"#;
    let register = Register::read(text, "ZZ");
    let faults = register.faults.to_string();
    for part in [
        "line 10, clause.1.status: \"finished\" is none of done, partly, open, not-code",
        "line 12, clause.2.id: YY-1 does not begin with ZZ-",
        "line 15, clause.2.colour: unknown field",
        "clause.3: ZZ-1 stands twice",
    ] {
        assert!(faults.contains(part), "{part}\n{faults}");
    }
    assert_eq!(register.get("ZZ-1").map(|clause| clause.status), Some(Status::NotCode));
    assert_eq!(register.search("one").count(), 1);
    assert!(Register::read("= 3", "NB").faults.0.len() == 1);
}

#[test]
fn a_clause_stands_in_a_chapter_that_the_register_lists() {
    let chapter = "[[chapter]]\nname = \"Wind\"\nfile = \"rules/wind.rs\"\n";
    let clause = |chapter: &str| {
        format!(
            "[[clause]]\nid = \"ZZ-1\"\nchapter = \"{chapter}\"\ntext = \"One.\"\nstatus = \"open\"\n"
        )
    };
    let faults = |text: String| Register::read(&text, "ZZ").faults.to_string();
    assert_eq!(faults(chapter.to_string() + &clause("Wind")), "");
    assert_eq!(
        faults(chapter.to_string() + &clause("Weather")),
        "line 6, clause.0.chapter: \"Weather\" is not listed as a chapter"
    );
    let nowhere = faults("[[chapter]]\nname = \"Wind\"\n".to_string() + &clause("Wind"));
    assert!(nowhere.contains("chapter.0.file: is missing"), "{nowhere}");
}

/// Documents of every form, floats apart, which a `Doc` cannot hold.
fn docs() -> impl Strategy<Value = Doc> {
    let leaf = prop_oneof![
        Just(Doc::Null),
        any::<bool>().prop_map(Doc::Bool),
        any::<i64>().prop_map(Doc::Int),
        ".*".prop_map(Doc::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Doc::List),
            prop::collection::btree_map(".{0,8}", inner, 0..6).prop_map(|map| {
                Doc::Map(map.into_iter().map(|(key, value)| (key.into(), value)).collect())
            }),
        ]
    })
}

fn without_null(doc: &Doc) -> bool {
    match doc {
        Doc::Null => false,
        Doc::List(items) => items.iter().all(without_null),
        Doc::Map(fields) => fields.iter().all(|(_, value)| without_null(value)),
        _ => true,
    }
}

const RECORD: &str = include_str!("data/squadrons.adm");
const CASES: &str = include_str!("data/cases.toml");

/// The text with some signs replaced, cut out or doubled.
fn mutated(text: &'static str) -> impl Strategy<Value = String> {
    let change = (0..text.len(), 0..4u8, any::<prop::sample::Index>(), any::<char>());
    prop::collection::vec(change, 1..4).prop_map(move |changes| {
        let mut signs: Vec<char> = text.chars().collect();
        for (at, how, other, sign) in changes {
            let at = at.min(signs.len().saturating_sub(1));
            if signs.is_empty() {
                break;
            }
            match how {
                0 => signs[at] = sign,
                1 => signs[at] = signs[other.index(signs.len())],
                2 => {
                    let end = (at + 1 + other.index(40)).min(signs.len());
                    signs.drain(at..end);
                }
                _ => {
                    let end = (at + other.index(60)).min(signs.len());
                    let copy: Vec<char> = signs[at..end].to_vec();
                    signs.splice(at..at, copy);
                }
            }
        }
        signs.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_reads_what_it_writes(doc in docs()) {
        prop_assert_eq!(&json::read(&doc.to_string()).unwrap(), &doc);
        prop_assert_eq!(&json::read(&json::pretty(&doc)).unwrap(), &doc);
        prop_assert_eq!(&json::from_value(&json::value(&doc)).unwrap(), &doc);
    }

    #[test]
    fn toml_reads_what_it_writes(doc in docs()) {
        let is_map = matches!(doc, Doc::Map(_));
        match tomls::write(&doc) {
            Ok(text) => {
                // TOML sorts simple values before tables; the values are what counts.
                let read = tomls::read(&text).unwrap();
                prop_assert_eq!(json::value(&read).to_string().len(), json::value(&doc).to_string().len());
                if let Doc::Map(fields) = &doc {
                    for (key, value) in fields {
                        let (a, b) = (read.get(key), value);
                        prop_assert_eq!(a.map(json::value), Some(json::value(b)));
                    }
                }
            }
            Err(_) => prop_assert!(!is_map || !without_null(&doc)),
        }
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in ".*") {
        let _ = json::read(&text);
        let _ = tomls::read(&text);
        let _ = Record::parse(&text);
        let _ = Register::read(&text, "NB");
        let _ = run_cases(&[game_of::<Squadrons>()], &text, "x");
    }

    #[test]
    fn no_changed_record_is_taken_for_the_game_played(text in mutated(RECORD)) {
        let games = [game_of::<Squadrons>()];
        // It is refused with a reason, or the change is one that changes nothing.
        if let Ok((replayed, _)) = verify(&games, &text) {
            let (original, _) = verify(&games, RECORD).unwrap();
            prop_assert_eq!(
                replayed.log().entries().map(|entry| entry.digest).collect::<Vec<_>>(),
                original.log().entries().map(|entry| entry.digest).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn no_changed_case_file_makes_the_runner_panic(text in mutated(CASES)) {
        for report in run_cases(&[game_of::<Squadrons>()], &text, "mutated") {
            let _ = report.to_string();
        }
    }
}
