//! The engine protocol: its document is true, and no line can break it.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use admiralty_cli::engine::Engine;
use common::admiralty;
use proptest::prelude::*;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../docs/engine.md");
const POSITION: &str = "W:Aa1,1d5,3e2 R:Ah10,6d6,2h9 T:W";

fn ask(engine: &mut Engine, line: &str) -> Value {
    let answer = engine.line(line);
    assert!(!answer.contains('\n'), "an answer is one line: {answer}");
    serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

fn loaded() -> Engine {
    let mut engine = Engine::new();
    let answer = ask(
        &mut engine,
        &format!(r#"{{"cmd":"load","game":"naval_battle","position":"{POSITION}","seed":1}}"#),
    );
    assert!(answer["error"].is_null(), "{answer}");
    engine
}

/// Questions (`> `) and answers (`< `) of the worked example.
fn example() -> (Vec<&'static str>, Vec<&'static str>) {
    let lines = |mark: &str| {
        let example = DOCUMENT.split("## A worked example").nth(1).expect("it is there");
        example.lines().filter_map(|line| line.strip_prefix(mark)).collect::<Vec<_>>()
    };
    (lines("> "), lines("< "))
}

#[test]
fn the_worked_example_is_true() {
    let (questions, answers) = example();
    assert!(questions.len() >= 10);
    assert_eq!(questions.len(), answers.len());
    let run = admiralty(&["engine"], &(questions.join("\n") + "\n"));
    assert!(run.good, "{run:?}");
    if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
        return bless(&run.out);
    }
    for ((question, told), found) in questions.iter().zip(&answers).zip(run.out.lines()) {
        assert_eq!(*told, found, "the answer to {question}");
    }
    assert_eq!(run.out.lines().count(), answers.len());
}

/// Writes the answers of the example anew.
fn bless(answers: &str) {
    let (before, example) = DOCUMENT.split_once("## A worked example").expect("it is there");
    let mut answers = answers.lines();
    let lines = example.lines().map(|line| match line.strip_prefix("< ") {
        Some(_) => format!("< {}", answers.next().unwrap_or_default()),
        None => line.to_string(),
    });
    let example = lines.collect::<Vec<_>>().join("\n");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine.md");
    std::fs::write(file, format!("{before}## A worked example{example}\n"))
        .expect("it can be written");
}

#[test]
fn every_command_is_documented() {
    let answer = ask(&mut Engine::new(), r#"{"cmd":"nothing"}"#);
    let message = answer["error"]["message"].as_str().unwrap();
    let known = message.split("there are: ").nth(1).unwrap().trim_end_matches(')');
    for command in known.split(", ") {
        assert!(DOCUMENT.contains(&format!("### `{command}")), "{command} is not documented");
    }
}

#[test]
fn the_id_is_echoed_whatever_it_is() {
    for id in ["1", "\"a\"", "[1,2]", "null", "{\"x\":1}"] {
        let answer = Engine::new().line(&format!(r#"{{"cmd":"games","id":{id}}}"#));
        assert!(answer.starts_with(&format!(r#"{{"id":{id},"#)), "{answer}");
        let answer = Engine::new().line(&format!(r#"{{"cmd":"position","id":{id}}}"#));
        assert!(answer.starts_with(&format!(r#"{{"id":{id},"error""#)), "{answer}");
    }
}

#[test]
fn errors_name_what_is_wrong() {
    let cases = [
        ("not json", "request/json", "line 1"),
        ("[1]", "request/form", "expected a map"),
        ("{}", "request/form", "cmd: is missing"),
        (r#"{"cmd":1}"#, "request/form", "expected a text"),
        (r#"{"cmd":"games","x":1}"#, "request/form", "x: unknown field"),
        (r#"{"cmd":"position","seat":1.5}"#, "request/json", "1.5 is no whole number"),
        (r#"{"cmd":"fly"}"#, "request/unknown", "there is no command \"fly\""),
        (r#"{"cmd":"new"}"#, "request/form", "game: is missing"),
        (r#"{"cmd":"new","game":"chess"}"#, "game/unknown", "there is no game \"chess\""),
        (r#"{"cmd":"new","game":"naval_battle","options":{"sails":3}}"#, "new/options", "sails"),
        (
            r#"{"cmd":"load","game":"naval_battle","position":{"sails":3}}"#,
            "load/position",
            "sails",
        ),
        (r#"{"cmd":"load","record":"[Format \"adm 1\"]"}"#, "load/record", "cut off"),
        (r#"{"cmd":"menu","seat":"X"}"#, "request/seat", "nobody here is \"X\" (there are: W, R)"),
        (r#"{"cmd":"menu","seat":"W","draft":["zz"]}"#, "menu/draft", "zz"),
        (r#"{"cmd":"play","seat":"W"}"#, "request/form", "either an action or a line"),
        (r#"{"cmd":"play","seat":"W","action":"d5-"}"#, "play/unreadable", ""),
        (r#"{"cmd":"play","seat":"W","action":"d5-d9"}"#, "play/illegal", ""),
        (r#"{"cmd":"play","seat":"W","action":"d5-c4","dice":[1]}"#, "play/dice", "not used"),
        (r#"{"cmd":"play","seat":"W","action":"d5-c4","dice":[0]}"#, "request/form", "dice.0"),
        (r#"{"cmd":"undo"}"#, "undo/barred", "nothing to undo"),
        (r#"{"cmd":"go","seat":"W","bot":"kraken"}"#, "go/bot", "kraken"),
        (r#"{"cmd":"go","seat":"R"}"#, "go/nothing", "nothing to decide"),
    ];
    let mut engine = loaded();
    let before = ask(&mut engine, r#"{"cmd":"position"}"#);
    for (line, code, message) in cases {
        let answer = ask(&mut engine, line);
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
        let found = answer["error"]["message"].as_str().unwrap();
        assert!(found.contains(message), "{line}: {found}");
        assert_eq!(ask(&mut engine, r#"{"cmd":"position"}"#), before, "{line} changed something");
    }
}

#[test]
fn what_is_listed_can_be_played_and_taken_from_the_record() {
    let mut engine = Engine::new();
    let begun = ask(&mut engine, r#"{"cmd":"new","game":"naval_battle","seed":5}"#);
    assert!(begun["error"].is_null(), "{begun}");
    for _ in 0..60 {
        let awaiting = ask(&mut engine, r#"{"cmd":"awaiting"}"#);
        let Some(seat) = awaiting["awaiting"][0].as_str() else { break };
        let go = ask(&mut engine, &format!(r#"{{"cmd":"go","seat":"{seat}"}}"#));
        let action = go["action"].as_str().unwrap_or_else(|| panic!("{go}"));
        let check = format!(r#"{{"cmd":"check","seat":"{seat}","action":"{action}"}}"#);
        assert_eq!(ask(&mut engine, &check)["ok"], true, "{action}");
        let play = format!(r#"{{"cmd":"play","seat":"{seat}","action":"{action}"}}"#);
        let played = ask(&mut engine, &play);
        assert_eq!(played["entries"][0]["seat"], seat, "{played}");
    }
    let position = ask(&mut engine, r#"{"cmd":"position"}"#);
    let record = ask(&mut engine, r#"{"cmd":"record"}"#)["record"].clone();
    let mut other = Engine::new();
    let load = serde_json::json!({"cmd": "load", "record": record});
    assert_eq!(ask(&mut other, &load.to_string())["digest"], position["digest"]);
    let load = serde_json::json!({
        "cmd": "load", "game": position["game"], "position": position["position"],
    });
    assert_eq!(ask(&mut other, &load.to_string())["digest"], position["digest"]);
}

#[test]
fn forced_dice_that_run_dry_name_the_die_and_change_nothing() {
    let mut engine = Engine::new();
    ask(&mut engine, r#"{"cmd":"new","game":"board_game","seed":1}"#);
    for _ in 0..200 {
        let before = engine.line(r#"{"cmd":"position"}"#);
        let awaiting = ask(&mut engine, r#"{"cmd":"awaiting"}"#);
        let seat = awaiting["awaiting"][0].as_str().expect("somebody is awaited").to_string();
        let go = ask(&mut engine, &format!(r#"{{"cmd":"go","seat":"{seat}"}}"#));
        let mut play = serde_json::json!({
            "cmd": "play", "seat": seat, "action": go["action"], "dice": [],
        });
        let answer = ask(&mut engine, &play.to_string());
        if answer["error"].is_null() {
            continue;
        }
        // The first action that rolls: without dice, with a few, with a wrong face.
        assert_eq!(answer["error"]["code"], "play/dry", "{answer}");
        assert_eq!(answer["error"]["after"], 0, "{answer}");
        let faces = answer["error"]["die"].as_u64().expect("the die is named");
        assert_eq!(engine.line(r#"{"cmd":"position"}"#), before);
        play["dice"] = serde_json::json!([faces + 1]);
        let answer = ask(&mut engine, &play.to_string());
        assert_eq!(answer["error"]["found"], faces + 1, "{answer}");
        // Fed the die it wants each time, it comes to its end. Not by a pattern,
        // because ties are rolled again.
        let mut dice: Vec<u64> = Vec::new();
        let mut noise = admiralty_core::Seeded::new(1);
        for _ in 0..500 {
            play["dice"] = serde_json::json!(dice);
            let answer = ask(&mut engine, &play.to_string());
            if answer["error"].is_null() {
                let used = answer["entries"][0]["dice"].as_array().expect("dice are listed");
                assert_eq!(used.len(), dice.len(), "{answer}");
                return;
            }
            assert_eq!(answer["error"]["after"], dice.len(), "{answer}");
            assert_eq!(engine.line(r#"{"cmd":"position"}"#), before);
            let faces = answer["error"]["die"].as_u64().expect("the die is named");
            dice.push(1 + u64::from(noise.below(faces as u32)));
        }
        panic!("it rolls without end");
    }
    panic!("nothing rolled");
}

#[test]
fn secrets_stay_out_of_views() {
    let mut engine = loaded();
    let red = ask(&mut engine, r#"{"cmd":"view","seat":"R"}"#).to_string();
    let umpire = ask(&mut engine, r#"{"cmd":"view","seat":"umpire"}"#).to_string();
    assert_ne!(red, umpire);
    let spectator = ask(&mut engine, r#"{"cmd":"view"}"#);
    assert_eq!(spectator, ask(&mut engine, r#"{"cmd":"view","seat":"spectator"}"#));
}

/// Requests that are right, as a stock for mutations.
fn stock() -> Vec<String> {
    let (questions, _) = example();
    questions.into_iter().map(String::from).collect()
}

#[derive(Clone, Debug)]
enum Change {
    Delete(usize, usize),
    Insert(usize, String),
    Copy(usize, usize, usize),
    Digit(usize, i64),
}

fn change() -> impl Strategy<Value = Change> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\\u0000",
        "null",
        "-1",
        "1e9",
        "0.5",
        "99999999999999999999",
        "true",
        "\u{e9}",
        "\u{1f6a2}",
        " ",
        "\t",
        "W",
        "R",
        "a1",
        "h10",
        "j12",
        "^",
        "*",
        "-",
        ".",
        "#",
    ]);
    prop_oneof![
        (any::<usize>(), 1..12usize).prop_map(|(at, n)| Change::Delete(at, n)),
        (any::<usize>(), piece).prop_map(|(at, text)| Change::Insert(at, text.to_string())),
        (any::<usize>(), any::<usize>(), 1..20usize).prop_map(|(a, b, n)| Change::Copy(a, b, n)),
        (any::<usize>(), -3..1000i64).prop_map(|(at, n)| Change::Digit(at, n)),
    ]
}

fn changed(line: &str, change: &Change) -> String {
    let mut signs: Vec<char> = line.chars().collect();
    let len = signs.len().max(1);
    match change {
        Change::Delete(at, n) => {
            let at = at % len;
            signs.drain(at.min(signs.len())..(at + n).min(signs.len()));
        }
        Change::Insert(at, text) => {
            let at = at % len;
            let tail = signs.split_off(at.min(signs.len()));
            signs.extend(text.chars());
            signs.extend(tail);
        }
        Change::Copy(from, to, n) => {
            let (from, to) = ((from % len).min(signs.len()), (to % len).min(signs.len()));
            let part: Vec<char> = signs[from..(from + n).min(signs.len())].to_vec();
            let tail = signs.split_off(to);
            signs.extend(part);
            signs.extend(tail);
        }
        Change::Digit(at, n) => {
            let digits: Vec<usize> =
                (0..signs.len()).filter(|&i| signs[i].is_ascii_digit()).collect();
            if !digits.is_empty() {
                let at = digits[at % digits.len()];
                let tail = signs.split_off(at + 1);
                signs.pop();
                signs.extend(n.to_string().chars());
                signs.extend(tail);
            }
        }
    }
    signs.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands on a line: one JSON object comes back, errors change
    /// nothing, and the engine never has to put a game away.
    #[test]
    fn mutated_lines_never_break_it(
        at in any::<prop::sample::Index>(),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let stock = stock();
        let mut line = at.get(&stock).clone();
        for change in &changes {
            line = changed(&line, change);
        }
        let mut engine = loaded();
        let before = engine.line(r#"{"cmd":"position"}"#);
        let answer = ask(&mut engine, &line);
        prop_assert!(answer.is_object());
        prop_assert_ne!(&answer["error"]["code"], "engine/fault", "{}", line);
        if !answer["error"].is_null() {
            prop_assert_eq!(engine.line(r#"{"cmd":"position"}"#), before, "{}", line);
        }
    }

    /// Lines that are no JSON at all.
    #[test]
    fn any_text_is_answered(line in "\\PC{0,80}") {
        let answer = ask(&mut Engine::new(), &line);
        prop_assert!(answer["error"]["code"].is_string());
    }
}

#[test]
fn tables_beside_the_game_go_their_own_way() {
    let mut engine = loaded();
    let fork = ask(&mut engine, r#"{"cmd":"fork"}"#);
    assert_eq!(fork["table"], 1, "{fork}");
    let played = ask(&mut engine, r#"{"cmd":"play","table":1,"seat":"W","action":"d5^d7"}"#);
    assert_eq!(played["awaiting"][0], "R", "{played}");
    let here = ask(&mut engine, r#"{"cmd":"awaiting"}"#);
    assert_eq!(here["awaiting"][0], "W", "the game in hand stands where it stood: {here}");
    let dropped = ask(&mut engine, r#"{"cmd":"drop","table":1}"#);
    assert_eq!(dropped["tables"], 0, "{dropped}");
    let gone = ask(&mut engine, r#"{"cmd":"view","table":1}"#);
    assert_eq!(gone["error"]["code"], "table/none", "{gone}");
    let missing = ask(&mut engine, r#"{"cmd":"drop"}"#);
    assert_eq!(missing["error"]["code"], "request/form", "{missing}");
}

#[test]
fn what_is_imagined_cannot_be_ruled_out() {
    let mut engine = Engine::new();
    ask(&mut engine, r#"{"cmd":"new","game":"naval_battle","seed":1}"#);
    for (seat, deploy) in [("W", "deploy @Citadel"), ("R", "deploy @Vault")] {
        ask(&mut engine, &format!(r#"{{"cmd":"play","seat":"{seat}","action":"{deploy}"}}"#));
        ask(&mut engine, &format!(r#"{{"cmd":"play","seat":"{seat}","action":"ready"}}"#));
    }
    let own = ask(&mut engine, r#"{"cmd":"view","seat":"W"}"#);
    let truth = ask(&mut engine, r#"{"cmd":"position"}"#);
    assert_eq!(truth["position"]["game"], "naval_battle");
    let mut unlike = 0;
    for table in 1..=4 {
        let line = format!(r#"{{"cmd":"imagine","seat":"W","seed":{table}}}"#);
        assert_eq!(ask(&mut engine, &line)["table"], table);
        let there = ask(&mut engine, &format!(r#"{{"cmd":"view","seat":"W","table":{table}}}"#));
        assert_eq!(there["view"], own["view"]);
        let line = format!(r#"{{"cmd":"position","table":{table}}}"#);
        unlike += i32::from(ask(&mut engine, &line)["digest"] != truth["digest"]);
    }
    assert!(unlike > 0, "the other fleet is drawn anew");
}

#[test]
fn a_list_that_is_cut_says_so_and_favours_nothing() {
    let mut engine = loaded();
    let all = ask(&mut engine, r#"{"cmd":"actions","seat":"W"}"#);
    assert_eq!(all["complete"], true);
    assert!(all["cut"].is_null());
    let all: Vec<Value> = all["actions"].as_array().unwrap().clone();
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let line = format!(r#"{{"cmd":"actions","seat":"W","limit":2,"seed":{seed}}}"#);
        let some = ask(&mut engine, &line);
        assert_eq!((&some["cut"], &some["complete"]), (&Value::Bool(true), &Value::Bool(false)));
        let some = some["actions"].as_array().unwrap().clone();
        assert!(some.len() == 2 && some[0] != some[1] && all.contains(&some[0]));
        met.extend(some.iter().map(|action| action.as_str().unwrap().to_string()));
    }
    assert_eq!(met.len(), all.len(), "every action comes up: {met:?}");
}

#[test]
fn who_sits_is_never_sent_what_it_may_not_know() {
    let mut engine = Engine::new();
    ask(&mut engine, r#"{"cmd":"new","game":"naval_battle","seed":5}"#);
    let sat = ask(&mut engine, r#"{"cmd":"sit","seat":"W"}"#);
    assert_eq!(sat["awaiting"][0], "W", "the bot has placed Red's fleet: {sat}");
    ask(&mut engine, r#"{"cmd":"play","seat":"W","action":"deploy @Citadel"}"#);
    let begun = ask(&mut engine, r#"{"cmd":"play","seat":"W","action":"ready"}"#);
    assert_eq!(begun["awaiting"][0], "W", "{begun}");
    assert!(begun["entries"].is_null() && begun["events"].is_array(), "{begun}");
    for _ in 0..10 {
        let sample = ask(&mut engine, r#"{"cmd":"sample","seat":"W"}"#);
        let action = sample["actions"][0].as_str().unwrap().to_string();
        let played =
            ask(&mut engine, &format!(r#"{{"cmd":"play","seat":"W","action":"{action}"}}"#));
        assert!(played["error"].is_null(), "{played}");
    }
    for line in [
        r#"{"cmd":"position"}"#,
        r#"{"cmd":"record"}"#,
        r#"{"cmd":"fork"}"#,
        r#"{"cmd":"undo"}"#,
        r#"{"cmd":"view","seat":"R"}"#,
        r#"{"cmd":"view","seat":"umpire"}"#,
        r#"{"cmd":"imagine","seat":"R"}"#,
        r#"{"cmd":"menu","seat":"R"}"#,
        r#"{"cmd":"play","seat":"R","action":"resign"}"#,
        r#"{"cmd":"batch","requests":[{"cmd":"position"}]}"#,
    ] {
        let answer = ask(&mut engine, line);
        let inner = answer["answers"][0]["error"]["code"].clone();
        let code = if inner.is_null() { answer["error"]["code"].clone() } else { inner };
        assert_eq!(code, "request/sealed", "{line}: {answer}");
    }
    let own = ask(&mut engine, r#"{"cmd":"view"}"#);
    let tokens = own["view"]["tokens"].as_array().unwrap();
    let covered = tokens.iter().filter(|token| token["side"] == "R" && token["type"].is_null());
    assert!(covered.count() > 20, "Red's pieces are covered: {own}");
}

#[test]
fn positions_of_every_game_name_it() {
    for game in ["naval_battle", "sail_epoch", "board_game", "fleet_actions"] {
        let mut engine = Engine::new();
        ask(&mut engine, &format!(r#"{{"cmd":"new","game":"{game}","seed":1}}"#));
        let told = ask(&mut engine, r#"{"cmd":"position"}"#);
        assert_eq!(told["position"]["game"], game);
        let again = ask(
            &mut Engine::new(),
            &format!(r#"{{"cmd":"load","position":{}}}"#, told["position"]),
        );
        assert_eq!(again["digest"], told["digest"], "{game}: {again}");
    }
}

#[test]
fn chances_are_numbers_and_a_batch_stops_at_an_error() {
    let mut engine = loaded();
    let line = r#"{"cmd":"batch","requests":[
        {"cmd":"odds","seat":"W","action":"d5*d6"},{"cmd":"nonsense"},{"cmd":"awaiting"}]}"#;
    let answer = ask(&mut engine, &line.replace('\n', " "));
    assert_eq!(answer["complete"], false, "{answer}");
    assert_eq!(answer["answers"].as_array().unwrap().len(), 2);
    let chance = &answer["answers"][0]["odds"][0]["chance"];
    assert!(chance.as_f64().is_some_and(|chance| chance > 0.0), "{answer}");
}

#[test]
fn the_story_goes_on_where_one_left_off() {
    let mut engine = loaded();
    ask(&mut engine, r#"{"cmd":"play","seat":"W","action":"d5^d7"}"#);
    let all = ask(&mut engine, r#"{"cmd":"story","seat":"R"}"#);
    let n = all["story"].as_array().unwrap().len();
    assert!(n > 1, "{all}");
    let last = ask(&mut engine, &format!(r#"{{"cmd":"story","seat":"R","from":{n}}}"#));
    assert_eq!(last["story"][0], all["story"][n - 1]);
}
