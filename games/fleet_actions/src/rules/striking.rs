//! Striking, prizes, lost flagships and ships that leave the map.

use super::Ctx;
use crate::board::Point;
use crate::event::Event;
use crate::setup::ShipId;
use crate::state::{Fleet, Public, Ship, State, mark};
use admiralty_core::{Seat, Side};
use smallvec::SmallVec;

/// Ships of a side still fighting on a point, frigates included.
fn defenders(p: &Public, at: Point, side: Side) -> Fleet {
    p.at(at, |s| s.side == side && s.state == State::Ok)
}

impl Ctx<'_> {
    /// A ship lowers her flag.
    // FA-8.83: frigates by the same rules.
    pub(crate) fn strike(&mut self, id: ShipId) {
        let at = self.p.ship(id).at;
        self.tell(Event::Struck(id));
        self.leave_fight(id, State::Struck);
        self.review_melee(at);
    }

    /// A ship is no longer one that fights: pairs, marks and flag go.
    pub(crate) fn leave_fight(&mut self, id: ShipId, state: State) {
        self.unpair(id);
        let s = self.p.ship_mut(id);
        s.state = state;
        // FA-8.75, FA-8.76: a struck ship neither fires nor boards.
        s.set(mark::MELEE | mark::BOARDING | mark::STRAGGLER | mark::CHECKED, false);
        s.order = crate::state::Order::Steady;
        let (squad, at, heading) = (s.squad, s.at, s.heading);
        if !s.afloat() {
            s.set(mark::AGROUND, false);
        }
        if state == State::Wrecked || state == State::Withdrawn {
            // FA-7.75: a wreck fouls nobody; striking and capture part no pair.
            self.p.fouls.retain(|(a, b)| *a != id && *b != id);
        }
        let q = &mut self.p.squads[squad.i()];
        if q.flag == Some(id) {
            // FA-D.01: the squadron goes on by its last orders; FA-6.33: her last place counts.
            q.flag = None;
            q.flag_at = at;
            q.flag_heading = heading;
            self.tell(Event::FlagLost(squad));
        }
    }

    /// Ends her pairs.
    // FA-7.40: opponents without another partner become unpaired.
    pub(crate) fn unpair(&mut self, id: ShipId) {
        let partners = self.p.ship(id).partners();
        let s = self.p.ship_mut(id);
        s.foes = [None; 2];
        s.die = None;
        for foe in partners {
            // FA-7.73: the boarding battle is over for all in it.
            for other in self.p.ship(foe).partners() {
                self.p.ship_mut(other).set(mark::BOARDING, false);
            }
            let f = self.p.ship_mut(foe);
            f.set(mark::BOARDING, false);
            f.foes = [f.partners().find(|other| *other != id), None];
            if !f.is_paired() {
                f.die = None;
            }
        }
        self.p.ship_mut(id).set(mark::BOARDING, false);
    }

    /// Ships leave the map.
    pub(crate) fn withdraw(&mut self, ships: Fleet, to: Point) {
        let edges = self.p.battle.extent.edges(to);
        for id in ships.iter() {
            if self.p.ship(id).state == State::Ok {
                self.leave_fight(id, State::Withdrawn); // FA-D.28
            } else {
                // FA-D.30: a prize that leaves counts as held, a struck ship as struck.
                self.p.fouls.retain(|(a, b)| *a != id && *b != id);
                self.p.ship_mut(id).at = Point::default();
            }
            let s = self.p.ship_mut(id);
            s.edges = edges;
            s.at = Point::default();
        }
        self.tell(Event::Withdrew(ships));
    }

    /// Ships have come to a point: what lies there undefended is theirs.
    pub(crate) fn take(&mut self, at: Point, side: Side, seat: Seat) {
        // FA-8.78: struck ships with no friend beside them; FA-8.82: prizes with no captor.
        for id in self.loot(at, side).iter() {
            self.capture(id, seat);
        }
    }

    /// Enemy property on a point that nobody of theirs defends.
    fn loot(&self, at: Point, side: Side) -> Fleet {
        let enemy = side.other();
        // Seldom is there anything, so that is looked at first.
        let beaten = self.p.at(at, |s| matches!(s.state, State::Struck | State::Prize));
        if beaten.is_empty() || !defenders(self.p, at, enemy).is_empty() {
            return Fleet::EMPTY;
        }
        beaten.iter().filter(|id| self.p.control_side(*id) == enemy).collect()
    }

    /// A ship passes into the hands of a seat.
    pub(crate) fn capture(&mut self, id: ShipId, seat: Seat) {
        if self.p.ship(id).state == State::Ok {
            self.leave_fight(id, State::Prize);
        }
        let s = self.p.ship_mut(id);
        s.state = State::Prize;
        s.holder = seat;
        self.tell(Event::Prize { ship: id, seat });
    }

    /// The test on every point at the end of the Boarding Phase.
    // FA-8.79: for ships that struck with an enemy already beside them.
    pub(crate) fn take_everywhere(&mut self) {
        let mut points: SmallVec<[Point; 16]> = self
            .p
            .ships
            .iter()
            .filter(|s| matches!(s.state, State::Struck | State::Prize) && s.at != Point::default())
            .map(|s| s.at)
            .collect();
        points.sort_unstable();
        points.dedup();
        for at in points {
            for side in [Side(0), Side(1)] {
                let takers = defenders(self.p, at, side);
                // FA-8.114: the seat of the greatest ship, ties in canonical order.
                let best = takers
                    .iter()
                    .max_by_key(|id| (self.p.ship(*id).s0, core::cmp::Reverse(id.n())));
                if let Some(best) = best {
                    let seat = self.p.controller(best);
                    self.take(at, side, seat);
                }
            }
        }
    }
}

/// Has the side a line ship still fighting on the map, or one to come?
pub(crate) fn side_stands(p: &Public, side: Side) -> bool {
    p.ships
        .iter()
        .any(|s: &Ship| s.side == side && s.line && matches!(s.state, State::Ok | State::Waiting))
}

impl Ship {
    /// Would she strike if fired on?
    pub const fn is_beaten(&self) -> bool {
        self.md >= 7 || self.sd >= self.s0 // FA-8.70, FA-8.71
    }
}
