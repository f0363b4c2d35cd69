//! Trying an action out on imagined tables.

use super::craft::{Craft, chance};
use crate::bot::Meter;
use admiralty_core::{Actor, Awaiting, Rules, Seat, Seeded, Side, Sight, Table, Viewer, sample};

/// The policy plays for all seats, each with its own sight, until the game or the trial is over:
/// `last` is asked with the table and how many decisions were made. `None` if the budget ran out
/// before.
pub(super) fn play_on<R: Rules, C: Craft<R>>(
    craft: &C,
    table: &mut Table<R>,
    dice: &mut Seeded,
    whims: &mut Seeded,
    meter: &mut Meter,
    last: impl Fn(&Table<R>, u32) -> bool,
) -> Option<()> {
    for n in 0..LONGEST {
        if last(table, n) {
            break;
        }
        let Awaiting::Seats(seats) = R::awaiting(table) else { break };
        let Some(seat) = seats.iter().next() else { break };
        if meter.is_out() {
            return None;
        }
        let sight = table.sight(Viewer::Seat(seat));
        let reply = craft.reply(sight, whims);
        // A gamemaster has no side and no habits.
        let reply = reply.or_else(|| sample::<R>(sight, whims, &mut Vec::new()));
        let Some(reply) = reply else { break };
        if R::apply(table, Actor::Seat(seat), &reply, dice, &mut |_| {}).is_err() {
            break;
        }
        meter.spend(1);
    }
    Some(())
}

/// An imagined table, the dice that fall on it, and the whims of those who play there.
pub(super) struct World<R: Rules> {
    table: Table<R>,
    dice: u64,
    whims: u64,
}

/// Decisions after which a trial is judged wherever it stands: more than any turns should take.
const LONGEST: u32 = 3_000;

/// Trials of one decision.
pub(super) struct Trials<'a, R: Rules, C: Craft<R>> {
    craft: &'a C,
    sight: Sight<'a, R>,
    seat: Seat,
    side: Side,
    hunch: C::Hunch,
    /// The table itself, for whoever looks back and knows it: nothing is imagined then.
    known: Option<&'a Table<R>>,
    /// The turn in which trials are judged.
    last: u32,
}

impl<'a, R: Rules, C: Craft<R>> Trials<'a, R, C> {
    pub(super) fn new(
        craft: &'a C,
        sight: Sight<'a, R>,
        seat: Seat,
        side: Side,
        turns: u32,
        known: Option<&'a Table<R>>,
    ) -> Self {
        let last = R::turn(sight.public) + turns;
        Trials { craft, sight, seat, side, hunch: craft.hunch(sight), known, last }
    }

    /// One more imagined table.
    pub(super) fn next(&self, rng: &mut Seeded) -> Option<World<R>> {
        if let Some(known) = self.known {
            return Some(World {
                table: known.clone(),
                dice: rng.next_u64(),
                whims: rng.next_u64(),
            });
        }
        let mut table = self.craft.imagine(self.sight, &self.hunch, rng).ok()?;
        let (dice, whims) = (rng.next_u64(), rng.next_u64());
        let sealed = self.craft.unseal(&mut table, self.seat);
        for other in sealed.iter() {
            self.seal(&mut table, other, rng);
        }
        Some(World { table, dice, whims })
    }

    /// What somebody has sealed is what the policy would: a seat decides until it is done.
    fn seal(&self, table: &mut Table<R>, seat: Seat, rng: &mut Seeded) {
        for _ in 0..64 {
            let seats = R::awaiting(table).seats();
            // As long as the thinker is awaited too, nothing is revealed.
            if !seats.has(seat) || !seats.has(self.seat) {
                return;
            }
            let sight = table.sight(Viewer::Seat(seat));
            let Some(action) = self.craft.reply(sight, rng) else { return };
            if R::apply(table, Actor::Seat(seat), &action, rng, &mut |_| {}).is_err() {
                return;
            }
        }
    }

    /// What comes of an action in a world, from 0 to 1; `None` if the budget ran out before.
    pub(super) fn play(
        &self,
        world: &World<R>,
        action: &R::Action,
        meter: &mut Meter,
    ) -> Option<f32> {
        let mut table = world.table.clone();
        let mut dice = Seeded::new(world.dice);
        let mut whims = Seeded::new(world.whims);
        let by = Actor::Seat(self.seat);
        // What is legal by the sight is legal on every table imagined from it; an action that is
        // not after all is worth nothing.
        if R::check(table.sight_of(by), by, action).is_err()
            || R::apply(&mut table, by, action, &mut dice, &mut |_| {}).is_err()
        {
            return Some(0.0);
        }
        meter.spend(1);
        let last = |table: &Table<R>, _| R::turn(&table.public) >= self.last;
        play_on(self.craft, &mut table, &mut dice, &mut whims, meter, last)?;
        Some(chance(self.craft, &table, self.side))
    }
}
