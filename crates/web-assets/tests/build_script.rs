//! The build script by itself, in a folder of its own and with tools that only
//! write down how they were called: what is missing is named, what is there
//! is not installed again.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A project with a client to build, and a folder for the tools it may find.
struct Project {
    root: PathBuf,
    script: PathBuf,
}

impl Project {
    fn new(name: &str) -> Self {
        let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("build-script-{name}"));
        let _ = fs::remove_dir_all(&root);
        for folder in ["crates/web-assets", "web", "tools", "out"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        fs::write(root.join("web/package-lock.json"), "one").unwrap();
        let script = root.join("script");
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs");
        let built = Command::new(rustc)
            .args(["--edition", "2024", source, "-o"])
            .arg(&script)
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        Self { root, script }
    }

    /// A tool that writes down how it was called, then does this.
    fn tool(&self, name: &str, does: &str) {
        let path = self.root.join("tools").join(name);
        let calls = self.root.join("calls");
        fs::write(
            &path,
            format!("#!/bin/sh\necho \"{name} $*\" >> '{}'\n{does}\n", calls.display()),
        )
        .unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Node that answers its version and builds a page; npm that installs an empty folder.
    fn tools(&self) {
        self.tool("node", "case \"$1\" in --version) echo v20.1.0;; *) for out; do :; done; echo page > \"$out/index.html\";; esac");
        self.tool(
            "npm",
            "case \"$1\" in --version) echo 10;; *) /bin/mkdir -p node_modules;; esac",
        );
    }

    fn run(&self, dist: Option<&str>) -> (Output, String) {
        let mut command = Command::new(&self.script);
        command
            .env_clear()
            .env("PATH", self.root.join("tools"))
            .env("OUT_DIR", self.root.join("out"))
            .env("CARGO_MANIFEST_DIR", self.root.join("crates/web-assets"));
        if let Some(dist) = dist {
            command.env("WEB_DIST", dist);
        }
        let ran = command.output().unwrap();
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        (ran, said)
    }

    /// Which tools were called for work, not for their version.
    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.root.join("calls")).unwrap_or_default();
        calls.lines().filter(|call| !call.ends_with("--version")).map(str::to_owned).collect()
    }

    fn page(&self) -> String {
        fs::read_to_string(self.root.join("out/dist/index.html")).unwrap()
    }
}

/// The one error line, which names the tool and the two ways out.
fn refused(run: &(Output, String), what: &str) {
    let (ran, said) = run;
    assert_eq!(ran.status.code(), Some(1), "{said}");
    let error = said.lines().find(|line| line.starts_with("cargo::error=")).expect("an error line");
    for word in [what, "Node.js 20", "install it", "WEB_DIST"] {
        assert!(error.contains(word), "`{word}` in: {error}");
    }
}

#[test]
fn what_is_missing_is_named() {
    let project = Project::new("missing");
    refused(&project.run(None), "`node` was not found");
    project.tool("node", "echo v18.20.4");
    refused(&project.run(None), "`v18.20.4`");
    project.tool("node", "echo v22.0.0");
    refused(&project.run(None), "`npm` was not found");
}

#[test]
fn it_is_installed_once_for_each_lock_file() {
    let project = Project::new("once");
    project.tools();
    let installs = || project.calls().iter().filter(|call| call.starts_with("npm ci")).count();
    for (lock, expected) in [("one", 1), ("one", 1), ("two", 2)] {
        fs::write(project.root.join("web/package-lock.json"), lock).unwrap();
        let (ran, said) = project.run(None);
        assert!(ran.status.success(), "{said}");
        assert_eq!(installs(), expected, "{:?}", project.calls());
        assert_eq!(project.page(), "page\n");
        assert!(
            ran.stderr.is_empty() && said.lines().all(|line| line.starts_with("cargo::rerun")),
            "quiet: {said}"
        );
    }
}

#[test]
fn a_build_that_fails_is_heard() {
    let project = Project::new("fails");
    project.tools();
    project
        .tool("npm", "case \"$1\" in --version) echo 10;; *) echo 'no network' >&2; exit 3;; esac");
    let (ran, said) = project.run(None);
    assert_eq!(ran.status.code(), Some(1));
    assert!(said.contains("(npm ci) failed"), "{said}");
    assert!(String::from_utf8_lossy(&ran.stderr).contains("no network"));
}

#[test]
fn a_ready_build_or_none_needs_no_node() {
    let project = Project::new("ready");
    assert!(project.run(Some("none")).0.status.success());
    assert!(project.page().contains("without the web client"));
    let ready = project.root.join("ready");
    fs::create_dir_all(ready.join("assets")).unwrap();
    fs::write(ready.join("index.html"), "mine").unwrap();
    fs::write(ready.join("assets/a.js"), "code").unwrap();
    assert!(project.run(ready.to_str()).0.status.success());
    assert_eq!(project.page(), "mine");
    assert!(project.root.join("out/dist/assets/a.js").is_file());
    assert!(project.calls().is_empty());
}
