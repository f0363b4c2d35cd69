//! What may be done: the check of an action, the list of all, and the menu
//! that leads to them.

use crate::FleetActions;
use crate::action::{Action, HeadOrder, Pick, Veer};
use crate::board::Dir;
use crate::illegal::Illegal;
use crate::rules::{
    boarding, captains, flags, frigates, grand_tactical, gunnery, headings, repair, singles,
    speeds, transfer,
};
use crate::setup::{ShipId, SquadId};
use crate::state::{Ask, Declared, Kind, Public, Sealed, Unit};
use crate::units::FORCES;
use admiralty_core::{Actor, Listed, Menu, Own, Seat, Side, Sight, Viewer};
use alloc::string::ToString;
use alloc::vec::Vec;
use smallvec::SmallVec;

type See<'a> = Sight<'a, FleetActions>;

/// The seat that acts and what it has sealed.
fn actor<'a>(sight: See<'a>, by: Actor) -> Option<(Seat, &'a Sealed)> {
    let Actor::Seat(seat) = by else { return None };
    Some((seat, sight.of_seat(seat)?))
}

/// The seat that looks, if it is a player's.
fn viewer(sight: See<'_>) -> Option<Seat> {
    match sight.own {
        Own::Seat { seat, .. } => Some(seat),
        Own::All(_) | Own::Nobody => None,
    }
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

/// The seat to whom the subject of an action belongs.
fn owner(p: &Public, action: &Action) -> Option<Seat> {
    let of_squad = |q: &SquadId| p.battle.squads.get(q.i()).map(|s| s.seat);
    let of_ship = |id: &ShipId| if id.i() < p.ships.len() { Some(p.controller(*id)) } else { None };
    match action {
        Action::Head { squad, .. }
        | Action::Speed { squad, .. }
        | Action::Flag { squad, .. }
        | Action::Move { squad, .. }
        | Action::Veer { squad, .. }
        | Action::Keep { squad, .. }
        | Action::Grand { squad, .. } => of_squad(squad),
        Action::Card { seat, .. } => Some(*seat),
        Action::Frigate { ship, .. }
        | Action::Single { ship, .. }
        | Action::Board { ship, .. }
        | Action::NoRepair(ship)
        | Action::Place { ship, .. } => of_ship(ship),
        Action::Attack { by: Unit::Group(squad, _), .. } => of_squad(squad),
        Action::Attack { by: Unit::Ship(id), .. } => of_ship(id),
        _ => None,
    }
}

fn subject(p: &Public, action: &Action) -> alloc::string::String {
    match action {
        Action::Head { squad, .. }
        | Action::Speed { squad, .. }
        | Action::Flag { squad, .. }
        | Action::Move { squad, .. }
        | Action::Veer { squad, .. }
        | Action::Keep { squad, .. }
        | Action::Grand { squad, .. } => p.battle.squad_code(*squad),
        Action::Frigate { ship, .. }
        | Action::Single { ship, .. }
        | Action::Board { ship, .. }
        | Action::NoRepair(ship)
        | Action::Place { ship, .. } => p.battle.ship_code(*ship),
        Action::Attack { by, .. } => crate::notation::unit(&p.battle, *by),
        _ => "that".to_string(),
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
            gunnery::check_declared(p, sealed, Declared { by, at }, p.phase.step)
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
    let first = p.phase.list.first().copied();
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
            if let Some(q) = first {
                list_grand(p, SquadId(q), 0, out);
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
            if let Some(id) = first {
                let ship = ShipId(id);
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
            if let Some(squad) = first.map(SquadId) {
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
            if let Some(ship) = first.map(ShipId).filter(mine) {
                singles::options(p, ship, &mut |go, dir| {
                    out.push(Action::Single { ship, go, dir });
                });
            }
        }
        Kind::Frigates => {
            let mine = |id: &ShipId| p.ships.get(id.i()).is_some_and(frigates::is_frigate);
            if let Some(ship) = first.map(ShipId).filter(mine) {
                out.push(Action::Frigate { ship, dir: None });
                for dir in Dir::ALL {
                    if frigates::check(p, ship, dir).is_ok() {
                        out.push(Action::Frigate { ship, dir: Some(dir) });
                    }
                }
            }
        }
        Kind::Fire => gunnery::declarations(p, seat, sealed, p.phase.step, &mut |d| {
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
    if let Some(squad) = p.phase.list.get(at).map(|q| SquadId(*q)) {
        out.push(Action::Move { squad, defer: false });
        if at + 1 < p.phase.list.len() {
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

/// The picks that lead to an action.
pub(crate) fn path(p: &Public, action: &Action) -> SmallVec<[Pick; 6]> {
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
        Action::TimeOut(_) => path.push(Pick::Word("time out")),
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
        for action in [Action::OfferEnd, Action::Concede] {
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
