//! A conversation that is one seat's: it is never given what the seat may not know, and a bot
//! decides for all others.

use super::answer::{Trouble, awaiting, join, told_to};
use super::ask::Ask;
use super::{Answer, Engine, Running};
use admiralty_bots::{Budget, Erased, find};
use admiralty_core::{Actor, Awaiting, Doc, Seat, Viewer};

/// Who sits here, and who has the other seats.
pub(super) struct Sat {
    pub(super) seat: Seat,
    bot: &'static dyn Erased,
    budget: Budget,
}

/// What would tell more than a seat may know, or undo what it has learnt.
const SEALED: [&str; 4] = ["position", "record", "fork", "undo"];

impl Engine {
    /// Why the seat that sits here may not ask this.
    pub(super) fn sealed(&self, command: &str, doc: &Doc) -> Option<Trouble> {
        let running = self.game.as_ref()?;
        let own = running.game.table().seat_code(running.sat.as_ref()?.seat);
        let asked = doc.get("seat").and_then(Doc::as_text);
        let other =
            asked.is_some_and(|code| !code.eq_ignore_ascii_case(&own) && code != "spectator");
        let forced = command == "play" && doc.get("dice").is_some();
        let about_this = !matches!(command, "new" | "load" | "games" | "quit" | "batch");
        (SEALED.contains(&command) || forced || (about_this && other)).then(|| {
            Trouble::new("request/sealed", format!("{own} sits here and may not ask for this"))
        })
    }

    /// From now on this conversation is the seat's.
    pub(super) fn sit(&mut self, mut ask: Ask<'_>) -> Answer {
        let running = self.running()?;
        let game = &running.game;
        let seat = ask.seat(game.table())?;
        let bot = ask.fields.text("bot").unwrap_or("random");
        let level = ask.fields.text("level").unwrap_or_default();
        let nodes = ask.fields.int("nodes", 0..=i64::MAX);
        ask.done()?;
        let bot = find(game.game().meta().id, bot, level)
            .map_err(|error| Trouble::new("go/bot", error.to_string()))?;
        let budget = nodes.map_or_else(Budget::default, |n| Budget::Nodes(n.unsigned_abs()));
        let first = game.log().len();
        let answer = Doc::map().with("seat", game.table().seat_code(seat));
        running.sat = Some(Sat { seat, bot, budget });
        self.after_own(first, answer)
    }

    /// Lets the others decide, and tells what the seat is told since the entry `first`.
    pub(super) fn after_own(&mut self, first: usize, answer: Doc) -> Answer {
        let running = self.running()?;
        others(running)?;
        let viewer = running.viewer();
        let game = &running.game;
        let events = (first..game.log().len()).flat_map(|i| told_to(viewer, game.events(i)));
        let answer = join(answer, Doc::map().with("events", Doc::list(events.collect::<Vec<_>>())));
        Ok(join(answer, awaiting(game.table(), viewer)))
    }
}

/// The bot decides for whoever else is awaited, until the seat is, or it is over.
fn others(running: &mut Running) -> Result<(), Trouble> {
    let Some(sat) = &running.sat else { return Ok(()) };
    loop {
        let Awaiting::Seats(seats) = running.game.table().awaiting() else { return Ok(()) };
        let other = seats.iter().find(|seat| *seat != sat.seat);
        // What is decided at once by several is decided by the others first.
        let Some(other) = other else { return Ok(()) };
        let at = running.seed.wrapping_add(running.game.log().lines().len() as u64);
        let action = sat.bot.choose(running.game.table(), other, sat.budget, at);
        let Some(action) = action else {
            let code = running.game.table().viewer_code(Viewer::Seat(other));
            return Err(Trouble::new("go/nothing", format!("the bot does not decide for {code}")));
        };
        running
            .game
            .play(Actor::Seat(other), &action, &mut running.dice)
            .map_err(|objection| Trouble::objection(&objection))?;
    }
}
