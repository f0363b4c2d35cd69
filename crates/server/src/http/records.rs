//! Record files that people bring along, and games that go on from a moment of another.

use super::Body;
use super::tables::{opened, seen};
use crate::App;
use crate::auth::{Anybody, Source, Who};
use crate::error::Error;
use crate::past::{Looker, Past, tale, way};
use crate::records::{self, LONGEST};
use crate::room::replay;
use crate::store::{FromRow, Op, RecordOp};
use admiralty_core::SideSet;
use admiralty_protocol::{
    ApiError, CreateTable, LuckInfo, Moment, PlayOn, RecordCard, RecordFile, RecordInfo, Story,
    TableInfo, WatchPlan,
};
use axum::Json;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    // Line feeds and quotes take two signs each on the way.
    let files =
        OpenApiRouter::new().routes(routes!(list, bring)).layer(DefaultBodyLimit::max(2 * LONGEST));
    OpenApiRouter::new()
        .merge(files)
        .routes(routes!(record, end))
        .routes(routes!(moment))
        .routes(routes!(story))
        .routes(routes!(file))
        .routes(routes!(luck))
        .routes(routes!(play))
        .routes(routes!(play_table))
}

#[derive(Debug, Deserialize)]
struct Look {
    #[serde(rename = "as")]
    viewer: Option<String>,
    at: Option<u32>,
    from: Option<u32>,
    to: Option<u32>,
}

/// The records that are kept for the one who asks.
#[utoipa::path(get, path = "/api/records", responses((status = 200, body = [RecordCard])))]
async fn list(State(app): State<App>, who: Who) -> Result<Json<Vec<RecordCard>>, Error> {
    Ok(Json(records_of(&app, &who.person.id).await?))
}

pub(super) async fn records_of(app: &App, user: &str) -> Result<Vec<RecordCard>, Error> {
    let rows = app.hub().store().records_of(user).await?;
    Ok(rows.into_iter().map(records::card).collect())
}

/// Checks a record file and keeps it.
#[utoipa::path(post, path = "/api/records", request_body = RecordFile,
    responses((status = 201, body = RecordInfo), (status = 413, body = ApiError),
        (status = 422, body = ApiError)))]
async fn bring(
    State(app): State<App>,
    who: Who,
    Body(file): Body<RecordFile>,
) -> Result<(StatusCode, Json<RecordInfo>), Error> {
    let kept = records::bring(app.hub(), &who.person.id, file).await?;
    Ok((StatusCode::CREATED, Json(kept.info(Some(&who.person.id)))))
}

/// A record.
#[utoipa::path(get, path = "/api/records/{id}",
    responses((status = 200, body = RecordInfo), (status = 404, body = ApiError)))]
async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Anybody,
) -> Result<Json<RecordInfo>, Error> {
    Ok(Json(records::kept(app.hub(), &id).await?.info(who.id())))
}

/// Gives a record up.
#[utoipa::path(delete, path = "/api/records/{id}", responses((status = 204)))]
async fn end(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    let op = RecordOp::End { user: who.person.id.clone(), id };
    app.hub().commit(vec![Op::Record(Box::new(op))]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A position of a record.
#[utoipa::path(get, path = "/api/records/{id}/moment",
    params(("as" = Option<String>, Query), ("at" = Option<u32>, Query)),
    responses((status = 200, body = Moment), (status = 404, body = ApiError)))]
async fn moment(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Json<Moment>, Error> {
    let kept = records::kept(app.hub(), &id).await?;
    let looker = kept.looker(look.viewer.as_deref())?;
    let game = &kept.past.game;
    Ok(Json(way(game.course(), looker, look.at)?.go(game.lines()).await?))
}

/// What happened, step by step.
#[utoipa::path(get, path = "/api/records/{id}/story",
    params(("as" = Option<String>, Query), ("from" = Option<u32>, Query), ("to" = Option<u32>, Query)),
    responses((status = 200, body = Story), (status = 404, body = ApiError)))]
async fn story(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Json<Story>, Error> {
    let kept = records::kept(app.hub(), &id).await?;
    let looker = kept.looker(look.viewer.as_deref())?;
    let (from, to) = (look.from.unwrap_or(1), look.to.unwrap_or(u32::MAX));
    let game = &kept.past.game;
    Ok(Json(tale(game.course(), looker, from, to)?.tell(game.lines()).await?))
}

/// The file, as it came.
#[utoipa::path(get, path = "/api/records/{id}/record",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ApiError)))]
async fn file(State(app): State<App>, Path(id): Path<String>) -> Result<impl IntoResponse, Error> {
    records::kept(app.hub(), &id).await?;
    let text = app.hub().store().record_text(&id).await?.unwrap_or_default();
    let name = format!("attachment; filename=\"{id}.adm\"");
    let kind = "text/plain; charset=utf-8".to_string();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text))
}

/// Who had the luck.
#[utoipa::path(get, path = "/api/records/{id}/luck",
    responses((status = 200, body = LuckInfo), (status = 404, body = ApiError)))]
async fn luck(State(app): State<App>, Path(id): Path<String>) -> Result<Json<LuckInfo>, Error> {
    let kept = records::kept(app.hub(), &id).await?;
    Ok(Json(kept.past.luck(app.hub(), SideSet::EMPTY).await?))
}

/// A new table that goes on from a moment of a record.
#[utoipa::path(post, path = "/api/records/{id}/play", request_body = PlayOn,
    responses((status = 201, body = TableInfo), (status = 409, body = ApiError)))]
async fn play(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    source: Source,
    Body(wish): Body<PlayOn>,
) -> Result<(StatusCode, Json<TableInfo>), Error> {
    let kept = records::kept(app.hub(), &id).await?;
    let looker = kept.looker(Some(&wish.viewer))?;
    let (plan, entry) = goes_on(&kept.past, looker, wish)?;
    opened(&app, &who, source, plan, Some(kept.origin(entry))).await
}

/// A new table that goes on from a moment of a game that is over.
#[utoipa::path(post, path = "/api/tables/{id}/play", request_body = PlayOn,
    responses((status = 201, body = TableInfo), (status = 409, body = ApiError)))]
async fn play_table(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    source: Source,
    Body(wish): Body<PlayOn>,
) -> Result<(StatusCode, Json<TableInfo>), Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), None).await?;
    let past = replay::past(&room, app.hub()).await?;
    let looker = replay::looker(&room, Some(&who.person.id), Some(&wish.viewer))?;
    let (plan, entry) = goes_on(&past, looker, wish)?;
    let from: FromRow = replay::origin(&room, entry);
    opened(&app, &who, source, plan, Some(from)).await
}

/// The plan of that table, and after how many entries it goes on.
fn goes_on(past: &Past, looker: Looker, wish: PlayOn) -> Result<(CreateTable, u32), Error> {
    let (setup, entry) = past.position(looker, wish.at)?;
    let PlayOn { seats, clock, start, salted, .. } = wish;
    let game = past.game.game().meta().id.into();
    let options = crate::json::value(&setup);
    let (public, rated, watch) = (false, false, WatchPlan::default());
    Ok((CreateTable { game, options, seats, public, clock, start, salted, rated, watch }, entry))
}
