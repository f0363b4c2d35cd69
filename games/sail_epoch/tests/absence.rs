//! SE-R142: whoever falls silent, whenever, the table goes on; and when all but
//! one side have, it is over.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Actor, Around, Awaiting, Doc, Rules, Seat, Seeded, Table, Text, step};
use admiralty_testkit::{random_entry, soak};
use sail_epoch::{SailEpoch, Stage, Window};
use std::collections::BTreeSet;

const SETUPS: [&str; 7] = [
    r#"{"scenario": "treasures", "players": 4, "mines": true, "level": "captain", "turn_limit": 6}"#,
    r#"{"scenario": "pearls", "players": 3, "level": "admiral", "A8": true, "temporary_alliances": "sudden", "turn_limit": 6}"#,
    r#"{"scenario": "pearls", "players": 6, "variant": "team", "teams": "2-2-2", "mines": true, "turn_limit": 6}"#,
    r#"{"scenario": "jolly", "players": 4, "level": "captain", "mines": true, "pirates_fight": true, "turn_limit": 6}"#,
    r#"{"scenario": "jolly", "players": 3, "setup": "placed", "level": "admiral", "turn_limit": 4}"#,
    r#"{"scenario": "oceans", "players": 2, "level": "admiral", "A8": true, "mines": true, "turn_limit": 6}"#,
    r#"{"scenario": "oceans", "players": 4, "variant": "team", "setup": "placed", "mines": true, "turn_limit": 4}"#,
];

/// Close quarters, and what is done first: questions that random play is too shy for.
const MELEES: [(&str, &str); 5] = [
    (
        "scenario oceans / players 3 / level admiral A8=on / wind N fresh / option mines=on turn_limit=9
         fort P1 L9 hull 1 / fort P2 N8 / fort P3 J6 / mine P2 L7 / mine P3 K5 / mine P1 M8
         ship P1 FR1 L8 bow N captain initiative / ship P1 GA1 K8 bow E / ship P1 BR1 K10 bow NE
         ship P2 FR2 N7 bow N / ship P2 GA2 N9 bow W captain initiative / ship P2 FG2 M6 bow E
         ship P3 FR3 J7 bow N / ship P3 FG3 L5 bow W captain initiative / ship P3 BR3 K6 bow N",
        "fire FR1 -",
    ),
    (
        "scenario treasures / players 3 / level captain / wind S fresh / option turn_limit=9
         fort P1 F8 hull 2 / fort P2 L1 / fort P3 A14 / goods A7 3
         ship P1 BR1 E7 cargo 1 / ship P1 BR2 E9 / ship P2 BR3 F7 cargo 1 / ship P2 BR4 G7
         ship P3 BR5 E8 hull 2 cargo 1 / ship P3 BR6 G8",
        "fire BR1 > BR5",
    ),
    (
        "scenario oceans / players 3 / level captain / wind E fresh
         fort P2 L4 hull 1 / fort P3 X1 / ship P1 GA1 L5 / ship P1 FR1 A1 / ship P2 FR4 L3
         ship P2 BR6 X14 / ship P3 BR3 A14",
        "assault GA1 > @L4",
    ),
    (
        "scenario oceans / players 3 / level admiral A8=on / wind N fresh
         ship P1 FR1 L7 bow N / ship P1 BR1 A1 bow N / ship P2 FR2 P7 bow N captain initiative
         ship P2 BR2 X1 bow N / ship P3 BR3 A14 bow N",
        "fire FR1 > FR2",
    ),
    (
        "scenario oceans / players 3 / level admiral / wind N fresh
         ship P1 FR1 L7 bow N / ship P1 BR1 A1 bow N / ship P2 FR2 M7 bow N
         ship P2 BR2 X1 bow N / ship P3 BR3 A14 bow N",
        "board FR1 > FR2",
    ),
];

fn begin(i: usize, rng: &mut Seeded) -> Table<SailEpoch> {
    if let Some(text) = SETUPS.get(i) {
        let setup = SailEpoch::setup(&admiralty_catalog::json::read(text).unwrap()).unwrap();
        return SailEpoch::begin(&setup, rng).unwrap();
    }
    let (text, first) = MELEES[i - SETUPS.len()];
    let mut table = SailEpoch::load(&Doc::from(text)).unwrap();
    let action = SailEpoch::parse_action(&table.public, first).unwrap();
    step(&mut table, Actor::Seat(Seat(0)), &action, rng).unwrap();
    table
}

/// What somebody is asked, by name.
fn question(table: &Table<SailEpoch>) -> &'static str {
    if table.seats.iter().any(|(_, own)| own.incoming.is_some()) {
        return "treaty";
    }
    match (table.public.windows.last(), table.public.stage) {
        (Some(Window::Defend { .. }), _) => "defend",
        (Some(Window::Allot { .. }), _) => "allot",
        (Some(Window::Mines { .. }), _) => "mines",
        (Some(Window::FirstFire { .. }), _) => "first fire",
        (Some(Window::Return { .. }), _) => "return",
        (Some(Window::Crossing { .. }), _) => "crossing",
        (Some(Window::BoardShot { .. }), _) => "board shot",
        (Some(Window::Plunder { .. }), _) => "plunder",
        (Some(_), _) => "nothing",
        (None, Stage::Placing { .. }) => "piece",
        (None, Stage::Secrets) => "note",
        (None, Stage::Deploy { .. }) => "ship",
        (None, Stage::Phase) => "phase",
        (None, Stage::Ending | Stage::Over) => "nothing",
    }
}

/// The seat goes; afterwards nobody waits for it and the table can be saved and read.
fn go(table: &mut Table<SailEpoch>, seat: Seat, rng: &mut Seeded) {
    let (by, what) = match rng.below(2) {
        0 => (Actor::Clock, Around::TimeOut(seat)),
        _ => (Actor::Host, Around::Left(seat)),
    };
    let Some(action) = SailEpoch::around(&table.public, what) else {
        let player = &table.public.players[seat.index()];
        assert!(player.out || player.gone || table.public.outcome.is_some(), "{what:?}");
        return;
    };
    step(table, by, &action, rng).unwrap();
    assert_eq!(SailEpoch::broken(table), None);
    if let Awaiting::Seats(seats) = SailEpoch::awaiting(table) {
        assert!(!seats.has(seat) && !seats.is_empty(), "{}", SailEpoch::save(table));
    }
    let saved = SailEpoch::save(table);
    match SailEpoch::load(&saved) {
        Ok(read) => assert_eq!(SailEpoch::save(&read), saved),
        Err(faults) => panic!("{faults}\n{saved}"),
    }
}

#[test]
fn a_silent_player_never_stops_a_table() {
    let mut questions = BTreeSet::new();
    let starts = SETUPS.len() + MELEES.len();
    for seed in 0..2 * starts as u64 * u64::from(soak()) {
        let mut rng = Seeded::new(seed);
        let mut table = begin(seed as usize % starts, &mut rng);
        for _ in 0..160 {
            let Awaiting::Seats(awaited) = SailEpoch::awaiting(&table) else { break };
            // Whoever is awaited, and now and then somebody else.
            if rng.below(4) == 0 || question(&table) != "phase" {
                questions.insert(question(&table));
                let mut first = awaited.iter().next().unwrap();
                if rng.below(4) == 0 {
                    first = Seat(rng.below(u32::from(table.public.n_players())) as u8);
                }
                let mut lonely = table.clone();
                let n = table.public.n_players();
                for i in 0..n {
                    go(&mut lonely, Seat((first.0 + i) % n), &mut rng);
                }
                assert!(SailEpoch::awaiting(&lonely).is_over(), "{}", SailEpoch::save(&lonely));
            }
            let Some((by, action)) = random_entry(&table, &mut rng, 0) else { break };
            step(&mut table, by, &action, &mut rng).unwrap();
        }
    }
    assert_eq!(questions.len(), 13, "not every question came up: {questions:?}");
}
