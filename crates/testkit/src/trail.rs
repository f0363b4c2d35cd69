//! Where a law was broken: game, set-up, seed, entries so far.

use admiralty_core::{Actor, Rules, Table, Text};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A law that does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) law: &'static str,
    pub(crate) detail: String,
}

pub(crate) type Lawful = Result<(), Broken>;

/// The law holds, or it is broken in this way.
pub(crate) fn ensure(holds: bool, law: &'static str, detail: impl FnOnce() -> String) -> Lawful {
    if holds { Ok(()) } else { Err(Broken { law, detail: detail() }) }
}

/// The way to where we are.
pub(crate) struct Trail {
    what: &'static str,
    game: &'static str,
    setup: String,
    seed: u64,
    entries: Vec<String>,
}

impl Trail {
    pub(crate) fn new<R: Rules>(what: &'static str, setup: &str, seed: u64) -> Trail {
        let (game, setup) = (R::META.id, setup.to_string());
        Trail { what, game, setup, seed, entries: Vec::new() }
    }

    pub(crate) fn add<R: Rules + Text>(&mut self, table: &Table<R>, by: Actor, action: &R::Action) {
        let by = match by {
            Actor::Seat(seat) => R::seat_code(&table.public, seat),
            Actor::Clock => "clock".into(),
            Actor::Host => "host".into(),
        };
        self.entries.push(format!("{by}: {}", R::write_action(&table.public, action)));
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    fn story(&self) -> String {
        let from = self.entries.len().saturating_sub(12);
        let last: Vec<String> = self.entries[from..]
            .iter()
            .enumerate()
            .map(|(i, entry)| format!("\n    {}. {entry}", from + i + 1))
            .collect();
        format!(
            "\n  {} of {}, set-up {}, seed {}, after entry {}:{}",
            self.what,
            self.game,
            self.setup,
            self.seed,
            self.entries.len(),
            last.concat()
        )
    }

    /// Runs one game. A broken law, and a panic inside the rules too, ends the
    /// test with the way to it.
    pub(crate) fn run(mut self, play: impl FnOnce(&mut Trail) -> Lawful) {
        match catch_unwind(AssertUnwindSafe(|| play(&mut self))) {
            Ok(Ok(())) => {}
            Ok(Err(broken)) => {
                panic!("\n  law broken: {}\n  {}{}", broken.law, broken.detail, self.story())
            }
            Err(panic) => {
                eprintln!("\n  the rules panicked{}", self.story());
                resume_unwind(panic)
            }
        }
    }
}
