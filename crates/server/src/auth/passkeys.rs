//! Passkeys: the lock of a device instead of a password. What has been begun
//! and not finished stays in memory for a few minutes.

use crate::error::Error;
use admiralty_protocol::code;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url, Uuid, Webauthn, WebauthnBuilder,
};

/// So long something begun may take, in milliseconds.
const LASTS: u64 = 5 * 60_000;
/// So many may be under way.
const MOST: usize = 10_000;

/// What has been begun.
enum Begun {
    Making { user: String, label: String, state: Box<PasskeyRegistration> },
    Using(Box<DiscoverableAuthentication>),
}

/// The passkeys of one server: valid for its address and no other.
pub(crate) struct Passkeys {
    rp: String,
    webauthn: Webauthn,
    begun: Mutex<HashMap<String, (u64, Begun)>>,
}

fn wrong(error: impl std::fmt::Debug) -> Error {
    tracing::debug!(?error, "a passkey was refused");
    Error::new(code::CREDENTIALS, "That passkey is not valid here.")
}

/// The id a device knows a person by: nothing of ours can be read from it.
fn handle(user: &str) -> Uuid {
    let hash = Sha256::digest(format!("admiralty passkey 1\n{user}"));
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Uuid::from_bytes(bytes)
}

/// How a credential is looked up.
fn name(id: &[u8]) -> String {
    super::hex(&Sha256::digest(id))
}

/// A passkey that has been made.
pub(crate) struct Made {
    pub(crate) user: String,
    pub(crate) label: String,
    pub(crate) cred: String,
    pub(crate) body: String,
}

impl Passkeys {
    /// For a server that is reached at this address; without one only by people
    /// at this machine.
    pub(crate) fn new(address: Option<&str>) -> anyhow::Result<Passkeys> {
        let url = Url::parse(address.unwrap_or("http://localhost:8640"))?;
        let rp = url.domain().ok_or_else(|| anyhow::anyhow!("{url} names no host"))?.to_string();
        let builder = WebauthnBuilder::new(&rp, &url)?.rp_name("Admiralty");
        let webauthn = builder.allow_any_port(rp == "localhost").build()?;
        Ok(Passkeys { rp, webauthn, begun: Mutex::default() })
    }

    /// The host whose pages may use them.
    pub(crate) fn rp(&self) -> &str {
        &self.rp
    }

    fn put(&self, id: &str, begun: Begun, now: u64) -> Result<(), Error> {
        let mut all = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.retain(|_, (until, _)| *until > now);
            if all.len() >= MOST {
                return Err(Error::Rate(60));
            }
        }
        all.insert(id.into(), (now + LASTS, begun));
        Ok(())
    }

    fn take(&self, id: &str, now: u64) -> Option<Begun> {
        let mut all = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(id).filter(|(until, _)| *until > now).map(|(_, begun)| begun)
    }

    /// What the browser is asked for a new one; `known` are those it has.
    pub(crate) fn begin_making(
        &self,
        id: &str,
        (user, login, label): (&str, &str, String),
        known: &[String],
        now: u64,
    ) -> Result<Value, Error> {
        let known: Vec<Passkey> =
            known.iter().filter_map(|body| serde_json::from_str(body).ok()).collect();
        let known = known.iter().map(|key| key.cred_id().clone()).collect();
        let begun =
            self.webauthn.start_passkey_registration(handle(user), login, login, Some(known));
        let (options, state) = begun.map_err(wrong)?;
        let mut options = serde_json::to_value(options).map_err(wrong)?;
        // The device keeps it, so that nobody need type a login to sign in.
        let wish = &mut options["publicKey"]["authenticatorSelection"];
        wish["residentKey"] = json!("required");
        wish["requireResidentKey"] = json!(true);
        self.put(id, Begun::Making { user: user.into(), label, state: Box::new(state) }, now)?;
        Ok(options)
    }

    /// The browser has made it.
    pub(crate) fn make(&self, id: &str, credential: Value, now: u64) -> Result<Made, Error> {
        let Some(Begun::Making { user, label, state }) = self.take(id, now) else {
            return Err(wrong("nothing was begun"));
        };
        let credential: RegisterPublicKeyCredential =
            serde_json::from_value(credential).map_err(wrong)?;
        let key = self.webauthn.finish_passkey_registration(&credential, &state).map_err(wrong)?;
        let body = serde_json::to_string(&key).map_err(wrong)?;
        Ok(Made { user, label, cred: name(key.cred_id()), body })
    }

    /// What the browser is asked of somebody who comes with one.
    pub(crate) fn begin_using(&self, id: &str, now: u64) -> Result<Value, Error> {
        let (options, state) = self.webauthn.start_discoverable_authentication().map_err(wrong)?;
        let mut options = serde_json::to_value(options).map_err(wrong)?;
        // Asked for by a button, not offered in a field.
        if let Some(options) = options.as_object_mut() {
            options.remove("mediation");
        }
        self.put(id, Begun::Using(Box::new(state)), now)?;
        Ok(options)
    }

    /// How the passkey somebody comes with is looked up.
    pub(crate) fn cred(&self, credential: &Value) -> Result<String, Error> {
        let credential: PublicKeyCredential =
            serde_json::from_value(credential.clone()).map_err(wrong)?;
        Ok(name(credential.get_credential_id()))
    }

    /// Is it the passkey of this person? What is to be kept of it from now on,
    /// if that changes.
    pub(crate) fn is_right(
        &self,
        id: &str,
        credential: Value,
        (user, body): (&str, &str),
        now: u64,
    ) -> Result<Option<String>, Error> {
        let Some(Begun::Using(state)) = self.take(id, now) else {
            return Err(wrong("nothing was begun"));
        };
        let credential: PublicKeyCredential = serde_json::from_value(credential).map_err(wrong)?;
        let (whose, _) =
            self.webauthn.identify_discoverable_authentication(&credential).map_err(wrong)?;
        if whose != handle(user) {
            return Err(wrong("somebody else's"));
        }
        let mut key: Passkey = serde_json::from_str(body).map_err(wrong)?;
        let done = self.webauthn.finish_discoverable_authentication_v2(
            &credential,
            *state,
            DiscoverableKey::from(&key),
        );
        let done = done.map_err(wrong)?;
        match key.update_credential(&done) {
            Some(true) => Ok(Some(serde_json::to_string(&key).map_err(wrong)?)),
            _ => Ok(None),
        }
    }
}
