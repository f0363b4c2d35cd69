//! The board as text.

use super::Seen;
use super::position::status_word;
use crate::board::{Dir, Scenery, Square};
use crate::rules::dice::Face;
use crate::state::{NORTH, Public, SOUTH, SideSecret, Status, name};
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
    for i in 0..8 {
        let rank = order(i);
        text += &format!("{} ", rank + 1);
        for j in 0..8 {
            let file = 7 - order(j);
            let square = Square::new(file, rank);
            text += &format!("{:<6}", cell(p, own, square));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text += "  ";
    for j in 0..8 {
        text += &format!("{:<6}", (b'a' + 7 - order(j)) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for side in [SOUTH, NORTH] {
        text += &fleet_lines(p, side);
    }
    text
}

fn cell(p: &Public, own: Option<(Side, &SideSecret)>, square: Square) -> String {
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

fn fleet_lines(p: &Public, side: Side) -> String {
    let mut text = format!("{}:", name(side));
    let pool: Vec<&str> = Face::ALL
        .into_iter()
        .flat_map(|face| core::iter::repeat_n(face.code(), usize::from(p.dice(side, face))))
        .collect();
    if !pool.is_empty() {
        text += &format!(" dice {}", pool.join(" "));
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
    }
    text
}
