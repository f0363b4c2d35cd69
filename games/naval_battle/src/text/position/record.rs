//! Reading what has happened before a position, as far as rules depend on it.

use super::{square, unfit};
use crate::NavalBattle;
use crate::action::Mark;
use crate::board::Square;
use crate::rules::jumps;
use crate::state::{
    History, Notes, Phase, QuietTurn, RED, RED_TO_MOVE, Rack, Shuttle, WHITE, moved_print, print,
};
use crate::text::{side_code, side_from, side_name};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use admiralty_core::{Doc, Fields, Table};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// Of a record whose fleets are faulty only the plain words and numbers can be judged. The rest
/// is known all the same: no field is called unknown that is not.
pub(super) fn glance_at_record(fields: &mut Fields<'_>) {
    fields.word_or("to_move", WHITE, &[("W", WHITE), ("R", RED)]);
    fields.int_or("ply", 0, 0..=30_000);
    fields.int_or("quiet", 0, 0..=5000);
    fields.bool_or("complete", true);
    for key in [
        "series", "cap", "moved", "dared", "known", "shuttle", "offer", "offered", "notes",
        "history",
    ] {
        fields.get(key);
    }
}

pub(super) fn load_record(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>, phase: &str) {
    let options = table.public.options;
    table.public.to_move = fields.word_or("to_move", WHITE, &[("W", WHITE), ("R", RED)]);
    let ply = fields.int_or("ply", 0, 0..=30_000) as u16;
    let quiet = fields.int_or("quiet", 0, 0..=5000) as u16;
    // The limits must not be reached yet, or the game would be over.
    if phase != "over" && options.quiet_limit.reached(quiet) {
        fields.faults.add(unfit(
            "quiet",
            format!(
                "{quiet} quiet plies have reached the limit of {}",
                options.quiet_limit.number()
            ),
        ));
    }
    if phase != "over" && options.max_plies.reached(ply) {
        fields.faults.add(unfit(
            "ply",
            format!("ply {ply} has reached the limit of {}", options.max_plies.number()),
        ));
    }
    table.public.ply = ply;
    table.public.quiet = quiet;
    load_racks(fields, table, phase);
    load_knowledge(fields, table, ply);
    let series = fields.text("series").map(square);
    table.public.phase = match (phase, series) {
        ("series", Some(Ok(at))) => {
            if let Err(reason) = open_series(table, at) {
                fields.faults.add(unfit("series", reason));
            }
            Phase::Series(at)
        }
        ("series", Some(Err(reason))) => {
            fields.wrong("series", reason);
            Phase::Turn
        }
        ("series", None) => {
            fields.wrong("series", "the square of the jumper is missing");
            Phase::Turn
        }
        (_, Some(_)) => {
            fields.wrong("series", "a series is open only in the phase \"series\"");
            Phase::Turn
        }
        _ => Phase::Turn,
    };
    load_shuttles(fields, table);
    load_offers(fields, table);
    load_notes(fields, table);
    load_history(fields, table);
    let whole = [WHITE, RED].into_iter().all(|side| {
        let on_board = table.public.occupied[side.index()].count_ones() as usize;
        on_board + table.public.racks[side.other().index()].kinds().len() == FLEET_SIZE
    });
    table.public.complete = fields.bool_or("complete", whole) && whole;
    if phase != "deploy" {
        table.public.ready = [true; 2];
    }
}

/// The jumper of an open series is a ship of the side to move that can hop on.
fn open_series(table: &mut Table<NavalBattle>, at: Square) -> Result<(), String> {
    let side = table.public.to_move;
    let token = table.public.token_on(at).filter(|token| token.side() == side);
    let Some(token) = token.filter(|_| jumps::has_hop(&table.public, side, at.bit())) else {
        return Err(format!("the piece on {at} cannot hop on"));
    };
    // NB-J-29: a Mine has not jumped here.
    if table.sides[side].mines & at.bit() != 0 {
        return Err(format!("the piece on {at} is a Mine and cannot jump"));
    }
    table.public.moved |= token.bit();
    Ok(())
}

fn load_racks(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>, phase: &str) {
    for (key, value) in fields.entries("cap") {
        let (Some(side), Some(text)) = (side_from(key), value.as_text()) else {
            fields.wrong("cap", format!("\"{key}\" must be W or R, with types"));
            continue;
        };
        let kinds: Vec<Option<Kind>> = text.chars().map(Kind::from_sign).collect();
        if kinds.len() > FLEET_SIZE || kinds.contains(&None) {
            fields.wrong("cap", format!("\"{text}\" is no list of captured types"));
            continue;
        }
        let mut rack = Rack::EMPTY;
        kinds.into_iter().flatten().for_each(|kind| rack.push(kind));
        table.public.racks[side.index()] = rack;
    }
    for side in [WHITE, RED] {
        let lost = table.public.racks[side.other().index()];
        for kind in KINDS {
            let on_board = table.sides[side].kinds.iter().filter(|k| **k == Some(kind)).count();
            let captured = lost.kinds().iter().filter(|k| **k == kind).count();
            if kind == Kind::Admiral && captured > 0 && phase != "over" {
                fields.faults.add(unfit("cap", "a captured Admiral ends the game"));
            } else if on_board + captured > kind.count() as usize {
                let (name, total) = (side_name(side), on_board + captured);
                fields.faults.add(unfit(
                    side_code(side),
                    format!("{name} has {total} of type {kind}, a fleet has {}", kind.count()),
                ));
            }
        }
    }
}

fn load_knowledge(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>, ply: u16) {
    let moved: Vec<String> =
        fields.list("moved").iter().map(|doc| doc.as_text().unwrap_or("?").to_string()).collect();
    for text in moved {
        match square(&text).ok().and_then(|at| table.public.token_on(at)) {
            Some(token)
                if table.sides[token.side()].kinds[token.number() as usize] == Some(Kind::Mine) =>
            {
                fields.faults.add(unfit(
                    "moved",
                    format!("the piece on {text} is a Mine and cannot have moved"),
                ));
            }
            Some(token) => table.public.moved |= token.bit(),
            None => fields.faults.add(unfit("moved", format!("no piece stands on {text}"))),
        }
    }
    let dared: Vec<String> =
        fields.list("dared").iter().map(|doc| doc.as_text().unwrap_or("?").to_string()).collect();
    for text in dared {
        match square(&text).ok().and_then(|at| table.public.token_on(at)) {
            Some(token) if table.public.has_moved(token) => {
                table.public.dared |= token.bit();
            }
            Some(_) => fields.faults.add(unfit(
                "dared",
                format!("the piece on {text} has not moved and cannot have jumped"),
            )),
            None => fields.faults.add(unfit("dared", format!("no piece stands on {text}"))),
        }
    }
    // A list of squares counts as revealed just now; a map says when.
    let known: Vec<(String, i64)> = match fields.get("known") {
        None => Vec::new(),
        Some(Doc::List(items)) => items
            .iter()
            .map(|doc| (doc.as_text().unwrap_or("?").to_string(), i64::from(ply)))
            .collect(),
        Some(Doc::Map(items)) => {
            items.iter().map(|(at, doc)| (at.to_string(), doc.as_int().unwrap_or(-1))).collect()
        }
        Some(_) => {
            fields.wrong("known", "expected a list of squares, or a map of squares to plies");
            Vec::new()
        }
    };
    for (text, revealed_in) in known {
        match square(&text).ok().and_then(|at| table.public.token_on(at)) {
            Some(token) if (0..=i64::from(ply) + 1).contains(&revealed_in) => {
                table.public.known[token.index()] =
                    table.sides[token.side()].kinds[token.number() as usize];
                table.public.revealed_in[token.index()] = revealed_in as u16;
            }
            Some(_) => fields.wrong(
                "known",
                format!("{text}: the ply of the reveal lies between 0 and {}", ply + 1),
            ),
            None => fields.faults.add(unfit("known", format!("no piece stands on {text}"))),
        }
    }
}

fn load_shuttles(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>) {
    for (key, value) in fields.entries("shuttle") {
        let read = || {
            let side = side_from(key)?;
            let at = Square::parse(value.get("at")?.as_text()?)?;
            let back = Square::parse(value.get("back")?.as_text()?)?;
            let count = u8::try_from(value.get("count")?.as_int()?).ok()?;
            Some((side, Shuttle { at, back, count }))
        };
        match read() {
            Some((side, shuttle)) if matches!(value, Doc::Map(fields) if fields.len() == 3) => {
                table.public.shuttles[side.index()] = Some(shuttle);
            }
            _ => fields
                .wrong("shuttle", format!("{key}: at, back and count are expected for W or R")),
        }
    }
}

fn load_offers(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>) {
    if let Some(text) = fields.text("offer") {
        match side_from(text) {
            Some(side) => table.public.offer = Some(side),
            None => fields.wrong("offer", "a side is W or R"),
        }
    }
    for (key, value) in fields.entries("offered") {
        match (side_from(key), value.as_int()) {
            (Some(side), Some(n)) if (0..=i64::from(table.public.ply)).contains(&n) => {
                table.public.offered[side.index()] = Some(n as u16);
            }
            _ => fields.wrong(
                "offered",
                format!("\"{key}\" must be W or R, with the ply of its last offer"),
            ),
        }
    }
}

fn load_notes(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>) {
    for (key, value) in fields.entries("notes") {
        let Some(side) = side_from(key) else {
            fields.wrong("notes", format!("\"{key}\" is no side"));
            continue;
        };
        let mut notes = Notes::default();
        let read = Fields::of(value, "notes").and_then(|mut inner| {
            notes.pad = inner.text("pad").unwrap_or_default().to_string();
            for (at, mark) in inner.entries("marks") {
                let token = Square::parse(at)
                    .and_then(|at| table.public.token_on(at))
                    .filter(|token| token.side() != side);
                match (token, mark.as_text().and_then(Mark::read)) {
                    (Some(token), Some(mark)) => notes.marks.push((token, mark)),
                    _ => inner.wrong(
                        "marks",
                        format!("no enemy stands on {at} to be marked, or the mark is empty"),
                    ),
                }
            }
            inner.done()
        });
        notes.marks.sort_unstable_by_key(|(token, _)| *token);
        match read {
            Ok(()) => table.sides[side].notes = Some(Box::new(notes)),
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
}

/// The quiet turns before this position: walked back, then forth again.
// NB-D-03: without them this position is the first.
fn load_history(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>) {
    let now = print(&table.public);
    let mut turns: Vec<QuietTurn> = Vec::new();
    for (i, doc) in fields.list("history").iter().enumerate() {
        match read_quiet(doc.as_text().unwrap_or_default()) {
            Some(turn) => turns.push(turn),
            None => {
                fields.wrong("history", format!("entry {} is no plain move and no pass", i + 1));
            }
        }
    }
    if turns.len() > table.public.quiet as usize {
        fields.wrong(
            "history",
            format!("{} quiet turns, but quiet is {}", turns.len(), table.public.quiet),
        );
        return;
    }
    // Backwards, to the position before the first of them.
    let mut before = table.public.clone();
    let mut movers = Vec::new();
    for (i, turn) in turns.iter().enumerate().rev() {
        before.to_move = before.to_move.other();
        let Some((from, to)) = turn.squares() else {
            movers.push(None);
            continue;
        };
        match before.token_on(to) {
            Some(token) if before.token_on(from).is_none() && token.side() == before.to_move => {
                before.token_at[to.index()] = None;
                before.token_at[from.index()] = Some(token);
                before.occupied[token.side().index()] ^= from.bit() | to.bit();
                movers.push(Some((token, from, to)));
            }
            _ => {
                fields.wrong("history", format!("entry {} does not lead to this position", i + 1));
                return;
            }
        }
    }
    let mut history = History::start(print(&before));
    for (&turn, mover) in turns.iter().zip(movers.into_iter().rev()) {
        let last = history.last();
        let next = match mover {
            Some((token, from, to)) => moved_print(last, token, from, to),
            None => last ^ RED_TO_MOVE,
        };
        history.push(next, turn);
    }
    debug_assert_eq!(history.last(), now, "walking forth leads back to the position");
    table.public.history = history;
}

fn read_quiet(text: &str) -> Option<QuietTurn> {
    if text == "--" {
        return Some(QuietTurn::PASS);
    }
    let (from, to) = text.split_once('-')?;
    let (from, to) = (Square::parse(from)?, Square::parse(to)?);
    (from != to).then_some(QuietTurn::moved(from, to))
}
