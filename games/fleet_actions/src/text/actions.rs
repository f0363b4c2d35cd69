//! The notation of actions, and back.

use super::{group, parse_group, parse_seat, parse_signal, parse_unit, seat, signal, unit};
use crate::action::{Action, HeadOrder, Veer};
use crate::board::{Dir, Point};
use crate::setup::{SquadId, side_by_code, side_code};
use crate::state::Public;
use crate::units::FORCES;
use admiralty_core::ParseError;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

/// The words of a heading order.
pub(crate) fn head_order(order: HeadOrder) -> String {
    let t = |together: bool| if together { "/T" } else { "" };
    match order {
        HeadOrder::Turn { dir, together } => format!("{dir}{}", t(together)),
        HeadOrder::Steady => "=".to_string(),
        HeadOrder::Tack { together } => format!("tack{}", t(together)),
        HeadOrder::Follow(at) => format!("follow {at}"),
        HeadOrder::Divide { n, head, tail } => {
            let head = head.map_or("=", |d| d.name());
            let tail = tail.map_or("hold", |d| d.name());
            format!("div {n} {head} / {tail}")
        }
    }
}

/// An action in notation.
pub(crate) fn write(p: &Public, action: &Action) -> String {
    let b = &*p.battle;
    match *action {
        Action::Head { squad, at, order } => {
            format!("H {} {}", group(b, squad, at), head_order(order))
        }
        Action::Speed { squad, speed } => format!("S {} {speed}", b.squad_code(squad)),
        Action::Card { seat: s, signal: shown } => {
            format!("C {} {}", seat(b, s), signal(b, shown))
        }
        Action::Flag { squad, ship } => {
            let ship = ship.map_or_else(|| "-".to_string(), |id| b.ship_code(id));
            format!("Q {} {ship}", b.squad_code(squad))
        }
        Action::LightFirst(side) => format!("L first {}", side_code(side)),
        Action::Move { squad, defer } => {
            format!("M {}{}", b.squad_code(squad), if defer { " defer" } else { "" })
        }
        Action::Veer { squad, at, way } => {
            let way = match way {
                Veer::In => "in",
                Veer::Left => "L",
                Veer::Right => "R",
            };
            format!("V {} {way}", group(b, squad, at))
        }
        Action::Keep { squad, at, keep } => {
            format!("K {} {}", group(b, squad, at), if keep { "keep" } else { "conform" })
        }
        Action::Frigate { ship, dir } => {
            format!("F {} {}", b.ship_code(ship), dir.map_or(".", |d| d.name()))
        }
        Action::Single { ship, go, dir } => {
            let mut text = format!("T {} {}", b.ship_code(ship), if go { "go" } else { "stay" });
            if let Some(dir) = dir {
                let _ = write!(text, " {dir}");
            }
            text
        }
        Action::Attack { by, at } => match at {
            Some(at) => format!("A {} > {}", unit(b, by), unit(b, at)),
            None => format!("A {} -", unit(b, by)),
        },
        Action::Board { ship, yes } => {
            format!("B {} {}", b.ship_code(ship), if yes { "yes" } else { "no" })
        }
        Action::NoRepair(ship) => format!("R {} no", b.ship_code(ship)),
        Action::Repair => "R done".to_string(),
        Action::Grand { squad, hexes, ahead, turns } => {
            let mut text = format!("G {} {hexes}", b.squad_code(squad));
            if let Some(ahead) = ahead {
                text.push_str(if ahead { " ahead" } else { " abreast" });
            }
            if turns.iter().any(Option::is_some) {
                text.push_str(" turn");
            }
            for (i, turn) in turns.iter().enumerate() {
                if let Some(dir) = turn {
                    let _ = write!(text, " {}:{dir}", i + 1);
                }
            }
            text
        }
        Action::GrandFirst(side) => format!("G first {}", side_code(side)),
        Action::Place { ship, at } => format!("F {} @{at}", b.ship_code(ship)),
        Action::Wind { dir, force } => format!("W {dir} {}", force.name()),
        Action::Begin => "X begin".to_string(),
        Action::Concede => "X concede".to_string(),
        Action::OfferEnd => "X end".to_string(),
        Action::FightOn => "X fight".to_string(),
        Action::TimeOut(s) => format!("X timeout {}", seat(b, s)),
        Action::Left(s) => format!("X left {}", seat(b, s)),
    }
}

/// Reads an action.
pub(crate) fn parse(p: &Public, text: &str) -> Result<Action, ParseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some(first) = words.first() else {
        return Err(ParseError::at(0, "nothing is said; begin with a letter such as H, S or M"));
    };
    let rest = &words[1..];
    let known = "HSCQLMVKFTABRGWX";
    if first.len() != 1 || !known.contains(*first) {
        return Err(ParseError::at(0, format!("an action begins with one of {known}")));
    }
    parse_words(p, first, rest).ok_or_else(|| {
        // What is written rightly and is not there is the likelier slip.
        let stranger = rest.iter().find_map(|word| Some((word, stranger(p, word)?)));
        if let Some((word, reason)) = stranger {
            return ParseError::at(text.find(*word).unwrap_or(0), reason);
        }
        let at = text.find(char::is_whitespace).map_or(text.len(), |i| i + 1);
        ParseError::at(at, format!("cannot read this as {}", form(first)))
    })
}

/// What a word names that this battle does not have: a squadron, a ship, a seat.
fn stranger(p: &Public, word: &str) -> Option<String> {
    let b = &*p.battle;
    let name = word.split('@').next().unwrap_or(word);
    let squad = name.get(..2).filter(|code| {
        let mut signs = code.chars();
        matches!(signs.next(), Some('A' | 'B')) && signs.next().is_some_and(|c| c.is_ascii_digit())
    })?;
    let number = |rest: &str| {
        let digits = rest.strip_prefix(['.', 'f']).unwrap_or("x");
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    match &name[2..] {
        "" if b.squad_by_code(squad).is_none() => Some(format!("there is no squadron {squad}")),
        rest if number(rest) && b.ship_by_code(name).is_none() => {
            Some(format!("there is no ship {name}"))
        }
        _ => None,
    }
}

/// What an action of a letter looks like.
fn form(letter: &str) -> &'static str {
    match letter {
        "H" => "a heading order: H A1@2020 SE, SE/T, =, tack, follow 2121, div 2 = / hold",
        "S" => "a speed: S A1 2",
        "C" => "a card: C A EMC A2, or C A -",
        "Q" => "a flag: Q A1 A1.4, or Q A1 -",
        "L" => "an order of light ships: L first A",
        "M" => "a move: M A1, or M A1 defer",
        "V" => "a decision to veer: V A1@2020 in, L or R",
        "K" => "a decision on the course: K A1@2020 keep, or conform",
        "F" => "a frigate's move: F A1f1 SE, F A1f1 . or F A1f1 @2020",
        "T" => "a single ship's move: T A1.5 go NE, or stay NE",
        "A" => "an attack: A A1@2020 > B1@2121, or A A1@2020 -",
        "B" => "a decision to board: B A1.1 yes, or no",
        "R" => "repairs: R A1.2 no, or R done",
        "G" => "a move on the hex map: G A1 2 abreast turn 1:NE 2:NE, or G first A",
        "W" => "the wind: W NE strong",
        _ => "X begin, X concede, X end or X fight",
    }
}

fn parse_words(p: &Public, first: &str, rest: &[&str]) -> Option<Action> {
    let b = &*p.battle;
    let dir = |text: &str| Dir::parse(text);
    Some(match (first, rest) {
        ("H", [g, order @ ..]) => {
            let (squad, at) = parse_group(b, g)?;
            Action::Head { squad, at, order: parse_order(order)? }
        }
        ("S", [squad, speed]) => {
            let speed: u8 = speed.parse().ok().filter(|s| *s <= 3)?;
            Action::Speed { squad: b.squad_by_code(squad)?, speed }
        }
        ("C", [s, shown @ ..]) if !shown.is_empty() => {
            Action::Card { seat: parse_seat(b, s)?, signal: parse_signal(b, &shown.join(" "))? }
        }
        ("Q", [squad, "-"]) => Action::Flag { squad: b.squad_by_code(squad)?, ship: None },
        ("Q", [squad, ship]) => {
            Action::Flag { squad: b.squad_by_code(squad)?, ship: Some(b.ship_by_code(ship)?) }
        }
        ("L", ["first", side]) => Action::LightFirst(side_by_code(side)?),
        ("M", [squad]) => Action::Move { squad: b.squad_by_code(squad)?, defer: false },
        ("M", [squad, "defer"]) => Action::Move { squad: b.squad_by_code(squad)?, defer: true },
        ("V", [g, way]) => {
            let (squad, at) = parse_group(b, g)?;
            let way = match *way {
                "in" => Veer::In,
                "L" => Veer::Left,
                "R" => Veer::Right,
                _ => return None,
            };
            Action::Veer { squad, at, way }
        }
        ("K", [g, how @ ("keep" | "conform")]) => {
            let (squad, at) = parse_group(b, g)?;
            Action::Keep { squad, at, keep: *how == "keep" }
        }
        ("F", [ship, "."]) => Action::Frigate { ship: b.ship_by_code(ship)?, dir: None },
        ("F", [ship, to]) => {
            let ship = b.ship_by_code(ship)?;
            match to.strip_prefix('@') {
                Some(at) => Action::Place { ship, at: Point::parse(at)? },
                None => Action::Frigate { ship, dir: Some(dir(to)?) },
            }
        }
        ("T", [ship, go @ ("go" | "stay"), turn @ ..]) if turn.len() <= 1 => {
            let dir = match turn.first() {
                Some(text) => Some(dir(text)?),
                None => None,
            };
            Action::Single { ship: b.ship_by_code(ship)?, go: *go == "go", dir }
        }
        ("A", [by, "-"]) => Action::Attack { by: parse_unit(b, by)?, at: None },
        ("A", [by, ">", at]) => {
            Action::Attack { by: parse_unit(b, by)?, at: Some(parse_unit(b, at)?) }
        }
        ("B", [ship, yes @ ("yes" | "no")]) => {
            Action::Board { ship: b.ship_by_code(ship)?, yes: *yes == "yes" }
        }
        ("R", ["done"]) => Action::Repair,
        ("R", [ship, "no"]) => Action::NoRepair(b.ship_by_code(ship)?),
        ("G", ["first", side]) => Action::GrandFirst(side_by_code(side)?),
        ("G", [squad, hexes, more @ ..]) => {
            parse_grand(b.squad_by_code(squad)?, hexes.parse().ok()?, more)?
        }
        ("W", [from, force]) => {
            Action::Wind { dir: dir(from)?, force: FORCES.iter().find(|f| f.0 == *force)?.1 }
        }
        ("X", ["begin"]) => Action::Begin,
        ("X", ["concede"]) => Action::Concede,
        ("X", ["end"]) => Action::OfferEnd,
        ("X", ["fight"]) => Action::FightOn,
        ("X", ["left", s]) => Action::Left(parse_seat(b, s)?),
        ("X", ["timeout", s]) => Action::TimeOut(parse_seat(b, s)?),
        _ => return None,
    })
}

/// Reads the words of a heading order.
pub(crate) fn parse_order(words: &[&str]) -> Option<HeadOrder> {
    let dir = |text: &str| Dir::parse(text);
    Some(match words {
        ["="] => HeadOrder::Steady,
        ["tack"] => HeadOrder::Tack { together: false },
        ["tack/T"] => HeadOrder::Tack { together: true },
        ["follow", at] => HeadOrder::Follow(Point::parse(at)?),
        ["div", n, head, "/", tail] => HeadOrder::Divide {
            n: n.parse().ok()?,
            head: if *head == "=" { None } else { Some(dir(head)?) },
            tail: if *tail == "hold" { None } else { Some(dir(tail)?) },
        },
        [one] => match one.strip_suffix("/T") {
            Some(one) => HeadOrder::Turn { dir: dir(one)?, together: true },
            None => HeadOrder::Turn { dir: dir(one)?, together: false },
        },
        _ => return None,
    })
}

fn parse_grand(squad: SquadId, hexes: u8, words: &[&str]) -> Option<Action> {
    let (mut ahead, mut turns, mut turning) = (None, [None; 3], false);
    for word in words {
        match *word {
            "ahead" if !turning => ahead = Some(true),
            "abreast" if !turning => ahead = Some(false),
            "turn" => turning = true,
            _ if turning => {
                let (n, dir) = word.split_once(':')?;
                let n: usize = n.parse().ok().filter(|n| (1..=3).contains(n))?;
                turns[n - 1] = Some(Dir::parse(dir)?);
            }
            _ => return None,
        }
    }
    Some(Action::Grand { squad, hexes, ahead, turns })
}
