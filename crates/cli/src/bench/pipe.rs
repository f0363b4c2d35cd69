//! What a program over a pipe costs beside its own thinking: one that thinks nothing at all is
//! asked, in turns with the bot of our own that does the same.

use super::Spread;
use super::picks::open;
use crate::args::PipeArgs;
use admiralty_bots::{Budget, Erased, exec, find};
use admiralty_catalog::TableFace;
use admiralty_catalog::env::Luck;
use admiralty_core::{Doc, Seat, Seeded};
use anyhow::{Result, anyhow, bail};
use std::io::{BufRead, Write};
use std::time::Instant;

/// Entries before the decision that is asked for again and again.
const ENTRIES: u32 = 8;

pub(super) fn run(args: &PipeArgs, out: &mut dyn Write) -> Result<()> {
    if args.reps == 0 || args.decisions == 0 {
        bail!("--reps and --decisions must be more than 0");
    }
    let (table, seat) = middle(args)?;
    let action = table
        .sample(seat, &mut Seeded::new(args.seed))
        .ok_or_else(|| anyhow!("there is nothing to decide"))?;
    let this = std::env::current_exe()?;
    let this = quoted(&this.to_string_lossy());
    let once = program(&format!("{this} bench answer {}", quoted(&action)));
    let twice = program(&format!("{this} bench answer"));
    let random = find(table.game().meta().id, "random", "").map_err(|error| anyhow!("{error}"))?;
    let (mut own, mut one, mut two) = (Vec::new(), Vec::new(), Vec::new());
    for rep in 0..args.reps as u64 {
        for (bot, times) in [(random, &mut own), (once, &mut one), (twice, &mut two)] {
            for i in 0..args.decisions as u64 {
                let begun = Instant::now();
                let chosen = bot.choose(&*table, seat, Budget::default(), args.seed + rep + i);
                // The first question starts the program.
                if i > 0 {
                    times.push(begun.elapsed().as_nanos() as f64 / 1000.0);
                }
                chosen.ok_or_else(|| anyhow!("nothing was chosen"))?;
            }
        }
    }
    for program in exec::programs() {
        if program.faults().n() > 0 {
            bail!("the program of the bench: {}", program.faults());
        }
    }
    let (own, one, two) = (Spread::of(own), Spread::of(one), Spread::of(two));
    if args.json {
        writeln!(
            out,
            "{{\"bench\": \"pipe\", \"game\": \"{}\", \"own_us\": {own}, \
             \"answers_at_once_us\": {one}, \"asks_once_us\": {two}}}",
            table.game().meta().id
        )?;
    } else {
        writeln!(out, "{}: microseconds a decision (least to most)", table.game().meta().id)?;
        writeln!(out, "  our own random bot, without a pipe    {}", own.words())?;
        writeln!(out, "  a program that answers at once        {}", one.words())?;
        writeln!(out, "  a program that asks a question first  {}", two.words())?;
    }
    Ok(())
}

/// A table in the middle of a game, and who is to decide.
fn middle(args: &PipeArgs) -> Result<(Box<dyn TableFace>, Seat)> {
    let mut env = open(&args.game, &args.setup)?;
    let mut luck = Luck::new(args.seed, 0);
    env.reset(args.seed)?;
    while env.actions() < ENTRIES || !env.draft().is_empty() {
        let Some(code) = luck.draw(env.codes()) else { break };
        env.pick(code)?;
    }
    let seat =
        env.seat().ok_or_else(|| anyhow!("the game was over too soon: try another --seed"))?;
    Ok((env.face(), seat))
}

fn program(command: &str) -> &'static dyn Erased {
    exec::offer(&format!("{}{command}", exec::PREFIX), command)
}

/// As one word for `sh`.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The program that thinks nothing: it answers with the action it was started with, or asks for
/// one and takes that.
pub(super) fn answer(action: Option<&str>, out: &mut dyn Write) -> Result<()> {
    let known = action.map(|action| format!("{{\"action\": {}}}", Doc::from(action.to_string())));
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match (&known, line.strip_prefix("{\"actions\":[").and_then(|it| it.strip_suffix("]}"))) {
            (Some(known), _) => writeln!(out, "{known}")?,
            (None, Some(action)) => writeln!(out, "{{\"action\": {action}}}")?,
            (None, None) => writeln!(out, "{{\"sample\": 1}}")?,
        }
        out.flush()?;
    }
    Ok(())
}
