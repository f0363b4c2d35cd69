//! `admiralty engine`: one JSON object per line in, one out. Errors are objects
//! too; nothing that stands on a line ends the program. docs/engine.md.

mod answer;
mod ask;
mod sit;
mod tables;

use crate::games;
use admiralty_bots::odds::{Effort, odds};
use admiralty_bots::{Budget, Thought};
use admiralty_catalog::{Match, Objection, json, verify};
use admiralty_core::{Actor, Doc, Fields, Seat, Seeded, Tape, Viewer};
use answer::{Trouble, awaiting, played, rolls, told_to_each};
use ask::Ask;
use sit::Sat;
use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tables::Tables;

/// Longer lines are refused unread.
const LONGEST: u64 = 16 * 1024 * 1024;
/// So many actions are listed if nobody says otherwise.
const ACTIONS: i64 = 1_000;

/// Reads lines until the input ends or says `quit`.
pub(crate) fn serve(input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut engine = Engine::new();
    let mut bytes = Vec::new();
    while !engine.done {
        bytes.clear();
        let n = (&mut *input).take(LONGEST).read_until(b'\n', &mut bytes)?;
        if n == 0 {
            break;
        }
        let whole = bytes.ends_with(b"\n") || (n as u64) < LONGEST;
        let answer = if whole {
            match std::str::from_utf8(&bytes) {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => engine.line(line),
                Err(_) => Trouble::new("request/json", "the line is not UTF-8").answer(None),
            }
        } else {
            skip_line(input)?;
            let trouble = format!("the line is longer than {LONGEST} bytes");
            Trouble::new("request/json", trouble).answer(None)
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn skip_line(input: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let here = input.fill_buf()?;
        let (len, end) = match here.iter().position(|&b| b == b'\n') {
            Some(i) => (i + 1, true),
            None => (here.len(), here.is_empty()),
        };
        input.consume(len);
        if end {
            return Ok(());
        }
    }
}

/// One conversation: a game in hand, and tables beside it that were forked or imagined.
#[derive(Default)]
pub struct Engine {
    game: Option<Running>,
    beside: Tables,
    done: bool,
}

struct Running {
    game: Match,
    dice: Seeded,
    seed: u64,
    /// The seat that this conversation is for, if it is for one alone.
    sat: Option<Sat>,
}

impl Running {
    /// The umpire's knowledge, unless the conversation is a seat's.
    fn viewer(&self) -> Viewer {
        self.sat.as_ref().map_or(Viewer::Umpire, |sat| Viewer::Seat(sat.seat))
    }
}

type Answer = Result<Doc, Trouble>;

impl Engine {
    /// Without a game.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Answers one line; the answer is one line of JSON.
    pub fn line(&mut self, line: &str) -> String {
        let doc = match json::read(line) {
            Ok(doc) => doc,
            Err(fault) => return Trouble::new("request/json", fault.to_string()).answer(None),
        };
        answer::numbers(self.respond(&doc).to_string())
    }

    /// Answers one request.
    fn respond(&mut self, doc: &Doc) -> Doc {
        // A panic would be a fault of a game; the conversation goes on without it.
        let answer = catch_unwind(AssertUnwindSafe(|| self.request(doc))).unwrap_or_else(|_| {
            self.put_away();
            Err(Trouble::new("engine/fault", "a fault of the program; the game was put away"))
        });
        let answer = answer.unwrap_or_else(|trouble| Doc::map().with("error", trouble.body()));
        answer::with_id(doc.get("id").cloned(), answer)
    }

    fn request(&mut self, doc: &Doc) -> Answer {
        let mut fields = Fields::of(doc, "").map_err(Trouble::form)?;
        fields.get("id");
        let Some(command) = fields.text("cmd") else {
            fields.faults.0.is_empty().then(|| fields.wrong("cmd", "is missing"));
            return Err(Trouble::form(fields.faults));
        };
        let table = fields.int("table", 1..=i64::MAX);
        let ask = Ask { fields };
        match table {
            None => self.command(command, ask, doc),
            Some(_) if matches!(command, "new" | "load" | "games" | "batch" | "quit") => {
                let mut ask = ask;
                ask.fields.wrong("table", "this command is about no table");
                Err(Trouble::form(ask.fields.faults))
            }
            Some(table) => self.with_table(table, |engine| engine.command(command, ask, doc)),
        }
    }

    fn command(&mut self, command: &str, mut ask: Ask<'_>, doc: &Doc) -> Answer {
        if let Some(trouble) = self.sealed(command, doc) {
            return Err(trouble);
        }
        match command {
            "games" => {
                ask.done()?;
                let games = admiralty_catalog::games().iter().map(|game| games::describe(*game));
                Ok(Doc::map().with("games", Doc::list(games)))
            }
            "new" => self.new_game(ask),
            "load" => self.load(ask),
            "quit" => {
                ask.done()?;
                self.done = true;
                Ok(Doc::map().with("bye", true))
            }
            "position" => {
                ask.done()?;
                let game = &self.running()?.game;
                let id = game.game().meta().id;
                // A position names its game, so that it can be loaded without further words.
                let named = match game.table().save() {
                    position if position.get("game").is_some() => position,
                    position => answer::join(Doc::map().with("game", id), position),
                };
                Ok(Doc::map()
                    .with("game", id)
                    .with("position", named)
                    .with("digest", format!("{:016x}", game.table().digest())))
            }
            "awaiting" => {
                let running = self.running()?;
                let (table, default) = (running.game.table(), running.viewer());
                let viewer = ask.viewer(table, "seat", default)?;
                ask.done()?;
                Ok(awaiting(table, viewer))
            }
            "menu" => self.menu(ask),
            "actions" => self.actions(ask),
            "check" => self.check(ask),
            "odds" => self.odds(ask),
            "play" => self.play(ask),
            "view" => self.view(ask),
            "record" => {
                ask.done()?;
                Ok(Doc::map().with("record", self.running()?.game.record().to_string()))
            }
            "undo" => self.undo(ask),
            "go" => self.go(ask),
            "fork" => self.fork(ask),
            "imagine" => self.imagine(ask),
            "drop" => self.drop_table(ask),
            "sample" => self.sample(ask),
            "story" => self.story(ask),
            "batch" => self.batch(ask),
            "sit" => self.sit(ask),
            other => Err(Trouble::new(
                "request/unknown",
                format!(
                    "there is no command \"{other}\" (there are: games, new, load, position, \
                     awaiting, menu, actions, sample, check, odds, play, view, story, record, undo, \
                     go, sit, fork, imagine, drop, batch, quit)"
                ),
            )),
        }
    }

    fn running(&mut self) -> Result<&mut Running, Trouble> {
        self.game
            .as_mut()
            .ok_or_else(|| Trouble::new("game/none", "there is no game: send new or load first"))
    }

    fn new_game(&mut self, mut ask: Ask<'_>) -> Answer {
        let game = ask.text("game")?;
        let game = games::find(game).map_err(|e| Trouble::new("game/unknown", e.to_string()))?;
        let options = ask.fields.get("options").cloned().unwrap_or(Doc::map());
        let seed = ask.seed();
        let forced = ask.dice();
        let id = ask.fields.text("match").unwrap_or_default().to_string();
        ask.done()?;
        let mut dice = Seeded::new(seed);
        let game = match &forced {
            None => Match::begin(game, id, &options, &mut dice),
            Some(values) => {
                let mut tape = Tape::new(values);
                let begun = Match::begin(game, id, &options, &mut tape);
                if begun.is_ok() && !tape.left().is_empty() {
                    return Err(Trouble::left(tape.left().len(), values.len()));
                }
                begun
            }
        }
        .map_err(Trouble::begin)?;
        self.begin(game, dice, seed)
    }

    fn load(&mut self, mut ask: Ask<'_>) -> Answer {
        if let Some(record) = ask.fields.text("record") {
            let seed = ask.seed();
            ask.done()?;
            let (game, _) = verify(admiralty_catalog::games(), record)
                .map_err(|error| Trouble::new("load/record", error.to_string()))?;
            return self.begin(game, Seeded::new(seed), seed);
        }
        let Some(position) = ask.fields.get("position") else {
            ask.fields.wrong("position", "is missing (or give a record)");
            return Err(Trouble::form(ask.fields.faults));
        };
        // A position may name its game itself; else it is one of the game in hand.
        let named = ask.fields.text("game").or(position.get("game").and_then(Doc::as_text));
        let game = match (named, &self.game) {
            (Some(id), _) => {
                games::find(id).map_err(|e| Trouble::new("game/unknown", e.to_string()))?
            }
            (None, Some(running)) => running.game.game(),
            (None, None) => {
                ask.fields.wrong("game", "is missing");
                return Err(Trouble::form(ask.fields.faults));
            }
        };
        let seed = ask.seed();
        ask.done()?;
        let game = Match::load(game, "", position).map_err(Trouble::position)?;
        self.begin(game, Seeded::new(seed), seed)
    }

    fn begin(&mut self, game: Match, dice: Seeded, seed: u64) -> Answer {
        let table = game.table();
        let seats = (0..table.n_seats()).map(Seat).map(|seat| {
            Doc::map()
                .with("seat", table.seat_code(seat))
                .with("name", table.seat_name(seat))
                .with("side", table.side_of(seat).map(|side| table.side_code(side)))
        });
        let answer = Doc::map()
            .with("game", game.game().meta().id)
            .with("seed", seed as i64)
            .with("seats", Doc::list(seats))
            .with("dice", rolls(game.begun()))
            .with("digest", format!("{:016x}", table.digest()));
        let answer = answer::join(answer, awaiting(table, Viewer::Umpire));
        self.game = Some(Running { game, dice, seed, sat: None });
        Ok(answer)
    }

    fn menu(&mut self, mut ask: Ask<'_>) -> Answer {
        let table = self.running()?.game.table();
        let seat = ask.seat(table)?;
        let draft = ask.texts("draft");
        ask.done()?;
        let menu = table
            .menu(Viewer::Seat(seat), &draft)
            .map_err(|error| Trouble::new("menu/draft", error.to_string()))?;
        Ok(answer::menu(&menu))
    }

    fn actions(&mut self, mut ask: Ask<'_>) -> Answer {
        let table = self.running()?.game.table();
        let seat = ask.seat(table)?;
        let limit = ask.fields.int_or("limit", ACTIONS, 0..=1_000_000) as usize;
        let seed = ask.fields.int_or("seed", 0, 0..=i64::MAX).unsigned_abs();
        ask.done()?;
        let listed = table.some_actions(seat, limit, &mut Seeded::new(seed));
        Ok(Doc::map()
            .with("actions", Doc::list(listed.actions))
            .with("complete", listed.complete)
            .with_if(!listed.complete, "cut", true))
    }

    fn check(&mut self, mut ask: Ask<'_>) -> Answer {
        let table = self.running()?.game.table();
        let by = ask.actor(table)?;
        let action = ask.text("action")?;
        ask.done()?;
        match table.check(by, action) {
            Ok(action) => Ok(Doc::map().with("ok", true).with("action", action)),
            Err(Objection::Refused(refusal)) => {
                Ok(Doc::map().with("ok", false).with("refusal", answer::refusal(&refusal)))
            }
            Err(objection) => Err(Trouble::objection(&objection)),
        }
    }

    fn odds(&mut self, mut ask: Ask<'_>) -> Answer {
        let table = self.running()?.game.table();
        let seat = ask.seat(table)?;
        let action = ask.text("action")?;
        let most = Effort::default();
        let tables = ask.fields.int_or("tables", i64::from(most.tables), 1..=10_000) as u32;
        let rolls = ask.fields.int_or("rolls", i64::from(most.rolls), 1..=100_000) as u32;
        let seed = ask.fields.int("seed", 0..=i64::MAX).map_or(most.seed, i64::unsigned_abs);
        ask.done()?;
        let effort = Effort { tables, rolls, seed, ..most };
        match odds(table, seat, action, effort) {
            Ok(odds) => Ok(odds.doc()),
            Err(objection) => Err(Trouble::objection(&objection)),
        }
    }

    fn play(&mut self, mut ask: Ask<'_>) -> Answer {
        let running = self.running()?;
        let viewer = running.viewer();
        let Running { game, dice, .. } = running;
        let by = ask.actor(game.table())?;
        let action = ask.fields.text("action");
        let line = ask.fields.text("line");
        let forced = ask.dice();
        if action.is_some() == line.is_some() && ask.fields.faults.0.is_empty() {
            ask.fields.wrong("action", "give either an action or a line");
        }
        ask.done()?;
        let line = action.or(line).unwrap_or_default();
        let how = if action.is_some() { How::Action } else { How::Line };
        // Tried on a copy first, so that dice left over change nothing either.
        if let Some(values) = &forced {
            let mut ahead = game.table().clone_box();
            let mut tape = Tape::new(values);
            let tried = match how {
                How::Action => ahead.play(by, line, &mut tape).map(|_| None),
                How::Line => ahead.play_line(by, line, &mut tape).map(|done| done.refused),
            };
            match tried {
                Err(objection) | Ok(Some((_, objection @ Objection::Dry(_)))) => {
                    return Err(Trouble::objection(&objection));
                }
                Ok(_) if !tape.left().is_empty() => {
                    return Err(Trouble::left(tape.left().len(), values.len()));
                }
                Ok(_) => {}
            }
        }
        let first = game.log().len();
        let mut tape = Tape::new(forced.as_deref().unwrap_or_default());
        let dice: &mut dyn admiralty_core::Dice = if forced.is_some() { &mut tape } else { dice };
        let mut answer = Doc::map();
        match how {
            How::Action => {
                game.play(by, line, dice).map_err(|objection| Trouble::objection(&objection))?;
            }
            How::Line => {
                let done = game
                    .play_line(by, line, dice)
                    .map_err(|objection| Trouble::objection(&objection))?;
                if let Some((part, objection)) = done.refused {
                    let trouble = Trouble::objection(&objection).body();
                    answer.put("stopped", Doc::map().with("at", part).with("error", trouble));
                }
                if !done.left.is_empty() {
                    answer.put("left", Doc::list(done.left));
                }
            }
        }
        if viewer != Viewer::Umpire {
            return self.after_own(first, answer);
        }
        let entries = (first..game.log().len()).filter_map(|i| entry(game, i));
        let entries = Doc::list(entries.collect::<Vec<_>>());
        let answer = answer::join(Doc::map().with("entries", entries), answer);
        Ok(answer::join(answer, awaiting(game.table(), Viewer::Umpire)))
    }

    fn view(&mut self, mut ask: Ask<'_>) -> Answer {
        let running = self.running()?;
        let default = running.sat.as_ref().map_or(Viewer::Spectator, |sat| Viewer::Seat(sat.seat));
        let game = &running.game;
        let table = game.table();
        let viewer = ask.viewer(table, "seat", default)?;
        ask.done()?;
        let story = game.story(viewer).into_iter().map(tables::story_line);
        let answer = Doc::map()
            .with("view", table.view(viewer))
            .with("prompt", table.prompt(viewer))
            .with("board", table.board(viewer))
            .with("story", Doc::list(story));
        Ok(answer::join(answer, awaiting(table, viewer)))
    }

    fn undo(&mut self, mut ask: Ask<'_>) -> Answer {
        let game = &mut self.running()?.game;
        // Without a seat: whoever made the last entry takes it back.
        let last = game.log().entries().next_back().map(|entry| entry.by);
        let seat = match (ask.fields.get("seat"), last) {
            (None, Some(Actor::Seat(seat))) => seat,
            (None, _) => Seat(0),
            (Some(_), _) => ask.seat(game.table())?,
        };
        ask.done()?;
        game.undo(seat).map_err(|error| Trouble::new("undo/barred", error.to_string()))?;
        let answer = Doc::map()
            .with("entries", game.log().len())
            .with("digest", format!("{:016x}", game.table().digest()));
        Ok(answer::join(answer, awaiting(game.table(), Viewer::Umpire)))
    }

    fn go(&mut self, mut ask: Ask<'_>) -> Answer {
        let Running { game, seed, .. } = self.running()?;
        let table = game.table();
        let seat = ask.seat(table)?;
        let bot = ask.fields.text("bot").unwrap_or("random");
        let level = ask.fields.text("level").unwrap_or_default();
        let ms = ask.fields.int("ms", 0..=600_000);
        let nodes = ask.fields.int("nodes", 0..=i64::MAX);
        // The same game, seed and moment give the same choice.
        let at = seed.wrapping_add(game.log().lines().len() as u64);
        let seed = ask.fields.int("seed", 0..=i64::MAX).map_or(at, |seed| seed as u64);
        let most = ask.fields.int("choices", 1..=64).map(|n| n as usize);
        ask.done()?;
        let budget = match (ms, nodes) {
            (_, Some(nodes)) => Budget::Nodes(nodes.unsigned_abs()),
            (Some(ms), None) => Budget::ms(ms.unsigned_abs()),
            (None, None) => Budget::default(),
        };
        let bot = admiralty_bots::find(table.game().meta().id, bot, level)
            .map_err(|error| Trouble::new("go/bot", error.to_string()))?;
        let nothing = || {
            let name = table.seat_name(seat);
            Trouble::new("go/nothing", format!("{name} has nothing to decide"))
        };
        let answer = Doc::map().with("seat", table.seat_code(seat));
        let answer = answer.with("bot", bot.info().to_string());
        let Some(most) = most else {
            let action = bot.choose(table, seat, budget, seed).ok_or_else(nothing)?;
            return Ok(answer.with("action", action));
        };
        let thoughts = bot.think(table, seat, budget, seed);
        let first = thoughts.first().ok_or_else(nothing)?.action.clone();
        let choice = |thought: Thought<String>| {
            Doc::map()
                .with("action", thought.action)
                .with("chance", thought.chance.map(|chance| format!("{chance:.3}")))
                .with("trials", thought.trials)
        };
        let choices = Doc::list(thoughts.into_iter().take(most).map(choice));
        Ok(answer.with("action", first).with("choices", choices))
    }
}

/// Is a whole line to be played, or one action?
#[derive(Clone, Copy)]
enum How {
    Action,
    Line,
}

/// The entry that counts as number `i`, from 0, with what each viewer is told.
fn entry(game: &Match, i: usize) -> Option<Doc> {
    let entry = game.log().entry(i)?;
    let table = game.table();
    Some(
        Doc::map()
            .with("number", i + 1)
            .with("seat", table.actor_code(entry.by))
            .with("action", entry.action.clone())
            .with("dice", rolls(&entry.rolled))
            .with("digest", format!("{:016x}", entry.digest.unwrap_or_default()))
            .with("undo", played(entry.bar))
            .with("events", told_to_each(table, game.events(i))),
    )
}
