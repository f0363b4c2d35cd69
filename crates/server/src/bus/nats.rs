//! Talk over NATS: plain subjects, nothing kept. What is said while the server
//! is not reached is dropped, and whoever listens is told that there was a gap.

use super::{Answer, Bus, Heard, News, Talk, Unanswered};
use async_nats::client::{Request, RequestErrorKind};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Message, Subscriber};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc};

/// So long an answer may take.
const PATIENCE: Duration = Duration::from_secs(4);
/// So long a bot may take.
const THINKING: Duration = Duration::from_secs(20);
/// Those who think for bots share the questions.
const THINKERS: &str = "bots";

/// A connection to NATS.
pub struct Nats {
    client: Client,
    /// What every subject of these nodes begins with.
    prefix: String,
    news: broadcast::Sender<News>,
    /// What waits to be sent, in order.
    queue: mpsc::UnboundedSender<(String, Vec<u8>)>,
    heard: mpsc::UnboundedSender<Heard>,
    listener: Mutex<Option<mpsc::UnboundedReceiver<Heard>>>,
}

impl Nats {
    /// Connects to `nats://…`; `name` sets the nodes of one store apart from others
    /// that use the same server. A server that is not there yet is waited for.
    pub async fn connect(url: &str, name: &str) -> anyhow::Result<Nats> {
        let (heard, listener) = mpsc::unbounded_channel();
        let gaps = heard.clone();
        let client = ConnectOptions::new()
            .name("admiralty")
            .retry_on_initial_connect()
            .connection_timeout(Duration::from_secs(2))
            .ping_interval(Duration::from_secs(2))
            .reconnect_delay_callback(|tries| Duration::from_millis(100 * tries.min(10) as u64))
            .event_callback(move |event| {
                let gap = matches!(event, Event::Connected | Event::SlowConsumer(_));
                if gap {
                    let _ = gaps.send(Heard::Gap);
                }
                tracing::info!(%event, "NATS");
                async {}
            })
            .connect(url)
            .await?;
        let (queue, mut waiting) = mpsc::unbounded_channel::<(String, Vec<u8>)>();
        let sender = client.clone();
        tokio::spawn(async move {
            while let Some((subject, message)) = waiting.recv().await {
                // Numbers tell that it is missing; kept for later it would fill memory.
                if sender.connection_state() != State::Connected {
                    continue;
                }
                if let Err(error) = sender.publish(subject, message.into()).await {
                    tracing::warn!(%error, "something was not sent to other nodes");
                }
            }
        });
        let prefix = format!("admiralty.{name}");
        let news = broadcast::channel(1024).0;
        let told = news.clone();
        listen(&client, format!("{prefix}.news"), move |message| {
            match serde_json::from_slice(&message.payload) {
                Ok(news) => drop(told.send(news)),
                Err(error) => tracing::warn!(%error, "news that cannot be read"),
            }
        });
        let listener = Mutex::new(Some(listener));
        Ok(Nats { client, prefix, news, queue, heard, listener })
    }

    fn send(&self, subject: String, message: Vec<u8>) {
        let _ = self.queue.send((subject, message));
    }

    async fn request(
        &self,
        subject: String,
        question: Vec<u8>,
        patience: Duration,
    ) -> Result<Vec<u8>, Unanswered> {
        if self.client.connection_state() != State::Connected {
            return Err(Unanswered::Unheard);
        }
        let request = Request::new().payload(question.into()).timeout(Some(patience));
        match self.client.send_request(subject, request).await {
            Ok(message) => Ok(message.payload.into()),
            Err(error) => {
                tracing::warn!(%error, "another node does not answer");
                Err(match error.kind() {
                    RequestErrorKind::NoResponders
                    | RequestErrorKind::InvalidSubject
                    | RequestErrorKind::MaxPayloadExceeded => Unanswered::Unheard,
                    RequestErrorKind::TimedOut | RequestErrorKind::Other => Unanswered::Unknown,
                })
            }
        }
    }
}

/// Hands over whatever comes to a subject, for as long as the connection lives.
fn listen(client: &Client, subject: String, take: impl FnMut(Message) + Send + 'static) {
    let client = client.clone();
    tokio::spawn(async move {
        match client.subscribe(subject).await {
            Ok(subscriber) => drain(subscriber, take).await,
            Err(error) => tracing::error!(%error, "NATS does not let us listen"),
        }
    });
}

async fn drain(mut subscriber: Subscriber, mut take: impl FnMut(Message)) {
    while let Some(message) = subscriber.next().await {
        take(message);
    }
}

/// A question with its way back.
fn asked(client: &Client, message: Message) -> Option<Heard> {
    let reply = message.reply?;
    let client = client.clone();
    let answer: Answer = Box::new(move |text| {
        tokio::spawn(async move {
            if let Err(error) = client.publish(reply, text.into()).await {
                tracing::warn!(%error, "an answer was not sent");
            }
        });
    });
    Some(Heard::Asked { question: message.payload.into(), answer })
}

impl Bus for Nats {
    fn publish(&self, news: News) {
        // This node hears it like everybody else.
        match serde_json::to_vec(&news) {
            Ok(text) => self.send(format!("{}.news", self.prefix), text),
            Err(error) => tracing::error!(%error, "news that cannot be written"),
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    fn talk(&self) -> Option<&dyn Talk> {
        Some(self)
    }
}

impl Talk for Nats {
    fn joined(&self, node: i64, thinks: bool) {
        let prefix = &self.prefix;
        let (client, heard) = (self.client.clone(), self.heard.clone());
        listen(&self.client, format!("{prefix}.node.{node}.table.*"), move |message| {
            if let Some(asked) = asked(&client, message) {
                let _ = heard.send(asked);
            }
        });
        let heard = self.heard.clone();
        listen(&self.client, format!("{prefix}.node.{node}.link"), move |message| {
            let _ = heard.send(Heard::Told(message.payload.into()));
        });
        if thinks {
            let (client, heard) = (self.client.clone(), self.heard.clone());
            let subject = format!("{prefix}.think");
            tokio::spawn(async move {
                let subscribed = client.queue_subscribe(subject, THINKERS.into()).await;
                let Ok(subscriber) = subscribed else { return };
                drain(subscriber, |message| {
                    if let Some(asked) = asked(&client, message) {
                        let _ = heard.send(asked);
                    }
                })
                .await;
            });
        }
    }

    fn ask<'a>(
        &'a self,
        node: i64,
        table: &'a str,
        question: Vec<u8>,
    ) -> BoxFuture<'a, Result<Vec<u8>, Unanswered>> {
        let subject = format!("{}.node.{node}.table.{table}", self.prefix);
        Box::pin(self.request(subject, question, PATIENCE))
    }

    fn ask_any(&self, question: Vec<u8>) -> BoxFuture<'_, Result<Vec<u8>, Unanswered>> {
        Box::pin(self.request(format!("{}.think", self.prefix), question, THINKING))
    }

    fn tell(&self, node: i64, message: Vec<u8>) {
        self.send(format!("{}.node.{node}.link", self.prefix), message);
    }

    fn heard(&self) -> Option<mpsc::UnboundedReceiver<Heard>> {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
