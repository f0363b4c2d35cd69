//! Positions while somebody sets them up: the checker's words, and how they look.

use super::Body;
use super::games::find;
use super::lessons::awaited;
use crate::App;
use crate::error::Error;
use admiralty_catalog::{BeginError, Game, TableFace, json};
use admiralty_core::{Doc, Fault, Faults, Seat, Seeded, Viewer};
use admiralty_protocol::{ApiError, Faulty, PositionInfo, PositionOf, PositionSeen, RecordSeat};
use axum::Json;
use axum::extract::{DefaultBodyLimit, Path, State};
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// No position is longer.
const LONGEST: usize = 512 * 1024;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(look)).layer(DefaultBodyLimit::max(LONGEST))
}

/// A position as the rules see it: everything that is wrong with it at once, or how it looks.
#[utoipa::path(post, path = "/api/games/{game}/position", request_body = PositionOf,
    responses((status = 200, body = PositionInfo), (status = 404, body = ApiError)))]
async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(wish): Body<PositionOf>,
) -> Result<Json<PositionInfo>, Error> {
    let game = find(&app, &id)?;
    let read = move || read(game, &wish);
    let found = tokio::task::spawn_blocking(read).await;
    Ok(Json(match found.map_err(|error| Error::Internal(error.to_string()))? {
        Ok(table) => PositionInfo { faults: Vec::new(), seen: Some(seen(&*table)) },
        Err(faults) => PositionInfo { faults: faults.0.iter().map(faulty).collect(), seen: None },
    }))
}

fn faulty(fault: &Fault) -> Faulty {
    Faulty {
        place: fault.place.clone(),
        reason: fault.reason.clone(),
        clause: fault.clause.map(|clause| clause.to_string()),
    }
}

fn read(game: &'static dyn Game, wish: &PositionOf) -> Result<Box<dyn TableFace>, Faults> {
    match &wish.position {
        Value::Null => {
            let options = match &wish.options {
                Value::Null => Doc::map(),
                given => json::from_value(given)?,
            };
            let setup = game.setup(&options)?;
            let begun = game.begin(&setup, &mut Seeded::new(1));
            Ok(begun
                .map_err(|error| match error {
                    BeginError::Setup(faults) => faults,
                    other => Fault::new("", other.to_string()).into(),
                })?
                .0)
        }
        Value::String(text) => game.load(&Doc::Text(text.clone().into())),
        given => game.load(&json::from_value(given)?),
    }
}

fn seen(table: &dyn TableFace) -> PositionSeen {
    let seats = (0..table.n_seats()).map(|n| RecordSeat {
        seat: n,
        code: table.seat_code(Seat(n)),
        name: table.seat_name(Seat(n)),
        side: table.side_of(Seat(n)).map(|side| side.0),
        who: String::new(),
    });
    PositionSeen {
        // With everything in it, so that it can be given back as it is.
        position: serde_json::from_str(&table.save().to_string()).unwrap_or_default(),
        view: crate::json::value(&table.view(Viewer::Umpire)),
        board: table.board(Viewer::Umpire),
        seats: seats.collect(),
        awaited: awaited(table, Viewer::Umpire),
    }
}
