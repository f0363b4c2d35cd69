//! Every place a unit can get to, and the shortest way there for each way of ending the move.

use crate::action::{Finish, Path};
use crate::board::{Dir, Square, squares};
use crate::rules::dice::Face;
use crate::rules::movement::{allowance, check, pays, ready, step, stops};
use crate::rules::own;
use crate::state::{Public, Status, UnitId};
use admiralty_core::Side;
use alloc::vec::Vec;

/// One way to end a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// The square it ends on, or leaves from.
    pub at: Square,
    /// The steps.
    pub path: Path,
    /// What ends it.
    pub finish: Finish,
}

impl Way {
    /// Points it costs.
    pub(crate) fn cost(self) -> usize {
        self.path.len() + usize::from(self.finish != Finish::Stop)
    }
}

/// The dice that may move the unit, the cheapest first.
pub(crate) fn dice(p: &Public, side: Side, id: UnitId) -> Vec<Face> {
    let Ok(unit) = own(p, side, id) else { return Vec::new() };
    if ready(p, id, unit).is_err() {
        return Vec::new();
    }
    // What serves nothing but moving goes first, what serves everything last.
    [Face::M, Face::MF, Face::TM, Face::X]
        .into_iter()
        .filter(|face| pays(p, side, id, unit, *face).is_ok())
        .collect()
}

/// The shortest way for each square and each way to end there, whatever die pays.
pub(crate) fn ways(p: &Public, side: Side, id: UnitId) -> Vec<Way> {
    let Some(die) = dice(p, side, id).first().copied() else { return Vec::new() };
    let unit = p.unit(id);
    let points = usize::from(allowance(p, unit)).min(Path::MAX);
    let start = unit.square();
    let below = unit.status == Status::Submerged;
    let dirs = if below { &Dir::ALL[..] } else { &Dir::HEADINGS[..] };
    // The shortest path to each square by its last step; ahead first, so that ways look natural.
    let mut paths: [[Option<Path>; 8]; 64] = [[None; 8]; 64];
    let mut edge = alloc::vec![(start, Path::default())];
    for _ in 0..points {
        let mut next = Vec::new();
        for (at, path) in &edge {
            if !path.is_empty() && stops(p, unit, *at) {
                continue;
            }
            let ahead = path.last().unwrap_or(unit.heading);
            let turned = dirs.iter().copied().filter(|dir| *dir != ahead);
            for dir in dirs.iter().copied().filter(|dir| *dir == ahead).chain(turned) {
                let Ok(to) = step(p, id, unit, *at, dir) else { continue };
                let known = &mut paths[to.index()][dir as usize];
                if known.is_none() {
                    *known = Some(path.then(dir));
                    next.push((to, path.then(dir)));
                }
            }
        }
        edge = next;
    }
    let mut found: Vec<Way> = Vec::new();
    let mut add = |at: Square, path: Path, finish: Finish| {
        let way = Way { at, path, finish };
        if way.cost() > points || check(p, side, id, die, path, finish).is_err() {
            return;
        }
        let end = end_of(way, below);
        match found.iter_mut().find(|other| other.at == at && end_of(**other, below) == end) {
            Some(other) if way.cost() < other.cost() => *other = way,
            Some(_) => {}
            None => found.push(way),
        }
    };
    for square in squares(u64::MAX) {
        let here = (square == start).then(Path::default);
        let mut arrivals: Vec<Path> =
            here.into_iter().chain(paths[square.index()].into_iter().flatten()).collect();
        arrivals.sort_by_key(|path| path.len());
        for path in &arrivals {
            add(square, *path, Finish::Stop);
        }
        for path in &arrivals {
            for dir in Dir::HEADINGS {
                add(square, *path, if below { Finish::Up(dir) } else { Finish::Pivot(dir) });
            }
            add(square, *path, Finish::Dive);
            add(square, *path, Finish::Exit);
        }
    }
    // Whatever the way, to lie where she lay with the bow where it was is no move worth a die.
    let idle = if below { "below" } else { unit.heading.code() };
    found.retain(|way| way.at != start || end_of(*way, below) != idle);
    found.sort_by_key(|way| (way.at, way.cost()));
    found
}

/// How a move ends, so that two ways can be compared: the heading, or what else is done.
pub(crate) fn end_of(way: Way, below: bool) -> &'static str {
    match way.finish {
        Finish::Stop if below => "below",
        Finish::Stop => way.path.last().map_or("", Dir::code),
        Finish::Pivot(dir) => dir.code(),
        Finish::Dive => "dive",
        Finish::Up(Dir::N) => "upN",
        Finish::Up(Dir::E) => "upE",
        Finish::Up(Dir::S) => "upS",
        Finish::Up(_) => "upW",
        Finish::Exit => "exit",
    }
}
