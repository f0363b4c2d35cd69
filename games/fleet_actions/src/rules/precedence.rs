//! Orders of precedence: who signals first, who moves first.

use super::Ctx;
use crate::board::Point;
use crate::event::{Event, Owner, Purpose};
use crate::illegal::{Illegal, Named};
use crate::setup::SquadId;
use crate::state::{Fleet, Kind, Order, Public, Ship, State};
use crate::units::Force;
use admiralty_core::{Dry, SeatSet, Side};
use smallvec::SmallVec;

/// The span of upwind numbers of a squadron's Groups.
#[derive(Clone, Copy)]
struct Span {
    squad: SquadId,
    low: i16,
    high: i16,
    sum: i32,
    n: i32,
}

impl Span {
    /// Has it the weather gauge of the other?
    // FA-6.12: all its Groups upwind of the other's most upwind one; FA-6.13: the same line is not.
    fn has_gauge(&self, other: &Span) -> bool {
        self.low > other.high
    }
}

fn span(p: &Public, squad: SquadId) -> Option<Span> {
    let groups = p.groups(squad);
    let us: SmallVec<[i16; 4]> = groups.iter().map(|g| g.at.upwind(p.wind)).collect();
    // FA-6.56: a squadron without a Group on the map has no place in any order.
    Some(Span {
        squad,
        low: *us.iter().min()?,
        high: *us.iter().max()?,
        sum: us.iter().map(|u| i32::from(*u)).sum(),
        n: us.len() as i32,
    })
}

fn spans(p: &Public) -> SmallVec<[Span; 16]> {
    p.squad_ids().filter_map(|q| span(p, q)).collect()
}

/// The point of a side's most windward Group.
pub(crate) fn windward(p: &Public, side: Side) -> Option<Point> {
    let mine = p.squad_ids().filter(|q| p.battle.side(*q) == side).flat_map(|q| p.groups(q));
    mine.map(|g| g.at).max_by_key(|at| at.upwind(p.wind))
}

/// The side whose Groups are all upwind of the enemy's.
pub(crate) fn fleet_gauge(p: &Public) -> Option<Side> {
    let all = spans(p);
    let of = |side: u8| all.iter().filter(move |s| p.battle.side(s.squad) == Side(side));
    // A fleet has it when each of its squadrons has it of each of the enemy's.
    [0, 1].into_iter().filter(|side| of(*side).count() > 0 && of(1 - *side).count() > 0).find_map(
        |side| of(side).all(|x| of(1 - side).all(|y| x.has_gauge(y))).then_some(Side(side)),
    )
}

impl Ctx<'_> {
    /// Of several squadrons of one speed one is asked: shall it move, or another first?
    // FA-6.10: the most windward, then the next downwind.
    pub(crate) fn ask_mover(&mut self) {
        let squad = self.p.phase.squads[usize::from(self.p.phase.at)];
        self.p.pending = SeatSet::only(self.p.seat_of(squad));
    }

    /// Dice of a roll-off; ties are rolled again among the tied until all differ.
    // FA-5.13
    fn roll_off(
        &mut self,
        squads: &[SquadId],
        purpose: Purpose,
    ) -> Result<SmallVec<[(SquadId, u64); 16]>, Dry> {
        let mut keys: SmallVec<[(SquadId, u64); 16]> = squads.iter().map(|q| (*q, 0)).collect();
        let mut rolling: SmallVec<[SquadId; 16]> = squads.into();
        // A key holds up to twenty dice; more ties in a row than that fall to the lower number.
        for _ in 0..20 {
            for key in &mut keys {
                key.1 *= 7;
            }
            for squad in &rolling {
                let die = self.d6(purpose, Owner::Squad(*squad))?;
                if let Some(key) = keys.iter_mut().find(|k| k.0 == *squad) {
                    key.1 += u64::from(die);
                }
            }
            rolling = keys
                .iter()
                .filter(|k| keys.iter().any(|o| o.0 != k.0 && o.1 == k.1))
                .map(|k| k.0)
                .collect();
            if rolling.is_empty() {
                break;
            }
        }
        Ok(keys)
    }

    /// The order in which headings are signalled.
    // FA-5.10: the most downwind first.
    pub(crate) fn heading_order(&mut self) -> Result<SmallVec<[SquadId; 16]>, Dry> {
        let mut left = spans(self.p);
        let below = |x: &Span, y: &Span| y.has_gauge(x); // FA-5.11
        let clear = left
            .iter()
            .all(|x| left.iter().all(|y| x.squad == y.squad || below(x, y) || below(y, x)));
        let mut keys: SmallVec<[(SquadId, u64); 16]> = SmallVec::new();
        if !clear {
            // FA-5.12: otherwise everybody rolls, and the lower result goes first.
            let all: SmallVec<[SquadId; 16]> = left.iter().map(|s| s.squad).collect();
            keys = self.roll_off(&all, Purpose::HeadingOrder)?;
        }
        let key = |q: SquadId| keys.iter().find(|k| k.0 == q).map_or(0, |k| k.1);
        let mut order = SmallVec::new();
        while !left.is_empty() {
            let next = (0..left.len())
                .filter(|i| !left.iter().any(|y| below(y, &left[*i])))
                .min_by_key(|i| (key(left[*i].squad), left[*i].squad))
                .unwrap_or(0);
            order.push(left.remove(next).squad);
        }
        Ok(order)
    }

    /// The squadrons of a slot, most windward first.
    pub(crate) fn moving_order(&mut self, slot: u8) -> Result<SmallVec<[SquadId; 16]>, Dry> {
        let mut all: SmallVec<[Span; 16]> = spans(self.p)
            .into_iter()
            .filter(|s| {
                // The marker holds for the turn, whatever headings have become.
                let marker = self.p.squads[s.squad.i()].marker;
                marker == slot || (slot == 1 && marker == 0 && has_tack(self.p, s.squad))
            })
            .collect();
        // FA-6.14: the greatest upwind number, then the greater mean …
        let rank = |x: &Span, y: &Span| y.high.cmp(&x.high).then((y.sum * x.n).cmp(&(x.sum * y.n)));
        all.sort_by(|x, y| rank(x, y).then(x.squad.cmp(&y.squad)));
        // … then a roll-off.
        let mut order = SmallVec::new();
        for tied in all.chunk_by(|x, y| rank(x, y).is_eq()) {
            order.extend(self.settle_tie(tied.iter().map(|x| x.squad).collect())?);
        }
        Ok(order)
    }

    /// Squadrons equally far to windward roll; the higher counts as more windward.
    pub(crate) fn settle_tie(
        &mut self,
        tied: SmallVec<[SquadId; 16]>,
    ) -> Result<SmallVec<[SquadId; 16]>, Dry> {
        if tied.len() < 2 {
            return Ok(tied);
        }
        let mut keys = self.roll_off(&tied, Purpose::MoveOrder)?;
        keys.sort_by_key(|(squad, key)| (core::cmp::Reverse(*key), *squad));
        Ok(keys.into_iter().map(|(squad, _)| squad).collect())
    }

    /// The light-ship order of the turn: chosen, rolled, or of no matter.
    pub(crate) fn light_order(&mut self) -> Result<(), Dry> {
        let p = &mut *self.p;
        p.light_first = Side(0);
        let one_has_none = [Side(0), Side(1)].iter().any(|side| light_ships(p, *side).is_empty());
        if p.force == Force::Calm || one_has_none {
            return Ok(());
        }
        match fleet_gauge(p) {
            // FA-6.52: the windward fleet chooses.
            Some(side) => p.pending = SeatSet::only(p.battle.cinc(side)),
            None => {
                // FA-6.53: the lower roll goes first.
                loop {
                    let a = self.d6(Purpose::LightOrder, Owner::Side(Side(0)))?;
                    let b = self.d6(Purpose::LightOrder, Owner::Side(Side(1)))?;
                    if a != b {
                        self.set_light_first(if a < b { Side(0) } else { Side(1) });
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Fixes the light-ship order for the turn.
    // FA-6.54
    pub(crate) fn set_light_first(&mut self, side: Side) {
        self.p.pending = SeatSet::EMPTY;
        self.p.light_first = side;
        self.tell(Event::LightFirst(side));
    }

    /// A squadron that was asked moves, or lets the next one be asked.
    pub(crate) fn asked(&mut self, squad: SquadId, defer: bool) -> Result<(), Dry> {
        self.p.pending = SeatSet::EMPTY;
        if defer {
            self.tell(Event::Deferred(squad));
            self.p.phase.at += 1;
            if usize::from(self.p.phase.at) + 1 < self.p.phase.squads.len() {
                return Ok(());
            }
        }
        // FA-6.11: the last one asked must move; then the question starts again to windward.
        let at = usize::from(self.p.phase.at).min(self.p.phase.squads.len().saturating_sub(1));
        let next = self.p.phase.squads.remove(at);
        self.p.phase.at = 0;
        if self.p.phase.kind == Kind::GrandSlot {
            self.grand_slot_move(next)
        } else {
            self.begin_squad(next);
            Ok(())
        }
    }
}

/// Ships in a side's hands that sail by themselves: frigates, stragglers, prizes.
pub(crate) fn light_ships(p: &Public, side: Side) -> Fleet {
    let alone = |s: &Ship| super::singles::is_single(s) || (!s.line && s.state == State::Ok);
    p.all().filter(|(id, s)| alone(s) && p.control_side(*id) == side).map(|(id, _)| id).collect()
}

/// Would the squadron that is asked run onto friends who have still to sail in this slot? Then those
/// ahead go first.
pub(crate) fn should_wait(p: &Public) -> bool {
    let Some(squad) = p.phase.squads.get(usize::from(p.phase.at)) else { return false };
    if p.moving.is_some() || check_defer(p, *squad, true).is_err() {
        return false;
    }
    let side = p.battle.side(*squad);
    p.groups(*squad).into_iter().any(|g| {
        let ahead = p.at(g.at.step(g.heading), |s| s.side == side && s.is_line_ok());
        ahead.iter().any(|id| {
            let other = p.ship(id).squad;
            other != *squad && p.phase.squads.contains(&other)
        })
    })
}

/// May the squadron that is asked let the next one move first?
pub(crate) fn check_defer(p: &Public, squad: SquadId, defer: bool) -> Result<(), Illegal> {
    if defer && usize::from(p.phase.at) + 1 >= p.phase.squads.len() {
        return Err(Illegal::LastAsked { squad: Named::squad(&p.battle, squad) }); // FA-6.11
    }
    Ok(())
}

/// Has the squadron a Group that is to tack?
pub(crate) fn has_tack(p: &Public, squad: SquadId) -> bool {
    p.line_of(squad).any(|id| {
        let s = p.ship(id);
        s.in_group() && matches!(s.order, Order::Tack { .. })
    })
}
