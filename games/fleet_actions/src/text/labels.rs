//! The labels of the menu: what a pick means, in names and plain words.

use crate::action::Pick;
use crate::board::{Attitude, Dir, Point};
use crate::rules::captains::{conforming, is_led};
use crate::rules::cards::{CARDS, Card};
use crate::setup::side_code;
use crate::state::{Ask, Fleet, Kind, Public};
use crate::text::aids::strays;
use crate::text::{self, many, names};
use admiralty_core::{Doc, Label};
use alloc::format;
use alloc::string::{String, ToString};

fn plain(kind: &'static str, key: String, text: String) -> Label {
    Label { kind, key, text, ..Label::default() }
}

/// A pick as a person sees it.
pub(crate) fn pick(p: &Public, pick: &Pick) -> Label {
    let b = &*p.battle;
    let unit = |code: String, text: String, place: Option<Point>| Label {
        kind: "unit",
        key: code.clone(),
        text,
        place: place.map(|at| at.to_string()),
        unit: Some(code),
        ..Label::default()
    };
    match *pick {
        Pick::Group(squad, at) => {
            let name = match p.phase.kind {
                Kind::Fire => names::gunners(p, squad, at),
                _ => names::group(p, squad, at),
            };
            unit(text::group(b, squad, at), name, Some(at))
        }
        Pick::Squad(squad) => {
            let text = format!("{} ({})", names::squad(b, squad), names::admiral(b, squad));
            let flag = match &p.grand {
                Some(grand) => grand
                    .columns
                    .get(squad.i())
                    .and_then(|c| c.groups.get(usize::from(c.flag)).or(c.groups.first()))
                    .map(|c| c.hex),
                None => p.squads.get(squad.i()).map(|_| p.flag_point(squad)),
            };
            unit(b.squad_code(squad), text, flag.filter(|at| *at != Point::default()))
        }
        Pick::Ship(id) => {
            let at = p.ships.get(id.i()).map(|s| s.at).filter(|at| *at != Point::default());
            unit(b.ship_code(id), b.ship_name(id).to_string(), at)
        }
        Pick::Dir(d) => plain("direction", d.name().to_string(), direction(p, d)),
        Pick::Point(at) => {
            let text = names::place(p, at);
            Label { place: Some(at.to_string()), ..plain("place", at.to_string(), text) }
        }
        Pick::Side(side) => {
            let name = b.sides[side.index() % 2].name.clone();
            plain("side", side_code(side).to_string(), name)
        }
        Pick::Number(n) => plain("number", n.to_string(), number(p.phase.kind, n)),
        Pick::Card(c) => {
            let (code, name) = CARDS[usize::from(c.0) % CARDS.len()];
            plain("card", code.to_string(), format!("{name}: {}", effect(p, c)))
        }
        Pick::Force(force) => plain("force", force.name().to_string(), force.name().to_string()),
        Pick::Word(word) => {
            let (place, facts) = decided(p, word).unzip();
            let label = plain("word", word.to_string(), said(p, word));
            Label { place: place.map(|at| at.to_string()), facts, ..label }
        }
    }
}

/// Where the wind shall come from.
pub(crate) fn wind(d: Dir) -> String {
    format!("wind from the {}", names::dir(d))
}

/// `north-east, close hauled, speed 1`.
fn direction(p: &Public, d: Dir) -> String {
    let attitude = Attitude::of(d, p.wind).name();
    match p.max_speed(d) {
        0 => format!("{}, {attitude}", names::dir(d)),
        n => format!("{}, {attitude}, up to speed {n}", names::dir(d)),
    }
}

fn number(kind: Kind, n: u8) -> String {
    match kind {
        Kind::GrandMove | Kind::GrandTurn if n == 0 => "stay here".to_string(),
        Kind::GrandMove | Kind::GrandTurn => format!("sail {}", many(n, "mile")),
        Kind::Head if n == 1 => "the first ship ahead".to_string(),
        Kind::Head => format!("the first {n} ships ahead"),
        _ if n == 0 => "speed 0, heave to".to_string(),
        _ => format!("speed {n}"),
    }
}

/// What a card does, or says.
pub(crate) fn effect(p: &Public, card: Card) -> &'static str {
    let extended = p.battle.options.extended;
    match card.code() {
        "EMC" => "captains close more readily: +1 on their die",
        "PEL" => "the same, +1 to close, and says that you mean to break through",
        "LEB" => "the same, +1 to close, and +1 to board",
        "GCH" if extended => "ships obey two points from their flagship",
        "CLU" if extended => "stragglers move more readily: +1 on their die",
        "FLB" => "intent: all in line ahead on the flagship",
        "LOB" => "intent: turn together and keep the line's bearing",
        "TIS" => "intent: tack one after the other",
        "TTG" => "intent: all tack at once",
        "WEA" => "intent: turn away from the wind to the other tack",
        "GCH" => "intent: best speed towards the nearest enemy",
        "AVN" => "intent: concentrate on their leading ships",
        "ACN" => "intent: concentrate on their centre",
        "ARR" => "intent: concentrate on their rear",
        "DBL" => "intent: put them between two fires",
        "CLU" => "intent: close the gaps, wait for stragglers",
        "MMS" => "intent: as fast as the wind allows",
        "SHS" => "intent: speed 1",
        "DIS" => "intent: open the range",
        "TPP" => "intent: free ships take prizes",
        _ => "intent",
    }
}

/// Where a decision inside a move would lead, and which way the ships would head there.
fn decided(p: &Public, word: &str) -> Option<(Point, Doc)> {
    let cur = p.moving.as_ref().and_then(|m| m.cur)?;
    let (left, right) = (cur.heading.left(1), cur.heading.right(1));
    let (at, heading) = match (word, cur.ask) {
        ("enter" | "keep", _) => (cur.to, cur.heading),
        ("conform", Ask::Course(d)) => (cur.to, conforming(p, cur.heading, d)),
        ("veer left", _) => (cur.from.step(left), left),
        ("veer right", _) => (cur.from.step(right), right),
        _ => return None,
    };
    let strays = match word {
        "keep" | "conform" => strays::by_course(p, cur, heading),
        _ => Fleet::EMPTY,
    };
    let facts = Doc::map().with("heading", heading.name()).with_if(
        !strays.is_empty(),
        "strays",
        names::ships(&p.battle, strays),
    );
    Some((at, facts))
}

/// A word of the menu as a sentence has it.
fn said(p: &Public, word: &'static str) -> String {
    let cur = p.moving.as_ref().and_then(|m| m.cur);
    let alongside = || match cur.map(|c| c.ask) {
        Some(Ask::Course(d)) => {
            let heading = cur.map_or(d, |c| conforming(p, c.heading, d));
            format!("turn alongside, to the {}", names::dir(heading))
        }
        _ => "turn alongside".to_string(),
    };
    let veer = |d: Option<Dir>| match d {
        Some(d) => format!("veer to the {}", names::dir(d)),
        None => word.to_string(),
    };
    match word {
        "steady" => "keep the course",
        "card" => "hoist a signal",
        "no card" => "no signal",
        "all" => "to all squadrons",
        // Where the flagship is, nobody rolls.
        "keep" if cur.is_some_and(|c| is_led(p, c.movers)) => "hold the course",
        "keep" if cur.is_some() => "hold the course, if the captains dare",
        "keep" => "keep the flag where it is",
        "conform" => return alongside(),
        "move" => "sail now",
        "defer" => "wait for those to leeward",
        "enter" => "go in",
        "veer left" => return veer(cur.map(|c| c.heading.left(1))),
        "veer right" => return veer(cur.map(|c| c.heading.right(1))),
        "go" => "sail on",
        "stay" => "stay here",
        "hold" => "hold for one move",
        "leave" => "leave a ship unrepaired",
        "repair" => "repair all",
        "begin" => "I agree, begin",
        "concede" => "give up the battle: the enemy wins decisively",
        "offer to end" => "offer to end the battle: the score decides if all agree",
        "fight on" => "fight on: the offer to end is off",
        "off the map, sure" => "they sail off the map and are gone: do it",
        other => other,
    }
    .to_string()
}
