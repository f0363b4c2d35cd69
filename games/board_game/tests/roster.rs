//! What the client browses without a game is what the rules have: the roster, the scenarios, the
//! ready fleets, and how even they were found to be.

use admiralty_core::{Doc, Rules, Seat, Seeded, Text, Viewer};
use board_game::{BoardGame, CardId, READY_FLEETS, features};
use std::fmt::Write as _;

/// One line per class, in JSON.
fn roster() -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut last = None;
    for id in CardId::all() {
        let (card, class) = (id.card(), id.class());
        if last != Some(card.class) {
            last = Some(card.class);
            let guns = |i: usize| {
                let art = class.art[i];
                match art.spaces {
                    0 => "null".to_string(),
                    spaces => format!(
                        r#"{{"value":{},"range":{},"spaces":{spaces}}}"#,
                        art.value, art.range
                    ),
                }
            };
            let codes = |set| {
                let list: Vec<String> =
                    features(set).map(|feature| format!("\"{feature}\"")).collect();
                format!("[{}]", list.join(","))
            };
            lines.push(format!(
                concat!(
                    r#"{{"navy":"{}","type":"{}","class":"{}","sp":{},"armour":{},"movement":{},"#,
                    r#""art1":{},"art2":{},"torpedoes":{},"aa":[{},{}],"squadrons":[{},{},{}],"#,
                    r#""features":{},"sub_movement":{},"sub_features":{},"tp":[{},{}],"ships":["#
                ),
                class.navy.code(),
                format!("{:?}", class.kind).to_uppercase(),
                class.name,
                class.sp,
                class.arm,
                class.mv,
                guns(0),
                guns(1),
                class.torp,
                class.aa[0],
                class.aa[1],
                class.squadrons[0],
                class.squadrons[1],
                class.squadrons[2],
                codes(class.front),
                class.sub_mv,
                codes(class.back),
                class.tp[0],
                class.tp[1],
            ));
        }
        let line = lines.last_mut().expect("a class before its ships");
        let comma = if line.ends_with('[') { "" } else { "," };
        write!(line, r#"{comma}["{}","{}",{}]"#, card.id, card.name, u8::from(card.flag))
            .expect("text grows");
    }
    let lines: Vec<String> = lines.into_iter().map(|line| format!("{line}]}}")).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// The scores of a row of the table of balance: games, South, North, in per cent.
fn balance(row: &str) -> (u32, u32, u32) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/balance.md");
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let own = text.split("<!-- board_game -->").nth(1).expect("a section of this game");
    let line = own
        .lines()
        .find(|line| line.starts_with(&format!("| {row} |")))
        .unwrap_or_else(|| panic!("docs/balance.md has no row {row}"));
    let number = |before: &str| -> u32 {
        let rest = line.split_once(before).expect("a row names both sides").1;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().expect("a number")
    };
    (number(&format!("| {row} | ")), number("South "), number("North "))
}

/// A list of words in JSON.
fn listed<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> =
        words.into_iter().map(|word| format!("\"{}\"", word.as_ref())).collect();
    format!("[{}]", words.join(","))
}

/// One line per scenario and per ready fleet, in JSON.
fn battles() -> String {
    let lines = BoardGame::META.scenarios.iter().map(|meta| {
        let setup = BoardGame::setup(&Doc::map().with("scenario", meta.id)).expect("a set-up");
        let (games, south, north) = balance(meta.id);
        let head = format!(
            r#"{{"id":"{}","rounds":{},"games":{games},"south":{south},"north":{north}"#,
            meta.id, setup.options.rounds
        );
        let Some(scenario) = setup.scenario() else { return format!("{head}}}") };
        let table = BoardGame::begin(&setup, &mut Seeded::new(1)).expect("a table");
        let view = BoardGame::view(table.sight(Viewer::Seat(Seat(0))));
        let goals = view.get("goals").and_then(Doc::as_list).unwrap_or_default();
        let goals = goals.iter().map(|goal| {
            let word = |key| goal.get(key).and_then(Doc::as_text).expect("a word").to_string();
            let points = goal.get("points").and_then(Doc::as_int).expect("points");
            format!(r#"["{}","{}",{points}]"#, word("side"), word("text"))
        });
        let fleets = [0, 1]
            .map(|side| listed(setup.fleets[side].iter().flatten().map(|card| card.card().id)));
        format!(
            r#"{head},"sea":"{}","fleets":[{}],"at":{},"goals":[{}]}}"#,
            scenario
                .scenery
                .iter()
                .map(|(square, card)| format!("{square}={}", card.code()))
                .collect::<Vec<_>>()
                .join(" "),
            fleets.join(","),
            listed(scenario.deploy.iter().map(|squares| {
                squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
            })),
            goals.collect::<Vec<_>>().join(",")
        )
    });
    let ready = READY_FLEETS.iter().map(|fleet| {
        let cards = fleet.cards();
        format!(r#"["{}",{}]"#, fleet.key, listed(cards.iter().map(|card| card.card().id)))
    });
    format!(
        "{{\"scenarios\":[\n{}\n],\"ready\":[\n{}\n]}}\n",
        lines.collect::<Vec<_>>().join(",\n"),
        ready.collect::<Vec<_>>().join(",\n")
    )
}

fn compare(name: &str, wanted: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/games/board_game/");
    let file = format!("{folder}{name}");
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&file, wanted).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&file).expect("the file can be read");
    assert!(kept == wanted, "{file} is out of date: run this test with BLESS=1");
}

#[test]
fn the_client_browses_the_roster_of_the_rules() {
    compare("roster.json", &roster());
}

#[test]
fn the_client_shows_the_battles_of_the_rules() {
    compare("battles.json", &battles());
}
