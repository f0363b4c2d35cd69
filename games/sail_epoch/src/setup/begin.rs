//! The first table: the pieces of a scenario, the order of play, all up to the
//! first decision.

use super::layout::{Layout, Odd};
use super::{Board, Options, Scenario, Setup, scenario};
use crate::board::{Chart, Space};
use crate::rules::Play;
use crate::rules::{mines, placing, wind};
use crate::state::{
    Flag, Fort, MAX_FORTS, MAX_GOODS, MAX_SEATS, Passage, Player, Public, SPAIN, SeatSecret, Seats,
    Ship, ShipSet, Stage, Stash, Treaty, World, mark,
};
use crate::units::N_SHIPS;
use crate::{SailEpoch, board, sequence};
use admiralty_core::{BySeat, BySide, Dice, Die, Dry, Seat, Table};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The table before the first decision.
pub(crate) fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<SailEpoch>, Dry> {
    let mut table = lay_out(setup, dice)?;
    let mut play = Play { table: &mut table, dice, tell: &mut |_| {}, gunners: ShipSet::EMPTY };
    sequence::begin(&mut play)?;
    Ok(table)
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
        forts: [Fort::new(Space::NONE, Flag::NOBODY); MAX_FORTS],
        n_forts: 0,
        players: [Player::default(); MAX_SEATS],
        fleets: [ShipSet::EMPTY; MAX_SEATS],
        foes: [Seats::EMPTY; MAX_SEATS],
        order: [0, 1, 2, 3, 4, 5].map(Seat),
        occupied: board::Cells::EMPTY,
        full: board::Cells::EMPTY,
        goods: [(Space::NONE, 0); MAX_GOODS],
        turn: 0,
        at: 0,
        wind: wind::read_wheel(o.wind, 0),
        was_calm: false,
        stage: Stage::Phase,
        windows: Vec::new(),
        fuse: None,
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
fn lay_out(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<SailEpoch>, Dry> {
    let o = &setup.options;
    let mut layout = match &setup.own {
        Some(own) => own.layout.clone(),
        None => scenario::layout(o),
    };
    let mut p = blank(o);
    roll_order(&mut p, dice)?;
    let all = scenario::fleet(o, &layout);
    if o.placed {
        scenario::trim(o, &mut layout);
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
        p.ships[id.index()] = Ship { owner: Flag::of(seat), ..Ship::GONE };
        if !o.placed {
            p.put(id, space);
            p.ships[id.index()].bow = placing::bow_at(p.chart(), space);
        }
    }
    for &(seat, id) in &layout.reserve {
        p.ships[id.index()] = Ship { owner: Flag::of(seat), marks: mark::RESERVE, ..Ship::GONE };
    }
    mines::set_notes(&mut p);
    if o.placed {
        placing::set_owed(&mut p);
    }
    Ok(table(p))
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
    let seats: Vec<Seat> = p.seats().skip(jolly as usize).collect();
    let mut order = Vec::new();
    if jolly {
        order.push(SPAIN);
    }
    rank(&seats, dice, &mut order)?;
    for (slot, seat) in p.order.iter_mut().zip(order) {
        *slot = seat;
    }
    Ok(())
}

fn rank(seats: &[Seat], dice: &mut dyn Dice, out: &mut Vec<Seat>) -> Result<(), Dry> {
    if let [seat] = seats {
        out.push(*seat);
        return Ok(());
    }
    let mut rolls = Vec::new();
    for &seat in seats {
        rolls.push((seat, dice.roll(Die::D6)?));
    }
    for value in (1..=6).rev() {
        let tied: Vec<Seat> =
            rolls.iter().filter(|(_, roll)| *roll == value).map(|(seat, _)| *seat).collect();
        if !tied.is_empty() {
            rank(&tied, dice, out)?;
        }
    }
    Ok(())
}
