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

/// What a viewer is shown of one token. Equal ones are written equally, so
/// that comparing two positions need not write them out.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown<'a> {
    at: Square,
    token: Token,
    kind: Option<Kind>,
    /// One bit per type; 0 where nothing is told.
    candidates: u16,
    moved: bool,
    known: bool,
    mark: Option<&'a Mark>,
}

/// By the number of the token; `None` for what is not on the board.
type ShownTokens<'a> = [Option<Shown<'a>>; 2 * FLEET_SIZE];

fn shown_tokens(sight: Sight<'_, NavalBattle>) -> ShownTokens<'_> {
    let public = sight.public;
    let full = public.options.memory_aid == MemoryAid::Full;
    let mut tokens = [None; 2 * FLEET_SIZE];
    // What counting tells is the same for all tokens of a side that have moved,
    // and for all that have not.
    let mut counted: [[Option<u16>; 2]; 2] = Default::default();
    for square in squares(public.occupied[0] | public.occupied[1]) {
        let Some(token) = public.token_on(square) else { continue };
        let side = token.side();
        let own = sight.of_side(side).is_some();
        let kind = kind_for(sight, token);
        let moved = public.moved & token.bit() != 0;
        // NB-I-16: what counting tells, for whoever does not own the piece.
        let candidates = if !full || own || kind.is_some() {
            0
        } else if public.known[token.index()].is_some() {
            public.candidates(token)
        } else {
            *counted[side.index()][usize::from(moved)]
                .get_or_insert_with(|| public.candidates(token))
        };
        tokens[token.index()] = Some(Shown {
            at: square,
            token,
            kind,
            candidates,
            moved: (full || own) && moved,
            // What the others know of one's own piece.
            known: own && shown(public, token).is_some(),
            mark: sight.of_side(side.other()).and_then(|secret| mark_on(secret, token)),
        });
    }
    tokens
}

impl Shown<'_> {
    fn doc(&self) -> Doc {
        let mut fields: Vec<(Cow<'static, str>, Doc)> = Vec::with_capacity(6);
        let mut put = |key: &'static str, value: Doc| fields.push((Cow::Borrowed(key), value));
        put("at", self.at.name().into());
        put("token", self.token.name().into());
        put("side", side_code(self.token.side()).into());
        put("type", self.kind.map_or(Doc::Null, |kind| kind.sign_text().into()));
        if self.candidates != 0 {
            let signs = KINDS.into_iter().filter(|kind| self.candidates & (1 << *kind as u8) != 0);
            put("candidates", signs.map(Kind::sign).collect::<String>().into());
        }
        if self.moved {
            put("moved", true.into());
        }
        if self.known {
            put("known", true.into());
        }
        if let Some(mark) = self.mark {
            put("mark", mark.to_string().into());
        }
        Doc::Map(fields)
    }
}

/// The view: public facts, filtered by the memory aid, and the own side's types.
/// Tokens stand in the order of their numbers, so that a move changes one of them.
pub(crate) fn view(sight: Sight<'_, NavalBattle>) -> Doc {
    let public = sight.public;
    let board = public.board();
    let tokens = shown_tokens(sight).iter().flatten().map(Shown::doc).collect();
    let mut doc = Doc::map()
        .with("phase", phase(public))
        .with("columns", board.columns)
        .with("rows", board.rows)
        .with("islands", Doc::list(squares(board.islands).map(Square::name)))
        .with("to_move", side_code(public.to_move))
        .with("ply", public.ply)
        .with("quiet", public.quiet)
        .with("ready", ready(public))
        .with("tokens", Doc::List(tokens))
        .with("racks", racks(public));
    let mut put = |key: &'static str, value: Doc| {
        if value != Doc::Null {
            doc.put(key, value);
        }
    };
    put("series", series(public));
    put("offer", public.offer.map(side_code).into());
    put("result", result(public));
    // NB-I-20, NB-P-05: of the other side's placement nothing.
    for (side, deploy, notepad) in [(WHITE, "deploy_W", "pad_W"), (RED, "deploy_R", "pad_R")] {
        let Some(secret) = sight.of_side(side) else { continue };
        if public.phase == Phase::Deploy {
            let placement = secret.placement.as_deref().copied().unwrap_or(Placement::EMPTY);
            let missing = placement
                .missing()
                .into_iter()
                .fold(Doc::map(), |doc, (kind, n)| doc.with(kind.sign().to_string(), n));
            let placed = Doc::map().with("placement", placement.write(board));
            put(deploy, placed.with("missing", missing));
        }
        put(notepad, pad(sight, side).map(String::from).into());
    }
    doc
}

/// Both views without what is shown alike in both, compared before anything is
/// written. `None` while fleets are placed and when a token comes to the board:
/// its place in the list is only seen in the whole.
pub(crate) fn changed(
    before: Sight<'_, NavalBattle>,
    after: Sight<'_, NavalBattle>,
) -> Option<[Doc; 2]> {
    let (was, is) = (before.public, after.public);
    if was.phase == Phase::Deploy || is.phase == Phase::Deploy {
        return None;
    }
    let mut fields = [Vec::with_capacity(6), Vec::with_capacity(6)];
    let mut put = |key: &'static str, old: Doc, new: Doc| {
        for (fields, value) in fields.iter_mut().zip([old, new]) {
            if value != Doc::Null {
                fields.push((Cow::Borrowed(key), value));
            }
        }
    };
    if was.phase != is.phase {
        put("phase", phase(was).into(), phase(is).into());
        put("series", series(was), series(is));
        put("result", result(was), result(is));
    }
    if was.to_move != is.to_move {
        put("to_move", side_code(was.to_move).into(), side_code(is.to_move).into());
    }
    if was.ply != is.ply {
        put("ply", was.ply.into(), is.ply.into());
    }
    if was.quiet != is.quiet {
        put("quiet", was.quiet.into(), is.quiet.into());
    }
    if was.ready != is.ready {
        put("ready", ready(was), ready(is));
    }
    if was.racks != is.racks {
        put("racks", racks(was), racks(is));
    }
    if was.offer != is.offer {
        put("offer", was.offer.map(side_code).into(), is.offer.map(side_code).into());
    }
    for (side, key) in [(WHITE, "pad_W"), (RED, "pad_R")] {
        let (old, new) = (pad(before, side), pad(after, side));
        if old != new {
            put(key, old.map(String::from).into(), new.map(String::from).into());
        }
    }
    let mut tokens = [Vec::new(), Vec::new()];
    for (old, new) in shown_tokens(before).iter().zip(&shown_tokens(after)) {
        if old == new {
            continue;
        }
        tokens[0].push(old.as_ref()?.doc());
        tokens[1].extend(new.as_ref().map(Shown::doc));
    }
    let [old, new] = tokens;
    put("tokens", Doc::List(old), Doc::List(new));
    Some(fields.map(Doc::Map))
}

fn series(public: &Public) -> Doc {
    match public.phase {
        Phase::Series(at) => at.name().into(),
        _ => Doc::Null,
    }
}

fn result(public: &Public) -> Doc {
    match public.phase {
        Phase::Over(outcome) => outcome_doc(&outcome),
        _ => Doc::Null,
    }
}

fn ready(public: &Public) -> Doc {
    Doc::list([WHITE, RED].into_iter().filter(|side| public.ready[side.index()]).map(side_code))
}

fn racks(public: &Public) -> Doc {
    Doc::map().with("W", rack(public, WHITE)).with("R", rack(public, RED))
}

/// The notepad of a side this viewer belongs to.
fn pad<'a>(sight: Sight<'a, NavalBattle>, side: Side) -> Option<&'a str> {
    let notes = sight.of_side(side)?.notes.as_ref()?;
    (!notes.pad.is_empty()).then_some(&notes.pad)
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

fn mark_on(secret: &Secret, token: Token) -> Option<&Mark> {
    let notes = secret.notes.as_ref()?;
    notes.marks.iter().find(|(marked, _)| *marked == token).map(|(_, mark)| mark)
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
