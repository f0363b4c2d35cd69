//! What the game says about itself.

use admiralty_core::{Meta, OnlyWhen, OptionMeta, ScenarioMeta, Values};

const fn words(
    key: &'static str,
    text: &'static str,
    values: &'static [&'static str],
    default: &'static str,
    clause: &'static str,
) -> OptionMeta {
    OptionMeta { key, text, values: Values::Words(values), default, clause }
}

const fn switch(
    key: &'static str,
    text: &'static str,
    default: &'static str,
    clause: &'static str,
) -> OptionMeta {
    OptionMeta { key, text, values: Values::Switch, default, clause }
}

const fn number(
    key: &'static str,
    text: &'static str,
    (min, max): (i64, i64),
    default: &'static str,
    clause: &'static str,
) -> OptionMeta {
    OptionMeta { key, text, values: Values::Number { min, max, off: min == 0 }, default, clause }
}

const fn only(
    option: &'static str,
    given: &'static str,
    values: &'static [&'static str],
) -> OnlyWhen {
    OnlyWhen { option, given, values }
}

const CAPTAIN: &[&str] = &["captain", "admiral"];
const ADMIRAL: &[&str] = &["admiral"];

/// What matters only at some levels, in some scenarios, with some numbers of players.
const ONLY: &[OnlyWhen] = &[
    // SE-R75: at Admiral level the bow replaces C1 and the sails C3, and C4 always holds.
    only("C1", "level", &["captain"]),
    only("C2", "level", CAPTAIN),
    only("C3", "level", &["captain"]),
    only("C4", "level", &["captain"]),
    only("C5", "level", CAPTAIN),
    only("C6", "level", CAPTAIN),
    only("A3", "level", ADMIRAL),
    only("A4", "level", ADMIRAL),
    only("A5", "level", ADMIRAL),
    only("A6", "level", ADMIRAL),
    only("A7", "level", ADMIRAL),
    only("A8", "level", ADMIRAL),
    only("variant", "scenario", &["pearls", "oceans"]),
    only("teams", "variant", &["team"]),
    only("temporary_alliances", "players", &["3", "4", "5", "6"]),
    only("free_forts", "scenario", &["pearls"]),
    only("free_forts", "setup", &["placed"]),
    only("treasure_fleet", "scenario", &["treasures"]),
    only("kids_diagonal", "scenario", &["treasures"]),
    only("kids_respawn", "scenario", &["treasures"]),
    only("pirates_fight", "scenario", &["jolly"]),
    only("oceans_victory", "scenario", &["oceans"]),
    only("oceans_sets", "scenario", &["oceans"]),
    only("neutral_fort", "scenario", &["oceans"]),
    only("neutral_fort", "players", &["3"]),
    only("neutral_zone", "scenario", &["oceans"]),
    only("neutral_zone", "setup", &["placed"]),
];

/// Name, seats, options.
pub(crate) const META: Meta = Meta {
    id: "sail_epoch",
    title: "Sail Epoch",
    prefix: "SE",
    blurb: "Wind, broadsides and boarding: command First Rates, galleons, frigates and brigs under a wind that turns every round.",
    seats: (2, 6),
    minutes: (15, 180),
    options: &[
        words(
            "scenario",
            "What is fought for",
            &["treasures", "pearls", "jolly", "oceans"],
            "oceans",
            "SE-3.1.1",
        ),
        number(
            "players",
            "How many play, within the limits of the scenario",
            (2, 6),
            "2",
            "SE-1.1a",
        ),
        words(
            "level",
            "How much of the rules is in force",
            &["lieutenant", "captain", "admiral"],
            "lieutenant",
            "SE-3.1.3",
        ),
        words(
            "variant",
            "Everybody for himself, or teams (Pearls, Oceans)",
            &["individual", "team"],
            "individual",
            "SE-4.2.3",
        ),
        words(
            "teams",
            "Which teams, where there is a choice",
            &["auto", "2v2", "2v1", "3v1", "3v3", "2-2-2"],
            "auto",
            "SE-4.4.6",
        ),
        switch("C1", "Manoeuvres (Captain)", "on", "SE-5b"),
        switch("C2", "Storm collisions (Captain)", "on", "SE-5b"),
        switch("C3", "Damage slows (Captain)", "on", "SE-5b"),
        switch("C4", "Three ranges (Captain)", "on", "SE-5b"),
        switch("C5", "Both broadsides (Captain)", "on", "SE-5b"),
        switch("C6", "Fort assault (Captain)", "on", "SE-5b"),
        switch("A3", "Sails and hull as targets, loss of accuracy (Admiral)", "on", "SE-R75"),
        switch("A4", "Critical hits (Admiral)", "on", "SE-A2.3a"),
        switch("A5", "Return shots (Admiral)", "on", "SE-A2.4.1"),
        switch("A6", "Fire at ships that cross a line (Admiral)", "on", "SE-A2.5.2"),
        switch("A7", "Shot before boarding (Admiral)", "on", "SE-A3.1"),
        switch("A8", "Captain cards (Admiral)", "off", "SE-R74"),
        switch("mines", "Secret mines", "off", "SE-3.1.4"),
        words(
            "temporary_alliances",
            "Alliances that can be made and ended, with three players or more",
            &["off", "sudden", "notice"],
            "off",
            "SE-3.1.2a",
        ),
        words(
            "setup",
            "A ready layout, or the players place the pieces",
            &["default", "placed"],
            "default",
            "SE-3.1.5.4a",
        ),
        switch("free_forts", "Pearls, placed: fort spaces are chosen too", "off", "SE-4.2.8.4a"),
        words("board", "Size of the field", &["auto", "half", "full", "grand"], "auto", "SE-R1"),
        words(
            "wind_profile",
            "Sectors of the wind wheel",
            &["standard", "even", "gentle", "fair"],
            "standard",
            "SE-R3",
        ),
        number("medium_strength", "Strength of galleons and frigates", (4, 5), "4", "SE-R4"),
        words(
            "treasure_fleet",
            "Treasures: the ships of each player",
            &["auto", "two_brigs", "brig_galleon"],
            "auto",
            "SE-4.1.4d",
        ),
        switch(
            "kids_diagonal",
            "Treasures: diagonal distances equal the straight ones",
            "off",
            "SE-4.1.5b",
        ),
        switch("kids_respawn", "Treasures: a new brig for who lost all ships", "off", "SE-4.1.10"),
        switch("pirates_fight", "Jolly Roger: pirates may fight each other", "off", "SE-4.3.8"),
        words(
            "oceans_victory",
            "Oceans: what wins",
            &[
                "all",
                "royal_port",
                "no_ships",
                "no_forts",
                "royal_port+no_ships",
                "royal_port+no_forts",
                "no_ships+no_forts",
            ],
            "all",
            "SE-4.4.3d",
        ),
        number(
            "oceans_sets",
            "Oceans: sets of ships each, 0 for the usual number",
            (0, 3),
            "0",
            "SE-4.4.5g",
        ),
        switch(
            "neutral_fort",
            "Oceans, three players: a neutral fort in the middle",
            "off",
            "SE-3.3.2.11c",
        ),
        words(
            "neutral_zone",
            "Oceans, placed: columns along the sector lines that belong to nobody",
            &["0", "2", "4", "6"],
            "0",
            "SE-4.4.5b",
        ),
        switch("same_space_combat", "Ships on one space may fight", "on", "SE-R11"),
        number(
            "turn_limit",
            "Last Turn; left out, it depends on the scenario",
            (0, 999),
            "80",
            "SE-R50",
        ),
    ],
    only: ONLY,
    scenarios: &[
        ScenarioMeta {
            id: "treasures",
            title: "Treasures of the Old Pirate",
            text: "Two small ships each race for the gold around an island: whoever first brings enough of it into the own fort wins.",
            seats: (2, 4),
        },
        ScenarioMeta {
            id: "pearls",
            title: "Pearl Banks",
            text: "Fetch pearls from the lagoon and keep your fort: who first has stored enough of them wins.",
            seats: (2, 6),
        },
        ScenarioMeta {
            id: "jolly",
            title: "Good luck with Jolly Roger",
            text: "Spain carries treasure from its western forts to Cadiz, pirates rob it for Tortuga: enough of it in port wins.",
            seats: (2, 4),
        },
        ScenarioMeta {
            id: "oceans",
            title: "Oceans on Fire",
            text: "Whole fleets at war: hold the enemy's Royal Port, sink his ships or take his forts to win.",
            seats: (2, 4),
        },
    ],
    dice: &[(6, "die"), (720, "wind wheel")],
    clauses: include_str!("../rules/clauses.toml"),
};
