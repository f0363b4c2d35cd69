//! The sequence of play on one screen: what comes after what, until somebody
//! must decide.
//!
//! Before the battle: (approach on the hex map) → Signals. Then each turn is
//! Movement (M1 to M4, fire after M2, M3 and M4) → Boarding → Signals → Repair.

use crate::action::Action;
use crate::event::Event;
use crate::rules::{Ctx, frigates, headings, singles};
use crate::setup::SquadId;
use crate::state::{Kind, Order, Public, State, mark};
use crate::units::Force;
use admiralty_core::{Around, Awaiting, Bound, Dry, Seat, SeatSet};

impl Ctx<'_> {
    /// Goes on to the next decision, or to the end.
    pub(crate) fn advance(&mut self) -> Result<(), Dry> {
        let mut bound = Bound::default();
        while self.p.over.is_none() && self.p.pending.is_empty() {
            bound.step()?;
            match self.p.phase.kind {
                Kind::Confirm => self.resume()?,
                Kind::GrandFirst => self.grand_turn()?,
                Kind::GrandMove => {
                    if !self.ask_grand_moves() {
                        self.go(Kind::GrandFirst);
                        self.grand_end()?;
                    }
                }
                Kind::GrandSpeed => {
                    self.reveal_grand();
                    self.grand_slot(2, 3)?;
                }
                Kind::GrandSlot => self.next_grand_squad()?,
                Kind::GrandTurn => match self.p.phase.squads.first() {
                    Some(squad) => self.p.pending = SeatSet::only(self.p.seat_of(*squad)),
                    None => {
                        self.go(Kind::GrandFirst);
                        self.grand_end()?;
                    }
                },
                Kind::GrandPlace => match crate::rules::transfer::placing(self.p) {
                    Some((_, seat)) => self.p.pending = SeatSet::only(seat),
                    None => self.go(Kind::Signals), // FA-9.32
                },
                // FA-3.30, FA-3.32: Movement, Boarding, Signals, Repair, each after the one before.
                Kind::Signals => self.begin_signals()?,
                Kind::Flag => {
                    self.go(Kind::Head);
                    self.p.phase.squads = self.heading_order()?;
                }
                Kind::Head => self.next_head(),
                Kind::Speed => {
                    self.reveal()?;
                    if self.p.turn == 0 {
                        self.p.turn = 1;
                        self.go(Kind::Movement);
                    } else {
                        self.go(Kind::Repair);
                        self.open_repair();
                    }
                }
                Kind::Movement => self.begin_movement()?,
                Kind::Light => {
                    self.p.phase.step = 1;
                    self.go(Kind::Step);
                }
                Kind::Step => self.begin_step()?,
                Kind::Squads => self.next_squad()?,
                Kind::Singles => self.next_single(),
                Kind::Frigates => self.next_frigate()?,
                Kind::Fire => {
                    self.resolve_fire()?;
                    self.test_annihilation();
                    if self.p.over.is_some() {
                        break;
                    }
                    if self.p.phase.step < 4 {
                        self.p.phase.step += 1;
                        self.go(Kind::Step);
                    } else {
                        self.go(Kind::Board);
                        self.open_boarding();
                    }
                }
                Kind::Board => {
                    self.resolve_boarding()?;
                    self.test_annihilation();
                    if self.p.over.is_none() {
                        self.go(Kind::Signals);
                    }
                }
                Kind::Repair => {
                    self.resolve_repair()?;
                    self.go(Kind::End);
                }
                Kind::End => {
                    self.end_turn();
                    if self.p.over.is_none() {
                        self.p.turn += 1;
                        self.go(Kind::Movement);
                    }
                }
                Kind::Over => break,
            }
        }
        debug_assert!(self.p.over.is_some() || !self.p.pending.is_empty(), "{:?}", self.p.phase);
        Ok(())
    }

    /// A side agrees to the set-up.
    // FA-3.12: the battle begins when both have.
    pub(crate) fn agree(&mut self, seat: Seat) {
        self.p.pending = self.p.pending.without(seat);
        self.tell(Event::Agreed(seat));
        if self.p.pending.is_empty() {
            self.tell(Event::Begun);
        }
    }

    /// A position that both sides have agreed on is played on from there.
    fn resume(&mut self) -> Result<(), Dry> {
        let slot = self.p.phase.slot;
        self.go(self.p.phase.resume);
        match self.p.phase.kind {
            Kind::Flag => self.open_flags(),
            Kind::Head => self.p.phase.squads = self.heading_order()?,
            Kind::Speed => self.open_speeds(),
            Kind::Light => self.light_order()?,
            Kind::Squads => self.begin_slot(slot)?,
            Kind::Singles => self.open_singles(slot),
            Kind::Frigates => self.p.phase.ships = frigates::acting(self.p, slot),
            Kind::Fire => self.open_fire(),
            Kind::Board => self.open_boarding(),
            Kind::Repair => self.open_repair(),
            Kind::GrandPlace => self.open_frigates(),
            Kind::GrandMove | Kind::GrandSpeed | Kind::GrandSlot | Kind::GrandTurn => {
                self.go(Kind::GrandFirst);
            }
            _ => {}
        }
        Ok(())
    }

    /// Another phase, in which nobody is to come yet.
    pub(crate) fn go(&mut self, kind: Kind) {
        self.p.phase.kind = kind;
        self.p.phase.squads.clear();
        self.p.phase.ships.clear();
        self.p.phase.at = 0;
    }

    fn begin_signals(&mut self) -> Result<(), Dry> {
        // FA-C.08, FA-5.52: cards come down; FA-5.35: follow orders end.
        self.lower_cards();
        for s in &mut self.p.ships {
            s.order = Order::Steady;
            s.set(mark::ORDERED, false);
        }
        for q in &mut self.p.squads {
            q.shifted = false;
            q.flag_done = false;
        }
        self.signals_wind()?;
        self.arrivals();
        self.go(Kind::Flag);
        self.open_flags();
        Ok(())
    }

    fn next_head(&mut self) {
        let Some(squad) = self.p.phase.squads.first().copied() else {
            self.go(Kind::Speed);
            self.open_speeds();
            return;
        };
        // FA-3.79: in a calm no heading is ordered.
        let asks = self.p.force != Force::Calm && heading_wanted(self.p, squad);
        if asks {
            self.p.pending = SeatSet::only(self.p.seat_of(squad));
        } else {
            self.p.phase.squads.remove(0);
        }
    }

    fn begin_movement(&mut self) -> Result<(), Dry> {
        self.p.turn_force = self.p.force;
        self.p.fired = false;
        for s in &mut self.p.ships {
            let locked = s.is(mark::MELEE) && s.in_group();
            s.set(mark::LOCKED, locked); // FA-8.06
        }
        for q in &mut self.p.squads {
            q.moves = 0;
        }
        self.go(Kind::Light);
        self.light_order()
    }

    // FA-3.33: four steps; FA-3.34: M1 is for frigates alone.
    fn begin_step(&mut self) -> Result<(), Dry> {
        for s in &mut self.p.ships {
            s.set(mark::ACTED, false);
        }
        let step = self.p.phase.step;
        self.tell(Event::Step(step));
        if step == 1 {
            self.p.phase.slot = 0;
            self.go(Kind::Frigates);
            self.p.phase.ships = frigates::acting(self.p, 0);
            return Ok(());
        }
        // FA-3.35: M2 for speed 3; FA-3.36: M3 for 2, then 3; FA-3.37: M4 for 1, 2, then 3.
        self.begin_slot(5 - step)
    }

    fn begin_slot(&mut self, slot: u8) -> Result<(), Dry> {
        self.p.phase.slot = slot;
        self.go(Kind::Squads);
        self.p.phase.squads = self.moving_order(slot)?;
        Ok(())
    }

    fn next_squad(&mut self) -> Result<(), Dry> {
        if let Some(moving) = &self.p.moving {
            let seat = self.p.seat_of(moving.squad);
            self.continue_squad()?;
            if self.p.moving.is_some() {
                self.p.pending = SeatSet::only(seat);
            }
            return Ok(());
        }
        match self.p.phase.squads.len() {
            0 => {
                // FA-6.50: single ships after the squadrons of the slot.
                let slot = self.p.phase.slot;
                self.go(Kind::Singles);
                self.open_singles(slot);
            }
            1 => {
                let squad = self.p.phase.squads.remove(0);
                self.begin_squad(squad);
            }
            _ => self.ask_mover(),
        }
        Ok(())
    }

    fn next_single(&mut self) {
        let Some(id) = self.p.phase.ships.first().copied() else {
            // FA-6.51: frigates after the single ships.
            self.review_all();
            let slot = self.p.phase.slot;
            self.go(Kind::Frigates);
            self.p.phase.ships = frigates::acting(self.p, slot);
            return;
        };
        let s = self.p.ship(id);
        if !singles::is_single(s) || s.is(mark::ACTED | mark::MELEE) || self.skip_checked(id) {
            self.p.phase.ships.remove(0);
            return;
        }
        self.p.pending = SeatSet::only(self.p.controller(id));
    }

    fn next_frigate(&mut self) -> Result<(), Dry> {
        if let Some(id) = self.p.phase.ships.first().copied() {
            if self.p.ship(id).state == State::Ok {
                self.p.pending = SeatSet::only(self.p.controller(id));
            } else {
                self.p.phase.ships.remove(0);
            }
            return Ok(());
        }
        self.review_all();
        let (step, slot) = (self.p.phase.step, self.p.phase.slot);
        if step == 1 {
            self.p.phase.step = 2;
            self.go(Kind::Step);
        } else if slot < 3 {
            self.begin_slot(slot + 1)?;
        } else {
            self.go(Kind::Fire);
            self.open_fire();
        }
        Ok(())
    }

    fn grand_slot(&mut self, step: u8, slot: u8) -> Result<(), Dry> {
        self.p.phase.step = step;
        self.p.phase.slot = slot;
        self.go(Kind::GrandSlot);
        self.p.phase.squads = self.grand_order(slot)?;
        Ok(())
    }

    fn next_grand_squad(&mut self) -> Result<(), Dry> {
        match self.p.phase.squads.len() {
            0 => match (self.p.phase.step, self.p.phase.slot) {
                (4, 3) => {
                    self.go(Kind::GrandTurn);
                    self.p.phase.squads = self.grand_turn_order();
                    Ok(())
                }
                (step, 3) => self.grand_slot(step + 1, 4 - step),
                (step, slot) => self.grand_slot(step, slot + 1),
            },
            1 => {
                let squad = self.p.phase.squads.remove(0);
                self.grand_slot_move(squad)
            }
            _ => {
                let squad = self.p.phase.squads[usize::from(self.p.phase.at)];
                self.p.pending = SeatSet::only(self.p.seat_of(squad));
                Ok(())
            }
        }
    }

    /// One hex in a slot.
    pub(crate) fn grand_slot_move(&mut self, squad: SquadId) -> Result<(), Dry> {
        let thirds = u16::from(self.p.phase.step - 2);
        self.grand_move(squad, 1, thirds)?;
        Ok(())
    }
}

/// Has the squadron a Group that can still be ordered?
pub(crate) fn heading_wanted(p: &Public, squad: SquadId) -> bool {
    p.groups(squad).iter().any(|g| headings::has_choice(p, g))
}

/// Who must decide. Everybody knows it (FA-S.08).
pub(crate) fn awaiting(p: &Public) -> Awaiting {
    match p.over {
        Some(outcome) => Awaiting::Over(outcome),
        None => Awaiting::Seats(p.pending),
    }
}

/// The number of the turn.
pub(crate) fn turn(p: &Public) -> u32 {
    u32::from(p.turn)
}

/// What the server does when a seat's time has run out or its player has left.
pub(crate) fn around(p: &Public, what: Around) -> Option<Action> {
    match what {
        _ if p.over.is_some() => None,
        Around::TimeOut(seat) => p.pending.has(seat).then_some(Action::TimeOut(seat)),
        Around::Left(seat) => {
            let stays = seat.index() < p.battle.seats.len() && !p.gone.has(seat);
            stays.then_some(Action::Left(seat))
        }
        // Nothing is laid out in secret before the battle.
        Around::SetupTimeOut => None,
    }
}

/// What cannot be taken back: what all have heard and count on, and what may have let ships
/// or the wind answer to something hidden. That they did nothing tells as much.
pub(crate) fn withdrawable(p: &Public, action: &Action) -> bool {
    let options = &p.battle.options;
    // FA-S.09, FA-C.10: who straggles hangs on cards; FA-S.12: the wind on the gamemaster's word.
    let hidden = options.own_cards && options.extended || options.gm_wind;
    // Headings, speeds and cards only lie there until they are revealed.
    let laid = matches!(p.phase.kind, Kind::Head | Kind::Speed);
    let heard =
        matches!(action, Action::Begin | Action::OfferEnd | Action::FightOn | Action::Concede);
    !heard && (laid || !hidden)
}
