//! What people keep with their profile (fleets of their own, line-ups): as the client wrote it,
//! in every browser they sign in with, for nobody else.

use super::Body;
use crate::App;
use crate::auth::{Who, refused};
use crate::error::Error;
use crate::store::{KeptRow, Op};
use admiralty_protocol::{ApiError, Kept, code};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// So many things at most, and so many bytes each.
const MOST: usize = 32;
const LONGEST: usize = 16 * 1024;
/// What the server itself keeps with a profile begins so; no key of a client does.
pub(crate) const OURS: char = '~';

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, keep))
}

pub(super) async fn kept_of(app: &App, user: &str) -> Result<Vec<Kept>, Error> {
    let rows = app.hub().store().kept_of(user).await?;
    Ok(rows.into_iter().map(|row| Kept { key: row.key, body: row.body }).collect())
}

/// What is kept with one's profile.
#[utoipa::path(get, path = "/api/me/kept", responses((status = 200, body = [Kept])))]
async fn list(State(app): State<App>, who: Who) -> Result<Json<Vec<Kept>>, Error> {
    let mut kept = kept_of(&app, &who.person.id).await?;
    kept.retain(|kept| !kept.key.starts_with(OURS));
    Ok(Json(kept))
}

fn check(kept: &Kept) -> Result<(), Error> {
    let fits = (1..=64).contains(&kept.key.len())
        && kept.key.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b));
    if !fits {
        let says = "A key has 1 to 64 letters, digits, dots, hyphens or underscores.";
        return Err(Error::new(code::MALFORMED, says));
    }
    if kept.body.len() > LONGEST {
        return Err(Error::new(code::SIZE, "Only 16 kB can be kept under one key."));
    }
    Ok(())
}

/// Keeps something with one's profile; an empty body is kept no more.
#[utoipa::path(put, path = "/api/me/kept", request_body = Kept,
    responses((status = 204), (status = 400, body = ApiError), (status = 409, body = ApiError)))]
async fn keep(
    State(app): State<App>,
    who: Who,
    Body(kept): Body<Kept>,
) -> Result<StatusCode, Error> {
    check(&kept)?;
    let user = who.person.id.clone();
    let mut known = app.hub().store().kept_of(&user).await?;
    known.retain(|row| !row.key.starts_with(OURS));
    if known.len() >= MOST && !kept.body.is_empty() && known.iter().all(|row| row.key != kept.key) {
        return Err(Error::new(code::STATE, "You keep 32 things already; give one up first."));
    }
    let row = KeptRow { user, key: kept.key, body: kept.body };
    app.hub().commit(vec![Op::Keep(row)]).await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a guest has kept goes to the account they sign in to, unless that has its own.
pub(super) async fn hand_over(app: &App, guest: &str, account: &str) -> Result<Vec<Op>, Error> {
    let store = app.hub().store();
    let own = store.kept_of(account).await?;
    let free = MOST.saturating_sub(own.len());
    let new = store.kept_of(guest).await?.into_iter();
    let new = new.filter(|row| own.iter().all(|known| known.key != row.key)).take(free);
    Ok(new.map(|row| Op::Keep(KeptRow { user: account.into(), ..row })).collect())
}
