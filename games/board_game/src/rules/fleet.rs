//! Fleets: what may sail together, and choosing one in secret.

use crate::action::{Action, Pick};
use crate::illegal::Illegal;
use crate::rules::Choices;
use crate::setup::{Navies, Options, READY_FLEETS};
use crate::state::Public;
use crate::units::{CardId, Kind};
use admiralty_core::ClauseId;
use alloc::vec::Vec;
use core::fmt;

/// Something wrong with a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FleetFault {
    /// It costs too much.
    Price(u16, u16),
    /// It has no surface unit.
    OnlyBoats,
    /// It has too many units.
    Size(usize),
    /// A card stands twice.
    Twice(CardId),
    /// Its navies may not be mixed.
    Mixed(CardId, CardId),
    /// It has too many submarines: how many, how many are allowed.
    Boats(usize, usize),
    /// It has too many carriers.
    Carriers(usize),
    /// A transport, though they are not allowed.
    Transport(CardId),
    /// A ship that never fought, though they are not allowed.
    WhatIf(CardId),
}

impl FleetFault {
    /// The clause that is broken.
    pub(crate) const fn clause(self) -> ClauseId {
        ClauseId(match self {
            FleetFault::Price(..) => "BG-0-FB1",
            FleetFault::OnlyBoats => "BG-0-FB2",
            FleetFault::Size(_) => "BG-0-FB3",
            FleetFault::Twice(_) => "BG-0-FB4",
            FleetFault::Mixed(..) => "BG-0-FB5",
            FleetFault::Boats(..) => "BG-0-FB6",
            FleetFault::Carriers(_) => "BG-0-FB7",
            FleetFault::Transport(_) => "BG-0-FB8",
            FleetFault::WhatIf(_) => "BG-0-FB9",
        })
    }
}

impl fmt::Display for FleetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FleetFault::Price(tp, limit) => {
                write!(f, "the fleet costs {tp} points, {limit} are agreed")
            }
            FleetFault::OnlyBoats => f.write_str("the fleet needs a unit that is not a submarine"),
            FleetFault::Size(n) => write!(f, "the fleet has {n} units, 24 are allowed"),
            FleetFault::Twice(card) => write!(f, "{} stands twice", card.card().id),
            FleetFault::Mixed(a, b) => {
                let (a, b) = (a.card().name, b.card().name);
                write!(f, "{a} and {b} belong to navies that do not sail together")
            }
            FleetFault::Boats(1, _) => {
                f.write_str("a submarine needs at least two units of other types beside it")
            }
            FleetFault::Boats(n, most) => {
                write!(f, "{n} submarines, but only a third of the units ({most}) may be")
            }
            FleetFault::Carriers(n) => write!(f, "{n} carriers, 3 are allowed"),
            FleetFault::Transport(card) => {
                write!(f, "{} is a transport, which this game leaves out", card.card().id)
            }
            FleetFault::WhatIf(card) => {
                write!(f, "{} never fought, and this game leaves such ships out", card.card().id)
            }
        }
    }
}

/// May two cards sail in one fleet?
pub(crate) fn may_mix(navies: Navies, a: CardId, b: CardId) -> bool {
    let (a, b) = (a.class().navy, b.class().navy);
    // BG-0-FB5: one navy, one alliance, or any.
    match navies {
        Navies::Single => a == b,
        Navies::Alliance => a.is_allied() == b.is_allied(),
        Navies::Free => true,
    }
}

/// May the card be chosen at all?
pub(crate) fn may_choose(options: &Options, card: CardId) -> Result<(), FleetFault> {
    // BG-0-FB8: transports=no.
    if !options.transports && card.class().kind == Kind::Tr {
        return Err(FleetFault::Transport(card));
    }
    // BG-0-FB9: whatif=no.
    if !options.whatif && card.is_what_if() {
        return Err(FleetFault::WhatIf(card));
    }
    Ok(())
}

/// Everything wrong with a fleet of a free battle.
pub fn fleet_faults(options: &Options, cards: &[CardId]) -> Vec<FleetFault> {
    let mut faults = Vec::new();
    let tp: u16 = cards.iter().fold(0, |sum, card| sum.saturating_add(card.tp()));
    // BG-0-FB1: no more points than agreed; fewer are fine.
    if tp > options.tp {
        faults.push(FleetFault::Price(tp, options.tp));
    }
    let boats = cards.iter().filter(|card| card.is_boat()).count();
    // BG-0-FB2: at least one unit that is not a submarine.
    if boats == cards.len() {
        faults.push(FleetFault::OnlyBoats);
    }
    // BG-0-FB3: at most 24 units.
    if cards.len() > 24 {
        faults.push(FleetFault::Size(cards.len()));
    }
    for (i, card) in cards.iter().enumerate() {
        // BG-0-FB4: a card once in a fleet; the other side may have it too.
        if cards[..i].contains(card) {
            faults.push(FleetFault::Twice(*card));
        }
        if let Err(fault) = may_choose(options, *card) {
            faults.push(fault);
        }
    }
    if let Some(other) = cards.iter().find(|card| !may_mix(options.navies, cards[0], **card)) {
        faults.push(FleetFault::Mixed(cards[0], *other));
    }
    // BG-0-FB6: at most one third of the units are submarines.
    if boats > cards.len() / 3 {
        faults.push(FleetFault::Boats(boats, cards.len() / 3));
    }
    let carriers = cards.iter().filter(|card| card.class().kind == Kind::Cv).count();
    // BG-0-FB7: at most three carriers.
    if carriers > 3 {
        faults.push(FleetFault::Carriers(carriers));
    }
    faults
}

/// Brings a fleet into the order of its handles.
pub(crate) fn in_handle_order(cards: &mut [CardId]) {
    // BG-9-NT2: surface units first in the order of the list, then submarines.
    cards.sort_by_key(|card| card.is_boat());
}

/// May the fleet be chosen?
// BG-0-FB10: in secret, both at once; so nothing but the own list is looked at.
pub(crate) fn check(p: &Public, cards: &[CardId]) -> Result<(), Illegal> {
    let faults = fleet_faults(&p.options, cards);
    if !faults.is_empty() {
        return Err(Illegal::Fleet { faults });
    }
    if !cards.is_sorted_by_key(|card| card.is_boat()) {
        return Err(Illegal::NotSorted);
    }
    Ok(())
}

/// May this card be added to these?
fn may_add(
    p: &Public,
    cards: &[CardId],
    tp: u16,
    boats: usize,
    carriers: usize,
    card: CardId,
) -> bool {
    tp + card.tp() <= p.options.tp
        && cards.len() < 24
        && may_choose(&p.options, card).is_ok()
        && cards.first().is_none_or(|first| may_mix(p.options.navies, *first, card))
        && !cards.contains(&card)
        && (!card.is_boat() || boats < (cards.len() + 1) / 3)
        && (card.class().kind != Kind::Cv || carriers < 3)
}

/// Card by card; a ready fleet at the start.
pub(crate) fn menu(p: &Public, draft: &[Pick], out: &mut Choices) {
    let mut cards: Vec<CardId> = Vec::new();
    for pick in draft {
        let Pick::Card(card) = pick else { return };
        cards.push(*card);
    }
    if cards.is_empty() {
        for (i, ready) in READY_FLEETS.iter().enumerate() {
            let fleet = ready.cards();
            if check(p, &fleet).is_ok() {
                out.to(Pick::ReadyFleet(i as u8), Action::Fleet(fleet.into()));
            }
        }
    } else {
        let mut sorted = cards.clone();
        in_handle_order(&mut sorted);
        if check(p, &sorted).is_err() {
            return;
        }
        out.to(Pick::Done, Action::Fleet(sorted.into()));
    }
    let tp = cards.iter().map(|card| card.tp()).sum();
    let boats = cards.iter().filter(|card| card.is_boat()).count();
    let carriers = cards.iter().filter(|card| card.class().kind == Kind::Cv).count();
    for card in CardId::all() {
        if may_add(p, &cards, tp, boats, carriers, card) {
            out.on(Pick::Card(card));
        }
    }
}
