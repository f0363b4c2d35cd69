//! One engine process per game, whose menus are walked at random for a while:
//! it must answer every line, and still be there at the end.

use crate::chance::Chance;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Lines that are shown if the engine fails.
const SHOWN: usize = 30;

/// Walks the menus of a game for this long; true if the engine never failed.
pub(super) fn walk(engine: &Path, game: &str, time: Duration, seed: u64) -> Result<bool> {
    let mut talk = Talk::begin(engine)?;
    let mut chance = Chance::new(seed);
    let started = Instant::now();
    let (mut games, mut menus, mut entries) = (0u64, 0u64, 0u64);
    let told = match talk.ask(&json!({ "cmd": "games" })) {
        Ok(told) => told,
        Err(error) => return talk.failed(&error),
    };
    let ours = told["games"].as_array().and_then(|all| all.iter().find(|it| it["id"] == game));
    let scenarios: Vec<Value> = ours
        .and_then(|ours| ours["scenarios"].as_array())
        .map(|all| all.iter().map(|one| one["id"].clone()).collect())
        .unwrap_or_default();
    while started.elapsed() < time {
        games += 1;
        let options = match scenarios.len() {
            0 => json!({}),
            n => json!({ "scenario": scenarios[chance.below(n)] }),
        };
        let new = json!({ "cmd": "new", "game": game, "options": options, "seed": games });
        let mut state = match talk.ask(&new) {
            Ok(state) => state,
            Err(error) => return talk.failed(&error),
        };
        for _ in 0..400 {
            let seats = state["awaiting"].as_array().cloned().unwrap_or_default();
            if seats.is_empty() || started.elapsed() >= time {
                break;
            }
            let seat = &seats[chance.below(seats.len())];
            // Several walks down the menu for each entry that is made.
            let mut action = Value::Null;
            for _ in 0..=chance.below(4) {
                match talk.down(seat, &mut chance, &mut menus) {
                    Ok(found) => action = found,
                    Err(error) => return talk.failed(&error),
                }
            }
            if action.is_null() {
                break;
            }
            entries += 1;
            let play = json!({ "cmd": "play", "seat": seat, "action": action });
            state = match talk.ask(&play) {
                Ok(state) => state,
                Err(error) => return talk.failed(&error),
            };
        }
    }
    println!(
        "{game}: {games} games, {menus} menus, {entries} entries, seed {seed}; {}",
        talk.memory()
    );
    if entries <= games {
        println!("hardly anything was played");
        return Ok(false);
    }
    talk.end()
}

/// An engine and what was said to it lately.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    said: VecDeque<String>,
}

impl Talk {
    fn begin(engine: &Path) -> Result<Talk> {
        let mut child = Command::new(engine)
            .arg("engine")
            .env("RUST_BACKTRACE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| engine.display().to_string())?;
        let input = child.stdin.take().context("the engine has an input")?;
        let output = BufReader::new(child.stdout.take().context("the engine has an output")?);
        Ok(Talk { child, input, output, said: VecDeque::new() })
    }

    fn ask(&mut self, request: &Value) -> Result<Value> {
        let line = request.to_string();
        self.said.push_back(line.clone());
        if self.said.len() > SHOWN {
            self.said.pop_front();
        }
        writeln!(self.input, "{line}").context("the engine does not listen any more")?;
        self.input.flush()?;
        let mut answer = String::new();
        if self.output.read_line(&mut answer)? == 0 {
            bail!("the engine has ended: {:?}", self.child.wait()?);
        }
        let answer: Value = serde_json::from_str(&answer)?;
        if let Some(code) = answer["error"]["code"].as_str() {
            bail!("{code}: {}", answer["error"]["message"]);
        }
        Ok(answer)
    }

    /// A random way down the menu of a seat, to an action.
    fn down(&mut self, seat: &Value, chance: &mut Chance, menus: &mut u64) -> Result<Value> {
        let mut draft: Vec<Value> = Vec::new();
        loop {
            *menus += 1;
            let menu = self.ask(&json!({ "cmd": "menu", "seat": seat, "draft": draft }))?;
            let choices = menu["menu"].as_array().context("the answer holds no menu")?;
            // What may be done at any time would end most games at once.
            let choices: Vec<&Value> =
                choices.iter().filter(|one| one["aside"].is_null()).collect();
            if choices.is_empty() {
                return Ok(Value::Null);
            }
            let choice = choices[chance.below(choices.len())];
            if !choice["action"].is_null() {
                return Ok(choice["action"].clone());
            }
            draft.push(choice["key"].clone());
            if draft.len() > 400 {
                bail!("the menu does not come to an end");
            }
        }
    }

    fn memory(&self) -> String {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        line.map_or("memory unknown".into(), |line| {
            line.replace("VmRSS:", "resident").replace('\t', " ")
        })
    }

    fn failed(mut self, error: &anyhow::Error) -> Result<bool> {
        println!("{error:#}\nafter:");
        self.said.iter().for_each(|line| println!("{line}"));
        let _ = self.child.kill();
        self.child.wait()?;
        Ok(false)
    }

    fn end(mut self) -> Result<bool> {
        writeln!(self.input, "{}", json!({ "cmd": "quit" }))?;
        drop(self.input);
        Ok(self.child.wait()?.success())
    }
}
