//! How a person gets to an action, pick by pick: first the unit, then what it
//! does, then to whom and how much. Everything but fire and allotments, which
//! can be too many to list, is read off the list of legal actions.

use super::{Asked, asked, list};
use crate::SailEpoch;
use crate::action::{Action, Aim, Guns, Pick, Piece, Unit, Verb, Volley};
use crate::rules::admiral::{answers, movement};
use crate::rules::boarding;
use crate::rules::gunfire::{self, Aimed};
use crate::state::{Public, Stage, Standing, Window};
use crate::units::{FortId, ShipId};
use admiralty_core::{Leads, Menu, Sight};
use alloc::vec::Vec;
use smallvec::SmallVec;

type Picks = SmallVec<[Pick; 8]>;

/// How many groups may be fired at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Groups {
    /// SE-R127: in a window one.
    One,
    /// With both broadsides two.
    Two,
}

/// What may be picked next after a draft.
pub(crate) fn menu(sight: Sight<'_, SailEpoch>, draft: &[Pick], out: &mut Menu<Pick, Action>) {
    let Some(seat) = sight.seat() else { return };
    let p = sight.public;
    let own = sight.of_seat(seat);
    match asked(p, own, seat) {
        Asked::Window(Window::Allot { .. }) => allotment(p, draft, out),
        Asked::Window(
            window @ (Window::FirstFire { .. }
            | Window::Return { .. }
            | Window::Crossing { .. }
            | Window::BoardShot { .. }),
        ) => {
            if draft.is_empty() {
                out.to(Pick::Do(Verb::Pass), Action::Pass);
            }
            let aimed = answers::aims(p, &window);
            fire(p, &aimed, Groups::One, draft, out);
        }
        Asked::Phase => {
            let mut actions = Vec::new();
            if !matches!(draft, [_, Pick::Do(Verb::Fire), ..]) {
                list::phase_but_fire(p, own, seat, &mut actions);
            }
            let gunners = gunfire::gunners(p, seat);
            if draft.len() < 2 {
                actions.extend(gunners.iter().map(|(unit, _)| Action::Waste(*unit)));
            }
            let aimed = gunfire::targets(p, seat, &gunners);
            let groups = if p.options().c5 { Groups::Two } else { Groups::One };
            fire(p, &aimed, groups, draft, out);
            by_spelling(p, &actions, draft, out);
            if draft.is_empty() {
                out.aside(Pick::Do(Verb::Resign), Action::Resign);
            }
        }
        _ => {
            let mut actions = Vec::new();
            list::legal(sight, &mut actions);
            by_spelling(p, &actions, draft, out);
        }
    }
    if let Some(own) = own.filter(|_| p.outcome.is_none()) {
        orders(own.mines.as_slice(), draft, out);
    }
}

/// Standing orders for mines can be given at any time.
fn orders(mines: &[crate::state::Mine], draft: &[Pick], out: &mut Menu<Pick, Action>) {
    match draft {
        [] if !mines.is_empty() => out.on(Pick::Do(Verb::Order)),
        [Pick::Do(Verb::Order)] => {
            for mine in mines {
                out.on(Pick::Place(mine.space));
            }
        }
        [Pick::Do(Verb::Order), Pick::Place(space)] => {
            for order in [Standing::Ask, Standing::Auto, Standing::Hold] {
                let action = Action::Order { space: *space, order };
                out.aside(Pick::Standing(order), action);
            }
        }
        _ => {}
    }
}

/// Offers the next pick of every action whose spelling begins with the draft.
fn by_spelling(p: &Public, actions: &[Action], draft: &[Pick], out: &mut Menu<Pick, Action>) {
    for action in actions {
        let spelt = spell(p, action);
        if spelt.len() <= draft.len() || spelt[..draft.len()] != *draft {
            continue;
        }
        let pick = spelt[draft.len()];
        if spelt.len() == draft.len() + 1 {
            out.to(pick, action.clone());
        } else if !out.choices.iter().any(|c| c.pick == pick && c.leads == Leads::On) {
            out.on(pick);
        }
    }
}

/// The picks that make up an action. No spelling is the beginning of another.
fn spell(p: &Public, action: &Action) -> Picks {
    use Pick::{Do, Done, From, Number, Place, Player, Target};
    let unit = |id: &ShipId| Pick::Unit(Unit::ship(*id));
    let fort = |id: &FortId| Pick::Unit(Unit::fort(*id));
    let mut out = Picks::new();
    match action {
        Action::Place { piece, space } => match piece {
            Piece::Island(isle, turns) => {
                out.extend([Do(Verb::Island), Pick::Isle(*isle, *turns), Place(*space)]);
            }
            Piece::Fort => out.extend([Do(Verb::Fort), Place(*space)]),
            Piece::RoyalPort => out.extend([Do(Verb::RoyalPort), Place(*space)]),
            Piece::Reef => out.extend([Do(Verb::Reef), Place(*space)]),
        },
        Action::Mine(space) => out.extend([Do(Verb::Mine), Place(*space)]),
        Action::Map(space) => out.extend([Do(Verb::Map), Place(*space)]),
        Action::Deploy { ship, space, bow } => {
            out.extend([unit(ship), Do(Verb::Deploy), Place(*space)]);
            match bow {
                Some(dir) => out.push(Pick::Toward(*dir)),
                None if p.has_bows() && p.stage == Stage::Phase => out.push(Done),
                None => {}
            }
        }
        Action::Sail { ship, path } => {
            out.extend([unit(ship), Do(Verb::Move)]);
            let (mut at, mut bow) = (p.ship(*ship).space, p.ship(*ship).bow);
            for helm in path.steps() {
                let (way, new) = movement::turned(bow, helm);
                at = at.offset(way, 1).unwrap_or(at);
                bow = new;
                out.push(Pick::Helm(helm, at));
            }
            out.push(if path.pivot == 0 { Done } else { Pick::Pivot(path.pivot) });
        }
        Action::Turn { ship, by } => out.extend([unit(ship), Do(Verb::Turn), Pick::Pivot(*by)]),
        Action::Bow { ship, dir } => out.extend([unit(ship), Do(Verb::Bow), Pick::Toward(*dir)]),
        Action::Captain { ship, card } => {
            out.extend([unit(ship), Do(Verb::Captain), Pick::Card(*card)]);
        }
        Action::Move { ship, course } => {
            out.extend([unit(ship), Do(Verb::Move)]);
            let mut at = p.ship(*ship).space;
            for (dir, n) in course.legs() {
                at = at.offset(dir, n).unwrap_or(at);
                out.push(Place(at));
            }
            // With manoeuvres a course may go on.
            if p.options().c1 {
                out.push(Done);
            }
        }
        Action::Drift(ship) => out.extend([unit(ship), Do(Verb::Drift)]),
        Action::Waste(who) => out.extend([Pick::Unit(*who), Do(Verb::Waste)]),
        Action::Ignite(ship) => out.extend([unit(ship), Do(Verb::Ignite)]),
        Action::Explode(ship) => out.extend([unit(ship), Do(Verb::Explode)]),
        Action::Board { attackers, target } => {
            let mut ships = attackers.iter();
            out.extend(ships.next().as_ref().map(unit));
            out.extend([Do(Verb::Board), Target(Unit::ship(*target))]);
            out.extend(ships.map(|id| Pick::Unit(Unit::ship(id))));
            out.push(Done);
        }
        Action::Assault { attackers, fort } => {
            let mut ships = attackers.iter();
            out.extend(ships.next().as_ref().map(unit));
            out.extend([Do(Verb::Assault), Target(Unit::fort(*fort))]);
            out.extend(ships.map(|id| Pick::Unit(Unit::ship(id))));
            out.push(Done);
        }
        Action::Defend(ships) => {
            out.push(Do(Verb::Defend));
            out.extend(ships.iter().map(|id| Pick::Unit(Unit::ship(id))));
            out.push(Done);
        }
        Action::Repair { ship, fort } => {
            out.extend([unit(ship), Do(Verb::Repair), Target(Unit::fort(*fort))]);
        }
        Action::Unrepair(ship) => out.extend([unit(ship), Do(Verb::Unrepair)]),
        Action::Mend(ship) => out.extend([unit(ship), Do(Verb::Mend)]),
        Action::Work { fort: at, ships } => {
            out.extend([fort(at), Do(Verb::Work)]);
            out.extend(ships.iter().map(|id| Pick::Unit(Unit::ship(id))));
        }
        Action::Release(at) => out.extend([fort(at), Do(Verb::Release)]),
        Action::Raise(at) => out.extend([fort(at), Do(Verb::Raise)]),
        Action::Load { ship, n, from } => {
            out.extend([unit(ship), Do(Verb::Load), From(*from), Number(*n)]);
        }
        Action::Unload { ship, n, fort } => {
            out.extend([unit(ship), Do(Verb::Unload), Target(Unit::fort(*fort)), Number(*n)]);
        }
        Action::Plunder(takes) => {
            out.push(Do(Verb::Plunder));
            for (ship, n) in takes {
                out.extend([unit(ship), Number(*n)]);
            }
            out.push(Done);
        }
        Action::Detonate(space) => out.extend([Do(Verb::Detonate), Place(*space)]),
        Action::Offer { seat, turns } => {
            out.extend([Do(Verb::Offer), Player(*seat), Number(*turns)]);
        }
        Action::Notice(seat) => out.extend([Do(Verb::Notice), Player(*seat)]),
        Action::Break(seat) => out.extend([Do(Verb::Break), Player(*seat)]),
        Action::Give { fort: at, seat } => out.extend([fort(at), Do(Verb::Give), Player(*seat)]),
        Action::Pass => out.push(Do(Verb::Pass)),
        Action::Accept => out.push(Do(Verb::Accept)),
        Action::Decline => out.push(Do(Verb::Decline)),
        Action::End => out.push(Do(Verb::End)),
        Action::Resign => out.push(Do(Verb::Resign)),
        // Grown by hand below, or given at any time.
        Action::Fire { .. } | Action::Allot(_) | Action::Order { .. } => {}
        // Nobody picks them: they happen around the table.
        Action::TimeOut(_) | Action::Left(_) => {}
    }
    out
}

/// Strength and cargo are handed out number by number.
fn allotment(p: &Public, draft: &[Pick], out: &mut Menu<Pick, Action>) {
    let given: Option<Vec<u8>> = draft
        .iter()
        .map(|pick| match pick {
            Pick::Number(n) => Some(*n),
            _ => None,
        })
        .collect();
    let Some(mut given) = given else { return };
    // A draft must be one the numbers led to.
    for i in 0..given.len() {
        if !boarding::next_numbers(p, &given[..i]).contains(&given[i]) {
            return;
        }
    }
    for n in boarding::next_numbers(p, &given) {
        given.push(n);
        let done = boarding::next_numbers(p, &given).is_empty();
        match boarding::allotment(p, &given).filter(|_| done) {
            Some(action) => out.to(Pick::Number(n), action),
            None => out.on(Pick::Number(n)),
        }
        given.pop();
    }
}

/// Fire is grown: gunner, fire, target, shots, more gunners with shots, done;
/// with both broadsides then the other target and its gunners.
fn fire(p: &Public, aimed: &[Aimed], groups: Groups, draft: &[Pick], out: &mut Menu<Pick, Action>) {
    match draft {
        [] | [_] => {
            let pick = match draft {
                [] => None,
                [pick, ..] => Some(*pick),
            };
            for (unit, _) in aimed.iter().flat_map(|aim| aim.units.iter()) {
                let next = match pick {
                    None => Pick::Unit(*unit),
                    Some(Pick::Unit(picked)) if picked == *unit => Pick::Do(Verb::Fire),
                    Some(_) => continue,
                };
                if !out.choices.iter().any(|c| c.pick == next) {
                    out.on(next);
                }
            }
        }
        [Pick::Unit(unit), Pick::Do(Verb::Fire)] => {
            for aim in aimed.iter().filter(|aim| bears(aim, *unit).is_some()) {
                out.on(Pick::Target(aim.target));
            }
        }
        [Pick::Unit(unit), Pick::Do(Verb::Fire), Pick::Target(target), rest @ ..] => {
            let Some(aim) = aimed.iter().find(|aim| aim.target == *target) else { return };
            if bears(aim, *unit).is_some()
                && let Some((part, rest)) = part(p, *target, rest, out)
            {
                let first = First { aimed, aim, part, unit: *unit, groups };
                first_group(p, &first, rest, out);
            }
        }
        _ => {}
    }
}

/// The part that is aimed at, where there is a choice; offers it if it is not picked.
fn part<'a>(
    p: &Public,
    target: Unit,
    rest: &'a [Pick],
    out: &mut Menu<Pick, Action>,
) -> Option<(Aim, &'a [Pick])> {
    let parts = answers::parts(p, target);
    match (parts, rest) {
        ([only], rest) => Some((*only, rest)),
        (_, []) => {
            parts.iter().for_each(|aim| out.on(Pick::Aim(*aim)));
            None
        }
        (_, [Pick::Aim(aim), rest @ ..]) => Some((*aim, rest)),
        _ => None,
    }
}

fn bears(aim: &Aimed, unit: Unit) -> Option<u8> {
    aim.units.iter().find(|(u, _)| *u == unit).map(|(_, shots)| *shots)
}

/// What is known when the first group is grown.
struct First<'a> {
    aimed: &'a [Aimed],
    aim: &'a Aimed,
    part: Aim,
    unit: Unit,
    groups: Groups,
}

fn first_group(p: &Public, known: &First<'_>, rest: &[Pick], out: &mut Menu<Pick, Action>) {
    let First { aimed, aim, part, unit: first, groups } = *known;
    let mut guns = Guns::NONE;
    let mut last = first;
    let mut waiting = true;
    for (i, pick) in rest.iter().enumerate() {
        match pick {
            Pick::Number(n)
                if waiting && bears(aim, last).is_some_and(|most| (1..=most).contains(n)) =>
            {
                guns = guns.with(last, *n);
                waiting = false;
            }
            Pick::Unit(unit) if !waiting && *unit > last && bears(aim, *unit).is_some() => {
                last = *unit;
                waiting = true;
            }
            Pick::Also if !waiting && groups == Groups::Two => {
                let first = Volley { guns, target: aim.target, aim: part };
                second_group(p, aimed, first, &rest[i + 1..], out);
                return;
            }
            _ => return,
        }
    }
    if waiting {
        for n in 1..=bears(aim, last).unwrap_or(0) {
            out.on(Pick::Number(n));
        }
        return;
    }
    let volley = Volley { guns, target: aim.target, aim: part };
    out.to(Pick::Done, Action::Fire { first: volley, second: None });
    for (unit, _) in aim.units.iter().filter(|(unit, _)| *unit > last) {
        out.on(Pick::Unit(*unit));
    }
    let opposite =
        |two: &Aimed| guns.iter().any(|(u, _)| gunfire::is_between(p, u, aim.target, two.target));
    if groups == Groups::Two && aimed.iter().any(opposite) {
        out.on(Pick::Also);
    }
}

fn second_group(
    p: &Public,
    aimed: &[Aimed],
    first: Volley,
    rest: &[Pick],
    out: &mut Menu<Pick, Action>,
) {
    let guns = first.guns;
    let between = |unit: Unit, two: Unit| gunfire::is_between(p, unit, first.target, two);
    let opposite = |two: &&Aimed| guns.iter().any(|(u, _)| between(u, two.target));
    let Some((Pick::Target(target), rest)) = rest.split_first() else {
        if rest.is_empty() {
            for two in aimed.iter().filter(opposite) {
                out.on(Pick::Target(two.target));
            }
        }
        return;
    };
    let Some(two) = aimed.iter().find(|aim| aim.target == *target).filter(opposite) else { return };
    let Some((aim, rest)) = part(p, *target, rest, out) else { return };
    // A gunner of both groups fires as many shots to each side; one that does
    // not lie between the targets cannot be in both.
    let may = |unit: Unit| guns.of(unit) == 0 || between(unit, two.target);
    let shared = |unit: Unit| guns.of(unit) > 0 && between(unit, two.target);
    let mut other = Guns::NONE;
    let mut last: Option<Unit> = None;
    let mut waiting = false;
    for pick in rest {
        match (pick, last) {
            (Pick::Unit(unit), _) if !waiting && last.is_none_or(|l| *unit > l) => {
                if bears(two, *unit).is_none() || !may(*unit) {
                    return;
                }
                last = Some(*unit);
                waiting = true;
            }
            (Pick::Number(n), Some(unit)) if waiting => {
                let fits = if shared(unit) { *n == guns.of(unit) } else { *n >= 1 };
                if !fits || bears(two, unit).is_none_or(|most| *n > most) {
                    return;
                }
                other = other.with(unit, *n);
                waiting = false;
            }
            _ => return,
        }
    }
    if let (true, Some(unit)) = (waiting, last) {
        if shared(unit) {
            out.on(Pick::Number(guns.of(unit)));
        } else {
            (1..=bears(two, unit).unwrap_or(0)).for_each(|n| out.on(Pick::Number(n)));
        }
        return;
    }
    let has_shared = other.iter().any(|(unit, _)| shared(unit));
    if has_shared {
        let second = Volley { guns: other, target: two.target, aim };
        out.to(Pick::Done, Action::Fire { first, second: Some(second.into()) });
    }
    for (unit, _) in two.units.iter().filter(|(u, _)| last.is_none_or(|l| *u > l) && may(*u)) {
        // Never past the last gunner that makes it both broadsides.
        let still = has_shared || two.units.iter().any(|(u, _)| *u >= *unit && shared(*u));
        if still {
            out.on(Pick::Unit(*unit));
        }
    }
}
