//! Events: as data, as sentences, the clauses behind them, what they reveal.

mod data;
mod sentences;
mod shape;

pub(crate) use data::event;
pub(crate) use sentences::sentence;
pub(crate) use shape::EVENT;

use super::names;
use crate::action::Piece;
use crate::event::{Event, Gone, Out, Silence};
use crate::rules::admiral::critical;
use crate::rules::assault::fort_chance;
use crate::rules::boarding::ship_chance;
use crate::state::Public;
use admiralty_core::{ClauseId, Die, Lot, Rolled, Seat};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The clauses behind an event.
pub(crate) fn clauses(event: &Event) -> Vec<ClauseId> {
    let one = |id: &'static str| vec![ClauseId(id)];
    match event {
        Event::Order { .. } => one("SE-3.1.6a"),
        Event::Turn { .. } => one("SE-3.2.3c"),
        Event::Wind { .. } => one("SE-3.2.1a"),
        Event::Phase { .. } => one("SE-3.2.2a"),
        Event::Moved { .. } => one("SE-3.3.1.7b"),
        Event::Sailed { .. } => one("SE-A1.2.3"),
        Event::Turned { .. } => one("SE-A1.2.1a"),
        Event::Bowed { .. } => one("SE-A0a"),
        Event::Commanded { .. } => one("SE-R74"),
        Event::FiresFirst { .. } => one("SE-A2.4.4a"),
        Event::Answers { .. } => one("SE-A2.4.1"),
        Event::Silent { why: Silence::Spent | Silence::Unfit, .. } => one("SE-A2.4.2"),
        Event::Silent { .. } => one("SE-A2.4.3"),
        Event::FiresAcross { .. } => one("SE-A2.5.2.2a"),
        Event::FiresAtBoarders { .. } => one("SE-A3.1"),
        Event::SailsHit { .. } => one("SE-A2.2.1c"),
        Event::Critical { .. } => one("SE-A2.3a"),
        Event::Drifted { .. } => one("SE-3.3.1.6.3a"),
        Event::Stranded { .. } => one("SE-3.3.1.6.3d"),
        Event::Collided { .. } => one("SE-5.2.1a"),
        Event::Fired { .. } => one("SE-3.3.2.4a"),
        Event::Wasted { .. } => one("SE-3.3.2.2b"),
        Event::Damaged { .. } => one("SE-3.3.2.5"),
        Event::Sunk { .. } => one("SE-3.3.1.6.3g"),
        Event::Ignited { .. } => one("SE-3.3.2.16b"),
        Event::Exploded { .. } => one("SE-3.3.2.16g"),
        Event::Boarded { .. } => one("SE-3.3.3.4a"),
        Event::Assaulted { .. } => one("SE-5.6.1"),
        Event::Defended { .. } => one("SE-5.6.3a"),
        Event::Rolled { .. } => one("SE-3.3.3.4c"),
        Event::Points { .. } => one("SE-3.3.3.4b"),
        Event::Allotted { .. } => one("SE-3.3.3.6b"),
        Event::Captured { .. } => one("SE-3.3.3.7a"),
        Event::RepairBegun { .. } => one("SE-3.3.4.3"),
        Event::RepairEnded { .. } => one("SE-3.3.4.6a"),
        Event::SailsFirst { .. } => one("SE-R140"),
        Event::Repaired { .. } => one("SE-3.3.4.4b"),
        Event::Battered { .. } => one("SE-3.3.5.1e2"),
        Event::Destroyed { .. } => one("SE-3.3.5.1e3"),
        Event::FortTaken { .. } => one("SE-5.6.6b"),
        Event::Given { .. } => one("SE-4.2.7d"),
        Event::WorksBegun { .. } => one("SE-3.3.5.2b2"),
        Event::WorksEnded { .. } => one("SE-3.3.5.2f1"),
        Event::Rebuilt { .. } => one("SE-3.3.5.3b"),
        Event::Raised { .. } => one("SE-3.3.5.3c1"),
        Event::Fortless { .. } => one("SE-R49"),
        Event::Appeared { .. } => one("SE-4.3.10a"),
        Event::Goal { .. } => one("SE-4.1.9"),
        Event::Standing { .. } => one("SE-R77"),
        Event::Detonated { .. } => one("SE-3.3.6.1d"),
        Event::MapTaken { .. } => one("SE-4.3.23b"),
        Event::MapShown { .. } => one("SE-4.3.23d"),
        Event::Gone { .. } => one("SE-R142"),
        Event::Blockading { .. } => one("SE-3.1.5.1f"),
        Event::PortTaken { .. } => one("SE-3.1.5.1g"),
        Event::Over { outcome } => vec![outcome.clause],
        _ => Vec::new(),
    }
}

/// The dice an event shows.
pub(crate) fn dice(event: &Event) -> Vec<Rolled> {
    match *event {
        Event::Critical { die, .. } | Event::Fired { die, .. } | Event::Rolled { die, .. } => {
            vec![Rolled { die: Die::D6, value: die }]
        }
        _ => Vec::new(),
    }
}

/// Whose luck those dice are. A hit counts as one, and in a fight the chance that a die adds.
pub(crate) fn lots(p: &Public, event: &Event) -> Vec<Lot> {
    let lot = |by: Option<Seat>, worth: &dyn Fn(u16) -> u8| {
        let worth = (1..=6).map(|face| worth(face).into()).collect();
        vec![Lot { side: by.map(|seat| p.side(seat)), worth }]
    };
    match *event {
        Event::Fired { by, hits, .. } => lot(by, &|face| hits.has(face).into()),
        Event::Critical { by, .. } => lot(Some(by), &|face| critical::strikes(face).into()),
        Event::Rolled { by, unit, .. } if unit.as_fort().is_some() => lot(by, &fort_chance),
        Event::Rolled { by, .. } => lot(by, &ship_chance),
        _ => Vec::new(),
    }
}

/// What the event makes known, if it reveals anything.
pub(crate) fn fact(event: &Event) -> Option<String> {
    match event {
        Event::Detonated { space, .. } => Some(format!("a mine on {space}")),
        Event::MapShown { space, .. } => Some(format!("a treasure map: {space}")),
        Event::MapTaken { pirate, by } => {
            Some(format!("the map of P{} to P{}", pirate.0 + 1, by.0 + 1))
        }
        Event::Standing { seat, .. } => Some(format!("P{} has standing orders or not", seat.0 + 1)),
        Event::Allied { one, two, .. } => {
            Some(format!("an alliance of P{} and P{}", one.0 + 1, two.0 + 1))
        }
        _ => None,
    }
}

/// By what outcomes are counted when odds are asked for.
pub(crate) fn outcome(p: &Public, event: &Event) -> Option<String> {
    match event {
        Event::Fired { hits, die, .. } => {
            Some(if hits.has(*die) { "hit" } else { "miss" }.to_string())
        }
        Event::Sunk { ship, .. } => Some(format!("{} sinks", names::the_ship(*ship))),
        Event::Destroyed { fort: at, .. } => {
            Some(format!("{} is destroyed", names::the_fort(p, *at)))
        }
        Event::Points { attack, defence } => Some(match attack.cmp(defence) {
            Ordering::Greater => "the attack wins".to_string(),
            Ordering::Equal => "a tie: all are lost".to_string(),
            Ordering::Less => "the defence wins".to_string(),
        }),
        _ => None,
    }
}

fn piece(piece: Piece) -> (&'static str, &'static str) {
    match piece {
        Piece::Island(isle, _) => ("island", isle.name()),
        Piece::Fort => ("fort", ""),
        Piece::RoyalPort => ("royal port", ""),
        Piece::Reef => ("reef", ""),
    }
}

const fn gone_word(why: Gone) -> &'static str {
    match why {
        Gone::Time => "time",
        Gone::Left => "left",
    }
}

const fn out_word(why: Out) -> &'static str {
    match why {
        Out::NoShips => "no ships",
        Out::NoForts => "no forts",
        Out::GaveLastFort => "gave last fort",
        Out::Resigned => "resigned",
    }
}
