//! What a view says besides the position holds: chances come so often, and advice leads nowhere bad.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Actor, Awaiting, Doc, Menu, Rules, Seat, Seeded, Table, Tape, Text, Viewer};
use fleet_actions::FleetActions;

/// Three ships against two, one of them badly hurt, a point apart, guns laid.
fn table(hurt: [(&'static str, u8, u8); 2], heading: &'static str) -> Table<FleetActions> {
    let block = "scenario custom\ntitle A trial\ndate today\nplace at sea\nchart F\nmap 40 30\n\
        orient N=north\nwind N medium\nclock 10:00 nightfall 19:00\n\
        side A \"Blue\" bold=no doctrine=low\nside B \"Red\" bold=no doctrine=normal\n\
        squadron A1 div=1 nation=BR \"Blue\" admiral \"Ann\" cinc\n  \
        group 2020 SE LA : Ann 74/8*, Bess 74/8, Cat 74/8\n\
        squadron B1 div=1 nation=FR \"Red\" admiral \"Berthe\" cinc\n  \
        group 2225 SE LA : Aube 74/8*, Berthe 74/8\nend";
    let mut ships = Doc::map();
    for (code, sd, md) in hurt {
        let one = Doc::map().with("at", "2120").with("heading", heading);
        ships.put(code, one.with("sd", sd).with("md", md));
    }
    let marker = || Doc::map().with("marker", 1);
    let phase = Doc::map().with("kind", "fire").with("step", 4);
    let doc = Doc::map()
        .with("block", block)
        .with("phase", phase)
        .with("turn", 1)
        .with("ships", ships)
        .with("squads", Doc::map().with("A1", marker()).with("B1", marker()));
    // Raked or too weak, the others have nothing to fire at.
    let both = doc.clone().with("pending", Doc::list(["A", "B"]));
    FleetActions::load(&both)
        .or_else(|_| FleetActions::load(&doc.with("pending", Doc::list(["A"]))))
        .unwrap()
}

fn beats(table: &Table<FleetActions>) -> i64 {
    let view = FleetActions::view(table.sight(Viewer::Seat(Seat(0))));
    let shots = view.get("shots").and_then(Doc::as_list).unwrap();
    let shot = shots.iter().find(|one| one.get("at").and_then(Doc::as_text) == Some("B1@2120"));
    shot.and_then(|one| one.get("beats")).and_then(Doc::as_int).unwrap()
}

/// FA-8.55 to 8.59, FA-8.63, FA-8.70: the chance to beat a ship, as often as it comes so.
#[test]
fn the_chance_to_beat_a_ship_is_what_comes_of_it() {
    let cases = [
        ([("B1.1", 0, 0), ("B1.2", 0, 0)], "SE"),
        ([("B1.1", 6, 2), ("B1.2", 3, 5)], "SE"),
        ([("B1.1", 7, 6), ("B1.2", 5, 5)], "SE"),
        // Raked: all hits fall on the ship at the near end.
        ([("B1.1", 5, 4), ("B1.2", 0, 0)], "SW"),
    ];
    for (hurt, heading) in cases {
        let start = table(hurt, heading);
        let said = beats(&start);
        let rounds = 3000;
        let mut beaten = 0;
        for seed in 0..rounds {
            let mut dice = Seeded::new(seed);
            let mut table = start.clone();
            for (seat, text) in [(0, "A A1@2020 > B1@2120"), (1, "A B1@2120 -")] {
                let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { continue };
                if !seats.has(Seat(seat)) {
                    continue;
                }
                let action = FleetActions::parse_action(&table.public, text).unwrap();
                let by = Actor::Seat(Seat(seat));
                FleetActions::apply(&mut table, by, &action, &mut dice, &mut |_| {}).unwrap();
            }
            let view = FleetActions::view(table.sight(Viewer::Umpire));
            let ships = view.get("ships").unwrap();
            let down = |code: &str| {
                let ship = ships.get(code).unwrap();
                let steps = |name: &str| ship.get(name).and_then(Doc::as_int).unwrap();
                steps("md") >= 7 || steps("sd") >= 8
            };
            beaten += u64::from(down("B1.1") || down("B1.2"));
        }
        let share = 100.0 * beaten as f64 / rounds as f64;
        assert!((share - said as f64).abs() < 3.0, "{hurt:?} {heading}: said {said}, came {share}");
    }
}

/// A seat that does as it is advised, with every squadron at full speed.
fn advised(table: &Table<FleetActions>, seat: Seat) -> String {
    let view = FleetActions::view(table.sight(Viewer::Seat(seat)));
    let advice = view.get("suggest").and_then(Doc::as_text).unwrap().to_string();
    let faster = advice.strip_prefix("S ").map(|rest| format!("S {} 3", &rest[..2]));
    let legal = |text: &String| {
        let action = FleetActions::parse_action(&table.public, text).unwrap();
        FleetActions::check(table.sight(Viewer::Seat(seat)), Actor::Seat(seat), &action).is_ok()
    };
    faster.filter(legal).unwrap_or(advice)
}

/// FA-6.10, FA-6.11: divisions in one line that keep their course do not run into each other, because
/// whoever is astern is advised to let those ahead sail first.
#[test]
fn a_line_that_keeps_its_course_stays_a_line() {
    let setup = FleetActions::setup(&Doc::map().with("scenario", "trafalgar-1805")).unwrap();
    let mut dice = Seeded::new(5);
    let mut table = FleetActions::begin(&setup, &mut dice).unwrap();
    let mut waited = 0;
    for _ in 0..400 {
        let view = FleetActions::view(table.sight(Viewer::Umpire));
        if view.get("turn").and_then(Doc::as_int) == Some(2) {
            break;
        }
        let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { break };
        let seat = seats.iter().next().unwrap();
        let asked = view.get("moving").and_then(|moving| moving.get("now"));
        let onto = asked.and_then(|now| now.get("to")).and_then(Doc::as_text);
        if let (Some(onto), Doc::Map(ships)) = (onto, view.get("ships").unwrap()) {
            let friend = ships.iter().find(|(code, ship)| {
                code.starts_with('A') && ship.get("at").and_then(Doc::as_text) == Some(onto)
            });
            assert!(seat != Seat(0) || friend.is_none(), "the British run into {friend:?}");
        }
        let text = advised(&table, seat);
        waited += u32::from(text.ends_with("defer") && seat == Seat(0));
        let action = FleetActions::parse_action(&table.public, &text).unwrap();
        FleetActions::apply(&mut table, Actor::Seat(seat), &action, &mut dice, &mut |_| {})
            .unwrap();
    }
    assert!(waited > 0, "nobody astern ever waited");
}

/// Two Groups of Blue a point apart, the flagship's in the van; Red lies across her course.
fn squadron(phase: Doc, more: impl Fn(Doc) -> Doc) -> Table<FleetActions> {
    let block = "scenario custom\ntitle A trial\ndate today\nplace at sea\nchart F\nmap 40 30\n\
        orient N=north\nwind N medium\nclock 10:00 nightfall 19:00\n\
        side A \"Blue\" bold=no doctrine=low\nside B \"Red\" bold=no doctrine=normal\n\
        squadron A1 div=1 nation=BR \"Blue\" admiral \"Ann\" cinc\n  \
        group 2011 S LA : Ann 74/8*, Bess 74/8\n  group 1912 S LA : Cat 74/8\n\
        squadron B1 div=1 nation=FR \"Red\" admiral \"Berthe\" cinc\n  \
        group 2012 NE LA : Aube 74/8*, Berthe 74/8\nend";
    let doc = Doc::map().with("block", block).with("phase", phase).with("turn", 1);
    FleetActions::load(&more(doc)).unwrap()
}

/// What the view of Blue says about each speed: `2 Cat`.
fn warned(table: &Table<FleetActions>) -> Vec<String> {
    let view = FleetActions::view(table.sight(Viewer::Seat(Seat(0))));
    let list = view.get("strays").and_then(Doc::as_list).unwrap_or_default();
    let one = |doc: &Doc| {
        let speed = doc.get("speed").and_then(Doc::as_int).unwrap();
        format!("{speed} {}", doc.get("ships").and_then(Doc::as_text).unwrap())
    };
    list.iter().map(one).collect()
}

/// FA-5.06, FA-6.29, FA-7.35: before a speed is sealed it is said who would lose the flagship by it.
#[test]
fn a_speed_that_parts_a_squadron_is_warned_of() {
    let both = |doc: Doc| doc.with("pending", Doc::list(["A", "B"]));
    let phase = || Doc::map().with("kind", "speed");
    assert!(warned(&squadron(phase(), both)).is_empty(), "side by side they stay together");
    // The flagship is locked: whoever sails on leaves her.
    let locked = |doc: Doc| {
        let fights = |foe: &'static str| {
            let marks = Doc::list(["melee"]);
            Doc::map().with("marks", marks).with("die", 2).with("foes", Doc::list([foe]))
        };
        let ships = Doc::map()
            .with("A1.1", fights("B1.1"))
            .with("A1.2", Doc::map().with("marks", Doc::list(["melee"])))
            .with("B1.1", fights("A1.1").with("at", "2011"))
            .with("B1.2", Doc::map().with("marks", Doc::list(["melee"])).with("at", "2011"));
        both(doc).with("ships", ships)
    };
    assert_eq!(warned(&squadron(phase(), locked)), ["1 Cat", "2 Cat"]);
    // Speeds that headings have made different.
    let turned = |doc: Doc| {
        both(doc.with("ships", Doc::map().with("A1.3", Doc::map().with("heading", "SW"))))
    };
    assert_eq!(warned(&squadron(phase(), turned)), ["1 Cat", "2 Cat"]);
    // Nobody else is told.
    let view = FleetActions::view(squadron(phase(), locked).sight(Viewer::Seat(Seat(1))));
    assert!(view.get("strays").is_none());
}

/// FA-7.20, FA-7.35: who is asked to hold a course into the enemy is told who would sail on without
/// him, and exactly those straggle then.
#[test]
fn a_fight_that_parts_a_squadron_is_warned_of() {
    for (step, slot, warns) in [(3, 2, true), (4, 2, false)] {
        let phase = Doc::map()
            .with("kind", "confirm")
            .with("resume", "squads")
            .with("step", step)
            .with("slot", slot);
        let marker = |n: i64| Doc::map().with("marker", n);
        let mut table = squadron(phase, |doc| {
            let squads = Doc::map().with("A1", marker(2)).with("B1", marker(1));
            doc.with("pending", Doc::list(["A"])).with("squads", squads)
        });
        let mut dice = Seeded::new(1);
        let mut act = |table: &mut Table<FleetActions>, text: &str| {
            let action = FleetActions::parse_action(&table.public, text).unwrap();
            let by = Actor::Seat(Seat(0));
            FleetActions::apply(table, by, &action, &mut dice, &mut |_| {}).unwrap();
        };
        act(&mut table, "X begin");
        act(&mut table, "V A1@2011 in");
        let sight = table.sight(Viewer::Seat(Seat(0)));
        let mut menu = Menu::default();
        FleetActions::menu(sight, &[], &mut menu);
        let said = |word: &str| {
            let mut labels =
                menu.choices.iter().map(|choice| FleetActions::pick(sight, &choice.pick));
            let label = labels.find(|label| label.key == word).unwrap();
            label.facts.as_ref().and_then(|facts| facts.get("strays")).cloned()
        };
        assert_eq!(said("keep"), warns.then(|| Doc::from("Cat")), "step {step}");
        // Alongside, to the south-west, they sail on with her within reach of the flag.
        assert_eq!(said("conform"), None, "step {step}");
    }
}

/// FA-5.06, FA-7.24: to turn alongside out of the flagship's reach is warned of as well.
#[test]
fn turning_alongside_far_from_the_flag_is_warned_of() {
    let phase =
        Doc::map().with("kind", "confirm").with("resume", "squads").with("step", 4).with("slot", 2);
    let marker = |n: i64| Doc::map().with("marker", n);
    let mut table = squadron(phase, |doc| {
        let squads = Doc::map().with("A1", marker(2)).with("B1", marker(1));
        let aground =
            |at: &'static str| Doc::map().with("at", at).with("marks", Doc::list(["aground"]));
        // Cat runs in alone; Ann, who leads, lies aground two points astern of where she will be.
        let ships = Doc::map()
            .with("A1.1", aground("2010"))
            .with("A1.2", aground("2010"))
            .with("A1.3", Doc::map().with("at", "2011"));
        doc.with("pending", Doc::list(["A"])).with("squads", squads).with("ships", ships)
    });
    let begin = FleetActions::parse_action(&table.public, "X begin").unwrap();
    // Her captain dares.
    let mut dice = Tape::new(&[6]);
    FleetActions::apply(&mut table, Actor::Seat(Seat(0)), &begin, &mut dice, &mut |_| {}).unwrap();
    let sight = table.sight(Viewer::Seat(Seat(0)));
    let mut menu = Menu::default();
    FleetActions::menu(sight, &[], &mut menu);
    for word in ["keep", "conform"] {
        let mut labels = menu.choices.iter().map(|choice| FleetActions::pick(sight, &choice.pick));
        let label = labels.find(|label| label.key == word).unwrap();
        let said = label.facts.as_ref().and_then(|facts| facts.get("strays")).cloned();
        assert_eq!(said, Some(Doc::from("Cat")), "{word}");
    }
}

/// Ann and Aube muzzle to muzzle, with so much Strength lost, before boarding is decided.
fn alongside(hurt: [u8; 2]) -> Table<FleetActions> {
    let fights = |foe: &'static str, sd: u8| {
        let marks = Doc::list(["melee"]);
        let one = Doc::map().with("marks", marks).with("die", 2).with("foes", Doc::list([foe]));
        one.with("at", "2011").with("sd", sd)
    };
    let free = || Doc::map().with("at", "2011").with("marks", Doc::list(["melee"]));
    squadron(Doc::map().with("kind", "board"), |doc| {
        let ships = Doc::map()
            .with("A1.1", fights("B1.1", hurt[0]))
            .with("A1.2", free())
            .with("B1.1", fights("A1.1", hurt[1]))
            .with("B1.2", free());
        doc.with("pending", Doc::list(["A", "B"])).with("ships", ships)
    })
}

/// FA-7.66 to 7.73: what is said about boarding comes so often, in the next round and when it is fought
/// out; once begun it goes on without being asked about.
#[test]
fn boarding_promises_what_comes_of_it() {
    for hurt in [[0, 4], [0, 2], [1, 0], [2, 0]] {
        let first = alongside(hurt);
        let view = FleetActions::view(first.sight(Viewer::Seat(Seat(0))));
        let said = view.get("boardings").and_then(Doc::as_list).unwrap()[0].clone();
        let number = |key: &str| said.get(key).and_then(Doc::as_int).unwrap();
        assert_eq!(number("own"), 8 - i64::from(hurt[0]));
        assert_eq!(said.get("foes"), Some(&Doc::list([format!("Aube {}", 8 - hurt[1])])));
        let (mut won, mut lost) = (0, 0);
        let fights = 400;
        for seed in 0..fights {
            let mut left = [8 - hurt[0], 8 - hurt[1]];
            let mut dice = Seeded::new(seed);
            loop {
                let [a, b] = [0, 1].map(|_| dice.below(6) + 1);
                let totals = [u32::from(left[0]) + a, u32::from(left[1]) + b];
                if totals[0] <= totals[1] {
                    left[0] -= 1;
                }
                if totals[1] <= totals[0] {
                    left[1] -= 1;
                }
                won += i64::from(2 * left[1] <= left[0]);
                lost += i64::from(2 * left[0] <= left[1]);
                if 2 * left[1] <= left[0] || 2 * left[0] <= left[1] {
                    break;
                }
            }
        }
        let near = |key: &str, n: i64| {
            let off = (number(key) - n * 100 / i64::from(fights as u32)).abs();
            assert!(off <= 6, "{hurt:?} {key}: {} {off}", number(key));
        };
        near("takes_in_the_end", won);
        near("taken_in_the_end", lost);
        assert!(number("wins") + number("loses") <= 100 && number("rounds") > 0);
    }
    // The round itself plays as it is foretold: of 8 against 4 half is left at once.
    let table = alongside([0, 4]);
    let view = FleetActions::view(table.sight(Viewer::Seat(Seat(0))));
    let said = view.get("boardings").and_then(Doc::as_list).unwrap()[0].clone();
    assert_eq!(said.get("takes").and_then(Doc::as_int), Some(97));
    // What may fail, however seldom, is not called sure.
    assert_eq!(said.get("takes_in_the_end").and_then(Doc::as_int), Some(99));
    assert_eq!(said.get("taken_in_the_end").and_then(Doc::as_int), Some(1));
    assert_eq!(said.get("best"), Some(&Doc::from(true)));
}
