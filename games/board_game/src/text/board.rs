//! The board as text.

use super::position::status_word;
use super::{Seen, in_the_air};
use crate::board::{Dir, Scenery, Square, squares};
use crate::rules::dice::Face;
use crate::state::{
    Flying, NORTH, Phase, Plane, PlaneKind, Public, SOUTH, SideSecret, Status, UnitId, name,
};
use crate::units::{Feature, features};
use admiralty_core::Side;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The board as text, the viewer's home edge below.
pub(crate) fn board(sight: Seen<'_>) -> String {
    let p = sight.public;
    let north_below = sight.side() == Some(NORTH);
    let own: Option<(Side, &SideSecret)> =
        sight.side().and_then(|side| Some((side, sight.of_side(side)?)));
    let mut text = String::new();
    let order = |i: u8| if north_below { i } else { 7 - i };
    let mut over: Vec<(Square, PlaneKind)> =
        in_the_air(p).iter().map(|flight| (flight.at, flight.plane.kind)).collect();
    over.sort_unstable();
    let cells: Vec<String> = squares(u64::MAX).map(|square| cell(p, own, &over, square)).collect();
    // A column is as wide as the fullest square needs, so that columns stay columns.
    let width = cells.iter().map(|cell| cell.len() + 1).max().unwrap_or(0).max(6);
    for i in 0..8 {
        let rank = order(i);
        text += &format!("{} ", rank + 1);
        for j in 0..8 {
            let square = Square::new(7 - order(j), rank);
            text += &format!("{:<width$}", cells[square.index()]);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text += "  ";
    for j in 0..8 {
        text += &format!("{:<width$}", (b'a' + 7 - order(j)) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    if !over.is_empty() {
        text += "  letters after \" are squadrons: F fighters, D dive bombers, T torpedo bombers\n";
    }
    text += &round_line(p);
    for side in [SOUTH, NORTH] {
        text += &fleet_lines(p, side);
    }
    text
}

fn round_line(p: &Public) -> String {
    if p.round == 0 {
        return format!("Before the first round: {}\n", p.phase);
    }
    let points = |side| crate::victory::points(p, side);
    format!(
        "Round {} of {}, first player {}: {}. Points: South {}, North {}\n",
        p.round,
        crate::victory::last_round(p),
        name(p.first),
        p.phase,
        points(SOUTH),
        points(NORTH)
    )
}

fn cell(
    p: &Public,
    own: Option<(Side, &SideSecret)>,
    over: &[(Square, PlaneKind)],
    square: Square,
) -> String {
    let mut text = String::new();
    if let Some(id) = p.surface_at(square) {
        let arrow = match p.unit(id).heading {
            Dir::N => '^',
            Dir::E => '>',
            Dir::S => 'v',
            _ => '<',
        };
        text += &format!("{id}{arrow}");
    } else if let Some((_, secret)) = own
        && let Some(spot) = secret.places.iter().find(|spot| spot.square == Some(square))
    {
        text += &format!("({})", spot.unit);
    }
    if let Some(id) = p.below_at(square) {
        text += &format!("_{id}");
    }
    let mut above = over.iter().filter(|(at, _)| *at == square).peekable();
    if above.peek().is_some() {
        text.push('"');
        text.extend(above.map(|(_, kind)| kind.letter()));
    }
    if p.smoke & square.bit() != 0 {
        text.push('%');
    }
    let ground = match p.sea.at(square) {
        Some(Scenery::Island) => "##",
        Some(Scenery::Shallows) => "~",
        Some(Scenery::Fog) => "*",
        Some(Scenery::SandBank) => "==",
        None => "",
    };
    text += ground;
    if text.is_empty() { ".".into() } else { text }
}

/// `M M AF`, or `none`.
fn dice(pool: &[u8; 6]) -> String {
    let faces: Vec<&str> = Face::ALL
        .into_iter()
        .flat_map(|face| core::iter::repeat_n(face.code(), usize::from(pool[face.index()])))
        .collect();
    if faces.is_empty() { "none".into() } else { faces.join(" ") }
}

/// The squadrons of a carrier by where they are.
fn deck_line(p: &Public, id: UnitId) -> Option<String> {
    let deck = p.deck(id)?;
    let class = p.unit(id).class();
    let aboard: Vec<String> = deck
        .squadrons
        .iter()
        .enumerate()
        .filter(|(_, flying)| **flying == Flying::Aboard)
        .map(|(slot, _)| Plane::at(class, slot).to_string())
        .collect();
    let mut parts = alloc::vec![match &aboard[..] {
        [] => String::from("deck empty"),
        planes => format!("deck {}", planes.join(" ")),
    }];
    for (slot, flying) in deck.squadrons.iter().enumerate() {
        let plane = Plane::at(class, slot);
        match flying {
            Flying::Absent | Flying::Aboard => {}
            Flying::Screen(unit) => parts.push(format!("{plane} screens {unit}")),
            Flying::Placed(square) => parts.push(format!("{plane} over {square}")),
            Flying::Spent => parts.push(format!("{plane} in the air, done")),
            Flying::Lost => parts.push(format!("{plane} lost")),
        }
    }
    Some(format!("      {}\n", parts.join(", ")))
}

fn fleet_lines(p: &Public, side: Side) -> String {
    let mut text = format!("{}:", name(side));
    let (pool, exhausted) = (&p.pool[side.index()], &p.exhausted[side.index()]);
    if pool.iter().chain(exhausted).any(|n| *n > 0) {
        text += &format!(" dice {}, exhausted {}", dice(pool), dice(exhausted));
        if p.stood_down[side.index()] && p.phase == Phase::Movement {
            text += ", stood down";
        }
    }
    text.push('\n');
    for (id, unit) in p.of_side(side) {
        let class = unit.class();
        let at = if unit.is_afield() {
            unit.square().to_string()
        } else {
            status_word(unit.status).into()
        };
        text += &format!(
            "  {:<4}{:<22}{} {at:<9} SP {}/{} ARM {} MV {}",
            id.to_string(),
            unit.card.card().name,
            class.kind.code(),
            unit.sp,
            class.sp,
            class.arm,
            if unit.status == Status::Submerged { class.sub_mv } else { class.mv },
        );
        if class.torp > 0 {
            text += &format!(" TORP {}/{}", unit.torpedoes, class.torp);
        }
        let closed: Vec<&str> =
            features(u64::from(unit.tokens.0 & 0x3f_ffff)).map(Feature::code).collect();
        if !closed.is_empty() {
            text += &format!(" closed {}", closed.join(" "));
        }
        text.push('\n');
        text += &deck_line(p, id).unwrap_or_default();
    }
    text
}
