//! The messages of a table: updates as small as can be, and the whole state.

use super::live::{Events, May, RING, Stream, Told, number_to_viewer, seat_bits};
use super::{Frames, Inner};
use crate::clock::bits;
use crate::json;
use crate::store::HolderRow;
use admiralty_catalog::{ErasedEvent, TableFace};
use admiralty_core::{Awaiting, Outcome, Verdict, Viewer};
use admiralty_protocol::{
    ChatLine, ClockPlan, Holder, Past, Presence, ResultInfo, RewindAsked, SeatInfo, Status,
    TableInfo, TableState, Tell, ToClient, Undo,
};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Longer updates are not kept for those who come back.
const LONG: usize = 1024;

/// What happened, for the streams of all viewers.
pub(crate) struct Change<'a> {
    pub(crate) before: &'a dyn TableFace,
    pub(crate) events: &'a [ErasedEvent],
    /// The same, written.
    pub(crate) texts: &'a Events,
    /// The seat that did it, with the id of its request.
    pub(crate) by: Option<(u8, &'a str)>,
    /// For something taken back: the number each viewer goes back to.
    pub(crate) back: Option<&'a [u32]>,
    pub(crate) over: Option<&'a ResultInfo>,
    pub(crate) now: u64,
}

impl Change<'_> {
    /// Does this viewer see anything else than before?
    fn shows(&self, after: &dyn TableFace, viewer: Viewer) -> bool {
        match after.changed(self.before, viewer) {
            Some([old, new]) => old != new,
            None => self.before.view(viewer) != after.view(viewer),
        }
    }
}

/// Which viewers notice the change, as bits: those who are told, who did it, or
/// whose view or awaited seats differ. The last of them are the spectators.
pub(crate) fn who_sees(change: &Change<'_>, after: &dyn TableFace, n_viewers: usize) -> u32 {
    let mut seen = 0;
    for index in 0..n_viewers {
        let viewer = number_to_viewer(index, n_viewers - 1);
        let told = change.events.iter().any(|event| event.to.includes(viewer))
            || change.by.is_some_and(|(seat, _)| usize::from(seat) == index)
            || change.before.awaited(viewer) != after.awaited(viewer)
            || change.shows(after, viewer);
        seen |= u32::from(told) << index;
    }
    seen
}

/// A message as text.
pub(crate) fn frame(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages can be written").into()
}

/// An event as clients are told it.
pub(crate) fn tell(event: &ErasedEvent) -> Tell {
    Tell {
        d: json::value(&event.doc),
        s: Some(event.sentence.clone()),
        c: event.clauses.iter().map(|clause| clause.to_string()).collect(),
        r: event.dice.iter().map(|roll| [roll.die.0, roll.value]).collect(),
    }
}

impl Inner {
    pub(crate) fn n_seats(&self) -> usize {
        self.row.seats.len()
    }

    pub(crate) fn viewer(&self, index: usize) -> Viewer {
        number_to_viewer(index, self.n_seats())
    }

    /// Numbers the change for everybody who sees it and writes the updates of
    /// those who are here.
    pub(crate) fn updates(&mut self, change: &Change<'_>, seen: u32, frames: &mut Frames) {
        let n_seats = self.n_seats();
        let Some(play) = &self.play else { return };
        let clock = (self.row.clock != ClockPlan::None).then(|| self.clocks.info(change.now));
        let (mut body, mut out) = (String::with_capacity(256), String::with_capacity(512));
        for (index, stream) in self.streams.iter_mut().enumerate() {
            if seen & (1 << index) == 0 {
                continue;
            }
            stream.n += 1;
            let here = || self.sockets.iter().filter(|socket| socket.viewer == index);
            if here().next().is_none() && stream.until < change.now {
                stream.forget();
                continue;
            }
            let viewer = number_to_viewer(index, n_seats);
            body.clear();
            let (words, whole) =
                stream.changes(&mut body, change, &*play.table, viewer, play.undo(viewer));
            let mut ready = [None, None, None];
            for say in bits(u32::from(stream.says)) {
                out.clear();
                out.push_str("{\"t\":\"up\",\"n\":");
                json::number(&mut out, stream.n);
                if let Some((seat, id)) = change.by
                    && usize::from(seat) == index
                    && !id.is_empty()
                {
                    out.push_str(",\"id\":");
                    json::text(&mut out, id);
                }
                change.texts.write(&mut out, viewer, say > 0);
                out.push_str(&body);
                words.write(&mut out, say);
                if let Some(over) = change.over {
                    out.push_str(",\"over\":");
                    out.push_str(&serde_json::to_string(over).unwrap_or_default());
                }
                if let Some(clock) = &clock {
                    out.push_str(",\"c\":");
                    out.push_str(&serde_json::to_string(clock).unwrap_or_default());
                }
                out.push('}');
                // Exactly as long as it is: it is kept for a while.
                ready[usize::from(say)] = Some(Utf8Bytes::from(&*out));
            }
            for socket in here() {
                if let Some(made) = &ready[usize::from(socket.say)] {
                    frames.push((socket.out.clone(), made.clone()));
                }
            }
            // As long as the whole state: whoever missed it is sent that.
            if whole || ready.iter().flatten().any(|made| made.len() > LONG) {
                stream.ring.clear();
                continue;
            }
            if stream.ring.len() == RING {
                stream.ring.pop_front();
            }
            stream.ring.push_back((stream.n, ready));
        }
    }

    /// A table as this person may see it.
    pub(crate) fn info(&self, user: Option<&str>) -> TableInfo {
        let row = &self.row;
        let mine = |holder: &HolderRow| user.is_some_and(|user| holder.is(user));
        let member = user == Some(row.host.as_str()) || row.seats.iter().any(|s| mine(&s.holder));
        let over = row.status == Status::Over;
        let (mut awaited, mut turn, mut updated) = (0, 0, row.begun.max(row.created));
        if let Some(play) = &self.play {
            turn = play.table.turn();
            updated = updated.max(play.seen_at);
            if row.status == Status::Playing {
                awaited = seat_bits(play.table.awaited(Viewer::Spectator).seats());
                let truth = seat_bits(play.table.awaiting().seats());
                let own = row.seats.iter().enumerate().filter(|(_, s)| mine(&s.holder));
                awaited |= truth & own.fold(0, |set, (i, _)| set | 1 << i);
            }
        }
        let seats = row.seats.iter().enumerate().map(|(i, seat)| SeatInfo {
            seat: i as u8,
            code: seat.code.clone(),
            name: seat.name.clone(),
            side: seat.side,
            holder: match &seat.holder {
                HolderRow::Open => Holder::Open,
                HolderRow::Invited => Holder::Invited,
                HolderRow::Person { name, guest, .. } => {
                    Holder::Person { name: name.clone(), guest: *guest }
                }
                HolderRow::Bot { level } => Holder::Bot { level: level.clone() },
            },
            you: mine(&seat.holder),
            present: self.is_present(i),
        });
        TableInfo {
            id: row.id.clone(),
            game: row.game.clone(),
            options: open_options(&row.setup),
            status: row.status,
            public: row.public,
            seats: seats.collect(),
            host: user == Some(row.host.as_str()),
            clock: row.clock,
            created: row.created,
            updated,
            turn,
            awaited: bits(awaited).collect(),
            result: row.result.clone(),
            invite: member.then(|| row.invite.clone()),
            commitment: commitment(&row.key),
            salts: row.seats.iter().map(|seat| seat.salt.clone()).collect(),
            key: over.then(|| row.key.clone()),
            rematch: row.rematch.clone(),
        }
    }

    fn is_present(&self, seat: usize) -> bool {
        matches!(self.row.seats[seat].holder, HolderRow::Bot { .. })
            || self.sockets.iter().any(|socket| socket.viewer == seat)
    }

    pub(crate) fn presence(&self) -> Presence {
        let n = self.n_seats();
        Presence {
            seats: (0..n).filter(|&i| self.is_present(i)).map(|i| i as u8).collect(),
            watchers: self.sockets.iter().filter(|socket| socket.viewer == n).count() as u32,
        }
    }

    /// Everything one viewer knows.
    pub(crate) fn state(&self, index: usize, user: Option<&str>, now: u64) -> Utf8Bytes {
        let viewer = self.viewer(index);
        let table = self.info(user);
        let chat = self.readable_chat(index);
        let here = self.presence();
        let mut state = TableState {
            n: self.streams[index].n,
            table,
            view: serde_json::Value::Null,
            board: String::new(),
            awaited: Vec::new(),
            prompt: "Waiting for the others to take their seats.".into(),
            undo: Undo::May(false),
            over: self.row.result.clone(),
            clock: None,
            past: Vec::new(),
            rewind: self.asked(index),
            chat,
            here,
        };
        if let Some(play) = &self.play {
            state.view = json::value(&play.table.view(viewer));
            state.board = play.table.board(viewer);
            state.prompt = play.table.prompt(viewer);
            state.undo = play.undo(viewer).undo();
            if self.row.status == Status::Playing {
                state.awaited = bits(seat_bits(play.table.awaited(viewer).seats())).collect();
            }
            let from = play.table.recalls_from(viewer);
            let past = play.past.iter().filter(|t| t.seen & (1 << index) != 0 && t.turn >= from);
            state.past = past.map(|told| past_of(told, index, viewer)).collect();
            if self.row.clock != ClockPlan::None {
                state.clock = Some(self.clocks.info(now));
            }
        }
        frame(&ToClient::State(state))
    }

    /// The rewind that is asked for, in this viewer's numbers.
    pub(crate) fn asked(&self, index: usize) -> Option<RewindAsked> {
        let ask = self.ask.as_ref()?;
        let people = self.row.seats.iter().enumerate();
        let people = people
            .filter(|(_, seat)| matches!(seat.holder, HolderRow::Person { .. }))
            .map(|(i, _)| i);
        Some(RewindAsked {
            by: ask.by,
            to: ask.to.get(index).copied().unwrap_or(0),
            agreed: bits(ask.agreed).collect(),
            open: people.filter(|i| ask.agreed & (1 << i) == 0).map(|i| i as u8).collect(),
        })
    }

    /// Chat this viewer may read: players' own until the end, spectators'
    /// theirs, afterwards everything.
    pub(crate) fn readable_chat(&self, index: usize) -> Vec<ChatLine> {
        let over = self.row.status == Status::Over;
        let channel = self.channel(index);
        self.chat.iter().filter(|line| over || line.channel == channel).cloned().collect()
    }

    pub(crate) fn channel(&self, index: usize) -> &'static str {
        if index < self.n_seats() { "players" } else { "watchers" }
    }
}

fn past_of(told: &Told, index: usize, viewer: Viewer) -> Past {
    Past { n: told.nums.get(index).copied().unwrap_or(0), e: told.events.told_to(viewer) }
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
    fn write(&self, out: &mut String, say: u8) {
        match self.may {
            Some(May::Yes) => out.push_str(",\"u\":true"),
            Some(May::No(why)) if say > 0 => {
                out.push_str(",\"u\":");
                json::text(out, why);
            }
            Some(_) if self.flips => out.push_str(",\"u\":false"),
            _ => {}
        }
        if let (1.., Some(prompt)) = (say, &self.prompt) {
            out.push_str(",\"m\":");
            json::text(out, prompt);
        }
        if let (2, Some(board)) = (say, &self.board) {
            out.push_str(",\"b\":");
            json::text(out, board);
        }
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

impl Stream {
    /// Forgets what was sent, to save memory; the next update makes it again.
    pub(crate) fn forget(&mut self) {
        let kept = Stream { n: self.n, until: self.until, says: self.says, ..Stream::default() };
        *self = kept;
    }

    /// Writes what changed for this viewer besides events; the words that
    /// changed, and whether the view had to be sent whole.
    fn changes(
        &mut self,
        out: &mut String,
        change: &Change<'_>,
        after: &dyn TableFace,
        viewer: Viewer,
        may: May,
    ) -> (Words, bool) {
        let mut whole = false;
        let mark = out.len();
        out.push_str(",\"p\":");
        let kept = self.view.take();
        let patched = match after.changed(change.before, viewer) {
            Some([old, new]) => json::patch(out, &old, &new),
            None => {
                let new = after.view(viewer);
                let old = kept.unwrap_or_else(|| change.before.view(viewer));
                let patched = json::patch(out, &old, &new);
                // Where the next change will be told anyway, it is not needed.
                if after.changed(after, viewer).is_none() {
                    self.view = Some(new);
                }
                patched
            }
        };
        match patched {
            Ok(true) => {}
            Ok(false) => out.truncate(mark),
            Err(_) => {
                out.truncate(mark);
                out.push_str(",\"v\":");
                json::doc(out, &after.view(viewer));
                whole = true;
            }
        }
        let awaited = after.awaited(viewer).seats();
        if change.before.awaited(viewer).seats() != awaited {
            out.push_str(",\"a\":");
            json::numbers(out, bits(seat_bits(awaited)));
        }
        if let Some(back) = change.back {
            out.push_str(",\"back\":");
            json::number(out, back[super::viewer_to_index(viewer, back.len() - 1)]);
        }
        let flips = (self.may == Some(May::Yes)) != (may == May::Yes);
        let mut words = Words { flips, may: renew(&mut self.may, may), prompt: None, board: None };
        if self.says & 0b110 != 0 {
            words.prompt = renew(&mut self.prompt, after.prompt(viewer));
        }
        if self.says & 0b100 != 0 {
            words.board = renew(&mut self.board, after.board(viewer));
        }
        (words, whole)
    }
}

/// What binds the server to the key of a table's dice.
pub(crate) fn commitment(key: &str) -> String {
    admiralty_core::Key::from_hex(key).map(|key| key.commitment().hex()).unwrap_or_default()
}

/// The outcome as clients see it.
pub(crate) fn result_info(table: &dyn TableFace) -> Option<ResultInfo> {
    let Awaiting::Over(Outcome { verdict, reason, degree, clause }) = table.awaiting() else {
        return None;
    };
    let (verdict, sides) = match verdict {
        Verdict::Won(sides) => ("won", sides),
        Verdict::Drawn => ("drawn", admiralty_core::SideSet::EMPTY),
        Verdict::Cancelled => ("cancelled", admiralty_core::SideSet::EMPTY),
    };
    let seats = (0..table.n_seats()).map(admiralty_core::Seat);
    let won = seats.filter(|&seat| table.side_of(seat).is_some_and(|side| sides.has(side)));
    Some(ResultInfo {
        verdict: verdict.into(),
        sides: sides.iter().map(|side| side.0).collect(),
        seats: won.map(|seat| seat.0).collect(),
        reason: reason.into(),
        degree: degree.into(),
        clause: clause.to_string(),
    })
}

/// The set-up as everybody may see it: where fleets stand is for the game to
/// show, so of a given deployment or position only that there is one.
fn open_options(setup: &str) -> serde_json::Value {
    let mut options: serde_json::Value = serde_json::from_str(setup).unwrap_or_default();
    for key in ["deploy", "position"] {
        if let Some(value) = options.get_mut(key) {
            *value = "hidden".into();
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::{json, open_options};
    use admiralty_catalog::{TableFace, games, json as text};
    use admiralty_core::{Actor, Seat, Seeded};

    /// What a client makes of the view it has when it is sent what changed.
    fn patched(before: &dyn TableFace, after: &dyn TableFace) {
        for viewer in after.viewers() {
            let (old, new) = (before.view(viewer), after.view(viewer));
            let mut patch = String::new();
            let done = match after.changed(before, viewer) {
                Some([a, b]) => {
                    assert_eq!(a == b, old == new, "{viewer:?}");
                    json::patch(&mut patch, &a, &b)
                }
                None => json::patch(&mut patch, &old, &new),
            };
            let mut view = json::value(&old);
            match done {
                Ok(true) => {
                    let patch = serde_json::from_str(&patch).unwrap();
                    admiralty_protocol::apply_patch(&mut view, &patch);
                }
                Ok(false) => assert!(patch.is_empty()),
                Err(json::NoPatch) => continue,
            }
            assert_eq!(view, json::value(&new), "{viewer:?}: {patch}");
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

    #[test]
    fn given_fleets_are_not_in_the_options() {
        let open =
            open_options(r#"{"board":"reefs","deploy":{"W":"13M21M41"},"position":"W:Aa1"}"#);
        assert_eq!(
            open,
            serde_json::json!({"board": "reefs", "deploy": "hidden", "position": "hidden"})
        );
    }
}
