//! A tidy house: what is switched off says why, files stay short, nothing
//! stands twice, nothing is public that nobody uses, and the map of the house is true.

mod allows;
mod doubles;
mod map;
mod unused;

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// A file may have so many lines.
const LONGEST: usize = 600;

/// A source file.
pub(crate) struct Source {
    /// From the root, with slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// All of it but the style of a component, which stands below it and hangs on to it
    /// alone: it does not count as length.
    fn logic(&self) -> &str {
        let end = if self.path.ends_with(".svelte") { self.text.find("\n<style") } else { None };
        &self.text[..end.unwrap_or(self.text.len())]
    }

    /// Written by a program, which says so at the top.
    fn is_generated(&self) -> bool {
        self.text.lines().take(3).any(|line| line.contains("Do not edit"))
    }

    /// Does all of it test?
    fn is_test(&self) -> bool {
        ["/tests/", "/e2e/", "/miniature/", "/fuzz_targets/"]
            .iter()
            .any(|part| self.path.contains(part))
            || self.path.contains(".test.")
    }
}

/// The face of a game only delegates, by the floor plan to the same names everywhere.
fn is_face(path: &str) -> bool {
    path.starts_with("games/") && path.ends_with("/src/lib.rs")
}

/// Prints what is untidy; true if nothing is.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let mut sources = Vec::new();
    let parts = ["crates", "games", "xtask", "fuzz", "python", "web/src", "web/e2e"];
    for part in parts {
        collect(&root.join(part), part, &mut sources)?;
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    let mut faults = Vec::new();
    for source in sources.iter().filter(|source| !source.is_generated()) {
        let n = source.logic().lines().count();
        if n > LONGEST {
            faults.push(format!("{}: {n} lines, more than {LONGEST}", source.path));
        }
    }
    let rust = || sources.iter().filter(|source| source.is_rust());
    for source in rust() {
        let lines = allows::without_reason(&source.text);
        faults.extend(
            lines.iter().map(|n| format!("{}:{n}: an allow without a reason", source.path)),
        );
    }
    let kept = sources
        .iter()
        .filter(|source| !source.is_generated() && !source.is_test() && !is_face(&source.path));
    faults.extend(doubles::find(&kept.collect::<Vec<_>>()));
    faults.extend(unused::find(&rust().collect::<Vec<_>>())?);
    let map = fs::read_to_string(root.join("ARCHITECTURE.md")).context("ARCHITECTURE.md")?;
    let mut paths: Vec<String> = sources.iter().map(|source| source.path.clone()).collect();
    paths.extend(others(root)?);
    faults.extend(map::find(&map, &paths));
    for fault in &faults {
        println!("{fault}");
    }
    Ok(faults.is_empty())
}

/// What the map names besides sources: folders at the top and beside crates, documents.
fn others(root: &Path) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for folder in ["", "docs", "xtask", "games/naval_battle/rules"] {
        for entry in fs::read_dir(root.join(folder)).with_context(|| folder.to_string())? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            paths.push(if folder.is_empty() { name } else { format!("{folder}/{name}") });
        }
    }
    Ok(paths)
}

fn collect(folder: &Path, name: &str, sources: &mut Vec<Source>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let inside = entry.file_name().to_string_lossy().into_owned();
        let skipped = ["target", "node_modules", "dist", "corpus", "artifacts"];
        if inside.starts_with('.') || skipped.contains(&inside.as_str()) {
            continue;
        }
        let path = format!("{name}/{inside}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &path, sources)?;
        } else if [".rs", ".ts", ".svelte", ".css", ".py"].iter().any(|end| inside.ends_with(end)) {
            let text = fs::read_to_string(entry.path()).with_context(|| path.clone())?;
            sources.push(Source { path, text });
        }
    }
    Ok(())
}
