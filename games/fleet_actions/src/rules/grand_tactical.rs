//! The approach on the hex map: plain and sequenced movement, turning, contact.

use super::Ctx;
use crate::board::{Dir, Point};
use crate::event::{Event, Owner, Purpose};
use crate::illegal::{Illegal, Named};
use crate::setup::SquadId;
use crate::state::{Column, Grand, Kind, Laid, Public, Sealed};
use crate::units::Force;
use admiralty_core::{Dry, Seat, SeatSet, Side};
use smallvec::SmallVec;

const NOT_NOW: Illegal = Illegal::NotNow { besides: None };

/// What one hex of movement does to a squadron.
enum Step {
    /// It moves so.
    To(Column),
    /// Group `from` meets a Group of squadron `met` (its place in line `i`).
    Contact { from: usize, met: SquadId, i: usize },
}

/// The direction in which each Group of a column would move.
fn directions(column: &Column) -> Option<SmallVec<[Dir; 3]>> {
    let mut dirs: SmallVec<[Dir; 3]> = SmallVec::new();
    for (i, g) in column.groups.iter().enumerate() {
        let dir = if i == 0 || !column.ahead {
            g.facing // FA-9.12, FA-9.13: straight in the facing.
        } else {
            let before = column.groups[i - 1];
            // FA-9.14: a Group in the hex of the one before goes along with it.
            if before.hex == g.hex { dirs[i - 1] } else { g.hex.towards(before.hex)? }
        };
        dirs.push(dir);
    }
    Some(dirs)
}

/// The most hexes a squadron can move.
// FA-9.15: the maximum of its slowest Group; FA-9.38: a follower counts its way to the one before.
pub(crate) fn max_hexes(p: &Public, column: &Column) -> Result<u8, Illegal> {
    // FA-9.39: abreast with unlike facings it does not move.
    if !column.ahead && column.groups.windows(2).any(|w| w[0].facing != w[1].facing) {
        return Err(Illegal::GrandAbreast);
    }
    let Some(dirs) = directions(column) else {
        return Err(Illegal::GrandApart { hex: column.groups[0].hex });
    };
    // FA-9.09: speeds as on the lattice; FA-9.19: facing upwind it cannot move; FA-9.35: calm and gale.
    let followers = column.groups.iter().enumerate().skip(1).filter(|_| column.ahead);
    let shared = followers.filter(|(i, g)| column.groups[i - 1].hex == g.hex);
    let shared = shared.map(|(i, _)| p.max_speed(column.groups[i - 1].facing));
    Ok(dirs.iter().map(|d| p.max_speed(*d)).chain(shared).min().unwrap_or(0))
}

fn step(p: &Public, grand: &Grand, squad: SquadId) -> Result<Step, Illegal> {
    let column = &grand.columns[squad.i()];
    let approach = p.battle.approach.as_ref().ok_or(NOT_NOW)?;
    let side = p.battle.side(squad);
    let Some(dirs) = directions(column) else {
        return Err(Illegal::GrandApart { hex: column.groups[0].hex });
    };
    let mut next = column.clone();
    for (i, dir) in dirs.iter().enumerate() {
        let to = column.groups[i].hex.step(*dir);
        if !approach.extent.has(to) || approach.land.has(to) {
            return Err(Illegal::GrandOff { hex: to }); // FA-9.18
        }
        // FA-9.23, FA-9.37: a hex with an opposing Group is not entered.
        // FA-9.40: the first in line meets the first in line of the lowest squadron.
        let met = grand.counters().find(|(q, _, c)| c.hex == to && p.battle.side(*q) != side);
        if let Some((met, j, _)) = met {
            return Ok(Step::Contact { from: i, met, i: j });
        }
        next.groups[i].hex = to;
        next.groups[i].facing = *dir; // FA-9.38
    }
    for g in &next.groups {
        let others = grand.counters().filter(|(q, _, c)| *q != squad && c.hex == g.hex).count();
        let own = next.groups.iter().filter(|o| o.hex == g.hex).count();
        if others + own > 3 {
            return Err(Illegal::GrandStack { hex: g.hex }); // FA-9.04
        }
        if g.hex.distance(next.groups[usize::from(next.flag)].hex) > 1 {
            return Err(Illegal::GrandApart { hex: g.hex }); // FA-9.05
        }
    }
    Ok(Step::To(next))
}

/// May the squadron move so many hexes?
pub(crate) fn check_hexes(p: &Public, squad: SquadId, hexes: u8) -> Result<(), Illegal> {
    let grand = p.grand.as_ref().ok_or(NOT_NOW)?;
    if hexes == 0 {
        return Ok(());
    }
    let max = max_hexes(p, &grand.columns[squad.i()])?;
    if hexes > max {
        return Err(Illegal::GrandFar { hexes, max });
    }
    let mut trial = Grand::clone(grand);
    for _ in 0..hexes {
        match step(p, &trial, squad)? {
            Step::To(column) => trial.columns[squad.i()] = column,
            Step::Contact { .. } => return Ok(()), // FA-9.33
        }
    }
    Ok(())
}

/// May it be turned and formed so?
// FA-9.16: any hex side but upwind, astern too; FA-9.17: ahead or abreast.
pub(crate) fn check_turns(
    p: &Public,
    squad: SquadId,
    ahead: Option<bool>,
    turns: [Option<Dir>; 3],
) -> Result<(), Illegal> {
    let grand = p.grand.as_ref().ok_or(NOT_NOW)?;
    let column = &grand.columns[squad.i()];
    if ahead == Some(column.ahead) {
        return Err(Illegal::GrandSame);
    }
    for (i, turn) in turns.into_iter().enumerate() {
        let Some(dir) = turn else { continue };
        if i >= column.groups.len() {
            let groups = column.groups.len() as u8;
            return Err(Illegal::GrandGroup { group: i as u8 + 1, groups });
        }
        if dir == p.wind {
            return Err(Illegal::GrandUpwind { dir });
        }
    }
    Ok(())
}

/// May the squadron act so on the hex map: move, then turn and form?
pub(crate) fn check(
    p: &Public,
    squad: SquadId,
    hexes: u8,
    ahead: Option<bool>,
    turns: [Option<Dir>; 3],
) -> Result<(), Illegal> {
    let grand = p.grand.as_ref().ok_or(NOT_NOW)?;
    if p.phase.kind == Kind::GrandTurn {
        if hexes != 0 {
            return Err(Illegal::GrandTurnOnly); // FA-9.21
        }
    } else if grand.columns[squad.i()].moved {
        return Err(Illegal::GrandMoved { squad: Named::squad(&p.battle, squad) });
    }
    check_hexes(p, squad, hexes)?;
    check_turns(p, squad, ahead, turns)
}

/// May the squadron be given this marker besides those already laid?
pub(crate) fn check_speed(
    p: &Public,
    sealed: &Sealed,
    squad: SquadId,
    speed: u8,
) -> Result<(), Illegal> {
    if sealed.speeds.iter().any(|(laid, _)| *laid == squad) {
        return Err(Illegal::Laid { squad: Named::squad(&p.battle, squad) });
    }
    check_marker(p, squad, speed)
}

/// May the squadron show this marker?
pub(crate) fn check_marker(p: &Public, squad: SquadId, speed: u8) -> Result<(), Illegal> {
    let grand = p.grand.as_ref().ok_or(NOT_NOW)?;
    let max = max_hexes(p, &grand.columns[squad.i()]).unwrap_or(0);
    if speed > max { Err(Illegal::GrandFar { hexes: speed, max }) } else { Ok(()) }
}

/// Within so many hexes of the enemy movement is sequenced.
// FA-9.20
pub(crate) const NEAR: u8 = 4;

/// Hexes between the two opposing Groups that are nearest to each other.
pub(crate) fn apart(p: &Public) -> Option<u8> {
    let grand = p.grand.as_ref()?;
    let of = |side: u8| grand.counters().filter(move |(q, ..)| p.battle.side(*q).0 == side);
    of(0).flat_map(|(_, _, a)| of(1).map(move |(_, _, b)| a.hex.distance(b.hex))).min()
}

/// Are opposing Groups four hexes or less apart?
pub(crate) fn is_near(p: &Public) -> bool {
    apart(p).is_some_and(|miles| miles <= NEAR) // FA-9.20
}

/// The most windward counter of a side.
pub(crate) fn windward(p: &Public, side: Side) -> Option<Point> {
    let counters = p.grand.as_ref()?.counters();
    let mine = counters.filter(|(q, ..)| p.battle.side(*q) == side).map(|(_, _, c)| c.hex);
    mine.max_by_key(|hex| hex.upwind(p.wind))
}

/// The squadrons of a side that have still to move.
pub(crate) fn unmoved(p: &Public, side: Side) -> impl Iterator<Item = SquadId> + '_ {
    p.squad_ids().filter(move |q| {
        p.battle.side(*q) == side
            && p.grand
                .as_ref()
                .is_some_and(|g| !g.columns[q.i()].moved && !g.columns[q.i()].groups.is_empty())
    })
}

/// The side whose plain move it is.
pub(crate) fn moving_side(p: &Public) -> Side {
    p.grand.as_ref().map_or(Side(0), |g| if g.second { g.first.other() } else { g.first })
}

/// The greatest upwind number of a squadron, the sum of all, and how many they are.
type Windward = (i16, i32, i32);

fn upwind_of(p: &Public, column: &Column) -> Windward {
    let us = column.groups.iter().map(|g| g.hex.upwind(p.wind));
    let sum = us.clone().map(i32::from).sum();
    (us.max().unwrap_or(i16::MIN), sum, column.groups.len() as i32)
}

impl Ctx<'_> {
    /// A turn on the hex map begins.
    pub(crate) fn grand_turn(&mut self) -> Result<(), Dry> {
        let near = is_near(self.p);
        let calm = self.p.force == Force::Calm;
        let Some(grand) = &mut self.p.grand else { return Ok(()) };
        for column in &mut grand.columns {
            column.moved = false;
            column.marker = 0;
        }
        grand.second = false;
        if calm {
            self.p.phase.kind = Kind::GrandTurn; // FA-9.35: nothing moves; the turn passes.
            self.p.phase.squads.clear();
            return Ok(());
        }
        // FA-9.20, FA-9.22: near the enemy movement is sequenced, and plain again when far.
        if near {
            self.p.phase.kind = Kind::GrandSpeed;
            self.open_grand_speeds();
            return Ok(());
        }
        self.p.phase.kind = Kind::GrandFirst;
        let best = |p: &Public, side| windward(p, side).map(|hex| hex.upwind(p.wind));
        let (a, b) = (best(self.p, Side(0)), best(self.p, Side(1)));
        // FA-9.10: the side with the most windward Group chooses; FA-9.11: if equal, by dice.
        let chooser = match a.cmp(&b) {
            core::cmp::Ordering::Greater => Side(0),
            core::cmp::Ordering::Less => Side(1),
            core::cmp::Ordering::Equal => loop {
                let a = self.d6(Purpose::GrandOrder, Owner::Side(Side(0)))?;
                let b = self.d6(Purpose::GrandOrder, Owner::Side(Side(1)))?;
                if a != b {
                    break if a > b { Side(0) } else { Side(1) };
                }
            },
        };
        self.p.pending = SeatSet::only(self.p.battle.cinc(chooser));
        Ok(())
    }

    /// The side that moves first in this turn.
    pub(crate) fn grand_first(&mut self, side: Side) {
        self.p.pending = SeatSet::EMPTY;
        if let Some(grand) = &mut self.p.grand {
            grand.first = side;
        }
        self.tell(Event::GrandFirst(side));
        self.p.phase.kind = Kind::GrandMove;
    }

    /// Plain movement: who of the side in turn has still to move?
    pub(crate) fn ask_grand_moves(&mut self) -> bool {
        loop {
            let side = moving_side(self.p);
            let seats: SeatSet = unmoved(self.p, side).map(|q| self.p.seat_of(q)).collect();
            if !seats.is_empty() {
                self.p.pending = seats;
                return true;
            }
            let Some(grand) = &mut self.p.grand else { return false };
            if grand.second {
                return false;
            }
            grand.second = true;
        }
    }

    /// A squadron moves on the hex map. True if the fleets have met.
    pub(crate) fn grand_move(
        &mut self,
        squad: SquadId,
        hexes: u8,
        thirds: u16,
    ) -> Result<bool, Dry> {
        let mut made = 0;
        for _ in 0..hexes {
            let Some(grand) = &self.p.grand else { return Ok(false) };
            match step(self.p, grand, squad) {
                Ok(Step::To(column)) => {
                    if let Some(grand) = &mut self.p.grand {
                        grand.columns[squad.i()] = column;
                    }
                    made += 1;
                }
                Ok(Step::Contact { from, met, i }) => {
                    self.tell(Event::GrandMoved { squad, hexes: made });
                    self.tell(Event::Contact { squad, met });
                    self.transfer((squad, from), (met, i), thirds);
                    return Ok(true);
                }
                Err(_) => break, // In sequenced movement a squadron that cannot move stays.
            }
        }
        self.tell(Event::GrandMoved { squad, hexes: made });
        Ok(false)
    }

    /// Turns the Groups of a squadron and forms it.
    pub(crate) fn grand_form(
        &mut self,
        squad: SquadId,
        ahead: Option<bool>,
        turns: [Option<Dir>; 3],
    ) {
        let Some(grand) = &mut self.p.grand else { return };
        let column = &mut grand.columns[squad.i()];
        column.moved = true;
        if let Some(ahead) = ahead {
            column.ahead = ahead;
        }
        for (g, turn) in column.groups.iter_mut().zip(turns) {
            if let Some(dir) = turn {
                g.facing = dir;
            }
        }
        if ahead.is_some() || turns.iter().any(Option::is_some) {
            self.tell(Event::GrandTurned(squad));
        }
    }

    /// Sequenced movement: hidden markers.
    fn open_grand_speeds(&mut self) {
        self.p.laid.clear();
        let mut pending = SeatSet::EMPTY;
        for i in 0..self.seats.len() {
            let seat = Seat(i);
            self.seats[seat] = Sealed::default();
            for squad in self.p.squad_ids().filter(|q| self.p.seat_of(*q) == seat) {
                if check_marker(self.p, squad, 1).is_err() {
                    self.seats[seat].speeds.push((squad, 0));
                } else {
                    pending = pending.with(seat);
                }
            }
        }
        self.p.pending = pending;
    }

    /// A marker is laid.
    pub(crate) fn lay_grand_speed(&mut self, seat: Seat, squad: SquadId, speed: u8) {
        self.p.laid.push(Laid::Marker(squad));
        self.seats[seat].speeds.push((squad, speed));
        self.seats[seat].speeds.sort_unstable();
        self.tell_seat(seat, Event::SpeedLaid { squad, speed });
        if grand_unmarked(self.p, seat, &self.seats[seat]).next().is_none() {
            self.p.pending = self.p.pending.without(seat);
        }
    }

    /// Markers are turned up; the slots follow.
    // FA-9.21
    pub(crate) fn reveal_grand(&mut self) {
        self.p.laid.clear();
        self.reveals = true;
        for i in 0..self.seats.len() {
            let sealed = core::mem::take(&mut self.seats[Seat(i)]);
            for (squad, speed) in sealed.speeds {
                if let Some(grand) = &mut self.p.grand {
                    grand.columns[squad.i()].marker = speed;
                }
                self.tell(Event::Speed { squad, speed });
            }
        }
    }

    /// The squadrons of a slot on the hex map, most windward first.
    // FA-9.21: as on the lattice, FA-5.13 included: tied dice are rolled again.
    pub(crate) fn grand_order(&mut self, slot: u8) -> Result<SmallVec<[SquadId; 16]>, Dry> {
        let Some(grand) = &self.p.grand else { return Ok(SmallVec::new()) };
        let mut all: SmallVec<[(SquadId, Windward); 16]> = grand
            .columns
            .iter()
            .enumerate()
            .filter(|(_, c)| c.marker == slot)
            .map(|(q, c)| (SquadId(q as u8), upwind_of(self.p, c)))
            .collect();
        let rank = |x: &Windward, y: &Windward| y.0.cmp(&x.0).then((y.1 * x.2).cmp(&(x.1 * y.2)));
        all.sort_by(|x, y| rank(&x.1, &y.1).then(x.0.cmp(&y.0)));
        let mut order = SmallVec::new();
        for tied in all.chunk_by(|x, y| rank(&x.1, &y.1).is_eq()) {
            order.extend(self.settle_tie(tied.iter().map(|x| x.0).collect())?);
        }
        Ok(order)
    }

    /// Turning after the last slot, most downwind first.
    pub(crate) fn grand_turn_order(&self) -> SmallVec<[SquadId; 16]> {
        let Some(grand) = &self.p.grand else { return SmallVec::new() };
        let mut all: SmallVec<[(i16, SquadId); 16]> = grand
            .columns
            .iter()
            .enumerate()
            .filter(|(_, c)| !c.groups.is_empty())
            .map(|(q, c)| (upwind_of(self.p, c).0, SquadId(q as u8)))
            .collect();
        all.sort_unstable();
        all.iter().map(|x| x.1).collect()
    }

    /// The turn on the hex map is over: clock, wind, night.
    pub(crate) fn grand_end(&mut self) -> Result<(), Dry> {
        self.p.clock += self.p.force.grand_minutes();
        self.tell(Event::TurnOver { turn: 0, clock: self.p.clock });
        if self.p.clock >= self.p.nightfall {
            self.finish("unmet", "FA-9.36"); // FA-9.36
            return Ok(());
        }
        if self.p.wind_changes() {
            self.random_wind()?; // FA-9.34
        }
        Ok(())
    }

    /// A squadron acts on the hex map: it moves, then turns and forms.
    pub(crate) fn grand_act(
        &mut self,
        squad: SquadId,
        hexes: u8,
        ahead: Option<bool>,
        turns: [Option<Dir>; 3],
    ) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        if self.p.phase.kind == Kind::GrandTurn {
            self.p.phase.squads.remove(0);
            self.grand_form(squad, ahead, turns);
            return Ok(());
        }
        if !self.grand_move(squad, hexes, 0)? {
            self.grand_form(squad, ahead, turns);
        }
        Ok(())
    }
}

/// Squadrons of a seat that still want a marker on the hex map.
pub(crate) fn grand_unmarked<'a>(
    p: &'a Public,
    seat: Seat,
    sealed: &'a Sealed,
) -> impl Iterator<Item = SquadId> + 'a {
    p.squad_ids()
        .filter(move |q| p.seat_of(*q) == seat && !sealed.speeds.iter().any(|(laid, _)| laid == q))
}

impl Force {
    /// Minutes of a turn on the hex map.
    pub const fn grand_minutes(self) -> u16 {
        match self {
            Force::Strong | Force::Gale => 20, // FA-9.06
            Force::Medium => 40,               // FA-9.07
            Force::Light | Force::Calm => 60,  // FA-9.08
        }
    }
}
