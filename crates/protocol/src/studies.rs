//! Studies: games, positions and branches with text, arrows and questions, written together.

use crate::{Faulty, Origin, RecordSeat, ToClient, ToServer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// Who may look at a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyAccess {
    /// Its owner and its writers.
    #[default]
    Private,
    /// Whoever has its address.
    Link,
    /// Everybody; it is listed.
    Public,
}

/// `GET /api/studies`: one's own studies, those one writes in, and public ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyList {
    /// One's own and those one writes in, changed last first.
    pub mine: Vec<StudyCard>,
    /// Public ones, changed last first.
    pub public: Vec<StudyCard>,
}

/// A study in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyCard {
    /// Id used in addresses; cannot be guessed.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub owner: String,
    /// The games of its chapters, each once.
    pub games: Vec<String>,
    /// How many chapters it has.
    pub chapters: u32,
    /// Who may look.
    pub access: StudyAccess,
    /// When it was last changed.
    #[ts(type = "number")]
    pub updated: u64,
}

/// `POST /api/studies`: a new study with one chapter. A game that is still played is refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// What it is called; at most 80 signs.
    #[serde(default)]
    pub name: String,
    /// What its first chapter is about.
    pub of: ChapterOf,
    /// Not a new one if there is one of the same game already, made this way.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub reuse: bool,
}

/// What a chapter is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum ChapterOf {
    /// The game of a table that is over.
    Table {
        /// The table.
        id: String,
    },
    /// A record that was brought along.
    Record {
        /// The record.
        id: String,
    },
    /// A position of a game, as its rules write it: a document or a text.
    Position {
        /// The game.
        game: String,
        /// The position.
        #[ts(type = "unknown")]
        #[schema(value_type = Object)]
        position: Value,
    },
    /// A record file with its branches; several in one file become a chapter each.
    File {
        /// The whole file, at most a mebibyte.
        text: String,
    },
}

/// `GET /api/studies/{id}`: a study. With `after` the answer waits up to 20 seconds for a later
/// version, and chapters that have not changed since come without their entries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyInfo {
    /// Id used in addresses.
    pub id: String,
    /// Grows with every change.
    #[ts(type = "number")]
    pub version: u64,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub owner: StudyPerson,
    /// Who else may write in it.
    pub writers: Vec<StudyPerson>,
    /// Who may look.
    pub access: StudyAccess,
    /// May the one who asks write in it?
    pub writes: bool,
    /// Is it the one's who asks?
    pub own: bool,
    /// For its owner: whoever opens `/study/{id}?pen=…` may write in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pen: Option<String>,
    /// Its chapters.
    pub chapters: Vec<StudyChapter>,
}

/// `POST /api/studies/{id}/join`: one writes in it from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyPen {
    /// What the owner has given out.
    pub pen: String,
}

/// Somebody with a part in a study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyPerson {
    /// Who.
    pub id: String,
    /// What they are called.
    pub name: String,
}

/// A chapter: a beginning, and what was or might be played from there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyChapter {
    /// Its number in the study; never used again.
    pub id: u32,
    /// The version of the study that changed it last.
    #[ts(type = "number")]
    pub version: u64,
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// The seats.
    pub seats: Vec<RecordSeat>,
    /// The game it was made of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<Origin>,
    /// How many entries from the root on are the game itself, as it was played: they stay.
    #[serde(default)]
    pub played: u32,
    /// The root first, every entry after the one it follows; of those that follow one, the first is
    /// the line itself. Left out if nothing has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub nodes: Option<Vec<StudyNode>>,
}

/// An entry of a chapter, or its root.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyNode {
    /// Its number in the chapter; the root's is 0. Never used again.
    pub id: u32,
    /// The entry it follows.
    pub parent: u32,
    /// Who decided: the code of a seat, `clock` or `host`.
    pub by: String,
    /// What, in notation.
    pub action: String,
    /// The dice, as records write them: `d6=5`.
    pub dice: Vec<String>,
    /// What happened, in a few words.
    pub says: String,
    /// The turn it was made in.
    pub turn: u32,
    /// What the branch that begins here is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub name: String,
    /// What is said of the moment after it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub text: String,
    /// `!` if it is good, `?` if it is not; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub sign: String,
    /// Arrows and marks on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<StudyMark>>", optional)]
    pub marks: Vec<StudyMark>,
    /// A question: what should be done here? The entry that follows, and others with a `!`, are right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ask: Option<StudyAsk>,
}

/// An arrow, or a place that is marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyMark {
    /// The place, as the game writes it.
    pub at: String,
    /// Where an arrow leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to: Option<String>,
}

/// A question to whoever reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyAsk {
    /// What is to be found.
    pub goal: String,
    /// How, for those who want to know.
    #[serde(default)]
    pub hint: String,
}

/// `POST /api/studies/{id}/edits`: a change. The answer is the [`StudyInfo`] after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
pub enum StudyEdit {
    /// What it is called. Of its owner.
    Rename {
        /// At most 80 signs.
        name: String,
    },
    /// Who may look. Of its owner.
    Access {
        /// Who.
        access: StudyAccess,
    },
    /// Somebody writes no more; oneself, or of its owner. The old pen is void.
    Dismiss {
        /// Who.
        id: String,
    },
    /// One more chapter; a file may bring several.
    AddChapter {
        /// What it is called.
        #[serde(default)]
        name: String,
        /// What it is made of.
        of: ChapterOf,
    },
    /// What a chapter is called.
    NameChapter {
        /// Which.
        chapter: u32,
        /// At most 80 signs.
        name: String,
    },
    /// A chapter less; the last one stays.
    EndChapter {
        /// Which.
        chapter: u32,
    },
    /// A chapter goes to another place.
    MoveChapter {
        /// Which.
        chapter: u32,
        /// How many stand before it then.
        to: u32,
    },
    /// What is said of a moment: all of it, as it is from now on.
    Note {
        /// The chapter.
        chapter: u32,
        /// The entry.
        node: u32,
        /// What the branch is called.
        #[serde(default)]
        name: String,
        /// The text; at most 4,000 signs.
        #[serde(default)]
        text: String,
        /// `!`, `?` or nothing.
        #[serde(default)]
        sign: String,
        /// Arrows and marks; at most 40.
        #[serde(default)]
        marks: Vec<StudyMark>,
        /// The question.
        #[serde(default)]
        ask: Option<StudyAsk>,
    },
    /// A branch becomes the line itself; never before the game as it was played.
    Promote {
        /// The chapter.
        chapter: u32,
        /// The entry.
        node: u32,
    },
    /// An entry is removed with all that follows it; never one of the game as it was played.
    Remove {
        /// The chapter.
        chapter: u32,
        /// The entry.
        node: u32,
    },
}

/// `POST /api/studies/{id}/try`: what a client would say at a table, at a moment of a chapter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudySay {
    /// The chapter.
    pub chapter: u32,
    /// The entry after which it is.
    pub node: u32,
    /// What was tried after it without being kept; at most 200 entries.
    #[serde(default)]
    pub line: Vec<StudyTry>,
    /// Whose seat acts.
    pub seat: u8,
    /// Does one see everything, or what this seat may know?
    #[serde(default)]
    pub all: bool,
    /// How the dice fall.
    #[serde(default)]
    pub dice: StudyDice,
    /// Is an action kept as a branch of the study?
    #[serde(default)]
    pub keep: bool,
    /// As at a table: `sync`, `act`, `menu`, `why`, `odds`, `glance`.
    #[schema(value_type = Object)]
    pub say: ToServer,
}

/// An entry that was tried and is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyTry {
    /// The code of a seat.
    pub by: String,
    /// The action in notation.
    pub action: String,
    /// What the dice showed.
    #[serde(default)]
    pub dice: Vec<u16>,
}

/// How dice fall in an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyDice {
    /// As they like.
    #[default]
    Rolled,
    /// As they most often do: of many tries, one of the outcome that came most.
    Expected,
    /// As somebody says, in order; what is left over is rolled.
    Forced(Vec<u16>),
}

/// What the table would answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyHears {
    /// The entry after which it is now.
    pub node: u32,
    /// What was tried after it without being kept.
    pub line: Vec<StudyTry>,
    /// Whose turn it is, everything known.
    pub awaited: Vec<u8>,
    /// The dice of the last entry, as records write them.
    pub dice: Vec<String>,
    /// Where a question was asked: was that the answer?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub right: Option<bool>,
    /// The messages, in order.
    #[schema(value_type = Vec<Object>)]
    pub hears: Vec<ToClient>,
}

/// `POST /api/games/{game}/position`: a position is looked at while it is set up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionOf {
    /// The position, as a document or as a text of the game; or
    #[serde(default)]
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub position: Value,
    /// a set-up, to begin with what it begins with.
    #[serde(default)]
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub options: Value,
}

/// What the rules say to a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PositionInfo {
    /// Everything that is wrong with it; nothing if it can be played.
    pub faults: Vec<Faulty>,
    /// How it stands, if nothing is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seen: Option<PositionSeen>,
}

/// A position that can be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PositionSeen {
    /// The whole document.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub position: Value,
    /// What the umpire sees.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Value,
    /// The board as text.
    pub board: String,
    /// The seats.
    pub seats: Vec<RecordSeat>,
    /// Who is to decide.
    pub awaited: Vec<u8>,
}
