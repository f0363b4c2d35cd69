//! The line of sight: which squares it crosses, and what blocks it.

use crate::board::{Scenery, Square, squares};
use crate::illegal::Illegal;
use crate::rules::features::smoke_bars;
use crate::state::{NORTH, Public, SOUTH, Unit, UnitId};

/// For one pair of squares: those the line of sight crosses, and at each corner
/// it touches the square on the file side (the other follows from the direction).
#[derive(Clone, Copy)]
struct Line {
    crossed: u64,
    corners: u64,
}

static LINES: [[Line; 64]; 64] = lines();

const fn lines() -> [[Line; 64]; 64] {
    let mut table = [[Line { crossed: 0, corners: 0 }; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            table[from][to] = line(Square::at(from as u8), Square::at(to as u8));
            to += 1;
        }
        from += 1;
    }
    table
}

/// Walks the line between two centres in whole numbers.
const fn line(from: Square, to: Square) -> Line {
    // BG-4-LS1: the line joins the centres of the two squares.
    let (dx, dy) = (to.file() - from.file(), to.rank() - from.rank());
    let (nx, ny) = (dx.unsigned_abs() as i32, dy.unsigned_abs() as i32);
    let (sx, sy) = (dx.signum(), dy.signum());
    let (mut x, mut y) = (from.file(), from.rank());
    let (mut ix, mut iy) = (0, 0);
    let mut line = Line { crossed: 0, corners: 0 };
    while ix < nx || iy < ny {
        let side = (1 + 2 * ix) * ny - (1 + 2 * iy) * nx;
        if side == 0 {
            line.corners |= Square::new((x + sx) as u8, y as u8).bit();
            x += sx;
            y += sy;
            ix += 1;
            iy += 1;
        } else if side < 0 {
            x += sx;
            ix += 1;
        } else {
            y += sy;
            iy += 1;
        }
        // BG-4-LS9: the squares of attacker and target are not crossed.
        if !(x == to.file() && y == to.rank()) {
            line.crossed |= Square::new(x as u8, y as u8).bit();
        }
    }
    line
}

/// The squares a line of sight crosses.
// BG-4-LS10: the same set in both directions.
pub(crate) fn crossed(from: Square, to: Square) -> u64 {
    LINES[from.index()][to.index()].crossed
}

/// Is the line between two squares cut by these blocking squares?
pub fn is_cut(from: Square, to: Square, blocking: u64) -> bool {
    let line = LINES[from.index()][to.index()];
    line.crossed & blocking != 0
        || (line.corners & blocking != 0 && shut_corners(from, to, blocking) != 0)
}

/// How far the other square of a corner lies from the one on the file side: from (x+sx, y) to
/// (x, y+sy), a fixed shift for the whole line.
fn partner(from: Square, to: Square) -> i32 {
    let sx = (to.file() - from.file()).signum();
    let sy = (to.rank() - from.rank()).signum();
    i32::from(8 * sy - sx)
}

/// The squares on the file side of corners that are shut.
fn shut_corners(from: Square, to: Square, blocking: u64) -> u64 {
    // BG-4-LS4: at a corner both touched squares must block.
    let shift = partner(from, to);
    let partners = if shift >= 0 { blocking >> shift } else { blocking << -shift };
    LINES[from.index()][to.index()].corners & blocking & partners
}

/// The two squares of a corner of the line that both block, if there is one.
pub(crate) fn shut_corner(from: Square, to: Square, blocking: u64) -> Option<(Square, Square)> {
    let one = squares(shut_corners(from, to, blocking)).next()?;
    let other = Square::at((one.index() as i32 + partner(from, to)) as u8);
    Some((one.min(other), one.max(other)))
}

/// The squares with surface units that conceal a unit of this printed structure.
fn concealing(p: &Public, sp: u8) -> u64 {
    let mut set = 0;
    // BG-4-LS6: units of both sides.
    for side in [SOUTH, NORTH] {
        for (_, unit) in p.of_side(side) {
            // BG-4-LS5: equal or greater structure conceals. BG-4-LS7: the printed figure counts.
            // BG-4-LS8: submerged boats (and squadrons) conceal nothing.
            if unit.is_afloat() && unit.class().sp >= sp {
                set |= unit.square().bit();
            }
        }
    }
    set
}

/// Is the line of sight open?
pub(crate) fn sees(p: &Public, unit: &Unit, target: &Unit, radar: bool) -> bool {
    let (from, to) = (unit.square(), target.square());
    // BG-0-IS2: Islands block. BG-0-SB2: Sand Banks do not. BG-0-SH6: nor do Shallow Waters.
    let islands = p.sea.of(Scenery::Island);
    if radar {
        // BG-7-G13: RADAR ignores fog, smoke and units. BG-7-G14: but not Islands.
        return !is_cut(from, to, islands);
    }
    // BG-0-FG2, BG-4-LS2: fog blocks like an Island. BG-4-LS3: so does a concealing unit.
    let mut blocking = islands | p.sea.of(Scenery::Fog) | concealing(p, target.class().sp);
    if p.smoke != 0 && p.distance(from, to) >= 2 {
        if (from.bit() | to.bit()) & p.smoke != 0 {
            return false;
        }
        blocking |= p.smoke;
    }
    !is_cut(from, to, blocking)
}

/// Why the line of sight is not open.
pub(super) fn hidden(p: &Public, id: UnitId, target: UnitId, radar: bool) -> Illegal {
    let unit = id;
    let (from, to) = (p.unit(id).square(), p.unit(target).square());
    let islands = p.sea.of(Scenery::Island);
    let ground = if radar { islands } else { islands | p.sea.of(Scenery::Fog) };
    let crossed = crossed(from, to);
    if let Some(square) = squares(crossed & ground).next() {
        return Illegal::Blocked { unit, target, square };
    }
    if !radar && smoke_bars(p, from, to) {
        return Illegal::InSmoke { unit, target };
    }
    let units = if radar { 0 } else { concealing(p, p.unit(target).class().sp) };
    if let Some(by) = squares(crossed & units).find_map(|square| p.surface_at(square)) {
        return Illegal::Concealed { unit, target, by };
    }
    // BG-4-LS4: what is left is a corner both of whose squares block.
    let smoke = if radar { 0 } else { p.smoke };
    match shut_corner(from, to, ground | units | smoke) {
        Some((one, other)) => Illegal::CornerShut { unit, target, one, other },
        None => Illegal::Blocked { unit, target, square: to },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn names(set: u64) -> String {
        squares(set).map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn sq(text: &str) -> Square {
        Square::parse(text).unwrap()
    }

    #[test]
    fn lines_cross_the_squares_of_the_specification() {
        // BG-4-LS1, BG-4-LS9
        for (from, to, squares, corners) in [
            ("a1", "c2", "b1 b2", 0),
            ("a1", "d2", "b1 c2", 1),
            ("a1", "c3", "b2", 2),
            ("a1", "d4", "b2 c3", 3),
            ("d2", "d7", "d3 d4 d5 d6", 0),
            ("b2", "e4", "c2 c3 d3 d4", 0),
            ("d2", "e5", "d3 e4", 1),
            ("a1", "b2", "", 1),
        ] {
            assert_eq!(names(crossed(sq(from), sq(to))), squares, "{from}-{to}");
            let line = LINES[sq(from).index()][sq(to).index()];
            assert_eq!(line.corners.count_ones(), corners, "{from}-{to}");
        }
    }

    #[test]
    fn lines_are_the_same_both_ways() {
        // BG-4-LS10
        for a in 0..64 {
            for b in 0..64 {
                let (a, b) = (Square::at(a), Square::at(b));
                assert_eq!(crossed(a, b), crossed(b, a), "{a}-{b}");
                for blocking in [0x0102_0408_1020_4080, 0x1234_5678_9abc_def0, u64::MAX] {
                    assert_eq!(is_cut(a, b, blocking), is_cut(b, a, blocking), "{a}-{b}");
                }
            }
        }
    }

    #[test]
    fn a_corner_needs_both_squares() {
        // BG-4-LS4
        let both = sq("d3").bit() | sq("c4").bit();
        assert!(!is_cut(sq("c3"), sq("d4"), sq("d3").bit()));
        assert!(!is_cut(sq("c3"), sq("d4"), sq("c4").bit()));
        assert!(is_cut(sq("c3"), sq("d4"), both));
        assert!(is_cut(sq("d4"), sq("c3"), both));
        let both = sq("c3").bit() | sq("d4").bit();
        assert!(is_cut(sq("d3"), sq("c4"), both));
        assert!(is_cut(sq("c4"), sq("d3"), both));
    }
}
