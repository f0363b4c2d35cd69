//! This node among others on one store: its lease, which tables are its own, and
//! where the others are. What a lease means stands in `store/lease.rs`.
//!
//! A node that is not sure of its lease owns nothing: it writes nothing, because
//! the store refuses it, and tells nothing, because it asks [`Cluster::holds`] first.

pub(crate) mod link;
pub(crate) mod talk;
pub(crate) mod think;

use crate::error::Error;
use crate::store::{Claim, Guard, LEASE, Leases, Store, StoreError, preferred};
use admiralty_protocol::code;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// So much before its end a lease is not relied on any more.
const MARGIN: Duration = Duration::from_millis(250);
/// An epoch no table ever has: nothing is written by it.
const NEVER: u64 = i64::MAX as u64;
/// So many ids are tried for one that is best kept here.
const TRIES: usize = 256;

pub(crate) struct Cluster {
    store: Arc<dyn Store>,
    name: String,
    /// May it own tables?
    rooms: bool,
    /// Can it hand on what is asked of others' tables?
    talks: bool,
    node: AtomicI64,
    begun: Instant,
    /// Until when it holds its lease for sure, in milliseconds since it began.
    until: AtomicU64,
    nodes: RwLock<Vec<(i64, bool)>>,
    /// Its tables, and the epoch of each.
    epochs: Mutex<HashMap<i64, u64>>,
}

/// Where a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// This node's.
    Here,
    /// At that node.
    There(i64),
}

/// How a request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Came {
    /// From a client.
    Directly,
    /// From another node, which thinks that this one has the table or should.
    Sent,
}

/// What a renewal came to.
pub(crate) enum Lease {
    /// It goes on; these nodes are not there any more, and servers have run so long.
    Held { gone: Vec<i64>, ran: u64 },
    /// It is over.
    Lapsed,
}

impl Cluster {
    /// Joins whoever shares this store; nothing if nobody can.
    pub(crate) async fn join(
        store: &Arc<dyn Store>,
        name: String,
        rooms: bool,
        talks: bool,
    ) -> Result<Option<Arc<Cluster>>, StoreError> {
        if store.leases().is_none() {
            return Ok(None);
        }
        let cluster = Cluster {
            store: Arc::clone(store),
            name,
            rooms,
            talks,
            node: AtomicI64::new(0),
            begun: Instant::now(),
            until: AtomicU64::new(0),
            nodes: RwLock::default(),
            epochs: Mutex::default(),
        };
        cluster.rejoin().await?;
        Ok(Some(Arc::new(cluster)))
    }

    fn leases(&self) -> Result<&dyn Leases, StoreError> {
        self.store.leases().ok_or_else(|| StoreError::Broken("this store has no leases".into()))
    }

    fn epochs(&self) -> MutexGuard<'_, HashMap<i64, u64>> {
        self.epochs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a new lease: as another node than before, which owns nothing yet.
    pub(crate) async fn rejoin(&self) -> Result<(), StoreError> {
        self.epochs().clear();
        let asked = Instant::now();
        let node = self.leases()?.join(&self.name, self.rooms).await?;
        self.node.store(node, Ordering::Release);
        self.extend(asked);
        let renewed = self.leases()?.renew(0).await?;
        *self.nodes.write().unwrap_or_else(PoisonError::into_inner) = renewed.nodes;
        tracing::info!(node, name = self.name, "this node has joined");
        Ok(())
    }

    /// The lease began at the earliest when it was asked for.
    fn extend(&self, asked: Instant) {
        let until = asked.duration_since(self.begun) + LEASE - MARGIN;
        self.until.store(until.as_millis() as u64, Ordering::Release);
    }

    pub(crate) fn node(&self) -> i64 {
        self.node.load(Ordering::Acquire)
    }

    /// Is it sure of its lease? Time goes on while a process is stopped.
    pub(crate) fn holds(&self) -> bool {
        self.begun.elapsed().as_millis() < u128::from(self.until.load(Ordering::Acquire))
    }

    /// Renews the lease.
    pub(crate) async fn renew(&self, ran: u64) -> Result<Lease, StoreError> {
        let asked = Instant::now();
        let renewed = self.leases()?.renew(ran).await?;
        if !renewed.held {
            self.until.store(0, Ordering::Release);
            return Ok(Lease::Lapsed);
        }
        self.extend(asked);
        let mut nodes = self.nodes.write().unwrap_or_else(PoisonError::into_inner);
        let there = |node: &i64| renewed.nodes.iter().any(|(other, _)| other == node);
        let gone = nodes.iter().map(|(node, _)| *node).filter(|node| !there(node)).collect();
        *nodes = renewed.nodes;
        Ok(Lease::Held { gone, ran: renewed.ran })
    }

    /// Ends the lease: all of its tables are free.
    pub(crate) async fn leave(&self) -> Result<(), StoreError> {
        self.until.store(0, Ordering::Release);
        self.leases()?.leave().await
    }

    fn preferred(&self, id: &str) -> Option<i64> {
        preferred(&self.nodes.read().unwrap_or_else(PoisonError::into_inner), id)
    }

    /// Is this the node that does what any of them could?
    pub(crate) fn is_first_for(&self, id: &str) -> bool {
        self.preferred(id).is_none_or(|best| best == self.node())
    }

    /// Some node that may own tables, if this one may not.
    pub(crate) fn elsewhere(&self, id: &str) -> Option<i64> {
        if self.rooms { None } else { self.preferred(id) }
    }

    /// The node that keeps something for all of them, if that is another than this one.
    pub(crate) fn keeper(&self, what: &str) -> Option<i64> {
        self.preferred(what).filter(|best| self.talks && *best != self.node())
    }

    /// What a room of this table writes by.
    pub(crate) fn guard(&self, num: i64) -> Guard {
        Guard::leased(num, self.epochs().get(&num).copied().unwrap_or(NEVER))
    }

    /// Where a table is; if nobody has it, it is taken here, or should be taken
    /// where every node would look for it first. Nothing if there is no such table.
    pub(crate) async fn place(&self, id: &str, came: Came) -> Result<Option<Place>, Error> {
        let Some(found) = self.leases()?.locate(id).await? else { return Ok(None) };
        match found.node {
            Some(node) if node != self.node() => return Ok(Some(Place::There(node))),
            Some(_) if self.holds() && self.epochs().contains_key(&found.num) => {
                return Ok(Some(Place::Here));
            }
            Some(_) => {}
            None => {
                let best = self.preferred(id).filter(|best| *best != self.node());
                let other = best.filter(|_| self.talks && came == Came::Directly);
                if let Some(best) = other {
                    return Ok(Some(Place::There(best)));
                }
            }
        }
        self.own(found.num).await.map(Some)
    }

    /// Takes a table.
    pub(crate) async fn own(&self, num: i64) -> Result<Place, Error> {
        if !self.rooms || !self.holds() {
            return Err(moving());
        }
        match self.leases()?.claim(num).await? {
            Claim::Mine(epoch) => {
                self.epochs().insert(num, epoch);
                Ok(Place::Here)
            }
            Claim::Theirs(node) => Ok(Place::There(node)),
            Claim::Lapsed => Err(moving()),
        }
    }

    /// An id for a new table that every node would look for here first.
    pub(crate) fn own_id(&self, mut make: impl FnMut() -> String) -> String {
        let mut id = make();
        for _ in 0..TRIES {
            if self.preferred(&id).is_none_or(|best| best == self.node()) {
                break;
            }
            id = make();
        }
        id
    }

    /// Tables to be taken up here because their node has gone: those that go on
    /// by themselves. Looked for thoroughly, also those that never had one.
    pub(crate) async fn orphans(&self, thoroughly: bool) -> Result<Vec<String>, StoreError> {
        let mut ids = self.leases()?.orphans(1000, thoroughly).await?;
        ids.retain(|id| self.preferred(id) == Some(self.node()));
        Ok(ids)
    }
}

/// The table is on its way from one node to another.
pub(crate) fn moving() -> Error {
    Error::new(code::STOPPING, "This table moves to another machine; come back.")
}
