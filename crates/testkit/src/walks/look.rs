//! One look at a table: what it asks, offers, refuses, and what would come of what.

use crate::hostile::mutate_text;
use admiralty_catalog::{ErasedChoice, ErasedLeads, Objection, Played, Reach, Refusal, TableFace};
use admiralty_core::{Actor, Around, Awaiting, Dice, Seat, Seeded, Viewer};
use std::fmt::Write;

/// What kinds of things a look tells apart.
pub(super) const PARTS: [&str; 4] = [
    "who is asked or what is offered",
    "what is refused, or why",
    "what would come of an action, a time-out or leaving",
    "what happened, or how the table stands",
];

/// A table that was looked at, part by part.
pub(super) struct Step {
    /// The entry that led here; empty at a start.
    pub(super) entry: String,
    pub(super) parts: [String; 4],
}

/// How closely is looked.
#[derive(Clone)]
pub(super) struct Look {
    /// Actions tried out at a start, for each awaited seat.
    pub(super) fan: usize,
}

impl Default for Look {
    fn default() -> Look {
        Look { fan: 16 }
    }
}

/// Wrong actions proposed by each actor: at a start, and on the way.
const TRIES: [u32; 2] = [8, 2];
/// Actions that are listed, at most.
const LISTED: usize = 120;

impl Look {
    pub(super) fn at_start(
        &self,
        table: &dyn TableFace,
        words: &mut Vec<String>,
        rng: &mut Seeded,
    ) -> Step {
        let parts = [
            offered(table),
            refused(table, words, TRIES[0], rng),
            self.comes(table, rng),
            stands(table),
        ];
        Step { entry: String::new(), parts }
    }

    pub(super) fn after(
        &self,
        entry: String,
        played: &Result<Played, Objection>,
        table: &dyn TableFace,
        words: &mut Vec<String>,
        rng: &mut Seeded,
    ) -> Step {
        let parts = [
            offered(table),
            refused(table, words, TRIES[1], rng),
            String::new(),
            came(table, played) + &stands(table),
        ];
        Step { entry, parts }
    }

    /// Some actions of every awaited seat, and what the clock and the host may enter: each
    /// played on a copy.
    fn comes(&self, table: &dyn TableFace, rng: &mut Seeded) -> String {
        let mut out = String::new();
        for seat in table.awaiting().seats().iter() {
            let actions = table.actions(seat, LISTED).actions;
            let stride = actions.len().div_ceil(self.fan.max(1)).max(1);
            let from = rng.below(stride as u32) as usize;
            for action in actions.iter().skip(from).step_by(stride) {
                tried(table, Actor::Seat(seat), action, rng, &mut out);
            }
        }
        let seats = || (0..table.n_seats()).map(Seat);
        let around = seats()
            .map(|seat| (Actor::Clock, Around::TimeOut(seat)))
            .chain(seats().map(|seat| (Actor::Host, Around::Left(seat))))
            .chain([(Actor::Clock, Around::SetupTimeOut)]);
        for (by, what) in around {
            match table.around(what) {
                Some(action) => tried(table, by, &action, rng, &mut out),
                None => drop(writeln!(out, "{what:?}: nothing")),
            }
        }
        out
    }
}

fn tried(table: &dyn TableFace, by: Actor, action: &str, rng: &mut Seeded, out: &mut String) {
    let mut copy = table.clone_box();
    // Every try has dice of its own, so that one that rolls more does not disturb the next.
    let mut dice = Seeded::new(u64::from(rng.below(u32::MAX)));
    let played = copy.play(by, action, &mut dice as &mut dyn Dice);
    let _ = write!(out, "{} {action}: {}", table.actor_code(by), came(copy.as_ref(), &played));
    let _ = writeln!(out, "{:016x} {}", copy.digest(), asked(copy.as_ref()));
}

/// Who is asked, as the umpire knows it, or how it ended.
fn asked(table: &dyn TableFace) -> String {
    match table.awaiting() {
        Awaiting::Over(_) => table.result(),
        Awaiting::Seats(seats) => {
            seats.iter().map(|seat| table.seat_code(seat)).collect::<Vec<_>>().join(" ")
        }
    }
}

fn offered(table: &dyn TableFace) -> String {
    let mut out = asked(table) + "\n";
    for viewer in table.viewers() {
        let _ = writeln!(out, "{}: {:?}", table.viewer_code(viewer), table.awaited(viewer));
    }
    let reach = Reach { levels: 6, picks: 250, menus: 60 };
    for seat in (0..table.n_seats()).map(Seat) {
        let _ = writeln!(out, "{}", table.seat_code(seat));
        if let Ok(menu) = table.tree(Viewer::Seat(seat), &[], reach) {
            menu.choices.iter().for_each(|choice| pick(choice, 1, &mut out));
        }
        let listed = table.actions(seat, LISTED);
        let _ = writeln!(out, "{} {}", listed.actions.join("; "), listed.complete);
    }
    out
}

/// A pick without its words, which are no rule.
fn pick(choice: &ErasedChoice, depth: usize, out: &mut String) {
    let label = &choice.label;
    let _ = write!(out, "{:1$}{2} {3}", "", depth, label.kind, label.key);
    for (name, found) in [("place", &label.place), ("unit", &label.unit)] {
        if let Some(found) = found {
            let _ = write!(out, " {name} {found}");
        }
    }
    if let Some(facts) = &label.facts {
        let _ = write!(out, " {facts}");
    }
    if label.rare {
        out.push_str(" rare");
    }
    match &choice.leads {
        ErasedLeads::On => {}
        ErasedLeads::To(action) => drop(write!(out, " > {action}")),
        ErasedLeads::Aside(action) => drop(write!(out, " >> {action}")),
    }
    out.push('\n');
    choice.next.iter().for_each(|choice| pick(choice, depth + 1, out));
}

/// Actions of other seats and moments, changed and unchanged, proposed by everybody.
fn refused(table: &dyn TableFace, words: &mut Vec<String>, tries: u32, rng: &mut Seeded) -> String {
    for seat in table.awaiting().seats().iter() {
        words.extend(table.sample(seat, rng));
    }
    let mut out = String::new();
    if words.is_empty() {
        return out;
    }
    let seats = (0..table.n_seats()).map(|seat| Actor::Seat(Seat(seat)));
    for by in seats.chain([Actor::Clock, Actor::Host]) {
        for _ in 0..tries {
            let old = &words[rng.below(words.len() as u32) as usize];
            let text = match rng.below(3) {
                0 => old.clone(),
                _ => mutate_text(old, words, rng),
            };
            let _ = write!(out, "{} {text}: ", table.actor_code(by));
            match table.check(by, &text) {
                Ok(action) => drop(writeln!(out, "may be done as {action}")),
                Err(Objection::Refused(refusal)) => why(&refusal, &mut out),
                // How unreadable text is complained about is no rule.
                Err(_) => out.push_str("cannot be read\n"),
            }
        }
    }
    out
}

fn why(refusal: &Refusal, out: &mut String) {
    for refusal in refusal.chain() {
        let _ = write!(out, "{} {} {}; ", refusal.clause, refusal.sentence, refusal.facts);
    }
    out.push('\n');
}

/// What an entry did: events with who is told, dice, whether it can be taken back.
fn came(table: &dyn TableFace, played: &Result<Played, Objection>) -> String {
    let played = match played {
        Ok(played) => played,
        Err(objection) => return format!("refused: {objection}\n"),
    };
    let mut out = String::new();
    for event in &played.events {
        let told: Vec<String> = table
            .viewers()
            .into_iter()
            .filter(|viewer| event.to.includes(*viewer))
            .map(|viewer| table.viewer_code(viewer))
            .collect();
        let _ = write!(out, "{} to {}", event.doc, told.join(" "));
        let clauses: Vec<&str> = event.clauses.iter().map(|clause| clause.as_str()).collect();
        let _ = writeln!(out, " {} {:?} {:?}", clauses.join(" "), event.reveals, event.tally);
    }
    for rolled in &played.rolled {
        let _ = write!(out, "{}={} ", rolled.die, rolled.value);
    }
    let _ = writeln!(out, "{:?}", played.bar);
    out
}

fn stands(table: &dyn TableFace) -> String {
    let mut out = format!("turn {} {}\n", table.turn(), table.save());
    for viewer in table.viewers() {
        let _ = write!(out, "{} ", table.recalls_from(viewer));
    }
    let _ = writeln!(out, "{:?}", table.setup_seconds());
    out
}
