//! Looking back: moments, the story, the record, the dice.

use super::frames::{result_info, tell};
use super::live::{number_to_actor, replay};
use super::{Inner, Room};
use crate::error::Error;
use crate::hub::Hub;
use crate::json;
use crate::store::{HolderRow, LineRow};
use admiralty_catalog::{Match, Proof};
use admiralty_core::{Die, Key, Salt, Seat, Tape, Verifiable, Viewer, derive_roll};
use admiralty_protocol::{
    DiceProof, LuckInfo, LuckMoment, LuckSide, Moment, RollProof, Status, Story, StoryStep, code,
};

/// A viewer's moments: entries that count and that it saw.
fn seen_by(inner: &Inner, viewer: Viewer) -> Vec<usize> {
    let Some(play) = &inner.play else { return Vec::new() };
    let index = super::viewer_to_index(viewer, inner.n_seats());
    let sees = |entry: &crate::store::Live| viewer == Viewer::Umpire || entry.is_seen_by(index);
    play.live.iter().enumerate().filter(|(_, entry)| sees(entry)).map(|(i, _)| i + 1).collect()
}

impl Room {
    /// Which viewer a person may look through: a seat of their own, anybody's
    /// when the game is over, else as a spectator.
    pub(crate) fn viewer_for(
        &self,
        user: Option<&str>,
        wish: Option<&str>,
    ) -> Result<Viewer, Error> {
        let inner = self.lock();
        let over = inner.row.status == Status::Over;
        let wrong = || Error::new(code::SEAT, "You may not look through that seat.");
        match wish {
            None | Some("spectator") => Ok(Viewer::Spectator),
            Some("umpire") if over => Ok(Viewer::Umpire),
            Some(seat) => {
                let seat: u8 = seat.parse().map_err(|_| wrong())?;
                let row = inner.row.seats.get(usize::from(seat)).ok_or_else(wrong)?;
                let own = user.is_some_and(|user| row.holder.is(user));
                if own || over { Ok(Viewer::Seat(Seat(seat))) } else { Err(wrong()) }
            }
        }
    }

    fn begun(&self) -> Result<(), Error> {
        match self.lock().play {
            Some(_) => Ok(()),
            None => Err(Error::new(code::NOT_BEGUN, "The game has not begun.")),
        }
    }

    /// The position after the `at`-th entry a viewer saw.
    pub(crate) async fn moment(
        &self,
        hub: &Hub,
        viewer: Viewer,
        at: Option<u32>,
    ) -> Result<Moment, Error> {
        self.begun()?;
        self.settled(hub).await?;
        let moments = seen_by(&self.lock(), viewer);
        let last = moments.len() as u32;
        let at = at.unwrap_or(last);
        if at > last {
            let says = format!("There is no moment {at}, only {last}.");
            return Err(Error::new(code::NOT_FOUND, says));
        }
        let n = if at == 0 { 0 } else { moments[at as usize - 1] };
        let found = self.position(hub, n).await.map_err(Error::Internal)?;
        let table = &*found.table;
        let told = found.events.iter().filter(|event| event.to.includes(viewer));
        let recalls = found.last.as_ref().is_none_or(|row| row.turn >= table.recalls_from(viewer));
        Ok(Moment {
            at,
            last,
            turn: table.turn(),
            view: json::value(&table.view(viewer)),
            board: table.board(viewer),
            e: if recalls { told.map(tell).collect() } else { Vec::new() },
            awaited: table.awaited(viewer).seats().iter().map(|seat| seat.0).collect(),
            over: result_info(table),
        })
    }

    /// What a viewer was told, step by step.
    pub(crate) async fn story(
        &self,
        hub: &Hub,
        viewer: Viewer,
        from: u32,
        to: u32,
    ) -> Result<Story, Error> {
        self.begun()?;
        self.settled(hub).await?;
        let (moments, live, recalls) = {
            let inner = self.lock();
            let recalls = inner.play.as_ref().map_or(0, |play| play.table.recalls_from(viewer));
            let live: Vec<u32> =
                inner.play.iter().flat_map(|play| play.live.iter().map(|l| l.line)).collect();
            (seen_by(&inner, viewer), live, recalls)
        };
        let last = moments.len() as u32;
        let from = from.max(1);
        let to = to.min(last).min(from.saturating_add(199));
        let mut steps = Vec::new();
        if from > to {
            return Ok(Story { last, steps });
        }
        let before = moments[from as usize - 1] - 1;
        let found = self.position(hub, before).await.map_err(Error::Internal)?;
        let mut table = found.table;
        let end = moments[to as usize - 1];
        let base = if before == 0 { 0 } else { live[before - 1] };
        let span = hub.store().span(self.num, base, live[end - 1]).await?;
        let mut at = from;
        for (i, line) in live.iter().enumerate().take(end).skip(before) {
            let row = span
                .lines
                .iter()
                .find(|row| row.line == *line)
                .ok_or_else(|| Error::Internal(format!("line {line} is missing")))?;
            let old = table.view(viewer);
            let played = replay(&mut *table, row).map_err(Error::Internal)?;
            if moments.binary_search(&(i + 1)).is_err() {
                continue;
            }
            let new = table.view(viewer);
            let mut patch = String::new();
            let p = match json::patch(&mut patch, &old, &new) {
                Ok(true) => serde_json::from_str(&patch).unwrap_or_default(),
                Ok(false) => serde_json::Value::Object(serde_json::Map::new()),
                Err(_) => json::value(&new),
            };
            let told = played.events.iter().filter(|event| event.to.includes(viewer));
            let e = if row.turn >= recalls { told.map(tell).collect() } else { Vec::new() };
            steps.push(StoryStep { at, turn: row.turn, e, p });
            at += 1;
        }
        Ok(Story { last, steps })
    }

    /// The whole game, played again from its lines.
    pub(crate) async fn whole(&self, hub: &Hub) -> Result<Match, Error> {
        self.begun()?;
        self.settled(hub).await?;
        let row = self.lock().row.clone();
        let lines = hub.store().lines(row.num).await?;
        let game = hub.game(&row.game).ok_or_else(|| Error::Internal("unknown game".into()))?;
        let internal = |why: String| Error::Internal(why);
        let key = Key::from_hex(&row.key).ok_or_else(|| internal("unreadable key".into()))?;
        let salts: Vec<Salt> =
            row.seats.iter().map(|seat| Salt::new(&seat.salt).unwrap_or_default()).collect();
        let work = move || {
            let setup = admiralty_catalog::json::read(&row.setup).map_err(|f| f.to_string())?;
            let mut dice = Verifiable { key: &key, game_id: &row.id, salts: &salts, next: 0 };
            let mut game = Match::begin(game, row.id.clone(), &setup, &mut dice)
                .map_err(|error| error.to_string())?;
            for line in &lines {
                enter(&mut game, line)?;
            }
            for seat in &row.seats {
                let name = match &seat.holder {
                    HolderRow::Person { name, .. } => name.clone(),
                    HolderRow::Bot { level } => format!("bot {level}"),
                    _ => continue,
                };
                game.tags.push((
                    format!(
                        "Seat.{}",
                        seat.code.replace(|c: char| !c.is_ascii_alphanumeric(), "_")
                    ),
                    name,
                ));
            }
            if let Some(result) = row.result.filter(|result| result.clause.is_empty()) {
                game.tags.push(("Ended".into(), result.reason));
            }
            let over = row.status == Status::Over;
            let commitment = key.commitment();
            game.proof = Some(Proof { commitment, salts, key: over.then_some(key) });
            Ok::<Match, String>(game)
        };
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|error| internal(error.to_string()))?
            .map_err(internal)
    }

    /// The record, when the game is over: it says everything.
    pub(crate) async fn record(&self, hub: &Hub) -> Result<String, Error> {
        if self.lock().row.status != Status::Over {
            return Err(Error::new(
                code::STATE,
                "The record says everything and is given out when the game is over.",
            ));
        }
        Ok(self.whole(hub).await?.record().to_string())
    }

    /// Who had the luck, when the game is over.
    pub(crate) async fn luck(&self, hub: &Hub) -> Result<LuckInfo, Error> {
        if self.lock().row.status != Status::Over {
            return Err(Error::new(code::STATE, "Luck is counted when the game is over."));
        }
        let game = self.whole(hub).await?;
        let _place = hub.thinkers.acquire().await;
        let found = tokio::task::spawn_blocking(move || admiralty_bots::luck::luck(&game))
            .await
            .map_err(|error| Error::Internal(error.to_string()))?
            .map_err(|error| Error::Internal(error.to_string()))?;
        let rolled = found.sums.iter().filter(|(_, sum)| sum.dice > 0);
        let sides = rolled.map(|(name, sum)| LuckSide {
            name: name.clone(),
            dice: sum.dice,
            shown: sum.shown,
            expected: sum.expected,
            deviations: sum.deviations(),
        });
        let decided = found.entries.iter().filter_map(|entry| Some((entry, entry.chance?)));
        let least = decided.min_by(|(_, a), (_, b)| a.total_cmp(b));
        let turning = least.map(|(entry, chance)| LuckMoment {
            at: entry.number as u32,
            by: entry.by.clone(),
            outcome: entry.outcome.clone(),
            chance,
        });
        Ok(LuckInfo { sides: sides.collect(), turning })
    }

    /// What binds the dice; at the end everything needed to check them.
    pub(crate) async fn dice(&self, hub: &Hub) -> Result<DiceProof, Error> {
        let row = self.lock().row.clone();
        let mut proof = DiceProof {
            commitment: super::frames::commitment(&row.key),
            game_id: row.id.clone(),
            salts: row.seats.iter().map(|seat| seat.salt.clone()).collect(),
            key: None,
            rolls: Vec::new(),
            verified: None,
        };
        if row.status != Status::Over {
            return Ok(proof);
        }
        let game = self.whole(hub).await?;
        let lines = hub.store().lines(row.num).await?;
        let begun = game.begun().iter().map(|roll| (roll.die.0, roll.value));
        let all = begun.chain(lines.iter().flat_map(|line| line.dice.iter().copied()));
        let rolls = all.zip(0..).map(|((die, value), index)| RollProof { index, die, value });
        proof.rolls = rolls.collect();
        if let Some(key) = Key::from_hex(&row.key) {
            let salts: Vec<Salt> =
                row.seats.iter().map(|seat| Salt::new(&seat.salt).unwrap_or_default()).collect();
            let right = |roll: &RollProof| {
                derive_roll(&key, &row.id, &salts, roll.index, Die(roll.die)) == roll.value
            };
            proof.verified = Some(proof.rolls.iter().all(right));
            proof.key = Some(row.key);
        }
        Ok(proof)
    }
}

fn enter(game: &mut Match, line: &LineRow) -> Result<(), String> {
    match line.keep {
        Some(keep) => game
            .rewind(keep as usize, line.with.iter().map(|seat| Seat(*seat)).collect())
            .map_err(|error| error.to_string()),
        None => {
            let values: Vec<u16> = line.dice.iter().map(|(_, value)| *value).collect();
            game.play(number_to_actor(line.by), &line.act, &mut Tape::new(&values))
                .map(|_| ())
                .map_err(|objection| format!("line {}: {objection}", line.line))
        }
    }
}
