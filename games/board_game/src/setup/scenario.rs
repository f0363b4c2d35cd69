//! Ready battles: fleets, scenery, rounds, special points, ready deployments.

use super::ready_fleets::fleet_of;
use crate::board::{Dir, Scenery, Sea, Square};
use crate::units::{CardId, Kind};
use admiralty_core::Side;
use alloc::vec::Vec;

/// What a scenario pays beyond the price of sunk units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// For sinking this card.
    Sink(&'static str, u16),
    /// For sinking each unit of a type.
    SinkKind(Kind, u16),
    /// For each own unit of a type that leaves over this rank (from 0).
    Exit(Kind, u8, u16),
}

/// A battle with everything fixed but the deployment.
// BG-8-SC1: fleets, scenery, rounds and special points.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Its key.
    pub id: &'static str,
    /// Names of the ships, South's and North's, with their navy's code first.
    pub fleets: [(&'static str, &'static str); 2],
    /// Scenery as `square=code`.
    pub sea: &'static str,
    /// Number of rounds.
    pub rounds: u8,
    /// Who is paid what.
    pub bonus: &'static [(Side, Bonus)],
    /// Ready deployments: squares in the order of the handles.
    pub deploy: [&'static str; 2],
}

/// A scenario by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScenarioId(u8);

impl ScenarioId {
    /// The scenario with this key, in whatever letters.
    pub(super) fn parse(key: &str) -> Option<ScenarioId> {
        let place = SCENARIOS.iter().position(|scenario| scenario.id.eq_ignore_ascii_case(key))?;
        Some(ScenarioId(place as u8))
    }

    /// The scenario itself.
    pub(super) fn scenario(self) -> &'static Scenario {
        &SCENARIOS[usize::from(self.0)]
    }
}

const S: Side = Side(0);
const N: Side = Side(1);

/// The scenarios, SC-1 first.
pub(crate) static SCENARIOS: [Scenario; 8] = [
    Scenario {
        id: "SC-1",
        fleets: [("US", "CHICAGO FLETCHER LAFFEY"), ("JP", "FURUTAKA YUDACHI FUBUKI")],
        sea: "c5=IS f4=IS",
        rounds: 8,
        bonus: &[],
        deploy: ["d1 c2 e2", "e8 d7 f7"],
    },
    Scenario {
        id: "SC-2",
        fleets: [("UK", "EXETER AJAX ACHILLES"), ("DE", "ADMIRAL-GRAF-SPEE ADMIRAL-SCHEER")],
        sea: "b4=SB c4=SH e4=SH f4=SB h4=SH a5=SH g5=SH",
        rounds: 10,
        bonus: &[],
        deploy: ["d2 b2 f2", "d7 e7"],
    },
    Scenario {
        id: "SC-3",
        fleets: [
            ("UK", "HOOD PRINCE-OF-WALES NORFOLK SUFFOLK"),
            ("DE", "BISMARCK GNEISENAU PRINZ-EUGEN EMDEN"),
        ],
        sea: "a4=IS h5=IS c5=FG f4=FG",
        rounds: 10,
        bonus: &[(N, Bonus::Sink("UK-HOOD", 10)), (S, Bonus::Sink("DE-BISMARCK", 10))],
        deploy: ["d2 e2 b2 g2", "d7 e7 c7 f7"],
    },
    Scenario {
        id: "SC-4",
        fleets: [
            ("US", "ENTERPRISE YORKTOWN ASTORIA ATLANTA HUGHES HAMMANN RUSSELL"),
            ("JP", "AKAGI KAGA TONE NAGARA NOWAKI HAMAKAZE ISOKAZE"),
        ],
        sea: "d4=IS e4=SH",
        rounds: 10,
        bonus: &[(S, Bonus::SinkKind(Kind::Cv, 8)), (N, Bonus::SinkKind(Kind::Cv, 8))],
        deploy: ["c1 f1 d2 e2 c2 f2 b1", "c8 f8 d7 e7 c7 f7 g8"],
    },
    Scenario {
        id: "SC-5",
        fleets: [
            ("US", "WASHINGTON SOUTH-DAKOTA WALKE BENHAM PRESTON GWIN"),
            ("JP", "KIRISHIMA ATAGO TAKAO AYANAMI URANAMI"),
        ],
        sea: "d5=IS d4=SH a4=IS a5=IS h3=SH",
        rounds: 10,
        bonus: &[],
        deploy: ["e2 f2 c2 d2 g2 b2", "e7 c7 f7 b7 g7"],
    },
    Scenario {
        id: "SC-6",
        fleets: [
            ("UK", "WARSPITE FORMIDABLE ORION AJAX JERVIS GREYHOUND"),
            ("IT", "VITTORIO-VENETO ZARA POLA FIUME VITTORIO-ALFIERI GIOSUE-CARDUCCI"),
        ],
        sea: "c4=FG f5=FG",
        rounds: 10,
        bonus: &[(S, Bonus::Sink("IT-VITTORIO-VENETO", 8)), (N, Bonus::Sink("UK-FORMIDABLE", 8))],
        deploy: ["d2 d1 c2 e2 f2 g2", "d7 c7 e7 f7 b7 g7"],
    },
    Scenario {
        id: "SC-7",
        fleets: [
            (
                "UK",
                "BRISBANE-STAR PORT-CHALMERS MELBOURNE-STAR CLAN-FERGUSON DEUCALION DORSET OHIO \
                 ICARUS SUNFLOWER AUDACITY",
            ),
            ("DE", "U-47 U-96 U-99 U-552 U-81 U-331"),
        ],
        sea: "c5=FG g4=FG",
        rounds: 10,
        bonus: &[(N, Bonus::SinkKind(Kind::Tr, 9)), (S, Bonus::Exit(Kind::Tr, 7, 4))],
        deploy: ["b1 d1 f1 b2 d2 f2 e1 e2 c2 c1", "c6 d6 e6 f6 g6 d5"],
    },
    Scenario {
        id: "SC-8",
        fleets: [
            ("UK", "DUKE-OF-YORK JAMAICA BELFAST NORFOLK SAVAGE SAUMAREZ"),
            ("DE", "SCHARNHORST Z29 Z30 Z33 Z34 LUTZOW Z38"),
        ],
        sea: "b4=FG e5=FG g4=FG",
        rounds: 10,
        bonus: &[(S, Bonus::Sink("DE-SCHARNHORST", 10)), (N, Bonus::Sink("UK-DUKE-OF-YORK", 10))],
        deploy: ["d2 c2 e2 f2 b2 g2", "d7 c7 e7 f7 b7 d8 g7"],
    },
];

impl Scenario {
    /// The cards of a side in the order of its handles.
    pub(crate) fn fleet(&self, side: Side) -> Vec<CardId> {
        let (navy, names) = self.fleets[side.index() & 1];
        fleet_of(navy, names)
    }

    /// The scenery.
    pub(crate) fn sea(&self) -> Sea {
        let mut sea = Sea::default();
        for word in self.sea.split(' ') {
            if let Some((square, card)) = word.split_once('=')
                && let (Some(square), Some(card)) = (Square::parse(square), Scenery::parse(card))
            {
                sea.lay(square, card);
            }
        }
        sea
    }

    /// The ready squares of a side.
    pub(crate) fn squares(&self, side: Side) -> impl Iterator<Item = Square> {
        self.deploy[side.index() & 1].split(' ').filter_map(Square::parse)
    }

    /// The rank over which units of this type and side may leave.
    pub fn exit_rank(&self, side: Side, kind: Kind) -> Option<u8> {
        self.bonus.iter().find_map(|(by, bonus)| match bonus {
            Bonus::Exit(k, rank, _) if *by == side && *k == kind => Some(*rank),
            _ => None,
        })
    }
}

/// The heading ready deployments use: towards the enemy.
pub const fn ahead(side: Side) -> Dir {
    if side.0 == 0 { Dir::N } else { Dir::S }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ship_and_card_of_scenery_is_found_and_has_its_square() {
        // BG-8-SC1
        for scenario in &SCENARIOS {
            for side in [S, N] {
                let words = scenario.fleets[side.index()].1.split_whitespace().count();
                assert_eq!(scenario.fleet(side).len(), words, "{}", scenario.id);
                assert_eq!(scenario.squares(side).count(), words, "{}", scenario.id);
            }
            assert_eq!(scenario.sea().any().count_ones() as usize, scenario.sea.split(' ').count());
        }
    }
}
