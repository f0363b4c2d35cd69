//! Positions read from documents, with every fault at its place.

use super::{FLAGS, PHASES, REASONS, STATUS, is_setup, sound};
use crate::board::{Dir, Square};
use crate::rules::dice::Face;
use crate::rules::{Board, launch};
use crate::setup::{read_fleet, read_options, read_sea};
use crate::state::{
    End, EndReason, Flying, MAX_DECKS, MAX_UNITS, MOST_RAIDERS, NORTH, Phase, Plane, Public,
    Raider, SOUTH, SideSecret, Status, Strike, Tokens, Unit, UnitId, letter, side_of_letter,
};
use crate::text::actions::{read_aim, read_orders, read_places};
use crate::units::{CardId, Feature};
use admiralty_core::{BySeat, BySide, Doc, Fault, Faults, Fields, Side, SideSet, Table, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn read_faces(fields: &mut Fields<'_>, key: &'static str) -> [[u8; 6]; 2] {
    let mut pools = [[0u8; 6]; 2];
    for (name, doc) in fields.entries(key) {
        let Some(side) = side_of_letter(name) else {
            fields.wrong(key, format!("\"{name}\" is not S or N"));
            continue;
        };
        let Some(text) = doc.as_text() else {
            fields.wrong(key, "dice are a text, such as \"M M AF\"");
            continue;
        };
        for word in text.split_whitespace() {
            match Face::parse(word) {
                Some(face) if pools[side.index()][face.index()] < 60 => {
                    pools[side.index()][face.index()] += 1;
                }
                _ => fields.wrong(key, format!("\"{word}\" is no die (M MF AF AD TM X)")),
            }
        }
    }
    pools
}

fn read_sides(fields: &mut Fields<'_>, key: &'static str, default: [bool; 2]) -> [bool; 2] {
    if fields.get(key).is_none() {
        return default;
    }
    let mut which = [false; 2];
    for doc in fields.list(key) {
        match doc.as_text().and_then(side_of_letter) {
            Some(side) => which[side.index()] = true,
            None => fields.wrong(key, "expected S or N"),
        }
    }
    which
}

fn read_side(fields: &mut Fields<'_>, key: &'static str, default: Side) -> Side {
    match fields.text(key) {
        None => default,
        Some(text) => side_of_letter(text).unwrap_or_else(|| {
            fields.wrong(key, format!("\"{text}\" is not S or N"));
            default
        }),
    }
}

fn read_tokens(text: &str) -> Result<Tokens, String> {
    let mut tokens = Tokens::default();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match Feature::parse(word) {
            Some(feature) if !feature.is_red() => tokens.add(feature),
            _ => return Err(format!("\"{word}\" takes no token")),
        }
    }
    Ok(tokens)
}

fn read_used(text: &str) -> Result<u64, String> {
    let mut set = 0;
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match Feature::parse(word) {
            Some(feature) if feature.is_green() || feature.is_red() => set |= feature.bit(),
            _ => return Err(format!("\"{word}\" is no special feature")),
        }
    }
    Ok(set)
}

/// The short form of a unit, `UK-EXETER d3N sp=1 submerged`, as a map.
fn unit_map(text: &str) -> Doc {
    let mut doc = Doc::map();
    for (i, word) in text.split_whitespace().enumerate() {
        if i == 0 {
            doc.put("card", word.to_string());
        } else if let Some((key, value)) = word.split_once('=') {
            let value =
                value.parse::<i64>().map_or_else(|_| Doc::from(value.to_string()), Doc::Int);
            doc.put(key.to_string(), value);
        } else if let Some((flag, _)) = FLAGS.iter().find(|(flag, _)| *flag == word) {
            doc.put(*flag, true);
        } else if STATUS.iter().any(|(status, _)| *status == word) {
            doc.put("status", word.to_string());
        } else {
            doc.put("at", word.get(..2).unwrap_or(word).to_string());
            if let Some(heading) = word.get(2..).filter(|heading| !heading.is_empty()) {
                doc.put("heading", heading.to_string());
            }
        }
    }
    doc
}

fn read_unit(
    p: &mut Public,
    id: UnitId,
    doc: &Doc,
    place: &str,
) -> Result<Vec<(Plane, String)>, Faults> {
    let short;
    let doc = match doc.as_text() {
        Some(text) => {
            short = unit_map(text);
            &short
        }
        None => doc,
    };
    let mut fields = Fields::of(doc, place)?;
    let named = fields.text("card").unwrap_or_default();
    let card = CardId::parse(named);
    if card.is_none() {
        fields.wrong("card", CardId::no_card(named));
    }
    let square = match fields.text("at") {
        None => None,
        Some(text) => Square::parse(text).or_else(|| {
            fields.wrong("at", format!("\"{text}\" is no square"));
            None
        }),
    };
    let usual = if square.is_none() { Status::Waiting } else { Status::Afloat };
    let status = fields.word_or("status", usual, &STATUS);
    let ahead = crate::setup::ahead(id.side());
    let heading = match fields.text("heading") {
        None => ahead,
        Some(text) => Dir::parse_heading(text).unwrap_or_else(|| {
            fields.wrong("heading", format!("\"{text}\" is no heading"));
            ahead
        }),
    };
    // All that can be said of a unit without its card has been said.
    let Some(card) = card else { return Err(fields.faults) };
    let class = card.class();
    let afield = matches!(status, Status::Afloat | Status::Submerged);
    if afield != square.is_some() {
        fields.wrong("at", "a square is for units on the battlefield, and only for them");
    }
    if status == Status::Submerged && !card.is_boat() {
        fields.wrong("status", "only submarines dive");
    }
    let mut unit = Unit::new(card);
    let default_sp = if status == Status::Sunk { 0 } else { class.sp };
    unit.sp = fields.int_or("sp", i64::from(default_sp), 0..=i64::from(class.sp)) as u8;
    if status != Status::Sunk && unit.sp == 0 {
        fields.wrong("sp", "only a sunk unit has no structure left");
    }
    unit.torpedoes =
        fields.int_or("torpedoes", i64::from(class.torp), 0..=i64::from(class.torp)) as u8;
    for (word, flag) in FLAGS {
        if fields.bool_or(word, false) {
            unit.flags |= flag;
        }
    }
    unit.repairs = fields.int_or("repairs", 0, 0..=60) as u8;
    unit.owed = fields.int_or("owed", 0, 0..=60) as u8;
    for (key, next) in [("tokens", false), ("next", true)] {
        match fields.text(key).map_or(Ok(Tokens::default()), read_tokens) {
            Ok(tokens) if next => unit.next = tokens,
            Ok(tokens) => unit.tokens = tokens,
            Err(reason) => fields.wrong(key, reason),
        }
    }
    match fields.text("used").map_or(Ok(0), read_used) {
        Ok(set) => unit.used = set,
        Err(reason) => fields.wrong("used", reason),
    }
    let mut air = Vec::new();
    for (name, doc) in fields.entries("air") {
        match (Plane::parse(name), doc.as_text()) {
            (Some(plane), Some(text)) if plane.slot(class).is_some() => {
                air.push((plane, text.to_string()));
            }
            _ => fields.wrong("air", format!("{name} is no squadron of this card")),
        }
    }
    if let Some(square) = square {
        let taken = match status {
            Status::Submerged => p.below_at(square).is_some(),
            _ => p.surface_at(square).is_some(),
        };
        if taken || (card.is_boat() && p.has_boat(square)) {
            fields.wrong("at", format!("{square} is taken"));
        }
        let closed =
            if status == Status::Submerged { p.sea.closed_below() } else { p.sea.closed() };
        if closed & square.bit() != 0 {
            fields.wrong("at", format!("no unit can be on {square}"));
        }
    }
    fields.done()?;
    let decks = &p.decks[id.side().index() * MAX_DECKS..][..MAX_DECKS];
    if class.n_squadrons() > 0 && decks.iter().all(Option::is_some) {
        return Err(Fault::new(place, format!("a side has at most {MAX_DECKS} carriers")).into());
    }
    p.add_unit(id.side(), card);
    let deck = p.unit(id).deck;
    *p.unit_mut(id) = Unit { deck, ..unit };
    p.unit_mut(id).status = status;
    if let Some(square) = square {
        p.place(id, status, square, heading);
    }
    Ok(air)
}

fn read_flying(
    p: &mut Public,
    id: UnitId,
    air: &[(Plane, String)],
    place: &str,
) -> Result<(), Faults> {
    for (plane, text) in air {
        let flying = match text.split_once(' ') {
            None if text == "aboard" => Some(Flying::Aboard),
            None if text == "spent" => Some(Flying::Spent),
            None if text == "lost" => Some(Flying::Lost),
            Some(("screen", unit)) => {
                UnitId::parse(unit).filter(|unit| p.knows(*unit)).map(Flying::Screen)
            }
            Some(("at", square)) => Square::parse(square).map(Flying::Placed),
            _ => None,
        };
        let Some(flying) = flying else {
            return Err(Fault::new(place, format!("{plane} cannot be \"{text}\"")).into());
        };
        launch::set(p, id, *plane, flying);
    }
    Ok(())
}

fn read_units(p: &mut Public, fields: &mut Fields<'_>) {
    let mut known: Vec<(UnitId, &Doc)> = Vec::new();
    for (name, doc) in fields.entries("units") {
        match UnitId::parse(name) {
            Some(id) => known.push((id, doc)),
            None => fields.wrong("units", format!("\"{name}\" is no unit such as S1")),
        }
    }
    known.sort_by_key(|(id, _)| *id);
    let mut decks = Vec::new();
    for (id, doc) in known {
        let place = format!("units.{id}");
        if id.number() != usize::from(p.n_units[id.side().index()]) {
            fields.faults.add(Fault::new(place, "the handles of a side are 1, 2, 3 and so on"));
            return;
        }
        match read_unit(p, id, doc, &place) {
            Ok(air) => decks.push((id, air, place)),
            Err(faults) => {
                fields.faults.0.extend(faults.0);
                // Another stands in for it, so that whatever follows is looked at too.
                let Some(other) = CardId::parse("US-HOEL") else { return };
                p.add_unit(id.side(), other);
            }
        }
    }
    for (id, air, place) in decks {
        if let Err(faults) = read_flying(p, id, &air, &place) {
            fields.faults.0.extend(faults.0);
        }
    }
}

fn read_strike(p: &Public, doc: &Doc) -> Result<Strike, Faults> {
    let mut fields = Fields::of(doc, "strike")?;
    let unit = |fields: &mut Fields<'_>, key: &'static str| {
        let id = fields.text(key).and_then(UnitId::parse).filter(|id| p.knows(*id));
        if id.is_none() {
            fields.wrong(key, "expected a unit");
        }
        id
    };
    let carrier = unit(&mut fields, "carrier");
    let target = unit(&mut fields, "target");
    let mut raiders = Vec::new();
    for doc in fields.list("raiders") {
        let raider = doc.as_text().and_then(read_aim).and_then(|aim| {
            let slot = aim.plane.slot(p.unit(carrier?).class())? as u8;
            let square = aim.square?;
            p.knows(aim.target).then_some(Raider { slot, target: aim.target, square })
        });
        match raider {
            Some(raider) if raiders.len() < MOST_RAIDERS => raiders.push(raider),
            _ => fields.wrong("raiders", "expected up to five squadrons such as D1>N1@c8"),
        }
    }
    if raiders.iter().all(|raider| Some(raider.target) != target) {
        fields.wrong("target", "no squadron attacks it");
    }
    fields.done()?;
    match (carrier.and_then(|carrier| Strike::new(carrier, raiders.into_iter())), target) {
        (Some(strike), Some(target)) => Ok(strike.at(target)),
        _ => Err(Fault::new("strike", "expected a carrier, a target and squadrons").into()),
    }
}

fn read_secret(doc: &Doc, side: Side) -> Result<SideSecret, Faults> {
    let place = format!("secret.{}", letter(side));
    let mut fields = Fields::of(doc, &place)?;
    let mut secret = SideSecret::default();
    if let Some(text) = fields.text("fleet") {
        secret.fleet = read_fleet(text, &place)?;
        if secret.fleet.len() > MAX_UNITS {
            fields.wrong("fleet", "a fleet has at most 24 units");
        }
    }
    if let Some(text) = fields.text("places") {
        match read_places(text) {
            Ok(places) => secret.places = places,
            Err(error) => fields.wrong("places", error.to_string()),
        }
    }
    if let Some(text) = fields.text("orders") {
        match read_orders(text, 0) {
            Ok(orders) => secret.orders = orders,
            Err(error) => fields.wrong("orders", error.to_string()),
        }
    }
    fields.done()?;
    Ok(secret)
}

fn read_end(doc: &Doc) -> Result<End, Faults> {
    let mut fields = Fields::of(doc, "end")?;
    let drawn = [("S", Some(SOUTH)), ("N", Some(NORTH)), ("draw", None)];
    let verdict = match fields.word_or("winner", None, &drawn) {
        Some(side) => Verdict::Won(SideSet::only(side)),
        None => Verdict::Drawn,
    };
    let reason = fields.word_or("reason", EndReason::Points, &REASONS);
    fields.done()?;
    Ok(End { verdict, reason })
}

/// Reads a position: a document as `save` writes it, or lines of the notation.
pub(crate) fn load(doc: &Doc) -> Result<Board, Faults> {
    if let Some(text) = doc.as_text() {
        return super::replay::replay(text);
    }
    let mut fields = Fields::of(doc, "")?;
    let empty = Doc::map();
    let mut options_fields = Fields::of(fields.get("options").unwrap_or(&empty), "options")?;
    let (options, scenario) = read_options(&mut options_fields);
    options_fields.done()?;
    let sea = scenario.as_ref().map_or_else(Default::default, |scenario| scenario.sea());
    let mut p = Public::new(options, scenario, sea);
    if let Some(text) = fields.text("scenery") {
        match read_sea(text, "scenery") {
            Ok(sea) => p.sea = sea,
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
    for word in fields.text("smoke").unwrap_or("").split([' ', ',']).filter(|word| !word.is_empty())
    {
        match Square::parse(word) {
            Some(square) => p.smoke |= square.bit(),
            None => fields.wrong("smoke", format!("\"{word}\" is no square")),
        }
    }
    p.phase = fields.word_or("phase", Phase::Movement, &PHASES);
    let usual = if is_setup(p.phase) { 0 } else { 1 };
    p.round = fields.int_or("round", usual, 0..=60) as u8;
    p.first = read_side(&mut fields, "first", SOUTH);
    p.actor = read_side(&mut fields, "actor", p.first);
    read_units(&mut p, &mut fields);
    p.pool = read_faces(&mut fields, "pool");
    p.exhausted = read_faces(&mut fields, "exhausted");
    p.open = read_sides(&mut fields, "open", [true; 2]);
    p.stood_down = read_sides(&mut fields, "stood_down", [false; 2]);
    p.late_move = read_sides(&mut fields, "late_move", [false; 2]);
    p.passes = fields.int_or("passes", 0, 0..=2) as u8;
    p.ready = read_sides(&mut fields, "ready", [false; 2]);
    for (i, doc) in fields.list("laid").iter().enumerate().take(2) {
        p.laid[i] = doc.as_int().map_or(0, |n| n.clamp(0, 3) as u8);
    }
    if fields.get("scenery_roll").is_some() {
        let faces = fields.list("scenery_roll").iter().map(|doc| Face::parse(doc.as_text()?));
        match faces.collect::<Vec<_>>()[..] {
            [Some(south), Some(north)] => p.scenery_roll = Some([south, north]),
            _ => fields.wrong("scenery_roll", "expected South's die and North's"),
        }
    }
    if let Some(doc) = fields.get("strike") {
        match read_strike(&p, doc) {
            Ok(strike) => p.strike = Some(strike),
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
    if let Some(doc) = fields.get("end") {
        match read_end(doc) {
            Ok(end) => p.end = Some(end),
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
    let mut secrets = BySide::new(2, |_| SideSecret::default());
    for (name, doc) in fields.entries("secret") {
        match side_of_letter(name).map(|side| (side, read_secret(doc, side))) {
            Some((side, Ok(secret))) => secrets[side] = secret,
            Some((_, Err(faults))) => fields.faults.0.extend(faults.0),
            None => fields.wrong("secret", format!("\"{name}\" is not S or N")),
        }
    }
    fields.done()?;
    let t = Table { public: p, sides: secrets, seats: BySeat::new(2, |_| ()), umpire: () };
    sound(&t)?;
    Ok(t)
}
