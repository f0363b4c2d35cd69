//! A part of a lesson being played: the learner's actions are judged by the
//! rules, the other seats answer as the story has it.

use super::dice::Faces;
use super::expect::{Deeds, expectations};
use super::hope::Why;
use super::read::{Case, Deed, Step};
use super::run;
use crate::engine::Match;
use crate::face::{ErasedEvent, LinePlayed, Objection, Played, TableFace};
use crate::game::Game;
use admiralty_core::{Actor, Awaiting, Dice, Seat, Seeded};

/// How far the learner is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Something is still to be done.
    Open,
    /// The goal is reached.
    Reached,
    /// It can no longer be reached: what leads there is forbidden by now, something has happened
    /// that must not, or somebody else is to decide and the story does not say what.
    Missed,
}

/// One entry of a trial.
pub struct Moment {
    /// What happened.
    pub events: Vec<ErasedEvent>,
    /// The table afterwards.
    pub table: Box<dyn TableFace>,
}

/// A part of a lesson as far as it is played.
pub struct Trial<'a> {
    pub(super) case: &'a Case,
    running: Match,
    you: Seat,
    /// Steps of the story that make an entry.
    script: Vec<&'a Step>,
    /// The first of them that is still to come.
    next: usize,
    seeded: Seeded,
    deeds: Deeds,
    moments: Vec<Moment>,
    standing: Standing,
    why: Option<Why>,
    /// What the learner has done.
    tries: Vec<String>,
}

impl<'a> Trial<'a> {
    /// The position of the part, with everything done that comes before the
    /// learner's first decision.
    pub(crate) fn begin(game: &'static dyn Game, case: &'a Case) -> Result<Trial<'a>, String> {
        let mut seeded = Seeded::new(case.seed);
        let mut running = run::begin(game, case, &mut seeded).map_err(|no| no.to_string())?;
        for line in &case.record {
            run::enter(&mut running, line, &mut seeded)?;
        }
        let code = case.task.as_ref().map_or("", |task| task.you.as_str());
        let you = running.table().parse_seat(code).ok_or(format!("there is no seat \"{code}\""))?;
        let mut trial = Trial {
            case,
            running,
            you,
            script: case.steps.iter().filter(|step| makes_an_entry(step)).collect(),
            next: 0,
            seeded,
            deeds: Deeds::default(),
            moments: Vec::new(),
            standing: Standing::Open,
            why: None,
            tries: Vec::new(),
        };
        trial.others();
        trial.judge();
        Ok(trial)
    }

    /// The same part, as far as this one is played.
    pub(super) fn again(&self) -> Option<Trial<'a>> {
        let mut again = Trial::begin(self.running.game(), self.case).ok()?;
        for action in &self.tries {
            again.act(action).ok()?;
        }
        Some(again)
    }

    /// The table as it stands.
    pub fn table(&self) -> &dyn TableFace {
        self.running.table()
    }

    /// The learner's seat.
    pub fn you(&self) -> Seat {
        self.you
    }

    /// Everything that happened, in order; the story's own entries too.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// How far the learner is.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    /// Why the goal can no longer be reached, where it is missed.
    pub fn why(&self) -> Option<&Why> {
        self.why.as_ref()
    }

    /// What the learner has done.
    pub(super) fn tries(&self) -> &[String] {
        &self.tries
    }

    /// Steps of the story that are still to come.
    pub(super) fn left(&self) -> &[&'a Step] {
        self.script.get(self.next..).unwrap_or_default()
    }

    /// An action of the learner, and whatever the others answer.
    pub fn play(&mut self, action: &str) -> Result<(), Objection> {
        self.act(action)?;
        self.judge();
        Ok(())
    }

    /// The same, not judged yet.
    pub(super) fn act(&mut self, action: &str) -> Result<(), Objection> {
        let by = Actor::Seat(self.you);
        let action = self.running.table().check(by, action)?;
        let step = self.script.get(self.next).copied().filter(|step| self.is_yours(step));
        let told = step.is_some_and(|step| self.same(step, &action));
        let played = self.with_dice(step, |running, dice| running.play(by, &action, dice))?;
        self.tries.push(action);
        self.happened(vec![played]);
        self.next += usize::from(told);
        self.others();
        Ok(())
    }

    pub(super) fn is_yours(&self, step: &Step) -> bool {
        let by = step.by.as_deref().and_then(|code| self.running.table().parse_seat(code));
        by == Some(self.you)
    }

    /// Does the step do what the learner wants to do?
    fn same(&self, step: &Step, action: &str) -> bool {
        let (Some(Deed::Play(text)) | Some(Deed::Line(text))) = &step.deed else { return false };
        let by = Actor::Seat(self.you);
        text == action || self.running.table().check(by, text).is_ok_and(|told| told == action)
    }

    /// With the dice of the step if they fit, so that a lesson shows what it
    /// is there to show; else with dice of the seed.
    fn with_dice<T>(
        &mut self,
        step: Option<&Step>,
        mut play: impl FnMut(&mut Match, &mut dyn Dice) -> Result<T, Objection>,
    ) -> Result<T, Objection> {
        if let Some(forced) = step.and_then(|step| step.dice.as_ref()) {
            // Too few dice leave the table as it was; some left over do no harm here.
            let mut faces = Faces::new(self.running.game(), forced);
            match play(&mut self.running, &mut faces) {
                Err(Objection::Dry(_)) => {}
                done => return done,
            }
        }
        play(&mut self.running, &mut self.seeded)
    }

    /// Plays what the story has others do, as long as it is their turn in it.
    /// Where the learner has left the story, whoever is awaited does what the
    /// story has for them later, if they still may.
    fn others(&mut self) {
        while let Some(i) = self.answer() {
            let step = self.script[i];
            let (Some(code), Some(deed)) = (&step.by, &step.deed) else { return };
            let Some(by) = self.running.table().parse_actor(code) else { return };
            let played = self.with_dice(Some(step), |running, dice| match deed {
                Deed::Play(action) => running.play(by, action, dice).map(|played| vec![played]),
                Deed::Line(line) => {
                    let LinePlayed { played, .. } = running.play_line(by, line, dice)?;
                    Ok(played)
                }
                Deed::TakeBack => Ok(Vec::new()),
            });
            match played {
                Ok(played) => self.happened(played),
                Err(_) => return,
            }
            self.next = i + 1;
        }
    }

    /// The step of the story that somebody else does now.
    fn answer(&self) -> Option<usize> {
        let next = self.script.get(self.next)?;
        if !self.is_yours(next) {
            return Some(self.next);
        }
        if self.is_awaited() {
            return None;
        }
        let rest = self.script.iter().enumerate().skip(self.next);
        rest.filter(|(_, step)| !self.is_yours(step)).map(|(i, _)| i).next()
    }

    fn is_awaited(&self) -> bool {
        match self.running.table().awaiting() {
            Awaiting::Seats(seats) => seats.has(self.you),
            Awaiting::Over(_) => false,
        }
    }

    fn happened(&mut self, played: Vec<Played>) {
        for played in played {
            let events = played.events.clone();
            self.moments.push(Moment { events, table: self.running.table().clone_box() });
            self.deeds.played.push(played);
        }
    }

    fn judge(&mut self) {
        if self.standing == Standing::Reached {
            return;
        }
        self.standing = self.judged();
        self.why = match self.standing {
            Standing::Reached => None,
            Standing::Missed => self.spoiled().or(Some(Why::Gone)),
            // Before anything is done there is nothing to be blamed for.
            Standing::Open if self.tries.is_empty() => None,
            Standing::Open => self.hopeless(),
        };
        if self.why.is_some() {
            self.standing = Standing::Missed;
        }
    }

    /// How far the learner is, as far as can be seen without looking ahead.
    pub(super) fn judged(&self) -> Standing {
        let goal = self.case.task.iter().flat_map(|task| &task.reached);
        let mut left =
            goal.flat_map(|(name, wanted)| expectations(&self.running, &self.deeds, name, wanted));
        match left.next() {
            None => Standing::Reached,
            Some(_) if self.is_awaited() && self.spoiled().is_none() => Standing::Open,
            Some(_) => Standing::Missed,
        }
    }
}

/// A step that only looks, or shows a refusal, is no part of what happens.
fn makes_an_entry(step: &Step) -> bool {
    let refused = |name: &str| matches!(name, "refused" | "behind" | "says" | "unreadable");
    matches!(step.deed, Some(Deed::Play(_) | Deed::Line(_)))
        && !step.expect.iter().any(|(name, _)| refused(name))
}

/// What is wrong with a part as a lesson: its goal must be open at first, and
/// the story must reach it.
pub(super) fn faults(game: &'static dyn Game, case: &Case) -> Option<String> {
    let mut trial = match Trial::begin(game, case) {
        Ok(trial) => trial,
        Err(reason) => return Some(reason),
    };
    if trial.standing != Standing::Open {
        return Some(format!("{:?} before the learner has done anything", trial.standing));
    }
    while let Some(&step) = trial.script.get(trial.next) {
        let (Some(Deed::Play(text)) | Some(Deed::Line(text))) = &step.deed else { break };
        let before = trial.next;
        if let Err(no) = trial.play(text) {
            return Some(format!("\"{text}\": {no}"));
        }
        if trial.next == before {
            return Some(format!("\"{text}\" is not what the story has next"));
        }
    }
    (trial.standing != Standing::Reached).then(|| "the story does not reach the goal".into())
}
