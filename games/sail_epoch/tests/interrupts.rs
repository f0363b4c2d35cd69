//! Interrupts of the Admiral level: in which orders fire, first fire, return,
//! critical roll, crossing fire, mine and boarding shot can follow each other
//! while one action is being settled. Every order of two and of three has a case
//! that is named after it, and random games never leave the table.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use admiralty_core::{Actor, Doc, Seat, Seeded, Step, Table, Tape, Text, step};
use admiralty_testkit::{random_entry, soak};
use sail_epoch::{Event, SailEpoch, ShipId};
use std::collections::BTreeSet;

/// What can break into an action, by its letter.
const NAMES: [(char, &str); 7] = [
    ('f', "fire"),
    ('i', "first fire"),
    ('r', "return"),
    ('c', "critical"),
    ('x', "crossing"),
    ('m', "mine"),
    ('b', "boarding shot"),
];

/// After two of them, what may come third. A pair that is missing cannot occur;
/// `tests/data/clauses/interrupts_fire.toml` says why.
const THIRD: [(&str, &str); 27] = [
    ("ff", "cr"),
    ("fi", "cf"),
    ("fr", "cfi"),
    ("fc", "fir"),
    ("if", "cfir"),
    ("ii", "cfimx"),
    ("ic", "fimx"),
    ("ix", "cimrx"),
    ("im", "mx"),
    ("rf", "cr"),
    ("ri", "cfimx"),
    ("rc", "fimx"),
    ("rx", "cimrx"),
    ("rm", "mx"),
    ("cf", "cfir"),
    ("ci", "cfimx"),
    ("cr", "cfimx"),
    ("cx", "cimrx"),
    ("cm", "mx"),
    ("xi", "cimx"),
    ("xr", "cimx"),
    ("xc", "imrx"),
    ("xx", "cimrx"),
    ("xm", "mx"),
    ("mx", "crx"),
    ("mm", "mx"),
    ("bc", ""),
];

/// Every order of two and of three that can occur.
fn table() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (pair, third) in THIRD {
        all.insert(pair.to_string());
        all.extend(third.chars().map(|last| format!("{pair}{last}")));
    }
    all
}

/// The orders of two and of three inside a chain.
fn orders(chain: &str) -> impl Iterator<Item = String> + '_ {
    let window = |n: usize| (0..(chain.len() + 1).saturating_sub(n)).map(move |i| (i, n));
    window(2).chain(window(3)).map(|(i, n)| chain[i..i + n].to_string())
}

/// Listens to a game and writes down the chain of every action.
#[derive(Default)]
struct Watch {
    chains: Vec<String>,
    mover: Option<ShipId>,
    /// Said by the event before a die.
    announced: Option<char>,
    /// Is the group whose die is still to come fired across a way?
    across: bool,
}

impl Watch {
    fn begin(&mut self) {
        self.chains.push(String::new());
        self.mover = None;
        self.announced = None;
        self.across = false;
    }

    /// The end of a phase carries several ships: each is a movement of its own.
    fn moves(&mut self, ship: ShipId) {
        if self.mover.is_some_and(|mover| mover != ship) {
            self.begin();
        }
        self.mover = Some(ship);
    }

    fn add(&mut self, kind: char) {
        self.chains.last_mut().unwrap().push(kind);
    }

    fn hear(&mut self, table: &Table<SailEpoch>, step: &Step<Event>) {
        for told in &step.told {
            match told.event {
                Event::FiresFirst { .. } => self.announced = Some('i'),
                Event::Answers { .. } => self.announced = Some('r'),
                Event::FiresAtBoarders { .. } => self.announced = Some('b'),
                Event::FiresAcross { ship, .. } => {
                    self.moves(ship);
                    self.across = true;
                }
                Event::Detonated { ship, .. } => {
                    self.moves(ship);
                    self.add('m');
                }
                Event::Critical { .. } => self.add('c'),
                Event::Fired { volley, .. } => {
                    let by_nobody = volley.guns.iter().any(|(unit, _)| {
                        unit.as_fort().is_some_and(|f| table.public.fort(f).owner.is_nobody())
                    });
                    if by_nobody {
                        continue;
                    }
                    let kind = match self.announced.take() {
                        Some(kind) => kind,
                        None if std::mem::take(&mut self.across) => 'x',
                        None => 'f',
                    };
                    self.add(kind);
                }
                _ => {}
            }
        }
    }

    /// What happened, action by action, in words.
    fn words(&self) -> String {
        let names = |chain: &String| {
            let name = |kind| NAMES.iter().find(|(letter, _)| *letter == kind).unwrap().1;
            chain.chars().map(name).collect::<Vec<_>>().join(", ")
        };
        let chains = self.chains.iter().filter(|chain| !chain.is_empty());
        chains.map(names).collect::<Vec<_>>().join("; ")
    }
}

/// Plays the steps of a case and listens.
fn watch(case: &Doc) -> Watch {
    let mut table = SailEpoch::load(case.get("position").unwrap()).unwrap();
    let mut watch = Watch::default();
    for entry in case.get("step").unwrap().as_list().unwrap() {
        let text = |key: &str| entry.get(key).and_then(Doc::as_text);
        let (Some(by), Some(play)) = (text("by"), text("play")) else { continue };
        let dice = entry.get("dice").and_then(Doc::as_list).unwrap_or(&[]);
        let dice: Vec<u16> = dice.iter().map(|die| die.as_int().unwrap() as u16).collect();
        if table.public.windows.is_empty() {
            watch.begin();
        }
        let action = SailEpoch::parse_action(&table.public, play).unwrap();
        let seat = Actor::Seat(Seat(by.as_bytes()[1] - b'1'));
        let done = step(&mut table, seat, &action, &mut Tape::new(&dice)).unwrap();
        watch.hear(&table, &done);
    }
    watch
}

/// SE-A2.4.1, SE-A2.4.4a, SE-R68, SE-R69, SE-R126, SE-R127, SE-R129: every order of
/// two or three has a case, and every case is what its name says.
#[test]
fn every_order_has_a_case() {
    let mut found = BTreeSet::new();
    let mut cases = 0;
    for file in ["interrupts_fire", "interrupts_movement", "interrupts_boarding"] {
        let path = format!("tests/data/clauses/{file}.toml");
        let doc = admiralty_catalog::tomls::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for case in doc.get("case").unwrap().as_list().unwrap() {
            let watch = watch(case);
            let name = case.get("name").and_then(Doc::as_text).unwrap();
            let promised = name.split(':').next().unwrap();
            assert_eq!(promised, watch.words(), "{path}");
            found.extend(watch.chains.iter().flat_map(|chain| orders(chain)).collect::<Vec<_>>());
            cases += 1;
        }
    }
    let table = table();
    let missing: Vec<_> = table.difference(&found).collect();
    let unknown: Vec<_> = found.difference(&table).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "no case: {missing:?}, no order: {unknown:?}"
    );
    assert!(cases >= 40, "only {cases} cases are left");
}

/// Close quarters of three players with captains and mines.
const MELEES: [&str; 3] = [
    "scenario oceans / players 3 / level admiral A8=on / wind N fresh
     option mines=on wind_profile=even turn_limit=12
     fort P1 C8 / fort P2 P8 / fort P3 L2 / mine P2 L7 / mine P2 M8 / mine P3 K5 / mine P1 F8
     ship P1 FR1 L8 bow N captain initiative / ship P1 GA1 K8 bow E / ship P1 FG1 L10 bow N
     ship P1 BR1 K10 bow NE captain target
     ship P2 FR2 N7 bow N / ship P2 GA2 N9 bow W captain target / ship P2 FG2 M6 bow E
     ship P2 BR2 O8 bow N captain initiative
     ship P3 FR3 J7 bow N / ship P3 GA3 J9 bow S / ship P3 FG3 L5 bow W captain initiative
     ship P3 BR3 K6 bow N captain target",
    "scenario oceans / players 3 / level admiral A8=on / wind E fresh
     option mines=on turn_limit=12
     fort P1 C8 / fort P2 P8 / fort P3 L2 / mine P2 N8 / mine P2 L8 / mine P3 K4
     ship P1 FR1 J8 bow E captain initiative / ship P1 GA1 J10 bow E / ship P1 FG1 J6 bow E
     ship P2 FR2 N8 bow W / ship P2 GA2 N10 bow W / ship P2 FG2 N6 bow W captain initiative
     ship P3 FR3 L12 bow N / ship P3 GA3 L4 bow S captain initiative / ship P3 FG3 M12 bow N",
    "scenario treasures / players 3 / level admiral A8=on / wind S fresh
     option mines=on wind_profile=even turn_limit=12
     fort P1 A1 / fort P2 L1 / fort P3 A14 / mine P1 C3 / mine P2 J4 / mine P3 C11
     ship P1 BR1 D6 bow E captain initiative cargo 1 / ship P1 BR2 E5 bow N captain target
     ship P2 BR3 F6 bow W captain initiative / ship P2 BR4 G6 bow NE cargo 2
     ship P3 BR5 E8 bow N captain target / ship P3 BR6 F8 bow W captain initiative",
];

/// Whatever is played, the table is not left.
#[test]
fn no_other_order_occurs() {
    let table = table();
    let mut reached = BTreeSet::new();
    for seed in 0..90 * u64::from(soak()) {
        let text = MELEES[seed as usize % MELEES.len()];
        let mut game = SailEpoch::load(&Doc::from(text)).unwrap();
        let mut rng = Seeded::new(seed);
        let mut watch = Watch::default();
        for _ in 0..300 {
            if game.public.windows.is_empty() {
                watch.begin();
            }
            let Some((by, action)) = random_entry(&game, &mut rng, 0) else { break };
            let done = step(&mut game, by, &action, &mut rng).unwrap();
            watch.hear(&game, &done);
            for order in orders(watch.chains.last().unwrap()) {
                assert!(
                    table.contains(&order),
                    "seed {seed}: {} is not in the table",
                    watch.words()
                );
                reached.insert(order);
            }
        }
    }
    println!("{} of {} orders reached", reached.len(), table.len());
    assert!(reached.len() > 40, "only {reached:?} were reached");
}

/// A position may be written by hand: one whose open movement would leave the field or run into
/// somebody is refused, and never played into a fault.
#[test]
fn a_movement_that_cannot_go_on_is_refused() {
    let text = "scenario oceans / players 2 / level admiral / wind N fresh
         fort P2 P8 / ship P1 FR1 L12 bow N / ship P1 BR1 A14 bow N
         ship P2 FG2 H11 bow N / ship P2 BR5 X1 bow N";
    let mut game = SailEpoch::load(&Doc::from(text)).unwrap();
    let sail = SailEpoch::parse_action(&game.public, "move FR1 FFFFF").unwrap();
    step(&mut game, Actor::Seat(Seat(0)), &sail, &mut Tape::new(&[])).unwrap();
    let saved = SailEpoch::save(&game);
    assert!(saved.at("windows.0.path").is_some(), "{saved}");
    assert!(SailEpoch::load(&saved).is_ok());
    let changed = |ship: &str, key: &'static str, value: &'static str| {
        let mut doc = saved.clone();
        let mut ships = doc.get("ships").unwrap().clone();
        let mut one = ships.get(ship).unwrap().clone();
        one.put(key, value);
        ships.put(ship.to_string(), one);
        doc.put("ships", ships);
        SailEpoch::load(&doc).err().map(|faults| faults.to_string())
    };
    // Four spaces to go, and three to the rim.
    let why = changed("FR1", "bow", "S").unwrap();
    assert!(why.contains("no such question can be open"), "{why}");
    // Somebody lies on the way.
    let why = changed("BR5", "space", "L9").unwrap();
    assert!(why.contains("no such question can be open"), "{why}");
    assert_eq!(changed("BR5", "space", "M9"), None);
}
