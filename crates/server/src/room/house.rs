//! What the house does to a table: the operator calls a game off, a table is
//! cleared away.

use super::{Batch, Room, clocks, play};
use crate::App;
use crate::cluster::talk::{self, Question};
use crate::error::Error;
use crate::hub::Hub;
use crate::store::{AwayRow, HolderRow, Op, TableRow};
use admiralty_core::{SeatSet, Viewer};
use admiralty_protocol::{ResultInfo, Status, code};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The operator ends the game: nobody has won.
pub(crate) async fn call_off(room: &Arc<Room>, hub: &Arc<Hub>) -> Result<(), Error> {
    {
        let inner = room.lock();
        if !inner.card.is_playing() {
            return Err(Error::new(code::STATE, "No game is being played at this table."));
        }
    }
    let result = ResultInfo {
        verdict: "cancelled".into(),
        sides: Vec::new(),
        seats: Vec::new(),
        reason: "operator".into(),
        degree: String::new(),
        clause: String::new(),
    };
    close(room, hub, result).await
}

/// A game that is being played is decided away from its table.
pub(crate) async fn close(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    result: ResultInfo,
) -> Result<(), Error> {
    {
        let mut inner = room.lock();
        if !inner.card.is_playing() {
            return Ok(());
        }
        let mut batch = Batch::default();
        play::end(&mut inner, result, hub.when(), &mut batch);
        inner.tell_states(&mut batch.frames, hub.when());
        room.commit(hub, batch);
    }
    Ok(room.settled(hub).await?)
}

/// The operator marks a game as one to be watched, or no more.
pub(crate) async fn feature(room: &Room, hub: &Hub, yes: bool) -> Result<(), Error> {
    Ok(room.rewrite(hub, |row| row.featured = yes).await?)
}

/// The seats that everybody knows to be awaited and whose people are not here.
pub(crate) fn missing(room: &Room) -> SeatSet {
    let inner = room.lock();
    let Some(game) = inner.game.as_ref().filter(|_| inner.card.is_playing()) else {
        return SeatSet::EMPTY;
    };
    let awaited = game.table().awaited(Viewer::Spectator).seats();
    awaited.common(inner.card.people()).minus(inner.attended())
}

/// Everybody out, and nothing of it is written any more.
pub(crate) fn clear_away(room: &Room, says: &str) {
    room.guard.give_up();
    let mut inner = room.lock();
    inner.crowd.say_goodbye(code::NO_TABLE, says);
    inner.crowd.clear();
}

/// The table is another node's now, or will be: everybody comes back there.
pub(crate) fn let_go(room: &Room) {
    room.guard.give_up();
    let mut inner = room.lock();
    inner.crowd.say_goodbye(code::STOPPING, "This table moves to another machine; come back.");
    inner.crowd.clear();
}

/// Is it listed, and has it not begun?
pub(crate) fn is_open(room: &Room) -> bool {
    let inner = room.lock();
    inner.card.row().public && inner.card.status() == Status::Waiting
}

/// Is anybody here?
pub(crate) fn is_visited(room: &Room) -> bool {
    !room.lock().crowd.is_empty()
}

/// What a person held becomes another's, or nobody's in particular.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Rehold {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) name: String,
    pub(crate) guest: bool,
}

impl Rehold {
    fn change(&self, row: &mut TableRow) {
        if row.host == self.from {
            row.host.clone_from(&self.to);
        }
        for seat in row.seats.iter_mut().filter(|seat| seat.holder.is(&self.from)) {
            let (user, name) = (self.to.clone(), self.name.clone());
            seat.holder = HolderRow::Person { user, name, guest: self.guest, bot: false };
        }
        for known in row.answers.iter_mut().filter(|known| known.by == self.from) {
            known.by.clone_from(&self.to);
        }
        // Nobody answers for somebody who is gone.
        row.answers.retain(|known| known.by != "gone");
    }
}

/// Somebody's holiday begins or ends, as the tables by days know it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Holiday {
    pub(crate) user: String,
    pub(crate) away: Option<AwayRow>,
}

/// Tells a table of a holiday, wherever it is.
pub(crate) async fn holiday(app: &App, table: &str, holiday: Holiday) -> Result<(), Error> {
    let question = Question::Holiday { table: table.into(), holiday: holiday.clone() };
    if talk::is_here(app, table, question).await? {
        holiday_at(app, table, &holiday).await?;
    }
    Ok(())
}

/// The same at this node.
pub(crate) async fn holiday_at(app: &App, table: &str, holiday: &Holiday) -> Result<(), Error> {
    let room = app.hub().room(table).await?;
    {
        let mut inner = room.lock();
        let seats = inner.card.seats_of(&holiday.user);
        inner.card.set_away(seats, holiday.away);
        clocks::away(&room, app.hub(), &mut inner, seats, holiday.away);
    }
    Ok(room.settled(app.hub()).await?)
}

/// Changes who holds a table, wherever it is.
pub(crate) async fn rehold(app: &App, table: &str, change: Rehold) -> Result<(), Error> {
    let question = Question::Rehold { table: table.into(), change: change.clone() };
    if talk::is_here(app, table, question).await? {
        rehold_at(app, table, &change).await?;
    }
    Ok(())
}

/// The same at this node. The table is woken for that: whoever wakes it at the same
/// moment gets the same room, and nobody writes an older row over this one.
pub(crate) async fn rehold_at(app: &App, table: &str, change: &Rehold) -> Result<(), Error> {
    match app.hub().room(table).await {
        Ok(room) => room.rewrite(app.hub(), |row| change.change(row)).await?,
        // A table that cannot be read back is changed where it lies.
        Err(Error::Is(code::UNREADABLE_TABLE, _)) => {
            let row = app.hub().store().table(table).await?;
            let mut row = row.ok_or_else(Error::no_table)?;
            change.change(&mut row);
            app.hub().commit(vec![Op::Table(Box::new(row))]).await?;
        }
        Err(error) => return Err(error),
    }
    Ok(())
}
