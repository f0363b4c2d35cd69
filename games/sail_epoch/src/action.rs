//! What players decide, and the picks by which a person gets there.

use crate::board::{Dir, Isle, Space};
use crate::state::{ShipSet, Standing};
use crate::units::{FortId, N_SHIPS, ShipId};
use admiralty_core::Seat;
use alloc::boxed::Box;

/// A ship or a fort. SE-3.3.2.1: nothing else fires. A Royal Port is no unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Unit(pub u8);

impl Unit {
    /// A ship.
    pub const fn ship(id: ShipId) -> Unit {
        Unit(id.0)
    }

    /// A fort.
    pub const fn fort(id: FortId) -> Unit {
        Unit(N_SHIPS as u8 + id.index() as u8)
    }

    /// The ship, if it is one.
    pub const fn as_ship(self) -> Option<ShipId> {
        if (self.0 as usize) < N_SHIPS { Some(ShipId(self.0)) } else { None }
    }

    /// The fort, if it is one.
    pub const fn as_fort(self) -> Option<FortId> {
        if (self.0 as usize) < N_SHIPS { None } else { Some(FortId::new(self.0 - N_SHIPS as u8)) }
    }
}

/// Units and how many shots each adds, two bits per unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guns(pub u64);

impl Guns {
    /// Nobody.
    pub const NONE: Guns = Guns(0);

    /// With a unit's shots set, 0 to 3.
    #[must_use]
    pub const fn with(self, unit: Unit, shots: u8) -> Guns {
        let at = unit.0 as u32 * 2;
        Guns(self.0 & !(3 << at) | (shots as u64 & 3) << at)
    }

    /// Shots of a unit.
    pub const fn of(self, unit: Unit) -> u8 {
        (self.0 >> (unit.0 as u32 * 2) & 3) as u8
    }

    /// The units that take part with their shots, ships first.
    pub fn iter(self) -> impl Iterator<Item = (Unit, u8)> + Clone {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            (bits != 0).then(|| {
                let i = bits.trailing_zeros() / 2;
                let shots = (bits >> (i * 2) & 3) as u8;
                bits &= !(3 << (i * 2));
                (Unit(i as u8), shots)
            })
        })
    }

    /// All shots together.
    pub fn total(self) -> u8 {
        ((self.0 & 0x5555_5555_5555_5555).count_ones()
            + 2 * (self.0 & 0xAAAA_AAAA_AAAA_AAAA).count_ones()) as u8
    }

    /// The ships among them.
    pub fn ships(self) -> ShipSet {
        self.iter().filter_map(|(unit, _)| unit.as_ship()).collect()
    }
}

/// What a shot aims at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aim {
    /// The hull.
    #[default]
    Hull,
    /// The sails (Admiral).
    Sails,
}

/// One group that fires with one die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volley {
    /// Who fires.
    pub guns: Guns,
    /// At whom.
    pub target: Unit,
    /// At what.
    pub aim: Aim,
}

/// Courses of one movement: up to ten legs of a direction and 1 to 7 spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Course(pub u64);

impl Course {
    /// Most legs that fit.
    pub const MAX_LEGS: u8 = 10;

    /// One straight leg.
    pub const fn straight(dir: Dir, n: u8) -> Course {
        Course(1 | ((dir.0 as u64) << 3 | n as u64 & 7) << 4)
    }

    /// With one more leg.
    #[must_use]
    pub const fn then(self, dir: Dir, n: u8) -> Course {
        let legs = self.len() as u64;
        let leg = ((dir.0 as u64) << 3 | n as u64 & 7) << (4 + legs * 6);
        Course((self.0 & !15 | leg) | (legs + 1))
    }

    /// How many legs.
    pub const fn len(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// Is there none?
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The legs in order.
    pub fn legs(self) -> impl Iterator<Item = (Dir, u8)> + Clone {
        (0..self.len()).map(move |i| {
            let leg = self.0 >> (4 + i * 6);
            (Dir((leg >> 3 & 7) as u8), (leg & 7) as u8)
        })
    }
}

/// One space of an Admiral movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Helm {
    /// Straight ahead.
    Ahead,
    /// Turning 45° to port.
    Port,
    /// Turning 45° to starboard.
    Starboard,
}

impl Helm {
    /// The three.
    pub const ALL: [Helm; 3] = [Helm::Ahead, Helm::Port, Helm::Starboard];

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Helm::Ahead => 'F',
            Helm::Port => 'L',
            Helm::Starboard => 'R',
        }
    }
}

/// An Admiral movement: up to twelve spaces, and a turn in the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Path {
    steps: u32,
    len: u8,
    /// Turn in the last space in steps of 45°, to starboard if positive.
    pub pivot: i8,
}

impl Path {
    /// Most spaces.
    pub const MAX: u8 = 12;
    /// No movement at all.
    pub const NONE: Path = Path { steps: 0, len: 0, pivot: 0 };

    /// With one more space.
    #[must_use]
    pub const fn then(self, helm: Helm) -> Path {
        let steps = self.steps | (helm as u32) << (self.len as u32 * 2);
        Path { steps, len: self.len + 1, pivot: self.pivot }
    }

    /// With a turn in the last space.
    #[must_use]
    pub const fn turning(self, pivot: i8) -> Path {
        Path { pivot, ..self }
    }

    /// How many spaces.
    pub const fn len(self) -> u8 {
        self.len
    }

    /// Is there none?
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// One of the spaces.
    pub const fn get(self, i: u8) -> Option<Helm> {
        if i >= self.len {
            return None;
        }
        Some(match self.steps >> (i as u32 * 2) & 3 {
            0 => Helm::Ahead,
            1 => Helm::Port,
            _ => Helm::Starboard,
        })
    }

    /// The spaces in order.
    pub fn steps(self) -> impl Iterator<Item = Helm> + Clone {
        (0..self.len).filter_map(move |i| self.get(i))
    }
}

/// A captain card (Admiral, A8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captain {
    /// Makes 2 a hit.
    Target = 1,
    /// Fires first.
    Initiative = 2,
}

/// A share of a ship or fort in an allotment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Who gets it.
    pub unit: Unit,
    /// Strength.
    pub points: u8,
    /// Goods aboard afterwards.
    pub cargo: u8,
}

/// A piece that is placed before play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// An island, turned by quarter turns.
    Island(Isle, u8),
    /// A fort.
    Fort,
    /// A Royal Port.
    RoyalPort,
    /// A reef.
    Reef,
}

/// Where goods are loaded from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    /// They lie on the ship's space.
    Field,
    /// They are at a fort.
    Fort(FortId),
    /// They lie under a captured map.
    Map(Seat),
}

/// What a player decides. SE-3.3: movement, gunfire and fireships, boarding,
/// repair, forts, mines, and the scenarios' cargo.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names of the fields say what they are")]
pub enum Action {
    /// Places a piece.
    Place {
        piece: Piece,
        /// Where; for an island its north-west corner.
        space: Space,
    },
    /// Notes a mine.
    Mine(Space),
    /// Notes the treasure map.
    Map(Space),
    /// Gives a mine a standing order.
    Order { space: Space, order: Standing },
    /// Puts a ship on the field.
    Deploy {
        ship: ShipId,
        space: Space,
        /// Its bow, if it is not to point to the middle of the field.
        bow: Option<Dir>,
    },
    /// Moves a ship.
    Move { ship: ShipId, course: Course },
    /// Moves a ship that has a bow (Admiral).
    Sail { ship: ShipId, path: Path },
    /// Turns a ship in its space (Admiral).
    Turn {
        ship: ShipId,
        /// By how many steps of 45°, to starboard if positive.
        by: i8,
    },
    /// Points a bow before play (Admiral).
    Bow { ship: ShipId, dir: Dir },
    /// Gives a ship a captain before play (Admiral).
    Captain { ship: ShipId, card: Captain },
    /// Lets the storm carry a ship.
    Drift(ShipId),
    /// Fires one group, or two with both broadsides.
    Fire { first: Volley, second: Option<Box<Volley>> },
    /// Fires a shot at nothing.
    Waste(Unit),
    /// Makes a ship a fireship.
    Ignite(ShipId),
    /// Blows up a due fireship.
    Explode(ShipId),
    /// Boards an enemy ship.
    Board { attackers: ShipSet, target: ShipId },
    /// Assaults a fort.
    Assault { attackers: ShipSet, fort: FortId },
    /// Names ships that defend an assaulted fort.
    Defend(ShipSet),
    /// Hands out strength.
    Allot(Box<[Share]>),
    /// Begins repair.
    Repair { ship: ShipId, fort: FortId },
    /// Ends repair.
    Unrepair(ShipId),
    /// Has the sails mended instead of the hull in this phase (Admiral).
    Mend(ShipId),
    /// Begins works at a fort or ruin.
    Work { fort: FortId, ships: ShipSet },
    /// Ends works.
    Release(FortId),
    /// Hoists the flag over a rebuilt fort.
    Raise(FortId),
    /// Loads goods.
    Load { ship: ShipId, n: u8, from: Hold },
    /// Unloads goods at a fort.
    Unload { ship: ShipId, n: u8, fort: FortId },
    /// Takes gold of a sunk ship.
    Plunder(Box<[(ShipId, u8)]>),
    /// Declines.
    Pass,
    /// Detonates a mine.
    Detonate(Space),
    /// Offers a temporary alliance; 0 Turns is open-ended.
    Offer { seat: Seat, turns: u8 },
    /// Accepts it.
    Accept,
    /// Declines it.
    Decline,
    /// Gives notice of the end of an alliance.
    Notice(Seat),
    /// Breaks an alliance.
    Break(Seat),
    /// Gives a fort to a team mate.
    Give { fort: FortId, seat: Seat },
    /// Ends the phase.
    End,
    /// Gives up.
    Resign,
    /// A player has run out of time; the clock says so.
    TimeOut(Seat),
    /// A player has left for good; the host says so.
    Left(Seat),
}

/// What kind of thing is done, as a person picks it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "each is the word that it stands for")]
pub enum Verb {
    Move,
    Drift,
    Fire,
    Waste,
    Ignite,
    Explode,
    Board,
    Assault,
    Repair,
    Unrepair,
    Mend,
    Work,
    Release,
    Raise,
    Load,
    Unload,
    Deploy,
    Give,
    Offer,
    Notice,
    Break,
    End,
    Pass,
    Accept,
    Decline,
    Resign,
    Island,
    Fort,
    RoyalPort,
    Reef,
    Mine,
    Map,
    Order,
    Detonate,
    Defend,
    Plunder,
    Turn,
    Bow,
    Captain,
}

/// One step on the way to an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// A ship or fort that acts.
    Unit(Unit),
    /// What it does.
    Do(Verb),
    /// Whom it does it to.
    Target(Unit),
    /// A space.
    Place(Space),
    /// A number: shots, goods, strength, Turns.
    Number(u8),
    /// A player.
    Player(Seat),
    /// An island and how it is turned.
    Isle(Isle, u8),
    /// A standing order.
    Standing(Standing),
    /// Where goods come from.
    From(Hold),
    /// What a shot aims at.
    Aim(Aim),
    /// A space of an Admiral movement, and where it leads.
    Helm(Helm, Space),
    /// A turn in the space, to starboard if positive.
    Pivot(i8),
    /// A direction.
    Toward(Dir),
    /// A captain card.
    Card(Captain),
    /// A second group: the other broadside.
    Also,
    /// That is all.
    Done,
}
