//! Replaying a record and comparing every entry with what it says.

use super::draws::{Audit, Draws};
use super::{Match, Proof};
use crate::face::{Played, TableFace};
use crate::game::Game;
use crate::json;
use admiralty_core::{
    Commitment, Dice, Die, Dry, Key, NoUndo, Record, RecordLine, Rolled, Salt, Seat, SeatSet, Tape,
    derive_roll, rolls_text,
};
use std::fmt;

/// A record that is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// Entries replayed, those taken back included.
    pub entries: usize,
    /// How often something was taken back.
    pub rewinds: usize,
    /// Dice compared.
    pub dice: usize,
    /// Were the dice derived again from the umpire's key?
    pub proved: bool,
    /// What is not wrong, but worth knowing about the dice.
    pub remarks: Vec<String>,
    /// How it ended.
    pub result: String,
    /// Digest of the last position.
    pub digest: u64,
}

/// The first thing in a record that is not as it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The entry's number as it counts, from 1; 0 for the head of the record.
    pub entry: usize,
    /// The line of the file, if the record came from one.
    pub line: Option<usize>,
    /// What differs.
    pub reason: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if self.entry > 0 {
            write!(f, "entry {}: ", self.entry)?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for VerifyError {}

/// Reads a record file and replays it.
pub fn verify(games: &[&'static dyn Game], text: &str) -> Result<(Match, Report), VerifyError> {
    let record = Record::parse(text).map_err(|error| VerifyError {
        entry: 0,
        line: Some(error.line),
        reason: error.reason,
    })?;
    Match::replay(games, &record).map_err(|(mut error, index)| {
        let lines = file_lines(text);
        error.line = match index {
            Some(index) => lines.get(index).copied(),
            None => None,
        };
        error
    })
}

/// The line of the file for each line of the record, and last of its result.
pub fn file_lines(text: &str) -> Vec<usize> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim_end().is_empty() && !line.starts_with('['))
        .map(|(i, _)| i + 1)
        .collect()
}

impl Match {
    /// The game of a record, replayed and compared entry by entry.
    pub fn from_record(
        games: &[&'static dyn Game],
        record: &Record,
    ) -> Result<(Match, Report), VerifyError> {
        Match::replay(games, record).map_err(|(error, _)| error)
    }

    /// Like `from_record`; an error names the index of the record's line too.
    fn replay(
        games: &[&'static dyn Game],
        record: &Record,
    ) -> Result<(Match, Report), (VerifyError, Option<usize>)> {
        let head = |reason: String| (VerifyError { entry: 0, line: None, reason }, None);
        let mut rolls = Rolls::default();
        let mut game = begin(games, record, &mut rolls).map_err(head)?;
        let mut audit = audit(record, &game, &rolls).map_err(head)?;
        let (mut entries, mut rewinds) = (0, 0);
        let mut aside = Aside::default();
        for (index, line) in record.lines.iter().enumerate() {
            let entry = game.log().len() + 1;
            let written = game.log().lines().len();
            let in_branch = aside.line(&game, line).map_err(|reason| {
                let entry = aside.number(game.log().len());
                (VerifyError { entry, line: None, reason }, Some(index))
            })?;
            if in_branch {
                continue;
            }
            let done = match line {
                RecordLine::Comment(_)
                | RecordLine::Note { .. }
                | RecordLine::Branch(_)
                | RecordLine::Back => Ok(()),
                aside @ (RecordLine::Open { .. } | RecordLine::Redraw { .. }) => {
                    match &mut game.draws {
                        Some(draws) => {
                            draws.asides.push((written, aside.clone()));
                            Ok(())
                        }
                        None => Err("only draws are opened and begun anew".into()),
                    }
                }
                RecordLine::Rewind { keep, by } => {
                    rewinds += 1;
                    take_back(&mut game, *keep, by)
                }
                RecordLine::Entry { by, action, rolled, digest, kept } => {
                    entries += 1;
                    rolls.all.extend(rolled);
                    match enter(&mut game, by, action, rolled, *digest) {
                        Ok(false) if *kept => Err(format!(
                            "\"{action}\" is no side's own, and must be in the transcript"
                        )),
                        done => done.map(|_| ()),
                    }
                }
            };
            let audited = |()| audit.as_mut().map_or(Ok(()), |audit| audit.line(line));
            done.and_then(|()| rolls.prove(&game)).and_then(audited).map_err(|reason| {
                let number = match line {
                    RecordLine::Entry { .. } => entry,
                    _ => entry - 1,
                };
                (VerifyError { entry: number, line: None, reason }, Some(index))
            })?;
        }
        let result = game.table().result();
        if result != record.result {
            let reason =
                format!("the record says \"= {}\", the replay \"= {result}\"", record.result);
            let entry = game.log().len();
            return Err((VerifyError { entry, line: None, reason }, Some(record.lines.len())));
        }
        let end = |(audit, draws): (&Audit, &Draws)| audit.end(draws);
        audit.as_ref().zip(game.draws.as_ref()).map_or(Ok(()), end).map_err(head)?;
        let report = Report {
            game: game.game().meta().id.to_string(),
            entries,
            rewinds,
            dice: rolls.all.len(),
            proved: rolls.proved > 0
                || (rolls.all.is_empty() && game_key(&game).is_some())
                || game.draws.as_ref().is_some_and(|draws| draws.key.is_some()),
            remarks: audit.map(|audit| audit.remarks).unwrap_or_default(),
            result,
            digest: game.table().digest(),
        };
        Ok((game, report))
    }
}

/// Branches of a record as they are checked: each plays on a copy of the table that it has left.
#[derive(Default)]
struct Aside {
    /// The tables of the branches that are open, and how many entries each has.
    open: Vec<(Box<dyn TableFace>, usize)>,
}

impl Aside {
    /// Checks a line; is it one of a branch?
    fn line(&mut self, game: &Match, line: &RecordLine) -> Result<bool, String> {
        match line {
            RecordLine::Branch(_) => {
                let from = self.open.last().map(|(table, _)| table.clone_box());
                self.open.push((from.unwrap_or_else(|| game.table().clone_box()), 0));
                return Ok(true);
            }
            RecordLine::Back => {
                return Ok(self.open.pop().is_some());
            }
            _ => {}
        }
        let Some((table, n)) = self.open.last_mut() else { return Ok(false) };
        if let RecordLine::Entry { by, action, rolled, digest, .. } = line {
            *n += 1;
            let actor = table.parse_actor(by).ok_or(format!("there is no seat \"{by}\""))?;
            let mut dice = Forced::new(rolled);
            let played = table
                .play(actor, action, &mut dice)
                .map_err(|why| dice.wrong.clone().unwrap_or(format!("\"{action}\": {why}")))?;
            written(&played, action, rolled)?;
            same_digest(table.digest(), *digest)?;
        }
        Ok(true)
    }

    /// The number of the entry that was checked last, if the line itself has so many.
    fn number(&self, line: usize) -> usize {
        line + self.open.iter().map(|(_, n)| n).sum::<usize>()
    }
}

const KNOWN_TAGS: [&str; 15] = [
    "Format",
    "Game",
    "Id",
    "Setup",
    "Position",
    "Begin",
    "Commitment",
    "Salts",
    "Dice",
    "Seals",
    "Draws",
    "Head",
    "Signer",
    "Signature",
    "Seats",
];

/// The check of the draws, where the dice are drawn.
fn audit(record: &Record, game: &Match, rolls: &Rolls) -> Result<Option<Audit>, String> {
    let Some(draws) = &game.draws else { return Ok(None) };
    let table = game.table();
    let codes: Vec<String> = (0..table.n_seats()).map(|seat| table.seat_code(Seat(seat))).collect();
    if record.tag("Seats") != Some(&codes.join(",")) {
        return Err(format!("[Seats] must be \"{}\"", codes.join(",")));
    }
    let mut audit = Audit::begin(record, draws, codes)?;
    audit.rolls(&rolls.all)?;
    Ok(Some(audit))
}

fn begin(games: &[&'static dyn Game], record: &Record, rolls: &mut Rolls) -> Result<Match, String> {
    let id = record.tag("Game").ok_or("the tag [Game \"…\"] is missing")?;
    let game = games.iter().copied().find(|game| game.meta().id == id).ok_or_else(|| {
        let known: Vec<&str> = games.iter().map(|game| game.meta().id).collect();
        format!("there is no game \"{id}\" (known: {})", known.join(", "))
    })?;
    let match_id = record.tag("Id").unwrap_or_default();
    let read = |tag: &str, text: &str| {
        // A position may also be a text in the notation of the specification.
        if text.starts_with('{') || tag == "Setup" {
            json::read(text).map_err(|fault| format!("[{tag}]: {fault}"))
        } else {
            Ok(admiralty_core::Doc::from(text.to_string()))
        }
    };
    let mut begun = match (record.tag("Setup"), record.tag("Position")) {
        (Some(_), Some(_)) => return Err("there is a [Setup] and a [Position]".into()),
        (Some(setup), None) => {
            let setup = read("Setup", setup)?;
            let forced = match record.tag("Begin") {
                Some(text) => parse_rolls(text)?,
                None => Vec::new(),
            };
            let mut tape = Forced::new(&forced);
            let game = Match::begin(game, match_id, &setup, &mut tape)
                .map_err(|error| tape.wrong.clone().unwrap_or(format!("[Setup]: {error}")))?;
            if game.begun().len() < forced.len() {
                return Err("[Begin] has more dice than the game rolled".into());
            }
            rolls.all.extend(&forced);
            game
        }
        (None, Some(position)) => Match::load(game, match_id, &read("Position", position)?)
            .map_err(|faults| format!("[Position]: {faults}"))?,
        (None, None) => return Err("neither [Setup] nor [Position] is there".into()),
    };
    begun.draws = Draws::read(record)?;
    if begun.draws.is_none() {
        begun.proof = proof(record)?;
    }
    begun.tags = record
        .tags
        .iter()
        .filter(|(key, _)| !KNOWN_TAGS.contains(&key.as_str()) && key != "Key")
        .cloned()
        .collect();
    rolls.prove(&begun)?;
    Ok(begun)
}

fn proof(record: &Record) -> Result<Option<Proof>, String> {
    let Some(commitment) = record.tag("Commitment") else {
        return match record.tag("Key") {
            Some(_) => Err("there is a [Key] but no [Commitment]".into()),
            None => Ok(None),
        };
    };
    let commitment =
        Commitment::from_hex(commitment).ok_or("[Commitment] is not 64 hexadecimal digits")?;
    let salts = match record.tag("Salts").unwrap_or_default() {
        "" => vec![],
        text => text
            .split(',')
            .map(|salt| Salt::new(salt).ok_or(format!("[Salts]: \"{salt}\" is no salt")))
            .collect::<Result<_, _>>()?,
    };
    let key = match record.tag("Key") {
        None => None,
        Some(text) => {
            let key = Key::from_hex(text).ok_or("[Key] is not 64 hexadecimal digits")?;
            if key.commitment() != commitment {
                return Err("the [Key] does not fit the [Commitment]".into());
            }
            Some(key)
        }
    };
    Ok(Some(Proof { commitment, salts, key }))
}

fn game_key(game: &Match) -> Option<&Key> {
    game.proof.as_ref().and_then(|proof| proof.key.as_ref())
}

/// All dice of a record in the order of the file, and how many are proved.
#[derive(Default)]
struct Rolls {
    all: Vec<Rolled>,
    proved: usize,
}

impl Rolls {
    fn prove(&mut self, game: &Match) -> Result<(), String> {
        let Some(Proof { salts, key: Some(key), .. }) = &game.proof else { return Ok(()) };
        while let Some(roll) = self.all.get(self.proved) {
            let right = derive_roll(key, game.id(), salts, self.proved as u64, roll.die);
            if right != roll.value {
                return Err(format!(
                    "roll {} shows {}={}, but key and salts give {right}",
                    self.proved, roll.die, roll.value
                ));
            }
            self.proved += 1;
        }
        Ok(())
    }
}

fn take_back(game: &mut Match, keep: usize, by: &[String]) -> Result<(), String> {
    let seats: SeatSet = by
        .iter()
        .map(|code| game.table().parse_seat(code).ok_or(format!("there is no seat \"{code}\"")))
        .collect::<Result<_, _>>()?;
    if let (Some(seat), 1) = (seats.iter().next(), seats.len()) {
        match game.can_undo(seat) {
            Ok(point) if point == keep => {}
            Ok(point) => return Err(format!("{} may go back to {point}, not to {keep}", by[0])),
            Err(why @ NoUndo::Barred(_)) => return Err(format!("nothing may be undone: {why}")),
            Err(why) => return Err(why.to_string()),
        }
    } else {
        // By consent: every side must have agreed.
        let table = game.table();
        let agreed = |side| seats.iter().any(|seat| table.side_of(seat) == Some(side));
        let mut sides = (0..table.n_seats()).filter_map(|i| table.side_of(Seat(i)));
        if let Some(side) = sides.find(|&side| !agreed(side)) {
            return Err(format!("{} has not agreed to the rewind", table.side_name(side)));
        }
    }
    game.rewind(keep, seats).map_err(|error| error.to_string())
}

/// Makes an entry once more; does its side keep it to itself?
fn enter(
    game: &mut Match,
    by: &str,
    action: &str,
    rolled: &[Rolled],
    digest: u64,
) -> Result<bool, String> {
    let actor = game.table().parse_actor(by).ok_or(format!("there is no seat \"{by}\""))?;
    let mut dice = Forced::new(rolled);
    let played = game
        .play(actor, action, &mut dice)
        .map_err(|why| dice.wrong.clone().unwrap_or(format!("\"{action}\": {why}")))?;
    written(&played, action, rolled)?;
    let found = game.log().entries().next_back().and_then(|entry| entry.digest).unwrap_or(0);
    same_digest(found, digest)?;
    Ok(played.kept)
}

/// Has the record all of its dice, and the action as the game writes it?
fn written(played: &Played, action: &str, rolled: &[Rolled]) -> Result<(), String> {
    if played.rolled.len() < rolled.len() {
        return Err(format!(
            "the record has the dice [{}], the replay rolled only [{}]",
            rolls_text(rolled),
            rolls_text(&played.rolled)
        ));
    }
    if played.action != action {
        return Err(format!("\"{action}\" is written \"{}\"", played.action));
    }
    Ok(())
}

fn same_digest(found: u64, digest: u64) -> Result<(), String> {
    if found != digest {
        return Err(format!(
            "the position differs: the record has #{digest:016x}, the replay #{found:016x}"
        ));
    }
    Ok(())
}

fn parse_rolls(text: &str) -> Result<Vec<Rolled>, String> {
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let roll = word.strip_prefix('d').and_then(|word| word.split_once('='));
            let roll = roll.and_then(|(die, value)| Some((die.parse().ok()?, value.parse().ok()?)));
            match roll {
                Some((faces @ 1..=Die::MAX_FACES, value)) if (1..=faces).contains(&value) => {
                    Ok(Rolled { die: Die(faces), value })
                }
                _ => Err(format!("[Begin]: \"{word}\" is no roll such as d6=4")),
            }
        })
        .collect()
}

/// Recorded dice, which must be asked for by the faces they were rolled with.
struct Forced<'a> {
    dice: &'a [Rolled],
    used: usize,
    wrong: Option<String>,
}

impl<'a> Forced<'a> {
    fn new(dice: &'a [Rolled]) -> Forced<'a> {
        Forced { dice, used: 0, wrong: None }
    }
}

impl Dice for Forced<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        match self.dice.get(self.used) {
            Some(roll) if roll.die == die => {
                self.used += 1;
                Tape::new(&[roll.value]).roll(die)
            }
            found => {
                self.wrong = Some(match found {
                    Some(roll) => format!(
                        "die {} is a {} in the record, a {die} in the replay",
                        self.used + 1,
                        roll.die
                    ),
                    None => format!(
                        "the replay wants a {die} as die {}, which the record lacks",
                        self.used + 1
                    ),
                });
                Err(Dry::Ended { die, after: self.used })
            }
        }
    }
}
