//! News within one process.

use super::{Bus, News};
use tokio::sync::broadcast;

/// Carries news to the tasks of this process.
pub struct Local(broadcast::Sender<News>);

impl Default for Local {
    fn default() -> Local {
        Local(broadcast::channel(256).0)
    }
}

impl Bus for Local {
    fn publish(&self, news: News) {
        // Nobody listening is fine.
        let _ = self.0.send(news);
    }

    fn subscribe(&self) -> broadcast::Receiver<News> {
        self.0.subscribe()
    }
}
