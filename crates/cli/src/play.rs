//! `admiralty play`: a game in the terminal, line by line.

mod screen;

use crate::args::PlayArgs;
use crate::games;
use crate::table::{self, fresh_seed, wrap};
use admiralty_bots::odds::{Effort, odds};
use admiralty_bots::{Budget, Erased};
use admiralty_catalog::{ErasedLeads, ErasedMenu, Match, Objection, Played, Proof};
use admiralty_core::{Actor, Awaiting, Key, Seat, SeatSet, Seeded, Verifiable, Viewer};
use anyhow::{Context, Result, bail};
use screen::Screen;
use std::io::{BufRead, Write};

/// Who sits on a chair.
#[derive(Clone, Copy)]
enum Who {
    Human,
    Bot(&'static dyn Erased),
}

impl Who {
    fn is_human(self) -> bool {
        matches!(self, Who::Human)
    }
}

pub(crate) fn run(args: &PlayArgs, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
    let game = games::find(&args.game)?;
    let seed = args.seed.unwrap_or_else(fresh_seed);
    let key = key(seed);
    let mut dice = Verifiable { key: &key, game_id: "", salts: &[], next: 0 };
    let mut running = table::begin(game, &args.setup, args.position.as_deref(), &mut dice)?;
    running.proof = Some(Proof { commitment: key.commitment(), salts: Vec::new(), key: None });
    let who = who_sits(&args.seats, &running)?;
    let n_seats = running.table().n_seats() as usize;
    let mut session = Session {
        game: running,
        key,
        bots: Seeded::new(seed ^ 0x0B07),
        who,
        seen: vec![0; n_seats],
        holder: None,
        screen: Screen::new(input, out),
    };
    session.screen.say(&format!("{} (seed {seed})", game.meta().title))?;
    let ended = session.play();
    session.reveal_key();
    if let Some(path) = &args.record {
        std::fs::write(path, session.game.record().to_string())
            .with_context(|| path.display().to_string())?;
        session.screen.say(&format!("The record is in {}.", path.display()))?;
    }
    ended
}

/// The key all dice of a game follow from: the same seed, the same dice.
fn key(seed: u64) -> Key {
    let mut rng = Seeded::new(seed);
    let mut bytes = [0; 32];
    for part in bytes.chunks_exact_mut(8) {
        part.copy_from_slice(&rng.next_u64().to_le_bytes());
    }
    Key(bytes)
}

/// The level that sits down where nobody was named: it plays soundly and answers at once.
const USUAL: usize = 2;

/// Reads `--seats`; without it the first seat is yours and a Lieutenant has the others.
fn who_sits(words: &[String], game: &Match) -> Result<Vec<Who>> {
    let table = game.table();
    let id = game.game().meta().id;
    let n = table.n_seats() as usize;
    if words.is_empty() {
        let bots = admiralty_bots::bots(id);
        let info = *bots.get(USUAL).or(bots.last()).context("the game has no bot")?;
        let bot = Who::Bot(admiralty_bots::find(id, info.name, info.level)?);
        return Ok((0..n).map(|i| if i == 0 { Who::Human } else { bot }).collect());
    }
    if words.len() != n {
        let names: Vec<String> = (0..table.n_seats()).map(|i| table.seat_name(Seat(i))).collect();
        let (given, names) = (words.len(), names.join(", "));
        bail!("--seats names {given} players, but there are {n} seats: {names}");
    }
    words
        .iter()
        .map(|word| match word.as_str() {
            "human" => Ok(Who::Human),
            name => {
                let found = admiralty_bots::find_or_start(id, name);
                Ok(Who::Bot(found.context("a seat is human, or a bot")?))
            }
        })
        .collect()
}

struct Session<'a> {
    game: Match,
    key: Key,
    bots: Seeded,
    who: Vec<Who>,
    /// How many lines of its story each seat has been shown.
    seen: Vec<usize>,
    /// Who sits at the terminal now.
    holder: Option<Seat>,
    screen: Screen<'a>,
}

/// What came of asking a person.
enum Asked {
    Decided,
    Left,
}

impl Session<'_> {
    fn play(&mut self) -> Result<()> {
        loop {
            let seats = match self.game.table().awaiting() {
                Awaiting::Over(_) => return self.end(),
                Awaiting::Seats(seats) => seats,
            };
            let Some(seat) = self.next(seats) else { bail!("nobody is to decide") };
            match self.who[seat.index()] {
                Who::Human => {
                    self.hand_over(seat)?;
                    if let Asked::Left = self.ask(seat)? {
                        return self.screen.say("The game is left unfinished.");
                    }
                }
                Who::Bot(bot) => self.bot(seat, bot)?,
            }
        }
    }

    /// Bots decide first: nobody needs to wait for them. Then whoever holds
    /// the terminal, so that it changes hands as seldom as possible.
    fn next(&self, seats: SeatSet) -> Option<Seat> {
        let bot = seats.iter().find(|seat| !self.who[seat.index()].is_human());
        bot.or(self.holder.filter(|&seat| seats.has(seat))).or(seats.iter().next())
    }

    fn bot(&mut self, seat: Seat, bot: &dyn Erased) -> Result<()> {
        let seed = self.bots.next_u64();
        let action = bot.choose(self.game.table(), seat, Budget::default(), seed);
        let Some(action) = action else {
            bail!("{} has nothing to do", self.game.table().seat_name(seat))
        };
        self.enter(seat, &action)?;
        if self.people() == 0 {
            self.tell(Viewer::Spectator, 0)?;
        }
        Ok(())
    }

    /// Makes an entry with dice that anybody can verify after the game.
    fn enter(&mut self, seat: Seat, action: &str) -> Result<Played, Objection> {
        let next = self.game.n_rolls();
        let mut dice = Verifiable { key: &self.key, game_id: "", salts: &[], next };
        self.game.play(Actor::Seat(seat), action, &mut dice)
    }

    /// Once it is over, the record may say what the dice followed from.
    fn reveal_key(&mut self) {
        if let (true, Some(proof)) = (self.game.table().awaiting().is_over(), &mut self.game.proof)
        {
            proof.key = Some(self.key.clone());
        }
    }

    /// How many people play.
    fn people(&self) -> usize {
        self.who.iter().filter(|who| who.is_human()).count()
    }

    /// Several people at one terminal must not see each other's secrets.
    fn hand_over(&mut self, seat: Seat) -> Result<()> {
        if self.people() > 1 && self.holder != Some(seat) {
            let name = self.game.table().seat_name(seat);
            self.screen.hand_over(&name)?;
        }
        self.holder = Some(seat);
        Ok(())
    }

    /// Shows the seat what it may know and lets it decide.
    fn ask(&mut self, seat: Seat) -> Result<Asked> {
        let viewer = Viewer::Seat(seat);
        self.tell(viewer, seat.index())?;
        let board = self.game.table().board(viewer);
        self.screen.say(&format!("\n{}", board.trim_end()))?;
        let mut draft: Vec<String> = Vec::new();
        loop {
            let table = self.game.table();
            let prompt = table.prompt(viewer);
            let menu = table.menu(viewer, &draft).unwrap_or_default();
            self.screen.menu(&prompt, &draft, &menu)?;
            let Some(line) = self.screen.read(&table.seat_code(seat))? else {
                return Ok(Asked::Left);
            };
            match line.as_str() {
                "" => {}
                "quit" | "exit" => return Ok(Asked::Left),
                "?" | "help" => self.screen.help()?,
                "board" => {
                    let board = self.game.table().board(viewer);
                    self.screen.say(board.trim_end())?;
                }
                "more" | "menu" => self.screen.whole_menu(&menu)?,
                "back" => {
                    draft.pop();
                }
                "log" => self.log(viewer)?,
                "undo" => match self.game.undo(seat) {
                    Ok(()) => return Ok(Asked::Decided),
                    Err(why) => self.screen.say(&format!("No: {why}."))?,
                },
                line => {
                    if let Some(words) = line.strip_prefix("rules ") {
                        self.rules(words)?;
                    } else if let Some(action) = line.strip_prefix("odds ") {
                        self.odds(seat, action.trim(), &menu)?;
                    } else if self.decide(seat, line, &mut draft, &menu)? {
                        return Ok(Asked::Decided);
                    }
                }
            }
        }
    }

    /// A number of the menu, or notation; true if an entry was made.
    fn decide(
        &mut self,
        seat: Seat,
        line: &str,
        draft: &mut Vec<String>,
        menu: &ErasedMenu,
    ) -> Result<bool> {
        if let Ok(number) = line.parse::<usize>() {
            let Some(choice) = number.checked_sub(1).and_then(|i| menu.choices.get(i)) else {
                self.screen.say(&format!("There is no number {number}."))?;
                return Ok(false);
            };
            return match &choice.leads {
                ErasedLeads::On => {
                    draft.push(choice.label.key.clone());
                    Ok(false)
                }
                ErasedLeads::To(action) | ErasedLeads::Aside(action) => {
                    match self.enter(seat, action) {
                        Ok(_) => Ok(true),
                        Err(objection) => self.refused(&objection).map(|()| false),
                    }
                }
            };
        }
        let next = self.game.n_rolls();
        let mut dice = Verifiable { key: &self.key, game_id: "", salts: &[], next };
        match self.game.play_line(Actor::Seat(seat), line, &mut dice) {
            Ok(done) => {
                if let Some((part, objection)) = &done.refused {
                    self.screen.say(&format!("Played as far as {part}:"))?;
                    self.refused(objection)?;
                }
                // A full stop at the end of a line is often more than is needed.
                if done.left.iter().any(|part| part != ".") {
                    self.screen.say(&format!("Not needed: {}.", done.left.join(" ")))?;
                }
                Ok(true)
            }
            Err(objection) => self.refused(&objection).map(|()| false),
        }
    }

    /// What may come of a number of the menu or of an action, as far as the
    /// seat can know.
    fn odds(&mut self, seat: Seat, text: &str, menu: &ErasedMenu) -> Result<()> {
        let number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let action = match number.map(|i| menu.choices.get(i)) {
            None => text,
            Some(Some(choice)) => match &choice.leads {
                ErasedLeads::To(action) | ErasedLeads::Aside(action) => action,
                ErasedLeads::On => {
                    return self.screen.say("That is not yet an action: pick it, then ask.");
                }
            },
            Some(None) => return self.screen.say(&format!("There is no number {text}.")),
        };
        match odds(self.game.table(), seat, action, Effort::default()) {
            Ok(odds) => self.screen.say(&format!("{}:\n{odds}", odds.action)),
            Err(objection) => self.refused(&objection),
        }
    }

    fn refused(&mut self, objection: &Objection) -> Result<()> {
        match objection {
            Objection::Refused(refusal) => {
                self.screen.say(&format!("No: {} [{}].", refusal.sentence, refusal.clause))?;
                if !refusal.clause_text.is_empty() {
                    for line in wrap(&refusal.clause_text, 76) {
                        self.screen.say(&format!("    {line}"))?;
                    }
                }
                Ok(())
            }
            Objection::Unreadable(error) => {
                self.screen.say(&format!("I cannot read that: {error}. Type ? for help."))
            }
            Objection::Dry(dry) => self.screen.say(&format!("No: {dry}.")),
        }
    }

    /// What the viewer was told since it last looked.
    fn tell(&mut self, viewer: Viewer, index: usize) -> Result<()> {
        let story = self.game.story(viewer);
        let from = self.seen[index];
        for line in story.iter().filter(|line| line.number > from && !line.undone) {
            self.screen.say(&line.sentence)?;
        }
        self.seen[index] = story.last().map_or(from, |line| line.number.max(from));
        Ok(())
    }

    fn log(&mut self, viewer: Viewer) -> Result<()> {
        for line in self.game.story(viewer) {
            let taken_back = if line.undone { " (taken back)" } else { "" };
            self.screen.say(&format!("{:>4}. {}{taken_back}", line.number, line.sentence))?;
        }
        Ok(())
    }

    fn rules(&mut self, words: &str) -> Result<()> {
        let register = self.game.game().register();
        let found: Vec<String> = register
            .search(words.trim())
            .take(12)
            .map(|clause| format!("{}: {}", clause.id, clause.text))
            .collect();
        if found.is_empty() {
            return self.screen.say(&format!("No clause speaks of \"{words}\"."));
        }
        for clause in found {
            self.screen.say(&wrap(&clause, 78).join("\n    "))?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        let table = self.game.table();
        let Awaiting::Over(outcome) = table.awaiting() else { return Ok(()) };
        let people = self.people();
        let alone = (0..table.n_seats()).map(Seat).find(|s| self.who[s.index()].is_human());
        let board = table.board(Viewer::Umpire);
        let result = table.outcome_text(&outcome);
        match alone {
            Some(seat) if people == 1 => self.tell(Viewer::Seat(seat), seat.index())?,
            _ => self.tell(Viewer::Spectator, 0)?,
        }
        self.screen.say(&format!("\n{}\n", board.trim_end()))?;
        let clause = outcome.clause;
        let entries = self.game.log().len();
        self.screen.say(&format!("The game is over: {result} [{clause}], {entries} entries."))
    }
}
