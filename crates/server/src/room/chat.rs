//! What people at a table say to each other. Players and spectators each have a
//! channel until the game is over; then everybody reads both.

use super::{Batch, Inner, Room, calls, lag};
use crate::hub::Hub;
use crate::names;
use crate::refusal::{No, refuse};
use crate::store::{HolderRow, Op};
use admiralty_core::Viewer;
use admiralty_protocol::{ChatLine, ToClient, code};
use std::sync::Arc;

/// So many lines of each channel are kept in memory.
pub(crate) const KEPT: usize = 100;

/// A line, and the id of whoever said it.
#[derive(Clone)]
pub(super) struct Said {
    pub(super) by: String,
    pub(super) line: ChatLine,
}

#[derive(Default)]
pub(super) struct Chat {
    lines: Vec<Said>,
}

impl Chat {
    pub(super) fn new(lines: Vec<(String, ChatLine)>) -> Chat {
        Chat { lines: lines.into_iter().map(|(by, line)| Said { by, line }).collect() }
    }

    /// What was said and is kept here.
    pub(super) fn said(&self) -> impl Iterator<Item = &Said> {
        self.lines.iter()
    }

    /// What was said after that.
    pub(super) fn since(&self, at: u64) -> impl Iterator<Item = &Said> {
        self.lines.iter().filter(move |said| said.line.at > at)
    }

    fn next_number(&self, channel: &str) -> u32 {
        let own = self.lines.iter().filter(|said| said.line.channel == channel);
        own.map(|said| said.line.n).max().unwrap_or(0) + 1
    }

    fn add(&mut self, said: Said) {
        let own = |kept: &&Said| kept.line.channel == said.line.channel;
        if self.lines.iter().filter(own).count() >= KEPT {
            // Whoever talks much pushes out only what was said in the same room.
            let oldest = self.lines.iter().position(|kept| own(&kept));
            oldest.map(|at| self.lines.remove(at));
        }
        self.lines.push(said);
    }
}

/// The channel of those who play.
pub(super) const PLAYERS: &str = "players";

fn channel(viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Seat(_) => PLAYERS,
        Viewer::Spectator | Viewer::Umpire => "watchers",
    }
}

impl Inner {
    /// Is this a player, or one who only looks through nobody's eyes for a while?
    pub(super) fn is_player(&self, viewer: Viewer, user: Option<&str>) -> bool {
        matches!(viewer, Viewer::Seat(_))
            || user.is_some_and(|user| !self.card.seats_of(user).is_empty())
    }

    /// May somebody read this line? Each has a channel until the game is over; spectators also read
    /// the players' where the table allows it, as far behind as they see the game.
    pub(super) fn may_read(&self, viewer: Viewer, user: Option<&str>, line: &ChatLine) -> bool {
        let players = line.channel == PLAYERS;
        match self.is_player(viewer, user) {
            _ if self.card.is_over() => true,
            true => players,
            false if players => {
                let known = self.lag.as_ref().is_none_or(|lag| line.at <= lag.heard());
                self.card.row().watch.talk && known
            }
            false => true,
        }
    }

    /// Is somebody told this line? Not if they keep away from whoever said it.
    pub(super) fn hears(&self, viewer: Viewer, user: Option<&str>, said: &Said) -> bool {
        self.may_read(viewer, user, &said.line) && !self.deaf.is_deaf(user, &said.by)
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
    // A player stays one, also while looking through nobody's eyes.
    let viewer = match inner.card.seats_of(user).iter().next() {
        Some(own) if viewer == Viewer::Spectator => Viewer::Seat(own),
        _ => viewer,
    };
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
    let said = Said { by: user.into(), line: line.clone() };
    inner.chat.add(said.clone());
    let mut batch = Batch::default();
    inner.crowd.tell_some(&mut batch.frames, &ToClient::Chat { line: line.clone() }, |socket| {
        inner.hears(socket.viewer, socket.user.as_deref(), &said)
    });
    batch.ops.push(Op::Chat(room.num, user.into(), line));
    lag::release(&mut inner, hub.now(), &mut batch.frames);
    room.commit(hub, batch);
    lag::set_timer(room, hub, &mut inner);
    if seat.is_some() {
        calls::call_for_talk(room, hub, &inner, user);
    }
    Ok(())
}
