//! Letters to people who have lost their password: codes that hold for an hour
//! and open once. Sending is a matter of the feature `mail`; without it, or
//! without a server for mail in the settings, nobody is asked for an address.

use crate::auth::{hash_token, hex};
use crate::config::Config;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// So long a code holds, in milliseconds.
const HOLDS: u64 = 3_600_000;
/// So long after a letter there is no second one for the same.
const PAUSE: u64 = 5 * 60_000;
/// So many codes may be on their way.
const MOST: usize = 10_000;
/// So many wrong codes void the right one.
const TRIES: u32 = 10;

/// What a code is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum For {
    /// This person's lost password.
    Password(String),
    /// This person's new address.
    Address(String),
}

struct Sent {
    hash: String,
    address: String,
    at: u64,
    tries: u32,
}

/// A letter that can be ended by a link.
#[cfg_attr(not(feature = "mail"), allow(dead_code, reason = "nobody carries it"))]
pub(crate) struct Letter<'a> {
    pub(crate) to: &'a str,
    pub(crate) subject: &'a str,
    pub(crate) text: String,
    /// Where letters like this are ended.
    pub(crate) end: &'a str,
}

/// Codes that are on their way.
#[derive(Default)]
pub(crate) struct Letters {
    sent: Mutex<HashMap<For, Sent>>,
    post: Option<Post>,
}

impl Letters {
    /// With the server for mail of the settings, if there is one.
    pub(crate) fn new(config: &Config) -> anyhow::Result<Letters> {
        Ok(Letters { sent: Mutex::default(), post: Post::new(config)? })
    }

    /// Can letters be sent?
    pub(crate) fn can_send(&self) -> bool {
        self.post.is_some()
    }

    /// Sends a code, unless one has just been sent. Whoever asks does not wait
    /// for it: how long it takes would tell whether there is such a person.
    pub(crate) fn send(&self, what: For, address: &str, code: &str, now: u64) {
        {
            let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
            if sent.get(&what).is_some_and(|sent| sent.at + PAUSE > now) {
                return;
            }
            sent.retain(|_, sent| sent.at + HOLDS > now);
            if sent.len() >= MOST {
                tracing::warn!("refused: too many letters are on their way");
                return;
            }
            let row = Sent { hash: hash_token(code), address: address.into(), at: now, tries: 0 };
            sent.insert(what.clone(), row);
        }
        let why = match what {
            For::Password(_) => {
                "Somebody, probably you, has lost the password of an Admiralty account with this \
                 address. With this code a new one can be chosen, once, within the hour:"
            }
            For::Address(_) => {
                "Somebody, probably you, has given this address for an Admiralty account. This \
                 code confirms it, within the hour:"
            }
        };
        let text = format!("{why}\n\n    {code}\n\nIf it was not you, nothing need be done.\n");
        if let Some(post) = &self.post {
            post.send(address, "Your Admiralty code", text);
        }
    }

    /// Sends a letter and waits for it; false if it could not be sent.
    pub(crate) async fn deliver(&self, letter: Letter<'_>) -> bool {
        match &self.post {
            Some(post) => post.deliver(letter).await,
            None => false,
        }
    }

    /// Is it the code? It is used up; the address it was sent to.
    pub(crate) fn take(&self, what: &For, code: &str, now: u64) -> Option<String> {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let row = sent.get_mut(what).filter(|row| row.at + HOLDS > now)?;
        row.tries += 1;
        let right = row.tries <= TRIES && crate::room::seats::same(&row.hash, &hash_token(code));
        if !right {
            return None;
        }
        sent.remove(what).map(|row| row.address)
    }
}

/// An address as it is written in the log: nobody's to read.
fn masked(address: &str) -> String {
    hex(&Sha256::digest(address)[..4])
}

#[cfg(feature = "mail")]
struct Post {
    transport: lettre::AsyncSmtpTransport<lettre::Tokio1Executor>,
    from: lettre::message::Mailbox,
}

#[cfg(feature = "mail")]
impl Post {
    fn new(config: &Config) -> anyhow::Result<Option<Post>> {
        use anyhow::Context as _;
        let Some(url) = config.smtp.as_deref() else { return Ok(None) };
        let from = config.mail_from.as_deref().context("--smtp needs --mail-from")?;
        let from = from.parse().with_context(|| format!("\"{from}\" is no address of mail"))?;
        let transport = lettre::AsyncSmtpTransport::<lettre::Tokio1Executor>::from_url(url)
            .context("--smtp cannot be read")?
            .timeout(Some(std::time::Duration::from_secs(20)))
            .build();
        Ok(Some(Post { transport, from }))
    }

    fn send(&self, to: &str, subject: &str, text: String) {
        let Ok(mailbox) = to.parse() else { return };
        let letter =
            lettre::Message::builder().from(self.from.clone()).to(mailbox).subject(subject);
        let Ok(letter) = letter.body(text) else { return };
        let (transport, to) = (self.transport.clone(), masked(to));
        tokio::spawn(async move { carry(&transport, letter, to).await });
    }

    async fn deliver(&self, letter: Letter<'_>) -> bool {
        let Ok(mailbox) = letter.to.parse() else { return false };
        let made = lettre::Message::builder()
            .from(self.from.clone())
            .to(mailbox)
            .subject(letter.subject)
            .header(Unsubscribe(format!("<{}>", letter.end)))
            .header(OneClick)
            .body(letter.text);
        let Ok(made) = made else { return false };
        carry(&self.transport, made, masked(letter.to)).await
    }
}

/// Hands a letter over to the server for mail.
#[cfg(feature = "mail")]
async fn carry(
    transport: &lettre::AsyncSmtpTransport<lettre::Tokio1Executor>,
    letter: lettre::Message,
    to: String,
) -> bool {
    use lettre::AsyncTransport as _;
    match transport.send(letter).await {
        Ok(_) => {
            tracing::info!(to, "a letter was sent");
            true
        }
        Err(error) => {
            let error = error.to_string();
            tracing::error!(to, ?error, "a letter could not be sent");
            false
        }
    }
}

/// How programs for mail end letters for their reader (RFC 2369 and 8058).
#[cfg(feature = "mail")]
#[derive(Clone)]
struct Unsubscribe(String);

#[cfg(feature = "mail")]
#[derive(Clone)]
struct OneClick;

#[cfg(feature = "mail")]
mod headers {
    use super::{OneClick, Unsubscribe};
    use lettre::message::header::{Header, HeaderName, HeaderValue};

    type Fault = Box<dyn std::error::Error + Send + Sync>;

    impl Header for Unsubscribe {
        fn name() -> HeaderName {
            HeaderName::new_from_ascii_str("List-Unsubscribe")
        }

        fn parse(text: &str) -> Result<Unsubscribe, Fault> {
            Ok(Unsubscribe(text.into()))
        }

        fn display(&self) -> HeaderValue {
            HeaderValue::new(Self::name(), self.0.clone())
        }
    }

    impl Header for OneClick {
        fn name() -> HeaderName {
            HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
        }

        fn parse(_: &str) -> Result<OneClick, Fault> {
            Ok(OneClick)
        }

        fn display(&self) -> HeaderValue {
            HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".into())
        }
    }
}

#[cfg(not(feature = "mail"))]
struct Post;

#[cfg(not(feature = "mail"))]
impl Post {
    fn new(config: &Config) -> anyhow::Result<Option<Post>> {
        anyhow::ensure!(config.smtp.is_none(), "this program was built without mail");
        Ok(None)
    }

    fn send(&self, to: &str, _: &str, _: String) {
        tracing::error!(to = masked(to), "a letter could not be sent");
    }

    async fn deliver(&self, letter: Letter<'_>) -> bool {
        tracing::error!(to = masked(letter.to), "a letter could not be sent");
        false
    }
}

/// Could letters reach it?
pub(crate) fn is_address(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else { return false };
    let plain = |c: char| c.is_ascii_graphic() && !"<>()[],;:\\\"@ ".contains(c);
    (3..=254).contains(&text.len())
        && !name.is_empty()
        && name.chars().all(plain)
        && host.contains('.')
        && !host.starts_with('.')
        && !host.ends_with('.')
        && host.chars().all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        for good in ["ann@club.example", "a.b+c@x.example.org"] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "",
            "ann",
            "@x.example",
            "ann@",
            "ann@x",
            "a b@x.example",
            "a@x.example\r\nBcc: b@y.example",
            "<a@x.example>",
        ] {
            assert!(!is_address(bad), "{bad:?}");
        }
    }

    #[test]
    fn codes_open_once_and_not_for_ever() {
        let letters = Letters::default();
        let what = For::Password("ann".into());
        letters.send(what.clone(), "ann@club.example", "abc", 0);
        // A second letter within minutes would void the first.
        letters.send(what.clone(), "ann@club.example", "def", 1000);
        assert_eq!(letters.take(&what, "def", 2000), None);
        assert_eq!(letters.take(&For::Address("ann".into()), "abc", 2000), None);
        assert_eq!(letters.take(&what, "abc", 2000).as_deref(), Some("ann@club.example"));
        assert_eq!(letters.take(&what, "abc", 2000), None);
        letters.send(what.clone(), "ann@club.example", "ghi", PAUSE);
        assert_eq!(letters.take(&what, "ghi", PAUSE + HOLDS), None);
        letters.send(what.clone(), "ann@club.example", "jkl", 2 * HOLDS);
        for _ in 0..TRIES {
            assert_eq!(letters.take(&what, "no", 2 * HOLDS), None);
        }
        assert_eq!(letters.take(&what, "jkl", 2 * HOLDS), None);
    }
}
