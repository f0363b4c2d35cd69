//! What is done for the operator.

use super::Ask;
use crate::App;
use crate::auth::Ending;
use crate::cluster::talk::{self, Question};
use crate::error::Error;
use crate::http::{export_of, forget_person};
use crate::names;
use crate::ratings::Standing;
use crate::room::house;
use crate::store::{AuditRow, Op, ReportRow, TableRow, UserRow, UserSet};
use admiralty_protocol::{Status, code};
use serde_json::{Value, json};

/// So many people or tables are listed.
const LISTED: u32 = 200;

fn person(row: &UserRow) -> Value {
    json!({"id": row.id, "name": row.name, "login": row.login, "since": row.since,
           "muted": row.muted, "banned": row.banned, "mail": row.mail.is_some(),
           "bot": row.bot.is_some(), "moderator": row.moderator, "shut": row.shut})
}

fn table(row: &TableRow) -> Value {
    let seats: Vec<Value> = row.seats.iter().map(|seat| json!(seat.holder)).collect();
    json!({"id": row.id, "game": row.game, "status": row.status, "public": row.public,
           "created": row.created, "seats": seats})
}

impl App {
    /// Does what is asked and writes down that it was.
    pub(super) async fn do_for_admin(&self, by: &str, ask: Ask) -> Result<Value, Error> {
        let (about, detail, done) = self.carry_out(ask.clone()).await?;
        let what = match serde_json::to_value(&ask) {
            Ok(value) => value["do"].as_str().unwrap_or("?").to_string(),
            Err(_) => "?".into(),
        };
        tracing::info!(what, about, by, "the operator asked");
        let detail = if detail.is_empty() { by.to_string() } else { format!("{by}: {detail}") };
        let row = AuditRow { at: self.hub().now(), what, about, detail };
        self.hub().commit(vec![Op::Audit(row)]).await?;
        Ok(done)
    }

    /// About whom or what it was, in words what was done, and the answer.
    async fn carry_out(&self, ask: Ask) -> Result<(String, String, Value), Error> {
        let store = self.hub().store();
        let none = String::new;
        Ok(match ask {
            Ask::People { text } => {
                let found = store.find_users(&text, LISTED).await?;
                (text, none(), found.iter().map(person).collect())
            }
            Ask::Person { who } => {
                let row = self.find(&who).await?;
                let mut tables = store.tables_of(&row.id, false, LISTED).await?;
                tables.extend(store.tables_of(&row.id, true, LISTED).await?);
                let mut about = person(&row);
                about["sessions"] = store.sessions_of(&row.id).await?.len().into();
                about["tokens"] = store.tokens_of(&row.id).await?.len().into();
                about["tables"] = tables.iter().map(table).collect();
                (row.id, none(), about)
            }
            Ask::Rename { who, name } => {
                let row = self.find(&who).await?;
                let name = names::clean(&name)?;
                let set = UserSet { name: Some(name.clone()), ..UserSet::default() };
                self.set(&row, set, Ending::Nothing).await?;
                let detail = format!("from \"{}\" to \"{name}\"", row.name);
                (row.id, detail, json!({"name": name}))
            }
            Ask::Mute { who, hours } => {
                let row = self.find(&who).await?;
                let until = match hours {
                    0 => 0,
                    hours => self.hub().now() + u64::from(hours) * 3_600_000,
                };
                let set = UserSet { muted: Some(until), ..UserSet::default() };
                self.set(&row, set, Ending::Nothing).await?;
                (row.id, format!("for {hours} hours"), json!({"until": until}))
            }
            Ask::Ban { who, yes, why } => {
                let row = self.find(&who).await?;
                // Whoever is let in again is let in whoever has shut them out.
                let shut = (!yes).then_some(0);
                let set = UserSet { banned: Some(yes), shut, ..UserSet::default() };
                // The sessions stay, so that whoever comes with one is told why.
                let ending = if yes { Ending::AllBut(None) } else { Ending::Nothing };
                self.set(&row, set, ending).await?;
                let detail = format!("{}: {why}", if yes { "banned" } else { "let in again" });
                (row.id, detail, json!({"banned": yes}))
            }
            Ask::Moderator { who, yes } => {
                let row = self.find(&who).await?;
                if row.login.is_none() {
                    return Err(Error::new(code::STATE, "A moderator has an account."));
                }
                let set = UserSet { moderator: Some(yes), ..UserSet::default() };
                self.set(&row, set, Ending::Nothing).await?;
                let detail = if yes { "from now on" } else { "no more" };
                (row.id, detail.into(), json!({"moderator": yes}))
            }
            Ask::Moderators => {
                let mut found = store.find_users("", i32::MAX as u32).await?;
                found.retain(|row| row.moderator);
                (none(), none(), found.iter().map(person).collect())
            }
            Ask::Reports { done } => {
                let rows = store.reports(!done, LISTED).await?;
                let card =
                    |row: &ReportRow| serde_json::from_str::<Value>(&row.card).unwrap_or_default();
                (none(), none(), rows.iter().map(card).collect())
            }
            Ask::DeletePerson { who } => {
                let row = self.find(&who).await?;
                forget_person(self, &row.id).await?;
                (row.id, none(), json!({"deleted": true}))
            }
            Ask::Export { who } => {
                let row = self.find(&who).await?;
                let all = export_of(self, row.clone(), None).await?;
                let all = serde_json::to_value(all).map_err(|e| Error::Internal(e.to_string()))?;
                (row.id, none(), all)
            }
            Ask::Bot { name, of } => {
                let owner = self.owner(of).await?;
                let made = self.make_bot(&owner, &name).await?;
                let detail = format!("\"{}\" of \"{owner}\"", made.name);
                (made.id.clone(), detail, json!(made))
            }
            Ask::Bots { of } => {
                let owner = self.owner(of).await?;
                let found = store.bots_of(&owner).await?;
                (owner, none(), found.iter().map(person).collect())
            }
            Ask::BotToken { who } => {
                let row = self.find(&who).await?;
                if row.bot.is_none() {
                    let says = format!("\"{who}\" is a person, not a bot.");
                    return Err(Error::new(code::STATE, says));
                }
                let made = self.renew_bot(row).await?;
                (made.id.clone(), none(), json!(made))
            }
            Ask::Tables { who: None } => {
                let mut rows = store.public(Status::Waiting, LISTED).await?;
                rows.extend(store.public(Status::Playing, LISTED).await?);
                (none(), none(), rows.iter().map(table).collect())
            }
            Ask::Tables { who: Some(who) } => {
                let row = self.find(&who).await?;
                let mut rows = store.tables_of(&row.id, false, LISTED).await?;
                rows.extend(store.tables_of(&row.id, true, LISTED).await?);
                (row.id, none(), rows.iter().map(table).collect())
            }
            Ask::EndTable { table, why } => {
                if talk::is_here(self, &table, Question::CallOff { table: table.clone() }).await? {
                    house::call_off(&self.hub().room(&table).await?, self.hub()).await?;
                }
                (table, why, json!({"ended": true}))
            }
            Ask::Feature { table, yes } => {
                let question = Question::Feature { table: table.clone(), yes };
                if talk::is_here(self, &table, question).await? {
                    house::feature(&*self.hub().room(&table).await?, self.hub(), yes).await?;
                }
                (table, none(), json!({"featured": yes}))
            }
            Ask::DeleteTable { table, why } => {
                let row = store.table(&table).await?.ok_or_else(Error::no_table)?;
                let says = "The host of this server has deleted the table.";
                self.delete_table(&table, row.num, says).await?;
                (table, why, json!({"deleted": true}))
            }
            Ask::Ratings { again } => {
                let found = self.compare_ratings().await?;
                if again {
                    self.hub().commit(vec![Op::RateAgain]).await?;
                }
                (none(), if again { "again".into() } else { none() }, found)
            }
            Ask::Stats => {
                let counts = store.counts().await?;
                let mut all: serde_json::Map<String, Value> =
                    counts.into_iter().map(|(name, n)| (name, n.into())).collect();
                let sockets = self.hub().sockets.load(std::sync::atomic::Ordering::Relaxed);
                all.insert("rooms_awake".into(), self.hub().n_awake().into());
                all.insert("sockets_open".into(), sockets.into());
                all.insert("store_healthy".into(), store.healthy().into());
                (none(), none(), all.into())
            }
            Ask::Audit { limit } => {
                let rows = store.audit(limit.min(10_000)).await?;
                (none(), none(), json!(rows))
            }
        })
    }

    /// Whose bots are meant: somebody's by id, or nobody's, which is the host's.
    async fn owner(&self, of: Option<String>) -> Result<String, Error> {
        match of {
            Some(who) => Ok(self.find(&who).await?.id),
            None => Ok(String::new()),
        }
    }

    async fn set(&self, row: &UserRow, set: UserSet, ending: Ending) -> Result<(), Error> {
        let change = Op::SetUser { user: row.id.clone(), version: None, set };
        self.hub().commit(vec![change]).await.map_err(crate::auth::refused)?;
        self.end(&row.id, ending);
        Ok(())
    }

    /// The one person who is called that: by id or login, else by name.
    async fn find(&self, who: &str) -> Result<UserRow, Error> {
        let store = self.hub().store();
        if let Some(row) = store.user(who).await? {
            return Ok(row);
        }
        if let Some(row) = store.user_by_login(&who.to_ascii_lowercase()).await? {
            return Ok(row);
        }
        let mut found = store.find_users(who, LISTED).await?;
        found.retain(|row| row.name == who);
        match (found.pop(), found.len()) {
            (Some(row), 0) => Ok(row),
            (None, _) => Err(Error::new(code::NOT_FOUND, format!("Nobody is called \"{who}\"."))),
            (Some(_), n) => {
                let says = format!("{} people are called \"{who}\": name one by id.", n + 1);
                Err(Error::new(code::STATE, says))
            }
        }
    }
}

impl App {
    /// What the results make of everybody's ratings, beside what stands there.
    async fn compare_ratings(&self) -> Result<Value, Error> {
        let store = self.hub().store();
        let mut standing = Standing::default();
        let (mut from, mut results) = (0, 0u64);
        loop {
            let some = store.results(from, 1000).await?;
            let Some(last) = some.last() else { break };
            from = last.id;
            results += some.len() as u64;
            some.iter().for_each(|result| drop(standing.add(result)));
        }
        let (mut ratings, mut wrong) = (0u64, 0u64);
        for row in standing.rows() {
            if store.user(&row.user).await?.is_none() {
                continue;
            }
            ratings += 1;
            wrong += u64::from(!store.ratings_of(&row.user).await?.contains(row));
        }
        Ok(json!({"results": results, "ratings": ratings, "wrong": wrong}))
    }
}
