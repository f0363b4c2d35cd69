//! Before and after the game: making a table, taking seats, starting, rematch.

use super::clocks;
use super::lag::Lag;
use super::running::Running;
use super::times::Clocks;
use super::{Batch, Inner, Room, calls, draw, pair, play};
use crate::auth::Person;
use crate::bus::News;
use crate::dice::Source;
use crate::error::Error;
use crate::holidays;
use crate::hub::Hub;
use crate::ids;
use crate::manners;
use crate::names;
use crate::store::{FromRow, HolderRow, Op, SeatRow, SnapRow, TableRow, plays_itself};
use admiralty_catalog::{BeginError, json};
use admiralty_core::{
    Actor, Around, Drawn, Fault, Head, Link, Seat, SeatSet, Verifiable, Viewer, rolls_text,
};
use admiralty_protocol::{
    ClockPlan, CreateTable, Delay, JoinTable, Rematch, SeatPlan, Status, WatchPlan, code,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many games with bots may go on for one person.
const BOT_TABLES: usize = 40;

/// Checks the plan and makes the table; begins it if that is wished and possible.
pub(crate) async fn make(
    hub: &Arc<Hub>,
    me: &Person,
    plan: CreateTable,
    from: Option<FromRow>,
) -> Result<Arc<Room>, Error> {
    let game = hub
        .game(&plan.game)
        .ok_or_else(|| Error::new(code::NO_GAME, format!("There is no game \"{}\".", plan.game)))?;
    let options = match &plan.options {
        serde_json::Value::Null => admiralty_core::Doc::map(),
        options => json::from_value(options).map_err(|fault| Error::Setup(fault.into()))?,
    };
    let setup = game.setup(&options)?;
    let seats = game.seats(&setup)?;
    if plan.seats.len() != seats.len() {
        let reason = match plan.seats.len() {
            1 => format!("1 seat is planned, the game has {}", seats.len()),
            n => format!("{n} seats are planned, the game has {}", seats.len()),
        };
        return Err(Error::Setup(Fault::new("seats", reason).into()));
    }
    check_clock(plan.clock)?;
    let mut rows = Vec::new();
    let salts = plan.salted == Some(true);
    for (info, plan) in seats.iter().zip(&plan.seats) {
        let holder = match plan {
            SeatPlan::Me => me.holder(None),
            SeatPlan::Same { name } => me.holder(Some(&names::clean(name)?)),
            SeatPlan::Open => HolderRow::Open,
            SeatPlan::Invite => HolderRow::Invited,
            SeatPlan::Bot { level } => {
                let spelt = hub.parts.minds.spelt(game.meta().id, level);
                let refused = |reason| Error::Setup(Fault::new("seats", reason).into());
                HolderRow::Bot { level: spelt.map_err(refused)? }
            }
        };
        rows.push(SeatRow {
            code: info.code.clone(),
            name: info.name.clone(),
            side: info.side.map(|side| side.0),
            salted: salts && holder.is(&me.id),
            holder,
            salt: String::new(),
            seal: String::new(),
            shown: 0,
            away: None,
        });
    }
    if plan.public && plays_itself(&rows) {
        let reason = "at a public table nobody plays against themselves";
        return Err(Error::Setup(Fault::new("seats", reason).into()));
    }
    for i in 0..rows.len() {
        set_apart(&mut rows, i);
    }
    if rows.iter().any(|row| matches!(row.holder, HolderRow::Bot { .. })) {
        check_bots(hub, me).await?;
    }
    if plan.rated
        && let Err(reason) = pair::may_count(&rows, plan.clock)
    {
        return Err(Error::Setup(Fault::new("rated", reason).into()));
    }
    check_watch(plan.watch)?;
    let CreateTable { game, public, clock, rated, watch, start: start_now, .. } = plan;
    let setup = setup.to_string();
    let made = Plan { game, setup, seats: rows, public, clock, rated, watch, from };
    let room = put(hub, &me.id, made).await?;
    if start_now && room.lock().card.is_full() {
        start(&room, hub, &me.id)?;
        room.settled(hub).await?;
    }
    Ok(room)
}

/// Bots think for everybody by turns, and for one person at so many tables.
async fn check_bots(hub: &Hub, me: &Person) -> Result<(), Error> {
    let own = hub.store().tables_of(&me.id, false, 200).await?;
    let bots = |row: &SeatRow| matches!(row.holder, HolderRow::Bot { .. });
    let busy = |row: &&TableRow| {
        row.status == Status::Playing && row.host == me.id && row.seats.iter().any(bots)
    };
    if own.iter().filter(busy).count() < BOT_TABLES {
        return Ok(());
    }
    let says =
        format!("You have {BOT_TABLES} games with bots going on: finish some of them first.");
    Err(Error::new(code::RATE, says))
}

/// A table that is about to be made.
pub(super) struct Plan {
    pub(super) game: String,
    /// The set-up, filled in, as text.
    pub(super) setup: String,
    pub(super) seats: Vec<SeatRow>,
    pub(super) public: bool,
    pub(super) clock: ClockPlan,
    pub(super) rated: bool,
    /// What spectators are shown, and when.
    pub(super) watch: WatchPlan,
    /// The game it goes on from.
    pub(super) from: Option<FromRow>,
}

/// Makes a table of it.
pub(super) async fn put(hub: &Arc<Hub>, host: &str, plan: Plan) -> Result<Arc<Room>, Error> {
    let row = new_row(hub, host, plan).await?;
    hub.commit(vec![Op::Table(Box::new(row.clone()))]).await?;
    Ok(opened(hub, row))
}

/// The row of a new table.
pub(super) async fn new_row(hub: &Hub, host: &str, plan: Plan) -> Result<TableRow, Error> {
    let Plan { game, setup, seats, public, clock, rated, watch, from } = plan;
    let mut seats = seats;
    if matches!(clock, ClockPlan::Days { .. }) {
        for seat in &mut seats {
            seat.away = match &seat.holder {
                HolderRow::Person { user, .. } => holidays::away(hub, user).await?,
                _ => None,
            };
        }
    }
    let entropy = &*hub.parts.entropy;
    let mut key = [0; 32];
    entropy.fill(&mut key);
    let (num, id) = hub.new_table().await?;
    Ok(TableRow {
        num,
        id,
        game,
        setup,
        status: Status::Waiting,
        public,
        host: host.into(),
        seats,
        clock,
        created: hub.now(),
        begun: 0,
        begun_ran: None,
        begun_rolls: 0,
        invite: ids::word(entropy, 20),
        key: Link(key).hex(),
        dice: 3,
        drawn: Vec::new(),
        redraws: Vec::new(),
        head: String::new(),
        result: None,
        rematch: None,
        rated,
        from,
        times: None,
        tournament: None,
        watch,
        answers: Vec::new(),
        featured: false,
    })
}

/// A new table is on disk.
pub(super) fn opened(hub: &Arc<Hub>, row: TableRow) -> Arc<Room> {
    let (public, host) = (row.public, row.host.clone());
    metrics::counter!("tables_total").increment(1);
    let room = hub.put(Room::new(hub, row));
    calls::call_seated(&room, hub, &host);
    if public {
        hub.parts.bus.publish(News::Listed(room.id.clone()));
    }
    room
}

/// The same people at a new table; made once, whoever asks first.
pub(crate) async fn rematch(
    hub: &Arc<Hub>,
    old: &Arc<Room>,
    me: &Person,
    wish: &Rematch,
) -> Result<Arc<Room>, Error> {
    let row = old.lock().card.row().clone();
    if row.status != Status::Over {
        return Err(Error::new(code::STATE, "The game is not over yet."));
    }
    if !row.seats.iter().any(|seat| seat.holder.is(&me.id)) && row.host != me.id {
        return Err(Error::new(code::SEAT, "Only those who played may ask for a rematch."));
    }
    if manners::is_among(&manners::apart(hub.store(), &me.id).await?, &row) {
        return Err(manners::kept_apart());
    }
    if let Some(id) = row.rematch {
        return hub.room(&id).await;
    }
    let holders = match wish.swap {
        true => swapped(&row.seats),
        false => row.seats.iter().map(|seat| seat.holder.clone()).collect(),
    };
    // Whoever had a salt in the last game has one in this: their browsers know how.
    let salted = |holder: &HolderRow| {
        let own = |seat: &&SeatRow| seat.salted && same_person(&seat.holder, holder);
        row.seats.iter().any(|seat| own(&seat)) || (wish.salted == Some(true) && holder.is(&me.id))
    };
    let seats = row.seats.iter().zip(holders).map(|(seat, holder)| SeatRow {
        salted: salted(&holder),
        holder,
        salt: String::new(),
        seal: String::new(),
        shown: 0,
        ..seat.clone()
    });
    let plan = Plan {
        game: row.game.clone(),
        setup: row.setup.clone(),
        seats: seats.collect(),
        public: row.public,
        clock: row.clock,
        rated: row.rated,
        watch: row.watch,
        from: row.from.clone(),
    };
    let new = put(hub, &me.id, plan).await?;
    let first = {
        let mut inner = old.lock();
        let first = inner.card.rematch(&new.id).to_string();
        if first == new.id {
            write_card(old, hub, &inner);
        }
        first
    };
    // Two may have asked at the same moment: both get the same table.
    if first == new.id { Ok(new) } else { hub.room(&first).await }
}
/// Everybody on the next side; teams stay together where sides are of one size.
/// Whoever plays for no side stays where they are.
fn swapped(seats: &[SeatRow]) -> Vec<HolderRow> {
    let mut sides: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (i, side) in seats.iter().enumerate().filter_map(|(i, seat)| Some((i, seat.side?))) {
        sides.entry(side).or_default().push(i);
    }
    let mut sides: Vec<Vec<usize>> = sides.into_values().collect();
    if sides.iter().any(|side| side.len() != sides[0].len()) {
        let mut all = sides.concat();
        all.sort_unstable();
        sides = all.into_iter().map(|seat| vec![seat]).collect();
    }
    let mut holders: Vec<HolderRow> = seats.iter().map(|seat| seat.holder.clone()).collect();
    for (from, to) in sides.iter().zip(sides.iter().cycle().skip(1)) {
        for (from, to) in from.iter().zip(to) {
            holders[*to] = seats[*from].holder.clone();
        }
    }
    holders
}

/// Whoever sits down here is called so that nobody takes them for another.
pub(super) fn set_apart(seats: &mut [SeatRow], at: usize) {
    let called = |seat: &SeatRow| match &seat.holder {
        HolderRow::Person { name, .. } => Some(name.clone()),
        _ => None,
    };
    // Two seats of one person may well have one name.
    let own = match &seats[at].holder {
        HolderRow::Person { user, name, .. } => (user.clone(), name.clone()),
        _ => return,
    };
    let others: Vec<String> = seats
        .iter()
        .enumerate()
        .filter(|(i, seat)| {
            *i != at && !(seat.holder.is(&own.0) && called(seat).as_deref() == Some(&*own.1))
        })
        .filter_map(|(_, seat)| called(seat))
        .collect();
    let apart = names::among(&own.1, others.iter().map(String::as_str));
    if let HolderRow::Person { name, .. } = &mut seats[at].holder {
        *name = apart;
    }
}

pub(super) fn check_clock(clock: ClockPlan) -> Result<(), Error> {
    let fits = match clock {
        ClockPlan::None => true,
        ClockPlan::Live { bank, add, .. } => (10..=86_400).contains(&bank) && add <= 3_600,
        ClockPlan::Days { days, bank, .. } => (1..=60).contains(&days) && bank <= 60,
    };
    if fits {
        return Ok(());
    }
    let reason = "a bank has 10 seconds to a day, an addition up to an hour, days are 1 to 60 \
                  and those in a bank as many at most";
    Err(Error::Setup(Fault::new("clock", reason).into()))
}

fn check_watch(watch: WatchPlan) -> Result<(), Error> {
    if watch.is_usual() {
        return Ok(());
    }
    let fits = match watch.delay {
        Delay::None => true,
        Delay::Moves { moves } => (1..=50).contains(&moves),
        Delay::Minutes { minutes } => (1..=1440).contains(&minutes),
    };
    let reason = "spectators are 1 to 50 moves or 1 to 1,440 minutes behind, or not at all";
    if fits { Ok(()) } else { Err(Error::Setup(Fault::new("watch", reason).into())) }
}

/// May this person see the table at all?
pub(crate) fn may_see(room: &Room, user: Option<&str>, invite: Option<&str>) -> bool {
    let inner = room.lock();
    let row = inner.card.row();
    row.public
        || invite.is_some_and(|invite| same(invite, &row.invite))
        || user.is_some_and(|user| inner.card.knows(user))
}

/// Through which seat a socket looks: one of the person's own, or none. Other
/// seats are for replays only, even when the game is over.
pub(crate) fn viewer_here(
    room: &Room,
    user: Option<&str>,
    wish: Option<&str>,
) -> Result<Viewer, Error> {
    let wrong = || Error::new(code::SEAT, "That seat is not yours.");
    let seat = match wish {
        None | Some("spectator") => return Ok(Viewer::Spectator),
        Some(seat) => Seat(seat.parse().map_err(|_| wrong())?),
    };
    let inner = room.lock();
    let row = inner.card.seat(seat).ok_or_else(wrong)?;
    if user.is_some_and(|user| row.holder.is(user)) {
        return Ok(Viewer::Seat(seat));
    }
    tracing::warn!(table = room.id, seat = seat.0, "refused: somebody else's seat");
    Err(wrong())
}

/// Takes a seat; the game begins when it was the last one.
pub(crate) async fn join(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    me: &Person,
    wish: &JoinTable,
) -> Result<(), Error> {
    let away = holidays::away(hub, &me.id).await?;
    let apart = manners::apart(hub.store(), &me.id).await?;
    {
        let mut inner = room.lock();
        waiting(&inner)?;
        if manners::is_among(&apart, inner.card.row()) {
            return Err(manners::kept_apart());
        }
        let invited = wish.invite.as_deref();
        let invited = invited.is_some_and(|i| same(i, &inner.card.row().invite));
        let free = |row: &SeatRow| match row.holder {
            HolderRow::Open => true,
            HolderRow::Invited => invited,
            _ => false,
        };
        let fits = |seat: Seat| wish.seat.is_none_or(|wish| wish == seat.0);
        let found = inner.card.seats().find(|(seat, row)| fits(*seat) && free(row));
        let seat = found.map(|(seat, _)| seat).ok_or_else(|| {
            Error::new(code::SEAT, "That seat is taken, or only for those who were invited.")
        })?;
        let mut seats = inner.card.row().seats.clone();
        seats[seat.index()].holder = me.holder(None);
        if inner.card.row().public && plays_itself(&seats) {
            let says = "You play on the other side already: a public table is for several people.";
            return Err(Error::new(code::SEAT, says));
        }
        if inner.card.row().rated
            && let Err(reason) = pair::may_count(&seats, inner.card.row().clock)
        {
            return Err(Error::new(code::SEAT, format!("This table counts: {reason}.")));
        }
        set_apart(&mut seats, seat.index());
        inner.card.seat_person(seat, seats[seat.index()].holder.clone(), wish.salted == Some(true));
        inner.card.set_away(SeatSet::only(seat), away);
        if inner.card.is_full() {
            drop(inner);
            start(room, hub, &me.id)?;
        } else {
            write_card(room, hub, &inner);
        }
    }
    Ok(room.settled(hub).await?)
}

/// Gives seats back before the start; leaves for good after it.
pub(crate) async fn leave(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    me: &Person,
    seat: Option<u8>,
) -> Result<(), Error> {
    {
        let mut inner = room.lock();
        let own = inner.card.seats_of(&me.id).iter();
        let left: SeatSet = own.filter(|own| seat.is_none_or(|seat| seat == own.0)).collect();
        if inner.card.is_playing() {
            leave_for_good(room, hub, &mut inner, left)?;
        } else {
            waiting(&inner)?;
            if left.is_empty() {
                return Err(Error::new(code::SEAT, "That seat is not yours."));
            }
            if inner.card.row().is_called() {
                return Err(Error::new(code::STATE, "The game is about to begin."));
            }
            inner.card.free(left);
            left.iter().for_each(|seat| inner.crowd.close_seat(seat));
            write_card(room, hub, &inner);
        }
    }
    Ok(room.settled(hub).await?)
}

/// Leaves a running game for good, where the game has a rule for that.
fn leave_for_good(
    room: &Arc<Room>,
    hub: &Arc<Hub>,
    inner: &mut Inner,
    seats: SeatSet,
) -> Result<(), Error> {
    for seat in seats.iter() {
        let action = inner.table().ok().and_then(|table| table.around(Around::Left(seat)));
        let Some(action) = action else {
            return Err(Error::new(code::STATE, "This game is left by resigning."));
        };
        play::enter(room, hub, inner, Actor::Host, &action, "")
            .map_err(|no| Error::new(code::STATE, no.says))?;
        if !inner.card.is_playing() {
            return Ok(());
        }
    }
    Ok(())
}

/// The host starts the game.
pub(crate) async fn start_by(room: &Arc<Room>, hub: &Arc<Hub>, me: &Person) -> Result<(), Error> {
    {
        let inner = room.lock();
        waiting(&inner)?;
        if inner.card.row().host != me.id {
            return Err(Error::new(code::NOT_HOST, "Only the host may start the game."));
        }
        if !inner.card.is_full() {
            return Err(Error::new(code::STATE, "Not every seat is taken yet."));
        }
    }
    start(room, hub, &me.id)?;
    Ok(room.settled(hub).await?)
}

/// Writes the card down and shows it to everybody.
fn write_card(room: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner) {
    let mut batch = Batch { listed: inner.card.row().public, ..Batch::default() };
    inner.tell_tables(&mut batch.frames);
    batch.ops.push(inner.card.op());
    room.commit(hub, batch);
}

/// The game is to begin: at once, or when the dice are drawn. Whoever asked for it
/// will be here soon.
pub(crate) fn start(room: &Arc<Room>, hub: &Arc<Hub>, asked: &str) -> Result<(), Error> {
    let mut inner = room.lock();
    waiting(&inner)?;
    if !inner.card.row().is_drawn() {
        return begin(room, hub, &mut inner);
    }
    let own = inner.card.seats_of(asked);
    inner.drawing.arrives(own);
    draw::start(room, hub, &mut inner)
}

/// Begins the game with the dice everybody has had a part in.
pub(super) fn begin(room: &Arc<Room>, hub: &Arc<Hub>, inner: &mut Inner) -> Result<(), Error> {
    let internal = |why: &str| Error::Internal(why.into());
    let row = inner.card.row();
    let game = inner.card.game().ok_or_else(|| internal("unknown game"))?;
    let source = row.source().ok_or_else(|| internal("unreadable key"))?;
    let setup = json::read(&row.setup).map_err(|fault| Error::Setup(fault.into()))?;
    let begun = match &source {
        Source::Old(key, salts) => {
            game.begin(&setup, &mut Verifiable { key, game_id: &room.id, salts, next: 0 })
        }
        Source::Drawn(draw) => game.begin(&setup, &mut Drawn { draw, game_id: &room.id, next: 0 }),
    };
    let (table, rolled) = match begun {
        Ok(begun) => begun,
        Err(BeginError::Setup(faults)) => return Err(Error::Setup(faults)),
        Err(BeginError::Dry(dry)) => return Err(Error::Internal(dry.to_string())),
    };
    let (when, rolls) = (hub.when(), rolled.len() as u64);
    let head = match &source {
        Source::Old(..) => None,
        Source::Drawn(draw) => {
            let first = row.draws(&[]).first_line(&row.game, &row.setup, &rolls_text(&rolled));
            Some(Head::NONE.after(&draw.key, &room.id, &first))
        }
    };
    inner.card.begin(when, rolls, head);
    inner.clocks = Clocks::new(inner.card.row(), when);
    inner.clocks.turn(None, table.awaited(Viewer::Spectator).seats(), when);
    let snap = SnapRow { doc: table.save().to_string(), ..SnapRow::default() };
    inner.lag = Lag::begin(inner.card.row().watch, &*table);
    let running = Running::new(table, inner.card.row(), rolls).map_err(|why| internal(&why))?;
    inner.game = Some(Box::new(running));
    let listed = inner.card.row().public;
    let mut batch = Batch { kick: true, listed, ..Batch::default() };
    inner.tell_states(&mut batch.frames, when);
    batch.ops.extend([inner.card.op(), Op::Snap(room.num, Box::new(snap))]);
    room.commit(hub, batch);
    clocks::set_timer(room, hub, inner);
    clocks::set_setup_timer(room, hub, inner);
    Ok(())
}

fn same_person(one: &HolderRow, other: &HolderRow) -> bool {
    matches!(one, HolderRow::Person { user, .. } if other.is(user))
}

fn waiting(inner: &Inner) -> Result<(), Error> {
    match inner.card.status() {
        Status::Waiting => Ok(()),
        _ => Err(Error::new(code::STATE, "The game has begun already.")),
    }
}

/// Are the secrets the same? Takes as long for any wrong one.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |d, (x, y)| d | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_swap(sides: &[Option<u8>]) -> Vec<String> {
        let seats = sides.iter().enumerate().map(|(i, side)| SeatRow {
            code: String::new(),
            name: String::new(),
            side: *side,
            holder: HolderRow::Bot { level: i.to_string() },
            salt: String::new(),
            seal: String::new(),
            shown: 0,
            salted: false,
            away: None,
        });
        let seats: Vec<SeatRow> = seats.collect();
        let level = |holder| match holder {
            HolderRow::Bot { level } => level,
            _ => String::new(),
        };
        swapped(&seats).into_iter().map(level).collect()
    }

    #[test]
    fn a_rematch_swaps_sides_and_keeps_teams() {
        assert_eq!(after_swap(&[Some(0), Some(1)]), ["1", "0"]);
        assert_eq!(after_swap(&[Some(0), Some(1), Some(0), Some(1)]), ["1", "0", "3", "2"]);
        assert_eq!(after_swap(&[Some(0), Some(0), Some(1), Some(1)]), ["2", "3", "0", "1"]);
        assert_eq!(after_swap(&[Some(0), Some(1), None]), ["1", "0", "2"]);
        assert_eq!(after_swap(&[Some(0), Some(0), Some(1)]), ["2", "0", "1"]);
    }
}
