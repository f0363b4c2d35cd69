//! Names others see: what may stand in one, and which two are too much alike
//! to sit at one table.

use crate::error::Error;
use admiralty_protocol::code;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};
use unicode_security::{MixedScript, skeleton};

/// No name is longer, in signs.
const LONGEST: usize = 24;
/// So many marks may stand on one letter.
const MARKS: usize = 2;

/// A name as others see it, or why it will not do: 1 to 24 visible signs of one
/// script, in reading order, on one line.
pub(crate) fn clean(name: &str) -> Result<String, Error> {
    up_to(name, LONGEST)
}

/// The same for something that may have a longer name.
pub(crate) fn up_to(name: &str, longest: usize) -> Result<String, Error> {
    let refuse = |says: &str| Err(Error::new(code::MALFORMED, says));
    let name: String = name.nfc().collect();
    // Checked before blanks are joined: some of what is not seen counts as one.
    if name.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return refuse("A name has no control characters.");
    }
    if name.chars().any(is_unseen) {
        return refuse("A name has no invisible or direction-changing characters.");
    }
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if !(1..=longest).contains(&name.chars().count()) {
        return refuse(&format!("A name has 1 to {longest} signs."));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return refuse("A name has at least one letter or digit.");
    }
    let mut marks = 0;
    for c in name.nfd() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MARKS {
            return refuse("A name has at most two marks on a letter.");
        }
    }
    if !name.as_str().is_single_script() {
        return refuse("A name is written in one script: letters of two look alike.");
    }
    Ok(name)
}

/// Is nothing seen of it, or does it change the order of others? Format
/// characters, fillers, selectors, what is private or not assigned.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        || c.script() == Script::Unknown
}

/// What is left of a name for a glance: two with the same are taken for each other.
fn glance(name: &str) -> String {
    let lower = name.nfkc().collect::<String>().to_lowercase();
    let plain: String = skeleton(&lower).filter(|c| !is_combining_mark(*c)).collect();
    // Once more: what has become a letter may be one that others look like.
    skeleton(&plain.to_lowercase()).filter(|c| c.is_alphanumeric()).collect()
}

/// The name somebody goes by among these others: their own, with a number
/// behind it if it could be taken for another's.
pub(crate) fn among<'a>(name: &str, others: impl Iterator<Item = &'a str>) -> String {
    let taken: Vec<String> = others.map(glance).collect();
    let free = |name: &String| !taken.contains(&glance(name));
    let numbered = (2..).map(|n| format!("{name} ({n})"));
    let mut tries = std::iter::once(name.to_string()).chain(numbered);
    tries.find(free).unwrap_or_else(|| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_they_look_like() {
        for good in
            ["Ann", "Åsa", "Jean-Luc", "O'Brien", "Анна", "王小明", "さくら 7", "محمد", "Ann ⚓"]
        {
            assert_eq!(clean(good).unwrap(), good);
        }
        assert_eq!(clean("  Ann \u{2003} Bonny\n").unwrap(), "Ann Bonny");
        for bad in [
            "",
            "   ",
            "---",
            "An\u{200b}n",
            "\u{202e}nnA",
            "Ann\u{2066}x\u{2069}",
            "Ann\u{feff}",
            "\u{3164}",
            "\u{2800}",
            "\u{1160}x",
            "Ann\u{e0041}",
            "Ann\u{7}",
            "\u{1b}[31mAnn",
            "A\u{300}\u{301}\u{302}\u{303}nn",
            "Аnn",
            "Ann\u{e000}",
            "abcdefghijklmnopqrstuvwxyz",
        ] {
            assert!(clean(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn look_alikes_are_numbered() {
        let at = ["Ann", "Paul", "Rose"];
        for alike in
            ["Ann", "ANN", "A n n", "Αnn", "Ａｎｎ", "Pau1", "paul", "Paul.", "Rosé", "R0se"]
        {
            let name = among(alike, at.into_iter());
            assert_eq!(name, format!("{alike} (2)"));
        }
        assert_eq!(among("Mary", at.into_iter()), "Mary");
        assert_eq!(among("Ann", ["Ann", "Ann (2)"].into_iter()), "Ann (3)");
    }
}
