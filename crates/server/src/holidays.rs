//! Holidays: everybody has some days a year in which no clock by days of theirs runs. They
//! are kept with the profile, and on the card of each table whose clock they stop.

use crate::App;
use crate::auth::refused;
use crate::error::Error;
use crate::hub::Hub;
use crate::room::house::{self, Holiday};
use crate::room::rest::DAY;
use crate::store::{AwayRow, KeptRow, Op, StoreError};
use admiralty_protocol::{ClockPlan, HolidayInfo, Status, code};

/// Where they are kept.
const KEY: &str = "~holidays";

/// So many days a year has, for holidays: the year before now, whenever that is.
const YEAR: u64 = 365 * DAY;

/// The holidays of a person that still count, oldest first.
async fn taken(hub: &Hub, user: &str) -> Result<Vec<AwayRow>, StoreError> {
    let kept = hub.store().kept_of(user).await?;
    let row = kept.into_iter().find(|row| row.key == KEY);
    let taken: Vec<AwayRow> =
        row.and_then(|row| serde_json::from_str(&row.body).ok()).unwrap_or_default();
    let year = hub.now().saturating_sub(YEAR);
    Ok(taken.into_iter().filter(|away| away.until > year).collect())
}

/// The holiday a person is on.
pub(crate) async fn away(hub: &Hub, user: &str) -> Result<Option<AwayRow>, StoreError> {
    let now = hub.now();
    Ok(taken(hub, user).await?.into_iter().rfind(|away| now < away.until))
}

/// Whole days of a holiday that lie in the year before now.
fn used(away: &AwayRow, now: u64) -> u64 {
    let from = away.from.max(now.saturating_sub(YEAR));
    away.until.saturating_sub(from).div_ceil(DAY)
}

fn info(app: &App, taken: &[AwayRow]) -> HolidayInfo {
    let (now, days) = (app.hub().now(), app.config().holidays);
    let used: u64 = taken.iter().map(|away| used(away, now)).sum();
    let left = u64::from(days).saturating_sub(used) as u16;
    let until = taken.iter().map(|away| away.until).rfind(|until| now < *until);
    HolidayInfo { days, left, until }
}

impl App {
    /// What somebody has left, and whether they are away.
    pub(crate) async fn holiday(&self, user: &str) -> Result<HolidayInfo, Error> {
        Ok(info(self, &taken(self.hub(), user).await?))
    }

    /// On holiday from now on, for so many days.
    pub(crate) async fn take_holiday(&self, user: &str, days: u16) -> Result<HolidayInfo, Error> {
        let mut all = taken(self.hub(), user).await?;
        let known = info(self, &all);
        if known.until.is_some() {
            return Err(Error::new(code::STATE, "You are on holiday already."));
        }
        if days == 0 || days > known.left {
            let says = format!("You have {} days of holiday left this year.", known.left);
            return Err(Error::new(code::STATE, says));
        }
        let from = self.hub().now();
        all.push(AwayRow { from, until: from + u64::from(days) * DAY });
        self.keep_holidays(user, all).await
    }

    /// Back from holiday: what is left of its days may be taken later.
    pub(crate) async fn end_holiday(&self, user: &str) -> Result<HolidayInfo, Error> {
        let mut all = taken(self.hub(), user).await?;
        let now = self.hub().now();
        let Some(last) = all.last_mut().filter(|away| now < away.until) else {
            return Err(Error::new(code::STATE, "You are not on holiday."));
        };
        last.until = now;
        self.keep_holidays(user, all).await
    }

    /// Writes them down, and tells every table by days.
    async fn keep_holidays(&self, user: &str, all: Vec<AwayRow>) -> Result<HolidayInfo, Error> {
        let hub = self.hub();
        let body = serde_json::to_string(&all).map_err(|why| Error::Internal(why.to_string()))?;
        let row = KeptRow { user: user.into(), key: KEY.into(), body };
        hub.commit(vec![Op::Keep(row)]).await.map_err(refused)?;
        let away = all.last().copied();
        for row in hub.store().tables_of(user, false, 1000).await? {
            if matches!(row.clock, ClockPlan::Days { .. }) && row.status != Status::Over {
                let holiday = Holiday { user: user.into(), away };
                house::holiday(self, &row.id, holiday).await?;
            }
        }
        Ok(info(self, &all))
    }
}
