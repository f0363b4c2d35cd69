//! What a viewer sees, as a document.

use super::aim::{AIM, aim};
use super::deeds::{CREW, DEEDS, crews, deeds};
use super::position::{PUBLIC, SECRET, SPACES, public, save, secret, spaces};
use super::{name, player};
use crate::SailEpoch;
use crate::board::{Cells, Dir, Space, Terrain};
use crate::state::{Flag, Public};
use admiralty_core::{Doc, Field, Own, Shape, Sight};
use alloc::collections::BTreeMap;
use alloc::string::String;

/// The field drawn out for clients.
const FIELD: Shape = Shape::Named(
    "SeaField",
    &Shape::Map(&[
        Field::new("columns", Shape::Int, "how many"),
        Field::new("rows", Shape::Int, "how many"),
        Field::new("terrain", Shape::List(&Shape::Text), "a line per row: # land, c coast, . sea"),
        Field::new(
            "spits",
            Shape::Dict(&Shape::List(&Shape::Text)),
            "directions that a spit bars, by space",
        ),
        Field::new("harbours", SPACES, "spaces of all harbours"),
        Field::new("owned", Shape::Dict(&SPACES), "harbour spaces by whose fort or port it is"),
    ]),
);

/// The phases before the viewer's next one.
const COMING: Shape = Shape::List(&Shape::Named(
    "ComingPhase",
    &Shape::Map(&[
        Field::new("seat", Shape::Text, "whose"),
        Field::new("turn", Shape::Int, "in which Turn"),
    ]),
));

const DRAWN: [Field; 9] = [
    Field::optional("own", SECRET, "the viewer's own secrets"),
    Field::new("field", FIELD, "the field drawn out"),
    Field::new(
        "strengths",
        Shape::Dict(&Shape::Tuple(&[Shape::Int, Shape::Int, Shape::Int])),
        "strength left, whole strength and shots left of each ship",
    ),
    Field::new("stores", Shape::Dict(&Shape::Int), "goods that count for each player's side"),
    Field::new("crews", Shape::Dict(&CREW), "names and cards of the ships"),
    Field::new("names", Shape::Dict(&Shape::Text), "what the players are called"),
    Field::new("aim", AIM, "what is played for"),
    Field::optional("coming", COMING, "whose phases come before the viewer's next one"),
    Field::optional("deeds", DEEDS, "what the viewer can do now"),
];

const FIELDS: [Field; PUBLIC.len() + DRAWN.len()] = {
    let mut all = [DRAWN[0]; PUBLIC.len() + DRAWN.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < PUBLIC.len() { PUBLIC[i] } else { DRAWN[i - PUBLIC.len()] };
        i += 1;
    }
    all
};

/// What [`view`] writes.
pub(crate) const VIEW: Shape = Shape::Map(&FIELDS);

/// The harbours of each owner as he has them now; those of ruins and neutral forts are nobody's.
fn owned(p: &Public) -> Doc {
    let chart = p.chart();
    let forts = p.forts().iter().zip(&chart.fort_harbour);
    let forts = forts.filter(|(fort, _)| !fort.ruin).map(|(fort, cells)| (fort.owner, cells));
    let ports = chart.royal_ports.iter().zip(&chart.royal_harbour);
    let ports = ports.map(|((seat, _), cells)| (Flag::from(*seat), cells));
    let mut by_owner: BTreeMap<&'static str, Cells> = BTreeMap::new();
    for (owner, cells) in forts.chain(ports) {
        if !owner.is_nobody() {
            by_owner.entry(player(owner)).or_default().add_all(cells);
        }
    }
    let mut doc = Doc::map();
    for (owner, cells) in by_owner {
        doc.put(owner, spaces(&cells));
    }
    doc
}

/// What the viewer sees: the public position, its own secrets, and the field
/// drawn out for clients.
pub(crate) fn view(sight: Sight<'_, SailEpoch>) -> Doc {
    let p = sight.public;
    let mut doc = match sight.own {
        Own::All(table) => save(table),
        _ => public(p),
    };
    if let Some(own) = sight.seat().and_then(|seat| sight.of_seat(seat)) {
        let own = secret(own);
        if own != Doc::map() {
            doc.put("own", own);
        }
    }
    let chart = p.chart();
    let rows = (0..chart.rows).map(|row| {
        let sign = |col: u8| match chart.terrain(Space::new(col, row)) {
            Terrain::Land => '#',
            Terrain::Coast => 'c',
            _ => '.',
        };
        (0..chart.cols).map(sign).collect::<String>()
    });
    let mut spits = Doc::map();
    for space in chart.spaces().filter(|&space| chart.spits(space) != 0) {
        let dirs = Dir::ALL.into_iter().filter(|d| chart.spits(space) & d.bit() != 0);
        spits.put(space.name(), Doc::list(dirs.map(|d| d.name())));
    }
    let field = Doc::map()
        .with("columns", chart.cols)
        .with("rows", chart.rows)
        .with("terrain", Doc::list(rows))
        .with("spits", spits)
        .with("harbours", spaces(&chart.harbours))
        .with("owned", owned(p));
    let mut strengths = Doc::map();
    for fleet in &p.fleets {
        for id in fleet.iter() {
            let pair = Doc::list([p.strength(id), p.max_strength(id), p.ship(id).shots]);
            strengths.put(id.name(), pair);
        }
    }
    let (mut stores, mut names) = (Doc::map(), Doc::map());
    for seat in p.seats() {
        stores.put(player(seat), p.store(p.side(seat)));
        names.put(player(seat), name(p, seat));
    }
    doc = doc
        .with("field", field)
        .with("strengths", strengths)
        .with("stores", stores)
        .with("crews", crews(p))
        .with("names", names)
        .with("aim", aim(p, sight.seat()));
    if let Some(seat) = sight.seat()
        && p.turn > 0
    {
        let phase = |(seat, turn)| Doc::map().with("seat", player(seat)).with("turn", turn);
        doc.put("coming", Doc::list(p.coming(seat).into_iter().map(phase)));
    }
    if let Some(deeds) = deeds(sight) {
        doc.put("deeds", deeds);
    }
    doc
}
