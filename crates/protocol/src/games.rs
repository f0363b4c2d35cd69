//! What the harbour shows: games with their options, scenarios and rules.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/harbour`: the home page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Harbour {
    /// Version of the server.
    pub version: String,
    /// The games.
    pub games: Vec<GameCard>,
    /// How many people are connected.
    pub people: u32,
    /// How many tables are being played.
    pub at_sea: u32,
    /// The host whose pages may sign in with passkeys, if the server knows any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub passkeys: Option<String>,
    /// Can a lost password be asked for by mail?
    pub mail: bool,
}

/// A game on the home page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameCard {
    /// Id used in addresses: `naval_battle`.
    pub id: String,
    /// Name.
    pub title: String,
    /// One sentence.
    pub blurb: String,
    /// Prefix of its clauses: `NB`.
    pub prefix: String,
    /// Fewest and most seats.
    pub seats: [u8; 2],
    /// Shortest and longest in minutes.
    pub minutes: [u16; 2],
}

/// `GET /api/games/{game}`: everything needed to set a game up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// What the card shows.
    pub card: GameCard,
    /// Its options.
    pub options: Vec<OptionInfo>,
    /// Ready scenarios.
    pub scenarios: Vec<ScenarioInfo>,
    /// The dice it uses.
    pub dice: Vec<DieInfo>,
    /// Strengths of bots on offer: name and what to expect.
    pub bots: Vec<crate::BotLevel>,
}

/// One option of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// Key in the set-up.
    pub key: String,
    /// What it does.
    pub text: String,
    /// What it may be.
    pub values: ValuesInfo,
    /// Its default as text.
    pub default: String,
    /// The clause that defines it.
    pub clause: String,
    /// It matters only where all of these hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<OnlyInfo>>", optional)]
    pub only: Vec<OnlyInfo>,
}

/// Another option has one of these values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct OnlyInfo {
    /// Key of the other option.
    pub key: String,
    /// Its values, as text.
    pub values: Vec<String>,
}

/// `POST /api/games/{game}/preview`: how a game with these options would begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewOf {
    /// As for a new table.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: Value,
}

/// The first moment of a game that nobody plays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Preview {
    /// What a spectator sees.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// The seats, with their sides.
    pub seats: Vec<PreviewSeat>,
}

/// A seat of a preview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PreviewSeat {
    /// How it is written: `W`.
    pub code: String,
    /// How it is called.
    pub name: String,
    /// Its side, from 0; none for an umpire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<u8>,
}

/// What an option may be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ValuesInfo {
    /// On or off.
    Switch,
    /// One of these words.
    Words {
        /// The words.
        words: Vec<String>,
    },
    /// A whole number.
    Number {
        /// Smallest.
        #[ts(type = "number")]
        min: i64,
        /// Largest.
        #[ts(type = "number")]
        max: i64,
        /// Does 0 switch it off?
        off: bool,
    },
    /// A free text or document.
    Free,
    /// A free text, for which these words are ready.
    Ready {
        /// The words.
        words: Vec<String>,
    },
}

/// A ready scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ScenarioInfo {
    /// Key in the set-up.
    pub id: String,
    /// Name.
    pub title: String,
    /// One sentence.
    pub text: String,
    /// Fewest and most seats.
    pub seats: [u8; 2],
}

/// A kind of die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct DieInfo {
    /// Number of faces.
    pub faces: u16,
    /// What it is called.
    pub name: String,
}

/// `GET /api/games/{game}/rules`: the register of clauses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Register {
    /// The game.
    pub game: String,
    /// Every clause in the order of the book.
    pub clauses: Vec<ClauseInfo>,
}

/// One clause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct ClauseInfo {
    /// Id: `NB-J-14`.
    pub id: String,
    /// Chapter it stands in.
    pub chapter: String,
    /// The rule in our words.
    pub text: String,
    /// `done`, `partly`, `open` or `not-code`.
    pub status: String,
    /// From which level or scenario on it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub since: Option<String>,
}
