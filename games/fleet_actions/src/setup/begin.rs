//! The first table: what the set-up describes, and what is rolled before anybody decides.

use crate::FleetActions;
use crate::board::{Dir, Point};
use crate::event::{Event, Owner, Purpose};
use crate::rules::Ctx;
use crate::setup::{Setup, ShipId};
use crate::state::{Grand, Kind, Order, Phase, Public, Sealed, Shared, Ship, Squad, State, mark};
use crate::units::Force;
use admiralty_core::{BySeat, BySide, Dice, Dry, Seat, SeatSet, Side, Table, Told};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The table as the set-up describes it, before anything is rolled.
pub(crate) fn fresh(setup: &Setup) -> Table<FleetActions> {
    let battle = setup.battle.clone();
    let n_seats = battle.seats.len() as u8;
    let on_hexes = battle.approach.is_some();
    let mut ships: Vec<Ship> = Vec::with_capacity(battle.ships.len());
    for info in &battle.ships {
        let squad = &battle.squads[info.squad.i()];
        let waits = on_hexes || squad.arrive.is_some();
        ships.push(Ship {
            at: info.at,
            heading: info.heading,
            axis: info.axis,
            rank: info.number - 1,
            sd: 0,
            md: 0,
            state: if waits { State::Waiting } else { State::Ok },
            holder: Seat(0),
            marks: if info.straggler && !on_hexes { mark::STRAGGLER } else { 0 },
            order: Order::Steady,
            muster: ShipId::new(ships.len() as u8),
            die: None,
            foes: [None; 2],
            edges: 0,
            squad: info.squad,
            side: squad.side,
            s0: info.rating,
            line: info.line,
        });
    }
    let squads: SmallVec<[Squad; 10]> = battle
        .squads
        .iter()
        .map(|info| Squad {
            marker: 0,
            zero: false,
            flag: info.flag,
            flag_at: info.flag.map_or(Point::default(), |id| battle.ships[id.i()].at),
            flag_heading: info.flag.map_or(Dir::N, |id| battle.ships[id.i()].heading),
            moves: 0,
            shifted: false,
            flag_done: false,
        })
        .collect();
    let start = if on_hexes { Kind::GrandFirst } else { Kind::Signals };
    let none: SmallVec<[_; 4]> = (0..n_seats).map(|_| None).collect();
    let mut public = Public {
        ships,
        squads,
        wind: battle.wind,
        force: battle.force,
        turn_force: battle.force,
        turn: 0,
        clock: battle.clock,
        nightfall: battle.nightfall,
        night: 0,
        phase: Phase {
            kind: if setup.custom { Kind::Confirm } else { start },
            resume: start,
            step: 0,
            slot: 0,
            squads: SmallVec::new(),
            ships: SmallVec::new(),
            at: 0,
        },
        pending: SeatSet::EMPTY,
        light_first: Side(0),
        fouls: SmallVec::new(),
        cards: none.clone(),
        points: [0; 2],
        quiet: 0,
        fired: false,
        offers: SeatSet::EMPTY,
        gone: SeatSet::EMPTY,
        laid: SmallVec::new(),
        moving: None,
        grand: None,
        over: None,
        score: [0; 2],
        battle,
    };
    // FA-3.16: the approach fixes the positions.
    if let Some(approach) = &public.battle.approach {
        public.grand = Some(Box::new(Grand::start(&public, approach)));
    }
    if setup.custom {
        // FA-3.12: a custom game is agreed on by both sides.
        public.pending = [Side(0), Side(1)].map(|s| public.battle.cinc(s)).into_iter().collect();
    }
    Table {
        public,
        sides: BySide::new(2, |_| Shared { cards: none.clone() }),
        seats: BySeat::new(n_seats, |_| Sealed::default()),
        umpire: None,
    }
}

/// The table before the first decision.
pub(crate) fn begin(setup: &Setup, dice: &mut dyn Dice) -> Result<Table<FleetActions>, Dry> {
    let mut table = fresh(setup);
    let mut tell = |_: Told<Event>| {};
    let mut ctx = Ctx::new(&mut table, dice, &mut tell);
    if setup.random_wind {
        // FA-3.14: a die for the direction, one for the strength.
        let dir = ctx.d6(Purpose::StartWind, Owner::Sea)?;
        let force = ctx.d6(Purpose::StartForce, Owner::Sea)?;
        ctx.p.wind = Dir::N.right(dir - 1);
        ctx.p.force = match force {
            1 | 2 => Force::Light,
            3..=5 => Force::Medium,
            _ => Force::Strong,
        };
    }
    if setup.random_start {
        // FA-3.15: a D10 plus 6 is the hour, nightfall 19:00.
        let (hour, _) = ctx.roll(10, Purpose::StartHour, Owner::Sea, 0, None)?;
        ctx.p.clock = (u16::from(hour) + 6) * 60;
        ctx.p.nightfall = 19 * 60;
    }
    ctx.advance()?;
    Ok(table)
}
