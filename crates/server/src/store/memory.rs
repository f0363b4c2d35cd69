//! Everything in memory: for tests, and for a server that need not remember.

use super::calls::Outbox;
use super::manners::Book;
use super::studies::Shelf;
use super::{
    AuditRow, Guard, KeptRow, LineRow, Op, PasskeyRow, PastRow, RatingRow, RecordOp, RecordRow,
    Records, ResultRow, SessionRow, SnapRow, Span, Store, StoreError, TableRow, Then, TokenRow,
    TournamentRow, TournamentStore, UserRow, Woken,
};
use crate::ratings::Standing;
use admiralty_protocol::{ChatLine, Status, UserNote};
use futures_util::future::{BoxFuture, ready};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Keeps everything until the process ends.
#[derive(Default)]
pub struct Memory {
    all: Mutex<All>,
}

#[derive(Default)]
pub(super) struct All {
    tables: BTreeMap<i64, TableRow>,
    ids: HashMap<String, i64>,
    lines: HashMap<i64, Vec<LineRow>>,
    snaps: HashMap<i64, BTreeMap<u32, SnapRow>>,
    chat: Vec<(i64, String, ChatLine)>,
    notes: Vec<(i64, String, UserNote)>,
    users: HashMap<String, UserRow>,
    sessions: HashMap<String, SessionRow>,
    tokens: HashMap<String, TokenRow>,
    recovery: Vec<(String, String)>,
    passkeys: Vec<PasskeyRow>,
    kept: BTreeMap<(String, String), String>,
    records: Vec<RecordRow>,
    pub(super) studies: Shelf,
    pub(super) calls: Outbox,
    pub(super) manners: Book,
    audit: Vec<AuditRow>,
    ran: u64,
    results: Vec<ResultRow>,
    standing: Standing,
    past: Vec<(RatingRow, i64)>,
    tournaments: BTreeMap<String, TournamentRow>,
}

impl All {
    fn login_is_free(&self, user: &str, login: Option<&str>) -> Result<(), StoreError> {
        let taken = |other: &UserRow| other.id != user && other.login.as_deref() == login;
        match login.is_some() && self.users.values().any(taken) {
            true => Err(StoreError::Conflict),
            false => Ok(()),
        }
    }

    fn rate(&mut self, mut row: ResultRow) {
        if self.results.iter().any(|known| known.num == row.num) {
            return;
        }
        row.id = self.results.len() as i64 + 1;
        let changed = self.standing.add(&row);
        self.past.extend(changed.into_iter().map(|changed| (changed, row.id)));
        self.results.push(row);
    }

    fn apply(&mut self, op: Op) -> Result<(), StoreError> {
        match op {
            Op::Only(_) => {}
            Op::Ran(ran) => self.ran = ran,
            Op::Table(row) => {
                self.ids.insert(row.id.clone(), row.num);
                self.tables.insert(row.num, *row);
            }
            Op::Line(num, row) => {
                let lines = self.lines.entry(num).or_default();
                if row.line as usize != lines.len() + 1 {
                    return Err(StoreError::Stale);
                }
                lines.push(row);
            }
            Op::Snap(num, row) => {
                self.snaps.entry(num).or_default().insert(row.line, *row);
            }
            Op::Chat(num, user, line) => self.chat.push((num, user, line)),
            Op::Note(num, user, note) => self.notes.push((num, user, note)),
            Op::NewUser(row) => {
                self.login_is_free(&row.id, row.login.as_deref())?;
                self.users.insert(row.id.clone(), row);
            }
            Op::SetUser { user, version, set } => {
                self.login_is_free(&user, set.login.as_deref())?;
                let row = self.users.get_mut(&user).ok_or(StoreError::Gone)?;
                if version.is_some_and(|version| version != row.version) {
                    return Err(StoreError::Stale);
                }
                row.version += u64::from(set.signs_in());
                row.name = set.name.unwrap_or_else(|| row.name.clone());
                row.login = set.login.or_else(|| row.login.clone());
                row.password = set.password.or_else(|| row.password.clone());
                row.muted = set.muted.unwrap_or(row.muted);
                row.banned = set.banned.unwrap_or(row.banned);
                row.moderator = set.moderator.unwrap_or(row.moderator);
                row.shut = set.shut.unwrap_or(row.shut);
                row.mail = set.mail.or_else(|| row.mail.clone()).filter(|mail| !mail.is_empty());
            }
            Op::Session { row, version } => {
                let user = self.users.get(&row.user).ok_or(StoreError::Gone)?;
                if version.is_some_and(|version| version != user.version) {
                    return Err(StoreError::Stale);
                }
                self.sessions.insert(row.id.clone(), row);
            }
            Op::Seen { session, at } => {
                if let Some(row) = self.sessions.get_mut(&session) {
                    row.seen = at;
                }
            }
            Op::EndIdle(before) => self.sessions.retain(|_, row| row.seen >= before),
            Op::EndTokens(user) => self.tokens.retain(|_, row| row.user != user),
            Op::Recovery { user, hashes } => {
                self.recovery.retain(|(whose, _)| *whose != user);
                self.recovery.extend(hashes.into_iter().map(|hash| (user.clone(), hash)));
            }
            Op::UseRecovery { user, hash } => {
                let at = self.recovery.iter().position(|(u, h)| *u == user && *h == hash);
                self.recovery.swap_remove(at.ok_or(StoreError::Gone)?);
            }
            Op::Passkey(row) => {
                self.users.get(&row.user).ok_or(StoreError::Gone)?;
                if self.passkeys.iter().any(|known| known.cred == row.cred) {
                    return Err(StoreError::Conflict);
                }
                self.passkeys.push(row);
            }
            Op::UsedPasskey { id, body } => {
                if let Some(row) = self.passkeys.iter_mut().find(|row| row.id == id) {
                    row.body = body;
                }
            }
            Op::EndPasskey { user, id } => {
                self.passkeys.retain(|row| row.user != user || row.id != id);
            }
            Op::EndPasskeys(user) => self.passkeys.retain(|row| row.user != user),
            Op::Keep(row) => {
                self.users.get(&row.user).ok_or(StoreError::Gone)?;
                match row.body.is_empty() {
                    true => drop(self.kept.remove(&(row.user, row.key))),
                    false => drop(self.kept.insert((row.user, row.key), row.body)),
                }
            }
            Op::Call(op) => self.calls.apply(*op),
            Op::Manners(op) => self.manners.apply(*op)?,
            Op::Record(op) => match *op {
                RecordOp::Keep(row) => {
                    self.users.get(&row.user).ok_or(StoreError::Gone)?;
                    self.records.push(row);
                }
                RecordOp::End { user, id } => {
                    self.records.retain(|row| row.user != user || row.id != id);
                }
                RecordOp::Give { from, to } => {
                    let given = self.records.iter_mut().filter(|row| row.user == from);
                    given.for_each(|row| row.user = to.clone());
                }
            },
            Op::Study(op) => self.studies.apply(*op)?,
            Op::Tournament { row, after } => {
                let known = self.tournaments.get(&row.id).map_or(0, |known| known.version);
                if known != after {
                    return Err(StoreError::Stale);
                }
                self.tournaments.insert(row.id.clone(), *row);
            }
            Op::Audit(row) => self.audit.push(row),
            Op::DeleteTable(num) => {
                if let Some(row) = self.tables.remove(&num) {
                    self.ids.remove(&row.id);
                }
                self.lines.remove(&num);
                self.snaps.remove(&num);
                self.chat.retain(|(tbl, ..)| *tbl != num);
                self.notes.retain(|(tbl, ..)| *tbl != num);
            }
            Op::Probe => {}
            Op::Result(row) => self.rate(*row),
            Op::RateAgain => {
                self.standing = Standing::default();
                self.past.clear();
                std::mem::take(&mut self.results).into_iter().for_each(|row| self.rate(row));
                let users = &self.users;
                self.standing.retain(|row| users.contains_key(&row.user));
                self.past.retain(|(row, _)| users.contains_key(&row.user));
            }
            Op::EndSession(id) => {
                self.sessions.remove(&id);
            }
            Op::EndSessions { user, except } => {
                self.sessions.retain(|id, row| row.user != user || *id == except);
            }
            Op::Token(row) => {
                self.users.get(&row.user).ok_or(StoreError::Gone)?;
                self.tokens.insert(row.hash.clone(), row);
            }
            Op::EndToken { user, id } => {
                self.tokens.retain(|_, row| row.user != user || row.id != id);
            }
            Op::DeleteUser(id) => {
                self.users.remove(&id);
                self.standing.retain(|row| row.user != id);
                self.past.retain(|(row, _)| row.user != id);
                self.sessions.retain(|_, row| row.user != id);
                self.tokens.retain(|_, row| row.user != id);
                self.recovery.retain(|(user, _)| *user != id);
                self.passkeys.retain(|row| row.user != id);
                self.kept.retain(|(user, _), _| *user != id);
                self.records.retain(|row| row.user != id);
                self.studies.forget(&id);
                self.calls.forget(&id);
                self.manners.forget(&id);
                self.chat.retain(|(_, user, _)| *user != id);
                self.notes.retain(|(_, user, _)| *user != id);
            }
        }
        Ok(())
    }
}

impl Memory {
    pub(super) fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) fn now<T: Send + 'static>(value: T) -> BoxFuture<'static, Result<T, StoreError>> {
    Box::pin(ready(Ok(value)))
}

impl Records for Memory {
    fn record<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<RecordRow>, StoreError>> {
        let all = self.all();
        let found = all.records.iter().find(|row| row.id == id);
        now(found.map(|row| RecordRow { text: String::new(), ..row.clone() }))
    }

    fn record_text<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        now(self.all().records.iter().find(|row| row.id == id).map(|row| row.text.clone()))
    }

    fn records_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<RecordRow>, StoreError>> {
        let all = self.all();
        let own = all.records.iter().rev().filter(|row| row.user == user);
        now(own.map(|row| RecordRow { text: String::new(), ..row.clone() }).collect())
    }
}

impl TournamentStore for Memory {
    fn tournament<'a>(
        &'a self,
        id: &'a str,
    ) -> BoxFuture<'a, Result<Option<TournamentRow>, StoreError>> {
        now(self.all().tournaments.get(id).cloned())
    }

    fn tournaments(
        &self,
        current: bool,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TournamentRow>, StoreError>> {
        let all = self.all();
        let fits = |row: &&TournamentRow| row.is_current() == current;
        let mut rows: Vec<TournamentRow> = all.tournaments.values().filter(fits).cloned().collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.created));
        rows.truncate(limit as usize);
        now(rows)
    }

    fn tournaments_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<TournamentRow>, StoreError>> {
        let all = self.all();
        let own = |row: &&TournamentRow| row.host == user || row.entry_of(user).is_some();
        now(all.tournaments.values().filter(own).cloned().collect())
    }
}

impl Store for Memory {
    fn commit(&self, change: Vec<Op>, then: Then) {
        let mut all = self.all();
        let guard = Guard::of(&change).cloned();
        // Whatever may be refused stands first in a change, so that all of it is
        // made or nothing.
        let done = match guard.as_ref().is_some_and(Guard::is_broken) {
            true => Err(StoreError::Stale),
            false => change.into_iter().try_for_each(|op| all.apply(op)),
        };
        drop(all);
        if let (Some(guard), Err(_)) = (guard, &done) {
            guard.give_up();
        }
        then(done);
    }

    fn last_num(&self) -> BoxFuture<'_, Result<i64, StoreError>> {
        now(self.all().tables.keys().next_back().copied().unwrap_or(0))
    }

    fn table<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<TableRow>, StoreError>> {
        let all = self.all();
        now(all.ids.get(id).and_then(|num| all.tables.get(num)).cloned())
    }

    fn wake<'a>(
        &'a self,
        id: &'a str,
        chat: u32,
    ) -> BoxFuture<'a, Result<Option<Woken>, StoreError>> {
        Box::pin(async move {
            let Some(row) = self.table(id).await? else { return Ok(None) };
            let span = match row.status {
                Status::Waiting => None,
                _ => Some(self.tail(row.num).await?),
            };
            let chat = self.chat(row.num, chat).await?;
            Ok(Some(Woken { row, span, chat }))
        })
    }

    fn tail(&self, num: i64) -> BoxFuture<'_, Result<Span, StoreError>> {
        let all = self.all();
        let snap = all.snaps.get(&num).and_then(|snaps| snaps.values().next_back()).cloned();
        let from = snap.as_ref().map_or(0, |snap| snap.line) as usize;
        let lines = all.lines.get(&num).map(|lines| lines[from..].to_vec()).unwrap_or_default();
        now(Span { snap, lines })
    }

    fn span(&self, num: i64, snap: u32, to: u32) -> BoxFuture<'_, Result<Span, StoreError>> {
        let all = self.all();
        let row = all.snaps.get(&num).and_then(|snaps| snaps.get(&snap)).cloned();
        let lines = all.lines.get(&num).map_or(&[][..], |lines| lines);
        let to = (to as usize).min(lines.len());
        let lines = lines[(snap as usize).min(to)..to].to_vec();
        now(Span { snap: row, lines })
    }

    fn lines(&self, num: i64) -> BoxFuture<'_, Result<Vec<LineRow>, StoreError>> {
        now(self.all().lines.get(&num).cloned().unwrap_or_default())
    }

    fn last_lines(
        &self,
        nums: Vec<i64>,
    ) -> BoxFuture<'_, Result<Vec<Option<LineRow>>, StoreError>> {
        let all = self.all();
        let last = |num: &i64| all.lines.get(num).and_then(|lines| lines.last()).cloned();
        now(nums.iter().map(last).collect())
    }

    fn public(
        &self,
        status: Status,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TableRow>, StoreError>> {
        let all = self.all();
        let rows = all.tables.values().rev().filter(|row| row.public && row.status == status);
        now(rows.take(limit as usize).cloned().collect())
    }

    fn tables_of<'a>(
        &'a self,
        user: &'a str,
        over: bool,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<TableRow>, StoreError>> {
        let all = self.all();
        let mine = |row: &&TableRow| {
            (row.status == Status::Over) == over
                && (row.host == user || row.seats.iter().any(|seat| seat.holder.is(user)))
        };
        now(all.tables.values().rev().filter(mine).take(limit as usize).cloned().collect())
    }

    fn playing(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>> {
        let all = self.all();
        let rows = all.tables.values().filter(|row| row.status == Status::Playing);
        now(rows.map(|row| row.id.clone()).collect())
    }

    fn ran(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        now(self.all().ran)
    }

    fn chat(
        &self,
        num: i64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<(String, ChatLine)>, StoreError>> {
        let all = self.all();
        let mut left = [limit; 2];
        let mut lines: Vec<(String, ChatLine)> = all
            .chat
            .iter()
            .rev()
            .filter(|(n, _, _)| *n == num)
            .filter(|(_, _, line)| {
                let left = &mut left[usize::from(line.channel == "players")];
                let fits = *left > 0;
                *left = left.saturating_sub(1);
                fits
            })
            .map(|(_, user, line)| (user.clone(), line.clone()))
            .collect();
        lines.reverse();
        now(lines)
    }

    fn chat_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ChatLine>, StoreError>> {
        let all = self.all();
        let lines = all.chat.iter().filter(|(_, who, _)| who == user);
        now(lines.map(|(_, _, line)| line.clone()).collect())
    }

    fn notes(&self, num: i64) -> BoxFuture<'_, Result<Vec<UserNote>, StoreError>> {
        let all = self.all();
        let notes = all.notes.iter().filter(|(n, _, _)| *n == num);
        now(notes.map(|(_, _, note)| note.clone()).collect())
    }

    fn user<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>> {
        now(self.all().users.get(id).cloned())
    }

    fn user_by_login<'a>(
        &'a self,
        login: &'a str,
    ) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>> {
        let all = self.all();
        now(all.users.values().find(|user| user.login.as_deref() == Some(login)).cloned())
    }

    fn session<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<SessionRow>, StoreError>> {
        now(self.all().sessions.get(id).cloned())
    }

    fn sessions_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<SessionRow>, StoreError>> {
        let all = self.all();
        now(all.sessions.values().filter(|row| row.user == user).cloned().collect())
    }

    fn token<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Option<TokenRow>, StoreError>> {
        now(self.all().tokens.get(hash).cloned())
    }

    fn tokens_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<TokenRow>, StoreError>> {
        let all = self.all();
        now(all.tokens.values().filter(|row| row.user == user).cloned().collect())
    }

    fn has_recovery<'a>(
        &'a self,
        user: &'a str,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        now(self.all().recovery.iter().any(|(u, h)| u == user && h == hash))
    }

    fn passkeys_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<PasskeyRow>, StoreError>> {
        now(self.all().passkeys.iter().filter(|row| row.user == user).cloned().collect())
    }

    fn kept_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<KeptRow>, StoreError>> {
        let all = self.all();
        let own = all.kept.iter().filter(|((whose, _), _)| whose == user);
        let row = |((user, key), body): (&(String, String), &String)| KeptRow {
            user: user.clone(),
            key: key.clone(),
            body: body.clone(),
        };
        now(own.map(row).collect())
    }

    fn passkey<'a>(
        &'a self,
        cred: &'a str,
    ) -> BoxFuture<'a, Result<Option<PasskeyRow>, StoreError>> {
        now(self.all().passkeys.iter().find(|row| row.cred == cred).cloned())
    }

    fn find_users<'a>(
        &'a self,
        text: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>> {
        let all = self.all();
        let fits = |row: &&UserRow| {
            row.id == text || row.login.as_deref() == Some(text) || row.name.contains(text)
        };
        let mut found: Vec<UserRow> = all.users.values().filter(fits).cloned().collect();
        found.sort_by_key(|row| std::cmp::Reverse(row.since));
        found.truncate(limit as usize);
        now(found)
    }

    fn bots_of<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>> {
        let all = self.all();
        let own = |row: &&UserRow| row.bot.as_deref() == Some(owner);
        let mut found: Vec<UserRow> = all.users.values().filter(own).cloned().collect();
        found.sort_by_key(|row| (row.since, row.id.clone()));
        now(found)
    }

    fn audit(&self, limit: u32) -> BoxFuture<'_, Result<Vec<AuditRow>, StoreError>> {
        now(self.all().audit.iter().rev().take(limit as usize).cloned().collect())
    }

    fn ladder<'a>(
        &'a self,
        pool: &'a str,
        surest: f64,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>> {
        let all = self.all();
        let fits = |row: &&RatingRow| row.pool == pool && row.deviation <= surest;
        let mut rows: Vec<RatingRow> = all.standing.rows().filter(fits).cloned().collect();
        rows.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.user.cmp(&b.user)));
        rows.truncate(limit as usize);
        now(rows)
    }

    fn ratings_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>> {
        let all = self.all();
        now(all.standing.rows().filter(|row| row.user == user).cloned().collect())
    }

    fn rating_past<'a>(
        &'a self,
        pool: &'a str,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<PastRow>, StoreError>> {
        let all = self.all();
        let own = all.past.iter().filter(|(row, _)| row.pool == pool && row.user == user);
        let mut rows: Vec<PastRow> = own
            .map(|(row, result)| PastRow {
                result: *result,
                at: row.at,
                rating: row.rating,
                deviation: row.deviation,
            })
            .collect();
        rows.drain(..rows.len().saturating_sub(limit as usize));
        now(rows)
    }

    fn results(&self, after: i64, limit: u32) -> BoxFuture<'_, Result<Vec<ResultRow>, StoreError>> {
        let all = self.all();
        let rows = all.results.iter().filter(|row| row.id > after);
        now(rows.take(limit as usize).cloned().collect())
    }

    fn counts(&self) -> BoxFuture<'_, Result<Vec<(String, u64)>, StoreError>> {
        let all = self.all();
        let lines: usize = all.lines.values().map(Vec::len).sum();
        let counts = [
            ("people", all.users.len()),
            ("accounts", all.users.values().filter(|user| user.login.is_some()).count()),
            ("sessions", all.sessions.len()),
            ("tables", all.tables.len()),
            ("lines", lines),
            ("remarks", all.chat.len()),
            ("shuns", all.manners.shuns.len()),
            ("reports", all.manners.reports.len()),
            ("calls", all.calls.len()),
        ];
        now(counts.iter().map(|(name, n)| ((*name).to_string(), *n as u64)).collect())
    }

    fn healthy(&self) -> bool {
        true
    }
}
