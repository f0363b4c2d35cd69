//! Every action a seat may take, in the order of the menu.

use super::{See, owner, viewer};
use crate::action::{Action, Veer};
use crate::board::Dir;
use crate::rules::{
    boarding, captains, declaring, flags, frigates, grand_tactical, headings, repair, singles,
    speeds, transfer,
};
use crate::setup::{ShipId, SquadId};
use crate::state::{Ask, Kind, Public, Sealed};
use admiralty_core::{Listed, Seat, Side};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Every action the seat that looks is awaited for.
pub(crate) fn legal(sight: See<'_>, out: &mut Vec<Action>) -> Listed {
    let p = sight.public;
    if let Some(seat) = viewer(sight)
        && p.pending.has(seat)
        && let Some(sealed) = sight.of_seat(seat)
    {
        list(p, seat, sealed, out);
        // One after another: only the one whose turn it is.
        if out.first().and_then(|a| owner(p, a)).is_some_and(|o| o != seat) {
            out.clear();
        }
    }
    Listed::Complete
}

fn list(p: &Public, seat: Seat, sealed: &Sealed, out: &mut Vec<Action>) {
    let squad = p.phase.squads.first().copied();
    let ship = p.phase.ships.first().copied();
    match p.phase.kind {
        Kind::Confirm => out.push(Action::Begin),
        Kind::GrandFirst => {
            out.extend([Action::GrandFirst(Side(0)), Action::GrandFirst(Side(1))]);
        }
        Kind::GrandMove => {
            let side = grand_tactical::moving_side(p);
            for squad in grand_tactical::unmoved(p, side).filter(|q| p.seat_of(*q) == seat) {
                list_grand(p, squad, 3, out);
            }
        }
        Kind::GrandTurn => {
            if let Some(squad) = squad {
                list_grand(p, squad, 0, out);
            }
        }
        Kind::GrandSpeed => {
            for squad in grand_tactical::grand_unmarked(p, seat, sealed) {
                for speed in 0..=3 {
                    if grand_tactical::check_marker(p, squad, speed).is_ok() {
                        out.push(Action::Speed { squad, speed });
                    }
                }
            }
        }
        Kind::GrandPlace => {
            if let Some(ship) = ship {
                transfer::places(p, ship, &mut |at| out.push(Action::Place { ship, at }));
            }
        }
        Kind::Flag => {
            for squad in flags::deciding(p).filter(|q| p.seat_of(*q) == seat) {
                if !flags::must_name(p, squad) {
                    out.push(Action::Flag { squad, ship: None });
                }
                for ship in flags::options(p, squad) {
                    out.push(Action::Flag { squad, ship: Some(ship) });
                }
            }
        }
        Kind::Head => {
            if let Some(squad) = squad {
                for g in p.groups(squad) {
                    headings::options(p, &g, &mut |order| {
                        out.push(Action::Head { squad, at: g.at, order });
                    });
                }
            }
        }
        Kind::Speed => {
            for squad in speeds::unmarked(p, seat, sealed) {
                for speed in speeds::markers(p, squad) {
                    out.push(Action::Speed { squad, speed });
                }
            }
            if sealed.card.is_none() {
                speeds::cards(p, seat, &mut |signal| out.push(Action::Card { seat, signal }));
            }
        }
        Kind::Light => {
            out.extend([Action::LightFirst(Side(0)), Action::LightFirst(Side(1))]);
        }
        Kind::Squads | Kind::GrandSlot => list_move(p, out),
        Kind::Singles => {
            let mine = |id: &ShipId| p.ships.get(id.i()).is_some_and(singles::is_single);
            if let Some(ship) = ship.filter(mine) {
                singles::options(p, ship, &mut |go, dir| {
                    out.push(Action::Single { ship, go, dir });
                });
            }
        }
        Kind::Frigates => {
            let mine = |id: &ShipId| p.ships.get(id.i()).is_some_and(frigates::is_frigate);
            if let Some(ship) = ship.filter(mine) {
                out.push(Action::Frigate { ship, dir: None });
                for dir in Dir::ALL {
                    if frigates::check(p, ship, dir).is_ok() {
                        out.push(Action::Frigate { ship, dir: Some(dir) });
                    }
                }
            }
        }
        Kind::Fire => declaring::declarations(p, seat, sealed, p.phase.step, &mut |d| {
            out.push(Action::Attack { by: d.by, at: d.at });
        }),
        Kind::Board => {
            for ship in boarding::undecided(p, seat, sealed) {
                out.push(Action::Board { ship, yes: true });
                out.push(Action::Board { ship, yes: false });
            }
        }
        Kind::Repair => {
            out.push(Action::Repair);
            out.extend(repair::of_seat(p, seat).map(Action::NoRepair));
        }
        Kind::Signals | Kind::Movement | Kind::Step | Kind::End | Kind::Over => {}
    }
}

fn list_move(p: &Public, out: &mut Vec<Action>) {
    if let Some(m) = &p.moving {
        let Some(cur) = m.cur else { return };
        let squad = m.squad;
        match cur.ask {
            Ask::Course(_) => {
                for keep in [true, false] {
                    out.push(Action::Keep { squad, at: cur.to, keep });
                }
            }
            ask => {
                if ask == Ask::Enter {
                    out.push(Action::Veer { squad, at: cur.from, way: Veer::In });
                }
                for (way, _) in captains::open_sides(p, cur.from, cur.heading) {
                    out.push(Action::Veer { squad, at: cur.from, way });
                }
            }
        }
        return;
    }
    let at = usize::from(p.phase.at);
    if let Some(squad) = p.phase.squads.get(at).copied() {
        out.push(Action::Move { squad, defer: false });
        if at + 1 < p.phase.squads.len() {
            out.push(Action::Move { squad, defer: true });
        }
    }
}

fn list_grand(p: &Public, squad: SquadId, most: u8, out: &mut Vec<Action>) {
    let Some(grand) = &p.grand else { return };
    let column = &grand.columns[squad.i()];
    let faces: SmallVec<[Option<Dir>; 7]> = core::iter::once(None)
        .chain(Dir::ALL.into_iter().filter(|d| *d != p.wind).map(Some))
        .collect();
    let of = |i: usize| if i < column.groups.len() { faces.len() } else { 1 };
    for hexes in 0..=most {
        if grand_tactical::check_hexes(p, squad, hexes).is_err() {
            continue;
        }
        for ahead in [None, Some(!column.ahead)] {
            for a in &faces[..of(0)] {
                for b in &faces[..of(1)] {
                    for c in &faces[..of(2)] {
                        out.push(Action::Grand { squad, hexes, ahead, turns: [*a, *b, *c] });
                    }
                }
            }
        }
    }
}
