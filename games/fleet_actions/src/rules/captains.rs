//! Captains Rolls: will a Group enter an occupied point, and keep its course there?

use super::Ctx;
use crate::action::Veer;
use crate::board::{Dir, Point};
use crate::event::{Owner, Purpose};
use crate::illegal::Illegal;
use crate::state::{Ask, Current, Fleet, Group, Public, Ship, mark};
use admiralty_core::Dry;
use smallvec::SmallVec;

/// The Groups on a point that make a mover hesitate: the enemy's, and those of
/// other squadrons of his own side.
// FA-7.05: stragglers, frigates, struck ships and prizes do not.
pub(crate) fn obstacles(p: &Public, at: Point, movers: Fleet) -> SmallVec<[Group; 4]> {
    let Some(first) = movers.iter().next() else { return SmallVec::new() };
    let squad = p.ship(first).squad;
    // FA-7.02, FA-7.03: enemy Groups and other friendly squadrons; FA-7.04: not the own one.
    p.groups_on(at).into_iter().filter(|g| g.squad != squad).collect()
}

/// May a veering Group go that way?
pub(crate) fn check_veer(p: &Public, from: Point, dir: Dir) -> Result<Point, Illegal> {
    if p.barred(dir) {
        return Err(Illegal::VeerUpwind { dir }); // FA-7.09
    }
    let to = from.step(dir);
    // FA-7.08: on the map, no land, no ship of any kind.
    if !p.battle.is_sea(to) || !p.at(to, |_| true).is_empty() {
        return Err(Illegal::VeerShut { point: to });
    }
    Ok(to)
}

/// The directions a Group may veer to: left and right of its heading.
pub(crate) fn open_sides(p: &Public, from: Point, heading: Dir) -> SmallVec<[(Veer, Dir); 2]> {
    [(Veer::Left, heading.left(1)), (Veer::Right, heading.right(1))]
        .into_iter()
        .filter(|(_, dir)| check_veer(p, from, *dir).is_ok())
        .collect()
}

/// What is to happen with a Group before an occupied point.
pub(crate) enum Verdict {
    /// It goes in.
    Enter,
    /// It veers in this direction.
    Veer(Dir),
    /// Somebody must decide.
    Ask(Ask),
}

/// The Group to which a newcomer's course is compared.
pub(crate) fn reference(p: &Public, at: Point, movers: Fleet, heading: Dir) -> Option<Group> {
    let first = movers.iter().next()?;
    let side = p.ship(first).side;
    // FA-7.28: none on a point in melee, none against the own squadron or stragglers.
    if p.melee_at(at) {
        return None;
    }
    // FA-7.29: an enemy before a friend, then most ships, then the lower squadron number.
    obstacles(p, at, movers)
        .into_iter()
        .filter(|g| !g.heading.is_parallel(heading)) // FA-7.22
        .min_by_key(|g| {
            (p.battle.side(g.squad) == side, core::cmp::Reverse(g.ships.len()), g.squad)
        })
}

/// The heading parallel to `reference` that needs the smallest turn.
pub(crate) fn conforming(p: &Public, heading: Dir, reference: Dir) -> Dir {
    let (near, far) = if heading.turn(reference) < heading.turn(reference.back()) {
        (reference, reference.back())
    } else {
        (reference.back(), reference)
    };
    // FA-7.24: the smallest turn; FA-7.25: never upwind, nor close hauled in a gale.
    if p.barred(near) { far } else { near }
}

/// Is their squadron's flagship among them?
pub(crate) fn is_led(p: &Public, movers: Fleet) -> bool {
    let Some(first) = movers.iter().next() else { return false };
    p.squads[p.ship(first).squad.i()].flag.is_some_and(|flag| movers.has(flag))
}

/// Is a flagship of the movers' side in the melee they are about to join?
pub(crate) fn flag_in_melee(p: &Public, movers: Fleet, to: Point) -> bool {
    let Some(first) = movers.iter().next() else { return false };
    let side = p.ship(first).side;
    let there = |s: &Ship| s.side == side && s.at == to && s.is(mark::MELEE) && s.is_line_ok();
    p.squad_ids().any(|squad| p.flagship(squad).is_some_and(there))
}

impl Ctx<'_> {
    /// Before an occupied point: exempt, or a Captains Roll.
    pub(crate) fn captains(&mut self, cur: &Current) -> Result<Verdict, Dry> {
        let Some(first) = cur.movers.iter().next() else { return Ok(Verdict::Enter) };
        let squad = self.p.ship(first).squad;
        let sides = open_sides(self.p, cur.from, cur.heading);
        // FA-7.17, FA-7.18: with the flagship among the movers the Admiral decides.
        if is_led(self.p, cur.movers) {
            // FA-7.19: he may veer, if a side is open.
            return Ok(if sides.is_empty() { Verdict::Enter } else { Verdict::Ask(Ask::Enter) });
        }
        if flag_in_melee(self.p, cur.movers, cur.to) {
            return Ok(Verdict::Enter); // FA-7.16
        }
        let owner = Owner::Group(squad, cur.from, cur.movers);
        if self.captains_roll(Purpose::Captains, owner, self.closing_bonus(squad))? {
            return Ok(Verdict::Enter); // FA-7.06
        }
        Ok(match sides[..] {
            [] => Verdict::Enter, // FA-7.11: it cannot veer and goes in after all.
            [(_, dir)] => Verdict::Veer(dir), // FA-7.07
            _ => Verdict::Ask(Ask::Side), // FA-7.10: the mover chooses.
        })
    }

    /// One D6: success on 5 or more.
    // FA-2.17
    pub(crate) fn captains_roll(
        &mut self,
        purpose: Purpose,
        owner: Owner,
        bonus: u8,
    ) -> Result<bool, Dry> {
        let before = self.reveals;
        self.reveals |= self.hides_cards();
        let (_, ok) = self.roll(6, purpose, owner, bonus, Some(5))?;
        self.reveals = before || self.hides_cards();
        Ok(ok)
    }

    /// The second roll: keep the course, or turn parallel.
    pub(crate) fn course_roll(&mut self, cur: &Current) -> Result<bool, Dry> {
        let Some(first) = cur.movers.iter().next() else { return Ok(true) };
        let squad = self.p.ship(first).squad;
        // FA-7.26: the flagship's Group is exempt here as well; FA-7.23: success keeps the course.
        if is_led(self.p, cur.movers) {
            return Ok(true);
        }
        let owner = Owner::Group(squad, cur.to, cur.movers);
        self.captains_roll(Purpose::Course, owner, self.closing_bonus(squad))
    }
}
