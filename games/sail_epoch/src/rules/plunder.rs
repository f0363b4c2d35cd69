//! Plunder: gunners beside a ship they sank take its gold (Treasures).

use crate::action::Action;
use crate::event::{Cause, Event};
use crate::illegal::{Illegal, Question};
use crate::rules::Play;
use crate::state::{Public, ShipSet, Window};
use crate::units::ShipId;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Room left in a ship.
fn room(p: &Public, id: ShipId) -> u8 {
    p.capacity(id).saturating_sub(p.ship(id).cargo)
}

/// Opens the window if somebody may take something. SE-R93: ships of the salvo
/// that sank it, SE-4.1.8a: beside it or alongside, SE-4.1.8c: else it is lost; nothing after mines, reefs or a fort alone.
pub(crate) fn offer(play: &mut Play<'_>, sunk: ShipId, cause: Cause) -> bool {
    let Cause::Gunfire { seat } = cause else { return false };
    let space = play.p().ship(sunk).space;
    let ships: ShipSet = play
        .gunners
        .iter()
        .filter(|&id| {
            let ship = play.p().ship(id);
            // SE-4.1.8b: only within free capacity.
            ship.is_afloat() && ship.space.distance(space) <= 1 && room(play.p(), id) > 0
        })
        .collect();
    if ships.is_empty() {
        return false;
    }
    let gold = play.p().ship(sunk).cargo;
    play.m().windows.push(Window::Plunder { seat, ships, gold });
    true
}

/// May the gold be shared out like this?
pub(crate) fn check(p: &Public, takes: &[(ShipId, u8)]) -> Result<(), Illegal> {
    let Some(&Window::Plunder { ships, gold, .. }) = p.windows.last() else {
        return Err(Illegal::NothingToAnswer);
    };
    let mut seen = ShipSet::EMPTY;
    let mut sum = 0u16;
    for &(id, n) in takes {
        if !ships.has(id) || seen.has(id) || n == 0 || n > room(p, id) {
            return Err(Illegal::CannotPlunder { ship: id });
        }
        seen = seen.with(id);
        sum += u16::from(n);
    }
    if takes.is_empty() {
        return Err(Illegal::AnswerFirst { question: Question::Plunder });
    }
    if sum > u16::from(gold) { Err(Illegal::TooMuchGold { asked: sum, gold }) } else { Ok(()) }
}

/// Every way to share the gold, and leaving it.
pub(crate) fn list(p: &Public, out: &mut Vec<Action>) {
    fn grow(
        p: &Public,
        ships: &[ShipId],
        left: u8,
        takes: &mut Vec<(ShipId, u8)>,
        out: &mut Vec<Action>,
    ) {
        let Some((&id, rest)) = ships.split_first() else {
            if !takes.is_empty() {
                out.push(Action::Plunder(Box::from(takes.as_slice())));
            }
            return;
        };
        for n in 0..=room(p, id).min(left) {
            if n > 0 {
                takes.push((id, n));
            }
            grow(p, rest, left - n, takes, out);
            if n > 0 {
                takes.pop();
            }
        }
    }
    out.push(Action::Pass);
    if let Some(&Window::Plunder { ships, gold, .. }) = p.windows.last() {
        let ships: Vec<ShipId> = ships.iter().collect();
        grow(p, &ships, gold, &mut Vec::new(), out);
    }
}

/// Takes the gold; the rest is lost.
pub(crate) fn take(play: &mut Play<'_>, takes: &[(ShipId, u8)]) {
    let Some(Window::Plunder { gold, .. }) = play.m().windows.pop() else { return };
    let mut left = gold;
    for &(id, n) in takes {
        play.m().ships[id.index()].cargo += n;
        left -= n;
        play.say(Event::Plundered { ship: id, n });
    }
    if left > 0 {
        play.say(Event::GoodsLost { n: left });
    }
    play.m().dirty = true;
}
