//! One game's table, walked down its menus.

use super::{Env, EnvFault, EnvSetup};
use crate::face::BeginError;
use crate::face::TableFace;
use crate::game::Of;
use admiralty_core::{
    Actor, Awaiting, Canvas, Dice, Dry, Label, Layout, Observe, Offer, Outcome, Seat, Seeded,
    Table, Text, Verdict, Viewer, offers_of_menu,
};

/// A table and where on its menus the one who picks has come.
struct Walk<R: Observe + Text> {
    game: &'static Of<R>,
    setup: R::Setup,
    deal: bool,
    layout: Layout,
    table: Table<R>,
    dice: Seeded,
    seat: Option<Seat>,
    codes: Vec<u32>,
    /// What the codes stand for, where a menu was needed to tell; else the game knows.
    offers: Vec<Offer<R::Pick, R::Action>>,
    picks: Vec<R::Pick>,
    draft: Vec<u32>,
    actions: u32,
    /// What each seat saw when it last looked at this table.
    memories: Vec<R::Memory>,
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
    let memories = vec![R::Memory::default(); usize::from(table.seats.len())];
    let mut walk = Walk {
        game,
        setup,
        deal: from.deal,
        layout,
        table,
        dice,
        seat: None,
        codes: Vec::new(),
        offers: Vec::new(),
        picks: Vec::new(),
        draft: Vec::new(),
        actions: 0,
        memories,
    };
    walk.look()?;
    Ok(Box::new(walk))
}

fn begin<R: Observe>(
    setup: &R::Setup,
    deal: bool,
    dice: &mut Seeded,
) -> Result<Table<R>, EnvFault> {
    let dry = |dry: Dry| EnvFault::Begin(BeginError::Dry(dry));
    if deal { R::deal(setup, dice).map_err(dry) } else { R::begin(setup, dice).map_err(dry) }
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
        let sight = self.table.sight(Viewer::Seat(seat));
        if !R::codes(sight, &self.picks, &mut self.codes) {
            offers_of_menu::<R>(sight, &self.picks, &mut self.offers);
            self.codes.extend(self.offers.iter().map(|offer| offer.code));
        }
        if self.codes.is_empty() { Err(EnvFault::Stuck) } else { Ok(()) }
    }

    /// What a code stands for, if it may be picked.
    #[inline]
    fn meant(&self, seat: Seat, code: u32) -> Option<Offer<R::Pick, R::Action>> {
        let i = self.codes.iter().position(|offered| *offered == code)?;
        match self.offers.get(i) {
            Some(offer) => Some(offer.clone()),
            None => R::meant(self.table.sight(Viewer::Seat(seat)), &self.picks, code),
        }
    }

    /// Goes on with another table than before.
    fn anew(&mut self) -> Result<(), EnvFault> {
        self.memories.fill(R::Memory::default());
        self.picks.clear();
        self.draft.clear();
        self.look()
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
        self.actions = 0;
        self.anew()
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
            codes: self.codes.clone(),
            offers: self.offers.clone(),
            picks: self.picks.clone(),
            draft: self.draft.clone(),
            actions: self.actions,
            memories: self.memories.clone(),
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
        let mut canvas = Canvas::of::<R>(&self.layout, planes, numbers);
        R::observe(self.table.sight(Viewer::Seat(seat)), &mut canvas);
    }

    fn observe_again(&mut self, seat: Seat, planes: &mut [u8], numbers: &mut [i16]) {
        let Some(memory) = self.memories.get_mut(usize::from(seat.0)) else { return };
        let mut canvas = Canvas::of::<R>(&self.layout, planes, numbers);
        R::observe_again(self.table.sight(Viewer::Seat(seat)), memory, &mut canvas);
    }

    fn pick(&mut self, code: u32) -> Result<bool, EnvFault> {
        let Some(seat) = self.seat else { return Err(EnvFault::Over) };
        let offer = self.meant(seat, code).ok_or(EnvFault::NotOffered(code))?;
        let Some(action) = offer.action else {
            self.picks.push(offer.pick);
            self.draft.push(code);
            return self.look().map(|()| false);
        };
        self.carry_out(seat, &action).map(|()| true)
    }

    fn label(&self, code: u32) -> Option<(Label, Option<String>)> {
        let seat = self.seat?;
        let offer = self.meant(seat, code)?;
        let sight = self.table.sight(Viewer::Seat(seat));
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
        self.anew()
    }
}
