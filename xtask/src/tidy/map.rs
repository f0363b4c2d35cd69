//! ARCHITECTURE.md is true: every file that it names is there, and where it has the
//! map of a folder, every part of that folder is on it.

use std::collections::BTreeSet;

/// Sections with a whole map: heading, and the folder whose parts it names.
const WHOLE: [(&str, &str); 6] = [
    ("`crates/core`", "crates/core/src/"),
    ("`crates/catalog`", "crates/catalog/src/"),
    ("`crates/bots`", "crates/bots/src/"),
    ("`crates/server`", "crates/server/src/"),
    ("`crates/web-assets` and `web/`", "web/src/"),
    ("`xtask`", "xtask/src/"),
];

/// What always stands in a folder and says nothing.
const COMMON: [&str; 7] =
    ["lib.rs", "main.rs", "mod.rs", "main.ts", "app.css", "vite-env.d.ts", "route.test.ts"];

/// What is wrong in the document, for a tree of these paths.
pub(super) fn find(document: &str, paths: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for word in words(document).filter(|word| is_path(word)) {
        let word = word.trim_end_matches('/');
        let there = paths.iter().any(|path| {
            let within = path.split_once(word);
            within.is_some_and(|(before, after)| {
                (before.is_empty() || before.ends_with('/'))
                    && (after.is_empty() || after.starts_with('/'))
            })
        });
        if !there {
            faults.push(format!("ARCHITECTURE.md: there is no `{word}`"));
        }
    }
    for (heading, folder) in WHOLE {
        let section = document.split("\n### ").find(|part| part.starts_with(heading));
        let Some(section) = section else {
            faults.push(format!("ARCHITECTURE.md: there is no section {heading}"));
            continue;
        };
        let named: BTreeSet<&str> = words(section)
            .map(|word| word.trim_end_matches('/'))
            .flat_map(|word| [word, word.strip_prefix(folder).unwrap_or(word)])
            .collect();
        let parts: BTreeSet<&str> = paths
            .iter()
            .filter_map(|path| path.strip_prefix(folder)?.split('/').next())
            .filter(|part| !COMMON.contains(part))
            .collect();
        for part in parts.iter().filter(|part| !is_named(part, &named)) {
            faults.push(format!("ARCHITECTURE.md: {heading} does not name {folder}{part}"));
        }
    }
    faults
}

/// A folder may also be named by something in it, as `eval/<game>/craft.rs` does.
fn is_named(part: &str, named: &BTreeSet<&str>) -> bool {
    named.iter().any(|word| {
        word.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// What stands between single backticks.
fn words(document: &str) -> impl Iterator<Item = &str> {
    document
        .split("```")
        .step_by(2)
        .flat_map(|text| text.split('`').skip(1).step_by(2))
        .filter(|word| !word.contains(char::is_whitespace))
}

fn is_path(word: &str) -> bool {
    let ends = ["/", ".rs", ".ts", ".svelte", ".toml", ".md"];
    ends.iter().any(|end| word.ends_with(end)) && !word.contains('<') && !word.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_and_what_is_not_named_is_found() {
        let sections: String =
            WHOLE.iter().map(|(heading, _)| format!("\n### {heading}\n`a.rs`\n")).collect();
        let document =
            format!("{sections}`b/`, `eval/<game>/x.rs`, `a word.rs`\n```\n`c.rs`\n```\n");
        let paths = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        let tree =
            paths(&["web/x", "xtask/src/a.rs", "xtask/src/b/c.rs", "xtask/src/eval/one/x.rs"]);
        assert_eq!(find(&document, &tree), [""; 0]);
        let tree = paths(&["web/x", "xtask/src/aa.rs", "xtask/src/b/c.rs"]);
        let mut faults = find(&document, &tree);
        faults.dedup();
        assert_eq!(
            faults,
            [
                "ARCHITECTURE.md: there is no `a.rs`",
                "ARCHITECTURE.md: `xtask` does not name xtask/src/aa.rs"
            ]
        );
    }
}
