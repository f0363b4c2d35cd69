//! Questions between nodes: a request for a table is carried out where the table
//! is, by the same routes as if it had come there.

use super::link;
use super::{Came, Place};
use crate::App;
use crate::auth::Source;
use crate::bus::{Answer, Heard, Unanswered};
use crate::error::Error;
use crate::room::house;
use crate::ws::Wish;
use admiralty_protocol::code;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::time::Duration;
use tokio::sync::mpsc;
use tower::Service;

/// A table whose node does not answer is looked for again, so often …
const TRIES: usize = 40;
/// … and after so long.
const PAUSE: Duration = Duration::from_millis(250);

/// What the node that has all seeks is chosen by.
const SEEKS: &str = "seeks";

/// What one node asks another.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Question {
    /// A request that came to the wrong node.
    Http(Asked),
    /// A socket of the node `edge`, which calls it `key`, comes to a table.
    Open { table: String, edge: i64, key: u64, user: Option<String>, wish: Wish },
    /// A person's seats and tables become another's.
    Rehold { table: String, change: house::Rehold },
    /// Somebody's holiday begins or ends.
    Holiday { table: String, holiday: house::Holiday },
    /// The operator calls a game off.
    CallOff { table: String },
    /// The operator marks a game as one to be watched, or no more.
    Feature { table: String, yes: bool },
    /// A table goes out of memory, because it is deleted.
    Clear { table: String, says: String },
    /// What should a bot do?
    Think(super::think::Thought),
}

/// A request as it travels.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    source: Option<IpAddr>,
    body: String,
}

/// Its answer.
#[derive(Debug, Serialize, Deserialize)]
struct Answered {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// Why something was refused, as it travels.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Refused {
    pub(crate) code: String,
    pub(crate) says: String,
}

/// A refusal of another node, as one of this one.
pub(crate) fn refusal(code: &str, says: String) -> Error {
    let known =
        [code::NO_TABLE, code::SEAT, code::WHO, code::STATE, code::STOPPING, code::NOT_A_SEAT];
    match known.iter().find(|known| **known == code) {
        Some(known) => Error::new(known, says),
        None => Error::Internal(says),
    }
}

pub(crate) async fn ask(
    app: &App,
    node: i64,
    table: &str,
    question: &Question,
) -> Result<Vec<u8>, Unanswered> {
    let talk = app.hub().parts.bus.talk().ok_or(Unanswered::Unheard)?;
    let text = serde_json::to_vec(question).map_err(|_| Unanswered::Unheard)?;
    talk.ask(node, table, text).await
}

/// Asks whoever has a table to do something to it; true if that is this node, which
/// then does it itself.
pub(crate) async fn is_here(app: &App, table: &str, question: Question) -> Result<bool, Error> {
    let Some(cluster) = &app.hub().cluster else { return Ok(true) };
    for _ in 0..TRIES {
        let node = match cluster.place(table, Came::Directly).await? {
            None | Some(Place::Here) => return Ok(true),
            Some(Place::There(node)) => node,
        };
        match ask(app, node, table, &question).await {
            Ok(answer) => {
                return match serde_json::from_slice(&answer) {
                    Ok(None) => Ok(false),
                    Ok(Some(Refused { code, says })) => Err(refusal(&code, says)),
                    Err(error) => Err(Error::Internal(error.to_string())),
                };
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    Err(super::moving())
}

/// The table a request is about, if it has to be carried out where that is.
fn table_of(request: &Request) -> Option<&str> {
    let rest = request.uri().path().strip_prefix("/api/tables/")?;
    let (id, what) = rest.split_once('/').unwrap_or((rest, ""));
    let sound = !id.is_empty() && id.len() <= 32 && id.bytes().all(|b| b.is_ascii_alphanumeric());
    // A socket stays where it has come, and is linked.
    (sound && what != "socket").then_some(id)
}

/// Sends a request on that came to the wrong node.
pub(crate) async fn route(State(app): State<App>, request: Request, next: Next) -> Response {
    let hub = app.hub();
    let Some(cluster) = hub.cluster.as_ref().filter(|_| hub.parts.bus.talk().is_some()) else {
        return next.run(request).await;
    };
    let makes = request.method() == Method::POST && request.uri().path() == "/api/tables";
    // Whoever looks for a game looks at one node, or two at two nodes would never meet.
    let seeks = request.uri().path().strip_prefix("/api/seeks");
    let seeks = seeks.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let (table, mut node) = match table_of(&request) {
        Some(id) if hub.awake(id).is_none() => match cluster.place(id, Came::Directly).await {
            Ok(Some(Place::There(node))) => (id.to_string(), node),
            Ok(_) => return next.run(request).await,
            Err(error) => return error.into_response(),
        },
        None if makes => match cluster.elsewhere("new") {
            Some(node) => ("new".to_string(), node),
            None => return next.run(request).await,
        },
        None if seeks => match cluster.keeper(SEEKS) {
            Some(node) => (SEEKS.to_string(), node),
            None => return next.run(request).await,
        },
        _ => return next.run(request).await,
    };
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    let asked = match pack(request).await {
        Ok(asked) => Question::Http(asked),
        Err(error) => return error.into_response(),
    };
    for _ in 0..TRIES {
        match ask(&app, node, &table, &asked).await {
            Ok(answer) => return unpack(&answer).unwrap_or_else(IntoResponse::into_response),
            Err(Unanswered::Unknown) if !safe => return super::moving().into_response(),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
        if seeks {
            match cluster.keeper(SEEKS) {
                Some(other) => node = other,
                None => {
                    let Question::Http(asked) = asked else { break };
                    return carry_out(&app, asked).await;
                }
            }
            continue;
        }
        match cluster.place(&table, Came::Directly).await {
            Ok(Some(Place::There(other))) => node = other,
            Ok(Some(Place::Here)) => {
                let Question::Http(asked) = asked else { break };
                return carry_out(&app, asked).await;
            }
            Ok(None) if makes => {}
            Ok(None) => return Error::no_table().into_response(),
            Err(error) => return error.into_response(),
        }
    }
    super::moving().into_response()
}

async fn pack(request: Request) -> Result<Asked, Error> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, crate::MAX_BODY).await;
    let large = |_| Error::new(code::SIZE, "The body is too large or broken off.");
    let unread = |_| Error::new(code::MALFORMED, "The body is no text.");
    let body = String::from_utf8(body.map_err(large)?.into()).map_err(unread)?;
    let kept = |name: &HeaderName| {
        [header::COOKIE, header::AUTHORIZATION, header::CONTENT_TYPE, header::ORIGIN, header::HOST]
            .contains(name)
    };
    let headers = parts.headers.iter().filter(|(name, _)| kept(name));
    let text = |(name, value): (&HeaderName, &HeaderValue)| {
        Some((name.to_string(), value.to_str().ok()?.to_string()))
    };
    Ok(Asked {
        method: parts.method.to_string(),
        path: parts.uri.path_and_query().map_or("/", |path| path.as_str()).to_string(),
        headers: headers.filter_map(text).collect(),
        source: parts.extensions.get::<Source>().and_then(|source| source.0),
        body,
    })
}

fn unpack(answer: &[u8]) -> Result<Response, Error> {
    let wrong = |why: String| Error::Internal(format!("another node's answer: {why}"));
    let answer: Answered =
        serde_json::from_slice(answer).map_err(|error| wrong(error.to_string()))?;
    let mut response = Response::builder().status(answer.status);
    for (name, value) in answer.headers {
        response = response.header(name, value);
    }
    response.body(Body::from(answer.body)).map_err(|error| wrong(error.to_string()))
}

/// Carries out a request that came to another node.
async fn carry_out(app: &App, asked: Asked) -> Response {
    let mut request = Request::builder().method(asked.method.as_str()).uri(asked.path);
    for (name, value) in asked.headers {
        request = request.header(name, value);
    }
    let Ok(mut request) = request.body(Body::from(asked.body)) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    request.extensions_mut().insert(Source(asked.source));
    let Ok(response) = app.inner_router().call(request).await;
    response
}

async fn answer_http(app: &App, asked: Asked) -> Vec<u8> {
    let response = carry_out(app, asked).await;
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let text = |(name, value): (&HeaderName, &HeaderValue)| {
        Some((name.to_string(), value.to_str().ok()?.to_string()))
    };
    let headers = parts.headers.iter().filter(|(name, _)| *name != header::CONTENT_LENGTH);
    let answer = Answered {
        status: parts.status.as_u16(),
        headers: headers.filter_map(text).collect(),
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    serde_json::to_vec(&answer).unwrap_or_default()
}

/// Hears what other nodes say, for as long as the server lives.
pub(crate) async fn listen(
    app: std::sync::Weak<crate::Inside>,
    mut heard: mpsc::UnboundedReceiver<Heard>,
) {
    while let Some(heard) = heard.recv().await {
        let Some(app) = app.upgrade().map(App) else { return };
        match heard {
            Heard::Told(bytes) => app.links().told(&app, &bytes),
            Heard::Gap => {
                app.links().gap(&app);
                // Nobody knows which sessions ended meanwhile.
                app.0.sessions.forget_all();
            }
            Heard::Asked { question, answer } => {
                tokio::spawn(async move { reply(&app, &question, answer).await });
            }
        }
    }
}

async fn reply(app: &App, question: &[u8], answer: Answer) {
    let question = match serde_json::from_slice(question) {
        Ok(question) => question,
        Err(error) => {
            tracing::warn!(%error, "a question of another node cannot be read");
            return;
        }
    };
    let done = match question {
        Question::Http(asked) => return answer(answer_http(app, asked).await),
        Question::Think(thought) => {
            let choice = super::think::answer(app, thought).await;
            return answer(serde_json::to_vec(&choice).unwrap_or_default());
        }
        Question::Open { table, edge, key, user, wish } => {
            link::enter(app, &table, edge, key, user, &wish).await
        }
        Question::Rehold { table, change } => house::rehold_at(app, &table, &change).await,
        Question::Holiday { table, holiday } => house::holiday_at(app, &table, &holiday).await,
        Question::CallOff { table } => match app.hub().room(&table).await {
            Ok(room) => house::call_off(&room, app.hub()).await,
            Err(error) => Err(error),
        },
        Question::Feature { table, yes } => match app.hub().room(&table).await {
            Ok(room) => house::feature(&room, app.hub(), yes).await,
            Err(error) => Err(error),
        },
        Question::Clear { table, says } => {
            app.hub().clear_away(&table, &says);
            Ok(())
        }
    };
    let refused = done.err().map(|error| Refused { code: error.code().into(), says: error.says() });
    answer(serde_json::to_vec(&refused).unwrap_or_default());
}
