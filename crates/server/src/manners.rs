//! People who keep away from each other: whom somebody does not hear, and with whom they are not
//! seated. Nobody is told that somebody keeps away from them.

use crate::App;
use crate::auth::{Person, refused};
use crate::bus::News;
use crate::error::Error;
use crate::store::{HolderRow, MannersOp, Op, ShunRow, Store, StoreError, TableRow};
use admiralty_protocol::{Shun, Shunned, code};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// From so many people somebody may keep away.
const MOST: usize = 500;

/// Whom those who are here do not hear. Only people who keep away from somebody are in it.
#[derive(Default)]
pub(crate) struct Deaf(Mutex<HashMap<String, HashSet<String>>>);

impl Deaf {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, HashSet<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is what this one says kept from that one?
    pub(crate) fn is_deaf(&self, who: Option<&str>, to: &str) -> bool {
        who.is_some_and(|who| self.lock().get(who).is_some_and(|shuns| shuns.contains(to)))
    }

    /// Somebody comes, or has changed whom they keep away from.
    pub(crate) async fn learn(&self, store: &dyn Store, who: &str) -> Result<(), StoreError> {
        let shuns: HashSet<String> =
            store.shuns_of(who).await?.into_iter().map(|row| row.whom).collect();
        let mut all = self.lock();
        match shuns.is_empty() {
            true => drop(all.remove(who)),
            false => drop(all.insert(who.into(), shuns)),
        }
        Ok(())
    }

    /// Everybody who is in it.
    pub(crate) fn known(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }
}

/// Those from whom somebody is kept apart, whoever wished it.
pub(crate) async fn apart(store: &dyn Store, me: &str) -> Result<HashSet<String>, StoreError> {
    Ok(store.apart_from(me).await?.into_iter().collect())
}

/// Does somebody sit here, or has made the table, who is kept apart?
pub(crate) fn is_among(apart: &HashSet<String>, row: &TableRow) -> bool {
    let held = |holder: &HolderRow| match holder {
        HolderRow::Person { user, .. } => apart.contains(user),
        _ => false,
    };
    !apart.is_empty() && (apart.contains(&row.host) || row.seats.iter().any(|s| held(&s.holder)))
}

/// What somebody is told who cannot be seated with somebody.
pub(crate) fn kept_apart() -> Error {
    Error::new(code::SEAT, "You and somebody at this table are kept apart.")
}

impl App {
    /// From whom somebody keeps away.
    pub(crate) async fn shuns(&self, me: &str) -> Result<Vec<Shunned>, Error> {
        let store = self.hub().store();
        let mut shuns = Vec::new();
        for row in store.shuns_of(me).await? {
            let Some(user) = store.user(&row.whom).await? else { continue };
            let how = if row.block { Shun::Block } else { Shun::Mute };
            shuns.push(Shunned { person: row.whom, name: user.name, how, at: row.at });
        }
        Ok(shuns)
    }

    /// Somebody keeps away from somebody, so far or no more.
    pub(crate) async fn shun(
        &self,
        me: &Person,
        whom: &str,
        how: Shun,
    ) -> Result<Vec<Shunned>, Error> {
        let (store, user) = (self.hub().store(), me.id.clone());
        if whom == user {
            return Err(Error::new(code::STATE, "Nobody keeps away from themselves."));
        }
        let known = store.shuns_of(&user).await?;
        if how != Shun::None && known.len() >= MOST && known.iter().all(|row| row.whom != whom) {
            let says = format!("You keep away from {MOST} people already.");
            return Err(Error::new(code::STATE, says));
        }
        let nobody = || Error::new(code::NOT_FOUND, "There is nobody like that.");
        let op = match how {
            Shun::None => MannersOp::Unshun { user: user.clone(), whom: whom.into() },
            Shun::Mute | Shun::Block => {
                store.user(whom).await?.ok_or_else(nobody)?;
                let (block, at) = (how == Shun::Block, self.hub().now());
                MannersOp::Shun(ShunRow { user: user.clone(), whom: whom.into(), block, at })
            }
        };
        self.hub().commit(vec![Op::Manners(Box::new(op))]).await.map_err(refused)?;
        self.learn_shuns(&user).await?;
        self.hub().parts.bus.publish(News::Shuns(user.clone()));
        self.shuns(&user).await
    }

    async fn learn_shuns(&self, who: &str) -> Result<(), StoreError> {
        self.hub().deaf.learn(self.hub().store(), who).await?;
        self.keep_seeks_apart(who).await
    }

    /// Somebody has changed at another node whom they keep away from.
    pub(crate) async fn hear_of_shuns(&self, who: &str) {
        if let Err(error) = self.learn_shuns(who).await {
            tracing::warn!(%error, "nobody knows whom somebody keeps away from");
        }
    }

    /// Something may not have been heard: everybody who is known is looked up anew.
    pub(crate) async fn hear_of_all_shuns(self) {
        for who in self.hub().deaf.known() {
            self.hear_of_shuns(&who).await;
        }
    }
}
