//! What each viewer was told: gapless numbers of its own, updates as small as
//! can be, and the last of them for clients that come back.

use super::Frames;
use super::crowd::{Crowd, Say};
use super::events::Events;
use crate::json;
use crate::patch::{NoPatch, Patch};
use admiralty_catalog::{Recall, Signed, TableFace};
use admiralty_core::{Audience, Doc, Link, Seat, Viewer};
use admiralty_protocol::{ClockInfo, ResultInfo, ToClient, Undo, Update};
use serde::Serialize;
use std::collections::VecDeque;
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};

/// So many updates are kept for clients that come back.
const RING: usize = 16;
/// A viewer is sent the head of the transcript at most every so many milliseconds:
/// a signature costs as much as half a move.
const HEAD_EVERY: u64 = 10_000;
/// Longer updates are not kept for those who come back.
const LONG: usize = 1024;
/// A viewer that left is kept up to date for so many milliseconds, so that it can resume.
const LINGER: u64 = 120_000;

/// Each viewer's number: the seats in order, then spectators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numbers(Vec<u32>);

impl Numbers {
    /// Before anything was told.
    pub(super) fn zero(n_seats: usize) -> Numbers {
        Numbers(vec![0; n_seats + 1])
    }

    /// As they were written down.
    pub(super) fn read(list: &[u32], n_seats: usize) -> Numbers {
        let mut numbers = Numbers::zero(n_seats);
        numbers.0.iter_mut().zip(list).for_each(|(mine, n)| *mine = *n);
        numbers
    }

    /// As they are written down.
    pub(super) fn list(&self) -> &[u32] {
        &self.0
    }

    pub(super) fn of(&self, viewer: Viewer) -> u32 {
        let index = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator | Viewer::Umpire => self.0.len() - 1,
        };
        self.0.get(index).copied().unwrap_or(0)
    }

    /// Is nobody's number beyond the one here?
    pub(super) fn at_most(&self, other: &Numbers) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, other)| mine <= other)
    }
}

/// What happened, for the streams of all viewers.
pub(super) struct News<'a> {
    pub(super) before: &'a dyn TableFace,
    pub(super) after: &'a dyn TableFace,
    /// What is told.
    pub(super) events: &'a Events,
    /// The turn it was made in.
    pub(super) turn: u32,
    /// The seat that did it, with the id of its request.
    pub(super) by: Option<(Seat, &'a str)>,
    /// For something taken back: the number each viewer goes back to.
    pub(super) back: Option<&'a Numbers>,
    pub(super) over: Option<&'a ResultInfo>,
    pub(super) clock: Option<ClockInfo>,
    pub(super) now: u64,
}

/// May a viewer's last decision be taken back?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum May {
    /// Yes.
    Yes,
    /// No, and why.
    No(&'static str),
    /// Whoever watches decides nothing.
    Watches,
}

impl May {
    /// As clients are told.
    pub(super) fn undo(self) -> Undo {
        match self {
            May::Yes => Undo::May(true),
            May::No(why) => Undo::Why(why.into()),
            May::Watches => Undo::May(false),
        }
    }
}

/// The streams of all viewers: the seats in order, then spectators.
pub(super) struct Streams(Vec<Stream>);

impl Streams {
    pub(super) fn new(n_seats: usize) -> Streams {
        Streams((0..=n_seats).map(|_| Stream::default()).collect())
    }

    fn n_seats(&self) -> usize {
        self.0.len() - 1
    }

    fn index(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) => seat.index().min(self.n_seats()),
            Viewer::Spectator | Viewer::Umpire => self.n_seats(),
        }
    }

    /// The number of a viewer's last update.
    pub(super) fn number(&self, viewer: Viewer) -> u32 {
        self.0[self.index(viewer)].n
    }

    pub(super) fn numbers(&self) -> Numbers {
        Numbers(self.0.iter().map(|stream| stream.n).collect())
    }

    /// Takes the numbers up where they were left.
    pub(super) fn resume(&mut self, numbers: &[u32]) {
        self.0.iter_mut().zip(numbers).for_each(|(stream, n)| stream.n = *n);
    }

    /// A socket of this viewer opens, perhaps the first.
    pub(super) fn opened(&mut self, viewer: Viewer, say: Say, first: bool, now: u64) {
        let index = self.index(viewer);
        let stream = &mut self.0[index];
        if first && stream.until < now {
            // Nobody asked for more words lately: forget who once did.
            stream.says = [false; 3];
        }
        stream.says[say as usize] = true;
        stream.until = u64::MAX;
    }

    /// The last socket of this viewer closed.
    pub(super) fn closed(&mut self, viewer: Viewer, now: u64) {
        let index = self.index(viewer);
        self.0[index].until = now + LINGER;
    }

    /// A viewer is told everything anew and goes on from this number.
    pub(super) fn renumber(&mut self, viewer: Viewer, n: u32) {
        let index = self.index(viewer);
        self.0[index].forget();
        self.0[index].n = n;
    }

    /// Forgets what was sent, to save memory: whoever comes back gets everything anew.
    pub(super) fn forget(&mut self) {
        self.0.iter_mut().for_each(Stream::forget);
    }

    /// The updates after number `from`, if all of them are still there and may
    /// still be shown.
    pub(super) fn missed(
        &self,
        viewer: Viewer,
        from: u32,
        say: Say,
        recall: Recall,
    ) -> Option<Vec<Utf8Bytes>> {
        let stream = &self.0[self.index(viewer)];
        if from == stream.n {
            return Some(Vec::new());
        }
        let first = stream.ring.front()?.n;
        if from > stream.n || from + 1 < first {
            return None;
        }
        let after = stream.ring.iter().filter(|sent| sent.n > from);
        after
            .map(|sent| sent.texts[say as usize].clone().filter(|_| recall.shows(sent.turn)))
            .collect()
    }

    /// Numbers what happened for everybody who sees it and writes the updates
    /// of those who are here.
    pub(super) fn update(
        &mut self,
        news: &News<'_>,
        seen: Audience,
        may: impl Fn(Viewer) -> May,
        crowd: &Crowd,
        frames: &mut Frames,
    ) {
        let seats = (0..self.n_seats() as u8).map(|seat| Viewer::Seat(Seat(seat)));
        let viewers = seats.chain([Viewer::Spectator]);
        let mut space = Vec::with_capacity(512);
        for (viewer, stream) in viewers.zip(&mut self.0) {
            if seen.includes(viewer) {
                stream.update(viewer, news, &may, crowd, &mut space, frames);
            }
        }
    }
}

impl Streams {
    /// Now and then everybody who saw something is sent the head of the
    /// transcript after it, and always at the end.
    pub(super) fn heads(
        &mut self,
        seen: Audience,
        sign: impl Fn() -> Signed,
        now: u64,
        last: bool,
        crowd: &Crowd,
        frames: &mut Frames,
    ) {
        let seats = (0..self.n_seats() as u8).map(|seat| Viewer::Seat(Seat(seat)));
        let viewers = seats.chain([Viewer::Spectator]);
        let mut signed = None;
        for (viewer, stream) in viewers.zip(&mut self.0) {
            let due = last || stream.headed + HEAD_EVERY <= now;
            if !due || !seen.includes(viewer) || crowd.of(viewer).next().is_none() {
                continue;
            }
            stream.headed = now;
            let signed = signed.get_or_insert_with(&sign);
            let signature = signed.signature.iter().map(|byte| format!("{byte:02x}"));
            let message = ToClient::Head {
                n: stream.n,
                head: signed.head.hex(),
                signer: Link(signed.signer).hex(),
                signature: signature.collect(),
            };
            crowd.tell_some(frames, &message, |socket| socket.viewer == viewer);
        }
    }
}

/// What one viewer was told.
#[derive(Default)]
struct Stream {
    /// Number of the last update.
    n: u32,
    /// The view as last sent, of games that cannot tell what changed; nothing
    /// if it has to be made again.
    view: Option<Doc>,
    prompt: Option<String>,
    board: Option<String>,
    may: Option<May>,
    /// How much the clients of this viewer want to be told.
    says: [bool; 3],
    /// The last updates.
    ring: VecDeque<Sent>,
    /// Updates are made for a viewer that was here until then.
    until: u64,
    /// When the head of the transcript was last sent.
    headed: u64,
}

/// An update that was sent.
struct Sent {
    n: u32,
    turn: u32,
    /// By how much it says.
    texts: [Option<Utf8Bytes>; 3],
}

impl Stream {
    /// Forgets what was sent, to save memory; the next update makes it again.
    fn forget(&mut self) {
        let (n, until, says, headed) = (self.n, self.until, self.says, self.headed);
        let kept = Stream { n, until, says, headed, ..Stream::default() };
        *self = kept;
    }

    fn update(
        &mut self,
        viewer: Viewer,
        news: &News<'_>,
        may: impl Fn(Viewer) -> May,
        crowd: &Crowd,
        space: &mut Vec<u8>,
        frames: &mut Frames,
    ) {
        self.n += 1;
        if crowd.of(viewer).next().is_none() && self.until < news.now {
            self.forget();
            return;
        }
        let (before, after) = (news.before, news.after);
        // Of games that tell what changed only that is compared, else the whole views.
        let told = after.changed(before, viewer);
        let keep = told.is_none() && after.changed(after, viewer).is_none();
        let kept = self.view.take();
        let docs = told
            .unwrap_or_else(|| [kept.unwrap_or_else(|| before.view(viewer)), after.view(viewer)]);
        let (patch, view) = match Patch::between(&docs[0], &docs[1]) {
            Ok(patch) => (patch, None),
            Err(NoPatch) => (None, Some(json::value(&after.view(viewer)))),
        };
        let words = self.words(after, viewer, may(viewer));
        let awaited = after.awaited(viewer).seats();
        let id = news.by.filter(|(seat, id)| viewer == Viewer::Seat(*seat) && !id.is_empty());
        let mut update = Update {
            n: self.n,
            id: id.map(|(_, id)| id),
            e: Vec::new(),
            p: patch.as_ref(),
            v: view,
            a: (before.awaited(viewer).seats() != awaited)
                .then(|| awaited.iter().map(|seat| seat.0).collect()),
            m: None,
            b: None,
            u: None,
            back: news.back.map(|back| back.of(viewer)),
            over: news.over.cloned(),
            c: news.clock.clone(),
        };
        let mut texts = [None, None, None];
        for say in Say::ALL.into_iter().filter(|say| self.says[*say as usize]) {
            if say != Say::Data && update.e.is_empty() {
                update.e = news.events.told_to(viewer).collect();
            }
            words.put(&mut update, say);
            let message = ToClient::Up(update);
            texts[say as usize] = Some(written(space, &message));
            let ToClient::Up(same) = message else { return };
            update = same;
        }
        let whole = update.v.is_some();
        drop(update);
        for socket in crowd.of(viewer) {
            if let Some(made) = &texts[socket.say as usize] {
                frames.push((socket.out.clone(), made.clone()));
            }
        }
        if keep {
            let [_, view] = docs;
            self.view = Some(view);
        }
        // As long as the whole state: whoever missed it is sent that.
        if whole || texts.iter().flatten().any(|made| made.len() > LONG) {
            self.ring.clear();
            return;
        }
        if self.ring.len() == RING {
            self.ring.pop_front();
        }
        self.ring.push_back(Sent { n: self.n, turn: news.turn, texts });
    }

    /// The words that changed for this viewer.
    fn words(&mut self, after: &dyn TableFace, viewer: Viewer, may: May) -> Words {
        let flips = (self.may == Some(May::Yes)) != (may == May::Yes);
        let mut words = Words { flips, may: renew(&mut self.may, may), prompt: None, board: None };
        let [_, words_wanted, board_wanted] = self.says;
        if words_wanted || board_wanted {
            words.prompt = renew(&mut self.prompt, after.prompt(viewer));
        }
        if board_wanted {
            words.board = renew(&mut self.board, after.board(viewer));
        }
        words
    }
}

/// A message, exactly as long as it is: it is kept for a while.
fn written(space: &mut Vec<u8>, message: &impl Serialize) -> Utf8Bytes {
    space.clear();
    serde_json::to_writer(&mut *space, message).expect("messages can be written");
    Bytes::copy_from_slice(space).try_into().expect("JSON is text")
}

/// Words that changed, for those who want them.
struct Words {
    prompt: Option<String>,
    board: Option<String>,
    may: Option<May>,
    /// Did undoing become possible or impossible?
    flips: bool,
}

impl Words {
    fn put<'a, P, T>(&'a self, update: &mut Update<P, T, &'a str>, say: Say) {
        update.u = match self.may {
            Some(may) if say != Say::Data || may == May::Yes => Some(may.undo()),
            Some(_) if self.flips => Some(Undo::May(false)),
            _ => None,
        };
        update.m = self.prompt.as_deref().filter(|_| say != Say::Data);
        update.b = self.board.as_deref().filter(|_| say == Say::Board);
    }
}

/// Keeps `new` if it differs, and returns it then.
fn renew<T: Clone + PartialEq>(kept: &mut Option<T>, new: T) -> Option<T> {
    if kept.as_ref() == Some(&new) {
        return None;
    }
    *kept = Some(new.clone());
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::{NoPatch, Patch, json};
    use admiralty_catalog::{TableFace, games, json as text};
    use admiralty_core::{Actor, Seat, Seeded};

    /// What a client makes of the view it has when it is sent what changed.
    fn patched(before: &dyn TableFace, after: &dyn TableFace) {
        for viewer in after.viewers() {
            let (old, new) = (before.view(viewer), after.view(viewer));
            let told = after.changed(before, viewer);
            if let Some([a, b]) = &told {
                assert_eq!(a == b, old == new, "{viewer:?}");
            }
            let [a, b] = told.unwrap_or_else(|| [old.clone(), new.clone()]);
            let patch = match Patch::between(&a, &b) {
                Ok(patch) => patch.map(|patch| serde_json::to_value(patch).unwrap()),
                Err(NoPatch) => continue,
            };
            let mut view = json::value(&old);
            if let Some(patch) = &patch {
                admiralty_protocol::apply_patch(&mut view, patch);
            }
            assert_eq!(view, json::value(&new), "{viewer:?}: {patch:?}");
        }
    }

    #[test]
    fn what_changed_makes_the_new_view_of_the_old_in_every_game() {
        for &game in games() {
            let setups: &[&str] = match game.meta().id {
                "naval_battle" => {
                    &["{}", r#"{"memory_aid": "off"}"#, r#"{"memory_aid": "notes", "persons": 4}"#]
                }
                _ => &["{}"],
            };
            for (seed, setup) in setups.iter().enumerate() {
                let setup = text::read(setup).unwrap();
                let mut rng = Seeded::new(seed as u64);
                let Ok((mut table, _)) = game.begin(&setup, &mut rng) else {
                    panic!("{}: {:?}", game.meta().id, game.setup(&setup).err());
                };
                // Fleets placed at random would take for ever.
                let mut first = match game.meta().id {
                    "naval_battle" => vec!["ready", "ready", "deploy @Citadel", "deploy random:7"],
                    _ => Vec::new(),
                };
                for i in 0..150 {
                    let seats: Vec<Seat> = table.awaiting().seats().iter().collect();
                    if seats.is_empty() {
                        break;
                    }
                    let seat = seats[i % seats.len()];
                    let Some(action) =
                        first.pop().map(String::from).or_else(|| table.sample(seat, &mut rng))
                    else {
                        break;
                    };
                    let mut next = table.clone_box();
                    next.play(Actor::Seat(seat), &action, &mut rng).unwrap();
                    patched(&*table, &*next);
                    // And back again, as when something is undone.
                    patched(&*next, &*table);
                    table = next;
                }
            }
        }
    }
}
