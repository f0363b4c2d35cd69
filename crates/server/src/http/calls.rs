//! Being called: what was chosen, the browsers that take messages, a calendar of deadlines,
//! and the link that ends letters.

use super::Body;
use super::tables::infos;
use crate::App;
use crate::auth::Who;
use crate::calls;
use crate::error::Error;
use crate::room::seats::same;
use admiralty_protocol::{ApiError, CallInfo, CallPlan, CallWay, ClockPlan, PushBrowser, code};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(info, choose))
        .routes(routes!(subscribe, forget))
        .routes(routes!(new_link))
}

/// For whoever has the link: programs that read calendars and letters.
pub(super) fn open() -> axum::Router<App> {
    axum::Router::new()
        .route("/api/calendar/{user}/{secret}", get(calendar))
        .route("/api/unsubscribe/{user}/{secret}", get(ask_to_end).post(end_letters))
}

async fn info_of(app: &App, user: &str) -> Result<CallInfo, Error> {
    let hub = app.hub();
    let mut plan = calls::plan_of(hub, user)
        .await?
        .unwrap_or_else(|| CallPlan { digest: 8 * 60, ..CallPlan::default() });
    for hook in &mut plan.hooks {
        hook.secret = Some(calls::hook_secret(hub, user, &hook.url));
    }
    let turn = calls::calendar_turn(hub, user).await?;
    #[cfg(feature = "push")]
    let push_key = Some(calls::public_key(hub));
    #[cfg(not(feature = "push"))]
    let push_key = None;
    Ok(CallInfo {
        plan,
        ways: app.ways(),
        push_key,
        browsers: calls::browsers_of(hub, user).await?.len() as u32,
        calendar: calls::calendar(hub, user, turn),
    })
}

/// What one has chosen to be told, and how.
#[utoipa::path(get, path = "/api/me/calls", responses((status = 200, body = CallInfo)))]
async fn info(State(app): State<App>, who: Who) -> Result<Json<CallInfo>, Error> {
    Ok(Json(info_of(&app, &who.person.id).await?))
}

/// Chooses what one is told, and how.
#[utoipa::path(put, path = "/api/me/calls", request_body = CallPlan,
    responses((status = 200, body = CallInfo), (status = 400, body = ApiError)))]
async fn choose(
    State(app): State<App>,
    who: Who,
    Body(mut plan): Body<CallPlan>,
) -> Result<Json<CallInfo>, Error> {
    calls::check_plan(app.hub(), &mut plan)?;
    calls::keep_plan(app.hub(), &who.person.id, Some(plan), false).await?;
    Ok(Json(info_of(&app, &who.person.id).await?))
}

/// A browser takes messages from now on.
#[utoipa::path(post, path = "/api/me/calls/push", request_body = PushBrowser,
    responses((status = 200, body = CallInfo), (status = 400, body = ApiError)))]
async fn subscribe(
    State(app): State<App>,
    who: Who,
    Body(browser): Body<PushBrowser>,
) -> Result<Json<CallInfo>, Error> {
    let PushBrowser { endpoint, p256dh, auth } = browser;
    let plain = app.config().calls_private && endpoint.starts_with("http://");
    if endpoint.len() > 1000
        || !(endpoint.starts_with("https://") || plain)
        || p256dh.len() > 100
        || auth.len() > 50
    {
        return Err(Error::new(code::MALFORMED, "That is no subscription of a browser."));
    }
    let user = &who.person.id;
    let mut all = calls::browsers_of(app.hub(), user).await?;
    all.retain(|known| known.endpoint != endpoint);
    all.push(calls::PushRow { endpoint, p256dh, auth });
    calls::keep_browsers(app.hub(), user, all).await?;
    Ok(Json(info_of(&app, user).await?))
}

/// A browser takes no messages any more.
#[utoipa::path(delete, path = "/api/me/calls/push", request_body = PushBrowser,
    responses((status = 200, body = CallInfo)))]
async fn forget(
    State(app): State<App>,
    who: Who,
    Body(browser): Body<PushBrowser>,
) -> Result<Json<CallInfo>, Error> {
    let user = &who.person.id;
    let mut all = calls::browsers_of(app.hub(), user).await?;
    all.retain(|known| known.endpoint != browser.endpoint);
    calls::keep_browsers(app.hub(), user, all).await?;
    Ok(Json(info_of(&app, user).await?))
}

/// A new link of the calendar; the old one is void.
#[utoipa::path(post, path = "/api/me/calls/calendar", responses((status = 200, body = CallInfo)))]
async fn new_link(State(app): State<App>, who: Who) -> Result<Json<CallInfo>, Error> {
    calls::keep_plan(app.hub(), &who.person.id, None, true).await?;
    Ok(Json(info_of(&app, &who.person.id).await?))
}

fn nothing() -> Error {
    Error::new(code::NOT_FOUND, "There is nothing at this address.")
}

/// A text as a calendar writes it: no line is longer than 75 bytes, signs of its own are marked.
fn line(name: &str, text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
    let whole = format!("{name}:{}", text.replace('\n', "\\n"));
    let (mut out, mut length) = (String::new(), 0);
    for sign in whole.chars() {
        if length + sign.len_utf8() > 74 {
            out.push_str("\r\n ");
            length = 1;
        }
        out.push(sign);
        length += sign.len_utf8();
    }
    out + "\r\n"
}

/// The deadlines of a person as a calendar.
async fn calendar(
    State(app): State<App>,
    Path((user, secret)): Path<(String, String)>,
) -> Result<Response, Error> {
    let hub = app.hub();
    let turn = calls::calendar_turn(hub, &user).await?;
    let path = format!("/api/calendar/{user}/{secret}");
    if !same(&path, &calls::calendar(hub, &user, turn)) {
        return Err(nothing());
    }
    let mut rows = hub.store().tables_of(&user, false, 200).await?;
    rows.retain(|row| matches!(row.clock, ClockPlan::Days { .. }));
    let stamp = |at: u64| {
        let at = jiff::Timestamp::from_millisecond(at as i64).unwrap_or_default();
        at.strftime("%Y%m%dT%H%M%SZ").to_string()
    };
    let mut text = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Admiralty//EN\r\n");
    for info in infos(&app, rows, Some(&user)).await? {
        let mine = info.seats.iter().any(|seat| seat.you && info.awaited.contains(&seat.seat));
        let Some(due) = info.due.filter(|_| mine) else { continue };
        let title = hub.game(&info.game).map_or(info.game.as_str(), |game| game.meta().title);
        let link = format!("{}/table/{}", calls::address(hub), info.id);
        text += "BEGIN:VEVENT\r\n";
        text += &line("UID", &format!("{}@admiralty", info.id));
        text += &line("DTSTAMP", &stamp(hub.now()));
        text += &line("DTSTART", &stamp(due));
        text += &line("DTEND", &stamp(due));
        text += &line("SUMMARY", &format!("Your move: {title}"));
        text += &line("URL", &link);
        text += "END:VEVENT\r\n";
    }
    text += "END:VCALENDAR\r\n";
    Ok(([(header::CONTENT_TYPE, "text/calendar; charset=utf-8")], text).into_response())
}

fn may_end(app: &App, user: &str, secret: &str) -> Result<(), Error> {
    let path = format!("/api/unsubscribe/{user}/{secret}");
    if same(&path, &calls::unsubscribe(app.hub(), user)) { Ok(()) } else { Err(nothing()) }
}

fn page(says: &str, more: &str) -> Response {
    let text = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Admiralty</title>\
         <h1>Admiralty</h1><p>{says}</p>{more}"
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// Programs that look at letters follow links: it takes a click.
async fn ask_to_end(
    State(app): State<App>,
    Path((user, secret)): Path<(String, String)>,
) -> Result<Response, Error> {
    may_end(&app, &user, &secret)?;
    let form = "<form method=\"post\"><button>End the letters</button></form>";
    Ok(page("No more letters about your games?", form))
}

/// No more letters; the other ways stay.
async fn end_letters(
    State(app): State<App>,
    Path((user, secret)): Path<(String, String)>,
) -> Result<(StatusCode, Response), Error> {
    may_end(&app, &user, &secret)?;
    let Some(mut plan) = calls::plan_of(app.hub(), &user).await? else { return Err(nothing()) };
    for ways in [&mut plan.turn, &mut plan.seat, &mut plan.over, &mut plan.talk, &mut plan.deadline]
    {
        ways.retain(|way| !matches!(way, CallWay::Mail | CallWay::Digest));
    }
    calls::keep_plan(app.hub(), &user, Some(plan), false).await?;
    Ok((StatusCode::OK, page("There will be no more letters about your games.", "")))
}
