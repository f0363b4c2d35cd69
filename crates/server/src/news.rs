//! What this node does when others, or other parts of it, say something.

use crate::bus::News;
use crate::{App, Inside};
use std::sync::{Arc, Weak};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

/// Forgets sessions that other nodes have changed, and tells of lists that have.
pub(crate) async fn listen(app: Weak<Inside>, mut news: broadcast::Receiver<News>) {
    loop {
        let heard = news.recv().await;
        let Some(app) = app.upgrade() else { return };
        match heard {
            Ok(News::Person { node, user, ending }) if node != app.node => {
                app.sessions.end(&user, &ending);
            }
            Ok(News::Visited { node, tables }) if node != app.node => {
                App(app).visited_elsewhere(tables);
            }
            Ok(News::Left(node)) => {
                let hub = Arc::clone(&app.hub);
                tokio::spawn(async move { hub.left(node).await });
            }
            Ok(News::Guess { node, of, failed }) if node != app.node => {
                app.guesses.hear(of, failed);
            }
            Ok(News::Opened { node, from, table }) if node != app.node => {
                app.lobby.made(from, table);
            }
            // This node's own; and who is called has a line of their own to the bus.
            Ok(
                News::Person { .. }
                | News::Visited { .. }
                | News::Guess { .. }
                | News::Opened { .. }
                | News::Called { .. },
            ) => {}
            Ok(News::Shuns(who)) => {
                tokio::spawn(async move { App(app).hear_of_shuns(&who).await });
            }
            Ok(News::Listed(_)) => app.lobby.changed(),
            Ok(News::Tournament(_)) => app.tournaments.changed(),
            Ok(News::Study(_)) => app.studies.changed(),
            Err(RecvError::Lagged(_)) => {
                app.sessions.forget_all();
                app.lobby.changed();
                app.tournaments.changed();
                app.studies.changed();
                tokio::spawn(App(app).hear_of_all_shuns());
            }
            Err(RecvError::Closed) => return,
        }
    }
}
