//! Every reason for refusal, with its facts, its clause and its sentence.

use crate::action::Unit;
use crate::board::{Dir, Space};
use crate::setup::Scenario;
use crate::state::{Fort, Public, Weather, Window, mark};
use crate::units::{Class, FortId, ShipId};
use admiralty_core::{Doc, Fact, Seat, facts_as_text};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// A ship or a fort as a sentence calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// By type and number.
    Ship(ShipId),
    /// By its space.
    Fort(Space),
}

impl Named {
    /// What a unit is called.
    pub(crate) fn of(p: &Public, unit: Unit) -> Named {
        match (unit.as_ship(), unit.as_fort()) {
            (Some(id), _) => Named::Ship(id),
            (None, fort) => {
                let fort = fort.and_then(|id| p.forts().get(id.index()));
                Named::Fort(fort.map_or(Space::NONE, |fort| fort.space))
            }
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Ship(id) => write!(f, "{id}"),
            Named::Fort(space) => write!(f, "the fort on {space}"),
        }
    }
}

/// A player as a sentence calls him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chair(pub Seat);

impl fmt::Display for Chair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{}", self.0.0 + 1)
    }
}

/// A closed set of words: each variant with the word that stands for it.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$inner:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$inner])* #[doc = $word] $variant,)* }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word,)* })
            }
        }
    };
}

words! {
    /// What stops a movement.
    Obstacle {
        Land = "land",
        Spit = "a spit or a corner of land",
        Reef = "a reef",
        Port = "a port",
        Rim = "the edge of the field",
        Ship = "a ship",
        HarbourFull = "two ships",
        CoastTaken = "a ship on a coastal space",
        RoyalHarbour = "the harbour of a Royal Port of his own side",
    }
}

impl Obstacle {
    const fn clause(self) -> &'static str {
        match self {
            Obstacle::Land => "SE-3.3.1.3a",
            Obstacle::Spit => "SE-3.3.1.4b",
            Obstacle::Reef => "SE-3.3.1.3b",
            Obstacle::Port => "SE-3.3.1.3c",
            Obstacle::Rim => "SE-R10",
            Obstacle::Ship => "SE-3.3.1.3d",
            Obstacle::HarbourFull => "SE-3.3.1.3e",
            Obstacle::CoastTaken => "SE-3.3.1.3g",
            Obstacle::RoyalHarbour => "SE-3.1.5.1i",
        }
    }
}

words! {
    /// Why a piece cannot lie there.
    BadSite {
        Outside = "it would lie outside the field",
        Sector = "it is outside your sector",
        Taken = "the space is taken",
        NotCoastal = "it must touch an island",
        NoHarbour = "it would have no harbour",
        NearRoyalPort = "it is too near a Royal Port",
        NearFort = "it is too near a fort",
        CutsOff = "it would cut off a harbour or an objective",
        NoRoom = "a player would find no place for a fort",
        NoneLeft = "none of these is left",
        Uneven = "forts must be equally far from the pearls",
    }
}

impl BadSite {
    const fn clause(self) -> &'static str {
        match self {
            BadSite::Outside => "SE-3.1.5.3a",
            BadSite::Sector => "SE-4.4.5a",
            BadSite::Taken => "SE-3.1.5a",
            BadSite::NotCoastal => "SE-3.1.5.2a",
            BadSite::NoHarbour => "SE-R98",
            BadSite::NearRoyalPort => "SE-3.1.5.1k",
            BadSite::NearFort => "SE-3.1.5.2b",
            BadSite::CutsOff => "SE-3.1.5.3b",
            BadSite::NoRoom => "SE-4.4.5d",
            BadSite::NoneLeft => "SE-2e",
            BadSite::Uneven => "SE-4.2.8.4a",
        }
    }
}

/// Why there is no line of fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLine {
    /// The target is on none of the eight lines.
    NotStraight,
    /// Both stand on one space, and that is no line in this game.
    SameSpace,
    /// It is too far.
    OutOfRange {
        /// How far it is.
        distance: u8,
        /// How far the guns reach.
        max: u8,
    },
    /// A coast line lies between.
    Coast {
        /// Where the line meets it.
        space: Space,
    },
    /// Land or a port lies between.
    Solid {
        /// Where.
        space: Space,
    },
    /// A ship lies between.
    Ship {
        /// Where.
        space: Space,
    },
    /// No gun points there.
    Arc {
        /// The direction.
        dir: Dir,
    },
    /// It turns while it crosses the corner.
    Turning,
    /// The boarder was on no line of its guns, wherever it came by.
    NeverOnLine,
}

impl NoLine {
    const fn clause(self) -> &'static str {
        match self {
            NoLine::NotStraight => "SE-3.3.2.8",
            NoLine::SameSpace => "SE-R11",
            NoLine::OutOfRange { .. } => "SE-3.3.2.9a",
            NoLine::Coast { .. } | NoLine::Solid { .. } => "SE-3.3.2.9b",
            NoLine::Ship { .. } => "SE-3.3.2.9d",
            NoLine::Arc { .. } => "SE-A2.1a",
            NoLine::Turning => "SE-A2.5.2.3d",
            NoLine::NeverOnLine => "SE-A3.1",
        }
    }
}

impl fmt::Display for NoLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLine::NotStraight => f.write_str("it is on none of the eight lines"),
            NoLine::SameSpace => f.write_str("they lie on the same space"),
            NoLine::OutOfRange { distance, max } => {
                write!(f, "the distance is {distance}, the range {max}")
            }
            NoLine::Coast { space } => write!(f, "the coast at {space} is in the way"),
            NoLine::Solid { space } => write!(f, "land or a port on {space} is in the way"),
            NoLine::Ship { space } => write!(f, "a ship on {space} is in the way"),
            NoLine::Arc { dir } => write!(f, "no gun points {dir}"),
            NoLine::Turning => f.write_str("it turns while it crosses the corner"),
            NoLine::NeverOnLine => f.write_str("it was never on a line of its guns"),
        }
    }
}

words! {
    /// What is carried in a scenario.
    Goods {
        Gold = "gold",
        Pearls = "pearls",
        Treasure = "treasure",
    }
}

impl Goods {
    /// What the scenario has; nothing in Oceans on Fire.
    pub(crate) const fn of(scenario: Scenario) -> Option<Goods> {
        match scenario {
            Scenario::Treasures => Some(Goods::Gold),
            Scenario::Pearls => Some(Goods::Pearls),
            Scenario::Jolly => Some(Goods::Treasure),
            Scenario::Oceans => None,
        }
    }

    /// The clause on taking it aboard.
    const fn loading(self) -> &'static str {
        match self {
            Goods::Gold => "SE-4.1.6a",
            Goods::Pearls => "SE-4.2.9.1a",
            Goods::Treasure => "SE-4.3.13a",
        }
    }

    /// The clause on taking it from a fort.
    const fn fetching(self) -> &'static str {
        match self {
            Goods::Gold => "SE-4.1.6a",
            Goods::Pearls => "SE-4.2.9.7a",
            Goods::Treasure => "SE-4.3.13b",
        }
    }

    /// The clause on bringing it ashore.
    const fn unloading(self) -> &'static str {
        match self {
            Goods::Gold => "SE-4.1.6d",
            Goods::Pearls => "SE-4.2.9.1c",
            Goods::Treasure => "SE-4.3.14b",
        }
    }

    /// The clause on how much a ship carries.
    const fn capacity(self, class: Class) -> &'static str {
        match (self, class) {
            (Goods::Gold, _) => "SE-4.1.7",
            (Goods::Pearls, Class::Brig | Class::Frigate) => "SE-4.2.9.3a",
            (Goods::Pearls, _) => "SE-4.2.9.3c",
            (Goods::Treasure, Class::Galleon) => "SE-4.3.11c",
            (Goods::Treasure, _) => "SE-4.3.11a",
        }
    }
}

words! {
    /// What a ship wants in a harbour.
    Errand {
        Assault = "assault",
        Repair = "repair",
        Works = "works",
        Fetch = "load",
        Unload = "unload",
    }
}

words! {
    /// What keeps a ship from being carried off.
    Shelter {
        Harbour = "lies in a harbour",
        Lee = "lies in the lee of land",
        Prize = "was captured this Turn",
    }
}

words! {
    /// What somebody is asked.
    Question {
        Treaty = "accept or decline the alliance",
        Mines = "detonate a mine, or pass",
        Defend = "name ships that defend the fort",
        Allot = "hand out the strength",
        Plunder = "take gold from the wreck, or pass",
        FirstFire = "fire first, or pass",
        Return = "answer the fire, or pass",
        Crossing = "fire at the ship on its way, or pass",
        BoardShot = "fire at the boarders, or pass",
        Piece = "place your next piece",
        Note = "note your mines and your map",
        Ship = "prepare your ships",
    }
}

impl Question {
    /// The question of a window; what goes on by itself asks nothing.
    pub(crate) const fn of(window: &Window) -> Question {
        match window {
            Window::Mines { .. } => Question::Mines,
            Window::Defend { .. } => Question::Defend,
            Window::Allot { .. } => Question::Allot,
            Window::Plunder { .. } => Question::Plunder,
            Window::FirstFire { .. } => Question::FirstFire,
            Window::Return { .. } | Window::Broadside { .. } | Window::Volley { .. } => {
                Question::Return
            }
            Window::Crossing { .. } | Window::Sailing(_) => Question::Crossing,
            Window::BoardShot { .. } | Window::Boarding { .. } => Question::BoardShot,
        }
    }

    /// The clause on who may fire there, and at whom.
    const fn answering(self) -> &'static str {
        match self {
            Question::FirstFire => "SE-A2.4.4a",
            Question::Crossing => "SE-R70",
            Question::BoardShot => "SE-A3.1",
            _ => "SE-R68",
        }
    }
}

facts_as_text!(
    Named, Chair, Obstacle, BadSite, NoLine, Goods, Errand, Shelter, Question, ShipId, Space, Dir,
    Illegal,
);

impl Fact for Weather {
    fn fact(&self) -> Doc {
        Doc::from(crate::text::weather(*self))
    }
}

/// "1 space", "2 spaces".
fn count(n: u8, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

admiralty_core::refusals! {
    /// A reason for refusal.
    pub enum Illegal behind instead {
        Over: "SE-3.2.3c" => "the game is over";
        NotAPlayer: "SE-3.2.2e" => "only a player of this game can do that";
        IsOut: "SE-3.2.2a" => "you are out of the game";
        /// Somebody else acts; `besides` is what would forbid it even if he did not.
        NotYourPhase { acting: Chair, besides: Option<Box<Illegal>> }: "SE-3.2.2e" => (match besides {
            Some(besides) => format!("it is the phase of {acting}; besides, {besides}"),
            None => format!("it is the phase of {acting}"),
        });
        /// The phase is the player's own, but somebody else is asked something.
        OthersAnswer { seat: Chair }: "SE-3.2.2d" => "{seat} has to answer first";
        AnswerFirst { question: Question }: "SE-3.2.2d" => "first {question}";
        NothingToAnswer: "SE-3.2.2e" => "nobody asked that";
        NotBegun { question: Question }: "SE-3.2.2e" => "play has not begun: {question}";
        OthersPrepare: "SE-3.2.2e" => "the others are still preparing";
        PiecesLie: "SE-3.1.5.4a" => "pieces are placed before play";
        BowsPoint: "SE-R139" => "bows are pointed before play";
        CaptainsNamed: "SE-R74" => "captains are named before play";
        DeployFirst: "SE-3.1.5.6a" => "all your ships must be on the field first";
        NotAfloat { ship: ShipId }: "SE-3.3.1.6.3h" => "{ship} is not on the field";
        NotYourShip { ship: ShipId }: "SE-2j" => "{ship} does not fly your flag";
        NotYourFort { space: Space }: "SE-2j" => "the fort on {space} is not yours";
        NoSuchFort: "SE-2c" => "there is no such fort";
        UnderRepair { ship: ShipId }: "SE-3.3.4.5b" => "{ship} is under repair";
        CannotMoveInRepair { ship: ShipId }: "SE-3.3.4.5a" => "{ship} is under repair and cannot move";
        RepairJustBegun { ship: ShipId }: "SE-3.3.4.4a" => "the repair of {ship} began in this phase";
        NotInRepair { ship: ShipId }: "SE-3.3.4.6a" => "{ship} is not under repair";
        NoChoiceOfDamage { ship: ShipId }: "SE-R140"
            => "{ship} has no choice between hull and sails in this phase";
        Working { ship: ShipId }: "SE-3.3.5.2c1" => "{ship} is working on a fort";
        Released { ship: ShipId }: "SE-3.3.4.6b"
            => "{ship} came out of repair or works this phase and cannot move";
        CrewAshore { ship: ShipId }: "SE-R34" => "the crew of {ship} comes back aboard only this phase";
        JustCaptured { ship: ShipId }: "SE-R29" => "{ship} was captured this Turn";
        JustLoaded { ship: ShipId }: "SE-4.1.6c" => "{ship} has loaded gold this Turn";
        HasUnloaded { ship: ShipId }: "SE-R135" => "{ship} has unloaded at a port this Turn";
        HasMoved { ship: ShipId }: "SE-3.3.1.7c" => "{ship} has moved this Turn";
        HasAttacked { ship: ShipId }: "SE-R26" => "{ship} has already boarded or assaulted this Turn";
        Burning { ship: ShipId }: "SE-3.3.2.16e" => "{ship} is a fireship";
        LitAlready { ship: ShipId }: "SE-3.3.2.16d" => "{ship} is a fireship already, and stays one";
        NotDue { ship: ShipId }: "SE-R22" => "{ship} is no fireship that is due";
        Storm { ship: ShipId }: "SE-R15" => "{ship} cannot sail in a storm";
        NoStorm: "SE-3.3.1.6.3a" => "there is no storm";
        Sheltered { ship: ShipId, by: Shelter }: (match by {
            Shelter::Harbour => "SE-3.3.1.6.3l",
            Shelter::Lee => "SE-3.3.1.6.3n",
            Shelter::Prize => "SE-R29",
        }) => "{ship} {by} and is not carried off";
        Becalmed { ship: ShipId }: "SE-3.3.1.6.2d" => "{ship} cannot move that way in a calm";
        CourseForbidden { ship: ShipId, dir: Dir }: "SE-3.3.1.6.1f"
            => "{ship} cannot sail {dir} in this wind";
        TooFar { ship: ShipId, dir: Dir, asked: u8, max: u8, leg: u8, weather: Weather }:
            (match (*leg, *weather) {
                (0, Weather::Calm) => "SE-3.3.1.6.2a",
                (0, _) => "SE-3.3.1.6.1e",
                _ => "SE-5.1.3b",
            }) => (format!("{ship} can go {} {dir}, not {asked}", count(*max, "space")));
        OneCourse { ship: ShipId }: "SE-3.3.1.1a" => "{ship} sails one straight course";
        NoManoeuvre { ship: ShipId }: "SE-5.1.1" => "{ship} needs a fresh breeze to manoeuvre";
        SameCourse { ship: ShipId, dir: Dir }: "SE-5.1.3b" => "{ship} is already sailing {dir}";
        Blocked { ship: ShipId, space: Space, by: Obstacle }: (by.clause())
            => "{ship} is stopped by {by} at {space}";
        NeedsBow { ship: ShipId }: "SE-A0b" => "{ship} sails by its bow: write a way such as LFF";
        NoBow { ship: ShipId }: "SE-1.1b" => "{ship} has no bow at this level";
        WayEnds { ship: ShipId, spaces: u8, left: i8 }: "SE-A1.2.6.4"
            => (format!("the way of {ship} ends after {} with {left} left", count(*spaces, "space")));
        TurnTooFar { ship: ShipId, asked: u8, max: u8, calm: bool }:
            (if *calm { "SE-A1.1.1a" } else { "SE-A1.2.1a" })
            => "{ship} can turn by {max} here, not {asked}";
        TurnInCalm { ship: ShipId }: "SE-A1.1.1b"
            => "in a calm {ship} turns or goes straight ahead, not both";
        OneChaser { ship: ShipId, used: bool }: "SE-A2.1.1a" => (if *used {
            format!("{ship} has used its bow or stern guns this Turn")
        } else {
            format!("{ship} has one shot by bow or stern guns")
        });
        OneGroup: "SE-R127" => "one group may be fired here";
        OneShot: "SE-A3.1" => "one shot may be fired before a boarding";
        NotInQuestion { unit: Named, question: Question }: (question.answering())
            => "{unit} is not the ship that may be fired at now";
        MayNotAnswer { unit: Named, question: Question }: (question.answering())
            => "{unit} may not fire now";
        NeedsInitiative { ship: ShipId }: "SE-A2.5.1b"
            => "{ship} has no Initiative captain, who alone fires at the start and the end of a way";
        NoCard: "SE-R74" => "there is no such captain card to give";
        CardsOwed: "SE-R74" => "captain cards are still to be given";
        HasCaptain { ship: ShipId }: "SE-R74" => "{ship} has a captain already";
        BowChosen { ship: ShipId }: "SE-A0a" => "the bow of {ship} is chosen";
        NoGuns: "SE-3.3.2.1" => "nobody fires";
        NoSails: "SE-A2.2" => "sails cannot be aimed at here";
        /// `weather` is a storm where that alone silences the ship.
        NoShots { unit: Named, left: u8, asked: u8, weather: Weather }: (match (unit, weather) {
            (Named::Fort(_), _) => "SE-3.3.2.11a",
            (_, Weather::Storm) => "SE-3.3.2.10c",
            _ => "SE-3.3.2.10a",
        }) => (match (*left, *weather) {
            (0, Weather::Storm) => format!("{unit} cannot fire in a storm"),
            (0, _) => format!("{unit} has no shot left"),
            (left, _) => format!("{unit} has {} left, not {asked}", count(left, "shot")),
        });
        Ruin { space: Space }: "SE-R37" => "the fort on {space} is a ruin";
        NotAnEnemy { unit: Named }: "SE-3.1.2c" => "{unit} is no enemy";
        TargetInRepair { ship: ShipId }: "SE-3.3.4.5c"
            => "{ship} has struck its flag for repair and cannot be fired at";
        FortAtFort: "SE-R19" => "forts do not fire at forts";
        NoLine { unit: Named, target: Named, why: NoLine }: (why.clause())
            => "{unit} cannot fire at {target}: {why}";
        NoBroadsides: "SE-5.5.1" => "both broadsides are a Captain rule";
        UnequalBroadsides { unit: Named }: "SE-5.5.2" => "{unit} must fire as many shots to each side";
        NotBetween { unit: Named }: "SE-5.5.1" => "{unit} does not lie between the two targets";
        NothingBetween: "SE-5.5.1" => "no ship fires to both sides";
        NoAttackers: "SE-3.3.3.3a" => "nobody attacks";
        NotAlongside { ship: ShipId, target: ShipId }: "SE-3.3.3.3c" => "{ship} does not lie beside {target}";
        NoAssault: "SE-3.3.5.1b" => "forts can be attacked by fire only";
        NotInHarbour { ship: ShipId, space: Space, errand: Errand, goods: Option<Goods> }:
            (match (errand, goods) {
                (Errand::Assault, _) => "SE-5.6.1",
                (Errand::Works, _) => "SE-3.3.5.2b1",
                (Errand::Fetch, Some(goods)) => goods.fetching(),
                (Errand::Unload, Some(goods)) => goods.unloading(),
                _ => "SE-3.3.4.2",
            }) => "{ship} is not in the harbour of the fort on {space}";
        CannotDefend { ship: ShipId, space: Space }: "SE-5.6.3a"
            => "{ship} cannot help the fort on {space}";
        WrongShares: "SE-3.3.3.6b" => "every ship involved needs a share, and nobody else";
        TooStrong { unit: Named, points: u8, most: u8 }: "SE-R28"
            => "{unit} can have strength {most} at most, not {points}";
        WrongSum { sum: u16, points: u8 }: "SE-R28" => (if *points == 1 {
            format!("1 point is to be handed out, not {sum}")
        } else {
            format!("{points} points are to be handed out, not {sum}")
        });
        BadShift { unit: Named }: "SE-4.2.9.2b" => "the cargo of {unit} cannot be shifted like that";
        NoDamage { unit: Named }: (match unit {
            Named::Ship(_) => "SE-R31",
            Named::Fort(_) => "SE-3.3.5.2a",
        }) => "{unit} has no damage";
        NoYard { space: Space }: "SE-3.3.5.1a" => "the fort on {space} does not repair your ships";
        WorksGoOn { space: Space }: "SE-R36" => "works go on at {space} already";
        NotYourRuin { space: Space }: "SE-4.3.20b" => "only its own side rebuilds the fort on {space}";
        TwoShips { n: u8 }: "SE-3.3.5.2b1" => (format!("works need two ships, not {n}"));
        NoWorks { space: Space }: "SE-3.3.5.2f1" => "you have no works at {space}";
        TooFewPoints { space: Space, points: u8 }: "SE-3.3.5.3c1" => (format!(
            "the fort on {space} has {}, two are needed",
            count(*points, "point")
        ));
        NotAMate { seat: Chair }: "SE-R102" => "{seat} is no team mate";
        NoGoods: "SE-3.1.1" => "nothing is carried in this scenario";
        NotYourGoods { space: Space, goods: Goods }: (goods.fetching())
            => "you cannot load {goods} at the fort on {space}";
        NoMap { ship: ShipId }: "SE-4.3.23e" => "{ship} is on no space of a map you hold";
        NothingThere { ship: ShipId, goods: Goods }: (goods.loading())
            => "there is no {goods} for {ship} to load";
        NothingBuried { ship: ShipId }: "SE-4.3.23c" => "nothing is left under the map for {ship} to load";
        HoldFull { ship: ShipId, capacity: u8, goods: Goods }: (goods.capacity(ship.class()))
            => "{ship} carries {capacity} at most";
        TooMuch { ship: ShipId, asked: u8, most: u8, goods: Goods, errand: Errand }: (match errand {
            Errand::Unload => goods.unloading(),
            _ => goods.loading(),
        }) => (if *most == 1 {
            format!("{ship} can {errand} 1 here, not {asked}")
        } else {
            format!("{ship} can {errand} 1 to {most} here, not {asked}")
        });
        NoUnloading { space: Space, goods: Goods, ruin: bool }: (match (goods, *ruin) {
            (Goods::Gold, true) => "SE-R46",
            (Goods::Treasure, true) => "SE-R90",
            (Goods::Treasure, false) => "SE-4.3.14e",
            (goods, _) => goods.unloading(),
        }) => (if *ruin {
            format!("the fort on {space} is a ruin: nothing is unloaded there")
        } else {
            format!("you cannot unload {goods} at the fort on {space}")
        });
        NoCargo { ship: ShipId, goods: Goods }: (goods.unloading()) => "{ship} carries no {goods}";
        CannotPlunder { ship: ShipId }: "SE-4.1.8b" => "{ship} cannot take that much gold";
        TooMuchGold { asked: u16, gold: u8 }: "SE-4.1.8a" => (format!(
            "the wreck has {} of gold, not {asked}",
            count(*gold, "trove")
        ));
        MinesNotAgreed: "SE-3.1.5.5a" => "mines were not agreed";
        MinesLie: "SE-3.1.5.5g" => "mines are noted before play and stay where they are";
        NoMineLeft: "SE-3.1.5.5b" => "all your mines are noted";
        NoMineSite { space: Space }: "SE-3.1.5.5d" => "a mine of yours cannot lie on {space}";
        MineThere { space: Space }: "SE-3.1.5.5b" => "a mine of yours lies on {space} already";
        NoMineThere { space: Space, ship: ShipId }: "SE-3.3.6.1a"
            => "no mine of yours on the way of {ship} lies on {space}";
        NotYourMine { space: Space }: "SE-R77" => "no mine of yours lies on {space}";
        NoMapNow: "SE-4.3.12a" => "you have no map to draw now";
        MinesFirst: "SE-3.1.5.5c" => "note your mines first";
        NoMapSite { space: Space }: "SE-R89" => "{space} is no coastal space for a map";
        NoAlliances: "SE-3.1.2a" => "temporary alliances were not agreed";
        NoParty { seat: Chair }: "SE-3.1.2g" => "{seat} is nobody to make an alliance with";
        AlliedAlready { seat: Chair }: "SE-3.1.2b" => "{seat} is no enemy of yours";
        OfferedAlready { seat: Chair }: "SE-R137" => "you have made {seat} an offer in this phase";
        TermTooLong { turns: u8, most: u8 }: "SE-R137"
            => "an alliance is offered for {most} Turns at most, not {turns}";
        NeedsNotice: "SE-3.1.2j" => "an alliance ends after a Turn of notice in this game";
        NeedsNoNotice: "SE-3.1.2i" => "an alliance is broken without notice in this game";
        NotAllied { seat: Chair }: "SE-3.1.2f" => "{seat} is no temporary ally";
        EndsAnyway { seat: Chair, turn: u16 }: "SE-3.1.2j"
            => "the alliance with {seat} ends at the start of Turn {turn} already";
        WrongPiece { wanted: &'static str }: "SE-3.1.5.4a" => "{wanted} are placed now";
        BadSite { space: Space, why: BadSite }: (why.clause()) => "{space} is no site: {why}";
        NotWaiting { ship: ShipId }: "SE-4.3.18a" => "{ship} is not waiting to be deployed";
        NoBerth { space: Space }: "SE-3.1.5.6a" => "{space} is no free place in your harbours";
    }
}

impl Illegal {
    /// What would forbid it even in the own phase.
    fn instead(&self) -> Option<&Illegal> {
        match self {
            Illegal::NotYourPhase { besides, .. } => besides.as_deref(),
            _ => None,
        }
    }

    /// Is it the seat's own ship, afloat?
    pub(crate) fn owned(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
        let ship = p.ship(id);
        if !ship.is_afloat() {
            return Err(Illegal::NotAfloat { ship: id });
        }
        if ship.owner == seat { Ok(()) } else { Err(Illegal::NotYourShip { ship: id }) }
    }

    /// Is the ship free of repair, works and a prize crew?
    pub(crate) fn busy(p: &Public, id: ShipId) -> Result<(), Illegal> {
        let ship = p.ship(id);
        if ship.repair.is_some() {
            return Err(Illegal::UnderRepair { ship: id });
        }
        if ship.work.is_some() {
            return Err(Illegal::Working { ship: id });
        }
        if ship.has(mark::CAPTURED) { Err(Illegal::JustCaptured { ship: id }) } else { Ok(()) }
    }

    /// The fort with this number, if there is one.
    pub(crate) fn fort(p: &Public, id: FortId) -> Result<&Fort, Illegal> {
        p.forts().get(id.index()).ok_or(Illegal::NoSuchFort)
    }

    /// Is the ship in the harbour of the fort?
    pub(crate) fn inside(
        p: &Public,
        ship: ShipId,
        fort: FortId,
        errand: Errand,
    ) -> Result<(), Illegal> {
        let space = Illegal::fort(p, fort)?.space;
        if p.chart().fort_harbour[fort.index()].has(p.ship(ship).space) {
            return Ok(());
        }
        let goods = Goods::of(p.options().scenario);
        Err(Illegal::NotInHarbour { ship, space, errand, goods })
    }

    /// Too few shots, and whether the storm is to blame.
    pub(crate) fn shots(p: &Public, unit: Unit, left: u8, asked: u8) -> Illegal {
        let silenced = unit.as_ship().is_some_and(|id| p.supply(id) == 0);
        let weather = if silenced { p.wind.weather } else { Weather::Fresh };
        Illegal::NoShots { unit: Named::of(p, unit), left, asked, weather }
    }
}
