//! Placements: which piece stands on which home square.

use crate::board::{Board, Square, squares};
use crate::illegal::Illegal;
use crate::state::WHITE;
use crate::units::{KINDS, Kind};
use admiralty_core::{Dice, Die, Dry, Seeded, Side};
use alloc::string::String;
use alloc::vec::Vec;

/// The most home squares a board has: five rows of ten.
const N_HOME: usize = 50;

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

    /// How many pieces are still to be placed.
    pub(crate) fn n_missing(&self) -> u8 {
        self.missing().iter().map(|(_, n)| n).sum()
    }

    /// Reads a deployment string for a board: rows from front to back,
    /// separated by `/`. It must be complete and legal.
    // NB-P-12: what is wrong is named; NB-P-18: spare squares are dots.
    pub fn parse(text: &str, board: &Board) -> Result<Placement, Illegal> {
        let placement = Placement::read(text, board)?;
        placement.check(board, None)?;
        Ok(placement)
    }

    /// Reads a deployment string, complete or not.
    pub(crate) fn read(text: &str, board: &Board) -> Result<Placement, Illegal> {
        let mut placement = Placement::EMPTY;
        let (columns, depth) = (board.columns as usize, board.depth() as usize);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != depth {
            return Err(Illegal::DeploymentRows { rows: rows.len(), wanted: board.depth() });
        }
        for (r, row) in rows.iter().enumerate() {
            let signs = row.chars().count();
            if signs != columns {
                let (row, wanted) = (r as u8 + 1, board.columns);
                return Err(Illegal::DeploymentColumns { row, signs, wanted });
            }
            for (c, sign) in row.chars().enumerate() {
                match (sign, Kind::from_sign(sign)) {
                    ('.', _) => {}
                    (_, Some(kind)) => placement.set(r * columns + c, Some(kind)),
                    _ => return Err(Illegal::DeploymentSign { row: r as u8 + 1, sign }),
                }
            }
        }
        Ok(placement)
    }

    /// None of it on an island. What is said of it depends on whose fleet it
    /// is, if that is known.
    // NB-P-23, NB-B-05
    pub(crate) fn check_islands(&self, board: &Board, side: Option<Side>) -> Result<(), Illegal> {
        for (i, white) in board.home_in_order(WHITE).enumerate() {
            if self.get(i).is_some() && board.islands & white.bit() != 0 {
                let red = board.rotated(white);
                return Err(match side {
                    None => Illegal::EitherIsland { white, red },
                    Some(WHITE) => Illegal::DeploymentIsland { at: white },
                    Some(_) => Illegal::DeploymentIsland { at: red },
                });
            }
        }
        Ok(())
    }

    /// A whole fleet, none of it on an island.
    // NB-P-07: nothing else is asked of it.
    pub(crate) fn check(&self, board: &Board, side: Option<Side>) -> Result<(), Illegal> {
        self.check_islands(board, side)?;
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
}

/// The home squares of a side that hold water.
pub(crate) fn home_water(board: &Board, side: Side) -> impl Iterator<Item = Square> + use<> {
    squares(board.home(side) & board.water)
}
