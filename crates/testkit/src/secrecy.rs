//! Two worlds that one viewer cannot tell apart must go on looking alike.
//!
//! The true table and one that `imagine` drew are played side by side with the
//! same dice: the viewer's own seat does the same in both, other seats do what
//! is legal in both. Whatever the viewer gets is compared byte by byte, until
//! an event declares a reveal; then the second world is imagined anew.

use crate::laws::first_difference;
use crate::play::{Rounds, aside, aside_of, dice_of, random_entry};
use crate::sights::{Varied, gets, text_difference};
use crate::trail::{Broken, Lawful, Trail, ensure};
use admiralty_catalog::json;
use admiralty_core::{
    Actor, Doc, Listed, Own, Refused, Rules, Seat, SeatSet, Seeded, Step, Table, Text, Viewer,
    sample, step,
};
use std::fmt;

/// What to play in two worlds, and how much of it.
#[derive(Clone)]
pub struct Secrecy {
    starts: Vec<(String, bool)>,
    games: u32,
    seed: u64,
    longest: usize,
    asides: u32,
    unvaried: bool,
    sealed: fn(&str) -> bool,
    subject: fn(&str) -> &str,
    from_friends: bool,
}

/// What was compared.
#[derive(Clone, Debug, Default)]
pub struct SecrecyTally {
    /// Games per viewer.
    pub games: u32,
    /// Entries played in both worlds.
    pub entries: usize,
    /// Entries played in one world alone because the viewer may not know of them.
    pub unseen: usize,
    /// Sealed actions that were different in the two worlds.
    pub unlike: usize,
    /// Reveals that ended a world.
    pub reveals: usize,
    /// Worlds given up because nothing was legal in both.
    pub parted: usize,
    /// Worlds imagined.
    pub worlds: usize,
}

impl fmt::Display for SecrecyTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games in two worlds: {} entries in both, {} of them sealed and different, \
             {} unseen in one, {} reveals, {} worlds imagined, {} given up",
            self.games,
            self.entries,
            self.unlike,
            self.unseen,
            self.reveals,
            self.worlds,
            self.parted
        )
    }
}

impl Secrecy {
    /// Games with these set-ups (JSON texts), in turn, for every viewer of each.
    pub fn new(setups: &[&str]) -> Secrecy {
        Secrecy {
            starts: setups.iter().map(|text| (text.to_string(), true)).collect(),
            games: 4,
            seed: 1,
            longest: 400,
            asides: 30,
            unvaried: false,
            sealed: |_| false,
            subject: |action| action.split(' ').next().unwrap_or_default(),
            from_friends: false,
        }
    }

    /// Also games from these positions: JSON, or the game's own notation.
    #[must_use]
    pub fn positions(mut self, positions: &[&str]) -> Secrecy {
        self.starts.extend(positions.iter().map(|text| (text.to_string(), false)));
        self
    }

    /// How many games per start, before `ADMIRALTY_SOAK` multiplies them.
    #[must_use]
    pub fn games(mut self, n: u32) -> Secrecy {
        self.games = n;
        self
    }

    /// The first seed; each game takes the next.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Secrecy {
        self.seed = seed;
        self
    }

    /// A game is left after so many entries.
    #[must_use]
    pub fn longest(mut self, entries: usize) -> Secrecy {
        self.longest = entries;
        self
    }

    /// Something that may be done at any time is done once in `n` entries; 0: never.
    #[must_use]
    pub fn asides(mut self, n: u32) -> Secrecy {
        self.asides = n;
        self
    }

    /// For set-ups that hide nothing: `imagine` need not vary any secret.
    #[must_use]
    pub fn nothing_hidden(mut self) -> Secrecy {
        self.unvaried = true;
        self
    }

    /// Actions whose content other sides may not know: deployments, sealed
    /// orders, notes. They are different in the two worlds, so that an event
    /// which tells them is noticed.
    #[must_use]
    pub fn sealed(mut self, is_sealed: fn(&str) -> bool) -> Secrecy {
        self.sealed = is_sealed;
        self
    }

    /// What everybody may know of a sealed action (whose marker it is), the same in both
    /// worlds; without this its first word.
    #[must_use]
    pub fn subject(mut self, subject: fn(&str) -> &str) -> Secrecy {
        self.subject = subject;
        self
    }

    /// Sealed actions are hidden from the other seats of the same side too.
    #[must_use]
    pub fn from_friends(mut self) -> Secrecy {
        self.from_friends = true;
        self
    }

    /// Plays; a difference ends the test and says where.
    pub fn run<R: Rules + Text>(&self) -> SecrecyTally {
        let mut tally = SecrecyTally::default();
        let mut varied = Varied::default();
        let mut rounds = Rounds::new(self.games * self.starts.len() as u32, self.seed);
        for (i, seed) in rounds.by_ref() {
            let (text, is_setup) = &self.starts[i % self.starts.len()];
            let first = begin::<R>(text, *is_setup, seed);
            let seats = (0..first.seats.len()).map(|i| Viewer::Seat(Seat(i)));
            for viewer in seats.chain([Viewer::Spectator, Viewer::Umpire]) {
                Trail::new::<R>("two worlds", text, seed).run(|trail| {
                    let mut worlds = Worlds {
                        viewer,
                        seed,
                        rng: Seeded::new(seed),
                        other: first.clone(),
                        truth: first.clone(),
                        asides: self.asides,
                        sealed: self.sealed,
                        subject: self.subject,
                        from_friends: self.from_friends,
                    };
                    worlds.play(self.longest, trail, &mut tally, &mut varied)
                });
                tally.games += 1;
            }
        }
        if !self.unvaried {
            varied.judge::<R>();
        }
        rounds.tell::<R>(&tally);
        tally
    }
}

/// The first table of a game, from a set-up or a position.
fn begin<R: Rules + Text>(text: &str, is_setup: bool, seed: u64) -> Table<R> {
    let doc = if text.trim_start().starts_with('{') {
        json::read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
    } else {
        Doc::from(text.to_string())
    };
    let begun = if is_setup {
        R::setup(&doc).map(|setup| {
            R::begin(&setup, &mut Seeded::new(seed)).expect("a generator never runs dry")
        })
    } else {
        R::load(&doc)
    };
    begun.unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

/// How two worlds go on after an entry.
enum Next {
    /// The viewer still cannot tell them apart.
    Alike,
    /// Something was shown.
    Revealed,
    /// Nothing can be done in both.
    Parted,
}

/// Could something be decided of which the viewer gets to know nothing?
enum Silently {
    /// It was.
    Done,
    /// There is nothing of the kind.
    Never,
    /// Not everything could be tried.
    Unsure,
}

/// The true table and another that the viewer cannot tell from it.
struct Worlds<R: Rules> {
    viewer: Viewer,
    seed: u64,
    rng: Seeded,
    truth: Table<R>,
    other: Table<R>,
    asides: u32,
    sealed: fn(&str) -> bool,
    subject: fn(&str) -> &str,
    from_friends: bool,
}

impl<R: Rules + Text> Worlds<R> {
    fn play(
        &mut self,
        longest: usize,
        trail: &mut Trail,
        tally: &mut SecrecyTally,
        varied: &mut Varied,
    ) -> Lawful {
        self.imagine(tally, varied)?;
        let mut tries = 0;
        while trail.len() < longest && !R::awaiting(&self.truth).is_over() {
            let next = match self.choose() {
                Some((by, action)) => {
                    trail.add(&self.truth, by, &action);
                    tally.entries += 1;
                    let theirs = self.unlike(by, &action, tally);
                    self.both(by, &action, &theirs, trail.len())?
                }
                None => self.apart(trail, tally)?,
            };
            match next {
                Next::Revealed => tally.reveals += 1,
                Next::Alike if self.rng.below(24) > 0 => {
                    tries = 0;
                    continue;
                }
                // A world also grows old: new ones show what one of them cannot.
                Next::Alike => {}
                Next::Parted => {
                    tries += 1;
                    tally.parted += 1;
                    if tries > 40 {
                        self.advance(trail)?;
                        tries = 0;
                    }
                }
            }
            self.imagine(tally, varied)?;
        }
        Ok(())
    }

    /// Draws the second world anew and compares it with the true one.
    fn imagine(&mut self, tally: &mut SecrecyTally, varied: &mut Varied) -> Lawful {
        tally.worlds += 1;
        let mut dice = Seeded::new(self.rng.next_u64());
        self.other = R::imagine(self.truth.sight(self.viewer), &mut dice)
            .map_err(|dry| Broken { law: "a generator never runs dry", detail: dry.to_string() })?;
        if let Some(what) = R::broken(&self.other) {
            return ensure(false, "an imagined world is sound", || what);
        }
        if let Own::All(_) = self.truth.sight(self.viewer).own {
            let (a, b) = (R::save(&self.truth), R::save(&self.other));
            ensure(a == b, "who sees everything imagines the truth", || first_difference(&a, &b))?;
        }
        varied.note(self.viewer, &self.truth, &self.other);
        self.alike("an imagined world looks like the true one")
    }

    /// Something that is legal in both worlds.
    fn choose(&mut self) -> Option<(Actor, R::Action)> {
        if self.asides > 0
            && self.rng.below(self.asides) == 0
            && let Some((by, action)) = aside(&self.truth, &mut self.rng)
            && R::check(self.other.sight_of(by), by, &action).is_ok()
        {
            return Some((by, action));
        }
        let awaited = R::awaiting(&self.truth).seats().common(R::awaiting(&self.other).seats());
        let seats: Vec<Seat> = awaited.iter().collect();
        if seats.is_empty() {
            return None;
        }
        for _ in 0..24 {
            let seat = seats[self.rng.below(seats.len() as u32) as usize];
            let by = Actor::Seat(seat);
            let sight = self.truth.sight(Viewer::Seat(seat));
            let action = sample::<R>(sight, &mut self.rng, &mut Vec::new())?;
            if R::check(self.other.sight_of(by), by, &action).is_ok() {
                return Some((by, action));
            }
        }
        None
    }

    /// What the seat does in the other world: something else if it is sealed
    /// and the viewer is of another side, else the same.
    fn unlike(&mut self, by: Actor, action: &R::Action, tally: &mut SecrecyTally) -> R::Action {
        let Actor::Seat(seat) = by else { return action.clone() };
        let side = |table: &Table<R>, seat| R::side_of(&table.public, seat);
        let own = match self.viewer {
            Viewer::Seat(viewer) if self.from_friends => viewer == seat,
            Viewer::Seat(viewer) => side(&self.truth, viewer) == side(&self.truth, seat),
            Viewer::Spectator => false,
            Viewer::Umpire => true,
        };
        let all = matches!(self.truth.sight(self.viewer).own, Own::All(_));
        let text = |action: &R::Action| R::write_action(&self.truth.public, action);
        if own || all || !(self.sealed)(&text(action)) {
            return action.clone();
        }
        for _ in 0..12 {
            let sight = self.other.sight(Viewer::Seat(seat));
            let other = match sample::<R>(sight, &mut self.rng, &mut Vec::new()) {
                Some(other) => other,
                None => match aside_of(&self.other, seat, &mut self.rng) {
                    Some(other) => other,
                    None => continue,
                },
            };
            // A note stays a note: the kind of a sealed action may well be known.
            let (a, b) = (text(action), text(&other));
            if a != b && (self.sealed)(&b) && (self.subject)(&a) == (self.subject)(&b) {
                tally.unlike += 1;
                return other;
            }
        }
        action.clone()
    }

    /// The worlds await different seats, as far as the viewer may not know.
    /// What can be decided there without a word is decided in each by itself.
    fn apart(&mut self, trail: &mut Trail, tally: &mut SecrecyTally) -> Result<Next, Broken> {
        let truth = R::awaiting(&self.truth).seats();
        let other = R::awaiting(&self.other).seats();
        if !truth.common(other).is_empty() {
            // Nothing is legal in both: the choice of another seat has shown
            // that this world is not the true one.
            return Ok(Next::Parted);
        }
        let known = R::awaited(self.truth.sight(self.viewer)).seats();
        match self.silently(other.minus(known), trail.len() + 1) {
            Silently::Done => {
                tally.unseen += 1;
                return Ok(Next::Alike);
            }
            Silently::Unsure => return Ok(Next::Parted),
            Silently::Never => {}
        }
        // The other world can only go on aloud. If the true one does too, by a
        // decision the other does not have, it must declare what it reveals.
        let hidden: Vec<Seat> = truth.minus(known).iter().collect();
        if hidden.is_empty() {
            return Ok(Next::Parted);
        }
        let seat = hidden[self.rng.below(hidden.len() as u32) as usize];
        let sight = self.truth.sight(Viewer::Seat(seat));
        let Some(action) = sample::<R>(sight, &mut self.rng, &mut Vec::new()) else {
            return Ok(Next::Parted);
        };
        trail.add(&self.truth, Actor::Seat(seat), &action);
        tally.unseen += 1;
        self.alone(Actor::Seat(seat), &action, trail.len())
    }

    /// One of these seats decides something in the other world of which the
    /// viewer neither hears nor sees anything.
    fn silently(&mut self, seats: SeatSet, entry: usize) -> Silently {
        let mut all = true;
        let before = gets::<R>(self.other.sight(self.viewer), 1);
        for seat in seats.iter() {
            let sight = self.other.sight(Viewer::Seat(seat));
            let mut actions = Vec::new();
            if R::legal(sight, &mut actions) == Listed::TooMany || actions.len() > 200 {
                all = false;
                actions.clear();
                let rng = &mut self.rng;
                actions.extend((0..12).filter_map(|_| sample::<R>(sight, rng, &mut Vec::new())));
            }
            self.rng.shuffle(&mut actions);
            for action in actions {
                let mut world = self.other.clone();
                let mut dice = dice_of(self.seed, entry);
                let Ok(done) = step(&mut world, Actor::Seat(seat), &action, &mut dice) else {
                    continue;
                };
                let silent = self.told(&world, &done).is_empty()
                    && gets::<R>(world.sight(self.viewer), 1) == before;
                if silent {
                    self.other = world;
                    return Silently::Done;
                }
            }
        }
        if all { Silently::Never } else { Silently::Unsure }
    }

    /// One entry in the true world alone, when no common one can be found.
    fn advance(&mut self, trail: &mut Trail) -> Lawful {
        if let Some((by, action)) = random_entry(&self.truth, &mut self.rng, 0) {
            trail.add(&self.truth, by, &action);
            let mut dice = dice_of(self.seed, trail.len());
            let played = step(&mut self.truth, by, &action, &mut dice);
            ensure(played.is_ok(), "what is sampled can be played", || format!("{action:?}"))?;
        }
        Ok(())
    }

    /// An entry with the same dice in both worlds.
    fn both(
        &mut self,
        by: Actor,
        action: &R::Action,
        theirs: &R::Action,
        entry: usize,
    ) -> Result<Next, Broken> {
        let mut dice = dice_of(self.seed, entry);
        let a = step(&mut self.truth, by, action, &mut dice).map_err(refused::<R>)?;
        let mut dice = dice_of(self.seed, entry);
        let b = step(&mut self.other, by, theirs, &mut dice).map_err(refused::<R>)?;
        let (mine, theirs) = (self.told(&self.truth, &a), self.told(&self.other, &b));
        for i in 0..mine.len().max(theirs.len()) {
            let (a, b) = (mine.get(i), theirs.get(i));
            let reveals = |event: Option<&Heard>| event.is_some_and(|event| event.reveals);
            if a.map(|a| &a.what) == b.map(|b| &b.what) && reveals(a) == reveals(b) {
                continue;
            }
            if reveals(a) || reveals(b) {
                return Ok(Next::Revealed);
            }
            let show = |event: Option<&Heard>| {
                event.map_or("nothing".to_string(), |event| event.what.clone())
            };
            return Err(Broken {
                law: "a viewer is told the same in both worlds, or a reveal",
                detail: format!(
                    "the {} hears\n    {}\n  and in the other world\n    {}",
                    self.viewer,
                    show(a),
                    show(b)
                ),
            });
        }
        if Actor::Seat(self.own_seat()) == by {
            let same = a.bar.is_some() == b.bar.is_some();
            ensure(same, "whether a seat may undo tells nothing", || {
                format!("{:?} and {:?}", a.bar, b.bar)
            })?;
        }
        // A reveal with the same words in both worlds still ends the old
        // knowledge: the second world may not have what was shown.
        if mine.iter().any(|event| event.reveals) {
            return Ok(Next::Revealed);
        }
        self.alike("what a viewer gets is the same in both worlds")?;
        Ok(Next::Alike)
    }

    /// An entry the viewer may not know of, in the true world alone.
    fn alone(&mut self, by: Actor, action: &R::Action, entry: usize) -> Result<Next, Broken> {
        let mut dice = dice_of(self.seed, entry);
        let done = step(&mut self.truth, by, action, &mut dice).map_err(refused::<R>)?;
        let heard = self.told(&self.truth, &done);
        if heard.iter().any(|event| event.reveals) {
            return Ok(Next::Revealed);
        }
        ensure(heard.is_empty(), "an unseen decision tells nothing but reveals", || {
            format!("the {} hears {}", self.viewer, heard[0].what)
        })?;
        self.alike("an unseen decision changes nothing for others")?;
        Ok(Next::Alike)
    }

    fn own_seat(&self) -> Seat {
        match self.viewer {
            Viewer::Seat(seat) => seat,
            _ => Seat(u8::MAX),
        }
    }

    fn told(&self, table: &Table<R>, step: &Step<R::Event>) -> Vec<Heard> {
        let heard = step.told.iter().filter(|told| told.to.includes(self.viewer));
        heard
            .map(|told| Heard {
                what: format!(
                    "{} {} {:?} {:?} {:?}",
                    R::event(&table.public, &told.event),
                    R::sentence(&table.public, &told.event),
                    R::event_clauses(&told.event),
                    R::outcome(&table.public, &told.event),
                    {
                        let mut tally = Vec::new();
                        R::tally(&table.public, &told.event, &mut tally);
                        tally
                    },
                ),
                reveals: told.reveals,
            })
            .collect()
    }

    /// Everything the viewer gets is equal in both worlds.
    fn alike(&mut self, law: &'static str) -> Lawful {
        let path = self.rng.next_u64();
        let a = gets::<R>(self.truth.sight(self.viewer), path);
        let b = gets::<R>(self.other.sight(self.viewer), path);
        for ((what, a), (_, b)) in a.iter().zip(&b) {
            ensure(a == b, law, || {
                format!("{} of the {}: {}", what, self.viewer, text_difference(a, b))
            })?;
        }
        Ok(())
    }
}

/// An event as a viewer gets it.
struct Heard {
    what: String,
    reveals: bool,
}

fn refused<R: Rules>(why: Refused<R::Illegal>) -> Broken {
    Broken {
        law: "what a seat may do hangs on what it knows alone",
        detail: match why {
            Refused::Illegal(why) => why.to_string(),
            Refused::Dry(dry) => dry.to_string(),
        },
    }
}
