//! Royal Ports: staying in their harbour captures them. They are no units (SE-3.1.5.1b:
//! nobody fires at them, SE-3.1.5.1c: nor do they fire).

use crate::board::Space;
use crate::event::Event;
use crate::rules::Play;
use crate::state::Public;
use crate::units::ShipId;
use admiralty_core::Seat;

/// In which enemy Royal Port's harbour does the ship lie?
fn harbour_of(p: &Public, id: ShipId) -> Option<usize> {
    let ship = p.ship(id);
    let chart = p.chart();
    (0..chart.royal_ports.len()).find(|&i| {
        chart.royal_harbour[i].has(ship.space) && p.is_foe(chart.royal_ports[i].0, ship.owner)
    })
}

/// A ship has moved: SE-R95, leaving the harbour wipes out its count.
pub(crate) fn moved(p: &mut Public, id: ShipId, spaces: &[Space]) {
    if p.ship(id).stay == 0 {
        return;
    }
    let inside = |space: &Space| p.chart().royal_harbour.iter().any(|cells| cells.has(*space));
    if !spaces.iter().all(inside) {
        p.ships[id.index()].stay = 0;
    }
}

/// End of a Turn: counts every ship that stayed and says which ports fall, by
/// owner. SE-3.1.5.1f: the Turn of entry does not count; SE-3.1.5.1d: one ship
/// four counted Turns, SE-3.1.5.1e: two of one enemy two Turns.
pub(crate) fn end_of_turn(play: &mut Play<'_>) -> smallvec::SmallVec<[(Seat, Seat); 2]> {
    let mut fallen = smallvec::SmallVec::new();
    // SE-4.4.3d: only where it wins is there anything to count.
    if play.p().chart().royal_ports.is_empty() || !play.p().options().win_royal_port {
        return fallen;
    }
    for i in 0..play.p().ships.len() {
        let id = ShipId(i as u8);
        if !play.p().ship(id).is_afloat() {
            continue;
        }
        if harbour_of(play.p(), id).is_some() {
            let stay = &mut play.m().ships[i].stay;
            *stay = stay.saturating_add(1);
            let turns = *stay - 1;
            if turns > 0 {
                play.say(Event::Blockading { ship: id, turns });
            }
        } else {
            play.m().ships[i].stay = 0;
        }
    }
    let p = play.p();
    for (port, &(owner, _)) in p.chart().royal_ports.iter().enumerate() {
        for seat in p.seats().filter(|&seat| p.is_foe(owner, seat)) {
            let stays = || {
                p.fleets[seat.index()]
                    .iter()
                    .filter(|&id| harbour_of(p, id) == Some(port))
                    .map(|id| p.ship(id).stay.saturating_sub(1))
            };
            if stays().any(|n| n >= 4) || stays().filter(|&n| n >= 2).count() >= 2 {
                fallen.push((owner, seat));
                break;
            }
        }
    }
    for &(owner, by) in &fallen {
        play.say(Event::PortTaken { owner, by });
    }
    fallen
}

impl Public {
    /// May a ship of this player enter the space as far as Royal Ports go?
    /// SE-3.1.5.1i: not the harbour of his own or an ally's. SE-R96: only entering
    /// is barred; who is inside may stay or leave.
    #[inline]
    pub fn is_own_royal_harbour(&self, seat: Seat, space: Space) -> bool {
        let chart = self.chart();
        chart
            .royal_ports
            .iter()
            .zip(&chart.royal_harbour)
            .any(|(&(owner, _), cells)| cells.has(space) && !self.is_foe(seat, owner))
    }
}
