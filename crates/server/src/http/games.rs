//! The harbour: games, their options, their rules.

use crate::App;
use crate::error::Error;
use admiralty_catalog::Game;
use admiralty_core::{Meta, Values};
use admiralty_protocol::{
    ApiError, ClauseInfo, DieInfo, GameCard, GameInfo, Harbour, OptionInfo, Register, ScenarioInfo,
    ValuesInfo, code,
};
use axum::Json;
use axum::extract::{Path, State};
use std::sync::atomic::Ordering;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(harbour)).routes(routes!(game)).routes(routes!(rules))
}

/// The home page.
#[utoipa::path(get, path = "/api/harbour", responses((status = 200, body = Harbour)))]
async fn harbour(State(app): State<App>) -> Json<Harbour> {
    let hub = app.hub();
    Json(Harbour {
        version: env!("CARGO_PKG_VERSION").into(),
        games: hub.parts.games.iter().map(|game| card(game.meta())).collect(),
        people: hub.sockets.load(Ordering::Relaxed),
        at_sea: hub.n_awake() as u32,
        #[cfg(feature = "passkeys")]
        passkeys: app.0.passkeys.as_ref().map(|passkeys| passkeys.rp().into()),
        #[cfg(not(feature = "passkeys"))]
        passkeys: None,
        mail: app.0.letters.can_send(),
    })
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).into()).collect()
}

/// Everything needed to set a game up.
#[utoipa::path(get, path = "/api/games/{game}",
    responses((status = 200, body = GameInfo), (status = 404, body = ApiError)))]
async fn game(State(app): State<App>, Path(id): Path<String>) -> Result<Json<GameInfo>, Error> {
    let game = find(&app, &id)?;
    let meta = game.meta();
    let options = meta.options.iter().map(|option| OptionInfo {
        key: option.key.into(),
        text: option.text.into(),
        values: match option.values {
            Values::Switch => ValuesInfo::Switch,
            Values::Words(words) => ValuesInfo::Words { words: owned(words) },
            Values::Number { min, max, off } => ValuesInfo::Number { min, max, off },
            Values::Free => ValuesInfo::Free,
            Values::Ready(words) => ValuesInfo::Ready { words: owned(words) },
        },
        default: option.default.into(),
        clause: option.clause.into(),
    });
    let scenarios = meta.scenarios.iter().map(|scenario| ScenarioInfo {
        id: scenario.id.into(),
        title: scenario.title.into(),
        text: scenario.text.into(),
        seats: [scenario.seats.0, scenario.seats.1],
    });
    let dice =
        meta.dice.iter().map(|(faces, name)| DieInfo { faces: *faces, name: (*name).into() });
    Ok(Json(GameInfo {
        card: card(meta),
        options: options.collect(),
        scenarios: scenarios.collect(),
        dice: dice.collect(),
        bots: app.hub().parts.minds.levels(meta.id),
    }))
}

/// The register of clauses.
#[utoipa::path(get, path = "/api/games/{game}/rules",
    responses((status = 200, body = Register), (status = 404, body = ApiError)))]
async fn rules(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Register>, Error> {
    let game = find(&app, &id)?;
    let clauses = game.register().clauses.iter().map(|clause| ClauseInfo {
        id: clause.id.clone(),
        chapter: clause.chapter.clone(),
        text: clause.text.clone(),
        status: clause.status.word().into(),
        since: (!clause.since.is_empty()).then(|| clause.since.clone()),
    });
    Ok(Json(Register { game: game.meta().id.into(), clauses: clauses.collect() }))
}

pub(super) fn find(app: &App, id: &str) -> Result<&'static dyn Game, Error> {
    let unknown = || Error::new(code::NO_GAME, format!("There is no game \"{id}\"."));
    app.hub().game(id).ok_or_else(unknown)
}

fn card(meta: &Meta) -> GameCard {
    GameCard {
        id: meta.id.into(),
        title: meta.title.into(),
        blurb: meta.blurb.into(),
        prefix: meta.prefix.into(),
        seats: [meta.seats.0, meta.seats.1],
        minutes: [meta.minutes.0, meta.minutes.1],
    }
}
