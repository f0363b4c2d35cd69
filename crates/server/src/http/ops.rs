//! For machines: health, metrics, limits per address, headers on everything.

use crate::App;
use crate::error::Error;
use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::Ordering;

pub(super) fn router() -> Router<App> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(numbers))
        .route("/api/openapi.json", get(describe))
}

/// Can it take games? Not while stopping, and not when the disk fails.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if app.hub().stopping.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    match app.hub().store().healthy() {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "the store fails\n"),
    }
}

async fn numbers(State(app): State<App>) -> Response {
    let text = app.0.metrics.as_ref().map(|metrics| metrics.render()).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

async fn describe(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], app.0.openapi.clone()).into_response()
}

/// What a page of ours may do: load from here, talk to here, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Limits per address, and headers that browsers should see on every answer.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let left = match address(&app, &request) {
        Some(address) => app.0.addresses.take(address, app.hub().now()),
        None => None,
    };
    let mut response = match left {
        Some(left) if !left.ok => {
            tracing::warn!(path = request.uri().path(), "refused: too many requests");
            metrics::counter!("refused_total", "why" => "rate").increment(1);
            Error::Rate(left.reset).into_response()
        }
        _ => next.run(request).await,
    };
    let headers = response.headers_mut();
    if let Some(left) = left {
        headers.insert(HeaderName::from_static("ratelimit-limit"), left.limit.into());
        headers.insert(HeaderName::from_static("ratelimit-remaining"), left.remaining.into());
        headers.insert(HeaderName::from_static("ratelimit-reset"), left.reset.into());
    }
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
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

/// Where the request comes from: the last hop, or what a trusted proxy says.
fn address(app: &App, request: &Request) -> Option<IpAddr> {
    if app.config().proxy {
        let named = request.headers().get("x-forwarded-for").and_then(|v| v.to_str().ok());
        // The proxy appends; what stands before its own entry anybody can claim.
        if let Some(address) = named.and_then(|v| v.rsplit(',').next()?.trim().parse().ok()) {
            return Some(address);
        }
    }
    request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}
