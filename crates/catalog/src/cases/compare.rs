//! Comparing two views, and what may come of an action.

use super::expect::{Deeds, Differences, each_text};
use crate::engine::Match;
use crate::face::TableFace;
use crate::odds::{Effort, odds};
use admiralty_core::{Doc, Seat, Viewer};

/// The table as it was just before the step.
pub(super) const BEFORE: &str = "before";

/// `alike.W = "R"`, `"W@before"`, `{ to = "W@early", but = ["ply"] }`: the views are equal.
pub(super) fn alike(
    running: &Match,
    deeds: &Deeds,
    viewer: Viewer,
    wanted: &Doc,
) -> Result<Differences, String> {
    let (to, but) = match wanted {
        Doc::Text(to) => (to.as_ref(), Vec::new()),
        Doc::Map(_) => {
            let to = wanted.get("to").and_then(Doc::as_text).ok_or("alike wants a `to`")?;
            (to, wanted.get("but").map(each_text).transpose()?.unwrap_or_default())
        }
        other => return Err(format!("alike wants a viewer, not {other}")),
    };
    let (code, mark) = to.split_once('@').map_or((to, None), |(code, mark)| (code, Some(mark)));
    let table = match mark {
        None => running.table(),
        Some(mark) => {
            let found = deeds.marks.iter().rev().find(|(name, _)| name == mark);
            let (_, table) = found.ok_or_else(|| format!("there is no mark \"{mark}\""))?;
            &**table
        }
    };
    let other = table
        .parse_viewer(code)
        .ok_or_else(|| format!("\"{code}\" is no seat, spectator or umpire"))?;
    let cut = |mut view: Doc| {
        but.iter().for_each(|path| remove(&mut view, path));
        view
    };
    let (found, expected) = (cut(running.table().view(viewer)), cut(table.view(other)));
    Ok(match first_difference(&expected, &found, "") {
        None => vec![],
        Some((path, expected, found)) => vec![(path, format!("as {to}: {expected}"), found)],
    })
}

/// Takes what stands at a path out of a document.
fn remove(doc: &mut Doc, path: &str) {
    let (first, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
    match doc {
        Doc::Map(fields) => match rest {
            None => fields.retain(|(key, _)| key != first),
            Some(rest) => {
                let inner = fields.iter_mut().find(|(key, _)| key == first);
                inner.into_iter().for_each(|(_, inner)| remove(inner, rest));
            }
        },
        Doc::List(items) => {
            let inner = first.parse::<usize>().ok().and_then(|i| items.get_mut(i));
            match (inner, rest) {
                (Some(inner), Some(rest)) => remove(inner, rest),
                (Some(inner), None) => *inner = Doc::Null,
                _ => {}
            }
        }
        _ => {}
    }
}

/// Where two documents begin to differ: path, and what each has there.
fn first_difference(a: &Doc, b: &Doc, path: &str) -> Option<(String, String, String)> {
    let below = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    match (a, b) {
        (Doc::Map(x), Doc::Map(y)) => {
            for (key, value) in x {
                let at = below(key);
                match b.get(key) {
                    None => return Some((at, value.to_string(), "nothing".into())),
                    Some(other) => {
                        if let Some(found) = first_difference(value, other, &at) {
                            return Some(found);
                        }
                    }
                }
            }
            let new = y.iter().find(|(key, _)| a.get(key).is_none());
            new.map(|(key, value)| (below(key), "nothing".into(), value.to_string()))
        }
        (Doc::List(x), Doc::List(y)) if x.len() == y.len() => {
            let mut pairs = x.iter().zip(y).enumerate();
            pairs.find_map(|(i, (a, b))| first_difference(a, b, &below(&i.to_string())))
        }
        _ => (a != b).then(|| (path.to_string(), a.to_string(), b.to_string())),
    }
}

/// `odds.W = { play = "…", chances = { "hit" = "1/6" }, never = ["…"] }`, or several of these.
pub(super) fn chances(
    table: &dyn TableFace,
    seat: Seat,
    wanted: &Doc,
) -> Result<Differences, String> {
    if let Doc::List(items) = wanted {
        let each: Result<Vec<Differences>, String> =
            items.iter().map(|item| chances(table, seat, item)).collect();
        return Ok(each?.into_iter().flatten().collect());
    }
    let Doc::Map(fields) = wanted else { return Err("odds want { play = \"…\", … }".into()) };
    let play = wanted.get("play").and_then(Doc::as_text).ok_or("odds want a `play`")?;
    let odds = match odds(table, seat, play, Effort::default()) {
        Ok(odds) => odds,
        Err(why) => {
            return Ok(vec![(String::new(), format!("odds of \"{play}\""), why.to_string())]);
        }
    };
    let mut out = Vec::new();
    for (key, wanted) in fields {
        match (key.as_ref(), wanted) {
            ("play", _) => {}
            ("chances", Doc::Map(chances)) => {
                for (outcome, share) in chances {
                    let share = read_share(share)?;
                    let found = odds.chances.iter().find(|chance| chance.outcome == *outcome);
                    let (chance, error) = found.map_or((0.0, 0.0), |c| (c.chance, c.error));
                    if (chance - share).abs() > error + 0.000_5 {
                        let wanted = format!("{outcome}: {:.1} %", 100.0 * share);
                        out.push((String::new(), wanted, odds.to_string()));
                    }
                }
            }
            ("never", texts) => {
                for text in each_text(texts)? {
                    if odds.chances.iter().any(|chance| chance.outcome.contains(&text)) {
                        out.push((String::new(), format!("no \"{text}\""), odds.to_string()));
                    }
                }
            }
            (other, _) => return Err(format!("odds have play, chances and never, not {other}")),
        }
    }
    Ok(out)
}

/// A share: `"1/6"`, `"25 %"`, `"0.25"`, `1`.
fn read_share(doc: &Doc) -> Result<f64, String> {
    let wrong = || format!("{doc} is no share: \"1/6\", \"25 %\" or \"0.25\"");
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
    let share = match doc {
        Doc::Int(n) => *n as f64,
        Doc::Text(text) => match (text.split_once('/'), text.strip_suffix('%')) {
            (Some((a, b)), _) => number(a)? / number(b)?,
            (_, Some(hundredths)) => number(hundredths)? / 100.0,
            _ => number(text)?,
        },
        _ => return Err(wrong()),
    };
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err(wrong()) }
}
