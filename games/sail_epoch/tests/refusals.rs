//! Refusals name the true reason: random tables, random wrong actions, and for
//! each reason what must hold of table and action for it to be named.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod middle;
mod truth;

use admiralty_core::{Actor, Doc, IllegalMove, Rules, Seat, Table, Tape, Text, step};
use admiralty_testkit::{Refusals, Refused};
use sail_epoch::{
    Action, Chair, Illegal, Named, Public, SailEpoch, SeatSecret, ShipId, Space, Weather,
};
use truth::Scene;

/// One of a thing is named in the singular.
fn is_grammatical(says: &str) -> bool {
    ["spaces", "shots", "points", "troves", "ships", "Turns"].iter().all(|many| {
        !says.starts_with(&format!("1 {many}")) && !says.contains(&format!(" 1 {many}"))
    })
}

fn judge(refused: &Refused<'_, SailEpoch>) -> Result<(), String> {
    let says = refused.illegal.to_string();
    if !is_grammatical(&says) {
        return Err("one is not many".into());
    }
    let seat = match (refused.by, refused.action) {
        (_, Action::TimeOut(seat) | Action::Left(seat))
            if refused.by == Actor::Clock || refused.by == Actor::Host =>
        {
            *seat
        }
        (Actor::Seat(seat), _) => seat,
        _ => {
            // The clock and the host have nothing else to say.
            let foreign = matches!(refused.illegal, Illegal::NotAPlayer | Illegal::Over);
            return if foreign { Ok(()) } else { Err("the clock is no player".into()) };
        }
    };
    let p = &refused.table.public;
    let nobody = SeatSecret::new();
    let own = refused.table.seats.get(seat).unwrap_or(&nobody);
    let scene = Scene { p, own, seat, action: refused.action };
    match scene.holds(refused.illegal) {
        true => Ok(()),
        false => Err(format!("that is not so ({})", refused.illegal.reason())),
    }
}

const SETUPS: [&str; 10] = [
    r#"{"scenario": "treasures", "players": 3, "turn_limit": 6}"#,
    r#"{"scenario": "treasures", "players": 2, "level": "captain", "mines": true, "turn_limit": 6}"#,
    r#"{"scenario": "pearls", "players": 4, "variant": "team", "turn_limit": 6}"#,
    r#"{"scenario": "pearls", "players": 3, "level": "captain", "temporary_alliances": "notice", "turn_limit": 6}"#,
    r#"{"scenario": "jolly", "players": 4, "level": "captain", "mines": true, "turn_limit": 6}"#,
    r#"{"scenario": "jolly", "players": 3, "level": "admiral", "turn_limit": 6}"#,
    r#"{"scenario": "oceans", "players": 2, "level": "admiral", "A8": true, "turn_limit": 6}"#,
    r#"{"scenario": "oceans", "players": 3, "temporary_alliances": "sudden", "mines": true, "turn_limit": 6}"#,
    r#"{"scenario": "oceans", "players": 2, "setup": "placed", "level": "captain", "turn_limit": 4}"#,
    r#"{"scenario": "oceans", "players": 4, "variant": "team", "level": "admiral", "setup": "placed", "turn_limit": 4}"#,
];

/// What random play seldom says.
const ALSO: [&str; 34] = [
    "move FR1 N 3",
    "move FR1 NE1 SE1",
    "move FR1 N1 N1",
    "move BR1 LLFF+R2",
    "turn FR1 R4",
    "drift GA1",
    "fire FR1x3,GA1 > BR2 sails",
    "fire FR1x2 > FR2 & FR1x1 > GA2",
    "fire @A1x2 > @X14",
    "ignite BR1",
    "explode BR1",
    "board BR1,FR1 > FR2",
    "assault FR1 > @A1",
    "assault GA1,BR1 > @X14",
    "defend FR1",
    "alloc FR1=1 BR1=0 cargo FR1>BR1:1",
    "repair BR1 @A1",
    "unrepair FR1",
    "mend FR1 sails",
    "work @A1 FR1 BR1",
    "release @A1",
    "raise @X14",
    "load BR1 3",
    "load BR1 1 @A1",
    "load BR1 1 map P2",
    "unload BR1 1 @A1",
    "plunder BR1:2",
    "detonate K7",
    "offer P2 turns 13",
    "notice P2",
    "break P3",
    "give @A1 P3",
    "deploy GA3 W14",
    "captain FR1 target",
];

/// Everything a line can say, for the ships and forts of a position.
fn lines(p: &Public) -> Vec<String> {
    let ships: Vec<String> =
        (0..24).map(ShipId).filter(|id| p.ship(*id).is_afloat()).map(|id| id.to_string()).collect();
    let forts: Vec<String> = p.forts().iter().map(|fort| format!("@{}", fort.space)).collect();
    let mut out: Vec<String> = ALSO.iter().map(ToString::to_string).collect();
    let plain = ["pass", "end", "accept", "decline", "defend -", "mine B2", "map B2", "map L7"];
    out.extend(
        plain
            .iter()
            .chain(&["timeout P1", "left P2", "reef C3", "order C3 hold"])
            .map(ToString::to_string),
    );
    for a in &ships {
        for line in [
            "move $ N 1",
            "move $ SE 7",
            "move $ E1 W1",
            "move $ S1 S2",
            "move $ F",
            "move $ LRF+L2",
            "turn $ L1",
            "bow $ N",
            "captain $ initiative",
            "drift $",
            "fire $ -",
            "ignite $",
            "explode $",
            "unrepair $",
            "mend $ sails",
            "load $ 1",
            "load $ 3",
            "load $ 1 map P3",
            "plunder $:1",
            "defend $",
            "alloc $=1",
            "alloc $=9",
            "deploy $ B2",
        ] {
            out.push(line.replace('$', a));
        }
        for b in &ships {
            for line in [
                "fire $ > %",
                "fire $x3 > % sails",
                "board $ > %",
                "alloc $=1 %=0",
                "alloc $=3 %=3",
            ] {
                out.push(line.replace('$', a).replace('%', b));
            }
            for fort in &forts {
                out.push(format!("work {fort} {a} {b}"));
            }
            let two = [format!("fire {a} > {b} & {a} > {}", ships[0])];
            out.extend(two);
        }
        for fort in &forts {
            for line in [
                "fire $ > %",
                "fire % > $",
                "assault $ > %",
                "repair $ %",
                "load $ 1 %",
                "unload $ 1 %",
                "unload $ 3 %",
                "alloc $=1 %=2",
            ] {
                out.push(line.replace('$', a).replace('%', fort));
            }
        }
    }
    for one in &forts {
        for line in ["fire $ -", "release $", "raise $", "give $ P2", "give $ P3"] {
            out.push(line.replace('$', one));
        }
        out.extend(forts.iter().map(|two| format!("fire {one} > {two}")));
    }
    out
}

/// Ships under repair, at work, lit, just captured, fresh from the yard, with cargo.
const CROWDED: [&str; 4] = [
    "scenario pearls / players 3 / level captain / wind N fresh / turn 4 / phase P1 / order P1 P2 P3
     fort P1 D4 hull 1 since 2 worker P1 works GA1 BR1 / fort P2 L4 hull 2 / fort P3 S4 ruin
     ship P1 FR1 D3 hull 2 repair @D4 / ship P1 GA1 E4 work @D4 / ship P1 BR1 E5 work @D4
     ship P1 FG1 C5 hull 1 released / ship P1 FR2 L5 attacked moved / ship P1 GA2 M4 captured cargo 1
     ship P2 FR4 L3 hull 3 repair @L4 / ship P2 BR4 K5 / ship P2 GA4 L6 ignited
     ship P3 FR3 S5 / ship P3 BR3 T5 cargo 1 unloaded / goods L7 2",
    "scenario treasures / players 2 / level captain / wind E calm
     fort P1 A1 / fort P2 L14 ruin / goods E7 2
     ship P1 BR1 E7 cargo 2 / ship P1 BR2 A2 cargo 1 loaded / ship P2 BR3 E8 / ship P2 BR4 L13 cargo 1",
    "scenario oceans / players 4 team 1+3 2+4 / level admiral A8=on / wind W storm
     fort P1 D4 / fort P2 S4 / fort P3 D11 ruin points 1 worker P1 / fort P4 S11
     ship P1 FR1 L7 bow N captain initiative / ship P1 BR1 D5 bow S hull 1 sails 1 repair @D4
     ship P2 FR2 N7 bow N chaser / ship P2 BR2 S5 bow E / ship P3 GA3 L9 bow W / ship P4 FG4 L5 bow S",
    "scenario oceans / players 3 / level admiral / wind W fresh / option temporary_alliances=notice
     fort P1 D4 / fort P2 S4 / fort P3 D11 / treaty P1 P2 6 / turn 4 / phase P1 / order P1 P2 P3
     ship P1 FR1 L7 bow W / ship P1 GA1 L8 bow N sails 4 / ship P2 FR2 N7 bow N / ship P3 FR3 J7 bow E",
];

/// Every line that can be said in the middle of games, by everybody.
#[test]
fn reasons_are_true_in_the_middle_of_games() {
    let mut tables: Vec<Table<SailEpoch>> =
        CROWDED.iter().map(|text| SailEpoch::load(&Doc::from(*text)).unwrap()).collect();
    for name in ["played_captain_jolly", "played_admiral_treasures", "played_lieutenant_pearls"] {
        for tenths in [3, 6, 9] {
            let doc = admiralty_catalog::json::read(&middle::position(name, tenths)).unwrap();
            tables.push(SailEpoch::load(&doc).unwrap());
        }
    }
    let mut named = std::collections::BTreeSet::new();
    for table in &tables {
        for text in lines(&table.public) {
            let Ok(action) = SailEpoch::parse_action(&table.public, &text) else { continue };
            let seats = table.public.seats().map(Actor::Seat);
            for by in seats.chain([Actor::Clock, Actor::Host]) {
                let Err(illegal) = SailEpoch::check(table.sight_of(by), by, &action) else {
                    continue;
                };
                let reasons = std::iter::successors(Some(&illegal), |illegal| illegal.behind());
                named.extend(reasons.map(Illegal::reason));
                let (action, illegal) = (&action, &illegal);
                let refused = Refused { table, by, action, text: &text, illegal };
                if let Err(why) = judge(&refused) {
                    panic!("{by:?} {text}: {illegal}: {why}\n{}", SailEpoch::save(table));
                }
            }
        }
    }
    assert!(named.len() >= 70, "only {} reasons were named: {named:?}", named.len());
}

#[test]
fn reasons_are_true() {
    let refusals = Refusals::new(&SETUPS).games(20).longest(160).tries(6).also(&ALSO);
    let tally = refusals.run::<SailEpoch>(Illegal::REASONS, Illegal::reason, judge);
    println!("{tally}");
    assert!(tally.never().len() <= 60, "never named: {:?}", tally.never());
    assert!(tally.tried > 5000, "only {} were tried", tally.tried);
}

/// The sentence of a refusal says what, where and how many, as a person would.
#[test]
fn sentences_are_those_of_a_person() {
    let too_far = |max: u8| Illegal::TooFar {
        ship: ShipId(0),
        dir: sail_epoch::Dir(0),
        asked: 4,
        max,
        leg: 0,
        weather: Weather::Calm,
    };
    assert_eq!(too_far(1).to_string(), "FR1 can go 1 space N, not 4");
    assert_eq!(too_far(3).to_string(), "FR1 can go 3 spaces N, not 4");
    assert_eq!(too_far(1).clause().as_str(), "SE-3.3.1.6.2a");
    let besides = Some(Box::new(Illegal::NotAfloat { ship: ShipId(0) }));
    let phase = Illegal::NotYourPhase { acting: Chair(Seat(1)), besides };
    assert_eq!(phase.to_string(), "it is the phase of P2; besides, FR1 is not on the field");
    assert_eq!(phase.behind().map(IllegalMove::clause).unwrap().as_str(), "SE-3.3.1.6.3h");
    let fort = Illegal::NotAnEnemy { unit: Named::Fort(Space::new(0, 0)) };
    assert_eq!(fort.to_string(), "the fort on A1 is no enemy");
}

/// SE-4.1.8b: no ship takes twice, however the action was made; the notation alone would
/// not let anybody write that.
#[test]
fn a_ship_plunders_once() {
    let text = "scenario treasures / players 2 / wind N fresh / fort P1 A1 / fort P2 L14
        ship P1 BR1 F6 cargo 1 / ship P2 BR3 G7 hull 2 cargo 2 / ship P2 BR4 A13";
    let mut table = SailEpoch::load(&Doc::from(text)).unwrap();
    let by = Actor::Seat(Seat(0));
    let fire = SailEpoch::parse_action(&table.public, "fire BR1 > BR3").unwrap();
    step(&mut table, by, &fire, &mut Tape::new(&[1])).unwrap();
    let once = SailEpoch::parse_action(&table.public, "plunder BR1:1").unwrap();
    let Action::Plunder(takes) = &once else { panic!("{once:?}") };
    let twice = Action::Plunder([takes[0], takes[0]].into());
    let check = |action: &Action| SailEpoch::check(table.sight_of(by), by, action);
    assert!(check(&once).is_ok());
    assert_eq!(check(&twice).unwrap_err().clause().as_str(), "SE-4.1.8b");
}
