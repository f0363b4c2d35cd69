//! Movement: allowance, steps, fog, pivots, diving, surfacing, leaving; standing down.

use crate::action::{Action, Finish, Path, Pick};
use crate::board::{Dir, Scenery, Square};
use crate::event::Event;
use crate::illegal::{Illegal, closed};
use crate::rules::dice::{Face, Symbol};
use crate::rules::{Choices, Tell, afield, features, own, submarines};
use crate::state::{MOVED, Public, Status, Unit, UnitId};
use crate::units::{Feature, Kind};
use admiralty_core::{Side, Told};

/// Points of movement of a unit this round.
pub(crate) fn allowance(p: &Public, unit: &Unit) -> u8 {
    let class = unit.class();
    // BG-6-SS18: the side that lies up when the move starts.
    let printed = if unit.status == Status::Submerged { class.sub_mv } else { class.mv };
    let points = features::speed(unit, printed);
    // BG-0-FG9: out of fog one point. BG-0-FG10: FLANK does not raise that.
    // BG-0-FG11: a submerged boat does not mind (`in_fog` asks for surface units).
    if p.in_fog(unit) { points.min(1) } else { points }
}

/// May this surface unit be on the square, as far as scenery goes?
fn may_float(p: &Public, unit: &Unit, square: Square) -> bool {
    let bit = square.bit();
    if p.sea.closed() & bit != 0 {
        return false;
    }
    if p.sea.of(Scenery::Shallows) & bit == 0 {
        return true;
    }
    // BG-0-SH1: other types stay out. BG-0-SH2: destroyers enter. BG-0-SH3: so do surfaced boats.
    // BG-7-G4: LOWDRAFT lets any unit in. BG-7-FX9: the feature prevails over the rule.
    matches!(unit.class().kind, Kind::Dd | Kind::Ss) || unit.has_active(Feature::LowDraft)
}

/// The square a step leads to, or why it is refused.
pub(crate) fn step(
    p: &Public,
    id: UnitId,
    unit: &Unit,
    from: Square,
    dir: Dir,
) -> Result<Square, Illegal> {
    let below = unit.status == Status::Submerged;
    // BG-3-MV5: straight steps at the surface.
    if !below && !dir.is_straight() {
        return Err(Illegal::Diagonal { unit: id });
    }
    // BG-3-MV16: no unit leaves the board by a step.
    let Some(square) = from.step(dir) else { return Err(Illegal::OffBoard { unit: id }) };
    if below {
        return submarines::enter_below(p, id, square).map(|()| square);
    }
    // BG-0-SH7: leaving Shallow Waters needs nothing but a square that may be entered.
    if !may_float(p, unit, square) {
        return Err(closed(id, square, p.sea.at(square), false));
    }
    // BG-3-MV14: not into or through another surface unit. BG-3-MV22: the own square counts as free.
    if let Some(holder) = p.surface_at(square)
        && holder != id
    {
        return Err(Illegal::IntoUnit { square, holder });
    }
    // BG-3-MV15: a submerged boat stops no other unit.
    submarines::meets(p, unit, square)?;
    Ok(square)
}

/// Does a step into this square end the move?
pub(crate) fn stops(p: &Public, unit: &Unit, square: Square) -> bool {
    // BG-0-FG1: every type may enter fog. BG-0-FG3: a surface unit ends its move there.
    // BG-0-FG11: a submerged boat does not.
    unit.status != Status::Submerged && p.sea.of(Scenery::Fog) & square.bit() != 0
}

fn finish_ok(
    p: &Public,
    id: UnitId,
    unit: &Unit,
    at: Square,
    finish: Finish,
) -> Result<(), Illegal> {
    match finish {
        Finish::Stop => Ok(()),
        // BG-0-HD3: a pivot to any heading for one point. BG-0-HD5: not below.
        Finish::Pivot(_) if unit.status == Status::Submerged => {
            Err(Illegal::NoHeading { unit: id })
        }
        Finish::Pivot(_) => Ok(()),
        Finish::Dive => submarines::may_dive(p, id, unit, at),
        Finish::Up(_) => submarines::may_surface(p, id, unit, at),
        // BG-8-SC4: from the row the scenario names.
        Finish::Exit => {
            match p.scenario().and_then(|s| s.exit_rank(id.side(), unit.class().kind)) {
                Some(rank) if rank == at.rank() as u8 => Ok(()),
                Some(rank) => Err(Illegal::NoExit { unit: id, rank: rank + 1 }),
                None if p.scenario().is_some() => Err(Illegal::ExitBarred { unit: id }),
                None => Err(Illegal::OffBoard { unit: id }),
            }
        }
    }
}

/// May the unit be moved at all, dice apart?
pub(crate) fn ready(p: &Public, id: UnitId, unit: &Unit) -> Result<(), Illegal> {
    afield(id, unit)?;
    // BG-3-MV6: one Movement die a round.
    if unit.has(MOVED) {
        return Err(Illegal::MovedAlready { unit: id });
    }
    // BG-3-MV19: a token on MOVE holds it.
    if unit.tokens.on(Feature::Move) > 0 {
        return Err(Illegal::CannotMove { unit: id });
    }
    // BG-3-MV21: without points no move.
    if allowance(p, unit) == 0 {
        return Err(Illegal::NoAllowance { unit: id });
    }
    Ok(())
}

/// May this die move this unit?
pub(crate) fn pays(
    p: &Public,
    side: Side,
    id: UnitId,
    unit: &Unit,
    die: Face,
) -> Result<(), Illegal> {
    if p.dice(side, die) == 0 {
        return Err(Illegal::NoSuchDie { die });
    }
    if die == Face::X {
        if unit.has_active(Feature::Signals) {
            return Err(Illegal::UnderSignals { unit: id });
        }
        // BG-3-MV11: after standing down one Admiral move. BG-3-MV20: before, as many as one likes.
        if p.stood_down[side.index()] && p.late_move[side.index()] {
            return Err(Illegal::LateMoved);
        }
        return Ok(());
    }
    if !die.shows(Symbol::Movement) {
        return Err(Illegal::NotMovement { die });
    }
    // BG-3-MV9: after standing down MF and TM move nobody.
    if p.stood_down[side.index()] {
        return Err(Illegal::StoodDown { die });
    }
    Ok(())
}

/// May the move be made?
pub(crate) fn check(
    p: &Public,
    side: Side,
    id: UnitId,
    die: Face,
    path: Path,
    finish: Finish,
) -> Result<(), Illegal> {
    let unit = own(p, side, id)?;
    ready(p, id, unit)?;
    pays(p, side, id, unit, die)?;
    // BG-3-MV17: something must happen.
    if path.is_empty() && finish == Finish::Stop {
        return Err(Illegal::NothingMoved { unit: id });
    }
    // BG-3-MV3: up to the movement value; BG-3-MV4: less is fine.
    let cost = path.len() as u8 + u8::from(finish != Finish::Stop);
    let points = allowance(p, unit);
    if cost > points {
        return Err(if p.in_fog(unit) {
            Illegal::FogLimit { unit: id }
        } else {
            Illegal::TooFar { unit: id, cost, allowance: points }
        });
    }
    let mut at = unit.square();
    let mut ended = None;
    for dir in path.iter() {
        if let Some(square) = ended {
            return Err(Illegal::FogStops { square });
        }
        at = step(p, id, unit, at, dir)?;
        if stops(p, unit, at) {
            ended = Some(at);
        }
    }
    match (ended, finish) {
        (Some(square), finish) if finish != Finish::Stop => Err(Illegal::FogStops { square }),
        _ => finish_ok(p, id, unit, at, finish),
    }
}

/// Can the unit make any move, dice apart?
fn can_go(p: &Public, id: UnitId, unit: &Unit) -> bool {
    if ready(p, id, unit).is_err() {
        return false;
    }
    // BG-0-HD4: a pivot alone is a move, so a surface unit with a point can always go.
    unit.status == Status::Afloat
        || p.surface_at(unit.square()).is_none()
        || Dir::ALL.into_iter().any(|dir| step(p, id, unit, unit.square(), dir).is_ok())
}

/// Which dice of the side may move units: ordinary ones, Admiral dice.
fn movers(p: &Public, side: Side) -> (bool, bool) {
    let pool = &p.pool[side.index()];
    let stood = p.stood_down[side.index()];
    let plain =
        !stood && pool[Face::M.index()] + pool[Face::MF.index()] + pool[Face::TM.index()] > 0;
    (plain, pool[Face::X.index()] > 0 && !(stood && p.late_move[side.index()]))
}

/// The units that may be moved now.
pub(crate) fn each_mover(p: &Public, side: Side, mut each: impl FnMut(UnitId)) {
    let (plain, admiral) = movers(p, side);
    if !plain && !admiral {
        return;
    }
    for (id, unit) in p.afield(side) {
        let paid = plain || (admiral && !unit.has_active(Feature::Signals));
        if paid && can_go(p, id, unit) {
            each(id);
        }
    }
}

/// What may follow the pick of a unit to move.
pub(crate) fn menu(p: &Public, side: Side, id: UnitId, draft: &[Pick], out: &mut Choices) {
    let Ok(unit) = own(p, side, id) else { return };
    if ready(p, id, unit).is_err() {
        return;
    }
    let Some((Pick::Die(die), picks)) = draft.split_first() else {
        for face in [Face::M, Face::MF, Face::TM, Face::X] {
            if pays(p, side, id, unit, face).is_ok() {
                out.on(Pick::Die(face));
            }
        }
        return;
    };
    let (unit_id, die) = (id, *die);
    if pays(p, side, id, unit, die).is_err() {
        return;
    }
    let mut at = unit.square();
    let mut path = Path::default();
    for pick in picks {
        let Pick::Step(dir, _) = pick else { return };
        let Ok(next) = step(p, id, unit, at, *dir) else { return };
        if path.len() >= usize::from(allowance(p, unit)) || (!path.is_empty() && stops(p, unit, at))
        {
            return;
        }
        at = next;
        path = path.then(*dir);
    }
    let to = |path, finish| Action::Move { unit: unit_id, die, path, finish };
    if !path.is_empty() {
        out.to(Pick::Stop, to(path, Finish::Stop));
        if stops(p, unit, at) {
            return;
        }
    }
    if path.len() >= usize::from(allowance(p, unit)) {
        return;
    }
    let last = path.len() + 1 == usize::from(allowance(p, unit));
    let dirs = if unit.status == Status::Submerged { &Dir::ALL[..] } else { &Dir::HEADINGS[..] };
    for dir in dirs {
        if let Ok(square) = step(p, id, unit, at, *dir) {
            // A step that uses the last point, or ends in fog, completes the move.
            if last || stops(p, unit, square) {
                out.to(Pick::Step(*dir, square), to(path.then(*dir), Finish::Stop));
            } else {
                out.on(Pick::Step(*dir, square));
            }
        }
    }
    if unit.status == Status::Submerged {
        if p.surface_at(at).is_none() {
            for dir in Dir::HEADINGS {
                out.to(Pick::Up(dir), to(path, Finish::Up(dir)));
            }
        }
        return;
    }
    for dir in Dir::HEADINGS {
        out.to(Pick::Pivot(dir), to(path, Finish::Pivot(dir)));
    }
    if unit.is_boat() && submarines::may_dive(p, id, unit, at).is_ok() {
        out.to(Pick::Dive, to(path, Finish::Dive));
    }
    if finish_ok(p, id, unit, at, Finish::Exit).is_ok() {
        out.to(Pick::Exit, to(path, Finish::Exit));
    }
}

/// Moves the unit.
pub(crate) fn apply(
    p: &mut Public,
    id: UnitId,
    die: Face,
    path: Path,
    finish: Finish,
    tell: Tell<'_>,
) {
    let side = id.side();
    // BG-3-MV2: one unit an action; BG-3-MV7: as long as there are dice.
    p.exhaust(side, die);
    if p.stood_down[side.index()] {
        p.late_move[side.index()] = true;
    }
    let unit = *p.unit(id);
    let from = unit.square();
    let mut at = from;
    for dir in path.iter() {
        at = at.step(dir).unwrap_or(at);
    }
    // BG-0-HD2: a surface unit heads where its last step went.
    let mut heading = match path.last() {
        Some(dir) if unit.status == Status::Afloat => dir,
        _ => unit.heading,
    };
    let mut status = unit.status;
    match finish {
        Finish::Stop | Finish::Exit => {}
        Finish::Pivot(dir) => heading = dir,
        Finish::Dive => status = Status::Submerged,
        Finish::Up(dir) => {
            status = Status::Afloat;
            heading = dir;
        }
    }
    // BG-8-SC4: removed, not sunk.
    p.lift(id, Status::Exited);
    let to = (finish != Finish::Exit).then_some(at);
    if let Some(square) = to {
        // Screens name the unit and so go with it. BG-6-SS25: a boat below stays.
        p.place(id, status, square, heading);
    }
    p.unit_mut(id).flags |= MOVED;
    tell(Told::all(Event::Moved { unit: id, die, from, to, heading, path, finish }));
    if matches!(finish, Finish::Dive | Finish::Exit) {
        crate::rules::launch::release_screens(p, id);
    }
}

/// A pass in the Movement phase.
pub(crate) fn pass(p: &mut Public, side: Side, tell: Tell<'_>) {
    let stands_down = !p.stood_down[side.index()];
    if stands_down {
        // BG-3-MV8: the first pass stands the side down and exhausts its M dice.
        // BG-3-MV10: a TM die stays available for its Torpedo.
        p.stood_down[side.index()] = true;
        p.exhaust_all(side, Face::M);
    }
    tell(Told::all(Event::Passed { by: side, stands_down }));
}
