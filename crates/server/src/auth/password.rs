//! Passwords: which will do, and how they are kept.

use crate::error::Error;
use admiralty_protocol::code;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};

/// Words that common passwords are made of, one a line, without their digits.
const COMMON: &str = include_str!("common.txt");
/// Rows that fingers run along.
const ROWS: [&str; 8] = [
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
];

/// Will it do? 8 to 128 signs, and not what everybody tries first.
pub(crate) fn check_password(password: &str, login: &str) -> Result<(), Error> {
    let says = match password.chars().count() {
        0..8 | 129.. => "A password has 8 to 128 signs; 12 and more are better.",
        _ if is_common(password, login) => {
            "That password is among the first that others would try: choose another."
        }
        _ => return Ok(()),
    };
    Err(Error::new(code::MALFORMED, says))
}

fn is_common(password: &str, login: &str) -> bool {
    let lower = password.to_lowercase();
    let signs: std::collections::BTreeSet<char> = lower.chars().collect();
    if signs.len() < 4 {
        return true;
    }
    let along = |row: &str| {
        let back: String = row.chars().rev().collect();
        row.contains(&*lower) || back.contains(&*lower)
    };
    if ROWS.iter().any(|row| along(row)) {
        return true;
    }
    // What is left without digits and signs around it, read as letters.
    let core = lower.trim_matches(|c: char| !c.is_alphabetic());
    let plain: String = lower.chars().map(letter).collect();
    let plain = plain.trim_matches(|c: char| !c.is_alphabetic());
    let half = |word: &str| {
        // The same word twice is no better than once.
        let (a, b) = word.split_at_checked(word.len() / 2).unwrap_or((word, ""));
        (a == b).then(|| a.to_string())
    };
    let read: String = core.chars().map(letter).collect();
    let mut forms = vec![core.to_string(), plain.to_string(), read, lower.clone()];
    forms.extend([half(core), half(&lower)].into_iter().flatten());
    let login = login.to_lowercase();
    forms.iter().any(|form| {
        (login.len() >= 3 && *form == login)
            || form.len() < 3
            || ROWS.iter().any(|row| form.len() >= 4 && row.contains(&**form))
            || COMMON.lines().any(|word| word == form)
    })
}

/// Digits and signs that stand for letters.
const fn letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// Hashing is slow on purpose and takes 19 MB: so many at once, and so many
/// may wait for it. Whoever comes then is told to come back.
///
/// The threads that hash live as long as the server. The allocator keeps what a
/// thread has used, so that what hashing can ever hold is bounded by their number;
/// a thread for each hash, or the pool for blocking work, would each keep their 19 MB.
pub(crate) struct Slots {
    jobs: Sender<Job>,
    here: AtomicUsize,
    most: usize,
}

type Job = Box<dyn FnOnce() + Send>;

/// So many wait for each that is being hashed.
const WAITING: usize = 16;

struct Here<'a>(&'a AtomicUsize);

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Slots {
    pub(crate) fn new() -> std::io::Result<Slots> {
        let places = std::thread::available_parallelism().map_or(1, usize::from).clamp(1, 4);
        let (jobs, queue) = std::sync::mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..places {
            let queue = Arc::clone(&queue);
            // Ends with the last sender, that is with the server.
            let work = move || {
                while let Some(job) = queue.lock().ok().and_then(|queue| queue.recv().ok()) {
                    job();
                }
            };
            std::thread::Builder::new().name("hash".into()).spawn(work)?;
        }
        Ok(Slots { jobs, here: AtomicUsize::new(0), most: places * (1 + WAITING) })
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let here = self.here.fetch_add(1, Ordering::AcqRel);
        let _here = Here(&self.here);
        if here >= self.most {
            metrics::counter!("refused_total", "why" => "hashing").increment(1);
            return Err(Error::Rate(2));
        }
        let (done, wait) = tokio::sync::oneshot::channel();
        let job = move || {
            // Whoever asked may have gone while waiting.
            if !done.is_closed() {
                let _ = done.send(work());
            }
        };
        let internal = |error: String| Error::Internal(error);
        self.jobs.send(Box::new(job)).map_err(|error| internal(error.to_string()))?;
        wait.await.map_err(|error| internal(error.to_string()))
    }

    /// Argon2id with the parameters the crate recommends.
    pub(crate) async fn hash(&self, password: String) -> Result<String, Error> {
        let work =
            move || Argon2::default().hash_password(password.as_bytes()).map(|h| h.to_string());
        self.run(work).await?.map_err(|error| Error::Internal(error.to_string()))
    }

    /// Is it the password? Without a hash it takes as long and says no.
    pub(crate) async fn is_right(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, Error> {
        /// Of a password nobody knows.
        const NONE: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5a25vd3NpdA$\
                            dGhpcyBpcyBub3QgYSBwYXNzd29yZCBoYXNoLCBubyE";
        let work = move || {
            let known = hash.is_some();
            let hash = hash.unwrap_or_else(|| NONE.into());
            let parsed = PasswordHash::new(&hash).ok();
            let right = parsed.is_some_and(|hash| {
                Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
            });
            right && known
        };
        self.run(work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_tries_first_is_refused() {
        for bad in [
            "short",
            "12345678",
            "87654321",
            "aaaaaaaa",
            "abababab",
            "qwertyuiop",
            "1q2w3e4r5t",
            "Password1!",
            "P@ssw0rd2024",
            "letmein123",
            "sunshine99",
            "admiralty1",
            "iloveyou!!",
            "dragon12345",
            "welcome2026",
            "passwordpassword",
            "annbonny77",
            "football2020",
        ] {
            assert!(check_password(bad, "annbonny").is_err(), "{bad}");
        }
        for good in ["calico jack", "mary read 1720", "wrong one", "kT7#vvqp", "zwölf Boxkämpfer"]
        {
            assert!(check_password(good, "annbonny").is_ok(), "{good}");
        }
        assert!(COMMON.lines().count() > 300);
    }
}
