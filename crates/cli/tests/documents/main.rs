//! The documents are true: every fenced block of README and docs is run, or says above it why
//! not, and so is every example of `--help`. Rust blocks are doc tests (`src/guides.rs`), Python
//! blocks are run by the tests of the Python package.

#![cfg(all(unix, feature = "server"))]
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod blocks;
#[path = "../common/mod.rs"]
mod common;
mod shell;

use blocks::{Block, blocks, documents, read, root};
use common::admiralty;
use common::served::Served;
use serde_json::Value;
use shell::Shell;
use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn every_block_says_what_it_is_and_why_it_is_not_run() {
    let (mut n, mut left) = (0, 0);
    for document in documents() {
        for block in blocks(&document) {
            n += 1;
            left += usize::from(block.not_run.is_some());
            is_placed(&document, &block);
        }
    }
    assert!(n > 50 && left < n / 3, "{left} of {n} blocks are not run");
}

/// Is there a test that runs this block?
fn is_placed(document: &str, block: &Block) {
    let Block { at, language, not_run, text } = block;
    if let Some(why) = not_run {
        assert!(why.len() > 15, "{at}: why is it not run?");
        if language == "sh" {
            shell::lines(text).iter().for_each(|line| shell::is_understood(at, line));
        }
        return;
    }
    match language.as_str() {
        "sh" | "toml" | "json" => {}
        "rust" => {
            let guides = std::fs::read_to_string(root().join("crates/cli/src/guides.rs")).unwrap();
            assert!(guides.contains(document), "{at}: src/guides.rs does not name the document");
        }
        "python" => assert!(document.starts_with("docs/"), "{at}: the Python tests look in docs"),
        // Pictures, grammars and what programs print; what a person types belongs in `sh`.
        "text" => {
            let typed = |line: &str| {
                ["admiralty ", "cargo ", "pip ", "$ "].iter().any(|word| line.starts_with(word))
                    && !line.starts_with("admiralty link")
                    && !line.starts_with("admiralty roll")
                    && !line.starts_with("admiralty line")
            };
            assert!(!text.lines().any(typed), "{at}: commands belong into a block of sh");
        }
        _ => panic!("{at}: nobody runs blocks of \"{language}\""),
    }
}

#[test]
fn shell_examples_run() {
    let mut n = 0;
    for document in documents() {
        let shell = Shell::new(&document);
        for block in blocks(&document) {
            if block.language == "sh" && block.not_run.is_none() {
                shell.run(&block.at, &block.text);
                n += 1;
            }
        }
    }
    assert!(n > 8, "only {n} blocks");
}

#[test]
fn examples_of_help_run() {
    let help = admiralty(&["--help"], "").out;
    let examples = help.split("Examples:\n").nth(1).unwrap();
    let shell = Shell::new("help");
    shell.run("help", "admiralty arena naval_battle --bots random,random -n 1 --records made");
    let made = std::fs::read_dir(shell.file("made")).unwrap().flatten().next().unwrap();
    std::fs::rename(made.path(), shell.file("game.adm")).unwrap();
    let mut n = 0;
    for line in examples.lines().take_while(|line| !line.is_empty()) {
        let command = line.trim().split("  ").next().unwrap();
        shell.run("admiralty --help", command);
        n += 1;
    }
    assert_eq!(n, 5);
    // And every command explains itself.
    for command in commands(&help) {
        let told = admiralty(&[&command, "--help"], "");
        assert!(told.good && told.out.contains("Usage: admiralty"), "{command}: {told:?}");
        assert!(!told.out.contains("Examples:"), "{command}: its examples are not run");
    }
}

/// The commands that `--help` lists.
fn commands(help: &str) -> BTreeSet<String> {
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let word = |line: &str| line.trim().split(' ').next().map(String::from);
    let named = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    named.filter_map(word).filter(|word| word != "help").collect()
}

#[test]
fn the_readme_lists_every_command() {
    let readme = read("README.md");
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `"));
    let told: BTreeSet<String> = rows
        .flat_map(|row| row.split('|').next().unwrap_or_default().split('`'))
        .filter_map(|name| name.split(' ').next())
        .filter(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()))
        .map(String::from)
        .collect();
    assert_eq!(told, commands(&admiralty(&["--help"], "").out));
}

#[test]
fn toml_examples_hold() {
    let mut n = 0;
    for document in documents() {
        for block in blocks(&document) {
            if block.language == "toml" && block.not_run.is_none() {
                let file = common::scratch("example.toml", &block.text);
                let file = file.to_str().unwrap();
                let is_scenario = block.at.contains("scenarios.md");
                let run = match is_scenario {
                    true => admiralty(&["scenario", "check", file, "-n", "3"], ""),
                    false => admiralty(&["check", file], ""),
                };
                assert!(run.good, "{}: {}", block.at, run.out);
                n += block.text.matches("[[case]]").count();
            }
        }
    }
    assert!(n >= 6, "only {n} cases");
}

#[test]
fn json_examples_are_json() {
    for document in documents() {
        for block in blocks(&document) {
            if block.language == "json" && block.not_run.is_none() {
                let mut values = serde_json::Deserializer::from_str(&block.text).into_iter();
                assert!(values.next().is_some(), "{}: nothing", block.at);
                values.for_each(|value: Result<Value, _>| {
                    value.unwrap_or_else(|error| panic!("{}: {error}", block.at));
                });
            }
        }
    }
}

/// The first cell of every row of the tables under a heading, without the sign for code.
fn cells(document: &str, heading: &str) -> Vec<String> {
    let text = read(document);
    let part = text.split(&format!("{heading}\n")).nth(1).unwrap_or_else(|| panic!("{heading}"));
    let part = part.split("\n## ").next().unwrap();
    let rows = part.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split(" | ").next()).map(|cell| cell.replace('`', "")).collect()
}

#[test]
fn the_table_of_settings_names_flags_of_serve() {
    let told: BTreeSet<String> = cells("docs/server.md", "# The server")
        .iter()
        .flat_map(|cell| cell.split(", "))
        .map(|name| format!("--{}", name.replace('_', "-")))
        .collect();
    let help = admiralty(&["serve", "--help"], "").out;
    let flags = help.lines().filter(|line| line.trim().starts_with("--"));
    let flags: BTreeSet<String> =
        flags.filter_map(|line| line.trim().split([' ', '=']).next()).map(String::from).collect();
    assert!(told.len() > 20 && told.is_subset(&flags), "{:?}", told.difference(&flags));
}

#[test]
fn the_table_of_requests_names_those_of_the_description() {
    let mut binary = Command::new(env!("CARGO_BIN_EXE_admiralty"));
    let server = Served::start(binary.env("ADMIRALTY_STORE", "memory"));
    let answer = server.get("/api/openapi.json");
    let body = answer.split("\r\n\r\n").nth(1).unwrap();
    let api: Value = serde_json::from_str(body).unwrap();
    let paths = api["paths"].as_object().unwrap();
    let described: BTreeSet<String> = paths
        .iter()
        .flat_map(|(path, operations)| {
            let methods = operations.as_object().unwrap().keys();
            methods.map(move |method| format!("{} {path}", method.to_uppercase()))
        })
        .collect();
    let told: BTreeSet<String> =
        cells("docs/protocol.md", "## HTTP").iter().flat_map(|cell| requests(cell)).collect();
    let wrong: Vec<_> = told.difference(&described).collect();
    assert!(told.len() > 40 && wrong.is_empty(), "{wrong:?}");
    server.stop();
}

/// `GET /api/me · PUT /api/me`, without what follows a `?` or `[`.
fn requests(cell: &str) -> Vec<String> {
    let plain = |part: &str| part.split(['?', '[']).next().unwrap_or_default().trim().to_string();
    cell.split(" · ").map(plain).collect()
}
