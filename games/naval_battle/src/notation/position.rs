//! Positions: a document with every fact, or the short string of the
//! specification (`W:Aa1,3d4 R:Ah10 T:W`).

use crate::NavalBattle;
use crate::action::Mark;
use crate::board::{Square, squares};
use crate::notation::{options, side_code, side_from, side_name, winner_code};
use crate::setup::{Options, Placement, blank, put};
use crate::state::{History, Notes, Phase, QuietMove, RED, Rack, Shuttle, Token, WHITE, print};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use crate::view::phase;
use admiralty_core::{
    ClauseId, Doc, Fault, Faults, Fields, Outcome, Seat, Side, SideSet, Table, Verdict,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Breaks a condition of set-up positions.
// NB-N-06
fn unfit(place: impl Into<String>, reason: impl Into<String>) -> Fault {
    Fault::new(place, reason).by(ClauseId("NB-N-06"))
}

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
    let left: Vec<String> = (0..4)
        .map(Seat)
        .filter(|seat| public.has_left(*seat))
        .map(crate::notation::seat_code)
        .collect();
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

fn tokens(table: &Table<NavalBattle>, side: Side) -> impl Iterator<Item = (Square, Token)> + '_ {
    squares(table.public.occupied[side.index()])
        .filter_map(|square| Some((square, table.public.token_on(square)?)))
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
    let mut known = Doc::map();
    for side in [WHITE, RED] {
        for (square, token) in tokens(table, side) {
            if public.moved & token.bit() != 0 && public.board().home(side) & square.bit() != 0 {
                moved.push(square.to_string());
            }
            let kind = public.known[token.index()];
            if kind.is_some_and(|kind| kind != Kind::Admiral)
                || public.revealed_in[token.index()] != 0
            {
                known.put(square.to_string(), public.revealed_in[token.index()]);
            }
        }
    }
    doc =
        doc.with_if(!moved.is_empty(), "moved", moved).with_if(known != Doc::map(), "known", known);
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

fn write_quiet(by: QuietMove) -> String {
    if by == History::PASS { "--".into() } else { format!("{}-{}", by.0, by.1) }
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

/// Reads a position: a document, or the short string.
pub(crate) fn load(doc: &Doc) -> Result<Table<NavalBattle>, Faults> {
    match doc {
        Doc::Text(text) => load(&string_to_doc(text)?),
        doc => load_doc(doc),
    }
}

/// Turns the short string into the document it abbreviates.
fn string_to_doc(text: &str) -> Result<Doc, Faults> {
    let mut doc = Doc::map();
    let mut at = 0;
    for word in text.split(' ') {
        let place = format!("sign {}", at + 1);
        at += word.len() + 1;
        if word.is_empty() {
            continue;
        }
        let Some((key, value)) = word.split_once(':') else {
            return Err(
                Fault::new(place, format!("\"{word}\" is no field such as W:Aa1 or T:W")).into()
            );
        };
        let list = |value: &str| {
            Doc::list(value.split(',').filter(|part| !part.is_empty()).map(String::from))
        };
        let value = match key {
            "W" | "R" => {
                let mut fleet = Doc::map();
                for piece in value.split(',').filter(|piece| !piece.is_empty()) {
                    let mut signs = piece.chars();
                    let kind = signs.next().map_or(String::new(), |sign| sign.to_string());
                    if fleet.get(signs.as_str()).is_some() {
                        return Err(unfit(
                            place,
                            format!("two pieces stand on {}", signs.as_str()),
                        )
                        .into());
                    }
                    fleet.put(signs.as_str().to_string(), kind);
                }
                fleet
            }
            "T" => {
                doc.put("to_move", value.to_string());
                continue;
            }
            "board" => {
                doc.put("options", Doc::map().with("board", value.to_string()));
                continue;
            }
            "np" | "ply" => {
                let n: i64 = value
                    .parse()
                    .map_err(|_| Fault::new(place, format!("\"{value}\" is no number")))?;
                doc.put(if key == "np" { "quiet" } else { "ply" }, n);
                continue;
            }
            "moved" | "known" => list(value),
            "cap" => {
                let Some((white, red)) =
                    value.strip_prefix('W').and_then(|rest| rest.split_once("/R"))
                else {
                    return Err(Fault::new(place, "captures have the form cap:W23/RS1").into());
                };
                Doc::map().with("W", white.to_string()).with("R", red.to_string())
            }
            _ => return Err(Fault::new(place, format!("there is no field \"{key}\"")).into()),
        };
        doc.put(key.to_string(), value);
    }
    Ok(doc)
}

fn load_doc(doc: &Doc) -> Result<Table<NavalBattle>, Faults> {
    let mut fields = Fields::of(doc, "")?;
    fields.word_or("game", (), &[("naval_battle", ())]);
    let options = match fields.get("options") {
        None => Options::default(),
        Some(doc) => {
            let mut inner = Fields::of(doc, "options")?;
            let options = options::read(&mut inner)?;
            inner.done()?;
            options
        }
    };
    let mut table = blank(&options);
    let placed = fields.get("W").is_some() || fields.get("R").is_some();
    let default_phase = if placed { "turn" } else { "deploy" };
    let words = [("deploy", "deploy"), ("turn", "turn"), ("series", "series"), ("over", "over")];
    let phase = fields.word_or("phase", default_phase, &words);
    if phase == "deploy" || (phase == "over" && !placed) {
        load_placements(&mut fields, &mut table);
    } else {
        load_fleets(&mut fields, &mut table, phase);
        if fields.faults.0.is_empty() {
            load_record(&mut fields, &mut table, phase);
        }
    }
    for (i, seat) in fields.list("left").iter().enumerate() {
        let code = seat.as_text().unwrap_or_default();
        match (0..options.persons).map(Seat).find(|seat| crate::notation::seat_code(*seat) == code)
        {
            Some(seat) => table.public.left |= 1 << seat.0,
            None => fields.wrong("left", format!("entry {} is no seat of this game", i + 1)),
        }
    }
    let outcome = load_outcome(&mut fields);
    match (phase, outcome) {
        ("over", Some(outcome)) => table.public.phase = Phase::Over(outcome),
        ("over", None) => fields.wrong("winner", "a game that is over needs winner and reason"),
        (_, Some(_)) => fields.wrong("winner", "only a game that is over has a winner"),
        _ => {}
    }
    fields.done()?;
    finish(&mut table);
    Ok(table)
}

/// What follows from the rest: all is open when it is over; a position from
/// which nobody can play is over.
fn finish(table: &mut Table<NavalBattle>) {
    match table.public.phase {
        // NB-D-18: null game and blockade are looked for when play starts.
        Phase::Turn => {
            crate::victory::at_start(table, &mut |_| {});
        }
        Phase::Over(_) => {
            for side in [WHITE, RED] {
                let open: Vec<(Token, Option<Kind>)> = tokens(table, side)
                    .map(|(_, token)| (token, table.sides[side].kinds[token.number() as usize]))
                    .collect();
                for (token, kind) in open {
                    table.public.known[token.index()] = kind;
                }
            }
        }
        _ => {}
    }
}

fn load_placements(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>) {
    let board = *table.public.board();
    for (key, value) in fields.entries("placements") {
        let (Some(side), Some(text)) = (side_from(key), value.as_text()) else {
            fields
                .wrong("placements", format!("\"{key}\" must be W or R, with a deployment string"));
            continue;
        };
        match read_partial(text, &board) {
            Ok(placement) => table.sides[side].placement = Some(Box::new(placement)),
            Err(reason) => fields.wrong("placements", format!("{key}: {reason}")),
        }
    }
    for ready in fields.list("ready") {
        match ready.as_text().and_then(side_from) {
            Some(side) => {
                let whole = table.sides[side]
                    .placement
                    .as_deref()
                    .is_some_and(|placement| placement.check(&board).is_ok());
                table.public.ready[side.index()] = true;
                if !whole {
                    // NB-P-22
                    fields.wrong(
                        "ready",
                        format!(
                            "{} cannot be ready: its placement is not complete",
                            side_name(side)
                        ),
                    );
                }
            }
            None => fields.wrong("ready", "a side is W or R"),
        }
    }
    if table.public.ready == [true; 2]
        && !fields.faults.0.iter().any(|fault| fault.place == "ready")
    {
        fields.wrong("ready", "when both sides are ready play has started");
    }
}

/// A deployment string that may have gaps.
fn read_partial(text: &str, board: &crate::Board) -> Result<Placement, String> {
    let mut placement = Placement::EMPTY;
    let columns = board.columns as usize;
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != board.depth() as usize || rows.iter().any(|row| row.chars().count() != columns)
    {
        return Err(format!("{} rows of {columns} signs are expected", board.depth()));
    }
    for (i, sign) in rows.iter().flat_map(|row| row.chars()).enumerate() {
        match Kind::from_sign(sign) {
            Some(kind) => placement.set(i, Some(kind)),
            None if sign == '.' => {}
            None => return Err(format!("'{sign}' is no piece")),
        }
    }
    for (i, square) in board.home_in_order(WHITE).enumerate() {
        if placement.get(i).is_some() && board.islands & square.bit() != 0 {
            return Err(format!("square {} is an island", i + 1));
        }
    }
    match KINDS.into_iter().find(|kind| placement.count(*kind) > kind.count()) {
        Some(kind) => Err(format!("a fleet has only {} of type {kind}", kind.count())),
        None => Ok(placement),
    }
}

fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| format!("\"{text}\" is no square"))
}

/// Puts both fleets down and checks every condition on them.
fn load_fleets(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>, phase: &str) {
    for side in [WHITE, RED] {
        let code = side_code(side);
        let mut pieces: Vec<(Square, Kind)> = Vec::new();
        for (at, value) in fields.entries(code) {
            match read_piece(table, side, at, value) {
                Ok(piece) => pieces.push(piece),
                Err(reason) => fields.faults.add(unfit(fields.path(code), reason)),
            }
        }
        // NB-I-23: numbered by square, row 1 to the last, a onwards.
        pieces.sort_unstable();
        if pieces.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            fields.faults.add(unfit(code, "two pieces stand on one square"));
        }
        let numbers = load_order(fields, side, pieces.len());
        let admirals = pieces.iter().filter(|(_, kind)| *kind == Kind::Admiral).count();
        // A game that is over may have ended by the loss of one.
        if admirals > 1 || (admirals == 0 && phase != "over") {
            fields.faults.add(unfit(
                code,
                format!("{} has {admirals} Admirals, it must have exactly one", side_name(side)),
            ));
        }
        if pieces.len() > FLEET_SIZE {
            fields
                .faults
                .add(unfit(code, format!("{} pieces are more than a fleet", pieces.len())));
            continue;
        }
        for ((at, kind), number) in pieces.into_iter().zip(numbers) {
            if table.public.token_on(at).is_some() {
                fields.faults.add(unfit(code, format!("two pieces stand on {at}")));
                continue;
            }
            let token = Token::new(side, number);
            put(table, token, at, kind);
            // Whoever stands outside its home rows has moved.
            if table.public.board().home(side) & at.bit() == 0 {
                table.public.moved |= token.bit();
            }
        }
    }
}

fn read_piece(
    table: &Table<NavalBattle>,
    side: Side,
    at: &str,
    value: &Doc,
) -> Result<(Square, Kind), String> {
    let at = square(at)?;
    let sign = value.as_text().unwrap_or_default();
    let mut signs = sign.chars();
    let kind = match (signs.next().and_then(Kind::from_sign), signs.next()) {
        (Some(kind), None) => kind,
        _ => return Err(format!("\"{sign}\" on {at} is none of A 6 5 4 3 2 1 S M")),
    };
    let board = table.public.board();
    if !board.has(at) {
        return Err(format!("{at} is off the board"));
    }
    if board.islands & at.bit() != 0 {
        return Err(format!("{at} is an island"));
    }
    if kind == Kind::Mine && board.home(side) & at.bit() == 0 {
        return Err(format!("the Mine on {at} is not on a home square of its side"));
    }
    Ok((at, kind))
}

/// Numbers of the tokens by square, for positions that continue a game.
fn load_order(fields: &mut Fields<'_>, side: Side, n: usize) -> Vec<u8> {
    let plain: Vec<u8> = (0..n.min(FLEET_SIZE) as u8).collect();
    let Some((_, list)) = fields.entries("tokens").iter().find(|(key, _)| *key == side_code(side))
    else {
        return plain;
    };
    let numbers: Vec<u8> = list
        .as_list()
        .unwrap_or_default()
        .iter()
        .filter_map(Doc::as_int)
        .filter(|n| (1..=32).contains(n))
        .map(|n| n as u8 - 1)
        .collect();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if numbers.len() != n || sorted.len() != n {
        fields.wrong(
            "tokens",
            format!("{}: {n} different numbers from 1 to 32 are expected", side_code(side)),
        );
        return plain;
    }
    numbers
}

fn load_record(fields: &mut Fields<'_>, table: &mut Table<NavalBattle>, phase: &str) {
    let options = table.public.options;
    table.public.to_move = fields.word_or("to_move", WHITE, &[("W", WHITE), ("R", RED)]);
    let ply = fields.int_or("ply", 0, 0..=30_000) as u16;
    let quiet = fields.int_or("quiet", 0, 0..=5000) as u16;
    // The limits must not be reached yet, or the game would be over.
    if phase != "over" && options.quiet_limit > 0 && quiet >= options.quiet_limit {
        fields.faults.add(unfit(
            "quiet",
            format!("{quiet} quiet plies have reached the limit of {}", options.quiet_limit),
        ));
    }
    if phase != "over" && options.max_plies > 0 && ply >= options.max_plies {
        fields
            .faults
            .add(unfit("ply", format!("ply {ply} has reached the limit of {}", options.max_plies)));
    }
    table.public.ply = ply;
    table.public.quiet = quiet;
    load_racks(fields, table, phase);
    load_knowledge(fields, table, ply);
    let series = fields.text("series").map(square);
    table.public.phase = match (phase, series) {
        ("series", Some(Ok(at))) => {
            let own =
                table.public.token_on(at).is_some_and(|token| token.side() == table.public.to_move);
            if !own || !crate::rules::jumps::has_hop(&table.public, table.public.to_move, at.bit())
            {
                fields.faults.add(unfit("series", format!("the piece on {at} cannot hop on")));
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
    let mut moves: Vec<QuietMove> = Vec::new();
    for (i, doc) in fields.list("history").iter().enumerate() {
        let text = doc.as_text().unwrap_or_default();
        let read = if text == "--" {
            Some(History::PASS)
        } else {
            text.split_once('-')
                .and_then(|(from, to)| Some((Square::parse(from)?, Square::parse(to)?)))
        };
        match read {
            Some(by) => moves.push(by),
            None => {
                fields.wrong("history", format!("entry {} is no plain move and no pass", i + 1));
            }
        }
    }
    if moves.len() > table.public.quiet as usize {
        fields.wrong(
            "history",
            format!("{} quiet turns, but quiet is {}", moves.len(), table.public.quiet),
        );
        return;
    }
    // Backwards, to the position before the first of them.
    let mut before = table.public.clone();
    let mut steps = Vec::new();
    for (i, &by) in moves.iter().enumerate().rev() {
        let token = before.token_on(by.1).filter(|_| by != History::PASS);
        before.to_move = before.to_move.other();
        match token {
            None if by == History::PASS => steps.push(None),
            Some(token) if before.token_on(by.0).is_none() && token.side() == before.to_move => {
                before.token_at[by.1.index()] = None;
                before.token_at[by.0.index()] = Some(token);
                before.occupied[token.side().index()] ^= by.0.bit() | by.1.bit();
                steps.push(Some(token));
            }
            _ => {
                fields.wrong("history", format!("entry {} does not lead to this position", i + 1));
                return;
            }
        }
    }
    let mut history = History::start(print(&before));
    for (&by, token) in moves.iter().zip(steps.into_iter().rev()) {
        let last = history.last();
        let next = match token {
            Some(token) => crate::apply::moved_print(last, token, by.0, by.1),
            None => last ^ crate::state::RED_TO_MOVE,
        };
        history.push(next, by);
    }
    debug_assert_eq!(history.last(), now, "walking forth leads back to the position");
    table.public.history = history;
}

fn load_outcome(fields: &mut Fields<'_>) -> Option<Outcome> {
    const REASONS: [(&str, &str); 12] = [
        ("admiral", "NB-W-01"),
        ("resign", "NB-W-09"),
        ("time", "NB-D-15"),
        ("blockade", "NB-D-10"),
        ("null", "NB-W-04"),
        ("mutual-blockade", "NB-D-11"),
        ("repetition", "NB-D-01"),
        ("quiet", "NB-D-04"),
        ("ply-limit", "NB-D-06"),
        ("points", "NB-D-14"),
        ("agreed", "NB-W-10"),
        ("left", "NB-W-12"),
    ];
    let winner = fields.text("winner");
    let reason = fields.text("reason");
    let (winner, reason) = (winner?, reason?);
    let verdict = match winner {
        "draw" => Verdict::Drawn,
        "cancelled" => Verdict::Cancelled,
        side => match side_from(side) {
            Some(side) => Verdict::Won(SideSet::only(side)),
            None => {
                fields.wrong("winner", "the winner is W, R, draw or cancelled");
                return None;
            }
        },
    };
    match REASONS.iter().find(|(word, _)| *word == reason) {
        Some((word, clause)) => {
            Some(Outcome { verdict, reason: word, degree: "", clause: ClauseId(clause) })
        }
        None => {
            fields.wrong("reason", format!("there is no reason \"{reason}\""));
            None
        }
    }
}
