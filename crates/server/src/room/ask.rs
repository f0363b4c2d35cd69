//! What a seat may ask: what it can pick, why not, and what may come of it.

use super::Room;
use crate::fair::For;
use crate::hub::Hub;
use crate::refusal::{No, failed, object, refuse};
use crate::wire::choices;
use admiralty_bots::odds::{self, Chance, Effort, Odds as Counted};
use admiralty_catalog::{Actions, Reach, TableFace};
use admiralty_core::{Actor, Seat, Seeded, Viewer};
use admiralty_protocol::{Count, Glance, Odds, OddsLine, ToClient, code};
use std::time::{Duration, Instant};

/// So long chances are counted; what is found by then is told, with its error.
const ODDS_TIME: Duration = Duration::from_secs(3);
/// No menu is looked into farther.
const DEEPEST: u8 = 8;
/// So many actions are listed if nobody says otherwise …
const ACTIONS: u16 = 100;
/// … and never more.
const MOST_ACTIONS: u16 = 1000;
/// So many actions are looked at in one question …
const GLANCES: usize = 100;
/// … and for so long.
const GLANCE_TIME: Duration = Duration::from_millis(1_500);

/// What may be picked next, so many levels deep.
pub(crate) async fn menu(
    room: &Room,
    viewer: Viewer,
    id: String,
    draft: Vec<String>,
    deep: Option<u8>,
) -> Result<ToClient, No> {
    let (table, seat, n) = {
        let inner = room.lock();
        let seat = inner.seat_at_play(viewer)?;
        let (table, n) = (inner.table()?, inner.streams.number(viewer));
        if deep.unwrap_or(1) < 2 {
            return picks(table, seat, &draft, deep, id, n);
        }
        (table.clone_box(), seat, n)
    };
    aside(move || picks(&*table, seat, &draft, deep, id, n)).await?
}

/// Whole actions of the seat: all of them, or some drawn at random.
pub(crate) async fn actions(
    room: &Room,
    hub: &Hub,
    viewer: Viewer,
    id: String,
    limit: Option<u16>,
) -> Result<ToClient, No> {
    let (table, seat, n) = {
        let inner = room.lock();
        let seat = inner.seat_at_play(viewer)?;
        (inner.table()?.clone_box(), seat, inner.streams.number(viewer))
    };
    let mut seed = [0; 8];
    hub.parts.entropy.fill(&mut seed);
    let limit = usize::from(limit.unwrap_or(ACTIONS).clamp(1, MOST_ACTIONS));
    let work = move || table.some_actions(seat, limit, &mut Seeded::new(u64::from_le_bytes(seed)));
    let Actions { actions, complete } = aside(work).await?;
    Ok(ToClient::Actions { id, n, actions, complete })
}

/// May this be done, and if not, why not?
pub(crate) fn why(room: &Room, viewer: Viewer, id: String, action: &str) -> Result<ToClient, No> {
    let inner = room.lock();
    let seat = inner.seat_at_play(viewer)?;
    let no = inner.table()?.check(Actor::Seat(seat), action).err().map(object);
    Ok(ToClient::Why { id, no: no.map(|no| *no) })
}

/// What may come of this, as far as the seat can know.
pub(crate) async fn odds(
    room: &Room,
    hub: &Hub,
    viewer: Viewer,
    action: String,
) -> Result<Odds, No> {
    let (seat, table, whom) = {
        let inner = room.lock();
        let seat = inner.seat_at_play(viewer)?;
        (seat, inner.table()?.clone_box(), hub.whom(inner.card.who(seat)))
    };
    count(hub, &whom, table, seat, action).await
}

/// What may come of each of these, at a glance.
pub(crate) async fn glances(
    room: &Room,
    hub: &Hub,
    viewer: Viewer,
    id: String,
    actions: Vec<String>,
) -> Result<ToClient, No> {
    let (seat, table, n, whom) = {
        let inner = room.lock();
        let seat = inner.seat_at_play(viewer)?;
        let whom = hub.whom(inner.card.who(seat));
        (seat, inner.table()?.clone_box(), inner.streams.number(viewer), whom)
    };
    let of = glance(hub, &whom, table, seat, actions).await?;
    Ok(ToClient::Glance { id, n, of })
}

/// Answers a question about a menu.
pub(crate) fn picks(
    table: &dyn TableFace,
    seat: Seat,
    draft: &[String],
    deep: Option<u8>,
    id: String,
    n: u32,
) -> Result<ToClient, No> {
    let levels = usize::from(deep.unwrap_or(1).clamp(1, DEEPEST));
    let menu = table
        .tree(Viewer::Seat(seat), draft, Reach { levels, ..Reach::default() })
        .map_err(|no| refuse(code::UNREADABLE, no.to_string()))?;
    Ok(ToClient::Menu { id, n, cut: menu.cut, choices: choices(menu.choices) })
}

/// The chances of an action, counted when a thinker is free.
pub(crate) async fn count(
    hub: &Hub,
    whom: &For,
    table: Box<dyn TableFace>,
    seat: Seat,
    action: String,
) -> Result<Odds, No> {
    let _place = hub.thinkers.place(whom).await;
    let begun = Instant::now();
    let work = move || {
        let goes_on = || begun.elapsed() < ODDS_TIME;
        odds::odds_within(&*table, seat, &action, Effort::default(), goes_on)
    };
    let found = aside(work).await?.map_err(object)?;
    Ok(Odds { exact: found.is_exact(), lines: found.chances.iter().take(20).map(line).collect() })
}

/// The chances of many actions, each with less effort than one alone is worth.
pub(crate) async fn glance(
    hub: &Hub,
    whom: &For,
    table: Box<dyn TableFace>,
    seat: Seat,
    mut actions: Vec<String>,
) -> Result<Vec<Glance>, No> {
    actions.truncate(GLANCES);
    let _place = hub.thinkers.place(whom).await;
    let begun = Instant::now();
    let work = move || {
        let effort = Effort { tables: 48, tapes: 1_024, rolls: 400, ..Effort::default() };
        odds::glance(&*table, seat, &actions, effort, || begun.elapsed() < GLANCE_TIME)
    };
    let found = aside(work).await?.map_err(object)?;
    let glance = |odds: &Counted| Glance {
        action: odds.action.clone(),
        exact: odds.is_exact(),
        sure: odds.is_certain(),
        lines: odds.chances.iter().take(3).map(line).collect(),
        counts: odds.counts.iter().map(|(name, c)| (name.to_string(), number(c))).collect(),
    };
    Ok(found.iter().map(glance).collect())
}

fn line(c: &Chance) -> OddsLine {
    OddsLine { what: c.outcome.clone(), chance: c.chance, error: c.error }
}

fn number(count: &odds::Count) -> Count {
    Count { chance: count.chance, mean: count.mean, most: count.most }
}

/// Work that takes a while, where it holds nobody up.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, No> {
    tokio::task::spawn_blocking(work).await.map_err(|_| failed())
}
