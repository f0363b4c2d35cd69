//! Refusals name the true reason: random tables, wrong actions, and for each
//! reason what must hold of table and action for it to be the right one.

mod truth;

use admiralty_core::{Actor, IllegalMove, Rules, Seat, Seeded, Side, Text, step};
use admiralty_testkit::{Refusals, Refused, random_entry, soak};
use fleet_actions::{
    Action, Card, Dir, FleetActions, HeadOrder, Illegal, Kind, Point, Public, ShipId, Signal,
    SquadId, Unit, Veer, read_setup,
};
use std::collections::BTreeMap;
use truth::holds;

pub(crate) type Case<'a> = Refused<'a, FleetActions>;

/// What is said, and what is said besides, is true.
fn judge(r: &Case<'_>) -> Result<(), String> {
    let besides = match r.illegal {
        Illegal::NotNow { besides } | Illegal::NotAsked { besides } => besides.as_deref(),
        _ => None,
    };
    for why in [Some(r.illegal), besides].into_iter().flatten() {
        if !holds(r, why) {
            return Err(format!("{why:?} does not hold in {:?}", r.table.public.phase));
        }
    }
    Ok(())
}

/// An action that somebody might say in this phase, right or wrong.
fn wild(p: &Public, rng: &mut Seeded) -> Action {
    let pick = |rng: &mut Seeded, n: usize| rng.below(n.max(1) as u32) as usize;
    let squad = SquadId(pick(rng, p.squads.len()) as u8);
    let ship = ShipId::new(pick(rng, p.ships.len()) as u8);
    let dir = Dir::ALL[pick(rng, 6)];
    let points: Vec<Point> = match rng.below(5) {
        0 => vec![p.ship(ship).at, p.ship(ship).at.step(dir)],
        _ => p.groups(squad).iter().map(|g| g.at).collect(),
    };
    let at = points.get(pick(rng, points.len())).copied().unwrap_or(Point::new(9, 9));
    let unit = |rng: &mut Seeded, squad: SquadId| {
        let groups = p.groups(squad);
        match groups.get(pick(rng, groups.len())) {
            Some(g) if rng.below(3) > 0 => Unit::Group(squad, g.at),
            _ => Unit::Ship(ShipId::new(pick(rng, p.ships.len()) as u8)),
        }
    };
    let maybe = |rng: &mut Seeded| (rng.below(3) > 0).then(|| Dir::ALL[pick(rng, 6)]);
    let together = rng.below(2) == 0;
    match p.phase.kind {
        Kind::Head => {
            let order = match rng.below(6) {
                0 => HeadOrder::Steady,
                1 => HeadOrder::Tack { together },
                2 => HeadOrder::Follow(if together { at.step(dir) } else { at }),
                3 => {
                    HeadOrder::Divide { n: rng.below(4) as u8, head: maybe(rng), tail: maybe(rng) }
                }
                _ => HeadOrder::Turn { dir, together },
            };
            Action::Head { squad, at, order }
        }
        Kind::Speed | Kind::GrandSpeed => match rng.below(3) {
            0 => {
                let signal = Signal { card: Card::EMC, squad: together.then_some(squad) };
                let seat = Seat(pick(rng, p.battle.seats.len()) as u8);
                Action::Card { seat, signal: Some(signal) }
            }
            _ => Action::Speed { squad, speed: rng.below(4) as u8 },
        },
        Kind::Flag => Action::Flag { squad, ship: (rng.below(4) > 0).then_some(ship) },
        Kind::Squads | Kind::GrandSlot => {
            let cur = p.moving.as_ref().and_then(|m| m.cur);
            let squad = p.moving.as_ref().map_or(squad, |m| m.squad);
            let way = [Veer::In, Veer::Left, Veer::Right][pick(rng, 3)];
            match (rng.below(4), cur) {
                (0, Some(cur)) => Action::Keep { squad, at: cur.to, keep: together },
                (_, Some(cur)) => Action::Veer { squad, at: cur.from, way },
                (0, None) => Action::Veer { squad, at, way },
                (_, None) => Action::Move { squad, defer: together },
            }
        }
        Kind::Singles => {
            let ship = if together { p.phase.ships.first().copied() } else { None };
            let ship = ship.unwrap_or(ShipId::new(pick(rng, p.ships.len()) as u8));
            Action::Single { ship, go: rng.below(2) == 0, dir: maybe(rng) }
        }
        Kind::Frigates => {
            let first = if together { p.phase.ships.first().copied() } else { None };
            Action::Frigate { ship: first.unwrap_or(ship), dir: maybe(rng) }
        }
        Kind::Fire => {
            let by = unit(rng, squad);
            let enemy = SquadId(pick(rng, p.squads.len()) as u8);
            Action::Attack { by, at: (rng.below(8) > 0).then(|| unit(rng, enemy)) }
        }
        Kind::Board => Action::Board { ship, yes: together },
        Kind::Repair => Action::NoRepair(ship),
        Kind::GrandMove | Kind::GrandTurn => Action::Grand {
            squad,
            hexes: rng.below(4) as u8,
            ahead: (rng.below(2) == 0).then_some(together),
            turns: [maybe(rng), maybe(rng), maybe(rng)].map(|t| if together { t } else { None }),
        },
        Kind::GrandPlace => {
            let first = p.phase.ships.first().copied().unwrap_or(ship);
            let centre = p.flag_point(p.ship(first).squad);
            let at = (0..rng.below(6)).fold(centre, |at, _| at.step(Dir::ALL[pick(rng, 6)]));
            Action::Place { ship: if together { first } else { ship }, at }
        }
        _ => {
            [Action::Begin, Action::LightFirst(Side(0)), Action::GrandFirst(Side(1))][pick(rng, 3)]
        }
    }
}

/// Plays at random and proposes wild actions to every table; how often each reason was heard.
fn walk(setups: &[&str], games: u64, entries: usize) -> BTreeMap<&'static str, (u32, String)> {
    let mut heard: BTreeMap<&'static str, (u32, String)> = BTreeMap::new();
    for game in 0..games * u64::from(soak()) {
        let setup = setups[game as usize % setups.len()];
        let mut rng = Seeded::new(4_000 + game);
        let doc = admiralty_catalog::json::read(setup).expect("a set-up");
        let setup = read_setup(&doc).expect("a set-up");
        let mut table = FleetActions::begin(&setup, &mut rng).expect("dice never end");
        for _ in 0..entries {
            let p = &table.public;
            for _ in 0..24 {
                let seat = match p.pending.iter().next() {
                    Some(seat) if rng.below(8) > 0 => seat,
                    _ => Seat(rng.below(p.battle.seats.len() as u32) as u8),
                };
                let action = wild(p, &mut rng);
                let by = Actor::Seat(seat);
                let Err(illegal) = FleetActions::check(table.sight_of(by), by, &action) else {
                    continue;
                };
                let text = FleetActions::write_action(p, &action);
                let r =
                    Refused { table: &table, by, action: &action, text: &text, illegal: &illegal };
                if let Err(fault) = judge(&r) {
                    panic!(
                        "{text} by {seat:?}: {illegal}: {fault}\n{}",
                        FleetActions::board(table.sight_of(by))
                    );
                }
                for why in [Some(&illegal), illegal.behind()].into_iter().flatten() {
                    let entry = heard.entry(why.reason()).or_default();
                    *entry = (entry.0 + 1, format!("{text}: {why}"));
                }
            }
            let Some((by, action)) = random_entry(&table, &mut rng, 0) else { break };
            if step(&mut table, by, &action, &mut rng).is_err() {
                break;
            }
        }
    }
    heard
}

fn assert_heard(heard: &BTreeMap<&'static str, (u32, String)>, names: &[&str]) {
    let missing: Vec<&&str> = names.iter().filter(|name| !heard.contains_key(**name)).collect();
    assert!(missing.is_empty(), "never heard: {missing:?}\n{heard:#?}");
}

#[test]
fn refusals_on_the_lattice_are_true() {
    let heard = walk(
        &[
            r#"{"scenario": "evolutions"}"#,
            r#"{"scenario": "ortegal-1805", "wind_changes": "on", "night": "fight_on"}"#,
            r#"{"scenario": "san-domingo-1806", "players": "divisions", "gamemaster": true}"#,
            r#"{"scenario": "leghorn-1653", "succession": false, "divide": false}"#,
            r#"{"scenario": "quiberon-1759", "break_point": false}"#,
            r#"{"scenario": "negapatam-1782"}"#,
        ],
        18,
        400,
    );
    assert_heard(
        &heard,
        &[
            "Astern",
            "Away",
            "Barred",
            "CardLaid",
            "CardSquad",
            "Declared",
            "DivideOne",
            "DivideSame",
            "DivideThree",
            "FaceAstern",
            "FaceUpwind",
            "FlagShip",
            "FollowAstern",
            "FollowUpwind",
            "FrigateAstern",
            "FrigateUpwind",
            "HeadsUpwind",
            "InMelee",
            "Laid",
            "LeaderComes",
            "LeaderFar",
            "Masked",
            "MeleeOnly",
            "MustGo",
            "MustTurnUpwind",
            "NoDividing",
            "NoFollowing",
            "NoFrigate",
            "NoGun",
            "NoLeader",
            "NoSingle",
            "NoSuch",
            "NoTarget",
            "NoUnit",
            "NotActive",
            "NotAsked",
            "NotCloseHauled",
            "NotEffective",
            "NotInCommand",
            "NotNow",
            "NotYours",
            "Ordered",
            "OutOfArc",
            "OutOfRange",
            "Over",
            "OwnShips",
            "RepairLittle",
            "SameFacing",
            "SameHeading",
            "ThroughWind",
            "TogetherAlone",
            "TooFast",
            "Upwind",
            "VeerShut",
            "ZeroTwice",
        ],
    );
}

#[test]
fn refusals_on_the_hex_map_are_true() {
    let heard = walk(
        &[
            r#"{"scenario": "trafalgar-approach"}"#,
            r#"{"scenario": "chesapeake-approach"}"#,
            r#"{"scenario": "ushant-approach", "players": "divisions"}"#,
        ],
        9,
        90,
    );
    assert_heard(
        &heard,
        &[
            "GrandAbreast",
            "GrandFar",
            "GrandGroup",
            "GrandMoved",
            "GrandOff",
            "GrandSame",
            "GrandStack",
            "GrandTurnOnly",
            "GrandUpwind",
            "Laid",
            "NotAsked",
            "NotNow",
            "NotYours",
        ],
    );
}

/// Broken and misplaced text, of every seat, of the clock and of the host.
#[test]
fn refusals_of_odd_lines_are_true() {
    let tally = Refusals::new(&[
        r#"{"scenario": "evolutions"}"#,
        r#"{"scenario": "san-domingo-1806", "players": "divisions", "gamemaster": true, "gm_wind": true}"#,
        r#"{"scenario": "trafalgar-approach"}"#,
    ])
    .games(6)
    .longest(120)
    .also(&["W N gale", "X begin", "X concede", "X end", "X fight", "X timeout A", "X left A", "R done"])
    .run::<FleetActions>(Illegal::REASONS, Illegal::reason, judge);
    let met = |name: &str| tally.reasons.get(name).is_some_and(|(n, _)| *n > 0);
    for name in
        ["NotNow", "NotAsked", "NotYours", "NotGamemaster", "OnlyClock", "Offered", "NoOffer"]
    {
        assert!(met(name), "{name}\n{tally}");
    }
}
