//! What must survive: tables, their lines, people. A trait, so that rooms do
//! not know whether memory, SQLite or a server of its own is behind it.
//!
//! A game's lines only ever grow. Changes are queued and answered in the order
//! they were queued, once they are on disk; a store may commit many at once.

mod calls;
mod faults;
mod guard;
mod lease;
mod manners;
mod memory;
mod pack;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod records;
mod results;
mod seats;
mod sqlite;
mod studies;
mod times;
mod tournaments;
#[cfg(feature = "postgres")]
mod whole;

pub use calls::{CallOp, CallRow, Calls};
pub use faults::Faults;
pub use guard::Guard;
pub use lease::{Claim, LEASE, Leases, Located, RENEW, Renewed, preferred};
pub use manners::{MannersOp, MannersStore, ReportRow, ShunRow};
pub use memory::Memory;
pub use people::{AuditRow, KeptRow, PasskeyRow, SessionRow, TokenRow, UserRow, UserSet};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use records::{FromRow, RecordOp, RecordRow, Records};
pub use results::{PastRow, PlayedRow, RatingRow, ResultRow};
pub use seats::{HolderRow, SeatRow, plays_itself};
pub use sqlite::Sqlite;
pub use studies::{ChapterRow, StudyOp, StudyRow, StudyStore};
pub use times::{AwayRow, TimesRow};
pub use tournaments::{EntryRow, TournamentRow, TournamentStore};
#[cfg(feature = "postgres")]
pub(crate) use whole::Whole;

use admiralty_core::UndoBar;
use admiralty_protocol::{
    ChatLine, ClockPlan, ResultInfo, StandingAnswer, Status, UserNote, WatchPlan,
};
use futures_util::future::BoxFuture;
use pack::{pack_live, unpack_live};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where everything is kept.
pub trait Store:
    Records + StudyStore + TournamentStore + Calls + MannersStore + Send + Sync + 'static
{
    /// Queues a change. `then` runs when all of it is on disk, or none; in the
    /// order of queueing, on a thread of the store. It must be quick and must
    /// not wait for a room.
    fn commit(&self, change: Vec<Op>, then: Then);

    /// The largest number of a table so far.
    fn last_num(&self) -> BoxFuture<'_, Result<i64, StoreError>>;
    /// A number for a new table, where others count too; nothing if whoever asks
    /// is the only one who makes tables, and counts.
    fn fresh_num(&self) -> BoxFuture<'_, Result<Option<i64>, StoreError>> {
        Box::pin(async { Ok(None) })
    }
    /// Whose a table is, where several nodes share the store.
    fn leases(&self) -> Option<&dyn Leases> {
        None
    }
    /// A table by its id.
    fn table<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<TableRow>, StoreError>>;
    /// All that is needed to go on with a table, in one look, with so many
    /// lines of its chat.
    fn wake<'a>(
        &'a self,
        id: &'a str,
        chat: u32,
    ) -> BoxFuture<'a, Result<Option<Woken>, StoreError>>;
    /// What is needed to go on with the game: the last snapshot and the lines after it.
    fn tail(&self, num: i64) -> BoxFuture<'_, Result<Span, StoreError>>;
    /// The snapshot taken at line `snap` and the lines after it up to `to`.
    fn span(&self, num: i64, snap: u32, to: u32) -> BoxFuture<'_, Result<Span, StoreError>>;
    /// Every line, in order.
    fn lines(&self, num: i64) -> BoxFuture<'_, Result<Vec<LineRow>, StoreError>>;
    /// The last line of each of these tables.
    fn last_lines(&self, nums: Vec<i64>)
    -> BoxFuture<'_, Result<Vec<Option<LineRow>>, StoreError>>;
    /// Public tables of this status, newest first.
    fn public(
        &self,
        status: Status,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TableRow>, StoreError>>;
    /// Tables at which this person holds a seat, newest first.
    fn tables_of<'a>(
        &'a self,
        user: &'a str,
        over: bool,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<TableRow>, StoreError>>;
    /// Tables with a running clock or a bot to move: ids of all that are being played.
    fn playing(&self) -> BoxFuture<'_, Result<Vec<String>, StoreError>>;
    /// For how many milliseconds the server had run when that was last written.
    fn ran(&self) -> BoxFuture<'_, Result<u64, StoreError>>;
    /// The last lines said at a table, by players and by spectators so many each, oldest first,
    /// and who said them.
    fn chat(
        &self,
        num: i64,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<(String, ChatLine)>, StoreError>>;
    /// Everything a person said.
    fn chat_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<ChatLine>, StoreError>>;
    /// Comments on a finished game.
    fn notes(&self, num: i64) -> BoxFuture<'_, Result<Vec<UserNote>, StoreError>>;

    /// A person by id.
    fn user<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>>;
    /// A person by login.
    fn user_by_login<'a>(
        &'a self,
        login: &'a str,
    ) -> BoxFuture<'a, Result<Option<UserRow>, StoreError>>;
    /// A session by id.
    fn session<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<SessionRow>, StoreError>>;
    /// The sessions of a person.
    fn sessions_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<SessionRow>, StoreError>>;
    /// A token by the hash of its secret.
    fn token<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Option<TokenRow>, StoreError>>;
    /// The tokens of a person.
    fn tokens_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<TokenRow>, StoreError>>;
    /// Does this person have a recovery code with this hash?
    fn has_recovery<'a>(
        &'a self,
        user: &'a str,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>>;
    /// The passkeys of a person.
    fn passkeys_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<PasskeyRow>, StoreError>>;
    /// What a person keeps, by keys.
    fn kept_of<'a>(&'a self, user: &'a str) -> BoxFuture<'a, Result<Vec<KeptRow>, StoreError>>;
    /// A passkey by the hash of what the device calls it.
    fn passkey<'a>(
        &'a self,
        cred: &'a str,
    ) -> BoxFuture<'a, Result<Option<PasskeyRow>, StoreError>>;
    /// People whose id, login or a part of whose name this is; all if empty.
    fn find_users<'a>(
        &'a self,
        text: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>>;
    /// The bot accounts of a person, or of the host if empty, oldest first.
    fn bots_of<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Vec<UserRow>, StoreError>>;
    /// What the operator did last, newest first.
    fn audit(&self, limit: u32) -> BoxFuture<'_, Result<Vec<AuditRow>, StoreError>>;
    /// The best of a pool whose deviation is at most `surest`, the strongest first.
    fn ladder<'a>(
        &'a self,
        pool: &'a str,
        surest: f64,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>>;
    /// The ratings of a person, by pools.
    fn ratings_of<'a>(&'a self, user: &'a str)
    -> BoxFuture<'a, Result<Vec<RatingRow>, StoreError>>;
    /// How a rating came about: the last points of its curve, oldest first.
    fn rating_past<'a>(
        &'a self,
        pool: &'a str,
        user: &'a str,
        limit: u32,
    ) -> BoxFuture<'a, Result<Vec<PastRow>, StoreError>>;
    /// Rated games that ended after this one, in order.
    fn results(&self, after: i64, limit: u32) -> BoxFuture<'_, Result<Vec<ResultRow>, StoreError>>;
    /// How many there are of everything, by name.
    fn counts(&self) -> BoxFuture<'_, Result<Vec<(String, u64)>, StoreError>>;
    /// Could it write when it last tried?
    fn healthy(&self) -> bool;
}

/// Called when a change is on disk, or could not be made.
pub type Then = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Why the store did not do it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// Something with this key is already there.
    Conflict,
    /// Somebody else has changed it since it was read.
    Stale,
    /// It is not there any more.
    Gone,
    /// What stands there cannot be read; all else can.
    Unreadable(String),
    /// The disk, the file, the service: for the log, never for a client.
    Broken(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("already there"),
            StoreError::Stale => f.write_str("changed meanwhile"),
            StoreError::Gone => f.write_str("not there any more"),
            StoreError::Unreadable(why) | StoreError::Broken(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for StoreError {}

/// One part of a change.
#[derive(Debug, Clone)]
pub enum Op {
    /// The change is made only if none before it under this guard has failed.
    Only(Guard),
    /// For how many milliseconds the server has run, in all its lives.
    Ran(u64),
    /// Writes a table, new or changed.
    Table(Box<TableRow>),
    /// Adds a line to a table.
    Line(i64, LineRow),
    /// Keeps a position of a table.
    Snap(i64, Box<SnapRow>),
    /// Adds to the chat of a table; the id of the person stands beside it.
    Chat(i64, String, ChatLine),
    /// Adds a comment.
    Note(i64, String, UserNote),
    /// A new person.
    NewUser(UserRow),
    /// Changes of a person what is named, and nothing else.
    SetUser {
        /// The person.
        user: String,
        /// Only if nobody has changed how they sign in since.
        version: Option<u64>,
        /// What changes.
        set: UserSet,
    },
    /// Begins a session of a person who is there.
    Session {
        /// The session.
        row: SessionRow,
        /// Only if nobody has changed how they sign in since.
        version: Option<u64>,
    },
    /// A session was used.
    Seen {
        /// The session.
        session: String,
        /// When.
        at: u64,
    },
    /// Ends the sessions that were last used before this.
    EndIdle(u64),
    /// Ends a session.
    EndSession(String),
    /// Ends all sessions of a person but one.
    EndSessions {
        /// The person.
        user: String,
        /// The session that goes on.
        except: String,
    },
    /// Makes a token.
    Token(TokenRow),
    /// Ends a token of a person.
    EndToken {
        /// The person.
        user: String,
        /// The token.
        id: String,
    },
    /// Ends all tokens of a person.
    EndTokens(String),
    /// Codes that let a person in once each; the old ones are void.
    Recovery {
        /// The person.
        user: String,
        /// Hashes of the codes.
        hashes: Vec<String>,
    },
    /// Uses such a code up.
    UseRecovery {
        /// The person.
        user: String,
        /// Hash of the code.
        hash: String,
    },
    /// Makes a passkey.
    Passkey(PasskeyRow),
    /// A passkey was used: what is to be kept of it now.
    UsedPasskey {
        /// The passkey.
        id: String,
        /// Its public key and counter.
        body: String,
    },
    /// Ends a passkey of a person.
    EndPasskey {
        /// The person.
        user: String,
        /// The passkey.
        id: String,
    },
    /// Ends all passkeys of a person.
    EndPasskeys(String),
    /// Something a person who is there keeps from now on, or no more.
    Keep(KeptRow),
    /// Something becomes of a record that was brought along.
    Record(Box<RecordOp>),
    /// Something becomes of a study.
    Study(Box<StudyOp>),
    /// Something becomes of a message.
    Call(Box<CallOp>),
    /// People keep away from each other, or something becomes of a report.
    Manners(Box<MannersOp>),
    /// A rated game is over: ratings are worked out from it at once, with it or not at all.
    Result(Box<ResultRow>),
    /// All ratings are worked out again from the results.
    RateAgain,
    /// A tournament, new or changed, if it still stands at this version; 0 if it is new.
    Tournament {
        /// How it stands from now on.
        row: Box<TournamentRow>,
        /// The version that was changed.
        after: u64,
    },
    /// Something the operator did.
    Audit(AuditRow),
    /// Deletes a table and everything said and written at it.
    DeleteTable(i64),
    /// Nothing that counts: shows whether anything can be written.
    Probe,
    /// Deletes a person, their sessions, tokens, comments and chat. Games
    /// remain, without a name.
    DeleteUser(String),
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableRow {
    /// Key within the store.
    #[serde(skip)]
    pub num: i64,
    /// Id in addresses.
    pub id: String,
    /// The game.
    pub game: String,
    /// Its set-up, filled in, as JSON.
    pub setup: String,
    /// How far it is.
    pub status: Status,
    /// Is it listed?
    pub public: bool,
    /// Who may start it.
    pub host: String,
    /// The seats.
    pub seats: Vec<SeatRow>,
    /// By what clock.
    pub clock: ClockPlan,
    /// When it was made.
    pub created: u64,
    /// When the game began; 0 before.
    pub begun: u64,
    /// For how long the server had run then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun_ran: Option<u64>,
    /// How many dice were rolled to begin it.
    pub begun_rolls: u64,
    /// The secret of the invitation.
    pub invite: String,
    /// The secret key of the dice, in hexadecimal digits: the end of the umpire's chain.
    pub key: String,
    /// How the dice come about: 2 if they are drawn, 3 if the transcript also goes on
    /// without what the sides keep to themselves.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dice: u8,
    /// The draws before the first decision, as records write them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<String>,
    /// Draws begun anew in the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub redraws: Vec<RedrawRow>,
    /// The head of the transcript before the first decision.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub head: String,
    /// How it ended.
    pub result: Option<ResultInfo>,
    /// The rematch.
    pub rematch: Option<String>,
    /// Does it count for ratings?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Where it goes on from, if it began at a moment of another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FromRow>,
    /// The clocks, where something other than the last line has changed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<TimesRow>,
    /// The tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// What spectators are shown, and when.
    #[serde(default, skip_serializing_if = "WatchPlan::is_usual")]
    pub watch: WatchPlan,
    /// Answers that people have given in advance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerRow>,
    /// Has the operator marked it as one to be watched?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub featured: bool,
}

/// An answer in advance, and who gave it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerRow {
    /// Who.
    pub by: String,
    /// The answer.
    #[serde(flatten)]
    pub answer: StandingAnswer,
}

/// A draw begun anew in the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RedrawRow {
    /// After this line.
    pub after: u32,
    /// Why.
    pub why: String,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// A line of a game: an entry, or something taken back.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LineRow {
    /// Number, from 1, over everything that was ever written.
    #[serde(skip)]
    pub line: u32,
    /// When.
    #[serde(skip)]
    pub at: u64,
    /// Who: a seat, -1 the clock, -2 the host.
    pub by: i16,
    /// The action in notation, as the game writes it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub act: String,
    /// The dice it used: faces and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<(u16, u16)>,
    /// For something taken back: how many entries still count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keep: Option<u32>,
    /// The seats that agreed to that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<u8>,
    /// The link that its seat shows with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// The head of the transcript after it, where the position is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// What stands in the way of undoing it: the letter of the bar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bar: Option<char>,
    /// Does its side keep it to itself even after the end?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
    /// The turn it was made in.
    #[serde(default)]
    pub turn: u32,
    /// The client's id of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// How many dice were rolled in all after it.
    #[serde(default)]
    pub rolls: u64,
    /// Each viewer's number after it: the seats in order, then spectators.
    pub nums: Vec<u32>,
    /// Which viewers saw it, as bits in the same order.
    #[serde(default)]
    pub seen: u32,
    /// Seats awaited after it, in truth, as bits.
    #[serde(default)]
    pub awt: u32,
    /// Seats awaited after it, as everybody may know.
    #[serde(default)]
    pub aw: u32,
    /// When spectators last saw something.
    #[serde(default)]
    pub sat: u64,
    /// Milliseconds left per seat after it, at tables with a clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<u64>,
    /// Of these, so many are the bank's, at tables by days that have one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banks: Vec<u64>,
    /// For how long the server had run then, at tables with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran: Option<u64>,
}

/// An entry that counts, in short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Live {
    /// Its line.
    pub line: u32,
    /// Which viewers saw it; no game has more than fifteen seats.
    pub seen: u16,
    /// Who made it: a seat, -1 the clock, -2 the host, -3 not known.
    pub by: i8,
    /// What stands in the way of undoing it.
    pub bar: Option<UndoBar>,
    /// Does its side keep it to itself even after the end?
    pub kept: bool,
}

/// A position kept on the way.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SnapRow {
    /// The line it was taken after; 0 is the beginning.
    pub line: u32,
    /// The entries that count there.
    pub live: Vec<Live>,
    /// The position, as the game writes it.
    pub doc: String,
    /// The line it was taken after, once more in full, for numbers and clocks.
    pub last: Option<LineRow>,
}

/// A table that is taken up again.
#[derive(Debug, Clone)]
pub struct Woken {
    /// The table.
    pub row: TableRow,
    /// Where its game stands; nothing before it begins.
    pub span: Option<Span>,
    /// What was said last, and by whom.
    pub chat: Vec<(String, ChatLine)>,
}

/// A snapshot and the lines after it.
#[derive(Debug, Clone, Default)]
pub struct Span {
    /// The snapshot.
    pub snap: Option<SnapRow>,
    /// The lines, in order.
    pub lines: Vec<LineRow>,
}
