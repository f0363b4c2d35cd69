//! What the viewer can do now, unit by unit, with what it costs and what it may bring: a
//! board shows all of it at one click and reckons nothing itself.

mod crews;
mod danger;
mod idle;
mod reach;
mod shape;

pub(crate) use crews::crews;
pub(crate) use shape::{CREW, DEEDS};

use self::idle::idle;
use super::names::{ship_name, the_fort, the_ship};
use super::{actions, goods, name, unit};
use crate::SailEpoch;
use crate::action::{Action, Guns, Hold, Piece, Unit, Volley};
use crate::board::{Island, Isle, Space, Terrain};
use crate::legal::{Asked, asked, list};
use crate::rules::admiral::{answers, boarding_shot};
use crate::rules::assault::fort_chance;
use crate::rules::boarding::ship_chance;
use crate::rules::drift::{self, Struck};
use crate::rules::gunfire::{self, Aimed};
use crate::rules::{alliances, assault, boarding, fireship, placing};
use crate::setup::Scenario;
use crate::state::{Public, SPAIN, ShipSet, Weather, Window};
use crate::units::{FORT_STRENGTH, FortId, ShipId};
use admiralty_core::{Doc, Seat, Sight};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What the viewer is asked for, and can do; nothing if nothing is wanted from it.
pub(crate) fn deeds(sight: Sight<'_, SailEpoch>) -> Option<Doc> {
    let seat = sight.seat()?;
    let p = sight.public;
    let own = sight.of_seat(seat);
    let what = asked(p, own, seat);
    let word = match &what {
        Asked::Nothing => return None,
        Asked::Phase => "phase",
        Asked::Piece => "piece",
        Asked::Note => "note",
        Asked::Ship => "ship",
        Asked::Treaty => "treaty",
        Asked::Window(window) => window_word(window),
    };
    let mut units: BTreeMap<&'static str, Doc> = BTreeMap::new();
    let mut lines = Vec::new();
    let mut salvoes = Vec::new();
    let mut grapples = Vec::new();
    let mut doc = Doc::map().with("asked", word);
    match &what {
        Asked::Phase => {
            let gunners = gunfire::gunners(p, seat);
            let aimed = gunfire::targets(p, seat, &gunners);
            for aim in &aimed {
                fire_lines(p, aim, &aimed, None, &mut lines);
                salvoes.extend(salvo(p, aim));
            }
            let moving = ship_ways(p, seat, &mut units);
            let mut rest = Vec::new();
            list::quiet(p, own, seat, &mut rest);
            fireship::list(p, seat, &mut rest);
            rest.extend(gunners.iter().map(|(unit, _)| Action::Waste(*unit)));
            let cargo = other_acts(p, &rest, &mut units);
            let pacts: Vec<Doc> = rest.iter().filter_map(|action| pact(p, action)).collect();
            if !pacts.is_empty() {
                doc.put("pacts", Doc::list(pacts));
            }
            let (fights, boarders) = fights(p, seat);
            grapples = fights;
            doc.put("idle", idle(p, moving, &aimed, cargo, boarders));
        }
        Asked::Window(
            window @ (Window::FirstFire { .. }
            | Window::Return { .. }
            | Window::Crossing { .. }
            | Window::BoardShot { .. }),
        ) => {
            let aimed = answers::aims(p, window);
            for aim in &aimed {
                fire_lines(p, aim, &[], Some(window), &mut lines);
                if matches!(window, Window::Crossing { .. }) {
                    salvoes.extend(salvo(p, aim));
                }
            }
        }
        Asked::Piece => {
            let isles = isles(p, seat);
            if !isles.is_empty() {
                doc.put("isles", Doc::list(isles));
            }
        }
        Asked::Window(Window::Allot { ships, fort, kind, .. }) => {
            let losers = match kind {
                crate::state::Allot::Boarding { losers } => *losers,
                _ => ShipSet::EMPTY,
            };
            let share = boarding::sharers(p, *ships, *fort).into_iter().map(|(who, most)| {
                let id = who.as_ship();
                let mut share = Doc::map()
                    .with("unit", unit(p, who))
                    .with("most", most)
                    .with("cargo", id.map_or(0, |id| p.ship(id).cargo))
                    .with("room", id.map_or(0, |id| p.capacity(id)));
                if id.is_some_and(|id| losers.has(id)) {
                    share.put("prize", true);
                }
                share
            });
            doc.put("share", Doc::list(share));
        }
        _ => {}
    }
    let mut all = Doc::map();
    for (key, it) in units {
        all.put(key, it);
    }
    doc.put("units", all);
    doc.put("fire", Doc::list(lines));
    doc.put("salvoes", Doc::list(salvoes));
    doc.put("grapples", Doc::list(grapples));
    Some(doc)
}

const fn window_word(window: &Window) -> &'static str {
    match window {
        Window::Mines { .. } => "mines",
        Window::Defend { .. } => "defend",
        Window::Allot { .. } => "allot",
        Window::Plunder { .. } => "plunder",
        Window::FirstFire { .. } => "first fire",
        Window::Return { .. } | Window::Broadside { .. } | Window::Volley { .. } => "return",
        Window::Crossing { .. } | Window::Sailing(_) => "crossing",
        Window::BoardShot { .. } | Window::Boarding { .. } => "board shot",
    }
}

/// Where the seat's ships can sail or will be carried. Returns how many could still move.
fn ship_ways(p: &Public, seat: Seat, units: &mut BTreeMap<&'static str, Doc>) -> usize {
    let mut moving = 0;
    // How many enemy guns bear on a space is asked for many ways: counted once.
    let (now, later) = (danger::loaded(p, seat), danger::before_next(p, seat));
    let mut shared: BTreeMap<(bool, u16), u8> = BTreeMap::new();
    for id in p.fleets[seat.index()].iter() {
        // Guns that bear on her see what lies behind her as soon as she has gone there.
        let at = p.ship(id).space;
        let masks = danger::on(p, &now, at) + danger::on(p, &later, at) > 0;
        let (gone, mut own) = (masks.then(|| danger::without(p, id)), BTreeMap::new());
        let (sea, count) = match &gone {
            Some(sea) => (sea, &mut own),
            None => (p, &mut shared),
        };
        let mut guns = |ends: bool, space: Space| {
            let guns = if ends { &later } else { &now };
            *count.entry((ends, space.0)).or_insert_with(|| danger::on(sea, guns, space))
        };
        let mut it = Doc::map();
        let ways = reach::ways(p, seat, id);
        let turns = turns(p, seat, id);
        if !ways.is_empty() || turns > 0 {
            moving += 1;
        }
        if !ways.is_empty() {
            let list = ways.iter().map(|way| {
                let mut doc = Doc::map()
                    .with("to", actions::write(p, &way.action))
                    .with("via", spelled(&way.via))
                    .with("heading", way.heading.name())
                    .with("off", way.heading.deviation(p.wind.to))
                    .with("left", way.left);
                if p.has_bows() && way.left > 0 && p.wind.weather == Weather::Fresh {
                    doc.put("turns", way.left.min(7));
                }
                if !way.lefts.is_empty() {
                    doc.put("lefts", Doc::list(way.lefts.iter().copied()));
                }
                if let Some((last, passed)) = way.via.split_last() {
                    let passing = passed.iter().map(|&s| guns(false, s)).max().unwrap_or(0);
                    if p.options().a6 && passing > 0 {
                        doc.put("passing", passing);
                    }
                    let end = guns(true, *last);
                    if end > 0 {
                        doc.put("under", end);
                    }
                }
                doc
            });
            it.put("ways", Doc::list(list));
        }
        if turns > 0 {
            it.put("turns", turns);
        }
        if drift::must_drift(p, id) {
            let drift = drift::drift(p, id);
            let way = Doc::map()
                .with("to", actions::write(p, &Action::Drift(id)))
                .with("via", spelled(drift.passage.spaces()))
                .with("heading", p.wind.to.name())
                .with("off", 0)
                .with("left", drift.left);
            it.put("storm", way);
            moving += 1;
            let sinks = if drift.left >= p.strength(id) { ", she sinks" } else { "" };
            match drift.struck {
                Some(Struck::Reef(space)) => {
                    let says = format!("the reef on {space}: {} damage{sinks}", drift.left);
                    it.put("strikes", says);
                }
                Some(Struck::Ship(other)) => {
                    let name = ship_name(other);
                    let says = format!("the {name}: {} damage to both{sinks}", drift.left);
                    it.put("strikes", says);
                }
                None => {}
            }
        }
        if it != Doc::map() {
            units.insert(id.name(), it);
        }
    }
    moving
}

fn spelled(spaces: &[Space]) -> String {
    let names: Vec<&str> = spaces.iter().map(|space| space.name()).collect();
    names.join(" ")
}

/// By how many steps a ship with a bow may turn where it lies.
fn turns(p: &Public, seat: Seat, id: ShipId) -> u8 {
    use crate::rules::admiral::movement;
    let may = p.has_bows()
        && p.wind.weather != Weather::Storm
        && movement::check_turn(p, seat, id, 1).is_ok();
    if may { movement::most_turns(p, id).min(4) } else { 0 }
}

/// Faces of six.
const fn faces(set: crate::rules::gunfire::HitSet) -> u32 {
    (set.0 & 0x7E).count_ones()
}

fn strength_of(p: &Public, who: Unit) -> u8 {
    match (who.as_ship(), who.as_fort()) {
        (Some(id), _) => p.strength(id),
        (None, Some(id)) => FORT_STRENGTH.saturating_sub(p.fort(id).hull),
        _ => 0,
    }
}

fn fire_lines(p: &Public, aim: &Aimed, all: &[Aimed], window: Option<&Window>, out: &mut Vec<Doc>) {
    use crate::rules::admiral::guns::{self, Battery};
    let target = aim.target;
    for &(who, shots) in &aim.units {
        let volley =
            Volley { guns: Guns::NONE.with(who, shots), target, aim: crate::action::Aim::Hull };
        let before_boarding = matches!(window, Some(Window::BoardShot { .. }));
        let (dir, far, hits) = if before_boarding {
            let (ship, enemy) = (who.as_ship(), target.as_ship());
            let best = ship.zip(enemy).and_then(|(a, b)| boarding_shot::best(p, a, b));
            let (dir, far) = best.unwrap_or((None, 0));
            (dir, far, boarding_shot::hits(p, &volley))
        } else {
            let (dir, far) = gunfire::line(p, who, target).unwrap_or((None, 0));
            (dir, far, gunfire::hit_set(p, &volley))
        };
        let range = gunfire::range_of(who).of(dir.is_some_and(crate::board::Dir::is_diagonal));
        let reach = match crate::rules::gunfire::Reach::of(far, range) {
            crate::rules::gunfire::Reach::Close => "close",
            // Without the three ranges there are two.
            crate::rules::gunfire::Reach::Normal if p.options().c4 => "normal",
            _ => "long",
        };
        let mut doc = Doc::map()
            .with("unit", unit(p, who))
            .with("target", unit(p, target))
            .with("guns", shots)
            .with("far", far)
            .with("reach", reach)
            .with("hits", faces(hits))
            .with("left", strength_of(p, target));
        if p.has_bows() && guns::battery(p, who, dir) == Some(Battery::Chaser) {
            doc.put("chaser", true);
        }
        if answers::parts(p, target).len() > 1 {
            doc.put("sails", true);
        }
        if p.options().c5 {
            let other: Vec<&str> = all
                .iter()
                .filter(|two| gunfire::is_between(p, who, target, two.target))
                .map(|two| unit(p, two.target))
                .collect();
            if !other.is_empty() {
                doc.put("other", other);
            }
        }
        out.push(doc);
    }
}

/// Everything that bears on a target in one salvo, where that is more than one unit.
fn salvo(p: &Public, aim: &Aimed) -> Option<Doc> {
    if aim.units.len() < 2 {
        return None;
    }
    let guns = aim.units.iter().fold(Guns::NONE, |guns, (who, n)| guns.with(*who, *n));
    let first = Volley { guns, target: aim.target, aim: crate::action::Aim::Hull };
    Some(
        Doc::map()
            .with("target", unit(p, aim.target))
            .with("to", actions::write(p, &Action::Fire { first, second: None }))
            .with("units", aim.units.len())
            .with("guns", guns.total())
            .with("hits", faces(gunfire::hit_set(p, &first))),
    )
}

/// Boardings and assaults, each with who may take part, and how many ships that are in all.
fn fights(p: &Public, seat: Seat) -> (Vec<Doc>, usize) {
    let mut found = Vec::new();
    list_fights(p, seat, &mut found);
    let mut by_target: BTreeMap<Unit, ShipSet> = BTreeMap::new();
    for action in &found {
        let (target, ships) = match action {
            Action::Board { attackers, target } => (Unit::ship(*target), *attackers),
            Action::Assault { attackers, fort } => (Unit::fort(*fort), *attackers),
            _ => continue,
        };
        let all = by_target.entry(target).or_default();
        *all = ships.iter().fold(*all, ShipSet::with);
    }
    let able = by_target.values().flat_map(|ships| ships.iter()).collect::<ShipSet>();
    let fights = by_target.into_iter().map(|(target, ships)| grapple(p, seat, target, ships));
    (fights.collect(), able.len() as usize)
}

fn list_fights(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    boarding::list(p, seat, out);
    assault::list(p, seat, out);
}

fn grapple(p: &Public, seat: Seat, target: Unit, ships: ShipSet) -> Doc {
    let pirates = p.options().scenario == Scenario::Jolly;
    let fort = target.as_fort();
    let owner = target.as_ship().map(|id| p.ship(id).seat());
    // SE-4.3.21a, SE-4.3.21b: a pirate ship against Spain is worth one more in a boarding.
    let each = u8::from(pirates && fort.is_none() && seat != SPAIN && owner == Some(SPAIN));
    let bonus = u8::from(pirates && fort.is_none() && seat == SPAIN && owner != Some(SPAIN));
    let defence = strength_of(p, target) + bonus;
    let die: [u8; 2] = if fort.is_some() {
        [fort_chance(1), fort_chance(6)]
    } else {
        [ship_chance(1), ship_chance(6)]
    };
    let helpers: ShipSet = fort.map_or(ShipSet::EMPTY, |id| {
        p.seats().fold(ShipSet::EMPTY, |all, other| {
            let theirs = p.commands(other, p.fort(id));
            let more = if theirs { assault::helpers(p, other, id) } else { ShipSet::EMPTY };
            more.iter().fold(all, ShipSet::with)
        })
    });
    let able: Vec<ShipId> = ships.iter().collect();
    let mut odds = Doc::map();
    // Whoever may help is not known yet: the chances are those without.
    if able.len() <= 4 {
        boarding::each_subset(&able, &mut |set| {
            let names: Vec<&str> = set.iter().map(|id| id.name()).collect();
            odds.put(names.join(","), Doc::list(chances(p, set, each, defence, fort)));
        });
    }
    Doc::map()
        .with("target", unit(p, target))
        .with("ships", Doc::list(able.iter().map(|id| id.name())))
        .with("defence", defence)
        .with("die", Doc::list(die))
        .with("each", each)
        .with("helpers", Doc::list(helpers.iter().map(|id| id.name())))
        .with("odds", odds)
}

/// Won, tied, lost in per cent: one die for each ship and one for the defender.
fn chances(p: &Public, ships: ShipSet, each: u8, defence: u8, fort: Option<FortId>) -> [u32; 3] {
    let attack: u8 = ships.iter().map(|id| p.strength(id) + each).sum();
    // How often the attackers' dice add so much.
    let mut adds: Vec<u32> = alloc::vec![1];
    for _ in ships.iter() {
        let mut next = alloc::vec![0; adds.len() + 2];
        for (sum, n) in adds.iter().enumerate() {
            (0..3).for_each(|chance| next[sum + chance] += n);
        }
        adds = next;
    }
    let mut counts = [0u32; 3];
    for (sum, n) in adds.iter().enumerate() {
        for die in [1u16, 3, 5] {
            let chance = if fort.is_some() { fort_chance(die) } else { ship_chance(die) };
            let ours = u32::from(attack) + sum as u32;
            let theirs = u32::from(defence) + u32::from(chance);
            let which = match ours.cmp(&theirs) {
                core::cmp::Ordering::Greater => 0,
                core::cmp::Ordering::Equal => 1,
                core::cmp::Ordering::Less => 2,
            };
            counts[which] += n;
        }
    }
    let all: u32 = counts.iter().sum();
    counts.map(|n| (n * 100 + all / 2) / all.max(1))
}

/// What is not sailing, firing or fighting, under the unit that does it. Returns how
/// many ships could load or unload.
fn other_acts(p: &Public, all: &[Action], units: &mut BTreeMap<&'static str, Doc>) -> usize {
    let mut acts: BTreeMap<&'static str, Vec<Doc>> = BTreeMap::new();
    let mut cargo = ShipSet::EMPTY;
    for action in all {
        if let Action::Load { ship, .. } | Action::Unload { ship, .. } = action {
            cargo = cargo.with(*ship);
        }
        let Some(Act { who, verb, says, rare, place }) = act(p, action) else { continue };
        let mut doc =
            Doc::map().with("verb", verb).with("says", says).with("to", actions::write(p, action));
        if let Some(place) = place {
            doc.put("place", place.name());
        }
        if rare {
            doc.put("rare", true);
        }
        acts.entry(unit(p, who)).or_default().push(doc);
    }
    for (key, acts) in acts {
        let it = units.entry(key).or_insert_with(Doc::map);
        it.put("acts", Doc::list(acts));
    }
    cargo.len() as usize
}

/// The islands that can be placed now, each way round, drawn out.
fn isles(p: &Public, seat: Seat) -> Vec<Doc> {
    let mut sites = Vec::new();
    placing::list(p, seat, &mut sites);
    let mut found: Vec<(Isle, u8)> = Vec::new();
    for action in &sites {
        if let Action::Place { piece: Piece::Island(isle, turns), .. } = action
            && !found.contains(&(*isle, *turns))
        {
            found.push((*isle, *turns));
        }
    }
    let drawn = |(isle, turns): (Isle, u8)| {
        let corner = Space::new(0, 0);
        let mut rows: Vec<String> = Vec::new();
        let mut cells: Vec<_> =
            Island { isle, corner, turns }.cells().into_iter().flatten().collect();
        cells.sort_by_key(|(space, _, _)| (space.row(), space.col()));
        for (space, terrain, _) in cells {
            let (row, col) = (space.row() as usize, space.col() as usize);
            rows.resize(rows.len().max(row + 1), String::new());
            while rows[row].len() < col {
                rows[row].push('.');
            }
            rows[row].push(match terrain {
                Terrain::Land => '#',
                Terrain::Coast => 'c',
                _ => '.',
            });
        }
        Doc::map()
            .with("key", format!("{}-r{}", isle.name(), u16::from(turns) * 90))
            .with("rows", Doc::list(rows))
    };
    found.into_iter().map(drawn).collect()
}

/// An action about an alliance; an offer once, whatever its term.
fn pact(p: &Public, action: &Action) -> Option<Doc> {
    let (seat, verb) = match action {
        Action::Offer { seat, turns: 0 } => (seat, "offer"),
        Action::Notice(seat) => (seat, "notice"),
        Action::Break(seat) => (seat, "break"),
        _ => return None,
    };
    let whom = super::player(*seat);
    let mut doc = Doc::map().with("seat", whom).with("verb", verb);
    if verb == "offer" {
        doc.put("to", format!("offer {whom}"));
        doc.put("most", alliances::LONGEST);
    } else {
        doc.put("to", actions::write(p, action));
    }
    Some(doc)
}

struct Act {
    who: Unit,
    verb: &'static str,
    says: String,
    rare: bool,
    place: Option<Space>,
}

/// An action as something a unit does, if it is no sailing, fire or fight.
fn act(p: &Public, action: &Action) -> Option<Act> {
    let ship = |id: &ShipId, verb, says| Act {
        who: Unit::ship(*id),
        verb,
        says,
        rare: false,
        place: None,
    };
    let at = |id: &FortId, verb, says| Act {
        who: Unit::fort(*id),
        verb,
        says,
        rare: false,
        place: None,
    };
    Some(match action {
        Action::Ignite(id) => Act {
            rare: true,
            ..ship(
                id,
                "ignite",
                format!(
                    "Make her a fireship: she never fires again, and blows up at the end of your \
                     next phase with {} damage to every ship around",
                    p.max_strength(*id)
                ),
            )
        },
        Action::Explode(id) => Act {
            rare: true,
            ..ship(
                id,
                "explode",
                format!(
                    "Blow her up now: {} damage to every ship around, friends too",
                    p.max_strength(*id)
                ),
            )
        },
        Action::Repair { ship: id, fort: to } => {
            ship(id, "repair", format!("Strike her flag and repair at {}", the_fort(p, *to)))
        }
        Action::Unrepair(id) => {
            ship(id, "unrepair", "Hoist her flag again: she may fire, not sail".into())
        }
        Action::Mend(id) => ship(id, "mend", "Mend her sails before her hull".into()),
        Action::Load { ship: id, n, from } => {
            let place = match from {
                Hold::Field => "here".to_string(),
                Hold::Fort(to) => format!("at {}", the_fort(p, *to)),
                Hold::Map(_) => "from under the map".to_string(),
            };
            ship(id, "load", format!("Load {} {place}", goods(p, *n)))
        }
        Action::Unload { ship: id, n, fort: to } => {
            ship(id, "unload", format!("Unload {} at {}", goods(p, *n), the_fort(p, *to)))
        }
        Action::Deploy { ship: id, space, bow: None } => Act {
            place: Some(*space),
            ..ship(id, "deploy", format!("Bring {} onto {space}", the_ship(*id)))
        },
        Action::Work { fort: to, ships } => {
            let names: Vec<&str> = ships.iter().map(ship_name).collect();
            at(to, "work", format!("Set {} to work on it", names.join(" and ")))
        }
        Action::Release(to) => at(to, "release", "End the works".into()),
        Action::Raise(to) => at(to, "raise", "Hoist your flag over it".into()),
        Action::Give { fort: to, seat } => {
            Act { rare: true, ..at(to, "give", format!("Give it to {}", name(p, *seat))) }
        }
        Action::Waste(who) => Act {
            who: *who,
            verb: "waste",
            says: "Fire a shot into the sea, at nobody: seldom of any use".into(),
            rare: true,
            place: None,
        },
        _ => return None,
    })
}
