//! Choosing a fleet in secret.

use crate::action::{Action, Pick};
use crate::illegal::Illegal;
use crate::rules::Choices;
use crate::scenarios::READY_FLEETS;
use crate::setup::{fleet_faults, in_handle_order, may_choose, may_mix};
use crate::state::Public;
use crate::units::{CardId, Kind};
use alloc::vec::Vec;

/// May the fleet be chosen?
// BG-0-FB10: in secret, both at once; so nothing but the own list is looked at.
pub(crate) fn check(p: &Public, cards: &[CardId]) -> Result<(), Illegal> {
    let faults = fleet_faults(&p.options, cards);
    if !faults.is_empty() {
        return Err(Illegal::Fleet(faults));
    }
    if !cards.is_sorted_by_key(|card| card.is_boat()) {
        return Err(Illegal::NotSorted {});
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
