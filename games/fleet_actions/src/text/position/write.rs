//! A table as a document.

use super::{MARKS, state_word};
use crate::FleetActions;
use crate::board::Point;
use crate::setup::{Battle, ShipId, SquadId, side_code, write_base};
use crate::state::{Ask, Fleet, Grand, Kind, Moving, Order, Public, Sealed, Ship, Signal, State};
use crate::text;
use admiralty_core::{Doc, Outcome, Seat, SeatSet, Side, Table, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::num::NonZeroU8;

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

/// The Groups that somebody follows, by the ships that name them.
fn followed(p: &Public, squad: SquadId) -> Fleet {
    let orders = p.line_of(squad).map(|id| p.ship(id).order);
    orders.filter_map(|o| if let Order::Follow(group) = o { Some(group) } else { None }).collect()
}

/// The Group she is of, where somebody follows it and it cannot be seen on the map.
fn muster(p: &Public, id: ShipId, s: &Ship) -> Option<ShipId> {
    let groups = followed(p, s.squad);
    if groups.is_empty() {
        return None;
    }
    let now = p.muster_of(id);
    let matters = groups.has(s.muster) || groups.has(now);
    (s.muster != now && matters).then_some(s.muster)
}

/// A ship as data.
pub(crate) fn ship_doc(p: &Public, id: ShipId, s: &Ship) -> Doc {
    let b = &*p.battle;
    let info = &b.ships[id.i()];
    let muster = if s.line { muster(p, id, s) } else { None };
    // What differs from the start is written, also where it is nothing now.
    let waited = b.approach.is_some() || b.squads[s.squad.i()].arrive.is_some();
    let on_map = s.at != Point::default();
    let marks: Vec<&'static str> =
        MARKS.iter().filter(|(_, m)| s.is(*m)).map(|(word, _)| *word).collect();
    let foes: Vec<String> = s.partners().map(|f| b.ship_code(f)).collect();
    let mut doc = Doc::map();
    doc.put("at", if on_map { s.at.to_string() } else { "-".to_string() });
    doc.put("heading", s.heading.name());
    doc.put("rank", s.rank);
    doc.with_if(s.axis != info.axis || s.axis.is_some(), "axis", s.axis.map_or("-", |a| a.name()))
        .with_if(s.sd > 0, "sd", s.sd)
        .with_if(s.md > 0, "md", s.md)
        .with_if(s.state != State::Ok || waited, "state", state_word(s.state))
        .with_if(s.state == State::Prize, "holder", text::seat(b, s.holder))
        .with_if(!marks.is_empty() || info.straggler, "marks", marks)
        .with_if(s.order != Order::Steady, "order", order_text(b, s.order))
        .with_if(muster.is_some(), "with", muster.map(|group| b.ship_code(group)))
        .with_if(s.die.is_some(), "die", s.die.map(NonZeroU8::get))
        .with_if(!foes.is_empty(), "foes", foes)
        .with_if(s.edges > 0, "edges", s.edges)
}

fn fleet(b: &Battle, ships: Fleet) -> Doc {
    Doc::list(ships.iter().map(|id| b.ship_code(id)))
}

fn seat_list(b: &Battle, seats: SeatSet) -> Doc {
    let known = seats.iter().filter(|s| s.index() < b.seats.len());
    Doc::list(known.map(|s| text::seat(b, s)))
}

/// Everything public.
pub(crate) fn public_doc(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut doc = Doc::map();
    write_base(b, &mut doc);
    let ph = &p.phase;
    let squads = ph.squads.iter().map(|squad| b.squad_code(*squad));
    let list: Vec<String> = squads.chain(ph.ships.iter().map(|id| b.ship_code(*id))).collect();
    let phase = Doc::map()
        .with("kind", ph.kind.word())
        .with_if(ph.kind == Kind::Confirm, "resume", ph.resume.word())
        .with_if(ph.step > 0, "step", ph.step)
        .with_if(ph.slot > 0, "slot", ph.slot)
        .with_if(!list.is_empty(), "list", list)
        .with_if(ph.at > 0, "asked", ph.at);
    doc.put("phase", phase);
    doc.put("pending", seat_list(b, p.pending));
    doc.put("turn", p.turn);
    doc.put("clock", text::clock(p.clock));
    doc.put("nightfall", text::clock(p.nightfall));
    doc.put("wind", p.wind.name());
    doc.put("force", p.force.name());
    let mut doc = doc
        .with_if(p.turn_force != p.force, "turn_force", p.turn_force.name())
        .with_if(p.night > 0, "night_turns", p.night)
        .with_if(p.light_first.0 == 1, "light_first", "B")
        .with_if(p.points != [0, 0], "points", Vec::from(p.points))
        .with_if(p.quiet > 0, "quiet", p.quiet)
        .with_if(p.fired, "fired", true)
        .with_if(!p.offers.is_empty(), "offers", seat_list(b, p.offers))
        .with_if(!p.gone.is_empty(), "left", seat_list(b, p.gone));
    if b.approach.is_some() && p.grand.is_none() {
        doc.put("map", Vec::from([b.extent.cols, b.extent.rows]));
        let land: Vec<String> = b.land.iter().map(|q| q.to_string()).collect();
        doc.put("land", land.join(" "));
    }
    let mut squads = Doc::map();
    for (i, q) in p.squads.iter().enumerate() {
        let flag = q.flag.map_or_else(|| "-".to_string(), |id| b.ship_code(id));
        let lost = q.flag.is_none();
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
        ships.put(b.ship_code(id), ship_doc(p, id, s));
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
            doc.put(text::seat(b, Seat(i as u8)), text::signal(b, *signal));
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
        doc.put("card", text::signal(b, card));
    }
    if !sealed.attacks.is_empty() {
        let attacks = sealed.attacks.iter().map(|d| {
            let at = d.at.map_or_else(|| "-".to_string(), |u| text::unit(b, u));
            format!("{} > {at}", text::unit(b, d.by))
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
            sealed.put(text::seat(&p.battle, seat), sealed_doc(&p.battle, s));
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
