//! Ready battles and battles of one's own: fleets, scenery, rounds, special points, ready
//! deployments, read from documents (docs/scenarios.md).

use super::Options;
use super::options::read_rules;
use crate::board::{Dir, Scenery, Sea, Square};
use crate::rules::scenery::lay;
use crate::setup::SceneryMode;
use crate::state::MAX_UNITS;
use crate::units::{CardId, Kind};
use admiralty_core::{ClauseId, Doc, Fault, Fields, Printed, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a scenario pays beyond the price of sunk units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// For sinking this card.
    Sink(CardId, u16),
    /// For sinking each unit of a type.
    SinkKind(Kind, u16),
    /// For each own unit of a type that leaves over this rank (from 0).
    Exit(Kind, u8, u16),
}

/// A battle with everything fixed but the deployment.
// BG-8-SC1: fleets, scenery, rounds and special points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Its key.
    pub id: String,
    /// The cards of South and North, in the order of their handles.
    pub fleets: [Vec<CardId>; 2],
    /// Scenery, in the order of the document.
    pub scenery: Vec<(Square, Scenery)>,
    /// Number of rounds.
    pub rounds: u8,
    /// Who is paid what.
    pub bonus: Vec<(Side, Bonus)>,
    /// Ready deployments: squares in the order of the handles, or none.
    pub deploy: [Vec<Square>; 2],
    /// The options that it asks for.
    pub(super) preset: Options,
    /// Its document, if it is not one of the game's.
    pub(super) own: Option<Doc>,
}

macro_rules! scenarios {
    ($($id:literal),* $(,)?) => {
        /// The scenarios, SC-1 first.
        pub static SCENARIOS: [Printed; 8] =
            [$(Printed::new($id, include_str!(concat!("../../scenarios/", $id, ".toml")))),*];
    };
}
scenarios!("SC-1", "SC-2", "SC-3", "SC-4", "SC-5", "SC-6", "SC-7", "SC-8");

const SIDES: [(&str, Side); 2] = [("S", Side(0)), ("N", Side(1))];
const KINDS: [(&str, Kind); 8] = [
    (Kind::Bb.code(), Kind::Bb),
    (Kind::Bc.code(), Kind::Bc),
    (Kind::Ca.code(), Kind::Ca),
    (Kind::Cl.code(), Kind::Cl),
    (Kind::Dd.code(), Kind::Dd),
    (Kind::Cv.code(), Kind::Cv),
    (Kind::Ss.code(), Kind::Ss),
    (Kind::Tr.code(), Kind::Tr),
];

impl Scenario {
    /// A built-in one, in whatever letters.
    pub(super) fn builtin(key: &str) -> Option<Scenario> {
        let printed = SCENARIOS.iter().find(|printed| printed.id.eq_ignore_ascii_case(key))?;
        // A test reads them all.
        Fields::of(printed.doc(), "").ok().map(|mut fields| Scenario::read(&mut fields))
    }

    /// One of one's own, in a field of a set-up; its faults are noted there.
    pub(super) fn own(doc: &Doc, fields: &mut Fields<'_>) -> Option<Scenario> {
        let place = fields.path("scenario");
        let mut f = fields.take(Fields::of(doc, &place))?;
        let mut scenario = Scenario::read(&mut f);
        scenario.own = Some(doc.clone());
        fields.take(f.done())?;
        Some(scenario)
    }

    fn read(f: &mut Fields<'_>) -> Scenario {
        if let Some(game) = f.text("game")
            && game != crate::meta::META.id
        {
            f.wrong(
                "game",
                format!("this is a scenario of {game}, not of {}", crate::meta::META.id),
            );
        }
        let id = f.line("id", 40).unwrap_or_default().to_string();
        f.need("title", "the name of the battle");
        f.line("title", 80);
        if f.text("notes").is_some_and(|notes| notes.len() > 4000) {
            f.wrong("notes", "is longer than 4000 signs");
        }
        f.need("rounds", "how many rounds are played, 4 to 30");
        let rounds = f.int_or("rounds", 12, 4..=30) as u8;
        let base = Options { rounds, scenery: SceneryMode::Preset, ..Options::DEFAULT };
        let preset = f.inside("options", |f| read_rules(f, base)).unwrap_or(base);
        let mut fleets = [Vec::new(), Vec::new()];
        let mut deploy = [Vec::new(), Vec::new()];
        for (i, key) in ["south", "north"].into_iter().enumerate() {
            f.need(key, "the fleet of this side");
            if let Some((cards, squares)) = f.inside(key, read_side) {
                (fleets[i], deploy[i]) = (cards, squares);
            }
        }
        let scenery = read_scenery(f);
        let mut bonus = Vec::new();
        f.each("bonus", |f| bonus.extend(read_bonus(f)));
        Scenario { id, fleets, scenery, rounds, bonus, deploy, preset, own: None }
    }

    /// The cards of a side in the order of its handles.
    pub(crate) fn fleet(&self, side: Side) -> Vec<CardId> {
        self.fleets[side.index() & 1].clone()
    }

    /// The scenery.
    pub(crate) fn sea(&self) -> Sea {
        let mut sea = Sea::default();
        for (square, card) in &self.scenery {
            sea.lay(*square, *card);
        }
        sea
    }

    /// The ready squares of a side.
    pub(crate) fn squares(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        self.deploy[side.index() & 1].iter().copied()
    }

    /// The rank over which units of this type and side may leave.
    pub fn exit_rank(&self, side: Side, kind: Kind) -> Option<u8> {
        self.bonus.iter().find_map(|(by, bonus)| match bonus {
            Bonus::Exit(k, rank, _) if *by == side && *k == kind => Some(*rank),
            _ => None,
        })
    }
}

/// Cards and squares of one side, in the order of its handles.
fn read_side(f: &mut Fields<'_>) -> (Vec<CardId>, Vec<Square>) {
    let mut found: Vec<(CardId, Option<Square>)> = Vec::new();
    f.need("fleet", "its cards");
    f.each("fleet", |f| {
        f.need("card", "the id of a card, like UK-HOOD");
        let card = f.text("card").and_then(|text| {
            let card = CardId::parse(text);
            if card.is_none() {
                let fault = Fault::new(f.path("card"), CardId::no_card(text));
                f.faults.add(fault.by(ClauseId("BG-0-UC1")));
            }
            card
        });
        let square = f.text("at").and_then(|text| {
            let square = Square::parse(text);
            if square.is_none() {
                f.wrong("at", format!("\"{text}\" is no square like d2"));
            }
            square
        });
        if let Some(card) = card {
            // BG-0-FB4: a card once in a fleet.
            if found.iter().any(|(other, _)| *other == card) {
                let fault = Fault::new(f.path("card"), "is in the fleet already");
                f.faults.add(fault.by(ClauseId("BG-0-FB4")));
            }
            found.push((card, square));
        }
    });
    let mut refuse = |wrong: bool, reason: &str, clause: &'static str| {
        if wrong {
            f.faults.add(Fault::new(f.path("fleet"), reason).by(ClauseId(clause)));
        }
    };
    refuse(found.is_empty(), "a fleet has at least one card", "BG-8-SC1");
    refuse(found.len() > MAX_UNITS, "a fleet has at most 24 cards", "BG-0-FB3");
    let carriers = found.iter().filter(|(card, _)| card.class().n_squadrons() > 0).count();
    refuse(carriers > 3, "a fleet has at most three carriers", "BG-0-FB7");
    let placed = found.iter().filter(|(_, square)| square.is_some()).count();
    refuse(
        placed > 0 && placed < found.len(),
        "all have a square of their own, or none",
        "BG-8-SC2",
    );
    // BG-9-NT2: surface units first in the order of the list, then submarines.
    found.sort_by_key(|(card, _)| card.is_boat());
    (
        found.iter().map(|found| found.0).collect(),
        found.iter().filter_map(|found| found.1).collect(),
    )
}

fn read_scenery(f: &mut Fields<'_>) -> Vec<(Square, Scenery)> {
    let mut found = Vec::new();
    let mut sea = Sea::default();
    let path = f.path("scenery");
    for (key, value) in f.entries("scenery") {
        let place = format!("{path}.{key}");
        let card = value.as_text().and_then(Scenery::parse);
        let (Some(square), Some(card)) = (Square::parse(key), card) else {
            f.faults.add(Fault::new(place, "is not like c4 = \"IS\" (IS, SH, FG, SB)"));
            continue;
        };
        // BG-0-BF11: a list that breaks a placement rule is refused.
        match lay(&sea, square, card) {
            Ok(next) => {
                sea = next;
                found.push((square, card));
            }
            Err(fault) => f.faults.add(Fault::new(place, fault.to_string()).by(fault.clause())),
        }
    }
    found
}

fn read_bonus(f: &mut Fields<'_>) -> Option<(Side, Bonus)> {
    const WHAT: [(&str, &str); 3] =
        [("sink", "sink"), ("sink_type", "sink_type"), ("exit", "exit")];
    f.need("kind", "sink, sink_type or exit");
    f.need("side", "who is paid, S or N");
    f.need("points", "how many points");
    let side = f.word_or("side", Side(0), &SIDES);
    let points = f.int_or("points", 1, 1..=99) as u16;
    let what = f.word_or("kind", "", &WHAT);
    let kind = |f: &mut Fields<'_>| {
        f.need("type", "BB, BC, CA, CL, DD, CV, SS or TR");
        f.word_or("type", Kind::Tr, &KINDS)
    };
    let bonus = match what {
        "sink" => {
            f.need("card", "the id of a card, like UK-HOOD");
            let text = f.text("card")?;
            let card = CardId::parse(text);
            if card.is_none() {
                let fault = Fault::new(f.path("card"), CardId::no_card(text));
                f.faults.add(fault.by(ClauseId("BG-0-UC1")));
            }
            Bonus::Sink(card?, points)
        }
        "sink_type" => Bonus::SinkKind(kind(f), points),
        "exit" => {
            f.need("row", "the row they leave over, 1 to 8");
            Bonus::Exit(kind(f), f.int_or("row", 8, 1..=8) as u8 - 1, points)
        }
        _ => {
            f.skip(&["card", "type", "row"]);
            return None;
        }
    };
    Some((side, bonus))
}

/// The heading ready deployments use: towards the enemy.
pub const fn ahead(side: Side) -> Dir {
    if side.0 == 0 { Dir::N } else { Dir::S }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ship_and_card_of_scenery_is_found_and_has_its_square() {
        // BG-8-SC1
        for printed in &SCENARIOS {
            let mut fields = Fields::of(printed.doc(), "").expect("a map");
            let scenario = Scenario::read(&mut fields);
            fields.done().unwrap_or_else(|faults| panic!("{}: {faults}", printed.id));
            assert_eq!(scenario.id, printed.id);
            for side in [Side(0), Side(1)] {
                let cards = scenario.fleet(side).len();
                assert!(cards > 0, "{}", scenario.id);
                assert_eq!(scenario.squares(side).count(), cards, "{}", scenario.id);
            }
            assert_eq!(scenario.sea().any().count_ones() as usize, scenario.scenery.len());
        }
    }
}
