//! Tables: who sits where, what is played, and by what clock.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// `POST /api/tables`: a new table. The answer is its [`TableInfo`], whose
/// dice commitment is published before anybody adds a salt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateTable {
    /// The game.
    pub game: String,
    /// Its set-up: `scenario` and options by their keys; may be empty.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// One plan per seat, in the order of the game.
    pub seats: Vec<SeatPlan>,
    /// Is it listed for everybody?
    #[serde(default)]
    pub public: bool,
    /// By what clock.
    #[serde(default)]
    pub clock: ClockPlan,
    /// Begin as soon as every seat is taken and the dice are drawn.
    #[serde(default)]
    pub start: bool,
    /// This client seals and opens salts for the dice, as `docs/dice.md` says.
    #[serde(default)]
    #[ts(optional)]
    pub salted: Option<bool>,
    /// Does it count for ratings? Then everybody has an account, nobody is a bot
    /// or plays two sides, and there is a clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
    /// What spectators are shown of it, and when.
    #[serde(default, skip_serializing_if = "WatchPlan::is_usual")]
    #[ts(as = "Option<WatchPlan>", optional)]
    pub watch: WatchPlan,
}

/// What spectators of a table are shown, and when. They never see more than everybody at the table
/// knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WatchPlan {
    /// How far behind the game they are, as long as it goes on.
    #[serde(default)]
    pub delay: Delay,
    /// May they read what the players say to each other?
    #[serde(default)]
    pub talk: bool,
}

impl WatchPlan {
    /// At once, and without the players' talk?
    pub fn is_usual(&self) -> bool {
        *self == WatchPlan::default()
    }
}

/// How far behind the game spectators are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Delay {
    /// Not at all.
    #[default]
    None,
    /// By what happened last.
    Moves {
        /// So many moves, 1 to 50, as spectators count them.
        moves: u32,
    },
    /// By time.
    Minutes {
        /// So many minutes, 1 to 1,440.
        minutes: u32,
    },
}

/// What a new table has in mind for a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatPlan {
    /// The one who creates the table; several times for one-table play.
    Me,
    /// Another person in the same browser, by a name of their own.
    Same {
        /// What this person is called.
        #[serde(default)]
        name: String,
    },
    /// Anybody may take it.
    Open,
    /// Whoever has the link.
    Invite,
    /// A bot.
    Bot {
        /// One of the levels the game offers.
        level: String,
    },
}

/// A strength of bot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct BotLevel {
    /// Id used in seat plans.
    pub id: String,
    /// Name.
    pub title: String,
    /// What to expect.
    pub text: String,
}

/// By what clock a table plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ClockPlan {
    /// No clock.
    #[default]
    None,
    /// A bank of time and an addition after each decision.
    Live {
        /// Seconds in the bank.
        bank: u32,
        /// Seconds added.
        add: u32,
        /// What happens when it runs out.
        flag: Flag,
    },
    /// Days for each decision.
    Days {
        /// How many.
        days: u32,
        /// Days in the bank of each seat, for the decisions that take longer.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[ts(as = "Option<u32>", optional)]
        bank: u32,
        /// On Saturdays and Sundays (UTC) no clock runs.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        weekends: bool,
        /// What happens when they are over.
        flag: Flag,
    },
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// What happens when a seat's time runs out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Flag {
    /// The seat loses, by the game's own rule where it has one.
    Lose,
    /// A bot takes the seat.
    Bot,
    /// The others decide: wait, a bot, or claim the game.
    Table,
}

/// `POST /api/tables/{id}/join`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// Which seat; the first free one if left out.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// The secret of the invitation link, for private tables and invited seats.
    #[serde(default)]
    #[ts(optional)]
    pub invite: Option<String>,
    /// This client seals and opens salts for the dice, as `docs/dice.md` says.
    #[serde(default)]
    #[ts(optional)]
    pub salted: Option<bool>,
}

/// `POST /api/tables/{id}/leave`: gives a seat back before the start.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct LeaveTable {
    /// Which seat; all of one's own if left out.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// `POST /api/tables/{id}/rematch`: the same people at a new table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Rematch {
    /// Everybody moves up one seat.
    #[serde(default)]
    pub swap: bool,
    /// This client seals and opens salts for the dice.
    #[serde(default)]
    #[ts(optional)]
    pub salted: Option<bool>,
}

/// How far a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Seats are being taken.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

/// A table as the one who asks may see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// Id used in addresses; cannot be guessed.
    pub id: String,
    /// The game.
    pub game: String,
    /// The set-up, whole.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// How far it is.
    pub status: Status,
    /// Is it listed for everybody?
    pub public: bool,
    /// Does it count for ratings?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
    /// What spectators are shown of it, and when.
    #[serde(default, skip_serializing_if = "WatchPlan::is_usual")]
    #[ts(as = "Option<WatchPlan>", optional)]
    pub watch: WatchPlan,
    /// The tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub tournament: Option<String>,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Does one person play for several sides, as at one table?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub same: bool,
    /// May the one who asks start it?
    pub host: bool,
    /// By what clock.
    pub clock: ClockPlan,
    /// When it was created.
    #[ts(type = "number")]
    pub created: u64,
    /// When something last happened, as far as everybody may know.
    #[ts(type = "number")]
    pub updated: u64,
    /// The turn.
    pub turn: u32,
    /// Seats that everybody may know must decide.
    pub awaited: Vec<u8>,
    /// When the time of one of these runs out: of the first of one's own, else of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub due: Option<u64>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<ResultInfo>,
    /// The secret of the invitation link, for those who sit at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invite: Option<String>,
    /// Commitment to the key of the dice.
    pub commitment: String,
    /// How far the dice are drawn; nothing at tables of older servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dice: Option<DiceInfo>,
    /// The last key of the dice, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// The table of the rematch, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<String>,
    /// The game it goes on from, if it began at a moment of another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<crate::Origin>,
}

/// How far the dice of a table are drawn (`docs/dice.md`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct DiceInfo {
    /// The seal of each seat; empty if it has none.
    pub seals: Vec<String>,
    /// The draw in force, or the one that is called; 0 before the first.
    pub draw: u32,
    /// Seats that are to open now, so that the game can begin.
    pub call: Vec<u8>,
    /// Own seats that must open before they act.
    pub open: Vec<u8>,
    /// Who signs the heads of the transcript: an Ed25519 key.
    pub signer: String,
}

/// A seat as the one who asks may see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// Number, from 0.
    pub seat: u8,
    /// How it stands in records: `W`.
    pub code: String,
    /// How it is called: `White`.
    pub name: String,
    /// Its team, from 0; none for a gamemaster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
    /// Who holds it.
    pub holder: Holder,
    /// Does the one who asks hold it?
    pub you: bool,
    /// Is its holder connected?
    pub present: bool,
    /// Its holder is on holiday until then: its clock by days stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub away: Option<u64>,
}

/// Who holds a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Holder {
    /// Nobody yet; anybody may.
    Open,
    /// Nobody yet; whoever has the link may.
    Invited,
    /// A person.
    Person {
        /// Their name.
        name: String,
        /// Do they have no account?
        guest: bool,
        /// Id of their page, if they have an account.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
        /// Is it a program with an account of its own?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(as = "Option<bool>", optional)]
        bot: bool,
    },
    /// A bot of the server's own.
    Bot {
        /// Its level.
        level: String,
    },
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ResultInfo {
    /// `won`, `drawn` or `cancelled`.
    pub verdict: String,
    /// Sides that won.
    pub sides: Vec<u8>,
    /// Seats that won.
    pub seats: Vec<u8>,
    /// Why, as one word: `admiral`, `time`.
    pub reason: String,
    /// How clearly, where the game has degrees.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub degree: String,
    /// The clause that ended it; empty if the server did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clause: String,
}

/// Clocks of a running game.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct ClockInfo {
    /// Server time of this message.
    #[ts(type = "number")]
    pub now: u64,
    /// Milliseconds left per seat.
    #[ts(type = "number[]")]
    pub left: Vec<u64>,
    /// Seats whose time is running, as far as everybody may know.
    pub running: Vec<u8>,
    /// Seats whose time has run out while the others decide what follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flagged: Vec<u8>,
    /// Of what is left per seat, so many milliseconds are the bank's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u32>>", optional)]
    pub banks: Vec<u64>,
    /// Seats that are to decide and whose time stands still: a weekend, a holiday.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u8>>", optional)]
    pub resting: Vec<u8>,
}

/// `GET /api/tables?list=…`: `open` (seats to take), `live` (public, being
/// played), `mine`, `over` (mine, finished).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct TableList {
    /// Newest first.
    pub tables: Vec<TableInfo>,
}

/// `GET /api/watch`: games that may be watched, those to be seen first in front.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct WatchList {
    /// The games.
    pub games: Vec<Watched>,
}

/// A game that may be watched.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Watched {
    /// Its table.
    pub table: TableInfo,
    /// Has the operator marked it?
    pub marked: bool,
    /// The mean rating of those who play, where all of them have one that is sure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<i32>,
    /// So many watch, as far as this node knows.
    pub watchers: u32,
}

/// From the server, on the socket of the lists: `GET /api/lobby`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum ToLobby {
    /// A public table was made, filled, begun, ended or cleared away: lists are to be asked for anew.
    Listed {},
}
