//! Refusals name the true reason: random tables, random actions, and for each
//! reason what must hold of the table and the action for it to be named. The
//! table is read from its saved position, so that nothing of the rules is
//! asked to judge itself.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod truth;

use admiralty_catalog::json;
use admiralty_core::{
    Actor, Around, Awaiting, Doc, IllegalMove, NoDice, Rules, Seat, Seeded, Side, Table, Text,
    Viewer, sample, step,
};

use naval_battle::{
    Action, Illegal, KINDS, Kind, Mark, NavalBattle, Note, Order, Placement, Prepare, Square,
    Template,
};
use std::collections::BTreeSet;
use truth::{CODES, Truth, apart, between};

/// From where to where an action on the board goes.
fn way(truth: &Truth, action: &Action) -> Option<(Square, Square)> {
    match action {
        Action::Move { from, to } | Action::Attack { from, to } | Action::Hop { from, to } => {
            Some((*from, *to))
        }
        Action::HopOn { to } => Some((truth.series()?, *to)),
        _ => None,
    }
}

fn is_board(action: &Action) -> bool {
    matches!(
        action,
        Action::Move { .. }
            | Action::Attack { .. }
            | Action::Hop { .. }
            | Action::HopOn { .. }
            | Action::Stop
            | Action::Pass
    )
}

fn is_hop(action: &Action) -> bool {
    matches!(action, Action::Hop { .. } | Action::HopOn { .. })
}

fn is_draw(action: &Action) -> bool {
    matches!(action, Action::OfferDraw | Action::AcceptDraw | Action::DeclineDraw)
}

fn step_of(action: &Action) -> Option<&Prepare> {
    match action {
        Action::Prepare(order) => Some(&order.step),
        _ => None,
    }
}

fn squares_of(step: &Prepare) -> Vec<Square> {
    match step {
        Prepare::Place { at, .. } | Prepare::Clear(Some(at)) => vec![*at],
        Prepare::Swap(one, other) => vec![*one, *other],
        _ => Vec::new(),
    }
}

/// Does what the refusal says hold?
fn holds(truth: &Truth, by: Actor, action: &Action, why: &Illegal) -> bool {
    let seat = match by {
        Actor::Seat(seat) => Some(seat),
        _ => None,
    };
    let side = seat.map_or(Side(0), |seat| Side(seat.0 % 2));
    let whose = match action {
        Action::Left(seat) => Some(*seat),
        _ => seat,
    };
    let playing = truth.phase == "turn" || truth.phase == "series";
    let mine_to_act = playing && truth.to_move == side;
    let way = way(truth, action);
    let from_own = way.is_some_and(|(from, _)| truth.side_on(from) == Some(side));
    match why {
        Illegal::Over => truth.phase == "over",
        Illegal::WrongActor => match action {
            Action::Flag(_) | Action::DeployTimeOut => by != Actor::Clock,
            Action::Left(_) => by != Actor::Host,
            _ => seat.is_none(),
        },
        Illegal::NoRecorders => truth.persons == 2 && whose.unwrap().0 >= 2,
        Illegal::HasLeft { who } => {
            truth.has_left(whose.unwrap())
                && who.starts_with(["White", "Red"][whose.unwrap().0 as usize % 2])
        }
        Illegal::ClockStands => {
            matches!(action, Action::Flag(side) if truth.phase == "deploy" && truth.is_ready(*side))
        }
        Illegal::NoDeployClock => {
            matches!(action, Action::DeployTimeOut)
                && (truth.phase != "deploy" || truth.option("deploy_seconds").is_none())
        }
        Illegal::RecorderActs => truth.roles(side).0 != seat.unwrap(),
        Illegal::StrategistWrites => truth.roles(side).1 != seat.unwrap(),
        Illegal::NotesOff => truth.notes_off() && matches!(action, Action::Note(_)),
        Illegal::NotesOutsidePlay => !playing && matches!(action, Action::Note(_)),
        Illegal::NobodyToMark { at } => truth.side_on(*at) != Some(Side(1 - side.0)),
        Illegal::NoteText { max } => match action {
            Action::Note(note) => match &**note {
                Note::Pad(text) => *max == 1000 && unfit(text, 1000),
                Note::Mark { mark: Some(Mark::Text(text)), .. } => *max == 80 && unfit(text, 80),
                _ => false,
            },
            _ => false,
        },
        Illegal::NothingToResign => {
            truth.phase == "deploy" && (is_draw(action) || matches!(action, Action::Resign))
        }
        Illegal::StillDeploying => truth.phase == "deploy" && is_board(action),
        Illegal::Frozen => playing && step_of(action).is_some(),
        Illegal::OtherFleet => {
            matches!(action, Action::Prepare(order) if order.side.is_some_and(|named| named != side))
        }
        Illegal::IsReady => truth.is_ready(side) && step_of(action) != Some(&Prepare::Unready),
        Illegal::IsNotReady => !truth.is_ready(side) && step_of(action) == Some(&Prepare::Unready),
        Illegal::Incomplete { missing } => {
            step_of(action) == Some(&Prepare::Ready) && *missing == 32 - truth.n_placed(side)
        }
        Illegal::NotHome { at } => {
            squares_of(step_of(action).unwrap()).contains(at) && truth.placed(side, *at).is_none()
        }
        Illegal::PlaceIsland { at } => {
            squares_of(step_of(action).unwrap()).contains(at) && truth.islands.contains(at)
        }
        Illegal::NothingPlaced { at } => {
            matches!(step_of(action), Some(Prepare::Clear(Some(_))))
                && truth.placed(side, *at) == Some('.')
        }
        Illegal::FleetFull { kind } => match step_of(action) {
            Some(Prepare::Place { kind: wanted, at }) => {
                wanted == kind
                    && truth.placed_of(side, *kind) == kind.count()
                    && truth.placed(side, *at) != Some(kind.sign())
            }
            _ => false,
        },
        Illegal::FleetCount { kind, found } => match step_of(action) {
            Some(Prepare::Deploy(whole)) => {
                let standing = (0..50).filter(|i| whole.get(*i) == Some(*kind)).count();
                standing == usize::from(*found) && *found != kind.count()
            }
            _ => false,
        },
        Illegal::DeploymentIsland { at } => {
            matches!(step_of(action), Some(Prepare::Deploy(_)))
                && truth.islands.contains(at)
                && truth.placed(side, *at).is_some()
        }
        Illegal::TemplateDepth { rows, .. } => *rows == (truth.rows - 2) / 2 && *rows != 4,
        Illegal::TemplateIsland { .. } => !truth.islands.is_empty(),
        Illegal::NotYourTurn => {
            let whose = match action {
                Action::Flag(side) => *side,
                _ => side,
            };
            playing && truth.to_move != whose
        }
        Illegal::OtherSeries => {
            truth.series().is_some() && truth.to_move != side && is_board(action)
        }
        Illegal::SeriesOpen { at } => mine_to_act && truth.series() == Some(*at),
        Illegal::NoSeries => {
            truth.series().is_none() && matches!(action, Action::HopOn { .. } | Action::Stop)
        }
        Illegal::OffBoard { at } => {
            way.is_some_and(|(from, to)| from == *at || to == *at) && !truth.has(*at)
        }
        Illegal::Empty { at } => way.unwrap().0 == *at && !truth.pieces.contains_key(at),
        Illegal::NotYours { at } => {
            way.unwrap().0 == *at && truth.side_on(*at) == Some(Side(1 - side.0))
        }
        Illegal::MineMoves { at } => {
            matches!(action, Action::Move { .. }) && from_own && truth.is_mine(*at)
        }
        Illegal::MineAttacks { at } => {
            matches!(action, Action::Attack { .. }) && from_own && truth.is_mine(*at)
        }
        Illegal::MineJumps { at } => is_hop(action) && from_own && truth.is_mine(*at),
        Illegal::Island { at } => way.unwrap().1 == *at && truth.islands.contains(at),
        Illegal::OwnPiece { at } => way.unwrap().1 == *at && truth.side_on(*at) == Some(side),
        Illegal::EnemyThere { at } => {
            way.unwrap().1 == *at && truth.side_on(*at) == Some(Side(1 - side.0))
        }
        Illegal::TooFar { from, to } => {
            let (dx, dy) = apart(*from, *to);
            matches!(action, Action::Move { .. }) && dx.max(dy) != 1
        }
        Illegal::AdmiralDiagonal { from, to } => {
            truth.pieces[from] == (side, 'A') && apart(*from, *to) == (1, 1)
        }
        Illegal::Shuttle { from, to, count } => {
            let shuttle = truth.doc.get("shuttle").and_then(|all| all.get(CODES[side.index()]));
            let told = |key: &str| shuttle.and_then(|s| s.get(key)).cloned();
            told("at") == Some(from.to_string().into())
                && told("back") == Some(to.to_string().into())
                && told("count") == Some((*count).into())
                && *count >= 3
        }
        Illegal::NobodyToAttack { at } => way.unwrap().1 == *at && !truth.pieces.contains_key(at),
        Illegal::AttackOwn { at } => way.unwrap().1 == *at && truth.side_on(*at) == Some(side),
        Illegal::NoContact { from, to } => {
            let (dx, dy) = apart(*from, *to);
            truth.side_on(*to) == Some(Side(1 - side.0)) && dx.max(dy) != 1
        }
        Illegal::HopDiagonal { from, to } => {
            let (dx, dy) = apart(*from, *to);
            from_own && dx > 0 && dy > 0
        }
        Illegal::HopDistance { from, to } => {
            let (dx, dy) = apart(*from, *to);
            from_own && (dx == 0 || dy == 0) && dx + dy != 2
        }
        Illegal::HopOwn { over } => {
            let (from, to) = way.unwrap();
            between(from, to) == *over && truth.side_on(*over) == Some(side)
        }
        Illegal::HopNothing { over } => {
            let (from, to) = way.unwrap();
            between(from, to) == *over && !truth.pieces.contains_key(over)
        }
        Illegal::HopOffBoard { at } => is_hop(action) && way.unwrap().1 == *at && !truth.has(*at),
        Illegal::HopIsland { at } => way.unwrap().1 == *at && truth.islands.contains(at),
        Illegal::HopOntoOwn { at } => way.unwrap().1 == *at && truth.side_on(*at) == Some(side),
        Illegal::HopDoubled { at } => {
            let (from, to) = way.unwrap();
            let (dx, dy) = apart(from, to);
            truth.side_on(*at) == Some(Side(1 - side.0)) && matches!(dx + dy, 2 | 3)
        }
        Illegal::CanMove => matches!(action, Action::Pass) && truth.can_move(side),
        Illegal::OfferOutOfTurn => truth.to_move != side,
        Illegal::OfferInSeries => truth.series().is_some() && is_draw(action),
        Illegal::OfferOpen => truth.offer().is_some() && matches!(action, Action::OfferDraw),
        Illegal::OfferTooSoon { from } => {
            let last = truth.doc.get("offered").and_then(|all| all.get(CODES[side.index()]));
            last.and_then(Doc::as_int).is_some_and(|last| last + 10 == i64::from(*from))
                && truth.ply() < i64::from(*from)
        }
        Illegal::NoOffer => truth.offer() != Some(Side(1 - side.0)),
        // Strings only.
        Illegal::DeploymentRows { .. }
        | Illegal::DeploymentColumns { .. }
        | Illegal::DeploymentSign { .. }
        | Illegal::EitherIsland { .. } => false,
    }
}

fn unfit(text: &str, max: usize) -> bool {
    text.chars().count() > max || text.contains(['\n', '\u{2028}']) || text.trim() != text
}

fn any_square(rng: &mut Seeded) -> Square {
    Square::new(rng.below(10) as u8, rng.below(12) as u8).unwrap()
}

/// A square near another, or any.
fn near(rng: &mut Seeded, at: Square) -> Square {
    let jump = |rng: &mut Seeded, from: u8| from as i8 + rng.below(7) as i8 - 3;
    let (column, row) = (jump(rng, at.column()), jump(rng, at.row()));
    let (column, row) = match rng.below(3) {
        0 => (column, at.row() as i8),
        1 => (at.column() as i8, row),
        _ => (column, row),
    };
    let square = u8::try_from(column).ok().zip(u8::try_from(row).ok());
    square.and_then(|(column, row)| Square::new(column, row)).unwrap_or_else(|| any_square(rng))
}

/// Where somebody stands, most of the time.
fn stand(rng: &mut Seeded, truth: &Truth) -> Square {
    let n = truth.pieces.len() as u32;
    if n == 0 || rng.below(8) == 0 {
        return any_square(rng);
    }
    *truth.pieces.keys().nth(rng.below(n) as usize).unwrap()
}

fn any_text(rng: &mut Seeded) -> String {
    match rng.below(4) {
        0 => "x".repeat(81 + rng.below(1000) as usize),
        1 => "two\nlines".into(),
        2 => " edge".into(),
        _ => "heavy on the left".into(),
    }
}

fn any_step(rng: &mut Seeded, truth: &Truth) -> Prepare {
    let at = any_square(rng);
    let kind = KINDS[rng.below(9) as usize];
    let templates: Vec<Template> = Template::all().collect();
    match rng.below(9) {
        0 => Prepare::Ready,
        1 => Prepare::Unready,
        2 => Prepare::Clear(Some(at)),
        3 => Prepare::Swap(at, any_square(rng)),
        4 => Prepare::Template {
            template: templates[rng.below(templates.len() as u32) as usize],
            mirrored: rng.below(2) == 0,
        },
        5 => {
            let mut whole = Placement::EMPTY;
            for i in 0..usize::from(truth.columns) * usize::from((truth.rows - 2) / 2) {
                if rng.below(10) > 0 {
                    whole.set(i, Some(KINDS[rng.below(9) as usize]));
                }
            }
            Prepare::Deploy(whole)
        }
        _ => Prepare::Place { kind, at },
    }
}

fn any_action(rng: &mut Seeded, truth: &Truth) -> Action {
    let from = stand(rng, truth);
    let to = if rng.below(3) == 0 { stand(rng, truth) } else { near(rng, from) };
    match rng.below(20) {
        0..=3 => Action::Move { from, to },
        4..=5 => Action::Attack { from, to },
        6..=8 => Action::Hop { from, to },
        9 => Action::HopOn { to: near(rng, truth.series().unwrap_or(from)) },
        10 => Action::Stop,
        11 => Action::Pass,
        12 => Action::Resign,
        13 => Action::OfferDraw,
        14 => {
            if rng.below(2) == 0 {
                Action::AcceptDraw
            } else {
                Action::DeclineDraw
            }
        }
        15 => {
            Action::Note(Box::new(Note::Mark { at: from, mark: Some(Mark::Text(any_text(rng))) }))
        }
        16 => Action::Note(Box::new(Note::Pad(any_text(rng)))),
        17 => Action::Flag(Side(rng.below(2) as u8)),
        18 => {
            if rng.below(2) == 0 {
                Action::DeployTimeOut
            } else {
                Action::Left(Seat(rng.below(4) as u8))
            }
        }
        _ => {
            let named = [None, Some(Side(0)), Some(Side(1))][rng.below(3) as usize];
            Action::Prepare(Box::new(Order { side: named, step: any_step(rng, truth) }))
        }
    }
}

fn any_actor(rng: &mut Seeded, truth: &Truth) -> Actor {
    match rng.below(12) {
        0 => Actor::Clock,
        1 => Actor::Host,
        2 => Actor::Seat(Seat(rng.below(4) as u8)),
        3..=5 => Actor::Seat(Seat(1 - truth.to_move.0)),
        _ => Actor::Seat(Seat(truth.to_move.0)),
    }
}

/// The sentence of a refusal is one plain line; what it counts agrees with
/// the number, and every fact that is a place or a number stands in it.
fn reads_well(why: &Illegal) -> bool {
    let says = why.to_string();
    let one_of_many = says
        .split(' ')
        .collect::<Vec<_>>()
        .windows(2)
        .any(|pair| pair[0] == "1" && pair[1].trim_end_matches(',').ends_with('s'));
    let Doc::Map(facts) = why.facts() else { return false };
    let named = facts.iter().all(|(key, fact)| match fact {
        // Types stand by name, the rest as it is.
        _ if key == "kind" => KINDS
            .iter()
            .any(|kind| Some(kind.sign_text()) == fact.as_text() && says.contains(kind.name())),
        Doc::Int(0) => says.contains(" no ") || says.contains('0'),
        Doc::Int(n) => says.contains(&n.to_string()),
        Doc::Text(text) => says.contains(&**text),
        _ => false,
    });
    named && !one_of_many && !says.ends_with('.') && !says.contains('\n') && !says.contains("  ")
}

/// Tries many actions on a table and notes which reasons were given.
fn try_all(
    table: &Table<NavalBattle>,
    rng: &mut Seeded,
    n: u32,
    seen: &mut BTreeSet<&'static str>,
) {
    let truth = Truth::of(table);
    for _ in 0..n {
        let action = any_action(rng, &truth);
        let by = any_actor(rng, &truth);
        let Err(why) = NavalBattle::check(table.sight_of(by), by, &action) else { continue };
        assert!(
            holds(&truth, by, &action, &why),
            "{by:?} {action:?} is refused by {why:?}\n{}",
            truth.doc
        );
        assert!(reads_well(&why), "{why:?}: {why}");
        let listed = Illegal::REASONS.iter().find(|(name, _)| *name == why.reason()).unwrap();
        assert!(listed.1.is_none_or(|clause| clause == why.clause().as_str()), "{why:?}");
        seen.insert(why.reason());
    }
}

const SETUPS: [&str; 7] = [
    "{}",
    r#"{"persons": 4, "board": "reefs"}"#,
    r#"{"memory_aid": "off", "board": "grand10"}"#,
    r#"{"deploy_seconds": 60, "immobile": "pass"}"#,
    r#"{"board": {"columns": 9, "rows": 10, "islands": ["b1", "h10", "c5", "g6"]}}"#,
    r#"{"board": {"columns": 8, "rows": 12, "islands": []}}"#,
    r#"{"board": {"columns": 8, "rows": 12, "islands": ["a1", "h12"]}, "persons": 4}"#,
];

/// Positions in which a reason can be met that random play seldom meets.
const POSITIONS: [&str; 7] = [
    r#"{"W": {"a1": "A", "c3": "1", "e1": "2", "e3": "3"}, "R": {"h10": "A", "c4": "2", "e2": "3"}}"#,
    r#"{"W": {"a1": "A", "d5": "3", "a3": "M"}, "R": {"h10": "A", "d8": "3"}, "quiet": 6, "shuttle": {"W": {"at": "d5", "back": "d4", "count": 3}}}"#,
    r#"{"phase": "series", "series": "d5", "W": {"a1": "A", "d5": "1", "b2": "2"}, "R": {"h10": "A", "d6": "2", "h9": "3"}, "offer": "R"}"#,
    r#"{"W": {"a1": "A", "d5": "1", "d4": "2"}, "R": {"h10": "A", "d6": "2", "d7": "3"}, "ply": 4, "offer": "W", "offered": {"W": 4}}"#,
    r#"{"W": {"a1": "A", "d5": "1", "d4": "2"}, "R": {"h10": "A", "d6": "2", "d7": "3"}, "ply": 8, "offered": {"W": 4}}"#,
    r#"{"options": {"persons": 4}, "W": {"a1": "A", "d5": "1"}, "R": {"h10": "A", "d6": "2"}, "left": ["WR", "R"]}"#,
    r#"{"phase": "over", "winner": "W", "reason": "resign", "W": {"a1": "A", "d5": "1"}, "R": {"h10": "A", "d6": "2"}}"#,
];

/// NB-D-17: whatever is refused is refused for a reason that holds.
#[test]
fn every_refusal_is_true() {
    let mut seen = BTreeSet::new();
    let mut rng = Seeded::new(15);
    for (i, setup) in SETUPS.into_iter().enumerate() {
        for game in 0..4 {
            let mut dice = Seeded::new(100 * i as u64 + game);
            let setup = NavalBattle::setup(&json::read(setup).unwrap()).unwrap();
            let mut table = NavalBattle::begin(&setup, &mut dice).unwrap();
            for _ in 0..400 {
                try_all(&table, &mut rng, 25, &mut seen);
                let Awaiting::Seats(seats) = NavalBattle::awaiting(&table) else { break };
                let n = rng.below(seats.len());
                let seat = seats.iter().nth(n as usize).unwrap();
                let sight = table.sight(Viewer::Seat(seat));
                let Some(action) = sample::<NavalBattle>(sight, &mut rng, &mut Vec::new()) else {
                    break;
                };
                step(&mut table, Actor::Seat(seat), &action, &mut dice).unwrap();
            }
        }
    }
    for position in POSITIONS {
        let table = NavalBattle::load(&json::read(position).unwrap()).unwrap();
        try_all(&table, &mut rng, 20_000, &mut seen);
    }
    let of_strings = ["DeploymentRows", "DeploymentColumns", "DeploymentSign", "EitherIsland"];
    let unseen: Vec<&str> = Illegal::REASONS
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !seen.contains(name) && !of_strings.contains(name))
        .collect();
    assert!(unseen.is_empty(), "never given: {unseen:?}");
}

/// NB-P-12: what is wrong with a string is said of that string, however long it is.
#[test]
fn a_deployment_string_is_refused_for_what_is_wrong_with_it() {
    let board = naval_battle::Board::named("classic").unwrap();
    let refused = |text: &str| Placement::parse(text, &board).unwrap_err();
    assert_eq!(refused("12"), Illegal::DeploymentRows { rows: 1, wanted: 4 });
    let rows = vec!["13M21M41"; 65_540].join("/");
    assert_eq!(refused(&rows), Illegal::DeploymentRows { rows: 65_540, wanted: 4 });
    let long = "1".repeat(65_544);
    let why = refused(&format!("13M21M41/{long}/MM361S2S/AM5S4321"));
    assert_eq!(why, Illegal::DeploymentColumns { row: 2, signs: 65_544, wanted: 8 });
    assert!(why.to_string().contains("65544 signs"), "{why}");
    let why = refused("13M21M41/2S452S31/MM361X2S/AM5S4321");
    assert_eq!(why, Illegal::DeploymentSign { row: 3, sign: 'X' });
    assert!(reads_well(&why), "{why}");
    let why = refused("13M21M41/2S452S31/MM361S2S/AM5S4321".replace('6', "5").as_str());
    assert!(matches!(why, Illegal::FleetCount { kind: Kind::AircraftCarrier, found: 0 }));
    assert!(reads_well(&why), "{why}");
}

/// NB-D-15, NB-P-14, NB-T-09, NB-T-13, NB-W-12: whoever is waited for and stays
/// silent, or leaves, does not stop the table.
#[test]
fn silence_never_stops_a_table() {
    for (i, setup) in SETUPS.into_iter().enumerate() {
        let mut dice = Seeded::new(i as u64);
        let setup = NavalBattle::setup(&json::read(setup).unwrap()).unwrap();
        let mut table = NavalBattle::begin(&setup, &mut dice).unwrap();
        for _ in 0..300 {
            let Awaiting::Seats(seats) = NavalBattle::awaiting(&table) else { break };
            for seat in seats.iter() {
                for what in [Around::TimeOut(seat), Around::Left(seat)] {
                    let action = NavalBattle::around(&table.public, what).expect("a rule for it");
                    let by = match what {
                        Around::Left(_) => Actor::Host,
                        _ => Actor::Clock,
                    };
                    let mut after = table.clone();
                    step(&mut after, by, &action, &mut NoDice).unwrap();
                    let waits = NavalBattle::awaiting(&after).seats();
                    assert!(!waits.has(seat), "{seat:?} is still waited for after {action:?}");
                }
            }
            let seat = seats.iter().nth(dice.below(seats.len()) as usize).unwrap();
            let sight = table.sight(Viewer::Seat(seat));
            let mut rng = Seeded::new(dice.below(1 << 30).into());
            let Some(action) = sample::<NavalBattle>(sight, &mut rng, &mut Vec::new()) else {
                break;
            };
            step(&mut table, Actor::Seat(seat), &action, &mut dice).unwrap();
        }
    }
}
