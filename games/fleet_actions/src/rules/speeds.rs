//! Speed markers and signal cards: sealed by each seat, revealed together.

use super::cards::Card;
use super::{Ctx, headings};
use crate::board::{Attitude, Dir};
use crate::event::Event;
use crate::illegal::{Illegal, Named};
use crate::setup::{Special, SquadId};
use crate::state::{Laid, Order, Public, Sealed, Signal};
use crate::units::Force;
use admiralty_core::{Dry, Seat, SeatSet};
use smallvec::SmallVec;

/// The greatest marker the Groups of a squadron allow.
pub(crate) fn limit(p: &Public, squad: SquadId) -> u8 {
    let mut max = 3;
    for g in p.groups(squad) {
        // FA-5.44: Groups in melee do not limit it.
        if p.melee_at(g.at) {
            continue;
        }
        for id in g.ships.iter() {
            let s = p.ship(id);
            let speed = match s.order {
                Order::Tack { .. } => 1, // FA-5.43
                // FA-5.34: a follower counts the direction towards its leader.
                Order::Follow(_) => p.max_speed(headings::effective(p, &g)),
                Order::Tail(dir) | Order::Hold(dir) => p.max_speed(dir).min(p.max_speed(g.heading)),
                Order::Steady => p.max_speed(g.heading),
            };
            max = max.min(speed);
        }
    }
    max
}

/// Has the squadron a place in the signals at all?
pub(crate) fn needs_marker(p: &Public, squad: SquadId) -> bool {
    p.line_of(squad).any(|id| p.ship(id).in_group())
}

/// May the squadron be given this marker besides those already laid?
pub(crate) fn check_speed(
    p: &Public,
    sealed: &Sealed,
    squad: SquadId,
    speed: u8,
) -> Result<(), Illegal> {
    let named = || Named::squad(&p.battle, squad);
    if sealed.speeds.iter().any(|(laid, _)| *laid == squad) {
        return Err(Illegal::Laid { squad: named() }); // FA-5.03
    }
    if !needs_marker(p, squad) {
        return Err(Illegal::NotInCommand { group: named() });
    }
    check(p, squad, speed)
}

/// May the squadron show this marker?
fn check(p: &Public, squad: SquadId, speed: u8) -> Result<(), Illegal> {
    let code = || Named::squad(&p.battle, squad);
    match p.force {
        // FA-5.47: in a calm every marker is 0; FA-3.68: in a gale every marker is 1.
        Force::Calm => return if speed == 0 { Ok(()) } else { Err(Illegal::CalmSpeed) },
        Force::Gale => return if speed == 1 { Ok(()) } else { Err(Illegal::GaleSpeed) },
        _ => {}
    }
    let max = limit(p, squad);
    if speed > max {
        return Err(Illegal::TooFast { speed, max }); // FA-5.42
    }
    for special in &p.battle.specials {
        match *special {
            Special::Lag(q, n) if q == squad && speed > 1 && u16::from(n) > p.turn => {
                return Err(Illegal::Lag { squad: code(), turn: n }); // FA-X.01
            }
            Special::Inert(q, n) if q == squad && speed > 1 && u16::from(n) > p.turn => {
                return Err(Illegal::InertSpeed { squad: code(), turn: n });
            }
            _ => {}
        }
    }
    // FA-5.45: down to 0, but FA-5.46 not twice running; FA-5.56 so it is when tacking in succession.
    if speed == 0 && p.squads[squad.i()].zero && max > 0 {
        return Err(Illegal::ZeroTwice { squad: code() });
    }
    Ok(())
}

/// The markers the squadron may show.
pub(crate) fn markers(p: &Public, squad: SquadId) -> SmallVec<[u8; 4]> {
    let max = match p.force {
        Force::Calm => return SmallVec::from_slice(&[0]),
        Force::Gale => return SmallVec::from_slice(&[1]),
        _ => limit(p, squad),
    };
    // The same conditions as in `check`, without making sentences of them.
    let slow = p.battle.specials.iter().any(|special| {
        matches!(*special, Special::Lag(q, n) | Special::Inert(q, n)
            if q == squad && u16::from(n) > p.turn)
    });
    let least = u8::from(p.squads[squad.i()].zero && max > 0);
    (least..=if slow { max.min(1) } else { max }).collect()
}

/// May the seat show this card?
pub(crate) fn check_card(
    p: &Public,
    sealed: &Sealed,
    seat: Seat,
    signal: Option<Signal>,
) -> Result<(), Illegal> {
    if sealed.card.is_some() {
        return Err(Illegal::CardLaid);
    }
    let Some(signal) = signal else { return Ok(()) }; // FA-5.53
    if p.is_night() {
        return Err(Illegal::CardNight); // FA-D.36
    }
    match signal.squad {
        Some(squad) if !may_name(p, seat, squad) => {
            Err(Illegal::CardSquad { squad: Named::squad(&p.battle, squad) })
        }
        _ => Ok(()),
    }
}

/// May a card of the seat be restricted to this squadron?
fn may_name(p: &Public, seat: Seat, squad: SquadId) -> bool {
    let info = &p.battle.squads[squad.i()];
    let shown = &p.battle.seats[seat.index()];
    shown.side == Some(info.side) && (info.seat == seat || shown.cinc)
}

/// The cards a seat may show, no card first.
pub(crate) fn cards(p: &Public, seat: Seat, out: &mut dyn FnMut(Option<Signal>)) {
    out(None);
    if p.is_night() {
        return;
    }
    for card in Card::all() {
        out(Some(Signal { card, squad: None }));
        for squad in p.squad_ids() {
            if may_name(p, seat, squad) {
                out(Some(Signal { card, squad: Some(squad) }));
            }
        }
    }
}

/// The squadrons of a seat that still want a marker.
pub(crate) fn unmarked<'a>(
    p: &'a Public,
    seat: Seat,
    sealed: &'a Sealed,
) -> impl Iterator<Item = SquadId> + 'a {
    p.squad_ids().filter(move |q| {
        p.seat_of(*q) == seat
            && needs_marker(p, *q)
            && !sealed.speeds.iter().any(|(laid, _)| laid == q)
    })
}

/// Has the seat sealed everything?
pub(crate) fn is_sealed(p: &Public, seat: Seat, sealed: &Sealed) -> bool {
    sealed.card.is_some() && unmarked(p, seat, sealed).next().is_none()
}

impl Ctx<'_> {
    /// Everybody seals markers and a card.
    // FA-5.40, FA-5.01
    pub(crate) fn open_speeds(&mut self) {
        self.p.laid.clear();
        let mut pending = SeatSet::EMPTY;
        for i in 0..self.seats.len() {
            let seat = Seat(i);
            self.seats[seat] = Sealed::default();
            let mine: SmallVec<[SquadId; 8]> = unmarked(self.p, seat, &Sealed::default()).collect();
            if mine.is_empty() {
                continue;
            }
            for squad in mine {
                // FA-S.11: where there is no choice nobody is asked.
                if let [only] = markers(self.p, squad)[..] {
                    self.seats[seat].speeds.push((squad, only));
                }
            }
            if self.p.is_night() {
                self.seats[seat].card = Some(None);
            }
            if !is_sealed(self.p, seat, &self.seats[seat]) {
                pending = pending.with(seat);
            }
        }
        self.p.pending = pending;
    }

    /// A seat lays a marker.
    pub(crate) fn lay_speed(&mut self, seat: Seat, squad: SquadId, speed: u8) {
        self.p.laid.push(Laid::Marker(squad));
        self.seats[seat].speeds.push((squad, speed));
        self.seats[seat].speeds.sort_unstable();
        self.tell_seat(seat, Event::SpeedLaid { squad, speed });
        self.laid(seat);
    }

    /// A seat lays its card, or decides for none.
    // FA-S.05, FA-S.04: told to the seat alone.
    pub(crate) fn lay_card(&mut self, seat: Seat, signal: Option<Signal>) {
        self.p.laid.push(Laid::Card(seat));
        self.seats[seat].card = Some(signal);
        self.tell_seat(seat, Event::CardLaid { seat, signal });
        self.laid(seat);
    }

    fn laid(&mut self, seat: Seat) {
        if is_sealed(self.p, seat, &self.seats[seat]) {
            self.p.pending = self.p.pending.without(seat);
        }
    }

    /// All are in: everything is turned up at once.
    // FA-5.41
    pub(crate) fn reveal(&mut self) -> Result<(), Dry> {
        self.p.laid.clear();
        self.reveals = true;
        let calm = self.p.force == Force::Calm;
        for i in 0..self.seats.len() {
            let seat = Seat(i);
            let sealed = core::mem::take(&mut self.seats[seat]);
            for (squad, speed) in sealed.speeds {
                let q = &mut self.p.squads[squad.i()];
                q.marker = speed; // FA-6.57: for the whole turn, whatever headings become.
                q.zero = speed == 0 && !calm;
                self.tell(Event::Speed { squad, speed });
                // FA-D.15: at speed 0 a division lapses.
                if speed == 0 {
                    for id in self.p.line_of(squad) {
                        let s = self.p.ship_mut(id);
                        if matches!(s.order, Order::Tail(_) | Order::Hold(_)) {
                            s.order = Order::Steady;
                        }
                    }
                }
            }
            if let Some(Some(signal)) = sealed.card {
                self.show_card(seat, signal);
            }
        }
        self.review_all();
        Ok(())
    }
}

impl Attitude {
    /// The greatest speed.
    // FA-3.04: speeds are whole numbers from 0 to 3.
    // FA-3.05: the strength of the wind does not enter.
    pub const fn max_speed(self) -> u8 {
        match self {
            Attitude::Upwind => 0,
            Attitude::CloseHauled => 1, // FA-6.01
            Attitude::Running => 2,     // FA-6.02
            Attitude::BroadReach => 3,  // FA-6.03
        }
    }
}

impl Public {
    /// The greatest speed on a heading in this wind.
    pub fn max_speed(&self, heading: Dir) -> u8 {
        let attitude = Attitude::of(heading, self.wind);
        match self.force {
            Force::Calm => 0,
            Force::Gale if self.barred(heading) => 0,
            Force::Gale => 1, // FA-3.68
            _ => attitude.max_speed(),
        }
    }

    /// Can nobody sail on this heading: upwind, or close hauled in a gale?
    pub fn barred(&self, heading: Dir) -> bool {
        match Attitude::of(heading, self.wind) {
            Attitude::Upwind => true,
            Attitude::CloseHauled => self.force == Force::Gale, // FA-3.67
            _ => false,
        }
    }
}
