//! Swiss: equals meet equals, and nobody meets anybody twice. A round is the matching
//! of everybody with the least cost, found whole and not pair by pair, so that the
//! last rounds can be drawn as well as the first. What counts more is a cost of a
//! higher order, which no number of smaller ones outweighs:
//!
//! 1. no two meet again, and nobody has a second bye;
//! 2. nobody has one side three times more often than the other;
//! 3. the points of those who meet are near each other, and the bye goes to the last;
//! 4. nobody has a side they had more often already, or had last;
//! 5. nobody plays twice running against somebody of a higher group, or of a lower;
//! 6. within a group the upper half meets the lower half.

use crate::sheet::{Match, Round, Sheet};
use integer_blossom::min_weight_perfect_matching;

/// The orders of cost; each is more than all that can add up below it for 256 entrants.
const AGAIN: i128 = 1 << 100;
const UNEVEN: i128 = 1 << 90;
const APART: i128 = 1 << 64;
const SIDE: i128 = 1 << 50;
const FLOAT: i128 = 1 << 36;

/// Somebody as the draw sees them.
struct Drawn {
    entrant: usize,
    points: u32,
    balance: i32,
    last: Option<usize>,
    had_bye: bool,
    /// Whom they met.
    met: Vec<usize>,
    /// Did they meet somebody with more points (1) or fewer (-1) last time?
    floated: i32,
    /// Place in their group of equal points, and how many are in it.
    place: i128,
    group: i128,
}

pub(crate) fn draw(sheet: &Sheet) -> Round {
    let players = ranked(sheet);
    let n = players.len();
    let places = n + n % 2;
    let lowest = players.iter().map(|one| one.points).min().unwrap_or(0);
    let mut cost = vec![0; places * places];
    for i in 0..n {
        for j in i + 1..places {
            cost[i * places + j] = match players.get(j) {
                Some(other) => meeting(&players[i], other, sheet.mirrored),
                None => bye(&players[i], i, n, lowest),
            };
        }
    }
    let mate = min_weight_perfect_matching(&cost, places);
    let mut round = Round::default();
    for (i, &j) in mate.iter().enumerate().filter(|(i, j)| i < *j) {
        match players.get(j) {
            Some(other) => {
                let turn = round.matches.len() + sheet.drawn.len();
                let sides = sheet.seated(players[i].entrant, other.entrant, turn);
                round.matches.push(Match::new(sides, sheet.mirrored));
            }
            None => round.byes.push(players[i].entrant),
        }
    }
    round
}

/// Everybody who plays, by points and then by strength.
fn ranked(sheet: &Sheet) -> Vec<Drawn> {
    let mut players: Vec<Drawn> = sheet.active().into_iter().map(|i| of(sheet, i)).collect();
    let rating = |one: &Drawn| sheet.entrants[one.entrant].rating;
    players.sort_by(|a, b| {
        let points = b.points.cmp(&a.points);
        points.then(rating(b).total_cmp(&rating(a))).then(a.entrant.cmp(&b.entrant))
    });
    let mut from = 0;
    while from < players.len() {
        let points = players[from].points;
        let size = players[from..].iter().take_while(|one| one.points == points).count();
        for (place, one) in players[from..from + size].iter_mut().enumerate() {
            (one.place, one.group) = (place as i128, size as i128);
        }
        from += size;
    }
    players
}

fn of(sheet: &Sheet, entrant: usize) -> Drawn {
    let met = sheet.matches_of(entrant).map(|(one, place)| one.sides[1 - place]).collect();
    let had_bye = sheet.drawn.iter().any(|round| round.byes.contains(&entrant));
    Drawn {
        entrant,
        points: sheet.points(entrant, sheet.drawn.len()),
        balance: sheet.balance(entrant),
        last: sheet.sides_had(entrant).last(),
        had_bye,
        met,
        floated: floated(sheet, entrant),
        place: 0,
        group: 0,
    }
}

/// Did they meet somebody with more points (1) or fewer (-1) in the last round?
fn floated(sheet: &Sheet, entrant: usize) -> i32 {
    let Some(last) = sheet.drawn.len().checked_sub(1) else { return 0 };
    let round = &sheet.drawn[last];
    if round.byes.contains(&entrant) {
        return -1;
    }
    let met = round.matches.iter().find_map(|one| Some(one.sides[1 - one.place_of(entrant)?]));
    let before = |one| sheet.points(one, last) as i32;
    met.map_or(0, |other| (before(other) - before(entrant)).signum())
}

fn meeting(a: &Drawn, b: &Drawn, mirrored: bool) -> i128 {
    let again = a.met.iter().filter(|met| **met == b.entrant).count() as i128;
    let apart = i128::from(a.points.abs_diff(b.points));
    // They are ranked: the first has at least as many points.
    let floats = match apart {
        0 => 0,
        _ => i128::from(a.floated < 0) + i128::from(b.floated > 0),
    };
    let half = a.group / 2;
    let ideal = match apart {
        0 if (a.place < half) == (b.place < half) => a.group,
        0 => b.place - a.place - half,
        // Who goes down plays the strongest there.
        _ => b.place,
    };
    let (uneven, side) = if mirrored { (0, 0) } else { sides(a, b) };
    again * AGAIN
        + uneven * UNEVEN
        + apart * apart * APART
        + side * SIDE
        + floats * FLOAT
        + ideal * ideal
}

/// How bad the better of the two seatings is: too uneven, and against their wishes.
fn sides(a: &Drawn, b: &Drawn) -> (i128, i128) {
    let seated = |first: &Drawn, second: &Drawn| {
        let after = [first.balance + 1, second.balance - 1];
        let uneven = after.iter().filter(|balance| balance.abs() > 2).count() as i128;
        let worse = i128::from(first.balance > 0) + i128::from(second.balance < 0);
        let twice = i128::from(first.last == Some(0)) + i128::from(second.last == Some(1));
        (uneven, 3 * worse + twice)
    };
    seated(a, b).min(seated(b, a))
}

/// The further up somebody stands, the less a bye is for them.
fn bye(one: &Drawn, place: usize, n: usize, lowest: u32) -> i128 {
    let up = i128::from(one.points - lowest);
    let (above, floats) = ((n - 1 - place) as i128, i128::from(one.floated < 0));
    i128::from(one.had_bye) * AGAIN + up * up * APART + floats * FLOAT + above * above
}
