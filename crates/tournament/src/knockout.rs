//! Knock-out: who loses a match is out. The strongest meet last, and have the byes
//! if there are not enough for a full bracket. A drawn match is played again with
//! sides exchanged, up to [`REPLAYS`] times; then the higher seed goes on.

use crate::sheet::{Match, Round, Sheet};

/// So many times a drawn match is played again.
pub const REPLAYS: usize = 2;

pub(crate) fn draw(sheet: &Sheet) -> Round {
    let mut round = Round::default();
    for (turn, two) in bracket(sheet).chunks(2).enumerate() {
        // Who has withdrawn since does not play any more.
        let here = |one: &Option<usize>| one.filter(|i| !sheet.entrants[*i].out);
        match (two.first().and_then(here), two.get(1).and_then(here)) {
            (Some(a), Some(b)) => {
                let sides = sheet.seated(a, b, turn + sheet.drawn.len());
                round.matches.push(Match::new(sides, sheet.mirrored));
            }
            (Some(one), None) | (None, Some(one)) => round.byes.push(one),
            (None, None) => {}
        }
    }
    round
}

/// Who still stands in the bracket, by places.
fn bracket(sheet: &Sheet) -> Vec<Option<usize>> {
    let seeds = sheet.seeds();
    let mut places: Vec<Option<usize>> =
        order(seeds.len().next_power_of_two()).map(|seed| seeds.get(seed).copied()).collect();
    for round in &sheet.drawn {
        places = places.chunks(2).map(|two| goes_on(sheet, round, two)).collect();
    }
    places
}

fn goes_on(sheet: &Sheet, round: &Round, two: &[Option<usize>]) -> Option<usize> {
    let is_here = |one: &usize| two.contains(&Some(*one));
    let met = round.matches.iter().find(|one| one.sides.iter().all(is_here));
    match met {
        Some(one) => winner(sheet, one),
        None => round.byes.iter().copied().find(is_here),
    }
}

/// Who goes on after a match; nobody if neither came.
pub(crate) fn winner(sheet: &Sheet, one: &Match) -> Option<usize> {
    let [a, b] = one.sides;
    match one.made() {
        [0, 0] => None,
        [x, y] if x > y => Some(a),
        [x, y] if x < y => Some(b),
        _ => sheet.seeds().into_iter().find(|seed| *seed == a || *seed == b),
    }
}

/// Is a match that is over to be played again?
pub(crate) fn is_undecided(sheet: &Sheet, one: &Match) -> bool {
    let each = if sheet.mirrored { 2 } else { 1 };
    let [a, b] = one.made();
    a == b && a > 0 && one.games.len() / each <= REPLAYS
}

/// The seeds in the order of the bracket's places, so that the two strongest meet in
/// the last round, the four strongest not before the last but one, and so on.
fn order(size: usize) -> impl Iterator<Item = usize> {
    let mut places = vec![0];
    while places.len() < size {
        let n = places.len() * 2;
        places = places.iter().flat_map(|seed| [*seed, n - 1 - seed]).collect();
    }
    places.into_iter()
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn the_strongest_meet_last() {
        assert_eq!(order(8).collect::<Vec<_>>(), [0, 7, 3, 4, 1, 6, 2, 5]);
        assert_eq!(order(1).collect::<Vec<_>>(), [0]);
    }
}
