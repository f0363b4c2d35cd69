//! What the house does to a table: the operator calls a game off, a table is
//! cleared away.

use super::{Batch, Room, play};
use crate::error::Error;
use crate::hub::Hub;
use admiralty_protocol::{ResultInfo, code};
use std::sync::Arc;

/// The operator ends the game: nobody has won.
pub(crate) async fn call_off(room: &Arc<Room>, hub: &Arc<Hub>) -> Result<(), Error> {
    {
        let mut inner = room.lock();
        if !inner.card.is_playing() {
            return Err(Error::new(code::STATE, "No game is being played at this table."));
        }
        let result = ResultInfo {
            verdict: "cancelled".into(),
            sides: Vec::new(),
            seats: Vec::new(),
            reason: "operator".into(),
            degree: String::new(),
            clause: String::new(),
        };
        let mut batch = Batch::default();
        play::end(&mut inner, result, &mut batch);
        inner.tell_states(&mut batch.frames, hub.now(), hub.ran());
        room.commit(hub, batch);
    }
    Ok(room.settled(hub).await?)
}

/// Everybody out, and nothing of it is written any more.
pub(crate) fn clear_away(room: &Room, says: &str) {
    room.guard.give_up();
    let mut inner = room.lock();
    inner.crowd.say_goodbye(code::NO_TABLE, says);
    inner.crowd.clear();
}

/// Is anybody here?
pub(crate) fn is_visited(room: &Room) -> bool {
    !room.lock().crowd.is_empty()
}
