//! Places for work that takes a while: bots that think, chances that are counted.
//! Who waits is served by turns, address by address and within each person by
//! person, so that three hundred tables of one delay nobody else's.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// For whom something is done: an address, and a person there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct For {
    pub(crate) address: String,
    pub(crate) person: String,
}

/// So many places, given out by turns.
pub(crate) struct Fair {
    state: Mutex<State>,
    places: usize,
}

#[derive(Default)]
struct State {
    free: usize,
    addresses: VecDeque<Turn<People>>,
}

/// The people of one address, each with what waits.
type People = VecDeque<Turn<VecDeque<oneshot::Sender<Place>>>>;

/// Whose turn it is, with what waits.
struct Turn<T> {
    whose: String,
    waiting: T,
}

/// A place; whoever drops it makes room for the next.
pub(crate) struct Place(Option<Arc<Fair>>);

impl Fair {
    pub(crate) fn new(places: usize) -> Arc<Fair> {
        let state = Mutex::new(State { free: places, ..State::default() });
        Arc::new(Fair { state, places })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does anybody work here? What may wait lets them.
    pub(crate) fn is_busy(&self) -> bool {
        self.lock().free < self.places
    }

    /// Waits for a place.
    pub(crate) async fn place(self: &Arc<Fair>, whom: &For) -> Place {
        let wait = {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                return Place(Some(Arc::clone(self)));
            }
            let (give, wait) = oneshot::channel();
            let people = turn_of(&mut state.addresses, &whom.address);
            turn_of(people, &whom.person).push_back(give);
            wait
        };
        // The sender is dropped only together with the queue.
        wait.await.unwrap_or(Place(None))
    }

    /// A place is free: for the next whose turn it is, if anybody waits.
    fn release(self: &Arc<Fair>) {
        loop {
            let next = {
                let mut state = self.lock();
                let Some(next) = state.next() else {
                    state.free += 1;
                    return;
                };
                next
            };
            match next.send(Place(Some(Arc::clone(self)))) {
                Ok(()) => return,
                // Nobody waits there any more: the place goes on, not back.
                Err(mut place) => place.0 = None,
            }
        }
    }
}

impl State {
    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let mut address = self.addresses.pop_front()?;
        let mut person = address.waiting.pop_front()?;
        let next = person.waiting.pop_front();
        if !person.waiting.is_empty() {
            address.waiting.push_back(person);
        }
        if !address.waiting.is_empty() {
            self.addresses.push_back(address);
        }
        next
    }
}

fn turn_of<'a, T: Default>(turns: &'a mut VecDeque<Turn<T>>, whose: &str) -> &'a mut T {
    let at = turns.iter().position(|turn| turn.whose == whose).unwrap_or_else(|| {
        turns.push_back(Turn { whose: whose.into(), waiting: T::default() });
        turns.len() - 1
    });
    &mut turns[at].waiting
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(fair) = self.0.take() {
            fair.release();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whom(address: &str, person: &str) -> For {
        For { address: address.into(), person: person.into() }
    }

    #[tokio::test]
    async fn a_crowd_of_one_delays_nobody_else() {
        let fair = Fair::new(1);
        let first = fair.place(&whom("a", "busy")).await;
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        let crowd = (0..50).map(|_| whom("a", "busy"));
        let others = [whom("a", "friend"), whom("b", "stranger"), whom("b", "other")];
        for whom in crowd.chain(others) {
            let (fair, order) = (Arc::clone(&fair), Arc::clone(&order));
            waiting.push(tokio::spawn(async move {
                let _place = fair.place(&whom).await;
                order.lock().unwrap().push(whom.person);
            }));
            tokio::task::yield_now().await;
        }
        // One that gives up waiting takes no place with it.
        waiting.swap_remove(0).abort();
        tokio::task::yield_now().await;
        drop(first);
        for task in waiting {
            let _ = task.await;
        }
        let order = order.lock().unwrap();
        assert_eq!(order.len(), 52);
        let at = |who: &str| order.iter().position(|one| one == who).unwrap();
        assert!(at("friend") < 4 && at("stranger") < 4 && at("other") < 5, "{:?}", &order[..8]);
        assert_eq!(fair.lock().free, 1);
    }
}
