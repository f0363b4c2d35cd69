//! The pieces of a scenario, read from its document (docs/scenarios.md): the same for those that
//! come with the game and those that people bring along.

use crate::board::{ISLES, Island, Space};
use crate::state::{Flag, MAX_FORTS, MAX_GOODS};
use crate::text::actions::turned;
use crate::text::{parse_player, parse_ship, parse_space};
use crate::units::ShipId;
use admiralty_core::{ClauseId, Fault, Fields, Seat};
use alloc::format;
use alloc::vec::Vec;

/// Two spaces, of which the first counts if the first player's fort is on that side.
#[derive(Clone, Debug)]
pub(super) struct Odd {
    pub(super) north: bool,
    pub(super) near: Space,
    pub(super) far: Space,
}

/// What lies on the field before the first decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
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

impl Layout {
    /// Reads the fields that say what lies where; what is already there stays.
    pub(super) fn read(&mut self, f: &mut Fields<'_>) {
        let islands = &mut self.islands;
        f.each("islands", |f| {
            f.need("isle", "snake, monu or volcanic");
            let isle = f.word_or("isle", ISLES[0].0, &ISLES.map(|(isle, name, _)| (name, isle)));
            let corner = space(f, "at", "its north-west corner");
            let text = f.text("turned").unwrap_or("r0");
            let turns = turned(isle, text);
            if turns.is_none() {
                f.wrong("turned", format!("\"{text}\" is none of r0, r90, r180, r270"));
            }
            islands.extend(corner.zip(turns).map(|(corner, turns)| Island { isle, corner, turns }));
        });
        let forts = &mut self.forts;
        f.each("forts", |f| {
            f.need("owner", "P1 to P6, pirates or nobody");
            let owner = match f.text("owner") {
                Some("nobody") => Some(Flag::NOBODY),
                Some("pirates") => Some(Flag::PIRATES),
                Some(text) => {
                    let seat = parse_player(text).map(Flag::of);
                    if seat.is_none() {
                        f.wrong(
                            "owner",
                            format!("\"{text}\" is none of P1 to P6, pirates, nobody"),
                        );
                    }
                    seat
                }
                None => None,
            };
            forts.extend(owner.zip(space(f, "at", "a space like A1")));
        });
        let ports = &mut self.ports;
        f.each("royal_ports", |f| ports.extend(owner(f).zip(space(f, "at", "a space like A1"))));
        self.reefs.extend(f.texts("reefs", "space like L5", parse_space));
        self.goods.extend(f.texts("goods", "space like L5", parse_space));
        self.seventh = f.inside("seventh", odd).flatten();
        self.empty = f.inside("empty", odd).flatten();
        let berths = &mut self.berths;
        f.each("berths", |f| {
            f.need("at", "a space for each ship of the set");
            let spaces = f.texts("at", "space like L5", parse_space);
            berths.extend(owner(f).map(|seat| (seat, spaces)));
        });
        let ships = &mut self.ships;
        f.each("ships", |f| {
            f.need("ship", "one of the box, like FR1, GA2, FG3 or BR4");
            let text = f.text("ship").unwrap_or_default();
            let ship = parse_ship(text);
            if ship.is_none() && !text.is_empty() {
                f.wrong("ship", format!("\"{text}\" is no ship like FR1, GA2, FG3 or BR4"));
            }
            let at = space(f, "at", "a space like A1");
            if let (Some(seat), Some(ship), Some(at)) = (owner(f), ship, at) {
                ships.push((seat, ship, at));
            }
        });
        let reserve = &mut self.reserve;
        f.each("reserve", |f| {
            f.need("ships", "ships of the box, like FR1, GA2, FG3 or BR4");
            let ships = f.texts("ships", "ship like FR1, GA2, FG3 or BR4", parse_ship);
            if let Some(seat) = owner(f) {
                reserve.extend(ships.into_iter().map(|ship| (seat, ship)));
            }
        });
        for (key, n, most, clause) in [
            ("forts", self.forts.len(), MAX_FORTS, "SE-2c"),
            ("goods", self.goods.len() + usize::from(self.seventh.is_some()), MAX_GOODS, "SE-2g"),
            ("royal_ports", self.ports.len(), 2, "SE-2c"),
        ] {
            if n > most {
                let fault = Fault::new(f.path(key), format!("at most {most} lie on the field"));
                f.faults.add(fault.by(ClauseId(clause)));
            }
        }
    }
}

fn owner(f: &mut Fields<'_>) -> Option<Seat> {
    f.need("owner", "P1 to P6");
    let text = f.text("owner")?;
    let seat = parse_player(text);
    if seat.is_none() {
        f.wrong("owner", format!("\"{text}\" is none of P1 to P6"));
    }
    seat
}

fn space(f: &mut Fields<'_>, key: &'static str, what: &str) -> Option<Space> {
    f.need(key, what);
    let text = f.text(key)?;
    let space = parse_space(text);
    if space.is_none() {
        f.wrong(key, format!("\"{text}\" is no space like A1"));
    }
    space
}

fn odd(f: &mut Fields<'_>) -> Option<Odd> {
    f.need("side", "north or west");
    let north = f.word_or("side", true, &[("north", true), ("west", false)]);
    let near = space(f, "near", "the space if the first player's fort is there");
    let far = space(f, "far", "the space if it is not");
    Some(Odd { north, near: near?, far: far? })
}
