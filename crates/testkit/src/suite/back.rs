//! Taking back: what may be undone and what comes of it.

use super::{Play, Tally, concrete};
use crate::laws;
use crate::trail::{Broken, Lawful, ensure};
use crate::undo::{self, Before, Stories};
use admiralty_core::{Actor, Rules, Seat, Step, Table, Text, Viewer, digest};

impl<R: Rules + Text> Play<'_, R> {
    /// No undo crosses a roll, a reveal or the decision of another.
    pub(super) fn bar(&self, by: Actor, done: &Step<R::Event>) -> Lawful {
        let reveals = done.told.iter().any(|told| told.reveals);
        let free = done.bar.is_none();
        let detail = || format!("{:?} with {} dice", done.bar, done.rolled.len());
        ensure(!free || done.rolled.is_empty(), "no undo crosses a roll", detail)?;
        ensure(!free || !reveals, "no undo crosses a reveal", detail)?;
        ensure(!free || matches!(by, Actor::Seat(_)), "only seats undo", detail)?;
        let over = R::awaiting(&self.table).is_over();
        ensure(!free || !over, "nothing is undone after the end", detail)?;
        for i in 0..self.table.seats.len() {
            let seat = Seat(i);
            let may = self.running.can_undo(seat).is_ok();
            let own = by == Actor::Seat(seat);
            let told = done.told.iter().any(|told| told.to.seats.has(seat));
            let right = if own { may == free } else { !may || !told };
            ensure(
                right,
                "a seat undoes its own last entry, unless it knows of a later one",
                || format!("{}: {:?}", R::seat_code(&self.table.public, seat), done.bar),
            )?;
        }
        Ok(())
    }

    /// Is this entry one that is taken back, if it can be? Looking at everybody's
    /// story costs more the longer it is.
    pub(super) fn watched(&mut self) -> Option<Before> {
        let n = 8 + self.running.log().len() as u32 / 50;
        let path = self.rng.next_u64();
        (self.rng.below(n) == 0).then(|| Before::of(&self.table, &self.running, path))
    }

    /// Now and then an entry is taken back.
    pub(super) fn undo(
        &mut self,
        by: Actor,
        action: &R::Action,
        before: &Table<R>,
        watched: Option<&Before>,
        done: &Step<R::Event>,
        tally: &mut Tally,
    ) -> Lawful {
        if let (None, Actor::Seat(seat)) = (done.bar, by) {
            if self.rng.below(4) == 0 {
                undo::teaches_nothing(before, seat, action, &self.table, done, &mut self.rng)?;
            }
            if let Some(watched) = watched {
                tally.undone += 1;
                return self.again(seat, action, before, watched, done);
            }
        }
        if self.rng.below(8) == 0
            && let Some(seat) = self.earlier(by)
        {
            tally.undone += 1;
            return self.undo_earlier(seat);
        }
        if self.rng.below(120) == 0 && !R::awaiting(&self.table).is_over() {
            tally.undone += self.rewind()?;
        }
        Ok(())
    }

    /// The table is as it was, and the same entry leads to the same place again.
    fn again(
        &mut self,
        seat: Seat,
        action: &R::Action,
        before: &Table<R>,
        watched: &Before,
        done: &Step<R::Event>,
    ) -> Lawful {
        let after = digest(&R::save(&self.table));
        self.running.undo(seat).map_err(|why| Broken {
            law: "an entry without a bar can be undone",
            detail: why.to_string(),
        })?;
        self.shadow = None;
        self.table = before.clone();
        let same = self.running.table().digest() == digest(&R::save(before));
        ensure(same, "undo leads back to the table before", || {
            laws::first_difference(&R::save(before), &self.running.table().save())
        })?;
        let told = |viewer: Viewer| done.told.iter().any(|told| told.to.includes(viewer));
        watched.is_back(&concrete::<R>(&self.running), &self.running, told)?;
        let again = self.enter(Actor::Seat(seat), action)?;
        ensure(again.bar.is_none(), "an entry has the same bar again", String::new)?;
        let same = digest(&R::save(&self.table)) == after;
        ensure(same, "the same entry after an undo has the same result", String::new)
    }

    /// A seat that may still take back what it did before this entry.
    fn earlier(&self, by: Actor) -> Option<Seat> {
        let others = (0..self.table.seats.len()).map(Seat).filter(|seat| by != Actor::Seat(*seat));
        others.into_iter().find(|seat| self.running.can_undo(*seat).is_ok())
    }

    /// What was done before is taken back, and what came after is made again.
    fn undo_earlier(&mut self, seat: Seat) -> Lawful {
        let wrong =
            |why: String| Broken { law: "an entry without a bar can be undone", detail: why };
        let at = self.running.can_undo(seat).map_err(|why| wrong(why.to_string()))?;
        let told = |viewer| self.running.events(at).iter().any(|event| event.to.includes(viewer));
        let stories = Stories::of(&self.table, &self.running, told);
        self.running.undo(seat).map_err(|why| wrong(why.to_string()))?;
        self.unshown.remove(at + 1);
        self.shadow = None;
        self.table = concrete::<R>(&self.running);
        stories.are_unchanged(&self.running)
    }

    /// The table goes back a while, all agreeing; returns how far.
    fn rewind(&mut self) -> Result<usize, Broken> {
        let n = self.running.log().len() as u32;
        let keep = (n - 1 - self.rng.below(n.min(20))) as usize;
        let all = (0..self.table.seats.len()).map(Seat).collect();
        let was = match keep {
            0 => None,
            keep => self.running.log().entry(keep - 1).and_then(|entry| entry.digest),
        };
        self.running.rewind(keep, all).map_err(|why| Broken {
            law: "the table goes back by consent",
            detail: why.to_string(),
        })?;
        self.shadow = None;
        self.table = concrete::<R>(&self.running);
        let now = digest(&R::save(&self.table));
        ensure(was.is_none_or(|was| was == now), "a rewind leads back", String::new)?;
        Ok(n as usize - keep)
    }
}
