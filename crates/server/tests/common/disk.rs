//! Disks that are really full: a small file system in memory that belongs to the test,
//! or a limit on how long the files of a process may grow. No bytes are pretended.

use super::Folder;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

pub enum Disk {
    /// A file system of a few megabytes, which only this process and those that join
    /// it can see.
    Small { holder: Child, folder: Folder },
    /// Files that may not grow any more.
    Limit { folder: Folder },
}

impl Disk {
    /// Every kind that can be had here: a machine may forbid file systems of one's own.
    pub fn all() -> Vec<Disk> {
        let small = Disk::small();
        if small.is_none() {
            eprintln!("no file system of one's own may be made here");
        }
        small.into_iter().chain([Disk::Limit { folder: Folder::new() }]).collect()
    }

    fn small() -> Option<Disk> {
        let folder = Folder::new();
        let script = r#"mount -t tmpfs -o size=6m none "$0" && echo mounted && exec cat"#;
        let mut holder = Command::new("unshare")
            .arg(if is_root() { "-m" } else { "-rm" })
            .args(["sh", "-c", script])
            .arg(&folder.0)
            // It ends with the test: nobody writes to it any more then.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let mut said = String::new();
        BufReader::new(holder.stdout.take()?).read_line(&mut said).ok()?;
        if said.trim() != "mounted" {
            let _ = holder.wait();
            return None;
        }
        Some(Disk::Small { holder, folder })
    }

    /// Where a server that runs on it keeps its data.
    pub fn data(&self) -> &Path {
        match self {
            Disk::Small { folder, .. } | Disk::Limit { folder } => &folder.0,
        }
    }

    /// A command that is run where the disk is.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = match self {
            Disk::Small { holder, .. } => {
                let mut enter = Command::new("nsenter");
                enter.args(["-m", "-t", &holder.id().to_string()]);
                if !is_root() {
                    enter.args(["-U", "--preserve-credentials"]);
                }
                enter
            }
            Disk::Limit { .. } => {
                // A file that is too long is an error, not the end.
                let mut shell = Command::new("sh");
                shell.args(["-c", r#"trap "" XFSZ; exec "$0" "$@""#]);
                shell
            }
        };
        command.arg(program);
        command
    }

    /// The folder as it is seen from here.
    fn path(&self) -> PathBuf {
        match self {
            Disk::Small { holder, folder } => {
                let root = PathBuf::from(format!("/proc/{}/root", holder.id()));
                root.join(folder.0.strip_prefix("/").unwrap())
            }
            Disk::Limit { folder } => folder.0.clone(),
        }
    }

    /// No byte more.
    pub fn fill(&self, server: &Child) {
        match self {
            Disk::Small { .. } => {
                let mut ballast = std::fs::File::create(self.path().join("ballast")).unwrap();
                while ballast.write_all(&[0; 4096]).is_ok() {}
            }
            Disk::Limit { .. } => {
                let longest = std::fs::read_dir(self.path()).unwrap();
                let longest = longest.map(|file| file.unwrap().metadata().unwrap().len()).max();
                limit(server, &longest.unwrap().to_string());
            }
        }
    }

    /// There is room again.
    pub fn free(&self, server: &Child) {
        match self {
            Disk::Small { .. } => std::fs::remove_file(self.path().join("ballast")).unwrap(),
            Disk::Limit { .. } => limit(server, "unlimited"),
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Disk::Small { holder, .. } = self {
            let _ = holder.kill();
            let _ = holder.wait();
        }
    }
}

/// How long a file of this process may become; it may be lifted again.
fn limit(process: &Child, bytes: &str) {
    let pid = process.id().to_string();
    let set = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:")]).status();
    assert!(set.is_ok_and(|set| set.success()), "a limit of {bytes}");
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
