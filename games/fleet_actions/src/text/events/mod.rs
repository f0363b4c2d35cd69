//! Events as data and as sentences, and what they make known.

mod data;
mod sentences;

pub(crate) use data::{EVENT, event};
pub(crate) use sentences::sentence;

use crate::event::{Event, Owner, Purpose};
use crate::rules::declaring;
use crate::setup::side_code;
use crate::state::Public;
use crate::text::{self, many, names};
use admiralty_core::{ClauseId, Die, Lot, Rolled};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

fn owner(p: &Public, owner: Owner) -> String {
    let b = &p.battle;
    match owner {
        Owner::Sea => "sea".to_string(),
        Owner::Side(side) => side_code(side).to_string(),
        Owner::Squad(q) => b.squad_code(q),
        Owner::Group(q, at, _) => text::group(b, q, at),
        Owner::Ship(id) => b.ship_code(id),
        Owner::Pair(x, y) => format!("{} {}", b.ship_code(x), b.ship_code(y)),
    }
}

/// The dice an event shows.
pub(crate) fn dice(event: &Event) -> Vec<Rolled> {
    match event {
        Event::Rolled { faces, value, .. } => {
            Vec::from([Rolled { die: Die(u16::from(*faces)), value: u16::from(*value) }])
        }
        Event::Fired { dice, .. } => {
            let shown = |value: &u8| Rolled { die: Die::D10, value: u16::from(*value) };
            dice.iter().map(shown).collect()
        }
        _ => Vec::new(),
    }
}

/// Whose luck they are. Declarations of both sides are turned up at once, by whoever was the last to
/// make them; every gun's luck is her own, and its measure are hits. What else is rolled for has no
/// measure that could be added to hits.
pub(crate) fn lots(p: &Public, event: &Event) -> Vec<Lot> {
    match event {
        Event::Fired { by, number, dice, .. } => {
            let side = Some(declaring::unit_side(p, *by));
            let worth = (1..=10).map(|face| u16::from(face <= *number)).collect();
            vec![Lot { side, worth }; dice.len()]
        }
        Event::Rolled { .. } => vec![Lot { side: None, worth: Vec::new() }],
        _ => Vec::new(),
    }
}

/// The clauses behind an event.
pub(crate) fn clauses(event: &Event) -> Vec<ClauseId> {
    let id = match event {
        Event::Rolled { purpose, .. } => match purpose {
            Purpose::WindForce | Purpose::WindDir => "FA-3.50",
            Purpose::Movement => "FA-8.85",
            Purpose::Captains => "FA-7.02",
            Purpose::Course => "FA-7.22",
            Purpose::CloseAction => "FA-7.30",
            Purpose::Collision => "FA-7.42",
            Purpose::Foul => "FA-7.43",
            Purpose::Grounding => "FA-D.22",
            Purpose::BoardCaptains => "FA-7.60",
            Purpose::Boarding => "FA-7.65",
            Purpose::Damage => "FA-8.63",
            Purpose::Repair => "FA-8.100",
            Purpose::Unfoul => "FA-7.47",
            Purpose::Float => "FA-D.25",
            _ => return Vec::new(),
        },
        Event::Fired { .. } => "FA-8.25",
        Event::Struck(_) => "FA-8.72",
        Event::Prize { .. } => "FA-8.78",
        Event::Straggles(_) => "FA-5.06",
        Event::MissedStays(_) => "FA-8.91",
        Event::Conformed { .. } => "FA-7.24",
        Event::Melee(_) => "FA-7.20",
        Event::Paired(..) => "FA-7.31",
        Event::Contact { .. } => "FA-9.23",
        _ => return Vec::new(),
    };
    alloc::vec![ClauseId(id)]
}

/// What came of it, in a few words, where odds are counted by it.
pub(crate) fn outcome(public: &Public, event: &Event) -> Option<String> {
    let b = &public.battle;
    match event {
        Event::Fired { hits, whom, .. } => {
            Some(format!("{} on {}", many(*hits, "hit"), names::ships(b, *whom)))
        }
        Event::Damaged { ship, strength, .. } => {
            let what = if *strength { "Strength" } else { "rigging" };
            Some(format!("{} loses {what}", b.ship_name(*ship)))
        }
        Event::Struck(id) => Some(format!("{} strikes", b.ship_name(*id))),
        Event::Prize { ship, .. } => Some(format!("{} taken", b.ship_name(*ship))),
        Event::Rolled { ok: Some(_), .. } => sentences::decision(public, event),
        Event::Offer(_) => Some("the offer stands until the others agree to it".to_string()),
        Event::Over { score, .. } => {
            Some(format!("the battle ends, {} to {} points", score[0], score[1]))
        }
        _ => None,
    }
}

/// What an event makes known, if it can make anything known.
pub(crate) fn fact(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Speed { .. } => "a speed marker",
        Event::Card { .. } => "a signal card",
        Event::Attacks(_) | Event::Fired { .. } => "a declared attack",
        Event::BoardChoice { .. } => "a decision to board",
        Event::Wind { .. } => "the wind the gamemaster wants",
        // With cards that the enemy may not see, their effect shows them.
        Event::Rolled { .. } | Event::Straggles(_) | Event::Rejoined(_) => {
            "what a hidden card does"
        }
        _ => return None,
    })
}
