//! Carries out an action and goes on to the next decision.

use crate::FleetActions;
use crate::action::Action;
use crate::event::Event;
use crate::rules::Ctx;
use crate::state::{Declared, Kind};
use admiralty_core::{Actor, Dice, Dry, Seat, SeatSet, Table, Told};

/// Carries out a checked action.
pub(crate) fn apply(
    table: &mut Table<FleetActions>,
    by: Actor,
    action: &Action,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    let mut ctx = Ctx::new(table, dice, tell);
    match (*action, by) {
        (Action::TimeOut(seat), _) => ctx.time_out(seat)?,
        (action, Actor::Seat(seat)) => ctx.act(seat, action)?,
        _ => return Ok(()),
    }
    ctx.advance()
}

impl Ctx<'_> {
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> Result<(), Dry> {
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
}
