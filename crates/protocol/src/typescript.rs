//! The TypeScript face of this crate, written from the Rust types.

use crate::*;
use ts_rs::{Config, TS};

macro_rules! declare {
    ($($t:ty),* $(,)?) => {{
        let config = Config::default();
        let mut out = String::from(
            "// Written from crates/protocol by `cargo run -p admiralty-protocol --example types`.\n\
             // Do not edit: a test compares this file with the Rust types.\n",
        );
        $(
            out.push('\n');
            if let Some(docs) = <$t as TS>::docs() {
                out.push_str(docs.trim_end());
                out.push('\n');
            }
            out.push_str("export ");
            out.push_str(&<$t as TS>::decl(&config));
            out.push('\n');
        )*
        out
    }};
}

/// The whole of `web/src/api/types.ts`.
pub fn typescript() -> String {
    declare!(
        ApiError,
        Faulty,
        Harbour,
        GameCard,
        GameInfo,
        OptionInfo,
        OnlyInfo,
        PreviewOf,
        Preview,
        PreviewSeat,
        ValuesInfo,
        ScenarioInfo,
        DieInfo,
        Register,
        ClauseInfo,
        RatingInfo,
        Rung,
        Ladder,
        CurvePoint,
        Curve,
        Tallied,
        Profile,
        NewSeek,
        SeekInfo,
        Lessons,
        LessonInfo,
        LessonPart,
        LessonSay,
        LessonHears,
        LessonStanding,
        Me,
        NewName,
        Credentials,
        Registered,
        Codes,
        Recover,
        NewPassword,
        NewMail,
        Code,
        LostPassword,
        NewPasskey,
        Ceremony,
        PasskeyProof,
        PasskeyInfo,
        Kept,
        SessionInfo,
        NewToken,
        TokenMade,
        TokenInfo,
        Export,
        NewBot,
        BotAccount,
        BotMade,
        BotEvent,
        CreateTable,
        SeatPlan,
        BotLevel,
        ClockPlan,
        Flag,
        JoinTable,
        LeaveTable,
        Rematch,
        Status,
        TableInfo,
        DiceInfo,
        SeatInfo,
        Holder,
        ResultInfo,
        ClockInfo,
        TableList,
        ToLobby,
        ToServer,
        ClaimWhat,
        ToClient,
        TableState,
        Past,
        Update,
        Tell,
        Undo,
        Refusal,
        MenuChoice,
        Odds,
        OddsLine,
        Glance,
        Count,
        RewindAsked,
        ChatLine,
        Presence,
        Moment,
        Story,
        StoryStep,
        DiceProof,
        RollProof,
        LuckInfo,
        LuckSide,
        LuckMoment,
        UserNoteMade,
        UserNote,
    )
}
