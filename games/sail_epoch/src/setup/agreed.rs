//! What is agreed before play: the level, who plays with whom, the field and every switch.

use super::Scenario;
use admiralty_core::{Seat, Side};

/// How much of the rules is in force. SE-1.1b: each level adds to the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The basic game.
    Lieutenant,
    /// Manoeuvres, collisions, three ranges, broadsides, assaults.
    Captain,
    /// Ships have a bow.
    Admiral,
}

/// Who plays with whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Teams {
    /// Everybody for himself.
    Single,
    /// Pearls with three players and the team goal: teams of one.
    OneEach,
    /// Seats 1 and 3 against 2 and 4.
    TwoTwo,
    /// Oceans with three players: seat 2 alone against 1 and 3.
    TwoOne,
    /// Oceans with four players: seat 1 alone against the rest.
    ThreeOne,
    /// Seats 1, 3, 5 against 2, 4, 6.
    ThreeThree,
    /// Seats 1 and 4, 2 and 5, 3 and 6.
    TwoTwoTwo,
}

/// Temporary alliances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alliances {
    /// None.
    Off,
    /// They may be broken without warning.
    Sudden,
    /// They end only after a Turn of notice.
    Notice,
}

/// Size of the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Board {
    /// One mapboard, 12 by 14.
    Half,
    /// 24 by 14.
    Full,
    /// 24 by 28.
    Grand,
}

/// Sectors of the wind wheel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WindProfile {
    /// Two thirds breeze.
    Standard,
    /// A third each.
    Even,
    /// No storms.
    Gentle,
    /// Hardly a calm either: for a first game.
    Fair,
}

/// Ships of the Treasures scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fleet {
    /// A pair of brigs.
    TwoBrigs,
    /// A brig and a galleon.
    BrigGalleon,
}

/// Everything agreed before play. SE-3.1.3: the level, SE-3.1.4: mines, SE-3.1.2a: alliances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which scenario.
    pub scenario: Scenario,
    /// How many players.
    pub players: u8,
    /// Who plays with whom.
    pub teams: Teams,
    /// The level.
    pub level: Level,
    /// Manoeuvres. SE-5b: each Captain rule has its own switch.
    pub c1: bool,
    /// Storm collisions.
    pub c2: bool,
    /// Damage slows.
    pub c3: bool,
    /// Three ranges.
    pub c4: bool,
    /// Both broadsides.
    pub c5: bool,
    /// Fort assault.
    pub c6: bool,
    /// Sails and hull.
    pub a3: bool,
    /// Critical hits.
    pub a4: bool,
    /// Return shots.
    pub a5: bool,
    /// Crossing a firing line.
    pub a6: bool,
    /// Shot before boarding.
    pub a7: bool,
    /// Captain cards.
    pub a8: bool,
    /// Mines.
    pub mines: bool,
    /// Temporary alliances.
    pub alliances: Alliances,
    /// Do the players place the pieces?
    pub placed: bool,
    /// Pearls, placed: do they choose their fort spaces too?
    pub free_forts: bool,
    /// Size of the field.
    pub board: Board,
    /// Wind wheel.
    pub wind: WindProfile,
    /// Strength of galleons and frigates.
    pub medium: u8,
    /// Treasures: which ships.
    pub fleet: Fleet,
    /// Treasures: diagonal distances equal the straight ones.
    pub kids_diagonal: bool,
    /// Treasures: replacement brigs.
    pub kids_respawn: bool,
    /// Jolly Roger: may pirates fight each other?
    pub pirates_fight: bool,
    /// Oceans: does capturing the Royal Port win?
    pub win_royal_port: bool,
    /// Oceans: do opponents without ships lose?
    pub win_no_ships: bool,
    /// Oceans: do opponents without forts lose?
    pub win_no_forts: bool,
    /// Oceans: sets of ships each.
    pub sets: u8,
    /// Oceans, three players: a neutral fort in the middle.
    pub neutral_fort: bool,
    /// Oceans, placed: columns that belong to nobody.
    pub neutral_zone: u8,
    /// May ships on one space fight?
    pub same_space: bool,
    /// Last Turn, 0 for none.
    pub turn_limit: u16,
}

impl Teams {
    /// The side of a seat. SE-4.2.8.5: team mates sit far apart.
    pub const fn side(self, seat: Seat) -> Side {
        let seat = seat.0;
        Side(match self {
            Teams::Single | Teams::OneEach => seat,
            Teams::TwoTwo | Teams::TwoOne | Teams::ThreeThree => seat % 2,
            Teams::ThreeOne => (seat > 0) as u8,
            Teams::TwoTwoTwo => seat % 3,
        })
    }

    /// How many sides there are.
    pub const fn sides(self, players: u8) -> u8 {
        match self {
            Teams::Single | Teams::OneEach => players,
            Teams::TwoTwoTwo => 3,
            _ => 2,
        }
    }
}

impl Options {
    /// The usual options of a scenario at Lieutenant level.
    pub fn new(scenario: Scenario, players: u8) -> Options {
        Options {
            scenario,
            players,
            teams: Teams::Single,
            level: Level::Lieutenant,
            c1: false,
            c2: false,
            c3: false,
            c4: false,
            c5: false,
            c6: false,
            a3: false,
            a4: false,
            a5: false,
            a6: false,
            a7: false,
            a8: false,
            mines: false,
            alliances: Alliances::Off,
            placed: false,
            free_forts: false,
            board: if scenario == Scenario::Treasures { Board::Half } else { Board::Full },
            wind: WindProfile::Standard,
            medium: 4,
            fleet: if players >= 4 { Fleet::BrigGalleon } else { Fleet::TwoBrigs },
            kids_diagonal: false,
            kids_respawn: false,
            pirates_fight: false,
            win_royal_port: true,
            win_no_ships: true,
            win_no_forts: true,
            sets: if players == 2 { 2 } else { 1 },
            neutral_fort: false,
            neutral_zone: 0,
            same_space: true,
            turn_limit: match scenario {
                Scenario::Treasures => 40,
                Scenario::Pearls | Scenario::Jolly => 60,
                Scenario::Oceans => 80,
            },
        }
    }

    /// The same at another level, with all its rules on.
    #[must_use]
    pub fn at(mut self, level: Level) -> Options {
        self.level = level;
        // SE-5a: Captain rules extend the Lieutenant rules.
        let captain = level >= Level::Captain;
        let admiral = level == Level::Admiral;
        // SE-R75: A1 replaces manoeuvres, A3 replaces slowing damage.
        self.c1 = captain && !admiral;
        self.c3 = captain && !admiral;
        (self.c2, self.c4, self.c5, self.c6) = (captain, captain, captain, captain);
        (self.a3, self.a4, self.a5) = (admiral, admiral, admiral);
        (self.a6, self.a7) = (admiral, admiral);
        self
    }
}
