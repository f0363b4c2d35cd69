//! Tournaments: how they are made, who takes part, who plays whom, who stands where.

use crate::{ClockPlan, Holder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// How a tournament is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// So many rounds, equals against equals, nobody twice.
    Swiss,
    /// Everybody against everybody.
    Robin,
    /// Who loses is out.
    Knockout,
}

/// What tells those apart who have the same points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TieBreak {
    /// The points of everybody one met.
    Buchholz,
    /// The points of everybody one beat, and half of those with whom one drew
    /// (Sonneborn-Berger).
    Berger,
    /// What they did against each other, if all of them met.
    Direct,
    /// Matches won.
    Wins,
    /// Points made in single games, where a match has several.
    Games,
}

/// How far a tournament is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// People may join.
    Open,
    /// Rounds are played.
    Playing,
    /// All is played, or nobody was left to play.
    Over,
    /// The organiser has called it off.
    Cancelled,
}

/// `POST /api/tournaments`: a new one. The answer is its [`Tournament`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// What it is called.
    pub name: String,
    /// The game: two sides meet in it.
    pub game: String,
    /// Its set-up: `scenario` and options by their keys; may be empty.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>", optional)]
    #[schema(value_type = Object)]
    pub options: Value,
    /// How it is played.
    pub system: System,
    /// How many rounds a Swiss has; the others know by themselves.
    #[serde(default)]
    #[ts(optional)]
    pub rounds: Option<u32>,
    /// By what clock games are played. Nobody waits for ever: there is one, and who
    /// oversteps it loses.
    pub clock: ClockPlan,
    /// Does each pair play both sides?
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub mirrored: bool,
    /// Do its games count for ratings? Then everybody has an account and nobody is a bot.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub rated: bool,
    /// How many play together in a team; 1 if left out.
    #[serde(default)]
    #[ts(optional)]
    pub team: Option<u32>,
    /// What breaks ties, in order; as usual for the system if left out.
    #[serde(default)]
    #[ts(optional)]
    pub ties: Option<Vec<TieBreak>>,
    /// How many may take part.
    #[serde(default)]
    #[ts(optional)]
    pub most: Option<u32>,
    /// When it begins by itself; when the organiser says so if left out.
    #[serde(default)]
    #[ts(type = "number", optional)]
    pub starts: Option<u64>,
    /// Seconds from the end of a round to the next one; 0 if left out, and when the
    /// organiser says so if `by_hand`.
    #[serde(default)]
    #[ts(optional)]
    pub pause: Option<u32>,
    /// Does each round wait for the organiser?
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub by_hand: bool,
    /// Seconds after which somebody who has not come to a game has lost it; the clock
    /// of the game alone decides if left out.
    #[serde(default)]
    #[ts(optional)]
    pub grace: Option<u32>,
    /// The last round of a Swiss that one may still join before; 1 (nobody comes late)
    /// if left out.
    #[serde(default)]
    #[ts(optional)]
    pub late: Option<u32>,
}

/// A tournament in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentCard {
    /// Id in addresses.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// How it is played.
    pub system: System,
    /// How far it is.
    pub stage: Stage,
    /// By what clock.
    pub clock: ClockPlan,
    /// Do its games count?
    pub rated: bool,
    /// How many play together in a team.
    pub team: u32,
    /// Who made it.
    pub organiser: String,
    /// How many take part.
    pub entrants: u32,
    /// How many may.
    pub most: u32,
    /// Rounds drawn so far.
    pub round: u32,
    /// Rounds there are to be.
    pub rounds: u32,
    /// When it begins by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub starts: Option<u64>,
    /// When it was made.
    #[ts(type = "number")]
    pub created: u64,
    /// Do you take part?
    pub yours: bool,
}

/// `GET /api/tournaments`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct TournamentList {
    /// Those that may be joined or are being played, the next first.
    pub current: Vec<TournamentCard>,
    /// Those that are over, the last first.
    pub past: Vec<TournamentCard>,
}

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct EntrantInfo {
    /// What they, or their team, are called.
    pub name: String,
    /// Who they are; several in a team.
    pub members: Vec<Holder>,
    /// How strong they were when they joined; left out where nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<i32>,
    /// Their first round, from 1.
    pub from: u32,
    /// Have they withdrawn?
    pub out: bool,
}

/// A game of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchGame {
    /// Its table, once there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
    /// Does the first of the match have the second side?
    pub swapped: bool,
    /// What both made of it, in points; left out while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub points: Option<[f64; 2]>,
    /// `played`, `absent`, `left` or `ruled`; left out while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub how: Option<String>,
}

/// Two who meet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MatchInfo {
    /// Entrants, by their places in the list.
    pub sides: [u32; 2],
    /// Their games.
    pub games: Vec<MatchGame>,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RoundInfo {
    /// When it was drawn.
    #[ts(type = "number")]
    pub at: u64,
    /// Who plays whom.
    pub matches: Vec<MatchInfo>,
    /// Who has nobody to play.
    pub byes: Vec<u32>,
}

/// Where an entrant stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StandingInfo {
    /// Who, by their place in the list.
    pub entrant: u32,
    /// From 1; shared by those who cannot be told apart.
    pub place: u32,
    /// Points.
    pub points: f64,
    /// What breaks ties, in the order of the tournament.
    pub ties: Vec<f64>,
    /// Matches won.
    pub won: u32,
    /// Matches drawn.
    pub drawn: u32,
    /// Matches lost.
    pub lost: u32,
}

/// `GET /api/tournaments/{id}`: all of it. With `?after=N` the answer waits up to 20
/// seconds for a version after that one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Tournament {
    /// As lists have it.
    pub card: TournamentCard,
    /// Grows with every change.
    #[ts(type = "number")]
    pub version: u64,
    /// The set-up of its games.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
    /// Does each pair play both sides?
    pub mirrored: bool,
    /// Does each round wait for the organiser?
    pub by_hand: bool,
    /// Seconds between rounds.
    pub pause: u32,
    /// Seconds after which who has not come has lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub grace: Option<u32>,
    /// The last round that one may still join before.
    pub late: u32,
    /// What breaks ties, in order.
    pub ties: Vec<TieBreak>,
    /// Who takes part.
    pub entrants: Vec<EntrantInfo>,
    /// The rounds drawn so far.
    pub rounds: Vec<RoundInfo>,
    /// Is the last of them over?
    pub round_over: bool,
    /// When the next round begins by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number", optional)]
    pub next: Option<u64>,
    /// Who stands where, the first first.
    pub standings: Vec<StandingInfo>,
    /// Which of the entrants you are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub you: Option<u32>,
    /// Are you the organiser?
    pub yours: bool,
    /// May you join now?
    pub may_join: bool,
    /// Where a game of yours waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<String>,
}

/// `POST /api/tournaments/{id}/join`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinTournament {
    /// The team: one that has a free place is joined, else it is a new one.
    #[serde(default)]
    #[ts(optional)]
    pub team: Option<String>,
}

/// `POST /api/tournaments/{id}/orders`: what only the organiser may do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum TournamentOrder {
    /// Begins.
    Start,
    /// Draws the next round now.
    Next,
    /// Calls the tournament off.
    Cancel,
    /// A bot of the house takes part.
    Bot {
        /// One of the levels the game offers.
        level: String,
    },
    /// Somebody is taken off the list, or withdrawn once it has begun.
    Remove {
        /// Who, by their place in the list.
        entrant: u32,
    },
    /// Somebody who had withdrawn plays again from the next round on.
    Back {
        /// Who, by their place in the list.
        entrant: u32,
    },
    /// Says how a game of the last round ended.
    Rule {
        /// The match of the round, from 0.
        pair: u32,
        /// The game of the match, from 0.
        game: u32,
        /// Points of both: 1 and 0, ½ and ½, or none for either.
        points: [f64; 2],
    },
}
