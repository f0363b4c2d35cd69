//! Round robin: everybody meets everybody, by the circle method. One stands still,
//! the others go round; with an odd number whoever meets the gap has a free round.

use crate::sheet::{End, How, Match, Round, Sheet};

pub(crate) fn draw(sheet: &Sheet) -> Round {
    let seeds = sheet.seeds();
    let number = sheet.drawn.len();
    let mut round = Round::default();
    for (a, b) in pairs(seeds.len(), number) {
        match (seeds.get(a), seeds.get(b)) {
            (Some(&a), Some(&b)) => round.matches.push(meet(sheet, a, b)),
            (Some(&one), None) | (None, Some(&one)) if !sheet.entrants[one].out => {
                round.byes.push(one);
            }
            _ => {}
        }
    }
    round
}

/// Who has withdrawn has lost the match before it begins.
fn meet(sheet: &Sheet, a: usize, b: usize) -> Match {
    let mut one = Match::new([a, b], sheet.mirrored);
    let out = [a, b].map(|i| sheet.entrants[i].out);
    if out != [false; 2] {
        let points = out.map(|out| if out { 0 } else { 2 });
        for game in &mut one.games {
            game.end = Some(End { points, how: How::Left });
        }
    }
    one
}

/// The pairs of a round as places of `n`, side 0 first. With an odd number there is
/// one place more, at which nobody stands.
fn pairs(n: usize, round: usize) -> Vec<(usize, usize)> {
    let ring = (n + n % 2).saturating_sub(1);
    if ring == 0 {
        return Vec::new();
    }
    let (still, at) = (ring, round % ring);
    // The one who stands still changes sides every round. Of every two who are `k`
    // steps away from the turning point everybody is once the one and once the other.
    let first = if at.is_multiple_of(2) { (still, at) } else { (at, still) };
    let others = (1..=ring / 2).map(|k| {
        let (ahead, behind) = ((at + k) % ring, (at + ring - k) % ring);
        if k % 2 == 1 { (ahead, behind) } else { (behind, ahead) }
    });
    std::iter::once(first).chain(others).collect()
}
