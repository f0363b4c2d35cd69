//! The dice of a table as its row and lines keep them: what they are derived
//! from, the transcript beside them, and the game rebuilt from it all.

use crate::store::{FromRow, HolderRow, LineRow, TableRow};
use admiralty_catalog::{Draws, Game, Match, Proof, Shown, Signed, json};
use admiralty_core::{
    Actor, Die, Draw, Drawn, Head, Key, Link, RecordLine, Rolled, Salt, Seat, SeatSet, Tape,
    Verifiable,
};
use admiralty_protocol::Status;
use ed25519_dalek::{Signer as _, SigningKey};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Signs the heads of transcripts: the same key as long as the server keeps its secret.
pub(crate) struct Signer(SigningKey);

impl Signer {
    pub(crate) fn new(secret: &[u8; 32]) -> Signer {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(secret).expect("an HMAC key may have any length");
        mac.update(b"admiralty signer 1");
        let mut key = [0; 32];
        key.copy_from_slice(&mac.finalize().into_bytes());
        Signer(SigningKey::from_bytes(&key))
    }

    /// As 64 hexadecimal digits.
    pub(crate) fn hex(&self) -> String {
        Link(self.0.verifying_key().to_bytes()).hex()
    }

    pub(crate) fn sign(&self, game_id: &str, head: Head) -> Signed {
        let signature = self.0.sign(head.statement(game_id).as_bytes()).to_bytes();
        Signed { head, signer: self.0.verifying_key().to_bytes(), signature }
    }
}

/// Where a running game's dice come from.
#[derive(Clone)]
pub(crate) enum Source {
    /// One key and salts that nobody sealed: tables of an older server.
    Old(Key, Vec<Salt>),
    /// Drawn.
    Drawn(Draw),
}

impl TableRow {
    /// Are its dice drawn?
    pub(crate) fn is_drawn(&self) -> bool {
        self.dice >= 2
    }

    /// Does its transcript go on without what the sides keep to themselves?
    pub(crate) fn keeps_apart(&self) -> bool {
        self.dice >= 3
    }

    /// Is the key shown? Not before the end, and not of a game that was called off: that
    /// counts for nothing, and what the sides had placed stays with them, which
    /// the key would let others try out.
    pub(crate) fn shows_key(&self) -> bool {
        let called_off = self.result.as_ref().is_some_and(|result| result.verdict == "cancelled");
        self.status == Status::Over && !called_off
    }

    /// The end of the umpire's chain.
    pub(crate) fn umpire(&self) -> Option<Link> {
        Link::from_hex(&self.key)
    }

    /// What binds the server.
    pub(crate) fn commitment(&self) -> String {
        match self.is_drawn() {
            true => self.umpire().map(|umpire| umpire.number(0).hex()).unwrap_or_default(),
            false => Key::from_hex(&self.key).map(|k| k.commitment().hex()).unwrap_or_default(),
        }
    }

    /// The number of the last draw.
    pub(crate) fn draw_number(&self) -> u32 {
        (self.drawn.len() + self.redraws.len()) as u32
    }

    /// Has anybody been called? Then the seals are closed. (A draw nobody had a
    /// part in was skipped by a restore.)
    pub(crate) fn is_called(&self) -> bool {
        self.drawn.iter().any(|draw| draw.split(',').any(|word| word != "-"))
    }

    /// What may be shown of the key after the end.
    pub(crate) fn last_key(&self) -> String {
        match (self.is_drawn(), self.umpire()) {
            (true, Some(umpire)) => umpire.number(self.draw_number()).hex(),
            _ => self.key.clone(),
        }
    }

    /// The end of a bot's chain.
    pub(crate) fn bot_chain(&self, seat: Seat) -> Option<Link> {
        let name = format!("bot {}", seat.0);
        self.umpire().map(|umpire| Link(Head::NONE.after(&umpire, &self.id, &name).0))
    }

    /// Where the dice come from now.
    pub(crate) fn source(&self) -> Option<Source> {
        if !self.is_drawn() {
            let salts = self.seats.iter().map(|seat| Salt::new(&seat.salt).unwrap_or_default());
            return Some(Source::Old(Key::from_hex(&self.key)?, salts.collect()));
        }
        let number = self.draw_number();
        let salts = self.seats.iter().map(|seat| Link::from_hex(&seat.salt)).collect();
        Some(Source::Drawn(Draw { number, key: self.umpire()?.number(number), salts }))
    }

    fn seals(&self) -> Vec<Option<Link>> {
        self.seats.iter().map(|seat| Link::from_hex(&seat.seal)).collect()
    }

    /// What its record says about the dice, with these lines.
    pub(crate) fn draws(&self, lines: &[LineRow]) -> Draws {
        let word = |word: &str| match word {
            "!" => Shown::Refused,
            word => Link::from_hex(word).map_or(Shown::Nothing, Shown::Link),
        };
        let drawn = self.drawn.iter().map(|draw| draw.split(',').map(word).collect());
        let mut asides = Vec::new();
        for (number, redraw) in (self.drawn.len() as u32 + 1..).zip(&self.redraws) {
            let why = redraw.why.clone();
            asides.push((redraw.after as usize, RecordLine::Redraw { number, why }));
        }
        for line in lines {
            let seat = usize::try_from(line.by).ok().and_then(|seat| self.seats.get(seat));
            let link = line.open.as_deref().and_then(Link::from_hex);
            if let (Some(seat), Some(link)) = (seat, link) {
                let by = seat.code.clone();
                asides.push((line.line as usize - 1, RecordLine::Open { by, link }));
            }
        }
        // What stands before the same line: first the new draw, then the opening.
        asides.sort_by_key(|(at, aside)| (*at, matches!(aside, RecordLine::Open { .. })));
        let umpire = self.umpire();
        Draws {
            commitment: umpire.map(|umpire| umpire.number(0)),
            seals: self.seals(),
            drawn: drawn.collect(),
            asides,
            key: None,
            signed: None,
            apart: self.keeps_apart(),
        }
    }

    /// The game, played again from its lines; only a record that is over has a key.
    pub(crate) fn rebuild(
        &self,
        game: &'static dyn Game,
        lines: &[LineRow],
        signer: Option<&Signer>,
    ) -> Result<Match, String> {
        let setup = json::read(&self.setup).map_err(|fault| fault.to_string())?;
        let begin = |dice: &mut dyn admiralty_core::Dice| {
            Match::begin(game, self.id.clone(), &setup, dice).map_err(|error| error.to_string())
        };
        let shown = self.shows_key();
        let mut played = if self.is_drawn() {
            let mut draws = self.draws(lines);
            let umpire = self.umpire().ok_or("the key of the dice is unreadable")?;
            let link = |shown: &Shown| match shown {
                Shown::Link(link) => Some(*link),
                _ => None,
            };
            let number = draws.drawn.len() as u32;
            let salts = draws.drawn.last().map(|last| last.iter().map(link).collect());
            let salts = salts.unwrap_or_else(|| vec![None; self.seats.len()]);
            let draw = Draw { number, key: umpire.number(number), salts };
            let mut played = begin(&mut Drawn { draw: &draw, game_id: &self.id, next: 0 })?;
            draws.key = Some(umpire.number(self.draw_number()));
            played.draws = Some(draws);
            played
        } else {
            let Some(Source::Old(key, salts)) = self.source() else {
                return Err("the key of the dice is unreadable".into());
            };
            let dice = &mut Verifiable { key: &key, game_id: &self.id, salts: &salts, next: 0 };
            let mut played = begin(dice)?;
            let commitment = key.commitment();
            played.proof = Some(Proof { commitment, salts, key: shown.then_some(key) });
            played
        };
        for line in lines {
            enter(&mut played, line)?;
        }
        for seat in &self.seats {
            let name = match &seat.holder {
                HolderRow::Person { name, .. } => name.clone(),
                HolderRow::Bot { level } => format!("bot {level}"),
                _ => continue,
            };
            let code = seat.code.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            played.tags.push((format!("Seat.{code}"), name));
        }
        if let Some(FromRow { origin, .. }) = &self.from {
            played.tags.push(("From".into(), format!("{} {}", origin.id, origin.entry)));
        }
        if let Some(result) = self.result.as_ref().filter(|result| result.clause.is_empty()) {
            played.tags.push(("Ended".into(), result.reason.clone()));
        }
        if played.draws.is_some() {
            let head = played.head()?;
            let draws = played.draws.as_mut().ok_or("no draws")?;
            draws.signed = signer.map(|signer| signer.sign(&self.id, head));
            if !shown {
                draws.key = None;
            }
        }
        Ok(played)
    }
}

fn enter(game: &mut Match, line: &LineRow) -> Result<(), String> {
    match line.keep {
        Some(keep) => {
            let with: SeatSet = line.with.iter().map(|seat| Seat(*seat)).collect();
            game.rewind(keep as usize, with).map_err(|error| error.to_string())
        }
        None => {
            let by = match u8::try_from(line.by) {
                Ok(seat) => Actor::Seat(Seat(seat)),
                Err(_) if line.by == -1 => Actor::Clock,
                Err(_) => Actor::Host,
            };
            let values: Vec<u16> = line.dice.iter().map(|(_, value)| *value).collect();
            game.play(by, &line.act, &mut Tape::new(&values))
                .map(|_| ())
                .map_err(|objection| format!("line {}: {objection}", line.line))
        }
    }
}

/// The dice of a line as records have them.
pub(crate) fn rolled(line: &LineRow) -> Vec<Rolled> {
    line.dice.iter().map(|&(die, value)| Rolled { die: Die(die), value }).collect()
}
