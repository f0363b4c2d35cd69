//! Tables: lists, making, joining, starting.

use super::Body;
use crate::App;
use crate::auth::{Anybody, Source, Who, net};
use crate::error::Error;
use crate::manners;
use crate::room::{Room, due_of, seats};
use crate::store::{FromRow, SeatRow, TableRow};
use admiralty_core::{Seat, SeatSet};
use admiralty_protocol::{
    ApiError, CreateTable, Delay, JoinTable, LeaveTable, Rematch, Status, TableInfo, TableList,
    code,
};
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::get;
use serde::Deserialize;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(table))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(start))
        .routes(routes!(rematch))
        .route("/api/tables/{id}/socket", get(crate::ws::open))
}

#[derive(Debug, Deserialize)]
struct Which {
    list: Option<String>,
}

/// `open`, `live`, `mine` or `over`.
#[utoipa::path(get, path = "/api/tables", params(("list" = Option<String>, Query)),
    responses((status = 200, body = TableList)))]
async fn list(
    State(app): State<App>,
    Query(which): Query<Which>,
    who: Anybody,
) -> Result<Json<TableList>, Error> {
    let store = app.hub().store();
    let rows = match (which.list.as_deref().unwrap_or("open"), who.id()) {
        ("open", me) => {
            let mut rows = app.open_tables().await?;
            if let Some(me) = me {
                let apart = manners::apart(store, me).await?;
                rows.retain(|row| !manners::is_among(&apart, row));
            }
            rows
        }
        ("live", _) => store.public(Status::Playing, 50).await?,
        ("mine", Some(me)) => store.tables_of(me, false, 100).await?,
        ("over", Some(me)) => store.tables_of(me, true, 100).await?,
        ("mine" | "over", None) => Vec::new(),
        _ => return Err(Error::new(code::MALFORMED, "There are open, live, mine and over.")),
    };
    Ok(Json(TableList { tables: infos(&app, rows, who.id()).await? }))
}

/// Tables as a person may see them, without waking those that sleep.
pub(crate) async fn infos(
    app: &App,
    rows: Vec<TableRow>,
    user: Option<&str>,
) -> Result<Vec<TableInfo>, Error> {
    let sleeping = |row: &&TableRow| app.hub().awake(&row.id).is_none();
    let nums: Vec<i64> = rows.iter().filter(sleeping).map(|row| row.num).collect();
    let lasts = app.hub().store().last_lines(nums.clone()).await?;
    let mut infos = Vec::with_capacity(rows.len());
    for row in rows {
        if let Some(room) = app.hub().awake(&row.id)
            && room.settled(app.hub()).await.is_ok()
        {
            infos.push(room.info(user));
            continue;
        }
        let mine = |row: &SeatRow| user.is_some_and(|user| row.holder.is(user));
        let seats = (0..).map(Seat).zip(&row.seats);
        let own: SeatSet = seats.filter(|(_, row)| mine(row)).map(|(seat, _)| seat).collect();
        let last = nums.iter().position(|num| *num == row.num).and_then(|i| lasts[i].as_ref());
        let playing = row.status == Status::Playing;
        if playing && last.is_none() {
            // Nothing was done yet, so no line says who is to begin: the game itself does.
            if let Ok(room) = app.hub().room(&row.id).await {
                infos.push(room.info(user));
                continue;
            }
        }
        // Who is not at it and behind knows nothing of its last line.
        let behind = playing && own.is_empty() && row.watch.delay != Delay::None;
        let last = last.filter(|_| !behind);
        let due = last.filter(|_| playing).and_then(|last| {
            let known = SeatSet::from_bits(last.aw);
            due_of(&row, last, known, own, app.hub().when())
        });
        let mut info = Room::new(app.hub(), row).info(user);
        info.due = due;
        if let Some(last) = last {
            info.turn = last.turn;
            info.updated = info.updated.max(last.sat);
            if playing {
                let [known, truth] = [last.aw, last.awt].map(SeatSet::from_bits);
                let awaited = known.union(truth.common(own));
                info.awaited = awaited.iter().map(|seat| seat.0).collect();
            }
        }
        infos.push(info);
    }
    Ok(infos)
}

/// A new table.
#[utoipa::path(post, path = "/api/tables", request_body = CreateTable,
    responses((status = 201, body = TableInfo), (status = 422, body = ApiError)))]
async fn create(
    State(app): State<App>,
    who: Who,
    from: Source,
    Body(plan): Body<CreateTable>,
) -> Result<(StatusCode, Json<TableInfo>), Error> {
    opened(&app, &who, from, plan, None).await
}

/// Opens a table; `from` is the game it goes on from, if it does.
pub(super) async fn opened(
    app: &App,
    who: &Who,
    source: Source,
    plan: CreateTable,
    from: Option<FromRow>,
) -> Result<(StatusCode, Json<TableInfo>), Error> {
    if let Some(address) = source.0 {
        app.hub().came(&who.person.id, format!("{:?}", net(address)));
    }
    app.may_open(&who.person, source.0, &plan).await?;
    let public = plan.public;
    let room = seats::make(app.hub(), &who.person, plan, from).await?;
    if public {
        app.opened(source.0, &room.id);
    }
    Ok((StatusCode::CREATED, Json(room.info(Some(&who.person.id)))))
}

#[derive(Debug, Deserialize)]
pub(super) struct Invite {
    invite: Option<String>,
}

/// The room of a table this person may see.
pub(super) async fn seen(
    app: &App,
    id: &str,
    who: &Anybody,
    invite: Option<&str>,
) -> Result<Arc<Room>, Error> {
    let room = app.hub().room(id).await?;
    if seats::may_see(&room, who.id(), invite) { Ok(room) } else { Err(Error::no_table()) }
}

/// One table.
#[utoipa::path(get, path = "/api/tables/{id}", params(("invite" = Option<String>, Query)),
    responses((status = 200, body = TableInfo), (status = 404, body = ApiError)))]
async fn table(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(invite): Query<Invite>,
    who: Anybody,
) -> Result<Json<TableInfo>, Error> {
    let room = seen(&app, &id, &who, invite.invite.as_deref()).await?;
    room.settled(app.hub()).await?;
    Ok(Json(room.info(who.id())))
}

/// Takes a seat.
#[utoipa::path(post, path = "/api/tables/{id}/join", request_body = JoinTable,
    responses((status = 200, body = TableInfo), (status = 409, body = ApiError)))]
async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(wish): Body<JoinTable>,
) -> Result<Json<TableInfo>, Error> {
    let anybody = Anybody(Some(who.clone()));
    let room = seen(&app, &id, &anybody, wish.invite.as_deref()).await?;
    seats::join(&room, app.hub(), &who.person, &wish).await?;
    Ok(Json(room.info(Some(&who.person.id))))
}

/// Gives a seat back before the start.
#[utoipa::path(post, path = "/api/tables/{id}/leave", request_body = LeaveTable,
    responses((status = 200, body = TableInfo), (status = 409, body = ApiError)))]
async fn leave(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(wish): Body<LeaveTable>,
) -> Result<Json<TableInfo>, Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), None).await?;
    seats::leave(&room, app.hub(), &who.person, wish.seat).await?;
    Ok(Json(room.info(Some(&who.person.id))))
}

/// Starts the game.
#[utoipa::path(post, path = "/api/tables/{id}/start",
    responses((status = 200, body = TableInfo), (status = 409, body = ApiError)))]
async fn start(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Json<TableInfo>, Error> {
    let room = seen(&app, &id, &Anybody(Some(who.clone())), None).await?;
    seats::start_by(&room, app.hub(), &who.person).await?;
    Ok(Json(room.info(Some(&who.person.id))))
}

/// The same people at a new table.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", request_body = Rematch,
    responses((status = 200, body = TableInfo), (status = 409, body = ApiError)))]
async fn rematch(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(wish): Body<Rematch>,
) -> Result<Json<TableInfo>, Error> {
    let old = seen(&app, &id, &Anybody(Some(who.clone())), None).await?;
    let room = seats::rematch(app.hub(), &old, &who.person, &wish).await?;
    Ok(Json(room.info(Some(&who.person.id))))
}
