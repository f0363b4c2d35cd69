//! What a scenario puts on the field: reads the files under `scenarios/`, which
//! are embedded.

use super::{Board, Fleet, Options, Teams};
use crate::board::{ISLES, Island, Space};
use crate::state::{Flag, MAX_SEATS};
use crate::text::{parse_ship, parse_space};
use crate::units::{Class, ShipId};
use admiralty_core::Seat;
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

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../scenarios/", $name, ".txt"))
    };
}

/// SE-4.1.4a, SE-4.1.4f: gold around the island, forts in the corners.
/// SE-4.2.8.1a, SE-4.2.8.1b, SE-4.2.8.2a: islands, pearls and corner forts;
/// SE-4.2.8.3a, SE-4.2.8.3d: the spaces of six players, SE-4.2.8.3b, SE-R103:
/// two of them only look like Royal Ports. SE-4.3.9.1, SE-4.3.9.2, SE-4.3.9.3:
/// fleets and forts of Spain and the pirates. SE-4.4.1: all types, whole field.
/// SE-3.1.5.11: the layouts for two are their own images under a half-turn.
/// SE-R141: those for three make up for the one who has both others beside him.
fn text(o: &Options) -> &'static str {
    match (o.scenario, o.players, o.board) {
        (Scenario::Treasures, 2, Board::Full) => file!("treasures-2-full"),
        (Scenario::Treasures, 2, _) => file!("treasures-2-half"),
        (Scenario::Treasures, 3, Board::Full) => file!("treasures-3-full"),
        (Scenario::Treasures, 3, _) => file!("treasures-3-half"),
        (Scenario::Treasures, _, Board::Full) => file!("treasures-4-full"),
        (Scenario::Treasures, ..) => file!("treasures-4-half"),
        (Scenario::Pearls, 2, _) => file!("pearls-2"),
        (Scenario::Pearls, 3, _) => file!("pearls-3"),
        (Scenario::Pearls, 4, _) => file!("pearls-4"),
        (Scenario::Pearls, 5, _) => file!("pearls-5"),
        (Scenario::Pearls, ..) => file!("pearls-6"),
        (Scenario::Jolly, 2, _) => file!("jolly-2"),
        (Scenario::Jolly, 3, _) => file!("jolly-3"),
        (Scenario::Jolly, ..) => file!("jolly-4"),
        (Scenario::Oceans, 2, Board::Grand) => file!("oceans-2-grand"),
        (Scenario::Oceans, 2, _) => file!("oceans-2"),
        (Scenario::Oceans, 3, _) => file!("oceans-3"),
        (Scenario::Oceans, ..) => file!("oceans-4"),
    }
}

/// Two spaces, of which the first counts if the first player's fort is on that side.
pub(super) struct Odd {
    pub(super) north: bool,
    pub(super) near: Space,
    pub(super) far: Space,
}

#[derive(Default)]
pub(super) struct Layout {
    pub(super) islands: Vec<Island>,
    pub(super) forts: Vec<(Flag, Space)>,
    pub(super) ports: Vec<(Seat, Space)>,
    pub(super) reefs: Vec<Space>,
    pub(super) goods: Vec<Space>,
    pub(super) seventh: Option<Odd>,
    pub(super) empty: Option<Odd>,
    pub(super) berths: Vec<(Seat, Vec<Space>)>,
    pub(super) ships: Vec<(Seat, ShipId, Space)>,
    pub(super) reserve: Vec<(Seat, ShipId)>,
}

fn seat(word: &str) -> Option<Seat> {
    let number: u8 = word.strip_prefix('P')?.parse().ok()?;
    number.checked_sub(1).filter(|&n| usize::from(n) < MAX_SEATS).map(Seat)
}

fn owner(word: &str) -> Flag {
    if word == "pirates" { Flag::PIRATES } else { seat(word).map_or(Flag::NOBODY, Flag::of) }
}

/// The files are ours and a test reads them all: what cannot be read is left out.
fn read(text: &str, layout: &mut Layout) {
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let spaces =
            |from: usize| words[from.min(words.len())..].iter().filter_map(|w| parse_space(w));
        let odd = || {
            let mut two = spaces(2);
            Some(Odd { north: words.get(1) == Some(&"north"), near: two.next()?, far: two.next()? })
        };
        match words.first().copied() {
            Some("island") => {
                let isle = ISLES.iter().find(|(_, name, _)| Some(name) == words.get(1));
                if let (Some((isle, _, _)), Some(corner)) = (isle, spaces(2).next()) {
                    let turns = (words.get(3) == Some(&"r90")) as u8;
                    layout.islands.push(Island { isle: *isle, corner, turns });
                }
            }
            Some("fort") => layout.forts.extend(spaces(2).map(|s| (owner(words[1]), s))),
            Some("rp") => layout.ports.extend(seat(words[1]).zip(spaces(2).next())),
            Some("reef") => layout.reefs.extend(spaces(1)),
            Some("goods") => layout.goods.extend(spaces(1)),
            Some("seventh") => layout.seventh = odd(),
            Some("empty") => layout.empty = odd(),
            Some("berth") => {
                layout.berths.extend(seat(words[1]).map(|seat| (seat, spaces(2).collect())));
            }
            Some("ship") => {
                let ship = parse_ship(words[2]).zip(spaces(3).next());
                if let (Some(seat), Some((ship, space))) = (seat(words[1]), ship) {
                    layout.ships.push((seat, ship, space));
                }
            }
            Some("reserve") => {
                let ships = words[2..].iter().filter_map(|w| parse_ship(w));
                if let Some(seat) = seat(words[1]) {
                    layout.reserve.extend(ships.map(|ship| (seat, ship)));
                }
            }
            _ => {}
        }
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
    read(text(o), &mut layout);
    if o.neutral_fort {
        read(file!("oceans-neutral"), &mut layout);
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
