//! Counting: every decision and every fall of the dice, to a depth.

use admiralty_core::{Actor, Awaiting, Listed, Rules, Table, Tape, Viewer, leaves};

/// How many sequences of decisions and dice there are to this depth; a game
/// that ends earlier counts once. Of several seats awaited at the same time the
/// first decides first: their orders lead to the same place.
pub fn perft<R: Rules>(table: &Table<R>, depth: u32) -> u64 {
    let Awaiting::Seats(seats) = R::awaiting(table) else { return 1 };
    let (Some(seat), true) = (seats.iter().next(), depth > 0) else { return 1 };
    let mut actions = Vec::new();
    let sight = table.sight(Viewer::Seat(seat));
    if R::legal(sight, &mut actions) == Listed::TooMany {
        actions.clear();
        leaves::<R>(sight, usize::MAX, &mut actions);
    }
    actions
        .iter()
        .map(|action| {
            outcomes(table, Actor::Seat(seat), action)
                .iter()
                .map(|(_, table)| perft(table, depth - 1))
                .sum::<u64>()
        })
        .sum()
}

/// Every table an action can lead to, with the dice that lead there: found by
/// handing in tapes that run dry and lengthening them by every face.
pub fn outcomes<R: Rules>(
    table: &Table<R>,
    by: Actor,
    action: &R::Action,
) -> Vec<(Vec<u16>, Table<R>)> {
    let mut found = Vec::new();
    let mut tapes = vec![Vec::new()];
    while let Some(tape) = tapes.pop() {
        let mut next = table.clone();
        match R::apply(&mut next, by, action, &mut Tape::new(&tape), &mut |_| {}) {
            Ok(()) => found.push((tape, next)),
            Err(dry) => {
                let die = dry.wanted().unwrap_or_else(|| panic!("{action:?}: {dry}"));
                for face in (1..=die.0).rev() {
                    let mut longer = tape.clone();
                    longer.push(face);
                    tapes.push(longer);
                }
            }
        }
    }
    found
}
