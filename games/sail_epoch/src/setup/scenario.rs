//! What a scenario puts on the field, from the files under `scenarios/`, which are embedded.

use super::layout::Layout;
use super::{Board, Fleet, Options, Teams};
use crate::board::Space;
use crate::state::MAX_SEATS;
use crate::units::{Class, ShipId};
use admiralty_core::{Fields, Printed, Seat};
use alloc::vec::Vec;

/// One of the four scenarios (SE-3.1.1: it fixes objectives, set-up and special rules).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scenario {
    /// Treasures of the Old Pirate.
    Treasures,
    /// Pearl Banks.
    Pearls,
    /// Good luck with Jolly Roger.
    Jolly,
    /// Oceans on Fire.
    Oceans,
}

impl Scenario {
    /// Fewest and most players. SE-4a: the four scenarios and their players.
    pub const fn seats(self) -> (u8, u8) {
        match self {
            // SE-4.2.2: five is allowed though unbalanced.
            Scenario::Pearls => (2, 6),
            // SE-4.3.3: one Spain, up to three pirates.
            _ => (2, 4),
        }
    }
}

macro_rules! scenarios {
    ($($id:literal),* $(,)?) => {
        /// The built-in layouts.
        pub static SCENARIOS: [Printed; 19] =
            [$(Printed::new($id, include_str!(concat!("../../scenarios/", $id, ".toml")))),*];
    };
}
scenarios!(
    "jolly-2",
    "jolly-3",
    "jolly-4",
    "oceans-2-grand",
    "oceans-2",
    "oceans-3",
    "oceans-4",
    "oceans-neutral",
    "pearls-2",
    "pearls-3",
    "pearls-4",
    "pearls-5",
    "pearls-6",
    "treasures-2-full",
    "treasures-2-half",
    "treasures-3-full",
    "treasures-3-half",
    "treasures-4-full",
    "treasures-4-half",
);

/// SE-4.1.4a, SE-4.1.4f: gold around the island, forts in the corners.
/// SE-4.2.8.1a, SE-4.2.8.1b, SE-4.2.8.2a: islands, pearls and corner forts;
/// SE-4.2.8.3a, SE-4.2.8.3d: the spaces of six players, SE-4.2.8.3b, SE-R103:
/// two of them only look like Royal Ports. SE-4.3.9.1, SE-4.3.9.2, SE-4.3.9.3:
/// fleets and forts of Spain and the pirates. SE-4.4.1: all types, whole field.
/// SE-3.1.5.11: the layouts for two are their own images under a half-turn.
/// SE-R141: those for three make up for the one who has both others beside him.
fn file(o: &Options) -> &'static str {
    match (o.scenario, o.players, o.board) {
        (Scenario::Treasures, 2, Board::Full) => "treasures-2-full",
        (Scenario::Treasures, 2, _) => "treasures-2-half",
        (Scenario::Treasures, 3, Board::Full) => "treasures-3-full",
        (Scenario::Treasures, 3, _) => "treasures-3-half",
        (Scenario::Treasures, _, Board::Full) => "treasures-4-full",
        (Scenario::Treasures, ..) => "treasures-4-half",
        (Scenario::Pearls, 2, _) => "pearls-2",
        (Scenario::Pearls, 3, _) => "pearls-3",
        (Scenario::Pearls, 4, _) => "pearls-4",
        (Scenario::Pearls, 5, _) => "pearls-5",
        (Scenario::Pearls, ..) => "pearls-6",
        (Scenario::Jolly, 2, _) => "jolly-2",
        (Scenario::Jolly, 3, _) => "jolly-3",
        (Scenario::Jolly, ..) => "jolly-4",
        (Scenario::Oceans, 2, Board::Grand) => "oceans-2-grand",
        (Scenario::Oceans, 2, _) => "oceans-2",
        (Scenario::Oceans, 3, _) => "oceans-3",
        (Scenario::Oceans, ..) => "oceans-4",
    }
}

/// The ships of each seat with the berth they start on, by set.
pub(super) fn fleet(o: &Options, layout: &Layout) -> Vec<(Seat, ShipId, Space)> {
    let mut out = layout.ships.clone();
    let mut used = [0u8; MAX_SEATS];
    for (seat, spaces) in &layout.berths {
        let set = used[seat.index()];
        used[seat.index()] += 1;
        let Some(ships) = set_of(o, *seat, set) else { continue };
        out.extend(ships.into_iter().zip(spaces).map(|(ship, &space)| (*seat, ship, space)));
    }
    out
}

/// The ships of one set, in the order of the berths; `None` if the seat has no such set.
fn set_of(o: &Options, seat: Seat, set: u8) -> Option<Vec<ShipId>> {
    let of = |classes: &[Class], number: u8| {
        Some(classes.iter().map(|&class| ShipId::new(class, number)).collect())
    };
    match o.scenario {
        // SE-4.1.4d, SE-4.1.4e: the same pair for everybody.
        Scenario::Treasures => Some(match o.fleet {
            Fleet::TwoBrigs => alloc::vec![
                ShipId::new(Class::Brig, seat.0 * 2 + 1),
                ShipId::new(Class::Brig, seat.0 * 2 + 2)
            ],
            Fleet::BrigGalleon => {
                alloc::vec![
                    ShipId::new(Class::Brig, seat.0 + 1),
                    ShipId::new(Class::Galleon, seat.0 + 1)
                ]
            }
        }),
        // SE-4.2.8.1e, SE-4.2.8.2b: one of each type; SE-4.2.8.3c: with five or six no First Rate.
        Scenario::Pearls if o.players >= 5 => of(&crate::units::CLASSES[1..], seat.0 + 1),
        Scenario::Pearls => of(&crate::units::CLASSES, seat.0 + 1),
        Scenario::Jolly => None,
        Scenario::Oceans => {
            // SE-4.4.5g: sides are equal; a solo player has the sets of his opponents.
            let number = match (o.teams, seat.0, set) {
                (Teams::TwoOne, 1, 1) => 4,
                (Teams::ThreeOne, 0, 1 | 2) => 4 + set,
                (Teams::TwoOne | Teams::ThreeOne, _, 0) => seat.0 + 1,
                (Teams::TwoOne | Teams::ThreeOne, ..) => return None,
                _ if set < o.sets => seat.0 * o.sets + set + 1,
                _ => return None,
            };
            of(&crate::units::CLASSES, number)
        }
    }
}

/// The pieces of these options.
pub(super) fn layout(o: &Options) -> Layout {
    let mut layout = Layout::default();
    let neutral = o.neutral_fort.then_some("oceans-neutral");
    for id in core::iter::once(file(o)).chain(neutral) {
        // The files are ours and a test reads them all.
        let printed = SCENARIOS.iter().find(|printed| printed.id == id);
        if let Some(Ok(mut fields)) = printed.map(|printed| Fields::of(printed.doc(), "")) {
            layout.read(&mut fields);
        }
    }
    layout
}

/// What the players will place themselves.
pub(super) fn trim(o: &Options, layout: &mut Layout) {
    match o.scenario {
        Scenario::Oceans => {
            layout.islands.clear();
            layout.forts.clear();
            layout.ports.clear();
            layout.reefs.clear();
        }
        Scenario::Jolly => {
            layout.islands.clear();
            layout.reefs.clear();
        }
        _ => {
            // SE-4.2.8.1d: L5 and M10 stay with four players.
            layout.reefs.truncate(if o.players == 4 { 2 } else { 0 });
            if o.free_forts {
                layout.forts.clear();
            }
        }
    }
}
