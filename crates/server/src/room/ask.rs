//! What a seat may ask: what it can pick, why not, and what may come of it.

use super::Room;
use super::play::{No, Wanted, object, refuse};
use crate::hub::Hub;
use admiralty_bots::odds::{Chance, Effort, odds};
use admiralty_catalog::{ErasedLeads, ErasedMenu, TableFace};
use admiralty_core::{Actor, Seat, Viewer};
use admiralty_protocol::{MenuChoice, Odds, OddsLine, ToClient, code};

impl Room {
    /// What may be picked next.
    pub(crate) fn menu(&self, viewer: usize, id: String, draft: &[String]) -> Result<ToClient, No> {
        let inner = self.lock();
        let seat = inner.seat_at_play(viewer)?;
        let menu = inner
            .table()?
            .menu(Viewer::Seat(seat), draft)
            .map_err(|no| refuse(code::UNREADABLE, no.to_string()))?;
        Ok(ToClient::Menu { id, n: inner.streams[viewer].n, choices: choices(menu) })
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
}

/// A menu as clients see it.
pub(crate) fn choices(menu: ErasedMenu) -> Vec<MenuChoice> {
    let choices = menu.choices.into_iter().map(|choice| {
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
    let work = move || odds(&*table, seat, &action, Effort::default());
    let found = tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| refuse(code::INTERNAL, "The server could not do this."))?
        .map_err(object)?;
    let line = |c: &Chance| OddsLine { what: c.outcome.clone(), chance: c.chance, error: c.error };
    Ok(Odds { exact: found.is_exact(), lines: found.chances.iter().take(20).map(line).collect() })
}
