//! The roster that the client browses is the roster of the rules.

use board_game::{CardId, features};
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

#[test]
fn the_client_browses_the_roster_of_the_rules() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/games/board_game/roster.json");
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        std::fs::write(file, roster()).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(file).expect("the file can be read");
    assert!(
        kept == roster(),
        "web/src/games/board_game/roster.json is out of date: run this test with BLESS=1"
    );
}
