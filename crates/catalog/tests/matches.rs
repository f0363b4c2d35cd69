//! A match: play, look back, undo, rewind, record, verify, and what a viewer
//! may have of it.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use admiralty_catalog::{
    ErasedChoice, ErasedLeads, Game, Match, MatchError, Objection, Proof, Reach, json, verify,
};
use admiralty_core::{
    Actor, Doc, Key, NoUndo, Record, RecordLine, Salt, Seat, Seeded, Tape, UndoBar, Verifiable,
    Viewer,
};
use admiralty_testkit::game_of;
use admiralty_testkit::miniature::{Squadrons, Strait};

fn squadrons() -> Match {
    Match::begin(game_of::<Squadrons>(), "m1", &Doc::map(), &mut Tape::new(&[6, 1, 4])).unwrap()
}

fn seat(code: &str, running: &Match) -> Actor {
    running.table().parse_actor(code).unwrap()
}

fn play(running: &mut Match, by: &str, action: &str, dice: &[u16]) {
    let by = seat(by, running);
    let mut tape = Tape::new(dice);
    running.play(by, action, &mut tape).unwrap_or_else(|why| panic!("{action}: {why}"));
    assert!(tape.left().is_empty());
}

/// A whole round: the last speed opens everything and rolls the next pool.
fn round(running: &mut Match, dice: &[u16]) {
    play(running, "N1", "assign ggs", &[]);
    play(running, "S1", "assign ssg", &[]);
    for by in ["N1", "N2", "S1"] {
        play(running, by, "seal 2", &[]);
    }
    play(running, "S2", "seal 3", dice);
}

#[test]
fn refusals_name_clause_sentence_facts_and_rule() {
    let mut running = squadrons();
    let by = seat("N1", &running);
    let before = running.table().digest();
    match running.play(by, "assign gg", &mut Seeded::new(1)).unwrap_err() {
        Objection::Refused(refusal) => {
            assert_eq!(refusal.clause.as_str(), "SQ-2");
            assert_eq!(refusal.sentence, "3 dice lie in the pool, 2 are assigned");
            assert_eq!(refusal.facts.to_string(), r#"{"wanted":3,"found":2}"#);
            assert_eq!(refusal.clause_text, "Every die of the pool goes to guns or sails.");
        }
        other => panic!("{other}"),
    }
    let unreadable = running.play(by, "asign ggg", &mut Seeded::new(1)).unwrap_err();
    assert!(matches!(unreadable, Objection::Unreadable(_)), "{unreadable}");
    assert_eq!(running.table().digest(), before);
    assert!(running.log().is_empty());
}

#[test]
fn dry_dice_name_the_die_and_change_nothing() {
    let mut running = squadrons();
    round(&mut running, &[1, 2, 3]);
    assert_eq!(running.n_rolls(), 6, "three before the first decision, three in the round");
    play(&mut running, "N1", "assign ggs", &[]);
    play(&mut running, "S1", "assign ssg", &[]);
    for by in ["N1", "N2", "S1"] {
        play(&mut running, by, "seal 2", &[]);
    }
    let before = running.table().digest();
    let by = seat("S2", &running);
    let why = running.play(by, "seal 1", &mut Tape::new(&[5])).unwrap_err();
    assert_eq!(why.to_string(), "the dice ran dry: a d6 is wanted as die 2");
    assert_eq!(running.table().digest(), before);
    assert_eq!(running.n_rolls(), 6);
}

#[test]
fn menus_are_walked_by_keys() {
    let running = squadrons();
    let viewer = Viewer::Seat(Seat(0));
    let keys = |draft: &[&str]| {
        let draft: Vec<String> = draft.iter().map(|key| key.to_string()).collect();
        running.table().menu(viewer, &draft)
    };
    let top: Vec<String> = keys(&[]).unwrap().choices.into_iter().map(|c| c.label.key).collect();
    assert_eq!(top, ["g", "s", "strike"]);
    assert_eq!(keys(&["g", "s", "g"]).unwrap().action.as_deref(), Some("assign gsg"));
    let error = keys(&["g", "x"]).unwrap_err();
    assert_eq!(error.to_string(), "pick 2 of the draft, \"x\", is not on the menu (there: g, s)");
    let error = keys(&["g", "s", "g", "g"]).unwrap_err();
    assert_eq!(error.to_string(), "pick 4 of the draft, \"g\", is not on the menu, nothing is");
}

#[test]
fn a_menu_is_looked_into_level_by_level_and_says_when_it_is_cut() {
    let running = squadrons();
    let viewer = Viewer::Seat(Seat(0));
    let reach = |levels, picks, menus| {
        running.table().tree(viewer, &[], Reach { levels, picks, menus }).unwrap()
    };
    fn actions(choices: &[ErasedChoice], out: &mut Vec<String>) {
        for choice in choices {
            match &choice.leads {
                ErasedLeads::To(action) => out.push(action.clone()),
                ErasedLeads::Aside(_) => {}
                ErasedLeads::On => actions(&choice.next, out),
            }
        }
    }
    let whole = reach(8, 1_000, 1_000);
    assert!(!whole.cut);
    let mut found = Vec::new();
    actions(&whole.choices, &mut found);
    // Every action once, in the order in which walking the menu finds them.
    assert_eq!(found, running.table().actions(Seat(0), 100).actions);
    assert_eq!(found.len(), 8);
    // Each level of it is what the menu itself answers.
    let bare = running.table().menu(viewer, &["s".into(), "g".into()]).unwrap().choices;
    assert_eq!(whole.choices[1].next[0].next, bare);

    let two = reach(2, 1_000, 1_000);
    assert!(two.cut, "the third die is still to be given");
    assert_eq!(two.choices[0].next.len(), 2);
    assert!(two.choices[0].next[0].next.is_empty());
    // However little is allowed, the first level is there, and others go before depth.
    let tight = reach(8, 1, 1);
    assert!(tight.cut);
    assert_eq!(tight.choices.len(), 3);
    assert!(tight.choices.iter().all(|choice| choice.next.is_empty()));
    let broad = reach(8, 1_000, 3);
    assert!(broad.choices[..2].iter().all(|choice| choice.next.len() == 2));
    assert!(!reach(1, 1_000, 1_000).cut, "nothing more was asked for");
}

#[test]
fn undo_stops_at_rolls_reveals_and_others() {
    let mut running = squadrons();
    assert_eq!(running.undo(Seat(0)), Err(NoUndo::Nothing));
    let start = running.table().digest();
    play(&mut running, "N1", "assign ggs", &[]);
    assert_eq!(running.undo(Seat(2)), Err(NoUndo::NotYours));
    running.undo(Seat(0)).unwrap();
    assert_eq!(running.table().digest(), start);
    play(&mut running, "N1", "assign sss", &[]);
    play(&mut running, "S1", "assign ssg", &[]);
    assert_eq!(running.undo(Seat(2)), Err(NoUndo::Barred(UndoBar::Passed)));
    for by in ["N1", "N2", "S1"] {
        play(&mut running, by, "seal 2", &[]);
    }
    play(&mut running, "S2", "seal 3", &[1, 1, 1]);
    assert_eq!(running.undo(Seat(3)), Err(NoUndo::Barred(UndoBar::Rolled)));
    assert_eq!(
        running.log().lines().len(),
        8,
        "six entries that count, one taken back, its rewind"
    );
}

#[test]
fn an_unseen_note_does_not_stand_in_the_way_of_undo() {
    let game = game_of::<Strait>();
    let mut running = Match::begin(game, "", &Doc::map(), &mut Seeded::new(1)).unwrap();
    play(&mut running, "P1", "lay 2 5 strength 1", &[]);
    play(&mut running, "P2", "note 7", &[]);
    // Were the answer another than without the note, P1 would know of it.
    running.undo(Seat(0)).unwrap();
    assert_eq!(running.table().save().at("notes.1"), Some(&Doc::Int(7)), "the note is kept");
    assert_eq!(running.table().save().at("captains.P1.mines"), None);
    play(&mut running, "P1", "lay 2 5 strength 1", &[]);
    play(&mut running, "P2", "lay 3 6 strength 1", &[]);
    assert_eq!(running.undo(Seat(0)), Err(NoUndo::NotYours), "P1 was told that P2 is ready");
    let text = running.record().to_string();
    verify(&[game], &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

/// NB-P-09, NB-T-06: Red deploys, and White, who did not see that, takes its
/// own deployment back. Red must not hear of it.
#[test]
fn whoever_saw_nothing_is_not_told_that_it_is_gone() {
    let game = game_of::<Strait>();
    let mut running = Match::begin(game, "", &Doc::map(), &mut Seeded::new(1)).unwrap();
    play(&mut running, "P1", "note 3", &[]);
    play(&mut running, "P2", "note 7", &[]);
    let viewers: Vec<Viewer> =
        running.table().viewers().into_iter().filter(|v| *v != Viewer::Umpire).collect();
    let told = |running: &Match| -> Vec<_> { viewers.iter().map(|v| running.story(*v)).collect() };
    let before = told(&running);
    running.undo(Seat(0)).unwrap();
    let after = told(&running);
    assert_eq!(after[1..3], before[1..3], "P2 and P3 know nothing of it");
    assert_eq!(after[1].len(), 1, "the note, once");
    assert_eq!(after[0].len(), 2, "P1's own note, taken back");
    // A record says the same when it is read again.
    let (again, _) = verify(&[game], &running.record().to_string()).unwrap();
    assert_eq!(told(&again), after);
}

#[test]
fn every_moment_can_be_sought() {
    let game = game_of::<Squadrons>();
    let setup = json::read(r#"{"rounds": 12}"#).unwrap();
    let mut rng = Seeded::new(3);
    let mut running = Match::begin(game, "", &setup, &mut rng).unwrap();
    let mut digests = vec![running.table().digest()];
    while !running.table().awaiting().is_over() {
        let seat = running.table().awaiting().seats().iter().next().unwrap();
        let action = running.table().sample(seat, &mut rng).unwrap();
        running.play(Actor::Seat(seat), &action, &mut rng).unwrap();
        digests.push(running.table().digest());
    }
    assert_eq!(running.log().len(), 72);
    for (n, digest) in digests.iter().enumerate() {
        assert_eq!(running.seek(n).unwrap().digest(), *digest, "after {n} entries");
    }
    assert!(matches!(running.seek(73), Err(MatchError::NoEntry { asked: 73, len: 72 })));
    running.rewind(40, [Seat(0), Seat(2)].into_iter().collect()).unwrap();
    assert_eq!(running.table().digest(), digests[40]);
    let next = running.table().awaiting().seats().iter().next().unwrap();
    let action = running.table().sample(next, &mut rng).unwrap();
    running.play(Actor::Seat(next), &action, &mut rng).unwrap();
    for (n, digest) in digests[..=40].iter().enumerate() {
        assert_eq!(running.seek(n).unwrap().digest(), *digest, "after {n} entries");
    }
}

#[test]
fn snapshots_stay_few_and_near() {
    let game = game_of::<Strait>();
    let mut running = Match::begin(game, "", &Doc::map(), &mut Seeded::new(1)).unwrap();
    let mut digests = vec![running.table().digest()];
    for i in 0..3000u32 {
        play(&mut running, "P1", &format!("note {}", i * 7 % 10), &[]);
        digests.push(running.table().digest());
    }
    for n in [0, 1, 15, 16, 17, 999, 1500, 2047, 2048, 2990, 2999, 3000] {
        assert_eq!(running.seek(n).unwrap().digest(), digests[n], "after {n} entries");
    }
}

fn proved() -> (Match, Key) {
    let key = Key([7; 32]);
    let salts = vec![Salt::new("a").unwrap(), Salt::new("b-1").unwrap()];
    let game = game_of::<Squadrons>();
    let dice = |next| Verifiable { key: &key, game_id: "m7", salts: &salts, next };
    let mut running = Match::begin(game, "m7", &Doc::map(), &mut dice(0)).unwrap();
    running.proof = Some(Proof { commitment: key.commitment(), salts: salts.clone(), key: None });
    let mut rng = Seeded::new(5);
    while !running.table().awaiting().is_over() {
        let seat = running.table().awaiting().seats().iter().next().unwrap();
        let action = running.table().sample(seat, &mut rng).unwrap();
        let next = running.n_rolls();
        running.play(Actor::Seat(seat), &action, &mut dice(next)).unwrap();
        if running.log().lines().len() == 9 {
            running.rewind(7, [Seat(0), Seat(3)].into_iter().collect()).unwrap();
        }
    }
    (running, key)
}

fn games() -> [&'static dyn Game; 1] {
    [game_of::<Squadrons>()]
}

#[test]
fn a_record_verifies_and_proves_its_dice() {
    let (mut running, key) = proved();
    let (_, report) = verify(&games(), &running.record().to_string()).unwrap();
    assert!(!report.proved, "without the key nothing is proved");
    running.proof.as_mut().unwrap().key = Some(key);
    let (again, report) = verify(&games(), &running.record().to_string()).unwrap();
    assert!(report.proved);
    assert_eq!((report.entries, report.rewinds), (26, 1));
    assert_eq!(again.record(), running.record());
    assert_eq!(report.digest, running.table().digest());
}

/// Changes a record and says where and why it is refused.
fn forged(change: impl FnOnce(&mut Record)) -> String {
    let (mut running, key) = proved();
    running.proof.as_mut().unwrap().key = Some(key);
    let mut record = running.record();
    change(&mut record);
    match verify(&games(), &record.to_string()) {
        Ok(_) => panic!("the change is not noticed"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_changed_record_is_refused_at_the_right_entry() {
    let with_dice = |record: &mut Record| {
        let rolled = record.lines.iter_mut().find_map(|line| match line {
            RecordLine::Entry { rolled, .. } if !rolled.is_empty() => Some(rolled),
            _ => None,
        });
        let roll = &mut rolled.unwrap()[1];
        roll.value = roll.value % 6 + 1;
    };
    assert!(forged(with_dice).contains("entry 6: the position differs"), "{}", forged(with_dice));

    let error = forged(|record| {
        let RecordLine::Entry { action, .. } = &mut record.lines[3] else { panic!() };
        *action = if action == "seal 1" { "seal 2".into() } else { "seal 1".into() };
    });
    assert!(error.contains("entry 4: the position differs"), "{error}");

    let error = forged(|record| record.result = "draw points".into());
    assert!(error.contains("the record says \"= draw points\""), "{error}");
    assert!(error.contains("entry 24"), "{error}");

    let error = forged(|record| {
        let RecordLine::Entry { by, .. } = &mut record.lines[0] else { panic!() };
        *by = "X9".into();
    });
    assert!(error.contains("entry 1: there is no seat \"X9\""), "{error}");

    let error = forged(|record| record.lines.swap(4, 6));
    assert!(error.contains("entry 5"), "{error}");

    let error = forged(|record| {
        let rewind = record.lines.iter_mut().find_map(|line| match line {
            RecordLine::Rewind { by, .. } => Some(by),
            _ => None,
        });
        *rewind.unwrap() = vec!["N1".into(), "N2".into()];
    });
    assert!(error.contains("the south has not agreed to the rewind"), "{error}");

    for (tag, value, reason) in [
        ("Key", "00", "[Key] is not 64 hexadecimal digits"),
        ("Commitment", &"0".repeat(64), "the [Key] does not fit the [Commitment]"),
        ("Salts", "a,b", "key and salts give"),
        ("Id", "m8", "key and salts give"),
        ("Begin", "d6=9", "is no roll such as d6=4"),
        ("Begin", "d6=1", "the replay wants a d6 as die 2, which the record lacks"),
        ("Begin", "d8=1", "die 1 is a d8 in the record, a d6 in the replay"),
        ("Setup", "{\"rounds\": 99}", "[Setup]: rounds: 99 is not between 1 and 12"),
        ("Setup", "{\"rounds\" 4}", "[Setup]: line 1, column 11: expected `:`"),
        ("Setup", "{\"colour\": 4}", "[Setup]: colour: unknown field (known here: rounds)"),
        ("Game", "chess", "there is no game \"chess\" (known: squadrons)"),
    ] {
        let error = forged(|record| {
            let found = record.tags.iter_mut().find(|(key, _)| key == tag);
            found.unwrap().1 = value.to_string();
        });
        assert!(error.contains(reason), "{tag} = {value}: {error}");
    }
}

#[test]
fn a_record_that_was_cut_off_is_noticed() {
    let (running, _) = proved();
    let text = running.record().to_string();
    let lines: Vec<&str> = text.lines().collect();
    let error = verify(&games(), &lines[..lines.len() - 1].join("\n")).unwrap_err();
    assert!(error.to_string().contains("cut off"), "{error}");
    let mut early: Vec<&str> = lines[..lines.len() - 3].to_vec();
    early.push(lines[lines.len() - 1]);
    let error = verify(&games(), &early.join("\n")).unwrap_err();
    assert!(error.to_string().contains("the replay \"= unfinished\""), "{error}");
    let mut gap = lines.clone();
    let at = lines.iter().position(|line| line.starts_with("3. ")).unwrap();
    gap.remove(at);
    let error = verify(&games(), &gap.join("\n")).unwrap_err();
    let place = format!("line {}: entry 4 stands where entry 3 belongs", at + 1);
    assert_eq!(error.to_string(), place);
}

#[test]
fn errors_name_the_line_of_the_file() {
    let (running, _) = proved();
    let text = running.record().to_string().replacen("\n1. ", "\n\n; begun at noon\n\n1. ", 1);
    let bad = text.replacen("3. N1: seal", "3. N1: steal", 1);
    assert_ne!(text, bad);
    let error = verify(&games(), &bad).unwrap_err();
    let line = bad.lines().position(|line| line.starts_with("3. ")).unwrap() + 1;
    assert_eq!((error.entry, error.line), (3, Some(line)), "{error}");
}

#[test]
fn the_story_of_a_viewer_has_no_gaps_and_no_secrets() {
    let mut running = squadrons();
    round(&mut running, &[1, 2, 3]);
    let north = running.story(Viewer::Seat(Seat(0)));
    let spectator = running.story(Viewer::Spectator);
    for story in [&north, &spectator] {
        for (i, line) in story.iter().enumerate() {
            assert_eq!(line.number, i + 1);
        }
    }
    let text = |story: &[admiralty_catalog::StoryLine]| -> String {
        story.iter().map(|line| format!("{}\n", line.sentence)).collect()
    };
    assert!(text(&north).contains("assign ggs") && text(&north).contains("seal 2"));
    assert!(!text(&spectator).contains("assign") && !text(&spectator).contains("seal"));
    assert_eq!(north.len(), spectator.len() + 2, "its own assignment and speed");
    // The second of the same side knows the assignment, not the other's speed.
    assert_eq!(running.story(Viewer::Seat(Seat(1))).len(), spectator.len() + 2);
}

#[test]
fn what_is_taken_back_is_told_to_those_who_knew() {
    let mut running = squadrons();
    play(&mut running, "N1", "assign ggs", &[]);
    running.undo(Seat(0)).unwrap();
    let story = running.story(Viewer::Spectator);
    assert_eq!(story.len(), 2);
    assert!(story[0].undone && !story[1].undone);
    assert_eq!(story[1].sentence, "Taken back by the flagship of the north.");

    let game = game_of::<Strait>();
    let mut running = Match::begin(game, "", &Doc::map(), &mut Seeded::new(1)).unwrap();
    play(&mut running, "P1", "note 3", &[]);
    running.undo(Seat(0)).unwrap();
    assert!(running.story(Viewer::Seat(Seat(1))).is_empty(), "nobody else knew of the note");
    assert_eq!(running.story(Viewer::Seat(Seat(0))).len(), 2);
}

#[test]
fn a_story_goes_back_as_far_as_the_game_recalls() {
    let mut running = squadrons();
    round(&mut running, &[1, 2, 3]);
    round(&mut running, &[1, 2]);
    assert!(running.story(Viewer::Spectator).iter().all(|line| line.turn >= 2));
    assert!(running.story(Viewer::Umpire).iter().any(|line| line.turn == 1));
    let first = running.story(Viewer::Spectator)[0].number;
    assert!(first > 1, "numbers do not begin anew when lines are forgotten");
}

#[test]
fn a_line_is_played_part_by_part() {
    // The games with series have their own tests; here the common path.
    let mut running = squadrons();
    let by = seat("N1", &running);
    let done = running.play_line(by, "assign ggs", &mut Seeded::new(1)).unwrap();
    assert_eq!((done.played.len(), done.left.len()), (1, 0));
    assert_eq!(running.log().len(), 1);
    assert!(running.play_line(by, "", &mut Seeded::new(1)).is_err());
}

#[test]
fn seats_actors_and_viewers_have_codes() {
    let running = squadrons();
    let table = running.table();
    for viewer in table.viewers() {
        assert_eq!(table.parse_viewer(&table.viewer_code(viewer)), Some(viewer));
    }
    assert_eq!(table.parse_seat("s2"), Some(Seat(3)), "the case of letters does not matter");
    assert_eq!(table.parse_actor("clock"), Some(Actor::Clock));
    assert_eq!(table.parse_actor("spectator"), None);
    let seats = game_of::<Strait>().seats(&Doc::map()).unwrap();
    let codes: Vec<&str> = seats.iter().map(|info| info.code.as_str()).collect();
    assert_eq!(codes, ["P1", "P2", "P3", "G"]);
    assert_eq!(seats[3].side, None);
}
