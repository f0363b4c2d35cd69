//! Positions as documents: their words, and which positions are sound.

mod read;
mod replay;
mod write;

pub(crate) use read::load;
pub(crate) use write::save;
pub(super) use write::{public_doc, secret_doc, unit_doc};

use crate::action::Order;
use crate::rules::{Board, Choices};
use crate::state::{
    EndReason, HIT, LAUNCHED, MOVED, NORTH, Phase, SOUTH, STRUCK, Status, letter, name,
};
use crate::text::words;
use admiralty_core::{Fault, Faults, Leads, Seat, Side, Viewer};
use alloc::format;
use alloc::string::ToString;

const PHASES: [(&str, Phase); 14] = [
    ("scenery", Phase::Scenery),
    ("fleet", Phase::Fleet),
    ("deploy", Phase::Deploy),
    ("subs", Phase::Subs),
    ("standby", Phase::Standby),
    ("first", Phase::First),
    ("movement", Phase::Movement),
    ("air", Phase::Air),
    ("intercept", Phase::Intercept),
    ("bombs", Phase::Bombs),
    ("air-crit", Phase::AirCrit),
    ("orders", Phase::Orders),
    ("crit", Phase::Crit),
    ("over", Phase::Over),
];

/// The words of phases.
pub(super) const PHASE_WORDS: [&str; PHASES.len()] = words(&PHASES);
/// The words of where units are.
pub(super) const STATUS_WORDS: [&str; STATUS.len()] = words(&STATUS);
/// The words of reasons for the end.
pub(super) const REASON_WORDS: [&str; REASONS.len()] = words(&REASONS);

const STATUS: [(&str, Status); 6] = [
    ("waiting", Status::Waiting),
    ("standby", Status::Standby),
    ("afloat", Status::Afloat),
    ("submerged", Status::Submerged),
    ("sunk", Status::Sunk),
    ("exited", Status::Exited),
];

const REASONS: [(&str, EndReason); 4] = [
    ("annihilation", EndReason::Annihilation),
    ("points", EndReason::Points),
    ("losses", EndReason::Losses),
    ("resigned", EndReason::Resigned),
];

const FLAGS: [(&str, u8); 4] =
    [("moved", MOVED), ("launched", LAUNCHED), ("struck", STRUCK), ("hit", HIT)];

fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(word, _)| word)
}

/// The word for a phase.
pub(crate) fn phase_word(phase: Phase) -> &'static str {
    word_of(&PHASES, phase)
}

/// The word for where a unit is.
pub(crate) fn status_word(status: Status) -> &'static str {
    word_of(&STATUS, status)
}

/// A position that no game can be in would dead-lock or mislead; such ones are refused.
fn sound(t: &Board) -> Result<(), Faults> {
    let p = &t.public;
    let mut faults = Faults::default();
    let strikes = matches!(p.phase, Phase::Intercept | Phase::Bombs | Phase::AirCrit);
    if strikes != p.strike.is_some() {
        faults.add(Fault::new("strike", "stands in a strike, and only there"));
    }
    if (p.phase == Phase::Over) != p.end.is_some() {
        faults.add(Fault::new("end", "stands when the game is over, and only then"));
    }
    let simultaneous = matches!(p.phase, Phase::Fleet | Phase::Deploy | Phase::Orders);
    if p.ready == [true; 2] || (!simultaneous && p.ready != [false; 2]) {
        faults.add(Fault::new("ready", "somebody must still decide"));
    }
    for side in [SOUTH, NORTH] {
        let list: &[Order] = &t.sides[side].orders;
        if !list.is_empty()
            && let Err(why) = crate::rules::orders::check(p, side, list)
        {
            faults.add(Fault::new(format!("secret.{}.orders", letter(side)), why.to_string()));
        }
        // BG-0-SU1: what lies sealed was deployed by the rules, and waits for the other side.
        let secret = &t.sides[side];
        let place = || format!("secret.{}.places", letter(side));
        let deployed = p.phase == Phase::Deploy && p.ready[side.index()];
        if deployed {
            if let Err(why) = crate::rules::deployment::check(p, secret, side, &secret.places) {
                faults.add(Fault::new(place(), why.to_string()));
            }
        } else if !secret.places.is_empty() {
            faults
                .add(Fault::new(place(), "stand only between a side's deployment and the reveal"));
        }
    }
    let owed = |side: Side| p.of_side(side.other()).any(|(_, unit)| unit.owed > 0);
    if matches!(p.phase, Phase::Crit | Phase::AirCrit) && !owed(p.actor) {
        faults.add(Fault::new("phase", "no token is to be placed"));
    }
    if p.phase == Phase::Fleet && (0..2).any(|side| p.open[side] && !p.ready[side]) {
        faults.add(Fault::new("open", "a fleet that was agreed openly is not chosen again"));
    }
    if is_setup(p.phase) != (p.round == 0) && p.phase != Phase::Over {
        faults.add(Fault::new("round", "is 0 while the game is set up, and only then"));
    }
    faults.or(())?;
    // Whatever else is odd: nobody may be waited for who cannot do anything.
    for seat in p.deciding().iter() {
        if !can_act(t, seat) {
            let reason = format!("{} is waited for and can do nothing", name(Side(seat.0)));
            return Err(Fault::new("phase", reason).into());
        }
    }
    Ok(())
}

/// The phases before the first round.
const fn is_setup(phase: Phase) -> bool {
    matches!(phase, Phase::Scenery | Phase::Fleet | Phase::Deploy)
}

/// Has the seat anything to do but resign?
fn can_act(t: &Board, seat: Seat) -> bool {
    let sight = t.sight(Viewer::Seat(seat));
    let mut menu = Choices::default();
    crate::legal::menu(sight, &[], &mut menu);
    menu.choices.iter().any(|choice| !matches!(choice.leads, Leads::Aside(_)))
}
