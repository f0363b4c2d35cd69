//! Records with proved dice: right as they are, wrong with anything changed,
//! and the same to a program in another language.
#![cfg(feature = "naval_battle")]

use admiralty_catalog::{Game, Match, Of, Proof, Report, verify};
use admiralty_core::{Actor, Awaiting, Commitment, Doc, Key, Salt, Seat, Seeded, Verifiable};
use admiralty_testkit::miniature::Squadrons;
use std::path::Path;
use std::process::Command;

static SQUADRONS: Of<Squadrons> = Of::new();
const ID: &str = "q7w2";

fn games() -> Vec<&'static dyn Game> {
    let naval = admiralty_catalog::game("naval_battle").expect("the game is built in");
    vec![naval, &SQUADRONS]
}

fn key() -> Key {
    Key(std::array::from_fn(|i| (i * 37 + 11) as u8))
}

fn salts(n: u8) -> Vec<Salt> {
    (0..n).map(|i| Salt::new(&format!("salt-{i}")).expect("a salt")).collect()
}

/// A whole game with derived dice; after the first roll it is taken back once
/// by consent of all, and played on.
fn played() -> String {
    let (key, salts) = (key(), salts(4));
    let mut rng = Seeded::new(12);
    let mut dice = Verifiable { key: &key, game_id: ID, salts: &salts, next: 0 };
    let mut game = Match::begin(&SQUADRONS, ID, &Doc::map(), &mut dice).expect("it begins");
    let mut taken_back = false;
    while let Awaiting::Seats(seats) = game.table().awaiting() {
        let seat = seats.iter().next().expect("somebody is awaited");
        let action = game.table().sample(seat, &mut rng).expect("whoever is awaited can act");
        let mut dice = Verifiable { key: &key, game_id: ID, salts: &salts, next: game.n_rolls() };
        let done = game.play(Actor::Seat(seat), &action, &mut dice).expect("a legal action");
        if !done.rolled.is_empty() && !taken_back {
            taken_back = true;
            let all = (0..game.table().n_seats()).map(Seat).collect();
            game.rewind(game.log().len() - 1, all).expect("there is something to take back");
        }
    }
    assert!(taken_back, "something was rolled");
    game.proof =
        Some(Proof { commitment: key.commitment(), salts: salts.clone(), key: Some(key.clone()) });
    game.record().to_string()
}

fn right(text: &str) -> Report {
    verify(&games(), text)
        .map(|(_, report)| report)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn wrong(text: &str) -> String {
    match verify(&games(), text) {
        Ok(_) => panic!("not noticed:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The tag with another value.
fn with_tag(text: &str, key: &str, value: &str) -> String {
    let start = format!("[{key} \"");
    let lines = text.lines().map(|line| {
        if line.starts_with(&start) { format!("{start}{value}\"]") } else { line.to_string() }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn a_proved_record_is_right() {
    let report = right(&played());
    assert!(report.proved && report.dice > 10 && report.rewinds == 1, "{report:?}");
}

#[test]
fn a_changed_bit_of_the_key_is_found() {
    let text = played();
    for byte in 0..32 {
        for bit in 0..8 {
            let mut other = key();
            other.0[byte] ^= 1 << bit;
            let lone = with_tag(&text, "Key", &other.hex());
            assert!(wrong(&lone).contains("does not fit the [Commitment]"));
            // Even with a commitment to match, the dice tell.
            let matched = with_tag(&lone, "Commitment", &other.commitment().hex());
            assert!(wrong(&matched).contains("but key and salts give"), "byte {byte} bit {bit}");
        }
    }
    let other = Commitment([9; 32]).hex();
    assert!(wrong(&with_tag(&text, "Commitment", &other)).contains("does not fit"));
}

#[test]
fn a_changed_salt_or_id_is_found() {
    let text = played();
    for salts in ["salt-0,salt-1,salt-2,salt-4", "salt-1,salt-0,salt-2,salt-3", ",,,", "salt-0"] {
        assert!(wrong(&with_tag(&text, "Salts", salts)).contains("but key and salts give"));
    }
    assert!(wrong(&with_tag(&text, "Id", "q7w3")).contains("but key and salts give"));
}

/// Every roll of the file, changed by one face, is found at its own line.
#[test]
fn a_changed_roll_is_found() {
    let text = played();
    let mut changed = 0;
    for (number, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("d6=") {
            let value: u8 = line[at + 3..at + 4].parse().expect("a face");
            let other = format!("{}d6={}{}", &line[..at], value % 6 + 1, &line[at + 4..]);
            let forged: Vec<&str> = text
                .lines()
                .enumerate()
                .map(|(i, line)| if i == number { other.as_str() } else { line })
                .collect();
            let why = wrong(&(forged.join("\n") + "\n"));
            let begin = line.starts_with('[');
            assert!(begin || why.starts_with(&format!("line {}: ", number + 1)), "{why}");
            changed += 1;
        }
    }
    assert!(changed > 10, "only {changed} rolls");
}

/// A roll index is never used twice: dice rolled again after a rewind as if
/// the first had not been are found.
#[test]
fn a_reused_index_is_found() {
    let (key, salts) = (key(), salts(4));
    let mut rng = Seeded::new(12);
    let mut dice = Verifiable { key: &key, game_id: ID, salts: &salts, next: 0 };
    let mut game = Match::begin(&SQUADRONS, ID, &Doc::map(), &mut dice).expect("it begins");
    let mut rewound = 0;
    while let Awaiting::Seats(seats) = game.table().awaiting() {
        let seat = seats.iter().next().expect("somebody is awaited");
        let action = game.table().sample(seat, &mut rng).expect("whoever is awaited can act");
        // The cheat: what was taken back is not counted.
        let next = game.n_rolls() - rewound;
        let mut dice = Verifiable { key: &key, game_id: ID, salts: &salts, next };
        let done = game.play(Actor::Seat(seat), &action, &mut dice).expect("a legal action");
        if !done.rolled.is_empty() && rewound == 0 {
            rewound = done.rolled.len() as u64;
            let all = (0..game.table().n_seats()).map(Seat).collect();
            game.rewind(game.log().len() - 1, all).expect("there is something to take back");
        }
    }
    game.proof = Some(Proof { commitment: key.commitment(), salts, key: Some(key) });
    assert!(wrong(&game.record().to_string()).contains("but key and salts give"));
}

/// A fleet that the umpire had to place is proved like any roll.
#[test]
fn fleets_placed_by_the_clock_are_proved() {
    let (key, salts) = (key(), salts(2));
    let naval = admiralty_catalog::game("naval_battle").expect("the game is built in");
    let mut dice = Verifiable { key: &key, game_id: ID, salts: &salts, next: 0 };
    let setup = Doc::map().with("deploy_seconds", 60);
    let mut game = Match::begin(naval, ID, &setup, &mut dice).expect("it begins");
    game.play(Actor::Clock, "deploy-time", &mut dice).expect("time is up");
    game.proof = Some(Proof { commitment: key.commitment(), salts, key: Some(key) });
    let text = game.record().to_string();
    let report = right(&text);
    assert!(report.proved && report.dice == 62, "{report:?}");
    assert!(wrong(&text.replace("[d32=", "[d31=")).contains("d3"), "another die");
}

fn python(file: &Path) -> (bool, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify_dice.py");
    let run = Command::new("python3")
        .arg("-B")
        .arg(script)
        .arg(file)
        .output()
        .expect("this test needs python3, with nothing but its standard library");
    let text =
        String::from_utf8_lossy(&run.stdout).to_string() + &String::from_utf8_lossy(&run.stderr);
    (run.status.success(), text)
}

/// A stranger's program, written from docs/dice.md, agrees.
#[test]
fn an_independent_program_agrees() {
    let folder = std::env::temp_dir().join(format!("admiralty-dice-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the records");
    let file = folder.join("game.adm");
    let text = played();
    let n = right(&text).dice;
    std::fs::write(&file, &text).expect("the record");
    let (good, said) = python(&file);
    assert!(good && said.contains(&format!("all {n} dice are right")), "{said}");
    let at = text.rfind("d6=").expect("a roll");
    let value: u8 = text[at + 3..at + 4].parse().expect("a face");
    let forged = format!("{}d6={}{}", &text[..at], value % 6 + 1, &text[at + 4..]);
    for (forged, why) in [
        (forged, "but should be"),
        (with_tag(&text, "Salts", "a,b,c,d"), "but should be"),
        (with_tag(&text, "Key", &"0".repeat(64)), "does not fit"),
    ] {
        std::fs::write(&file, forged).expect("the record");
        let (good, said) = python(&file);
        assert!(!good && said.contains(why), "{said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}
