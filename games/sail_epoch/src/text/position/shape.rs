//! The form of a position's parts, beside `save`, which writes them.

use admiralty_core::{Field, Kind, Shape};

const fn text(name: &'static str, says: &'static str) -> Field {
    Field::new(name, Shape::Text, says)
}

const fn number(name: &'static str, says: &'static str) -> Field {
    Field::new(name, Shape::Int, says)
}

const fn may_text(name: &'static str, says: &'static str) -> Field {
    Field::optional(name, Shape::Text, says)
}

const fn may_number(name: &'static str, says: &'static str) -> Field {
    Field::optional(name, Shape::Int, says)
}

const fn flag(name: &'static str, says: &'static str) -> Field {
    Field::optional(name, Shape::Bool, says)
}

/// The eight directions.
pub(in crate::text) const DIRECTION: Shape = Shape::Words(&crate::board::DIR_NAMES);

/// Spaces in order.
pub(in crate::text) const SPACES: Shape = Shape::List(&Shape::Text);

const SWITCH: &str = "a rule that is switched unlike its level";

/// The options, without those at their usual value.
pub(in crate::text) const SETUP: Shape = Shape::Named(
    "Setup",
    &Shape::Map(&[
        Field::new(
            "scenario",
            Shape::Words(&["treasures", "pearls", "jolly", "oceans"]),
            "what is fought for",
        ),
        number("players", "how many play"),
        Field::new(
            "level",
            Shape::Words(&["lieutenant", "captain", "admiral"]),
            "how much of the rules is in force",
        ),
        Field::optional("variant", Shape::Words(&["team"]), "there are teams"),
        may_text("teams", "which teams"),
        flag("C1", SWITCH),
        flag("C2", SWITCH),
        flag("C3", SWITCH),
        flag("C4", SWITCH),
        flag("C5", SWITCH),
        flag("C6", SWITCH),
        flag("A3", SWITCH),
        flag("A4", SWITCH),
        flag("A5", SWITCH),
        flag("A6", SWITCH),
        flag("A7", SWITCH),
        flag("A8", SWITCH),
        flag("mines", "secret mines"),
        flag("free_forts", "fort spaces are chosen"),
        flag("kids_diagonal", "diagonal distances equal straight ones"),
        flag("kids_respawn", "new brigs for who lost all ships"),
        flag("pirates_fight", "pirates may fight each other"),
        flag("neutral_fort", "a neutral fort in the middle"),
        flag("same_space_combat", "ships on one space may fight"),
        Field::optional("temporary_alliances", Shape::Words(&["sudden", "notice"]), "how they end"),
        Field::optional("setup", Shape::Words(&["placed"]), "the players place the pieces"),
        Field::optional("board", Shape::Words(&["half", "full", "grand"]), "size of the field"),
        Field::optional(
            "wind_profile",
            Shape::Words(&["standard", "even", "gentle", "fair"]),
            "sectors of the wheel",
        ),
        may_number("medium_strength", "strength of galleons and frigates"),
        Field::optional(
            "treasure_fleet",
            Shape::Words(&["two_brigs", "brig_galleon"]),
            "ships of each player",
        ),
        may_text("oceans_victory", "what wins"),
        may_number("oceans_sets", "sets of ships each"),
        may_number("neutral_zone", "columns that belong to nobody"),
        may_number("turn_limit", "last Turn"),
    ]),
);

const MARK_WORDS: [&str; super::MARKS.len()] = {
    let mut words = [""; super::MARKS.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = super::MARKS[i].0;
        i += 1;
    }
    words
};

/// A ship.
pub(in crate::text) const SHIP: Shape = Shape::Named(
    "Ship",
    &Shape::Map(&[
        text("owner", "whose flag it flies"),
        may_text("space", "where it is, when on the field"),
        may_number("hull", "hull damage"),
        may_number("cargo", "goods aboard"),
        may_number("shots", "shots left, where some are spent"),
        Field::optional("marks", Shape::List(&Shape::Words(&MARK_WORDS)), "what it has done or is"),
        may_text("repair", "fort where it is under repair"),
        may_text("work", "fort where it works"),
        may_number("stay", "Turns in an enemy Royal Port's harbour, the entry included"),
        Field::optional("bow", DIRECTION, "where its bow points"),
        may_number("sails", "sail damage"),
        Field::optional("captain", Shape::Words(&["target", "initiative"]), "its captain"),
    ]),
);

/// A fort or a ruin.
pub(in crate::text) const FORT: Shape = Shape::Named(
    "Fort",
    &Shape::Map(&[
        text("owner", "a player, `pirates`, or `-` for nobody"),
        may_text("first", "its first owner, where it has another now"),
        may_number("hull", "damage"),
        flag("ruin", "it is destroyed"),
        may_number("points", "points of an unfinished reconstruction"),
        may_text("worker", "who works here, or whose points they are"),
        may_number("shots", "shots left, where some are spent"),
        Field::optional("works", SPACES, "the two ships at work"),
        may_number("since", "Turn in which the works were declared"),
        flag("seen", "an enemy was in the harbour this Turn"),
        flag("assaulted", "it was assaulted this Turn"),
        may_number("goods", "goods stored here or lying beside it"),
        Field::optional(
            "hostile",
            Shape::List(&Shape::Text),
            "who attacked it while it was neutral",
        ),
        may_text("last_hostile", "who did so last"),
    ]),
);

/// A player.
pub(in crate::text) const PLAYER: Shape = Shape::Named(
    "Player",
    &Shape::Map(&[
        flag("out", "out of the game"),
        flag("gone", "will be out when open questions are settled"),
        may_number("hand", "goods delivered or in hand"),
        may_number("mines", "mines that have not gone off"),
        flag("standing", "all mines have standing orders"),
        may_number("to_note", "secret notes still to make"),
        may_number("fortless", "Turn in which the last fort was lost"),
        may_number("respawn", "Turn from which a new brig may come"),
        may_text("victor", "who took or sank the latest lost ship in a boarding"),
    ]),
);

const OFFER: Shape = Shape::Named(
    "Offer",
    &Shape::Map(&[
        text("seat", "from whom, or to whom"),
        number("turns", "for how many Turns, 0 for open-ended"),
    ]),
);

/// What one seat alone knows.
pub(in crate::text) const SECRET: Shape = Shape::Named(
    "Secret",
    &Shape::Map(&[
        Field::optional(
            "mines",
            Shape::Dict(&Shape::Words(&["ask", "auto", "hold"])),
            "orders of the own mines by space",
        ),
        may_text("map", "space of the own treasure map"),
        Field::optional("held", Shape::Dict(&Shape::Text), "captured maps by who drew them"),
        Field::optional(
            "offered",
            Shape::List(&Shape::Text),
            "who was made an offer in this phase",
        ),
        Field::optional("incoming", OFFER, "an offer to answer"),
        Field::optional("outgoing", OFFER, "an offer that waits for its answer"),
    ]),
);

const SEAT: Field = text("seat", "who is asked, or whose it is");
const MOVER: Field = text("ship", "which ship");
const ATTACKERS: Field = text("attackers", "ships with commas between");
const VOLLEY: Field = text("volley", "who fires at whom");

/// An open question, or what goes on when one is settled.
pub(in crate::text) const WINDOW: Shape = Shape::Named(
    "Window",
    &Shape::Kinds(&[
        Kind::new(
            "defend",
            &[
                text("fort", "the fort"),
                text("by", "who attacks"),
                ATTACKERS,
                SEAT,
                text("first", "who named a ship first"),
                text("named", "ships named so far"),
            ],
        ),
        Kind::new(
            "allot",
            &[
                SEAT,
                text("ships", "ships that get a share"),
                may_text("fort", "a fort that gets one"),
                number("points", "strength to hand out"),
                may_text("losers", "after a boarding: the loser's ships"),
                may_text("assault", "after a won assault: the fort"),
                may_text("defenders", "after a won assault: who defended it"),
                may_text("defence", "after a repelled assault: the fort"),
            ],
        ),
        Kind::new("broadside", &[SEAT, VOLLEY]),
        Kind::new("mines", &[SEAT, MOVER]),
        Kind::new("volley", &[SEAT, VOLLEY, flag("answered", "its target may not answer")]),
        Kind::new("first fire", &[SEAT, MOVER, ATTACKERS]),
        Kind::new("return", &[SEAT, MOVER, ATTACKERS]),
        Kind::new("board shot", &[SEAT, MOVER, ATTACKERS]),
        Kind::new(
            "sailing",
            &[
                SEAT,
                MOVER,
                may_text("path", "the declared way"),
                flag("storm", "a storm carries it"),
                number("done", "spaces made"),
                number("left", "distance left"),
                Field::new(
                    "point",
                    Shape::Words(&["start", "corner", "passing", "last"]),
                    "where it has come to",
                ),
                text("asked", "who was asked last"),
                number("sails", "sail damage when the moment began"),
                text("from", "where the stretch that was told last began"),
                text("start", "where the movement began"),
            ],
        ),
        Kind::new("crossing", &[SEAT, MOVER]),
        Kind::new("boarding", &[SEAT, ATTACKERS, text("target", "whom")]),
        Kind::new(
            "plunder",
            &[SEAT, text("ships", "who may take"), number("gold", "how much there is")],
        ),
    ]),
);

const PASSAGE: Shape = Shape::Map(&[MOVER, Field::new("spaces", SPACES, "the spaces it entered")]);

const TRAIL: Shape = Shape::Map(&[
    MOVER,
    text("from", "where it began"),
    Field::new("spaces", SPACES, "the spaces it entered"),
]);

const TREATY: Shape = Shape::Map(&[
    text("one", "an ally"),
    text("two", "the other"),
    may_number("ends", "Turn at whose start it lapses"),
]);

const STASH: Shape = Shape::Map(&[
    text("holder", "who holds the map"),
    number("goods", "treasures that lie there"),
    may_text("shown", "where, once it was shown"),
]);

const OUTCOME: Shape = Shape::Map(&[
    Field::new("won", Shape::List(&Shape::Int), "the sides that have won; none if it is drawn"),
    text("reason", "one word"),
    text("clause", "by which clause"),
]);

/// What all know of a position, and in a whole one the secrets.
pub(in crate::text) const PUBLIC: [Field; 31] = [
    Field::new("setup", SETUP, "the options"),
    number("turn", "number of the Turn, 0 before play"),
    Field::new("order", Shape::List(&Shape::Text), "playing order"),
    text("wind", "where it blows to, and how: `NE storm`"),
    Field::optional(
        "stage",
        Shape::Words(&["placing", "secrets", "deploy", "ending", "over"]),
        "left out in a phase",
    ),
    Field::optional("kind", Shape::Words(&super::KINDS), "the kind of piece that is placed"),
    may_text("phase", "whose phase or piece it is"),
    flag("was_calm", "the last Turn was calm"),
    Field::optional("islands", Shape::List(&Shape::Text), "name, corner and turn of each"),
    Field::optional("reefs", SPACES, "where reefs lie"),
    Field::optional("royal_ports", Shape::Dict(&Shape::Text), "their spaces by owner"),
    Field::new("forts", Shape::Dict(&FORT), "forts and ruins by their place, as `@A1`"),
    Field::new("ships", Shape::Dict(&SHIP), "ships by name"),
    Field::new("goods", Shape::Dict(&Shape::Int), "goods that lie on spaces"),
    Field::new("players", Shape::Dict(&PLAYER), "players by their seat"),
    Field::optional("blown", SPACES, "where mines have gone off"),
    may_number("appeared", "treasures that have appeared"),
    Field::optional(
        "due",
        Shape::Tuple(&[Shape::Bool, Shape::Bool]),
        "reserve types due: galleons, frigates",
    ),
    may_number("goal", "goods needed to win, where that has changed"),
    may_number("clock", "counts decisions"),
    flag("dirty", "an end has still to be looked for"),
    may_text("fuse", "a fireship that goes off when mines are settled"),
    Field::optional("passage", PASSAGE, "the last movement"),
    Field::optional("trails", Shape::List(&TRAIL), "movements of this phase"),
    Field::optional("treaties", Shape::List(&TREATY), "temporary alliances"),
    Field::optional(
        "stashes",
        Shape::Dict(&STASH),
        "treasures under captured maps, by who drew them",
    ),
    Field::optional(
        "owed",
        Shape::Dict(&Shape::List(&Shape::Int)),
        "pieces still to place: islands, forts, Royal Ports, reefs",
    ),
    Field::optional(
        "since",
        Shape::Dict(&Shape::List(&Shape::Int)),
        "when each side came to hold so many goods",
    ),
    Field::optional(
        "windows",
        Shape::List(&WINDOW),
        "open questions, the last one first to answer",
    ),
    Field::optional("outcome", OUTCOME, "how it ended"),
    Field::optional("secrets", Shape::Dict(&SECRET), "everybody's secrets, for who sees all"),
];
