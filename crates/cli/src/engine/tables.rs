//! Tables beside the game in hand: forked from it, or imagined for a seat. And what is asked of
//! a table without playing: samples of actions, the story, many requests in one line.

use super::answer::{Trouble, awaiting};
use super::ask::Ask;
use super::{Answer, Engine, Running};
use admiralty_catalog::{Match, StoryLine};
use admiralty_core::{Doc, Seeded, Viewer};
use std::collections::BTreeMap;

/// So many tables may be kept beside the game.
const MOST: usize = 10_000;

/// Tables by their handles.
#[derive(Default)]
pub(super) struct Tables {
    at: BTreeMap<i64, Running>,
    last: i64,
    /// The game in hand, while a table has its place.
    aside: Option<(i64, Option<Running>)>,
}

impl Engine {
    /// Does something with a table as if it were the game in hand.
    pub(super) fn with_table(
        &mut self,
        table: i64,
        deed: impl FnOnce(&mut Engine) -> Answer,
    ) -> Answer {
        let Some(running) = self.beside.at.remove(&table) else {
            return Err(no_table(table));
        };
        self.beside.aside = Some((table, self.game.replace(running)));
        let answer = deed(self);
        if let Some((table, game)) = self.beside.aside.take()
            && let Some(running) = std::mem::replace(&mut self.game, game)
        {
            self.beside.at.insert(table, running);
        }
        answer
    }

    /// After a fault of the program: whatever was worked on is gone, the rest stays.
    pub(super) fn put_away(&mut self) {
        self.game = self.beside.aside.take().and_then(|(_, game)| game);
    }

    fn keep(&mut self, running: Running) -> Answer {
        if self.beside.at.len() >= MOST {
            let reason = format!("there are {MOST} tables already: drop some");
            return Err(Trouble::new("table/many", reason));
        }
        self.beside.last += 1;
        let table = running.game.table();
        let answer = Doc::map().with("table", self.beside.last);
        let answer = super::answer::join(answer, awaiting(table, running.viewer()));
        self.beside.at.insert(self.beside.last, running);
        Ok(answer)
    }

    /// A copy of the table that goes its own way.
    pub(super) fn fork(&mut self, mut ask: Ask<'_>) -> Answer {
        let seed = ask.fields.int("seed", 0..=i64::MAX).map(i64::unsigned_abs);
        ask.done()?;
        let running = self.running()?;
        let copy = Running {
            game: Match::from_table(running.game.table().clone_box()),
            dice: seed.map_or_else(|| running.dice.clone(), Seeded::new),
            seed: seed.unwrap_or(running.seed),
            sat: None,
        };
        self.keep(copy)
    }

    /// A table that the seat cannot rule out.
    pub(super) fn imagine(&mut self, mut ask: Ask<'_>) -> Answer {
        let game = &self.running()?.game;
        let viewer = ask.viewer(game.table(), "seat", Viewer::Spectator)?;
        let seed = ask.seed();
        ask.done()?;
        let mut dice = Seeded::new(seed);
        let table = game
            .table()
            .imagine(viewer, &mut dice)
            .map_err(|dry| Trouble::new("play/endless", dry.to_string()))?;
        self.keep(Running { game: Match::from_table(table), dice, seed, sat: None })
    }

    /// Gives a table up.
    pub(super) fn drop_table(&mut self, mut ask: Ask<'_>) -> Answer {
        // With `table` this runs while the table has the place of the game in hand.
        if self.beside.aside.is_none() && ask.fields.faults.0.is_empty() {
            ask.fields.wrong("table", "is missing");
        }
        ask.done()?;
        self.game = None;
        Ok(Doc::map().with("tables", self.beside.at.len()))
    }

    /// Random actions of a seat, each drawn anew.
    pub(super) fn sample(&mut self, mut ask: Ask<'_>) -> Answer {
        let table = self.running()?.game.table();
        let seat = ask.seat(table)?;
        let n = ask.fields.int_or("n", 1, 0..=100_000);
        let seed = ask.seed();
        ask.done()?;
        let mut rng = Seeded::new(seed);
        let actions = (0..n).map_while(|_| table.sample(seat, &mut rng));
        Ok(Doc::map().with("seed", seed as i64).with("actions", Doc::list(actions)))
    }

    /// What a viewer was told, from a number on.
    pub(super) fn story(&mut self, mut ask: Ask<'_>) -> Answer {
        let running = self.running()?;
        let default = running.sat.as_ref().map_or(Viewer::Spectator, |sat| Viewer::Seat(sat.seat));
        let viewer = ask.viewer(running.game.table(), "seat", default)?;
        let from = ask.fields.int_or("from", 1, 1..=i64::MAX);
        ask.done()?;
        let lines = running.game.story(viewer).into_iter();
        let lines = lines.filter(|line| line.number as i64 >= from).map(story_line);
        Ok(Doc::map().with("story", Doc::list(lines)))
    }

    /// Requests that are answered one after the other; after the first error no more, unless
    /// `go_on` says so.
    pub(super) fn batch(&mut self, mut ask: Ask<'_>) -> Answer {
        let requests: Vec<Doc> = ask.fields.list("requests").to_vec();
        let go_on = ask.fields.bool_or("go_on", false);
        ask.done()?;
        let mut answers = Vec::new();
        for request in &requests {
            if request.get("cmd").and_then(Doc::as_text) == Some("batch") {
                return Err(Trouble::new("request/form", "a batch has no batch inside"));
            }
            let answer = self.respond(request);
            let failed = answer.get("error").is_some();
            answers.push(answer);
            if failed && !go_on {
                break;
            }
        }
        let whole = answers.len() == requests.len();
        Ok(Doc::map().with("answers", Doc::list(answers)).with("complete", whole))
    }
}

fn no_table(table: i64) -> Trouble {
    Trouble::new("table/none", format!("there is no table {table}: fork or imagine one"))
}

/// A line of the story.
pub(super) fn story_line(line: StoryLine) -> Doc {
    Doc::map()
        .with("number", line.number)
        .with("turn", line.turn)
        .with("sentence", line.sentence)
        .with("undone", line.undone)
}
