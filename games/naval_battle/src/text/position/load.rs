//! Reading a position: options, phase, fleets, result.

use super::record::{glance_at_record, load_record};
use super::{short::string_to_doc, square, tokens, unfit};
use crate::NavalBattle;
use crate::board::{Board, Square};
use crate::illegal::Illegal;
use crate::setup::begin::{blank, put};
use crate::setup::{Options, Placement, options};
use crate::state::{Phase, RED, Token, WHITE, seats_of};
use crate::text::{seat_from, side_code, side_from, side_name};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use crate::victory;
use admiralty_core::{ClauseId, Doc, Faults, Fields, Outcome, Side, SideSet, Table, Verdict};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Reads a position: a document, or the short string.
pub(crate) fn load(doc: &Doc) -> Result<Table<NavalBattle>, Faults> {
    match doc {
        Doc::Text(text) => load(&string_to_doc(text)?),
        doc => load_doc(doc),
    }
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
        } else {
            glance_at_record(&mut fields);
        }
    }
    for (i, seat) in fields.list("left").iter().enumerate() {
        match seat_from(&table.public, seat.as_text().unwrap_or_default()) {
            Some(seat) => table.public.left = table.public.left.with(seat),
            None => fields.wrong("left", format!("entry {} is no seat of this game", i + 1)),
        }
    }
    let outcome = load_outcome(&mut fields);
    match (phase, outcome) {
        ("over", Some(outcome)) => table.public.phase = Phase::Over(outcome),
        ("over", None) => fields.wrong("winner", "a game that is over needs winner and reason"),
        (_, Some(_)) => fields.wrong("winner", "only a game that is over has a winner"),
        // NB-T-13: whose last member has left has resigned, and nobody could be waited for.
        _ => {
            let public = &table.public;
            let gone = |side| seats_of(public, side).all(|seat| public.has_left(seat));
            if gone(WHITE) || gone(RED) {
                fields.wrong("left", "a side that everybody has left plays no more");
            }
        }
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
            victory::at_start(table, &mut |_| {});
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
        match read_partial(text, &board, side) {
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
                    .is_some_and(|placement| placement.check(&board, Some(side)).is_ok());
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
fn read_partial(text: &str, board: &Board, side: Side) -> Result<Placement, String> {
    let refused = |illegal: Illegal| illegal.to_string();
    let placement = Placement::read(text, board).map_err(refused)?;
    placement.check_islands(board, Some(side)).map_err(refused)?;
    match KINDS.into_iter().find(|kind| placement.count(*kind) > kind.count()) {
        Some(kind) => Err(refused(Illegal::FleetCount { kind, found: placement.count(kind) })),
        None => Ok(placement),
    }
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

fn load_outcome(fields: &mut Fields<'_>) -> Option<Outcome> {
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
    match victory::REASONS.iter().find(|(word, _)| *word == reason) {
        Some((word, clause)) => {
            Some(Outcome { verdict, reason: word, degree: "", clause: ClauseId(clause) })
        }
        None => {
            fields.wrong("reason", format!("there is no reason \"{reason}\""));
            None
        }
    }
}
