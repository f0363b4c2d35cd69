//! A program and the pipes to it. Whoever asks writes and reads itself, and never waits longer
//! than it has time: a program that does not read or does not answer stops nobody. Threads that
//! wait for it would cost two more wakings a line.

use super::Fault;
use admiralty_core::Doc;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

/// Answers longer than this are nonsense.
const LONGEST: usize = 1 << 20;

pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// What it is told; kept, so that there is room for the next line.
    line: String,
    /// What it has said and nobody has listened to yet.
    said: Vec<u8>,
    /// Where it is taken in; kept, for wiping it each time costs more than reading.
    room: Box<[u8; GULP]>,
    /// It will say no more.
    silent: bool,
}

/// How much of what it says is taken in at a time.
const GULP: usize = 1 << 14;

impl Drop for Process {
    fn drop(&mut self) {
        // It has been given up; whether it was still there does not matter.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// Starts a command.
    pub(super) fn start(command: &str) -> Result<Process, Fault> {
        let not_started = |why: String| Fault::Gone(format!("cannot be started: {why}"));
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|why| not_started(why.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Gone("has no pipes".into()));
        };
        rustix::io::ioctl_fionbio(&input, true)
            .and_then(|()| rustix::io::ioctl_fionbio(&output, true))
            .map_err(|why| not_started(why.to_string()))?;
        Ok(Process {
            child,
            input,
            output,
            line: String::new(),
            said: Vec::new(),
            room: Box::new([0; GULP]),
            silent: false,
        })
    }

    /// What it said unasked is no answer to what comes now.
    pub(super) fn forget_unasked(&mut self) -> Result<(), Fault> {
        // One that never stops talking is not listened to for ever.
        for _ in 0..LONGEST / GULP {
            let talks = self.listen()?;
            self.said.clear();
            if !talks {
                break;
            }
        }
        if self.silent { Err(ended()) } else { Ok(()) }
    }

    /// Writes a line to it.
    pub(super) fn tell(&mut self, doc: &Doc, end: Instant) -> Result<(), Fault> {
        self.line.clear();
        doc.write(&mut self.line);
        self.line.push('\n');
        let mut told = 0;
        while told < self.line.len() {
            match self.input.write(&self.line.as_bytes()[told..]) {
                Ok(n) => told += n,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // It may be waiting for us to read before it reads on.
                    self.wait(PollFlags::OUT, end)?;
                    self.listen()?;
                    if self.said.len() > LONGEST {
                        return Err(Fault::Gone("it talks and does not read".into()));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(ended()),
            }
        }
        Ok(())
    }

    /// The next line that it says.
    pub(super) fn hear(&mut self, end: Instant) -> Result<String, Fault> {
        let n = loop {
            if let Some(n) = self.said.iter().position(|byte| *byte == b'\n') {
                break n + 1;
            }
            match (self.silent, self.said.len()) {
                (true, 0) => return Err(ended()),
                (true, n) => break n,
                (false, n) if n > LONGEST => return Err(Fault::Nonsense("no end of it".into())),
                _ => {}
            }
            self.wait(PollFlags::empty(), end)?;
            self.listen()?;
        };
        let line = self.said.drain(..n).collect();
        String::from_utf8(line).map_err(|_| Fault::Nonsense("its answer is no text".into()))
    }

    /// Waits until it has said something, or something else can be done.
    fn wait(&mut self, or: PollFlags, end: Instant) -> Result<(), Fault> {
        let left = end.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(|_| Fault::Late)?;
        let mut pipes = [
            PollFd::from_borrowed_fd(self.output.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.input.as_fd(), or),
        ];
        let n = if or.is_empty() { 1 } else { 2 };
        match poll(&mut pipes[..n], Some(&left)) {
            Ok(0) => Err(Fault::Late),
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(_) => Err(ended()),
        }
    }

    /// Takes in some of what it has said; false if that was nothing.
    fn listen(&mut self) -> Result<bool, Fault> {
        match self.output.read(&mut *self.room) {
            Ok(n) => {
                self.silent = n == 0;
                self.said.extend_from_slice(&self.room[..n]);
                Ok(n > 0)
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
            Err(error) if error.kind() == ErrorKind::Interrupted => Ok(true),
            Err(_) => Err(ended()),
        }
    }
}

fn ended() -> Fault {
    Fault::Gone("it has ended".into())
}
