//! A document as a table, with every fault and its place.

use super::{MARKS, REASONS, STATES, check};
use crate::FleetActions;
use crate::board::{Dir, Extent, Point, PointSet};
use crate::setup::begin::fresh;
use crate::setup::{Battle, Setup, clock_time, read_base, read_points, side_by_code};
use crate::state::{
    Ask, Counter, Current, Declared, Fleet, Grand, KINDS, Kind, Laid, Moving, Order, Public, Sealed,
};
use crate::text;
use crate::units::{FORCES, Force};
use admiralty_core::{
    ClauseId, Doc, Fault, Faults, Fields, Outcome, SeatSet, Side, SideSet, Table, Verdict,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroU8;

struct Reader {
    faults: Faults,
}

impl Reader {
    fn wrong(&mut self, place: &str, reason: impl Into<String>) {
        self.faults.add(Fault::new(place, reason));
    }

    fn ask<T>(&mut self, place: &str, what: &str, found: Option<T>) -> Option<T> {
        if found.is_none() {
            self.wrong(place, format!("cannot read this {what}"));
        }
        found
    }
}

/// Reads a position: the document of `save`, or a scenario block as text.
pub(crate) fn load(doc: &Doc) -> Result<Table<FleetActions>, Faults> {
    if let Doc::Text(text) = doc {
        let base = Doc::map().with("block", text.to_string());
        return Ok(fresh(&crate::setup::read_setup(&base)?));
    }
    let mut f = Fields::of(doc, "")?;
    let setup: Setup = read_base(&mut f)?;
    let mut table = fresh(&setup);
    let mut r = Reader { faults: Faults::default() };
    read_public(&mut f, &mut table, &mut r);
    for (code, value) in f.entries("sealed") {
        read_sealed(&mut table, code, value, &mut r);
    }
    for (code, value) in f.entries("hidden_cards") {
        let b = table.public.battle.clone();
        let seat = text::parse_seat(&b, code);
        let signal = value.as_text().and_then(|t| text::parse_signal(&b, t));
        if let (Some(seat), Some(signal)) = (seat, signal)
            && let Some(side) = b.seats[seat.index()].side
        {
            table.sides[side].cards[seat.index()] = signal;
        } else {
            r.wrong("hidden_cards", "cannot read this card");
        }
    }
    if let Some(text) = f.text("next_wind") {
        let wind = text
            .split_once(' ')
            .and_then(|(d, w)| Some((Dir::parse(d)?, FORCES.iter().find(|x| x.0 == w)?.1)));
        table.umpire = r.ask("next_wind", "wind", wind);
    }
    f.done()?;
    r.faults.or(())?;
    lay_out(&mut table);
    check(&table)?;
    Ok(table)
}

fn read_public(f: &mut Fields<'_>, table: &mut Table<FleetActions>, r: &mut Reader) {
    let p = &mut table.public;
    let b = p.battle.clone();
    if let Some(map) = f.get("map") {
        let n = |i: usize| map.as_list().and_then(|l| l.get(i)).and_then(Doc::as_int);
        match (n(0), n(1)) {
            (Some(cols @ 1..=99), Some(rows @ 1..=99)) => {
                let mut battle = Battle::clone(&b);
                battle.extent = Extent { cols: cols as u8, rows: rows as u8 };
                battle.land = PointSet::default();
                if let Some(land) = f.text("land")
                    && read_points(land, &mut battle.land).is_none()
                {
                    r.wrong("land", "cannot read these points");
                }
                p.battle = Arc::new(battle);
                p.grand = None;
            }
            _ => r.wrong("map", "a map is [columns, rows], each 1 to 99"),
        }
    }
    p.turn = f.int_or("turn", i64::from(p.turn), 0..=9999) as u16;
    for (key, field) in [("clock", &mut p.clock), ("nightfall", &mut p.nightfall)] {
        if let Some(text) = f.text(key) {
            let minutes = text.split_once(':').and_then(|(h, m)| {
                let (h, m): (u16, u16) = (h.parse().ok()?, m.parse().ok()?);
                (h < 99 && m < 60).then(|| h * 60 + m)
            });
            if let Some(t) = r.ask(key, "time", minutes.or_else(|| clock_time(text))) {
                *field = t;
            }
        }
    }
    // FA-D.36: after midnight only in the turns that are fought on in the dark, or in the last
    // one on the hex map.
    let latest = p.nightfall.saturating_add(11 * Force::Light.turn_minutes());
    if p.clock >= 24 * 60 && p.clock > latest {
        let night = text::clock(p.nightfall);
        r.wrong("clock", format!("with nightfall at {night} it is never that late"));
    }
    if p.nightfall >= 24 * 60 {
        r.wrong("nightfall", "a day has 24 hours");
    }
    if let Some(text) = f.text("wind")
        && let Some(d) = r.ask("wind", "direction", Dir::parse(text))
    {
        p.wind = d;
    }
    p.force = f.word_or("force", p.force, &FORCES);
    p.turn_force = f.word_or("turn_force", p.force, &FORCES);
    p.night = f.int_or("night_turns", 0, 0..=99) as u8;
    p.quiet = f.int_or("quiet", 0, 0..=99) as u8;
    p.fired = f.bool_or("fired", false);
    p.light_first = f.word_or("light_first", Side(0), &[("A", Side(0)), ("B", Side(1))]);
    for (key, field) in [("points", &mut p.points), ("score", &mut p.score)] {
        let list = f.list(key);
        for (i, value) in list.iter().enumerate().take(2) {
            match value.as_int() {
                Some(n @ -9999..=9999) => field[i] = n as i16,
                _ => r.wrong(key, "a score is a pair of numbers"),
            }
        }
    }
    for (code, value) in f.entries("squads") {
        read_squad(p, code, value, r);
    }
    let mut named = Fleet::EMPTY;
    for (code, value) in f.entries("ships") {
        named = named.union(read_ship(p, code, value, r));
    }
    // Who is not said to be of another Group is of the one she stands in.
    for squad in p.squad_ids() {
        for id in p.line_of(squad).filter(|id| !named.has(*id)) {
            let group = p.muster_of(id);
            p.ship_mut(id).muster = group;
        }
    }
    for pair in f.list("fouls") {
        let id = |i: usize| {
            pair.as_list()
                .and_then(|l| l.get(i))
                .and_then(Doc::as_text)
                .and_then(|t| b.ship_by_code(t))
        };
        match (id(0), id(1)) {
            (Some(x), Some(y)) => p.fouls.push((x, y)),
            _ => r.wrong("fouls", "a fouled pair is two ships"),
        }
    }
    for (code, value) in f.entries("cards") {
        let signal = value.as_text().and_then(|t| text::parse_signal(&b, t));
        match (text::parse_seat(&b, code), signal) {
            (Some(seat), Some(signal)) => p.cards[seat.index()] = signal,
            _ => r.wrong("cards", "cannot read this card"),
        }
    }
    p.offers = seats(&b, f.list("offers"), r);
    p.gone = seats(&b, f.list("left"), r);
    if let Some(phase) = f.get("phase") {
        read_phase(p, phase, r);
    }
    match f.get("pending") {
        Some(Doc::List(list)) => p.pending = seats(&b, list, r),
        Some(_) => r.wrong("pending", "expected a list of seats"),
        None => {
            if p.phase.kind == Kind::Confirm {
                p.pending = [Side(0), Side(1)].map(|s| b.cinc(s)).into_iter().collect();
            }
        }
    }
    if let Some(m) = f.get("moving") {
        p.moving = r.ask("moving", "move", read_moving(&b, m)).map(Box::new);
    }
    if let Some(g) = f.get("grand")
        && let Some(grand) = &mut p.grand
    {
        let read = read_grand(&b, g, grand);
        r.ask("grand", "hex map", read);
    }
    if let Some(o) = f.get("over") {
        p.over = r.ask("over", "outcome", read_over(o));
        if p.over.is_some() {
            p.phase.kind = Kind::Over;
            p.pending = SeatSet::EMPTY;
        }
    }
}

fn seats(b: &Battle, list: &[Doc], r: &mut Reader) -> SeatSet {
    let mut set = SeatSet::EMPTY;
    for code in list {
        match code.as_text().and_then(|t| text::parse_seat(b, t)) {
            Some(seat) => set = set.with(seat),
            None => r.wrong("seats", format!("there is no seat {code}")),
        }
    }
    set
}

fn read_squad(p: &mut Public, code: &str, value: &Doc, r: &mut Reader) {
    let place = format!("squads.{code}");
    let b = p.battle.clone();
    let Some(squad) = b.squad_by_code(code) else {
        return r.wrong(&place, "there is no such squadron");
    };
    let mut f = match Fields::of(value, &place) {
        Ok(f) => f,
        Err(faults) => return r.faults.0.extend(faults.0),
    };
    let q = &mut p.squads[squad.i()];
    q.marker = f.int_or("marker", i64::from(q.marker), 0..=3) as u8;
    if let Some(flag) = f.text("flag") {
        if flag == "-" {
            q.flag = None;
        } else if let Some(id) =
            b.ship_by_code(flag).filter(|id| b.ships[id.i()].squad == squad && b.ships[id.i()].line)
        {
            q.flag = Some(id);
        } else {
            f.wrong("flag", "no line ship of the squadron");
        }
    }
    if let Some(at) = f.text("flag_at") {
        match Point::parse(at) {
            Some(at) => q.flag_at = at,
            None => f.wrong("flag_at", "no point"),
        }
    }
    if let Some(d) = f.text("flag_heading") {
        match Dir::parse(d) {
            Some(d) => q.flag_heading = d,
            None => f.wrong("flag_heading", "no direction"),
        }
    }
    q.zero = f.bool_or("zero", false);
    q.moves = f.int_or("moves", 0, 0..=9) as u8;
    q.shifted = f.bool_or("shifted", false);
    q.flag_done = f.bool_or("flag_done", false);
    if let Err(faults) = f.done() {
        r.faults.0.extend(faults.0);
    }
}

/// Reads a ship; told back is whether her Group is named.
fn read_ship(p: &mut Public, code: &str, value: &Doc, r: &mut Reader) -> Fleet {
    let place = format!("ships.{code}");
    let b = p.battle.clone();
    let Some(id) = b.ship_by_code(code) else {
        r.wrong(&place, "there is no such ship");
        return Fleet::EMPTY;
    };
    let mut f = match Fields::of(value, &place) {
        Ok(f) => f,
        Err(faults) => {
            r.faults.0.extend(faults.0);
            return Fleet::EMPTY;
        }
    };
    let s = p.ship_mut(id);
    if let Some(at) = f.text("at") {
        match (at, Point::parse(at)) {
            ("-", _) => s.at = Point::default(),
            (_, Some(at)) => s.at = at,
            _ => f.wrong("at", "no point"),
        }
    }
    if let Some(d) = f.text("heading") {
        match Dir::parse(d) {
            Some(d) => s.heading = d,
            None => f.wrong("heading", "no direction"),
        }
    }
    match f.text("axis").map(|a| (a, Dir::parse(a))) {
        Some(("-", _)) => s.axis = None,
        Some((_, Some(d))) => s.axis = Some(d),
        Some((_, None)) => f.wrong("axis", "no direction"),
        None => {}
    }
    s.rank = f.int_or("rank", i64::from(s.rank), 0..=99) as u8;
    s.sd = f.int_or("sd", 0, 0..=99) as u8;
    s.md = f.int_or("md", 0, 0..=99) as u8;
    s.state = f.word_or("state", s.state, &STATES);
    if let Some(code) = f.text("holder") {
        match text::parse_seat(&b, code) {
            Some(seat) if b.seats[seat.index()].side.is_some() => s.holder = seat,
            _ => f.wrong("holder", "no player's seat"),
        }
    }
    if let Some(Doc::List(list)) = f.get("marks") {
        s.marks = 0;
        for word in list {
            match word.as_text().and_then(|w| MARKS.iter().find(|m| m.0 == w)) {
                Some((_, m)) => s.marks |= m,
                None => f.wrong("marks", format!("{word} is no mark of a ship")),
            }
        }
    }
    if let Some(text) = f.text("order") {
        match parse_order(&b, text) {
            Some(order) => s.order = order,
            None => f.wrong("order", "no order"),
        }
    }
    let mut named = Fleet::EMPTY;
    if let Some(code) = f.text("with") {
        match b.ship_by_code(code).filter(|group| b.ships[group.i()].squad == s.squad) {
            Some(group) => {
                s.muster = group;
                named = Fleet::only(id);
            }
            None => f.wrong("with", "no ship of the squadron"),
        }
    }
    s.die = NonZeroU8::new(f.int_or("die", 0, 0..=6) as u8);
    s.edges = f.int_or("edges", 0, 0..=15) as u8;
    for (i, foe) in f.list("foes").iter().enumerate().take(2) {
        match foe.as_text().and_then(|t| b.ship_by_code(t)) {
            Some(foe) => s.foes[i] = Some(foe),
            None => f.wrong("foes", "no ship"),
        }
    }
    if let Err(faults) = f.done() {
        r.faults.0.extend(faults.0);
    }
    named
}

fn read_phase(p: &mut Public, doc: &Doc, r: &mut Reader) {
    let b = p.battle.clone();
    let mut f = match Fields::of(doc, "phase") {
        Ok(f) => f,
        Err(faults) => return r.faults.0.extend(faults.0),
    };
    let words: Vec<(&str, Kind)> = KINDS.to_vec();
    p.phase.kind = f.word_or("kind", Kind::Confirm, &words);
    p.phase.resume = f.word_or("resume", p.phase.resume, &words);
    p.phase.step = f.int_or("step", 0, 0..=4) as u8;
    p.phase.slot = f.int_or("slot", 0, 0..=3) as u8;
    p.phase.at = f.int_or("asked", 0, 0..=15) as u8;
    p.phase.squads.clear();
    p.phase.ships.clear();
    for item in f.list("list") {
        let code = item.as_text().unwrap_or("");
        let found = match p.phase.kind {
            Kind::Singles | Kind::Frigates | Kind::GrandPlace => {
                b.ship_by_code(code).map(|id| p.phase.ships.push(id))
            }
            Kind::Head | Kind::Squads | Kind::GrandSlot | Kind::GrandTurn => {
                b.squad_by_code(code).map(|squad| p.phase.squads.push(squad))
            }
            _ => None,
        };
        if found.is_none() {
            f.wrong("list", format!("{item} has no place in this phase"));
        }
    }
    if let Err(faults) = f.done() {
        r.faults.0.extend(faults.0);
    }
}

fn read_fleet(b: &Battle, doc: Option<&Doc>) -> Option<Fleet> {
    let list = doc?.as_list()?;
    list.iter().map(|x| x.as_text().and_then(|t| b.ship_by_code(t))).collect::<Option<Fleet>>()
}

fn text_of<'a>(doc: &'a Doc, key: &str) -> Option<&'a str> {
    doc.get(key)?.as_text()
}

fn read_moving(b: &Battle, doc: &Doc) -> Option<Moving> {
    let mut m = Moving {
        squad: b.squad_by_code(text_of(doc, "squad")?)?,
        todo: smallvec::SmallVec::new(),
        left: smallvec::SmallVec::new(),
        cur: None,
    };
    for part in doc.get("todo")?.as_list()? {
        m.todo.push(read_fleet(b, Some(part)).filter(|f| !f.is_empty())?);
    }
    for l in doc.get("left")?.as_list()? {
        m.left.push((
            read_fleet(b, l.get("part"))?,
            read_fleet(b, l.get("left"))?,
            Point::parse(text_of(l, "at")?)?,
        ));
    }
    if let Some(c) = doc.get("now") {
        let ask = match text_of(c, "ask")?.split_once(' ') {
            Some((_, d)) => Ask::Course(Dir::parse(d)?),
            None if text_of(c, "ask")? == "enter" => Ask::Enter,
            None => Ask::Side,
        };
        m.cur = Some(Current {
            part: read_fleet(b, c.get("part"))?,
            movers: read_fleet(b, c.get("movers")).filter(|f| !f.is_empty())?,
            from: Point::parse(text_of(c, "from")?)?,
            to: Point::parse(text_of(c, "to")?)?,
            heading: Dir::parse(text_of(c, "heading")?)?,
            ask,
        });
    }
    Some(m)
}

fn read_grand(b: &Battle, doc: &Doc, grand: &mut Grand) -> Option<()> {
    if let Some(side) = text_of(doc, "first") {
        grand.first = side_by_code(side)?;
    }
    grand.second = doc.get("second") == Some(&Doc::Bool(true));
    let Some(Doc::Map(squads)) = doc.get("squads") else { return Some(()) };
    for (code, value) in squads {
        let code: &Cow<'static, str> = code;
        let squad = b.squad_by_code(code)?;
        let column = &mut grand.columns[squad.i()];
        if let Some(form) = text_of(value, "form") {
            column.ahead = form == "ahead";
        }
        if let Some(groups) = value.get("groups").and_then(Doc::as_list) {
            if groups.len() != column.groups.len() {
                return None;
            }
            for (i, g) in groups.iter().enumerate() {
                let (hex, facing) = g.as_text()?.split_once(' ')?;
                column.groups[i] = Counter { hex: Point::parse(hex)?, facing: Dir::parse(facing)? };
            }
        }
        let marker = value.get("marker").and_then(Doc::as_int).unwrap_or(0);
        column.marker = marker.clamp(0, 3) as u8;
        column.moved = value.get("moved") == Some(&Doc::Bool(true));
    }
    Some(())
}

fn read_over(doc: &Doc) -> Option<Outcome> {
    let verdict = match text_of(doc, "winner")? {
        "A" => Verdict::Won(SideSet::only(Side(0))),
        "B" => Verdict::Won(SideSet::only(Side(1))),
        "draw" => Verdict::Drawn,
        _ => Verdict::Cancelled,
    };
    let (reason, clause) = REASONS.iter().find(|x| Some(x.0) == text_of(doc, "reason"))?;
    let degree = match text_of(doc, "degree")? {
        "marginal" => "marginal",
        "decisive" => "decisive",
        _ => "draw",
    };
    Some(Outcome { verdict, reason, degree, clause: ClauseId(clause) })
}

fn read_sealed(table: &mut Table<FleetActions>, code: &str, value: &Doc, r: &mut Reader) {
    let b = table.public.battle.clone();
    let place = format!("sealed.{code}");
    let Some(seat) = text::parse_seat(&b, code) else {
        return r.wrong(&place, "there is no such seat");
    };
    let mut f = match Fields::of(value, &place) {
        Ok(f) => f,
        Err(faults) => return r.faults.0.extend(faults.0),
    };
    let mut sealed = Sealed::default();
    for (code, speed) in f.entries("speeds") {
        match (b.squad_by_code(code), speed.as_int()) {
            (Some(q), Some(speed @ 0..=3)) => sealed.speeds.push((q, speed as u8)),
            _ => r.wrong(&place, "cannot read this speed"),
        }
    }
    if let Some(text) = f.text("card") {
        sealed.card = r.ask(&place, "card", text::parse_signal(&b, text));
    }
    for item in f.list("attacks") {
        let read = item.as_text().and_then(|t| {
            let (by, at) = t.split_once(" > ")?;
            let at = if at == "-" { None } else { Some(text::parse_unit(&b, at)?) };
            Some(Declared { by: text::parse_unit(&b, by)?, at })
        });
        if let Some(d) = r.ask(&place, "attack", read) {
            sealed.attacks.push(d);
        }
    }
    for (code, yes) in f.entries("boards") {
        match (b.ship_by_code(code), yes) {
            (Some(id), Doc::Bool(yes)) => sealed.boards.push((id, *yes)),
            _ => r.wrong(&place, "cannot read this decision"),
        }
    }
    if let Err(faults) = f.done() {
        r.faults.0.extend(faults.0);
    }
    table.seats[seat] = sealed;
}

/// What lies sealed on the table, from what the seats have sealed.
fn lay_out(table: &mut Table<FleetActions>) {
    let p = &mut table.public;
    for (seat, sealed) in table.seats.iter() {
        let squads = sealed.speeds.iter().map(|(q, _)| Laid::Marker(*q));
        p.laid.extend(squads);
        p.laid.extend(sealed.card.map(|_| Laid::Card(seat)));
        p.laid.extend(sealed.attacks.iter().map(|d| Laid::Attack(d.by)));
        p.laid.extend(sealed.boards.iter().map(|(id, _)| Laid::Board(*id)));
    }
}

fn parse_order(b: &Battle, text: &str) -> Option<Order> {
    Some(match text.split_once(' ') {
        None => match text {
            "steady" => Order::Steady,
            "tack" => Order::Tack { together: false },
            "tack/T" => Order::Tack { together: true },
            _ => return None,
        },
        Some(("follow", id)) => Order::Follow(b.ship_by_code(id)?),
        Some(("tail", d)) => Order::Tail(Dir::parse(d)?),
        Some(("hold", d)) => Order::Hold(Dir::parse(d)?),
        _ => return None,
    })
}
