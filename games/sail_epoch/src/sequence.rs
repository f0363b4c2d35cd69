//! The sequence of play: order, placing, secrets, Turns and phases.
//!
//! ```text
//! placing → secrets → deploying → Turn: wind → phase … phase → end of Turn → Turn …
//! ```

use crate::action::Action;
use crate::event::Event;
use crate::rules::Play;
use crate::rules::admiral::crossing;
use crate::rules::admiral::returns::{self, Answer};
use crate::rules::{
    absence, alliances, boarding, drift, fireship, jolly, mines, neutral_forts, placing, repair,
    royal_port, wind, works,
};
use crate::setup::Alliances;
use crate::setup::Scenario;
use crate::state::{Public, SeatSecret, Seats, Stage, Window, mark};
use crate::units::{FORT_SHOTS, ShipId};
use crate::{SailEpoch, setup, victory};
use admiralty_core::{Around, Awaiting, Dry, Own, Seat, SeatSet, Sight, Table};
use alloc::vec::Vec;

/// Everything up to the first decision.
pub(crate) fn begin(play: &mut Play<'_>) -> Result<(), Dry> {
    let order = play.p().order;
    play.say(Event::Order { order, n: play.p().n_players() });
    if play.p().options().placed {
        return next_kind(play, 0);
    }
    after_placing(play)
}

/// The next piece after one of `seat`, or the next kind of piece.
pub(crate) fn next_piece(play: &mut Play<'_>, seat: Seat) -> Result<(), Dry> {
    let Stage::Placing { kind, .. } = play.p().stage else { return Ok(()) };
    let after: smallvec::SmallVec<[Seat; 6]> =
        play.p().after(seat).chain(core::iter::once(seat)).collect();
    for next in after {
        if play.p().owed[next.index()][kind as usize] == 0 {
            continue;
        }
        play.m().stage = Stage::Placing { kind, seat: next };
        if placing::has_site(play.p(), next) {
            return Ok(());
        }
        // Who finds no legal place skips.
        play.m().owed[next.index()][kind as usize] = 0;
    }
    next_kind(play, kind + 1)
}

fn next_kind(play: &mut Play<'_>, kind: u8) -> Result<(), Dry> {
    if kind as usize >= placing::KINDS {
        return after_placing(play);
    }
    // The seat before the first one, so that the search begins with the first.
    let order = play.p().order;
    let n = play.p().n_players() as usize;
    let jolly_islands = kind == 0 && play.p().options().scenario == setup::Scenario::Jolly;
    let last = if jolly_islands { order[0] } else { order[n - 1] };
    play.m().stage = Stage::Placing { kind, seat: last };
    next_piece(play, last)
}

fn after_placing(play: &mut Play<'_>) -> Result<(), Dry> {
    play.m().stage = Stage::Secrets;
    noted(play)
}

/// A secret note was made: go on when all are.
pub(crate) fn noted(play: &mut Play<'_>) -> Result<(), Dry> {
    if play.p().players.iter().any(|player| player.to_note > 0) {
        return Ok(());
    }
    if play.p().options().placed || play.p().has_bows() {
        let first = play.p().order[0];
        play.m().stage = Stage::Deploy { seat: first };
        return next_ship(play, first);
    }
    start_turn(play)
}

/// The next ship to deploy, or the next player, or the first Turn.
pub(crate) fn next_ship(play: &mut Play<'_>, seat: Seat) -> Result<(), Dry> {
    let n = play.p().n_players() as usize;
    let order = play.p().order;
    let from = order[..n].iter().position(|&s| s == seat).unwrap_or(0);
    for &next in &order[from..n] {
        if play.p().players[next.index()].out {
            continue;
        }
        play.m().stage = Stage::Deploy { seat: next };
        // With bows everybody is asked for them before the first Turn.
        if play.p().has_bows()
            || (0..play.p().ships.len() as u8)
                .any(|i| placing::is_waiting(play.p(), next, ShipId(i)))
        {
            return Ok(());
        }
    }
    start_turn(play)
}

/// A player is ready: the next one prepares, or the first Turn begins.
pub(crate) fn next_after(play: &mut Play<'_>, seat: Seat) -> Result<(), Dry> {
    let n = play.p().n_players() as usize;
    let order = play.p().order;
    match order[..n].iter().skip_while(|&&s| s != seat).nth(1) {
        Some(&next) => next_ship(play, next),
        None => start_turn(play),
    }
}

/// TURN_START. SE-3.2.3c: Turns go on until somebody has won.
fn start_turn(play: &mut Play<'_>) -> Result<(), Dry> {
    let p = play.m();
    p.turn += 1;
    p.at = 0;
    p.stage = Stage::Phase;
    let turn = p.turn;
    play.say(Event::Turn { turn });
    alliances::lapse(play);
    jolly::treasure(play);
    works::look_around(play.m());
    // SE-R80: if the starter is out the next living player starts and spins.
    skip_out(play.m());
    wind::spin(play)?;
    start_phase(play);
    Ok(())
}

fn skip_out(p: &mut Public) {
    while p.at < p.n_players() && p.players[p.acting().index()].out {
        p.at += 1;
    }
}

/// SE-3.2.2a, SE-3.2.2d: one after another.
fn start_phase(play: &mut Play<'_>) {
    let seat = play.p().acting();
    play.m().stage = Stage::Phase;
    play.m().trails.clear();
    play.say(Event::Phase { seat });
    repair::start_of_phase(play, seat);
    works::start_of_phase(play, seat);
    play.table.seats[seat].offered = Seats::EMPTY;
}

/// The end of a phase. SE-3.2.2c: what is obligatory happens by itself. A
/// question about mines breaks in; then it goes on from here.
pub(crate) fn end_phase(play: &mut Play<'_>) -> Result<(), Dry> {
    let seat = play.p().acting();
    play.m().stage = Stage::Ending;
    while let Some(id) = drift::next_left(play.p(), seat) {
        drift::carry(play, id);
        if !play.p().windows.is_empty() || is_broken_off(play, seat) {
            return Ok(());
        }
    }
    for id in play.p().fleets[seat.index()].iter() {
        if play.p().ship(id).is_due() {
            fireship::explode(play, id);
        }
    }
    if is_broken_off(play, seat) {
        return Ok(());
    }
    repair::end_of_phase(play, seat);
    neutral_forts::end_of_phase(play, seat)?;
    if is_broken_off(play, seat) {
        return Ok(());
    }
    for id in play.p().fleets[seat.index()].iter() {
        play.m().ships[id.index()].marks &= !(mark::NEW_FIRE | mark::FIRED);
    }
    next_phase(play)
}

/// Judges what has happened: is it over, or is the acting player out?
fn is_broken_off(play: &mut Play<'_>, seat: Seat) -> bool {
    victory::judge(play);
    play.p().outcome.is_some() || play.p().players[seat.index()].out
}

fn next_phase(play: &mut Play<'_>) -> Result<(), Dry> {
    play.m().at += 1;
    skip_out(play.m());
    if play.p().at < play.p().n_players() {
        start_phase(play);
        return Ok(());
    }
    end_turn(play)
}

/// TURN_END.
fn end_turn(play: &mut Play<'_>) -> Result<(), Dry> {
    play.m().at = play.p().n_players() - 1;
    works::end_of_turn(play);
    let fallen = royal_port::end_of_turn(play);
    victory::end_of_turn(play, &fallen);
    if play.p().outcome.is_some() {
        return Ok(());
    }
    let p = play.m();
    p.was_calm = p.wind.weather == crate::state::Weather::Calm;
    // SE-3.2.3b, SE-3.3.1.7a, SE-3.3.1.7d, SE-3.3.2.14c: everything is reset.
    for ship in &mut p.ships {
        let idle = p.was_calm && ship.is_afloat() && !ship.has(mark::MOVED);
        ship.marks &= !(mark::TURN | mark::IDLE);
        if idle {
            ship.marks |= mark::IDLE;
        }
    }
    for fort in &mut p.forts {
        fort.assaulted = false;
        fort.shots = if fort.ruin { 0 } else { FORT_SHOTS };
    }
    jolly::end_of_turn(p);
    start_turn(play)
}

/// After every action: runs what needs no decision, then judges.
pub(crate) fn settle(play: &mut Play<'_>) -> Result<(), Dry> {
    loop {
        if play.p().outcome.is_some() {
            return Ok(());
        }
        match play.p().windows.last().copied() {
            Some(Window::Broadside { seat, volley }) => {
                play.m().windows.pop();
                returns::second_broadside(play, seat, &volley)?;
                continue;
            }
            Some(Window::Volley { seat, volley, answered }) => {
                play.m().windows.pop();
                let answer = if answered { Answer::None } else { Answer::May };
                returns::go_on(play, seat, &volley, answer)?;
                continue;
            }
            Some(Window::Sailing(sailing)) => {
                crossing::go_on(play, sailing);
                continue;
            }
            Some(Window::Boarding { seat, attackers, target }) => {
                play.m().windows.pop();
                boarding::fight(play, seat, attackers, target)?;
                continue;
            }
            Some(window) if play.p().players[window.seat().index()].gone => {
                absence::answer(play, window)?;
                continue;
            }
            Some(_) => return Ok(()),
            None => {}
        }
        if let Some(fuse) = play.p().fuse {
            fireship::explode(play, fuse);
        }
        if !matches!(play.p().stage, Stage::Phase | Stage::Ending) {
            return Ok(());
        }
        if let Some(seat) = absence::waiting(play.p()) {
            // One by one: the last of them has outlasted the others.
            victory::give_up(play, seat);
            victory::judge(play);
            continue;
        }
        victory::judge(play);
        if play.p().outcome.is_some() {
            return Ok(());
        }
        let acting = play.p().acting();
        if play.p().players[acting.index()].out {
            // SE-R124: the acting player is out: the next one acts.
            next_phase(play)?;
        } else if play.p().stage == Stage::Ending {
            end_phase(play)?;
        } else {
            return Ok(());
        }
    }
}

/// Number of the Turn.
pub(crate) fn turn(p: &Public) -> u32 {
    u32::from(p.turn)
}

/// The entry for what happens around the table.
pub(crate) fn around(p: &Public, what: Around) -> Option<Action> {
    absence::around(p, what)
}

/// May the seat take this back? By what it may know alone.
pub(crate) fn withdrawable(sight: Sight<'_, SailEpoch>, action: &Action) -> bool {
    let p = sight.public;
    match action {
        // SE-R144, SE-3.3.2.16d: a lit fireship burns.
        Action::Ignite(_) => false,
        // SE-R144: an alliance that was ended, or will be, needs both again.
        Action::Notice(_) | Action::Break(_) => false,
        // SE-R144: that no mine went off tells where none lies.
        Action::Move { .. } | Action::Sail { .. } | Action::Drift(_) | Action::End => {
            !mines::may_lie(p, p.acting())
        }
        _ => true,
    }
}

/// A seat that is asked without the others knowing: about a treaty.
fn secretly_asked(table: &Table<SailEpoch>) -> Option<Seat> {
    table.seats.iter().find(|(_, secret)| secret.incoming.is_some()).map(|(seat, _)| seat)
}

/// The umpire's truth. SE-3.2.2e: outside his phase a player is waited for only where a rule
/// asks him.
pub(crate) fn awaiting(table: &Table<SailEpoch>) -> Awaiting {
    if let Some(outcome) = table.public.outcome {
        return Awaiting::Over(outcome);
    }
    match secretly_asked(table) {
        Some(seat) => Awaiting::Seats(SeatSet::only(seat)),
        None => Awaiting::Seats(publicly_awaited(&table.public)),
    }
}

/// What a viewer may know of it: a secret question only by those it concerns.
pub(crate) fn awaited(sight: Sight<'_, SailEpoch>) -> Awaiting {
    if let Some(outcome) = sight.public.outcome {
        return Awaiting::Over(outcome);
    }
    match sight.own {
        Own::All(table) => awaiting(table),
        Own::Seat { seat, own, .. } if own.incoming.is_some() => {
            Awaiting::Seats(SeatSet::only(seat))
        }
        Own::Seat { own: SeatSecret { outgoing: Some(offer), .. }, .. } => {
            Awaiting::Seats(SeatSet::only(offer.seat))
        }
        own => {
            let known = publicly_awaited(sight.public);
            // Where treaties are offered in secret, others cannot know whether
            // the acting player or an addressee is awaited.
            let p = sight.public;
            let secret = p.options().alliances != Alliances::Off
                && p.stage == Stage::Phase
                && p.windows.is_empty();
            let mine = matches!(own, Own::Seat { seat, .. } if known.has(seat));
            Awaiting::Seats(if secret && !mine { SeatSet::EMPTY } else { known })
        }
    }
}

/// Who must decide as far as everybody may know.
fn publicly_awaited(p: &Public) -> SeatSet {
    if let Some(window) = p.windows.last() {
        return SeatSet::only(window.seat());
    }
    match p.stage {
        Stage::Placing { seat, .. } | Stage::Deploy { seat } => SeatSet::only(seat),
        Stage::Secrets => p.seats().filter(|&s| p.players[s.index()].to_note > 0).collect(),
        Stage::Phase => SeatSet::only(p.acting()),
        Stage::Ending | Stage::Over => SeatSet::EMPTY,
    }
}

impl Public {
    /// Who acts in this phase. SE-3.1.6c: each Turn is started by the next
    /// player, SE-R81: in Jolly Roger always by Spain.
    #[inline]
    pub fn acting(&self) -> Seat {
        self.acting_at(self.turn, self.at)
    }

    /// Who acts in this phase of that Turn.
    fn acting_at(&self, turn: u16, at: u8) -> Seat {
        self.order[self.order_index(turn, at) as usize]
    }

    fn order_index(&self, turn: u16, at: u8) -> u8 {
        let n = u16::from(self.n_players());
        let shift = if self.options().scenario == Scenario::Jolly {
            0 // SE-3.1.6d: a scenario may fix the order.
        } else {
            turn.saturating_sub(1) % n
        };
        ((u16::from(at) + shift) % n) as u8
    }

    /// This Turn's order, everybody who began.
    pub fn turn_order(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.n_players()).map(|at| self.acting_at(self.turn, at))
    }

    /// The phases of others before the next one of this player, each with its Turn: where the
    /// starter changes (SE-3.1.6c), the same player may come twice running. Nothing before the
    /// first Turn, after the last one, and for who is out.
    pub fn coming(&self, seat: Seat) -> Vec<(Seat, u16)> {
        let is_out = |seat: Seat| self.players[seat.index()].out;
        if self.turn == 0 || self.outcome.is_some() || is_out(seat) {
            return Vec::new();
        }
        let mine = self.acting() == seat;
        let last = self.options().turn_limit;
        (self.turn..=self.turn + 1)
            .filter(|&turn| last == 0 || turn <= last)
            .flat_map(|turn| (0..self.n_players()).map(move |at| (turn, at)))
            .skip_while(|&(turn, at)| {
                turn == self.turn && (at < self.at || (mine && at == self.at))
            })
            .map(|(turn, at)| (self.acting_at(turn, at), turn))
            .filter(|&(other, _)| !is_out(other))
            .take_while(|&(other, _)| other != seat)
            .collect()
    }

    /// The other players in playing order after `seat`.
    pub fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        let n = self.n_players() as usize;
        let here = self.order[..n].iter().position(|&s| s == seat).unwrap_or(0);
        (1..n).map(move |i| self.order[(here + i) % n])
    }
}
