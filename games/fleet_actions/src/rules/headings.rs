//! Heading orders: turns, tacks, following, dividing.

use super::{Ctx, formations};
use crate::action::HeadOrder;
use crate::board::{Attitude, Dir, Point};
use crate::event::Event;
use crate::illegal::{Illegal, Named};
use crate::setup::{ShipId, Special, SquadId};
use crate::state::{Group, Order, Public, mark};
use crate::units::Force;
use admiralty_core::SeatSet;
use smallvec::SmallVec;

/// The turn for which orders are given now.
fn coming(p: &Public) -> u16 {
    p.turn + 1
}

/// Through which turn the squadron may not change its headings.
fn inert(p: &Public, squad: SquadId) -> Option<u8> {
    p.battle.specials.iter().find_map(|s| match s {
        Special::Inert(q, n) if *q == squad && u16::from(*n) >= coming(p) => Some(*n), // FA-X.02
        _ => None,
    })
}

/// May the Group be put on this new heading?
fn check_dir(p: &Public, g: &Group, dir: Dir) -> Result<(), Illegal> {
    // FA-5.15: any of the five that is not astern (FA-5.16), less the one upwind (FA-5.17).
    if dir == g.heading.back() {
        return Err(Illegal::Astern { dir });
    }
    match Attitude::of(dir, p.wind) {
        Attitude::Upwind => Err(Illegal::Upwind { dir }),
        // In a gale there is no tacking to it either.
        Attitude::CloseHauled if p.force == Force::Gale => Err(Illegal::GaleCloseHauled { dir }),
        // FA-5.23: the other close hauled heading is reached by tacking alone.
        _ if other_tack(g.heading, p.wind) == Some(dir) => Err(Illegal::ThroughWind { dir }),
        _ => Ok(()),
    }
}

/// Does the Group have to change its heading?
fn obliged(p: &Public, g: &Group) -> Result<(), Illegal> {
    match Attitude::of(g.heading, p.wind) {
        Attitude::Upwind => Err(Illegal::MustTurnUpwind { dir: g.heading }), // FA-3.75
        Attitude::CloseHauled if p.force == Force::Gale => {
            Err(Illegal::MustTurnGale { dir: g.heading }) // FA-3.76
        }
        _ => Ok(()),
    }
}

/// What the orders of one Group have in common.
struct Scope {
    /// Must it change its heading?
    must: Result<(), Illegal>,
    /// Groups of its squadron in command, the parts of those already divided counted.
    n_groups: usize,
    /// Where the Groups are that follow it.
    followers: SmallVec<[Point; 2]>,
}

impl Scope {
    fn new(p: &Public, g: &Group) -> Scope {
        let groups = p.groups(g.squad);
        let follows = |other: &Group| matches!(p.ship(other.head).order, Order::Follow(lead) if g.ships.has(lead));
        Scope {
            must: obliged(p, g),
            n_groups: groups.iter().map(|g| 1 + usize::from(is_divided(p, g))).sum(),
            followers: groups.iter().filter(|o| follows(o)).map(|o| o.at).collect(),
        }
    }

    /// Would the Group on this heading run at one that follows it?
    fn runs_at_follower(&self, g: &Group, dir: Dir) -> bool {
        !self.followers.is_empty() && self.followers.contains(&g.at.step(dir))
    }
}

/// Has the Group been ordered to divide?
fn is_divided(p: &Public, g: &Group) -> bool {
    g.ships.iter().any(|id| matches!(p.ship(id).order, Order::Tail(_) | Order::Hold(_)))
}

/// May the ships of the squadron on this point have that order? FA-5.02: one for each Group.
pub(crate) fn check_order(
    p: &Public,
    squad: SquadId,
    at: Point,
    order: HeadOrder,
) -> Result<(), Illegal> {
    if let Some(g) = p.group_at(squad, at) {
        return check(p, &g, order);
    }
    let group = Named::group(&p.battle, squad, at);
    let strays = |id: ShipId| p.ship(id).at == at && p.ship(id).is_line_ok();
    if p.line_of(squad).any(strays) {
        return Err(Illegal::NotInCommand { group }); // FA-5.07
    }
    Err(Illegal::NoSuch { what: group })
}

/// May the Group have this order? The phase and the seat are checked elsewhere.
pub(crate) fn check(p: &Public, g: &Group, order: HeadOrder) -> Result<(), Illegal> {
    let group = || Named::group(&p.battle, g.squad, g.at);
    if p.ship(g.head).is(mark::ORDERED) {
        return Err(Illegal::Ordered { group: group() });
    }
    if p.melee_at(g.at) {
        return Err(Illegal::InMelee { group: group() });
    }
    let scope = Scope::new(p, g);
    if order == HeadOrder::Steady {
        return scope.must; // FA-5.18
    }
    // A heading that must be changed may be, whatever holds the squadron: but FA-X.02 leaves
    // an inert one no other order, nor may it divide.
    let obeys = scope.must.is_err() && matches!(order, HeadOrder::Turn { .. });
    let squad = || Named::squad(&p.battle, g.squad);
    if let Some(turn) = inert(p, g.squad).filter(|_| !obeys) {
        return Err(Illegal::Inert { squad: squad(), turn });
    }
    if scope.must.is_ok() && p.squads[g.squad.i()].shifted {
        return Err(Illegal::FlagShifted { squad: squad() }); // FA-D.07
    }
    check_kind(p, g, &scope, order)
}

/// The conditions of each kind of order.
fn check_kind(p: &Public, g: &Group, scope: &Scope, order: HeadOrder) -> Result<(), Illegal> {
    let n = g.ships.len();
    match order {
        HeadOrder::Steady => scope.must.clone(),
        HeadOrder::Turn { dir, together } => {
            check_dir(p, g, dir)?;
            let in_line = g.firing_axis().is_none();
            if dir == g.heading && (together || in_line) {
                return Err(Illegal::SameHeading { dir });
            }
            if together && !(2..=3).contains(&n) {
                return Err(Illegal::TogetherAlone { ships: n }); // FA-5.21
            }
            if scope.runs_at_follower(g, dir) {
                return Err(Illegal::LeaderComes { point: g.at });
            }
            Ok(()) // FA-5.25: two directions off the wind is a turn like any other.
        }
        HeadOrder::Tack { together } => {
            if p.force == Force::Gale {
                return Err(Illegal::GaleTack); // FA-3.66
            }
            if other_tack(g.heading, p.wind).is_none() {
                return Err(Illegal::NotCloseHauled { dir: g.heading }); // FA-5.24
            }
            if together && !(2..=3).contains(&n) {
                return Err(Illegal::TogetherAlone { ships: n });
            }
            Ok(())
        }
        // FA-3.75: whether a follower ever turns hangs on its leader; it must be ordered to.
        HeadOrder::Follow(to) => scope.must.clone().and_then(|()| check_follow(p, g, to)),
        HeadOrder::Divide { n: first, head, tail } => {
            if !p.battle.options.divide {
                return Err(Illegal::NoDividing); // FA-D.10
            }
            if n < 2 || first == 0 || first >= n {
                return Err(Illegal::DivideOne { ships: n, head: first });
            }
            if scope.n_groups >= 3 {
                return Err(Illegal::DivideThree); // FA-D.11
            }
            // FA-D.16: neither part may tack (nor follow, which the order has no words for).
            if let Some(dir) = other_tack(g.heading, p.wind)
                && (head == Some(dir) || tail == Some(dir))
            {
                return Err(Illegal::DivideTack { dir });
            }
            match head {
                Some(dir) if dir == g.heading => return Err(Illegal::SameHeading { dir }),
                Some(dir) => check_dir(p, g, dir)?,
                None => scope.must.clone()?,
            }
            let head = head.unwrap_or(g.heading);
            if scope.runs_at_follower(g, head) {
                return Err(Illegal::LeaderComes { point: g.at });
            }
            match tail {
                Some(dir) => {
                    check_dir(p, g, dir)?;
                    if dir == head {
                        return Err(Illegal::DivideSame { dir }); // FA-D.12
                    }
                }
                None => scope.must.clone()?,
            }
            Ok(())
        }
    }
}

fn check_follow(p: &Public, g: &Group, to: Point) -> Result<(), Illegal> {
    if !p.battle.options.succession {
        return Err(Illegal::NoFollowing); // FA-5.30
    }
    let dir = g.at.towards(to).ok_or(Illegal::LeaderFar { point: to })?;
    let leader = p.group_at(g.squad, to).ok_or(Illegal::NoLeader { point: to })?;
    // FA-5.31: not upwind, in a gale not close hauled, not astern …
    if p.barred(dir) {
        return Err(Illegal::FollowUpwind { dir });
    }
    if dir == g.heading.back() {
        return Err(Illegal::FollowAstern { dir });
    }
    // … the leader does not come at its follower, and there is no circle.
    if to.step(effective(p, &leader)) == g.at {
        return Err(Illegal::LeaderComes { point: to });
    }
    let mut at = leader;
    for _ in 0..8 {
        let Order::Follow(lead) = p.ship(at.head).order else { return Ok(()) };
        if g.ships.has(lead) {
            return Err(Illegal::FollowCircle);
        }
        match led(p, g.squad, lead).and_then(|first| p.group_at(g.squad, p.ship(first).at)) {
            Some(next) => at = next,
            None => return Ok(()),
        }
    }
    Ok(())
}

/// The foremost ship of a Group that others follow, as far as it is still a Group:
/// it is known by the ship that was at its head when the headings were ordered.
fn led(p: &Public, squad: SquadId, group: ShipId) -> Option<ShipId> {
    p.line_of(squad)
        .filter(|id| p.ship(*id).in_group() && p.ship(*id).muster == group)
        .min_by_key(|id| (p.ship(*id).rank, *id))
}

/// The direction in which a Group is going to move.
pub fn effective(p: &Public, g: &Group) -> Dir {
    let leader = match p.ship(g.head).order {
        Order::Follow(group) => led(p, g.squad, group),
        _ => None,
    };
    leader.and_then(|first| g.at.towards(p.ship(first).at)).unwrap_or(g.heading)
}

/// Every order the Group may have.
pub(crate) fn options(p: &Public, g: &Group, out: &mut dyn FnMut(HeadOrder)) {
    if p.ship(g.head).is(mark::ORDERED) || p.melee_at(g.at) {
        return;
    }
    let scope = Scope::new(p, g);
    let held = inert(p, g.squad).is_some();
    let mut try_one = |order: HeadOrder| {
        if check_kind(p, g, &scope, order).is_ok() {
            out(order);
        }
    };
    try_one(HeadOrder::Steady);
    if scope.must.is_ok() && (held || p.squads[g.squad.i()].shifted) {
        return;
    }
    for dir in Dir::ALL {
        for together in [false, true] {
            try_one(HeadOrder::Turn { dir, together });
        }
    }
    if held {
        return;
    }
    for together in [false, true] {
        try_one(HeadOrder::Tack { together });
    }
    for dir in Dir::ALL {
        let to = g.at.step(dir);
        if p.group_at(g.squad, to).is_some() {
            try_one(HeadOrder::Follow(to));
        }
    }
    if !p.battle.options.divide || g.ships.len() < 2 || scope.n_groups >= 3 {
        return;
    }
    // The same for every number of ships, so it is asked once for the first.
    let mut ways: SmallVec<[(Option<Dir>, Option<Dir>); 24]> = SmallVec::new();
    let turns = || core::iter::once(None).chain(Dir::ALL.into_iter().map(Some));
    for head in turns() {
        if head.is_some_and(|dir| check_dir(p, g, dir).is_err()) {
            continue;
        }
        for tail in turns() {
            if check_kind(p, g, &scope, HeadOrder::Divide { n: 1, head, tail }).is_ok() {
                ways.push((head, tail));
            }
        }
    }
    for n in 1..g.ships.len() {
        ways.iter().for_each(|(head, tail)| out(HeadOrder::Divide { n, head: *head, tail: *tail }));
    }
}

/// Has the Group anything to choose from?
pub(crate) fn has_choice(p: &Public, g: &Group) -> bool {
    if p.ship(g.head).is(mark::ORDERED) || p.melee_at(g.at) {
        return false;
    }
    if obliged(p, g).is_err() {
        return true;
    }
    inert(p, g.squad).is_none() && !p.squads[g.squad.i()].shifted
}

/// The heading the server chooses for a Group that had to be given one.
pub(crate) fn nearest_legal(p: &Public, heading: Dir) -> Dir {
    // FA-3.77: the nearest, to leeward in case of doubt, then to the right.
    let lee = p.wind.back();
    Dir::ALL
        .into_iter()
        .filter(|d| !p.barred(*d) && *d != heading.back())
        .min_by_key(|d| (d.turn(heading), d.turn(lee), d.from(heading) > 3))
        .unwrap_or(lee)
}

/// Does a course lead off the map in the coming turn?
// FA-D.37: such an order is to be confirmed.
pub(crate) fn leaves_map(p: &Public, from: Point, dir: Dir) -> bool {
    let mut at = from;
    for _ in 0..p.max_speed(dir) {
        at = at.step(dir);
        if !p.battle.extent.has(at) {
            return true;
        }
        if p.battle.land.has(at) {
            return false;
        }
    }
    false
}

impl Ctx<'_> {
    /// Gives a Group its order. Heading orders are public (FA-5.14).
    pub(crate) fn order(&mut self, squad: SquadId, at: Point, order: HeadOrder) {
        self.p.pending = SeatSet::EMPTY;
        let Some(g) = self.p.group_at(squad, at) else { return };
        let list = self.p.in_order(g.ships);
        for id in &list {
            self.p.ship_mut(*id).set(mark::ORDERED, true);
            self.p.ship_mut(*id).order = Order::Steady;
        }
        match order {
            HeadOrder::Steady => {}
            // FA-5.22: a turn takes effect at once.
            HeadOrder::Turn { dir, together } => formations::turn(self.p, g.ships, dir, together),
            HeadOrder::Tack { together } => self.set_orders(&list, Order::Tack { together }),
            HeadOrder::Follow(to) => {
                self.p.muster(squad);
                if let Some(leader) = self.p.group_at(squad, to) {
                    self.set_orders(&list, Order::Follow(leader.head));
                }
            }
            HeadOrder::Divide { n, head, tail } => {
                let heading = head.unwrap_or(g.heading);
                formations::in_line(self.p, g.ships, heading); // FA-D.14
                let part: SmallVec<[ShipId; 12]> = list[usize::from(n)..].into();
                let order = tail.map_or(Order::Hold(g.heading), Order::Tail);
                self.set_orders(&part, order);
            }
        }
        let heading = self.p.ship(g.head).heading;
        self.tell(Event::Ordered { squad, at, ships: g.ships, order, heading });
    }

    fn set_orders(&mut self, ships: &[ShipId], order: Order) {
        for id in ships {
            self.p.ship_mut(*id).order = order;
        }
    }
}

/// The close hauled heading on the other tack, if this one is close hauled.
pub fn other_tack(heading: Dir, wind: Dir) -> Option<Dir> {
    match heading.from(wind) {
        1 => Some(wind.left(1)), // FA-5.23: two directions, across the wind.
        5 => Some(wind.right(1)),
        _ => None, // FA-5.24
    }
}
