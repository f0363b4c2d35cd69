//! What a seat may ask: what it can pick, why not, and what may come of it.

use super::Room;
use super::play::{No, Wanted, object, refuse};
use crate::hub::Hub;
use crate::json;
use admiralty_bots::odds::{self, Chance, Effort, Odds as Counted};
use admiralty_catalog::{ErasedChoice, ErasedLeads, Reach, TableFace};
use admiralty_core::{Actor, Seat, Viewer};
use admiralty_protocol::{Count, Glance, MenuChoice, Odds, OddsLine, ToClient, code};
use std::time::{Duration, Instant};

/// No menu is looked into farther.
const DEEPEST: u8 = 8;
/// So many actions are looked at in one question …
const GLANCES: usize = 100;
/// … and for so long.
const GLANCE_TIME: Duration = Duration::from_millis(1_500);

impl Room {
    /// What may be picked next, so many levels deep.
    pub(crate) async fn menu(
        &self,
        viewer: usize,
        id: String,
        draft: Vec<String>,
        deep: Option<u8>,
    ) -> Result<ToClient, No> {
        let (table, seat, n) = {
            let inner = self.lock();
            let seat = inner.seat_at_play(viewer)?;
            let (table, n) = (inner.table()?, inner.streams[viewer].n);
            if deep.unwrap_or(1) < 2 {
                return picks(table, seat, &draft, deep, id, n);
            }
            (table.clone_box(), seat, n)
        };
        aside(move || picks(&*table, seat, &draft, deep, id, n)).await?
    }

    /// May this be done, and if not, why not?
    pub(crate) fn why(&self, viewer: usize, id: String, wanted: Wanted) -> Result<ToClient, No> {
        let inner = self.lock();
        let seat = inner.seat_at_play(viewer)?;
        let table = inner.table()?;
        let no = match wanted.action(table, Viewer::Seat(seat)) {
            Ok(action) => table.check(Actor::Seat(seat), &action).err().map(object),
            Err(refusal) => Some(refusal),
        };
        Ok(ToClient::Why { id, no: no.map(|no| *no) })
    }

    /// What may come of this, as far as the seat can know.
    pub(crate) async fn odds(&self, hub: &Hub, viewer: usize, wanted: Wanted) -> Result<Odds, No> {
        let (seat, table, action) = {
            let inner = self.lock();
            let seat = inner.seat_at_play(viewer)?;
            let table = inner.table()?;
            let action = wanted.action(table, Viewer::Seat(seat))?;
            (seat, table.clone_box(), action)
        };
        count(hub, table, seat, action).await
    }

    /// What may come of each of these, at a glance.
    pub(crate) async fn glance(
        &self,
        hub: &Hub,
        viewer: usize,
        id: String,
        actions: Vec<String>,
    ) -> Result<ToClient, No> {
        let (seat, table, n) = {
            let inner = self.lock();
            let seat = inner.seat_at_play(viewer)?;
            (seat, inner.table()?.clone_box(), inner.streams[viewer].n)
        };
        let of = glance(hub, table, seat, actions).await?;
        Ok(ToClient::Glance { id, n, of })
    }
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

/// A menu as clients see it.
fn choices(menu: Vec<ErasedChoice>) -> Vec<MenuChoice> {
    let choices = menu.into_iter().map(|choice| {
        let (to, aside) = match choice.leads {
            ErasedLeads::On => (None, false),
            ErasedLeads::To(action) => (Some(action), false),
            ErasedLeads::Aside(action) => (Some(action), true),
        };
        MenuChoice {
            key: choice.label.key,
            kind: choice.label.kind.into(),
            text: choice.label.text,
            place: choice.label.place,
            unit: choice.label.unit,
            to,
            aside,
            rare: choice.label.rare,
            facts: choice.label.facts.as_ref().map(json::value),
            next: choices(choice.next),
        }
    });
    choices.collect()
}

/// The chances of an action, counted when a thinker is free.
pub(crate) async fn count(
    hub: &Hub,
    table: Box<dyn TableFace>,
    seat: Seat,
    action: String,
) -> Result<Odds, No> {
    let _place = hub.thinkers.acquire().await;
    let work = move || odds::odds(&*table, seat, &action, Effort::default());
    let found = aside(work).await?.map_err(object)?;
    Ok(Odds { exact: found.is_exact(), lines: found.chances.iter().take(20).map(line).collect() })
}

/// The chances of many actions, each with less effort than one alone is worth.
pub(crate) async fn glance(
    hub: &Hub,
    table: Box<dyn TableFace>,
    seat: Seat,
    mut actions: Vec<String>,
) -> Result<Vec<Glance>, No> {
    actions.truncate(GLANCES);
    let _place = hub.thinkers.acquire().await;
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
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| refuse(code::INTERNAL, "The server could not do this."))
}
