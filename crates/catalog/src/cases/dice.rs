//! Forced dice of a case: numbers, a die with its number, or the face's name.

use crate::game::Game;
use admiralty_core::{Dice, Die, Doc, Dry};

/// One forced die.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Forced {
    /// `4`: whatever die is rolled shows this.
    Number(u16),
    /// `"d6=4"`: it is this die.
    Die(Die, u16),
    /// `"AF"`: the face of this name.
    Face(String),
}

impl Forced {
    pub(crate) fn read(doc: &Doc) -> Option<Forced> {
        match doc {
            Doc::Int(n) => u16::try_from(*n).ok().map(Forced::Number),
            Doc::Text(text) => Forced::parse(text),
            _ => None,
        }
    }

    /// As it stands between brackets in a line of the record.
    pub(crate) fn parse(word: &str) -> Option<Forced> {
        if let Ok(n) = word.parse() {
            return Some(Forced::Number(n));
        }
        match word.split_once('=') {
            Some((die, n)) => {
                let faces = die.strip_prefix('d')?.parse().ok()?;
                Some(Forced::Die(Die(faces), n.parse().ok()?))
            }
            None => (!word.is_empty()).then(|| Forced::Face(word.to_string())),
        }
    }
}

/// Dice that fall as a case says.
pub(crate) struct Faces<'a> {
    game: &'static dyn Game,
    forced: &'a [Forced],
    used: usize,
    /// What was forced and does not fit the die that was rolled.
    wrong: Option<String>,
}

impl<'a> Faces<'a> {
    pub(crate) fn new(game: &'static dyn Game, forced: &'a [Forced]) -> Faces<'a> {
        Faces { game, forced, used: 0, wrong: None }
    }

    /// What nobody rolled, or what does not fit: the case is wrong.
    pub(crate) fn fault(&self) -> Option<String> {
        let left = &self.forced[self.used..];
        match &self.wrong {
            Some(wrong) => Some(wrong.clone()),
            None if left.is_empty() => None,
            None => {
                let words: Vec<String> = left.iter().map(ToString::to_string).collect();
                Some(format!("nobody rolled [{}]", words.join(", ")))
            }
        }
    }

    /// Why the rules could not have the die they wanted.
    pub(crate) fn dry(&self, dry: Dry) -> String {
        self.wrong.clone().unwrap_or_else(|| dry.to_string())
    }
}

impl std::fmt::Display for Forced {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Forced::Number(n) => write!(f, "{n}"),
            Forced::Die(die, n) => write!(f, "{die}={n}"),
            Forced::Face(name) => write!(f, "{name}"),
        }
    }
}

impl Dice for Faces<'_> {
    fn roll(&mut self, die: Die) -> Result<u16, Dry> {
        let after = self.used;
        let Some(forced) = self.forced.get(after) else { return Err(Dry::Ended { die, after }) };
        let value = match forced {
            Forced::Number(n) => *n,
            Forced::Die(wanted, n) if *wanted == die => *n,
            Forced::Die(..) => {
                self.wrong = Some(format!("die {} is a {die}, not {forced}", after + 1));
                return Err(Dry::NoFace { die, after, found: 0 });
            }
            Forced::Face(name) => {
                let faces = self.game.faces(die);
                let at = faces.iter().position(|face| face.eq_ignore_ascii_case(name));
                let Some(at) = at else {
                    self.wrong = Some(match faces {
                        [] => format!("a {die} has no names for its faces, and \"{name}\" is none"),
                        _ => format!("a {die} has no face {name} (it has {})", faces.join(", ")),
                    });
                    return Err(Dry::NoFace { die, after, found: 0 });
                };
                at as u16 + 1
            }
        };
        if !(1..=die.0).contains(&value) {
            return Err(Dry::NoFace { die, after, found: value });
        }
        self.used += 1;
        Ok(value)
    }
}
