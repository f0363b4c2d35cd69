//! Reading a case file into cases and steps. Unknown fields are faults.

use admiralty_core::{Doc, Faults, Fields};

/// A file.
pub(super) struct File {
    pub(super) cases: Vec<Case>,
}

/// One story. What is wrong with its form stands in `faults`.
#[derive(Default)]
pub(super) struct Case {
    pub(super) game: String,
    pub(super) name: String,
    pub(super) clauses: Vec<String>,
    pub(super) options: Option<Doc>,
    pub(super) position: Option<Doc>,
    pub(super) setup_fault: Vec<String>,
    pub(super) seed: u64,
    pub(super) begin_dice: Option<Vec<u16>>,
    pub(super) record: Vec<String>,
    pub(super) steps: Vec<Step>,
    pub(super) faults: Faults,
}

/// What a step does.
pub(super) enum Deed {
    Play(String),
    Line(String),
    TakeBack,
}

/// One step: a deed or none, and what must be so afterwards.
#[derive(Default)]
pub(super) struct Step {
    pub(super) by: Option<String>,
    pub(super) deed: Option<Deed>,
    pub(super) dice: Option<Vec<u16>>,
    /// Expectations by name, in the order of the file.
    pub(super) expect: Vec<(&'static str, Doc)>,
}

/// Every expectation a step may have.
pub(super) const EXPECTATIONS: [&str; 27] = [
    "refused",
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
];

pub(super) fn file(doc: &Doc) -> Result<File, Faults> {
    let mut fields = Fields::of(doc, "")?;
    let game = fields.text("game").unwrap_or_default().to_string();
    let cases = fields
        .list("case")
        .iter()
        .enumerate()
        .map(|(i, doc)| case(doc, &format!("case.{i}"), &game))
        .collect();
    fields.done()?;
    Ok(File { cases })
}

fn case(doc: &Doc, at: &str, game: &str) -> Case {
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
    for name in EXPECTATIONS {
        if let Some(doc) = fields.get(name) {
            step.expect.push((name, doc.clone()));
        }
    }
    if step.expect.is_empty() && step.deed.is_none() {
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

fn dice(fields: &mut Fields<'_>, key: &'static str) -> Option<Vec<u16>> {
    let items = match fields.get(key)? {
        Doc::List(items) => items,
        _ => {
            fields.wrong(key, "expected a list of dice");
            return None;
        }
    };
    let values: Vec<u16> =
        items.iter().filter_map(|item| item.as_int().and_then(|n| u16::try_from(n).ok())).collect();
    if values.len() < items.len() {
        fields.wrong(key, "a die is a number from 1 to its faces");
    }
    Some(values)
}
