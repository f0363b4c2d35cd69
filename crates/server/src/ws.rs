//! One connection: what comes in is handed to the room, what the room has for
//! it goes out.

use crate::App;
use crate::auth::{Anybody, OpenDoor, Person, Source, net};
use crate::cluster::link;
use crate::error::Error;
use crate::hub::Found;
use crate::limits::{Counted, Flood, Flow};
use crate::refusal::{No, failed, refuse};
use crate::reports::spelt;
use crate::room::{
    End, Next, Outlet, Room, Say, Socket, ask, chat, clocks, crowd, draw, play, rewind, seats, undo,
};
use admiralty_core::Viewer;
use admiralty_protocol::{Measure, ToClient, ToServer, code};
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Bytes, Message, Utf8Bytes};

type WebSocket = WebSocketStream<TokioIo<Upgraded>>;

/// No message of a client is longer; a deployment of 40 pieces has 400 bytes.
const MAX_MESSAGE: usize = 16 * 1024;
/// Every socket holds a buffer of this size, also while it is idle; messages
/// are mostly shorter.
const READ: usize = 256;
/// Longer messages go out in pieces of this size: the writer keeps a buffer as
/// long as the longest piece it ever sent.
const PIECE: usize = 512;
/// The server pings so often …
const PING: Duration = Duration::from_secs(30);
/// … and gives a client up that has not been heard for so long.
const SILENCE: Duration = Duration::from_secs(90);
/// A client that does not take a message for so long is given up.
const WRITE: Duration = Duration::from_secs(20);

/// A client that was told goodbye is given so long to leave.
const LEAVE: Duration = Duration::from_secs(1);

static KEYS: AtomicU64 = AtomicU64::new(1);

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Wish {
    #[serde(rename = "as")]
    viewer: Option<String>,
    pub(crate) from: Option<u32>,
    say: Option<u8>,
    invite: Option<String>,
}

/// Opens the socket of a table.
pub(crate) async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
    (who, from): (Anybody, Source),
    headers: HeaderMap,
    line: Line,
    // It checks the request. The socket itself is made here, because its own
    // cannot send in pieces.
    _request: WebSocketUpgrade,
) -> Result<Response, Error> {
    if app.hub().stopping.load(Ordering::Relaxed) {
        return Err(Error::new(code::STOPPING, "The server is stopping; come back."));
    }
    let counted = count(&app, &from)?;
    if let (Some(address), Some(me)) = (from.0, who.id()) {
        app.hub().came(me, format!("{:?}", net(address)));
    }
    let out = Outlet::default();
    let door = match &who.0 {
        Some(who) => Some(app.open_door(who, &out).await?),
        None => None,
    };
    let person = who.0.map(|who| who.person);
    let way = match link::find(&app, &id).await? {
        Found::Here(room) => {
            if let Some(person) = &person {
                app.hub().deaf.learn(app.hub().store(), &person.id).await?;
            }
            Way::Here(Here::new(app.clone(), room, person, &wish, &out)?)
        }
        Found::There(node) => {
            let user = person.as_ref().map(|person| person.id.as_str());
            Way::There(link::open(&app, node, &id, user, &wish, &out).await?)
        }
    };
    let (Line(Some(line)), Some(key)) = (line, headers.get(header::SEC_WEBSOCKET_KEY)) else {
        return Err(Error::new(code::MALFORMED, "This connection cannot become a socket."));
    };
    let accept = derive_accept_key(key.as_bytes());
    tokio::spawn(async move {
        let stream = match line.await {
            Ok(stream) => TokioIo::new(stream),
            Err(error) => {
                tracing::debug!(table = id, %error, "a socket was not opened");
                return;
            }
        };
        let config = WebSocketConfig::default()
            .read_buffer_size(READ)
            .write_buffer_size(0)
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let mut ws = WebSocket::from_raw_socket(stream, Role::Server, Some(config)).await;
        app.hub().sockets.fetch_add(1, Ordering::Relaxed);
        if let Way::Here(here) = &way {
            here.connect(wish.from);
        }
        let connection = Connection { app, way, table: id, out, _door: door, _counted: counted };
        // A task of its own: this one holds room for all that was needed to open
        // the socket, for as long as it lasts.
        tokio::spawn(async move { connection.run(&mut ws).await });
    });
    Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, accept)
        .body(Body::empty())
        .map_err(|error| Error::new(code::MALFORMED, error.to_string()))
}

/// Sockets are counted by where they come from; a place among them.
pub(crate) fn count(app: &App, from: &Source) -> Result<Option<Counted>, Error> {
    let Some(from) = from.0 else { return Ok(None) };
    let too_many = || Error::new(code::RATE, "Too many sockets are open from your address.");
    let counted = app.count_socket(net(from), app.config().connections_each);
    counted.map(Some).ok_or_else(too_many)
}

/// The connection below the request, if it can be taken over.
pub(crate) struct Line(Option<OnUpgrade>);

impl<S: Sync> FromRequestParts<S> for Line {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Line, Infallible> {
        Ok(Line(parts.extensions.get::<OnUpgrade>().cloned()))
    }
}

/// Sends a text, in pieces if it is long.
async fn send_text(ws: &mut WebSocket, text: Utf8Bytes) -> tungstenite::Result<()> {
    if text.len() <= PIECE {
        return ws.send(Message::Text(text)).await;
    }
    let mut rest = Bytes::from(text);
    let mut kind = Data::Text;
    while !rest.is_empty() {
        let piece = rest.split_to(PIECE.min(rest.len()));
        let frame = Frame::message(piece, OpCode::Data(kind), rest.is_empty());
        ws.feed(Message::Frame(frame)).await?;
        kind = Data::Continue;
    }
    ws.flush().await
}

struct Connection {
    app: App,
    way: Way,
    table: String,
    out: Outlet,
    _door: Option<OpenDoor>,
    _counted: Option<Counted>,
}

/// The way to the table.
enum Way {
    /// It is in this node.
    Here(Here),
    /// At another, which is told everything and tells everything.
    There(link::Link),
}

/// Somebody at a table of this node, whether their socket is here or elsewhere.
pub(crate) struct Here {
    app: App,
    room: Arc<Room>,
    viewer: Viewer,
    say: Say,
    key: u64,
    person: Option<Arc<Person>>,
    pub(crate) out: Outlet,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.app.hub().sockets.fetch_sub(1, Ordering::Relaxed);
        self.out.close();
    }
}

/// Whatever way somebody goes, the room hears of it.
impl Drop for Here {
    fn drop(&mut self) {
        self.out.close();
        crowd::disconnect(&self.room, self.app.hub(), self.key);
    }
}

impl Here {
    /// Somebody who may look, from where they wish to.
    pub(crate) fn new(
        app: App,
        room: Arc<Room>,
        person: Option<Arc<Person>>,
        wish: &Wish,
        out: &Outlet,
    ) -> Result<Here, Error> {
        let who = person.as_ref().map(|person| person.id.as_str());
        if !seats::may_see(&room, who, wish.invite.as_deref()) {
            return Err(Error::no_table());
        }
        let viewer = seats::viewer_here(&room, who, wish.viewer.as_deref())?;
        let say = Say::of(wish.say.unwrap_or(0));
        let key = KEYS.fetch_add(1, Ordering::Relaxed);
        Ok(Here { app, room, viewer, say, key, person, out: out.clone() })
    }

    /// They are told what they missed since update `from`, or everything.
    pub(crate) fn connect(&self, from: Option<u32>) {
        let user = self.person.as_ref().map(|person| person.id.clone());
        let (key, viewer, say) = (self.key, self.viewer, self.say);
        let socket = Socket { key, viewer, say, user, out: self.out.clone() };
        crowd::connect(&self.room, self.app.hub(), socket, from);
    }

    /// One message of the client. An error is a message that cannot be read.
    /// What is seldom asked for waits in a box: every socket holds the space for
    /// whatever it may wait for.
    pub(crate) async fn hear(&self, text: &str) -> Result<(), serde_json::Error> {
        let message = read(text)?;
        let (hub, room, viewer) = (self.app.hub(), &self.room, self.viewer);
        let now = hub.now();
        room.use_now(now);
        let (id, answer) = match message {
            ToServer::Act { id, n, action } => {
                let done = play::act(room, hub, viewer, &id, n, &action);
                (id, done)
            }
            ToServer::Menu { id, draft, deep } => {
                let menu = Box::pin(ask::menu(room, viewer, id.clone(), draft, deep)).await;
                (id, menu.map(Some))
            }
            ToServer::Actions { id, limit } => {
                let all = Box::pin(ask::actions(room, hub, viewer, id.clone(), limit)).await;
                (id, all.map(Some))
            }
            ToServer::Why { id, action } => {
                let why = ask::why(room, viewer, id.clone(), &action);
                (id, why.map(Some))
            }
            ToServer::Odds { id, action } => {
                let odds = Box::pin(ask::odds(room, hub, viewer, action)).await;
                (id.clone(), odds.map(|odds| Some(ToClient::Odds { id, odds })))
            }
            ToServer::Glance { id, actions } => {
                let seen = Box::pin(ask::glances(room, hub, viewer, id.clone(), actions)).await;
                (id, seen.map(Some))
            }
            ToServer::Undo { id } => {
                let done = Box::pin(undo::undo(room, hub, viewer, &id)).await;
                (id, done.map(|()| None))
            }
            ToServer::Rewind { id, to } => {
                let done = Box::pin(rewind::ask(room, hub, viewer, to)).await;
                (id.clone(), done.map(|()| Some(self.done(id))))
            }
            ToServer::Agree { id, yes } => {
                let done = Box::pin(rewind::answer(room, hub, viewer, yes)).await;
                (id.clone(), done.map(|()| Some(self.done(id))))
            }
            ToServer::Claim { id, seat, what } => {
                let done = clocks::claim(room, hub, viewer, seat, what);
                (id.clone(), done.map(|()| Some(self.done(id))))
            }
            ToServer::Seal { id, seal } => {
                let done = self.who().and_then(|me| draw::seal(room, hub, me, &seal));
                (id.clone(), done.map(|()| Some(self.done(id))))
            }
            ToServer::Open { id, link } => {
                let done = self.who().and_then(|me| draw::open(room, hub, me, &link));
                (id.clone(), done.map(|()| Some(self.done(id))))
            }
            ToServer::Chat { id, text } => {
                let done = Box::pin(self.chat(&text)).await;
                (id.clone(), done.map(|()| Some(self.done(id))))
            }
            ToServer::Sync {} => {
                crowd::sync(room, hub, self.key);
                return Ok(());
            }
            ToServer::Ping {} => (String::new(), Ok(Some(ToClient::Pong {}))),
        };
        match answer {
            Ok(None) => {}
            Ok(Some(message)) => crowd::answer(room, hub, &self.out, &message),
            Err(why) => crowd::answer(room, hub, &self.out, &ToClient::No { id, why: *why }),
        }
        Ok(())
    }

    fn done(&self, id: String) -> ToClient {
        ToClient::Done { id, n: self.room.number(self.viewer) }
    }

    fn who(&self) -> Result<&str, No> {
        match &self.person {
            Some(me) => Ok(&me.id),
            None => Err(refuse(code::WHO, "Choose a name first.")),
        }
    }

    async fn chat(&self, text: &str) -> Result<(), No> {
        let nobody = || refuse(code::WHO, "Choose a name before you speak.");
        let me = self.person.as_ref().ok_or_else(nobody)?;
        // As they are now: they may have been renamed or muted since they came.
        let hub = self.app.hub();
        let row = hub.store().user(&me.id).await.map_err(|_| failed())?.ok_or_else(nobody)?;
        if row.muted > hub.now() {
            let minutes = (row.muted - hub.now()).div_ceil(60_000);
            let why = self.app.because(&me.id, Measure::Mute).await;
            let says = match why.is_empty() {
                true => {
                    format!("The host of this server has muted you for {minutes} more minutes.")
                }
                false => format!("You are muted until {}{why}", spelt(row.muted)),
            };
            return Err(refuse(code::MUTED, says));
        }
        // Whoever reads it knows that nobody sits there.
        let name = if me.bot { format!("{} (bot)", row.name) } else { row.name };
        chat::say(&self.room, hub, self.viewer, &me.id, &name, text)
    }
}

impl Connection {
    /// By reference: what an async function is given by value it holds twice.
    async fn run(&self, ws: &mut WebSocket) {
        let rate = f64::from(self.app.config().rate_socket);
        let mut flood = Flood::new(rate, self.app.hub().now());
        let mut heard = Instant::now();
        let ping = tokio::time::sleep(PING);
        tokio::pin!(ping);
        loop {
            tokio::select! {
                message = ws.next() => {
                    let text = match message {
                        Some(Ok(Message::Text(text))) => Some(text),
                        Some(Ok(Message::Pong(_) | Message::Ping(_))) => None,
                        Some(Ok(Message::Binary(_) | Message::Frame(_))) => {
                            Box::pin(bye(ws, code::MALFORMED, "Messages are text.")).await;
                            return;
                        }
                        Some(Ok(Message::Close(_))) | None => return,
                        Some(Err(error)) => {
                            tracing::debug!(table = self.table, %error, "a socket broke");
                            return;
                        }
                    };
                    heard = Instant::now();
                    match flood.take(self.app.hub().now()) {
                        Flow::Free => {}
                        Flow::Slow { first, wait } => {
                            if first && !Box::pin(slow(ws, rate)).await {
                                return;
                            }
                            tokio::time::sleep(wait).await;
                        }
                        Flow::Cut => {
                            tracing::warn!(table = self.table, "refused: a flood of messages");
                            let says = "Too many messages, for too long.";
                            Box::pin(bye(ws, code::RATE, says)).await;
                            return;
                        }
                    }
                    let Some(text) = text else { continue };
                    let heard = match &self.way {
                        Way::Here(here) => here.hear(&text).await,
                        Way::There(link) => {
                            link.say(&text);
                            Ok(())
                        }
                    };
                    if let Err(error) = heard {
                        // What was sent may stand in it: never written as it came.
                        let error = error.to_string();
                        tracing::warn!(table = self.table, ?error, "refused: an unreadable message");
                        let says = "That message cannot be read.";
                        Box::pin(bye(ws, code::MALFORMED, says)).await;
                        return;
                    }
                }
                next = self.out.next() => {
                    if !self.send(ws, next).await {
                        return;
                    }
                }
                () = &mut ping => {
                    if heard.elapsed() > SILENCE {
                        return;
                    }
                    ping.as_mut().reset(Instant::now() + PING);
                    let ping = timeout(WRITE, ws.send(Message::Ping("".into())));
                    if !matches!(Box::pin(ping).await, Ok(Ok(()))) {
                        return;
                    }
                }
            }
        }
    }

    /// Sends a message and whatever waits behind it; false if that was the end.
    async fn send(&self, ws: &mut WebSocket, first: Next) -> bool {
        let mut next = Some(first);
        while let Some(what) = next {
            let frame = match what {
                Next::Frame(frame) => frame,
                Next::End(End::Slow) => {
                    Box::pin(bye(ws, code::RATE, "Too slow to read; come back.")).await;
                    return false;
                }
                Next::End(End::Said | End::Gone) => {
                    let close = CloseFrame { code: 1001.into(), reason: "".into() };
                    let close = Message::Close(Some(close));
                    let _ = Box::pin(timeout(WRITE, ws.send(close))).await;
                    return false;
                }
            };
            let mut sending = std::pin::pin!(send_text(ws, frame));
            // Mostly it goes out at once, and no clock is needed.
            let sent = match futures_util::poll!(sending.as_mut()) {
                Poll::Ready(sent) => sent.is_ok(),
                Poll::Pending => matches!(timeout(WRITE, sending).await, Ok(Ok(()))),
            };
            if !sent {
                return false;
            }
            next = self.out.try_next();
        }
        true
    }
}

/// What nearly every message is. Where the kind is not known in advance, a
/// message is read twice over.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainAct {
    #[serde(rename = "t")]
    _kind: Act,
    id: String,
    n: u32,
    action: String,
}

#[derive(Deserialize)]
enum Act {
    #[serde(rename = "act")]
    Act,
}

fn read(text: &str) -> Result<ToServer, serde_json::Error> {
    match serde_json::from_str(text) {
        Ok(PlainAct { id, n, action, .. }) => Ok(ToServer::Act { id, n, action }),
        Err(_) => serde_json::from_str(text),
    }
}

/// Tells a client that it is read slowly from now on; false if it has gone.
async fn slow(ws: &mut WebSocket, rate: f64) -> bool {
    let says = format!(
        "Too many messages: {rate} a second are read, and yours wait their turn. Who goes on is cut off."
    );
    let message: ToClient = ToClient::Slow { rate: rate as u32, says };
    let Ok(text) = serde_json::to_string(&message) else { return true };
    matches!(timeout(WRITE, send_text(ws, text.into())).await, Ok(Ok(())))
}

async fn bye(ws: &mut WebSocket, code: &str, says: &str) {
    let message: ToClient = ToClient::Bye { code: code.into(), says: says.into() };
    if let Ok(text) = serde_json::to_string(&message) {
        let _ = timeout(WRITE, send_text(ws, text.into())).await;
    }
    let close = CloseFrame { code: 1008.into(), reason: code.to_string().into() };
    let _ = timeout(WRITE, ws.send(Message::Close(Some(close)))).await;
    // What the client had already sent is read away: if it were not, closing
    // would throw away what it was just told.
    let _ = timeout(LEAVE, async { while let Some(Ok(_)) = ws.next().await {} }).await;
}

#[cfg(test)]
mod tests {
    use super::read;
    use admiralty_protocol::ToServer;

    #[test]
    fn a_message_is_read_the_same_by_the_short_way_and_the_long_one() {
        for text in [
            r#"{"t":"act","id":"a","n":3,"action":"d4-d5"}"#,
            r#"{"action":"d4\u002dd5","n":3,"id":"a","t":"act"}"#,
            r#"{"t":"act","id":"a","n":3,"action":"x","more":1}"#,
            r#"{"t":"why","id":"a","action":"x"}"#,
            r#"{"t":"ping"}"#,
        ] {
            let long: ToServer = serde_json::from_str(text).unwrap();
            assert_eq!(read(text).unwrap(), long, "{text}");
        }
        for text in [
            "",
            "{}",
            r#"{"t":"act","id":"a"}"#,
            r#"{"t":"act","id":"a","n":3,"action":null}"#,
            r#"{"t":"act","id":"a","n":3,"draft":["x"]}"#,
            r#"{"t":"act","t":"act","id":"a","n":1}"#,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
