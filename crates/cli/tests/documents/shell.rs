//! Shell examples, run line by line against the binary of this build.

use crate::blocks::root;
use crate::common::served::Served;
use clap::Parser;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// `cargo run` of a document is this build; nothing else of cargo is run here.
const CARGO: &str = "#!/bin/sh
[ \"$1\" = run ] || { echo \"cargo $1 is not run by this test\" >&2; exit 1; }
shift
[ \"$1\" = --release ] && shift
[ \"$1\" = -- ] && shift
exec admiralty \"$@\"
";

/// An empty folder as a reader would have it beside a clone, with `admiralty` in reach.
pub(crate) struct Shell {
    folder: PathBuf,
    path: String,
}

impl Shell {
    pub(crate) fn new(name: &str) -> Shell {
        let name = format!("{}-{}", std::process::id(), name.replace('/', "-"));
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("documents").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        let bin = folder.join(".bin");
        std::fs::create_dir_all(&bin).expect("a folder");
        symlink(env!("CARGO_BIN_EXE_admiralty"), bin.join("admiralty")).expect("a link");
        let cargo = bin.join("cargo");
        std::fs::write(&cargo, CARGO).expect("a file");
        let runnable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&cargo, runnable).expect("a script");
        for part in ["docs", "deploy"] {
            symlink(root().join(part), folder.join(part)).expect("a link");
        }
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
        Shell { folder, path }
    }

    /// Runs the lines of a block; what serves is asked for its health and stopped.
    pub(crate) fn run(&self, at: &str, text: &str) {
        for line in lines(text) {
            let line = shorter(&line);
            let mut shell = Command::new("sh");
            shell.current_dir(&self.folder).env("PATH", &self.path);
            if serves(&line) {
                let line = line.replace("--listen 0.0.0.0:8640", "");
                let server = Served::start(shell.args(["-c", &format!("exec {line}")]));
                let health = server.get("/healthz");
                assert!(health.starts_with("HTTP/1.1 200"), "{at}: {line}: {health}");
                server.stop();
                continue;
            }
            let done = shell.args(["-ec", &line]).stdin(Stdio::null()).output().expect("sh runs");
            let told = String::from_utf8_lossy(&done.stderr);
            assert!(done.status.success(), "{at}: {line}\n{told}");
        }
    }

    /// A file of the folder.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// The commands of a block, without remarks; a line that ends in `\` goes on.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let line = |line: &str| line.split("  #").next().unwrap_or_default().trim().to_string();
    joined.lines().map(line).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn serves(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().filter(|word| !word.contains('=')).collect();
    matches!(words[..], ["admiralty"] | ["admiralty", "serve", ..] | ["cargo", "run", "--release"])
}

/// The same with less of it: a thousand games and seconds of measuring are for people.
fn shorter(line: &str) -> String {
    let mut line = line.replace("target/dist/admiralty", "admiralty");
    if line.starts_with("admiralty bench") {
        let asked = line.split(" --seconds").next().unwrap_or_default().to_string();
        let little = if asked.contains("bench pipe") { "--decisions 5" } else { "--seconds 0.02" };
        line = format!("{asked} {little} --reps 1");
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    for i in 1..words.len() {
        if words[i - 1] == "-n" {
            words[i] = "2";
        }
    }
    words.join(" ")
}

/// A line that is not run names nothing that does not exist all the same: flags and
/// commands of the binary and of our build commands, and files.
pub(crate) fn is_understood(at: &str, line: &str) {
    let words = words(line);
    let mut words = words.iter().map(String::as_str).skip_while(|word| {
        matches!(*word, "sudo" | "-u") || word.contains('=') && !word.starts_with('-')
    });
    let mut rest: Vec<&str> = words.by_ref().collect();
    // `sudo -u admiralty admiralty backup …`
    if line.contains(" -u ") {
        rest.remove(0);
    }
    match rest[..] {
        ["admiralty", ..] => {
            let end = rest.iter().position(|word| *word == ">").unwrap_or(rest.len());
            if let Err(error) = admiralty_cli::Cli::try_parse_from(&rest[..end]) {
                panic!("{at}: {line}: {error}");
            }
        }
        ["cargo", "xtask", command, ..] => {
            let known = include_str!("../../../../xtask/src/main.rs");
            assert!(known.contains(&format!("[\"{command}\"")), "{at}: {line}: no such command");
        }
        _ => {}
    }
    for word in rest {
        let ours = ["deploy/", "docs/", "python/"].iter().any(|folder| word.starts_with(folder));
        assert!(!ours || Path::new(&root()).join(word).exists(), "{at}: there is no {word}");
    }
}

/// Words as a shell would have them, as far as our examples go.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for sign in line.chars() {
        match sign {
            '"' => (quoted, any) = (!quoted, true),
            ' ' if !quoted => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            _ => {
                word.push(sign);
                any = true;
            }
        }
    }
    if any {
        words.push(word);
    }
    words
}
