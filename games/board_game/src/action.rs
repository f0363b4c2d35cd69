//! What players decide, and the picks on the way to it.

use crate::board::{Dir, Scenery, Square};
use crate::rules::dice::Face;
use crate::state::{Plane, UnitId};
use crate::units::{Battery, CardId, Feature};
use admiralty_core::Side;
use alloc::boxed::Box;

/// A unit, a square, a heading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Spot {
    /// The unit.
    pub unit: UnitId,
    /// Its square, or the stand-by area.
    pub square: Option<Square>,
    /// Its heading.
    pub heading: Dir,
}

/// The steps of a move, at most eight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Path(u32);

impl Path {
    /// The most steps a path can hold.
    pub(crate) const MAX: usize = 8;

    /// How many steps.
    pub const fn len(self) -> usize {
        (self.0 >> 24) as usize
    }

    /// No step at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one step more.
    #[must_use]
    pub const fn then(self, dir: Dir) -> Path {
        let n = self.len();
        if n >= Path::MAX {
            return self;
        }
        Path((self.0 & 0xff_ffff) | (dir as u32) << (3 * n) | ((n as u32 + 1) << 24))
    }

    /// The steps in order.
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        (0..self.len()).map(move |i| Dir::ALL[(self.0 >> (3 * i) & 7) as usize])
    }

    /// The last step.
    pub(crate) fn last(self) -> Option<Dir> {
        let n = self.len();
        (n > 0).then(|| Dir::ALL[(self.0 >> (3 * (n - 1)) & 7) as usize])
    }
}

/// What ends a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Finish {
    /// Nothing more.
    Stop,
    /// A turn on the spot.
    Pivot(Dir),
    /// Going under.
    Dive,
    /// Coming up, with this heading.
    Up(Dir),
    /// Leaving the board.
    Exit,
}

/// What a green feature is used on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FxArg {
    /// Nothing to choose.
    None,
    /// Smoke on this square.
    Square(Square),
    /// Damage control: one structure point.
    Sp,
    /// Damage control: the token on this feature.
    Token(Feature),
}

/// A squadron launched in the Movement phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Flight {
    /// The squadron.
    pub plane: Plane,
    /// Where it goes.
    pub to: FlightTo,
}

/// Where a launched squadron goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FlightTo {
    /// Screens this unit.
    Screen(UnitId),
    /// Over this square.
    Square(Square),
}

/// A squadron of a strike and its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Aim {
    /// The squadron.
    pub plane: Plane,
    /// What it attacks.
    pub target: UnitId,
    /// From where, for torpedo bombers; others fly over their target.
    pub square: Option<Square>,
}

/// One attack or feature in the orders. Their order here is the order in a list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Order {
    /// A green feature of an own unit.
    Fx(UnitId, Feature),
    /// A red feature of an enemy unit.
    Rx(UnitId, Feature),
    /// Guns.
    Art {
        /// Who fires.
        unit: UnitId,
        /// Which guns.
        battery: Battery,
        /// One die or two, in the order of the faces.
        dice: (Face, Option<Face>),
        /// One target or two.
        targets: (UnitId, Option<UnitId>),
    },
    /// Torpedoes.
    Torp {
        /// Who launches.
        unit: UnitId,
        /// Dice with the Torpedo symbol.
        torpedo_dice: u8,
        /// Admiral dice.
        admiral_dice: u8,
        /// The target of each torpedo.
        targets: Targets,
    },
    /// Depth charges.
    Dc {
        /// Who drops them.
        unit: UnitId,
        /// The die.
        die: Face,
        /// The boat.
        target: UnitId,
    },
}

/// The targets of up to eight torpedoes, in the order of the handles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Targets([Option<UnitId>; Targets::MAX]);

impl Targets {
    /// The most torpedoes of one order.
    pub(crate) const MAX: usize = 8;

    /// One target for each torpedo.
    pub fn new(aimed: impl IntoIterator<Item = UnitId>) -> Targets {
        let mut targets = Targets::default();
        for (place, target) in targets.0.iter_mut().zip(aimed) {
            *place = Some(target);
        }
        targets
    }

    /// One torpedo more, in its place in the order of the handles.
    #[must_use]
    pub fn with(self, target: UnitId) -> Targets {
        let after = self.iter().filter(move |other| *other > target);
        let before = self.iter().filter(move |other| *other <= target);
        Targets::new(before.chain([target]).chain(after))
    }

    /// The target of each torpedo.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        self.0.into_iter().map_while(|target| target)
    }

    /// The one target, if all torpedoes have the same.
    pub fn single(self) -> Option<UnitId> {
        let first = self.0[0]?;
        self.iter().all(|target| target == first).then_some(first)
    }
}

/// Sizes of groups of dive bombers, greatest first; rest 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Groups(pub [u8; 5]);

impl Groups {
    /// The sizes.
    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().take_while(|n| *n > 0)
    }

    /// All bombers together.
    pub(crate) fn total(self) -> u8 {
        self.0.iter().fold(0, |sum, n| sum.saturating_add(*n))
    }
}

/// A decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Lays a card of scenery.
    Lay(Square, Scenery),
    /// Lays none.
    LayNone,
    /// Chooses a fleet: surface units, then submarines.
    Fleet(Box<[CardId]>),
    /// Deploys: every surface unit in the order of the handles.
    Deploy(Box<[Spot]>),
    /// Places the submarines.
    Subs(Box<[Spot]>),
    /// Brings in stand-by units.
    Enter(Box<[Spot]>),
    /// Names the first player.
    First(Side),
    /// Moves a unit.
    Move {
        /// The unit.
        unit: UnitId,
        /// The die it is paid with.
        die: Face,
        /// The steps.
        path: Path,
        /// What ends it.
        finish: Finish,
    },
    /// Activates a green feature.
    Fx {
        /// The unit.
        unit: UnitId,
        /// The feature.
        feature: Feature,
        /// What it is used on.
        arg: FxArg,
    },
    /// Activates a red feature of an enemy unit.
    Rx {
        /// The enemy unit.
        unit: UnitId,
        /// The feature.
        feature: Feature,
    },
    /// Repairs.
    Repair {
        /// The unit.
        unit: UnitId,
        /// The die with Movement.
        movement: Face,
        /// The die with Artillery.
        artillery: Face,
    },
    /// Launches squadrons in the Movement phase.
    Launch {
        /// The carrier.
        carrier: UnitId,
        /// Its squadrons, in the order of the deck.
        flights: Box<[Flight]>,
    },
    /// Strikes from the air.
    Strike {
        /// The carrier.
        carrier: UnitId,
        /// Its squadrons, in the order of the deck.
        aims: Box<[Aim]>,
    },
    /// A free screen fighter attacks this bomber, or none does.
    Intercept(Option<Plane>),
    /// Divides the dive bombers over a target.
    Bombs(UnitId, Groups),
    /// Places a token.
    Crit(UnitId, Feature),
    /// Gives orders, sorted.
    Orders(Box<[Order]>),
    /// Does nothing.
    Pass,
    /// Gives up.
    Resign,
    /// The clock or the host says that a side has lost: out of time, or gone for good.
    Forfeit(Side),
}

/// One step on the way to an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// A kind of scenery.
    Scenery(Scenery),
    /// A square.
    Square(Square),
    /// A card for the fleet.
    Card(CardId),
    /// A ready fleet.
    ReadyFleet(u8),
    /// The ready deployment.
    ReadyLine,
    /// A unit.
    Unit(UnitId),
    /// The stand-by area.
    Standby,
    /// A heading.
    Heading(Dir),
    /// A first player.
    Side(Side),
    /// Move this unit.
    Move(UnitId),
    /// Pay with this die.
    Die(Face),
    /// One step to this square.
    Step(Dir, Square),
    /// End the move here.
    Stop,
    /// Turn on the spot.
    Pivot(Dir),
    /// Go under.
    Dive,
    /// Come up with this heading.
    Up(Dir),
    /// Leave the board.
    Exit,
    /// A green feature of this unit.
    Fx(UnitId, Feature),
    /// A red feature of this unit.
    Rx(UnitId, Feature),
    /// Regain a structure point.
    Sp,
    /// The token on this feature.
    Feature(Feature),
    /// Repair this unit.
    Repair(UnitId),
    /// Two dice.
    Dice(Face, Face),
    /// Launch from this carrier.
    Launch(UnitId),
    /// Strike from this carrier.
    Strike(UnitId),
    /// This squadron.
    Plane(Plane),
    /// Screen this unit.
    Screen(UnitId),
    /// Against this unit.
    Target(UnitId),
    /// Half of a split attack against this unit.
    Split(UnitId),
    /// One torpedo at this unit.
    Torpedo(UnitId),
    /// A battery of this unit.
    Gun(UnitId, Battery),
    /// The torpedoes of this unit.
    Tubes(UnitId),
    /// The depth charges of this unit.
    Charges(UnitId),
    /// So many Torpedo and Admiral dice.
    Salvo(u8, u8),
    /// These groups.
    Groups(Groups),
    /// A token on a feature of a unit.
    Token(UnitId, Feature),
    /// Nothing more.
    Done,
    /// Nothing at all.
    Pass,
    /// Give up.
    Resign,
}
