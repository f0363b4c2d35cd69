//! Who is here: the open sockets of a table, from which seat they look and how
//! much they want to be told.

use super::{Frames, Outlet, Room, lag};
use crate::hub::Hub;
use admiralty_core::{Seat, SeatSet, Viewer};
use admiralty_protocol::{Presence, ToClient, code};
use std::sync::Arc;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// An open socket.
pub(crate) struct Socket {
    pub(crate) key: u64,
    pub(crate) viewer: Viewer,
    pub(crate) say: Say,
    pub(crate) user: Option<String>,
    pub(crate) out: Outlet,
}

/// How much a client wants to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Say {
    /// Data only.
    Data,
    /// Sentences too.
    Words,
    /// And the board as text.
    Board,
}

impl Say {
    pub(crate) const ALL: [Say; 3] = [Say::Data, Say::Words, Say::Board];

    /// As clients ask for it.
    pub(crate) fn of(number: u8) -> Say {
        Say::ALL[usize::from(number).min(2)]
    }
}

#[derive(Default)]
pub(super) struct Crowd {
    sockets: Vec<Socket>,
}

impl Crowd {
    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Socket> {
        self.sockets.iter()
    }

    /// The sockets that look as this viewer.
    pub(super) fn of(&self, viewer: Viewer) -> impl Iterator<Item = &Socket> {
        self.sockets.iter().filter(move |socket| socket.viewer == viewer)
    }

    fn is_here(&self, viewer: Viewer) -> bool {
        self.of(viewer).next().is_some()
    }

    /// The seats with somebody connected.
    pub(super) fn seats(&self) -> SeatSet {
        let seat = |socket: &Socket| match socket.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator | Viewer::Umpire => None,
        };
        self.sockets.iter().filter_map(seat).collect()
    }

    /// Who is connected; bots always are.
    pub(super) fn presence(&self, bots: SeatSet) -> Presence {
        Presence {
            seats: self.seats().union(bots).iter().map(|seat| seat.0).collect(),
            watchers: self.of(Viewer::Spectator).count() as u32,
        }
    }

    /// One message to those for whom it is meant.
    pub(super) fn tell_some(
        &self,
        frames: &mut Frames,
        message: &ToClient,
        to: impl Fn(&Socket) -> bool,
    ) {
        let text = frame(message);
        let meant = self.sockets.iter().filter(|socket| to(socket));
        frames.extend(meant.map(|socket| (socket.out.clone(), text.clone())));
    }

    /// To everybody what they may know.
    pub(super) fn tell_each(&self, frames: &mut Frames, message: impl Fn(&Socket) -> ToClient) {
        let each = |socket: &Socket| (socket.out.clone(), frame(&message(socket)));
        frames.extend(self.sockets.iter().map(each));
    }

    /// Sockets of a seat that has changed hands see nothing any more.
    pub(super) fn close_seat(&mut self, seat: Seat) {
        let bye = bye(code::SEAT, "This seat has changed hands.");
        self.sockets.retain(|socket| {
            let stays = socket.viewer != Viewer::Seat(seat);
            if !stays {
                socket.out.send_last(bye.clone());
            }
            stays
        });
    }

    /// The last message to everybody; their sockets close behind it.
    pub(super) fn say_goodbye(&self, code: &str, says: &str) {
        let bye = bye(code, says);
        self.sockets.iter().for_each(|socket| socket.out.send_last(bye.clone()));
    }

    /// Nobody is here any more.
    pub(super) fn clear(&mut self) {
        self.sockets.clear();
    }

    /// Gives back memory that is not needed now.
    pub(super) fn shrink(&mut self) {
        self.sockets.shrink_to_fit();
        self.sockets.iter().for_each(|socket| socket.out.shrink());
    }
}

/// A message as text.
pub(super) fn frame(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages can be written").into()
}

fn bye(code: &str, says: &str) -> Utf8Bytes {
    frame(&ToClient::Bye { code: code.into(), says: says.into() })
}

/// A socket opens: it is told what it missed since update `from`, or everything.
pub(crate) fn connect(room: &Arc<Room>, hub: &Arc<Hub>, socket: Socket, from: Option<u32>) {
    let now = hub.now();
    room.use_now(now);
    let mut inner = room.lock();
    if room.is_broken() {
        socket.out.send_last(bye(code::INTERNAL, "The server could not write this down."));
        return;
    }
    // What has become old enough by now.
    let mut frames = Frames::new();
    lag::release(&mut inner, now, &mut frames);
    room.deliver(hub, frames);
    let (key, viewer, say, out) = (socket.key, socket.viewer, socket.say, socket.out.clone());
    let missed = from.and_then(|from| inner.missed(viewer, from, say));
    let first = !inner.crowd.is_here(viewer);
    inner.streams.opened(viewer, say, first, now);
    let user = socket.user.clone();
    // It counts as present in what it is told first.
    inner.crowd.sockets.push(socket);
    let here = ToClient::Here(inner.crowd.presence(inner.card.bots()));
    let mut frames = Frames::new();
    match missed {
        Some(missed) => {
            frames.extend(missed.into_iter().map(|text| (out.clone(), text)));
            frames.push((out, frame(&here)));
        }
        None => frames.push((out, frame(&inner.state(viewer, user.as_deref(), hub.when())))),
    }
    inner.crowd.tell_some(&mut frames, &here, |other| other.key != key);
    room.deliver(hub, frames);
}

/// A socket closed.
pub(crate) fn disconnect(room: &Arc<Room>, hub: &Arc<Hub>, key: u64) {
    let now = hub.now();
    room.use_now(now);
    let mut inner = room.lock();
    let Some(at) = inner.crowd.sockets.iter().position(|socket| socket.key == key) else { return };
    let gone = inner.crowd.sockets.swap_remove(at);
    if !inner.crowd.is_here(gone.viewer) {
        inner.streams.closed(gone.viewer, now);
    }
    let here = ToClient::Here(inner.crowd.presence(inner.card.bots()));
    let mut frames = Frames::new();
    inner.crowd.tell_some(&mut frames, &here, |_| true);
    room.deliver(hub, frames);
}

/// Everything anew for one socket.
pub(crate) fn sync(room: &Arc<Room>, hub: &Arc<Hub>, key: u64) {
    let inner = room.lock();
    let Some(socket) = inner.crowd.iter().find(|socket| socket.key == key) else { return };
    let state = inner.state(socket.viewer, socket.user.as_deref(), hub.when());
    room.deliver(hub, vec![(socket.out.clone(), frame(&state))]);
}

/// Answers one socket, after whatever is on its way to the disk.
pub(crate) fn answer(room: &Arc<Room>, hub: &Arc<Hub>, out: &Outlet, message: &ToClient) {
    room.deliver(hub, vec![(out.clone(), frame(message))]);
}
