//! Inputs nobody sane would send: changed notation, changed documents.

use crate::laws;
use crate::play::random_entry;
use crate::trail::{Lawful, ensure};
use admiralty_core::{Doc, Rules, Seeded, Table, Text, step};
use std::borrow::Cow;

/// A text with one to three changes, made of signs and words of the others.
pub(crate) fn mutate_text(text: &str, pool: &[String], rng: &mut Seeded) -> String {
    let mut text = text.to_string();
    for _ in 0..=rng.below(3) {
        let other = if pool.is_empty() { "" } else { &pool[rng.below(pool.len() as u32) as usize] };
        text = mutate_once(&text, other, rng);
    }
    text
}

fn mutate_once(text: &str, other: &str, rng: &mut Seeded) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let theirs: Vec<char> = other.chars().collect();
    let at = rng.below(signs.len() as u32 + 1) as usize;
    match rng.below(8) {
        0 if at < signs.len() => {
            signs.remove(at);
        }
        1 if !theirs.is_empty() => {
            signs.insert(at, theirs[rng.below(theirs.len() as u32) as usize]);
        }
        2 if !theirs.is_empty() && at < signs.len() => {
            signs[at] = theirs[rng.below(theirs.len() as u32) as usize];
        }
        3 if at + 1 < signs.len() => signs.swap(at, at + 1),
        4 => {
            // One step along the alphabet: a neighbouring square, the next unit.
            if let Some(sign) = signs.get_mut(at) {
                let up = rng.below(2) == 0;
                let next = if up { *sign as u32 + 1 } else { (*sign as u32).saturating_sub(1) };
                *sign = char::from_u32(next).unwrap_or('?');
            }
        }
        5 | 6 => {
            let (mine, theirs) = (words(text), words(other));
            if let (false, false) = (mine.is_empty(), theirs.is_empty()) {
                let (from, to) = mine[rng.below(mine.len() as u32) as usize];
                let (a, b) = theirs[rng.below(theirs.len() as u32) as usize];
                return format!("{}{}{}", &text[..from], &other[a..b], &text[to..]);
            }
        }
        _ => {
            let odd = ['\u{0}', '"', '\\', '𝄞', '9', '-', ' ', '['];
            signs.insert(at, odd[rng.below(odd.len() as u32) as usize]);
        }
    }
    signs.into_iter().collect()
}

/// The stretches of letters and digits, as byte ranges.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut from = None;
    for (i, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        match (sign.is_ascii_alphanumeric(), from) {
            (true, None) => from = Some(i),
            (false, Some(start)) => {
                words.push((start, i));
                from = None;
            }
            _ => {}
        }
    }
    words
}

/// A document with one value changed, left out, doubled or put elsewhere.
pub(crate) fn mutate_doc(doc: &Doc, rng: &mut Seeded) -> Doc {
    let mut doc = doc.clone();
    let n = count(&doc);
    let mut at = rng.below(n as u32) as usize;
    change(&mut doc, &mut at, rng);
    doc
}

fn count(doc: &Doc) -> usize {
    1 + match doc {
        Doc::List(items) => items.iter().map(count).sum(),
        Doc::Map(fields) => fields.iter().map(|(_, value)| count(value)).sum(),
        _ => 0,
    }
}

fn change(doc: &mut Doc, at: &mut usize, rng: &mut Seeded) -> bool {
    if *at == 0 {
        spoil(doc, rng);
        return true;
    }
    *at -= 1;
    match doc {
        Doc::List(items) => items.iter_mut().any(|item| change(item, at, rng)),
        Doc::Map(fields) => fields.iter_mut().any(|(_, value)| change(value, at, rng)),
        _ => false,
    }
}

fn spoil(doc: &mut Doc, rng: &mut Seeded) {
    let odd = [
        Doc::Null,
        Doc::Bool(true),
        Doc::Int(-1),
        Doc::Int(i64::MAX),
        Doc::Int(i64::MIN),
        Doc::Int(255),
        Doc::from(""),
        Doc::from("a1"),
        Doc::from("€𝄞\u{0}"),
        Doc::List(vec![Doc::Int(0); 3]),
        Doc::map(),
        Doc::map().with("x", 1),
    ];
    let anything = odd[rng.below(odd.len() as u32) as usize].clone();
    let pick = rng.below(4);
    match doc {
        Doc::Int(n) if pick < 3 => {
            let by = i64::from(rng.below(5)) - 2;
            *n = n.saturating_add(by);
        }
        Doc::Text(text) if pick < 3 => {
            let changed = mutate_text(text, &["a1,b2;C3 W R 10".into()], rng);
            *text = Cow::Owned(changed);
        }
        Doc::Bool(b) if pick < 3 => *b = !*b,
        Doc::List(items) if pick < 3 && !items.is_empty() => {
            let i = rng.below(items.len() as u32) as usize;
            match pick {
                0 => {
                    items.remove(i);
                }
                1 => items.push(items[i].clone()),
                _ => items.swap(0, i),
            }
        }
        Doc::Map(fields) if pick < 3 && !fields.is_empty() => {
            let i = rng.below(fields.len() as u32) as usize;
            let j = rng.below(fields.len() as u32) as usize;
            match pick {
                0 => {
                    fields.remove(i);
                }
                1 => {
                    let copy = fields[j].1.clone();
                    fields[i].1 = copy;
                }
                _ => fields.push(("surplus".into(), anything)),
            }
        }
        _ => *doc = anything,
    }
}

/// A changed position is refused with faults, or is a position like any other.
pub(crate) fn positions<R: Rules + Text>(
    table: &Table<R>,
    n: u32,
    rng: &mut Seeded,
) -> Result<u32, crate::trail::Broken> {
    let saved = R::save(table);
    let mut accepted = 0;
    for _ in 0..n {
        let doc = mutate_doc(&saved, rng);
        match R::load(&doc) {
            Err(faults) => {
                ensure(!faults.0.is_empty(), "a refused position says why", || doc.to_string())?;
            }
            Ok(table) => {
                accepted += 1;
                playable(&table, &doc, rng)?;
            }
        }
    }
    Ok(accepted)
}

fn playable<R: Rules + Text>(table: &Table<R>, doc: &Doc, rng: &mut Seeded) -> Lawful {
    let law = "a position that is accepted is sound";
    if let Some(what) = R::broken(table) {
        ensure(false, law, || format!("{what}\n{doc}"))?;
    }
    laws::awaiting(table)?;
    laws::looks(table)?;
    laws::position(table)?;
    let mut table = table.clone();
    for _ in 0..4 {
        let Some((by, action)) = random_entry(&table, rng, 0) else { break };
        let text = R::write_action(&table.public, &action);
        let played = step(&mut table, by, &action, rng);
        ensure(played.is_ok(), "what is sampled can be played", || format!("{text}\n{doc}"))?;
        if let Some(what) = R::broken(&table) {
            ensure(false, law, || format!("{what} after {text}\n{doc}"))?;
        }
    }
    Ok(())
}

/// A changed set-up is refused with faults, or a game begins.
pub(crate) fn setups<R: Rules + Text>(setup: &Doc, n: u32, rng: &mut Seeded) -> Lawful {
    for _ in 0..n {
        let doc = mutate_doc(setup, rng);
        match R::setup(&doc) {
            Err(faults) => {
                ensure(!faults.0.is_empty(), "a refused set-up says why", || doc.to_string())?;
            }
            Ok(setup) => {
                let table = R::begin(&setup, rng);
                ensure(table.is_ok(), "an accepted set-up begins", || doc.to_string())?;
            }
        }
    }
    Ok(())
}
