//! Case files and golden replays of a game, found in its tests folder.

use crate::play::random_entry;
use admiralty_catalog::{Game, Match, Of, cases::run_cases, file_lines, json, verify};
use admiralty_core::{Record, RecordLine, Rules, Seeded, Table, Tape, Text};
use std::any::TypeId;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The face of the game with these rules, whether the catalog has it or not.
pub fn game_of<R: Rules + Text>() -> &'static dyn Game {
    static GAMES: Mutex<Option<HashMap<TypeId, &'static dyn Game>>> = Mutex::new(None);
    let mut games = GAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    *games
        .get_or_insert_default()
        .entry(TypeId::of::<R>())
        .or_insert_with(|| Box::leak(Box::new(Of::<R>::new())))
}

/// Runs every case file of a folder (as seen from the crate's own folder) and
/// fails with all differences. Returns the number of cases.
pub fn cases<R: Rules + Text>(folder: &str) -> usize {
    let games = [game_of::<R>()];
    let mut failed = Vec::new();
    let mut n = 0;
    for path in files(folder, "toml") {
        let text = read(&path);
        let reports = run_cases(&games, &text, &path.display().to_string());
        n += reports.len();
        failed.extend(reports.into_iter().filter(|report| !report.passed()));
    }
    let shown: Vec<String> = failed.iter().map(ToString::to_string).collect();
    assert!(failed.is_empty(), "\n{}\n\n{} of {n} cases failed", shown.join("\n\n"), failed.len());
    assert!(n > 0, "{folder} has no cases");
    n
}

/// A golden replay that can be made anew.
#[derive(Clone, Copy, Debug)]
pub struct Golden<'a> {
    /// Name of its file, without `.adm`.
    pub name: &'a str,
    /// Set-up, as JSON.
    pub setup: &'a str,
    /// Seed of players and dice.
    pub seed: u64,
    /// Entries at most.
    pub entries: usize,
}

/// Verifies every record of a folder. With `BLESS=1` (`cargo xtask bless`)
/// writes them anew first: those of `golden` by playing them again, others by
/// replaying their actions with their dice. Returns the number of entries.
pub fn replays<R: Rules + Text>(folder: &str, golden: &[Golden<'_>]) -> usize {
    let game = game_of::<R>();
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        bless::<R>(game, folder, golden);
    }
    for golden in golden {
        let path = Path::new(folder).join(format!("{}.adm", golden.name));
        assert!(path.exists(), "{} is missing: `cargo xtask bless` makes it", path.display());
    }
    let mut entries = 0;
    for path in files(folder, "adm") {
        match verify(&[game], &read(&path)) {
            Ok((_, report)) => entries += report.entries,
            Err(error) => panic!(
                "{}: {error}\nIf the rules changed on purpose, `cargo xtask bless` and look at the difference",
                path.display()
            ),
        }
    }
    assert!(entries > 0, "{folder} has no records");
    entries
}

fn bless<R: Rules + Text>(game: &'static dyn Game, folder: &str, golden: &[Golden<'_>]) {
    std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for golden in golden {
        let path = Path::new(folder).join(format!("{}.adm", golden.name));
        write(&path, &play_golden::<R>(game, golden).to_string());
    }
    for path in files(folder, "adm") {
        if golden.iter().any(|golden| path.file_stem().is_some_and(|stem| stem == golden.name)) {
            continue;
        }
        let text = read(&path);
        let record =
            Record::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let again = replay(game, &record, &file_lines(&text), &mut |_| ())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        write(&path, &again.to_string());
    }
}

fn play_golden<R: Rules + Text>(game: &'static dyn Game, golden: &Golden<'_>) -> Record {
    let wrong = |error: &dyn std::fmt::Display| -> ! { panic!("golden {}: {error}", golden.name) };
    let mut rng = Seeded::new(golden.seed);
    let setup = json::read(golden.setup).unwrap_or_else(|error| wrong(&error));
    let mut running =
        Match::begin(game, golden.name, &setup, &mut rng).unwrap_or_else(|error| wrong(&error));
    while running.log().len() < golden.entries {
        let table = running.table().as_any().downcast_ref::<Table<R>>();
        let table = table.expect("the match plays these rules");
        let Some((by, action)) = random_entry(table, &mut rng, 200) else { break };
        let text = R::write_action(&table.public, &action);
        if let Err(error) = running.play(by, &text, &mut rng) {
            wrong(&error);
        }
    }
    running.record()
}

/// The same actions with the same dice, digests and result made anew; `seen` looks at the
/// game after every entry.
pub(crate) fn replay(
    game: &'static dyn Game,
    record: &Record,
    lines: &[usize],
    seen: &mut dyn FnMut(&Match),
) -> Result<Record, String> {
    let head = Record { lines: Vec::new(), result: "unfinished".into(), ..record.clone() };
    let games = [game];
    let (mut running, _) = Match::from_record(&games, &head).map_err(|error| error.reason)?;
    let mut comments = Vec::new();
    for (i, line) in record.lines.iter().enumerate() {
        let place = lines.get(i).copied().unwrap_or_default();
        let wrong = |why: String| format!("line {place}: {why}");
        match line {
            RecordLine::Comment(text) => comments.push((i, text.clone())),
            RecordLine::Open { .. }
            | RecordLine::Redraw { .. }
            | RecordLine::Note { .. }
            | RecordLine::Branch(_)
            | RecordLine::Back => {}
            RecordLine::Rewind { keep, by } => {
                let seats = by.iter().filter_map(|code| running.table().parse_seat(code)).collect();
                running.rewind(*keep, seats).map_err(|error| wrong(error.to_string()))?;
            }
            RecordLine::Entry { by, action, rolled, .. } => {
                let actor = running.table().parse_actor(by);
                let actor = actor.ok_or_else(|| wrong(format!("there is no seat {by}")))?;
                let values: Vec<u16> = rolled.iter().map(|roll| roll.value).collect();
                running
                    .play(actor, action, &mut Tape::new(&values))
                    .map_err(|error| wrong(format!("{action}: {error}")))?;
                seen(&running);
            }
        }
    }
    let mut again = running.record();
    for (i, text) in comments {
        again.lines.insert(i.min(again.lines.len()), RecordLine::Comment(text));
    }
    again.tags.clone_from(&record.tags);
    Ok(again)
}

pub(crate) fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<PathBuf> = list
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    paths
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
