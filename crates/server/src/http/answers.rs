//! Answers given in advance, at tables by days.

use super::Body;
use super::tables::seen;
use crate::App;
use crate::auth::{Anybody, Who};
use crate::error::Error;
use crate::room::answers;
use admiralty_protocol::{ApiError, NewAnswers, StandingAnswers};
use axum::Json;
use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, give))
}

/// One's answers in advance, and what one's seats are asked now.
#[utoipa::path(get, path = "/api/tables/{id}/answers",
    responses((status = 200, body = StandingAnswers), (status = 409, body = ApiError)))]
async fn list(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Json<StandingAnswers>, Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), None).await?;
    Ok(Json(answers::standing(&room, app.hub(), &who.person.id).await?))
}

/// Answers in advance: these and no others. Nobody else learns of them.
#[utoipa::path(put, path = "/api/tables/{id}/answers", request_body = NewAnswers,
    responses((status = 200, body = StandingAnswers), (status = 409, body = ApiError)))]
async fn give(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(wish): Body<NewAnswers>,
) -> Result<Json<StandingAnswers>, Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), None).await?;
    answers::give(&room, app.hub(), &who.person.id, wish.answers).await?;
    Ok(Json(answers::standing(&room, app.hub(), &who.person.id).await?))
}
