//! What the operator may do to a running server, through a socket file in the
//! data folder: whoever can open the file may ask. Everything that is asked is
//! written into the audit table, with the user of the system who asked.

mod hands;

use crate::App;
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The socket in the data folder.
const FILE: &str = "admin.sock";
/// No question is longer.
const LONGEST: u64 = 64 * 1024;

/// Something the operator asks for. People are named by id, login or name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// People whose id, login or a part of whose name this is.
    People {
        /// All if empty.
        text: String,
    },
    /// One person.
    Person {
        /// Who.
        who: String,
    },
    /// Gives a person another name.
    Rename {
        /// Who.
        who: String,
        /// The new name.
        name: String,
    },
    /// A person may not speak for so many hours; 0: may again.
    Mute {
        /// Who.
        who: String,
        /// How long.
        hours: u32,
    },
    /// A person may not come in, or may again.
    Ban {
        /// Who.
        who: String,
        /// Banned?
        yes: bool,
        /// Why, for the audit table.
        why: String,
    },
    /// The host trusts a person with reports, or no more.
    Moderator {
        /// Who.
        who: String,
        /// Trusted?
        yes: bool,
    },
    /// Whom the host trusts with reports.
    Moderators,
    /// Reports nobody has decided about, or those settled.
    Reports {
        /// Settled ones?
        done: bool,
    },
    /// Deletes a person and what they wrote; games remain, without a name.
    DeletePerson {
        /// Who.
        who: String,
    },
    /// Everything that is kept about a person.
    Export {
        /// Who.
        who: String,
    },
    /// Makes a bot account and says its token.
    Bot {
        /// Its name.
        name: String,
        /// Whose it is; the host's if left out.
        of: Option<String>,
    },
    /// The bot accounts of the host, or of a person.
    Bots {
        /// Whose.
        of: Option<String>,
    },
    /// A new token for a bot account in place of the old one.
    BotToken {
        /// Which.
        who: String,
    },
    /// Tables: public ones that wait or are played, or those of a person.
    Tables {
        /// Whose; everybody's if left out.
        who: Option<String>,
    },
    /// Ends a game: nobody has won.
    EndTable {
        /// Id of the table.
        table: String,
        /// Why, for the audit table.
        why: String,
    },
    /// Marks a game as one to be watched, or no more.
    Feature {
        /// Id of the table.
        table: String,
        /// Marked?
        yes: bool,
    },
    /// Deletes a table with all that was written at it.
    DeleteTable {
        /// Id of the table.
        table: String,
        /// Why, for the audit table.
        why: String,
    },
    /// Compares all ratings with what the results make of them.
    Ratings {
        /// Writes them anew.
        again: bool,
    },
    /// How many there are of everything.
    Stats,
    /// What was asked last.
    Audit {
        /// How many.
        limit: u32,
    },
}

/// What the server says to it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Ok(Value),
    No(String),
}

/// Where the socket of a data folder is.
fn file(data: &Path) -> PathBuf {
    data.join(FILE)
}

/// Asks the server that runs on this folder, and waits for the answer.
#[cfg(unix)]
pub fn ask(data: &Path, ask: &Ask) -> anyhow::Result<Value> {
    use std::io::{BufRead, BufReader, Write};
    let file = file(data);
    let mut stream = std::os::unix::net::UnixStream::connect(&file)
        .with_context(|| format!("no server runs on the folder {} (see --data)", data.display()))?;
    stream.write_all(serde_json::to_string(ask)?.as_bytes())?;
    stream.write_all(b"\n")?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    match serde_json::from_str(&line).context("the server broke off")? {
        Answer::Ok(value) => Ok(value),
        Answer::No(says) => Err(anyhow::anyhow!(says)),
    }
}

/// Asks the server that runs on this folder.
#[cfg(not(unix))]
pub fn ask(_: &Path, _: &Ask) -> anyhow::Result<Value> {
    anyhow::bail!("there are no socket files on this system")
}

impl App {
    /// Takes questions of the operator from now on, at a socket in this folder.
    #[cfg(unix)]
    pub fn open_admin(&self, data: &Path) -> anyhow::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let file = file(data);
        // We hold the folder: whatever lies there is of a server that is gone.
        let _ = std::fs::remove_file(&file);
        let listener = tokio::net::UnixListener::bind(&file)
            .with_context(|| format!("cannot listen on {}", file.display()))?;
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600))?;
        let app = std::sync::Arc::downgrade(&self.0);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let Some(app) = app.upgrade() else { return };
                tokio::spawn(App(app).hear_admin(stream));
            }
        });
        Ok(())
    }

    #[cfg(unix)]
    async fn hear_admin(self, stream: tokio::net::UnixStream) {
        use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
        let by = match stream.peer_cred() {
            Ok(cred) => format!("uid {}", cred.uid()),
            Err(_) => "unknown".into(),
        };
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read.take(LONGEST)).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let answer = match serde_json::from_str::<Ask>(&line) {
                Ok(ask) => match self.do_for_admin(&by, ask).await {
                    Ok(value) => Answer::Ok(value),
                    Err(error) => Answer::No(error.says()),
                },
                Err(error) => Answer::No(error.to_string()),
            };
            let mut text = serde_json::to_string(&answer).unwrap_or_default();
            text.push('\n');
            if write.write_all(text.as_bytes()).await.is_err() {
                return;
            }
        }
    }
}
