//! What tests the web client: formatter, lint, types, unit tests, and a browser.

use crate::steps::{Steps, has_program};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Scripts of `web/package.json`, in the order they are run.
const SCRIPTS: [&str; 5] = ["format", "lint", "check", "test", "e2e"];

/// Runs every script the client has.
pub(crate) fn tests(steps: &mut Steps) {
    let web = steps.root.join("web");
    let scripts = scripts(&web);
    if scripts.is_empty() {
        return;
    }
    if !node_modules(steps, &web) {
        return;
    }
    for script in scripts {
        if script == "e2e" && !chromium(steps) {
            continue;
        }
        steps.command(
            &format!("web {script}"),
            Command::new("npm").args(["run", "--silent", script]).current_dir(&web),
        );
    }
}

fn scripts(web: &Path) -> Vec<&'static str> {
    let Ok(text) = fs::read_to_string(web.join("package.json")) else { return Vec::new() };
    let Ok(package) = serde_json::from_str::<Value>(&text) else { return Vec::new() };
    SCRIPTS.into_iter().filter(|script| package["scripts"][script].is_string()).collect()
}

/// Installs the modules if the lock file is newer than what is installed.
fn node_modules(steps: &mut Steps, web: &Path) -> bool {
    let stamp = |path: &Path| fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let installed = stamp(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= stamp(&web.join("package-lock.json")) {
        return true;
    }
    println!("installing the client's modules with npm ci");
    steps.command(
        "web modules",
        Command::new("npm").args(["ci", "--ignore-scripts", "--prefer-offline"]).current_dir(web),
    )
}

/// The browser and a font, installed where they are missing.
fn chromium(steps: &mut Steps) -> bool {
    let has_font = Path::new("/usr/share/fonts/truetype/dejavu").exists();
    if has_program("chromium", &["--version"]) && has_font {
        return true;
    }
    println!("installing chromium and a font with apt-get");
    steps.command(
        "web browser",
        Command::new("sh").args([
            "-c",
            "apt-get update -q && \
             apt-get install -y -q --no-install-recommends chromium fonts-dejavu-core",
        ]),
    )
}
