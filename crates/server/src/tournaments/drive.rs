//! What tournaments do by themselves: they begin when their time has come, seat
//! whoever meets, read how games ended, and draw the next round. Every step is one
//! change of the row, made by whoever has read it as it stands, and the table it
//! makes is written with it: a server that dies in between, or a second node that
//! does the same, changes nothing.

use super::{begin, draw};
use crate::App;
use crate::bus::News;
use crate::cluster::Came;
use crate::config::Role;
use crate::error::Error;
use crate::hub::Found;
use crate::room::{house, pair, seats};
use crate::store::{HolderRow, Op, SeatRow, TableRow, TournamentRow};
use admiralty_core::Seat;
use admiralty_protocol::{ResultInfo, Stage, Status};
use admiralty_tournament::{At, End, How};
use std::time::Duration;

/// So often tournaments are looked at where nobody says anything.
const LOOK: Duration = Duration::from_secs(5);
/// No tournament takes more steps at a time.
const STEPS: usize = 2000;
/// So many may go on.
const CURRENT: u32 = 10_000;

/// How a table says that somebody did not come.
const ABSENT: &str = "absent";

impl App {
    /// Keeps tournaments going, for ever.
    pub(crate) async fn keep_tournaments(&self) {
        loop {
            self.look_at_tournaments().await;
            let news = self.0.tournaments.works.notified();
            let _ = tokio::time::timeout(LOOK, news).await;
        }
    }

    /// Does what there is to do in every tournament. The server does it by itself;
    /// this is for hosts that set the clock.
    pub async fn look_at_tournaments(&self) {
        let may = self.config().roles.contains(&Role::Room) && self.hub().holds();
        let rows = match self.hub().store().tournaments(true, CURRENT).await {
            Ok(rows) if may => rows,
            Ok(_) => return,
            Err(error) => {
                tracing::warn!(%error, "nobody knows which tournaments go on");
                return;
            }
        };
        for row in rows {
            let id = row.id.clone();
            if let Err(error) = self.advance(row).await {
                tracing::warn!(tournament = id, ?error, "a tournament could not go on");
            }
        }
    }

    async fn advance(&self, mut row: TournamentRow) -> Result<(), Error> {
        for _ in 0..STEPS {
            if self.hub().stopping.load(std::sync::atomic::Ordering::Relaxed) || !row.is_current() {
                return Ok(());
            }
            let tables = self.tables(&row).await?;
            if self.is_mine(&row.id) {
                match self.step(&row, &tables).await? {
                    Step::Made(next) => {
                        row = *next;
                        continue;
                    }
                    Step::Late => {
                        row = self.tournament_row(&row.id).await?;
                        continue;
                    }
                    Step::Nothing => {}
                }
            }
            self.see_to(&row, &tables).await;
            return Ok(());
        }
        Ok(())
    }

    /// Of several nodes one goes first: else all of them would do the same at once.
    fn is_mine(&self, id: &str) -> bool {
        self.hub().cluster.as_ref().is_none_or(|cluster| cluster.is_first_for(id))
    }

    /// The tables of the last round that are of interest: of games that are not over,
    /// and of those that were decided away from the table.
    async fn tables(&self, row: &TournamentRow) -> Result<Vec<(At, Option<TableRow>)>, Error> {
        let Some(round) = row.sheet.drawn.len().checked_sub(1) else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for (pair, one) in row.sheet.drawn[round].matches.iter().enumerate() {
            for (game, played) in one.games.iter().enumerate() {
                let asked = played.end.is_none_or(|end| end.how != How::Played);
                if let Some(table) = played.table.as_ref().filter(|_| asked) {
                    let table = self.hub().store().table(table).await?;
                    found.push((At { round, pair, game }, table));
                }
            }
        }
        Ok(found)
    }

    /// The next thing to do that changes the row.
    async fn step(
        &self,
        row: &TournamentRow,
        tables: &[(At, Option<TableRow>)],
    ) -> Result<Step, Error> {
        let now = self.hub().now();
        let mut new = row.clone();
        if row.stage == Stage::Open {
            if row.starts.is_none_or(|at| at > now) {
                return Ok(Step::Nothing);
            }
            if begin(&mut new, now).is_err() {
                // Nobody has come.
                new.stage = Stage::Cancelled;
            }
            return self.made(new).await;
        }
        let mut read = false;
        for (at, table) in tables {
            read |= self.read(&mut new, *at, table.as_ref()).await?;
        }
        if read {
            return self.made(new).await;
        }
        let unseated = |at: &At| row.sheet.game(*at).is_some_and(|game| game.table.is_none());
        if let Some(at) = row.sheet.open_games().into_iter().find(unseated) {
            return self.seat(row, at).await;
        }
        if !row.sheet.is_round_over() {
            return Ok(Step::Nothing);
        }
        let Some(rested) = row.rested else {
            new.rested = Some(now);
            return self.made(new).await;
        };
        if row.sheet.is_finished() {
            new.stage = Stage::Over;
            return self.made(new).await;
        }
        if row.by_hand || now < rested + u64::from(row.pause) * 1000 {
            return Ok(Step::Nothing);
        }
        draw(&mut new, now)?;
        self.made(new).await
    }

    async fn made(&self, row: TournamentRow) -> Result<Step, Error> {
        let written = self.write_tournament(row).await?;
        Ok(written.map_or(Step::Late, |row| Step::Made(Box::new(row))))
    }

    /// Reads how a game ended; did that change anything?
    async fn read(
        &self,
        row: &mut TournamentRow,
        at: At,
        table: Option<&TableRow>,
    ) -> Result<bool, Error> {
        let Some(game) = row.sheet.game_mut(at).filter(|game| game.end.is_none()) else {
            return Ok(false);
        };
        let Some(table) = table else {
            // It was deleted: it is played anew.
            game.table = None;
            return Ok(true);
        };
        let Some(result) = table.result.as_ref().filter(|_| table.status == Status::Over) else {
            return Ok(false);
        };
        if result.verdict == "cancelled" && result.reason != ABSENT {
            // The operator has called it off: so is this.
            game.table = None;
            return Ok(true);
        }
        let swapped = usize::from(game.swapped);
        let won = [0, 1].map(|place: usize| result.sides.contains(&((place ^ swapped) as u8)));
        let points = match won {
            [true, false] => [2, 0],
            [false, true] => [0, 2],
            _ if result.reason == ABSENT => [0, 0],
            _ => [1, 1],
        };
        let mut absent = result.reason == ABSENT;
        if result.reason == "time" {
            let acted = self.acted(table).await?;
            let mut lost = (0..2).filter(|side| !result.sides.contains(side));
            absent = lost.all(|side| !acted.contains(&side));
        }
        let how = if absent { How::Absent } else { How::Played };
        let sides = row.sheet.drawn[at.round].matches[at.pair].sides;
        row.sheet.end(at, End { points, how });
        // Who does not come is not waited for again; they may come back.
        let gone = sides.iter().zip(points).filter(|(_, points)| absent && *points == 0);
        gone.for_each(|(entrant, _)| row.sheet.withdraw(*entrant));
        Ok(true)
    }

    /// The sides for which anybody has ever decided anything at this table.
    async fn acted(&self, table: &TableRow) -> Result<Vec<u8>, Error> {
        let lines = self.hub().store().lines(table.num).await?;
        let side = |by: i16| usize::try_from(by).ok().and_then(|seat| table.seats.get(seat)?.side);
        Ok(lines.iter().filter_map(|line| side(line.by)).collect())
    }

    /// Makes the table of a game, and notes it in the same moment.
    async fn seat(&self, row: &TournamentRow, at: At) -> Result<Step, Error> {
        let one = &row.sheet.drawn[at.round].matches[at.pair];
        let [a, b] = one.sides.map(|entrant| row.entries[entrant].members.clone());
        let sides = if one.games[at.game].swapped { [b, a] } else { [a, b] };
        let person = |holder: &HolderRow| match holder {
            HolderRow::Person { user, .. } => Some(user.clone()),
            _ => None,
        };
        let host = sides.iter().flatten().find_map(person).unwrap_or_else(|| row.host.clone());
        let mut new = TournamentRow { version: row.version + 1, ..row.clone() };
        let plan = pair::Sides {
            game: row.game.clone(),
            setup: row.setup.clone(),
            clock: row.clock,
            rated: row.rated,
            host: host.clone(),
            tournament: row.id.clone(),
            sides,
        };
        let note = |table: &str| {
            if let Some(game) = new.sheet.game_mut(at) {
                game.table = Some(table.into());
            }
            Op::Tournament { row: Box::new(new.clone()), after: row.version }
        };
        let Some(room) = pair::seat(self.hub(), plan, note).await? else { return Ok(Step::Late) };
        self.hub().parts.bus.publish(News::Tournament(row.id.clone()));
        seats::start(&room, self.hub(), &host)?;
        room.settled(self.hub()).await?;
        Ok(Step::Made(Box::new(new)))
    }

    /// Looks after the tables that are this node's: those that were made and not begun
    /// are begun, those to which somebody has not come are ended, and so are those of
    /// games that were decided otherwise.
    async fn see_to(&self, row: &TournamentRow, tables: &[(At, Option<TableRow>)]) {
        for (at, table) in tables {
            let Some(table) = table.as_ref().filter(|table| table.status != Status::Over) else {
                continue;
            };
            let decided = row.sheet.game(*at).and_then(|game| Some((game.end?, game.swapped)));
            if let Err(error) = self.see_to_one(row, table, decided).await {
                tracing::warn!(table = table.id, ?error, "a table of a tournament is in trouble");
            }
        }
    }

    async fn see_to_one(
        &self,
        row: &TournamentRow,
        table: &TableRow,
        decided: Option<(End, bool)>,
    ) -> Result<(), Error> {
        let hub = self.hub();
        let grace = row.grace.map(|grace| u64::from(grace) * 1000);
        let due =
            table.begun_ran.zip(grace).is_some_and(|(begun, grace)| hub.ran() >= begun + grace);
        if decided.is_none() && table.status == Status::Playing && !due {
            return Ok(());
        }
        // What is another node's is looked after there.
        let Found::Here(room) = hub.find(&table.id, Came::Directly).await? else { return Ok(()) };
        if table.status == Status::Waiting {
            // Somebody may have begun it since.
            let _ = seats::start(&room, hub, &table.host);
            room.settled(hub).await?;
        }
        if let Some((end, swapped)) = decided {
            return house::close(&room, hub, result_of(table, end, swapped)).await;
        }
        if !due {
            return Ok(());
        }
        let side = |seat: Seat| table.seats.get(seat.index()).and_then(|row| row.side);
        let mut lost: Vec<u8> = house::missing(&room).iter().filter_map(side).collect();
        if !lost.is_empty() {
            let acted = self.acted(table).await?;
            lost.retain(|side| !acted.contains(side));
        }
        if lost.is_empty() {
            return Ok(());
        }
        house::close(&room, hub, won_against(table, &lost, ABSENT)).await
    }
}

/// What came of a step.
enum Step {
    /// There is nothing to do.
    Nothing,
    /// It was made: so it stands now.
    Made(Box<TournamentRow>),
    /// Somebody else has changed it first.
    Late,
}

/// How the table of a game ends that was decided away from it.
fn result_of(table: &TableRow, end: End, swapped: bool) -> ResultInfo {
    if end.how == How::Ruled {
        return won_against(table, &[0, 1], "organiser");
    }
    let lost = [0u8, 1]
        .into_iter()
        .filter(|side| end.points[usize::from(*side) ^ usize::from(swapped)] == 0);
    won_against(table, &lost.collect::<Vec<_>>(), "left")
}

/// These sides have lost; if both have, nobody has played.
fn won_against(table: &TableRow, lost: &[u8], reason: &str) -> ResultInfo {
    let sides: Vec<u8> = (0..2).filter(|side| !lost.contains(side)).collect();
    let verdict = if sides.is_empty() { "cancelled" } else { "won" };
    let won = |(_, seat): &(u8, &SeatRow)| seat.side.is_some_and(|side| sides.contains(&side));
    ResultInfo {
        verdict: verdict.into(),
        seats: (0..).zip(&table.seats).filter(won).map(|(seat, _)| seat).collect(),
        sides,
        reason: reason.into(),
        degree: String::new(),
        clause: String::new(),
    }
}
