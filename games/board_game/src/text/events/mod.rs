//! Events: as data, as sentences, their clauses, facts and outcomes.

mod data;
mod sentence;

pub(crate) use data::{EVENT, event};
pub(crate) use sentence::{closed, sentence};

use crate::event::{Cause, Event};
use crate::rules::dice::{Face, Rolls, SIX};
use crate::state::{NORTH, Public, SOUTH, name};
use crate::units::Feature;
use admiralty_core::{ClauseId, Rolled, Side};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

fn faces(rolls: Rolls) -> String {
    rolls.iter().map(Face::code).collect::<Vec<_>>().join(" ")
}

const fn cause(cause: Cause) -> Feature {
    match cause {
        Cause::Magazine => Feature::Magazine,
        Cause::Volatile => Feature::Volatile,
        Cause::AvGas => Feature::AvGas,
    }
}

/// The dice an event shows.
pub(crate) fn dice(event: &Event) -> Vec<Rolled> {
    let shown = |face: Face| Rolled { die: SIX, value: face.index() as u16 + 1 };
    match event {
        Event::SceneryRolled { faces, .. } | Event::Dogfight { faces, .. } => {
            faces.iter().copied().map(shown).collect()
        }
        Event::Initiative { south, north, .. } => {
            south.iter().chain(north.iter()).map(shown).collect()
        }
        Event::Pool { faces, .. } | Event::Flak { faces, .. } => faces.iter().map(shown).collect(),
        Event::Interception { face, .. } | Event::Charged { face: Some(face), .. } => {
            Vec::from([shown(*face)])
        }
        _ => Vec::new(),
    }
}

/// Whose those dice are.
pub(crate) fn rollers(event: &Event) -> Vec<Side> {
    match *event {
        Event::SceneryRolled { .. } => Vec::from([SOUTH, NORTH]),
        Event::Initiative { south, north, .. } => {
            let (south, north) = (vec![SOUTH; south.len()], vec![NORTH; north.len()]);
            [south, north].concat()
        }
        Event::Pool { by, faces } => vec![by; faces.len()],
        Event::Dogfight { carrier, screen_carrier, .. } => {
            Vec::from([carrier.side(), screen_carrier.side()])
        }
        Event::Interception { screen_carrier, .. } => Vec::from([screen_carrier.side()]),
        // The flak is the target's; so is the die by which a deep boat escapes.
        Event::Flak { target, faces, .. } => vec![target.side(); faces.len()],
        Event::Charged { target, face: Some(_), .. } => Vec::from([target.side()]),
        _ => Vec::new(),
    }
}

/// The clauses behind an event.
pub(crate) fn clauses(event: &Event) -> Vec<ClauseId> {
    let list: &[&'static str] = match event {
        Event::SceneryRolled { .. } | Event::Laid { .. } | Event::LaidNone { .. } => &["BG-0-BF12"],
        Event::Revealed { .. } => &["BG-0-SU3"],
        Event::BoatPlaced { .. } | Event::BoatsDone { .. } => &["BG-6-SS4"],
        Event::Entered { .. } => &["BG-0-SU8"],
        Event::Initiative { .. } => &["BG-1-IN1", "BG-1-IN2"],
        Event::InitiativeFree { .. } => &["BG-1-IN6"],
        Event::First { .. } => &["BG-1-IN4"],
        Event::Pool { .. } => &["BG-2-AD1"],
        Event::Moved { .. } => &["BG-3-MV3"],
        Event::Green { .. } => &["BG-2-AS3"],
        Event::Red { .. } => &["BG-2-AS4"],
        Event::Smoke { .. } => &["BG-7-G1"],
        Event::TokenOff { .. } => &["BG-7-G7"],
        Event::Mended { .. } => &["BG-3-RP1"],
        Event::CrashDived { .. } => &["BG-7-G8"],
        Event::Launched { .. } => &["BG-3-PS1"],
        Event::Passed { stands_down: true, .. } => &["BG-3-MV8"],
        Event::Strike { .. } => &["BG-4-AC1"],
        Event::Dogfight { .. } => &["BG-4-DF1"],
        Event::Interception { .. } => &["BG-4-DF3", "BG-4-DF4"],
        Event::InterceptNone { .. } => &["BG-4-SF4"],
        Event::Flak { .. } => &["BG-4-AA1"],
        Event::ShotDown { .. } => &["BG-4-AA3"],
        Event::Bombed { .. } => &["BG-4-DB6"],
        Event::AirTorpedo { .. } => &["BG-4-TB4"],
        Event::Ordered { .. } => &["BG-4-AT1"],
        Event::Fired { .. } => &["BG-4-AR5", "BG-4-AR7"],
        Event::Void { .. } => &["BG-7-R9"],
        Event::TorpedoHit { .. } => &["BG-4-TO4"],
        Event::Charged { .. } => &["BG-4-DC1"],
        Event::Extra { cause: why, .. } => match why {
            Cause::Magazine => &["BG-7-R7"],
            Cause::Volatile => &["BG-7-R10"],
            Cause::AvGas => &["BG-7-R6"],
        },
        Event::Sunk { .. } => &["BG-5-RS2"],
        Event::Token { .. } => &["BG-4-CD1"],
        Event::TokenLost { .. } => &["BG-4-CD7"],
        Event::Ditched { .. } => &["BG-4-AC7"],
        Event::Resigned { .. } | Event::Forfeited { .. } => &["BG-8-VC10"],
        Event::Over { .. } => &["BG-8-VC1"],
        _ => &[],
    };
    list.iter().map(|id| ClauseId(id)).collect()
}

/// What an event makes known.
pub(crate) fn fact(event: &Event) -> Option<String> {
    match event {
        Event::Revealed { unit, .. } => Some(format!("the card and place of {unit}")),
        Event::BoatPlaced { unit, .. } => Some(format!("the submarine {unit}")),
        Event::BoatsDone { by, .. } => Some(format!("the number of submarines of {}", name(*by))),
        Event::Ordered { by, .. } => Some(format!("the orders of {}", name(*by))),
        _ => None,
    }
}

/// By what outcomes are counted.
pub(crate) fn outcome(p: &Public, event: &Event) -> Option<String> {
    match event {
        Event::Sunk { .. } | Event::Damaged { .. } | Event::ShotDown { .. } => {
            Some(sentence(p, event))
        }
        Event::Dogfight { winner: Some(_), .. }
        | Event::Interception { .. }
        | Event::Charged { .. } => Some(sentence(p, event)),
        _ => None,
    }
}
