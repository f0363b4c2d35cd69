//! Wind: random changes, events of the scenario, calm and gale, arrivals.

use super::Ctx;
use crate::board::{Dir, Point};
use crate::event::{Event, Owner, Purpose};
use crate::illegal::Illegal;
use crate::setup::{ShipId, ShipInfo, Special, SquadId};
use crate::state::{Public, State};
use crate::units::Force;
use admiralty_core::{Dry, Seat, Side};

/// May the seat say what the wind shall be?
// FA-S.12: the gamemaster lays the wind of the next Signals Phase whenever he likes.
pub(crate) fn check_wish(p: &Public, seat: Seat) -> Result<(), Illegal> {
    let may = p.battle.options.gm_wind && p.battle.gamemaster() == Some(seat);
    if may { Ok(()) } else { Err(Illegal::NotGamemaster) }
}

impl Ctx<'_> {
    /// The wind at the beginning of a Signals Phase.
    pub(crate) fn signals_wind(&mut self) -> Result<(), Dry> {
        // FA-3.39: none before the first turn.
        if self.p.turn == 0 {
            return Ok(());
        }
        let event = self.p.battle.specials.iter().find_map(|s| match *s {
            Special::WindEvent { turn, dir, force } if u16::from(turn) == self.p.turn => {
                Some((dir, force))
            }
            _ => None,
        });
        if let Some((dir, force)) = event {
            // FA-X.03: no random check in that phase.
            let (dir, force) = (dir.unwrap_or(self.p.wind), force.unwrap_or(self.p.force));
            self.set_wind(dir, force);
            return Ok(());
        }
        if self.p.battle.options.gm_wind {
            // FA-S.12: the gamemaster's word instead of the dice; without one it stays.
            self.reveals = true;
            if let Some((dir, force)) = self.umpire.take() {
                self.set_wind(dir, force);
            }
        } else if self.p.wind_changes() {
            self.random_wind()?;
        }
        Ok(())
    }

    /// Two D10, and again for each that shows 1.
    // FA-3.50: first the speed die, then the direction die.
    pub(crate) fn random_wind(&mut self) -> Result<(), Dry> {
        let sea = Owner::Sea;
        let (speed, _) = self.roll(10, Purpose::WindForce, sea, 0, None)?;
        let (direction, _) = self.roll(10, Purpose::WindDir, sea, 0, None)?;
        let (mut dir, mut force) = (self.p.wind, self.p.force);
        // FA-3.51, FA-3.54: another number changes nothing; FA-3.57: the strength first.
        if speed == 1 {
            let (again, _) = self.roll(10, Purpose::WindForce, sea, 0, None)?;
            // FA-3.52: 9 and 10 raise it; FA-3.53: 8 or less lowers it.
            force = if again >= 9 { force.up() } else { force.down() };
        }
        if direction == 1 {
            let (again, _) = self.roll(10, Purpose::WindDir, sea, 0, None)?;
            // FA-3.55: odd counter-clockwise; FA-3.56: even clockwise.
            dir = if again % 2 == 1 { dir.left(1) } else { dir.right(1) };
        }
        self.set_wind(dir, force);
        Ok(())
    }

    /// The wind is so from now on.
    pub(crate) fn set_wind(&mut self, dir: Dir, force: Force) {
        if (dir, force) == (self.p.wind, self.p.force) {
            return;
        }
        self.p.wind = dir;
        self.p.force = force;
        self.tell(Event::Wind { dir, force });
        if force == Force::Gale {
            // FA-3.73: a gale parts all who lie alongside.
            for at in self.melees() {
                self.end_melee(at);
            }
        }
    }

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
