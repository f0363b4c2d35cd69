//! Without a command the binary serves: a page, health, and an end when told to.

#![cfg(all(unix, feature = "server"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Ends the server even if the test fails before.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server answers");
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn without_a_command_it_serves_until_it_is_told_to_stop() {
    let child = Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .env("ADMIRALTY_LISTEN", "127.0.0.1:0")
        .env("ADMIRALTY_STORE", "memory")
        .env("ADMIRALTY_LOG", "info")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut server = Server(child);
    let log = BufReader::new(server.0.stderr.take().expect("stderr is piped"));
    let mut lines = log.lines().map_while(Result::ok);
    let address = lines
        .find_map(|line| line.split_once("http://").map(|(_, address)| address.trim().to_string()))
        .expect("the log names the address");
    let address = address.trim_end_matches("\u{1b}[0m").to_string();
    let page = get(&address, "/");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"), "{page}");
    let stopped = Command::new("kill")
        .args(["-TERM", &server.0.id().to_string()])
        .status()
        .expect("kill is there");
    assert!(stopped.success());
    let end = server.0.wait().expect("the server ends");
    assert!(end.success(), "{end:?}: {:?}", lines.collect::<Vec<_>>());
}
