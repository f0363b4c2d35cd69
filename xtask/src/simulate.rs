//! `cargo xtask simulate`: nodes, tables, leases and commits at a size no test
//! machine has, in steps of a millisecond, from costs that were measured on small
//! ones (docs/scale.md). Nodes die and are paused on the way; that no table ever has
//! two writers is checked, not assumed.

use anyhow::{Result, bail};
use std::collections::VecDeque;

/// What is simulated.
#[derive(Debug, Clone, Copy)]
struct Plan {
    tables: usize,
    nodes: usize,
    /// Moves of all tables in a second.
    moves: f64,
    seconds: u64,
    /// Processors of the database.
    cores: f64,
    /// Microseconds of one processor of the database per commit, per line and per
    /// claim of a table.
    commit: f64,
    line: f64,
    claim: f64,
    /// Milliseconds until a commit is on disk.
    sync: u64,
    /// Microseconds of one processor of a node per move.
    play: f64,
}

const DEFAULT: Plan = Plan {
    tables: 1_000_000,
    nodes: 40,
    moves: 50_000.0,
    seconds: 60,
    cores: 16.0,
    commit: 450.0,
    line: 12.0,
    claim: 365.0,
    sync: 2,
    play: 55.0,
};

/// Milliseconds of a lease, and between renewals.
const LEASE: u64 = 4000;
const RENEW: u64 = 1000;
/// Milliseconds until a client asks again.
const PAUSE: u64 = 500;
/// The longest a commit may be.
const BATCH: usize = 4096;

pub(crate) fn run(words: &[&str]) -> Result<bool> {
    let mut plan = DEFAULT;
    for pair in words.chunks(2) {
        let [name, value] = pair else { bail!("{} needs a number", pair[0]) };
        let Ok(number) = value.parse::<f64>() else { bail!("{name} needs a number, not {value}") };
        match *name {
            "--tables" => plan.tables = number as usize,
            "--nodes" => plan.nodes = number as usize,
            "--moves" => plan.moves = number,
            "--seconds" => plan.seconds = number as u64,
            "--cores" => plan.cores = number,
            "--commit-us" => plan.commit = number,
            "--line-us" => plan.line = number,
            "--claim-us" => plan.claim = number,
            "--sync-ms" => plan.sync = number as u64,
            "--play-us" => plan.play = number,
            other => bail!("unknown: {other}"),
        }
    }
    if plan.nodes < 3 || plan.tables < plan.nodes {
        bail!("at least three nodes, and a table for each");
    }
    println!("{plan:?}");
    let end = World::new(plan).run();
    println!("{end:#?}");
    let good = end.doubled == 0 && end.unplayed_after_s < 10.0 && end.database < 0.9;
    println!("{}", if good { "it holds" } else { "it does not hold" });
    Ok(good)
}

/// Numbers without a pattern, the same in every run.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A move: the table, its epoch as the node knows it, since when it waits.
type Move = (u32, u32, u64);

/// A node: what it believes, and what waits to be written.
#[derive(Default)]
struct Node {
    /// Until when it holds its lease, in the time of the database.
    until: u64,
    /// It neither runs nor hears until then.
    stopped_until: u64,
    /// Moves that wait.
    queue: VecDeque<Move>,
    /// A commit on its way to the disk, and when it is there.
    flight: Option<(u64, Vec<Move>)>,
    /// Work of the node in this millisecond, in microseconds.
    busy: f64,
}

struct World {
    plan: Plan,
    rng: Rng,
    now: u64,
    nodes: Vec<Node>,
    /// By table: its node and epoch in the database.
    owner: Vec<(u16, u32)>,
    /// By table: the epoch its node has in memory; 0: it has none.
    known: Vec<u32>,
    /// By table: who wrote its last line, in which epoch.
    wrote: Vec<(u16, u32)>,
    /// Microseconds of work the database still has to do.
    backlog: f64,
    done: f64,
    waits: Vec<u32>,
    refused: u64,
    doubled: u64,
    moved: u64,
    longest: u64,
    waiting: Vec<u64>,
    /// Whoever got no answer asks again, then.
    again: VecDeque<(u64, u32)>,
}

/// What came of it.
#[derive(Debug)]
#[expect(dead_code, reason = "printed as a whole")]
struct End {
    moves_per_s: f64,
    /// Until a move is on disk, in milliseconds.
    p50_ms: u32,
    p99_ms: u32,
    /// Work of the database as a part of what it can do.
    database: f64,
    /// The same of the busiest node.
    busiest_node: f64,
    /// Lines of nodes that had lost their lease: refused.
    refused: u64,
    /// Tables that changed hands.
    moved: u64,
    /// Tables with two writers in one epoch, or an older one after a newer.
    doubled: u64,
    /// The longest that moves of a table were not taken.
    unplayed_after_s: f64,
}

impl World {
    fn new(plan: Plan) -> World {
        let owner = (0..plan.tables).map(|t| ((t % plan.nodes) as u16, 1)).collect();
        World {
            plan,
            rng: Rng(7),
            now: 0,
            nodes: (0..plan.nodes).map(|_| Node { until: LEASE, ..Node::default() }).collect(),
            owner,
            known: vec![1; plan.tables],
            wrote: vec![(u16::MAX, 0); plan.tables],
            backlog: 0.0,
            done: 0.0,
            waits: Vec::new(),
            refused: 0,
            doubled: 0,
            moved: 0,
            longest: 0,
            waiting: vec![0; plan.tables],
            again: VecDeque::new(),
        }
    }

    fn run(mut self) -> End {
        let end = self.plan.seconds * 1000;
        let mut due = 0.0;
        let mut busiest = 0.0_f64;
        while self.now < end {
            self.now += 1;
            // A third of the way one node dies for good, later another is paused.
            if self.now == end / 3 {
                self.stop(0, u64::MAX);
            }
            if self.now == end / 2 {
                self.stop(1, self.now + 2 * LEASE);
            }
            due += self.plan.moves / 1000.0;
            while due >= 1.0 {
                due -= 1.0;
                let table = self.rng.below(self.plan.tables);
                self.ask(table);
            }
            while self.again.front().is_some_and(|(at, _)| *at <= self.now)
                && let Some((_, table)) = self.again.pop_front()
            {
                self.ask(table as usize);
            }
            for n in 0..self.nodes.len() {
                if self.nodes[n].stopped_until <= self.now {
                    self.tick(n);
                }
            }
            self.backlog = (self.backlog - self.plan.cores * 1000.0).max(0.0);
        }
        for node in &self.nodes {
            busiest = busiest.max(node.busy / (end as f64 * 1000.0));
        }
        self.waits.sort_unstable();
        let at = |q: f64| {
            let last = self.waits.len().saturating_sub(1);
            self.waits.get((last as f64 * q) as usize).copied().unwrap_or(0)
        };
        End {
            moves_per_s: self.waits.len() as f64 / self.plan.seconds as f64,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            database: self.done / (self.plan.cores * end as f64 * 1000.0),
            busiest_node: busiest,
            refused: self.refused,
            moved: self.moved,
            doubled: self.doubled,
            unplayed_after_s: self.longest as f64 / 1000.0,
        }
    }

    /// A node runs no more until then. Whoever waits for an answer of it asks again.
    fn stop(&mut self, n: usize, until: u64) {
        let node = &mut self.nodes[n];
        node.stopped_until = until;
        let flight = node.flight.iter().flat_map(|(_, lines)| lines);
        let asked: Vec<u32> = node.queue.iter().chain(flight).map(|line| line.0).collect();
        self.again.extend(asked.into_iter().map(|table| (self.now + PAUSE, table)));
    }

    /// Work for the database; when it is done.
    fn work(&mut self, us: f64) -> u64 {
        self.backlog += us;
        self.done += us;
        self.now + (self.backlog / (self.plan.cores * 1000.0)) as u64
    }

    /// Somebody wants to move at a table: their node asks the one that has it, or
    /// takes it if nobody does.
    fn ask(&mut self, table: usize) {
        let (node, epoch) = self.owner[table];
        let n = usize::from(node);
        if self.waiting[table] == 0 {
            self.waiting[table] = self.now;
        }
        if self.nodes[n].until <= self.now {
            // Struck out: whatever it still has on its way is refused from now on.
            // Who is stopped takes nothing.
            let alive = |n: &usize| {
                let node = &self.nodes[*n];
                node.until > self.now && node.stopped_until <= self.now
            };
            let others = self.plan.nodes - 1;
            let Some(other) = (0..others)
                .map(|step| (n + 1 + (table + step) % others) % self.plan.nodes)
                .find(|n| alive(n))
            else {
                return;
            };
            self.work(self.plan.claim);
            self.owner[table] = (other as u16, epoch + 1);
            self.known[table] = epoch + 1;
            self.moved += 1;
            self.nodes[other].queue.push_back((table as u32, epoch + 1, self.now));
        } else if self.nodes[n].stopped_until <= self.now {
            let epoch = self.known[table];
            self.nodes[n].queue.push_back((table as u32, epoch, self.now));
        } else {
            if self.rng.below(50) == 0 {
                // It reached the node just before it stopped: it will try to write it.
                self.nodes[n].queue.push_back((table as u32, epoch, self.now));
            }
            self.again.push_back((self.now + PAUSE, table as u32));
        }
    }

    fn tick(&mut self, n: usize) {
        if self.now % RENEW == (n as u64 * 7) % RENEW {
            self.work(self.plan.commit);
            match self.nodes[n].until > self.now {
                true => self.nodes[n].until = self.now + LEASE,
                // It joins again and owns nothing; what it had meant to write goes out
                // once, and is refused.
                false if self.nodes[n].queue.is_empty() && self.nodes[n].flight.is_none() => {
                    self.nodes[n].until = self.now + LEASE;
                }
                false => {}
            }
        }
        let landed = self.nodes[n].flight.as_ref().is_some_and(|(at, _)| *at <= self.now);
        if landed && let Some((_, lines)) = self.nodes[n].flight.take() {
            lines.into_iter().for_each(|line| self.land(n, line));
        }
        if self.nodes[n].flight.is_none() && !self.nodes[n].queue.is_empty() {
            let k = self.nodes[n].queue.len().min(BATCH);
            let lines: Vec<_> = self.nodes[n].queue.drain(..k).collect();
            self.nodes[n].busy += self.plan.play * k as f64;
            let at = self.work(self.plan.commit + self.plan.line * k as f64);
            self.nodes[n].flight = Some((at + self.plan.sync, lines));
        }
    }

    /// The database decides: only the owner of this epoch writes, by a lease that holds.
    fn land(&mut self, n: usize, (table, epoch, since): Move) {
        let t = table as usize;
        let held = self.nodes[n].until > self.now;
        if !held || self.owner[t] != (n as u16, epoch) {
            self.refused += 1;
            self.again.push_back((self.now + PAUSE, table));
            return;
        }
        let (writer, last) = self.wrote[t];
        if last > epoch || (last == epoch && writer != n as u16) {
            self.doubled += 1;
        }
        self.wrote[t] = (n as u16, epoch);
        self.waits.push((self.now - since) as u32);
        let begun = std::mem::take(&mut self.waiting[t]);
        if begun > 0 {
            self.longest = self.longest.max(self.now - begun);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DEFAULT, Plan, World};

    #[test]
    fn nodes_that_die_or_pause_never_write_beside_their_successors() {
        let plan = Plan { tables: 3000, nodes: 5, moves: 4000.0, seconds: 30, ..DEFAULT };
        let end = World::new(plan).run();
        assert_eq!(end.doubled, 0);
        assert!(end.refused > 0, "somebody tried");
        assert!(end.moved > 500, "tables changed hands");
        assert!(end.unplayed_after_s < 10.0, "{end:?}");
        assert!(end.moves_per_s > 3000.0, "{end:?}");
    }
}
