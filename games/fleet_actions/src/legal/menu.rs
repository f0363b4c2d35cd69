//! The menu: pick by pick to each action of the list.

use super::{See, check, legal};
use crate::action::{Action, HeadOrder, Pick, Veer};
use crate::board::Dir;
use crate::rules::headings;
use crate::setup::SquadId;
use crate::state::{Public, Unit};
use crate::units::FORCES;
use admiralty_core::{Actor, Menu, Viewer};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The picks that lead to an action.
fn path(p: &Public, action: &Action) -> SmallVec<[Pick; 6]> {
    let mut path: SmallVec<[Pick; 6]> = SmallVec::new();
    let unit = |u: Unit| match u {
        Unit::Group(q, at) => Pick::Group(q, at),
        Unit::Ship(id) => Pick::Ship(id),
    };
    match *action {
        Action::Head { squad, at, order } => {
            path.push(Pick::Group(squad, at));
            head_path(p, squad, at, order, &mut path);
        }
        Action::Speed { squad, speed } => path.extend([Pick::Squad(squad), Pick::Number(speed)]),
        Action::Card { signal, .. } => match signal {
            None => path.push(Pick::Word("no card")),
            Some(s) => {
                path.extend([Pick::Word("card"), Pick::Card(s.card)]);
                path.push(s.squad.map_or(Pick::Word("all"), Pick::Squad));
            }
        },
        Action::Flag { squad, ship } => {
            path.push(Pick::Squad(squad));
            path.push(ship.map_or(Pick::Word("keep"), Pick::Ship));
        }
        Action::LightFirst(side) | Action::GrandFirst(side) => path.push(Pick::Side(side)),
        Action::Move { squad, defer } => {
            path.extend([Pick::Squad(squad), Pick::Word(if defer { "defer" } else { "move" })]);
        }
        Action::Veer { way, .. } => path.push(Pick::Word(match way {
            Veer::In => "enter",
            Veer::Left => "veer left",
            Veer::Right => "veer right",
        })),
        Action::Keep { keep, .. } => path.push(Pick::Word(if keep { "keep" } else { "conform" })),
        Action::Frigate { ship, dir } => {
            path.push(Pick::Ship(ship));
            path.push(dir.map_or(Pick::Word("stay"), |d| Pick::Point(p.ship(ship).at.step(d))));
        }
        Action::Single { ship, go, dir } => {
            path.extend([Pick::Ship(ship), Pick::Word(if go { "go" } else { "stay" })]);
            path.push(dir.map_or(Pick::Word("as she heads"), Pick::Dir));
        }
        Action::Attack { by, at } => {
            path.push(unit(by));
            path.push(at.map_or(Pick::Word("hold fire"), unit));
        }
        Action::Board { ship, yes } => {
            path.extend([Pick::Ship(ship), Pick::Word(if yes { "board" } else { "do not board" })]);
        }
        Action::NoRepair(ship) => path.extend([Pick::Word("leave"), Pick::Ship(ship)]),
        Action::Repair => path.push(Pick::Word("repair")),
        Action::Grand { squad, hexes, ahead, turns } => {
            path.extend([Pick::Squad(squad), Pick::Number(hexes)]);
            path.push(Pick::Word(match ahead {
                None => "same formation",
                Some(true) => "line ahead",
                Some(false) => "line abreast",
            }));
            let n = p.grand.as_ref().map_or(3, |g| g.columns[squad.i()].groups.len());
            for turn in &turns[..n.min(3)] {
                path.push(turn.map_or(Pick::Word("as it faces"), Pick::Dir));
            }
        }
        Action::Place { ship, at } => path.extend([Pick::Ship(ship), Pick::Point(at)]),
        Action::Wind { dir, force } => path.extend([Pick::Dir(dir), Pick::Force(force)]),
        Action::Begin => path.push(Pick::Word("begin")),
        Action::Concede => path.push(Pick::Word("concede")),
        Action::OfferEnd => path.push(Pick::Word("offer to end")),
        Action::FightOn => path.push(Pick::Word("fight on")),
        // The server's own entries are on nobody's menu.
        Action::TimeOut(_) | Action::Left(_) => path.push(Pick::Word("absent")),
    }
    path
}

fn head_path(
    p: &Public,
    squad: SquadId,
    at: crate::board::Point,
    order: HeadOrder,
    path: &mut SmallVec<[Pick; 6]>,
) {
    let manner = |together: bool| Pick::Word(if together { "together" } else { "in succession" });
    let mut course = p.group_at(squad, at).map(|g| g.heading);
    match order {
        HeadOrder::Steady => path.push(Pick::Word("steady")),
        HeadOrder::Turn { dir, together } => {
            path.extend([Pick::Dir(dir), manner(together)]);
            course = Some(dir);
        }
        HeadOrder::Tack { together } => {
            path.extend([Pick::Word("tack"), manner(together)]);
            course = None;
        }
        HeadOrder::Follow(to) => {
            path.extend([Pick::Word("follow"), Pick::Point(to)]);
            course = None;
        }
        HeadOrder::Divide { n, head, tail } => {
            path.extend([Pick::Word("divide"), Pick::Number(n)]);
            path.push(head.map_or(Pick::Word("steady"), Pick::Dir));
            path.push(tail.map_or(Pick::Word("hold"), Pick::Dir));
            course = head.or(course);
        }
    }
    // FA-D.37: a course off the map is to be confirmed.
    if course.is_some_and(|dir| headings::leaves_map(p, at, dir)) {
        path.push(Pick::Word("off the map, sure"));
    }
}

/// What may be picked next.
pub(crate) fn menu(sight: See<'_>, draft: &[Pick], out: &mut Menu<Pick, Action>) {
    let p = sight.public;
    let mut actions = Vec::new();
    legal(sight, &mut actions);
    for action in actions {
        let path = path(p, &action);
        if path.len() <= draft.len() || path[..draft.len()] != *draft {
            continue;
        }
        let next = path[draft.len()];
        if path.len() == draft.len() + 1 {
            out.to(next, action);
        } else if !out.choices.iter().any(|c| c.pick == next) {
            out.on(next);
        }
    }
    let master = p.battle.gamemaster().map(Viewer::Seat);
    if p.battle.options.gm_wind && master == Some(sight.viewer) {
        wind_menu(p, draft, out);
    }
    if draft.is_empty()
        && let Some(seat) = sight.seat()
    {
        for action in [Action::OfferEnd, Action::FightOn, Action::Concede] {
            if check(sight, Actor::Seat(seat), &action).is_ok() {
                out.aside(path(p, &action)[0], action);
            }
        }
    }
}

/// The gamemaster's menu: where the wind shall come from, and how strong.
fn wind_menu(p: &Public, draft: &[Pick], out: &mut Menu<Pick, Action>) {
    if p.over.is_some() {
        return;
    }
    match *draft {
        [] => Dir::ALL.into_iter().for_each(|d| out.on(Pick::Dir(d))),
        [Pick::Dir(dir)] => {
            for (_, force) in FORCES {
                out.aside(Pick::Force(force), Action::Wind { dir, force });
            }
        }
        _ => {}
    }
}
