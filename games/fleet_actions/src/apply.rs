//! Carries out an action and goes on to the next decision.

use crate::FleetActions;
use crate::action::{Action, HeadOrder, Veer};
use crate::event::Owner;
use crate::event::{Event, Purpose};
use crate::grand::Grand;
use crate::rules::{Ctx, captains, declaring, grand_tactical, headings, singles, speeds, transfer};
use crate::setup::{Setup, ShipId, SquadId};
use crate::state::{
    Ask, Declared, Kind, Order, Phase, Public, Sealed, Shared, Ship, Squad, State, mark,
};
use crate::units::Force;
use admiralty_core::{Actor, BySeat, BySide, Dice, Dry, Seat, SeatSet, Side, Table, Told};
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
        let waits = on_hexes || squad.arrive > 0;
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
            die: 0,
            foes: [ShipId::NONE; 2],
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
            flag_at: battle.ships[info.flag.i()].at,
            flag_heading: battle.ships[info.flag.i()].heading,
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
            list: SmallVec::new(),
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
    let mut ctx = ctx(&mut table, dice, &mut tell);
    if setup.random_wind {
        // FA-3.14: a die for the direction, one for the strength.
        let dir = ctx.d6(Purpose::StartWind, Owner::Sea)?;
        let force = ctx.d6(Purpose::StartForce, Owner::Sea)?;
        ctx.p.wind = crate::board::Dir(dir - 1);
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

fn ctx<'a>(
    table: &'a mut Table<FleetActions>,
    dice: &'a mut dyn Dice,
    tell: &'a mut dyn FnMut(Told<Event>),
) -> Ctx<'a> {
    let Table { public, sides, seats, umpire } = table;
    Ctx { p: public, sides, seats, umpire, dice, tell, reveals: false }
}

/// Carries out a checked action.
pub(crate) fn apply(
    table: &mut Table<FleetActions>,
    by: Actor,
    action: &Action,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    let mut ctx = ctx(table, dice, tell);
    match (*action, by) {
        (Action::TimeOut(seat), _) => ctx.time_out(seat)?,
        (action, Actor::Seat(seat)) => ctx.act(seat, action)?,
        _ => return Ok(()),
    }
    ctx.advance()
}

impl Ctx<'_> {
    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Dry> {
        let done = SeatSet::EMPTY;
        match action {
            Action::Begin => {
                self.p.pending = self.p.pending.without(seat);
                self.tell(Event::Agreed(seat));
                if self.p.pending.is_empty() {
                    self.tell(Event::Begun);
                }
            }
            Action::Head { squad, at, order } => {
                self.p.pending = done;
                self.order(squad, at, order);
            }
            Action::Speed { squad, speed } if self.p.phase.kind == Kind::GrandSpeed => {
                self.lay_grand_speed(seat, squad, speed);
            }
            Action::Speed { squad, speed } => self.lay_speed(seat, squad, speed),
            Action::Card { signal, .. } => self.lay_card(seat, signal),
            Action::Flag { squad, ship } => {
                match ship {
                    Some(ship) => self.hoist(squad, ship),
                    None => self.p.squads[squad.i()].flag_done = true,
                }
                self.ask_flags();
            }
            Action::LightFirst(side) => {
                self.p.pending = done;
                self.set_light_first(side);
            }
            Action::Move { squad, defer } => self.asked(squad, defer)?,
            Action::Veer { way, .. } => {
                self.p.pending = done;
                self.answer_veer(way)?;
            }
            Action::Keep { keep, .. } => {
                self.p.pending = done;
                self.answer_keep(keep)?;
            }
            Action::Frigate { ship, dir } => {
                self.p.pending = done;
                self.p.phase.list.remove(0);
                self.frigate(ship, dir)?;
            }
            Action::Single { ship, go, dir } => {
                self.p.pending = done;
                self.p.phase.list.remove(0);
                self.single(ship, go, dir)?;
            }
            Action::Attack { by, at } => self.declare(seat, Declared { by, at }),
            Action::Board { ship, yes } => self.decide_board(seat, ship, yes),
            Action::NoRepair(ship) => self.decline(seat, ship),
            Action::Repair => self.p.pending = self.p.pending.without(seat),
            Action::Grand { squad, hexes, ahead, turns } => {
                self.grand_act(squad, hexes, ahead, turns)?;
            }
            Action::GrandFirst(side) => {
                self.p.pending = done;
                if let Some(grand) = &mut self.p.grand {
                    grand.first = side;
                }
                self.tell(Event::GrandFirst(side));
                self.p.phase.kind = Kind::GrandMove;
            }
            Action::Place { ship, at } => {
                self.p.pending = done;
                self.p.phase.list.remove(0);
                self.place_frigate(ship, at);
            }
            Action::Wind { dir, force } => *self.umpire = Some((dir, force)),
            Action::Concede => {
                if let Some(side) = self.p.battle.seats[seat.index()].side {
                    self.concede(side);
                }
            }
            Action::OfferEnd => {
                self.p.offers = self.p.offers.with(seat);
                self.tell(Event::Offer(seat));
                let all = self.p.battle.seats.iter().enumerate();
                let mut players = all.filter(|(_, s)| s.side.is_some());
                if players.all(|(i, _)| self.p.offers.has(Seat(i as u8))) {
                    self.finish("agreement", "FA-V.25"); // FA-V.25
                }
            }
            Action::TimeOut(_) => {}
        }
        Ok(())
    }

    /// A squadron that was asked moves, or lets the next one be asked.
    fn asked(&mut self, squad: SquadId, defer: bool) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        if defer {
            self.tell(Event::Deferred(squad));
            self.p.phase.at += 1;
            if usize::from(self.p.phase.at) + 1 < self.p.phase.list.len() {
                return Ok(());
            }
        }
        // FA-6.11: the last one asked must move; then the question starts again to windward.
        let at = usize::from(self.p.phase.at).min(self.p.phase.list.len().saturating_sub(1));
        let next = SquadId(self.p.phase.list.remove(at));
        self.p.phase.at = 0;
        if self.p.phase.kind == Kind::GrandSlot {
            self.grand_slot_move(next)
        } else {
            self.begin_squad(next);
            Ok(())
        }
    }

    fn grand_act(
        &mut self,
        squad: SquadId,
        hexes: u8,
        ahead: Option<bool>,
        turns: [Option<crate::board::Dir>; 3],
    ) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        if self.p.phase.kind == Kind::GrandTurn {
            self.p.phase.list.remove(0);
            self.grand_form(squad, ahead, turns);
            return Ok(());
        }
        if !self.grand_move(squad, hexes, 0)? {
            self.grand_form(squad, ahead, turns);
        }
        Ok(())
    }

    /// The server acts for a seat whose time has run out, through this phase.
    fn time_out(&mut self, seat: Seat) -> Result<(), Dry> {
        self.tell(Event::TimedOut(seat));
        let kind = self.p.phase.kind;
        for _ in 0..400 {
            if self.p.phase.kind != kind || !self.p.pending.has(seat) {
                break;
            }
            let Some(action) = by_default(self.p, seat, &self.seats[seat]) else { break };
            self.act(seat, action)?;
            self.advance()?;
        }
        Ok(())
    }
}

/// What the server decides for a seat that does not.
pub(crate) fn by_default(p: &Public, seat: Seat, sealed: &Sealed) -> Option<Action> {
    let first = p.phase.list.first().copied();
    match p.phase.kind {
        Kind::Confirm => Some(Action::Begin),
        Kind::GrandFirst => Some(Action::GrandFirst(Side(0))),
        Kind::GrandMove => {
            let side = grand_tactical::moving_side(p);
            let squad = grand_tactical::unmoved(p, side).find(|q| p.seat_of(*q) == seat)?;
            Some(Action::Grand { squad, hexes: 0, ahead: None, turns: [None; 3] })
        }
        Kind::GrandTurn => {
            Some(Action::Grand { squad: SquadId(first?), hexes: 0, ahead: None, turns: [None; 3] })
        }
        Kind::GrandSpeed => {
            let squad = grand_tactical::grand_unmarked(p, seat, sealed).next()?;
            Some(Action::Speed { squad, speed: 0 })
        }
        Kind::GrandPlace => {
            let ship = ShipId(first?);
            let mut place = None;
            transfer::places(p, ship, &mut |at| place = place.or(Some(at)));
            Some(Action::Place { ship, at: place? })
        }
        Kind::Flag => default_flag(p, seat),
        Kind::Head => default_heading(p, SquadId(first?)),
        Kind::Speed => default_speed(p, seat, sealed),
        Kind::Light => {
            let side = p.battle.seats[seat.index()].side?;
            Some(Action::LightFirst(side.other()))
        }
        Kind::Squads | Kind::GrandSlot => default_move(p),
        Kind::Singles => default_single(p, ShipId(first?)),
        Kind::Frigates => Some(Action::Frigate { ship: ShipId(first?), dir: None }),
        Kind::Fire => default_attack(p, seat, sealed),
        Kind::Board => {
            let ship = crate::rules::boarding::undecided(p, seat, sealed).next()?;
            Some(Action::Board { ship, yes: false })
        }
        Kind::Repair => Some(Action::Repair),
        Kind::Signals | Kind::Movement | Kind::Step | Kind::End | Kind::Over => None,
    }
}

/// A lost flag goes to the strongest ship; a flag that need not move stays.
fn default_flag(p: &Public, seat: Seat) -> Option<Action> {
    use crate::rules::flags;
    let squad = flags::deciding(p).find(|q| p.seat_of(*q) == seat)?;
    let ship = if flags::must_name(p, squad) {
        let best = flags::options(p, squad)
            .into_iter()
            .max_by_key(|id| (p.ship(*id).strength(), core::cmp::Reverse(id.0)));
        Some(best?)
    } else {
        None
    };
    Some(Action::Flag { squad, ship })
}

fn default_heading(p: &Public, squad: SquadId) -> Option<Action> {
    let g = p.groups(squad).into_iter().find(|g| headings::has_choice(p, g))?;
    let order = if headings::check(p, &g, HeadOrder::Steady).is_ok() {
        HeadOrder::Steady
    } else {
        let dir = headings::nearest_legal(p, g.heading); // FA-3.77
        HeadOrder::Turn { dir, together: false }
    };
    Some(Action::Head { squad, at: g.at, order })
}

fn default_speed(p: &Public, seat: Seat, sealed: &Sealed) -> Option<Action> {
    if let Some(squad) = speeds::unmarked(p, seat, sealed).next() {
        let legal = speeds::markers(p, squad);
        let last = p.squads[squad.i()].marker;
        // The last speed, lowered to the limit, or raised if 0 is not allowed.
        let speed = legal.iter().rev().find(|s| **s <= last).or(legal.first());
        return Some(Action::Speed { squad, speed: *speed? });
    }
    Some(Action::Card { seat, signal: None })
}

fn default_move(p: &Public) -> Option<Action> {
    let Some(m) = &p.moving else {
        let squad = SquadId(*p.phase.list.get(usize::from(p.phase.at))?);
        return Some(Action::Move { squad, defer: false });
    };
    let cur = m.cur?;
    match cur.ask {
        Ask::Course(_) => Some(Action::Keep { squad: m.squad, at: cur.to, keep: true }),
        Ask::Enter => Some(Action::Veer { squad: m.squad, at: cur.from, way: Veer::In }),
        Ask::Side => {
            // To the side nearer the wind's lee.
            let lee = p.wind.back();
            let sides = captains::open_sides(p, cur.from, cur.heading);
            let (way, _) = sides.into_iter().min_by_key(|(_, dir)| dir.turn(lee))?;
            Some(Action::Veer { squad: m.squad, at: cur.from, way })
        }
    }
}

/// She turns to the facing that brings her nearest to her station.
fn default_single(p: &Public, ship: ShipId) -> Option<Action> {
    let s = p.ship(ship);
    let goal = singles::goal(p, s);
    let mut best: Option<(u8, bool, Option<crate::board::Dir>)> = None;
    singles::options(p, ship, &mut |go, dir| {
        let at = if go { s.at.step(s.heading) } else { s.at };
        let next = at.step(dir.unwrap_or(s.heading)).distance(goal);
        let better = best.is_none_or(|(d, ..)| next < d);
        if better {
            best = Some((next, go, dir));
        }
    });
    let (_, go, dir) = best?;
    Some(Action::Single { ship, go, dir })
}

fn default_attack(p: &Public, seat: Seat, sealed: &Sealed) -> Option<Action> {
    let mut best: Option<(u8, Declared)> = None;
    declaring::declarations(p, seat, sealed, p.phase.step, &mut |d| {
        let range = d
            .at
            .map_or(9, |at| declaring::unit_point(p, d.by).distance(declaring::unit_point(p, at)));
        let better = match best {
            None => true,
            Some((r, b)) => b.by == d.by && range < r,
        };
        if better {
            best = Some((range, d));
        }
    });
    best.map(|(_, d)| Action::Attack { by: d.by, at: d.at })
}
