//! Open questions of a position.

use super::POINTS;
use super::load::{flag_of, player_of, space_of};
use crate::action::{Action, Path};
use crate::rules::admiral::crossing;
use crate::state::{Allot, Flag, Point, Public, Sailing, ShipSet, Weather, Window};
use crate::text::{actions, parse_fort, parse_ship};
use crate::units::{FORT_STRENGTH, FortId, ShipId};
use admiralty_core::{Doc, Fault, Faults, Fields, Seat};
use alloc::format;

fn ships_of(fields: &mut Fields<'_>, key: &'static str, p: &Public) -> ShipSet {
    let Some(text) = fields.text(key) else { return ShipSet::EMPTY };
    if text == "-" {
        return ShipSet::EMPTY;
    }
    let ships: Option<ShipSet> =
        text.split(',').map(|name| parse_ship(name).filter(|&id| p.ship(id).is_afloat())).collect();
    if ships.is_none() {
        fields.wrong(key, format!("\"{text}\" are no ships afloat"));
    }
    ships.unwrap_or_default()
}

fn fort_of(fields: &mut Fields<'_>, key: &'static str, p: &Public) -> Option<FortId> {
    let text = fields.text(key)?;
    let fort = parse_fort(p, text);
    if fort.is_none() {
        fields.wrong(key, format!("there is no fort {text}"));
    }
    fort
}

pub(super) fn read_windows(docs: &[Doc], p: &mut Public, faults: &mut Faults) {
    for (i, doc) in docs.iter().enumerate() {
        match read_window(doc, &format!("windows.{i}"), p) {
            Ok(Some(window)) => p.windows.push(window),
            Ok(None) => {
                faults.add(Fault::new(format!("windows.{i}"), "no such question can be open"));
            }
            Err(found) => faults.0.extend(found.0),
        }
    }
    let automatic = p.windows.last().is_some_and(Window::is_automatic);
    let order = p.windows.iter().rev().skip(1).all(Window::is_automatic);
    let sailing = |w: &&Window| matches!(w, Window::Sailing(_));
    let movers = p.windows.iter().filter(sailing).count();
    let crossed = p.windows.iter().any(|w| matches!(w, Window::Crossing { .. }));
    // A ship that was sunk on her way: her gold is asked about before the movement ends.
    let plunder = matches!(p.windows.last(), Some(Window::Plunder { .. }));
    let afloat = |w: &Window| !matches!(w, Window::Sailing(s) if !p.ship(s.ship).is_afloat());
    let sunk = !plunder && !p.windows.iter().all(afloat);
    if automatic || !order || p.windows.len() > 4 || movers > 1 || (crossed && movers == 0) || sunk
    {
        faults.add(Fault::new("windows", "these questions cannot be open together"));
    }
}

fn read_window(doc: &Doc, place: &str, p: &Public) -> Result<Option<Window>, Faults> {
    let mut fields = Fields::of(doc, place)?;
    let kind = fields.text("kind").unwrap_or("");
    let seat = player_of(&mut fields, "seat", p).filter(|&s| !p.players[s.index()].out);
    let Some(seat) = seat else { return fields.done().map(|()| None) };
    let window = match kind {
        "defend" => {
            let fort = fort_of(&mut fields, "fort", p);
            let by = player_of(&mut fields, "by", p);
            let attackers = ships_of(&mut fields, "attackers", p);
            let first = flag_of(&mut fields, "first").map(Flag::seat);
            let named = ships_of(&mut fields, "named", p);
            match (fort, by, first) {
                (Some(fort), Some(by), Some(first))
                    if !attackers.is_empty()
                        && attackers.iter().all(|id| p.ship(id).owner == by)
                        && p.commands(seat, &p.forts[fort.index()])
                        && attackers.0 & named.0 == 0 =>
                {
                    Some(Window::Defend { fort, by, attackers, seat, first, named })
                }
                _ => None,
            }
        }
        "allot" => read_allot(&mut fields, p, seat),
        "broadside" => {
            let volley = fields.text("volley").unwrap_or("");
            match actions::parse(p, &format!("fire {volley}")) {
                Ok(Action::Fire { first, second: None }) => {
                    let lined = first.guns.iter().all(|(unit, _)| {
                        crate::rules::gunfire::line(p, unit, first.target).is_ok()
                    });
                    let ships = first.target.as_ship().is_some_and(|id| p.ship(id).is_afloat());
                    (lined && ships).then_some(Window::Broadside { seat, volley: first })
                }
                _ => None,
            }
        }
        "volley" => {
            let volley = fields.text("volley").unwrap_or("");
            let answered = fields.bool_or("answered", false);
            match actions::parse(p, &format!("fire {volley}")) {
                Ok(Action::Fire { first, second: None }) if p.has_bows() => {
                    let target = first.target.as_ship().is_some_and(|id| p.ship(id).is_afloat());
                    target.then_some(Window::Volley { seat, volley: first, answered })
                }
                _ => None,
            }
        }
        "first fire" | "return" | "board shot" => {
            let ship = fields.text("ship").and_then(parse_ship);
            let attackers = ships_of(&mut fields, "attackers", p);
            let own = |id: &ShipId| p.ship(*id).is_afloat() && p.ship(*id).owner == seat;
            ship.filter(own).filter(|_| p.has_bows()).map(|ship| match kind {
                "first fire" => Window::FirstFire { seat, ship, attackers },
                "return" => Window::Return { seat, ship, attackers },
                _ => Window::BoardShot { seat, ship, attackers },
            })
        }
        "crossing" => {
            let ship = fields.text("ship").and_then(parse_ship);
            let foe = |id: &ShipId| p.ship(*id).is_afloat() && p.is_foe(seat, p.ship(*id).owner);
            ship.filter(foe).filter(|_| p.has_bows()).map(|ship| Window::Crossing { seat, ship })
        }
        "boarding" => {
            let target = fields.text("target").and_then(parse_ship);
            let attackers = ships_of(&mut fields, "attackers", p);
            target
                .filter(|id| p.has_bows() && p.ship(*id).is_afloat() && p.ship(*id).owner != seat)
                .map(|target| Window::Boarding { seat, attackers, target })
        }
        "sailing" => read_sailing(&mut fields, p, seat),
        "mines" => {
            let ship = fields.text("ship").and_then(parse_ship);
            let mines = p.options().mines && p.players[seat.index()].mines > 0;
            ship.filter(|id| mines && p.ship(*id).is_afloat() && p.passage.ship == Some(*id))
                .filter(|id| p.may_attack(seat, p.ship(*id).owner))
                .map(|ship| Window::Mines { seat, ship })
        }
        "plunder" => {
            let ships = ships_of(&mut fields, "ships", p);
            let gold = fields.int_or("gold", 0, 0..=7) as u8;
            (gold > 0).then_some(Window::Plunder { seat, ships, gold })
        }
        _ => None,
    };
    fields.done().map(|()| window)
}

fn read_sailing(fields: &mut Fields<'_>, p: &Public, seat: Seat) -> Option<Window> {
    let ship = fields.text("ship").and_then(parse_ship);
    let path = match fields.text("path") {
        Some(text) => actions::parse_path(text),
        None => Some(Path::NONE),
    };
    let storm = fields.bool_or("storm", false);
    let done = fields.int_or("done", 0, 0..=i64::from(Path::MAX)) as u8;
    let left = fields.int_or("left", 0, -9..=9) as i8;
    let point = fields.word_or("point", Point::Start, &POINTS);
    let asked = player_of(fields, "asked", p);
    let sails = fields.int_or("sails", 0, 0..=6) as u8;
    let from = space_of(fields, "from", p);
    let start = space_of(fields, "start", p);
    let ship = ship.filter(|_| p.has_bows())?;
    let afloat = p.ship(ship).is_afloat();
    let (path, asked) = (path?, asked?);
    let weather = storm == (p.wind.weather == Weather::Storm);
    // A movement stands where its declared way has led it.
    let fits = weather
        && storm == path.is_empty()
        && (storm || done <= path.len())
        && (!afloat || (p.ship(ship).owner == seat && p.ship(ship).sails >= sails))
        && p.passage.ship == Some(ship)
        // SE-R128: sunk on a corner, she has entered one more.
        && (p.passage.len == done
            || (!afloat && point == Point::Corner && p.passage.len == done + 1));
    let sailing = Sailing {
        seat,
        ship,
        path,
        storm,
        done,
        left,
        point,
        asked,
        sails,
        from: from?,
        start: start?,
    };
    let clear = !afloat || crossing::is_clear(p, &sailing);
    (fits && clear).then_some(Window::Sailing(sailing))
}

fn read_allot(fields: &mut Fields<'_>, p: &Public, seat: Seat) -> Option<Window> {
    let ships = ships_of(fields, "ships", p);
    let fort = fort_of(fields, "fort", p);
    let points = fields.int_or("points", 0, 0..=99) as u8;
    let losers = fields.get("losers").is_some().then(|| ships_of(fields, "losers", p));
    let assault = fort_of(fields, "assault", p);
    let defenders = ships_of(fields, "defenders", p);
    let defence = fort_of(fields, "defence", p);
    let kind = match (losers, assault, defence) {
        (Some(losers), None, None) if losers.0 & !ships.0 == 0 && fort.is_none() => {
            Allot::Boarding { losers }
        }
        (None, Some(at), None) if fort.is_none_or(|f| f == at) && defenders.0 & ships.0 == 0 => {
            Allot::Assault { fort: at, defenders }
        }
        (None, None, Some(at)) if fort == Some(at) => Allot::Defence { fort: at },
        _ => return None,
    };
    let standing = [assault, defence].iter().flatten().all(|&f| !p.forts[f.index()].ruin);
    let room: u16 = ships.iter().map(|id| u16::from(p.max_strength(id))).sum::<u16>()
        + if fort.is_some() { u16::from(FORT_STRENGTH) } else { 0 };
    let fits = points > 0 && u16::from(points) <= room && standing;
    fits.then_some(Window::Allot { seat, ships, fort, points, kind })
}
