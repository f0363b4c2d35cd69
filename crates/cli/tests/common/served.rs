//! The binary as a server, until the test is done with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};

/// A server of the binary; it ends even if the test fails before.
pub(crate) struct Served {
    child: Child,
    log: std::io::Lines<BufReader<ChildStderr>>,
    /// Where it listens.
    pub(crate) address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Served {
    /// Starts the command, which must be the binary or lead to it by `exec`, on a free port.
    pub(crate) fn start(command: &mut Command) -> Served {
        let mut child = command
            .env("ADMIRALTY_LISTEN", "127.0.0.1:0")
            .env("ADMIRALTY_LOG", "info")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut log = BufReader::new(child.stderr.take().expect("stderr is piped")).lines();
        let mut said = Vec::new();
        let address = log.by_ref().map_while(Result::ok).find_map(|line| {
            let address = line.split_once("http://").map(|(_, address)| address.trim().to_string());
            said.push(line);
            address
        });
        let address = address.unwrap_or_else(|| panic!("the log names no address: {said:?}"));
        Served { child, log, address }
    }

    /// Asks for a page.
    pub(crate) fn get(&self, path: &str) -> String {
        let address = &self.address;
        let mut stream = TcpStream::connect(address).expect("the server listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
            .expect("the server reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the server answers");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Tells it to stop, and sees that it ends well.
    pub(crate) fn stop(mut self) {
        let stopped = Command::new("kill")
            .args(["-TERM", &self.child.id().to_string()])
            .status()
            .expect("kill is there");
        assert!(stopped.success());
        let end = self.child.wait().expect("the server ends");
        let rest: Vec<String> = self.log.by_ref().map_while(Result::ok).collect();
        assert!(end.success(), "{end:?}: {rest:?}");
    }
}
