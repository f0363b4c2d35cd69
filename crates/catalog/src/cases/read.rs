//! Reading a case file into cases and steps. Unknown fields are faults.

use super::dice::Forced;
use admiralty_core::{Doc, Faults, Fields};

/// A file.
pub(crate) struct File {
    pub(crate) cases: Vec<Case>,
    /// What a lesson says before its first part; nothing in a plain case file.
    pub(crate) lesson: Option<Told>,
}

/// What a lesson says as a whole.
pub(crate) struct Told {
    pub(crate) title: String,
    pub(crate) text: String,
}

/// What a part of a lesson tells the learner (`docs/lessons.md`).
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Task {
    /// Code of the learner's seat.
    pub(crate) you: String,
    pub(crate) text: String,
    pub(crate) goal: String,
    pub(crate) hint: String,
    /// When the goal is reached: expectations over everything that happened so far.
    pub(crate) reached: Vec<(&'static str, Doc)>,
}

/// One story. What is wrong with its form stands in `faults`.
#[derive(Default)]
pub(crate) struct Case {
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) clauses: Vec<String>,
    pub(crate) options: Option<Doc>,
    pub(crate) position: Option<Doc>,
    pub(crate) setup_fault: Vec<String>,
    pub(crate) seed: u64,
    pub(crate) begin_dice: Option<Vec<Forced>>,
    pub(crate) record: Vec<String>,
    pub(crate) steps: Vec<Step>,
    /// Only in a lesson.
    pub(crate) task: Option<Task>,
    pub(crate) faults: Faults,
}

/// What a step does.
pub(crate) enum Deed {
    Play(String),
    Line(String),
    TakeBack,
}

/// One step: a deed or none, and what must be so afterwards.
#[derive(Default)]
pub(crate) struct Step {
    pub(crate) by: Option<String>,
    pub(crate) deed: Option<Deed>,
    pub(crate) dice: Option<Vec<Forced>>,
    /// Afterwards the position is written and read again.
    pub(crate) reload: bool,
    /// The table is remembered under this name.
    pub(crate) mark: Option<String>,
    /// Expectations by name, in the order of the file.
    pub(crate) expect: Vec<(&'static str, Doc)>,
}

/// Every expectation a step may have.
pub(crate) const EXPECTATIONS: [&str; 30] = [
    "refused",
    "behind",
    "says",
    "unreadable",
    "events",
    "only",
    "never",
    "sentence",
    "rolled",
    "position",
    "absent",
    "view",
    "alike",
    "unseen",
    "hides",
    "legal",
    "illegal",
    "actions",
    "menu",
    "awaiting",
    "awaited",
    "outcome",
    "degree",
    "undo",
    "prompt",
    "board",
    "around",
    "told",
    "untold",
    "odds",
];

pub(crate) fn file(doc: &Doc) -> Result<File, Faults> {
    let mut fields = Fields::of(doc, "")?;
    let game = fields.text("game").unwrap_or_default().to_string();
    let lesson = fields
        .text("title")
        .map(String::from)
        .map(|title| Told { title, text: fields.text("text").unwrap_or_default().to_string() });
    let you = fields.text("you").unwrap_or_default().to_string();
    let cases = fields
        .list("case")
        .iter()
        .enumerate()
        .map(|(i, doc)| case(doc, &format!("case.{i}"), &game, lesson.is_some().then_some(&you)))
        .collect();
    fields.done()?;
    Ok(File { cases, lesson })
}

/// `you` is the learner's seat where the file names one; only lessons have it.
fn case(doc: &Doc, at: &str, game: &str, you: Option<&String>) -> Case {
    let mut fields = match Fields::of(doc, at) {
        Ok(fields) => fields,
        Err(faults) => return Case { faults, ..Case::default() },
    };
    let mut case = Case {
        game: fields.text("game").unwrap_or(game).to_string(),
        name: fields.text("name").unwrap_or_default().to_string(),
        clauses: texts(&mut fields, "clauses"),
        options: fields.get("options").cloned(),
        position: fields.get("position").cloned(),
        setup_fault: texts(&mut fields, "setup_fault"),
        seed: fields.int_or("seed", 1, 0..=i64::MAX) as u64,
        begin_dice: dice(&mut fields, "begin_dice"),
        record: texts(&mut fields, "record"),
        ..Case::default()
    };
    if case.game.is_empty() {
        fields.wrong("game", "neither the file nor the case names a game");
    }
    if case.name.is_empty() {
        fields.wrong("name", "a case needs a name");
    }
    if case.clauses.is_empty() {
        fields.wrong("clauses", "a case cites at least one clause");
    }
    if case.options.is_some() && case.position.is_some() {
        fields.wrong("position", "either options or a position, not both");
    }
    for (i, doc) in fields.list("step").iter().enumerate() {
        match step(doc, &format!("{at}.step.{i}")) {
            Ok(step) => case.steps.push(step),
            Err(faults) => fields.faults.0.extend(faults.0),
        }
    }
    case.task = you.map(|you| task(&mut fields, you, &case.steps));
    if case.setup_fault.is_empty() {
        if case.steps.is_empty() && fields.faults.0.is_empty() {
            fields.wrong("step", "a case without a step shows nothing");
        }
    } else if !case.steps.is_empty() {
        fields.wrong("step", "there can be no steps when the set-up is refused");
    }
    if let Err(faults) = fields.done() {
        case.faults = faults;
    }
    case
}

/// Expectations that say how things stand, whoever brought them about.
const GOALS: [&str; 9] =
    ["events", "never", "position", "absent", "view", "unseen", "awaiting", "outcome", "degree"];

/// What a part of a lesson must say. The goal is reached when what its last step expects is so,
/// unless `reached` says something else.
fn task(fields: &mut Fields<'_>, you: &str, steps: &[Step]) -> Task {
    let mut words = |key: &'static str| {
        let text = fields.text(key).unwrap_or_default().to_string();
        if text.is_empty() {
            fields.wrong(key, "a part of a lesson needs it");
        }
        text
    };
    let (text, goal, hint) = (words("text"), words("goal"), words("hint"));
    let first = steps.iter().find_map(|step| step.by.clone()).unwrap_or_default();
    let you = match fields.text("you") {
        Some(you) => you.to_string(),
        None if you.is_empty() => first,
        None => you.to_string(),
    };
    let reached = match fields.get("reached") {
        Some(doc @ Doc::Map(found)) => {
            if let Some((key, _)) = found.iter().find(|(key, _)| !GOALS.contains(&key.as_ref())) {
                let known = GOALS.join(", ");
                fields.wrong("reached", format!("{key} is none of {known}"));
            }
            GOALS.iter().filter_map(|goal| Some((*goal, doc.get(goal)?.clone()))).collect()
        }
        Some(_) => {
            fields.wrong("reached", "expected a table of expectations");
            Vec::new()
        }
        None => steps
            .last()
            .map(|step| step.expect.iter().filter(|(name, _)| GOALS.contains(name)).cloned())
            .map(Iterator::collect)
            .unwrap_or_default(),
    };
    if reached.is_empty() {
        fields.wrong("reached", "neither this nor the last step says when the goal is reached");
    }
    Task { you, text, goal, hint, reached }
}

fn step(doc: &Doc, at: &str) -> Result<Step, Faults> {
    let mut fields = Fields::of(doc, at)?;
    let mut step = Step { by: fields.text("by").map(String::from), ..Step::default() };
    let play = fields.text("play").map(|text| Deed::Play(text.to_string()));
    let line = fields.text("line").map(|text| Deed::Line(text.to_string()));
    let back = fields.bool_or("takes_back", false).then_some(Deed::TakeBack);
    let deeds = [&play, &line, &back].iter().filter(|deed| deed.is_some()).count();
    if deeds > 1 {
        fields.wrong("play", "only one of play, line and takes_back");
    }
    step.deed = play.or(line).or(back);
    match (&step.by, &step.deed) {
        (None, Some(_)) => fields.wrong("by", "says who does it and is missing"),
        (Some(_), None) => fields.wrong("play", "is missing: what does the seat do?"),
        _ => {}
    }
    step.dice = dice(&mut fields, "dice");
    step.reload = fields.bool_or("reload", false);
    step.mark = fields.text("mark").map(String::from);
    if step.mark.as_ref().is_some_and(|mark| mark == super::compare::BEFORE) {
        fields.wrong("mark", "this name always means the moment before the step");
    }
    for name in EXPECTATIONS {
        if let Some(doc) = fields.get(name) {
            step.expect.push((name, doc.clone()));
        }
    }
    if step.expect.is_empty() && step.deed.is_none() && step.mark.is_none() && !step.reload {
        fields.faults.add(admiralty_core::Fault::new(at, "a step that does and expects nothing"));
    }
    fields.done()?;
    Ok(step)
}

/// One text, or a list of them.
fn texts(fields: &mut Fields<'_>, key: &'static str) -> Vec<String> {
    match fields.get(key) {
        None => Vec::new(),
        Some(Doc::Text(text)) => vec![text.to_string()],
        Some(Doc::List(items)) => {
            let texts: Vec<String> =
                items.iter().filter_map(|item| item.as_text().map(String::from)).collect();
            if texts.len() < items.len() {
                fields.wrong(key, "expected a list of texts");
            }
            texts
        }
        Some(_) => {
            fields.wrong(key, "expected a text or a list of texts");
            Vec::new()
        }
    }
}

fn dice(fields: &mut Fields<'_>, key: &'static str) -> Option<Vec<Forced>> {
    let items = match fields.get(key)? {
        Doc::List(items) => items,
        _ => {
            fields.wrong(key, "expected a list of dice");
            return None;
        }
    };
    let forced: Vec<Forced> = items.iter().filter_map(Forced::read).collect();
    if forced.len() < items.len() {
        fields.wrong(key, "a die is a number from 1 to its faces, \"d6=4\" or the name of a face");
    }
    Some(forced)
}
