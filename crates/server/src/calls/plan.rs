//! What somebody has chosen to be told, and when they want to be left alone.

use crate::auth::refused;
use crate::error::Error;
use crate::hub::Hub;
use crate::store::{KeptRow, Op, StoreError};
use admiralty_protocol::{CallPlan, CallWay, QuietHours, code};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Where plans are kept, and the browsers that take messages.
const PLAN: &str = "~calls";
const BROWSERS: &str = "~push";
/// So many addresses may be called, and so many browsers.
const HOOKS: usize = 3;
const MOST_BROWSERS: usize = 8;
/// Minutes of a day.
const MINUTES: u16 = 24 * 60;

/// A plan as it is kept.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct PlanRow {
    plan: CallPlan,
    /// Grows with every new link of the calendar.
    calendar: u32,
}

/// A browser that takes messages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct PushRow {
    pub(crate) endpoint: String,
    pub(crate) p256dh: String,
    pub(crate) auth: String,
}

async fn kept<T: DeserializeOwned>(
    hub: &Hub,
    user: &str,
    key: &str,
) -> Result<Option<T>, StoreError> {
    let rows = hub.store().kept_of(user).await?;
    let row = rows.into_iter().find(|row| row.key == key);
    Ok(row.and_then(|row| serde_json::from_str(&row.body).ok()))
}

async fn keep<T: Serialize>(hub: &Hub, user: &str, key: &str, what: &T) -> Result<(), Error> {
    let body = serde_json::to_string(what).map_err(|why| Error::Internal(why.to_string()))?;
    let row = KeptRow { user: user.into(), key: key.into(), body };
    hub.commit(vec![Op::Keep(row)]).await.map_err(refused)
}

/// What somebody has chosen, if they have.
pub(crate) async fn plan_of(hub: &Hub, user: &str) -> Result<Option<CallPlan>, StoreError> {
    Ok(kept::<PlanRow>(hub, user, PLAN).await?.map(|row| row.plan))
}

/// The how-manieth link of their calendar holds.
pub(crate) async fn calendar_turn(hub: &Hub, user: &str) -> Result<u32, StoreError> {
    Ok(kept::<PlanRow>(hub, user, PLAN).await?.map_or(0, |row| row.calendar))
}

/// Writes a plan down, with a new link of the calendar if that is wished.
pub(crate) async fn keep_plan(
    hub: &Hub,
    user: &str,
    plan: Option<CallPlan>,
    new_link: bool,
) -> Result<(), Error> {
    let mut row: PlanRow = kept(hub, user, PLAN).await?.unwrap_or_default();
    row.plan = plan.unwrap_or(row.plan);
    row.calendar += u32::from(new_link);
    keep(hub, user, PLAN, &row).await
}

/// The browsers of somebody that take messages.
pub(crate) async fn browsers_of(hub: &Hub, user: &str) -> Result<Vec<PushRow>, StoreError> {
    Ok(kept(hub, user, BROWSERS).await?.unwrap_or_default())
}

/// Writes them down, the newest of them if they are too many.
pub(crate) async fn keep_browsers(
    hub: &Hub,
    user: &str,
    mut all: Vec<PushRow>,
) -> Result<(), Error> {
    all.drain(..all.len().saturating_sub(MOST_BROWSERS));
    keep(hub, user, BROWSERS, &all).await
}

/// Can it be done as it is planned?
pub(crate) fn check_plan(hub: &Hub, plan: &mut CallPlan) -> Result<(), Error> {
    let wrong = |says: &str| Err(Error::new(code::MALFORMED, says));
    if zone(&plan.zone).is_none() {
        return wrong("There is no such time zone.");
    }
    let minutes = plan.quiet.map_or([0, 0], |quiet| [quiet.from, quiet.until]);
    if plan.digest >= MINUTES || minutes.iter().any(|minute| *minute >= MINUTES) {
        return wrong("A day has 1440 minutes.");
    }
    if plan.hooks.len() > HOOKS {
        return wrong("Three addresses can be called, no more.");
    }
    let private = hub.parts.config.calls_private;
    for hook in &mut plan.hooks {
        hook.secret = None;
        let plain = private && hook.url.starts_with("http://");
        let fits = hook.url.len() <= 500 && !hook.url.contains(char::is_whitespace);
        if !fits || !(hook.url.starts_with("https://") || plain) {
            return wrong(
                "An address that is called begins with https:// and has 500 signs at most.",
            );
        }
    }
    for ways in [&mut plan.turn, &mut plan.seat, &mut plan.over, &mut plan.talk, &mut plan.deadline]
    {
        let mut known = Vec::new();
        ways.retain(|way| {
            !known.contains(way) && {
                known.push(*way);
                true
            }
        });
    }
    Ok(())
}

fn zone(name: &str) -> Option<TimeZone> {
    match name {
        "" => Some(TimeZone::UTC),
        name => TimeZone::get(name).ok(),
    }
}

/// The next time a clock on the wall shows this minute, from this moment on.
fn next(at: &Zoned, minute: u16) -> Option<u64> {
    let (hour, minute) = ((minute / 60) as i8, (minute % 60) as i8);
    let today = at.date().at(hour, minute, 0, 0).to_zoned(at.time_zone().clone()).ok()?;
    let found = match today < *at {
        true => {
            let tomorrow = at.date().checked_add(1.day()).ok()?;
            tomorrow.at(hour, minute, 0, 0).to_zoned(at.time_zone().clone()).ok()?
        }
        false => today,
    };
    u64::try_from(found.timestamp().as_millisecond()).ok()
}

fn is_quiet(quiet: QuietHours, at: &Zoned) -> bool {
    let now = at.hour() as u16 * 60 + at.minute() as u16;
    match quiet.from <= quiet.until {
        true => (quiet.from..quiet.until).contains(&now),
        false => now >= quiet.from || now < quiet.until,
    }
}

/// When a message may come that would be sent at this moment.
pub(super) fn time_for(plan: &CallPlan, way: CallWay, at: u64) -> u64 {
    let local = |at: u64| {
        let moment = Timestamp::from_millisecond(at as i64).ok()?;
        Some(moment.to_zoned(zone(&plan.zone)?))
    };
    let found = local(at).and_then(|local| match way {
        CallWay::Digest => next(&local, plan.digest),
        _ => {
            plan.quiet.filter(|quiet| is_quiet(*quiet, &local)).and_then(|q| next(&local, q.until))
        }
    });
    found.unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> u64 {
        text.parse::<Timestamp>().unwrap().as_millisecond() as u64
    }

    #[test]
    fn quiet_hours_are_those_of_the_place() {
        let quiet = Some(QuietHours { from: 22 * 60, until: 7 * 60 + 30 });
        let plan = CallPlan { quiet, zone: "Europe/Lisbon".into(), ..CallPlan::default() };
        let told = |text| time_for(&plan, CallWay::Push, at(text));
        // In summer Lisbon is an hour ahead.
        assert_eq!(told("2026-07-01T20:59:00Z"), at("2026-07-01T20:59:00Z"));
        assert_eq!(told("2026-07-01T21:00:00Z"), at("2026-07-02T06:30:00Z"));
        assert_eq!(told("2026-12-01T21:00:00Z"), at("2026-12-01T21:00:00Z"));
        assert_eq!(told("2026-12-02T03:00:00Z"), at("2026-12-02T07:30:00Z"));
        assert_eq!(told("2026-12-02T07:30:00Z"), at("2026-12-02T07:30:00Z"));
        // The night the clocks go forward is an hour shorter.
        assert_eq!(told("2026-03-28T23:00:00Z"), at("2026-03-29T06:30:00Z"));
    }

    #[test]
    fn the_daily_letter_comes_once_a_day() {
        let plan = CallPlan { digest: 8 * 60, zone: "Asia/Tokyo".into(), ..CallPlan::default() };
        let told = |text| time_for(&plan, CallWay::Digest, at(text));
        assert_eq!(told("2026-11-17T22:59:59Z"), at("2026-11-17T23:00:00Z"));
        assert_eq!(told("2026-11-17T23:00:01Z"), at("2026-11-18T23:00:00Z"));
    }
}
