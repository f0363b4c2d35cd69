//! The view of a seat.

use super::{DIRS, ENDS, SIDES, WINDS, aids, position};
use crate::FleetActions;
use crate::board::Attitude;
use crate::rules::formations::Formation;
use crate::setup::{SquadId, side_code};
use crate::state::{Public, State, mark};
use crate::{text, victory};
use admiralty_core::{Doc, Field, Seat, Shape, Side, Sight};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use Shape::{Bool, Int, Text, Words};

const TEXTS: Shape = Shape::List(&Text);
const PAIR: Shape = Shape::Tuple(&[Int, Int]);
const NATION: Shape = Words(&["EN", "BR", "FR", "SP", "DU"]);
const KINDS: &[&str] = &[
    "confirm",
    "grand first",
    "grand move",
    "grand speed",
    "grand slot",
    "grand turn",
    "grand place",
    "signals",
    "flag",
    "head",
    "speed",
    "movement",
    "light",
    "step",
    "squads",
    "singles",
    "frigates",
    "fire",
    "board",
    "repair",
    "end",
    "over",
];

const PHASE: Shape = Shape::Map(&[
    Field::new("kind", Words(KINDS), "what is decided"),
    Field::optional("resume", Words(KINDS), "where a position goes on once both have agreed"),
    Field::optional("step", Int, "the step of movement, 1 to 4"),
    Field::optional("slot", Int, "the speed whose turn it is"),
    Field::optional("list", TEXTS, "squadrons or ships still to act, in order"),
    Field::optional("asked", Int, "which of the squadrons is asked"),
]);

const SIDE: Shape = Shape::Map(&[
    Field::new("name", Text, "the fleet"),
    Field::new("bold", Bool, "Bold Captains"),
    Field::new("doctrine", Words(&["normal", "low", "high"]), "how it fires"),
    Field::new("crews", Words(&["full", "threequarters", "half"]), "how well it is manned"),
    Field::new("shallow", Bool, "does it ignore shoals?"),
]);

const SQUAD: Shape = Shape::Map(&[
    Field::new("title", Text, "what it is called"),
    Field::new("admiral", Text, "who commands it"),
    Field::new("nation", NATION, "the nation of its ships"),
    Field::new("seat", Text, "the seat that gives its orders"),
    Field::new("cinc", Bool, "is the commander-in-chief here?"),
    Field::new("marker", Int, "its speed marker"),
    Field::new("flag", Shape::Maybe(&Text), "its flagship, unless she is lost"),
    Field::optional("arrive", Int, "the turn in which it arrives"),
]);

const MARKS: Shape = Words(&[
    "straggler",
    "checked",
    "aground",
    "melee",
    "boarding",
    "acted",
    "ordered",
    "locked",
    "unrepaired",
]);

const SHIP: Shape = Shape::Map(&[
    Field::new("name", Text, "her name"),
    Field::new("nation", NATION, "her nation"),
    Field::new("guns", Int, "her guns"),
    Field::new("rating", Int, "her initial Strength"),
    Field::new("strength", Int, "her Strength now"),
    Field::new("sd", Int, "strength damage"),
    Field::new("md", Int, "movement damage"),
    Field::new("line", Bool, "a ship of the line?"),
    Field::new("at", Text, "her point, or \"-\" off the map"),
    Field::new("heading", Words(DIRS), "her heading"),
    Field::new("rank", Int, "her place from head to tail"),
    Field::new(
        "state",
        Words(&["waiting", "ok", "struck", "prize", "withdrawn", "wrecked"]),
        "what has become of her",
    ),
    Field::optional("axis", Text, "the axis of her Line of Bearing"),
    Field::optional("holder", Text, "the seat that holds her"),
    Field::optional("marks", Shape::List(&MARKS), "marks she carries"),
    Field::optional("order", Text, "what her Group is to do besides sailing on"),
    Field::optional("with", Text, "the Group she is of for those who follow it"),
    Field::optional("die", Int, "her die in close action"),
    Field::optional("foes", TEXTS, "the enemies she is paired with"),
    Field::optional("edges", Int, "edges she left by: N 1, E 2, S 4, W 8"),
    Field::optional("flagship", Bool, "does she carry a flag?"),
    Field::optional("straggler", Bool, "is she out of command?"),
    Field::optional("fouled", Bool, "is she fouled with another?"),
    Field::optional("arc", Shape::Named("Arc", &aids::ARC), "where her guns bear, if she is alone"),
    Field::optional("beaten", Bool, "does she strike when she is next fired on?"),
    Field::optional("counts", Int, "points she brings the other side as she is"),
    Field::optional(
        "stake",
        PAIR,
        "of a starting flagship: points she brings if she is lost, and as a prize",
    ),
]);

const GROUP: Shape = Shape::Map(&[
    Field::new("unit", Text, "its code"),
    Field::new("at", Text, "its point"),
    Field::new("squad", Text, "its squadron"),
    Field::new("heading", Words(DIRS), "its heading"),
    Field::new("attitude", aids::ATTITUDES, "how that lies to the wind"),
    Field::new("formation", Text, "LA, BU, or LB: with its axis"),
    Field::new("melee", Bool, "is it locked in close action?"),
    Field::new("ships", TEXTS, "its ships, head to tail"),
    Field::new("arc", Shape::Named("Arc", &aids::ARC), "where its guns bear"),
]);

const LEFT: Shape = Shape::Map(&[
    Field::new("part", TEXTS, "the Group"),
    Field::new("left", TEXTS, "the ships of it that left"),
    Field::new("at", Text, "the point they left"),
]);

const NOW: Shape = Shape::Map(&[
    Field::new("part", TEXTS, "the whole part, those who stay included"),
    Field::new("movers", TEXTS, "the ships that move"),
    Field::new("from", Text, "from here"),
    Field::new("to", Text, "to there"),
    Field::new("heading", Words(DIRS), "in this direction"),
    Field::new("ask", Text, "enter, side, or course and the heading to conform to"),
]);

const MOVING: Shape = Shape::Map(&[
    Field::new("squad", Text, "the squadron"),
    Field::new("todo", Shape::List(&TEXTS), "Groups still to move"),
    Field::new("left", Shape::List(&LEFT), "Groups that have had their move"),
    Field::optional("now", Shape::Named("Current", &NOW), "the Group that waits for a decision"),
]);

const COLUMN: Shape = Shape::Map(&[
    Field::new("form", Words(&["ahead", "abreast"]), "how it sails"),
    Field::new("groups", TEXTS, "hex and facing of each Group, van first"),
    Field::optional("marker", Int, "its speed marker"),
    Field::optional("moved", Bool, "has it moved in this turn?"),
]);

const GRAND: Shape = Shape::Map(&[
    Field::new("first", Words(SIDES), "the side that moves first"),
    Field::optional("second", Bool, "is the second side moving?"),
    Field::new("squads", Shape::Dict(&Shape::Named("Column", &COLUMN)), "squadrons, by code"),
]);

const SEALED: Shape = Shape::Map(&[
    Field::optional("speeds", Shape::Dict(&Int), "speed markers laid"),
    Field::optional("card", Text, "the card laid, or \"-\""),
    Field::optional("attacks", TEXTS, "attacks declared"),
    Field::optional("boards", Shape::Dict(&Bool), "boarding decided"),
]);

const OVER: Shape = Shape::Map(&[
    Field::new("winner", Words(&["A", "B", "draw", "cancelled"]), "who won"),
    Field::new("reason", Words(ENDS), "why it ended"),
    Field::new("degree", Words(&["draw", "marginal", "decisive"]), "how clearly"),
]);

/// What a view looks like.
pub(crate) const VIEW: Shape = Shape::Map(&[
    Field::new("title", Text, "the battle"),
    Field::new("date", Text, "when"),
    Field::new("place", Text, "where"),
    Field::new("orient", Text, "what the top of the map is in the world"),
    Field::optional("scenario", Text, "the key of a built-in battle"),
    Field::optional("block", Text, "the block of any other"),
    Field::new("phase", Shape::Named("Phase", &PHASE), "where play stands"),
    Field::new("pending", TEXTS, "seats that must decide"),
    Field::new("turn", Int, "the turn; 0 is the Signals Phase before the first"),
    Field::new("clock", Text, "the time"),
    Field::new("nightfall", Text, "when it will be dark"),
    Field::new("wind", Words(DIRS), "where the wind comes from"),
    Field::new("force", Words(WINDS), "its strength"),
    Field::optional("turn_force", Words(WINDS), "its strength while ships moved"),
    Field::optional("night_turns", Int, "turns fought in the dark"),
    Field::optional("light_first", Words(&["B"]), "B moves light ships first"),
    Field::optional("points", PAIR, "points of objectives"),
    Field::optional("quiet", Int, "turns in a row without any legal attack"),
    Field::optional("fired", Bool, "has there been a legal attack in this turn?"),
    Field::optional("offers", TEXTS, "seats that offer to end the battle"),
    Field::optional("left", TEXTS, "seats that have been left for good"),
    Field::new("map", PAIR, "columns and rows"),
    Field::new("land", TEXTS, "points of land"),
    Field::optional("shoal", TEXTS, "shoals"),
    Field::new("point_room", Int, "how large a point is drawn, in ships end to end"),
    Field::new(
        "sides",
        Shape::Map(&[
            Field::new("A", Shape::Named("Side", &SIDE), "side A"),
            Field::new("B", Shape::Named("Side", &SIDE), "side B"),
        ]),
        "the fleets",
    ),
    Field::new("squads", Shape::Dict(&Shape::Named("Squad", &SQUAD)), "squadrons, by code"),
    Field::new("ships", Shape::Dict(&Shape::Named("Ship", &SHIP)), "ships, by code"),
    Field::new("groups", Shape::List(&Shape::Named("Group", &GROUP)), "Groups as they are now"),
    Field::optional("fouls", Shape::List(&Shape::Tuple(&[Text, Text])), "pairs of fouled ships"),
    Field::optional("cards", Shape::Dict(&Text), "cards on display, by seat"),
    Field::optional("hidden_cards", Shape::Dict(&Text), "cards that only their side may see"),
    Field::optional("moving", Shape::Named("Moving", &MOVING), "the squadron that is moving"),
    Field::optional("grand", Shape::Named("Grand", &GRAND), "the hex map"),
    Field::new("sealed", Shape::Dict(&Shape::Named("Sealed", &SEALED)), "what the viewer sealed"),
    Field::new("scores", PAIR, "the score as it stands"),
    Field::new("stands", Shape::Named("Stands", &aids::STANDS), "what that would mean"),
    Field::new("aims", Shape::List(&Shape::Named("Aim", &aids::AIM)), "what else brings points"),
    Field::new("minutes", Int, "how long a turn is in this wind"),
    Field::new("left_turns", Int, "turns until nightfall"),
    Field::new(
        "sailing",
        Shape::List(&Shape::Named("Sailing", &aids::SAILING)),
        "the headings in this wind",
    ),
    Field::new("weather", Shape::Named("Weather", &aids::WEATHER), "who lies to windward"),
    Field::optional(
        "shots",
        Shape::List(&Shape::Named("Shot", &aids::SHOT)),
        "attacks the viewer may declare",
    ),
    Field::optional(
        "boardings",
        Shape::List(&Shape::Named("Boarding", &aids::boardings::BOARDING)),
        "ships for which the viewer may decide to board",
    ),
    Field::optional(
        "strays",
        Shape::List(&Shape::Named("Strays", &aids::strays::STRAYS)),
        "speeds that would leave ships of the viewer out of command",
    ),
    Field::optional(
        "courses",
        Shape::List(&Shape::Named("Course", &aids::courses::COURSE)),
        "where each speed brings ships of the viewer, if nobody is in the way",
    ),
    Field::optional(
        "leads",
        Shape::List(&Shape::Named("Lead", &aids::courses::LEAD)),
        "where each heading leads that the viewer may order",
    ),
    Field::optional("last", Bool, "no turn follows: what is ordered now is never sailed"),
    Field::optional("suggest", Text, "what the viewer's captains would do, in notation"),
    Field::optional("over", Shape::Named("Over", &OVER), "how it ended"),
    Field::optional("score", PAIR, "the score at the end"),
    Field::optional("warnings", TEXTS, "what is unusual about a set-up"),
    Field::new("team_talk", Bool, "may seats of one side talk?"),
    Field::optional("players", Words(&["divisions"]), "option: a seat for each division"),
    Field::optional("gamemaster", Bool, "option"),
    Field::optional("wind_changes", Words(&["off", "on"]), "option"),
    Field::optional("signal_effects", Words(&["extended"]), "option"),
    Field::optional("succession", Bool, "option"),
    Field::optional("divide", Bool, "option"),
    Field::optional("both_broadsides", Bool, "option"),
    Field::optional("strike_timing", Words(&["immediate"]), "option"),
    Field::optional("night", Words(&["fight_on"]), "option"),
    Field::optional("break_point", Bool, "option"),
    Field::optional("cards_visible", Words(&["own_side"]), "option"),
    Field::optional("gm_wind", Bool, "option"),
]);

/// Everything open, and what the viewer has sealed himself.
// FA-3.01: every ship shows nation, name, guns, Strength, damage and state to all.
// FA-3.02, FA-3.78: flagships and marks are visible to all; FA-S.08: all else is open.
pub(crate) fn view(sight: Sight<'_, FleetActions>) -> Doc {
    let p = sight.public;
    let b = &*p.battle;
    let mut doc = position::public_doc(p);
    if let Doc::Map(fields) = &mut doc {
        // A scenario of one's own is told by everything else here.
        fields.retain(|(key, value)| key != "scenario" || value.as_text().is_some());
    }
    doc.put("title", b.title.clone());
    doc.put("date", b.date.clone());
    doc.put("place", b.place.clone());
    doc.put("orient", b.orient.clone());
    if p.grand.is_none() {
        doc.put("map", Vec::from([b.extent.cols, b.extent.rows]));
        doc.put("land", Doc::list(b.land.iter().map(|q| q.to_string())));
        doc.put("shoal", Doc::list(b.shoal.iter().map(|q| q.to_string())));
    } else if let Some(approach) = &b.approach {
        doc.put("map", Vec::from([approach.extent.cols, approach.extent.rows]));
        doc.put("land", Doc::list(approach.land.iter().map(|q| q.to_string())));
    }
    // FA-10.02: how large a point is drawn, in ships end to end.
    doc.put("point_room", 3);
    doc.put("sides", sides(p));
    doc.put("squads", squads(p));
    doc.put("ships", ships(p));
    doc.put("groups", groups(p));
    doc.put("scores", Vec::from(victory::scores(p)));
    doc.put("stands", aids::stands(p));
    doc.put("aims", aids::aims(p));
    let minutes = match p.grand {
        Some(_) => p.force.grand_minutes(),
        None => p.force.turn_minutes(),
    };
    doc.put("minutes", minutes);
    doc.put("left_turns", p.nightfall.saturating_sub(p.clock).div_ceil(minutes));
    if victory::is_last_turn(p) {
        doc.put("last", true);
    }
    doc.put("sailing", aids::sailing(p));
    doc.put("weather", aids::weather(p));
    doc.put("team_talk", b.options.team_talk);
    if !b.warnings.is_empty() {
        doc.put("warnings", b.warnings.clone());
    }
    // FA-S.04 to S.07: what a seat has sealed it alone sees.
    let mut sealed = Doc::map();
    let mut hidden = Doc::map();
    for i in 0..b.seats.len() as u8 {
        if let Some(own) = sight.of_seat(Seat(i)) {
            sealed.put(text::seat(b, Seat(i)), position::sealed_doc(b, own));
        }
    }
    for side in [Side(0), Side(1)] {
        if let Some(shared) = sight.of_side(side) {
            for (i, signal) in shared.cards.iter().enumerate() {
                if signal.is_some() {
                    hidden.put(text::seat(b, Seat(i as u8)), text::signal(b, *signal));
                }
            }
        }
    }
    doc.put("sealed", sealed);
    if let Some(seat) = sight.seat()
        && let Some(own) = sight.of_seat(seat)
    {
        for (key, list) in [
            ("shots", aids::shots(p, seat, own)),
            ("boardings", aids::boardings::boardings(p, seat, own)),
            ("strays", aids::strays::by_speed(p, seat, own)),
            ("courses", aids::courses::by_speed(p, seat, own)),
            ("leads", aids::courses::by_heading(p, seat)),
        ] {
            if list != Doc::List(Vec::new()) {
                doc.put(key, list);
            }
        }
        if let Some(action) = aids::suggestion(p, seat, own) {
            doc.put("suggest", action);
        }
    }
    if hidden != Doc::map() {
        doc.put("hidden_cards", hidden);
    }
    doc
}

fn sides(p: &Public) -> Doc {
    let mut doc = Doc::map();
    for side in [Side(0), Side(1)] {
        let s = &p.battle.sides[side.index()];
        let entry = Doc::map()
            .with("name", s.name.clone())
            .with("bold", s.bold)
            .with("doctrine", s.doctrine.name())
            .with("crews", s.crews.name())
            .with("shallow", s.shallow);
        doc.put(side_code(side), entry);
    }
    doc
}

fn squads(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut doc = Doc::map();
    for (i, q) in p.squads.iter().enumerate() {
        let info = &b.squads[i];
        let flag = q.flag.map(|id| b.ship_code(id));
        let entry = Doc::map()
            .with("title", info.title.clone())
            .with("admiral", info.admiral.clone())
            .with("nation", info.nation.code())
            .with("seat", text::seat(b, info.seat))
            .with("cinc", info.cinc)
            .with("marker", q.marker)
            .with("flag", flag)
            .with_if(info.arrive.is_some(), "arrive", info.arrive);
        doc.put(b.squad_code(SquadId(i as u8)), entry);
    }
    doc
}

fn ships(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut doc = Doc::map();
    for (id, s) in p.all() {
        let info = &b.ships[id.i()];
        let mut entry = position::ship_doc(p, id, s);
        entry.put("name", info.name.clone());
        entry.put("nation", b.squads[s.squad.i()].nation.code());
        entry.put("guns", info.guns);
        entry.put("rating", s.s0);
        entry.put("strength", s.strength());
        entry.put("sd", s.sd);
        entry.put("md", s.md);
        entry.put("state", position::state_word(s.state));
        entry.put("line", s.line);
        let entry = entry
            .with_if(p.squads[s.squad.i()].flag == Some(id), "flagship", true)
            .with_if(s.is(mark::STRAGGLER), "straggler", true)
            .with_if(p.is_fouled(id), "fouled", true)
            .with_if(s.state == State::Ok && s.is_beaten(), "beaten", true);
        let counts = victory::counts(p, id);
        let entry = entry.with_if(counts > 0, "counts", counts);
        let entry = match victory::stake(p, id) {
            Some(stake) => entry.with("stake", Vec::from(stake)),
            None => entry,
        };
        let entry = match aids::alone(s) {
            true => entry.with("arc", aids::arc(p, s.at, s.heading, None)),
            false => entry,
        };
        doc.put(b.ship_code(id), entry);
    }
    doc
}

fn groups(p: &Public) -> Doc {
    let b = &*p.battle;
    let mut list = Vec::new();
    for squad in p.squad_ids() {
        for g in p.groups(squad) {
            let formation = match g.formation() {
                Formation::LineAhead => "LA".to_string(),
                Formation::LineOfBearing(a) => format!("LB:{a}"),
                Formation::Bunch => "BU".to_string(),
            };
            let order = p.in_order(g.ships);
            list.push(
                Doc::map()
                    .with("unit", text::group(b, squad, g.at))
                    .with("at", g.at.to_string())
                    .with("squad", b.squad_code(squad))
                    .with("heading", g.heading.name())
                    .with("attitude", Attitude::of(g.heading, p.wind).name())
                    .with("formation", formation)
                    .with("melee", p.melee_at(g.at))
                    .with("ships", Doc::list(order.iter().map(|id| b.ship_code(*id))))
                    .with("arc", aids::arc(p, g.at, g.heading, g.firing_axis())),
            );
        }
    }
    Doc::List(list)
}
