//! Bot accounts: programs that play as somebody. Made by the host, or by a person as theirs.

use super::Body;
use super::people::{forget_person, row};
use crate::App;
use crate::auth::{Ending, Who, hash_token, refused};
use crate::error::Error;
use crate::ids;
use crate::names;
use crate::store::{Op, TokenRow, UserRow};
use admiralty_protocol::{ApiError, BotAccount, BotMade, NewBot, code};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// So many bots has one person.
const BOTS: usize = 5;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(bots, new_bot))
        .routes(routes!(end_bot))
        .routes(routes!(new_token))
}

/// One's bot accounts.
#[utoipa::path(get, path = "/api/bots", responses((status = 200, body = [BotAccount])))]
async fn bots(State(app): State<App>, who: Who) -> Result<Json<Vec<BotAccount>>, Error> {
    let rows = app.hub().store().bots_of(&who.person.id).await?;
    let info = |row: UserRow| BotAccount { id: row.id, name: row.name, since: row.since };
    Ok(Json(rows.into_iter().map(info).collect()))
}

/// A new one, with its token.
#[utoipa::path(post, path = "/api/bots", request_body = NewBot,
    responses((status = 201, body = BotMade), (status = 409, body = ApiError)))]
async fn new_bot(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<NewBot>,
) -> Result<(StatusCode, Json<BotMade>), Error> {
    if who.session().is_none() {
        return Err(Error::new(code::WHO, "A token cannot make bots."));
    }
    let owner = row(&app, &who).await?;
    if owner.login.is_none() {
        return Err(Error::new(code::STATE, "Bots belong to accounts: make one first."));
    }
    if app.hub().store().bots_of(&owner.id).await?.len() >= BOTS {
        let says = format!("You have {BOTS} bots; end one first.");
        return Err(Error::new(code::STATE, says));
    }
    Ok((StatusCode::CREATED, Json(app.make_bot(&owner.id, &wish.name).await?)))
}

/// The bot of this id, if it belongs to whoever asks.
async fn own(app: &App, who: &Who, id: &str) -> Result<UserRow, Error> {
    let bot = app.hub().store().user(id).await?;
    let bot = bot.filter(|bot| bot.bot.as_deref() == Some(who.person.id.as_str()));
    bot.ok_or_else(|| Error::new(code::NOT_FOUND, "You have no such bot."))
}

/// Ends a bot; its games remain, without a name.
#[utoipa::path(delete, path = "/api/bots/{id}",
    responses((status = 204), (status = 404, body = ApiError)))]
async fn end_bot(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<StatusCode, Error> {
    let bot = own(&app, &who, &id).await?;
    forget_person(&app, &bot.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A new token in place of the old one.
#[utoipa::path(post, path = "/api/bots/{id}/token",
    responses((status = 200, body = BotMade), (status = 404, body = ApiError)))]
async fn new_token(
    State(app): State<App>,
    Path(id): Path<String>,
    who: Who,
) -> Result<Json<BotMade>, Error> {
    if who.session().is_none() {
        return Err(Error::new(code::WHO, "A token cannot make tokens."));
    }
    let bot = own(&app, &who, &id).await?;
    Ok(Json(app.renew_bot(bot).await?))
}

impl App {
    /// A bot account of somebody, or of the host if `owner` is empty.
    pub(crate) async fn make_bot(&self, owner: &str, name: &str) -> Result<BotMade, Error> {
        let name = names::clean(name)?;
        let entropy = &*self.hub().parts.entropy;
        let user = UserRow {
            id: ids::word(entropy, 16),
            name: name.clone(),
            since: self.hub().now(),
            bot: Some(owner.into()),
            ..UserRow::default()
        };
        let (token, row) = self.bot_token(&user.id);
        let id = user.id.clone();
        self.hub().commit(vec![Op::NewUser(user), row]).await.map_err(refused)?;
        Ok(BotMade { id, name, token })
    }

    /// A new token for a bot account; whatever came in by the old one is shown out.
    pub(crate) async fn renew_bot(&self, bot: UserRow) -> Result<BotMade, Error> {
        let (token, row) = self.bot_token(&bot.id);
        self.hub().commit(vec![Op::EndTokens(bot.id.clone()), row]).await.map_err(refused)?;
        self.end(&bot.id, Ending::AllBut(None));
        Ok(BotMade { id: bot.id, name: bot.name, token })
    }

    fn bot_token(&self, user: &str) -> (String, Op) {
        let entropy = &*self.hub().parts.entropy;
        let token = format!("adm_{}", ids::word(entropy, 32));
        let row = TokenRow {
            id: ids::word(entropy, 12),
            user: user.into(),
            hash: hash_token(&token),
            label: "bot".into(),
            since: self.hub().now(),
        };
        (token, Op::Token(row))
    }
}
