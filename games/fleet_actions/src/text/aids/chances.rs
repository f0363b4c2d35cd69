//! How likely a broadside is to beat a ship, counted and not drawn.

use crate::rules::damage::next_in_line;
use crate::rules::gunnery::Shot;
use crate::setup::ShipId;
use crate::state::{Fleet, Public};
use smallvec::SmallVec;

/// Chances are counted in parts of this.
pub(super) const WHOLE: u64 = 1_000_000_000;

/// How often, in parts of [`WHOLE`], exactly `n` of `all` succeed, if one does in `part` of `of`.
fn exactly(n: u8, all: u8, part: u8, of: u8) -> u64 {
    if n > all {
        return 0;
    }
    let ways = (0..n).fold(1_u128, |ways, i| ways * u128::from(all - i) / u128::from(i + 1));
    let power = |base: u8, times: u8| u128::from(base).pow(u32::from(times));
    let good = ways * power(part, n) * power(of.saturating_sub(part), all - n);
    // At most twelve dice of ten sides: far from the end of these numbers.
    (good * u128::from(WHOLE) / power(of, all)) as u64
}

/// Per cent: so likely is it that a ship that still stands is brought to the point where she strikes.
// FA-8.55 to 8.58: who takes a step hangs on how many steps each has, never on their kind, so that
// for each number of hits the shares are known; FA-8.63: then each step is Strength or rigging.
pub(super) fn beats(p: &Public, shot: &Shot) -> u8 {
    // FA-8.72: those already beaten strike before the dice.
    let standing: Fleet = shot.targets.iter().filter(|id| !p.ship(*id).is_beaten()).collect();
    if standing.is_empty() {
        return 0;
    }
    let mut all_stand = 0;
    for hits in 0..=shot.dice {
        let likely = exactly(hits, shot.dice, shot.number.min(10), 10);
        let stand = shares(p, shot, standing, hits)
            .into_iter()
            .fold(WHOLE, |left, (ship, steps)| left * stands(p, shot, ship, steps) / WHOLE);
        all_stand += likely * stand / WHOLE;
    }
    ((WHOLE.saturating_sub(all_stand) * 100 + WHOLE / 2) / WHOLE) as u8
}

/// How many steps each ship takes of so many hits.
fn shares(p: &Public, shot: &Shot, standing: Fleet, hits: u8) -> SmallVec<[(ShipId, u8); 12]> {
    let order = p.in_order(standing);
    let mut list: SmallVec<[(ShipId, u8); 12]> = order.iter().map(|id| (*id, 0)).collect();
    for _ in 0..hits {
        // FA-8.59: all steps of a raked line to its nearest ship.
        let next = match shot.crosses {
            Some(true) => Some(0),
            Some(false) => Some(list.len() - 1),
            None => (0..list.len()).min_by_key(|i| next_in_line(p, list[*i].0, list[*i].1)),
        };
        if let Some(i) = next {
            list[i].1 += 1;
        }
    }
    list
}

/// How often a ship is not beaten by so many steps.
fn stands(p: &Public, shot: &Shot, id: ShipId, steps: u8) -> u64 {
    let s = p.ship(id);
    let hulled = (1..=6).filter(|roll| shot.column.is_strength(*roll)).count() as u8;
    let survives = |lost: u8| s.sd + lost < s.s0 && s.md + (steps - lost) < 7;
    (0..=steps).filter(|lost| survives(*lost)).map(|lost| exactly(lost, steps, hulled, 6)).sum()
}
