//! Events in plain words.

use super::{out_word, piece};
use crate::event::{Event, Gone};
use crate::state::{Public, Weather};
use crate::text::{actions, fort, goods, name, part, ships, unit};
use admiralty_core::{Seat, Verdict};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The event as a plain sentence.
pub(crate) fn sentence(p: &Public, event: &Event) -> String {
    let who = |seat: &Seat| name(p, *seat);
    match event {
        Event::Order { order, n } => {
            let names: Vec<String> = order[..*n as usize].iter().map(who).collect();
            format!("Order of play: {}.", names.join(", "))
        }
        Event::Placed { seat, piece: what, space } => {
            format!("{} places a {} on {space}.", who(seat), piece(*what).0)
        }
        Event::MineLaid { seat } => format!("{} notes a mine.", who(seat)),
        Event::MapDrawn { seat } => format!("{} draws a treasure map.", who(seat)),
        Event::Deployed { ship, space } => format!("{ship} enters the game on {space}."),
        Event::Turn { turn } => format!("Turn {turn} begins."),
        Event::Wind { seat, wind, .. } => match wind.weather {
            Weather::Fresh => format!("{} spins: a fresh breeze to {}.", who(seat), wind.to),
            Weather::Calm => format!("{} spins: a dead calm.", who(seat)),
            Weather::Storm => format!("{} spins: a storm to {}!", who(seat), wind.to),
        },
        Event::Phase { seat } => format!("{} acts.", who(seat)),
        Event::Moved { ship, from, to, .. } => format!("{ship} sails from {from} to {to}."),
        Event::Sailed { ship, from, to, bow } if from == to => {
            format!("{ship} is stopped on {to}, bow {bow}.")
        }
        Event::Sailed { ship, from, to, bow } => {
            format!("{ship} sails from {from} to {to}, bow {bow}.")
        }
        Event::Turned { ship, bow } => format!("{ship} turns its bow to {bow}."),
        Event::Bowed { ship, bow } => format!("The bow of {ship} points {bow}."),
        Event::Commanded { ship, card } => {
            format!("{ship} has a captain: {}.", actions::captain(*card))
        }
        Event::FiresFirst { ship } => format!("{ship} fires first."),
        Event::Answers { ship } => format!("{ship} answers."),
        Event::FiresAcross { seat, ship } => {
            format!("{} fires at {ship} on its way.", who(seat))
        }
        Event::FiresAtBoarders { ship } => format!("{ship} fires at the boarders."),
        Event::SailsHit { ship, hits, damage } => {
            format!("The sails of {ship} take {hits}, {damage} in all.")
        }
        Event::Critical { ship, aim, die, struck: true } => {
            format!("A critical hit on the {} of {ship} with {die}!", part(*aim))
        }
        Event::Critical { die, .. } => format!("No critical hit with {die}."),
        Event::Drifted { ship, from, to } if from == to => {
            format!("The storm cannot carry {ship} off {from}.")
        }
        Event::Drifted { ship, from, to } => {
            format!("The storm carries {ship} from {from} to {to}.")
        }
        Event::Stranded { ship, reef } => format!("{ship} strikes the reef on {reef}."),
        Event::Collided { ship, other } => format!("{ship} is driven into {other}."),
        Event::Fired { volley, die, hit, .. } => {
            let result = if *hit { "a hit" } else { "a miss" };
            format!("{} rolls {die}: {result}.", actions::volley(p, volley))
        }
        Event::Wasted { unit: who } => format!("{} fires at nothing.", unit(p, *who)),
        Event::Damaged { ship, damage, left, cause } => {
            format!("{ship} takes {damage} damage ({}), strength {left} is left.", cause.word())
        }
        Event::Sunk { ship, space, cause } => {
            format!("{ship} sinks on {space} ({}).", cause.word())
        }
        Event::Ignited { ship } => format!("{ship} is made a fireship."),
        Event::Exploded { ship, space } => format!("{ship} explodes on {space}!"),
        Event::Boarded { attackers, target, .. } => {
            format!("{} boards {target}.", ships(*attackers))
        }
        Event::Assaulted { attackers, fort: at, .. } => {
            format!("{} assaults {}.", ships(*attackers), fort(p, *at))
        }
        Event::Defended { seat, ships: set } => {
            format!("{} defends with {}.", who(seat), ships(*set))
        }
        Event::Rolled { unit: it, die, strength, chance } => {
            format!("{} rolls {die}: strength {strength} and {chance}.", unit(p, *it))
        }
        Event::Points { attack, defence } => format!("{attack} points against {defence}."),
        Event::Allotted { unit: it, points } => format!("{} is left with {points}.", unit(p, *it)),
        Event::Captured { ship, by } => format!("{} captures {ship}.", who(by)),
        Event::RepairBegun { ship, fort: at } => {
            format!("{ship} strikes its flag for repair at {}.", fort(p, *at))
        }
        Event::RepairEnded { ship } => format!("{ship} hoists its flag again."),
        Event::SailsFirst { ship } => format!("The sails of {ship} are mended before its hull."),
        Event::Repaired { unit: it, left } => {
            format!("{} is repaired by one, damage {left} is left.", unit(p, *it))
        }
        Event::Battered { fort: at, left } => format!("{} has strength {left} left.", fort(p, *at)),
        Event::Destroyed { fort: at, lost: 0 } => format!("{} is destroyed.", fort(p, *at)),
        Event::Destroyed { fort: at, lost } => {
            format!("{} is destroyed, {} with it.", fort(p, *at), goods(p, *lost))
        }
        Event::FortTaken { fort: at, by } => format!("{} takes {}.", who(by), fort(p, *at)),
        Event::Given { fort: at, by, to } => {
            format!("{} gives {} to {}.", who(by), fort(p, *at), who(to))
        }
        Event::WorksBegun { fort: at, ships: set } => {
            format!("{} begin works at {}.", ships(*set), fort(p, *at))
        }
        Event::WorksEnded { fort: at } => format!("The works at {} end.", fort(p, *at)),
        Event::Rebuilt { fort: at, points } => {
            format!("{} is rebuilt to {points} points.", fort(p, *at))
        }
        Event::Raised { fort: at, owner } => {
            format!("The flag of {} goes up over {}.", name(p, *owner), fort(p, *at))
        }
        Event::Fortless { seat } => {
            format!("{} has lost the last fort and has three Turns to get one.", who(seat))
        }
        Event::Loaded { ship, n, space } => format!("{ship} loads {} on {space}.", goods(p, *n)),
        Event::Unloaded { ship, n, fort: at } => {
            format!("{ship} unloads {} at {}.", goods(p, *n), fort(p, *at))
        }
        Event::Plundered { ship, n } => format!("{ship} takes {} from the wreck.", goods(p, *n)),
        Event::Adrift { n, space } => format!("{} can be fished up on {space}.", goods(p, *n)),
        Event::GoodsLost { n } => format!("Lost for ever: {}.", goods(p, *n)),
        Event::Appeared { fort: at } => format!("A treasure arrives at {}.", fort(p, *at)),
        Event::Goal { goal } => format!("The goal falls to {goal}."),
        Event::Standing { seat, on: true } => {
            format!("{} has given standing orders for all mines.", who(seat))
        }
        Event::Standing { seat, on: false } => {
            format!("{} wants to be asked about mines.", who(seat))
        }
        Event::Detonated { seat, space, ship } => {
            format!("{} detonates the mine on {space} under {ship}!", who(seat))
        }
        Event::MapTaken { pirate, by } => format!("{} takes the map of {}.", who(by), who(pirate)),
        Event::MapShown { pirate, space } => {
            format!("The map of {} is shown: the treasure lies on {space}.", who(pirate))
        }
        Event::Offered { by, to, turns: 0 } => {
            format!("{} offers {} an open-ended alliance.", who(by), who(to))
        }
        Event::Offered { by, to, turns } => {
            format!("{} offers {} an alliance for {turns} Turns.", who(by), who(to))
        }
        Event::Declined { by, to } => format!("{} declines the offer of {}.", who(by), who(to)),
        Event::Allied { one, two, .. } => format!("{} and {} are allied.", who(one), who(two)),
        Event::NoticeGiven { by, to } => {
            format!("{} gives {} notice: the alliance ends after the next Turn.", who(by), who(to))
        }
        Event::AllianceEnded { one, two } => {
            format!("The alliance of {} and {} has ended.", who(one), who(two))
        }
        Event::Blockading { ship, turns } => {
            format!("{ship} has stayed {turns} Turns in the harbour of a Royal Port.")
        }
        Event::PortTaken { owner, by } => {
            format!("{} captures the Royal Port of {}.", who(by), who(owner))
        }
        Event::Resigned { seat } => format!("{} gives up.", who(seat)),
        Event::Gone { seat, why: Gone::Time } => format!("{} has run out of time.", who(seat)),
        Event::Gone { seat, why: Gone::Left } => format!("{} has left the table.", who(seat)),
        Event::Eliminated { seat, why } => format!("{} is out: {}.", who(seat), out_word(*why)),
        Event::Over { outcome } => match outcome.verdict {
            Verdict::Won(sides) => {
                let names: Vec<String> = p
                    .seats()
                    .filter(|&seat| sides.has(p.side(seat)))
                    .map(|seat| name(p, seat))
                    .collect();
                format!("{} won ({}).", names.join(" and "), outcome.reason)
            }
            _ => format!("Nobody has won ({}).", outcome.reason),
        },
    }
}
