//! People: guests, accounts, sessions, tokens.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/me`: who the browser is. Everybody is somebody: whoever comes
/// without a cookie is made a guest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// Id of the person.
    pub id: String,
    /// The name others see.
    pub name: String,
    /// A guest has no password and lives as long as the cookie.
    pub guest: bool,
    /// The login of an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub login: Option<String>,
    /// Does the account have an address of mail for a lost password?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub mail: bool,
    /// Is it a program's account?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub bot: bool,
    /// Does the host trust them with reports?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub moderator: bool,
    /// What moderators have decided about them and they have not read yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<crate::Notice>>", optional)]
    pub notices: Vec<crate::Notice>,
}

/// `PUT /api/me`: a new name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewName {
    /// 1 to 24 signs.
    pub name: String,
}

/// `POST /api/account` (the guest becomes an account and keeps its games),
/// `POST /api/login`, `DELETE /api/account`.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Credentials {
    /// 3 to 24 letters, digits, hyphens or underscores.
    pub login: String,
    /// 8 to 128 signs.
    pub password: String,
}

/// Never printed by accident.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("login", &self.login).finish_non_exhaustive()
    }
}

/// The answer to `POST /api/account`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Registered {
    /// Who the browser is now.
    #[serde(flatten)]
    pub me: Me,
    /// Each lets its owner choose a new password, once; shown only now.
    pub codes: Vec<String>,
}

/// `POST /api/account/codes`: new recovery codes in place of the old ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Codes {
    /// The codes, shown only now.
    pub codes: Vec<String>,
}

/// `POST /api/recover`: a new password for somebody who has lost theirs.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Recover {
    /// Login of the account.
    pub login: String,
    /// One of its recovery codes.
    pub code: String,
    /// The new password: 8 to 128 signs.
    pub password: String,
}

/// Never printed by accident.
impl std::fmt::Debug for Recover {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recover").field("login", &self.login).finish_non_exhaustive()
    }
}

/// `PUT /api/account/password`: ends all other sessions and all tokens.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewPassword {
    /// The password so far.
    pub old: String,
    /// 8 to 128 signs.
    pub new: String,
}

/// Never printed by accident.
impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword")
    }
}

/// `PUT /api/account/mail`: an address for a lost password. A code is sent to
/// it, which `POST /api/account/mail` takes.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewMail {
    /// The password.
    pub password: String,
    /// The address; empty: none any more.
    pub mail: String,
}

/// Never printed by accident.
impl std::fmt::Debug for NewMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewMail")
    }
}

/// `POST /api/account/mail`: the code that was sent to the address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Code {
    /// The code.
    pub code: String,
}

/// `POST /api/recover/mail`: asks for a code by mail, which `POST /api/recover` takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LostPassword {
    /// Login of the account.
    pub login: String,
}

/// `POST /api/passkeys/new`: a passkey for one's own account.
#[derive(Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewPasskey {
    /// What its owner calls it.
    pub label: String,
    /// The password.
    pub password: String,
}

/// Never printed by accident.
impl std::fmt::Debug for NewPasskey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewPasskey").field("label", &self.label).finish_non_exhaustive()
    }
}

/// What the browser is to do with a passkey: `navigator.credentials` takes the
/// options.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Ceremony {
    /// Comes back with the answer.
    pub ceremony: String,
    /// The options, as browsers read them from JSON.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: serde_json::Value,
}

/// `POST /api/passkeys`, `POST /api/login/passkey`: what the browser says to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PasskeyProof {
    /// Of the [`Ceremony`].
    pub ceremony: String,
    /// The credential, as browsers write it as JSON.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub credential: serde_json::Value,
}

/// `GET /api/passkeys`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PasskeyInfo {
    /// For `DELETE /api/passkeys/{id}`.
    pub id: String,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    #[ts(type = "number")]
    pub since: u64,
}

/// `GET /api/sessions`: where the account is signed in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SessionInfo {
    /// For `DELETE /api/sessions/{id}`.
    pub id: String,
    /// When it began.
    #[ts(type = "number")]
    pub since: u64,
    /// Is it the one that asks?
    pub this: bool,
}

/// `POST /api/tokens`: a token for a bot or a script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct NewToken {
    /// What it is for.
    pub label: String,
}

/// The answer to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenMade {
    /// For `DELETE /api/tokens/{id}`.
    pub id: String,
    /// The token itself, shown only now: `Authorization: Bearer …`.
    pub token: String,
}

/// `GET /api/tokens`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenInfo {
    /// Id.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    #[ts(type = "number")]
    pub since: u64,
}

/// `GET /api/me/kept`, `PUT /api/me/kept`: something kept with the profile, which nobody else reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Kept {
    /// What it is: `board_game.fleets`.
    pub key: String,
    /// As the client wrote it; empty: no more.
    pub body: String,
}

/// `GET /api/me/export`: everything the server keeps about a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Export {
    /// Who.
    pub me: Me,
    /// Since when.
    #[ts(type = "number")]
    pub since: u64,
    /// The address of mail for a lost password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mail: Option<String>,
    /// Sessions.
    pub sessions: Vec<SessionInfo>,
    /// Passkeys, without their public keys.
    pub passkeys: Vec<PasskeyInfo>,
    /// Tokens, without their secret.
    pub tokens: Vec<TokenInfo>,
    /// What is kept with the profile.
    pub kept: Vec<Kept>,
    /// Records that were brought along, without their text.
    pub records: Vec<crate::RecordCard>,
    /// The studies that are kept for them, and those they write in.
    #[serde(default)]
    pub studies: Vec<crate::StudyCard>,
    /// Tables with a seat of this person.
    pub tables: Vec<crate::TableInfo>,
    /// What this person wrote in chats.
    pub chat: Vec<crate::ChatLine>,
    /// Whom this person keeps away from.
    pub shuns: Vec<crate::Shunned>,
    /// What this person has reported.
    pub reports: Vec<crate::ReportCard>,
}

/// `GET /api/me/holiday`, and the answer to `POST` and `DELETE` there: in games by days no
/// clock of somebody on holiday runs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct HolidayInfo {
    /// Days a year.
    pub days: u16,
    /// Days that may still be taken this year.
    pub left: u16,
    /// On holiday until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub until: Option<u64>,
}

/// `POST /api/me/holiday`: on holiday from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewHoliday {
    /// For so many days.
    pub days: u16,
}
