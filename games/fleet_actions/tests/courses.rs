//! Where orders are said to bring ships they come, and what they are said to run into is what is asked.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Actor, Awaiting, Doc, Rules, Seat, Seeded, Table, Tape, Text, Viewer};
use fleet_actions::FleetActions;

/// Four ships of Blue in two Groups, their flagship in the van, and Red where it is put.
fn table(red: &str, kind: &'static str) -> Table<FleetActions> {
    table_with(red, kind, |doc| doc)
}

fn table_with(red: &str, kind: &'static str, more: impl Fn(Doc) -> Doc) -> Table<FleetActions> {
    let block = format!(
        "scenario custom\ntitle A trial\ndate today\nplace at sea\nchart F\nmap 40 30\n\
        orient N=north\nwind N medium\nclock 10:00 nightfall 19:00\n\
        side A \"Blue\" bold=no doctrine=low\nside B \"Red\" bold=no doctrine=normal\n\
        squadron A1 div=1 nation=BR \"Blue\" admiral \"Ann\" cinc\n  \
        group 2011 S LA : Ann 74/8*, Bess 74/8\n  group 1911 S LA : Cat 74/8, Dot 74/8\n\
        squadron B1 div=1 nation=FR \"Red\" admiral \"Berthe\" cinc\n  \
        {red}\nend"
    );
    let phase = Doc::map().with("kind", "confirm").with("resume", kind);
    let doc = Doc::map().with("block", block).with("phase", phase).with("turn", 0);
    let doc = more(doc.with("pending", Doc::list(["A"])));
    let mut table = FleetActions::load(&doc).unwrap();
    act(&mut table, 0, "X begin");
    table
}

const FAR: &str = "group 2003 NE LA : Aube 74/8*, Berthe 74/8";

fn act(table: &mut Table<FleetActions>, seat: u8, text: &str) {
    let action = FleetActions::parse_action(&table.public, text).unwrap();
    let by = Actor::Seat(Seat(seat));
    FleetActions::check(table.sight(Viewer::Seat(Seat(seat))), by, &action).unwrap();
    FleetActions::apply(table, by, &action, &mut Seeded::new(3), &mut |_| {}).unwrap();
}

fn words(doc: &Doc, key: &str) -> Vec<String> {
    let list = doc.get(key).and_then(Doc::as_list).unwrap_or_default();
    list.iter().map(|one| one.as_text().unwrap().to_string()).collect()
}

fn word(doc: &Doc, key: &str) -> String {
    doc.get(key).and_then(Doc::as_text).unwrap_or_default().to_string()
}

fn list(table: &Table<FleetActions>, seat: u8, key: &str) -> Vec<Doc> {
    let view = FleetActions::view(table.sight(Viewer::Seat(Seat(seat))));
    view.get(key).and_then(Doc::as_list).unwrap_or_default().to_vec()
}

/// Each ship of Blue with her point and her heading when the turn has been sailed.
fn sailed(mut table: Table<FleetActions>, speed: i64) -> Vec<(String, String, String)> {
    act(&mut table, 0, &format!("S A1 {speed}"));
    for (seat, text) in [(0, "C A -"), (1, "S B1 0"), (1, "C B -")] {
        act(&mut table, seat, text);
    }
    for _ in 0..40 {
        let view = FleetActions::view(table.sight(Viewer::Umpire));
        let phase = word(view.get("phase").unwrap(), "kind");
        if phase == "head" || phase == "flag" {
            break;
        }
        let Awaiting::Seats(seats) = FleetActions::awaiting(&table) else { break };
        let seat = seats.iter().next().unwrap();
        let view = FleetActions::view(table.sight(Viewer::Seat(seat)));
        act(&mut table, seat.index() as u8, &word(&view, "suggest"));
    }
    let view = FleetActions::view(table.sight(Viewer::Umpire));
    let Doc::Map(ships) = view.get("ships").unwrap() else { unreachable!() };
    let own = ships.iter().filter(|(code, _)| code.starts_with("A1."));
    own.map(|(code, ship)| (code.to_string(), word(ship, "at"), word(ship, "heading"))).collect()
}

/// FA-5.33, FA-6.05, FA-D.13, FA-D.14: whatever is ordered, ships come where each speed is said to bring
/// them; of a Group that divides the part that holds stays, and whoever follows a follower comes along.
#[test]
fn ships_come_where_they_are_said_to() {
    let orders: [[&str; 2]; 9] = [
        ["H A1@2011 =", "H A1@1911 ="],
        ["H A1@2011 SE", "H A1@1911 follow 2011"],
        ["H A1@2011 div 1 = / hold", "H A1@1911 ="],
        ["H A1@2011 div 1 SE / SW", "H A1@1911 SE"],
        ["H A1@2011 =", "H A1@1911 div 1 SW / hold"],
        ["H A1@2011 SE/T", "H A1@1911 SE/T"],
        ["H A1@2011 NE", "H A1@1911 ="],
        ["H A1@2011 SW", "H A1@1911 SE"],
        ["H A1@2011 =", "H A1@1911 div 1 = / SE"],
    ];
    let mut compared = 0;
    for pair in orders {
        let mut ordered = table(FAR, "head");
        for text in pair {
            act(&mut ordered, 0, text);
        }
        act(&mut ordered, 1, "H B1@2003 =");
        let courses = list(&ordered, 0, "courses");
        assert!(list(&ordered, 1, "courses").iter().all(|one| word(one, "squad") == "B1"));
        for speed in 0..=3 {
            let said: Vec<&Doc> = courses
                .iter()
                .filter(|one| one.get("speed").and_then(Doc::as_int) == Some(speed))
                .collect();
            if said.is_empty() {
                continue;
            }
            // Where dice decide, or captains who have lost their flagship, nobody can say it.
            let strays = list(&ordered, 0, "strays");
            let parted =
                strays.iter().any(|one| one.get("speed").and_then(Doc::as_int) == Some(speed));
            if parted || said.iter().any(|one| one.get("risks").is_some()) {
                continue;
            }
            compared += 1;
            for (code, at, heading) in sailed(ordered.clone(), speed) {
                let one = said.iter().find(|one| words(one, "ships").contains(&code)).unwrap();
                let end = words(one, "way").pop().unwrap_or_else(|| word(one, "from"));
                assert_eq!(end, at, "{pair:?}, speed {speed}, {code}");
                assert_eq!(word(one, "heading"), heading, "{pair:?}, speed {speed}, {code}");
            }
        }
    }
    assert!(compared > 15, "{compared} compared");
}

/// FA-D.13: the part that holds is shown where it is, apart from those who sail.
#[test]
fn of_a_group_that_divides_only_the_part_that_sails_is_shown_sailing() {
    let mut ordered = table(FAR, "head");
    act(&mut ordered, 0, "H A1@2011 div 1 = / hold");
    act(&mut ordered, 0, "H A1@1911 =");
    act(&mut ordered, 1, "H B1@2003 =");
    let parts = |speed: i64| -> Vec<(Vec<String>, Vec<String>)> {
        let at = |one: &&Doc| one.get("speed").and_then(Doc::as_int) == Some(speed);
        let courses = list(&ordered, 0, "courses");
        courses.iter().filter(at).map(|one| (words(one, "ships"), words(one, "way"))).collect()
    };
    let part = |ships: &[&str], way: &[&str]| -> (Vec<String>, Vec<String>) {
        let own = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        (own(ships), own(way))
    };
    assert_eq!(
        parts(1),
        [
            part(&["A1.1"], &["2012"]),
            part(&["A1.2"], &["2011"]),
            part(&["A1.3", "A1.4"], &["1912"])
        ]
    );
    assert_eq!(parts(2)[1], part(&["A1.2"], &["2011", "2012"]));
}

/// What is said of Blue's way at this speed: the points, signs and sentences.
fn risks(table: &Table<FleetActions>, speed: i64) -> Vec<(String, String, String)> {
    let courses = list(table, 0, "courses");
    let at = courses.iter().filter(|one| one.get("speed").and_then(Doc::as_int) == Some(speed));
    at.flat_map(|one| one.get("risks").and_then(Doc::as_list).unwrap_or_default().to_vec())
        .map(|one| (word(&one, "at"), word(&one, "sign"), word(&one, "says")))
        .collect()
}

/// FA-7.02, FA-7.06, FA-7.17, FA-7.20, FA-7.22: who would run in among the enemy is told before what is
/// decided there, and by whom; and that is what is asked.
#[test]
fn an_enemy_on_the_way_is_warned_of() {
    // The flagship's Group, on a course across theirs.
    let across = table("group 2012 NE LA : Aube 74/8*, Berthe 74/8", "speed");
    let [(at, sign, says)] = &risks(&across, 1)[..] else { panic!("{:?}", risks(&across, 1)) };
    assert_eq!((at.as_str(), sign.as_str()), ("2012", "go in or veer"));
    assert!(says.contains("If Aube and Berthe are still there, you choose"), "{says}");
    assert!(says.contains("locked in close action"), "{says}");
    assert!(risks(&across, 0).is_empty());
    let mut played = across.clone();
    for (seat, text) in [(0, "S A1 1"), (0, "C A -"), (1, "S B1 0"), (1, "C B -")] {
        act(&mut played, seat, text);
    }
    assert!(FleetActions::prompt(played.sight(Viewer::Seat(Seat(0)))).contains("go in, or veer?"));
    // Without the flagship captains must dare; on a parallel course nobody is locked.
    let beside = table("group 1912 S LA : Aube 74/8*", "speed");
    let [(at, sign, says)] = &risks(&beside, 1)[..] else { panic!("{:?}", risks(&beside, 1)) };
    assert_eq!((at.as_str(), sign.as_str()), ("1912", "captains must dare"));
    assert!(says.contains("If Aube is still there, the captains go in on a 5 or 6"), "{says}");
    assert!(says.contains("side by side") && !says.contains("locked"), "{says}");
    let mut played = beside.clone();
    for (seat, text) in [(0, "S A1 1"), (0, "C A -"), (1, "S B1 0")] {
        act(&mut played, seat, text);
    }
    let last = FleetActions::parse_action(&played.public, "C B -").unwrap();
    let (by, mut dice) = (Actor::Seat(Seat(1)), Tape::new(&[]));
    let dry = FleetActions::apply(&mut played, by, &last, &mut dice, &mut |_| {});
    assert!(dry.is_err(), "a die decides");
    // The same before headings are ordered, on the headings that lead there alone.
    let mut asked = table("group 2013 NE LA : Aube 74/8*", "head");
    assert!(list(&asked, 0, "leads").is_empty(), "those to leeward are asked first");
    act(&mut asked, 1, "H B1@2013 =");
    let leads = list(&asked, 0, "leads");
    let warned: Vec<(String, String)> = leads
        .iter()
        .filter(|one| one.get("risks").is_some())
        .map(|one| (word(one, "unit"), word(one, "heading")))
        .collect();
    assert_eq!(warned, [("A1@2011".to_string(), "S".to_string())]);
    assert!(list(&asked, 1, "leads").is_empty());
}

/// FA-7.41: friends who would come to one point on courses that cross are warned of it.
#[test]
fn friends_who_may_collide_are_warned_of_it() {
    let mut ordered = table(FAR, "head");
    act(&mut ordered, 0, "H A1@2011 SW");
    act(&mut ordered, 0, "H A1@1911 =");
    act(&mut ordered, 1, "H B1@2003 =");
    let found = risks(&ordered, 1);
    assert!(found.iter().any(|(_, sign, _)| sign == "may collide"), "{found:?}");
}

/// FA-D.02, FA-7.17: what is asked names what it is about: a flag that must be hoisted anew, and of
/// those on a point the enemy.
#[test]
fn questions_name_what_they_are_about() {
    let asks =
        |table: &Table<FleetActions>| FleetActions::prompt(table.sight(Viewer::Seat(Seat(0))));
    let lost = table_with(FAR, "flag", |doc| {
        let struck = Doc::map().with("state", "struck").with("sd", 8).with("md", 7);
        let flag = Doc::map().with("flag", "-").with("flag_at", "2011").with("flag_heading", "S");
        doc.with("ships", Doc::map().with("A1.1", struck))
            .with("squads", Doc::map().with("A1", flag))
    });
    assert!(asks(&lost).contains("has lost her flagship: which ship"), "{}", asks(&lost));
    // Cat lies in among them already, aground.
    let mut among = table_with("group 2012 NE LA : Aube 74/8*", "speed", |doc| {
        let at = |at: &'static str| Doc::map().with("at", at).with("marks", Doc::list(["aground"]));
        doc.with("ships", Doc::map().with("A1.3", at("2012")).with("A1.4", at("2012")))
    });
    for (seat, text) in [(0, "S A1 1"), (0, "C A -"), (1, "S B1 0"), (1, "C B -")] {
        act(&mut among, seat, text);
    }
    assert!(asks(&among).contains("would run in among Aube:"), "{}", asks(&among));
}
