//! A copy of the workspace in which one game carries all its mutants, compiled
//! once. What the compiler does not accept is dropped, way by way.

use super::memory::Memory;
use super::points::{self, Form, Site};
use super::rewrite::{Rewritten, rewrite};
use crate::steps::{cargo, target};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The parts of a game's `src` that are broken: files, or folders of that name.
const RULES: [&str; 4] = ["rules", "legal", "sequence", "victory"];

/// The crates that a game's tests are made of.
const CRATES: [&str; 3] = ["crates/core", "crates/testkit", "crates/catalog"];

/// One way to break the game, by the number that switches it on.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    pub(crate) number: u32,
    /// `src/rules/jumps.rs:45`
    pub(crate) place: String,
    pub(crate) what: String,
}

impl Mutant {
    /// How it is known in a build that numbers its mutants otherwise.
    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.place, self.what)
    }
}

/// The game with its switches, compiled.
pub(crate) struct Built {
    /// The folder of the game in the copy, where its tests run.
    pub(crate) folder: PathBuf,
    pub(crate) mutants: Vec<Mutant>,
    /// Ways that did not compile.
    pub(crate) dropped: usize,
    /// Name and program of every test target.
    pub(crate) programs: Vec<(String, PathBuf)>,
    /// Where everything about the game's mutants is kept.
    pub(crate) place: PathBuf,
    /// What is known about this build.
    pub(crate) memory: Memory,
}

struct Source {
    /// Below the game's folder.
    path: String,
    text: String,
    sites: Vec<Site>,
}

/// Files of the copy by their path.
type Files = BTreeMap<String, Vec<u8>>;
/// What does not compile: file, site, way.
type Dropped = BTreeSet<(usize, usize, usize)>;

pub(crate) fn build(root: &Path, game: &str) -> Result<Built> {
    // A folder of its own for what is compiled: cargo tells path crates apart by
    // their place in the workspace, and those of the copy have the same.
    let place = target(root).join("mutants").join(game);
    let copy = place.join("copy");
    let mut files = copied(root)?;
    let before = format!("games/{game}/");
    let mut sources = Vec::new();
    for (path, bytes) in &files {
        let Some(inside) = path.strip_prefix(&before) else { continue };
        if is_rule(inside) {
            let text = String::from_utf8(bytes.clone()).with_context(|| path.clone())?;
            let sites = points::find(&text).with_context(|| path.clone())?;
            sources.push(Source { path: inside.to_string(), text, sites });
        }
    }
    let refused = place.join("dropped.txt");
    let mut dropped = recall(&refused, &sources);
    let lib = format!("{before}src/lib.rs");
    let text = files.get(&lib).with_context(|| lib.clone())?;
    let text = format!("#![allow(warnings)]\n{}\nmod mutant;\n", String::from_utf8_lossy(text));
    files.insert(lib, text.into_bytes());
    let (mutants, total) = loop {
        let mut mutants = Vec::new();
        let mut rewritten = Vec::new();
        for (i, source) in sources.iter().enumerate() {
            let numbered = |ways: &[(usize, usize)]| {
                let first = mutants.len() as u32 + 1;
                for &(site, way) in ways {
                    let site = &source.sites[site];
                    mutants.push(Mutant {
                        number: mutants.len() as u32 + 1,
                        place: format!("{}:{}", source.path, site.line),
                        what: site.ways[way].what.clone(),
                    });
                }
                first
            };
            let is_dropped = |(site, way)| dropped.contains(&(i, site, way));
            let done = rewrite(&source.text, &source.sites, is_dropped, numbered);
            files.insert(format!("{before}{}", source.path), done.text.clone().into_bytes());
            rewritten.push(done);
        }
        files.insert(format!("{before}src/mutant.rs"), switchboard(mutants.len()).into_bytes());
        write(&copy, &files)?;
        let found = check(&copy, game)?;
        if found.is_empty() {
            break (mutants, dropped.len());
        }
        let n = dropped.len();
        blame(&found, &before, &sources, &rewritten, &mut dropped);
        if dropped.len() == n {
            let shown: Vec<&str> =
                found.iter().take(3).filter_map(|error| error["rendered"].as_str()).collect();
            bail!("the copy does not compile:\n{}", shown.join("\n"));
        }
        println!("  {} ways do not compile and are left out", dropped.len());
        remember(&refused, &sources, &dropped)?;
    };
    let programs = compile(&copy, game)?;
    let memory = Memory::of(&place, game, &files);
    let folder = copy.join("games").join(game);
    Ok(Built { folder, mutants, dropped: total, programs, place, memory })
}

fn is_rule(path: &str) -> bool {
    let Some(path) = path.strip_prefix("src/") else { return false };
    path.ends_with(".rs")
        && RULES.iter().any(|part| {
            path.strip_prefix(part).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        })
}

/// What the copy is made of. The members are cut down to what a game's tests need.
fn copied(root: &Path) -> Result<Files> {
    let mut files = Files::new();
    for part in CRATES.iter().chain(&["games", "docs"]) {
        read(&root.join(part), part, &mut files)?;
    }
    // Lists that the client has of a game, and the game's tests compare.
    let mut client = Files::new();
    read(&root.join("web/src/games"), "web/src/games", &mut client)?;
    files.extend(client.into_iter().filter(|(path, _)| path.ends_with(".json")));
    files.insert("Cargo.lock".into(), fs::read(root.join("Cargo.lock"))?);
    let mut manifest: toml::Table = fs::read_to_string(root.join("Cargo.toml"))?.parse()?;
    let workspace = manifest.get_mut("workspace").and_then(toml::Value::as_table_mut);
    let workspace = workspace.context("Cargo.toml has no [workspace]")?;
    workspace.remove("default-members");
    let members: Vec<&str> = CRATES.into_iter().chain(["games/*"]).collect();
    workspace.insert("members".into(), toml::Value::from(members));
    files.insert("Cargo.toml".into(), manifest.to_string().into_bytes());
    Ok(files)
}

fn read(folder: &Path, name: &str, files: &mut Files) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let inside = entry.file_name().to_string_lossy().into_owned();
        if inside.starts_with('.') || inside == "target" || inside == "node_modules" {
            continue;
        }
        let path = format!("{name}/{inside}");
        if entry.file_type()?.is_dir() {
            read(&entry.path(), &path, files)?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Brings the copy up to date; a file that is right is not touched, so that
/// nothing is compiled twice.
fn write(copy: &Path, files: &Files) -> Result<()> {
    let mut there = Files::new();
    for part in ["crates", "games", "docs"] {
        if copy.join(part).is_dir() {
            read(&copy.join(part), part, &mut there)?;
        }
    }
    for path in there.keys().filter(|path| !files.contains_key(*path)) {
        fs::remove_file(copy.join(path))?;
    }
    for (path, bytes) in files {
        let target = copy.join(path);
        if fs::read(&target).ok().as_ref() != Some(bytes) {
            fs::create_dir_all(target.parent().unwrap_or(copy))?;
            fs::write(target, bytes)?;
        }
    }
    Ok(())
}

/// The module that knows which mutant is on. It is read once from the
/// environment; `record:FILE` writes down which switches are passed.
fn switchboard(n: usize) -> String {
    format!(
        r#"//! Which mutant is on. Generated.

extern crate std;

use core::sync::atomic::{{AtomicBool, AtomicU32, Ordering::Relaxed}};
use std::io::Write;

const UNREAD: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
static NOW: AtomicU32 = AtomicU32::new(UNREAD);
static PASSED: [AtomicBool; {size}] = [const {{ AtomicBool::new(false) }}; {size}];

/// Which of `n` ways from the number `first` on is taken; 0 for none.
#[inline(always)]
pub(crate) fn pick(first: u32, n: u32) -> u32 {{
    let now = NOW.load(Relaxed);
    let way = now.wrapping_sub(first);
    if way < n {{
        way + 1
    }} else if now >= RECORD {{
        slow(first, n)
    }} else {{
        0
    }}
}}

#[cold]
fn slow(first: u32, n: u32) -> u32 {{
    // Most switches are passed a million times; the environment is read once for each.
    if NOW.load(Relaxed) == RECORD && PASSED[first as usize].load(Relaxed) {{
        return 0;
    }}
    let word = std::env::var("ADMIRALTY_MUTANT").unwrap_or_default();
    let Some(path) = word.strip_prefix("record:") else {{
        NOW.store(word.parse().unwrap_or(0), Relaxed);
        return pick(first, n);
    }};
    NOW.store(RECORD, Relaxed);
    if !PASSED[first as usize].swap(true, Relaxed) {{
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        if let Ok(mut file) = file {{
            let _ = file.write_all(std::format!("{{first}} {{n}}\n").as_bytes());
        }}
    }}
    0
}}
"#,
        size = n + 1
    )
}

fn in_copy(copy: &Path, args: &[&str]) -> Result<std::process::Output> {
    cargo()
        .args(args)
        .args(["--offline", "--quiet", "--message-format=json"])
        .env("CARGO_TARGET_DIR", copy.join("../target"))
        .current_dir(copy)
        .output()
        .context("cargo")
}

fn messages(output: &[u8]) -> impl Iterator<Item = Value> + '_ {
    output.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// The compiler's errors in the game's library.
fn check(copy: &Path, game: &str) -> Result<Vec<Value>> {
    let output = in_copy(copy, &["check", "--package", game, "--lib"])?;
    let errors: Vec<Value> = messages(&output.stdout)
        .filter(|message| message["reason"] == "compiler-message")
        .map(|message| message["message"].clone())
        .filter(|message| message["level"] == "error")
        .collect();
    if errors.is_empty() && !output.status.success() {
        bail!("cargo check: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(errors)
}

fn compile(copy: &Path, game: &str) -> Result<Vec<(String, PathBuf)>> {
    let output = in_copy(copy, &["test", "--no-run", "--package", game, "--lib", "--tests"])?;
    if !output.status.success() {
        let errors: Vec<String> = messages(&output.stdout)
            .filter_map(|message| message["message"]["rendered"].as_str().map(String::from))
            .take(3)
            .collect();
        bail!("{}\n{}", String::from_utf8_lossy(&output.stderr), errors.join("\n"));
    }
    let programs = messages(&output.stdout).filter_map(|message| {
        let program = message["executable"].as_str()?;
        Some((message["target"]["name"].as_str()?.to_string(), PathBuf::from(program)))
    });
    Ok(programs.collect())
}

/// Drops whatever each error lies in.
fn blame(
    errors: &[Value],
    before: &str,
    sources: &[Source],
    rewritten: &[Rewritten],
    dropped: &mut Dropped,
) {
    let all_ways = |at: usize, site: usize| {
        (0..sources[at].sites[site].ways.len()).map(move |way| (at, site, way))
    };
    for error in errors {
        let places = places(error, before, sources);
        let Some(&(first, _)) = places.first() else { continue };
        let here = places.iter().filter(|(at, _)| *at == first);
        let from = here.clone().map(|(_, range)| range.start).min().unwrap_or_default();
        let to = here.map(|(_, range)| range.end).max().unwrap_or_default();
        let inside = rewritten[first].inside(&(from..to));
        // What is borrowed, moved or unset is so for longer if a way out is missing.
        let code = error["code"]["code"].as_str().unwrap_or_default();
        if code.starts_with("E05") || code.starts_with("E04") || code.starts_with("E038") {
            let leaving: Vec<usize> = inside
                .iter()
                .copied()
                .filter(|site| sources[first].sites[*site].form == Form::Leave)
                .collect();
            if !leaving.is_empty() {
                leaving.into_iter().for_each(|site| dropped.extend(all_ways(first, site)));
                continue;
            }
        }
        let guilty = places.iter().find_map(|(at, range)| {
            rewritten[*at].blame(range).map(|(site, way)| (*at, site, way))
        });
        match guilty {
            Some((at, site, Some(way))) => dropped.extend([(at, site, way)]),
            Some((at, site, None)) => dropped.extend(all_ways(at, site)),
            None => inside.into_iter().for_each(|site| dropped.extend(all_ways(first, site))),
        }
    }
}

/// Where an error shows in our sources, the main place first.
fn places(error: &Value, before: &str, sources: &[Source]) -> Vec<(usize, Range<usize>)> {
    let empty = Vec::new();
    let mut spans: Vec<&Value> = error["spans"].as_array().unwrap_or(&empty).iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    let place = |mut span: &Value| {
        // An error inside a macro is one where the macro is called.
        while !span["expansion"].is_null() {
            span = &span["expansion"]["span"];
        }
        let byte = |key: &str| span[key].as_u64().unwrap_or_default() as usize;
        let file = span["file_name"].as_str()?.strip_prefix(before)?;
        let at = sources.iter().position(|source| source.path == file)?;
        Some((at, byte("byte_start")..byte("byte_end")))
    };
    spans.into_iter().filter_map(place).collect()
}

/// A way as the next run will find it again.
fn name_of(source: &Source, site: usize, way: usize) -> String {
    let site = &source.sites[site];
    format!("{}:{}:{} {}", source.path, site.line, site.range.start, site.ways[way].what)
}

/// What did not compile last time; a line that fits nothing any more is forgotten.
fn recall(memory: &Path, sources: &[Source]) -> Dropped {
    let text = fs::read_to_string(memory).unwrap_or_default();
    let lines: BTreeSet<&str> = text.lines().collect();
    let mut dropped = Dropped::new();
    for (i, source) in sources.iter().enumerate() {
        for (j, site) in source.sites.iter().enumerate() {
            let ways = (0..site.ways.len()).filter(|k| lines.contains(&*name_of(source, j, *k)));
            dropped.extend(ways.map(|k| (i, j, k)));
        }
    }
    dropped
}

fn remember(memory: &Path, sources: &[Source], dropped: &Dropped) -> Result<()> {
    let lines = dropped.iter().map(|&(i, j, k)| name_of(&sources[i], j, k) + "\n");
    Ok(fs::write(memory, lines.collect::<String>())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_files_and_folders_of_their_names() {
        for path in ["src/rules/a.rs", "src/rules/b/c.rs", "src/victory.rs", "src/sequence/x.rs"] {
            assert!(is_rule(path), "{path}");
        }
        for path in ["src/board.rs", "src/rules/notes.md", "tests/rules/a.rs", "src/legality.rs"] {
            assert!(!is_rule(path), "{path}");
        }
    }
}
