//! What one node tells the others. With one node it stays in the process; a
//! trait, so that several nodes can share a service later.

mod local;

pub use local::Local;

use tokio::sync::broadcast;

/// Something other nodes and other parts of this one may want to know.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}

/// By what somebody came in: the id of a session, or of a token.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pass {
    /// The cookie of a browser.
    Session(String),
    /// A program's token.
    Token(String),
}

/// What of a person ends.
#[derive(Debug, Clone, PartialEq, Eq)]
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
}
