//! What is on the table: flat arrays of small numbers, cheap to clone.

mod squadrons;
mod unit;

pub(crate) use squadrons::{Deck, DeckId, MOST_RAIDERS, Raider, Strike};
pub use squadrons::{Flying, Plane, PlaneKind};
pub use unit::{HIT, LAUNCHED, MOVED, STRUCK, Status, Unit, UnitId};
pub(crate) use unit::{Tokens, letter, name, side_of_letter};

use crate::action::{Order, Spot};
use crate::board::{Dir, Metric, Scenery, Sea, Square, distance};
use crate::rules::dice::Face;
use crate::setup::{Options, Scenario};
use crate::units::CardId;
use admiralty_core::{Seat, SeatSet, Side, Verdict};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// Units a side can have.
pub const MAX_UNITS: usize = 24;
/// Carriers a side can have.
pub(crate) const MAX_DECKS: usize = 4;

/// South's side.
pub(crate) const SOUTH: Side = Side(0);
/// North's side.
pub(crate) const NORTH: Side = Side(1);

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Laying scenery in turn.
    Scenery,
    /// Choosing fleets, both at once.
    Fleet,
    /// Deploying, both at once.
    Deploy,
    /// Placing submarines.
    Subs,
    /// Bringing in stand-by units.
    Standby,
    /// Naming the first player.
    First,
    /// Moving, repairing, launching, in turn.
    Movement,
    /// Air strikes, in turn.
    Air,
    /// Screens that may attack bombers.
    Intercept,
    /// Dividing dive bombers into groups.
    Bombs,
    /// Placing the tokens of a strike.
    AirCrit,
    /// Writing orders, both at once.
    Orders,
    /// Placing the tokens of Resolution.
    Crit,
    /// Over.
    Over,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Scenery => "scenery is being laid",
            Phase::Fleet => "fleets are being chosen",
            Phase::Deploy => "units are being deployed",
            Phase::Subs => "submarines are being placed",
            Phase::Standby => "stand-by units may enter",
            Phase::First => "the first player is to be named",
            Phase::Movement => "it is the Movement phase",
            Phase::Air => "it is the Air step",
            Phase::Intercept => "a screen may attack a bomber",
            Phase::Bombs => "dive bombers are to be divided",
            Phase::AirCrit | Phase::Crit => "a critical token is to be placed",
            Phase::Orders => "orders are being written",
            Phase::Over => "the game is over",
        })
    }
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// One side has no unit left.
    Annihilation,
    /// The last round is over.
    Points,
    /// The points were equal, the losses were not.
    Losses,
    /// Somebody gave up.
    Resigned,
}

/// The result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// Who won.
    pub verdict: Verdict,
    /// Why.
    pub reason: EndReason,
}

/// What all know.
// BG-9-HI3: everything but fleets, deployments and orders is public.
#[derive(Clone, Debug)]
pub struct Public {
    /// The options.
    pub options: Options,
    /// The scenario; none: a free battle.
    pub(crate) scenario: Option<Arc<Scenario>>,
    /// The scenery.
    // BG-0-BF5: laid before the game, never changed.
    pub sea: Sea,
    /// Squares under smoke this round.
    pub smoke: u64,
    /// The units, South's from 0, North's from 24.
    pub units: [Unit; 2 * MAX_UNITS],
    /// How many units of each side are known.
    pub n_units: [u8; 2],
    /// Whose fleets were agreed openly.
    pub open: [bool; 2],
    /// Surface unit on each square.
    pub surface: [Option<UnitId>; 64],
    /// Submerged boat on each square.
    pub below: [Option<UnitId>; 64],
    /// The carriers' squadrons, South's from 0, North's from 4.
    pub decks: [Option<Deck>; 2 * MAX_DECKS],
    /// Available dice by face.
    // BG-0-BF3: each dashboard keeps available and exhausted dice; Admiral dice lie apart (index X).
    pub pool: [[u8; 6]; 2],
    /// Exhausted dice by face.
    pub exhausted: [[u8; 6]; 2],
    /// The round; 0 before the first.
    pub round: u8,
    /// What is being decided.
    pub phase: Phase,
    /// By whom, where only one decides.
    pub actor: Side,
    /// First player of the round.
    pub first: Side,
    /// Who has stood down in this Movement phase.
    pub stood_down: [bool; 2],
    /// Who has used its one Admiral move after standing down.
    pub late_move: [bool; 2],
    /// Passes in a row.
    pub passes: u8,
    /// Who is ready in a simultaneous phase.
    pub ready: [bool; 2],
    /// What South and North rolled for the first card of scenery, until the first has acted.
    pub scenery_roll: Option<[Face; 2]>,
    /// Cards of scenery laid in turn.
    pub laid: [u8; 2],
    /// The strike under way.
    pub strike: Option<Strike>,
    /// The result, when it is over.
    pub end: Option<End>,
}

/// What one side knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideSecret {
    /// Its fleet in the order of its handles, until all of it is public.
    pub fleet: Vec<CardId>,
    /// Its deployment, until both are ready.
    pub places: Vec<Spot>,
    /// Its orders, until both are ready.
    pub orders: Vec<Order>,
}

impl Public {
    /// An empty table.
    pub(crate) fn new(options: Options, scenario: Option<Arc<Scenario>>, sea: Sea) -> Public {
        let empty = Unit::new(CardId(0));
        Public {
            options,
            scenario,
            sea,
            smoke: 0,
            units: [empty; 2 * MAX_UNITS],
            n_units: [0; 2],
            open: [false; 2],
            surface: [None; 64],
            below: [None; 64],
            decks: [None; 2 * MAX_DECKS],
            pool: [[0; 6]; 2],
            exhausted: [[0; 6]; 2],
            round: 0,
            phase: Phase::Fleet,
            actor: SOUTH,
            first: SOUTH,
            stood_down: [false; 2],
            late_move: [false; 2],
            passes: 0,
            ready: [false; 2],
            scenery_roll: None,
            laid: [0; 2],
            strike: None,
            end: None,
        }
    }

    /// The unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// The unit, to be changed.
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    /// Is there such a unit?
    pub fn knows(&self, id: UnitId) -> bool {
        id.number() < usize::from(self.n_units[id.side().index()])
    }

    /// The known units of a side, in the order of their handles.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        let from = side.index() * MAX_UNITS;
        self.units[from..from + usize::from(self.n_units[side.index()])]
            .iter()
            .enumerate()
            .map(move |(i, unit)| (UnitId::at(from + i), unit))
    }

    /// The scenario, if it is one.
    pub fn scenario(&self) -> Option<&Scenario> {
        self.scenario.as_deref()
    }

    /// Those on the battlefield.
    pub fn afield(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.of_side(side).filter(|(_, unit)| unit.is_afield())
    }

    /// Adds a unit at the end of a side's handles.
    pub(crate) fn add_unit(&mut self, side: Side, card: CardId) -> UnitId {
        let id = UnitId::new(side, usize::from(self.n_units[side.index()]).min(MAX_UNITS - 1));
        self.n_units[side.index()] = id.number() as u8 + 1;
        let mut unit = Unit::new(card);
        let n = unit.class().n_squadrons();
        if n > 0 {
            let from = side.index() * MAX_DECKS;
            let decks = &mut self.decks[from..from + MAX_DECKS];
            if let Some(i) = decks.iter().position(Option::is_none) {
                let mut squadrons = [Flying::Absent; 8];
                squadrons[..usize::from(n).min(8)].fill(Flying::Aboard);
                decks[i] = Some(Deck { carrier: id, squadrons });
                unit.deck = Some(DeckId::at(from + i));
            }
        }
        self.units[id.index()] = unit;
        id
    }

    /// Puts a unit on the battlefield.
    pub(crate) fn place(&mut self, id: UnitId, status: Status, square: Square, heading: Dir) {
        let unit = self.unit_mut(id);
        unit.status = status;
        unit.at = Some(square);
        unit.heading = heading;
        match status {
            Status::Submerged => self.below[square.index()] = Some(id),
            _ => self.surface[square.index()] = Some(id),
        }
    }

    /// Takes a unit off its square, into another state.
    pub(crate) fn lift(&mut self, id: UnitId, status: Status) {
        let unit = self.unit_mut(id);
        let was = core::mem::replace(&mut unit.status, status);
        if let Some(square) = unit.at.take() {
            match was {
                Status::Submerged => self.below[square.index()] = None,
                _ => self.surface[square.index()] = None,
            }
        }
    }

    /// The surface unit on a square.
    pub fn surface_at(&self, square: Square) -> Option<UnitId> {
        self.surface[square.index()]
    }

    /// The submerged boat on a square.
    pub fn below_at(&self, square: Square) -> Option<UnitId> {
        self.below[square.index()]
    }

    /// Does the square hold a submarine in any state?
    pub fn has_boat(&self, square: Square) -> bool {
        self.below_at(square).is_some()
            || self.surface_at(square).is_some_and(|id| self.unit(id).is_boat())
    }

    /// Is the unit at the surface in fog?
    pub fn in_fog(&self, unit: &Unit) -> bool {
        // BG-0-FG19: fog binds a unit exactly while it is at the surface.
        unit.is_afloat() && self.sea.of(Scenery::Fog) & unit.square().bit() != 0
    }

    /// Distance between two squares.
    pub fn distance(&self, a: Square, b: Square) -> u8 {
        distance(self.options.metric, a, b)
    }

    /// How distance is counted.
    pub fn metric(&self) -> Metric {
        self.options.metric
    }

    /// How many dice of this face are available.
    pub fn dice(&self, side: Side, face: Face) -> u8 {
        self.pool[side.index()][face.index()]
    }

    /// The squares of a side's two nearest rows.
    pub const fn rows(side: Side) -> u64 {
        if side.0 == SOUTH.0 { 0xffff } else { 0xffff << 48 }
    }

    /// The squares of a side's half.
    pub const fn half(side: Side) -> u64 {
        if side.0 == SOUTH.0 { 0xffff_ffff } else { 0xffff_ffff << 32 }
    }

    /// The squares with a surface unit.
    pub(crate) fn surface_set(&self) -> u64 {
        let mut set = 0;
        for side in [SOUTH, NORTH] {
            for (_, unit) in self.of_side(side) {
                if unit.is_afloat() {
                    set |= unit.square().bit();
                }
            }
        }
        set
    }

    /// Has the side a unit in stand-by?
    pub(crate) fn has_standby(&self, side: Side) -> bool {
        self.of_side(side).any(|(_, unit)| unit.status == Status::Standby)
    }

    /// The deck of a carrier.
    pub fn deck(&self, id: UnitId) -> Option<&Deck> {
        self.decks[self.unit(id).deck?.index()].as_ref()
    }

    /// The deck of a carrier, to be changed.
    pub fn deck_mut(&mut self, id: UnitId) -> Option<&mut Deck> {
        self.decks[self.unit(id).deck?.index()].as_mut()
    }

    /// Every carrier's deck, in the order of the handles.
    pub fn all_decks(&self) -> impl Iterator<Item = &Deck> {
        self.decks.iter().flatten()
    }

    /// The carriers of a side, in the order of their handles.
    pub fn carriers(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.all_decks().map(|deck| deck.carrier).filter(move |id| id.side() == side)
    }

    /// The side that decides alone, or those not ready.
    pub fn deciding(&self) -> SeatSet {
        match self.phase {
            Phase::Over => SeatSet::EMPTY,
            Phase::Fleet | Phase::Deploy | Phase::Orders => [SOUTH, NORTH]
                .into_iter()
                .filter(|side| !self.ready[side.index()])
                .map(seat_of)
                .collect(),
            _ => SeatSet::only(seat_of(self.actor)),
        }
    }
}

/// The seat of a side.
pub(crate) const fn seat_of(side: Side) -> Seat {
    Seat(side.0)
}
