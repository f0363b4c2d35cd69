//! Positions as documents, written and read.

use crate::action::{Aim, Order};
use crate::board::{Dir, Square, squares};
use crate::die::Face;
use crate::notation::{order_text, read_aim, read_orders, read_places};
use crate::rules::{Board, launch};
use crate::setup::{read_fleet, read_options, read_sea, write_fleet, write_options, write_sea};
use crate::state::{
    End, EndReason, Flying, HIT, LAUNCHED, MAX_DECKS, MAX_UNITS, MOVED, NORTH, Phase, Plane,
    Public, Raider, SOUTH, STRUCK, SideSecret, Status, Strike, Tokens, Unit, UnitId, letter,
    side_of_letter,
};
use crate::units::{CardId, Feature, features};
use admiralty_core::{BySeat, BySide, Doc, Fault, Faults, Fields, Side, SideSet, Table, Verdict};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const PHASES: [(&str, Phase); 14] = [
    ("scenery", Phase::Scenery),
    ("fleet", Phase::Fleet),
    ("deploy", Phase::Deploy),
    ("subs", Phase::Subs),
    ("standby", Phase::Standby),
    ("first", Phase::First),
    ("movement", Phase::Movement),
    ("air", Phase::Air),
    ("intercept", Phase::Intercept),
    ("bombs", Phase::Bombs),
    ("air-crit", Phase::AirCrit),
    ("orders", Phase::Orders),
    ("crit", Phase::Crit),
    ("over", Phase::Over),
];

const STATUS: [(&str, Status); 6] = [
    ("waiting", Status::Waiting),
    ("standby", Status::Standby),
    ("afloat", Status::Afloat),
    ("submerged", Status::Submerged),
    ("sunk", Status::Sunk),
    ("exited", Status::Exited),
];

const REASONS: [(&str, EndReason); 4] = [
    ("annihilation", EndReason::Annihilation),
    ("points", EndReason::Points),
    ("losses", EndReason::Losses),
    ("resigned", EndReason::Resigned),
];

const FLAGS: [(&str, u8); 4] =
    [("moved", MOVED), ("launched", LAUNCHED), ("struck", STRUCK), ("hit", HIT)];

fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(word, _)| word)
}

/// The word for a phase.
pub(crate) fn phase_word(phase: Phase) -> &'static str {
    word_of(&PHASES, phase)
}

/// The word for where a unit is.
pub(crate) fn status_word(status: Status) -> &'static str {
    word_of(&STATUS, status)
}

fn codes(set: u64) -> String {
    features(set).map(Feature::code).collect::<Vec<_>>().join(" ")
}

fn token_codes(tokens: Tokens) -> String {
    let mut words = Vec::new();
    for feature in features(u64::from(tokens.0 & 0x3f_ffff)) {
        for _ in 0..tokens.on(feature) {
            words.push(feature.code());
        }
    }
    words.join(" ")
}

fn faces(pool: &[u8; 6]) -> String {
    let mut words = Vec::new();
    for face in Face::ALL {
        for _ in 0..pool[face.index()] {
            words.push(face.code());
        }
    }
    words.join(" ")
}

fn sides(which: [bool; 2]) -> Doc {
    Doc::list([SOUTH, NORTH].into_iter().filter(|side| which[side.index()]).map(letter))
}

fn by_side(value: impl Fn(Side) -> Doc) -> Doc {
    Doc::map().with("S", value(SOUTH)).with("N", value(NORTH))
}

/// A unit as a map.
pub(crate) fn unit_doc(p: &Public, id: UnitId, unit: &Unit) -> Doc {
    let mut doc = Doc::map().with("card", unit.card.card().id);
    let status = unit.status;
    if unit.is_afield() {
        doc.put("at", unit.square.to_string());
    }
    if status == Status::Afloat {
        doc.put("heading", unit.heading.code());
    } else {
        doc.put("status", status_word(status));
    }
    doc = doc.with("sp", unit.sp).with("torpedoes", unit.torpedoes);
    for (word, flag) in FLAGS {
        if unit.has(flag) {
            doc.put(word, true);
        }
    }
    doc = doc
        .with_if(unit.repairs > 0, "repairs", unit.repairs)
        .with_if(unit.owed > 0, "owed", unit.owed)
        .with_if(!unit.tokens.is_empty(), "tokens", token_codes(unit.tokens))
        .with_if(!unit.next.is_empty(), "next", token_codes(unit.next))
        .with_if(unit.used != 0, "used", codes(unit.used));
    if let Some(deck) = p.deck(id) {
        let mut air = Doc::map();
        for (slot, flying) in deck.squadrons.iter().enumerate() {
            let text = match flying {
                Flying::Absent => continue,
                Flying::Aboard => "aboard".to_string(),
                Flying::Screen(unit) => format!("screen {unit}"),
                Flying::Placed(square) => format!("at {square}"),
                Flying::Spent => "spent".to_string(),
                Flying::Lost => "lost".to_string(),
            };
            air.put(Plane::at(unit.class(), slot).to_string(), text);
        }
        doc.put("air", air);
    }
    doc
}

/// Everything public.
pub(crate) fn public_doc(p: &Public) -> Doc {
    let mut units = Doc::map();
    for side in [SOUTH, NORTH] {
        for (id, unit) in p.of_side(side) {
            units.put(id.to_string(), unit_doc(p, id, unit));
        }
    }
    let smoke: Vec<String> = squares(p.smoke).map(|square| square.to_string()).collect();
    let mut doc = Doc::map()
        .with("options", write_options(&p.options))
        .with("scenery", write_sea(&p.sea))
        .with_if(p.smoke != 0, "smoke", smoke.join(" "))
        .with("round", p.round)
        .with("phase", phase_word(p.phase))
        .with("actor", letter(p.actor))
        .with("first", letter(p.first))
        .with("units", units)
        .with("pool", by_side(|side| faces(&p.pool[side.index()]).into()))
        .with("exhausted", by_side(|side| faces(&p.exhausted[side.index()]).into()))
        .with("open", sides(p.open))
        .with_if(p.stood_down != [false; 2], "stood_down", sides(p.stood_down))
        .with_if(p.late_move != [false; 2], "late_move", sides(p.late_move))
        .with_if(p.passes != 0, "passes", p.passes)
        .with_if(p.ready != [false; 2], "ready", sides(p.ready))
        .with_if(p.laid != [0; 2], "laid", Doc::list(p.laid));
    if p.strike.n > 0 {
        let class = p.unit(p.strike.carrier).class();
        let raiders = p.strike.raiders().iter().map(|raider| {
            let plane = Plane::at(class, usize::from(raider.slot));
            format!("{plane}>{}@{}", raider.target, raider.square)
        });
        let strike = Doc::map()
            .with("carrier", p.strike.carrier.to_string())
            .with("target", p.strike.target.to_string())
            .with("raiders", Doc::list(raiders));
        doc.put("strike", strike);
    }
    if let Some(end) = p.end {
        let mut result = Doc::map();
        match end.verdict {
            Verdict::Won(sides) => {
                let side = if sides.has(SOUTH) { SOUTH } else { NORTH };
                result.put("winner", letter(side));
            }
            _ => result.put("winner", "draw"),
        }
        result.put("reason", word_of(&REASONS, end.reason));
        doc.put("end", result);
    }
    doc
}

/// A side's secret.
pub(crate) fn secret_doc(secret: &SideSecret) -> Doc {
    let places = crate::notation::write(&crate::Action::Deploy(secret.places.clone().into()));
    let orders: Vec<String> = secret.orders.iter().map(order_text).collect();
    Doc::map()
        .with_if(!secret.fleet.is_empty(), "fleet", write_fleet(&secret.fleet))
        .with_if(
            !secret.places.is_empty(),
            "places",
            places.strip_prefix("deploy ").unwrap_or_default().to_string(),
        )
        .with_if(!secret.orders.is_empty(), "orders", orders.join("; "))
}

/// The whole table.
pub(crate) fn save(t: &Board) -> Doc {
    let doc = public_doc(&t.public);
    let secret = by_side(|side| secret_doc(&t.sides[side]));
    if t.sides.iter().all(|(_, secret)| *secret == SideSecret::default()) {
        doc
    } else {
        doc.with("secret", secret)
    }
}

fn read_faces(fields: &mut Fields<'_>, key: &'static str) -> [[u8; 6]; 2] {
    let mut pools = [[0u8; 6]; 2];
    for (name, doc) in fields.entries(key) {
        let Some(side) = side_of_letter(name) else {
            fields.wrong(key, format!("\"{name}\" is not S or N"));
            continue;
        };
        for word in doc.as_text().unwrap_or("?").split_whitespace() {
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
    let card = fields.text("card").map(CardId::parse);
    let Some(Some(card)) = card else {
        fields.wrong("card", "there is no such card");
        return Err(fields.faults);
    };
    let class = card.class();
    let square = match fields.text("at") {
        None => Square::NONE,
        Some(text) => Square::parse(text).unwrap_or_else(|| {
            fields.wrong("at", format!("\"{text}\" is no square"));
            Square::NONE
        }),
    };
    let usual = if square == Square::NONE { Status::Waiting } else { Status::Afloat };
    let status = fields.word_or("status", usual, &STATUS);
    let afield = matches!(status, Status::Afloat | Status::Submerged);
    if afield != (square != Square::NONE) {
        fields.wrong("at", "a square is for units on the battlefield, and only for them");
    }
    if status == Status::Submerged && !card.is_boat() {
        fields.wrong("status", "only submarines dive");
    }
    let ahead = crate::scenarios::ahead(id.side());
    let heading = match fields.text("heading") {
        None => ahead,
        Some(text) => Dir::parse_heading(text).unwrap_or_else(|| {
            fields.wrong("heading", format!("\"{text}\" is no heading"));
            ahead
        }),
    };
    let mut unit = Unit::new(card);
    let default_sp = if status == Status::Sunk { 0 } else { class.sp };
    unit.sp = fields.int_or("sp", i64::from(default_sp), 0..=i64::from(class.sp)) as u8;
    if afield && unit.sp == 0 {
        fields.wrong("sp", "a unit on the battlefield has structure left");
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
    if square != Square::NONE {
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
    if class.n_squadrons() > 0 && decks.iter().all(|deck| deck.carrier != UnitId::NONE) {
        return Err(Fault::new(place, format!("a side has at most {MAX_DECKS} carriers")).into());
    }
    p.add_unit(id.side(), card);
    let deck = p.unit(id).deck;
    *p.unit_mut(id) = Unit { deck, ..unit };
    p.place(id, status, square, heading);
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
                return;
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
        id.unwrap_or(UnitId::NONE)
    };
    let mut strike = Strike { carrier: unit(&mut fields, "carrier"), ..Strike::NONE };
    strike.target = unit(&mut fields, "target");
    for doc in fields.list("raiders") {
        let aim = doc.as_text().and_then(read_aim);
        let slot = aim.and_then(|aim| {
            if strike.carrier == UnitId::NONE {
                None
            } else {
                aim.plane.slot(p.unit(strike.carrier).class())
            }
        });
        match (aim, slot) {
            (Some(Aim { target, square, .. }), Some(slot))
                if p.knows(target) && square != Square::NONE && strike.n < 5 =>
            {
                strike.raiders[usize::from(strike.n)] = Raider { slot: slot as u8, target, square };
                strike.n += 1;
            }
            _ => fields.wrong("raiders", "expected squadrons such as D1>N1@c8"),
        }
    }
    if strike.n > 0 && strike.raiders().iter().all(|raider| raider.target != strike.target) {
        fields.wrong("target", "no squadron attacks it");
    }
    fields.done()?;
    Ok(strike)
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
        return crate::text::replay(text);
    }
    let mut fields = Fields::of(doc, "")?;
    let empty = Doc::map();
    let mut options_fields = Fields::of(fields.get("options").unwrap_or(&empty), "options")?;
    let options = read_options(&mut options_fields);
    options_fields.done()?;
    let mut p = Public::new(options, options.scenario().map_or_else(Default::default, |s| s.sea()));
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
    p.round = fields.int_or("round", 1, 0..=60) as u8;
    p.phase = fields.word_or("phase", Phase::Movement, &PHASES);
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
    if let Some(doc) = fields.get("strike") {
        match read_strike(&p, doc) {
            Ok(strike) => p.strike = strike,
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

/// A position that no game can be in would dead-lock or mislead; such ones are refused.
fn sound(t: &Board) -> Result<(), Faults> {
    let p = &t.public;
    let mut faults = Faults::default();
    let strikes = matches!(p.phase, Phase::Intercept | Phase::Bombs | Phase::AirCrit);
    if strikes != (p.strike.n > 0) {
        faults.add(Fault::new("strike", "stands in a strike, and only there"));
    }
    if (p.phase == Phase::Over) != p.end.is_some() {
        faults.add(Fault::new("end", "stands when the game is over, and only then"));
    }
    let simultaneous = matches!(p.phase, Phase::Fleet | Phase::Deploy | Phase::Orders);
    if p.ready == [true; 2] || (!simultaneous && p.ready != [false; 2]) {
        faults.add(Fault::new("ready", "somebody must still decide"));
    }
    for side in [SOUTH, NORTH] {
        let list: &[Order] = &t.sides[side].orders;
        if !list.is_empty()
            && let Err(why) = crate::rules::orders::check(p, side, list)
        {
            faults.add(Fault::new(format!("secret.{}.orders", letter(side)), why.to_string()));
        }
    }
    let owed = |side: Side| p.of_side(side.other()).any(|(_, unit)| unit.owed > 0);
    if matches!(p.phase, Phase::Crit | Phase::AirCrit) && !owed(p.actor) {
        faults.add(Fault::new("phase", "no token is to be placed"));
    }
    faults.or(())
}

/// What does not hold in a table that is reachable.
pub(crate) fn broken(t: &Board) -> Option<String> {
    let p = &t.public;
    for side in [SOUTH, NORTH] {
        for (id, unit) in p.of_side(side) {
            let class = unit.class();
            if unit.sp > class.sp || unit.torpedoes > class.torp {
                return Some(format!("{id} has more than its card"));
            }
            if unit.is_afield() && unit.sp == 0 {
                return Some(format!("{id} floats without structure"));
            }
            let at = match unit.status {
                Status::Afloat => p.surface_at(unit.square),
                Status::Submerged => p.below_at(unit.square),
                _ => continue,
            };
            if at != Some(id) {
                return Some(format!("{id} is not where it stands"));
            }
            let closed = if unit.status == Status::Submerged {
                p.sea.closed_below()
            } else {
                p.sea.closed()
            };
            if closed & unit.square.bit() != 0 {
                return Some(format!("{id} stands on closed ground"));
            }
        }
    }
    let afield = |map: &[UnitId; 64], status: Status| {
        let on_map = map.iter().filter(|id| **id != UnitId::NONE).count();
        let units = [SOUTH, NORTH].into_iter().flat_map(|side| p.of_side(side));
        on_map == units.filter(|(_, unit)| unit.status == status).count()
    };
    if !afield(&p.surface, Status::Afloat) || !afield(&p.below, Status::Submerged) {
        return Some("a square names a unit that is not there".into());
    }
    for square in squares(u64::MAX) {
        // BG-6-SS6: never two boats on one square.
        let above = p.surface_at(square).is_some_and(|id| p.unit(id).is_boat());
        if above && p.below_at(square).is_some() {
            return Some(format!("two boats on {square}"));
        }
    }
    None
}
