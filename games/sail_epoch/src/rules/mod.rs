//! One file per chapter of the rulebook: options, check and effect of a rule
//! stand together.

pub(crate) mod absence;
pub(crate) mod admiral;
pub(crate) mod alliances;
pub(crate) mod assault;
pub(crate) mod boarding;
pub(crate) mod cargo;
pub(crate) mod damage;
pub(crate) mod drift;
pub(crate) mod fireship;
pub(crate) mod gunfire;
pub(crate) mod jolly;
pub(crate) mod mines;
pub(crate) mod movement;
pub(crate) mod neutral_forts;
pub(crate) mod placing;
pub(crate) mod plunder;
pub(crate) mod repair;
pub(crate) mod royal_port;
pub(crate) mod wind;
pub(crate) mod works;

use crate::SailEpoch;
use crate::event::Event;
use crate::state::{Public, ShipSet};
use admiralty_core::{Audience, Dice, Die, Dry, Seat, SeatSet, Table, Told};

/// The table, the dice and the one to tell: what every effect works on.
pub(crate) struct Play<'a> {
    pub(crate) table: &'a mut Table<SailEpoch>,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) tell: &'a mut dyn FnMut(Told<Event>),
    /// Ships of the salvo that is being resolved: they may plunder.
    pub(crate) gunners: ShipSet,
}

impl Play<'_> {
    #[inline]
    pub(crate) fn p(&self) -> &Public {
        &self.table.public
    }

    #[inline]
    pub(crate) fn m(&mut self) -> &mut Public {
        &mut self.table.public
    }

    pub(crate) fn say(&mut self, event: Event) {
        (self.tell)(Told::all(event));
    }

    pub(crate) fn reveal(&mut self, event: Event) {
        (self.tell)(Told::reveal(event));
    }

    pub(crate) fn say_to(&mut self, seats: &[Seat], event: Event) {
        let seats: SeatSet = seats.iter().copied().collect();
        (self.tell)(Told::to(event, Audience::seats(seats)));
    }

    pub(crate) fn d6(&mut self) -> Result<u16, Dry> {
        self.dice.roll(Die::D6)
    }
}
