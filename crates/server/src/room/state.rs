//! Everything one viewer knows of a table, put together from whoever owns the
//! parts of it.

use super::crowd::Say;
use super::{Frames, Inner};
use crate::hub::When;
use crate::json;
use crate::refusal::{No, refuse};
use admiralty_catalog::{Recall, TableFace};
use admiralty_core::{Seat, SeatSet, Viewer};
use admiralty_protocol::{Status, TableInfo, TableState, ToClient, Undo, code};
use tokio_tungstenite::tungstenite::Utf8Bytes;

impl Inner {
    /// The running game's table.
    pub(super) fn table(&self) -> Result<&dyn TableFace, No> {
        match &self.game {
            Some(game) => Ok(game.table()),
            None => Err(refuse(code::NOT_BEGUN, "The game has not begun.")),
        }
    }

    /// The seat that wants something of the running game.
    pub(super) fn seat_at_play(&self, viewer: Viewer) -> Result<Seat, No> {
        let Viewer::Seat(seat) = viewer else {
            return Err(refuse(code::NOT_A_SEAT, "Whoever watches does not play."));
        };
        match self.card.status() {
            Status::Waiting => Err(refuse(code::NOT_BEGUN, "The game has not begun.")),
            Status::Over => Err(refuse(code::OVER, "The game is over.")),
            Status::Playing => Ok(seat),
        }
    }

    /// The table as this person may see it.
    pub(super) fn info(&self, user: Option<&str>) -> TableInfo {
        let mut info = self.card.info(user);
        let own = user.map_or(SeatSet::EMPTY, |user| self.card.seats_of(user));
        info.dice = self.dice_info(own, self.signer.hex());
        let here = self.crowd.seats().union(self.card.bots());
        for seat in &mut info.seats {
            seat.present = here.has(Seat(seat.seat));
        }
        if let Some(game) = &self.game {
            let table = game.table();
            info.turn = table.turn();
            info.updated = info.updated.max(game.seen_at());
            if let Some(lag) = self.lag.as_ref().filter(|_| own.is_empty()) {
                let awaited = lag.table().awaited(Viewer::Spectator).seats();
                info.turn = lag.table().turn();
                info.updated = self.card.row().begun.max(lag.at());
                info.awaited = awaited.iter().map(|seat| seat.0).collect();
            } else if self.card.is_playing() {
                let known = table.awaited(Viewer::Spectator).seats();
                let awaited = known.union(table.awaiting().seats().common(own));
                info.awaited = awaited.iter().map(|seat| seat.0).collect();
                info.due = self.clocks.due(own).or_else(|| self.clocks.due(awaited));
            }
        }
        info
    }

    /// Everything one viewer knows.
    pub(super) fn state(&self, viewer: Viewer, user: Option<&str>, when: When) -> ToClient {
        let mut state = TableState {
            n: self.streams.number(viewer),
            table: self.info(user),
            view: serde_json::Value::Null,
            board: String::new(),
            awaited: Vec::new(),
            prompt: "Waiting for the others to take their seats.".into(),
            undo: Undo::May(false),
            over: self.card.row().result.clone(),
            clock: None,
            past: Vec::new(),
            rewind: self.rewind.shown_to(viewer, self.card.people()),
            chat: self
                .chat
                .said()
                .filter(|said| self.hears(viewer, user, said))
                .map(|said| said.line.clone())
                .collect(),
            here: self.crowd.presence(self.card.bots()),
        };
        if let Some(lag) = self.lag.as_ref().filter(|_| self.is_behind(viewer)) {
            let table = lag.table();
            state.view = json::value(&table.view(viewer));
            state.board = table.board(viewer);
            state.prompt = table.prompt(viewer);
            let awaited = table.awaited(viewer).seats();
            state.awaited = awaited.iter().map(|seat| seat.0).collect();
            state.past = lag.past();
            state.rewind = None;
        } else if let Some(game) = &self.game {
            let table = game.table();
            state.view = json::value(&table.view(viewer));
            state.board = table.board(viewer);
            state.prompt = table.prompt(viewer);
            state.undo = game.may_undo(viewer).undo();
            if self.card.is_playing() {
                let awaited = table.awaited(viewer).seats();
                state.awaited = awaited.iter().map(|seat| seat.0).collect();
            }
            state.past = game.past(viewer);
            state.clock = self.clocks.info(when);
        }
        ToClient::State(state)
    }

    /// The updates a viewer missed after number `from`, if it can be told them one by one.
    pub(super) fn missed(&self, viewer: Viewer, from: u32, say: Say) -> Option<Vec<Utf8Bytes>> {
        // What they have seen may have been taken back meanwhile.
        let game = self.game.as_ref().filter(|_| !self.is_behind(viewer))?;
        self.streams.missed(viewer, from, say, Recall::of(game.table(), viewer))
    }

    /// The table as each may see it.
    pub(super) fn tell_tables(&self, frames: &mut Frames) {
        self.crowd.tell_each(frames, |socket| ToClient::Table {
            table: self.info(socket.user.as_deref()),
        });
    }

    /// The whole state, for changes no update describes.
    pub(super) fn tell_states(&self, frames: &mut Frames, when: When) {
        let state = |user: Option<&str>, viewer| self.state(viewer, user, when);
        self.crowd.tell_each(frames, |socket| state(socket.user.as_deref(), socket.viewer));
    }

    /// Nothing is asked for any more, if anything was.
    pub(super) fn drop_rewind(&mut self, frames: &mut Frames) {
        if self.rewind.drop() {
            let message = ToClient::Rewind { asked: None };
            self.crowd.tell_some(frames, &message, |socket| !self.is_behind(socket.viewer));
        }
    }
}
