//! What waits to be sent to one client. Rooms and the store's thread put
//! messages in, the task of the socket takes them out. Empty it holds next to
//! nothing, and there are many sockets at which nothing happens.

use futures_util::task::AtomicWaker;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// So many messages may wait for a client before it is given up.
const QUEUE: usize = 1024;

/// Where messages to a client go.
#[derive(Clone, Default)]
pub(crate) struct Outlet(Arc<Queue>);

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    waker: AtomicWaker,
}

#[derive(Default)]
struct Waiting {
    frames: VecDeque<Utf8Bytes>,
    end: Option<End>,
}

/// Why no more messages come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The room has said goodbye.
    Said,
    /// The client is too slow to read.
    Slow,
    /// Nobody is there any more.
    Gone,
}

/// What the task of a socket finds.
pub(crate) enum Next {
    Frame(Utf8Bytes),
    End(End),
}

impl Outlet {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn send(&self, frame: Utf8Bytes) {
        self.put(frame, None);
    }

    /// The last message; the socket closes behind it.
    pub(crate) fn send_last(&self, frame: Utf8Bytes) {
        self.put(frame, Some(End::Said));
    }

    fn put(&self, frame: Utf8Bytes, end: Option<End>) {
        let mut waiting = self.lock();
        if waiting.end.is_some() {
            return;
        }
        if waiting.frames.len() < QUEUE {
            waiting.frames.push_back(frame);
            waiting.end = end;
        } else {
            waiting.end = Some(End::Slow);
        }
        drop(waiting);
        self.0.waker.wake();
    }

    /// No more messages come, for this reason; what waits is still sent.
    pub(crate) fn end(&self, why: End) {
        let mut waiting = self.lock();
        if waiting.end.is_none() {
            waiting.end = Some(why);
        }
        drop(waiting);
        self.0.waker.wake();
    }

    /// The socket is closed: nothing is kept for it.
    pub(crate) fn close(&self) {
        *self.lock() = Waiting { frames: VecDeque::new(), end: Some(End::Gone) };
    }

    /// The next message, if one waits.
    pub(crate) fn try_next(&self) -> Option<Next> {
        let mut waiting = self.lock();
        match waiting.frames.pop_front() {
            Some(frame) => Some(Next::Frame(frame)),
            None => waiting.end.map(Next::End),
        }
    }

    /// The next message.
    pub(crate) async fn next(&self) -> Next {
        poll_fn(|context| {
            if let Some(next) = self.try_next() {
                return Poll::Ready(next);
            }
            self.0.waker.register(context.waker());
            // One may have come in between.
            self.try_next().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    /// Gives back memory that a burst of messages took.
    pub(crate) fn shrink(&self) {
        self.lock().frames.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_come_in_order_and_a_slow_client_is_given_up() {
        let out = Outlet::default();
        let reader = out.clone();
        let read = tokio::spawn(async move {
            let mut texts = Vec::new();
            loop {
                match reader.next().await {
                    Next::Frame(text) => texts.push(text.to_string()),
                    Next::End(end) => return (texts, end),
                }
            }
        });
        tokio::task::yield_now().await;
        out.send("a".into());
        tokio::task::yield_now().await;
        out.send("b".into());
        out.send_last("c".into());
        out.send("never".into());
        assert_eq!(read.await.unwrap(), (vec!["a".into(), "b".into(), "c".into()], End::Said));
        let slow = Outlet::default();
        for _ in 0..=QUEUE {
            slow.send("x".into());
        }
        let mut n = 0;
        while let Some(Next::Frame(_)) = slow.try_next() {
            n += 1;
        }
        assert_eq!(n, QUEUE);
        assert!(matches!(slow.next().await, Next::End(End::Slow)));
        slow.close();
        assert!(matches!(slow.try_next(), Some(Next::End(End::Gone))));
    }
}
