//! Options, placements, named templates, and how a table begins.

use crate::board::{Board, CLASSIC, Square, squares};
use crate::state::{History, Phase, Public, Rack, Secret, Token, WHITE, print};
use crate::units::{FLEET_SIZE, KINDS, Kind};
use crate::{NavalBattle, illegal::Illegal};
use admiralty_core::{BySeat, BySide, Dice, Die, Dry, Seeded, Side, Table};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// The most home squares a board has: five rows of ten.
const N_HOME: usize = 50;

/// Everything fixed before the first decision.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The options.
    pub options: Options,
    /// How play begins.
    pub start: Start,
}

/// How play begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// Both sides deploy in secret.
    Deploy,
    /// Both placements are given, White's first.
    Placed(Box<[Placement; 2]>),
    /// A position is given: a study, a lesson, an adjourned game.
    From(Box<Table<NavalBattle>>),
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The sea.
    pub board: Board,
    /// 2, or 4 with a Recorder for each side.
    // NB-F-14, NB-F-15, NB-T-01
    pub persons: u8,
    /// What the program remembers for the players.
    pub memory_aid: MemoryAid,
    /// What happens to a side that cannot act.
    pub immobile: Immobile,
    /// Shuttles in a row after which the next is barred; 0 never.
    pub shuttle_limit: u8,
    /// Occurrences of a position that end the game; 0 never.
    pub repetition_limit: u8,
    /// Turns without a loss that end the game; 0 never.
    pub quiet_limit: u16,
    /// Turns that end the game; 0 never.
    pub max_plies: u16,
    /// How the limits end it.
    pub adjudicate: Adjudicate,
    /// Seconds for the deployment; 0 no limit.
    pub deploy_seconds: u16,
}

/// What the program remembers for the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryAid {
    /// Everything.
    Full,
    /// Only what is fresh, and marks made by the team itself.
    Notes,
    /// Only what is fresh.
    Off,
}

/// What happens to a side that cannot act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Immobile {
    /// It loses.
    Loss,
    /// It passes.
    Pass,
}

/// How a limit ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudicate {
    /// As a draw.
    Draw,
    /// For the side with more points on the board.
    Points,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            board: CLASSIC,
            persons: 2,
            memory_aid: MemoryAid::Full,
            immobile: Immobile::Loss,
            shuttle_limit: 3,
            repetition_limit: 3,
            quiet_limit: 100,
            max_plies: 0,
            adjudicate: Adjudicate::Draw,
            deploy_seconds: 0,
        }
    }
}

/// Which piece stands on which home square, in the order of a deployment
/// string; may be incomplete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    kinds: [Option<Kind>; N_HOME],
}

impl Placement {
    /// No piece placed.
    pub const EMPTY: Placement = Placement { kinds: [None; N_HOME] };

    /// The piece on the `i`-th home square.
    pub fn get(&self, i: usize) -> Option<Kind> {
        self.kinds.get(i).copied().flatten()
    }

    /// Puts a piece on the `i`-th home square, or takes it away.
    pub fn set(&mut self, i: usize, kind: Option<Kind>) {
        if let Some(place) = self.kinds.get_mut(i) {
            *place = kind;
        }
    }

    /// Exchanges what stands on two home squares.
    pub fn swap(&mut self, i: usize, j: usize) {
        self.kinds.swap(i, j);
    }

    /// How many of a type stand.
    pub(crate) fn count(&self, kind: Kind) -> u8 {
        self.kinds.iter().filter(|k| **k == Some(kind)).count() as u8
    }

    /// What is still to be placed; nothing if it is a whole fleet.
    // NB-P-02: all 32 must stand before play starts.
    pub fn missing(&self) -> Vec<(Kind, u8)> {
        KINDS
            .into_iter()
            .map(|kind| (kind, kind.count() - self.count(kind).min(kind.count())))
            .filter(|(_, n)| *n > 0)
            .collect()
    }

    /// Reads a deployment string for a board: rows from front to back,
    /// separated by `/`. It must be complete and legal.
    // NB-P-12: what is wrong is named; NB-P-18: spare squares are dots.
    pub fn parse(text: &str, board: &Board) -> Result<Placement, Illegal> {
        let mut placement = Placement::EMPTY;
        let (columns, depth) = (board.columns as usize, board.depth() as usize);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != depth {
            return Err(Illegal::DeploymentRows { rows: rows.len() as u16, depth: depth as u8 });
        }
        for (r, row) in rows.iter().enumerate() {
            if row.chars().count() != columns {
                return Err(Illegal::DeploymentColumns {
                    row: r as u8 + 1,
                    signs: row.chars().count() as u16,
                    columns: columns as u8,
                });
            }
            for (c, sign) in row.chars().enumerate() {
                match (sign, Kind::from_sign(sign)) {
                    ('.', _) => {}
                    (_, Some(kind)) => placement.set(r * columns + c, Some(kind)),
                    _ => return Err(Illegal::DeploymentSign { row: r as u8 + 1, sign }),
                }
            }
        }
        placement.check(board)?;
        Ok(placement)
    }

    /// A whole fleet, none of it on an island.
    // NB-P-07: nothing else is asked of it.
    pub(crate) fn check(&self, board: &Board) -> Result<(), Illegal> {
        for (i, square) in board.home_in_order(WHITE).enumerate() {
            if self.get(i).is_some() && board.islands & square.bit() != 0 {
                // NB-P-23, NB-B-05
                return Err(Illegal::DeploymentIsland { number: i as u8 + 1 });
            }
        }
        for kind in KINDS {
            let found = self.count(kind);
            if found != kind.count() {
                return Err(Illegal::FleetCount { kind, found });
            }
        }
        Ok(())
    }

    /// The string of a placement.
    pub fn write(&self, board: &Board) -> String {
        let columns = board.columns as usize;
        let mut text = String::new();
        for i in 0..columns * board.depth() as usize {
            if i > 0 && i % columns == 0 {
                text.push('/');
            }
            text.push(self.get(i).map_or('.', Kind::sign));
        }
        text
    }

    /// A random placement: every arrangement on the water of the home area is
    /// equally likely. `below` gives a number below its argument.
    // NB-P-13
    pub(crate) fn random(
        board: &Board,
        mut below: impl FnMut(u16) -> Result<u16, Dry>,
    ) -> Result<Placement, Dry> {
        let water: Vec<usize> = board
            .home_in_order(WHITE)
            .enumerate()
            .filter(|(_, square)| board.water & square.bit() != 0)
            .map(|(i, _)| i)
            .collect();
        let mut pieces: Vec<Option<Kind>> =
            KINDS.into_iter().flat_map(|kind| (0..kind.count()).map(move |_| Some(kind))).collect();
        pieces.resize(water.len(), None);
        for i in (1..pieces.len()).rev() {
            pieces.swap(i, below(i as u16 + 1)? as usize);
        }
        let mut placement = Placement::EMPTY;
        for (i, kind) in water.into_iter().zip(pieces) {
            placement.set(i, kind);
        }
        Ok(placement)
    }

    /// The random placement of a seed: the same seed, the same placement.
    pub fn seeded(board: &Board, seed: u64) -> Placement {
        let mut generator = Seeded::new(seed);
        Placement::random(board, |n| Ok(generator.below(u32::from(n)) as u16))
            .expect("a generator never runs dry")
    }

    /// The random placement of the umpire's dice.
    pub(crate) fn rolled(board: &Board, dice: &mut dyn Dice) -> Result<Placement, Dry> {
        Placement::random(board, |n| Ok(dice.roll(Die(n))? - 1))
    }

    /// Left and right exchanged.
    // NB-P-16
    pub fn mirrored(&self, board: &Board) -> Placement {
        let columns = board.columns as usize;
        let mut mirrored = Placement::EMPTY;
        for i in 0..columns * board.depth() as usize {
            mirrored.set(i / columns * columns + columns - 1 - i % columns, self.get(i));
        }
        mirrored
    }
}

/// A named placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Template(pub(crate) u8);

/// Name, string and idea of each named placement.
// NB-P-15: each is a legal deployment of the classic board.
pub const TEMPLATES: [(&str, &str, &str); 10] = [
    ("Citadel", "13M21M41/2S452S31/MM361S2S/AM5S4321", "Admiral in a corner behind three mines"),
    ("Vault", "41S32143/2S1521S2/65MMM233/1SMAM4S1", "All five mines round a central Admiral"),
    (
        "IslandGates",
        "31M45M13/2S16S2S2/145S32MM/12S431MA",
        "Mines behind both islands, heavy ships in the middle gate",
    ),
    (
        "PicketScreen",
        "11S11S11/43526534/2MS3M22M/4S3MAM2S",
        "Light pickets in front of a heavy second row",
    ),
    ("ReefLine", "M1M3SM1M/2S5411S2/3126S523/14S3AM24", "Four mines in the front row"),
    (
        "Corsair",
        "24S56S42/13M45M31/1S2M32S1/13MAM2S1",
        "Strongest ships in front for an early break",
    ),
    ("FlagSortie", "31241S13/S5M6A5S2/243M1MS3/1S2M1M42", "The Admiral fights in the second row"),
    (
        "SweeperVan",
        "1S2S1S2S/31456143/SM25M3M1/2M4A3M12",
        "Sweepers in front, mines without a pattern",
    ),
    (
        "FalseCitadel",
        "132SM5M4/S23161M3/21MS4S53/A1M24S12",
        "Light ships that look like mines round a corner Admiral",
    ),
    ("LeftHook", "4653M1M1/54S3S21M/S3M122S1/12MA4S23", "A heavy left wing, mines on the right"),
];

impl Template {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Template> {
        (0..TEMPLATES.len() as u8).map(Template)
    }

    /// The template of this name.
    pub fn named(name: &str) -> Option<Template> {
        TEMPLATES
            .iter()
            .position(|(n, _, _)| n.eq_ignore_ascii_case(name))
            .map(|i| Template(i as u8))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TEMPLATES[self.0 as usize].0
    }

    /// Its idea in a few words.
    pub fn idea(self) -> &'static str {
        TEMPLATES[self.0 as usize].2
    }

    /// Its placement on a board.
    pub fn placement(self, board: &Board) -> Result<Placement, Illegal> {
        // NB-P-24: made for four home rows.
        if board.depth() != 4 {
            return Err(Illegal::TemplateDepth { name: self.name(), depth: board.depth() });
        }
        let mut placement = Placement::EMPTY;
        let columns = board.columns as usize;
        for (r, row) in TEMPLATES[self.0 as usize].1.split('/').enumerate() {
            for (c, sign) in row.chars().enumerate() {
                // NB-P-19: wider boards get empty squares between the halves.
                let c = if c < 4 { c } else { c + columns - 8 };
                placement.set(r * columns + c, Kind::from_sign(sign));
            }
        }
        for (i, square) in board.home_in_order(WHITE).enumerate() {
            if placement.get(i).is_some() && board.islands & square.bit() != 0 {
                return Err(Illegal::TemplateIsland { name: self.name() });
            }
        }
        Ok(placement)
    }
}

/// A table on which nothing has been placed.
pub(crate) fn blank(options: &Options) -> Table<NavalBattle> {
    let public = Public {
        options: *options,
        phase: Phase::Deploy,
        to_move: WHITE,
        ready: [false; 2],
        left: 0,
        ply: 0,
        quiet: 0,
        occupied: [0; 2],
        admirals: [Square(0); 2],
        token_at: [None; crate::board::N_SQUARES],
        moved: 0,
        dared: 0,
        known: [None; 2 * FLEET_SIZE],
        revealed_in: [0; 2 * FLEET_SIZE],
        racks: [Rack::EMPTY; 2],
        shuttles: [None; 2],
        offer: None,
        offered: [None; 2],
        history: History::start(0),
        complete: true,
    };
    // NB-F-01: two fleets.
    Table {
        public,
        sides: BySide::new(2, |_| Secret::EMPTY),
        seats: BySeat::new(options.persons, |_| ()),
        umpire: (),
    }
}

/// Puts both stored placements on the board and numbers the tokens.
// NB-P-11: White is to move. NB-P-04: the middle rows stay empty, since home squares are all there is.
pub(crate) fn place_fleets(table: &mut Table<NavalBattle>) {
    for side in [WHITE, Side(1)] {
        let Some(placement) = table.sides[side].placement.take() else { continue };
        let board = table.public.options.board;
        let mut number = 0;
        // NB-I-10: numbered along the deployment string, whatever the types.
        for (i, square) in board.home_in_order(side).enumerate() {
            if let Some(kind) = placement.get(i) {
                put(table, Token::new(side, number), square, kind);
                number += 1;
            }
        }
    }
    table.public.phase = Phase::Turn;
    table.public.to_move = WHITE;
    table.public.history = History::start(print(&table.public));
}

/// Puts one token down.
pub(crate) fn put(table: &mut Table<NavalBattle>, token: Token, square: Square, kind: Kind) {
    let side = token.side();
    let public = &mut table.public;
    public.occupied[side.index()] |= square.bit();
    public.token_at[square.index()] = Some(token);
    let secret = &mut table.sides[side];
    secret.kinds[token.number() as usize] = Some(kind);
    match kind {
        Kind::Mine => secret.mines |= square.bit(),
        Kind::Admiral => {
            public.admirals[side.index()] = square;
            // NB-P-06: everybody sees the Admirals.
            public.known[token.index()] = Some(kind);
        }
        _ => {}
    }
}

/// The home squares of a side that hold water.
pub(crate) fn home_water(board: &Board, side: Side) -> impl Iterator<Item = Square> + use<> {
    squares(board.home(side) & board.water)
}
