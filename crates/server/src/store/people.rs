//! People as they are kept: accounts, and every way in to them.

use serde::{Deserialize, Serialize};

/// A person.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UserRow {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Login of an account.
    pub login: Option<String>,
    /// Hash of its password.
    pub password: Option<String>,
    /// Since when.
    pub since: u64,
    /// Grows with every change of how they sign in.
    pub version: u64,
    /// May not speak until then; 0: may.
    pub muted: u64,
    /// May not sign in or act.
    pub banned: bool,
    /// Where a lost password is asked for.
    pub mail: Option<String>,
    /// A program's account: whose it is; empty if it is the host's.
    pub bot: Option<String>,
    /// Does the host trust them with reports?
    pub moderator: bool,
    /// A moderator has shut them out until then; 0: no.
    pub shut: u64,
}

/// What changes of a person; whatever is left out stays.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UserSet {
    /// A new name.
    pub name: Option<String>,
    /// The login of somebody who has none yet.
    pub login: Option<String>,
    /// Hash of a new password.
    pub password: Option<String>,
    /// Muted until then.
    pub muted: Option<u64>,
    /// Banned or no more.
    pub banned: Option<bool>,
    /// A new address of mail; empty: none.
    pub mail: Option<String>,
    /// Trusted with reports or no more.
    pub moderator: Option<bool>,
    /// Shut out until then.
    pub shut: Option<u64>,
}

impl UserSet {
    /// Does it change how they sign in?
    pub const fn signs_in(&self) -> bool {
        self.login.is_some() || self.password.is_some()
    }
}

/// Something the operator did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AuditRow {
    /// When.
    pub at: u64,
    /// What.
    pub what: String,
    /// To whom or what.
    pub about: String,
    /// In words.
    pub detail: String,
}

/// A passkey.
#[derive(Debug, Clone, PartialEq)]
pub struct PasskeyRow {
    /// Id.
    pub id: String,
    /// Whose.
    pub user: String,
    /// Hash of what the device calls it.
    pub cred: String,
    /// What its owner calls it.
    pub label: String,
    /// Its public key and counter.
    pub body: String,
    /// Since when.
    pub since: u64,
}

/// Something a person keeps with their profile.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptRow {
    /// Whose.
    pub user: String,
    /// What it is.
    pub key: String,
    /// As the client wrote it; empty: no more.
    pub body: String,
}

/// A session.
#[derive(Debug, Clone, PartialEq)]
pub struct SessionRow {
    /// Id, part of the cookie.
    pub id: String,
    /// Whose.
    pub user: String,
    /// Since when.
    pub since: u64,
    /// When it was last used.
    pub seen: u64,
}

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenRow {
    /// Id.
    pub id: String,
    /// Whose.
    pub user: String,
    /// Hash of the secret.
    pub hash: String,
    /// What it is for.
    pub label: String,
    /// Since when.
    pub since: u64,
}
