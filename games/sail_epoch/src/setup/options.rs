//! Options as a document: read, checked as a whole, written back.

use super::{Alliances, Board, Fleet, Level, Options, Scenario, Teams, WindProfile};
use admiralty_core::{ClauseId, Doc, Fault, Faults, Fields};
use alloc::format;
use alloc::vec::Vec;

const SCENARIOS: [(&str, Scenario); 4] = [
    ("treasures", Scenario::Treasures),
    ("pearls", Scenario::Pearls),
    ("jolly", Scenario::Jolly),
    ("oceans", Scenario::Oceans),
];
const LEVELS: [(&str, Level); 3] =
    [("lieutenant", Level::Lieutenant), ("captain", Level::Captain), ("admiral", Level::Admiral)];
const TEAMS: [(&str, Option<Teams>); 6] = [
    ("auto", None),
    ("2v2", Some(Teams::TwoTwo)),
    ("2v1", Some(Teams::TwoOne)),
    ("3v1", Some(Teams::ThreeOne)),
    ("3v3", Some(Teams::ThreeThree)),
    ("2-2-2", Some(Teams::TwoTwoTwo)),
];
const ALLIANCES: [(&str, Alliances); 3] =
    [("off", Alliances::Off), ("sudden", Alliances::Sudden), ("notice", Alliances::Notice)];
const BOARDS: [(&str, Option<Board>); 4] = [
    ("auto", None),
    ("half", Some(Board::Half)),
    ("full", Some(Board::Full)),
    ("grand", Some(Board::Grand)),
];
const WINDS: [(&str, WindProfile); 4] = [
    ("standard", WindProfile::Standard),
    ("even", WindProfile::Even),
    ("gentle", WindProfile::Gentle),
    ("fair", WindProfile::Fair),
];
const FLEETS: [(&str, Option<Fleet>); 3] = [
    ("auto", None),
    ("two_brigs", Some(Fleet::TwoBrigs)),
    ("brig_galleon", Some(Fleet::BrigGalleon)),
];
/// Ways to choose the victory conditions of Oceans: name, port, ships, forts.
pub(crate) const VICTORIES: [(&str, (bool, bool, bool)); 7] = [
    ("all", (true, true, true)),
    ("royal_port", (true, false, false)),
    ("no_ships", (false, true, false)),
    ("no_forts", (false, false, true)),
    ("royal_port+no_ships", (true, true, false)),
    ("royal_port+no_forts", (true, false, true)),
    ("no_ships+no_forts", (false, true, true)),
];

fn name_of<T: PartialEq + Copy>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("auto", |(name, _)| name)
}

impl Scenario {
    /// Its key in set-ups.
    pub fn name(self) -> &'static str {
        name_of(&SCENARIOS, self)
    }
}

impl Level {
    /// Its key in set-ups.
    pub fn name(self) -> &'static str {
        name_of(&LEVELS, self)
    }
}

impl Options {
    /// Reads the options; all faults at once.
    pub fn read(doc: &Doc, place: &str) -> Result<Options, Faults> {
        let mut fields = Fields::of(doc, place)?;
        let scenario = fields.word_or("scenario", Scenario::Oceans, &SCENARIOS);
        let (fewest, most) = scenario.seats();
        let players = fields.int_or("players", i64::from(fewest), 1..=9) as u8;
        if !(fewest..=most).contains(&players) {
            // SE-1.1a: two to six, within the limits of the scenario.
            let place = fields.path("players");
            let reason = format!("{} is played by {fewest} to {most}", scenario.name());
            fields.faults.add(Fault::new(place, reason).by(ClauseId("SE-1.1a")));
            return Err(fields.faults);
        }
        let level = fields.word_or("level", Level::Lieutenant, &LEVELS);
        let mut o = Options::new(scenario, players).at(level);
        o.read_rules(&mut fields);
        o.read_table(&mut fields);
        o.read_scenario(&mut fields);
        for fault in o.faults(place) {
            fields.faults.add(fault);
        }
        fields.done()?;
        Ok(o)
    }

    fn read_rules(&mut self, fields: &mut Fields<'_>) {
        let captain = self.level >= Level::Captain;
        let admiral = self.level == Level::Admiral;
        // SE-R75: with A3 off damage slows again, by its own switch.
        let a3 = switch(fields, "A3", self.a3);
        self.c3 = if admiral { !a3 } else { self.c3 };
        for (key, slot, allowed) in [
            ("C1", &mut self.c1, captain && !admiral),
            ("C2", &mut self.c2, captain),
            ("C3", &mut self.c3, captain && !(admiral && a3)),
            ("C4", &mut self.c4, captain && !admiral),
            ("C5", &mut self.c5, captain),
            ("C6", &mut self.c6, captain),
            ("A3", &mut self.a3, admiral),
            ("A4", &mut self.a4, admiral),
            ("A5", &mut self.a5, admiral),
            ("A6", &mut self.a6, admiral),
            ("A7", &mut self.a7, admiral),
            ("A8", &mut self.a8, admiral),
        ] {
            let value = switch(fields, key, *slot);
            if value != *slot && !allowed {
                let place = fields.path(key);
                let reason = format!("{key} cannot be switched at this level");
                fields.faults.add(Fault::new(place, reason).by(ClauseId("SE-5b")));
            } else {
                *slot = value;
            }
        }
    }

    fn read_table(&mut self, fields: &mut Fields<'_>) {
        let team = fields.word_or("variant", false, &[("individual", false), ("team", true)]);
        let which = fields.word_or("teams", None, &TEAMS);
        let default = match (self.scenario, self.players) {
            // SE-4.2.3: 2 v 2, 3 v 3, also 1-1-1 and 2-2-2.
            (Scenario::Pearls, 3) => Some(Teams::OneEach),
            (Scenario::Pearls, 4) => Some(Teams::TwoTwo),
            (Scenario::Pearls, 6) => Some(Teams::ThreeThree),
            // SE-4.4.6: 2 v 2, 2 v 1, 3 v 1.
            (Scenario::Oceans, 3) => Some(Teams::TwoOne),
            (Scenario::Oceans, 4) => Some(Teams::TwoTwo),
            _ => None,
        };
        let possible: &[Teams] = match (self.scenario, self.players) {
            (Scenario::Pearls, 3) => &[Teams::OneEach],
            (Scenario::Pearls, 4) => &[Teams::TwoTwo],
            (Scenario::Pearls, 6) => &[Teams::ThreeThree, Teams::TwoTwoTwo],
            (Scenario::Oceans, 3) => &[Teams::TwoOne],
            (Scenario::Oceans, 4) => &[Teams::TwoTwo, Teams::ThreeOne],
            _ => &[],
        };
        if team {
            match which.or(default).filter(|teams| possible.contains(teams)) {
                Some(teams) => self.teams = teams,
                None => {
                    // SE-R40: five play for themselves.
                    let place = fields.path("variant");
                    let clause = if self.players == 5 { "SE-R40" } else { "SE-4.2.3" };
                    let reason = "these teams do not exist for this number of players";
                    fields.faults.add(Fault::new(place, reason).by(ClauseId(clause)));
                }
            }
        }
        self.mines = switch(fields, "mines", false);
        self.alliances = fields.word_or("temporary_alliances", Alliances::Off, &ALLIANCES);
        self.placed = fields.word_or("setup", false, &[("default", false), ("placed", true)]);
        self.free_forts = switch(fields, "free_forts", false);
        if let Some(board) = fields.word_or("board", None, &BOARDS) {
            self.board = board;
        }
        self.wind = fields.word_or("wind_profile", WindProfile::Standard, &WINDS);
        self.medium = fields.int_or("medium_strength", 4, 4..=5) as u8;
        self.same_space = switch(fields, "same_space_combat", true);
        let limit = i64::from(self.turn_limit);
        self.turn_limit = fields.int_or("turn_limit", limit, 0..=999) as u16;
    }

    fn read_scenario(&mut self, fields: &mut Fields<'_>) {
        if let Some(fleet) = fields.word_or("treasure_fleet", None, &FLEETS) {
            self.fleet = fleet;
        }
        self.kids_diagonal = switch(fields, "kids_diagonal", false);
        self.kids_respawn = switch(fields, "kids_respawn", false);
        // SE-4.3.8: settled before play.
        self.pirates_fight = switch(fields, "pirates_fight", false);
        // SE-4.4.3d: the conditions in force are chosen before play.
        (self.win_royal_port, self.win_no_ships, self.win_no_forts) =
            fields.word_or("oceans_victory", (true, true, true), &VICTORIES);
        let sets = fields.int_or("oceans_sets", 0, 0..=3) as u8;
        if sets > 0 {
            self.sets = sets;
        }
        self.neutral_fort = switch(fields, "neutral_fort", false);
        // SE-4.4.5b: neutral areas may be agreed.
        self.neutral_zone = match fields.get("neutral_zone").and_then(Doc::as_text) {
            Some(word) => word.parse().unwrap_or(1),
            None => fields.int_or("neutral_zone", 0, 0..=6) as u8,
        };
    }

    /// What does not fit together.
    fn faults(&self, place: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut refuse = |bad: bool, key: &str, reason: &str, clause: &'static str| {
            if bad {
                let at = if place.is_empty() { key.into() } else { format!("{place}.{key}") };
                faults.push(Fault::new(at, reason).by(ClauseId(clause)));
            }
        };
        let s = self.scenario;
        refuse(
            s == Scenario::Treasures && self.players == 4 && self.fleet == Fleet::TwoBrigs,
            "treasure_fleet",
            "six brigs exist: four players take a brig and a galleon each",
            "SE-R48",
        );
        let board_fits = match s {
            // SE-4.1.2: one mapboard; SE-R1: option for the full field.
            Scenario::Treasures => self.board != Board::Grand,
            Scenario::Oceans => {
                self.board == Board::Full || (self.board == Board::Grand && self.players == 2)
            }
            _ => self.board == Board::Full,
        };
        refuse(!board_fits, "board", "this scenario is not played on that field", "SE-R1");
        refuse(
            self.alliances != Alliances::Off && self.players < 3,
            "temporary_alliances",
            "temporary alliances need three players",
            "SE-3.1.2f",
        );
        refuse(
            self.placed && s == Scenario::Treasures,
            "setup",
            "Treasures has one fixed layout",
            "SE-3.1.5b",
        );
        refuse(
            self.free_forts && !(self.placed && s == Scenario::Pearls),
            "free_forts",
            "fort spaces are chosen only in a placed set-up of Pearl Banks",
            "SE-4.2.8.4a",
        );
        let fit = match (self.players, self.teams) {
            (2, _) => self.sets <= 3,
            (3, Teams::TwoOne) => self.sets == 1,
            (3, _) => self.sets <= 2,
            _ => self.sets == 1,
        };
        refuse(
            s == Scenario::Oceans && !fit,
            "oceans_sets",
            "there are not that many ships in the box",
            "SE-2a",
        );
        refuse(
            self.neutral_fort && !(s == Scenario::Oceans && self.players == 3 && !self.placed),
            "neutral_fort",
            "the neutral fort belongs to Oceans with three players",
            "SE-2c",
        );
        let victory =
            (self.win_royal_port && self.players == 2) || self.win_no_ships || self.win_no_forts;
        refuse(
            s == Scenario::Oceans && !victory,
            "oceans_victory",
            "a Royal Port exists only with two players: choose another condition too",
            "SE-4.4.5f",
        );
        refuse(
            self.neutral_zone % 2 == 1 || self.neutral_zone > 6,
            "neutral_zone",
            "as many columns on either side of a line: 0, 2, 4 or 6",
            "SE-4.4.5b",
        );
        refuse(
            self.kids_respawn && s != Scenario::Treasures,
            "kids_respawn",
            "replacement brigs belong to Treasures",
            "SE-4.1.10",
        );
        refuse(
            self.kids_diagonal && s != Scenario::Treasures,
            "kids_diagonal",
            "this option belongs to Treasures",
            "SE-4.1.5b",
        );
        faults
    }

    /// Writes the options back; what is at its default is left out.
    pub fn write(&self) -> Doc {
        let plain = Options::new(self.scenario, self.players).at(self.level);
        let mut doc = Doc::map()
            .with("scenario", self.scenario.name())
            .with("players", self.players)
            .with("level", self.level.name());
        if self.teams != Teams::Single {
            doc.put("variant", "team");
            doc.put("teams", name_of(&TEAMS, Some(self.teams)));
        }
        for (key, value, default) in [
            ("C1", self.c1, plain.c1),
            ("C2", self.c2, plain.c2),
            ("C3", self.c3, if self.level == Level::Admiral { !self.a3 } else { plain.c3 }),
            ("C4", self.c4, plain.c4),
            ("C5", self.c5, plain.c5),
            ("C6", self.c6, plain.c6),
            ("A3", self.a3, plain.a3),
            ("A4", self.a4, plain.a4),
            ("A5", self.a5, plain.a5),
            ("A6", self.a6, plain.a6),
            ("A7", self.a7, plain.a7),
            ("A8", self.a8, plain.a8),
            ("mines", self.mines, false),
            ("free_forts", self.free_forts, false),
            ("kids_diagonal", self.kids_diagonal, false),
            ("kids_respawn", self.kids_respawn, false),
            ("pirates_fight", self.pirates_fight, false),
            ("neutral_fort", self.neutral_fort, false),
            ("same_space_combat", self.same_space, true),
        ] {
            if value != default {
                doc.put(key, value);
            }
        }
        let victory = (self.win_royal_port, self.win_no_ships, self.win_no_forts);
        doc.with_if(
            self.alliances != Alliances::Off,
            "temporary_alliances",
            name_of(&ALLIANCES, self.alliances),
        )
        .with_if(self.placed, "setup", "placed")
        .with_if(self.board != plain.board, "board", name_of(&BOARDS, Some(self.board)))
        .with_if(self.wind != plain.wind, "wind_profile", name_of(&WINDS, self.wind))
        .with_if(self.medium != 4, "medium_strength", self.medium)
        .with_if(self.fleet != plain.fleet, "treasure_fleet", name_of(&FLEETS, Some(self.fleet)))
        .with_if(victory != (true, true, true), "oceans_victory", name_of(&VICTORIES, victory))
        .with_if(self.sets != plain.sets, "oceans_sets", self.sets)
        .with_if(self.neutral_zone != 0, "neutral_zone", self.neutral_zone)
        .with_if(self.turn_limit != plain.turn_limit, "turn_limit", self.turn_limit)
    }
}

/// A switch: true or false, or the words `on` and `off`.
fn switch(fields: &mut Fields<'_>, key: &'static str, default: bool) -> bool {
    match fields.get(key) {
        Some(Doc::Text(word)) if word == "on" => true,
        Some(Doc::Text(word)) if word == "off" => false,
        _ => fields.bool_or(key, default),
    }
}
