//! People: names, accounts, sessions, tokens, their data.

use super::tables::infos;
use super::{Body, kept, records};
use crate::App;
use crate::auth::{
    Anybody, Ending, Pass, Person, Source, Who, check_password, hash_token, refused,
};
use crate::error::Error;
use crate::ids;
use crate::mail::For;
use crate::names;
use crate::room::house::{self, Rehold};
use crate::store::{MannersOp, Op, RecordOp, StudyOp, TokenRow, UserRow, UserSet};
use admiralty_protocol::{
    ApiError, Codes, Credentials, Export, Me, NewName, NewPassword, NewToken, PasskeyInfo, Recover,
    Registered, SessionInfo, TokenInfo, TokenMade, code,
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
        .routes(routes!(codes))
        .routes(routes!(recover))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, new_token))
        .routes(routes!(end_token))
}

/// Who the browser is.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
async fn me(State(app): State<App>, who: Who) -> Result<Json<Me>, Error> {
    let mut notices = app.notices(&who.person.id).await?;
    notices.retain(|notice| !notice.read);
    Ok(Json(Me { notices, ..who.person.me() }))
}

pub(super) async fn row(app: &App, who: &Who) -> Result<UserRow, Error> {
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
    let name = names::clean(&new.name)?;
    let set = UserSet { name: Some(name.clone()), ..UserSet::default() };
    let user = who.person.id.clone();
    let change = Op::SetUser { user: user.clone(), version: None, set };
    app.hub().commit(vec![change]).await.map_err(refused)?;
    app.end(&user, Ending::Nothing);
    Ok(Json(Me { name, ..who.person.me() }))
}

fn check(credentials: &Credentials) -> Result<(), Error> {
    let login = &credentials.login;
    let fits = (3..=24).contains(&login.len())
        && login.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if !fits {
        let says = "A login has 3 to 24 letters, digits, hyphens or underscores.";
        return Err(Error::new(code::MALFORMED, says));
    }
    check_password(&credentials.password, login)
}

/// Somebody tries a password: how often and how fast is limited per account
/// and place, and whatever fails is written down.
async fn is_right(
    app: &App,
    user: Option<&UserRow>,
    login: &str,
    password: String,
    from: Source,
) -> Result<bool, Error> {
    app.guess(login, from.0).map_err(|seconds| {
        metrics::counter!("sign_ins_total", "result" => "delayed").increment(1);
        Error::Rate(seconds)
    })?;
    let hash = user.and_then(|user| user.password.clone());
    let right = app.0.slots.is_right(password, hash).await?;
    if right {
        app.guessed_right(login, from.0);
    } else {
        let from = from.0.map(|from| from.to_string()).unwrap_or_default();
        tracing::warn!(login, from, "refused: a wrong password");
    }
    let result = if right { "right" } else { "wrong" };
    metrics::counter!("sign_ins_total", "result" => result).increment(1);
    Ok(right)
}

/// The guest becomes an account and keeps its games.
#[utoipa::path(post, path = "/api/account", request_body = Credentials,
    responses((status = 200, body = Registered), (status = 409, body = ApiError)))]
async fn register(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<Credentials>,
) -> Result<Response, Error> {
    check(&wish)?;
    let user = row(&app, &who).await?;
    if user.login.is_some() || user.bot.is_some() {
        return Err(Error::new(code::STATE, "You have an account already."));
    }
    let login = wish.login.to_ascii_lowercase();
    let password = app.0.slots.hash(wish.password).await?;
    let set =
        UserSet { login: Some(login.clone()), password: Some(password), ..UserSet::default() };
    let version = Some(user.version);
    // Whoever has seen the guest's cookie does not share the account.
    let (session, begin) = app.new_session(&user.id, None);
    let (codes, recovery) = new_codes(&app, &user.id);
    let ops = vec![
        Op::SetUser { user: user.id.clone(), version, set },
        begin,
        Op::EndSessions { user: user.id.clone(), except: session.clone() },
        recovery,
    ];
    app.hub().commit(ops).await.map_err(refused)?;
    app.end(&user.id, Ending::AllBut(Some(session.clone())));
    mark_account(&app, &user.id, &user.id, &user.name).await?;
    let me = Me {
        id: user.id,
        name: user.name,
        guest: false,
        login: Some(login),
        mail: false,
        bot: false,
        moderator: false,
        notices: Vec::new(),
    };
    let cookie = [(header::SET_COOKIE, app.cookie(&session))];
    Ok((cookie, Json(Registered { me, codes })).into_response())
}

/// So many recovery codes are given out at a time.
const CODES: usize = 8;

/// New recovery codes, and what writes their hashes down. A code has a hundred
/// bits: a plain hash is enough.
fn new_codes(app: &App, user: &str) -> (Vec<String>, Op) {
    let entropy = &*app.hub().parts.entropy;
    let codes: Vec<String> = (0..CODES)
        .map(|_| (0..4).map(|_| ids::word(entropy, 5)).collect::<Vec<_>>().join("-"))
        .collect();
    let hashes = codes.iter().map(|code| hash_token(code)).collect();
    (codes, Op::Recovery { user: user.into(), hashes })
}

/// New recovery codes; the old ones are void.
#[utoipa::path(post, path = "/api/account/codes", request_body = Credentials,
    responses((status = 200, body = Codes), (status = 403, body = ApiError)))]
async fn codes(
    State(app): State<App>,
    who: Who,
    from: Source,
    Body(wish): Body<Credentials>,
) -> Result<Json<Codes>, Error> {
    let user = row(&app, &who).await?;
    prove(&app, &user, wish, from).await?;
    let (codes, recovery) = new_codes(&app, &user.id);
    app.hub().commit(vec![recovery]).await?;
    Ok(Json(Codes { codes }))
}

/// Login and password of one's own account, for what cannot be taken back.
pub(super) async fn prove(
    app: &App,
    user: &UserRow,
    wish: Credentials,
    from: Source,
) -> Result<(), Error> {
    let own = user.login.as_deref() == Some(&wish.login.to_ascii_lowercase());
    let login = user.login.clone().unwrap_or_default();
    if own && is_right(app, Some(user), &login, wish.password, from).await? {
        return Ok(());
    }
    Err(Error::new(code::CREDENTIALS, "Login and password are needed for this."))
}

/// A lost password: a recovery code lets its owner choose a new one, once.
#[utoipa::path(post, path = "/api/recover", request_body = Recover,
    responses((status = 200, body = Me), (status = 403, body = ApiError)))]
async fn recover(
    State(app): State<App>,
    from: Source,
    Body(wish): Body<Recover>,
) -> Result<Response, Error> {
    let login = wish.login.to_ascii_lowercase();
    check_password(&wish.password, &login)?;
    let now = app.hub().now();
    app.guess(&login, from.0).map_err(Error::Rate)?;
    let wrong = || Error::new(code::CREDENTIALS, "Login or code are wrong.");
    let user = app.hub().store().user_by_login(&login).await?;
    let hash = hash_token(&wish.code.trim().to_ascii_lowercase());
    let known = match &user {
        Some(user) => app.hub().store().has_recovery(&user.id, &hash).await?,
        None => false,
    };
    let mailed = match &user {
        Some(user) if !known => {
            let code = wish.code.trim().to_ascii_lowercase();
            app.0.letters.take(&For::Password(user.id.clone()), &code, now).is_some()
        }
        _ => false,
    };
    let Some(user) = user.filter(|_| known || mailed) else {
        let from = from.0.map(|from| from.to_string()).unwrap_or_default();
        tracing::warn!(login, from, "refused: a wrong recovery code");
        return Err(wrong());
    };
    app.guessed_right(&login, from.0);
    let password = Some(app.0.slots.hash(wish.password).await?);
    let (session, begin) = app.new_session(&user.id, None);
    let mut ops = Vec::new();
    if known {
        ops.push(Op::UseRecovery { user: user.id.clone(), hash });
    }
    ops.extend([
        Op::SetUser {
            user: user.id.clone(),
            version: Some(user.version),
            set: UserSet { password, ..UserSet::default() },
        },
        begin,
        Op::EndSessions { user: user.id.clone(), except: session.clone() },
        Op::EndTokens(user.id.clone()),
        // Whoever took the account may have left one.
        Op::EndPasskeys(user.id.clone()),
    ]);
    app.hub().commit(ops).await.map_err(refused)?;
    app.end(&user.id, Ending::AllBut(Some(session.clone())));
    tracing::info!(login, "an account was recovered by a code");
    let me = Person::from_row(user).me();
    Ok(([(header::SET_COOKIE, app.cookie(&session))], Json(me)).into_response())
}

/// Seats of `from` belong to the account `to` from now on.
async fn mark_account(app: &App, from: &str, to: &str, name: &str) -> Result<(), Error> {
    let store = app.hub().store();
    let mut rows = store.tables_of(from, false, 1000).await?;
    rows.extend(store.tables_of(from, true, 1000).await?);
    for row in rows {
        let (from, to, name) = (from.into(), to.into(), name.into());
        house::rehold(app, &row.id, Rehold { from, to, name, guest: false }).await?;
    }
    Ok(())
}

/// A new password; ends all other sessions and all tokens.
#[utoipa::path(put, path = "/api/account/password", request_body = NewPassword,
    responses((status = 204), (status = 403, body = ApiError)))]
async fn password(
    State(app): State<App>,
    who: Who,
    from: Source,
    Body(wish): Body<NewPassword>,
) -> Result<Response, Error> {
    let user = row(&app, &who).await?;
    let login = user.login.clone().unwrap_or_default();
    check_password(&wish.new, &login)?;
    if !is_right(&app, Some(&user), &login, wish.old, from).await? {
        return Err(Error::new(code::CREDENTIALS, "That is not the password."));
    }
    let password = Some(app.0.slots.hash(wish.new).await?);
    let set = UserSet { password, ..UserSet::default() };
    let (session, begin) = app.new_session(&user.id, None);
    let ops = vec![
        Op::SetUser { user: user.id.clone(), version: Some(user.version), set },
        begin,
        Op::EndSessions { user: user.id.clone(), except: session.clone() },
        Op::EndTokens(user.id.clone()),
    ];
    app.hub().commit(ops).await.map_err(refused)?;
    app.end(&user.id, Ending::AllBut(Some(session.clone())));
    let cookie = [(header::SET_COOKIE, app.cookie(&session))];
    Ok((cookie, StatusCode::NO_CONTENT).into_response())
}

/// Deletes the account and what it wrote; games remain, without a name.
#[utoipa::path(delete, path = "/api/account", request_body = Option<Credentials>,
    responses((status = 204), (status = 403, body = ApiError)))]
async fn delete(
    State(app): State<App>,
    who: Who,
    from: Source,
    Body(wish): Body<Option<Credentials>>,
) -> Result<Response, Error> {
    let user = row(&app, &who).await?;
    if user.login.is_some() {
        let none = || Credentials { login: String::new(), password: String::new() };
        prove(&app, &user, wish.unwrap_or_else(none), from).await?;
    }
    forget_person(&app, &user.id).await?;
    Ok(signed_out(&app))
}

/// Deletes a person and what they wrote; games remain, without a name.
pub(crate) async fn forget_person(app: &App, user: &str) -> Result<(), Error> {
    for bot in app.hub().store().bots_of(user).await? {
        forget_one(app, &bot.id).await?;
    }
    forget_one(app, user).await
}

async fn forget_one(app: &App, user: &str) -> Result<(), Error> {
    // First the person: who has no way in any more can change nothing behind us.
    let ops = vec![Op::EndSessions { user: user.into(), except: String::new() }];
    app.hub().commit(ops).await?;
    app.end(user, Ending::AllBut(None));
    let store = app.hub().store();
    let mut rows = store.tables_of(user, false, 10_000).await?;
    rows.extend(store.tables_of(user, true, 10_000).await?);
    for row in rows {
        let (from, to, name) = (user.into(), "gone".into(), "Somebody".into());
        house::rehold(app, &row.id, Rehold { from, to, name, guest: true }).await?;
    }
    app.forget_entries(user).await?;
    app.hub().commit(vec![Op::DeleteUser(user.into())]).await?;
    app.end(user, Ending::AllBut(None));
    Ok(())
}

fn signed_out(app: &App) -> Response {
    ([(header::SET_COOKIE, app.no_cookie())], StatusCode::NO_CONTENT).into_response()
}

/// Signs in; a guest's games move to the account.
#[utoipa::path(post, path = "/api/login", request_body = Credentials,
    responses((status = 200, body = Me), (status = 403, body = ApiError)))]
async fn login(
    State(app): State<App>,
    who: Anybody,
    from: Source,
    Body(wish): Body<Credentials>,
) -> Result<Response, Error> {
    let login = wish.login.to_ascii_lowercase();
    let user = app.hub().store().user_by_login(&login).await?;
    let right = is_right(&app, user.as_ref(), &login, wish.password, from).await?;
    let user = match user {
        Some(user) if right => user,
        _ => return Err(Error::new(code::CREDENTIALS, "Login or password are wrong.")),
    };
    signed_in(&app, who, user).await
}

/// Somebody has shown who they are: a session, and their games as a guest.
pub(super) async fn signed_in(app: &App, who: Anybody, user: UserRow) -> Result<Response, Error> {
    app.not_banned(&Person::from_row(user.clone())).await?;
    let (session, begin) = app.new_session(&user.id, Some(user.version));
    app.hub().commit(vec![begin]).await.map_err(refused)?;
    match who.0 {
        Some(guest) if guest.person.login.is_none() => {
            mark_account(app, &guest.person.id, &user.id, &user.name).await?;
            let mut ops = kept::hand_over(app, &guest.person.id, &user.id).await?;
            let given = RecordOp::Give { from: guest.person.id.clone(), to: user.id.clone() };
            ops.push(Op::Record(Box::new(given)));
            let (from, to) = (guest.person.id.clone(), user.id.clone());
            ops.push(Op::Manners(Box::new(MannersOp::Give { from, to })));
            let given = StudyOp::Give { from: guest.person.id.clone(), to: user.id.clone() };
            ops.push(Op::Study(Box::new(given)));
            ops.push(Op::DeleteUser(guest.person.id.clone()));
            app.hub().commit(ops).await?;
            app.end(&guest.person.id, Ending::AllBut(None));
        }
        // Whoever signs in as somebody else is signed out as who they were.
        Some(who) => end_pass(app, &who.person.id, who.pass).await?,
        None => {}
    }
    let me = Person::from_row(user).me();
    Ok(([(header::SET_COOKIE, app.cookie(&session))], Json(me)).into_response())
}

/// Ends one way in, and every socket opened by it.
async fn end_pass(app: &App, user: &str, pass: Pass) -> Result<(), Error> {
    let op = match &pass {
        Pass::Session(session) => Op::EndSession(session.clone()),
        Pass::Token(id) => Op::EndToken { user: user.into(), id: id.clone() },
    };
    app.hub().commit(vec![op]).await?;
    app.end(user, Ending::One(pass));
    Ok(())
}

/// Ends this session.
#[utoipa::path(post, path = "/api/logout", responses((status = 204)))]
async fn logout(State(app): State<App>, who: Who) -> Result<Response, Error> {
    if who.session().is_some() {
        end_pass(&app, &who.person.id, who.pass).await?;
    }
    Ok(signed_out(&app))
}

/// Sessions are named by a part of the hash of their id: the id is a secret.
fn session_name(id: &str) -> String {
    hash_token(id)[..16].into()
}

async fn session_infos(
    app: &App,
    user: &str,
    this: Option<&str>,
) -> Result<Vec<SessionInfo>, Error> {
    let rows = app.hub().store().sessions_of(user).await?;
    let info = |row: crate::store::SessionRow| SessionInfo {
        id: session_name(&row.id),
        since: row.since,
        this: this == Some(&row.id),
    };
    Ok(rows.into_iter().map(info).collect())
}

/// Where one is signed in.
#[utoipa::path(get, path = "/api/sessions", responses((status = 200, body = [SessionInfo])))]
async fn sessions(State(app): State<App>, who: Who) -> Result<Json<Vec<SessionInfo>>, Error> {
    Ok(Json(session_infos(&app, &who.person.id, who.session()).await?))
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
    end_pass(&app, &who.person.id, Pass::Session(row.id)).await?;
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
    if who.session().is_none() {
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
        label: names::clean(&wish.label)?,
        since: app.hub().now(),
    };
    let id = row.id.clone();
    app.hub().commit(vec![Op::Token(row)]).await.map_err(refused)?;
    Ok((StatusCode::CREATED, Json(TokenMade { id, token })))
}

/// Ends a token.
#[utoipa::path(delete, path = "/api/tokens/{id}", responses((status = 204)))]
async fn end_token(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    end_pass(&app, &who.person.id, Pass::Token(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Everything the server keeps about a person.
#[utoipa::path(get, path = "/api/me/export", responses((status = 200, body = Export)))]
async fn export(State(app): State<App>, who: Who) -> Result<Json<Export>, Error> {
    let user = row(&app, &who).await?;
    Ok(Json(export_of(&app, user, who.session()).await?))
}

/// Everything that is kept about a person; `this` is the session that asks.
pub(crate) async fn export_of(
    app: &App,
    user: UserRow,
    this: Option<&str>,
) -> Result<Export, Error> {
    let store = app.hub().store();
    let id = user.id.clone();
    let mut rows = store.tables_of(&id, false, 10_000).await?;
    rows.extend(store.tables_of(&id, true, 10_000).await?);
    Ok(Export {
        since: user.since,
        mail: user.mail.clone(),
        sessions: session_infos(app, &id, this).await?,
        passkeys: store
            .passkeys_of(&id)
            .await?
            .into_iter()
            .map(|row| PasskeyInfo { id: row.id, label: row.label, since: row.since })
            .collect(),
        tokens: token_infos(app, &id).await?,
        kept: kept::kept_of(app, &id).await?,
        records: records::records_of(app, &id).await?,
        studies: app.studies_of(&id).await?,
        tables: infos(app, rows, Some(&id)).await?,
        chat: store.chat_of(&id).await?,
        shuns: app.shuns(&id).await?,
        reports: app.own_reports(&id).await?,
        me: Person::from_row(user).me(),
    })
}
