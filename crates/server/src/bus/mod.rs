//! What one node tells the others. With one node it stays in the process; a
//! trait, so that several nodes can share a service later.

mod local;

pub use local::Local;

use tokio::sync::broadcast;

/// Something other nodes and other parts of this one may want to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// A person's sessions changed: forget what is remembered of them.
    Person(String),
    /// A listed table was made, began or ended.
    Listed(String),
}

/// Carries news.
pub trait Bus: Send + Sync + 'static {
    /// Tells everybody.
    fn publish(&self, news: News);
    /// Listens from now on.
    fn subscribe(&self) -> broadcast::Receiver<News>;
}
