//! Events as data and as sentences.

use crate::event::{Event, How, Owner, Purpose};
use crate::setup::{ShipId, side_code};
use crate::state::{Fleet, Public};
use crate::text::{self, clock};
use admiralty_core::{ClauseId, Doc};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn owner(p: &Public, owner: Owner) -> String {
    let b = &p.battle;
    match owner {
        Owner::Sea => "sea".to_string(),
        Owner::Side(side) => side_code(side).to_string(),
        Owner::Squad(q) => b.squad_code(q),
        Owner::Group(q, at) => text::group(b, q, at),
        Owner::Ship(id) => b.ship_code(id),
        Owner::Pair(x, y) => format!("{} {}", b.ship_code(x), b.ship_code(y)),
    }
}

fn names(p: &Public, ships: Fleet) -> String {
    let names: Vec<&str> = ships.iter().map(|id| p.battle.ship_name(id)).collect();
    names.join(", ")
}

fn one(p: &Public, kind: &'static str, ship: ShipId) -> Doc {
    Doc::map().with("kind", kind).with("ship", p.battle.ship_code(ship))
}

fn many(p: &Public, kind: &'static str, ships: Fleet) -> Doc {
    let codes = ships.iter().map(|id| p.battle.ship_code(id));
    Doc::map().with("kind", kind).with("ships", Doc::list(codes))
}

/// The event as data.
pub(crate) fn event(p: &Public, event: &Event) -> Doc {
    let b = &*p.battle;
    let kind = |kind: &'static str| Doc::map().with("kind", kind);
    match event {
        Event::Begun => kind("begun"),
        Event::Rolled { purpose, owner: who, faces, value, bonus, ok } => kind("rolled")
            .with("purpose", purpose.name())
            .with("owner", owner(p, *who))
            .with("die", format!("d{faces}"))
            .with("value", *value)
            .with_if(*bonus > 0, "bonus", *bonus)
            .with_if(ok.is_some(), "ok", *ok),
        Event::Wind { dir, force } => {
            kind("wind").with("dir", dir.name()).with("force", force.name())
        }
        Event::Arrived(q) => kind("arrived").with("squad", b.squad_code(*q)),
        Event::Flag { squad, ship } => one(p, "flag", *ship).with("squad", b.squad_code(*squad)),
        Event::FlagLost(q) => kind("flag lost").with("squad", b.squad_code(*q)),
        Event::Ordered { squad, at, order, heading } => kind("ordered")
            .with("group", text::group(b, *squad, *at))
            .with("order", text::actions::head_order(*order))
            .with("heading", heading.name()),
        Event::SpeedLaid { squad, speed } => {
            kind("speed laid").with("squad", b.squad_code(*squad)).with("speed", *speed)
        }
        Event::CardLaid { seat, signal } => kind("card laid")
            .with("seat", text::seat(b, *seat))
            .with("card", text::signal(b, *signal)),
        Event::Speed { squad, speed } => {
            kind("speed").with("squad", b.squad_code(*squad)).with("speed", *speed)
        }
        Event::Card { seat, signal } => kind("card")
            .with("seat", text::seat(b, *seat))
            .with("card", text::signal(b, Some(*signal))),
        Event::LightFirst(side) => kind("light first").with("side", side_code(*side)),
        Event::Step(step) => kind("step").with("step", *step),
        Event::Deferred(q) => kind("deferred").with("squad", b.squad_code(*q)),
        Event::Moved { ships, from, to, heading, how } => many(p, "moved", *ships)
            .with("from", from.to_string())
            .with("to", to.to_string())
            .with("heading", heading.name())
            .with("how", how_word(*how)),
        Event::Stayed { ships, at } => many(p, "stayed", *ships).with("at", at.to_string()),
        Event::Tacked { ships, at, heading } => {
            many(p, "tacked", *ships).with("at", at.to_string()).with("heading", heading.name())
        }
        Event::MissedStays(ships) => many(p, "missed stays", *ships),
        Event::Conformed { ships, heading } => {
            many(p, "conformed", *ships).with("heading", heading.name())
        }
        Event::Turned { ship, heading } => one(p, "turned", *ship).with("heading", heading.name()),
        Event::Withdrew(ships) => many(p, "withdrew", *ships),
        Event::Straggles(id) => one(p, "straggles", *id),
        Event::Rejoined(id) => one(p, "rejoined", *id),
        Event::Melee(at) => kind("melee").with("at", at.to_string()),
        Event::Paired(x, y) => one(p, "paired", *x).with("with", b.ship_code(*y)),
        Event::MeleeOver(at) => kind("melee over").with("at", at.to_string()),
        Event::Collided { a, b: other, fouled } => {
            one(p, "collided", *a).with("with", b.ship_code(*other)).with("fouled", *fouled)
        }
        Event::Cleared(x, y) => one(p, "cleared", *x).with("with", b.ship_code(*y)),
        Event::Aground(id) => one(p, "aground", *id),
        Event::Floats(id) => one(p, "floats", *id),
        Event::Wrecked(id) => one(p, "wrecked", *id),
        Event::Declared { by, at } => {
            kind("declared").with("by", text::unit(b, *by)).with("at", at.map(|u| text::unit(b, u)))
        }
        Event::Attacks(n) => kind("attacks").with("n", *n),
        Event::Fired { by, at, number, dice, hits } => kind("fired")
            .with("by", text::unit(b, *by))
            .with("at", text::unit(b, *at))
            .with("number", *number)
            .with("dice", Doc::list(dice.iter().copied()))
            .with("hits", *hits),
        Event::Damaged { ship, strength, sd, md } => one(p, "damaged", *ship)
            .with("what", if *strength { "strength" } else { "movement" })
            .with("sd", *sd)
            .with("md", *md),
        Event::Struck(id) => one(p, "struck", *id),
        Event::Prize { ship, seat } => one(p, "prize", *ship).with("seat", text::seat(b, *seat)),
        Event::BoardLaid { ship, yes } => one(p, "board laid", *ship).with("yes", *yes),
        Event::BoardChoice { ship, yes } => one(p, "board choice", *ship).with("yes", *yes),
        Event::Boarded(x, y) => one(p, "boarded", *x).with("with", b.ship_code(*y)),
        Event::Repaired { ship, md } => one(p, "repaired", *ship).with("md", *md),
        Event::NoRepair(id) => one(p, "no repair", *id),
        Event::TurnOver { turn, clock: t } => {
            kind("turn over").with("turn", *turn).with("clock", clock(*t))
        }
        Event::Points { side, points } => {
            kind("points").with("side", side_code(*side)).with("points", *points)
        }
        Event::GrandMoved { squad, hexes } => {
            kind("grand moved").with("squad", b.squad_code(*squad)).with("hexes", *hexes)
        }
        Event::GrandTurned(q) => kind("grand turned").with("squad", b.squad_code(*q)),
        Event::GrandFirst(side) => kind("grand first").with("side", side_code(*side)),
        Event::Contact { squad, met } => {
            kind("contact").with("squad", b.squad_code(*squad)).with("met", b.squad_code(*met))
        }
        Event::Placed { ship, at } => one(p, "placed", *ship).with("at", at.to_string()),
        Event::Agreed(seat) => kind("agreed").with("seat", text::seat(b, *seat)),
        Event::Offer(seat) => kind("offer").with("seat", text::seat(b, *seat)),
        Event::Conceded(side) => kind("conceded").with("side", side_code(*side)),
        Event::FoughtOn(seat) => kind("fought on").with("seat", text::seat(b, *seat)),
        Event::TimedOut(seat) => kind("timed out").with("seat", text::seat(b, *seat)),
        Event::Left(seat) => kind("left").with("seat", text::seat(b, *seat)),
        Event::Over { score, reason } => {
            kind("over").with("score", Vec::from(*score)).with("reason", *reason)
        }
    }
}

fn how_word(how: How) -> &'static str {
    match how {
        How::Sailed => "sailed",
        How::Veered => "veered",
        How::Driven => "driven",
    }
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
            let verb = match how {
                How::Sailed => "sail",
                How::Veered => "veer",
                How::Driven => "are driven",
            };
            format!("{} {verb} from {from} to {to}, heading {heading}", names(p, *ships))
        }
        Event::Stayed { ships, at } => format!("{} stay at {at}", names(p, *ships)),
        Event::Tacked { ships, heading, .. } => {
            format!("{} tack and head {heading}", names(p, *ships))
        }
        Event::MissedStays(ships) => format!("{} miss stays", names(p, *ships)),
        Event::Conformed { ships, heading } => {
            format!("{} turn parallel to {heading}", names(p, *ships))
        }
        Event::Turned { ship, heading } => format!("{} turns to {heading}", name(ship)),
        Event::Withdrew(ships) => format!("{} leave the battle", names(p, *ships)),
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
        Event::Attacks(n) => format!("{n} attacks are declared"),
        Event::Fired { by, at, number, dice, hits } => {
            let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
            let dice = shown.join(" ");
            let (by, at) = (text::unit(b, *by), text::unit(b, *at));
            format!("{by} fires at {at}, target number {number}: {dice} = {hits} hits")
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
            format!("{} scores {points} points", b.sides[side.index()].name)
        }
        Event::GrandMoved { squad, hexes } => {
            format!("{} sails {hexes} miles", b.squad_code(*squad))
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
        Event::Fired { hits, .. } => Some(format!("{hits} hits")),
        Event::Damaged { ship, strength, .. } => {
            let what = if *strength { "strength" } else { "movement" };
            Some(format!("{} {what}", b.ship_name(*ship)))
        }
        Event::Struck(id) => Some(format!("{} strikes", b.ship_name(*id))),
        Event::Prize { ship, .. } => Some(format!("{} taken", b.ship_name(*ship))),
        Event::Rolled { ok: Some(ok), .. } => {
            Some(if *ok { "success" } else { "failure" }.to_string())
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
