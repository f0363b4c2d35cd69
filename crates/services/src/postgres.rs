//! PostgreSQL in a folder of its own.

use crate::{folder, free_port, read_pid, signal, wait_for, watched};
use std::io;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Should what is committed survive a power cut?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durable {
    /// As in earnest.
    Yes,
    /// As quick as can be.
    No,
}

/// A running PostgreSQL.
pub struct Postgres {
    folder: PathBuf,
    port: u16,
    durable: Durable,
    watch: Option<Child>,
    pid: u32,
}

/// PostgreSQL refuses to run as root: then it runs as its own user.
fn as_postgres(program: &Path) -> Vec<String> {
    let root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n");
    let mut words: Vec<String> = Vec::new();
    if root {
        let switch = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"];
        words.extend(switch.map(String::from));
    }
    words.push(program.display().to_string());
    words
}

/// Where its programs are: the newest version, or wherever the shell finds them.
fn bin(program: &str) -> PathBuf {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin").join(program)))
        .filter(|path| path.exists())
        .collect();
    found.sort();
    found.pop().unwrap_or_else(|| program.into())
}

impl Postgres {
    /// Is it installed?
    pub fn is_installed() -> bool {
        bin("initdb").is_absolute() || crate::has_program("initdb")
    }

    /// Makes a new one and starts it.
    pub fn start(durable: Durable) -> io::Result<Postgres> {
        let folder = folder("postgres")?;
        let data = folder.join("data");
        let mut init = as_postgres(&bin("initdb"));
        let words = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-N", "-D"];
        init.extend(words.map(String::from));
        init.push(data.display().to_string());
        let done = Command::new(&init[0])
            .args(&init[1..])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .output()?;
        if !done.status.success() {
            let says = String::from_utf8_lossy(&done.stderr).into_owned();
            return Err(io::Error::other(format!("initdb: {says}")));
        }
        let mut made = Postgres { folder, port: free_port()?, durable, watch: None, pid: 0 };
        made.run()?;
        Ok(made)
    }

    fn run(&mut self) -> io::Result<()> {
        let mut words = as_postgres(&bin("postgres"));
        let on = |yes: bool| if yes { "on" } else { "off" };
        let durable = self.durable == Durable::Yes;
        words.extend([
            "-D".into(),
            self.folder.join("data").display().to_string(),
            "-k".into(),
            self.folder.display().to_string(),
            "-h".into(),
            "127.0.0.1".into(),
            "-p".into(),
            self.port.to_string(),
        ]);
        for setting in [
            format!("fsync={}", on(durable)),
            format!("full_page_writes={}", on(durable)),
            "max_connections=400".into(),
            "shared_buffers=128MB".into(),
        ] {
            words.extend(["-c".into(), setting]);
        }
        let pid = self.folder.join("pid");
        let _ = std::fs::remove_file(&pid);
        self.watch = Some(watched(&words, &pid, &self.folder.join("log"))?);
        self.pid = read_pid(&pid)?;
        wait_for("PostgreSQL", || self.ask("postgres", "SELECT 1").is_ok())
    }

    /// Runs a statement in a database; what it answers.
    pub fn ask(&self, database: &str, sql: &str) -> io::Result<String> {
        if TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            return Err(io::Error::other("nobody listens"));
        }
        ask(&self.url(database), sql)
    }

    /// The address of a database in it.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// The port it listens at.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills it, as when the power goes.
    pub fn kill(&mut self) -> io::Result<()> {
        signal(self.pid, "KILL")?;
        self.end();
        Ok(())
    }

    /// Starts it again after a kill. What it left behind may take a moment to go.
    pub fn restart(&mut self) -> io::Result<()> {
        for _ in 0..50 {
            let tried = self.run();
            if tried.is_ok() {
                return tried;
            }
            self.end();
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        self.run()
    }

    fn end(&mut self) {
        if let Some(mut watch) = self.watch.take() {
            drop(watch.stdin.take());
            let _ = watch.wait();
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Runs a statement at an address; what it answers.
pub(crate) fn ask(url: &str, sql: &str) -> io::Result<String> {
    let out = Command::new("psql").args(["-X", "-q", "-t", "-A", "-c", sql, url]).output()?;
    match out.status.success() {
        true => Ok(String::from_utf8_lossy(&out.stdout).trim().to_string()),
        false => Err(io::Error::other(String::from_utf8_lossy(&out.stderr).into_owned())),
    }
}

/// Makes a new database beside the one at this address; its address.
pub fn new_database(url: &str, name: &str) -> io::Result<String> {
    ask(url, &format!("CREATE DATABASE \"{name}\""))?;
    let (server, _) = url.rsplit_once('/').unwrap_or((url, ""));
    Ok(format!("{server}/{name}"))
}
