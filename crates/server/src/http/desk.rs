//! Studies: looked at, written in, and tried out at the board.

use super::Body;
use super::lessons::{awaited, whole};
use crate::App;
use crate::auth::{Anybody, Who};
use crate::error::Error;
use crate::fair::For;
use crate::json;
use crate::refusal::object;
use crate::room::ask::{count, glance, picks};
use crate::studies::{Stand, Tried, carry_out};
use crate::wire::{result_info, tell};
use admiralty_core::{Actor, Seat, Viewer};
use admiralty_protocol::{
    ApiError, NewStudy, Past, StudyEdit, StudyHears, StudyInfo, StudyList, StudyNode, StudyPen,
    StudySay, StudyTry, ToClient, ToServer, Undo, Update, code,
};
use axum::Json;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    // Files come as texts: line feeds and quotes take two signs each on the way.
    let large = DefaultBodyLimit::max(2 * crate::records::LONGEST);
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(edit))
        .layer(large)
        .routes(routes!(one, end))
        .routes(routes!(join))
        .routes(routes!(file))
        .routes(routes!(lesson))
        .routes(routes!(try_out))
}

/// One's own studies and public ones.
#[utoipa::path(get, path = "/api/studies", responses((status = 200, body = StudyList)))]
async fn list(State(app): State<App>, who: Anybody) -> Result<Json<StudyList>, Error> {
    Ok(Json(app.list_studies(who.id()).await?))
}

/// A new study; a game that is still played is refused.
#[utoipa::path(post, path = "/api/studies", request_body = NewStudy,
    responses((status = 201, body = StudyInfo), (status = 409, body = ApiError),
        (status = 422, body = ApiError)))]
async fn create(
    State(app): State<App>,
    who: Who,
    Body(plan): Body<NewStudy>,
) -> Result<(StatusCode, Json<StudyInfo>), Error> {
    Ok((StatusCode::CREATED, Json(app.make_study(&who, plan).await?)))
}

#[derive(Debug, Deserialize)]
struct After {
    after: Option<u64>,
}

/// A study; with `after` the answer waits up to 20 seconds for a later version.
#[utoipa::path(get, path = "/api/studies/{id}", params(("after" = Option<u64>, Query)),
    responses((status = 200, body = StudyInfo), (status = 404, body = ApiError)))]
async fn one(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(After { after }): Query<After>,
    who: Anybody,
) -> Result<Json<StudyInfo>, Error> {
    Ok(Json(app.look_at_study(&id, after, &who).await?))
}

/// Gives a study up.
#[utoipa::path(delete, path = "/api/studies/{id}", responses((status = 204)))]
async fn end(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    app.end_study(&id, &who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One writes in it from now on.
#[utoipa::path(post, path = "/api/studies/{id}/join", request_body = StudyPen,
    responses((status = 200, body = StudyInfo), (status = 404, body = ApiError)))]
async fn join(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(StudyPen { pen }): Body<StudyPen>,
) -> Result<Json<StudyInfo>, Error> {
    Ok(Json(app.join_study(&id, &who, &pen).await?))
}

/// A change of somebody who writes.
#[utoipa::path(post, path = "/api/studies/{id}/edits", request_body = StudyEdit,
    responses((status = 200, body = StudyInfo), (status = 403, body = ApiError),
        (status = 409, body = ApiError)))]
async fn edit(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
    Body(change): Body<StudyEdit>,
) -> Result<Json<StudyInfo>, Error> {
    Ok(Json(app.edit_study(&id, &who, change).await?))
}

/// The study as a file: a record for each chapter, with branches, remarks and notes.
#[utoipa::path(get, path = "/api/studies/{id}/file",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ApiError)))]
async fn file(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Anybody,
) -> Result<impl IntoResponse, Error> {
    let text = app.study_file(&id, who.id()).await?;
    Ok(attached(format!("{id}.adm"), text))
}

/// Its questions as a lesson (`docs/lessons.md`).
#[utoipa::path(get, path = "/api/studies/{id}/lesson",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 409, body = ApiError)))]
async fn lesson(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Anybody,
) -> Result<impl IntoResponse, Error> {
    let text = app.study_lesson(&id, who.id()).await?;
    Ok(attached(format!("{id}.toml"), text))
}

fn attached(name: String, text: String) -> impl IntoResponse {
    let named = format!("attachment; filename=\"{name}\"");
    let kind = "text/plain; charset=utf-8".to_string();
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, named)], text)
}

/// What one would say at a table, at a moment of a chapter.
#[utoipa::path(post, path = "/api/studies/{id}/try", request_body = StudySay,
    responses((status = 200, body = StudyHears), (status = 404, body = ApiError)))]
async fn try_out(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Anybody,
    Body(said): Body<StudySay>,
) -> Result<Json<StudyHears>, Error> {
    let StudySay { chapter, mut node, mut line, seat, all, dice, keep, say } = said;
    let row = app.study_row(&id, who.id()).await?;
    let stand = app.stand(&row, chapter, node, &line).await?;
    let mut here = stand.clone();
    let game = stand.table.game();
    if seat >= stand.table.n_seats() {
        return Err(Error::new(code::SEAT, "There is no such seat."));
    }
    let you = Seat(seat);
    let viewer = if all { Viewer::Umpire } else { Viewer::Seat(you) };
    let whom = who.id().map_or_else(For::default, |user| app.hub().whom(user));
    let (mut right, mut rolled) = (None, last_dice(&row_dice(&row, chapter, node), &line));
    let hears =
        match say {
            ToServer::Act { id: told, action, .. } => {
                let mut seed = [0; 8];
                app.hub().parts.entropy.fill(&mut seed);
                let by = Actor::Seat(you);
                match carry_out(&stand, by, &action, &dice, u64::from_le_bytes(seed)) {
                    Ok(tried) => {
                        if line.is_empty() {
                            let found = App::chapter(&row, chapter)?;
                            right = App::answers(found, node, &stand, &tried, by);
                        }
                        rolled.clone_from(&tried.entry.dice);
                        match who.0.as_ref().filter(|who| {
                            keep && line.is_empty() && row.writes(Some(&who.person.id))
                        }) {
                            Some(who) => {
                                let entry = StudyNode { parent: node, ..tried.entry.clone() };
                                node = app.keep_entry(&id, who, chapter, &entry).await?;
                            }
                            None => line.push(StudyTry {
                                by: tried.entry.by.clone(),
                                action: tried.entry.action.clone(),
                                dice: tried.played.rolled.iter().map(|roll| roll.value).collect(),
                            }),
                        }
                        here = tried.stand.clone();
                        vec![update(&tried, viewer, you, told)]
                    }
                    Err(no) => vec![ToClient::No { id: told, why: *object(no) }],
                }
            }
            ToServer::Menu { id, draft, deep } => {
                let (table, n) = (stand.table.clone_box(), stand.n);
                let told = id.clone();
                let work = move || picks(&*table, you, &draft, deep, told, n);
                let menu = tokio::task::spawn_blocking(work).await;
                vec![match menu.map_err(|error| Error::Internal(error.to_string()))? {
                    Ok(menu) => menu,
                    Err(why) => ToClient::No { id, why: *why },
                }]
            }
            ToServer::Glance { id, actions } => {
                let table = stand.table.clone_box();
                vec![match glance(app.hub(), &whom, table, you, actions).await {
                    Ok(of) => ToClient::Glance { id, n: stand.n, of },
                    Err(why) => ToClient::No { id, why: *why },
                }]
            }
            ToServer::Why { id, action } => {
                let no = stand.table.check(Actor::Seat(you), &action).err().map(object);
                vec![ToClient::Why { id, no: no.map(|no| *no) }]
            }
            ToServer::Odds { id, action } => {
                let table = stand.table.clone_box();
                vec![match count(app.hub(), &whom, table, you, action).await {
                    Ok(odds) => ToClient::Odds { id, odds },
                    Err(why) => ToClient::No { id, why: *why },
                }]
            }
            ToServer::Sync {} => {
                let past = stand.past.iter().map(|(n, events)| {
                    let told = events.iter().filter(|event| event.to.includes(viewer));
                    Past { n: *n, e: told.map(tell).collect() }
                });
                vec![whole(game, &*stand.table, viewer, you, stand.n, past.collect())]
            }
            ToServer::Ping {} => vec![ToClient::Pong {}],
            _ => return Err(Error::new(code::MALFORMED, "That is for a table, not for a study.")),
        };
    let awaited = awaited(&*here.table, Viewer::Umpire);
    Ok(Json(StudyHears { node, line, awaited, dice: rolled, right, hears }))
}

fn row_dice(row: &crate::store::StudyRow, chapter: u32, node: u32) -> Vec<String> {
    let found = App::chapter(row, chapter).ok();
    let nodes = found.and_then(|chapter| chapter.shown.nodes.as_ref());
    let node = nodes.and_then(|nodes| nodes.iter().find(|one| one.id == node));
    node.map(|node| node.dice.clone()).unwrap_or_default()
}

/// The dice of the last entry: what was tried, or what is kept.
fn last_dice(kept: &[String], line: &[StudyTry]) -> Vec<String> {
    match line.last() {
        Some(tried) => tried.dice.iter().map(|value| format!("={value}")).collect(),
        None => kept.to_vec(),
    }
}

/// What came of an action, as a table would tell it.
fn update(tried: &Tried, viewer: Viewer, you: Seat, id: String) -> ToClient {
    let Stand { table, n, .. } = &tried.stand;
    let told = tried.played.events.iter().filter(|event| event.to.includes(viewer));
    ToClient::Up(Update {
        n: *n,
        id: Some(id),
        e: told.map(tell).collect(),
        v: Some(json::value(&table.view(viewer))),
        a: Some(awaited(&**table, viewer)),
        m: Some(table.prompt(Viewer::Seat(you))),
        b: Some(table.board(viewer)),
        u: Some(Undo::May(true)),
        over: result_info(&**table),
        p: None,
        back: None,
        c: None,
    })
}
