//! What comes of decisions. Every die stands in an event with its purpose.

use crate::action::HeadOrder;
use crate::board::{Dir, Point};
use crate::setup::{ShipId, SquadId};
use crate::state::{Fleet, Signal, Unit};
use crate::units::Force;
use admiralty_core::{Seat, Side};
use smallvec::SmallVec;

/// Whose die it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Nobody's: the wind's.
    Sea,
    /// A side's.
    Side(Side),
    /// A squadron's.
    Squad(SquadId),
    /// A Group's: which, and the ships that roll.
    Group(SquadId, Point, Fleet),
    /// A ship's.
    Ship(ShipId),
    /// Two ships'.
    Pair(ShipId, ShipId),
}

/// What a die is rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Direction of the wind at the start.
    StartWind,
    /// Strength of the wind at the start.
    StartForce,
    /// Hour of the start.
    StartHour,
    /// Change of the wind's strength.
    WindForce,
    /// Change of its direction.
    WindDir,
    /// Order of heading signals.
    HeadingOrder,
    /// Order of movement.
    MoveOrder,
    /// Order of light ships.
    LightOrder,
    /// Which side moves first on the hex map.
    GrandOrder,
    /// Can a damaged ship move?
    Movement,
    /// Do the captains enter?
    Captains,
    /// Do they keep their course?
    Course,
    /// Close action.
    CloseAction,
    /// Collision check.
    Collision,
    /// Checked or fouled?
    Foul,
    /// Grounding on a shoal.
    Grounding,
    /// Do the captains board?
    BoardCaptains,
    /// The boarding battle.
    Boarding,
    /// Strength or movement?
    Damage,
    /// Repairs.
    Repair,
    /// Clearing a fouled pair.
    Unfoul,
    /// Floating a ship aground.
    Float,
}

/// The words for the purposes.
pub(crate) const PURPOSES: [(Purpose, &str); 22] = [
    (Purpose::StartWind, "wind direction at the start"),
    (Purpose::StartForce, "wind strength at the start"),
    (Purpose::StartHour, "hour of the start"),
    (Purpose::WindForce, "wind strength"),
    (Purpose::WindDir, "wind direction"),
    (Purpose::HeadingOrder, "order of headings"),
    (Purpose::MoveOrder, "order of movement"),
    (Purpose::LightOrder, "order of light ships"),
    (Purpose::GrandOrder, "order on the hex map"),
    (Purpose::Movement, "movement"),
    (Purpose::Captains, "captains roll"),
    (Purpose::Course, "course roll"),
    (Purpose::CloseAction, "close action"),
    (Purpose::Collision, "collision"),
    (Purpose::Foul, "fouling"),
    (Purpose::Grounding, "grounding"),
    (Purpose::BoardCaptains, "captains roll to board"),
    (Purpose::Boarding, "boarding"),
    (Purpose::Damage, "damage"),
    (Purpose::Repair, "repair"),
    (Purpose::Unfoul, "unfouling"),
    (Purpose::Float, "floating"),
];

impl Purpose {
    /// In words.
    pub const fn name(self) -> &'static str {
        PURPOSES[self as usize].1
    }
}

/// How a ship came to her new point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Under sail.
    Sailed,
    /// Veered away from an occupied point.
    Veered,
    /// Driven downwind.
    Driven,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The battle begins.
    Begun,
    /// A die was rolled.
    // FA-S.13: every die with purpose, owner and result.
    Rolled {
        /// What for.
        purpose: Purpose,
        /// Whose.
        owner: Owner,
        /// Faces of the die.
        faces: u8,
        /// What it showed.
        value: u8,
        /// Added to it.
        bonus: u8,
        /// Did it succeed, where that is the question?
        ok: Option<bool>,
    },
    /// The wind is now so.
    Wind {
        /// From.
        dir: Dir,
        /// Strength.
        force: Force,
    },
    /// A squadron arrives.
    Arrived(SquadId),
    /// A squadron has a new flagship.
    Flag {
        /// The squadron.
        squad: SquadId,
        /// The ship.
        ship: ShipId,
    },
    /// A squadron has lost its flagship.
    FlagLost(SquadId),
    /// A Group has its heading order.
    Ordered {
        /// The squadron.
        squad: SquadId,
        /// The Group's point.
        at: Point,
        /// Its ships.
        ships: Fleet,
        /// The order.
        order: HeadOrder,
        /// Its heading now.
        heading: Dir,
    },
    /// A seat has laid a speed marker (told to the seat alone).
    SpeedLaid {
        /// The squadron.
        squad: SquadId,
        /// The marker.
        speed: u8,
    },
    /// A seat has laid its card (told to the seat alone).
    CardLaid {
        /// The seat.
        seat: Seat,
        /// The card.
        signal: Option<Signal>,
    },
    /// A speed marker is turned up.
    Speed {
        /// The squadron.
        squad: SquadId,
        /// The marker.
        speed: u8,
    },
    /// A card is shown.
    Card {
        /// The seat.
        seat: Seat,
        /// The card.
        signal: Signal,
    },
    /// Which side moves light ships first.
    LightFirst(Side),
    /// A step of movement begins.
    Step(u8),
    /// A squadron lets the next one move first.
    Deferred(SquadId),
    /// Ships came to a point.
    Moved {
        /// The ships.
        ships: Fleet,
        /// From.
        from: Point,
        /// To.
        to: Point,
        /// Heading now.
        heading: Dir,
        /// How.
        how: How,
    },
    /// Ships did not move.
    Stayed {
        /// The ships.
        ships: Fleet,
        /// Where.
        at: Point,
    },
    /// A Group has tacked.
    Tacked {
        /// The ships.
        ships: Fleet,
        /// Where.
        at: Point,
        /// The new heading.
        heading: Dir,
    },
    /// Ships have missed stays.
    MissedStays(Fleet),
    /// A Group turned parallel to another.
    Conformed {
        /// The ships.
        ships: Fleet,
        /// The new heading.
        heading: Dir,
    },
    /// A single ship turned.
    Turned {
        /// The ship.
        ship: ShipId,
        /// Her facing.
        heading: Dir,
    },
    /// Ships left the map.
    Withdrew(Fleet),
    /// A ship is a straggler.
    Straggles(ShipId),
    /// A ship is back in command.
    Rejoined(ShipId),
    /// A close action begins, or goes on with more ships.
    Melee(Point),
    /// Two ships lie muzzle to muzzle.
    Paired(ShipId, ShipId),
    /// A close action is over.
    MeleeOver(Point),
    /// Two ships have run into each other.
    Collided {
        /// One.
        a: ShipId,
        /// The other.
        b: ShipId,
        /// Fouled (else checked)?
        fouled: bool,
    },
    /// A fouled pair is clear.
    Cleared(ShipId, ShipId),
    /// A ship is aground.
    Aground(ShipId),
    /// She floats.
    Floats(ShipId),
    /// A ship is wrecked.
    Wrecked(ShipId),
    /// A seat has declared an attack (told to the seat alone).
    Declared {
        /// Who.
        by: Unit,
        /// At whom.
        at: Option<Unit>,
        /// The ships that fire.
        who: Fleet,
        /// The ships they fire at.
        whom: Fleet,
    },
    /// All declarations of a segment are turned up: so many attacks.
    Attacks(u8),
    /// An attack.
    Fired {
        /// Who.
        by: Unit,
        /// At whom.
        at: Unit,
        /// The ships that fire.
        who: Fleet,
        /// The ships that may be hit.
        whom: Fleet,
        /// The Target Number.
        number: u8,
        /// The dice.
        dice: SmallVec<[u8; 12]>,
        /// How many hit.
        hits: u8,
    },
    /// A damage step.
    Damaged {
        /// The ship.
        ship: ShipId,
        /// Strength (else movement)?
        strength: bool,
        /// Total strength damage now.
        sd: u8,
        /// Total movement damage now.
        md: u8,
    },
    /// A ship strikes.
    Struck(ShipId),
    /// A ship is taken.
    Prize {
        /// The ship.
        ship: ShipId,
        /// By whom.
        seat: Seat,
    },
    /// A seat has decided about boarding (told to the seat alone).
    BoardLaid {
        /// The ship.
        ship: ShipId,
        /// Boards?
        yes: bool,
    },
    /// A flagship's Group has decided about boarding.
    BoardChoice {
        /// The ship.
        ship: ShipId,
        /// Boards?
        yes: bool,
    },
    /// A boarding battle begins.
    Boarded(ShipId, ShipId),
    /// One movement step is repaired.
    Repaired {
        /// The ship.
        ship: ShipId,
        /// Movement damage left.
        md: u8,
    },
    /// Repairs are declined.
    NoRepair(ShipId),
    /// A turn is over.
    TurnOver {
        /// Which.
        turn: u16,
        /// The time.
        clock: u16,
    },
    /// Points of an objective.
    Points {
        /// Who scores.
        side: Side,
        /// How many.
        points: i16,
    },
    /// A squadron moves on the hex map.
    GrandMoved {
        /// Which.
        squad: SquadId,
        /// Hexes.
        hexes: u8,
    },
    /// A squadron turned on the hex map.
    GrandTurned(SquadId),
    /// Which side moves first on the hex map.
    GrandFirst(Side),
    /// The fleets meet.
    Contact {
        /// The Group that comes.
        squad: SquadId,
        /// The Group that is met.
        met: SquadId,
    },
    /// A frigate is placed.
    Placed {
        /// The frigate.
        ship: ShipId,
        /// Where.
        at: Point,
    },
    /// A side agrees to the set-up.
    Agreed(Seat),
    /// A seat offers to end the game.
    Offer(Seat),
    /// A side concedes.
    Conceded(Side),
    /// A seat does not want to end the game: it withdraws its offer, or declines one.
    FoughtOn(Seat),
    /// The server acts for a seat.
    TimedOut(Seat),
    /// A seat has been left for good.
    Left(Seat),
    /// The game is over.
    Over {
        /// Points of the sides.
        score: [i16; 2],
        /// Why.
        reason: &'static str,
    },
}
