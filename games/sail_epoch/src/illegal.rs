//! Every reason for refusal, with its facts and its clause.

use crate::action::Unit;
use crate::board::{Dir, Space};
use crate::state::{Fort, Public, mark};
use crate::units::ShipId;
use admiralty_core::{ClauseId, Doc, IllegalMove, Seat};
use alloc::format;
use alloc::string::ToString;
use core::fmt;

/// What stops a movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Obstacle {
    Land,
    Spit,
    Reef,
    Port,
    Rim,
    Ship,
    HarbourFull,
    CoastTaken,
    RoyalHarbour,
}

/// Why there is no line of fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum NoLine {
    NotStraight,
    SameSpace,
    OutOfRange { distance: u8, max: u8 },
    Coast { space: Space },
    Solid { space: Space },
    Ship { space: Space },
    Arc { dir: Dir },
    Turning,
    NeverOnLine,
}

/// Why a piece cannot lie there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BadSite {
    Outside,
    Sector,
    Taken,
    NotCoastal,
    NoHarbour,
    NearRoyalPort,
    NearFort,
    CutsOff,
    NoRoom,
    NoneLeft,
    Uneven,
}

/// A reason for refusal.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Illegal {
    Over,
    NotNow,
    WindowOpen,
    NothingToAnswer,
    NotAfloat { ship: ShipId },
    NotYourShip { ship: ShipId },
    NotYourFort { space: Space },
    NoSuchFort,
    UnderRepair { ship: ShipId },
    NotInRepair { ship: ShipId },
    NoChoiceOfDamage { ship: ShipId },
    Working { ship: ShipId },
    Released { ship: ShipId },
    CrewAshore { ship: ShipId },
    JustCaptured { ship: ShipId },
    JustLoaded { ship: ShipId },
    HasUnloaded { ship: ShipId },
    HasMoved { ship: ShipId },
    HasAttacked { ship: ShipId },
    Burning { ship: ShipId },
    NotDue { ship: ShipId },
    Storm { ship: ShipId },
    NoStorm,
    Sheltered { ship: ShipId },
    Becalmed { ship: ShipId },
    CourseForbidden { ship: ShipId, dir: Dir },
    TooFar { ship: ShipId, dir: Dir, asked: u8, max: u8, leg: u8 },
    OneCourse { ship: ShipId },
    NoManoeuvre { ship: ShipId },
    SameCourse { ship: ShipId, dir: Dir },
    Blocked { ship: ShipId, space: Space, by: Obstacle },
    NeedsBow { ship: ShipId },
    NoBow { ship: ShipId },
    WayEnds { ship: ShipId, spaces: u8, left: i8 },
    TurnTooFar { ship: ShipId, asked: u8, max: u8, calm: bool },
    TurnInCalm { ship: ShipId },
    OneChaser { ship: ShipId, used: bool },
    OneGroup,
    OneShot,
    NotInQuestion { unit: Unit },
    MayNotAnswer { unit: Unit },
    NoCard,
    CardsOwed,
    HasCaptain { ship: ShipId },
    BowChosen { ship: ShipId },
    NoGuns,
    NoSails,
    NoShots { unit: Unit, left: u8, asked: u8 },
    Ruin { space: Space },
    NotAnEnemy { unit: Unit },
    TargetInRepair { ship: ShipId },
    FortAtFort,
    NoLine { unit: Unit, target: Unit, why: NoLine },
    NoBroadsides,
    UnequalBroadsides { unit: Unit },
    NotBetween { unit: Unit },
    NothingBetween,
    NoAttackers,
    NotAlongside { ship: ShipId, target: ShipId },
    NoAssault,
    NotInHarbour { ship: ShipId, space: Space },
    CannotDefend { ship: ShipId },
    WrongShares,
    TooStrong { unit: Unit, points: u8 },
    WrongSum { sum: u8, points: u8 },
    BadShift { unit: Unit },
    NoDamage { unit: Unit },
    NoYard { space: Space },
    WorksGoOn { space: Space },
    NotYourRuin { space: Space },
    TwoShips,
    NoWorks { space: Space },
    TooFewPoints { points: u8 },
    NotAMate { seat: Seat },
    NotYourGoods { space: Space },
    NoMap { ship: ShipId },
    NothingThere { ship: ShipId },
    HoldFull { ship: ShipId, capacity: u8 },
    TooMuch { ship: ShipId, asked: u8, most: u8 },
    NoUnloading { space: Space },
    NoCargo { ship: ShipId },
    CannotPlunder { ship: ShipId },
    NoMines,
    NoMineSite { space: Space },
    MineThere { space: Space },
    NoMineThere { space: Space },
    NoMapNow,
    NoMapSite { space: Space },
    NoAlliances,
    NoOffer { seat: Seat },
    WrongEnd,
    NotAllied { seat: Seat },
    WrongPiece,
    BadSite { space: Space, why: BadSite },
    NotWaiting { ship: ShipId },
    NoBerth { space: Space },
}

impl Illegal {
    /// Is it the seat's own ship, afloat?
    pub fn owned(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
        let ship = p.ship(id);
        if !ship.is_afloat() {
            return Err(Illegal::NotAfloat { ship: id });
        }
        if ship.owner == seat { Ok(()) } else { Err(Illegal::NotYourShip { ship: id }) }
    }

    /// Is the ship free of repair, works and a prize crew?
    pub fn busy(p: &Public, id: ShipId) -> Result<(), Illegal> {
        let ship = p.ship(id);
        if ship.repair.is_some() {
            return Err(Illegal::UnderRepair { ship: id });
        }
        if ship.work.is_some() {
            return Err(Illegal::Working { ship: id });
        }
        if ship.has(mark::CAPTURED) { Err(Illegal::JustCaptured { ship: id }) } else { Ok(()) }
    }

    /// The fort behind a unit.
    pub fn fort(p: &Public, unit: Unit) -> Result<&Fort, Illegal> {
        let fort = unit.as_fort().and_then(|f| p.forts().get(f.index()));
        fort.ok_or(Illegal::NoSuchFort)
    }
}

impl IllegalMove for Illegal {
    fn clause(&self) -> ClauseId {
        ClauseId(match self {
            Illegal::Over => "SE-3.2.3c",
            Illegal::NotNow => "SE-3.2.2e",
            Illegal::WindowOpen => "SE-3.2.2d",
            Illegal::NothingToAnswer => "SE-3.2.2e",
            Illegal::NotAfloat { .. } => "SE-3.3.1.6.3h",
            Illegal::NotYourShip { .. } | Illegal::NotYourFort { .. } => "SE-2j",
            Illegal::NoSuchFort => "SE-2c",
            Illegal::UnderRepair { .. } => "SE-3.3.4.5b",
            Illegal::NotInRepair { .. } => "SE-3.3.4.6a",
            Illegal::NoChoiceOfDamage { .. } => "SE-R140",
            Illegal::Working { .. } => "SE-3.3.5.2c1",
            Illegal::Released { .. } => "SE-3.3.4.6b",
            Illegal::CrewAshore { .. } => "SE-R34",
            Illegal::JustCaptured { .. } => "SE-R29",
            Illegal::JustLoaded { .. } => "SE-4.1.6c",
            Illegal::HasUnloaded { .. } => "SE-R135",
            Illegal::HasMoved { .. } => "SE-3.3.1.7c",
            Illegal::HasAttacked { .. } => "SE-R26",
            Illegal::Burning { .. } => "SE-3.3.2.16e",
            Illegal::NotDue { .. } => "SE-R22",
            Illegal::Storm { .. } => "SE-R15",
            Illegal::NoStorm => "SE-3.3.1.6.3a",
            Illegal::Sheltered { .. } => "SE-3.3.1.6.3l",
            Illegal::Becalmed { .. } => "SE-3.3.1.6.2d",
            Illegal::CourseForbidden { .. } => "SE-3.3.1.6.1f",
            Illegal::TooFar { leg: 0, .. } => "SE-3.3.1.6.1e",
            Illegal::TooFar { .. } | Illegal::SameCourse { .. } => "SE-5.1.3b",
            Illegal::OneCourse { .. } => "SE-3.3.1.1a",
            Illegal::NoManoeuvre { .. } => "SE-5.1.1",
            Illegal::Blocked { by, .. } => match by {
                Obstacle::Land => "SE-3.3.1.3a",
                Obstacle::Spit => "SE-3.3.1.4b",
                Obstacle::Reef => "SE-3.3.1.3b",
                Obstacle::Port => "SE-3.3.1.3c",
                Obstacle::Rim => "SE-R10",
                Obstacle::Ship => "SE-3.3.1.3d",
                Obstacle::HarbourFull => "SE-3.3.1.3e",
                Obstacle::CoastTaken => "SE-3.3.1.3g",
                Obstacle::RoyalHarbour => "SE-3.1.5.1i",
            },
            Illegal::NeedsBow { .. } => "SE-A0b",
            Illegal::NoBow { .. } => "SE-1.1b",
            Illegal::WayEnds { .. } => "SE-A1.2.6.4",
            Illegal::TurnTooFar { calm: true, .. } => "SE-A1.1.1a",
            Illegal::TurnTooFar { calm: false, .. } => "SE-A1.2.1a",
            Illegal::TurnInCalm { .. } => "SE-A1.1.1b",
            Illegal::OneChaser { .. } => "SE-A2.1.1a",
            Illegal::OneGroup => "SE-R127",
            Illegal::OneShot => "SE-A3.1",
            Illegal::NotInQuestion { .. } | Illegal::MayNotAnswer { .. } => "SE-R68",
            Illegal::NoCard | Illegal::CardsOwed | Illegal::HasCaptain { .. } => "SE-R74",
            Illegal::BowChosen { .. } => "SE-A0a",
            Illegal::NoGuns => "SE-3.3.2.1",
            Illegal::NoSails => "SE-A2.2",
            Illegal::NoShots { .. } => "SE-3.3.2.10a",
            Illegal::Ruin { .. } => "SE-R37",
            Illegal::NotAnEnemy { .. } => "SE-3.1.2c",
            Illegal::TargetInRepair { .. } => "SE-3.3.4.5c",
            Illegal::FortAtFort => "SE-R19",
            Illegal::NoLine { why, .. } => match why {
                NoLine::NotStraight => "SE-3.3.2.8",
                NoLine::SameSpace => "SE-R11",
                NoLine::OutOfRange { .. } => "SE-3.3.2.9a",
                NoLine::Coast { .. } | NoLine::Solid { .. } => "SE-3.3.2.9b",
                NoLine::Ship { .. } => "SE-3.3.2.9d",
                NoLine::Arc { .. } => "SE-A2.1a",
                NoLine::Turning => "SE-A2.5.2.3d",
                NoLine::NeverOnLine => "SE-A3.1",
            },
            Illegal::NoBroadsides => "SE-5.5.1",
            Illegal::UnequalBroadsides { .. } => "SE-5.5.2",
            Illegal::NotBetween { .. } | Illegal::NothingBetween => "SE-5.5.1",
            Illegal::NoAttackers => "SE-3.3.3.3a",
            Illegal::NotAlongside { .. } => "SE-3.3.3.3c",
            Illegal::NoAssault => "SE-3.3.5.1b",
            Illegal::NotInHarbour { .. } => "SE-3.3.4.2",
            Illegal::CannotDefend { .. } => "SE-5.6.3a",
            Illegal::WrongShares => "SE-3.3.3.6b",
            Illegal::TooStrong { .. } | Illegal::WrongSum { .. } => "SE-R28",
            Illegal::BadShift { .. } => "SE-4.2.9.2b",
            Illegal::NoDamage { .. } => "SE-R31",
            Illegal::NoYard { .. } => "SE-3.3.5.1a",
            Illegal::WorksGoOn { .. } => "SE-R36",
            Illegal::NotYourRuin { .. } => "SE-4.3.20b",
            Illegal::TwoShips => "SE-3.3.5.2b1",
            Illegal::NoWorks { .. } => "SE-3.3.5.2f1",
            Illegal::TooFewPoints { .. } => "SE-3.3.5.3c1",
            Illegal::NotAMate { .. } => "SE-R102",
            Illegal::NotYourGoods { .. } => "SE-4.3.13b",
            Illegal::NoMap { .. } => "SE-4.3.23e",
            Illegal::NothingThere { .. } => "SE-4.1.6a",
            Illegal::HoldFull { .. } | Illegal::TooMuch { .. } => "SE-4.1.7",
            Illegal::NoUnloading { .. } => "SE-4.2.9.1c",
            Illegal::NoCargo { .. } => "SE-4.2.9.1c",
            Illegal::CannotPlunder { .. } => "SE-4.1.8b",
            Illegal::NoMines => "SE-3.1.5.5a",
            Illegal::NoMineSite { .. } => "SE-3.1.5.5d",
            Illegal::MineThere { .. } => "SE-3.1.5.5b",
            Illegal::NoMineThere { .. } => "SE-3.3.6.1a",
            Illegal::NoMapNow | Illegal::NoMapSite { .. } => "SE-4.3.12a",
            Illegal::NoAlliances => "SE-3.1.2a",
            Illegal::NoOffer { .. } => "SE-R137",
            Illegal::WrongEnd => "SE-3.1.2j",
            Illegal::NotAllied { .. } => "SE-3.1.2i",
            Illegal::WrongPiece => "SE-3.1.5.4a",
            Illegal::BadSite { why, .. } => match why {
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
            },
            Illegal::NotWaiting { .. } => "SE-4.3.18a",
            Illegal::NoBerth { .. } => "SE-3.1.5.6a",
        })
    }

    fn facts(&self) -> Doc {
        let doc = Doc::map();
        match self {
            Illegal::TooFar { ship, dir, asked, max, .. } => doc
                .with("ship", ship.to_string())
                .with("direction", dir.to_string())
                .with("asked", *asked)
                .with("max", *max),
            Illegal::Blocked { ship, space, by } => doc
                .with("ship", ship.to_string())
                .with("space", space.to_string())
                .with("by", format!("{by:?}").to_lowercase()),
            Illegal::NoShots { left, asked, .. } => doc.with("left", *left).with("asked", *asked),
            Illegal::NoLine { why: NoLine::OutOfRange { distance, max }, .. } => {
                doc.with("distance", *distance).with("max", *max)
            }
            Illegal::NoLine {
                why: NoLine::Coast { space } | NoLine::Solid { space } | NoLine::Ship { space },
                ..
            } => doc.with("space", space.to_string()),
            Illegal::WayEnds { spaces, left, .. } => {
                doc.with("spaces", *spaces).with("left", i64::from(*left))
            }
            Illegal::TurnTooFar { asked, max, .. } => doc.with("asked", *asked).with("max", *max),
            Illegal::WrongSum { sum, points } => doc.with("sum", *sum).with("points", *points),
            Illegal::TooMuch { ship, asked, most } => {
                doc.with("ship", ship.to_string()).with("asked", *asked).with("most", *most)
            }
            Illegal::HoldFull { ship, capacity } => {
                doc.with("ship", ship.to_string()).with("capacity", *capacity)
            }
            Illegal::TooFewPoints { points } => doc.with("points", *points),
            Illegal::BadSite { space, why } => {
                doc.with("space", space.to_string()).with("why", format!("{why:?}").to_lowercase())
            }
            _ => doc,
        }
    }
}

/// A unit in a sentence; forts are called by what they are.
struct Called(Unit);

impl fmt::Display for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_ship() {
            Some(id) => write!(f, "{id}"),
            None => f.write_str("the fort"),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over => f.write_str("the game is over"),
            Illegal::NotNow => f.write_str("it is not your phase"),
            Illegal::WindowOpen => f.write_str("another question must be answered first"),
            Illegal::NothingToAnswer => f.write_str("nobody asked that"),
            Illegal::NotAfloat { ship } => write!(f, "{ship} is not on the field"),
            Illegal::NotYourShip { ship } => write!(f, "{ship} does not fly your flag"),
            Illegal::NotYourFort { space } => write!(f, "the fort on {space} is not yours"),
            Illegal::NoSuchFort => f.write_str("there is no such fort"),
            Illegal::UnderRepair { ship } => write!(f, "{ship} is under repair"),
            Illegal::NotInRepair { ship } => write!(f, "{ship} is not under repair"),
            Illegal::NoChoiceOfDamage { ship } => {
                write!(f, "{ship} has no choice between hull and sails in this phase")
            }
            Illegal::Working { ship } => write!(f, "{ship} is working on a fort"),
            Illegal::Released { ship } => {
                write!(f, "{ship} came out of repair or works this phase and cannot move")
            }
            Illegal::CrewAshore { ship } => {
                write!(f, "the crew of {ship} comes back aboard only this phase")
            }
            Illegal::JustCaptured { ship } => write!(f, "{ship} was captured this Turn"),
            Illegal::JustLoaded { ship } => write!(f, "{ship} has loaded gold this Turn"),
            Illegal::HasUnloaded { ship } => write!(f, "{ship} has unloaded at a port this Turn"),
            Illegal::HasMoved { ship } => write!(f, "{ship} has moved this Turn"),
            Illegal::HasAttacked { ship } => {
                write!(f, "{ship} has already boarded or assaulted this Turn")
            }
            Illegal::Burning { ship } => write!(f, "{ship} is a fireship"),
            Illegal::NotDue { ship } => write!(f, "{ship} is no fireship that is due"),
            Illegal::Storm { ship } => write!(f, "{ship} cannot sail in a storm"),
            Illegal::NoStorm => f.write_str("there is no storm"),
            Illegal::Sheltered { ship } => write!(f, "{ship} is sheltered from the storm"),
            Illegal::Becalmed { ship } => write!(f, "{ship} cannot move in a calm that way"),
            Illegal::CourseForbidden { ship, dir } => {
                write!(f, "{ship} cannot sail {dir} in this wind")
            }
            Illegal::TooFar { ship, dir, asked, max, .. } => {
                write!(f, "{ship} can go {max} spaces {dir}, not {asked}")
            }
            Illegal::NeedsBow { ship } => {
                write!(f, "{ship} sails by its bow: write a way such as LFF")
            }
            Illegal::NoBow { ship } => write!(f, "{ship} has no bow at this level"),
            Illegal::WayEnds { ship, spaces, left } => {
                write!(f, "the way of {ship} ends after {spaces} spaces with {left} left")
            }
            Illegal::TurnTooFar { ship, asked, max, .. } => {
                write!(f, "{ship} can turn by {max} here, not {asked}")
            }
            Illegal::TurnInCalm { ship } => {
                write!(f, "in a calm {ship} turns or goes straight ahead, not both")
            }
            Illegal::OneChaser { ship, used: true } => {
                write!(f, "{ship} has used its bow or stern guns this Turn")
            }
            Illegal::OneChaser { ship, .. } => {
                write!(f, "{ship} has one shot by bow or stern guns")
            }
            Illegal::OneGroup => f.write_str("one group may be fired here"),
            Illegal::OneShot => f.write_str("one shot may be fired before a boarding"),
            Illegal::NotInQuestion { unit } => {
                write!(f, "{} is not the ship that may be fired at now", Called(*unit))
            }
            Illegal::MayNotAnswer { unit } => write!(f, "{} may not fire now", Called(*unit)),
            Illegal::NoCard => f.write_str("there is no such captain card to give"),
            Illegal::CardsOwed => f.write_str("captain cards are still to be given"),
            Illegal::HasCaptain { ship } => write!(f, "{ship} has a captain already"),
            Illegal::BowChosen { ship } => write!(f, "the bow of {ship} is chosen"),
            Illegal::OneCourse { ship } => write!(f, "{ship} sails one straight course"),
            Illegal::NoManoeuvre { ship } => write!(f, "{ship} needs a fresh breeze to manoeuvre"),
            Illegal::SameCourse { ship, dir } => write!(f, "{ship} is already sailing {dir}"),
            Illegal::Blocked { ship, space, by } => {
                let what = match by {
                    Obstacle::Land => "land",
                    Obstacle::Spit => "a spit or a corner of land",
                    Obstacle::Reef => "a reef",
                    Obstacle::Port => "a port",
                    Obstacle::Rim => "the edge of the field",
                    Obstacle::Ship => "a ship",
                    Obstacle::HarbourFull => "two ships",
                    Obstacle::CoastTaken => "a ship on a coastal space",
                    Obstacle::RoyalHarbour => "the harbour of an own Royal Port",
                };
                write!(f, "{ship} is stopped by {what} at {space}")
            }
            Illegal::NoGuns => f.write_str("nobody fires"),
            Illegal::NoSails => f.write_str("sails cannot be aimed at here"),
            Illegal::NoShots { unit, left, asked } => {
                write!(f, "{} has {left} shots left, not {asked}", Called(*unit))
            }
            Illegal::Ruin { space } => write!(f, "the fort on {space} is a ruin"),
            Illegal::NotAnEnemy { unit } => write!(f, "{} is no enemy", Called(*unit)),
            Illegal::TargetInRepair { ship } => {
                write!(f, "{ship} has struck its flag for repair and cannot be fired at")
            }
            Illegal::FortAtFort => f.write_str("forts do not fire at forts"),
            Illegal::NoLine { unit, target, why } => {
                write!(f, "{} cannot fire at {}: ", Called(*unit), Called(*target))?;
                match why {
                    NoLine::NotStraight => f.write_str("it is on none of the eight lines"),
                    NoLine::SameSpace => f.write_str("they lie on the same space"),
                    NoLine::OutOfRange { distance, max } => {
                        write!(f, "the distance is {distance}, the range {max}")
                    }
                    NoLine::Coast { space } => write!(f, "the coast at {space} is in the way"),
                    NoLine::Solid { space } => write!(f, "land or a fort on {space} is in the way"),
                    NoLine::Ship { space } => write!(f, "a ship on {space} is in the way"),
                    NoLine::Arc { dir } => write!(f, "no gun points {dir}"),
                    NoLine::Turning => f.write_str("it turns while it crosses the corner"),
                    NoLine::NeverOnLine => f.write_str("it was never on a line of its guns"),
                }
            }
            Illegal::NoBroadsides => f.write_str("both broadsides are a Captain rule"),
            Illegal::UnequalBroadsides { unit } => {
                write!(f, "{} must fire as many shots to each side", Called(*unit))
            }
            Illegal::NotBetween { unit } => {
                write!(f, "{} does not lie between the two targets", Called(*unit))
            }
            Illegal::NothingBetween => f.write_str("no ship fires to both sides"),
            Illegal::NoAttackers => f.write_str("nobody attacks"),
            Illegal::NotAlongside { ship, target } => {
                write!(f, "{ship} does not lie beside {target}")
            }
            Illegal::NoAssault => f.write_str("forts can be attacked by fire only"),
            Illegal::NotInHarbour { ship, space } => {
                write!(f, "{ship} is not in the harbour of {space}")
            }
            Illegal::CannotDefend { ship } => write!(f, "{ship} cannot help this fort"),
            Illegal::WrongShares => {
                f.write_str("every ship involved needs a share, and nobody else")
            }
            Illegal::TooStrong { unit, points } => {
                write!(f, "{} cannot have strength {points}", Called(*unit))
            }
            Illegal::WrongSum { sum, points } => {
                write!(f, "{points} points are to be handed out, not {sum}")
            }
            Illegal::BadShift { unit } => {
                write!(f, "the cargo of {} cannot be shifted like that", Called(*unit))
            }
            Illegal::NoDamage { unit } => write!(f, "{} has no damage", Called(*unit)),
            Illegal::NoYard { space } => {
                write!(f, "the fort on {space} does not repair your ships")
            }
            Illegal::WorksGoOn { space } => write!(f, "works go on at {space} already"),
            Illegal::NotYourRuin { space } => {
                write!(f, "only its own side rebuilds the fort on {space}")
            }
            Illegal::TwoShips => f.write_str("works need two ships"),
            Illegal::NoWorks { space } => write!(f, "you have no works at {space}"),
            Illegal::TooFewPoints { points } => {
                write!(f, "the fort has {points} points, two are needed")
            }
            Illegal::NotAMate { seat } => write!(f, "P{} is no team mate", seat.0 + 1),
            Illegal::NotYourGoods { space } => write!(f, "you cannot load at {space}"),
            Illegal::NoMap { ship } => write!(f, "{ship} is on no space of a map you hold"),
            Illegal::NothingThere { ship } => write!(f, "there is nothing for {ship} to load"),
            Illegal::HoldFull { ship, capacity } => write!(f, "{ship} carries {capacity} at most"),
            Illegal::TooMuch { ship, asked, most } => {
                write!(f, "{ship} can handle {most} here, not {asked}")
            }
            Illegal::NoUnloading { space } => write!(f, "you cannot unload at {space}"),
            Illegal::NoCargo { ship } => write!(f, "{ship} carries nothing"),
            Illegal::CannotPlunder { ship } => write!(f, "{ship} cannot take that much gold"),
            Illegal::NoMines => f.write_str("there is no mine to note"),
            Illegal::NoMineSite { space } => write!(f, "a mine of yours cannot lie on {space}"),
            Illegal::MineThere { space } => write!(f, "a mine of yours lies on {space} already"),
            Illegal::NoMineThere { space } => {
                write!(f, "no mine of yours on the ship's way lies on {space}")
            }
            Illegal::NoMapNow => f.write_str("there is no map to draw now"),
            Illegal::NoMapSite { space } => write!(f, "{space} is no coastal space for a map"),
            Illegal::NoAlliances => f.write_str("temporary alliances were not agreed"),
            Illegal::NoOffer { seat } => write!(f, "no such offer to P{} is possible", seat.0 + 1),
            Illegal::WrongEnd => f.write_str("alliances do not end like that in this game"),
            Illegal::NotAllied { seat } => write!(f, "P{} is no temporary ally", seat.0 + 1),
            Illegal::WrongPiece => f.write_str("another kind of piece is placed now"),
            Illegal::BadSite { space, why } => {
                let why = match why {
                    BadSite::Outside => "it would lie outside the field",
                    BadSite::Sector => "it is outside your sector",
                    BadSite::Taken => "the space is taken",
                    BadSite::NotCoastal => "it must touch an island",
                    BadSite::NoHarbour => "it would have no harbour",
                    BadSite::NearRoyalPort => "it is too near a Royal Port",
                    BadSite::NearFort => "it is too near a fort",
                    BadSite::CutsOff => "it would cut off a harbour or an objective",
                    BadSite::NoRoom => "a player would find no place for a fort",
                    BadSite::NoneLeft => "none of these is left",
                    BadSite::Uneven => "forts must be equally far from the pearls",
                };
                write!(f, "{space} is no site: {why}")
            }
            Illegal::NotWaiting { ship } => write!(f, "{ship} is not waiting to be deployed"),
            Illegal::NoBerth { space } => write!(f, "{space} is no free place in your harbours"),
        }
    }
}
