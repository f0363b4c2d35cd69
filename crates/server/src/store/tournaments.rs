//! Tournaments as they are kept: one row each, changed only by whoever has read it
//! as it stands. So every step is made once, by whichever node comes first, and
//! whoever comes second looks again.

use super::{HolderRow, StoreError};
use admiralty_protocol::{ClockPlan, Stage, TieBreak};
use admiralty_tournament::Sheet;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

/// Where tournaments are kept: a part of a store.
pub trait TournamentStore {
    /// One of them.
    fn tournament<'a>(
        &'a self,
        id: &'a str,
    ) -> BoxFuture<'a, Result<Option<TournamentRow>, StoreError>>;
    /// Those that may still change, or those that are over; newest first.
    fn tournaments(
        &self,
        current: bool,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<TournamentRow>, StoreError>>;
    /// Those in which this person has a part.
    fn tournaments_of<'a>(
        &'a self,
        user: &'a str,
    ) -> BoxFuture<'a, Result<Vec<TournamentRow>, StoreError>>;
}

/// A tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentRow {
    /// Id in addresses.
    pub id: String,
    /// Grows by one with every change.
    pub version: u64,
    /// What it is called.
    pub name: String,
    /// The organiser.
    pub host: String,
    /// What the organiser is called.
    pub host_name: String,
    /// When it was made.
    pub created: u64,
    /// How far it is.
    pub stage: Stage,
    /// The game.
    pub game: String,
    /// The set-up of its games, filled in, as JSON.
    pub setup: String,
    /// By what clock.
    pub clock: ClockPlan,
    /// Do its games count for ratings?
    pub rated: bool,
    /// How many play together.
    pub team: u32,
    /// What breaks ties, in order.
    pub ties: Vec<TieBreak>,
    /// How many may take part.
    pub most: u32,
    /// When it begins by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<u64>,
    /// Seconds from the end of a round to the next.
    pub pause: u32,
    /// Does each round wait for the organiser?
    pub by_hand: bool,
    /// Seconds after which who has not come has lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<u32>,
    /// The last round that one may still join before, from 1.
    pub late: u32,
    /// When the last round was found to be over; nothing while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rested: Option<u64>,
    /// Who takes part, in the order of the sheet.
    pub entries: Vec<EntryRow>,
    /// Rounds and results.
    pub sheet: Sheet,
}

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EntryRow {
    /// What they, or their team, are called.
    pub name: String,
    /// Who they are.
    pub members: Vec<HolderRow>,
    /// How strong they were when they joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

impl TournamentRow {
    /// May it still change?
    pub fn is_current(&self) -> bool {
        matches!(self.stage, Stage::Open | Stage::Playing)
    }

    /// The entry of this person, by its place.
    pub fn entry_of(&self, user: &str) -> Option<usize> {
        let own = |entry: &EntryRow| entry.members.iter().any(|member| member.is(user));
        self.entries.iter().position(own)
    }
}
