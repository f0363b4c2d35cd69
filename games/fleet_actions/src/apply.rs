//! Carries out an action and goes on to the next decision.

use crate::FleetActions;
use crate::action::Action;
use crate::event::Event;
use crate::rules::Ctx;
use crate::state::{Declared, Kind};
use admiralty_core::{Actor, Dice, Dry, Seat, Table, Told};

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
        (Action::Left(seat), _) => ctx.leave(seat),
        (action, Actor::Seat(seat)) => ctx.act(seat, action)?,
        _ => return Ok(()),
    }
    ctx.advance()?;
    ctx.act_for_absent()
}

impl Ctx<'_> {
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> Result<(), Dry> {
        match action {
            Action::Begin => self.agree(seat),
            Action::Head { squad, at, order } => self.order(squad, at, order),
            Action::Speed { squad, speed } if self.p.phase.kind == Kind::GrandSpeed => {
                self.lay_grand_speed(seat, squad, speed);
            }
            Action::Speed { squad, speed } => self.lay_speed(seat, squad, speed),
            Action::Card { signal, .. } => self.lay_card(seat, signal),
            Action::Flag { squad, ship } => self.decide_flag(squad, ship),
            Action::LightFirst(side) => self.set_light_first(side),
            Action::Move { squad, defer } => self.asked(squad, defer)?,
            Action::Veer { way, .. } => self.answer_veer(way)?,
            Action::Keep { keep, .. } => self.answer_keep(keep)?,
            Action::Frigate { ship, dir } => self.frigate(ship, dir)?,
            Action::Single { ship, go, dir } => self.single(ship, go, dir)?,
            Action::Attack { by, at } => self.declare(seat, Declared { by, at }),
            Action::Board { ship, yes } => self.decide_board(seat, ship, yes),
            Action::NoRepair(ship) => self.decline(seat, ship),
            Action::Repair => self.p.pending = self.p.pending.without(seat),
            Action::Grand { squad, hexes, ahead, turns } => {
                self.grand_act(squad, hexes, ahead, turns)?;
            }
            Action::GrandFirst(side) => self.grand_first(side),
            Action::Place { ship, at } => self.place_frigate(ship, at),
            Action::Wind { dir, force } => *self.umpire = Some((dir, force)),
            Action::Concede => {
                if let Some(side) = self.p.battle.side_of(seat) {
                    self.concede(side);
                }
            }
            Action::OfferEnd => self.offer_end(seat),
            Action::FightOn => self.fight_on(seat),
            // The server's entries, which no seat makes.
            Action::TimeOut(_) | Action::Left(_) => {}
        }
        Ok(())
    }
}
