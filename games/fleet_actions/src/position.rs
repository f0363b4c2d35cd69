//! Positions as documents: written so that a person can read and write them,
//! with whatever stands at its default left out.

use crate::FleetActions;
use crate::apply::fresh;
use crate::board::{Dir, Extent, Point, PointSet};
use crate::grand::{Counter, Grand};
use crate::notation;
use crate::setup::{
    Battle, Setup, ShipId, SquadId, clock_time, read_base, read_points, side_by_code, side_code,
    write_base,
};
use crate::state::{
    Ask, Current, Declared, Fleet, KINDS, Kind, Laid, Moving, Order, Public, Sealed, Ship, Signal,
    State, mark,
};
use crate::units::FORCES;
use admiralty_core::{
    ClauseId, Doc, Fault, Faults, Fields, Outcome, Seat, SeatSet, Side, SideSet, Table, Verdict,
    Viewer,
};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

const STATES: [(&str, State); 6] = [
    ("waiting", State::Waiting),
    ("ok", State::Ok),
    ("struck", State::Struck),
    ("prize", State::Prize),
    ("withdrawn", State::Withdrawn),
    ("wrecked", State::Wrecked),
];

/// Words for the marks of a ship.
pub(crate) const MARKS: [(&str, u16); 9] = [
    ("straggler", mark::STRAGGLER),
    ("checked", mark::CHECKED),
    ("aground", mark::AGROUND),
    ("melee", mark::MELEE),
    ("boarding", mark::BOARDING),
    ("acted", mark::ACTED),
    ("ordered", mark::ORDERED),
    ("locked", mark::LOCKED),
    ("unrepaired", mark::REPAIRED),
];

const REASONS: [(&str, &str); 7] = [
    ("annihilation", "FA-V.22"),
    ("broken", "FA-V.21"),
    ("nightfall", "FA-D.35"),
    ("quiet", "FA-V.23"),
    ("agreement", "FA-V.25"),
    ("concession", "FA-V.24"),
    ("unmet", "FA-9.36"),
];

/// `hh:mm`.
pub(crate) fn clock(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

/// Word of a state.
pub(crate) fn state_word(state: State) -> &'static str {
    STATES.iter().find(|s| s.1 == state).map_or("ok", |s| s.0)
}

fn order_text(b: &Battle, order: Order) -> String {
    match order {
        Order::Steady => "steady".to_string(),
        Order::Tack { together: false } => "tack".to_string(),
        Order::Tack { together: true } => "tack/T".to_string(),
        Order::Follow(id) => format!("follow {}", b.ship_code(id)),
        Order::Tail(d) => format!("tail {d}"),
        Order::Hold(d) => format!("hold {d}"),
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

/// A ship as data.
pub(crate) fn ship_doc(b: &Battle, id: ShipId, s: &Ship) -> Doc {
    let info = &b.ships[id.i()];
    // What differs from the start is written, also where it is nothing now.
    let waited = b.approach.is_some() || b.squads[s.squad.i()].arrive > 0;
    let on_map = s.at != Point::default();
    let marks: Vec<&'static str> =
        MARKS.iter().filter(|(_, m)| s.is(*m)).map(|(word, _)| *word).collect();
    let foes: Vec<String> =
        s.foes.iter().filter(|f| **f != ShipId::NONE).map(|f| b.ship_code(*f)).collect();
    let mut doc = Doc::map();
    doc.put("at", if on_map { s.at.to_string() } else { "-".to_string() });
    doc.put("heading", s.heading.name());
    doc.put("rank", s.rank);
    doc.with_if(s.axis != info.axis || s.axis.is_some(), "axis", s.axis.map_or("-", |a| a.name()))
        .with_if(s.sd > 0, "sd", s.sd)
        .with_if(s.md > 0, "md", s.md)
        .with_if(s.state != State::Ok || waited, "state", state_word(s.state))
        .with_if(s.state == State::Prize, "holder", notation::seat(b, s.holder))
        .with_if(!marks.is_empty() || info.straggler, "marks", marks)
        .with_if(s.order != Order::Steady, "order", order_text(b, s.order))
        .with_if(s.die > 0, "die", s.die)
        .with_if(!foes.is_empty(), "foes", foes)
        .with_if(s.edges > 0, "edges", s.edges)
}

fn fleet(b: &Battle, ships: Fleet) -> Doc {
    Doc::list(ships.iter().map(|id| b.ship_code(id)))
}

fn seat_list(b: &Battle, seats: SeatSet) -> Doc {
    let known = seats.iter().filter(|s| s.index() < b.seats.len());
    Doc::list(known.map(|s| notation::seat(b, s)))
}

/// Everything public.
pub(crate) fn public_doc(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut doc = Doc::map();
    write_base(b, &mut doc);
    let codes = |list: &[u8], squads: bool| -> Doc {
        Doc::list(
            list.iter()
                .map(|i| if squads { b.squad_code(SquadId(*i)) } else { b.ship_code(ShipId(*i)) }),
        )
    };
    let ph = &p.phase;
    let squads = !matches!(ph.kind, Kind::Singles | Kind::Frigates | Kind::GrandPlace);
    let phase = Doc::map()
        .with("kind", ph.kind.word())
        .with_if(ph.kind == Kind::Confirm, "resume", ph.resume.word())
        .with_if(ph.step > 0, "step", ph.step)
        .with_if(ph.slot > 0, "slot", ph.slot)
        .with_if(!ph.list.is_empty(), "list", codes(&ph.list, squads))
        .with_if(ph.at > 0, "asked", ph.at);
    doc.put("phase", phase);
    doc.put("pending", seat_list(b, p.pending));
    doc.put("turn", p.turn);
    doc.put("clock", clock(p.clock));
    doc.put("nightfall", clock(p.nightfall));
    doc.put("wind", p.wind.name());
    doc.put("force", p.force.name());
    let mut doc = doc
        .with_if(p.turn_force != p.force, "turn_force", p.turn_force.name())
        .with_if(p.night > 0, "night_turns", p.night)
        .with_if(p.light_first.0 == 1, "light_first", "B")
        .with_if(p.points != [0, 0], "points", Vec::from(p.points))
        .with_if(p.quiet > 0, "quiet", p.quiet)
        .with_if(p.fired, "fired", true)
        .with_if(!p.offers.is_empty(), "offers", seat_list(b, p.offers));
    if b.approach.is_some() && p.grand.is_none() {
        doc.put("map", Vec::from([b.extent.cols, b.extent.rows]));
        let land: Vec<String> = b.land.iter().map(|q| q.to_string()).collect();
        doc.put("land", land.join(" "));
    }
    let mut squads = Doc::map();
    for (i, q) in p.squads.iter().enumerate() {
        let flag = if q.flag == ShipId::NONE { "-".to_string() } else { b.ship_code(q.flag) };
        let lost = q.flag == ShipId::NONE;
        let entry = Doc::map()
            .with("marker", q.marker)
            .with("flag", flag)
            .with_if(lost, "flag_at", q.flag_at.to_string())
            .with_if(lost, "flag_heading", q.flag_heading.name())
            .with_if(q.zero, "zero", true)
            .with_if(q.moves > 0, "moves", q.moves)
            .with_if(q.shifted, "shifted", true)
            .with_if(q.flag_done, "flag_done", true);
        squads.put(b.squad_code(SquadId(i as u8)), entry);
    }
    doc.put("squads", squads);
    let mut ships = Doc::map();
    for (id, s) in p.all() {
        ships.put(b.ship_code(id), ship_doc(b, id, s));
    }
    doc.put("ships", ships);
    let fouls: Vec<Doc> =
        p.fouls.iter().map(|(x, y)| Doc::list([b.ship_code(*x), b.ship_code(*y)])).collect();
    let mut doc = doc.with_if(!fouls.is_empty(), "fouls", fouls);
    let cards = cards_doc(b, &p.cards);
    if cards != Doc::map() {
        doc.put("cards", cards);
    }
    if let Some(m) = &p.moving {
        doc.put("moving", moving_doc(b, m));
    }
    if let Some(g) = &p.grand {
        doc.put("grand", grand_doc(b, g));
    }
    if let Some(o) = &p.over {
        doc.put("over", over_doc(o));
        doc.put("score", Vec::from(p.score));
    }
    doc
}

fn cards_doc(b: &Battle, cards: &[Option<Signal>]) -> Doc {
    let mut doc = Doc::map();
    for (i, signal) in cards.iter().enumerate() {
        if signal.is_some() {
            doc.put(notation::seat(b, Seat(i as u8)), notation::signal(b, *signal));
        }
    }
    doc
}

fn moving_doc(b: &Battle, m: &Moving) -> Doc {
    let left: Vec<Doc> = m
        .left
        .iter()
        .map(|(part, left, at)| {
            Doc::map()
                .with("part", fleet(b, *part))
                .with("left", fleet(b, *left))
                .with("at", at.to_string())
        })
        .collect();
    let mut doc = Doc::map()
        .with("squad", b.squad_code(m.squad))
        .with("todo", Doc::List(m.todo.iter().map(|f| fleet(b, *f)).collect()))
        .with("left", left);
    if let Some(c) = &m.cur {
        let ask = match c.ask {
            Ask::Enter => "enter".to_string(),
            Ask::Side => "side".to_string(),
            Ask::Course(d) => format!("course {d}"),
        };
        let cur = Doc::map()
            .with("part", fleet(b, c.part))
            .with("movers", fleet(b, c.movers))
            .with("from", c.from.to_string())
            .with("to", c.to.to_string())
            .with("heading", c.heading.name())
            .with("ask", ask);
        doc.put("now", cur);
    }
    doc
}

fn grand_doc(b: &Battle, g: &Grand) -> Doc {
    let mut doc = Doc::map().with("first", side_code(g.first)).with_if(g.second, "second", true);
    let mut squads = Doc::map();
    for (q, c) in g.columns.iter().enumerate() {
        let groups: Vec<String> =
            c.groups.iter().map(|x| format!("{} {}", x.hex, x.facing)).collect();
        let entry = Doc::map()
            .with("form", if c.ahead { "ahead" } else { "abreast" })
            .with("groups", groups)
            .with_if(c.marker > 0, "marker", c.marker)
            .with_if(c.moved, "moved", true);
        squads.put(b.squad_code(SquadId(q as u8)), entry);
    }
    doc.put("squads", squads);
    doc
}

fn over_doc(o: &Outcome) -> Doc {
    let winner = match o.verdict {
        Verdict::Won(sides) if sides.has(Side(0)) => "A",
        Verdict::Won(_) => "B",
        Verdict::Drawn => "draw",
        Verdict::Cancelled => "cancelled",
    };
    Doc::map().with("winner", winner).with("reason", o.reason).with("degree", o.degree)
}

/// What a seat has sealed.
pub(crate) fn sealed_doc(b: &Battle, sealed: &Sealed) -> Doc {
    let mut doc = Doc::map();
    if !sealed.speeds.is_empty() {
        let mut speeds = Doc::map();
        for (q, speed) in &sealed.speeds {
            speeds.put(b.squad_code(*q), *speed);
        }
        doc.put("speeds", speeds);
    }
    if let Some(card) = sealed.card {
        doc.put("card", notation::signal(b, card));
    }
    if !sealed.attacks.is_empty() {
        let attacks = sealed.attacks.iter().map(|d| {
            let at = d.at.map_or_else(|| "-".to_string(), |u| notation::unit(b, u));
            format!("{} > {at}", notation::unit(b, d.by))
        });
        doc.put("attacks", Doc::list(attacks));
    }
    if !sealed.boards.is_empty() {
        let mut boards = Doc::map();
        for (id, yes) in &sealed.boards {
            boards.put(b.ship_code(*id), *yes);
        }
        doc.put("boards", boards);
    }
    doc
}

/// The whole position.
pub(crate) fn save(table: &Table<FleetActions>) -> Doc {
    let p = &table.public;
    let mut doc = public_doc(p);
    let mut sealed = Doc::map();
    for (seat, s) in table.seats.iter() {
        if *s != Sealed::default() {
            sealed.put(notation::seat(&p.battle, seat), sealed_doc(&p.battle, s));
        }
    }
    if sealed != Doc::map() {
        doc.put("sealed", sealed);
    }
    if let Some((dir, force)) = table.umpire {
        doc.put("next_wind", format!("{dir} {}", force.name()));
    }
    let mut hidden = Doc::map();
    for (_, shared) in table.sides.iter() {
        if let (Doc::Map(all), Doc::Map(more)) = (&mut hidden, cards_doc(&p.battle, &shared.cards))
        {
            all.extend(more);
        }
    }
    if hidden != Doc::map() {
        doc.put("hidden_cards", hidden);
    }
    doc
}

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
        let seat = notation::parse_seat(&b, code);
        let signal = value.as_text().and_then(|t| notation::parse_signal(&b, t));
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
                (h < 99 && m < 60).then_some(h * 60 + m)
            });
            if let Some(t) = r.ask(key, "time", minutes.or_else(|| clock_time(text))) {
                *field = t;
            }
        }
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
    for (code, value) in f.entries("ships") {
        read_ship(p, code, value, r);
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
        let signal = value.as_text().and_then(|t| notation::parse_signal(&b, t));
        match (notation::parse_seat(&b, code), signal) {
            (Some(seat), Some(signal)) => p.cards[seat.index()] = signal,
            _ => r.wrong("cards", "cannot read this card"),
        }
    }
    p.offers = seats(&b, f.list("offers"), r);
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
        match code.as_text().and_then(|t| notation::parse_seat(b, t)) {
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
            q.flag = ShipId::NONE;
        } else if let Some(id) =
            b.ship_by_code(flag).filter(|id| b.ships[id.i()].squad == squad && b.ships[id.i()].line)
        {
            q.flag = id;
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

fn read_ship(p: &mut Public, code: &str, value: &Doc, r: &mut Reader) {
    let place = format!("ships.{code}");
    let b = p.battle.clone();
    let Some(id) = b.ship_by_code(code) else {
        return r.wrong(&place, "there is no such ship");
    };
    let mut f = match Fields::of(value, &place) {
        Ok(f) => f,
        Err(faults) => return r.faults.0.extend(faults.0),
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
        match notation::parse_seat(&b, code) {
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
    s.die = f.int_or("die", 0, 0..=6) as u8;
    s.edges = f.int_or("edges", 0, 0..=15) as u8;
    for (i, foe) in f.list("foes").iter().enumerate().take(2) {
        match foe.as_text().and_then(|t| b.ship_by_code(t)) {
            Some(foe) => s.foes[i] = foe,
            None => f.wrong("foes", "no ship"),
        }
    }
    if let Err(faults) = f.done() {
        r.faults.0.extend(faults.0);
    }
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
    p.phase.list.clear();
    for item in f.list("list") {
        let code = item.as_text().unwrap_or("");
        let found = match p.phase.kind {
            Kind::Singles | Kind::Frigates | Kind::GrandPlace => b.ship_by_code(code).map(|x| x.0),
            Kind::Head | Kind::Squads | Kind::GrandSlot | Kind::GrandTurn => {
                b.squad_by_code(code).map(|q| q.0)
            }
            _ => None,
        };
        match found {
            Some(i) => p.phase.list.push(i),
            None => f.wrong("list", format!("{item} has no place in this phase")),
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
    let Some(seat) = notation::parse_seat(&b, code) else {
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
        sealed.card = r.ask(&place, "card", notation::parse_signal(&b, text));
    }
    for item in f.list("attacks") {
        let read = item.as_text().and_then(|t| {
            let (by, at) = t.split_once(" > ")?;
            let at = if at == "-" { None } else { Some(notation::parse_unit(&b, at)?) };
            Some(Declared { by: notation::parse_unit(&b, by)?, at })
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

/// A loaded position must hold together.
fn check(table: &Table<FleetActions>) -> Result<(), Faults> {
    let p = &table.public;
    if let Some(reason) = broken(p) {
        return Err(Fault::new("", reason).into());
    }
    if p.over.is_some() {
        return Ok(());
    }
    if p.pending.is_empty() {
        return Err(Fault::new("pending", "nobody is to decide").into());
    }
    for seat in p.pending.iter() {
        let mut options = Vec::new();
        crate::legal::legal(table.sight(Viewer::Seat(seat)), &mut options);
        if options.is_empty() {
            let code = notation::seat(&p.battle, seat);
            let reason = format!("{code} has nothing to decide in this phase");
            return Err(Fault::new("pending", reason).into());
        }
    }
    Ok(())
}

/// The first condition of a sound table that does not hold.
pub(crate) fn broken(p: &Public) -> Option<String> {
    let b = &*p.battle;
    for (id, s) in p.all() {
        let code = b.ship_code(id);
        let name = || format!("{code} ({})", b.ship_name(id));
        let off = s.at == Point::default();
        if s.state == State::Ok && !b.is_sea(s.at) {
            return Some(format!("{} is fighting at {}, which is no sea", name(), s.at));
        }
        if s.afloat() && !off && !b.is_sea(s.at) {
            return Some(format!("{} is at {}, which is no sea", name(), s.at));
        }
        if s.is(mark::MELEE) && !s.is_line_ok() {
            return Some(format!("{} is in melee but does not fight", name()));
        }
        for foe in s.foes.into_iter().filter(|f| *f != ShipId::NONE) {
            let other = p.ships.get(foe.i())?;
            if other.side == s.side || other.at != s.at || !other.foes.contains(&id) {
                return Some(format!("{} is paired with {} alone", name(), b.ship_code(foe)));
            }
        }
        if s.is_paired() && !s.is(mark::MELEE) {
            return Some(format!("{} is paired without a melee", name()));
        }
    }
    for squad in p.squad_ids() {
        for g in p.groups(squad) {
            let odd = g.ships.iter().find(|id| p.ship(*id).heading != g.heading);
            if let Some(odd) = odd {
                return Some(format!("{} does not head as her Group", b.ship_code(odd)));
            }
        }
        let q = &p.squads[squad.i()];
        let lost =
            q.flag != ShipId::NONE && !matches!(p.ship(q.flag).state, State::Ok | State::Waiting);
        if lost {
            return Some(format!("{} is led by a lost ship", b.squad_code(squad)));
        }
    }
    if let Some(grand) = &p.grand {
        for (squad, _, c) in grand.counters() {
            let same = || grand.counters().filter(|(_, _, o)| o.hex == c.hex);
            if same().count() > 3 || same().any(|(o, ..)| b.side(o) != b.side(squad)) {
                return Some(format!("hex {} is overfull", c.hex));
            }
        }
    }
    if p.moving.is_some() != (p.phase.kind == Kind::Squads && p.moving.is_some()) {
        return Some("a squadron moves out of turn".to_string());
    }
    None
}
