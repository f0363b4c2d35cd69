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

/// The binary with these words, in memory and wherever there is a port; and its address.
fn start(words: &[&str]) -> (Server, String, impl Iterator<Item = String>) {
    let child = Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(words)
        .env("ADMIRALTY_LISTEN", "127.0.0.1:0")
        .env("ADMIRALTY_OPS", "127.0.0.1:0")
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
        .by_ref()
        .find_map(|line| line.split_once("http://").map(|(_, address)| address.trim().to_string()))
        .expect("the log names the address");
    let address = address.trim_end_matches("\u{1b}[0m").to_string();
    (server, address, lines)
}

#[test]
fn without_a_command_it_serves_until_it_is_told_to_stop() {
    let (mut server, address, lines) = start(&[]);
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

fn deployed(name: &str) -> String {
    format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What the unit of systemd starts, with the settings that lie beside it.
#[test]
fn the_settings_in_deploy_are_what_the_server_takes() {
    let unit = std::fs::read_to_string(deployed("admiralty.service")).expect("the unit");
    let run = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
    let file = deployed("admiralty.toml");
    let words: Vec<&str> = run
        .split(' ')
        .skip(1)
        .map(|word| if word.ends_with("/admiralty.toml") { file.as_str() } else { word })
        .collect();
    let (_server, address, _lines) = start(&words);
    let page = get(&address, "/healthz").to_ascii_lowercase();
    assert!(page.contains("strict-transport-security"), "secure = true is heard: {page}");
}

/// Every variable, role and feature that a file in deploy names is one.
#[test]
fn what_deploy_names_is_known() {
    let help = Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(["serve", "--help"])
        .output()
        .expect("the binary starts");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).expect("a manifest");
    let mut n = 0;
    for file in std::fs::read_dir(deployed("")).expect("the folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let is_name = |c: char| !(c.is_ascii_uppercase() || c == '_');
        for (at, _) in text.match_indices("ADMIRALTY_") {
            let name = text[at..].split(is_name).next().unwrap_or_default();
            // Of secrets the value is not shown.
            let shown = [format!("[env: {name}="), format!("[env: {name}]")];
            let known = name == "ADMIRALTY_" || shown.iter().any(|word| help.contains(word));
            assert!(known, "{}: {name}", path.display());
            n += 1;
        }
        for (at, _) in text.match_indices("--features ") {
            let features = text[at + 11..].split_whitespace().next().unwrap_or_default();
            for feature in features.split(',') {
                assert!(manifest.contains(&format!("\n{feature} = [")), "{feature}");
            }
        }
        for line in text.lines().filter(|line| line.contains("--roles")) {
            let (_, roles) = line.split_once("--roles").expect("it has it");
            let roles = roles.trim_matches(|c: char| !c.is_ascii_alphabetic());
            let known = ["edge", "room", "bots"];
            assert!(roles.split(',').all(|role| known.contains(&role)), "{line}");
        }
    }
    assert!(n > 15, "{n} variables");
}
