//! Lessons. The server keeps nothing of them: a learner sends all they have
//! done so far, and it is played anew.

use super::Body;
use super::games::find;
use crate::App;
use crate::error::Error;
use crate::fair::For;
use crate::json;
use crate::refusal::{object, refuse};
use crate::room::ask::{count, glance, picks};
use crate::wire::{result_info, tell};
use admiralty_catalog::cases::{Moment, Standing, Trial, Why};
use admiralty_catalog::{Game, Objection, TableFace, lessons};
use admiralty_core::{Actor, Doc, Seat, Viewer};
use admiralty_protocol::{
    ApiError, ClockPlan, Holder, LessonHears, LessonInfo, LessonPart, LessonSay, LessonStanding,
    Lessons, Past, Presence, SeatInfo, Status, TableInfo, TableState, Tell, ToClient, ToServer,
    Undo, Update, code,
};
use axum::Json;
use axum::extract::{Path, State};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// No lesson takes more.
const MOST_ENTRIES: usize = 60;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(play))
}

/// The lessons of a game.
#[utoipa::path(get, path = "/api/games/{game}/lessons",
    responses((status = 200, body = Lessons), (status = 404, body = ApiError)))]
async fn list(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Lessons>, Error> {
    let game = find(&app, &id)?;
    let mut infos = Vec::new();
    for lesson in lessons::lessons(game.meta().id) {
        let mut parts = Vec::new();
        for part in &lesson.parts {
            parts.push(LessonPart {
                name: part.name().into(),
                text: part.text().into(),
                goal: part.goal().into(),
                hint: part.hint().into(),
                clauses: part.clauses().to_vec(),
                seat: part.begin(game).map_err(Error::Internal)?.you().0,
            });
        }
        infos.push(LessonInfo {
            id: lesson.id.clone(),
            title: lesson.title.clone(),
            text: lesson.text.clone(),
            parts,
        });
    }
    Ok(Json(Lessons { game: game.meta().id.into(), lessons: infos }))
}

/// One message of a learner, as at a table.
#[utoipa::path(post, path = "/api/games/{game}/lessons/{lesson}/{part}", request_body = LessonSay,
    responses((status = 200, body = LessonHears), (status = 404, body = ApiError)))]
async fn play(
    State(app): State<App>,
    Path((id, lesson, part)): Path<(String, String, usize)>,
    Body(LessonSay { mut entries, say }): Body<LessonSay>,
) -> Result<Json<LessonHears>, Error> {
    let game = find(&app, &id)?;
    let unknown = || Error::new(code::NOT_FOUND, "There is no such lesson.");
    let lesson =
        lessons::lessons(game.meta().id).iter().find(|one| one.id == lesson).ok_or_else(unknown)?;
    let part = lesson.parts.get(part).ok_or_else(unknown)?;
    if entries.len() > MOST_ENTRIES {
        return Err(Error::new(code::SIZE, "A lesson does not take so many actions."));
    }
    if matches!(say, ToServer::Undo { .. }) {
        entries.pop();
    }
    let mut trial = part.begin(game).map_err(Error::Internal)?;
    for entry in &entries {
        trial.play(entry).map_err(|no| Error::new(code::STATE, no.to_string()))?;
    }
    let (you, n) = (trial.you(), trial.moments().len());
    let hears = match say {
        ToServer::Act { id, action, .. } => match trial.play(&action) {
            Ok(()) => {
                entries.push(action);
                updates(&trial, n, id)
            }
            Err(objection) => vec![ToClient::No { id, why: *object(objection) }],
        },
        ToServer::Menu { id, draft, deep } => {
            vec![match picks(trial.table(), you, &draft, deep, id.clone(), n as u32) {
                Ok(menu) => menu,
                Err(why) => ToClient::No { id, why: *why },
            }]
        }
        ToServer::Glance { id, actions } => {
            let table = trial.table().clone_box();
            vec![match glance(app.hub(), &For::default(), table, you, actions).await {
                Ok(of) => ToClient::Glance { id, n: n as u32, of },
                Err(why) => ToClient::No { id, why: *why },
            }]
        }
        ToServer::Why { id, action } => {
            let no = trial.table().check(Actor::Seat(you), &action).err().map(object);
            vec![ToClient::Why { id, no: no.map(|no| *no) }]
        }
        ToServer::Odds { id, action } => {
            let table = trial.table().clone_box();
            vec![match count(app.hub(), &For::default(), table, you, action).await {
                Ok(odds) => ToClient::Odds { id, odds },
                Err(why) => ToClient::No { id, why: *why },
            }]
        }
        ToServer::Undo { id } => vec![state(game, &trial), ToClient::Done { id, n: n as u32 }],
        ToServer::Sync {} => vec![state(game, &trial)],
        ToServer::Ping {} => vec![ToClient::Pong {}],
        _ => return Err(Error::new(code::MALFORMED, "That is for a table, not for a lesson.")),
    };
    let standing = match trial.standing() {
        Standing::Open => LessonStanding::Open,
        Standing::Reached => LessonStanding::Reached,
        Standing::Missed => LessonStanding::Missed,
    };
    let why = match trial.why() {
        Some(Why::Refused(refusal)) => Some(*object(Objection::Refused(refusal.clone()))),
        Some(Why::Happened(says)) => Some(*refuse(code::STATE, says)),
        Some(Why::Gone) | None => None,
    };
    Ok(Json(LessonHears { entries, standing, why, hears }))
}

/// What happened after the first `n` moments; the first of them answers.
fn updates(trial: &Trial<'_>, n: usize, id: String) -> Vec<ToClient> {
    let mut id = Some(id);
    let new = trial.moments().iter().enumerate().skip(n);
    new.map(|(i, moment)| {
        let viewer = Viewer::Seat(trial.you());
        ToClient::Up(Update {
            n: i as u32 + 1,
            id: id.take(),
            e: told(moment, viewer),
            v: Some(json::value(&moment.table.view(viewer))),
            a: Some(awaited(&*moment.table, viewer)),
            m: Some(moment.table.prompt(viewer)),
            b: Some(moment.table.board(viewer)),
            u: Some(Undo::May(true)),
            over: result_info(&*moment.table),
            p: None,
            back: None,
            c: None,
        })
    })
    .collect()
}

fn told(moment: &Moment, viewer: Viewer) -> Vec<Tell> {
    moment.events.iter().filter(|event| event.to.includes(viewer)).map(tell).collect()
}

pub(super) fn awaited(table: &dyn TableFace, viewer: Viewer) -> Vec<u8> {
    table.awaited(viewer).seats().iter().map(|seat| seat.0).collect()
}

/// Everything, as a table would send it first.
fn state(game: &'static dyn Game, trial: &Trial<'_>) -> ToClient {
    let (table, you) = (trial.table(), trial.you());
    let viewer = Viewer::Seat(you);
    let pasts = trial.moments().iter().enumerate();
    let past = pasts.map(|(i, moment)| Past { n: i as u32 + 1, e: told(moment, viewer) }).collect();
    let n = trial.moments().len() as u32;
    whole(game, table, viewer, you, n, past)
}

/// A table that nobody keeps, as a table would be sent first.
pub(super) fn whole(
    game: &'static dyn Game,
    table: &dyn TableFace,
    viewer: Viewer,
    you: Seat,
    n: u32,
    past: Vec<Past>,
) -> ToClient {
    let over = result_info(table);
    ToClient::State(TableState {
        n,
        view: json::value(&table.view(viewer)),
        board: table.board(viewer),
        awaited: awaited(table, viewer),
        prompt: table.prompt(Viewer::Seat(you)),
        undo: Undo::May(n > 0),
        over: over.clone(),
        clock: None,
        past,
        rewind: None,
        chat: Vec::new(),
        here: Presence::default(),
        table: TableInfo {
            id: String::new(),
            game: game.meta().id.into(),
            options: json::value(&Doc::map()),
            status: if over.is_some() { Status::Over } else { Status::Playing },
            public: false,
            watch: admiralty_protocol::WatchPlan::default(),
            tournament: None,
            seats: (0..table.n_seats()).map(|i| seat(table, Seat(i), you)).collect(),
            same: false,
            host: false,
            clock: ClockPlan::None,
            created: 0,
            updated: 0,
            turn: table.turn(),
            awaited: awaited(table, Viewer::Spectator),
            due: None,
            result: over,
            invite: None,
            commitment: String::new(),
            dice: None,
            key: None,
            rematch: None,
            from: None,
            rated: false,
        },
    })
}

fn seat(table: &dyn TableFace, seat: Seat, you: Seat) -> SeatInfo {
    SeatInfo {
        seat: seat.0,
        code: table.seat_code(seat),
        name: table.seat_name(seat),
        side: table.side_of(seat).map(|side| side.0),
        holder: Holder::Person { name: table.seat_name(seat), guest: true, id: None, bot: false },
        you: seat == you,
        present: true,
        away: None,
    }
}
