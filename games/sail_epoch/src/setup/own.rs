//! The set-up of a game: options alone, or a scenario of one's own with what was agreed beside it.

use super::begin::begin;
use super::layout::Layout;
use super::{Board, Options, Scenario, scenario};
use crate::board::{Cells, Chart, Island, Space};
use crate::units::N_SHIPS;
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields, Seeded};
use alloc::format;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Everything fixed before the first decision.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The options.
    pub options: Options,
    /// The scenario, if it is not one of the game's.
    pub(super) own: Option<Arc<Own>>,
}

/// A scenario that somebody brought along.
#[derive(Clone, Debug)]
pub(super) struct Own {
    /// Its document.
    doc: Doc,
    /// What the set-up says beside it.
    said: Doc,
    /// Its pieces.
    pub(super) layout: Layout,
}

impl From<Options> for Setup {
    fn from(options: Options) -> Setup {
        Setup { options, own: None }
    }
}

impl Setup {
    /// Reads a set-up; all faults at once.
    pub fn read(doc: &Doc) -> Result<Setup, Faults> {
        match doc.get("scenario") {
            Some(own @ Doc::Map(_)) => read_own(own, doc),
            _ => Options::read(doc, "").map(Setup::from),
        }
    }

    /// Writes it, so that reading it gives the same.
    pub fn write(&self) -> Doc {
        let Some(own) = &self.own else { return self.options.write() };
        let mut doc = Doc::map().with("scenario", own.doc.clone());
        if let Doc::Map(said) = &own.said {
            for (key, value) in said {
                doc.put(key.clone(), value.clone());
            }
        }
        doc
    }
}

/// Where in the scenario an option of it stands.
const PLACES: [(&str, &str); 3] =
    [("scenario", "scenario.rules"), ("players", "scenario.players"), ("board", "scenario.board")];

fn read_own(own: &Doc, setup: &Doc) -> Result<Setup, Faults> {
    let mut f = Fields::of(own, "scenario")?;
    if let Some(game) = f.text("game")
        && game != crate::meta::META.id
    {
        f.wrong("game", format!("this is a scenario of {game}, not of {}", crate::meta::META.id));
    }
    f.line("id", 40);
    f.need("title", "the name of the scenario");
    f.line("title", 80);
    if f.text("notes").is_some_and(|notes| notes.len() > 4000) {
        f.wrong("notes", "is longer than 4000 signs");
    }
    f.need("rules", "treasures, pearls, jolly or oceans");
    f.need("players", "how many play");
    let mut merged = Doc::map();
    for (key, field) in [("scenario", "rules"), ("players", "players"), ("board", "board")] {
        if let Some(value) = f.get(field) {
            merged.put(key, value.clone());
        }
    }
    let preset = f.entries("options");
    for (key, value) in preset {
        if PLACES.iter().any(|(known, _)| key == known) {
            f.faults
                .add(Fault::new(format!("scenario.options.{key}"), "is no option of a scenario"));
        } else {
            merged.put(key.clone(), value.clone());
        }
    }
    let mut said = Doc::map();
    if let Doc::Map(fields) = setup {
        for (key, value) in fields.iter().filter(|(key, _)| key != "scenario") {
            if PLACES.iter().any(|(known, _)| key == known) {
                f.faults.add(Fault::new(key.to_string(), "is for the scenario to say"));
            } else {
                said.put(key.clone(), value.clone());
                merged.put(key.clone(), value.clone());
            }
        }
    }
    let options = Options::read(&merged, "").map_err(|mut faults| {
        for fault in &mut faults.0 {
            let place = PLACES.iter().find(|(known, _)| fault.place == *known);
            if let Some((_, place)) = place {
                fault.place = place.to_string();
            } else if said.get(&fault.place).is_none() {
                fault.place = format!("scenario.options.{}", fault.place);
            }
        }
        faults
    });
    let options = f.take(options);
    let mut layout = Layout::default();
    layout.read(&mut f);
    if let Some(o) = &options {
        agrees(&mut f, o, &said);
        fits(&mut f, o, &layout);
    }
    f.done()?;
    let options = options.unwrap_or_else(|| Options::new(Scenario::Oceans, 2));
    let own = Own { doc: own.clone(), said, layout };
    let setup = Setup { options, own: Some(Arc::new(own)) };
    stands(&setup)?;
    Ok(setup)
}

/// Options that say where pieces lie have nothing to say beside a scenario that does.
fn agrees(f: &mut Fields<'_>, o: &Options, said: &Doc) {
    let mut refuse = |wrong: bool, key: &str, reason: &str, clause: &'static str| {
        if wrong {
            let place = match said.get(key) {
                Some(_) => key.to_string(),
                None => format!("scenario.options.{key}"),
            };
            f.faults.add(Fault::new(place, reason).by(ClauseId(clause)));
        }
    };
    refuse(o.placed, "setup", "the scenario says where the pieces lie", "SE-3.1.5b");
    refuse(o.neutral_fort, "neutral_fort", "the scenario says which forts there are", "SE-3.1.5b");
    refuse(o.turn_limit == 0, "turn_limit", "a scenario of one's own has a last Turn", "SE-3.1.5b");
}

/// Do the pieces lie on the field, each on a space of its own kind?
fn fits(f: &mut Fields<'_>, o: &Options, layout: &Layout) {
    let (cols, rows) = match o.board {
        Board::Half => (12, 14),
        Board::Full => (24, 14),
        Board::Grand => (24, 28),
    };
    let chart = Chart::new(cols, rows);
    let mut taken = Cells::EMPTY;
    for (i, island) in layout.islands.iter().enumerate() {
        let cells: Option<Vec<Space>> =
            Island::cells(*island).map(|cells| cells.map(|(space, _, _)| space).collect());
        let free = |space: &Space| !taken.has(*space) && chart.contains(*space);
        match cells.filter(|cells| cells.iter().all(free)) {
            Some(cells) => cells.iter().for_each(|&space| taken.add(space)),
            None => {
                // SE-3.1.5a: overlays lie on the field, beside each other.
                let place = format!("{}.{i}", f.path("islands"));
                let fault = Fault::new(place, "overlaps another island or leaves the field");
                f.faults.add(fault.by(ClauseId("SE-3.1.5a")));
            }
        }
    }
    let on = |space: &Space| chart.contains(*space);
    let fleet = scenario::fleet(o, layout);
    let off = [
        ("forts", layout.forts.iter().position(|(_, space)| !on(space))),
        ("royal_ports", layout.ports.iter().position(|(_, space)| !on(space))),
        ("reefs", layout.reefs.iter().position(|space| !on(space))),
        ("goods", layout.goods.iter().position(|space| !on(space))),
        ("ships", layout.ships.iter().position(|(.., space)| !on(space))),
        ("berths", layout.berths.iter().position(|(_, spaces)| !spaces.iter().all(on))),
    ];
    for (key, found) in off {
        if let Some(i) = found {
            f.faults.add(Fault::new(format!("{}.{i}", f.path(key)), "leaves the field"));
        }
    }
    for (key, odd) in [("seventh", &layout.seventh), ("empty", &layout.empty)] {
        if odd.as_ref().is_some_and(|odd| !on(&odd.near) || !on(&odd.far)) {
            f.wrong(key, "leaves the field");
        }
    }
    for (key, repeated) in [
        ("goods", twice(layout.goods.iter().map(|space| space.index()))),
        ("reefs", twice(layout.reefs.iter().map(|space| space.index()))),
        ("forts", twice(layout.forts.iter().map(|(_, space)| space.index()))),
    ] {
        if let Some(i) = repeated {
            f.faults.add(Fault::new(format!("{}.{i}", f.path(key)), "lies there already"));
        }
    }
    let there = |seat: u8| seat < o.players;
    let strangers = [
        (
            "forts",
            layout.forts.iter().position(|(flag, _)| flag.seat().is_some_and(|s| !there(s.0))),
        ),
        ("royal_ports", layout.ports.iter().position(|(seat, _)| !there(seat.0))),
        ("ships", layout.ships.iter().position(|(seat, ..)| !there(seat.0))),
        ("berths", layout.berths.iter().position(|(seat, _)| !there(seat.0))),
        ("reserve", layout.reserve.iter().position(|(seat, _)| !there(seat.0))),
    ];
    for (key, found) in strangers {
        if let Some(i) = found {
            let reason = format!("only {} play", o.players);
            f.faults.add(Fault::new(format!("{}.{i}", f.path(key)), reason));
        }
    }
    // SE-2a: each ship of the box is there once.
    let mut seen = [false; N_SHIPS];
    let all = fleet.iter().map(|(_, id, _)| *id).chain(layout.reserve.iter().map(|(_, id)| *id));
    for id in all {
        if core::mem::replace(&mut seen[id.index()], true) {
            let fault = Fault::new(f.path("ships"), format!("{id} is there twice"));
            f.faults.add(fault.by(ClauseId("SE-2a")));
        }
    }
    for seat in (0..o.players).filter(|seat| !fleet.iter().any(|(owner, ..)| owner.0 == *seat)) {
        let fault = Fault::new(f.path("ships"), format!("P{} has no ship", seat + 1));
        f.faults.add(fault.by(ClauseId("SE-3.1.5b")));
    }
}

fn twice(spaces: impl Iterator<Item = usize>) -> Option<usize> {
    let all: Vec<usize> = spaces.collect();
    (1..all.len()).find(|&i| all[..i].contains(&all[i]))
}

/// Is the first table one that the rules allow? It is judged as any position is.
fn stands(setup: &Setup) -> Result<(), Faults> {
    let Ok(table) = begin(setup, &mut Seeded::new(0)) else { return Ok(()) };
    let position = crate::text::position::save(&table);
    crate::text::position::load(&position).map(drop).map_err(|mut faults| {
        for fault in &mut faults.0 {
            let key = fault.place.split('.').next().unwrap_or_default();
            let known = ["islands", "reefs", "forts", "goods", "ships", "royal_ports"];
            fault.place = match known.contains(&key) {
                true => format!("scenario.{}", fault.place),
                false => "scenario".to_string(),
            };
        }
        faults
    })
}
