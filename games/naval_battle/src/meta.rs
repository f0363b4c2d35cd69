//! What the game says about itself.

use admiralty_core::{Meta, OptionMeta, ScenarioMeta, Values};

/// Name, seats, options.
pub(crate) const META: Meta = Meta {
    id: "naval_battle",
    title: "Naval Battle",
    prefix: "NB",
    blurb: "Hidden fleets, five mines, and a jump that beats any rank: find the Admiral before yours is found.",
    seats: (2, 4),
    minutes: (20, 40),
    options: &[
        OptionMeta {
            key: "board",
            text: "The sea: a board by name, or your own with columns, rows and islands",
            values: Values::Words(&["classic", "open_sea", "reefs", "ocean9", "grand10"]),
            default: "classic",
            clause: "NB-B-08",
        },
        OptionMeta {
            key: "persons",
            text: "Two players, or four with a Strategist and a Recorder for each fleet",
            values: Values::Words(&["2", "4"]),
            default: "2",
            clause: "NB-T-01",
        },
        OptionMeta {
            key: "memory_aid",
            text: "What the program remembers for you: everything, only your notes, or nothing",
            values: Values::Words(&["full", "notes", "off"]),
            default: "full",
            clause: "NB-I-12",
        },
        OptionMeta {
            key: "immobile",
            text: "A side that cannot act loses, or passes",
            values: Values::Words(&["loss", "pass"]),
            default: "loss",
            clause: "NB-D-10",
        },
        OptionMeta {
            key: "shuttle_limit",
            text: "Shuttles in a row after which a piece may not go back",
            values: Values::Number { min: 2, max: 10, off: true },
            default: "3",
            clause: "NB-D-07",
        },
        OptionMeta {
            key: "repetition_limit",
            text: "Occurrences of a position that end the game",
            values: Values::Number { min: 2, max: 10, off: true },
            default: "3",
            clause: "NB-D-01",
        },
        OptionMeta {
            key: "quiet_limit",
            text: "Turns without a loss that end the game",
            values: Values::Number { min: 20, max: 400, off: true },
            default: "100",
            clause: "NB-D-04",
        },
        OptionMeta {
            key: "max_plies",
            text: "Turns that end the game",
            values: Values::Number { min: 50, max: 5000, off: true },
            default: "0",
            clause: "NB-D-06",
        },
        OptionMeta {
            key: "adjudicate",
            text: "A limit means a draw, or a win for the side with more points",
            values: Values::Words(&["draw", "points"]),
            default: "draw",
            clause: "NB-D-14",
        },
        OptionMeta {
            key: "deploy_seconds",
            text: "Seconds to deploy",
            values: Values::Number { min: 30, max: 3600, off: true },
            default: "0",
            clause: "NB-P-14",
        },
        OptionMeta {
            key: "as_printed",
            text: "The printed rules: no memory aid (notes with four), no shuttle limit",
            values: Values::Switch,
            default: "off",
            clause: "NB-I-14",
        },
    ],
    only: &[],
    scenarios: &[ScenarioMeta {
        id: "battle",
        title: "Naval Battle",
        text: "Both fleets of 32, placed in secret.",
        seats: (2, 4),
    }],
    dice: &[],
    clauses: include_str!("../rules/clauses.toml"),
};
