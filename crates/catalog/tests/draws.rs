//! Drawn dice in records: right as they are, wrong in whatever a player, a host
//! or both together would change, and the same to a program in another language.

use admiralty_catalog::{Draws, Game, Line, Match, Shown, Signed, verify};
use admiralty_core::{
    Actor, Awaiting, Dice, Doc, Draw, Drawn, Head, Link, Record, RecordLine, Seat, Seeded,
    Transcript, rolls_text,
};
use admiralty_testkit::game_of;
use admiralty_testkit::miniature::Squadrons;
use ed25519_dalek::{Signer, SigningKey};
use std::path::Path;
use std::process::Command;

const ID: &str = "q7w2";

fn games() -> [&'static dyn Game; 1] {
    [game_of::<Squadrons>()]
}

/// The end of a chain.
fn chain(of: u8) -> Link {
    Link(std::array::from_fn(|i| of.wrapping_mul(31) ^ (i as u8).wrapping_mul(37).wrapping_add(11)))
}

fn signer() -> SigningKey {
    SigningKey::from_bytes(&[5; 32])
}

/// A game with everything that can happen to its dice: a draw given up because
/// seat 1 did not open, seat 2 late, seat 3 without a salt, a rewind by consent,
/// and a new draw in the middle. Also every head on the way.
fn played() -> (Match, Vec<Head>) {
    let umpire = chain(9);
    let seals: Vec<Option<Link>> =
        (0..4).map(|seat| (seat != 3).then(|| chain(seat).number(0))).collect();
    let shown = |n, seat| Shown::Link(chain(seat).number(n));
    let drawn = vec![
        vec![shown(1, 0), Shown::Refused, Shown::Nothing, Shown::Nothing],
        vec![shown(2, 0), Shown::Nothing, Shown::Nothing, Shown::Nothing],
    ];
    let mut draw = Draw {
        number: 2,
        key: umpire.number(2),
        salts: vec![Some(chain(0).number(2)), None, None, None],
    };
    let mut opened = [true, false, false, true];
    let mut rng = Seeded::new(12);
    let mut dice = Drawn { draw: &draw, game_id: ID, next: 0 };
    let mut game = Match::begin(games()[0], ID, &Doc::map(), &mut dice).expect("it begins");
    let mut draws = Draws {
        commitment: Some(umpire.number(0)),
        seals,
        drawn,
        asides: Vec::new(),
        key: None,
        signed: None,
        apart: true,
    };
    let mut rewound = false;
    while let Awaiting::Seats(seats) = game.table().awaiting() {
        let seat = seats.iter().next().expect("somebody is awaited");
        let at = game.log().lines().len();
        if at == 12 && draw.number == 2 {
            draw = Draw { number: 3, key: umpire.number(3), ..draw };
            opened = [false, false, false, true];
            let why = "restored from a backup".to_string();
            draws.asides.push((at, RecordLine::Redraw { number: 3, why }));
        }
        if !opened[seat.index()] {
            opened[seat.index()] = true;
            let link = chain(seat.0).number(draw.number);
            draw.salts[seat.index()] = Some(link);
            let by = game.table().seat_code(seat);
            draws.asides.push((at, RecordLine::Open { by, link }));
        }
        let action = game.table().sample(seat, &mut rng).expect("whoever is awaited can act");
        let mut dice = Drawn { draw: &draw, game_id: ID, next: game.n_rolls() };
        let done = game.play(Actor::Seat(seat), &action, &mut dice).expect("a legal action");
        if !done.rolled.is_empty() && !rewound {
            rewound = true;
            let all = (0..game.table().n_seats()).map(Seat).collect();
            game.rewind(game.log().len() - 1, all).expect("there is something to take back");
        }
    }
    assert!(rewound && draw.number == 3, "the game was long enough");
    draws.key = Some(umpire.number(3));
    game.draws = Some(draws);
    let heads = heads(&game);
    let head = *heads.last().expect("there are lines");
    sign(&mut game, head);
    (game, heads)
}

/// Every head, as an umpire computes them.
fn heads(game: &Match) -> Vec<Head> {
    let draws = game.draws.as_ref().expect("drawn dice");
    let key = draws.key.expect("the game is over");
    let record = game.record();
    let start = record.tag("Setup").expect("a set-up");
    let first = draws.first_line("squadrons", start, &rolls_text(game.begun()));
    assert_eq!(record.tag("Game"), Some("squadrons"));
    let mut number = draws.drawn.len() as u32;
    let mut all = vec![Head::NONE.after(&key.back(3 - number), ID, &first)];
    let mut transcript = Transcript::default();
    for line in &record.lines {
        if let RecordLine::Redraw { number: n, .. } = line {
            number = *n;
        }
        if let Some(plain) = transcript.line(line) {
            all.push(all[all.len() - 1].after(&key.back(3 - number), ID, &plain));
        }
    }
    all
}

fn sign(game: &mut Match, head: Head) {
    let signature = signer().sign(head.statement(ID).as_bytes()).to_bytes();
    let signer = signer().verifying_key().to_bytes();
    game.draws.as_mut().expect("drawn dice").signed = Some(Signed { head, signer, signature });
}

/// What Rust and Python say of a record: both right, or both wrong.
fn judged(record: &Record, pins: Option<&str>) -> Result<Vec<String>, String> {
    let text = record.to_string();
    let ours = verify(&games(), &text);
    let (good, said) = python(&text, pins);
    match ours {
        Ok((again, report)) => {
            assert!(report.proved && report.dice > 5, "{report:?}");
            assert_eq!(again.record().to_string(), text);
            if pins.is_none() {
                assert!(good, "right here, but Python says: {said}");
            }
            if good { Ok(report.remarks) } else { Err(said) }
        }
        Err(error) => {
            assert!(!good, "wrong here ({error}), but Python says: {said}");
            Err(error.to_string())
        }
    }
}

fn python(text: &str, pins: Option<&str>) -> (bool, String) {
    let folder = std::env::temp_dir();
    let name = format!("admiralty-draws-{}-{:?}", std::process::id(), std::thread::current().id());
    let file = folder.join(format!("{name}.adm"));
    std::fs::write(&file, text).expect("a file");
    let kept = folder.join(format!("{name}.json"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify_dice.py");
    let mut run = Command::new("python3");
    run.arg("-B").arg(script).arg(&file);
    if let Some(pins) = pins {
        std::fs::write(&kept, pins).expect("a file");
        run.arg(&kept);
    }
    let run = run.output().expect("Python runs");
    let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    let _ = (std::fs::remove_file(file), std::fs::remove_file(kept));
    (run.status.success(), said.into_owned())
}

fn retag(record: &mut Record, tag: &str, change: impl Fn(&str) -> String) {
    let value = &mut record.tags.iter_mut().find(|(key, _)| key == tag).expect("the tag").1;
    *value = change(value);
}

#[test]
fn a_drawn_game_is_right_and_says_what_happened() {
    let (game, _) = played();
    let remarks = judged(&game.record(), None).expect("right");
    assert_eq!(remarks.len(), 2, "{remarks:?}");
    assert!(remarks[0].contains("draw 1") && remarks[0].contains("drawn anew"), "{remarks:?}");
    assert!(remarks[1].contains("draw 3 was begun: restored from a backup"), "{remarks:?}");
    // Without the key there is nothing to derive, but the openings are compared.
    let mut unfinished = game.record();
    unfinished.tags.retain(|(tag, _)| tag != "Key");
    let (_, report) = verify(&games(), &unfinished.to_string()).expect("right as far as it goes");
    assert!(!report.proved);
}

/// The cheat of the old dice: with the key in hand, salts are tried until the
/// dice are as wished. It must be the salt that was sealed.
#[test]
fn a_ground_salt_is_found() {
    let (game, _) = played();
    let umpire = chain(9);
    let wished = |draw: &Draw| (0..4).all(|i| draw.roll(ID, i, admiralty_core::Die::D6) == 1);
    let ground = (0u32..).map(|n| Link(std::array::from_fn(|i| (n >> (i % 4 * 8)) as u8)));
    let ground = ground.map(|link| {
        let salts = vec![Some(link), None, None, None];
        (link, Draw { number: 2, key: umpire.number(2), salts })
    });
    let (link, draw) = ground.into_iter().find(|(_, draw)| wished(draw)).expect("one is found");
    let mut dice = Drawn { draw: &draw, game_id: ID, next: 0 };
    assert_eq!(dice.roll(admiralty_core::Die::D6), Ok(1), "the cheat works on the dice");
    let mut record = game.record();
    retag(&mut record, "Draws", |old| old.replace(&chain(0).number(2).hex(), &link.hex()));
    let why = judged(&record, None).expect_err("a ground salt");
    assert!(why.contains("not what it sealed"), "{why}");
    // The seal ground with it: whoever saw the seals knows.
    let seals = record.tag("Seals").expect("seals").to_string();
    retag(&mut record, "Seals", |old| old.replace(&chain(0).number(0).hex(), &link.back(2).hex()));
    let why = judged(&record, None).expect_err("other seals");
    assert!(why.contains("is not what it sealed") || why.contains("key and salts"), "{why}");
    let pins = format!(r#"{{"seals": "{seals}", "heads": []}}"#);
    assert!(judged(&game.record(), Some(&pins)).is_ok());
    let pins = format!(r#"{{"seals": "{}", "heads": []}}"#, seals.replace('a', "b"));
    let why = judged(&game.record(), Some(&pins)).expect_err("other seals than were seen");
    assert!(why.contains("another seals"), "{why}");
}

#[test]
fn an_exchanged_key_is_found() {
    let (game, _) = played();
    let other = chain(77);
    let mut record = game.record();
    retag(&mut record, "Key", |_| other.number(3).hex());
    let why = judged(&record, None).expect_err("another key");
    assert!(why.contains("does not fit the [Commitment]"), "{why}");
    let commitment = record.tag("Commitment").expect("a commitment").to_string();
    retag(&mut record, "Commitment", |_| other.number(0).hex());
    let why = judged(&record, None).expect_err("another key with its commitment");
    assert!(why.contains("but key and salts give"), "{why}");
    let pins = format!(r#"{{"commitment": "{}"}}"#, commitment.replace('a', "b"));
    let why = judged(&game.record(), Some(&pins)).expect_err("another commitment was seen");
    assert!(why.contains("another commitment"), "{why}");
}

#[test]
fn a_withheld_salt_is_found() {
    let (game, _) = played();
    let record = game.record();
    // A draw cannot hold that somebody refused …
    let mut one = record.clone();
    retag(&mut one, "Draws", |old| old.split(' ').next().unwrap_or_default().to_string());
    judged(&one, None).expect_err("a refused draw");
    // … an opening cannot be left out, because the dice had it …
    let opens = |line: &RecordLine| matches!(line, RecordLine::Open { .. });
    let rolls_later = |i: &usize| {
        let after = &record.lines[*i..];
        after.iter().any(|l| matches!(l, RecordLine::Entry { rolled, .. } if !rolled.is_empty()))
    };
    let opening = (0..record.lines.len()).filter(|&i| opens(&record.lines[i])).find(rolls_later);
    let mut left_out = record.clone();
    left_out.lines.remove(opening.expect("somebody opened late"));
    judged(&left_out, None).expect_err("an opening left out");
    // … and cannot come at another moment than with the seat's first entry.
    let mut late = record.clone();
    let opening = opening.expect("somebody opened late");
    let line = late.lines.remove(opening);
    let by = |line: &RecordLine| match line {
        RecordLine::Entry { by, .. } | RecordLine::Open { by, .. } => by.clone(),
        _ => String::new(),
    };
    let own = |i: &usize| by(&late.lines[*i]) == by(&line);
    let second = (opening + 1..late.lines.len()).find(own).expect("it acts again");
    late.lines.insert(second, line);
    judged(&late, None).expect_err("an opening at a chosen moment");
}

/// A host that keeps all keys can rewrite dice, positions and head; the browsers
/// have kept the heads they were sent.
#[test]
fn a_rewritten_line_is_found() {
    let (game, heads) = played();
    let (other, _) = played_otherwise();
    let kept: Vec<String> = heads.iter().step_by(3).map(|head| pin(*head)).collect();
    let pins = format!(r#"{{"heads": [{}]}}"#, kept.join(","));
    judged(&game.record(), Some(&pins)).expect("what was seen stands there");
    let remarks = judged(&other.record(), None).expect("by itself nothing is wrong with it");
    assert!(remarks.is_empty(), "{remarks:?}");
    let why = judged(&other.record(), Some(&pins)).expect_err("another history");
    assert!(why.contains("do not stand in the record"), "{why}");
    // In a wrong order.
    let turned = format!(r#"{{"heads": [{},{}]}}"#, kept[2], kept[1]);
    let why = judged(&game.record(), Some(&turned)).expect_err("another order");
    assert!(why.contains("another order"), "{why}");
    // A single entry changed, as a clumsy host would.
    let mut record = game.record();
    let entry = record.lines.iter_mut().find_map(|line| match line {
        RecordLine::Entry { digest, .. } => Some(digest),
        _ => None,
    });
    *entry.expect("an entry") ^= 1;
    assert!(verify(&games(), &record.to_string()).is_err());
    // A head or a signature of somebody else.
    let mut record = game.record();
    retag(&mut record, "Head", |_| heads[1].hex());
    assert!(judged(&record, None).expect_err("another head").contains("[Head] does not follow"));
    let mut record = game.record();
    let mallory = SigningKey::from_bytes(&[6; 32]).verifying_key().to_bytes();
    retag(&mut record, "Signer", |_| Link(mallory).hex());
    assert!(judged(&record, None).expect_err("another signer").contains("[Signature]"));
}

fn pin(head: Head) -> String {
    let signature = signer().sign(head.statement(ID).as_bytes()).to_bytes();
    let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
    let signer = Link(signer().verifying_key().to_bytes()).hex();
    format!(r#"["{}", "{signer}", "{signature}"]"#, head.hex())
}

/// The same table with the same seals, but other decisions, rightly rolled and signed.
fn played_otherwise() -> (Match, Vec<Head>) {
    let umpire = chain(9);
    let seals: Vec<Option<Link>> =
        (0..4).map(|seat| (seat != 3).then(|| chain(seat).number(0))).collect();
    let salts: Vec<Option<Link>> =
        (0..4).map(|seat| (seat != 3).then(|| chain(seat).number(1))).collect();
    let draw = Draw { number: 1, key: umpire.number(1), salts: salts.clone() };
    let mut rng = Seeded::new(99);
    let mut dice = Drawn { draw: &draw, game_id: ID, next: 0 };
    let mut game = Match::begin(games()[0], ID, &Doc::map(), &mut dice).expect("it begins");
    while let Awaiting::Seats(seats) = game.table().awaiting() {
        let seat = seats.iter().next().expect("somebody is awaited");
        let action = game.table().sample(seat, &mut rng).expect("whoever is awaited can act");
        let mut dice = Drawn { draw: &draw, game_id: ID, next: game.n_rolls() };
        game.play(Actor::Seat(seat), &action, &mut dice).expect("a legal action");
    }
    let shown = salts.iter().map(|salt| salt.map_or(Shown::Nothing, Shown::Link)).collect();
    let mut draws = Draws {
        commitment: Some(umpire.number(0)),
        seals,
        drawn: vec![shown],
        asides: Vec::new(),
        key: Some(umpire.number(1)),
        signed: None,
        apart: true,
    };
    let record = game.record();
    let start = record.tag("Setup").expect("a set-up").to_string();
    let first = draws.first_line("squadrons", &start, &rolls_text(game.begun()));
    let mut head = Head::NONE.after(&draw.key, ID, &first);
    for line in &record.lines {
        head = head.after(&draw.key, ID, &line.plain());
    }
    draws.signed = None;
    game.draws = Some(draws);
    sign(&mut game, head);
    assert!(game.log().lines().iter().all(|line| matches!(line, Line::Entry(_))));
    (game, vec![head])
}

#[test]
fn every_bit_of_a_record_counts() {
    let (game, _) = played();
    let record = game.record();
    for tag in ["Commitment", "Seals", "Draws", "Key", "Head", "Signer", "Signature", "Id"] {
        let mut forged = record.clone();
        retag(&mut forged, tag, |old| {
            let at = old.find(|c: char| c.is_ascii_alphanumeric()).expect("a digit");
            let other = if old[at..].starts_with('7') { "8" } else { "7" };
            format!("{}{other}{}", &old[..at], &old[at + 1..])
        });
        judged(&forged, None).expect_err(tag);
    }
}

/// Nothing a record can say makes a reader fall over.
#[test]
fn strange_tags_are_refused() {
    let (game, _) = played();
    for (tag, value) in [
        ("Dice", "3"),
        ("Seals", ""),
        ("Seals", "-"),
        ("Draws", ""),
        ("Draws", "-,-,-,- ,"),
        ("Signature", "é"),
        ("Signature", "00"),
        ("Key", "00"),
        ("Seats", "A,B"),
    ] {
        let mut forged = game.record();
        retag(&mut forged, tag, |_| value.to_string());
        assert!(verify(&games(), &forged.to_string()).is_err(), "[{tag} \"{value}\"]");
    }
    let text = game.record().to_string();
    for line in ["open", "open N", "open N 00", "redraw x y", "redraw 9 why", "redraw 4294967295 x"]
    {
        let forged = text.replace("\n= ", &format!("\n{line}\n= "));
        assert!(verify(&games(), &forged).is_err(), "{line}");
    }
}
