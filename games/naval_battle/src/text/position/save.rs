//! Writing a position.

use super::tokens;
use crate::NavalBattle;
use crate::setup::options;
use crate::state::{Notes, Phase, QuietTurn, RED, WHITE};
use crate::text::view::phase;
use crate::text::{seat_code, side_code, winner_code};
use crate::units::Kind;
use admiralty_core::{Doc, Side, Table};
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

/// The whole position. Fields at their defaults are left out.
// NB-I-22: for the umpire's eyes; a viewer gets a view.
pub(crate) fn save(table: &Table<NavalBattle>) -> Doc {
    let public = &table.public;
    let mut doc = Doc::map().with("game", "naval_battle").with("phase", phase(public));
    let options = options::write(&public.options);
    doc = doc.with_if(options != Doc::map(), "options", options);
    if public.phase == Phase::Deploy || public.occupied == [0; 2] {
        let placements = each_side(|side| {
            let placement = table.sides[side].placement.as_deref()?;
            Some(placement.write(public.board()).into())
        });
        doc = doc.with_if(placements != Doc::map(), "placements", placements);
        let ready: Vec<&str> = [WHITE, RED]
            .into_iter()
            .filter(|side| public.ready[side.index()])
            .map(side_code)
            .collect();
        doc = doc.with_if(!ready.is_empty(), "ready", ready);
    } else {
        doc.put("to_move", side_code(public.to_move));
        for side in [WHITE, RED] {
            doc.put(side_code(side), fleet(table, side));
        }
        doc = save_record(table, doc);
    }
    let left: Vec<&str> = public.left.iter().map(seat_code).collect();
    doc = doc.with_if(!left.is_empty(), "left", left);
    if let Phase::Over(outcome) = public.phase {
        doc.put("winner", winner_code(&outcome));
        doc.put("reason", outcome.reason);
    }
    doc
}

fn each_side(mut of: impl FnMut(Side) -> Option<Doc>) -> Doc {
    let mut doc = Doc::map();
    for side in [WHITE, RED] {
        if let Some(value) = of(side) {
            doc.put(side_code(side), value);
        }
    }
    doc
}

/// The pieces of a side by square.
fn fleet(table: &Table<NavalBattle>, side: Side) -> Doc {
    let mut doc = Doc::map();
    for (square, token) in tokens(table, side) {
        let kind = table.sides[side].kinds[token.number() as usize];
        doc.put(square.to_string(), kind.map_or(String::from("?"), |kind| kind.sign().to_string()));
    }
    doc
}

/// What has happened, as far as rules depend on it.
fn save_record(table: &Table<NavalBattle>, mut doc: Doc) -> Doc {
    let public = &table.public;
    doc = doc.with_if(public.ply != 0, "ply", public.ply).with_if(
        public.quiet != 0,
        "quiet",
        public.quiet,
    );
    if let Phase::Series(at) = public.phase {
        doc.put("series", at.to_string());
    }
    let cap = each_side(|side| {
        let kinds: String =
            public.racks[side.index()].kinds().iter().map(|kind| kind.sign()).collect();
        (!kinds.is_empty()).then(|| kinds.into())
    });
    doc = doc.with_if(cap != Doc::map(), "cap", cap);
    let mut moved = Vec::new();
    let mut dared = Vec::new();
    let mut known = Doc::map();
    for side in [WHITE, RED] {
        for (square, token) in tokens(table, side) {
            if public.moved & token.bit() != 0 && public.board().home(side) & square.bit() != 0 {
                moved.push(square.to_string());
            }
            if public.has_dared(token) {
                dared.push(square.to_string());
            }
            let kind = public.known[token.index()];
            if kind.is_some_and(|kind| kind != Kind::Admiral)
                || public.revealed_in[token.index()] != 0
            {
                known.put(square.to_string(), public.revealed_in[token.index()]);
            }
        }
    }
    doc = doc
        .with_if(!moved.is_empty(), "moved", moved)
        .with_if(!dared.is_empty(), "dared", dared)
        .with_if(known != Doc::map(), "known", known);
    let order = each_side(|side| {
        let by_square: Vec<u8> = tokens(table, side).map(|(_, token)| token.number() + 1).collect();
        let plain = by_square.iter().enumerate().all(|(i, number)| *number as usize == i + 1);
        (!plain).then(|| by_square.into())
    });
    doc = doc.with_if(order != Doc::map(), "tokens", order);
    let history: Vec<String> = public.history.turns().map(write_quiet).collect();
    doc = doc.with_if(!history.is_empty(), "history", history);
    let shuttles = each_side(|side| {
        let shuttle = public.shuttles[side.index()]?;
        Some(
            Doc::map()
                .with("at", shuttle.at.to_string())
                .with("back", shuttle.back.to_string())
                .with("count", shuttle.count),
        )
    });
    doc = doc.with_if(shuttles != Doc::map(), "shuttle", shuttles);
    if let Some(side) = public.offer {
        doc.put("offer", side_code(side));
    }
    let offered = each_side(|side| public.offered[side.index()].map(Doc::from));
    doc = doc.with_if(offered != Doc::map(), "offered", offered);
    let notes =
        each_side(|side| table.sides[side].notes.as_deref().map(|notes| write_notes(table, notes)));
    doc = doc.with_if(notes != Doc::map(), "notes", notes);
    doc.with_if(!public.complete, "complete", false)
}

fn write_quiet(turn: QuietTurn) -> String {
    match turn.squares() {
        Some((from, to)) => format!("{from}-{to}"),
        None => "--".into(),
    }
}

fn write_notes(table: &Table<NavalBattle>, notes: &Notes) -> Doc {
    let mut marks = Doc::map();
    for (token, mark) in &notes.marks {
        if let Some(square) = table.public.square_of(*token) {
            marks.put(square.to_string(), mark.to_string());
        }
    }
    Doc::map().with_if(marks != Doc::map(), "marks", marks).with_if(
        !notes.pad.is_empty(),
        "pad",
        notes.pad.clone(),
    )
}
