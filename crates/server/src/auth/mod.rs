//! Who is asking: signed cookies, tokens, passwords.

mod guess;
#[cfg(feature = "passkeys")]
mod passkeys;
mod password;
mod sessions;

pub(crate) use crate::bus::{Ending, Pass};
pub(crate) use guess::{Guesses, net};
#[cfg(feature = "passkeys")]
pub(crate) use passkeys::Passkeys;
pub(crate) use password::{Slots, check_password};
pub(crate) use sessions::{Known, OpenDoor, Sessions};

use crate::App;
use crate::bus::News;
use crate::error::Error;
use crate::ids;
use crate::reports::spelt;
use crate::store::{HolderRow, Op, SessionRow, StoreError, UserRow};
use admiralty_protocol::{Me, Measure, code};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Arc;

/// Name of the cookie.
pub(crate) const COOKIE: &str = "admiralty";
/// How often a session is written down as used, in milliseconds.
const SEEN_EVERY: u64 = 24 * 3600 * 1000;

/// Somebody who asks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) login: Option<String>,
    mail: bool,
    banned: bool,
    /// Shut out until then.
    shut: u64,
    /// Is it a program's account?
    pub(crate) bot: bool,
    /// Does the host trust them with reports?
    pub(crate) moderator: bool,
}

impl Person {
    pub(crate) fn from_row(row: UserRow) -> Person {
        let UserRow { id, name, login, mail, banned, bot, moderator, shut, .. } = row;
        let (mail, bot) = (mail.is_some(), bot.is_some());
        Person { id, name, login, mail, banned, shut, bot, moderator }
    }

    pub(crate) fn me(&self) -> Me {
        Me {
            id: self.id.clone(),
            name: self.name.clone(),
            guest: self.is_guest(),
            login: self.login.clone(),
            mail: self.mail,
            bot: self.bot,
            moderator: self.moderator,
            notices: Vec::new(),
        }
    }

    /// Is it somebody without an account?
    pub(crate) fn is_guest(&self) -> bool {
        self.login.is_none() && !self.bot
    }

    /// This person on a seat, by their own name or another.
    pub(crate) fn holder(&self, name: Option<&str>) -> HolderRow {
        HolderRow::Person {
            user: self.id.clone(),
            name: name.unwrap_or(&self.name).to_string(),
            guest: self.is_guest(),
            bot: self.bot,
        }
    }
}

/// The person of a request, and the session they came by.
#[derive(Debug, Clone)]
pub(crate) struct Who {
    pub(crate) person: Arc<Person>,
    pub(crate) pass: Pass,
    /// The turn of [`Sessions`] at which they were looked up.
    pub(crate) turn: u64,
}

impl Who {
    /// The session, if it is not a token.
    pub(crate) fn session(&self) -> Option<&str> {
        match &self.pass {
            Pass::Session(session) => Some(session),
            Pass::Token(_) => None,
        }
    }
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Source(pub(crate) Option<IpAddr>);

impl<S: Sync> FromRequestParts<S> for Source {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Source, Error> {
        Ok(parts.extensions.get::<Source>().copied().unwrap_or_default())
    }
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

/// Finds out who asks, makes a guest where one is needed, and refuses what
/// comes from other sites.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let socket = request.headers().contains_key(header::UPGRADE);
    if (changes || socket) && !own_origin(&app, request.headers()) {
        tracing::warn!(path = request.uri().path(), "refused: another origin");
        return Error::new(code::ORIGIN, "This may not be done from another site.").into_response();
    }
    let found = match look_up(&app, request.headers()).await {
        Ok(found) => found,
        Err(error) => return error.into_response(),
    };
    let path = request.uri().path();
    // Whoever wants to do something is somebody; whoever only looks need not be.
    let signs_in = path.starts_with("/api/login") || path.starts_with("/api/recover");
    let wants = (changes && !signs_in) || path == "/api/me";
    let mut cookie = None;
    if let Some((who, true)) = &found {
        // The browser keeps its cookie as long as we keep the session.
        cookie = who.session().map(|session| app.cookie(session));
    }
    let mut found = found.map(|(who, _)| who);
    if found.is_none() && wants {
        match new_guest(&app).await {
            Ok(who) => {
                cookie = who.session().map(|session| app.cookie(session));
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
    let config = app.config();
    let own = config.address.as_deref().map(|address| address.trim_end_matches('/'));
    if own == Some(origin) || config.origins.iter().any(|known| known == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    named.is_some() && named == host
}

/// Who it is, and whether the cookie is to be renewed.
async fn look_up(app: &App, headers: &HeaderMap) -> Result<Option<(Who, bool)>, Error> {
    let turn = app.0.sessions.turn();
    if let Some(token) = headers.get(header::AUTHORIZATION) {
        let wrong = || Error::new(code::WHO, "This token is not valid.");
        let token =
            token.to_str().ok().and_then(|t| t.strip_prefix("Bearer ")).ok_or_else(wrong)?;
        let hash = hash_token(token);
        let row = app.hub().store().token(&hash).await?.ok_or_else(wrong)?;
        let user = app.hub().store().user(&row.user).await?.ok_or_else(wrong)?;
        let person = Arc::new(Person::from_row(user));
        app.not_banned(&person).await?;
        return Ok(Some((Who { person, pass: Pass::Token(row.id), turn }, false)));
    }
    let Some(value) = cookie_value(headers) else { return Ok(None) };
    let Some(session) = app.read_cookie(value) else {
        tracing::warn!("refused: a cookie that was not signed here");
        return Ok(None);
    };
    let now = app.hub().now();
    // What is remembered here may be old: the session was used at another node since.
    let remembered = app.0.sessions.get(session);
    let (known, turn) = match remembered.filter(|(known, _)| known.seen + app.idle() >= now) {
        Some(found) => found,
        None => {
            let Some(row) = app.hub().store().session(session).await? else { return Ok(None) };
            let Some(user) = app.hub().store().user(&row.user).await? else { return Ok(None) };
            let known = Known { person: Arc::new(Person::from_row(user)), seen: row.seen };
            app.0.sessions.put(session, known.clone(), turn);
            (known, turn)
        }
    };
    if known.seen + app.idle() < now {
        return Ok(None);
    }
    app.not_banned(&known.person).await?;
    let renew = known.seen + SEEN_EVERY < now;
    if renew {
        let seen = Op::Seen { session: session.into(), at: now };
        // Before the answer, so that the next node that is asked knows it; a disk that
        // cannot write now shuts nobody out.
        if let Err(error) = app.hub().commit(vec![seen]).await {
            tracing::warn!(%error, "a session's last use was not written");
        }
        app.0.sessions.put(session, Known { seen: now, ..known.clone() }, turn);
    }
    Ok(Some((Who { person: known.person, pass: Pass::Session(session.into()), turn }, renew)))
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
        since: now,
        ..UserRow::default()
    };
    let row =
        SessionRow { id: ids::word(entropy, 26), user: user.id.clone(), since: now, seen: now };
    let id = row.id.clone();
    let turn = app.0.sessions.turn();
    let ops = vec![Op::NewUser(user.clone()), Op::Session { row, version: None }];
    app.hub().commit(ops).await?;
    let person = Arc::new(Person::from_row(user));
    app.0.sessions.put(&id, Known { person: Arc::clone(&person), seen: now }, turn);
    metrics::counter!("guests_total").increment(1);
    Ok(Who { person, pass: Pass::Session(id), turn })
}

/// Names for guests who have not chosen one.
const RANKS: [&str; 8] =
    ["Midshipman", "Coxswain", "Bosun", "Purser", "Helmsman", "Gunner", "Lookout", "Topman"];

impl App {
    /// May this person come in? If not they are told why, and until when.
    pub(crate) async fn not_banned(&self, person: &Person) -> Result<(), Error> {
        let says = match person {
            Person { banned: true, .. } => "The host of this server has banned you.".into(),
            Person { shut, id, .. } if *shut > self.hub().now() => {
                let why = self.because(id, Measure::Ban).await;
                format!("You are banned until {}{why}", spelt(*shut))
            }
            _ => return Ok(()),
        };
        Err(Error::new(code::CREDENTIALS, says))
    }

    /// Milliseconds after which a session that nobody uses ends.
    pub(crate) fn idle(&self) -> u64 {
        u64::from(self.config().session_days) * 24 * 3600 * 1000
    }

    /// The cookie of a session, which lives as long as it.
    pub(crate) fn cookie(&self, session: &str) -> String {
        let sign = self.sign(session);
        self.raw_cookie(&format!("{session}.{sign}"), self.idle() / 1000)
    }

    /// A cookie that takes the place of one, and is gone at once.
    pub(crate) fn no_cookie(&self) -> String {
        self.raw_cookie("", 0)
    }

    fn raw_cookie(&self, value: &str, age: u64) -> String {
        let secure = if self.config().secure { "; Secure" } else { "" };
        format!("{COOKIE}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}")
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
        crate::room::seats::same(&self.sign(session), sign).then_some(session)
    }

    /// A new session of a person, and what writes it down: only if nobody has
    /// changed how they sign in since `version`.
    pub(crate) fn new_session(&self, user: &str, version: Option<u64>) -> (String, Op) {
        let id = ids::word(&*self.hub().parts.entropy, 26);
        let now = self.hub().now();
        let row = SessionRow { id: id.clone(), user: user.into(), since: now, seen: now };
        (id, Op::Session { row, version })
    }

    /// What is remembered of a person is out of date, and what ends is closed,
    /// here and elsewhere. After the disk has it, never before.
    pub(crate) fn end(&self, user: &str, ending: Ending) {
        self.0.sessions.end(user, &ending);
        self.hub().parts.bus.publish(News::Person { node: self.0.node, user: user.into(), ending });
    }
}

/// What a change of a person that did not come about is told as.
pub(crate) fn refused(error: StoreError) -> Error {
    match error {
        StoreError::Conflict => Error::new(code::TAKEN, "That login is taken."),
        StoreError::Gone => Error::new(code::WHO, "This account is gone."),
        StoreError::Stale => {
            Error::new(code::STATE, "The account was changed meanwhile: look again.")
        }
        StoreError::Unreadable(_) | StoreError::Broken(_) => error.into(),
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
