//! Calling people who are not here: their move, a seat, an end, talk, a deadline. What is
//! written down says only which table it is about; what is sent is put together when it is
//! sent, from what everybody at the table may know: the game, the others, the deadline, a link.

#[cfg(feature = "push")]
mod out;
mod plan;
#[cfg(feature = "push")]
mod push;
mod send;

pub(crate) use plan::{
    PushRow, browsers_of, calendar_turn, check_plan, keep_browsers, keep_plan, plan_of,
};
#[cfg(feature = "push")]
pub(crate) use push::public_key;

use crate::App;
use crate::auth::hex;
use crate::hub::Hub;
use crate::room::rest::DAY;
use crate::store::{CallOp, CallRow, Op, StoreError};
use admiralty_protocol::{CallPlan, CallWay};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::sync::Arc;

/// So long somebody may be away for a moment before they are called.
const GRACE: u64 = 20_000;
/// What was sent is remembered for so long.
const REMEMBERED: u64 = 30 * DAY;

/// What somebody is called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Turn,
    Seat,
    Over,
    Talk,
    Deadline,
}

impl Kind {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Seat => "seat",
            Kind::Over => "over",
            Kind::Talk => "talk",
            Kind::Deadline => "deadline",
        }
    }

    fn ways(self, plan: &CallPlan) -> &[CallWay] {
        match self {
            Kind::Turn => &plan.turn,
            Kind::Seat => &plan.seat,
            Kind::Over => &plan.over,
            Kind::Talk => &plan.talk,
            Kind::Deadline => &plan.deadline,
        }
    }
}

/// A message as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Kept {
    kind: Kind,
    way: CallWay,
    table: String,
    /// How long before a deadline it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<u64>,
}

/// Something that somebody may want to hear of.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) user: String,
    pub(crate) kind: Kind,
    pub(crate) table: String,
    /// What makes it another than the last one at this table.
    pub(crate) nth: u64,
    /// By when they have to decide, at a table by days.
    pub(crate) due: Option<u64>,
    /// Who said something: nobody is called for the words of one they keep away from.
    pub(crate) by: Option<String>,
}

/// Writes the messages of these events down, each by the ways that were chosen.
pub(crate) fn notice(hub: &Arc<Hub>, events: Vec<Event>) {
    if events.is_empty() {
        return;
    }
    let hub = Arc::clone(hub);
    hub.runtime.clone().spawn(async move {
        for event in events {
            if let Err(error) = write(&hub, &event).await {
                tracing::warn!(%error, "a call could not be written down");
            }
        }
    });
}

async fn write(hub: &Hub, event: &Event) -> Result<(), StoreError> {
    let Some(plan) = plan_of(hub, &event.user).await? else { return Ok(()) };
    if let Some(by) = &event.by
        && hub.store().shuns_of(&event.user).await?.iter().any(|row| row.whom == *by)
    {
        return Ok(());
    }
    let now = hub.now();
    let mut ops = Vec::new();
    let mut put = |kind: Kind, lead: Option<u64>, at: u64| {
        for way in kind.ways(&plan) {
            let Event { user, table, nth, .. } = event;
            let kept = Kept { kind, way: *way, table: table.clone(), lead };
            let (Ok(body), word) = (serde_json::to_string(&kept), kind.word()) else { continue };
            let row = CallRow {
                id: format!("{user}/{table}/{word}/{nth}/{way:?}"),
                user: user.clone(),
                at: now,
                due: Some(plan::time_for(&plan, *way, at)),
                tries: 0,
                body,
            };
            ops.push(Op::Call(Box::new(CallOp::Put(row))));
        }
    };
    put(event.kind, None, if event.kind == Kind::Turn { now + GRACE } else { now });
    if let Some(due) = event.due.filter(|_| event.kind == Kind::Turn) {
        let lead = (due.saturating_sub(now) / 4).min(DAY);
        put(Kind::Deadline, Some(lead), due - lead);
    }
    if ops.is_empty() { Ok(()) } else { hub.commit(ops).await }
}

/// What only this server can make of a text: secrets for links and signatures.
pub(crate) fn sealed(hub: &Hub, what: &str) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(&hub.parts.secret).expect("an HMAC key may have any length");
    mac.update(b"admiralty calls 1\n");
    mac.update(what.as_bytes());
    hex(&mac.finalize().into_bytes()[..16])
}

/// The secret that signs requests to an address.
pub(crate) fn hook_secret(hub: &Hub, user: &str, url: &str) -> String {
    sealed(hub, &format!("hook\n{user}\n{url}"))
}

/// The path of a person's calendar; another number makes another secret.
pub(crate) fn calendar(hub: &Hub, user: &str, turn: u32) -> String {
    format!("/api/calendar/{user}/{}.ics", sealed(hub, &format!("calendar\n{user}\n{turn}")))
}

/// The path at which a person's letters are ended.
pub(crate) fn unsubscribe(hub: &Hub, user: &str) -> String {
    format!("/api/unsubscribe/{user}/{}", sealed(hub, &format!("unsubscribe\n{user}")))
}

/// Where people reach the server.
pub(crate) fn address(hub: &Hub) -> String {
    let config = &hub.parts.config;
    let own = || format!("http://{}", config.listen);
    config.address.clone().unwrap_or_else(own).trim_end_matches('/').to_string()
}

impl App {
    /// The ways this server has to reach people.
    pub(crate) fn ways(&self) -> Vec<CallWay> {
        let mut ways = Vec::new();
        if cfg!(feature = "push") {
            ways.extend([CallWay::Push, CallWay::Hook]);
        }
        if self.0.letters.can_send() {
            ways.extend([CallWay::Mail, CallWay::Digest]);
        }
        ways
    }

    /// Sends what is due for as long as the server runs.
    pub(crate) async fn keep_calling(&self) {
        let mut tick = tokio::time::interval(std::time::Duration::from_secs(5));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut n = 0u32;
        loop {
            tick.tick().await;
            self.send_calls().await;
            n += 1;
            if n.is_multiple_of(720) {
                let before = self.hub().now().saturating_sub(REMEMBERED);
                let forget = Op::Call(Box::new(CallOp::Forget(before)));
                self.hub().store().commit(vec![forget], Box::new(|_| {}));
            }
        }
    }
}
