//! What is taken back leaves no trace, and nobody learns by trying: an entry
//! that can be undone would have looked the same on every table that the seat
//! could not rule out.

use crate::laws::viewers;
use crate::sights::{self, Gets, text_difference};
use crate::trail::{Broken, Lawful, ensure};
use admiralty_catalog::{Match, StoryLine};
use admiralty_core::{
    Actor, Doc, NoDice, Rules, Seat, Seeded, Step, Table, Text, UndoBar, Viewer, step,
};

/// What everybody has before an entry.
pub(crate) struct Before {
    path: u64,
    viewers: Vec<(Viewer, Gets, Vec<StoryLine>)>,
}

impl Before {
    pub(crate) fn of<R: Rules + Text>(table: &Table<R>, running: &Match, path: u64) -> Before {
        let has = |viewer| (viewer, sights::gets(table.sight(viewer), path), running.story(viewer));
        Before { path, viewers: viewers(table).map(has).collect() }
    }

    /// After the undo everybody has what he had, byte by byte. Who was told of
    /// the entry is told that it was taken back; to all others it never was.
    pub(crate) fn is_back<R: Rules + Text>(
        &self,
        table: &Table<R>,
        running: &Match,
        told: impl Fn(Viewer) -> bool,
    ) -> Lawful {
        for (viewer, had, story) in &self.viewers {
            let has = sights::gets(table.sight(*viewer), self.path);
            same(had, &has).map_err(|detail| Broken {
                law: "after an undo everybody has what he had before",
                detail: format!("the {viewer}: {detail}"),
            })?;
            let now = running.story(*viewer);
            let knew = *viewer == Viewer::Umpire || told(*viewer);
            let (was, is) =
                if knew { (live(story), live(&now)) } else { (whole(story), whole(&now)) };
            ensure(was == is, "after an undo the story is as if the entry had never been", || {
                format!("the {viewer}: {}", text_difference(&was, &is))
            })?;
        }
        Ok(())
    }
}

/// What everybody was told. Sealed orders lie beside each other: who takes his
/// own back, after another has laid his, leaves no trace in the stories of
/// those who were told nothing of it.
pub(crate) struct Stories(Vec<(Viewer, String)>);

impl Stories {
    /// Of all viewers but those who were told.
    pub(crate) fn of<R: Rules>(
        table: &Table<R>,
        running: &Match,
        told: impl Fn(Viewer) -> bool,
    ) -> Stories {
        let viewers = viewers(table).filter(|viewer| *viewer != Viewer::Umpire && !told(*viewer));
        Stories(viewers.map(|viewer| (viewer, whole(&running.story(viewer)))).collect())
    }

    pub(crate) fn are_unchanged(&self, running: &Match) -> Lawful {
        for (viewer, was) in &self.0 {
            let is = whole(&running.story(*viewer));
            ensure(*was == is, "an undo leaves no trace with those who were told nothing", || {
                format!("the {viewer}: {}", text_difference(was, &is))
            })?;
        }
        Ok(())
    }
}

fn whole(story: &[StoryLine]) -> String {
    story.iter().map(|line| format!("{line:?}\n")).collect()
}

/// What still counts of a story.
fn live(story: &[StoryLine]) -> String {
    let lines = story.iter().filter(|line| !line.undone && !matches!(line.event, Doc::Null));
    lines.map(|line| format!("{} {}\n", line.turn, line.event)).collect()
}

fn same(had: &Gets, has: &Gets) -> Result<(), String> {
    for ((what, a), (_, b)) in had.iter().zip(has) {
        if a != b {
            return Err(format!("{what} {}", text_difference(a, b)));
        }
    }
    Ok(())
}

/// An entry that its seat may take back taught it nothing: on every table that
/// it could not rule out before, the same entry looks the same to it and can
/// be taken back as well.
pub(crate) fn teaches_nothing<R: Rules + Text>(
    before: &Table<R>,
    seat: Seat,
    action: &R::Action,
    after: &Table<R>,
    done: &Step<R::Event>,
    rng: &mut Seeded,
) -> Lawful {
    let law = "who takes an entry back has learnt nothing by it";
    let viewer = Viewer::Seat(seat);
    let path = rng.next_u64();
    let true_gets = sights::gets(after.sight(viewer), path);
    let true_told = heard(after, viewer, done);
    for _ in 0..2 {
        let Ok(mut world) = R::imagine(before.sight(viewer), rng) else { continue };
        let wrong = |detail: String| {
            let text = R::write_action(&before.public, action);
            Broken { law, detail: format!("{text}: on another table {detail}") }
        };
        let there = step(&mut world, Actor::Seat(seat), action, &mut NoDice)
            .map_err(|why| wrong(format!("it is not possible or rolls: {why:?}")))?;
        if let Some(bar) = there.bar {
            return Err(wrong(format!("it could not be taken back: {}", UndoBar::sentence(bar))));
        }
        let told = heard(&world, viewer, &there);
        if told != true_told {
            return Err(wrong(format!("the seat hears {told:?}, not {true_told:?}")));
        }
        same(&true_gets, &sights::gets(world.sight(viewer), path)).map_err(wrong)?;
    }
    Ok(())
}

/// What a viewer hears of an entry.
fn heard<R: Rules + Text>(table: &Table<R>, viewer: Viewer, done: &Step<R::Event>) -> Vec<String> {
    let told = done.told.iter().filter(|told| told.to.includes(viewer));
    told.map(|told| R::event(&table.public, &told.event).to_string()).collect()
}
