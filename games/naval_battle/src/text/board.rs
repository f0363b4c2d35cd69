//! The board as text for a terminal.

use crate::NavalBattle;
use crate::board::Square;
use crate::state::{Phase, RED, WHITE};
use crate::text::side_name;
use crate::text::view::{kind_for, rack};
use crate::units::Kind;
use admiralty_core::{Side, Sight};
use alloc::format;
use alloc::string::String;

/// The board as text, the viewer's own side below.
// NB-B-10: each side's rack at the left of its own half.
pub(crate) fn board(sight: Sight<'_, NavalBattle>) -> String {
    let public = sight.public;
    let sea = public.board();
    let turned = sight.side() == Some(RED);
    let column = |i: u8| if turned { sea.columns - 1 - i } else { i };
    let mut text = String::new();
    for i in 0..sea.rows {
        let row = if turned { i } else { sea.rows - 1 - i };
        text.push_str(&format!("{:>3} ", row + 1));
        for c in 0..sea.columns {
            let Some(square) = Square::new(column(c), row) else { continue };
            let cell = match public.token_on(square) {
                Some(token) => {
                    let sign = kind_for(sight, token).map_or('?', Kind::sign);
                    if token.side() == WHITE { format!(" {sign} ") } else { format!("({sign})") }
                }
                None if sea.islands & square.bit() != 0 => " # ".into(),
                None => match sight
                    .side()
                    .filter(|_| public.phase == Phase::Deploy)
                    .and_then(|side| placed(sight, side, square))
                {
                    Some(kind) => format!(" {} ", kind.sign()),
                    None => " . ".into(),
                },
            };
            text.push_str(&cell);
        }
        text.push('\n');
    }
    text.push_str("    ");
    for c in 0..sea.columns {
        text.push_str(&format!(" {} ", (b'a' + column(c)) as char));
    }
    text.push('\n');
    for side in [RED, WHITE] {
        text.push_str(&format!("{} has captured: {}\n", side_name(side), rack(public, side)));
    }
    text.push_str("White plain, Red in brackets, ? hidden, # island\n");
    text
}

fn placed(sight: Sight<'_, NavalBattle>, side: Side, square: Square) -> Option<Kind> {
    let placement = sight.of_side(side)?.placement.as_deref()?;
    let i = sight.public.board().home_in_order(side).position(|home| home == square)?;
    placement.get(i)
}
