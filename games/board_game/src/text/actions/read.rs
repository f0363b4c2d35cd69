//! Actions read from notation.

use crate::action::{
    Action, Aim, Finish, Flight, FlightTo, FxArg, Groups, Order, Path, Spot, Targets,
};
use crate::board::{Dir, Scenery, Square};
use crate::rules::dice::Face;
use crate::rules::fleet::in_handle_order;
use crate::rules::launch::placed_at;
use crate::setup::READY_FLEETS;
use crate::state::{Plane, PlaneKind, Public, UnitId, seat_of, side_of_letter};
use crate::units::{Battery, CardId, Feature};
use admiralty_core::{ParseError, Seat};
use alloc::format;

use alloc::vec::Vec;

/// Reads words one after the other and knows where each stands.
struct Words<'a> {
    whole: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn peek(&self) -> Option<(usize, &'a str)> {
        let rest = &self.whole[self.at..];
        let skipped = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        (end > 0).then(|| (self.at + skipped, &rest[..end]))
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (at, word) = self.peek()?;
        self.at = at + word.len();
        Some((at, word))
    }

    fn want(&mut self, what: &str) -> Result<(usize, &'a str), ParseError> {
        self.next().ok_or_else(|| ParseError::at(self.whole.len(), format!("{what} is missing")))
    }

    /// The next word as something.
    fn read<T>(&mut self, what: &str, parse: impl Fn(&str) -> Option<T>) -> Result<T, ParseError> {
        let (at, word) = self.want(what)?;
        parse(word).ok_or_else(|| ParseError::at(at, format!("\"{word}\" is not {what}")))
    }

    fn unit(&mut self) -> Result<UnitId, ParseError> {
        self.read("a unit such as S1", UnitId::parse)
    }

    fn feature(&mut self) -> Result<Feature, ParseError> {
        self.read("a feature", Feature::parse)
    }

    fn face(&mut self) -> Result<Face, ParseError> {
        self.read("a die (M MF AF AD TM X)", Face::parse)
    }

    fn end(&mut self) -> Result<(), ParseError> {
        match self.next() {
            None => Ok(()),
            Some((at, word)) => Err(ParseError::at(at, format!("\"{word}\" is too much"))),
        }
    }
}

/// Reads `S1@d2N`, or `N4@d5` without heading.
fn spot(word: &str, headings: bool) -> Option<Spot> {
    let (unit, place) = word.split_once('@')?;
    let unit = UnitId::parse(unit)?;
    let square = Square::parse(place.get(..2)?)?;
    let heading = place.get(2..)?;
    let heading = if headings {
        Dir::parse_heading(heading)?
    } else if heading.is_empty() {
        Dir::N
    } else {
        return None;
    };
    Some(Spot { unit, square: Some(square), heading })
}

fn read_spots(
    words: &mut Words<'_>,
    headings: bool,
) -> Result<alloc::boxed::Box<[Spot]>, ParseError> {
    let mut list = Vec::new();
    let mut waiting = false;
    if let Some((_, word)) = words.peek()
        && word.eq_ignore_ascii_case("none")
    {
        words.next();
        words.end()?;
        return Ok(list.into());
    }
    let form = if headings { "like S1@d2N" } else { "like N4@d5" };
    while let Some((at, word)) = words.next() {
        if word.eq_ignore_ascii_case("standby") && headings && !waiting {
            waiting = true;
            continue;
        }
        let parsed = if waiting {
            UnitId::parse(word).map(|unit| Spot { unit, square: None, heading: Dir::N })
        } else {
            spot(word, headings)
        };
        match parsed {
            Some(spot) => list.push(spot),
            None => return Err(ParseError::at(at, format!("\"{word}\" is not {form}"))),
        }
    }
    if list.is_empty() {
        return Err(ParseError::at(words.whole.len(), "units are missing (or the word none)"));
    }
    list.sort();
    Ok(list.into())
}

/// Reads the steps and the finish of a move.
fn read_path(word: &str) -> Option<(Path, Finish)> {
    let finish_of = |text: &str| -> Option<Finish> {
        let lower = text.to_ascii_lowercase();
        match lower.as_str() {
            "dive" => Some(Finish::Dive),
            "exit" => Some(Finish::Exit),
            _ => Some(Finish::Up(Dir::parse_heading(lower.strip_prefix("up")?)?)),
        }
    };
    let (steps, finish) = if let Some((steps, heading)) = word.split_once('/') {
        (steps, Finish::Pivot(Dir::parse_heading(heading)?))
    } else if let Some((steps, end)) = word.split_once('+') {
        (steps, finish_of(end)?)
    } else if let Some(finish) = finish_of(word) {
        ("", finish)
    } else {
        (word, Finish::Stop)
    };
    let mut path = Path::default();
    for step in steps.split('-').filter(|_| !steps.is_empty()) {
        if path.len() == Path::MAX {
            return None;
        }
        path = path.then(Dir::parse(step)?);
    }
    Some((path, finish))
}

fn read_sizes(word: &str) -> Option<Groups> {
    let mut groups = Groups::default();
    for (n, size) in word.split('+').enumerate() {
        let size: u8 = size.parse().ok()?;
        if size == 0 || size > 9 || n >= 5 {
            return None;
        }
        groups.0[n] = size;
    }
    groups.0.sort_unstable_by(|a, b| b.cmp(a));
    Some(groups)
}

fn read_faces(word: &str) -> Option<Vec<Face>> {
    let faces: Option<Vec<Face>> = word.split('+').map(Face::parse).collect();
    faces.filter(|faces| (1..=8).contains(&faces.len()))
}

/// The targets after `>`, with or without a blank behind it.
fn read_targets(words: &mut Words<'_>) -> Result<Vec<UnitId>, ParseError> {
    let (at, word) = words.want("a target such as >N1")?;
    let fail = |word: &str| ParseError::at(at, format!("\"{word}\" is not a target such as >N1"));
    let list = word.strip_prefix('>').ok_or_else(|| fail(word))?;
    let list = if list.is_empty() { words.want("a target")?.1 } else { list };
    let targets: Option<Vec<UnitId>> = list.split(',').map(UnitId::parse).collect();
    targets.filter(|targets| targets.len() <= 8).ok_or_else(|| fail(word))
}

/// Reads one order.
fn read_order(whole: &str, from: usize, to: usize) -> Result<Order, ParseError> {
    let mut words = Words { whole: &whole[..to], at: from };
    let (at, kind) = words.want("an order")?;
    let order = match kind.to_ascii_lowercase().as_str() {
        "fx" => Order::Fx(words.unit()?, words.feature()?),
        "rx" => Order::Rx(words.unit()?, words.feature()?),
        "art" => {
            let unit = words.unit()?;
            let battery = words.read("a battery, 1 or 2", |word| match word {
                "1" => Some(Battery::Main),
                "2" => Some(Battery::Secondary),
                _ => None,
            })?;
            let mut dice = words.read("one die or two, like AF+X", |word| {
                read_faces(word).filter(|d| d.len() <= 2)
            })?;
            dice.sort();
            let at = words.at;
            let mut targets = read_targets(&mut words)?;
            if targets.len() > 2 || targets.len() > dice.len() {
                return Err(ParseError::at(at, "more targets than dice"));
            }
            targets.sort();
            Order::Art {
                unit,
                battery,
                dice: (dice[0], dice.get(1).copied()),
                targets: (targets[0], targets.get(1).copied()),
            }
        }
        "tor" => {
            let unit = words.unit()?;
            let dice = words.read("Torpedo dice, like TM+X", |word| {
                read_faces(word)
                    .filter(|dice| dice.iter().all(|face| matches!(face, Face::TM | Face::X)))
            })?;
            let at = words.at;
            let mut aimed = read_targets(&mut words)?;
            if aimed.len() == 1 {
                aimed = alloc::vec![aimed[0]; dice.len()];
            }
            if aimed.len() != dice.len() {
                return Err(ParseError::at(at, "name one target, or one for each die"));
            }
            aimed.sort();
            let admiral_dice = dice.iter().filter(|face| **face == Face::X).count() as u8;
            Order::Torp {
                unit,
                torpedo_dice: dice.len() as u8 - admiral_dice,
                admiral_dice,
                targets: Targets::new(aimed),
            }
        }
        "dc" => {
            let (unit, die) = (words.unit()?, words.face()?);
            let at = words.at;
            let targets = read_targets(&mut words)?;
            match targets[..] {
                [target] => Order::Dc { unit, die, target },
                _ => return Err(ParseError::at(at, "depth charges have one target")),
            }
        }
        _ => {
            return Err(ParseError::at(
                at,
                format!("\"{kind}\" is no order (art, tor, dc, fx, rx)"),
            ));
        }
    };
    words.end()?;
    Ok(order)
}

/// Reads a list of orders.
pub(crate) fn read_orders(whole: &str, from: usize) -> Result<Vec<Order>, ParseError> {
    let mut list = Vec::new();
    if whole[from..].trim().eq_ignore_ascii_case("none") || whole[from..].trim().is_empty() {
        return Ok(list);
    }
    let mut at = from;
    for item in whole[from..].split(';') {
        if !item.trim().is_empty() {
            list.push(read_order(whole, at, at + item.len())?);
        }
        at += item.len() + 1;
    }
    list.sort();
    Ok(list)
}

/// Reads places as they stand in a position.
pub(crate) fn read_places(text: &str) -> Result<Vec<Spot>, ParseError> {
    Ok(read_spots(&mut Words { whole: text, at: 0 }, true)?.into())
}

/// The seat whose letter stands before an action.
pub(crate) fn typed_for(text: &str) -> Option<Seat> {
    let (letter, rest) = text.trim().split_once(char::is_whitespace)?;
    if rest.trim().is_empty() { None } else { side_of_letter(letter).map(seat_of) }
}

/// Reads an action; the letter of the seat may stand before it.
// BG-9-NT1: every action has one line and can be replayed from it.
pub(crate) fn read(p: &Public, text: &str) -> Result<Action, ParseError> {
    let mut words = Words { whole: text, at: 0 };
    let (mut at, mut keyword) = words.want("an action")?;
    if side_of_letter(keyword).is_some() {
        (at, keyword) = words.want("an action")?;
    }
    let action = match keyword.to_ascii_lowercase().as_str() {
        "scenery" => {
            let (at, word) = words.want("a card such as e4=SB, or pass")?;
            if word.eq_ignore_ascii_case("pass") {
                Action::LayNone
            } else {
                word.split_once('=')
                    .and_then(|(square, card)| {
                        Some(Action::Lay(Square::parse(square)?, Scenery::parse(card)?))
                    })
                    .ok_or_else(|| ParseError::at(at, format!("\"{word}\" is not like e4=SB")))?
            }
        }
        "fleet" => {
            let mut cards = Vec::new();
            while let Some((at, word)) = words.next() {
                if let Some(ready) =
                    READY_FLEETS.iter().find(|fleet| fleet.key.eq_ignore_ascii_case(word))
                {
                    cards.extend(ready.cards());
                    continue;
                }
                match CardId::parse(word) {
                    Some(card) => cards.push(card),
                    None => return Err(ParseError::at(at, CardId::no_card(word))),
                }
            }
            in_handle_order(&mut cards);
            Action::Fleet(cards.into())
        }
        "deploy" => Action::Deploy(read_spots(&mut words, true)?),
        "subs" => Action::Subs(read_spots(&mut words, false)?),
        "enter" => Action::Enter(read_spots(&mut words, true)?),
        "first" => Action::First(words.read("S or N", side_of_letter)?),
        "mv" => {
            let (unit, die) = (words.unit()?, words.face()?);
            let (path, finish) = words.read("a path such as N-N-E/S", read_path)?;
            Action::Move { unit, die, path, finish }
        }
        "fx" => {
            let (unit, feature) = (words.unit()?, words.feature()?);
            let arg = match words.next() {
                None => FxArg::None,
                Some((_, word)) if word.eq_ignore_ascii_case("sp") => FxArg::Sp,
                Some((_, word)) if word.eq_ignore_ascii_case("crit") => {
                    FxArg::Token(words.feature()?)
                }
                Some((at, word)) => FxArg::Square(Square::parse(word).ok_or_else(|| {
                    ParseError::at(at, format!("\"{word}\" is not a square, sp or crit"))
                })?),
            };
            Action::Fx { unit, feature, arg }
        }
        "rx" => Action::Rx { unit: words.unit()?, feature: words.feature()? },
        "rep" => Action::Repair {
            unit: words.unit()?,
            movement: words.face()?,
            artillery: words.face()?,
        },
        "launch" => {
            let carrier = words.unit()?;
            let mut flights = Vec::new();
            while words.peek().is_some() {
                flights.push(words.read("a launch such as F1>S4 or D1@d7", |word| {
                    if let Some((plane, unit)) = word.split_once('>') {
                        return Some(Flight {
                            plane: Plane::parse(plane)?,
                            to: FlightTo::Screen(UnitId::parse(unit)?),
                        });
                    }
                    let (plane, square) = word.split_once('@')?;
                    Some(Flight {
                        plane: Plane::parse(plane)?,
                        to: FlightTo::Square(Square::parse(square)?),
                    })
                })?);
            }
            flights.sort();
            Action::Launch { carrier, flights: flights.into() }
        }
        "strike" => {
            let carrier = words.unit()?;
            let mut aims = Vec::new();
            while words.peek().is_some() {
                aims.push(
                    words.read("a squadron and its target such as D1>N1 or T1>N1@c7", read_aim)?,
                );
            }
            for aim in &mut aims {
                // A torpedo squadron that was placed is on its square, whether that is typed or not.
                if aim.plane.kind == PlaneKind::Torpedo && aim.square.is_none() && p.knows(carrier)
                {
                    aim.square = placed_at(p, carrier, aim.plane);
                }
            }
            aims.sort();
            Action::Strike { carrier, aims: aims.into() }
        }
        "intercept" => {
            let (at, word) = words.want("a squadron, or none")?;
            if word.eq_ignore_ascii_case("none") {
                Action::Intercept(None)
            } else {
                let plane = Plane::parse(word);
                Action::Intercept(Some(
                    plane.ok_or_else(|| {
                        ParseError::at(at, format!("\"{word}\" is not a squadron"))
                    })?,
                ))
            }
        }
        "bombs" => Action::Bombs(words.unit()?, words.read("sizes such as 2+1", read_sizes)?),
        "crit" => Action::Crit(words.unit()?, words.feature()?),
        "orders" => return Ok(Action::Orders(read_orders(text, words.at)?.into())),
        "pass" => Action::Pass,
        "resign" => Action::Resign,
        "forfeit" => Action::Forfeit(words.read("S or N", side_of_letter)?),
        _ => return Err(ParseError::at(at, format!("\"{keyword}\" is no action of this game"))),
    };
    words.end()?;
    Ok(action)
}

/// Reads `D1>N1`, `T1>N1@c7`.
pub(crate) fn read_aim(word: &str) -> Option<Aim> {
    let (plane, rest) = word.split_once('>')?;
    let (target, square) = match rest.split_once('@') {
        Some((target, square)) => (target, Some(Square::parse(square)?)),
        None => (rest, None),
    };
    Some(Aim { plane: Plane::parse(plane)?, target: UnitId::parse(target)?, square })
}
