//! Messages of a table's socket:
//! `GET /api/tables/{id}/socket?as=<seat or spectator>[&from=<number>][&say=0|1|2]`.

use crate::{ClockInfo, Past, ResultInfo, TableInfo, Undo, Update};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

/// From a client. `id` is chosen by the client and comes back in the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum ToServer {
    /// A decision of the seat. A repeated `id` is acknowledged, not played twice.
    Act {
        /// 1 to 32 signs, unique among the seat's actions.
        id: String,
        /// The last number the client has seen.
        n: u32,
        /// In notation: `d4-d5`. A pick of the menu that completes an action carries it.
        action: String,
    },
    /// What may be picked next?
    Menu {
        /// Comes back.
        id: String,
        /// Keys picked so far.
        #[serde(default)]
        draft: Vec<String>,
        /// How many levels at once, at most 8; one if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        deep: Option<u8>,
    },
    /// What may be done, whole actions at a time?
    Actions {
        /// Comes back.
        id: String,
        /// At most so many, up to 1000; 100 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        limit: Option<u16>,
    },
    /// May this be done, and if not, why not?
    Why {
        /// Comes back.
        id: String,
        /// In notation.
        action: String,
    },
    /// What may come of this?
    Odds {
        /// Comes back.
        id: String,
        /// In notation.
        action: String,
    },
    /// What may come of each of these, at a glance? As many as the time allows, in this order.
    Glance {
        /// Comes back.
        id: String,
        /// Complete actions in notation, at most 100.
        actions: Vec<String>,
    },
    /// Takes the seat's last decision back, as far as the rules of undo allow.
    Undo {
        /// Comes back.
        id: String,
    },
    /// Asks everybody to go back to the moment of this update.
    Rewind {
        /// Comes back.
        id: String,
        /// Number of the update, in this viewer's own numbering; 0 is the beginning.
        to: u32,
    },
    /// Answers the rewind that is asked for.
    Agree {
        /// Comes back.
        id: String,
        /// Yes or no; one no ends it.
        yes: bool,
    },
    /// What to do about a seat whose time ran out, where the table decides.
    Claim {
        /// Comes back.
        id: String,
        /// The seat whose time ran out.
        seat: u8,
        /// What is wanted.
        what: ClaimWhat,
    },
    /// Seals the salts of one's seats, before the game.
    Seal {
        /// Comes back.
        id: String,
        /// 64 hexadecimal digits.
        seal: String,
    },
    /// Shows the link of one's chain that is due.
    Open {
        /// Comes back.
        id: String,
        /// 64 hexadecimal digits.
        link: String,
    },
    /// Says something.
    Chat {
        /// Comes back.
        id: String,
        /// 1 to 500 signs of plain text.
        text: String,
    },
    /// Asks for everything anew.
    Sync {},
    /// Is somebody there?
    Ping {},
}

/// What the others want when a seat's time ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimWhat {
    /// Give the seat its time once more.
    Wait,
    /// A bot takes it.
    Bot,
    /// The seat has lost.
    Win,
}

/// From the server. `U` is an [`Update`] in the form its writer has it in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
#[ts(concrete(U = Update))]
#[schema(as = ToClient)]
#[allow(clippy::large_enum_variant, reason = "each is written out as soon as it is made")]
pub enum ToClient<U = Update> {
    /// Everything: at the beginning, after `sync`, and when resuming by number
    /// is not possible.
    State(TableState),
    /// Something happened.
    #[schema(value_type = Update)]
    Up(U),
    /// A request was carried out that shows no other answer, or had been
    /// carried out before.
    Done {
        /// Of the request.
        id: String,
        /// The viewer's number now.
        n: u32,
    },
    /// A request was refused.
    No {
        /// Of the request.
        id: String,
        /// Why.
        #[serde(flatten)]
        why: Refusal,
    },
    /// Answer to `menu`.
    Menu {
        /// Of the request.
        id: String,
        /// The viewer's number when it was made: a menu is good until the next update.
        n: u32,
        /// What may be picked; empty if the draft leads nowhere.
        choices: Vec<MenuChoice>,
        /// Not all the levels that were asked for are here: what leads on and has no `next` is
        /// to be asked for by itself.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        cut: bool,
    },
    /// Answer to `actions`.
    Actions {
        /// Of the request.
        id: String,
        /// The viewer's number when it was made.
        n: u32,
        /// In notation; nothing if the seat is not awaited.
        actions: Vec<String>,
        /// Are these all? If not, they were drawn at random.
        complete: bool,
    },
    /// Answer to `why`.
    Why {
        /// Of the request.
        id: String,
        /// Nothing if it may be done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        no: Option<Refusal>,
    },
    /// Answer to `odds`.
    Odds {
        /// Of the request.
        id: String,
        /// The chances.
        odds: Odds,
    },
    /// Answer to `glance`.
    Glance {
        /// Of the request.
        id: String,
        /// The viewer's number when it was made.
        n: u32,
        /// One for each action that may be done, as far as the time allowed.
        of: Vec<Glance>,
    },
    /// A rewind is asked for, somebody has agreed, or it is off.
    Rewind {
        /// Nothing if it is off or done.
        asked: Option<RewindAsked>,
    },
    /// Somebody said something.
    Chat {
        /// What.
        line: ChatLine,
    },
    /// Who is here.
    Here(Presence),
    /// The table changed: a seat was taken, it began, it is over.
    Table {
        /// As this viewer may see it.
        table: TableInfo,
    },
    /// The head of the transcript as of this viewer's update `n`, signed. It tells nothing
    /// before the end; whoever keeps it can show then that nothing was changed.
    Head {
        /// The viewer's number.
        n: u32,
        /// 64 hexadecimal digits.
        head: String,
        /// Who signed it: an Ed25519 key.
        signer: String,
        /// 128 hexadecimal digits.
        signature: String,
    },
    /// Answer to `ping`.
    Pong {},
    /// More messages have come than are read at once: the next are read slowly. Who goes on
    /// like this is cut off.
    Slow {
        /// So many messages a second are read.
        rate: u32,
        /// A sentence.
        says: String,
    },
    /// The server closes the socket.
    Bye {
        /// A code.
        code: String,
        /// A sentence.
        says: String,
    },
}

/// What one viewer knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableState {
    /// The viewer's number: the updates before it are in this.
    pub n: u32,
    /// The table.
    pub table: TableInfo,
    /// The game's view, nothing before the start.
    #[ts(type = "unknown")]
    pub view: Value,
    /// The board as text, for clients that do not know the game.
    pub board: String,
    /// Seats that this viewer may know must decide.
    pub awaited: Vec<u8>,
    /// What is expected of this viewer.
    pub prompt: String,
    /// May the last decision be taken back?
    pub undo: Undo,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over: Option<ResultInfo>,
    /// Clocks, if the table has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<ClockInfo>,
    /// The last updates before `n`, for the log; older ones by `story`.
    pub past: Vec<Past>,
    /// The rewind that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rewind: Option<RewindAsked>,
    /// What was said, as far as this viewer may read it.
    pub chat: Vec<ChatLine>,
    /// Who is here.
    pub here: Presence,
}

/// Why something was refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Refusal {
    /// For programs: `play/illegal`.
    pub code: String,
    /// For people.
    pub says: String,
    /// The clause that forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clause: Option<String>,
    /// The clause in our words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// The offending values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub facts: Option<Value>,
}

/// One pick of a menu.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MenuChoice {
    /// Key in drafts, unique among its neighbours.
    pub key: String,
    /// What it is: `unit`, `place`, `kind`.
    pub kind: String,
    /// What will happen.
    pub text: String,
    /// The place it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<String>,
    /// The unit it stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub unit: Option<String>,
    /// The complete action it leads to, in notation; left out if more is to be picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to: Option<String>,
    /// It can be done at any time and nobody waits for it: resigning, an offer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub aside: bool,
    /// Seldom wanted, or never to be taken back: kept apart, and asked about first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub rare: bool,
    /// What the rules say of it for the board: what it costs, how far it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub facts: Option<Value>,
    /// What may be picked after it, where more than one level was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<MenuChoice>>", optional)]
    #[schema(no_recursion)]
    pub next: Vec<MenuChoice>,
}

/// What may come of one of many actions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Glance {
    /// The action, as it was asked about.
    pub action: String,
    /// Is every number exact, or found by trying?
    pub exact: bool,
    /// Can only one thing come of it?
    pub sure: bool,
    /// The likeliest outcomes, at most three.
    pub lines: Vec<OddsLine>,
    /// Numbers that the game counts, by name: `damage`, `sunk`.
    #[ts(as = "std::collections::HashMap<String, Count>")]
    pub counts: BTreeMap<String, Count>,
}

/// A number that may come of an action.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Count {
    /// How likely it is more than nothing, 0 to 1.
    pub chance: f64,
    /// How much on average.
    pub mean: f64,
    /// The most it may come to, as far as was seen.
    pub most: i32,
}

/// What may come of an action.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Odds {
    /// Is every number exact, or found by trying many tables?
    pub exact: bool,
    /// Outcomes, likeliest first.
    pub lines: Vec<OddsLine>,
}

/// One outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct OddsLine {
    /// What comes of it.
    pub what: String,
    /// How likely, 0 to 1.
    pub chance: f64,
    /// How far that may be off; 0 if it is exact.
    pub error: f64,
}

/// A rewind that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RewindAsked {
    /// The seat that asks.
    pub by: u8,
    /// The moment, in this viewer's own numbering.
    pub to: u32,
    /// Seats that agree so far.
    pub agreed: Vec<u8>,
    /// Seats that are still to answer.
    pub open: Vec<u8>,
}

/// Something said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatLine {
    /// Number within its channel.
    pub n: u32,
    /// Players' chat is hidden from spectators until the end, and theirs from players.
    pub channel: String,
    /// The seat that said it; none for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// Who said it.
    pub name: String,
    /// Plain text, never to be shown as HTML.
    pub text: String,
    /// When.
    #[ts(type = "number")]
    pub at: u64,
}

/// Who is connected.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Presence {
    /// Seats with somebody connected, bots too.
    pub seats: Vec<u8>,
    /// How many watch.
    pub watchers: u32,
}
