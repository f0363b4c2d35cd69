//! Options and agreed fleets, read and written with every fault at its place.
//! BG-9-OP1: what is not said is as by default.

use super::ready_fleets::READY_FLEETS;
use super::scenario::Scenario;
use super::{CritMode, Navies, Options, SceneryMode, Setup, VictoryMode};
use crate::board::{Metric, Scenery, Sea, Square};
use crate::rules::deployment;
use crate::rules::fleet::{fleet_faults, in_handle_order};
use crate::rules::scenery::lay;
use crate::units::CardId;
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields, IllegalMove, Seeded, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZero;

/// Reads `c4=IS d5=FG`.
pub(crate) fn read_sea(text: &str, place: &str) -> Result<Sea, Faults> {
    let mut faults = Faults::default();
    let mut sea = Sea::default();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let parsed = word
            .split_once('=')
            .and_then(|(square, card)| Some((Square::parse(square)?, Scenery::parse(card)?)));
        let Some((square, card)) = parsed else {
            faults.add(Fault::new(place, format!("\"{word}\" is not like c4=IS (IS, SH, FG, SB)")));
            continue;
        };
        // BG-0-BF11: a preset list that breaks a placement rule is refused as a whole.
        match lay(&sea, square, card) {
            Ok(next) => sea = next,
            Err(fault) => {
                faults.add(Fault::new(place, fault.to_string()).by(fault.clause()));
            }
        }
    }
    faults.or(sea)
}

/// Writes scenery as it is read.
pub(crate) fn write_sea(sea: &Sea) -> String {
    let words: Vec<String> = crate::board::squares(sea.any())
        .filter_map(|square| Some(format!("{square}={}", sea.at(square)?.code())))
        .collect();
    words.join(" ")
}

/// Reads a fleet: the key of a ready one, or card ids.
pub(crate) fn read_fleet(text: &str, place: &str) -> Result<Vec<CardId>, Faults> {
    if let Some(ready) =
        READY_FLEETS.iter().find(|fleet| fleet.key.eq_ignore_ascii_case(text.trim()))
    {
        return Ok(ready.cards());
    }
    let mut faults = Faults::default();
    let mut cards = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        match CardId::parse(word) {
            Some(card) => cards.push(card),
            None => {
                faults.add(Fault::new(place, CardId::no_card(word)).by(ClauseId("BG-0-UC1")));
            }
        }
    }
    in_handle_order(&mut cards);
    faults.or(cards)
}

/// Writes a fleet as it is read.
pub fn write_fleet(cards: &[CardId]) -> String {
    cards.iter().map(|card| card.card().id).collect::<Vec<_>>().join(" ")
}

const VICTORY: [(&str, VictoryMode); 2] =
    [("points", VictoryMode::Points), ("annihilation", VictoryMode::Annihilation)];
const SCENERY: [(&str, SceneryMode); 4] = [
    ("none", SceneryMode::None),
    ("preset", SceneryMode::Preset),
    ("alternate", SceneryMode::Alternate),
    ("random", SceneryMode::Random),
];
const METRIC: [(&str, Metric); 2] = [("orth", Metric::Orth), ("king", Metric::King)];
const CRIT: [(&str, CritMode); 2] = [("space", CritMode::Space), ("feature", CritMode::Feature)];
const NAVIES: [(&str, Navies); 3] =
    [("single", Navies::Single), ("alliance", Navies::Alliance), ("free", Navies::Free)];
const YES: [(&str, bool); 2] = [("no", false), ("yes", true)];

fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(word, _)| word)
}

/// Reads the options that shape the rules from a map of fields, and the scenario.
pub(crate) fn read_options(fields: &mut Fields<'_>) -> (Options, Option<Arc<Scenario>>) {
    let mut scenario = None;
    if let Some(own @ Doc::Map(_)) = fields.get("scenario") {
        scenario = Scenario::own(own, fields);
    } else if let Some(id) = fields.text("scenario")
        && !id.eq_ignore_ascii_case("free")
    {
        match Scenario::builtin(id) {
            Some(found) => scenario = Some(found),
            None => {
                fields.wrong("scenario", format!("there is no scenario {id} (free, SC-1 to SC-8)"));
            }
        }
    }
    // BG-8-SC1: the scenario sets rounds and scenery.
    let base = scenario.as_ref().map_or(Options::DEFAULT, |scenario| scenario.preset);
    (read_rules(fields, base), scenario.map(Arc::new))
}

/// Reads the options; what is not said is as here.
pub(super) fn read_rules(fields: &mut Fields<'_>, base: Options) -> Options {
    let mut options = base;
    options.tp = fields.int_or("tp", i64::from(base.tp), 20..=400) as u16;
    options.rounds = fields.int_or("rounds", i64::from(options.rounds), 4..=30) as u8;
    options.victory = fields.word_or("victory", options.victory, &VICTORY);
    options.scenery = fields.word_or("scenery", options.scenery, &SCENERY);
    options.metric = fields.word_or("metric", options.metric, &METRIC);
    options.crit = fields.word_or("crit", options.crit, &CRIT);
    let repair = i64::from(base.repair.map_or(0, NonZero::get));
    options.repair = NonZero::new(fields.int_or("repair", repair, 0..=3) as u8);
    options.navies = fields.word_or("navies", options.navies, &NAVIES);
    options.transports = fields.word_or("transports", options.transports, &YES);
    options.whatif = fields.word_or("whatif", options.whatif, &YES);
    options
}

/// Writes the options that differ from their defaults.
pub(crate) fn write_options(options: &Options, scenario: Option<&Scenario>) -> Doc {
    let base = scenario.map_or(Options::DEFAULT, |scenario| scenario.preset);
    let mut doc = Doc::map();
    match scenario.map(|scenario| (&scenario.own, &scenario.id)) {
        Some((Some(own), _)) => doc.put("scenario", own.clone()),
        Some((None, id)) => doc.put("scenario", id.clone()),
        None => {}
    }
    doc.with_if(options.tp != base.tp, "tp", options.tp)
        .with_if(options.rounds != base.rounds, "rounds", options.rounds)
        .with_if(options.victory != base.victory, "victory", word_of(&VICTORY, options.victory))
        .with_if(options.scenery != base.scenery, "scenery", word_of(&SCENERY, options.scenery))
        .with_if(options.metric != base.metric, "metric", word_of(&METRIC, options.metric))
        .with_if(options.crit != base.crit, "crit", word_of(&CRIT, options.crit))
        .with_if(options.repair != base.repair, "repair", options.repair.map_or(0, NonZero::get))
        .with_if(options.navies != base.navies, "navies", word_of(&NAVIES, options.navies))
        .with_if(
            options.transports != base.transports,
            "transports",
            word_of(&YES, options.transports),
        )
        .with_if(options.whatif != base.whatif, "whatif", word_of(&YES, options.whatif))
}

/// Reads a set-up; every fault at once.
pub(crate) fn read(doc: &Doc) -> Result<Setup, Faults> {
    let mut fields = Fields::of(doc, "")?;
    let (options, scenario) = read_options(&mut fields);
    let mut setup = Setup { options, scenario, sea: Sea::default(), fleets: [None, None] };
    if let Some(scenario) = &setup.scenario {
        // BG-0-FB11: the limits of fleets do not bind a scenario's.
        setup.sea = scenario.sea();
        setup.fleets = [Some(scenario.fleet(Side(0))), Some(scenario.fleet(Side(1)))];
    }
    if let Some(text) = fields.text("preset") {
        match read_sea(text, "preset") {
            Ok(sea) if options.scenery == SceneryMode::Preset => setup.sea = sea,
            Ok(_) => fields.wrong("preset", "needs scenery=preset"),
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
    for (i, key) in ["south", "north"].into_iter().enumerate() {
        let Some(text) = fields.text(key) else { continue };
        if setup.scenario.is_some() {
            fields.wrong(key, "the scenario fixes the fleets");
            continue;
        }
        match read_fleet(text, key) {
            Ok(cards) => {
                for fault in fleet_faults(&options, &cards) {
                    fields.faults.add(Fault::new(key, fault.to_string()).by(fault.clause()));
                }
                setup.fleets[i] = Some(cards);
            }
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
    fields.done()?;
    if setup.scenario().is_some_and(|scenario| scenario.own.is_some()) {
        ready_lines(&setup)?;
    }
    Ok(setup)
}

/// Are the ready deployments of a scenario of one's own allowed?
fn ready_lines(setup: &Setup) -> Result<(), Faults> {
    let Ok(table) = super::begin(setup, &mut Seeded::new(0)) else { return Ok(()) };
    let mut faults = Faults::default();
    for (side, key) in [(Side(0), "scenario.south.fleet"), (Side(1), "scenario.north.fleet")] {
        let (p, secret) = (&table.public, &table.sides[side]);
        let line = deployment::ready_line(p, secret, side);
        if let Err(illegal) = deployment::check(p, secret, side, &line) {
            faults.add(Fault::new(key, illegal.to_string()).by(illegal.clause()));
        }
    }
    faults.or(())
}

/// Writes a set-up so that reading it gives the same.
pub(crate) fn write(setup: &Setup) -> Doc {
    let mut doc = write_options(&setup.options, setup.scenario());
    let preset = setup.options.scenery == SceneryMode::Preset;
    let usual = setup.scenario().map_or(Sea::default(), Scenario::sea);
    if preset && setup.sea != usual {
        doc.put("preset", write_sea(&setup.sea));
    }
    if setup.scenario.is_none() {
        for (fleet, key) in setup.fleets.iter().zip(["south", "north"]) {
            if let Some(cards) = fleet {
                doc.put(key, write_fleet(cards));
            }
        }
    }
    doc
}
