//! Holidays from games by days.

use super::Body;
use crate::App;
use crate::auth::Who;
use crate::error::Error;
use admiralty_protocol::{ApiError, HolidayInfo, NewHoliday};
use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(holiday, take, end))
}

/// The days of holiday one has, and whether one is on holiday.
#[utoipa::path(get, path = "/api/me/holiday", responses((status = 200, body = HolidayInfo)))]
async fn holiday(State(app): State<App>, who: Who) -> Result<Json<HolidayInfo>, Error> {
    Ok(Json(app.holiday(&who.person.id).await?))
}

/// Goes on holiday: from now on no clock by days of one's own runs.
#[utoipa::path(post, path = "/api/me/holiday", request_body = NewHoliday,
    responses((status = 200, body = HolidayInfo), (status = 409, body = ApiError)))]
async fn take(
    State(app): State<App>,
    who: Who,
    Body(wish): Body<NewHoliday>,
) -> Result<Json<HolidayInfo>, Error> {
    Ok(Json(app.take_holiday(&who.person.id, wish.days).await?))
}

/// Comes back from holiday.
#[utoipa::path(delete, path = "/api/me/holiday",
    responses((status = 200, body = HolidayInfo), (status = 409, body = ApiError)))]
async fn end(State(app): State<App>, who: Who) -> Result<Json<HolidayInfo>, Error> {
    Ok(Json(app.end_holiday(&who.person.id).await?))
}
