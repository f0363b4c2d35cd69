//! Events, prompts and picks in plain words and as data.

use super::{actions, fort, player, ships, unit};
use crate::SailEpoch;
use crate::action::{Aim, Helm, Hold, Pick, Piece, Unit, Verb};
use crate::event::{Event, Out};
use crate::legal::{self, Asked};
use crate::state::{PIRATES, Public, Standing, Weather, Wind, Window};
use crate::units::ShipId;
use admiralty_core::{ClauseId, Doc, Label, Sight, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// The strength of the wind as a word.
pub(crate) const fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Fresh => "fresh",
        Weather::Calm => "calm",
        Weather::Storm => "storm",
    }
}

/// The wind in notation: `NE storm`.
pub(crate) fn wind(wind: Wind) -> String {
    format!("{} {}", wind.to, weather(wind.weather))
}

/// A player in a sentence.
pub(crate) fn name(p: &Public, seat: u8) -> String {
    match seat {
        0 if p.is_pirate(1) => "Spain".to_string(),
        PIRATES => "the pirates".to_string(),
        seat if p.is_pirate(seat) => format!("Pirate {seat}"),
        seat if seat < 6 => format!("Player {}", seat + 1),
        _ => "nobody".to_string(),
    }
}

fn goods(p: &Public, n: u8) -> String {
    use crate::setup::Scenario;
    let (one, many) = match p.options().scenario {
        Scenario::Treasures => ("trove of gold", "troves of gold"),
        Scenario::Pearls => ("batch of pearls", "batches of pearls"),
        _ => ("treasure", "treasures"),
    };
    if n == 1 { format!("one {one}") } else { format!("{n} {many}") }
}

fn piece(piece: Piece) -> (&'static str, &'static str) {
    match piece {
        Piece::Island(isle, _) => ("island", isle.name()),
        Piece::Fort => ("fort", ""),
        Piece::RoyalPort => ("royal port", ""),
        Piece::Reef => ("reef", ""),
    }
}

/// The event as data.
pub(crate) fn event(p: &Public, event: &Event) -> Doc {
    let kind = |kind: &'static str| Doc::map().with("kind", kind);
    let ship = |id: &ShipId| id.to_string();
    match event {
        Event::Order { order, n } => {
            kind("order").with("order", Doc::list(order[..*n as usize].iter().map(|s| player(*s))))
        }
        Event::Placed { seat, piece: what, space } => kind("placed")
            .with("seat", player(*seat))
            .with("piece", piece(*what).0)
            .with("space", space.to_string()),
        Event::MineLaid { seat } => kind("mine laid").with("seat", player(*seat)),
        Event::MapDrawn { seat } => kind("map drawn").with("seat", player(*seat)),
        Event::Deployed { ship: id, space } => {
            kind("deployed").with("ship", ship(id)).with("space", space.to_string())
        }
        Event::Turn { turn } => kind("turn").with("turn", *turn),
        Event::Wind { seat, wind, value } => kind("wind")
            .with("seat", player(*seat))
            .with("to", wind.to.to_string())
            .with("weather", weather(wind.weather))
            .with("value", *value),
        Event::Phase { seat } => kind("phase").with("seat", player(*seat)),
        Event::Moved { ship: id, from, to, .. } => kind("moved")
            .with("ship", ship(id))
            .with("from", from.to_string())
            .with("to", to.to_string()),
        Event::Sailed { ship: id, from, to, bow } => kind("sailed")
            .with("ship", ship(id))
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("bow", bow.to_string()),
        Event::Turned { ship: id, bow } => {
            kind("turned").with("ship", ship(id)).with("bow", bow.to_string())
        }
        Event::Bowed { ship: id, bow } => {
            kind("bow").with("ship", ship(id)).with("bow", bow.to_string())
        }
        Event::Commanded { ship: id, card } => {
            kind("captain").with("ship", ship(id)).with("card", actions::captain(*card))
        }
        Event::FiresFirst { ship: id } => kind("fires first").with("ship", ship(id)),
        Event::Answers { ship: id } => kind("answers").with("ship", ship(id)),
        Event::FiresAcross { seat, ship: id } => {
            kind("fires across").with("seat", player(*seat)).with("ship", ship(id))
        }
        Event::FiresAtBoarders { ship: id } => kind("fires at boarders").with("ship", ship(id)),
        Event::SailsHit { ship: id, hits, damage } => {
            kind("sails hit").with("ship", ship(id)).with("hits", *hits).with("damage", *damage)
        }
        Event::Critical { ship: id, aim, die, struck } => kind("critical")
            .with("ship", ship(id))
            .with("aim", part(*aim))
            .with("die", *die)
            .with("struck", *struck),
        Event::Drifted { ship: id, from, to } => kind("drifted")
            .with("ship", ship(id))
            .with("from", from.to_string())
            .with("to", to.to_string()),
        Event::Stranded { ship: id, reef } => {
            kind("stranded").with("ship", ship(id)).with("reef", reef.to_string())
        }
        Event::Collided { ship: id, other } => {
            kind("collided").with("ship", ship(id)).with("other", ship(other))
        }
        Event::Fired { volley, die, hit, shots } => kind("fired")
            .with("volley", actions::volley(p, volley))
            .with("target", unit(p, volley.target))
            .with("die", *die)
            .with("hit", *hit)
            .with("shots", *shots),
        Event::Wasted { unit: who } => kind("wasted").with("unit", unit(p, *who)),
        Event::Damaged { ship: id, damage, left, cause } => kind("damaged")
            .with("ship", ship(id))
            .with("damage", *damage)
            .with("left", *left)
            .with("cause", cause.word()),
        Event::Sunk { ship: id, space, cause } => kind("sunk")
            .with("ship", ship(id))
            .with("space", space.to_string())
            .with("cause", cause.word()),
        Event::Ignited { ship: id } => kind("ignited").with("ship", ship(id)),
        Event::Exploded { ship: id, space } => {
            kind("exploded").with("ship", ship(id)).with("space", space.to_string())
        }
        Event::Boarded { seat, attackers, target } => kind("boarded")
            .with("seat", player(*seat))
            .with("attackers", ships(*attackers))
            .with("target", ship(target)),
        Event::Assaulted { seat, attackers, fort: at } => kind("assaulted")
            .with("seat", player(*seat))
            .with("attackers", ships(*attackers))
            .with("fort", fort(p, *at)),
        Event::Defended { seat, ships: set } => {
            kind("defended").with("seat", player(*seat)).with("ships", ships(*set))
        }
        Event::Rolled { unit: who, die, strength, chance } => kind("rolled")
            .with("unit", unit(p, *who))
            .with("die", *die)
            .with("strength", *strength)
            .with("chance", *chance),
        Event::Points { attack, defence } => {
            kind("points").with("attack", *attack).with("defence", *defence)
        }
        Event::Allotted { unit: who, points } => {
            kind("allotted").with("unit", unit(p, *who)).with("points", *points)
        }
        Event::Captured { ship: id, by } => {
            kind("captured").with("ship", ship(id)).with("by", player(*by))
        }
        Event::RepairBegun { ship: id, fort: at } => {
            kind("repair begun").with("ship", ship(id)).with("fort", fort(p, *at))
        }
        Event::RepairEnded { ship: id } => kind("repair ended").with("ship", ship(id)),
        Event::Repaired { unit: who, left } => {
            kind("repaired").with("unit", unit(p, *who)).with("left", *left)
        }
        Event::Battered { fort: at, left } => {
            kind("battered").with("fort", fort(p, *at)).with("left", *left)
        }
        Event::Destroyed { fort: at, lost } => {
            kind("destroyed").with("fort", fort(p, *at)).with("lost", *lost)
        }
        Event::FortTaken { fort: at, by } => {
            kind("fort taken").with("fort", fort(p, *at)).with("by", player(*by))
        }
        Event::Given { fort: at, by, to } => {
            kind("given").with("fort", fort(p, *at)).with("by", player(*by)).with("to", player(*to))
        }
        Event::WorksBegun { fort: at, ships: set } => {
            kind("works begun").with("fort", fort(p, *at)).with("ships", ships(*set))
        }
        Event::WorksEnded { fort: at } => kind("works ended").with("fort", fort(p, *at)),
        Event::Rebuilt { fort: at, points } => {
            kind("rebuilt").with("fort", fort(p, *at)).with("points", *points)
        }
        Event::Raised { fort: at, owner } => {
            kind("raised").with("fort", fort(p, *at)).with("owner", player(*owner))
        }
        Event::Fortless { seat } => kind("fortless").with("seat", player(*seat)),
        Event::Loaded { ship: id, n, space } => {
            kind("loaded").with("ship", ship(id)).with("n", *n).with("space", space.to_string())
        }
        Event::Unloaded { ship: id, n, fort: at } => {
            kind("unloaded").with("ship", ship(id)).with("n", *n).with("fort", fort(p, *at))
        }
        Event::Plundered { ship: id, n } => kind("plundered").with("ship", ship(id)).with("n", *n),
        Event::Adrift { n, space } => kind("adrift").with("n", *n).with("space", space.to_string()),
        Event::GoodsLost { n } => kind("goods lost").with("n", *n),
        Event::Appeared { fort: at } => kind("treasure").with("fort", fort(p, *at)),
        Event::Goal { goal } => kind("goal").with("goal", *goal),
        Event::Standing { seat, on } => {
            kind("standing").with("seat", player(*seat)).with("on", *on)
        }
        Event::Detonated { seat, space, ship: id } => kind("detonated")
            .with("seat", player(*seat))
            .with("space", space.to_string())
            .with("ship", ship(id)),
        Event::MapTaken { pirate, by } => {
            kind("map taken").with("pirate", player(*pirate)).with("by", player(*by))
        }
        Event::MapShown { pirate, space } => {
            kind("map shown").with("pirate", player(*pirate)).with("space", space.to_string())
        }
        Event::Offered { by, to, turns } => {
            kind("offered").with("by", player(*by)).with("to", player(*to)).with("turns", *turns)
        }
        Event::Declined { by, to } => {
            kind("declined").with("by", player(*by)).with("to", player(*to))
        }
        Event::Allied { one, two, turns } => {
            kind("allied").with("one", player(*one)).with("two", player(*two)).with("turns", *turns)
        }
        Event::NoticeGiven { by, to } => {
            kind("notice").with("by", player(*by)).with("to", player(*to))
        }
        Event::AllianceEnded { one, two } => {
            kind("alliance ended").with("one", player(*one)).with("two", player(*two))
        }
        Event::Blockading { ship: id, turns } => {
            kind("blockading").with("ship", ship(id)).with("turns", *turns)
        }
        Event::PortTaken { owner, by } => {
            kind("royal port taken").with("owner", player(*owner)).with("by", player(*by))
        }
        Event::Resigned { seat } => kind("resigned").with("seat", player(*seat)),
        Event::Eliminated { seat, why } => {
            kind("eliminated").with("seat", player(*seat)).with("why", out_word(*why))
        }
        Event::Over { outcome } => kind("over").with("reason", outcome.reason),
    }
}

const fn part(aim: Aim) -> &'static str {
    match aim {
        Aim::Hull => "hull",
        Aim::Sails => "sails",
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

/// The event as a plain sentence.
pub(crate) fn sentence(p: &Public, event: &Event) -> String {
    let who = |seat: &u8| name(p, *seat);
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
            format!("The flag of {} goes up over {}.", who(owner), fort(p, *at))
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
        Event::Blockading { .. } => one("SE-3.1.5.1f"),
        Event::PortTaken { .. } => one("SE-3.1.5.1g"),
        Event::Over { outcome } => vec![outcome.clause],
        _ => Vec::new(),
    }
}

/// What a revealing event makes known.
pub(crate) fn fact(event: &Event) -> Option<String> {
    match event {
        Event::Detonated { space, .. } => Some(format!("a mine on {space}")),
        Event::MapShown { space, .. } => Some(format!("a treasure map: {space}")),
        Event::Standing { seat, .. } => Some(format!("P{} has standing orders or not", seat + 1)),
        Event::Allied { one, two, .. } => {
            Some(format!("an alliance of P{} and P{}", one + 1, two + 1))
        }
        _ => None,
    }
}

/// By what outcomes are counted when odds are asked for.
pub(crate) fn outcome(p: &Public, event: &Event) -> Option<String> {
    match event {
        Event::Fired { hit, .. } => Some(if *hit { "hit" } else { "miss" }.to_string()),
        Event::Sunk { ship, .. } => Some(format!("{ship} sinks")),
        Event::Destroyed { fort: at, .. } => Some(format!("{} destroyed", fort(p, *at))),
        Event::Points { attack, defence } => Some(format!("{attack}:{defence}")),
        _ => None,
    }
}

/// What is expected of this viewer.
pub(crate) fn prompt(sight: Sight<'_, SailEpoch>) -> String {
    let p = sight.public;
    if let Some(outcome) = p.outcome {
        return sentence(p, &Event::Over { outcome });
    }
    let Some(seat) = sight.seat() else {
        return format!("{} acts in Turn {}, wind {}.", name(p, p.acting()), p.turn, wind(p.wind));
    };
    match legal::asked(p, sight.of_seat(seat), seat.0) {
        Asked::Nothing => "Wait for the others.".to_string(),
        Asked::Treaty => "Accept or decline the alliance.".to_string(),
        Asked::Window(Window::Mines { ship, .. }) => {
            format!("{ship} has passed: detonate a mine on its way, or pass.")
        }
        Asked::Window(Window::Allot { points, .. }) => {
            format!("Hand out {points} points of strength.")
        }
        Asked::Window(Window::Defend { fort: at, .. }) => {
            format!("{} is assaulted: name ships that defend it.", fort(p, at))
        }
        Asked::Window(Window::Plunder { gold, .. }) => {
            format!("Take {} from the wreck, or pass.", goods(p, gold))
        }
        Asked::Window(Window::FirstFire { ship, .. }) => {
            format!("{ship} is attacked: its captain may fire first, or pass.")
        }
        Asked::Window(Window::Return { ship, .. }) => {
            format!("{ship} was fired at: answer, or pass.")
        }
        Asked::Window(Window::Crossing { ship, .. }) => {
            format!("{ship} crosses your line of fire: fire, or pass.")
        }
        Asked::Window(Window::BoardShot { ship, .. }) => {
            format!("{ship} is boarded: fire one shot first, or pass.")
        }
        Asked::Window(_) => "Wait for the others.".to_string(),
        Asked::Ship if p.has_bows() => {
            "Bring your ships, name captains, point the bows, then end.".to_string()
        }
        Asked::Piece => "Place your next piece.".to_string(),
        Asked::Note => "Note your secret mines or your map.".to_string(),
        Asked::Ship => "Put your next ship into a harbour.".to_string(),
        Asked::Phase => format!("Your phase in Turn {}, wind {}.", p.turn, wind(p.wind)),
    }
}

const fn verb(verb: Verb) -> (&'static str, &'static str) {
    match verb {
        Verb::Move => ("move", "sail"),
        Verb::Drift => ("drift", "let the storm carry it"),
        Verb::Fire => ("fire", "fire"),
        Verb::Waste => ("waste", "fire at nothing"),
        Verb::Ignite => ("ignite", "make it a fireship"),
        Verb::Explode => ("explode", "blow it up"),
        Verb::Board => ("board", "board"),
        Verb::Assault => ("assault", "assault a fort"),
        Verb::Repair => ("repair", "begin repair"),
        Verb::Unrepair => ("unrepair", "end repair"),
        Verb::Work => ("work", "begin works"),
        Verb::Release => ("release", "end works"),
        Verb::Raise => ("raise", "hoist the flag"),
        Verb::Load => ("load", "load"),
        Verb::Unload => ("unload", "unload"),
        Verb::Deploy => ("deploy", "bring onto the field"),
        Verb::Give => ("give", "give to a team mate"),
        Verb::Offer => ("offer", "offer an alliance"),
        Verb::Notice => ("notice", "give notice of an alliance"),
        Verb::Break => ("break", "break an alliance"),
        Verb::End => ("end", "end the phase"),
        Verb::Pass => ("pass", "pass"),
        Verb::Accept => ("accept", "accept"),
        Verb::Decline => ("decline", "decline"),
        Verb::Resign => ("resign", "give up"),
        Verb::Island => ("island", "place an island"),
        Verb::Fort => ("fort", "place a fort"),
        Verb::RoyalPort => ("rp", "place a Royal Port"),
        Verb::Reef => ("reef", "place a reef"),
        Verb::Mine => ("mine", "note a mine"),
        Verb::Map => ("map", "draw the map"),
        Verb::Order => ("order", "orders for a mine"),
        Verb::Detonate => ("detonate", "detonate"),
        Verb::Defend => ("defend", "defend"),
        Verb::Plunder => ("plunder", "plunder"),
        Verb::Turn => ("turn", "turn in the space"),
        Verb::Bow => ("bow", "point the bow"),
        Verb::Captain => ("captain", "give a captain"),
    }
}

/// A pick as a person sees it.
pub(crate) fn label(sight: Sight<'_, SailEpoch>, pick: &Pick) -> Label {
    let p = sight.public;
    let plain = |kind: &'static str, key: String, text: String| Label {
        kind,
        key,
        text,
        place: None,
        unit: None,
    };
    let about = |kind: &'static str, it: Unit, lead: &str| {
        let key = unit(p, it);
        let space = crate::rules::gunfire::space_of(p, it);
        Label {
            kind,
            text: format!("{lead}{key}"),
            place: space.is_some().then(|| space.to_string()),
            unit: Some(key.clone()),
            key,
        }
    };
    match pick {
        Pick::Unit(it) => about("unit", *it, ""),
        Pick::Target(it) => {
            Label { key: format!(">{}", unit(p, *it)), ..about("target", *it, "at ") }
        }
        Pick::Do(what) => {
            let (key, text) = verb(*what);
            plain("verb", key.into(), text.into())
        }
        Pick::Place(space) => Label {
            kind: "place",
            key: space.to_string(),
            text: space.to_string(),
            place: Some(space.to_string()),
            unit: None,
        },
        Pick::Number(n) => plain("number", n.to_string(), n.to_string()),
        Pick::Player(seat) => plain("player", player(*seat), name(p, *seat)),
        Pick::Isle(isle, turns) => plain(
            "isle",
            format!("{}-r{}", isle.name(), turns * 90),
            format!("{} turned by {}°", isle.name(), turns * 90),
        ),
        Pick::Standing(order) => {
            let (key, text) = match order {
                Standing::Ask => ("ask", "ask me"),
                Standing::Auto => ("auto", "detonate under the first enemy"),
                Standing::Hold => ("hold", "never detonate"),
            };
            plain("order", key.into(), text.into())
        }
        Pick::From(from) => match from {
            Hold::Field => plain("from", "field".into(), "from this space".into()),
            Hold::Fort(at) => plain("from", fort(p, *at), format!("at {}", fort(p, *at))),
            Hold::Map(seat) => {
                plain("from", format!("map-{}", player(*seat)), "from under the map".into())
            }
        },
        Pick::Aim(aim) => plain("aim", part(*aim).into(), format!("at the {}", part(*aim))),
        Pick::Helm(helm, space) => {
            let way = match helm {
                Helm::Ahead => "ahead",
                Helm::Port => "to port",
                Helm::Starboard => "to starboard",
            };
            Label {
                kind: "helm",
                key: format!("{}-{space}", helm.letter()),
                text: format!("{way} to {space}"),
                place: Some(space.to_string()),
                unit: None,
            }
        }
        Pick::Pivot(by) => {
            let (key, side) = if *by < 0 { ('L', "port") } else { ('R', "starboard") };
            let n = by.unsigned_abs();
            plain("pivot", format!("{key}{n}"), format!("turn {}° to {side}", u16::from(n) * 45))
        }
        Pick::Toward(dir) => plain("toward", dir.to_string(), format!("bow {dir}")),
        Pick::Card(card) => {
            let word = actions::captain(*card);
            plain("card", word.into(), word.into())
        }
        Pick::Also => plain("also", "also".into(), "the other broadside too".into()),
        Pick::Done => plain("done", "done".into(), "that is all".into()),
    }
}
