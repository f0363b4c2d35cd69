//! The small parts of a scenario block: times, points, specials, objectives
//! and squadrons on the hex map.

use super::{ApproachSquad, Battle, Objective, Special};
use crate::board::{Dir, Point, PointSet};
use crate::units::FORCES;
use admiralty_core::Side;
use alloc::vec::Vec;

/// Reads `hh:mm` as minutes after midnight.
pub(crate) fn clock_time(text: &str) -> Option<u16> {
    let (h, m) = text.trim().split_once(':')?;
    let (h, m): (u16, u16) = (h.parse().ok()?, m.parse().ok()?);
    // Not before it is known to be small: a long number of hours is text like any other.
    (h < 24 && m < 60).then(|| h * 60 + m)
}

/// Reads a list of points and rectangles `0101-0328`.
pub(crate) fn read_points(text: &str, set: &mut PointSet) -> Option<()> {
    for word in text.split_whitespace() {
        let (from, to) = word.split_once('-').unwrap_or((word, word));
        let (from, to) = (Point::parse(from)?, Point::parse(to)?);
        for col in from.col..=to.col {
            for row in from.row..=to.row {
                set.add(Point::new(col, row));
            }
        }
    }
    Some(())
}

/// Reads `A` or `B`.
pub(crate) fn side_by_code(code: &str) -> Option<Side> {
    match code {
        "A" => Some(Side(0)),
        "B" => Some(Side(1)),
        _ => None,
    }
}

pub(super) fn special(battle: &Battle, text: &str) -> Option<Special> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match *words.first()? {
        kind @ ("lag" | "inert") => {
            let squad = battle.squad_by_code(words.get(1)?)?;
            let turns = words.get(2)?.parse().ok()?;
            Some(if kind == "lag" {
                Special::Lag(squad, turns)
            } else {
                Special::Inert(squad, turns)
            })
        }
        "windevent" => {
            let (mut turn, mut dir, mut force) = (None, None, None);
            for word in &words[1..] {
                match word.split_once('=')? {
                    ("turn", t) => turn = Some(t.parse().ok()?),
                    ("dir", d) => dir = Some(Dir::parse(d)?),
                    ("strength", f) => force = Some(FORCES.iter().find(|x| x.0 == f)?.1),
                    _ => return None,
                }
            }
            Some(Special::WindEvent { turn: turn?, dir, force })
        }
        _ => None,
    }
}

pub(super) fn objective(text: &str) -> Option<Objective> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let side = side_by_code(words.get(1)?)?;
    match words[0] {
        "handicap" => Some(Objective::Handicap(side, words.get(2)?.parse().ok()?)),
        "endure" => Some(Objective::Endure {
            side,
            every: words.get(2)?.strip_prefix("every=")?.parse().ok().filter(|n| *n > 0)?,
            min: words.get(3)?.strip_prefix("min=")?.parse().ok()?,
            points: words.get(4)?.strip_prefix("vp=")?.parse().ok()?,
        }),
        "exit" => {
            let mut edges = 0;
            for edge in words.get(2)?.chars() {
                edges |= match edge {
                    'N' => 1,
                    'E' => 2,
                    'S' => 4,
                    'W' => 8,
                    _ => return None,
                };
            }
            Some(Objective::Exit { side, edges, times: words.get(3)?.parse().ok()? })
        }
        _ => None,
    }
}

pub(super) fn approach_squad(battle: &Battle, text: &str) -> Option<ApproachSquad> {
    let (head, hexes) = text.split_once(':')?;
    let mut words = head.split_whitespace();
    let squad = battle.squad_by_code(words.next()?)?;
    let ahead = match words.next()? {
        "ahead" => true,
        "abreast" => false,
        _ => return None,
    };
    let facing = Dir::parse(words.next()?)?;
    let hexes = hexes.split_whitespace().map(Point::parse).collect::<Option<Vec<Point>>>()?;
    Some(ApproachSquad { squad, ahead, facing, hexes })
}
