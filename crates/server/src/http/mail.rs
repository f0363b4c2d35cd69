//! Addresses of mail, and codes sent to them for a lost password.

use super::Body;
use super::people::{prove, row};
use crate::App;
use crate::auth::{Ending, Source, Who, refused};
use crate::error::Error;
use crate::ids;
use crate::mail::{For, is_address};
use crate::store::{Op, UserSet};
use admiralty_protocol::{ApiError, Code, Credentials, LostPassword, Me, NewMail, code};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(set)).routes(routes!(confirm)).routes(routes!(lost))
}

impl App {
    fn needs_mail(&self) -> Result<(), Error> {
        match self.0.letters.can_send() {
            true => Ok(()),
            false => Err(Error::new(code::NOT_FOUND, "This server sends no mail.")),
        }
    }

    fn new_code(&self) -> String {
        let entropy = &*self.hub().parts.entropy;
        (0..3).map(|_| ids::word(entropy, 5)).collect::<Vec<_>>().join("-")
    }
}

/// A new address, which is written to; empty: none any more.
#[utoipa::path(put, path = "/api/account/mail", request_body = NewMail,
    responses((status = 204), (status = 403, body = ApiError)))]
async fn set(
    State(app): State<App>,
    who: Who,
    from: Source,
    Body(wish): Body<NewMail>,
) -> Result<StatusCode, Error> {
    let user = row(&app, &who).await?;
    let login = user.login.clone().unwrap_or_default();
    prove(&app, &user, Credentials { login, password: wish.password }, from).await?;
    let address = wish.mail.trim();
    if address.is_empty() {
        let set = UserSet { mail: Some(String::new()), ..UserSet::default() };
        let change = Op::SetUser { user: user.id.clone(), version: None, set };
        app.hub().commit(vec![change]).await.map_err(refused)?;
        app.end(&user.id, Ending::Nothing);
        return Ok(StatusCode::NO_CONTENT);
    }
    app.needs_mail()?;
    if !is_address(address) {
        return Err(Error::new(code::MALFORMED, "That is no address of mail."));
    }
    app.0.letters.send(For::Address(user.id), address, &app.new_code(), app.hub().now());
    Ok(StatusCode::NO_CONTENT)
}

/// The code that was sent to it.
#[utoipa::path(post, path = "/api/account/mail", request_body = Code,
    responses((status = 200, body = Me), (status = 403, body = ApiError)))]
async fn confirm(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<Code>,
) -> Result<Json<Me>, Error> {
    let user = row(&app, &who).await?;
    let given = wish.code.trim().to_ascii_lowercase();
    let taken = app.0.letters.take(&For::Address(user.id.clone()), &given, app.hub().now());
    let Some(address) = taken else {
        return Err(Error::new(code::CREDENTIALS, "That is not the code, or it is too old."));
    };
    let set = UserSet { mail: Some(address), ..UserSet::default() };
    let change = Op::SetUser { user: user.id.clone(), version: None, set };
    app.hub().commit(vec![change]).await.map_err(refused)?;
    app.end(&user.id, Ending::Nothing);
    let fresh = row(&app, &who).await?;
    Ok(Json(crate::auth::Person::from_row(fresh).me()))
}

/// A code for a lost password, to the address of the account. The answer is the
/// same whether or not there is such an account.
#[utoipa::path(post, path = "/api/recover/mail", request_body = LostPassword,
    responses((status = 204), (status = 429, body = ApiError)))]
async fn lost(
    State(app): State<App>,
    from: Source,
    Body(wish): Body<LostPassword>,
) -> Result<StatusCode, Error> {
    app.needs_mail()?;
    let login = wish.login.to_ascii_lowercase();
    let now = app.hub().now();
    app.guess(&format!("mail {login}"), from.0).map_err(Error::Rate)?;
    let user = app.hub().store().user_by_login(&login).await?;
    if let Some(user) = user
        && let Some(address) = user.mail
    {
        app.0.letters.send(For::Password(user.id), &address, &app.new_code(), now);
    }
    Ok(StatusCode::NO_CONTENT)
}
