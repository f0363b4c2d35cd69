//! What the game says about itself.

use crate::setup::READY_FLEETS;
use admiralty_core::{Meta, OnlyWhen, OptionMeta, ScenarioMeta, Values};

const fn option(
    key: &'static str,
    text: &'static str,
    values: Values,
    default: &'static str,
    clause: &'static str,
) -> OptionMeta {
    OptionMeta { key, text, values, default, clause }
}

const fn scenario(id: &'static str, title: &'static str, text: &'static str) -> ScenarioMeta {
    ScenarioMeta { id, title, text, seats: (2, 2) }
}

/// BG-8-SC1: a scenario fixes the fleets, so what limits them matters in a free battle only.
const fn free(option: &'static str) -> OnlyWhen {
    OnlyWhen { option, given: "scenario", values: &["free"] }
}

/// The keys of the ready fleets.
const READY: [&str; READY_FLEETS.len()] = {
    let mut keys = [""; READY_FLEETS.len()];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = READY_FLEETS[i].key;
        i += 1;
    }
    keys
};

/// Name, seats, options, dice.
pub(crate) const META: Meta = Meta {
    id: "board_game",
    title: "Admiral: The Board Game",
    prefix: "BG",
    blurb: "Fleets of the Second World War on an eight by eight sea: roll a pool of symbol dice and \
            spend it on guns, torpedoes, aircraft and submarines.",
    seats: (2, 2),
    minutes: (20, 90),
    options: &[
        option(
            "tp",
            "Tactical Points of each fleet in a free battle",
            Values::Number { min: 20, max: 400, off: false },
            "120",
            "BG-0-FB1",
        ),
        option(
            "rounds",
            "number of rounds",
            Values::Number { min: 4, max: 30, off: false },
            "12",
            "BG-8-VC4",
        ),
        option(
            "victory",
            "how the game ends",
            Values::Words(&["points", "annihilation"]),
            "points",
            "BG-8-VC5",
        ),
        option(
            "scenery",
            "how scenery is laid",
            Values::Words(&["none", "preset", "alternate", "random"]),
            "random",
            "BG-0-BF4",
        ),
        option(
            "preset",
            "the cards of a preset sea, as c4=IS d5=FG",
            Values::Free,
            "",
            "BG-0-BF11",
        ),
        option(
            "metric",
            "how ranges are counted",
            Values::Words(&["orth", "king"]),
            "orth",
            "BG-4-AR4",
        ),
        option(
            "crit",
            "what a token on a battery closes",
            Values::Words(&["space", "feature"]),
            "space",
            "BG-4-CD5",
        ),
        option(
            "repair",
            "repairs per unit and round, 0 for no limit",
            Values::Number { min: 0, max: 3, off: true },
            "0",
            "BG-3-RP4",
        ),
        option(
            "navies",
            "which navies a fleet may mix",
            Values::Words(&["single", "alliance", "free"]),
            "single",
            "BG-0-FB5",
        ),
        option(
            "transports",
            "may transports be chosen",
            Values::Words(&["no", "yes"]),
            "no",
            "BG-0-FB8",
        ),
        option(
            "whatif",
            "may ships be chosen that never fought",
            Values::Words(&["no", "yes"]),
            "yes",
            "BG-0-FB9",
        ),
        option("south", "South's fleet, agreed beforehand", Values::Ready(&READY), "", "BG-0-FB1"),
        option("north", "North's fleet, agreed beforehand", Values::Ready(&READY), "", "BG-0-FB1"),
    ],
    only: &[
        OnlyWhen { option: "preset", given: "scenery", values: &["preset"] },
        free("tp"),
        free("navies"),
        free("transports"),
        free("whatif"),
        free("south"),
        free("north"),
    ],
    scenarios: &[
        scenario("free", "Free battle", "Choose fleets in secret within the agreed points"),
        SCENARIOS[0],
        SCENARIOS[1],
        SCENARIOS[2],
        SCENARIOS[3],
        SCENARIOS[4],
        SCENARIOS[5],
        SCENARIOS[6],
        SCENARIOS[7],
    ],
    dice: &[(6, "symbol die"), (22, "scenery card"), (32, "scenery square")],
    clauses: include_str!("../rules/clauses.toml"),
};

const SCENARIOS: [ScenarioMeta; 8] = [
    scenario(
        "SC-1",
        "Ironbottom patrol",
        "A heavy cruiser and two destroyers a side: learn the game here",
    ),
    scenario("SC-2", "River Plate 1939", "Three British cruisers against two pocket battleships"),
    scenario(
        "SC-3",
        "Denmark Strait 1941",
        "Hood and Prince of Wales meet Bismarck and her squadron",
    ),
    scenario("SC-4", "Midway 1942", "Two carriers a side: whoever strikes first and best"),
    scenario(
        "SC-5",
        "Guadalcanal, 15 November 1942",
        "Battleships at night among islands and shoals",
    ),
    scenario(
        "SC-6",
        "Cape Matapan 1941",
        "The Mediterranean Fleet with a carrier against fast Italian heavy ships",
    ),
    scenario(
        "SC-7",
        "Atlantic convoy 1941",
        "Seven merchantmen and a thin escort run through a wolf pack",
    ),
    scenario("SC-8", "North Cape 1943", "Duke of York hunts Scharnhorst through the fog"),
];
