//! The draws of a game's dice in its record, and checking them: seals, salts
//! and keys, every die, the head of the transcript and its signature.

use admiralty_core::{Draw, Head, Link, Record, RecordLine, Rolled, Transcript, salts_text};
use ed25519_dalek::{Signature, VerifyingKey};

/// What lets players verify dice that nobody could choose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Draws {
    /// The seal of the umpire's chain, published before any of the seats'.
    pub commitment: Option<Link>,
    /// The seal of each seat's chain.
    pub seals: Vec<Option<Link>>,
    /// The draws before the first decision; the last of them holds.
    pub drawn: Vec<Vec<Shown>>,
    /// Openings and new draws, each with the index of the line it stands before.
    pub asides: Vec<(usize, RecordLine)>,
    /// The umpire's link of the last draw, put into the record after the end.
    pub key: Option<Link>,
    /// What the umpire has signed.
    pub signed: Option<Signed>,
    /// Does the transcript go on without what the sides keep to themselves? Older
    /// ones have it in them.
    pub apart: bool,
}

/// What a seat showed when the dice were drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Nothing: it has no seal, or was not there.
    Nothing,
    /// Nothing, although it was there and asked: the dice were drawn anew.
    Refused,
    /// The link that was due.
    Link(Link),
}

/// A signed head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// The head.
    pub head: Head,
    /// Whose signature: 32 bytes of an Ed25519 key.
    pub signer: [u8; 32],
    /// 64 bytes.
    pub signature: [u8; 64],
}

impl Signed {
    /// Did the signer sign it for this game?
    pub fn is_right(&self, game_id: &str) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        VerifyingKey::from_bytes(&self.signer).is_ok_and(|signer| {
            signer.verify_strict(self.head.statement(game_id).as_bytes(), &signature).is_ok()
        })
    }
}

/// Draws as the tag `Draws` writes them: `link,-,! link,link,-`.
fn drawn_text(drawn: &[Vec<Shown>]) -> String {
    let word = |shown: &Shown| match shown {
        Shown::Nothing => "-".to_string(),
        Shown::Refused => "!".to_string(),
        Shown::Link(link) => link.hex(),
    };
    let one = |shown: &Vec<Shown>| shown.iter().map(word).collect::<Vec<_>>().join(",");
    drawn.iter().map(one).collect::<Vec<_>>().join(" ")
}

impl Draws {
    /// The tags of the record.
    pub(super) fn tags(&self) -> Vec<(String, String)> {
        let mut tags = vec![
            ("Dice".to_string(), "2".to_string()),
            ("Commitment".into(), self.commitment.map(|link| link.hex()).unwrap_or_default()),
            ("Seals".into(), salts_text(&self.seals)),
            ("Draws".into(), drawn_text(&self.drawn)),
        ];
        if let Some(key) = &self.key {
            tags.push(("Key".into(), key.hex()));
        }
        if let Some(signed) = &self.signed {
            tags.push(("Head".into(), signed.head.hex()));
            tags.push(("Signer".into(), Link(signed.signer).hex()));
            let (a, b) = signed.signature.split_at(32);
            let half = |bytes: &[u8]| bytes.try_into().map(|b| Link(b).hex()).unwrap_or_default();
            tags.push(("Signature".into(), half(a) + &half(b)));
        }
        tags
    }

    /// Of a record; nothing if its dice are older.
    pub(super) fn read(record: &Record) -> Result<Option<Draws>, String> {
        match record.tag("Dice") {
            None => return Ok(None),
            Some("2") => {}
            Some(other) => return Err(format!("[Dice]: \"{other}\" is not known here")),
        }
        let link = |tag: &str, text: &str| {
            Link::from_hex(text).ok_or(format!("[{tag}]: \"{text}\" is not 64 hexadecimal digits"))
        };
        let need = |tag: &str| record.tag(tag).ok_or(format!("the tag [{tag}] is missing"));
        let seals = need("Seals")?.split(',').map(|word| match word {
            "-" => Ok(None),
            word => link("Seals", word).map(Some),
        });
        let shown = |word: &str| match word {
            "-" => Ok(Shown::Nothing),
            "!" => Ok(Shown::Refused),
            word => link("Draws", word).map(Shown::Link),
        };
        let drawn = need("Draws")?.split(' ').map(|one| one.split(',').map(shown).collect());
        let signed = match (record.tag("Head"), record.tag("Signer"), record.tag("Signature")) {
            (None, None, None) => None,
            (Some(head), Some(signer), Some(signature)) => {
                let (a, b) = signature.split_at_checked(64).ok_or("[Signature] is too short")?;
                let mut both = [0; 64];
                both[..32].copy_from_slice(&link("Signature", a)?.0);
                both[32..].copy_from_slice(&link("Signature", b)?.0);
                let head = Head::from_hex(head).ok_or("[Head] is not 64 hexadecimal digits")?;
                Some(Signed { head, signer: link("Signer", signer)?.0, signature: both })
            }
            _ => return Err("[Head], [Signer] and [Signature] belong together".into()),
        };
        Ok(Some(Draws {
            commitment: Some(link("Commitment", need("Commitment")?)?),
            seals: seals.collect::<Result<_, _>>()?,
            drawn: drawn.collect::<Result<_, _>>()?,
            asides: Vec::new(),
            key: record.tag("Key").map(|text| link("Key", text)).transpose()?,
            signed,
            apart: record
                .lines
                .iter()
                .any(|line| matches!(line, RecordLine::Entry { kept: true, .. })),
        }))
    }

    /// The first line of the transcript: everything before the first decision.
    pub fn first_line(&self, game: &str, start: &str, begun: &str) -> String {
        let commitment = self.commitment.map(|link| link.hex()).unwrap_or_default();
        let (seals, drawn) = (salts_text(&self.seals), drawn_text(&self.drawn));
        format!("begin {game}\n{start}\n{commitment}\n{seals}\n{drawn}\n{begun}")
    }
}

impl super::Match {
    /// The head of the transcript, from a key that is known.
    pub fn head(&self) -> Result<Head, String> {
        let draws = self.draws.as_ref().ok_or("the dice are not drawn")?;
        draws.key.ok_or("the key is not known")?;
        let record = self.record();
        let codes = record.tag("Seats").unwrap_or_default().split(',').map(String::from);
        let mut audit = Audit::begin(&record, draws, codes.collect())?;
        audit.rolls(self.begun())?;
        record.lines.iter().try_for_each(|line| audit.line(line))?;
        Ok(audit.head)
    }
}

/// Goes through a record and checks its draws.
pub(super) struct Audit {
    id: String,
    seals: Vec<Option<Link>>,
    codes: Vec<String>,
    /// Of the last draw, with its number.
    key: Option<(Link, u32)>,
    number: u32,
    salts: Vec<Option<Link>>,
    /// Seats that have shown the link of this draw, or were found not to.
    settled: Vec<bool>,
    /// The seat whose entry must follow.
    opened: Option<usize>,
    next: u64,
    transcript: Transcript,
    head: Head,
    /// What is not wrong, but worth knowing.
    pub(super) remarks: Vec<String>,
}

impl Audit {
    /// The draws before the first decision.
    pub(super) fn begin(
        record: &Record,
        draws: &Draws,
        codes: Vec<String>,
    ) -> Result<Audit, String> {
        let n = codes.len();
        if draws.seals.len() != n || draws.drawn.iter().any(|shown| shown.len() != n) {
            return Err(format!("[Seals] and [Draws] must have {n} seats"));
        }
        let redraws =
            record.lines.iter().filter(|line| matches!(line, RecordLine::Redraw { .. })).count();
        let last = (draws.drawn.len() + redraws) as u32;
        if last > Link::LAST {
            return Err(format!("there are more than {} draws", Link::LAST));
        }
        if let (Some(key), Some(commitment)) = (draws.key, draws.commitment)
            && key.back(last) != commitment
        {
            return Err("the [Key] does not fit the [Commitment]".into());
        }
        let mut audit = Audit {
            id: record.tag("Id").unwrap_or_default().to_string(),
            seals: draws.seals.clone(),
            salts: vec![None; n],
            settled: vec![false; n],
            codes,
            key: draws.key.map(|key| (key, last)),
            number: 0,
            opened: None,
            next: 0,
            transcript: Transcript::default(),
            head: Head::NONE,
            remarks: Vec::new(),
        };
        for (i, shown) in draws.drawn.iter().enumerate() {
            audit.number += 1;
            audit.salts.fill(None);
            audit.settled.fill(false);
            let again = i + 1 < draws.drawn.len();
            let mut refused = Vec::new();
            for (seat, shown) in shown.iter().enumerate() {
                match shown {
                    Shown::Nothing => {}
                    Shown::Refused => refused.push(audit.codes[seat].clone()),
                    Shown::Link(link) => audit.show(seat, *link)?,
                }
            }
            match (refused.is_empty(), again) {
                (true, true) => audit.remarks.push(format!(
                    "draw {} was given up, though nobody refused to open",
                    audit.number
                )),
                (false, true) => audit.remarks.push(format!(
                    "draw {}: {} did not open in time, so the dice were drawn anew",
                    audit.number,
                    refused.join(", ")
                )),
                (false, false) => {
                    return Err(format!("draw {} holds, but a seat refused it", audit.number));
                }
                (true, false) => {}
            }
        }
        let begun = record.tag("Begin").unwrap_or_default();
        let start = record.tag("Setup").or(record.tag("Position")).unwrap_or_default();
        let game = record.tag("Game").unwrap_or_default();
        audit.add(&draws.first_line(game, start, begun));
        Ok(audit)
    }

    fn show(&mut self, seat: usize, link: Link) -> Result<(), String> {
        let code = &self.codes[seat];
        let Some(seal) = self.seals[seat] else {
            return Err(format!("{code} opens what it never sealed"));
        };
        if self.settled[seat] {
            return Err(format!("{code} opens too late or twice in draw {}", self.number));
        }
        if link.back(self.number) != seal {
            return Err(format!("what {code} opens in draw {} is not what it sealed", self.number));
        }
        self.salts[seat] = Some(link);
        self.settled[seat] = true;
        Ok(())
    }

    fn draw(&self) -> Option<Draw> {
        let (key, last) = self.key?;
        let key = key.back(last.checked_sub(self.number)?);
        Some(Draw { number: self.number, key, salts: self.salts.clone() })
    }

    fn add(&mut self, line: &str) {
        if let Some(draw) = self.draw() {
            self.head = self.head.after(&draw.key, &self.id, line);
        }
    }

    /// Checks the dice that follow.
    pub(super) fn rolls(&mut self, rolls: &[Rolled]) -> Result<(), String> {
        let draw = self.draw();
        for roll in rolls {
            if let Some(draw) = &draw {
                let right = draw.roll(&self.id, self.next, roll.die);
                if right != roll.value {
                    return Err(format!(
                        "roll {} shows {}={}, but key and salts give {right}",
                        self.next, roll.die, roll.value
                    ));
                }
            }
            self.next += 1;
        }
        Ok(())
    }

    /// Checks a line that follows.
    pub(super) fn line(&mut self, line: &RecordLine) -> Result<(), String> {
        let seat_of = |code: &String| self.codes.iter().position(|known| known == code);
        if matches!(line, RecordLine::Comment(_) | RecordLine::Note { .. }) {
            return Ok(());
        }
        let opened = self.opened.take();
        match line {
            // It has no part in the dice, and others do not know of it.
            RecordLine::Entry { kept: true, rolled, .. } => {
                if opened.is_some() || !rolled.is_empty() {
                    return Err("what a side keeps to itself neither opens nor rolls".into());
                }
            }
            RecordLine::Entry { by, .. } => {
                let seat = seat_of(by);
                if opened.is_some() && opened != seat {
                    return Err("an opening must stand before an entry of its seat".into());
                }
                if let Some(seat) = seat
                    && self.seals[seat].is_some()
                    && !self.settled[seat]
                {
                    self.settled[seat] = true;
                    self.remarks.push(format!(
                        "{by} never showed the salt it had sealed for draw {}",
                        self.number
                    ));
                }
            }
            _ if opened.is_some() => {
                return Err("an opening must stand before an entry of its seat".into());
            }
            RecordLine::Open { by, link } => {
                let seat = seat_of(by).ok_or(format!("there is no seat \"{by}\""))?;
                self.show(seat, *link)?;
                self.opened = Some(seat);
            }
            RecordLine::Redraw { number, why } => {
                if *number != self.number + 1 {
                    return Err(format!("draw {number} cannot follow draw {}", self.number));
                }
                self.number = *number;
                self.settled.fill(false);
                self.remarks.push(format!("draw {number} was begun: {why}"));
            }
            RecordLine::Rewind { .. }
            | RecordLine::Comment(_)
            | RecordLine::Note { .. }
            | RecordLine::Branch(_)
            | RecordLine::Back => {}
        }
        if let RecordLine::Entry { rolled, .. } = line {
            self.rolls(rolled)?;
        }
        if let Some(text) = self.transcript.line(line) {
            self.add(&text);
        }
        Ok(())
    }

    /// Compares the head with what was signed.
    pub(super) fn end(&self, draws: &Draws) -> Result<(), String> {
        let Some(signed) = &draws.signed else { return Ok(()) };
        if self.key.is_some() && signed.head != self.head {
            return Err("the [Head] does not follow from the lines".into());
        }
        match signed.is_right(&self.id) {
            true => Ok(()),
            false => Err("the [Signature] is not the [Signer]'s".into()),
        }
    }
}
