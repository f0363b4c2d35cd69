//! One file per chapter; options, check and effect of a rule stand together.

pub(crate) mod arrivals;
pub(crate) mod boarding;
pub(crate) mod captains;
pub(crate) mod cards;
pub(crate) mod close_action;
pub(crate) mod collisions;
pub(crate) mod damage;
pub(crate) mod declaring;
pub(crate) mod flags;
pub(crate) mod formations;
pub(crate) mod frigates;
pub(crate) mod grand_tactical;
pub(crate) mod gunnery;
pub(crate) mod headings;
pub(crate) mod movement;
pub(crate) mod precedence;
pub(crate) mod repair;
pub(crate) mod singles;
pub(crate) mod speeds;
pub(crate) mod stragglers;
pub(crate) mod striking;
pub(crate) mod time_outs;
pub(crate) mod transfer;
pub(crate) mod wind;

use crate::FleetActions;
use crate::board::Dir;
use crate::event::{Event, Owner, Purpose};
use crate::state::{Public, Sealed, Shared};
use crate::units::Force;
use admiralty_core::{Audience, BySeat, BySide, Dice, Die, Dry, Seat, SeatSet, Table, Told};

/// The table in the hands of the rules, with the dice and the listeners.
pub(crate) struct Ctx<'a> {
    /// Known to all.
    pub p: &'a mut Public,
    /// Known to one side.
    pub sides: &'a mut BySide<Shared>,
    /// Known to one seat.
    pub seats: &'a mut BySeat<Sealed>,
    /// The wind the gamemaster wants.
    pub umpire: &'a mut Option<(Dir, Force)>,
    /// The dice.
    pub dice: &'a mut dyn Dice,
    /// Who listens.
    pub tell: &'a mut dyn FnMut(Told<Event>),
    /// Has this step turned up something hidden? What follows from it is then
    /// part of the reveal.
    pub reveals: bool,
}

impl<'a> Ctx<'a> {
    /// A table, to be changed by what the rules say.
    pub(crate) fn new(
        table: &'a mut Table<FleetActions>,
        dice: &'a mut dyn Dice,
        tell: &'a mut dyn FnMut(Told<Event>),
    ) -> Ctx<'a> {
        let Table { public, sides, seats, umpire } = table;
        Ctx { p: public, sides, seats, umpire, dice, tell, reveals: false }
    }
}

impl Ctx<'_> {
    /// Tells everybody.
    pub(crate) fn tell(&mut self, event: Event) {
        // Only what shows the hidden fact is a reveal, not all that follows from it.
        let by_card =
            matches!(event, Event::Rolled { .. } | Event::Straggles(_) | Event::Rejoined(_));
        let shows = crate::text::events::fact(&event).is_some() && (!by_card || self.hides_cards());
        let reveals = self.reveals && shows;
        (self.tell)(Told { event, to: Audience::ALL, reveals });
    }

    /// Tells one seat.
    pub(crate) fn tell_seat(&mut self, seat: Seat, event: Event) {
        (self.tell)(Told::to(event, Audience::seats(SeatSet::only(seat))));
    }

    /// Rolls a die and tells everybody.
    pub(crate) fn roll(
        &mut self,
        faces: u8,
        purpose: Purpose,
        owner: Owner,
        bonus: u8,
        needed: Option<u8>,
    ) -> Result<(u8, bool), Dry> {
        let value = self.dice.roll(Die(u16::from(faces)))? as u8;
        let ok = needed.map(|n| value + bonus >= n);
        self.tell(Event::Rolled { purpose, owner, faces, value, bonus, ok });
        Ok((value, ok.unwrap_or(true)))
    }

    /// Rolls a D6 of which only the number matters.
    pub(crate) fn d6(&mut self, purpose: Purpose, owner: Owner) -> Result<u8, Dry> {
        Ok(self.roll(6, purpose, owner, 0, None)?.0)
    }
}
