//! Events in plain words, as a ship's log has them: ships, squadrons and
//! Admirals by name. Positions are on the chart and dice beside the line.

use crate::action::HeadOrder;
use crate::event::{Event, How, Owner, Purpose};
use crate::setup::{ShipId, SquadId};
use crate::state::{Fleet, Public};
use crate::text::{clock, many, names};
use alloc::format;
use alloc::string::{String, ToString};

/// Ships and what they do, for one and for several.
fn they(p: &Public, ships: Fleet, one: &str, more: &str) -> String {
    let verb = if ships.len() == 1 { one } else { more };
    format!("{} {verb}", names::ships(&p.battle, ships))
}

/// The order of a Group, as it is signalled.
fn order(p: &Public, ships: Fleet, order: HeadOrder, heading: &str) -> String {
    let who = names::ships(&p.battle, ships);
    let manner = |together: bool| match (ships.len(), together) {
        (1, _) => "",
        (_, true) => " together",
        (_, false) => " in succession",
    };
    let s = if ships.len() == 1 { "s" } else { "" };
    match order {
        HeadOrder::Steady => format!("{who} keep{s} the course, {heading}"),
        HeadOrder::Turn { dir, together } => {
            format!("{who} turn{s}{} to the {}", manner(together), names::dir(dir))
        }
        HeadOrder::Tack { together } => format!("{who} will tack{}", manner(together)),
        HeadOrder::Follow(_) => format!("{who} will follow the next ahead"),
        HeadOrder::Divide { n, head, tail } => {
            let part = |d, other: &str| match d {
                Some(d) => format!("to the {}", names::dir(d)),
                None => other.to_string(),
            };
            let head = part(head, "straight on");
            let tail = part(tail, "waiting");
            let lead = if n == 1 { "the first".to_string() } else { format!("the first {n}") };
            format!("{who} divide{s}: {lead} {head}, the rest {tail}")
        }
    }
}

fn owner(p: &Public, owner: Owner) -> String {
    let b = &p.battle;
    match owner {
        Owner::Sea => "The sea".to_string(),
        Owner::Side(side) => b.sides[side.index()].name.clone(),
        Owner::Squad(q) => names::squad(b, q),
        Owner::Group(_, _, ships) => names::ships(b, ships),
        Owner::Ship(id) => b.ship_name(id).to_string(),
        Owner::Pair(x, y) => format!("{} and {}", b.ship_name(x), b.ship_name(y)),
    }
}

/// What a die decided, where it decided something.
fn decided(purpose: Purpose, one: bool, ok: bool) -> Option<&'static str> {
    Some(match (purpose, ok, one) {
        (Purpose::Movement, true, _) => "gets under way with her rigging shot up",
        (Purpose::Movement, false, _) => "makes no way with her rigging shot up",
        (Purpose::Captains, true, true) => "the captain goes in",
        (Purpose::Captains, true, false) => "the captains go in",
        (Purpose::Captains, false, true) => "the captain will not close",
        (Purpose::Captains, false, false) => "the captains will not close",
        (Purpose::Course, true, true) => "the captain holds on",
        (Purpose::Course, true, false) => "the captains hold on",
        (Purpose::Course, false, true) => "the captain turns alongside",
        (Purpose::Course, false, false) => "the captains turn alongside",
        (Purpose::BoardCaptains, true, _) => "boarders away",
        (Purpose::BoardCaptains, false, _) => "her captain does not dare to board yet",
        (Purpose::Repair, true, _) => "knots and splices",
        (Purpose::Repair, false, _) => "mends nothing",
        (Purpose::Unfoul, true, _) => "cut clear",
        (Purpose::Unfoul, false, _) => "still fouled",
        (Purpose::Float, true, _) => "comes off the shoal",
        (Purpose::Float, false, _) => "still fast aground",
        _ => return None,
    })
}

/// What a die decided, and for whom: `Bedford and Centaur: the captains go in`.
pub(super) fn decision(p: &Public, event: &Event) -> Option<String> {
    let Event::Rolled { purpose, owner: who, ok: Some(ok), .. } = event else { return None };
    let one = match who {
        Owner::Group(_, _, ships) => ships.len() == 1,
        _ => true,
    };
    let whose = owner(p, *who);
    Some(match decided(*purpose, one, *ok) {
        Some(what) => format!("{whose}: {what}"),
        None => format!("{whose}, {}: {}", purpose.name(), if *ok { "yes" } else { "no" }),
    })
}

/// What a die is for that is not good or bad by itself.
const fn lot(purpose: Purpose) -> Option<&'static str> {
    Some(match purpose {
        Purpose::HeadingOrder => "draws for the order of signals, the lower first",
        Purpose::MoveOrder => "draws for the order of sailing",
        Purpose::LightOrder => "draws for whose lone ships sail first, the lower",
        Purpose::GrandOrder => "draws for who sails first",
        Purpose::CloseAction => "draws for an opponent alongside, equal numbers fight each other",
        Purpose::Collision => {
            "rolls whether she runs into a friend on her point, equal numbers collide"
        }
        Purpose::Damage => "is hit, in the hull or aloft",
        Purpose::Boarding => "fights hand to hand with die and Strength",
        _ => return None,
    })
}

fn rolled(p: &Public, event: &Event) -> Option<String> {
    let Event::Rolled { purpose, owner: who, value, bonus, ok, .. } = event else { return None };
    let bonus = if *bonus > 0 { format!(" + {bonus}") } else { String::new() };
    let whose = owner(p, *who);
    if ok.is_some_and(|ok| decided(*purpose, true, ok).is_some()) {
        return decision(p, event).map(|what| format!("{what} ({value}{bonus})"));
    }
    let end = match ok {
        Some(true) => ", success",
        Some(false) => ", failure",
        None => "",
    };
    Some(match lot(*purpose) {
        Some(what) => format!("{whose} {what}: {value}{bonus}{end}"),
        None => format!("{whose}, {}: {value}{bonus}{end}", purpose.name()),
    })
}

/// How a squadron sails on the hex map, and where it faces: `line abreast, facing south`.
fn formed(p: &Public, squad: SquadId) -> Option<String> {
    let column = p.grand.as_ref()?.columns.get(squad.i())?;
    let form = if column.ahead { "line ahead" } else { "line abreast" };
    let facing = column.groups.first()?.facing;
    let one = column.groups.iter().all(|group| group.facing == facing);
    Some(if one { format!("{form}, facing {}", names::dir(facing)) } else { form.to_string() })
}

/// The event in plain words.
pub(crate) fn sentence(p: &Public, event: &Event) -> String {
    let b = &*p.battle;
    let name = |id: &ShipId| b.ship_name(*id);
    let dir = |d: &crate::board::Dir| names::dir(*d);
    match event {
        Event::Begun => format!("{} begins", b.title),
        Event::Rolled { .. } => rolled(p, event).unwrap_or_default(),
        Event::Wind { dir: d, force } => {
            format!("The wind is now {} from the {}", force.name(), dir(d))
        }
        Event::Arrived(q) => {
            format!("{} comes in sight, {}", names::squad(b, *q), names::admiral(b, *q))
        }
        Event::Flag { squad, ship } => {
            format!("{} hoists the flag of {}", name(ship), names::admiral(b, *squad))
        }
        Event::FlagLost(q) => format!("{} has lost her flagship", names::squad(b, *q)),
        Event::Ordered { ships, order: o, heading, .. } => order(p, *ships, *o, dir(heading)),
        Event::SpeedLaid { squad, speed } => {
            format!("Speed {speed} is laid for {}, face down", names::squad(b, *squad))
        }
        Event::CardLaid { seat, signal: None } => {
            format!("{} will hoist no signal", names::seat(b, *seat))
        }
        Event::CardLaid { seat, signal: Some(s) } => {
            let whom = s.squad.map_or(String::new(), |q| format!(" to {}", names::squad(b, q)));
            format!("{} bends on “{}”{whom}", names::seat(b, *seat), s.card.name())
        }
        Event::Speed { squad, speed } => {
            format!("{} shows speed {speed}", names::squad(b, *squad))
        }
        Event::Card { seat, signal } => {
            let whom =
                signal.squad.map_or(String::new(), |q| format!(" to {}", names::squad(b, q)));
            format!("{} hoists “{}”{whom}", names::seat(b, *seat), signal.card.name())
        }
        Event::LightFirst(side) => {
            format!("Ships of the {} that sail alone move first", b.sides[side.index()].name)
        }
        Event::Step(step) => format!("Step {step} of 4"),
        Event::Deferred(q) => format!("{} waits for the others", names::squad(b, *q)),
        Event::Moved { ships, heading, how, .. } => match how {
            How::Sailed => format!("{} {}", they(p, *ships, "sails", "sail"), dir(heading)),
            How::Veered => format!("{} to the {}", they(p, *ships, "veers", "veer"), dir(heading)),
            How::Driven => they(p, *ships, "is driven to leeward", "are driven to leeward"),
        },
        Event::Stayed { ships, .. } => they(p, *ships, "makes no way", "make no way"),
        Event::Tacked { ships, heading, .. } => {
            format!("{} to the {}", they(p, *ships, "tacks", "tack"), dir(heading))
        }
        Event::MissedStays(ships) => they(p, *ships, "misses stays", "miss stays"),
        Event::Conformed { ships, heading } => {
            format!("{}, {}", they(p, *ships, "turns alongside", "turn alongside"), dir(heading))
        }
        Event::Turned { ship, heading } => format!("{} turns to the {}", name(ship), dir(heading)),
        Event::Withdrew(ships) => they(p, *ships, "leaves the battle", "leave the battle"),
        Event::Straggles(id) => format!("{} straggles, out of her Admiral's reach", name(id)),
        Event::Rejoined(id) => format!("{} is back in command", name(id)),
        Event::Melee(_) => "Close action: the ships are locked together".to_string(),
        Event::Paired(x, y) => format!("{} and {} lie muzzle to muzzle", name(x), name(y)),
        Event::MeleeOver(_) => "A close action is over".to_string(),
        Event::Collided { a, b: other, fouled } => {
            let end = if *fouled { "are fouled" } else { "are checked" };
            format!("{} and {} collide and {end}", name(a), name(other))
        }
        Event::Cleared(x, y) => format!("{} and {} are clear of each other", name(x), name(y)),
        Event::Aground(id) => format!("{} is aground", name(id)),
        Event::Floats(id) => format!("{} floats again", name(id)),
        Event::Wrecked(id) => format!("{} is wrecked", name(id)),
        Event::Declared { at: Some(_), who, whom, .. } => {
            format!("{} at {}", they(p, *who, "will fire", "will fire"), names::ships(b, *whom))
        }
        Event::Declared { who, .. } => they(p, *who, "will hold her fire", "will hold their fire"),
        Event::Attacks(0) => "Nobody fires".to_string(),
        Event::Attacks(1) => "One broadside is to be fired".to_string(),
        Event::Attacks(n) => format!("{n} broadsides are to be fired"),
        Event::Fired { who, whom, number, dice, hits, .. } => {
            let fire = they(p, *who, "fires", "fire");
            let at = names::ships(b, *whom);
            let dice = many(dice.len() as u8, "die");
            let dice = if dice == "one die" { dice } else { dice.replace("dies", "dice") };
            format!("{fire} at {at}: {} ({dice}, {number} or less)", many(*hits, "hit"))
        }
        Event::Damaged { ship, strength, sd, md } => {
            let info = &b.ships[ship.i()];
            if *strength {
                let left = info.rating.saturating_sub(*sd);
                format!("{} is hulled, Strength {left} of {}", name(ship), info.rating)
            } else {
                format!("{} is hit aloft, rigging {} of 7", name(ship), 7u8.saturating_sub(*md))
            }
        }
        Event::Struck(id) => format!("{} strikes her colours", name(id)),
        Event::Prize { ship, seat } => {
            let side = b.side_of(*seat).map_or("?", |side| b.sides[side.index()].name.as_str());
            format!("{} is taken by the {side}", name(ship))
        }
        Event::BoardLaid { ship, yes } => {
            let what = if *yes { "to board" } else { "not to board" };
            format!("{} has orders {what}", name(ship))
        }
        Event::BoardChoice { ship, yes } => {
            format!("{} {}", name(ship), if *yes { "will board" } else { "will not board" })
        }
        Event::Boarded(x, y) => format!("{} and {} fight hand to hand", name(x), name(y)),
        Event::Repaired { ship, md } => {
            format!("{} repairs her rigging, {} of 7", name(ship), 7u8.saturating_sub(*md))
        }
        Event::NoRepair(id) => format!("{} makes no repairs", name(id)),
        Event::TurnOver { turn: 0, clock: t } => {
            format!("A turn of the approach is over, it is {}", clock(*t))
        }
        Event::TurnOver { turn, clock: t } => format!("Turn {turn} is over, it is {}", clock(*t)),
        Event::Points { side, points } => {
            format!("{} scores {}", b.sides[side.index()].name, many(*points, "point"))
        }
        Event::GrandMoved { squad, hexes: 0 } => format!("{} waits", names::squad(b, *squad)),
        Event::GrandMoved { squad, hexes } => {
            format!("{} sails {}", names::squad(b, *squad), many(*hexes, "mile"))
        }
        Event::GrandTurned(q) => match formed(p, *q) {
            Some(how) => format!("{} forms {how}", names::squad(b, *q)),
            None => format!("{} forms anew", names::squad(b, *q)),
        },
        Event::GrandFirst(side) => format!("{} moves first", b.sides[side.index()].name),
        Event::Contact { squad, met } => {
            format!("{} meets {}: to battle", names::squad(b, *squad), names::squad(b, *met))
        }
        Event::Placed { ship, .. } => format!("{} takes her station", name(ship)),
        Event::Agreed(seat) => format!("{} is ready", names::seat(b, *seat)),
        Event::Offer(seat) => format!("{} offers to end the battle", names::seat(b, *seat)),
        Event::Conceded(side) => format!("The {} give up the battle", b.sides[side.index()].name),
        Event::FoughtOn(seat) => format!("{} will fight on", names::seat(b, *seat)),
        Event::TimedOut(seat) => format!("Time is up for {}", names::seat(b, *seat)),
        Event::Left(seat) => format!("{} has left the table", names::seat(b, *seat)),
        Event::Over { score, reason } => {
            let why = names::end(p, reason);
            format!("The battle is over, {why}: {} to {}", score[0], score[1])
        }
    }
}
