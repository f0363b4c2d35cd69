//! Who would be left out of command by a speed or by a fight, as far as it can be foreseen: what a
//! player is warned of while he can still choose otherwise.

use super::courses;
use crate::board::{Dir, Point};
use crate::rules::cards::Card;
use crate::rules::speeds;
use crate::setup::{ShipId, SquadId};
use crate::state::{Ask, Current, Fleet, Kind, Order, Public, Sealed, mark};
use crate::text::names;
use crate::units::Force;
use admiralty_core::{Doc, Field, Seat, Shape};
use alloc::vec::Vec;

/// What a speed would cost.
pub(in crate::text) const STRAYS: Shape = Shape::Map(&[
    Field::new("squad", Shape::Text, "the squadron"),
    Field::new("speed", Shape::Int, "the speed"),
    Field::new("ships", Shape::Text, "the ships that would straggle, by name"),
]);

/// A ship in command while her squadron sails on.
struct Sails {
    id: ShipId,
    at: Point,
    heading: Dir,
    order: Order,
    held: bool,
}

/// The ships a squadron has in command, where they are.
fn in_command(p: &Public, squad: SquadId) -> Vec<Sails> {
    let sails = |id: ShipId| {
        let s = p.ship(id);
        // FA-7.35, FA-8.89, FA-D.24: who fights at close quarters or cannot move stays behind.
        let held = p.melee_at(s.at) || s.is(mark::AGROUND) || p.is_fouled(id) || s.md >= 7;
        Sails { id, at: s.at, heading: s.heading, order: s.order, held }
    };
    p.line_of(squad).filter(|id| p.ship(*id).in_group()).map(sails).collect()
}

/// One move of all that may: each where it is ordered to.
fn sail(p: &Public, ships: &mut Vec<Sails>, may: impl Fn(ShipId) -> bool, first: bool) {
    let open = |at: Point, dir: Dir| {
        let to = at.step(dir);
        let land = p.battle.extent.has(to) && !p.battle.is_sea(to);
        (!p.barred(dir) && !land).then_some(to)
    };
    let ahead = |s: &Sails| match s.order {
        _ if s.held || !may(s.id) => None,
        Order::Tack { .. } | Order::Follow(_) => None,
        Order::Hold(_) if first => None,
        Order::Tail(dir) | Order::Hold(dir) => open(s.at, dir),
        Order::Steady => open(s.at, s.heading),
    };
    let to: Vec<Option<Point>> = ships.iter().map(ahead).collect();
    // FA-5.33: who follows goes where the leader was.
    let after = |s: &Sails| match s.order {
        Order::Follow(lead) if !s.held && may(s.id) => {
            let lead = ships.iter().zip(&to).find(|(l, _)| l.id == lead)?;
            let dir = s.at.towards(lead.0.at)?;
            lead.1.and_then(|_| open(s.at, dir))
        }
        _ => None,
    };
    let then: Vec<Option<Point>> = ships.iter().map(after).collect();
    for ((s, to), then) in ships.iter_mut().zip(to).zip(then) {
        s.at = to.or(then).unwrap_or(s.at);
    }
    // Who has left the map is no straggler.
    ships.retain(|s| p.battle.extent.has(s.at));
}

/// Those too far from their flagship now.
// FA-5.06, FA-6.33
fn out_of_reach(p: &Public, squad: SquadId, ships: &[Sails]) -> Fleet {
    let flag = p.squads[squad.i()].flag;
    let Some(flag) = ships.iter().find(|s| Some(s.id) == flag) else { return Fleet::EMPTY };
    ships.iter().filter(|s| s.at.distance(flag.at) > 1).map(|s| s.id).collect()
}

/// A General Chase lets ships go farther: then nobody is warned.
// FA-C.10
fn chases(p: &Public) -> bool {
    let shown = p.cards.iter().flatten().any(|s| s.card == Card::GCH);
    p.battle.options.extended && shown
}

/// What each speed that a seat may still seal would cost.
pub(in crate::text) fn by_speed(p: &Public, seat: Seat, sealed: &Sealed) -> Doc {
    let mut list = Vec::new();
    if p.phase.kind != Kind::Speed || !p.pending.has(seat) {
        return Doc::List(list);
    }
    for squad in p.squad_ids().filter(|q| p.seat_of(*q) == seat) {
        for speed in 0..=3 {
            if speeds::check_speed(p, sealed, squad, speed).is_err() {
                continue;
            }
            let Ok(voyage) = courses::sail(p, squad, speed) else { continue };
            let ships = voyage.strays;
            if !ships.is_empty() {
                list.push(
                    Doc::map()
                        .with("squad", p.battle.squad_code(squad))
                        .with("speed", speed)
                        .with("ships", names::ships(&p.battle, ships)),
                );
            }
        }
    }
    Doc::List(list)
}

/// Who would straggle by an answer of those who are in among the enemy, while the others sail on through
/// the turn: who holds the course is locked where courses cross, who turns alongside sails on with them.
// FA-7.20, FA-7.24, FA-7.35
pub(in crate::text) fn by_course(p: &Public, cur: Current, heading: Dir) -> Fleet {
    let Some(moving) = &p.moving else { return Fleet::EMPTY };
    let squad = moving.squad;
    let side = p.battle.side(squad);
    let crosses = p.line_at(cur.to).iter().any(|id| {
        let s = p.ship(id);
        s.side != side && !s.heading.is_parallel(heading)
    });
    let gentle = matches!(p.force, Force::Gale | Force::Calm);
    if gentle || !matches!(cur.ask, Ask::Course(_)) || chases(p) {
        return Fleet::EMPTY;
    }
    let mut ships = in_command(p, squad);
    for s in &mut ships {
        if cur.movers.has(s.id) {
            s.at = cur.to;
            s.heading = heading;
            s.held = crosses;
        }
    }
    let first = p.squads[squad.i()].moves == 0;
    let todo = moving.todo.iter().fold(Fleet::EMPTY, |a, b| a.union(*b));
    sail(p, &mut ships, |id| todo.has(id), first);
    let mut strays = out_of_reach(p, squad, &ships);
    // FA-3.35 to 3.37: whoever sails in one step sails in all that follow.
    for _ in p.phase.step..4 {
        sail(p, &mut ships, |_| true, false);
        strays = strays.union(out_of_reach(p, squad, &ships));
    }
    strays
}
