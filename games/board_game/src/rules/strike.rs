//! Sending a strike: which squadrons, against what, from where.

use crate::action::{Action, Aim, Pick};
use crate::board::{neighbours, squares};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::rules::dice::Face;
use crate::rules::orders::enemy;
use crate::rules::{Choices, Tell, afield, launch};
use crate::state::{
    Flying, LAUNCHED, Plane, PlaneKind, Public, Raider, STRUCK, Status, Strike, UnitId,
};
use admiralty_core::{Side, Told};
use alloc::vec::Vec;

/// Does the carrier strike with squadrons it has placed in the Movement phase?
pub(crate) fn has_launched(p: &Public, id: UnitId) -> bool {
    p.unit(id).has(LAUNCHED)
}

/// May the carrier strike, targets apart?
fn may(p: &Public, side: Side, id: UnitId) -> Result<(), Illegal> {
    let unit = launch::carrier(p, side, id)?;
    // BG-4-AC3: one strike a round.
    if unit.has(STRUCK) {
        return Err(Illegal::StruckAlready { unit: id });
    }
    if has_launched(p, id) {
        // BG-4-AC2: what was placed needs no further die.
        // BG-4-AC11: and strikes even if its carrier has been sunk meanwhile.
        return Ok(());
    }
    launch::may_launch(p, side, id).map_err(|why| match why {
        // BG-4-AC1: sent from the deck, a strike costs an Admiral die like a launch.
        Illegal::NoLaunchDie => Illegal::NoStrikeDie,
        why => why,
    })?;
    // BG-0-FG15: no strike from a carrier in fog.
    if p.in_fog(unit) { Err(Illegal::FogDeck { unit: id }) } else { Ok(()) }
}

/// Can aircraft attack this unit at all?
fn may_attack(p: &Public, side: Side, target: UnitId) -> Result<(), Illegal> {
    let unit = enemy(p, side, target)?;
    // BG-4-AC5: no submerged boat.
    if unit.status == Status::Submerged {
        return Err(Illegal::AirBelow { unit: target });
    }
    afield(target, unit)?;
    // BG-0-FG8: none in fog.
    if p.in_fog(unit) { Err(Illegal::AirFog { unit: target }) } else { Ok(()) }
}

/// May this squadron attack this unit from there? Escorts without work are found later.
fn may_aim(p: &Public, side: Side, id: UnitId, aim: Aim) -> Result<(), Illegal> {
    let Aim { plane, target, square } = aim;
    let launched = has_launched(p, id);
    match (launched, launch::flying(p, id, plane)) {
        (false, Flying::Aboard) | (true, Flying::Placed(_)) => {}
        (false, flying) => launch::aboard_now(id, plane, flying)?,
        (true, _) => return Err(Illegal::NotPlaced { plane }),
    }
    // BG-4-AC4: no range.
    may_attack(p, side, target)?;
    let over = p.unit(target).square();
    match (plane.kind, launch::placed_at(p, id, plane)) {
        (PlaneKind::Torpedo, placed) => match (square, placed) {
            (None, _) => Err(Illegal::TorpedoFrom { plane, unit: target }),
            // BG-3-PS7: placed bombers stay on their squares; placed fighters go where they like.
            (Some(square), Some(placed)) if square != placed => {
                Err(Illegal::PlacedStay { plane, square: placed })
            }
            // BG-4-TB1: torpedo bombers attack from an adjacent square. BG-4-TB5: any of them.
            (Some(square), _) if p.distance(square, over) != 1 => {
                Err(Illegal::TorpedoElsewhere { plane, square, unit: target })
            }
            _ => Ok(()),
        },
        _ if square.is_some() => Err(Illegal::FliesOver { plane, unit: target }),
        // BG-4-DB1: dive bombers attack a unit in their own square.
        (PlaneKind::Dive, Some(placed)) if placed != over => {
            Err(Illegal::DiveElsewhere { plane, square: placed, unit: target })
        }
        _ => Ok(()),
    }
}

/// Has a fighter something to do over this target?
fn has_work(p: &Public, aims: &[Aim], target: UnitId) -> bool {
    // BG-4-SF8: a bomber of the strike names it, or it has a screen that has not fought.
    aims.iter().any(|aim| aim.target == target && aim.plane.kind != PlaneKind::Fighter)
        || launch::screens(p, target).next().is_some()
}

/// May the strike be made?
pub(crate) fn check(p: &Public, side: Side, id: UnitId, aims: &[Aim]) -> Result<(), Illegal> {
    may(p, side, id)?;
    // BG-4-AC1: up to three squadrons (five with DECKLOAD), against one unit or several.
    let most = most(p, id);
    if aims.is_empty() || aims.len() > most {
        return Err(Illegal::StrikeCount { n: aims.len(), most });
    }
    for (i, aim) in aims.iter().enumerate() {
        // BG-4-AC9: a squadron attacks once.
        if aims[..i].iter().any(|other| other.plane == aim.plane) {
            return Err(Illegal::PlaneTwice { plane: aim.plane });
        }
        may_aim(p, side, id, *aim)?;
        if aim.plane.kind == PlaneKind::Fighter && !has_work(p, aims, aim.target) {
            return Err(Illegal::EscortNothing { plane: aim.plane, unit: aim.target });
        }
    }
    if !aims.is_sorted() {
        return Err(Illegal::NotSorted);
    }
    Ok(())
}

/// The squadrons that may take part.
pub(crate) fn planes(p: &Public, id: UnitId) -> impl Iterator<Item = Plane> {
    let class = p.unit(id).class();
    let launched = has_launched(p, id);
    p.deck(id)
        .into_iter()
        .flat_map(|deck| deck.squadrons.iter().enumerate())
        .filter(move |(_, flying)| match flying {
            Flying::Aboard => !launched,
            Flying::Placed(_) => launched,
            _ => false,
        })
        .map(move |(slot, _)| Plane::at(class, slot))
}

/// The most squadrons of a strike.
pub(crate) fn most(p: &Public, id: UnitId) -> usize {
    if has_launched(p, id) { 5 } else { launch::limit(p.unit(id)) }
}

/// Every unit that a bomber may attack, or a fighter if a bomber comes with it.
pub(crate) fn prey(p: &Public, side: Side, id: UnitId, plane: Plane) -> Vec<UnitId> {
    if plane.kind == PlaneKind::Fighter {
        let enemies = p.afield(side.other()).map(|(target, _)| target);
        return enemies.filter(|target| may_attack(p, side, *target).is_ok()).collect();
    }
    targets(p, side, id, plane, &[]).collect()
}

/// The targets of a squadron, given those aimed before.
fn targets<'a>(
    p: &'a Public,
    side: Side,
    id: UnitId,
    plane: Plane,
    aims: &'a [Aim],
) -> impl Iterator<Item = UnitId> + 'a {
    p.afield(side.other()).map(|(target, _)| target).filter(move |target| {
        if may_attack(p, side, *target).is_err() {
            return false;
        }
        let over = p.unit(*target).square();
        match (plane.kind, launch::placed_at(p, id, plane)) {
            (PlaneKind::Fighter, _) => has_work(p, aims, *target),
            (PlaneKind::Dive, Some(placed)) => placed == over,
            (PlaneKind::Torpedo, Some(placed)) => p.distance(placed, over) == 1,
            _ => true,
        }
    })
}

/// Has the carrier a strike to make?
pub(crate) fn can(p: &Public, side: Side, id: UnitId) -> bool {
    may(p, side, id).is_ok()
        && planes(p, id).any(|plane| targets(p, side, id, plane, &[]).next().is_some())
}

/// The carriers of a side that may strike.
pub(crate) fn carriers(p: &Public, side: Side) -> impl Iterator<Item = UnitId> {
    p.carriers(side).filter(move |id| can(p, side, *id))
}

/// What may follow the pick of a carrier.
pub(crate) fn menu(p: &Public, side: Side, id: UnitId, draft: &[Pick], out: &mut Choices) {
    if may(p, side, id).is_err() {
        return;
    }
    let launched = has_launched(p, id);
    let mut aims: Vec<Aim> = Vec::new();
    let mut picks = draft.iter();
    while let Some(pick) = picks.next() {
        let Pick::Plane(plane) = *pick else { return };
        let Some(Pick::Target(target)) = picks.next() else {
            for target in targets(p, side, id, plane, &aims) {
                out.on(Pick::Target(target));
            }
            return;
        };
        let mut square = None;
        if plane.kind == PlaneKind::Torpedo && launched {
            square = launch::placed_at(p, id, plane);
        } else if plane.kind == PlaneKind::Torpedo {
            match picks.next() {
                Some(Pick::Square(from)) => square = Some(*from),
                Some(_) => return,
                None => {
                    let over = p.unit(*target).square();
                    for square in squares(neighbours(p.metric(), over)) {
                        out.on(Pick::Square(square));
                    }
                    return;
                }
            }
        }
        aims.push(Aim { plane, target: *target, square });
    }
    if !aims.is_empty() {
        let mut sorted = aims.clone();
        sorted.sort();
        if check(p, side, id, &sorted).is_err() {
            return;
        }
        out.to(Pick::Done, Action::Strike { carrier: id, aims: sorted.into() });
    }
    let most = most(p, id);
    if aims.len() < most {
        for plane in planes(p, id) {
            if aims.iter().all(|aim| aim.plane != plane)
                && targets(p, side, id, plane, &aims).next().is_some()
            {
                out.on(Pick::Plane(plane));
            }
        }
    }
}

/// Sends the strike on its way; the procedure follows.
pub(crate) fn send(p: &mut Public, id: UnitId, aims: &[Aim], tell: Tell<'_>) {
    if !has_launched(p, id) {
        p.exhaust(id.side(), Face::X);
    }
    p.unit_mut(id).flags |= LAUNCHED | STRUCK;
    let class = p.unit(id).class();
    let raider = |aim: &Aim| Raider {
        slot: aim.plane.slot(class).unwrap_or(0) as u8,
        target: aim.target,
        square: aim.square.unwrap_or(p.unit(aim.target).square()),
    };
    p.strike = Strike::new(id, aims.iter().map(raider));
    for aim in aims {
        let square = aim.square.unwrap_or(p.unit(aim.target).square());
        // BG-4-AC9: whatever comes of it, the squadron is done for this round.
        launch::set(p, id, aim.plane, Flying::Spent);
        tell(Told::all(Event::Strike {
            carrier: id,
            plane: aim.plane,
            target: aim.target,
            square,
        }));
    }
}
