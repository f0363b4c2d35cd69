//! `admiralty perft`: how many ways lead how deep. Dice are enumerated, so the
//! numbers are exact and any change of a rule changes them.

use crate::args::PerftArgs;
use crate::games;
use crate::table;
use admiralty_catalog::{Objection, TableFace};
use admiralty_core::{Actor, Awaiting, Dry, Seat, Seeded, Tape};
use anyhow::{Result, bail};
use std::io::Write;

/// The most actions of one seat that are listed.
const LIMIT: usize = 100_000;

/// How many ways there are, by where they lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Ways of exactly this many entries, dice included.
    pub nodes: u64,
    /// Among them and on the way: games that were over.
    pub over: u64,
}

pub(crate) fn run(args: &PerftArgs, out: &mut dyn Write) -> Result<()> {
    let game = games::find(&args.game)?;
    let start = table::begin(game, &args.setup, args.position.as_deref(), &mut Seeded::new(1))?;
    if args.divide && args.depth > 0 {
        let Some(seat) = next(start.table()) else { bail!("the game is over") };
        for action in listed(start.table(), seat)? {
            let mut count = Count::default();
            each_outcome(start.table(), seat, &action, &mut |table| {
                walk(table, args.depth - 1, &mut count)
            })?;
            writeln!(out, "{action}: {}", count.nodes)?;
        }
    }
    for depth in 0..=args.depth {
        let count = perft(start.table(), depth)?;
        writeln!(out, "depth {depth}: {} nodes, {} over", count.nodes, count.over)?;
    }
    Ok(())
}

/// Counts the ways of exactly `depth` entries. Where several seats may
/// decide in any order the lowest decides first: their order is no choice.
pub fn perft(table: &dyn TableFace, depth: u32) -> Result<Count> {
    let mut count = Count::default();
    walk(table, depth, &mut count)?;
    Ok(count)
}

fn walk(table: &dyn TableFace, depth: u32, count: &mut Count) -> Result<()> {
    let Some(seat) = next(table) else {
        count.over += 1;
        count.nodes += u64::from(depth == 0);
        return Ok(());
    };
    if depth == 0 {
        count.nodes += 1;
        return Ok(());
    }
    for action in listed(table, seat)? {
        each_outcome(table, seat, &action, &mut |next| walk(next, depth - 1, count))?;
    }
    Ok(())
}

fn next(table: &dyn TableFace) -> Option<Seat> {
    match table.awaiting() {
        Awaiting::Seats(seats) => seats.iter().next(),
        Awaiting::Over(_) => None,
    }
}

fn listed(table: &dyn TableFace, seat: Seat) -> Result<Vec<String>> {
    let actions = table.actions(seat, LIMIT);
    if !actions.complete {
        bail!(
            "{} has more than {LIMIT} actions here, too many to count; begin from a position \
             (--position) behind the set-up",
            table.seat_name(seat)
        );
    }
    Ok(actions.actions)
}

/// Every way the dice of an action can fall: a tape that runs dry names the
/// die it wants, and is tried again with each of its faces.
fn each_outcome(
    table: &dyn TableFace,
    seat: Seat,
    action: &str,
    then: &mut dyn FnMut(&dyn TableFace) -> Result<()>,
) -> Result<()> {
    let mut tapes: Vec<Vec<u16>> = vec![Vec::new()];
    while let Some(tape) = tapes.pop() {
        let mut next = table.clone_box();
        match next.play(Actor::Seat(seat), action, &mut Tape::new(&tape)) {
            Ok(_) => then(&*next)?,
            Err(Objection::Dry(Dry::Ended { die, .. })) => {
                for face in (1..=die.0).rev() {
                    let mut longer = tape.clone();
                    longer.push(face);
                    tapes.push(longer);
                }
            }
            Err(objection) => bail!("{action} is listed but not playable: {objection}"),
        }
    }
    Ok(())
}
