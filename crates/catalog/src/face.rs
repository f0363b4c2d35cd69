//! A table whose game is not known to the caller: actions are notation,
//! positions and events are documents.

use crate::game::Game;
use admiralty_core::{
    Actor, Around, Audience, Awaiting, ClauseId, Dice, Doc, Dry, Faults, Label, Lot, Outcome,
    ParseError, Rolled, Seat, Seeded, Side, UndoBar, Verdict, Viewer,
};
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;

/// A table of some game.
pub trait TableFace: Send + Sync {
    /// Its game.
    fn game(&self) -> &'static dyn Game;
    /// An independent copy.
    fn clone_box(&self) -> Box<dyn TableFace>;
    /// The `Table<R>` itself, for bots that know the game.
    fn as_any(&self) -> &dyn Any;

    /// Who must decide: the umpire's truth.
    fn awaiting(&self) -> Awaiting;
    /// What this viewer may know of it.
    fn awaited(&self, viewer: Viewer) -> Awaiting;
    /// How many seats there are, gamemasters included.
    fn n_seats(&self) -> u8;
    /// How many sides there are.
    fn n_sides(&self) -> u8;
    /// The side of a seat; `None` for a gamemaster.
    fn side_of(&self, seat: Seat) -> Option<Side>;
    /// Does this seat see everything?
    fn sees_all(&self, seat: Seat) -> bool;
    /// How a seat is written: `W`.
    fn seat_code(&self, seat: Seat) -> String;
    /// How a seat is called: `White`.
    fn seat_name(&self, seat: Seat) -> String;
    /// How a side is written in results.
    fn side_code(&self, side: Side) -> String;
    /// How a side is called.
    fn side_name(&self, side: Side) -> String;

    /// What may be picked after the picks with these keys.
    fn menu(&self, viewer: Viewer, draft: &[String]) -> Result<ErasedMenu, NoPick> {
        self.tree(viewer, draft, Reach { levels: 1, ..Reach::default() })
    }
    /// The same, and what may be picked after each of them, as far as asked for.
    fn tree(&self, viewer: Viewer, draft: &[String], reach: Reach) -> Result<ErasedMenu, NoPick>;
    /// Complete actions of a seat, as many as `limit`, in the order of the game.
    fn actions(&self, seat: Seat, limit: usize) -> Actions;
    /// Complete actions of a seat, at most `limit`: all of them in the order of the game, or
    /// different ones drawn at random, so that a list that is cut does not favour what the
    /// game happens to name first.
    fn some_actions(&self, seat: Seat, limit: usize, rng: &mut Seeded) -> Actions {
        let all = self.actions(seat, limit);
        if all.complete {
            return all;
        }
        let mut seen = BTreeSet::new();
        let mut actions = Vec::new();
        for _ in 0..limit.saturating_mul(20) {
            if actions.len() == limit {
                break;
            }
            let Some(action) = self.sample(seat, rng) else { break };
            if seen.insert(action.clone()) {
                actions.push(action);
            }
        }
        Actions { actions, complete: false }
    }
    /// A random action of a seat; `None` if it has none.
    fn sample(&self, seat: Seat, rng: &mut Seeded) -> Option<String>;
    /// May this be done? The action as the game writes it, or the objection.
    fn check(&self, by: Actor, action: &str) -> Result<String, Objection>;
    /// Makes one entry; on an objection nothing has changed.
    fn play(&mut self, by: Actor, action: &str, dice: &mut dyn Dice) -> Result<Played, Objection>;
    /// Makes the entries of a line a person typed. An objection to the first
    /// changes nothing; one to a later part leaves the parts before it played.
    fn play_line(
        &mut self,
        by: Actor,
        line: &str,
        dice: &mut dyn Dice,
    ) -> Result<LinePlayed, Objection>;

    /// What a side begins with, in a few plain words; empty if there is nothing to say.
    fn strength(&self, side: Side) -> String;
    /// What this viewer sees.
    fn view(&self, viewer: Viewer) -> Doc;
    /// The views of an earlier table of the same game and of this one, without
    /// what both have alike; `None` if the whole views have to be compared.
    fn changed(&self, before: &dyn TableFace, viewer: Viewer) -> Option<[Doc; 2]>;
    /// The board as text.
    fn board(&self, viewer: Viewer) -> String;
    /// What is expected of this viewer, in one sentence.
    fn prompt(&self, viewer: Viewer) -> String;
    /// The whole position.
    fn save(&self) -> Doc;
    /// Fingerprint of the position.
    fn digest(&self) -> u64;
    /// Number of the turn.
    fn turn(&self) -> u32;
    /// The first turn whose events this viewer is still shown.
    fn recalls_from(&self, viewer: Viewer) -> u32;
    /// What is inconsistent in the table, which is a mistake of the program.
    fn broken(&self) -> Option<String>;
    /// How many seconds a secret set-up may take from the beginning, if that is limited.
    fn setup_seconds(&self) -> Option<u32>;
    /// The entry to be made when something happens around the table, as notation.
    fn around(&self, what: Around) -> Option<String>;
    /// A whole table that this viewer cannot rule out.
    fn imagine(&self, viewer: Viewer, dice: &mut dyn Dice) -> Result<Box<dyn TableFace>, Dry>;

    /// The same for somebody who knows only what this viewer is shown.
    fn imagine_shown(&self, viewer: Viewer, dice: &mut dyn Dice)
    -> Result<Box<dyn TableFace>, Dry>;
    /// Takes out what this side keeps to itself even when the game is over, as it ended.
    fn withhold(&mut self, side: Side, end: Option<Outcome>);

    /// The seat with this code, whatever the case of its letters.
    fn parse_seat(&self, code: &str) -> Option<Seat> {
        let seats = || (0..self.n_seats()).map(Seat);
        seats()
            .find(|&seat| self.seat_code(seat) == code)
            .or_else(|| seats().find(|&seat| self.seat_code(seat).eq_ignore_ascii_case(code)))
    }

    /// How an actor is written: a seat's code, `clock`, `host`.
    fn actor_code(&self, actor: Actor) -> String {
        match actor {
            Actor::Seat(seat) => self.seat_code(seat),
            Actor::Clock => "clock".into(),
            Actor::Host => "host".into(),
        }
    }

    /// The actor with this code.
    fn parse_actor(&self, code: &str) -> Option<Actor> {
        match self.parse_seat(code) {
            Some(seat) => Some(Actor::Seat(seat)),
            None if code == "clock" => Some(Actor::Clock),
            None if code == "host" => Some(Actor::Host),
            None => None,
        }
    }

    /// How a viewer is written: a seat's code, `spectator`, `umpire`.
    fn viewer_code(&self, viewer: Viewer) -> String {
        match viewer {
            Viewer::Seat(seat) => self.seat_code(seat),
            Viewer::Spectator => "spectator".into(),
            Viewer::Umpire => "umpire".into(),
        }
    }

    /// The viewer with this code.
    fn parse_viewer(&self, code: &str) -> Option<Viewer> {
        match self.parse_seat(code) {
            Some(seat) => Some(Viewer::Seat(seat)),
            None if code == "spectator" => Some(Viewer::Spectator),
            None if code == "umpire" => Some(Viewer::Umpire),
            None => None,
        }
    }

    /// Every viewer: the seats, spectators, the umpire.
    fn viewers(&self) -> Vec<Viewer> {
        let seats = (0..self.n_seats()).map(|i| Viewer::Seat(Seat(i)));
        seats.chain([Viewer::Spectator, Viewer::Umpire]).collect()
    }

    /// How it ended, as records and case files write it: `W admiral`,
    /// `draw repetition`; with a degree of victory `N+S survey, decisive`.
    fn outcome_text(&self, outcome: &Outcome) -> String {
        let who = match outcome.verdict {
            Verdict::Won(sides) => {
                let codes: Vec<String> = sides.iter().map(|side| self.side_code(side)).collect();
                codes.join("+")
            }
            Verdict::Drawn => "draw".into(),
            Verdict::Cancelled => "cancelled".into(),
        };
        match outcome.degree {
            "" => format!("{who} {}", outcome.reason),
            degree => format!("{who} {}, {degree}", outcome.reason),
        }
    }

    /// How it ended, if it has.
    fn end(&self) -> Option<Outcome> {
        match self.awaiting() {
            Awaiting::Over(outcome) => Some(outcome),
            Awaiting::Seats(_) => None,
        }
    }

    /// How it ended, or `unfinished`.
    fn result(&self) -> String {
        self.end().map_or("unfinished".into(), |outcome| self.outcome_text(&outcome))
    }
}

/// A level of a menu.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ErasedMenu {
    /// What may be picked next, in the order of the game.
    pub choices: Vec<ErasedChoice>,
    /// If the last pick of the draft completed an action: that action.
    pub action: Option<String>,
    /// Was less looked at than the levels that were asked for?
    pub cut: bool,
}

/// How far a menu is looked into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// How many levels, the first among them.
    pub levels: usize,
    /// How many picks, at most. Level by level, so that no pick is left out for the sake of
    /// another's details; the first level is always whole.
    pub picks: usize,
    /// How many menus, at most.
    pub menus: usize,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { levels: 8, picks: 3_000, menus: 600 }
    }
}

/// One pick.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErasedChoice {
    /// How it looks.
    pub label: Label,
    /// Where it leads.
    pub leads: ErasedLeads,
    /// What may be picked after it, if that was looked at; empty else.
    pub next: Vec<ErasedChoice>,
}

/// Where a pick leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErasedLeads {
    /// To a further menu.
    On,
    /// To this action.
    To(String),
    /// To this action, which the seat may take at any time.
    Aside(String),
}

/// A draft that no menu offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPick {
    /// Which key of the draft, from 0.
    pub index: usize,
    /// The key.
    pub key: String,
    /// The keys that stand there instead, at most twenty of them.
    pub known: Vec<String>,
}

impl fmt::Display for NoPick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pick {} of the draft, \"{}\", is not on the menu", self.index + 1, self.key)?;
        if self.known.is_empty() {
            f.write_str(", nothing is")
        } else {
            write!(f, " (there: {})", self.known.join(", "))
        }
    }
}

impl std::error::Error for NoPick {}

/// Complete actions in notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actions {
    /// The actions.
    pub actions: Vec<String>,
    /// Are these all?
    pub complete: bool,
}

/// Why an entry was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
    /// The text is no action.
    Unreadable(ParseError),
    /// The rules forbid it.
    Refused(Refusal),
    /// The dice handed in ran out.
    Dry(Dry),
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Objection::Refused(refusal) => {
                write!(f, "{} [{}]", refusal.sentence, refusal.clause)?;
                match &refusal.behind {
                    Some(behind) => write!(f, "; besides, {} [{}]", behind.sentence, behind.clause),
                    None => Ok(()),
                }
            }
            Objection::Dry(dry) => write!(f, "{dry}"),
        }
    }
}

impl std::error::Error for Objection {}

/// What the rules say against an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The clause that forbids it.
    pub clause: ClauseId,
    /// Why, in one plain line without a full stop.
    pub sentence: String,
    /// The numbers and names in the sentence.
    pub facts: Doc,
    /// The clause as the register states it; empty if it is not there.
    pub clause_text: String,
    /// What would forbid it even if it were asked for now.
    pub behind: Option<Box<Refusal>>,
}

impl Refusal {
    /// This one, and those behind it.
    pub fn chain(&self) -> impl Iterator<Item = &Refusal> {
        std::iter::successors(Some(self), |refusal| refusal.behind.as_deref())
    }
}

/// What one entry did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The action as the game writes it.
    pub action: String,
    /// The dice it used.
    pub rolled: Vec<Rolled>,
    /// What happened, in order.
    pub events: Vec<ErasedEvent>,
    /// What stands in the way of undoing it.
    pub bar: Option<UndoBar>,
    /// Does its side keep it to itself even after the end?
    pub kept: bool,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErasedEvent {
    /// As data: a map with `kind` first.
    pub doc: Doc,
    /// As a sentence.
    pub sentence: String,
    /// The clauses behind it.
    pub clauses: Vec<ClauseId>,
    /// The dice it shows.
    pub dice: Vec<Rolled>,
    /// Whose luck they are, if not all are of who made the entry.
    pub lots: Vec<Lot>,
    /// Who is told.
    pub to: Audience,
    /// The hidden fact it makes known, if it does.
    pub reveals: Option<String>,
    /// What it counts as when odds are asked for.
    pub outcome: Option<String>,
    /// What it counts for when chances are wanted at a glance.
    pub tally: Vec<(&'static str, i32)>,
}

/// What a typed line did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinePlayed {
    /// The entries made.
    pub played: Vec<Played>,
    /// Why a later part was not played, with that part.
    pub refused: Option<(String, Objection)>,
    /// Parts left over because what they continue had come to its end.
    pub left: Vec<String>,
}

/// A seat of a set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatInfo {
    /// The seat.
    pub seat: Seat,
    /// How it is written.
    pub code: String,
    /// How it is called.
    pub name: String,
    /// Its side; `None` for a gamemaster.
    pub side: Option<Side>,
    /// The code of its side; empty for a gamemaster.
    pub side_code: String,
}

/// Why a game could not begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BeginError {
    /// The set-up is wrong.
    Setup(Faults),
    /// The dice handed in ran out.
    Dry(Dry),
}

impl fmt::Display for BeginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeginError::Setup(faults) => write!(f, "{faults}"),
            BeginError::Dry(dry) => write!(f, "{dry}"),
        }
    }
}

impl std::error::Error for BeginError {}
