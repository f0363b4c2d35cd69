//! Everything that travels between the server and its clients.
//!
//! [`ToServer`] and [`ToClient`] go over a WebSocket, the rest over HTTP; all
//! of it is JSON. Times are milliseconds since 1970, in server time. Views,
//! events and options are documents of the game and travel as plain JSON.
//! `docs/protocol.md` tells how the messages follow each other.
//!
//! The TypeScript types of the web client and the JSON Schema of what streams
//! (`docs/schema/socket.json`) are written from here:
//! `cargo run -p admiralty-protocol --example types` writes them, and a test
//! fails while they are out of date.

mod analysis;
mod answers;
mod bots;
mod calls;
mod error;
mod games;
mod ladders;
mod lessons;
mod manners;
mod patch;
mod people;
mod records;
mod replay;
mod schema;
mod socket;
mod studies;
mod tables;
mod tournaments;
mod typescript;
mod update;

pub use analysis::{Analysis, Chance, IdeaInfo, Outlook, Thoughts, Turning};
pub use answers::{AskedNow, NewAnswers, StandingAnswer, StandingAnswers};
pub use bots::{BotAccount, BotEvent, BotMade, NewBot};
pub use calls::{
    CallInfo, CallNotice, CallPlan, CallWay, HookForm, HookPlan, PushBrowser, QuietHours,
};
pub use error::{ApiError, Faulty, code};
pub use games::{
    ClauseInfo, DieInfo, GameCard, GameInfo, Harbour, OnlyInfo, OptionInfo, Preview, PreviewOf,
    PreviewSeat, Register, ScenarioInfo, ValuesInfo,
};
pub use ladders::{
    Curve, CurvePoint, Ladder, NewSeek, Profile, RatingInfo, Rung, SeekInfo, Tallied,
};
pub use lessons::{LessonHears, LessonInfo, LessonPart, LessonSay, LessonStanding, Lessons};
pub use manners::{
    Meant, Measure, Named, NewMeasure, NewReport, Notice, ReportCard, ReportInfo, ReportLine,
    ReportWhy, Settled, Shun, ShunAt, ShunWish, Shunned,
};
pub use patch::apply_patch;
pub use people::{
    Ceremony, Code, Codes, Credentials, Export, HolidayInfo, Kept, LostPassword, Me, NewHoliday,
    NewMail, NewName, NewPasskey, NewPassword, NewToken, PasskeyInfo, PasskeyProof, Recover,
    Registered, SessionInfo, TokenInfo, TokenMade,
};
pub use records::{Origin, PlayOn, RecordCard, RecordFile, RecordInfo, RecordSeat};
pub use replay::{
    DecisiveMoment, DiceProof, LuckInfo, LuckMoment, LuckPoint, LuckSide, Moment, RollProof, Story,
    StoryStep, UserNote, UserNoteMade,
};
pub use schema::schema;
pub use socket::{
    ChatLine, ClaimWhat, Count, Glance, MenuChoice, Odds, OddsLine, Presence, Refusal, RewindAsked,
    TableState, ToClient, ToServer,
};
pub use studies::{
    ChapterOf, NewStudy, PositionInfo, PositionOf, PositionSeen, StudyAccess, StudyAsk, StudyCard,
    StudyChapter, StudyDice, StudyEdit, StudyHears, StudyInfo, StudyList, StudyMark, StudyNode,
    StudyPen, StudyPerson, StudySay, StudyTry,
};
pub use tables::{
    BotLevel, ClockInfo, ClockPlan, CreateTable, Delay, DiceInfo, Flag, Holder, JoinTable,
    LeaveTable, Rematch, ResultInfo, SeatInfo, SeatPlan, Status, TableInfo, TableList, ToLobby,
    WatchList, WatchPlan, Watched,
};
pub use tournaments::{
    EntrantInfo, JoinTournament, MatchGame, MatchInfo, NewTournament, RoundInfo, Stage,
    StandingInfo, System, TieBreak, Tournament, TournamentCard, TournamentList, TournamentOrder,
};
pub use typescript::typescript;
pub use update::{Past, Tell, Undo, Update};
