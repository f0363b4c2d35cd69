//! The door: connections are taken in up to a number in all and from one
//! place, must say what they want within seconds, must read what they asked
//! for, and are shut in time when the server stops.

use crate::App;
use crate::auth::net;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio::time::Sleep;
use tower::ServiceExt;

/// So long a request that is under way may take when the server stops …
const FINISH: Duration = Duration::from_secs(3);
/// … and so long sockets. With what comes after it ten seconds are not passed.
const GOODBYE: Duration = Duration::from_secs(7);
/// Files a server needs beside its connections.
const OTHER_FILES: u64 = 128;

/// Who is inside.
pub(crate) struct Doors {
    inside: Mutex<HashMap<IpAddr, u32>>,
    n: AtomicUsize,
    most: usize,
    each: u32,
    empty: Notify,
}

/// A place inside, given back when it is dropped.
struct Place {
    doors: Arc<Doors>,
    net: Option<IpAddr>,
}

impl Doors {
    /// So many in all and from one place; 0 sets no limit but that of the system.
    pub(crate) fn new(most: u32, each: u32) -> Doors {
        let files = files().saturating_sub(OTHER_FILES).max(OTHER_FILES) as usize;
        let most = match most {
            0 => files,
            most => files.min(most as usize),
        };
        Doors {
            inside: Mutex::default(),
            n: AtomicUsize::new(0),
            most,
            each: if each == 0 { u32::MAX } else { each },
            empty: Notify::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, u32>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection from this network; `None` counts for nobody.
    fn enter(self: &Arc<Doors>, net: Option<IpAddr>) -> Result<Place, &'static str> {
        if self.n.fetch_add(1, Ordering::AcqRel) >= self.most {
            self.leave();
            return Err("full");
        }
        if let Some(net) = net {
            let mut inside = self.lock();
            let here = inside.entry(net).or_default();
            if *here >= self.each {
                drop(inside);
                self.leave();
                return Err("address");
            }
            *here += 1;
        }
        Ok(Place { doors: Arc::clone(self), net })
    }

    fn leave(&self) {
        if self.n.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.empty.notify_waiters();
        }
    }

    /// Ready when everybody has gone.
    async fn emptied(&self) {
        loop {
            let empty = self.empty.notified();
            if self.n.load(Ordering::Acquire) == 0 {
                return;
            }
            empty.await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(net) = self.net {
            let mut inside = self.doors.lock();
            if let Some(n) = inside.get_mut(&net) {
                *n -= 1;
                if *n == 0 {
                    inside.remove(&net);
                }
            }
        }
        self.doors.leave();
    }
}

/// How many files this process may have open; as many as the system allows it.
fn files() -> u64 {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let now = getrlimit(Resource::Nofile);
        if now.current != now.maximum {
            let _ = setrlimit(Resource::Nofile, Rlimit { current: now.maximum, ..now });
        }
        getrlimit(Resource::Nofile).current.unwrap_or(1 << 20).min(1 << 20)
    }
    #[cfg(not(unix))]
    {
        8192
    }
}

/// A connection that holds its place as long as it is open, also when it has
/// become a socket, and breaks when its other end takes nothing for too long.
struct Line {
    stream: TcpStream,
    stuck: Option<Pin<Box<Sleep>>>,
    /// Whoever takes nothing of an answer for so long does not want it.
    patience: Duration,
    _place: Place,
}

impl Line {
    fn wrote<T>(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.stuck = None;
            return done;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        match stuck.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.wrote(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Takes connections until `stop` is ready, then lets those that are open
/// finish, but not for ever.
pub(crate) async fn keep(
    app: &App,
    listener: TcpListener,
    router: Router,
    doors: Arc<Doors>,
    stop: impl Future<Output = ()>,
) {
    let (ending, ended) = watch::channel(());
    tokio::pin!(stop);
    let patience = Duration::from_secs(app.config().patience.max(1));
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            taken = listener.accept() => match taken {
                Ok(taken) => taken,
                Err(error) => {
                    // Too many files, or a connection that was gone already.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        // Behind a proxy everybody comes from it: there sockets are counted by
        // the address it names, see `ws`.
        let from = (!app.config().proxy).then(|| net(peer.ip()));
        let place = match doors.enter(from) {
            Ok(place) => place,
            Err(why) => {
                metrics::counter!("connections_refused_total", "why" => why).increment(1);
                tracing::debug!(%peer, why, "refused: too many connections");
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let line = Line { stream, stuck: None, patience: 2 * patience, _place: place };
        tokio::spawn(serve(line, peer, patience, router.clone(), ended.clone()));
    }
    drop(listener);
    drop(ended);
    let _ = ending.send(());
    if tokio::time::timeout(GOODBYE, doors.emptied()).await.is_err() {
        let n = doors.n.load(Ordering::Relaxed);
        tracing::warn!(n, "connections that did not end are cut");
    }
}

/// One connection, until it ends or the server has waited for it long enough.
async fn serve(
    line: Line,
    peer: SocketAddr,
    patience: Duration,
    router: Router,
    mut ended: watch::Receiver<()>,
) {
    let service = router.map_request(move |mut request: hyper::Request<_>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(line), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::pin!(connection);
    let ending = async {
        // Also when the server itself is gone.
        let _ = ended.changed().await;
    };
    tokio::select! {
        done = connection.as_mut() => {
            if let Err(error) = done {
                tracing::debug!(%peer, %error, "a connection broke");
            }
            return;
        }
        () = ending => connection.as_mut().graceful_shutdown(),
    }
    let _ = tokio::time::timeout(FINISH, connection).await;
}
