//! What dive and torpedo bombers do to their target.

use crate::action::{Action, Groups, Pick};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::air::{plane_of, raiders, under_way};
use crate::rules::{Choices, Does, Tell, critical, features, resolution};
use crate::state::{HIT, PlaneKind, Public, Raider, Unit, UnitId};
use admiralty_core::Told;

/// Bombs in groups and torpedoes on one target; are tokens to be placed?
pub(super) fn hit(p: &mut Public, target: UnitId, groups: Groups, tell: Tell<'_>) -> bool {
    let strike = under_way(p);
    let carrier = strike.carrier;
    let (mut damage, mut tokens) = (0, 0);
    // BG-4-DB4: singly or together.
    for size in groups.iter() {
        let Does { value, armour, tokens: effective, loses, .. } =
            does(p.unit(target), PlaneKind::Dive, size);
        tokens += effective;
        damage += loses;
        let effective = effective > 0;
        tell(Told::all(Event::Bombed { target, size, value, armour, effective, damage: loses }));
    }
    let torpedoes: alloc::vec::Vec<Raider> =
        raiders(p, &strike, target, PlaneKind::Torpedo).collect();
    for raider in torpedoes {
        let plane = plane_of(p, &strike, &raider);
        let each = does(p.unit(target), PlaneKind::Torpedo, 1);
        tokens += each.tokens;
        damage += each.loses;
        tell(Told::all(Event::AirTorpedo { target, carrier, plane }));
    }
    if tokens > 0 {
        p.unit_mut(target).flags |= HIT;
    }
    // BG-4-AT4: at once.
    resolution::damage(p, target, damage, tell);
    if p.unit(target).sp == 0 {
        // BG-4-AT6: removed at once, without orders this round. BG-4-CD12: and without tokens.
        resolution::sink(p, target, tell);
        return false;
    }
    p.unit_mut(target).owed += tokens;
    critical::settle(p, target, tell)
}

/// What so many bombers of a kind do together, if they get through.
pub(crate) fn does(target: &Unit, kind: PlaneKind, n: u8) -> Does {
    let does = match kind {
        PlaneKind::Fighter => Does::default(),
        PlaneKind::Dive => {
            // BG-4-DB5: value 2 a squadron.
            let (value, armour) = (2 * n, features::deck_armour(target));
            // BG-4-DB6: as artillery: equal is effective, more costs a structure point.
            let (tokens, loses) = (u8::from(value >= armour), u8::from(value > armour));
            Does { value, armour, tokens, loses, ..Does::default() }
        }
        // BG-4-TB4: each makes a hit: a token and a structure point.
        PlaneKind::Torpedo => Does { tokens: n, loses: n, ..Does::default() },
    };
    Does { sinks: does.loses >= target.sp, ..does }
}

/// May the bombers be divided like this?
pub(crate) fn check_bombs(p: &Public, target: UnitId, groups: Groups) -> Result<(), Illegal> {
    let strike = under_way(p);
    if target != strike.target {
        return Err(Illegal::NotBombed { unit: target });
    }
    let bombers = raiders(p, &strike, target, PlaneKind::Dive).count() as u8;
    let whole = groups.iter().count() == groups.0.iter().filter(|n| **n > 0).count();
    if groups.total() != bombers || !whole || !groups.0.is_sorted_by(|a, b| a >= b) {
        return Err(Illegal::GroupTotal { groups: groups.total(), bombers });
    }
    Ok(())
}

/// Every way to divide them.
pub(crate) fn menu_bombs(p: &Public, out: &mut Choices) {
    fn split(left: u8, most: u8, at: usize, groups: Groups, each: &mut dyn FnMut(Groups)) {
        if left == 0 {
            return each(groups);
        }
        for size in (1..=most.min(left)).rev() {
            let mut next = groups;
            next.0[at.min(4)] = size;
            split(left - size, size, at + 1, next, each);
        }
    }
    let strike = under_way(p);
    let target = strike.target;
    let n = raiders(p, &strike, target, PlaneKind::Dive).count() as u8;
    split(n, n, 0, Groups::default(), &mut |groups| {
        out.to(Pick::Groups(groups), Action::Bombs(target, groups));
    });
}
