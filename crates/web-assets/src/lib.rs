//! The web client as it is served: files built from `web/` by this crate's
//! build script and embedded in the binary.

use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::fmt::Write;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/dist"]
struct Dist;

/// One file of the client.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type, with the charset where it is text.
    pub mime: &'static str,
    /// Does its name carry a hash of its content, so that it may be kept for ever?
    pub immutable: bool,
    /// A hash of its content, for `ETag`.
    pub tag: String,
}

impl Asset {
    /// The value of `Cache-Control` it should be served with.
    pub const fn cache_control(&self) -> &'static str {
        if self.immutable { "public, max-age=31536000, immutable" } else { "no-cache" }
    }
}

/// The file at this path (without a leading slash), if the client has it.
pub fn file(path: &str) -> Option<Asset> {
    let found = Dist::get(path)?;
    let mut tag = String::with_capacity(32);
    for byte in &found.metadata.sha256_hash()[..16] {
        // Writing to a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    Some(Asset { bytes: found.data, mime: mime(path), immutable: path.starts_with("assets/"), tag })
}

/// What to answer for the path of a request: the file, or the page itself for
/// every address of the client (it finds its way from there). Those have no
/// extension, but clauses of the rules have dots in their names.
pub fn answer(path: &str) -> Option<Asset> {
    let path = path.trim_start_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let page = path.is_empty() || path.starts_with("rules/") || !last.contains('.');
    if page { file("index.html") } else { file(path) }
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Dist::iter()
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_answers_every_address_without_an_extension() {
        let page = answer("/").expect("the page is there");
        assert_eq!(page.mime, "text/html; charset=utf-8");
        assert_eq!(page.cache_control(), "no-cache");
        let deep = answer("/table/abc").expect("the page answers deep links");
        assert_eq!(deep.tag, page.tag);
        let clause = answer("/rules/sail_epoch/SE-1.1a").expect("clauses have dots in them");
        assert_eq!(clause.tag, page.tag);
    }

    #[test]
    fn unknown_files_are_not_the_page() {
        assert!(answer("/assets/nothing.js").is_none());
        assert!(answer("/../Cargo.toml").is_none());
    }

    #[test]
    fn hashed_files_are_kept_for_ever() {
        for path in paths().filter(|path| path.starts_with("assets/")) {
            assert!(answer(&path).is_some_and(|asset| asset.immutable), "{path}");
        }
    }
}
