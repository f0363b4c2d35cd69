//! Ends and scores.

use crate::event::Event;
use crate::illegal::{Illegal, Named};
use crate::rules::Ctx;
use crate::rules::striking::side_stands;
use crate::setup::{Objective, ShipId};
use crate::state::{Kind, Public, Ship, State};
use admiralty_core::{ClauseId, Outcome, Seat, SeatSet, Side, SideSet, Verdict};

/// Points the enemy of a ship gets for her, and those she brings by leaving.
fn worth(p: &Public, i: usize, s: &Ship) -> (i16, i16) {
    let r = i16::from(s.s0); // FA-V.01
    let held = s.state == State::Prize
        && p.battle.seats.get(s.holder.index()).and_then(|x| x.side) != Some(s.side);
    let lost = held || matches!(s.state, State::Struck | State::Wrecked);
    let mut fight = match s.state {
        State::Prize if held => 2 * r,       // FA-V.02
        State::Struck | State::Wrecked => r, // FA-V.03, FA-V.04
        // FA-V.08: a ship retaken counts by her damage alone.
        State::Ok | State::Prize => match () {
            () if s.is_beaten() => r / 2,                           // FA-V.05
            () if i16::from(s.sd) >= (r + 1) / 2 => (r / 4).max(1), // FA-V.06
            () => 0,
        },
        State::Waiting | State::Withdrawn => 0,
    };
    // FA-V.09, FA-D.08: the flagships of the start.
    let squad = &p.battle.squads[s.squad.i()];
    if lost && squad.flag.is_some_and(|flag| flag.i() == i) {
        fight += if squad.cinc { 10 } else { 5 };
    }
    let away = if s.state == State::Withdrawn && exit_times(p, s) == 0 { r / 4 } else { 0 }; // FA-V.07
    (fight, away)
}

/// Points a ship brings the other side as she is.
pub(crate) fn counts(p: &Public, id: ShipId) -> i16 {
    let (fight, away) = worth(p, id.i(), p.ship(id));
    fight + away
}

/// How often the rating of a ship counts for leaving by an edge.
fn exit_times(p: &Public, s: &Ship) -> i16 {
    if !s.line || s.state != State::Withdrawn {
        return 0;
    }
    p.battle
        .objectives
        .iter()
        .find_map(|o| match o {
            // FA-V.12
            Objective::Exit { side, edges, times } if *side == s.side && edges & s.edges != 0 => {
                Some(i16::from(*times))
            }
            _ => None,
        })
        .unwrap_or(0)
}

/// The score as it stands.
pub fn scores(p: &Public) -> [i16; 2] {
    let mut score = p.points; // FA-V.11: what objectives have brought.
    let mut fought = 0;
    for (i, s) in p.ships.iter().enumerate() {
        let (fight, away) = worth(p, i, s);
        fought += fight;
        score[s.side.other().index()] += fight + away;
        score[s.side.index()] += exit_times(p, s) * i16::from(s.s0);
    }
    for objective in &p.battle.objectives {
        if let Objective::Handicap(side, points) = objective {
            // FA-V.10, FA-V.27: no more than both sides have fought for.
            score[side.index()] += (*points).min(fought);
        }
    }
    score
}

/// Who has won by the score, and how clearly.
pub(crate) fn by_score(p: &Public, score: [i16; 2]) -> (Verdict, &'static str) {
    let margin = (score[0] - score[1]).abs();
    let (marginal, decisive) = p.battle.levels;
    // FA-V.20
    if margin < marginal || margin == 0 {
        return (Verdict::Drawn, "draw");
    }
    let side = if score[0] > score[1] { Side(0) } else { Side(1) };
    let degree = if margin < decisive { "marginal" } else { "decisive" };
    (Verdict::Won(SideSet::only(side)), degree)
}

/// Points a starting flagship brings the enemy once she is lost, and as his prize.
// FA-V.02, FA-V.03, FA-V.09
pub(crate) fn stake(p: &Public, id: ShipId) -> Option<[i16; 2]> {
    let s = p.ship(id);
    let squad = &p.battle.squads[s.squad.i()];
    let more = if squad.cinc { 10 } else { 5 };
    let r = i16::from(s.s0);
    (squad.flag == Some(id)).then_some([r + more, 2 * r + more])
}

/// Strength that the ships had at first which the side has lost, and with how much lost it breaks off.
// FA-V.21: hits on ships that fight on do not count.
pub(crate) fn breaking(p: &Public, side: Side) -> [u16; 2] {
    let line = || p.all().filter(|(_, s)| s.line && s.side == side);
    let sum = |lost: &dyn Fn(ShipId, &Ship) -> bool| -> u16 {
        line().filter(|(id, s)| lost(*id, s)).map(|(_, s)| u16::from(s.s0)).sum()
    };
    // FA-R91: a ship retaken is in her own side's hands and no longer lost.
    let lost = |id: ShipId, s: &Ship| match s.state {
        State::Struck | State::Wrecked => true,
        State::Prize => p.control_side(id) != side,
        State::Ok | State::Waiting | State::Withdrawn => false,
    };
    [sum(&lost), sum(&|_, _| true).div_ceil(2)]
}

/// Has the side lost half its strength?
pub(crate) fn is_broken(p: &Public, side: Side) -> bool {
    let [lost, most] = breaking(p, side);
    lost >= most
}

/// May the seat give in for its side?
// FA-V.24, FA-R76: by the commander-in-chief.
pub(crate) fn check_concede(p: &Public, seat: Seat) -> Result<(), Illegal> {
    match p.battle.side_of(seat) {
        Some(side) if p.battle.cinc(side) == seat => Ok(()),
        _ => Err(Illegal::NotYours { what: Named::word("the fleet") }),
    }
}

/// May the seat offer to stop?
pub(crate) fn check_offer(p: &Public, seat: Seat) -> Result<(), Illegal> {
    if p.battle.side_of(seat).is_none() {
        return Err(Illegal::NotYours { what: Named::word("the fleet") });
    }
    if p.offers.has(seat) { Err(Illegal::Offered) } else { Ok(()) }
}

/// May the seat withdraw its offer, or decline that of others?
// FA-R92: until all have agreed.
pub(crate) fn check_fight_on(p: &Public, seat: Seat) -> Result<(), Illegal> {
    if p.offers.is_empty() {
        return Err(Illegal::NoOffer);
    }
    match p.battle.side_of(seat) {
        Some(_) => Ok(()),
        None => Err(Illegal::NotYours { what: Named::word("the fleet") }),
    }
}

/// Are these the signals of a turn after which no other is sailed?
// FA-D.35: night ends the battle; FA-D.36: or ten turns after it.
pub(crate) fn is_last_turn(p: &Public) -> bool {
    let signals = matches!(p.phase.kind, Kind::Flag | Kind::Head | Kind::Speed);
    let dark = p.clock + p.turn_force.turn_minutes() >= p.nightfall;
    let night = p.night + u8::from(dark);
    signals && p.turn > 0 && (night > 10 || (night > 0 && !p.battle.options.fight_on))
}

impl Ctx<'_> {
    /// A seat offers to stop; when all who are still there have, it is over.
    pub(crate) fn offer_end(&mut self, seat: Seat) {
        self.p.offers = self.p.offers.with(seat);
        self.tell(Event::Offer(seat));
        self.test_agreement();
    }

    /// Have all seats that are still there agreed to stop?
    // FA-V.25
    pub(crate) fn test_agreement(&mut self) {
        let agreed = [Side(0), Side(1)].into_iter().all(|side| {
            let mut seats = self.p.battle.seats_of(side);
            seats.all(|seat| self.p.offers.has(seat) || self.p.gone.has(seat))
        });
        if agreed && !self.p.offers.is_empty() {
            self.finish("agreement", "FA-V.25");
        }
    }

    /// A seat withdraws its offer; one that has made none declines, and nothing is left to agree to.
    // FA-R92
    pub(crate) fn fight_on(&mut self, seat: Seat) {
        self.p.offers = match self.p.offers.has(seat) {
            true => self.p.offers.without(seat),
            false => SeatSet::EMPTY,
        };
        self.tell(Event::FoughtOn(seat));
    }

    /// The game is over and scored.
    pub(crate) fn finish(&mut self, reason: &'static str, clause: &'static str) {
        let score = scores(self.p);
        let (verdict, degree) = by_score(self.p, score); // FA-V.26: one end, one score.
        self.end_with(Outcome { verdict, reason, degree, clause: ClauseId(clause) }, score);
    }

    /// A side gives in.
    pub(crate) fn concede(&mut self, side: Side) {
        self.tell(Event::Conceded(side));
        let score = scores(self.p);
        let outcome = Outcome {
            verdict: Verdict::Won(SideSet::only(side.other())), // FA-V.24
            reason: "concession",
            degree: "decisive",
            clause: ClauseId("FA-V.24"),
        };
        self.end_with(outcome, score);
    }

    fn end_with(&mut self, outcome: Outcome, score: [i16; 2]) {
        self.p.score = score;
        self.p.over = Some(outcome);
        self.p.phase.kind = Kind::Over;
        self.p.phase.squads.clear();
        self.p.phase.ships.clear();
        self.p.moving = None;
        self.p.laid.clear();
        self.p.pending = SeatSet::EMPTY;
        self.tell(Event::Over { score, reason: outcome.reason });
    }

    /// After a fire segment and after boarding: is a fleet gone?
    pub(crate) fn test_annihilation(&mut self) {
        let gone = [Side(0), Side(1)].into_iter().any(|side| !side_stands(self.p, side));
        if gone && self.p.over.is_none() {
            self.finish("annihilation", "FA-V.22"); // FA-V.22
        }
    }

    /// The end of a turn: clock, objectives, and whether it goes on.
    pub(crate) fn end_turn(&mut self) {
        // FA-3.10: the length is that of the wind in the Movement Phase.
        self.p.clock += self.p.turn_force.turn_minutes();
        let (turn, clock) = (self.p.turn, self.p.clock);
        self.tell(Event::TurnOver { turn, clock });
        self.endure();
        self.p.quiet = if self.p.fired { 0 } else { self.p.quiet + 1 };
        if self.p.clock >= self.p.nightfall {
            self.p.night += 1;
            self.lower_cards(); // FA-D.36: none is displayed in the dark.
        }
        let broken = [Side(0), Side(1)].into_iter().any(|side| is_broken(self.p, side));
        self.test_annihilation();
        if self.p.over.is_some() {
            return;
        }
        if self.p.battle.options.break_point && broken {
            self.finish("broken", "FA-V.21"); // FA-V.21
        } else if self.p.night > 10 || (self.p.night > 0 && !self.p.battle.options.fight_on) {
            self.finish("nightfall", "FA-D.35"); // FA-D.35, FA-D.36: ten more turns at most.
        } else if self.p.quiet >= 15 {
            self.finish("quiet", "FA-V.23"); // FA-V.23
        }
    }

    fn endure(&mut self) {
        for i in 0..self.p.battle.objectives.len() {
            let Objective::Endure { side, every, min, points } = self.p.battle.objectives[i] else {
                continue;
            };
            let afloat = self.p.ships.iter().filter(|s| s.side == side && s.is_line_ok()).count();
            if self.p.turn.is_multiple_of(u16::from(every)) && afloat >= usize::from(min) {
                self.p.points[side.index()] += points;
                self.tell(Event::Points { side, points });
            }
        }
    }
}
