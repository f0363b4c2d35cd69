//! What is asked of a seat.

use crate::FleetActions;
use crate::rules::captains::{conforming, is_led};
use crate::rules::precedence::light_ships;
use crate::rules::{cards, flags};
use crate::state::{Ask, Current, Fleet, Kind, Public, State};
use crate::text::names;
use admiralty_core::{Awaiting, Rules, Seat, Side, Sight};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is expected of the viewer.
pub(crate) fn prompt(sight: Sight<'_, FleetActions>) -> String {
    let p = sight.public;
    let b = &*p.battle;
    if let Awaiting::Over(o) = FleetActions::awaited(sight) {
        let [a, z] = p.score;
        let why = names::end(p, o.reason);
        return format!("The battle is over, {why}: {a} to {z} points");
    }
    let mine = match sight.seat() {
        Some(seat) => p.pending.has(seat),
        None => false,
    };
    if !mine {
        // A newcomer knows the fleets before he knows their Admirals.
        let who = |seat: Seat| match b.seats.get(seat.index()).and_then(|s| s.side) {
            Some(side) => format!("{} ({})", names::seat(b, seat), b.sides[side.index()].name),
            None => names::seat(b, seat),
        };
        let who: Vec<String> = p.pending.iter().map(who).collect();
        return format!("Waiting for {} to {}", who.join(", "), awaited_for(p.phase.kind));
    }
    let squad = || p.phase.squads.first().map_or_else(String::new, |q| names::squad(b, *q));
    let ship = || p.phase.ships.first().map_or("", |id| b.ship_name(*id));
    match p.phase.kind {
        Kind::Confirm => "Do you agree to this set-up?".to_string(),
        Kind::GrandFirst => "You have the weather gauge: which side moves first?".to_string(),
        Kind::GrandMove => "The enemy is far: sail your squadrons over the chart".to_string(),
        Kind::GrandSpeed => "The fleets are near: a speed for each squadron, sealed".to_string(),
        Kind::GrandTurn => format!("Which way shall {} face?", squad()),
        Kind::GrandPlace => format!("Where shall the frigate {} be?", ship()),
        Kind::Flag => {
            let mut own = p.squad_ids().filter(|q| sight.seat() == Some(p.seat_of(*q)));
            match own.find(|q| flags::must_name(p, *q)) {
                Some(q) => format!(
                    "{} has lost her flagship: which ship shall hoist the flag?",
                    names::squad(b, q)
                ),
                None => "Name a new flagship, or keep your flag where it flies".to_string(),
            }
        }
        Kind::Head => format!("Which way shall {} head?", squad()),
        Kind::Speed => "Seal a speed for each squadron, and a signal if you wish".to_string(),
        Kind::Light => {
            let [own, theirs] =
                [Side(0), Side(1)].map(|side| names::ships(b, light_ships(p, side)));
            format!(
                "You have the weather gauge: whose ships that sail alone move first, {own} or {theirs}?"
            )
        }
        Kind::Squads | Kind::GrandSlot => match p.moving.as_ref().and_then(|m| m.cur) {
            Some(c) => asked(p, c),
            None => {
                let asked = p.phase.squads.get(usize::from(p.phase.at));
                let asked = asked.map_or_else(String::new, |q| names::squad(b, *q));
                format!("{asked} lies to windward: sail now, or wait for those to leeward?")
            }
        },
        Kind::Singles => {
            let why = match p.phase.ships.first().map(|id| p.ship(*id).state) {
                Some(State::Struck) => "has struck and sails under her own captain",
                Some(State::Prize) => "is a prize under your colours",
                _ => "is out of command and sails alone",
            };
            format!("{} {why}: where to?", ship())
        }
        Kind::Frigates => format!("The frigate {} may sail one point", ship()),
        Kind::Fire => match p.phase.step {
            4 => "Choose your targets: the last broadsides of this turn".to_string(),
            _ => "Choose your targets; all broadsides are fired at once".to_string(),
        },
        Kind::Board => "Shall the ships with your flagship board?".to_string(),
        Kind::Repair => "Repairs: leave out what you will, then go on".to_string(),
        Kind::Signals | Kind::Movement | Kind::Step | Kind::End | Kind::Over => String::new(),
    }
}

/// A Group in the middle of its move.
fn asked(p: &Public, c: Current) -> String {
    let b = &p.battle;
    let who = names::ships(b, c.movers);
    let all = p.at(c.to, |s| s.line && s.state == State::Ok).minus(c.movers);
    // Where friends fight among them it is the enemy that matters.
    let side = c.movers.iter().next().map(|id| p.ship(id).side);
    let foes: Fleet = all.iter().filter(|id| Some(p.ship(*id).side) != side).collect();
    let there = names::ships(b, if foes.is_empty() { all } else { foes });
    match c.ask {
        Ask::Enter => format!("{who} would run in among {there}: go in, or veer?"),
        Ask::Side => {
            format!("The captains of {who} will not close {there}: which way do they veer?")
        }
        Ask::Course(d) => {
            let dare = match dared(p, c) {
                Some(n) => format!(
                    " To hold it the captains must throw {n} or more on a die, else they turn alongside."
                ),
                None => String::new(),
            };
            format!(
                "{who} are in among {there}: hold the course, or turn alongside to the {}?{dare}",
                names::dir(conforming(p, c.heading, d))
            )
        }
    }
}

/// What captains without their flagship must throw to hold their course, where all cards are seen.
// FA-7.21, FA-7.26
fn dared(p: &Public, c: Current) -> Option<u8> {
    let squad = p.ship(c.movers.iter().next()?).squad;
    if is_led(p, c.movers) || p.battle.options.own_cards {
        return None;
    }
    Some(5 - cards::closing_bonus_seen(p, squad))
}

/// What somebody is waited for.
const fn awaited_for(kind: Kind) -> &'static str {
    match kind {
        Kind::Confirm => "agree to the set-up",
        Kind::GrandFirst | Kind::Light => "choose who goes first",
        Kind::GrandMove | Kind::GrandTurn => "move over the chart",
        Kind::GrandSpeed | Kind::Speed => "seal speeds and signals",
        Kind::GrandPlace => "place a frigate",
        Kind::Flag => "see to the flags",
        Kind::Head => "order headings",
        Kind::Fire => "choose targets",
        Kind::Board => "decide on boarding",
        Kind::Repair => "see to repairs",
        _ => "move",
    }
}
