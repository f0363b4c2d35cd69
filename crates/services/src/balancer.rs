//! A balancer (HAProxy) before several nodes.

use crate::{folder, free_port, has_program, read_pid, wait_for, watched};
use std::fmt::Write;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::Child;

/// A running HAProxy.
pub struct Balancer {
    folder: PathBuf,
    addr: SocketAddr,
    watch: Option<Child>,
}

impl Balancer {
    /// Is it installed?
    pub fn is_installed() -> bool {
        has_program("haproxy") || std::path::Path::new("/usr/sbin/haproxy").exists()
    }

    /// Starts one before these nodes; each request goes to the next that answers.
    pub fn start(nodes: &[SocketAddr]) -> io::Result<Balancer> {
        let folder = folder("balancer")?;
        let addr = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        let file = folder.join("haproxy.cfg");
        std::fs::write(&file, config(addr, nodes))?;
        let program = match has_program("haproxy") {
            true => "haproxy",
            false => "/usr/sbin/haproxy",
        };
        let words = [program.into(), "-db".into(), "-f".into(), file.display().to_string()];
        let pid = folder.join("pid");
        let watch = Some(watched(&words, &pid, &folder.join("log"))?);
        read_pid(&pid)?;
        let balancer = Balancer { folder, addr, watch };
        wait_for("HAProxy", || TcpStream::connect(addr).is_ok())?;
        Ok(balancer)
    }

    /// Where it listens.
    pub const fn addr(&self) -> SocketAddr {
        self.addr
    }
}

/// Sockets live as long as they like; a node that does not answer is left out within
/// a second, and what it had not begun is asked of another.
fn config(addr: SocketAddr, nodes: &[SocketAddr]) -> String {
    let mut text = format!(
        "global\n  maxconn 2000\n\
         defaults\n  mode http\n  timeout connect 1s\n  timeout client 60s\n  timeout server 60s\n  \
         timeout tunnel 1h\n  option forwardfor\n  option redispatch 1\n  retries 3\n  \
         retry-on conn-failure\n\
         frontend harbour\n  bind {addr}\n  default_backend nodes\n\
         backend nodes\n  balance leastconn\n  option httpchk GET /healthz\n  \
         default-server inter 500ms fall 2 rise 1\n"
    );
    for (i, node) in nodes.iter().enumerate() {
        let _ = writeln!(text, "  server node{i} {node} check");
    }
    text
}

impl Drop for Balancer {
    fn drop(&mut self) {
        if let Some(mut watch) = self.watch.take() {
            drop(watch.stdin.take());
            let _ = watch.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
