//! What people at a table say to each other. Players and spectators each have a
//! channel until the game is over; then everybody reads both.

use super::{Batch, Room, calls};
use crate::hub::Hub;
use crate::names;
use crate::refusal::{No, refuse};
use crate::store::{HolderRow, Op};
use admiralty_core::Viewer;
use admiralty_protocol::{ChatLine, ToClient, code};
use std::sync::Arc;

/// So many lines of each channel are kept in memory.
pub(crate) const KEPT: usize = 100;

#[derive(Default)]
pub(super) struct Chat {
    lines: Vec<ChatLine>,
}

impl Chat {
    pub(super) fn new(lines: Vec<ChatLine>) -> Chat {
        Chat { lines }
    }

    /// What this viewer may read.
    pub(super) fn readable(&self, viewer: Viewer, over: bool) -> Vec<ChatLine> {
        let own = channel(viewer);
        self.lines.iter().filter(|line| over || line.channel == own).cloned().collect()
    }

    /// What this viewer may read only now that the game is over.
    pub(super) fn opened(&self, viewer: Viewer) -> impl Iterator<Item = &ChatLine> {
        let own = channel(viewer);
        self.lines.iter().filter(move |line| line.channel != own)
    }

    fn next_number(&self, channel: &str) -> u32 {
        let own = self.lines.iter().filter(|line| line.channel == channel);
        own.map(|line| line.n).max().unwrap_or(0) + 1
    }

    fn add(&mut self, line: ChatLine) {
        let own = |kept: &&ChatLine| kept.channel == line.channel;
        if self.lines.iter().filter(own).count() >= KEPT {
            // Whoever talks much pushes out only what was said in the same room.
            let oldest = self.lines.iter().position(|kept| own(&kept));
            oldest.map(|at| self.lines.remove(at));
        }
        self.lines.push(line);
    }
}

fn channel(viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Seat(_) => "players",
        Viewer::Spectator | Viewer::Umpire => "watchers",
    }
}

/// Somebody says something; `name` is how they are called if they have no seat.
pub(crate) fn say(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    viewer: Viewer,
    user: &str,
    name: &str,
    text: &str,
) -> Result<(), No> {
    let text = text.trim();
    let is_control = |c: char| c.is_control() && c != '\n';
    if text.is_empty() || text.chars().count() > 500 || text.chars().any(is_control) {
        return Err(refuse(code::MALFORMED, "A remark has 1 to 500 plain signs."));
    }
    let mut inner = room.lock();
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::Umpire => None,
    };
    let name = match seat.and_then(|seat| inner.card.seat(seat)).map(|row| &row.holder) {
        // Whoever reads it knows that nobody sits there.
        Some(HolderRow::Person { name, bot: true, .. }) => format!("{name} (bot)"),
        Some(HolderRow::Person { name, .. }) => name.clone(),
        // Whoever only watches is not to be taken for one who plays.
        _ => {
            let called = inner.card.seats().filter_map(|(_, row)| match &row.holder {
                HolderRow::Person { name, user: who, .. } if who != user => Some(name.as_str()),
                _ => None,
            });
            names::among(name, called)
        }
    };
    let line = ChatLine {
        n: inner.chat.next_number(channel(viewer)),
        channel: channel(viewer).into(),
        seat: seat.map(|seat| seat.0),
        name,
        text: text.into(),
        at: hub.now(),
    };
    inner.chat.add(line.clone());
    let over = inner.card.is_over();
    let mut batch = Batch::default();
    inner.crowd.tell_some(&mut batch.frames, &ToClient::Chat { line: line.clone() }, |socket| {
        over || channel(socket.viewer) == line.channel
    });
    batch.ops.push(Op::Chat(room.num, user.into(), line));
    room.commit(hub, batch);
    if seat.is_some() {
        calls::call_for_talk(room, hub, &inner, user);
    }
    Ok(())
}
