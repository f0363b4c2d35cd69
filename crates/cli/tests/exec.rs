//! Programs that play over a pipe: the examples do, and whatever a program does wrong costs it
//! nothing but the decision.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]

mod common;

use common::admiralty;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn arena(game: &str, bot: &str, more: &[&str]) -> common::Run {
    let bots = format!("{bot},random");
    let mut args = vec!["arena", game, "--bots", &bots, "-n", "2", "--json"];
    args.extend(more);
    admiralty(&args, "")
}

#[test]
fn the_python_example_plays() {
    let script = root().join("docs/examples/bot.py");
    let run = arena("naval_battle", &format!("exec:python3 {}", script.display()), &[]);
    assert!(run.good && run.err.is_empty(), "no fault was told: {run:?}");
    assert!(run.out.contains("bot.py"), "{}", run.out);
}

#[test]
fn the_rust_example_plays_pick_by_pick() {
    // Beside the tests, where cargo builds examples; built here if only this test was.
    let folder = std::env::current_exe().unwrap();
    let bot = folder.parent().and_then(Path::parent).unwrap().join("examples/bot");
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "-p", "admiralty", "--no-default-features"]);
    build.args(["--example", "bot"]).current_dir(root());
    assert!(bot.exists() || build.status().unwrap().success());
    for game in ["naval_battle", "fleet_actions"] {
        let run = arena(game, &format!("exec:{}", bot.display()), &["--longest", "150"]);
        assert!(run.good && run.err.is_empty(), "no fault was told: {run:?}");
    }
}

#[test]
fn what_a_program_does_wrong_costs_it_only_the_decision() {
    let wrongs = [
        // It never answers.
        ("sleep 100", "late", ["--longest", "6", "--ms", "50"]),
        // It ends at once.
        ("true", "gone", ["--longest", "20", "--ms", "500"]),
        ("no-such-program-at-all", "gone", ["--longest", "20", "--ms", "500"]),
        // It speaks, but not sense.
        ("yes", "nonsense", ["--longest", "20", "--ms", "2000"]),
    ];
    for (command, fault, more) in wrongs {
        let run = arena("naval_battle", &format!("exec:{command}"), &more);
        assert!(!run.out.is_empty(), "the match is played all the same: {command}: {run:?}");
        assert!(!run.good && run.err.contains("decided nothing"), "{command}: {run:?}");
        let told = run.err.lines().find(|line| line.contains(&format!("exec:{command}")));
        let told = told.unwrap_or_else(|| panic!("{command}: no fault was told: {run:?}"));
        let n: u32 = told
            .split([':', ','])
            .find(|part| part.contains(fault))
            .and_then(|part| part.trim().split(' ').next()?.parse().ok())
            .unwrap_or_default();
        assert!(n > 0, "{command} was {fault}: {told}");
    }
}

#[test]
fn an_illegal_action_is_told_to_the_program() {
    let bot = r#"while read line; do case "$line" in *refused*) echo "$line" >&2;; *) echo '{"action":"resign!"}';; esac; done"#;
    let script = common::scratch("liar.sh", bot);
    let run = arena("naval_battle", &format!("exec:sh {}", script.display()), &["--longest", "12"]);
    assert!(run.err.contains(r#""ask":"refused""#), "{run:?}");
}

#[test]
fn nobody_names_commands_but_the_owner_of_the_machine() {
    let line = r#"{"cmd":"new","game":"naval_battle","seed":1}
{"cmd":"go","seat":"W","bot":"exec:touch /tmp/never"}"#;
    let run = admiralty(&["engine"], line);
    assert!(run.out.contains("go/bot") && run.out.contains("there is no bot"), "{run:?}");
}
