//! Changes of many tables, put together for one round trip: what `write_all`
//! in the schema takes.

use crate::store::{Guard, HolderRow, Op, StoreError, TableRow, pack_live};
use admiralty_protocol::{ClockPlan, Status};
use sqlx::{PgConnection, Row};
use std::collections::HashMap;

/// Columns as they travel.
#[derive(Default)]
pub(super) struct Batch {
    tables: HashMap<i64, Part>,
    t_tbl: Vec<i64>,
    t_epoch: Vec<i64>,
    t_first: Vec<i32>,
    l_tbl: Vec<i64>,
    l_line: Vec<i32>,
    l_at: Vec<i64>,
    l_data: Vec<String>,
    snaps: HashMap<(i64, u32), usize>,
    s_tbl: Vec<i64>,
    s_line: Vec<i32>,
    s_live: Vec<Vec<u8>>,
    s_doc: Vec<String>,
    s_last: Vec<Option<String>>,
    s_at: Vec<i64>,
    rows: HashMap<i64, TableRow>,
    c_tbl: Vec<i64>,
    c_person: Vec<String>,
    c_body: Vec<String>,
    c_players: Vec<bool>,
    n_tbl: Vec<i64>,
    n_person: Vec<String>,
    n_body: Vec<String>,
}

/// What the batch has of one table.
struct Part {
    at: usize,
    last: Option<u32>,
}

/// The table an operation belongs to, if it is one that rooms make.
pub(super) const fn table_of(op: &Op) -> Option<i64> {
    match op {
        Op::Line(num, _) | Op::Snap(num, _) | Op::Chat(num, ..) | Op::Note(num, ..) => Some(*num),
        Op::Table(row) => Some(row.num),
        _ => None,
    }
}

/// Does the game go on by itself?
fn runs(row: &TableRow) -> bool {
    let bot = || row.seats.iter().any(|seat| matches!(seat.holder, HolderRow::Bot { .. }));
    row.status == Status::Playing && (row.clock != ClockPlan::None || bot())
}

impl Batch {
    pub(super) fn is_empty(&self) -> bool {
        self.t_tbl.is_empty()
    }

    /// Is there something of this table by another lease?
    pub(super) fn is_at_odds(&self, ops: &[Op]) -> bool {
        let Some((num, epoch)) = Guard::of(ops).and_then(Guard::lease) else { return false };
        let part = self.tables.get(&num);
        part.is_some_and(|part| ![0, epoch as i64].contains(&self.t_epoch[part.at]))
    }

    /// Adds a change. Refused, and nothing of it is added, if its lines do not
    /// follow each other and those of its table that are there already.
    pub(super) fn add(&mut self, ops: &[Op]) -> Result<(), StoreError> {
        let mut lasts: Vec<(i64, u32)> = Vec::new();
        for op in ops {
            let Op::Line(num, row) = op else { continue };
            let known = lasts.iter().rev().find(|(table, _)| table == num).map(|(_, line)| *line);
            let before = known.or_else(|| self.tables.get(num).and_then(|part| part.last));
            if before.is_some_and(|before| row.line != before + 1) {
                tracing::error!(table = num, line = row.line, "a line out of order is refused");
                return Err(StoreError::Stale);
            }
            lasts.push((*num, row.line));
        }
        let lease = Guard::of(ops).and_then(Guard::lease);
        for op in ops {
            let Some(num) = table_of(op) else { continue };
            let at = self.part(num);
            if let Some((_, epoch)) = lease.filter(|(held, _)| *held == num) {
                self.t_epoch[at] = epoch as i64;
            }
            self.put(num, at, op)?;
        }
        Ok(())
    }

    fn part(&mut self, num: i64) -> usize {
        if let Some(part) = self.tables.get(&num) {
            return part.at;
        }
        let at = self.t_tbl.len();
        self.tables.insert(num, Part { at, last: None });
        self.t_tbl.push(num);
        self.t_epoch.push(0);
        self.t_first.push(0);
        at
    }

    fn put(&mut self, num: i64, at: usize, op: &Op) -> Result<(), StoreError> {
        match op {
            Op::Line(_, row) => {
                if self.t_first[at] == 0 {
                    self.t_first[at] = row.line as i32;
                }
                if let Some(part) = self.tables.get_mut(&num) {
                    part.last = Some(row.line);
                }
                self.l_tbl.push(num);
                self.l_line.push(row.line as i32);
                self.l_at.push(row.at as i64);
                self.l_data.push(serde_json::to_string(row)?);
            }
            Op::Snap(_, snap) => {
                let last = snap.last.as_ref().map(serde_json::to_string).transpose()?;
                let when = snap.last.as_ref().map_or(0, |last| last.at) as i64;
                let live = pack_live(&snap.live);
                match self.snaps.get(&(num, snap.line)) {
                    Some(&i) => {
                        self.s_live[i] = live;
                        self.s_doc[i].clone_from(&snap.doc);
                        self.s_last[i] = last;
                        self.s_at[i] = when;
                    }
                    None => {
                        self.snaps.insert((num, snap.line), self.s_tbl.len());
                        self.s_tbl.push(num);
                        self.s_line.push(snap.line as i32);
                        self.s_live.push(live);
                        self.s_doc.push(snap.doc.clone());
                        self.s_last.push(last);
                        self.s_at.push(when);
                    }
                }
            }
            Op::Table(row) => {
                self.rows.insert(num, TableRow::clone(row));
            }
            Op::Chat(_, person, line) => {
                self.c_tbl.push(num);
                self.c_person.push(person.clone());
                self.c_body.push(serde_json::to_string(line)?);
                self.c_players.push(line.channel == "players");
            }
            Op::Note(_, person, note) => {
                self.n_tbl.push(num);
                self.n_person.push(person.clone());
                self.n_body.push(serde_json::to_string(note)?);
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes all of it but the parts of tables that are refused, which are
    /// returned; `together`: all of it or nothing.
    pub(super) async fn write(
        &self,
        db: &mut PgConnection,
        node: i64,
        together: bool,
    ) -> Result<Vec<i64>, StoreError> {
        let [mut r_num, mut h_tbl] = [Vec::new(), Vec::new()];
        let [mut r_id, mut r_body, mut h_person] = [Vec::new(), Vec::new(), Vec::new()];
        let [mut r_public, mut r_runs] = [Vec::new(), Vec::new()];
        let mut r_status = Vec::new();
        for row in self.rows.values() {
            r_num.push(row.num);
            r_id.push(row.id.clone());
            r_status.push(row.status as i16);
            r_public.push(row.public);
            r_runs.push(runs(row));
            r_body.push(serde_json::to_string(row)?);
            let people = row.seats.iter().filter_map(|seat| match &seat.holder {
                HolderRow::Person { user, .. } => Some(user),
                _ => None,
            });
            for person in std::iter::once(&row.host).chain(people) {
                h_tbl.push(row.num);
                h_person.push(person.clone());
            }
        }
        let sql = "SELECT write_all($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,\
                   $18,$19,$20,$21,$22,$23,$24,$25,$26,$27,$28,$29,$30)";
        let done = sqlx::query(sql)
            .bind(node)
            .bind(together)
            .bind(&self.t_tbl)
            .bind(&self.t_epoch)
            .bind(&self.t_first)
            .bind(&self.l_tbl)
            .bind(&self.l_line)
            .bind(&self.l_at)
            .bind(&self.l_data)
            .bind(&self.s_tbl)
            .bind(&self.s_line)
            .bind(&self.s_live)
            .bind(&self.s_doc)
            .bind(&self.s_last)
            .bind(&self.s_at)
            .bind(r_num)
            .bind(r_id)
            .bind(r_status)
            .bind(r_public)
            .bind(r_runs)
            .bind(r_body)
            .bind(h_tbl)
            .bind(h_person)
            .bind(&self.c_tbl)
            .bind(&self.c_person)
            .bind(&self.c_body)
            .bind(&self.c_players)
            .bind(&self.n_tbl)
            .bind(&self.n_person)
            .bind(&self.n_body)
            .fetch_one(db)
            .await
            .map_err(super::broken)?;
        done.try_get(0).map_err(super::broken)
    }
}
