//! Manners: keeping away from people, reporting them, and what moderators do.

use super::Body;
use super::tables::seen;
use crate::App;
use crate::auth::{Anybody, Who};
use crate::error::Error;
use admiralty_protocol::{
    ApiError, NewMeasure, NewReport, Notice, ReportCard, ReportInfo, ShunAt, ShunWish, Shunned,
    code,
};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(shuns))
        .routes(routes!(shun))
        .routes(routes!(shun_at))
        .routes(routes!(report))
        .routes(routes!(notices, read_notices))
        .routes(routes!(reports))
        .routes(routes!(one, settle))
}

#[derive(Debug, Deserialize)]
struct Look {
    invite: Option<String>,
    list: Option<String>,
}

/// From whom one keeps away.
#[utoipa::path(get, path = "/api/me/shuns", responses((status = 200, body = [Shunned])))]
async fn shuns(State(app): State<App>, who: Who) -> Result<Json<Vec<Shunned>>, Error> {
    Ok(Json(app.shuns(&who.person.id).await?))
}

/// Keeps away from somebody, so far or no more. They are not told.
#[utoipa::path(put, path = "/api/people/{id}/shun", request_body = ShunWish,
    responses((status = 200, body = [Shunned]), (status = 404, body = ApiError)))]
async fn shun(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(wish): Body<ShunWish>,
) -> Result<Json<Vec<Shunned>>, Error> {
    Ok(Json(app.shun(&who.person, &id, wish.how).await?))
}

/// Keeps away from somebody at a table.
#[utoipa::path(post, path = "/api/tables/{id}/shun", request_body = ShunAt,
    responses((status = 200, body = [Shunned]), (status = 404, body = ApiError)))]
async fn shun_at(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Who,
    Body(wish): Body<ShunAt>,
) -> Result<Json<Vec<Shunned>>, Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), look.invite.as_deref()).await?;
    let (whom, _) = room.meant(&wish.who, &who.person.id)?;
    Ok(Json(app.shun(&who.person, &whom, wish.how).await?))
}

/// Reports somebody at a table to the moderators: ten a day at most.
#[utoipa::path(post, path = "/api/tables/{id}/report", request_body = NewReport,
    responses((status = 204), (status = 409, body = ApiError), (status = 429, body = ApiError)))]
async fn report(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    who: Who,
    Body(wish): Body<NewReport>,
) -> Result<StatusCode, Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), look.invite.as_deref()).await?;
    app.report(&room, &who.person, wish).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What moderators have decided about oneself, oldest first.
#[utoipa::path(get, path = "/api/me/notices", responses((status = 200, body = [Notice])))]
async fn notices(State(app): State<App>, who: Who) -> Result<Json<Vec<Notice>>, Error> {
    Ok(Json(app.notices(&who.person.id).await?))
}

/// One has read them.
#[utoipa::path(post, path = "/api/me/notices", responses((status = 204)))]
async fn read_notices(State(app): State<App>, who: Who) -> Result<StatusCode, Error> {
    app.read_notices(&who.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports, for moderators: `open` or `done`. One who has a part in a report does not see it.
#[utoipa::path(get, path = "/api/moderation/reports", params(("list" = Option<String>, Query)),
    responses((status = 200, body = [ReportCard]), (status = 403, body = ApiError)))]
async fn reports(
    State(app): State<App>,
    Query(look): Query<Look>,
    who: Who,
) -> Result<Json<Vec<ReportCard>>, Error> {
    let open = match look.list.as_deref() {
        None | Some("open") => true,
        Some("done") => false,
        Some(_) => return Err(Error::new(code::MALFORMED, "There are open and done.")),
    };
    Ok(Json(app.reports(&who.person, open).await?))
}

/// A report with the moment of the game, as its reporter saw it.
#[utoipa::path(get, path = "/api/moderation/reports/{id}",
    responses((status = 200, body = ReportInfo), (status = 404, body = ApiError)))]
async fn one(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Json<ReportInfo>, Error> {
    Ok(Json(app.one_report(&who.person, &id).await?))
}

/// Decides about a report.
#[utoipa::path(post, path = "/api/moderation/reports/{id}", request_body = NewMeasure,
    responses((status = 200, body = ReportCard), (status = 409, body = ApiError)))]
async fn settle(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(wish): Body<NewMeasure>,
) -> Result<Json<ReportCard>, Error> {
    Ok(Json(app.settle(&who.person, &id, wish).await?))
}
