//! `admiralty bench`: the one place that names games by their types, because
//! what is measured is compiled for each.

mod picks;
mod pipe;

use crate::args::{BenchArgs, BenchGame, BenchWhat};
use crate::games;
use crate::playout::{Quick, Tally, deal, playout};
use crate::table::setup;
use admiralty_core::{Dry, Rules, Seeded, Table, Text};
use anyhow::{Result, anyhow, bail};
use std::hint::black_box;
use std::io::Write;

/// A playout longer than this counts as it stands.
const MOST_MOVES: u64 = 4_000;
/// Dealt tables that playouts start from in turn.
const DEALS: usize = 256;

pub(crate) fn run(args: &BenchArgs, out: &mut dyn Write) -> Result<()> {
    match &args.what {
        BenchWhat::Playouts(args) => visit(args, Playouts { args }, out),
        BenchWhat::Clone(args) => visit(args, Clones { args }, out),
        BenchWhat::Picks(args) => visit(&args.game, picks::Picks { args }, out),
        BenchWhat::Pipe(args) => pipe::run(args, out),
        #[cfg(feature = "server")]
        BenchWhat::Pairing(args) => pairing(args, out),
        BenchWhat::Answer { action } => pipe::answer(action.as_deref(), out),
    }
}

/// Rounds of pairing: as people come, and where nobody fits anybody, which takes longest.
#[cfg(feature = "server")]
fn pairing(args: &crate::args::PairingArgs, out: &mut dyn Write) -> Result<()> {
    if args.reps == 0 {
        bail!("--reps must be more than 0");
    }
    for (what, alone) in [("as people come", false), ("nobody fits", true)] {
        let round = |seed| admiralty_server::measured_round(args.people, seed, alone);
        let mut rounds: Vec<_> = (1..=args.reps).map(round).collect();
        rounds.sort();
        let ms = |i: usize| rounds[i].0.as_secs_f64() * 1000.0;
        let (middle, last) = (rounds.len() / 2, rounds.len() - 1);
        writeln!(
            out,
            "{} waiting, {what}: a round takes {:.2} ms (longest {:.2} ms), {} pairs",
            args.people,
            ms(middle),
            ms(last),
            rounds[middle].1
        )?;
    }
    Ok(())
}

/// Something done to a game whose type is known.
trait Visitor {
    fn visit<R: Rules + Text>(self, out: &mut dyn Write) -> Result<()>;
}

fn visit(args: &BenchGame, visitor: impl Visitor, out: &mut dyn Write) -> Result<()> {
    if !(args.seconds > 0.0 && args.seconds.is_finite()) || args.reps == 0 {
        bail!("--seconds and --reps must be more than 0");
    }
    match games::find(&args.game)?.meta().id {
        "naval_battle" => visitor.visit::<naval_battle::NavalBattle>(out),
        "sail_epoch" => visitor.visit::<sail_epoch::SailEpoch>(out),
        "board_game" => visitor.visit::<board_game::BoardGame>(out),
        "fleet_actions" => visitor.visit::<fleet_actions::FleetActions>(out),
        other => bail!("{other} has no bench"),
    }
}

fn dealt<R: Rules + Text>(args: &BenchGame, n: usize) -> Result<Vec<Table<R>>> {
    let doc = setup(games::find(&args.game)?, &args.setup)?;
    let setup = R::setup(&doc).map_err(|faults| anyhow!("{faults}"))?;
    let mut rng = Seeded::new(args.seed);
    Ok((0..n).map(|_| deal::<R>(&setup, &mut rng)).collect::<Result<_, Dry>>()?)
}

struct Playouts<'a> {
    args: &'a BenchGame,
}

impl Visitor for Playouts<'_> {
    fn visit<R: Rules + Text>(self, out: &mut dyn Write) -> Result<()> {
        let args = self.args;
        let mut loops = Loop::<R>::new(args)?;
        let mut all = Tally::default();
        let (mut playouts_per_s, mut moves_per_s) = (Vec::new(), Vec::new());
        for _ in 0..args.reps {
            let (tally, took) = loops.run(args.seconds)?;
            playouts_per_s.push(tally.playouts as f64 / took);
            moves_per_s.push(tally.moves as f64 / took);
            all.playouts += tally.playouts;
            all.moves += tally.moves;
            all.listed += tally.listed;
            all.cut += tally.cut;
        }
        let branching = all.listed as f64 / all.moves.max(1) as f64;
        let length = all.moves as f64 / all.playouts.max(1) as f64;
        let (playouts, moves) = (Spread::of(playouts_per_s), Spread::of(moves_per_s));
        if args.json {
            writeln!(
                out,
                "{{\"bench\": \"playouts\", \"system\": \"admiralty\", \"game\": \"{}\", \
                 \"reps\": {}, \"moves_per_playout\": {length:.1}, \"branching\": {branching:.2}, \
                 \"cut\": {}, \"playouts_per_s\": {playouts}, \"moves_per_s\": {moves}, \
                 \"listed_per_s\": {:.1}}}",
                R::META.id,
                args.reps,
                all.cut,
                moves.median * branching
            )?;
        } else {
            writeln!(out, "{}: random playouts, CPU time of one thread", R::META.id)?;
            writeln!(out, "  playouts per second  {}", playouts.words())?;
            writeln!(out, "  moves per second     {}", moves.words())?;
            writeln!(out, "  legal actions listed per second  {:.0}", moves.median * branching)?;
            writeln!(out, "  moves per playout {length:.1}, branching {branching:.2}")?;
        }
        Ok(())
    }
}

/// The loop that is measured: from one dealt table after the other to the end.
struct Loop<R: Rules> {
    deals: Vec<Table<R>>,
    next: usize,
    quick: Quick,
    room: Vec<R::Action>,
}

impl<R: Rules + Text> Loop<R> {
    fn new(args: &BenchGame) -> Result<Loop<R>> {
        Ok(Loop {
            deals: dealt::<R>(args, DEALS)?,
            next: 0,
            quick: Quick::new(args.seed),
            room: Vec::with_capacity(1024),
        })
    }

    /// Plays for so many seconds; gives what came of it and how long it took.
    fn run(&mut self, seconds: f64) -> Result<(Tally, f64)> {
        let mut tally = Tally::default();
        let start = cpu_seconds();
        loop {
            let mut table = self.deals[self.next].clone();
            self.next = (self.next + 1) % DEALS;
            playout::<R>(&mut table, &mut self.quick, &mut self.room, MOST_MOVES, &mut tally)?;
            let took = cpu_seconds() - start;
            if took >= seconds {
                return Ok((tally, took));
            }
        }
    }
}

struct Clones<'a> {
    args: &'a BenchGame,
}

impl Visitor for Clones<'_> {
    fn visit<R: Rules + Text>(self, out: &mut dyn Write) -> Result<()> {
        const BATCH: u32 = 10_000;
        let args = self.args;
        // A table in the middle of a game: what a search copies.
        let mut table = dealt::<R>(args, 1)?.swap_remove(0);
        let mut quick = Quick::new(args.seed);
        playout::<R>(&mut table, &mut quick, &mut Vec::new(), 100, &mut Tally::default())?;
        let mut nanos = Vec::new();
        for _ in 0..args.reps {
            let (mut clones, start) = (0u64, cpu_seconds());
            let took = loop {
                for _ in 0..BATCH {
                    let copy = black_box(&table).clone();
                    black_box(&copy);
                }
                clones += u64::from(BATCH);
                let took = cpu_seconds() - start;
                if took >= args.seconds {
                    break took;
                }
            };
            nanos.push(took * 1e9 / clones as f64);
        }
        let nanos = Spread::of(nanos);
        let bytes = size_of::<Table<R>>();
        if args.json {
            writeln!(
                out,
                "{{\"bench\": \"clone\", \"system\": \"admiralty\", \"game\": \"{}\", \
                 \"reps\": {}, \"bytes\": {bytes}, \"clone_ns\": {nanos}}}",
                R::META.id,
                args.reps
            )?;
        } else {
            writeln!(out, "{}: clone of a table ({bytes} bytes) {} ns", R::META.id, nanos.words())?;
        }
        Ok(())
    }
}

/// Median, least and most of some measurements.
struct Spread {
    median: f64,
    min: f64,
    max: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Spread {
        values.sort_by(f64::total_cmp);
        let at = |i: usize| values.get(i).copied().unwrap_or(0.0);
        Spread { median: at(values.len() / 2), min: at(0), max: at(values.len().max(1) - 1) }
    }

    fn words(&self) -> String {
        format!("{:.1} ({:.1} to {:.1})", self.median, self.min, self.max)
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Spread { median, min, max } = self;
        write!(f, "{{\"median\": {median:.1}, \"min\": {min:.1}, \"max\": {max:.1}}}")
    }
}

/// CPU time of this process: on a busy machine the only time that means anything.
#[cfg(unix)]
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Where there is no CPU clock, time since the first call.
#[cfg(not(unix))]
fn cpu_seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
