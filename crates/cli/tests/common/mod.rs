//! Running the binary with some input and looking at what it says.

#![allow(dead_code, reason = "not every test file uses everything")]

#[cfg(all(unix, feature = "server"))]
pub(crate) mod served;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) good: bool,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the binary with these arguments and this input.
pub(crate) fn admiralty(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_string();
    let writer = std::thread::spawn(move || {
        // A program that has heard enough closes its end; that is no failure.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the binary ends");
    let _ = writer.join();
    Run {
        good: output.status.success(),
        out: String::from_utf8(output.stdout).expect("it writes UTF-8"),
        err: String::from_utf8(output.stderr).expect("it writes UTF-8"),
    }
}

/// A file for this test alone.
pub(crate) fn scratch(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("the scratch folder can be written");
    path
}
