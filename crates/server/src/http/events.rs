//! What concerns a program with an account, line by line as it happens: seats that are offered,
//! its turns, the ends of its games.

use super::tables::infos;
use crate::App;
use crate::auth::{Source, Who};
use crate::bus::News;
use crate::error::Error;
use crate::room::{End, Next, Outlet};
use crate::ws;
use admiralty_protocol::{ApiError, BotEvent, Holder, Status, code};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::time::Instant;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// So often a line says that nothing has happened.
const BEAT: Duration = Duration::from_secs(20);
/// Offers are looked for at most so often, however much happens.
const GATHER: Duration = Duration::from_millis(200);

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(events))
}

/// What concerns a bot account, as it happens: one JSON object a line.
#[utoipa::path(get, path = "/api/events", responses(
    (status = 200, body = BotEvent, content_type = "application/x-ndjson"),
    (status = 403, body = ApiError)))]
async fn events(State(app): State<App>, who: Who, from: Source) -> Result<Response, Error> {
    if !who.person.bot {
        let says = "Events are for bot accounts: make one, and come with its token.";
        return Err(Error::new(code::NOT_BOT, says));
    }
    let counted = ws::count(&app, &from)?;
    let out = Outlet::default();
    let door = app.open_door(&who, &out).await?;
    let news = app.hub().parts.bus.subscribe();
    let teller =
        Teller { app, user: who.person.id.clone(), out: out.clone(), told: BTreeSet::new() };
    let telling = tokio::spawn(teller.run(news));
    // Whoever goes drops the stream, and with it everything that was kept for them.
    let kept = (out, Stops(telling), door, counted);
    let lines = stream::unfold(kept, |kept| async move {
        let line = match kept.0.next().await {
            Next::Frame(line) => line,
            Next::End(End::Said | End::Slow | End::Gone) => return None,
        };
        let mut line = line.to_string();
        line.push('\n');
        Some((Ok::<_, Infallible>(Bytes::from(line)), kept))
    });
    let kind =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// Work that ends with whoever waits for it.
struct Stops(tokio::task::JoinHandle<()>);

impl Drop for Stops {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Tells one program.
struct Teller {
    app: App,
    user: String,
    out: Outlet,
    /// The offers it knows of.
    told: BTreeSet<(String, u8)>,
}

impl Teller {
    async fn run(mut self, mut news: Receiver<News>) {
        let mut lists = self.app.lists();
        self.begin().await;
        let mut beat = Instant::now() + BEAT;
        let mut again = Instant::now();
        loop {
            tokio::select! {
                heard = news.recv() => match heard {
                    Ok(News::Called { user, event }) if user == self.user => {
                        self.out.send(event.into());
                        beat = Instant::now() + BEAT;
                    }
                    Ok(_) => {}
                    // Something was missed: everything is told anew.
                    Err(RecvError::Lagged(_)) => self.begin().await,
                    Err(RecvError::Closed) => break,
                },
                changed = async { tokio::time::sleep_until(again).await; lists.changed().await } => {
                    if changed.is_err() {
                        break;
                    }
                    self.offers().await;
                    again = Instant::now() + GATHER;
                }
                () = tokio::time::sleep_until(beat) => {
                    self.say(&BotEvent::Beat {});
                    beat = Instant::now() + BEAT;
                }
            }
        }
        // The server stops, or this node has no news any more.
        self.out.end(End::Said);
    }

    fn say(&self, event: &BotEvent) {
        if let Ok(text) = serde_json::to_string(event) {
            self.out.send(text.into());
        }
    }

    /// Turns that wait and seats on offer.
    async fn begin(&mut self) {
        let store = self.app.hub().store();
        let mine = store.tables_of(&self.user, false, 200).await.unwrap_or_default();
        for table in infos(&self.app, mine, Some(&self.user)).await.unwrap_or_default() {
            let awaited = |seat: &u8| table.awaited.contains(seat);
            let own = table.seats.iter().filter(|seat| seat.you).map(|seat| seat.seat);
            for seat in own.filter(awaited).filter(|_| table.status == Status::Playing) {
                let (table, game) = (table.id.clone(), table.game.clone());
                self.say(&BotEvent::Turn { table, game, seat });
            }
        }
        self.offers().await;
    }

    /// Seats that it has not been told of, at tables where it does not sit.
    async fn offers(&mut self) {
        let Ok(rows) = self.app.open_tables().await else { return };
        let Ok(tables) = infos(&self.app, rows, Some(&self.user)).await else { return };
        let mut now = BTreeSet::new();
        for table in tables.iter().filter(|table| !table.seats.iter().any(|seat| seat.you)) {
            // A rated table is for people.
            let open = table.seats.iter().filter(|seat| seat.holder == Holder::Open);
            for seat in open.filter(|_| !table.rated) {
                now.insert((table.id.clone(), seat.seat));
                if !self.told.contains(&(table.id.clone(), seat.seat)) {
                    let (table, game) = (table.id.clone(), table.game.clone());
                    self.say(&BotEvent::Offered { table, game, seat: seat.seat });
                }
            }
        }
        self.told = now;
    }
}
