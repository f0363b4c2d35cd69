//! What came of a decision.

use crate::action::{Aim, Captain, Course, Piece, Unit, Volley};
use crate::board::{Dir, Space};
use crate::state::{ShipSet, Wind};
use crate::units::ShipId;
use admiralty_core::Outcome;

/// What hurt or sank a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Shots of a player.
    Gunfire {
        /// Who fired.
        seat: u8,
    },
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
    Boarding {
        /// Who won.
        victor: u8,
    },
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

/// What came of a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Event {
    Order { order: [u8; 6], n: u8 },
    Placed { seat: u8, piece: Piece, space: Space },
    MineLaid { seat: u8 },
    MapDrawn { seat: u8 },
    Deployed { ship: ShipId, space: Space },
    Turn { turn: u16 },
    Wind { seat: u8, wind: Wind, value: u16 },
    Phase { seat: u8 },
    Moved { ship: ShipId, from: Space, to: Space, course: Course },
    Sailed { ship: ShipId, from: Space, to: Space, bow: Dir },
    Turned { ship: ShipId, bow: Dir },
    Bowed { ship: ShipId, bow: Dir },
    Commanded { ship: ShipId, card: Captain },
    FiresFirst { ship: ShipId },
    Answers { ship: ShipId },
    FiresAcross { seat: u8, ship: ShipId },
    FiresAtBoarders { ship: ShipId },
    SailsHit { ship: ShipId, hits: u8, damage: u8 },
    Critical { ship: ShipId, aim: Aim, die: u16, struck: bool },
    Drifted { ship: ShipId, from: Space, to: Space },
    Stranded { ship: ShipId, reef: Space },
    Collided { ship: ShipId, other: ShipId },
    Fired { volley: Volley, die: u16, hit: bool, shots: u8 },
    Wasted { unit: Unit },
    Damaged { ship: ShipId, damage: u8, left: u8, cause: Cause },
    Sunk { ship: ShipId, space: Space, cause: Cause },
    Ignited { ship: ShipId },
    Exploded { ship: ShipId, space: Space },
    Boarded { seat: u8, attackers: ShipSet, target: ShipId },
    Assaulted { seat: u8, attackers: ShipSet, fort: u8 },
    Defended { seat: u8, ships: ShipSet },
    Rolled { unit: Unit, die: u16, strength: u8, chance: u8 },
    Points { attack: u8, defence: u8 },
    Allotted { unit: Unit, points: u8 },
    Captured { ship: ShipId, by: u8 },
    RepairBegun { ship: ShipId, fort: u8 },
    RepairEnded { ship: ShipId },
    SailsFirst { ship: ShipId },
    Repaired { unit: Unit, left: u8 },
    Battered { fort: u8, left: u8 },
    Destroyed { fort: u8, lost: u8 },
    FortTaken { fort: u8, by: u8 },
    Given { fort: u8, by: u8, to: u8 },
    WorksBegun { fort: u8, ships: ShipSet },
    WorksEnded { fort: u8 },
    Rebuilt { fort: u8, points: u8 },
    Raised { fort: u8, owner: u8 },
    Fortless { seat: u8 },
    Loaded { ship: ShipId, n: u8, space: Space },
    Unloaded { ship: ShipId, n: u8, fort: u8 },
    Plundered { ship: ShipId, n: u8 },
    Adrift { n: u8, space: Space },
    GoodsLost { n: u8 },
    Appeared { fort: u8 },
    Goal { goal: u8 },
    Standing { seat: u8, on: bool },
    Detonated { seat: u8, space: Space, ship: ShipId },
    MapTaken { pirate: u8, by: u8 },
    MapShown { pirate: u8, space: Space },
    Offered { by: u8, to: u8, turns: u8 },
    Declined { by: u8, to: u8 },
    Allied { one: u8, two: u8, turns: u8 },
    NoticeGiven { by: u8, to: u8 },
    AllianceEnded { one: u8, two: u8 },
    Blockading { ship: ShipId, turns: u8 },
    PortTaken { owner: u8, by: u8 },
    Resigned { seat: u8 },
    Eliminated { seat: u8, why: Out },
    Over { outcome: Outcome },
}
