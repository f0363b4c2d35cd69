//! Command: who is out of reach of the flagship, and who comes back.

use super::Ctx;
use crate::event::Event;
use crate::setup::{ShipId, SquadId};
use crate::state::{Fleet, Order, mark};

impl Ctx<'_> {
    /// Reviews the command of one squadron.
    // FA-2.13: distance from the flagship decides; FA-6.29: after every move and every slot.
    pub(crate) fn review_squad(&mut self, squad: SquadId) {
        let lost = self.p.squads[squad.i()].flag.is_none();
        let centre = self.p.flag_point(squad);
        let radius = self.command_radius(squad);
        for id in self.p.line_of(squad) {
            let s = *self.p.ship(id);
            if !s.is_line_ok() {
                continue;
            }
            // FA-5.04, FA-5.05: on the flagship's point or next to it; FA-5.06: farther is not.
            let near = s.at.distance(centre) <= radius;
            if near && s.is(mark::STRAGGLER) {
                self.rejoin(id);
            } else if !near && !s.is(mark::STRAGGLER) && !lost {
                // FA-6.33: with the flagship lost nobody becomes one.
                // FA-8.90, FA-7.48: left behind and out of reach.
                let marks = &mut self.p.ship_mut(id).marks;
                *marks |= mark::STRAGGLER;
                let s = self.p.ship_mut(id);
                s.order = Order::Steady;
                s.axis = None;
                let before = self.reveals;
                self.reveals |= self.hides_cards();
                self.tell(Event::Straggles(id));
                self.reveals = before || self.hides_cards();
            }
        }
    }

    /// Reviews all squadrons.
    pub(crate) fn review_all(&mut self) {
        for squad in self.p.squad_ids() {
            self.review_squad(squad);
        }
    }

    /// A straggler is back: she takes the heading of her Group, or the flagship's.
    // FA-6.31
    pub(crate) fn rejoin(&mut self, id: ShipId) {
        let s = *self.p.ship(id);
        let group = self.p.group_at(s.squad, s.at);
        let heading = group.map_or(self.p.flag_heading(s.squad), |g| g.heading);
        self.p.ship_mut(id).set(mark::STRAGGLER, false);
        self.p.ship_mut(id).heading = heading;
        match group {
            Some(g) => {
                let mut order = self.p.in_order(g.ships);
                order.push(id); // FA-4.13
                self.p.set_order(&order);
                super::formations::in_line(self.p, g.ships.union(Fleet::only(id)), heading);
                let lead = self.p.ship(g.head).order;
                let muster = self.p.ship(g.head).muster;
                let s = self.p.ship_mut(id);
                s.muster = muster;
                s.order = match lead {
                    Order::Tail(_) | Order::Hold(_) => Order::Steady,
                    other => other,
                };
            }
            None => {
                let s = self.p.ship_mut(id);
                s.axis = None;
                s.order = Order::Steady;
                s.muster = id;
            }
        }
        self.reveals |= self.hides_cards();
        self.tell(Event::Rejoined(id));
    }
}
