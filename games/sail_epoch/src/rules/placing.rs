//! Placing the pieces before play, and bringing ships onto the field.

use crate::action::{Action, Piece};
use crate::board::{COLS, Cells, Chart, Dir, ISLES, Island, Space, Terrain};
use crate::event::Event;
use crate::illegal::{BadSite, Chair, Goods, Illegal};
use crate::rules::Play;
use crate::rules::{cargo, jolly, works};
use crate::sequence;
use crate::setup::{Board, Scenario};
use crate::state::{Flag, Fort, Public, SPAIN, Stage, mark};
use crate::units::{Class, ShipId};
use admiralty_core::{Dry, Seat};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Kinds of pieces in the order they are placed.
pub(crate) const KINDS: usize = 4;

/// What they are called.
const NAMES: [&str; KINDS] = ["islands", "forts", "Royal Ports", "reefs"];

/// Which kind a piece is: islands, forts, Royal Ports, reefs.
pub(crate) const fn kind_of(piece: Piece) -> u8 {
    match piece {
        Piece::Island(..) => 0,
        Piece::Fort => 1,
        Piece::RoyalPort => 2,
        Piece::Reef => 3,
    }
}

/// How many pieces each player places.
pub(crate) fn set_owed(p: &mut Public) {
    let n = p.n_players();
    let order = p.order;
    let mut owed = [[0u8; KINDS]; crate::state::MAX_SEATS];
    match p.options().scenario {
        Scenario::Treasures => {}
        Scenario::Pearls => {
            for seat in p.seats() {
                owed[seat.index()][1] = p.options().free_forts as u8;
                // SE-4.2.8.1c, SE-4.2.8.2b, SE-4.2.8.3e: reefs are shared; SE-4.2.8.1d: with four, two are fixed.
                owed[seat.index()][3] = if n == 4 { 1 } else { 6 / n };
            }
        }
        Scenario::Jolly => {
            // SE-4.3.9.4a: the pirates one island by their fort, Spain one by each of its own.
            owed[order[1].index()][0] = 1;
            owed[0][0] = 3;
            // SE-4.3.9.4c: reefs one by one from Spain until all lie.
            for i in 0..6 {
                owed[order[i % n as usize].index()][3] += 1;
            }
        }
        Scenario::Oceans => {
            for seat in p.seats() {
                // SE-4.4.5e: two forts each, or one with three or four players;
                // SE-4.4.5f, SE-3.1.5.1a, SE-2d: a Royal Port each, only with two;
                // SE-3.1.5.3c: two islands each, or one; SE-3.1.5.4a: reefs equally.
                let two = (n == 2) as u8;
                owed[seat.index()] = [1 + two, 1 + two, two, 6 / n];
            }
        }
    }
    p.owed = owed;
}

/// Is the space in the player's sector? SE-4.4.5a: equal sectors, SE-4.4.5b:
/// less a neutral zone; SE-4.4.5c: only for placing. Elsewhere the field is common.
pub(crate) fn in_sector(p: &Public, seat: Seat, space: Space) -> bool {
    let o = p.options();
    if o.scenario != Scenario::Oceans {
        return true;
    }
    let (col, row) = (space.col(), space.row());
    if o.board == Board::Grand {
        return (row >= 14) == (seat == Seat(1));
    }
    let east = matches!(seat, Seat(1 | 2));
    let (low, high) = match o.players {
        2 => (seat.0 * 12, seat.0 * 12 + 12),
        3 => (seat.0 * 8, seat.0 * 8 + 8),
        _ if (row >= 7) != (seat >= Seat(2)) => return false,
        _ => (east as u8 * 12, east as u8 * 12 + 12),
    };
    let zone = o.neutral_zone / 2;
    let low = if low == 0 { 0 } else { low + zone };
    let high = if high == COLS { COLS } else { high - zone };
    (low..high).contains(&col)
}

/// Is the space free of every overlay? SE-3.1.5a.
fn is_free(p: &Public, chart: &Chart, space: Space) -> bool {
    chart.terrain(space) == Terrain::Sea
        && !chart.reefs.has(space)
        && !chart.has_port(space)
        && p.goods_on(space) == 0
        && !is_overlay(chart, space)
}

fn is_overlay(chart: &Chart, space: Space) -> bool {
    chart.islands.iter().filter_map(|i| i.cells()).flatten().any(|(s, _, _)| s == space)
}

/// Are all harbours and objectives on one water? SE-3.1.5.3b: also the two Royal Ports.
fn is_connected(p: &Public, chart: &Chart) -> bool {
    let mut targets: Vec<Cells> = chart.fort_harbour.iter().copied().collect();
    targets.extend(chart.royal_harbour.iter().copied());
    for &(space, n) in &p.goods {
        if n > 0 {
            let mut one = Cells::EMPTY;
            one.add(space);
            targets.push(one);
        }
    }
    let Some(first) = targets.first().and_then(|cells| cells.iter().next()) else { return true };
    let mut seen = Cells::EMPTY;
    let mut queue = alloc::vec![first];
    seen.add(first);
    while let Some(at) = queue.pop() {
        for (dir, next) in chart.neighbours(at) {
            if chart.steps(at) & dir.bit() != 0 && !seen.has(next) {
                seen.add(next);
                queue.push(next);
            }
        }
    }
    targets.iter().all(|cells| cells.iter().any(|space| seen.has(space)))
}

fn sea_in(chart: &Chart, harbour: &Cells) -> usize {
    harbour.iter().filter(|&space| chart.terrain(space) == Terrain::Sea).count()
}

/// Is the space a fort site on this chart? SE-3.1.5.2a, SE-R98.
fn is_fort_site(p: &Public, chart: &Chart, space: Space) -> Result<(), BadSite> {
    let taken = chart.reefs.has(space) || chart.has_port(space) || p.goods_on(space) > 0;
    let free_forts = p.options().free_forts;
    let touches = match chart.terrain(space) {
        Terrain::Coast => true,
        Terrain::Sea => {
            free_forts
                || chart
                    .neighbours(space)
                    .any(|(_, s)| matches!(chart.terrain(s), Terrain::Land | Terrain::Coast))
        }
        _ => false,
    };
    if taken || (chart.terrain(space) == Terrain::Sea && is_overlay(chart, space) && !touches) {
        return Err(BadSite::Taken);
    }
    if !touches {
        return Err(BadSite::NotCoastal);
    }
    let sea = chart
        .neighbours(space)
        .filter(|(_, s)| {
            chart.terrain(*s) == Terrain::Sea && !chart.reefs.has(*s) && !chart.has_port(*s)
        })
        .count();
    if sea < 2 {
        return Err(BadSite::NoHarbour);
    }
    // SE-3.1.5.2b, SE-R97: farther from every Royal Port harbour than its range.
    let near = |cells: &Cells| cells.iter().any(|s| s.distance(space) <= 5);
    if chart.royal_harbour.iter().any(near) {
        return Err(BadSite::NearRoyalPort);
    }
    if free_forts { equally_far(p, space) } else { Ok(()) }
}

/// SE-4.2.8.4a: all forts equally far from the pearls, give or take one.
fn equally_far(p: &Public, space: Space) -> Result<(), BadSite> {
    let far = |space: Space| {
        let pearls = p.goods.iter().filter(|(_, n)| *n > 0);
        pearls.map(|(pearl, _)| pearl.distance(space)).min().unwrap_or(0)
    };
    let d = far(space);
    let even = p.forts().iter().all(|fort| far(fort.space).abs_diff(d) <= 1);
    if even && d >= 4 { Ok(()) } else { Err(BadSite::Uneven) }
}

/// May this piece lie here?
pub(crate) fn check(p: &Public, seat: Seat, piece: Piece, space: Space) -> Result<(), Illegal> {
    let Stage::Placing { kind, .. } = p.stage else { return Err(Illegal::PiecesLie) };
    if kind_of(piece) != kind {
        return Err(Illegal::WrongPiece { wanted: NAMES[kind as usize & 3] });
    }
    site(p, seat, piece, space).map_err(|why| Illegal::BadSite { space, why })
}

fn site(p: &Public, seat: Seat, piece: Piece, space: Space) -> Result<(), BadSite> {
    let chart = p.chart();
    if !chart.contains(space) {
        return Err(BadSite::Outside);
    }
    let mut trial;
    match piece {
        Piece::Island(isle, turns) => {
            let island = Island { isle, corner: space, turns };
            island_fits(p, seat, island)?;
            trial = chart.clone();
            trial.islands.push(island);
        }
        Piece::Fort => {
            if !in_sector(p, seat, space) {
                return Err(BadSite::Sector);
            }
            is_fort_site(p, chart, space)?;
            trial = chart.clone();
            trial.forts.push(space);
        }
        Piece::RoyalPort => {
            if !in_sector(p, seat, space) {
                return Err(BadSite::Sector);
            }
            royal_fits(p, space)?;
            trial = chart.clone();
            trial.royal_ports.push((seat, space));
        }
        Piece::Reef => {
            if !in_sector(p, seat, space) {
                return Err(BadSite::Sector);
            }
            reef_fits(p, seat, space)?;
            trial = chart.clone();
            trial.reefs.add(space);
        }
    }
    trial.rebuild();
    if !is_connected(p, &trial) || trial.fort_harbour.iter().any(|cells| sea_in(&trial, cells) < 2)
    {
        return Err(BadSite::CutsOff);
    }
    if leaves_room(p, &trial, piece, seat) { Ok(()) } else { Err(BadSite::NoRoom) }
}

/// SE-4.4.5d: every player still finds a site for each fort he is owed.
fn leaves_room(p: &Public, trial: &Chart, piece: Piece, seat: Seat) -> bool {
    p.seats().all(|other| {
        let owed = p.owed[other.index()][1] - (piece == Piece::Fort && other == seat) as u8;
        // Before the last islands lie there may be no coast in a sector yet.
        if owed == 0
            || (matches!(piece, Piece::Island(..))
                && p.owed[other.index()][0] > (other == seat) as u8)
        {
            return true;
        }
        let sites =
            trial.spaces().filter(|&s| in_sector(p, other, s) && is_fort_site(p, trial, s).is_ok());
        sites.take(owed as usize).count() >= owed as usize
    })
}

/// SE-3.1.5.3a, SE-3.1.5.3d: on the grid, on free water, in no Royal Port's harbour.
fn island_fits(p: &Public, seat: Seat, island: Island) -> Result<(), BadSite> {
    let chart = p.chart();
    // SE-2e: what is in the box.
    let used = chart.islands.iter().filter(|i| i.isle == island.isle).count();
    if used >= ISLES[island.isle as usize].2 as usize {
        return Err(BadSite::NoneLeft);
    }
    let Some(cells) = island.cells() else { return Err(BadSite::Outside) };
    for (space, terrain, _) in cells {
        if !chart.contains(space) {
            return Err(BadSite::Outside);
        }
        if !in_sector(p, seat, space) {
            return Err(BadSite::Sector);
        }
        let under_fort = chart.forts.contains(&space) && terrain == Terrain::Coast;
        if !under_fort && !is_free(p, chart, space) {
            return Err(BadSite::Taken);
        }
        if chart.royal_harbour.iter().any(|cells| cells.has(space)) {
            return Err(BadSite::NearRoyalPort);
        }
    }
    if p.options().scenario == Scenario::Jolly {
        // SE-4.3.9.4a, SE-4.3.9.4b: by a fort of his own that has no island yet.
        let bare = |fort: &&Fort| !touches_island(chart, fort.space);
        let mine = |fort: &&Fort| (fort.first == SPAIN) == (seat == SPAIN);
        let touches = p.forts().iter().filter(mine).filter(bare).any(|fort| {
            island
                .cells()
                .into_iter()
                .flatten()
                .any(|(s, terrain, _)| terrain != Terrain::Sea && s.distance(fort.space) <= 1)
        });
        if !touches {
            return Err(BadSite::NotCoastal);
        }
    }
    Ok(())
}

fn touches_island(chart: &Chart, space: Space) -> bool {
    chart.terrain(space) == Terrain::Coast
        || chart
            .neighbours(space)
            .any(|(_, s)| matches!(chart.terrain(s), Terrain::Land | Terrain::Coast))
}

/// SE-3.1.5.1k: at least ten spaces apart; its harbour free of islands, forts, reefs.
fn royal_fits(p: &Public, space: Space) -> Result<(), BadSite> {
    let chart = p.chart();
    if !is_free(p, chart, space) {
        return Err(BadSite::Taken);
    }
    if !chart.neighbours(space).all(|(_, s)| is_free(p, chart, s)) {
        return Err(BadSite::NoHarbour);
    }
    if chart.royal_ports.iter().any(|(_, other)| other.distance(space) < 10) {
        return Err(BadSite::NearRoyalPort);
    }
    // SE-3.1.5.2b: no fort within range of its harbour.
    let near = |fort: &Fort| chart.neighbours(space).any(|(_, s)| s.distance(fort.space) <= 5);
    if p.forts().iter().any(near) { Err(BadSite::NearFort) } else { Ok(()) }
}

/// SE-3.1.5.4b: not in a Royal Port's harbour; nor in another player's, nor on an objective.
fn reef_fits(p: &Public, seat: Seat, space: Space) -> Result<(), BadSite> {
    let chart = p.chart();
    if !is_free(p, chart, space) {
        return Err(BadSite::Taken);
    }
    if chart.royal_harbour.iter().any(|cells| cells.has(space)) {
        return Err(BadSite::NearRoyalPort);
    }
    let foreign = p.forts_at(space).any(|fort| !p.commands(seat, &p.forts[fort.index()]));
    if foreign { Err(BadSite::NearFort) } else { Ok(()) }
}

/// Every legal place of the piece that is due.
pub(crate) fn list(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    let Stage::Placing { kind, .. } = p.stage else { return };
    let mut all = |piece: Piece| {
        for space in p.chart().spaces() {
            if site(p, seat, piece, space).is_ok() {
                out.push(Action::Place { piece, space });
            }
        }
    };
    match kind {
        0 => {
            for (isle, _, _) in ISLES {
                // Every shape maps to itself under a half-turn, the round one under any.
                for turns in 0..=u8::from(isle != crate::board::Isle::Volcanic) {
                    all(Piece::Island(isle, turns));
                }
            }
        }
        1 => all(Piece::Fort),
        2 => all(Piece::RoyalPort),
        _ => all(Piece::Reef),
    }
}

/// Can the seat place anything now?
pub(crate) fn has_site(p: &Public, seat: Seat) -> bool {
    let mut sites = Vec::new();
    list(p, seat, &mut sites);
    !sites.is_empty()
}

/// Places a piece.
pub(crate) fn place(
    play: &mut Play<'_>,
    seat: Seat,
    piece: Piece,
    space: Space,
) -> Result<(), Dry> {
    let p = play.m();
    put_piece(p, seat, piece, space);
    p.owed[seat.index()][kind_of(piece) as usize] -= 1;
    play.say(Event::Placed { seat, piece, space });
    sequence::next_piece(play, seat)
}

/// Puts a piece on the chart.
pub(crate) fn put_piece(p: &mut Public, seat: Seat, piece: Piece, space: Space) {
    let chart = &mut Arc::make_mut(&mut p.world).chart;
    match piece {
        Piece::Island(isle, turns) => chart.islands.push(Island { isle, corner: space, turns }),
        Piece::Fort => chart.forts.push(space),
        Piece::RoyalPort => chart.royal_ports.push((seat, space)),
        Piece::Reef => chart.reefs.add(space),
    }
    chart.rebuild();
    if piece == Piece::Fort {
        let n = p.n_forts as usize;
        p.forts[n] = Fort::new(space, Flag::of(seat));
        p.n_forts += 1;
    }
}

/// Where may this player bring a ship now, and which ships are waiting?
pub(crate) fn check_deploy(
    p: &Public,
    seat: Seat,
    id: ShipId,
    space: Space,
) -> Result<(), Illegal> {
    if p.ship(id).is_afloat() {
        return Err(Illegal::AfloatAlready { ship: id });
    }
    if !is_waiting(p, seat, id) {
        let goods = Goods::of(p.options().scenario);
        return Err(Illegal::NotWaiting { ship: id, seat: Chair(seat), goods });
    }
    let chart = p.chart();
    let able = |s: Space| chart.contains(s) && chart.harbours.has(s) && !p.full.has(s);
    let home = |fort: &Fort| match (p.stage, p.options().scenario) {
        // SE-3.1.5.6a: the harbours of his own forts.
        (Stage::Deploy { .. }, _) => p.commands(seat, fort),
        // SE-4.3.18c, SE-R84: at Cadiz, standing or not.
        (_, Scenario::Jolly) => fort.space == cargo::CADIZ,
        // SE-R101: at his first fort.
        _ => fort.first == seat,
    };
    let harbours = || p.forts().iter().zip(&chart.fort_harbour).filter(|(fort, _)| home(fort));
    if harbours().any(|(_, cells)| cells.has(space)) {
        return if able(space) { Ok(()) } else { Err(Illegal::NoBerth { space }) };
    }
    // SE-R72: with all harbours full, a free sea space touching one.
    let all_full = harbours().all(|(_, cells)| cells.iter().all(|s| !able(s)));
    let touching = harbours().any(|(_, cells)| cells.iter().any(|s| s.distance(space) <= 1));
    let free = chart.terrain(space) == Terrain::Sea
        && !p.occupied.has(space)
        && !chart.reefs.has(space)
        && !chart.has_port(space);
    let setting_up = matches!(p.stage, Stage::Deploy { .. });
    if setting_up && all_full && touching && free {
        Ok(())
    } else {
        Err(Illegal::NoBerth { space })
    }
}

/// Is this ship one the player may bring onto the field now?
pub(crate) fn is_waiting(p: &Public, seat: Seat, id: ShipId) -> bool {
    let ship = p.ship(id);
    if ship.is_afloat() {
        return false;
    }
    match (p.stage, p.options().scenario) {
        (Stage::Deploy { .. }, _) => ship.owner == seat && !ship.has(mark::RESERVE),
        (Stage::Phase, Scenario::Jolly) => seat == SPAIN && jolly::is_due(p, id),
        (Stage::Phase, Scenario::Treasures) => {
            // SE-4.1.10, SE-R101: the lowest brig not afloat, when it is due.
            let due = p.players[seat.index()].respawn;
            let brig =
                (1..=6).map(|n| ShipId::new(Class::Brig, n)).find(|&b| !p.ship(b).is_afloat());
            due != 0 && due <= p.turn && brig == Some(id)
        }
        _ => false,
    }
}

/// Bows a deployed ship may be given: as usual, or one of eight.
const BOWS: [Option<Dir>; 9] = [
    None,
    Some(Dir(0)),
    Some(Dir(1)),
    Some(Dir(2)),
    Some(Dir(3)),
    Some(Dir(4)),
    Some(Dir(5)),
    Some(Dir(6)),
    Some(Dir(7)),
];

/// Every way to bring a ship.
pub(crate) fn list_deploys(p: &Public, seat: Seat, out: &mut Vec<Action>) {
    let possible = match (p.stage, p.options().scenario) {
        (Stage::Deploy { .. }, _) => true,
        (Stage::Phase, Scenario::Jolly) => seat == SPAIN && p.due != [false; 2],
        (Stage::Phase, Scenario::Treasures) => p.players[seat.index()].respawn != 0,
        _ => false,
    };
    if !possible {
        return;
    }
    for ship in (0..p.ships.len() as u8).map(ShipId) {
        if is_waiting(p, seat, ship) {
            let sites = p.chart().spaces().filter(|&s| check_deploy(p, seat, ship, s).is_ok());
            let bows: &[Option<Dir>] =
                if p.has_bows() && p.stage == Stage::Phase { &BOWS } else { &BOWS[..1] };
            for space in sites {
                out.extend(bows.iter().map(|&bow| Action::Deploy { ship, space, bow }));
            }
        }
    }
}

/// Brings a ship onto the field. SE-R123: with the shots of this weather.
pub(crate) fn deploy(
    play: &mut Play<'_>,
    seat: Seat,
    id: ShipId,
    space: Space,
    bow: Option<Dir>,
) -> Result<(), Dry> {
    let p = play.m();
    let shots = p.supply(id);
    let ship = &mut p.ships[id.index()];
    *ship = crate::state::Ship { owner: Flag::of(seat), shots, ..crate::state::Ship::GONE };
    p.put(id, space);
    works::seen_on_passage(p, id, &[space]);
    let bow = bow.unwrap_or_else(|| bow_at(p.chart(), space));
    p.ships[id.index()].bow = bow;
    p.players[seat.index()].respawn = 0;
    let setting_up = matches!(p.stage, Stage::Deploy { .. });
    play.say(Event::Deployed { ship: id, space });
    if setting_up { sequence::next_ship(play, seat) } else { Ok(()) }
}

/// Where a ship's bow points at first: to the middle of the field.
pub(crate) fn bow_at(chart: &Chart, space: Space) -> Dir {
    let dx = i16::from(chart.cols) - 1 - 2 * i16::from(space.col());
    let dy = i16::from(chart.rows) - 1 - 2 * i16::from(space.row());
    let (ax, ay) = (dx.abs(), dy.abs());
    let x = if ay > 2 * ax { 0 } else { dx.signum() };
    let y = if ax > 2 * ay { 0 } else { dy.signum() };
    crate::board::Dir::ALL
        .into_iter()
        .find(|dir| dir.delta() == (x as i8, y as i8))
        .unwrap_or(Dir(0))
}
