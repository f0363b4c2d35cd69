//! `verify` and `replay`: a record that was tampered with is found out, and
//! the entry is named.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use common::{Run, admiralty, scratch};

/// A finished game between two random players.
fn record(seed: u64) -> String {
    record_of("naval_battle", seed)
}

fn record_of(game: &str, seed: u64) -> String {
    let path = scratch(&format!("{game}-{seed}.adm"), "");
    let file = path.to_str().unwrap();
    let run = admiralty(
        &["play", game, "--seats", "random,random", "--seed", &seed.to_string(), "--record", file],
        "",
    );
    assert!(run.good, "{run:?}");
    std::fs::read_to_string(&path).unwrap()
}

fn verify(name: &str, text: &str) -> Run {
    let path = scratch(name, text);
    admiralty(&["verify", path.to_str().unwrap()], "")
}

/// The record with its entry number `n` rewritten.
fn with_entry(record: &str, n: usize, rewrite: impl Fn(&str) -> String) -> String {
    let start = format!("{n}. ");
    let lines = record
        .lines()
        .map(|line| if line.starts_with(&start) { rewrite(line) } else { line.to_string() });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

fn entry_count(record: &str) -> usize {
    record.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count()
}

#[track_caller]
fn is_wrong(name: &str, text: &str, says: &[&str]) {
    let run = verify(name, text);
    assert!(!run.good, "{name} passed: {}", run.out);
    for part in says {
        assert!(run.out.contains(part), "{name} should say \"{part}\": {}", run.out);
    }
}

#[test]
fn a_true_record_is_right() {
    let run = verify("true.adm", &record(3));
    assert!(run.good, "{run:?}");
    assert!(run.out.contains("right."), "{run:?}");
}

#[test]
fn a_changed_action_is_named() {
    let record = record(3);
    let n = entry_count(&record) / 2;
    let changed = with_entry(&record, n, |line| {
        let (head, rest) = line.split_once(": ").unwrap();
        let (_, tail) = rest.rsplit_once(" [").unwrap();
        format!("{head}: a1-a2 [{tail}")
    });
    assert_ne!(changed, record);
    is_wrong("action.adm", &changed, &[&format!("entry {n}:")]);
}

#[test]
fn a_changed_digest_is_named() {
    let record = record(4);
    let n = entry_count(&record) / 3;
    let changed = with_entry(&record, n, |line| {
        let (head, digest) = line.rsplit_once('#').unwrap();
        let flipped = if digest.starts_with('0') { "1" } else { "0" };
        format!("{head}#{flipped}{}", &digest[1..])
    });
    assert_ne!(changed, record);
    is_wrong("digest.adm", &changed, &[&format!("entry {n}:")]);
}

#[test]
fn a_changed_die_is_named() {
    let record = record_of("board_game", 3);
    let rolling: Vec<usize> = record
        .lines()
        .filter(|line| line.contains(" [d6="))
        .filter_map(|line| line.split_once(". ")?.0.parse().ok())
        .collect();
    for n in [rolling[0], rolling[rolling.len() / 2], rolling[rolling.len() - 1]] {
        let changed = with_entry(&record, n, |line| {
            let (head, rest) = line.split_once(" [d6=").unwrap();
            let other = if rest.starts_with('2') { '3' } else { '2' };
            format!("{head} [d6={other}{}", &rest[1..])
        });
        assert_ne!(changed, record);
        is_wrong(&format!("die-{n}.adm"), &changed, &[&format!("entry {n}:")]);
        let changed = with_entry(&record, n, |line| line.replacen(" [d6=", " [d6=9 d6=", 1));
        is_wrong(&format!("face-{n}.adm"), &changed, &["a d6 cannot show 9"]);
    }
    // A die of the beginning.
    let begin = record.lines().find(|line| line.starts_with("[Begin ")).unwrap();
    let changed = record.replacen(begin, &begin.replacen("=1", "=2", 1), 1);
    if changed != record {
        is_wrong("begin.adm", &changed, &["WRONG"]);
    }
    let none = with_entry(&record, rolling[0], |line| {
        let (head, rest) = line.split_once(" [").unwrap();
        format!("{head} [] {}", rest.split_once("] ").unwrap().1)
    });
    is_wrong("none.adm", &none, &[&format!("entry {}:", rolling[0])]);
}

#[test]
fn the_dice_of_a_finished_game_follow_from_its_key() {
    let record = record_of("board_game", 4);
    let run = verify("key.adm", &record);
    assert!(run.good && run.out.contains("derived again from the revealed key"), "{run:?}");
    let key = record.lines().find(|line| line.starts_with("[Key ")).unwrap();
    let other =
        if key.contains('a') { key.replacen('a', "b", 1) } else { key.replacen('0', "1", 1) };
    is_wrong("other-key.adm", &record.replacen(key, &other, 1), &["WRONG"]);
    let salts = record.lines().find(|line| line.starts_with("[Salts ")).unwrap();
    is_wrong("salts.adm", &record.replacen(salts, "[Salts \"x,y\"]", 1), &["WRONG"]);
}

#[test]
fn a_changed_result_is_named() {
    let record = record(5);
    let result = record.lines().last().unwrap().to_string();
    let other =
        if result.starts_with("= W") { result.replace("= W", "= R") } else { "= W admiral".into() };
    let changed = record.replace(&format!("\n{result}\n"), &format!("\n{other}\n"));
    assert_ne!(changed, record);
    is_wrong("result.adm", &changed, &[other.trim_start_matches("= ")]);
}

#[test]
fn a_truncated_record_is_found_out() {
    let record = record(5);
    for keep in [1, record.lines().count() / 2, record.lines().count() - 1] {
        let cut: Vec<&str> = record.lines().take(keep).collect();
        is_wrong(&format!("cut-{keep}.adm"), &cut.join("\n"), &["cut off"]);
    }
    // Cut off and closed again as if it were whole: the result does not fit.
    let mut lines: Vec<&str> = record.lines().collect();
    let last = lines.len() - 2;
    lines.remove(last);
    is_wrong("closed.adm", &(lines.join("\n") + "\n"), &["WRONG"]);
}

#[test]
fn reordered_entries_are_found_out() {
    let record = record(6);
    let mut lines: Vec<String> = record.lines().map(String::from).collect();
    // Near the end the seats take turns, so that no two entries can change places.
    let n = entry_count(&record) - 4;
    let (this, next) = (format!("{n}. "), format!("{}. ", n + 1));
    let first = lines.iter().position(|line| line.starts_with(&this)).unwrap();
    lines.swap(first, first + 1);
    let says = format!("entry {} stands where entry {n} belongs", n + 1);
    is_wrong("swapped.adm", &(lines.join("\n") + "\n"), &[&says]);
    // Renumbered too, so that only the rules can tell.
    lines[first] = lines[first].replacen(&next, &this, 1);
    lines[first + 1] = lines[first + 1].replacen(&this, &next, 1);
    is_wrong("renumbered.adm", &(lines.join("\n") + "\n"), &[&format!("entry {n}:")]);
}

#[test]
fn a_changed_setup_is_found_out() {
    let record = record(6);
    let changed = record.replacen("[Game \"naval_battle\"]", "[Game \"chess\"]", 1);
    assert_ne!(changed, record);
    is_wrong("game.adm", &changed, &["chess"]);
}

#[test]
fn replay_shows_each_viewer_its_own() {
    let path = scratch("replay.adm", &record(7));
    let file = path.to_str().unwrap();
    let umpire = admiralty(&["replay", file], "");
    let white = admiralty(&["replay", file, "--as", "W"], "");
    let early = admiralty(&["replay", file, "--to", "4", "--as", "spectator"], "");
    assert!(umpire.good && white.good && early.good, "{early:?}");
    assert!(umpire.out.len() > white.out.len(), "the umpire sees more");
    assert!(early.out.lines().count() < white.out.lines().count());
    let nobody = admiralty(&["replay", file, "--as", "X"], "");
    assert!(
        !nobody.good
            && nobody.err.contains("nobody here is \"X\" (there are: W, R, spectator, umpire)")
    );
    let far = admiralty(&["replay", file, "--to", "99999"], "");
    assert!(!far.good && far.err.contains("the record has only"), "{far:?}");
}

#[test]
fn the_example_of_the_document_is_a_record() {
    let document = include_str!("../../../docs/records.md");
    let text = document.split("```text\n").nth(1).and_then(|part| part.split("```").next());
    let file = common::scratch("example.adm", text.expect("the first block is a record"));
    let run = admiralty(&["verify", file.to_str().expect("a path is text")], "");
    assert!(run.good && run.out.contains("right. 2 entries, 1 taken back"), "{run:?}");
}

#[test]
fn decisions_become_rows() {
    let document = include_str!("../../../docs/records.md");
    let text = document.split("```text\n").nth(1).and_then(|part| part.split("```").next());
    let file = common::scratch("rows.adm", text.expect("the first block is a record"));
    let file = file.to_str().expect("a path is text");
    let run = admiralty(&["export", file], "");
    let rows: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("a row is JSON")).collect();
    assert!(run.good && rows.len() == 1, "what was taken back has no row: {run:?}");
    assert_eq!((&rows[0]["seat"], &rows[0]["action"]), (&"W".into(), &"d5^d7".into()));
    assert_eq!(rows[0]["view"].as_str().map(str::len), Some(16));
    let run = admiralty(&["export", "--csv", file], "");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "game,match,entry,turn,seat,by,view,action,dice,result,score");
    assert!(lines[1].starts_with("naval_battle,") && lines[1].contains(",d5^d7,,unfinished,0"));
    let bad = common::scratch("bad.adm", "no record");
    let run = admiralty(&["export", bad.to_str().expect("a path is text"), file], "");
    assert!(!run.good && run.err.contains("bad.adm") && run.out.lines().count() == 1, "{run:?}");
    let run = admiralty(&["export", "nosuch.adm"], "");
    assert!(!run.good && run.err.matches("nosuch.adm").count() == 1, "named once: {run:?}");
}
