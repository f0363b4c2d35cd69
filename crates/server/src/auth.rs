//! Who is asking: signed cookies, tokens, passwords.

use crate::App;
use crate::bus::News;
use crate::error::Error;
use crate::ids;
use crate::store::{HolderRow, Op, SessionRow, UserRow};
use admiralty_protocol::{Me, code};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Name of the cookie.
const COOKIE: &str = "admiralty";
/// A cookie lives for a year.
const AGE: u32 = 365 * 24 * 3600;

/// Somebody who asks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) login: Option<String>,
    pub(crate) since: u64,
}

impl Person {
    fn from_row(row: UserRow) -> Person {
        Person { id: row.id, name: row.name, login: row.login, since: row.since }
    }

    pub(crate) fn me(&self) -> Me {
        Me {
            id: self.id.clone(),
            name: self.name.clone(),
            guest: self.login.is_none(),
            login: self.login.clone(),
        }
    }

    /// This person on a seat, by their own name or another.
    pub(crate) fn holder(&self, name: Option<&str>) -> HolderRow {
        HolderRow::Person {
            user: self.id.clone(),
            name: name.unwrap_or(&self.name).to_string(),
            guest: self.login.is_none(),
        }
    }
}

/// The person of a request, and the session they came by.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    pub(crate) person: Arc<Person>,
    pub(crate) session: Option<String>,
}

/// The person of a request, if there is one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Anybody(pub(crate) Option<Who>);

impl Anybody {
    pub(crate) fn id(&self) -> Option<&str> {
        self.0.as_ref().map(|who| who.person.id.as_str())
    }
}

impl<S: Sync> FromRequestParts<S> for Anybody {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Anybody, Error> {
        Ok(parts.extensions.get::<Anybody>().cloned().unwrap_or_default())
    }
}

impl<S: Sync> FromRequestParts<S> for Who {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Who, Error> {
        let Anybody(who) = Anybody::from_request_parts(parts, state).await?;
        who.ok_or_else(|| Error::new(code::WHO, "Nobody is signed in."))
    }
}

/// Sessions that were looked up lately.
#[derive(Default)]
pub(crate) struct Sessions {
    known: Mutex<HashMap<String, Arc<Person>>>,
}

impl Sessions {
    fn get(&self, session: &str) -> Option<Arc<Person>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(session).cloned()
    }

    fn put(&self, session: &str, person: &Arc<Person>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > 50_000 {
            known.clear();
        }
        known.insert(session.into(), Arc::clone(person));
    }

    /// Forgets all sessions of a person: they are looked up anew.
    pub(crate) fn forget(&self, user: &str) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, person| person.id != user);
    }
}

/// Finds out who asks, makes a guest where one is needed, and refuses what
/// comes from other sites.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let socket = request.headers().contains_key(header::UPGRADE);
    if (changes || socket) && !own_origin(&app, request.headers()) {
        tracing::warn!(path = request.uri().path(), "refused: another origin");
        return Error::new(code::ORIGIN, "This may not be done from another site.").into_response();
    }
    let mut found = match look_up(&app, request.headers()).await {
        Ok(found) => found,
        Err(error) => return error.into_response(),
    };
    let path = request.uri().path();
    // Whoever wants to do something is somebody; whoever only looks need not be.
    let wants = (changes && path != "/api/login") || path == "/api/me";
    let mut cookie = None;
    if found.is_none() && wants {
        match new_guest(&app).await {
            Ok(who) => {
                cookie = who.session.as_deref().map(|session| app.cookie(session, AGE));
                found = Some(who);
            }
            Err(error) => return error.into_response(),
        }
    }
    let left = found.as_ref().and_then(|who| app.0.users.take(&who.person.id, app.hub().now()));
    request.extensions_mut().insert(Anybody(found));
    let mut response = match left {
        Some(left) if !left.ok => Error::Rate(left.reset).into_response(),
        _ => next.run(request).await,
    };
    if let Some(left) = left {
        response.extensions_mut().insert(left);
    }
    if let Some(cookie) = cookie
        && !response.headers().contains_key(header::SET_COOKIE)
        && let Ok(cookie) = HeaderValue::from_str(&cookie)
    {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Does the request come from a page of this server? Programs send no origin.
fn own_origin(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if app.config().origins.iter().any(|known| known == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    named.is_some() && named == host
}

async fn look_up(app: &App, headers: &HeaderMap) -> Result<Option<Who>, Error> {
    if let Some(token) = headers.get(header::AUTHORIZATION) {
        let wrong = || Error::new(code::WHO, "This token is not valid.");
        let token =
            token.to_str().ok().and_then(|t| t.strip_prefix("Bearer ")).ok_or_else(wrong)?;
        let hash = hash_token(token);
        let row = app.hub().store().token(&hash).await?.ok_or_else(wrong)?;
        let user = app.hub().store().user(&row.user).await?.ok_or_else(wrong)?;
        return Ok(Some(Who { person: Arc::new(Person::from_row(user)), session: None }));
    }
    let Some(value) = cookie_value(headers) else { return Ok(None) };
    let Some(session) = app.read_cookie(value) else {
        tracing::warn!("refused: a cookie that was not signed here");
        return Ok(None);
    };
    if let Some(person) = app.0.sessions.get(session) {
        return Ok(Some(Who { person, session: Some(session.into()) }));
    }
    let Some(row) = app.hub().store().session(session).await? else { return Ok(None) };
    let Some(user) = app.hub().store().user(&row.user).await? else { return Ok(None) };
    let person = Arc::new(Person::from_row(user));
    app.0.sessions.put(session, &person);
    Ok(Some(Who { person, session: Some(session.into()) }))
}

fn cookie_value(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
}

async fn new_guest(app: &App) -> Result<Who, Error> {
    let entropy = &*app.hub().parts.entropy;
    let now = app.hub().now();
    let mut pick = [0; 2];
    entropy.fill(&mut pick);
    let user = UserRow {
        id: ids::word(entropy, 16),
        name: format!("{} {}", RANKS[usize::from(pick[0]) % RANKS.len()], 10 + pick[1] % 90),
        login: None,
        password: None,
        since: now,
    };
    let session = SessionRow { id: ids::word(entropy, 26), user: user.id.clone(), since: now };
    let id = session.id.clone();
    app.hub().commit(vec![Op::User(user.clone()), Op::Session(session)]).await?;
    let person = Arc::new(Person::from_row(user));
    app.0.sessions.put(&id, &person);
    metrics::counter!("guests_total").increment(1);
    Ok(Who { person, session: Some(id) })
}

/// Names for guests who have not chosen one.
const RANKS: [&str; 8] =
    ["Midshipman", "Coxswain", "Bosun", "Purser", "Helmsman", "Gunner", "Lookout", "Topman"];

impl App {
    /// A signed cookie.
    pub(crate) fn cookie(&self, session: &str, age: u32) -> String {
        let secure = if self.config().secure { "; Secure" } else { "" };
        let sign = self.sign(session);
        format!("{COOKIE}={session}.{sign}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}")
    }

    fn sign(&self, session: &str) -> String {
        hex(&self.mac(session).finalize().into_bytes()[..16])
    }

    fn mac(&self, session: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.hub().parts.secret)
            .expect("an HMAC key may have any length");
        mac.update(b"admiralty session 1\n");
        mac.update(session.as_bytes());
        mac
    }

    /// The session of a cookie, if we signed it.
    fn read_cookie<'a>(&self, value: &'a str) -> Option<&'a str> {
        let (session, sign) = value.split_once('.')?;
        crate::room::same(&self.sign(session), sign).then_some(session)
    }

    /// Begins a session for a person.
    pub(crate) async fn begin_session(&self, user: &str) -> Result<String, Error> {
        let id = ids::word(&*self.hub().parts.entropy, 26);
        let session = SessionRow { id: id.clone(), user: user.into(), since: self.hub().now() };
        self.hub().commit(vec![Op::Session(session)]).await?;
        Ok(id)
    }

    /// What is remembered of a person is out of date, here and elsewhere.
    pub(crate) fn forget(&self, user: &str) {
        self.0.sessions.forget(user);
        self.hub().parts.bus.publish(News::Person(user.into()));
    }
}

/// How a token is kept.
pub(crate) fn hash_token(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Argon2id with the parameters the crate recommends; slow on purpose, so on
/// a thread of its own.
pub(crate) async fn hash_password(password: String) -> Result<String, Error> {
    let work = move || Argon2::default().hash_password(password.as_bytes()).map(|h| h.to_string());
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::Internal(error.to_string()))?
        .map_err(|error| Error::Internal(error.to_string()))
}

/// Is it the password? Without a hash it takes as long and says no.
pub(crate) async fn is_password(password: String, hash: Option<String>) -> Result<bool, Error> {
    /// Of a password nobody knows.
    const NONE: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5a25vd3NpdA$\
                        dGhpcyBpcyBub3QgYSBwYXNzd29yZCBoYXNoLCBubyE";
    let work = move || {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NONE.into());
        let parsed = PasswordHash::new(&hash).ok();
        let right = parsed.is_some_and(|hash| {
            Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
        });
        right && known
    };
    tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))
}
