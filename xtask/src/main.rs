//! Our build commands: `cargo xtask test`, `clauses`, `plan`, `tidy`, `bless`, `types`, `soak`,
//! `mutants`, `cluster`, `new-game`.

#![allow(clippy::print_stdout, reason = "a command talks to its terminal")]

mod chance;
mod chapters;
mod clauses;
mod cluster;
mod licences;
mod mutants;
mod new_game;
mod plan;
mod python;
mod rust;
mod services;
mod simulate;
mod soak;
mod steps;
mod tidy;
mod web;

use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use steps::Steps;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  test [--quick]     everything that tests; --quick is the inner loop: formatting,
                     lints, clauses, plan, tidy and the tests of the Rust code
  soak [PART] [--minutes M] [--game GAME]
                     the long versions: all tests with ADMIRALTY_SOAK (default 20) times
                     as many random games (tests), M minutes (60) of random play per game
                     with every law on in the release build (play), as long a walk
                     through its menus (menus), whole games by clicking (browser), the
                     levels of its bots measured (ladder), mutants, every fuzz target for
                     FUZZ_SECONDS (60) (fuzz); of one game alone with --game
  clauses [--list]   compare code, register and tests, clause by clause;
                     --list names the clauses that are not yet proven
  new-game NAME [--prefix XX]
                     a new crate below games/, registered, that compiles, passes the
                     suite and can be played (docs/adding-a-game.md)
  plan               compare every game's files with the floor plan of
                     docs/adding-a-game.md
  tidy               no lint switched off without a reason, no long files, nothing
                     twice, nothing public that nothing uses, ARCHITECTURE.md true
  bless              write the golden replays and walks anew; look at the difference
                     before you commit it
  types              write the client's TypeScript types anew
  cluster [--check]  PostgreSQL, NATS, three nodes and a balancer on this machine, to
                     look at; --check plays twenty games through the balancer, kills
                     a node on the way, and verifies every record
  simulate [--tables N] [--nodes N] [--moves PER_S] [--cores N] …
                     tables, leases and commits at a size no test machine has, from
                     costs measured on small ones (docs/scale.md)
  licences           the licences of everything we link
  mutants GAME [--sample N] [--seed S] [--at PLACE] [--again] [--minutes M]
                     break the rules of a game in N random places (default 200), one
                     at a time, and see whether its tests notice; --again tries those
                     that survived last time; with --minutes it stops after M minutes
                     and goes on when it is called again
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<bool> {
    let root = root();
    match words {
        ["test"] => Ok(test(&root, Extent::Whole)),
        ["test", "--quick"] => Ok(test(&root, Extent::Quick)),
        ["soak", words @ ..] => soak::run(&root, &soak::Wanted::parse(words)?),
        ["clauses"] => clauses::run(&root, clauses::Missing::Count),
        ["clauses", "--list"] => clauses::run(&root, clauses::Missing::List),
        ["new-game", name] => new_game::run(&root, name, None),
        ["new-game", name, "--prefix", prefix] => new_game::run(&root, name, Some(prefix)),
        ["plan"] => plan::run(&root),
        ["tidy"] => tidy::run(&root),
        ["bless"] => Ok(rust::bless(&root)),
        ["types"] => Ok(rust::types(&root)),
        ["cluster"] => cluster::run(&root, false),
        ["cluster", "--check"] => cluster::run(&root, true),
        ["simulate", words @ ..] => simulate::run(words),
        ["licences"] => licences::run(&root),
        ["mutants", game, rest @ ..] => mutants::run(&root, game, rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(true)
        }
        other => bail!("unknown command: {}\n\n{USAGE}", other.join(" ")),
    }
}

/// How much of the tests to run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Quick,
    Whole,
}

fn test(root: &Path, extent: Extent) -> bool {
    let mut steps = Steps::new(root);
    rust::format_and_lint(&mut steps);
    steps.check("clauses", || clauses::run(root, clauses::Missing::Count));
    steps.check("plan", || plan::run(root));
    steps.check("tidy", || tidy::run(root));
    rust::tests(&mut steps);
    if extent == Extent::Whole {
        rust::doc_tests(&mut steps);
        rust::docs(&mut steps);
        steps.check("licences", || licences::run(root));
        python::tests(&mut steps);
        web::tests(&mut steps);
    }
    steps.finish()
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}
