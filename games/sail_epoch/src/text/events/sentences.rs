//! Events in plain words, as a ship's log has them.

use super::{out_word, piece};
use crate::action::{Aim, Captain, Volley};
use crate::event::{Cause, Event, Gone, Silence};
use crate::illegal::NoLine;
use crate::state::{Public, Weather};
use crate::text::names::{capital, count, dir_word, ship_name, the_fort, the_ship, the_ships};
use crate::text::{goods, name, part, the_unit};
use crate::units::ShipId;
use admiralty_core::{Seat, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The event as a plain sentence.
pub(crate) fn sentence(p: &Public, event: &Event) -> String {
    capital(plain(p, event))
}

/// Who fires with how many guns: `Victory fires 3 guns`, `Victory and Mercury fire 4 guns`.
fn gunners(p: &Public, volley: &Volley) -> String {
    let all: Vec<String> = volley
        .guns
        .iter()
        .map(|(who, _)| match who.as_ship() {
            Some(id) => ship_name(id).to_string(),
            None => the_unit(p, who),
        })
        .collect();
    let guns = count(volley.guns.total() as usize, "gun");
    match all.as_slice() {
        [only] => format!("{only} fires {guns}"),
        [most @ .., last] => format!("{} and {last} fire {guns}", most.join(", ")),
        [] => "nobody fires".to_string(),
    }
}

/// By what a ship is hurt or lost, where the line before has not said it.
const fn by_cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Gunfire { .. } => "",
        Cause::NeutralFort => " from a neutral fort",
        Cause::Reef => " on the reef",
        Cause::Collision => " in the collision",
        Cause::Explosion => " from the explosion",
        Cause::Mine => " from the mine",
        Cause::FortLost => " with the fort",
        Cause::Boarding { .. } => " in the boarding",
        Cause::Assault => " in the storming",
        Cause::Tie => ": nobody survives the fight",
        Cause::Removed => ": she leaves the game",
    }
}

/// Why a game is over, in a few words.
fn reason_words(reason: &str) -> &str {
    match reason {
        "gold" => "the gold is in the fort",
        "pearls" => "the pearls are in the fort",
        "store" => "no pearl is left at sea, and nobody has stored more",
        "treasure" => "the treasures are in hand",
        "ships" => "nobody else has a ship left",
        "pirates" => "no pirate ship is left",
        "last" => "all others are out",
        "nobody" => "no ship is left on the field",
        "richest" => "nobody has more treasures",
        "spain" => "Spain has no ship left",
        "royal-port" => "the Royal Port is captured",
        "forts" => "nobody else has a fort",
        "turn-limit" => "the last Turn is over",
        other => other,
    }
}

fn plain(p: &Public, event: &Event) -> String {
    let who = |seat: &Seat| name(p, *seat);
    let s = |id: &ShipId| the_ship(*id);
    match event {
        Event::Order { order, n } => {
            let names: Vec<String> = order[..*n as usize].iter().map(who).collect();
            format!("Order of play: {}.", names.join(", "))
        }
        Event::Placed { seat, piece: what, space } => {
            let name = piece(*what).0;
            let article = if name.starts_with('i') { "an" } else { "a" };
            format!("{} places {article} {name} on {space}.", who(seat))
        }
        Event::MineLaid { seat } => format!("{} notes a mine.", who(seat)),
        Event::MapDrawn { seat } => format!("{} draws a treasure map.", who(seat)),
        Event::Deployed { ship, space } => {
            format!("{ship} enters the game on {space}.", ship = s(ship))
        }
        Event::Turn { turn } => format!("Turn {turn} begins."),
        Event::Wind { wind, .. } => match wind.weather {
            Weather::Fresh => {
                format!("a fresh breeze blows towards the {}.", dir_word(wind.to))
            }
            Weather::Calm => "a dead calm lies over the sea.".to_string(),
            Weather::Storm => {
                format!("a storm drives towards the {}!", dir_word(wind.to))
            }
        },
        Event::Phase { seat } => format!("{} acts.", who(seat)),
        Event::Moved { ship, from, to, .. } => {
            format!("{ship} sails from {from} to {to}.", ship = s(ship))
        }
        Event::Sailed { ship, from, to, bow } if from == to => {
            format!("{ship} is stopped on {to}, bow {}.", dir_word(*bow), ship = s(ship))
        }
        Event::Sailed { ship, from, to, bow } => {
            format!("{ship} sails from {from} to {to}, bow {}.", dir_word(*bow), ship = s(ship))
        }
        Event::Turned { ship, bow } => {
            format!("{ship} turns her bow to the {}.", dir_word(*bow), ship = s(ship))
        }
        Event::Bowed { ship, bow } => {
            format!("The bow of {ship} points {}.", dir_word(*bow), ship = s(ship))
        }
        Event::Commanded { ship, card } => {
            let card = match card {
                Captain::Target => "a sharp eye: a 2 hits as well",
                Captain::Initiative => "who fires first",
            };
            format!("{ship} has a captain {card}.", ship = s(ship))
        }
        Event::FiresFirst { ship } => format!("{ship} fires first.", ship = s(ship)),
        Event::Answers { ship } => format!("{ship} answers.", ship = s(ship)),
        Event::Silent { ship, why } => {
            let why = match why {
                Silence::Spent => "she has no shot left that could",
                Silence::Unfit => "she is not fit to fire",
                Silence::Fort => "the fire of a fort is not answered",
                Silence::NoLine(NoLine::Arc { .. }) => "none of her guns points that way",
                Silence::NoLine(NoLine::OutOfRange { .. }) => "her guns do not reach so far",
                Silence::NoLine(_) => "she has no clear line of fire",
            };
            format!("{ship} does not answer: {why}.", ship = s(ship))
        }
        Event::FiresAcross { seat, ship } => {
            format!("{} fires at {ship} on her way.", who(seat), ship = s(ship))
        }
        Event::FiresAtBoarders { ship } => format!("{ship} fires at the boarders.", ship = s(ship)),
        Event::SailsHit { ship, hits, damage } => {
            format!("The sails of {ship} take {hits}, {damage} in all.", ship = s(ship))
        }
        Event::Critical { ship, aim, die, struck: true, .. } => {
            let what = match aim {
                Aim::Hull => "sinks her",
                Aim::Sails => "takes all her sails",
            };
            let whose = part(*aim);
            format!(
                "A critical hit on the {whose} of {ship} with {die}: it {what}!",
                ship = s(ship)
            )
        }
        Event::Critical { aim, die, .. } => {
            let what = match aim {
                Aim::Hull => "sink her at once",
                Aim::Sails => "take all her sails",
            };
            format!("Was it a critical hit? A 6 would {what}: {die}, no.")
        }
        Event::Drifted { ship, from, to } if from == to => {
            format!("The storm cannot carry {ship} off {from}.", ship = s(ship))
        }
        Event::Drifted { ship, from, to } => {
            format!("The storm carries {ship} from {from} to {to}.", ship = s(ship))
        }
        Event::Stranded { ship, reef } => {
            format!("{ship} strikes the reef on {reef}.", ship = s(ship))
        }
        Event::Collided { ship, other } => {
            format!("{ship} is driven into {other}.", ship = s(ship), other = s(other))
        }
        Event::Fired { volley, die, hits, .. } => {
            let result = if hits.has(*die) { "a hit" } else { "a miss" };
            let at = match volley.aim {
                Aim::Hull => the_unit(p, volley.target),
                Aim::Sails => format!("the sails of {}", the_unit(p, volley.target)),
            };
            format!("{} at {at}: {die}, {result}.", gunners(p, volley))
        }
        Event::Wasted { unit: who } => format!("{} fires at nothing.", the_unit(p, *who)),
        Event::Damaged { ship, damage, left, cause } => {
            format!(
                "{ship} takes {damage} damage{}, strength {left} is left.",
                by_cause(*cause),
                ship = s(ship)
            )
        }
        Event::Sunk { ship, space, cause, .. } => {
            format!("{ship} sinks on {space}{}.", by_cause(*cause), ship = s(ship))
        }
        Event::Ignited { ship } => format!("{ship} is made a fireship.", ship = s(ship)),
        Event::Exploded { ship, space } => format!("{ship} explodes on {space}!", ship = s(ship)),
        Event::Boarded { attackers, target, .. } => {
            let board = if attackers.len() == 1 { "boards" } else { "board" };
            format!("{} {board} {target}.", the_ships(*attackers), target = s(target))
        }
        Event::Assaulted { attackers, fort: at, .. } => {
            let storm = if attackers.len() == 1 { "storms" } else { "storm" };
            format!("{} {storm} {}.", the_ships(*attackers), the_fort(p, *at))
        }
        Event::Defended { seat, ships: set } => {
            format!("{} defends with {}.", who(seat), the_ships(*set))
        }
        Event::Rolled { unit: it, die, strength, chance, .. } => {
            format!("{} rolls {die}: strength {strength} and {chance}.", the_unit(p, *it))
        }
        Event::Points { attack, defence } => format!("{attack} points against {defence}."),
        Event::Allotted { unit: it, points } => {
            format!("{} is left with {points}.", the_unit(p, *it))
        }
        Event::Captured { ship, by } => format!("{} captures {ship}.", who(by), ship = s(ship)),
        Event::RepairBegun { ship, fort: at } => {
            format!("{ship} strikes her flag for repair at {}.", the_fort(p, *at), ship = s(ship))
        }
        Event::RepairEnded { ship } => format!("{ship} hoists her flag again.", ship = s(ship)),
        Event::SailsFirst { ship } => {
            format!("The sails of {ship} are mended before her hull.", ship = s(ship))
        }
        Event::Repaired { unit: it, left } => {
            format!("{} is repaired by one, damage {left} is left.", the_unit(p, *it))
        }
        Event::Battered { fort: at, left } => {
            format!("{} has strength {left} left.", the_fort(p, *at))
        }
        Event::Destroyed { fort: at, lost: 0 } => format!("{} is destroyed.", the_fort(p, *at)),
        Event::Destroyed { fort: at, lost } => {
            format!("{} is destroyed, {} with it.", the_fort(p, *at), goods(p, *lost))
        }
        Event::FortTaken { fort: at, by } => format!("{} takes {}.", who(by), the_fort(p, *at)),
        Event::Given { fort: at, by, to } => {
            format!("{} gives {} to {}.", who(by), the_fort(p, *at), who(to))
        }
        Event::WorksBegun { fort: at, ships: set } => {
            format!("{} begin works at {}.", the_ships(*set), the_fort(p, *at))
        }
        Event::WorksEnded { fort: at } => format!("The works at {} end.", the_fort(p, *at)),
        Event::Rebuilt { fort: at, points } => {
            format!("{} is rebuilt to {points} points.", the_fort(p, *at))
        }
        Event::Raised { fort: at, owner } => {
            format!("The flag of {} goes up over {}.", name(p, *owner), the_fort(p, *at))
        }
        Event::Fortless { seat } => {
            format!("{} has lost the last fort and has three Turns to get one.", who(seat))
        }
        Event::Loaded { ship, n, space } => {
            format!("{ship} loads {} on {space}.", goods(p, *n), ship = s(ship))
        }
        Event::Unloaded { ship, n, fort: at } => {
            format!("{ship} unloads {} at {}.", goods(p, *n), the_fort(p, *at), ship = s(ship))
        }
        Event::Plundered { ship, n } => {
            format!("{ship} takes {} from the wreck.", goods(p, *n), ship = s(ship))
        }
        Event::Adrift { n, space } => format!("{} can be fished up on {space}.", goods(p, *n)),
        Event::GoodsLost { n } => format!("Lost for ever: {}.", goods(p, *n)),
        Event::Appeared { fort: at } => format!("A treasure arrives at {}.", the_fort(p, *at)),
        Event::Goal { goal } => format!("The goal falls to {goal}."),
        Event::Standing { seat, on: true } => {
            format!("{} has given standing orders for all mines.", who(seat))
        }
        Event::Standing { seat, on: false } => {
            format!("{} wants to be asked about mines.", who(seat))
        }
        Event::Detonated { seat, space, ship } => {
            format!("{} detonates the mine on {space} under {ship}!", who(seat), ship = s(ship))
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
            format!(
                "{ship} has stayed {turns} Turns in the harbour of a Royal Port.",
                ship = s(ship)
            )
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
                format!("{} won: {}.", names.join(" and "), reason_words(outcome.reason))
            }
            _ => format!("nobody has won: {}.", reason_words(outcome.reason)),
        },
    }
}
