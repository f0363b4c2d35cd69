//! Ladders, profiles, and looking for somebody to play with.

use super::Body;
use super::tables::infos;
use crate::App;
use crate::auth::{Anybody, Source, Who, net};
use crate::error::Error;
use crate::ratings::{self, PROVISIONAL};
use crate::store::{RatingRow, TableRow, UserRow};
use admiralty_protocol::{
    ApiError, Curve, CurvePoint, Ladder, NewSeek, Profile, RatingInfo, Rung, SeekInfo, Tallied,
    code,
};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// So many rungs a ladder shows.
const RUNGS: u32 = 100;
/// So many points a curve has.
const POINTS: u32 = 200;
/// So many games a record counts.
const COUNTED: u32 = 500;
/// So many games a profile lists.
const LISTED: usize = 20;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(ladder))
        .routes(routes!(profile))
        .routes(routes!(seek))
        .routes(routes!(sought, end_seek))
}

fn info(row: &RatingRow) -> RatingInfo {
    let mut parts = row.pool.split('/');
    let mut part = || parts.next().unwrap_or_default().to_string();
    RatingInfo {
        game: part(),
        pace: part(),
        many: part() == "many",
        rating: row.rating.round() as i32,
        deviation: row.deviation.round() as u32,
        provisional: row.deviation > PROVISIONAL,
        won: row.won,
        drawn: row.drawn,
        lost: row.lost,
        at: row.at,
    }
}

#[derive(Debug, Deserialize)]
struct WhichLadder {
    many: Option<bool>,
}

/// The strongest of a game at a pace, `live` or `days`.
#[utoipa::path(get, path = "/api/ladders/{game}/{pace}",
    params(("game" = String, Path), ("pace" = String, Path), ("many" = Option<bool>, Query)),
    responses((status = 200, body = Ladder), (status = 404, body = ApiError)))]
async fn ladder(
    State(app): State<App>,
    Path((game, pace)): Path<(String, String)>,
    Query(which): Query<WhichLadder>,
) -> Result<Json<Ladder>, Error> {
    if app.hub().game(&game).is_none() {
        return Err(Error::new(code::NO_GAME, format!("There is no game \"{game}\".")));
    }
    if !matches!(pace.as_str(), "live" | "days") {
        return Err(Error::new(code::NOT_FOUND, "There are ladders for live and for days."));
    }
    let many = which.many == Some(true);
    let store = app.hub().store();
    let rows = store.ladder(&ratings::pool(&game, &pace, !many), PROVISIONAL, RUNGS).await?;
    let mut rungs = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(user) = store.user(&row.user).await?.filter(|user| !user.banned) else { continue };
        let place = rungs.len() as u32 + 1;
        rungs.push(Rung { place, person: user.id, name: user.name, rating: info(&row) });
    }
    Ok(Json(Ladder { game, pace, many, rungs }))
}

/// What everybody may know of somebody with an account.
#[utoipa::path(get, path = "/api/people/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = ApiError)))]
async fn profile(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Anybody,
) -> Result<Json<Profile>, Error> {
    let store = app.hub().store();
    let nobody = || Error::new(code::NOT_FOUND, "There is nobody with that page.");
    let has_page = |user: &UserRow| user.login.is_some() || user.bot.is_some();
    let user = store.user(&id).await?.filter(has_page).ok_or_else(nobody)?;
    let owner = match user.bot.as_deref() {
        None | Some("") => None,
        Some(owner) => store.user(owner).await?.map(|owner| owner.name),
    };
    let mut curves = Vec::new();
    for row in store.ratings_of(&user.id).await? {
        let past = store.rating_past(&row.pool, &user.id, POINTS).await?;
        let points = past.iter().map(|point| CurvePoint {
            at: point.at,
            rating: point.rating.round() as i32,
            deviation: point.deviation.round() as u32,
        });
        curves.push(Curve { rating: info(&row), points: points.collect() });
    }
    let mut games = store.tables_of(&user.id, true, COUNTED).await?;
    // Private games stay among those who played them.
    games.retain(|row| row.public);
    let record = tallied(&games, &user.id);
    games.truncate(LISTED);
    let games = infos(&app, games, who.id()).await?;
    let (id, name, since, bot) = (user.id, user.name, user.since, user.bot.is_some());
    Ok(Json(Profile { id, name, since, bot, owner, ratings: curves, record, games }))
}

fn tallied(games: &[TableRow], user: &str) -> Vec<Tallied> {
    let mut found: BTreeMap<(String, String, String), [u32; 3]> = BTreeMap::new();
    for row in games {
        let Some(result) = row.result.as_ref().filter(|r| r.verdict != "cancelled") else {
            continue;
        };
        let Some(seat) = row.seats.iter().find(|seat| seat.holder.is(user)) else { continue };
        let setup: serde_json::Value = serde_json::from_str(&row.setup).unwrap_or_default();
        let scenario = setup["scenario"].as_str().unwrap_or_default().to_string();
        let won = seat.side.is_some_and(|side| result.sides.contains(&side));
        let at = match (result.sides.is_empty(), won) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => 2,
        };
        found.entry((row.game.clone(), scenario, seat.name.clone())).or_default()[at] += 1;
    }
    let each = found.into_iter().map(|((game, scenario, side), [won, drawn, lost])| Tallied {
        game,
        scenario,
        side,
        won,
        drawn,
        lost,
    });
    let mut each: Vec<Tallied> = each.collect();
    each.sort_by_key(|row| std::cmp::Reverse(row.won + row.drawn + row.lost));
    each
}

/// Looks for somebody to play with.
#[utoipa::path(post, path = "/api/seeks", request_body = NewSeek,
    responses((status = 201, body = SeekInfo), (status = 422, body = ApiError)))]
async fn seek(
    State(app): State<App>,
    who: Who,
    from: Source,
    Body(wish): Body<NewSeek>,
) -> Result<(StatusCode, Json<SeekInfo>), Error> {
    if who.person.bot {
        return Err(Error::new(code::NOT_BOT, "Whoever looks for a game finds a person."));
    }
    if let Some(address) = from.0 {
        app.hub().came(&who.person.id, format!("{:?}", net(address)));
    }
    Ok((StatusCode::CREATED, Json(app.seek(&who.person, wish).await?)))
}

/// How one's seek stands; the answer waits up to 20 seconds for news.
#[utoipa::path(get, path = "/api/seeks/{id}", params(("id" = String, Path)),
    responses((status = 200, body = SeekInfo), (status = 404, body = ApiError)))]
async fn sought(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Json<SeekInfo>, Error> {
    Ok(Json(app.await_seek(&who.person.id, &id).await?))
}

/// Looks no more.
#[utoipa::path(delete, path = "/api/seeks/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ApiError)))]
async fn end_seek(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    app.end_seek(&who.person.id, &id)?;
    Ok(StatusCode::NO_CONTENT)
}
