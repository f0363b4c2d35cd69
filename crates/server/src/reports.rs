//! Reports, and what moderators make of them. A report holds what its reporter could see, as it
//! was: a game that goes on tells a moderator no more than that, and one who sits at the
//! table not even that.

use crate::App;
use crate::auth::{Ending, Person, refused};
use crate::error::Error;
use crate::ids;
use crate::room::{Room, replay};
use crate::store::{
    AuditRow, KeptRow, MannersOp, Op, ReportRow, StoreError, TableRow, UserRow, UserSet,
};
use admiralty_protocol::{
    Measure, Moment, Named, NewMeasure, NewReport, Notice, ReportCard, ReportInfo, ReportLine,
    Settled, Status, code,
};
use serde::{Deserialize, Serialize};

const HOUR: u64 = 3_600_000;
/// So many reports one person may make a day …
const A_DAY: usize = 10;
/// … and so many may wait in all.
const WAITING: u32 = 1_000;
/// So many are listed.
const LISTED: u32 = 200;
/// So many lines of talk go with one.
const LINES: usize = 50;
/// A settled report is forgotten after so long.
pub(crate) const REMEMBERED: u64 = 90 * 24 * HOUR;
/// Nobody is muted or banned for more hours by a moderator; the host can.
const LONGEST: u32 = 8_760;
/// Where somebody's notices are kept, and how many.
const KEY: &str = "~notices";
const NOTICES: usize = 50;

/// What goes with a report.
#[derive(Debug, Serialize, Deserialize)]
struct Attached {
    #[serde(rename = "as")]
    viewer: String,
    moment: Option<Moment>,
    chat: Vec<ReportLine>,
}

fn written<T: Serialize>(what: &T) -> Result<String, Error> {
    serde_json::to_string(what).map_err(|why| Error::Internal(why.to_string()))
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|why| Error::Internal(why.to_string()))
}

fn plain(text: &str, most: usize) -> Result<String, Error> {
    let text = text.trim();
    if text.chars().count() > most || text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(Error::new(code::MALFORMED, format!("That is up to {most} plain signs.")));
    }
    Ok(text.into())
}

/// A moment in words, by universal time.
pub(crate) fn spelt(at: u64) -> String {
    match jiff::Timestamp::from_millisecond(at as i64) {
        Ok(at) => format!("{} UTC", at.strftime("%-d %B %Y %H:%M")),
        Err(_) => "later".into(),
    }
}

/// Has this moderator a part in it: as who reports, who is reported, or at the table?
fn is_involved(row: &ReportRow, table: Option<&TableRow>, me: &str) -> bool {
    let seated = |row: &TableRow| row.seats.iter().any(|seat| seat.holder.is(me));
    row.by == me || row.about == me || table.is_some_and(seated)
}

impl App {
    /// Somebody at a table is reported.
    pub(crate) async fn report(
        &self,
        room: &Room,
        me: &Person,
        wish: NewReport,
    ) -> Result<(), Error> {
        let hub = self.hub();
        let (about, name) = room.meant(&wish.who, &me.id)?;
        if about == me.id {
            return Err(Error::new(code::STATE, "Nobody reports themselves."));
        }
        let text = plain(&wish.text, 500)?;
        let own = room.seat_of(&me.id);
        if own.is_none() && me.is_guest() {
            let says = "Whoever only watches needs an account to report somebody.";
            return Err(Error::new(code::STATE, says));
        }
        let now = hub.now();
        self.may_report(&me.id, &about, &room.id).await?;
        let viewer = own.map_or("spectator".into(), |seat| seat.0.to_string());
        let moment = match room.status() {
            Status::Waiting => None,
            _ => {
                let looker = replay::looker(room, Some(&me.id), Some(&viewer))?;
                Some(replay::moment(room, hub, looker, None).await?)
            }
        };
        let chat = room.said_by(&me.id, &about, LINES);
        let id = ids::word(&*hub.parts.entropy, 16);
        let card = ReportCard {
            id: id.clone(),
            at: now,
            by: Named { id: me.id.clone(), name: me.name.clone() },
            about: Named { id: about.clone(), name },
            table: room.id.clone(),
            game: room.info(None).game,
            why: wish.why,
            text,
            settled: None,
        };
        let row = ReportRow {
            id,
            by: me.id.clone(),
            about,
            at: now,
            open: true,
            card: written(&card)?,
            body: written(&Attached { viewer, moment, chat })?,
        };
        hub.commit(vec![Op::Manners(Box::new(MannersOp::Report(row)))]).await.map_err(refused)?;
        metrics::counter!("reports_total").increment(1);
        Ok(())
    }

    /// Some a day, and one about somebody at a table until somebody has looked at it.
    async fn may_report(&self, me: &str, about: &str, table: &str) -> Result<(), Error> {
        let (store, now) = (self.hub().store(), self.hub().now());
        let own = store.reports_with(me, LISTED).await?;
        let own: Vec<&ReportRow> = own.iter().filter(|row| row.by == me).collect();
        let same = |row: &&&ReportRow| {
            row.open
                && row.about == about
                && read::<ReportCard>(&row.card).is_ok_and(|card| card.table == table)
        };
        if own.iter().any(|row| same(&row)) {
            let says = "You have reported them at this table already: somebody will look at it.";
            return Err(Error::new(code::STATE, says));
        }
        let lately = own.iter().filter(|row| row.at + 24 * HOUR > now).count();
        let all = store.reports(true, WAITING).await?.len();
        if lately >= A_DAY || all >= WAITING as usize {
            let says = format!("{A_DAY} reports a day are enough: come back tomorrow.");
            return Err(Error::new(code::RATE, says));
        }
        Ok(())
    }

    /// What somebody has reported, newest first; what became of it is between others.
    pub(crate) async fn own_reports(&self, me: &str) -> Result<Vec<ReportCard>, Error> {
        let rows = self.hub().store().reports_with(me, LISTED).await?;
        let own = rows.iter().filter(|row| row.by == me);
        let cards: Result<Vec<ReportCard>, Error> = own.map(|row| read(&row.card)).collect();
        Ok(cards?.into_iter().map(|card| ReportCard { settled: None, ..card }).collect())
    }

    /// Reports that this moderator may look at.
    pub(crate) async fn reports(&self, me: &Person, open: bool) -> Result<Vec<ReportCard>, Error> {
        is_moderator(me)?;
        let mut cards = Vec::new();
        for row in self.hub().store().reports(open, LISTED).await? {
            let card: ReportCard = read(&row.card)?;
            let table = self.hub().store().table(&card.table).await?;
            if !is_involved(&row, table.as_ref(), &me.id) {
                cards.push(card);
            }
        }
        Ok(cards)
    }

    /// A report this moderator may look at.
    async fn report_for(&self, me: &Person, id: &str) -> Result<(ReportRow, ReportCard), Error> {
        is_moderator(me)?;
        let none = || Error::new(code::NOT_FOUND, "There is no such report.");
        let row = self.hub().store().report(id).await?.ok_or_else(none)?;
        let card: ReportCard = read(&row.card)?;
        let table = self.hub().store().table(&card.table).await?;
        if is_involved(&row, table.as_ref(), &me.id) {
            return Err(none());
        }
        Ok((row, card))
    }

    /// A report with what goes with it. It is written down who has looked.
    pub(crate) async fn one_report(&self, me: &Person, id: &str) -> Result<ReportInfo, Error> {
        let (row, card) = self.report_for(me, id).await?;
        let Attached { viewer, moment, chat } = read(&row.body)?;
        let store = self.hub().store();
        let others = store.reports_with(&row.about, LISTED).await?;
        let others = others.iter().filter(|o| o.about == row.about && o.open && o.id != row.id);
        let others = others.count() as u32;
        let mut past = self.notices(&row.about).await?;
        past.reverse();
        let audit = self.audited(me, "report-read", &row.about, &row.id);
        self.hub().commit(vec![audit]).await?;
        Ok(ReportInfo { card, viewer, moment, chat, past, others })
    }

    fn audited(&self, me: &Person, what: &str, about: &str, detail: &str) -> Op {
        let detail = format!("moderator {} ({}): report {detail}", me.name, me.id);
        let (at, what, about) = (self.hub().now(), what.into(), about.into());
        Op::Audit(AuditRow { at, what, about, detail })
    }

    /// A moderator decides about a report: all of it, or nothing.
    pub(crate) async fn settle(
        &self,
        me: &Person,
        id: &str,
        wish: NewMeasure,
    ) -> Result<ReportCard, Error> {
        let (row, mut card) = self.report_for(me, id).await?;
        let why = plain(&wish.why, 500)?;
        let timed = matches!(wish.what, Measure::Mute | Measure::Ban);
        if wish.what != Measure::Dismiss && why.is_empty() {
            return Err(Error::new(code::MALFORMED, "Say why: the person reads it."));
        }
        if timed && !(1..=LONGEST).contains(&wish.hours) {
            let says = format!("A measure lasts 1 to {LONGEST} hours.");
            return Err(Error::new(code::MALFORMED, says));
        }
        let gone = || Error::new(code::NOT_FOUND, "They are not here any more.");
        let user = self.hub().store().user(&row.about).await?.ok_or_else(gone)?;
        if user.moderator && wish.what != Measure::Dismiss {
            let says = "They are a moderator as well: the host decides about them.";
            return Err(Error::new(code::STATE, says));
        }
        let now = self.hub().now();
        let until = timed.then(|| now + u64::from(wish.hours) * HOUR);
        let notice = Notice { what: wish.what, at: now, until, why, read: false };
        let by = Named { id: me.id.clone(), name: me.name.clone() };
        card.settled = Some(Settled { by, notice: notice.clone() });
        let settle = MannersOp::Settle { id: id.into(), card: written(&card)? };
        let mut ops = vec![Op::Manners(Box::new(settle))];
        ops.extend(self.measure(&user, &notice).await?);
        let (word, detail) = measured(&notice, id);
        ops.push(self.audited(me, word, &user.id, &detail));
        self.hub().commit(ops).await.map_err(|error| match error {
            StoreError::Stale => {
                Error::new(code::STATE, "Another moderator has decided about it already.")
            }
            error => refused(error),
        })?;
        let ban = wish.what == Measure::Ban;
        self.end(&user.id, if ban { Ending::AllBut(None) } else { Ending::Nothing });
        Ok(card)
    }

    /// What a measure changes of a person.
    async fn measure(&self, user: &UserRow, notice: &Notice) -> Result<Vec<Op>, Error> {
        let set = match (notice.what, notice.until) {
            (Measure::Dismiss, _) => return Ok(Vec::new()),
            (Measure::Mute, until) => {
                UserSet { muted: until.max(Some(user.muted)), ..UserSet::default() }
            }
            (Measure::Ban, until) => {
                UserSet { shut: until.max(Some(user.shut)), ..UserSet::default() }
            }
            (Measure::Warn, _) => UserSet::default(),
        };
        let mut notices = self.notices(&user.id).await?;
        notices.push(notice.clone());
        let from = notices.len().saturating_sub(NOTICES);
        Ok(vec![
            Op::SetUser { user: user.id.clone(), version: None, set },
            keep(&user.id, &notices[from..])?,
        ])
    }

    /// What was decided about somebody, oldest first.
    pub(crate) async fn notices(&self, user: &str) -> Result<Vec<Notice>, Error> {
        let kept = self.hub().store().kept_of(user).await?;
        let row = kept.into_iter().find(|row| row.key == KEY);
        Ok(row.and_then(|row| serde_json::from_str(&row.body).ok()).unwrap_or_default())
    }

    /// Somebody has read what was decided about them.
    pub(crate) async fn read_notices(&self, user: &str) -> Result<(), Error> {
        let mut notices = self.notices(user).await?;
        if notices.iter().all(|notice| notice.read) {
            return Ok(());
        }
        notices.iter_mut().for_each(|notice| notice.read = true);
        self.hub().commit(vec![keep(user, &notices)?]).await.map_err(refused)
    }

    /// Why somebody is shut out or may not speak, as they are told.
    pub(crate) async fn because(&self, user: &str, what: Measure) -> String {
        let notices = self.notices(user).await.unwrap_or_default();
        let last = notices.into_iter().rfind(|notice| notice.what == what);
        last.map(|notice| format!(": {}", notice.why)).unwrap_or_default()
    }
}

fn keep(user: &str, notices: &[Notice]) -> Result<Op, Error> {
    Ok(Op::Keep(KeptRow { user: user.into(), key: KEY.into(), body: written(&notices)? }))
}

/// What the audit table says of a measure.
fn measured(notice: &Notice, id: &str) -> (&'static str, String) {
    let word = match notice.what {
        Measure::Dismiss => "report-dismiss",
        Measure::Warn => "report-warn",
        Measure::Mute => "report-mute",
        Measure::Ban => "report-ban",
    };
    let until = notice.until.map(|until| format!(" until {}", spelt(until))).unwrap_or_default();
    (word, format!("{id}{until}: {}", notice.why))
}

pub(crate) fn is_moderator(me: &Person) -> Result<(), Error> {
    match me.moderator {
        true => Ok(()),
        false => Err(Error::new(code::NOT_HOST, "This is for moderators.")),
    }
}
