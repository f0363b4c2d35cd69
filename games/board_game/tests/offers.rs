//! What a view says its viewer can do may be done, and nothing that may be done is missing.

use admiralty_core::{
    Actor, Doc, Leads, Menu, Rules, Seat, Seeded, Table, Text, Viewer, sample, step,
};
use board_game::{BoardGame, Event, Phase};
use std::collections::{BTreeMap, BTreeSet};

const SETUPS: [&str; 5] = [
    r#"{"scenario": "SC-1"}"#,
    r#"{"scenario": "SC-4"}"#,
    r#"{"scenario": "SC-7"}"#,
    r#"{"scenario": "SC-3", "metric": "king"}"#,
    r#"{"tp": 90, "crit": "feature"}"#,
];

fn entries(doc: Option<&Doc>) -> Vec<(String, Doc)> {
    match doc {
        Some(Doc::Map(map)) => map.iter().map(|(k, v)| (k.to_string(), v.clone())).collect(),
        _ => Vec::new(),
    }
}

fn list<'a>(doc: &'a Doc, key: &str) -> &'a [Doc] {
    doc.get(key).and_then(Doc::as_list).unwrap_or_default()
}

fn text<'a>(doc: &'a Doc, key: &str) -> &'a str {
    doc.get(key).and_then(Doc::as_text).unwrap_or_default()
}

fn words<'a>(doc: &'a Doc, key: &str) -> Vec<&'a str> {
    text(doc, key).split_whitespace().collect()
}

/// Every action that the view says can be done, in notation; of salvos and strikes those of one squadron or target.
fn said(view: &Doc) -> Vec<String> {
    let mut all = Vec::new();
    let Some(can) = view.get("can") else { return all };
    for (unit, moves) in entries(can.get("moves")) {
        for die in words(&moves, "dice") {
            for to in list(&moves, "to") {
                for (_, path) in entries(to.get("ways")) {
                    all.push(format!("mv {unit} {die} {}", path.as_text().unwrap_or_default()));
                }
            }
        }
    }
    for (unit, pairs) in entries(can.get("repairs")) {
        for pair in pairs.as_list().unwrap_or_default() {
            all.push(format!("rep {unit} {}", pair.as_text().unwrap_or_default()));
        }
    }
    for (unit, launch) in entries(can.get("launches")) {
        for plane in words(&launch, "planes") {
            if plane.starts_with('F') {
                for screened in words(&launch, "screens") {
                    all.push(format!("launch {unit} {plane}>{screened}"));
                }
            }
            if launch.get("over") == Some(&Doc::Bool(true)) {
                all.push(format!("launch {unit} {plane}@d5"));
            }
        }
    }
    for (unit, strike) in entries(can.get("strikes")) {
        for raider in list(&strike, "planes") {
            let plane = text(raider, "plane");
            if plane.starts_with('F') {
                continue;
            }
            for prey in list(raider, "targets") {
                for from in list(prey, "from") {
                    let at = if plane.starts_with('T') {
                        format!("@{}", text(from, "at"))
                    } else {
                        String::new()
                    };
                    all.push(format!("strike {unit} {plane}>{}{at}", text(prey, "unit")));
                }
            }
        }
    }
    for special in list(can, "specials") {
        let (unit, feature) = (text(special, "unit"), text(special, "feature"));
        let red = special.get("red").is_some();
        let word = if red { "rx" } else { "fx" };
        let on: Vec<&str> = list(special, "on").iter().filter_map(Doc::as_text).collect();
        let orders = if text(view, "phase") == "orders" { "orders " } else { "" };
        if on.is_empty() {
            all.push(format!("{orders}{word} {unit} {feature}"));
        }
        all.extend(on.iter().map(|arg| format!("{word} {unit} {feature} {arg}")));
    }
    for weapon in list(can, "attacks") {
        let unit = text(weapon, "unit");
        for target in list(weapon, "targets") {
            let aim = text(target, "unit");
            let needs = match text(target, "needs") {
                "" => String::new(),
                "NOISY" => format!("rx {aim} NOISY; "),
                feature => format!("fx {unit} {feature}; "),
            };
            for die in words(weapon, "dice") {
                let order = match text(weapon, "with") {
                    "art1" => format!("art {unit} 1 {die} >{aim}"),
                    "art2" => format!("art {unit} 2 {die} >{aim}"),
                    "torp" => format!("tor {unit} {die} >{aim}"),
                    _ => format!("dc {unit} {die} >{aim}"),
                };
                // The feature and the attack cannot both have the last Admiral die.
                let pool = text(view.get("pool").expect("pools"), &unit[..1]);
                let admirals = pool.split(' ').filter(|face| *face == "X").count();
                if needs.is_empty() || die != "X" || admirals > 1 {
                    all.push(format!("orders {needs}{order}"));
                }
            }
        }
    }
    all
}

/// Where every move of the menu ends, by unit and by what ends it.
fn endings(table: &Table<BoardGame>, seat: Seat) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let sight = table.sight(Viewer::Seat(seat));
    let mut todo = vec![Vec::new()];
    while let Some(draft) = todo.pop() {
        let mut menu = Menu::default();
        BoardGame::menu(sight, &draft, &mut menu);
        for choice in menu.choices {
            match choice.leads {
                Leads::On
                    if draft.is_empty() && !matches!(choice.pick, board_game::Pick::Move(_)) => {}
                Leads::On => {
                    let mut next = draft.clone();
                    next.push(choice.pick);
                    todo.push(next);
                }
                Leads::To(action @ board_game::Action::Move { .. }) => {
                    let mut after = table.clone();
                    let mut rng = Seeded::new(1);
                    let told = step(&mut after, Actor::Seat(seat), &action, &mut rng);
                    assert!(told.is_ok(), "the menu offers what is refused");
                    let words = BoardGame::write_action(&table.public, &action);
                    let unit = words.split(' ').nth(1).unwrap_or_default().to_string();
                    let doc = BoardGame::save(&after);
                    let at = |key: &str| {
                        doc.at(&format!("units.{unit}.{key}")).map_or(String::new(), Doc::to_string)
                    };
                    found.insert(format!("{unit} {} {} {}", at("at"), at("heading"), at("status")));
                }
                _ => {}
            }
        }
    }
    found
}

fn int(doc: &Doc, key: &str) -> i64 {
    doc.get(key).and_then(Doc::as_int).unwrap_or_default()
}

/// What is said of the points adds up to them, ship by ship.
fn check_scores(view: &Doc) -> usize {
    let Some(points) = view.get("points") else { return 0 };
    for side in ["S", "N"] {
        let mine = list(view, "scores").iter().filter(|score| text(score, "side") == side);
        assert_eq!(mine.map(|score| int(score, "points")).sum::<i64>(), int(points, side));
    }
    list(view, "scores").len()
}

/// What the view says that dive bombers together would do: value, armour and loss by target and number.
fn forecast(view: &Doc) -> BTreeMap<(String, usize), [i64; 3]> {
    let mut found = BTreeMap::new();
    for (_, strike) in entries(view.at("can.strikes")) {
        for raider in list(&strike, "planes") {
            for prey in list(raider, "targets") {
                let does = list(prey, "does");
                assert_eq!(does.is_empty(), text(raider, "plane").starts_with('F'));
                for (i, one) in does.iter().enumerate() {
                    if text(raider, "plane").starts_with('D') {
                        let said = ["value", "armour", "loses"].map(|key| int(one, key));
                        found.insert((text(prey, "unit").to_string(), i + 1), said);
                    }
                }
            }
        }
    }
    found
}

#[test]
fn what_a_view_offers_may_be_done() {
    let mut kinds = BTreeSet::new();
    let (mut scored, mut bombed) = (0, 0);
    for setup in SETUPS {
        let setup = admiralty_catalog::json::read(setup).expect("the set-up is JSON");
        let setup = BoardGame::setup(&setup).expect("the set-up is right");
        for seed in 1..5 {
            let mut rng = Seeded::new(seed);
            let mut table = BoardGame::begin(&setup, &mut rng).expect("a generator never runs dry");
            let mut said_of_bombs = BTreeMap::new();
            for turn in 0..160 {
                let Some(seat) = BoardGame::awaiting(&table).seats().iter().next() else { break };
                let sight = table.sight(Viewer::Seat(seat));
                let view = BoardGame::view(sight);
                scored += check_scores(&view);
                said_of_bombs.extend(forecast(&view));
                for action in said(&view) {
                    kinds.insert(action.split(' ').next().unwrap_or_default().to_string());
                    let read = BoardGame::parse_action(&table.public, &action)
                        .unwrap_or_else(|why| panic!("{action}: {why:?}"));
                    if let Err(why) = BoardGame::check(sight, Actor::Seat(seat), &read) {
                        panic!("{action}: {why}");
                    }
                }
                // Whoever does not decide is offered nothing.
                let other = table.sight(Viewer::Seat(Seat(1 - seat.0)));
                let decides = BoardGame::awaiting(&table).seats().has(Seat(1 - seat.0));
                assert!(decides || BoardGame::view(other).get("can").is_none());
                assert!(BoardGame::view(table.sight(Viewer::Spectator)).get("can").is_none());
                if table.public.phase == Phase::Movement && turn % 16 == 0 {
                    let mut reached = BTreeSet::new();
                    for action in said(&view).iter().filter(|action| action.starts_with("mv ")) {
                        let read =
                            BoardGame::parse_action(&table.public, action).expect("read before");
                        let mut after = table.clone();
                        step(&mut after, Actor::Seat(seat), &read, &mut Seeded::new(1))
                            .expect("checked before");
                        let unit = action.split(' ').nth(1).unwrap_or_default();
                        let doc = BoardGame::save(&after);
                        let at = |key: &str| {
                            doc.at(&format!("units.{unit}.{key}"))
                                .map_or(String::new(), Doc::to_string)
                        };
                        reached.insert(format!(
                            "{unit} {} {} {}",
                            at("at"),
                            at("heading"),
                            at("status")
                        ));
                    }
                    let before = |ending: &String| {
                        // To spend a die on staying as it is, is no offer.
                        let unit = ending.split(' ').next().unwrap_or_default();
                        let doc = BoardGame::save(&table);
                        let at = |key: &str| {
                            doc.at(&format!("units.{unit}.{key}"))
                                .map_or(String::new(), Doc::to_string)
                        };
                        *ending != format!("{unit} {} {} {}", at("at"), at("heading"), at("status"))
                    };
                    assert!(reached.iter().all(before), "an offer that changes nothing");
                    let wanted: BTreeSet<String> =
                        endings(&table, seat).into_iter().filter(|e| before(e)).collect();
                    let missing: Vec<&String> = wanted.difference(&reached).collect();
                    assert!(missing.is_empty(), "not offered: {missing:?}");
                }
                let mut room = Vec::new();
                let action = sample::<BoardGame>(sight, &mut rng, &mut room).expect("an option");
                let told = step(&mut table, Actor::Seat(seat), &action, &mut rng);
                for told in told.expect("a legal action").told {
                    let Event::Bombed { target, size, value, armour, damage, .. } = told.event
                    else {
                        continue;
                    };
                    let said = said_of_bombs[&(target.to_string(), usize::from(size))];
                    assert_eq!(said, [value, armour, damage].map(i64::from));
                    bombed += 1;
                }
            }
        }
    }
    assert!(scored > 0 && bombed > 0, "{scored} scores, {bombed} bombs");
    for kind in ["mv", "rep", "launch", "strike", "fx", "rx", "orders"] {
        assert!(kinds.contains(kind), "{kind} never came up");
    }
}
