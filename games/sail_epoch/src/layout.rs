//! What a scenario puts on the field: reads the files under `scenarios/`,
//! which are embedded, and makes a table of them.

use crate::board::{Chart, ISLES, Island, Space};
use crate::notation::{parse_ship, parse_space};
use crate::rules::{mines, placing, wind};
use crate::setup::{Board, Fleet, Options, Scenario, Teams};
use crate::state::{
    Fort, MAX_FORTS, MAX_GOODS, MAX_SEATS, NONE, PIRATES, Passage, Player, Public, SeatSecret,
    Ship, ShipSet, Stage, Stash, Treaty, World, mark,
};
use crate::units::{Class, N_SHIPS, ShipId};
use crate::{SailEpoch, board};
use admiralty_core::{BySeat, BySide, Dice, Die, Dry, Table};
use alloc::sync::Arc;
use alloc::vec::Vec;

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../scenarios/", $name, ".txt"))
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
struct Odd {
    north: bool,
    near: Space,
    far: Space,
}

#[derive(Default)]
struct Layout {
    islands: Vec<Island>,
    forts: Vec<(u8, Space)>,
    ports: Vec<(u8, Space)>,
    reefs: Vec<Space>,
    goods: Vec<Space>,
    seventh: Option<Odd>,
    empty: Option<Odd>,
    berths: Vec<(u8, Vec<Space>)>,
    ships: Vec<(u8, ShipId, Space)>,
    reserve: Vec<(u8, ShipId)>,
}

fn owner(word: &str) -> u8 {
    match word {
        "-" => NONE,
        "pirates" => PIRATES,
        word => word.strip_prefix('P').and_then(|n| n.parse::<u8>().ok()).map_or(NONE, |n| n - 1),
    }
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
            Some("rp") => layout.ports.extend(spaces(2).map(|s| (owner(words[1]), s))),
            Some("reef") => layout.reefs.extend(spaces(1)),
            Some("goods") => layout.goods.extend(spaces(1)),
            Some("seventh") => layout.seventh = odd(),
            Some("empty") => layout.empty = odd(),
            Some("berth") => layout.berths.push((owner(words[1]), spaces(2).collect())),
            Some("ship") => {
                if let (Some(ship), Some(space)) = (parse_ship(words[2]), spaces(3).next()) {
                    layout.ships.push((owner(words[1]), ship, space));
                }
            }
            Some("reserve") => {
                let ships = words[2..].iter().filter_map(|w| parse_ship(w));
                layout.reserve.extend(ships.map(|ship| (owner(words[1]), ship)));
            }
            _ => {}
        }
    }
}

/// The ships of each seat with the berth they start on, by set.
fn fleet(o: &Options, layout: &Layout) -> Vec<(u8, ShipId, Space)> {
    let mut out = layout.ships.clone();
    let mut used = [0u8; MAX_SEATS];
    for (seat, spaces) in &layout.berths {
        let set = used[*seat as usize];
        used[*seat as usize] += 1;
        let Some(ships) = set_of(o, *seat, set) else { continue };
        out.extend(ships.into_iter().zip(spaces).map(|(ship, &space)| (*seat, ship, space)));
    }
    out
}

/// The ships of one set, in the order of the berths; `None` if the seat has no such set.
fn set_of(o: &Options, seat: u8, set: u8) -> Option<Vec<ShipId>> {
    let of = |classes: &[Class], number: u8| {
        Some(classes.iter().map(|&class| ShipId::new(class, number)).collect())
    };
    match o.scenario {
        // SE-4.1.4d, SE-4.1.4e: the same pair for everybody.
        Scenario::Treasures => Some(match o.fleet {
            Fleet::TwoBrigs => alloc::vec![
                ShipId::new(Class::Brig, seat * 2 + 1),
                ShipId::new(Class::Brig, seat * 2 + 2)
            ],
            Fleet::BrigGalleon => {
                alloc::vec![
                    ShipId::new(Class::Brig, seat + 1),
                    ShipId::new(Class::Galleon, seat + 1)
                ]
            }
        }),
        // SE-4.2.8.1e, SE-4.2.8.2b: one of each type; SE-4.2.8.3c: with five or six no First Rate.
        Scenario::Pearls if o.players >= 5 => of(&crate::units::CLASSES[1..], seat + 1),
        Scenario::Pearls => of(&crate::units::CLASSES, seat + 1),
        Scenario::Jolly => None,
        Scenario::Oceans => {
            // SE-4.4.5g: sides are equal; a solo player has the sets of his opponents.
            let number = match (o.teams, seat, set) {
                (Teams::TwoOne, 1, 1) => 4,
                (Teams::ThreeOne, 0, 1 | 2) => 4 + set,
                (Teams::TwoOne | Teams::ThreeOne, _, 0) => seat + 1,
                (Teams::TwoOne | Teams::ThreeOne, ..) => return None,
                _ if set < o.sets => seat * o.sets + set + 1,
                _ => return None,
            };
            of(&crate::units::CLASSES, number)
        }
    }
}

/// An empty table with these options.
pub(crate) fn blank(o: &Options) -> Public {
    let (cols, rows) = match o.board {
        // SE-2i: the full field is 24 by 14, a mapboard half of it.
        Board::Half => (12, 14),
        Board::Full => (24, 14),
        Board::Grand => (24, 28),
    };
    let mut p = Public {
        world: Arc::new(World { options: *o, chart: Chart::new(cols, rows) }),
        ships: [Ship::GONE; N_SHIPS],
        forts: [Fort::new(Space::NONE, NONE); MAX_FORTS],
        n_forts: 0,
        players: [Player::default(); MAX_SEATS],
        fleets: [ShipSet::EMPTY; MAX_SEATS],
        foes: [0; MAX_SEATS],
        order: [0, 1, 2, 3, 4, 5],
        occupied: board::Cells::EMPTY,
        full: board::Cells::EMPTY,
        goods: [(Space::NONE, 0); MAX_GOODS],
        turn: 0,
        at: 0,
        wind: wind::read_wheel(o.wind, 0),
        was_calm: false,
        stage: Stage::Phase,
        windows: Vec::new(),
        fuse: NONE,
        dirty: false,
        passage: Passage::NONE,
        trails: Vec::new(),
        blown: board::Cells::EMPTY,
        treaties: [Treaty::default(); 15],
        stashes: [Stash::NONE; MAX_SEATS],
        appeared: 0,
        due: [false; 2],
        goal: crate::victory::goal(o),
        clock: 1,
        since: [[0; 8]; MAX_SEATS],
        owed: [[0; 4]; MAX_SEATS],
        outcome: None,
    };
    p.set_foes();
    p
}

/// A table around a public state.
pub(crate) fn table(public: Public) -> Table<SailEpoch> {
    let o = *public.options();
    Table {
        sides: BySide::new(o.teams.sides(o.players), |_| ()),
        seats: BySeat::new(o.players, |_| SeatSecret::new()),
        public,
        umpire: (),
    }
}

/// The field before the first decision. SE-3.1.5b: the scenario's own rules come first.
pub(crate) fn lay_out(o: &Options, dice: &mut dyn Dice) -> Result<Table<SailEpoch>, Dry> {
    let mut layout = Layout::default();
    read(text(o), &mut layout);
    if o.neutral_fort {
        read(file!("oceans-neutral"), &mut layout);
    }
    let mut p = blank(o);
    roll_order(&mut p, dice)?;
    let all = fleet(o, &layout);
    if o.placed {
        trim(o, &mut layout);
    }
    {
        let chart = &mut Arc::make_mut(&mut p.world).chart;
        chart.islands.extend(layout.islands.iter().copied());
        layout.reefs.iter().for_each(|&reef| chart.reefs.add(reef));
        chart.forts.extend(layout.forts.iter().map(|(_, space)| *space));
        chart.royal_ports.extend(layout.ports.iter().copied());
        chart.rebuild();
    }
    for (i, &(owner, space)) in layout.forts.iter().enumerate() {
        p.forts[i] = Fort { shots: crate::units::FORT_SHOTS, ..Fort::new(space, owner) };
    }
    p.n_forts = layout.forts.len() as u8;
    put_goods(&mut p, &layout);
    for &(seat, id, space) in &all {
        // SE-3.1.5.8, SE-3.1.5.10, SE-3.1.5.6b: unmoved, undamaged, under one flag.
        p.ships[id.index()] = Ship { owner: seat, ..Ship::GONE };
        if !o.placed {
            p.put(id, space);
            p.ships[id.index()].bow = placing::bow_at(p.chart(), space);
        }
    }
    for &(seat, id) in &layout.reserve {
        p.ships[id.index()] = Ship { owner: seat, marks: mark::RESERVE, ..Ship::GONE };
    }
    mines::set_notes(&mut p);
    if o.placed {
        placing::set_owed(&mut p);
    }
    Ok(table(p))
}

/// What the players will place themselves.
fn trim(o: &Options, layout: &mut Layout) {
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

/// SE-R47: the seventh trove or the missing pearl depends on the first player's side.
fn put_goods(p: &mut Public, layout: &Layout) {
    let first = p.order[0];
    let home = p.forts().iter().find(|fort| fort.owner == first).map(|fort| fort.space);
    let pick = |odd: &Odd, p: &Public| {
        let near = match home {
            Some(home) if odd.north => home.row() == 0,
            Some(home) => home.col() < p.chart().cols / 2,
            None => true,
        };
        if near { odd.near } else { odd.far }
    };
    let empty = layout.empty.as_ref().map(|odd| pick(odd, p));
    let seventh = layout.seventh.as_ref().map(|odd| pick(odd, p));
    for &space in layout.goods.iter().chain(seventh.iter()) {
        if Some(space) != empty {
            p.change_goods(space, 1);
        }
    }
}

/// SE-3.1.6a: everybody rolls, high plays early; SE-3.1.6b: ties roll again.
/// SE-4.3.7: in Jolly Roger Spain is first and only the pirates roll.
fn roll_order(p: &mut Public, dice: &mut dyn Dice) -> Result<(), Dry> {
    let jolly = p.options().scenario == Scenario::Jolly;
    let seats: Vec<u8> = p.seats().skip(jolly as usize).collect();
    let mut order = Vec::new();
    if jolly {
        order.push(0);
    }
    rank(&seats, dice, &mut order)?;
    for (slot, seat) in p.order.iter_mut().zip(order) {
        *slot = seat;
    }
    Ok(())
}

fn rank(seats: &[u8], dice: &mut dyn Dice, out: &mut Vec<u8>) -> Result<(), Dry> {
    if let [seat] = seats {
        out.push(*seat);
        return Ok(());
    }
    let mut rolls = Vec::new();
    for &seat in seats {
        rolls.push((seat, dice.roll(Die::D6)?));
    }
    for value in (1..=6).rev() {
        let tied: Vec<u8> =
            rolls.iter().filter(|(_, roll)| *roll == value).map(|(seat, _)| *seat).collect();
        if !tied.is_empty() {
            rank(&tied, dice, out)?;
        }
    }
    Ok(())
}
