//! Sentences that a person reads: one plain line, no program's words, and the
//! singular where there is one.

use crate::trail::{Lawful, ensure};

/// Words that end in s after a 1 and are no plural.
const NO_PLURAL: [&str; 18] = [
    "is", "was", "has", "does", "this", "its", "as", "less", "pass", "plus", "minus", "across",
    "always", "unless", "class", "compass", "mass", "cross",
];

/// Words after which a number is a name: player 1 moves.
const NAMED: [&str; 20] = [
    "player", "seat", "turn", "round", "phase", "ply", "side", "fort", "ship", "squadron",
    "column", "row", "step", "level", "battery", "group", "die", "entry", "scenario", "option",
];

/// A reason: one line that does not end in a full stop.
pub(crate) fn reason(sentence: &str) -> Lawful {
    let plain = !sentence.is_empty() && !sentence.ends_with('.') && sentence.trim() == sentence;
    ensure(plain, "a refusal is one line without a full stop", || format!("{sentence:?}"))?;
    plainly(sentence)
}

/// One line in the words of a person.
pub(crate) fn plainly(sentence: &str) -> Lawful {
    ensure(!sentence.contains(['\n', '\r']), "a sentence is one line", || format!("{sentence:?}"))?;
    let found = debug_form(sentence);
    ensure(found.is_none(), "a sentence speaks like a person, not like a program", || {
        format!("{:?} in {sentence:?}", found.unwrap_or_default())
    })?;
    let found = false_plural(sentence);
    ensure(found.is_none(), "one of a kind is in the singular", || {
        format!("{:?} in {sentence:?}", found.unwrap_or_default())
    })
}

/// What looks like a value written for programmers: `Some(…)`, `Kind { … }`, `ShipId(3)`, `a::b`.
fn debug_form(sentence: &str) -> Option<String> {
    let signs: Vec<char> = sentence.chars().collect();
    let text = |from: usize| signs[from..signs.len().min(from + 24)].iter().collect::<String>();
    for (i, sign) in signs.iter().enumerate() {
        let before = signs[..i].iter().rev().take_while(|c| c.is_ascii_alphanumeric()).count();
        let word = &signs[i - before..i];
        let typed = word.first().is_some_and(char::is_ascii_uppercase)
            && word.iter().any(char::is_ascii_lowercase);
        let odd = match sign {
            '(' => typed,
            '{' | '}' => true,
            ':' => signs.get(i + 1) == Some(&':'),
            _ => false,
        };
        if odd {
            return Some(text(i - before));
        }
    }
    let words = sentence.split(|c: char| !c.is_alphanumeric());
    words.into_iter().find(|word| *word == "None").map(String::from)
}

/// A plural after the number one: "1 pieces are".
fn false_plural(sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    for (i, word) in words.iter().enumerate() {
        let Some(next) = words.get(i + 1) else { continue };
        let next = next.trim_end_matches([',', ';', ':', ')']);
        let plural = next.len() > 2 && next.ends_with('s') && !next.ends_with("ss");
        let noun = next.chars().all(|c| c.is_ascii_lowercase()) && !NO_PLURAL.contains(&next);
        let named = i > 0 && NAMED.contains(&words[i - 1].to_lowercase().as_str());
        let one = ["1", "one", "(1"].contains(word);
        // "between 1 and 3 ships" has another number next, "1 of your ships" another word.
        if one && plural && noun && !named {
            return Some(format!("{word} {next}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_spoken_to_as_people() {
        for fine in [
            "c5 is an island",
            "a fleet has 1 piece of this kind, not 2 pieces",
            "player 1 moves first",
            "turn 1 has not ended",
            "1 is less than 2",
            "the Admiral (A) must stay",
            "N1 (Cruiser) has no torpedoes",
            "1 of your ships is there",
        ] {
            assert!(plainly(fine).is_ok() && reason(fine).is_ok(), "{fine}");
        }
        for wrong in [
            "1 pieces are left",
            "only 1 spaces away",
            "the ship Some(3)",
            "ShipId(3) is sunk",
            "Kind { a: 1 }",
            "Phase::Turn",
            "the leader is None",
            "two\nlines",
        ] {
            assert!(plainly(wrong).is_err(), "{wrong}");
        }
        assert!(reason("it stops.").is_err() && reason("").is_err() && reason(" x").is_err());
    }
}
