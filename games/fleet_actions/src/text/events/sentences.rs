//! Events in plain words.

use super::owner;
use crate::event::{Event, How};
use crate::setup::ShipId;
use crate::state::{Fleet, Public};
use crate::text::{self, clock, many};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn names(p: &Public, ships: Fleet) -> String {
    let names: Vec<&str> = ships.iter().map(|id| p.battle.ship_name(id)).collect();
    names.join(", ")
}

/// Ships and what they do, for one and for several.
fn they(p: &Public, ships: Fleet, one: &str, more: &str) -> String {
    format!("{} {}", names(p, ships), if ships.len() == 1 { one } else { more })
}

/// The event in plain words.
pub(crate) fn sentence(p: &Public, event: &Event) -> String {
    let b = &*p.battle;
    let name = |id: &ShipId| b.ship_name(*id);
    match event {
        Event::Begun => format!("{} begins", b.title),
        Event::Rolled { purpose, owner: who, faces, value, bonus, ok } => {
            let bonus = if *bonus > 0 { format!(" + {bonus}") } else { String::new() };
            let end = match ok {
                Some(true) => ": success",
                Some(false) => ": failure",
                None => "",
            };
            format!("d{faces} {} {}: {value}{bonus}{end}", purpose.name(), owner(p, *who))
        }
        Event::Wind { dir, force } => format!("The wind is now {} from {dir}", force.name()),
        Event::Arrived(q) => format!("{} comes in sight", b.squads[q.i()].title),
        Event::Flag { squad, ship } => {
            format!("{} hoists the flag of {}", name(ship), b.squad_code(*squad))
        }
        Event::FlagLost(q) => format!("{} has lost its flagship", b.squad_code(*q)),
        Event::Ordered { squad, at, order, heading } => {
            let group = text::group(b, *squad, *at);
            format!("{group} is ordered {} and heads {heading}", text::actions::head_order(*order))
        }
        Event::SpeedLaid { squad, speed } => {
            format!("You lay speed {speed} for {}", b.squad_code(*squad))
        }
        Event::CardLaid { signal, .. } => format!("You lay {}", text::signal(b, *signal)),
        Event::Speed { squad, speed } => format!("{} shows speed {speed}", b.squad_code(*squad)),
        Event::Card { seat, signal } => {
            let whom = signal.squad.map_or(String::new(), |q| format!(" to {}", b.squad_code(q)));
            format!("{} signals{whom}: {}", text::seat(b, *seat), signal.card.name())
        }
        Event::LightFirst(side) => {
            format!("{} moves light ships first", b.sides[side.index()].name)
        }
        Event::Step(step) => format!("Step {step} of movement"),
        Event::Deferred(q) => format!("{} defers", b.squad_code(*q)),
        Event::Moved { ships, from, to, heading, how } => {
            let verb = match (how, ships.len()) {
                (How::Sailed, 1) => "sails",
                (How::Sailed, _) => "sail",
                (How::Veered, 1) => "veers",
                (How::Veered, _) => "veer",
                (How::Driven, 1) => "is driven",
                (How::Driven, _) => "are driven",
            };
            format!("{} {verb} from {from} to {to}, heading {heading}", names(p, *ships))
        }
        Event::Stayed { ships, at } => format!("{} at {at}", they(p, *ships, "stays", "stay")),
        Event::Tacked { ships, heading, .. } => {
            format!("{} to {heading}", they(p, *ships, "tacks", "tack"))
        }
        Event::MissedStays(ships) => they(p, *ships, "misses stays", "miss stays"),
        Event::Conformed { ships, heading } => {
            format!("{} parallel to {heading}", they(p, *ships, "turns", "turn"))
        }
        Event::Turned { ship, heading } => format!("{} turns to {heading}", name(ship)),
        Event::Withdrew(ships) => they(p, *ships, "leaves the battle", "leave the battle"),
        Event::Straggles(id) => format!("{} straggles", name(id)),
        Event::Rejoined(id) => format!("{} is back in command", name(id)),
        Event::Melee(at) => format!("Close action at {at}"),
        Event::Paired(x, y) => format!("{} and {} lie muzzle to muzzle", name(x), name(y)),
        Event::MeleeOver(at) => format!("The close action at {at} is over"),
        Event::Collided { a, b: other, fouled } => {
            let end = if *fouled { "are fouled" } else { "are checked" };
            format!("{} and {} collide and {end}", name(a), name(other))
        }
        Event::Cleared(x, y) => format!("{} and {} are clear of each other", name(x), name(y)),
        Event::Aground(id) => format!("{} is aground", name(id)),
        Event::Floats(id) => format!("{} floats again", name(id)),
        Event::Wrecked(id) => format!("{} is wrecked", name(id)),
        Event::Declared { by, at } => match at {
            Some(at) => {
                format!("{} will fire at {}", text::unit(b, *by), text::unit(b, *at))
            }
            None => format!("{} will hold its fire", text::unit(b, *by)),
        },
        Event::Attacks(1) => "One attack is declared".to_string(),
        Event::Attacks(n) => format!("{n} attacks are declared"),
        Event::Fired { by, at, number, dice, hits } => {
            let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
            let dice = shown.join(" ");
            let (by, at) = (text::unit(b, *by), text::unit(b, *at));
            format!("{by} fires at {at}, target number {number}: {dice} = {}", many(*hits, "hit"))
        }
        Event::Damaged { ship, strength, sd, md } => {
            let what = if *strength { "strength" } else { "movement" };
            format!("{} loses {what} (strength damage {sd}, movement damage {md})", name(ship))
        }
        Event::Struck(id) => format!("{} strikes", name(id)),
        Event::Prize { ship, seat } => {
            format!("{} is taken by {}", name(ship), text::seat(b, *seat))
        }
        Event::BoardLaid { ship, yes } | Event::BoardChoice { ship, yes } => {
            format!("{} {}", name(ship), if *yes { "boards" } else { "does not board" })
        }
        Event::Boarded(x, y) => format!("{} and {} fight hand to hand", name(x), name(y)),
        Event::Repaired { ship, md } => {
            format!("{} repairs her rigging (movement damage {md})", name(ship))
        }
        Event::NoRepair(id) => format!("{} makes no repairs", name(id)),
        Event::TurnOver { turn, clock: t } => format!("Turn {turn} is over, it is {}", clock(*t)),
        Event::Points { side, points } => {
            format!("{} scores {}", b.sides[side.index()].name, many(*points, "point"))
        }
        Event::GrandMoved { squad, hexes } => {
            format!("{} sails {}", b.squad_code(*squad), many(*hexes, "mile"))
        }
        Event::GrandTurned(q) => format!("{} forms anew", b.squad_code(*q)),
        Event::GrandFirst(side) => format!("{} moves first", b.sides[side.index()].name),
        Event::Contact { squad, met } => {
            format!("{} meets {}: to battle", b.squad_code(*squad), b.squad_code(*met))
        }
        Event::Placed { ship, at } => format!("{} is placed at {at}", name(ship)),
        Event::Agreed(seat) => format!("{} agrees to the set-up", text::seat(b, *seat)),
        Event::Offer(seat) => format!("{} offers to end the battle", text::seat(b, *seat)),
        Event::Conceded(side) => format!("{} concede", b.sides[side.index()].name),
        Event::FoughtOn(seat) => format!("{} will fight on", text::seat(b, *seat)),
        Event::TimedOut(seat) => format!("Time is up for {}", text::seat(b, *seat)),
        Event::Left(seat) => format!("{} has left the table", text::seat(b, *seat)),
        Event::Over { score, reason } => {
            format!("The battle is over ({reason}): {} to {}", score[0], score[1])
        }
    }
}
