//! Games that may be watched.

use super::tables::infos;
use crate::App;
use crate::auth::Anybody;
use crate::error::Error;
use crate::ratings::{self, PROVISIONAL};
use crate::store::{HolderRow, RatingRow, TableRow};
use admiralty_protocol::{ClockPlan, Status, WatchList, Watched};
use axum::Json;
use axum::extract::State;
use std::cmp::Reverse;
use std::collections::HashMap;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// So many games are looked through …
const LOOKED_AT: u32 = 100;
/// … and so many are listed.
const LISTED: usize = 40;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list))
}

/// Games at sea: what the operator has marked, then the strongest players, then what most watch.
#[utoipa::path(get, path = "/api/watch", responses((status = 200, body = WatchList)))]
async fn list(State(app): State<App>, who: Anybody) -> Result<Json<WatchList>, Error> {
    let rows = app.hub().store().public(Status::Playing, LOOKED_AT).await?;
    let mut known = HashMap::new();
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let rating = mean(&app, &row, &mut known).await?;
        let watchers = app.hub().awake(&row.id).map_or(0, |room| room.watchers());
        found.push((row.featured, rating, watchers, row));
    }
    // Stable: the newest first among equals.
    found.sort_by_key(|(marked, rating, watchers, _)| Reverse((*marked, *rating, *watchers)));
    found.truncate(LISTED);
    let rows = found.iter().map(|(_, _, _, row)| row.clone()).collect();
    let tables = infos(&app, rows, who.id()).await?;
    let games = tables
        .into_iter()
        .zip(found)
        .map(|(table, (marked, rating, watchers, _))| Watched { table, marked, rating, watchers });
    Ok(Json(WatchList { games: games.collect() }))
}

/// The mean rating of those who play, if all of them have one that is sure.
async fn mean(
    app: &App,
    row: &TableRow,
    known: &mut HashMap<String, Vec<RatingRow>>,
) -> Result<Option<i32>, Error> {
    let mut people = Vec::new();
    for seat in &row.seats {
        match &seat.holder {
            HolderRow::Person { user, guest: false, .. } if !people.contains(user) => {
                people.push(user.clone());
            }
            HolderRow::Person { guest: false, .. } => {}
            _ => return Ok(None),
        }
    }
    let pace = match row.clock {
        ClockPlan::Days { .. } => "days",
        _ => "live",
    };
    let pool = ratings::pool(&row.game, pace, people.len() == 2);
    let mut sum = 0.0;
    for user in &people {
        if !known.contains_key(user) {
            known.insert(user.clone(), app.hub().store().ratings_of(user).await?);
        }
        let sure = |rating: &&RatingRow| rating.pool == pool && rating.deviation <= PROVISIONAL;
        match known[user].iter().find(sure) {
            Some(rating) => sum += rating.rating,
            None => return Ok(None),
        }
    }
    Ok((!people.is_empty()).then(|| (sum / people.len() as f64).round() as i32))
}
