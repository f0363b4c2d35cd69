//! The board as text for a terminal.

use crate::NavalBattle;
use crate::board::{Board, Square};
use crate::state::{Phase, Public, RED, WHITE};
use crate::text::view::kind_for;
use crate::units::Kind;
use admiralty_core::{Side, Sight};
use alloc::format;
use alloc::string::String;

/// The types of a rack beside each row of its half, from the middle outwards.
const SHELVES: [&[Kind]; 5] = [
    &[Kind::Admiral, Kind::AircraftCarrier, Kind::HelicopterCarrier, Kind::Cruiser],
    &[Kind::Destroyer],
    &[Kind::Convoy],
    &[Kind::Submarine],
    &[Kind::Sweeper, Kind::Mine],
];
/// The widest shelf: five sweepers and five mines.
const WIDTH: usize = 10;

/// The board as text, the viewer's own side below.
// NB-B-10: each side's rack at the left of its own half as that side sees it,
// so that of the side above is at the right.
pub(crate) fn board(sight: Sight<'_, NavalBattle>) -> String {
    let public = sight.public;
    let sea = public.board();
    let below = sight.side().unwrap_or(WHITE);
    let column = |i: u8| if below == RED { sea.columns - 1 - i } else { i };
    let mut text = String::new();
    for i in 0..sea.rows {
        let row = if below == RED { i } else { sea.rows - 1 - i };
        let side = half(sea, row);
        let (left, right) = match shelf(public, side, row) {
            shelf if side == below => (shelf, String::new()),
            shelf => (String::new(), format!(" {shelf}")),
        };
        let mut line = format!("{left:>WIDTH$} {:>3} ", row + 1);
        for c in 0..sea.columns {
            if let Some(square) = Square::new(column(c), row) {
                line.push_str(&cell(sight, square));
            }
        }
        line.push_str(&right);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str(&format!("{:WIDTH$}     ", ""));
    for c in 0..sea.columns {
        text.push_str(&format!(" {} ", (b'a' + column(c)) as char));
    }
    text.push_str(
        "\nWhite plain, Red in brackets, ? hidden, # island; captures beside each half\n",
    );
    text
}

/// The side in whose half of the board a row lies.
fn half(sea: &Board, row: u8) -> Side {
    if row < sea.rows / 2 { WHITE } else { RED }
}

/// What a side has captured of the types beside this row.
fn shelf(public: &Public, side: Side, row: u8) -> String {
    let middle = public.board().rows / 2;
    let from_middle = if side == WHITE { middle - 1 - row } else { row - middle };
    let kinds = SHELVES.get(from_middle as usize).copied().unwrap_or_default();
    kinds
        .iter()
        .flat_map(|kind| public.captured(side).iter().filter(move |taken| *taken == kind))
        .map(|kind| kind.sign())
        .collect()
}

fn cell(sight: Sight<'_, NavalBattle>, square: Square) -> String {
    let public = sight.public;
    if let Some(token) = public.token_on(square) {
        let sign = kind_for(sight, token).map_or('?', Kind::sign);
        return if token.side() == WHITE { format!(" {sign} ") } else { format!("({sign})") };
    }
    if !public.board().is_water(square) {
        return " # ".into();
    }
    match sight.side().and_then(|side| placed(sight, side, square)) {
        Some(kind) => format!(" {} ", kind.sign()),
        None => " . ".into(),
    }
}

/// What the viewer has placed here, while fleets are placed.
fn placed(sight: Sight<'_, NavalBattle>, side: Side, square: Square) -> Option<Kind> {
    if sight.public.phase != Phase::Deploy {
        return None;
    }
    let placement = sight.of_side(side)?.placement()?;
    let i = sight.public.board().home_in_order(side).position(|home| home == square)?;
    placement.get(i)
}
