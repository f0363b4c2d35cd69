//! People who look for a game, and how they find each other. Whoever closes the
//! page is not looked for any more: a seek lives as long as somebody asks after it.

use crate::App;
use crate::auth::Person;
use crate::error::Error;
use crate::ids;
use crate::manners;
use crate::pairing::{Seeker, pairs};
use crate::ratings;
use crate::room::pair;
use crate::store::StoreError;
use admiralty_protocol::{ClockPlan, Flag, NewSeek, SeekInfo, code};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// A seek nobody has asked after for so many milliseconds is over.
const FORGOTTEN: u64 = 40_000;
/// So long an answer waits for news.
const WAIT: Duration = Duration::from_secs(20);
/// And so long where another node may have handed the question on, which waits no longer.
const WAIT_FOR_NODE: Duration = Duration::from_secs(2);
/// What is played where neither has a wish.
const CLOCK: ClockPlan = ClockPlan::Live { bank: 900, add: 10, flag: Flag::Lose };

/// All seeks of this node; of several nodes one has them all (`cluster/talk.rs`).
#[derive(Default)]
pub(crate) struct Seeks {
    all: Mutex<All>,
    /// Something has changed.
    news: Notify,
}

#[derive(Default)]
struct All {
    seeks: HashMap<String, Seek>,
    /// Whom somebody played last by way of a seek.
    last: HashMap<String, String>,
}

struct Seek {
    seeker: Seeker,
    me: Arc<Person>,
    game: String,
    rated: bool,
    salted: bool,
    asked: u64,
    /// Being paired just now.
    busy: bool,
    table: Option<String>,
}

impl Seeks {
    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl All {
    fn info(&self, id: &str, now: u64) -> Option<SeekInfo> {
        let seek = self.seeks.get(id)?;
        let alike = |other: &&Seek| {
            other.seeker.kind == seek.seeker.kind
                && other.seeker.user != seek.seeker.user
                && other.table.is_none()
        };
        Some(SeekInfo {
            id: id.into(),
            game: seek.game.clone(),
            table: seek.table.clone(),
            waited: now.saturating_sub(seek.seeker.since),
            others: self.seeks.values().filter(alike).count() as u32,
        })
    }
}

impl App {
    /// Begins to look; whoever looked already looks anew.
    pub(crate) async fn seek(&self, me: &Arc<Person>, wish: NewSeek) -> Result<SeekInfo, Error> {
        let hub = self.hub();
        let game = hub.game(&wish.game).ok_or_else(|| {
            Error::new(code::NO_GAME, format!("There is no game \"{}\".", wish.game))
        })?;
        if wish.rated && me.login.is_none() {
            return Err(Error::new(code::STATE, "Rated games are for people with an account."));
        }
        let options = match &wish.options {
            serde_json::Value::Null => String::new(),
            serde_json::Value::Object(map) if map.is_empty() => String::new(),
            options => options.to_string(),
        };
        // What cannot be played is said now, not when somebody was found.
        pair::seats_of(game, &options)?;
        pair::check_clock(wish.clock)?;
        let pace = match wish.clock {
            Some(ClockPlan::Days { .. }) => "days",
            _ => "live",
        };
        let pool = ratings::pool(&wish.game, pace, true);
        let own = hub.store().ratings_of(&me.id).await?;
        let own = own.into_iter().find(|row| row.pool == pool);
        let rating = own.unwrap_or_else(|| ratings::unknown(&pool, &me.id)).rating;
        let now = hub.now();
        let id = ids::word(&*hub.parts.entropy, 16);
        let apart = manners::apart(hub.store(), &me.id).await?;
        let info = {
            let mut all = self.0.seeks.all();
            all.seeks.retain(|_, seek| seek.seeker.user != me.id || seek.busy);
            let kind = if wish.rated { format!("{} rated", wish.game) } else { wish.game.clone() };
            let seeker = Seeker {
                user: me.id.clone(),
                kind,
                options,
                clock: wish.clock,
                rating,
                within: wish.within,
                since: now,
                last: all.last.get(&me.id).cloned(),
                apart,
            };
            all.seeks.insert(
                id.clone(),
                Seek {
                    seeker,
                    me: Arc::clone(me),
                    game: wish.game,
                    rated: wish.rated,
                    salted: wish.salted == Some(true),
                    asked: now,
                    busy: false,
                    table: None,
                },
            );
            all.info(&id, now)
        };
        self.match_seeks().await;
        info.ok_or_else(no_seek)
    }

    /// How a seek of this person stands; waits a while for somebody to be found.
    pub(crate) async fn await_seek(&self, me: &str, id: &str) -> Result<SeekInfo, Error> {
        let wait = if self.hub().cluster.is_some() { WAIT_FOR_NODE } else { WAIT };
        let until = tokio::time::Instant::now() + wait;
        loop {
            let news = self.0.seeks.news.notified();
            let now = self.hub().now();
            let info = {
                let mut all = self.0.seeks.all();
                let own = all.seeks.get_mut(id).filter(|seek| seek.seeker.user == me);
                own.ok_or_else(no_seek)?.asked = now;
                all.info(id, now).ok_or_else(no_seek)?
            };
            if info.table.is_some() || tokio::time::timeout_at(until, news).await.is_err() {
                return Ok(info);
            }
        }
    }

    /// Looks no more.
    pub(crate) fn end_seek(&self, me: &str, id: &str) -> Result<(), Error> {
        let mut all = self.0.seeks.all();
        if all.seeks.get(id).is_none_or(|seek| seek.seeker.user != me) {
            return Err(no_seek());
        }
        all.seeks.remove(id);
        Ok(())
    }

    /// Somebody who may be looking for a game keeps away from others than before.
    pub(crate) async fn keep_seeks_apart(&self, who: &str) -> Result<(), StoreError> {
        if self.0.seeks.all().seeks.values().all(|seek| seek.seeker.user != who) {
            return Ok(());
        }
        let apart = manners::apart(self.hub().store(), who).await?;
        let mut all = self.0.seeks.all();
        for seek in all.seeks.values_mut().filter(|seek| seek.seeker.user == who) {
            seek.seeker.apart.clone_from(&apart);
        }
        Ok(())
    }

    /// Pairs people every second, for ever.
    pub(crate) async fn keep_pairing(&self) {
        let mut tick = tokio::time::interval(Duration::from_secs(1));
        loop {
            tick.tick().await;
            self.match_seeks().await;
        }
    }

    /// Pairs those who fit, and forgets those who have gone.
    pub(crate) async fn match_seeks(&self) {
        let now = self.hub().now();
        let found = {
            let mut all = self.0.seeks.all();
            all.seeks.retain(|_, seek| seek.busy || now.saturating_sub(seek.asked) < FORGOTTEN);
            let free: Vec<String> = all
                .seeks
                .iter()
                .filter(|(_, seek)| !seek.busy && seek.table.is_none())
                .map(|(id, _)| id.clone())
                .collect();
            let seekers: Vec<Seeker> = free.iter().map(|id| all.seeks[id].seeker.clone()).collect();
            let met = pairs(&seekers, now);
            let met: Vec<(String, String)> =
                met.into_iter().map(|(a, b)| (free[a].clone(), free[b].clone())).collect();
            for id in met.iter().flat_map(|(a, b)| [a, b]) {
                if let Some(seek) = all.seeks.get_mut(id) {
                    seek.busy = true;
                }
            }
            met
        };
        for (a, b) in found {
            let table = self.seat_pair(&a, &b).await;
            let mut all = self.0.seeks.all();
            let users: Vec<String> = [&a, &b]
                .iter()
                .filter_map(|id| Some(all.seeks.get(*id)?.seeker.user.clone()))
                .collect();
            if let ([one, two], Ok(_)) = (users.as_slice(), &table) {
                all.last.insert(one.clone(), two.clone());
                all.last.insert(two.clone(), one.clone());
            }
            for id in [&a, &b] {
                if let Some(seek) = all.seeks.get_mut(id) {
                    seek.busy = false;
                    seek.table = table.as_ref().ok().cloned();
                }
            }
            drop(all);
            if let Err(error) = &table {
                tracing::error!(?error, "two who looked for a game could not be seated");
            }
            self.0.seeks.news.notify_waiters();
        }
    }

    async fn seat_pair(&self, a: &str, b: &str) -> Result<String, Error> {
        let plan = {
            let all = self.0.seeks.all();
            let (Some(one), Some(two)) = (all.seeks.get(a), all.seeks.get(b)) else {
                return Err(no_seek());
            };
            let wish = |x: &str, y: &str| if x.is_empty() { y.to_string() } else { x.to_string() };
            pair::Pair {
                game: one.game.clone(),
                options: wish(&one.seeker.options, &two.seeker.options),
                clock: one.seeker.clock.or(two.seeker.clock).unwrap_or(CLOCK),
                rated: one.rated,
                people: [(Arc::clone(&one.me), one.salted), (Arc::clone(&two.me), two.salted)],
            }
        };
        let room = pair::make(self.hub(), plan).await?;
        Ok(room.id.clone())
    }
}

fn no_seek() -> Error {
    Error::new(code::NOT_FOUND, "You are not looking for a game any more.")
}
