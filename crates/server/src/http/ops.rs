//! For machines: health, metrics, limits per address, headers on everything.

use crate::App;
use crate::auth::{Source, net};
use crate::error::Error;
use crate::limits::Left;
use crate::store::Op;
use admiralty_protocol::code;
use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// So long a disk may take to answer whoever asks for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// What anybody may ask.
pub(super) fn open() -> Router<App> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/api/openapi.json", get(describe))
}

/// What only whoever looks after the server may ask.
pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(numbers))
}

/// Can it take games? Not while stopping, and not when the disk fails. A store
/// that failed is tried again whenever somebody asks.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.hub().stopping.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if !app.hub().resumed.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "taking up tables\n");
    }
    if !app.hub().store().healthy() {
        let probe = tokio::time::timeout(PATIENCE, app.hub().commit(vec![Op::Probe])).await;
        if !matches!(probe, Ok(Ok(()))) {
            return (StatusCode::SERVICE_UNAVAILABLE, "the store fails\n");
        }
    }
    (StatusCode::OK, "ready\n")
}

async fn numbers(State(app): State<App>) -> Response {
    let text = app.0.metrics.as_ref().map(|metrics| metrics.render()).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

async fn describe(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], app.0.openapi.clone()).into_response()
}

/// What a page of ours may do: load from here, talk to here, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The same for a replay that other sites may show in a frame: it has no buttons that do anything, and the
/// browser sends no cookie along.
const FRAMED: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Limits per address, errors in our own form, and headers that browsers
/// should see on every answer.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let source = address(&app, &request);
    request.extensions_mut().insert(Source(source));
    let address = source.and_then(|a| app.0.addresses.take(net(a), app.hub().now()));
    let api = request.uri().path().starts_with("/api/");
    let framed = request.uri().path().starts_with("/embed/");
    let mut response = match address {
        Some(left) if !left.ok => {
            tracing::warn!(path = request.uri().path(), "refused: too many requests");
            metrics::counter!("refused_total", "why" => "rate").increment(1);
            Error::Rate(left.reset).into_response()
        }
        _ => next.run(request).await,
    };
    let person = response.extensions().get::<Left>().copied();
    if api && let Some(error) = plain_error(&response) {
        response = error.into_response();
    }
    let headers = response.headers_mut();
    // Of the address's and the person's limit the one that is nearer.
    let nearer = address.into_iter().chain(person).min_by_key(|left| (left.ok, left.remaining));
    if let Some(left) = nearer {
        headers.insert(HeaderName::from_static("ratelimit-limit"), left.limit.into());
        headers.insert(HeaderName::from_static("ratelimit-remaining"), left.remaining.into());
        headers.insert(HeaderName::from_static("ratelimit-reset"), left.reset.into());
    }
    for (name, value) in [
        ("content-security-policy", if framed { FRAMED } else { POLICY }),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if !framed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    if app.config().secure {
        headers.insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// What the libraries refuse before we see it, in the words of the protocol.
fn plain_error(response: &Response) -> Option<Error> {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if status.as_u16() < 400 || kind.is_some_and(|kind| kind == "application/json") {
        return None;
    }
    Some(match status {
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => {
            Error::new(code::NOT_FOUND, "There is nothing of that kind at this address.")
        }
        StatusCode::PAYLOAD_TOO_LARGE => Error::new(code::SIZE, "The request is too large."),
        status if status.is_server_error() => Error::Internal(status.to_string()),
        _ => Error::new(code::MALFORMED, "The request cannot be read."),
    })
}

/// Where the request comes from: the last hop, or what a proxy that we trust
/// says. Every line of the field counts, and of all entries the last: the proxy
/// appends, and what stands before its own entry anybody can claim.
fn address(app: &App, request: &Request) -> Option<IpAddr> {
    if app.config().proxy {
        let lines = request.headers().get_all("x-forwarded-for").iter();
        let last = lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(','));
        if let Some(address) = last.last().and_then(|entry| read_address(entry.trim())) {
            return Some(address);
        }
    }
    request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

/// An address, with or without a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.split(']').next());
    let with_port = || text.parse::<SocketAddr>().map(|address| address.ip()).ok();
    bare.unwrap_or(text).parse().ok().or_else(with_port)
}
