//! What the game says about itself: seats, options, scenarios, dice.

use admiralty_core::{Meta, OptionMeta, ScenarioMeta, Values};

const fn switch(
    key: &'static str,
    text: &'static str,
    default: &'static str,
    clause: &'static str,
) -> OptionMeta {
    OptionMeta { key, text, values: Values::Switch, default, clause }
}

const fn words(
    key: &'static str,
    text: &'static str,
    words: &'static [&'static str],
    clause: &'static str,
) -> OptionMeta {
    OptionMeta { key, text, values: Values::Words(words), default: words[0], clause }
}

const OPTIONS: &[OptionMeta] = &[
    words(
        "players",
        "one seat for each side, or one for each division of its squadrons",
        &["sides", "divisions"],
        "FA-S.01",
    ),
    switch("gamemaster", "a gamemaster who owns no ships and sees all", "off", "FA-S.12"),
    words(
        "wind_changes",
        "random wind changes; a scenario may say so itself",
        &["scenario", "off", "on"],
        "FA-3.50",
    ),
    words(
        "signal_effects",
        "cards by the rulebook, or General Chase and Close Up with effects",
        &["rulebook", "extended"],
        "FA-C.10",
    ),
    switch("succession", "Groups may be ordered to follow each other", "on", "FA-5.30"),
    switch("divide", "Groups may be divided", "on", "FA-D.10"),
    switch("both_broadsides", "Line Ahead may attack to port and starboard", "off", "FA-8.13"),
    words(
        "strike_timing",
        "beaten ships strike when next fired on, or at once",
        &["next", "immediate"],
        "FA-8.72",
    ),
    words("night", "nightfall ends the battle, or it goes on", &["end", "fight_on"], "FA-D.36"),
    switch("break_point", "a side that has lost half its strength breaks", "on", "FA-V.21"),
    words(
        "cards_visible",
        "who sees signal cards after the reveal",
        &["all", "own_side"],
        "FA-S.09",
    ),
    switch("team_talk", "seats of one side may talk", "on", "FA-S.10"),
    switch("gm_wind", "the gamemaster sets the wind", "off", "FA-S.12"),
    switch("random_wind", "the wind at the start is rolled", "off", "FA-3.14"),
    switch("random_start", "the hour of the start is rolled", "off", "FA-3.15"),
    OptionMeta {
        key: "block",
        text: "a scenario of your own, as a scenario block",
        values: Values::Free,
        default: "",
        clause: "FA-3.12",
    },
];

const fn scenario(
    id: &'static str,
    title: &'static str,
    text: &'static str,
    most: u8,
) -> ScenarioMeta {
    ScenarioMeta { id, title, text, seats: (2, most + 1) }
}

const SCENARIOS: &[ScenarioMeta] = &[
    scenario(
        "evolutions",
        "Evolutions of the Squadron",
        "The tutorial: two commodores of equal force five points apart.",
        2,
    ),
    scenario(
        "ortegal-1805",
        "Cape Ortegal, 1805",
        "Strachan runs down four ships that slipped away from Trafalgar.",
        2,
    ),
    scenario(
        "san-domingo-1806",
        "San Domingo, 1806",
        "Two British lines close on a French squadron surprised at anchor.",
        3,
    ),
    scenario(
        "leghorn-1653",
        "Leghorn, 1653",
        "Van Galen falls on Appleton before Badiley can beat up to him.",
        4,
    ),
    scenario(
        "lowestoft-1665",
        "Lowestoft, 1665",
        "The Duke of York against Obdam: the duel of the two centres.",
        4,
    ),
    scenario(
        "texel-1673",
        "The Texel, 1673",
        "Rupert's Red squadron faces De Ruyter almost alone.",
        5,
    ),
    scenario(
        "beachy-head-1690",
        "Beachy Head, 1690",
        "The Dutch van bears down and is doubled by the French.",
        6,
    ),
    scenario(
        "barfleur-1692",
        "Barfleur, 1692",
        "Tourville, ordered to fight at any odds, against Russell.",
        6,
    ),
    scenario(
        "toulon-1744",
        "Toulon, 1744",
        "Mathews attacks before his own rear has closed up.",
        5,
    ),
    scenario(
        "finisterre-1747",
        "Cape Finisterre, 1747",
        "Eight French ships stand between Hawke and a convoy.",
        3,
    ),
    scenario(
        "quiberon-1759",
        "Quiberon Bay, 1759",
        "Hawke follows Conflans among the rocks in a rising gale.",
        6,
    ),
    scenario("ushant-1778", "Ushant, 1778", "Two Channel fleets pass on opposite tacks.", 6),
    scenario(
        "dogger-bank-1781",
        "The Dogger Bank, 1781",
        "Seven against seven, broadside to broadside.",
        2,
    ),
    scenario(
        "chesapeake-1781",
        "The Chesapeake, 1781",
        "Graves meets De Grasse as he straggles out of the bay.",
        6,
    ),
    scenario(
        "saintes-1782",
        "The Saintes, 1782",
        "The wind comes ahead for the French, and Rodney goes through.",
        6,
    ),
    scenario(
        "negapatam-1782",
        "Negapatam, 1782",
        "Hughes and Suffren, and a sudden shift of wind.",
        2,
    ),
    scenario(
        "first-of-june-1794",
        "The Glorious First of June, 1794",
        "Howe orders every ship to pass through the French line.",
        6,
    ),
    scenario(
        "st-vincent-1797",
        "Cape St Vincent, 1797",
        "Jervis drives his line between the halves of a Spanish fleet.",
        5,
    ),
    scenario(
        "camperdown-1797",
        "Camperdown, 1797",
        "Duncan must cut the Dutch off from their shoals.",
        4,
    ),
    scenario(
        "trafalgar-1805",
        "Trafalgar, 1805",
        "Nelson and Collingwood in two columns against the combined fleet.",
        5,
    ),
    scenario(
        "ushant-approach",
        "Ushant: the approach",
        "Keppel works up from leeward on the hex map; d'Orvilliers may refuse.",
        6,
    ),
    scenario(
        "chesapeake-approach",
        "The Chesapeake: the approach",
        "Graves runs down on a fleet still standing out of the bay.",
        6,
    ),
    scenario(
        "trafalgar-approach",
        "Trafalgar: the approach",
        "Dawn, nine miles apart: how many columns, and where?",
        5,
    ),
];

/// The game.
pub(crate) const META: Meta = Meta {
    id: "fleet_actions",
    title: "Fleet Actions",
    prefix: "FA",
    blurb: "Command a squadron in the line of battle by flag signals alone, from 1653 to Trafalgar.",
    seats: (2, 13),
    minutes: (30, 240),
    options: OPTIONS,
    only: &[],
    scenarios: SCENARIOS,
    dice: &[(6, "D6"), (10, "gunnery die")],
    clauses: include_str!("../rules/clauses.toml"),
};
