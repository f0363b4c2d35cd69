//! What came of an action.

use crate::action::{Finish, FlightTo, Order, Path};
use crate::board::{Dir, Scenery, Square};
use crate::rules::dice::{Face, Rolls};
use crate::state::{EndReason, Plane, UnitId};
use crate::units::{Battery, CardId, Feature};
use admiralty_core::{Side, Verdict};

/// Who pays a loss of structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Exposed magazines.
    Magazine,
    /// Exposed torpedoes.
    Volatile,
    /// Fuel vapours.
    AvGas,
}

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum Event {
    /// Both rolled for the first card of scenery.
    SceneryRolled { faces: [Face; 2], first: Side },
    /// A card was laid.
    Laid { by: Side, square: Square, card: Scenery },
    /// No card was laid.
    LaidNone { by: Side },
    /// A side is ready with its fleet, deployment or orders.
    Ready { by: Side },
    /// A unit is turned up.
    Revealed { unit: UnitId, card: CardId, square: Option<Square>, heading: Dir },
    /// A boat is placed.
    BoatPlaced { unit: UnitId, card: CardId, square: Square },
    /// A side has placed all its boats.
    BoatsDone { by: Side, n: u8 },
    /// A round begins.
    Round { round: u8 },
    /// A stand-by unit enters.
    Entered { unit: UnitId, square: Square, heading: Dir },
    /// Dice for the initiative.
    Initiative { south: Rolls, north: Rolls, winner: Option<Side> },
    /// The initiative is won without dice.
    InitiativeFree { winner: Side },
    /// The first player is named.
    First { by: Side, first: Side },
    /// Action dice.
    Pool { by: Side, faces: Rolls },
    /// A unit moved.
    Moved {
        unit: UnitId,
        die: Face,
        from: Square,
        to: Option<Square>,
        heading: Dir,
        path: Path,
        finish: Finish,
    },
    /// A green feature is activated.
    Green { unit: UnitId, feature: Feature },
    /// A red feature is activated.
    Red { unit: UnitId, feature: Feature },
    /// Smoke lies on a square.
    Smoke { square: Square },
    /// A token is taken off.
    TokenOff { unit: UnitId, feature: Feature, one_of: u8 },
    /// Structure is regained.
    Mended { unit: UnitId, sp: u8 },
    /// A boat dives at once.
    CrashDived { unit: UnitId },
    /// A squadron is launched in the Movement phase.
    Launched { carrier: UnitId, plane: Plane, to: FlightTo },
    /// A side does nothing; its first pass in Movement stands it down.
    Passed { by: Side, stands_down: bool },
    /// A squadron goes into a strike.
    Strike { carrier: UnitId, plane: Plane, target: UnitId, square: Square },
    /// A fighter meets a screen.
    Dogfight {
        target: UnitId,
        carrier: UnitId,
        plane: Plane,
        screen_carrier: UnitId,
        screen: Plane,
        faces: [Face; 2],
        winner: Option<Side>,
    },
    /// A screen fighter attacks a bomber.
    Interception {
        target: UnitId,
        carrier: UnitId,
        plane: Plane,
        screen_carrier: UnitId,
        screen: Plane,
        face: Face,
        destroyed: bool,
    },
    /// No screen attacks any more.
    InterceptNone { target: UnitId },
    /// Anti-aircraft fire at a group.
    Flak { target: UnitId, square: Square, torpedo: bool, faces: Rolls, hits: u8 },
    /// A squadron is destroyed by flak.
    ShotDown { carrier: UnitId, plane: Plane },
    /// A group of dive bombers attacks.
    Bombed { target: UnitId, size: u8, value: u8, armour: u8, effective: bool, damage: u8 },
    /// A torpedo bomber hits.
    AirTorpedo { target: UnitId, carrier: UnitId, plane: Plane },
    /// An order is revealed.
    Ordered { by: Side, order: Order },
    /// An attack of guns is compared.
    Fired {
        unit: UnitId,
        battery: Battery,
        target: UnitId,
        value: u8,
        armour: u8,
        effective: bool,
        damage: u8,
    },
    /// An attack of guns is out of range now.
    Void { unit: UnitId, battery: Battery, target: UnitId },
    /// A torpedo hits.
    TorpedoHit { unit: UnitId, target: UnitId, damage: u8 },
    /// Depth charges; a deep boat rolled.
    Charged { unit: UnitId, target: UnitId, face: Option<Face>, sunk: bool },
    /// A further loss.
    Extra { unit: UnitId, cause: Cause },
    /// Structure lost, and what is left.
    Damaged { unit: UnitId, lost: u8, sp: u8 },
    /// A unit is sunk.
    Sunk { unit: UnitId },
    /// A token is placed for the next round.
    Token { unit: UnitId, feature: Feature, one_of: u8 },
    /// A token finds no feature.
    TokenLost { unit: UnitId },
    /// A squadron has no deck to land on.
    Ditched { carrier: UnitId, plane: Plane },
    /// The round is over.
    RoundOver { round: u8 },
    /// Somebody gave up.
    Resigned { by: Side },
    /// Somebody ran out of time or left for good.
    Forfeited { by: Side },
    /// The game is over.
    Over { verdict: Verdict, reason: EndReason, points: [u16; 2] },
}
