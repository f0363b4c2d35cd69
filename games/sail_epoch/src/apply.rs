//! Carrying out an action: dispatcher to the chapters, then the sequence.

use crate::action::Action;
use crate::event::{Cause, Event};
use crate::rules::admiral::{self, answers, captains, crossing};
use crate::rules::{
    alliances, assault, boarding, cargo, drift, fireship, gunfire, mines, movement, placing,
    plunder, repair, works,
};
use crate::state::{NONE, Public, ShipSet, Stage, Window, mark};
use crate::units::ShipId;
use crate::{SailEpoch, sequence};
use admiralty_core::{Actor, Audience, Dice, Die, Dry, Seat, SeatSet, Table, Told};

/// The table, the dice and the one to tell: what every effect works on.
pub(crate) struct Play<'a> {
    pub(crate) table: &'a mut Table<SailEpoch>,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) tell: &'a mut dyn FnMut(Told<Event>),
    /// Ships of the salvo that is being resolved: they may plunder.
    pub(crate) gunners: ShipSet,
}

impl Play<'_> {
    #[inline]
    pub(crate) fn p(&self) -> &Public {
        &self.table.public
    }

    #[inline]
    pub(crate) fn m(&mut self) -> &mut Public {
        &mut self.table.public
    }

    pub(crate) fn say(&mut self, event: Event) {
        (self.tell)(Told::all(event));
    }

    pub(crate) fn reveal(&mut self, event: Event) {
        (self.tell)(Told::reveal(event));
    }

    pub(crate) fn say_to(&mut self, seats: &[u8], event: Event) {
        let seats: SeatSet = seats.iter().map(|&s| Seat(s)).collect();
        (self.tell)(Told::to(event, Audience::seats(seats)));
    }

    pub(crate) fn d6(&mut self) -> Result<u16, Dry> {
        self.dice.roll(Die::D6)
    }

    /// Hull damage to a ship. SE-3.3.2.5, SE-3.3.1.6.3e: tokens against its
    /// strength; SE-3.3.1.6.3f: nothing else changes; SE-R112: surplus is lost.
    pub(crate) fn hurt(&mut self, id: ShipId, damage: u8, cause: Cause) {
        let max = self.p().max_strength(id);
        let ship = &mut self.m().ships[id.index()];
        if !ship.is_afloat() || damage == 0 {
            return;
        }
        ship.hull = (ship.hull + damage).min(max);
        let left = max - ship.hull;
        self.say(Event::Damaged { ship: id, damage, left, cause });
        // SE-3.3.1.6.3g: damage that reaches the strength sinks it.
        if left == 0 {
            self.sink(id, cause);
        }
    }

    /// SE-3.3.1.6.3h, SE-3.3.3.7b: a sunk ship is removed at once.
    pub(crate) fn sink(&mut self, id: ShipId, cause: Cause) {
        let space = self.p().ship(id).space;
        if !space.is_some() {
            return;
        }
        self.say(Event::Sunk { ship: id, space, cause });
        cargo::goes_down(self, id, cause);
        self.remove(id, cause);
    }

    /// Takes a ship off the field for good.
    pub(crate) fn remove(&mut self, id: ShipId, cause: Cause) {
        works::leave(self, id);
        let p = self.m();
        let owner = p.ship(id).owner as usize;
        p.lift(id);
        p.fleets[owner] = p.fleets[owner].without(id);
        // SE-R87: who sank or took the last ship in a boarding gets the map.
        p.players[owner].victor = match cause {
            Cause::Boarding { victor } => victor.wrapping_add(1),
            _ => 0,
        };
        p.ships[id.index()] = crate::state::Ship { owner: owner as u8, ..crate::state::Ship::GONE };
        if p.fuse == id.0 {
            p.fuse = NONE;
        }
        p.dirty = true;
    }

    /// A ship changes hands. SE-3.3.3.7a, SE-2j: it flies the winner's flag.
    /// SE-R29: it cannot act for the rest of the Turn; repair and works end.
    pub(crate) fn capture(&mut self, id: ShipId, by: u8) {
        works::leave(self, id);
        let p = self.m();
        let owner = p.ship(id).owner as usize;
        p.fleets[owner] = p.fleets[owner].without(id);
        p.players[owner].victor = by + 1;
        let ship = &mut p.ships[id.index()];
        ship.owner = by;
        ship.marks &= !(mark::NEW_REPAIR | mark::RELEASED | mark::SAILS_FIRST);
        ship.marks |= mark::CAPTURED | mark::MOVED;
        // SE-R25: a captured fireship burns on, due in the new owner's next phase.
        if ship.has(mark::IGNITED) {
            ship.marks |= mark::NEW_FIRE;
        }
        ship.shots = 0;
        ship.repair = NONE;
        ship.stay = 0;
        ship.captain = 0;
        p.fleets[by as usize] = p.fleets[by as usize].with(id);
        p.dirty = true;
        self.say(Event::Captured { ship: id, by });
    }
}

/// Carries out a checked action, up to the next decision.
pub(crate) fn apply(
    table: &mut Table<SailEpoch>,
    by: Actor,
    action: &Action,
    dice: &mut dyn Dice,
    tell: &mut dyn FnMut(Told<Event>),
) -> Result<(), Dry> {
    let Actor::Seat(seat) = by else { return Ok(()) };
    let mut play = Play { table, dice, tell, gunners: ShipSet::EMPTY };
    let seat = seat.0;
    if let Action::Order { space, order } = *action {
        mines::order(&mut play, seat, space, order);
        return Ok(());
    }
    // Offers are secret: they leave no trace in what all can see.
    if !matches!(action, Action::Offer { .. } | Action::Decline) {
        play.m().clock += 1;
    }
    dispatch(&mut play, seat, action)?;
    sequence::settle(&mut play)
}

fn dispatch(play: &mut Play<'_>, seat: u8, action: &Action) -> Result<(), Dry> {
    match action {
        Action::Place { piece, space } => placing::place(play, seat, *piece, *space)?,
        Action::Mine(space) => mines::lay(play, seat, *space)?,
        Action::Map(space) => mines::note_map(play, seat, *space)?,
        Action::Order { .. } => {}
        Action::Deploy { ship, space, bow } => placing::deploy(play, seat, *ship, *space, *bow)?,
        Action::Move { ship, course } => movement::sail(play, *ship, *course),
        Action::Sail { ship, path } => crossing::set_sail(play, *ship, *path),
        Action::Turn { ship, by } => admiral::movement::turn(play, *ship, *by),
        Action::Bow { ship, dir } => captains::point(play, *ship, *dir),
        Action::Captain { ship, card } => captains::give(play, *ship, *card),
        Action::Drift(ship) => drift::carry(play, *ship),
        Action::Fire { first, .. } if !play.p().windows.is_empty() => {
            answers::fire(play, seat, first)?;
        }
        Action::Fire { first, second } => gunfire::fire(play, seat, first, second.as_deref())?,
        Action::Waste(unit) => gunfire::waste(play, *unit),
        Action::Ignite(ship) => fireship::ignite(play, *ship),
        Action::Explode(ship) => fireship::explode(play, *ship),
        Action::Board { attackers, target } => boarding::board(play, seat, *attackers, *target)?,
        Action::Assault { attackers, fort } => assault::begin(play, seat, *attackers, *fort)?,
        Action::Defend(ships) => assault::defend(play, seat, *ships)?,
        Action::Allot(shares) => boarding::allot(play, shares)?,
        Action::Repair { ship, fort } => repair::begin(play, *ship, *fort),
        Action::Unrepair(ship) => repair::end(play, *ship),
        Action::Mend(ship) => repair::mend(play, *ship),
        Action::Work { fort, ships } => works::begin(play, seat, *fort, *ships),
        Action::Release(fort) => works::release(play, *fort),
        Action::Raise(fort) => works::raise(play, *fort),
        Action::Load { ship, n, from } => cargo::load(play, *ship, *n, *from),
        Action::Unload { ship, n, fort } => cargo::unload(play, *ship, *n, *fort),
        Action::Plunder(takes) => plunder::take(play, takes),
        Action::Pass => match play.p().windows.last() {
            Some(Window::Mines { .. }) => mines::pass(play, seat),
            Some(Window::Plunder { .. }) => plunder::take(play, &[]),
            // An answer, a first fire, a crossing shot or a shot before boarding is declined.
            _ => {
                play.m().windows.pop();
            }
        },
        Action::Detonate(space) => mines::detonate(play, seat, *space),
        Action::Offer { seat: to, turns } => alliances::offer(play, seat, *to, *turns),
        Action::Accept => alliances::answer(play, seat, alliances::Answer::Yes),
        Action::Decline => alliances::answer(play, seat, alliances::Answer::No),
        Action::Notice(with) => alliances::notice(play, seat, *with),
        Action::Break(with) => alliances::end(play, seat, *with),
        Action::Give { fort, seat: to } => works::give(play, seat, *fort, *to),
        Action::End if play.p().stage != Stage::Phase => captains::end(play, seat)?,
        Action::End => sequence::end_phase(play)?,
        Action::Resign => {
            let ships = play.p().fleets[seat as usize];
            play.say(Event::Resigned { seat });
            for ship in ships.iter() {
                play.sink(ship, Cause::Removed);
            }
            crate::victory::resign(play, seat);
        }
    }
    debug_assert!(play.p().stage != Stage::Over || play.p().outcome.is_some());
    Ok(())
}
