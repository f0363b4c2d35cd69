//! What tests the web client: formatter, lint, types, unit tests, and a browser.

use crate::steps::{Steps, has_program, target};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Scripts of `web/package.json`, in the order they are run.
const SCRIPTS: [&str; 5] = ["format", "lint", "check", "test", "e2e"];

/// Set where browser tests shall play to the end of a game.
const LONGER: &str = "ADMIRALTY_SOAK";

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
        // The binary that the tests before have built: another choice of features would compile
        // half of the libraries once more.
        let binary = target(&steps.root).join("debug/admiralty");
        let mut command = Command::new("npm");
        command.args(["run", "--silent", script]).current_dir(&web);
        if binary.exists() {
            command.env("ADMIRALTY_BIN", binary);
        }
        steps.command(&format!("web {script}"), &mut command);
    }
}

/// The browser tests that play whole games, without the limits they have in `test`: of every
/// game, or of one alone.
pub(crate) fn soak(steps: &mut Steps, game: Option<&str>) {
    let web = steps.root.join("web");
    if !node_modules(steps, &web) || !chromium(steps) {
        return;
    }
    for file in long(&web.join("e2e"), game) {
        steps.command(
            &format!("whole games of {file}"),
            Command::new("npm")
                .args(["run", "--silent", "e2e", "--", &file])
                .env(LONGER, "1")
                .current_dir(&web),
        );
    }
}

/// The browser tests that heed `ADMIRALTY_SOAK`, by name; those of one game begin with its first word.
fn long(folder: &Path, game: Option<&str>) -> Vec<String> {
    let first = game.and_then(|game| game.split('_').next()).unwrap_or_default();
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(LONGER)))
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_string()))
        .filter(|name| name.ends_with(".e2e.ts") && name.starts_with(first))
        .collect();
    names.sort();
    names
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

/// The browser, a font and the proxy of the hosting test, installed where they are missing.
fn chromium(steps: &mut Steps) -> bool {
    let there = |path: &str| Path::new(path).exists();
    let packages = [
        ("chromium", has_program("chromium", &["--version"])),
        ("fonts-dejavu-core", there("/usr/share/fonts/truetype/dejavu")),
        ("nginx-light", there("/usr/sbin/nginx")),
    ];
    let missing: Vec<&str> =
        packages.into_iter().filter(|(_, there)| !there).map(|(name, _)| name).collect();
    if missing.is_empty() {
        return true;
    }
    println!("installing {} with apt-get", missing.join(", "));
    let install = format!(
        "apt-get update -q && apt-get install -y -q --no-install-recommends {}",
        missing.join(" ")
    );
    steps.command(
        "web browser",
        Command::new("sh").args(["-c", &install]).env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_games_of_every_table_are_found() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/e2e");
        assert_eq!(long(&folder, Some("sail_epoch")), ["sail_games.e2e.ts"]);
        let all = long(&folder, None);
        for first in ["board", "fleet", "sail"] {
            assert!(all.iter().any(|name| name.starts_with(first)), "{first}: {all:?}");
        }
    }
}
