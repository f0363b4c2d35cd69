//! Puts the text of every game's lessons into the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut out = String::from("const FILES: &[(&str, &str, &str)] = &[\n");
    for game in sorted(&games) {
        let folder = game.join("lessons");
        // A file that is not there always counts as changed: every build would
        // make this crate, and all that stand on it, anew.
        if !folder.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", folder.display());
        for file in sorted(&folder) {
            if file.extension().is_some_and(|ending| ending == "toml") {
                println!("cargo::rerun-if-changed={}", file.display());
                let (game, name) = (stem(&game), stem(&file));
                writeln!(out, "    ({game:?}, {name:?}, include_str!({file:?})),")
                    .expect("a text takes whatever is written");
            }
        }
    }
    out.push_str("];\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it")).join("lessons.rs");
    fs::write(target, out).expect("the folder of the build can be written");
}

/// What is in a folder, in order; nothing if there is no such folder.
fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
