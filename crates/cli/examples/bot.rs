//! A bot over the pipe, in Rust: walks down the menu at random, pick by pick.
//!
//! ```text
//! cargo build --example bot
//! admiralty arena naval_battle --bots exec:target/debug/examples/bot,random -n 10
//! ```

#![allow(clippy::print_stdout, reason = "it talks through its output")]

use serde_json::{Value, json};
use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut lines = std::io::stdin().lock().lines();
    while let Some(line) = lines.next() {
        let request: Value = serde_json::from_str(&line?)?;
        if request["ask"] != "decide" {
            continue;
        }
        let mut chance = request["seed"].as_u64().unwrap_or(1) | 1;
        let mut menu = request["menu"].clone();
        let mut draft: Vec<String> = Vec::new();
        loop {
            let choices: Vec<&Value> =
                menu.as_array().into_iter().flatten().filter(|it| it["aside"] != true).collect();
            if choices.is_empty() {
                // Only asides lie behind this pick: begin anew.
                draft.clear();
                menu = request["menu"].clone();
                continue;
            }
            // xorshift64: good enough to choose.
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            let pick = choices[(chance % choices.len() as u64) as usize];
            draft.push(pick["key"].as_str().unwrap_or_default().into());
            let answer = match pick["more"] == true {
                true => json!({ "menu": draft }),
                false => json!({ "picks": draft }),
            };
            println!("{answer}");
            std::io::stdout().flush()?;
            if pick["more"] != true {
                break;
            }
            let Some(told) = lines.next() else { return Ok(()) };
            menu = serde_json::from_str::<Value>(&told?)?["menu"].clone();
        }
    }
    Ok(())
}
