//! Set-up lines: a position as a person writes it, one thing per line.
//!
//! ```text
//! scenario pearls / players 4 team 1+3 2+4 / level captain C5=off / option mines=on
//! order P2 P4 P1 P3 / turn 3 / phase P1 / wind NE storm
//! island monu J6 r90 / fort P1 A1 hull 2 / fort - N8 / rp P1 B3 / reef L5 / goods L6 1
//! ship P1 FR1 B2 hull 2 cargo 1 moved / mine P1 K7 / map P2 D9 / delivered P1 2
//! ```
//!
//! Lines end at a line break or at `/`; `;` begins a comment.

use crate::setup::Teams;
use crate::state::MAX_SEATS;
use admiralty_core::{Doc, Fault, Faults, Seat};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Marks that a ship line may name by a bare word.
fn is_mark(word: &str) -> bool {
    super::MARKS.iter().any(|(name, _)| *name == word)
}

/// Turns set-up lines into the document of a position. What a word means is
/// checked when the document is read.
pub(crate) fn to_doc(text: &str) -> Result<Doc, Faults> {
    let mut reader = Reader {
        setup: Doc::map(),
        doc: Doc::map(),
        forts: Doc::map(),
        ships: Doc::map(),
        goods: Doc::map(),
        ports: Doc::map(),
        players: Doc::map(),
        secrets: Doc::map(),
        islands: Vec::new(),
        reefs: Vec::new(),
        treaties: Vec::new(),
        faults: Faults::default(),
    };
    for (i, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or("");
        for part in line.split('/') {
            let words: Vec<&str> = part.split_whitespace().collect();
            if !words.is_empty() {
                reader.line(i + 1, &words);
            }
        }
    }
    reader.finish()
}

struct Reader {
    setup: Doc,
    doc: Doc,
    forts: Doc,
    ships: Doc,
    goods: Doc,
    ports: Doc,
    players: Doc,
    secrets: Doc,
    islands: Vec<String>,
    reefs: Vec<String>,
    treaties: Vec<Doc>,
    faults: Faults,
}

/// The teams that are written out seat by seat, such as `1+3 2+4`, by their name.
fn which_teams(players: u8, groups: &[&str]) -> Option<&'static str> {
    let mut sides = [None; MAX_SEATS];
    for (side, group) in groups.iter().enumerate() {
        for seat in group.split('+') {
            let seat: usize = seat.parse().ok()?;
            let slot = sides.get_mut(seat.checked_sub(1)?)?;
            if slot.replace(side).is_some() {
                return None;
            }
        }
    }
    let n = players as usize;
    let all = [
        ("2v2", 4, Teams::TwoTwo),
        ("2v1", 3, Teams::TwoOne),
        ("3v1", 4, Teams::ThreeOne),
        ("3v3", 6, Teams::ThreeThree),
        ("2-2-2", 6, Teams::TwoTwoTwo),
        ("auto", 3, Teams::OneEach),
    ];
    let alike = |teams: Teams| {
        (0..n).all(|a| {
            (0..n).all(|b| {
                let mates = teams.side(Seat(a as u8)) == teams.side(Seat(b as u8));
                (sides[a] == sides[b]) == mates
            })
        })
    };
    let complete = n <= MAX_SEATS
        && sides.iter().take(n).all(Option::is_some)
        && sides.iter().skip(n).all(Option::is_none);
    let found = all.iter().find(|(_, players, teams)| *players == n && alike(*teams));
    found.filter(|_| complete).map(|(name, _, _)| *name)
}

fn scalar(word: &str) -> Doc {
    match word.parse::<i64>() {
        Ok(n) if word.len() < 10 => Doc::Int(n),
        _ => match word {
            "true" => Doc::Bool(true),
            "false" => Doc::Bool(false),
            word => Doc::from(word.to_string()),
        },
    }
}

impl Reader {
    fn wrong(&mut self, line: usize, reason: String) {
        self.faults.add(Fault::new(format!("line {line}"), reason));
    }

    /// Adds an entry under a player.
    fn under(doc: &mut Doc, who: &str, change: impl FnOnce(&mut Doc)) {
        let who = who.to_ascii_uppercase();
        let mut inner = doc.get(&who).cloned().unwrap_or_else(Doc::map);
        change(&mut inner);
        doc.put(who, inner);
    }

    fn line(&mut self, line: usize, words: &[&str]) {
        match words {
            ["scenario", name] => self.setup.put("scenario", name.to_string()),
            ["players", n] => self.setup.put("players", scalar(n)),
            ["players", n, "team", teams @ ..] => {
                self.setup.put("players", scalar(n));
                self.setup.put("variant", "team");
                match (teams, n.parse().ok().and_then(|n| which_teams(n, teams))) {
                    ([], _) => {}
                    (_, Some(name)) => self.setup.put("teams", name),
                    ([name], None) => self.setup.put("teams", name.to_string()),
                    (_, None) => {
                        self.wrong(line, format!("{} are no teams of {n}", teams.join(" ")));
                    }
                }
            }
            ["level", name, rest @ ..] => {
                self.setup.put("level", name.to_string());
                self.options(line, rest);
            }
            ["option", rest @ ..] => self.options(line, rest),
            ["order", seats @ ..] => {
                self.doc.put("order", Doc::list(seats.iter().map(|s| s.to_ascii_uppercase())));
            }
            ["turn", n] => self.doc.put("turn", scalar(n)),
            ["phase", who] => self.doc.put("phase", who.to_ascii_uppercase()),
            ["wind", to, weather] => self.doc.put("wind", format!("{to} {weather}")),
            ["wind", value] => self.doc.put("wind", scalar(value)),
            ["goal", n] => self.doc.put("goal", scalar(n)),
            ["appeared", n] => self.doc.put("appeared", scalar(n)),
            ["calm", "before"] => self.doc.put("was_calm", true),
            ["island", name, space, rest @ ..] => {
                let turn = rest.first().copied().unwrap_or("r0");
                self.islands.push(format!("{name} {space} {turn}"));
            }
            ["fort", owner, space, rest @ ..] => self.fort(line, owner, space, rest),
            ["rp", owner, space] => {
                self.ports.put(owner.to_ascii_uppercase(), space.to_ascii_uppercase());
            }
            ["reef", spaces @ ..] => self.reefs.extend(spaces.iter().map(|s| s.to_string())),
            ["goods", space] => self.goods.put(space.to_ascii_uppercase(), 1),
            ["goods", space, n] => self.goods.put(space.to_ascii_uppercase(), scalar(n)),
            ["ship", owner, ship, space, rest @ ..] => {
                self.ship(line, owner, ship, Some(space), rest);
            }
            ["reserve", owner, ships @ ..] => {
                for ship in ships {
                    self.ship(line, owner, ship, None, &["reserve"]);
                }
            }
            ["delivered", who, n] => {
                Self::under(&mut self.players, who, |it| it.put("hand", scalar(n)));
            }
            ["player", who, rest @ ..] => {
                for pair in rest.chunks(2) {
                    let value = pair.get(1).map_or(Doc::Bool(true), |word| scalar(word));
                    let key = pair[0].to_string();
                    Self::under(&mut self.players, who, |it| it.put(key, value));
                }
            }
            ["mine", who, space] | ["mine", who, space, _] => {
                let order = words.get(3).copied().unwrap_or("ask").to_string();
                let space = space.to_ascii_uppercase();
                Self::under(&mut self.secrets, who, |it| {
                    let mut mines = it.get("mines").cloned().unwrap_or_else(Doc::map);
                    mines.put(space, order);
                    it.put("mines", mines);
                });
            }
            ["map", who, space] => {
                let space = space.to_string();
                Self::under(&mut self.secrets, who, |it| it.put("map", space));
            }
            ["treaty", one, two, rest @ ..] => {
                let mut treaty = Doc::map()
                    .with("one", one.to_ascii_uppercase())
                    .with("two", two.to_ascii_uppercase());
                if let Some(ends) = rest.first() {
                    treaty.put("ends", scalar(ends));
                }
                self.treaties.push(treaty);
            }
            _ => self.wrong(line, format!("\"{}\" is no set-up line", words.join(" "))),
        }
    }

    fn options(&mut self, line: usize, words: &[&str]) {
        for word in words {
            match word.split_once('=') {
                Some((key, value)) => self.setup.put(key.to_string(), scalar(value)),
                None => self.wrong(line, format!("\"{word}\" is no option such as C5=off")),
            }
        }
    }

    fn fort(&mut self, line: usize, owner: &str, space: &str, rest: &[&str]) {
        let owner = if owner.starts_with(['P', 'p']) && owner.len() == 2 {
            owner.to_ascii_uppercase()
        } else {
            owner.to_string()
        };
        let mut fort = Doc::map().with("owner", owner);
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            match *word {
                "ruin" | "seen" | "assaulted" => fort.put(word.to_string(), true),
                "works" => {
                    let two: Vec<String> = words.by_ref().take(2).map(|w| w.to_string()).collect();
                    fort.put("works", two);
                }
                "hostile" => {
                    let who: Vec<String> =
                        words.by_ref().take(1).map(|w| w.to_ascii_uppercase()).collect();
                    fort.put("last_hostile", who.first().cloned().unwrap_or_default());
                    fort.put("hostile", who);
                }
                "hull" | "points" | "shots" | "since" | "goods" | "first" | "worker" => {
                    match words.next() {
                        Some(value) => fort.put(word.to_string(), scalar(value)),
                        None => self.wrong(line, format!("{word} of what?")),
                    }
                }
                other => self.wrong(line, format!("a fort has no {other}")),
            }
        }
        self.forts.put(format!("@{}", space.to_ascii_uppercase()), fort);
    }

    fn ship(&mut self, line: usize, owner: &str, ship: &str, space: Option<&str>, rest: &[&str]) {
        let mut doc = Doc::map().with("owner", owner.to_ascii_uppercase());
        if let Some(space) = space {
            doc.put("space", space.to_string());
        }
        let mut marks: Vec<String> = Vec::new();
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            match *word {
                "hull" | "cargo" | "shots" | "repair" | "work" | "stay" | "bow" | "sails"
                | "captain" => match words.next() {
                    Some(value) => doc.put(word.to_string(), scalar(value)),
                    None => self.wrong(line, format!("{word} of what?")),
                },
                word if is_mark(word) => marks.push(word.to_string()),
                other => self.wrong(line, format!("a ship has no {other}")),
            }
        }
        if !marks.is_empty() {
            doc.put("marks", marks);
        }
        let name = ship.to_ascii_uppercase();
        if self.ships.get(&name).is_some() {
            // SE-2g: type and number name one ship.
            let fault = Fault::new(format!("line {line}"), format!("{name} stands twice"));
            self.faults.add(fault.by(admiralty_core::ClauseId("SE-2g")));
        }
        self.ships.put(name, doc);
    }

    fn finish(self) -> Result<Doc, Faults> {
        let mut doc = self.doc;
        doc.put("setup", self.setup);
        for (key, value) in [
            ("forts", self.forts),
            ("ships", self.ships),
            ("goods", self.goods),
            ("royal_ports", self.ports),
            ("players", self.players),
            ("secrets", self.secrets),
        ] {
            if value != Doc::map() {
                doc.put(key, value);
            }
        }
        for (key, list) in [("islands", self.islands), ("reefs", self.reefs)] {
            if !list.is_empty() {
                doc.put(key, list);
            }
        }
        if !self.treaties.is_empty() {
            doc.put("treaties", Doc::List(self.treaties));
        }
        self.faults.or(doc)
    }
}
