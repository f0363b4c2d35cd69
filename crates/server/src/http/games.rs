//! The harbour: games, their options, their rules.

use super::Body;
use crate::App;
use crate::error::Error;
use admiralty_catalog::{BeginError, Game, json};
use admiralty_core::{Doc, Meta, Seeded, Values, Viewer};
use admiralty_protocol::{
    ApiError, ClauseInfo, DieInfo, GameCard, GameInfo, Harbour, OnlyInfo, OptionInfo, Preview,
    PreviewOf, PreviewSeat, Register, ScenarioInfo, ValuesInfo, code,
};
use axum::Json;
use axum::extract::{Path, State};
use serde_json::Value;
use std::sync::atomic::Ordering;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(harbour))
        .routes(routes!(game))
        .routes(routes!(preview))
        .routes(routes!(rules))
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
    let only = |key: &str| {
        let those = meta.only.iter().filter(|only| only.option == key);
        those.map(|only| OnlyInfo { key: only.given.into(), values: owned(only.values) }).collect()
    };
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
        only: only(option.key),
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

/// How a game with these options would begin, drawn on the page that makes it.
#[utoipa::path(post, path = "/api/games/{game}/preview", request_body = PreviewOf,
    responses((status = 200, body = Preview), (status = 404, body = ApiError),
              (status = 422, body = ApiError)))]
async fn preview(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(PreviewOf { options }): Body<PreviewOf>,
) -> Result<Json<Preview>, Error> {
    let game = find(&app, &id)?;
    let options = match &options {
        Value::Null => Doc::map(),
        given => json::from_value(given).map_err(|fault| Error::Setup(fault.into()))?,
    };
    let setup = game.setup(&options)?;
    // Always the same dice: who looks twice sees the same sea.
    let (table, _) = game.begin(&setup, &mut Seeded::new(1)).map_err(|error| match error {
        BeginError::Setup(faults) => Error::Setup(faults),
        other => Error::Internal(other.to_string()),
    })?;
    let seats = game.seats(&setup)?.into_iter().map(|seat| PreviewSeat {
        code: seat.code,
        name: seat.name,
        side: seat.side.map(|side| side.0),
    });
    Ok(Json(Preview {
        view: crate::json::value(&table.view(Viewer::Spectator)),
        seats: seats.collect(),
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
