//! HTTP: one file per kind of thing, each with its own router.

mod answers;
mod bots;
mod calls;
mod describe;
mod desk;
mod events;
mod games;
mod holidays;
mod kept;
mod ladders;
mod lessons;
mod lobby;
mod mail;
mod manners;
mod ops;
mod pages;
#[cfg(feature = "passkeys")]
mod passkeys;
mod people;
mod positions;
mod records;
mod replays;
mod studies;
mod tables;
mod tournaments;
mod watch;

pub(crate) use ops::guard;
pub(crate) use pages::page;
pub(crate) use people::{export_of, forget_person};
pub(crate) use tables::infos;

use crate::App;
use crate::error::Error;
use admiralty_protocol::code;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// What the API is, for programs.
#[derive(OpenApi)]
#[openapi(info(
    title = "Admiralty",
    description = "Tables for naval board games. docs/protocol.md tells how it fits together; \
                   the messages of the table socket are described there.",
    license(name = "MIT OR Apache-2.0")
))]
struct Api;

/// Everything under `/api`, and its description.
pub(crate) fn router() -> (axum::Router<App>, serde_json::Result<serde_json::Value>) {
    let router = OpenApiRouter::with_openapi(Api::openapi())
        .merge(games::router())
        .merge(ladders::router())
        .merge(lessons::router())
        .merge(people::router())
        .merge(holidays::router())
        .merge(calls::router())
        .merge(kept::router())
        .merge(mail::router())
        .merge(manners::router())
        .merge(bots::router())
        .merge(events::router())
        .merge(tables::router())
        .merge(answers::router())
        .merge(tournaments::router())
        .merge(watch::router())
        .merge(replays::router())
        .merge(records::router())
        .merge(studies::router())
        .merge(desk::router())
        .merge(positions::router());
    #[cfg(feature = "passkeys")]
    let router = router.merge(passkeys::router());
    let (router, api) = router.split_for_parts();
    #[cfg(not(feature = "passkeys"))]
    let router = PASSKEYS.iter().fold(router, |router, path| {
        let none =
            || async { Error::new(code::NOT_FOUND, "This server was built without passkeys.") };
        router.route(path, axum::routing::any(none))
    });
    (router.merge(lobby::router()), serde_json::to_value(api).map(describe::described))
}

/// What is asked of passkeys, so that a server without them can say so.
#[cfg(not(feature = "passkeys"))]
const PASSKEYS: [&str; 5] = [
    "/api/passkeys",
    "/api/passkeys/new",
    "/api/passkeys/{id}",
    "/api/login/passkey",
    "/api/login/passkey/new",
];

/// For machines that use the server.
pub(crate) fn open() -> axum::Router<App> {
    ops::open().merge(calls::open())
}

/// For machines that look after the server.
pub(crate) fn ops() -> axum::Router<App> {
    ops::router()
}

/// A body in JSON; whatever is wrong with it is said in our own form.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Error> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(JsonRejection::BytesRejection(rejection)) => {
                let code = match rejection.into_response().status().as_u16() {
                    413 => code::SIZE,
                    _ => code::MALFORMED,
                };
                Err(Error::new(code, "The body is too large or broken off."))
            }
            Err(JsonRejection::JsonDataError(rejection)) => {
                let says = rejection.body_text();
                let what = says.split_once("target type: ").map_or(&*says, |(_, what)| what);
                Err(Error::new(code::MALFORMED, format!("The body does not fit: {what}.")))
            }
            Err(JsonRejection::JsonSyntaxError(rejection)) => {
                let says = rejection.body_text();
                let what = says.split_once("as JSON: ").map_or(&*says, |(_, what)| what);
                Err(Error::new(code::MALFORMED, format!("The body is not JSON: {what}.")))
            }
            Err(rejection) => Err(Error::new(code::MALFORMED, rejection.body_text())),
        }
    }
}
