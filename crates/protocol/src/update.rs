//! What is sent most: something happened, as one viewer is told it.

use crate::{ClockInfo, ResultInfo};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;

/// An earlier update, as far as the log shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Past {
    /// Its number.
    pub n: u32,
    /// What was told.
    pub e: Vec<Tell>,
}

/// Something happened. What did not change is left out.
///
/// Whoever reads it has it as it stands; whoever writes it for many viewers puts in
/// what it already has: `P` what changed in the view, `T` each [`Tell`], `S` texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(concrete(P = Value, T = Tell, S = String))]
#[schema(as = Update)]
pub struct Update<P = Value, T = Tell, S = String> {
    /// Number: one more than the update before, without gaps.
    pub n: u32,
    /// The client's own id, if this is the answer to its `act` or `undo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<String>)]
    pub id: Option<S>,
    /// What is told; only with `say=1`.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Tell>>", optional)]
    #[schema(value_type = Vec<Tell>)]
    pub e: Vec<T>,
    /// What changed in the view: a merge patch whose keys are paths. `null` removes a key; in a
    /// list the keys are indexes or names, and `length` is set when it shrinks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    #[schema(value_type = Object)]
    pub p: Option<P>,
    /// Instead of `p`, rarely: the whole view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub v: Option<Value>,
    /// Who is awaited now, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub a: Option<Vec<u8>>,
    /// What is expected of this viewer, if that changed; only with `say=1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<String>)]
    pub m: Option<S>,
    /// The board as text, if that changed; only with `say=2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[schema(value_type = Option<String>)]
    pub b: Option<S>,
    /// May the last decision be taken back, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub u: Option<Undo>,
    /// Something was taken back: updates after this number no longer count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub back: Option<u32>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub over: Option<ResultInfo>,
    /// Clocks, if the table has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub c: Option<ClockInfo>,
}

/// An event as this viewer is told it: `D` is its document, `S` are texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
#[ts(concrete(D = Value, S = String))]
#[schema(as = Tell)]
pub struct Tell<D = Value, S = String> {
    /// The event as data: a map with `kind`.
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub d: D,
    /// The event as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub s: Option<S>,
    /// The clauses behind it.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub c: Vec<S>,
    /// The dice that fell, in order: faces and what each showed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<[u16; 2]>>", optional)]
    pub r: Vec<[u16; 2]>,
}

/// May the viewer's last decision be taken back?
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum Undo {
    /// Yes or no.
    May(bool),
    /// No, and this is why.
    Why(String),
}
