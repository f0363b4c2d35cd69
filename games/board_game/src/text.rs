//! What people read: view, text board, prompts, labels; and lines that are replayed.

mod events;

pub(crate) use events::{clauses, event, fact, outcome, sentence};

use crate::BoardGame;
use crate::action::Pick;
use crate::board::{Dir, Scenery, Square};
use crate::die::Face;
use crate::position::{public_doc, secret_doc, unit_doc};
use crate::rules::Board;
use crate::scenarios::READY_FLEETS;
use crate::setup;
use crate::state::{
    NORTH, Phase, Public, SOUTH, SideSecret, Status, UnitId, letter, name, seat_of,
};
use crate::units::{CardId, Class, Feature, features};
use crate::victory;
use admiralty_core::{Actor, Doc, Fault, Faults, Label, Refused, Rules, Side, Sight, Tape, step};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

type Seen<'a> = Sight<'a, BoardGame>;

/// `S1 Exeter`.
pub(crate) fn ship(p: &Public, id: UnitId) -> String {
    if p.knows(id) { format!("{id} {}", p.unit(id).card.card().name) } else { id.to_string() }
}

fn class_doc(class: &Class) -> Doc {
    let battery = |i: usize| {
        let b = class.art[i];
        if b.spaces == 0 {
            return Doc::Null;
        }
        Doc::map().with("value", b.value).with("range", b.range).with("spaces", b.spaces)
    };
    let list = |set: u64| Doc::list(features(set).map(Feature::code));
    Doc::map()
        .with("navy", class.navy.code())
        .with("type", class.kind.code())
        .with("class", class.name)
        .with("sp", class.sp)
        .with("armour", class.arm)
        .with("movement", class.mv)
        .with("art1", battery(0))
        .with("art2", battery(1))
        .with("torpedoes", class.torp)
        .with("aa", Doc::list(class.aa))
        .with("squadrons", Doc::list(class.squadrons))
        .with("features", list(class.front))
        .with("sub_movement", class.sub_mv)
        .with("sub_features", list(class.back))
}

/// A card as a person reads it.
pub(crate) fn card_doc(card: CardId) -> Doc {
    class_doc(card.class())
        .with("id", card.card().id)
        .with("name", card.card().name)
        .with("flag", card.card().flag)
        .with("tp", card.tp())
}

/// What the viewer sees.
pub(crate) fn view(sight: Seen<'_>) -> Doc {
    let p = sight.public;
    let mut doc = public_doc(p);
    let mut units = Doc::map();
    for side in [SOUTH, NORTH] {
        for (id, unit) in p.of_side(side) {
            units.put(
                id.to_string(),
                unit_doc(p, id, unit).with("side", letter(side)).with("print", card_doc(unit.card)),
            );
        }
    }
    doc.put("units", units);
    if p.round > 0 {
        let points = |side| Doc::from(victory::points(p, side));
        doc.put("points", Doc::map().with("S", points(SOUTH)).with("N", points(NORTH)));
    }
    let mut secrets = Doc::map();
    for side in [SOUTH, NORTH] {
        if let Some(secret) = sight.of_side(side) {
            let cards = Doc::list(secret.fleet.iter().map(|card| card_doc(*card)));
            let own = secret_doc(secret);
            secrets.put(
                letter(side),
                if secret.fleet.is_empty() { own } else { own.with("cards", cards) },
            );
        }
    }
    doc.put("secret", secrets);
    if p.phase == Phase::Fleet && sight.side().is_some() {
        doc.put(
            "ready_fleets",
            Doc::list(READY_FLEETS.iter().map(|fleet| {
                Doc::map().with("key", fleet.key).with("cards", setup::write_fleet(&fleet.cards()))
            })),
        );
    }
    doc
}

/// The board as text, the viewer's home edge below.
pub(crate) fn board(sight: Seen<'_>) -> String {
    let p = sight.public;
    let north_below = sight.side() == Some(NORTH);
    let own: Option<(Side, &SideSecret)> =
        sight.side().and_then(|side| Some((side, sight.of_side(side)?)));
    let mut text = String::new();
    let order = |i: u8| if north_below { i } else { 7 - i };
    for i in 0..8 {
        let rank = order(i);
        text += &format!("{} ", rank + 1);
        for j in 0..8 {
            let file = 7 - order(j);
            let square = Square::new(file, rank);
            text += &format!("{:<6}", cell(p, own, square));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text += "  ";
    for j in 0..8 {
        text += &format!("{:<6}", (b'a' + 7 - order(j)) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for side in [SOUTH, NORTH] {
        text += &fleet_lines(p, side);
    }
    text
}

fn cell(p: &Public, own: Option<(Side, &SideSecret)>, square: Square) -> String {
    let mut text = String::new();
    if let Some(id) = p.surface_at(square) {
        let arrow = match p.unit(id).heading {
            Dir::N => '^',
            Dir::E => '>',
            Dir::S => 'v',
            _ => '<',
        };
        text += &format!("{id}{arrow}");
    } else if let Some((_, secret)) = own
        && let Some(spot) = secret.places.iter().find(|spot| spot.square == square)
    {
        text += &format!("({})", spot.unit);
    }
    if let Some(id) = p.below_at(square) {
        text += &format!("_{id}");
    }
    if p.smoke & square.bit() != 0 {
        text.push('%');
    }
    let ground = match p.sea.at(square) {
        Some(Scenery::Island) => "##",
        Some(Scenery::Shallows) => "~",
        Some(Scenery::Fog) => "*",
        Some(Scenery::SandBank) => "==",
        None => "",
    };
    text += ground;
    if text.is_empty() { ".".into() } else { text }
}

fn fleet_lines(p: &Public, side: Side) -> String {
    let mut text = format!("{}:", name(side));
    let pool: Vec<&str> = Face::ALL
        .into_iter()
        .flat_map(|face| core::iter::repeat_n(face.code(), usize::from(p.dice(side, face))))
        .collect();
    if !pool.is_empty() {
        text += &format!(" dice {}", pool.join(" "));
    }
    text.push('\n');
    for (id, unit) in p.of_side(side) {
        let class = unit.class();
        let at = if unit.is_afield() {
            unit.square.to_string()
        } else {
            crate::position::status_word(unit.status).into()
        };
        text += &format!(
            "  {:<4}{:<22}{} {at:<9} SP {}/{} ARM {} MV {}",
            id.to_string(),
            unit.card.card().name,
            class.kind.code(),
            unit.sp,
            class.sp,
            class.arm,
            if unit.status == Status::Submerged { class.sub_mv } else { class.mv },
        );
        if class.torp > 0 {
            text += &format!(" TORP {}/{}", unit.torpedoes, class.torp);
        }
        let closed: Vec<&str> =
            features(u64::from(unit.tokens.0 & 0x3f_ffff)).map(Feature::code).collect();
        if !closed.is_empty() {
            text += &format!(" closed {}", closed.join(" "));
        }
        text.push('\n');
    }
    text
}

/// What is expected of the viewer.
pub(crate) fn prompt(sight: Seen<'_>) -> String {
    let p = sight.public;
    if let Some(end) = p.end {
        let how = victory::word(end.reason);
        return match end.verdict {
            admiralty_core::Verdict::Won(sides) if sides.has(SOUTH) => {
                format!("South has won ({how})")
            }
            admiralty_core::Verdict::Won(_) => format!("North has won ({how})"),
            _ => "The battle is drawn".into(),
        };
    }
    let mine = sight.side().is_some_and(|side| p.deciding().has(seat_of(side)));
    if !mine {
        let waiting: Vec<&str> = [SOUTH, NORTH]
            .into_iter()
            .filter(|side| p.deciding().has(seat_of(*side)))
            .map(name)
            .collect();
        return format!("Waiting for {}", waiting.join(" and "));
    }
    let side = sight.side().unwrap_or(SOUTH);
    match p.phase {
        Phase::Scenery => "Lay a card of scenery on ranks 3 to 6, or pass".into(),
        Phase::Fleet => format!("Choose your fleet: up to {} points", p.options.tp),
        Phase::Deploy => "Place your units on your two nearest rows, with their headings".into(),
        Phase::Subs => "Place your submarines in your half".into(),
        Phase::Standby => "Bring stand-by units in, or let them wait".into(),
        Phase::First => "You have the initiative: who is first player this round?".into(),
        Phase::Movement if p.stood_down[side.index()] => {
            "You have stood down: a feature, a launch, one Admiral move, or pass".into()
        }
        Phase::Movement => {
            "Move a unit, repair, launch, use a feature, or pass and stand down".into()
        }
        Phase::Air => "Strike from the air, use a feature, or pass".into(),
        Phase::Intercept => {
            format!("Your screen over {} may attack a bomber", ship(p, p.strike.target))
        }
        Phase::Bombs => format!("Divide your dive bombers over {}", ship(p, p.strike.target)),
        Phase::AirCrit | Phase::Crit => "Place a critical token".into(),
        Phase::Orders => "Assign your attacks in secret".into(),
        Phase::Over => String::new(),
    }
}

/// A pick as a person sees it.
pub(crate) fn label(sight: Seen<'_>, pick: &Pick) -> Label {
    let p = sight.public;
    let make = |kind: &'static str, key: String, text: String| Label {
        kind,
        key,
        text,
        place: None,
        unit: None,
    };
    let unit = |kind: &'static str, key: String, text: String, id: UnitId| {
        let place = (p.knows(id) && p.unit(id).is_afield()).then(|| p.unit(id).square.to_string());
        Label { kind, key, text, place, unit: Some(id.to_string()) }
    };
    let place = |kind: &'static str, key: String, text: String, square: Square| Label {
        kind,
        key,
        text,
        place: Some(square.to_string()),
        unit: None,
    };
    match *pick {
        Pick::Scenery(card) => make("scenery", card.code().into(), card.name().into()),
        Pick::Square(square) => place("place", square.to_string(), square.to_string(), square),
        Pick::Card(card) => make(
            "card",
            card.card().id.into(),
            format!(
                "{} ({} {}, {} points)",
                card.card().name,
                card.class().name,
                card.class().kind.code(),
                card.tp()
            ),
        ),
        Pick::ReadyFleet(i) => {
            let fleet = READY_FLEETS.get(usize::from(i));
            let key = fleet.map_or("?", |fleet| fleet.key);
            let cards = fleet.map(|fleet| fleet.cards()).unwrap_or_default();
            let ships: Vec<&str> = cards.iter().map(|card| card.card().name).collect();
            make("ready", key.into(), format!("the ready fleet {key}: {}", ships.join(", ")))
        }
        Pick::ReadyLine => make("ready", "ready".into(), "the ready line-up".into()),
        Pick::Unit(id) => {
            let named = own_name(sight, id);
            unit("unit", id.to_string(), format!("{id} {named}"), id)
        }
        Pick::Standby => make("standby", "standby".into(), "to the stand-by area".into()),
        Pick::Heading(dir) => make("heading", dir.code().into(), format!("heading {}", dir.code())),
        Pick::Side(side) => {
            make("side", letter(side).into(), format!("{} is first player", name(side)))
        }
        Pick::Move(id) => unit("unit", id.to_string(), format!("move {}", ship(p, id)), id),
        Pick::Die(face) => make("die", face.code().into(), format!("with a die {}", face.code())),
        Pick::Step(dir, square) => {
            place("step", square.to_string(), format!("{} to {square}", dir.code()), square)
        }
        Pick::Stop => make("stop", "stop".into(), "stop here".into()),
        Pick::Pivot(dir) => {
            make("pivot", format!("/{}", dir.code()), format!("turn to {}", dir.code()))
        }
        Pick::Dive => make("dive", "dive".into(), "dive".into()),
        Pick::Up(dir) => {
            make("up", format!("up{}", dir.code()), format!("surface heading {}", dir.code()))
        }
        Pick::Exit => make("exit", "exit".into(), "leave the board".into()),
        Pick::Fx(id, feature) => unit(
            "green",
            format!("fx-{id}-{}", feature.code()),
            format!("{} of {}", feature.name(), ship(p, id)),
            id,
        ),
        Pick::Rx(id, feature) => unit(
            "red",
            format!("rx-{id}-{}", feature.code()),
            format!("{} of enemy {}", feature.name(), ship(p, id)),
            id,
        ),
        Pick::Sp => make("sp", "sp".into(), "regain a structure point".into()),
        Pick::Feature(feature) => {
            make("feature", feature.code().into(), format!("take the token off {}", feature.name()))
        }
        Pick::Repair(id) => {
            unit("repair", format!("rep-{id}"), format!("repair {}", ship(p, id)), id)
        }
        Pick::Dice(a, b) => make(
            "dice",
            format!("{}+{}", a.code(), b.code()),
            format!("with {} and {}", a.code(), b.code()),
        ),
        Pick::Launch(id) => {
            unit("launch", format!("launch-{id}"), format!("launch from {}", ship(p, id)), id)
        }
        Pick::Strike(id) => {
            unit("strike", format!("strike-{id}"), format!("strike from {}", ship(p, id)), id)
        }
        Pick::Plane(plane) => make("plane", plane.to_string(), format!("squadron {plane}")),
        Pick::Screen(id) => {
            unit("screen", format!("screen-{id}"), format!("screen {}", ship(p, id)), id)
        }
        Pick::Target(id) => unit("target", id.to_string(), format!("against {}", ship(p, id)), id),
        Pick::Split(id) => unit(
            "split",
            format!("split-{id}"),
            format!("one die against {}, one elsewhere", ship(p, id)),
            id,
        ),
        Pick::Torpedo(id) => {
            unit("torpedo", format!("one-{id}"), format!("one torpedo at {}", ship(p, id)), id)
        }
        Pick::Gun(id, battery) => unit(
            "gun",
            format!("art-{id}-{}", battery + 1),
            format!(
                "{} battery of {}",
                if battery == 0 { "main" } else { "secondary" },
                ship(p, id)
            ),
            id,
        ),
        Pick::Tubes(id) => {
            unit("tubes", format!("tor-{id}"), format!("torpedoes of {}", ship(p, id)), id)
        }
        Pick::Charges(id) => {
            unit("charges", format!("dc-{id}"), format!("depth charges of {}", ship(p, id)), id)
        }
        Pick::Salvo(tm, x) => {
            make("salvo", format!("{tm}+{x}"), format!("{tm} Torpedo and {x} Admiral dice"))
        }
        Pick::Groups(groups) => {
            let sizes: Vec<String> = groups.iter().map(|n| n.to_string()).collect();
            make("groups", sizes.join("+"), format!("in groups of {}", sizes.join(" and ")))
        }
        Pick::Token(id, feature) => unit(
            "token",
            format!("{id}-{}", feature.code()),
            format!("token on {} of {}", feature.name(), ship(p, id)),
            id,
        ),
        Pick::Done => make("done", "done".into(), "that is all".into()),
        Pick::Pass => make("pass", "pass".into(), pass_text(p).into()),
        Pick::Resign => make("resign", "resign".into(), "resign".into()),
    }
}

fn pass_text(p: &Public) -> &'static str {
    match p.phase {
        Phase::Movement => "pass and move no more",
        Phase::Orders => "no attack",
        Phase::Standby => "let them wait",
        Phase::Intercept => "attack no bomber",
        _ => "pass",
    }
}

/// The name behind a handle, from the open or the own secret fleet.
fn own_name(sight: Seen<'_>, id: UnitId) -> &'static str {
    let p = sight.public;
    if p.knows(id) {
        return p.unit(id).card.card().name;
    }
    let Some(secret) = sight.of_side(id.side()) else { return "" };
    let before = usize::from(p.n_units[id.side().index()]);
    id.number()
        .checked_sub(before)
        .and_then(|i| secret.fleet.get(i))
        .map_or("", |card| card.card().name)
}

/// A position given as lines of the notation: set-up lines, then actions with the dice they used.
pub(crate) fn replay(text: &str) -> Result<Board, Faults> {
    let lines: Vec<(usize, &str)> = text
        .split(['\n', '|'])
        .enumerate()
        .map(|(i, line)| (i + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let wrong =
        |line: usize, reason: String| Faults::from(Fault::new(format!("line {line}"), reason));
    let mut setup_doc = Doc::map();
    let mut at = 0;
    let mut begin_dice = Vec::new();
    while let Some((number, line)) = lines.get(at) {
        let (keyword, rest) = line.split_once(' ').unwrap_or((line, ""));
        match keyword.to_ascii_lowercase().as_str() {
            "option" => {
                for pair in rest.split_whitespace() {
                    let Some((key, value)) = pair.split_once('=') else {
                        return Err(wrong(*number, format!("\"{pair}\" is not key=value")));
                    };
                    let value = value
                        .parse::<i64>()
                        .map_or_else(|_| Doc::from(value.to_string()), Doc::Int);
                    setup_doc.put(key.to_string(), value);
                }
            }
            "scenario" => setup_doc.put("scenario", rest.trim().to_string()),
            "scenery" => {
                setup_doc.put("scenery", "preset");
                setup_doc.put("preset", rest.trim().to_string());
            }
            "dice" => begin_dice.extend(read_dice(rest).map_err(|reason| wrong(*number, reason))?),
            _ => break,
        }
        at += 1;
    }
    let setup = setup::read(&setup_doc)?;
    let mut tape = Tape::new(&begin_dice);
    let mut t = BoardGame::begin(&setup, &mut tape).map_err(|dry| wrong(1, dry.to_string()))?;
    while let Some((number, line)) = lines.get(at) {
        at += 1;
        let by = line.get(..1).and_then(crate::state::side_of_letter);
        let Some(by) = by.filter(|_| line[1..].starts_with(' ')) else {
            return Err(wrong(*number, "a line begins with S or N".into()));
        };
        let action =
            crate::notation::read(line).map_err(|error| wrong(*number, error.to_string()))?;
        let mut dice = Vec::new();
        while let Some((number, rest)) =
            lines.get(at).and_then(|(n, l)| Some((n, l.strip_prefix("dice ")?)))
        {
            dice.extend(read_dice(rest).map_err(|reason| wrong(*number, reason))?);
            at += 1;
        }
        let mut tape = Tape::new(&dice);
        step::<BoardGame>(&mut t, Actor::Seat(seat_of(by)), &action, &mut tape).map_err(
            |refused| {
                let (reason, clause) = match refused {
                    Refused::Illegal(why) => {
                        (why.to_string(), Some(admiralty_core::IllegalMove::clause(&why)))
                    }
                    Refused::Dry(dry) => (dry.to_string(), None),
                };
                Faults::from(Fault { place: format!("line {number}"), reason, clause })
            },
        )?;
        if !tape.left().is_empty() {
            return Err(wrong(*number, format!("{} dice too many", tape.left().len())));
        }
    }
    Ok(t)
}

/// Dice of a record: everything but the words that say what they were for.
fn read_dice(text: &str) -> Result<Vec<u16>, String> {
    let mut values = Vec::new();
    for word in text.split_whitespace() {
        if word.ends_with(':') || ["init", "pool", "scenery", "air", "deep"].contains(&word) {
            continue;
        }
        match Face::parse(word) {
            Some(face) => values.push(face.index() as u16 + 1),
            None => values.push(word.parse().map_err(|_| format!("\"{word}\" is no die"))?),
        }
    }
    Ok(values)
}
