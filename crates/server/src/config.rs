//! Settings: flags over environment over file over defaults.

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

/// Where games are kept.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum StoreKind {
    /// In one SQLite file in the data folder.
    Sqlite,
    /// In memory: gone when the server stops.
    Memory,
    /// In PostgreSQL at this address, with its password, for one node or many.
    Postgres(String),
}

impl FromStr for StoreKind {
    type Err = String;

    fn from_str(text: &str) -> Result<StoreKind, String> {
        match text {
            "sqlite" => Ok(StoreKind::Sqlite),
            "memory" => Ok(StoreKind::Memory),
            url if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                Ok(StoreKind::Postgres(url.into()))
            }
            other => Err(format!("\"{other}\" is neither sqlite, memory nor postgres://…")),
        }
    }
}

impl TryFrom<String> for StoreKind {
    type Error = String;

    fn try_from(text: String) -> Result<StoreKind, String> {
        text.parse()
    }
}

/// For the log: addresses without whoever signs in there and their password.
impl Serialize for StoreKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            StoreKind::Sqlite => serializer.serialize_str("sqlite"),
            StoreKind::Memory => serializer.serialize_str("memory"),
            StoreKind::Postgres(url) => {
                let after = url.rsplit_once('@').map_or_else(
                    || url.split_once("//").map_or("", |(_, rest)| rest),
                    |(_, rest)| rest,
                );
                let place = after.split('?').next().unwrap_or_default();
                serializer.serialize_str(&format!("postgres://{place}"))
            }
        }
    }
}

/// What a node does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Takes requests and sockets.
    Edge,
    /// Owns tables.
    Room,
    /// Thinks for bots.
    Bots,
}

/// Flags of `admiralty serve`. Whatever is left out comes from the
/// environment (`ADMIRALTY_…`), then from the file, then from [`Config::default`].
#[derive(Debug, Clone, Default, clap::Args)]
pub struct ServeArgs {
    /// File with settings (TOML); flags and environment go before it
    #[arg(long, env = "ADMIRALTY_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Address to listen on
    #[arg(long, env = "ADMIRALTY_LISTEN", value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// Address for /readyz and /metrics (default: the next port, for this machine only)
    #[arg(long, env = "ADMIRALTY_OPS", value_name = "ADDRESS")]
    pub ops: Option<SocketAddr>,
    /// Folder for everything the server keeps
    #[arg(long, env = "ADMIRALTY_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,
    /// Where games are kept: sqlite, memory, or postgres://user:password@host/database
    #[arg(long, env = "ADMIRALTY_STORE", value_name = "STORE", hide_env_values = true)]
    pub store: Option<StoreKind>,
    /// What nodes talk over (`nats://user:password@host`), where several share a store
    #[arg(long, env = "ADMIRALTY_BUS", value_name = "URL", hide_env_values = true)]
    pub bus: Option<String>,
    /// What this node does: edge, room, bots (default: all of it)
    #[arg(long, env = "ADMIRALTY_ROLES", value_delimiter = ',', value_enum)]
    pub roles: Option<Vec<Role>>,
    /// Address people reach the server at (`https://club.example`); passkeys are made for it
    #[arg(long, env = "ADMIRALTY_ADDRESS", value_name = "URL")]
    pub address: Option<String>,
    /// Server for mail (`smtps://user:password@mail.example`), for lost passwords
    #[arg(long, env = "ADMIRALTY_SMTP", value_name = "URL", hide_env_values = true)]
    pub smtp: Option<String>,
    /// Whom letters come from (`Admiralty <admiralty@club.example>`)
    #[arg(long, env = "ADMIRALTY_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
    /// Further origins whose pages may use this server (`https://club.example`)
    #[arg(long, env = "ADMIRALTY_ORIGINS", value_delimiter = ',', value_name = "ORIGIN")]
    pub origins: Option<Vec<String>>,
    /// The server is reached by https: cookies are sent by no other way
    #[arg(long, env = "ADMIRALTY_SECURE", num_args = 0..=1, default_missing_value = "true")]
    pub secure: Option<bool>,
    /// A proxy in front names the client in X-Forwarded-For
    #[arg(long, env = "ADMIRALTY_PROXY", num_args = 0..=1, default_missing_value = "true")]
    pub proxy: Option<bool>,
    /// Threads that serve (default: one per core)
    #[arg(long, env = "ADMIRALTY_THREADS", value_name = "N")]
    pub threads: Option<usize>,
    /// Connections in all; 0 sets no limit but that of the system
    #[arg(long, env = "ADMIRALTY_CONNECTIONS", value_name = "N")]
    pub connections: Option<u32>,
    /// Connections from one address; 0 sets no limit
    #[arg(long, env = "ADMIRALTY_CONNECTIONS_EACH", value_name = "N")]
    pub connections_each: Option<u32>,
    /// Seconds a connection may take to say what it wants
    #[arg(long, env = "ADMIRALTY_PATIENCE", value_name = "SECONDS")]
    pub patience: Option<u64>,
    /// Requests per minute from one address; 0 sets no limit
    #[arg(long, env = "ADMIRALTY_RATE_HTTP", value_name = "N")]
    pub rate_http: Option<u32>,
    /// Messages per second on one socket; 0 sets no limit
    #[arg(long, env = "ADMIRALTY_RATE_SOCKET", value_name = "N")]
    pub rate_socket: Option<u32>,
    /// Tables of one person, and open ones from one address, that may wait for players; 0 sets no limit
    #[arg(long, env = "ADMIRALTY_OPEN_TABLES", value_name = "N")]
    pub open_tables: Option<u32>,
    /// Minutes after which an open table that nobody is at is cleared away; 0: never
    #[arg(long, env = "ADMIRALTY_OPEN_MINUTES", value_name = "MINUTES")]
    pub open_minutes: Option<u32>,
    /// People may be called at addresses of this network and by plain http, for tests and clubs
    #[arg(long, env = "ADMIRALTY_CALLS_PRIVATE", num_args = 0..=1, default_missing_value = "true")]
    pub calls_private: Option<bool>,
    /// Days of holiday a year for each person, in games by days; 0: none
    #[arg(long, env = "ADMIRALTY_HOLIDAYS", value_name = "DAYS")]
    pub holidays: Option<u16>,
    /// Days after which a browser that was not used is signed out
    #[arg(long, env = "ADMIRALTY_SESSION_DAYS", value_name = "DAYS")]
    pub session_days: Option<u16>,
    /// Seconds after which a table nobody looks at is put to sleep
    #[arg(long, env = "ADMIRALTY_SLEEP_AFTER", value_name = "SECONDS")]
    pub sleep_after: Option<u64>,
    /// Milliseconds a bot takes at least, so that people can follow
    #[arg(long, env = "ADMIRALTY_BOT_PAUSE", value_name = "MS")]
    pub bot_pause: Option<u64>,
    /// Milliseconds a bot may think
    #[arg(long, env = "ADMIRALTY_BOT_TIME", value_name = "MS")]
    pub bot_time: Option<u64>,
    /// What is logged: error, warn, info, debug, or a filter by module
    #[arg(long, env = "ADMIRALTY_LOG", value_name = "FILTER")]
    pub log: Option<String>,
}

/// The settings a server runs with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Address for `/readyz` and `/metrics`; without one they are at the next
    /// port, for this machine only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ops: Option<SocketAddr>,
    /// Folder for everything the server keeps.
    pub data: PathBuf,
    /// Where games are kept.
    pub store: StoreKind,
    /// What nodes talk over, with its password: never written to the log.
    #[serde(skip_serializing)]
    pub bus: Option<String>,
    /// What this node does.
    pub roles: Vec<Role>,
    /// Address people reach the server at; passkeys are made for its host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Server for mail, with its password: never written to the log.
    #[serde(skip_serializing)]
    pub smtp: Option<String>,
    /// Whom letters come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_from: Option<String>,
    /// Further origins whose pages may use this server.
    pub origins: Vec<String>,
    /// Are cookies sent over https only?
    pub secure: bool,
    /// Does a proxy in front name the client?
    pub proxy: bool,
    /// Threads that serve; 0: one per core.
    pub threads: usize,
    /// Connections in all; 0: as many as the system allows.
    pub connections: u32,
    /// Connections from one address; 0: no limit.
    pub connections_each: u32,
    /// Seconds a connection may take to say what it wants, and twice that to
    /// take what it asked for.
    pub patience: u64,
    /// Requests per minute from one address; 0: no limit.
    pub rate_http: u32,
    /// Messages per second on one socket; 0: no limit.
    pub rate_socket: u32,
    /// Tables of one person, and open ones from one address, that may wait for
    /// players; 0: no limit.
    pub open_tables: u32,
    /// Minutes until an open table that nobody is at is cleared away; 0: never.
    pub open_minutes: u32,
    /// May people be called at addresses of this network, and by plain http?
    pub calls_private: bool,
    /// Days of holiday a year for each person, in games by days; 0: none.
    pub holidays: u16,
    /// Days until a session that nobody uses ends.
    pub session_days: u16,
    /// Seconds until a table nobody looks at sleeps.
    pub sleep_after: u64,
    /// Milliseconds a bot takes at least.
    pub bot_pause: u64,
    /// Milliseconds a bot may think.
    pub bot_time: u64,
    /// What is logged.
    pub log: String,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8640)),
            ops: None,
            data: "admiralty-data".into(),
            store: StoreKind::Sqlite,
            bus: None,
            roles: vec![Role::Edge, Role::Room, Role::Bots],
            address: None,
            smtp: None,
            mail_from: None,
            origins: Vec::new(),
            secure: false,
            proxy: false,
            threads: 0,
            connections: 20_000,
            connections_each: 250,
            patience: 15,
            rate_http: 1200,
            rate_socket: 50,
            open_tables: 20,
            open_minutes: 60,
            calls_private: false,
            holidays: 28,
            session_days: 90,
            sleep_after: 300,
            bot_pause: 400,
            bot_time: 1500,
            log: "info".into(),
        }
    }
}

impl Config {
    /// Puts flags, environment (both in `args`), file and defaults together.
    pub fn load(args: ServeArgs) -> anyhow::Result<Config> {
        let mut config = match &args.config {
            None => Config::default(),
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .with_context(|| format!("cannot read {}", file.display()))?;
                toml::from_str(&text).with_context(|| format!("in {}", file.display()))?
            }
        };
        macro_rules! take {
            ($($field:ident),*) => { $(if let Some(value) = args.$field { config.$field = value; })* };
        }
        take!(
            listen,
            data,
            store,
            roles,
            origins,
            secure,
            proxy,
            threads,
            connections,
            connections_each,
            patience,
            rate_http,
            rate_socket,
            open_tables,
            open_minutes,
            calls_private,
            holidays,
            session_days,
            sleep_after,
            bot_pause,
            bot_time,
            log
        );
        config.ops = args.ops.or(config.ops);
        config.address = args.address.or(config.address);
        config.smtp = args.smtp.or(config.smtp);
        config.bus = args.bus.or(config.bus);
        config.mail_from = args.mail_from.or(config.mail_from);
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_gets_into_the_log() {
        let store = "postgres://admiral:hush@db.example/club?sslmode=require".parse().unwrap();
        let bus = Some("nats://admiral:hush@nats.example".into());
        let text = toml::to_string(&Config { store, bus, ..Config::default() }).unwrap();
        assert!(text.contains("store = \"postgres://db.example/club\""), "{text}");
        assert!(!text.contains("hush"), "{text}");
        assert!("mysql://x".parse::<StoreKind>().is_err());
    }

    #[test]
    fn flags_go_before_the_file() {
        let file =
            std::env::temp_dir().join(format!("admiralty-config-{}.toml", std::process::id()));
        std::fs::write(&file, "listen = \"127.0.0.1:1\"\nrate_http = 7\n").unwrap();
        let args = ServeArgs {
            config: Some(file.clone()),
            listen: Some("127.0.0.1:2".parse().unwrap()),
            ..ServeArgs::default()
        };
        let config = Config::load(args).unwrap();
        std::fs::write(&file, "lisssten = 1").unwrap();
        let wrong = Config::load(ServeArgs { config: Some(file.clone()), ..ServeArgs::default() });
        std::fs::remove_file(&file).unwrap();
        assert_eq!(config.listen.port(), 2);
        assert_eq!(config.rate_http, 7);
        assert_eq!(config.sleep_after, Config::default().sleep_after);
        assert!(format!("{:#}", wrong.unwrap_err()).contains("lisssten"));
    }
}
