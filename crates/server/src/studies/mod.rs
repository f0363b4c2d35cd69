//! Studies: chapters of games, positions and branches, written together. A study holds its games
//! itself, so that it stays whatever becomes of the tables and records it was made of; a game that
//! is still played cannot get into one.

mod chapter;
mod desk;
mod edit;
mod lesson;

pub(crate) use desk::{Stand, Tried, carry_out};

use crate::App;
use crate::auth::{Anybody, Person, Who, refused};
use crate::bus::News;
use crate::error::Error;
use crate::ids;
use crate::records;
use crate::room::{replay, seats};
use crate::store::{ChapterRow, Op, StoreError, StudyOp, StudyRow};
use admiralty_catalog::{Match, Tree, VerifyError};
use admiralty_core::{Doc, Record};
use admiralty_protocol::{
    ChapterOf, NewStudy, Origin, StudyAccess, StudyCard, StudyEdit, StudyInfo, StudyList,
    StudyNode, StudyPerson, code,
};
use desk::Stands;
use std::time::Duration;
use tokio::sync::Notify;

/// How often a change is tried while others are quicker.
const TRIES: usize = 50;
/// So long an answer waits for news.
const WAIT: Duration = Duration::from_secs(20);
/// Nobody has more.
const MOST: usize = 100;
/// So many write in one.
const WRITERS: usize = 16;
/// So many public ones are listed.
const LISTED: u32 = 60;

/// What this node knows of studies beyond what is kept: whom to wake, and tables that were played to.
#[derive(Default)]
pub(crate) struct Studies {
    looks: Notify,
    stands: Stands,
}

impl Studies {
    /// Something has changed, here or at another node.
    pub(crate) fn changed(&self) {
        self.looks.notify_waiters();
    }
}

fn none() -> Error {
    Error::new(code::NOT_FOUND, "There is no such study, or it is private.")
}

impl App {
    /// A study as this person may see it.
    pub(crate) async fn study_row(&self, id: &str, user: Option<&str>) -> Result<StudyRow, Error> {
        if id.len() > 32 {
            return Err(none());
        }
        let row = self.hub().store().study(id).await?.ok_or_else(none)?;
        match row.access == StudyAccess::Private && !row.writes(user) {
            true => Err(none()),
            false => Ok(row),
        }
    }

    /// Reads a study, changes it and writes it; anew if somebody was quicker.
    async fn change_study<T>(
        &self,
        id: &str,
        user: &str,
        change: impl Fn(&mut StudyRow) -> Result<T, Error>,
    ) -> Result<(StudyRow, T), Error> {
        for _ in 0..TRIES {
            let mut row = self.study_row(id, Some(user)).await?;
            if !row.writes(Some(user)) {
                return Err(Error::new(code::NOT_HOST, "You do not write in this study."));
            }
            let was = row.clone();
            let made = change(&mut row)?;
            if row == was {
                return Ok((row, made));
            }
            let after = row.version;
            row.version += 1;
            row.updated = self.hub().now();
            if let Some(row) = self.write_study(row, after).await? {
                return Ok((row, made));
            }
        }
        Err(Error::Internal("a study changes all the time".into()))
    }

    async fn write_study(&self, row: StudyRow, after: u64) -> Result<Option<StudyRow>, Error> {
        let large = serde_json::to_vec(&row).map_err(|error| Error::Internal(error.to_string()))?;
        if large.len() > edit::LARGEST {
            return Err(Error::new(code::SIZE, "The study is too large: begin another."));
        }
        let put = StudyOp::Put { row: row.clone(), after };
        match self.hub().commit(vec![Op::Study(Box::new(put))]).await {
            Ok(()) => {
                self.hub().parts.bus.publish(News::Study(row.id.clone()));
                Ok(Some(row))
            }
            Err(StoreError::Stale) => Ok(None),
            Err(error) => Err(refused(error)),
        }
    }

    /// A new one.
    pub(crate) async fn make_study(&self, me: &Who, plan: NewStudy) -> Result<StudyInfo, Error> {
        let own = self.hub().store().studies_of(&me.person.id).await?;
        let of = match &plan.of {
            ChapterOf::Table { id } | ChapterOf::Record { id } if plan.reuse => Some(id),
            _ => None,
        };
        let same = |row: &&StudyRow| {
            let from = row.chapters.first().and_then(|chapter| chapter.shown.from.as_ref());
            row.user == me.person.id && of.is_some() && from.map(|from| &from.id) == of
        };
        // Whoever may not look at the game any more does not get it here either.
        let chapters = self.chapters(me, &plan.of, &plan.name).await?;
        if let Some(known) = own.iter().find(same) {
            return self.show_study(known.clone(), Some(&me.person), None).await;
        }
        if own.iter().filter(|row| row.user == me.person.id).count() >= MOST {
            let says = format!("You have {MOST} studies already; give one up first.");
            return Err(Error::new(code::STATE, says));
        }
        let now = self.hub().now();
        let mut row = StudyRow {
            id: ids::word(&*self.hub().parts.entropy, 16),
            user: me.person.id.clone(),
            version: 0,
            name: edit::name(&plan.name),
            created: now,
            updated: now,
            access: StudyAccess::Private,
            pen: ids::word(&*self.hub().parts.entropy, 16),
            writers: Vec::new(),
            next: 1,
            chapters: Vec::new(),
        };
        let add = StudyEdit::AddChapter { name: String::new(), of: plan.of };
        edit::apply(&mut row, &me.person.id, &add, &chapters)?;
        row.version = 1;
        let row = self.write_study(row, 0).await?;
        let row = row.ok_or_else(|| Error::Internal("a new study is there already".into()))?;
        self.show_study(row, Some(&me.person), None).await
    }

    /// The chapters that this makes, played and checked; refused for a game that goes on.
    async fn chapters(
        &self,
        me: &Who,
        of: &ChapterOf,
        name: &str,
    ) -> Result<Vec<ChapterRow>, Error> {
        let hub = self.hub();
        let user = me.person.id.as_str();
        let (texts, from) = match of {
            ChapterOf::Table { id } => {
                let room = hub.room(id).await?;
                if !seats::may_see(&room, Some(user), None) {
                    return Err(Error::no_table());
                }
                // It says no while the game goes on, or where it was called off.
                replay::past(&room, hub).await?;
                let text = replay::record(&room, hub, Some(user)).await?;
                (vec![(0, text)], Some(Origin { id: id.clone(), record: false, entry: 0 }))
            }
            ChapterOf::Record { id } => {
                records::kept(hub, id).await?;
                let text = hub.store().record_text(id).await?.unwrap_or_default();
                (vec![(0, text)], Some(Origin { id: id.clone(), record: true, entry: 0 }))
            }
            ChapterOf::Position { game, position } => {
                let unknown = || Error::new(code::NO_GAME, format!("There is no game \"{game}\"."));
                let game = hub.game(game).ok_or_else(unknown)?;
                let doc = match position {
                    serde_json::Value::String(text) => Doc::Text(text.clone().into()),
                    other => admiralty_catalog::json::from_value(other)
                        .map_err(|fault| Error::Setup(fault.into()))?,
                };
                let tree = Tree::of(&Match::load(game, "", &doc)?);
                return Ok(vec![chapter::row(&tree, 0, edit::name(name), None, false)?]);
            }
            ChapterOf::File { text } => {
                if text.len() > records::LONGEST {
                    return Err(Error::new(code::SIZE, "A file has at most a mebibyte."));
                }
                (Record::split(text), None)
            }
        };
        if texts.len() > edit::CHAPTERS {
            let says = format!("A study has at most {} chapters.", edit::CHAPTERS);
            return Err(Error::new(code::SIZE, says));
        }
        let _place = hub.studies.place(&hub.whom(user)).await;
        let (games, name) = (hub.parts.games, edit::name(name));
        let work = move || {
            let mut made = Vec::new();
            for (before, text) in texts {
                let tree = Tree::read(games, &text).map_err(|error| {
                    let line = error.line.map(|line| line + before);
                    Error::Record(VerifyError { line, ..error })
                })?;
                let tag = Record::parse(&text).ok().and_then(|record| {
                    record.tag("Chapter").map(edit::name).filter(|name| !name.is_empty())
                });
                let name = tag.unwrap_or_else(|| name.clone());
                let played = from.is_some();
                made.push(chapter::row(&tree, 0, name, from.clone(), played)?);
            }
            Ok(made)
        };
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| Error::Internal(error.to_string()))?
    }

    /// One of them; with `after` it waits a while for a later version.
    pub(crate) async fn look_at_study(
        &self,
        id: &str,
        after: Option<u64>,
        me: &Anybody,
    ) -> Result<StudyInfo, Error> {
        let until = tokio::time::Instant::now() + WAIT;
        loop {
            let news = self.0.studies.looks.notified();
            tokio::pin!(news);
            // From now on it hears, and not only when it is waited for.
            news.as_mut().enable();
            let row = self.study_row(id, me.id()).await?;
            let old = after.is_some_and(|after| row.version <= after);
            let stopping = self.hub().stopping.load(std::sync::atomic::Ordering::Relaxed);
            if !old || stopping || tokio::time::timeout_at(until, news).await.is_err() {
                let me = me.0.as_ref().map(|who| &*who.person);
                return self.show_study(row, me, after).await;
            }
        }
    }

    /// As it travels; chapters that have not changed after a version without their entries.
    async fn show_study(
        &self,
        row: StudyRow,
        me: Option<&Person>,
        after: Option<u64>,
    ) -> Result<StudyInfo, Error> {
        let own = me.is_some_and(|me| me.id == row.user);
        let writes = row.writes(me.map(|me| me.id.as_str()));
        let owner = self.hub().store().user(&row.user).await?;
        let StudyRow { id, user, version, name, access, writers, pen, chapters, .. } = row;
        let chapters = chapters.into_iter().map(|chapter| {
            let mut shown = chapter.shown;
            if after.is_some_and(|after| shown.version <= after) {
                shown.nodes = None;
            }
            shown
        });
        Ok(StudyInfo {
            id,
            version,
            name,
            owner: StudyPerson { id: user, name: owner.map(|row| row.name).unwrap_or_default() },
            writers,
            access,
            writes,
            own,
            pen: own.then_some(pen),
            chapters: chapters.collect(),
        })
    }

    /// A change of somebody who writes.
    pub(crate) async fn edit_study(
        &self,
        id: &str,
        me: &Who,
        study_edit: StudyEdit,
    ) -> Result<StudyInfo, Error> {
        let made = match &study_edit {
            StudyEdit::AddChapter { name, of } => {
                if !self.study_row(id, Some(&me.person.id)).await?.writes(Some(&me.person.id)) {
                    return Err(Error::new(code::NOT_HOST, "You do not write in this study."));
                }
                self.chapters(me, of, name).await?
            }
            _ => Vec::new(),
        };
        let pen = ids::word(&*self.hub().parts.entropy, 16);
        let change = |row: &mut StudyRow| {
            if matches!(study_edit, StudyEdit::Dismiss { .. }) {
                row.pen.clone_from(&pen);
            }
            edit::apply(row, &me.person.id, &study_edit, &made)
        };
        let (row, ()) = self.change_study(id, &me.person.id, change).await?;
        self.show_study(row, Some(&me.person), None).await
    }

    /// An entry is kept; its number.
    pub(crate) async fn keep_entry(
        &self,
        id: &str,
        me: &Who,
        chapter: u32,
        entry: &StudyNode,
    ) -> Result<u32, Error> {
        let change = |row: &mut StudyRow| edit::add(row, chapter, entry);
        Ok(self.change_study(id, &me.person.id, change).await?.1)
    }

    /// Somebody who was given the pen writes from now on.
    pub(crate) async fn join_study(
        &self,
        id: &str,
        me: &Who,
        pen: &str,
    ) -> Result<StudyInfo, Error> {
        for _ in 0..TRIES {
            let row = self.hub().store().study(id).await?.ok_or_else(none)?;
            if row.writes(Some(&me.person.id)) {
                return self.show_study(row, Some(&me.person), None).await;
            }
            if row.pen != pen {
                return Err(none());
            }
            if row.writers.len() >= WRITERS {
                return Err(Error::new(code::STATE, "Enough people write in this study."));
            }
            let after = row.version;
            let mut row = StudyRow { version: after + 1, ..row };
            let (id, name) = (me.person.id.clone(), me.person.name.clone());
            row.writers.push(StudyPerson { id, name });
            if let Some(row) = self.write_study(row, after).await? {
                return self.show_study(row, Some(&me.person), None).await;
            }
        }
        Err(Error::Internal("a study changes all the time".into()))
    }

    /// One less.
    pub(crate) async fn end_study(&self, id: &str, me: &Who) -> Result<(), Error> {
        let op = StudyOp::End { user: me.person.id.clone(), id: id.into() };
        self.hub().commit(vec![Op::Study(Box::new(op))]).await?;
        self.hub().parts.bus.publish(News::Study(id.into()));
        Ok(())
    }

    /// The cards of a person's studies.
    pub(crate) async fn studies_of(&self, user: &str) -> Result<Vec<StudyCard>, Error> {
        let rows = self.hub().store().studies_of(user).await?;
        self.cards(rows).await
    }

    async fn cards(&self, rows: Vec<StudyRow>) -> Result<Vec<StudyCard>, Error> {
        let mut cards = Vec::new();
        for row in rows {
            let mut games: Vec<String> =
                row.chapters.iter().map(|chapter| chapter.shown.game.clone()).collect();
            games.sort();
            games.dedup();
            let owner = self.hub().store().user(&row.user).await?;
            cards.push(StudyCard {
                id: row.id,
                name: row.name,
                owner: owner.map(|owner| owner.name).unwrap_or_default(),
                games,
                chapters: row.chapters.len() as u32,
                access: row.access,
                updated: row.updated,
            });
        }
        Ok(cards)
    }

    /// One's own and public ones.
    pub(crate) async fn list_studies(&self, me: Option<&str>) -> Result<StudyList, Error> {
        let mine = match me {
            Some(me) => self.studies_of(me).await?,
            None => Vec::new(),
        };
        let public = self.hub().store().public_studies(LISTED).await?;
        Ok(StudyList { mine, public: self.cards(public).await? })
    }

    /// As a file: one record after the other, with branches, remarks and notes.
    pub(crate) async fn study_file(&self, id: &str, me: Option<&str>) -> Result<String, Error> {
        let row = self.study_row(id, me).await?;
        let mut text = String::new();
        for chapter in &row.chapters {
            let game = self.hub().game(&chapter.shown.game);
            let game = game.ok_or_else(|| Error::Internal("unknown game".into()))?;
            let tree = chapter.tree(game)?;
            let mut record = tree.record().map_err(|fault| Error::Internal(fault.to_string()))?;
            record.tags.insert(2, ("Chapter".into(), chapter.shown.name.clone()));
            text.push_str(&record.to_string());
            text.push('\n');
        }
        Ok(text)
    }

    /// Its questions as a lesson.
    pub(crate) async fn study_lesson(&self, id: &str, me: Option<&str>) -> Result<String, Error> {
        let row = self.study_row(id, me).await?;
        lesson::lesson(&row, |id| self.hub().game(id))
    }
}
