//! Before and after the game: making a table, taking seats, starting, rematch.

use super::live::Play;
use super::{Frames, Inner, Room};
use crate::auth::Person;
use crate::clock::Clocks;
use crate::error::Error;
use crate::hub::Hub;
use crate::ids;
use crate::store::{HolderRow, Op, SeatRow, SnapRow, TableRow};
use admiralty_catalog::{BeginError, json};
use admiralty_core::{Actor, Around, Fault, Key, Salt, Seat, Verifiable, Viewer};
use admiralty_protocol::{
    ClockPlan, CreateTable, JoinTable, Rematch, SeatPlan, Status, TableInfo, code,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A table that is about to be made.
pub(crate) struct NewTable;

impl NewTable {
    /// Checks the plan and makes the table; begins it if that is wished and possible.
    pub(crate) async fn make(
        hub: &Arc<Hub>,
        me: &Person,
        plan: CreateTable,
    ) -> Result<Arc<Room>, Error> {
        let game = hub.game(&plan.game).ok_or_else(|| {
            Error::new(code::NO_GAME, format!("There is no game \"{}\".", plan.game))
        })?;
        let options = match &plan.options {
            serde_json::Value::Null => admiralty_core::Doc::map(),
            options => json::from_value(options).map_err(|fault| Error::Setup(fault.into()))?,
        };
        let setup = game.setup(&options)?;
        let seats = game.seats(&setup)?;
        if plan.seats.len() != seats.len() {
            let reason =
                format!("{} seats are planned, the game has {}", plan.seats.len(), seats.len());
            return Err(Error::Setup(Fault::new("seats", reason).into()));
        }
        check_clock(plan.clock)?;
        let levels = hub.parts.minds.levels(&plan.game);
        let mut rows = Vec::new();
        for (info, plan) in seats.iter().zip(&plan.seats) {
            let holder = match plan {
                SeatPlan::Me => me.holder(None),
                SeatPlan::Same { name } => me.holder(Some(&clean_name(name)?)),
                SeatPlan::Open => HolderRow::Open,
                SeatPlan::Invite => HolderRow::Invited,
                SeatPlan::Bot { level } => {
                    if !levels.iter().any(|known| known.id == *level) {
                        let reason = format!("there is no bot \"{level}\"");
                        return Err(Error::Setup(Fault::new("seats", reason).into()));
                    }
                    HolderRow::Bot { level: level.clone() }
                }
            };
            rows.push(SeatRow {
                code: info.code.clone(),
                name: info.name.clone(),
                side: info.side.map(|side| side.0),
                holder,
                salt: String::new(),
            });
        }
        let room = Self::put(hub, me, &plan.game, setup.to_string(), rows, plan.public, plan.clock)
            .await?;
        if plan.start && room.lock().is_full() {
            room.start(hub)?;
            room.settled(hub).await?;
        }
        Ok(room)
    }

    async fn put(
        hub: &Arc<Hub>,
        me: &Person,
        game: &str,
        setup: String,
        seats: Vec<SeatRow>,
        public: bool,
        clock: ClockPlan,
    ) -> Result<Arc<Room>, Error> {
        let entropy = &*hub.parts.entropy;
        let mut key = [0; 32];
        entropy.fill(&mut key);
        let row = TableRow {
            num: hub.next_num(),
            id: ids::word(entropy, 16),
            game: game.into(),
            setup,
            status: Status::Waiting,
            public,
            host: me.id.clone(),
            seats,
            clock,
            created: hub.now(),
            begun: 0,
            begun_rolls: 0,
            invite: ids::word(entropy, 20),
            key: Key(key).hex(),
            result: None,
            rematch: None,
        };
        hub.commit(vec![Op::Table(Box::new(row.clone()))]).await?;
        metrics::counter!("tables_total").increment(1);
        let room = hub.put(Room::new(row));
        room.use_now(hub.now());
        Ok(room)
    }

    /// The same people at a new table; made once, whoever asks first.
    pub(crate) async fn rematch(
        hub: &Arc<Hub>,
        old: &Arc<Room>,
        me: &Person,
        wish: &Rematch,
    ) -> Result<Arc<Room>, Error> {
        let (row, known) = {
            let inner = old.lock();
            (inner.row.clone(), inner.row.rematch.clone())
        };
        if row.status != Status::Over {
            return Err(Error::new(code::STATE, "The game is not over yet."));
        }
        if !row.seats.iter().any(|seat| seat.holder.is(&me.id)) && row.host != me.id {
            return Err(Error::new(code::SEAT, "Only those who played may ask for a rematch."));
        }
        if let Some(id) = known {
            return hub.room(&id).await;
        }
        let holders = match wish.swap {
            true => swapped(&row.seats),
            false => row.seats.iter().map(|seat| seat.holder.clone()).collect(),
        };
        let seats = row.seats.iter().zip(holders).map(|(seat, holder)| SeatRow {
            holder,
            salt: String::new(),
            ..seat.clone()
        });
        let new = Self::put(
            hub,
            me,
            &row.game,
            row.setup.clone(),
            seats.collect(),
            row.public,
            row.clock,
        )
        .await?;
        let first = {
            let mut inner = old.lock();
            let first = inner.row.rematch.get_or_insert_with(|| new.id.clone()).clone();
            if first == new.id {
                let mut frames = Frames::new();
                inner.tell_tables(&mut frames);
                old.commit(hub, vec![Op::Table(Box::new(inner.row.clone()))], frames, false);
            }
            first
        };
        // Two may have asked at the same moment: both get the same table.
        if first == new.id { Ok(new) } else { hub.room(&first).await }
    }
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

fn check_clock(clock: ClockPlan) -> Result<(), Error> {
    let fits = match clock {
        ClockPlan::None => true,
        ClockPlan::Live { bank, add, .. } => (10..=86_400).contains(&bank) && add <= 3_600,
        ClockPlan::Days { days, .. } => (1..=60).contains(&days),
    };
    if fits {
        return Ok(());
    }
    let reason = "a bank has 10 seconds to a day, an addition up to an hour, days are 1 to 60";
    Err(Error::Setup(Fault::new("clock", reason).into()))
}

/// A name others see: 1 to 24 signs, no line breaks.
pub(crate) fn clean_name(name: &str) -> Result<String, Error> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let n = name.chars().count();
    if n == 0 || n > 24 || name.chars().any(char::is_control) {
        return Err(Error::new(code::MALFORMED, "A name has 1 to 24 signs."));
    }
    Ok(name)
}

fn read_salt(salt: Option<&str>) -> Result<Option<String>, Error> {
    match salt {
        None => Ok(None),
        Some(salt) => match Salt::new(salt) {
            Some(salt) => Ok(Some(salt.as_str().into())),
            None => Err(Error::new(
                code::MALFORMED,
                "A salt has up to 64 letters, digits, hyphens and underscores.",
            )),
        },
    }
}

impl Room {
    /// May this person see the table at all?
    pub(crate) fn may_see(&self, user: Option<&str>, invite: Option<&str>) -> bool {
        let inner = self.lock();
        let row = &inner.row;
        row.public
            || invite.is_some_and(|invite| same(invite, &row.invite))
            || user.is_some_and(|user| {
                row.host == user || row.seats.iter().any(|seat| seat.holder.is(user))
            })
    }

    pub(crate) fn info(&self, user: Option<&str>) -> TableInfo {
        self.lock().info(user)
    }

    /// Takes a seat; the game begins when it was the last one.
    pub(crate) async fn join(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        me: &Person,
        wish: &JoinTable,
    ) -> Result<(), Error> {
        let salt = read_salt(wish.salt.as_deref())?;
        {
            let mut inner = self.lock();
            inner.waiting()?;
            let invited = wish.invite.as_deref().is_some_and(|i| same(i, &inner.row.invite));
            let free = |seat: &SeatRow| match seat.holder {
                HolderRow::Open => true,
                HolderRow::Invited => invited,
                _ => false,
            };
            let at = match wish.seat {
                Some(seat) => {
                    let seat = usize::from(seat);
                    inner.row.seats.get(seat).is_some_and(free).then_some(seat)
                }
                None => inner.row.seats.iter().position(free),
            };
            let at = at.ok_or_else(|| {
                Error::new(code::SEAT, "That seat is taken, or only for those who were invited.")
            })?;
            inner.row.seats[at].holder = me.holder(None);
            if let Some(salt) = salt {
                inner.row.seats[at].salt = salt;
            }
            if inner.is_full() {
                drop(inner);
                self.start(hub)?;
            } else {
                self.write_seats(hub, &inner);
            }
        }
        Ok(self.settled(hub).await?)
    }

    /// Leaves a running game for good, where the game has a rule for that.
    fn leave_for_good(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        me: &Person,
        seat: Option<u8>,
    ) -> Result<(), Error> {
        let mut inner = self.lock();
        let own = inner.row.seats.iter().enumerate().filter(|(_, row)| row.holder.is(&me.id));
        let own: Vec<u8> = own.map(|(i, _)| i as u8).collect();
        for seat in own.into_iter().filter(|own| seat.is_none_or(|seat| seat == *own)) {
            let left = Around::Left(Seat(seat));
            let Some(action) = inner.table().ok().and_then(|table| table.around(left)) else {
                let says = "This game is left by resigning.";
                return Err(Error::new(code::STATE, says));
            };
            if let Err(no) = self.enter(hub, &mut inner, Actor::Host, &action, "") {
                return Err(Error::new(code::STATE, no.says));
            }
            if inner.row.status != Status::Playing {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Gives seats back before the start; leaves for good after it.
    pub(crate) async fn leave(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        me: &Person,
        seat: Option<u8>,
    ) -> Result<(), Error> {
        let status = self.lock().row.status;
        if status == Status::Playing {
            self.leave_for_good(hub, me, seat)?;
            return Ok(self.settled(hub).await?);
        }
        {
            let mut inner = self.lock();
            inner.waiting()?;
            let mut left = Vec::new();
            for (i, row) in inner.row.seats.iter_mut().enumerate() {
                if row.holder.is(&me.id) && seat.is_none_or(|seat| usize::from(seat) == i) {
                    row.holder = HolderRow::Open;
                    row.salt.clear();
                    left.push(i);
                }
            }
            if left.is_empty() {
                return Err(Error::new(code::SEAT, "That seat is not yours."));
            }
            for seat in left {
                inner.close_seat(seat);
            }
            self.write_seats(hub, &inner);
        }
        Ok(self.settled(hub).await?)
    }

    /// Adds a salt to one's own seats.
    pub(crate) async fn salt(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        me: &Person,
        salt: &str,
    ) -> Result<(), Error> {
        let salt = read_salt(Some(salt))?.unwrap_or_default();
        {
            let mut inner = self.lock();
            inner.waiting()?;
            let mut any = false;
            for row in inner.row.seats.iter_mut().filter(|row| row.holder.is(&me.id)) {
                row.salt.clone_from(&salt);
                any = true;
            }
            if !any {
                return Err(Error::new(code::SEAT, "You hold no seat here."));
            }
            self.write_seats(hub, &inner);
        }
        Ok(self.settled(hub).await?)
    }

    /// The host starts the game.
    pub(crate) async fn start_by(
        self: &Arc<Room>,
        hub: &Arc<Hub>,
        me: &Person,
        salt: Option<&str>,
    ) -> Result<(), Error> {
        let salt = read_salt(salt)?;
        {
            let mut inner = self.lock();
            inner.waiting()?;
            if inner.row.host != me.id {
                return Err(Error::new(code::NOT_HOST, "Only the host may start the game."));
            }
            if !inner.is_full() {
                return Err(Error::new(code::STATE, "Not every seat is taken yet."));
            }
            if let Some(salt) = salt {
                for row in inner.row.seats.iter_mut().filter(|row| row.holder.is(&me.id)) {
                    row.salt.clone_from(&salt);
                }
            }
        }
        self.start(hub)?;
        Ok(self.settled(hub).await?)
    }

    fn write_seats(self: &Arc<Room>, hub: &Arc<Hub>, inner: &Inner) {
        let mut frames = Frames::new();
        inner.tell_tables(&mut frames);
        self.commit(hub, vec![Op::Table(Box::new(inner.row.clone()))], frames, false);
    }

    /// Begins the game with the dice everybody has had a part in.
    pub(crate) fn start(self: &Arc<Room>, hub: &Arc<Hub>) -> Result<(), Error> {
        let mut inner = self.lock();
        inner.waiting()?;
        let internal = |why: &str| Error::Internal(why.into());
        let game = hub.game(&inner.row.game).ok_or_else(|| internal("unknown game"))?;
        let key = Key::from_hex(&inner.row.key).ok_or_else(|| internal("unreadable key"))?;
        let salts: Vec<Salt> =
            inner.row.seats.iter().map(|seat| Salt::new(&seat.salt).unwrap_or_default()).collect();
        let setup = json::read(&inner.row.setup).map_err(|fault| Error::Setup(fault.into()))?;
        let mut dice = Verifiable { key: &key, game_id: &self.id, salts: &salts, next: 0 };
        let (table, rolled) = match game.begin(&setup, &mut dice) {
            Ok(begun) => begun,
            Err(BeginError::Setup(faults)) => return Err(Error::Setup(faults)),
            Err(BeginError::Dry(dry)) => return Err(Error::Internal(dry.to_string())),
        };
        let now = hub.now();
        inner.row.status = Status::Playing;
        inner.row.begun = now;
        inner.row.begun_rolls = rolled.len() as u64;
        inner.clocks = Clocks::new(inner.row.clock, inner.n_seats(), now);
        let awaited = super::live::seat_bits(table.awaited(Viewer::Spectator).seats());
        let plan = inner.row.clock;
        inner.clocks.turn(plan, None, awaited, now);
        let snap = SnapRow { doc: table.save().to_string(), ..SnapRow::default() };
        inner.play = Some(Box::new(Play::new(table, key, salts, rolled.len() as u64)));
        let mut frames = Frames::new();
        inner.tell_states(&mut frames, now);
        let ops = vec![Op::Table(Box::new(inner.row.clone())), Op::Snap(self.num, Box::new(snap))];
        self.commit(hub, ops, frames, true);
        drop(inner);
        self.set_timer(hub);
        self.set_setup_timer(hub);
        Ok(())
    }
}

impl Inner {
    fn waiting(&self) -> Result<(), Error> {
        match self.row.status {
            Status::Waiting => Ok(()),
            _ => Err(Error::new(code::STATE, "The game has begun already.")),
        }
    }

    fn is_full(&self) -> bool {
        !self.row.seats.iter().any(|seat| seat.holder.is_free())
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
