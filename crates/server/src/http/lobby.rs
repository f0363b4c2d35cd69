//! The socket of whoever looks at the lists of tables: it is told when they change.

use crate::App;
use crate::auth::Source;
use crate::error::Error;
use crate::limits::Counted;
use crate::ws;
use admiralty_protocol::ToLobby;
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use std::time::Duration;
use tokio::sync::watch;

/// Whoever looks is told at most so often, however much happens.
const GATHER: Duration = Duration::from_secs(1);
/// So often a silent line is tried.
const PING: Duration = Duration::from_secs(30);
/// Whoever looks has nothing to say.
const MAX_MESSAGE: usize = 64;

pub(super) fn router() -> Router<App> {
    Router::new().route("/api/lobby", get(open))
}

async fn open(
    State(app): State<App>,
    from: Source,
    request: WebSocketUpgrade,
) -> Result<Response, Error> {
    let counted = ws::count(&app, &from)?;
    let lists = app.lists();
    let request = request.max_message_size(MAX_MESSAGE).read_buffer_size(MAX_MESSAGE);
    Ok(request.on_upgrade(move |socket| tell(socket, lists, counted)))
}

/// Tells of every change until one side goes, or the server stops.
async fn tell(mut socket: WebSocket, mut lists: watch::Receiver<()>, _counted: Option<Counted>) {
    let Ok(listed) = serde_json::to_string(&ToLobby::Listed {}) else { return };
    loop {
        let message = tokio::select! {
            changed = lists.changed() => match changed {
                Ok(()) => Message::Text(listed.clone().into()),
                Err(_) => break,
            },
            heard = socket.recv() => match heard {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                _ => break,
            },
            () = tokio::time::sleep(PING) => Message::Ping(Default::default()),
        };
        let told = matches!(message, Message::Text(_));
        // Nobody is waited for: who does not read has the door shut on them.
        if !matches!(tokio::time::timeout(PING, socket.send(message)).await, Ok(Ok(()))) {
            return;
        }
        if told {
            tokio::time::sleep(GATHER).await;
        }
    }
    let _ = tokio::time::timeout(GATHER, socket.send(Message::Close(None))).await;
}
