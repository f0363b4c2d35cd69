//! A server for mail, and one for requests, that keep whatever they are given.

use super::Server;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// A server for mail that keeps whatever it is given: whom it is to, and the text.
pub async fn post_office() -> (String, mpsc::UnboundedReceiver<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (give, got) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let give = give.clone();
            tokio::spawn(async move {
                let (read, mut write) = stream.into_split();
                let mut lines = BufReader::new(read).lines();
                write.write_all(b"220 post\r\n").await.unwrap();
                let (mut to, mut text, mut data) = (String::new(), String::new(), false);
                while let Ok(Some(line)) = lines.next_line().await {
                    let answer: &[u8] = if data {
                        if line != "." {
                            text.push_str(&line);
                            text.push('\n');
                            continue;
                        }
                        data = false;
                        give.send((to.clone(), text.clone())).unwrap();
                        b"250 ok\r\n"
                    } else if line.starts_with("RCPT TO:") {
                        to = line["RCPT TO:<".len()..].split('>').next().unwrap().to_string();
                        b"250 ok\r\n"
                    } else if line == "DATA" {
                        data = true;
                        b"354 go on\r\n"
                    } else if line == "QUIT" {
                        b"221 bye\r\n"
                    } else {
                        b"250 ok\r\n"
                    };
                    write.write_all(answer).await.unwrap();
                }
            });
        }
    });
    (url, got)
}

/// A request that came.
pub struct Came {
    pub head: String,
    pub body: Vec<u8>,
}

impl Came {
    pub fn header(&self, name: &str) -> &str {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
    }
}

/// Takes requests and answers them with the status that is set.
pub struct Doorbell {
    pub url: String,
    pub status: Arc<Mutex<u16>>,
    came: mpsc::UnboundedReceiver<Came>,
}

impl Doorbell {
    pub async fn open() -> Doorbell {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/bell", listener.local_addr().unwrap());
        let (give, came) = mpsc::unbounded_channel();
        let status = Arc::new(Mutex::new(204));
        let says = Arc::clone(&status);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut bytes = Vec::new();
                let end = loop {
                    let mut part = [0; 4096];
                    let n = stream.read(&mut part).await.unwrap();
                    bytes.extend_from_slice(&part[..n]);
                    if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                        break at;
                    }
                };
                let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
                let mut body = bytes[end + 4..].to_vec();
                let came = Came { head, body: Vec::new() };
                let length: usize = came.header("content-length").parse().unwrap();
                while body.len() < length {
                    let mut part = [0; 4096];
                    let n = stream.read(&mut part).await.unwrap();
                    body.extend_from_slice(&part[..n]);
                }
                let answer =
                    format!("HTTP/1.1 {} x\r\nContent-Length: 0\r\n\r\n", *says.lock().unwrap());
                stream.write_all(answer.as_bytes()).await.unwrap();
                give.send(Came { body, ..came }).unwrap();
            }
        });
        Doorbell { url, status, came }
    }

    /// What has come, if anything has.
    pub fn rung(&mut self) -> Option<Came> {
        self.came.try_recv().ok()
    }

    /// Waits for the next request while this sends what is due. Whoever is away for a moment is
    /// not called: on a slow machine that moment may begin late, so time goes on a little.
    pub async fn next(&mut self, server: &Server) -> Came {
        for n in 1..400 {
            server.send_calls().await;
            if n % 40 == 0 {
                server.time.pass(20_000);
            }
            if let Ok(came) = self.came.try_recv() {
                return came;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nobody has rung");
    }
}

impl Server {
    /// Sends what is due, by every node at once; how many messages.
    pub async fn send_calls(&self) -> usize {
        let others = self.others.iter().map(|node| node.app.send_calls());
        let (own, others) =
            tokio::join!(self.app.send_calls(), futures_util::future::join_all(others));
        own + others.iter().sum::<usize>()
    }
}
