//! Tournaments: made, joined and left, and what their organisers may do. All of one
//! stands in its row; whoever changes it has read it as it stands, or begins anew.
//! What it does by itself is in `drive.rs`, what is seen of it in `show.rs`.

mod drive;
mod show;

use crate::App;
use crate::auth::Person;
use crate::bus::News;
use crate::error::Error;
use crate::ids;
use crate::names;
use crate::ratings;
use crate::room::pair;
use crate::store::{EntryRow, HolderRow, Op, StoreError, TournamentRow};
use admiralty_core::Fault;
use admiralty_protocol::{
    ClockPlan, Flag, NewTournament, Stage, System, Tournament, TournamentOrder, code,
};
use admiralty_tournament::{At, End, Entrant, How, Sheet, usual_ties};
use std::time::Duration;
use tokio::sync::Notify;

/// Nobody organises more at a time.
const EACH: usize = 5;
/// So many may take part in the largest.
const MOST: u32 = 256;
/// So many bots of the house may.
const BOTS: usize = 32;
/// So many rounds a Swiss has at most.
const ROUNDS: u32 = 30;
/// Begins at the latest after a year; pauses of a week at most.
const YEAR: u64 = 366 * 24 * 3600 * 1000;
const WEEK: u32 = 7 * 24 * 3600;
/// How often a change is tried while others are quicker.
const TRIES: usize = 50;
/// So long an answer waits for news.
const WAIT: Duration = Duration::from_secs(20);
/// No name is longer.
const NAME: usize = 60;

/// What this node knows of tournaments beyond what is kept: whom to wake.
#[derive(Default)]
pub(crate) struct Tournaments {
    /// Whoever looks at one.
    looks: Notify,
    /// Whoever keeps them going.
    works: Notify,
}

impl Tournaments {
    /// Something has changed, here or at another node.
    pub(crate) fn changed(&self) {
        self.looks.notify_waiters();
        self.works.notify_one();
    }
}

fn refused(says: impl Into<String>) -> Error {
    Error::new(code::STATE, says)
}

fn faulty(place: &str, reason: impl Into<String>) -> Error {
    Error::Setup(Fault::new(place, reason).into())
}

impl App {
    /// A tournament as it is kept.
    async fn tournament_row(&self, id: &str) -> Result<TournamentRow, Error> {
        let none = || Error::new(code::NOT_FOUND, "There is no such tournament.");
        if id.len() > 32 {
            return Err(none());
        }
        self.hub().store().tournament(id).await?.ok_or_else(none)
    }

    /// Reads a tournament, changes it and writes it; anew if somebody was quicker.
    async fn change_tournament(
        &self,
        id: &str,
        change: impl Fn(&mut TournamentRow) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for _ in 0..TRIES {
            let mut row = self.tournament_row(id).await?;
            change(&mut row)?;
            if self.write_tournament(row).await?.is_some() {
                return Ok(());
            }
        }
        Err(Error::Internal("a tournament changes all the time".into()))
    }

    /// Writes a row that was changed; nothing if somebody else has changed it since.
    async fn write_tournament(
        &self,
        mut row: TournamentRow,
    ) -> Result<Option<TournamentRow>, Error> {
        let after = row.version;
        row.version += 1;
        let change = Op::Tournament { row: Box::new(row.clone()), after };
        match self.hub().commit(vec![change]).await {
            Ok(()) => {
                self.hub().parts.bus.publish(News::Tournament(row.id.clone()));
                Ok(Some(row))
            }
            Err(StoreError::Stale) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes one.
    pub(crate) async fn make_tournament(
        &self,
        me: &Person,
        plan: NewTournament,
    ) -> Result<Tournament, Error> {
        if me.login.is_none() {
            return Err(refused("Tournaments are organised by people with an account."));
        }
        let own = self.hub().store().tournaments(true, 10_000).await?;
        if own.iter().filter(|row| row.host == me.id).count() >= EACH {
            let says =
                format!("You organise {EACH} tournaments already: let one of them end first.");
            return Err(Error::new(code::RATE, says));
        }
        let mut row = self.planned(plan)?;
        row.id = ids::word(&*self.hub().parts.entropy, 16);
        row.host.clone_from(&me.id);
        row.host_name.clone_from(&me.name);
        let row = self.write_tournament(row).await?;
        let row = row.ok_or_else(|| Error::Internal("an id was given twice".into()))?;
        Ok(self.show_tournament(&row, Some(me)))
    }

    /// The row that a plan makes, if it will do.
    fn planned(&self, plan: NewTournament) -> Result<TournamentRow, Error> {
        let hub = self.hub();
        let now = hub.now();
        let game = hub.game(&plan.game).ok_or_else(|| {
            Error::new(code::NO_GAME, format!("There is no game \"{}\".", plan.game))
        })?;
        let options = match &plan.options {
            serde_json::Value::Null => String::new(),
            options => options.to_string(),
        };
        let (setup, seats) = pair::seats_of(game, &options)?;
        pair::check_clock(Some(plan.clock))?;
        let lose = |flag| matches!(flag, Flag::Lose);
        match plan.clock {
            ClockPlan::Live { flag, .. } | ClockPlan::Days { flag, .. } if lose(flag) => {}
            _ => {
                return Err(faulty(
                    "clock",
                    "a tournament has a clock, and who oversteps it loses",
                ));
            }
        }
        let team = plan.team.unwrap_or(1);
        let of =
            |side: u8| seats.iter().filter(move |seat| seat.side.is_some_and(|own| own.0 == side));
        let seats_each = of(0).count().min(of(1).count()) as u32;
        if !(1..=seats_each).contains(&team) {
            let reason = format!("a side of this set-up is played by 1 to {seats_each}");
            return Err(faulty("team", reason));
        }
        let (rounds, late) = match plan.system {
            System::Swiss => (plan.rounds.unwrap_or(5), plan.late.unwrap_or(1)),
            _ => (0, 1),
        };
        let (most, pause) = (plan.most.unwrap_or(64), plan.pause.unwrap_or(0));
        if plan.system == System::Swiss && !(1..=ROUNDS).contains(&rounds) {
            return Err(faulty("rounds", format!("a Swiss has 1 to {ROUNDS} rounds")));
        }
        if !(2..=MOST).contains(&most) {
            return Err(faulty("most", format!("2 to {MOST} may take part")));
        }
        if pause > WEEK || plan.grace.is_some_and(|grace| !(10..=WEEK).contains(&grace)) {
            return Err(faulty("pause", "pauses and graces last up to a week, a grace 10 seconds"));
        }
        if plan.starts.is_some_and(|at| at < now || at > now + YEAR) {
            return Err(faulty("starts", "it begins within a year"));
        }
        Ok(TournamentRow {
            id: String::new(),
            version: 0,
            name: names::up_to(&plan.name, NAME)?,
            host: String::new(),
            host_name: String::new(),
            created: now,
            stage: Stage::Open,
            game: plan.game,
            setup: setup.to_string(),
            clock: plan.clock,
            rated: plan.rated,
            team,
            ties: plan.ties.unwrap_or_else(|| usual_ties(plan.system)),
            most,
            starts: plan.starts,
            pause,
            by_hand: plan.by_hand,
            grace: plan.grace,
            late: late.clamp(1, rounds.max(1)),
            rested: None,
            entries: Vec::new(),
            sheet: Sheet::new(plan.system, rounds, plan.mirrored),
        })
    }

    /// How one stands; with `after` it waits a while for a later version.
    pub(crate) async fn look_at_tournament(
        &self,
        id: &str,
        after: Option<u64>,
        me: Option<&Person>,
    ) -> Result<Tournament, Error> {
        let until = tokio::time::Instant::now() + WAIT;
        loop {
            let news = self.0.tournaments.looks.notified();
            tokio::pin!(news);
            // From now on it hears, and not only when it is waited for.
            news.as_mut().enable();
            let row = self.tournament_row(id).await?;
            let old = after.is_some_and(|after| row.version <= after);
            let stopping = self.hub().stopping.load(std::sync::atomic::Ordering::Relaxed);
            if !old || stopping || tokio::time::timeout_at(until, news).await.is_err() {
                return Ok(self.show_tournament(&row, me));
            }
        }
    }

    /// Somebody takes part, or comes back.
    pub(crate) async fn join_tournament(
        &self,
        id: &str,
        me: &Person,
        team: Option<&str>,
    ) -> Result<(), Error> {
        if me.is_guest() {
            return Err(refused("Tournaments are for people with an account: make one first."));
        }
        let row = self.tournament_row(id).await?;
        let pool = pool(&row);
        let rating = self.hub().store().ratings_of(&me.id).await?;
        let rating = rating.iter().find(|known| known.pool == pool);
        let rating = rating.map(|known| known.rating.round() as i32);
        let team = team.map(names::clean).transpose()?;
        self.change_tournament(id, |row| join(row, me, rating, team.as_deref())).await
    }

    /// Somebody leaves: off the list before it begins, withdrawn after.
    pub(crate) async fn leave_tournament(&self, id: &str, me: &str) -> Result<(), Error> {
        self.change_tournament(id, |row| {
            let entry = row.entry_of(me).ok_or_else(|| refused("You do not take part."))?;
            leave(row, entry, Some(me))
        })
        .await
    }

    /// What only the organiser may do.
    pub(crate) async fn order_tournament(
        &self,
        id: &str,
        me: &Person,
        order: &TournamentOrder,
    ) -> Result<(), Error> {
        let now = self.hub().now();
        self.change_tournament(id, |row| {
            if row.host != me.id {
                return Err(Error::new(code::NOT_HOST, "Only the organiser may do that."));
            }
            if !row.is_current() {
                return Err(refused("This tournament is over."));
            }
            match order {
                TournamentOrder::Start => begin(row, now),
                TournamentOrder::Next => next(row, now),
                TournamentOrder::Cancel => {
                    row.stage = Stage::Cancelled;
                    Ok(())
                }
                TournamentOrder::Bot { level } => self.enter_bot(row, level),
                TournamentOrder::Remove { entrant } => leave(row, entry(row, *entrant)?, None),
                TournamentOrder::Back { entrant } => {
                    let entry = entry(row, *entrant)?;
                    come_back(row, entry)
                }
                TournamentOrder::Rule { pair, game, points } => {
                    rule(row, *pair as usize, *game as usize, *points)
                }
            }
        })
        .await
    }

    /// A bot of the house takes part.
    fn enter_bot(&self, row: &mut TournamentRow, level: &str) -> Result<(), Error> {
        let minds = &self.hub().parts.minds;
        let level = minds.spelt(&row.game, level).map_err(|reason| faulty("level", reason))?;
        if row.rated {
            return Err(refused("Games with bots are not rated: nor are tournaments with them."));
        }
        let bots = |entry: &&EntryRow| matches!(entry.members[0], HolderRow::Bot { .. });
        if row.entries.iter().filter(bots).count() >= BOTS {
            return Err(refused(format!("{BOTS} bots take part already.")));
        }
        let known = minds.levels(&row.game).into_iter().find(|known| known.id == level);
        let title = known.map_or_else(|| level.clone(), |known| known.title);
        enter(row, &title, HolderRow::Bot { level }, None)
    }

    /// Somebody has gone for good: they take part no more, and have no name.
    pub(crate) async fn forget_entries(&self, user: &str) -> Result<(), Error> {
        for row in self.hub().store().tournaments_of(user).await? {
            self.change_tournament(&row.id, |row| {
                if let Some(entry) = row.entry_of(user)
                    && row.is_current()
                {
                    leave(row, entry, Some(user))?;
                }
                for entry in &mut row.entries {
                    if entry.members.iter().any(|member| member.is(user)) && row.team == 1 {
                        entry.name = "Somebody".into();
                    }
                    for member in entry.members.iter_mut().filter(|member| member.is(user)) {
                        *member = HolderRow::Person {
                            user: "gone".into(),
                            name: "Somebody".into(),
                            guest: true,
                            bot: false,
                        };
                    }
                }
                if row.host == user {
                    (row.host, row.host_name) = ("gone".into(), "Somebody".into());
                }
                Ok(())
            })
            .await?;
        }
        Ok(())
    }
}

/// Whose ratings seed its entrants.
fn pool(row: &TournamentRow) -> String {
    let pace = match row.clock {
        ClockPlan::Days { .. } => "days",
        _ => "live",
    };
    ratings::pool(&row.game, pace, row.team == 1)
}

/// May somebody new come in now?
fn is_open(row: &TournamentRow) -> Result<(), Error> {
    let drawn = row.sheet.drawn.len() as u32;
    let late = row.stage == Stage::Playing && row.sheet.system == System::Swiss && drawn < row.late;
    match row.stage {
        Stage::Open => Ok(()),
        _ if late => Ok(()),
        _ => Err(refused("It is too late to join this tournament.")),
    }
}

fn join(
    row: &mut TournamentRow,
    me: &Person,
    rating: Option<i32>,
    team: Option<&str>,
) -> Result<(), Error> {
    if let Some(entry) = row.entry_of(&me.id) {
        return come_back(row, entry);
    }
    is_open(row)?;
    if row.rated && me.bot {
        return Err(refused("Games with bots are not rated: this tournament is for people."));
    }
    if row.team == 1 {
        return enter(row, &me.name, me.holder(None), rating);
    }
    let team = team.ok_or_else(|| faulty("team", "say which team you play for"))?;
    let most = row.team as usize;
    match row.entries.iter_mut().find(|entry| entry.name == team) {
        Some(entry) if entry.members.len() < most => {
            entry.members.push(me.holder(None));
            Ok(())
        }
        Some(_) => Err(refused("That team is complete.")),
        None => enter(row, team, me.holder(None), rating),
    }
}

/// A new entrant, called so that nobody takes them for another.
fn enter(
    row: &mut TournamentRow,
    name: &str,
    member: HolderRow,
    rating: Option<i32>,
) -> Result<(), Error> {
    is_open(row)?;
    if row.entries.len() >= row.most as usize {
        return Err(refused("All places are taken."));
    }
    let name = names::among(name, row.entries.iter().map(|entry| entry.name.as_str()));
    row.entries.push(EntryRow { name, members: vec![member], rating });
    let strength = rating.map_or(ratings::START, f64::from);
    let from = row.sheet.drawn.len() as u32;
    row.sheet.entrants.push(Entrant { from, ..Entrant::new(strength) });
    Ok(())
}

fn entry(row: &TournamentRow, entrant: u32) -> Result<usize, Error> {
    let entry = entrant as usize;
    let there = row.entries.get(entry).map(|_| entry);
    there.ok_or_else(|| faulty("entrant", "there is no such entrant"))
}

/// Who had withdrawn plays again.
fn come_back(row: &mut TournamentRow, entry: usize) -> Result<(), Error> {
    let entrant = &mut row.sheet.entrants[entry];
    match row.stage {
        _ if !entrant.out => Err(refused("You take part already.")),
        Stage::Playing if row.sheet.system != System::Knockout => {
            entrant.out = false;
            Ok(())
        }
        _ => Err(refused("Nobody comes back into this tournament.")),
    }
}

/// An entrant leaves, or one of a team.
fn leave(row: &mut TournamentRow, entry: usize, who: Option<&str>) -> Result<(), Error> {
    let members = &mut row.entries[entry].members;
    if let Some(who) = who
        && members.len() > 1
    {
        members.retain(|member| !member.is(who));
        return Ok(());
    }
    match row.stage {
        Stage::Open => {
            row.entries.remove(entry);
            row.sheet.entrants.remove(entry);
            Ok(())
        }
        Stage::Playing if !row.sheet.entrants[entry].out => {
            row.sheet.withdraw(entry);
            Ok(())
        }
        Stage::Playing => Err(refused("They have withdrawn already.")),
        Stage::Over | Stage::Cancelled => Err(refused("This tournament is over.")),
    }
}

/// The first round is drawn.
fn begin(row: &mut TournamentRow, now: u64) -> Result<(), Error> {
    if row.stage != Stage::Open {
        return Err(refused("It has begun already."));
    }
    if row.entries.len() < 2 {
        return Err(refused("It takes two to play: nobody else is there yet."));
    }
    row.stage = Stage::Playing;
    draw(row, now)
}

/// The next round is drawn, pause or not.
fn next(row: &mut TournamentRow, now: u64) -> Result<(), Error> {
    match row.stage == Stage::Playing && row.sheet.is_round_over() {
        true => draw(row, now),
        false => Err(refused("The round is not over yet.")),
    }
}

fn draw(row: &mut TournamentRow, now: u64) -> Result<(), Error> {
    let round = row.sheet.next_round().ok_or_else(|| refused("There is no round left to play."))?;
    row.sheet.drawn.push(admiralty_tournament::Round { at: now, ..round });
    row.rested = None;
    Ok(())
}

/// The organiser says how a game of the last round ended.
fn rule(row: &mut TournamentRow, pair: usize, game: usize, points: [f64; 2]) -> Result<(), Error> {
    let wrong = || faulty("points", "points are 1 and 0, a half each, or none for either");
    let halves = match points {
        [1.0, 0.0] => [2, 0],
        [0.0, 1.0] => [0, 2],
        [0.5, 0.5] => [1, 1],
        [0.0, 0.0] => [0, 0],
        _ => return Err(wrong()),
    };
    let round = row.sheet.drawn.len().checked_sub(1);
    let round = round.ok_or_else(|| refused("No round was drawn yet."))?;
    let at = At { round, pair, game };
    if row.sheet.game(at).is_none() {
        return Err(faulty("game", "there is no such game in this round"));
    }
    row.sheet.end(at, End { points: halves, how: How::Ruled });
    row.rested = None;
    Ok(())
}
