//! Golden walks: from many starts a few random entries each, and at every one
//! of them everything that rules decide, as short digests in a book.
//!
//! A case says what one clause wants; a walk says that nothing else has
//! changed. It knows no clause, so it never takes the place of a case.

mod book;
mod look;

use crate::files::{files, game_of, read, replay, write};
use admiralty_catalog::{Game, TableFace, cases, file_lines, json};
use admiralty_core::{Actor, Doc, Record, Rules, Seeded, Text, digest};
use book::{Book, Line};
use look::{Look, Step};
use std::path::Path;

/// Walks from many starts, compared with what they were when the book was written.
///
/// ```no_run
/// use admiralty_testkit::{Walks, miniature::Squadrons};
/// Walks::new("tests/data/walks/cases.txt").cases("tests/data/clauses").run::<Squadrons>();
/// ```
#[derive(Clone)]
pub struct Walks {
    book: String,
    sources: Vec<Source>,
    entries: usize,
    look: Look,
}

/// Where starts are found.
#[derive(Clone)]
enum Source {
    Cases(String),
    Scenarios,
    Setup(String),
    Records(String),
}

/// Tables that are walked from one after the other, under one name.
struct Start {
    name: String,
    tables: Vec<Box<dyn TableFace>>,
    /// What has been typed there, rightly or wrongly.
    words: Vec<String>,
}

impl Walks {
    /// Walks whose digests stand in this file.
    pub fn new(book: &str) -> Walks {
        Walks { book: book.into(), sources: Vec::new(), entries: 3, look: Look::default() }
    }

    /// From every table that the stories of these case files or lessons pass.
    #[must_use]
    pub fn cases(mut self, folder: &str) -> Walks {
        self.sources.push(Source::Cases(folder.into()));
        self
    }

    /// From the beginning of every scenario.
    #[must_use]
    pub fn scenarios(mut self) -> Walks {
        self.sources.push(Source::Scenarios);
        self
    }

    /// From the beginning of games with these set-ups (JSON texts).
    #[must_use]
    pub fn setups(mut self, setups: &[&str]) -> Walks {
        self.sources.extend(setups.iter().map(|setup| Source::Setup((*setup).into())));
        self
    }

    /// From twelve tables on the way of every record of a folder.
    #[must_use]
    pub fn records(mut self, folder: &str) -> Walks {
        self.sources.push(Source::Records(folder.into()));
        self
    }

    /// So many random entries from each table (three, if nothing is said).
    #[must_use]
    pub fn entries(mut self, n: usize) -> Walks {
        self.entries = n;
        self
    }

    /// At a start so many actions of each awaited seat are tried out.
    #[must_use]
    pub fn fan(mut self, n: usize) -> Walks {
        self.look.fan = n;
        self
    }

    /// Walks, and compares with the book; with `BLESS=1` (`cargo xtask bless`)
    /// writes the book anew instead. Returns the number of looks taken.
    ///
    /// # Panics
    ///
    /// At the first look that differs: with the start, the entries that lead
    /// there, what kind of thing differs and how it is now.
    pub fn run<R: Rules + Text>(&self) -> usize {
        let game = game_of::<R>();
        let blessing = std::env::var_os("BLESS").is_some_and(|value| value == "1");
        let path = Path::new(&self.book);
        let known = if blessing { Book::default() } else { Book::parse(&read(path)) };
        let mut written = Book::default();
        let mut looks = 0;
        for start in self.starts(game) {
            let mut line = Line::new(start.name.clone());
            for (i, table) in start.tables.iter().enumerate() {
                let way = self.walk(table.as_ref(), &start, i);
                looks += way.len();
                line.add(&way);
                if !blessing {
                    self.compare(&known, &line, i, &way);
                }
            }
            if !blessing {
                known.ends(&line).unwrap_or_else(|why| self.fail(&why));
            }
            written.add(line);
        }
        if blessing {
            std::fs::create_dir_all(path.parent().unwrap_or(path))
                .unwrap_or_else(|error| panic!("{}: {error}", self.book));
            write(path, &written.to_string());
        } else {
            known.knows_no_more(&written).unwrap_or_else(|why| self.fail(&why));
        }
        assert!(looks > 0, "{}: there is nowhere to walk from", self.book);
        looks
    }

    fn starts(&self, game: &'static dyn Game) -> Vec<Start> {
        let mut starts = Vec::new();
        for source in &self.sources {
            match source {
                Source::Cases(folder) => {
                    for path in files(folder, "toml") {
                        let file = path.file_stem().unwrap_or_default().to_string_lossy();
                        for case in cases::passed(game, &read(&path)) {
                            let name = format!("{file}: {}", case.name);
                            starts.push(Start { name, tables: case.tables, words: case.words });
                        }
                    }
                }
                Source::Scenarios => {
                    let setup = |id| format!(r#"{{"scenario": "{id}"}}"#);
                    let all = game.meta().scenarios.iter();
                    starts.extend(all.map(|scenario| beginning(game, &setup(scenario.id))));
                }
                Source::Setup(setup) => starts.push(beginning(game, setup)),
                Source::Records(folder) => {
                    for path in files(folder, "adm") {
                        starts.push(on_the_way(game, &path));
                    }
                }
            }
        }
        starts
    }

    /// The looks from one table on.
    fn walk(&self, table: &dyn TableFace, start: &Start, number: usize) -> Vec<Step> {
        let mut rng = Seeded::new(seed_of(&start.name) ^ number as u64);
        let mut table = table.clone_box();
        let mut words = start.words.clone();
        let mut way = vec![self.look.at_start(table.as_ref(), &mut words, &mut rng)];
        for _ in 0..self.entries {
            let seats: Vec<_> = table.awaiting().seats().iter().collect();
            if seats.is_empty() {
                break;
            }
            let seat = seats[rng.below(seats.len() as u32) as usize];
            let Some(action) = table.sample(seat, &mut rng) else { break };
            let entry = format!("{}: {action}", table.seat_code(seat));
            let played = table.play(Actor::Seat(seat), &action, &mut rng);
            way.push(self.look.after(entry, &played, table.as_ref(), &mut words, &mut rng));
            if played.is_err() {
                break;
            }
        }
        way
    }

    fn compare(&self, known: &Book, line: &Line, table: usize, way: &[Step]) {
        let Err((at, why)) = known.compare(line, table) else { return };
        let entries: Vec<String> = way[..=at.min(way.len() - 1)]
            .iter()
            .enumerate()
            .skip(1)
            .map(|(i, step)| format!("\n    {i}. {}", step.entry))
            .collect();
        let shown = way.get(at).map(|step| known.shown(line, table, at, step)).unwrap_or_default();
        self.fail(&format!(
            "from \"{}\", table {} of its way{}{}\n  {why}{shown}",
            line.name,
            table + 1,
            if entries.is_empty() { "" } else { ", after these random entries:" },
            entries.concat()
        ));
    }

    fn fail(&self, why: &str) -> ! {
        panic!(
            "\n  {}: {why}\n  If the rules or cases changed on purpose, `cargo xtask bless` and look at the difference",
            self.book
        )
    }
}

fn seed_of(text: &str) -> u64 {
    digest(&Doc::from(text.to_string()))
}

/// The table before the first decision.
fn beginning(game: &'static dyn Game, setup: &str) -> Start {
    let wrong = |why: &dyn std::fmt::Display| -> ! { panic!("{setup}: {why}") };
    let doc = json::read(setup).unwrap_or_else(|fault| wrong(&fault));
    let begun = game.begin(&doc, &mut Seeded::new(seed_of(setup)));
    let (table, _) = begun.unwrap_or_else(|error| wrong(&error));
    Start { name: setup.into(), tables: vec![table], words: Vec::new() }
}

/// Twelve tables of a recorded game, evenly spread.
fn on_the_way(game: &'static dyn Game, path: &Path) -> Start {
    const TABLES: usize = 12;
    let wrong = |why: &dyn std::fmt::Display| -> ! { panic!("{}: {why}", path.display()) };
    let text = read(path);
    let record = Record::parse(&text).unwrap_or_else(|error| wrong(&error));
    let every = record.lines.len().div_ceil(TABLES + 1);
    let (mut n, mut tables) = (0, Vec::new());
    let replayed = replay(game, &record, &file_lines(&text), &mut |running| {
        n += 1;
        if n % every == 0 && !running.table().awaiting().is_over() {
            tables.push(running.table().clone_box());
        }
    });
    replayed.unwrap_or_else(|error| wrong(&error));
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Start { name, tables, words: Vec::new() }
}
