//! Requests to addresses that people have given: never to this machine or its neighbours,
//! unless the host allows that; no redirect is followed, and no answer is read.

use super::hook_secret;
use super::plan::{keep_plan, plan_of};
use super::send::Sent;
use crate::App;
use crate::auth::hex;
use crate::store::CallRow;
use admiralty_protocol::{CallNotice, HookForm, HookPlan};
use axum::body::Bytes;
use axum::http::{Request, Uri};
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper_util::rt::TokioIo;
use sha2::Sha256;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName};

/// Whoever is called has so long to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Is it an address of the open network?
fn is_public(address: IpAddr) -> bool {
    let v4 = match address {
        IpAddr::V4(v4) => v4,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => v4,
            None => return is_public_v6(v6),
        },
    };
    let [a, b, c, _] = v4.octets();
    let reserved = a == 0
        || a >= 224
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19));
    !(reserved
        || v4.is_private()
        || v4.is_loopback()
        || v4.is_link_local()
        || v4.is_documentation())
}

fn is_public_v6(v6: Ipv6Addr) -> bool {
    let [first, second, ..] = v6.segments();
    // Only what is given out to the open network, without what leads back into another one.
    (0x2000..0x4000).contains(&first) && first != 0x2002 && !(first == 0x2001 && second < 0x0200)
}

/// Sends a body by POST; the status of the answer.
pub(super) async fn post(
    app: &App,
    url: &str,
    headers: &[(&str, String)],
    body: Vec<u8>,
) -> Result<u16, String> {
    let private = app.config().calls_private;
    let asked = async {
        let uri: Uri = url.parse().map_err(|_| "no address")?;
        let https = uri.scheme_str() == Some("https");
        let plain = private && uri.scheme_str() == Some("http");
        if !https && !plain {
            return Err("not https".to_string());
        }
        let authority = uri.authority().filter(|a| !a.as_str().contains('@')).ok_or("no host")?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_string();
        let port = authority.port_u16().unwrap_or(if https { 443 } else { 80 });
        let found = tokio::net::lookup_host((host.as_str(), port)).await;
        let found = found.map_err(|why| why.to_string())?;
        // What was looked up is what is connected to: a name cannot change its mind.
        let to = found.into_iter().find(|to| private || is_public(to.ip()));
        let to = to.ok_or("not an address of the open network")?;
        let stream = TcpStream::connect(to).await.map_err(|why| why.to_string())?;
        let path = uri.path_and_query().map_or("/", |path| path.as_str());
        let mut request = Request::post(path).header("host", authority.as_str());
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(|why| why.to_string())?;
        if !https {
            return exchange(stream, request).await;
        }
        let name = ServerName::try_from(host).map_err(|why| why.to_string())?;
        let stream = tls().connect(name, stream).await.map_err(|why| why.to_string())?;
        exchange(stream, request).await
    };
    tokio::time::timeout(PATIENCE, asked).await.unwrap_or_else(|_| Err("no answer".into()))
}

async fn exchange(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<u16, String> {
    let (mut sender, line) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(|why| why.to_string())?;
    let line = tokio::spawn(line);
    let answer = sender.send_request(request).await.map_err(|why| why.to_string());
    line.abort();
    Ok(answer?.status().as_u16())
}

fn tls() -> TlsConnector {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring knows the versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Arc::new(config)
    });
    TlsConnector::from(Arc::clone(config))
}

/// Slack takes some signs for its own.
fn slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn body(form: HookForm, notice: &CallNotice) -> Vec<u8> {
    let says = format!("{}\n{}", notice.says, notice.link);
    let value = match form {
        HookForm::Json => return serde_json::to_vec(notice).unwrap_or_default(),
        // A name of a player calls nobody.
        HookForm::Discord => {
            serde_json::json!({"content": says, "allowed_mentions": {"parse": []}})
        }
        HookForm::Slack => serde_json::json!({"text": slack(&says)}),
    };
    value.to_string().into_bytes()
}

/// Calls every address of a person; one that is gone is called no more.
pub(super) async fn send(app: &App, row: &CallRow, notice: &CallNotice) -> Sent {
    let user = &row.user;
    let Ok(Some(mut plan)) = plan_of(app.hub(), user).await else { return Sent::Dropped };
    let (mut gone, mut failed) = (Vec::new(), false);
    for HookPlan { url, form, .. } in &plan.hooks {
        let body = body(*form, notice);
        let at = app.hub().now() / 1000;
        let secret = hook_secret(app.hub(), user, url);
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
            .expect("an HMAC key may have any length");
        mac.update(format!("{at}.").as_bytes());
        mac.update(&body);
        let sign = hex(&mac.finalize().into_bytes());
        let headers = [
            ("content-type", "application/json".to_string()),
            ("user-agent", "Admiralty".to_string()),
            // Whoever is called may see what it has heard already.
            (
                "admiralty-id",
                hex(&sha2::Digest::finalize(sha2::Digest::chain_update(
                    <Sha256 as sha2::Digest>::new(),
                    row.id.as_bytes(),
                ))[..16]),
            ),
            ("admiralty-signature", format!("t={at},v1={sign}")),
        ];
        match post(app, url, &headers, body).await {
            Ok(200..300) => {}
            Ok(404 | 410) => gone.push(url.clone()),
            Ok(status) => {
                tracing::info!(status, "an address that was called refused");
                failed = true;
            }
            Err(why) => {
                tracing::info!(why, "an address could not be called");
                failed = true;
            }
        }
    }
    if !gone.is_empty() {
        plan.hooks.retain(|hook| !gone.contains(&hook.url));
        if let Err(error) = keep_plan(app.hub(), user, Some(plan), false).await {
            tracing::warn!(?error, "an address that is gone is still there");
        }
    }
    if failed { Sent::Failed } else { Sent::Yes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_open_network_is_called() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.8",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in ["8.8.8.8", "193.99.144.80", "2a02:2e0:3fe:1001::1", "2606:4700::1111"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn a_name_calls_nobody() {
        let notice = CallNotice {
            event: "turn".into(),
            game: "G".into(),
            against: "@everyone <!channel>".into(),
            due: None,
            link: "https://club.example/table/x".into(),
            says: "Your move: G with @everyone <!channel>".into(),
        };
        let text = |form| String::from_utf8(body(form, &notice)).unwrap();
        assert!(text(HookForm::Discord).contains("\"allowed_mentions\":{\"parse\":[]}"));
        assert!(text(HookForm::Slack).contains("&lt;!channel&gt;"));
        let read: CallNotice = serde_json::from_str(&text(HookForm::Json)).unwrap();
        assert_eq!(read, notice);
    }
}
