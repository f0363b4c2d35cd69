//! The expectations of a step, each a small function from what happened to
//! the differences found.

use super::compare;
use super::pattern::{EventPattern, differences, fits, is_absent, show};
use crate::engine::Match;
use crate::face::{ErasedEvent, Objection, Played, Refusal, TableFace};
use admiralty_core::{Audience, Awaiting, Doc, Rolled, Seat, SeatSet, Viewer};

/// What a step did.
#[derive(Default)]
pub(super) struct Deeds {
    pub(super) played: Vec<Played>,
    pub(super) objection: Option<Objection>,
    /// Tables that are remembered, by name.
    pub(super) marks: Vec<(String, Box<dyn TableFace>)>,
}

/// Something not as expected: which expectation, expected, found.
pub(super) type Differences = Vec<(String, String, String)>;

pub(super) fn expectations(
    running: &Match,
    deeds: &Deeds,
    name: &str,
    wanted: &Doc,
) -> Differences {
    let table = running.table();
    let result = match name {
        "refused" | "behind" | "says" | "unreadable" => objection(deeds, name, wanted),
        "events" | "only" | "never" => events(table, deeds, name, wanted),
        "sentence" => sentences(table, deeds, wanted),
        "rolled" => rolled(table, deeds, wanted),
        "position" => Ok(differences(wanted, &table.save())),
        "absent" => absent(&table.save(), wanted),
        "awaiting" => seats(table, table.awaiting(), wanted),
        "outcome" | "degree" => outcome(table, name, wanted),
        _ => per_viewer(running, deeds, name, wanted),
    };
    let differences = match result {
        Ok(differences) => differences,
        Err(reason) => vec![(String::new(), String::new(), reason)],
    };
    differences
        .into_iter()
        .map(|(detail, expected, found)| {
            let what = if detail.is_empty() { name.into() } else { format!("{name} {detail}") };
            (what, expected, found)
        })
        .collect()
}

fn objection(deeds: &Deeds, name: &str, wanted: &Doc) -> Result<Differences, String> {
    let found = match &deeds.objection {
        Some(objection) => objection.to_string(),
        None => "it is played".to_string(),
    };
    let met = match (name, wanted, &deeds.objection) {
        ("refused", Doc::Bool(wanted), objection) => {
            *wanted == matches!(objection, Some(Objection::Refused(_)))
        }
        // A list names clauses of which any will do.
        ("refused", Doc::Text(_) | Doc::List(_), Some(Objection::Refused(refusal))) => {
            each_text(wanted)?.iter().any(|clause| refusal.clause.as_str() == clause)
        }
        ("behind", Doc::Text(_) | Doc::List(_), Some(Objection::Refused(refusal))) => {
            let clauses = each_text(wanted)?;
            let mut behind = refusal.chain().skip(1);
            behind.any(|refusal| clauses.iter().any(|clause| refusal.clause.as_str() == clause))
        }
        ("unreadable", Doc::Bool(wanted), objection) => {
            *wanted == matches!(objection, Some(Objection::Unreadable(_)))
        }
        ("unreadable", Doc::Text(part), Some(Objection::Unreadable(error))) => {
            error.to_string().contains(part.as_ref())
        }
        ("says", Doc::Text(part), Some(_)) => found.contains(part.as_ref()),
        (_, Doc::Text(_), _) | ("refused" | "behind", Doc::List(_), _) => false,
        _ => return Err(format!("{wanted} is not what {name} takes")),
    };
    Ok(if met { vec![] } else { vec![(String::new(), wanted.to_string(), found)] })
}

fn events(
    table: &dyn TableFace,
    deeds: &Deeds,
    name: &str,
    wanted: &Doc,
) -> Result<Differences, String> {
    let Doc::List(wanted) = wanted else { return Err("expected a list of events".into()) };
    let happened: Vec<&ErasedEvent> =
        deeds.played.iter().flat_map(|played| &played.events).collect();
    let list = || {
        let lines: Vec<String> = happened.iter().map(|event| show(event, table)).collect();
        if lines.is_empty() { "no events".to_string() } else { lines.join("\n") }
    };
    let mut from = 0;
    for (i, doc) in wanted.iter().enumerate() {
        let pattern = EventPattern::read(doc, table)?;
        let next = happened[from..].iter().position(|event| pattern.matches(event));
        match (name, next) {
            ("never", None) => {}
            ("never", Some(at)) => {
                return Ok(vec![(String::new(), format!("no {doc}"), show(happened[at], table))]);
            }
            (_, None) => {
                let after = if i > 0 { " after those before it" } else { "" };
                return Ok(vec![(String::new(), format!("{doc}{after}"), list())]);
            }
            ("only", Some(at)) if at > 0 => {
                return Ok(vec![(String::new(), format!("{doc} next"), list())]);
            }
            (_, Some(at)) => from += at + 1,
        }
    }
    if name == "only" && from < happened.len() {
        return Ok(vec![(String::new(), format!("{} events", wanted.len()), list())]);
    }
    Ok(vec![])
}

fn sentences(table: &dyn TableFace, deeds: &Deeds, wanted: &Doc) -> Result<Differences, String> {
    let everybody =
        |to: Audience| to.spectators && SeatSet::first(table.n_seats()).minus(to.seats).is_empty();
    let told: Vec<&str> = deeds
        .played
        .iter()
        .flat_map(|played| &played.events)
        .filter(|event| everybody(event.to))
        .map(|event| event.sentence.as_str())
        .collect();
    Ok(each_text(wanted)?
        .into_iter()
        .filter(|part| !told.iter().any(|sentence| sentence.contains(part.as_str())))
        .map(|part| (String::new(), part, told.join("\n")))
        .collect())
}

/// Each die by its kind (`d6`), with its number (`d6=4`), or by the name of its face.
fn rolled(table: &dyn TableFace, deeds: &Deeds, wanted: &Doc) -> Result<Differences, String> {
    let rolled: Vec<&Rolled> = deeds.played.iter().flat_map(|played| &played.rolled).collect();
    let wanted = each_text(wanted)?;
    let fits = |(roll, word): (&&Rolled, &String)| {
        let face = table.game().faces(roll.die).get(usize::from(roll.value) - 1);
        *word == roll.die.to_string()
            || *word == format!("{}={}", roll.die, roll.value)
            || face.is_some_and(|face| face.eq_ignore_ascii_case(word))
    };
    if rolled.len() == wanted.len() && rolled.iter().zip(&wanted).all(fits) {
        return Ok(vec![]);
    }
    let named = wanted.iter().any(|word| word.contains('='));
    let show = |roll: &&Rolled| match named {
        true => format!("{}={}", roll.die, roll.value),
        false => roll.die.to_string(),
    };
    let found = Doc::list(rolled.iter().map(show));
    Ok(vec![(String::new(), Doc::list(wanted).to_string(), found.to_string())])
}

fn absent(doc: &Doc, paths: &Doc) -> Result<Differences, String> {
    let there = each_text(paths)?.into_iter().filter(|path| !is_absent(doc, path));
    Ok(there
        .map(|path| {
            let found = doc.at(&path).map(ToString::to_string).unwrap_or_default();
            (path, "nothing".to_string(), found)
        })
        .collect())
}

fn seats(table: &dyn TableFace, awaiting: Awaiting, wanted: &Doc) -> Result<Differences, String> {
    let mut codes = each_text(wanted)?;
    let mut found: Vec<String> =
        awaiting.seats().iter().map(|seat| table.seat_code(seat)).collect();
    codes.sort();
    found.sort();
    Ok(if codes == found {
        vec![]
    } else {
        vec![(String::new(), codes.join(", "), format!("[{}]", found.join(", ")))]
    })
}

fn outcome(table: &dyn TableFace, name: &str, wanted: &Doc) -> Result<Differences, String> {
    let Doc::Text(wanted) = wanted else { return Err("expected a text".into()) };
    let (met, found) = match table.awaiting() {
        Awaiting::Seats(_) => (wanted == "unfinished", "unfinished".to_string()),
        Awaiting::Over(outcome) if name == "degree" => {
            (wanted == outcome.degree, outcome.degree.to_string())
        }
        Awaiting::Over(outcome) => {
            let whole = table.outcome_text(&outcome);
            let short = whole.split(", ").next().unwrap_or_default();
            (wanted == &whole || wanted == short, format!("{whole} [{}]", outcome.clause))
        }
    };
    Ok(if met { vec![] } else { vec![(String::new(), wanted.to_string(), found)] })
}

/// Expectations with a seat (or viewer) each: `view.W`, `legal.R`.
fn per_viewer(
    running: &Match,
    deeds: &Deeds,
    name: &str,
    wanted: &Doc,
) -> Result<Differences, String> {
    let table = running.table();
    let Doc::Map(entries) = wanted else {
        return Err(format!("{name} wants a seat: {name}.W = …"));
    };
    let mut out = Vec::new();
    for (code, wanted) in entries {
        let found = if matches!(name, "legal" | "illegal") {
            may(table, code, name == "legal", wanted)?
        } else {
            let viewer = table
                .parse_viewer(code)
                .ok_or_else(|| format!("\"{code}\" is no seat, spectator or umpire"))?;
            one_viewer(running, deeds, viewer, name, wanted)?
        };
        out.extend(found.into_iter().map(|(detail, expected, found)| {
            let detail =
                if detail.is_empty() { code.to_string() } else { format!("{code} {detail}") };
            (detail, expected, found)
        }));
    }
    Ok(out)
}

fn one_viewer(
    running: &Match,
    deeds: &Deeds,
    viewer: Viewer,
    name: &str,
    wanted: &Doc,
) -> Result<Differences, String> {
    let table = running.table();
    match name {
        "view" => Ok(differences(wanted, &table.view(viewer))),
        "alike" => compare::alike(running, deeds, viewer, wanted),
        "odds" => compare::chances(table, seat_of(viewer)?, wanted),
        "unseen" => absent(&table.view(viewer), wanted),
        "hides" => {
            let view = table.view(viewer).to_string();
            let shown = each_text(wanted)?.into_iter().filter(|text| view.contains(text.as_str()));
            Ok(shown.map(|text| (String::new(), format!("no \"{text}\""), view.clone())).collect())
        }
        "prompt" => contains(&table.prompt(viewer), wanted),
        "board" => contains(&table.board(viewer), wanted),
        "awaited" => seats(table, table.awaited(viewer), wanted),
        "actions" => actions(table, seat_of(viewer)?, wanted),
        "menu" => menu(table, viewer, wanted),
        "undo" => {
            let may = running.can_undo(seat_of(viewer)?);
            let found = match &may {
                Ok(_) => "it may be undone".to_string(),
                Err(why) => why.to_string(),
            };
            let met = *wanted == Doc::Bool(may.is_ok());
            Ok(if met { vec![] } else { vec![(String::new(), wanted.to_string(), found)] })
        }
        "around" => around(table, seat_of(viewer)?, wanted),
        "told" => contains(&story(running, viewer), wanted),
        "untold" => {
            let story = story(running, viewer);
            let told = each_text(wanted)?.into_iter().filter(|text| story.contains(text.as_str()));
            Ok(told.map(|text| (String::new(), format!("no \"{text}\""), story.clone())).collect())
        }
        _ => Err(format!("{name} is not known")),
    }
}

/// What a viewer has been told and still remembers, one sentence a line.
fn story(running: &Match, viewer: Viewer) -> String {
    let lines: Vec<String> = running.story(viewer).into_iter().map(|line| line.sentence).collect();
    lines.join("\n")
}

fn seat_of(viewer: Viewer) -> Result<Seat, String> {
    match viewer {
        Viewer::Seat(seat) => Ok(seat),
        other => Err(format!("the {other} has no seat")),
    }
}

fn contains(text: &str, wanted: &Doc) -> Result<Differences, String> {
    Ok(each_text(wanted)?
        .into_iter()
        .filter(|part| !text.contains(part.as_str()))
        .map(|part| (String::new(), part, text.to_string()))
        .collect())
}

fn may(
    table: &dyn TableFace,
    code: &str,
    legal: bool,
    wanted: &Doc,
) -> Result<Differences, String> {
    let by = table.parse_actor(code).ok_or_else(|| format!("there is no seat \"{code}\""))?;
    let Doc::List(items) = wanted else { return Err("expected a list of actions".into()) };
    let mut out = Vec::new();
    for item in items {
        let words = each_text(item)?;
        let [action, clauses @ ..] = &words[..] else {
            return Err(format!("{item} is not [action, clause]"));
        };
        let found = table.check(by, action);
        let met = match (&found, legal) {
            (Ok(_), legal) => legal,
            (Err(_), true) => false,
            // What cannot be read is a mistake of the case unless it says so.
            (Err(Objection::Unreadable(_)), false) => clauses == ["unreadable"],
            (Err(_), false) if clauses.is_empty() => true,
            (Err(Objection::Refused(refusal)), false) => {
                clauses.iter().any(|clause| names(refusal, clause))
            }
            (Err(Objection::Dry(_)), false) => false,
        };
        if !met {
            let expected = match (legal, clauses) {
                (true, _) => format!("\"{action}\" is legal"),
                (false, []) => format!("\"{action}\" is refused"),
                (false, clauses) => format!("\"{action}\" is refused by {}", clauses.join(" or ")),
            };
            let found = match found {
                Ok(action) => format!("\"{action}\" is legal"),
                Err(objection) => objection.to_string(),
            };
            out.push((String::new(), expected, found));
        }
    }
    Ok(out)
}

/// Is the refusal by this clause; with `behind NB-J-05`, by what stands behind it?
fn names(refusal: &Refusal, clause: &str) -> bool {
    match clause.strip_prefix("behind ") {
        Some(clause) => refusal.chain().skip(1).any(|behind| behind.clause.as_str() == clause),
        None => refusal.clause.as_str() == clause,
    }
}

fn actions(table: &dyn TableFace, seat: Seat, wanted: &Doc) -> Result<Differences, String> {
    let found = table.actions(seat, 100_000);
    match wanted {
        Doc::Int(n) => {
            let met = found.complete && found.actions.len() as i64 == *n;
            let more = if found.complete { "" } else { " and more" };
            let list: Vec<&str> = found.actions.iter().take(60).map(String::as_str).collect();
            let found = format!("{}{more}: {}", found.actions.len(), list.join(", "));
            Ok(if met { vec![] } else { vec![(String::new(), n.to_string(), found)] })
        }
        _ => {
            let wanted = each_text(wanted)?;
            let lacking: Vec<&String> =
                wanted.iter().filter(|action| !found.actions.contains(action)).collect();
            let beyond: Vec<&String> =
                found.actions.iter().filter(|action| !wanted.contains(action)).collect();
            let mut out = Vec::new();
            if !lacking.is_empty() || !beyond.is_empty() {
                let expected = format!("exactly {}", wanted.join(", "));
                out.push((
                    String::new(),
                    expected,
                    format!("lacking {lacking:?}, not expected {beyond:?}"),
                ));
            }
            Ok(out)
        }
    }
}

/// `menu.W = ["d4", "e4"]` are the keys of the first level, in order;
/// `menu.W = { draft = ["d4"], keys = […] }` those after a draft; `has` and
/// `lacks` name some of them.
fn menu(table: &dyn TableFace, viewer: Viewer, wanted: &Doc) -> Result<Differences, String> {
    let (draft, parts) = match wanted {
        Doc::Map(fields) => {
            let draft = wanted.get("draft").map(each_text).transpose()?.unwrap_or_default();
            (draft, fields.iter().filter(|(key, _)| key != "draft").collect::<Vec<_>>())
        }
        _ => (Vec::new(), Vec::new()),
    };
    let keys: Vec<String> = match table.menu(viewer, &draft) {
        Ok(menu) => menu.choices.into_iter().map(|choice| choice.label.key).collect(),
        Err(why) => return Ok(vec![(String::new(), "such a draft".into(), why.to_string())]),
    };
    let found = keys.join(", ");
    if parts.is_empty() && !matches!(wanted, Doc::Map(_)) {
        let wanted = each_text(wanted)?;
        let met = wanted == keys;
        return Ok(if met { vec![] } else { vec![(String::new(), wanted.join(", "), found)] });
    }
    let mut out = Vec::new();
    for (part, list) in parts {
        let list = each_text(list)?;
        let met = match part.as_ref() {
            "keys" => list == keys,
            "has" => list.iter().all(|key| keys.contains(key)),
            "lacks" => !list.iter().any(|key| keys.contains(key)),
            other => return Err(format!("a menu has draft, keys, has and lacks, not {other}")),
        };
        if !met {
            out.push((part.to_string(), list.join(", "), found.clone()));
        }
    }
    Ok(out)
}

/// `around.W = { time_out = "…", left = "…" }`: the entry the server would make.
fn around(table: &dyn TableFace, seat: Seat, wanted: &Doc) -> Result<Differences, String> {
    use admiralty_core::Around;
    let Doc::Map(fields) = wanted else {
        return Err(
            "around wants { time_out = \"…\" }, { setup_time_out = … } or { left = … }".into()
        );
    };
    let mut out = Vec::new();
    for (key, wanted) in fields {
        let what = match key.as_ref() {
            "time_out" => Around::TimeOut(seat),
            "setup_time_out" => Around::SetupTimeOut,
            "left" => Around::Left(seat),
            other => return Err(format!("nothing like \"{other}\" happens around a table")),
        };
        let found = table.around(what).map_or(Doc::from("none"), Doc::from);
        if !fits(wanted, &found) {
            out.push((key.to_string(), wanted.to_string(), found.to_string()));
        }
    }
    Ok(out)
}

/// One text, or a list of texts.
pub(super) fn each_text(doc: &Doc) -> Result<Vec<String>, String> {
    match doc {
        Doc::Text(text) => Ok(vec![text.to_string()]),
        Doc::List(items) => items
            .iter()
            .map(|item| item.as_text().map(String::from).ok_or(format!("{item} is no text")))
            .collect(),
        other => Err(format!("expected texts, found {other}")),
    }
}
