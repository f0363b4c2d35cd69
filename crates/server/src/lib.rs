//! Tables that many people can play at.
//!
//! [`serve`] runs a server with a [`Config`]; [`app`] is the same without a
//! socket, put together from [`Parts`], for tests and for other hosts.
//!
//! A request to act is checked and carried out with dice that players can
//! verify, written down, and told to each viewer only when it is on disk; each
//! viewer is told what it may know and has numbers of its own. What is kept
//! where is the business of a [`store::Store`].

pub mod admin;
pub mod bots;
pub mod bus;
pub mod clock;
pub mod ids;
pub mod store;

mod auth;
mod calls;
mod cluster;
mod config;
mod dice;
mod door;
mod error;
mod fair;
mod holidays;
mod http;
mod hub;
mod json;
mod keep;
mod limits;
mod lobby;
mod mail;
mod manners;
#[cfg(feature = "postgres")]
mod moving;
mod names;
mod news;
mod pairing;
mod past;
mod patch;
mod ratings;
mod records;
mod refusal;
mod reports;
mod room;
mod seeks;
mod studies;
mod study;
mod tournaments;
mod wire;
mod ws;

pub use config::{Config, Role, ServeArgs, StoreKind};
pub use hub::Parts;
pub use keep::{Restored, backup, restore};
#[cfg(feature = "postgres")]
pub use moving::{Moved, Place, move_all, move_now};
pub use pairing::measured_round;

use anyhow::Context as _;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::HeaderName;
use axum::middleware::{from_fn_with_state, map_request};
use hub::Hub;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// No body is larger: a set-up with a position written by hand has a few kilobytes.
const MAX_BODY: usize = 256 * 1024;

/// A running server, for its own hands and for tests.
#[derive(Clone)]
pub struct App(Arc<Inside>);

struct Inside {
    hub: Arc<Hub>,
    sessions: auth::Sessions,
    addresses: limits::Limiter,
    users: limits::Limiter,
    guesses: auth::Guesses,
    slots: auth::Slots,
    /// Sockets by the network they come from.
    sockets: limits::Counts,
    lobby: lobby::Lobby,
    seeks: seeks::Seeks,
    tournaments: tournaments::Tournaments,
    studies: studies::Studies,
    letters: mail::Letters,
    #[cfg(feature = "passkeys")]
    passkeys: Option<auth::Passkeys>,
    /// Of this process among others that share a bus.
    node: u64,
    metrics: Option<PrometheusHandle>,
    openapi: String,
    /// Carries out what other nodes were asked.
    inner: Mutex<Option<Router>>,
}

impl App {
    /// Puts a server together.
    pub async fn new(parts: Parts) -> anyhow::Result<App> {
        let rate = parts.config.rate_http;
        let news = parts.bus.subscribe();
        // Before anything that counts is made.
        let metrics = metrics_handle();
        let hub = Hub::new(parts).await?;
        let (_, openapi) = http::router();
        let mut node = [0; 8];
        ids::Entropy::fill(&ids::Os, &mut node);
        let node = u64::from_le_bytes(node);
        let lobby = lobby::Lobby::new(hub.now());
        let config = &hub.parts.config;
        let letters = mail::Letters::new(config)?;
        #[cfg(feature = "passkeys")]
        let passkeys = {
            let made = auth::Passkeys::new(config.address.as_deref());
            made.inspect_err(|error| tracing::warn!(?error, "there are no passkeys")).ok()
        };
        let app = App(Arc::new(Inside {
            hub,
            sessions: auth::Sessions::default(),
            addresses: limits::Limiter::new(rate),
            users: limits::Limiter::new(rate),
            guesses: auth::Guesses::default(),
            slots: auth::Slots::new()?,
            sockets: limits::Counts::default(),
            lobby,
            seeks: seeks::Seeks::default(),
            tournaments: tournaments::Tournaments::default(),
            studies: studies::Studies::default(),
            letters,
            #[cfg(feature = "passkeys")]
            passkeys,
            node,
            metrics,
            openapi: openapi.context("the API can be described")?.to_string(),
            inner: Mutex::default(),
        }));
        let weak = Arc::downgrade(&app.0);
        tokio::spawn(news::listen(weak, news));
        if let Some(heard) = app.hub().parts.bus.talk().and_then(|talk| talk.heard()) {
            app.hub().join_talk();
            tokio::spawn(cluster::talk::listen(Arc::downgrade(&app.0), heard));
        }
        Ok(app)
    }

    /// Routes of the whole server.
    pub fn router(&self) -> Router {
        let (api, _) = http::router();
        let api = api
            .layer(from_fn_with_state(self.clone(), auth::identify))
            .layer(from_fn_with_state(self.clone(), cluster::talk::route))
            .merge(http::open())
            .fallback(http::page);
        self.dressed(api)
    }

    /// Routes for what came to another node first, which has dressed it already.
    fn inner_router(&self) -> Router {
        let routes = || {
            let (api, _) = http::router();
            api.layer(from_fn_with_state(self.clone(), auth::identify))
                .layer(CatchPanicLayer::new())
                .with_state(self.clone())
        };
        let mut inner = self.0.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.get_or_insert_with(routes).clone()
    }

    /// Routes for whoever looks after the server: nothing of it is for players.
    pub fn ops_router(&self) -> Router {
        self.dressed(http::ops())
    }

    /// What every answer goes through.
    fn dressed(&self, routes: Router<App>) -> Router {
        routes
            .layer(CatchPanicLayer::new())
            .layer(CompressionLayer::new())
            .layer(DefaultBodyLimit::max(MAX_BODY))
            .layer(TimeoutLayer::with_status_code(
                axum::http::StatusCode::REQUEST_TIMEOUT,
                Duration::from_secs(30),
            ))
            .layer(from_fn_with_state(self.clone(), http::guard))
            .layer(PropagateRequestIdLayer::new(REQUEST_ID))
            // Addresses may carry invitations: only the path is logged.
            .layer(TraceLayer::new_for_http().make_span_with(|request: &Request| {
                let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
                tracing::info_span!("request", method = %request.method(), path = request.uri().path(), id)
            }))
            .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
            // An id from outside is not trusted into our logs.
            .layer(map_request(|mut request: Request| async move {
                request.headers_mut().remove(REQUEST_ID);
                request
            }))
            .with_state(self.clone())
    }

    /// Serves on a listener until `stop` is ready, and on another, if there is
    /// one, whoever looks after the server.
    pub async fn serve_on(
        self,
        listener: TcpListener,
        ops: Option<TcpListener>,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> anyhow::Result<()> {
        let app = self;
        let address = listener.local_addr()?;
        tracing::info!("the harbour is at http://{address}");
        let house = tokio::spawn({
            let app = app.clone();
            async move { app.run().await }
        });
        let watching = ops.map(|ops| {
            if let Ok(address) = ops.local_addr() {
                tracing::info!("/readyz and /metrics are at http://{address}");
            }
            let app = app.clone();
            let doors = Arc::new(door::Doors::new(64, 0));
            tokio::spawn(async move {
                let router = app.ops_router();
                door::keep(&app, ops, router, doors, std::future::pending()).await;
            })
        });
        let config = app.config();
        let doors = Arc::new(door::Doors::new(config.connections, config.connections_each));
        let ending = app.clone();
        let stop = async move {
            stop.await;
            tracing::info!("stopping");
            ending.stop();
            ending.hub().hand_over().await;
        };
        door::keep(&app, listener, app.router(), doors, stop).await;
        house.abort();
        if let Some(watching) = watching {
            watching.abort();
        }
        app.hub().note_time();
        app.hub().commit(Vec::new()).await?;
        tracing::info!("everything is on disk");
        Ok(())
    }

    /// Asks every table whose time has run out; timers do it by themselves,
    /// this is for hosts that set the clock.
    pub fn look_at_clocks(&self) {
        for room in self.0.hub.all() {
            room::clocks::look(&room, &self.0.hub);
            room::lag::look(&room, &self.0.hub);
            room::answers::look(&room, &self.0.hub);
        }
    }

    /// Looks who else is there; renewing the lease does it every few seconds, this is for
    /// hosts that start several nodes and want them to know each other at once.
    pub async fn look_for_nodes(&self) {
        self.0.hub.look_for_nodes().await;
    }

    /// Takes up tables where bots and clocks go on, and keeps house until the
    /// server stops.
    async fn run(&self) {
        if let Err(error) = self.0.hub.resume_all().await {
            tracing::error!(?error, "tables could not be taken up");
        }
        let tidy = async {
            let mut tick = tokio::time::interval(Duration::from_secs(60));
            loop {
                tick.tick().await;
                self.clear_lobby().await;
                self.hub().look_for_orphans().await;
                // Nobody's sessions any more; their cookies are of no use.
                let before = self.hub().now().saturating_sub(self.idle());
                self.hub().store().commit(vec![store::Op::EndIdle(before)], Box::new(|_| {}));
                let before = self.hub().now().saturating_sub(reports::REMEMBERED);
                let forget = store::Op::Manners(Box::new(store::MannersOp::Forget(before)));
                self.hub().store().commit(vec![forget], Box::new(|_| {}));
            }
        };
        tokio::select! {
            () = Arc::clone(&self.0.hub).keep_house() => {}
            () = tidy => {}
            () = self.keep_pairing() => {}
            () = self.keep_tournaments() => {}
            () = self.keep_calling() => {}
            () = self.look_after_others() => {}
        }
    }

    /// Where nodes share a store: what another has ended ends here too, even if
    /// nobody said so; and others hear where somebody waits.
    async fn look_after_others(&self) {
        if self.hub().cluster.is_none() {
            return std::future::pending().await;
        }
        let mut tick = tokio::time::interval(Duration::from_secs(5));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            self.tell_visited();
            if let Err(error) = self.end_elsewhere_ended().await {
                tracing::warn!(%error, "nobody knows which sessions have ended");
            }
        }
    }

    /// Ends what the store does not know any more.
    async fn end_elsewhere_ended(&self) -> Result<(), store::StoreError> {
        let Some(leases) = self.hub().store().leases() else { return Ok(()) };
        self.0.sessions.forget_all();
        let passes = self.0.sessions.passes();
        let mut asked: [Vec<String>; 2] = Default::default();
        for (_, pass) in &passes {
            match pass {
                bus::Pass::Session(id) => asked[0].push(id.clone()),
                bus::Pass::Token(id) => asked[1].push(id.clone()),
            }
        }
        let [sessions, tokens] = asked;
        let ended = leases.ended(sessions, tokens, self.hub().now()).await?;
        for (user, pass) in passes {
            let (bus::Pass::Session(id) | bus::Pass::Token(id)) = &pass;
            if ended.contains(id) {
                self.0.sessions.end(&user, &bus::Ending::One(pass));
            }
        }
        Ok(())
    }

    /// Puts tables to sleep that nobody has used for as long as the settings
    /// say; how many. The server does it by itself every few seconds.
    pub fn sleep_idle(&self) -> usize {
        self.0.hub.sleep_idle()
    }

    /// Tells everybody to come back later and takes no new connections.
    pub fn stop(&self) {
        self.0.hub.stopping.store(true, Ordering::Relaxed);
        self.0.lobby.close();
        self.0.tournaments.changed();
        self.0.studies.changed();
        // They hold the server, and the server them.
        *self.0.inner.lock().unwrap_or_else(PoisonError::into_inner) = None;
        for room in self.0.hub.all() {
            room.stop();
        }
        self.links().stop();
    }

    fn links(&self) -> &cluster::link::Links {
        &self.0.hub.links
    }

    fn hub(&self) -> &Arc<Hub> {
        &self.0.hub
    }

    fn config(&self) -> &Config {
        &self.0.hub.parts.config
    }
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// One recorder for the process, whatever the number of servers in it.
fn metrics_handle() -> Option<PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE.get_or_init(|| PrometheusBuilder::new().install_recorder().ok()).clone()
}

/// The server without a socket.
pub async fn app(parts: Parts) -> anyhow::Result<Router> {
    Ok(App::new(parts).await?.router())
}

/// The parts of a server with these settings, wherever it keeps its games.
pub async fn open_parts(config: Config) -> anyhow::Result<Parts> {
    let StoreKind::Postgres(_url) = &config.store else {
        anyhow::ensure!(
            config.bus.is_none(),
            "--bus is for nodes that share a store: it needs --store postgres://…"
        );
        return parts(config);
    };
    #[cfg(not(feature = "postgres"))]
    anyhow::bail!(
        "this Admiralty was built without PostgreSQL: build it with \
         `cargo build --release --features postgres,nats`"
    );
    #[cfg(feature = "postgres")]
    {
        let store = store::Postgres::open(_url).await.context("cannot open the database")?;
        let secret = store.secret(secret(None)?).await.context("cannot read the secret")?;
        let parts = made_of(config, Arc::new(store), secret);
        match parts.config.bus.clone() {
            None => Ok(parts),
            Some(url) => with_bus(parts, &url).await,
        }
    }
}

/// The same among other nodes.
#[cfg(feature = "nats")]
async fn with_bus(mut parts: Parts, url: &str) -> anyhow::Result<Parts> {
    use sha2::Digest;
    // Nodes of one store find each other, and no others.
    let name = auth::hex(&sha2::Sha256::digest([b"admiralty nodes\n", &parts.secret[..]].concat()));
    let bus = bus::Nats::connect(url, &name[..16]).await.context("cannot reach NATS")?;
    parts.bus = Arc::new(bus);
    if !parts.config.roles.contains(&Role::Bots) {
        parts.minds = Arc::new(cluster::think::Elsewhere {
            bus: Arc::clone(&parts.bus),
            runtime: tokio::runtime::Handle::current(),
            node: parts.config.listen.to_string(),
        });
    }
    Ok(parts)
}

#[cfg(all(feature = "postgres", not(feature = "nats")))]
async fn with_bus(_: Parts, _: &str) -> anyhow::Result<Parts> {
    anyhow::bail!(
        "this Admiralty was built without NATS: build it with \
         `cargo build --release --features postgres,nats`"
    )
}

/// The parts of an ordinary server with these settings; PostgreSQL is opened by
/// [`open_parts`].
pub fn parts(config: Config) -> anyhow::Result<Parts> {
    let (store, secret): (Arc<dyn store::Store>, _) = match config.store {
        StoreKind::Postgres(_) => anyhow::bail!("PostgreSQL is not opened here"),
        StoreKind::Memory => (Arc::new(store::Memory::default()), secret(None)?),
        StoreKind::Sqlite => {
            let folder = &config.data;
            let mut make = std::fs::DirBuilder::new();
            make.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
            make.create(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            let file = folder.join("admiralty.db");
            let store = store::Sqlite::open(&file)
                .with_context(|| format!("cannot open {}", file.display()))?;
            (Arc::new(store), secret(Some(&folder.join("secret.key")))?)
        }
    };
    Ok(made_of(config, store, secret))
}

fn made_of(config: Config, store: Arc<dyn store::Store>, secret: [u8; 32]) -> Parts {
    Parts {
        config,
        store,
        time: Arc::new(clock::System),
        entropy: Arc::new(ids::Os),
        games: admiralty_catalog::games(),
        minds: Arc::new(bots::OwnMinds),
        bus: Arc::new(bus::Local::default()),
        secret,
    }
}

/// The key that signs cookies: kept in a file only its owner can read.
fn secret(file: Option<&std::path::Path>) -> anyhow::Result<[u8; 32]> {
    let mut key = [0; 32];
    ids::Entropy::fill(&ids::Os, &mut key);
    let Some(file) = file else { return Ok(key) };
    match std::fs::read(file) {
        Ok(bytes) => {
            bytes.try_into().map_err(|_| anyhow::anyhow!("{} has not 32 bytes", file.display()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut out = options.open(file).with_context(|| file.display().to_string())?;
            std::io::Write::write_all(&mut out, &key)?;
            out.sync_all()?;
            Ok(key)
        }
        Err(error) => Err(error).with_context(|| file.display().to_string()),
    }
}

/// Runs a server until it is told to stop (Ctrl-C or a termination signal).
/// Blocks; makes its own threads.
pub fn serve(config: Config) -> anyhow::Result<()> {
    let filter: Targets =
        config.log.parse().with_context(|| format!("\"{}\" is no log filter", config.log))?;
    // Colours are for people at a terminal, not for files. Whoever called may
    // have set up logging already.
    let colours = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let lines = tracing_subscriber::fmt::layer().with_ansi(colours).with_writer(std::io::stderr);
    let _ = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if config.threads > 0 {
        runtime.worker_threads(config.threads);
    }
    let runtime = runtime.enable_all().build()?;
    let result = runtime.block_on(async {
        let listener = TcpListener::bind(config.listen)
            .await
            .with_context(|| format!("cannot listen on {}", config.listen))?;
        let ops = bind_ops(&config, listener.local_addr()?).await?;
        tracing::info!("settings:\n{}", toml::to_string(&config).unwrap_or_default());
        let stop = stop_signal();
        let data = (config.store == StoreKind::Sqlite).then(|| config.data.clone());
        let app = App::new(open_parts(config).await?).await?;
        #[cfg(unix)]
        if let Some(data) = data
            && let Err(error) = app.open_admin(&data)
        {
            // A path may be too long for a socket: no reason not to play.
            tracing::warn!(?error, "`admiralty admin` will not reach this server");
        }
        app.serve_on(listener, ops, stop).await
    });
    // A bot that is still thinking need not be waited for: its seat thinks again.
    runtime.shutdown_timeout(Duration::from_secs(2));
    result
}

/// Where `/readyz` and `/metrics` are: as the settings say, else beside the
/// address of the server, for this machine only.
async fn bind_ops(config: &Config, listen: SocketAddr) -> anyhow::Result<Option<TcpListener>> {
    if let Some(address) = config.ops {
        let bound = TcpListener::bind(address).await;
        return bound.map(Some).with_context(|| format!("cannot listen on {address}"));
    }
    let beside = SocketAddr::from(([127, 0, 0, 1], listen.port().saturating_add(1)));
    match TcpListener::bind(beside).await {
        Ok(bound) => Ok(Some(bound)),
        Err(error) => {
            tracing::warn!(%beside, %error, "/readyz and /metrics are nowhere: see --ops");
            Ok(None)
        }
    }
}

/// Runs a server on a listener until `stop` is ready; then says goodbye to
/// everybody and waits until everything is on disk.
pub async fn serve_on(
    listener: TcpListener,
    ops: Option<TcpListener>,
    parts: Parts,
    stop: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    App::new(parts).await?.serve_on(listener, ops, stop).await
}

/// Ready when somebody wants the server to stop. It listens from the call on,
/// not only when first awaited: whoever reads our address may stop us at once.
fn stop_signal() -> impl Future<Output = ()> + Send + 'static {
    #[cfg(unix)]
    let signal = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    async move {
        let interrupt = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        #[cfg(unix)]
        let terminate = async {
            match signal {
                Ok(mut signal) => {
                    signal.recv().await;
                }
                Err(_) => std::future::pending().await,
            }
        };
        #[cfg(not(unix))]
        let terminate = std::future::pending::<()>();
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
        }
    }
}
