//! Rated games and ratings as they are kept.

use serde::{Deserialize, Serialize};

/// A rated game that is over: all that ratings need to know of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResultRow {
    /// Its place among all results; given by the store.
    #[serde(skip)]
    pub id: i64,
    /// The number of its table.
    #[serde(skip)]
    pub num: i64,
    /// When it ended.
    #[serde(skip)]
    pub at: u64,
    /// The id of its table.
    pub table: String,
    /// Ratings of one pool are compared with each other: a game at a pace.
    pub pool: String,
    /// Who played, by seats.
    pub people: Vec<PlayedRow>,
    /// The sides that won; none if it was drawn.
    pub won: Vec<u8>,
}

/// Somebody who played a rated game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedRow {
    /// Who.
    pub user: String,
    /// For which side.
    pub side: u8,
}

/// How strong somebody is in a pool.
#[derive(Debug, Clone, PartialEq)]
pub struct RatingRow {
    /// The pool.
    pub pool: String,
    /// Who.
    pub user: String,
    /// The rating.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it goes up and down.
    pub volatility: f64,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// When the last of them ended.
    pub at: u64,
}

/// A point of somebody's curve.
#[derive(Debug, Clone, PartialEq)]
pub struct PastRow {
    /// The result after which it stood so.
    pub result: i64,
    /// When.
    pub at: u64,
    /// The rating then.
    pub rating: f64,
    /// How uncertain it was.
    pub deviation: f64,
}
