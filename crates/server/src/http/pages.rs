//! The web client, and a plain page where it is left out.

use crate::error::Error;
use admiralty_protocol::code;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Whatever is no part of the API: files of the client, or its page.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let nothing = || Error::new(code::NOT_FOUND, "There is nothing at this address.");
    if path.starts_with("/api/") || path == "/api" || path.contains("..") || path.contains('\\') {
        return nothing().into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    file(path, &headers).unwrap_or_else(|| nothing().into_response())
}

#[cfg(feature = "web")]
fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let asset = admiralty_web_assets::answer(path)?;
    let tag = format!("\"{}\"", asset.tag);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let fields = [
        (header::CONTENT_TYPE, asset.mime.to_string()),
        (header::CACHE_CONTROL, asset.cache_control().to_string()),
        (header::ETAG, tag.clone()),
    ];
    if known == Some(&tag) {
        return Some((StatusCode::NOT_MODIFIED, fields).into_response());
    }
    Some((fields, asset.bytes).into_response())
}

/// An address of the client rather than a file of it.
#[cfg(not(feature = "web"))]
fn is_page(path: &str) -> bool {
    // Clauses have dots in their names.
    path.starts_with("/rules/") || !path.rsplit('/').next().unwrap_or_default().contains('.')
}

#[cfg(not(feature = "web"))]
fn file(path: &str, _: &HeaderMap) -> Option<Response> {
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Admiralty</title>\
                <h1>Admiralty</h1><p>This server was built without its web client. \
                Its API is described at <a href=\"/api/openapi.json\">/api/openapi.json</a>.";
    is_page(path)
        .then(|| ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response())
}
