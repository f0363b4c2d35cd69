//! Actions as text: `d4-d5`, `d5*e6`, `b7^b5`, `^b3`, `.`, `--`, `deploy …`.

use crate::action::{Action, Mark, Note, Order, Prepare};
use crate::board::Square;
use crate::setup::{Placement, Template};
use crate::state::{Phase, Public, side_of};
use crate::text::{seat_code, seat_from, side_code, side_from};
use crate::units::Kind;
use admiralty_core::{IllegalMove, ParseError, Seat, Side};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The action in notation.
// NB-N-01: reading it back gives the same action. NB-N-04: so a record of them replays the game.
pub(crate) fn write(public: &Public, action: &Action) -> String {
    match action {
        Action::Prepare(order) => write_order(public, order),
        Action::Move { from, to } => format!("{from}-{to}"),
        Action::Attack { from, to } => format!("{from}*{to}"),
        Action::Hop { from, to } => format!("{from}^{to}"),
        Action::HopOn { to } => format!("^{to}"),
        Action::Stop => ".".into(),
        Action::Pass => "--".into(),
        Action::Resign => "resign".into(),
        Action::OfferDraw => "draw?".into(),
        Action::AcceptDraw => "draw!".into(),
        Action::DeclineDraw => "draw-".into(),
        Action::Note(note) => match &**note {
            Note::Pad(text) => format!("note *={text}"),
            Note::Mark { at, mark } => {
                format!("note {at}={}", mark.as_ref().map_or(String::new(), Mark::to_string))
            }
        },
        Action::Flag(side) => format!("flag {}", side_code(*side)),
        Action::DeployTimeOut => "deploy-time".into(),
        Action::Left(seat) => format!("left {}", seat_code(*seat)),
    }
}

fn write_order(public: &Public, order: &Order) -> String {
    let (word, rest) = match &order.step {
        Prepare::Deploy(placement) => ("deploy", placement.write(public.board())),
        Prepare::Template { template, mirrored } => {
            ("deploy", format!("@{}{}", template.name(), if *mirrored { "~" } else { "" }))
        }
        Prepare::Random(seed) => ("deploy", format!("random:{seed}")),
        Prepare::Place { kind, at } => ("place", format!("{}{at}", kind.sign())),
        Prepare::Swap(one, other) => ("swap", format!("{one} {other}")),
        Prepare::Clear(Some(at)) => ("clear", at.to_string()),
        Prepare::Clear(None) => ("clear", String::new()),
        Prepare::Ready => ("ready", String::new()),
        Prepare::Unready => ("unready", String::new()),
    };
    let mut text = word.to_string();
    for part in [order.side.map_or("", side_code), &rest] {
        if !part.is_empty() {
            text.push(' ');
            text.push_str(part);
        }
    }
    text
}

/// Reads one action.
pub(crate) fn parse(public: &Public, text: &str) -> Result<Action, ParseError> {
    let mut actions = parse_all(public, text)?;
    if actions.len() > 1 {
        return Err(ParseError::at(
            0,
            "a whole jump line is not one action: make the hops one by one",
        ));
    }
    actions.pop().ok_or_else(|| ParseError::at(0, "nothing is written here"))
}

/// Reads a whole line: the hops of a series, and the stop a line implies.
// NB-N-03, NB-N-07: only a whole line implies it, never a single hop. NB-N-05: each
// part is checked when its turn comes, so hops already made stand.
pub(crate) fn parse_line(public: &Public, text: &str) -> Result<Vec<Action>, ParseError> {
    let mut actions = parse_all(public, text)?;
    if matches!(actions.first(), Some(Action::Hop { .. })) && actions.last() != Some(&Action::Stop)
    {
        actions.push(Action::Stop);
    }
    Ok(actions)
}

/// Is the series still open, so that the rest of a line applies?
// NB-N-02: what is left of a line when the series has ended is ignored.
pub(crate) fn goes_on(public: &Public, seat: Seat, next: &Action) -> bool {
    match next {
        Action::HopOn { .. } | Action::Stop => {
            matches!(public.phase, Phase::Series(_)) && public.to_move == side_of(seat)
        }
        _ => true,
    }
}

fn parse_all(public: &Public, text: &str) -> Result<Vec<Action>, ParseError> {
    let trimmed = text.trim();
    let skipped = text.len() - text.trim_start().len();
    let moved = |mut error: ParseError| {
        error.column += skipped;
        error
    };
    let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    let rest = rest.trim();
    let rest_at = skipped + trimmed.len() - rest.len();
    // What is said takes no further words; what is done on the board ignores them.
    if matches!(word, "resign" | "draw?" | "draw!" | "draw-" | "deploy-time") && !rest.is_empty() {
        return Err(ParseError::at(rest_at, format!("nothing may follow after {word}")));
    }
    let simple = match word {
        "" => return Err(ParseError::at(0, "nothing is written here")),
        "." => Action::Stop,
        "--" => Action::Pass,
        "resign" => Action::Resign,
        "draw?" => Action::OfferDraw,
        "draw!" => Action::AcceptDraw,
        "draw-" => Action::DeclineDraw,
        "deploy-time" => Action::DeployTimeOut,
        "flag" => Action::Flag(
            side_from(rest).ok_or_else(|| ParseError::at(rest_at, "a flag falls for W or R"))?,
        ),
        "left" => Action::Left(seat_from(public, rest).ok_or_else(|| {
            let codes: Vec<&str> = (0..public.options.persons).map(Seat).map(seat_code).collect();
            ParseError::at(rest_at, format!("a seat is one of {}", codes.join(", ")))
        })?),
        "note" => return parse_note(trimmed).map(|note| alloc::vec![note]).map_err(moved),
        "deploy" | "place" | "swap" | "clear" | "ready" | "unready" => {
            return parse_order(public, word, rest).map(|order| alloc::vec![order]).map_err(
                |mut error| {
                    error.column += rest_at;
                    error
                },
            );
        }
        _ => return parse_board(word).map_err(moved),
    };
    Ok(alloc::vec![simple])
}

fn square_at(text: &str, at: usize) -> Result<(Square, usize), ParseError> {
    text.get(at..)
        .and_then(Square::read)
        .ok_or_else(|| ParseError::at(at, "a square such as d4 is expected here"))
        .map(|(square, len)| (square, at + len))
}

/// A move, an attack, or a jump with its hops. Results that a record adds
/// (`(2)`, `!M{4}`, `#`) are skipped.
fn parse_board(word: &str) -> Result<Vec<Action>, ParseError> {
    let mut actions = Vec::new();
    let mut at = 0;
    if !word.starts_with('^') {
        let (from, next) = square_at(word, 0)?;
        let (to, end) = match word[next..].chars().next() {
            Some('-' | '*' | '^') => square_at(word, next + 1)?,
            _ => return Err(ParseError::at(next, "expected -, * or ^ and a square")),
        };
        match word.as_bytes()[next] {
            b'-' => actions.push(Action::Move { from, to }),
            b'*' => actions.push(Action::Attack { from, to }),
            _ => actions.push(Action::Hop { from, to }),
        }
        at = end;
        if !matches!(actions[0], Action::Hop { .. }) {
            at += usize::from(word[at..].starts_with('#'));
            return if at == word.len() {
                Ok(actions)
            } else {
                Err(ParseError::at(at, "nothing may follow here"))
            };
        }
    }
    loop {
        at = skip_result(word, at);
        match word[at..].chars().next() {
            None => return Ok(actions),
            Some('^') => {
                let (to, end) = square_at(word, at + 1)?;
                actions.push(Action::HopOn { to });
                at = end;
            }
            Some('.') if at + 1 == word.len() && !actions.is_empty() => {
                actions.push(Action::Stop);
                return Ok(actions);
            }
            Some(_) => {
                return Err(ParseError::at(at, "expected ^ and a square, or a final full stop"));
            }
        }
    }
}

/// Passes over `(2)`, `!M{4}` and `#`.
fn skip_result(word: &str, mut at: usize) -> usize {
    loop {
        let rest = &word[at..];
        let end = match rest.as_bytes().first() {
            Some(b'(') => rest.find(')'),
            Some(b'!') if rest.starts_with("!M{") => rest.find('}'),
            Some(b'#') => Some(0),
            _ => None,
        };
        match end {
            Some(end) => at += end + 1,
            None => return at,
        }
    }
}

fn parse_note(text: &str) -> Result<Action, ParseError> {
    let body = text["note".len()..].trim_start();
    let at = text.len() - body.len();
    let (place, written) = body
        .split_once('=')
        .ok_or_else(|| ParseError::at(at, "a note has the form square=mark or *=text"))?;
    let written = written.trim();
    let note = if place.trim() == "*" {
        Note::Pad(written.into())
    } else {
        let square = Square::parse(place.trim())
            .ok_or_else(|| ParseError::at(at, "a square such as d4, or *, is expected here"))?;
        Note::Mark { at: square, mark: Mark::read(written) }
    };
    Ok(Action::Note(Box::new(note)))
}

fn parse_order(public: &Public, word: &str, rest: &str) -> Result<Action, ParseError> {
    // The fleet may be named first: `deploy W …`, `ready R`.
    let (first, tail) = rest.split_once(' ').unwrap_or((rest, ""));
    let (side, body) = match side_from(first).filter(|_| first.chars().all(char::is_uppercase)) {
        Some(side) => (Some(side), tail.trim()),
        None => (None, rest),
    };
    let at = rest.len() - body.len();
    let step = match word {
        "ready" | "unready" if !body.is_empty() => {
            return Err(ParseError::at(at, "nothing may follow here"));
        }
        "ready" => Prepare::Ready,
        "unready" => Prepare::Unready,
        "clear" if body.is_empty() => Prepare::Clear(None),
        "clear" => Prepare::Clear(Some(one_square(body, at)?)),
        "swap" => {
            let (one, other) = body
                .split_once(' ')
                .ok_or_else(|| ParseError::at(at, "two squares are expected here"))?;
            Prepare::Swap(one_square(one, at)?, one_square(other.trim(), at + one.len() + 1)?)
        }
        "place" => {
            let kind = body.chars().next().and_then(Kind::from_sign).ok_or_else(|| {
                ParseError::at(
                    at,
                    "a type (A 6 5 4 3 2 1 S M) and a square are expected here, such as 3d4",
                )
            })?;
            Prepare::Place { kind, at: one_square(&body[1..], at + 1)? }
        }
        _ => parse_deployment(public, side, body, at)?,
    };
    Ok(Action::Prepare(Box::new(Order { side, step })))
}

fn parse_deployment(
    public: &Public,
    side: Option<Side>,
    body: &str,
    at: usize,
) -> Result<Prepare, ParseError> {
    if let Some(name) = body.strip_prefix('@') {
        let (name, mirrored) = match name.strip_suffix('~') {
            Some(name) => (name, true),
            None => (name, false),
        };
        let template = Template::named(name).ok_or_else(|| {
            let names: Vec<&str> = Template::all().map(Template::name).collect();
            ParseError::at(
                at + 1,
                format!("there is no template \"{name}\"; there are {}", names.join(", ")),
            )
        })?;
        return Ok(Prepare::Template { template, mirrored });
    }
    if let Some(seed) = body.strip_prefix("random:") {
        let seed = seed.parse().map_err(|_| ParseError::at(at + 7, "a seed is a whole number"))?;
        return Ok(Prepare::Random(seed));
    }
    if body.is_empty() {
        return Err(ParseError::at(
            at,
            "a deployment string, @Template or random:seed is expected here",
        ));
    }
    // NB-P-12: a string is whole or refused, with the reason.
    let board = public.board();
    let whole = Placement::read(body, board)
        .and_then(|placement| placement.check(board, side).map(|()| placement));
    whole
        .map(Prepare::Deploy)
        .map_err(|illegal| ParseError::at(at, format!("{illegal} [{}]", illegal.clause())))
}

fn one_square(text: &str, at: usize) -> Result<Square, ParseError> {
    Square::parse(text).ok_or_else(|| ParseError::at(at, "a square such as d4 is expected here"))
}
