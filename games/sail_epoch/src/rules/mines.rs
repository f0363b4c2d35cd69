//! Secret mines and treasure maps.
//!
//! Everybody who still has a mine anywhere is asked after every movement of a
//! ship he may attack, so that being asked tells nobody where a mine lies;
//! who has none on the way can only pass. Only his own options differ.

use crate::action::Action;
use crate::board::{Space, Terrain};
use crate::event::{Cause, Event};
use crate::illegal::Illegal;
use crate::rules::Play;
use crate::rules::alliances;
use crate::sequence;
use crate::setup::Scenario;
use crate::state::{Flag, Mine, Public, SPAIN, SeatSecret, Standing, Window};
use crate::units::{MINE_DAMAGE, ShipId};
use admiralty_core::{Dry, Seat};
use alloc::vec::Vec;

/// Mines of each player. SE-3.1.5.5b: 3, 2, 1, 1, 1 for two to six; SE-2f: six in all.
pub(crate) const fn share(players: u8) -> u8 {
    match players {
        2 => 3,
        3 => 2,
        _ => 1,
    }
}

/// May a mine of this player lie here? SE-3.1.5.5d, SE-R99: within three spaces
/// of a harbour of his; SE-3.1.5.5e: in no Royal Port's harbour; SE-3.1.5.5f: a
/// fort's harbour is allowed.
pub(crate) fn is_site(p: &Public, seat: Seat, space: Space) -> bool {
    is_first_site(p, seat, space)
}

/// Could a mine of this player have been laid here before play? Forts by their first owner.
pub(crate) fn is_first_site(p: &Public, seat: Seat, space: Space) -> bool {
    let chart = p.chart();
    let water = matches!(chart.terrain(space), Terrain::Sea | Terrain::Coast);
    if !water
        || chart.reefs.has(space)
        || chart.has_port(space)
        || chart.royal_harbour.iter().any(|cells| cells.has(space))
    {
        return false;
    }
    let near = |cells: &crate::board::Cells| cells.iter().any(|s| s.distance(space) <= 3);
    let mine = |fort: &crate::state::Fort| {
        fort.first == seat || (fort.first == Flag::PIRATES && seat != SPAIN)
    };
    p.forts().iter().zip(&chart.fort_harbour).any(|(fort, cells)| mine(fort) && near(cells))
        || chart
            .royal_ports
            .iter()
            .zip(&chart.royal_harbour)
            .any(|((owner, _), cells)| *owner == seat && near(cells))
}

/// Does this player write a treasure map? SE-4.3.12a: with several pirates,
/// each; SE-R88: a single one does not.
pub(crate) fn writes_map(p: &Public, seat: Seat) -> bool {
    p.is_pirate(seat) && p.n_players() > 2
}

/// May a map name this space? SE-4.3.12b, SE-R89: coastal, or sea beside Land.
pub(crate) fn is_map_site(p: &Public, space: Space) -> bool {
    let chart = p.chart();
    let beside = match chart.terrain(space) {
        Terrain::Coast => true,
        Terrain::Sea => chart.neighbours(space).any(|(_, s)| chart.terrain(s) == Terrain::Land),
        _ => false,
    };
    beside && !chart.reefs.has(space) && !chart.has_port(space)
}

/// How many of the secret notes still to make are mines.
fn mines_to_note(p: &Public, seat: Seat) -> u8 {
    p.players[seat.index()].to_note.saturating_sub(writes_map(p, seat) as u8)
}

/// May this mine be noted? SE-3.1.5.5g: only before play.
pub(crate) fn check_lay(
    p: &Public,
    own: &SeatSecret,
    seat: Seat,
    space: Space,
) -> Result<(), Illegal> {
    // SE-3.1.5.5a: only if mines are in play.
    if !p.options().mines {
        return Err(Illegal::MinesNotAgreed);
    }
    if p.turn > 0 {
        return Err(Illegal::MinesLie);
    }
    if mines_to_note(p, seat) == 0 {
        return Err(Illegal::NoMineLeft);
    }
    if !is_site(p, seat, space) {
        return Err(Illegal::NoMineSite { space });
    }
    let taken = own.mines.iter().any(|mine| mine.space == space);
    if taken { Err(Illegal::MineThere { space }) } else { Ok(()) }
}

/// May this map be noted?
pub(crate) fn check_map(p: &Public, seat: Seat, space: Space) -> Result<(), Illegal> {
    let owed = p.players[seat.index()].to_note;
    if !writes_map(p, seat) || owed == 0 {
        return Err(Illegal::NoMapNow);
    }
    if owed > 1 {
        return Err(Illegal::MinesFirst);
    }
    if is_map_site(p, space) { Ok(()) } else { Err(Illegal::NoMapSite { space }) }
}

/// What the seat may note next.
pub(crate) fn list_notes(p: &Public, own: &SeatSecret, seat: Seat, out: &mut Vec<Action>) {
    if mines_to_note(p, seat) > 0 {
        let free = |space: &Space| check_lay(p, own, seat, *space).is_ok();
        out.extend(p.chart().spaces().filter(free).map(Action::Mine));
    } else if p.players[seat.index()].to_note > 0 {
        let sites = p.chart().spaces().filter(|&space| is_map_site(p, space));
        out.extend(sites.map(Action::Map));
    }
}

/// SE-3.1.5.5c: noted secretly.
pub(crate) fn lay(play: &mut Play<'_>, seat: Seat, space: Space) -> Result<(), Dry> {
    let mine = Mine { space, order: Standing::Ask };
    play.table.seats[seat].mines.push(mine);
    let player = &mut play.m().players[seat.index()];
    player.mines += 1;
    player.to_note -= 1;
    play.say(Event::MineLaid { seat });
    review(play, seat);
    sequence::noted(play)
}

/// Notes the treasure map.
pub(crate) fn note_map(play: &mut Play<'_>, seat: Seat, space: Space) -> Result<(), Dry> {
    play.table.seats[seat].map = space;
    play.m().players[seat.index()].to_note -= 1;
    play.say(Event::MapDrawn { seat });
    sequence::noted(play)
}

/// May this order be given? At any time: it is the owner's own affair.
pub(crate) fn check_order(own: Option<&SeatSecret>, space: Space) -> Result<(), Illegal> {
    let laid = own.is_some_and(|own| own.mines.iter().any(|mine| mine.space == space));
    if laid { Ok(()) } else { Err(Illegal::NotYourMine { space }) }
}

/// SE-R77: a standing order for a mine.
pub(crate) fn order(play: &mut Play<'_>, seat: Seat, space: Space, order: Standing) {
    let mines = &mut play.table.seats[seat].mines;
    if let Some(mine) = mines.iter_mut().find(|mine| mine.space == space) {
        mine.order = order;
    }
    review(play, seat);
}

/// Who has orders for all the mines that he has left is not asked any more, and that is seen.
fn review(play: &mut Play<'_>, seat: Seat) {
    let mines = &play.table.seats[seat].mines;
    let on = mines.iter().all(|mine| mine.order != Standing::Ask);
    if !mines.is_empty() && on != play.p().players[seat.index()].standing {
        play.m().players[seat.index()].standing = on;
        play.reveal(Event::Standing { seat, on });
    }
}

/// A movement is complete and the ship marked, SE-3.3.6.1c: asks the first owner. Returns whether anybody is asked.
pub(crate) fn passed(play: &mut Play<'_>, id: ShipId) -> bool {
    if !play.p().options().mines || play.p().passage.len == 0 {
        return false;
    }
    let mover = play.p().ship(id).seat();
    ask_after(play, mover, mover);
    matches!(play.p().windows.last(), Some(Window::Mines { .. }))
}

/// Does any mine lie, as far as all may know, that could go off under a ship of
/// this player? SE-R76: none of an own or allied player.
pub(crate) fn may_lie(p: &Public, mover: Seat) -> bool {
    p.options().mines
        && p.seats().any(|seat| p.players[seat.index()].mines > 0 && p.may_attack(seat, mover))
}

/// Own undetonated mines on the last passage. SE-3.3.6.1a, SE-3.3.6.1b: passed
/// through or stopped on; SE-R76: the space it started from does not count.
pub(crate) fn on_passage<'a>(
    p: &'a Public,
    own: &'a SeatSecret,
) -> impl Iterator<Item = Mine> + 'a {
    own.mines.iter().copied().filter(|mine| p.passage.spaces().contains(&mine.space))
}

/// Asks the next owner after `last` in playing order. SE-R138: openly. SE-R76: own and allied
/// ships set off nothing.
fn ask_after(play: &mut Play<'_>, mover: Seat, last: Seat) {
    let Some(id) = play.p().passage.ship else { return };
    let order: smallvec::SmallVec<[Seat; 6]> = play.p().after(mover).collect();
    let from = order.iter().position(|&s| s == last).map_or(0, |i| i + 1);
    for &seat in &order[from..] {
        let player = play.p().players[seat.index()];
        if !play.p().ship(id).is_afloat() {
            return;
        }
        if player.mines == 0 || player.out || !play.p().may_attack(seat, mover) {
            continue;
        }
        if !player.standing {
            play.m().windows.push(Window::Mines { seat, ship: id });
            return;
        }
        let own = &play.table.seats[seat];
        let mines: smallvec::SmallVec<[Mine; 3]> = on_passage(play.p(), own).collect();
        for mine in mines {
            let blows = mine.order == Standing::Auto && play.p().is_foe(seat, mover);
            if blows && play.p().ship(id).is_afloat() {
                blow(play, seat, mine.space);
            }
        }
    }
}

/// What the asked owner may do. SE-3.3.6.4a: he need not.
pub(crate) fn list_answers(p: &Public, own: &SeatSecret, out: &mut Vec<Action>) {
    out.push(Action::Pass);
    out.extend(on_passage(p, own).map(|mine| Action::Detonate(mine.space)));
}

/// May this mine be detonated?
pub(crate) fn check_detonate(p: &Public, own: &SeatSecret, space: Space) -> Result<(), Illegal> {
    let Some(ship) = p.passage.ship else { return Err(Illegal::NothingToAnswer) };
    let there = on_passage(p, own).any(|mine| mine.space == space);
    if there { Ok(()) } else { Err(Illegal::NoMineThere { space, ship }) }
}

/// SE-3.3.6.1d: the space is shown; SE-3.3.6.2: three damage where the ship
/// now stands; SE-3.3.6.3a, SE-3.3.6.3b: the mine is gone.
fn blow(play: &mut Play<'_>, seat: Seat, space: Space) {
    let Some(id) = play.p().passage.ship else { return };
    play.table.seats[seat].mines.retain(|mine| mine.space != space);
    let p = play.m();
    p.players[seat.index()].mines -= 1;
    p.blown.add(space);
    let unit = crate::action::Unit::ship(id);
    alliances::attack(play, seat, unit);
    play.reveal(Event::Detonated { seat, space, ship: id });
    review(play, seat);
    play.hurt(id, MINE_DAMAGE, Cause::Mine);
}

/// Detonates. Several mines on the way may all go off (SE-R76).
pub(crate) fn detonate(play: &mut Play<'_>, seat: Seat, space: Space) {
    blow(play, seat, space);
    let Some(id) = play.p().passage.ship else { return };
    let player = play.p().players[seat.index()];
    if !play.p().ship(id).is_afloat() || player.mines == 0 {
        pass(play, seat);
    }
}

/// SE-3.3.6.4b: a mine left alone stays ready.
pub(crate) fn pass(play: &mut Play<'_>, seat: Seat) {
    play.m().windows.pop();
    let Some(id) = play.p().passage.ship else { return };
    let mover = play.p().ship(id).seat();
    ask_after(play, mover, seat);
}

/// A fresh table's notes to make.
pub(crate) fn set_notes(p: &mut Public) {
    for seat in p.seats() {
        let mines = if p.options().mines { share(p.n_players()) } else { 0 };
        let map = p.options().scenario == Scenario::Jolly && writes_map(p, seat);
        p.players[seat.index()].to_note = mines + map as u8;
    }
}
