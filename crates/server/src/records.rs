//! Record files that people have brought along: checked as `admiralty verify` does, then kept as
//! they came, under an address of their own.

use crate::auth::refused;
use crate::error::Error;
use crate::hub::Hub;
use crate::ids;
use crate::past::{Looker, Past};
use crate::store::{FromRow, Op, RecordOp, RecordRow};
use crate::wire::result_info;
use admiralty_catalog::{Start, verify};
use admiralty_core::{Seat, SideSet};
use admiralty_protocol::{Origin, RecordCard, RecordFile, RecordInfo, RecordSeat, code};
use std::sync::Arc;

/// No file is longer.
pub(crate) const LONGEST: usize = 1024 * 1024;
/// Nobody keeps more.
const MOST: usize = 50;
/// Signs of a name.
const NAME: usize = 80;

/// A record and who kept it.
pub(crate) struct Kept {
    pub(crate) card: RecordRow,
    pub(crate) past: Arc<Past>,
}

/// Checks a file and keeps it for a person.
pub(crate) async fn bring(hub: &Hub, user: &str, file: RecordFile) -> Result<Kept, Error> {
    let RecordFile { name, text } = file;
    if text.len() > LONGEST {
        return Err(Error::new(code::SIZE, "A record has at most a mebibyte."));
    }
    if hub.store().records_of(user).await?.len() >= MOST {
        let says = format!("You keep {MOST} records already; give one up first.");
        return Err(Error::new(code::STATE, says));
    }
    let (past, text) = checked(hub, user, text).await?;
    let name: String = name.trim().trim_end_matches(".adm").trim().chars().take(NAME).collect();
    let row = RecordRow {
        id: ids::word(&*hub.parts.entropy, 16),
        user: user.into(),
        game: past.game.game().meta().id.into(),
        name: name.replace(char::is_control, " "),
        result: past.game.table().result(),
        at: hub.now(),
        text,
    };
    let card = RecordRow { text: String::new(), ..row.clone() };
    hub.commit(vec![Op::Record(Box::new(RecordOp::Keep(row)))]).await.map_err(refused)?;
    let past = hub.pasts.put(&card.id, past);
    Ok(Kept { card, past })
}

/// A record that is kept, played again if it is not in memory.
pub(crate) async fn kept(hub: &Hub, id: &str) -> Result<Kept, Error> {
    let gone = || Error::new(code::NOT_FOUND, "There is no such record, or it is kept no more.");
    if id.len() > 32 {
        return Err(gone());
    }
    let card = hub.store().record(id).await?.ok_or_else(gone)?;
    if let Some(past) = hub.pasts.get(id) {
        return Ok(Kept { card, past });
    }
    let text = hub.store().record_text(id).await?.ok_or_else(gone)?;
    let (past, _) = checked(hub, &card.user, text).await?;
    Ok(Kept { past: hub.pasts.put(id, past), card })
}

/// Plays a record again, on a thread of its own and when it is this person's turn.
async fn checked(hub: &Hub, user: &str, text: String) -> Result<(Past, String), Error> {
    let _place = hub.studies.place(&hub.whom(user)).await;
    let games = hub.parts.games;
    let work = move || {
        let (game, report) = verify(games, &text).map_err(Error::Record)?;
        Ok((Past::of_record(game, report), text))
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))?
}

pub(crate) fn card(row: RecordRow) -> RecordCard {
    let RecordRow { id, game, name, result, at, .. } = row;
    RecordCard { id, game, name, result, created: at }
}

impl Kept {
    /// What is to be said of it.
    pub(crate) fn info(&self, user: Option<&str>) -> RecordInfo {
        let game = &self.past.game;
        let table = game.table();
        let seats = (0..table.n_seats()).map(|n| {
            let (seat, code) = (Seat(n), table.seat_code(Seat(n)));
            let side = table.side_of(seat);
            // As servers write it, or by sides, as the arena does.
            let tag = code.replace(|sign: char| !sign.is_ascii_alphanumeric(), "_");
            let names = [
                format!("Seat.{tag}"),
                format!("Bot.{}", side.map(|side| table.side_code(side)).unwrap_or_default()),
            ];
            let who = game.tags.iter().find(|(key, _)| names.contains(key));
            RecordSeat {
                seat: n,
                name: table.seat_name(seat),
                code,
                side: side.map(|side| side.0),
                who: who.map(|(_, name)| name.chars().take(NAME).collect()).unwrap_or_default(),
            }
        });
        let report = self.past.report.as_ref();
        RecordInfo {
            own: user == Some(&*self.card.user),
            card: card(self.card.clone()),
            options: self.options(),
            seats: seats.collect(),
            entries: report.map_or(0, |report| report.entries as u32),
            dice: report.map_or(0, |report| report.dice as u32),
            proved: report.is_some_and(|report| report.proved),
            remarks: report.map(|report| report.remarks.clone()).unwrap_or_default(),
            over: result_info(table),
        }
    }

    /// The set-up as it may be shown.
    fn options(&self) -> serde_json::Value {
        match self.past.game.start() {
            Start::Setup(setup) => {
                crate::json::value(&self.past.game.game().open_setup(setup.clone()))
            }
            Start::Position(_) => serde_json::json!({ "position": "hidden" }),
        }
    }

    /// Everybody may look through everybody: a record has nothing left to hide.
    pub(crate) fn looker(&self, wish: Option<&str>) -> Result<Looker, Error> {
        let table = self.past.game.table();
        let wish = wish.unwrap_or("umpire");
        let viewer = match wish.parse().map(Seat) {
            Ok(seat) if seat.0 < table.n_seats() => Some(admiralty_core::Viewer::Seat(seat)),
            Ok(_) => None,
            Err(_) => table.parse_viewer(wish),
        };
        let viewer = viewer.ok_or_else(|| Error::new(code::SEAT, "There is no such seat."))?;
        Ok(Looker { viewer, withheld: SideSet::EMPTY, until: None })
    }

    /// What a game that goes on from here is told of this one.
    pub(crate) fn origin(&self, entry: u32) -> FromRow {
        let origin = Origin { id: self.card.id.clone(), record: true, entry };
        FromRow { origin, setup: self.options().to_string() }
    }
}
