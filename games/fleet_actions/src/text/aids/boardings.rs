//! What boarding promises: this round, and the whole fight, which goes on by itself once it is begun.

use super::chances::WHOLE;
use crate::rules::{boarding, gunnery};
use crate::setup::ShipId;
use crate::state::{Fleet, Kind, Public, Sealed};
use admiralty_core::{Doc, Field, Seat, Shape};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use Shape::{Bool, Int, Text};

const TEXTS: Shape = Shape::List(&Text);

/// A ship for which boarding may be decided.
pub(in crate::text) const BOARDING: Shape = Shape::Map(&[
    Field::new("ship", Text, "the ship"),
    Field::new("foes", TEXTS, "whom she lies alongside, each with the Strength she has left"),
    Field::optional("friends", TEXTS, "who fights them beside her, in the same way"),
    Field::new("own", Int, "Strength of her side there"),
    Field::new("theirs", Int, "Strength of the other"),
    Field::new("wins", Int, "per cent: so likely do they alone lose Strength in the next round"),
    Field::new("loses", Int, "per cent: so likely does her side alone"),
    Field::new("takes", Int, "per cent: so likely are they taken in the next round"),
    Field::new("taken", Int, "per cent: so likely is she"),
    Field::new("takes_in_the_end", Int, "per cent: so likely are they taken if it is fought out"),
    Field::new("taken_in_the_end", Int, "per cent: so likely is she"),
    Field::new("rounds", Int, "so many rounds it is likely to last, one a turn"),
    Field::optional("best", Bool, "it promises twice what it threatens"),
]);

/// What each pair of dice leaves.
fn rolls(left: [u8; 2]) -> impl Iterator<Item = [u8; 2]> {
    (0..36).map(move |roll| boarding::round(left, [roll % 6 + 1, roll / 6 + 1]))
}

/// Of a fight with so much left, in parts of [`WHOLE`]: how often the first and the second are taken,
/// and how many rounds it lasts.
type Fate = [u64; 3];

/// The fight to its end.
// FA-7.60: it goes on every turn; each round somebody loses Strength, so that it ends.
fn fought_out(left: [u8; 2], known: &mut BTreeMap<[u8; 2], Fate>) -> Fate {
    if let Some(fate) = known.get(&left) {
        return *fate;
    }
    let mut sum: Fate = [0, 0, 36 * WHOLE];
    for then in rolls(left) {
        let more = match boarding::taken(then) {
            [true, _] => [WHOLE, 0, 0],
            [_, true] => [0, WHOLE, 0],
            // FA-7.73: an exhausted fight is over.
            _ if then == [0, 0] => [0; 3],
            _ => fought_out(then, known),
        };
        sum = [0, 1, 2].map(|i: usize| sum[i] + more[i]);
    }
    let fate = sum.map(|parts| parts / 36);
    known.insert(left, fate);
    fate
}

/// Parts of [`WHOLE`] in per cent: what may fail is never called sure, nor what may happen impossible.
fn per_cent(parts: u64) -> u8 {
    // A fate is a sum of rounded parts: nearly all of them are all.
    let near = |n: u64| parts.abs_diff(n) < WHOLE / 1_000_000;
    match (parts * 100 + WHOLE / 2) / WHOLE {
        _ if near(0) => 0,
        _ if near(WHOLE) => 100,
        n => n.clamp(1, 99) as u8,
    }
}

/// What boarding promises each ship that is asked.
pub(in crate::text) fn boardings(p: &Public, seat: Seat, sealed: &Sealed) -> Doc {
    if p.phase.kind != Kind::Board || !p.pending.has(seat) {
        return Doc::List(Vec::new());
    }
    let with_strength =
        |id: ShipId| format!("{} {}", p.battle.ship_name(id), p.ship(id).strength());
    let one = |id: ShipId| {
        let now = boarding::strengths(p, id);
        let often = |what: &dyn Fn([u8; 2]) -> bool| {
            ((rolls(now).filter(|left| what(*left)).count() * 100 + 18) / 36) as u8
        };
        let [taken, takes, rounds] = fought_out(now, &mut BTreeMap::new());
        let [taken, takes] = [taken, takes].map(per_cent);
        let foes: Vec<String> = p.ship(id).partners().map(with_strength).collect();
        let beside = gunnery::allies(p, id).minus(Fleet::only(id));
        let friends: Vec<String> = beside.iter().map(with_strength).collect();
        Doc::map()
            .with("ship", p.battle.ship_code(id))
            .with("foes", foes)
            .with_if(!friends.is_empty(), "friends", friends)
            .with("own", now[0])
            .with("theirs", now[1])
            .with("wins", often(&|left| left[0] == now[0]))
            .with("loses", often(&|left| left[1] == now[1]))
            .with("takes", often(&|left| boarding::taken(left)[1]))
            .with("taken", often(&|left| boarding::taken(left)[0]))
            .with("takes_in_the_end", takes)
            .with("taken_in_the_end", taken)
            .with("rounds", ((rounds + WHOLE / 2) / WHOLE) as u8)
            .with_if(takes > 2 * taken, "best", true)
    };
    Doc::List(boarding::undecided(p, seat, sealed).map(one).collect())
}
