//! The sea field as numbers, for programs that learn. Row 0 is the northern edge, column 0 the
//! western one. Players are counted from the own seat on, in the order of the seats.

use crate::SailEpoch;
use crate::action::{Aim, Captain, Hold, Pick, Verb};
use crate::board::{ISLES, Space, Terrain};
use crate::state::{Flag, MAX_FORTS, MAX_SEATS, Public, SeatSecret, Stage, Standing, Weather};
use crate::units::{N_SHIPS, ShipId};
use admiralty_core::{Awaiting, Canvas, Layout, Observe, Part, Rules, Seat, Sight};
use alloc::vec::Vec;

const PLANES: &[Part] = &[
    Part::one("land", "land"),
    Part::one("coast", "coast"),
    Part::one("reefs", "reefs"),
    Part::one("harbours", "harbours of any port"),
    Part::new("royal_ports", MAX_SEATS, "Royal Ports, by player"),
    Part::new("ships", MAX_SEATS, "ships, by player"),
    Part::new("class", 4, "class of the ship: First Rate, Galleon, Frigate, Brig"),
    Part::one("ship", "number of the ship, as its picks have it, plus 1"),
    Part::one("strength", "strength left of the ship"),
    Part::one("shots", "shots left this Turn"),
    Part::one("cargo", "goods aboard"),
    Part::one("moved", "1 if the ship has moved or been carried this Turn"),
    Part::new("bow", 8, "where the bow points (Admiral): N NE E SE S SW W NW"),
    Part::one("fireship", "fireships"),
    Part::new("forts", MAX_SEATS, "forts, by player"),
    Part::one("pirates", "forts that all pirates share"),
    Part::one("neutral", "forts of nobody"),
    Part::one("ruins", "ruins"),
    Part::one("fort_strength", "strength left of the fort"),
    Part::one("goods", "goods lying here, or stored in the fort"),
    Part::one("blown", "where a mine has gone off"),
    Part::one("mines", "own mines: 1 ask, 2 detonate, 3 hold"),
    Part::one("maps", "own treasure map, and those captured"),
];

const NUMBERS: &[Part] = &[
    Part::new("stage", 6, "1 for: placing, secrets, deployment, a phase, its end, over"),
    Part::one("awaited", "1 if the own seat must decide, as far as it may know"),
    Part::one("acting", "whose phase it is, plus 1"),
    Part::one("window", "the question that interrupts the phase, 1 to 12; 0 for none"),
    Part::one("turn", "number of the Turn; 0 before play"),
    Part::new("wind", 8, "1 for where the wind blows to: N NE E SE S SW W NW"),
    Part::new("weather", 3, "1 for: fresh, calm, storm"),
    Part::one("players", "how many began"),
    Part::one("goal", "goods needed to win"),
    Part::new("out", MAX_SEATS, "1 if the player is out"),
    Part::new("hand", MAX_SEATS, "goods delivered or in hand, by player"),
    Part::new("mines", MAX_SEATS, "mines laid and not yet detonated, by player"),
    Part::new("ally", MAX_SEATS, "1 if the player is no enemy"),
    Part::new("owner", N_SHIPS, "player of each ship, plus 1; 0 if it is gone"),
    Part::new("column", N_SHIPS, "its column plus 1; 0 if it is not on the field"),
    Part::new("row", N_SHIPS, "its row plus 1"),
    Part::new("hull", N_SHIPS, "strength left"),
    Part::new("left", N_SHIPS, "shots left"),
    Part::new("aboard", N_SHIPS, "goods aboard"),
    Part::new("sails", N_SHIPS, "sail damage (Admiral)"),
    Part::new("captain", N_SHIPS, "captain (Admiral): 1 Target, 2 Initiative"),
    Part::new("repair", N_SHIPS, "fort where it is under repair or at work, plus 1"),
    Part::new("fort_owner", MAX_FORTS, "player of each fort plus 1; 7 pirates, 8 nobody, 9 a ruin"),
    Part::new("fort_shots", MAX_FORTS, "shots left of each fort"),
];

/// Where each part of the planes begins.
mod plane {
    use super::{PLANES, Part};
    pub(super) const LAND: usize = Part::start(PLANES, "land");
    pub(super) const COAST: usize = Part::start(PLANES, "coast");
    pub(super) const REEFS: usize = Part::start(PLANES, "reefs");
    pub(super) const HARBOURS: usize = Part::start(PLANES, "harbours");
    pub(super) const ROYAL_PORTS: usize = Part::start(PLANES, "royal_ports");
    pub(super) const SHIPS: usize = Part::start(PLANES, "ships");
    pub(super) const CLASS: usize = Part::start(PLANES, "class");
    pub(super) const SHIP: usize = Part::start(PLANES, "ship");
    pub(super) const STRENGTH: usize = Part::start(PLANES, "strength");
    pub(super) const SHOTS: usize = Part::start(PLANES, "shots");
    pub(super) const CARGO: usize = Part::start(PLANES, "cargo");
    pub(super) const MOVED: usize = Part::start(PLANES, "moved");
    pub(super) const BOW: usize = Part::start(PLANES, "bow");
    pub(super) const FIRESHIP: usize = Part::start(PLANES, "fireship");
    pub(super) const FORTS: usize = Part::start(PLANES, "forts");
    pub(super) const PIRATES: usize = Part::start(PLANES, "pirates");
    pub(super) const NEUTRAL: usize = Part::start(PLANES, "neutral");
    pub(super) const RUINS: usize = Part::start(PLANES, "ruins");
    pub(super) const FORT_STRENGTH: usize = Part::start(PLANES, "fort_strength");
    pub(super) const GOODS: usize = Part::start(PLANES, "goods");
    pub(super) const BLOWN: usize = Part::start(PLANES, "blown");
    pub(super) const MINES: usize = Part::start(PLANES, "mines");
    pub(super) const MAPS: usize = Part::start(PLANES, "maps");
}

/// Where each part of the numbers begins.
mod number {
    use super::{NUMBERS, Part};
    pub(super) const AWAITED: usize = Part::start(NUMBERS, "awaited");
    pub(super) const ACTING: usize = Part::start(NUMBERS, "acting");
    pub(super) const WINDOW: usize = Part::start(NUMBERS, "window");
    pub(super) const TURN: usize = Part::start(NUMBERS, "turn");
    pub(super) const WIND: usize = Part::start(NUMBERS, "wind");
    pub(super) const WEATHER: usize = Part::start(NUMBERS, "weather");
    pub(super) const PLAYERS: usize = Part::start(NUMBERS, "players");
    pub(super) const GOAL: usize = Part::start(NUMBERS, "goal");
    pub(super) const OUT: usize = Part::start(NUMBERS, "out");
    pub(super) const HAND: usize = Part::start(NUMBERS, "hand");
    pub(super) const MINES: usize = Part::start(NUMBERS, "mines");
    pub(super) const ALLY: usize = Part::start(NUMBERS, "ally");
    pub(super) const OWNER: usize = Part::start(NUMBERS, "owner");
    pub(super) const COLUMN: usize = Part::start(NUMBERS, "column");
    pub(super) const ROW: usize = Part::start(NUMBERS, "row");
    pub(super) const HULL: usize = Part::start(NUMBERS, "hull");
    pub(super) const LEFT: usize = Part::start(NUMBERS, "left");
    pub(super) const ABOARD: usize = Part::start(NUMBERS, "aboard");
    pub(super) const SAILS: usize = Part::start(NUMBERS, "sails");
    pub(super) const CAPTAIN: usize = Part::start(NUMBERS, "captain");
    pub(super) const REPAIR: usize = Part::start(NUMBERS, "repair");
    pub(super) const FORT_OWNER: usize = Part::start(NUMBERS, "fort_owner");
    pub(super) const FORT_SHOTS: usize = Part::start(NUMBERS, "fort_shots");
}

const UNITS: usize = N_SHIPS + MAX_FORTS;
/// The words of the menu, in the order of [`Verb`].
const VERBS: usize = Verb::Captain as usize + 1;
/// Numbers from 0 that can be picked.
const MOST: usize = 64;

/// Codes that do not hang on the size of the field.
const WORDS: &[Part] = &[
    Part::one("done", "that is all"),
    Part::one("also", "a second group: the other broadside"),
    Part::new("do", VERBS, "what is done, in the order of the rules: move, drift, fire …"),
    Part::new("unit", UNITS, "the ship (24) or fort (8) that acts"),
    Part::new("target", UNITS, "whom it is done to"),
    Part::new("number", MOST, "a number: shots, goods, strength, Turns"),
    Part::new("player", MAX_SEATS, "a player"),
    Part::new("isle", ISLES.len() * 4, "an island and how it is turned: island times 4 plus turns"),
    Part::new("from", 1 + MAX_FORTS + MAX_SEATS, "goods from the field, a fort, a player's map"),
    Part::new("aim", 2, "at the hull, at the sails"),
    Part::new("helm", 3, "a space of an Admiral movement: ahead, to port, to starboard"),
    Part::new("pivot", 17, "a turn in the space: 8 plus its steps of 45° to starboard"),
    Part::new("toward", 8, "a direction: N NE E SE S SW W NW"),
    Part::new("captain", 2, "a captain: Target, Initiative"),
];

/// Where the codes of this name begin, known when the program is compiled.
macro_rules! start {
    ($name:literal) => {
        const { Part::start(WORDS, $name) }
    };
}

impl Observe for SailEpoch {
    type Memory = ();

    fn layout(public: &Public) -> Layout {
        let chart = public.chart();
        let (height, width) = (usize::from(chart.rows), usize::from(chart.cols));
        let mut picks: Vec<Part> = WORDS.into();
        picks.push(Part::new("place", height * width, "a space, row by row from the north-west"));
        Layout { height, width, planes: PLANES, numbers: NUMBERS, picks }
    }

    fn observe(sight: Sight<'_, SailEpoch>, canvas: &mut Canvas<'_>) {
        let p = sight.public;
        let own = own_seat(sight);
        field(p, own, canvas);
        ships(p, own, canvas);
        forts(p, own, canvas);
        if let Some(secret) = sight.of_seat(own) {
            secrets(p, secret, canvas);
        }
        canvas.number(stage(p.stage), 1u8);
        let awaited = match SailEpoch::awaited(sight) {
            Awaiting::Seats(seats) => seats.has(own),
            Awaiting::Over(_) => false,
        };
        canvas.number(number::AWAITED, u8::from(awaited));
        if p.stage == Stage::Phase || p.stage == Stage::Ending {
            canvas.number(number::ACTING, nth(p, own, p.acting()) + 1);
        }
        canvas.number(number::WINDOW, p.windows.last().map_or(0, crate::state::Window::kind));
        canvas.number(number::TURN, p.turn);
        canvas.number(number::WIND + p.wind.to.index(), 1u8);
        let weather = match p.wind.weather {
            Weather::Fresh => 0,
            Weather::Calm => 1,
            Weather::Storm => 2,
        };
        canvas.number(number::WEATHER + weather, 1u8);
        canvas.number(number::PLAYERS, p.n_players());
        canvas.number(number::GOAL, p.goal);
        for seat in p.seats() {
            let (player, i) = (&p.players[seat.index()], nth(p, own, seat));
            canvas.number(number::OUT + i, u8::from(player.out));
            canvas.number(number::HAND + i, player.hand);
            canvas.number(number::MINES + i, player.mines);
            canvas.number(number::ALLY + i, u8::from(!p.is_foe(own, seat)));
        }
    }

    fn code(sight: Sight<'_, SailEpoch>, pick: &Pick) -> Option<usize> {
        let p = sight.public;
        let own = own_seat(sight);
        Some(match *pick {
            Pick::Done => start!("done"),
            Pick::Also => start!("also"),
            // Nobody is ever awaited for these.
            Pick::Do(Verb::Order | Verb::Resign) | Pick::Standing(_) => return None,
            Pick::Do(verb) => start!("do") + verb as usize,
            Pick::Unit(unit) => start!("unit") + usize::from(unit.0),
            Pick::Target(unit) => start!("target") + usize::from(unit.0),
            Pick::Number(n) => start!("number") + usize::from(n),
            Pick::Player(seat) => start!("player") + nth(p, own, seat),
            Pick::Isle(isle, turns) => start!("isle") + 4 * isle as usize + usize::from(turns & 3),
            Pick::From(hold) => {
                let at = match hold {
                    Hold::Field => 0,
                    Hold::Fort(fort) => 1 + fort.index(),
                    Hold::Map(seat) => 1 + MAX_FORTS + nth(p, own, seat),
                };
                start!("from") + at
            }
            Pick::Aim(aim) => start!("aim") + usize::from(aim == Aim::Sails),
            Pick::Helm(helm, _) => start!("helm") + helm as usize,
            Pick::Pivot(by) => start!("pivot") + usize::from((by.clamp(-8, 8) + 8) as u8),
            Pick::Toward(dir) => start!("toward") + dir.index(),
            Pick::Card(card) => start!("captain") + usize::from(card == Captain::Initiative),
            Pick::Place(space) => Part::total(WORDS) + cell(p, space),
        })
    }
}

/// The seat whose eyes are used; spectators and the umpire look with the first one's.
fn own_seat(sight: Sight<'_, SailEpoch>) -> Seat {
    sight.seat().unwrap_or(Seat(0))
}

/// A player's number, counted from the own seat.
fn nth(p: &Public, own: Seat, seat: Seat) -> usize {
    let n = usize::from(p.n_players().max(1));
    (seat.index() + n - own.index() % n) % n
}

fn cell(p: &Public, space: Space) -> usize {
    usize::from(space.row()) * usize::from(p.chart().cols) + usize::from(space.col())
}

const fn stage(stage: Stage) -> usize {
    match stage {
        Stage::Placing { .. } => 0,
        Stage::Secrets => 1,
        Stage::Deploy { .. } => 2,
        Stage::Phase => 3,
        Stage::Ending => 4,
        Stage::Over => 5,
    }
}

fn field(p: &Public, own: Seat, canvas: &mut Canvas<'_>) {
    let chart = p.chart();
    for space in chart.spaces() {
        match chart.terrain(space) {
            Terrain::Land => canvas.set(plane::LAND, cell(p, space), 1u8),
            Terrain::Coast => canvas.set(plane::COAST, cell(p, space), 1u8),
            _ => {}
        }
    }
    for (at, cells) in
        [(plane::REEFS, &chart.reefs), (plane::HARBOURS, &chart.harbours), (plane::BLOWN, &p.blown)]
    {
        for space in cells.iter() {
            canvas.set(at, cell(p, space), 1u8);
        }
    }
    for &(seat, space) in &chart.royal_ports {
        canvas.set(plane::ROYAL_PORTS + nth(p, own, seat), cell(p, space), 1u8);
    }
    for &(space, n) in p.goods.iter().filter(|(_, n)| *n > 0) {
        canvas.set(plane::GOODS, cell(p, space), n);
    }
}

fn ships(p: &Public, own: Seat, canvas: &mut Canvas<'_>) {
    for i in 0..N_SHIPS {
        let id = ShipId(i as u8);
        let ship = p.ship(id);
        let Some(owner) = ship.owner.seat().filter(|seat| p.has_seat(*seat)) else { continue };
        canvas.number(number::OWNER + i, nth(p, own, owner) + 1);
        canvas.number(number::HULL + i, p.strength(id));
        canvas.number(number::LEFT + i, ship.shots);
        canvas.number(number::ABOARD + i, ship.cargo);
        canvas.number(number::SAILS + i, ship.sails);
        canvas.number(number::CAPTAIN + i, ship.captain.map_or(0, |card| card as u8));
        let works = ship.repair.or(ship.work);
        canvas.number(number::REPAIR + i, works.map_or(0, |fort| fort.index() + 1));
        if !ship.is_afloat() {
            continue;
        }
        canvas.number(number::COLUMN + i, ship.space.col() + 1);
        canvas.number(number::ROW + i, ship.space.row() + 1);
        // SE-3.3.1.3f: of two ships in a harbour the planes show the second; the rows show both.
        let at = cell(p, ship.space);
        for class in 0..4 {
            canvas.set(plane::CLASS + class, at, u8::from(id.class() as usize == class));
        }
        for dir in 0..8 {
            let bow = p.has_bows() && ship.bow.index() == dir;
            canvas.set(plane::BOW + dir, at, u8::from(bow));
        }
        canvas.set(plane::SHIPS + nth(p, own, owner), at, 1u8);
        canvas.set(plane::SHIP, at, i + 1);
        canvas.set(plane::STRENGTH, at, p.strength(id));
        canvas.set(plane::SHOTS, at, ship.shots);
        canvas.set(plane::CARGO, at, ship.cargo);
        canvas.set(plane::MOVED, at, u8::from(ship.has(crate::state::mark::MOVED)));
        canvas.set(plane::FIRESHIP, at, u8::from(ship.has(crate::state::mark::IGNITED)));
    }
}

fn forts(p: &Public, own: Seat, canvas: &mut Canvas<'_>) {
    for (i, fort) in p.forts().iter().enumerate() {
        let at = cell(p, fort.space);
        let owner = match fort.owner {
            _ if fort.ruin => (plane::RUINS, 9),
            Flag::PIRATES => (plane::PIRATES, 7),
            owner => match owner.seat() {
                Some(seat) => (plane::FORTS + nth(p, own, seat), nth(p, own, seat) + 1),
                None => (plane::NEUTRAL, 8),
            },
        };
        canvas.set(owner.0, at, 1u8);
        canvas.set(plane::FORT_STRENGTH, at, fort.strength());
        canvas.set(plane::GOODS, at, fort.goods);
        canvas.number(number::FORT_OWNER + i, owner.1);
        canvas.number(number::FORT_SHOTS + i, fort.shots);
    }
}

fn secrets(p: &Public, secret: &SeatSecret, canvas: &mut Canvas<'_>) {
    for mine in &secret.mines {
        let order = match mine.order {
            Standing::Ask => 1u8,
            Standing::Auto => 2,
            Standing::Hold => 3,
        };
        canvas.set(plane::MINES, cell(p, mine.space), order);
    }
    for map in secret.held.iter().chain([&secret.map]).filter(|map| map.is_some()) {
        canvas.set(plane::MAPS, cell(p, *map), 1u8);
    }
}
