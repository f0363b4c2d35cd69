//! Passkeys: made by whoever has the password, and used instead of it.

use super::Body;
use super::people::{prove, row, signed_in};
use crate::App;
use crate::auth::{Anybody, Passkeys, Source, Who, refused};
use crate::error::Error;
use crate::ids;
use crate::names;
use crate::store::{Op, PasskeyRow};
use admiralty_protocol::{
    ApiError, Ceremony, Credentials, Me, NewPasskey, PasskeyInfo, PasskeyProof, code,
};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Nobody needs more.
const MOST: usize = 10;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(begin))
        .routes(routes!(end))
        .routes(routes!(begin_login))
        .routes(routes!(login))
}

impl App {
    fn passkeys(&self) -> Result<&Passkeys, Error> {
        let none = || Error::new(code::NOT_FOUND, "This server knows no passkeys.");
        self.0.passkeys.as_ref().ok_or_else(none)
    }

    fn new_ceremony(&self) -> String {
        ids::word(&*self.hub().parts.entropy, 26)
    }
}

fn info(row: PasskeyRow) -> PasskeyInfo {
    PasskeyInfo { id: row.id, label: row.label, since: row.since }
}

/// The passkeys of the account.
#[utoipa::path(get, path = "/api/passkeys", responses((status = 200, body = [PasskeyInfo])))]
async fn list(State(app): State<App>, who: Who) -> Result<Json<Vec<PasskeyInfo>>, Error> {
    let rows = app.hub().store().passkeys_of(&who.person.id).await?;
    Ok(Json(rows.into_iter().map(info).collect()))
}

/// Begins a new one, for whoever knows the password.
#[utoipa::path(post, path = "/api/passkeys/new", request_body = NewPasskey,
    responses((status = 200, body = Ceremony), (status = 403, body = ApiError)))]
async fn begin(
    State(app): State<App>,
    who: Who,
    from: Source,
    Body(wish): Body<NewPasskey>,
) -> Result<Json<Ceremony>, Error> {
    let user = row(&app, &who).await?;
    let label = names::clean(&wish.label)?;
    let login = user.login.clone().unwrap_or_default();
    let proof = Credentials { login: login.clone(), password: wish.password };
    prove(&app, &user, proof, from).await?;
    let known = app.hub().store().passkeys_of(&user.id).await?;
    if known.len() >= MOST {
        return Err(Error::new(code::STATE, "You have 10 passkeys; end one first."));
    }
    let known: Vec<String> = known.into_iter().map(|row| row.body).collect();
    let ceremony = app.new_ceremony();
    let now = app.hub().now();
    let about = (user.id.as_str(), login.as_str(), label);
    let options = app.passkeys()?.begin_making(&ceremony, about, &known, now)?;
    Ok(Json(Ceremony { ceremony, options }))
}

/// The browser has made it.
#[utoipa::path(post, path = "/api/passkeys", request_body = PasskeyProof,
    responses((status = 201, body = PasskeyInfo), (status = 403, body = ApiError)))]
async fn make(
    State(app): State<App>,
    who: Who,
    Body(proof): Body<PasskeyProof>,
) -> Result<(StatusCode, Json<PasskeyInfo>), Error> {
    let now = app.hub().now();
    let made = app.passkeys()?.make(&proof.ceremony, proof.credential, now)?;
    if made.user != who.person.id {
        return Err(Error::new(code::CREDENTIALS, "That was begun by somebody else."));
    }
    let row = PasskeyRow {
        id: ids::word(&*app.hub().parts.entropy, 12),
        user: made.user,
        cred: made.cred,
        label: made.label,
        body: made.body,
        since: now,
    };
    app.hub().commit(vec![Op::Passkey(row.clone())]).await.map_err(refused)?;
    tracing::info!(user = row.user, "a passkey was made");
    Ok((StatusCode::CREATED, Json(info(row))))
}

/// Ends one.
#[utoipa::path(delete, path = "/api/passkeys/{id}", responses((status = 204)))]
async fn end(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    app.hub().commit(vec![Op::EndPasskey { user: who.person.id.clone(), id }]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody wants to sign in with one.
#[utoipa::path(post, path = "/api/login/passkey/new", responses((status = 200, body = Ceremony)))]
async fn begin_login(State(app): State<App>) -> Result<Json<Ceremony>, Error> {
    let ceremony = app.new_ceremony();
    let options = app.passkeys()?.begin_using(&ceremony, app.hub().now())?;
    Ok(Json(Ceremony { ceremony, options }))
}

/// Signs in with one; a guest's games move to the account.
#[utoipa::path(post, path = "/api/login/passkey", request_body = PasskeyProof,
    responses((status = 200, body = Me), (status = 403, body = ApiError)))]
async fn login(
    State(app): State<App>,
    who: Anybody,
    from: Source,
    Body(proof): Body<PasskeyProof>,
) -> Result<Response, Error> {
    let passkeys = app.passkeys()?;
    let wrong = || Error::new(code::CREDENTIALS, "That passkey is not valid here.");
    let now = app.hub().now();
    let cred = passkeys.cred(&proof.credential)?;
    app.guess(&cred, from.0).map_err(Error::Rate)?;
    let store = app.hub().store();
    let key = store.passkey(&cred).await?.ok_or_else(wrong)?;
    let user = store.user(&key.user).await?.ok_or_else(wrong)?;
    let about = (user.id.as_str(), key.body.as_str());
    let body = match passkeys.is_right(&proof.ceremony, proof.credential, about, now) {
        Ok(body) => body,
        Err(error) => {
            let from = from.0.map(|from| from.to_string()).unwrap_or_default();
            tracing::warn!(login = user.login, from, "refused: a wrong passkey");
            metrics::counter!("sign_ins_total", "result" => "wrong").increment(1);
            return Err(error);
        }
    };
    app.guessed_right(&cred, from.0);
    metrics::counter!("sign_ins_total", "result" => "passkey").increment(1);
    if let Some(body) = body {
        app.hub().commit(vec![Op::UsedPasskey { id: key.id, body }]).await?;
    }
    signed_in(&app, who, user).await
}
