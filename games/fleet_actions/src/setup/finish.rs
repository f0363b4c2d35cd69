//! A block that has been read becomes a battle: ships numbered, seats dealt
//! out, specials and objectives understood.

use super::block::Reader;
use super::items::{approach_squad, objective, special};
use super::places::Places;
use super::{Battle, ShipId, SquadId, seats, side_code};
use crate::board::PointSet;
use admiralty_core::{ClauseId, Fault, Faults, Side};
use alloc::format;
use alloc::vec::Vec;

impl Reader {
    pub(super) fn finish(mut self) -> Result<Battle, Faults> {
        for part in ["chart", "wind", "clock", "side A", "side B"] {
            if !self.has.contains(&part) {
                // FA-3.12: the scenario fixes ships, positions, wind, time and nightfall.
                let fault = Fault::new("", format!("the block has no {part} line"));
                self.faults.add(fault.by(ClauseId("FA-3.12")));
            }
        }
        if !self.muster(&mut Places::default()) {
            return Err(self.faults);
        }
        self.read_specials();
        self.read_objectives();
        self.read_approach();
        self.conclude();
        self.faults.or(self.battle)
    }

    /// Puts squadrons and ships in their order and deals out the seats. Are there not too many?
    pub(super) fn muster(&mut self, places: &mut Places) -> bool {
        self.squads.sort_by_key(|s| (s.info.side, s.info.number));
        let total: usize = self.squads.iter().map(|s| s.line.len() + s.frigates.len()).sum();
        if total > 120 || self.squads.len() > 16 {
            self.faults.add(Fault::new("", "at most 120 ships in 16 squadrons"));
            return false;
        }
        self.place_ships(places);
        seats::deal(&mut self.battle);
        true
    }

    /// What hangs on everything else: margins, and what an approach drops.
    pub(super) fn conclude(&mut self) {
        if let Some((approach, _)) = self.approach.take() {
            // FA-9.42: land and shoals of the base scenario are dropped.
            self.battle.land = PointSet::default();
            self.battle.shoal = PointSet::default();
            self.battle.approach = Some(approach);
        }
        let battle = &mut self.battle;
        let weaker = (0..2)
            .map(|side| {
                let line = battle.ships.iter().filter(|s| s.line);
                line.filter(|s| battle.squads[s.squad.i()].side == Side(side))
                    .map(|s| i16::from(s.rating))
                    .sum::<i16>()
            })
            .min()
            .unwrap_or(0);
        // FA-V.20: 10 and 35 per cent of the weaker fleet, rounded up.
        battle.levels = self
            .levels
            .unwrap_or(((weaker + 9) / 10, (i32::from(weaker) * 35 + 99).div_euclid(100) as i16));
    }

    fn place_ships(&mut self, places: &mut Places) {
        let battle = &mut self.battle;
        for (q, raw) in self.squads.drain(..).enumerate() {
            let mut info = raw.info;
            places.squads.push(raw.place.clone());
            info.first = ShipId::new(battle.ships.len() as u8);
            info.end_line = ShipId::new(info.first.n() + raw.line.len() as u8);
            info.end = ShipId::new(info.end_line.n() + raw.frigates.len() as u8);
            for (ships, n_flags) in [(raw.line, true), (raw.frigates, false)] {
                for (i, mut ship) in ships.into_iter().enumerate() {
                    ship.info.squad = SquadId(q as u8);
                    ship.info.number = i as u8 + 1;
                    if ship.flag && n_flags {
                        if info.flag.is_some() {
                            let code = format!("{}{}", side_code(info.side), info.number);
                            let place =
                                if raw.place.is_empty() { code } else { ship.place.clone() };
                            let fault = Fault::new(place, "a squadron has one flagship");
                            self.faults.add(fault.by(ClauseId("FA-2.12")));
                        }
                        info.flag = Some(ShipId::new(battle.ships.len() as u8));
                    }
                    battle.ships.push(ship.info);
                    places.ships.push(ship.place);
                }
            }
            battle.squads.push(info);
        }
    }

    fn read_specials(&mut self) {
        if self.approach.is_some() {
            return; // The turn numbers of the base scenario no longer fit.
        }
        for (n, text) in core::mem::take(&mut self.specials) {
            match special(&self.battle, &text) {
                Some(special) => self.battle.specials.push(special),
                None => self.fault(n, format!("cannot read this special: {text}")),
            }
        }
    }

    fn read_objectives(&mut self) {
        for (n, text) in core::mem::take(&mut self.objectives) {
            match objective(&text) {
                Some(objective) => self.battle.objectives.push(objective),
                None => self.fault(n, format!("cannot read this objective: {text}")),
            }
        }
    }

    fn read_approach(&mut self) {
        let Some((_, lines)) = &mut self.approach else { return };
        let (mut squads, lines) = (Vec::new(), core::mem::take(lines));
        for (n, text) in lines {
            match approach_squad(&self.battle, &text) {
                Some(squad) => squads.push(squad),
                None => self.fault(n, format!("cannot read this gsquad line: {text}")),
            }
        }
        if let Some((approach, _)) = &mut self.approach {
            approach.squads = squads;
        }
    }
}
