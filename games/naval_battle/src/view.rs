//! What a viewer is shown, the text board, imagined worlds, and the conditions
//! every table keeps.

use crate::NavalBattle;
use crate::action::Mark;
use crate::board::{Square, squares};
use crate::notation::{outcome_doc, side_code};
use crate::setup::{MemoryAid, Placement, home_water};
use crate::state::{Notes, Phase, Public, RED, Secret, Token, WHITE};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use admiralty_core::{BySide, Dice, Die, Doc, Dry, Own, Side, Sight, Table};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Is the type of a known token still shown to those who do not own it?
// NB-I-12: always with the full aid, and Admirals in every mode (NB-I-15);
// NB-I-13: else until two turns after the reveal.
pub(crate) fn shown(public: &Public, token: Token) -> Option<Kind> {
    let kind = public.known[token.index()]?;
    let fresh = public.ply <= public.revealed_in[token.index()] + 1;
    let all =
        public.options.memory_aid == MemoryAid::Full || matches!(public.phase, Phase::Over(_));
    (all || fresh || kind == Kind::Admiral).then_some(kind)
}

/// The first turn whose events are still shown.
// NB-I-21: without the full aid the last two turns and an open series.
pub(crate) fn recalls_from(public: &Public) -> u32 {
    match (public.options.memory_aid, public.phase) {
        (MemoryAid::Full, _) | (_, Phase::Over(_)) => 0,
        _ => u32::from(public.ply.saturating_sub(2)),
    }
}

/// What this viewer sees of a token's type.
fn kind_for(sight: Sight<'_, NavalBattle>, token: Token) -> Option<Kind> {
    match sight.of_side(token.side()) {
        // NB-I-01: one's own, always. NB-T-07: the Recorder's own fleet too.
        Some(secret) => secret.kinds[token.number() as usize],
        // NB-I-02, NB-I-11, NB-I-17: of the others only what the record shows.
        None => shown(sight.public, token),
    }
}

/// The view: public facts, filtered by the memory aid, and the own side's types.
pub(crate) fn view(sight: Sight<'_, NavalBattle>) -> Doc {
    let public = sight.public;
    let board = public.board();
    let full = public.options.memory_aid == MemoryAid::Full;
    let mut tokens = Vec::with_capacity(2 * FLEET_SIZE);
    // What counting tells is the same for all tokens of a side that have moved,
    // and for all that have not.
    let mut counted: [[Option<String>; 2]; 2] = Default::default();
    for square in squares(public.occupied[0] | public.occupied[1]) {
        let Some(token) = public.token_on(square) else { continue };
        let side = token.side();
        let own = sight.of_side(side).is_some();
        let kind = kind_for(sight, token);
        let moved = public.moved & token.bit() != 0;
        let mark = sight.of_side(side.other()).and_then(|secret| mark_on(secret, token));
        let mut fields: Vec<(Cow<'static, str>, Doc)> = Vec::with_capacity(6);
        let mut put = |key: &'static str, value: Doc| fields.push((Cow::Borrowed(key), value));
        put("at", square.name().into());
        put("token", token.name().into());
        put("side", side_code(side).into());
        put("type", kind.map_or(Doc::Null, |kind| kind.sign_text().into()));
        // NB-I-16: what counting tells, for whoever does not own the piece.
        if full && !own && kind.is_none() {
            let same = &mut counted[side.index()][usize::from(moved)];
            let tells = if public.known[token.index()].is_some() {
                candidates(public, token)
            } else {
                same.get_or_insert_with(|| candidates(public, token)).clone()
            };
            put("candidates", tells.into());
        }
        if (full || own) && moved {
            put("moved", true.into());
        }
        // What the others know of one's own piece.
        if own && shown(public, token).is_some() {
            put("known", true.into());
        }
        if let Some(mark) = mark {
            put("mark", mark.into());
        }
        tokens.push(Doc::Map(fields));
    }
    let mut doc = Doc::map()
        .with("phase", phase(public))
        .with("columns", board.columns)
        .with("rows", board.rows)
        .with("islands", Doc::list(squares(board.islands).map(|square| square.to_string())))
        .with("to_move", side_code(public.to_move))
        .with("ply", public.ply)
        .with("quiet", public.quiet)
        .with(
            "ready",
            Doc::list(
                [WHITE, RED].into_iter().filter(|side| public.ready[side.index()]).map(side_code),
            ),
        )
        .with("tokens", Doc::List(tokens))
        .with("racks", Doc::map().with("W", rack(public, WHITE)).with("R", rack(public, RED)));
    if let Phase::Series(at) = public.phase {
        doc.put("series", at.to_string());
    }
    if let Some(side) = public.offer {
        doc.put("offer", side_code(side));
    }
    if let Phase::Over(outcome) = public.phase {
        doc.put("result", outcome_doc(&outcome));
    }
    // NB-I-20, NB-P-05: of the other side's placement nothing.
    for side in [WHITE, RED] {
        let Some(secret) = sight.of_side(side) else { continue };
        if public.phase == Phase::Deploy {
            let placement = secret.placement.as_deref().copied().unwrap_or(Placement::EMPTY);
            let missing = placement
                .missing()
                .into_iter()
                .fold(Doc::map(), |doc, (kind, n)| doc.with(kind.sign().to_string(), n));
            let key = format!("deploy_{}", side_code(side));
            doc.put(
                key,
                Doc::map().with("placement", placement.write(board)).with("missing", missing),
            );
        }
        if let Some(notes) = &secret.notes
            && !notes.pad.is_empty()
        {
            doc.put(format!("pad_{}", side_code(side)), notes.pad.clone());
        }
    }
    doc
}

pub(crate) fn phase(public: &Public) -> &'static str {
    match public.phase {
        Phase::Deploy => "deploy",
        Phase::Turn => "turn",
        Phase::Series(_) => "series",
        Phase::Over(_) => "over",
    }
}

fn rack(public: &Public, side: Side) -> String {
    public.racks[side.index()].kinds().iter().map(|kind| kind.sign()).collect()
}

fn candidates(public: &Public, token: Token) -> String {
    let set = public.candidates(token);
    KINDS.into_iter().filter(|kind| set & (1 << *kind as u8) != 0).map(Kind::sign).collect()
}

fn mark_on(secret: &Secret, token: Token) -> Option<String> {
    let notes = secret.notes.as_ref()?;
    notes.marks.iter().find(|(marked, _)| *marked == token).map(|(_, mark)| mark.to_string())
}

/// The board as text, the viewer's own side below.
// NB-B-10: each side's rack at the left of its own half.
pub(crate) fn board(sight: Sight<'_, NavalBattle>) -> String {
    let public = sight.public;
    let sea = public.board();
    let turned = sight.side() == Some(RED);
    let column = |i: u8| if turned { sea.columns - 1 - i } else { i };
    let mut text = String::new();
    for i in 0..sea.rows {
        let row = if turned { i } else { sea.rows - 1 - i };
        text.push_str(&format!("{:>3} ", row + 1));
        for c in 0..sea.columns {
            let Some(square) = Square::new(column(c), row) else { continue };
            let cell = match public.token_on(square) {
                Some(token) => {
                    let sign = kind_for(sight, token).map_or('?', Kind::sign);
                    if token.side() == WHITE { format!(" {sign} ") } else { format!("({sign})") }
                }
                None if sea.islands & square.bit() != 0 => " # ".into(),
                None => match sight
                    .side()
                    .filter(|_| public.phase == Phase::Deploy)
                    .and_then(|side| placed(sight, side, square))
                {
                    Some(kind) => format!(" {} ", kind.sign()),
                    None => " . ".into(),
                },
            };
            text.push_str(&cell);
        }
        text.push('\n');
    }
    text.push_str("    ");
    for c in 0..sea.columns {
        text.push_str(&format!(" {} ", (b'a' + column(c)) as char));
    }
    text.push('\n');
    for side in [RED, WHITE] {
        text.push_str(&format!(
            "{} has captured: {}\n",
            crate::notation::side_name(side),
            rack(public, side)
        ));
    }
    text.push_str("White plain, Red in brackets, ? hidden, # island\n");
    text
}

fn placed(sight: Sight<'_, NavalBattle>, side: Side, square: Square) -> Option<Kind> {
    let placement = sight.of_side(side)?.placement.as_deref()?;
    let i = sight.public.board().home_in_order(side).position(|home| home == square)?;
    placement.get(i)
}

/// A table this viewer cannot rule out.
pub(crate) fn imagine(
    sight: Sight<'_, NavalBattle>,
    dice: &mut dyn Dice,
) -> Result<Table<NavalBattle>, Dry> {
    let public = sight.public.clone();
    if let Own::All(table) = sight.own {
        return Ok(table.clone());
    }
    let mut sides = Vec::new();
    for side in [WHITE, RED] {
        sides.push(match sight.of_side(side) {
            Some(secret) => secret.clone(),
            None => imagine_side(&public, side, dice)?,
        });
    }
    let mut sides = sides.into_iter();
    let sides = BySide::new(2, |_| sides.next().unwrap_or(Secret::EMPTY));
    Ok(Table {
        seats: admiralty_core::BySeat::new(public.options.persons, |_| ()),
        public,
        sides,
        umpire: (),
    })
}

/// Draws what a viewer cannot know of a side.
fn imagine_side(public: &Public, side: Side, dice: &mut dyn Dice) -> Result<Secret, Dry> {
    if public.phase == Phase::Deploy {
        let mut secret = Secret::EMPTY;
        let full = public.ready[side.index()] || dice.roll(Die(3))? > 1;
        if full {
            let mut placement = Placement::rolled(public.board(), dice)?;
            // Not ready means: perhaps complete, perhaps with a gap.
            if !public.ready[side.index()] && dice.roll(Die(2))? == 1 {
                placement.set(0, None);
            }
            secret.placement = Some(Box::new(placement));
        }
        return Ok(secret);
    }
    // A few draws are enough where the first leaves the side to move without a
    // move although the game goes on.
    let mut secret = draw_kinds(public, side, dice)?;
    for _ in 0..100 {
        let possible = matches!(public.phase, Phase::Over(_)) || fits(public, &secret, side);
        if possible {
            break;
        }
        secret = draw_kinds(public, side, dice)?;
    }
    secret.notes = imagine_notes(public, side, dice)?;
    Ok(secret)
}

/// Could the game stand where it stands if the side's pieces were these?
fn fits(public: &Public, secret: &Secret, side: Side) -> bool {
    let jumper_is_no_mine = match public.phase {
        Phase::Series(at) => secret.mines & at.bit() == 0,
        _ => true,
    };
    let stuck = public.to_move == side
        && public.options.immobile == crate::setup::Immobile::Loss
        && !crate::victory::can_act(public, secret, side);
    jumper_is_no_mine && !stuck
}

fn draw_kinds(public: &Public, side: Side, dice: &mut dyn Dice) -> Result<Secret, Dry> {
    let mut secret = Secret::EMPTY;
    let mut pool: Vec<Kind> = Vec::new();
    for (kind, n) in public.unaccounted(side).into_iter().enumerate() {
        let kind = KINDS.into_iter().find(|k| *k as usize == kind).unwrap_or(Kind::Mine);
        if kind != Kind::Admiral {
            pool.extend((0..n).map(|_| kind));
        }
    }
    let mut unmoved = Vec::new();
    let mut moved = Vec::new();
    for square in squares(public.occupied[side.index()]) {
        let Some(token) = public.token_on(square) else { continue };
        match public.known[token.index()] {
            Some(kind) => set_kind(&mut secret, token, square, kind),
            None if public.moved & token.bit() != 0 => moved.push((token, square)),
            None => unmoved.push((token, square)),
        }
    }
    // Tokens that moved first: no mine fits them. The rest of the pool is for the others.
    for (token, square) in moved {
        let ships: Vec<usize> = (0..pool.len()).filter(|i| pool[*i] != Kind::Mine).collect();
        if let Some(i) = choose(&ships, dice)? {
            set_kind(&mut secret, token, square, pool.swap_remove(i));
        }
    }
    for (token, square) in unmoved {
        let any: Vec<usize> = (0..pool.len()).collect();
        if let Some(i) = choose(&any, dice)? {
            set_kind(&mut secret, token, square, pool.swap_remove(i));
        }
    }
    Ok(secret)
}

fn choose(from: &[usize], dice: &mut dyn Dice) -> Result<Option<usize>, Dry> {
    match from.len() {
        0 => Ok(None),
        n => Ok(Some(from[dice.roll(Die(n as u16))? as usize - 1])),
    }
}

fn set_kind(secret: &mut Secret, token: Token, square: Square, kind: Kind) {
    secret.kinds[token.number() as usize] = Some(kind);
    if kind == Kind::Mine {
        secret.mines |= square.bit();
    }
}

/// Another team may have written anything, or nothing.
fn imagine_notes(
    public: &Public,
    side: Side,
    dice: &mut dyn Dice,
) -> Result<Option<Box<Notes>>, Dry> {
    if public.options.memory_aid == MemoryAid::Off || dice.roll(Die(2))? == 1 {
        return Ok(None);
    }
    let mut notes = Notes::default();
    let enemies: Vec<Token> = squares(public.occupied[side.other().index()])
        .filter_map(|square| public.token_on(square))
        .collect();
    if !enemies.is_empty() {
        let token = enemies[dice.roll(Die(enemies.len() as u16))? as usize - 1];
        let kind = KINDS[dice.roll(Die(KINDS.len() as u16))? as usize - 1];
        notes.marks.push((token, Mark::Kind { kind, unsure: true }));
    }
    notes.pad = format!("note {}", dice.roll(Die(720))?);
    Ok(Some(Box::new(notes)))
}

/// The first condition this table does not keep.
pub(crate) fn broken(table: &Table<NavalBattle>) -> Option<String> {
    let public = &table.public;
    // NB-V-02: nobody shares a square or stands on an island.
    if public.occupied[0] & public.occupied[1] != 0
        || (public.occupied[0] | public.occupied[1]) & !public.board().water != 0
    {
        return Some("NB-V-02: two pieces on one square, or one on an island".into());
    }
    if public.phase == Phase::Deploy {
        return None;
    }
    for side in [WHITE, RED] {
        let secret = &table.sides[side];
        let on_board = public.occupied[side.index()].count_ones() as usize;
        let captured = public.racks[side.other().index()].kinds().len();
        // NB-V-01: what a fleet lost lies in the other's rack.
        if public.complete && !cancelled(public) && on_board + captured != FLEET_SIZE {
            return Some(format!("NB-V-01: {on_board} on the board and {captured} captured"));
        }
        if secret.kinds.iter().flatten().count() != on_board {
            return Some("a token without a type, or a type without a token".into());
        }
        for square in squares(public.occupied[side.index()]) {
            let Some(token) = public.token_on(square) else {
                return Some(format!("no token on {square}"));
            };
            if (secret.kinds[token.number() as usize] == Some(Kind::Mine))
                != (secret.mines & square.bit() != 0)
            {
                return Some(format!("the mines of {} are not where they lie", side.0));
            }
        }
        // NB-V-03: a mine never leaves the home rows.
        if secret.mines & !public.board().home(side) != 0
            || home_water(public.board(), side).count() < FLEET_SIZE
        {
            return Some("NB-V-03: a mine has moved".into());
        }
        // NB-V-05: both Admirals live while the game does.
        let admiral =
            public.token_on(public.admirals[side.index()]).filter(|token| token.side() == side);
        let lives = admiral
            .is_some_and(|token| secret.kinds[token.number() as usize] == Some(Kind::Admiral));
        if !matches!(public.phase, Phase::Over(_)) && !lives {
            return Some("NB-V-05: an Admiral is gone".into());
        }
    }
    None
}

fn cancelled(public: &Public) -> bool {
    public.occupied == [0; 2]
}
