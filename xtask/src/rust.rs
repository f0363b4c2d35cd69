//! What tests the Rust code: formatting, lints, tests, documents, generated types.

use crate::steps::{Steps, cargo, has_program};
use std::path::Path;

/// Formatting and lints, with warnings denied.
pub(crate) fn format_and_lint(steps: &mut Steps) {
    steps.command("format", cargo().args(["fmt", "--all", "--check"]));
    steps.command(
        "lints",
        cargo().args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    );
}

/// Every unit and integration test of the workspace.
pub(crate) fn tests(steps: &mut Steps) {
    if nextest() {
        steps.command(
            "tests",
            cargo().args([
                "nextest",
                "run",
                "--workspace",
                "--no-fail-fast",
                "--status-level=slow",
            ]),
        );
    } else {
        println!("cargo-nextest is missing and could not be installed: using cargo test");
        steps.command(
            "tests",
            cargo().args(["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"]),
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
    steps.command("doc tests", cargo().args(["test", "--workspace", "--doc", "--quiet"]));
}

/// The documentation, with warnings denied.
pub(crate) fn docs(steps: &mut Steps) {
    steps.command(
        "docs",
        cargo()
            .args(["doc", "--workspace", "--no-deps", "--quiet"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    );
}

/// Writes the golden replays of every game anew.
pub(crate) fn bless(root: &Path) -> bool {
    let mut steps = Steps::new(root);
    steps.command(
        "golden replays",
        cargo()
            .args(["test", "--workspace", "--test", "replays", "--no-fail-fast"])
            .env("BLESS", "1"),
    );
    steps.finish()
}

/// Is there a crate of wire types yet?
fn has_protocol(root: &Path) -> bool {
    root.join("crates/protocol/Cargo.toml").exists()
}

/// Writes the client's types from the wire types.
pub(crate) fn types(root: &Path) -> bool {
    let mut steps = Steps::new(root);
    if !has_protocol(root) {
        println!("there are no wire types yet: nothing to write");
        return true;
    }
    steps.command("types", &mut export_types("1"));
    steps.finish()
}

/// The protocol crate compares its types with the client's file; with
/// `BLESS=1` it writes the file.
fn export_types(bless: &str) -> std::process::Command {
    let mut command = cargo();
    command.args(["test", "-p", "admiralty-protocol", "--test", "types"]).env("BLESS", bless);
    command
}

/// The client's types must be those of the code.
pub(crate) fn types_up_to_date(steps: &mut Steps) {
    // The comparison is an ordinary test of the crate; here it only has a name of its own.
    let root = steps.root.clone();
    if has_protocol(&root) && root.join("crates/protocol/tests/types.rs").exists() {
        steps.command("types up to date", &mut export_types("0"));
    }
}
