//! People: names, accounts, sessions, tokens, their data.

use super::Body;
use super::tables::infos;
use crate::App;
use crate::auth::{Anybody, Who, hash_password, hash_token, is_password};
use crate::error::Error;
use crate::ids;
use crate::room::clean_name;
use crate::store::{HolderRow, Op, StoreError, TableRow, TokenRow, UserRow};
use admiralty_protocol::{
    ApiError, Credentials, Export, Me, NewName, NewPassword, NewToken, SessionInfo, TokenInfo,
    TokenMade, code,
};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, rename))
        .routes(routes!(export))
        .routes(routes!(register, delete))
        .routes(routes!(password))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, new_token))
        .routes(routes!(end_token))
}

/// Who the browser is.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
async fn me(who: Who) -> Json<Me> {
    Json(who.person.me())
}

async fn row(app: &App, who: &Who) -> Result<UserRow, Error> {
    let gone = || Error::new(code::WHO, "This account is gone.");
    app.hub().store().user(&who.person.id).await?.ok_or_else(gone)
}

/// A new name.
#[utoipa::path(put, path = "/api/me", request_body = NewName,
    responses((status = 200, body = Me), (status = 400, body = ApiError)))]
async fn rename(
    State(app): State<App>,
    who: Who,
    Body(new): Body<NewName>,
) -> Result<Json<Me>, Error> {
    let user = UserRow { name: clean_name(&new.name)?, ..row(&app, &who).await? };
    app.hub().commit(vec![Op::User(user.clone())]).await?;
    app.forget(&user.id);
    Ok(Json(Me { name: user.name, ..who.person.me() }))
}

fn check(credentials: &Credentials) -> Result<(), Error> {
    let login = &credentials.login;
    let fits = (3..=24).contains(&login.len())
        && login.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if !fits {
        let says = "A login has 3 to 24 letters, digits, hyphens or underscores.";
        return Err(Error::new(code::MALFORMED, says));
    }
    check_password(&credentials.password)
}

fn check_password(password: &str) -> Result<(), Error> {
    match password.chars().count() {
        8..=128 => Ok(()),
        _ => Err(Error::new(code::MALFORMED, "A password has 8 to 128 signs.")),
    }
}

/// The guest becomes an account and keeps its games.
#[utoipa::path(post, path = "/api/account", request_body = Credentials,
    responses((status = 200, body = Me), (status = 409, body = ApiError)))]
async fn register(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<Credentials>,
) -> Result<Json<Me>, Error> {
    check(&wish)?;
    let user = row(&app, &who).await?;
    if user.login.is_some() {
        return Err(Error::new(code::STATE, "You have an account already."));
    }
    let user = UserRow {
        login: Some(wish.login.to_ascii_lowercase()),
        password: Some(hash_password(wish.password).await?),
        ..user
    };
    match app.hub().commit(vec![Op::User(user.clone())]).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => {
            return Err(Error::new(code::TAKEN, "That login is taken."));
        }
        Err(error) => return Err(error.into()),
    }
    app.forget(&user.id);
    mark_account(&app, &user.id, &user.id, &user.name).await?;
    Ok(Json(Me { id: user.id, name: user.name, guest: false, login: user.login }))
}

/// Seats of `from` belong to the account `to` from now on.
async fn mark_account(app: &App, from: &str, to: &str, name: &str) -> Result<(), Error> {
    let store = app.hub().store();
    let mut rows = store.tables_of(from, false, 1000).await?;
    rows.extend(store.tables_of(from, true, 1000).await?);
    for row in rows {
        let change = |row: &mut TableRow| {
            if row.host == from {
                row.host = to.into();
            }
            for seat in row.seats.iter_mut().filter(|seat| seat.holder.is(from)) {
                seat.holder =
                    HolderRow::Person { user: to.into(), name: name.into(), guest: false };
            }
        };
        change_table(app, row, change).await?;
    }
    Ok(())
}

/// Changes a table whether it is awake or asleep.
async fn change_table(
    app: &App,
    mut row: TableRow,
    change: impl Fn(&mut TableRow),
) -> Result<(), Error> {
    match app.hub().awake(&row.id) {
        Some(room) => {
            let row = {
                let mut inner = room.lock();
                change(&mut inner.row);
                inner.row.clone()
            };
            app.hub().commit(vec![Op::Table(Box::new(row))]).await?;
        }
        None => {
            change(&mut row);
            app.hub().commit(vec![Op::Table(Box::new(row))]).await?;
        }
    }
    Ok(())
}

/// A new password; ends all other sessions.
#[utoipa::path(put, path = "/api/account/password", request_body = NewPassword,
    responses((status = 204), (status = 403, body = ApiError)))]
async fn password(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<NewPassword>,
) -> Result<StatusCode, Error> {
    check_password(&wish.new)?;
    let user = row(&app, &who).await?;
    if !is_password(wish.old, user.password.clone()).await? {
        return Err(Error::new(code::CREDENTIALS, "That is not the password."));
    }
    let user = UserRow { password: Some(hash_password(wish.new).await?), ..user };
    let except = who.session.clone().unwrap_or_default();
    let ops = vec![Op::User(user.clone()), Op::EndSessions { user: user.id.clone(), except }];
    app.hub().commit(ops).await?;
    app.forget(&user.id);
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the account and what it wrote; games remain, without a name.
#[utoipa::path(delete, path = "/api/account", request_body = Option<Credentials>,
    responses((status = 204), (status = 403, body = ApiError)))]
async fn delete(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<Option<Credentials>>,
) -> Result<Response, Error> {
    let user = row(&app, &who).await?;
    if user.login.is_some() {
        let right = match wish {
            Some(wish) => {
                user.login.as_deref() == Some(&wish.login.to_ascii_lowercase())
                    && is_password(wish.password, user.password.clone()).await?
            }
            None => false,
        };
        if !right {
            return Err(Error::new(code::CREDENTIALS, "Login and password are needed for this."));
        }
    }
    let store = app.hub().store();
    let mut rows = store.tables_of(&user.id, false, 10_000).await?;
    rows.extend(store.tables_of(&user.id, true, 10_000).await?);
    for row in rows {
        let id = user.id.clone();
        let change = move |row: &mut TableRow| {
            if row.host == id {
                row.host = "gone".into();
            }
            for seat in row.seats.iter_mut().filter(|seat| seat.holder.is(&id)) {
                seat.holder =
                    HolderRow::Person { user: "gone".into(), name: "Somebody".into(), guest: true };
            }
        };
        change_table(&app, row, change).await?;
    }
    app.hub().commit(vec![Op::DeleteUser(user.id.clone())]).await?;
    app.forget(&user.id);
    Ok(signed_out(&app))
}

fn signed_out(app: &App) -> Response {
    ([(header::SET_COOKIE, app.cookie("", 0))], StatusCode::NO_CONTENT).into_response()
}

/// Signs in; a guest's games move to the account.
#[utoipa::path(post, path = "/api/login", request_body = Credentials,
    responses((status = 200, body = Me), (status = 403, body = ApiError)))]
async fn login(
    State(app): State<App>,
    who: Anybody,
    Body(wish): Body<Credentials>,
) -> Result<Response, Error> {
    let login = wish.login.to_ascii_lowercase();
    if let Some(left) = app.0.logins.take(&login, app.hub().now())
        && !left.ok
    {
        return Err(Error::Rate(left.reset));
    }
    let user = app.hub().store().user_by_login(&login).await?;
    let hash = user.as_ref().and_then(|user| user.password.clone());
    let right = is_password(wish.password, hash).await?;
    let user = match user {
        Some(user) if right => user,
        _ => return Err(Error::new(code::CREDENTIALS, "Login or password are wrong.")),
    };
    let session = app.begin_session(&user.id).await?;
    if let Some(guest) = who.0.filter(|who| who.person.login.is_none()) {
        mark_account(&app, &guest.person.id, &user.id, &user.name).await?;
        app.hub().commit(vec![Op::DeleteUser(guest.person.id.clone())]).await?;
        app.forget(&guest.person.id);
    }
    let me = Me { id: user.id, name: user.name, guest: false, login: user.login };
    Ok(([(header::SET_COOKIE, app.cookie(&session, 365 * 24 * 3600))], Json(me)).into_response())
}

/// Ends this session.
#[utoipa::path(post, path = "/api/logout", responses((status = 204)))]
async fn logout(State(app): State<App>, who: Who) -> Result<Response, Error> {
    if let Some(session) = &who.session {
        app.hub().commit(vec![Op::EndSession(session.clone())]).await?;
        app.forget(&who.person.id);
    }
    Ok(signed_out(&app))
}

/// Sessions are named by a part of the hash of their id: the id is a secret.
fn session_name(id: &str) -> String {
    hash_token(id)[..16].into()
}

async fn session_infos(app: &App, who: &Who) -> Result<Vec<SessionInfo>, Error> {
    let rows = app.hub().store().sessions_of(&who.person.id).await?;
    let info = |row: crate::store::SessionRow| SessionInfo {
        id: session_name(&row.id),
        since: row.since,
        this: who.session.as_deref() == Some(&row.id),
    };
    Ok(rows.into_iter().map(info).collect())
}

/// Where one is signed in.
#[utoipa::path(get, path = "/api/sessions", responses((status = 200, body = [SessionInfo])))]
async fn sessions(State(app): State<App>, who: Who) -> Result<Json<Vec<SessionInfo>>, Error> {
    Ok(Json(session_infos(&app, &who).await?))
}

/// Ends one of them.
#[utoipa::path(delete, path = "/api/sessions/{id}",
    responses((status = 204), (status = 404, body = ApiError)))]
async fn end_session(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    let rows = app.hub().store().sessions_of(&who.person.id).await?;
    let row = rows.into_iter().find(|row| session_name(&row.id) == id);
    let row = row.ok_or_else(|| Error::new(code::NOT_FOUND, "There is no such session."))?;
    app.hub().commit(vec![Op::EndSession(row.id)]).await?;
    app.forget(&who.person.id);
    Ok(StatusCode::NO_CONTENT)
}

async fn token_infos(app: &App, user: &str) -> Result<Vec<TokenInfo>, Error> {
    let rows = app.hub().store().tokens_of(user).await?;
    let info = |row: TokenRow| TokenInfo { id: row.id, label: row.label, since: row.since };
    Ok(rows.into_iter().map(info).collect())
}

/// Tokens for bots and scripts.
#[utoipa::path(get, path = "/api/tokens", responses((status = 200, body = [TokenInfo])))]
async fn tokens(State(app): State<App>, who: Who) -> Result<Json<Vec<TokenInfo>>, Error> {
    Ok(Json(token_infos(&app, &who.person.id).await?))
}

/// A new one.
#[utoipa::path(post, path = "/api/tokens", request_body = NewToken,
    responses((status = 201, body = TokenMade), (status = 400, body = ApiError)))]
async fn new_token(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Error> {
    if who.session.is_none() {
        return Err(Error::new(code::WHO, "A token cannot make tokens."));
    }
    if app.hub().store().tokens_of(&who.person.id).await?.len() >= 20 {
        return Err(Error::new(code::STATE, "You have 20 tokens; end one first."));
    }
    let entropy = &*app.hub().parts.entropy;
    let token = format!("adm_{}", ids::word(entropy, 32));
    let row = TokenRow {
        id: ids::word(entropy, 12),
        user: who.person.id.clone(),
        hash: hash_token(&token),
        label: clean_name(&wish.label)?,
        since: app.hub().now(),
    };
    let id = row.id.clone();
    app.hub().commit(vec![Op::Token(row)]).await?;
    Ok((StatusCode::CREATED, Json(TokenMade { id, token })))
}

/// Ends a token.
#[utoipa::path(delete, path = "/api/tokens/{id}", responses((status = 204)))]
async fn end_token(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    app.hub().commit(vec![Op::EndToken { user: who.person.id.clone(), id }]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything the server keeps about a person.
#[utoipa::path(get, path = "/api/me/export", responses((status = 200, body = Export)))]
async fn export(State(app): State<App>, who: Who) -> Result<Json<Export>, Error> {
    let store = app.hub().store();
    let id = &who.person.id;
    let mut rows = store.tables_of(id, false, 10_000).await?;
    rows.extend(store.tables_of(id, true, 10_000).await?);
    Ok(Json(Export {
        me: who.person.me(),
        since: who.person.since,
        sessions: session_infos(&app, &who).await?,
        tokens: token_infos(&app, id).await?,
        tables: infos(&app, rows, Some(id)).await?,
        chat: store.chat_of(id).await?,
    }))
}
