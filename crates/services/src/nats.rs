//! NATS at a port of its own.

use crate::{folder, free_port, read_pid, signal, wait_for, watched};
use std::io;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Child;

/// A running NATS server.
pub struct Nats {
    folder: PathBuf,
    port: u16,
    watch: Option<Child>,
    pid: u32,
}

impl Nats {
    /// Is it installed?
    pub fn is_installed() -> bool {
        crate::has_program("nats-server")
    }

    /// Starts one.
    pub fn start() -> io::Result<Nats> {
        let mut made = Nats { folder: folder("nats")?, port: free_port()?, watch: None, pid: 0 };
        made.restart()?;
        Ok(made)
    }

    /// Starts it again after a kill, at the same port.
    pub fn restart(&mut self) -> io::Result<()> {
        let port = self.port.to_string();
        let words = ["nats-server", "-a", "127.0.0.1", "-p", &port].map(String::from);
        let pid = self.folder.join("pid");
        let _ = std::fs::remove_file(&pid);
        self.watch = Some(watched(&words, &pid, &self.folder.join("log"))?);
        self.pid = read_pid(&pid)?;
        wait_for("NATS", || TcpStream::connect(("127.0.0.1", self.port)).is_ok())
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The port it listens at.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills it.
    pub fn kill(&mut self) -> io::Result<()> {
        signal(self.pid, "KILL")?;
        self.end();
        Ok(())
    }

    fn end(&mut self) {
        if let Some(mut watch) = self.watch.take() {
            drop(watch.stdin.take());
            let _ = watch.wait();
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.end();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
