//! Squadrons that come upon the scene in the course of the battle.

use super::Ctx;
use crate::board::Point;
use crate::event::Event;
use crate::setup::{ShipId, ShipInfo, SquadId};
use crate::state::{Public, State};
use admiralty_core::Side;

impl Ctx<'_> {
    /// Squadrons that come in this turn.
    pub(crate) fn arrivals(&mut self) {
        for squad in self.p.squad_ids() {
            let arrive = self.p.battle.squads[squad.i()].arrive;
            if arrive.is_some_and(|turn| self.p.turn >= u16::from(turn)) {
                self.arrive_squad(squad);
            }
        }
    }

    // FA-X.04: each Group on its point or, if an enemy is there, the nearest free one
    // towards the edge; FA-X.05: stragglers, and frigates, each by themselves.
    fn arrive_squad(&mut self, squad: SquadId) {
        let info = &self.p.battle.squads[squad.i()];
        let (first, end) = (info.first.n(), info.end.n());
        let side = info.side;
        let mut came = false;
        for id in (first..end).map(ShipId::new) {
            if self.p.ship(id).state != State::Waiting {
                continue;
            }
            came = true;
            let info = &self.p.battle.ships[id.i()];
            let in_group = |info: &ShipInfo| info.line && !info.straggler;
            // Ships of her Group that are already placed show the way.
            let mate = (first..id.n()).map(ShipId::new).find(|m| {
                let other = &self.p.battle.ships[m.i()];
                in_group(info) && in_group(other) && other.group == info.group
            });
            let at = match mate {
                Some(mate) => self.p.ship(mate).at,
                None => free_point(self.p, info.at, side.other()),
            };
            let s = self.p.ship_mut(id);
            s.state = State::Ok;
            s.at = at;
        }
        if came {
            self.tell(Event::Arrived(squad));
            self.review_squad(squad);
        }
    }
}

fn free_point(p: &Public, start: Point, enemy: Side) -> Point {
    if p.at(start, |s| s.side == enemy).is_empty() {
        return start;
    }
    let extent = p.battle.extent;
    let edge =
        |q: Point| (q.col - 1).min(q.row - 1).min(extent.cols - q.col).min(extent.rows - q.row);
    let mut best: Option<((u8, u8, Point), Point)> = None;
    for col in 1..=extent.cols {
        for row in 1..=extent.rows {
            let q = Point::new(col, row);
            if !p.battle.is_sea(q) || !p.at(q, |_| true).is_empty() || edge(q) > edge(start) {
                continue;
            }
            let key = (q.distance(start), edge(q), q);
            if best.is_none_or(|(k, _)| key < k) {
                best = Some((key, q));
            }
        }
    }
    best.map_or(start, |(_, q)| q)
}
