//! Everything fixed before the first decision: the order of battle, the map,
//! the options and who commands what. Read from documents and scenario blocks, validated,
//! and shared by all tables of a game.

pub(crate) mod begin;
mod block;
mod document;
mod finish;
mod items;
mod options;
mod places;
mod seats;
mod terms;
mod validate;
mod write;

use crate::board::{Dir, Extent, Point, PointSet};
use crate::units::{Chart, Crews, Doctrine, Force, Nation};
use admiralty_core::{Doc, Faults, Printed, Seat, Side};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroU8;

pub(crate) use items::{clock_time, read_points, side_by_code};
pub use options::{Options, read_setup};
pub(crate) use options::{read_base, write_base, write_setup};

/// A squadron by its place in the order of battle: side A first, then by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SquadId(pub u8);

/// A ship by its place in the order of battle: by squadron, line ships before
/// frigates, each by number. Kept one higher, so that "no ship" costs no room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ShipId(NonZeroU8);

impl SquadId {
    /// As an index.
    pub const fn i(self) -> usize {
        self.0 as usize
    }
}

impl ShipId {
    /// The ship of this index; battles have at most 120.
    pub const fn new(index: u8) -> ShipId {
        ShipId(NonZeroU8::MIN.saturating_add(index))
    }

    /// Her number, from 0.
    pub const fn n(self) -> u8 {
        self.0.get() - 1
    }

    /// As an index.
    pub const fn i(self) -> usize {
        self.n() as usize
    }
}

/// The set-up of a game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The battle.
    pub battle: Arc<Battle>,
    /// Roll the wind at the start.
    pub random_wind: bool,
    /// Roll the hour at the start.
    pub random_start: bool,
    /// Do both sides have to confirm before it begins?
    pub custom: bool,
}

/// What a scenario block says, and what it makes of the seats.
#[derive(Clone, PartialEq, Debug)]
pub struct Battle {
    /// Its key.
    pub id: String,
    /// What it was read from.
    pub source: Source,
    /// Name of the battle.
    pub title: String,
    /// When.
    pub date: String,
    /// Where.
    pub place: String,
    /// What the top of the map is in the world.
    pub orient: String,
    /// Chart of ratings.
    pub chart: Chart,
    /// Size of the lattice.
    pub extent: Extent,
    /// Wind at the start.
    pub wind: Dir,
    /// Its strength.
    pub force: Force,
    /// Does the scenario preset random wind changes?
    pub changes: bool,
    /// Start, in minutes after midnight.
    pub clock: u16,
    /// Nightfall.
    pub nightfall: u16,
    /// The two fleets.
    pub sides: [SideInfo; 2],
    /// The squadrons, in canonical order.
    pub squads: Vec<SquadInfo>,
    /// The ships, in canonical order.
    pub ships: Vec<ShipInfo>,
    /// Points nobody can enter.
    pub land: PointSet,
    /// Points where ships may ground.
    pub shoal: PointSet,
    /// Rules of this scenario alone.
    pub specials: Vec<Special>,
    /// Points for other things than ships.
    pub objectives: Vec<Objective>,
    /// Margins of a marginal and a decisive victory.
    pub levels: (i16, i16),
    /// Strengths of the check line, if the block has one: sum and ships per side.
    pub check: Option<[(u16, u8); 2]>,
    /// The approach on the hex map, if the game begins there.
    pub approach: Option<Approach>,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The options.
    pub options: Options,
    /// The options that the scenario itself asks for.
    pub preset: Options,
    /// What is unusual but allowed.
    pub warnings: Vec<String>,
    /// Not one of the built-in battles?
    pub custom: bool,
}

/// What a battle was read from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// A scenario block, as text.
    Block(String),
    /// A document (docs/scenarios.md).
    Document(Doc),
}

/// A fleet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideInfo {
    /// Its name.
    pub name: String,
    /// Bold Captains.
    pub bold: bool,
    /// How it fires.
    pub doctrine: Doctrine,
    /// How well it is manned.
    pub crews: Crews,
    /// Does it ignore shoals?
    pub shallow: bool,
}

/// A squadron.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquadInfo {
    /// Its fleet.
    pub side: Side,
    /// Its number in the fleet.
    pub number: u8,
    /// Its division.
    pub division: u8,
    /// The nation of its ships.
    pub nation: Nation,
    /// What it is called.
    pub title: String,
    /// Who commands it.
    pub admiral: String,
    /// Is the commander-in-chief here?
    pub cinc: bool,
    /// The turn in whose Signals Phase it arrives, if it is not there from the start.
    pub arrive: Option<u8>,
    /// Its first ship.
    pub first: ShipId,
    /// One past its last line ship.
    pub end_line: ShipId,
    /// One past its last frigate.
    pub end: ShipId,
    /// Its flagship at the start; a block without one is refused.
    pub flag: Option<ShipId>,
    /// Its seat.
    pub seat: Seat,
}

impl SquadInfo {
    /// A squadron of which nothing more is known.
    pub(crate) fn new(side: Side, number: u8) -> SquadInfo {
        SquadInfo {
            side,
            number,
            division: 1,
            nation: Nation::Br,
            title: String::new(),
            admiral: String::new(),
            cinc: false,
            arrive: None,
            first: ShipId::new(0),
            end_line: ShipId::new(0),
            end: ShipId::new(0),
            flag: None,
            seat: Seat(side.0),
        }
    }
}

/// A ship as she was before the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShipInfo {
    /// Her name.
    pub name: String,
    /// Her guns.
    pub guns: u16,
    /// Her initial Strength.
    pub rating: u8,
    /// Ship of the line?
    pub line: bool,
    /// Her squadron.
    pub squad: SquadId,
    /// Her number in it.
    pub number: u8,
    /// Where she starts.
    pub at: Point,
    /// Her heading at the start.
    pub heading: Dir,
    /// Axis of a Line of Bearing at the start.
    pub axis: Option<Dir>,
    /// Which Group of the squadron, in the order of the block.
    pub group: u8,
    /// Does she start as a straggler?
    pub straggler: bool,
}

impl ShipInfo {
    /// A ship of the line whose place is not known yet.
    pub(crate) fn new(name: String, guns: u16, rating: u8) -> ShipInfo {
        ShipInfo {
            name,
            guns,
            rating,
            line: true,
            squad: SquadId(0),
            number: 0,
            at: Point::default(),
            heading: Dir::N,
            axis: None,
            group: 0,
            straggler: false,
        }
    }
}

/// A chair at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatInfo {
    /// Its side; none for the gamemaster.
    pub side: Option<Side>,
    /// Its code in records.
    pub code: String,
    /// Is it the commander-in-chief's?
    pub cinc: bool,
}

/// A rule of one scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// The squadron keeps to speed 1 through this turn.
    Lag(SquadId, u8),
    /// The squadron neither turns nor hastens through this turn.
    Inert(SquadId, u8),
    /// The wind changes in this turn's Signals Phase.
    WindEvent {
        /// The turn.
        turn: u8,
        /// New direction.
        dir: Option<Dir>,
        /// New strength.
        force: Option<Force>,
    },
}

/// A source of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Points at the start.
    Handicap(Side, i16),
    /// Points for staying on the map.
    Endure {
        /// Who.
        side: Side,
        /// In turns divisible by this.
        every: u8,
        /// With at least so many ships.
        min: u8,
        /// Points.
        points: i16,
    },
    /// Points for leaving by an edge.
    Exit {
        /// Who.
        side: Side,
        /// Edges: N 1, E 2, S 4, W 8.
        edges: u8,
        /// Times the rating.
        times: u8,
    },
}

/// The start on the hex map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approach {
    /// Size of the hex map.
    pub extent: Extent,
    /// Hexes nobody can enter.
    pub land: PointSet,
    /// The squadrons: who, in line ahead or abreast, facing, and the hex of each Group.
    pub squads: Vec<ApproachSquad>,
}

/// A squadron on the hex map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApproachSquad {
    /// Which.
    pub squad: SquadId,
    /// Line ahead (else abreast)?
    pub ahead: bool,
    /// Facing of all its Groups.
    pub facing: Dir,
    /// Hex of each Group, van first.
    pub hexes: Vec<Point>,
}

macro_rules! scenarios {
    ($($id:literal),* $(,)?) => {
        /// The built-in battles.
        pub static SCENARIOS: [Printed; 23] =
            [$(Printed::new($id, include_str!(concat!("../../scenarios/", $id, ".toml")))),*];
    };
}
scenarios!(
    "evolutions",
    "ortegal-1805",
    "san-domingo-1806",
    "leghorn-1653",
    "lowestoft-1665",
    "texel-1673",
    "beachy-head-1690",
    "barfleur-1692",
    "toulon-1744",
    "finisterre-1747",
    "quiberon-1759",
    "ushant-1778",
    "dogger-bank-1781",
    "chesapeake-1781",
    "saintes-1782",
    "negapatam-1782",
    "first-of-june-1794",
    "st-vincent-1797",
    "camperdown-1797",
    "trafalgar-1805",
    "ushant-approach",
    "chesapeake-approach",
    "trafalgar-approach",
);

/// A built-in battle.
pub(crate) fn builtin(id: &str) -> Option<&'static Printed> {
    SCENARIOS.iter().find(|known| known.id == id)
}

impl Battle {
    /// Reads and validates a block, with the options of the game.
    pub fn read(text: &str, options: Options) -> Result<Battle, Faults> {
        let mut battle = block::parse(text, options)?;
        battle.warnings = validate::validate(&battle, &places::Places::default())?;
        Ok(battle)
    }

    /// Reads and validates a document that stands at this path.
    pub fn read_document(doc: &Doc, place: &str, options: Options) -> Result<Battle, Faults> {
        document::read(doc, place, options)
    }

    /// The battle as a document: reading it gives the same battle.
    pub fn write_document(&self) -> Doc {
        write::document(self)
    }

    /// The side of a squadron.
    pub fn side(&self, squad: SquadId) -> Side {
        self.squads[squad.i()].side
    }

    /// The squadron by its code `A1`.
    pub fn squad_by_code(&self, code: &str) -> Option<SquadId> {
        let side = match code.bytes().next()? {
            b'A' => Side(0),
            b'B' => Side(1),
            _ => return None,
        };
        let number: u8 = code[1..].parse().ok()?;
        let found = self.squads.iter().position(|s| s.side == side && s.number == number)?;
        Some(SquadId(found as u8))
    }

    /// `A1`.
    pub fn squad_code(&self, squad: SquadId) -> String {
        match self.squads.get(squad.i()) {
            Some(s) => format!("{}{}", side_code(s.side), s.number),
            None => "?".to_string(),
        }
    }

    /// The ship by its code `A1.3` or `A1f2`.
    pub fn ship_by_code(&self, code: &str) -> Option<ShipId> {
        let (squad, number, line) = match code.split_once('.') {
            Some((squad, number)) => (squad, number, true),
            None => {
                let (squad, number) = code.split_once('f')?;
                (squad, number, false)
            }
        };
        let squad = self.squad_by_code(squad)?;
        let number: u8 = number.parse().ok()?;
        let info = &self.squads[squad.i()];
        let (from, end) =
            if line { (info.first, info.end_line) } else { (info.end_line, info.end) };
        let id = from.n().checked_add(number.checked_sub(1)?)?;
        (id < end.n()).then_some(ShipId::new(id))
    }

    /// `A1.3`, `A1f2`.
    pub fn ship_code(&self, ship: ShipId) -> String {
        match self.ships.get(ship.i()) {
            Some(info) => {
                let squad = self.squad_code(info.squad);
                let dot = if info.line { '.' } else { 'f' };
                format!("{squad}{dot}{}", info.number)
            }
            None => "?".to_string(),
        }
    }

    /// Name of a ship.
    pub fn ship_name(&self, ship: ShipId) -> &str {
        self.ships.get(ship.i()).map_or("?", |info| info.name.as_str())
    }

    /// The seats of a side.
    pub fn seats_of(&self, side: Side) -> impl Iterator<Item = Seat> + '_ {
        self.seats
            .iter()
            .enumerate()
            .filter(move |(_, s)| s.side == Some(side))
            .map(|(i, _)| Seat(i as u8))
    }

    /// The side of a seat; none for the gamemaster.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.seats.get(seat.index()).and_then(|s| s.side)
    }

    /// May a ship be on this point?
    pub fn is_sea(&self, p: Point) -> bool {
        self.extent.has(p) && !self.land.has(p)
    }
}

/// `A` or `B`.
pub(crate) const fn side_code(side: Side) -> &'static str {
    if side.0 == 0 { "A" } else { "B" }
}
