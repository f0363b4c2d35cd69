//! Bots in any language: a program that reads a line of JSON and answers with one.
//! `docs/bots.md` describes what goes over the pipe and what happens when it does not answer.

mod process;

use crate::{BotInfo, Budget, Erased};
use admiralty_catalog::{ErasedChoice, ErasedLeads, TableFace, json};
use admiralty_core::{Doc, Seat, Seeded, Viewer};
use process::Process;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a program may think where nothing else is said.
const PATIENCE: Duration = Duration::from_secs(5);
/// However much time there is: a program that hangs is noticed some day.
const LONGEST_THOUGHT: Duration = Duration::from_secs(3600);
/// How much later than asked an answer may come: the pipe costs time too.
const GRACE: Duration = Duration::from_millis(100);
/// A program that ends so often without having decided once is not started again.
const STARTS: u32 = 3;
/// How many questions a program may put before it decides.
const QUESTIONS: u32 = 1_000;

/// The name by which a command line calls a program.
pub const PREFIX: &str = "exec:";

/// A program that plays. One process decides one thing at a time; where several games are played
/// at once there are as many processes.
pub struct Exec {
    command: String,
    name: &'static str,
    idle: Mutex<Vec<Process>>,
    faults: Mutex<Faults>,
}

/// The programs of this process; few, and they stay.
static PROGRAMS: Mutex<Vec<&'static Exec>> = Mutex::new(Vec::new());

/// The program under this name; it is started when it is first asked. `exec:COMMAND` is the name
/// of a command by itself; what a host offers to others has a name of its own.
pub fn offer(name: &str, command: &str) -> &'static Exec {
    let mut all = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| known.name == name) {
        return known;
    }
    let made: &'static Exec = Box::leak(Box::new(Exec::new(name, command)));
    all.push(made);
    made
}

/// The programs that were named so far.
pub fn programs() -> Vec<&'static Exec> {
    PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// How often a program did not decide, and why.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// It did decide.
    pub decided: u32,
    /// It did not answer in time.
    pub late: u32,
    /// It ended, or could not be started.
    pub gone: u32,
    /// It answered what is no action, or none that is legal.
    pub nonsense: u32,
    /// The first fault in words.
    pub first: String,
}

/// What went wrong with one decision.
enum Fault {
    Late,
    Gone(String),
    Nonsense(String),
}

impl Exec {
    fn new(name: &str, command: &str) -> Exec {
        Exec {
            command: command.into(),
            name: Box::leak(name.to_string().into_boxed_str()),
            idle: Mutex::new(Vec::new()),
            faults: Mutex::new(Faults::default()),
        }
    }

    /// How often it did not decide so far.
    pub fn faults(&self) -> Faults {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn decide(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        limit: Duration,
        seed: u64,
    ) -> Result<String, Fault> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut process = match idle {
            Some(process) => process,
            None if self.faults().is_hopeless() => return Err(Fault::Gone(String::new())),
            None => Process::start(&self.command)?,
        };
        let answer = converse(&mut process, table, seat, limit, seed);
        // A program that is late or gone is ended, and started anew for the next decision.
        if matches!(answer, Ok(_) | Err(Fault::Nonsense(_))) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
        answer
    }

    fn note(&self, fault: Fault) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let why = match fault {
            Fault::Late => {
                faults.late += 1;
                "it did not answer in time".into()
            }
            Fault::Gone(why) => {
                faults.gone += 1;
                why
            }
            Fault::Nonsense(why) => {
                faults.nonsense += 1;
                why
            }
        };
        if faults.first.is_empty() {
            faults.first = why;
        }
    }
}

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Faults { late, gone, nonsense, first, .. } = self;
        write!(f, "{late} times late, {gone} times gone, {nonsense} times nonsense")?;
        if first.is_empty() { Ok(()) } else { write!(f, "; the first: {first}") }
    }
}

impl Faults {
    /// How many in all.
    pub fn n(&self) -> u32 {
        self.late + self.gone + self.nonsense
    }

    /// It was asked, and has not decided once: chance has played for it.
    pub fn is_all(&self) -> bool {
        self.n() > 0 && self.decided == 0
    }

    fn is_hopeless(&self) -> bool {
        self.decided == 0 && self.gone >= STARTS
    }
}

impl Erased for Exec {
    fn info(&self) -> BotInfo {
        BotInfo { name: self.name, level: "", text: "A program of your own." }
    }

    fn choose(
        &self,
        table: &dyn TableFace,
        seat: Seat,
        budget: Budget,
        seed: u64,
    ) -> Option<String> {
        let limit = match budget {
            Budget::Nodes(_) | Budget::Own(Duration::MAX) => PATIENCE,
            Budget::Time(limit) | Budget::Within(_, limit) | Budget::Own(limit) => limit,
        };
        let limit = limit.min(LONGEST_THOUGHT);
        match self.decide(table, seat, limit, seed) {
            Ok(action) => {
                self.faults.lock().unwrap_or_else(PoisonError::into_inner).decided += 1;
                Some(action)
            }
            Err(fault) => {
                self.note(fault);
                table.sample(seat, &mut Seeded::new(seed))
            }
        }
    }
}

/// Asks, answers what the program wants to know, and hears its decision.
fn converse(
    process: &mut Process,
    table: &dyn TableFace,
    seat: Seat,
    limit: Duration,
    seed: u64,
) -> Result<String, Fault> {
    let end = Instant::now() + limit + GRACE;
    let viewer = Viewer::Seat(seat);
    let question = Doc::map()
        .with("ask", "decide")
        .with("game", table.game().meta().id)
        .with("seat", table.seat_code(seat))
        .with("turn", table.turn())
        .with("ms", i64::try_from(limit.as_millis()).unwrap_or(i64::MAX))
        // Whole in every language: JSON numbers are doubles in some.
        .with("seed", (seed >> 12) as i64)
        .with("view", table.view(viewer))
        .with("menu", menu(table, viewer, &[])?);
    process.forget_unasked()?;
    process.tell(&question, end)?;
    for _ in 0..QUESTIONS {
        let line = process.hear(end)?;
        let answer = json::read(&line)
            .map_err(|fault| Fault::Nonsense(format!("\"{}\" is no JSON: {fault}", line.trim())))?;
        let keys = |key: &str| -> Option<Vec<String>> {
            let list = answer.get(key)?.as_list()?;
            list.iter().map(|item| item.as_text().map(String::from)).collect()
        };
        if let Some(action) = answer.get("action").and_then(Doc::as_text) {
            return checked(process, table, seat, action, end);
        }
        if let Some(picks) = keys("picks") {
            let found = table.menu(viewer, &picks).map_err(|e| Fault::Nonsense(e.to_string()))?;
            let action = found
                .action
                .ok_or_else(|| Fault::Nonsense(format!("the picks {picks:?} make no action")))?;
            return checked(process, table, seat, &action, end);
        }
        if let Some(draft) = keys("menu") {
            let menu = menu(table, viewer, &draft)?;
            process.tell(&Doc::map().with("menu", menu), end)?;
            continue;
        }
        if let Some(n) = answer.get("sample").and_then(Doc::as_int) {
            let mut rng = Seeded::new(seed);
            let n = n.clamp(0, 1_000);
            let actions = (0..n).map_while(|_| table.sample(seat, &mut rng));
            process.tell(&Doc::map().with("actions", Doc::list(actions)), end)?;
            continue;
        }
        let line = line.trim();
        return Err(Fault::Nonsense(format!("{line} has no action, picks, menu or sample")));
    }
    Err(Fault::Nonsense("it asks and asks and does not decide".into()))
}

fn checked(
    process: &mut Process,
    table: &dyn TableFace,
    seat: Seat,
    action: &str,
    end: Instant,
) -> Result<String, Fault> {
    table.check(admiralty_core::Actor::Seat(seat), action).map_err(|objection| {
        let why = format!("\"{action}\": {objection}");
        // It may want to know; that nobody listens does not matter.
        let _ = process.tell(&Doc::map().with("ask", "refused").with("why", why.clone()), end);
        Fault::Nonsense(why)
    })
}

fn menu(table: &dyn TableFace, viewer: Viewer, draft: &[String]) -> Result<Doc, Fault> {
    let menu = table.menu(viewer, draft).map_err(|error| Fault::Nonsense(error.to_string()))?;
    Ok(Doc::list(menu.choices.iter().map(choice)))
}

fn choice(choice: &ErasedChoice) -> Doc {
    let label = &choice.label;
    let doc = Doc::map()
        .with("key", label.key.clone())
        .with("kind", label.kind)
        .with("text", label.text.clone());
    match &choice.leads {
        ErasedLeads::On => doc.with("more", true),
        ErasedLeads::To(action) => doc.with("action", action.clone()),
        ErasedLeads::Aside(action) => doc.with("action", action.clone()).with("aside", true),
    }
}
