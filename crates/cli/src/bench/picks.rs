//! Learners' tables, pick by pick and with observations, in turns with the bare playout loop.

use super::{Loop, Spread, Visitor, cpu_seconds};
use crate::args::{PicksArgs, SetupArgs};
use crate::games;
use crate::table::setup;
use admiralty_catalog::env::{Env, EnvFault, EnvSetup, Luck, Rows};
use admiralty_core::{Rules, Text};
use anyhow::{Result, anyhow};
use std::io::Write;

/// Picks at each table between two looks at the clock.
const STEPS: usize = 64;
/// A game of more actions is cut.
const LONGEST: u32 = 20_000;

pub(super) struct Picks<'a> {
    pub(super) args: &'a PicksArgs,
}

impl Visitor for Picks<'_> {
    fn visit<R: Rules + Text>(self, out: &mut dyn Write) -> Result<()> {
        let (args, n) = (&self.args.game, self.args.tables);
        let mut loops = Loop::<R>::new(args)?;
        let mut tables = Tables::new(self.args)?;
        let (mut bare, mut observed, mut shares) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..args.reps {
            let (tally, took) = loops.run(args.seconds)?;
            let alone = tally.moves as f64 / took;
            let with = tables.run(args.seconds)?;
            bare.push(alone);
            observed.push(with);
            shares.push(with / alone);
        }
        let (bare, observed) = (Spread::of(bare), Spread::of(observed));
        let share = Spread::of(shares).median;
        if args.json {
            writeln!(
                out,
                "{{\"bench\": \"picks\", \"game\": \"{}\", \"tables\": {n}, \"reps\": {}, \
                 \"moves_per_s\": {observed}, \"playouts\": {bare}, \"share\": {share:.3}}}",
                R::META.id,
                args.reps
            )?;
        } else {
            writeln!(
                out,
                "{}: random picks with observations at {n} tables, CPU time of one thread",
                R::META.id
            )?;
            writeln!(out, "  moves per second     {}", observed.words())?;
            writeln!(out, "  the bare playout loop {}, of which that is {share:.2}", bare.words())?;
        }
        Ok(())
    }
}

/// A learner's table.
pub(super) fn open(game: &str, args: &SetupArgs) -> Result<Box<dyn Env>> {
    let game = games::find(game)?;
    let from = EnvSetup { setup: setup(game, args)?, deal: true };
    let found = admiralty_catalog::env(game.meta().id, &from);
    Ok(found.ok_or_else(|| anyhow!("{} has no table for learners", game.meta().id))??)
}

/// The tables and their arrays, each with a stretch for every table.
struct Tables {
    lanes: Vec<(Box<dyn Env>, Luck)>,
    planes: Vec<u8>,
    numbers: Vec<i16>,
    mask: Vec<i8>,
    draft: Vec<i8>,
    seat: Vec<i32>,
    reward: Vec<f32>,
    done: Vec<u8>,
    acted: Vec<u8>,
}

impl Tables {
    fn new(args: &PicksArgs) -> Result<Tables> {
        let first = open(&args.game.game, &args.game.setup)?;
        let layout = first.layout();
        let tables = args.tables as usize;
        let mut lanes = Vec::with_capacity(tables);
        for i in 0..u64::from(args.tables) {
            let (mut env, mut luck) = (first.clone_env(), Luck::new(args.game.seed, i));
            env.reset(luck.next_seed())?;
            lanes.push((env, luck));
        }
        Ok(Tables {
            lanes,
            planes: vec![0; tables * layout.n_planes() * layout.cells()],
            numbers: vec![0; tables * layout.n_numbers()],
            mask: vec![0; tables * layout.n_picks()],
            draft: vec![0; tables * layout.n_picks()],
            seat: vec![0; tables],
            reward: vec![0.0; tables * first.n_seats()],
            done: vec![0; tables],
            acted: vec![0; tables],
        })
    }

    /// Actions a second of CPU time, over so many seconds.
    fn run(&mut self, seconds: f64) -> Result<f64> {
        let (start, mut made) = (cpu_seconds(), 0);
        loop {
            for _ in 0..STEPS {
                made += self.round()?;
            }
            let took = cpu_seconds() - start;
            if took >= seconds {
                return Ok(made as f64 / took);
            }
        }
    }

    /// One pick at every table.
    fn round(&mut self) -> Result<u64> {
        let rows = Rows {
            planes: &mut self.planes,
            numbers: &mut self.numbers,
            mask: &mut self.mask,
            draft: &mut self.draft,
            seat: &mut self.seat,
            reward: &mut self.reward,
            done: &mut self.done,
            acted: &mut self.acted,
        };
        let mut made = 0;
        let lanes = &mut self.lanes;
        rows.each(|i, row| {
            let (env, luck) = &mut lanes[i];
            made += env.roll(1, LONGEST, luck, row)?;
            Ok::<_, EnvFault>(())
        })?;
        Ok(made)
    }
}
