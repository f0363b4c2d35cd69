//! `admiralty admin`: what whoever runs a server may do to it while it runs.

use admiralty_server::admin::{self, Ask};
use anyhow::Result;
use clap::{Args, Subcommand};
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    /// Folder of the server
    #[arg(
        long,
        env = "ADMIRALTY_DATA",
        value_name = "FOLDER",
        default_value = "admiralty-data",
        global = true
    )]
    data: PathBuf,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

/// People are named by id, login or name.
#[derive(Subcommand, Debug)]
enum What {
    /// List people; with words, those whose id, login or name has them
    People {
        /// What to look for
        #[arg(default_value = "")]
        text: String,
    },
    /// Everything about one person at a glance
    Person {
        /// Who
        who: String,
    },
    /// Give a person another name
    Rename {
        /// Who
        who: String,
        /// The new name
        name: String,
    },
    /// Let a person not speak for a while
    Mute {
        /// Who
        who: String,
        /// For how long
        #[arg(long, default_value_t = 24, value_name = "HOURS")]
        hours: u32,
    },
    /// Let a person speak again
    Unmute {
        /// Who
        who: String,
    },
    /// Shut a person out, on all sockets at once
    Ban {
        /// Who
        who: String,
        /// Why, for the audit table
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Let a person in again
    Unban {
        /// Who
        who: String,
        /// Why, for the audit table
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Trust a person with reports: the page at /moderation is theirs
    Moderator {
        /// Who; they need an account
        who: String,
        /// No more
        #[arg(long)]
        no: bool,
    },
    /// List whom you trust with reports
    Moderators,
    /// List reports nobody has decided about
    Reports {
        /// Those that are settled
        #[arg(long)]
        done: bool,
    },
    /// Delete a person and what they wrote; games remain, without a name
    DeletePerson {
        /// Who
        who: String,
    },
    /// Everything the server keeps about a person, as JSON
    Export {
        /// Who
        who: String,
    },
    /// Make a bot account; its token is shown only now
    Bot {
        /// Its name
        name: String,
        /// Whose it is; without it the host's
        #[arg(long, value_name = "WHO")]
        of: Option<String>,
    },
    /// List the bot accounts of the host, or of a person
    Bots {
        /// Whose
        #[arg(long, value_name = "WHO")]
        of: Option<String>,
    },
    /// Give a bot account a new token in place of the old one
    BotToken {
        /// Which
        who: String,
    },
    /// List public tables, or those of a person
    Tables {
        /// Whose
        who: Option<String>,
    },
    /// End a game: nobody has won
    EndTable {
        /// Id of the table
        table: String,
        /// Why, for the audit table
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Show a public game first among those that are watched
    Feature {
        /// Id of the table
        table: String,
        /// No more
        #[arg(long)]
        no: bool,
    },
    /// Delete a table with everything written at it
    DeleteTable {
        /// Id of the table
        table: String,
        /// Why, for the audit table
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Compare all ratings with what the results of rated games make of them
    Ratings {
        /// Write them anew from the results
        #[arg(long)]
        again: bool,
    },
    /// How many there are of everything
    Stats,
    /// What was asked of the server by this command
    Audit {
        /// How many
        #[arg(long, default_value_t = 50)]
        limit: u32,
    },
}

impl What {
    fn ask(self) -> Ask {
        match self {
            What::People { text } => Ask::People { text },
            What::Person { who } => Ask::Person { who },
            What::Rename { who, name } => Ask::Rename { who, name },
            What::Mute { who, hours } => Ask::Mute { who, hours: hours.max(1) },
            What::Unmute { who } => Ask::Mute { who, hours: 0 },
            What::Ban { who, why } => Ask::Ban { who, yes: true, why },
            What::Unban { who, why } => Ask::Ban { who, yes: false, why },
            What::Moderator { who, no } => Ask::Moderator { who, yes: !no },
            What::Moderators => Ask::Moderators,
            What::Reports { done } => Ask::Reports { done },
            What::DeletePerson { who } => Ask::DeletePerson { who },
            What::Export { who } => Ask::Export { who },
            What::Bot { name, of } => Ask::Bot { name, of },
            What::Bots { of } => Ask::Bots { of },
            What::BotToken { who } => Ask::BotToken { who },
            What::Tables { who } => Ask::Tables { who },
            What::EndTable { table, why } => Ask::EndTable { table, why },
            What::Feature { table, no } => Ask::Feature { table, yes: !no },
            What::DeleteTable { table, why } => Ask::DeleteTable { table, why },
            What::Ratings { again } => Ask::Ratings { again },
            What::Stats => Ask::Stats,
            What::Audit { limit } => Ask::Audit { limit },
        }
    }
}

pub(crate) fn run(args: AdminArgs, out: &mut dyn Write) -> Result<()> {
    let whole = args.json || matches!(args.what, What::Export { .. });
    let answer = admin::ask(&args.data, &args.what.ask())?;
    if whole {
        writeln!(out, "{}", serde_json::to_string_pretty(&answer)?)?;
        return Ok(());
    }
    match answer {
        Value::Array(list) if list.is_empty() => writeln!(out, "none")?,
        Value::Array(list) => {
            for one in list {
                writeln!(out, "{}", line(&one))?;
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::Array(list) => {
                        writeln!(out, "{name}:")?;
                        for one in list {
                            writeln!(out, "  {}", line(&one))?;
                        }
                    }
                    value => writeln!(out, "{name}: {}", word(&value))?,
                }
            }
        }
        other => writeln!(out, "{}", word(&other))?,
    }
    Ok(())
}

/// One thing on one line, whatever its names have in them.
fn line(one: &Value) -> String {
    match one {
        Value::Object(fields) => {
            let shown = fields.iter().filter(|(_, value)| !value.is_null());
            let words: Vec<String> =
                shown.map(|(name, value)| format!("{name}={}", word(value))).collect();
            words.join("  ")
        }
        other => word(other),
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::String(text) if text.chars().all(|c| c.is_ascii_graphic()) && !text.is_empty() => {
            text.clone()
        }
        other => other.to_string(),
    }
}
