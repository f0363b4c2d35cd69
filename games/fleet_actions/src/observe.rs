//! The battle as numbers, for programs that learn. The lattice is far larger than the fleets on
//! it, so a plane has a row for each ship and one column: where she is stands in her row.

use crate::FleetActions;
use crate::action::Pick;
use crate::board::{Dir, Point};
use crate::rules::cards::CARDS;
use crate::setup::ShipId;
use crate::state::{KINDS, Order, Public, Ship, State, Unit, mark};
use crate::units::Force;
use admiralty_core::{Awaiting, Canvas, Layout, Observe, Part, Rules, Seat, Side, Sight};
use alloc::vec::Vec;

/// Squadrons and seats that are shown; no battle has more.
const SQUADS: usize = 16;
const SEATS: usize = 12;

const PLANES: &[Part] = &[
    Part::one("own", "1 if the own seat commands her"),
    Part::one("friend", "1 if the own side commands her"),
    Part::one("enemy", "1 if the other side commands her"),
    Part::one("line", "1 for a ship of the line"),
    Part::one("squadron", "number of her squadron plus 1"),
    Part::new("state", 6, "1 for: waiting, fighting, struck, prize, withdrawn, wrecked"),
    Part::one("column", "her column"),
    Part::one("row", "her row"),
    Part::new("heading", 6, "1 for her heading: N NE SE S SW NW"),
    Part::new("axis", 6, "1 for the axis of her Group's Line of Bearing"),
    Part::one("rank", "her place from head to tail"),
    Part::one("strength", "current Strength"),
    Part::one("initial", "initial Strength"),
    Part::one("strength_damage", "Strength damage"),
    Part::one("movement_damage", "movement damage"),
    Part::one("flagship", "1 for the flagship of a squadron"),
    Part::new(
        "marks",
        9,
        "straggler, checked, aground, melee, boarding, acted, ordered, locked, repaired",
    ),
    Part::new("order", 5, "1 for: steady, tack, follow, tail, hold"),
    Part::new("foes", 2, "the enemies she is paired with, numbers plus 1"),
    Part::one("fouled", "1 if she is fouled"),
    Part::one("die", "her die in close action"),
    Part::one("aims", "own attack declared: 1 fire held, else the target's head plus 2"),
    Part::one("boards", "own decision: 1 not to board, 2 to board"),
];

const NUMBERS: &[Part] = &[
    Part::new("phase", KINDS.len(), "1 for the phase, in the order of positions"),
    Part::one("awaited", "1 if the own seat must decide, as far as it may know"),
    Part::one("step", "step of movement"),
    Part::one("slot", "the speed whose turn it is"),
    Part::one("turn", "number of the turn"),
    Part::one("clock", "minutes after midnight"),
    Part::one("nightfall", "nightfall, in minutes after midnight"),
    Part::one("night", "turns fought after nightfall"),
    Part::new("wind", 6, "1 for where the wind comes from: N NE SE S SW NW"),
    Part::new("force", 5, "1 for: calm, light, medium, strong, gale"),
    Part::new("points", 2, "points of objectives: own side, the other"),
    Part::one("quiet", "turns in a row without a legal attack"),
    Part::new("marker", SQUADS, "speed marker of each squadron"),
    Part::new("sealed", SQUADS, "speed marker laid by the own seat, plus 1"),
    Part::new("flag", SQUADS, "flagship of each squadron, plus 1"),
    Part::new("card", SEATS, "card on display of each seat plus 1, as far as it may be seen"),
    Part::one("sealed_card", "own card laid: 1 none, else its number plus 2"),
    Part::new("hexes", SQUADS * 6, "approach: column and row of a squadron's three Groups"),
    Part::new("facings", SQUADS * 3, "approach: hex side that each Group faces, plus 1"),
    Part::new("map", 2, "columns and rows of the map"),
];

/// Where each part of the planes begins.
mod plane {
    use super::{PLANES, Part};
    pub(super) const OWN: usize = Part::start(PLANES, "own");
    pub(super) const FRIEND: usize = Part::start(PLANES, "friend");
    pub(super) const ENEMY: usize = Part::start(PLANES, "enemy");
    pub(super) const LINE: usize = Part::start(PLANES, "line");
    pub(super) const SQUADRON: usize = Part::start(PLANES, "squadron");
    pub(super) const STATE: usize = Part::start(PLANES, "state");
    pub(super) const COLUMN: usize = Part::start(PLANES, "column");
    pub(super) const ROW: usize = Part::start(PLANES, "row");
    pub(super) const HEADING: usize = Part::start(PLANES, "heading");
    pub(super) const AXIS: usize = Part::start(PLANES, "axis");
    pub(super) const RANK: usize = Part::start(PLANES, "rank");
    pub(super) const STRENGTH: usize = Part::start(PLANES, "strength");
    pub(super) const INITIAL: usize = Part::start(PLANES, "initial");
    pub(super) const STRENGTH_DAMAGE: usize = Part::start(PLANES, "strength_damage");
    pub(super) const MOVEMENT_DAMAGE: usize = Part::start(PLANES, "movement_damage");
    pub(super) const FLAGSHIP: usize = Part::start(PLANES, "flagship");
    pub(super) const MARKS: usize = Part::start(PLANES, "marks");
    pub(super) const ORDER: usize = Part::start(PLANES, "order");
    pub(super) const FOES: usize = Part::start(PLANES, "foes");
    pub(super) const FOULED: usize = Part::start(PLANES, "fouled");
    pub(super) const DIE: usize = Part::start(PLANES, "die");
    pub(super) const AIMS: usize = Part::start(PLANES, "aims");
    pub(super) const BOARDS: usize = Part::start(PLANES, "boards");
}

/// Where each part of the numbers begins.
mod number {
    use super::{NUMBERS, Part};
    pub(super) const AWAITED: usize = Part::start(NUMBERS, "awaited");
    pub(super) const STEP: usize = Part::start(NUMBERS, "step");
    pub(super) const SLOT: usize = Part::start(NUMBERS, "slot");
    pub(super) const TURN: usize = Part::start(NUMBERS, "turn");
    pub(super) const CLOCK: usize = Part::start(NUMBERS, "clock");
    pub(super) const NIGHTFALL: usize = Part::start(NUMBERS, "nightfall");
    pub(super) const NIGHT: usize = Part::start(NUMBERS, "night");
    pub(super) const WIND: usize = Part::start(NUMBERS, "wind");
    pub(super) const FORCE: usize = Part::start(NUMBERS, "force");
    pub(super) const POINTS: usize = Part::start(NUMBERS, "points");
    pub(super) const QUIET: usize = Part::start(NUMBERS, "quiet");
    pub(super) const MARKER: usize = Part::start(NUMBERS, "marker");
    pub(super) const SEALED: usize = Part::start(NUMBERS, "sealed");
    pub(super) const FLAG: usize = Part::start(NUMBERS, "flag");
    pub(super) const CARD: usize = Part::start(NUMBERS, "card");
    pub(super) const SEALED_CARD: usize = Part::start(NUMBERS, "sealed_card");
    pub(super) const HEXES: usize = Part::start(NUMBERS, "hexes");
    pub(super) const FACINGS: usize = Part::start(NUMBERS, "facings");
    pub(super) const MAP: usize = Part::start(NUMBERS, "map");
}

/// What a word of the menu may be.
const SPOKEN: [&str; 32] = [
    "no card",
    "card",
    "all",
    "keep",
    "defer",
    "move",
    "enter",
    "veer left",
    "veer right",
    "conform",
    "stay",
    "go",
    "as she heads",
    "hold fire",
    "board",
    "do not board",
    "leave",
    "repair",
    "same formation",
    "line ahead",
    "line abreast",
    "as it faces",
    "begin",
    "steady",
    "tack",
    "follow",
    "divide",
    "hold",
    "together",
    "in succession",
    "off the map, sure",
    "absent",
];

/// Codes that hang neither on the fleets nor on the map.
const WORDS: &[Part] = &[
    Part::new("word", SPOKEN.len(), "a word, in the order of the list in the documents"),
    Part::new("direction", 6, "a direction: N NE SE S SW NW"),
    Part::new("side", 2, "a side: the own, the other"),
    Part::new("number", 16, "a number"),
    Part::new("signal", CARDS.len(), "a signal card"),
    Part::new("force", 5, "a wind strength"),
    Part::new("squadron", SQUADS, "a squadron"),
];

/// Where the codes of this name begin, known when the program is compiled.
macro_rules! start {
    ($name:literal) => {
        const { Part::start(WORDS, $name) }
    };
}

impl Observe for FleetActions {
    type Memory = ();

    fn layout(public: &Public) -> Layout {
        let ships = public.ships.len();
        let mut picks: Vec<Part> = WORDS.into();
        picks.extend([
            Part::new("ship", ships, "a ship"),
            Part::new("group", ships, "the Group that this ship heads"),
            Part::new(
                "point",
                points(public),
                "a point, column by column, with one beyond each edge",
            ),
        ]);
        Layout { height: ships, width: 1, planes: PLANES, numbers: NUMBERS, picks }
    }

    fn observe(sight: Sight<'_, FleetActions>, canvas: &mut Canvas<'_>) {
        let p = sight.public;
        let own = own_side(sight);
        for (id, ship) in p.all() {
            let side = p.control_side(id);
            canvas.set(plane::OWN, id.i(), u8::from(sight.seat() == Some(p.controller(id))));
            canvas.set(plane::FRIEND, id.i(), u8::from(side == own));
            canvas.set(plane::ENEMY, id.i(), u8::from(side != own));
            canvas.set(plane::FOULED, id.i(), u8::from(p.is_fouled(id)));
            shown(ship, id.i(), canvas);
        }
        squadrons(p, canvas);
        sealed(sight, canvas);
        canvas.number(p.phase.kind as usize, 1u8);
        let awaited = match FleetActions::awaited(sight) {
            Awaiting::Seats(seats) => sight.seat().is_some_and(|seat| seats.has(seat)),
            Awaiting::Over(_) => false,
        };
        canvas.number(number::AWAITED, u8::from(awaited));
        canvas.number(number::STEP, p.phase.step);
        canvas.number(number::SLOT, p.phase.slot);
        canvas.number(number::TURN, p.turn);
        canvas.number(number::CLOCK, p.clock);
        canvas.number(number::NIGHTFALL, p.nightfall);
        canvas.number(number::NIGHT, p.night);
        canvas.number(number::WIND + p.wind as usize, 1u8);
        canvas.number(number::FORCE + force(p.force), 1u8);
        canvas.number(number::POINTS, p.points[own.index()]);
        canvas.number(number::POINTS + 1, p.points[own.other().index()]);
        canvas.number(number::QUIET, p.quiet);
        canvas.number(number::MAP, p.battle.extent.cols);
        canvas.number(number::MAP + 1, p.battle.extent.rows);
    }

    fn code(sight: Sight<'_, FleetActions>, pick: &Pick) -> Option<usize> {
        let p = sight.public;
        let ships = p.ships.len();
        Some(match *pick {
            Pick::Word("concede" | "offer to end" | "fight on") => return None,
            Pick::Word(word) => SPOKEN.iter().position(|known| *known == word)?,
            Pick::Dir(dir) => start!("direction") + dir as usize,
            Pick::Side(side) => start!("side") + usize::from(side != own_side(sight)),
            Pick::Number(n) => start!("number") + usize::from(n.min(15)),
            Pick::Card(card) => start!("signal") + usize::from(card.0),
            Pick::Force(strength) => start!("force") + force(strength),
            Pick::Squad(squad) => start!("squadron") + squad.i(),
            Pick::Ship(id) => Part::total(WORDS) + id.i(),
            Pick::Group(squad, at) => Part::total(WORDS) + ships + p.group_at(squad, at)?.head.i(),
            Pick::Point(at) => Part::total(WORDS) + 2 * ships + point(p, at),
        })
    }
}

/// The side whose eyes are used; who has none looks with the first one's.
fn own_side(sight: Sight<'_, FleetActions>) -> Side {
    sight.side().unwrap_or(Side(0))
}

/// Points of the map and of the ring around it, on which a frigate may leave.
fn points(p: &Public) -> usize {
    let extent = p.battle.extent;
    (usize::from(extent.cols) + 2) * (usize::from(extent.rows) + 2)
}

fn point(p: &Public, at: Point) -> usize {
    let extent = p.battle.extent;
    // Columns and rows count from 1; what lies before wraps round, and is the ring.
    let within = |n: u8, most: u8| usize::from(if n > most + 1 { 0 } else { n });
    within(at.col, extent.cols) * (usize::from(extent.rows) + 2) + within(at.row, extent.rows)
}

const fn force(force: Force) -> usize {
    force as usize
}

fn shown(ship: &Ship, row: usize, canvas: &mut Canvas<'_>) {
    canvas.set(plane::LINE, row, u8::from(ship.line));
    canvas.set(plane::SQUADRON, row, ship.squad.i() + 1);
    let state = match ship.state {
        State::Waiting => 0,
        State::Ok => 1,
        State::Struck => 2,
        State::Prize => 3,
        State::Withdrawn => 4,
        State::Wrecked => 5,
    };
    canvas.set(plane::STATE + state, row, 1u8);
    canvas.set(plane::INITIAL, row, ship.s0);
    canvas.set(plane::STRENGTH, row, ship.strength());
    canvas.set(plane::STRENGTH_DAMAGE, row, ship.sd);
    canvas.set(plane::MOVEMENT_DAMAGE, row, ship.md);
    if !ship.afloat() {
        return;
    }
    canvas.set(plane::COLUMN, row, ship.at.col);
    canvas.set(plane::ROW, row, ship.at.row);
    canvas.set(plane::HEADING + ship.heading as usize, row, 1u8);
    if let Some(axis) = ship.axis {
        canvas.set(plane::AXIS + axis as usize, row, 1u8);
    }
    canvas.set(plane::RANK, row, ship.rank);
    const { assert!(mark::REPAIRED == 1 << 8) };
    for bit in 0..9 {
        canvas.set(plane::MARKS + bit, row, (ship.marks >> bit & 1) as u8);
    }
    let order = match ship.order {
        Order::Steady => 0,
        Order::Tack { .. } => 1,
        Order::Follow(_) => 2,
        Order::Tail(_) => 3,
        Order::Hold(_) => 4,
    };
    canvas.set(plane::ORDER + order, row, 1u8);
    for (i, foe) in ship.foes.into_iter().enumerate() {
        canvas.set(plane::FOES + i, row, foe.map_or(0, |id| id.i() + 1));
    }
    canvas.set(plane::DIE, row, ship.die.map_or(0, core::num::NonZeroU8::get));
}

fn squadrons(p: &Public, canvas: &mut Canvas<'_>) {
    for (i, squad) in p.squads.iter().enumerate().take(SQUADS) {
        canvas.number(number::MARKER + i, squad.marker);
        canvas.number(number::FLAG + i, squad.flag.map_or(0, |id| id.i() + 1));
        if let Some(flag) = squad.flag {
            canvas.set(plane::FLAGSHIP, flag.i(), 1u8);
        }
    }
    for (squad, place, counter) in p.grand.iter().flat_map(|grand| grand.counters()) {
        if squad.i() < SQUADS && place < 3 {
            canvas.number(number::HEXES + 6 * squad.i() + 2 * place, counter.hex.col);
            canvas.number(number::HEXES + 6 * squad.i() + 2 * place + 1, counter.hex.row);
            canvas.number(number::FACINGS + 3 * squad.i() + place, counter.facing as u8 + 1);
        }
    }
}

/// What the own side and the own seat know.
fn sealed(sight: Sight<'_, FleetActions>, canvas: &mut Canvas<'_>) {
    let p = sight.public;
    let shared = sight.of_side(own_side(sight)).map(|shared| shared.cards.as_slice());
    for cards in [Some(p.cards.as_slice()), shared].into_iter().flatten() {
        for (i, card) in cards.iter().enumerate().take(SEATS) {
            if let Some(signal) = card {
                canvas.number(number::CARD + i, signal.card.0 + 1);
            }
        }
    }
    let Some(own) = sight.seat().and_then(|seat: Seat| sight.of_seat(seat)) else { return };
    for (squad, speed) in &own.speeds {
        if squad.i() < SQUADS {
            canvas.number(number::SEALED + squad.i(), speed + 1);
        }
    }
    if let Some(card) = own.card {
        canvas.number(number::SEALED_CARD, card.map_or(1, |signal| signal.card.0 + 2));
    }
    let head = |unit: Unit| -> Option<ShipId> {
        match unit {
            Unit::Group(squad, at) => Some(p.group_at(squad, at)?.head),
            Unit::Ship(id) => Some(id),
        }
    };
    for attack in &own.attacks {
        if let Some(by) = head(attack.by) {
            let at = attack.at.and_then(head).map_or(1, |id| id.i() + 2);
            canvas.set(plane::AIMS, by.i(), at);
        }
    }
    for (ship, yes) in &own.boards {
        canvas.set(plane::BOARDS, ship.i(), 1 + u8::from(*yes));
    }
}

const _: () = assert!(Dir::ALL.len() == 6);
