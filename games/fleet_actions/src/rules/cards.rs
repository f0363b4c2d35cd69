//! Signal cards: what they say, who is covered by which, and what they change.

use super::Ctx;
use crate::event::Event;
use crate::setup::{Battle, SquadId};
use crate::state::{Public, Signal};
use admiralty_core::{Audience, Seat, SeatSet, Told};

/// A signal card.
// FA-C.01: the list; every card may be shown any number of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card(pub u8);

/// What a card asks of those who read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Get nearer to the enemy.
    Close,
    /// Keep the line and its order.
    KeepLine,
    /// Open the range.
    StandOff,
    /// Gather prizes.
    Prizes,
}

/// Codes and names of the cards.
pub const CARDS: [(&str, &str); 18] = [
    ("EMC", "Engage More Closely"),
    ("LEB", "Lay the Enemy On Board"),
    ("PEL", "Pass Through the Enemy Line"),
    ("FLB", "Form Line of Battle"),
    ("LOB", "Form Line of Bearing"),
    ("TIS", "Tack in Succession"),
    ("TTG", "Tack Together"),
    ("WEA", "Wear"),
    ("GCH", "General Chase"),
    ("AVN", "Attack the Enemy's Van"),
    ("ACN", "Attack the Enemy's Centre"),
    ("ARR", "Attack the Enemy's Rear"),
    ("DBL", "Double the Enemy"),
    ("CLU", "Close Up"),
    ("MMS", "Make More Sail"),
    ("SHS", "Shorten Sail"),
    ("DIS", "Discontinue the Action"),
    ("TPP", "Take Possession of Prizes"),
];

impl Card {
    /// Engage More Closely.
    pub const EMC: Card = Card(0);
    /// Lay the Enemy On Board.
    pub const LEB: Card = Card(1);
    /// Pass Through the Enemy Line.
    pub const PEL: Card = Card(2);
    /// General Chase.
    pub const GCH: Card = Card(8);
    /// Close Up.
    pub const CLU: Card = Card(13);

    /// All cards.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..CARDS.len() as u8).map(Card)
    }

    /// Its code: `EMC`.
    pub const fn code(self) -> &'static str {
        CARDS[self.0 as usize % CARDS.len()].0
    }

    /// What it says.
    pub const fn name(self) -> &'static str {
        CARDS[self.0 as usize % CARDS.len()].1
    }

    /// Reads a code.
    pub fn parse(text: &str) -> Option<Card> {
        Card::all().find(|c| c.code() == text)
    }

    /// What a team mate or bot makes of it.
    // FA-C.12: bots read the cards of their own side as goals.
    pub const fn goal(self) -> Goal {
        match self.0 {
            0..=2 | 8..=12 | 14 => Goal::Close,
            16 => Goal::StandOff,
            17 => Goal::Prizes,
            _ => Goal::KeepLine,
        }
    }

    /// Does it help captains to close?
    pub const fn is_closing(self) -> bool {
        // FA-C.02, FA-C.03, FA-C.04: these three; FA-C.05: no other card changes a roll.
        matches!(self, Card::EMC | Card::LEB | Card::PEL)
    }
}

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

/// Is such a card among these for the squadron?
// FA-C.08: from the reveal until the next Signals Phase they stand here.
fn is_shown(
    battle: &Battle,
    cards: &[Option<Signal>],
    squad: SquadId,
    want: impl Fn(Card) -> bool,
) -> bool {
    cards.iter().enumerate().any(|(seat, signal)| {
        signal.is_some_and(|s| want(s.card) && covers(battle, Seat(seat as u8), s, squad))
    })
}

fn is_bold(p: &Public, squad: SquadId) -> bool {
    p.battle.sides[p.battle.side(squad).index()].bold
}

/// Added to Captains Rolls of movement, as far as everybody sees the cards.
// FA-7.13, FA-7.14
pub(crate) fn closing_bonus_seen(p: &Public, squad: SquadId) -> u8 {
    let signal = is_shown(&p.battle, &p.cards, squad, Card::is_closing);
    u8::from(signal) + u8::from(is_bold(p, squad))
}

impl Ctx<'_> {
    /// A card is displayed until the next Signals Phase.
    // FA-5.50, FA-5.52
    pub(super) fn show_card(&mut self, seat: Seat, signal: Signal) {
        let event = Event::Card { seat, signal };
        let side = self.p.battle.seats[seat.index()].side;
        match side {
            // FA-S.09: hidden from the enemy, if the players want it so.
            Some(side) if self.hides_cards() => {
                self.sides[side].cards[seat.index()] = Some(signal);
                let mates: SeatSet = self.p.battle.seats_of(side).collect();
                let to = Audience::seats(mates);
                (self.tell)(Told { event, to, reveals: true });
            }
            _ => {
                self.p.cards[seat.index()] = Some(signal);
                self.tell(event);
            }
        }
    }

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
        is_shown(battle, cards, squad, want)
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
        is_bold(self.p, squad)
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
