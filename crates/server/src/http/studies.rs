//! Games that are over, studied.

use super::tables::seen;
use crate::App;
use crate::auth::{Anybody, Source, Who, net};
use crate::error::Error;
use crate::past::{Looker, Past};
use crate::records;
use crate::room::replay;
use crate::study;
use admiralty_protocol::{Analysis, ApiError, Thoughts};
use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(analysis))
        .routes(routes!(thoughts))
        .routes(routes!(record_analysis))
        .routes(routes!(record_thoughts))
}

#[derive(Debug, Deserialize)]
struct Look {
    #[serde(rename = "as")]
    viewer: Option<String>,
    at: Option<u32>,
    /// Is everything known, or what the seat could know then?
    known: Option<bool>,
    invite: Option<String>,
}

/// A table whose game is over, and how this person looks at it.
async fn of_table(
    app: &App,
    id: &str,
    who: &Who,
    look: &Look,
) -> Result<(Arc<Past>, Looker), Error> {
    let room = seen(app, id, &Anybody(Some(who.clone())), look.invite.as_deref()).await?;
    let past = replay::past(&room, app.hub()).await?;
    let viewer = look.viewer.as_deref().unwrap_or("umpire");
    Ok((past, replay::looker(&room, Some(&who.person.id), Some(viewer))?))
}

async fn of_record(app: &App, id: &str, look: &Look) -> Result<(Arc<Past>, Looker), Error> {
    let kept = records::kept(app.hub(), id).await?;
    let looker = kept.looker(look.viewer.as_deref())?;
    Ok((kept.past, looker))
}

/// Places are given by turns, by where people come from.
fn came(app: &App, who: &Who, source: &Source) {
    if let Some(address) = source.0 {
        app.hub().came(&who.person.id, format!("{:?}", net(address)));
    }
}

/// The chances to win along a game that is over; every request makes them surer.
#[utoipa::path(get, path = "/api/tables/{id}/analysis", params(("as" = Option<String>, Query)),
    responses((status = 200, body = Analysis), (status = 409, body = ApiError)))]
async fn analysis(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Who,
    source: Source,
) -> Result<Json<Analysis>, Error> {
    came(&app, &who, &source);
    let (past, looker) = of_table(&app, &id, &who, &look).await?;
    Ok(Json(study::analysis(app.hub(), &who.person.id, past, looker).await?))
}

/// What else could have been done instead of what led to a moment.
#[utoipa::path(get, path = "/api/tables/{id}/thoughts",
    params(("as" = Option<String>, Query), ("at" = u32, Query), ("known" = Option<bool>, Query)),
    responses((status = 200, body = Thoughts), (status = 409, body = ApiError)))]
async fn thoughts(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Who,
    source: Source,
) -> Result<Json<Thoughts>, Error> {
    came(&app, &who, &source);
    let (past, looker) = of_table(&app, &id, &who, &look).await?;
    let (at, known) = (look.at.unwrap_or(0), look.known.unwrap_or(false));
    Ok(Json(study::thoughts(app.hub(), &who.person.id, past, looker, at, known).await?))
}

/// The chances to win along a record; every request makes them surer.
#[utoipa::path(get, path = "/api/records/{id}/analysis", params(("as" = Option<String>, Query)),
    responses((status = 200, body = Analysis), (status = 404, body = ApiError)))]
async fn record_analysis(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Who,
    source: Source,
) -> Result<Json<Analysis>, Error> {
    came(&app, &who, &source);
    let (past, looker) = of_record(&app, &id, &look).await?;
    Ok(Json(study::analysis(app.hub(), &who.person.id, past, looker).await?))
}

/// What else could have been done instead of what led to a moment of a record.
#[utoipa::path(get, path = "/api/records/{id}/thoughts",
    params(("as" = Option<String>, Query), ("at" = u32, Query), ("known" = Option<bool>, Query)),
    responses((status = 200, body = Thoughts), (status = 404, body = ApiError)))]
async fn record_thoughts(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Who,
    source: Source,
) -> Result<Json<Thoughts>, Error> {
    came(&app, &who, &source);
    let (past, looker) = of_record(&app, &id, &look).await?;
    let (at, known) = (look.at.unwrap_or(0), look.known.unwrap_or(false));
    Ok(Json(study::thoughts(app.hub(), &who.person.id, past, looker, at, known).await?))
}
