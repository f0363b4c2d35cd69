//! Web Push: a message is encrypted for one browser (RFC 8291, `aes128gcm` of RFC 8188) and
//! carried by whoever made that browser, to whom this server names itself (VAPID, RFC 8292).

use super::plan::{PushRow, browsers_of, keep_browsers};
use super::send::Sent;
use super::{address, out};
use crate::App;
use crate::hub::Hub;
use admiralty_protocol::CallNotice;
use aes_gcm::Aes128Gcm;
use aes_gcm::aead::{Aead as _, KeyInit as _};
use axum::http::Uri;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

/// A message is kept for somebody who is not online for so many seconds.
const TTL: u32 = 24 * 3600;
/// The size of a record: everything is in one.
const RECORD: u32 = 4096;

fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(key)
        .expect("an HMAC key may have any length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// A key made of these bytes; nearly all bytes make one.
fn key(seed: impl Fn(u8) -> [u8; 32]) -> SecretKey {
    (0..=255)
        .find_map(|n| SecretKey::from_slice(&seed(n)).ok())
        .expect("of 256 numbers one is below the order of the curve")
}

/// The key by which push services know this server.
fn own_key(hub: &Hub) -> SecretKey {
    key(|n| hmac(&hub.parts.secret, &[b"admiralty push 1\n", &[n]]))
}

fn point(key: &SecretKey) -> Vec<u8> {
    key.public_key().to_sec1_bytes().into_vec()
}

/// Its public half, as browsers take it.
pub(crate) fn public_key(hub: &Hub) -> String {
    URL_SAFE_NO_PAD.encode(point(&own_key(hub)))
}

/// Encrypts for one browser; nothing if what it gave is no key.
fn encrypt(text: &[u8], to: &PushRow, own: &SecretKey, salt: [u8; 16]) -> Option<Vec<u8>> {
    let theirs = URL_SAFE_NO_PAD.decode(to.p256dh.trim_end_matches('=')).ok()?;
    let auth = URL_SAFE_NO_PAD.decode(to.auth.trim_end_matches('=')).ok()?;
    let public = PublicKey::from_sec1_bytes(&theirs).ok()?;
    let shared = p256::ecdh::diffie_hellman(own.to_nonzero_scalar(), public.as_affine());
    let ours = point(own);
    // RFC 8291, 3.4: the secret of the browser is mixed in; RFC 8188, 2.2: key and nonce.
    let mixed = hmac(&auth, &[shared.raw_secret_bytes()]);
    let ikm = hmac(&mixed, &[b"WebPush: info\0", &theirs, &ours, &[1]]);
    let prk = hmac(&salt, &[&ikm]);
    let content = hmac(&prk, &[b"Content-Encoding: aes128gcm\0", &[1]]);
    let nonce = hmac(&prk, &[b"Content-Encoding: nonce\0", &[1]]);
    let nonce: [u8; 12] = nonce[..12].try_into().ok()?;
    // The last record ends with a two.
    let plain = [text, &[2]].concat();
    let sealed = Aes128Gcm::new_from_slice(&content[..16]).ok()?;
    let sealed = sealed.encrypt(&nonce.into(), &plain[..]).ok()?;
    let head = [&salt[..], &RECORD.to_be_bytes(), &[ours.len() as u8], &ours].concat();
    Some([head, sealed].concat())
}

/// Who sends it, for the push service of this address.
fn vapid(hub: &Hub, endpoint: &str) -> Option<String> {
    let uri: Uri = endpoint.parse().ok()?;
    let audience = format!("{}://{}", uri.scheme_str()?, uri.authority()?);
    let expires = hub.now() / 1000 + 12 * 3600;
    let subject = address(hub);
    let claims = serde_json::json!({"aud": audience, "exp": expires, "sub": subject});
    let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
    let text = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
    let own = own_key(hub);
    let sign: Signature = SigningKey::from(&own).sign(text.as_bytes());
    let sign = URL_SAFE_NO_PAD.encode(sign.to_bytes());
    Some(format!("vapid t={text}.{sign}, k={}", URL_SAFE_NO_PAD.encode(point(&own))))
}

/// Sends a message to every browser of a person; one that is gone is forgotten.
pub(super) async fn send(app: &App, user: &str, notice: &CallNotice) -> Sent {
    let hub = app.hub();
    let Ok(all) = browsers_of(hub, user).await else { return Sent::Failed };
    let text = serde_json::to_vec(notice).unwrap_or_default();
    let (mut stay, mut failed, mut sent) = (Vec::new(), false, false);
    for browser in &all {
        let mut bytes = [[0; 32]; 2];
        bytes.iter_mut().for_each(|bytes| hub.parts.entropy.fill(bytes));
        let own = key(|n| hmac(&bytes[0], &[&[n]]));
        let salt = bytes[1][..16].try_into().unwrap_or_default();
        let made = encrypt(&text, browser, &own, salt).zip(vapid(hub, &browser.endpoint));
        // What is no key of a browser never becomes one.
        let Some((body, vapid)) = made else { continue };
        let headers = [
            ("authorization", vapid),
            ("content-encoding", "aes128gcm".to_string()),
            ("content-type", "application/octet-stream".to_string()),
            ("ttl", TTL.to_string()),
            ("urgency", "normal".to_string()),
        ];
        match out::post(app, &browser.endpoint, &headers, body).await {
            Ok(404 | 410) => continue,
            Ok(200..300) => sent = true,
            Ok(status) => {
                tracing::info!(status, "a push service refused");
                failed = true;
            }
            Err(why) => {
                tracing::info!(why, "a push service could not be reached");
                failed = true;
            }
        }
        stay.push(browser.clone());
    }
    if stay.len() < all.len()
        && let Err(error) = keep_browsers(hub, user, stay).await
    {
        tracing::warn!(?error, "a browser that is gone is still there");
    }
    match (failed, sent) {
        // Who has heard it on one device is not called again on it for the sake of another.
        (true, false) => Sent::Failed,
        (_, true) => Sent::Yes,
        (false, false) => Sent::Dropped,
    }
}
