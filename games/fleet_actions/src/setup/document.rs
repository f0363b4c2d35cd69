//! Reads a scenario as a document (docs/scenarios.md): what comes with the game and what people
//! bring along, by the same code. Every fault carries its path.

use super::block::{RawShip, RawSquad, Reader, empty};
use super::items::{clock_time, read_points, side_by_code};
use super::places::Places;
use super::terms::{approach, objectives, specials, strength, victory};
use super::{Battle, Options, ShipInfo, SideInfo, Source, SquadInfo, builtin, options};
use crate::board::{Dir, Extent, Point, PointSet};
use crate::units::{CHARTS, Crews, Doctrine, FORCES, NATIONS, Nation, rating};
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields, Printed, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub(super) const DOCTRINES: [(&str, Doctrine); 3] =
    [("normal", Doctrine::Normal), ("low", Doctrine::Low), ("high", Doctrine::High)];
pub(super) const CREWS: [(&str, Crews); 3] =
    [("full", Crews::Full), ("threequarters", Crews::ThreeQuarters), ("half", Crews::Half)];
pub(super) const DIRS: [(&str, Dir); 6] = [
    (Dir::N.name(), Dir::N),
    (Dir::NE.name(), Dir::NE),
    (Dir::SE.name(), Dir::SE),
    (Dir::S.name(), Dir::S),
    (Dir::SW.name(), Dir::SW),
    (Dir::NW.name(), Dir::NW),
];

/// How a Group stands.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Ahead,
    Bearing,
    Bunch,
    Straggler,
}
const FORMS: [(&str, Form); 4] = [
    ("LA", Form::Ahead),
    ("LB", Form::Bearing),
    ("BU", Form::Bunch),
    ("straggler", Form::Straggler),
];

/// Reads the document at this path and checks it; the warnings are in the battle.
pub(super) fn read(doc: &Doc, place: &str, options: Options) -> Result<Battle, Faults> {
    let mut f = Fields::of(doc, place)?;
    let mut r = Reader::new(empty(options));
    let mut places = Places::document(place);
    if let Some(game) = f.text("game")
        && game != crate::meta::META.id
    {
        f.wrong("game", format!("this is a scenario of {game}, not of {}", crate::meta::META.id));
    }
    if let Some(doc) = f.get("options") {
        let preset = options::read_preset(doc, &f.path("options"));
        r.battle.preset = f.take(preset).unwrap_or_default();
    }
    let used = uses(&mut f, &mut r, &mut places);
    if used {
        names(&mut f, &mut r.battle);
        hours(&mut f, &mut r.battle);
    } else {
        fleets(&mut f, &mut r);
    }
    let mut faults = f.faults.clone();
    r.faults.0.append(&mut f.faults.0);
    if !r.muster(&mut places) {
        return Err(r.faults);
    }
    f.faults.0.append(&mut r.faults.0);
    if f.get("approach").is_some() || used {
        if !f.list("special").is_empty() {
            f.wrong("special", "an approach has no special rules: its turns are counted otherwise");
        }
    } else {
        specials(&mut f, &mut r.battle);
    }
    objectives(&mut f, &mut r.battle, used);
    strength(&mut f, &mut r.battle);
    victory(&mut f, &mut r.levels);
    r.approach = approach(&mut f, &r.battle, &mut places).map(|approach| (approach, Vec::new()));
    if used && r.approach.is_none() {
        f.wrong("uses", "only an approach takes its fleets from another battle");
    }
    r.conclude();
    if let Err(wrong) = f.done() {
        faults = wrong;
    }
    match super::validate::validate(&r.battle, &places) {
        Ok(warnings) => r.battle.warnings = warnings,
        Err(broken) => places.still_told(broken, &mut faults),
    }
    r.battle.source = Source::Document(doc.clone());
    faults.or(r.battle)
}

/// The fleets of another battle, if the document asks for them.
fn uses(f: &mut Fields<'_>, r: &mut Reader, places: &mut Places) -> bool {
    let Some(id) = f.text("uses") else { return false };
    match base(id, r) {
        Some(()) => places.used = Some(f.path("uses")),
        None => f.wrong("uses", format!("there is no battle \"{id}\"")),
    }
    true
}

/// Reads the fleets of a built-in battle for an approach to it.
pub(super) fn base(id: &str, r: &mut Reader) -> Option<()> {
    let doc = builtin(id).map(Printed::doc).filter(|doc| doc.get("uses").is_none())?;
    let mut f = Fields::of(doc, "").ok()?;
    fleets(&mut f, r);
    objectives(&mut f, &mut r.battle, false);
    strength(&mut f, &mut r.battle);
    victory(&mut f, &mut r.levels);
    r.battle.title = format!("{}: the approach", r.battle.title);
    Some(())
}

/// Everything of a battle that does not hang on the order of its ships.
fn fleets(f: &mut Fields<'_>, r: &mut Reader) {
    names(f, &mut r.battle);
    f.need("title", "the name of the battle");
    missing(f, "chart", "the chart of ratings, A to F");
    r.battle.chart = f.word_or("chart", r.battle.chart, &CHARTS);
    for (key, what) in [
        ("wind", "where the wind comes from, and how strong it is"),
        ("time", "when it begins, and nightfall"),
        ("map", "columns and rows"),
    ] {
        missing(f, key, what);
    }
    hours(f, &mut r.battle);
    let battle = &mut r.battle;
    f.inside("map", |f| {
        battle.extent = size(f);
        battle.orient = f.line("top", 40).unwrap_or_default().to_string();
        points(f, "land", &mut battle.land);
        points(f, "shoal", &mut battle.shoal);
    });
    missing(f, "sides", "the fleets A and B");
    f.inside("sides", |f| {
        for (key, info) in ["A", "B"].into_iter().zip(&mut battle.sides) {
            f.need(key, "the fleet of this side");
            f.inside(key, |f| read_side(f, info));
        }
    });
    let hexes = f.get("approach").is_some();
    missing(f, "squadron", "the squadrons of both sides");
    let squads = &mut r.squads;
    f.each("squadron", |f| squads.push(squadron(f, hexes, battle)));
}

/// What it is called, when and where.
fn names(f: &mut Fields<'_>, battle: &mut Battle) {
    for (key, field, most) in [
        ("id", &mut battle.id, 40),
        ("title", &mut battle.title, 80),
        ("date", &mut battle.date, 60),
        ("place", &mut battle.place, 80),
    ] {
        if let Some(text) = f.line(key, most) {
            *field = text.to_string();
        }
    }
    if f.text("notes").is_some_and(|notes| notes.len() > 4000) {
        f.wrong("notes", "is longer than 4000 signs");
    }
}

/// Wind and hours.
fn hours(f: &mut Fields<'_>, battle: &mut Battle) {
    f.inside("wind", |f| {
        f.need("from", "N, NE, SE, S, SW or NW");
        f.need("strength", "calm, light, medium, strong or gale");
        battle.wind = f.word_or("from", battle.wind, &DIRS);
        battle.force = f.word_or("strength", battle.force, &FORCES);
        battle.changes = f.bool_or("changes", false);
    });
    f.inside("time", |f| {
        let time = |f: &mut Fields<'_>, key: &'static str| {
            f.need(key, "a time like 11:45");
            let text = f.text(key)?;
            let found = clock_time(text);
            if found.is_none() {
                f.wrong(key, format!("\"{text}\" is no time like 11:45"));
            }
            found
        };
        let (start, night) = (time(f, "start"), time(f, "nightfall"));
        if let (Some(start), Some(night)) = (start, night) {
            if night <= start {
                // FA-3.12: there is an hour to fight in.
                let fault = Fault::new(f.path("nightfall"), "night falls before it begins");
                f.faults.add(fault.by(ClauseId("FA-3.12")));
            }
            (battle.clock, battle.nightfall) = (start, night);
        }
    });
}

// FA-3.12: the scenario fixes ships, positions, wind, time and nightfall.
fn missing(f: &mut Fields<'_>, key: &'static str, what: &str) {
    if f.get(key).is_none() {
        let fault = Fault::new(f.path(key), format!("is missing: {what}"));
        f.faults.add(fault.by(ClauseId("FA-3.12")));
    }
}

/// Columns and rows.
pub(super) fn size(f: &mut Fields<'_>) -> Extent {
    // FA-10.03: the map is a rectangle.
    let mut side = |key: &'static str| {
        f.need(key, "how large the map is, 1 to 99");
        f.int_or(key, 99, 1..=99) as u8
    };
    Extent { cols: side("columns"), rows: side("rows") }
}

/// Points and rectangles.
pub(super) fn points(f: &mut Fields<'_>, key: &'static str, set: &mut PointSet) {
    f.texts(key, "point like 0130 and no rectangle like 0130-4032", |text| read_points(text, set));
}

fn read_side(f: &mut Fields<'_>, info: &mut SideInfo) {
    f.need("name", "what the fleet is called");
    *info = SideInfo {
        name: f.line("name", 60).unwrap_or_default().to_string(),
        bold: f.bool_or("bold", false),
        doctrine: f.word_or("doctrine", Doctrine::Normal, &DOCTRINES),
        crews: f.word_or("crews", Crews::Full, &CREWS),
        shallow: f.bool_or("shallow", false),
    };
}

fn squadron(f: &mut Fields<'_>, hexes: bool, battle: &Battle) -> RawSquad {
    f.need("code", "side and number, like A1");
    let code = f.text("code").unwrap_or("A1");
    let read = |code: &str| {
        let side = side_by_code(code.get(..1)?)?;
        let number: u8 = code[1..].parse().ok().filter(|n| (1..=9).contains(n))?;
        Some((side, number))
    };
    let (side, number) = read(code).unwrap_or_else(|| {
        f.wrong("code", format!("\"{code}\" is not A or B and a number, 1 to 9"));
        (Side(0), 1)
    });
    f.need("nation", "EN, BR, FR, SP or DU");
    f.need("title", "what the squadron is called");
    let mut info = SquadInfo::new(side, number);
    info.division = f.int_or("division", 1, 1..=6) as u8;
    info.nation = f.word_or("nation", Nation::Br, &NATIONS);
    info.title = f.line("title", 60).unwrap_or_default().to_string();
    info.admiral = f.line("admiral", 60).unwrap_or_default().to_string();
    info.cinc = f.bool_or("cinc", false);
    info.arrive = f.int("arrives", 1..=99).map(|turn| turn as u8);
    let nation = info.nation;
    let mut raw = RawSquad::new(info, f.place());
    f.need("groups", "the Groups of the squadron, van first");
    f.each("groups", |f| group(f, hexes, battle, &mut raw));
    let frigates = &mut raw.frigates;
    f.each("frigates", |f| {
        let (at, heading) = stand(f, hexes);
        let mut ship = ship(f, battle, nation);
        no_flag(f, &ship, "a frigate");
        ship.info = ShipInfo { at, heading, line: false, ..ship.info };
        frigates.push(ship);
    });
    raw
}

// FA-2.12: the flagship is in a Group.
fn no_flag(f: &mut Fields<'_>, ship: &RawShip, what: &str) {
    if ship.flag {
        let fault = Fault::new(f.path("flag"), format!("{what} is no flagship"));
        f.faults.add(fault.by(ClauseId("FA-2.12")));
    }
}

/// Where a Group or a ship begins: on the hex map the approach says it.
fn stand(f: &mut Fields<'_>, hexes: bool) -> (Point, Dir) {
    if !hexes {
        f.need("at", "a point like 2609");
        f.need("heading", "N, NE, SE, S, SW or NW");
    }
    let mut at = Point::new(1, 1);
    if let Some(text) = f.text("at") {
        match Point::parse(text) {
            Some(point) => at = point,
            None => f.wrong("at", format!("\"{text}\" is no point like 2609: column, then row")),
        }
    }
    (at, f.word_or("heading", Dir::N, &DIRS))
}

fn group(f: &mut Fields<'_>, hexes: bool, battle: &Battle, squad: &mut RawSquad) {
    let (at, heading) = stand(f, hexes);
    f.need("ships", "her ships, first in line first");
    let n = f.list("ships").len();
    let usual = if n > 3 { Form::Bunch } else { Form::Ahead };
    let form = f.word_or("formation", usual, &FORMS);
    let bearing = form == Form::Bearing;
    let axis = f.get("axis").map(|_| f.word_or("axis", Dir::N, &DIRS));
    if axis.is_some() && !bearing {
        f.wrong("axis", "only a Line of Bearing (LB) has an axis");
    }
    if bearing {
        f.need("axis", "a Line of Bearing has one");
    }
    let (fits, clause) = match form {
        Form::Bunch => (n >= 4, "FA-4.03"), // FA-4.03: three ships or fewer are never a Bunch.
        Form::Ahead => ((1..=3).contains(&n), "FA-4.02"), // FA-4.02: four or more are a Bunch.
        Form::Bearing => ((2..=3).contains(&n), "FA-4.02"),
        Form::Straggler => (n == 1, "FA-X.05"),
    };
    if !fits {
        let word = FORMS.iter().find(|(_, known)| *known == form).map_or("", |(word, _)| *word);
        let reason = format!("{n} ships cannot be in formation {word}");
        f.faults.add(Fault::new(f.path("ships"), reason).by(ClauseId(clause)));
    }
    let straggler = form == Form::Straggler; // FA-X.05
    if !straggler {
        squad.groups = squad.groups.saturating_add(1);
    }
    let group = squad.groups.saturating_sub(1);
    let nation = squad.info.nation;
    let line = &mut squad.line;
    f.each("ships", |f| {
        let mut ship = ship(f, battle, nation);
        if straggler {
            no_flag(f, &ship, "a straggler");
        }
        ship.info = ShipInfo { at, heading, axis, group, straggler, ..ship.info };
        line.push(ship);
    });
}

/// Name, guns and flag; the chart has the rating, which may be given to be checked.
fn ship(f: &mut Fields<'_>, battle: &Battle, nation: Nation) -> RawShip {
    f.need("name", "what the ship is called");
    f.need("guns", "how many guns she has");
    let name: String = f.line("name", 40).unwrap_or_default().to_string();
    let guns = f.int_or("guns", 74, 1..=150) as u16;
    let right = rating(battle.chart, nation, guns);
    let rating = f.int_or("rating", i64::from(right), 1..=30) as u8;
    let flag = f.bool_or("flag", false);
    RawShip { info: ShipInfo::new(name, guns, rating), flag, place: f.place().to_string() }
}
