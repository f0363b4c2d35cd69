//! Options, fleets and their faults: everything fixed before the first decision.

use crate::board::{Metric, SCENERY_ROWS, Scenery, Sea, Square};
use crate::scenarios::{READY_FLEETS, SCENARIOS, Scenario};
use crate::units::{CardId, Kind};
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VictoryMode {
    /// After the last round by points, or earlier by annihilation.
    Points,
    /// By annihilation, at the latest after 50 rounds by points.
    Annihilation,
}

/// How scenery is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneryMode {
    /// Open sea.
    None,
    /// The agreed list.
    Preset,
    /// The players take turns.
    Alternate,
    /// Four cards on random squares.
    Random,
}

/// What a token on a battery closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CritMode {
    /// One of its spaces.
    Space,
    /// The whole battery.
    Feature,
}

/// Which navies a fleet may mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Navies {
    /// One.
    Single,
    /// Of one alliance.
    Alliance,
    /// Any.
    Free,
}

/// The options of a game.
// BG-9-OP1: options and their defaults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Tactical Points of a fleet in a free battle.
    pub tp: u16,
    /// Rounds.
    pub rounds: u8,
    /// How it ends.
    pub victory: VictoryMode,
    /// How scenery is laid.
    pub scenery: SceneryMode,
    /// How distance is counted.
    pub metric: Metric,
    /// What a token on a battery closes.
    pub crit: CritMode,
    /// Repairs per unit and round; 0: no limit.
    pub repair: u8,
    /// Which navies a fleet may mix.
    pub navies: Navies,
    /// May transports be chosen?
    pub transports: bool,
    /// May ships be chosen that never fought?
    pub whatif: bool,
    /// 0: a free battle; else the number of the scenario.
    pub scenario: u8,
}

impl Options {
    /// A free battle with every option at its default.
    pub const DEFAULT: Options = Options {
        tp: 120,
        rounds: 12,
        victory: VictoryMode::Points,
        scenery: SceneryMode::Random,
        metric: Metric::Orth,
        crit: CritMode::Space,
        repair: 0,
        navies: Navies::Single,
        transports: false,
        whatif: true,
        scenario: 0,
    };

    /// The scenario, if it is one.
    pub fn scenario(&self) -> Option<&'static Scenario> {
        SCENARIOS.get(usize::from(self.scenario).checked_sub(1)?)
    }
}

/// A validated set-up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The options.
    pub options: Options,
    /// The scenery of `preset`.
    pub sea: Sea,
    /// Fleets agreed beforehand, known to all; `None`: chosen in secret.
    pub fleets: [Option<Vec<CardId>>; 2],
}

/// Something wrong with a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FleetFault {
    /// It costs too much.
    Price(u16, u16),
    /// It has no surface unit.
    OnlyBoats,
    /// It has too many units.
    Size(usize),
    /// A card stands twice.
    Twice(CardId),
    /// Its navies may not be mixed.
    Mixed(CardId, CardId),
    /// It has too many submarines: how many, how many are allowed.
    Boats(usize, usize),
    /// It has too many carriers.
    Carriers(usize),
    /// A transport, though they are not allowed.
    Transport(CardId),
    /// A ship that never fought, though they are not allowed.
    WhatIf(CardId),
}

impl FleetFault {
    /// The clause that is broken.
    pub const fn clause(self) -> ClauseId {
        ClauseId(match self {
            FleetFault::Price(..) => "BG-0-FB1",
            FleetFault::OnlyBoats => "BG-0-FB2",
            FleetFault::Size(_) => "BG-0-FB3",
            FleetFault::Twice(_) => "BG-0-FB4",
            FleetFault::Mixed(..) => "BG-0-FB5",
            FleetFault::Boats(..) => "BG-0-FB6",
            FleetFault::Carriers(_) => "BG-0-FB7",
            FleetFault::Transport(_) => "BG-0-FB8",
            FleetFault::WhatIf(_) => "BG-0-FB9",
        })
    }
}

impl fmt::Display for FleetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FleetFault::Price(tp, limit) => {
                write!(f, "the fleet costs {tp} points, {limit} are agreed")
            }
            FleetFault::OnlyBoats => f.write_str("the fleet needs a unit that is not a submarine"),
            FleetFault::Size(n) => write!(f, "the fleet has {n} units, 24 are allowed"),
            FleetFault::Twice(card) => write!(f, "{} stands twice", card.card().id),
            FleetFault::Mixed(a, b) => {
                write!(f, "{} and {} may not sail together", a.card().id, b.card().id)
            }
            FleetFault::Boats(n, most) => {
                write!(f, "{n} submarines, but only a third of the units ({most}) may be")
            }
            FleetFault::Carriers(n) => write!(f, "{n} carriers, 3 are allowed"),
            FleetFault::Transport(card) => {
                write!(f, "{} is a transport, which this game leaves out", card.card().id)
            }
            FleetFault::WhatIf(card) => {
                write!(f, "{} never fought, and this game leaves such ships out", card.card().id)
            }
        }
    }
}

/// May two cards sail in one fleet?
pub fn may_mix(navies: Navies, a: CardId, b: CardId) -> bool {
    let (a, b) = (a.class().navy, b.class().navy);
    // BG-0-FB5: one navy, one alliance, or any.
    match navies {
        Navies::Single => a == b,
        Navies::Alliance => a.is_allied() == b.is_allied(),
        Navies::Free => true,
    }
}

/// May the card be chosen at all?
pub fn may_choose(options: &Options, card: CardId) -> Result<(), FleetFault> {
    // BG-0-FB8: transports=no.
    if !options.transports && card.class().kind == Kind::Tr {
        return Err(FleetFault::Transport(card));
    }
    // BG-0-FB9: whatif=no.
    if !options.whatif && card.is_what_if() {
        return Err(FleetFault::WhatIf(card));
    }
    Ok(())
}

/// Everything wrong with a fleet of a free battle.
pub fn fleet_faults(options: &Options, cards: &[CardId]) -> Vec<FleetFault> {
    let mut faults = Vec::new();
    let tp: u16 = cards.iter().fold(0, |sum, card| sum.saturating_add(card.tp()));
    // BG-0-FB1: no more points than agreed; fewer are fine.
    if tp > options.tp {
        faults.push(FleetFault::Price(tp, options.tp));
    }
    let boats = cards.iter().filter(|card| card.is_boat()).count();
    // BG-0-FB2: at least one unit that is not a submarine.
    if boats == cards.len() {
        faults.push(FleetFault::OnlyBoats);
    }
    // BG-0-FB3: at most 24 units.
    if cards.len() > 24 {
        faults.push(FleetFault::Size(cards.len()));
    }
    for (i, card) in cards.iter().enumerate() {
        // BG-0-FB4: a card once in a fleet; the other side may have it too.
        if cards[..i].contains(card) {
            faults.push(FleetFault::Twice(*card));
        }
        if let Err(fault) = may_choose(options, *card) {
            faults.push(fault);
        }
    }
    if let Some(other) = cards.iter().find(|card| !may_mix(options.navies, cards[0], **card)) {
        faults.push(FleetFault::Mixed(cards[0], *other));
    }
    // BG-0-FB6: at most one third of the units are submarines.
    if boats > cards.len() / 3 {
        faults.push(FleetFault::Boats(boats, cards.len() / 3));
    }
    let carriers = cards.iter().filter(|card| card.class().kind == Kind::Cv).count();
    // BG-0-FB7: at most three carriers.
    if carriers > 3 {
        faults.push(FleetFault::Carriers(carriers));
    }
    faults
}

/// Brings a fleet into the order of its handles.
pub fn in_handle_order(cards: &mut [CardId]) {
    // BG-9-NT2: surface units first in the order of the list, then submarines.
    cards.sort_by_key(|card| card.is_boat());
}

/// What is wrong with laying a card of scenery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SceneryFault {
    /// Something lies there already.
    Taken(Square),
    /// Not on ranks 3 to 6.
    Row(Square),
    /// No such card is left.
    Supply(Scenery),
    /// It would split the open water.
    Split(Square),
}

impl SceneryFault {
    /// The clause that is broken.
    pub const fn clause(self) -> ClauseId {
        ClauseId(match self {
            SceneryFault::Taken(_) => "BG-0-BF6",
            SceneryFault::Row(_) => "BG-0-BF7",
            SceneryFault::Supply(_) => "BG-0-BF8",
            SceneryFault::Split(_) => "BG-0-BF9",
        })
    }
}

impl fmt::Display for SceneryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SceneryFault::Taken(square) => write!(f, "{square} has scenery already"),
            SceneryFault::Row(square) => write!(f, "{square} is not on ranks 3 to 6"),
            SceneryFault::Supply(card) => write!(f, "no card of {} is left", card.code()),
            SceneryFault::Split(square) => {
                write!(f, "scenery on {square} would split the open water")
            }
        }
    }
}

/// The sea with one more card, if it may lie there.
pub fn lay(sea: &Sea, square: Square, card: Scenery) -> Result<Sea, SceneryFault> {
    // BG-0-BF6: one card a square.
    if sea.any() & square.bit() != 0 {
        return Err(SceneryFault::Taken(square));
    }
    // BG-0-BF7: ranks 3 to 6 only.
    if SCENERY_ROWS & square.bit() == 0 {
        return Err(SceneryFault::Row(square));
    }
    if sea.of(card).count_ones() >= card.supply() {
        return Err(SceneryFault::Supply(card));
    }
    let mut next = *sea;
    next.lay(square, card);
    if next.is_split() { Err(SceneryFault::Split(square)) } else { Ok(next) }
}

/// Reads `c4=IS d5=FG`.
pub fn read_sea(text: &str, place: &str) -> Result<Sea, Faults> {
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
pub fn write_sea(sea: &Sea) -> String {
    let words: Vec<String> = crate::board::squares(sea.any())
        .filter_map(|square| Some(format!("{square}={}", sea.at(square)?.code())))
        .collect();
    words.join(" ")
}

/// Reads a fleet: the key of a ready one, or card ids.
pub fn read_fleet(text: &str, place: &str) -> Result<Vec<CardId>, Faults> {
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
            None => faults.add(
                Fault::new(place, format!("there is no card {word}")).by(ClauseId("BG-0-UC1")),
            ),
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

/// Reads the options that shape the rules from a map of fields.
pub(crate) fn read_options(fields: &mut Fields<'_>) -> Options {
    let mut options = Options::DEFAULT;
    if let Some(id) = fields.text("scenario")
        && !id.eq_ignore_ascii_case("free")
    {
        match SCENARIOS.iter().position(|scenario| scenario.id.eq_ignore_ascii_case(id)) {
            Some(i) => {
                // BG-8-SC1: the scenario sets rounds and scenery.
                options.scenario = i as u8 + 1;
                options.rounds = SCENARIOS[i].rounds;
                options.scenery = SceneryMode::Preset;
            }
            None => {
                fields.wrong("scenario", format!("there is no scenario {id} (free, SC-1 to SC-8)"));
            }
        }
    }
    options.tp = fields.int_or("tp", 120, 20..=400) as u16;
    options.rounds = fields.int_or("rounds", i64::from(options.rounds), 4..=30) as u8;
    options.victory = fields.word_or("victory", options.victory, &VICTORY);
    options.scenery = fields.word_or("scenery", options.scenery, &SCENERY);
    options.metric = fields.word_or("metric", options.metric, &METRIC);
    options.crit = fields.word_or("crit", options.crit, &CRIT);
    options.repair = fields.int_or("repair", 0, 0..=3) as u8;
    options.navies = fields.word_or("navies", options.navies, &NAVIES);
    options.transports = fields.word_or("transports", options.transports, &YES);
    options.whatif = fields.word_or("whatif", options.whatif, &YES);
    options
}

/// Writes the options that differ from their defaults.
pub(crate) fn write_options(options: &Options) -> Doc {
    let mut base = Options::DEFAULT;
    let mut doc = Doc::map();
    if let Some(scenario) = options.scenario() {
        doc.put("scenario", scenario.id);
        base.rounds = scenario.rounds;
        base.scenery = SceneryMode::Preset;
    }
    doc.with_if(options.tp != base.tp, "tp", options.tp)
        .with_if(options.rounds != base.rounds, "rounds", options.rounds)
        .with_if(options.victory != base.victory, "victory", word_of(&VICTORY, options.victory))
        .with_if(options.scenery != base.scenery, "scenery", word_of(&SCENERY, options.scenery))
        .with_if(options.metric != base.metric, "metric", word_of(&METRIC, options.metric))
        .with_if(options.crit != base.crit, "crit", word_of(&CRIT, options.crit))
        .with_if(options.repair != base.repair, "repair", options.repair)
        .with_if(options.navies != base.navies, "navies", word_of(&NAVIES, options.navies))
        .with_if(
            options.transports != base.transports,
            "transports",
            word_of(&YES, options.transports),
        )
        .with_if(options.whatif != base.whatif, "whatif", word_of(&YES, options.whatif))
}

/// Reads a set-up; every fault at once.
pub fn read(doc: &Doc) -> Result<Setup, Faults> {
    let mut fields = Fields::of(doc, "")?;
    let options = read_options(&mut fields);
    let mut setup = Setup { options, sea: Sea::default(), fleets: [None, None] };
    if let Some(scenario) = options.scenario() {
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
        if options.scenario().is_some() {
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
    Ok(setup)
}

/// Writes a set-up so that reading it gives the same.
pub fn write(setup: &Setup) -> Doc {
    let mut doc = write_options(&setup.options);
    let preset = setup.options.scenery == SceneryMode::Preset;
    let usual = setup.options.scenario().map_or(Sea::default(), Scenario::sea);
    if preset && setup.sea != usual {
        doc.put("preset", write_sea(&setup.sea));
    }
    if setup.options.scenario().is_none() {
        for (fleet, key) in setup.fleets.iter().zip(["south", "north"]) {
            if let Some(cards) = fleet {
                doc.put(key, write_fleet(cards));
            }
        }
    }
    doc
}
