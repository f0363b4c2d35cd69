//! May this be done? Here the phase, the seat and whose turn it is; what the
//! rules say of the act itself stands in its chapter.

use super::{See, owner, subject};
use crate::action::Action;
use crate::illegal::{Illegal, Named};
use crate::rules::{
    boarding, declaring, flags, frigates, grand_tactical, headings, movement, precedence, repair,
    singles, speeds, time_outs, transfer, wind,
};
use crate::state::{Ask, Declared, Kind, Public, Sealed};
use crate::victory;
use admiralty_core::{Actor, Seat};
use alloc::boxed::Box;

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
    match action {
        Action::TimeOut(seat) => return time_outs::check_time_out(p, by, *seat),
        Action::Left(seat) => return time_outs::check_left(p, by, *seat),
        _ => {}
    }
    let not_asked = Illegal::NotAsked { besides: None };
    let (seat, sealed) = actor(sight, by).ok_or(not_asked)?;
    match action {
        Action::Concede => return victory::check_concede(p, seat),
        Action::OfferEnd => return victory::check_offer(p, seat),
        Action::FightOn => return victory::check_fight_on(p, seat),
        Action::Wind { .. } => return wind::check_wish(p, seat),
        _ => {}
    }
    let mine = match owner(p, action) {
        Some(owner) if owner != seat => Err(Illegal::NotYours { what: subject(p, action) }),
        _ => Ok(()),
    };
    // FA-3.31: an activity is possible only in its own phase.
    if !fits(p, action) {
        let besides = mine.and_then(|()| whenever(p, action)).err().map(Box::new);
        return Err(Illegal::NotNow { besides });
    }
    mine?;
    asked(p.pending.has(seat), check_now(p, seat, sealed, action))
}

/// Who is not asked is told so, and what would forbid it besides.
fn asked(is_asked: bool, besides: Result<(), Illegal>) -> Result<(), Illegal> {
    match (is_asked, besides) {
        (true, besides) => besides,
        // One "not asked" is enough.
        (false, Err(Illegal::NotAsked { besides })) => Err(Illegal::NotAsked { besides }),
        (false, besides) => Err(Illegal::NotAsked { besides: besides.err().map(Box::new) }),
    }
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
        Action::Begin => kind == Kind::Confirm,
        Action::Wind { .. }
        | Action::Concede
        | Action::OfferEnd
        | Action::FightOn
        | Action::TimeOut(_)
        | Action::Left(_) => true,
    }
}

/// What forbids the act in any phase.
fn whenever(p: &Public, action: &Action) -> Result<(), Illegal> {
    match *action {
        Action::Attack { by, .. } => declaring::check_firer(p, by),
        Action::Frigate { ship, .. } => frigates::check_ship(p, ship),
        _ => Ok(()),
    }
}

fn check_now(p: &Public, seat: Seat, sealed: &Sealed, action: &Action) -> Result<(), Illegal> {
    let squad_asked = |squad| p.phase.squads.first() == Some(&squad);
    let ship_asked = |ship| p.phase.ships.first() == Some(&ship);
    match *action {
        // FA-5.10
        Action::Head { squad, at, order } => {
            asked(squad_asked(squad), headings::check_order(p, squad, at, order))
        }
        Action::Speed { squad, speed } if p.phase.kind == Kind::GrandSpeed => {
            grand_tactical::check_speed(p, sealed, squad, speed)
        }
        Action::Speed { squad, speed } => speeds::check_speed(p, sealed, squad, speed),
        Action::Card { signal, .. } => speeds::check_card(p, sealed, seat, signal),
        Action::Flag { squad, ship } => {
            let rest = flags::check(p, squad, ship);
            let is_asked = flags::deciding(p).any(|q| q == squad);
            // Where a reason says why the squadron has nothing to decide, it is enough.
            if rest.is_err() && !p.squads[squad.i()].flag_done {
                return rest;
            }
            asked(is_asked, rest)
        }
        Action::LightFirst(side) | Action::GrandFirst(side) => {
            let what = Named::word("a third side");
            if side.0 < 2 { Ok(()) } else { Err(Illegal::NoSuch { what }) }
        }
        Action::Move { squad, defer } => {
            let at = usize::from(p.phase.at);
            let is_asked = p.phase.squads.get(at) == Some(&squad);
            asked(is_asked, precedence::check_defer(p, squad, defer))
        }
        Action::Veer { squad, at, way } => movement::check_veer(p, squad, at, way),
        Action::Keep { squad, at, .. } => movement::check_keep(p, squad, at),
        Action::Frigate { ship, dir } => {
            asked(ship_asked(ship), frigates::check_move(p, ship, dir))
        }
        Action::Single { ship, go, dir } => {
            asked(ship_asked(ship), singles::check(p, ship, go, dir))
        }
        Action::Attack { by, at } => declaring::check(p, sealed, Declared { by, at }, p.phase.step),
        Action::Board { ship, .. } => boarding::check(p, seat, sealed, ship),
        Action::NoRepair(ship) => repair::check(p, ship),
        Action::Grand { squad, hexes, ahead, turns } => {
            let rest = grand_tactical::check(p, squad, hexes, ahead, turns);
            asked(p.phase.kind != Kind::GrandTurn || squad_asked(squad), rest)
        }
        Action::Place { ship, at } => asked(ship_asked(ship), transfer::check_place(p, ship, at)),
        Action::Repair
        | Action::Begin
        | Action::Concede
        | Action::OfferEnd
        | Action::FightOn
        | Action::TimeOut(_)
        | Action::Left(_)
        | Action::Wind { .. } => Ok(()),
    }
}
