//! The Boarding Phase: who boards, the hand-to-hand fight, and prizes.

use super::{Ctx, gunnery};
use crate::board::Point;
use crate::event::{Event, Owner, Purpose};
use crate::illegal::{Illegal, Named};
use crate::setup::ShipId;
use crate::state::{Fleet, Laid, Public, Sealed, mark};
use admiralty_core::{Dry, Seat, SeatSet, Side};
use smallvec::SmallVec;

/// An engaged pair or trio.
#[derive(Clone, Copy)]
struct Engaged {
    at: Point,
    sides: [Fleet; 2],
}

impl Engaged {
    fn all(&self) -> Fleet {
        self.sides[0].union(self.sides[1])
    }
}

/// All engaged sets, by point and then by the lowest ship of side A.
fn engaged(p: &Public) -> SmallVec<[Engaged; 8]> {
    let mut sets: SmallVec<[Engaged; 8]> = SmallVec::new();
    for (id, s) in p.all() {
        if s.side.0 != 0 || !s.is_paired() || sets.iter().any(|e| e.all().has(id)) {
            continue;
        }
        let a = gunnery::allies(p, id);
        let b = a.iter().flat_map(|x| p.ship(x).partners()).collect();
        sets.push(Engaged { at: s.at, sides: [a, b] });
    }
    sets.sort_by_key(|e| (e.at, e.sides[0].iter().next()));
    sets
}

/// What is left on both sides where a ship fights hand to hand, her own side first.
pub(crate) fn strengths(p: &Public, id: ShipId) -> [u8; 2] {
    let sum = |ships: Fleet| ships.iter().map(|one| p.ship(one).strength()).sum();
    let own = gunnery::allies(p, id);
    [sum(own), sum(own.iter().flat_map(|one| p.ship(one).partners()).collect())]
}

/// One round with these dice: what each has left then.
// FA-7.66, FA-7.67: the lower total loses one, a tie costs both.
pub(crate) fn round([own, theirs]: [u8; 2], dice: [u8; 2]) -> [u8; 2] {
    let [a, b] = [own + dice[0], theirs + dice[1]];
    [own.saturating_sub(u8::from(a <= b)), theirs.saturating_sub(u8::from(b <= a))]
}

/// Whether the first or the second of two with so much left is taken.
// FA-7.69 to 7.71: half or less is taken; nobody where nothing is left on either side.
pub(crate) fn taken(left: [u8; 2]) -> [bool; 2] {
    [0, 1].map(|one: usize| left != [0, 0] && 2 * left[one] <= left[1 - one])
}

/// Does an Admiral decide for this ship?
// FA-7.64: she is the flagship or in her Group.
pub(crate) fn is_asked(p: &Public, id: ShipId) -> bool {
    let s = p.ship(id);
    if !s.is_line_ok() || !s.is_paired() || s.is(mark::BOARDING) || !s.in_group() {
        return false;
    }
    let flag = p.squads[s.squad.i()].flag;
    flag.is_some_and(|flag| p.ship(flag).at == s.at && p.ship(flag).in_group())
}

/// The ships for which a seat must still decide.
pub(crate) fn undecided<'a>(
    p: &'a Public,
    seat: Seat,
    sealed: &'a Sealed,
) -> impl Iterator<Item = ShipId> + 'a {
    p.all()
        .filter(move |(id, s)| {
            p.seat_of(s.squad) == seat
                && is_asked(p, *id)
                && !sealed.boards.iter().any(|(b, _)| b == id)
        })
        .map(|(id, _)| id)
}

/// May the seat decide that?
pub(crate) fn check(p: &Public, seat: Seat, sealed: &Sealed, id: ShipId) -> Result<(), Illegal> {
    if undecided(p, seat, sealed).any(|x| x == id) {
        Ok(())
    } else {
        Err(Illegal::NotPaired { ship: Named::ship(&p.battle, id) })
    }
}

impl Ctx<'_> {
    /// Decisions for flagships' Groups are collected.
    pub(crate) fn open_boarding(&mut self) {
        self.p.laid.clear();
        let mut pending = SeatSet::EMPTY;
        for i in 0..self.seats.len() {
            let seat = Seat(i);
            self.seats[seat].boards.clear();
            if undecided(self.p, seat, &self.seats[seat]).next().is_some() {
                pending = pending.with(seat);
            }
        }
        self.p.pending = pending;
    }

    /// A seat decides for one ship.
    pub(crate) fn decide_board(&mut self, seat: Seat, ship: ShipId, yes: bool) {
        self.p.laid.push(Laid::Board(ship));
        self.seats[seat].boards.push((ship, yes));
        self.seats[seat].boards.sort_unstable();
        self.tell_seat(seat, Event::BoardLaid { ship, yes });
        if undecided(self.p, seat, &self.seats[seat]).next().is_none() {
            self.p.pending = self.p.pending.without(seat);
        }
    }

    /// All decisions are in: the phase is played.
    pub(crate) fn resolve_boarding(&mut self) -> Result<(), Dry> {
        self.p.laid.clear();
        let mut decided: SmallVec<[(ShipId, bool); 8]> = SmallVec::new();
        for (_, sealed) in self.seats.iter_mut() {
            decided.extend(sealed.boards.drain(..));
        }
        decided.sort_unstable();
        if !decided.is_empty() {
            self.reveals = true; // FA-S.07
        }
        // FA-3.61: also in a calm, between ships already paired.
        for set in engaged(self.p) {
            let mut battle = set.all().iter().any(|id| self.p.ship(id).is(mark::BOARDING));
            if !battle {
                battle = self.captains_board(&set, &decided)?;
            }
            if battle {
                self.board(&set)?;
            }
        }
        self.boarding_prizes();
        self.take_everywhere();
        self.review_deadlocks();
        Ok(())
    }

    /// Captains Rolls of both sides; one success starts the battle.
    fn captains_board(&mut self, set: &Engaged, decided: &[(ShipId, bool)]) -> Result<bool, Dry> {
        let mut any = false;
        for id in set.sides[0].iter().chain(set.sides[1].iter()) {
            // FA-7.60: each paired ship, side A first.
            let yes = match decided.iter().find(|(ship, _)| *ship == id) {
                Some((_, yes)) => {
                    self.tell(Event::BoardChoice { ship: id, yes: *yes });
                    *yes
                }
                None => {
                    let bonus = self.boarding_bonus(self.p.ship(id).squad);
                    self.captains_roll(Purpose::BoardCaptains, Owner::Ship(id), bonus)?
                }
            };
            any |= yes; // FA-7.63
        }
        if any {
            for id in set.all().iter() {
                self.p.ship_mut(id).set(mark::BOARDING, true);
            }
            let (a, b) = (set.sides[0].iter().next(), set.sides[1].iter().next());
            if let (Some(a), Some(b)) = (a, b) {
                self.tell(Event::Boarded(a, b));
            }
        }
        Ok(any)
    }

    /// One round of a boarding battle.
    // FA-7.65: a D6 and current Strength; FA-7.68: of two ships the sum.
    fn board(&mut self, set: &Engaged) -> Result<(), Dry> {
        let mut totals = [0u8; 2];
        for (side, total) in totals.iter_mut().enumerate() {
            let strength: u8 = set.sides[side].iter().map(|id| self.p.ship(id).strength()).sum();
            let owner = match set.sides[side].iter().next() {
                Some(id) => Owner::Ship(id),
                None => Owner::Side(Side(side as u8)),
            };
            let (die, _) = self.roll(6, Purpose::Boarding, owner, strength, None)?;
            *total = die + strength;
        }
        for side in 0..2 {
            // FA-7.66: the lower total loses one; FA-7.67: a tie costs both.
            if totals[side] <= totals[1 - side] {
                let loser = set.sides[side]
                    .iter()
                    .max_by_key(|id| (self.p.ship(*id).strength(), core::cmp::Reverse(id.n())));
                if let Some(loser) = loser {
                    self.mark_damage(loser, true);
                }
            }
        }
        Ok(())
    }

    /// At the end of the phase: half the opponent's Strength or less is taken.
    fn boarding_prizes(&mut self) {
        for set in engaged(self.p) {
            // FA-7.69: paired ships that do not board are not tested.
            if !set.all().iter().any(|id| self.p.ship(id).is(mark::BOARDING)) {
                continue;
            }
            let sum = |p: &Public, side: usize| -> u8 {
                set.sides[side].iter().map(|id| p.ship(id).strength()).sum()
            };
            let strengths = [sum(self.p, 0), sum(self.p, 1)];
            if strengths == [0, 0] {
                // FA-7.70: nobody is taken; FA-7.73: and the exhausted battle is over.
                for id in set.all().iter() {
                    self.p.ship_mut(id).set(mark::BOARDING, false);
                }
                continue;
            }
            for loser in 0..2 {
                // FA-7.71: against two ships the sums count, and both are taken.
                if 2 * strengths[loser] > strengths[1 - loser] {
                    continue;
                }
                // FA-7.72: the seat of the boarder, of two the lower number.
                let Some(victor) = set.sides[1 - loser].iter().next() else { continue };
                let seat = self.p.seat_of(self.p.ship(victor).squad);
                for id in set.sides[loser].iter() {
                    self.capture(id, seat);
                }
                self.review_melee(set.at);
            }
        }
    }
}
