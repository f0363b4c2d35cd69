//! What the server decides for a seat whose time has run out, or whose player
//! has left the table.

use super::{
    Ctx, boarding, captains, declaring, flags, grand_tactical, headings, singles, speeds, transfer,
};
use crate::action::{Action, HeadOrder, Veer};
use crate::board::Dir;
use crate::event::Event;
use crate::illegal::Illegal;
use crate::setup::{ShipId, SquadId};
use crate::state::{Ask, Declared, Kind, Public, Sealed, State};
use admiralty_core::{Actor, Bound, Dry, Seat, Side};

/// May the server act for the seat?
pub(crate) fn check_time_out(p: &Public, by: Actor, seat: Seat) -> Result<(), Illegal> {
    match by {
        Actor::Seat(_) => Err(Illegal::OnlyClock),
        Actor::Clock | Actor::Host if p.pending.has(seat) => Ok(()),
        Actor::Clock | Actor::Host => Err(Illegal::NotAsked { besides: None }),
    }
}

/// May the seat be given up for good?
pub(crate) fn check_left(p: &Public, by: Actor, seat: Seat) -> Result<(), Illegal> {
    match by {
        Actor::Seat(_) => Err(Illegal::OnlyClock),
        _ if seat.index() >= p.battle.seats.len() || p.gone.has(seat) => Err(Illegal::Gone),
        Actor::Clock | Actor::Host => Ok(()),
    }
}

impl Ctx<'_> {
    /// A seat has been left for good: the server acts for it from now on, and a side
    /// that nobody commands any more gives in.
    // FA-R86
    pub(crate) fn leave(&mut self, seat: Seat) {
        self.p.gone = self.p.gone.with(seat);
        self.tell(Event::Left(seat));
        let Some(side) = self.p.battle.side_of(seat) else { return };
        if self.p.battle.seats_of(side).all(|seat| self.p.gone.has(seat)) {
            self.concede(side);
        } else {
            self.test_agreement();
        }
    }

    /// Whoever has left is not waited for.
    pub(crate) fn act_for_absent(&mut self) -> Result<(), Dry> {
        let mut bound = Bound::default();
        while let Some(seat) = self.p.pending.iter().find(|seat| self.p.gone.has(*seat)) {
            bound.step()?;
            self.default_acts(seat)?;
        }
        Ok(())
    }

    /// The server acts for a seat whose time has run out, through this phase.
    pub(crate) fn time_out(&mut self, seat: Seat) -> Result<(), Dry> {
        self.tell(Event::TimedOut(seat));
        self.default_acts(seat)
    }

    /// Decides for a seat until it is not asked any more in this phase.
    fn default_acts(&mut self, seat: Seat) -> Result<(), Dry> {
        let kind = self.p.phase.kind;
        let mut bound = Bound::default();
        while self.p.phase.kind == kind && self.p.pending.has(seat) {
            bound.step()?;
            // Whoever is asked has something to decide: the laws of the test suite say so.
            let Some(action) = by_default(self.p, seat, &self.seats[seat]) else {
                return Err(Dry::Endless);
            };
            self.act(seat, action)?;
            self.advance()?;
        }
        Ok(())
    }
}

/// What the server decides for a seat that does not.
pub(crate) fn by_default(p: &Public, seat: Seat, sealed: &Sealed) -> Option<Action> {
    let squad = p.phase.squads.first().copied();
    let ship = p.phase.ships.first().copied();
    match p.phase.kind {
        Kind::Confirm => Some(Action::Begin),
        Kind::GrandFirst => Some(Action::GrandFirst(Side(0))),
        Kind::GrandMove => {
            let side = grand_tactical::moving_side(p);
            let squad = grand_tactical::unmoved(p, side).find(|q| p.seat_of(*q) == seat)?;
            Some(Action::Grand { squad, hexes: 0, ahead: None, turns: [None; 3] })
        }
        Kind::GrandTurn => {
            Some(Action::Grand { squad: squad?, hexes: 0, ahead: None, turns: [None; 3] })
        }
        Kind::GrandSpeed => {
            let squad = grand_tactical::grand_unmarked(p, seat, sealed).next()?;
            Some(Action::Speed { squad, speed: 0 })
        }
        Kind::GrandPlace => {
            let ship = ship?;
            let mut place = None;
            transfer::places(p, ship, &mut |at| place = place.or(Some(at)));
            Some(Action::Place { ship, at: place? })
        }
        Kind::Flag => default_flag(p, seat),
        Kind::Head => default_heading(p, squad?),
        Kind::Speed => default_speed(p, seat, sealed),
        Kind::Light => {
            let side = p.battle.seats[seat.index()].side?;
            Some(Action::LightFirst(side.other()))
        }
        Kind::Squads | Kind::GrandSlot => default_move(p),
        Kind::Singles => default_single(p, ship?),
        Kind::Frigates => Some(Action::Frigate { ship: ship?, dir: None }),
        Kind::Fire => default_attack(p, seat, sealed),
        Kind::Board => {
            let ship = boarding::undecided(p, seat, sealed).next()?;
            Some(Action::Board { ship, yes: false })
        }
        Kind::Repair => Some(Action::Repair),
        Kind::Signals | Kind::Movement | Kind::Step | Kind::End | Kind::Over => None,
    }
}

/// A lost flag goes to the strongest ship; a flag that need not move stays.
fn default_flag(p: &Public, seat: Seat) -> Option<Action> {
    let squad = flags::deciding(p).find(|q| p.seat_of(*q) == seat)?;
    let ship = if flags::must_name(p, squad) {
        let best = flags::options(p, squad)
            .into_iter()
            .max_by_key(|id| (p.ship(*id).strength(), core::cmp::Reverse(id.n())));
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
        let squad = *p.phase.squads.get(usize::from(p.phase.at))?;
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
    // FA-R87: a beaten ship or prize stays; her squadron's station is not her captor's goal.
    if s.state != State::Ok {
        return Some(Action::Single { ship, go: false, dir: None });
    }
    let goal = singles::goal(p, s);
    let mut best: Option<(u8, bool, Option<Dir>)> = None;
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
