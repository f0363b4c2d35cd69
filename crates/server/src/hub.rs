//! All rooms of this node: found, woken from the store, put to sleep.

use crate::bots::Minds;
use crate::bus::{Bus, News};
use crate::clock::Time;
use crate::cluster::link::Links;
use crate::cluster::{Came, Cluster, Lease, Place, moving};
use crate::config::{Config, Role};
use crate::dice::Signer;
use crate::error::Error;
use crate::fair::{Fair, For};
use crate::ids::{self, Entropy};
use crate::manners::Deaf;
use crate::past::Pasts;
use crate::room::{Room, chat, house, lag};
use crate::store::{Guard, Op, RENEW, Store, StoreError};
use crate::study::Studying;
use admiralty_catalog::Game;
use admiralty_protocol::{ClockPlan, code};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::oneshot;

/// Of so many people it is remembered where they come from.
const SEEN: usize = 20_000;

/// So many bots may think elsewhere for the tables of one node.
const WAITING: usize = 64;

/// What a server is made of. Tests put their own parts in.
pub struct Parts {
    /// Settings.
    pub config: Config,
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub time: Arc<dyn Time>,
    /// Unguessable bytes.
    pub entropy: Arc<dyn Entropy>,
    /// The games on offer.
    pub games: &'static [&'static dyn Game],
    /// Who plays for bots.
    pub minds: Arc<dyn Minds>,
    /// What nodes tell each other.
    pub bus: Arc<dyn Bus>,
    /// Key that signs cookies.
    pub secret: [u8; 32],
}

/// A moment: by the calendar, and by the time the server has run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct When {
    pub(crate) now: u64,
    pub(crate) ran: u64,
}

pub(crate) struct Hub {
    pub(crate) parts: Parts,
    /// Signs the heads of transcripts.
    pub(crate) signer: Arc<Signer>,
    /// Whom those who are here do not hear.
    pub(crate) deaf: Arc<Deaf>,
    /// How long servers had run on this data before this one.
    ran_before: AtomicU64,
    /// This node among others, if the store is shared.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Sockets and tables that are at different nodes.
    pub(crate) links: Links,
    /// Have the tables been taken up that go on by themselves?
    pub(crate) resumed: AtomicBool,
    rooms: Vec<Mutex<HashMap<String, Arc<Room>>>>,
    next_num: AtomicI64,
    /// Sockets that are open.
    pub(crate) sockets: AtomicU32,
    pub(crate) stopping: AtomicBool,
    pub(crate) thinkers: Arc<Fair>,
    /// Places for whatever is studied: games that are over wait, those that are played do not.
    pub(crate) studies: Arc<Fair>,
    pub(crate) studying: Studying,
    /// A place for odds of games that are over, which take long and once.
    pub(crate) counting: Arc<Fair>,
    /// Games that people look back at.
    pub(crate) pasts: Pasts,
    /// Where people were last seen.
    seen: Mutex<HashMap<String, String>>,
    /// Counts entries; looked up once.
    pub(crate) entries: metrics::Counter,
    pub(crate) runtime: tokio::runtime::Handle,
}

impl Hub {
    pub(crate) async fn new(parts: Parts) -> Result<Arc<Hub>, StoreError> {
        let next = parts.store.last_num().await? + 1;
        let ran_before = AtomicU64::new(parts.store.ran().await?);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let config = &parts.config;
        let places = match config.roles.contains(&Role::Bots) {
            true => cores.saturating_sub(1).max(1),
            // Others think: here they only wait for it.
            false => WAITING,
        };
        let (name, rooms) = (config.listen.to_string(), config.roles.contains(&Role::Room));
        let cluster = Cluster::join(&parts.store, name, rooms, config.bus.is_some()).await?;
        let hub = Arc::new(Hub {
            signer: Arc::new(Signer::new(&parts.secret)),
            deaf: Arc::default(),
            parts,
            ran_before,
            cluster,
            links: Links::default(),
            resumed: AtomicBool::new(false),
            rooms: (0..64).map(|_| Mutex::default()).collect(),
            next_num: AtomicI64::new(next),
            sockets: AtomicU32::new(0),
            stopping: AtomicBool::new(false),
            thinkers: Fair::new(places),
            studies: Fair::new(1),
            studying: Studying::default(),
            counting: Fair::new(1),
            pasts: Pasts::default(),
            seen: Mutex::default(),
            entries: metrics::counter!("entries_total"),
            runtime: tokio::runtime::Handle::current(),
        });
        if hub.cluster.is_some() {
            tokio::spawn(keep_lease(Arc::downgrade(&hub)));
        }
        Ok(hub)
    }

    pub(crate) fn now(&self) -> u64 {
        self.parts.time.now()
    }

    /// For how many milliseconds the server has run, in all its lives.
    pub(crate) fn ran(&self) -> u64 {
        self.ran_before.load(Ordering::Relaxed) + self.parts.time.running()
    }

    /// Other nodes have run for longer.
    fn ran_elsewhere(&self, ran: u64) {
        let before = ran.saturating_sub(self.parts.time.running());
        self.ran_before.fetch_max(before, Ordering::Relaxed);
    }

    pub(crate) fn when(&self) -> When {
        When { now: self.now(), ran: self.ran() }
    }

    /// Somebody came from this address.
    pub(crate) fn came(&self, user: &str, address: String) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= SEEN {
            seen.clear();
        }
        seen.insert(user.into(), address);
    }

    /// For whom work is done: the person, and where they were last seen.
    pub(crate) fn whom(&self, user: &str) -> For {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        For { address: seen.get(user).cloned().unwrap_or_default(), person: user.into() }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.parts.store
    }

    pub(crate) fn game(&self, id: &str) -> Option<&'static dyn Game> {
        self.parts.games.iter().copied().find(|game| game.meta().id == id)
    }

    /// The number and the id of a new table, which is this node's.
    pub(crate) async fn new_table(&self) -> Result<(i64, String), Error> {
        let make = || ids::word(&*self.parts.entropy, 16);
        let num = match self.store().fresh_num().await? {
            Some(num) => num,
            None => self.next_num.fetch_add(1, Ordering::Relaxed),
        };
        let Some(cluster) = &self.cluster else { return Ok((num, make())) };
        match cluster.own(num).await? {
            Place::Here => Ok((num, cluster.own_id(make))),
            Place::There(_) => Err(moving()),
        }
    }

    /// What the room of a table writes by.
    pub(crate) fn guard(&self, num: i64) -> Guard {
        self.cluster.as_ref().map_or_else(Guard::default, |cluster| cluster.guard(num))
    }

    /// May this node speak for its tables? Not if it was stopped for longer than its
    /// lease: others own them then.
    pub(crate) fn holds(&self) -> bool {
        self.cluster.as_ref().is_none_or(|cluster| cluster.holds())
    }

    fn shard(&self, id: &str) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        let sum = id.bytes().fold(0usize, |sum, b| sum.wrapping_mul(31).wrapping_add(b.into()));
        self.rooms[sum % self.rooms.len()].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a table, woken if it sleeps; refused if another node has it.
    pub(crate) async fn room(self: &Arc<Hub>, id: &str) -> Result<Arc<Room>, Error> {
        match self.find(id, Came::Sent).await? {
            Found::Here(room) => Ok(room),
            Found::There(_) => Err(moving()),
        }
    }

    /// The room of a table, woken if it sleeps, or the node that has it.
    pub(crate) async fn find(self: &Arc<Hub>, id: &str, came: Came) -> Result<Found, Error> {
        if let Some(room) = self.awake(id) {
            return Ok(Found::Here(room));
        }
        // Anything longer is no id of ours and not worth a look.
        if id.len() > 32 {
            return Err(Error::no_table());
        }
        if let Some(cluster) = &self.cluster {
            if self.stopping.load(Ordering::Relaxed) {
                return Err(moving());
            }
            match cluster.place(id, came).await?.ok_or_else(Error::no_table)? {
                Place::Here => {}
                Place::There(node) => return Ok(Found::There(node)),
            }
        }
        let woken = match self.store().wake(id, chat::KEPT as u32).await {
            Ok(woken) => woken.ok_or_else(Error::no_table)?,
            Err(StoreError::Unreadable(why)) => return Err(unreadable(id, &why)),
            Err(error) => return Err(error.into()),
        };
        let room = Room::wake(self, woken).map_err(|why| unreadable(id, &why))?;
        lag::wake(&room, self).await.map_err(|why| unreadable(id, &why))?;
        metrics::counter!("rooms_woken_total").increment(1);
        let room = Arc::new(room);
        let room = {
            let mut shard = self.shard(id);
            // Somebody else may have woken it meanwhile: theirs counts.
            Arc::clone(shard.entry(id.to_string()).or_insert(room))
        };
        room.begin_running(self);
        Ok(Found::Here(room))
    }

    /// The room of a table if it is in memory and sound.
    pub(crate) fn awake(&self, id: &str) -> Option<Arc<Room>> {
        if !self.holds() {
            return None;
        }
        let mut shard = self.shard(id);
        let room = shard.get(id)?;
        if room.is_broken() {
            shard.remove(id);
            return None;
        }
        Some(Arc::clone(room))
    }

    /// Takes a table out of memory: everybody there is told why.
    pub(crate) fn clear_away(&self, id: &str, says: &str) {
        let room = self.shard(id).remove(id);
        if let Some(room) = room {
            house::clear_away(&room, says);
        }
    }

    pub(crate) fn put(&self, room: Room) -> Arc<Room> {
        let room = Arc::new(room);
        self.shard(&room.id).insert(room.id.clone(), Arc::clone(&room));
        room
    }

    /// Takes rooms out of memory that nobody uses. What holds a room counts:
    /// a socket, a write under way, a bot that thinks.
    pub(crate) fn sleep_idle(&self) -> usize {
        let before = self.now().saturating_sub(self.parts.config.sleep_after * 1000);
        let mut slept = 0;
        for shard in &self.rooms {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.retain(|_, room| {
                let stays = Arc::strong_count(room) > 1 || !room.may_sleep(before);
                slept += usize::from(!stays);
                stays
            });
        }
        metrics::counter!("rooms_slept_total").increment(slept as u64);
        slept
    }

    pub(crate) fn n_awake(&self) -> usize {
        self.rooms.iter().map(|s| s.lock().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Room>> {
        let mut all = Vec::new();
        for shard in &self.rooms {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend(shard.values().cloned());
        }
        all
    }

    /// Makes a change and waits until it is on disk.
    pub(crate) async fn commit(&self, change: Vec<Op>) -> Result<(), StoreError> {
        let (done, wait) = oneshot::channel();
        self.store().commit(
            change,
            Box::new(move |result| {
                let _ = done.send(result);
            }),
        );
        wait.await.unwrap_or_else(|_| Err(StoreError::Broken("the store is closed".into())))
    }

    /// Lets go of every table: others own them now, or will.
    fn let_go(&self) {
        for shard in &self.rooms {
            let rooms = std::mem::take(&mut *shard.lock().unwrap_or_else(PoisonError::into_inner));
            rooms.values().for_each(|room| house::let_go(room));
        }
    }

    /// The server stops: what is known is written, and its tables are free for others.
    pub(crate) async fn hand_over(&self) {
        let Some(cluster) = &self.cluster else { return };
        let _ = self.commit(Vec::new()).await;
        self.let_go();
        let node = cluster.node();
        match cluster.leave().await {
            Ok(()) => self.parts.bus.publish(News::Left(node)),
            Err(error) => {
                tracing::warn!(%error, "the lease was not given back: it runs out by itself");
            }
        }
    }

    /// Other nodes reach this one by its number.
    pub(crate) fn join_talk(&self) {
        if let (Some(cluster), Some(talk)) = (&self.cluster, self.parts.bus.talk()) {
            talk.joined(cluster.node(), self.parts.config.roles.contains(&Role::Bots));
        }
    }

    /// A node has said that it goes: its tables are taken up at once.
    pub(crate) async fn left(self: &Arc<Hub>, node: i64) {
        self.links.lost(node);
        if let Some(cluster) = &self.cluster
            && !self.stopping.load(Ordering::Relaxed)
        {
            self.renew(cluster).await;
        }
    }

    /// Learns at once who else is there.
    pub(crate) async fn look_for_nodes(self: &Arc<Hub>) {
        if let Some(cluster) = &self.cluster {
            self.renew(cluster).await;
        }
    }

    /// Renews the lease, and takes up what a node that has gone has left.
    async fn renew(self: &Arc<Hub>, cluster: &Cluster) {
        let renewed = tokio::time::timeout(2 * RENEW, cluster.renew(self.ran())).await;
        match renewed {
            Ok(Ok(Lease::Held { gone, ran })) => {
                self.ran_elsewhere(ran);
                for node in gone {
                    tracing::warn!(node, "a node has gone");
                    self.links.lost(node);
                }
                self.take_up(cluster, false).await;
            }
            Ok(Ok(Lease::Lapsed)) => {
                tracing::warn!("the lease has run out: this node begins anew");
                self.let_go();
                if let Err(error) = cluster.rejoin().await {
                    tracing::error!(%error, "this node cannot join again");
                } else {
                    self.join_talk();
                }
            }
            Ok(Err(error)) => tracing::warn!(%error, "the lease could not be renewed"),
            Err(_) => tracing::warn!("the lease could not be renewed in time"),
        }
    }

    /// Now and then: is there a table that goes on by itself and has no node at all?
    pub(crate) async fn look_for_orphans(self: &Arc<Hub>) {
        if let Some(cluster) = &self.cluster {
            self.take_up(cluster, true).await;
        }
    }

    /// Takes up tables whose node has gone.
    async fn take_up(self: &Arc<Hub>, cluster: &Cluster, thoroughly: bool) {
        if self.stopping.load(Ordering::Relaxed) {
            return;
        }
        match cluster.orphans(thoroughly).await {
            Ok(ids) => {
                for id in ids {
                    if let Err(error) = self.find(&id, Came::Sent).await {
                        tracing::error!(table = id, ?error, "a table could not be taken up");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "nobody knows which tables are without a node"),
        }
    }

    /// After a start: tables where a bot is to move or a clock runs go on. Where
    /// nodes share a store each takes up its own part.
    pub(crate) async fn resume_all(self: &Arc<Hub>) -> Result<(), Error> {
        if let Some(cluster) = &self.cluster {
            self.take_up(cluster, true).await;
            self.resumed.store(true, Ordering::Relaxed);
            return Ok(());
        }
        for id in self.store().playing().await? {
            let row = match self.store().table(&id).await {
                Ok(Some(row)) => row,
                Ok(None) => continue,
                Err(error) => {
                    // It spoils nothing but itself.
                    unreadable(&id, &error.to_string());
                    continue;
                }
            };
            let has_bot =
                row.seats.iter().any(|s| matches!(s.holder, crate::store::HolderRow::Bot { .. }));
            if (has_bot || row.clock != ClockPlan::None)
                && let Err(error) = self.room(&id).await
            {
                tracing::error!(table = id, ?error, "a table could not be woken");
            }
        }
        self.resumed.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Notes for how long the server has run, while anybody's clock does.
    pub(crate) fn note_time(&self) {
        if self.all().iter().any(|room| room.is_timed()) {
            self.store().commit(vec![Op::Ran(self.ran())], Box::new(|_| {}));
        }
    }

    /// Housekeeping once in a while: sleepers, gauges.
    pub(crate) async fn keep_house(self: Arc<Hub>) {
        let mut tick = tokio::time::interval(std::time::Duration::from_secs(5));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            if self.stopping.load(Ordering::Relaxed) {
                return;
            }
            self.sleep_idle();
            // A store that failed is tried again, whether or not anybody plays.
            if !self.store().healthy() {
                self.store().commit(vec![Op::Probe], Box::new(|_| {}));
            }
            self.note_time();
            let quiet = self.now().saturating_sub(10_000);
            self.all().iter().for_each(|room| room.doze(quiet));
            metrics::gauge!("rooms_awake").set(self.n_awake() as f64);
            metrics::gauge!("sockets_open").set(f64::from(self.sockets.load(Ordering::Relaxed)));
        }
    }
}

/// Where a table was found.
pub(crate) enum Found {
    /// In this node.
    Here(Arc<Room>),
    /// At that one.
    There(i64),
}

/// Renews the lease as long as the server runs. A node that has lost it lets go of
/// everything and begins anew, as another.
async fn keep_lease(hub: Weak<Hub>) {
    let mut tick = tokio::time::interval(RENEW);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        let Some(hub) = hub.upgrade() else { return };
        let Some(cluster) = hub.cluster.clone() else { return };
        if hub.stopping.load(Ordering::Relaxed) {
            return;
        }
        hub.renew(&cluster).await;
        if !cluster.holds() {
            // Nobody is told anything by a node that may own nothing.
            hub.let_go();
        }
    }
}

/// A table that cannot be read back: its players are told, and the operator.
fn unreadable(id: &str, why: &str) -> Error {
    metrics::counter!("tables_unreadable_total").increment(1);
    tracing::error!(table = id, why, "a table cannot be read back");
    Error::new(
        code::UNREADABLE_TABLE,
        "This table cannot be read back from the disk. The operator of the server can see why.",
    )
}
