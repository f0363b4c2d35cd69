//! Reads positions: the document of `save`, or set-up lines. Everything is
//! checked, so that a position that is accepted can be played.

use super::field::{read_chart, spaces_of};
use super::sound::sound;
use super::windows::read_windows;
use super::{KINDS, MARKS, lines};
use crate::SailEpoch;
use crate::action::Captain;
use crate::board::{Dir, Space, Terrain};
use crate::rules::{mines, placing, wind};
use crate::setup::{Alliances, Options, begin};
use crate::state::{
    Flag, Mine, Offer, Passage, Public, Stage, Standing, Stash, Trail, Treaty, Weather, Wind, mark,
    pair_index,
};
use crate::text::{parse_fort, parse_player, parse_ship, parse_space};
use crate::units::ShipId;
use admiralty_core::{
    ClauseId, Doc, Fault, Faults, Fields, Outcome, Seat, SeatSet, Side, Table, Verdict,
};
use alloc::format;
use alloc::vec::Vec;

/// Captain cards.
const CAPTAINS: [(&str, Option<Captain>); 2] =
    [("target", Some(Captain::Target)), ("initiative", Some(Captain::Initiative))];

/// Ends that a position may name, with their clauses.
const ENDS: [(&str, &str); 21] = [
    ("gold", "SE-4.1.4b"),
    ("gold", "SE-4.1.9"),
    ("ships", "SE-4.2.4d"),
    ("ships", "SE-4.2.5c"),
    ("ships", "SE-4.4.3b"),
    ("ships", "SE-R45"),
    ("pearls", "SE-4.2.4a"),
    ("pearls", "SE-4.2.5a"),
    ("store", "SE-4.2.4e"),
    ("pirates", "SE-4.3.24c"),
    ("treasure", "SE-4.3.24a"),
    ("spain", "SE-4.3.24d"),
    ("richest", "SE-R86"),
    ("royal-port", "SE-4.4.3a"),
    ("forts", "SE-4.4.3c"),
    ("forts", "SE-4.2.7f"),
    ("nobody", "SE-R51"),
    ("nobody", "SE-R132"),
    ("last", "SE-4.4.4"),
    ("last", "SE-R100"),
    ("turn-limit", "SE-R50"),
];

/// Reads a position. SE-4b: players may agree on one of their own,
/// SE-4.2.8.4b: with other islands.
pub(crate) fn load(doc: &Doc) -> Result<Table<SailEpoch>, Faults> {
    if let Some(text) = doc.as_text() {
        return load(&lines::to_doc(text)?);
    }
    let mut fields = Fields::of(doc, "")?;
    let none = Doc::map();
    let options = Options::read(fields.get("setup").unwrap_or(&none), "setup")?;
    let mut p = begin::blank(&options);
    read_chart(&mut fields, &mut p);
    read_time(&mut fields, &mut p);
    read_ships(&mut fields, &mut p);
    read_players(&mut fields, &mut p);
    read_things(&mut fields, &mut p);
    let windows: Vec<Doc> = fields.list("windows").to_vec();
    let secrets = fields.entries("secrets").to_vec();
    read_outcome(&mut fields, &mut p);
    fields.done()?;
    let mut faults = Faults::default();
    p.set_foes();
    read_windows(&windows, &mut p, &mut faults);
    let mut table = begin::table(p);
    for (who, secret) in &secrets {
        match parse_player(who).filter(|&s| s.0 < options.players) {
            Some(seat) => {
                if let Err(found) = read_secret(secret, who, seat, &mut table) {
                    faults.0.extend(found.0);
                }
            }
            None => faults.add(Fault::new(format!("secrets.{who}"), "no such player")),
        }
    }
    let table = faults.or(table)?;
    sound(table)
}

/// A player, the pirates or nobody.
pub(super) fn flag_of(fields: &mut Fields<'_>, key: &'static str) -> Option<Flag> {
    let text = fields.text(key)?;
    let flag = match text {
        "-" => Some(Flag::NOBODY),
        "pirates" => Some(Flag::PIRATES),
        text => parse_player(text).map(Flag::of),
    };
    if flag.is_none() {
        fields.wrong(key, format!("\"{text}\" is no player such as P2"));
    }
    flag
}

/// One of the players of this table.
pub(super) fn player_of(fields: &mut Fields<'_>, key: &'static str, p: &Public) -> Option<Seat> {
    flag_of(fields, key)?.seat().filter(|&seat| p.has_seat(seat))
}

pub(super) fn space_of(fields: &mut Fields<'_>, key: &'static str, p: &Public) -> Option<Space> {
    let text = fields.text(key)?;
    let space = parse_space(text).filter(|&space| p.chart().contains(space));
    if space.is_none() {
        fields.wrong(key, format!("\"{text}\" is no space of this field"));
    }
    space
}

fn read_time(fields: &mut Fields<'_>, p: &mut Public) {
    let n = p.n_players();
    p.turn = fields.int_or("turn", 1, 0..=9999) as u16;
    let order: Vec<Option<Seat>> = fields
        .list("order")
        .iter()
        .map(|item| item.as_text().and_then(parse_player).filter(|&s| p.has_seat(s)))
        .collect();
    if !order.is_empty() {
        let seen: SeatSet = order.iter().flatten().copied().collect();
        if order.len() == n as usize && seen.len() == u32::from(n) {
            for (slot, seat) in p.order.iter_mut().zip(order.into_iter().flatten()) {
                *slot = seat;
            }
        } else {
            fields.wrong("order", "every player stands in the order once");
        }
    }
    match fields.get("wind") {
        None => {}
        Some(Doc::Int(v)) if (0..720).contains(v) => {
            p.wind = wind::read_wheel(p.options().wind, *v as u16);
        }
        Some(Doc::Text(text)) if parse_wind(text).is_some() => {
            p.wind = parse_wind(text).unwrap_or(p.wind);
        }
        Some(other) => fields.wrong("wind", format!("{other} is no wind such as \"NE storm\"")),
    }
    p.was_calm = fields.bool_or("was_calm", false);
    let phase = player_of(fields, "phase", p);
    let stage = fields.text("stage").unwrap_or("phase");
    let kind = fields.text("kind").and_then(|k| KINDS.iter().position(|kind| *kind == k));
    p.at = match phase {
        Some(seat) => p.turn_order().position(|s| s == seat).unwrap_or(0) as u8,
        None => 0,
    };
    let seat = phase.unwrap_or(p.order[0]);
    p.stage = match (stage, kind) {
        ("phase", _) => Stage::Phase,
        ("ending", _) => Stage::Ending,
        ("secrets", _) => Stage::Secrets,
        ("deploy", _) => Stage::Deploy { seat },
        ("placing", Some(kind)) => Stage::Placing { kind: kind as u8, seat },
        ("over", _) => Stage::Over,
        _ => {
            fields.wrong("stage", format!("\"{stage}\" is no stage"));
            Stage::Phase
        }
    };
    if let Stage::Secrets | Stage::Deploy { .. } | Stage::Placing { .. } = p.stage {
        p.at = 0;
    }
}

fn parse_wind(text: &str) -> Option<Wind> {
    let (to, weather) = text.split_once(' ')?;
    let weather = match weather {
        "fresh" => Weather::Fresh,
        "calm" => Weather::Calm,
        "storm" => Weather::Storm,
        _ => return None,
    };
    Some(Wind { to: Dir::parse(to)?, weather })
}

fn read_ships(fields: &mut Fields<'_>, p: &mut Public) {
    for (name, doc) in fields.entries("ships") {
        let Some(id) = parse_ship(name) else {
            fields.wrong("ships", format!("{name} is no ship such as FR1"));
            continue;
        };
        if let Err(found) = read_ship(doc, name, id, p) {
            fields.faults.0.extend(found.0);
        }
    }
}

fn read_ship(doc: &Doc, name: &str, id: ShipId, p: &mut Public) -> Result<(), Faults> {
    let mut fields = Fields::of(doc, &format!("ships.{name}"))?;
    let owner = player_of(&mut fields, "owner", p);
    let space = space_of(&mut fields, "space", p);
    let mut ship = crate::state::Ship::GONE;
    for item in fields.list("marks") {
        match MARKS.iter().find(|(name, _)| item.as_text() == Some(name)) {
            Some((_, bit)) => ship.marks |= bit,
            None => fields.wrong("marks", format!("{item} is no mark")),
        }
    }
    // SE-3.3.1.6.3g: damage below the strength, else it would have sunk.
    let most = i64::from(p.max_strength(id)) - 1;
    ship.hull = fields.int_or("hull", 0, 0..=most) as u8;
    ship.cargo = fields.int_or("cargo", 0, 0..=i64::from(p.capacity(id))) as u8;
    let supply = if ship.has(mark::IGNITED) { 0 } else { p.supply(id) };
    let shots = if space.is_some() { supply } else { 0 };
    ship.shots = fields.int_or("shots", i64::from(shots), 0..=i64::from(shots)) as u8;
    ship.stay = fields.int_or("stay", 0, 0..=200) as u8;
    ship.sails = fields.int_or("sails", 0, 0..=i64::from(id.card().fresh.orth)) as u8;
    ship.captain = fields.word_or("captain", None, &CAPTAINS);
    let bow = fields.text("bow");
    ship.bow = match (bow, space) {
        (Some(text), _) => match Dir::parse(text) {
            Some(dir) => dir,
            None => {
                fields.wrong("bow", format!("\"{text}\" is no direction"));
                Dir(0)
            }
        },
        (None, Some(space)) => placing::bow_at(p.chart(), space),
        (None, None) => Dir(0),
    };
    for key in ["repair", "work"] {
        let Some(text) = fields.text(key) else { continue };
        let fort = parse_fort(p, text);
        let inside = fort.is_some_and(|f| {
            space.is_some_and(|space| p.chart().fort_harbour[f.index()].has(space))
        });
        match fort.filter(|_| inside) {
            Some(fort) if key == "repair" => ship.repair = Some(fort),
            Some(fort) => ship.work = Some(fort),
            None => fields.wrong(key, format!("the ship is in no harbour of {text}")),
        }
    }
    let Some(owner) = owner else {
        fields.wrong("owner", "a ship needs an owner");
        return fields.done();
    };
    ship.owner = Flag::of(owner);
    if ship.has(mark::NEW_FIRE) && !ship.has(mark::IGNITED)
        || (ship.repair.is_some() && ship.work.is_some())
    {
        fields.wrong("marks", "the marks do not fit together");
    }
    if let Some(space) = space {
        let chart = p.chart();
        let water = matches!(chart.terrain(space), Terrain::Sea | Terrain::Coast);
        // SE-3.3.1.2a, SE-3.3.1.2b, SE-3.3.1.2c: as many as fit.
        if !water || chart.reefs.has(space) || chart.has_port(space) || p.full.has(space) {
            fields.wrong("space", format!("no ship can be on {space}"));
        } else if ship.has(mark::RESERVE) {
            fields.wrong("marks", "a ship in reserve is not on the field");
        } else {
            p.ships[id.index()] = ship;
            p.put(id, space);
        }
    } else if ship.has(mark::RESERVE) || p.turn == 0 {
        p.ships[id.index()] = crate::state::Ship {
            owner: Flag::of(owner),
            marks: ship.marks & mark::RESERVE,
            ..crate::state::Ship::GONE
        };
    } else {
        fields.wrong("space", "the ship needs a space");
    }
    fields.done()
}

fn read_players(fields: &mut Fields<'_>, p: &mut Public) {
    for (who, doc) in fields.entries("players") {
        let Some(seat) = parse_player(who).filter(|&s| p.has_seat(s)) else {
            fields.wrong("players", format!("{who} is no player"));
            continue;
        };
        let read = || -> Result<crate::state::Player, Faults> {
            let mut fields = Fields::of(doc, &format!("players.{who}"))?;
            let player = crate::state::Player {
                out: fields.bool_or("out", false),
                gone: fields.bool_or("gone", false),
                hand: fields.int_or("hand", 0, 0..=7) as u8,
                mines: fields.int_or("mines", 0, 0..=3) as u8,
                standing: fields.bool_or("standing", false),
                to_note: fields.int_or("to_note", 0, 0..=4) as u8,
                fortless: fields.int_or("fortless", 0, 0..=9999) as u16,
                respawn: fields.int_or("respawn", 0, 0..=9999) as u16,
                victor: player_of(&mut fields, "victor", p).map_or(Flag::NOBODY, Flag::of),
            };
            fields.done().map(|()| player)
        };
        match read() {
            Ok(player) => p.players[seat.index()] = player,
            Err(found) => fields.faults.0.extend(found.0),
        }
    }
}

fn read_things(fields: &mut Fields<'_>, p: &mut Public) {
    for (place, n) in fields.entries("goods") {
        let space = parse_space(place).filter(|&s| {
            matches!(p.chart().terrain(s), Terrain::Sea | Terrain::Coast) && p.goods_on(s) == 0
        });
        match (space, n.as_int()) {
            (Some(space), Some(n @ 1..=7)) if p.goods.iter().any(|(_, n)| *n == 0) => {
                p.change_goods(space, n as i8);
            }
            _ => fields.wrong("goods", format!("{n} goods on {place}?")),
        }
    }
    p.blown = spaces_of(fields, "blown", &p.world.chart.clone());
    p.appeared = fields.int_or("appeared", 0, 0..=7) as u8;
    p.goal = fields.int_or("goal", i64::from(p.goal), 0..=7) as u8;
    p.clock = fields.int_or("clock", 1, 1..=i64::from(u32::MAX / 2)) as u32;
    p.dirty = fields.bool_or("dirty", false);
    match fields.list("due") {
        [] => {}
        [Doc::Bool(galleons), Doc::Bool(frigates)] => p.due = [*galleons, *frigates],
        _ => fields.wrong("due", "two switches are wanted: galleons, frigates"),
    }
    if let Some(text) = fields.text("fuse") {
        match parse_ship(text).filter(|&id| p.ship(id).is_afloat()) {
            Some(id) => p.fuse = Some(id),
            None => fields.wrong("fuse", "no such ship is afloat"),
        }
    }
    if let Some(doc) = fields.get("passage") {
        match read_passage(doc, p) {
            Ok(passage) => p.passage = passage,
            Err(found) => fields.faults.0.extend(found.0),
        }
    }
    for item in fields.list("trails") {
        match read_trail(item, p) {
            Ok(Some(trail)) if p.has_bows() && p.trails.len() < crate::units::N_SHIPS => {
                p.trails.push(trail);
            }
            Ok(_) => fields.wrong("trails", "this ship has not moved"),
            Err(found) => fields.faults.0.extend(found.0),
        }
    }
    for item in fields.list("treaties") {
        if let Err(found) = read_treaty(item, p) {
            fields.faults.0.extend(found.0);
        }
    }
    for (who, doc) in fields.entries("stashes") {
        let read = || -> Result<Stash, Faults> {
            let mut fields = Fields::of(doc, &format!("stashes.{who}"))?;
            let holder = player_of(&mut fields, "holder", p);
            let goods = fields.int_or("goods", 0, 0..=7) as u8;
            let shown = space_of(&mut fields, "shown", p).unwrap_or(Space::NONE);
            let Some(holder) = holder else {
                fields.wrong("holder", "somebody holds the map");
                fields.done()?;
                return Ok(Stash::NONE);
            };
            fields.done().map(|()| Stash { holder: Flag::of(holder), goods, shown })
        };
        match (parse_player(who).filter(|&s| p.has_seat(s)), read()) {
            (Some(seat), Ok(stash)) if mines::writes_map(p, seat) && stash.holder != seat => {
                p.stashes[seat.index()] = stash;
            }
            (_, Err(found)) => fields.faults.0.extend(found.0),
            _ => fields.wrong("stashes", format!("{who} has no map that could be taken")),
        }
    }
    for (who, doc) in fields.entries("owed") {
        let numbers: Vec<i64> =
            doc.as_list().unwrap_or(&[]).iter().filter_map(Doc::as_int).collect();
        match (parse_player(who).filter(|&s| p.has_seat(s)), numbers.as_slice()) {
            (Some(seat), [a @ 0..=6, b @ 0..=4, c @ 0..=1, d @ 0..=6]) => {
                p.owed[seat.index()] = [*a as u8, *b as u8, *c as u8, *d as u8];
            }
            _ => fields.wrong("owed", format!("{doc} is not what {who} can owe")),
        }
    }
    for (who, doc) in fields.entries("since") {
        let numbers: Vec<i64> =
            doc.as_list().unwrap_or(&[]).iter().filter_map(Doc::as_int).collect();
        let fits =
            numbers.len() == 8 && numbers.iter().all(|n| (0..=i64::from(u32::MAX / 2)).contains(n));
        match parse_player(who).filter(|&s| p.has_seat(s) && fits) {
            Some(seat) => {
                for (slot, n) in p.since[seat.index()].iter_mut().zip(numbers) {
                    *slot = n as u32;
                }
            }
            None => fields.wrong("since", format!("{doc} is no list of eight times")),
        }
    }
}

fn read_passage(doc: &Doc, p: &Public) -> Result<Passage, Faults> {
    let mut fields = Fields::of(doc, "passage")?;
    let ship = fields.text("ship").and_then(parse_ship);
    let mut passage = Passage::of(ship.unwrap_or(ShipId(0)));
    for item in fields.list("spaces") {
        match item.as_text().and_then(parse_space).filter(|&s| p.chart().contains(s)) {
            Some(space) if (passage.len as usize) < passage.spaces.len() => passage.push(space),
            _ => fields.wrong("spaces", format!("{item} is no space of the way")),
        }
    }
    if ship.is_none() {
        fields.wrong("ship", "which ship passed?");
    }
    fields.done().map(|()| passage)
}

fn read_trail(doc: &Doc, p: &Public) -> Result<Option<Trail>, Faults> {
    let mut fields = Fields::of(doc, "trails")?;
    let from = space_of(&mut fields, "from", p);
    let ship = fields.text("ship").and_then(parse_ship);
    let mut passage = Passage::of(ship.unwrap_or(ShipId(0)));
    for item in fields.list("spaces") {
        match item.as_text().and_then(parse_space).filter(|&s| p.chart().contains(s)) {
            Some(space) if (passage.len as usize) < passage.spaces.len() => passage.push(space),
            _ => fields.wrong("spaces", format!("{item} is no space of the way")),
        }
    }
    fields.done()?;
    Ok(ship.and(from).map(|from| Trail { from, passage }))
}

fn read_treaty(doc: &Doc, p: &mut Public) -> Result<(), Faults> {
    let mut fields = Fields::of(doc, "treaties")?;
    let one = player_of(&mut fields, "one", p);
    let two = player_of(&mut fields, "two", p);
    let ends = fields.int_or("ends", 0, 0..=9999) as u16;
    match (one, two) {
        (Some(one), Some(two))
            if one != two && !p.are_mates(one, two) && p.options().alliances != Alliances::Off =>
        {
            p.treaties[pair_index(one, two)] = Treaty { on: true, ends };
        }
        _ => fields.wrong("one", "these two cannot be temporary allies"),
    }
    fields.done()
}

fn read_outcome(fields: &mut Fields<'_>, p: &mut Public) {
    let Some(doc) = fields.get("outcome") else { return };
    let reason = doc.get("reason").and_then(Doc::as_text).unwrap_or("");
    let clause = doc.get("clause").and_then(Doc::as_text).unwrap_or("");
    let won: Vec<i64> = doc
        .get("won")
        .and_then(Doc::as_list)
        .unwrap_or(&[])
        .iter()
        .filter_map(Doc::as_int)
        .collect();
    let sides = p.options().teams.sides(p.n_players());
    let known = ENDS.iter().find(|(r, c)| !r.is_empty() && *r == reason && *c == clause);
    let fits = won.iter().all(|side| (0..i64::from(sides)).contains(side));
    match known {
        Some((reason, clause)) if fits && p.stage == Stage::Over => {
            let verdict = if won.is_empty() {
                Verdict::Drawn
            } else {
                Verdict::Won(won.iter().map(|side| Side(*side as u8)).collect())
            };
            p.outcome = Some(Outcome { verdict, reason, degree: "", clause: ClauseId(clause) });
        }
        _ => fields.wrong("outcome", "no game of this kind ends like that"),
    }
}

fn read_secret(
    doc: &Doc,
    who: &str,
    seat: Seat,
    table: &mut Table<SailEpoch>,
) -> Result<(), Faults> {
    let mut fields = Fields::of(doc, &format!("secrets.{who}"))?;
    let p = table.public.clone();
    let mut own = crate::state::SeatSecret::new();
    for (place, order) in fields.entries("mines") {
        let space = parse_space(place).filter(|&s| {
            matches!(p.chart().terrain(s), Terrain::Sea | Terrain::Coast)
                && own.mines.iter().all(|mine| mine.space != s)
        });
        let order = match order.as_text() {
            Some("ask") => Some(Standing::Ask),
            Some("auto") => Some(Standing::Auto),
            Some("hold") => Some(Standing::Hold),
            _ => None,
        };
        match (space, order) {
            (Some(space), Some(order)) if own.mines.len() < 3 && p.options().mines => {
                own.mines.push(Mine { space, order });
            }
            _ => fields.wrong("mines", format!("no mine can lie on {place}")),
        }
    }
    own.map = space_of(&mut fields, "map", &p).unwrap_or(Space::NONE);
    if own.map.is_some() && !mines::writes_map(&p, seat) {
        fields.wrong("map", "this player draws no map");
    }
    for (pirate, place) in fields.entries("held") {
        let space = place.as_text().and_then(parse_space).filter(|&s| p.chart().contains(s));
        match (parse_player(pirate).filter(|&s| p.has_seat(s)), space) {
            (Some(pirate), Some(space)) => own.held[pirate.index()] = space,
            _ => fields.wrong("held", format!("{place} is no map of {pirate}")),
        }
    }
    for item in fields.list("offered") {
        match item.as_text().and_then(parse_player).filter(|&s| p.has_seat(s) && s != seat) {
            Some(other) => own.offered = own.offered.with(other),
            None => fields.wrong("offered", format!("{item} is no other player")),
        }
    }
    for key in ["incoming", "outgoing"] {
        let Some(doc) = fields.get(key) else { continue };
        let other = doc.get("seat").and_then(Doc::as_text).and_then(parse_player);
        let turns = doc.get("turns").and_then(Doc::as_int);
        match (other.filter(|&s| p.has_seat(s) && s != seat), turns) {
            (Some(other), Some(turns @ 0..=12)) => {
                let offer = Some(Offer { seat: other, turns: turns as u8 });
                if key == "incoming" {
                    own.incoming = offer;
                } else {
                    own.outgoing = offer;
                }
            }
            _ => fields.wrong(key, "an offer names a player and a number of Turns"),
        }
    }
    table.seats[seat] = own;
    fields.done()
}
