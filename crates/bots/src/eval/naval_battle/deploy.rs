//! Placing the fleet: a template, perhaps mirrored and a little changed, or
//! a random placement that is sensible.

use admiralty_core::{Seeded, Side};
use naval_battle::{Action, Board, Kind, Placement, Prepare, Public, Secret, Template};

/// How often each template is taken, by what it scored against random placements.
const WEIGHTS: [u32; 10] = [7, 7, 8, 7, 7, 7, 1, 7, 7, 7];
/// How often the placement is random instead, of the same total.
const RANDOM: u32 = 8;

/// Stores a placement, then says that it is final.
pub(super) fn choose(
    public: &Public,
    own: &Secret,
    side: Side,
    rng: &mut Seeded,
) -> Option<Action> {
    if public.is_ready(side) {
        return None;
    }
    if own.placement().is_some_and(|placement| placement.missing().is_empty()) {
        return Some(Prepare::Ready.into());
    }
    Some(Prepare::Deploy(placement(public.board(), rng)).into())
}

fn placement(board: &Board, rng: &mut Seeded) -> Placement {
    let mut lot = rng.below(WEIGHTS.iter().sum::<u32>() + RANDOM);
    let mut chosen = None;
    for (template, weight) in Template::all().zip(WEIGHTS) {
        if lot < weight {
            chosen = template.placement(board).ok();
            break;
        }
        lot -= weight;
    }
    // Boards that no template fits are deployed at random too.
    let Some(mut placement) = chosen else { return sensible(board, rng) };
    if rng.below(2) == 1 {
        let mirrored = placement.mirrored(board);
        if on_water(&mirrored, board) {
            placement = mirrored;
        }
    }
    for _ in 0..rng.below(4) {
        swap_alike(&mut placement, board, rng);
    }
    placement
}

fn n_home(board: &Board) -> usize {
    usize::from(board.columns) * usize::from(board.depth())
}

fn on_water(placement: &Placement, board: &Board) -> bool {
    board
        .home_in_order(naval_battle::WHITE)
        .enumerate()
        .all(|(i, square)| placement.get(i).is_none() || board.is_water(square))
}

/// Exchanges two light or two heavy ships, so that no template can be read off.
fn swap_alike(placement: &mut Placement, board: &Board, rng: &mut Seeded) {
    let class = |kind: Option<Kind>| match kind {
        Some(Kind::Sweeper | Kind::Submarine | Kind::Convoy) => 1,
        Some(Kind::Destroyer | Kind::Cruiser | Kind::HelicopterCarrier) => 2,
        _ => 0,
    };
    let n = n_home(board) as u32;
    for _ in 0..40 {
        let (i, j) = (rng.below(n) as usize, rng.below(n) as usize);
        let (a, b) = (placement.get(i), placement.get(j));
        if a != b && class(a) > 0 && class(a) == class(b) {
            placement.swap(i, j);
            return;
        }
    }
}

/// A random placement with a screened Admiral and a front that can sail.
fn sensible(board: &Board, rng: &mut Seeded) -> Placement {
    let mut placement = Placement::seeded(board, rng.next_u64());
    for _ in 0..2_000 {
        if is_sensible(&placement, board) {
            break;
        }
        placement = Placement::seeded(board, rng.next_u64());
    }
    placement
}

fn is_sensible(placement: &Placement, board: &Board) -> bool {
    let columns = usize::from(board.columns);
    let Some(admiral) = (0..n_home(board)).find(|&i| placement.get(i) == Some(Kind::Admiral))
    else {
        return false;
    };
    let mobile =
        (0..columns).filter(|&i| placement.get(i).is_some_and(|kind| kind != Kind::Mine)).count();
    let beside = |i: &usize| {
        let (row, column) = (i / columns, i % columns);
        *i != admiral
            && row.abs_diff(admiral / columns) <= 1
            && column.abs_diff(admiral % columns) <= 1
    };
    let screen = (0..n_home(board))
        .filter(beside)
        .filter(|&i| placement.get(i).is_some_and(|kind| kind == Kind::Mine || kind as u8 >= 3));
    admiral >= columns && mobile >= 5 && screen.count() >= 2
}
