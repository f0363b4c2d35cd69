//! May this be done?

use super::{See, owner, subject};
use crate::action::{Action, Veer};
use crate::board::Dir;
use crate::illegal::Illegal;
use crate::rules::{
    boarding, captains, declaring, flags, frigates, grand_tactical, headings, repair, singles,
    speeds, transfer,
};
use crate::setup::SquadId;
use crate::state::{Ask, Declared, Kind, Public, Sealed, Unit};
use admiralty_core::{Actor, Seat};
use alloc::string::ToString;

/// The seat that acts and what it has sealed.
fn actor<'a>(sight: See<'a>, by: Actor) -> Option<(Seat, &'a Sealed)> {
    let Actor::Seat(seat) = by else { return None };
    Some((seat, sight.of_seat(seat)?))
}

/// May this be done?
pub(crate) fn check(sight: See<'_>, by: Actor, action: &Action) -> Result<(), Illegal> {
    let p = sight.public;
    if p.over.is_some() {
        return Err(Illegal::Over);
    }
    if let Action::TimeOut(seat) = action {
        return match by {
            Actor::Clock | Actor::Host if p.pending.has(*seat) => Ok(()),
            Actor::Clock | Actor::Host => Err(Illegal::NotAsked),
            Actor::Seat(_) => Err(Illegal::OnlyClock),
        };
    }
    let (seat, sealed) = actor(sight, by).ok_or(Illegal::NotAsked)?;
    match action {
        Action::Concede => {
            let side = p.battle.seats[seat.index()].side;
            return match side {
                Some(side) if p.battle.cinc(side) == seat => Ok(()),
                _ => Err(Illegal::NotYours { what: "the fleet".to_string() }),
            };
        }
        Action::OfferEnd => {
            if p.battle.seats[seat.index()].side.is_none() {
                return Err(Illegal::NotYours { what: "the fleet".to_string() });
            }
            return if p.offers.has(seat) { Err(Illegal::Offered) } else { Ok(()) };
        }
        // FA-S.12: the gamemaster lays the wind of the next Signals Phase whenever he likes.
        Action::Wind { .. } => {
            let may = p.battle.options.gm_wind && p.battle.gamemaster() == Some(seat);
            return if may { Ok(()) } else { Err(Illegal::NotGamemaster) };
        }
        _ => {}
    }
    // FA-3.31: an activity is possible only in its own phase.
    if !fits(p, action) {
        return Err(Illegal::NotNow);
    }
    if let Some(owner) = owner(p, action)
        && owner != seat
    {
        return Err(Illegal::NotYours { what: subject(p, action) });
    }
    if !p.pending.has(seat) {
        return Err(Illegal::NotAsked);
    }
    check_now(p, seat, sealed, action)
}

/// Is this the phase of the action?
fn fits(p: &Public, action: &Action) -> bool {
    let kind = p.phase.kind;
    let asks = p.moving.as_ref().and_then(|m| m.cur).map(|c| c.ask);
    match action {
        Action::Head { .. } => kind == Kind::Head,
        Action::Speed { .. } => matches!(kind, Kind::Speed | Kind::GrandSpeed),
        Action::Card { .. } => kind == Kind::Speed,
        Action::Flag { .. } => kind == Kind::Flag,
        Action::LightFirst(_) => kind == Kind::Light,
        Action::Move { .. } => kind == Kind::GrandSlot || (kind == Kind::Squads && asks.is_none()),
        Action::Veer { .. } => matches!(asks, Some(Ask::Enter | Ask::Side)),
        Action::Keep { .. } => matches!(asks, Some(Ask::Course(_))),
        Action::Frigate { .. } => kind == Kind::Frigates,
        Action::Single { .. } => kind == Kind::Singles,
        Action::Attack { .. } => kind == Kind::Fire,
        Action::Board { .. } => kind == Kind::Board,
        Action::NoRepair(_) | Action::Repair => kind == Kind::Repair,
        Action::Grand { .. } => matches!(kind, Kind::GrandMove | Kind::GrandTurn),
        Action::GrandFirst(_) => kind == Kind::GrandFirst,
        Action::Place { .. } => kind == Kind::GrandPlace,
        Action::Wind { .. } => true,
        Action::Begin => kind == Kind::Confirm,
        Action::Concede | Action::OfferEnd | Action::TimeOut(_) => true,
    }
}

fn check_now(p: &Public, seat: Seat, sealed: &Sealed, action: &Action) -> Result<(), Illegal> {
    let first = || p.phase.list.first().copied();
    let no = |what: alloc::string::String| Err(Illegal::NoSuch { what });
    match *action {
        Action::Head { squad, at, order } => {
            if first() != Some(squad.0) {
                return Err(Illegal::NotAsked); // FA-5.10
            }
            match p.group_at(squad, at) {
                Some(g) => headings::check(p, &g, order),
                None => {
                    let group = alloc::format!("{}@{at}", p.battle.squad_code(squad));
                    let out = p.line_of(squad).any(|id| {
                        let s = p.ship(id);
                        s.at == at && s.is_line_ok() && !s.in_group()
                    });
                    if out {
                        return Err(Illegal::NotInCommand { group }); // FA-5.07
                    }
                    no(group)
                }
            }
        }
        Action::Speed { squad, speed } => {
            if sealed.speeds.iter().any(|(q, _)| *q == squad) {
                return Err(Illegal::Laid { squad: p.battle.squad_code(squad) }); // FA-5.03
            }
            if p.phase.kind == Kind::GrandSpeed {
                return grand_tactical::check_marker(p, squad, speed);
            }
            if !speeds::needs_marker(p, squad) {
                let group = p.battle.squad_code(squad);
                return Err(Illegal::NotInCommand { group });
            }
            speeds::check(p, squad, speed)
        }
        Action::Card { seat: _, signal } => {
            if sealed.card.is_some() {
                return Err(Illegal::CardLaid);
            }
            speeds::check_card(p, seat, signal)
        }
        Action::Flag { squad, ship } => {
            if !flags::deciding(p).any(|q| q == squad) {
                return Err(Illegal::NotAsked);
            }
            if ship.is_some_and(|id| id.i() >= p.ships.len()) {
                return no("ship".to_string());
            }
            flags::check(p, squad, ship)
        }
        Action::LightFirst(side) | Action::GrandFirst(side) => {
            if side.0 < 2 {
                Ok(())
            } else {
                no("side".to_string())
            }
        }
        Action::Move { squad, defer } => {
            let at = usize::from(p.phase.at);
            if p.phase.list.get(at) != Some(&squad.0) {
                return Err(Illegal::NotAsked);
            }
            if defer && at + 1 >= p.phase.list.len() {
                return Err(Illegal::LastAsked { squad: p.battle.squad_code(squad) }); // FA-6.11
            }
            Ok(())
        }
        Action::Veer { squad, at, way } => {
            let Some(m) = &p.moving else { return Err(Illegal::NotNow) };
            let Some(cur) = m.cur else { return Err(Illegal::NotNow) };
            if m.squad != squad || cur.from != at {
                return no(alloc::format!("{}@{at}", p.battle.squad_code(squad)));
            }
            match way {
                Veer::In if cur.ask == Ask::Side => Err(Illegal::MustVeer),
                Veer::In => Ok(()),
                Veer::Left => captains::check_veer(p, at, cur.heading.left(1)).map(|_| ()),
                Veer::Right => captains::check_veer(p, at, cur.heading.right(1)).map(|_| ()),
            }
        }
        Action::Keep { squad, at, .. } => {
            let fits = p
                .moving
                .as_ref()
                .is_some_and(|m| m.squad == squad && m.cur.is_some_and(|c| c.to == at));
            if fits { Ok(()) } else { no(alloc::format!("{}@{at}", p.battle.squad_code(squad))) }
        }
        Action::Frigate { ship, dir } => {
            if first() != Some(ship.0) || !frigates::is_frigate(p.ship(ship)) {
                return Err(Illegal::NotAsked);
            }
            dir.map_or(Ok(()), |d| frigates::check(p, ship, d))
        }
        Action::Single { ship, go, dir } => {
            if first() != Some(ship.0) || !singles::is_single(p.ship(ship)) {
                return Err(Illegal::NotAsked);
            }
            singles::check(p, ship, go, dir)
        }
        Action::Attack { by, at } => {
            let mine = matches!(by, Unit::Ship(id) if id.i() >= p.ships.len());
            let theirs = matches!(at, Some(Unit::Ship(id)) if id.i() >= p.ships.len());
            if mine || theirs {
                return Err(Illegal::NoTarget);
            }
            declaring::check(p, sealed, Declared { by, at }, p.phase.step)
        }
        Action::Board { ship, .. } => boarding::check(p, seat, sealed, ship),
        Action::NoRepair(ship) => repair::check(p, ship),
        Action::Repair | Action::Begin => Ok(()),
        Action::Grand { squad, hexes, ahead, turns } => check_grand(p, squad, hexes, ahead, turns),
        Action::Place { ship, at } => {
            if first() != Some(ship.0) {
                return Err(Illegal::NotAsked);
            }
            transfer::check_place(p, ship, at)
        }
        Action::Concede | Action::OfferEnd | Action::TimeOut(_) | Action::Wind { .. } => Ok(()),
    }
}

fn check_grand(
    p: &Public,
    squad: SquadId,
    hexes: u8,
    ahead: Option<bool>,
    turns: [Option<Dir>; 3],
) -> Result<(), Illegal> {
    let grand = p.grand.as_ref().ok_or(Illegal::NotNow)?;
    if p.phase.kind == Kind::GrandTurn {
        if p.phase.list.first() != Some(&squad.0) {
            return Err(Illegal::NotAsked);
        }
        if hexes != 0 {
            return Err(Illegal::GrandFar { hexes, max: 0 });
        }
    } else if grand.columns[squad.i()].moved {
        return Err(Illegal::GrandMoved { squad: p.battle.squad_code(squad) });
    }
    grand_tactical::check_hexes(p, squad, hexes)?;
    grand_tactical::check_turns(p, squad, ahead, turns)
}
