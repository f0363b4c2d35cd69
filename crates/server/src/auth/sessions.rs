//! Sessions that were looked up lately, and the sockets opened with them. One
//! place ends a session: what is remembered of it, and every socket of it.

use super::{Person, Who};
use crate::bus::{Ending, Pass};
use crate::error::Error;
use crate::room::Outlet;
use admiralty_protocol::{ToClient, code};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many are remembered.
const MOST: usize = 50_000;

#[derive(Default)]
pub(crate) struct Sessions {
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    known: HashMap<String, Known>,
    doors: HashMap<String, Vec<Door>>,
    next: u64,
    /// Grows whenever something ends. What was read from the disk before it
    /// grew may be out of date.
    turn: u64,
}

#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) person: Arc<Person>,
    /// When the session was last written down as used.
    pub(crate) seen: u64,
}

struct Door {
    key: u64,
    pass: Pass,
    out: Outlet,
}

/// A socket that is open; gone from the list when it closes.
pub(crate) struct OpenDoor {
    app: crate::App,
    user: String,
    key: u64,
}

impl Drop for OpenDoor {
    fn drop(&mut self) {
        let mut inside = self.app.0.sessions.lock();
        if let Some(doors) = inside.doors.get_mut(&self.user) {
            doors.retain(|door| door.key != self.key);
            if doors.is_empty() {
                inside.doors.remove(&self.user);
            }
        }
    }
}

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn it is, to be handed to `put`.
    pub(crate) fn turn(&self) -> u64 {
        self.lock().turn
    }

    pub(crate) fn get(&self, session: &str) -> Option<(Known, u64)> {
        let inside = self.lock();
        inside.known.get(session).cloned().map(|known| (known, inside.turn))
    }

    /// Remembers what was read from the disk at this turn, unless something has
    /// ended since: then it is read again next time.
    pub(crate) fn put(&self, session: &str, known: Known, turn: u64) {
        let mut inside = self.lock();
        if inside.turn != turn {
            return;
        }
        if inside.known.len() > MOST {
            inside.known.clear();
        }
        inside.known.insert(session.into(), known);
    }

    /// Forgets what is remembered of a person, and closes what ends.
    pub(crate) fn end(&self, user: &str, ending: &Ending) {
        let mut inside = self.lock();
        inside.turn += 1;
        inside.known.retain(|_, known| known.person.id != user);
        let Some(doors) = inside.doors.get(user) else { return };
        let bye: ToClient =
            ToClient::Bye { code: code::WHO.into(), says: "You were signed out.".into() };
        let bye = serde_json::to_string(&bye).unwrap_or_default();
        for door in doors.iter().filter(|door| ending.takes(&door.pass)) {
            door.out.send_last(bye.clone().into());
        }
    }

    /// By what the open sockets came in, and whose they are.
    pub(crate) fn passes(&self) -> Vec<(String, Pass)> {
        let inside = self.lock();
        let all = inside.doors.iter();
        all.flat_map(|(user, doors)| doors.iter().map(|door| (user.clone(), door.pass.clone())))
            .collect()
    }

    /// Nobody knows what was missed: everything is looked up anew.
    pub(crate) fn forget_all(&self) {
        let mut inside = self.lock();
        inside.turn += 1;
        inside.known.clear();
    }
}

impl crate::App {
    /// Notes an open socket: from here on whatever ends its session ends it. If
    /// something has ended since the person was looked up, the disk is asked
    /// once more.
    pub(crate) async fn open_door(&self, who: &Who, out: &Outlet) -> Result<OpenDoor, Error> {
        let user = who.person.id.clone();
        let (door, turn) = {
            let mut inside = self.0.sessions.lock();
            inside.next += 1;
            let key = inside.next;
            let door = Door { key, pass: who.pass.clone(), out: out.clone() };
            inside.doors.entry(user.clone()).or_default().push(door);
            (OpenDoor { app: self.clone(), user: user.clone(), key }, inside.turn)
        };
        if turn == who.turn {
            return Ok(door);
        }
        let store = self.hub().store();
        let still = match &who.pass {
            Pass::Session(session) => store.session(session).await?.is_some(),
            Pass::Token(id) => store.tokens_of(&user).await?.iter().any(|token| token.id == *id),
        };
        match still {
            true => Ok(door),
            false => Err(Error::new(code::WHO, "You were signed out.")),
        }
    }
}
