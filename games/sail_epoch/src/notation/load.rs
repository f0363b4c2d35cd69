//! Reads positions: the document of `save`, or set-up lines. Everything is
//! checked, so that a position that is accepted can be played.

use super::save::{KINDS, MARKS};
use super::{actions, lines, parse_fort, parse_player, parse_ship, parse_space};
use crate::action::Action;
use crate::board::{Cells, Chart, Dir, ISLES, Island, Space, Terrain};
use crate::rules::{mines, placing, wind};
use crate::setup::{Alliances, Options};
use crate::state::{
    Allot, Fort, MAX_FORTS, MAX_SEATS, Mine, NONE, Offer, PIRATES, Passage, Public, ShipSet, Stage,
    Standing, Stash, Treaty, Weather, Wind, Window, mark, pair_index,
};
use crate::units::{FORT_SHOTS, FORT_STRENGTH, ShipId};
use crate::{SailEpoch, layout, view};
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields, Outcome, Seat, Side, Table, Verdict};
use alloc::format;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Ends that a position may name, with their clauses.
const ENDS: [(&str, &str); 20] = [
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
    let mut p = layout::blank(&options);
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
    let mut table = layout::table(p);
    for (who, secret) in &secrets {
        match parse_player(who).filter(|&s| s < options.players) {
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

fn player_of(fields: &mut Fields<'_>, key: &'static str) -> Option<u8> {
    let text = fields.text(key)?;
    let seat = match text {
        "-" => Some(NONE),
        "pirates" => Some(PIRATES),
        text => parse_player(text),
    };
    if seat.is_none() {
        fields.wrong(key, format!("\"{text}\" is no player such as P2"));
    }
    seat
}

fn space_of(fields: &mut Fields<'_>, key: &'static str, p: &Public) -> Option<Space> {
    let text = fields.text(key)?;
    let space = parse_space(text).filter(|&space| p.chart().contains(space));
    if space.is_none() {
        fields.wrong(key, format!("\"{text}\" is no space of this field"));
    }
    space
}

fn spaces_of(fields: &mut Fields<'_>, key: &'static str, chart: &Chart) -> Cells {
    let mut cells = Cells::EMPTY;
    for item in fields.list(key) {
        match item.as_text().and_then(parse_space).filter(|&space| chart.contains(space)) {
            Some(space) if !cells.has(space) => cells.add(space),
            _ => fields.wrong(key, format!("{item} is no space, or stands twice")),
        }
    }
    cells
}

fn read_chart(fields: &mut Fields<'_>, p: &mut Public) {
    let mut chart = Chart::new(p.chart().cols, p.chart().rows);
    let mut taken = Cells::EMPTY;
    for item in fields.list("islands") {
        let island = item.as_text().and_then(parse_island);
        let Some(cells) = island.and_then(Island::cells) else {
            fields.wrong("islands", format!("{item} is no island such as monu J6 r90"));
            continue;
        };
        let cells: Vec<Space> = cells.map(|(space, _, _)| space).collect();
        if cells.iter().any(|&space| taken.has(space) || !chart.contains(space)) {
            // SE-3.1.5a: overlays lie on the field, beside each other.
            fields.faults.add(
                Fault::new("islands", format!("{item} overlaps or leaves the field"))
                    .by(ClauseId("SE-3.1.5a")),
            );
            continue;
        }
        cells.iter().for_each(|&space| taken.add(space));
        chart.islands.extend(island);
    }
    let isle_count = |isle| chart.islands.iter().filter(|i| i.isle == isle).count();
    if ISLES.iter().any(|(isle, _, n)| isle_count(*isle) > *n as usize) {
        let fault = Fault::new("islands", "there are not that many islands in the box");
        fields.faults.add(fault.by(ClauseId("SE-2e")));
    }
    chart.rebuild();
    let reefs = spaces_of(fields, "reefs", &chart);
    if reefs.iter().any(|space| taken.has(space) || chart.terrain(space) != Terrain::Sea) {
        fields.wrong("reefs", "a reef lies on open sea");
    }
    if reefs.len() > 6 {
        let fault = Fault::new("reefs", "there are six reefs in the box");
        fields.faults.add(fault.by(ClauseId("SE-2f")));
    }
    chart.reefs = reefs;
    read_ports(fields, p, &mut chart);
    chart.rebuild();
    Arc::make_mut(&mut p.world).chart = chart;
}

fn parse_island(text: &str) -> Option<Island> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let isle = ISLES.iter().find(|(_, n, _)| n.eq_ignore_ascii_case(name))?.0;
    let corner = parse_space(words.next()?)?;
    let turns = actions::turned(isle, words.next().unwrap_or("r0"))?;
    words.next().is_none().then_some(Island { isle, corner, turns })
}

fn read_ports(fields: &mut Fields<'_>, p: &mut Public, chart: &mut Chart) {
    let n = p.n_players();
    let free = |chart: &Chart, space: Space| {
        matches!(chart.terrain(space), Terrain::Sea | Terrain::Coast)
            && !chart.reefs.has(space)
            && !chart.has_port(space)
    };
    for (who, place) in fields.entries("royal_ports") {
        let seat = parse_player(who).filter(|&s| s < n);
        let space = place.as_text().and_then(parse_space).filter(|&s| free(chart, s));
        match (seat, space) {
            // SE-2d: two Royal Ports, SE-3.1.5.1a: one each.
            (Some(seat), Some(space)) if chart.royal_ports.len() < 2 => {
                chart.royal_ports.push((seat, space));
            }
            _ => fields.wrong("royal_ports", format!("{who} cannot have a port on {place}")),
        }
    }
    for (key, doc) in fields.entries("forts") {
        let space = key.strip_prefix('@').and_then(parse_space).filter(|&s| free(chart, s));
        let Some(space) = space.filter(|_| (p.n_forts as usize) < MAX_FORTS) else {
            fields.wrong("forts", format!("{key} is no place for a fort"));
            continue;
        };
        match read_fort(doc, key, space, p) {
            Ok(fort) => {
                chart.forts.push(space);
                p.forts[p.n_forts as usize] = fort;
                p.n_forts += 1;
            }
            Err(found) => fields.faults.0.extend(found.0),
        }
    }
}

fn read_fort(doc: &Doc, key: &str, space: Space, p: &Public) -> Result<Fort, Faults> {
    let mut fields = Fields::of(doc, &format!("forts.{key}"))?;
    let jolly = p.options().scenario == crate::setup::Scenario::Jolly;
    let valid = |seat: u8| seat < p.n_players() || seat == NONE || (seat == PIRATES && jolly);
    let mut owner = player_of(&mut fields, "owner").unwrap_or(NONE);
    let first = player_of(&mut fields, "first").unwrap_or(owner);
    let mut fort = Fort::new(space, owner);
    fort.ruin = fields.bool_or("ruin", false);
    if fort.ruin {
        owner = NONE;
        fort.hull = FORT_STRENGTH;
    }
    let hull = fields.int_or("hull", 0, 0..=2) as u8;
    if !fort.ruin {
        fort.hull = hull;
    }
    fort.owner = owner;
    fort.first = first;
    fort.points = fields.int_or("points", 0, 0..=2) as u8;
    fort.worker = player_of(&mut fields, "worker").unwrap_or(NONE);
    let shots = if fort.ruin { 0 } else { FORT_SHOTS };
    fort.shots = fields.int_or("shots", i64::from(shots), 0..=2) as u8;
    fort.since = fields.int_or("since", 0, 0..=9999) as u16;
    fort.seen = fields.bool_or("seen", false);
    fort.assaulted = fields.bool_or("assaulted", false);
    fort.goods = fields.int_or("goods", 0, 0..=7) as u8;
    fort.last_hostile = player_of(&mut fields, "last_hostile").unwrap_or(NONE);
    for item in fields.list("hostile") {
        match item.as_text().and_then(parse_player).filter(|&s| s < p.n_players()) {
            Some(seat) => fort.hostile |= 1 << seat,
            None => fields.wrong("hostile", format!("{item} is no player")),
        }
    }
    let works: Vec<Option<ShipId>> =
        fields.list("works").iter().map(|item| item.as_text().and_then(parse_ship)).collect();
    match works.as_slice() {
        [] => {}
        [Some(one), Some(two)] if one < two && fort.worker < p.n_players() => {
            fort.works = [one.0, two.0];
        }
        _ => fields.wrong("works", "works need two ships in order, and a worker"),
    }
    let seats = [fort.owner, fort.first, fort.worker, fort.last_hostile];
    let sane = seats.iter().all(|&s| valid(s))
        && fort.worker != PIRATES
        && fort.last_hostile != PIRATES
        && (fort.points == 0 || (fort.ruin && fort.worker != NONE))
        && !(fort.ruin && fort.shots > 0)
        && (fort.ruin || fort.worker == NONE || fort.has_works());
    if !sane {
        fields.wrong("owner", "owner, worker, points and shots do not fit together");
    }
    fields.done().map(|()| fort)
}

fn read_time(fields: &mut Fields<'_>, p: &mut Public) {
    let n = p.n_players();
    p.turn = fields.int_or("turn", 1, 0..=9999) as u16;
    let order: Vec<Option<u8>> = fields
        .list("order")
        .iter()
        .map(|item| item.as_text().and_then(parse_player).filter(|&s| s < n))
        .collect();
    if !order.is_empty() {
        let mut seen = 0u8;
        order.iter().flatten().for_each(|s| seen |= 1 << s);
        if order.len() == n as usize && seen.count_ones() == u32::from(n) {
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
    let phase = player_of(fields, "phase").filter(|&s| s < n);
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
    let owner = player_of(&mut fields, "owner").filter(|&s| s < p.n_players());
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
    ship.captain = fields.word_or("captain", 0, &[("target", 1), ("initiative", 2)]);
    let bow = fields.text("bow");
    ship.bow = match (bow, space) {
        (Some(text), _) => match Dir::parse(text) {
            Some(dir) => dir.0,
            None => {
                fields.wrong("bow", format!("\"{text}\" is no direction"));
                0
            }
        },
        (None, Some(space)) => placing::bow_at(p.chart(), space),
        (None, None) => 0,
    };
    for key in ["repair", "work"] {
        let Some(text) = fields.text(key) else { continue };
        let fort = parse_fort(p, text);
        let inside = fort.is_some_and(|f| {
            space.is_some_and(|space| p.chart().fort_harbour[f as usize].has(space))
        });
        match fort.filter(|_| inside) {
            Some(fort) if key == "repair" => ship.repair = fort,
            Some(fort) => ship.work = fort,
            None => fields.wrong(key, format!("the ship is in no harbour of {text}")),
        }
    }
    let Some(owner) = owner else {
        fields.wrong("owner", "a ship needs an owner");
        return fields.done();
    };
    ship.owner = owner;
    if ship.has(mark::NEW_FIRE) && !ship.has(mark::IGNITED)
        || (ship.repair != NONE && ship.work != NONE)
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
            owner,
            marks: ship.marks & mark::RESERVE,
            ..crate::state::Ship::GONE
        };
    } else {
        fields.wrong("space", "the ship needs a space");
    }
    fields.done()
}

fn read_players(fields: &mut Fields<'_>, p: &mut Public) {
    let n = p.n_players();
    for (who, doc) in fields.entries("players") {
        let Some(seat) = parse_player(who).filter(|&s| s < n) else {
            fields.wrong("players", format!("{who} is no player"));
            continue;
        };
        let read = || -> Result<crate::state::Player, Faults> {
            let mut fields = Fields::of(doc, &format!("players.{who}"))?;
            let player = crate::state::Player {
                out: fields.bool_or("out", false),
                hand: fields.int_or("hand", 0, 0..=7) as u8,
                mines: fields.int_or("mines", 0, 0..=3) as u8,
                standing: fields.bool_or("standing", false),
                to_note: fields.int_or("to_note", 0, 0..=4) as u8,
                fortless: fields.int_or("fortless", 0, 0..=9999) as u16,
                respawn: fields.int_or("respawn", 0, 0..=9999) as u16,
                victor: fields.int_or("victor", 0, 0..=i64::from(n)) as u8,
            };
            fields.done().map(|()| player)
        };
        match read() {
            Ok(player) => p.players[seat as usize] = player,
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
            Some(id) => p.fuse = id.0,
            None => fields.wrong("fuse", "no such ship is afloat"),
        }
    }
    if let Some(doc) = fields.get("passage") {
        match read_passage(doc, p) {
            Ok(passage) => p.passage = passage,
            Err(found) => fields.faults.0.extend(found.0),
        }
    }
    for item in fields.list("treaties") {
        if let Err(found) = read_treaty(item, p) {
            fields.faults.0.extend(found.0);
        }
    }
    let n = p.n_players();
    for (who, doc) in fields.entries("stashes") {
        let read = || -> Result<Stash, Faults> {
            let mut fields = Fields::of(doc, &format!("stashes.{who}"))?;
            let holder = player_of(&mut fields, "holder").filter(|&s| s < n);
            let goods = fields.int_or("goods", 0, 0..=7) as u8;
            let shown = space_of(&mut fields, "shown", p).unwrap_or(Space::NONE);
            let Some(holder) = holder else {
                fields.wrong("holder", "somebody holds the map");
                fields.done()?;
                return Ok(Stash::NONE);
            };
            fields.done().map(|()| Stash { holder, goods, shown })
        };
        match (parse_player(who).filter(|&s| s < n), read()) {
            (Some(seat), Ok(stash)) if mines::writes_map(p, seat) && stash.holder != seat => {
                p.stashes[seat as usize] = stash;
            }
            (_, Err(found)) => fields.faults.0.extend(found.0),
            _ => fields.wrong("stashes", format!("{who} has no map that could be taken")),
        }
    }
    for (who, doc) in fields.entries("owed") {
        let numbers: Vec<i64> =
            doc.as_list().unwrap_or(&[]).iter().filter_map(Doc::as_int).collect();
        match (parse_player(who).filter(|&s| s < n), numbers.as_slice()) {
            (Some(seat), [a @ 0..=6, b @ 0..=4, c @ 0..=1, d @ 0..=6]) => {
                p.owed[seat as usize] = [*a as u8, *b as u8, *c as u8, *d as u8];
            }
            _ => fields.wrong("owed", format!("{doc} is not what {who} can owe")),
        }
    }
    for (who, doc) in fields.entries("since") {
        let numbers: Vec<i64> =
            doc.as_list().unwrap_or(&[]).iter().filter_map(Doc::as_int).collect();
        let fits =
            numbers.len() == 8 && numbers.iter().all(|n| (0..=i64::from(u32::MAX / 2)).contains(n));
        match parse_player(who).filter(|&s| s < n && fits) {
            Some(seat) => {
                for (slot, n) in p.since[seat as usize].iter_mut().zip(numbers) {
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

fn read_treaty(doc: &Doc, p: &mut Public) -> Result<(), Faults> {
    let mut fields = Fields::of(doc, "treaties")?;
    let one = player_of(&mut fields, "one").filter(|&s| s < p.n_players());
    let two = player_of(&mut fields, "two").filter(|&s| s < p.n_players());
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

fn ships_of(fields: &mut Fields<'_>, key: &'static str, p: &Public) -> ShipSet {
    let Some(text) = fields.text(key) else { return ShipSet::EMPTY };
    if text == "-" {
        return ShipSet::EMPTY;
    }
    let ships: Option<ShipSet> =
        text.split(',').map(|name| parse_ship(name).filter(|&id| p.ship(id).is_afloat())).collect();
    if ships.is_none() {
        fields.wrong(key, format!("\"{text}\" are no ships afloat"));
    }
    ships.unwrap_or_default()
}

fn fort_of(fields: &mut Fields<'_>, key: &'static str, p: &Public) -> Option<u8> {
    let text = fields.text(key)?;
    let fort = parse_fort(p, text);
    if fort.is_none() {
        fields.wrong(key, format!("there is no fort {text}"));
    }
    fort
}

fn read_windows(docs: &[Doc], p: &mut Public, faults: &mut Faults) {
    for (i, doc) in docs.iter().enumerate() {
        match read_window(doc, &format!("windows.{i}"), p) {
            Ok(Some(window)) => p.windows.push(window),
            Ok(None) => {
                faults.add(Fault::new(format!("windows.{i}"), "no such question can be open"))
            }
            Err(found) => faults.0.extend(found.0),
        }
    }
    let automatic = matches!(p.windows.last(), Some(Window::Broadside { .. }));
    let order = p.windows.iter().rev().skip(1).all(|w| matches!(w, Window::Broadside { .. }));
    if automatic || !order || p.windows.len() > 2 {
        faults.add(Fault::new("windows", "these questions cannot be open together"));
    }
}

fn read_window(doc: &Doc, place: &str, p: &Public) -> Result<Option<Window>, Faults> {
    let mut fields = Fields::of(doc, place)?;
    let kind = fields.text("kind").unwrap_or("");
    let seat =
        player_of(&mut fields, "seat").filter(|&s| s < p.n_players() && !p.players[s as usize].out);
    let Some(seat) = seat else { return fields.done().map(|()| None) };
    let window = match kind {
        "defend" => {
            let fort = fort_of(&mut fields, "fort", p);
            let by = player_of(&mut fields, "by").filter(|&s| s < p.n_players());
            let attackers = ships_of(&mut fields, "attackers", p);
            let first = player_of(&mut fields, "first").filter(|&s| s < p.n_players() || s == NONE);
            let named = ships_of(&mut fields, "named", p);
            match (fort, by, first) {
                (Some(fort), Some(by), Some(first))
                    if !attackers.is_empty()
                        && attackers.iter().all(|id| p.ship(id).owner == by)
                        && p.commands(seat, &p.forts[fort as usize])
                        && attackers.0 & named.0 == 0 =>
                {
                    Some(Window::Defend { fort, by, attackers, seat, first, named })
                }
                _ => None,
            }
        }
        "allot" => read_allot(&mut fields, p, seat),
        "broadside" => {
            let volley = fields.text("volley").unwrap_or("");
            match actions::parse(p, &format!("fire {volley}")) {
                Ok(Action::Fire { first, second: None }) => {
                    let lined = first.guns.iter().all(|(unit, _)| {
                        crate::rules::gunfire::line(p, unit, first.target).is_ok()
                    });
                    let ships = first.target.as_ship().is_some_and(|id| p.ship(id).is_afloat());
                    (lined && ships).then_some(Window::Broadside { seat, volley: first })
                }
                _ => None,
            }
        }
        "mines" => {
            let ship = fields.text("ship").and_then(parse_ship);
            let mines = p.options().mines && p.players[seat as usize].mines > 0;
            ship.filter(|id| mines && p.ship(*id).is_afloat() && p.passage.ship == id.0)
                .filter(|id| p.may_attack(seat, p.ship(*id).owner))
                .map(|ship| Window::Mines { seat, ship })
        }
        "plunder" => {
            let ships = ships_of(&mut fields, "ships", p);
            let gold = fields.int_or("gold", 0, 0..=7) as u8;
            (gold > 0).then_some(Window::Plunder { seat, ships, gold })
        }
        _ => None,
    };
    fields.done().map(|()| window)
}

fn read_allot(fields: &mut Fields<'_>, p: &Public, seat: u8) -> Option<Window> {
    let ships = ships_of(fields, "ships", p);
    let fort = fort_of(fields, "fort", p);
    let points = fields.int_or("points", 0, 0..=99) as u8;
    let losers = fields.get("losers").is_some().then(|| ships_of(fields, "losers", p));
    let assault = fort_of(fields, "assault", p);
    let defenders = ships_of(fields, "defenders", p);
    let defence = fort_of(fields, "defence", p);
    let kind = match (losers, assault, defence) {
        (Some(losers), None, None) if losers.0 & !ships.0 == 0 && fort.is_none() => {
            Allot::Boarding { losers }
        }
        (None, Some(at), None) if fort.is_none_or(|f| f == at) && defenders.0 & ships.0 == 0 => {
            Allot::Assault { fort: at, defenders }
        }
        (None, None, Some(at)) if fort == Some(at) => Allot::Defence { fort: at },
        _ => return None,
    };
    let standing = [assault, defence].iter().flatten().all(|&f| !p.forts[f as usize].ruin);
    let room: u16 = ships.iter().map(|id| u16::from(p.max_strength(id))).sum::<u16>()
        + if fort.is_some() { u16::from(FORT_STRENGTH) } else { 0 };
    let fits = points > 0 && u16::from(points) <= room && standing;
    fits.then_some(Window::Allot { seat, ships, fort: fort.unwrap_or(NONE), points, kind })
}

fn read_secret(doc: &Doc, who: &str, seat: u8, table: &mut Table<SailEpoch>) -> Result<(), Faults> {
    let mut fields = Fields::of(doc, &format!("secrets.{who}"))?;
    let n = table.public.n_players();
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
        match (parse_player(pirate).filter(|&s| s < n), space) {
            (Some(pirate), Some(space)) => own.held[pirate as usize] = space,
            _ => fields.wrong("held", format!("{place} is no map of {pirate}")),
        }
    }
    own.offered = fields.int_or("offered", 0, 0..=63) as u8;
    for key in ["incoming", "outgoing"] {
        let Some(doc) = fields.get(key) else { continue };
        let other = doc.get("seat").and_then(Doc::as_text).and_then(parse_player);
        let turns = doc.get("turns").and_then(Doc::as_int);
        match (other.filter(|&s| s < n && s != seat), turns) {
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
    table.seats[Seat(seat)] = own;
    fields.done()
}

/// The whole must fit together: somebody can go on.
fn sound(mut table: Table<SailEpoch>) -> Result<Table<SailEpoch>, Faults> {
    let n = table.public.n_players();
    for seat in 0..n {
        // A hand-written position need not count the mines.
        let laid = table.seats[Seat(seat)].mines.len() as u8;
        table.public.players[seat as usize].mines = laid;
        let all = table.seats[Seat(seat)].mines.iter().all(|m| m.order != Standing::Ask);
        if laid > 0 {
            table.public.players[seat as usize].standing = all;
        }
    }
    let p = &table.public;
    let mut faults = Faults::default();
    let mut refuse = |bad: bool, place: &str, reason: &str| {
        if bad {
            faults.add(Fault::new(place, reason));
        }
    };
    refuse(
        (p.stage == Stage::Over) != p.outcome.is_some(),
        "outcome",
        "an end needs its outcome, and only an end",
    );
    refuse(p.stage == Stage::Over && !p.windows.is_empty(), "windows", "it is over");
    refuse(
        p.stage == Stage::Ending && p.windows.is_empty(),
        "stage",
        "nothing holds the end of the phase",
    );
    let unarmed = matches!(p.windows.last(), Some(Window::Mines { seat, .. })
        if p.players[*seat as usize].mines == 0 || p.players[*seat as usize].standing);
    refuse(unarmed, "windows", "who has no mine to decide on is not asked");
    let playing = matches!(p.stage, Stage::Phase | Stage::Ending | Stage::Over);
    refuse(playing != (p.turn > 0), "turn", "Turns are counted from 1 when play has begun");
    refuse(!playing && !p.windows.is_empty(), "windows", "play has not begun");
    refuse(
        matches!(p.stage, Stage::Phase | Stage::Ending) && p.players[p.acting() as usize].out,
        "phase",
        "this player is out",
    );
    refuse(!playing && p.living().len() < u32::from(n), "players", "nobody is out before play");
    let notes = p.players.iter().any(|player| player.to_note > 0);
    refuse(notes && playing, "players", "secrets are noted before play");
    refuse(p.stage == Stage::Secrets && !notes, "stage", "there is nothing to note");
    refuse(
        p.players
            .iter()
            .zip(0u8..)
            .any(|(player, seat)| seat < n && player.out && !p.fleets[seat as usize].is_empty()),
        "players",
        "a player who is out has no ships",
    );
    for (id, ship) in p.ships.iter().enumerate().map(|(i, s)| (ShipId(i as u8), s)) {
        let works = ship.work != NONE && !p.forts[ship.work as usize].works.contains(&id.0);
        refuse(works, "ships", "a ship works where the fort does not know it");
        let ruin = ship.repair != NONE && p.forts[ship.repair as usize].ruin;
        refuse(ruin, "ships", "a ruin repairs no ship");
    }
    for (i, fort) in p.forts().iter().enumerate() {
        let there = |&id: &u8| {
            id == NONE
                || (p.ships[id as usize].work == i as u8
                    && p.ships[id as usize].owner == fort.worker)
        };
        refuse(!fort.works.iter().all(there), "forts", "works need two ships that work there");
    }
    let total: u16 = p.goods.iter().map(|(_, n)| u16::from(*n)).sum::<u16>()
        + p.ships.iter().map(|s| u16::from(s.cargo)).sum::<u16>()
        + p.forts().iter().map(|f| u16::from(f.goods)).sum::<u16>()
        + p.players.iter().map(|s| u16::from(s.hand)).sum::<u16>()
        + p.stashes.iter().map(|s| u16::from(s.goods)).sum::<u16>();
    refuse(total > 7, "goods", "there are seven goods in all");
    refuse(p.seats().any(|s| p.owed[s as usize] != [0; 4]) && playing, "owed", "placing is over");
    refuse(p.fuse != NONE && p.windows.is_empty(), "fuse", "nothing holds the explosion");
    let offers = table
        .seats
        .iter()
        .filter(|(_, own)| own.incoming.is_some() || own.outgoing.is_some())
        .count();
    if offers > 0 {
        let pair =
            table.seats.iter().find_map(|(seat, own)| own.incoming.map(|offer| (seat.0, offer)));
        let fits = pair.is_some_and(|(to, offer)| {
            offers == 2
                && p.stage == Stage::Phase
                && p.windows.is_empty()
                && p.acting() == offer.seat
                && p.is_foe(to, offer.seat)
                && !p.players[to as usize].out
                && table.seats[Seat(offer.seat)].outgoing
                    == Some(Offer { seat: to, turns: offer.turns })
        });
        refuse(!fits, "secrets", "an offer has a proposer who acts and an addressee");
    }
    for (seat, own) in table.seats.iter() {
        refuse(
            p.players[seat.index()].out && !own.mines.is_empty(),
            "secrets",
            "who is out has no mines",
        );
        for pirate in 0..MAX_SEATS {
            let stash = p.stashes[pirate];
            let holds = stash.holder == seat.0;
            refuse(own.held[pirate].is_some() != holds, "secrets", "a map is held by its holder");
            let written = pirate < n as usize
                && holds
                && table.seats[Seat(pirate as u8)].map != own.held[pirate];
            refuse(written, "secrets", "a captured map is the one that was drawn");
            let shown = holds && stash.shown.is_some() && stash.shown != own.held[pirate];
            refuse(shown, "stashes", "what was shown is on the map");
        }
        refuse(
            playing && mines::writes_map(p, seat.0) && !own.map.is_some(),
            "secrets",
            "a pirate has drawn a map",
        );
    }
    faults.or(())?;
    // Who is awaited must find something to do.
    if let admiralty_core::Awaiting::Seats(seats) = view::awaiting(&table) {
        for seat in seats.iter() {
            let mut out = Vec::new();
            let sight = table.sight(admiralty_core::Viewer::Seat(seat));
            let listed = crate::legal::legal(sight, &mut out);
            if out.is_empty() && listed == admiralty_core::Listed::Complete {
                return Err(Fault::new("stage", format!("P{} could do nothing", seat.0 + 1)).into());
            }
        }
        if seats.is_empty() {
            return Err(Fault::new("stage", "nobody is awaited").into());
        }
    }
    match crate::invariants::broken(&table) {
        Some(what) => Err(Fault::new("", what.to_string()).into()),
        None => Ok(table),
    }
}
