//! Fleets, line-ups, entries.

use admiralty_core::{Own, Seeded, Side, Sight, sample};
use board_game::{
    Action, BoardGame, CardId, Dir, Kind, Public, READY_FLEETS, Spot, Square, Status, UnitId,
    ahead, fleet_faults, squares,
};

/// A ready fleet that the options allow, or the dearest of a few random ones.
pub(super) fn fleet(sight: Sight<'_, BoardGame>, rng: &mut Seeded) -> Option<Action> {
    let p = sight.public;
    let mut fleets: Vec<Vec<CardId>> = READY_FLEETS
        .iter()
        .map(board_game::ReadyFleet::cards)
        .filter(|cards| fleet_faults(&p.options, cards).is_empty())
        .filter(|cards| price(cards) * 10 >= p.options.tp * 9)
        .collect();
    if !fleets.is_empty() {
        let i = rng.below(fleets.len() as u32) as usize;
        return Some(Action::Fleet(fleets.swap_remove(i).into()));
    }
    let mut room = Vec::new();
    (0..12).filter_map(|_| sample::<BoardGame>(sight, rng, &mut room)).max_by_key(|action| {
        match action {
            Action::Fleet(cards) => price(cards),
            _ => 0,
        }
    })
}

fn price(cards: &[CardId]) -> u16 {
    cards.iter().map(|card| card.tp()).sum()
}

/// The own cards in the order of their handles.
fn cards(sight: Sight<'_, BoardGame>, side: Side) -> Vec<CardId> {
    let p = sight.public;
    if p.open[side.index()] {
        return p.of_side(side).map(|(_, unit)| unit.card).collect();
    }
    match sight.own {
        Own::Seat { shared, .. } => shared.fleet.clone(),
        _ => Vec::new(),
    }
}

/// Gun ships in the middle of the front row, destroyers outside, the rest behind.
pub(super) fn deploy(sight: Sight<'_, BoardGame>, side: Side, rng: &mut Seeded) -> Option<Action> {
    let p = sight.public;
    let leaves = p.scenario().is_some_and(|s| s.exit_rank(side, Kind::Tr).is_some());
    let (front, back) = if side.0 == 0 { (1, 0) } else { (6, 7) };
    let mirror = rng.below(2) == 1;
    let row = |rank: u8, files: [u8; 8]| {
        files.map(|file| Square::new(if mirror { 7 - file } else { file }, rank))
    };
    let middle = [3, 5, 1, 4, 2, 6, 0, 7];
    let outside = [0, 6, 1, 5, 2, 4, 3, 7];
    let mut taken = 0u64;
    let mut spots = Vec::new();
    for (number, card) in cards(sight, side).into_iter().enumerate() {
        if card.is_boat() {
            continue;
        }
        let wish: Vec<Square> = match card.class().kind {
            Kind::Tr if leaves => row(front, middle).into_iter().chain(row(back, middle)).collect(),
            Kind::Cv | Kind::Tr => {
                row(back, middle).into_iter().chain(row(front, middle)).collect()
            }
            Kind::Dd => row(front, outside).into_iter().chain(row(back, outside)).collect(),
            _ => row(front, middle).into_iter().chain(row(back, middle)).collect(),
        };
        let square = if spots.len() < 16 {
            Some(wish.into_iter().find(|square| taken & square.bit() == 0)?)
        } else {
            None
        };
        taken |= square.map_or(0, Square::bit);
        let heading = if square.is_none() { Dir::N } else { ahead(side) };
        spots.push(Spot { unit: UnitId::new(side, number), square, heading });
    }
    Some(Action::Deploy(spots.into()))
}

/// Boats at the front of the own half, spread out.
pub(super) fn boats(sight: Sight<'_, BoardGame>, side: Side, rng: &mut Seeded) -> Option<Action> {
    let p = sight.public;
    let waiting: Vec<UnitId> = if p.open[side.index()] {
        p.of_side(side)
            .filter(|(_, unit)| unit.status == Status::Waiting)
            .map(|(id, _)| id)
            .collect()
    } else {
        let from = usize::from(p.n_units[side.index()]);
        (0..cards(sight, side).len()).map(|i| UnitId::new(side, from + i)).collect()
    };
    let rank = if side.0 == 0 { 3 } else { 4 };
    let mut taken = 0u64;
    let mut spots = Vec::new();
    for unit in waiting {
        let mut free: Vec<Square> = squares(Public::half(side))
            .filter(|square| {
                (p.sea.closed_below() | taken) & square.bit() == 0 && !p.has_boat(*square)
            })
            .collect();
        rng.shuffle(&mut free);
        free.sort_by_key(|square| (square.rank() as u8).abs_diff(rank));
        let square = *free.first()?;
        taken |= square.bit();
        spots.push(Spot { unit, square: Some(square), heading: Dir::N });
    }
    Some(Action::Subs(spots.into()))
}

/// Everything that can, enters.
pub(super) fn enter(p: &Public, side: Side) -> Option<Action> {
    let mut free = squares(p.free_rows(side));
    let spots: Vec<Spot> = p
        .of_side(side)
        .filter(|(_, unit)| unit.status == Status::Standby)
        .filter_map(|(unit, _)| {
            Some(Spot { unit, square: Some(free.next()?), heading: ahead(side) })
        })
        .collect();
    Some(Action::Enter(spots.into()))
}
