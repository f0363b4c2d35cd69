//! What must hold of every table.

use crate::board::Point;
use crate::setup::ShipId;
use crate::state::{Fleet, Kind, Public, State, mark};
use alloc::format;
use alloc::string::{String, ToString};

/// The first condition of a sound table that does not hold.
pub(crate) fn broken(p: &Public) -> Option<String> {
    let b = &*p.battle;
    for (id, s) in p.all() {
        let code = b.ship_code(id);
        let name = || format!("{code} ({})", b.ship_name(id));
        let off = s.at == Point::default();
        if s.state == State::Ok && !b.is_sea(s.at) {
            return Some(format!("{} is fighting at {}, which is no sea", name(), s.at));
        }
        if s.afloat() && !off && !b.is_sea(s.at) {
            return Some(format!("{} is at {}, which is no sea", name(), s.at));
        }
        if s.is(mark::MELEE) && !s.is_line_ok() {
            return Some(format!("{} is in melee but does not fight", name()));
        }
        for foe in s.partners() {
            let other = p.ships.get(foe.i())?;
            if other.side == s.side || other.at != s.at || !other.foes.contains(&Some(id)) {
                return Some(format!("{} is paired with {} alone", name(), b.ship_code(foe)));
            }
        }
        if s.is_paired() && !s.is(mark::MELEE) {
            return Some(format!("{} is paired without a melee", name()));
        }
    }
    for squad in p.squad_ids() {
        // FA-6.58: who has still to move may lie where others have just come, until both are
        // settled.
        let bound = p.moving.as_ref().filter(|m| m.squad == squad).map_or(Fleet::EMPTY, |m| {
            let now = m.cur.as_ref().map_or(Fleet::EMPTY, |cur| cur.part);
            m.todo.iter().fold(now, |all, part| all.union(*part))
        });
        for g in p.groups(squad) {
            let there = p.in_order(g.ships.minus(bound));
            let heading = there.first().map(|first| p.ship(*first).heading);
            let odd = there.iter().find(|id| Some(p.ship(**id).heading) != heading);
            if let Some(odd) = odd.copied() {
                return Some(format!("{} does not head as her Group", b.ship_code(odd)));
            }
        }
        let q = &p.squads[squad.i()];
        let lost = |id: ShipId| !matches!(p.ship(id).state, State::Ok | State::Waiting);
        if q.flag.is_some_and(lost) {
            return Some(format!("{} is led by a lost ship", b.squad_code(squad)));
        }
    }
    if let Some(grand) = &p.grand {
        for (squad, _, c) in grand.counters() {
            let same = || grand.counters().filter(|(_, _, o)| o.hex == c.hex);
            if same().count() > 3 || same().any(|(o, ..)| b.side(o) != b.side(squad)) {
                return Some(format!("hex {} is overfull", c.hex));
            }
        }
    }
    if p.moving.is_some() != (p.phase.kind == Kind::Squads && p.moving.is_some()) {
        return Some("a squadron moves out of turn".to_string());
    }
    None
}
