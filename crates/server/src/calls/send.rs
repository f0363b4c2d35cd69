//! Sending what is due: put together now, dropped if it is not true any more, tried again if
//! it cannot be sent.

use super::plan::plan_of;
use super::{Kept, Kind, address, unsubscribe};
use crate::App;
use crate::error::Error;
use crate::http::infos;
use crate::mail::Letter;
use crate::store::{CallOp, CallRow, HolderRow, Op};
use admiralty_protocol::{CallNotice, CallWay, ClockPlan, Status};
use futures_util::StreamExt as _;

/// So many messages are taken at a time, and so many of them sent at once.
const BATCH: u32 = 50;
const AT_ONCE: usize = 8;
/// Whoever has taken a message has so long to send it.
const LEASE: u64 = 5 * 60_000;
/// After so many tries nobody is called any more.
const TRIES: u32 = 5;

/// What became of a message.
pub(super) enum Sent {
    Yes,
    /// It is not true any more, or nobody is to be told.
    Dropped,
    /// At another time.
    At(u64),
    /// It could not be sent.
    Failed,
}

impl App {
    /// Sends the messages that are due; how many were sent. The server does it by itself
    /// every few seconds.
    pub async fn send_calls(&self) -> usize {
        let now = self.hub().now();
        let taken = self.hub().store().take_calls(now, now + LEASE, BATCH).await;
        let rows = match taken {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(%error, "nobody knows who is to be called");
                return 0;
            }
        };
        // What goes into one letter is sent as one.
        let mut parts: Vec<Vec<(CallRow, Kept)>> = Vec::new();
        for row in rows {
            let Ok(kept) = serde_json::from_str::<Kept>(&row.body) else { continue };
            let digest = |part: &&mut Vec<(CallRow, Kept)>| {
                kept.way == CallWay::Digest
                    && part[0].1.way == CallWay::Digest
                    && part[0].0.user == row.user
            };
            match parts.iter_mut().find(digest) {
                Some(part) => part.push((row, kept)),
                None => parts.push(vec![(row, kept)]),
            }
        }
        let sent = futures_util::stream::iter(parts).map(|part| self.send_part(part));
        sent.buffer_unordered(AT_ONCE).fold(0, async |sum, n| sum + n).await
    }

    async fn send_part(&self, part: Vec<(CallRow, Kept)>) -> usize {
        let now = self.hub().now();
        let (mut ops, mut notices, mut open) = (Vec::new(), Vec::new(), Vec::new());
        let mut set = |row: &CallRow, due, tries| {
            let id = row.id.clone();
            ops.push(Op::Call(Box::new(CallOp::Set { id, due, tries })));
        };
        for (row, kept) in &part {
            match self.notice(row, kept, now).await {
                Ok(Ok(notice)) => {
                    notices.push(notice);
                    open.push(row);
                }
                Ok(Err(Sent::At(due))) => set(row, Some(due), row.tries),
                Ok(Err(_)) => set(row, None, row.tries),
                Err(error) => {
                    tracing::warn!(?error, "a message could not be put together");
                    set(row, Some(now + 60_000), row.tries);
                }
            }
        }
        let mut sent = 0;
        if let (Some((row, kept)), false) = (part.first(), notices.is_empty()) {
            let done = self.send_by(kept.way, row, &notices).await;
            let result = if matches!(done, Sent::Yes) { "sent" } else { "not" };
            metrics::counter!("calls_total", "result" => result).increment(1);
            for row in open {
                match done {
                    Sent::Yes | Sent::Dropped => set(row, None, row.tries),
                    Sent::At(due) => set(row, Some(due), row.tries),
                    Sent::Failed if row.tries + 1 >= TRIES => set(row, None, row.tries + 1),
                    Sent::Failed => {
                        let pause = 60_000 << (2 * row.tries);
                        set(row, Some(now + pause), row.tries + 1);
                    }
                }
            }
            sent = usize::from(matches!(done, Sent::Yes));
        }
        if let Err(error) = self.hub().commit(ops).await {
            tracing::warn!(%error, "what was sent could not be written down");
        }
        sent
    }

    /// What a message says, if it is still true.
    async fn notice(
        &self,
        row: &CallRow,
        kept: &Kept,
        now: u64,
    ) -> Result<Result<CallNotice, Sent>, Error> {
        let hub = self.hub();
        // Whoever has changed their mind meanwhile is left alone.
        let plan = plan_of(hub, &row.user).await?.unwrap_or_default();
        if !kept.kind.ways(&plan).contains(&kept.way) {
            return Ok(Err(Sent::Dropped));
        }
        let Some(table) = hub.store().table(&kept.table).await? else {
            return Ok(Err(Sent::Dropped));
        };
        let others = table.seats.iter().filter(|seat| !seat.holder.is(&row.user));
        let mut against: Vec<String> = Vec::new();
        for seat in others {
            let name = match &seat.holder {
                HolderRow::Person { name, .. } => name.clone(),
                HolderRow::Bot { level } => format!("{level} (bot)"),
                HolderRow::Open | HolderRow::Invited => continue,
            };
            if !against.contains(&name) {
                against.push(name);
            }
        }
        let by_days = matches!(table.clock, ClockPlan::Days { .. });
        let title =
            hub.game(&table.game).map_or(table.game.clone(), |game| game.meta().title.into());
        let info = infos(self, vec![table], Some(&row.user)).await?.into_iter().next();
        let Some(info) = info else { return Ok(Err(Sent::Dropped)) };
        let waits = info.status == Status::Playing
            && info.seats.iter().any(|seat| seat.you && info.awaited.contains(&seat.seat));
        let still = match kept.kind {
            Kind::Turn | Kind::Deadline => waits,
            Kind::Seat => info.status != Status::Over,
            Kind::Over | Kind::Talk => true,
        };
        if !still {
            return Ok(Err(Sent::Dropped));
        }
        let due = info.due.filter(|_| waits && by_days);
        if let (Kind::Deadline, Some(lead)) = (kept.kind, kept.lead) {
            // A holiday or a weekend may have come between.
            match due {
                Some(due) if now + lead < due => return Ok(Err(Sent::At(due - lead))),
                Some(_) => {}
                None => return Ok(Err(Sent::Dropped)),
            }
        }
        let against = against.join(", ");
        let link = format!("{}/table/{}", address(hub), info.id);
        let says = sentence(kept.kind, &title, &against, due);
        let event = kept.kind.word().into();
        Ok(Ok(CallNotice { event, game: title, against, due, link, says }))
    }

    async fn send_by(&self, way: CallWay, row: &CallRow, notices: &[CallNotice]) -> Sent {
        match way {
            CallWay::Mail | CallWay::Digest => self.send_letter(row, notices).await,
            #[cfg(feature = "push")]
            CallWay::Push => super::push::send(self, &row.user, &notices[0]).await,
            #[cfg(feature = "push")]
            CallWay::Hook => super::out::send(self, row, &notices[0]).await,
            #[cfg(not(feature = "push"))]
            CallWay::Push | CallWay::Hook => Sent::Dropped,
        }
    }

    async fn send_letter(&self, row: &CallRow, notices: &[CallNotice]) -> Sent {
        let user = self.hub().store().user(&row.user).await;
        let Ok(user) = user else { return Sent::Failed };
        let Some(to) = user.and_then(|user| user.mail) else { return Sent::Dropped };
        let end = format!("{}{}", address(self.hub()), unsubscribe(self.hub(), &row.user));
        let subject = match notices {
            [one] => one.says.clone(),
            several => format!("{} games of yours", several.len()),
        };
        let lines = notices.iter().map(|one| format!("{}\n{}\n", one.says, one.link));
        let text = format!(
            "{}\nYou have chosen these letters on the page of your profile. To end them: {end}\n",
            lines.collect::<Vec<_>>().join("\n")
        );
        let letter = Letter { to: &to, subject: &subject, text, end: &end };
        if self.0.letters.deliver(letter).await { Sent::Yes } else { Sent::Failed }
    }
}

/// A message in a sentence.
fn sentence(kind: Kind, game: &str, against: &str, due: Option<u64>) -> String {
    let what = match kind {
        Kind::Turn => "Your move",
        Kind::Seat => "A seat for you",
        Kind::Over => "The game is over",
        Kind::Talk => "Somebody has said something",
        Kind::Deadline => "Your time is nearly over",
    };
    let with = if against.is_empty() { String::new() } else { format!(" with {against}") };
    let by = due.and_then(|due| jiff::Timestamp::from_millisecond(due as i64).ok());
    let by = by.map(|by| format!(", by {} UTC", by.strftime("%-d %B %Y %H:%M")));
    format!("{what}: {game}{with}{}", by.unwrap_or_default())
}
