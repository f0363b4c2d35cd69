//! For each reason of refusal what must hold of table and action for it to be
//! the right one, read from the table itself.

use crate::Case;
use admiralty_core::{Actor, Doc, Fact, Seat, Side};
use fleet_actions::{
    Action, Attitude, Bearing, Dir, Force, Group, HeadOrder, Illegal, Kind, Named, Point, Public,
    Ship, ShipId, SquadId, State, Unit, mark,
};

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
pub(crate) fn holds(r: &Case<'_>, why: &Illegal) -> bool {
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
    let named = |name: &Named, code: String| name.fact() == Doc::from(code);
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
        Illegal::NoOffer => seat.is_some() && p.offers.is_empty(),
    }
}
