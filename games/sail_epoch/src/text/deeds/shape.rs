//! The form of what can be done, beside `deeds`, which writes it.

use crate::text::position::DIRECTION;
use admiralty_core::{Field, Shape};

const fn text(name: &'static str, says: &'static str) -> Field {
    Field::new(name, Shape::Text, says)
}

const fn number(name: &'static str, says: &'static str) -> Field {
    Field::new(name, Shape::Int, says)
}

/// A way over the sea.
const WAY: Shape = Shape::Named(
    "Way",
    &Shape::Map(&[
        text("to", "the action"),
        text("via", "the spaces entered, with blanks between"),
        Field::new("heading", DIRECTION, "its course at the end, or its bow"),
        number("off", "steps of 45° between that and the wind"),
        number("left", "distance that is left"),
        Field::optional("turns", Shape::Int, "by how many steps it may turn at the end"),
        Field::optional("passing", Shape::Int, "enemy guns that may fire on the way"),
        Field::optional(
            "under",
            Shape::Int,
            "enemy guns that can fire at its end before the viewer's next phase",
        ),
        Field::optional(
            "lefts",
            Shape::List(&Shape::Int),
            "distance left on each space, where the course is altered on the way",
        ),
    ]),
);

/// Something a unit can do that is no place to be pointed at.
const DEED: Shape = Shape::Named(
    "Deed",
    &Shape::Map(&[
        text("verb", "what kind"),
        text("says", "what will happen"),
        text("to", "the action"),
        Field::optional("place", Shape::Text, "where, if it is done by a place"),
        Field::optional("rare", Shape::Bool, "seldom wanted or never taken back: ask first"),
    ]),
);

const UNIT: Shape = Shape::Named(
    "UnitDeeds",
    &Shape::Map(&[
        Field::optional("ways", Shape::List(&WAY), "where it can sail"),
        Field::optional("turns", Shape::Int, "by how many steps it may turn where it lies"),
        Field::optional("storm", WAY, "where the storm will carry it"),
        Field::optional("strikes", Shape::Text, "what it is driven onto, and the damage"),
        Field::optional("acts", Shape::List(&DEED), "what else it can do"),
    ]),
);

/// One unit's guns on one target.
const LINE: Shape = Shape::Named(
    "FireLine",
    &Shape::Map(&[
        text("unit", "who fires"),
        text("target", "at whom"),
        number("guns", "shots it may fire"),
        number("far", "distance"),
        Field::new("reach", Shape::Words(&["close", "normal", "long"]), "how far that is"),
        number("hits", "faces of six that hit"),
        number("left", "strength the target has"),
        Field::optional("chaser", Shape::Bool, "by bow or stern guns"),
        Field::optional("sails", Shape::Bool, "the sails may be aimed at"),
        Field::optional("other", Shape::List(&Shape::Text), "targets for the other broadside"),
    ]),
);

/// All guns on one target together.
const SALVO: Shape = Shape::Named(
    "Salvo",
    &Shape::Map(&[
        text("target", "at whom"),
        text("to", "the action"),
        number("units", "how many fire"),
        number("guns", "shots"),
        number("hits", "faces of six that hit"),
    ]),
);

/// Ships that can fight hand to hand.
const GRAPPLE: Shape = Shape::Named(
    "Grapple",
    &Shape::Map(&[
        text("target", "a ship, or a fort as `@A1`"),
        Field::new("ships", Shape::List(&Shape::Text), "who may attack"),
        number("defence", "points of the target before its die"),
        Field::new("die", Shape::Tuple(&[Shape::Int, Shape::Int]), "what its die adds"),
        number("each", "points more for each attacking ship"),
        Field::new("helpers", Shape::List(&Shape::Text), "ships that may help to defend"),
        Field::new(
            "odds",
            Shape::Dict(&Shape::Tuple(&[Shape::Int, Shape::Int, Shape::Int])),
            "won, tied and lost in per cent, by the ships that attack",
        ),
    ]),
);

const IDLE: Shape = Shape::Named(
    "Idle",
    &Shape::Map(&[
        number("ships", "ships that could still move"),
        number("guns", "shots that have a target"),
        number("cargo", "ships that could load or unload"),
        number("boarders", "ships that could board a ship or storm a fort"),
        text("says", "all that in a line, empty if nothing is left to do"),
    ]),
);

/// An island to place.
const ISLE: Shape = Shape::Named(
    "IsleInHand",
    &Shape::Map(&[
        text("key", "its pick in the menu: `monu-r90`"),
        Field::new("rows", Shape::List(&Shape::Text), "a line per row: # land, c coast, . sea"),
    ]),
);

/// What can be done about an alliance with somebody.
const PACT: Shape = Shape::Named(
    "Pact",
    &Shape::Map(&[
        text("seat", "with whom"),
        Field::new("verb", Shape::Words(&["offer", "notice", "break"]), "what"),
        text("to", "the action; an offer goes on with `open` or `turns N`"),
        Field::optional("most", Shape::Int, "the longest term that may be offered"),
    ]),
);

/// What strength is handed out to.
const SHARER: Shape = Shape::Named(
    "Sharer",
    &Shape::Map(&[
        text("unit", "who"),
        number("most", "strength it can have"),
        number("cargo", "goods aboard"),
        number("room", "goods it can carry"),
        Field::optional("prize", Shape::Bool, "it was the loser's"),
    ]),
);

/// What [`deeds`] writes.
pub(crate) const DEEDS: Shape = Shape::Named(
    "Deeds",
    &Shape::Map(&[
        Field::new(
            "asked",
            Shape::Words(&[
                "phase",
                "piece",
                "note",
                "ship",
                "treaty",
                "mines",
                "defend",
                "allot",
                "plunder",
                "first fire",
                "return",
                "crossing",
                "board shot",
            ]),
            "what kind of answer is wanted",
        ),
        Field::new("units", Shape::Dict(&UNIT), "units that can do something, by name"),
        Field::new("fire", Shape::List(&LINE), "who bears on whom"),
        Field::new("salvoes", Shape::List(&SALVO), "everything that bears on a target"),
        Field::new("grapples", Shape::List(&GRAPPLE), "boardings and assaults"),
        Field::optional("idle", IDLE, "what is still possible in this phase"),
        Field::optional("share", Shape::List(&SHARER), "who gets a share"),
        Field::optional("isles", Shape::List(&ISLE), "islands that can be placed"),
        Field::optional("pacts", Shape::List(&PACT), "what can be done about alliances"),
    ]),
);

/// What is known of a ship's card.
pub(crate) const CREW: Shape = Shape::Named(
    "ShipCard",
    &Shape::Map(&[
        text("name", "what it is called"),
        text("class", "first rate, galleon, frigate or brig"),
        number("guns", "shots it has in this weather"),
        number("room", "goods it can carry"),
        number("straight", "spaces before a fresh breeze as she is now, along a row or a column"),
        number("slant", "the same along a diagonal"),
        number("range", "spaces its guns reach, along a row or a column"),
        number("range_slant", "the same along a diagonal"),
        Field::optional("says", Shape::Text, "its state in a few words, on the field"),
    ]),
);
