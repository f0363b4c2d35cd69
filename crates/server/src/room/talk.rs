//! Who is here, and what they say to each other.

use super::frames::frame;
use super::play::{No, refuse};
use super::{Frames, Inner, Outlet, Room, Socket};
use crate::hub::Hub;
use crate::store::{HolderRow, Op};
use admiralty_protocol::{ChatLine, Status, ToClient, code};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A viewer that left is kept up to date for so long, so that it can resume.
const LINGER: u64 = 120_000;
/// So many lines of chat are kept in memory.
const CHAT: usize = 100;

/// Somebody who connects.
pub(crate) struct Comer {
    pub(crate) key: u64,
    pub(crate) viewer: usize,
    pub(crate) say: u8,
    pub(crate) user: Option<String>,
    pub(crate) from: Option<u32>,
    pub(crate) out: Outlet,
}

impl Room {
    /// A socket opens: what it missed, or everything.
    pub(crate) fn connect(self: &Arc<Room>, hub: &Arc<Hub>, comer: Comer) {
        let now = hub.now();
        self.use_now(now);
        let mut inner = self.lock();
        let index = comer.viewer;
        let missed = comer.from.and_then(|from| inner.missed(index, from, comer.say));
        let stream = &mut inner.streams[index];
        if stream.until < now && !inner.sockets.iter().any(|socket| socket.viewer == index) {
            // Nobody asked for more words lately: forget who once did.
            inner.streams[index].says = 0;
        }
        let stream = &mut inner.streams[index];
        stream.says |= 1 << comer.say;
        stream.until = u64::MAX;
        // It counts as present in what it is told first.
        inner.sockets.push(Socket {
            key: comer.key,
            viewer: index,
            say: comer.say,
            user: comer.user.clone(),
            out: comer.out.clone(),
        });
        let mut frames = Frames::new();
        match missed {
            Some(missed) => {
                frames.extend(missed.into_iter().map(|f| (comer.out.clone(), f)));
                let here = frame(&ToClient::Here(inner.presence()));
                frames.push((comer.out.clone(), here));
            }
            None => {
                frames.push((comer.out.clone(), inner.state(index, comer.user.as_deref(), now)));
            }
        }
        inner.tell_here(&mut frames, Some(comer.key));
        self.deliver(hub, frames);
    }

    /// A socket closed.
    pub(crate) fn disconnect(self: &Arc<Room>, hub: &Arc<Hub>, key: u64) {
        let now = hub.now();
        self.use_now(now);
        let mut inner = self.lock();
        let Some(at) = inner.sockets.iter().position(|socket| socket.key == key) else { return };
        let gone = inner.sockets.swap_remove(at);
        if !inner.sockets.iter().any(|socket| socket.viewer == gone.viewer) {
            inner.streams[gone.viewer].until = now + LINGER;
        }
        let mut frames = Frames::new();
        inner.tell_here(&mut frames, None);
        self.deliver(hub, frames);
    }

    /// Everything anew for one socket.
    pub(crate) fn sync(self: &Arc<Room>, hub: &Arc<Hub>, key: u64) {
        let inner = self.lock();
        let Some(socket) = inner.sockets.iter().find(|socket| socket.key == key) else { return };
        let state = inner.state(socket.viewer, socket.user.as_deref(), hub.now());
        let frames = vec![(socket.out.clone(), state)];
        self.deliver(hub, frames);
    }

    /// Answers one socket, after whatever is on its way to the disk.
    pub(crate) fn answer(self: &Arc<Room>, hub: &Arc<Hub>, out: &Outlet, message: &ToClient) {
        self.deliver(hub, vec![(out.clone(), frame(message))]);
    }

    /// Somebody says something; `name` is how they are called if they have no seat.
    pub(crate) fn say(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        viewer: usize,
        user: &str,
        name: &str,
        text: &str,
    ) -> Result<(), No> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > 500 || text.chars().any(is_control) {
            return Err(refuse(code::MALFORMED, "A remark has 1 to 500 plain signs."));
        }
        let mut inner = self.lock();
        let channel = inner.channel(viewer);
        let n = inner.chat.iter().filter(|line| line.channel == channel).map(|line| line.n).max();
        let seat = (viewer < inner.n_seats()).then_some(viewer as u8);
        let name = match seat.map(|seat| &inner.row.seats[usize::from(seat)].holder) {
            Some(HolderRow::Person { name, .. }) => name.clone(),
            _ => name.to_string(),
        };
        let line = ChatLine {
            n: n.unwrap_or(0) + 1,
            channel: channel.into(),
            seat,
            name,
            text: text.into(),
            at: hub.now(),
        };
        if inner.chat.len() >= CHAT {
            inner.chat.remove(0);
        }
        inner.chat.push(line.clone());
        let over = inner.row.status == Status::Over;
        let message = frame(&ToClient::Chat { line: line.clone() });
        let mut frames = Frames::new();
        for socket in &inner.sockets {
            if over || inner.channel(socket.viewer) == channel {
                frames.push((socket.out.clone(), message.clone()));
            }
        }
        self.commit(hub, vec![Op::Chat(self.num, user.into(), line)], frames, false);
        Ok(())
    }

    /// Saves memory at a table where nothing happens.
    pub(crate) fn doze(&self, unused_since: u64) {
        let used = self.used.load(Ordering::Relaxed);
        // Nothing has happened since it last did.
        if used > unused_since || self.dozed.swap(used, Ordering::Relaxed) == used {
            return;
        }
        let mut inner = self.lock();
        // Whoever comes back after that gets everything anew.
        inner.streams.iter_mut().for_each(super::Stream::forget);
        inner.sockets.shrink_to_fit();
        inner.sockets.iter().for_each(|socket| socket.out.shrink());
        if let Some(play) = &mut inner.play {
            play.live.shrink_to_fit();
        }
    }
}

fn is_control(c: char) -> bool {
    c.is_control() && c != '\n'
}

impl Inner {
    /// The updates after number `from`, if all of them are still there.
    fn missed(
        &self,
        index: usize,
        from: u32,
        say: u8,
    ) -> Option<Vec<tokio_tungstenite::tungstenite::Utf8Bytes>> {
        let stream = &self.streams[index];
        if from == stream.n && self.play.is_some() {
            return Some(Vec::new());
        }
        let first = stream.ring.front()?.0;
        if from > stream.n || from + 1 < first || self.play.is_none() {
            return None;
        }
        let after = stream.ring.iter().filter(|(n, _)| *n > from);
        after.map(|(_, ready)| ready[usize::from(say)].clone()).collect()
    }

    /// A message to every socket.
    pub(crate) fn tell_all(
        &self,
        frames: &mut Frames,
        message: impl Fn(&Inner, &Socket) -> ToClient,
    ) {
        for socket in &self.sockets {
            frames.push((socket.out.clone(), frame(&message(self, socket))));
        }
    }

    /// The table as each may see it.
    pub(crate) fn tell_tables(&self, frames: &mut Frames) {
        self.tell_all(frames, |inner, socket| ToClient::Table {
            table: inner.info(socket.user.as_deref()),
        });
    }

    /// The whole state, for changes no update describes.
    pub(crate) fn tell_states(&self, frames: &mut Frames, now: u64) {
        for socket in &self.sockets {
            let state = self.state(socket.viewer, socket.user.as_deref(), now);
            frames.push((socket.out.clone(), state));
        }
    }

    fn tell_here(&self, frames: &mut Frames, except: Option<u64>) {
        let message = frame(&ToClient::Here(self.presence()));
        for socket in self.sockets.iter().filter(|socket| Some(socket.key) != except) {
            frames.push((socket.out.clone(), message.clone()));
        }
    }

    /// Sockets of a seat that has changed hands see nothing any more.
    pub(crate) fn close_seat(&mut self, seat: usize) {
        self.sockets.retain(|socket| {
            if socket.viewer == seat {
                let bye = ToClient::Bye {
                    code: code::SEAT.into(),
                    says: "This seat has changed hands.".into(),
                };
                socket.out.send_last(frame(&bye));
            }
            socket.viewer != seat
        });
    }
}
