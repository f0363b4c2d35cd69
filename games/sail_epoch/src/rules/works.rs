//! Forts: damage, destruction, repair and reconstruction, gifts.

use crate::action::{Action, Unit};
use crate::board::Space;
use crate::event::{Cause, Event};
use crate::illegal::{Chair, Errand, Illegal, Named};
use crate::rules::Play;
use crate::setup::Scenario;
use crate::state::{Flag, Fort, Public, SPAIN, Seats, ShipSet, mark};
use crate::units::{FORT_STRENGTH, FortId, ShipId};
use admiralty_core::Seat;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// May a ship work at this fort?
fn check_worker(p: &Public, seat: Seat, id: ShipId, fort: FortId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    Illegal::busy(p, id)?;
    if p.ship(id).has(mark::IGNITED) {
        return Err(Illegal::Burning { ship: id });
    }
    // SE-R136: crews released this phase do not begin again at once.
    if p.ship(id).has(mark::RELEASED) {
        return Err(Illegal::CrewAshore { ship: id });
    }
    Illegal::inside(p, id, fort, Errand::Works)
}

/// May the seat work at this fort at all?
pub(crate) fn check_site(p: &Public, seat: Seat, fort: FortId) -> Result<(), Illegal> {
    let it = Illegal::fort(p, fort)?;
    if it.has_works() {
        return Err(Illegal::WorksGoOn { space: it.space }); // SE-R36: one worker at a time.
    }
    if it.ruin {
        // SE-3.3.5.3a: anybody rebuilds; SE-4.3.20b: in Jolly Roger only its own side.
        let jolly = p.options().scenario == Scenario::Jolly;
        let mine = it.first == seat || (it.first == Flag::PIRATES && seat != SPAIN);
        return if jolly && !mine { Err(Illegal::NotYourRuin { space: it.space }) } else { Ok(()) };
    }
    // SE-3.3.5.2a, SE-3.1.2e: a damaged fort of one's own or of a constant ally.
    if !super::repair::serves(p, seat, it) {
        return Err(Illegal::NotYourFort { space: it.space });
    }
    if it.hull == 0 { Err(Illegal::NoDamage { unit: Named::Fort(it.space) }) } else { Ok(()) }
}

/// May these two begin works? SE-3.3.5.2b1, SE-3.3.5.3b: exactly two ships.
pub(crate) fn check(p: &Public, seat: Seat, fort: FortId, ships: ShipSet) -> Result<(), Illegal> {
    check_site(p, seat, fort)?;
    if ships.len() != 2 {
        return Err(Illegal::TwoShips { n: ships.len() as u8 });
    }
    ships.iter().try_for_each(|id| check_worker(p, seat, id, fort))
}

/// May the works here be ended? SE-3.3.5.2f1: by him who began them.
pub(crate) fn check_release(p: &Public, seat: Seat, fort: FortId) -> Result<(), Illegal> {
    let it = Illegal::fort(p, fort)?;
    let mine = it.has_works() && it.worker == seat;
    if mine { Ok(()) } else { Err(Illegal::NoWorks { space: it.space }) }
}

/// May the flag be hoisted? SE-3.3.5.3c1: with two points, by the rebuilder.
pub(crate) fn check_raise(p: &Public, seat: Seat, fort: FortId) -> Result<(), Illegal> {
    let it = Illegal::fort(p, fort)?;
    if !it.ruin || it.worker != seat {
        return Err(Illegal::NoWorks { space: it.space });
    }
    if it.points < 2 {
        Err(Illegal::TooFewPoints { space: it.space, points: it.points })
    } else {
        Ok(())
    }
}

/// May the fort be given away? SE-R102: to a constant ally only.
pub(crate) fn check_give(p: &Public, seat: Seat, fort: FortId, to: Seat) -> Result<(), Illegal> {
    let it = Illegal::fort(p, fort)?;
    if it.ruin {
        return Err(Illegal::Ruin { space: it.space });
    }
    if it.owner == Flag::PIRATES && seat != SPAIN {
        return Err(Illegal::SharedFort { space: it.space });
    }
    if it.owner != seat {
        return Err(Illegal::NotYourFort { space: it.space });
    }
    let mate = to != seat && p.has_seat(to) && p.are_mates(seat, to) && !p.players[to.index()].out;
    if mate { Ok(()) } else { Err(Illegal::NotAMate { seat: Chair(to) }) }
}

/// Everything the seat may do about forts.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    for fort in p.fort_ids() {
        if check_release(p, seat, fort).is_ok() {
            out.push(Action::Release(fort));
        }
        if check_raise(p, seat, fort).is_ok() {
            out.push(Action::Raise(fort));
        }
        if p.is_team_game() && p.forts[fort.index()].owner == seat {
            let mates = p.seats().filter(|&to| check_give(p, seat, fort, to).is_ok());
            out.extend(mates.map(|to| Action::Give { fort, seat: to }));
        }
        let it = &p.forts[fort.index()];
        if it.has_works() || (!it.ruin && it.hull == 0) || check_site(p, seat, fort).is_err() {
            continue;
        }
        let able: SmallVec<[ShipId; 8]> = p.fleets[seat.index()]
            .iter()
            .filter(|&id| check_worker(p, seat, id, fort).is_ok())
            .collect();
        for (i, &one) in able.iter().enumerate() {
            for &two in &able[i + 1..] {
                out.push(Action::Work { fort, ships: ShipSet::EMPTY.with(one).with(two) });
            }
        }
    }
}

/// SE-3.3.5.2b2: declared; the two ships give up their movement (SE-3.3.5.2c1).
pub(crate) fn begin(play: &mut Play<'_>, seat: Seat, fort: FortId, ships: ShipSet) {
    let p = play.m();
    let turn = p.turn;
    let mut two = ships.iter();
    let works = two.next().zip(two.next()).map(|(one, two)| [one, two]);
    for id in ships.iter() {
        p.ships[id.index()].work = Some(fort);
    }
    let it = &mut p.forts[fort.index()];
    // SE-R36: another player begins at nought.
    if it.ruin && it.worker != seat {
        it.points = 0;
    }
    it.worker = Flag::of(seat);
    it.works = works;
    it.since = turn;
    play.say(Event::WorksBegun { fort, ships });
}

/// SE-3.3.5.2f2, SE-3.3.5.2f3: the works stop, no token goes, the ships may not move.
pub(crate) fn release(play: &mut Play<'_>, fort: FortId) {
    stop(play, fort, mark::RELEASED);
}

fn stop(play: &mut Play<'_>, fort: FortId, marks: u16) {
    let p = play.m();
    let Some(works) = p.forts[fort.index()].works.take() else { return };
    for id in works {
        let ship = &mut p.ships[id.index()];
        ship.work = None;
        ship.marks |= marks;
    }
    let it = &mut p.forts[fort.index()];
    if !it.ruin {
        it.worker = Flag::NOBODY;
    }
    play.say(Event::WorksEnded { fort });
}

/// A ship is lost or captured: its works stop.
pub(crate) fn leave(play: &mut Play<'_>, id: ShipId) {
    if let Some(fort) = play.p().ship(id).work {
        stop(play, fort, 0);
    }
}

/// SE-3.3.5.3c2: the flag goes up, what is missing to three is damage.
/// SE-R38: it fires from the next Turn on, then with full capability (SE-3.3.5.3c3).
pub(crate) fn raise(play: &mut Play<'_>, fort: FortId) {
    let it = &mut play.m().forts[fort.index()];
    it.ruin = false;
    it.owner = if it.first == Flag::PIRATES { Flag::PIRATES } else { it.worker };
    it.hull = FORT_STRENGTH - it.points.min(FORT_STRENGTH);
    it.points = 0;
    it.shots = 0;
    it.hostile = Seats::EMPTY;
    let owner = it.owner;
    if !it.has_works() {
        it.worker = Flag::NOBODY;
    }
    play.say(Event::Raised { fort, owner });
    gained(play, owner);
}

/// A fort comes to a player: his countdown ends. SE-4.2.7b, SE-4.2.7c, SE-4.2.7d.
pub(crate) fn gained(play: &mut Play<'_>, owner: Flag) {
    if let Some(owner) = owner.seat() {
        play.m().players[owner.index()].fortless = 0;
    }
    play.m().dirty = true;
}

/// A fort was lost by a player: if it was the last, the countdown begins
/// (SE-4.2.7a, SE-4.4.7, SE-R49).
fn lost(play: &mut Play<'_>, owner: Flag) {
    let p = play.m();
    p.dirty = true;
    let Some(owner) = owner.seat() else { return };
    if p.forts().iter().any(|f| !f.ruin && f.owner == owner) {
        return;
    }
    p.players[owner.index()].fortless = p.turn;
    let counts = match p.options().scenario {
        Scenario::Pearls => true,
        Scenario::Oceans => p.options().win_no_forts, // SE-R106
        _ => false,
    };
    if counts {
        play.say(Event::Fortless { seat: owner });
    }
}

/// Hits on a fort. SE-3.3.5.1e2: one damage each, SE-3.3.5.1e3: the third destroys it.
pub(crate) fn batter(play: &mut Play<'_>, fort: FortId, hits: u8) {
    let it = &mut play.m().forts[fort.index()];
    it.hull = (it.hull + hits).min(FORT_STRENGTH);
    let left = FORT_STRENGTH - it.hull;
    play.say(Event::Battered { fort, left });
    if left > 0 {
        return;
    }
    // SE-3.3.5.1f2: ships under repair there sink with it.
    let patients: SmallVec<[ShipId; 8]> = (0..play.p().ships.len() as u8)
        .map(ShipId)
        .filter(|&id| play.p().ship(id).is_afloat() && play.p().ship(id).repair == Some(fort))
        .collect();
    for id in patients {
        play.sink(id, Cause::FortLost);
    }
    // SE-3.3.5.2g: ships at work take one damage each.
    hurt_workers(play, fort, ShipSet::EMPTY);
    destroy(play, fort);
}

/// One damage for each ship at work here that did not defend.
pub(crate) fn hurt_workers(play: &mut Play<'_>, fort: FortId, spared: ShipSet) {
    let works = play.p().forts[fort.index()].works;
    stop(play, fort, 0);
    for id in works.into_iter().flatten() {
        if !spared.has(id) {
            play.hurt(id, 1, Cause::FortLost);
        }
    }
}

/// Repairs here end, the ships unhurt.
pub(crate) fn end_repairs(play: &mut Play<'_>, fort: FortId) {
    for ship in &mut play.m().ships {
        if ship.is_afloat() && ship.repair == Some(fort) {
            ship.repair = None;
            ship.marks &= !mark::NEW_REPAIR;
            ship.marks |= mark::RELEASED;
        }
    }
}

/// SE-3.3.5.1f1: a destroyed fort has no owner; its harbour stays.
pub(crate) fn destroy(play: &mut Play<'_>, fort: FortId) {
    stop(play, fort, 0);
    let pearls = play.p().options().scenario == Scenario::Pearls;
    let it = &mut play.m().forts[fort.index()];
    let owner = it.owner;
    it.ruin = true;
    it.owner = Flag::NOBODY;
    it.hull = FORT_STRENGTH;
    it.points = 0;
    it.worker = Flag::NOBODY;
    it.shots = 0;
    it.hostile = Seats::EMPTY;
    // SE-4.2.9.5: pearls in a destroyed fort are lost; SE-R90: treasures stay.
    let gone = if pearls { core::mem::take(&mut it.goods) } else { 0 };
    play.say(Event::Destroyed { fort, lost: gone });
    lost(play, owner);
}

/// SE-5.6.6b: an assaulted fort changes hands; SE-R38: no shots this Turn;
/// SE-4.2.9.6: what is stored goes with it.
pub(crate) fn take(play: &mut Play<'_>, fort: FortId, seat: Seat, points: u8) {
    stop(play, fort, 0);
    let it = &mut play.m().forts[fort.index()];
    let owner = it.owner;
    it.owner = Flag::of(seat);
    it.hull = FORT_STRENGTH - points;
    it.shots = 0;
    it.worker = Flag::NOBODY;
    it.hostile = Seats::EMPTY;
    play.say(Event::FortTaken { fort, by: seat });
    lost(play, owner);
    gained(play, seat.into());
}

/// Gives a fort to a team mate. SE-R38: it keeps its shots. SE-3.3.5.2f3: its
/// masons are released, and stay where they are this Turn.
pub(crate) fn give(play: &mut Play<'_>, seat: Seat, fort: FortId, to: Seat) {
    stop(play, fort, mark::RELEASED);
    play.m().forts[fort.index()].owner = Flag::of(to);
    play.say(Event::Given { fort, by: seat, to });
    gained(play, to.into());
    let last = !play.p().forts().iter().any(|f| !f.ruin && f.owner == seat);
    if last && play.p().options().scenario == Scenario::Pearls {
        // SE-4.2.7e: who gives his last fort away is out.
        crate::victory::eliminate(play, seat, crate::event::Out::GaveLastFort);
    } else {
        lost(play, seat.into());
    }
}

/// Start of the worker's phase: works at a whole fort are released.
pub(crate) fn start_of_phase(play: &mut Play<'_>, seat: Seat) {
    for fort in play.p().fort_ids() {
        let it = &play.p().forts[fort.index()];
        if it.has_works() && it.worker == seat && !it.ruin && it.hull == 0 {
            release(play, fort);
        }
    }
}

/// SE-R33: at the end of every later Turn (SE-3.3.5.2d1), one token or point
/// (SE-3.3.5.2d2), unless an enemy was in the harbour (SE-3.3.5.2e1).
pub(crate) fn end_of_turn(play: &mut Play<'_>) {
    for fort in play.p().fort_ids() {
        let turn = play.p().turn;
        let it = &mut play.m().forts[fort.index()];
        if !it.has_works() || it.since >= turn || it.seen {
            continue;
        }
        if it.ruin {
            it.points += 1;
            let points = it.points;
            play.say(Event::Rebuilt { fort, points });
            if points >= FORT_STRENGTH {
                raise(play, fort);
            }
        } else if it.hull > 0 {
            it.hull -= 1;
            let left = it.hull;
            play.say(Event::Repaired { unit: Unit::fort(fort), left });
        }
    }
}

/// Start of a Turn: whose harbour holds an enemy? SE-R35.
pub(crate) fn look_around(p: &mut Public) {
    for fort in p.fort_ids() {
        let it = p.forts[fort.index()];
        let harbour = p.chart().fort_harbour[fort.index()];
        let seen = p.ships.iter().any(|ship| {
            ship.is_afloat() && harbour.has(ship.space) && p.is_hostile_at(&it, ship.owner)
        });
        p.forts[fort.index()].seen = seen;
    }
}

/// A ship passes: harbours it enters have seen it. SE-R35: passing through counts,
/// SE-3.3.5.2e2: also of a ship that is sunk on the way.
pub(crate) fn seen_on_passage(p: &mut Public, id: ShipId, spaces: &[Space]) {
    let owner = p.ship(id).owner;
    for fort in p.fort_ids() {
        let harbour = &p.world.chart.fort_harbour[fort.index()];
        if !p.forts[fort.index()].seen && spaces.iter().any(|&space| harbour.has(space)) {
            let it = p.forts[fort.index()];
            if p.is_hostile_at(&it, owner) {
                p.forts[fort.index()].seen = true;
            }
        }
    }
}

impl Public {
    /// Is the fort a lawful target of the seat: an enemy's or neutral (SE-3.3.5.1c)?
    pub fn may_attack_fort(&self, seat: Seat, fort: &Fort) -> bool {
        if fort.ruin {
            return false; // SE-R37: a ruin is no target.
        }
        match fort.owner {
            Flag::NOBODY => true,
            // SE-R119: no pirate attacks Tortuga.
            Flag::PIRATES => seat == SPAIN,
            owner => self.may_attack(seat, owner),
        }
    }
}
