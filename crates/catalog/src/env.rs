//! A game as a learner plays it: one pick at a time, by codes, with observations as numbers.
//!
//! An [`Env`] walks one table down its menus. Whoever is awaited picks; when the picks make an
//! action, it is carried out with dice from the seed, and the next seat picks. What may be done
//! at any time (giving up, offers, notes) is not offered.

use crate::face::TableFace;
use crate::game::{BeginError, Of};
use admiralty_core::{
    Actor, Awaiting, Canvas, Dice, Doc, Dry, Label, Layout, Listed, Observe, Offer, Outcome, Rules,
    Seat, Seeded, Table, Text, Verdict, Viewer, sample,
};
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
    /// The codes that may be picked now, in the order of the game.
    fn codes(&self) -> &[u32];
    /// The codes picked since the last action.
    fn draft(&self) -> &[u32];
    /// Writes what a seat knows; the buffers are as long as the layout says.
    fn observe(&self, seat: Seat, planes: &mut [u8], numbers: &mut [i16]);
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

struct Walk<R: Observe + Text> {
    game: &'static Of<R>,
    setup: R::Setup,
    deal: bool,
    layout: Layout,
    table: Table<R>,
    dice: Seeded,
    seat: Option<Seat>,
    offers: Vec<Offer<R::Pick, R::Action>>,
    codes: Vec<u32>,
    picks: Vec<R::Pick>,
    draft: Vec<u32>,
    actions: u32,
}

/// A table of this game for a learner, begun with the seed 0.
pub fn open<R: Observe + Text>(
    game: &'static Of<R>,
    from: &EnvSetup,
) -> Result<Box<dyn Env>, EnvFault> {
    let setup =
        R::setup(&from.setup).map_err(|faults| EnvFault::Begin(BeginError::Setup(faults)))?;
    let mut dice = Seeded::new(0);
    let table = begin::<R>(&setup, from.deal, &mut dice)?;
    let layout = R::layout(&table.public);
    let mut walk = Walk {
        game,
        setup,
        deal: from.deal,
        layout,
        table,
        dice,
        seat: None,
        offers: Vec::new(),
        codes: Vec::new(),
        picks: Vec::new(),
        draft: Vec::new(),
        actions: 0,
    };
    walk.look()?;
    Ok(Box::new(walk))
}

fn begin<R: Rules>(setup: &R::Setup, deal: bool, dice: &mut Seeded) -> Result<Table<R>, EnvFault> {
    let dry = |dry: Dry| EnvFault::Begin(BeginError::Dry(dry));
    if deal { dealt(setup, dice).map_err(dry) } else { R::begin(setup, dice).map_err(dry) }
}

/// A table on which everything that cannot be listed (a secret deployment) has been done at
/// random: what playouts and learners start from.
pub fn dealt<R: Rules>(setup: &R::Setup, rng: &mut Seeded) -> Result<Table<R>, Dry> {
    let mut table = R::begin(setup, rng)?;
    let mut room = Vec::new();
    while let Awaiting::Seats(seats) = R::awaiting(&table) {
        let too_many = seats.iter().find(|&seat| {
            room.clear();
            R::legal(table.sight(Viewer::Seat(seat)), &mut room) == Listed::TooMany
        });
        let Some(seat) = too_many else { break };
        let Some(action) = sample::<R>(table.sight(Viewer::Seat(seat)), rng, &mut room) else {
            break;
        };
        R::apply(&mut table, Actor::Seat(seat), &action, rng, &mut |_| {})?;
    }
    Ok(table)
}

impl<R: Observe + Text> Walk<R> {
    /// Finds who is awaited and what may be picked after the draft.
    fn look(&mut self) -> Result<(), EnvFault> {
        self.codes.clear();
        self.offers.clear();
        // In the middle of a draft the same seat goes on.
        let seat = match self.seat.filter(|_| !self.picks.is_empty()) {
            Some(seat) => seat,
            None => match R::awaiting(&self.table) {
                Awaiting::Over(_) => {
                    self.seat = None;
                    return Ok(());
                }
                Awaiting::Seats(seats) => seats.iter().next().ok_or(EnvFault::Stuck)?,
            },
        };
        self.seat = Some(seat);
        R::offers(self.table.sight(Viewer::Seat(seat)), &self.picks, &mut self.offers);
        self.codes.extend(self.offers.iter().map(|offer| offer.code));
        if self.codes.is_empty() { Err(EnvFault::Stuck) } else { Ok(()) }
    }

    fn carry_out(&mut self, seat: Seat, action: &R::Action) -> Result<(), EnvFault> {
        let dice: &mut dyn Dice = &mut self.dice;
        R::apply(&mut self.table, Actor::Seat(seat), action, dice, &mut |_| {})
            .map_err(|_| EnvFault::Stuck)?;
        self.actions += 1;
        self.picks.clear();
        self.draft.clear();
        self.look()
    }
}

impl<R: Observe + Text> Env for Walk<R> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn reset(&mut self, seed: u64) -> Result<(), EnvFault> {
        let mut dice = Seeded::new(seed);
        self.table = begin::<R>(&self.setup, self.deal, &mut dice)?;
        self.dice = dice;
        self.picks.clear();
        self.draft.clear();
        self.actions = 0;
        self.look()
    }

    fn clone_env(&self) -> Box<dyn Env> {
        Box::new(Walk {
            game: self.game,
            setup: self.setup.clone(),
            deal: self.deal,
            layout: self.layout.clone(),
            table: self.table.clone(),
            dice: self.dice.clone(),
            seat: self.seat,
            offers: self.offers.clone(),
            codes: self.codes.clone(),
            picks: self.picks.clone(),
            draft: self.draft.clone(),
            actions: self.actions,
        })
    }

    fn n_seats(&self) -> usize {
        usize::from(self.table.seats.len())
    }

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn codes(&self) -> &[u32] {
        &self.codes
    }

    fn draft(&self) -> &[u32] {
        &self.draft
    }

    fn observe(&self, seat: Seat, planes: &mut [u8], numbers: &mut [i16]) {
        let mut canvas = Canvas::new(&self.layout, planes, numbers);
        R::observe(self.table.sight(Viewer::Seat(seat)), &mut canvas);
    }

    fn pick(&mut self, code: u32) -> Result<bool, EnvFault> {
        let Some(seat) = self.seat else { return Err(EnvFault::Over) };
        let Some(i) = self.codes.iter().position(|offered| *offered == code) else {
            return Err(EnvFault::NotOffered(code));
        };
        let offer = self.offers.swap_remove(i);
        let Some(action) = offer.action else {
            self.picks.push(offer.pick);
            self.draft.push(code);
            return self.look().map(|()| false);
        };
        self.carry_out(seat, &action).map(|()| true)
    }

    fn label(&self, code: u32) -> Option<(Label, Option<String>)> {
        let i = self.codes.iter().position(|offered| *offered == code)?;
        let offer = self.offers.get(i)?;
        let sight = self.table.sight(Viewer::Seat(self.seat?));
        let action =
            offer.action.as_ref().map(|action| R::write_action(&self.table.public, action));
        Some((R::pick(sight, &offer.pick), action))
    }

    fn play(&mut self, action: &str) -> Result<(), EnvFault> {
        let Some(seat) = self.seat else { return Err(EnvFault::Over) };
        let by = Actor::Seat(seat);
        let action = R::parse_action(&self.table.public, action)
            .map_err(|error| EnvFault::Refused(format!("cannot be read: {error}")))?;
        R::check(self.table.sight_of(by), by, &action)
            .map_err(|illegal| EnvFault::Refused(illegal.to_string()))?;
        self.carry_out(seat, &action)
    }

    fn outcome(&self) -> Option<Outcome> {
        match R::awaiting(&self.table) {
            Awaiting::Over(outcome) => Some(outcome),
            Awaiting::Seats(_) => None,
        }
    }

    fn score(&self, seat: Seat) -> f32 {
        let side = R::side_of(&self.table.public, seat);
        match (self.outcome().map(|outcome| outcome.verdict), side) {
            (Some(Verdict::Won(sides)), Some(side)) if sides.has(side) => 1.0,
            (Some(Verdict::Won(_)), Some(_)) => -1.0,
            _ => 0.0,
        }
    }

    fn actions(&self) -> u32 {
        self.actions
    }

    fn face(&self) -> Box<dyn TableFace> {
        self.game.face(self.table.clone())
    }

    fn take(&mut self, table: &dyn TableFace, seed: u64) -> Result<(), EnvFault> {
        let table = table.as_any().downcast_ref::<Table<R>>().ok_or(EnvFault::Other)?;
        if R::layout(&table.public) != self.layout || table.seats.len() != self.table.seats.len() {
            return Err(EnvFault::Other);
        }
        self.table = table.clone();
        self.dice = Seeded::new(seed);
        self.picks.clear();
        self.draft.clear();
        self.look()
    }
}
