//! What a viewer is shown: public facts, filtered by the memory aid, and the
//! own side's types.

use crate::NavalBattle;
use crate::action::Mark;
use crate::board::{Square, squares};
use crate::setup::{MemoryAid, Placement};
use crate::state::{Phase, Public, RED, Secret, Token, WHITE};
use crate::text::{KIND, OUTCOME, SIDE, outcome_doc, side_code};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use admiralty_core::{Doc, Field, Shape, Side, Sight};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What this viewer sees of a token's type.
pub(super) fn kind_for(sight: Sight<'_, NavalBattle>, token: Token) -> Option<Kind> {
    match sight.of_side(token.side()) {
        // NB-I-01: one's own, always. NB-T-07: the Recorder's own fleet too.
        Some(secret) => secret.kinds[token.number() as usize],
        // NB-I-02, NB-I-11, NB-I-17: of the others only what the record shows.
        None => sight.public.shown(token),
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
    let mut tokens = [None; 2 * FLEET_SIZE];
    // What counting tells is the same for all tokens of a side that have moved,
    // and for all that have not.
    let mut counted: [[Option<u16>; 2]; 2] = Default::default();
    for square in squares(public.occupied[0] | public.occupied[1]) {
        let Some(token) = public.token_on(square) else { continue };
        let candidates = || match public.known[token.index()] {
            Some(_) => public.candidates(token),
            None => *counted[token.side().index()][usize::from(public.has_moved(token))]
                .get_or_insert_with(|| public.candidates(token)),
        };
        tokens[token.index()] = Some(shown_token(sight, token, square, candidates));
    }
    tokens
}

fn shown_token<'a>(
    sight: Sight<'a, NavalBattle>,
    token: Token,
    at: Square,
    candidates: impl FnOnce() -> u16,
) -> Shown<'a> {
    let public = sight.public;
    let full = public.options.memory_aid == MemoryAid::Full;
    let side = token.side();
    let own = sight.of_side(side).is_some();
    let kind = kind_for(sight, token);
    Shown {
        at,
        token,
        kind,
        // NB-I-16: what counting tells, for whoever does not own the piece.
        candidates: if !full || own || kind.is_some() { 0 } else { candidates() },
        moved: (full || own) && public.has_moved(token),
        // What the others know of one's own piece.
        known: own && public.shown(token).is_some(),
        mark: sight.of_side(side.other()).and_then(|secret| mark_on(secret, token)),
    }
}

/// Has nothing changed of the tokens but where some of them stand? Nearly every move
/// is such a one, and only those need to be looked at then.
fn only_places(before: Sight<'_, NavalBattle>, after: Sight<'_, NavalBattle>) -> bool {
    let (was, is) = (before.public, after.public);
    // Without the full aid types fade with the turns.
    is.options.memory_aid == MemoryAid::Full
        && was.moved == is.moved
        && was.racks == is.racks
        && was.known == is.known
        && [WHITE, RED].into_iter().all(|side| marks(before, side) == marks(after, side))
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

/// What [`view`] writes.
pub(crate) const VIEW: &Shape = &Shape::Map(&[
    Field::new(
        "phase",
        Shape::Words(&["deploy", "turn", "series", "over"]),
        "where the game stands",
    ),
    Field::new("columns", Shape::Int, "width of the sea"),
    Field::new("rows", Shape::Int, "its height"),
    Field::new("islands", Shape::List(&Shape::Text), "squares that nobody enters"),
    Field::new("to_move", SIDE, "the side to move"),
    Field::new("ply", Shape::Int, "completed turns"),
    Field::new(
        "loss",
        Shape::Int,
        "turns completed at the last loss: whatever came since is quiet",
    ),
    Field::new("ready", Shape::List(&SIDE), "sides that have deployed"),
    Field::new("tokens", Shape::List(&TOKEN), "the pieces on the board, by their numbers"),
    Field::new("racks", RACKS, "what each side has captured, in order"),
    Field::optional("series", Shape::Text, "where the jumper of an open series stands"),
    Field::optional("offer", SIDE, "the side that offers a draw"),
    Field::optional("result", Shape::Map(&OUTCOME), "how it ended"),
    Field::optional("deploy_W", DEPLOYMENT, "White's placement, for White"),
    Field::optional("deploy_R", DEPLOYMENT, "Red's placement, for Red"),
    Field::optional("pad_W", Shape::Text, "White's notepad, for White"),
    Field::optional("pad_R", Shape::Text, "Red's notepad, for Red"),
]);

const TOKEN: Shape = Shape::Named(
    "Token",
    &Shape::Map(&[
        Field::new("at", Shape::Text, "its square"),
        Field::new("token", Shape::Text, "its number, which tells nothing of its type"),
        Field::new("side", SIDE, "whose it is"),
        Field::new("type", Shape::Maybe(&KIND), "what it is; nothing if it is covered"),
        Field::optional("candidates", Shape::Text, "what it may be, as far as counting tells"),
        Field::optional("moved", Shape::Bool, "it has moved, so it is no Mine"),
        Field::optional("known", Shape::Bool, "the others know what it is"),
        Field::optional("mark", Shape::Text, "what the own team has written on it"),
    ]),
);

const RACKS: Shape = Shape::Map(&[
    Field::new("W", Shape::Text, "White's captures"),
    Field::new("R", Shape::Text, "Red's captures"),
]);

const DEPLOYMENT: Shape = Shape::Named(
    "Deployment",
    &Shape::Map(&[
        Field::new("placement", Shape::Text, "front row to back row, as the owner sees it"),
        Field::new("missing", Shape::Dict(&Shape::Int), "what is still to be placed"),
    ]),
);

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
        .with("loss", last_loss(public))
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

/// The turn of the last loss rather than a count of quiet turns, which every move would change.
/// Below nothing in a position that begins with quiet turns and no others.
fn last_loss(public: &Public) -> i64 {
    i64::from(public.ply) - i64::from(public.quiet)
}

/// Both views without what is shown alike in both, compared before anything is
/// written. `None` while fleets are placed and when a token comes to the board:
/// its place in the list is only seen in the whole.
pub(crate) fn changed<'a>(
    before: Sight<'a, NavalBattle>,
    after: Sight<'a, NavalBattle>,
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
    let losses = [last_loss(was), last_loss(is)];
    if losses[0] != losses[1] {
        put("loss", losses[0].into(), losses[1].into());
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
    let mut compare = |old: Option<Shown<'_>>, new: Option<Shown<'_>>| {
        if old != new {
            tokens[0].push(old?.doc());
            tokens[1].extend(new.map(|new| new.doc()));
        }
        Some(())
    };
    if only_places(before, after) {
        for token in elsewhere(was, is) {
            let shown = |sight: Sight<'a, NavalBattle>| {
                let at = sight.public.square_of(token)?;
                Some(shown_token(sight, token, at, || sight.public.candidates(token)))
            };
            compare(shown(before), shown(after))?;
        }
    } else {
        for (old, new) in shown_tokens(before).into_iter().zip(shown_tokens(after)) {
            compare(old, new)?;
        }
    }
    let [old, new] = tokens;
    put("tokens", Doc::List(old), Doc::List(new));
    Some(fields.map(Doc::Map))
}

/// The tokens that do not stand where they stood, by their numbers.
fn elsewhere(was: &Public, is: &Public) -> impl Iterator<Item = Token> {
    let differ = was.token_at.iter().zip(&is.token_at).filter(|(old, new)| old != new);
    let tokens = differ.flat_map(|(old, new)| [*old, *new]).flatten();
    let set = tokens.fold(0_u64, |set, token| set | token.bit());
    let numbers = 0..FLEET_SIZE as u8;
    let all = [WHITE, RED]
        .into_iter()
        .flat_map(move |side| numbers.clone().map(move |n| Token::new(side, n)));
    all.filter(move |token| set & token.bit() != 0)
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

/// What a side this viewer belongs to has marked.
fn marks<'a>(sight: Sight<'a, NavalBattle>, side: Side) -> Option<&'a [(Token, Mark)]> {
    Some(&sight.of_side(side)?.notes.as_ref()?.marks)
}

fn mark_on(secret: &Secret, token: Token) -> Option<&Mark> {
    let notes = secret.notes.as_ref()?;
    notes.marks.iter().find(|(marked, _)| *marked == token).map(|(_, mark)| mark)
}
