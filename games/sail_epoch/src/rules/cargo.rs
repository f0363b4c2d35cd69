//! Gold, pearls and treasures: loading, unloading, and what sinks with a ship.

use crate::action::{Action, Hold};
use crate::board::Space;
use crate::event::{Cause, Event};
use crate::illegal::{Errand, Goods, Illegal};
use crate::rules::Play;
use crate::rules::{plunder, repair};
use crate::setup::Scenario;
use crate::state::{Flag, Fort, Public, SPAIN, SeatSecret, mark};
use crate::units::{Class, FortId, ShipId};
use admiralty_core::Seat;
use alloc::vec::Vec;

/// Spain's destination. SE-4.3.10e: X14; the pirates' is their own M2.
pub(crate) const CADIZ: Space = Space::new(23, 13);

fn check_crew(p: &Public, seat: Seat, id: ShipId) -> Result<(), Illegal> {
    Illegal::owned(p, seat, id)?;
    let ship = p.ship(id);
    if ship.repair.is_some() {
        return Err(Illegal::UnderRepair { ship: id });
    }
    if ship.has(mark::IGNITED) {
        return Err(Illegal::Burning { ship: id });
    }
    if ship.has(mark::CAPTURED) { Err(Illegal::JustCaptured { ship: id }) } else { Ok(()) }
}

/// May a ship of this player load at the fort? SE-4.2.9.7a: pearls from his
/// own or an ally's fort. SE-4.3.13b: at a standing Spanish fort only Spain,
/// SE-4.3.13c: at a ruin anybody.
fn loads_at(p: &Public, seat: Seat, fort: &Fort) -> bool {
    match p.options().scenario {
        Scenario::Pearls => repair::serves(p, seat, fort),
        Scenario::Jolly => fort.ruin || (fort.owner == SPAIN && seat == SPAIN),
        _ => false,
    }
}

/// How many goods the ship could take from there. SE-4.2.9.2a: never from
/// another ship at sea.
pub(crate) fn loadable(
    p: &Public,
    own: Option<&SeatSecret>,
    seat: Seat,
    id: ShipId,
    from: Hold,
) -> Result<u8, Illegal> {
    let goods = Goods::of(p.options().scenario).ok_or(Illegal::NoGoods)?;
    check_crew(p, seat, id)?;
    let ship = p.ship(id);
    let there = match from {
        // SE-4.1.6a, SE-4.2.9.1a, SE-4.2.9.4b: what lies on its space, for anybody.
        Hold::Field => p.goods_on(ship.space),
        Hold::Fort(fort) => {
            let it = Illegal::fort(p, fort)?;
            Illegal::inside(p, id, fort, Errand::Fetch)?;
            if !loads_at(p, seat, it) {
                return Err(Illegal::NotYourGoods { space: it.space, goods });
            }
            // SE-R135: what a ship has put ashore it does not take up again this Turn.
            if ship.has(mark::UNLOADED) {
                return Err(Illegal::HasUnloaded { ship: id });
            }
            it.goods
        }
        // SE-4.3.23c, SE-4.3.23e: only the map's holder, on its space.
        Hold::Map(pirate) => {
            let stash = p.stashes.get(pirate.index()).copied().unwrap_or(crate::state::Stash::NONE);
            let known = own.and_then(|own| own.held.get(pirate.index()).copied());
            if stash.holder != seat || known != Some(ship.space) {
                return Err(Illegal::NoMap { ship: id });
            }
            if stash.goods == 0 {
                return Err(Illegal::NothingBuried { ship: id });
            }
            stash.goods
        }
    };
    if there == 0 {
        return Err(Illegal::NothingThere { ship: id, goods });
    }
    // SE-4.1.7, SE-4.2.9.3a, SE-4.3.11a: within its capacity.
    match there.min(p.capacity(id).saturating_sub(ship.cargo)) {
        0 => Err(Illegal::HoldFull { ship: id, capacity: p.capacity(id), goods }),
        n => Ok(n),
    }
}

/// May it load that many?
pub(crate) fn check_load(
    p: &Public,
    own: Option<&SeatSecret>,
    seat: Seat,
    id: ShipId,
    n: u8,
    from: Hold,
) -> Result<(), Illegal> {
    let most = loadable(p, own, seat, id, from)?;
    check_number(p, id, n, most, Errand::Fetch)
}

fn check_number(p: &Public, ship: ShipId, n: u8, most: u8, errand: Errand) -> Result<(), Illegal> {
    let goods = Goods::of(p.options().scenario).ok_or(Illegal::NoGoods)?;
    if (1..=most).contains(&n) {
        Ok(())
    } else {
        Err(Illegal::TooMuch { ship, asked: n, most, goods, errand })
    }
}

/// May goods be put ashore at this fort, and do they count in hand there?
fn unloads_at(p: &Public, seat: Seat, fort: &Fort) -> Result<Ashore, Illegal> {
    let goods = Goods::of(p.options().scenario).ok_or(Illegal::NoGoods)?;
    let refused = Err(Illegal::NoUnloading { space: fort.space, goods, ruin: fort.ruin });
    match p.options().scenario {
        // SE-4.1.6d, SE-R46: at the own standing fort.
        Scenario::Treasures if !fort.ruin && fort.owner == seat => Ok(Ashore::InHand),
        // SE-4.2.9.1c: at an own or allied fort, SE-4.2.9.1d: stored there.
        Scenario::Pearls if repair::serves(p, seat, fort) => Ok(Ashore::AtFort),
        Scenario::Jolly if fort.first == Flag::PIRATES || fort.space == CADIZ => {
            // SE-4.3.14b, SE-4.3.14e: each at his own, SE-R90: while it stands.
            let mine = (fort.space == CADIZ) == (seat == SPAIN);
            if mine && !fort.ruin { Ok(Ashore::InHand) } else { refused }
        }
        // SE-4.3.14d: at another fort it lies beside it.
        Scenario::Jolly => Ok(Ashore::AtFort),
        _ => refused,
    }
}

enum Ashore {
    InHand,
    AtFort,
}

/// How many goods the ship could put ashore there.
pub(crate) fn unloadable(p: &Public, seat: Seat, id: ShipId, fort: FortId) -> Result<u8, Illegal> {
    let goods = Goods::of(p.options().scenario).ok_or(Illegal::NoGoods)?;
    check_crew(p, seat, id)?;
    let it = Illegal::fort(p, fort)?;
    Illegal::inside(p, id, fort, Errand::Unload)?;
    unloads_at(p, seat, it)?;
    match p.ship(id).cargo {
        0 => Err(Illegal::NoCargo { ship: id, goods }),
        cargo => Ok(cargo),
    }
}

/// May it put that many ashore?
pub(crate) fn check_unload(
    p: &Public,
    seat: Seat,
    id: ShipId,
    n: u8,
    fort: FortId,
) -> Result<(), Illegal> {
    let most = unloadable(p, seat, id, fort)?;
    check_number(p, id, n, most, Errand::Unload)
}

/// Every loading and unloading. SE-R91: in the own phase, before or after
/// moving (SE-4.1.6b, SE-4.2.9.7b, SE-4.2.9.7c, SE-4.3.13a, SE-4.3.14a: also on arrival).
pub(crate) fn list(p: &Public, own: Option<&SeatSecret>, seat: Seat, out: &mut Vec<Action>) {
    if p.options().scenario == Scenario::Oceans {
        return;
    }
    for id in p.fleets[seat.index()].iter() {
        let space = p.ship(id).space;
        let mut load = |from: Hold| {
            if let Ok(most) = loadable(p, own, seat, id, from) {
                out.extend((1..=most).map(|n| Action::Load { ship: id, n, from }));
            }
        };
        load(Hold::Field);
        for fort in p.forts_at(space) {
            load(Hold::Fort(fort));
        }
        for pirate in p.seats().filter(|&s| p.stashes[s.index()].holder == seat) {
            load(Hold::Map(pirate));
        }
        for fort in p.forts_at(space) {
            if let Ok(most) = unloadable(p, seat, id, fort) {
                out.extend((1..=most).map(|n| Action::Unload { ship: id, n, fort }));
            }
        }
    }
}

/// Loads.
pub(crate) fn load(play: &mut Play<'_>, id: ShipId, n: u8, from: Hold) {
    let p = play.m();
    let space = p.ship(id).space;
    match from {
        Hold::Field => p.change_goods(space, -(n as i8)),
        Hold::Fort(fort) => p.forts[fort.index()].goods -= n,
        Hold::Map(pirate) => {
            let stash = &mut p.stashes[pirate.index()];
            stash.goods -= n;
            // SE-4.3.23d: the map is shown to all.
            if stash.shown != space {
                stash.shown = space;
                play.reveal(Event::MapShown { pirate, space });
            }
        }
    }
    let p = play.m();
    let treasures = p.options().scenario == Scenario::Treasures;
    let ship = &mut p.ships[id.index()];
    ship.cargo += n;
    if treasures {
        ship.marks |= mark::LOADED;
    }
    p.dirty = true;
    play.say(Event::Loaded { ship: id, n, space });
}

/// Unloads.
pub(crate) fn unload(play: &mut Play<'_>, id: ShipId, n: u8, fort: FortId) {
    let p = play.m();
    let seat = p.ship(id).seat();
    let it = p.forts[fort.index()];
    let in_hand = matches!(unloads_at(p, seat, &it), Ok(Ashore::InHand));
    let ship = &mut p.ships[id.index()];
    ship.cargo -= n;
    ship.marks |= mark::UNLOADED;
    if in_hand {
        // SE-4.3.14c: in hand means off the field.
        p.players[seat.index()].hand += n;
    } else {
        p.forts[fort.index()].goods += n;
    }
    p.dirty = true;
    play.say(Event::Unloaded { ship: id, n, fort });
}

/// What happens to the cargo of a ship that sinks, explodes or is removed (SE-R92).
pub(crate) fn goes_down(play: &mut Play<'_>, id: ShipId, cause: Cause) {
    let ship = *play.p().ship(id);
    let n = ship.cargo;
    if n == 0 {
        return;
    }
    let scenario = play.p().options().scenario;
    match scenario {
        // The gunners may take it.
        Scenario::Treasures if plunder::offer(play, id, cause) => return,
        // SE-4.2.9.4a: in shallow water pearls stay, SE-4.2.9.4c: elsewhere not.
        Scenario::Pearls if play.p().chart().is_shallow(ship.space) => {
            play.m().change_goods(ship.space, n as i8);
            play.say(Event::Adrift { n, space: ship.space });
            return;
        }
        // SE-4.3.17: treasure on a sunk ship is lost.
        _ => {}
    }
    play.say(Event::GoodsLost { n });
}

impl Public {
    /// Most goods the ship can carry.
    pub fn capacity(&self, id: ShipId) -> u8 {
        match (self.options().scenario, id.class()) {
            // SE-4.1.7: any ship two troves.
            (Scenario::Treasures, _) => 2,
            // SE-4.2.9.3a, SE-4.2.9.3b: light ships one batch, heavy ships two.
            (Scenario::Pearls, Class::Brig | Class::Frigate) => 1,
            (Scenario::Pearls, _) => 2,
            // SE-4.3.11a, SE-4.3.11b: a galleon two, any other ship one.
            (Scenario::Jolly, Class::Galleon) => 2,
            (Scenario::Jolly, _) => 1,
            (Scenario::Oceans, _) => 0,
        }
    }

    /// How much its cargo slows the ship.
    pub fn cargo_penalty(&self, id: ShipId) -> u8 {
        let cargo = self.ship(id).cargo;
        match self.options().scenario {
            // SE-4.2.9.3a, SE-4.2.9.3b, SE-4.2.9.3c and SE-4.3.11a, SE-4.3.11c:
            // a ship is slowed by one when it is full.
            Scenario::Pearls | Scenario::Jolly if cargo > 0 && cargo == self.capacity(id) => 1,
            _ => 0,
        }
    }
}
