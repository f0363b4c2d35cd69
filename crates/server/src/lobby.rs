//! The lobby: open tables are listed as long as somebody may still come, those
//! where somebody waits before the others, and nobody fills it alone.

use crate::App;
use crate::auth::{Person, net};
use crate::bus::News;
use crate::cluster::talk::{self, Question};
use crate::cluster::{Came, Place};
use crate::error::Error;
use crate::room::house;
use crate::store::{HolderRow, Op, TableRow};
use admiralty_protocol::{ClockPlan, CreateTable, SeatPlan, Status, code};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// So many open tables are listed.
const LISTED: usize = 100;
/// So many are looked through for them.
const LOOKED_AT: u32 = 2000;
/// A table by days is listed for a week without anybody being there.
const BY_DAYS: u64 = 7 * 24 * 3600 * 1000;

/// What another node said of visitors holds for so long.
const HEARSAY: Duration = Duration::from_secs(15);

/// What is known of open tables beyond what is kept.
pub(crate) struct Lobby {
    /// Open tables by the network they were made from.
    made: Mutex<HashMap<IpAddr, Vec<String>>>,
    /// When somebody was last seen at a table.
    seen: Mutex<HashMap<String, u64>>,
    /// Tables where somebody was at another node, and when that was said.
    elsewhere: Mutex<HashMap<String, Instant>>,
    /// Since when we look.
    begun: u64,
    /// Tells whoever looks at the lists that they have changed; nobody any more
    /// when the server stops.
    lists: Mutex<Option<watch::Sender<()>>>,
}

impl Lobby {
    pub(crate) fn new(now: u64) -> Lobby {
        Lobby {
            made: Mutex::default(),
            seen: Mutex::default(),
            elsewhere: Mutex::default(),
            begun: now,
            lists: Mutex::new(Some(watch::Sender::new(()))),
        }
    }

    /// The lists of tables have changed, here or on another node.
    pub(crate) fn changed(&self) {
        if let Some(lists) = &*self.lists.lock().unwrap_or_else(PoisonError::into_inner) {
            lists.send_replace(());
        }
    }

    /// An open table was made from this network, here or at another node.
    pub(crate) fn made(&self, from: IpAddr, table: String) {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(from).or_default().push(table);
    }

    /// Whoever looks is let go.
    pub(crate) fn close(&self) {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

fn is_open(row: &TableRow) -> bool {
    row.public
        && row.status == Status::Waiting
        && row.seats.iter().any(|seat| seat.holder == HolderRow::Open)
}

impl App {
    /// Changes of the lists from now on.
    pub(crate) fn lists(&self) -> watch::Receiver<()> {
        let lists = self.0.lobby.lists.lock().unwrap_or_else(PoisonError::into_inner);
        // Of a server that stops nothing more is heard.
        lists.as_ref().map_or_else(|| watch::channel(()).1, watch::Sender::subscribe)
    }

    /// May this person open another table from there?
    pub(crate) async fn may_open(
        &self,
        me: &Person,
        from: Option<IpAddr>,
        plan: &CreateTable,
    ) -> Result<(), Error> {
        let most = self.config().open_tables as usize;
        let waits = |seat: &SeatPlan| matches!(seat, SeatPlan::Open | SeatPlan::Invite);
        if most == 0 || !plan.seats.iter().any(waits) {
            return Ok(());
        }
        let store = self.hub().store();
        let mine = store.tables_of(&me.id, false, 1000).await?;
        let own = |row: &&TableRow| row.host == me.id && row.status == Status::Waiting;
        if mine.iter().filter(own).count() >= most {
            let says = format!(
                "You have {most} tables that wait for players: begin or leave one of them first."
            );
            return Err(Error::new(code::TABLES, says));
        }
        let Some(from) = from.filter(|_| plan.public) else { return Ok(()) };
        let ids = {
            let made = self.0.lobby.made.lock().unwrap_or_else(PoisonError::into_inner);
            made.get(&net(from)).cloned().unwrap_or_default()
        };
        let mut still = Vec::new();
        for id in ids {
            if store.table(&id).await?.is_some_and(|row| is_open(&row)) {
                still.push(id);
            }
        }
        let full = still.len() >= most;
        let mut made = self.0.lobby.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.insert(net(from), still);
        if full {
            let says = format!("{most} open tables from your address wait for players already.");
            return Err(Error::new(code::TABLES, says));
        }
        Ok(())
    }

    /// A table was opened from there.
    pub(crate) fn opened(&self, from: Option<IpAddr>, id: &str) {
        if let Some(from) = from.map(net) {
            self.0.lobby.made(from, id.into());
            let (node, table) = (self.0.node, id.into());
            self.hub().parts.bus.publish(News::Opened { node, from, table });
        }
    }

    /// Open tables as they are listed: first where somebody waits, and of one
    /// host's the newest before everybody's second.
    pub(crate) async fn open_tables(&self) -> Result<Vec<TableRow>, Error> {
        let mut rows = self.hub().store().public(Status::Waiting, LOOKED_AT).await?;
        rows.retain(is_open);
        let mut of_host: HashMap<String, usize> = HashMap::new();
        let mut ranked: Vec<(bool, usize, TableRow)> = rows
            .into_iter()
            .map(|row| {
                let nth = of_host.entry(row.host.clone()).or_default();
                *nth += 1;
                (!self.is_visited(&row.id), *nth, row)
            })
            .collect();
        // Stable: the newest first among equals.
        ranked.sort_by_key(|(empty, nth, _)| (*empty, *nth));
        Ok(ranked.into_iter().take(LISTED).map(|(_, _, row)| row).collect())
    }

    /// Is somebody at this table, here or as another node has said lately?
    fn is_visited(&self, id: &str) -> bool {
        self.hub().awake(id).is_some_and(|room| house::is_visited(&room)) || {
            let seen = self.0.lobby.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
            seen.get(id).is_some_and(|at| at.elapsed() < HEARSAY)
        }
    }

    /// Another node has said at which open tables somebody is.
    pub(crate) fn visited_elsewhere(&self, tables: Vec<String>) {
        let mut seen = self.0.lobby.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|_, at| at.elapsed() < HEARSAY);
        seen.extend(tables.into_iter().map(|id| (id, Instant::now())));
    }

    /// Tells other nodes at which open tables somebody is.
    pub(crate) fn tell_visited(&self) {
        let open = |room: &std::sync::Arc<crate::room::Room>| {
            house::is_open(room) && house::is_visited(room)
        };
        let rooms = self.hub().all();
        let tables: Vec<String> =
            rooms.iter().filter(|room| open(room)).map(|room| room.id.clone()).collect();
        if !tables.is_empty() {
            self.hub().parts.bus.publish(News::Visited { node: self.0.node, tables });
        }
    }

    /// Clears open tables away at which nobody has been for as long as the
    /// settings say; how many. The server does it by itself every minute.
    pub async fn clear_lobby(&self) -> usize {
        let now = self.hub().now();
        let rows = match self.hub().store().public(Status::Waiting, 100_000).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(?error, "the open tables could not be read");
                return 0;
            }
        };
        let mut stale = Vec::new();
        {
            let mut seen = self.0.lobby.seen.lock().unwrap_or_else(PoisonError::into_inner);
            let ids: HashSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
            seen.retain(|id, _| ids.contains(id.as_str()));
            for row in &rows {
                if self.is_visited(&row.id) {
                    seen.insert(row.id.clone(), now);
                    continue;
                }
                let last = seen.get(&row.id).copied().unwrap_or(self.0.lobby.begun);
                let stays = match row.clock {
                    ClockPlan::Days { .. } => BY_DAYS,
                    _ => u64::from(self.config().open_minutes) * 60_000,
                };
                if stays > 0 && last.max(row.created) + stays < now {
                    stale.push((row.id.clone(), row.num));
                }
            }
        }
        let mut cleared = 0;
        for (id, num) in stale {
            // Of several nodes one clears a table away: the one that has it.
            if let Some(cluster) = &self.hub().cluster
                && !matches!(cluster.place(&id, Came::Directly).await, Ok(Some(Place::Here)))
            {
                continue;
            }
            match self
                .delete_table(&id, num, "Nobody was at this table: it was cleared away.")
                .await
            {
                Ok(()) => cleared += 1,
                Err(error) => tracing::warn!(table = id, ?error, "a table could not be cleared"),
            }
        }
        metrics::counter!("tables_cleared_total").increment(cleared as u64);
        cleared
    }

    /// Deletes a table and all that was written at it.
    pub(crate) async fn delete_table(&self, id: &str, num: i64, says: &str) -> Result<(), Error> {
        let clear = || Question::Clear { table: id.into(), says: says.into() };
        if talk::is_here(self, id, clear()).await? {
            self.hub().clear_away(id, says);
        }
        self.hub().commit(vec![Op::DeleteTable(num)]).await?;
        self.hub().parts.bus.publish(News::Listed(id.into()));
        // Somebody may have woken it meanwhile.
        self.hub().clear_away(id, says);
        Ok(())
    }
}
