//! Playing a case: the set-up, the record so far, the steps.

use super::compare::BEFORE;
use super::dice::{Faces, Forced};
use super::expect::{Deeds, expectations};
use super::read::{Case, Deed, Step};
use super::{CaseReport, Failure, note};
use crate::engine::Match;
use crate::face::BeginError;
use crate::face::{LinePlayed, Objection};
use crate::game::Game;
use crate::tomls::Toml;
use admiralty_core::{Actor, Dice, Doc, Faults, Seeded};

pub(super) fn case(
    games: &[&'static dyn Game],
    toml: &Toml,
    index: usize,
    case: &Case,
    report: &mut CaseReport,
) {
    let at = |rest: &str| toml.line(&format!("case.{index}.{rest}")).unwrap_or(report.line);
    let Some(game) = games.iter().copied().find(|game| game.meta().id == case.game) else {
        let known: Vec<&str> = games.iter().map(|game| game.meta().id).collect();
        let found = format!("there is no game \"{}\" (known: {})", case.game, known.join(", "));
        report.failures.push(note(report.line, "game", found));
        return;
    };
    for id in &case.clauses {
        if game.register().get(id).is_none() {
            let found = format!("{id} is not in the register of {}", case.game);
            report.failures.push(note(at("clauses"), "clauses", found));
        }
    }
    let mut seeded = Seeded::new(case.seed);
    let begun = begin(game, case, &mut seeded);
    if !case.setup_fault.is_empty() {
        let line = at("setup_fault");
        report.failures.extend(setup_faults(case, begun.err(), line));
        return;
    }
    let mut running = match begun {
        Ok(running) => running,
        Err(faults) => {
            let what = if case.position.is_some() { "position" } else { "options" };
            let found = faults.0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
            report.failures.push(note(at(what), what, found));
            return;
        }
    };
    for (i, line) in case.record.iter().enumerate() {
        if let Err(found) = enter(&mut running, line, &mut seeded) {
            let place = at(&format!("record.{i}"));
            report.failures.push(note(place, "record", format!("\"{line}\": {found}")));
            return;
        }
    }
    let mut marks = Vec::new();
    for (i, step) in case.steps.iter().enumerate() {
        let line = at(&format!("step.{i}"));
        marks.retain(|(name, _)| name != BEFORE);
        marks.push((BEFORE.to_string(), running.table().clone_box()));
        let (mut deeds, stop) = match carry_out(&mut running, step, &mut seeded) {
            Ok(deeds) => (deeds, false),
            Err(found) => {
                report.failures.push(failure(i, line, "play", "", &found));
                (Deeds::default(), true)
            }
        };
        if stop {
            return;
        }
        let went_wrong = deeds.objection.is_some()
            && !step
                .expect
                .iter()
                .any(|(name, _)| matches!(*name, "refused" | "behind" | "says" | "unreadable"));
        if let (true, Some(objection)) = (went_wrong, &deeds.objection) {
            report.failures.push(failure(i, line, "play", "", &objection.to_string()));
            return;
        }
        if let Some(found) = running.table().broken() {
            report.failures.push(failure(i, line, "a sound table", "", &found));
            return;
        }
        if step.reload
            && let Err(found) = reload(&mut running)
        {
            report.failures.push(failure(i, line, "reload", "", &found));
            return;
        }
        deeds.marks = std::mem::take(&mut marks);
        for (name, wanted) in &step.expect {
            let line = at(&format!("step.{i}.{name}"));
            for (what, expected, found) in expectations(&running, &deeds, name, wanted) {
                report.failures.push(failure(i, line, &what, &expected, &found));
            }
        }
        marks = deeds.marks;
        if let Some(mark) = &step.mark {
            marks.push((mark.clone(), running.table().clone_box()));
        }
    }
}

/// The game goes on from its position, written out and read back.
fn reload(running: &mut Match) -> Result<(), String> {
    let saved = running.table().save();
    let text = crate::json::pretty(&saved);
    let doc = crate::json::read(&text).map_err(|fault| fault.to_string())?;
    let loaded = Match::load(running.game(), "", &doc)
        .map_err(|faults| format!("the position does not load: {faults}\n{text}"))?;
    let again = loaded.table().save();
    if again != saved {
        return Err(format!("the position reads back as {again}\nnot as {saved}"));
    }
    *running = loaded;
    Ok(())
}

fn failure(i: usize, line: usize, what: &str, expected: &str, found: &str) -> Failure {
    Failure {
        step: Some(i + 1),
        line,
        what: what.to_string(),
        expected: expected.to_string(),
        found: found.to_string(),
    }
}

pub(super) fn begin(
    game: &'static dyn Game,
    case: &Case,
    seeded: &mut Seeded,
) -> Result<Match, Faults> {
    if let Some(position) = &case.position {
        return Match::load(game, "", position);
    }
    let none = Doc::map();
    let setup = case.options.as_ref().unwrap_or(&none);
    let begun = match &case.begin_dice {
        None => Match::begin(game, "", setup, seeded),
        Some(forced) => {
            let mut faces = Faces::new(game, forced);
            let begun = Match::begin(game, "", setup, &mut faces);
            if let (Ok(_) | Err(BeginError::Dry(_)), Some(reason)) = (&begun, faces.fault()) {
                return Err(admiralty_core::Fault::new("begin_dice", reason).into());
            }
            begun
        }
    };
    begun.map_err(|error| match error {
        BeginError::Setup(faults) => faults,
        BeginError::Dry(dry) => admiralty_core::Fault::new("begin_dice", dry.to_string()).into(),
    })
}

fn setup_faults(case: &Case, faults: Option<Faults>, line: usize) -> Vec<Failure> {
    let Some(faults) = faults else {
        return vec![Failure {
            step: None,
            line,
            what: "setup_fault".into(),
            expected: case.setup_fault.join(", "),
            found: "the set-up is accepted".into(),
        }];
    };
    let missing = case.setup_fault.iter().filter(|part| {
        !faults.0.iter().any(|fault| {
            fault.clause.is_some_and(|clause| clause.as_str() == *part)
                || fault.to_string().contains(*part)
        })
    });
    missing
        .map(|part| Failure {
            step: None,
            line,
            what: "setup_fault".into(),
            expected: part.clone(),
            found: faults.to_string(),
        })
        .collect()
}

/// One line of the record so far: `W: d4-d5`, `W: fire A > B [6 1]`.
pub(super) fn enter(running: &mut Match, line: &str, seeded: &mut Seeded) -> Result<(), String> {
    let (by, rest) = line.split_once(": ").ok_or("a line has the form \"SEAT: action\"")?;
    let by = actor(running, by)?;
    let (action, forced) = split_dice(rest);
    let mut faces = forced.as_ref().map(|forced| Faces::new(running.game(), forced));
    let dice: &mut dyn Dice = match &mut faces {
        Some(faces) => faces,
        None => seeded,
    };
    let done = running.play_line(by, action, dice).map_err(|why| why.to_string())?;
    if let Some((part, why)) = done.refused {
        return Err(format!("\"{part}\": {why}"));
    }
    faces.and_then(|faces| faces.fault()).map_or(Ok(()), Err)
}

/// Takes `[6 d720=1]` from the end of a line; brackets that hold anything but
/// numbers and dice belong to the action.
fn split_dice(text: &str) -> (&str, Option<Vec<Forced>>) {
    let dice = text.trim_end().strip_suffix(']').and_then(|rest| rest.rsplit_once(" ["));
    match dice {
        Some((action, words)) => {
            let plain = |word| Forced::parse(word).filter(|die| !matches!(die, Forced::Face(_)));
            match words.split_whitespace().map(plain).collect::<Option<_>>() {
                Some(forced) => (action, Some(forced)),
                None => (text, None),
            }
        }
        None => (text, None),
    }
}

fn actor(running: &Match, code: &str) -> Result<Actor, String> {
    let table = running.table();
    table.parse_actor(code).ok_or_else(|| {
        let codes: Vec<String> = (0..table.n_seats())
            .map(|i| table.seat_code(admiralty_core::Seat(i)))
            .chain(["clock".into(), "host".into()])
            .collect();
        format!("there is no seat \"{code}\" (there are {})", codes.join(", "))
    })
}

/// Does what the step says. An objection is part of the deeds; dice left over
/// and codes that name nobody are errors of the case.
pub(super) fn carry_out(
    running: &mut Match,
    step: &Step,
    seeded: &mut Seeded,
) -> Result<Deeds, String> {
    let (Some(by), Some(deed)) = (&step.by, &step.deed) else { return Ok(Deeds::default()) };
    let by = actor(running, by)?;
    let before = running.table().digest();
    let mut faces = step.dice.as_ref().map(|forced| Faces::new(running.game(), forced));
    let dice: &mut dyn Dice = match &mut faces {
        Some(faces) => faces,
        None => seeded,
    };
    let mut deeds = Deeds::default();
    match deed {
        Deed::Play(action) => match running.play(by, action, dice) {
            Ok(played) => deeds.played.push(played),
            Err(objection) => deeds.objection = Some(objection),
        },
        Deed::Line(line) => match running.play_line(by, line, dice) {
            Ok(LinePlayed { played, refused, .. }) => {
                deeds.played = played;
                deeds.objection = refused.map(|(_, objection)| objection);
            }
            Err(objection) => deeds.objection = Some(objection),
        },
        Deed::TakeBack => {
            let Actor::Seat(seat) = by else { return Err("only a seat takes back".into()) };
            running.undo(seat).map_err(|why| why.to_string())?;
        }
    }
    if let Some(Objection::Dry(dry)) = &deeds.objection {
        return Err(faces.map_or(dry.to_string(), |faces| faces.dry(*dry)));
    }
    if deeds.objection.is_some() && deeds.played.is_empty() && running.table().digest() != before {
        return Err("the action was refused, but the position has changed".into());
    }
    if let (Some(faces), None) = (&faces, &deeds.objection)
        && let Some(fault) = faces.fault()
    {
        return Err(format!("too many dice: {fault}"));
    }
    Ok(deeds)
}
