//! Being called: what one is told of, by what way, and when not.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A way to reach somebody who is not here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CallWay {
    /// A message of the browser (Web Push).
    Push,
    /// A letter at once.
    Mail,
    /// One letter a day.
    Digest,
    /// A request to an address of one's own.
    Hook,
}

/// What somebody is told of, and how. Whatever is left out is not told.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CallPlan {
    /// A seat of one's own is to decide.
    pub turn: Vec<CallWay>,
    /// Somebody has seated one at a new table.
    pub seat: Vec<CallWay>,
    /// A game of one's own is over.
    pub over: Vec<CallWay>,
    /// Somebody said something at a table of one's own.
    pub talk: Vec<CallWay>,
    /// The time for a decision is nearly over.
    pub deadline: Vec<CallWay>,
    /// In these hours nothing comes: it waits until they are over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub quiet: Option<QuietHours>,
    /// Where these hours are counted, as `Europe/Lisbon`; empty: by universal time.
    pub zone: String,
    /// The minute of the day at which the daily letter is sent.
    pub digest: u16,
    /// Where requests go.
    pub hooks: Vec<HookPlan>,
}

/// Hours of every day; they may lead over midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct QuietHours {
    /// Minutes since midnight.
    pub from: u16,
    /// Minutes since midnight.
    pub until: u16,
}

/// An address that is called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct HookPlan {
    /// Its address: `https`.
    pub url: String,
    /// What it understands.
    pub form: HookForm,
    /// What signs each request; said by the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub secret: Option<String>,
}

/// What a called address understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HookForm {
    /// A [`CallNotice`].
    Json,
    /// What Discord takes.
    Discord,
    /// What Slack takes.
    Slack,
}

/// `GET` and the answer to `PUT /api/me/calls`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct CallInfo {
    /// What was chosen.
    pub plan: CallPlan,
    /// The ways this server has.
    pub ways: Vec<CallWay>,
    /// The key that browsers subscribe with, where there is Web Push.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub push_key: Option<String>,
    /// So many browsers of one's own are subscribed.
    pub browsers: u32,
    /// The path of a calendar with one's own deadlines; whoever has it may read it.
    pub calendar: String,
}

/// `POST /api/me/calls/push`: a browser that takes messages; `DELETE`: no more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PushBrowser {
    /// Where its messages are taken.
    pub endpoint: String,
    /// Its public key, in base64url.
    #[serde(default)]
    pub p256dh: String,
    /// Its secret, in base64url.
    #[serde(default)]
    pub auth: String,
}

/// What a message says, by every way: nothing of the game itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CallNotice {
    /// `turn`, `seat`, `over`, `talk` or `deadline`.
    pub event: String,
    /// The game.
    pub game: String,
    /// The others at the table.
    pub against: String,
    /// By when one has to decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub due: Option<u64>,
    /// Where the table is.
    pub link: String,
    /// All of it in a sentence.
    pub says: String,
}
