//! What nodes say to each other. With one node it stays in the process; where
//! several share a store it goes over NATS. Three kinds of talk: news for
//! everybody, a question to the node that has a table, and what passes over the
//! link of a socket between the node that holds it and the node that has its table.
//!
//! Nothing said here is the truth: that is in the store. What is lost is noticed
//! by numbers and asked for again.

mod local;
#[cfg(feature = "nats")]
mod nats;

pub use local::Local;
#[cfg(feature = "nats")]
pub use nats::Nats;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use tokio::sync::{broadcast, mpsc};

/// Something other nodes and other parts of this one may want to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum News {
    /// Something of a person changed: what is remembered of them is out of
    /// date, and what ends is to be closed.
    Person {
        /// The node that says so, and has done so itself.
        node: u64,
        /// Who.
        user: String,
        /// What ends.
        ending: Ending,
    },
    /// A listed table was made, began or ended.
    Listed(String),
    /// Open tables of a node where somebody is at the moment.
    Visited {
        /// The node.
        node: u64,
        /// The tables.
        tables: Vec<String>,
    },
    /// Somebody tries a password, or was right.
    Guess {
        /// The node that has counted it.
        node: u64,
        /// The account and place, and the place, as hashes.
        of: [u64; 2],
        /// When, unless it was right.
        failed: Option<u64>,
    },
    /// A listed table was made from this network.
    Opened {
        /// The node that has counted it.
        node: u64,
        /// The network.
        from: IpAddr,
        /// The table.
        table: String,
    },
    /// A program with an account is called: its turn, or a game of its is over.
    Called {
        /// The account.
        user: String,
        /// The event as it travels.
        event: String,
    },
    /// A tournament has changed, or a game of it is over.
    Tournament(String),
    /// Somebody has changed from whom they keep away.
    Shuns(String),
    /// A study has changed.
    Study(String),
    /// A node goes, and its tables are free.
    Left(i64),
}

/// By what somebody came in: the id of a session, or of a token.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pass {
    /// The cookie of a browser.
    Session(String),
    /// A program's token.
    Token(String),
}

/// What of a person ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Nothing: only what is remembered is out of date.
    Nothing,
    /// One way in.
    One(Pass),
    /// Everything but one session.
    AllBut(Option<String>),
}

impl Ending {
    /// Does this way in end?
    pub fn takes(&self, pass: &Pass) -> bool {
        match self {
            Ending::Nothing => false,
            Ending::One(one) => one == pass,
            Ending::AllBut(kept) => match (kept, pass) {
                (Some(kept), Pass::Session(session)) => kept != session,
                _ => true,
            },
        }
    }
}

/// Carries news.
pub trait Bus: Send + Sync + 'static {
    /// Tells everybody.
    fn publish(&self, news: News);
    /// Listens from now on.
    fn subscribe(&self) -> broadcast::Receiver<News>;
    /// The way to other nodes, if there are any.
    fn talk(&self) -> Option<&dyn Talk> {
        None
    }
}

/// The way to other nodes.
pub trait Talk: Send + Sync {
    /// This node is known by this number from now on; with `thinks` it takes
    /// questions that are for no node in particular.
    fn joined(&self, node: i64, thinks: bool);
    /// Asks the node that has a table.
    fn ask<'a>(
        &'a self,
        node: i64,
        table: &'a str,
        question: Vec<u8>,
    ) -> BoxFuture<'a, Result<Vec<u8>, Unanswered>>;
    /// Asks whichever node thinks for bots.
    fn ask_any(&self, question: Vec<u8>) -> BoxFuture<'_, Result<Vec<u8>, Unanswered>>;
    /// Says something to a node, in order, without waiting.
    fn tell(&self, node: i64, message: Vec<u8>);
    /// Whatever is said to this node; for the first who asks.
    fn heard(&self) -> Option<mpsc::UnboundedReceiver<Heard>>;
}

/// Why there was no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// Nobody was asked: it may be asked again.
    Unheard,
    /// Nobody knows whether it was done.
    Unknown,
}

/// Something said to this node.
pub enum Heard {
    /// A question, and where its answer goes.
    Asked {
        /// The question.
        question: Vec<u8>,
        /// The way back.
        answer: Answer,
    },
    /// Part of a link.
    Told(Vec<u8>),
    /// Something may have been lost: look after every link.
    Gap,
}

/// Where an answer goes.
pub type Answer = Box<dyn FnOnce(Vec<u8>) + Send>;
