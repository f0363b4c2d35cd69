//! Random play: what somebody who may act could do next.

use admiralty_core::{
    Actor, Around, Awaiting, Dice, Leads, Menu, Rules, Seat, Seeded, Table, Text, Viewer, sample,
};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// How many times as many games as in CI: `ADMIRALTY_SOAK`, else 1; 20 while a
/// clock runs, so that games are followed as far as in a soak.
pub fn soak() -> u32 {
    let otherwise = if setting::<f64>("ADMIRALTY_MINUTES").is_some() { 20 } else { 1 };
    setting("ADMIRALTY_SOAK").unwrap_or(otherwise).max(1)
}

fn setting<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

/// The games of a run by their numbers: so many as in CI times `ADMIRALTY_SOAK`,
/// or for `ADMIRALTY_MINUTES`, and then no fewer than in CI.
pub(crate) struct Rounds {
    numbers: std::ops::RangeFrom<u32>,
    wanted: u32,
    until: Option<Instant>,
    seed: u64,
}

impl Rounds {
    /// `games` are played in CI, with seeds from `seed` on; `ADMIRALTY_SEED` is added.
    pub(crate) fn new(games: u32, seed: u64) -> Rounds {
        let minutes: Option<f64> = setting("ADMIRALTY_MINUTES");
        let time = minutes.and_then(|n| Duration::try_from_secs_f64(n * 60.0).ok());
        let factor = if time.is_some() { 1 } else { soak() };
        Rounds {
            numbers: 0..,
            wanted: games * factor,
            until: time.map(|time| Instant::now() + time),
            seed: seed + setting::<u64>("ADMIRALTY_SEED").unwrap_or(0),
        }
    }

    /// Says what was played where a clock ran: nobody else counts the games then.
    pub(crate) fn tell<R: Rules>(&self, tally: &impl std::fmt::Display) {
        if self.until.is_some() {
            eprintln!("{}, seeds from {}: {tally}", R::META.id, self.seed);
        }
    }
}

impl Iterator for Rounds {
    /// The number of the game and its seed.
    type Item = (usize, u64);

    fn next(&mut self) -> Option<(usize, u64)> {
        let i = self.numbers.next()?;
        let goes_on = i < self.wanted || self.until.is_some_and(|until| Instant::now() < until);
        goes_on.then(|| (i as usize, self.seed + u64::from(i)))
    }
}

/// A random entry of a random awaited seat, and now and then (once in
/// `asides`, never if that is 0) something a seat may do at any time or
/// something that happens around the table. `None` if the game is over or
/// nobody has an option.
pub fn random_entry<R: Rules + Text>(
    table: &Table<R>,
    rng: &mut Seeded,
    asides: u32,
) -> Option<(Actor, R::Action)> {
    let Awaiting::Seats(seats) = R::awaiting(table) else { return None };
    if asides > 0 && rng.below(asides) == 0 {
        let aside = if rng.below(8) == 0 { around(table, rng) } else { aside(table, rng) };
        if aside.is_some() {
            return aside;
        }
    }
    let seats: Vec<Seat> = seats.iter().collect();
    if seats.is_empty() {
        return None;
    }
    let seat = seats[rng.below(seats.len() as u32) as usize];
    let action = sample::<R>(table.sight(Viewer::Seat(seat)), rng, &mut Vec::new())?;
    Some((Actor::Seat(seat), action))
}

fn around<R: Rules>(table: &Table<R>, rng: &mut Seeded) -> Option<(Actor, R::Action)> {
    let seat = Seat(rng.below(u32::from(table.seats.len())) as u8);
    let (by, what) = match rng.below(3) {
        0 => (Actor::Clock, Around::TimeOut(seat)),
        1 => (Actor::Clock, Around::SetupTimeOut),
        _ => (Actor::Host, Around::Left(seat)),
    };
    R::around(&table.public, what).map(|action| (by, action))
}

/// A random action of some seat that nobody waits for.
pub(crate) fn aside<R: Rules>(table: &Table<R>, rng: &mut Seeded) -> Option<(Actor, R::Action)> {
    let seat = Seat(rng.below(u32::from(table.seats.len())) as u8);
    aside_of(table, seat, rng).map(|action| (Actor::Seat(seat), action))
}

/// A random action of this seat that nobody waits for.
pub(crate) fn aside_of<R: Rules>(
    table: &Table<R>,
    seat: Seat,
    rng: &mut Seeded,
) -> Option<R::Action> {
    let sight = table.sight(Viewer::Seat(seat));
    for _ in 0..6 {
        let mut draft = Vec::new();
        loop {
            let mut menu = Menu::default();
            R::menu(sight, &draft, &mut menu);
            if menu.choices.is_empty() {
                break;
            }
            let i = rng.below(menu.choices.len() as u32) as usize;
            let choice = menu.choices.swap_remove(i);
            match choice.leads {
                Leads::On => draft.push(choice.pick),
                Leads::To(_) => break,
                Leads::Aside(action) => return Some(action),
            }
        }
    }
    None
}

/// Every leaf of a seat's menu that nobody waits for, as many as `limit`.
pub(crate) fn aside_leaves<R: Rules>(table: &Table<R>, seat: Seat, limit: usize) -> Vec<R::Action> {
    fn walk<R: Rules>(
        table: &Table<R>,
        seat: Seat,
        draft: &mut Vec<R::Pick>,
        steps: &mut usize,
        out: &mut Vec<R::Action>,
    ) {
        let mut menu = Menu::default();
        R::menu(table.sight(Viewer::Seat(seat)), draft, &mut menu);
        for choice in menu.choices {
            if *steps == 0 {
                return;
            }
            *steps -= 1;
            match choice.leads {
                Leads::Aside(action) => out.push(action),
                Leads::To(_) => {}
                Leads::On => {
                    draft.push(choice.pick);
                    walk(table, seat, draft, steps, out);
                    draft.pop();
                }
            }
        }
    }
    let mut out = Vec::new();
    walk(table, seat, &mut Vec::new(), &mut { limit }, &mut out);
    out
}

/// The same dice for both worlds: a generator that begins anew for every entry.
pub(crate) fn dice_of(seed: u64, entry: usize) -> impl Dice {
    Seeded::new(seed ^ (entry as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
