//! What tests the Rust code: formatting, lints, tests, documents, generated types.

use crate::services::Services;
use crate::steps::{Steps, cargo, has_program};
use std::path::Path;

/// What a kitchen table does not need is tested all the same.
pub(crate) const FEATURES: [&str; 2] = [
    "--features",
    "admiralty-server/mail,admiralty-server/push,admiralty-server/passkeys,admiralty/nats",
];

/// Tests of the server that are run once more with two nodes, each request going to
/// either of them. One clears the lobby of one node by hand and is not among them.
const OVER_TWO: &str = "package(admiralty-server) & (binary(play) | binary(dice) | binary(memory) | \
     binary(secrecy) | binary(tournaments) | ((binary(people) | binary(tables)) - test(empty_tables)))";

/// Formatting and lints, with warnings denied.
pub(crate) fn format_and_lint(steps: &mut Steps) {
    steps.command("format", cargo().args(["fmt", "--all", "--check"]));
    steps.command(
        "lints",
        cargo()
            .args(["clippy", "--workspace", "--all-targets", "--quiet"])
            .args(FEATURES)
            .args(["--", "-D", "warnings"]),
    );
}

/// Every unit and integration test of the workspace, on a PostgreSQL and a NATS that
/// they share.
pub(crate) fn tests(steps: &mut Steps) {
    let services = match Services::start() {
        Ok(services) => services,
        Err(error) => {
            steps.check("services", || Err(error));
            return;
        }
    };
    if nextest() {
        let words = ["nextest", "run", "--workspace", "--no-fail-fast", "--status-level=slow"];
        let mut all = cargo();
        all.args(words).args(FEATURES);
        steps.command("tests", services.tell(&mut all));
        let mut two = cargo();
        two.args(words).args(FEATURES).args(["-E", OVER_TWO]).env("ADMIRALTY_TEST_NODES", "2");
        steps.command("tests over two nodes", services.tell(&mut two));
    } else {
        println!("cargo-nextest is missing and could not be installed: using cargo test");
        steps.command(
            "tests",
            cargo()
                .args(["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
                .args(FEATURES),
        );
    }
}

/// Is cargo-nextest there, if need be after installing it?
pub(crate) fn nextest() -> bool {
    if has_program("cargo-nextest", &["nextest", "--version"]) {
        return true;
    }
    println!("installing cargo-nextest with cargo install");
    cargo().args(["install", "cargo-nextest"]).status().is_ok_and(|status| status.success())
}

/// The examples in the documentation.
pub(crate) fn doc_tests(steps: &mut Steps) {
    // With the features of the tests before, so that nothing is compiled twice.
    steps.command(
        "doc tests",
        cargo().args(["test", "--workspace", "--doc", "--quiet"]).args(FEATURES),
    );
}

/// The documentation, with warnings denied.
pub(crate) fn docs(steps: &mut Steps) {
    steps.command(
        "docs",
        cargo()
            .args(["doc", "--workspace", "--no-deps", "--quiet"])
            .args(FEATURES)
            .env("RUSTDOCFLAGS", "-D warnings"),
    );
}

/// Writes the golden replays and walks of every game and the engine's example anew.
pub(crate) fn bless(root: &Path) -> bool {
    let mut steps = Steps::new(root);
    steps.command(
        "worked example",
        cargo().args(["test", "-p", "admiralty", "--test", "engine", "worked"]).env("BLESS", "1"),
    );
    steps.command(
        "golden replays and walks",
        cargo()
            .args(["test", "--workspace", "--test", "replays", "--test", "walks"])
            .arg("--no-fail-fast")
            .env("BLESS", "1"),
    );
    steps.finish()
}

/// Writes the client's types from the wire types and from the shapes of views
/// and events. That they are up to date is an ordinary test of the protocol and
/// the catalog crates.
pub(crate) fn types(root: &Path) -> bool {
    let mut steps = Steps::new(root);
    steps.command(
        "types",
        cargo().args(["run", "--quiet", "-p", "admiralty-protocol", "--example", "types"]),
    );
    steps.command(
        "views",
        cargo()
            .args(["run", "--quiet", "-p", "admiralty-catalog", "--features", "all"])
            .args(["--example", "views"]),
    );
    steps.finish()
}
