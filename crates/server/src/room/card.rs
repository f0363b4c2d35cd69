//! The card of a table: its game, who sits where, whether it has begun and how
//! it ended. Everything here is written to the store as one row.

use super::pair;
use crate::hub::When;
use crate::ratings;
use crate::store::{AwayRow, HolderRow, Op, PlayedRow, ResultRow, SeatRow, TableRow, plays_itself};
use admiralty_catalog::{Game, json};
use admiralty_core::{Head, Link, Seat, SeatSet};
use admiralty_protocol::{ClockPlan, ResultInfo, SeatInfo, Status, TableInfo};

pub(super) struct Card {
    row: TableRow,
    /// Nothing if this server does not know the game any more.
    game: Option<&'static dyn Game>,
}

impl Card {
    pub(super) fn new(game: Option<&'static dyn Game>, row: TableRow) -> Card {
        Card { row, game }
    }

    pub(super) fn row(&self) -> &TableRow {
        &self.row
    }

    /// What writes it down.
    pub(super) fn op(&self) -> Op {
        Op::Table(Box::new(self.row.clone()))
    }

    /// Changes the row as a whole: people change their names, or leave for ever.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut TableRow)) {
        change(&mut self.row);
    }

    pub(super) fn game(&self) -> Option<&'static dyn Game> {
        self.game
    }

    pub(super) fn status(&self) -> Status {
        self.row.status
    }

    pub(super) fn is_playing(&self) -> bool {
        self.row.status == Status::Playing
    }

    pub(super) fn is_over(&self) -> bool {
        self.row.status == Status::Over
    }

    pub(super) fn has_clock(&self) -> bool {
        self.row.clock != ClockPlan::None
    }

    pub(super) fn n_seats(&self) -> usize {
        self.row.seats.len()
    }

    /// The seats with whatever is written about them.
    pub(super) fn seats(&self) -> impl Iterator<Item = (Seat, &SeatRow)> {
        (0..).map(Seat).zip(&self.row.seats)
    }

    pub(super) fn seat(&self, seat: Seat) -> Option<&SeatRow> {
        self.row.seats.get(seat.index())
    }

    fn those(&self, wanted: impl Fn(&HolderRow) -> bool) -> SeatSet {
        self.seats().filter(|(_, row)| wanted(&row.holder)).map(|(seat, _)| seat).collect()
    }

    /// Who holds a seat; nobody's name for a bot.
    pub(super) fn who(&self, seat: Seat) -> &str {
        match self.seat(seat).map(|row| &row.holder) {
            Some(HolderRow::Person { user, .. }) => user,
            _ => &self.row.host,
        }
    }

    /// The seats of this person.
    pub(super) fn seats_of(&self, user: &str) -> SeatSet {
        self.those(|holder| holder.is(user))
    }

    /// The seats that people hold.
    pub(super) fn people(&self) -> SeatSet {
        self.those(|holder| matches!(holder, HolderRow::Person { .. }))
    }

    /// The seats that programs with accounts hold.
    pub(super) fn programs(&self) -> SeatSet {
        self.those(|holder| matches!(holder, HolderRow::Person { bot: true, .. }))
    }

    /// The seats that bots of the server's own hold.
    pub(super) fn bots(&self) -> SeatSet {
        self.those(|holder| matches!(holder, HolderRow::Bot { .. }))
    }

    pub(super) fn all(&self) -> SeatSet {
        self.those(|_| true)
    }

    /// Is every seat taken?
    pub(super) fn is_full(&self) -> bool {
        self.those(HolderRow::is_free).is_empty()
    }

    /// Is this a person of the table: its host, or somebody with a seat?
    pub(super) fn knows(&self, user: &str) -> bool {
        self.row.host == user || !self.seats_of(user).is_empty()
    }

    /// Seats whose clients seal.
    pub(super) fn salted(&self) -> SeatSet {
        let salted = self.seats().filter(|(_, row)| row.salted);
        salted.map(|(seat, _)| seat).collect::<SeatSet>().common(self.people())
    }

    /// Seats with a seal.
    pub(super) fn sealed(&self) -> SeatSet {
        self.seats().filter(|(_, row)| !row.seal.is_empty()).map(|(seat, _)| seat).collect()
    }

    /// Seats that have sealed and not shown the link of this draw.
    pub(super) fn unshown(&self) -> SeatSet {
        let number = self.row.draw_number();
        let shown = self.seats().filter(|(_, row)| row.shown >= number);
        self.sealed().minus(shown.map(|(seat, _)| seat).collect())
    }

    pub(super) fn has_seal(&self, seat: Seat, seal: Link) -> bool {
        self.seat(seat).is_some_and(|row| row.seal == seal.hex())
    }

    /// Seals the salts of these seats.
    pub(super) fn seal(&mut self, seats: SeatSet, seal: Link) {
        for row in self.rows_of(seats) {
            row.seal = seal.hex();
            row.salted = true;
        }
    }

    /// A new draw is called: these seats are to open. As long as they have not it
    /// stands there as refused; bots show at once.
    pub(super) fn call(&mut self, called: SeatSet) {
        let bots = self.bots();
        let number = self.row.drawn.len() as u32 + 1;
        let mut words = Vec::new();
        for i in 0..self.row.seats.len() {
            let seat = Seat(i as u8);
            let chain = self.row.bot_chain(seat).filter(|_| bots.has(seat));
            let row = &mut self.row.seats[i];
            row.salt.clear();
            if let Some(chain) = chain {
                row.seal = chain.number(0).hex();
                row.salt = chain.number(number).hex();
                row.shown = number;
            }
            words.push(match (called.has(seat), row.salt.as_str()) {
                (true, _) => "!".to_string(),
                (false, "") => "-".to_string(),
                (false, salt) => salt.to_string(),
            });
        }
        self.row.drawn.push(words.join(","));
    }

    /// A seat opens in the draw that is called.
    pub(super) fn show_first(&mut self, seat: Seat, link: Link) {
        let Some(draw) = self.row.drawn.last_mut() else { return };
        let mut words: Vec<String> = draw.split(',').map(String::from).collect();
        if let Some(word) = words.get_mut(seat.index()) {
            *word = link.hex();
        }
        *draw = words.join(",");
        self.show(seat, link);
    }

    /// A seat has shown the link of this draw.
    pub(super) fn show(&mut self, seat: Seat, link: Link) {
        let number = self.row.draw_number();
        for row in self.rows_of(SeatSet::only(seat)) {
            row.salt = link.hex();
            row.shown = number;
        }
    }

    /// Somebody sits down.
    pub(super) fn seat_person(&mut self, seat: Seat, holder: HolderRow, salted: bool) {
        for row in self.rows_of(SeatSet::only(seat)) {
            row.holder = holder.clone();
            row.salted = salted;
        }
    }

    /// The seats are free again.
    pub(super) fn free(&mut self, seats: SeatSet) {
        for row in self.rows_of(seats) {
            row.holder = HolderRow::Open;
            row.salt.clear();
            row.seal.clear();
            row.salted = false;
            row.away = None;
        }
    }

    /// The holder of these seats is on holiday.
    pub(super) fn set_away(&mut self, seats: SeatSet, away: Option<AwayRow>) {
        self.rows_of(seats).for_each(|row| row.away = away);
    }

    /// A bot takes a seat.
    pub(super) fn seat_bot(&mut self, seat: Seat, level: String) {
        for row in self.rows_of(SeatSet::only(seat)) {
            row.holder = HolderRow::Bot { level: level.clone() };
            row.away = None;
        }
        super::answers::of_holders(&mut self.row);
    }

    fn rows_of(&mut self, seats: SeatSet) -> impl Iterator<Item = &mut SeatRow> {
        let rows = (0..).map(Seat).zip(&mut self.row.seats);
        rows.filter(move |(seat, _)| seats.has(*seat)).map(|(_, row)| row)
    }

    /// The game begins, after so many dice.
    pub(super) fn begin(&mut self, when: When, rolls: u64, head: Option<Head>) {
        self.row.head = head.map(|head| head.hex()).unwrap_or_default();
        self.row.status = Status::Playing;
        self.row.begun = when.now;
        self.row.begun_ran = Some(when.ran);
        self.row.begun_rolls = rolls;
    }

    /// The game is over.
    pub(super) fn end(&mut self, result: ResultInfo) {
        self.row.status = Status::Over;
        self.row.answers.clear();
        self.row.result = Some(result);
    }

    /// What ratings need to know of a game that counted and is over.
    pub(super) fn rated_result(&self, now: u64) -> Option<ResultRow> {
        let row = &self.row;
        let result = row.result.as_ref().filter(|result| result.verdict != "cancelled")?;
        if !row.rated || pair::may_count(&row.seats, row.clock).is_err() {
            return None;
        }
        let mut people: Vec<PlayedRow> = Vec::new();
        for seat in &row.seats {
            let (HolderRow::Person { user, .. }, Some(side)) = (&seat.holder, seat.side) else {
                continue;
            };
            let played = PlayedRow { user: user.clone(), side };
            if !people.contains(&played) {
                people.push(played);
            }
        }
        let pace = match row.clock {
            ClockPlan::Days { .. } => "days",
            _ => "live",
        };
        let duel = people.len() == 2 && people[0].side != people[1].side;
        Some(ResultRow {
            id: 0,
            num: row.num,
            at: now,
            table: row.id.clone(),
            pool: ratings::pool(&row.game, pace, duel),
            people,
            won: result.sides.clone(),
        })
    }

    /// The table at which it goes on; the first one named stays.
    pub(super) fn rematch(&mut self, id: &str) -> &str {
        self.row.rematch.get_or_insert_with(|| id.into())
    }

    /// The set-up as everybody may see it.
    pub(super) fn open_options(&self) -> serde_json::Value {
        // A position says nothing before it is seen: what was played there before does.
        if let Some(from) = &self.row.from
            && let Ok(serde_json::Value::Object(mut open)) = serde_json::from_str(&from.setup)
        {
            open.insert("position".into(), "hidden".into());
            return open.into();
        }
        let setup = json::read(&self.row.setup).ok();
        let open = setup.and_then(|setup| Some(self.game?.open_setup(setup)));
        open.map(|open| crate::json::value(&open)).unwrap_or_default()
    }

    /// As this person may see it. Who is awaited and who is here is for others to say.
    pub(super) fn info(&self, user: Option<&str>) -> TableInfo {
        let row = &self.row;
        let own = user.map_or(SeatSet::EMPTY, |user| self.seats_of(user));
        let seats = self.seats().map(|(seat, row)| SeatInfo {
            seat: seat.0,
            code: row.code.clone(),
            name: row.name.clone(),
            side: row.side,
            holder: row.holder.shown(),
            you: own.has(seat),
            present: false,
            away: row.away.map(|away| away.until),
        });
        TableInfo {
            id: row.id.clone(),
            game: row.game.clone(),
            options: self.open_options(),
            status: row.status,
            public: row.public,
            rated: row.rated,
            watch: row.watch,
            tournament: row.tournament.clone(),
            seats: seats.collect(),
            same: plays_itself(&row.seats),
            host: user == Some(row.host.as_str()),
            clock: row.clock,
            created: row.created,
            updated: row.begun.max(row.created),
            turn: 0,
            awaited: Vec::new(),
            due: None,
            result: row.result.clone(),
            invite: user.filter(|user| self.knows(user)).map(|_| row.invite.clone()),
            commitment: row.commitment(),
            dice: None,
            key: row.shows_key().then(|| row.last_key()),
            rematch: row.rematch.clone(),
            from: row.from.as_ref().map(|from| from.origin.clone()),
        }
    }
}
