//! Who is whose enemy; temporary alliances: offers, terms, ends.

use crate::action::{Action, Unit};
use crate::event::Event;
use crate::illegal::{Chair, Illegal};
use crate::rules::Play;
use crate::rules::works;
use crate::setup::{Alliances, Scenario};
use crate::state::{Flag, Offer, Public, SPAIN, SeatSecret, Seats, Treaty, pair_index};
use admiralty_core::Seat;
use alloc::vec::Vec;

/// Longest term that can be offered.
pub(crate) const LONGEST: u8 = 12;

/// The answer to an offer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
}

/// May the seat make this offer? SE-3.1.2f: during play; SE-R137: one offer to
/// a player in a phase.
pub(crate) fn check_offer(
    p: &Public,
    own: &SeatSecret,
    seat: Seat,
    to: Seat,
    turns: u8,
) -> Result<(), Illegal> {
    if p.options().alliances == Alliances::Off {
        return Err(Illegal::NoAlliances);
    }
    if to == seat || !p.has_seat(to) || p.players[to.index()].out {
        return Err(Illegal::NoParty { seat: Chair(to) });
    }
    if !p.is_foe(seat, to) {
        return Err(Illegal::AlliedAlready { seat: Chair(to) });
    }
    if own.offered.has(to) {
        return Err(Illegal::OfferedAlready { seat: Chair(to) });
    }
    if turns > LONGEST { Err(Illegal::TermTooLong { turns, most: LONGEST }) } else { Ok(()) }
}

fn check_with(p: &Public, seat: Seat, with: Seat, mode: Alliances) -> Result<(), Illegal> {
    // SE-3.1.2i, SE-3.1.2j: how it ends is agreed before play.
    match p.options().alliances {
        Alliances::Off => return Err(Illegal::NoAlliances),
        Alliances::Notice if mode != Alliances::Notice => return Err(Illegal::NeedsNotice),
        Alliances::Sudden if mode != Alliances::Sudden => return Err(Illegal::NeedsNoNotice),
        Alliances::Notice | Alliances::Sudden => {}
    }
    let allied = p.has_seat(with) && p.are_treaty_allies(seat, with);
    if allied { Ok(()) } else { Err(Illegal::NotAllied { seat: Chair(with) }) }
}

/// May notice be given? Once is enough.
pub(crate) fn check_notice(p: &Public, seat: Seat, with: Seat) -> Result<(), Illegal> {
    check_with(p, seat, with, Alliances::Notice)?;
    let ends = p.treaties[pair_index(seat, with)].ends;
    if ends != 0 && ends <= p.turn + 2 {
        Err(Illegal::EndsAnyway { seat: Chair(with), turn: ends })
    } else {
        Ok(())
    }
}

/// May it be broken? SE-3.1.2i: in mode sudden without warning.
pub(crate) fn check_break(p: &Public, seat: Seat, with: Seat) -> Result<(), Illegal> {
    check_with(p, seat, with, Alliances::Sudden)
}

/// Everything about alliances the seat may do.
pub(crate) fn list(p: &Public, own: Option<&SeatSecret>, seat: Seat, out: &mut Vec<Action>) {
    let (true, Some(own)) = (p.options().alliances != Alliances::Off, own) else { return };
    for other in p.seats() {
        if check_offer(p, own, seat, other, 0).is_ok() {
            // SE-3.1.2h: for a number of Turns, or open-ended (0).
            out.extend((0..=LONGEST).map(|turns| Action::Offer { seat: other, turns }));
        }
        if check_notice(p, seat, other).is_ok() {
            out.push(Action::Notice(other));
        }
        if check_break(p, seat, other).is_ok() {
            out.push(Action::Break(other));
        }
    }
}

/// Only the two of them know (until it is accepted).
pub(crate) fn offer(play: &mut Play<'_>, seat: Seat, to: Seat, turns: u8) {
    let mine = &mut play.table.seats[seat];
    mine.outgoing = Some(Offer { seat: to, turns });
    mine.offered = mine.offered.with(to);
    play.table.seats[to].incoming = Some(Offer { seat, turns });
    play.say_to(&[seat, to], Event::Offered { by: seat, to, turns });
}

/// SE-3.1.2g: both must agree.
pub(crate) fn answer(play: &mut Play<'_>, seat: Seat, answer: Answer) {
    let Some(offer) = play.table.seats[seat].incoming.take() else { return };
    play.table.seats[offer.seat].outgoing = None;
    if answer == Answer::No {
        play.say_to(&[seat, offer.seat], Event::Declined { by: seat, to: offer.seat });
        return;
    }
    let p = play.m();
    // SE-R79: n Turns are this one and the next n − 1.
    let ends = if offer.turns == 0 { 0 } else { p.turn + u16::from(offer.turns) };
    p.treaties[pair_index(seat, offer.seat)] = Treaty { on: true, ends };
    p.set_foes();
    play.reveal(Event::Allied { one: offer.seat, two: seat, turns: offer.turns });
}

/// SE-3.1.2j, SE-R79: after notice in Turn t it ends at the start of Turn t + 2.
pub(crate) fn notice(play: &mut Play<'_>, seat: Seat, with: Seat) {
    let p = play.m();
    let ends = p.turn + 2;
    p.treaties[pair_index(seat, with)].ends = ends;
    play.say(Event::NoticeGiven { by: seat, to: with });
}

/// Ends an alliance now. SE-R125: former allies in a harbour have been seen.
pub(crate) fn end(play: &mut Play<'_>, seat: Seat, with: Seat) {
    let p = play.m();
    p.treaties[pair_index(seat, with)] = Treaty::default();
    p.set_foes();
    let before: [bool; crate::state::MAX_FORTS] = core::array::from_fn(|i| p.forts[i].seen);
    works::look_around(p);
    for (fort, seen) in p.forts.iter_mut().zip(before) {
        fort.seen |= seen;
    }
    play.say(Event::AllianceEnded { one: seat, two: with });
}

/// An attack on a temporary ally ends the alliance first (SE-R79). SE-R78: an
/// armistice means no attacks, nothing more.
pub(crate) fn attack(play: &mut Play<'_>, seat: Seat, target: Unit) {
    let p = play.p();
    let owner = match (target.as_ship(), target.as_fort()) {
        (Some(id), _) => p.ship(id).owner,
        (None, Some(fort)) => p.forts[fort.index()].owner,
        _ => return,
    };
    if let Some(ally) = owner.seat().filter(|&owner| p.are_treaty_allies(seat, owner)) {
        end(play, seat, ally);
    }
}

/// Start of a Turn: what is due lapses.
pub(crate) fn lapse(play: &mut Play<'_>) {
    for one in play.p().seats() {
        for two in play.p().seats().filter(|&two| two > one) {
            let treaty = play.p().treaties[pair_index(one, two)];
            if treaty.on && treaty.ends != 0 && treaty.ends <= play.p().turn {
                end(play, one, two);
            }
        }
    }
}

/// A player is gone: what he was offered is declined, what he has offered falls.
pub(crate) fn fall_silent(play: &mut Play<'_>, seat: Seat) {
    answer(play, seat, Answer::No);
    if let Some(offer) = play.table.seats[seat].outgoing.take() {
        play.table.seats[offer.seat].incoming = None;
    }
}

/// A player goes out: his treaties end.
pub(crate) fn leave(play: &mut Play<'_>, seat: Seat) {
    for other in play.p().seats() {
        if other != seat && play.p().are_treaty_allies(seat, other) {
            end(play, seat, other);
        }
    }
}

impl Public {
    /// Is `b` an enemy of `a`?
    #[inline]
    pub fn is_foe(&self, a: impl Into<Flag>, b: impl Into<Flag>) -> bool {
        match (a.into().seat(), b.into().seat()) {
            (Some(a), Some(b)) => a != b && self.foes[a.index()].has(b),
            _ => false,
        }
    }

    /// May `a` attack units of `b`? SE-3.1.2c: never constant allies; a
    /// temporary ally only where alliances may be broken suddenly.
    pub fn may_attack(&self, a: Seat, b: impl Into<Flag>) -> bool {
        let b = b.into();
        self.is_foe(a, b)
            || (self.options().alliances == Alliances::Sudden && self.are_treaty_allies(a, b))
    }

    /// Is a temporary alliance in force between them?
    pub fn are_treaty_allies(&self, a: Seat, b: impl Into<Flag>) -> bool {
        b.into().seat().is_some_and(|b| a != b && self.treaties[pair_index(a, b)].on)
    }

    /// The same player or a team mate. SE-3.1.2b: constant alliances are the teams.
    pub fn are_mates(&self, a: Seat, b: impl Into<Flag>) -> bool {
        b.into().seat().is_some_and(|b| self.side(a) == self.side(b))
    }

    /// Works out anew who is whose enemy.
    pub fn set_foes(&mut self) {
        let peaceful_pirates =
            self.options().scenario == Scenario::Jolly && !self.options().pirates_fight;
        for a in self.seats() {
            let mut foes = Seats::EMPTY;
            for b in self.seats() {
                // SE-R83: without `pirates_fight` pirates are not enemies of each other.
                let pirates = peaceful_pirates && a != SPAIN && b != SPAIN;
                if !self.are_mates(a, b) && !pirates && !self.are_treaty_allies(a, b) {
                    foes = foes.with(b);
                }
            }
            self.foes[a.index()] = foes;
        }
    }
}
