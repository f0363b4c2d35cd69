//! A game as a learner plays it: one pick at a time, by codes, with observations as numbers.
//!
//! An [`Env`] walks one table down its menus. Whoever is awaited picks; when the picks make an
//! action, it is carried out with dice from the seed, and the next seat picks. What may be done
//! at any time (giving up, offers, notes) is not offered.

mod many;
mod walk;

pub use many::{Luck, Row, Rows};
pub use walk::open;

use crate::face::BeginError;
use crate::face::TableFace;
use admiralty_core::{Doc, Label, Layout, Outcome, Seat};
use std::fmt;

/// One table for a learner.
pub trait Env: Send + Sync {
    /// What observations and codes look like; the same for every game of a set-up.
    fn layout(&self) -> &Layout;
    /// Begins anew.
    fn reset(&mut self, seed: u64) -> Result<(), EnvFault>;
    /// An independent copy, dice included.
    fn clone_env(&self) -> Box<dyn Env>;
    /// How many seats there are.
    fn n_seats(&self) -> usize;
    /// Who picks; `None` when it is over.
    fn seat(&self) -> Option<Seat>;
    /// The codes that may be picked now.
    fn codes(&self) -> &[u32];
    /// The codes picked since the last action.
    fn draft(&self) -> &[u32];
    /// Writes what a seat knows; the buffers are as long as the layout says.
    fn observe(&self, seat: Seat, planes: &mut [u8], numbers: &mut [i16]);
    /// The same, faster: what the seat saw when it last looked is remembered.
    fn observe_again(&mut self, seat: Seat, planes: &mut [u8], numbers: &mut [i16]);
    /// Picks. True if that made an action, which has been carried out.
    fn pick(&mut self, code: u32) -> Result<bool, EnvFault>;
    /// A pick of the menu as a person sees it, and the action it would make, in notation.
    fn label(&self, code: u32) -> Option<(Label, Option<String>)>;
    /// Carries out a whole action of the seat that picks, in notation; a draft is dropped.
    fn play(&mut self, action: &str) -> Result<(), EnvFault>;
    /// How it ended.
    fn outcome(&self) -> Option<Outcome>;
    /// What a seat made of it: 1 won, -1 lost, 0 else and while it goes on.
    fn score(&self, seat: Seat) -> f32;
    /// Actions carried out so far, set-up that was dealt apart.
    fn actions(&self) -> u32;
    /// The table as everybody else has it.
    fn face(&self) -> Box<dyn TableFace>;
    /// Goes on with this table, which must be of the same game and set-up.
    fn take(&mut self, table: &dyn TableFace, seed: u64) -> Result<(), EnvFault>;

    /// Writes all of a row: what the seat that picks knows, may pick and has picked.
    fn fill(&mut self, row: &mut Row<'_>) {
        many::fill(self, row);
    }

    /// Picks at one of many tables and writes what has changed of its row. A game that is over,
    /// or has come to `longest` actions, begins anew.
    fn step(
        &mut self,
        code: u32,
        longest: u32,
        luck: &mut Luck,
        row: &mut Row<'_>,
    ) -> Result<(), EnvFault> {
        many::step(self, code, longest, luck, row)
    }

    /// The same with codes drawn at random, so many times; gives how many actions that made.
    fn roll(
        &mut self,
        steps: u32,
        longest: u32,
        luck: &mut Luck,
        row: &mut Row<'_>,
    ) -> Result<u64, EnvFault> {
        let mut made = 0;
        for _ in 0..steps {
            let code = luck.draw(self.codes()).ok_or(EnvFault::Stuck)?;
            many::step(self, code, longest, luck, row)?;
            made += u64::from(*row.acted);
        }
        Ok(made)
    }
}

/// Why a learner's table cannot go on. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EnvFault {
    /// The game cannot begin.
    Begin(BeginError),
    /// The code is not among those that may be picked.
    NotOffered(u32),
    /// The text is no action, or not one that the seat may take now.
    Refused(String),
    /// The game is over.
    Over,
    /// The table is of another game, or of a set-up with other observations.
    Other,
    /// The rules do not come to a next decision from here: a fault of the game.
    Stuck,
}

impl fmt::Display for EnvFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvFault::Begin(error) => write!(f, "{error}"),
            EnvFault::NotOffered(code) => write!(f, "the code {code} is not on the menu"),
            EnvFault::Refused(why) => f.write_str(why),
            EnvFault::Over => f.write_str("the game is over"),
            EnvFault::Other => f.write_str("the table is of another game or set-up"),
            EnvFault::Stuck => f.write_str("the game does not come to a next decision"),
        }
    }
}

impl std::error::Error for EnvFault {}

/// What a learner's table begins from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnvSetup {
    /// Scenario and options.
    pub setup: Doc,
    /// Are choices beyond any list (a secret deployment, a fleet) dealt at random first?
    pub deal: bool,
}
