//! Signal cards: who is covered by which, and what they change.

use super::Ctx;
use crate::setup::{Battle, SquadId};
use crate::state::Signal;
use crate::units::Card;
use admiralty_core::Seat;

/// Does a card shown by `seat` cover the squadron?
pub(crate) fn covers(battle: &Battle, seat: Seat, signal: Signal, squad: SquadId) -> bool {
    let info = &battle.squads[squad.i()];
    let Some(shown) = battle.seats.get(seat.index()) else { return false };
    if shown.side != Some(info.side) {
        return false;
    }
    match signal.squad {
        Some(only) => only == squad, // FA-5.51, FA-C.07: a distinctive flag restricts it.
        None => info.seat == seat || shown.cinc, // FA-C.06
    }
}

impl Ctx<'_> {
    /// All cards come down.
    pub(crate) fn lower_cards(&mut self) {
        self.p.cards.fill(None);
        for (_, shared) in self.sides.iter_mut() {
            shared.cards.fill(None);
        }
    }

    /// Is such a card displayed for the squadron?
    pub(crate) fn signalled(&self, squad: SquadId, want: impl Fn(Card) -> bool) -> bool {
        let battle = &self.p.battle;
        let side = battle.side(squad);
        let cards = if battle.options.own_cards { &self.sides[side].cards } else { &self.p.cards };
        // FA-C.08: from the reveal until the next Signals Phase they stand here.
        cards.iter().enumerate().any(|(seat, signal)| {
            signal.is_some_and(|s| want(s.card) && covers(battle, Seat(seat as u8), s, squad))
        })
    }

    /// Added to Captains Rolls of movement.
    pub(crate) fn closing_bonus(&self, squad: SquadId) -> u8 {
        // FA-7.13: one for a closing signal; FA-7.15: two of them are still one.
        let signal = self.signalled(squad, Card::is_closing);
        // FA-7.14: one more for Bold Captains.
        u8::from(signal) + u8::from(self.bold(squad))
    }

    /// Added to Captains Rolls of boarding.
    pub(crate) fn boarding_bonus(&self, squad: SquadId) -> u8 {
        // FA-7.62: this card alone; FA-7.61: and Bold Captains.
        let signal = self.signalled(squad, |card| card == Card::LEB);
        u8::from(signal) + u8::from(self.bold(squad))
    }

    fn bold(&self, squad: SquadId) -> bool {
        self.p.battle.sides[self.p.battle.side(squad).index()].bold
    }

    /// How far from the flagship orders reach.
    pub(crate) fn command_radius(&self, squad: SquadId) -> u8 {
        // FA-C.10: General Chase lets ships go farther; FA-C.05: not by the rulebook alone.
        let chase = self.p.battle.options.extended && self.signalled(squad, |c| c == Card::GCH);
        if chase { 2 } else { 1 }
    }

    /// Added to movement rolls of stragglers.
    pub(crate) fn straggler_bonus(&self, squad: SquadId) -> u8 {
        // FA-C.11: Close Up.
        let close_up = self.p.battle.options.extended && self.signalled(squad, |c| c == Card::CLU);
        u8::from(close_up)
    }

    /// Would the roll tell the enemy of a card he may not see?
    pub(crate) fn hides_cards(&self) -> bool {
        self.p.battle.options.own_cards
    }
}
