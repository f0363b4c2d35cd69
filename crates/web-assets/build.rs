//! Builds the web client into `OUT_DIR/dist`: quiet, and only when something changed.
//!
//! - `WEB_DIST=<folder>`: take that ready build instead (no Node needed).
//! - `WEB_DIST=none`: a page that says the client was left out (for work on the server).

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the client is built from. Never the folder as a whole: node_modules and
/// test output lie in it.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    // The pages of scenarios say how even they are.
    "../docs/balance.md",
];

/// The oldest major version of Node.js that builds it.
const NODE: u32 = 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=WEB_DIST");
    if let Err(why) = run() {
        println!("cargo::error={why}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let out = PathBuf::from(var("OUT_DIR")?).join("dist");
    let web = PathBuf::from(var("CARGO_MANIFEST_DIR")?).join("../../web");
    match env::var("WEB_DIST").ok().as_deref() {
        None | Some("") => {}
        Some("none") => {
            fresh(&out)?;
            let page = "<!doctype html><title>Admiralty</title><p>This build was made without the web client.\n";
            return fs::write(out.join("index.html"), page).map_err(|e| fault(&out, e));
        }
        Some(ready) => {
            println!("cargo::rerun-if-changed={ready}");
            fresh(&out)?;
            return copy(Path::new(ready), &out);
        }
    }
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    node()?;
    // Two builds (a check and an editor, say) must not install at the same time.
    let lock_path = web.join(".build-lock");
    let lock = File::create(&lock_path).map_err(|e| fault(&lock_path, e))?;
    lock.lock().map_err(|e| fault(&lock_path, e))?;
    install(&web)?;
    fresh(&out)?;
    let mut vite = Command::new("node");
    vite.arg("node_modules/vite/bin/vite.js")
        .args(["build", "--logLevel", "error", "--emptyOutDir", "--outDir"])
        .arg(&out)
        .current_dir(&web);
    quietly(&mut vite, "building the web client")
}

/// Is there a Node.js that can build it?
fn node() -> Result<(), String> {
    let found = match Command::new("node").arg("--version").output() {
        Ok(said) => String::from_utf8_lossy(&said.stdout).trim().to_owned(),
        Err(_) => return Err(missing("`node` was not found")),
    };
    let major = found.trim_start_matches('v').split('.').next().and_then(|n| n.parse::<u32>().ok());
    match major {
        Some(major) if major >= NODE => Ok(()),
        _ => Err(missing(&format!("`node --version` says `{found}`"))),
    }
}

fn missing(what: &str) -> String {
    format!(
        "the web client is built with Node.js {NODE} or newer and its npm, and {what}: \
         install it, or set WEB_DIST to a ready build (WEB_DIST=none leaves the client out)"
    )
}

/// `npm ci`, unless the lock file is the one installed last.
fn install(web: &Path) -> Result<(), String> {
    let wanted = web.join("package-lock.json");
    let stamp = web.join("node_modules/.installed-lock.json");
    let wanted_text = fs::read(&wanted).map_err(|e| fault(&wanted, e))?;
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted_text) {
        return Ok(());
    }
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if Command::new(program).arg("--version").output().is_err() {
        return Err(missing("`npm` was not found"));
    }
    let mut npm = Command::new(program);
    npm.args(["ci", "--ignore-scripts", "--prefer-offline", "--no-fund", "--no-audit"])
        .current_dir(web);
    quietly(&mut npm, "installing what the web client is built with (npm ci)")?;
    fs::write(&stamp, wanted_text).map_err(|e| fault(&stamp, e))
}

/// Runs a command and shows what it said only if it failed.
fn quietly(command: &mut Command, doing: &str) -> Result<(), String> {
    let ran = command.output().map_err(|e| format!("{doing}: {e}"))?;
    if ran.status.success() {
        return Ok(());
    }
    eprintln!("{}", String::from_utf8_lossy(&ran.stdout));
    eprintln!("{}", String::from_utf8_lossy(&ran.stderr));
    Err(format!("{doing} failed: see its words above"))
}

fn fresh(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(fault(folder, e)),
        _ => {}
    }
    fs::create_dir_all(folder).map_err(|e| fault(folder, e))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|e| fault(to, e))?;
    for entry in fs::read_dir(from).map_err(|e| fault(from, e))? {
        let entry = entry.map_err(|e| fault(from, e))?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target).map_err(|e| fault(&target, e))?;
        }
    }
    Ok(())
}

fn var(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("{name} is not set: run this through cargo"))
}

fn fault(path: &Path, error: io::Error) -> String {
    format!("{}: {error}", path.display())
}
