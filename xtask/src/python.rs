//! The Python package: built and installed into an environment of its own under `target/`, then
//! tested with PettingZoo and Gymnasium as PyPI has them.

use crate::steps::{Steps, has_program, target};
use std::path::Path;
use std::process::Command;

/// What the tests need besides the package.
const NEEDED: [&str; 9] = [
    "maturin",
    "numpy",
    "pettingzoo",
    "gymnasium",
    "pandas",
    "matplotlib",
    "jsonschema",
    "openapi-spec-validator",
    "websockets",
];

/// Builds, installs and tests the package.
pub(crate) fn tests(steps: &mut Steps) {
    let folder = target(&steps.root).join("python");
    let venv = folder.join("venv");
    let python = venv.join("bin/python");
    if !has_program("python3", &["--version"]) {
        println!("python3 is missing: the Python package cannot be tested");
        steps.check("python", || Ok(false));
        return;
    }
    if !has_modules(&python) {
        println!("making {} and installing {} with pip", venv.display(), NEEDED.join(", "));
        let made = steps
            .command("python environment", Command::new("python3").args(["-m", "venv"]).arg(&venv))
            && steps.command(
                "python modules",
                Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(NEEDED),
            );
        if !made {
            return;
        }
    }
    // Built here and not by pip's own copy of maturin, so that what is compiled is kept.
    let built = steps.command(
        "python package",
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps"])
            .args(["--force-reinstall", "./python"])
            .env("PATH", path_with(&venv.join("bin")))
            .env("CARGO_TARGET_DIR", &folder),
    );
    if built {
        let binary = target(&steps.root).join("debug/admiralty");
        steps.command(
            "python tests",
            Command::new(&python)
                .args(["-m", "unittest", "discover", "-s", "python/tests"])
                .env("ADMIRALTY_BIN", binary),
        );
    }
}

fn has_modules(python: &Path) -> bool {
    let Some(python) = python.to_str() else { return false };
    let imports = NEEDED.map(|module| format!("import {}", module.replace('-', "_"))).join(";");
    has_program(python, &["-c", &imports])
}

fn path_with(first: &Path) -> String {
    format!("{}:{}", first.display(), std::env::var("PATH").unwrap_or_default())
}
