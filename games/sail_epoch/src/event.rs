//! What came of a decision.

use crate::action::{Aim, Captain, Course, Piece, Unit, Volley};
use crate::board::{Dir, Space};
use crate::illegal::NoLine;
use crate::rules::gunfire::HitSet;
use crate::state::{Flag, ShipSet, Wind};
use crate::units::{FortId, ShipId};
use admiralty_core::{Outcome, Seat};

/// What hurt or sank a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Cause {
    /// Shots of a player.
    Gunfire { seat: Seat },
    /// Shots of a neutral fort.
    NeutralFort,
    /// A reef in a storm.
    Reef,
    /// Another ship in a storm.
    Collision,
    /// A fireship.
    Explosion,
    /// A mine.
    Mine,
    /// The fort it was at was destroyed.
    FortLost,
    /// The winner of a boarding gave it nothing.
    Boarding { victor: Seat },
    /// An assault.
    Assault,
    /// Nobody won a boarding or an assault.
    Tie,
    /// Its owner is out.
    Removed,
}

impl Cause {
    /// One word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Cause::Gunfire { .. } => "gunfire",
            Cause::NeutralFort => "neutral fort",
            Cause::Reef => "reef",
            Cause::Collision => "collision",
            Cause::Explosion => "explosion",
            Cause::Mine => "mine",
            Cause::FortLost => "fort lost",
            Cause::Boarding { .. } => "boarding",
            Cause::Assault => "assault",
            Cause::Tie => "tie",
            Cause::Removed => "removed",
        }
    }
}

/// Why a ship that was fired at cannot answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// She has no shot left in this Turn.
    Spent,
    /// She is under repair, was just captured or burns.
    Unfit,
    /// Only forts have fired, and forts are not answered.
    Fort,
    /// She has no line to whoever fired.
    NoLine(NoLine),
}

impl Silence {
    /// One word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Silence::Spent => "spent",
            Silence::Unfit => "unfit",
            Silence::Fort => "fort",
            Silence::NoLine(_) => "no line",
        }
    }
}

/// Why a player is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Out {
    /// He has no ships.
    NoShips,
    /// He has had no fort for three Turns.
    NoForts,
    /// He gave his last fort away.
    GaveLastFort,
    /// He gave up.
    Resigned,
}

/// Why a player is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// His time has run out.
    Time,
    /// He has left for good.
    Left,
}

/// What came of a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the sentence of each event says what it is")]
pub enum Event {
    Order { order: [Seat; 6], n: u8 },
    Placed { seat: Seat, piece: Piece, space: Space },
    MineLaid { seat: Seat },
    MapDrawn { seat: Seat },
    Deployed { ship: ShipId, space: Space },
    Turn { turn: u16 },
    Wind { seat: Seat, wind: Wind, value: u16 },
    Phase { seat: Seat },
    Moved { ship: ShipId, from: Space, to: Space, course: Course },
    Sailed { ship: ShipId, from: Space, to: Space, bow: Dir },
    Turned { ship: ShipId, bow: Dir },
    Bowed { ship: ShipId, bow: Dir },
    Commanded { ship: ShipId, card: Captain },
    FiresFirst { ship: ShipId },
    Answers { ship: ShipId },
    Silent { ship: ShipId, why: Silence },
    FiresAcross { seat: Seat, ship: ShipId },
    FiresAtBoarders { ship: ShipId },
    SailsHit { ship: ShipId, hits: u8, damage: u8 },
    Critical { by: Seat, ship: ShipId, aim: Aim, die: u16, struck: bool },
    Drifted { ship: ShipId, from: Space, to: Space },
    Stranded { ship: ShipId, reef: Space },
    Collided { ship: ShipId, other: ShipId },
    Fired { by: Option<Seat>, volley: Volley, die: u16, hits: HitSet, shots: u8 },
    Wasted { unit: Unit },
    Damaged { ship: ShipId, damage: u8, left: u8, cause: Cause },
    Sunk { ship: ShipId, owner: Seat, space: Space, cause: Cause },
    Ignited { ship: ShipId },
    Exploded { ship: ShipId, space: Space },
    Boarded { seat: Seat, attackers: ShipSet, target: ShipId },
    Assaulted { seat: Seat, attackers: ShipSet, fort: FortId },
    Defended { seat: Seat, ships: ShipSet },
    Rolled { by: Option<Seat>, unit: Unit, die: u16, strength: u8, chance: u8 },
    Points { attack: u8, defence: u8 },
    Allotted { unit: Unit, points: u8 },
    Captured { ship: ShipId, by: Seat },
    RepairBegun { ship: ShipId, fort: FortId },
    RepairEnded { ship: ShipId },
    SailsFirst { ship: ShipId },
    Repaired { unit: Unit, left: u8 },
    Battered { fort: FortId, left: u8 },
    Destroyed { fort: FortId, lost: u8 },
    FortTaken { fort: FortId, by: Seat },
    Given { fort: FortId, by: Seat, to: Seat },
    WorksBegun { fort: FortId, ships: ShipSet },
    WorksEnded { fort: FortId },
    Rebuilt { fort: FortId, points: u8 },
    Raised { fort: FortId, owner: Flag },
    Fortless { seat: Seat },
    Loaded { ship: ShipId, n: u8, space: Space },
    Unloaded { ship: ShipId, n: u8, fort: FortId },
    Plundered { ship: ShipId, n: u8 },
    Adrift { n: u8, space: Space },
    GoodsLost { n: u8 },
    Appeared { fort: FortId },
    Goal { goal: u8 },
    Standing { seat: Seat, on: bool },
    Detonated { seat: Seat, space: Space, ship: ShipId },
    MapTaken { pirate: Seat, by: Seat },
    MapShown { pirate: Seat, space: Space },
    Offered { by: Seat, to: Seat, turns: u8 },
    Declined { by: Seat, to: Seat },
    Allied { one: Seat, two: Seat, turns: u8 },
    NoticeGiven { by: Seat, to: Seat },
    AllianceEnded { one: Seat, two: Seat },
    Blockading { ship: ShipId, turns: u8 },
    PortTaken { owner: Seat, by: Seat },
    Resigned { seat: Seat },
    Gone { seat: Seat, why: Gone },
    Eliminated { seat: Seat, why: Out },
    Over { outcome: Outcome },
}
