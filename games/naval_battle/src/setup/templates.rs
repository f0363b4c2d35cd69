//! Named placements.

use super::Placement;
use crate::board::Board;
use crate::illegal::Illegal;
use crate::units::Kind;

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

    /// Its placement on a board, perhaps with left and right exchanged.
    pub(crate) fn placed(self, board: &Board, mirrored: bool) -> Result<Placement, Illegal> {
        // The gap of a wider board is in the middle: mirrored it fills the same squares.
        let placement = self.placement(board)?;
        Ok(if mirrored { placement.mirrored(board) } else { placement })
    }

    /// Its placement on a board.
    pub fn placement(self, board: &Board) -> Result<Placement, Illegal> {
        // NB-P-24: made for four home rows.
        if board.depth() != 4 {
            return Err(Illegal::TemplateDepth { template: self.name(), rows: board.depth() });
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
        match placement.check_islands(board, None) {
            Ok(()) => Ok(placement),
            Err(_) => Err(Illegal::TemplateIsland { template: self.name() }),
        }
    }
}

impl Placement {
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
