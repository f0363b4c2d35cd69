//! Who owns which table, where several nodes share a store. A node holds one
//! lease, in the time of the store; each table belongs to a node, and its epoch
//! counts how often it has changed hands. Whatever a node writes of a table is
//! checked against both, in the transaction that writes it.

use super::StoreError;
use futures_util::future::BoxFuture;
use std::time::Duration;

/// So long a node owns its tables without renewing …
pub const LEASE: Duration = Duration::from_secs(4);
/// … and so often it renews.
pub const RENEW: Duration = Duration::from_secs(1);

/// Leases of a store that several nodes share.
pub trait Leases: Send + Sync {
    /// Begins a lease of a new node and gives it its number. The node may own
    /// tables if it has `rooms`.
    fn join<'a>(&'a self, name: &'a str, rooms: bool) -> BoxFuture<'a, Result<i64, StoreError>>;
    /// Renews this node's lease; tells for how long servers have run if that is
    /// more than `ran`, and who is there.
    fn renew(&self, ran: u64) -> BoxFuture<'_, Result<Renewed, StoreError>>;
    /// Whose a table is, by its id; nothing if there is no such table.
    fn locate<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<Located>, StoreError>>;
    /// Takes a table if nobody holds it.
    fn claim(&self, num: i64) -> BoxFuture<'_, Result<Claim, StoreError>>;
    /// Tables that go on by themselves and whose node has gone: some of them.
    /// `thoroughly`: also those that never had one, which takes longer to find out.
    fn orphans(
        &self,
        limit: u32,
        thoroughly: bool,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;
    /// Ends this node's lease: everything it owns is free.
    fn leave(&self) -> BoxFuture<'_, Result<(), StoreError>>;
    /// Which of these sessions and tokens have ended.
    fn ended(
        &self,
        sessions: Vec<String>,
        tokens: Vec<String>,
        now: u64,
    ) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;
}

/// What a node learns when it renews.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renewed {
    /// Did it still hold its lease?
    pub held: bool,
    /// For how many milliseconds servers have run.
    pub ran: u64,
    /// The nodes that are there, and whether they may own tables.
    pub nodes: Vec<(i64, bool)>,
}

/// Where a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located {
    /// Its key within the store.
    pub num: i64,
    /// The node that holds it, if any does.
    pub node: Option<i64>,
}

/// What came of taking a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// It is this node's, for the so-manieth time it was given away.
    Mine(u64),
    /// Another node holds it.
    Theirs(i64),
    /// This node's own lease is over.
    Lapsed,
}

/// Of these nodes the one that should have the table: every node finds the same
/// one, and when a node comes or goes only its own tables move.
pub fn preferred(nodes: &[(i64, bool)], id: &str) -> Option<i64> {
    let able = nodes.iter().filter(|(_, rooms)| *rooms).map(|(node, _)| *node);
    able.max_by_key(|node| (weight(*node, id), *node))
}

/// FNV-1a over both, stirred: equal on every machine.
fn weight(node: i64, id: &str) -> u64 {
    let bytes = id.bytes().chain(node.to_le_bytes());
    let mut sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    for shift in [33, 29, 32] {
        sum = (sum ^ (sum >> shift)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    }
    sum ^ (sum >> 32)
}

#[cfg(test)]
mod tests {
    use super::preferred;

    #[test]
    fn tables_are_spread_and_only_those_of_a_lost_node_move() {
        let three = [(1, true), (2, true), (3, true), (4, false)];
        let two = [(1, true), (3, true), (4, false)];
        let mut count = [0; 5];
        for i in 0..3000 {
            let id = format!("table{i}");
            let before = preferred(&three, &id).unwrap();
            let after = preferred(&two, &id).unwrap();
            count[before as usize] += 1;
            assert!(before == 2 || before == after, "{id} moved without need");
            assert_ne!(after, 2);
        }
        assert!(count[1..4].iter().all(|n| (850..1150).contains(n)), "{count:?}");
        assert_eq!(count[4], 0);
        assert_eq!(preferred(&[(7, false)], "x"), None);
    }
}
