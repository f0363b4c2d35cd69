//! Refusals name the true reason: random tables, wrong actions, and for each
//! reason what must hold of table and action for it to be the right one.

use admiralty_core::{Actor, IllegalMove, Rules, Seat, Seeded, Side, Text, step};
use admiralty_testkit::{Refusals, Refused, random_entry, soak};
use fleet_actions::{
    Action, Attitude, Bearing, Card, Dir, FleetActions, Force, Group, HeadOrder, Illegal, Kind,
    Point, Public, Ship, ShipId, Signal, SquadId, State, Unit, Veer, mark, read_setup,
};
use std::collections::BTreeMap;

type Case<'a> = Refused<'a, FleetActions>;

/// The phases in which an action is decided.
fn phases(action: &Action) -> &'static [Kind] {
    match action {
        Action::Head { .. } => &[Kind::Head],
        Action::Speed { .. } => &[Kind::Speed, Kind::GrandSpeed],
        Action::Card { .. } => &[Kind::Speed],
        Action::Flag { .. } => &[Kind::Flag],
        Action::LightFirst(_) => &[Kind::Light],
        Action::Move { .. } => &[Kind::Squads, Kind::GrandSlot],
        Action::Veer { .. } | Action::Keep { .. } => &[Kind::Squads],
        Action::Frigate { .. } => &[Kind::Frigates],
        Action::Single { .. } => &[Kind::Singles],
        Action::Attack { .. } => &[Kind::Fire],
        Action::Board { .. } => &[Kind::Board],
        Action::NoRepair(_) | Action::Repair => &[Kind::Repair],
        Action::Grand { .. } => &[Kind::GrandMove, Kind::GrandTurn],
        Action::GrandFirst(_) => &[Kind::GrandFirst],
        Action::Place { .. } => &[Kind::GrandPlace],
        Action::Begin => &[Kind::Confirm],
        _ => &[],
    }
}

/// The seat that an action's subject belongs to.
fn commander(p: &Public, action: &Action) -> Option<Seat> {
    let of_ship = |id: ShipId| Some(p.controller(id));
    match *action {
        Action::Head { squad, .. }
        | Action::Speed { squad, .. }
        | Action::Flag { squad, .. }
        | Action::Move { squad, .. }
        | Action::Veer { squad, .. }
        | Action::Keep { squad, .. }
        | Action::Grand { squad, .. }
        | Action::Attack { by: Unit::Group(squad, _), .. } => Some(p.seat_of(squad)),
        Action::Frigate { ship, .. }
        | Action::Single { ship, .. }
        | Action::Board { ship, .. }
        | Action::NoRepair(ship)
        | Action::Place { ship, .. }
        | Action::Attack { by: Unit::Ship(ship), .. } => of_ship(ship),
        Action::Card { seat, .. } => Some(seat),
        _ => None,
    }
}

fn order(action: &Action) -> Option<(SquadId, Point, HeadOrder)> {
    match *action {
        Action::Head { squad, at, order } => Some((squad, at, order)),
        _ => None,
    }
}

fn shot(action: &Action) -> Option<(Unit, Option<Unit>)> {
    match *action {
        Action::Attack { by, at } => Some((by, at)),
        _ => None,
    }
}

fn is_there(p: &Public, unit: Unit) -> bool {
    match unit {
        Unit::Group(squad, at) => p.group_at(squad, at).is_some(),
        Unit::Ship(id) => p.ship(id).afloat(),
    }
}

fn point(p: &Public, unit: Unit) -> Point {
    match unit {
        Unit::Group(_, at) => at,
        Unit::Ship(id) => p.ship(id).at,
    }
}

fn side(p: &Public, unit: Unit) -> Side {
    match unit {
        Unit::Group(squad, _) => p.battle.side(squad),
        Unit::Ship(id) => p.ship(id).side,
    }
}

fn ship(action: &Action) -> Option<ShipId> {
    match *action {
        Action::Frigate { ship, .. }
        | Action::Single { ship, .. }
        | Action::Board { ship, .. }
        | Action::NoRepair(ship)
        | Action::Place { ship, .. } => Some(ship),
        Action::Flag { ship, .. } => ship,
        _ => None,
    }
}

/// Is what the refusal says true?
fn holds(r: &Case<'_>, why: &Illegal) -> bool {
    let p = &r.table.public;
    let kind = p.phase.kind;
    let seat = match r.by {
        Actor::Seat(seat) => Some(seat),
        _ => None,
    };
    let head = order(r.action);
    let group: Option<Group> = head.and_then(|(squad, at, _)| p.group_at(squad, at));
    let turned = head.and_then(|(.., order)| match order {
        HeadOrder::Turn { dir, .. } => Some(vec![dir]),
        HeadOrder::Divide { head, tail, .. } => Some(head.into_iter().chain(tail).collect()),
        _ => None,
    });
    let turns_to = |dir: &Dir| turned.as_ref().is_some_and(|dirs| dirs.contains(dir));
    let fire = shot(r.action);
    let target = fire.and_then(|(_, at)| at);
    let her = ship(r.action).map(|id| p.ship(id));
    let upwind = |dir: &Dir| *dir == p.wind;
    let close_hauled = |dir: &Dir| Attitude::of(*dir, p.wind) == Attitude::CloseHauled;
    let named = |name: &dyn std::fmt::Display, code: String| name.to_string().contains(&code);
    let melee = |s: &Ship| s.is(mark::MELEE);
    match why {
        Illegal::NotNow { .. } => {
            let answer = matches!(r.action, Action::Veer { .. } | Action::Keep { .. });
            answer
                || !phases(r.action).contains(&kind)
                || (matches!(r.action, Action::Move { .. }) && p.moving.is_some())
        }
        Illegal::NotAsked { .. } => match *r.action {
            Action::TimeOut(seat) => !p.pending.has(seat),
            Action::Left(_) => false,
            _ => match seat {
                None => true,
                Some(seat) if !p.pending.has(seat) => true,
                Some(_) => match *r.action {
                    Action::Head { squad, .. } => p.phase.squads.first() != Some(&squad),
                    Action::Move { squad, .. } => {
                        p.phase.squads.get(usize::from(p.phase.at)) != Some(&squad)
                    }
                    Action::Frigate { ship, .. }
                    | Action::Single { ship, .. }
                    | Action::Place { ship, .. } => p.phase.ships.first() != Some(&ship),
                    Action::Grand { squad, .. } => p.phase.squads.first() != Some(&squad),
                    Action::Flag { squad, ship } => {
                        p.squads[squad.i()].flag_done || (ship.is_none() && kind == Kind::Flag)
                    }
                    _ => false,
                },
            },
        },
        Illegal::NotYours { .. } => match r.action {
            Action::Concede => {
                let side = seat.and_then(|seat| p.battle.side_of(seat));
                side.is_none_or(|side| Some(p.battle.cinc(side)) != seat)
            }
            Action::OfferEnd => seat.is_some_and(|seat| p.battle.side_of(seat).is_none()),
            action => commander(p, action) != seat,
        },
        Illegal::Over => p.over.is_some(),
        Illegal::NoSuch { .. } => match *r.action {
            Action::Head { squad, at, .. } => p.group_at(squad, at).is_none(),
            Action::Veer { squad, at, .. } => {
                p.moving.as_ref().is_none_or(|m| m.squad != squad)
                    || p.moving.as_ref().and_then(|m| m.cur).is_none_or(|cur| cur.from != at)
            }
            Action::Keep { squad, at, .. } => {
                p.moving.as_ref().is_none_or(|m| m.squad != squad)
                    || p.moving.as_ref().and_then(|m| m.cur).is_none_or(|cur| cur.to != at)
            }
            _ => false,
        },
        Illegal::NoUnit { .. } => {
            fire.is_some_and(|(by, at)| !is_there(p, by) || at.is_some_and(|at| !is_there(p, at)))
        }
        Illegal::Ordered { .. } => group.is_some_and(|g| p.ship(g.head).is(mark::ORDERED)),
        Illegal::InMelee { .. } => match r.action {
            Action::Flag { squad, .. } => p.flagship(*squad).is_some_and(melee),
            _ => group.is_some_and(|g| g.ships.iter().any(|id| melee(p.ship(id)))),
        },
        Illegal::NotInCommand { .. } => match *r.action {
            Action::Head { squad, at, .. } => {
                p.line_of(squad).any(|id| p.ship(id).at == at && !p.ship(id).in_group())
            }
            Action::Speed { squad, .. } => p.line_of(squad).all(|id| !p.ship(id).in_group()),
            _ => false,
        },
        Illegal::Astern { dir } => turns_to(dir) && group.is_some_and(|g| g.heading.back() == *dir),
        Illegal::Upwind { dir } => turns_to(dir) && upwind(dir),
        Illegal::GaleCloseHauled { dir } => p.force == Force::Gale && close_hauled(dir),
        Illegal::SameHeading { dir } => turns_to(dir) && group.is_some_and(|g| g.heading == *dir),
        Illegal::MustTurnUpwind { dir } => upwind(dir) && group.is_some_and(|g| g.heading == *dir),
        Illegal::MustTurnGale { dir } => {
            p.force == Force::Gale && close_hauled(dir) && group.is_some_and(|g| g.heading == *dir)
        }
        Illegal::TogetherAlone { ships } => {
            group.is_some_and(|g| g.ships.len() == *ships) && !(2..=3).contains(ships)
        }
        Illegal::NotCloseHauled { dir } => {
            !close_hauled(dir) && matches!(head, Some((.., HeadOrder::Tack { .. })))
        }
        Illegal::ThroughWind { dir } | Illegal::DivideTack { dir } => {
            turns_to(dir)
                && p.force != Force::Gale
                && close_hauled(dir)
                && group.is_some_and(|g| close_hauled(&g.heading) && g.heading != *dir)
        }
        Illegal::GaleTack => {
            p.force == Force::Gale && matches!(head, Some((.., HeadOrder::Tack { .. })))
        }
        Illegal::NoFollowing => !p.battle.options.succession,
        Illegal::NoLeader { point } => {
            head.is_some_and(|(squad, ..)| p.group_at(squad, *point).is_none())
        }
        Illegal::LeaderFar { point } => head.is_some_and(|(_, at, _)| at.distance(*point) != 1),
        Illegal::FollowUpwind { dir } => {
            upwind(dir) || (p.force == Force::Gale && close_hauled(dir))
        }
        Illegal::FollowAstern { dir } => group.is_some_and(|g| g.heading.back() == *dir),
        Illegal::LeaderComes { .. } | Illegal::FollowCircle => head.is_some(),
        Illegal::NoDividing => !p.battle.options.divide,
        Illegal::DivideOne { ships, head } => {
            group.is_some_and(|g| g.ships.len() == *ships)
                && (*ships < 2 || *head == 0 || head >= ships)
        }
        Illegal::DivideThree => head.is_some_and(|(squad, ..)| p.groups(squad).len() >= 2),
        Illegal::DivideSame { dir } => turns_to(dir),
        Illegal::Inert { turn, .. }
        | Illegal::Lag { turn, .. }
        | Illegal::InertSpeed { turn, .. } => p.turn < u16::from(*turn),
        Illegal::FlagShifted { .. } => head.is_some_and(|(squad, ..)| p.squads[squad.i()].shifted),
        Illegal::TooFast { speed, max } => speed > max && *speed <= 3,
        Illegal::ZeroTwice { .. } => matches!(r.action,
            Action::Speed { squad, speed: 0 } if p.squads[squad.i()].zero),
        Illegal::CalmSpeed => p.force == Force::Calm,
        Illegal::GaleSpeed => p.force == Force::Gale,
        Illegal::Laid { .. } => {
            let laid = |squad| {
                let sealed = seat.map(|seat| &r.table.seats[seat].speeds);
                sealed.is_some_and(|speeds| speeds.iter().any(|(q, _)| *q == squad))
            };
            matches!(r.action, Action::Speed { squad, .. } if laid(*squad))
        }
        Illegal::CardLaid => seat.is_some_and(|seat| r.table.seats[seat].card.is_some()),
        Illegal::CardNight => p.is_night(),
        Illegal::CardSquad { .. } => matches!(r.action,
            Action::Card { seat, signal: Some(signal) }
                if signal.squad.is_some_and(|squad| p.seat_of(squad) != *seat)),
        Illegal::FlagShip { .. } => matches!(*r.action, Action::Flag { squad, ship: Some(id) }
            if !p.ship(id).is_line_ok() || p.ship(id).squad != squad
                || p.squads[squad.i()].flag == Some(id)),
        Illegal::FlagSound { ship } => match *r.action {
            Action::Flag { squad, .. } => p.flagship(squad).is_some_and(|flag| {
                let code = p.squads[squad.i()].flag.map(|id| p.battle.ship_code(id));
                flag.md < 3 && 2 * flag.sd < flag.s0 && named(ship, code.unwrap_or_default())
            }),
            _ => false,
        },
        Illegal::FlagFar { .. } => match *r.action {
            Action::Flag { squad, ship: Some(id) } => {
                p.flagship(squad).is_some_and(|flag| flag.at.distance(p.ship(id).at) > 1)
            }
            _ => false,
        },
        Illegal::FlagNeeded { .. } => {
            matches!(*r.action, Action::Flag { squad, ship: None } if p.flagship(squad).is_none())
        }
        Illegal::LastAsked { .. } => usize::from(p.phase.at) + 1 >= p.phase.squads.len(),
        Illegal::VeerShut { point } => {
            !p.battle.is_sea(*point) || !p.at(*point, |_| true).is_empty()
        }
        Illegal::VeerUpwind { dir } => upwind(dir) || (p.force == Force::Gale && close_hauled(dir)),
        Illegal::MustVeer => p.moving.is_some(),
        Illegal::NoFrigate { .. } => her.is_some_and(|s| s.line || s.state != State::Ok),
        Illegal::NoSingle { .. } => her.is_some_and(|s| {
            s.state == State::Ok && !s.is(mark::STRAGGLER)
                || !s.afloat()
                || s.at.col == 0
                || !s.line && s.state == State::Ok
        }),
        Illegal::FrigateUpwind { dir } | Illegal::FaceUpwind { dir } => upwind(dir),
        Illegal::FrigateAstern { dir } | Illegal::FaceAstern { dir } => {
            her.is_some_and(|s| s.heading.back() == *dir)
        }
        Illegal::SameFacing { dir } | Illegal::HeadsUpwind { dir } => {
            her.is_some_and(|s| s.heading == *dir)
        }
        Illegal::FrigateLand { point } | Illegal::LandAhead { point } => {
            p.battle.land.has(*point) && her.is_some_and(|s| s.at.distance(*point) == 1)
        }
        Illegal::MustGo { .. } => her.is_some_and(|s| s.state == State::Ok),
        Illegal::Away { from, to } => to > from,
        Illegal::Barred { point } => {
            !p.battle.extent.has(*point)
                || her
                    .is_some_and(|s| !p.at(*point, |o| o.in_group() && o.side != s.side).is_empty())
        }
        Illegal::FirerStruck { .. } => {
            matches!(fire, Some((Unit::Ship(id), _)) if p.ship(id).state == State::Struck)
        }
        Illegal::FirerPrize { .. } => {
            matches!(fire, Some((Unit::Ship(id), _)) if p.ship(id).state == State::Prize)
        }
        Illegal::TargetBeaten { .. } => matches!(target, Some(Unit::Ship(id))
            if matches!(p.ship(id).state, State::Struck | State::Prize)),
        Illegal::NotActive => p.phase.step < 4,
        Illegal::OutOfRange { distance } => fire.zip(target).is_some_and(|((by, _), at)| {
            *distance >= 3 && point(p, by).distance(point(p, at)) == *distance
        }),
        Illegal::OutOfArc { point: to } | Illegal::OwnShips { point: to } => {
            target.is_some_and(|at| point(p, at) == *to)
        }
        Illegal::Masked { point: to } => {
            fire.is_some_and(|(by, _)| matches!(point(p, by).bearing(*to), Bearing::Straight(_)))
        }
        Illegal::MaskedOblique { point: to } => {
            fire.is_some_and(|(by, _)| matches!(point(p, by).bearing(*to), Bearing::Oblique(_)))
        }
        Illegal::NoTarget => fire.zip(target).is_some_and(|((by, _), at)| {
            side(p, by) == side(p, at) || matches!(at, Unit::Ship(id) if p.ship(id).line)
        }),
        Illegal::NotEffective { number } => *number == 1,
        Illegal::NoStrength => fire.is_some(),
        Illegal::CalmRange => p.force == Force::Calm,
        Illegal::GaleFire => p.force == Force::Gale,
        Illegal::NightRange => p.is_night(),
        Illegal::MeleeOnly => fire.is_some_and(|(by, _)| p.melee_at(point(p, by))),
        Illegal::NotPartner => {
            matches!(fire, Some((Unit::Ship(id), _)) if p.ship(id).is_paired())
        }
        Illegal::PairedFirst => target.is_some_and(|at| p.melee_at(point(p, at))),
        Illegal::Declared { .. } => seat.is_some_and(|seat| {
            let sealed = &r.table.seats[seat].attacks;
            fire.is_some_and(|(by, _)| sealed.iter().any(|d| d.by == by))
        }),
        Illegal::NoGun { .. } => fire.is_some(),
        Illegal::NotPaired { .. } => {
            matches!(r.action, Action::Board { .. })
        }
        Illegal::RepairLittle { .. } => her.is_some_and(|s| {
            s.md <= 2 || s.state != State::Ok || s.is(mark::REPAIRED) || p.force == Force::Gale
        }),
        Illegal::RepairUnderFire { .. } => her.is_some_and(|s| {
            p.all().any(|(_, o)| o.side != s.side && o.afloat() && o.at.distance(s.at) <= 2)
        }),
        Illegal::GrandFar { hexes, max } => hexes > max,
        Illegal::GrandTurnOnly => kind == Kind::GrandTurn,
        Illegal::GrandGroup { group, groups } => group > groups,
        Illegal::GrandUpwind { dir } => upwind(dir),
        Illegal::GrandStack { .. }
        | Illegal::GrandApart { .. }
        | Illegal::GrandOff { .. }
        | Illegal::GrandAbreast
        | Illegal::GrandSame => p.grand.is_some(),
        Illegal::GrandMoved { .. } => matches!(*r.action, Action::Grand { squad, .. }
            if p.grand.as_ref().is_some_and(|g| g.columns[squad.i()].moved)),
        Illegal::PlaceFar { point } => {
            her.is_some_and(|s| p.flag_point(s.squad).distance(*point) > 3)
        }
        Illegal::PlaceEnemy { point } => {
            !p.battle.is_sea(*point)
                || her.is_some_and(|s| !p.at(*point, |o| o.side != s.side).is_empty())
        }
        Illegal::NotGamemaster => !p.battle.options.gm_wind || p.battle.gamemaster() != seat,
        Illegal::OnlyClock => seat.is_some(),
        Illegal::Gone => matches!(*r.action, Action::Left(seat) if p.gone.has(seat)),
        Illegal::Offered => seat.is_some_and(|seat| p.offers.has(seat)),
        Illegal::NoOffer => seat.is_some_and(|seat| !p.offers.has(seat)),
    }
}

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
