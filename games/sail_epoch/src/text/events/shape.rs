//! The form of events, beside `data`, which writes them.

use crate::text::position::DIRECTION;
use admiralty_core::{Field, Kind, Shape};

const fn text(name: &'static str, says: &'static str) -> Field {
    Field::new(name, Shape::Text, says)
}

const fn number(name: &'static str, says: &'static str) -> Field {
    Field::new(name, Shape::Int, says)
}

const fn yes(name: &'static str, says: &'static str) -> Field {
    Field::new(name, Shape::Bool, says)
}

const SEAT: Field = text("seat", "which player");
const BY: Field = text("by", "which player did it");
const TO: Field = text("to", "where to, or to whom");
const FROM: Field = text("from", "where from");
const SHIP: Field = text("ship", "which ship");
const SPACE: Field = text("space", "where");
const UNIT: Field = text("unit", "a ship, or a fort as `@A1`");
const FORT: Field = text("fort", "a fort as `@A1`");
const AMOUNT: Field = number("n", "how many goods");
const CAUSE: Shape = Shape::Words(&[
    "gunfire",
    "neutral fort",
    "reef",
    "collision",
    "explosion",
    "mine",
    "fort lost",
    "boarding",
    "assault",
    "tie",
    "removed",
]);

/// What `event` writes.
pub(crate) const EVENT: Shape = Shape::Kinds(&[
    Kind::new(
        "order",
        &[Field::new("order", Shape::List(&Shape::Text), "players in playing order")],
    ),
    Kind::new(
        "placed",
        &[
            SEAT,
            Field::new("piece", Shape::Words(&["island", "fort", "royal port", "reef"]), "what"),
            SPACE,
        ],
    ),
    Kind::new("mine laid", &[SEAT]),
    Kind::new("map drawn", &[SEAT]),
    Kind::new("deployed", &[SHIP, SPACE]),
    Kind::new("turn", &[number("turn", "its number")]),
    Kind::new(
        "wind",
        &[
            SEAT,
            Field::new("to", DIRECTION, "where it blows to"),
            Field::new("weather", Shape::Words(&["fresh", "calm", "storm"]), "how strong"),
            number("value", "place on the wheel"),
        ],
    ),
    Kind::new("phase", &[SEAT]),
    Kind::new("moved", &[SHIP, FROM, TO]),
    Kind::new("sailed", &[SHIP, FROM, TO, Field::new("bow", DIRECTION, "where its bow points")]),
    Kind::new("turned", &[SHIP, Field::new("bow", DIRECTION, "where its bow points")]),
    Kind::new("bow", &[SHIP, Field::new("bow", DIRECTION, "where its bow points")]),
    Kind::new(
        "captain",
        &[SHIP, Field::new("card", Shape::Words(&["target", "initiative"]), "which")],
    ),
    Kind::new("fires first", &[SHIP]),
    Kind::new("answers", &[SHIP]),
    Kind::new(
        "no answer",
        &[SHIP, Field::new("why", Shape::Words(&["spent", "unfit", "fort", "no line"]), "why")],
    ),
    Kind::new("fires across", &[SEAT, SHIP]),
    Kind::new("fires at boarders", &[SHIP]),
    Kind::new(
        "sails hit",
        &[SHIP, number("hits", "how many"), number("damage", "sail damage now")],
    ),
    Kind::new(
        "critical",
        &[
            SHIP,
            Field::new("aim", Shape::Words(&["hull", "sails"]), "what was aimed at"),
            number("die", "the roll"),
            yes("struck", "was it critical?"),
        ],
    ),
    Kind::new("drifted", &[SHIP, FROM, TO]),
    Kind::new("stranded", &[SHIP, text("reef", "where the reef lies")]),
    Kind::new("collided", &[SHIP, text("other", "the other ship")]),
    Kind::new(
        "fired",
        &[
            text("volley", "who fired at whom"),
            text("target", "at whom"),
            number("die", "the roll"),
            yes("hit", "did it hit?"),
            number("shots", "how many"),
        ],
    ),
    Kind::new("wasted", &[UNIT]),
    Kind::new(
        "damaged",
        &[
            SHIP,
            number("damage", "how much"),
            number("left", "strength left"),
            Field::new("cause", CAUSE, "why"),
        ],
    ),
    Kind::new(
        "sunk",
        &[SHIP, text("owner", "whose flag it flew"), SPACE, Field::new("cause", CAUSE, "why")],
    ),
    Kind::new("ignited", &[SHIP]),
    Kind::new("exploded", &[SHIP, SPACE]),
    Kind::new(
        "boarded",
        &[SEAT, text("attackers", "ships with commas between"), text("target", "whom")],
    ),
    Kind::new("assaulted", &[SEAT, text("attackers", "ships with commas between"), FORT]),
    Kind::new("defended", &[SEAT, text("ships", "ships with commas between, - for none")]),
    Kind::new(
        "rolled",
        &[
            UNIT,
            number("die", "the roll"),
            number("strength", "its strength"),
            number("chance", "what the die adds"),
        ],
    ),
    Kind::new("points", &[number("attack", "of the attack"), number("defence", "of the defence")]),
    Kind::new("allotted", &[UNIT, number("points", "strength")]),
    Kind::new("captured", &[SHIP, BY]),
    Kind::new("repair begun", &[SHIP, FORT]),
    Kind::new("repair ended", &[SHIP]),
    Kind::new("sails first", &[SHIP]),
    Kind::new("repaired", &[UNIT, number("left", "damage left")]),
    Kind::new("battered", &[FORT, number("left", "strength left")]),
    Kind::new("destroyed", &[FORT, number("lost", "goods lost with it")]),
    Kind::new("fort taken", &[FORT, BY]),
    Kind::new("given", &[FORT, BY, TO]),
    Kind::new("works begun", &[FORT, text("ships", "the two ships")]),
    Kind::new("works ended", &[FORT]),
    Kind::new("rebuilt", &[FORT, number("points", "points reached")]),
    Kind::new("raised", &[FORT, text("owner", "whose flag")]),
    Kind::new("fortless", &[SEAT]),
    Kind::new("loaded", &[SHIP, AMOUNT, SPACE]),
    Kind::new("unloaded", &[SHIP, AMOUNT, FORT]),
    Kind::new("plundered", &[SHIP, AMOUNT]),
    Kind::new("adrift", &[AMOUNT, SPACE]),
    Kind::new("goods lost", &[AMOUNT]),
    Kind::new("treasure", &[FORT]),
    Kind::new("goal", &[number("goal", "goods that win now")]),
    Kind::new("standing", &[SEAT, yes("on", "are there orders for all mines?")]),
    Kind::new("detonated", &[SEAT, SPACE, SHIP]),
    Kind::new("map taken", &[text("pirate", "who drew it"), BY]),
    Kind::new("map shown", &[text("pirate", "who drew it"), SPACE]),
    Kind::new("offered", &[BY, TO, number("turns", "for how many Turns, 0 for open-ended")]),
    Kind::new("declined", &[BY, TO]),
    Kind::new(
        "allied",
        &[
            text("one", "an ally"),
            text("two", "the other"),
            number("turns", "for how many Turns, 0 for open-ended"),
        ],
    ),
    Kind::new("notice", &[BY, TO]),
    Kind::new("alliance ended", &[text("one", "an ally"), text("two", "the other")]),
    Kind::new("blockading", &[SHIP, number("turns", "Turns that count")]),
    Kind::new("royal port taken", &[text("owner", "whose"), BY]),
    Kind::new("resigned", &[SEAT]),
    Kind::new("gone", &[SEAT, Field::new("why", Shape::Words(&["time", "left"]), "what happened")]),
    Kind::new(
        "eliminated",
        &[
            SEAT,
            Field::new(
                "why",
                Shape::Words(&["no ships", "no forts", "gave last fort", "resigned"]),
                "why",
            ),
        ],
    ),
    Kind::new("over", &[text("reason", "one word")]),
]);
