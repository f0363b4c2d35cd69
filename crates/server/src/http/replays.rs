//! Looking back at games.

use super::Body;
use super::tables::seen;
use crate::App;
use crate::auth::{Anybody, Who};
use crate::error::Error;
use crate::room::replay;
use crate::store::Op;
use admiralty_protocol::{
    ApiError, DiceProof, LuckInfo, Moment, Status, Story, UserNote, UserNoteMade, code,
};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(moment))
        .routes(routes!(story))
        .routes(routes!(record))
        .routes(routes!(dice))
        .routes(routes!(luck))
        .routes(routes!(notes, note))
}

#[derive(Debug, Deserialize)]
struct Look {
    #[serde(rename = "as")]
    viewer: Option<String>,
    at: Option<u32>,
    from: Option<u32>,
    to: Option<u32>,
    invite: Option<String>,
}

/// A past position.
#[utoipa::path(get, path = "/api/tables/{id}/moment",
    params(("as" = Option<String>, Query), ("at" = Option<u32>, Query)),
    responses((status = 200, body = Moment), (status = 409, body = ApiError)))]
async fn moment(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Anybody,
) -> Result<Json<Moment>, Error> {
    let room = seen(&app, &id, &who, look.invite.as_deref()).await?;
    let looker = replay::looker(&room, who.id(), look.viewer.as_deref())?;
    Ok(Json(replay::moment(&room, app.hub(), looker, look.at).await?))
}

/// What happened, step by step.
#[utoipa::path(get, path = "/api/tables/{id}/story",
    params(("as" = Option<String>, Query), ("from" = Option<u32>, Query), ("to" = Option<u32>, Query)),
    responses((status = 200, body = Story), (status = 409, body = ApiError)))]
async fn story(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Anybody,
) -> Result<Json<Story>, Error> {
    let room = seen(&app, &id, &who, look.invite.as_deref()).await?;
    let looker = replay::looker(&room, who.id(), look.viewer.as_deref())?;
    let (from, to) = (look.from.unwrap_or(1), look.to.unwrap_or(u32::MAX));
    Ok(Json(replay::story(&room, app.hub(), looker, from, to).await?))
}

/// The record file, when the game is over.
#[utoipa::path(get, path = "/api/tables/{id}/record",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 409, body = ApiError)))]
async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Anybody,
) -> Result<impl IntoResponse, Error> {
    let room = seen(&app, &id, &who, look.invite.as_deref()).await?;
    let text = replay::record(&room, app.hub(), who.id()).await?;
    let name = format!("attachment; filename=\"{}.adm\"", room.id);
    Ok((
        [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8".into()),
            (header::CONTENT_DISPOSITION, name),
        ],
        text,
    ))
}

/// What is needed to check the dice.
#[utoipa::path(get, path = "/api/tables/{id}/dice",
    responses((status = 200, body = DiceProof), (status = 404, body = ApiError)))]
async fn dice(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Anybody,
) -> Result<Json<DiceProof>, Error> {
    let room = seen(&app, &id, &who, look.invite.as_deref()).await?;
    Ok(Json(replay::dice(&room, app.hub()).await?))
}

/// Who had the luck in a finished game.
#[utoipa::path(get, path = "/api/tables/{id}/luck",
    responses((status = 200, body = LuckInfo), (status = 409, body = ApiError)))]
async fn luck(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Anybody,
) -> Result<Json<LuckInfo>, Error> {
    let room = seen(&app, &id, &who, look.invite.as_deref()).await?;
    Ok(Json(replay::luck(&room, app.hub(), who.id()).await?))
}

/// Comments on a finished game.
#[utoipa::path(get, path = "/api/tables/{id}/notes", responses((status = 200, body = [UserNote])))]
async fn notes(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Anybody,
) -> Result<Json<Vec<UserNote>>, Error> {
    let room = seen(&app, &id, &who, look.invite.as_deref()).await?;
    Ok(Json(app.hub().store().notes(room.num).await?))
}

/// A comment on a moment of a finished game.
#[utoipa::path(post, path = "/api/tables/{id}/notes", request_body = UserNoteMade,
    responses((status = 200, body = UserNote), (status = 409, body = ApiError)))]
async fn note(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Who,
    Body(made): Body<UserNoteMade>,
) -> Result<Json<UserNote>, Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), look.invite.as_deref()).await?;
    if room.status() != Status::Over {
        return Err(Error::new(code::STATE, "Comments are for games that are over."));
    }
    let text = made.text.trim();
    if text.is_empty() || text.chars().count() > 1000 {
        return Err(Error::new(code::MALFORMED, "A comment has 1 to 1,000 signs."));
    }
    let note = UserNote {
        at: made.at,
        name: who.person.name.clone(),
        text: text.into(),
        when: app.hub().now(),
    };
    app.hub().commit(vec![Op::Note(room.num, who.person.id.clone(), note.clone())]).await?;
    Ok(Json(note))
}
