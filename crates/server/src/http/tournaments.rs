//! Tournaments: lists, making, joining, and what organisers may do.

use super::Body;
use crate::App;
use crate::auth::{Anybody, Who};
use crate::error::Error;
use admiralty_protocol::{
    ApiError, JoinTournament, NewTournament, Tournament, TournamentList, TournamentOrder,
};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(one))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(order))
}

/// Those that may be joined or go on, and the last that are over.
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = TournamentList)))]
async fn list(State(app): State<App>, who: Anybody) -> Result<Json<TournamentList>, Error> {
    Ok(Json(app.list_tournaments(who.id()).await?))
}

/// A new one; whoever makes it is its organiser.
#[utoipa::path(post, path = "/api/tournaments", request_body = NewTournament,
    responses((status = 201, body = Tournament), (status = 422, body = ApiError)))]
async fn create(
    State(app): State<App>,
    who: Who,
    Body(plan): Body<NewTournament>,
) -> Result<(StatusCode, Json<Tournament>), Error> {
    Ok((StatusCode::CREATED, Json(app.make_tournament(&who.person, plan).await?)))
}

#[derive(Debug, Deserialize)]
struct After {
    after: Option<u64>,
}

/// One of them; with `after` the answer waits up to 20 seconds for a later version.
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("after" = Option<u64>, Query)),
    responses((status = 200, body = Tournament), (status = 404, body = ApiError)))]
async fn one(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(After { after }): Query<After>,
    who: Anybody,
) -> Result<Json<Tournament>, Error> {
    let me = who.0.as_ref().map(|who| &*who.person);
    Ok(Json(app.look_at_tournament(&id, after, me).await?))
}

/// Takes part, or comes back after having withdrawn.
#[utoipa::path(post, path = "/api/tournaments/{id}/join", request_body = JoinTournament,
    responses((status = 200, body = Tournament), (status = 409, body = ApiError)))]
async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(wish): Body<JoinTournament>,
) -> Result<Json<Tournament>, Error> {
    app.join_tournament(&id, &who.person, wish.team.as_deref()).await?;
    Ok(Json(app.look_at_tournament(&id, None, Some(&who.person)).await?))
}

/// Leaves before it begins, or withdraws from it.
#[utoipa::path(post, path = "/api/tournaments/{id}/leave",
    responses((status = 200, body = Tournament), (status = 409, body = ApiError)))]
async fn leave(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Json<Tournament>, Error> {
    app.leave_tournament(&id, &who.person.id).await?;
    Ok(Json(app.look_at_tournament(&id, None, Some(&who.person)).await?))
}

/// What only the organiser may do.
#[utoipa::path(post, path = "/api/tournaments/{id}/orders", request_body = TournamentOrder,
    responses((status = 200, body = Tournament), (status = 403, body = ApiError)))]
async fn order(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(order): Body<TournamentOrder>,
) -> Result<Json<Tournament>, Error> {
    app.order_tournament(&id, &who.person, &order).await?;
    Ok(Json(app.look_at_tournament(&id, None, Some(&who.person)).await?))
}
