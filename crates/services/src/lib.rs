//! PostgreSQL and NATS of one's own, on the loopback, for tests and for
//! `cargo xtask cluster`. Whoever starts one has it as long as it lives: a
//! small shell watches, and ends the service when its starter is gone,
//! however that came about.

mod balancer;
mod nats;
mod postgres;

pub use balancer::Balancer;
pub use nats::Nats;
pub use postgres::{Durable, Postgres, new_database};

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// So long a service may take to begin.
const PATIENCE: Duration = Duration::from_secs(60);

/// A port nobody uses at the moment.
pub fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// A new folder that anybody may enter.
fn folder(what: &str) -> io::Result<PathBuf> {
    static N: AtomicU32 = AtomicU32::new(0);
    let n = N.fetch_add(1, Ordering::Relaxed);
    let (temp, name) = (std::env::temp_dir(), format!("admiralty-{what}-"));
    sweep(&temp, &name);
    let path = temp.join(format!("{name}{}-{n}", std::process::id()));
    std::fs::create_dir_all(&path)?;
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o777))?;
    Ok(path)
}

/// Removes folders of this name whose starters are gone: one that was killed cannot
/// tidy up, and a database takes 50 MB.
fn sweep(temp: &Path, name: &str) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    for entry in std::fs::read_dir(temp).into_iter().flatten().flatten() {
        let file = entry.file_name();
        let starter = file.to_str().and_then(|file| file.strip_prefix(name)?.split_once('-'));
        let Some(starter) = starter.and_then(|(pid, _)| pid.parse::<u32>().ok()) else { continue };
        // A service that is just being ended may still write: the next sweep gets it.
        if !Path::new("/proc").join(starter.to_string()).exists() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Runs a service under watch: when our end of its pipe closes it is ended.
/// The number of its process is written to `pid`.
fn watched(command: &[String], pid: &Path, log: &Path) -> io::Result<Child> {
    let script = "echo_pid=$1; shift; \"$@\" & child=$!; echo $child > \"$echo_pid\"; \
                  read -r _; kill -TERM $child 2>/dev/null; \
                  for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 $child 2>/dev/null || break; sleep 0.1; done; \
                  kill -KILL $child 2>/dev/null; wait $child";
    let log = std::fs::File::create(log)?;
    Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(pid)
        .args(command)
        .stdin(Stdio::piped())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
}

/// Sends a signal to a process, by its number.
pub fn signal(pid: u32, name: &str) -> io::Result<()> {
    let done = Command::new("kill").arg(format!("-{name}")).arg(pid.to_string()).status()?;
    if done.success() { Ok(()) } else { Err(io::Error::other(format!("kill -{name} {pid}"))) }
}

/// Asks again and again until it is true.
fn wait_for(what: &str, mut ready: impl FnMut() -> bool) -> io::Result<()> {
    let begun = Instant::now();
    while !ready() {
        if begun.elapsed() > PATIENCE {
            return Err(io::Error::other(format!("{what} does not begin")));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn read_pid(file: &Path) -> io::Result<u32> {
    wait_for("a service", || std::fs::read_to_string(file).is_ok_and(|text| text.ends_with('\n')))?;
    let text = std::fs::read_to_string(file)?;
    text.trim().parse().map_err(|_| io::Error::other("no process number"))
}

/// Is a program of this name installed?
pub fn has_program(name: &str) -> bool {
    Command::new("sh")
        .args(["-c", &format!("command -v {name}")])
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dead_starter_left_is_swept_away() -> io::Result<()> {
        let temp = folder("sweep")?;
        let mut gone = Command::new("true").spawn()?;
        gone.wait()?;
        let dead = temp.join(format!("admiralty-postgres-{}-0", gone.id()));
        let alive = temp.join(format!("admiralty-postgres-{}-0", std::process::id()));
        let other = temp.join("admiralty-postgres-notes");
        for path in [&dead, &alive, &other] {
            std::fs::create_dir(path)?;
        }
        sweep(&temp, "admiralty-postgres-");
        assert_eq!([&dead, &alive, &other].map(|path| path.exists()), [false, true, true]);
        std::fs::remove_dir_all(&temp)
    }
}
