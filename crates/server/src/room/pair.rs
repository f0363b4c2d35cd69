//! A table for two who were found for each other, by lot or by a tournament's draw.

use super::{Room, seats};
use crate::auth::Person;
use crate::error::Error;
use crate::hub::Hub;
use crate::store::{HolderRow, Op, SeatRow, StoreError};
use admiralty_catalog::{Game, SeatInfo, json};
use admiralty_core::{Doc, Fault};
use admiralty_protocol::{ClockPlan, Flag, WatchPlan, code};
use std::sync::Arc;

/// What the two play.
pub(crate) struct Pair {
    pub(crate) game: String,
    /// The set-up as text; empty: the usual one.
    pub(crate) options: String,
    pub(crate) clock: ClockPlan,
    pub(crate) rated: bool,
    /// Who, and whether their clients seal.
    pub(crate) people: [(Arc<Person>, bool); 2],
}

/// The set-up and the seats of a game that two can play.
pub(crate) fn seats_of(
    game: &'static dyn Game,
    options: &str,
) -> Result<(Doc, Vec<SeatInfo>), Error> {
    let options = match options {
        "" => Doc::map(),
        text => json::read(text).map_err(|fault| Error::Setup(fault.into()))?,
    };
    let setup = game.setup(&options)?;
    let seats = game.seats(&setup)?;
    let two = seats.iter().all(|seat| seat.side.is_some_and(|side| side.0 < 2));
    if !two {
        let reason = "an opponent is looked for where two sides meet: open a table for more";
        return Err(Error::Setup(Fault::new("options", reason).into()));
    }
    Ok((setup, seats))
}

/// Is there time to play, and is it a clock that can be?
pub(crate) fn check_clock(clock: Option<ClockPlan>) -> Result<(), Error> {
    clock.map_or(Ok(()), seats::check_clock)
}

/// Seats the two by lot and begins.
pub(crate) async fn make(hub: &Arc<Hub>, pair: Pair) -> Result<Arc<Room>, Error> {
    let game = known(hub, &pair.game)?;
    let (setup, seats) = seats_of(game, &pair.options)?;
    let mut lot = [0];
    hub.parts.entropy.fill(&mut lot);
    let first = usize::from(lot[0] & 1);
    let host = pair.people[0].0.id.clone();
    let sides = [0, 1].map(|side| {
        let (person, salts) = &pair.people[(first + side) % 2];
        (vec![person.holder(None)], *salts)
    });
    let plan = seats::Plan {
        game: pair.game,
        setup: setup.to_string(),
        seats: seated(&seats, &sides),
        public: true,
        clock: pair.clock,
        rated: pair.rated,
        watch: WatchPlan::default(),
        from: None,
    };
    let room = seats::put(hub, &host, plan).await?;
    seats::start(&room, hub, &host)?;
    room.settled(hub).await?;
    Ok(room)
}

/// A game of a tournament.
pub(crate) struct Sides {
    pub(crate) game: String,
    /// The set-up, filled in, as text.
    pub(crate) setup: String,
    pub(crate) clock: ClockPlan,
    pub(crate) rated: bool,
    pub(crate) host: String,
    pub(crate) tournament: String,
    /// Who plays for side 0 and side 1: the seats go round among them.
    pub(crate) sides: [Vec<HolderRow>; 2],
}

/// Makes its table together with what else is to be written of it, all or nothing;
/// nothing if somebody was quicker.
pub(crate) async fn seat(
    hub: &Arc<Hub>,
    plan: Sides,
    with: impl FnOnce(&str) -> Op,
) -> Result<Option<Arc<Room>>, Error> {
    let game = known(hub, &plan.game)?;
    let (_, seats) = seats_of(game, &plan.setup)?;
    let Sides { game, setup, clock, rated, host, tournament, sides } = plan;
    let seats = seated(&seats, &sides.map(|members| (members, false)));
    let watch = WatchPlan::default();
    let plan = seats::Plan { game, setup, seats, public: true, clock, rated, watch, from: None };
    let mut row = seats::new_row(hub, &host, plan).await?;
    row.tournament = Some(tournament);
    match hub.commit(vec![with(&row.id), Op::Table(Box::new(row.clone()))]).await {
        Ok(()) => Ok(Some(seats::opened(hub, row))),
        Err(StoreError::Stale) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn known(hub: &Hub, game: &str) -> Result<&'static dyn Game, Error> {
    let none = || Error::new(code::NO_GAME, format!("There is no game \"{game}\"."));
    hub.game(game).ok_or_else(none)
}

/// The seats with those who hold them: each side's go round among its people.
fn seated(seats: &[SeatInfo], sides: &[(Vec<HolderRow>, bool); 2]) -> Vec<SeatRow> {
    let mut next = [0; 2];
    let rows = seats.iter().map(|info| {
        let side = info.side.map_or(0, |side| side.0);
        let (members, salted) = &sides[usize::from(side) % 2];
        let turn = &mut next[usize::from(side) % 2];
        let holder = members[*turn % members.len()].clone();
        *turn += 1;
        SeatRow {
            code: info.code.clone(),
            name: info.name.clone(),
            side: Some(side),
            holder,
            salted: *salted,
            salt: String::new(),
            seal: String::new(),
            shown: 0,
            away: None,
        }
    });
    let mut rows: Vec<SeatRow> = rows.collect();
    for i in 0..rows.len() {
        seats::set_apart(&mut rows, i);
    }
    rows
}

/// May a table with these seats and this clock count for ratings?
pub(super) fn may_count(seats: &[SeatRow], clock: ClockPlan) -> Result<(), &'static str> {
    match clock {
        ClockPlan::None => return Err("a rated game has a clock"),
        ClockPlan::Live { flag: Flag::Bot, .. } | ClockPlan::Days { flag: Flag::Bot, .. } => {
            return Err("in a rated game no bot takes over when time runs out");
        }
        _ => {}
    }
    let mut side_of: Vec<(&str, Option<u8>)> = Vec::new();
    for seat in seats {
        match &seat.holder {
            HolderRow::Bot { .. } | HolderRow::Person { bot: true, .. } => {
                return Err("games with bots are not rated");
            }
            HolderRow::Person { guest: true, .. } => {
                return Err("rated games are for people with an account");
            }
            HolderRow::Person { user, .. } => side_of.push((user, seat.side)),
            HolderRow::Open | HolderRow::Invited => {}
        }
    }
    let both = |(i, (user, side)): (usize, &(&str, Option<u8>))| {
        side_of[i + 1..].iter().any(|(other, its)| other == user && its != side)
    };
    match side_of.iter().enumerate().any(both) {
        true => Err("nobody plays both sides of a rated game"),
        false => Ok(()),
    }
}
